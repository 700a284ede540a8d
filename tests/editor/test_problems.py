"""The list of problems and the rule book, by mouse and keyboard."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

import dungeon_designer as dd
from dungeon_designer.editor.dialogs.waive_dialog import WaiveDialog
from dungeon_designer.editor.quick_fixes import send_placement
from dungeon_designer.findings import Level
from dungeon_designer.layout.model import Portal, normalise_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from tests.editor.docked import HALL, LEFT, click_item, find_item_point, show_dock, type_text
from tests.examples.verdicts import EXAMPLES
from tests.rules.broken_rule import PROBLEM, broken_rule
from tests.ten_joints import TEN_JOINTS

FAULTY = normalise_layout(
    replace(
        HALL,
        chests=((3, 3), (4, 4), (20, 20)),
        portals=(Portal(number=1, at=(2, 2)), Portal(number=7, at=(8, 6))),
    )
)


@pytest.fixture
def problems(hand):
    hand.workspace.open_layout(FAULTY, None)
    dock = show_dock(hand, "problems")
    dock.filter_field.clear()
    dock.level_box.setCurrentIndex(0)
    hand.verdict()
    return dock


def list_lines(dock):
    return [dock.list.topLevelItem(at) for at in range(dock.list.topLevelItemCount())]


def find_line(dock, rule):
    return next(item for item in list_lines(dock) if item.text(0) == rule)


def make_problem(item):
    return item.data(0, Qt.ItemDataRole.UserRole)


def test_problems_are_filtered_by_words(hand, problems):
    """Letters leave the problems whose rule or message holds them; the count stays that of the whole dungeon."""
    words = problems.verdict_label.text()
    type_text(problems.filter_field, "Portal")
    assert list_lines(problems)
    assert all("portal" in f"{item.text(0)} {item.text(1)}".lower() for item in list_lines(problems))
    assert problems.verdict_label.text() == words
    type_text(problems.filter_field, "")
    assert len(list_lines(problems)) == len(hand.workspace.verdict.findings)


def test_a_rule_that_fails_leaves_the_dungeon_unjudged(hand, problems):
    """A crash of a rule is no verdict: list, badge and tool tips say that the dungeon cannot be judged, and why."""
    with broken_rule("chest-count"):
        hand.workspace.open_layout(replace(FAULTY, name="Unjudged"), None)
        hand.verdict()
    assert "Cannot be judged" in problems.verdict_label.text()
    assert "failed: chest-count" in problems.verdict_label.text()
    assert PROBLEM.split("'")[1] in problems.verdict_label.toolTip()
    assert not any(item.text(0) == "chest-count" for item in list_lines(problems))
    badges = hand.window.badges
    assert badges.entries[hand.window.rules.current_ruleset].text().split()[-2] == "?"
    assert "cannot be judged" in badges.ruleset_label.toolTip()


def test_problems_are_filtered_by_level(hand, problems):
    """Errors, warnings, notices and what was waived can each be seen alone."""
    for steps, level in enumerate((Level.ERROR, Level.WARNING, Level.INFO), start=1):
        problems.level_box.setFocus()
        QTest.keyClick(problems.level_box, Qt.Key.Key_Home)
        for _ in range(steps):
            QTest.keyClick(problems.level_box, Qt.Key.Key_Down)
        assert {make_problem(item).level for item in list_lines(problems)} <= {level}
        assert len(list_lines(problems)) == hand.workspace.verdict.count_findings(level)
    QTest.keyClick(problems.level_box, Qt.Key.Key_End)
    assert list_lines(problems) == []


def test_a_click_selects_and_centres(hand, problems):
    """A click on a problem marks its squares and brings those out of sight into the middle of the table."""
    hand.canvas.show_view(hand.canvas.view.scroll(2000, 2000))
    item = find_line(problems, "item-on-floor")
    click_item(problems.list, item)
    assert problems.current_finding.rule == "item-on-floor"
    assert hand.workspace.marked_squares == ((20, 20),)
    middle = hand.canvas.view.find_square(hand.canvas.width() / 2, hand.canvas.height() / 2)
    assert middle == (20, 20)


def test_hovering_marks_squares_and_leaving_clears(hand, problems):
    """The squares under a problem's line are marked while the pointer is on it, the chosen one's afterwards."""
    view = problems.list.viewport()
    one, other = find_line(problems, "item-on-floor"), find_line(problems, "portal-numbers")
    QTest.mouseMove(view, find_item_point(problems.list, other) + QPoint(2, 0))
    QTest.mouseMove(view, find_item_point(problems.list, other))
    assert hand.workspace.marked_squares == make_problem(other).squares
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert hand.workspace.marked_squares == ()
    click_item(problems.list, one)
    QTest.mouseMove(view, find_item_point(problems.list, other) + QPoint(3, 0))
    assert hand.workspace.marked_squares == make_problem(other).squares
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert hand.workspace.marked_squares == make_problem(one).squares


def test_f8_goes_round(hand, problems):
    """F8 chooses each problem in turn and begins again after the last."""
    count, seen = len(list_lines(problems)), []
    for _ in range(count + 1):
        QTest.keyClick(hand.canvas, Qt.Key.Key_F8)
        seen.append(problems.list.indexOfTopLevelItem(problems.list.currentItem()))
    assert seen == [*range(count), 0]


def press_in_menu(*keys):
    """Press keys in the menu that opens next."""

    def press():
        menu = QApplication.activePopupWidget()
        for key in keys:
            QTest.keyClick(menu, key)
        if QApplication.activePopupWidget() is menu:
            menu.close()

    QTimer.singleShot(50, press)


def test_a_fix_by_keyboard(hand, problems):
    """Space on Fix opens the fixes, Down and Return carry one out, as one step; its squares are marked no more."""
    click_item(problems.list, find_line(problems, "portal-numbers"))
    assert hand.workspace.marked_squares
    problems.buttons[0].setFocus()
    press_in_menu(Qt.Key.Key_Down, Qt.Key.Key_Return)
    QTest.keyClick(problems.buttons[0], Qt.Key.Key_Space)
    hand.qtbot.waitUntil(lambda: hand.steps == 1)
    assert [portal.number for portal in hand.layout.portals] == [1, 2]
    hand.verdict()
    assert "portal-numbers" not in [item.text(0) for item in list_lines(problems)]
    assert hand.workspace.marked_squares == ()
    hand.undo()
    assert hand.layout == FAULTY


def test_menus_do_not_pile_up(hand, problems):
    """Choosing one problem after the other leaves no menu of each behind."""
    before = len(problems.findChildren(QMenu))
    for _ in range(12):
        QTest.keyClick(hand.canvas, Qt.Key.Key_F8)
    assert len(problems.findChildren(QMenu)) == before


def test_the_right_button_offers_the_same(hand, problems):
    """A problem's own menu has its fixes, explain and waive."""
    click_item(problems.list, find_line(problems, "portal-numbers"))
    words = [action.text() for action in problems.list.actions() if action.isEnabled()]
    assert problems.list.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    assert words == ["Fix", "Explain", "Waive…"]


def test_explain_opens_the_book_at_the_rule(hand, problems):
    """A click on Explain shows the rule's page, with the clause of the book, in the dock in front."""
    hand.window.docks["rule-book"].hide()
    click_item(problems.list, find_line(problems, "chest-spacing"))
    QTest.mouseClick(problems.buttons[1], LEFT)
    book = hand.window.rule_book
    assert hand.window.docks["rule-book"].isVisible()
    assert not book.visibleRegion().isEmpty()
    assert "chest-spacing" in book.text.toPlainText()
    assert "naf-2019" in book.text.toPlainText()


def test_the_book_is_read_by_rule(hand):
    """The list of rules opens any page by the keys; its head says how a page is opened."""
    book = show_dock(hand, "rule-book")
    book.rule_box.setFocus()
    QTest.keyClick(book.rule_box, Qt.Key.Key_Home)
    assert "Explain" in book.text.toPlainText()
    for _ in range(2):
        QTest.keyClick(book.rule_box, Qt.Key.Key_Down)
    assert book.rule_box.currentData() in book.text.toPlainText()


def waive(hand, problems, reason, here, give_up=False):
    """Press Waive… and fill in its dialog by the keys."""

    def fill():
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, WaiveDialog)
        ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
        assert not ok.isEnabled()
        QTest.keyClicks(dialog.reason_field, "  ")
        assert not ok.isEnabled()
        QTest.keyClicks(dialog.reason_field, reason)
        if dialog.here_checkbox.isChecked() is not here:
            QTest.keyClick(dialog.here_checkbox, Qt.Key.Key_Space)
        QTest.keyClick(dialog, Qt.Key.Key_Escape if give_up else Qt.Key.Key_Return)

    QTimer.singleShot(50, fill)
    QTest.mouseClick(problems.buttons[2], LEFT)


@pytest.mark.parametrize("here", [True, False])
def test_a_waiver_needs_a_reason(hand, problems, here):
    """No reason, no waiver; with one the problem is set aside here alone or everywhere, as one step."""
    item = find_line(problems, "chest-spacing")
    squares = make_problem(item).squares
    click_item(problems.list, item)
    waive(hand, problems, "club night", here)
    (waiver,) = hand.layout.waivers
    assert (waiver.rule, waiver.reason, waiver.squares) == ("chest-spacing", "club night", squares if here else ())
    assert hand.steps == 1
    hand.verdict()
    assert "1 waived" in problems.verdict_label.text()
    assert not problems.buttons[2].isEnabled() or problems.current_finding.rule != "chest-spacing"


def test_a_waiver_can_be_thought_better_of(hand, problems):
    """Esc in its dialog waives nothing."""
    click_item(problems.list, find_line(problems, "chest-spacing"))
    waive(hand, problems, "club night", True, give_up=True)
    assert hand.layout == FAULTY


BARE = replace(dd.load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml").layout, chests=(), portals=())


@pytest.fixture
def bare(hand, problems, monkeypatch):
    """The Four Winds with neither chests nor portals; places are found at once, without a process."""
    fixes = hand.window.quick_fixes
    monkeypatch.setattr(
        fixes.worker, "submit_request", lambda asked: send_placement(asked, fixes.worker.answer_received.emit)
    )
    hand.workspace.open_layout(BARE, None)
    hand.verdict()
    return problems


def test_a_click_places_all_that_is_missing(hand, bare):
    """One click beside the problems lays chests and portals as the ruleset asks, as one step, and is gone after it."""
    assert bare.place_button.text() == "Place 6 chests, 6 portals"
    QTest.mouseClick(bare.place_button, LEFT)
    assert (len(hand.layout.chests), len(hand.layout.portals), hand.steps) == (6, 6, 1)
    assert hand.verdict().is_legal()
    assert not bare.place_button.isVisible()
    hand.undo()
    assert hand.layout == BARE


def test_a_fix_places_what_one_problem_misses(hand, bare):
    """The fix of portal-count lays portals alone; --fix never places anything."""
    (finding,) = (each for each in hand.workspace.findings if each.rule == "portal-count")
    assert not finding.fixes
    click_item(bare.list, find_line(bare, "portal-count"))
    bare.buttons[0].setFocus()
    press_in_menu(Qt.Key.Key_Down, Qt.Key.Key_Return)
    QTest.keyClick(bare.buttons[0], Qt.Key.Key_Space)
    hand.qtbot.waitUntil(lambda: hand.steps == 1)
    assert (len(hand.layout.chests), len(hand.layout.portals)) == (0, 6)


def test_places_found_for_a_dungeon_that_has_changed_are_dropped(hand, bare, monkeypatch):
    """A dungeon that was edited meanwhile stays as it is, and the status line says that nothing was placed."""
    fixes, said = hand.window.quick_fixes, []
    monkeypatch.setattr(fixes.worker, "submit_request", lambda asked: None)
    hand.workspace.message_sent.connect(said.append)
    QTest.mouseClick(bare.place_button, LEFT)
    hand.workspace.edit_without_symmetry("named", replace(BARE, name="Another"))
    fixes.worker.answer_received.emit(BARE)
    assert hand.layout.name == "Another"
    assert said[-1] == "Nothing was placed: the dungeon has changed."


def test_the_place_button_gives_up_a_symmetry_and_says_so(hand, bare):
    """Where the symmetry allows no legal placement, the button shows each step, and the line tells them at the end."""
    tried, said = [], []
    hand.workspace.open_layout(TEN_JOINTS.layout, None)
    hand.window.editing.set_symmetry_mode(SymmetryMode.TOP_BOTTOM)
    hand.verdict()

    def note_step(text):
        tried.append((text, bare.place_button.text()))

    hand.window.quick_fixes.placing_changed.connect(note_step)
    hand.workspace.message_sent.connect(said.append)
    QTest.mouseClick(bare.place_button, LEFT)
    hand.window.quick_fixes.placing_changed.disconnect(note_step)
    hand.workspace.message_sent.disconnect(said.append)
    assert [text for text, shown in tried if text and text == shown] == [
        "Trying: as in named dungeons, with the symmetry…",
        "Trying: spread, with the symmetry…",
        "Trying: as in named dungeons…",
    ]
    assert (len(hand.layout.chests), len(hand.layout.portals), hand.steps) == (6, 6, 1)
    assert said[-1].startswith("12 objects placed. No legal placement as in named dungeons, with the symmetry (")
    assert said[-1].endswith("; placed as in named dungeons, without the symmetry.")


def test_a_placement_that_fails_says_why_beside_the_button(hand, bare, monkeypatch):
    """The reason is shown where the user clicked, not in the status line alone."""
    reasons = []
    monkeypatch.setattr(hand.window.quick_fixes.worker, "submit_request", lambda request: None)
    hand.window.quick_fixes.place_objects()
    hand.window.quick_fixes.refused.connect(reasons.append)
    hand.window.quick_fixes.worker.work_ended.emit("in the way: chest-spacing", False)
    hand.window.quick_fixes.refused.disconnect(reasons.append)
    assert reasons == ["in the way: chest-spacing"]
    assert QToolTip.text() == "in the way: chest-spacing"
