"""End zones and entries, each marked with its side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.draw_request import Plan, middle, slug
from dungeon_designer.drawing.geometry import inset
from dungeon_designer.drawing.labels import CAPITAL
from dungeon_designer.drawing.pictures.side_emblems import side_emblem
from dungeon_designer.drawing.sections import largest_block
from dungeon_designer.drawing.shapes import Group, Layer, Path, Point, Shape, Style, Text, Use, area, box
from dungeon_designer.drawing.sides import SideLook
from dungeon_designer.drawing.terrain import LOOKING
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import SIDES, Side, Square, bounds, neighbour, row_major
from dungeon_designer.layout.model import SectionKind

EMBLEM = 1.4
"""The room an emblem takes beside a word, in sizes of its type."""


def zones(plan: Plan) -> Layer:
    """One group for each end zone and entry."""
    sections = plan.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY)
    return Layer("zones", tuple(_zone(plan, section) for section in sections if len(section.squares)))


def _zone(plan: Plan, section: BoardSection) -> Group:
    squares = plan.board.places(section.squares)
    shapes = _entry(plan, section) if section.kind is SectionKind.ENTRY else _end_zone(plan, section)
    kind = section.kind.value.replace("_", "-")
    side = section.side.value if section.side else "no side"
    return Group(f"{kind}-{slug(section.id)}", section.kind.value, tuple(shapes), squares, f"{kind}, {side}")


def _end_zone(plan: Plan, section: BoardSection) -> Iterator[Shape]:
    """A tint, a double frame, and the side in large letters: on what the tile has painted, where it has."""
    theme, look, squares = plan.theme, plan.look(section.side), plan.board.places(section.squares)
    outline, thick = rings(squares), Style(stroke=look.colour, width=0.08, round=False)
    yield area(outline, Style(fill=look.colour, opacity=theme.zone_tint))
    yield area([inset(ring, 0.2) for ring in outline], thick)
    yield area([inset(ring, 0.3) for ring in outline], Style(stroke=look.ink, width=theme.fine, round=False))
    painted = sorted(set(section.painted) & set(squares), key=row_major)
    emblems: list[Path] = []
    if painted:
        strip = [inset(ring, 0.3) for ring in rings(painted)]
        yield area(strip, Style(fill=look.colour, opacity=theme.zone_tint))
        yield area(strip, thick)
        emblems = _large_emblem(theme, look, set(squares) - set(painted))
    words, beside = _name(theme, look, painted or squares, 0.9, 0 if emblems else 2)
    yield words
    yield from (*emblems, *beside)


def _large_emblem(theme: Theme, look: SideLook, squares: Collection[Square]) -> list[Path]:
    """The emblem on the floor that the strip leaves, so large that it is known on a small map."""
    at, side = largest_block(tuple(squares))
    if look.emblem is None or side < 2:
        return []
    return [side_emblem(look.emblem, _outlined(theme, look), middle(at, (side, side)), side * 0.55)]


def _outlined(theme: Theme, look: SideLook) -> Style:
    return Style(fill=look.colour, stroke=look.ink, width=theme.fine)


def _name(
    theme: Theme, look: SideLook, squares: Sequence[Square], largest: float, emblems: int
) -> tuple[Text, list[Path]]:
    """The side's word along the longer side of some squares, and its emblem before it, or at both of its ends."""
    (x, y), (width, height) = bounds(squares)
    upright, many = height > width, emblems if look.emblem else 0
    size = _size(look.word, max(width, height), min(width, height), largest, many)

    def at(along: float, down: float) -> Point:
        right, below = (down, -along) if upright else (along, down)
        return x + width / 2 + right, y + height / 2 + below

    turn, room = -90.0 if upright else 0.0, EMBLEM * size
    start = room / 2 if many == 1 else 0.0
    words = Text(at(start, size * 0.33), look.word, size, Style(fill=look.ink), font="title", turn=turn)
    off = (CAPITAL * len(look.word) * size + room) / 2
    ends, style = (start - off, start + off)[:many], _outlined(theme, look)
    return words, [side_emblem(look.emblem, style, at(end, 0.0), size * 0.8, turn) for end in ends if look.emblem]


def _size(word: str, long: int, short: int, largest: float, emblems: int) -> float:
    """The size of type at which a word and some emblems leave a rim free."""
    return min(largest, 0.42 * short, long * (0.82 if emblems else 0.72) / (CAPITAL * len(word) + EMBLEM * emblems))


def _entry(plan: Plan, section: BoardSection) -> Iterator[Shape]:
    """Steps that rise to the floor in front, and the side's banner across them."""
    theme, look, squares = plan.theme, plan.look(section.side), plan.board.places(section.squares)
    front = _front(plan, squares)
    for x, y in squares:
        yield Use("stairs", (x + 0.5, y + 0.5), LOOKING[front])
    words, emblems = _name(theme, look, squares, 0.36, 1)
    (x, y), (width, height) = bounds(squares)
    long = words.size * (CAPITAL * len(words.text) + EMBLEM * len(emblems)) / 2 + 0.1
    half = (0.26, long) if words.turn else (long, 0.26)
    left, top = x + width / 2 - half[0], y + height / 2 - half[1]
    yield box(left, top, 2 * half[0], 2 * half[1], Style(fill=look.colour, stroke=theme.line, width=theme.fine))
    written = Style(fill=look.on_colour)
    yield replace(words, style=written)
    yield from (replace(emblem, style=written) for emblem in emblems)


def _front(plan: Plan, squares: tuple[Square, ...]) -> Side:
    """The side on which most of the floor before an entry lies."""
    own = set(squares)

    def floor(side: Side) -> int:
        across = [neighbour(square, side) for square in squares]
        return sum(square not in own and plan.at(square) >= 0 for square in across)

    return max(SIDES, key=floor)
