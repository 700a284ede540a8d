"""Lit squares tell the truth: where the next one may lie, with its twins, and nowhere when no more may lie."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dungeon_designer.board.build import build_board
from dungeon_designer.layout.model import Layout, Portal, Section, SquareDoor, normalise_layout
from dungeon_designer.layout_edits.objects import add_chest
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, repeat_edit
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.set_up.placement import find_squares_for_copies
from dungeon_designer.tiles.library import load_library

LEFT = Qt.MouseButton.LeftButton
HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", at=(2, 2), rows=("." * 26,) * 9),)))
FIVE = tuple((2 + 6 * at, 2) for at in range(5))


@pytest.fixture
def table(hand, unasked):
    hand.workspace.open_layout(HALL, None)
    return hand


def preview(hand):
    return hand.canvas.tool.preview


def test_nothing_is_lit_when_no_more_may_lie(table):
    """With five chests squares are lit, the sixth puts them out, and any square says why."""
    table.workspace.open_layout(replace(HALL, chests=FIVE), None)
    table.window.select_tool("chest")
    assert preview(table).lit_squares
    table.click((14, 8))
    assert len(table.layout.chests) == 6
    assert preview(table).lit_squares == ()
    table.hover((22, 10))
    assert preview(table).label.startswith("no more may lie in this dungeon: chest-count")
    table.undo()
    assert preview(table).lit_squares


def test_the_lights_follow_while_the_button_is_down(table):
    """A chest is down as soon as the button is: what is lit then is where the next may lie."""
    table.window.select_tool("chest")
    QTest.mousePress(table.canvas, LEFT, pos=table.middle((10, 5)))
    QTest.mouseMove(table.canvas, table.middle((11, 5)))
    assert (10, 5) not in preview(table).lit_squares
    assert "chest-spacing" in preview(table).label
    QTest.mouseRelease(table.canvas, LEFT, pos=table.middle((11, 5)))


def test_the_twin_counts(table):
    """Under a symmetry a square is lit only if the twin may lie across the axis, and both together."""
    table.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    table.window.select_tool("portal")
    both = {(5, 5), (24, 5)}
    assert both <= set(preview(table).lit_squares)
    table.workspace.edit_without_symmetry("x", replace(HALL, portals=(Portal(number=1, at=(24, 5)),)))
    assert not both & set(preview(table).lit_squares)
    table.hover((5, 5))
    assert preview(table).label.startswith("across the axis: something lies here already")
    table.window.select_tool("chest")
    table.hover((14, 5))
    assert (14, 5) not in preview(table).lit_squares
    assert preview(table).label.startswith("across the axis: too near another chest")
    table.window.editing.set_symmetry_mode(SymmetryMode.OFF)
    assert (14, 5) in preview(table).lit_squares


def test_two_at_once_need_room_for_two(table):
    """With five of six chests a pair is one too many: nothing is lit off the axis."""
    table.workspace.open_layout(replace(HALL, chests=FIVE), None)
    table.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    table.window.select_tool("chest")
    assert preview(table).lit_squares == ()


def test_a_dragged_chest_sees_where_it_may_lie(table):
    """While a chest is dragged with the arrow the squares it may lie on are lit, its own among them."""
    table.workspace.open_layout(replace(HALL, chests=((4, 4), (12, 4))), None)
    QTest.mousePress(table.canvas, LEFT, pos=table.middle((4, 4)))
    QTest.mouseMove(table.canvas, table.middle((5, 4)))
    assert {(4, 4), (5, 4), (20, 8)} <= set(preview(table).lit_squares)
    assert (11, 4) not in preview(table).lit_squares
    QTest.mouseMove(table.canvas, table.middle((11, 4)))
    assert "chest-spacing" in preview(table).label
    QTest.mouseMove(table.canvas, table.middle((20, 8)))
    assert preview(table).label == ""
    QTest.mouseRelease(table.canvas, LEFT, pos=table.middle((20, 8)))
    assert set(table.layout.chests) == {(12, 4), (20, 8)}
    assert preview(table).lit_squares == ()


def test_a_full_dungeon_takes_no_more_doors(table):
    """gw-1989 has four square doors at most."""
    walls = normalise_layout(
        Layout(
            ruleset="gw-1989-basic",
            sections=tuple(Section(id=name, at=(1 + 5 * at, 1), rows=("....",) * 9) for at, name in enumerate("AB")),
            square_doors=tuple(SquareDoor(at=(5, y)) for y in (1, 3)),
        )
    )
    table.workspace.open_layout(walls, None)
    table.window.select_tool("square-door")
    assert (5, 7) in preview(table).lit_squares
    table.click((5, 5))
    table.click((5, 7))
    assert len(table.layout.square_doors) == 4
    assert preview(table).lit_squares == ()


@pytest.mark.parametrize("way", SymmetryMode)
def test_what_is_lit_breaks_no_rule(way):
    """Whatever is laid on a lit square, with its twins, no rule finds more than before."""
    rules, tiles, symmetry = (
        load_unchecked_ruleset("naf-2019"),
        load_library(),
        Symmetry(way, (29, 13 if way is SymmetryMode.QUARTER_TURNS else 12)),
    )
    layout = replace(HALL, chests=((7, 4),))

    def faults(of):
        found = check_board(build_board(of, tiles), rules).findings
        return {each.rule for each in found if each.rule in ("chest-spacing", "item-on-floor", "item-overlap")}

    lit = find_squares_for_copies(build_board(layout, tiles), rules, False, symmetry).free_squares
    assert lit
    for square in sorted(lit)[::7]:
        after = repeat_edit(layout, add_chest(layout, square), symmetry, tiles)
        assert faults(after) <= faults(layout), square
