"""Shapes as an SVG file by svgwrite. Importing this imports svgwrite: do it late.

The frame of the file, its page and its title are svgwrite's own elements. The pictures and things of the drawing are
put into that frame as the text svgwrite would make of them: its classes check and copy every attribute once more, and
the writer of the standard library asks each element for its namespaces, which together takes many times as long.

Where a presentation attribute would only say what SVG takes for granted, it is left out: a season at print scale is
hundreds of pictures, and every reader of the PDF's maker has to read them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, tostring
from xml.sax.saxutils import escape, quoteattr

from svgwrite.drawing import Drawing as SvgDrawing
from svgwrite.shapes import Rect as SvgRect

from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Style, Symbol, Text, Use
from dungeon_designer.text.escaping import without_controls

UNITS = 1000
"""Units of the SVG's coordinates in a square: whole numbers, to a thousandth of a square."""

_COUNTS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


_PICTURES = "<defs />"
"""Where svgwrite leaves room for pictures; no title can be taken for it, for in a title the brackets are escaped."""


class _Paper(SvgDrawing):
    """A drawing without svgwrite's namespace of events, which SVG 1.1 does not know."""

    def get_xml(self) -> Element:
        xml: Element = super().get_xml()  # type: ignore[no-untyped-call]
        del xml.attrib["xmlns:ev"]
        return xml

    def tostring(self) -> str:
        """The same text as svgwrite's, without its way through bytes."""
        return tostring(self.get_xml(), encoding="unicode")


def document(drawing: Drawing, square: float) -> str:
    """The whole SVG file as text."""
    (left, top), (width, height) = drawing.corner, drawing.size
    svg = _svg(_Paper, size=(_mm(width * square), _mm(height * square)), profile="full")
    svg.attribs["viewBox"] = f"{_units(left)} {_units(top)} {_units(width)} {_units(height)}"
    svg.set_desc(title=without_controls(drawing.title or "A dungeon"))
    svg.add(_page(drawing))
    fonts = drawing.title_fonts, drawing.label_fonts
    pictures = "".join([_symbol(symbol, *fonts) for symbol in drawing.symbols])
    layers = "".join([_layer(layer, fonts) for layer in drawing.layers if layer.groups])
    frame = svg.tostring().replace(_PICTURES, f"<defs>{pictures}</defs>", 1).removesuffix("</svg>")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{frame}{layers}</svg>\n'


def _svg(kind: Any, **attributes: Any) -> Any:
    """An element of svgwrite, which carries no types; what it is given is known to be right, so it need not check."""
    return kind(debug=False, **attributes)


def _mm(length: float) -> str:
    return f"{round(length, 4):.10g}mm"


def _units(length: float) -> str:
    return str(round(length * UNITS))


def _page(drawing: Drawing) -> Any:
    (left, top), (width, height) = drawing.corner, drawing.size
    corner, size = (_units(left), _units(top)), (_units(width), _units(height))
    return _svg(SvgRect, insert=corner, size=size, id="page", fill=drawing.background)


Fonts = tuple[str, ...]


@lru_cache(maxsize=2048)
def _symbol(symbol: Symbol, title_fonts: Fonts, label_fonts: Fonts) -> str:
    """A picture to be used; its id has a word before it, for a thing on the board may be called as a picture is."""
    shapes = "".join([_shape(shape, title_fonts, label_fonts) for shape in symbol.shapes])
    return f'<g id="picture-{symbol.id}">{shapes}</g>'


def _layer(layer: Layer, fonts: tuple[Fonts, Fonts]) -> str:
    things = "".join([_thing(group, *fonts) for group in layer.groups])
    return f'<g id="layer-{layer.name}">{things}</g>'


def _thing(group: Group, title_fonts: Fonts, label_fonts: Fonts) -> str:
    title = f"<title>{escape(without_controls(group.title))}</title>" if group.title else ""
    shapes = "".join([_shape(shape, title_fonts, label_fonts) for shape in group.shapes])
    return f'<g id={quoteattr(group.id)} class="{group.kind}">{title}{shapes}</g>'


def _shape(shape: Shape, title_fonts: Fonts, label_fonts: Fonts) -> str:
    if type(shape) is Use:
        return _use(shape)
    if type(shape) is Path:
        return f'<path d="{_data(shape.verbs, shape.points)}"{_ruled(shape)}{_painted(shape.style)} />'
    if type(shape) is Circle:
        x, y, radius = _units(shape.at[0]), _units(shape.at[1]), _units(shape.radius)
        return f'<circle cx="{x}" cy="{y}" r="{radius}"{_painted(shape.style)} />'
    assert type(shape) is Text  # noqa: S101  (the fourth kind of shape there is)
    return _text(shape, title_fonts if shape.font == "title" else label_fonts)


def _use(use: Use) -> str:
    x, y = round(use.at[0] * UNITS), round(use.at[1] * UNITS)
    if not use.turn and use.size == 1.0:
        return f'<use xlink:href="#picture-{use.symbol}" x="{x}" y="{y}" />'
    turn = f" rotate({use.turn:g})" if use.turn else ""
    grown = f" scale({use.size:.4g})" if use.size != 1.0 else ""
    return f'<use xlink:href="#picture-{use.symbol}" transform="translate({x} {y}){turn}{grown}" />'


def _ruled(path: Path) -> str:
    """Which way an area of several rings is filled; one ring is filled alike either way."""
    return ' fill-rule="evenodd"' if path.style.fill and path.verbs.count("M") > 1 else ""


def _text(text: Text, fonts: Fonts) -> str:
    x, y = _units(text.at[0]), _units(text.at[1])
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    bold = ' font-weight="bold"' if text.bold else ""
    turn = f' transform="rotate({text.turn:g} {x} {y})"' if text.turn else ""
    place = f'x="{x}" y="{y}" font-family="{_families(fonts)}" font-size="{_units(text.size)}"'
    words = escape(without_controls(text.text))
    return f"<text {place}{anchor}{_painted(text.style)}{bold}{turn}>{words}</text>"


@lru_cache(maxsize=16)
def _families(fonts: Fonts) -> str:
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
        if verb == "L":
            x, y = whole[at]
            parts.append(f"l{x - left} {y - top}")
        elif verb == "Z":
            parts.append("z")
            left, top = start
            continue
        else:
            steps = [f"{x - left} {y - top}" for x, y in whole[at : at + _COUNTS[verb]]]
            parts.append(verb.lower() + " ".join(steps))
        at += _COUNTS[verb]
        left, top = whole[at - 1]
        if verb == "M":
            start = left, top
    return "".join(parts)


@lru_cache(maxsize=1024)
def _painted(style: Style) -> str:
    """Presentation attributes: understood by every reader, and free to be changed by hand."""
    attributes = {"fill": style.fill or "none"}
    if style.stroke:
        attributes |= {"stroke": style.stroke, "stroke-width": _units(style.width)}
        if style.round:
            attributes |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    if style.dash:
        attributes["stroke-dasharray"] = " ".join(_units(part) for part in style.dash)
    if style.opacity != 1.0:
        attributes[_seen_through(style)] = f"{style.opacity:g}"
    return "".join(f' {name}="{value}"' for name, value in attributes.items())


def _seen_through(style: Style) -> str:
    """The attribute for opacity: of what is painted, where only one thing is; that of the whole shape makes every
    reader paint it apart first, which is slow and large."""
    if style.fill and style.stroke:
        return "opacity"
    return "fill-opacity" if style.fill else "stroke-opacity"
