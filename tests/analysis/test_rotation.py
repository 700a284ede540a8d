"""Rooms that turn: steps in each turn, told in the squares as drawn."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from oracle.dungeons import draw_dungeon, make_section
from oracle.floor import STEPS, Border, Floor, Square, list_surrounding
from oracle.floor import run as edges_of

from dungeon_designer.analysis.movement import build_step_graph
from dungeon_designer.analysis.rotation import Rotation, find_rotating_area, find_rotating_rooms
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, list_block_squares, normalise_edge
from dungeon_designer.layout.model import EdgeDoor, Layout, RotatingRoom, Section, SectionKind, Wall
from tests.soak import count, soak

Steps = set[frozenset[Square]]
ROOM = RotatingRoom(sections=("room",))


def add_turning_room(chance: Random) -> tuple[Layout, Square, int]:
    """Return a random dungeon with a square room over it that turns; its corner and width."""
    layout = draw_dungeon(chance, size=8)
    width, at = chance.randint(1, 4), (chance.randint(0, 5), chance.randint(0, 5))
    squares = set(list_block_squares(at, (width, width)))
    sections = []
    for section in layout.sections:
        left = [square for square in section.squares if square not in squares]
        if left:
            sections.append(
                make_section(section.id, left, section.kind or SectionKind.ROOM, section.side, section.enclosed)
            )
    room = make_section("room", sorted(squares), SectionKind.ROOM, enclosed=chance.choice((None, True, False)))
    return replace(layout, sections=(*sections, room), machines=(ROOM,)), at, width


def rotate_square(square: Square, at: Square, width: int) -> Square:
    """Return where a quarter turn to the right brings a square of the room; others stay."""
    x, y = square[0] - at[0], square[1] - at[1]
    if not (0 <= x < width and 0 <= y < width):
        return square
    return at[0] + width - 1 - y, at[1] + x


def list_rotated_steps(layout: Layout, at: Square, width: int, quarters: int, strict: bool, edition: str) -> Steps:
    """Return the legal steps after some quarter turns:

    every square and edge of the room is rotated one quarter at a time.
    """
    floor = Floor(layout, edition)
    home = {square: square for square in floor.owner}
    edges = {name: {e for item in getattr(layout, name) for e in edges_of(item)} for name in ("walls", "doors")}
    room = set(list_block_squares(at, (width, width)))
    for _ in range(quarters):
        home = {rotate_square(square, at, width): drawn for square, drawn in home.items()}
        edges = {name: {rotate_edge(e, room, at, width) for e in some} for name, some in edges.items()}
    turned = Floor(layout, edition)
    turned.owner = {square: floor.owner[drawn] for square, drawn in home.items()}
    turned.walls, turned.doors = edges["walls"], edges["doors"]
    turned.shut = {square for square, drawn in home.items() if drawn in floor.shut}
    turned.stone = {square for square, drawn in home.items() if drawn in floor.stone}
    on = {square for square, drawn in home.items() if drawn in floor.walkable()}
    return {frozenset((home[a], home[b])) for a in on for b in list_surrounding(a) if turned.may_step(a, b, on, strict)}


def rotate_edge(border: Border, room: set[Square], at: Square, width: int) -> Border:
    """Return an edge of a square of the room, turned a quarter with it; others stay."""
    inside = border & room
    if not inside:
        return border
    here = min(inside)
    (there,) = border - {here}
    dx, dy = there[0] - here[0], there[1] - here[1]
    x, y = rotate_square(here, at, width)
    return frozenset(((x, y), (x - dy, y + dx)))


def make_turning_board(board: Board, strict: bool = False, solid: Collection[Square] = ()) -> Rotation:
    return Rotation(board, build_step_graph(board, strict_corners=strict, solid=solid), strict, solid)


def describe_states(graph: nx.Graph[Square]) -> Steps:
    return {frozenset(step) for step in graph.edges}


@soak
@settings(max_examples=count(30, 3000))
@given(st.randoms(use_true_random=False), st.booleans(), st.sampled_from(("brawl-2013", "naf-2019", "gw-2021")))
def test_each_turn_agrees_with_turning_by_hand(chance: Random, strict: bool, edition: str) -> None:
    """The steps of each turn of a room in a random dungeon are those found by moving its squares and edges by hand.

    So are the obstacles that an edition calls walls, which close corners where they come to stand.
    """
    layout, at, width = add_turning_room(chance)
    board, solid = build_board(layout), Floor(layout, edition).stone
    turning = make_turning_board(board, strict, solid)
    (room,) = turning.rooms
    together = describe_states(build_step_graph(board, strict_corners=strict, solid=solid))
    for quarters in (1, 2, 3):
        by_hand = list_rotated_steps(layout, at, width, quarters, strict, edition)
        assert describe_states(turning.build_graph(room, quarters)) == by_hand
        together |= by_hand
    assert describe_states(turning.combined_graph) == together


def test_an_exit_moves_with_its_room() -> None:
    """A room with one door meets its corridor in one turn of four, and in all of them together."""
    room, corridor = Section(id="room", at=(0, 0), rows=("..", "..")), Section(id="hall", at=(2, 0), rows=("..",))
    layout = Layout(
        enclosed=True,
        sections=(room, corridor),
        doors=(EdgeDoor(at=(0, 0), side=Side.NORTH),),
        machines=(ROOM,),
    )
    board = build_board(layout)
    turning = make_turning_board(board)
    turns = [describe_states(turning.build_graph(turning.rooms[0], quarters)) for quarters in range(4)]
    assert [frozenset(((0, 0), (2, 0))) in turn for turn in turns] == [False, True, False, False]
    assert frozenset(((0, 0), (2, 0))) in describe_states(turning.combined_graph)


def test_walls_of_the_room_turn_others_stay() -> None:
    """A wall on the room's border turns with it; one between two squares outside stays where it is."""
    layout = Layout(
        sections=(Section(id="room", at=(1, 1), rows=(".",)), Section(id="around", rows=("...", ".#.", "..."))),
        walls=(Wall(at=(1, 1), side=Side.EAST), Wall(at=(0, 0), side=Side.EAST)),
        machines=(ROOM,),
    )
    board = build_board(layout)
    turning = make_turning_board(board)
    turned = describe_states(turning.build_graph(turning.rooms[0], 1))
    assert frozenset(((1, 1), (2, 1))) in turned
    assert frozenset(((1, 1), (1, 2))) not in turned
    assert frozenset(((0, 0), (1, 0))) not in turned


def test_doors_in_the_room_turn_others_stay() -> None:
    """A door between two squares of the room turns with them; one between two squares outside stays where it is."""
    layout = Layout(
        sections=(
            Section(id="room", at=(1, 1), rows=("..", "..")),
            Section(id="around", rows=("....", ".##.", ".##.", "....")),
        ),
        doors=(EdgeDoor(at=(1, 1), side=Side.EAST), EdgeDoor(at=(0, 0), side=Side.EAST)),
        machines=(ROOM,),
    )
    turning = make_turning_board(build_board(layout))
    assert set(turning.rotate_room(turning.rooms[0], 1).ground.doors) == {
        normalise_edge((2, 1), Side.SOUTH),
        normalise_edge((0, 0), Side.EAST),
    }


def test_rooms_that_cannot_turn() -> None:
    """Sections that are no full square, that do not exist or that share squares with others do not turn."""
    sections = (Section(id="room", rows=("...", "...")), Section(id="b", at=(5, 0), rows=("..", ".#")))
    for names in (("room",), ("b",), ("nothing",), ()):
        board = build_board(Layout(sections=sections, machines=(RotatingRoom(sections=names),)))
        assert find_rotating_rooms(board) == []
    square = Section(id="a", rows=("..", ".."))
    over = Section(id="b", at=(1, 1), rows=("..",))
    for sections in ((square, over), (over, square)):
        assert (
            find_rotating_rooms(build_board(Layout(sections=sections, machines=(RotatingRoom(sections=("a",)),)))) == []
        )


def test_several_sections_turn_as_one() -> None:
    """Sections that fill a square together are one room, however often they are named."""
    halves = (Section(id="a", rows=("....",) * 2), Section(id="b", at=(0, 2), rows=("....",) * 2))
    machine = RotatingRoom(sections=("a", "b", "a"))
    board = build_board(Layout(sections=halves, machines=(machine,)))
    assert find_rotating_area(board, machine).is_square
    assert [room.size for room in find_rotating_rooms(board)] == [(4, 4)]


def test_sides_turn_as_the_map_does() -> None:
    """The hand-made quarter turn of these tests goes the way the program's does: north comes to lie east."""
    assert [Side(name).rotate(1).step for name in STEPS] == [(-dy, dx) for dx, dy in STEPS.values()]
