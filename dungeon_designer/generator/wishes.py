"""Define the wishes for a generated dungeon, by the keys that the command, Python and the editor use.

A wish sets a gene of every candidate's genome. A candidate that does not meet the wish is not proposed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError, escape_line, suggest_word
from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.descriptors import DESCRIPTORS, Cell
from dungeon_designer.generator.generator_options import Genome, Request
from dungeon_designer.grid import find_connected_groups
from dungeon_designer.kinds import ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.translation import mark_for_translation

MAX_WISHED_PLACES = 9
"""The largest number of places of one kind that can be wished for."""


MAX_TRIES = 1000
"""A wish is offered for an edition if one of so many dungeons that are tried meets it."""

TRIES_FILE = Path(__file__).with_name("wish_tries.toml")
TRIES_BY_EDITION: Mapping[str, Mapping[str, int]] = tomllib.loads(TRIES_FILE.read_text(encoding="utf-8"))
"""How many dungeons are tried until one meets a wish, by edition and by the wish's key.

A negative number such as -1000 says that none of so many dungeons met it.
"""

CHAMBER_KEY = "sealed-chamber"
"""The key of the wish for a sealed room in the rock, which only portals lead into."""


class Wish(Struct, frozen=True):
    """A wish for a generated dungeon.

    A wish tests either a figure of `analyse` that is divided into bins (`figure` and `bins`), or a number of places
    with some terrain or obstacle (`kind`). A place is a connected group of squares. The wish for a sealed chamber tests
    nothing, since the grower adds the chamber.

    Attributes:
        description: What the wish asks for, in words for the user.
        gene: The gene of `Genome` that the wish sets in every genome.
        gene_value: The value of that gene.
        figure: The name of the figure that is tested, such as `zone-steps`; empty for none.
        bins: The indices of the figure's bins (`descriptors.DESCRIPTORS`) that meet the wish.
        kind: The terrain or obstacle that must occur in the wished number of places; None for other wishes.
    """

    description: str
    gene: str
    gene_value: float
    figure: str = ""
    bins: tuple[int, ...] = ()
    kind: TerrainKind | ObstacleKind | None = None


def _build_place_wish(kind: TerrainKind | ObstacleKind, description: str) -> Wish:
    """Return a wish for a number of places with a terrain or obstacle, such as lava; it asks for a detailed floor."""
    return Wish(description, "detail", 1.0, kind=kind)


WISHES = {
    "narrow": Wish(mark_for_translation("generator", "narrow passages"), "openness", 0.05, "open-floor", (0, 1)),
    "open": Wish(mark_for_translation("generator", "open floor"), "openness", 0.95, "open-floor", (3, 4)),
    "short": Wish(
        mark_for_translation("generator", "a short route from team to team"), "length", 0.05, "zone-steps", (0, 1)
    ),
    "long": Wish(
        mark_for_translation("generator", "a long route from team to team"), "length", 0.95, "zone-steps", (3, 4)
    ),
    "few-loops": Wish(mark_for_translation("generator", "few ways round"), "loops", 0.0, "loops", (0,)),
    "many-loops": Wish(mark_for_translation("generator", "many ways round"), "loops", 1.0, "loops", (1,)),
    "on-foot": Wish(mark_for_translation("generator", "mostly on foot"), "portals", 0.0, "portal-share", (0,)),
    "portals": Wish(mark_for_translation("generator", "portals matter"), "portals", 1.0, "portal-share", (1,)),
    CHAMBER_KEY: Wish(
        mark_for_translation("generator", "a room that only portals lead into: no large monster gets there"),
        "size",
        0.3,
    ),
    "lava": _build_place_wish(TerrainKind.LAVA, mark_for_translation("generator", "lava in at least N places")),
    "water": _build_place_wish(TerrainKind.WATER, mark_for_translation("generator", "water in at least N places")),
    "acid": _build_place_wish(TerrainKind.ACID, mark_for_translation("generator", "acid in at least N places")),
    "chasm": _build_place_wish(TerrainKind.CHASM, mark_for_translation("generator", "a chasm in at least N places")),
    "statues": _build_place_wish(
        ObstacleKind.STATUE, mark_for_translation("generator", "statues in at least N places")
    ),
    "fountains": _build_place_wish(
        ObstacleKind.FOUNTAIN, mark_for_translation("generator", "fountains in at least N places")
    ),
    "idols": _build_place_wish(ObstacleKind.IDOL, mark_for_translation("generator", "idols in at least N places")),
}
"""Every wish by its key."""


def select_wishes(request: Request, is_tiled: bool) -> dict[str, Wish]:
    """Return the wishes that the program offers for dungeons under the request's ruleset, by key.

    For an edition these are the wishes that at least one of MAX_TRIES dungeons met when they were counted. For house
    rules nothing is counted, so these are all that the rules allow.

    Args:
        request: The request with its ruleset.
        is_tiled: Whether the floor is built from tiles.
    """
    tries = TRIES_BY_EDITION.get(request.ruleset.id, {})
    return {key: wish for key, wish in list_allowed_wishes(request, is_tiled).items() if tries.get(key, 1) > 0}


def list_allowed_wishes(request: Request, is_tiled: bool) -> dict[str, Wish]:
    """Return the wishes that the request's ruleset does not rule out, by key, however rarely a dungeon meets them.

    A wish for a terrain or obstacle is possible only if the ruleset allows it.

    Args:
        request: The request with its ruleset.
        is_tiled: Whether the floor is built from tiles. Such floors have no hazards or statues to wish for. If all
            tiles must be used, no tile is left for a sealed chamber either.
    """
    constraints = read_constraints(request)
    allowed_kinds = () if is_tiled else {*constraints.hazards, *constraints.obstacles}
    # no tile is left for a chamber
    uses_all_tiles = is_tiled and (constraints.must_use_all_tiles or SectionKind.BOARD in constraints.section_bounds)
    wish_by_key = {key: wish for key, wish in WISHES.items() if wish.kind is None or wish.kind in allowed_kinds}
    return {key: wish for key, wish in wish_by_key.items() if not (uses_all_tiles and key == CHAMBER_KEY)}


def parse_wishes(texts: Iterable[str], possible_wishes: Mapping[str, Wish], ruleset: str) -> dict[str, int]:
    """Read wishes from texts such as `long` or `lava=2`, and return the number of each, by the wish's key.

    The number says in how many places (connected groups of squares) a terrain or obstacle is wished for. It is 1 where
    a text has none, and for all other wishes.

    Args:
        texts: The texts as the user gives them.
        possible_wishes: The wishes that the ruleset can meet, by key.
        ruleset: The id of the ruleset, for messages.

    Raises:
        UsageError: If a key is unknown, a number is not allowed, or two wishes exclude each other.
    """
    count_by_key: dict[str, int] = {}
    for text in texts:
        key, equals_sign, number = text.partition("=")
        if key not in possible_wishes:
            hint = f"; it has {', '.join(possible_wishes)}" if key in WISHES else suggest_word(key, possible_wishes)
            raise UsageError(escape_line(f"--want {text}: {ruleset} has no such wish{hint}"))
        if equals_sign and (
            possible_wishes[key].kind is None or number not in map(str, range(1, MAX_WISHED_PLACES + 1))
        ):
            if possible_wishes[key].kind is None:
                requirement = "takes no number"
            else:
                requirement = f"takes a number from 1 to {MAX_WISHED_PLACES}"
            raise UsageError(escape_line(f"--want {text}: {key} {requirement}"))
        count_by_key[key] = int(number or 1)
    for key, wish in ((key, possible_wishes[key]) for key in count_by_key):
        conflicting_key = next(
            (
                other_key
                for other_key in count_by_key
                if other_key != key and wish.figure and possible_wishes[other_key].figure == wish.figure
            ),
            "",
        )
        if conflicting_key:
            raise UsageError(f"--want {key} and --want {conflicting_key} exclude each other")
    return count_by_key


def apply_wishes(genome: Genome, request: Request) -> Genome:
    """Return a genome (the targets for a floor) in which the genes of the request's wishes have the wished values."""
    return replace(genome, **{WISHES[key].gene: WISHES[key].gene_value for key in request.wishes})


def list_unmet_places(board: Board, request: Request) -> Iterator[str]:
    """Yield each wish for a terrain or obstacle of which the dungeon has too few places.

    A place is a connected group of squares with that terrain or obstacle. The wish is written as the option that the
    user gave, such as `--want lava=2`.
    """
    for key, number in request.wishes.items():
        if kind := WISHES[key].kind:
            kind_squares = {
                square
                for square, square_kind in (*board.terrain_at.items(), *board.obstacle_at.items())
                if square_kind == kind
            }
            if sum(1 for _ in find_connected_groups(kind_squares)) < number:
                yield f"--want {key}={number}"


def list_unmet_descriptors(cell: Cell, request: Request) -> Iterator[str]:
    """Yield each wish about a figure of the dungeon, such as long walks, that a dungeon in an archive cell fails.

    The wish is written as the option that the user gave, such as `--want long`.

    Args:
        cell: The index of the bin in which each figure of the dungeon lies, in the order of DESCRIPTORS.
        request: The request with the wishes.
    """
    bins = dict(zip((descriptor.figure for descriptor in DESCRIPTORS), cell, strict=True))
    for wish, key in ((WISHES[key], key) for key in request.wishes):
        if wish.figure and bins[wish.figure] not in wish.bins:
            yield f"--want {key}"
