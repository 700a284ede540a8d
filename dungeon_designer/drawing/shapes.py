"""Shapes of no device: what a drawing is made of, in units of squares.

x runs to the right, y down; the upper left corner of square (x, y) is the point (x, y), its middle
(x + 0.5, y + 0.5). All values are frozen and compare by value, so a canvas can keep what did not change.
Five shapes are all there is: `Path`, `Circle`, `Text`, `Use` and, holding them, `Group`.
Those that hold no others are not looked at by the garbage collector: they can be in no circle, and a large dungeon
has a hundred thousand of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec import Struct

from dungeon_designer.grid import Square

Point = tuple[float, float]


class Style(Struct, frozen=True, gc=False):
    """How a shape is painted: colours as `#rrggbb`, '' for none; `width` and `dash` in squares.

    Lines end and join round when `round`, else ends are flat and joins pointed. `opacity` holds for the whole shape.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    dash: tuple[float, ...] = ()
    round: bool = True


class Path(Struct, frozen=True, gc=False):
    """Lines, areas and curves: `verbs` takes its points in order, as an SVG path does.

    M moves (1 point), L draws a line (1), Q a quadratic curve (2), C a cubic one (3), Z closes (none).
    Areas are filled by the even-odd rule.
    """

    verbs: str
    points: tuple[Point, ...]
    style: Style


class Circle(Struct, frozen=True, gc=False):
    """A circle about a point."""

    at: Point
    radius: float
    style: Style


class Text(Struct, frozen=True, gc=False):
    """One line of text; `at` lies on the baseline, where `anchor` (start, middle, end) says.

    `size` is the height of the type in squares, `font` `title` or `label`, `turn` clockwise degrees about `at`. `whole`
    are the words that the line is one of several lines of: all of them come from one font, see `fonts.file_of`.
    """

    at: Point
    text: str
    size: float
    style: Style
    anchor: str = "middle"
    font: str = "label"
    bold: bool = False
    turn: float = 0.0
    whole: str = ""


class Use(Struct, frozen=True, gc=False):
    """A symbol put down with its origin at `at`, scaled, then turned clockwise by degrees."""

    symbol: str
    at: Point
    turn: float = 0.0
    size: float = 1.0


SymbolShape = Path | Circle | Text
"""What a symbol is made of."""

Shape = SymbolShape | Use


class Symbol(Struct, frozen=True):
    """A picture drawn once and used often; its origin is its middle, one unit a square."""

    id: str
    shapes: tuple[SymbolShape, ...]


class Group(Struct, frozen=True):
    """What stands for one thing of the board: a section, a chest, a run of walls.

    `id` is unique in its drawing and stays the same from one drawing to the next; `kind` says what it is in
    the board's words (``chest``, ``section``); `squares` are the squares it stands for; `title` says it in words.
    """

    id: str
    kind: str
    shapes: tuple[Shape, ...]
    squares: tuple[Square, ...] = ()
    title: str = ""


class Layer(Struct, frozen=True):
    """Groups painted together, lower layers first."""

    name: str
    groups: tuple[Group, ...]


class Drawing(Struct, frozen=True):
    """A whole picture: layers from the lowest up, and the symbols they use.

    `corner` and `size` bound what is to be seen, in squares. `fonts` names the families of `title` and
    `label` text, the preferred one first.
    """

    title: str
    theme: str
    background: str
    corner: Point
    size: Point
    layers: tuple[Layer, ...]
    symbols: tuple[Symbol, ...]
    title_fonts: tuple[str, ...] = ()
    label_fonts: tuple[str, ...] = ()

    def layer(self, name: str) -> Layer:
        """The layer of that name; an empty one when the drawing has none."""
        return next((layer for layer in self.layers if layer.name == name), Layer(name, ()))

    def groups(self, kind: str) -> tuple[Group, ...]:
        """Every group of a kind, in painting order."""
        return tuple(group for layer in self.layers for group in layer.groups if group.kind == kind)


def area(rings: Iterable[Sequence[Point]], style: Style) -> Path:
    """Closed rings; a ring inside another is a hole.

    >>> area([[(0, 0), (1, 0), (1, 1)]], Style(fill="#000000")).verbs
    'MLLZ'
    """
    kept = [ring for ring in rings if ring]
    verbs = "".join([f"M{'L' * (len(ring) - 1)}Z" for ring in kept])
    return Path(verbs, tuple(chain.from_iterable(kept)), style)


def lines(runs: Iterable[Sequence[Point]], style: Style) -> Path:
    """Open polylines, all in one shape.

    >>> lines([[(0, 0), (1, 0)], [(0, 1), (1, 1)]], Style(stroke="#000000", width=0.1)).verbs
    'MLML'
    """
    kept = [run for run in runs if run]
    verbs = "".join([f"M{'L' * (len(run) - 1)}" for run in kept])
    return Path(verbs, tuple(chain.from_iterable(kept)), style)


def box(left: float, top: float, width: float, height: float, style: Style) -> Path:
    """An upright rectangle."""
    return Path("MLLLZ", corners(left, top, width, height), style)


def corners(left: float, top: float, width: float, height: float) -> tuple[Point, Point, Point, Point]:
    """The four corners of an upright rectangle, clockwise from its upper left one."""
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)
