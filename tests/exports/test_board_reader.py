"""A reader of board files in another language, written from the manual's page alone, agrees with the program."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from dungeon_designer.analysis.movement import UNREACHABLE
from dungeon_designer.analysis.team_access import find_set_up_squares
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.board_json import format_board_json
from dungeon_designer.grid import Square
from dungeon_designer.kinds import Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from tests.oracle.dungeons import draw_dungeon
from tests.programs import NODE
from tests.soak import count, sample, soak
from tests.wall_corners import build_nooks, list_expected_open_nooks, open_nooks

pytestmark = pytest.mark.skipif(
    NODE is None, reason="node, which runs the second reader, is not installed, or is too old"
)

EXAMPLES = Path(__file__).parents[2] / "examples"

READ = [
    ("naf-2019/the-grinning-skull", "naf-2019"),
    ("gw-2021/the-idols-wheel", "gw-2021"),
    ("gw-2021/the-dragon-and-the-dead", "gw-2021"),
    ("eagbbl/the-cleft", "eagbbl"),
    ("eagbbl/the-throne-under-the-hill", "eagbbl"),
    ("brawl-2013/hogwurts", "brawl-2013"),
    ("brawl-2013/the-classic", "brawl-2013"),
    ("gw-1989/set-up-2", "gw-1989-expanded"),
    ("gw-1989/set-up-2", "eagbbl"),
]
"""Examples, and the edition each is read under: both corner rules, entries, shut doors, opaque obstacles, a room that
turns, portals with and without scatter."""


def _read(board: Board, ruleset: Ruleset, folder: Path) -> Any:
    """Return what the second reader makes of a board."""
    assert NODE is not None
    path = folder / "hall.board.json"
    path.write_bytes(format_board_json(board, ruleset))
    reader = Path(__file__).with_name("board_reader.mjs")
    done = subprocess.run([NODE, reader, path], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@soak
@pytest.mark.parametrize(("name", "edition"), sample(READ, 3))
def test_a_second_reader_agrees(name: str, edition: str, tmp_path: Path) -> None:
    """Steps, distances from where home sets up, sight from every square and rooms that turn are the program's."""
    _assert_agreement(
        Dungeon.load(str(EXAMPLES / f"{name}.dungeon.yaml")).board, load_unchecked_ruleset(edition), tmp_path
    )


@soak
@pytest.mark.parametrize("edition", sample(EDITIONS, 3))
def test_a_second_reader_closes_the_corners_of_walls(edition: str, tmp_path: Path) -> None:
    """The page tells which obstacles are walls at a corner: the reader steps past the others, and sees past all."""
    board = build_nooks()
    found = _read(board, load_unchecked_ruleset(edition), tmp_path)["steps"]
    steps = {board.squares[at]: {board.squares[n] for n in near} for at, near in enumerate(found)}
    assert open_nooks(steps) == list_expected_open_nooks(edition)
    _assert_agreement(board, load_unchecked_ruleset(edition), tmp_path)


@soak
def test_a_second_reader_agrees_on_any_dungeon(tmp_path: Path) -> None:
    """The same on dungeons drawn at random, under any edition."""
    chance = random.Random(15)  # noqa: S311 - a sample, no secret
    for _ in range(count(8, 1000)):
        board, ruleset = build_board(draw_dungeon(chance)), load_unchecked_ruleset(chance.choice(EDITIONS))
        if len(board):
            _assert_agreement(board, ruleset, tmp_path)


def _assert_agreement(board: Board, ruleset: Ruleset, folder: Path) -> None:
    found, context, measuring = _read(board, ruleset, folder), Context(board, ruleset), BoardMeasurer(board, ruleset)
    number = {square: n for n, square in enumerate(board.squares)}

    def adjacent(graph: nx.Graph[Square]) -> list[list[int]]:
        return [sorted(number[near] for near in graph.adj.get(square, ())) for square in board.squares]

    assert found["steps"] == adjacent(context.step_graph)
    lengths = measuring.measure_walking_distances(find_set_up_squares(board, context.standing_squares, Team.HOME))
    ours = [lengths.get(square, UNREACHABLE) for square in board.squares]
    assert found["distances"] == [None if steps == UNREACHABLE else steps for steps in ours]
    assert found["seen"] == [
        sorted(map(number.__getitem__, measuring.sight.find_visible_squares(square))) for square in board.squares
    ]
    rooms = context.rotation.rooms
    assert found["turned"] == [
        [adjacent(context.rotation.build_graph(room, quarters)) for quarters in (1, 2, 3)] for room in rooms
    ]
    for room, turns in zip(rooms, found["places"], strict=True):
        for quarters, told in enumerate(turns, start=1):
            drawn = context.rotation.rotate_room(room, quarters).drawn_squares
            lies = {number[square]: list(at) for at, square in drawn.items()}
            assert all(lies[number] == place for number, place in told)


def test_the_examples_read_hold_what_must_be_tried() -> None:
    """Among them are both corner rules, an entry, a shut door, an opaque obstacle, a rotating room and terrain."""
    boards = [
        (Dungeon.load(str(EXAMPLES / f"{name}.dungeon.yaml")).board, load_unchecked_ruleset(edition))
        for name, edition in READ
    ]
    told = [json.loads(format_board_json(board, ruleset)) for board, ruleset in boards]
    assert {data["corners"] for data in told} == {"free", "strict"}
    assert any(goal["kind"] == "entry" for data in told for goal in data["goals"])
    squares = [(square, data) for data in told for square in data["squares"]]
    assert any(square["door"] == "shut" for square, _ in squares)
    assert any(square["door"] == "shut" for square, data in squares if data["corners"] == "strict")
    assert any(square["obstacle"] in data["play"]["opaque"] for square, data in squares)
    assert {None, "lava"} < {square["terrain"] for square, _ in squares}
    assert any(machine["turns"] for data in told for machine in data["machines"])
