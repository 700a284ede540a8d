"""Shapes as an SVG file by svgwrite. Importing this imports svgwrite: do it late.

The drawing, its pictures' place and its layers are svgwrite's own elements. The things in them are handed to it as the
finished XML it would make of them: its classes check and copy every attribute once more, which for thousands of shapes
takes three times as long as writing the file.

Where a presentation attribute would only say what SVG takes for granted, it is left out: a season at print scale is
hundreds of pictures, and every reader of the PDF's maker has to read them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup
from svgwrite.drawing import Drawing as SvgDrawing
from svgwrite.shapes import Rect as SvgRect

from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Style, Symbol, Text, Use
from dungeon_designer.text.controls import without_controls

UNITS = 1000
"""Units of the SVG's coordinates in a square: whole numbers, to a thousandth of a square."""

_COUNTS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


class _Finished(BaseElement):
    """A thing that is XML already."""

    def __init__(self, xml: Element) -> None:
        self._xml = xml

    def get_xml(self) -> Element:
        return self._xml


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
    fonts = drawing.title_fonts, drawing.label_fonts
    for symbol in drawing.symbols:
        svg.defs.add(_symbol(symbol, *fonts))
    svg.add(_page(drawing))
    for layer in drawing.layers:
        if layer.groups:
            svg.add(_layer(layer, fonts))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{svg.tostring()}\n'


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
def _symbol(symbol: Symbol, title_fonts: Fonts, label_fonts: Fonts) -> _Finished:
    """A picture to be used; its id has a word before it, for a thing on the board may be called as a picture is."""
    holder = Element("g", {"id": _picture(symbol.id)})
    holder.extend([_shape(shape, title_fonts, label_fonts) for shape in symbol.shapes])
    return _Finished(holder)


def _picture(symbol: str) -> str:
    return "picture-" + symbol


def _layer(layer: Layer, fonts: tuple[Fonts, Fonts]) -> Any:
    holder = _svg(SvgGroup, id=f"layer-{layer.name}")
    holder.elements.extend([_thing(group, *fonts) for group in layer.groups])
    return holder


def _thing(group: Group, title_fonts: Fonts, label_fonts: Fonts) -> _Finished:
    holder = Element("g", {"id": group.id, "class": group.kind})
    if group.title:
        SubElement(holder, "title").text = without_controls(group.title)
    holder.extend([_shape(shape, title_fonts, label_fonts) for shape in group.shapes])
    return _Finished(holder)


def _shape(shape: Shape, title_fonts: Fonts, label_fonts: Fonts) -> Element:
    if type(shape) is Use:
        return _use(shape)
    if type(shape) is Path:
        return Element("path", {"d": _data(shape.verbs, shape.points), **_ruled(shape), **_painted(shape.style)})
    if type(shape) is Circle:
        place = {"cx": _units(shape.at[0]), "cy": _units(shape.at[1]), "r": _units(shape.radius)}
        return Element("circle", {**place, **_painted(shape.style)})
    assert type(shape) is Text  # noqa: S101  (the fourth kind of shape there is)
    return _text(shape, title_fonts if shape.font == "title" else label_fonts)


def _use(use: Use) -> Element:
    x, y = round(use.at[0] * UNITS), round(use.at[1] * UNITS)
    if not use.turn and use.size == 1.0:
        return Element("use", {"xlink:href": "#" + _picture(use.symbol), "x": str(x), "y": str(y)})
    turn = f" rotate({use.turn:g})" if use.turn else ""
    grown = f" scale({use.size:.4g})" if use.size != 1.0 else ""
    return Element("use", {"xlink:href": "#" + _picture(use.symbol), "transform": f"translate({x} {y}){turn}{grown}"})


def _ruled(path: Path) -> dict[str, str]:
    """Which way an area of several rings is filled; one ring is filled alike either way."""
    return {"fill-rule": "evenodd"} if path.style.fill and path.verbs.count("M") > 1 else {}


def _text(text: Text, fonts: Fonts) -> Element:
    x, y = _units(text.at[0]), _units(text.at[1])
    attributes = {"x": x, "y": y, "font-family": _families(fonts), "font-size": _units(text.size)}
    if text.anchor != "start":
        attributes["text-anchor"] = text.anchor
    attributes |= _painted(text.style)
    if text.bold:
        attributes["font-weight"] = "bold"
    if text.turn:
        attributes["transform"] = f"rotate({text.turn:g} {x} {y})"
    element = Element("text", attributes)
    element.text = without_controls(text.text)
    return element


@lru_cache(maxsize=16)
def _families(fonts: Fonts) -> str:
    return ", ".join(f"'{font}'" if " " in font else font for font in fonts)


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
def _painted(style: Style) -> dict[str, str]:
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
    return attributes


def _seen_through(style: Style) -> str:
    """The attribute for opacity: of what is painted, where only one thing is; that of the whole shape makes every
    reader paint it apart first, which is slow and large."""
    if style.fill and style.stroke:
        return "opacity"
    return "fill-opacity" if style.fill else "stroke-opacity"
