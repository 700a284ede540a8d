"""End zones and entries, each marked with its side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, slug
from dungeon_designer.drawing.geometry import inset
from dungeon_designer.drawing.labels import CAPITAL
from dungeon_designer.drawing.sections import largest_block
from dungeon_designer.drawing.shapes import Group, Layer, Path, Point, Shape, Style, Text, Use, area, box
from dungeon_designer.drawing.sides import SideLook, crest, patterned
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.drawing.things import LOOKING
from dungeon_designer.grid import SIDES, Side, Square, block, bounds, neighbour, row_major
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind

EMBLEM = 1.4
"""The room an emblem takes beside a word, in sizes of its type."""

PATTERN = 0.7
"""How much fainter than a zone's tint its pattern is; it has the colour of the words, which no floor comes near."""


def zones(plan: DrawingPlan) -> Layer:
    """The ground of each end zone: its side's tint, pattern and frame; each entry's steps."""
    return Layer("zones", tuple(_zone(plan, section, "") for section in _sided(plan)))


def names(plan: DrawingPlan) -> Layer:
    """The word and the emblem of the side each end zone and entry is of, above all lines of the ground."""
    return Layer("sides", tuple(_zone(plan, section, "-side") for section in _sided(plan)))


def _sided(plan: DrawingPlan) -> list[BoardSection]:
    sections = plan.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY)
    return [section for section in sections if section.owned]


def _zone(plan: DrawingPlan, section: BoardSection, part: str) -> Group:
    squares = section.owned
    draw = _PARTS[section.kind, part]
    kind = section.kind.value.replace("_", "-")
    side = section.side.value if section.side else "no side"
    return Group(
        f"{kind}{part}-{slug(section.id)}", section.kind.value, tuple(draw(plan, section)), squares, f"{kind}, {side}"
    )


def _painted(section: BoardSection, squares: Sequence[Square]) -> list[Square]:
    """The squares that have a strip painted on them, in rows."""
    return sorted(set(section.painted) & set(squares), key=row_major)


def _end_zone(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """A tint, the side's pattern and a double frame; a second tint and frame on what the tile has painted."""
    theme, look, squares = plan.theme, plan.look(section.side), section.owned
    outline, thick = rings(squares), Style(stroke=look.colour, width=0.08, round=False)
    tint, *strewn = painting(plan, section.side, squares)
    yield from (tint, *strewn)
    yield area([inset(ring, 0.2) for ring in outline], thick)
    yield area([inset(ring, 0.3) for ring in outline], Style(stroke=look.ink, width=theme.fine, round=False))
    painted = _painted(section, squares)
    if painted:
        strip = [inset(ring, 0.3) for ring in rings(painted)]
        yield area(strip, tint.style)
        yield area(strip, thick)


def painting(plan: DrawingPlan, side: Team | None, squares: Sequence[Square]) -> Iterator[Path]:
    """A side's tint on some squares, and its pattern."""
    look, strength = plan.look(side), plan.theme.zone_tint
    yield area(rings(squares), Style(fill=look.colour, opacity=strength))
    if side:
        yield area(patterned(side, squares), Style(fill=look.ink, opacity=round(PATTERN * strength, 3)))


def _end_zone_name(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """The side in large letters: on what the tile has painted, where it has; its emblem beside or above them."""
    theme, look, squares = plan.theme, plan.look(section.side), section.owned
    painted = _painted(section, squares)
    clear = _clear(squares)
    if painted:
        words, _ = _name(theme, look, section.side, painted, 0.9, False)
        emblems = _large_emblem(theme, look, section.side, set(squares) - set(painted))
    elif min(bounds(clear)[1]) >= 3:
        words, emblems = _stacked(theme, look, section.side, clear)
    else:
        words, emblems = _name(theme, look, section.side, clear, 0.9, True)
    yield replace(words, style=Style(fill=theme.floor, stroke=theme.floor, width=0.2 * words.size, opacity=0.8))
    yield words
    yield from emblems


def _clear(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    """A rectangle in a zone for words to stand on: all of it where it is one, else its largest block."""
    _, (width, height) = bounds(squares)
    if width * height == len(squares):
        return squares
    at, side = largest_block(squares)
    return tuple(block(at, (side, side))) if side >= 2 else squares


def _stacked(theme: Theme, look: SideLook, side: Team | None, squares: Sequence[Square]) -> tuple[Text, list[Path]]:
    """The side's word below its emblem, along the longer side of a zone with room for both."""
    words, _ = _name(theme, look, side, squares, 0.9, False)
    (x, y), (width, height) = bounds(squares)
    short = min(width, height)
    upright = height > width
    down, up = 0.2 * short, -0.17 * short
    right, below = (down, 0.0) if upright else (0.0, down)
    at = (x + width / 2 + (up if upright else 0.0), y + height / 2 + (0.0 if upright else up))
    words = replace(words, at=(words.at[0] + right, words.at[1] + below))
    return words, crest(theme, look, side, at, 0.42 * short, words.turn)


def _large_emblem(theme: Theme, look: SideLook, team: Team | None, squares: Collection[Square]) -> list[Path]:
    """The emblem on the floor that the strip leaves, so large that it is known on a small map."""
    at, side = largest_block(tuple(squares))
    return crest(theme, look, team, middle(at, (side, side)), side * 0.62) if side >= 2 else []


def _name(
    theme: Theme, look: SideLook, side: Team | None, squares: Sequence[Square], largest: float, emblem: bool
) -> tuple[Text, list[Path]]:
    """The side's word along the longer side of some squares, and `emblem` before it or not."""
    (x, y), (width, height) = bounds(squares)
    upright = height > width
    size = _size(look.word, max(width, height), min(width, height), largest, emblem)

    def at(along: float, down: float) -> Point:
        right, below = (down, -along) if upright else (along, down)
        return x + width / 2 + right, y + height / 2 + below

    turn, room = -90.0 if upright else 0.0, EMBLEM * size
    start = room / 2 if emblem else 0.0
    words = Text(at(start, size * 0.33), look.word, size, Style(fill=look.ink), font="title", turn=turn)
    off = (CAPITAL * len(look.word) * size + room) / 2
    return words, crest(theme, look, side, at(start - off, 0.0), size * 0.9, turn) if emblem else []


def _size(word: str, long: int, short: int, largest: float, emblem: bool) -> float:
    """The size of type at which a word, and an emblem before it, leave a rim free."""
    return min(largest, 0.42 * short, 0.72 * long / (CAPITAL * len(word) + EMBLEM * emblem))


def _entry(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """Steps that rise to the floor in front."""
    squares = section.owned
    front = _front(plan, squares)
    for x, y in squares:
        yield Use("stairs", (x + 0.5, y + 0.5), LOOKING[front])


def _entry_name(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """The side's banner across the steps."""
    theme, look, squares = plan.theme, plan.look(section.side), section.owned
    words, emblems = _name(theme, look, section.side, squares, 0.36, look.emblem is not None)
    (x, y), (width, height) = bounds(squares)
    long = words.size * (CAPITAL * len(words.text) + EMBLEM * len(emblems)) / 2 + 0.1
    half = (0.26, long) if words.turn else (long, 0.26)
    left, top = x + width / 2 - half[0], y + height / 2 - half[1]
    yield box(left, top, 2 * half[0], 2 * half[1], Style(fill=look.colour, stroke=theme.line, width=theme.fine))
    written = Style(fill=look.on_colour)
    yield replace(words, style=written)
    yield from (replace(emblem, style=written) for emblem in emblems)


def _front(plan: DrawingPlan, squares: tuple[Square, ...]) -> Side:
    """The side on which most of the floor before an entry lies."""
    own = set(squares)

    def floor(side: Side) -> int:
        across = [neighbour(square, side) for square in squares]
        return sum(square not in own and square in plan.board for square in across)

    return max(SIDES, key=floor)


_PARTS = {
    (SectionKind.END_ZONE, ""): _end_zone, (SectionKind.END_ZONE, "-side"): _end_zone_name,
    (SectionKind.ENTRY, ""): _entry, (SectionKind.ENTRY, "-side"): _entry_name,
}  # fmt: skip
