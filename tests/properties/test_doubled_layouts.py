"""Layouts whose squares are made 2 x 2: what stays, what grows, and what may be walked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.analysis.movement import build_step_graph
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Edge, Side, Square, list_edges
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    LeapEdge,
    RollingBall,
    Section,
    SectionKind,
    SquareDoor,
    Trap,
    TrapKind,
    normalise_layout,
)
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout_edits.doubling import double_squares, list_four_squares
from dungeon_designer.tiles.library import load_library
from dungeon_designer.tiles.tile import TileLibrary
from tests.soak import count, soak
from tests.strategies import draw_layouts, draw_wild_layouts

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.dungeon.*"))


def double_edges(edges: frozenset[Edge]) -> set[Edge]:
    """Return the borders made of some: the outer two of the squares made of theirs."""
    return {
        edge
        for (x, y), side in edges
        for edge in list_edges((2 * x + (side is Side.EAST), 2 * y + (side is Side.SOUTH)), side, 2)
    }


def contract_steps(board: Board) -> set[frozenset[Square]]:
    """Return the pairs of old squares that a step of a doubled board leads between."""
    return {
        frozenset(((a[0] // 2, a[1] // 2), (b[0] // 2, b[1] // 2)))
        for a, b in build_step_graph(board).edges
        if (a[0] // 2, a[1] // 2) != (b[0] // 2, b[1] // 2)
    }


def check_doubled(layout: Layout, tiles: TileLibrary) -> None:
    """Assert that a doubled layout is on a board what the layout was, each square four times."""
    before, doubled = build_board(normalise_layout(layout), tiles), double_squares(layout, tiles)
    after = build_board(doubled)
    for old, new in zip(before.sections, after.sections, strict=True):
        assert set(new.squares) == {square for own in old.squares for square in list_four_squares(own)}
        same = ("id", "kind", "team", "name", "enclosed")
        assert [getattr(new, name) for name in same] == [getattr(old, name) for name in same]
    assert len(after) == 4 * len(before)
    assert after.terrain_at == {at: kind for own, kind in before.terrain_at.items() for at in list_four_squares(own)}
    assert after.obstacle_at == {at: kind for own, kind in before.obstacle_at.items() for at in list_four_squares(own)}
    assert after.walls == double_edges(before.walls)
    assert after.edge_doors >= double_edges(before.edge_doors)
    assert len(after.edge_doors - double_edges(before.edge_doors)) <= 2 * len(before.door_squares)
    assert contract_steps(after) == set(map(frozenset, build_step_graph(before).edges))
    steps = build_step_graph(after)
    for square in before.walkable_squares:
        one, east, south, across = list_four_squares(square)
        assert all(steps.has_edge(*pair) for pair in ((one, east), (one, south), (east, across), (south, across)))


@soak
@settings(max_examples=count(30, 3000), deadline=None)
@given(draw_layouts())
def test_the_board_is_the_same_four_times_over(layout: Layout) -> None:
    """Floor, ground and walls are those of the layout on four squares each; no way closes and none opens.

    Each walkable square lies in a block of four, so that no passage is one square wide any more.
    """
    check_doubled(layout, load_library())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_with_their_tiles_are_the_same_four_times_over(path: Path) -> None:
    """The same holds for the examples, whose tiles become drawn sections with all that is printed on them."""
    layout = read_dungeon_file(path)
    check_doubled(layout, load_library())
    assert not any(section.tile for section in double_squares(layout, load_library()).sections)


@soak
@settings(max_examples=count(30, 3000), deadline=None)
@given(draw_layouts() | draw_wild_layouts(), st.data())
def test_what_is_doubled_reads_back(layout: Layout, data: st.DataObject) -> None:
    """A doubled layout reads back as a sketch and as a layout file, or is an error if it would leave the grid."""
    tiles = st.sampled_from(load_library().ids)
    named = tuple(replace(part, tile=data.draw(tiles)) if part.tile else part for part in layout.sections)
    layout = normalise_layout(replace(layout, sections=named))
    try:
        doubled = double_squares(layout, load_library())
    except EditError:
        assume(False)
    assert read_sketch(write_sketch(doubled)) == doubled
    assert read_json(write_json(doubled).decode()) == doubled
    kept = ("name", "author", "notes", "ruleset", "play", "balls", "enclosed", "sides", "extra")
    assert [getattr(doubled, name) for name in kept] == [getattr(layout, name) for name in kept]


@soak
@settings(max_examples=count(30, 3000), deadline=None)
@given(draw_layouts())
def test_pieces_stay_one_and_ground_grows(layout: Layout) -> None:
    """A piece lies at the upper left of its four squares; pits, doors and leap edges are twice as wide."""
    layout = normalise_layout(layout)
    doubled = double_squares(layout, load_library())
    assert doubled.chests == tuple((2 * x, 2 * y) for x, y in layout.chests)
    assert [(portal.number, portal.at) for portal in doubled.portals] == [
        (portal.number, (2 * portal.at[0], 2 * portal.at[1])) for portal in layout.portals
    ]
    pieces, pits = Counter[Trap](), Counter[tuple[TrapKind, Square]]()
    for trap in layout.traps:
        if trap.kind in (TrapKind.TRAPDOOR, TrapKind.COUNTER):
            pieces[replace(trap, at=(2 * trap.at[0], 2 * trap.at[1]))] += 1
        else:
            pits.update((trap.kind, square) for square in list_four_squares(trap.at))
    assert Counter(trap for trap in doubled.traps if trap in pieces) == pieces
    assert Counter((trap.kind, trap.at) for trap in doubled.traps if trap not in pieces) == pits
    assert sum(run.width for run in doubled.leap_edges) == 2 * sum(run.width for run in layout.leap_edges)
    assert doubled.square_doors == ()
    assert len(doubled.doors) == len(layout.doors) + len(layout.square_doors)


@pytest.mark.parametrize(
    ("rows", "sections", "door"),
    [
        ("<+>", "AAB", EdgeDoor(at=(3, 0), side=Side.EAST, width=2)),
        ("<+>", "ABB", EdgeDoor(at=(2, 0), side=Side.WEST, width=2)),
        ("<+<", "AAA", EdgeDoor(at=(2, 0), side=Side.EAST, width=2)),
        ("<\n+\n>", "A\nA\nB", EdgeDoor(at=(0, 3), side=Side.SOUTH, width=2)),
        ("<\n+\n<", "A\nA\nA", EdgeDoor(at=(0, 2), side=Side.SOUTH, width=2)),
    ],
)
def test_a_square_door_becomes_an_edge_door_two_wide(rows: str, sections: str, door: EdgeDoor) -> None:
    """A square door becomes a door on the border to another section, or else in the middle of its squares."""
    kinds = {"A": "{kind: end_zone, side: home}", "B": "{kind: end_zone, side: away}"}
    told = "\n".join(f"  {letter}: {kinds[letter]}" for letter in sorted(set(sections) - {"\n"}))
    grid = {"map": rows, "sections": sections}
    text = "".join(f"{key}: |\n  {value.replace(chr(10), chr(10) + '  ')}\n" for key, value in grid.items())
    layout = read_sketch(f"{text}section_kinds:\n{told}\n")
    assert double_squares(layout, load_library()).doors == (door,)


def test_a_square_door_opens_no_wall() -> None:
    """A square door stays inside its own section if sections are walled off from each other."""
    layout = Layout(
        enclosed=True,
        sections=(Section(id="A", rows=("..",)), Section(id="B", at=(2, 0), rows=(".",))),
        square_doors=(SquareDoor(at=(1, 0)),),
    )
    assert double_squares(layout, load_library()).doors == (EdgeDoor(at=(2, 0), side=Side.EAST, width=2),)


def test_square_doors_side_by_side_stand_in_one_line() -> None:
    """Two doors across a way two squares wide are two edge doors across a way four squares wide."""
    doors = double_squares(read_sketch("map: |\n  <+.\n  <+.\n"), load_library()).doors
    assert [(door.at[0], door.side, door.width) for door in doors] == [(2, Side.WEST, 2), (2, Side.WEST, 2)]


def test_machines_and_leap_edges_double() -> None:
    """A ball is twice as large and rolls twice as far; a leap edge stands on the outer borders."""
    layout = Layout(
        sections=(Section(id="A", rows=("........",) * 2),),
        machines=(RollingBall(at=(1, 0), travel=Side.EAST, length=6, size=(2, 2)),),
        leap_edges=(LeapEdge(at=(3, 0), side=Side.EAST, width=2),),
    )
    doubled = double_squares(layout, load_library())
    assert doubled.machines == (RollingBall(at=(2, 0), travel=Side.EAST, length=12, size=(4, 4)),)
    assert doubled.leap_edges == (LeapEdge(at=(7, 0), side=Side.EAST, width=4),)


@pytest.mark.parametrize(
    "layout",
    [
        Layout(sections=(Section(id="A", kind=SectionKind.ROOM, at=(5000, 0), rows=(".",)),)),
        Layout(chests=((0, 6000),)),
        Layout(machines=(RollingBall(at=(0, 0), travel=Side.EAST, length=5001),)),
        Layout(doors=(EdgeDoor(at=(0, 0), side=Side.NORTH, width=5001),)),
    ],
)
def test_what_would_leave_the_grid_is_an_error(layout: Layout) -> None:
    """A layout that would leave the grid is an error, and is not cut off: coordinates go up to 9999."""
    with pytest.raises(EditError, match="would leave the grid"):
        double_squares(layout, load_library())
