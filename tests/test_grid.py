"""Squares, edges and turns."""

from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.grid import (
    SIDES,
    Side,
    find_bounds,
    find_connected_groups,
    find_neighbour,
    list_edges,
    measure_distance,
    normalise_edge,
    rotate_size,
    rotate_square,
)

squares = st.tuples(st.integers(0, 50), st.integers(0, 50))
turns = st.integers(0, 3)


@given(squares, st.sampled_from(SIDES))
def test_an_edge_has_one_name_from_both_sides(square, side):
    """Both squares of a border give it the same name."""
    assert normalise_edge(square, side) == normalise_edge(find_neighbour(square, side), side.opposite)


@given(st.integers(1, 9), st.integers(1, 9), turns, st.booleans())
def test_turning_a_rectangle_maps_it_onto_the_turned_rectangle(width, height, quarters, flip):
    """Every square of a rectangle lands on its own square of the turned one, none twice."""
    there = {rotate_square((x, y), (width, height), quarters, flip) for x in range(width) for y in range(height)}
    wide, high = rotate_size((width, height), quarters)
    assert there == {(x, y) for x in range(wide) for y in range(high)}


@given(squares, st.sampled_from(SIDES), turns, st.booleans())
def test_a_side_turns_as_its_square_does(square, side, quarters, flip):
    """The neighbour across a side is, after turning, the neighbour across the turned side."""
    size = (60, 60)
    square = (square[0] + 2, square[1] + 2)
    there = rotate_square(find_neighbour(square, side), size, quarters, flip)
    assert there == find_neighbour(rotate_square(square, size, quarters, flip), side.rotate(quarters, flip))


def test_a_quarter_turn_goes_clockwise():
    """A quarter turn points north to the east, and moves the left end of the top row to its right end."""
    assert Side.NORTH.rotate(1) is Side.EAST
    assert rotate_square((0, 0), (4, 2), 1) == (1, 0)


def test_a_run_of_edges_goes_right_or_down():
    """A door two wide on a south side covers the square to the right, on an east side the one below."""
    assert list_edges((3, 3), Side.SOUTH, 2) == [((3, 3), Side.SOUTH), ((4, 3), Side.SOUTH)]
    assert list_edges((3, 3), Side.WEST, 2) == [((2, 3), Side.EAST), ((2, 4), Side.EAST)]


@given(squares, squares)
def test_distance_is_the_fewest_king_steps_on_an_open_floor(a, b):
    """Neighbours, diagonal ones too, are 1 apart; the order of the two does not matter."""
    assert measure_distance(a, b) == measure_distance(b, a) == max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@given(st.sets(squares, max_size=40))
def test_groups_part_the_squares_without_loss(points):
    """Every square is in exactly one group, and no two groups touch."""
    found = list(find_connected_groups(points))
    assert sorted(square for group in found for square in group) == sorted(points)
    where = {square: number for number, group in enumerate(found) for square in group}
    for square in points:
        for side in SIDES:
            assert where.get(find_neighbour(square, side), where[square]) == where[square]


def test_bounds_hold_all_squares():
    """The smallest rectangle round two squares; nothing has no bounds."""
    assert find_bounds([(2, 5), (4, 1)]) == ((2, 1), (3, 5))
    assert find_bounds([]) == ((0, 0), (0, 0))
