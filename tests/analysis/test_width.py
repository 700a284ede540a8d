"""Blocks and what they cover, wide areas, blocks joined nearby, narrow groups and gaps."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle.dungeons import dungeons
from oracle.floor import Floor
from oracle.floor import groups as floor_groups
from oracle.width import Width

from dungeon_designer.analysis.islands import Islands
from dungeon_designer.analysis.pinches import pinches
from dungeon_designer.analysis.width import Blocks, Place, areas, blocks, gaps, groups, reached, split, widths
from dungeon_designer.board.build import build
from dungeon_designer.board.model import WALL, Board, Ints
from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.model import EdgeDoor, Layout, Obstacle, ObstacleKind, Section, Wall


def board_of(*rows: str, walls: tuple[Wall, ...] = (), doors: tuple[EdgeDoor, ...] = ()) -> Board:
    """A board of one section: `S` a statue, `#` rock."""
    statues = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "S"]
    return build(
        Layout(
            sections=(Section(id="A", rows=tuple(row.replace("S", ".") for row in rows)),),
            walls=walls,
            doors=doors,
            obstacles=tuple(Obstacle(kind=ObstacleKind.STATUE, at=at) for at in statues),
        )
    )


def measured(board: Board, size: int = 2) -> Blocks:
    """The blocks of a board."""
    return blocks(board, board.walkable & ~board.is_entry, board.edges != WALL, size)


def anchors(board: Board, size: int) -> set[Square]:
    """The anchors of a board's blocks."""
    return set(board.places(measured(board, size).anchors))


def squares(board: Board, *groups: Ints | tuple[int, ...]) -> list[tuple[Square, ...]]:
    """Groups of square numbers as squares."""
    return [board.places(group) for group in groups]


@pytest.mark.parametrize(
    ("size", "wanted"),
    [(1, 12), (2, 6), (3, 2), (4, 0)],
)
def test_blocks_of_a_rectangle(size: int, wanted: int) -> None:
    """A rectangle of 4x3 holds as many blocks as places for their upper left squares."""
    assert len(anchors(board_of("....", "....", "...."), size)) == wanted


def test_no_wall_inside_a_block() -> None:
    """A wall on any of the four edges inside a block breaks it, one on its outline does not; a door is no wall."""
    for wall in (((0, 0), Side.EAST), ((0, 1), Side.EAST), ((0, 0), Side.SOUTH), ((1, 0), Side.SOUTH)):
        assert not anchors(board_of("..", "..", walls=(Wall(at=wall[0], side=wall[1]),)), 2)
        assert anchors(board_of("..", "..", doors=(EdgeDoor(at=wall[0], side=wall[1]),)), 2) == {(0, 0)}
    outline = Wall(at=(1, 0), side=Side.EAST, width=2)
    assert anchors(board_of("...", "...", walls=(outline,)), 2) == {(0, 0)}


def test_a_wall_breaks_larger_blocks_wherever_it_stands() -> None:
    """Of blocks of three, a wall in the middle of the room leaves those that it does not cut."""
    board = board_of("....", "....", "....", walls=(Wall(at=(0, 1), side=Side.EAST),))
    assert anchors(board, 3) == {(1, 0)}


def test_areas_are_numbered_by_their_first_square() -> None:
    """Rooms that overlap in one square are two areas, each anchor of one."""
    found = measured(board_of("##..", "....", "..##"))
    assert found.board.places(found.anchors) == ((2, 0), (0, 1))
    assert areas(found)[found.anchors].tolist() == [0, 1]
    assert found.wide.all()


def test_a_block_slides_round_a_corner() -> None:
    """Ways of two squares that meet in two squares each way are one area."""
    assert areas(measured(board_of("....", "....", "..##", "..##"))).max() == 0


def test_nothing_is_wide() -> None:
    """Without a block there is no area, no wide square and no pinch."""
    found = measured(board_of("....."))
    assert (areas(found).max(), found.wide.any(), meeting(found)) == (-1, False, [])


@pytest.mark.parametrize(
    ("rows", "far"),
    [
        (("....S....", "....S....", ".........", "........."), True),
        (("....S....", "....S....", "........#", "........#"), True),
        (("....S....", "....S....", "......#..", "......#.."), False),
        (("....S....", "....S....", "....S....", ".........", "........."), False),
    ],
)
def test_what_is_joined_nearby(rows: tuple[str, ...], far: bool) -> None:
    """Around the square of a statue a block slides as far as two squares beyond it, and no farther."""
    found = measured(board_of(*rows))
    west, east = found.board.keys[[found.board.index[2, 0], found.board.index[5, 0]]].tolist()
    statue = Place.around([found.board.keys[found.board.index[4, 0]].item()])
    assert found.joined({west, east}, statue) is False
    statues = Place.around(found.board.keys[~found.board.walkable][:2].tolist())
    assert found.joined({west, east}, statues) is far
    assert found.joined(set(), statue)


def test_the_width_of_each_square() -> None:
    """A square is as wide as the largest block over it, no wider than asked."""
    board = board_of("...#", "....", "...#")
    wide = widths(board, board.walkable, board.edges != WALL, 5)
    assert wide.tolist() == [3, 3, 3, 3, 3, 3, 1, 3, 3, 3]
    assert widths(board, board.walkable, board.edges != WALL, 2).max() == 2


def test_groups_go_by_steps() -> None:
    """Squares a diagonal apart hang together where the step is legal: with a free corner, and not with a strict one."""
    board = board_of("..", ".#")
    some = np.array([1, 2], dtype=np.int32)
    passable = board.edges != WALL
    assert squares(board, *groups(board, some, passable, strict=False)) == [((1, 0), (0, 1))]
    assert squares(board, *groups(board, some, passable, strict=True)) == [((1, 0),), ((0, 1),)]
    assert groups(board, some[:0], passable, strict=False) == []


def test_split_keeps_order() -> None:
    """Members come by label, in the order they were given."""
    found = split(np.array([5, 3, 9, 7], dtype=np.int32), np.array([1, 0, 1, 0], dtype=np.int32))
    assert [part.tolist() for part in found] == [[3, 7], [5, 9]]


def test_a_gap_has_walls_on_two_sides_and_wide_floor_on_the_others() -> None:
    """Of the squares between two rooms only the one with rock above and below is a gap."""
    board = board_of("..#..", ".....", "..#..", "..###", "#.###")
    found = measured(board)
    narrow = np.flatnonzero(~found.wide).astype(np.int32)
    assert squares(board, narrow[gaps(found, narrow)]) == [((2, 1),)]


@pytest.mark.parametrize(
    "rows",
    [
        ("..#..", ".....", "##.##", "##.##"),
        ("##.##", "##.##", ".....", "..#.."),
        ("..##", "..##", "#...", "..##", "..##"),
        ("##..", "##..", "...#", "##..", "##.."),
    ],
)
def test_a_gap_with_a_way_to_the_side_is_none(rows: tuple[str, ...]) -> None:
    """Where a third way leads off between two rooms, the square between them is no gap."""
    found = measured(board_of(*rows))
    assert not gaps(found, np.flatnonzero(~found.wide).astype(np.int32)).any()


def meeting(found: Blocks, strict: bool = False) -> list[tuple[Square, ...]]:
    """The pinches of a board as squares."""
    return squares(found.board, *pinches(found, found.ground, found.board.edges != WALL, strict))


def test_pinches_that_share_squares_are_one() -> None:
    """Below a block two others with a wall between them: each shares a square with it, and steps lead round the end."""
    found = measured(board_of("#..#", "....", "....", walls=(Wall(at=(1, 2), side=Side.EAST),)))
    assert meeting(found) == [((1, 1), (2, 1))]
    assert meeting(found, strict=True) == [((1, 1), (2, 1))]


def test_pinches_with_no_square_in_common_are_several() -> None:
    """Of three rooms the lowest meets both others in a corner."""
    found = measured(board_of("...####...", "...####...", "..........", "##......##", "##......##"))
    assert meeting(found) == [((2, 2),), ((7, 2),)]


def test_blocks_in_a_slanting_row() -> None:
    """Each two of three blocks of three share squares, all three the middle, over which they lie in three pieces."""
    found = measured(board_of("##...", "#....", ".....", "....#", "...##"), 3)
    assert found.pieces[found.board.index[2, 2]] == 3
    assert found.pieces[found.board.index[3, 2]] == 2
    assert meeting(found) == [((2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3))]


def test_no_pinch_over_squares_that_do_not_count() -> None:
    """A square left out is no place to meet, and no end of a step."""
    board = board_of("...##", "...##", ".....", "##...", "##...")
    found = measured(board)
    counted = found.ground.copy()
    counted[board.index[2, 2]] = False
    told = squares(board, *pinches(found, counted, board.edges != WALL, False))
    assert (2, 2) not in {square for group in told for square in group}


@pytest.mark.parametrize(
    ("rows", "island"),
    [
        (("......", ".SSSS.", "......"), 4),
        (("......", "SSSSS.", "......"), 0),
        (("..S...", "...S..", "....S."), 3),
        (("......", "..##..", "..##..", "......"), 4),
        (("......", "..###.", "......"), 0),
        (("......", "......", "...#.."), 0),
    ],
)
def test_islands(rows: tuple[str, ...], island: int) -> None:
    """Obstacles up to four squares long that hang together by corners are one; rock up to two, with floor all round."""
    board = board_of(*rows)
    touched = Islands(board, 2).touching(board.keys[board.walkable].tolist())
    assert [len(squares) for squares in touched] == ([island] if island else [])


@settings(max_examples=100)
@given(layout=dungeons(size=14, chests=0, portals=0), size=st.integers(2, 4))
def test_wide_squares_of_any_size(layout: Layout, size: int) -> None:
    """For blocks of two, three and four squares the blocks, areas and pieces are those found by hand."""
    found, by_hand = measured(build(layout), size), Width(Floor(layout), strict=False, width=size)
    label = areas(found)[found.anchors]
    ours = [frozenset(found.board.places(found.anchors[label == i])) for i in range(label.max(initial=-1) + 1)]
    assert set(ours) == set(map(frozenset, floor_groups(by_hand.blocks)))
    assert set(found.board.places(np.flatnonzero(found.wide))) == by_hand.wide
    pieces = {square: len(floor_groups(by_hand.over([square]))) for square in found.board.squares}
    assert dict(zip(found.board.squares, found.pieces.tolist(), strict=True)) == pieces


@settings(max_examples=80)
@given(layout=dungeons(size=12), chance=st.randoms(use_true_random=False))
def test_what_a_block_reaches(layout: Layout, chance: Random) -> None:
    """From some squares a block reaches what its areas cover that cover one of them, and nothing else."""
    found = measured(build(layout))
    starts = np.array([chance.random() < 0.05 for _ in range(len(found.board))], dtype=np.bool_)
    wanted: set[Square] = set()
    by_hand = Width(Floor(layout), strict=False)
    chosen = set(found.board.places(np.flatnonzero(starts)))
    for area in floor_groups(by_hand.blocks):
        covered = {square for block in area for square in by_hand.squares_of(block)}
        wanted |= covered if covered & chosen else set()
    assert set(found.board.places(np.flatnonzero(reached(found, starts)))) == wanted
