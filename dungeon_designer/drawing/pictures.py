"""Pictures of things, each about its middle, one unit a square.

A picture is an SVG file in `symbols/` that an artist can open, a hundred units a square, as it looks in parchment.
Themes colour it by class: `fill-wood` and `stroke-wood-dark` are colours of the theme, lines of class `fine` or `bold`
are as much thicker as the theme's are, what is `dusk` as much darker. Read are paths, circles, rectangles and words, in
groups or not; what else is painted there is an error.

A name may end in numbers: of a variant that has a file of its own (``lava-2``), of a size the picture is made to fit
(``crypt-3-1``; it keeps its proportions unless the file says `preserveAspectRatio="none"`), of a portal, or of a square
of a sheet of `textures`.
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
from dungeon_designer.drawing.geometry import parsed, rounded
from dungeon_designer.drawing.shapes import Circle, Path, Style, Symbol, SymbolShape, Text, box
from dungeon_designer.drawing.themes import PARCHMENT, Theme
from dungeon_designer.kinds import ObstacleKind

SYMBOLS = FilePath(__file__).with_name("symbols")

_UNPAINTED = frozenset({"title", "desc", "style", "metadata", "defs", "namedview"})
_NAME = re.compile(r"(.+?)((?:-\d+)*)")
_SMALLER = 0.35 / 0.44
"""How much smaller a portal's number of two digits is."""


class SymbolFile(Struct, frozen=True):
    """A file of `symbols/`: its shapes with their classes, its size in squares, whether it may be stretched."""

    shapes: tuple[tuple[SymbolShape, tuple[str, ...]], ...]
    size: tuple[float, float]
    stretched: bool


@lru_cache(maxsize=4096)
def picture(name: str, theme: Theme) -> Symbol:
    """The picture of a name; KeyError for a name that none has."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise KeyError(name)
    word, numbers = found[1], tuple(map(int, found[2].split("-")[1:]))
    if word in textures.SHEETS:
        return Symbol(name, textures.SHEETS[word](theme, *numbers))
    own = bool(numbers) and (SYMBOLS / f"{name}.svg").exists()
    file = symbol_file(name if own else word)
    shapes = tuple(_themed(file, theme, numbers[0] if word == "portal" else 1))
    if word == "portal":
        smaller, text = 1.0 if numbers[0] < 10 else _SMALLER, str(numbers[0])
        shapes = tuple(
            replace(shape, text=text, size=shape.size * smaller, at=(0.0, shape.at[1] * smaller))
            if isinstance(shape, Text)
            else shape
            for shape in shapes
        )
    elif numbers and not own:
        shapes = tuple(_fitted(shape, file, numbers[0], numbers[-1]) for shape in shapes)
    return Symbol(name, (*_plinth(theme, *numbers), *shapes) if word in set(ObstacleKind) else shapes)


def drawn_in(name: str, style: Style) -> tuple[Path, ...]:
    """The paths of a file, all in one style."""
    return tuple(replace(shape, style=style) for shape, _ in symbol_file(name).shapes if isinstance(shape, Path))


def _plinth(theme: Theme, width: int, height: int) -> Iterator[Path]:
    """What every obstacle stands on: it says that nobody steps here."""
    w, h = width - 0.08, height - 0.08
    yield rounded(-w / 2 + 0.03, -h / 2 + 0.04, w, h, 0.06, Style(fill=theme.shade, opacity=0.35))
    yield rounded(-w / 2, -h / 2, w, h, 0.06, theme.drawn(theme.plinth, theme.bold))
    joint = Style(stroke=theme.line, width=theme.fine * 0.6)
    yield rounded(-w / 2 + 0.07, -h / 2 + 0.07, w - 0.14, h - 0.14, 0.04, joint)


def _fitted(shape: SymbolShape, file: SymbolFile, width: float, height: float) -> SymbolShape:
    """A shape made to fit a size; its lines stay as thick as they are."""
    across, down = width / file.size[0], height / file.size[1]
    if not file.stretched:
        across = down = min(across, down)
    if isinstance(shape, Path):
        return replace(shape, points=tuple((x * across, y * down) for x, y in shape.points))
    at = shape.at[0] * across, shape.at[1] * down
    if isinstance(shape, Circle) and not file.stretched:
        return replace(shape, at=at, radius=shape.radius * across)
    return replace(shape, at=at)


def _themed(file: SymbolFile, theme: Theme, portal: int) -> Iterator[SymbolShape]:
    """The shapes in a theme's colours; those that it has no colour for are left out."""
    for shape, classes in file.shapes:
        changes: dict[str, str | float] = {}
        for word in classes:
            what, _, colour = word.partition("-")
            if colour:
                changes[what] = theme.portal(portal) if colour == "portal" else getattr(theme, colour.replace("-", "_"))
            elif what == "dusk":
                changes["opacity"] = round(shape.style.opacity * theme.dusk / PARCHMENT.dusk, 3)
            else:
                changes["width"] = shape.style.width * getattr(theme, what) / getattr(PARCHMENT, what)
        style = replace(shape.style, **changes)
        if style.fill or style.stroke:
            yield replace(shape, style=style)


@cache
def symbol_file(name: str) -> SymbolFile:
    """A file of `symbols/`; KeyError where there is none, ValueError for one that cannot be read."""
    try:
        root = ElementTree.parse(SYMBOLS / f"{name}.svg").getroot()  # noqa: S314  (comes with the program)
    except FileNotFoundError:
        raise KeyError(name) from None
    *_, width, height = map(float, root.attrib["viewBox"].split())
    shapes = tuple(_shapes(root, {}))
    return SymbolFile(shapes, (width / 100, height / 100), root.get("preserveAspectRatio") == "none")


def _shapes(parent: Element, inherited: dict[str, str]) -> Iterator[tuple[SymbolShape, tuple[str, ...]]]:
    """The shapes within an element, which hands on how it is painted."""
    given = inherited | parent.attrib
    for element in parent:
        tag, own = element.tag.rpartition("}")[2], given | element.attrib
        if tag == "g":
            yield from _shapes(element, given)
        elif tag not in _UNPAINTED:
            yield _shape(tag, "".join(element.itertext()), own), tuple(own.get("class", "").split())


def _shape(tag: str, words: str, given: dict[str, str]) -> SymbolShape:
    def number(key: str) -> float:
        return float(given.get(key, 0)) / 100

    style = Style(
        fill=given.get("fill", "").replace("none", ""),
        stroke=given.get("stroke", "").replace("none", ""),
        width=number("stroke-width"),
        opacity=float(given.get("opacity", 1)),
        dash=tuple(float(part) / 100 for part in re.findall(r"[\d.]+", given.get("stroke-dasharray", ""))),
        round=given.get("stroke-linecap") == "round",
    )
    if "transform" in given:
        raise ValueError(f"what is transformed cannot be read: {tag}")
    if tag == "path":
        return Path(*parsed(given["d"]), style)
    if tag == "rect":
        return box(number("x"), number("y"), number("width"), number("height"), style)
    if tag == "circle":
        return Circle((number("cx"), number("cy")), number("r"), style)
    if tag == "text":
        at, bold = (number("x"), number("y")), given.get("font-weight") == "bold"
        return Text(at, words, number("font-size"), style, bold=bold)
    raise ValueError(f"no shape that can be read: {tag}")
