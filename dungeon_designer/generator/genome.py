"""What a floor is to be like, and what grows one.

A genome is what the search inherits: that of a dungeon in the archive is changed a little for the next one. How near a
grower comes to it is its own affair; what came of it is measured by `descriptors` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import Struct

from dungeon_designer.generator.options import Request
from dungeon_designer.layout.model import Layout

CHANGE = 0.15
"""How far a gene is moved when it is inherited: the standard deviation."""


class Genome(Struct, frozen=True, kw_only=True):
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


Grower = Callable[[Request, Genome, Random], Layout | None]
"""Grows a floor: sections, doors, walls, terrain, obstacles, with end zones or entries of every side; nothing that
`place` places (chests, portals, balls, counters). All chance comes from the dice given, so the same dice grow the same
floor. None where these dice led nowhere, which may happen often: growing goes on with others. The floor need not be
legal, since it is judged; but the likelier it is, the sooner dungeons are found."""


def fresh(dice: Random) -> Genome:
    """Any genome."""
    return Genome(**{name: dice.random() for name in Genome.__struct_fields__})


def inherited(parent: Genome, dice: Random) -> Genome:
    """A genome like that of a parent, each gene moved a little."""
    moved = {name: getattr(parent, name) + dice.gauss(0.0, CHANGE) for name in Genome.__struct_fields__}
    return Genome(**{name: min(1.0, max(0.0, value)) for name, value in moved.items()})
