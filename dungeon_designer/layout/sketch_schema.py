"""The JSON Schema of sketches, made from the models that read them and from `keys.toml`, which describes each key.

The models do not contain these descriptions, since the published schema of the layout file stays as it is. A test
finds keys without a description, and descriptions without a key.
"""

from __future__ import annotations

from typing import Any

from dungeon_designer.layout.layout_document import LayoutDocument
from dungeon_designer.layout.layout_file import VERSION, build_version_schemas
from dungeon_designer.layout.model import SectionKind, SquareInFile
from dungeon_designer.layout.sketch_letters import FLAG_WORDS, MEANING_BY_WORD, RESERVED_LETTERS, LetterMeaning
from dungeon_designer.layout.sketch_sections import SectionSettings
from dungeon_designer.rulesets.ruleset_document import read_key_texts
from dungeon_designer.text.json_schema import (
    TEXT_TYPES,
    Schema,
    allow_yaml_spellings,
    build_boolean_schema,
    build_excluding_pattern,
    build_published_schema,
    build_schema,
    format_description,
    read_key_descriptions,
)

DESCRIPTIONS = read_key_descriptions(__file__)
"""The descriptions of keys in `keys.toml`, by the name of the model that reads the keys."""

SKETCH_ONLY_DESCRIPTIONS = DESCRIPTIONS.pop("Sketch")
"""The descriptions of the keys that only a sketch has."""

_DRAWING_SCHEMA: Schema = {"type": TEXT_TYPES}
"""The schema of rows of letters: text, though an editor may take a single row for a number."""

_NUMBER = "^(0?[1-9]|[1-9][0-9])$"
_FALSE: Schema = build_boolean_schema(word for word, means in FLAG_WORDS.items() if not means) | {
    "not": {"enum": [True]}
}


def build_sketch_schema() -> Schema:
    """Return the JSON Schema of sketches (dungeons drawn in YAML files).

    The schema cannot express everything: the reader also checks that two drawings have one shape, and that letters
    have meanings.

    >>> build_sketch_schema()["properties"]["balls"]["maximum"]
    99
    """
    schema = _build_schema(LayoutDocument)
    keys = schema["properties"]
    for key in ("sections", "portals"):  # in a sketch they are not only lists: see `anyOf` below
        del keys[key]["type"]
    section, portal = keys["sections"].pop("items"), keys["portals"]["items"]
    keys |= {
        key: {**format_description(SKETCH_ONLY_DESCRIPTIONS[key]), **key_schema}
        for key, key_schema in _build_sketch_only_schemas().items()
    }
    section_list = {"type": "array", "items": _restrict_section(section)}
    keys["sections"]["anyOf"] = [_DRAWING_SCHEMA, section_list]
    keys["portals"]["anyOf"] = [{"type": "array", "items": portal}, _build_portal_table_schema()]
    return build_published_schema(
        "sketch",
        {
            **schema,
            "description": "A Dungeonbowl dungeon as text.",
            "anyOf": [{"required": ["map"]}, {"required": ["sections"]}],
            "if": {"required": ["section_kinds"]},
            "then": {"required": ["sections"], "properties": {"sections": _DRAWING_SCHEMA}},
            "allOf": build_version_schemas(),
        },
    )


def _build_sketch_only_schemas() -> dict[str, Schema]:
    """Return the schemas of `SKETCH_ONLY_KEYS` (those that a `Layout` does not have), without their descriptions."""
    return {
        "version": {"enum": list(range(1, VERSION + 1))},
        "map": _DRAWING_SCHEMA,
        "section_kinds": {
            "type": "object",
            "propertyNames": {"minLength": 1, "maxLength": 1},
            "additionalProperties": {"anyOf": [{"enum": list(SectionKind)}, _build_schema(SectionSettings)]},
        },
        "legend": _build_legend_schema(),
    }


def _build_portal_table_schema() -> Schema:
    """Return the schema of portals as a table: each number from 1 to 99 has a square or a list of squares."""
    square = build_schema(SquareInFile)
    squares = {"anyOf": [square, {"type": "array", "items": square, "minItems": 1}]}
    return {"type": "object", "patternProperties": {_NUMBER: squares}, "additionalProperties": False}


def _restrict_section(section: Schema) -> Schema:
    """Return the schema of a section in a list, in which it must be either a placed tile or drawn in rows."""
    rows = {**section["properties"]["rows"], "items": {"type": "string", "pattern": "^[.# ]*$"}}
    return section | {
        "properties": {**section["properties"], "rows": rows},
        "if": {"required": ["rows"]},
        "then": {"properties": {"tile": {"enum": [""]}, "turn": {"enum": [0]}, "flip": _FALSE}},
        "else": {"required": ["tile"], "properties": {"tile": {"minLength": 1}}},
    }


def _build_schema(model: Any) -> Schema:
    """Return the JSON Schema of a model with descriptions of its keys.

    It also allows the ways in which YAML may write a value, such as "yes" for true.
    """
    return allow_yaml_spellings(
        build_schema(model, allows_null=True, descriptions={**DESCRIPTIONS, **read_key_texts()}), FLAG_WORDS
    )


def _build_legend_schema() -> Schema:
    """Return the schema of a legend: each letter has a name, or a table with at least one value.

    That is written as: some key of the table is there and its value is not its default.
    """
    meaning = _build_schema(LetterMeaning)
    unset_schemas: dict[str, Schema] = {key: {"enum": [None]} for key in meaning["properties"]}
    unset_schemas["chest"] = _FALSE
    set_schemas = [{"required": [key], "properties": {key: {"not": unset}}} for key, unset in unset_schemas.items()]
    return {
        "type": "object",
        "propertyNames": {"pattern": build_excluding_pattern(RESERVED_LETTERS)},
        "additionalProperties": {"anyOf": [{"enum": list(MEANING_BY_WORD)}, {**meaning, "anyOf": set_schemas}]},
    }
