"""Build JSON Schemas of the files that people write, from the models that read the files.

Editors know draft 7, or 2020-12, or a mixture. So a schema uses only what means the same in both: it has no
references, and a list of two numbers is described by its length instead of entry by entry.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from inspect import cleandoc, getfile
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
    """Read the file `keys.toml` beside a module, which says what each key of a file is for.

    Args:
        module_file: the path of the module.

    Returns:
        The description of each key, by the name of the class that reads the key and then by the key. A class that is
        `like` an earlier one has the keys of that one, too.
    """
    text = Path(module_file).with_name("keys.toml").read_text(encoding="utf-8")
    descriptions: dict[str, dict[str, Meta]] = {}
    for class_name, entry_by_key in tomllib.loads(text).items():
        inherited = descriptions[entry_by_key.pop("like")] if "like" in entry_by_key else {}
        descriptions[class_name] = dict(inherited)
        for key, entry in entry_by_key.items():
            description = describe_key(entry.pop("means"), entry.pop("example", UNSET), **entry)
            descriptions[class_name][key] = description
    return descriptions


def build_model_schema(model: Any, descriptions: KeyDescriptions | None = None) -> Schema:
    """Return the JSON Schema of a msgspec model, with descriptions of its keys. Classes are references (``$ref``).

    Args:
        model: the type that reads a file.
        descriptions: the descriptions of keys, by the name of a model's class; None for none.
    """
    schema: Schema = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(model)))
    for class_name, part in schema.get("$defs", {}).items():
        if "description" in part:
            part["description"] = cleandoc(part["description"])  # up to Python 3.12 it has the indentation of the code
        for key, meta in (descriptions or {}).get(class_name, {}).items():
            part["properties"][key] = {**format_description(meta), **part["properties"][key]}
    return schema


def build_schema(model: Any, allows_null: bool = False, descriptions: KeyDescriptions | None = None) -> Schema:
    """Return the JSON Schema of a model, without references (``$ref``).

    Args:
        model: the type that reads a file.
        allows_null: whether a value may be null; without it, a missing value has no key, as in TOML.
        descriptions: the descriptions of keys, by the name of a model's class; None for none.

    >>> build_schema(tuple[int, int])
    {'type': 'array', 'minItems': 2, 'maxItems': 2, 'items': {'type': 'integer'}}
    """
    root = build_model_schema(model, descriptions)
    definitions: Mapping[str, Schema] = root.pop("$defs", {})

    def inline_references(schema: Schema) -> Schema:
        """Return a part of the schema with each reference replaced by its definition, everywhere inside it."""
        part = schema if allows_null else _remove_null(schema)
        _, _, definition_name = part.get("$ref", "").rpartition("/")  # a reference looks like "#/$defs/Section"
        resolved_part = {**definitions.get(definition_name, {}), **part}
        # the reference itself is among the redundant entries now
        return change_parts(_remove_redundant_entries(resolved_part), inline_references)

    return inline_references(root)


def _remove_null(schema: Schema) -> Schema:
    """Return a schema without null among its choices. A single choice that is left takes the place of the choices.

    >>> _remove_null({"anyOf": [{"type": "string"}, {"type": "null"}]})
    {'type': 'string'}
    """
    choices = schema.get("anyOf", [])
    kept_choices = [choice for choice in choices if choice != {"type": "null"}]
    if len(kept_choices) == len(choices):
        return schema
    other_entries = {key: value for key, value in schema.items() if key != "anyOf"}
    return other_entries | (kept_choices[0] if len(kept_choices) == 1 else {"anyOf": kept_choices})


def build_described_schema(model: type) -> Schema:
    """Return the schema of a model with the key descriptions of the `keys.toml` beside its module."""
    return build_schema(model, descriptions=read_key_descriptions(getfile(model)))


def build_published_schema(file_kind: str, schema: Schema) -> Schema:
    """Return a JSON Schema as it is published for text editors: with its draft, id and title.

    Args:
        file_kind: the kind of file that it describes, such as "tile".
        schema: the schema itself.
    """
    return {
        "$schema": DIALECT,
        "$id": f"urn:dungeon-designer:{file_kind}",
        "title": f"Dungeon Designer: {file_kind}",
        **schema,
    }


def change_parts(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """Return a schema with a function applied to each schema directly inside it: properties, names, items, choices.

    >>> change_parts({"items": {"type": "integer"}}, lambda part: {**part, "minimum": 1})
    {'items': {'type': 'integer', 'minimum': 1}}
    """
    changed = dict(schema)
    if "properties" in schema:
        changed["properties"] = {name: change(part) for name, part in schema["properties"].items()}
    if "anyOf" in schema:
        changed["anyOf"] = [change(part) for part in schema["anyOf"]]
    for key in ("items", "propertyNames", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            changed[key] = change(schema[key])
    return changed


def format_description(meta: Meta) -> Schema:
    """Return the description, example and constraints of a key as entries of a schema."""
    entries = {"description": meta.description, "examples": meta.examples, **(meta.extra_json_schema or {})}
    return {key: value for key, value in entries.items() if value is not None}


def _remove_redundant_entries(schema: Schema) -> Schema:
    """Return a schema without entries that say nothing, with its description on one line.

    Removed are references, which are inlined by now, titles, the hint which key tells choices apart (`discriminator`),
    and empty defaults and lists of required keys. The equal entry schemas of a tuple such as ``tuple[int, int]``
    (`prefixItems`) become one schema for all its entries (`items`).
    """
    kept_entries = {key: value for key, value in schema.items() if key not in ("$ref", "title", "discriminator")}
    entry_schemas = kept_entries.get("prefixItems", ())
    if entry_schemas and all(entry_schema == entry_schemas[0] for entry_schema in entry_schemas):
        kept_entries["items"] = kept_entries.pop("prefixItems")[0]
    if "description" in kept_entries:
        kept_entries["description"] = " ".join(kept_entries["description"].split())
    empty_keys = [key for key in ("default", "required") if kept_entries.get(key, True) in (None, "", [], {})]
    return {key: value for key, value in kept_entries.items() if key not in empty_keys}


TEXT_TYPES = ["string", "number", "boolean"]
"""The types that an editor may take for text without quotes."""


def build_boolean_schema(words: Iterable[str]) -> Schema:
    """Return the schema of true or false, or of one of the words that mean either, in upper or lower case.

    >>> build_boolean_schema(["no"])["anyOf"][1]["pattern"]
    '^([nN][oO])$'
    """
    word_patterns = ["".join(f"[{letter}{letter.upper()}]" for letter in word) for word in words]
    return {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": f"^({'|'.join(word_patterns)})$"}]}


def allow_yaml_spellings(schema: Schema, boolean_words: Iterable[str]) -> Schema:
    """Return a JSON Schema that also allows the ways in which YAML can write a value.

    Where text is expected, a text without quotes may look like a number or a truth value.

    Args:
        schema: the schema.
        boolean_words: the words that may stand for true or false, such as "yes".

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
    r"""Return a regular expression, for a JSON Schema, that matches any one letter except the given ones.

    >>> build_excluding_pattern("]-a")
    '^[^\\-\\]a]$'
    """
    escaped_letters = [f"\\{letter}" if letter in "\\]^-" else letter for letter in sorted(letters)]
    return f"^[^{''.join(escaped_letters)}]$"
