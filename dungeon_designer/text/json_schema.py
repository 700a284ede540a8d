"""JSON Schemas of the files people write, made from the models that read them.

Editors know draft 7, or 2020-12, or a mixture. So the schemas use only what both mean alike: all is written in place,
without references, and a list of two numbers is said by its length instead of place by place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_LEFT_OUT = ("$ref", "title", "discriminator")
_NULL: Schema = {"type": "null"}


def described(text: str, example: object | UnsetType = UNSET, **more: Any) -> Meta:
    """What a key of a file is for, in a sentence, and a value it may have; stands beside the field that reads it.

    `more` is what a schema can say and a type cannot, as `minimum`.
    """
    return Meta(description=text, examples=None if example is UNSET else [example], extra_json_schema=more or None)


Words = Mapping[str, Mapping[str, Meta]]
"""What the keys of some models are for, by the model's name, where the model itself does not say it."""


def schema_of(model: Any, nulls: bool = False, words: Words | None = None) -> Schema:
    """The schema of a model. Without `nulls` a value that is not said has no key, as in TOML, which knows no null.

    >>> schema_of(tuple[int, int])
    {'type': 'array', 'minItems': 2, 'maxItems': 2, 'items': {'type': 'integer'}}
    """
    made: Schema = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(model)))
    parts: Mapping[str, Schema] = made.pop("$defs", {})

    def in_place(schema: Schema) -> Schema:
        said = schema if nulls else _without_null(schema)
        name = said.get("$ref", "").rpartition("/")[2]
        return inside(_plain(_worded({**parts.get(name, {}), **said}, words or {})), in_place)

    return in_place(made)


def published(kind: str, schema: Schema) -> Schema:
    """A whole schema under its name, as editors get it; `kind` is what kind of file it describes."""
    return {"$schema": DIALECT, "$id": f"urn:dungeon-designer:{kind}", "title": f"Dungeon Designer: {kind}", **schema}


def inside(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """A schema with each of the parts right inside it changed.

    >>> inside({"items": {"type": "integer"}}, lambda part: {**part, "minimum": 1})
    {'items': {'type': 'integer', 'minimum': 1}}
    """
    return {key: _changed(key, value, change) for key, value in schema.items()}


def _changed(key: str, value: Any, change: Callable[[Schema], Schema]) -> Any:
    if key == "properties":
        return {name: change(part) for name, part in value.items()}
    if key == "anyOf":
        return [change(part) for part in value]
    if key in ("items", "additionalProperties") and isinstance(value, dict):
        return change(value)
    return value


def _without_null(schema: Schema) -> Schema:
    """A choice with null in it, without."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != _NULL]
    if len(choices) == len(schema.get("anyOf", ())):
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**rest, **(choices[0] if len(choices) == 1 else {"anyOf": choices})}


def _worded(schema: Schema, words: Words) -> Schema:
    """A part of a schema with what its keys are for."""
    found = words.get(schema.get("title", ""), {})
    if "properties" not in schema or not found:
        return schema
    keys = {key: {**part, **meant(found[key])} for key, part in schema["properties"].items() if key in found}
    return {**schema, "properties": {**schema["properties"], **keys}}


def meant(meta: Meta) -> Schema:
    """What `described` says, as a schema does."""
    said = {"description": meta.description, "examples": meta.examples, **(meta.extra_json_schema or {})}
    return {key: value for key, value in said.items() if value is not None}


def _plain(schema: Schema) -> Schema:
    """A part of a schema without what says nothing, its description on one line."""
    schema = {key: value for key, value in schema.items() if key not in _LEFT_OUT}
    places = schema.get("prefixItems", ())
    if places and all(place == places[0] for place in places):
        schema["items"] = schema.pop("prefixItems")[0]
    if "description" in schema:
        schema["description"] = " ".join(schema["description"].split())
    return {key: value for key, value in schema.items() if not (key in ("default", "required") and _empty(value))}


def _empty(value: object) -> bool:
    return value is None or value in ("", [], {})


TEXT = ["string", "number", "boolean"]
"""What an editor may take for text without quotes."""


def flag(words: Iterable[str]) -> Schema:
    """True or false, or one of the words that mean either, in capitals or not.

    >>> flag(["no"])["anyOf"][1]["pattern"]
    '^([nN][oO])$'
    """
    pattern = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in word) for word in words)
    return {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": f"^({pattern})$"}]}


def spelled(schema: Schema, words: Iterable[str]) -> Schema:
    """A schema as YAML may spell what it describes; `words` are those that mean true or false.

    >>> spelled({"items": {"type": "string"}}, [])
    {'items': {'type': ['string', 'number', 'boolean']}}
    """
    said = tuple(words)
    part = inside(schema, lambda inner: spelled(inner, said))
    if part.get("type") == "string":
        return {**part, "type": TEXT}
    if part.get("type") == "boolean":
        return {**{key: value for key, value in part.items() if key != "type"}, **flag(said)}
    return part


def one_of_none(letters: Iterable[str]) -> str:
    """The pattern of one letter that is none of these, in every dialect of patterns.

    >>> one_of_none("]-a")
    '^[^\\\\-\\\\]a]$'
    """
    return "^[^" + "".join(f"\\{letter}" if letter in "\\]^-" else letter for letter in sorted(letters)) + "]$"
