"""A person at a dock: brought to the front, typed into, its rows clicked."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from dungeon_designer.layout.model import Layout, Section, normalise_layout

LEFT = Qt.MouseButton.LeftButton
ROOM = Section(id="A", at=(2, 2), rows=("........",) * 5)
HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(ROOM,)))


def show_dock(hand, name):
    """Return a dock, brought to the front as by a click on its tab."""
    dock = hand.window.docks[name]
    dock.show()
    dock.raise_()
    hand.window.activateWindow()
    return dock.widget()


def type_text(line, text):
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_Delete)
    QTest.keyClicks(line, text)


def find_item_point(view, item):
    """Return the middle of an item's row, where it can be seen."""
    view.scrollToItem(item)
    middle = view.visualItemRect(item).center()
    return QPoint(min(middle.x(), view.viewport().width() // 2), middle.y())


def click_item(view, item):
    QTest.mouseClick(view.viewport(), LEFT, pos=find_item_point(view, item))
