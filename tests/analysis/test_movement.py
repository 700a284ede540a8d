"""Steps, and ways that begin and end on portals, against plain readings of the rules."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.dungeons import draw_dungeon, draw_dungeons
from oracle.floor import Floor, list_surrounding

from dungeon_designer.analysis.movement import UNREACHABLE, WalkingDistances, build_step_graph, remove_squares
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square, measure_distance
from dungeon_designer.layout.model import EdgeDoor, Layout, Portal, Section, SquareDoor, Wall


def make_board(*rows: str, **more: object) -> Board:
    return build_board(Layout(sections=(Section(id="a", rows=rows),), **more))  # type: ignore[arg-type]


def list_steps(board: Board, strict: bool = False) -> set[tuple[int, int]]:
    """Return the steps of a board whose squares are numbered by row."""
    number = {square: i for i, square in enumerate(board.squares)}
    found = {(number[a], number[b]) for a, b in build_step_graph(board, strict_corners=strict).edges}
    return {(min(pair), max(pair)) for pair in found}


def test_a_block_has_every_step() -> None:
    """Four open squares: four straight steps and both diagonals, under either reading of corners."""
    everything = {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
    assert list_steps(make_board("..", "..")) == everything
    assert list_steps(make_board("..", ".."), strict=True) == everything


def test_corner_of_rock() -> None:
    """Round a corner of rock: one way is open, which is enough where corners are free and too little where strict."""
    assert list_steps(make_board("#.", "..")) == {(0, 1), (0, 2), (1, 2)}
    assert list_steps(make_board("#.", ".."), strict=True) == {(0, 2), (1, 2)}


def test_squares_that_touch_at_a_corner_only() -> None:
    """Nobody passes between two squares that touch at a corner if both squares beside them are rock."""
    assert list_steps(make_board(".#", "#.")) == set()


@pytest.mark.parametrize("strict", [False, True])
def test_walls_stop_steps_and_doors_let_them_through(strict: bool) -> None:
    """A wall across the middle cuts every step; a door in it opens one straight step, and its diagonals if free."""
    wall = Wall(at=(0, 0), side=Side.SOUTH, width=2)
    assert list_steps(make_board("..", "..", walls=(wall,)), strict) == {(0, 1), (2, 3)}
    door = EdgeDoor(at=(0, 0), side=Side.SOUTH)
    board = make_board("..", "..", walls=(wall,), doors=(door,))
    assert list_steps(board, strict) == {(0, 1), (2, 3), (0, 2)} | (set() if strict else {(0, 3), (1, 2)})
    assert build_step_graph(board).edges[(0, 0), (0, 1)]["kind"] == "door"


def test_shut_door_at_the_corner() -> None:
    """A shut square door at a corner stops the diagonal step where corners are strict; an open one does not."""
    for is_open, passes in ((False, False), (True, True)):
        door = SquareDoor(at=(1, 0), open=is_open)
        assert ((0, 3) in list_steps(make_board("..", "..", square_doors=(door,)), strict=True)) is passes
        assert (0, 3) in list_steps(make_board("..", "..", square_doors=(door,)))


def test_only_some_squares() -> None:
    """A graph without some squares keeps the steps between the others and no other."""
    cut = remove_squares(build_step_graph(make_board("....")), {(1, 0)})
    assert (list(cut), list(cut.edges)) == ([(0, 0), (2, 0), (3, 0)], [((2, 0), (3, 0))])


@given(draw_dungeons(size=9), st.booleans(), st.sampled_from(("brawl-2013", "naf-2019", "gw-2021")))
def test_steps_agree_with_walking_by_hand(layout: Layout, strict: bool, edition: str) -> None:
    """Every step on a random dungeon is one that a plain reading of the corners allows, and none is missing."""
    board, floor = build_board(layout), Floor(layout, edition)
    on = floor.walkable()
    by_hand = {frozenset((a, b)) for a in on for b in list_surrounding(a) if floor.may_step(a, b, on, strict)}
    assert {
        frozenset(step) for step in build_step_graph(board, strict_corners=strict, solid=floor.stone).edges
    } == by_hand


@given(draw_dungeons(size=9))
def test_distances_agree_with_walking_by_hand(layout: Layout) -> None:
    """Distances on a random dungeon are those one counts by walking it."""
    floor = Floor(layout)
    on = floor.walkable()
    if on:
        found = WalkingDistances(build_step_graph(build_board(layout)), ()).measure_from([min(on)])
        assert found == floor.reached([min(on)], on, strict=False)


def list_walking_steps(rows: tuple[str, ...], portals: list[Square]) -> WalkingDistances:
    drawn = tuple(Portal(number=n, at=at) for n, at in enumerate(portals, start=1))
    return WalkingDistances(build_step_graph(make_board(*rows, portals=drawn)), portals)


def list_steps_to(rows: tuple[str, ...], portals: list[Square], start: Square, end: Square) -> int:
    on_foot = list_walking_steps(rows, portals)
    assert on_foot.measure_up_to(start, end, 99) == on_foot.measure_from([start]).get(end, UNREACHABLE)
    return on_foot.measure_up_to(start, end, 99)


def test_a_way_ends_on_a_portal_but_leads_across_none() -> None:
    """A player can walk to a portal in a corridor one square wide, and not past it."""
    assert list_steps_to((".....",), [(2, 0)], (0, 0), (2, 0)) == 2
    assert list_steps_to((".....",), [(2, 0)], (0, 0), (3, 0)) == UNREACHABLE
    assert list_steps_to((".....", "....."), [(2, 0)], (1, 0), (3, 0)) == 2


def test_a_way_begins_on_a_portal() -> None:
    """A player can walk away from a portal, and to a portal beside it in one step."""
    assert list_steps_to((".....",), [(2, 0)], (2, 0), (4, 0)) == 2
    assert list_steps_to((".....",), [(2, 0), (3, 0)], (2, 0), (3, 0)) == 1
    assert list_steps_to((".....",), [(2, 0), (3, 0)], (2, 0), (4, 0)) == UNREACHABLE


def test_a_wall_is_walked_round() -> None:
    """Two squares with rock between them are as far apart as the way round is long, one shorter for each corner cut."""
    assert list_steps_to(("...", "##.", "..."), [], (0, 0), (0, 2)) == 4


def test_only_near_squares_are_looked_for() -> None:
    """A square at the given distance, or off the floor, counts as far."""
    on_foot = list_walking_steps(("......",), [])
    assert [on_foot.measure_up_to((0, 0), (x, 0), 3) for x in (0, 2, 3)] == [0, 2, UNREACHABLE]
    assert on_foot.measure_up_to((0, 0), (3, 0), 4) == 3
    assert on_foot.measure_up_to((0, 0), (9, 9), 99) == UNREACHABLE


def test_a_way_keeps_to_the_straight_line() -> None:
    """The path that is drawn is, of many shortest paths, the one nearest to the line between its ends."""
    on_foot = list_walking_steps(("." * 11,) * 7, [])
    path = on_foot.find_path(on_foot.measure_from([(0, 0)]), (10, 5))
    assert (path[0], path[-1]) == ((0, 0), (10, 5))
    assert all(abs(x * 5 - y * 10) <= 5 for x, y in path)


def test_steps_and_ways_agree_with_a_plain_search() -> None:
    """On random dungeons every distance is the slow one's, and every way is that long, legal, and crosses no end."""
    for seed in range(120):
        chance = Random(seed)  # noqa: S311 - the same dungeons every time
        board = build_board(draw_dungeon(chance, portals=6))
        if not board.walkable_squares:
            continue
        graph, ends = build_step_graph(board, strict_corners=bool(seed % 2)), board.portal_squares | board.chest_squares
        on_foot, start = WalkingDistances(graph, ends), chance.choice(sorted(board.walkable_squares))
        found, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            if here == start or here not in ends:
                for there in graph[here]:
                    if there not in found:
                        found[there] = found[here] + 1
                        queue.append(there)
        assert on_foot.measure_from([start]) == found
        for end in chance.sample(sorted(found), min(5, len(found))):
            path = on_foot.find_path(found, end)
            assert (len(path), path[0], path[-1]) == (found[end] + 1, start, end)
            assert all(there in graph[here] and measure_distance(here, there) == 1 for here, there in pairwise(path))
            assert ends.isdisjoint(path[1:-1])


def test_from_several_squares_the_nearest_counts() -> None:
    """With several starts, portals among them, each square's steps are the least of them."""
    for seed in range(60):
        chance = Random(seed)  # noqa: S311 - the same dungeons every time
        board = build_board(draw_dungeon(chance, portals=6))
        squares = sorted(board.walkable_squares)
        if len(squares) < 3:
            continue
        on_foot = WalkingDistances(build_step_graph(board), board.portal_squares)
        starts = chance.sample(squares, 2) + sorted(board.portal_squares)[:1]
        each = [on_foot.measure_from([start]) for start in starts]
        least = {at: min(lengths.get(at, UNREACHABLE) for lengths in each) for lengths in each for at in lengths}
        assert on_foot.measure_from(starts) == least
