"""The JSON Schema of sketches, made from what reads them: the layout's models and the sketch's own keys."""

from __future__ import annotations

from typing import Any

from dungeon_designer.layout.descriptions import DESCRIPTIONS, OF_SKETCH
from dungeon_designer.layout.document import Document
from dungeon_designer.layout.letters import TAKEN
from dungeon_designer.layout.migrations import NEW_IN, VERSION
from dungeon_designer.layout.model import Place, SectionKind
from dungeon_designer.layout.sketch_legend import WORDS, LetterSaid
from dungeon_designer.layout.sketch_sections import SectionSaid
from dungeon_designer.layout.sketch_values import FLAG_WORDS
from dungeon_designer.text.json_schema import Schema, meant, published, schema_of
from dungeon_designer.text.yaml_schema import TEXT, flag, one_of_none, spelled

_NUMBER = "^(0?[1-9]|[1-9][0-9])$"
_FALSE: Schema = flag(word for word, means in FLAG_WORDS.items() if not means) | {"not": {"enum": [True]}}


def sketch_schema() -> Schema:
    """The schema. What it cannot say (whether two drawings have one shape, a letter its meaning) the reader checks.

    >>> sketch_schema()["properties"]["balls"]["maximum"]
    99
    """
    schema = _of(Document)
    keys = schema["properties"]
    section = keys["sections"].pop("items")
    own = {
        "version": {"enum": list(range(1, VERSION + 1))},
        "map": _drawing(),
        "section_kinds": _section_kinds(),
        "legend": _legend(),
    }
    keys |= {key: {**meant(OF_SKETCH[key]), **part} for key, part in own.items()}
    keys["sections"] = {**_without_type(keys["sections"]), "anyOf": [_drawing(), _list_of(_section(section))]}
    keys["portals"] = {**_without_type(keys["portals"]), "anyOf": [_list_of(keys["portals"].pop("items")), _portals()]}
    return published(
        "sketch",
        {
            **schema,
            "description": "A Dungeonbowl dungeon as text.",
            "anyOf": [{"required": ["map"]}, {"required": ["sections"]}],
            "if": {"required": ["section_kinds"]},
            "then": {"required": ["sections"], "properties": {"sections": _drawing()}},
            "allOf": [{"if": _of_version(1), "then": {"properties": dict.fromkeys(NEW_IN[2], False)}}],
        },
    )


def _of_version(number: int) -> Schema:
    return {"required": ["version"], "properties": {"version": {"enum": [number]}}}


def _of(model: Any) -> Schema:
    """The schema of a model with its keys described, as YAML spells it."""
    return spelled(schema_of(model, nulls=True, words=DESCRIPTIONS), FLAG_WORDS)


def _without_type(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "type"}


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _drawing() -> Schema:
    """Rows of letters: text, though an editor may take a single row for a number."""
    return {"type": TEXT}


def _section(schema: Schema) -> Schema:
    """A section of the list: a tile, or rows."""
    rows = {**schema["properties"]["rows"], "items": {"type": "string", "pattern": "^[.# ]*$"}}
    drawn = {"tile": {"enum": [""]}, "turn": {"enum": [0]}, "flip": _FALSE}
    return {
        **schema,
        "properties": {**schema["properties"], "rows": rows},
        "if": {"required": ["rows"]},
        "then": {"properties": drawn},
        "else": {"required": ["tile"], "properties": {"tile": {"minLength": 1}}},
    }


def _portals() -> Schema:
    """Number and square, or number and squares."""
    place = schema_of(Place)
    places = {"anyOf": [place, {**_list_of(place), "minItems": 1}]}
    return {"type": "object", "patternProperties": {_NUMBER: places}, "additionalProperties": False}


def _section_kinds() -> Schema:
    kind = {"enum": list(SectionKind)}
    return {
        "type": "object",
        "propertyNames": {"minLength": 1, "maxLength": 1},
        "additionalProperties": {"anyOf": [kind, _of(SectionSaid)]},
    }


def _legend() -> Schema:
    """A name, or a table that says at least one thing."""
    said = _of(LetterSaid)
    nothing: dict[str, Schema] = {key: {"enum": [None]} for key in said["properties"]}
    nothing["chest"] = _FALSE
    something = [{"required": [key], "properties": {key: {"not": none}}} for key, none in nothing.items()]
    return {
        "type": "object",
        "propertyNames": {"pattern": one_of_none(TAKEN)},
        "additionalProperties": {"anyOf": [{"enum": list(WORDS)}, {**said, "anyOf": something}]},
    }
