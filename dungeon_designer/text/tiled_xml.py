"""Tiled's XML (`.tmx`) as the data of its JSON (`.tmj`), and back: elements are members of the same meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, indent, tostring

from dungeon_designer.text.read_faults import Fault

COUNT = 500_000
"""How many tags a file may hold: in a second or so no more are read."""

_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
_LISTS = {each: f"{each}s" for each in ("tileset", "tile", "object", "chunk")}
_LISTS |= {"property": "properties", **dict.fromkeys(_LAYERS, "layers")}
"""The list in the JSON that an element is an entry of; what is not named here is not read."""

_SHAPES = ("ellipse", "point", "capsule", "polygon", "polyline", "text")
"""What says of an object that it is no rectangle."""

_PLAIN_DOCTYPE = re.compile(r"<!DOCTYPE map SYSTEM \"[^\"<>\n]*\">")

_TYPES: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "bool": "true".__eq__}
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def data_of(text: str) -> dict[str, Any]:
    """The data of a map, its numbers still as text; a Fault with line and column where it is no XML.

    A file with definitions of its own (entities, defaults of attributes) is refused: a few may stand for any amount.
    Old files refer to Tiled's definition of the format, which is not read.
    """
    text = _PLAIN_DOCTYPE.sub("", text, count=1)
    if "<!DOCTYPE" in text:
        raise Fault("definitions (<!DOCTYPE) are not used here; save the map again with Tiled")
    if text.count("<") > COUNT:
        raise Fault(f"more than {COUNT:,} tags")
    try:
        root = fromstring(text)  # noqa: S314 - without definitions there is nothing in it to unfold
    except ParseError as error:
        line, column = error.position
        raise Fault(f"this is no XML: {error.msg.partition(':')[0]}", mark=(line, column + 1)) from None
    if root.tag != "map":
        raise Fault("this is no map of Tiled's: it does not begin with <map>")
    return _data(root)


def _data(element: Element) -> dict[str, Any]:
    data: dict[str, Any] = {key: value for key, value in element.items() if key not in _LISTS.values()}
    for inner in element:
        if inner.tag in ("properties", "data"):  # their content is the element's own in the JSON
            data |= _data(inner)
        elif inner.tag in _LISTS:
            data.setdefault(_LISTS[inner.tag], []).append(_data(inner))
        elif inner.tag in _SHAPES and element.tag == "object":
            data[inner.tag] = True  # what shape it is counts here, not where its points lie
    text = element.text or ""
    if element.tag in _LAYERS:
        data["type"] = _LAYERS[element.tag]
    elif element.tag in ("data", "chunk"):
        data["data"] = [tile.get("gid", 0) for tile in data.pop("tiles", ())] or text.strip()
    elif element.tag == "property":
        try:
            data["value"] = _TYPES.get(data.get("type", ""), str)(data.get("value", text))
        except ValueError:
            raise Fault(f"the property {data.get('name', '')[:40]!r} is no number") from None
    return data


def xml_of(data: dict[str, Any]) -> bytes:
    """The bytes of a file that holds a map; for a letter that no XML can hold stands U+FFFD."""
    root = _element("map", data)
    indent(root, " ")
    return bytes(tostring(root, "utf-8", xml_declaration=True)) + b"\n"


def _element(tag: str, data: dict[str, Any]) -> Element:
    made = Element(tag)
    for key, value in data.items():
        if isinstance(value, bool) and key in ("ellipse", "point", "capsule"):
            SubElement(made, key)
        elif not isinstance(value, list) and (key != "type" or tag not in ("map", *_LAYERS)):
            plain = int(value) if isinstance(value, bool) and tag != "property" else value
            made.set(key, _NO_XML.sub("\ufffd", str(plain).lower() if isinstance(plain, bool) else str(plain)))
    if data.get("properties"):
        SubElement(made, "properties").extend(_element("property", each) for each in data["properties"])
    for shape in ("polygon", "polyline"):
        if shape in data:
            SubElement(made, shape, points=" ".join(f"{point['x']},{point['y']}" for point in data[shape]))
    if "data" in data:
        SubElement(made, "data", encoding="csv").text = ",".join(map(str, data["data"]))
    tags = {kind: tag for tag, kind in _LAYERS.items()}
    for key, each in (("tilesets", "tileset"), ("tiles", "tile"), ("layers", ""), ("objects", "object")):
        made.extend(_element(each or tags[inner["type"]], inner) for inner in data.get(key, ()))
    return made
