"""Shapes as SVG elements in an svgwrite drawing. Importing this imports svgwrite: do it late.

svgwrite frames the file. The shapes are handed to it as the finished elements it would make of them: its own
classes check and copy every attribute once more, which takes three times as long as writing the file.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from svgwrite.base import BaseElement
from svgwrite.drawing import Drawing as SvgDrawing

from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Style, Symbol, Text, Use

UNITS = 1000
"""Units of the SVG's coordinates in a square: whole numbers, to a thousandth of a square."""

_new_drawing: Any = SvgDrawing
"""svgwrite carries no types."""

_COUNTS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Finished(BaseElement):
    """An element that is made already."""

    def __init__(self, xml: Element) -> None:
        self._xml = xml

    def get_xml(self) -> Element:
        return self._xml


def document(drawing: Drawing, square: float) -> str:
    """The whole SVG file as text."""
    (left, top), (width, height) = drawing.corner, drawing.size
    svg = _new_drawing(size=(_mm(width * square), _mm(height * square)), profile="full", debug=False)
    svg.attribs["viewBox"] = f"{_units(left)} {_units(top)} {_units(width)} {_units(height)}"
    title = Element("title")
    title.text = _clean(drawing.title or "A dungeon")
    svg.elements.insert(0, _Finished(title))
    svg.defs.elements.extend(_Finished(_symbol(symbol, drawing)) for symbol in drawing.symbols)
    svg.elements.append(_Finished(_page(drawing)))
    svg.elements.extend(_Finished(_layer(layer, drawing)) for layer in drawing.layers if layer.groups)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(svg.get_xml(), encoding="unicode") + "\n"


def _mm(length: float) -> str:
    return f"{round(length, 4):.10g}mm"


def _units(length: float) -> str:
    return str(round(length * UNITS))


def _clean(text: str) -> str:
    """The text without characters that no XML file may hold."""
    return _NOT_XML.sub("\ufffd", text)


def _page(drawing: Drawing) -> Element:
    (left, top), (width, height) = drawing.corner, drawing.size
    sides = {"x": left, "y": top, "width": width, "height": height}
    place = {name: _units(value) for name, value in sides.items()}
    return Element("rect", {"id": "page", **place, "fill": drawing.background})


def _picture(symbol: str) -> str:
    """The id of a symbol: a picture may be called as some thing on the board is."""
    return "picture-" + symbol


def _symbol(symbol: Symbol, drawing: Drawing) -> Element:
    holder = Element("g", {"id": _picture(symbol.id)})
    holder.extend([_shape(shape, drawing) for shape in symbol.shapes])
    return holder


def _layer(layer: Layer, drawing: Drawing) -> Element:
    holder = Element("g", {"id": f"layer-{layer.name}"})
    holder.extend([_group(group, drawing) for group in layer.groups])
    return holder


def _group(group: Group, drawing: Drawing) -> Element:
    holder = Element("g", {"id": group.id, "class": group.kind})
    if group.title:
        SubElement(holder, "title").text = _clean(group.title)
    holder.extend([_shape(shape, drawing) for shape in group.shapes])
    return holder


def _shape(shape: Shape, drawing: Drawing) -> Element:
    if type(shape) is Use:
        return _use(shape)
    if type(shape) is Path:
        return Element("path", {"d": _data(shape.verbs, shape.points), **_painted(shape.style)})
    if type(shape) is Circle:
        place = {"cx": _units(shape.at[0]), "cy": _units(shape.at[1]), "r": _units(shape.radius)}
        return Element("circle", {**place, **_painted(shape.style)})
    assert type(shape) is Text  # noqa: S101  (the fourth kind of shape there is)
    return _text(shape, drawing)


def _use(use: Use) -> Element:
    x, y = round(use.at[0] * UNITS), round(use.at[1] * UNITS)
    if not use.turn and use.size == 1.0:
        return Element("use", {"xlink:href": "#" + _picture(use.symbol), "x": str(x), "y": str(y)})
    turn = f" rotate({use.turn:g})" if use.turn else ""
    grown = f" scale({use.size:.4g})" if use.size != 1.0 else ""
    return Element("use", {"xlink:href": "#" + _picture(use.symbol), "transform": f"translate({x} {y}){turn}{grown}"})


def _text(text: Text, drawing: Drawing) -> Element:
    x, y = _units(text.at[0]), _units(text.at[1])
    fonts = drawing.title_fonts if text.font == "title" else drawing.label_fonts
    attributes = {
        "x": x,
        "y": y,
        "font-family": _families(fonts),
        "font-size": _units(text.size),
        "text-anchor": text.anchor,
        **_painted(text.style),
    }
    if text.bold:
        attributes["font-weight"] = "bold"
    if text.turn:
        attributes["transform"] = f"rotate({text.turn:g} {x} {y})"
    element = Element("text", attributes)
    element.text = _clean(text.text)
    return element


@lru_cache(maxsize=16)
def _families(fonts: tuple[str, ...]) -> str:
    return ", ".join(f"'{font}'" if " " in font else font for font in fonts)


@lru_cache(maxsize=8192)
def _data(verbs: str, points: tuple[Point, ...]) -> str:
    """The `d` of a path; symbols come again and again, so it is remembered."""
    numbers = [f"{round(x * UNITS)} {round(y * UNITS)}" for x, y in points]
    parts, at = [], 0
    for verb in verbs:
        count = _COUNTS[verb]
        parts.append(verb + " ".join(numbers[at : at + count]))
        at += count
    return "".join(parts)


@lru_cache(maxsize=1024)
def _painted(style: Style) -> dict[str, str]:
    """Presentation attributes: understood by every reader, and free to be changed by hand."""
    attributes = {"fill": style.fill or "none"}
    if style.fill:
        attributes["fill-rule"] = "evenodd"
    if style.stroke:
        attributes["stroke"] = style.stroke
        attributes["stroke-width"] = _units(style.width)
        attributes["stroke-linecap"] = "round" if style.round else "butt"
        attributes["stroke-linejoin"] = "round" if style.round else "miter"
    if style.dash:
        attributes["stroke-dasharray"] = " ".join(_units(part) for part in style.dash)
    if style.opacity != 1.0:
        attributes["opacity"] = f"{style.opacity:g}"
    return attributes
