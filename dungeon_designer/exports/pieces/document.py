"""Sheets of pieces as PDF: fronts with cutting lines, and backs that meet them when printed on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.drawing.shapes import Drawing, Point
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.papers import Paper
from dungeon_designer.exports.pieces.imposition import GAP, Laid, impose
from dungeon_designer.exports.pieces.model import Piece
from dungeon_designer.exports.ruler import foot
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.exports.typesetting import mm, page, picture, put

BLEED = GAP / 3
"""How far a back's ground goes on beyond the cut, in millimetres, so that a sheet a little off shows no white."""


def piece_pages(
    pieces: Sequence[Piece], options: ExportOptions, title: str, key: str = ""
) -> tuple[str, dict[str, str]]:
    """The pages in typst, and the pictures on them by name; no backs where no piece has one."""
    paper, laid = impose(pieces, options)
    names = _Pictures(options.square, key)
    count = max((each.sheet for each in laid), default=-1) + 1
    two_sided = any(piece.back for piece in pieces)
    pages = []
    for sheet in range(count):
        own = [each for each in laid if each.sheet == sheet]
        number = f"Sheet {sheet + 1} of {count}, squares of {options.square:g} mm"
        edge = "short" if paper.landscape else "long"
        how = f"front; print two-sided, flip on the {edge} edge" if two_sided else "cut along the lines"
        pages.append(_page(paper, "".join(_front(own, options.square, names)), (title, number, how)))
        if two_sided:
            back = "".join(_back(own, paper, names))
            pages.append(_page(paper, back, (title, number, "back")))
    return "".join(pages), names.pictures


class _Pictures:
    """Drawings as SVG, each once, by name."""

    def __init__(self, square: float, key: str) -> None:
        self._square = square
        self._key = key
        self._names: dict[int, str] = {}
        self.pictures: dict[str, str] = {}

    def name(self, drawing: Drawing) -> str:
        """The name of a drawing's picture."""
        if id(drawing) not in self._names:
            self._names[id(drawing)] = name = f"{self._key}piece-{len(self._names)}"
            self.pictures[name] = svg_of(drawing, self._square)
        return self._names[id(drawing)]


def _page(paper: Paper, content: str, said: tuple[str, ...]) -> str:
    return page(paper.width, paper.height, content + foot(paper, "", said))


def _front(laid: Sequence[Laid], square: float, names: _Pictures) -> Iterator[str]:
    for each in laid:
        yield put(each.left, each.top, picture(names.name(each.piece.front), each.width, each.height))
    for each in laid:
        yield from (_ring(ring, each, square) for ring in each.piece.rings)


def _ring(ring: Sequence[Point], each: Laid, square: float) -> str:
    """A cutting line."""
    points = ", ".join(f"({mm(x * square)}, {mm(y * square)})" for x, y in ring)
    pen = '(thickness: 0.2mm, paint: rgb("#777777"))'
    return put(each.left, each.top, f"polygon(stroke: {pen}, {points})")


def _back(laid: Sequence[Laid], paper: Paper, names: _Pictures) -> Iterator[str]:
    for each in laid:
        if each.piece.back is not None:
            left, ground = each.back(paper), each.piece.back.background
            size = f"width: {mm(each.width + 2 * BLEED)}, height: {mm(each.height + 2 * BLEED)}"
            yield put(left - BLEED, each.top - BLEED, f'rect({size}, fill: rgb("{ground}"))')
            yield put(left, each.top, picture(names.name(each.piece.back), each.width, each.height))
