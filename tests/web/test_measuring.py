"""The page measures as the program does: each against the other, on every example and on dungeons drawn at random."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.web_page_data import format_page_json
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from tests import passing_ruler
from tests.oracle.dungeons import draw_dungeon
from tests.programs import NODE
from tests.soak import count, soak
from tests.wall_corners import build_nooks, list_expected_open_nooks, open_nooks

needs_node = pytest.mark.skipif(
    NODE is None, reason="node, which runs the page's modules, is not installed, or is too old"
)
ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(ROOT.glob("examples/*/*.dungeon.yaml"))

Asked = tuple[Board, Ruleset, Sequence[tuple[int, int]], Sequence[int]]


def ask_modules(questions: Iterable[Asked]) -> list[dict[str, Any]]:
    """Return what the page's modules make of boards, each with pairs of squares and squares to start from."""
    assert NODE is not None
    lines = [
        f'{{"data":{format_page_json(board, ruleset, False)},'
        f'"pairs":{json.dumps(pairs)},"starts":{json.dumps(starts)}}}'
        for board, ruleset, pairs, starts in questions
    ]
    script = Path(__file__).with_name("measured.mjs")
    done = subprocess.run([NODE, script], input="\n".join(lines), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def measure_here(
    board: Board, ruleset: Ruleset, pairs: Sequence[tuple[int, int]], starts: Sequence[int]
) -> dict[str, Any]:
    """Return what the program makes of the same."""
    measuring, context = BoardMeasurer(board, ruleset), Context(board, ruleset)
    squares, number = board.squares, {square: n for n, square in enumerate(board.squares)}

    def adjacent(graph: nx.Graph[Square]) -> list[list[int]]:
        return [sorted(number[near] for near in graph.adj.get(square, ())) for square in squares]

    rotation = context.rotation
    return {
        "adjacent": adjacent(context.step_graph),
        "between": [format_pair(measuring, squares[here], squares[there]) for here, there in pairs],
        "around": [format_reach(measuring, number, squares[start]) for start in starts],
        "turned": [
            [adjacent(rotation.build_graph(room, quarters)) for quarters in (1, 2, 3)] for room in rotation.rooms
        ],
    }


def format_pair(measuring: BoardMeasurer, start: Square, end: Square) -> dict[str, Any]:
    """Return two squares, as the page says it."""
    found = measuring.measure_between(start, end)
    return {
        "apart": found.squares_apart,
        "steps": found.steps,
        "path": [list(square) for square in found.path],
        "jump": found.jump and dict(zip(("before", "after", "entered", "left", "total"), found.jump, strict=True)),
        "stop": found.obstruction and found.obstruction.cause,
        "at": found.obstruction and pytest.approx(found.obstruction.point, abs=1e-3),
        "band": found.pass_name,
    }


def format_reach(measuring: BoardMeasurer, number: dict[Square, int], start: Square) -> dict[str, Any]:
    """Reach and passes from a square, as the page says it."""
    reach, throws = measuring.find_reachable_squares(start, 6), measuring.find_pass_targets(start)
    numbered = {
        name: sorted([number[square], steps] for square, steps in table.items())
        for name, table in zip(("walked", "rushed", "jumped"), reach, strict=True)
    }
    bands = [[band, [number[square] for square in squares]] for band, squares in throws.bands]
    return {**numbered, "bands": bands, "hidden": [number[square] for square in throws.hidden]}


def draw_questions(board: Board, ruleset: Ruleset, chance: random.Random, pairs: int, starts: int) -> Asked:
    """Return squares drawn at random, each portal and chest among those to start from."""
    numbers = range(len(board))
    drawn = [(chance.choice(numbers), chance.choice(numbers)) for _ in range(pairs)]
    special = [board.squares.index(item.square) for item in (*board.portals, *board.chests) if item.square in board]
    return board, ruleset, drawn, [*chance.choices(numbers, k=starts), *special[:2]]


@cache
def load_example(path: Path) -> Dungeon:
    return Dungeon.load(path)


@needs_node
def test_every_range_on_the_page_is_that_of_the_ruler() -> None:
    """Each of 27 x 27 squares around a thrower is in the band of the pass that the ruler names."""
    board = build_board(Layout(sections=(Section(id="hall", rows=tuple(passing_ruler.HALL)),)))
    number = board.squares.index
    pairs = [(number(one), number(other)) for one, other, _ in passing_ruler.PAIRS]
    (answer,) = ask_modules([(board, load_unchecked_ruleset("db7s-2019"), pairs, [])])
    assert [each["band"] for each in answer["between"]] == [name for _, _, name in passing_ruler.PAIRS]


@soak
@needs_node
@pytest.mark.parametrize("edition", [None, "eagbbl", "gw-2021"])
def test_the_page_measures_every_example_as_the_program_does(edition: str | None) -> None:
    """Steps, ways, jumps, reach, sight, what stops it and passes: alike under each example's own edition and others."""
    chance = random.Random(15)  # noqa: S311  (a sample, no secret)
    paths = EXAMPLES[:: count(4 if edition is None else 8, 1)]
    questions = [
        draw_questions(
            load_example(path).board, load_example(path).ruleset(edition), chance, 60 if edition is None else 15, 3
        )
        for path in paths
    ]
    for path, question, answer in zip(paths, questions, ask_modules(questions), strict=True):
        expected = measure_here(*question)
        for key, value in expected.items():
            assert answer[key] == value, (path.name, key)


@needs_node
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_closes_the_corners_of_walls(edition: str) -> None:
    """On the page one steps past the same obstacles and rock as the edition's text lets one."""
    board = build_nooks()
    (answer,) = ask_modules([(board, load_unchecked_ruleset(edition), [], [])])
    steps = {board.squares[at]: {board.squares[n] for n in near} for at, near in enumerate(answer["adjacent"])}
    assert open_nooks(steps) == list_expected_open_nooks(edition)


@soak
@needs_node
def test_the_page_measures_any_dungeon_as_the_program_does() -> None:
    """The same on dungeons drawn at random, shut doors, obstacles, traps and portals in the rock among them."""
    chance = random.Random(2019)  # noqa: S311  (a sample, no secret)
    questions = []
    for _ in range(count(30, 3000)):
        board, ruleset = build_board(draw_dungeon(chance)), load_unchecked_ruleset(chance.choice(EDITIONS))
        if len(board):
            questions.append(draw_questions(board, ruleset, chance, 12, 1))
    for question, answer in zip(questions, ask_modules(questions), strict=True):
        assert answer == measure_here(*question), question[0].layout
