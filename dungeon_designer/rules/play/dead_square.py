"""No standing square lies where nobody can get to, portals included.

Floor that no player will ever stand on is floor wasted, and mostly a wall or door forgotten. No book forbids it, so it
is advice in every edition.

How it is measured. Players come in from the standing squares of every end zone, one step before any entry, and from
every portal, and walk on from there. What is left of the standing squares (floor without liquid, chasm, cliff, spike
pit, obstacle or shut door, and without a chest where chests are impassable) is dead; squares of portals and entries
never are. Where a room turns, the ways of all its turns count together. What only a jump reaches, where any player may
jump (`reachability` says over what), is a notice. Each area of dead squares that one can walk about in is one finding.
Nothing is asked while there is neither an end zone nor a portal to come in by.

A sketch that breaks it (three squares behind rock)::

    map: |
      <<......>>#...
      <<......>>#...

Mend: open a way, put a portal there, or make it rock.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.findings import Level
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import format_count, format_squares

RuleSettings = create_empty_settings("Every square", "can be got to, portals included")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each group of squares joined on foot that no player reaches, on foot or by portal.

    It names the squares of the group on which a player could stand. If a jump over terrain leads there, it is only a
    notice. The rule has no settings.
    """
    for group in context.connectivity.find_dead_areas():
        squares, jump_connectivity = tuple(group), context.connectivity_with_jumps
        is_jump_needed = (
            jump_connectivity is not None
            and jump_connectivity.area_by_square[group[0]] in jump_connectivity.reachable_areas
        )
        start_text = "only by jumping can anybody" if is_jump_needed else "nobody can"
        yield RuleProblem(
            f"{start_text} get to {format_count(len(squares), 'square')}, portals included: {format_squares(squares)}",
            squares,
            measured=len(squares),
            required=0,
            level=Level.INFO if is_jump_needed else None,
        )
