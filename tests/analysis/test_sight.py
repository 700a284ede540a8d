"""Lines of sight: round corners, through doors, against a walk along the line square by square."""

import numpy as np
import pytest
from hypothesis import given, settings
from oracle.dungeons import dungeons

from dungeon_designer.analysis.sight import visible
from dungeon_designer.board.build import build
from dungeon_designer.board.model import SHUT, WALL
from dungeon_designer.grid import SIDES, Side
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, SquareDoor, Wall


def board_of(*rows, **more):
    return build(Layout(sections=(Section(id="a", rows=rows),), **more))


def seen_from(board, origin, blocking=None):
    return set(board.places(np.flatnonzero(visible(board, origin, blocking))))


def test_an_open_room_is_seen_whole():
    """Nothing stands in the way: every square is seen."""
    board = board_of("....", "....")
    assert seen_from(board, (0, 0)) == set(board.squares)


def test_rock_hides_what_lies_behind_it():
    """Round a bend one sees only the square at the corner, and what the line to which keeps clear of the rock."""
    board = board_of("...", "##.", "##.")
    assert seen_from(board, (0, 0)) == {(0, 0), (1, 0), (2, 0)}
    assert seen_from(board, (1, 0)) == {(0, 0), (1, 0), (2, 0), (2, 1)}


@pytest.mark.parametrize(("walls", "seen"), [((), True), (("east",), True), (("east", "south"), False)])
def test_a_corner_can_be_passed_on_one_side(walls, seen):
    """A wall on one side of the corner leaves the diagonal in sight, walls on both sides do not."""
    drawn = tuple(Wall(at=(0, 0), side=Side(side)) for side in walls)
    assert ((1, 1) in seen_from(board_of("..", "..", walls=drawn), (0, 0))) is seen


def test_two_rooms_that_meet_at_a_corner_do_not_see_each_other():
    """Where rock lies on both other sides, no line passes through the point."""
    assert seen_from(board_of(".#", "#."), (0, 0)) == {(0, 0)}


def test_doors_hide_only_while_they_are_shut():
    """A shut door on a square stops the line, an open one does not, nor does a door on an edge."""
    assert (2, 0) not in seen_from(board_of("...", square_doors=(SquareDoor(at=(1, 0)),)), (0, 0))
    assert (2, 0) in seen_from(board_of("...", square_doors=(SquareDoor(at=(1, 0), open=True),)), (0, 0))
    assert (2, 0) in seen_from(board_of("...", doors=(EdgeDoor(at=(0, 0), side=Side.EAST),)), (0, 0))


def test_what_blocks_hides_what_lies_behind_it():
    """A square named as blocking stops every line that runs through it."""
    board = board_of("...", "...")
    blocking = np.array([square == (1, 0) for square in board.squares])
    assert seen_from(board, (0, 0), blocking) == {(0, 0), (0, 1), (1, 1)}


def test_from_the_rock_nothing_is_seen():
    """A square that is no floor sees nothing."""
    assert (
        seen_from(
            board_of(
                "..",
            ),
            (5, 5),
        )
        == set()
    )


def sees(board, start, end):
    """The slow way, in whole numbers: from square to square along the line; through a corner by either way round."""
    x, y = start
    dx, dy = end[0] - x, end[1] - y
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    i = j = 0
    while (i, j) != (abs(dx), abs(dy)):
        ahead = (2 * i + 1) * abs(dy) - (2 * j + 1) * abs(dx)
        if ahead == 0:
            ways = ((sx, 0), (0, sy)), ((0, sy), (sx, 0))
            if not any(free(board, (x, y), a) and free(board, (x + a[0], y + a[1]), b) for a, b in ways):
                return False
            x, y, i, j = x + sx, y + sy, i + 1, j + 1
        else:
            step = (sx, 0) if ahead < 0 else (0, sy)
            if not free(board, (x, y), step):
                return False
            x, y, i, j = x + step[0], y + step[1], i + (ahead < 0), j + (ahead > 0)
    return True


def free(board, square, step):
    here, there = board.find(square), board.find((square[0] + step[0], square[1] + step[1]))
    if min(here, there) < 0 or board.square_door[there] == SHUT:
        return False
    return board.edges[here, [side.step for side in SIDES].index(step)] != WALL


@settings(max_examples=120)
@given(dungeons())
def test_sight_agrees_with_a_walk_along_the_line(layout):
    """Over random dungeons, what is seen from a square is what the slow way sees."""
    board = build(layout)
    for origin in board.squares[:: max(1, len(board) // 3)][:3]:
        expected = {square for square in board.squares if sees(board, origin, square)}
        assert seen_from(board, origin) == expected
