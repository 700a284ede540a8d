"""The JSON Schema of sketches, made from what reads them, and what each key of a dungeon's file is for.

The models themselves do not say it, since the published schema of the layout file stays as it is. A test finds a key
without words here, and words without a key.
"""

from __future__ import annotations

from typing import Any

from dungeon_designer.layout.document import Document
from dungeon_designer.layout.layout_file import VERSION, without_later_keys
from dungeon_designer.layout.model import Place, SectionKind
from dungeon_designer.layout.sketch_letters import FLAG_WORDS, TAKEN, WORDS, Meaning
from dungeon_designer.layout.sketch_sections import SectionSaid
from dungeon_designer.rulesets.document import ruleset_words
from dungeon_designer.text.json_schema import (
    TEXT,
    Schema,
    flag,
    meant,
    one_of_none,
    published,
    schema_of,
    spelled,
    words_beside,
)

DESCRIPTIONS = words_beside(__file__)
"""What `keys.toml` says each key is for, by the name of the model that reads it."""

OF_SKETCH = DESCRIPTIONS.pop("Sketch")
"""The keys that only a sketch has."""

_DRAWING: Schema = {"type": TEXT}
"""Rows of letters: text, though an editor may take a single row for a number."""

_NUMBER = "^(0?[1-9]|[1-9][0-9])$"
_FALSE: Schema = flag(word for word, means in FLAG_WORDS.items() if not means) | {"not": {"enum": [True]}}


def sketch_schema() -> Schema:
    """The schema. What it cannot say (whether two drawings have one shape, a letter its meaning) the reader checks.

    >>> sketch_schema()["properties"]["balls"]["maximum"]
    99
    """
    schema = _of(Document)
    keys = schema["properties"]
    for key in ("sections", "portals"):
        del keys[key]["type"]
    section, portal = keys["sections"].pop("items"), keys["portals"]["items"]
    own: dict[str, Schema] = {
        "version": {"enum": list(range(1, VERSION + 1))},
        "map": _DRAWING,
        "section_kinds": {
            "type": "object",
            "propertyNames": {"minLength": 1, "maxLength": 1},
            "additionalProperties": {"anyOf": [{"enum": list(SectionKind)}, _of(SectionSaid)]},
        },
        "legend": _legend(),
    }
    place = schema_of(Place)
    places = {"anyOf": [place, {"type": "array", "items": place, "minItems": 1}]}
    numbered = {"type": "object", "patternProperties": {_NUMBER: places}, "additionalProperties": False}
    keys |= {key: {**meant(OF_SKETCH[key]), **part} for key, part in own.items()}
    rows = {**section["properties"]["rows"], "items": {"type": "string", "pattern": "^[.# ]*$"}}
    section |= {
        "properties": {**section["properties"], "rows": rows},
        "if": {"required": ["rows"]},
        "then": {"properties": {"tile": {"enum": [""]}, "turn": {"enum": [0]}, "flip": _FALSE}},
        "else": {"required": ["tile"], "properties": {"tile": {"minLength": 1}}},
    }
    keys["sections"]["anyOf"] = [_DRAWING, {"type": "array", "items": section}]
    keys["portals"]["anyOf"] = [{"type": "array", "items": portal}, numbered]
    return published(
        "sketch",
        {
            **schema,
            "description": "A Dungeonbowl dungeon as text.",
            "anyOf": [{"required": ["map"]}, {"required": ["sections"]}],
            "if": {"required": ["section_kinds"]},
            "then": {"required": ["sections"], "properties": {"sections": _DRAWING}},
            "allOf": without_later_keys(),
        },
    )


def _of(model: Any) -> Schema:
    """The schema of a model with its keys described, as YAML spells it."""
    return spelled(schema_of(model, nulls=True, words={**DESCRIPTIONS, **ruleset_words()}), FLAG_WORDS)


def _legend() -> Schema:
    """A name, or a table that says at least one thing."""
    said = _of(Meaning)
    nothing: dict[str, Schema] = {key: {"enum": [None]} for key in said["properties"]}
    nothing["chest"] = _FALSE
    something = [{"required": [key], "properties": {key: {"not": none}}} for key, none in nothing.items()]
    return {
        "type": "object",
        "propertyNames": {"pattern": one_of_none(TAKEN)},
        "additionalProperties": {"anyOf": [{"enum": list(WORDS)}, {**said, "anyOf": something}]},
    }
