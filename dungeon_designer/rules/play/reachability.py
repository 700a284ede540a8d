"""Each team can get to every chest, and from every chest to every end zone, portals included.

No book says it in one sentence, but each game is over when the ball, which may lie in any chest, is carried into an
end zone: gw-1989 (Touchdowns), gw-2021 (introduction), brawl-2013 (Scoring), naf-2019 and db7s-2019 (Basic
Concepts), eagbbl (Winning).

How it is measured. A team sets out from the standing squares of its end zone, or from what lies one step before its
entries, which are one start; and from every portal, as the Dug-Out leads there. Whoever steps on a portal comes out of
any other, and walks on from there; nobody walks across one. Pits, trapdoors and doors can be crossed; leaps do not
count. Nobody steps diagonally between two walls that meet at a corner. An obstacle that the book calls a wall counts as
one there: statues in naf-2019 and db7s-2019, idol, crypt and dragon in gw-2021 (`play.wall_obstacles`); lava and chasm
stay open. A chest is reached by entering it or standing beside it, as the edition opens it; on a portal next to it one
stands beside it. Opened chests are gone, so they bar no way. Then the way must go on to every end zone, and into each
entry of every side, however many play. Where a room turns, the ways of all its turns count together.

In naf-2019 and db7s-2019 (Jumping Over Things) any player may jump, at a risk: our reading is up to five squares of
liquid or chasm in a straight line, slanting too, and through no wall. What only a jump reaches is a notice there. In
gw-2021 the stakes of the colleges' Spike Pit are crossed by jumping, two squares of them at most, and what only that
reaches is a notice.

Not asked are chests that lie where nobody could open them (`item-on-floor`, `item-overlap` and `entry-clear` speak of
those), and the way to an end zone that is not there (`end-zone-count`). Chests of one area are one finding. First come
chests a team cannot get to, the chests at fault; then end zones or entries that cannot be got to from any chest, the
zone at fault; then chests from which no way leads on.

A sketch that breaks it (the chest lies in a sealed room without a portal)::

    map: |
      <<....#C.#..>>
      <<..1.#..#.2>>
      <<....####..>>

Mend: open a way, or put a portal on the far side. Up to six chests that no team can reach are offered a move.
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.rules.play.routes import find_route_problems
from dungeon_designer.rules.rule_settings import create_empty_settings

RuleSettings = create_empty_settings(
    "Every side", "gets to every chest, and from it to every end zone, on foot or by portal"
)

check = partial(find_route_problems, with_portals=True)
