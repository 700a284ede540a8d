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
from dungeon_designer.rules.rule import Settings, Violation, counted, few_squares, without_parameters

RuleSettings = without_parameters("Every square", "can be got to, portals included")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """A fault for each area that no player gets to; its squares are the standing squares in it."""
    for group in context.connectivity.dead():
        squares, jumped = tuple(group), context.connectivity_by_jumps
        jump = jumped is not None and jumped.areas[group[0]] in jumped.reached
        who = "only by jumping can anybody" if jump else "nobody can"
        yield Violation(
            f"{who} get to {counted(len(squares), 'square')}, portals included: {few_squares(squares)}",
            squares,
            measured=len(squares),
            required=0,
            level=Level.INFO if jump else None,
        )
