"""The published schema and the reader agree."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from dungeon_designer.layout.layout_file import VERSION, build_layout_schema, write_json
from dungeon_designer.layout.model import Layout
from tests.strategies import draw_layouts, draw_wild_layouts

VALIDATOR = jsonschema.Draft202012Validator(build_layout_schema())


def test_the_schema_is_a_schema() -> None:
    """The schema is valid under its own dialect, and plain JSON."""
    jsonschema.Draft202012Validator.check_schema(build_layout_schema())
    assert json.loads(json.dumps(build_layout_schema())) == build_layout_schema()


@given(draw_layouts() | draw_wild_layouts())
def test_every_written_file_keeps_the_schema(layout: Layout) -> None:
    """Whatever we save, another program can check."""
    VALIDATOR.validate(json.loads(write_json(layout)))


@pytest.mark.parametrize(
    "keys",
    [
        {"format": "tiled"},
        {"version": VERSION + 1},
        {"version": 0},
        {"labels": [{"text": "came with version 2", "at": [0, 0]}]},
        {"version": 2, "labels": [{"text": "", "at": [0, 0]}]},
        {"version": 2, "labels": [{"text": "x", "at": [0, 0], "turn": 4}]},
        {"sides": 3},
        {"version": 2, "sides": 7},
        {"version": 2, "sides": [{"id": "home"}]},
        {"version": 2, "play": {"rush": 2}},
        {"version": 3, "play": {"rusch": 2}},
        {"version": 3, "play": {"rush": -1}},
        {"nam": "x"},
        {"balls": -1},
        {"chests": [[0, 10000]]},
        {"chests": [[0]]},
        {"doors": [{"at": [0, 0]}]},
        {"sections": [{"id": "a"}]},
        {"sections": [{"id": "a", "tile": "b", "rows": ["."]}]},
        {"sections": [{"id": "a", "rows": ["C"]}]},
        {"sections": [{"id": "a", "rows": ["."], "turn": 1}]},
        {"sections": [{"id": "", "tile": "b"}]},
        {"machines": [{"kind": "rolling_stone", "at": [0, 0]}]},
        {"terrain": [{"kind": "mud", "at": [0, 0]}]},
        {"portals": [{"number": 0, "at": [0, 0]}]},
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(keys: dict[str, Any]) -> None:
    """Wrong keys, values and shapes fail under any validator, too."""
    data = {"format": "dungeon-layout", "version": 1, **keys}
    assert not VALIDATOR.is_valid(data)


def test_the_schema_is_of_every_version_there_was() -> None:
    """A new version cannot forget its schema, nor the files of the older ones."""
    assert build_layout_schema()["$defs"]["LayoutFile"]["properties"]["version"]["enum"] == [*range(1, VERSION + 1)]


def test_the_schema_asks_for_format_and_version() -> None:
    """Both are required, as the reader requires them."""
    assert VALIDATOR.is_valid({"format": "dungeon-layout", "version": 1})
    assert not VALIDATOR.is_valid({"format": "dungeon-layout"})
    assert not VALIDATOR.is_valid({"version": 1})
