"""Pieces side by side on sheets of paper: where each lies, on the front and on the back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.papers import FOOT, MARGIN, Orientation, Paper, PrintArea, paper_named
from dungeon_designer.exports.pieces.model import Piece

GAP = 3.0
"""Millimetres between pieces, so that scissors find a way and a back may be a little off."""

RIM = MARGIN + 3.0


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on a sheet: its upper left corner and its size on the front, in millimetres."""

    piece: Piece
    sheet: int
    left: float
    top: float
    width: float
    height: float

    def back(self, paper: Paper) -> float:
        """How far from the left its back lies on the sheet's back: the sheet is turned over about its upright axis."""
        return paper.width - self.left - self.width


def papers_for(options: ExportOptions) -> list[tuple[Paper, PrintArea]]:
    """The ways the paper may lie, with the room for pieces on it."""
    ways = paper_named(options.paper).lying(Orientation(options.orientation))
    return [(way, PrintArea(RIM, RIM, way.width - 2 * RIM, way.height - 2 * RIM - FOOT)) for way in ways]


def impose(pieces: Iterable[Piece], options: ExportOptions) -> tuple[Paper, list[PlacedPiece]]:
    """Every copy of every piece on a sheet, in rows, large pieces first; the paper lies as needs fewer sheets.

    UsageError names the piece that is larger than the paper.
    """
    ordered = sorted(pieces, key=lambda piece: (-piece.size[1], -piece.size[0]))
    best: tuple[int, Paper, list[PlacedPiece]] | None = None
    problem = ""
    for paper, room in papers_for(options):
        large = next((p for p in ordered if not _fits(p, options.square, room)), None)
        if large is not None:
            problem = f"the piece {large.name!r} is larger than {paper.name} at {options.square:g} mm a square"
            continue
        laid = list(_in_rows(ordered, options.square, room))
        sheets = max((each.sheet for each in laid), default=-1) + 1
        if best is None or sheets < best[0]:
            best = sheets, paper, laid
    if best is None:
        raise UsageError(f"{problem}; choose larger paper or a smaller square")
    return best[1], best[2]


def _fits(piece: Piece, square: float, room: PrintArea) -> bool:
    return piece.size[0] * square <= room.width + 1e-6 and piece.size[1] * square <= room.height + 1e-6


@dataclass(slots=True)
class _Row:
    """A row of pieces being filled: its sheet and place, and how much of it is taken."""

    sheet: int
    top: float
    height: float
    taken: float = 0.0


def _in_rows(pieces: Iterable[Piece], square: float, room: PrintArea) -> Iterator[PlacedPiece]:
    """Each piece in the first row it fits; a new row is as high as its first piece."""
    rows: list[_Row] = []
    for piece in pieces:
        width, height = piece.size[0] * square, piece.size[1] * square
        for _ in range(piece.count):
            row = next((r for r in rows if height <= r.height and r.taken + width <= room.width + 1e-6), None)
            if row is None:
                row = _next_row(rows, height, room)
                rows.append(row)
            yield PlacedPiece(piece, row.sheet, room.left + row.taken, room.top + row.top, width, height)
            row.taken += width + GAP


def _next_row(rows: list[_Row], height: float, room: PrintArea) -> _Row:
    """A row below the last one of some sheet, or on a new sheet."""
    lowest = {row.sheet: row.top + row.height + GAP for row in rows}
    for sheet, top in lowest.items():
        if top + height <= room.height + 1e-6:
            return _Row(sheet, top, height)
    return _Row(len(lowest), 0.0, height)
