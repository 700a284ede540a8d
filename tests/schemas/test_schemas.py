"""The schemas of files people write: whole, in plain words, and true of every file of the repository."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec
import pytest

from dungeon_designer.layout.layout_document import LayoutDocument
from dungeon_designer.layout.sketch import SKETCH_KEYS as SKETCH_KEYS
from dungeon_designer.layout.sketch_letters import LetterMeaning
from dungeon_designer.layout.sketch_schema import DESCRIPTIONS, SKETCH_ONLY_DESCRIPTIONS
from dungeon_designer.layout.sketch_sections import SectionSettings
from dungeon_designer.playtest.teams import TeamRoster
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule
from dungeon_designer.rulesets.ruleset_document import ENUM_BY_KEY
from dungeon_designer.rulesets.ruleset_document import RULESET_KEYS as RULESET_KEYS
from dungeon_designer.rulesets.ruleset_model import RuleLevel
from dungeon_designer.seasons.season_model import Season
from dungeon_designer.text.json_schema import Schema, build_schema
from dungeon_designer.tiles.tile_file import TILE_KEYS as TILE_KEYS

from .kinds import KINDS, RULESET, SEASON, SKETCH, TEAM, TILE, Kind

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def list_keys(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield every key a schema names, however deep, with the way to it."""
    for name, part in schema.get("properties", {}).items():
        yield f"{path}.{name}", part
        yield from list_keys(part, f"{path}.{name}")
    for inner in ("items", "additionalProperties"):
        if isinstance(schema.get(inner), dict):
            yield from list_keys(schema[inner], path)
    for choice in schema.get("anyOf", ()):
        if "type" in choice or "anyOf" in choice:
            yield from list_keys(choice, path)


def list_parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every table in some data."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from list_parts(inner)


@every_kind
def test_the_schema_is_a_schema(kind: Kind) -> None:
    """The schema is valid under its own dialect, has a name of its own, and is plain JSON."""
    jsonschema.Draft202012Validator.check_schema(kind.schema)
    assert kind.schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert kind.schema["$id"] == f"urn:dungeon-designer:{kind.name}"
    assert json.loads(json.dumps(kind.schema)) == kind.schema


@every_kind
def test_old_editors_read_it_alike(kind: Kind) -> None:
    """The schema means the same in draft 7, which many editors know: no references, no places in lists."""
    for part in list_parts(kind.schema):
        assert not {"$ref", "$defs", "prefixItems", "dependentRequired", "unevaluatedProperties"} & set(part)
    for text in kind.texts:
        jsonschema.Draft7Validator(kind.schema).validate(kind.loaded(text))


@every_kind
def test_every_key_is_described_and_shown(kind: Kind) -> None:
    """Whoever rests on a key in an editor reads a sentence about it, and sees a value it may have."""
    for path, part in list_keys(kind.schema):
        assert part.get("description", "").endswith("."), path
        shown = "examples" in part or "properties" in part or len(part.get("enum", ())) == 1
        assert shown, path


@every_kind
def test_every_example_is_a_value(kind: Kind) -> None:
    """The value shown with a key is one the key may have."""
    for path, part in list_keys(kind.schema):
        for shown in part.get("examples", ()):
            assert jsonschema.Draft202012Validator(part).is_valid(shown), f"{path}: {shown}"


@every_kind
def test_every_file_of_the_repository_keeps_the_schema(kind: Kind) -> None:
    """No example, tile, season or ruleset of ours is marked by an editor."""
    assert kind.texts
    for text in kind.texts:
        jsonschema.Draft202012Validator(kind.schema).validate(kind.loaded(text))


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        (SKETCH, SKETCH_KEYS),
        (TILE, TILE_KEYS),
        (SEASON, Season.__struct_fields__),
        (RULESET, RULESET_KEYS),
        (TEAM, TeamRoster.__struct_fields__),
    ],
    ids=lambda value: value.name if isinstance(value, Kind) else "",
)
def test_the_keys_are_the_readers(kind: Kind, keys: tuple[str, ...]) -> None:
    """The schema names every key the reader takes, and no other."""
    assert set(kind.schema["properties"]) == set(keys)
    assert kind.schema["additionalProperties"] is False


def test_every_rule_has_its_own_parameters() -> None:
    """A ruleset's schema knows every rule, says what it asks, and names its parameters and no other."""
    rules = RULESET.schema["properties"]["rules"]
    assert list(rules["properties"]) == list(RULE_NAMES)
    assert rules["additionalProperties"] is False
    for name, part in rules["properties"].items():
        fields = {field.encode_name for field in msgspec.structs.fields(load_rule(name).settings_type)}
        assert set(part["properties"]) == {"level", "source", "unset", *fields}
        assert part["description"] == load_rule(name).summary
        assert set(part["properties"]["level"]["enum"]) == set(RuleLevel)


def test_words_are_listed() -> None:
    """The schema lists the words that a key of a ruleset takes."""
    for key, words in ENUM_BY_KEY.items():
        assert set(RULESET.schema["properties"][key]["enum"]) == set(words)


def test_no_description_is_of_a_key_there_is_not() -> None:
    """Every description belongs to a key that sketches have."""
    made = [build_schema(model, allows_null=True) for model in (LayoutDocument, SectionSettings, LetterMeaning)]
    known = {frozenset(part["properties"]) for whole in made for part in list_parts(whole) if "properties" in part}
    for model, keys in DESCRIPTIONS.items():
        assert any(set(keys) == names for names in known), model
    assert set(SKETCH_ONLY_DESCRIPTIONS) | set(LayoutDocument.__struct_fields__) == SKETCH_KEYS
