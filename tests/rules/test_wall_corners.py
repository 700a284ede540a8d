"""Obstacles that a book calls walls, at the corner of a diagonal step: every copy of the steps closes the same ones."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.exports.board_json import format_board_json
from dungeon_designer.figures.survey import Survey
from dungeon_designer.grid import Square
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Corners
from tests.oracle.floor import Floor
from tests.wall_corners import build_nooks, list_expected_open_nooks, open_nooks

Steps = dict[Square, set[Square]]


def steps_by_copy(board: Board, edition: str) -> dict[str, Steps]:
    """The squares one step from each square, as each part of the program has them."""
    context, floor, squares = (
        Context(board, load_unchecked_ruleset(edition)),
        Floor(board.layout, edition),
        board.squares,
    )
    on, strict = floor.walkable(), load_unchecked_ruleset(edition).corners is Corners.STRICT
    links = build_arena(board, load_unchecked_ruleset(edition)).squares[0, :, :8]
    told = json.loads(format_board_json(board, load_unchecked_ruleset(edition)))["squares"]
    return {
        "graph": {square: set(near) for square, near in context.step_graph.adjacency()},
        "second reading": {square: set(floor.steps(square, on, strict)) for square in on},
        "arrays": {
            squares[at]: {squares[n] for n in near}
            for at, near in enumerate(Survey(context).drawn_steps.neighbour_lists)
        },
        "matches": {squares[at]: {squares[n] for n in near if n >= 0} for at, near in enumerate(links)},
        "board file": {tuple(one["at"]): {tuple(told[n]["at"]) for n in one["steps"]} for one in told},
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_copy_closes_the_same_corners(edition: str) -> None:
    """Graphs, arrays, matches, board files and the second reading let one step past the same obstacles."""
    copies = steps_by_copy(build_nooks(), edition)
    assert {name: open_nooks(steps) for name, steps in copies.items()} == dict.fromkeys(
        copies, list_expected_open_nooks(edition)
    )


def context_of(sketch: str, edition: str = "naf-2019") -> Context:
    return Context(build_board(read_layout(sketch.encode(), "corner.dungeon.yaml")), load_unchecked_ruleset(edition))


def test_nobody_jumps_between_two_walls() -> None:
    """A slanting jump over lava is stopped by the corner of a statue and rock where statues are walls."""
    rows = "map: |\n  .##\n  {0}~#\n  #{0}.\nlegend: {{t: {{obstacle: throne}}}}\n"
    assert context_of(rows.format("S")).jump_steps == []
    assert context_of(rows.format("t")).jump_steps == [((0, 0), (2, 2))]


def test_a_dungeon_may_have_walls_of_its_own() -> None:
    """A dungeon's own `play` says which obstacles are walls."""
    own = build_board(replace(build_nooks().layout, play={"wall_obstacles": ["throne"]}))
    assert open_nooks(Context(own, load_unchecked_ruleset("naf-2019")).step_graph.adj) == list_expected_open_nooks(
        "brawl-2013"
    ) - {"throne"}


def test_steps_are_not_taken_over_where_other_obstacles_are_walls() -> None:
    """One board under two editions that agree on corners but not on walls has two graphs."""
    board = build_nooks()
    other = Context(
        board, load_unchecked_ruleset("brawl-2013"), previous=Context(board, load_unchecked_ruleset("naf-2019"))
    )
    assert open_nooks(other.step_graph.adj) == list_expected_open_nooks("brawl-2013")


def test_sight_stays_as_it_is() -> None:
    """One sees, and so throws, past a statue and rock that nobody steps between."""
    measuring = BoardMeasurer(build_nooks(), load_unchecked_ruleset("naf-2019"))
    assert measuring.measure_between((2, 2), (3, 3)).steps is None
    assert measuring.sight.find_obstruction((2, 2), (3, 3)) is None
