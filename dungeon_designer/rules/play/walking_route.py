"""Each team can get to every chest, and from every chest to every end zone, on foot.

`reachability` without portals: no book asks for it, but a chest that only a lucky roll on a portal leads to is a
chest most games never see, so it is advice. In brawl-2013 it is no more than a notice, as its third round (Wormholes)
has two rooms that can only be reached by magic.

How it is measured. As `reachability`, jumps included, but a team sets out from its end zone or entries alone, and
portals are squares that nobody walks across. Where a room turns, the ways of all its turns count together. Chests of
one area are one finding; what `reachability` finds is found here as well, as a way that is missing altogether is
missing on foot. After the chests and zones the squares of a finding show where the way is cut: the portals that lie
across it, or else the squares of both parts that are nearest to each other.

A sketch that breaks it (a portal leads to the chest, but no walk)::

    map: |
      <<....#C.#..>>
      <<..1.#.3#.2>>
      <<....####..>>

Mend: open a way on foot, or accept the finding by a waiver that says that magic is meant.
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.rules.play.routes import find_route_problems
from dungeon_designer.rules.rule_settings import create_empty_settings

RuleSettings = create_empty_settings("On foot alone", "every side gets to every chest, and from it to every end zone")

check = partial(find_route_problems, with_portals=False)
