"""The work of a check grows with the squares of a dungeon and no faster: 250,000 squares take four times 62,500."""

from __future__ import annotations

import sys
import time
from itertools import product
from types import FrameType
from typing import Any

import pytest

from benchmarks.boards import build_dungeon
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.layout.model import Layout, Section, SectionKind, Team
from dungeon_designer.rules import checker
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from tests.soak import FULL, sample, soak

SMALL, LARGE = 1_000, 8_000
"""Squares of two dungeons."""


def lines_run(board: Board, edition: str) -> int:
    """How many lines of Python a check runs: the same on any machine, however busy it is."""
    count, ruleset = 0, load_unchecked_ruleset(edition)

    def traced(frame: FrameType, event: str, more: Any) -> Any:
        nonlocal count
        count += 1
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        checker.check_board(board, ruleset)
    finally:
        sys.settrace(before)
    return count


def rooms(squares: int) -> Board:
    """A lattice of rooms and corridors with statues, water, pits, chests and portals."""
    return build_board(build_dungeon(squares))


def hall(squares: int) -> Board:
    """One hall with an end zone at both ends."""
    width = round((2 * squares) ** 0.5)
    rows = ("." * (width - 4),) * (squares // width)
    zone = ("..",) * (squares // width)
    return build_board(
        Layout(
            sections=(
                Section(id="A", kind=SectionKind.END_ZONE, side=Team.HOME, rows=zone),
                Section(id="B", kind=SectionKind.ROOM, at=(2, 0), rows=rows),
                Section(id="C", kind=SectionKind.END_ZONE, side=Team.AWAY, at=(width - 2, 0), rows=zone),
            )
        )
    )


@soak
@pytest.mark.parametrize(("edition", "floor"), sample(product(EDITIONS, [rooms, hall]), 5))
def test_a_check_is_linear_in_the_squares(edition: str, floor: Any) -> None:
    """A check of eight times as many squares runs eight times as many lines, under every edition."""
    checker.check_board(floor(SMALL), load_unchecked_ruleset(edition))  # what is worked out once for all is not counted
    small, large = floor(SMALL), floor(LARGE)
    per_square = [lines_run(board, edition) / len(board) for board in (small, large)]
    assert per_square[1] < 1.15 * per_square[0]


@pytest.mark.soak
@pytest.mark.skipif(not FULL, reason="`make soak` measures it")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_quarter_of_a_million_squares_are_checked_in_linear_time(edition: str) -> None:
    """Four times the squares take less than eight times the time: a little over four, since memory gets slower."""
    times = []
    for squares in (62_500, 250_000):
        board, start = rooms(squares), time.process_time()
        checker.check_board(board, load_unchecked_ruleset(edition))
        times.append(time.process_time() - start)
    assert times[1] < 8 * times[0]
