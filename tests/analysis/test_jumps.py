"""Jumps over squares nobody walks on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from oracle.dungeons import draw_dungeons
from oracle.floor import DIAGONAL, ORTHOGONAL, Floor

from dungeon_designer.analysis.movement import find_jumps
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout
from tests.soak import count, soak


def list_jumps(board: Board, most: int) -> set[frozenset[Square]]:
    """Return the jumps over hazards of a board, each as the two squares it leads between."""
    return {frozenset(pair) for pair in find_jumps(board, board.walkable_squares, board.hazard_squares, most)}


def make_board(rows: str, more: str = "") -> Board:
    text = "map: |\n" + "".join(f"  {row}\n" for row in rows.split()) + more
    return build_board(read_layout(text.encode(), "test.dungeon.yaml"))


@pytest.mark.parametrize(("most", "found"), [(1, 0), (2, 1), (3, 1)])
def test_over_as_many_squares_as_may_be(most: int, found: int) -> None:
    """Two squares of lava are jumped over by whoever may jump over two; nothing to jump over is no jump."""
    assert len(list_jumps(make_board(".~~..."), most)) == found


def test_a_wall_on_the_way_stops_a_jump() -> None:
    """Wherever on the way it stands; a door does not."""
    for x in range(3):
        assert list_jumps(make_board(".~~.", f"walls: [{{at: [{x}, 0], side: east}}]\n"), 5) == set()
        assert list_jumps(make_board(".~~.", f"doors: [{{at: [{x}, 0], side: east}}]\n"), 5) == {
            frozenset({(0, 0), (3, 0)})
        }


@soak
@settings(max_examples=count(30, 3000))
@given(layout=draw_dungeons(size=10))
def test_jumps_are_those_found_square_by_square(layout: Layout) -> None:
    """The graph has the same jumps as a trial of each direction from each square, five squares far."""
    floor, board = Floor(layout), build_board(layout)
    expected = set()
    for square in floor.walkable():
        for dx, dy in ORTHOGONAL + DIAGONAL:
            line = [(square[0] + n * dx, square[1] + n * dy) for n in range(7)]
            for length in range(2, 7):
                legal = all(floor.may_step(a, b, set(floor.owner), False) for a, b in pairwise(line[: length + 1]))
                over = all(at in floor.hazards for at in line[1:length])
                if legal and over and line[length] in floor.walkable():
                    expected.add(frozenset((square, line[length])))
    assert list_jumps(board, 5) == expected
