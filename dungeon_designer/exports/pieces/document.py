"""Sheets of pieces as PDF: fronts with cutting lines, and backs that meet them when printed on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dungeon_designer.drawing.shapes import Drawing, Point
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.elements import FilledArea, Page, Picture, Placed, Ring, Svg
from dungeon_designer.exports.fitting import foot
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.papers import FOOT, MARGIN, Orientation, Paper, PrintArea, paper_named
from dungeon_designer.exports.pieces.kinds import PrintedPiece
from dungeon_designer.exports.svg import svg_of


def piece_pages(pieces: Sequence[PrintedPiece], options: ExportOptions, title: str) -> tuple[Page, ...]:
    """The pages; no backs where no piece has one."""
    paper, laid = impose(pieces, options)
    pictures = _Pictures(options.square)
    count = max((each.sheet for each in laid), default=-1) + 1
    two_sided = any(piece.back for piece in pieces)
    pages = []
    for sheet in range(count):
        own = [each for each in laid if each.sheet == sheet]
        number = f"Sheet {sheet + 1} of {count}, squares of {options.square:g} mm"
        edge = "short" if paper.landscape else "long"
        how = f"front; print two-sided, flip on the {edge} edge" if two_sided else "cut along the lines"
        pages.append(_page(paper, _front(own, options.square, pictures), (title, number, how)))
        if two_sided:
            pages.append(_page(paper, _back(own, paper, pictures), (title, number, "back")))
    return tuple(pages)


class _Pictures:
    """Drawings as SVG, each made once."""

    def __init__(self, square: float) -> None:
        self._square = square
        self._made: dict[int, Svg] = {}

    def shown(self, drawing: Drawing, each: PlacedPiece) -> Picture:
        """A drawing as large as the piece it is a side of."""
        svg = self._made.get(id(drawing))
        if svg is None:
            svg = self._made[id(drawing)] = Svg(svg_of(drawing, self._square))
        return Picture(svg, each.width, each.height)


def _page(paper: Paper, content: Iterable[Placed], said: tuple[str, ...]) -> Page:
    return Page(paper.width, paper.height, (*content, *foot(paper, "", said)))


def _front(laid: Sequence[PlacedPiece], square: float, pictures: _Pictures) -> Iterator[Placed]:
    for each in laid:
        yield Placed(each.left, each.top, pictures.shown(each.piece.front, each))
    for each in laid:
        yield from (Placed(each.left, each.top, _cut(ring, square)) for ring in each.piece.rings)


def _cut(ring: Sequence[Point], square: float) -> Ring:
    """A cutting line."""
    return Ring(tuple((x * square, y * square) for x, y in ring), 0.2, "#777777")


def _back(laid: Sequence[PlacedPiece], paper: Paper, pictures: _Pictures) -> Iterator[Placed]:
    for each in laid:
        if each.piece.back is not None:
            left, ground = each.back(paper), each.piece.back.background
            bled = FilledArea(each.width + 2 * BLEED, each.height + 2 * BLEED, ground)
            yield Placed(left - BLEED, each.top - BLEED, bled)
            yield Placed(left, each.top, pictures.shown(each.piece.back, each))


GAP = 3.0
"""Millimetres between pieces, so that scissors find a way and a back may be a little off."""

BLEED = GAP / 3
"""How far a back's ground goes on beyond the cut, in millimetres, so that a sheet a little off shows no white."""

RIM = MARGIN + 3.0


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on a sheet: its upper left corner and its size on the front, in millimetres."""

    piece: PrintedPiece
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


def impose(pieces: Iterable[PrintedPiece], options: ExportOptions) -> tuple[Paper, list[PlacedPiece]]:
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


def _fits(piece: PrintedPiece, square: float, room: PrintArea) -> bool:
    return piece.size[0] * square <= room.width + 1e-6 and piece.size[1] * square <= room.height + 1e-6


@dataclass(slots=True)
class _Row:
    """A row of pieces being filled: its sheet and place, and how much of it is taken."""

    sheet: int
    top: float
    height: float
    taken: float = 0.0


def _in_rows(pieces: Iterable[PrintedPiece], square: float, room: PrintArea) -> Iterator[PlacedPiece]:
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
