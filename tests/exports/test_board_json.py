"""The board for other programs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dungeon_designer.analysis.movement import WalkingDistances, remove_squares
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.board_json import build_board_schema, format_board_json
from dungeon_designer.grid import SIDES
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from tests import passing_ruler
from tests.drawing import boards

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(
    path for path in (ROOT / "examples").rglob("*.dungeon.yaml") if path.parent.name not in ("illegal", "house-rules")
)


def read_told(board: Board, ruleset: str) -> Any:
    """Return the file, as any JSON reader sees it."""
    return json.loads(format_board_json(board, load_unchecked_ruleset(ruleset)))


@pytest.mark.parametrize("layout", [boards.CROWN, boards.ENGINE], ids=["crown", "engine"])
def test_the_file_keeps_its_schema(layout: Any) -> None:
    """A board file is valid under the published schema, for an independent reader."""
    jsonschema.validate(read_told(build_board(layout), "brawl-2013"), build_board_schema())


def test_the_sides_stand_in_the_file() -> None:
    """The file lists the teams in order, each with its colour and emblem; two if the dungeon names none."""
    four = Dungeon.load(ROOT / "examples" / "gw-2021-multiplayer" / "the-four-stairs.dungeon.yaml")
    data = read_told(four.board, "gw-2021-multiplayer")
    assert data["version"] == 2
    assert [side["id"] for side in data["sides"]] == ["home", "away", "third", "fourth"]
    assert data["sides"][2] == {"id": "third", "colour": "#009e73", "emblem": "triangle"}
    assert {goal["side"] for goal in data["goals"]} == {"home", "away", "third", "fourth"}
    assert [side["id"] for side in read_told(build_board(boards.CROWN), "naf-2019")["sides"]] == ["home", "away"]


@pytest.mark.parametrize("ruleset", ["naf-2019", "eagbbl"])
def test_every_fact_of_the_board_stands_in_the_file(ruleset: str) -> None:
    """Squares, edges, items, standing squares and steps are those of the board under the edition named."""
    board = build_board(boards.CROWN)
    data, context = read_told(board, ruleset), Context(board, load_unchecked_ruleset(ruleset))
    assert [tuple(square["at"]) for square in data["squares"]] == board.squares
    for at, square in zip(board.squares, data["squares"], strict=True):
        states = [("open", "wall", "door")[board.get_edge_state(at, side)] for side in SIDES]
        assert square["edges"] == states
        assert square["standing"] == (at in context.standing_squares)
        assert square["section"] == board.section_by_square[at].id
        assert (square["item"] == "chest") == (at in board.chest_squares)
        assert (square["portal"] is not None) == (at in board.portal_squares)
    pairs = {(a, b) for a, square in enumerate(data["squares"]) for b in square["steps"]}
    assert pairs == {(b, a) for a, b in pairs}
    assert {frozenset(board.squares[n] for n in pair) for pair in pairs} == set(
        map(frozenset, context.step_graph.edges)
    )
    assert {tuple(p["at"]) for p in data["portals"]} == {portal.square for portal in board.portals}
    assert len(data["doors"]) == len(board.layout.doors)
    assert len(data["machines"]) == len(board.machines)


@pytest.mark.parametrize(("ruleset", "longest"), [("naf-2019", "short"), ("db7s-2019", "bomb")])
def test_the_ruler_stands_in_the_file(ruleset: str, longest: str) -> None:
    """How far each pass goes is in it, whole whatever the longest is here."""
    assert read_told(build_board(boards.CROWN), ruleset)["passes"] == {"ruler": passing_ruler.RULER, "longest": longest}


def test_labels_stand_in_the_file() -> None:
    """Words, place, size and turn, on rock as on floor."""
    sketch = "map: ...\nlabels: [{text: Way in, at: [7, 3], size: large, turn: 1}]"
    data = read_told(build_board(read_sketch(sketch)), "naf-2019")
    assert data["labels"] == [{"text": "Way in", "at": [7, 3], "size": "large", "turn": 1}]


TRAPPED = read_sketch("""
map: |
  <<..TT....>>
  <<..TT....>>
traps:
  - {kind: trapdoor, at: [4, 0], size: [2, 2], below: lava}
  - {kind: counter, at: [7, 0], owner: home, content: spiked_pit}
""")


def test_the_players_copy_tells_nothing_hidden() -> None:
    """The players' copy leaves out what lies below and on the hidden face, and nothing else."""
    board = build_board(TRAPPED)
    organiser, players = (
        read_told(board, "gw-1989-expanded"),
        json.loads(format_board_json(board, load_unchecked_ruleset("gw-1989-expanded"), True)),
    )
    assert [(trap["below"], trap["content"]) for trap in organiser["traps"]] == [("lava", None), ("", "spiked_pit")]
    assert [(trap["below"], trap["content"]) for trap in players["traps"]] == [("", None), ("", None)]
    for trap in organiser["traps"]:
        trap |= {"below": "", "content": None}
    assert organiser == players


def test_squares_are_numbers_wherever_they_are_listed() -> None:
    """Traps and machines name their squares as everything else does."""
    data = read_told(build_board(boards.ENGINE), "brawl-2013")
    for thing in (*data["traps"], *data["machines"], *data["sections"], *data["goals"]):
        assert all(isinstance(number, int) for number in thing["squares"])
    (trap,) = (trap for trap in read_told(build_board(TRAPPED), "naf-2019")["traps"] if trap["kind"] == "trapdoor")
    assert trap["at"] == [4, 0]
    assert trap["squares"] == [4, 5, 16, 17]


def test_a_turned_room_has_the_steps_of_each_turn() -> None:
    """A file of the room as it lies after a quarter turn has the steps that the first says it will have."""
    layout = read_sketch("""
map: |
  ...#
  ....
  ####
sections: |
  RRR#
  RRRC
  ####
section_kinds: {R: {kind: room, enclosed: true}, C: corridor}
doors: [{at: [2, 1], side: east}]
machines: [{kind: rotating_room, sections: [R]}]
""")
    assert read_told(build_board(layout), "brawl-2013")["machines"][0]["turns"] == []  # no full square
    square = read_sketch("""
map: |
  ..#
  ...
sections: |
  RR#
  RRC
section_kinds: {R: {kind: room, enclosed: true}, C: corridor}
doors: [{at: [1, 1], side: east}]
machines: [{kind: rotating_room, sections: [R]}]
""")
    data = read_told(build_board(square), "brawl-2013")
    (room,) = data["machines"]
    assert room["centre"] == [1, 1]
    assert [turn["quarters"] for turn in room["turns"]] == [1, 2, 3]
    corridor = next(n for n, square in enumerate(data["squares"]) if square["section"] == "C")
    assert corridor in data["squares"][corridor - 1]["steps"]
    for turn in room["turns"]:
        assert turn["steps"][str(corridor)] == []


def test_leaps_and_jumps_say_where_they_land() -> None:
    """A marked edge leads across two squares; terrain that every player may jump over is crossed in a straight line."""
    data = read_told(build_board(read_sketch("map: .~.\nleap_edges: [{at: [0, 0], side: east}]")), "brawl-2013")
    assert data["leap_edges"] == [{"at": [0, 0], "side": "east", "width": 1, "leaps": [[0, 2]]}]
    assert data["jumps"] == []
    assert read_told(build_board(read_sketch("map: .~.")), "naf-2019")["jumps"] == [[0, 2]]


def test_the_editions_tables_stand_in_the_file() -> None:
    """The file has what a client needs for sight, passes, portals and the order of set-up."""
    data = read_told(build_board(boards.CROWN), "gw-2021")
    assert data["play"]["opaque"] == ["idol"]
    assert data["play"]["arrival"] == "on"
    assert [stage["lay"] for stage in data["set_up"]["stages"]][:2] == ["chest", "portal"]


def test_terrain_says_what_it_does() -> None:
    """Each kind on the board is told once: whether one walks on it, jumps over it, and is out when one falls in."""
    layout = read_sketch("map: .~=P.\nlegend: {P: {terrain: spike_pit}}")
    told_of = {entry["kind"]: entry for entry in read_told(build_board(layout), "naf-2019")["terrain"]}
    assert told_of["lava"] == {"kind": "lava", "walk": False, "jump": True, "removes": True}
    assert told_of["bridge"] == {"kind": "bridge", "walk": True, "jump": False, "removes": False}
    assert told_of["spike_pit"] == {"kind": "spike_pit", "walk": False, "jump": False, "removes": False}
    assert read_told(build_board(read_sketch("map: ...")), "naf-2019")["terrain"] == []


def test_the_schema_has_a_name() -> None:
    """Each version of the schema can be told by its $id."""
    assert build_board_schema()["$id"] == "urn:dungeon-designer:board:2"


def test_walls_are_told_on_both_sides() -> None:
    """An edge has one state, whichever of its two squares one asks."""
    board = build_board(boards.ENGINE)
    data = read_told(board, "brawl-2013")
    places = {tuple(square["at"]): square for square in data["squares"]}
    for (x, y), square in places.items():
        east = places.get((x + 1, y))
        assert square["edges"][1] == (east["edges"][3] if east else "wall")
    assert WALL == 1


def test_strict_corners_allow_fewer_steps() -> None:
    """The edition named decides: strict corners never allow a step that free ones do not."""
    board = build_board(boards.CROWN)
    free, strict = (
        {(a, b) for a, square in enumerate(read_told(board, name)["squares"]) for b in square["steps"]}
        for name in ("naf-2019", "eagbbl")
    )
    assert strict < free


def _import_reader() -> str:
    (code,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "programmers" / "board-json.md").read_text(), re.DOTALL
    )
    return str(code)


def test_the_reader_of_the_manual_has_about_twenty_lines() -> None:
    """The page promises twenty lines of plain Python."""
    assert len([line for line in _import_reader().splitlines() if line.strip()]) <= 23
    assert "dungeon_designer" not in _import_reader()


@pytest.mark.parametrize("path", [EXAMPLES[0], EXAMPLES[-1]], ids=lambda path: str(path.stem))
def test_the_reader_of_the_manual_walks(path: Path, tmp_path: Path) -> None:
    """The reader printed in the manual, run as it stands, walks as far as our own distances say it is."""
    examiner, opened = Examiner(ExamineOptions()), Dungeon.load(str(path))
    board, (ruleset,) = examiner.build_board(opened), examiner.list_rulesets(opened)
    (tmp_path / "hall.board.json").write_bytes(format_board_json(board, ruleset))
    (tmp_path / "reader.py").write_text(_import_reader())
    run = [sys.executable, "-W", "ignore", "reader.py", "hall.board.json"]
    said = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    data = json.loads((tmp_path / "hall.board.json").read_text())
    start = [n for goal in data["goals"] if goal["side"] == "home" for n in goal["set_up"]]
    end = [n for goal in data["goals"] if goal["side"] == "away" for n in goal["squares"]]
    starts, ends = ([board.squares[n] for n in numbers] for numbers in (start, end))
    barred = (board.portal_squares | board.entry_squares).difference(ends)
    lengths = WalkingDistances(remove_squares(Context(board, ruleset).step_graph, barred), ()).measure_from(starts)
    steps = min(lengths[square] for square in ends if square in lengths)
    assert said.startswith(f"{steps} steps: ")
