"""Sheets of pieces as PDF: fronts with cutting lines, and backs that meet them when printed on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dungeon_designer.drawing.shapes import Drawing, Point
from dungeon_designer.exports.elements import Area, Page, Picture, Put, Ring, Svg
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.papers import Paper
from dungeon_designer.exports.pieces.imposition import GAP, PlacedPiece, impose
from dungeon_designer.exports.pieces.model import Piece
from dungeon_designer.exports.ruler import foot
from dungeon_designer.exports.svg import svg_of

BLEED = GAP / 3
"""How far a back's ground goes on beyond the cut, in millimetres, so that a sheet a little off shows no white."""


def piece_pages(pieces: Sequence[Piece], options: ExportOptions, title: str) -> tuple[Page, ...]:
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


def _page(paper: Paper, content: Iterable[Put], said: tuple[str, ...]) -> Page:
    return Page(paper.width, paper.height, (*content, *foot(paper, "", said)))


def _front(laid: Sequence[PlacedPiece], square: float, pictures: _Pictures) -> Iterator[Put]:
    for each in laid:
        yield Put(each.left, each.top, pictures.shown(each.piece.front, each))
    for each in laid:
        yield from (Put(each.left, each.top, _cut(ring, square)) for ring in each.piece.rings)


def _cut(ring: Sequence[Point], square: float) -> Ring:
    """A cutting line."""
    return Ring(tuple((x * square, y * square) for x, y in ring), 0.2, "#777777")


def _back(laid: Sequence[PlacedPiece], paper: Paper, pictures: _Pictures) -> Iterator[Put]:
    for each in laid:
        if each.piece.back is not None:
            left, ground = each.back(paper), each.piece.back.background
            bled = Area(each.width + 2 * BLEED, each.height + 2 * BLEED, ground)
            yield Put(left - BLEED, each.top - BLEED, bled)
            yield Put(left, each.top, pictures.shown(each.piece.back, each))
