"""The range ruler: both sides of every bound, and what stands in the way."""

import pytest

from dungeon_designer.analysis.ranges import RULER, band_of, bands_to, throws
from dungeon_designer.analysis.sight import Sight
from dungeon_designer.board.build import build
from dungeon_designer.layout.model import Layout, Section, SectionKind, Team


def hall(*rows):
    return build(Layout(sections=(Section(id="a", rows=rows),)))


@pytest.mark.parametrize(
    ("apart", "name"),
    [(0, "quick"), (3, "quick"), (4, "short"), (6, "short"), (7, "long"), (10, "long"), (11, "bomb"), (13, "bomb")],
)
def test_each_band_begins_where_the_last_ends(apart, name):
    """The last square of a band and the first of the next fall on their own sides."""
    assert band_of(apart, RULER).name == name


def test_beyond_the_longest_pass_there_is_none():
    """Six squares are a short pass, seven are none where short is the longest; fourteen are none anywhere."""
    assert band_of(6, bands_to("short")).name == "short"
    assert band_of(7, bands_to("short")) is None
    assert band_of(14, RULER) is None


def test_squares_fall_into_bands_by_the_larger_difference():
    """Three squares aside and three down are three apart, a quick pass; the fourth column is a short one."""
    board = hall(*["........"] * 4)
    (_, near), (_, far) = throws(board, Sight(board), (0, 0), bands_to("short")).bands
    assert set(near) == {(x, y) for x in range(4) for y in range(4)}
    assert set(far) == {(x, y) for x in (4, 5, 6) for y in range(4)}


def test_what_is_out_of_sight_is_hidden_only_within_range():
    """A square behind rock is hidden when a pass would reach it, and left out when none would."""
    board = hall("........", "#######.", "........")
    found = throws(board, Sight(board), (0, 0), bands_to("short"))
    assert (6, 2) in found.hidden
    assert (7, 2) not in found.hidden
    assert not set(found.hidden) & {square for _, squares in found.bands for square in squares}


def test_an_entry_is_neither_thrown_to_nor_hidden():
    """Nobody waits in an entry for a ball, so it is left out altogether."""
    entry = Section(id="e", kind=SectionKind.ENTRY, side=Team.HOME, at=(0, 0), rows=("..",))
    board = build(Layout(sections=(entry, Section(id="a", at=(0, 1), rows=("..", "..")))))
    found = throws(board, Sight(board), (0, 2), bands_to("quick"))
    assert set(found.bands[0][1]) == {(0, 1), (1, 1), (0, 2), (1, 2)}
    assert found.hidden == ()


def test_from_the_rock_nothing_is_thrown():
    """A square that is no floor has neither bands nor hidden squares."""
    board = hall("...")
    found = throws(board, Sight(board), (1, 1), bands_to("short"))
    assert [squares for _, squares in found.bands] == [(), ()]
    assert found.hidden == ()
