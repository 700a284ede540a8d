"""The published JSON Schema of the layout file, made from the model that reads it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from dungeon_designer.layout.document import Document
from dungeon_designer.layout.migrations import FORMAT, NEW_IN, VERSION

_PLACED = {"required": ["tile"], "properties": {"tile": {"minLength": 1}}, "not": {"required": ["rows"]}}
_DRAWN = {"required": ["rows"], "properties": {"tile": {"const": ""}, "turn": {"const": 0}, "flip": {"const": False}}}

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class LayoutFile(Document, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl dungeon as drawn. Coordinates run from 0, x to the right, y down."""

    version: Literal[1, 2]


def layout_schema() -> dict[str, Any]:
    """The schema, as plain data. What it cannot say (ids are unique, machines name sections) the reader checks.

    >>> layout_schema()["$ref"]
    '#/$defs/LayoutFile'
    """
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(LayoutFile)))
    section = schema["$defs"]["Section"]
    section["oneOf"] = [_PLACED, _DRAWN]
    section["properties"]["rows"]["items"]["pattern"] = "^[.# ]*$"
    file = schema["$defs"]["LayoutFile"]
    file |= {"if": {"properties": {"version": {"const": 1}}}, "then": {"properties": dict.fromkeys(NEW_IN[2], False)}}
    head = {"$schema": DIALECT, "title": f"Dungeon layout, version {VERSION}"}
    return {**head, **schema}
