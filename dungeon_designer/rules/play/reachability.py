"""Each team can reach every chest, and from every chest every end zone, by portals as well.

Fix: Open a route, or place a portal on the far side. For up to six chests that no team can reach, a move is offered.

How it is measured:

- A team starts on the squares to stand on of its end zone, or one step before its entries, which are one start
  together. It also starts on every portal, because its Dug-Out leads there.
- A player who steps on a portal comes out of any other portal, and walks from there. Nobody walks across a portal.
- Pits, trapdoors and doors can be crossed. Leaps do not count.
- Nobody steps diagonally between two walls that meet at a corner. An obstacle that the book calls a wall
  (`play.wall_obstacles`) counts as one there; lava and chasm do not.
- A chest is reached by entering it or by standing beside it, as the edition opens it. A player on a portal next to a
  chest stands beside it. Opened chests are removed, so they block no route.
- From the chest, the route must lead to every end zone, and into each entry of every team.
- If a room rotates, the routes of all its rotations count together.
- Chests that nobody could open are not checked. `item-on-floor`, `item-overlap` and `entry-clear` report them.
  `end-zone-count` reports an end zone that is missing.
- Chests of one area are one problem. First come chests that a team cannot reach. Then come end zones or entries that no
  chest leads to, then chests from which no route leads on. The chest or the zone that causes the problem is its first
  square.

Editions:

- Each match ends when the ball, which may be in any chest, is carried into an end zone.
- naf-2019, db7s-2019: Statues count as walls. Any player may jump, at a risk (*Jumping Over Things*). Our reading is up
  to five squares of liquid or chasm, in a straight or slanting line and through no wall. A notice names all that only a
  jump reaches.
- gw-2021, gw-2021-multiplayer: Idol, crypt and dragon count as walls. Players jump over the stakes of the colleges'
  Spike Pit, at most two squares of them. A notice names all that only such a jump reaches.

Illegal map (a chest is in a closed room without a portal)::

    map: |
      <<....#C.#..>>
      <<..1.#..#.2>>
      <<....####..>>
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.rules.play.routes import find_route_problems
from dungeon_designer.rules.rule_settings import create_empty_settings

RuleSettings = create_empty_settings(
    "Every team", "can reach every chest, and from it every end zone, on foot or by portal"
)

check = partial(find_route_problems, with_portals=True)
