"""When the program itself is at fault: one dialog in words, and the work kept."""

import sys
import threading

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor.app import Guard
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from tests.editor.broken_disk import fill_disk

LEFT = Qt.MouseButton.LeftButton
HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", rows=("....",) * 4),)))


@pytest.fixture
def guard(hand, tmp_path):
    """The guard the program installs, with nobody else catching what is raised."""
    before = sys.excepthook, threading.excepthook
    made = Guard(hand.window, hand.window.filing.autosave.save_recovery, tmp_path / "logs" / "fault.txt")
    made.install_hooks()
    yield made
    sys.excepthook, threading.excepthook = before
    made.deleteLater()


def push_button(hand, square):
    """Click through Qt's own loop, as a person's click comes."""
    at = QPointF(hand.middle(square))
    for kind, buttons in ((QEvent.Type.MouseButtonPress, LEFT), (QEvent.Type.MouseButtonRelease, LEFT & ~LEFT)):
        event = QMouseEvent(
            kind, at, QPointF(hand.canvas.mapToGlobal(at)), LEFT, buttons, Qt.KeyboardModifier.NoModifier
        )
        QApplication.postEvent(hand.canvas, event)


def test_a_fault_in_the_window_is_one_dialog(hand, guard, answers, tmp_path, monkeypatch):
    """An action that fails is told once, in words; the window goes on, and the work is in the recovery file."""
    hand.workspace.open_layout(HALL, None)
    hand.window.select_tool("chest")
    hand.click((1, 1))

    def fail(*_):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("dungeon_designer.layout_edits.objects.add_chest", fail)
    push_button(hand, (2, 2))
    hand.qtbot.waitUntil(lambda: bool(answers.told))
    QTest.qWait(1)
    assert len(answers.told) == 1
    assert "ZeroDivisionError: oh" in answers.told[0]
    assert "recovery" in answers.told[0]
    assert "mousePressEvent" in (tmp_path / "logs" / "fault.txt").read_text()
    assert hand.window.workspace.document.recovery.file.exists()
    monkeypatch.undo()
    hand.click((3, 3))
    assert hand.layout.chests == ((1, 1), (3, 3))


def test_a_fault_in_another_thread_is_told_in_the_window(hand, guard, answers):
    """A failure in another thread shows a dialog, and no traceback on the terminal."""
    thread = threading.Thread(target=lambda: 1 // 0)
    thread.start()
    thread.join()
    hand.qtbot.waitUntil(lambda: bool(answers.told), timeout=3000)
    assert "ZeroDivisionError" in answers.told[0]


def test_a_fault_in_keeping_hides_no_fault(hand, answers, tmp_path):
    """When the work cannot be kept either, the dialog says so, and what to do."""
    guard = Guard(hand.window, lambda: 1 // 0, tmp_path / "fault.txt")
    guard.handle_exception(KeyError("first"))
    assert len(answers.told) == 1
    assert "KeyError" in answers.told[0]
    assert "could not be kept" in answers.told[0]


def test_what_is_told_of_the_work_is_what_was_found(hand, guard, answers, tmp_path):
    """Saved, kept, or neither: the dialog says which, and names no file that could not be written."""
    for saved, full, said in (
        (True, False, "All your work is saved."),
        (False, False, "Your work is kept in the recovery file."),
        (False, True, "Your work could not be kept in the recovery file"),
    ):
        hand.window.filing.autosave.drop_recovery()
        (tmp_path / "logs" / "fault.txt").unlink(missing_ok=True)
        hand.workspace.open_layout(HALL, None)
        if not saved:
            hand.window.select_tool("chest")
            hand.click((1, 1))
        with fill_disk(full):
            guard.handle_exception(ZeroDivisionError("oh"))
        assert said in answers.told[-1]
        assert answers.told[-1].count("recovery file") == (not saved)
        assert hand.window.workspace.document.recovery.file.exists() is (not saved and not full)
        assert ("fault.txt" in answers.told[-1]) is (tmp_path / "logs" / "fault.txt").exists() is not full
