"""End zones and entries, each marked with its side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.draw_request import Plan, slug
from dungeon_designer.drawing.geometry import inset
from dungeon_designer.drawing.labels import CAPITAL
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Text, Use, area, box
from dungeon_designer.drawing.terrain import LOOKING
from dungeon_designer.grid import SIDES, Side, Square, bounds, neighbour, row_major
from dungeon_designer.layout.model import SectionKind


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
    colour, squares = plan.theme.team(section.side), plan.board.places(section.squares)
    outline = rings(squares)
    yield area(outline, Style(fill=colour, opacity=plan.theme.zone_tint))
    yield area([inset(ring, 0.2) for ring in outline], Style(stroke=colour, width=0.08, round=False))
    yield area([inset(ring, 0.3) for ring in outline], Style(stroke=colour, width=plan.theme.fine, round=False))
    painted = sorted(set(section.painted) & set(squares), key=row_major)
    if painted:
        strip = [inset(ring, 0.3) for ring in rings(painted)]
        yield area(strip, Style(fill=colour, opacity=plan.theme.zone_tint))
        yield area(strip, Style(stroke=colour, width=0.08, round=False))
    yield _words(plan, section, painted or squares, 0.9)


def _words(plan: Plan, section: BoardSection, squares: Sequence[Square], largest: float) -> Text:
    """The side, along the longer side of some squares of its section."""
    (x, y), (width, height) = bounds(squares)
    words = section.side.value.upper() if section.side else "NO SIDE"
    long, short = max(width, height), min(width, height)
    size = min(largest, 0.42 * short, long * 0.72 / (CAPITAL * len(words)))
    upright = height > width
    at = (x + width / 2 + (size * 0.33 if upright else 0), y + height / 2 + (0 if upright else size * 0.33))
    style = Style(fill=plan.theme.team(section.side))
    return Text(at, words, size, style, font="title", turn=-90.0 if upright else 0.0)


def _entry(plan: Plan, section: BoardSection) -> Iterator[Shape]:
    """Steps that rise to the floor in front, and the side's banner across them."""
    squares = plan.board.places(section.squares)
    front = _front(plan, squares)
    for x, y in squares:
        yield Use("stairs", (x + 0.5, y + 0.5), LOOKING[front])
    words = _words(plan, section, squares, 0.36)
    (x, y), (width, height) = bounds(squares)
    long = words.size * CAPITAL * len(words.text) / 2 + 0.1
    half = (0.26, long) if words.turn else (long, 0.26)
    middle = (x + width / 2, y + height / 2)
    colour = plan.theme.team(section.side)
    banner = Style(fill=colour, stroke=plan.theme.line, width=plan.theme.fine)
    yield box(middle[0] - half[0], middle[1] - half[1], 2 * half[0], 2 * half[1], banner)
    yield replace(words, style=Style(fill=plan.theme.banner))


def _front(plan: Plan, squares: tuple[Square, ...]) -> Side:
    """The side on which most of the floor before an entry lies."""
    own = set(squares)

    def floor(side: Side) -> int:
        across = [neighbour(square, side) for square in squares]
        return sum(square not in own and plan.at(square) >= 0 for square in across)

    return max(SIDES, key=floor)
