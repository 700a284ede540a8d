"""Blocks, wide areas, pinches and parting obstacles."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle.dungeons import dungeons
from oracle.floor import Floor
from oracle.width import Width

from dungeon_designer.analysis import components
from dungeon_designer.analysis.parting import parting
from dungeon_designer.analysis.width import Areas, areas, blocks, gaps, groups, pinches, split, widths
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


def measured(board: Board, size: int = 2) -> Areas:
    """The wide areas of a board, obstacles walked over."""
    return areas(board, ~board.hazard, board.edges != WALL, size)


def anchors(board: Board, size: int) -> set[Square]:
    """The anchors of a board's blocks."""
    return set(board.places(np.flatnonzero(blocks(board, ~board.hazard, board.edges != WALL, size))))


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
    """Each square knows the lowest and highest area that covers it; rooms that overlap in one square are two areas."""
    found = measured(board_of("##..", "....", "..##"))
    assert found.count == 2
    assert found.board.places(found.anchors) == ((2, 0), (0, 1))
    at = found.board.index
    assert (found.lowest[at[2, 0]], found.highest[at[2, 0]]) == (0, 0)
    assert (found.lowest[at[0, 2]], found.highest[at[0, 2]]) == (1, 1)
    assert found.wide.all()


def test_a_block_slides_round_a_corner() -> None:
    """Ways of two squares that meet in two squares each way are one area."""
    assert measured(board_of("....", "....", "..##", "..##")).count == 1


def test_nothing_is_wide() -> None:
    """Without a block there is no area, no wide square and no pinch."""
    found = measured(board_of("....."))
    assert (found.count, found.wide.any(), pinches(found, found.ground, False)) == (0, False, [])


def test_the_width_of_each_square() -> None:
    """A square is as wide as the largest block over it, no wider than asked."""
    board = board_of("...#", "....", "...#")
    wide = widths(board, ~board.hazard, board.edges != WALL, 5)
    assert wide.tolist() == [3, 3, 3, 3, 3, 3, 1, 3, 3, 3]
    assert widths(board, ~board.hazard, board.edges != WALL, 2).max() == 2


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


def test_areas_that_share_a_third_one_still_meet() -> None:
    """Two areas below a third, a wall between them, meet each other besides meeting that one."""
    board = board_of("#..#", "....", "....", walls=(Wall(at=(1, 2), side=Side.EAST),))
    found = measured(board)
    assert found.count == 3
    assert squares(board, *pinches(found, found.ground, False)) == [
        ((1, 1),),
        ((2, 1),),
        ((1, 1), (2, 1), (1, 2), (2, 2)),
    ]
    assert squares(board, *pinches(found, found.ground, True))[2] == ((1, 1), (2, 1))


def test_three_areas_over_one_square() -> None:
    """Blocks of three in a slanting row are three areas, and each two of them share squares, all three the middle."""
    board = board_of("##...", "#....", ".....", "....#", "...##")
    found = measured(board, 3)
    assert found.of(board.index[2, 2]) == {0, 1, 2}
    assert squares(board, *pinches(found, found.ground, False)) == [
        ((2, 1), (3, 1), (2, 2), (3, 2)),
        ((2, 2),),
        ((1, 2), (2, 2), (1, 3), (2, 3)),
    ]


def test_every_two_areas_that_meet_are_one_pinch() -> None:
    """Of three rooms of three squares each way, the lowest meets both others in a corner, which do not meet."""
    board = board_of("...#...", "...#...", ".......", "##...##", "##...##")
    found = measured(board, 3)
    assert found.count == 3
    assert squares(board, *pinches(found, found.ground, False)) == [((2, 2),), ((4, 2),)]


def test_no_pinch_over_squares_that_do_not_count() -> None:
    """A square left out is no place to meet, and no end of a step."""
    board = board_of("...##", "...##", ".....", "##...", "##...")
    found = measured(board)
    counted = found.ground.copy()
    counted[board.index[2, 2]] = False
    meeting = pinches(found, counted, False)
    assert (2, 2) not in {square for group in squares(board, *meeting) for square in group}


@pytest.mark.parametrize(
    ("rows", "parted"),
    [
        (("......", "..S..."), True),
        (("......", ".....S"), False),
        (("......", "..S...", "......"), True),
        (("......", "......", "..S..."), False),
        (("...", ".S.", "..."), False),
        (("......", "..S...", "..##..", "......", "......"), False),
        (("#..#", "....", ".S..", "#..#"), True),
        (("..####..", "..S...S.", "........", "..####.."), True),
    ],
)
def test_what_parts(rows: tuple[str, ...], parted: bool) -> None:
    """A statue parts a way when blocks are left on both sides of it that no way round joins."""
    assert bool(parting(measured(board_of(*rows)))) is parted


def test_a_statue_that_touches_two_areas_parts_each_by_itself() -> None:
    """Where two areas overlap in the statue's square, what counts is whether one of them falls apart."""
    found = measured(board_of("...##", "..S..", "##..."))
    assert (found.count, parting(found)) == (2, [])


@settings(max_examples=300)
@given(
    layout=dungeons(size=16, chests=0, portals=0, zones=0),
    size=st.integers(2, 4),
    chance=st.randoms(use_true_random=False),
)
def test_parting_by_flood(layout: Layout, size: int, chance: Random) -> None:
    """Euler's formula tells of the same obstacles as taking each away and flooding what is left."""
    floor = sorted({square for section in layout.sections for square in section.squares})
    statues = {chance.choice(floor) for _ in range(chance.randrange(12))}
    some = tuple(Obstacle(kind=ObstacleKind.STATUE, at=at) for at in sorted(statues))
    drawn = Layout(sections=layout.sections, walls=layout.walls, terrain=layout.terrain, obstacles=some)
    found = measured(build(drawn), size)
    by_hand = {f.squares for f in Width(Floor(drawn), strict=False, width=size).parting_obstacles("error")}
    assert {frozenset(group) for group in squares(found.board, *parting(found))} == by_hand


@settings(max_examples=100)
@given(layout=dungeons(size=14, chests=0, portals=0), size=st.integers(2, 4))
def test_wide_squares_of_any_size(layout: Layout, size: int) -> None:
    """For blocks of two, three and four squares the wide areas are those found by hand."""
    found, by_hand = measured(build(layout), size), Width(Floor(layout), strict=False, width=size)
    ours = [frozenset(found.board.places(found.anchors[found.label[found.anchors] == i])) for i in range(found.count)]
    assert set(ours) == set(map(frozenset, by_hand.areas))
    assert set(found.board.places(np.flatnonzero(found.wide))) == by_hand.wide


@settings(max_examples=60)
@given(layout=dungeons(size=14))
def test_big_boards_are_measured_alike(layout: Layout) -> None:
    """What scipy joins on big boards is what plain Python joins on small ones: areas, pinches, obstacles."""
    board = build(layout)
    small = _all(board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(components, "SMALL", -1)
        assert _all(board) == small


def _all(board: Board) -> tuple[object, ...]:
    found = measured(board)
    narrow = np.flatnonzero(~found.wide).astype(np.int32)
    grouped = [group.tolist() for group in groups(board, narrow, board.edges != WALL, strict=False)]
    obstacles = [obstacle.tolist() for obstacle in parting(found)]
    return found.label.tolist(), pinches(found, found.ground, False), grouped, obstacles


@settings(max_examples=80)
@given(layout=dungeons(size=12), chance=st.randoms(use_true_random=False))
def test_what_a_block_reaches(layout: Layout, chance: Random) -> None:
    """From some squares a block reaches what its areas cover that cover one of them, and nothing else."""
    found = measured(build(layout))
    starts = np.array([chance.random() < 0.05 for _ in range(len(found.board))], dtype=np.bool_)
    wanted: set[Square] = set()
    by_hand = Width(Floor(layout), strict=False)
    chosen = set(found.board.places(np.flatnonzero(starts)))
    for area in by_hand.areas:
        covered = by_hand.under(area)
        wanted |= covered if covered & chosen else set()
    assert set(found.board.places(np.flatnonzero(found.reached(starts)))) == wanted
