"""The key `play` of a dungeon: read like a ruleset's table of that name, kept by every format, told by its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import ReadError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.tiled_map import export_tiled_json, export_tiled_xml
from dungeon_designer.imports.importers import read_foreign
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.patching import patch_sketch
from dungeon_designer.layout.sketch_letters import FLAG_KEYS, NUMBER_KEYS
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout.transforms import rotate_layout
from dungeon_designer.rulesets.play_table import Play, PlayChanges
from dungeon_designer.text.json_schema import build_described_schema
from tests.layout.sketches import load_sketch

TEXT = """\
name: The Hot Hall  # by the fire
play:               # as we play it
  longest_throw: long   # it is hot
  onward: no
  late_turns: [120, 3]
  lost: 12
  turn_minutes: null
map: |
  <..C.>
"""
PLAY = {"longest_throw": "long", "onward": False, "late_turns": [120, 3], "lost": "12", "turn_minutes": None}


def test_a_sketch_says_how_it_is_played() -> None:
    """Words, numbers, lists, yes and no are what the ruleset's keys want; what is not said is not there."""
    assert load_sketch(TEXT).play == PLAY
    assert load_sketch("map: <.>").play == {}


def test_every_format_keeps_it() -> None:
    """Sketch, layout file and both of Tiled's maps give it back, and so does a turned dungeon."""
    layout = load_sketch(TEXT)
    assert load_sketch(write_sketch(layout)) == layout
    assert read_layout(write_json(layout), "hall.dungeon.json") == layout
    for write, name in ((export_tiled_json, "hall.tmj"), (export_tiled_xml, "hall.tmx")):
        assert read_foreign(write(build_board(layout), ExportOptions()), name).layout.play == PLAY
    assert rotate_layout(layout, 1).play == PLAY


def test_the_outcomes_of_a_roll_keep_their_order() -> None:
    """The first is the one that is rolled for, so both formats write them as they were said."""
    outcomes = {"4+": "He falls.", "1-3": "He stands."}
    play = {"table": {"chest": {"happens": "It bangs.", "rolls": {"trap": {"dice": "D6", "outcomes": outcomes}}}}}
    layout = replace(load_sketch(TEXT), play=play)
    for again in (load_sketch(write_sketch(layout)), read_layout(write_json(layout), "hall.dungeon.json")):
        assert list(again.play["table"]["chest"]["rolls"]["trap"]["outcomes"]) == ["4+", "1-3"]


def test_only_a_layout_with_it_is_version_3() -> None:
    """Whoever says nothing of it keeps his bytes."""
    layout = load_sketch(TEXT)
    assert json.loads(write_json(layout))["version"] == 3
    without = write_json(replace(layout, play={}))
    assert json.loads(without)["version"] == 1
    assert b"play" not in without


@pytest.mark.parametrize(
    ("play", "place", "problem"),
    [
        ("{rusch: 2}", "1:8: play.rusch", "unknown key 'rusch' (did you mean rush?)"),
        ("{rush: two}", "1:14: play.rush", "expected a whole number, not 'two'"),
        ("{longest_throw: lang}", "1:23: play.longest_throw", "'lang' is not known here (did you mean long?)"),
        ("long", "1:7: play", "expected a table of keys and values, not 'long'"),
        ("{unset: [rusch]}", "1:15: play.unset", "unknown key 'rusch' (did you mean rush?)"),
        ("{rush: 2, unset: [rush]}", "1:24: play.unset", "'rush' is set in the same table; leave out one of the two"),
    ],
)
def test_what_is_wrong_is_told_by_its_place(play: str, place: str, problem: str) -> None:
    """A key or a value that a ruleset would not take is refused in one line with its line, column and remedy."""
    with pytest.raises(ReadError) as error:
        load_sketch(f"play: {play}\nmap: <.>\n")
    assert str(error.value) == f"hall.dungeon.yaml:{place}: {problem}"


def test_an_older_version_does_not_know_it() -> None:
    """A layout file of version 2 with the key is refused by the key's name."""
    data: dict[str, Any] = {"format": "dungeon-layout", "version": 2, "play": {"rush": 2}}
    with pytest.raises(ReadError, match="play: version 2 of the format has no key 'play'; it came with version 3"):
        read_layout(json.dumps(data).encode(), "hall.dungeon.json")


def test_a_change_to_it_touches_only_its_line() -> None:
    """A changed value of `play` changes nothing else of a sketch that a person wrote."""
    layout = load_sketch(TEXT)
    changed = patch_sketch(TEXT, replace(layout, play={**PLAY, "longest_throw": "bomb"}))
    assert changed == TEXT.replace("longest_throw: long ", "longest_throw: bomb ")


def test_yaml_reads_each_key_as_the_ruleset_wants_it() -> None:
    """Digits are numbers, and yes and no are flags, under the keys of `play` that hold such, and under no other."""
    kinds: dict[str, set[str]] = {"integer": set(), "boolean": set(), "string": set()}
    for key, part in build_described_schema(Play)["properties"].items():
        inner = part.get("items", part).get("type", "string")
        kinds.setdefault(inner, set()).add(key)
    assert kinds["integer"] <= NUMBER_KEYS
    assert kinds["boolean"] <= FLAG_KEYS
    assert not kinds["string"] & {*NUMBER_KEYS, *FLAG_KEYS}
    assert set(PlayChanges.__struct_fields__) == {*Play.__struct_fields__, "unset"}
