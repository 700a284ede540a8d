"""Load the pictures of objects and floors, each about its middle; one unit is one square.

A picture is an SVG file in `symbols/` that an artist can open, one hundred units to a square, in the
colours of the theme parchment. Themes colour it by class: `fill-wood` and `stroke-wood-dark` name colours
of the theme; the width of a line of class `fine` or `bold`, and the opacity of a shape of class `dusk`,
change in proportion to the theme's value. A file may have paths, circles, rectangles and text, in groups or
not. Any other drawn element is an error.

A name may end in numbers: of a variant that has a file of its own (``lava-2``), of a size in squares to
which the picture is scaled (``crypt-3-1``; it keeps its proportions unless the file says
`preserveAspectRatio="none"`), of a portal, or of a square of a texture sheet, see `drawing.textures`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path as FilePath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.drawing import textures
from dungeon_designer.drawing.geometry import build_rounded_rectangle, parse_svg_path
from dungeon_designer.drawing.shapes import Circle, Path, Style, Symbol, SymbolShape, Text, build_rectangle
from dungeon_designer.drawing.themes import PARCHMENT, Theme
from dungeon_designer.kinds import ObstacleKind

SYMBOL_FOLDER = FilePath(__file__).with_name("symbols")
"""The folder of the SVG files."""

_UNDRAWN_TAGS = frozenset({"title", "desc", "style", "metadata", "defs", "namedview"})
"""The elements of an SVG file that draw nothing."""
_NAME = re.compile(r"(.+?)((?:-\d+)*)")
_TWO_DIGIT_SCALE = 0.35 / 0.44
"""The scale of a portal's number with two digits, relative to a number with one digit."""


class SymbolFile(Struct, frozen=True):
    """A file of `symbols/`.

    Attributes:
        shapes: each shape with its classes.
        size: the width and height of the picture, in squares.
        may_stretch: the picture need not keep its proportions when it is scaled.
    """

    shapes: tuple[tuple[SymbolShape, tuple[str, ...]], ...]
    size: tuple[float, float]
    may_stretch: bool


@lru_cache(maxsize=4096)
def load_picture(name: str, theme: Theme) -> Symbol:
    """Return the picture with a name, such as "chest" or "crypt-3-1", in the colours of a theme; results are cached.

    A name is a word and perhaps numbers. "hatch-2-0" is a square of a texture, "portal-4" the portal with that number,
    "lava-2" a picture with a file of its own, and "crypt-3-1" the picture of a crypt scaled to 3 x 1 squares.

    Raises:
        KeyError: no picture has this name.
    """
    match = _NAME.fullmatch(name)  # its parts for "crypt-3-1": "crypt" and "-3-1"
    if match is None:
        raise KeyError(name)
    word, numbers = match[1], tuple(map(int, match[2].split("-")[1:]))
    if word in textures.TEXTURES_BY_NAME:
        column_and_row = numbers
        return Symbol(name, textures.TEXTURES_BY_NAME[word](theme, *column_and_row))
    shapes = tuple(_list_picture_shapes(name, word, numbers, theme))
    if word in set(ObstacleKind):
        width, height = numbers
        shapes = (*_draw_plinth(theme, width, height), *shapes)
    return Symbol(name, shapes)


def _list_picture_shapes(name: str, word: str, numbers: tuple[int, ...], theme: Theme) -> Iterator[SymbolShape]:
    """Yield the shapes of a picture from its file: with the number of a portal, or scaled to a size in squares.

    Args:
        name: the name of the picture, such as "lava-2"; its file may have the whole name or the word alone.
        word: the name without numbers.
        numbers: the numbers of the name: of a variant with a file of its own, of a portal, or a width and a height; one
            number is both.
        theme: the theme.
    """
    if numbers and (SYMBOL_FOLDER / f"{name}.svg").exists():
        yield from _apply_theme(read_symbol_file(name), theme)
        return
    file = read_symbol_file(word)
    if word == "portal":
        portal_number = numbers[0]
        for shape in _apply_theme(file, theme, portal_number):
            yield _write_portal_number(shape, portal_number)
    elif numbers:
        width, height = numbers[0], numbers[-1]
        for shape in _apply_theme(file, theme):
            yield _fit_shape(shape, file, width, height)
    else:
        yield from _apply_theme(file, theme)


def _write_portal_number(shape: SymbolShape, number: int) -> SymbolShape:
    """Return a shape of the picture of a portal; the text in it becomes the number of the portal.

    A number with two digits is smaller, so that it fits, and is moved with its size to stay in the middle.
    """
    if not isinstance(shape, Text):
        return shape
    scale = 1.0 if number < 10 else _TWO_DIGIT_SCALE
    baseline_y = shape.at[1] * scale
    return replace(shape, text=str(number), size=shape.size * scale, at=(0.0, baseline_y))


def load_paths(name: str, style: Style) -> tuple[Path, ...]:
    """Return the lines and areas of an SVG file in `symbols/`, all in one style."""
    return tuple(replace(shape, style=style) for shape, _ in read_symbol_file(name).shapes if isinstance(shape, Path))


def _draw_plinth(theme: Theme, width: int, height: int) -> Iterator[Path]:
    """Draw the plinth below an obstacle, a low block which shows that no player can stand there.

    It has a shadow to the lower right, and a fine line inside its outline.

    Args:
        theme: the theme.
        width: the width of the obstacle, in squares.
        height: the height of the obstacle, in squares.
    """
    w, h = width - 0.08, height - 0.08  # a little smaller than its squares, so that the lines of the grid stay free
    left, top, radius = -w / 2, -h / 2, 0.06
    shadow_right, shadow_down = 0.03, 0.04  # less than the free rim, so that no shadow lies on the next square
    shadow_style = Style(fill=theme.shade, opacity=0.35)
    yield build_rounded_rectangle(left + shadow_right, top + shadow_down, w, h, radius, shadow_style)
    yield build_rounded_rectangle(left, top, w, h, radius, theme.build_outlined_style(theme.plinth, theme.bold))
    joint_style, joint_inset = Style(stroke=theme.line, width=theme.fine * 0.6), 0.07  # a hair line beside the outline
    joint_width, joint_height = w - 2 * joint_inset, h - 2 * joint_inset
    yield build_rounded_rectangle(left + joint_inset, top + joint_inset, joint_width, joint_height, 0.04, joint_style)


def _fit_shape(shape: SymbolShape, file: SymbolFile, width: float, height: float) -> SymbolShape:
    """Return a shape of a picture file, scaled as the whole picture is to a width and height in squares.

    The picture keeps its proportions unless the file allows stretching. The width of lines does not change, and a
    circle in a stretched picture keeps its size.
    """
    file_width, file_height = file.size
    x_scale, y_scale = width / file_width, height / file_height
    if not file.may_stretch:
        x_scale = y_scale = min(x_scale, y_scale)
    if isinstance(shape, Path):
        return replace(shape, points=tuple((x * x_scale, y * y_scale) for x, y in shape.points))
    position = shape.at[0] * x_scale, shape.at[1] * y_scale
    if isinstance(shape, Circle) and not file.may_stretch:
        return replace(shape, at=position, radius=shape.radius * x_scale)
    return replace(shape, at=position)


def _apply_theme(file: SymbolFile, theme: Theme, portal: int = 1) -> Iterator[SymbolShape]:
    """Yield the shapes of a picture file in a theme's colours, which the classes of the shapes name.

    Shapes for which the theme has no colour are left out.

    Args:
        file: the picture file.
        theme: the theme.
        portal: the number of the portal, for shapes in the colour of a portal.
    """
    for shape, classes in file.shapes:
        changes: dict[str, str | float] = {}
        for class_name in classes:
            attribute, value = _find_class_value(class_name, shape.style, theme, portal)
            changes[attribute] = value
        style = replace(shape.style, **changes)
        if style.fill or style.stroke:
            yield replace(shape, style=style)


def _find_class_value(class_name: str, style: Style, theme: Theme, portal: int) -> tuple[str, str | float]:
    """Return the part of a style that a class of a shape changes, and its value in a theme.

    The class `fill-wood`, for example, sets `fill` to the theme's colour `wood`, and `stroke-portal` sets `stroke` to
    the colour of the portal with a number. `dusk` changes the opacity of the shadow on each step of a stair, which
    makes the stair darker downwards; `fine` and `bold` change the widths of lines. The files have the values of the
    theme "parchment", so these are scaled.
    """
    attribute, _, colour_name = class_name.partition("-")
    if colour_name == "portal":
        return attribute, theme.find_portal_colour(portal)
    if colour_name:
        return attribute, getattr(theme, colour_name.replace("-", "_"))
    if class_name == "dusk":
        return "opacity", round(style.opacity * theme.dusk / PARCHMENT.dusk, 3)
    return "width", style.width * getattr(theme, class_name) / getattr(PARCHMENT, class_name)


@cache
def read_symbol_file(name: str) -> SymbolFile:
    """Return the shapes in an SVG file of the folder `symbols/`, by the name of the file without its ending.

    Lengths in the file are hundredths of a square.

    Raises:
        KeyError: there is no such file.
        ValueError: the file has something that this program does not read.
    """
    try:
        root = ElementTree.parse(SYMBOL_FOLDER / f"{name}.svg").getroot()  # noqa: S314  (comes with the program)
    except FileNotFoundError:
        raise KeyError(name) from None
    _left, _top, width, height = map(float, root.attrib["viewBox"].split())
    shapes = tuple(_read_shapes(root, {}))
    may_stretch = root.get("preserveAspectRatio") == "none"
    return SymbolFile(shapes, (width / 100, height / 100), may_stretch)


def _read_shapes(parent: Element, inherited: dict[str, str]) -> Iterator[tuple[SymbolShape, tuple[str, ...]]]:
    """Yield the shapes within an SVG element, each with its classes; `inherited` are the attributes of outer groups."""
    group_attributes = inherited | parent.attrib
    for element in parent:
        _namespace, _, tag = element.tag.rpartition("}")
        attributes = group_attributes | element.attrib
        if tag == "g":
            yield from _read_shapes(element, group_attributes)
        elif tag not in _UNDRAWN_TAGS:
            yield _read_shape(tag, "".join(element.itertext()), attributes), tuple(attributes.get("class", "").split())


def _read_shape(tag: str, text: str, attributes: dict[str, str]) -> SymbolShape:
    """Return the shape of an SVG element; a ValueError names what cannot be read."""

    def read_length(key: str) -> float:
        """Return the value of an attribute in squares."""
        return float(attributes.get(key, 0)) / 100

    style = Style(
        fill=attributes.get("fill", "").replace("none", ""),
        stroke=attributes.get("stroke", "").replace("none", ""),
        width=read_length("stroke-width"),
        opacity=float(attributes.get("opacity", 1)),
        dash=tuple(float(part) / 100 for part in re.findall(r"[\d.]+", attributes.get("stroke-dasharray", ""))),
        round=attributes.get("stroke-linecap") == "round",
    )
    if "transform" in attributes:
        raise ValueError(f"what is transformed cannot be read: {tag}")
    if tag == "path":
        return Path(*parse_svg_path(attributes["d"]), style)
    if tag == "rect":
        return build_rectangle(read_length("x"), read_length("y"), read_length("width"), read_length("height"), style)
    if tag == "circle":
        return Circle((read_length("cx"), read_length("cy")), read_length("r"), style)
    if tag == "text":
        position, bold = (read_length("x"), read_length("y")), attributes.get("font-weight") == "bold"
        return Text(position, text, read_length("font-size"), style, bold=bold)
    raise ValueError(f"no shape that can be read: {tag}")
