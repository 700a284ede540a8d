"""The pages of a map cut into sheets: an overview with the page map, then each sheet true to scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.exports.cropping import Box, Cropper
from dungeon_designer.exports.fitting import Fitted, fitted
from dungeon_designer.exports.papers import FOOT, MARGIN, MARK, room_on
from dungeon_designer.exports.ruler import foot
from dungeon_designer.exports.sheets import Sheet, Sheets
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.exports.typesetting import (
    TITLE_FONT,
    Line,
    breakable,
    mm,
    page,
    picture,
    put,
    put_on,
    strokes,
    words,
)
from dungeon_designer.grid import Side

OUTER = 0.6
"""How much of what lies around the dungeon is printed beyond its outermost squares, at most, in squares."""

ARROWS = {Side.NORTH: "↑", Side.SOUTH: "↓", Side.EAST: "↓", Side.WEST: "↑"}
"""What points towards each side; words at the eastern and western sides are read upwards, their arrows with them."""

CUT = "#c4161c"


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a sheet's cutting area lies on its page, and how far the map goes on beyond each of its sides (mm)."""

    sheet: Sheet
    left: float
    top: float
    width: float
    height: float
    beyond: dict[Side, float]

    @property
    def right(self) -> float:
        """The right cut."""
        return self.left + self.width

    @property
    def low(self) -> float:
        """The lower cut."""
        return self.top + self.height


def placed(sheets: Sheets, sheet: Sheet) -> Placed:
    """A sheet's cutting area in the middle of its page."""
    room, square = room_on(sheets.paper, sheets.overlap), sheets.square
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
    return Placed(sheet, left, top, width, height, beyond)


def window(on_page: Placed, square: float) -> Box:
    """The part of the map printed on a page, in squares."""
    (x, y), (width, height) = on_page.sheet.at, on_page.sheet.size
    more = {side: length / square for side, length in on_page.beyond.items()}
    return (
        x - more[Side.WEST],
        y - more[Side.NORTH],
        x + width + more[Side.EAST],
        y + height + more[Side.SOUTH],
    )


def sheet_pages(drawing: Drawing, sheets: Sheets, key: str = "") -> tuple[str, dict[str, str]]:
    """The pages of all sheets in typst, and the pictures on them by name; `key` keeps several maps apart."""
    cropper = Cropper(drawing)
    pages, pictures = [], {}
    for number, sheet in enumerate(sheets.sheets, start=1):
        on_page, name = placed(sheets, sheet), f"{key}sheet-{sheet.label}"
        part = cropper.window(window(on_page, sheets.square))
        pictures[name] = svg_of(part, sheets.square)
        size = part.size[0] * sheets.square, part.size[1] * sheets.square
        map_ = put(
            on_page.left - on_page.beyond[Side.WEST], on_page.top - on_page.beyond[Side.NORTH], picture(name, *size)
        )
        said = (drawing.title or "A dungeon", *_about(sheets, number))
        rest = "".join((*_marks(on_page), *_neighbours(sheets, on_page), foot(sheets.paper, sheet.label, said)))
        pages.append(page(sheets.paper.width, sheets.paper.height, map_ + rest))
    return "".join(pages), pictures


def _about(sheets: Sheets, number: int) -> tuple[str, str]:
    lies = "landscape" if sheets.paper.landscape else "portrait"
    return (
        f"Sheet {number} of {len(sheets.sheets)}, squares of {sheets.square:g} mm",
        f"{sheets.paper.name} {lies}; cut along the marks",
    )


def _marks(on_page: Placed) -> Iterator[str]:
    """Two crop marks at each corner of the cutting area, on a pale ground so that they show on any map."""
    ends: list[Line] = []
    gap = 0.7
    for x, outward in ((on_page.left, -1), (on_page.right, 1)):
        for y, downward in ((on_page.top, -1), (on_page.low, 1)):
            ends.append((x + outward * gap, y, x + outward * (gap + MARK), y))
            ends.append((x, y + downward * gap, x, y + downward * (gap + MARK)))
    for colour, width in (("#ffffff", 0.7), ("#000000", 0.15)):
        yield strokes(ends, width, colour)


def _neighbours(sheets: Sheets, on_page: Placed) -> Iterator[str]:
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
            chip = _chip(f"{ARROWS[side]} {other.label}", 8, "#000000")
            yield put_on(*at, f"rotate(-90deg, reflow: true, {chip})" if side in (Side.EAST, Side.WEST) else chip)


def _chip(text: str, size: float, colour: str) -> str:
    """Words on a small white ground."""
    inner = words(text, size, colour=colour, weight="bold")
    return f'box(fill: rgb("#ffffffdd"), inset: (x: 1.6mm, y: 0.7mm), radius: 0.8mm, {inner})'


def overview(drawing: Drawing, sheets: Sheets, credit: str, key: str = "") -> tuple[str, dict[str, str]]:
    """The first page: the whole map with the cuts and each sheet's label, and how to put them together."""
    paper, name = sheets.paper, f"{key}overview"
    head, tail = 20.0, 24.0
    top = MARGIN + head
    room = (paper.width - 2 * MARGIN - 8.0, paper.height - 2 * MARGIN - FOOT - head - tail)
    whole = fitted(drawing, MARGIN + 4.0, top, *room)
    middle = paper.width / 2
    title = [
        put_on(middle, MARGIN + 8.0, _title(drawing.title or "A dungeon without a name", room[0])),
        put_on(
            middle, MARGIN + 15.5, words(credit, min(9.0, 2.6 * room[0] / breadth(credit or " ")), colour="#555555")
        ),
        put(whole.left, whole.top, picture(name, whole.width, whole.height)),
    ]
    end = paper.height - MARGIN - FOOT - tail + 2.0
    how = put(MARGIN + 4.0, end, _instructions(sheets, paper.width - 2 * MARGIN - 8.0))
    content = "".join((*title, *_cuts(sheets, whole), how, foot(paper, "", ("Overview", drawing.title))))
    return page(paper.width, paper.height, content), {name: svg_of(drawing, whole.square)}


def _title(name: str, width: float) -> str:
    """The dungeon's name in large type; a long one smaller, a very long one in two lines."""
    size = min(22.0, 2.6 * width / breadth(name))
    lines, size = (1, size) if size >= 12 else (2, min(12.0, 1.8 * size))
    made = words(breakable(name), size, font=TITLE_FONT)
    return made if lines == 1 else f"box(width: {mm(width)}, {{ set par(leading: 0.4em); align(center, {made}) }})"


def _cuts(sheets: Sheets, whole: Fitted) -> Iterator[str]:
    """Each sheet's outline on the overview, and its label in the middle."""
    for sheet in sheets.sheets:
        x, y = whole.point(*sheet.at)
        width, height = (side * whole.square for side in sheet.size)
        frame = f'rect(width: {mm(width)}, height: {mm(height)}, stroke: (thickness: 0.35mm, paint: rgb("{CUT}")))'
        yield put(x, y, frame)
    for sheet in sheets.sheets:
        x, y = whole.point(sheet.at[0] + sheet.size[0] / 2, sheet.at[1] + sheet.size[1] / 2)
        yield put_on(x, y, _chip(sheet.label, 11, CUT))


def _instructions(sheets: Sheets, width: float) -> str:
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
    return f"block(width: {mm(width)}, align(center, {words(pages + how + glue, size)}))"
