"""A piece to cut out: its two faces, its outline and how many are needed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Point, Shape, Use, corners
from dungeon_designer.drawing.themes import Theme

Extent = tuple[float, float]
"""Width and height in squares."""


class Piece(Struct, frozen=True):
    """One kind of piece: `front` and `back` are as large as the piece, in squares; no back means paper.

    `outline` are the rings along which it is cut out, from its own upper left corner.
    """

    name: str
    count: int
    front: Drawing
    back: Drawing | None = None
    outline: tuple[tuple[Point, ...], ...] = ()

    @property
    def size(self) -> Extent:
        """Width and height in squares."""
        return self.front.size

    @property
    def rings(self) -> tuple[tuple[Point, ...], ...]:
        """Where it is cut: the outline, or all round."""
        return self.outline or (corners(0.0, 0.0, *self.size),)


def face(theme: Theme, size: Extent, shapes: Iterable[Shape], background: str = "") -> Drawing:
    """One side of a piece: shapes in squares from its upper left corner."""
    shown = tuple(shapes)
    used = sorted({shape.symbol for shape in shown if isinstance(shape, Use)})
    return Drawing(
        title="",
        theme=theme.name,
        background=background or theme.floor,
        corner=(0.0, 0.0),
        size=size,
        layers=(Layer("piece", (Group("piece", "piece", shown),)),),
        symbols=tuple(picture(name, theme) for name in used),
        title_fonts=theme.title_fonts,
        label_fonts=theme.label_fonts,
    )
