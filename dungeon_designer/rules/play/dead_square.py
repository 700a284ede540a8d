"""Players can reach every square to stand on, by portals as well.

Fix: Open a route, place a portal there, or make the squares rock.

How it is measured:

- Players start on the squares to stand on of every end zone, one step before every entry, and on every portal. They
  walk from there.
- A *square to stand on* is floor without a liquid, chasm, cliff, spike pit, obstacle or shut door. If players cannot
  enter chests in an edition, it has no chest either.
- All other squares to stand on are dead. Squares of portals and entries never are.
- If a room rotates, the routes of all its rotations count together.
- If any player may jump, dead squares that a jump reaches are a notice. `reachability` states what players may jump
  over.
- There is one problem for each connected area of dead squares.
- Nothing is checked without any end zone and portal.

Editions:

- Nobody ever uses such floor, and usually it is there because of a wall or a door too many.

Illegal map (three squares are behind rock)::

    map: |
      <<......>>#...
      <<......>>#...
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.findings import Level
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import format_count, format_squares

RuleSettings = create_empty_settings("Every square", "can be reached, portals included")


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
        start_text, how_text = ("players", " only by jumping") if is_jump_needed else ("no player", "")
        count_text = format_count(len(squares), "square")
        yield RuleProblem(
            f"{start_text} can reach {count_text}{how_text}, portals included: {format_squares(squares)}",
            squares,
            measured=len(squares),
            required=0,
            level=Level.INFO if is_jump_needed else None,
        )
