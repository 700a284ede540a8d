"""Define the shapes of a drawing, which depend on no output device; lengths are in squares.

x runs to the right, y down. The upper left corner of square (x, y) is the point (x, y), its middle is (x +
0.5, y + 0.5). All values are frozen and compare by value, so a canvas can keep what did not change. There
are six shapes: `Path`, `Circle`, `Text`, `Use`, `PlacedPicture` and `Group`, which holds others. The garbage
collector ignores all but the last: they hold no other shapes, so they cannot be part of a cycle, and a large dungeon
has a hundred thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec import Struct

from dungeon_designer.grid import Square
from dungeon_designer.pictures.picture_model import PictureSource

Point = tuple[float, float]
"""(x, y), in squares."""

Matrix = tuple[float, float, float, float, float, float]
"""Six numbers a to f, as in SVG: the point (x, y) becomes (a x + c y + e, b x + d y + f)."""


class Style(Struct, frozen=True, gc=False):
    """The style of a shape.

    Attributes:
        fill: the colour of the area as `#rrggbb`; empty for none.
        stroke: the colour of the line as `#rrggbb`; empty for none.
        width: the width of the line, in squares.
        opacity: the opacity of the whole shape, from 0 to 1.
        dash: the lengths of dashes and gaps, in squares; empty for a solid line.
        round: line ends and joins are round; otherwise ends are flat and joins pointed.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    dash: tuple[float, ...] = ()
    round: bool = True


class Path(Struct, frozen=True, gc=False):
    """Lines, areas and curves; each letter of `verbs` takes its points in order, as in an SVG path.

    M moves (1 point), L draws a line (1), Q a quadratic curve (2), C a cubic curve (3), Z closes (none).
    Areas are filled by the even-odd rule.
    """

    verbs: str
    points: tuple[Point, ...]
    style: Style


class Circle(Struct, frozen=True, gc=False):
    """A circle with its middle at `at`."""

    at: Point
    radius: float
    style: Style


class Text(Struct, frozen=True, gc=False):
    """One line of text.

    Attributes:
        at: the point on the baseline at which `anchor` lies.
        text: the text.
        size: the height of the type, in squares.
        style: the style of the letters.
        anchor: `start`, `middle` or `end` of the line.
        font: `title` or `label`.
        bold: the letters are bold.
        turn: the rotation about `at`, in clockwise degrees.
        full_text: the text that this line is a part of; all its lines use one font, see `fonts`.
    """

    at: Point
    text: str
    size: float
    style: Style
    anchor: str = "middle"
    font: str = "label"
    bold: bool = False
    turn: float = 0.0
    full_text: str = ""


class Use(Struct, frozen=True, gc=False):
    """A symbol with its origin at `at`, scaled by `size`, then rotated clockwise by `turn` degrees."""

    symbol: str
    at: Point
    turn: float = 0.0
    size: float = 1.0


class PlacedPicture(Struct, frozen=True, gc=False):
    """A picture of pixels, such as a photo, which is read from a file when the drawing is written.

    Attributes:
        source: the file.
        size: how wide and high the picture is before it is rotated, in squares.
        matrix: takes the picture's unit square, whose corner (0, 0) is its upper left one, to squares of the map.
        clip_verbs: the outline in which the picture shows, as the verbs of a path.
        clip_points: the points of these verbs, in squares of the map.
        opacity: from 0 to 1.
    """

    source: PictureSource
    size: tuple[float, float]
    matrix: Matrix
    clip_verbs: str
    clip_points: tuple[Point, ...]
    opacity: float = 1.0


SymbolShape = Path | Circle | Text
"""The shapes that a symbol may have."""

Shape = SymbolShape | Use | PlacedPicture
"""The shapes that a group may have."""


class Symbol(Struct, frozen=True):
    """A picture that is drawn once and used often; its origin is its middle, one unit is one square."""

    id: str
    shapes: tuple[SymbolShape, ...]


class Group(Struct, frozen=True):
    """The shapes that stand for one part of the board: a section, a chest, a run of walls.

    Attributes:
        id: unique in its drawing, and equal from one drawing to the next.
        kind: what the group shows, in the words of the board (``chest``, ``section``).
        shapes: the shapes from the lowest up.
        squares: the squares that the group stands for.
        title: what the group shows, as text for people.
    """

    id: str
    kind: str
    shapes: tuple[Shape, ...]
    squares: tuple[Square, ...] = ()
    title: str = ""


class Layer(Struct, frozen=True):
    """Groups that are painted together, lower layers first."""

    name: str
    groups: tuple[Group, ...]


class Drawing(Struct, frozen=True):
    """A whole picture.

    Attributes:
        title: the name of the dungeon.
        theme: the name of the theme.
        background: the colour of the page.
        corner: the upper left corner of the visible part, in squares.
        size: the width and height of the visible part, in squares.
        layers: the layers from the lowest up.
        symbols: the symbols that the layers use.
        title_fonts: the font families of `title` text, the preferred one first.
        label_fonts: the font families of `label` text, the preferred one first.
        credits: lines that name the authors and licences of what the drawing shows.
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
    credits: tuple[str, ...] = ()

    def find_layer(self, name: str) -> Layer:
        """Return the layer with a name; an empty layer if the drawing has none of that name."""
        return next((layer for layer in self.layers if layer.name == name), Layer(name, ()))

    def list_pictures(self) -> list[PlacedPicture]:
        """Return every picture of pixels in the drawing, from the lowest up."""
        shapes = (shape for layer in self.layers for group in layer.groups for shape in group.shapes)
        return [shape for shape in shapes if type(shape) is PlacedPicture]

    def list_groups(self, kind: str) -> tuple[Group, ...]:
        """Return every group of a kind, such as "chest", from the lowest layer up."""
        return tuple(group for layer in self.layers for group in layer.groups if group.kind == kind)


def measure_bounds(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower end of some points.

    >>> measure_bounds([(1, 5), (2, 3)])
    (1, 3, 2, 5)
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def build_area(rings: Iterable[Sequence[Point]], style: Style) -> Path:
    """Return a shape of closed rings; a ring inside another one is a hole.

    >>> build_area([[(0, 0), (1, 0), (1, 1)]], Style(fill="#000000")).verbs
    'MLLZ'
    """
    non_empty_rings = [ring for ring in rings if ring]
    verbs = "".join([f"M{'L' * (len(ring) - 1)}Z" for ring in non_empty_rings])
    return Path(verbs, tuple(chain.from_iterable(non_empty_rings)), style)


def build_lines(lines: Iterable[Sequence[Point]], style: Style) -> Path:
    """Return one shape of several open lines, each of which may have many points.

    >>> build_lines([[(0, 0), (1, 0)], [(0, 1), (1, 1)]], Style(stroke="#000000", width=0.1)).verbs
    'MLML'
    """
    non_empty_lines = [line for line in lines if line]
    verbs = "".join([f"M{'L' * (len(line) - 1)}" for line in non_empty_lines])
    return Path(verbs, tuple(chain.from_iterable(non_empty_lines)), style)


def build_rectangle(left: float, top: float, width: float, height: float, style: Style) -> Path:
    """Return an upright rectangle as a shape, by its upper left corner and its size in squares."""
    verbs = "MLLLZ"  # move to the first corner, lines to the three others, close
    return Path(verbs, list_corners(left, top, width, height), style)


def list_corners(left: float, top: float, width: float, height: float) -> tuple[Point, Point, Point, Point]:
    """Return the four corners of an upright rectangle, clockwise from the upper left one."""
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)
