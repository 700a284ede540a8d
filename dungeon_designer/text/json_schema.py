"""JSON Schemas of the files people write, made from the models that read them.

Editors know draft 7, or 2020-12, or a mixture. So the schemas use only what both mean alike: all is written in place,
without references, and a list of two numbers is said by its length instead of place by place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def described(text: str, example: object | UnsetType = UNSET, **more: Any) -> Meta:
    """What a key of a file is for, in a sentence, and a value it may have; stands beside the field that reads it.

    `more` is what a schema can say and a type cannot, as `minimum`.
    """
    return Meta(description=text, examples=None if example is UNSET else [example], extra_json_schema=more or None)


Words = Mapping[str, Mapping[str, Meta]]
"""What the keys of some models are for, by the model's name, where the model itself does not say it."""


@cache
def words_beside(module: str) -> dict[str, dict[str, Meta]]:
    """What the file `keys.toml` beside a module says each key is for, by the name of the model that reads it.

    A model that is `like` one before it has the keys of that one, too.
    """
    found: dict[str, dict[str, Meta]] = {}
    for model, keys in tomllib.loads(Path(module).with_name("keys.toml").read_text(encoding="utf-8")).items():
        found[model] = dict(found[keys.pop("like")]) if "like" in keys else {}
        for key, said in keys.items():
            found[model][key] = described(said.pop("means"), said.pop("example", UNSET), **said)
    return found


def model_schema(model: Any, words: Words) -> Schema:
    """The schema of a model as msgspec makes it, with references to its parts; `words` say what the keys are for."""
    made: Schema = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(model)))
    for name, part in made.get("$defs", {}).items():
        for key, meta in words.get(name, {}).items():
            part["properties"][key] = {**meant(meta), **part["properties"][key]}
    return made


def schema_of(model: Any, nulls: bool = False, words: Words | None = None) -> Schema:
    """The schema of a model. Without `nulls` a value that is not said has no key, as in TOML, which knows no null.

    >>> schema_of(tuple[int, int])
    {'type': 'array', 'minItems': 2, 'maxItems': 2, 'items': {'type': 'integer'}}
    """
    made = model_schema(model, words or {})
    parts: Mapping[str, Schema] = made.pop("$defs", {})

    def in_place(schema: Schema) -> Schema:
        said, choices = schema, [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if not nulls and len(choices) < len(schema.get("anyOf", ())):
            said = {key: value for key, value in schema.items() if key != "anyOf"}
            said |= choices[0] if len(choices) == 1 else {"anyOf": choices}
        part = {**parts.get(said.get("$ref", "").rpartition("/")[2], {}), **said}
        return inside(_without_needless(part), in_place)

    return in_place(made)


def schema_with_words(model: type) -> Schema:
    """The schema of a model, with what `keys.toml` beside its module says its keys are for."""
    return schema_of(model, words=words_beside(getfile(model)))


def published(kind: str, schema: Schema) -> Schema:
    """A whole schema under its name, as editors get it; `kind` is what kind of file it describes."""
    return {"$schema": DIALECT, "$id": f"urn:dungeon-designer:{kind}", "title": f"Dungeon Designer: {kind}", **schema}


def inside(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """A schema with each of the parts right inside it changed.

    >>> inside({"items": {"type": "integer"}}, lambda part: {**part, "minimum": 1})
    {'items': {'type': 'integer', 'minimum': 1}}
    """
    found = dict(schema)
    if "properties" in schema:
        found["properties"] = {name: change(part) for name, part in schema["properties"].items()}
    if "anyOf" in schema:
        found["anyOf"] = [change(part) for part in schema["anyOf"]]
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            found[key] = change(schema[key])
    return found


def meant(meta: Meta) -> Schema:
    """What `described` says, as a schema does."""
    said = {"description": meta.description, "examples": meta.examples, **(meta.extra_json_schema or {})}
    return {key: value for key, value in said.items() if value is not None}


def _without_needless(schema: Schema) -> Schema:
    """A part of a schema without what says nothing, its description on one line."""
    schema = {key: value for key, value in schema.items() if key not in ("$ref", "title", "discriminator")}
    places = schema.get("prefixItems", ())
    if places and all(place == places[0] for place in places):
        schema["items"] = schema.pop("prefixItems")[0]
    if "description" in schema:
        schema["description"] = " ".join(schema["description"].split())
    needless = [key for key in ("default", "required") if key in schema and schema[key] in (None, "", [], {})]
    return {key: value for key, value in schema.items() if key not in needless}


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
