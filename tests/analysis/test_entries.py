"""Which way entries face."""

from __future__ import annotations

import pytest

from dungeon_designer.analysis.team_access import Entry, find_entries
from dungeon_designer.board.build import build_board
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import Layout, Section, SectionKind, Team


def find_entries_of_map(*rows: str) -> list[Entry]:
    """Return the entries of a map: each letter but `.` is an entry of its own, `.` floor, `#` rock."""
    letters = sorted({c for row in rows for c in row} - {"#", "."})
    drawn = [Section(id="floor", rows=tuple(row.translate({ord(c): "#" for c in letters}) for row in rows))]
    for letter in letters:
        own = tuple("".join(".#"[c != letter] for c in row) for row in rows)
        drawn.append(Section(id=letter, kind=SectionKind.ENTRY, side=Team.HOME, rows=own))
    return list(find_entries(build_board(Layout(sections=tuple(drawn)))))


@pytest.mark.parametrize(
    ("rows", "front"),
    [
        (("aa", "..", ".."), Side.SOUTH),
        (("..", "aa"), Side.NORTH),
        (("a.", "a."), Side.EAST),
        ((".a", ".a"), Side.WEST),
        (("aa", ".#"), Side.SOUTH),
        (("..", "aa", ".#"), Side.NORTH),
        (("..", "aa", ".."), None),
        (("aa..",), None),
        (("aaa", "..."), None),
        (("a", "."), None),
        (("aa", "bb"), None),
    ],
)
def test_front(rows: tuple[str, ...], front: Side | None) -> None:
    """The front is the one long side with most floor along it, other entries not counted; there may be none."""
    assert find_entries_of_map(*rows)[0].front is front


def test_what_lies_around() -> None:
    """Floor elsewhere than before the front is told of square by square, another entry's too."""
    first, second = find_entries_of_map("aabb", "....")
    assert (first.front, first.has_full_front, first.squares_open_elsewhere) == (Side.SOUTH, True, ((1, 0),))
    assert second.squares_open_elsewhere == ((2, 0),)
    (half,) = find_entries_of_map("aa", ".#")
    assert (half.has_full_front, half.squares_open_elsewhere) == (False, ())


def test_the_block_before_the_front() -> None:
    """Four squares, the nearer two first, floor or not; none where there is no front."""
    assert find_entries_of_map("aa", "..")[0].block_before_front == ((0, 1), (1, 1), (0, 2), (1, 2))
    assert find_entries_of_map(".a", ".a")[0].block_before_front == ((0, 0), (0, 1), (-1, 0), (-1, 1))
    assert find_entries_of_map("aa")[0].block_before_front == ()


def test_between_floor_on_both_sides_an_entry_faces_as_the_others_do() -> None:
    """An entry with floor on both long sides faces as the team's other entries do; a lone one faces nowhere."""
    first, second = find_entries_of_map("##aa", "....", "bb..", "..##")
    assert (first.front, second.front) == (Side.SOUTH, Side.SOUTH)
    upright, lying = find_entries_of_map(".a.", ".a.", "bb#", "..#")
    assert (upright.front, lying.front) == (None, Side.SOUTH)
