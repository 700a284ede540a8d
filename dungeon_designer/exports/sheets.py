"""A map too large for one sheet, cut on square lines into as few sheets as can be.

Pure functions of squares and sizes; nothing here knows how a sheet is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

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
    floor = _raster(squares, corner, size)
    _, cuts = min((_cost(floor, cuts), cuts) for cuts in _ways_to_cut(size, room))
    across, down = cuts
    return tuple(
        Sheet(row, column, (corner[0] + left, corner[1] + top), (right - left, low - top))
        for row, (top, low) in enumerate(_spans(down, size[1]))
        for column, (left, right) in enumerate(_spans(across, size[0]))
        if floor[top:low, left:right].any()
    )


Cuts = tuple[tuple[int, ...], tuple[int, ...]]
"""Where columns and rows of sheets begin, counted from the map's own corner."""


def _raster(squares: Collection[Square], corner: Square, size: Size) -> npt.NDArray[np.bool_]:
    floor = np.zeros((size[1], size[0]), dtype=np.bool_)
    at = np.array(list(squares)) - corner
    floor[at[:, 1], at[:, 0]] = True
    return floor


def _ways_to_cut(size: Size, room: Size) -> Iterator[Cuts]:
    across, down = (_starts(size[axis], room[axis]) for axis in (0, 1))
    return ((columns, rows) for columns in across for rows in down)


def _starts(length: int, room: int) -> list[tuple[int, ...]]:
    """The ways to cut a length into the fewest stretches of at most `room`: by where the first one ends."""
    count = -(-length // room)
    slack = count * room - length
    if count == 1:
        return [(0,)]
    firsts = range(0, min(slack, room - 1) + 1, max(1, slack // _TRIES))
    even = tuple(i * length // count for i in range(count))
    return [even, *((0, *range(room - gap, length, room)) for gap in firsts)]


def _cost(floor: npt.NDArray[np.bool_], cuts: Cuts) -> tuple[int, int]:
    """How many sheets are not blank, and how uneven their sides are."""
    across, down = cuts
    rows = np.logical_or.reduceat(floor, down, axis=0)
    used = int(np.count_nonzero(np.logical_or.reduceat(rows, across, axis=1)))
    uneven = sum(_unevenness(starts, length) for starts, length in ((across, floor.shape[1]), (down, floor.shape[0])))
    return used, uneven


def _unevenness(starts: Sequence[int], length: int) -> int:
    lengths = [end - start for start, end in _spans(starts, length)]
    return max(lengths) - min(lengths)


def _spans(starts: Sequence[int], length: int) -> list[tuple[int, int]]:
    return list(zip(starts, (*starts[1:], length), strict=True))


def _letters(row: int) -> str:
    """A row's name: A to Z, then AA."""
    return (_letters(row // 26 - 1) if row >= 26 else "") + chr(ord("A") + row % 26)
