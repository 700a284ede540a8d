"""What `place`, `generate` and `vary` are asked, one record of options each; and what a floor is to be like.

A genome is what the search inherits: that of a dungeon in the archive is changed a little for the next one. How near a
grower comes to it is its own affair; what came of it is measured by `descriptors` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from random import Random

from msgspec import Struct

from dungeon_designer.grid import Size
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

CHANGE = 0.15  # how far a gene is moved when it is inherited: the standard deviation


class Placeable(StrEnum):
    """What may be placed."""

    CHEST = "chests"
    PORTAL = "portals"
    COUNTER = "counters"
    BALL = "balls"


class FurnitureStyle(StrEnum):
    """How things lie: as in the named dungeons of the edition, or as far apart as they can."""

    NAMED = "named"
    SPREAD = "spread"


class PlaceOptions(Struct, frozen=True, kw_only=True):
    """How things are placed on a floor.

    only      what is placed; all else stays where it lies
    keep      whether things of these kinds stay, too, so that only what is missing is placed
    chests    how many chests, where the ruleset leaves that open
    portals   how many portals
    symmetry  under which things come with their twins; a mode is taken about the middle of the floor
    count     how many different answers
    seed      where the dice start
    strict    whether what a ruleset only advises must be kept, too
    style     how things lie
    """

    only: tuple[Placeable, ...] = tuple(Placeable)
    keep: bool = False
    chests: int | None = None
    portals: int | None = None
    symmetry: Symmetry | SymmetryMode | None = None
    count: int = 1
    seed: int = 1
    strict: bool = False
    style: FurnitureStyle = FurnitureStyle.SPREAD


class GenerateOptions(Struct, frozen=True, kw_only=True):
    """What every proposed dungeon keeps to, besides a ruleset.

    sides     how many sides play
    symmetry  how the dungeon repeats itself across its middle; `SymmetryMode.OFF` for not at all
    tiles     the tile sets to lay from; empty for those the ruleset's stock names, or a floor drawn freely
    stock     how many of each tile there are, by the tile's id, where the ruleset's own numbers do not count
    squares   the least and the most floor squares; None for what the ruleset asks
    fit       the squares that fit the table, (width, height), either way round; None for any
    rooms     names of rooms, or ids of tiles, that must occur
    wants     what is wished for, by the keys of `wishes.WISHES`, with the number of places
    seed      where the dice start
    style     how things lie
    playtest  whether matches are played on each that does not give both sides the same, and only those kept on which
              the sides win about equally often
    """

    sides: int = 2
    symmetry: SymmetryMode = SymmetryMode.HALF_TURN
    tiles: tuple[str, ...] = ()
    stock: dict[str, int] = {}
    squares: tuple[int, int] | None = None
    fit: Size | None = None
    rooms: tuple[str, ...] = ()
    wants: dict[str, int] = {}
    seed: int = 0
    style: FurnitureStyle = FurnitureStyle.NAMED
    playtest: bool = False

    @property
    def symmetric(self) -> bool:
        """Whether the dungeon repeats itself across its middle."""
        return self.symmetry is not SymmetryMode.OFF


class Request(GenerateOptions, frozen=True, kw_only=True):
    """The same with the ruleset that judges and the tiles that may be laid."""

    ruleset: Ruleset
    library: TileLibrary


class VaryOptions(Struct, frozen=True, kw_only=True):
    """How a dungeon is varied.

    locked  the ids of sections that stay as they are, with all that lies in them
    sets    the tile sets of which tiles may be laid, besides those that lie there
    seed    where the dice start
    kinds   the only kinds of change that are made (`ChangeKind`); empty for all
    play    whether it is done for the games: things, doors and rooms move, on one side only, whatever the figures say
    """

    locked: frozenset[str] = frozenset()
    sets: tuple[str, ...] = ()
    seed: int = 0
    kinds: frozenset[str] = frozenset()
    play: bool = False


class Genome(Struct, frozen=True, kw_only=True):
    """What a floor is to be like; each from 0 to 1."""

    openness: float = 0.5  # from two-wide ways to wide halls
    length: float = 0.5  # from end zones near each other on foot to far
    loops: float = 0.5  # from a single way to many ways round
    portals: float = 0.5  # from chests one walks to, to chests for which portals pay
    size: float = 0.5  # from the fewest squares allowed to the most
    detail: float = 0.5  # from bare floor to hazards, bridges, statues and shapes other than rectangles


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
