"""What one may wish of a generated dungeon, one record of keys for the command, Python and the editor.

A wish moves the genome of every candidate, and a candidate that does not fulfil it is not proposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError, did_you_mean, one_line
from dungeon_designer.generator.constraints import constraints_of
from dungeon_designer.generator.descriptors import DESCRIPTORS, Cell
from dungeon_designer.generator.options import Genome, Request
from dungeon_designer.grid import groups
from dungeon_designer.kinds import ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.translation import marked

MOST = 9
"""So many places of a kind may be wished for."""


CHAMBER = "sealed-chamber"
"""The wish for a room in the rock."""


class Wish(Struct, frozen=True):
    """A wish: what it is called and what it asks, in words.

    `figure` is the descriptor it asks for and `bins` which of its bins will do, or `kind` what must lie in so many
    places; `gene` and `value` are what every genome has for it.
    """

    words: str
    gene: str
    value: float
    figure: str = ""
    bins: tuple[int, ...] = ()
    kind: TerrainKind | ObstacleKind | None = None


def _placed(kind: TerrainKind | ObstacleKind, words: str) -> Wish:
    return Wish(words, "detail", 1.0, kind=kind)


WISHES = {
    "narrow": Wish(marked("generator", "narrow ways"), "openness", 0.05, "open-floor", (0, 1)),
    "open": Wish(marked("generator", "open floor"), "openness", 0.95, "open-floor", (3, 4)),
    "short": Wish(marked("generator", "a short way from side to side"), "length", 0.05, "zone-steps", (0, 1)),
    "long": Wish(marked("generator", "a long way from side to side"), "length", 0.95, "zone-steps", (3, 4)),
    "few-loops": Wish(marked("generator", "few ways round"), "loops", 0.0, "loops", (0,)),
    "many-loops": Wish(marked("generator", "many ways round"), "loops", 1.0, "loops", (1,)),
    "on-foot": Wish(marked("generator", "mostly on foot"), "portals", 0.0, "portal-share", (0,)),
    "portals": Wish(marked("generator", "portals matter"), "portals", 1.0, "portal-share", (1,)),
    CHAMBER: Wish(marked("generator", "a room that only portals lead into: no large monster gets there"), "size", 0.3),
    "lava": _placed(TerrainKind.LAVA, marked("generator", "lava in so many places")),
    "water": _placed(TerrainKind.WATER, marked("generator", "water in so many places")),
    "acid": _placed(TerrainKind.ACID, marked("generator", "acid in so many places")),
    "chasm": _placed(TerrainKind.CHASM, marked("generator", "a chasm in so many places")),
    "statues": _placed(ObstacleKind.STATUE, marked("generator", "statues in so many places")),
    "fountains": _placed(ObstacleKind.FOUNTAIN, marked("generator", "fountains in so many places")),
    "idols": _placed(ObstacleKind.IDOL, marked("generator", "idols in so many places")),
}
"""Every wish by its key."""


def wishes_of(request: Request, laid: bool) -> dict[str, Wish]:
    """The wishes that a request's ruleset can fulfil; where floors are `laid` from tiles none of hazards or statues."""
    asked = constraints_of(request)
    there = () if laid else {*asked.hazards, *asked.obstacles}
    whole = laid and (asked.all_tiles or SectionKind.BOARD in asked.mix)  # no tile is left for a chamber
    found = {key: wish for key, wish in WISHES.items() if wish.kind is None or wish.kind in there}
    return {key: wish for key, wish in found.items() if not (whole and key == CHAMBER)}


def wants_of(words: Iterable[str], known: Mapping[str, Wish], ruleset: str) -> dict[str, int]:
    """The number wished for by key, 1 where a word names none; UsageError for what nobody can wish for."""
    found: dict[str, int] = {}
    for word in words:
        key, stroke, number = word.partition("=")
        if key not in known:
            raise UsageError(one_line(f"--want {word}: {ruleset} has no such wish{did_you_mean(key, known)}"))
        if stroke and (known[key].kind is None or number not in map(str, range(1, MOST + 1))):
            takes = "takes no number" if known[key].kind is None else f"takes a number from 1 to {MOST}"
            raise UsageError(one_line(f"--want {word}: {key} {takes}"))
        found[key] = int(number or 1)
    for key, wish in ((key, known[key]) for key in found):
        rival = next((each for each in found if each != key and wish.figure and known[each].figure == wish.figure), "")
        if rival:
            raise UsageError(f"--want {key} and --want {rival} exclude each other")
    return found


def with_wishes(genome: Genome, request: Request) -> Genome:
    """A genome with what is wished for."""
    return replace(genome, **{WISHES[key].gene: WISHES[key].value for key in request.wants})


def unplaced(board: Board, request: Request) -> Iterator[str]:
    """The wishes for places that a floor does not fulfil."""
    for key, number in request.wants.items():
        if kind := WISHES[key].kind:
            there = {at for at, each in (*board.terrain_at.items(), *board.obstacle_at.items()) if each == kind}
            if sum(1 for _ in groups(there)) < number:
                yield f"--want {key}={number}"


def unlike(cell: Cell, request: Request) -> Iterator[str]:
    """The wishes for a kind of dungeon that one of a cell does not fulfil."""
    bins = dict(zip((each.figure for each in DESCRIPTORS), cell, strict=True))
    for wish, key in ((WISHES[key], key) for key in request.wants):
        if wish.figure and bins[wish.figure] not in wish.bins:
            yield f"--want {key}"
