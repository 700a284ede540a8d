"""The passing ruler: both sides of every bound, and what stands in the way."""

import pytest

from dungeon_designer.analysis.ruler import PASS_LIMITS, PASS_NAMES, find_pass_targets, find_shortest_pass, format_ruler
from dungeon_designer.analysis.sight import LineOfSight
from dungeon_designer.board.build import build_board
from dungeon_designer.layout.model import Layout, Section, SectionKind, Team
from tests import passing_ruler


def make_hall(*rows):
    return build_board(Layout(sections=(Section(id="a", rows=rows),)))


@pytest.mark.parametrize(
    ("dx", "dy", "name"),
    [
        (0, 0, "quick"),
        (3, 0, "quick"),
        (4, 0, "short"),
        (6, 0, "short"),
        (7, 0, "long"),
        (10, 0, "long"),
        (11, 0, "bomb"),
        (13, 0, "bomb"),
        (3, 1, "quick"),
        (3, 2, "short"),
        (2, 2, "quick"),
        (3, 3, "short"),
        (5, 5, "long"),
        (10, 4, "bomb"),
        (13, 3, None),
        (10, 10, None),
        (2, 13, "bomb"),
        (14, 0, None),
    ],
)
def test_each_pass_ends_where_the_ruler_does(dx, dy, name):
    """Straight on quick is 3 squares, short 6, long 10, a bomb 13; slanting less, either way round."""
    assert find_shortest_pass((5, 20), (5 + dx, 20 - dy)) == find_shortest_pass((5, 20), (5 - dy, 20 + dx)) == name


def test_every_range_is_that_of_the_ruler():
    """Each of 27 x 27 squares around the thrower is as far as the ruler says; none beyond is in reach."""
    assert [find_shortest_pass(one, other) for one, other, _ in passing_ruler.PAIRS] == [
        name for _, _, name in passing_ruler.PAIRS
    ]
    assert {find_shortest_pass((0, 0), (14, n)) for n in range(15)} == {
        find_shortest_pass((0, 0), (n, 14)) for n in range(15)
    }
    assert find_shortest_pass((0, 0), (14, 0)) is None


def test_the_ruler_in_letters_is_the_ruler():
    """The rows that other programs get are those of the ruler, with no letter at the thrower's own square."""
    assert list(format_ruler()) == passing_ruler.RULER


def test_the_ruler_is_the_same_along_and_across():
    """A pass reaches (x, y) when it reaches (y, x), and no pass reaches farther than a longer one."""
    for i in range(4):
        reached = {(x, y) for y, row in enumerate(PASS_LIMITS) for x in range(row[i] + 1)}
        assert reached == {(y, x) for x, y in reached}
    assert all(list(row) == sorted(row) for row in PASS_LIMITS)


def test_beyond_the_longest_pass_there_is_none():
    """Six squares are a short pass, seven are none where short is the longest."""
    assert find_shortest_pass((0, 0), (6, 0), "short") == "short"
    assert find_shortest_pass((0, 0), (7, 0), "short") is None


def test_squares_fall_into_bands_by_the_ruler():
    """Each square of an open hall is in the band of the pass that reaches it."""
    board = make_hall(*["........"] * 4)
    bands = dict(find_pass_targets(board, LineOfSight(board), (0, 0), "short").bands)
    assert set(bands["quick"]) == {(x, y) for x in range(4) for y in range(4)} - {(2, 3), (3, 3), (3, 2)}
    assert set(bands["short"]) == {(2, 3), (3, 3), (3, 2), *((x, y) for x in (4, 5, 6) for y in range(4))}
    assert tuple(bands) == PASS_NAMES[:2]


def test_what_is_out_of_sight_is_hidden_only_within_range():
    """A square behind rock is hidden when a pass would reach it, and left out when none would."""
    board = make_hall("........", "#######.", "........")
    found = find_pass_targets(board, LineOfSight(board), (0, 0), "short")
    assert (6, 2) in found.hidden
    assert (7, 2) not in found.hidden
    assert not set(found.hidden) & {square for _, squares in found.bands for square in squares}


def test_an_entry_is_neither_thrown_to_nor_hidden():
    """Nobody waits in an entry for a ball, so it is left out altogether."""
    entry = Section(id="e", kind=SectionKind.ENTRY, side=Team.HOME, at=(0, 0), rows=("..",))
    board = build_board(Layout(sections=(entry, Section(id="a", at=(0, 1), rows=("..", "..")))))
    found = find_pass_targets(board, LineOfSight(board), (0, 2), "quick")
    assert set(found.bands[0][1]) == {(0, 1), (1, 1), (0, 2), (1, 2)}
    assert found.hidden == ()


def test_from_the_rock_nothing_is_thrown():
    """A square that is no floor has neither bands nor hidden squares."""
    board = make_hall("...")
    found = find_pass_targets(board, LineOfSight(board), (1, 1), "short")
    assert [squares for _, squares in found.bands] == [(), ()]
    assert found.hidden == ()
