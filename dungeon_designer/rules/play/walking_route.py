"""Each team can reach every chest, and from every chest every end zone, on foot.

Fix: Open a route on foot. If portals are meant to be the only route, accept the problem with a waiver that says so.

How it is measured:

- The rule is measured like `reachability`, jumps included. But a team starts only in its end zone or at its entries,
  and nobody walks across the square of a portal.
- The problems of `reachability` are reported here as well, because a missing route is also missing on foot.
- After the chests and zones, the squares of a problem show where the route is cut. They are the portals across it, or
  else the nearest squares of both parts.

Editions:

- Most matches never see a chest to which only a lucky roll on a portal leads.
- brawl-2013: The third round (Wormholes) has two rooms that only magic can reach.

Illegal map (a portal leads to the chest, but no route on foot)::

    map: |
      <<....#C.#..>>
      <<..1.#.3#.2>>
      <<....####..>>
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.rules.play.routes import find_route_problems
from dungeon_designer.rules.rule_settings import create_empty_settings

RuleSettings = create_empty_settings("On foot alone", "every team can reach every chest, and from it every end zone")

check = partial(find_route_problems, with_portals=False)
