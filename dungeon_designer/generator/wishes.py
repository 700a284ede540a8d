"""What a floor is to be like, and what grows one.

Wishes are what the search inherits: those of a dungeon in the archive are changed a little for the next one. How near
a grower comes to them is its own affair; what came of it is measured by `descriptors` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import Struct

from dungeon_designer.generator.request import Request
from dungeon_designer.layout.model import Layout

CHANGE = 0.15
"""How far a wish is moved when it is inherited: the standard deviation."""


class Wishes(Struct, frozen=True, kw_only=True):
    """What a floor is to be like; each from 0 to 1.

    openness  from two-wide ways to wide halls
    length    from end zones near each other on foot to far
    loops     from a single way to many ways round
    portals   from chests one walks to, to chests for which portals pay
    size      from the fewest squares allowed to the most
    detail    from bare floor to hazards, bridges, statues and shapes other than rectangles
    """

    openness: float = 0.5
    length: float = 0.5
    loops: float = 0.5
    portals: float = 0.5
    size: float = 0.5
    detail: float = 0.5


Grower = Callable[[Request, Wishes, Random], Layout | None]
"""Grows a floor: sections, doors, walls, terrain, obstacles, with end zones or entries of every side; nothing that
`place` places (chests, portals, balls, counters). All chance comes from the dice given, so the same dice grow the same
floor. None where these dice led nowhere, which may happen often: growing goes on with others. The floor need not be
legal, since it is judged; but the likelier it is, the sooner dungeons are found."""


def fresh(dice: Random) -> Wishes:
    """Any wishes."""
    return Wishes(**{name: dice.random() for name in Wishes.__struct_fields__})


def inherited(parent: Wishes, dice: Random) -> Wishes:
    """Wishes like those of a parent, each moved a little."""
    return Wishes(**{name: _moved(getattr(parent, name), dice) for name in Wishes.__struct_fields__})


def _moved(value: float, dice: Random) -> float:
    return min(1.0, max(0.0, value + dice.gauss(0.0, CHANGE)))
