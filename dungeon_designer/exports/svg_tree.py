"""Shapes as svgwrite elements. Importing this imports svgwrite: do it late.

svgwrite's own leaves check and copy every attribute, which makes them three times as slow as the XML
they write; `_Leaf` takes its attributes as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

from svgwrite.base import BaseElement
from svgwrite.drawing import Drawing as SvgDrawing

from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Style, Symbol, Text, Use

UNITS = 1000
"""Units of the SVG's coordinates in a square: whole numbers, to a thousandth of a square."""

Attributes = dict[str, str]

_new_drawing: Any = SvgDrawing
"""svgwrite carries no types."""

_COUNTS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Leaf(BaseElement):
    """An element with attributes that are known to be right."""

    def __init__(self, name: str, attributes: Attributes, text: str = "") -> None:
        self.elementname = name
        self.attribs = attributes
        self.elements: list[_Leaf] = []
        self.text = text

    def get_xml(self) -> Element:
        element = Element(self.elementname, self.attribs)
        element.text = self.text or None
        element.extend([child.get_xml() for child in self.elements])
        return element


def document(drawing: Drawing, square: float) -> str:
    """The whole SVG file as text."""
    (left, top), (width, height) = drawing.corner, drawing.size
    svg = _new_drawing(size=(_mm(width * square), _mm(height * square)), profile="full", debug=False)
    svg.attribs["viewBox"] = f"{_units(left)} {_units(top)} {_units(width)} {_units(height)}"
    svg.elements.append(_Leaf("title", {}, _clean(drawing.title or "A dungeon")))
    svg.defs.elements.extend(_symbol(symbol, drawing) for symbol in drawing.symbols)
    ground = _place(left, top, width, height)
    svg.elements.append(_Leaf("rect", {"id": "page", **ground, "fill": drawing.background}))
    svg.elements.extend(_layer(layer, drawing) for layer in drawing.layers if layer.groups)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + str(svg.tostring()) + "\n"


def _mm(length: float) -> str:
    return f"{round(length, 4):g}mm"


def _units(length: float) -> int:
    return round(length * UNITS)


def _place(left: float, top: float, width: float, height: float) -> Attributes:
    sides = {"x": left, "y": top, "width": width, "height": height}
    return {name: str(_units(value)) for name, value in sides.items()}


def _clean(text: str) -> str:
    """The text without characters that no XML file may hold."""
    return _NOT_XML.sub("�", text)


def _symbol(symbol: Symbol, drawing: Drawing) -> _Leaf:
    group = _Leaf("g", {"id": symbol.id})
    group.elements = [_shape(shape, drawing) for shape in symbol.shapes]
    return group


def _layer(layer: Layer, drawing: Drawing) -> _Leaf:
    holder = _Leaf("g", {"id": f"layer-{layer.name}"})
    holder.elements = [_group(group, drawing) for group in layer.groups]
    return holder


def _group(group: Group, drawing: Drawing) -> _Leaf:
    holder = _Leaf("g", {"id": group.id, "class": group.kind})
    if group.title:
        holder.elements.append(_Leaf("title", {}, _clean(group.title)))
    holder.elements.extend(_shape(shape, drawing) for shape in group.shapes)
    return holder


def _shape(shape: Shape, drawing: Drawing) -> _Leaf:
    if isinstance(shape, Use):
        return _use(shape)
    if isinstance(shape, Path):
        return _Leaf("path", {"d": _data(shape.verbs, shape.points), **_painted(shape.style)})
    if isinstance(shape, Circle):
        x, y = shape.at
        place = {"cx": str(_units(x)), "cy": str(_units(y)), "r": str(_units(shape.radius))}
        return _Leaf("circle", {**place, **_painted(shape.style)})
    return _text(shape, drawing)


def _use(use: Use) -> _Leaf:
    x, y = _units(use.at[0]), _units(use.at[1])
    target = {"xlink:href": f"#{use.symbol}"}
    if not (use.turn or use.flip or use.size != 1.0):
        return _Leaf("use", {**target, "x": str(x), "y": str(y)})
    steps = [f"translate({x} {y})"]
    if use.turn:
        steps.append(f"rotate({use.turn:g})")
    if use.flip or use.size != 1.0:
        steps.append(f"scale({-use.size if use.flip else use.size:.4g} {use.size:.4g})")
    return _Leaf("use", {**target, "transform": " ".join(steps)})


def _text(text: Text, drawing: Drawing) -> _Leaf:
    x, y = str(_units(text.at[0])), str(_units(text.at[1]))
    fonts = drawing.title_fonts if text.font == "title" else drawing.label_fonts
    attributes = {
        "x": x,
        "y": y,
        "font-family": ", ".join(f"'{font}'" if " " in font else font for font in fonts),
        "font-size": str(_units(text.size)),
        "text-anchor": text.anchor,
        **_painted(text.style),
    }
    if text.bold:
        attributes["font-weight"] = "bold"
    if text.turn:
        attributes["transform"] = f"rotate({text.turn:g} {x} {y})"
    return _Leaf("text", attributes, _clean(text.text))


@lru_cache(maxsize=8192)
def _data(verbs: str, points: tuple[Point, ...]) -> str:
    """The `d` of a path; symbols come again and again, so it is remembered."""
    parts, at = [], 0
    for verb in verbs:
        parts.append(verb)
        count = _COUNTS[verb]
        parts.extend(f"{round(x * UNITS)} {round(y * UNITS)}" for x, y in points[at : at + count])
        at += count
    return " ".join(parts)


@lru_cache(maxsize=1024)
def _painted(style: Style) -> Attributes:
    """Presentation attributes: understood by every reader, and free to be changed by hand."""
    attributes = {"fill": style.fill or "none"}
    if style.fill:
        attributes["fill-rule"] = "evenodd"
    if style.stroke:
        attributes["stroke"] = style.stroke
        attributes["stroke-width"] = str(_units(style.width))
        attributes["stroke-linecap"] = "round" if style.round else "butt"
        attributes["stroke-linejoin"] = "round" if style.round else "miter"
    if style.dash:
        attributes["stroke-dasharray"] = " ".join(str(_units(part)) for part in style.dash)
    if style.opacity != 1.0:
        attributes["opacity"] = f"{style.opacity:g}"
    return attributes
