"""Each portal has a square beside it to come out on.

Players that teleport arrive on the portal, or are scattered from it to a square beside it: gw-1989 (Teleporting),
gw-2021 (Portals: Teleporting), brawl-2013 (Teleporting a Player), naf-2019 and db7s-2019 (Teleportation), eagbbl
(Teleporting). No book says that such a square must be there, so it is advice in every edition: a portal without one
is a trap nobody drew. In naf-2019 and db7s-2019 who finds no room is teleported again.

How it is measured. Among the squares one legal step from the portal at least one must be a standing square: no
liquid, chasm, cliff, spike pit, obstacle or shut door, no chest where chests are impassable. Another portal is one
where players arrive on portals, none where they are scattered beside them; an entry never is, as it is a wall to all
but the ball carrier. Where a room turns, the squares of all its turns count together. Portals off the floor, in a
hazard or under an obstacle are left to `item-on-floor`.

A sketch that breaks it (portal 2 stands in a niche of its own)::

    map: |
      <<..1...#2#>>
      <<......####>

Mend: open a square beside it, or move it and make its square rock. (No move is offered: it would leave a square nobody
can get to.)
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
