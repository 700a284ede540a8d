"""Mends in the window go through the mender that looks whether they help, heed the symmetry, and say what was done."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.findings import Fix, MoveChest
from dungeon_designer.generator.missing_objects import count_missing
from dungeon_designer.grid import Side, list_edges
from dungeon_designer.layout.model import EdgeDoor, Layout, Portal, Section, SquareDoor, normalise_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.autofix import Autofix
from dungeon_designer.rules.checker import count_findings_by_rule
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.tiles.library import load_library
from tests.editor.docked import click_item, show_dock
from tests.ten_joints import WITHOUT_DOORS

ROWS = ("....",) * 4
ROOMS = normalise_layout(
    Layout(
        ruleset="gw-2021",
        sections=tuple(Section(id=name, at=(2 + 4 * at, 2), rows=ROWS) for at, name in enumerate("ABCD")),
    )
)
HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", at=(2, 2), rows=("." * 16,) * 8),)))
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def make_door(x, y=3):
    return EdgeDoor(at=(x, y), side=Side.EAST, width=2)


@pytest.fixture
def table(hand):
    hand.said = []
    hand.workspace.message_sent.connect(hand.said.append)
    yield hand
    hand.workspace.message_sent.disconnect(hand.said.append)


def open_dungeon(hand, layout):
    hand.workspace.open_layout(layout, None)
    problems = show_dock(hand, "problems")
    problems.filter_field.clear()
    problems.level_box.setCurrentIndex(0)
    hand.verdict()
    return problems


def fix_first(hand, problems, rule, last=False):
    """Return the first problem of a rule fixed by Space on Fix, Down (or Up for the last entry) and Return."""
    items = [problems.list.topLevelItem(at) for at in range(problems.list.topLevelItemCount())]
    click_item(problems.list, next(item for item in items if item.text(0) == rule))
    entries = []

    def press():
        menu = QApplication.activePopupWidget()
        entries.extend(action.text() for action in menu.actions())
        QTest.keyClick(menu, Qt.Key.Key_Up if last else Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)

    problems.buttons[0].setFocus()
    QTimer.singleShot(50, press)
    QTest.keyClick(problems.buttons[0], Qt.Key.Key_Space)
    hand.qtbot.waitUntil(lambda: bool(entries) and QApplication.activePopupWidget() is None)
    return entries


def test_a_fix_heeds_the_symmetry(table):
    """A door hung by Fix hangs across the axis, too, as one step."""
    problems = open_dungeon(table, ROOMS)
    table.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    fix_first(table, problems, "door-missing")
    assert {list_edges(each.at, each.side, each.width)[0] for each in table.layout.doors} == {
        ((5, 3), Side.EAST),
        ((13, 3), Side.EAST),
    }
    assert table.steps == 1
    table.undo()
    assert table.layout == ROOMS


def test_a_fix_that_does_harm_across_the_axis_is_made_here_only(table):
    """A chest moved to where only its twin would be too near stays alone, and that is said."""
    open_dungeon(table, replace(HALL, chests=((2, 2), (3, 3), (16, 3))))
    table.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    assert table.window.quick_fixes.apply_fix(Fix("move the chest", (MoveChest((3, 3), (9, 8)),)))
    assert set(table.layout.chests) == {(2, 2), (9, 8), (16, 3)}
    assert table.said[-1] == "Move the chest. Only here: across the axis it would add problems."


def test_a_fix_that_breaks_another_rule_is_not_made(table):
    """A fix that would turn one problem into another is refused, with the name of the rule."""
    layout = normalise_layout(replace(HALL, chests=((2, 2), (2, 9), (17, 2))))
    open_dungeon(table, layout)
    assert not table.window.quick_fixes.apply_fix(Fix("move the chest", (MoveChest((17, 2), (3, 3)),)))
    assert (table.layout, table.steps) == (layout, 0)
    assert table.said[-1] == "Not done: it would break chest-spacing."
    assert not table.window.quick_fixes.apply_fix(Fix("move the chest", (MoveChest((17, 2), (17, 3)),)))
    assert table.said[-1] == "Not done: it would fix nothing."


def test_all_of_one_kind(table):
    """The last entry of Fix mends every problem of the rule, as one step, and says how many."""
    problems = open_dungeon(table, ROOMS)
    entries = fix_first(table, problems, "door-missing", last=True)
    assert entries[-1] == "Fix all 3 of door-missing"
    assert set(table.layout.doors) == {make_door(5), make_door(9), make_door(13)}
    assert (table.steps, table.said[-1]) == (1, "3 fixes made.")
    assert "door-missing" not in {finding.rule for finding in table.verdict().findings}


@pytest.mark.parametrize("ruleset", ["gw-2021", "naf-2019"])
def test_doors_between_all_tiles(table, ruleset):
    """One key hangs a door wherever two rooms join and none is, whether the edition asks for doors or not."""
    layout = replace(ROOMS, ruleset=ruleset, doors=(make_door(5),))
    open_dungeon(table, layout)
    table.in_front()
    table.key(Qt.Key.Key_E, CONTROL | SHIFT)
    assert [(each.at[0], each.side) for each in table.layout.doors] == [(x, Side.EAST) for x in (5, 9, 13)]
    assert (table.steps, table.said[-1]) == (1, "2 doors placed.")
    table.key(Qt.Key.Key_E, CONTROL | SHIFT)
    assert (table.steps, table.said[-1]) == (1, "No door placed.")


def test_what_is_safe_is_mended_and_said(table):
    """Ctrl+Shift+F makes what helps and says how many, as one step; nothing it does makes the dungeon worse."""
    layout = replace(
        HALL, portals=(Portal(number=1, at=(2, 2)), Portal(number=7, at=(12, 6))), square_doors=(SquareDoor(at=(5, 4)),)
    )
    open_dungeon(table, layout)
    before = {finding.rule for finding in table.workspace.findings}
    table.in_front()
    table.key(Qt.Key.Key_F, CONTROL | SHIFT)
    assert [portal.number for portal in table.layout.portals] == [1, 2]
    assert (table.steps, table.said[-1]) == (1, "1 fix made.")
    assert {finding.rule for finding in table.verdict().findings} < before
    table.key(Qt.Key.Key_F, CONTROL | SHIFT)
    assert table.said[-1] == "Nothing fixed."


def test_a_twin_that_breaks_a_rule_is_left_out(table):
    """A chest beside the axis has no twin beside it, for the two would be too near; elsewhere it has one."""
    open_dungeon(table, HALL)
    table.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    table.window.select_tool("chest")
    table.click((9, 5))
    assert table.layout.chests == ((9, 5),)
    assert table.said[-1] == "Only here: across the axis it would break chest-spacing."
    table.undo()
    table.click((2, 2))
    assert table.layout.chests == ((2, 2), (17, 2))


def test_doors_that_cause_a_warning_are_placed_and_that_is_said(table):
    """A fix of what must be is made although a rule that only advises then warns, and the line names that rule."""
    problems = open_dungeon(table, WITHOUT_DOORS)
    table.in_front()
    table.key(Qt.Key.Key_E, CONTROL | SHIFT)
    assert (len(table.layout.doors), table.steps) == (10, 1)
    assert table.said[-1] == "10 doors placed; end-zones-apart now warns."
    table.undo()
    entries = fix_first(table, problems, "door-missing", last=True)
    assert entries[-1] == "Fix all 10 of door-missing"
    assert (len(table.layout.doors), table.said[-1]) == (10, "10 fixes made; end-zones-apart now warns.")


def test_fix_from_the_command_line_makes_nothing_worse():
    """`check --fix` leaves out fixes that the window makes with a warning."""
    autofix = Autofix(load_ruleset("gw-2021"), load_library(), unsafe=True)
    before, after = autofix.check_layout(WITHOUT_DOORS), autofix.fix_layout(WITHOUT_DOORS)
    assert count_findings_by_rule(after.verdict) <= count_findings_by_rule(before.verdict)
    assert len(after.layout.doors) < 10


def test_a_problem_without_a_fix_says_why(table):
    """Fix is never grey without a reason: its menu says why there is none."""
    problems = open_dungeon(table, replace(HALL, sections=(replace(HALL.sections[0], rows=("..",) * 2),)))
    item = next(
        item
        for item in (problems.list.topLevelItem(at) for at in range(problems.list.topLevelItemCount()))
        if not table.workspace.find_fixes(item.data(0, VALUE_ROLE)) and not count_missing(item.data(0, VALUE_ROLE))
    )
    click_item(problems.list, item)
    assert problems.fix_action.isEnabled()
    problems.fix_menu.aboutToShow.emit()
    first = problems.fix_menu.actions()[0]
    assert (first.text(), first.isEnabled()) == ("No fix is known; Explain says what the rule requires.", False)
