"""Sheets of pieces as PDF: fronts with cutting lines, and backs that meet them when printed on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pages import ColouredArea, Outline, Picture, PrintedPage, foot
from dungeon_designer.exports.papers import MARGIN, Paper, PrintArea, paper_named
from dungeon_designer.exports.pieces.kinds import PrintedPiece
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.exports.typesetting import Svg

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


def piece_pages(pieces: Sequence[PrintedPiece], options: ExportOptions, title: str) -> tuple[PrintedPage, ...]:
    """The pages, each sheet's back after its front; no backs where no piece has one."""
    paper, laid = impose(pieces, options)
    square, made = options.square, dict[int, Svg]()

    def shown(drawing: Drawing, each: PlacedPiece, left: float) -> Picture:
        svg = made.get(id(drawing)) or made.setdefault(id(drawing), Svg(svg_of(drawing, square)))
        return Picture(svg, each.width, each.height, left, each.top)

    count = max((each.sheet for each in laid), default=-1) + 1
    two_sided = any(piece.back for piece in pieces)
    edge = "short" if paper.landscape else "long"
    how = f"front; print two-sided, flip on the {edge} edge" if two_sided else "cut along the lines"
    pages = []
    for sheet in range(count):
        own = [each for each in laid if each.sheet == sheet]
        number = f"Sheet {sheet + 1} of {count}, squares of {square:g} mm"
        rings = [
            tuple((each.left + x * square, each.top + y * square) for x, y in ring)
            for each in own
            for ring in each.piece.rings
        ]
        front = PrintedPage(
            paper,
            pictures=tuple(shown(each.piece.front, each, each.left) for each in own),
            outlines=tuple(Outline(ring, 0.2, "#777777") for ring in rings),
            foot=foot(paper, "", (title, number, how)),
        )
        pages.append(front)
        if two_sided:
            backs = [(each, each.piece.back, each.back(paper)) for each in own if each.piece.back]
            back = PrintedPage(
                paper,
                grounds=tuple(
                    ColouredArea(left - BLEED, each.top - BLEED, each.width + 2 * BLEED, each.height + 2 * BLEED,
                           drawing.background)
                    for each, drawing, left in backs
                ),
                pictures=tuple(shown(drawing, each, left) for each, drawing, left in backs),
                foot=foot(paper, "", (title, number, "back")),
            )  # fmt: skip
            pages.append(back)
    return tuple(pages)


def impose(pieces: Iterable[PrintedPiece], options: ExportOptions) -> tuple[Paper, list[PlacedPiece]]:
    """Every copy of every piece on a sheet, in rows, large pieces first; the paper lies as needs fewer sheets.

    UsageError names the piece that is larger than the paper.
    """
    ordered = sorted(pieces, key=lambda piece: (-piece.size[1], -piece.size[0]))
    square, tried = options.square, []
    for paper in paper_named(options.paper).lying(options.orientation):
        room = paper.within(RIM)
        across, down = (room.width + 1e-6) / square, (room.height + 1e-6) / square
        large = next((piece for piece in ordered if piece.size[0] > across or piece.size[1] > down), None)
        if large is None:
            tried.append((paper, list(_in_rows(ordered, square, room))))
        else:
            problem = f"the piece {large.name!r} is larger than {paper.name} at {square:g} mm a square"
    if not tried:
        raise UsageError(f"{problem}; choose larger paper or a smaller square")
    return min(tried, key=lambda way: max((each.sheet for each in way[1]), default=-1))


@dataclass(slots=True)
class _Row:
    """A row of pieces being filled: its sheet and place, and how much of it is taken."""

    sheet: int
    top: float
    height: float
    taken: float = 0.0


def _in_rows(pieces: Iterable[PrintedPiece], square: float, room: PrintArea) -> Iterator[PlacedPiece]:
    """Each piece in the first row it fits; a new row is as high as its first piece, below the others of some sheet."""
    rows: list[_Row] = []
    for piece in pieces:
        width, height = piece.size[0] * square, piece.size[1] * square
        for _ in range(piece.count):
            row = next((r for r in rows if height <= r.height and r.taken + width <= room.width + 1e-6), None)
            if row is None:
                lowest = {row.sheet: row.top + row.height + GAP for row in rows}
                free = (at for at in lowest.items() if at[1] + height <= room.height + 1e-6)
                row = _Row(*next(free, (len(lowest), 0.0)), height)
                rows.append(row)
            yield PlacedPiece(piece, row.sheet, room.left + row.taken, room.top + row.top, width, height)
            row.taken += width + GAP
