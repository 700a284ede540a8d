"""Define the options of `place`, `generate` and `vary`, and the genome of a floor.

A genome holds the targets for a floor. The search inherits it: the genome of a dungeon in the archive is changed a
little for the next candidate. A grower decides how near it comes to the genome; `descriptors` measures the result.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from random import Random

from msgspec import Struct

from dungeon_designer.grid import Size
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary

GENE_STANDARD_DEVIATION = 0.15
"""The standard deviation of the change of an inherited gene."""


class Placeable(StrEnum):
    """A kind of object that can be placed on a floor."""

    CHEST = "chests"
    PORTAL = "portals"
    COUNTER = "counters"
    BALL = "balls"


class FurnitureStyle(StrEnum):
    """The style in which objects are arranged.

    NAMED places them as the published (named) dungeons of the edition do: with the same shares in open floor, corners,
    dead ends and along walls. SPREAD places them as far apart as possible.
    """

    NAMED = "named"
    SPREAD = "spread"


class PlaceOptions(Struct, frozen=True, kw_only=True):
    """The options for placing objects on a floor.

    Attributes:
        only: The kinds of objects that are placed. Objects of other kinds stay where they are.
        keep: Whether objects of the kinds in `only` stay too, so that only missing ones are placed.
        chests: The number of chests, where the ruleset leaves it open.
        portals: The number of portals, where the ruleset leaves it open.
        symmetry: The symmetry under which objects get mirrored copies. A mode is applied about the middle of the
            floor.
        count: How many different answers are returned.
        seed: The seed of the random numbers.
        strict: Whether rules that the ruleset only advises must be met too.
        style: How the objects are arranged.
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
    """The options that every proposed dungeon must meet, besides a ruleset.

    Attributes:
        team_count: How many teams play.
        symmetry: How the dungeon repeats itself across its middle; `SymmetryMode.OFF` for no symmetry.
        tiles: The tile sets to use; empty for the sets that the ruleset names, or for a floor without tiles.
        stock: How many copies there are of each tile, by tile id. Replaces the numbers of the ruleset.
        squares: The minimum and maximum number of floor squares; None for what the ruleset requires.
        fit: The (width, height) in squares that the dungeon must fit into, in either orientation; None for no limit.
        rooms: The names of rooms, or ids of tiles, that must occur.
        wishes: The wishes by their key in `wishes.WISHES`, each with the number of places it asks for.
        seed: The seed of the random numbers.
        style: How the objects are arranged.
        playtest: Whether matches are played on each dungeon that is not symmetric. Only dungeons on which both teams
            win about equally often are kept.
    """

    team_count: int = 2
    symmetry: SymmetryMode = SymmetryMode.HALF_TURN
    tiles: tuple[str, ...] = ()
    stock: dict[str, int] = {}
    squares: tuple[int, int] | None = None
    fit: Size | None = None
    rooms: tuple[str, ...] = ()
    wishes: dict[str, int] = {}
    seed: int = 0
    style: FurnitureStyle = FurnitureStyle.NAMED
    playtest: bool = False

    @property
    def is_symmetric(self) -> bool:
        """Whether the dungeon repeats itself across its middle."""
        return self.symmetry is not SymmetryMode.OFF


class Request(GenerateOptions, frozen=True, kw_only=True):
    """The generate options together with the ruleset to check against and the available tiles."""

    ruleset: Ruleset
    library: TileLibrary


class VaryOptions(Struct, frozen=True, kw_only=True):
    """The options for varying a dungeon.

    Attributes:
        locked: The ids of sections that stay unchanged, with everything in them.
        sets: The tile sets whose tiles may be used, besides the tiles that are already in the dungeon.
        seed: The seed of the random numbers.
        kinds: The values of `ChangeKind` that are allowed; empty for all.
        for_match_fairness: Whether the changes are meant to balance matches. Then objects, doors and rooms move
            without their mirrored copies, and the figures of `analyse` are ignored.
    """

    locked: frozenset[str] = frozenset()
    sets: tuple[str, ...] = ()
    seed: int = 0
    kinds: frozenset[str] = frozenset()
    for_match_fairness: bool = False


class Genome(Struct, frozen=True, kw_only=True):
    """The targets for one floor; each gene is a number from 0 to 1."""

    openness: float = 0.5  # 0: passages two squares wide; 1: wide halls
    length: float = 0.5  # 0: few steps between the end zones; 1: many
    loops: float = 0.5  # 0: no loops; 1: many loops
    portals: float = 0.5  # 0: players walk to the chests; 1: portals save many steps
    size: float = 0.5  # 0: the fewest squares allowed; 1: the most
    detail: float = 0.5  # 0: bare rectangles; 1: hazards, bridges, statues and irregular rooms


Grower = Callable[[Request, Genome, Random], Layout | None]
"""A function that grows a floor for a request and a genome.

A floor has sections, doors, walls, terrain, obstacles, and the end zones or entries of every team. It holds no object
that `place` places (chests, portals, balls, counters). All randomness comes from the given dice, so the same dice
grow the same floor. The function returns None where the dice lead to no floor. That may happen often; the search then
tries other dice. The floor need not be legal, since the checker judges it later, but the search is faster if legal
floors are likely.
"""


def build_random_genome(dice: Random) -> Genome:
    """Return a genome (the targets for one floor) in which each gene is a random number from 0 to 1."""
    return Genome(**{name: dice.random() for name in Genome.__struct_fields__})


def modify_genome(parent: Genome, dice: Random) -> Genome:
    """Return a genome like its parent's: each gene is changed by a small, normally distributed number.

    Genes are the targets for one floor; they stay from 0 to 1.
    """
    gene_values = {
        name: getattr(parent, name) + dice.gauss(0.0, GENE_STANDARD_DEVIATION) for name in Genome.__struct_fields__
    }
    return Genome(**{name: min(1.0, max(0.0, value)) for name, value in gene_values.items()})
