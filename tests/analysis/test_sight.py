"""Lines of sight: round corners, through doors, and against exact sums over every wall."""

from fractions import Fraction
from random import Random

import pytest
from oracle.dungeons import draw_dungeon

from dungeon_designer.analysis.sight import LineOfSight, SightObstruction
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL
from dungeon_designer.grid import SIDES, Side, normalise_edge
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Obstacle,
    ObstacleKind,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Wall,
)

HALF = Fraction(1, 2)


def make_board(*rows, **more):
    return build_board(Layout(sections=(Section(id="a", rows=rows),), **more))


def find_visible_squares(board, origin, blocking=None, strict=False):
    return LineOfSight(board, strict, blocking or ()).find_visible_squares(origin)


def test_an_open_room_is_seen_whole():
    """Every square of an open room can be seen."""
    board = make_board("....", "....")
    assert find_visible_squares(board, (0, 0)) == set(board.squares)


def test_rock_hides_what_lies_behind_it():
    """Round a bend one sees only the square at the corner, and what the line to which keeps clear of the rock."""
    board = make_board("...", "##.", "##.")
    assert find_visible_squares(board, (0, 0)) == {(0, 0), (1, 0), (2, 0)}
    assert find_visible_squares(board, (1, 0)) == {(0, 0), (1, 0), (2, 0), (2, 1)}


@pytest.mark.parametrize(
    ("walls", "free", "strict"),
    [((), True, True), (("east",), True, False), (("south",), True, False), (("east", "south"), False, False)],
)
def test_a_corner_can_be_passed_on_one_side(walls, free, strict):
    """A wall on one side of the corner leaves the diagonal in sight where corners are free, on both sides never."""
    drawn = tuple(Wall(at=(0, 0), side=Side(side)) for side in walls)
    board = make_board("..", "..", walls=drawn)
    assert ((1, 1) in find_visible_squares(board, (0, 0))) is free
    assert ((1, 1) in find_visible_squares(board, (0, 0), strict=True)) is strict


def test_corners_made_by_obstacles_are_free_under_strict_corners_too():
    """A line past the corner of an opaque obstacle goes by; two that meet there stop it."""
    corners = Obstacle(kind=ObstacleKind.IDOL, at=(1, 0)), Obstacle(kind=ObstacleKind.IDOL, at=(0, 1))
    one, both = make_board("..", "..", obstacles=corners[:1]), make_board("..", "..", obstacles=corners)
    assert (1, 1) in find_visible_squares(one, (0, 0), [ObstacleKind.IDOL], strict=True)
    assert (1, 1) not in find_visible_squares(both, (0, 0), [ObstacleKind.IDOL], strict=True)


def test_a_line_says_what_stops_it():
    """The first thing on the line is named with its place and borders: a wall, a door, an entry, an obstacle, rock."""
    walled = make_board(".....", walls=(Wall(at=(1, 0), side=Side.EAST),), square_doors=(SquareDoor(at=(3, 0)),))
    assert LineOfSight(walled).find_obstruction((0, 0), (4, 0)) == SightObstruction(
        (2.0, 0.5), (((1, 0), Side.EAST),), "wall"
    )
    assert LineOfSight(walled).find_obstruction((4, 0), (0, 0)) == SightObstruction(
        (4.0, 0.5), (((3, 0), Side.EAST),), "door"
    )
    assert LineOfSight(walled).find_obstruction((3, 0), (4, 0)) is None  # one who stands in a door sees out of it
    throne = make_board("...", obstacles=(Obstacle(kind=ObstacleKind.THRONE, at=(1, 0)),))
    assert LineOfSight(throne, opaque=[ObstacleKind.THRONE]).find_obstruction((0, 0), (2, 0)).cause == "throne"
    assert LineOfSight(throne).find_obstruction((0, 0), (2, 0)) is None
    assert LineOfSight(throne).find_obstruction((0, 0), (7, 0)).cause == "wall"
    bend = make_board("..", "#.")
    assert LineOfSight(bend).find_obstruction((0, 0), (1, 1)) is None
    assert LineOfSight(bend, strict=True).find_obstruction((0, 0), (1, 1)).point == (1.0, 1.0)


def test_nobody_stands_in_an_entry_to_catch():
    """An entry is not seen, though one who scores in it would see the floor before it."""
    entry = Section(id="e", kind=SectionKind.ENTRY, side=Team.HOME, at=(0, 0), rows=("..",))
    board = build_board(Layout(sections=(entry, Section(id="a", at=(0, 1), rows=("..", "..")))))
    assert find_visible_squares(board, (0, 2)) == {(0, 1), (1, 1), (0, 2), (1, 2)}
    assert LineOfSight(board).find_obstruction((0, 2), (0, 0)) == SightObstruction(
        (0.5, 1.0), (((0, 0), Side.SOUTH),), "entry"
    )
    assert (0, 2) in find_visible_squares(board, (0, 0))


def test_two_rooms_that_meet_at_a_corner_do_not_see_each_other():
    """No line of sight passes through the point where two rooms touch if rock lies on both other sides."""
    assert find_visible_squares(make_board(".#", "#."), (0, 0)) == {(0, 0)}


def test_doors_hide_only_while_they_are_shut():
    """A shut door on a square stops the line, an open one does not, nor does a door on an edge."""
    assert (2, 0) not in find_visible_squares(make_board("...", square_doors=(SquareDoor(at=(1, 0)),)), (0, 0))
    assert (2, 0) in find_visible_squares(make_board("...", square_doors=(SquareDoor(at=(1, 0), open=True),)), (0, 0))
    assert (2, 0) in find_visible_squares(make_board("...", doors=(EdgeDoor(at=(0, 0), side=Side.EAST),)), (0, 0))


def test_what_blocks_hides_what_lies_behind_it():
    """A square named as blocking stops every line that runs through it."""
    board = make_board("...", "...", obstacles=(Obstacle(kind=ObstacleKind.IDOL, at=(1, 0)),))
    assert find_visible_squares(board, (0, 0), [ObstacleKind.IDOL]) == {(0, 0), (0, 1), (1, 1)}


def test_from_the_rock_nothing_is_seen():
    """A square that is no floor sees nothing."""
    assert (
        find_visible_squares(
            make_board(
                "..",
            ),
            (5, 5),
        )
        == set()
    )


def find_spokes(board, corner, closed):
    """Return which of the four unit borders that meet in a corner are closed: north, east, south, west of it."""
    x, y = corner
    borders = (
        ((x - 1, y - 1), Side.EAST),
        ((x, y - 1), Side.SOUTH),
        ((x - 1, y), Side.EAST),
        ((x - 1, y - 1), Side.SOUTH),
    )
    return [border in closed for border in borders]


def list_closed_borders(board, solid):
    """Return every closed border, named from its northern or western square: walls, and the sides of solid squares."""
    found = set()
    for square in board.squares:
        for side in SIDES:
            if board.get_edge_state(square, side) == WALL or square in solid:
                found.add(normalise_edge(square, side))
    return found


def find_crossing(start, end, border):
    """Return where the line between two middles meets a border, as exact fractions; None where it does not."""
    (ax, ay), (bx, by) = ((Fraction(2 * x + 1, 2), Fraction(2 * y + 1, 2)) for x, y in (start, end))
    (x, y), side = border
    if side is Side.EAST:
        if ax == bx or not min(ax, bx) < x + 1 < max(ax, bx):
            return None
        at = ay + (by - ay) * (x + 1 - ax) / (bx - ax)
        return (Fraction(x + 1), at) if y <= at <= y + 1 else None
    if ay == by or not min(ay, by) < y + 1 < max(ay, by):
        return None
    at = ax + (bx - ax) * (y + 1 - ay) / (by - ay)
    return (at, Fraction(y + 1)) if x <= at <= x + 1 else None


def find_meeting_points(board, start, end, closed, strict):
    """Return the exact points where a line is stopped by some closed borders, found border by border."""
    found = set()
    for border in closed:
        point = find_crossing(start, end, border)
        if point is None:
            continue
        if any(part.denominator != 1 for part in point):
            found.add(point)
            continue
        north, east, south, west = find_spokes(board, tuple(map(int, point)), closed)
        falling = (end[0] > start[0]) == (end[1] > start[1])
        ways = (north or east, west or south) if falling else (north or west, east or south)
        if any(ways) if strict else all(ways):
            found.add(point)
    return found


def find_first_stop(board, start, end, strict, opaque):
    """Return the first point at which the line is stopped, None when it is not."""
    solid = board.closed_door_squares | board.entry_squares
    solid, opaque = solid - {start}, opaque - {start}
    found = find_meeting_points(board, start, end, list_closed_borders(board, solid), strict)
    found |= find_meeting_points(board, start, end, list_closed_borders(board, solid | opaque), False)
    return min(found, key=lambda point: abs(point[0] - start[0] - HALF) + abs(point[1] - start[1] - HALF), default=None)


@pytest.mark.parametrize("strict", [False, True])
def test_sight_agrees_with_exact_fractions(strict):
    """On hundreds of random dungeons, what is seen, and where a line is stopped, is what slow exact sums say."""
    for seed in range(220):
        chance = Random(seed)  # noqa: S311
        board = build_board(draw_dungeon(chance, size=9))
        if not len(board):
            continue
        opaque = ObstacleKind.STATUE, ObstacleKind.IDOL
        blocking = {at for at, kind in board.obstacle_at.items() if kind in opaque}
        sight = LineOfSight(board, strict, opaque)
        start = chance.choice(board.squares)
        seen = sight.find_visible_squares(start)
        for end in chance.sample(board.squares, min(6, len(board))):
            expected = find_first_stop(board, start, end, strict, blocking)
            stop = sight.find_obstruction(start, end)
            assert (end in seen) is (expected is None), (seed, start, end)
            assert (stop is None) is (expected is None), (seed, start, end)
            if stop is not None:
                assert stop.point == pytest.approx((float(expected[0]), float(expected[1])), abs=1e-4), (
                    seed,
                    start,
                    end,
                )
                assert stop.edges, (seed, start, end)


def test_who_sees_is_seen():
    """Sight goes both ways between two squares that do not block it themselves."""
    for seed in range(60):
        chance = Random(seed)  # noqa: S311
        board = build_board(draw_dungeon(chance, size=10))
        sight = LineOfSight(board)
        open_squares = [s for s in board.squares if s not in board.closed_door_squares | board.entry_squares]
        for _ in range(8 if open_squares else 0):
            a, b = chance.choice(open_squares), chance.choice(open_squares)
            assert (sight.find_obstruction(a, b) is None) is (sight.find_obstruction(b, a) is None), (seed, a, b)
