"""The keys stay with the map, and the map stays where one looks."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.layout.model import Layout
from tests.editor.docked import HALL, LEFT, click_item, show_dock, type_text

NOWHERE = Layout(ruleset="naf-2019", sections=HALL.sections, chests=((3, 3), (40, 40)))


def choose_by_mouse(box, row):
    """Open a box by a click, and click one of its lines."""
    QTest.mouseClick(box, LEFT)
    view = box.view()
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(box.model().index(row, 0)).center())
    box.hidePopup()


def test_boxes_of_the_toolbar_give_the_keys_back(hand):
    """After a choice in a box of the toolbar the keys are the map's: an arrow moves no choice."""
    hand.in_front()
    for box in (hand.window.symmetry, hand.window.ruleset):
        choose_by_mouse(box, 1)
        before = box.currentIndex()
        assert hand.canvas.hasFocus()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        assert box.currentIndex() == before


def test_the_keys_of_a_menu_work_in_text_fields(hand):
    """A key of the menus works while one types, though fields know it too; Ctrl+A stays the field's own.

    Ctrl+E is such a key where the desktop moves to the line's end by it; Ctrl+End is one everywhere.
    """
    hand.in_front()
    names = hand.window.actions_["names"]
    hand.window.actions_.set_key("names", QKeySequence("Ctrl+End"))
    search = show_dock(hand, "pieces").search
    type_text(search, "lava")
    QTest.keyClick(search, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    on = names.isChecked()
    QTest.keyClick(search, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    selected = search.selectedText()
    hand.window.actions_.set_key("names", QKeySequence("N"))
    names.setChecked(False)
    type_text(search, "")
    assert on
    assert selected == "lava"


def test_a_problem_in_view_leaves_the_map_where_it_is(hand):
    """A click on a problem moves the map only when its squares are out of sight."""
    hand.workspace.open_layout(NOWHERE, None)
    hand.verdict()
    problems = show_dock(hand, "problems")
    lines = [problems.list.topLevelItem(at) for at in range(problems.list.topLevelItemCount())]
    far = next(line for line in lines if (40, 40) in line.data(0, Qt.ItemDataRole.UserRole).squares)
    click_item(problems.list, far)
    assert hand.canvas.is_in_view((40, 40))
    view = hand.canvas.view
    hand.canvas.show_view(view.scroll(60, 30))
    moved = hand.canvas.view
    click_item(problems.list, far)
    assert hand.canvas.view == moved


def test_a_jump_in_the_history_is_one_redraw(hand):
    """A click forty steps back draws the map once, and once more forty steps forward."""
    hand.workspace.open_layout(HALL, None)
    hand.window.select_tool("chest")
    squares = [(x, y) for y in range(2, 7) for x in range(2, 10)]
    for square in squares:
        hand.click(square)
    history = show_dock(hand, "history")
    seen = []
    link = hand.workspace.changed.connect(lambda: seen.append(len(hand.layout.chests)))
    for row in (0, len(squares)):
        index = history.model().index(row, 0)
        history.scrollTo(index)
        QTest.mouseClick(history.viewport(), LEFT, pos=history.visualRect(index).center())
    hand.workspace.changed.disconnect(link)
    assert seen == [0, len(squares)]


def test_tiles_keep_their_names_after_another_set(hand, unasked):
    """Each tile shows its whole picture with its name and stock below, whichever set was shown before."""
    dock = show_dock(hand, "tiles")
    for _ in range(2):
        rows = [dock.list.item(at) for at in range(dock.list.count()) if "left" in dock.list.item(at).text()]
        hand.qtbot.waitUntil(lambda rows=rows: rows and not any(row.icon().isNull() for row in rows))
        lines = 2 * dock.list.fontMetrics().height()
        heights = [
            (dock.list.visualItemRect(row).height(), row.icon().availableSizes()[0].height() + lines) for row in rows
        ]
        assert all(height >= needed for height, needed in heights)
        dock.set_box.setFocus()
        QTest.keyClick(dock.set_box, Qt.Key.Key_Down)
