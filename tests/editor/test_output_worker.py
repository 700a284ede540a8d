"""Pages and files are made off the window's thread; Cancel means it."""

import os
import signal
import stat
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from dungeon_designer.editor.output_worker import PrintJob
from tests.editor.dialog_window import PATIENCE, answer, read_sentence
from tests.soak import sample, soak


@dataclass(frozen=True)
class Slow(PrintJob):
    """A job that is never done; a file says that it is begun, where one is named."""

    begun: Path | None = None

    def build_file(self):
        if self.begun:
            self.begun.touch()
        time.sleep(3600)
        return b""


def test_cancel_leaves_no_file(table, tmp_path, monkeypatch):
    """Cancel ends the work itself, at once; nothing is written, and the dialog goes on as before."""
    dialog = table.print_()
    monkeypatch.setattr(dialog, "build_job", lambda: Slow(dialog.subject, table.workspace.board, dialog.options))
    answer(monkeypatch, tmp_path / "out" / "a.pdf")
    (tmp_path / "out").mkdir()
    table.click(dialog.save_button)
    table.qtbot.waitUntil(lambda: dialog.is_making)
    process = dialog.worker._process
    assert dialog.progress_bar.isVisible()
    assert not dialog.save_button.isEnabled()
    table.click(dialog.cancel_button)
    assert not process.is_alive()
    assert list((tmp_path / "out").iterdir()) == []
    assert dialog.isVisible()
    assert dialog.save_button.isEnabled()
    monkeypatch.undo()
    table.settle(dialog)
    assert table.saved(dialog, tmp_path / "b.pdf", monkeypatch).startswith(b"%PDF")


def test_escape_stops_the_work_first(table, tmp_path, monkeypatch):
    """Esc while pages are made cancels; the next Esc closes."""
    dialog = table.print_()
    monkeypatch.setattr(dialog, "build_job", lambda: Slow(dialog.subject, table.workspace.board, dialog.options))
    dialog.make_and_write(tmp_path / "a.pdf")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.is_making
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not (tmp_path / "a.pdf").exists()


def test_closing_ends_the_work(table, tmp_path, monkeypatch):
    """A window that is closed leaves no process behind."""
    dialog = table.print_()
    process = dialog.worker._process
    monkeypatch.setattr(dialog, "build_job", lambda: Slow(dialog.subject, table.workspace.board, dialog.options))
    dialog.make_and_write(tmp_path / "a.pdf")
    dialog.close()
    assert not dialog.isVisible()
    assert not process.is_alive()


def test_the_window_goes_on_while_pages_are_made(table, tmp_path, monkeypatch):
    """While a file is made the window's own clock ticks."""
    ticks = []
    clock = QTimer()
    clock.timeout.connect(lambda: ticks.append(1))
    dialog = table.export()
    table.format(dialog, ".png")
    dialog.square_field.setValue(12)
    table.settle(dialog)
    clock.start(10)
    ticks.clear()
    table.saved(dialog, tmp_path / "a.png", monkeypatch)
    assert len(ticks) >= 10


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills the output worker as a system short of memory does")
def test_a_press_that_dies_is_told(table, tmp_path, monkeypatch):
    """When the output worker dies, the dialog says so and begins another for the next page."""
    dialog, begun = table.print_(), tmp_path / "begun"
    with monkeypatch.context() as patch:
        patch.setattr(
            dialog, "build_job", lambda: Slow(dialog.subject, table.workspace.board, dialog.options, begun=begun)
        )
        dialog.make_and_write(tmp_path / "a.pdf")
    table.qtbot.waitUntil(begun.exists, timeout=PATIENCE)  # before that, another process would be asked
    os.kill(dialog.worker._process.pid, signal.SIGKILL)
    table.settle(dialog)
    assert "ended" in read_sentence(dialog)
    dialog.handle_change()
    table.settle(dialog)
    assert read_sentence(dialog) == ""
    assert not dialog.view.pixmap().isNull()


@soak
@pytest.mark.parametrize("kind", ["export", "print"])
@pytest.mark.parametrize("place", sample(["no folder", "a folder", "locked"], 1))
def test_a_place_that_cannot_be_written_is_told(table, kind, place, tmp_path, monkeypatch):
    """A folder that cannot be written to is one sentence; the dialog stays open, with everything chosen."""
    dialog = table.export() if kind == "export" else table.print_()
    ending = ".svg" if kind == "export" else ".pdf"
    path = tmp_path / "locked" / f"a{ending}"
    if place == "a folder":
        path.mkdir(parents=True)
    elif place == "locked":
        path.parent.mkdir()
        path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
        if os.access(path.parent, os.W_OK):
            pytest.skip("nothing is locked for this user")
    answer(monkeypatch, path)
    table.click(dialog.save_button)
    table.qtbot.waitUntil(lambda: bool(read_sentence(dialog)), timeout=PATIENCE)
    assert "cannot be written" in read_sentence(dialog)
    assert dialog.isVisible()
    assert dialog.save_button.isEnabled()
    assert not dialog.view.pixmap().isNull()
