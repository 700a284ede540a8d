"""Shapes as SVG. Importing this imports svgwrite: do it late.

svgwrite frames the file. The shapes are written between as the text it would make of them: its own classes check and
copy every attribute once more, and the elements they make are written one by one in Python, which together takes
many times as long. Where a presentation attribute would only say what SVG takes for granted, it is left out: a season
at print scale is hundreds of pictures, and every reader of the PDF's maker has to read them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from svgwrite.drawing import Drawing as SvgDrawing

from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Style, Symbol, Text, Use

UNITS = 1000
"""Units of the SVG's coordinates in a square: whole numbers, to a thousandth of a square."""

_new_drawing: Any = SvgDrawing
"""svgwrite carries no types."""

_COUNTS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_EMPTY = "<defs />"
"""What svgwrite writes where the pictures and all that uses them go."""


def document(drawing: Drawing, square: float) -> str:
    """The whole SVG file as text."""
    (left, top), (width, height) = drawing.corner, drawing.size
    svg = _new_drawing(size=(_mm(width * square), _mm(height * square)), profile="full", debug=False)
    svg.attribs["viewBox"] = f"{_units(left)} {_units(top)} {_units(width)} {_units(height)}"
    svg.set_desc(title=_clean(drawing.title or "A dungeon"))
    head, _, tail = svg.tostring().partition(_EMPTY)
    symbols = "".join([_symbol(symbol, drawing.title_fonts, drawing.label_fonts) for symbol in drawing.symbols])
    layers = "".join([_layer(layer, drawing) for layer in drawing.layers if layer.groups])
    defs = f"<defs>{symbols}</defs>" if symbols else _EMPTY
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}{defs}{_page(drawing)}{layers}{tail}\n'


def _mm(length: float) -> str:
    return f"{round(length, 4):.10g}mm"


def _units(length: float) -> str:
    return str(round(length * UNITS))


def _clean(text: str) -> str:
    """The text without characters that no XML file may hold."""
    return _NOT_XML.sub("\ufffd", text)


def _words(text: str) -> str:
    """Text as XML has it, between tags and within quotation marks."""
    plain = _clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return plain.replace('"', "&quot;").replace("\r", "&#13;")


def _page(drawing: Drawing) -> str:
    left, top, width, height = map(_units, (*drawing.corner, *drawing.size))
    place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<rect id="page" {place} fill="{_words(drawing.background)}" />'


Fonts = tuple[str, ...]


@lru_cache(maxsize=2048)
def _symbol(symbol: Symbol, title_fonts: Fonts, label_fonts: Fonts) -> str:
    """A picture to be used; its id has a word before it, for a thing on the board may be called as a picture is."""
    shapes = "".join([_shape(shape, title_fonts, label_fonts) for shape in symbol.shapes])
    return f'<g id="{_picture(symbol.id)}">{shapes}</g>'


@lru_cache(maxsize=2048)
def _picture(symbol: str) -> str:
    return "picture-" + _words(symbol)


def _layer(layer: Layer, drawing: Drawing) -> str:
    title_fonts, label_fonts = drawing.title_fonts, drawing.label_fonts
    groups = "".join([_group(group, title_fonts, label_fonts) for group in layer.groups])
    return f'<g id="layer-{_words(layer.name)}">{groups}</g>'


def _group(group: Group, title_fonts: Fonts, label_fonts: Fonts) -> str:
    title = f"<title>{_words(group.title)}</title>" if group.title else ""
    shapes = "".join([_shape(shape, title_fonts, label_fonts) for shape in group.shapes])
    return f'<g id="{_words(group.id)}" class="{_words(group.kind)}">{title}{shapes}</g>'


def _shape(shape: Shape, title_fonts: Fonts, label_fonts: Fonts) -> str:
    if type(shape) is Use:
        return _use(shape)
    if type(shape) is Path:
        return f'<path d="{_data(shape.verbs, shape.points)}"{_ruled(shape)}{_painted(shape.style)} />'
    if type(shape) is Circle:
        place = f'cx="{_units(shape.at[0])}" cy="{_units(shape.at[1])}" r="{_units(shape.radius)}"'
        return f"<circle {place}{_painted(shape.style)} />"
    assert type(shape) is Text  # noqa: S101  (the fourth kind of shape there is)
    return _text(shape, title_fonts if shape.font == "title" else label_fonts)


def _use(use: Use) -> str:
    x, y = round(use.at[0] * UNITS), round(use.at[1] * UNITS)
    if not use.turn and use.size == 1.0:
        return f'<use xlink:href="#{_picture(use.symbol)}" x="{x}" y="{y}" />'
    turn = f" rotate({use.turn:g})" if use.turn else ""
    grown = f" scale({use.size:.4g})" if use.size != 1.0 else ""
    return f'<use xlink:href="#{_picture(use.symbol)}" transform="translate({x} {y}){turn}{grown}" />'


def _ruled(path: Path) -> str:
    """Which way an area of several rings is filled; one ring is filled alike either way."""
    return ' fill-rule="evenodd"' if path.style.fill and path.verbs.count("M") > 1 else ""


def _text(text: Text, fonts: Fonts) -> str:
    x, y = _units(text.at[0]), _units(text.at[1])
    place = f'x="{x}" y="{y}" font-family="{_families(fonts)}" font-size="{_units(text.size)}"'
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    bold = ' font-weight="bold"' if text.bold else ""
    turn = f' transform="rotate({text.turn:g} {x} {y})"' if text.turn else ""
    return f"<text {place}{anchor}{_painted(text.style)}{bold}{turn}>{_words(text.text)}</text>"


@lru_cache(maxsize=16)
def _families(fonts: Fonts) -> str:
    return _words(", ".join(f"'{font}'" if " " in font else font for font in fonts))


@lru_cache(maxsize=8192)
def _data(verbs: str, points: tuple[Point, ...]) -> str:
    """The `d` of a path; rings and runs come again on sheet after sheet, so it is remembered."""
    numbers = [f"{round(x * UNITS)} {round(y * UNITS)}" for x, y in points]
    parts, at = [], 0
    for verb in verbs:
        count = _COUNTS[verb]
        parts.append(verb + " ".join(numbers[at : at + count]))
        at += count
    return "".join(parts)


@lru_cache(maxsize=1024)
def _painted(style: Style) -> str:
    """Presentation attributes: understood by every reader, and free to be changed by hand."""
    attributes = [f'fill="{style.fill or "none"}"']
    if style.stroke:
        attributes += [f'stroke="{style.stroke}"', f'stroke-width="{_units(style.width)}"']
        attributes += ['stroke-linecap="round"', 'stroke-linejoin="round"'] if style.round else []
    if style.dash:
        attributes.append(f'stroke-dasharray="{" ".join(_units(part) for part in style.dash)}"')
    if style.opacity != 1.0:
        attributes.append(f'{_seen_through(style)}="{style.opacity:g}"')
    return "".join(f" {attribute}" for attribute in attributes)


def _seen_through(style: Style) -> str:
    """The attribute for opacity: of what is painted, where only one thing is; that of the whole shape makes every
    reader paint it apart first, which is slow and large."""
    if style.fill and style.stroke:
        return "opacity"
    return "fill-opacity" if style.fill else "stroke-opacity"
