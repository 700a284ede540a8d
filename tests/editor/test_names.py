"""Every control says what it is to a screen reader: in the window, in its docks and in every dialog."""

import pkgutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QTabBar,
    QWidget,
)

from dungeon_designer.editor import dialogs
from dungeon_designer.editor.dialogs import (
    export,
    finder,
    new,
    playtest,
    printing,
    propose,
    set_up,
    shortcuts,
    start,
    waive,
    welcome,
)
from dungeon_designer.layout_edits.items import items_of
from tests.editor.test_translation import EVERYTHING


def focusable(widget):
    """Whether the keys can come to a widget of ours; parts that Qt makes inside boxes are the boxes'."""
    if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or widget.objectName().startswith("qt_"):
        return False
    return not any(isinstance(each, QComboBox) for each in ancestors(widget))


def ancestors(widget):
    while (widget := widget.parent()) is not None:
        yield widget


def name_of(widget):
    """What a screen reader calls it: a name of its own, its label's words, or the words on a button.

    What a box shows just now is no name, though Qt gives it for one on Linux.
    """
    if widget.accessibleName():
        return widget.accessibleName()
    for label in widget.window().findChildren(QLabel):
        if label.buddy() is widget:
            return label.text()
    if isinstance(widget, QAbstractButton):
        return widget.text() or widget.toolTip()
    if isinstance(widget, QLabel):
        return widget.text() or "words that are there at times"
    if isinstance(widget, (QGroupBox, QTabBar)):
        return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name) or "tabs"
    return ""


def nameless(top):
    """The controls under a widget that say nothing of themselves."""
    found = [widget for widget in (top, *top.findChildren(QWidget)) if focusable(widget) and not name_of(widget)]
    return [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__} {widget.toolTip()}"
        for widget in found
        if not isinstance(widget, QDialog)
    ]


@pytest.fixture
def table(hand):
    """A dungeon with one of everything, judged."""
    hand.workspace.open(EVERYTHING, None)
    hand.verdict()
    return hand


def test_every_control_of_the_window_has_a_name(table):
    """Tool bar, docks, badges and map, whatever is selected: no control the keys can come to is nameless."""
    assert not nameless(table.window)
    for thing in items_of(table.layout):
        table.workspace.select([thing])
        assert not nameless(table.window), thing
    table.workspace.select(list(items_of(table.layout)))
    assert not nameless(table.window)


MADE = {
    "new": lambda window, workspace: new.NewDialog(False, window),
    "finder": lambda window, workspace: finder.Finder(window.actions_, window),
    "shortcuts": lambda window, workspace: shortcuts.ShortcutsDialog(window.actions_, window),
    "start": lambda window, workspace: start.StartDialog([], window),
    "welcome": lambda window, workspace: welcome.WelcomeDialog(window),
    "waive": lambda window, workspace: waive.WaiveDialog(workspace.verdict.findings[0], window),
    "set_up": lambda window, workspace: set_up.SetUpDialog(workspace, window),
    "export": lambda window, workspace: export.ExportDialog(workspace, window, window.settings),
    "playtest": lambda window, workspace: playtest.PlaytestDialog(workspace, window),
    "propose": lambda window, workspace: propose.ProposeDialog(workspace, ["naf-2019"], False, window),
    "printing": lambda window, workspace: printing.PrintDialog(workspace, window, window.settings),
}
"""Each dialog, by the module it stands in."""

PARTS = {"choices", "output", "page_view", "print_fields", "roll_off"}
"""Modules of dialogs that hold parts of others."""


def test_every_dialog_is_looked_at_here():
    """No dialog is left out of the list above."""
    modules = {module.name for module in pkgutil.iter_modules(dialogs.__path__)}
    assert modules - PARTS == set(MADE)


@pytest.mark.parametrize("name", MADE)
def test_every_control_of_a_dialog_has_a_name(table, name):
    """Fields, lists, boxes and buttons of each dialog."""
    dialog = MADE[name](table.window, table.workspace)
    dialog.show()
    if name in ("export", "printing"):
        table.qtbot.waitUntil(lambda: bool(dialog.outcome.text()), timeout=30000)
    try:
        assert not nameless(dialog)
    finally:
        dialog.close()
        dialog.deleteLater()
