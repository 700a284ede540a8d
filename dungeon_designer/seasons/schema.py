"""The JSON Schema of season files, made from the model that reads them."""

from __future__ import annotations

from dungeon_designer.seasons.model import Season
from dungeon_designer.text.json_schema import Schema, published, schema_of


def season_schema() -> Schema:
    """The schema. What it cannot say (which sums the dice can show, whether a dungeon is there) the reader checks.

    >>> season_schema()["required"]
    ['name']
    """
    schema = schema_of(Season)
    schema["properties"]["dice"]["properties"]["table"]["propertyNames"] = {"pattern": "^[1-9][0-9]*$"}
    some = [{"required": [key], "properties": {key: {"minItems": 1}}} for key in ("rounds", "also")]
    return published("season", {**schema, "anyOf": [*some, {"required": ["dice"]}]})
