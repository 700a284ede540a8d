"""What is wrong in a sketch is named with line and column of the file, and with the key."""

from __future__ import annotations

import pytest

from dungeon_designer.errors import NewerVersionError, ReadError
from tests.layout.sketches import FULL, load_sketch

GRID = "map: |\n  <..\nsections: |\n  ABB\n"

CASES = [
    # the text of the file, where the fault is, words the message must hold
    ("nam: x\nmap: .\n", "1:1", "unknown key 'nam' (did you mean name?)"),
    ("map: .\ndoors:\n  - {at: [1, 0], sid: east}\n", "3:18", "doors[0].sid: unknown key 'sid' (did you mean side?)"),
    (
        "map: .\ndoors:\n  - {at: [1, 0], side: easst}\n",
        "3:24",
        "doors[0].side: 'easst' is not known here (did you mean east?)",
    ),
    ("map: .\ndoors:\n  - at: [1, 0]\n", "3:5", "doors[0]: the key 'side' is missing"),
    (
        "map: .\ndoors:\n  - {at: [1], side: east}\n",
        "3:10",
        "doors[0].at: expected a list of 2 numbers, not a list of 1",
    ),
    ("map: .\ndoors: {at: [1, 0]}\n", "2:8", "doors: expected a list, not a table"),
    ("map: .\ndoors:\n", "2:7", "doors: expected a list, not nothing"),
    ("map: .\nchests: [1, 2]\n", "2:10", "chests[0]: expected a list of 2 numbers, not 1"),
    ("map: .\nchests: [[1, 2.5]]\n", "2:14", "chests[0][1]: expected a whole number, not '2.5'"),
    ("map: .\nchests: [[1, .nan]]\n", "2:14", "expected a whole number, not '.nan'"),
    ("map: .\nchests: [[1, true]]\n", "2:14", "expected a whole number, not 'true'"),
    ("map: .\nchests: [[1, 010]]\n", "2:14", "expected a whole number, not '010'"),
    ("map: .\nchests: [[1, '2']]\n", "2:14", "expected a whole number, not '2'"),
    ("map: .\nchests: [[1, 10000]]\n", "2:14", "expected a number of at most 9999, not 10000"),
    ("map: .\nchests: [[-1, 0]]\n", "2:11", "expected a number of at least 0, not -1"),
    ("map: .\nchests: [[1, 99999999999999999999]]\n", "2:14", "too long"),
    ("map: .\nballs: 100\n", "2:8", "balls: expected a number of at most 99, not 100"),
    ("map: .\nenclosed: 1\n", "2:11", "enclosed: expected true or false, not '1'"),
    ("map: .\nname:\n", "2:6", "name: expected text, not nothing"),
    ("map: .\nname: [a]\n", "2:7", "name: expected text, not a list"),
    ("map: .\nwaivers: [{rule: a, reason: ''}]\n", "2:29", "waivers[0].reason: this must not be empty"),
    ("map: .\nextra: [1]\n", "2:8", "extra: expected a table of keys and values, not a list"),
    ("map: .\nextra: {a: 1e999}\n", "2:12", "too large"),
    # the map
    ("name: x\n", "1:1", "needs the key 'map' or 'sections'"),
    ("map:\n", "1:5", "nothing is drawn"),
    ("map: [a]\n", "1:6", "write it as rows of letters"),
    ("map: >\n  ..\n  ..\n", "1:6", "joined into one"),
    ("map: ..\n  ..\n", "1:6", "joined into one"),
    ("name: x\nmap: |\n  ...\n  .z.\n", "4:4", "the letter 'z' means nothing"),
    ("map: |\n\n\n      ..z\n", "4:9", "the letter 'z'"),
    ("map: |2\n     z\n  ..\n", "2:6", "the letter 'z'"),
    ("map: |-\n  ...\n  .z.", "3:4", "the letter 'z'"),
    ("{map: '.z'}", "1:9", "the letter 'z'"),
    ('map: ".z"', "1:8", "the letter 'z'"),
    ("map: .z", "1:7", "the letter 'z'"),
    ('map: ".\\nz"', "1:6", "the letter 'z'"),
    ("map: 'o''z'", "1:6", "the letter 'z'"),
    ("map: |\r\n  ..\r\n  z\r\n", "3:3", "the letter 'z'"),
    ("\ufeffmap: |\n  z\n", "2:3", "the letter 'z'"),
    ("map: |\n  ä\n", "2:3", "the letter 'ä'"),
    ("map: |\n  .0\n", "2:4", "portals are numbered from 1"),
    ("map: |\n  .c\n", "2:4", "did you mean C?"),
    ("map: |\n  .\t.\n", "2:4", "a tab"),
    ("map: |\n    ..\n  ...\n", "3:3", "write # there"),
    # sections
    (GRID + "section_kinds: {D: room}\n", "5:17", "no square has the section letter 'D'"),
    (GRID, "2:3", "'<' stands on section A, which is no zone but a room"),
    (GRID + "section_kinds: {A: {kind: end_zone, side: away}}\n", "2:3", "which is the away end zone"),
    (GRID + "section_kinds: {A: {kind: entry, side: home}}\n", "2:3", "which is the home entry"),
    (GRID + "section_kinds: {A: rooom}\n", "5:20", "section_kinds.A: 'rooom' is not known here (did you mean room?)"),
    (GRID + "section_kinds: {A: {knd: room}}\n", "5:21", "unknown key 'knd' (did you mean kind?)"),
    (
        GRID + "section_kinds: {A: {side: hom}}\n",
        "5:27",
        "section_kinds.A.side: 'hom' is not known here (did you mean home?)",
    ),
    (GRID + "section_kinds: [A]\n", "5:16", "expected a table of section letters"),
    ("map: |\n  <>\nsections: |\n  AA\nsection_kinds: {A: end_zone}\n", "2:4", "which is the home end zone"),
    ("map: .\nsection_kinds: {A: room}\n", "2:1", "'sections', which is missing"),
    ("sections: []\nsection_kinds: {A: room}\n", "2:1", "'sections', which is a list"),
    ("map: |\n  ..\nsections: |\n  A\n", "2:4", "the floor at (1, 0) has no letter"),
    ("map: |\n  ..\n  .\nsections: |\n  AA\n", "3:3", "the floor at (0, 1) has no letter"),
    ("map: |\n  .#\nsections: |\n  AB\n", "4:4", "the section letter 'B' stands over rock at (1, 0)"),
    ("map: |\n  .\nsections: |\n  A\n  B\n", "5:3", "the section letter 'B' stands over rock at (0, 1)"),
    ("map: |\n  ..\nsections: |\n  A.\n", "4:4", "'.' is no section letter"),
    ("map: |\n  .<\nsections: []\n", "2:4", "'<' cannot be drawn where 'sections' is a list"),
    ("sections: [{id: a}]\n", "1:12", "sections[0]: a section needs the key 'tile', or 'rows'"),
    ("sections: [{id: a, tile: b, rows: ['.']}]\n", "1:35", "not both"),
    ("sections: [{id: a, rows: ['.'], turn: 1}]\n", "1:39", "only a tile can be turned"),
    ("sections: [{id: a, rows: ['.'], flip: on}]\n", "1:39", "only a tile can be turned"),
    ("sections: [{id: a, rows: ['.C']}]\n", "1:27", "sections[0].rows[0]: 'C' in a row"),
    ("sections: [{id: a, tile: b}, {id: a, tile: b}]\n", "1:35", "the id 'a' is taken by sections[0]"),
    ("sections: [{id: a, at: [9999, 0], rows: ['..']}]\n", "1:42", "beyond 9999"),
    ("sections: {A: a}\n", "1:11", "write it as rows of letters"),
    # items
    ("map: .\nportals: {0: [1, 2]}\n", "2:11", "the number of a portal, 1 to 99, not '0'"),
    ("map: .\nportals: {x: [1, 2]}\n", "2:11", "the number of a portal"),
    ("map: .\nportals: {100: [1, 2]}\n", "2:11", "the number of a portal"),
    ("map: .\nportals: {3: [1]}\n", "2:14", "portals.3: expected a list of 2 numbers"),
    ("map: .\nportals: {3: [[1, 2], [3]]}\n", "2:23", "portals.3[1]: expected a list of 2 numbers"),
    ("map: .\nmachines: [{kind: rotating_room, sections: [Q]}]\n", "2:45", "no section has the id 'Q' (one of: A)"),
    ("map: .\nmachines: [{kind: rotatin_room, sections: [A]}]\n", "2:19", "did you mean rotating_room?"),
    ("map: .\nmachines: [{sections: [A]}]\n", "2:12", "the key 'kind' is missing"),
    ("map: .\nmachines: [{kind: rolling_ball, at: [0, 0], travel: east, length: 0}]\n", "2:67", "at least 1"),
    ("map: |\n  .~\nterrain: [{kind: water, at: [1, 0]}]\n", "3:11", "(1, 0) is drawn as lava and listed as water"),
    ("map: |\n  S\nobstacles: [{kind: idol, at: [0, 0]}]\n", "3:13", "drawn as statue and listed as idol"),
    (
        "map: |\n  +\nsquare_doors: [{at: [0, 0], open: on}]\n",
        "3:16",
        "drawn as a shut door and listed as an open door",
    ),
    (
        "map: |\n  TT\ntraps: [{kind: trapdoor, at: [0, 0], size: [1, 1]}]\n",
        "3:9",
        "has 2 squares, its entries cover 1",
    ),
    ("map: .\ntraps: [{kind: open_pit, at: [0, 0], size: [9999, 9999]}]\n", "2:9", "more than 50,000"),
    ("map: .\ntraps: [{kind: open_pit, at: [9999, 0], size: [2, 1]}]\n", "2:9", "beyond 9999"),
    ("map: .\ndoors: [{at: [0, 9999], side: west, width: 2}]\n", "2:9", "beyond 9999"),
    (
        "map: .\nmachines: [{kind: rolling_ball, at: [0, 0], size: [1, 9999], travel: east, length: 9999}]\n",
        "2:12",
        "more than",
    ),
    # the legend
    ("map: .\nlegend: {C: {obstacle: throne}}\n", "2:10", "legend.C: 'C' has its meaning in every sketch"),
    ("map: .\nlegend: {' ': {obstacle: throne}}\n", "2:10", "has its meaning in every sketch"),
    ("map: .\nlegend: {KK: {obstacle: throne}}\n", "2:10", "'KK' is not one letter"),
    (
        "map: .\nlegend: {K: {obstacle: thron}}\n",
        "2:24",
        "legend.K.obstacle: 'thron' is not known here (did you mean throne?)",
    ),
    ("map: .\nlegend: {K: {obstcle: throne}}\n", "2:14", "unknown key 'obstcle' (did you mean obstacle?)"),
    ("map: .\nlegend: {K: throen}\n", "2:13", "nothing is called 'throen' (did you mean throne?)"),
    ("map: .\nlegend: {K: {}}\n", "2:13", "say what the letter means"),
    ("map: .\nlegend: {K: {portal: 100}}\n", "2:22", "at most 99"),
    ("map: .\nlegend: K\n", "2:9", "expected a table of letters"),
    # the text itself
    ("", "", "the file is empty"),
    ("# nothing\n", "", "the file is empty"),
    ("hello\n", "1:1", "a sketch is a table"),
    ("- a\n", "1:1", "a sketch is a table"),
    ("map: .\nmap: .\n", "2:1", "the key 'map' is here a second time (first in line 1)"),
    ("map: .\nchests: [[1, 2\n", "2:10", "not valid YAML: the bracket that opens here has no end"),
    ("map: .\nname: 'x\n", "2:9", "the quote at the end of this text is missing: name: 'x'"),
    ("map: .\n---\nmap: .\n", "2:1", "a second document"),
    ("map: &a .\nname: *a\n", "1:6", "anchors and aliases"),
    ("map: .\nname: *a\n", "2:7", "anchors and aliases"),
    ("map: .\nname: !!python/name:os.system x\n", "2:7", "tags"),
    ("map: .\n? [a]\n: b\n", "2:3", "a key must be a single word"),
    ("map: .\nname: a\0b\n", "2:8", "U+0000"),
    ('map: .\nname: "\\uD800"\n', "2:10", "not valid YAML"),
    ("map: .\nextra: " + "[" * 70 + "]" * 70, "2:71", "nested deeper than 64"),
    ("map: .\nextra: {a: " + "[" * 40 + "]" * 40 + "}", "2:8", "extra: nested deeper than 32"),
    ("version: x\nmap: .\n", "1:10", "version: expected the number of the format's version"),
]


@pytest.mark.parametrize(("text", "place", "words"), CASES, ids=[f"{case[1]} {case[2]}"[:60] for case in CASES])
def test_a_fault_is_named_with_its_place(text: str, place: str, words: str) -> None:
    """The message is one line with file, line and column, and says which key or letter is wrong."""
    with pytest.raises(ReadError) as caught:
        load_sketch(text)
    error = caught.value
    assert error.file == "hall.dungeon.yaml"
    assert error.location == place
    assert words in error.problem
    assert "\n" not in str(error)


def test_a_newer_sketch_is_refused_by_name() -> None:
    """A sketch of a later version names both versions."""
    with pytest.raises(NewerVersionError, match=r"hall.dungeon.yaml:1:10: .*version 5 .* up to 4"):
        load_sketch("version: 5\nmap: .\nnew_key: 1\n")


@pytest.mark.parametrize("line", range(1, FULL.count("\n") + 1))
def test_an_unknown_key_is_found_in_any_line(line: int) -> None:
    """A stranger's line between any two lines of a sketch is an error at that line or, cutting a block, the next."""
    lines = FULL.splitlines(keepends=True)
    lines.insert(line, "stranger: 1\n")
    with pytest.raises(ReadError) as caught:
        load_sketch("".join(lines))
    assert caught.value.location.split(":")[0] in (str(line + 1), str(line + 2))


def test_a_map_may_reach_the_last_coordinate_and_no_further() -> None:
    """10,000 letters a line and 10,000 lines fit, one more does not, and is named."""
    assert len(load_sketch("map: |\n  " + "." * 10_000).sections[0].rows[0]) == 10_000
    with pytest.raises(ReadError, match=r"yaml:2:10003: a column beyond 9999"):
        load_sketch("map: |\n  " + "." * 10_001)
    assert load_sketch("map: |\n" + "  .\n" * 10_000).sections[0].squares[-1] == (0, 9999)
    with pytest.raises(ReadError, match=r"yaml:10002:3: a row beyond 9999"):
        load_sketch("map: |\n" + "  .\n" * 10_001)
