"""Shapes as an SVG file by svgwrite: coordinates in thousandths of a square, ids that stay.

Importing this imports svgwrite: do it late. Where a presentation attribute would only say what SVG takes for granted,
it is left out: a season at print scale is hundreds of pictures, and every reader of the PDF's maker has to read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, tostring

from svgwrite.drawing import Drawing as SvgDrawing

from dungeon_designer.drawing.fonts import FALLBACK, FALLBACK_FAMILY, file_of
from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Path, Point, Shape, Style, Symbol, Text, Use
from dungeon_designer.exports.options import SvgNames
from dungeon_designer.grid import Square, row_major
from dungeon_designer.text.escaping import without_controls

UNITS = 1000
"""Units of the SVG's coordinates in a square: whole numbers, to a thousandth of a square."""

_EVENTS = ' xmlns:ev="http://www.w3.org/2001/xml-events"'
"""svgwrite's namespace of events, which SVG 1.1 does not know."""

_COUNTS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


class _Remembered:
    """An element that was made before: svgwrite asks for its XML alone."""

    def __init__(self, xml: Element) -> None:
        self._xml = xml

    def get_xml(self) -> Element:
        """The XML that was made of it."""
        return self._xml


class _Lettering(NamedTuple):
    """The font families of `title` and `label` words, the preferred one first, and what stands before every id."""

    title: tuple[str, ...]
    label: tuple[str, ...]
    prefix: str


_PAPER: Any = SvgDrawing

_SVG = _PAPER(debug=False, profile="full")
"""Makes elements that are not checked, since what they are given is known to be right."""


def document(
    drawing: Drawing, square: float, names: SvgNames | None = None, cells: Sequence[Square] = (), fonts: str = ""
) -> str:
    """The whole SVG file as text; with `names`, as a program's own page wants it, `cells` to be clicked on.

    `fonts` is the only style sheet it has.
    """
    (left, top), (width, height) = drawing.corner, drawing.size
    view = [_units(length) for length in (left, top, width, height)]
    given = _Lettering(drawing.title_fonts, drawing.label_fonts, names.prefix if names else "")
    size = tuple(f"{round(side * square, 4):.10g}mm" for side in (width, height))
    paper = _PAPER(size=size, debug=False, profile="full")
    paper.attribs["viewBox"] = " ".join(view)
    paper.set_desc(title=without_controls(drawing.title or "A dungeon"))
    paper.add(_SVG.rect(view[:2], view[2:], id=f"{given.prefix}page", fill=drawing.background))
    if fonts:
        paper.defs.add(_SVG.style(fonts))
    paper.defs.elements.extend(_picture(symbol, given) for symbol in drawing.symbols)
    for layer in drawing.layers:
        if layer.groups:
            things = (_thing(group, given, names is not None) for group in layer.groups)
            paper.add(_group(f"{given.prefix}layer-{layer.name}", things))
    if names and names.cells:
        look = {"class": "cell", "fill": "none", "pointer-events": "all"}
        unseen = (
            _SVG.rect(
                (x * UNITS, y * UNITS),
                (UNITS, UNITS),
                id=f"{given.prefix}cell-{x}-{y}",
                **look,
                **{"data-x": str(x), "data-y": str(y)},
            )
            for x, y in cells
        )
        paper.add(_group(f"{given.prefix}layer-cells", unseen))
    return tostring(paper.get_xml(), encoding="unicode").replace(_EVENTS, "", 1)


def _group(name: str, content: Iterable[Any], **attributes: str) -> Any:
    group = _SVG.g(id=name, **attributes)
    group.elements.extend(content)
    return group


@lru_cache(maxsize=2048)
def _picture(symbol: Symbol, given: _Lettering) -> _Remembered:
    """A picture to be used; its id has a word before it, for a thing on the board may be called as a picture is."""
    made = _group(f"{given.prefix}picture-{symbol.id}", (_shape(shape, given) for shape in symbol.shapes))
    return _Remembered(made.get_xml())


def _thing(group: Group, given: _Lettering, placed: bool) -> Any:
    """A thing; one that is `placed` says what it is and its first square."""
    where = {}
    if placed and group.squares:
        x, y = min(group.squares, key=row_major)
        where = {"data-kind": group.kind, "data-x": str(x), "data-y": str(y)}
    shapes = (_shape(shape, given) for shape in group.shapes)
    made = _group(given.prefix + group.id, shapes, **{"class": group.kind}, **where)
    if group.title:
        made.set_desc(title=without_controls(group.title))
    return made


def _shape(shape: Shape, given: _Lettering) -> Any:
    if type(shape) is Use:
        return _use(shape, given.prefix)
    if type(shape) is Path:
        rule = {"fill-rule": "evenodd"} if shape.style.fill and shape.verbs.count("M") > 1 else {}
        return _SVG.path(_data(shape.verbs, shape.points), **rule, **_painted(shape.style))
    if type(shape) is Circle:
        x, y, radius = _units(shape.at[0]), _units(shape.at[1]), _units(shape.radius)
        return _SVG.circle((x, y), radius, **_painted(shape.style))
    assert type(shape) is Text  # noqa: S101  (the fourth kind of shape there is)
    return _text(shape, given)


@lru_cache(maxsize=1 << 14)
def _use(use: Use, prefix: str) -> _Remembered:
    x, y, href = _units(use.at[0]), _units(use.at[1]), f"#{prefix}picture-{use.symbol}"
    if not use.turn and use.size == 1.0:
        return _Remembered(_SVG.use(href, (x, y)).get_xml())
    turn = f" rotate({use.turn:g})" if use.turn else ""
    grown = f" scale({use.size:.4g})" if use.size != 1.0 else ""
    made = _SVG.use(href, transform=f"translate({x} {y}){turn}{grown}")
    return _Remembered(made.get_xml())


def _text(text: Text, given: _Lettering) -> Any:
    x, y = _units(text.at[0]), _units(text.at[1])
    fonts, words = given.title if text.font == "title" else given.label, without_controls(text.text)
    if file_of(without_controls(text.whole) or words, fonts[0], text.bold) == FALLBACK:
        fonts = (FALLBACK_FAMILY, *(font for font in fonts[1:] if font != FALLBACK_FAMILY))
    look = {"font-family": _families(fonts), "font-size": _units(text.size)}
    if text.anchor != "start":
        look["text-anchor"] = text.anchor
    if text.bold:
        look["font-weight"] = "bold"
    if text.turn:
        look["transform"] = f"rotate({text.turn:g} {x} {y})"
    return _SVG.text(words, x=[x], y=[y], **look, **_painted(text.style))


def _units(length: float) -> str:
    return str(round(length * UNITS))


def _families(fonts: Sequence[str]) -> str:
    return ", ".join(f"'{font}'" if " " in font else font for font in fonts)


@lru_cache(maxsize=8192)
def _data(verbs: str, points: tuple[Point, ...]) -> str:
    """The `d` of a path; rings and runs come again on sheet after sheet, so it is remembered.

    Every verb but the first counts from the point before it, which takes about half the letters.
    """
    whole = [(round(x * UNITS), round(y * UNITS)) for x, y in points]
    parts, at, left, top = [], 0, 0, 0
    start = (0, 0)
    for verb in verbs:
        if verb == "Z":
            parts.append("z")
            left, top = start
            continue
        steps = [f"{x - left} {y - top}" for x, y in whole[at : at + _COUNTS[verb]]]
        parts.append(verb.lower() + " ".join(steps))
        at += _COUNTS[verb]
        left, top = whole[at - 1]
        if verb == "M":
            start = left, top
    return "".join(parts)


@lru_cache(maxsize=1024)
def _painted(style: Style) -> dict[str, str]:
    """Presentation attributes: understood by every reader, and free to be changed by hand.

    Opacity is that of what is painted, where only one thing is; that of the whole shape makes every reader paint it
    apart first, which is slow and large.
    """
    attributes = {"fill": style.fill or "none"}
    if style.stroke:
        attributes |= {"stroke": style.stroke, "stroke-width": _units(style.width)}
        if style.round:
            attributes |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    if style.dash:
        attributes["stroke-dasharray"] = " ".join(map(_units, style.dash))
    if style.opacity != 1.0:
        seen_through = "opacity" if style.fill and style.stroke else "fill-opacity" if style.fill else "stroke-opacity"
        attributes[seen_through] = f"{style.opacity:g}"
    return attributes
