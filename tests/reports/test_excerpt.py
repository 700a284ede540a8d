"""The map around a fault."""

from __future__ import annotations

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.reports.excerpt import build_text_map, draw_excerpt
from dungeon_designer.reports.text_style import TextStyle

from .samples import draw_text_map

PLAIN = TextStyle()


def draw_lines(sketch: str, *squares: tuple[int, int], width: int = 80) -> str:
    return "\n".join(draw_excerpt(draw_text_map(sketch), squares, width, PLAIN).lines)


def test_squares_at_fault_stand_in_brackets_among_their_neighbours() -> None:
    """An excerpt shows coordinates, two squares of the map around the fault, and the fault in brackets."""
    sketch = "map: |\n  ......\n  ..CC..\n  ......\n  ......\n  ......\n"
    assert draw_lines(sketch, (2, 1), (3, 1)) == (
        "   0 1 2 3 4 5\n0  . . . . . .\n1  . .[C C]. .\n2  . . . . . .\n3  . . . . . ."
    )


def test_walls_and_doors_between_sections_are_seen() -> None:
    """Walls inside the floor show as bars and dashes, doors as colons; edges against rock are left to the rock."""
    sketch = """\
enclosed: true
doors: [{at: [1, 1], side: east}, {at: [0, 1], side: south}]
map: |
  ....
  ....
  ..
sections: |
  AABB
  AABB
  CC
"""
    assert draw_lines(sketch, (1, 0)) == "   0 1 2 3\n0  .[.]. .\n1  . .:. .\n   : -\n2  . ."
    assert draw_lines(sketch, (0, 0)).splitlines()[1] == "0 [.].|."


def test_every_letter_of_a_sketch_is_shown_as_drawn() -> None:
    """Items, terrain, obstacles, doors and zones keep their letters, and own letters are explained below."""
    sketch = """\
map: |
  <>()CoxT~%=SI+'9
  ................
portals: {10: [0, 1], 60: [1, 1]}
terrain: [{kind: water, at: [2, 1]}]
obstacles: [{kind: throne, at: [3, 1]}]
traps: [{kind: counter, at: [4, 1]}]
"""
    whole = draw_lines(sketch, *[(x, 1) for x in range(16)])
    assert "< > ( ) C o x T ~ % = S I + ' 9" in whole
    assert "[a * w K t . ." in whole.replace("] ", " ")
    assert whole.endswith("(* portal of a higher number, K throne, a portal 10, t pit counter, w water)")


def test_things_on_rock_are_shown() -> None:
    """A chest that was drawn where no floor is can be seen in the excerpt of the finding about it."""
    assert "[C]" in draw_lines("map: |\n  ...\nchests: [[4, 0]]\n", (4, 0))


def test_column_numbers_of_two_digits_stand_on_two_lines() -> None:
    """The tens of column numbers stand above the ones, over the first column and over each tenth."""
    sketch = "map: |\n  " + "." * 32 + "\n"
    shown = draw_lines(sketch, (18, 0), (21, 0)).splitlines()
    assert shown[0] == "   1       2"
    assert shown[1] == "   6 7 8 9 0 1 2 3"


@pytest.mark.parametrize("width", [40, 60, 100])
def test_an_excerpt_keeps_to_its_width(width: int) -> None:
    """However far apart the squares lie, no line is longer than asked."""
    sketch = "map: |\n  " + "." * 300 + "\n"
    found = draw_excerpt(draw_text_map(sketch), [(0, 0), (299, 0), (150, 0)], width, PLAIN)
    assert max(map(len, found.lines)) <= width


def test_squares_far_apart_get_windows_of_their_own() -> None:
    """Two far squares are shown in two windows; those no window shows are handed back to be named."""
    sketch = "map: |\n  " + "." * 300 + "\n"
    found = draw_excerpt(draw_text_map(sketch), [(0, 0), (299, 0), (150, 0), (1, 0)], 60, PLAIN)
    assert found.squares_not_shown == ((150, 0),)
    assert "[. .]" in found.lines[1]
    assert found.lines[-1].endswith("[.]")


def test_a_window_is_not_tall() -> None:
    """A fault over many rows is cut, and what is cut is handed back."""
    sketch = "map: |\n" + "  .\n" * 100
    found = draw_excerpt(draw_text_map(sketch), [(0, y) for y in range(100)], 60, PLAIN)
    assert len(found.lines) <= 2 * 15 + 1
    assert len(found.squares_not_shown) == 100 - 2 * 10


def test_the_grids_far_corners_cost_no_memory() -> None:
    """A dungeon of two squares at opposite ends of the grid is pictured as two squares."""
    layout = read_layout(
        b'{"format": "dungeon-layout", "version": 1, "sections": ['
        b'{"id": "a", "at": [0, 0], "rows": ["."]}, {"id": "b", "at": [9999, 9999], "rows": ["."]}]}',
        "far.dungeon.json",
    )
    shown = build_text_map(build_board(layout))
    assert len(shown.letters) == 2
    assert draw_excerpt(shown, [(9999, 9999)], 60, PLAIN).lines[-1] == "9999     [.]"


def test_an_empty_dungeon_has_an_excerpt() -> None:
    """A finding may name a square although there is no floor at all."""
    shown = build_text_map(build_board(Layout(chests=((1, 1),))))
    assert "[C]" in draw_excerpt(shown, [(1, 1)], 60, PLAIN).lines[-1]
    assert draw_excerpt(build_text_map(build_board(Layout())), [(1, 1)], 60, PLAIN).lines[-1] == "1   [ ]"


def test_colours_change_no_letter() -> None:
    """With colours, the same text is there between the colour codes."""
    import re

    plain = draw_excerpt(draw_text_map(), [(0, 0)], 60, PLAIN).lines
    painted = draw_excerpt(draw_text_map(), [(0, 0)], 60, TextStyle(colour=True)).lines
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in painted] == list(plain)
    assert painted != plain
