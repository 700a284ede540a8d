"""The pages of a map cut into sheets: an overview with the page map, then each sheet true to scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.exports.elements import (
    Centred,
    FilledArea,
    Font,
    Lettering,
    Line,
    Page,
    PageElement,
    Picture,
    Placed,
    Plate,
    Strokes,
    Svg,
    safe_text,
)
from dungeon_designer.exports.fitting import Box, Cropper, Fitted, fitted, foot, true_to_scale
from dungeon_designer.exports.papers import FOOT, MARGIN, MARK, room_on
from dungeon_designer.exports.sheets import Sheet, Sheets
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.grid import Side

OUTER = 0.6
"""How much of what lies around the dungeon is printed beyond its outermost squares, at most, in squares."""

CUT_BEYOND = 0.2
"""How far beyond the outermost squares the map is cut, in squares: outside the walls, which are whole then."""

ARROWS = {Side.NORTH: "↑", Side.SOUTH: "↓", Side.EAST: "↓", Side.WEST: "↑"}
"""What points towards each side; words at the eastern and western sides are read upwards, their arrows with them."""

CUT = "#c4161c"

MIDDLE: Final = ("center", "horizon")
"""What is put about a point."""


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Where a sheet's squares lie on its page, and what is beyond each of their sides, in millimetres.

    `beyond` is how far the map goes on, `cut` where it is cut: at a joint on the line between squares, elsewhere
    outside the walls.
    """

    sheet: Sheet
    left: float
    top: float
    width: float
    height: float
    beyond: dict[Side, float]
    cut: dict[Side, float]

    @property
    def right(self) -> float:
        """The right end of the squares."""
        return self.left + self.width

    @property
    def low(self) -> float:
        """The lower end of the squares."""
        return self.top + self.height

    @property
    def trim(self) -> Box:
        """Left, upper, right and lower cut."""
        west, north = self.left - self.cut[Side.WEST], self.top - self.cut[Side.NORTH]
        return west, north, self.right + self.cut[Side.EAST], self.low + self.cut[Side.SOUTH]


def placed(sheets: Sheets, sheet: Sheet) -> SheetPlace:
    """A sheet's squares in the middle of its page."""
    square = sheets.square
    room = room_on(sheets.paper, sheets.overlap, square)
    width, height = sheet.size[0] * square, sheet.size[1] * square
    left, top = room.left + (room.width - width) / 2, room.top + (room.height - height) / 2
    free = {
        Side.NORTH: top - MARGIN,
        Side.WEST: left - MARGIN,
        Side.EAST: sheets.paper.width - MARGIN - left - width,
        Side.SOUTH: sheets.paper.height - MARGIN - FOOT - top - height,
    }
    beyond = {
        side: sheets.overlap if sheets.beside(sheet, side) else min(OUTER * square, space)
        for side, space in free.items()
    }
    cut = {side: 0.0 if sheets.beside(sheet, side) else min(CUT_BEYOND * square, beyond[side]) for side in free}
    return SheetPlace(sheet, left, top, width, height, beyond, cut)


def window(on_page: SheetPlace, square: float) -> Box:
    """The part of the map printed on a page, in squares."""
    (x, y), (width, height) = on_page.sheet.at, on_page.sheet.size
    more = {side: length / square for side, length in on_page.beyond.items()}
    return (
        x - more[Side.WEST],
        y - more[Side.NORTH],
        x + width + more[Side.EAST],
        y + height + more[Side.SOUTH],
    )


def sheet_pages(drawing: Drawing, sheets: Sheets, table: str = "") -> Iterator[Page]:
    """The pages of all sheets; at the foot stands which `table` they are for."""
    cropper = Cropper(drawing)
    for number, sheet in enumerate(sheets.sheets, start=1):
        on_page = placed(sheets, sheet)
        corner = on_page.left - on_page.beyond[Side.WEST], on_page.top - on_page.beyond[Side.NORTH]
        put = true_to_scale(cropper.window(window(on_page, sheets.square)), sheets.square, *corner)
        said = (f"{drawing.title or 'A dungeon'}{table}", *_about(sheets, number))
        rest = (*_marks(on_page), *_neighbours(sheets, on_page), *foot(sheets.paper, sheet.label, said))
        yield Page(sheets.paper.width, sheets.paper.height, (put, *rest))


def _about(sheets: Sheets, number: int) -> tuple[str, str]:
    lies = "landscape" if sheets.paper.landscape else "portrait"
    return (
        f"Sheet {number} of {len(sheets.sheets)}, squares of {sheets.square:g} mm",
        f"{sheets.paper.name} {lies}; cut along the marks",
    )


def _marks(on_page: SheetPlace) -> Iterator[Strokes]:
    """Two crop marks at each corner of the cutting area, on a pale ground so that they show on any map."""
    ends = crop_marks(on_page.trim, 0.7)
    for colour, width in (("#ffffff", 0.7), ("#000000", 0.15)):
        yield Strokes(ends, width, colour)


def crop_marks(trim: Box, gap: float) -> tuple[Line, ...]:
    """Two lines at each corner of a rectangle, in line with its sides, that begin so far outside it."""
    left, top, right, low = trim
    ends: list[Line] = []
    for x, outward in ((left, -1), (right, 1)):
        for y, downward in ((top, -1), (low, 1)):
            ends.append((x + outward * gap, y, x + outward * (gap + MARK), y))
            ends.append((x, y + downward * gap, x, y + downward * (gap + MARK)))
    return tuple(ends)


def _neighbours(sheets: Sheets, on_page: SheetPlace) -> Iterator[Placed]:
    """At the middle of each joined side, the name of the sheet that is joined there."""
    strip = max(sheets.overlap, MARK) / 2
    x, y = on_page.left + on_page.width / 2, on_page.top + on_page.height / 2
    places = {
        Side.NORTH: (x, on_page.top - strip),
        Side.EAST: (on_page.right + strip, y),
        Side.SOUTH: (x, on_page.low + strip),
        Side.WEST: (on_page.left - strip, y),
    }
    for side, at in places.items():
        other = sheets.beside(on_page.sheet, side)
        if other is not None:
            words = Lettering(safe_text(f"{ARROWS[side]} {other.label}"), 8, bold=True)
            yield Placed(*at, Plate(words, upright=side in (Side.EAST, Side.WEST)), *MIDDLE)


def overview(drawing: Drawing, sheets: Sheets, credit: str) -> Page:
    """The first page: the whole map with the cuts and each sheet's label, and how to put them together."""
    paper = sheets.paper
    head, tail = 20.0, 24.0
    top = MARGIN + head
    room = (paper.width - 2 * MARGIN - 8.0, paper.height - 2 * MARGIN - FOOT - head - tail)
    whole = fitted(drawing, MARGIN + 4.0, top, *room)
    middle = paper.width / 2
    by = Lettering(safe_text(credit), min(9.0, 2.6 * room[0] / breadth(credit or " ")), colour="#555555")
    end = paper.height - MARGIN - FOOT - tail + 2.0
    content = (
        Placed(middle, MARGIN + 8.0, _title(drawing.title or "A dungeon without a name", room[0]), *MIDDLE),
        Placed(middle, MARGIN + 15.5, by, *MIDDLE),
        Placed(whole.left, whole.top, Picture(Svg(svg_of(drawing, whole.square)), whole.width, whole.height)),
        *_cuts(sheets, whole),
        Placed(MARGIN + 4.0, end, _instructions(sheets, paper.width - 2 * MARGIN - 8.0)),
        *foot(paper, "", ("Overview", drawing.title)),
    )
    return Page(paper.width, paper.height, content)


def _title(name: str, width: float) -> PageElement:
    """The dungeon's name in large type; a long one smaller, a very long one in two lines."""
    size = min(22.0, 2.6 * width / breadth(name))
    lines, size = (1, size) if size >= 12 else (2, min(12.0, 1.8 * size))
    made = Lettering(safe_text(name), size, Font.TITLE)
    return made if lines == 1 else Centred(made, width, leading=0.4)


def _cuts(sheets: Sheets, whole: Fitted) -> Iterator[Placed]:
    """Where each sheet is cut on the overview, and its label in the middle."""
    for sheet in sheets.sheets:
        cut = {side: length / sheets.square for side, length in placed(sheets, sheet).cut.items()}
        x, y = whole.point(sheet.at[0] - cut[Side.WEST], sheet.at[1] - cut[Side.NORTH])
        width = (sheet.size[0] + cut[Side.WEST] + cut[Side.EAST]) * whole.square
        height = (sheet.size[1] + cut[Side.NORTH] + cut[Side.SOUTH]) * whole.square
        yield Placed(x, y, FilledArea(width, height, CUT, thickness=0.35))
    for sheet in sheets.sheets:
        x, y = whole.point(sheet.at[0] + sheet.size[0] / 2, sheet.at[1] + sheet.size[1] / 2)
        yield Placed(x, y, Plate(Lettering(safe_text(sheet.label), 11, colour=CUT, bold=True)), *MIDDLE)


def _instructions(sheets: Sheets, width: float) -> Centred:
    count, lies = len(sheets.sheets), "landscape" if sheets.paper.landscape else "portrait"
    pages = f"{count} sheet{'s' if count > 1 else ''} of {sheets.paper.name} {lies}, squares of {sheets.square:g} mm."
    glue = (
        f" The map goes on for {sheets.overlap:g} mm beyond each joint: cut one sheet along its marks and glue it over"
        " the strip of its neighbour, which the arrows at its sides name."
        if sheets.overlap
        else " Cut the sheets along their marks and join them edge to edge; the arrows at their sides name neighbours."
    )
    how = " Print every page at 100 % (“actual size”, no fitting to the page) and measure the ruler first."
    size = 9 if sheets.paper.width > 150 else 7.5
    return Centred(Lettering(safe_text(pages + how + glue), size), width)
