"""Say in words which values a JSON Schema allows, for tables of keys and lists of settings."""

from __future__ import annotations

from dungeon_designer.text.json_schema import Schema

BOUNDS_KEYS = ("min", "max", "also")
"""A table with these keys is called bounds: it says from where to where a number may be, and which others it may be."""
NUMBER_RANGE = (0, 1_000_000)
"""The bounds of most whole numbers, which are not said each time."""
COLOUR_PATTERN = "#[0-9a-fA-F]{6}"
"""A part of the pattern of each text that is a colour."""


def find_table_schema(value_schema: Schema) -> Schema:
    """Return the JSON schema of the tables in a value: the value itself, or the tables in its list or its own table.

    The result is empty if the value contains no tables. A table is a group of keys, as in TOML.
    """
    if value_schema.get("properties"):
        return value_schema
    for key in ("items", "additionalProperties"):
        if isinstance(value_schema.get(key), dict):
            return find_table_schema(value_schema[key])
    return next(filter(None, (find_table_schema(choice) for choice in value_schema.get("anyOf", ()))), {})


def describe_type(value_schema: Schema) -> str:
    """Return in words which values a schema allows.

    >>> describe_type({"type": "array", "items": {"type": "integer", "minimum": 0}})
    'a list of whole numbers of at least 0'
    >>> describe_type({"enum": ["must", "off"]})
    '`must` or `off`'
    >>> describe_type({"type": "object", "additionalProperties": {"type": "string"}})
    'a table of texts'
    """
    return _describe_values(value_schema, plural=False)


def _describe_values(value_schema: Schema, plural: bool) -> str:
    """Return in words which values a schema allows: `a whole number`, or in the plural `whole numbers`."""
    if "enum" in value_schema:
        words = [f"`{word}`" for word in value_schema["enum"]]
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    if "anyOf" in value_schema and "type" not in value_schema:
        choices = dict.fromkeys(
            _describe_values(choice, plural) for choice in value_schema["anyOf"] if choice.get("type") != "null"
        )
        flags = "true or false"
        return flags if flags in choices else " or ".join(choices)
    kind = value_schema.get("type")
    if kind == "integer":
        return f"{'whole numbers' if plural else 'a whole number'}{_format_range(value_schema)}"
    if COLOUR_PATTERN in value_schema.get("pattern", ""):
        return "colours" if plural else "a colour"
    if kind == "number":
        return f"{'numbers' if plural else 'a number'}{_format_range(value_schema)}"
    if kind == "array":
        return _describe_list(value_schema, plural)
    if kind == "object":
        return _describe_table(value_schema, plural)
    return "true or false" if kind == "boolean" else "texts" if plural else "text"


def _describe_list(value_schema: Schema, plural: bool) -> str:
    """Return in words what a list contains; a list of exactly two items is a pair."""
    item_words = _describe_values(value_schema["items"], plural=True)
    if value_schema.get("minItems") == value_schema.get("maxItems") == 2:
        return f"{'pairs' if plural else 'a list of two'}{' of' if plural else ''} {item_words}"
    return f"{'lists' if plural else 'a list'} of {item_words}"


def _describe_table(value_schema: Schema, plural: bool) -> str:
    """Return in words what a table contains: bounds, or the values of keys that its writer may choose."""
    if value_schema.get("properties", {}).keys() >= set(BOUNDS_KEYS):
        return "bounds"
    words = "tables" if plural else "a table"
    inner_schema = value_schema.get("additionalProperties")
    return f"{words} of {_describe_values(inner_schema, plural=True)}" if isinstance(inner_schema, dict) else words


def _format_range(value_schema: Schema) -> str:
    """Return the bounds of a number in words, with a blank before them.

    The result is '' if there is no lower bound, and for the bounds of most numbers (`NUMBER_RANGE`).
    """
    minimum, maximum = value_schema.get("minimum"), value_schema.get("maximum")
    if (minimum, maximum) == NUMBER_RANGE:
        return ""
    if minimum is not None and maximum is not None:
        return f" from {minimum:,} to {maximum:,}"
    return f" of at least {minimum:,}" if minimum is not None else ""
