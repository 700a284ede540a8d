"""A map too large for one sheet, cut on square lines into as few sheets as can be.

Pure functions of squares and sizes; nothing here knows how a sheet is drawn.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_

from dungeon_designer.errors import UsageError
from dungeon_designer.exports.papers import Orientation, Paper, room_on
from dungeon_designer.grid import Side, Size, Square, bounds

MOST_SHEETS = 1200
"""A dungeon of 200 x 200 squares on A4; more is asked for by a wrong scale."""

_TRIES = 12
"""How many places of the first cut are tried along each axis."""


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
        return f"{_letters(self.row)}{self.column + 1}"

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


def sheets_for(
    squares: Collection[Square], square: float, paper: Paper, orientation: Orientation, overlap: float
) -> Sheets:
    """The fewest sheets that hold all squares, each `square` millimetres wide.

    UsageError when not one square fits on the paper, or it would take more than MOST_SHEETS.
    """
    best: Sheets | None = None
    for lying in paper.lying(orientation):
        room = room_on(lying, overlap, square).squares(square)
        if min(room) >= 1:
            found = Sheets(lying, square, overlap, split(squares, room))
            if best is None or len(found.sheets) < len(best.sheets):
                best = found
    if best is None:
        raise UsageError(
            f"a square of {square:g} mm does not fit on {paper.name} with its margins; choose larger paper"
            " or a smaller square"
        )
    return best


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
    counts = [-(-size[axis] // room[axis]) for axis in (0, 1)]
    if counts[0] * counts[1] > MOST_SHEETS:
        raise UsageError(
            f"this map would take up to {counts[0] * counts[1]} sheets, more than {MOST_SHEETS};"
            " choose larger paper or a smaller square"
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


def _letters(row: int) -> str:
    """A row's name: A to Z, then AA."""
    return (_letters(row // 26 - 1) if row >= 26 else "") + chr(ord("A") + row % 26)
