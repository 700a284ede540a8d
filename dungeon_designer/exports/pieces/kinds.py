"""The kinds of pieces there are, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Point, Shape, Use, corners
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import TWO_SIDES, MatchSide


class PieceSort(IntEnum):
    """What a piece stands for, in the order in which pieces are listed."""

    CHEST_BALL = 1
    CHEST_TRAP = 2
    PORTAL = 3
    COUNTER = 4
    PIT = 5
    TRAPDOOR = 6
    DOOR = 7
    SQUARE_DOOR = 8
    MARKER = 9
    BALL = 10
    BOUNCE = 11
    SCATTER = 12


class PieceKind(NamedTuple):
    """A sort of piece, with its number or its size in squares, and a word that tells it from others of its sort.

    A marker of a side that has an emblem carries `looks`: its colour and its emblem.
    """

    sort: PieceSort
    numbers: tuple[int, ...] = ()
    word: str = ""
    looks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called.

        >>> PieceKind(Sort.PORTAL, (3,)).name, PieceKind(Sort.COUNTER, (), "spiked_pit").name
        ('portal 3', 'pit counter: spiked pit')
        """
        shown = "x".join(map(str, self.numbers))
        word = self.word.replace("_", " ")
        return {
            PieceSort.CHEST_BALL: "chest with a ball",
            PieceSort.CHEST_TRAP: "chest with a trap",
            PieceSort.PORTAL: f"portal {shown}",
            PieceSort.COUNTER: "pit counter" + (f": {word}" if word else ""),
            PieceSort.PIT: word,
            PieceSort.TRAPDOOR: f"trapdoor {shown}" + (f" over {word}" if word else ""),
            PieceSort.DOOR: "door, one square wide" if shown == "1" else f"door, {shown} squares wide",
            PieceSort.SQUARE_DOOR: "door in a square",
            PieceSort.MARKER: f"marker: {word}" + (f", {self.looks[1]}" if self.looks else ""),
            PieceSort.BALL: f"rolling ball {shown}",
            PieceSort.BOUNCE: "bounce template",
            PieceSort.SCATTER: "scatter template",
        }[self.sort]


def marker_of(side: MatchSide, sides: tuple[MatchSide, ...]) -> PieceKind:
    """The marker of one of a dungeon's sides; of the two usual ones it has a word alone, others come in their order.

    >>> from dungeon_designer.layout.model import sides_of
    >>> marker_of(sides_of(2)[0], sides_of(2)).name, marker_of(sides_of(3)[2], sides_of(3)).name
    ('marker: home', 'marker: third, triangle')
    """
    if sides == TWO_SIDES and side in TWO_SIDES:
        return PieceKind(PieceSort.MARKER, (), side.id.value)
    looks = side.shown_colour, side.shown_emblem.value
    return PieceKind(PieceSort.MARKER, (list(Team).index(side.id) + 1,), side.id.value, looks)


Extent = tuple[float, float]
"""Width and height in squares."""


class PrintedPiece(Struct, frozen=True):
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
