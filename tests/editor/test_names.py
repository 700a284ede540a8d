"""Every control says what it is to a screen reader: in the window, in its docks and in every dialog."""

import pkgutil
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QTabBar,
    QWidget,
)

from dungeon_designer import editor
from dungeon_designer.editor.dialogs.action_finder import Finder
from dungeon_designer.editor.dialogs.comparison_dialog import ComparisonDialog
from dungeon_designer.editor.dialogs.house_rules import HouseRulesDialog
from dungeon_designer.editor.dialogs.keep_picture_dialog import KeepPictureDialog
from dungeon_designer.editor.dialogs.manual import ManualDialog
from dungeon_designer.editor.dialogs.output import OutputDialog
from dungeon_designer.editor.dialogs.playtest import PlaytestDialog
from dungeon_designer.editor.dialogs.printing import ExportDialog, PrintDialog
from dungeon_designer.editor.dialogs.recovery_dialog import RecoveryDialog
from dungeon_designer.editor.dialogs.shortcuts_dialog import ShortcutsDialog
from dungeon_designer.editor.dialogs.start import NewDialog, SetUpDialog, StartDialog
from dungeon_designer.editor.dialogs.tile_from_photo import TileFromPhotoDialog
from dungeon_designer.editor.dialogs.waive_dialog import WaiveDialog
from dungeon_designer.editor.fitting import FittingDialog
from dungeon_designer.editor.photo_tiles import WHOLE_PHOTO
from dungeon_designer.editor.recovery import UnsavedWork
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout_edits.objects import list_objects
from dungeon_designer.templates import bundled
from tests.editor.docked import HALL
from tests.editor.test_translation import EVERYTHING
from tests.soak import sample, soak


def can_get_keys(widget):
    """Return whether the keys can come to a widget of ours; parts that Qt makes inside boxes are the boxes'."""
    if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or widget.objectName().startswith("qt_"):
        return False
    return not any(isinstance(each, QComboBox) for each in list_ancestors(widget))


def list_ancestors(widget):
    while (widget := widget.parent()) is not None:
        yield widget


def name_of(widget):
    """Return what a screen reader calls it: a name of its own, its label's words, or the words on a button.

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


def list_nameless(top):
    """Return the controls under a widget that say nothing of themselves."""
    found = [widget for widget in (top, *top.findChildren(QWidget)) if can_get_keys(widget) and not name_of(widget)]
    return [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__} {widget.toolTip()}"
        for widget in found
        if not isinstance(widget, QDialog)
    ]


@pytest.fixture
def table(hand):
    """A dungeon with one of everything, judged."""
    hand.workspace.open_layout(EVERYTHING, None)
    hand.verdict()
    return hand


def test_every_control_of_the_window_has_a_name(table):
    """Tool bar, docks, badges and map, whatever is selected: no control the keys can come to is nameless."""
    assert not list_nameless(table.window)
    for thing in list_objects(table.layout):
        table.workspace.select_objects([thing])
        assert not list_nameless(table.window.properties), thing
    table.workspace.select_objects(list(list_objects(table.layout)))
    assert not list_nameless(table.window)


PROBLEM = Finding(rule="chest-spacing", level=Level.ERROR, message="two chests are near", squares=((1, 1),))
LEFT = UnsavedWork(Path("1.recovery.json"), "hall.dungeon.yaml", HALL, "", 0)

WINDS = Path(__file__).parents[2] / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"

MADE = {
    NewDialog: lambda window, workspace: NewDialog(window.dark, window),
    Finder: lambda window, workspace: Finder(window.actions_, window),
    ShortcutsDialog: lambda window, workspace: ShortcutsDialog(window.actions_, window),
    StartDialog: lambda window, workspace: StartDialog([Path("hall.dungeon.yaml")], window),
    WaiveDialog: lambda window, workspace: WaiveDialog(PROBLEM, window),
    KeepPictureDialog: lambda window, workspace: KeepPictureDialog("A copy will lie here.", "", "", window),
    RecoveryDialog: lambda window, workspace: RecoveryDialog([LEFT], bool, window.dark, window),
    SetUpDialog: lambda window, workspace: SetUpDialog(workspace, window),
    ComparisonDialog: lambda window, workspace: ComparisonDialog(workspace, WINDS, window.dark, window),
    ExportDialog: lambda window, workspace: ExportDialog(workspace, window, window.settings),
    HouseRulesDialog: lambda window, workspace: HouseRulesDialog(workspace, window),
    ManualDialog: lambda window, workspace: ManualDialog(
        bundled.find_bundled_folder("docs"), "reference/editor.md", window
    ),
    TileFromPhotoDialog: lambda window, workspace: TileFromPhotoDialog(
        TracedPicture(Path("photo.jpg"), QImage(8, 8, QImage.Format.Format_RGB32)),
        WHOLE_PHOTO,
        (4, 4),
        Path("tiles"),
        window.settings,
        window,
    ),
    PlaytestDialog: lambda window, workspace: PlaytestDialog(workspace, window),
    PrintDialog: lambda window, workspace: PrintDialog(workspace, window, window.settings),
}


def list_dialog_classes():
    """Return every class of the editor that is a dialog, wherever it stands."""
    modules = [import_module(each.name) for each in pkgutil.walk_packages(editor.__path__, f"{editor.__name__}.")]
    return {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, QDialog) and each.__module__ == module.__name__
    }


def test_every_dialog_is_looked_at_here():
    """No dialog is left out of the list above."""
    assert list_dialog_classes() - {FittingDialog, OutputDialog} == set(MADE)


@soak
@pytest.mark.parametrize("kind", sample(MADE, 6))
def test_every_control_of_a_dialog_has_a_name(table, kind, in_a_thread, monkeypatch):
    """Fields, lists, boxes and buttons of each dialog."""
    dialog = MADE[kind](table.window, table.workspace)
    dialog.show()
    if issubclass(kind, OutputDialog):
        table.qtbot.waitUntil(lambda: bool(dialog.summary_label.text()), timeout=30000)
    try:
        assert not list_nameless(dialog)
    finally:
        dialog.close()
        dialog.deleteLater()
