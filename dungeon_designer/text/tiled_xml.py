"""Convert Tiled's XML (`.tmx`) to the data of its JSON (`.tmj`) and back.

An XML element becomes a member of the JSON with the same meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, indent, tostring

from dungeon_designer.text.read_faults import Fault

MAX_TAGS = 500_000
"""The largest number of tags in a file; more would take longer than about a second to read."""

_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
"""The type of a layer in the JSON, by its tag in the XML."""
_LISTS = {
    "tileset": "tilesets",
    "tile": "tiles",
    "object": "objects",
    "chunk": "chunks",
    "property": "properties",
    **dict.fromkeys(_LAYERS, "layers"),
}
"""The list in the JSON that an element of the XML is an entry of, by its tag; other elements are not read."""

_SHAPES = ("ellipse", "point", "capsule", "polygon", "polyline", "text")
"""Elements which say that an object is not a rectangle."""

_PLAIN_DOCTYPE = re.compile(r"<!DOCTYPE map SYSTEM \"[^\"<>\n]*\">")
"""The reference of old files to Tiled's definition of the format."""

_PROPERTY_TYPES: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "bool": "true".__eq__}
"""The function that reads the value of a property, by the type of the property."""
_INVALID_LETTERS = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Letters that XML cannot hold."""


def parse_tiled_xml(text: str) -> dict[str, Any]:
    """Return the map in a `.tmx` file as the data that Tiled's JSON file of the same map would hold.

    Each XML element becomes a dict; its attributes are keys, and the elements inside it are lists such as
    ``layers``, ``tilesets`` and ``properties``. Numbers stay text ("32"), except values of typed properties.

    Raises:
        Fault: the text is not XML, or not a map of Tiled. A file with its own definitions (entities, defaults of
            attributes) is refused, too, since a few of them can stand for any amount of data. The reference of old
            files to Tiled's own definition is accepted and not read.
    """
    plain_text = _PLAIN_DOCTYPE.sub("", text, count=1)
    if "<!DOCTYPE" in plain_text:
        raise Fault("definitions (<!DOCTYPE) are not used here; save the map again with Tiled")
    if plain_text.count("<") > MAX_TAGS:
        raise Fault(f"more than {MAX_TAGS:,} tags")
    try:
        root = fromstring(plain_text)  # noqa: S314 - without definitions there is nothing in it to unfold
    except ParseError as error:
        line, column = error.position
        raise Fault(f"this is not XML: {error.msg.partition(':')[0]}", mark=(line, column + 1)) from None
    if root.tag != "map":
        raise Fault("this is not a map of Tiled's: it does not begin with <map>")
    return _read_element(root)


def _read_element(element: Element) -> dict[str, Any]:
    """Return an XML element, with everything inside it, as the dict that stands for it in Tiled's JSON.

    Raises:
        Fault: the value of a property is no number, though its type says so.
    """
    # an attribute with the name of a list, such as "layers", would be taken for that list
    data: dict[str, Any] = {key: value for key, value in element.items() if key not in _LISTS.values()}
    for child in element:
        if child.tag in ("properties", "data"):  # their content is the element's own in the JSON
            data |= _read_element(child)
        elif child.tag in _LISTS:  # the child is an entry of a list in the JSON: <object> of "objects"
            data.setdefault(_LISTS[child.tag], []).append(_read_element(child))
        elif child.tag == "image" and element.tag == "imagelayer":  # these are keys of the layer itself in the JSON
            names = {"source": "image", "width": "imagewidth", "height": "imageheight"}
            data |= {name: child.attrib[key] for key, name in names.items() if key in child.attrib}
        elif child.tag in _SHAPES and element.tag == "object":
            data[child.tag] = True  # what shape it is counts here, not where its points lie
    text = element.text or ""
    if element.tag in _LAYERS:  # the JSON tells kinds of layers by their type, the XML by their tag
        data["type"] = _LAYERS[element.tag]
    elif element.tag in ("data", "chunk"):  # the numbers of the tiles ("gid"), as elements or as one text
        data["data"] = [tile.get("gid", 0) for tile in data.pop("tiles", ())] or text.strip()
    elif element.tag == "property":
        data["value"] = _read_property_value(data, text)
    return data


def _read_property_value(data: dict[str, str], text: str) -> Any:
    """Return the value of a property of a Tiled map: a number or truth value if the property has such a type.

    Args:
        data: the attributes of the property's element, such as its `type` and perhaps its `value`.
        text: the text inside the element, which is the value if there is no attribute for it.

    Raises:
        Fault: the value is no number, though its type says so.
    """
    convert_text = _PROPERTY_TYPES.get(data.get("type", ""), str)
    try:
        return convert_text(data.get("value", text))
    except ValueError:
        raise Fault(f"the property {data.get('name', '')[:40]!r} is not a number") from None


def format_tiled_xml(data: dict[str, Any]) -> bytes:
    """Return the bytes of a `.tmx` file for a map given as the data of Tiled's JSON.

    Letters that XML cannot hold become U+FFFD.
    """
    root = _build_element("map", data)
    indent(root, " ")
    return bytes(tostring(root, "utf-8", xml_declaration=True)) + b"\n"


def _build_element(tag: str, data: dict[str, Any]) -> Element:
    """Return a dict of Tiled's JSON as the XML element with the given tag, with everything inside it."""
    element = Element(tag)
    tag_names_type = tag in ("map", *_LAYERS)  # the `type` of maps and layers is no attribute in XML
    for key, value in data.items():
        if isinstance(value, bool) and key in ("ellipse", "point", "capsule"):  # the shape of an object
            SubElement(element, key)
        elif not isinstance(value, list) and not (key == "type" and tag_names_type):
            element.set(key, _format_attribute(value, is_property=tag == "property"))
    if data.get("properties"):
        SubElement(element, "properties").extend(_build_element("property", entry) for entry in data["properties"])
    for shape in ("polygon", "polyline"):
        if shape in data:
            SubElement(element, shape, points=" ".join(f"{point['x']},{point['y']}" for point in data[shape]))
    if "data" in data:
        SubElement(element, "data", encoding="csv").text = ",".join(map(str, data["data"]))
    element.extend(_build_element("tileset", tileset) for tileset in data.get("tilesets", ()))
    element.extend(_build_element("tile", tile) for tile in data.get("tiles", ()))
    tag_by_layer_type = {layer_type: layer_tag for layer_tag, layer_type in _LAYERS.items()}
    element.extend(_build_element(tag_by_layer_type[layer["type"]], layer) for layer in data.get("layers", ()))
    element.extend(_build_element("object", entry) for entry in data.get("objects", ()))
    return element


def _format_attribute(value: object, is_property: bool) -> str:
    """Return a value of Tiled's JSON as the text of an XML attribute.

    True is "true" in a property and "1" elsewhere. Letters that XML cannot hold become U+FFFD.
    """
    if isinstance(value, bool):
        return str(value).lower() if is_property else str(int(value))
    return _INVALID_LETTERS.sub("\ufffd", str(value))
