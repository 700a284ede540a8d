"""Several maps on a sheet, side by side and to one scale: what a season is, at a glance on a wall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pages import Fitted, Pages, Picture, PrintedPage
from dungeon_designer.exports.papers import Paper, paper_named
from dungeon_designer.exports.pdf import BORDER, remedy

LEAST, STEPS = 3.5, 100
"""Millimetres a square has at least, and how many sizes from there up are tried."""

Rows = list[list[Drawing]]
"""The rows of maps on a sheet."""

T = TypeVar("T")


def maps_side_by_side(drawings: Sequence[Drawing], options: ExportOptions, title: str) -> Pages:
    """Maps in their order, as large as may be on the fewest sheets that leave a square LEAST millimetres.

    Where the options say the square, it is that; UsageError where the largest map does not fit on the paper so.
    """
    ways = [_laid(drawings, paper, options) for paper in paper_named(options.paper).lying(options.orientation)]
    square, paper, sheets = min(ways, key=lambda way: (len(way[2]), -way[0]))
    if square < options.square and not options.fitted:
        raise UsageError(f"a map does not fit on {paper.name} at {options.square:g} mm a square; {remedy(square)}")
    pages = [PrintedPage(paper, pictures=tuple(_pictures(rows, paper, square))) for rows in sheets]
    return Pages(title, tuple(pages) * options.tables)


def _laid(drawings: Sequence[Drawing], paper: Paper, options: ExportOptions) -> tuple[float, Paper, list[Rows]]:
    """The largest square with which the maps take the fewest sheets of a paper, and the rows on those sheets."""
    width, height = paper.width - BORDER, paper.height - BORDER
    most = min(min((width - BORDER) / each.size[0], (height - BORDER) / each.size[1]) for each in drawings)

    def sheets(square: float) -> list[Rows]:
        rows = _filled(drawings, width, lambda each: each.size[0] * square + BORDER)
        return list(_filled(rows, height, lambda row: _height(row) * square + BORDER))

    if not options.fitted:
        square = min(most, options.square)
        return square, paper, sheets(square)
    least = min(most, LEAST)
    few = len(sheets(least))
    sizes = (most - (most - least) * step / STEPS for step in range(STEPS + 1))
    return next((size, paper, found) for size in sizes if len(found := sheets(size)) <= few)


def _filled(things: Iterable[T], room: float, length: Callable[[T], float]) -> Iterator[list[T]]:
    """Things one after the other, as many in each list as there is room for; one at least."""
    taken, left = list[T](), room
    for thing in things:
        left -= length(thing)
        if taken and left < -1e-6:
            yield taken
            taken, left = [], room - length(thing)
        taken.append(thing)
    yield taken


def _height(row: Sequence[Drawing]) -> float:
    return max(each.size[1] for each in row)


def _pictures(rows: Rows, paper: Paper, square: float) -> Iterator[Picture]:
    """The maps at their places: with as much room between rows, and between the maps of a row, as at the edges."""
    down = (paper.height - square * sum(map(_height, rows))) / (len(rows) + 1)
    top = down
    for row in rows:
        left = across = (paper.width - square * sum(each.size[0] for each in row)) / (len(row) + 1)
        for each in row:
            yield Fitted(each, left, top + (_height(row) - each.size[1]) * square / 2, square).picture
            left += each.size[0] * square + across
        top += _height(row) * square + down
