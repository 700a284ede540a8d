"""Portals keep their distance from each other.

gw-1989 (Expanding the Game) lets no two counters of a type lie nearer than ten squares; naf-2019 (The Dungeon)
advises against a teleporter within four squares of another, so five is the least. Portals side by side would be one
place, not two ways. The distance is the larger of the two differences, walls ignored. Each two portals too near are
one finding.

A sketch that breaks it, under naf-2019 (three apart)::

    map: |
      1..2......
      ..........

Mend: move one of them; the fix moves the later one by row to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.demands import Least, spaced
from dungeon_designer.translation import marked

WHY = marked("placing", "too near another portal")


class RuleSettings(Least, frozen=True):
    """How far apart two portals must be."""

    players = ("From one portal to another", "at least {min} squares")


demands = partial(spaced, ItemKind.PORTAL)
