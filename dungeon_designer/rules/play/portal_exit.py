"""A player can come out of each portal onto a square beside it.

Fix: Open a square beside the portal, or move the portal and make its square rock. No move is offered, because it would
leave a square that nobody can reach.

How it is measured:

- At least one square that is one legal step from the portal must be a square to stand on, as `dead-square` defines it.
- Another portal counts where players arrive on portals. It does not count where they are scattered beside them.
- An entry never counts, because only the ball carrier can pass it.
- If a room rotates, the squares of all its rotations count together.
- `item-on-floor` reports portals off the floor, in a hazard or under an obstacle. They are not checked here.

Editions:

- Players arrive on the portal, or are scattered from it to a square beside it.
- naf-2019, db7s-2019: A player who finds no room is teleported again.

Illegal map (portal 2 is in a niche of its own)::

    map: |
      <<..1...#2#>>
      <<......####>
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings

RuleSettings = create_empty_settings("Beside each portal", "a square to come out on")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each portal without a square beside it on which an arriving player can stand.

    Portals on rock, in a hazard or under an obstacle are left to other rules. The rule has no settings.
    """
    board = context.board
    # Nobody comes out into an entry, a two-square zone where a team comes in.
    exit_squares = context.standing_squares - board.entry_squares
    for portal in board.portals:
        if portal.square not in board.walkable_squares:
            continue
        adjacent_squares = context.connectivity.list_neighbours(portal.square)
        if exit_squares.isdisjoint(adjacent_squares):
            message = f"portal {portal.number} at {portal.square} has no square beside it to come out on"
            yield RuleProblem(message, (portal.square,), measured=0, required=1)
