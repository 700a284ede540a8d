"""Blocks, what they cover and how they slide; narrow ways and pinches between them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from oracle.dungeons import draw_dungeons
from oracle.width import list_block

from dungeon_designer.analysis.corridors import WidthAnalysis, find_blocks, find_covered_squares, find_small_groups
from dungeon_designer.analysis.movement import build_step_graph
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.grid import SIDES, Side, find_connected_groups, find_neighbour
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout
from tests.soak import count, soak


def make_board(*rows: str, more: str = "") -> Board:
    text = "map: |\n" + "".join(f"  {row}\n" for row in rows) + more
    return build_board(read_layout(text.encode(), "test.dungeon.yaml"))


def find_ways(*rows: str, width: int = 2, strict: bool = False) -> WidthAnalysis:
    board = make_board(*rows)
    return WidthAnalysis(board, build_step_graph(board, strict_corners=strict), width)


@soak
@settings(max_examples=count(20, 2000))
@given(layout=draw_dungeons(size=14, chests=0, portals=0), size=st.integers(1, 4))
def test_blocks_and_wide_squares_of_any_size(layout: Layout, size: int) -> None:
    """A block is all walkable, with no wall inside; wide is what some block covers."""
    board = build_board(layout)
    ground = board.walkable_squares
    by_hand = set()
    for at in ground:
        squares = list_block(at, size)
        inside = [(a, side) for a in squares for side in SIDES if find_neighbour(a, side) in squares]
        if squares <= ground and not any(board.get_edge_state(a, side) == WALL for a, side in inside):
            by_hand.add(at)
    found = find_blocks(ground, board.walls, size)
    assert found == by_hand
    assert find_covered_squares(found, size) == {square for at in by_hand for square in list_block(at, size)}


def test_no_wall_inside_a_block() -> None:
    """A wall breaks the blocks on both its sides, larger ones wherever it stands, and no others."""
    ground = list_block((0, 0), 4)
    wall = ((1, 1), Side.EAST)
    assert list_block((0, 0), 3) - find_blocks(ground, [wall], 2) == {(1, 0), (1, 1)}
    assert find_blocks(ground, [wall], 3) == set()
    assert len(find_blocks(ground, [], 3)) == 4


def test_a_block_slides_round_a_corner() -> None:
    """Blocks of one connected group of anchors slide to each other; a way of one square parts groups."""
    assert len(list(find_connected_groups(find_ways("..##", "..##", "....", "....").blocks))) == 1
    assert len(list(find_connected_groups(find_ways("..#..", ".....", "..#..").blocks))) == 2


def test_groups_go_by_steps() -> None:
    """Narrow squares that touch at a corner are one group where one may step across it, as free corners let one."""
    rows = ".####", "..###", "#..##", "##..#"
    for strict, number in ((False, 1), (True, 1)):
        found = find_ways(*rows, strict=strict)
        assert len(list(found.find_narrow_groups(found.ground))) == number


def test_pinches_that_share_squares_are_one() -> None:
    """Rooms that overlap in one corner make one pinch, which names that square; two such corners are two."""
    one = ("...##", "...##", ".....", "##...", "##...")
    found, both = find_ways(*one), find_ways(*one, *("#####",) * 3, *one)
    assert found.find_pinches(found.ground) == found.find_pinches({(2, 2)}) == [[(2, 2)]]
    assert both.find_pinches(both.ground) == [[(2, 2)], [(2, 10)]]


def test_small_groups_end_where_rock_or_water_goes_on() -> None:
    """Ponds of four squares are small, of five large; rock is small up to two squares, with floor all round."""
    four, five = ("......", ".~~~~.", "......"), (".......", ".~~~~~.", ".......")
    assert [len(group) for group in find_small_groups(make_board(*four), 2)] == [4]
    assert find_small_groups(make_board(*five), 2) == []
    assert [len(group) for group in find_small_groups(make_board("....", ".##.", ".##.", "...."), 2)] == [4]
    assert find_small_groups(make_board(".....", ".###.", "....."), 2) == []
    assert find_small_groups(make_board("....", ".#..", ".#.."), 2) == []


def test_a_gap_has_walls_on_two_sides_and_wide_floor_on_the_others() -> None:
    """Between two rooms one square wide and deep; not where it is deeper, or opens to a side."""
    assert find_ways("..#..", ".....", "..#..").is_gap((2, 1))
    assert not find_ways("..##..", "......", "..##..").is_gap((2, 1))
    assert not find_ways("..#..", ".....", ".....").is_gap((2, 1))


def test_furniture_of_a_hall_is_looked_through() -> None:
    """A statue with room all round it in a hall of four squares by four; not where a square is missing."""
    assert find_ways("....", ".S..", "....", "....").ignored_furniture == {(1, 1)}
    assert not find_ways("#...", ".S..", "....", "....").ignored_furniture
    assert not find_ways("....", ".S..", "....").ignored_furniture


def test_diagonal_passages_lead_between_what_nobody_walks_on() -> None:
    """A diagonal step between two squares of lava is a passage; not round a corner of floor, or where a way is near."""
    halls = find_ways("..~~", "..~~", "~~..", "~~..")
    assert (
        halls.find_diagonal_passages([(1, 1)]) == halls.find_diagonal_passages([(2, 2), (1, 1)]) == [((1, 1), (2, 2))]
    )
    assert halls.find_diagonal_passages([(0, 0)]) == []
    assert find_ways("..~~", "...~", "~~..", "~~..").find_diagonal_passages([(1, 1), (2, 1)]) == []
    round_about = find_ways("...~~..", "...~~..", "....~..", "...~...", ".......", ".......")
    assert round_about.find_diagonal_passages([(3, 2), (4, 3)]) == []
    assert round_about.find_diagonal_passages([(3, 2)]) == []
