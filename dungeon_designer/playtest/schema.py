"""The JSON Schemas of team files and of what `playtest --format json` prints, made from the models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.playtest.report import Playtest
from dungeon_designer.playtest.teams import SKILLS, Team
from dungeon_designer.text.json_schema import Schema, published, schema_of

VERSION = 1
"""1: the first."""


class PlaytestDocument(Struct, frozen=True):
    """Everything one call found out: a playtest a dungeon. Shares are fractions, each with its 95 % interval."""

    version: int
    playtests: tuple[Playtest, ...]


def document(tests: Sequence[Playtest]) -> PlaytestDocument:
    """The playtests as data."""
    return PlaytestDocument(VERSION, tuple(tests))


def playtest_schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Dungeon Designer playtest, version 1"}
    return {**head, **msgspec.json.schema(PlaytestDocument)}


def team_schema() -> Schema:
    """The schema of a team file. That a team has no more than sixteen players in all only the reader knows.

    >>> team_schema()["required"]
    ['name', 'players']
    """
    schema = schema_of(Team)
    schema["properties"]["players"]["items"]["properties"]["skills"]["items"] = {"enum": list(SKILLS)}
    return published("team", schema)
