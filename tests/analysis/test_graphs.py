"""Steps, areas, distances and paths."""

from __future__ import annotations

from unittest.mock import patch

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.dungeons import dungeons
from oracle.floor import Floor, around

from dungeon_designer.analysis import graphs
from dungeon_designer.analysis.graphs import FAR, Movement, steps
from dungeon_designer.board.build import build
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, SquareDoor, Wall


def board_of(*rows: str, **more: object) -> Board:
    return build(Layout(sections=(Section(id="a", rows=rows),), **more))  # type: ignore[arg-type]


def walked(board: Board, strict: bool = False) -> Movement:
    return Movement.on(board, board.walkable, strict)


def step_set(board: Board, strict: bool = False) -> set[tuple[int, int]]:
    return set(map(tuple, steps(board, board.walkable, strict).tolist()))


def test_a_block_has_every_step() -> None:
    """Four open squares: four straight steps and both diagonals, under either reading of corners."""
    everything = {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
    assert step_set(board_of("..", "..")) == everything
    assert step_set(board_of("..", ".."), strict=True) == everything


def test_corner_of_rock() -> None:
    """Round a corner of rock: one way is open, which is enough where corners are free and too little where strict."""
    assert step_set(board_of("#.", "..")) == {(0, 1), (0, 2), (1, 2)}
    assert step_set(board_of("#.", ".."), strict=True) == {(0, 2), (1, 2)}


def test_squares_that_touch_at_a_corner_only() -> None:
    """Where both ways round are rock nobody passes between two squares that touch at a corner."""
    assert step_set(board_of(".#", "#.")) == set()


@pytest.mark.parametrize("strict", [False, True])
def test_walls_stop_steps_and_doors_let_them_through(strict: bool) -> None:
    """A wall across the middle cuts every step; a door in it opens one straight step, and its diagonals if free."""
    wall = Wall(at=(0, 0), side=Side.SOUTH, width=2)
    assert step_set(board_of("..", "..", walls=(wall,)), strict) == {(0, 1), (2, 3)}
    door = EdgeDoor(at=(0, 0), side=Side.SOUTH)
    opened = step_set(board_of("..", "..", walls=(wall,), doors=(door,)), strict)
    assert opened == {(0, 1), (2, 3), (0, 2)} | (set() if strict else {(0, 3), (1, 2)})


def test_shut_door_at_the_corner() -> None:
    """Where corners are strict, a shut square door at the corner stops the diagonal; an open one does not."""
    for is_open, passes in ((False, False), (True, True)):
        door = SquareDoor(at=(1, 0), open=is_open)
        assert ((0, 3) in step_set(board_of("..", "..", square_doors=(door,)), strict=True)) is passes
        assert (0, 3) in step_set(board_of("..", "..", square_doors=(door,)))


def test_edges_of_another_dungeon() -> None:
    """Steps can be asked of edges other than the board's own."""
    board = board_of("..")
    assert len(steps(board, board.walkable, edges=np.full_like(board.edges, WALL))) == 0


def test_only_some_nodes() -> None:
    """A movement graph cut down to some squares keeps the steps between them and no other."""
    cut = walked(board_of("...")).only(np.array([True, True, False]))
    assert cut.pairs.tolist() == [[0, 1]]
    assert cut.areas.tolist() == [0, 0, -1]
    assert cut.count == 2


def test_areas_are_numbered_by_first_square() -> None:
    """Areas count from 0 in the order of their first squares; what is no node has none."""
    board = board_of(".#.", "##.", "..#")
    assert walked(board).areas.tolist() == [0, 1, 1, 2, 2]
    nodes = np.array([False, True, True, True, True])
    assert Movement.on(board, nodes).areas.tolist() == [-1, 0, 0, 1, 1]


def test_areas_after_distances_from_several_areas() -> None:
    """Two areas stay two, though a table of distances from a square of each has been made before."""
    movement = walked(board_of(".#."))
    assert movement.distances([0, 1]).tolist() == [0, 0]
    assert movement.areas.tolist() == [0, 1]


def test_distances_from_the_nearest_source() -> None:
    """Steps are counted from the nearest source; sources off the graph count for nothing."""
    movement = walked(board_of("......"))
    assert movement.distances([0, 5]).tolist() == [0, 1, 2, 2, 1, 0]
    assert movement.distances([-1]).tolist() == [FAR] * 6
    assert movement.distances([]).tolist() == [FAR] * 6
    parted = Movement.on(board_of("......"), np.array([True, True, False, True, True, True]))
    assert parted.distances([0, 2]).tolist() == [0, 1, FAR, FAR, FAR, FAR]


def test_what_is_asked_again_is_not_walked_again() -> None:
    """The last few tables of distances are kept as they were."""
    movement = walked(board_of("......"))
    with patch.object(graphs, "table", side_effect=graphs.table) as walks:
        tables = [movement.distances([start]).tolist() for start in (0, 0, 1, 2, 3, 4, 4, 0)]
    assert walks.call_count == 6
    assert tables[0] == tables[1] == tables[-1] == [0, 1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="read-only"):
        movement.distances([0])[0] = 7


@given(dungeons(size=9), st.booleans())
def test_steps_agree_with_walking_by_hand(layout: Layout, strict: bool) -> None:
    """Every step on a random dungeon is one that a plain reading of the corners allows, and none is missing."""
    board, floor = build(layout), Floor(layout)
    on = floor.walkable()
    by_hand = {frozenset((a, b)) for a in on for b in around(a) if floor.may_step(a, b, on, strict)}
    found = {frozenset((board.square(i), board.square(j))) for i, j in steps(board, board.walkable, strict).tolist()}
    assert found == by_hand


@given(dungeons(size=9), st.booleans(), st.integers(0, 10**6))
def test_areas_and_distances_are_those_of_networkx(layout: Layout, strict: bool, seed: int) -> None:
    """Areas and distances are those that networkx finds in the graph of the same steps, whichever is asked first."""
    board = build(layout)
    some = sorted({seed % len(board), seed // 7 % len(board)})
    movement, again = walked(board, strict), walked(board, strict)
    answers = movement.areas.tolist(), movement.distances(some).tolist()
    assert by_networkx(movement, some) == answers
    assert (again.distances(some).tolist(), again.areas.tolist()) == answers[::-1]


def by_networkx(movement: Movement, starts: list[int]) -> tuple[list[int], list[int]]:
    """Areas and distances as networkx has them."""
    graph: nx.Graph[int] = nx.Graph(movement.pairs.tolist())
    graph.add_nodes_from(np.flatnonzero(movement.nodes).tolist())
    areas, steps = [-1] * len(movement.nodes), [int(FAR)] * len(movement.nodes)
    for number, members in enumerate(sorted(nx.connected_components(graph), key=min)):
        for square in members:
            areas[square] = number
    sources = [start for start in starts if start in graph]
    if sources:
        for square, distance in nx.multi_source_dijkstra_path_length(graph, set(sources)).items():
            steps[square] = distance
    return areas, steps


@given(dungeons(size=9))
def test_distances_agree_with_walking_by_hand(layout: Layout) -> None:
    """Distances on a random dungeon are those one counts by walking it."""
    board, floor = build(layout), Floor(layout)
    on = floor.walkable()
    if on:
        start = min(on)
        by_hand = floor.reached([start], on, strict=False)
        found = walked(board).distances([board.index[start]]).tolist()
        assert {board.square(i): d for i, d in enumerate(found) if d != FAR} == by_hand
