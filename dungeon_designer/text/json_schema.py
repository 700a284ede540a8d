"""Build JSON Schemas of the files that people write, from the models that read the files.

Editors know draft 7, or 2020-12, or a mixture. So a schema uses only what means the same in both: it has no
references, and a list of two numbers is described by its length instead of entry by entry.
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
"""A JSON Schema, or a part of one."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The draft that published schemas name."""


def describe_key(text: str, example: object | UnsetType = UNSET, **constraints: Any) -> Meta:
    """Return the description of a key of a file, with an example; it stands beside the field that reads the key.

    Args:
        text: what the key is for, in one sentence.
        example: a value that the key may have.
        constraints: what a schema can say and a type cannot, such as `minimum`.
    """
    return Meta(
        description=text, examples=None if example is UNSET else [example], extra_json_schema=constraints or None
    )


KeyDescriptions = Mapping[str, Mapping[str, Meta]]
"""The descriptions of keys, by the name of the model's class, where the model itself has none."""


@cache
def read_key_descriptions(module_file: str) -> dict[str, dict[str, Meta]]:
    """Read the file `keys.toml` beside a module: what each key is for, by the name of the class that reads it.

    A model that is `like` an earlier one has the keys of that one, too. `module_file` is the path of the module.
    """
    descriptions: dict[str, dict[str, Meta]] = {}
    for model, keys in tomllib.loads(Path(module_file).with_name("keys.toml").read_text(encoding="utf-8")).items():
        descriptions[model] = dict(descriptions[keys.pop("like")]) if "like" in keys else {}
        for key, entry in keys.items():
            descriptions[model][key] = describe_key(entry.pop("means"), entry.pop("example", UNSET), **entry)
    return descriptions


def build_model_schema(model: Any, descriptions: KeyDescriptions) -> Schema:
    """Return the JSON Schema of a msgspec model, with descriptions of its keys. Classes are references (``$ref``).

    Args:
        model: the type that reads a file.
        descriptions: the descriptions of keys, by the name of a model's class.
    """
    schema: Schema = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(model)))
    for class_name, part in schema.get("$defs", {}).items():
        for key, meta in descriptions.get(class_name, {}).items():
            part["properties"][key] = {**format_description(meta), **part["properties"][key]}
    return schema


def build_schema(model: Any, allows_null: bool = False, descriptions: KeyDescriptions | None = None) -> Schema:
    """Return the schema of a model without references.

    Without `allows_null`, a missing value has no key, as in TOML, which has no null.

    >>> build_schema(tuple[int, int])
    {'type': 'array', 'minItems': 2, 'maxItems': 2, 'items': {'type': 'integer'}}
    """
    root = build_model_schema(model, descriptions or {})
    definitions: Mapping[str, Schema] = root.pop("$defs", {})

    def inline_references(schema: Schema) -> Schema:
        """Return a part of the schema with each reference replaced by its definition, everywhere inside it.

        Null is removed from choices unless `allows_null`.
        """
        described, choices = schema, [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if not allows_null and len(choices) < len(schema.get("anyOf", ())):
            described = {key: value for key, value in schema.items() if key != "anyOf"}
            described |= choices[0] if len(choices) == 1 else {"anyOf": choices}
        resolved = {**definitions.get(described.get("$ref", "").rpartition("/")[2], {}), **described}
        return change_parts(_remove_redundant_entries(resolved), inline_references)

    return inline_references(root)


def build_described_schema(model: type) -> Schema:
    """Return the schema of a model with the key descriptions of the `keys.toml` beside its module."""
    return build_schema(model, descriptions=read_key_descriptions(getfile(model)))


def build_published_schema(file_kind: str, schema: Schema) -> Schema:
    """Return a whole schema with its name, as editors get it; `file_kind` is the kind of file that it describes."""
    return {
        "$schema": DIALECT,
        "$id": f"urn:dungeon-designer:{file_kind}",
        "title": f"Dungeon Designer: {file_kind}",
        **schema,
    }


def change_parts(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """Return a schema with a function applied to each schema directly inside it: properties, items, choices.

    >>> change_parts({"items": {"type": "integer"}}, lambda part: {**part, "minimum": 1})
    {'items': {'type': 'integer', 'minimum': 1}}
    """
    changed = dict(schema)
    if "properties" in schema:
        changed["properties"] = {name: change(part) for name, part in schema["properties"].items()}
    if "anyOf" in schema:
        changed["anyOf"] = [change(part) for part in schema["anyOf"]]
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            changed[key] = change(schema[key])
    return changed


def format_description(meta: Meta) -> Schema:
    """Return the description, example and constraints of a key as entries of a schema."""
    entries = {"description": meta.description, "examples": meta.examples, **(meta.extra_json_schema or {})}
    return {key: value for key, value in entries.items() if value is not None}


def _remove_redundant_entries(schema: Schema) -> Schema:
    """Return a schema without entries that say nothing, with its description on one line.

    Removed are references, titles, and empty defaults and lists of required keys. The equal entry schemas of a tuple
    become one schema for all its entries.
    """
    schema = {key: value for key, value in schema.items() if key not in ("$ref", "title", "discriminator")}
    entry_schemas = schema.get("prefixItems", ())
    if entry_schemas and all(entry_schema == entry_schemas[0] for entry_schema in entry_schemas):
        schema["items"] = schema.pop("prefixItems")[0]
    if "description" in schema:
        schema["description"] = " ".join(schema["description"].split())
    redundant = [key for key in ("default", "required") if key in schema and schema[key] in (None, "", [], {})]
    return {key: value for key, value in schema.items() if key not in redundant}


TEXT_TYPES = ["string", "number", "boolean"]
"""The types that an editor may take for text without quotes."""


def build_boolean_schema(words: Iterable[str]) -> Schema:
    """Return the schema of true or false, or of one of the words that mean either, in upper or lower case.

    >>> build_boolean_schema(["no"])["anyOf"][1]["pattern"]
    '^([nN][oO])$'
    """
    pattern = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in word) for word in words)
    return {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": f"^({pattern})$"}]}


def allow_yaml_spellings(schema: Schema, boolean_words: Iterable[str]) -> Schema:
    """Return a schema that also allows the ways in which YAML can write a value.

    Text may look like a number. `boolean_words` are the words that mean true or false.

    >>> allow_yaml_spellings({"items": {"type": "string"}}, [])
    {'items': {'type': ['string', 'number', 'boolean']}}
    """
    all_words = tuple(boolean_words)
    changed = change_parts(schema, lambda inner: allow_yaml_spellings(inner, all_words))
    if changed.get("type") == "string":
        return {**changed, "type": TEXT_TYPES}
    if changed.get("type") == "boolean":
        return {**{key: value for key, value in changed.items() if key != "type"}, **build_boolean_schema(all_words)}
    return changed


def build_excluding_pattern(letters: Iterable[str]) -> str:
    r"""Return a pattern that matches any one letter except the given ones, in every dialect of patterns.

    >>> build_excluding_pattern("]-a")
    '^[^\\-\\]a]$'
    """
    return "^[^" + "".join(f"\\{letter}" if letter in "\\]^-" else letter for letter in sorted(letters)) + "]$"
