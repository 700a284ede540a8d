"""The floor of each section: its ground and paving, the emblem of a room the books name; zones with their side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, slug
from dungeon_designer.drawing.geometry import inset, moved, pick, scatter
from dungeon_designer.drawing.labels import CAPITAL
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Group, Path, Point, Shape, Style, Text, Use, area, box
from dungeon_designer.drawing.sides import crest, patterned
from dungeon_designer.drawing.textures import SHEET, SHEETS
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.drawing.things import LOOKING
from dungeon_designer.grid import SIDES, Side, Square, block, bounds, neighbour, row_major
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind

_STONE = frozenset({
    SectionKind.ROOM, SectionKind.BOARD, SectionKind.SMALL_ROOM, SectionKind.LARGE_ROOM, SectionKind.CORRIDOR,
    SectionKind.JUNCTION,
})  # fmt: skip
"""Kinds whose paving cracks, wears and gathers moss."""

_VARIANTS = {SectionKind.PLATFORM: 2, SectionKind.BRIDGE: 6}
"""How many different squares the paving of a kind has."""

TRACES = 6
"""How many different cracks, worn corners and mosses there are."""

DAMP = 3
"""The side of a patch that may be damp, in squares."""

_ALONG = frozenset({SectionKind.CORRIDOR, SectionKind.BRIDGE})
"""Kinds whose paving follows the longer side of the section."""

_ACROSS = frozenset(list(Team)[1::2])
"""Sides whose zones are paved across: every second one, so that zones beside each other differ."""

FEWEST = 3
"""Squares that are paved however little a theme paves: a kind must be known by its floor."""

REMEMBERED = 4096
"""How many floors are kept, so that a change to one room of a large dungeon draws one room."""


_OWN_COLOUR = {
    SectionKind.CORRIDOR: "floor_corridor", SectionKind.ENTRY: "floor_corridor", SectionKind.LARGE_ROOM: "floor_large",
    SectionKind.JUNCTION: "floor_junction", SectionKind.PLATFORM: "floor_plates", SectionKind.BRIDGE: "floor_planks",
}  # fmt: skip
"""Kinds whose ground has a colour of its own in each theme."""

EMBLEM = 1.4
"""The room an emblem takes beside a word, in sizes of its type."""

PATTERN = 0.7
"""How much fainter than a zone's tint its pattern is; it has the colour of the words, which no floor comes near."""


class _Floor(NamedTuple):
    """All that a section's floor depends on; `plain` are its squares without terrain, `furnished` says
    whether terrain or an obstacle stands in it, `paved` whether its paving is drawn."""

    theme: Theme
    id: str
    kind: SectionKind
    side: Team | None
    name: str
    tile: str
    squares: tuple[Square, ...]
    plain: tuple[Square, ...]
    furnished: bool
    paved: bool


def floor(plan: DrawingPlan) -> Iterator[Group]:
    """One group a section."""
    board = plan.board
    for part in board.sections:
        plain = tuple(square for square in part.squares if square not in board.terrain_at)
        furnished = len(plain) < len(part.squares) or any(square in board.obstacle_at for square in part.squares)
        told = part.id, part.kind, part.side, part.name, part.tile, part.squares
        yield _group(_Floor(plan.theme, *told, plain, furnished, plan.options.paving))


def floor_colour(theme: Theme, kind: SectionKind) -> str:
    """The colour of a section kind's ground."""
    return str(getattr(theme, _OWN_COLOUR.get(kind, "floor")))


@lru_cache(maxsize=REMEMBERED)
def _group(part: _Floor) -> Group:
    """Its emblem lies on the largest block of bare floor; a room whose feature stands in it needs no picture of it."""
    ground = area(rings(part.squares), Style(fill=floor_colour(part.theme, part.kind)))
    named = f"{part.kind.value.replace('_', ' ')} {part.name or part.id}"
    shapes: list[Shape] = [ground, *(_paving(part) if part.paved else ())] if part.squares else []
    low = f"{part.tile} {part.name}".lower().replace("-", " ").replace("'", "")
    emblem = next((name for word, name in _WORDS.items() if word in low), "")
    if emblem and not (part.furnished and emblem in FEATURES):
        at, side = largest_block(part.plain)
        if side >= 2:
            shapes.append(Use(f"emblem-{emblem}", middle(at, (side, side)), 0.0, side * 0.42))
    return Group(f"section-{slug(part.id)}", "section", tuple(shapes), part.squares, named)


def paving(kind: SectionKind, square: Square, upright: bool = False) -> Use:
    """A square of a kind's paving where it lies; `upright` is turned, so that its courses run from north to south."""
    word, (x, y), turn = f"floor-{kind.value.replace('_', '-')}", square, 90.0 if upright else 0.0
    if word in SHEETS:
        column, row = (y, -x - 1) if upright else (x, y)
        word += f"-{column % SHEET}-{row % SHEET}"
    elif kind in _VARIANTS:
        word += f"-{pick(x, y, _VARIANTS[kind], 6)}"
    return Use(word, (x + 0.5, y + 0.5), turn)


def sample(theme: Theme, kind: SectionKind) -> Iterator[Path]:
    """A kind's paving for a legend, about the origin: four squares at half their size, none of it worn away.

    Its lines have the ink of words, for in some themes they alone tell floors apart.
    """
    whole = replace(theme, texture=1.0, floor_line=theme.faint)
    for square in block((0, 0), (2, 2)):
        for shape in picture(paving(kind, square).symbol, whole).shapes:
            if isinstance(shape, Path):
                yield moved(shape, (square[0] - 0.5) / 2, (square[1] - 0.5) / 2, size=0.5)


def _paving(part: _Floor) -> Iterator[Use]:
    """The kind's paving a square at a time, and what time did to it; of a paving that is no sheet the theme's share.

    Moss grows where it is damp, which is in patches.
    """
    _, (width, height) = bounds(part.squares)
    upright = (part.kind in _ALONG and height > width) or part.side in _ACROSS
    chances = [(scatter(x, y, 6), x, y) for x, y in part.plain]
    if part.theme.texture < 1.0 and f"floor-{part.kind.value.replace('_', '-')}" not in SHEETS:
        chances = sorted(chances)[: max(FEWEST, round(part.theme.texture * len(chances)))]
    for chance, x, y in chances:
        yield paving(part.kind, (x, y), upright)
        if part.kind in _STONE:
            trace = ""
            if pick(x // DAMP, y // DAMP, 3, 7) == 0 and chance >> 24 < 110:
                trace = "moss"
            elif chance >> 24 > 226:
                trace = "crack" if chance & 4 else "worn"
            if trace:
                yield Use(f"aged-{trace}-{(chance >> 4) % TRACES}", (x + 0.5, y + 0.5), 90.0 * (chance & 3))


_WORDS = {
    **{name.replace("-", " "): name for name in (
        "tuck-shop", "root-walk", "tranquil-meadow", "fungus-farm", "fountain-of-youth", "gluttonous-greenhouse",
        "malodorous-marsh", "werewolfs-lair", "hall-of-bones", "swirling-mists", "ghost-junction",
        "necromancers-laboratory", "corpse-chasm", "spike-pit",
    )},
    "armour": "armoury", "bone": "bone-pit", "curs": "cursed-room", "flood": "flooded-room", "jail": "forgotten-jail",
    "kitchen": "kitchen", "sewer": "sewer", "treasure": "treasure-room", "stair": "stairs", "chasm": "fire",
    "fier": "fire", "crypt": "crypt", "dragon": "dragon", "idol": "idol",
}  # fmt: skip
"""The emblem of a room by a word of its name; the first that is in it counts."""


FEATURES = frozenset({"fire", "crypt", "dragon", "idol", "spike-pit"})
"""Pictures of what may stand in the room itself."""


def largest_block(squares: tuple[Square, ...]) -> tuple[Square, int]:
    """The upper left square and the side of the largest block of squares; of several, the one nearest the middle.

    >>> largest_block(((0, 0), (1, 0), (2, 0), (1, 1), (2, 1)))
    ((1, 0), 2)
    """
    (left, top), (width, height) = bounds(squares)
    sides: dict[Square, int] = {}
    for x, y in sorted(squares, key=row_major):
        sides[x, y] = 1 + min(sides.get((x - 1, y), 0), sides.get((x, y - 1), 0), sides.get((x - 1, y - 1), 0))

    def merit(corner: Square) -> tuple[int, float]:
        side, (x, y) = sides[corner], corner
        off = abs(x + 1 - side / 2 - left - width / 2) + abs(y + 1 - side / 2 - top - height / 2)
        return side, -off

    best = max(sides, key=merit, default=(0, 0))
    side = sides.get(best, 0)
    return (best[0] - side + 1, best[1] - side + 1), side


def forget() -> None:
    """Draw every floor anew next time; for measuring."""
    _group.cache_clear()


def zones(plan: DrawingPlan, named: bool = False) -> Iterator[Group]:
    """The ground of each end zone: its side's tint, pattern and frame; each entry's steps.

    Or, above all lines of the ground, the word and the emblem of the side they are `named` by.
    """
    of_zone, of_entry, part = (_end_zone_name, _entry_name, "-side") if named else (_end_zone, _entry, "")
    for section in plan.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY):
        if section.squares:
            shapes = tuple((of_entry if section.kind is SectionKind.ENTRY else of_zone)(plan, section))
            kind, side = section.kind.value.replace("_", "-"), section.side.value if section.side else "no side"
            name = f"{kind}{part}-{slug(section.id)}"
            yield Group(name, section.kind.value, shapes, section.squares, f"{kind}, {side}")


def _painted(section: BoardSection) -> list[Square]:
    """The squares that have a strip painted on them, in rows."""
    return sorted(set(section.painted) & set(section.squares), key=row_major)


def _end_zone(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """A tint, the side's pattern and a double frame; a second tint and frame on what the tile has painted."""
    theme, look, outline = plan.theme, plan.look(section.side), rings(section.squares)
    thick = Style(stroke=look.colour, width=0.08, round=False)
    tint, *strewn = painting(plan, section.side, section.squares)
    yield from (tint, *strewn)
    yield area([inset(ring, 0.2) for ring in outline], thick)
    yield area([inset(ring, 0.3) for ring in outline], Style(stroke=look.ink, width=theme.fine, round=False))
    strip = [inset(ring, 0.3) for ring in rings(_painted(section))]
    if strip:
        yield from (area(strip, tint.style), area(strip, thick))


def painting(plan: DrawingPlan, side: Team | None, squares: Sequence[Square]) -> Iterator[Path]:
    """A side's tint on some squares, and its pattern."""
    look, strength = plan.look(side), plan.theme.zone_tint
    yield area(rings(squares), Style(fill=look.colour, opacity=strength))
    if side:
        yield patterned(side, squares, Style(fill=look.ink, opacity=round(PATTERN * strength, 3)))


def _end_zone_name(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """The side in large letters: on what the tile has painted, where it has; its emblem beside or above them.

    Words stand on a rectangle in the zone: on all of it where it is one, else on its largest block. The emblem on the
    floor that a strip leaves is so large that it is known on a small map.
    """
    theme, look, clear = plan.theme, plan.look(section.side), section.squares
    _, (width, height) = bounds(clear)
    if width * height != len(clear):
        corner, side = largest_block(clear)
        clear = tuple(block(corner, (side, side))) if side >= 2 else clear
    if painted := _painted(section):
        words, emblems = _name(plan, section.side, painted, emblem=False)
        corner, side = largest_block(tuple(set(section.squares).difference(painted)))
        if side >= 2:
            emblems = crest(theme, look, section.side, middle(corner, (side, side)), side * 0.62)
    elif min(bounds(clear)[1]) >= 3:
        words, _ = _name(plan, section.side, clear, emblem=False)
        (x, y), (width, height) = bounds(clear)
        short, upright = min(width, height), height > width
        (wx, wy), down, up = words.at, 0.2 * short, -0.17 * short
        words = replace(words, at=(wx + down, wy) if upright else (wx, wy + down))
        at = (x + width / 2 + up, y + height / 2) if upright else (x + width / 2, y + height / 2 + up)
        emblems = crest(theme, look, section.side, at, 0.42 * short, words.turn)
    else:
        words, emblems = _name(plan, section.side, clear, emblem=True)
    yield replace(words, style=Style(fill=theme.floor, stroke=theme.floor, width=0.2 * words.size, opacity=0.8))
    yield words
    yield from emblems


def _name(
    plan: DrawingPlan, side: Team | None, squares: Sequence[Square], *, emblem: bool, largest: float = 0.9
) -> tuple[Text, list[Path]]:
    """The side's word along the longer side of some squares, and `emblem` before it or not; they leave a rim free."""
    look, ((x, y), (width, height)) = plan.look(side), bounds(squares)
    broad, upright = CAPITAL * len(look.word), height > width
    size = min(largest, 0.42 * min(width, height), 0.72 * max(width, height) / (broad + EMBLEM * emblem))

    def at(along: float, down: float) -> Point:
        right, below = (down, -along) if upright else (along, down)
        return x + width / 2 + right, y + height / 2 + below

    turn, room = -90.0 if upright else 0.0, EMBLEM * size
    start = room / 2 if emblem else 0.0
    words = Text(at(start, size * 0.33), look.word, size, Style(fill=look.ink), font="title", turn=turn)
    before = at(start - (broad * size + room) / 2, 0.0)
    return words, crest(plan.theme, look, side, before, size * 0.9, turn) if emblem else []


def _entry(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """Steps that rise to the floor in front: to the side on which most of the floor before the entry lies."""

    def floor(side: Side) -> int:
        across = [neighbour(square, side) for square in section.squares]
        return sum(square not in section.squares and square in plan.board for square in across)

    front = max(SIDES, key=floor)
    return (Use("stairs", middle(square), LOOKING[front]) for square in section.squares)


def _entry_name(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """The side's banner across the steps."""
    look = plan.look(section.side)
    words, emblems = _name(plan, section.side, section.squares, emblem=look.emblem is not None, largest=0.36)
    x, y = middle(*bounds(section.squares))
    long = words.size * (CAPITAL * len(words.text) + EMBLEM * len(emblems)) / 2 + 0.1
    wide, high = (0.26, long) if words.turn else (long, 0.26)
    yield box(x - wide, y - high, 2 * wide, 2 * high, plan.theme.drawn(look.colour))
    written = Style(fill=look.on_colour)
    yield replace(words, style=written)
    yield from (replace(emblem, style=written) for emblem in emblems)
