"""Define the options of `place`, `generate` and `vary`, and the genome of a floor.

A genome holds the targets for a floor. The search inherits it: the genome of a dungeon in the archive is changed a
little for the next candidate. A grower decides how near it comes to the genome; `descriptors` measures the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from msgspec import Struct

from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.options import option, seed_option, split_names
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
        dead_end_factor: In the style NAMED, by how much more often objects lie in dead ends than in named dungeons.
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
    dead_end_factor: float = 1.0


SYMMETRY_WORDS = ("half-turn", "left-right", "top-bottom", "quarter-turns", "none")
"""The words of `--symmetry`: the values of `SymmetryMode`, but `none` for no symmetry."""

STYLE_HELP = "How chests, portals and counters lie: as in the edition's named dungeons, or spread as far as possible."
"""The help of `--style`."""


def parse_symmetry(word: str) -> SymmetryMode:
    """Return the symmetry that a word of `SYMMETRY_WORDS` names.

    >>> parse_symmetry("none").value
    'off'
    """
    return SymmetryMode.OFF if word == "none" else SymmetryMode(word)


def format_symmetry(symmetry: SymmetryMode) -> str:
    """Return the word of `SYMMETRY_WORDS` for a symmetry."""
    return "none" if symmetry is SymmetryMode.OFF else symmetry.value


def parse_square_range(text: str) -> tuple[int, int]:
    """Return the minimum and maximum number of floor squares that a text such as ``200-220`` gives.

    Raises:
        UsageError: the text does not give two numbers, or one for an exact number.

    Examples:
        >>> parse_square_range("200-220"), parse_square_range("250")
        ((200, 220), (250, 250))
    """
    match = re.fullmatch(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", text)
    minimum, maximum = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not 1 <= minimum <= maximum:
        raise UsageError(escape_line(f"--squares {text}: write two numbers such as 250-280"))
    return minimum, maximum


def parse_table_size(text: str) -> tuple[int, int]:
    """Return the width and height of a table in squares that a text such as ``30x22`` gives.

    Raises:
        UsageError: the text does not give two numbers above 0.

    Examples:
        >>> parse_table_size("30x22")
        (30, 22)
    """
    match = re.fullmatch(r"\s*(\d{1,4})\s*[xX×]\s*(\d{1,4})\s*", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if min(width, height) < 1:
        raise UsageError(escape_line(f"--fit {text}: write squares such as 30x22"))
    return width, height


@dataclass(frozen=True, kw_only=True)
class GenerateOptions:
    """The options that every proposed dungeon must meet, besides a ruleset.

    No other list of these options is kept by hand. Each field is an option of the command `generate`, a keyword
    argument of `Dungeon.generate`, and a part of each request for new dungeons in the editor. None leaves a value to
    `request_builder.build_request`.

    Attributes:
        tiles: The tile sets to use; empty for the sets that the ruleset names, or for a floor without tiles. On the
            command line also folders of tile sets.
        stock: How many copies there are of each tile, by tile id, or the path of a TOML file that says so. Replaces
            the numbers of the ruleset.
        symmetry: How the dungeon repeats itself across its middle; `SymmetryMode.OFF` for no symmetry; None for the
            symmetry that gives each team the same map.
        team_count: How many teams play; None for the fewest that the ruleset allows.
        squares: The minimum and maximum number of floor squares; None for what the ruleset requires.
        fit: The (width, height) in squares that the dungeon must fit into, in either orientation; None for no limit.
        rooms: The names of rooms, or ids of tiles, that must occur.
        wants: The wishes: keys of `wishes.WISHES`, such as ``long``, or with a number of places, such as ``lava=2``.
        style: How the objects are arranged, a value of `FurnitureStyle`.
        seed: The seed of the random numbers.
        playtest: Whether matches are played on each dungeon. Only dungeons are kept on which they are decided about as
            often as on the named dungeons, and on which both teams win about equally often. None to play them where
            that is possible.
    """

    tiles: Sequence[str] = option("Place tiles of these sets; DIR is a folder of your own.", (), metavar="SET|DIR")
    stock: Mapping[str, int] | str | None = option(
        "The tiles that you own: a TOML file with the number of each id.", metavar="FILE"
    )
    symmetry: SymmetryMode | None = option(  # noqa: RUF009  (it makes a field)
        "The symmetry; by default half-turn.",
        choices=SYMMETRY_WORDS,
        parse=parse_symmetry,
        format=format_symmetry,
    )
    team_count: int | None = option(
        "The number of teams; by default the ruleset's fewest.", bounds=(2, 6), name="--sides"
    )
    squares: tuple[int, int] | None = option(
        "The fewest and the most floor squares.", metavar="A-B", parse=parse_square_range, format="{0[0]}-{0[1]}".format
    )
    fit: tuple[int, int] | None = option(
        "The size of the table in squares, either way round.",
        metavar="WxH",
        parse=parse_table_size,
        format="{0[0]}x{0[1]}".format,
    )
    rooms: Sequence[str] = option(
        "Rooms that must occur: names or tile ids.", (), metavar="NAME,...", parse=split_names, format=",".join
    )
    wants: Sequence[str] = option("A wish, such as long, few-loops or lava=2.", (), metavar="WISH", name="--want")
    style: str = option(STYLE_HELP, FurnitureStyle.NAMED.value, choices=[each.value for each in FurnitureStyle])
    seed: int = seed_option()
    playtest: bool | None = option(
        "Keep only dungeons with enough decided matches in which each team wins 48 to 52 %. This is the"
        " default where matches can be played."
    )


@dataclass(frozen=True, kw_only=True)
class Request(GenerateOptions):
    """What a search for dungeons looks for: options that leave nothing open, the ruleset and the available tiles.

    `request_builder.build_request` makes it. Fields of `GenerateOptions` that may be left open there have one type
    here.

    Attributes:
        ruleset: The ruleset to check against.
        library: The available tiles.
        wishes: The wishes by their key in `wishes.WISHES`, each with the number of places it asks for.
    """

    ruleset: Ruleset
    library: TileLibrary
    stock: Mapping[str, int] = field(default_factory=dict)
    symmetry: SymmetryMode = SymmetryMode.HALF_TURN
    team_count: int = 2
    style: FurnitureStyle = FurnitureStyle.NAMED
    seed: int = 0
    playtest: bool = False
    wishes: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_symmetric(self) -> bool:
        """Whether the dungeon repeats itself across its middle."""
        return self.symmetry is not SymmetryMode.OFF


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
