"""The layout file: what it says, what is refused and by what key, and how it is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dungeon_designer.errors import NewerVersionError, ReadError
from dungeon_designer.grid import Side
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.layout_file import VERSION, write_json
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Portal,
    Section,
    SectionKind,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
)
from tests.layout.sketches import FULL, load_sketch

HEAD = '{"format": "dungeon-layout", "version": 1, '


def read_layout_file(text: str) -> Layout:
    """Return the layout in a layout file's text."""
    return read_layout(text.encode(), "hall.dungeon.json")


def read_keys(**keys: Any) -> Layout:
    """Return the layout of a file with these keys."""
    return read_layout_file(json.dumps({"format": "dungeon-layout", "version": 1, **keys}))


def test_a_file_of_tiles_and_drawn_sections_is_read() -> None:
    """Both kinds of section, with every key of theirs."""
    tile = {"id": "a", "tile": "gw-2021/armoury", "at": [3, 4], "turn": 3, "flip": True}
    rows = {
        "id": "b",
        "kind": "end_zone",
        "side": "away",
        "name": "Far",
        "enclosed": False,
        "at": [1, 2],
        "rows": ["."],
    }
    assert read_keys(sections=[tile, rows]).sections == (
        Section(id="a", tile="gw-2021/armoury", at=(3, 4), turn=3, flip=True),
        Section(id="b", kind=SectionKind.END_ZONE, side=Team.AWAY, name="Far", enclosed=False, at=(1, 2), rows=(".",)),
    )


def test_a_lake_may_be_one_entry() -> None:
    """Terrain with a size is that many squares."""
    layout = read_keys(terrain=[{"kind": "lava", "at": [1, 1], "size": [1, 2]}])
    assert layout.terrain == tuple(Terrain(kind=TerrainKind.LAVA, at=(1, y)) for y in (1, 2))


def test_unknown_fields_survive_only_under_extra() -> None:
    """`extra` is kept as it is; a field of no meaning elsewhere is refused."""
    extra = {"tool": {"zoom": 1.5, "tags": ["a", None, True]}}
    assert json.loads(write_json(read_keys(extra=extra)))["extra"] == extra
    with pytest.raises(ReadError, match="tool"):
        read_keys(tool={})


CASES = [
    ("", "", "the file is empty"),
    (" \n", "", "the file is empty"),
    ("{", "1:2", "the file ends too early"),
    (HEAD, "1:44", "the file ends too early"),
    (HEAD + '"name": "abc', "1:52", "the file ends too early"),
    (HEAD + '"chests": [[1, 2] [3, 4]]}', "1:62", "not valid JSON: expecting ',' delimiter"),
    (HEAD + '"name": "a\nb"}', "1:54", "invalid control character"),
    (HEAD[:-2] + "} x", "1:44", "extra data"),
    ("5", "1:1", "one object in braces"),
    ("[]", "1:1", "one object in braces"),
    ("null", "1:1", "one object in braces"),
    ("{}", "", 'lacks "format": "dungeon-layout"'),
    ('{"format": "tiled"}', "format", 'lacks "format": "dungeon-layout"'),
    ('{"format": "dungeon-layout"}', "", "the key 'version' is missing"),
    ('{"format": "dungeon-layout", "version": "1"}', "version", "not '1'"),
    ('{"format": "dungeon-layout", "version": true}', "version", "not true"),
    ('{"format": "dungeon-layout", "version": 1.0}', "version", "not 1.0"),
    ('{"format": "dungeon-layout", "version": 0}', "version", "there never was a version 0"),
    (HEAD + '"nam": 1}', "nam", "unknown key 'nam' (did you mean name?)"),
    (HEAD + '"map": ".."}', "map", "unknown key 'map'"),
    (HEAD + '"name": null}', "name", "expected text, not nothing"),
    (HEAD + '"name": "a", "name": "b"}', "name", "stands twice in one object"),
    (HEAD + '"chests": [[1, 2], [3]]}', "chests[1]", "a list of 2 numbers, not a list of 1"),
    (HEAD + '"chests": [[1, NaN]]}', "chests[0][1]", "NaN is not a number"),
    (HEAD + '"chests": [[1, 2.0]]}', "chests[0][1]", "expected a whole number, not 2.0"),
    (HEAD + '"chests": [[1, true]]}', "chests[0][1]", "expected a whole number, not true"),
    (HEAD + '"chests": [[1, 1e999]]}', "chests[0][1]", "too large"),
    (HEAD + '"chests": [[1, 10000]]}', "chests[0][1]", "at most 9999"),
    (HEAD + '"chests": [[1, ' + "9" * 5000 + "]]}", "chests[0][1]", "too long"),
    (HEAD + '"extra": {"a": [-Infinity]}}', "extra.a[0]", "-Infinity is not a number"),
    (HEAD + '"extra": {"a": {"\\ud800": 1}}}', "extra.a", "half a character"),
    (HEAD + '"name": "\\udfff"}', "name", "half a character"),
    (HEAD + '"extra": ' + '{"a":' * 40 + "1" + "}" * 41, "extra", "nested deeper than 32"),
    (HEAD + '"extra": ' + "[" * 5000 + "]" * 5000 + "}", "1:116", "nested deeper than 64"),
    (HEAD + '"extra": ' + "[" * 64 + "1" + "]" * 64 + "}", "1:116", "nested deeper than 64"),
    (HEAD + '"extra": ' + "[" * 63 + "1" + "]" * 63 + "}", "extra", "expected a table of keys and values"),
    ("[" * 100_000, "1:65", "nested deeper than 64"),
    ('{"a":' * 100_000, "1:321", "nested deeper than 64"),
    (
        HEAD + '"doors": [{"at": [0, 0], "side": "up"}]}',
        "doors[0].side",
        "'up' is not known here (one of: east, north,",
    ),
    (HEAD + '"doors": [{"at": [9999, 1], "side": "north", "width": 2}]}', "doors[0]", "beyond 9999"),
    (HEAD + '"sections": [{"id": "a", "kind": "roomy", "rows": ["."]}]}', "sections[0].kind", "did you mean room?"),
    (HEAD + '"sections": [{"id": "a", "rows": ["x"]}]}', "sections[0].rows[0]", "'x' in a row"),
    (HEAD + '"sections": [{"id": "a", "rows": [".\\n."]}]}', "sections[0].rows[0]", "in a row"),
    (HEAD + '"sections": [{"id": "", "rows": ["."]}]}', "sections[0].id", "must not be empty"),
    (HEAD + '"sections": [{"id": "a"}]}', "sections[0]", "needs the key 'tile'"),
    (HEAD + '"machines": [{"kind": "rotating_room", "sections": ["x"]}]}', "machines[0].sections[0]", "the id 'x'"),
    (HEAD + '"machines": [[]]}', "machines[0]", "expected a table"),
    (HEAD + '"portals": {"1": [1, 2]}}', "portals", "expected a list"),
]


@pytest.mark.parametrize(("text", "place", "words"), CASES, ids=[f"{case[1]} {case[2]}"[:60] for case in CASES])
def test_a_fault_is_named_with_its_key(text: str, place: str, words: str) -> None:
    """The message is one line that names the file and the key, or line and column where it is no JSON."""
    with pytest.raises(ReadError) as caught:
        read_layout_file(text)
    error = caught.value
    assert (error.file, error.location) == ("hall.dungeon.json", place)
    assert words in error.problem
    assert "\n" not in str(error)
    assert len(str(error)) < 300


def test_a_newer_file_is_refused_by_name() -> None:
    """A file of a later version names both versions, whatever else is in it."""
    with pytest.raises(
        NewerVersionError, match=f"hall.dungeon.json:version: .*version {VERSION + 1} .* up to {VERSION}"
    ):
        read_layout_file(f'{{"format": "dungeon-layout", "version": {VERSION + 1}, "foo": [], "name": 5}}')


def test_a_file_is_written_one_item_a_line() -> None:
    """Short items stand on one line, long sections have a line for each row; the last line ends."""
    layout = Layout(
        name="Großer Saal",
        balls=2,
        sections=(
            Section(id="A", at=(1, 2), kind=SectionKind.ROOM, rows=("..", ".")),
            Section(id="B", at=(5, 2), kind=SectionKind.CORRIDOR, rows=("." * 30,) * 3),
            Section(id="C", tile="naf/hall", turn=1),
        ),
        doors=(EdgeDoor(at=(1, 2), side=Side.EAST),),
        chests=((1, 2), (2, 2)),
        portals=(Portal(number=3, at=(2, 2)),),
        traps=(Trap(kind=TrapKind.OPEN_PIT, at=(1, 3), size=(1, 2)),),
        extra={"b": 1, "a": [1, {"x": None}]},
    )
    dots = "." * 30
    assert (
        write_json(layout).decode()
        == f"""{{
  "format": "dungeon-layout",
  "version": 1,
  "name": "Großer Saal",
  "balls": 2,
  "sections": [
    {{"id": "A", "at": [1, 2], "kind": "room", "rows": ["..", "."]}},
    {{"id": "B", "at": [5, 2], "kind": "corridor", "rows": [
      "{dots}",
      "{dots}",
      "{dots}"
    ]}},
    {{"id": "C", "at": [0, 0], "tile": "naf/hall", "turn": 1}}
  ],
  "doors": [
    {{"at": [1, 2], "side": "east"}}
  ],
  "chests": [
    [1, 2],
    [2, 2]
  ],
  "portals": [
    {{"number": 3, "at": [2, 2]}}
  ],
  "traps": [
    {{"kind": "open_pit", "at": [1, 3]}},
    {{"kind": "open_pit", "at": [1, 4]}}
  ],
  "extra": {{
    "a": [
      1,
      {{
        "x": null
      }}
    ],
    "b": 1
  }}
}}
"""
    )


def test_equal_layouts_are_equal_bytes() -> None:
    """Order of items and how defaults were said leave no trace in the file."""
    one = Layout(chests=((1, 0), (0, 0)), sections=(Section(id="a", tile="b"),), extra={"a": 1, "b": 2})
    two = Layout(chests=((0, 0), (1, 0)), sections=(Section(id="a", tile="b", at=(0, 0)),), extra={"b": 2, "a": 1})
    assert write_json(one) == write_json(two)


def test_an_empty_drawn_section_is_kept() -> None:
    """A section with every square erased can be saved and loaded."""
    layout = Layout(sections=(Section(id="a", kind=SectionKind.ROOM, rows=("##",)),))
    assert read_layout_file(write_json(layout).decode()).sections == (Section(id="a", kind=SectionKind.ROOM),)


def test_a_full_sketch_becomes_a_file_and_comes_back() -> None:
    """A layout file holds everything that a sketch says."""
    layout = load_sketch(FULL)
    assert read_layout_file(write_json(layout).decode()) == layout
