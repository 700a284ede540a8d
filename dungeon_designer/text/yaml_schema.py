"""What a YAML file may spell where a model has text, or true and false.

An editor reads ``name: 1984`` as a number and ``enclosed: yes`` as text; our readers know what is due at each place. So
the schemas of YAML files allow both.
"""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_designer.text.json_schema import Schema, inside

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
