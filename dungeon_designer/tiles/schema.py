"""The JSON Schema of tile files, made from what reads them."""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_designer.kinds import SectionKind
from dungeon_designer.text.json_schema import Schema, meant, published, schema_of
from dungeon_designer.text.yaml_schema import TEXT, one_of_none, spelled
from dungeon_designer.tiles.document import DRAWN, FLAGS, ITEMS, SIDED, TAKEN, WORDS, Letter, TileSaid


def tile_schema() -> Schema:
    """The schema. What it cannot say (whether a letter has a meaning, the id its file) the reader checks.

    >>> tile_schema()["required"]
    ['name', 'kind', 'squares']
    """
    schema = spelled(schema_of(TileSaid), FLAGS)
    keys = schema["properties"]
    for key in ("enclosed", "stock", "id", "rule", "source", "notes"):
        keys[key] = _or_nothing(keys[key])
    keys["name"]["pattern"] = r"\S"
    drawn = {"squares": _squares(), "legend": _legend()}
    first = {key: keys[key] for key in schema["required"]}
    keys = first | {key: {**meant(DRAWN[key]), **part} for key, part in drawn.items()} | keys
    return published(
        "tile",
        {
            **schema,
            "properties": keys,
            "description": "A tile of a set: a piece of floor as it comes out of a box.",
            "required": [*schema["required"], "squares"],
            "additionalProperties": False,
            "allOf": [_only("side", SIDED), _only("painted", [SectionKind.END_ZONE])],
        },
    )


def _only(key: str, kinds: Iterable[SectionKind]) -> Schema:
    """That a key stands in tiles of these kinds only."""
    return {"if": {"required": [key]}, "then": {"properties": {"kind": {"enum": list(kinds)}}}}


def _or_nothing(schema: Schema) -> Schema:
    """The schema of a key that may stand there without a value."""
    about: Schema = {key: schema[key] for key in ("description", "examples")}
    rest = {key: value for key, value in schema.items() if key not in about}
    return {**about, "anyOf": [rest, {"type": "null"}]}


def _squares() -> Schema:
    """Rows with a square in them, and no letter of what lies in a dungeon but not on a tile."""
    strange = "".join(sorted(ITEMS))
    return {"type": TEXT, "allOf": [{"pattern": r"[^# \n]"}, {"pattern": f"^[^{strange}\t]*$"}]}


def _legend() -> Schema:
    """A name, or a table that says one thing."""
    said = {**schema_of(Letter), "minProperties": 1, "maxProperties": 1}
    return {
        "type": "object",
        "propertyNames": {"pattern": one_of_none(TAKEN)},
        "additionalProperties": {"anyOf": [{"enum": list(WORDS)}, said]},
    }
