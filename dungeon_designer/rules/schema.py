"""The JSON Schema of ruleset files: the keys of the file, and every rule with its own parameters."""

from __future__ import annotations

from dungeon_designer.rules.registry import NAMES, rule
from dungeon_designer.rulesets.document import RulesetDocument, RuleTable
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.text.json_schema import Schema, published, schema_of


def ruleset_schema() -> Schema:
    """The schema. What it cannot say (bounds that exclude each other, a file that is not there) the reader checks.

    >>> ruleset_schema()["properties"]["rules"]["properties"]["square-count"]["properties"]["min"]["minimum"]
    0
    """
    schema = schema_of(RulesetDocument)
    keys = schema["properties"]
    keys["extends"]["anyOf"] = [{"enum": list(EDITIONS)}, {"pattern": r"\.[Tt][Oo][Mm][Ll]$"}]
    keys["rules"] |= {"properties": {name: rule_schema(name) for name in NAMES}, "additionalProperties": False}
    return published("ruleset", schema)


def rule_schema(name: str) -> Schema:
    """The schema of a rule's table: what every rule has, and its own parameters.

    >>> list(rule_schema("chest-spacing")["properties"])
    ['level', 'source', 'unset', 'min']
    """
    found = rule(name)
    own = schema_of(found.settings)
    keys = {**schema_of(RuleTable)["properties"], **own["properties"]}
    keys["unset"] |= _some_of(list(own["properties"]))
    return {**own, "description": found.summary, "properties": keys}


def _some_of(names: list[str]) -> Schema:
    """A list of some of these names."""
    if not names:
        return {"maxItems": 0, "examples": [[]]}
    return {"items": {"type": "string", "enum": names}, "examples": [names[:1]]}
