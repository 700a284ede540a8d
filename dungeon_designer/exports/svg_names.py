"""An SVG for a program's own page: ids with a prefix, things that say where they are, squares to be clicked on."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.shapes import Drawing, Group
from dungeon_designer.exports.options import SvgNames
from dungeon_designer.exports.svg_tree import UNITS

_SVG, _LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_HREF = f"{{{_LINK}}}href"


def named(svg: str, drawing: Drawing, board: Board, names: SvgNames) -> str:
    """The text of an SVG of ours with the names asked for."""
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _LINK)
    root = ElementTree.fromstring(svg)  # noqa: S314  (written by ourselves)
    things = {group.id: group for layer in drawing.layers for group in layer.groups}
    for element in root.iter():
        _place(element, things)
        _rename(element, names.prefix)
    if names.cells:
        layer = Element(f"{{{_SVG}}}g", {"id": f"{names.prefix}layer-cells"})
        layer.extend(_cells(board, names.prefix))
        root.append(layer)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _place(element: Element, things: dict[str, Group]) -> None:
    """What a thing is and its first square."""
    thing = things.get(element.get("id", ""))
    if thing is None or not thing.squares:
        return
    (x, y) = min(thing.squares, key=lambda square: square[::-1])
    element.attrib |= {"data-kind": thing.kind, "data-x": str(x), "data-y": str(y)}


def _rename(element: Element, prefix: str) -> None:
    if "id" in element.attrib:
        element.set("id", prefix + element.attrib["id"])
    if _HREF in element.attrib:
        element.set(_HREF, f"#{prefix}{element.attrib[_HREF][1:]}")


def _cells(board: Board, prefix: str) -> Iterator[Element]:
    side = str(UNITS)
    for x, y in board.squares:
        place = {"x": str(x * UNITS), "y": str(y * UNITS), "width": side, "height": side}
        look = {"class": "cell", "fill": "none", "pointer-events": "all"}
        where = {"data-x": str(x), "data-y": str(y)}
        yield Element(f"{{{_SVG}}}rect", {"id": f"{prefix}cell-{x}-{y}", **look, **where, **place})
