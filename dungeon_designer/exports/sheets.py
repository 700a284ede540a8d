"""A map too large for one sheet, cut on square lines into as few sheets as can be, and their pages.

An overview with the page map comes first, then each sheet true to scale.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import hypot
from operator import or_

from msgspec.structs import replace

from dungeon_designer.drawing.labels import lettered
from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Shape, Symbol, Text, Use, corners
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.pages import (
    CentredText,
    Line,
    Outline,
    PrintedPage,
    centred_lines,
    fitted,
    foot,
    true_to_scale,
)
from dungeon_designer.exports.papers import FOOT, MARGIN, MARK, Paper, room_on
from dungeon_designer.grid import Side, Size, Square, bounds

MOST_SHEETS = 1200
"""A dungeon of 200 x 200 squares on A4; more is asked for by a wrong scale."""

_TRIES = 12
"""How many places of the first cut are tried along each axis."""

OUTER = 0.6
"""How much of what lies around the dungeon is printed beyond its outermost squares, at most, in squares."""

CUT_BEYOND = 0.2
"""How far beyond the outermost squares the map is cut, in squares: outside the walls, which are whole then."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

ARROWS = {Side.NORTH: "↑", Side.SOUTH: "↓", Side.EAST: "↓", Side.WEST: "↑"}
"""What points towards each side; words at the eastern and western sides are read upwards, their arrows with them."""

CUT = "#c4161c"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its place in the raster of sheets, and the block of squares cut out of it."""

    row: int
    column: int
    at: Square
    size: Size

    @property
    def label(self) -> str:
        """Its name: the row's letter, the column's number from 1.

        >>> Sheet(1, 2, (0, 0), (1, 1)).label
        'B3'
        """
        return f"{lettered(self.row)}{self.column + 1}"

    def holds(self, square: Square) -> bool:
        """Whether a square lies on its cutting area."""
        return all(at <= s < at + size for s, at, size in zip(square, self.at, self.size, strict=True))


@dataclass(frozen=True, slots=True)
class Sheets:
    """A whole map as sheets of one paper, row by row; sheets that would stay blank are left out."""

    paper: Paper
    square: float
    overlap: float
    sheets: tuple[Sheet, ...]

    def beside(self, sheet: Sheet, side: Side) -> Sheet | None:
        """The sheet that is joined to a side of a sheet, if one is."""
        dx, dy = side.step
        place = sheet.row + dy, sheet.column + dx
        return next((other for other in self.sheets if (other.row, other.column) == place), None)


def sheets_for(squares: Collection[Square], square: float, paper: Paper, orientation: str, overlap: float) -> Sheets:
    """The fewest sheets that hold all squares, each `square` millimetres wide.

    UsageError when not one square fits on the paper, or it would take more than MOST_SHEETS.
    """
    found = []
    for lying in paper.lying(orientation):
        room = room_on(lying, overlap, square).squares(square)
        if min(room) >= 1:
            found.append(Sheets(lying, square, overlap, split(squares, room)))
    if not found:
        raise UsageError(
            f"a square of {square:g} mm does not fit on {paper.name} with its margins; choose larger paper"
            " or a smaller square"
        )
    return min(found, key=lambda sheets: len(sheets.sheets))


def split(squares: Collection[Square], room: Size) -> tuple[Sheet, ...]:
    """The squares on as few sheets of `room` squares as a raster of sheets can hold them on, row by row.

    Every square lies on exactly one sheet. Where the first cut lies is chosen so that as many sheets as
    possible stay blank and can be left out, then so that the sheets are filled most evenly.

    >>> [sheet.label for sheet in split([(x, 0) for x in range(5)], (2, 2))]
    ['A1', 'A2', 'A3']
    """
    if not squares:
        return ()
    corner, size = bounds(squares)
    most = -(-size[0] // room[0]) * -(-size[1] // room[1])
    if most > MOST_SHEETS:
        raise UsageError(
            f"this map would take up to {most} sheets, more than {MOST_SHEETS}; choose larger paper or a smaller square"
        )
    rows = [0] * size[1]
    for x, y in squares:
        rows[y - corner[1]] |= 1 << x - corner[0]
    across, down = (_ways_to_cut(size[axis], room[axis]) for axis in (0, 1))
    tried = ((columns, below, _filled(rows, columns, below)) for columns in across for below in down)
    *_, found = min(tried, key=lambda way: (len(way[2]), _unevenness(way[0]) + _unevenness(way[1]), way[:2]))
    return tuple(
        Sheet(row, column, (corner[0] + left, corner[1] + top), (right - left, low - top))
        for row, column, (left, right), (top, low) in found
    )


Spans = tuple[tuple[int, int], ...]
"""Where each column, or row, of sheets begins and ends, counted from the map's own corner."""


def _filled(rows: list[int], across: Spans, down: Spans) -> list[tuple[int, int, tuple[int, int], tuple[int, int]]]:
    """The sheets that are not blank, row by row: which they are, and their columns and rows of squares."""
    found = []
    for row, (top, low) in enumerate(down):
        floor = reduce(or_, rows[top:low])
        for column, (left, right) in enumerate(across):
            if floor >> left & (1 << right - left) - 1:
                found.append((row, column, (left, right), (top, low)))
    return found


def _ways_to_cut(length: int, room: int) -> list[Spans]:
    """The ways to cut a length into the fewest stretches of at most `room`: by where the first one ends."""
    count = -(-length // room)
    slack = count * room - length
    if count == 1:
        return [((0, length),)]
    firsts = range(0, min(slack, room - 1) + 1, max(1, slack // _TRIES))
    cuts = [[i * length // count for i in range(count)], *([0, *range(room - gap, length, room)] for gap in firsts)]
    return [tuple(pairwise((*starts, length))) for starts in cuts]


def _unevenness(spans: Spans) -> int:
    lengths = [end - start for start, end in spans]
    return max(lengths) - min(lengths)


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Where a sheet's squares lie on its page, in millimetres.

    `shown` is all of the map that is printed, `trim` where it is cut: at a joint on the line between squares, elsewhere
    outside the walls. Both are left, upper, right and lower ends.
    """

    sheet: Sheet
    left: float
    top: float
    width: float
    height: float
    shown: Box
    trim: Box

    def in_squares(self, box: Box) -> Box:
        """A part of the page as a part of the map."""
        square, (x, y) = self.width / self.sheet.size[0], self.sheet.at
        across, down = x - self.left / square, y - self.top / square
        return across + box[0] / square, down + box[1] / square, across + box[2] / square, down + box[3] / square


def placed(sheets: Sheets, sheet: Sheet) -> SheetPlace:
    """A sheet's squares in the middle of its page."""
    square, paper = sheets.square, sheets.paper
    width, height = sheet.size[0] * square, sheet.size[1] * square
    left, top = room_on(paper, sheets.overlap, square).centred(width, height)
    right, low = left + width, top + height
    free = {
        Side.WEST: left - MARGIN,
        Side.NORTH: top - MARGIN,
        Side.EAST: paper.width - MARGIN - right,
        Side.SOUTH: paper.height - MARGIN - FOOT - low,
    }

    def grown(at_joint: float, most: float) -> Box:
        """What is `most` beyond the squares, where there is room for it."""
        west, north, east, south = (
            at_joint if sheets.beside(sheet, side) else min(most, space) for side, space in free.items()
        )
        return left - west, top - north, right + east, low + south

    shown, trim = grown(sheets.overlap, OUTER * square), grown(0.0, CUT_BEYOND * square)
    return SheetPlace(sheet, left, top, width, height, shown, trim)


def sheet_pages(drawing: Drawing, sheets: Sheets, table: str = "") -> Iterator[PrintedPage]:
    """The pages of all sheets; at the foot stands which `table` they are for."""
    cropper, paper = Cropper(drawing), sheets.paper
    lies = "landscape" if paper.landscape else "portrait"
    for number, sheet in enumerate(sheets.sheets, start=1):
        place = placed(sheets, sheet)
        picture = true_to_scale(cropper.window(place.in_squares(place.shown)), sheets.square, *place.shown[:2])
        lines = (
            f"{drawing.title or 'A dungeon'}{table}",
            f"Sheet {number} of {len(sheets.sheets)}, squares of {sheets.square:g} mm",
            f"{paper.name} {lies}; cut along the marks",
        )
        strip, neighbours = max(sheets.overlap, MARK) / 2, []
        for side, arrow in ARROWS.items():
            if other := sheets.beside(sheet, side):
                (dx, dy), upright, text = side.step, side in (Side.EAST, Side.WEST), f"{arrow} {other.label}"
                x = place.left + place.width / 2 + dx * (place.width / 2 + strip)
                y = place.top + place.height / 2 + dy * (place.height / 2 + strip)
                neighbours.append(CentredText(text=text, x=x, y=y, size=8, bold=True, plate=True, upright=upright))
        yield PrintedPage(
            paper,
            pictures=(picture,),
            marks=crop_marks(place.trim, 0.7),
            texts=tuple(neighbours),
            foot=foot(paper, sheet.label, lines),
        )


def crop_marks(trim: Box, gap: float) -> tuple[Line, ...]:
    """Two lines at each corner of a rectangle, in line with its sides, that begin so far outside it."""
    left, top, right, low = trim
    ends: list[Line] = []
    for x, outward in ((left, -1), (right, 1)):
        for y, downward in ((top, -1), (low, 1)):
            ends.append((x + outward * gap, y, x + outward * (gap + MARK), y))
            ends.append((x, y + downward * gap, x, y + downward * (gap + MARK)))
    return tuple(ends)


def overview(drawing: Drawing, sheets: Sheets, credit: str) -> PrintedPage:
    """The first page: the whole map with the cuts and each sheet's label, and how to put them together."""
    paper = sheets.paper
    head, tail = 20.0, 24.0
    width, height = paper.width - 2 * MARGIN - 8.0, paper.height - 2 * MARGIN - FOOT - head - tail
    whole = fitted(drawing, width, height, MARGIN + 4.0, MARGIN + head)
    outlines, texts = [], []
    for sheet in sheets.sheets:
        place = placed(sheets, sheet)
        left, top, right, low = place.in_squares(place.trim)
        ring = corners(left, top, right - left, low - top)
        outlines.append(Outline(tuple(whole.point(*corner) for corner in ring), 0.35, CUT))
        x, y = whole.point(sheet.at[0] + sheet.size[0] / 2, sheet.at[1] + sheet.size[1] / 2)
        texts.append(CentredText(text=sheet.label, x=x, y=y, size=11, colour=CUT, bold=True, plate=True))
    middle, name = paper.width / 2, drawing.title or "A dungeon without a name"
    title = centred_lines(name, middle, MARGIN + 8.0, (width, 11.0), 22.0, "title")
    by = centred_lines(credit, middle, MARGIN + 15.5, (width, 5.2), 9.0, colour="#555555")
    how = CentredText(
        text=_instructions(sheets),
        x=middle,
        y=paper.height - MARGIN - FOOT - tail / 2,
        size=9 if paper.width > 150 else 7.5,
        width=width,
    )
    return PrintedPage(
        paper,
        pictures=(whole.picture,),
        outlines=tuple(outlines),
        texts=(*title, *by, *texts, how),
        foot=foot(paper, "", ("Overview", drawing.title)),
    )


def _instructions(sheets: Sheets) -> str:
    count, lies = len(sheets.sheets), "landscape" if sheets.paper.landscape else "portrait"
    pages = f"{count} sheet{'s' if count > 1 else ''} of {sheets.paper.name} {lies}, squares of {sheets.square:g} mm."
    glue = (
        f" The map goes on for {sheets.overlap:g} mm beyond each joint: cut one sheet along its marks and glue it over"
        " the strip of its neighbour, which the arrows at its sides name."
        if sheets.overlap
        else " Cut the sheets along their marks and join them edge to edge; the arrows at their sides name neighbours."
    )
    return (
        f"{pages}{glue} Print every page at 100 % (“actual size”, no fitting to the page) and measure the ruler first."
    )


_Boxed = tuple[Layer, list[tuple[Group, list[tuple[Shape, Box]]]]]


class Cropper:
    """Cuts windows out of one drawing; the extent of each shape is found once."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        reach = {symbol.id: _reach(symbol) for symbol in drawing.symbols}

        def box(shape: Shape) -> Box:
            return _around(shape.at, reach[shape.symbol] * shape.size) if type(shape) is Use else _extent(shape)

        self._layers: list[_Boxed] = [
            (layer, [(group, [(shape, box(shape)) for shape in group.shapes]) for group in layer.groups])
            for layer in drawing.layers
        ]

    def window(self, box: Box) -> Drawing:
        """The part of the drawing that shows in a window; what is wholly outside is left out."""
        left, top, right, low = box
        layers = []
        for layer, groups in self._layers:
            kept = []
            for group, shapes in groups:
                seen = tuple(
                    s for s, (x0, y0, x1, y1) in shapes if x0 <= right and left <= x1 and y0 <= low and top <= y1
                )
                if seen:
                    kept.append(replace(group, shapes=seen))
            layers.append(Layer(layer.name, tuple(kept)))
        used = {s.symbol for layer in layers for group in layer.groups for s in group.shapes if type(s) is Use}
        return replace(
            self._drawing,
            corner=(left, top),
            size=(right - left, low - top),
            layers=tuple(layers),
            symbols=tuple(symbol for symbol in self._drawing.symbols if symbol.id in used),
        )


def _extent(shape: Shape) -> Box:
    """A rectangle that surely holds a shape, its lines' width included."""
    if isinstance(shape, Path):
        half = shape.style.width
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
        return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half) if xs else (0.0, 0.0, 0.0, 0.0)
    if isinstance(shape, Circle):
        return _around(shape.at, shape.radius + shape.style.width)
    return _around(shape.at, shape.size * (1 + len(shape.text) if isinstance(shape, Text) else 1))


def _around(at: tuple[float, float], reach: float) -> Box:
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach


def _reach(symbol: Symbol) -> float:
    """How far a symbol reaches from its origin, whichever way it is turned."""
    boxes = [_extent(shape) for shape in symbol.shapes]
    return max((hypot(x, y) for box in boxes for x in (box[0], box[2]) for y in (box[1], box[3])), default=0.0)
