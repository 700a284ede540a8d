"""The window on small screens: 960 by 540, and 1360 by 900 at 200 %, which is 680 by 450."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QScrollArea, QToolButton, QWidget

from dungeon_designer.editor import fitting, main_window
from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.bars.small_window import NARROW_WINDOW_PX
from dungeon_designer.editor.dialogs import output
from dungeon_designer.editor.dialogs.house_rules import HouseRulesDialog
from dungeon_designer.editor.dialogs.output import OutputDialog
from dungeon_designer.editor.dialogs.printing import PrintDialog
from dungeon_designer.editor.dialogs.start import SetUpDialog
from dungeon_designer.editor.dialogs.waive_dialog import WaiveDialog
from dungeon_designer.editor.fitting import FittingDialog
from dungeon_designer.editor.pieces import PIECE_BY_ID
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS
from tests.editor.docked import HALL
from tests.editor.test_names import MADE, list_dialog_classes

FRAME = QSize(8, 40)
SCREENS = {"960 x 540": QSize(960, 540), "680 x 450": QSize(680, 450)}
"""The sizes of the screens, whose windows also have a frame."""


@pytest.fixture(params=SCREENS.values(), ids=SCREENS)
def usable(request, monkeypatch):
    """A small screen; gives the room for a window without its frame."""
    size = request.param - FRAME
    for module in (main_window, fitting):
        monkeypatch.setattr(module, "find_usable_size", lambda _: size)
    return size


@pytest.fixture
def window(usable, windows):
    """A new window on the small screen."""
    made = windows()
    QTest.qWait(1)
    return made


def fits(size, room):
    return size.boundedTo(room) == size


def is_within(widget, window):
    """Return whether the whole of a widget is seen in its window."""
    return widget.isVisible() and window.rect().contains(QRect(widget.mapTo(window, QPoint()), widget.size()))


def list_panels(window):
    return [name for name, dock in window.docks.items() if not dock.isHidden()]


def test_the_window_fits_and_leaves_the_map_its_room(window, usable):
    """A new window is no larger than the screen; its map has 400 by 250 pixels and its verdict is seen."""
    assert fits(window.size(), usable)
    assert fits(window.minimumSizeHint(), usable)
    assert (window.canvas.width() >= 400, window.canvas.height() >= 250) == (True, True)
    assert is_within(window.badges.ruleset_label, window)
    assert is_within(window.badges.editions_button, window)


def test_the_welcome_leaves_the_map_its_room(window):
    """The welcome of a first start takes the place of the hint in a low window, which comes back when it is read."""
    window.dialogs.show_welcome()
    QTest.qWait(1)
    assert (window.canvas.width() >= 400, window.canvas.height() >= 250) == (True, True)
    window.notice.dismiss_button.click()
    assert window.hint_label.isVisible()


def test_two_dungeons_and_the_longest_names_leave_the_map_its_room(window, usable):
    """A tab bar, hidden kinds, the longest name of an edition and a long word at the pointer change nothing of that."""
    window.workspace.open_layout(Layout(), None)
    window.filing.start_new(Layout(name="hall"))
    window.workspace.hide_kinds(frozenset({"chests"}))
    window.pointer_label.setText("(100, 100)  " + "a very long name of a room " * 9)
    window.problems.verdict_label.setText("Not legal, " + "very many problems " * 20)
    for edition in EDITIONS:
        window.badges.show_rulesets(list(EDITIONS), edition)
        QTest.qWait(1)
        assert fits(window.size(), usable)
        assert (window.canvas.width() >= 400, window.canvas.height() >= 250) == (True, True)
        assert is_within(window.badges.ruleset_label, window)


def test_panels_begin_folded_and_are_one_click_away(window, usable):
    """Each panel has a button that shows it, and a second click folds it; one beside the map leaves that its room."""
    assert list_panels(window) == []
    bar = window.small_window.panel_bar
    assert set(bar.buttons) == set(window.docks)
    for name, button in bar.buttons.items():
        assert is_within(button, window), name
        assert not button.icon().isNull()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        QTest.qWait(1)
        assert is_within(window.docks[name].widget(), window), name
        assert button.isChecked()
        assert fits(window.size(), usable)
        if window.dockWidgetArea(window.docks[name]) is not Qt.DockWidgetArea.BottomDockWidgetArea:
            assert (window.canvas.width() >= 400, window.canvas.height() >= 250) == (True, True), name
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.docks[name].isHidden()


def test_every_tool_is_in_the_bar_or_in_its_menu(window):
    """What the tool bar has no room for stands in the menu at its end, and works there."""
    bar = window.tool_bar
    seen = [each for each in bar.findChildren(QToolButton) if each.defaultAction() and is_within(each, window)]
    bar._more_menu.aboutToShow.emit()
    menu = bar._more_menu.actions()
    tools = {each.objectName() for each in bar.tools if each.objectName()}
    assert {each.defaultAction().objectName() for each in seen} | {each.objectName() for each in menu} >= tools
    if bar.ruleset.isVisible():
        return
    assert is_within(bar.more_button, window)
    choices = next(each.menu() for each in menu if each.menu() and each.text() == bar.ruleset.accessibleName())
    choices.actions()[EDITIONS.index("eagbbl")].trigger()
    assert window.workspace.layout.ruleset == "eagbbl"


def test_a_hint_that_is_cut_can_be_read_in_its_tool_tip(window):
    """Whatever is in hand, the hint below the map keeps its height; what of it is cut stands in the tool tip."""
    height = window.hint_label.height()
    for name in PIECE_BY_ID:
        window.select_tool(name)
        hint = window.canvas.tool.hint
        assert window.hint_label.height() == height
        assert hint in window.hint_label.toolTip() or "…" not in window.hint_label.text()


def test_panels_come_back_when_the_window_becomes_wide(window):
    """Panels that a narrow window folded are shown again when it is made wide, and are folded once more after that."""
    window.resize(NARROW_WINDOW_PX + 100, 700)
    QTest.qWait(1)
    assert list_panels(window) == ["pieces", "tiles", "properties", "problems"]
    assert window.small_window.panel_bar.isHidden()
    window.resize(NARROW_WINDOW_PX - 100, 500)
    QTest.qWait(1)
    assert list_panels(window) == []


def test_the_next_window_remembers_what_was_folded(window, windows, usable, monkeypatch):
    """The next narrow window has the panel that was open; a wide one also has those that were folded."""
    window.show_panel("history")
    window.workspace.document.mark_saved()
    window.close()
    narrow = windows()
    assert list_panels(narrow) == ["history"]
    narrow.close()
    monkeypatch.setattr(main_window, "find_usable_size", lambda _: QSize(1900, 1000))
    wide = windows()
    wide.resize(1300, 800)
    QTest.qWait(1)
    assert set(list_panels(wide)) == {"pieces", "tiles", "properties", "problems", "history"}


def list_scrolled(dialog):
    """Return the widgets of a dialog that are inside an area that is scrolled."""
    return {each for area in dialog.findChildren(QScrollArea) for each in area.viewport().findChildren(QWidget)}


def find_answer_buttons(dialog):
    """Return the buttons of a dialog that answer it: those of its button box, or all that are not scrolled."""
    boxes = dialog.findChildren(QDialogButtonBox)
    buttons = {button for box in boxes for button in box.buttons()} or set(dialog.findChildren(QPushButton))
    return buttons - (list_scrolled(dialog) if not boxes else set())


@pytest.fixture
def one_process(monkeypatch):
    """Nothing is worked out in other processes."""
    monkeypatch.setattr(output, "BackgroundProcess", BackgroundWorker)
    monkeypatch.setattr(BackgroundWorker, "submit_request", lambda *_: None)


@pytest.mark.parametrize(
    "kind", sorted(list_dialog_classes() - {FittingDialog, OutputDialog}, key=str), ids=lambda kind: kind.__name__
)
def test_a_dialog_fits_and_keeps_its_buttons_in_sight(hand, usable, one_process, kind, qtbot):
    """Each dialog of the editor fits the screen, can be made no larger than that, and shows its buttons.

    The classes are looked for in the program, so that a new dialog is in this test.
    """
    hand.workspace.open_layout(HALL, None)
    dialog = MADE[kind](hand.window, hand.workspace)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.qWait(1)
    assert isinstance(dialog, FittingDialog)
    assert fits(dialog.size(), usable)
    assert fits(dialog.minimumSizeHint(), usable)
    for button in find_answer_buttons(dialog):
        assert is_within(button, dialog), button.text()
    for area in dialog.findChildren(QScrollArea):
        content = area.widget()
        assert content.minimumSizeHint().width() <= area.viewport().width(), content  # nothing is cut at the right


def grow_set_up(dialog):
    """Add dice, as ties of many coaches do."""
    for rolls in range(6):
        for dice in dialog.roll_off.dice.values():
            dice[-1].setValue(1 + rolls % 6)


def grow_house_rules(dialog):
    """Show long errors."""
    dialog.verdict.setText("\n".join(["• a long message of a rule that this dungeon breaks, in many words " * 3] * 6))


def grow_waive(dialog):
    """Show a long problem."""
    dialog.findChild(QScrollArea).widget().layout().itemAt(0).widget().setText("squares that are narrow " * 200)


@pytest.mark.parametrize(
    ("kind", "grow"), [(SetUpDialog, grow_set_up), (HouseRulesDialog, grow_house_rules), (WaiveDialog, grow_waive)]
)
def test_a_dialog_that_grows_keeps_its_buttons_in_sight(hand, usable, one_process, kind, grow, qtbot):
    """What a dialog shows later does not push its buttons off the screen."""
    hand.workspace.open_layout(HALL, None)
    dialog = MADE[kind](hand.window, hand.workspace)
    qtbot.addWidget(dialog)
    dialog.show()
    grow(dialog)
    QTest.qWait(1)
    assert fits(dialog.size(), usable)
    for button in find_answer_buttons(dialog):
        assert is_within(button, dialog), button.text()


def test_options_that_cannot_be_used_are_tried_once(hand, usable, qtbot, monkeypatch):
    """The sentence that says why nothing is printed takes room from the preview, which then asks for nothing more."""
    monkeypatch.setattr(output, "BackgroundProcess", BackgroundWorker)
    hand.workspace.open_layout(HALL, None)
    dialog = PrintDialog(hand.workspace, hand.window, hand.window.settings)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.worker.is_idle and dialog.plan is not None, timeout=30000)
    dialog.square_field.setEditText("300 mm")
    qtbot.waitUntil(lambda: dialog.problem_label.isVisible(), timeout=30000)
    requests = []
    monkeypatch.setattr(BackgroundWorker, "submit_request", lambda _, request: requests.append(request))
    dialog.resize(dialog.width(), dialog.height() - 20)
    QTest.qWait(300)
    assert requests == []
