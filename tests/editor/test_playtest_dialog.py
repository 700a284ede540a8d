"""The playtest dialog: shares grow while games are played in a process of their own, and Cancel ends them at once."""

import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel

import dungeon_designer as dd
from dungeon_designer.editor.dialogs.playtest import PlaytestDialog
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile

HALL = dd.Dungeon.parse("ruleset: db7s-2019\nmap: |\n  <<....C....>>\n  <<..1...2..>>\n  <<....C....>>\n").layout
BARE = dd.Dungeon.parse("ruleset: naf-2019\nmap: |\n  <<.....>>\n").layout


@pytest.fixture
def dialog(hand, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # in the process that plays; compiling takes longer than the test
    hand.workspace.open_layout(HALL, None)
    made = PlaytestDialog(hand.workspace, hand.window if hasattr(hand, "window") else None)
    for name, box in made.team_boxes.items():
        box.setChecked(name == "agile")
    made.show()
    yield made
    made.reject()
    made.deleteLater()


def test_shares_grow_and_cancel_ends_it(hand, dialog):
    """The first portion shows shares, turns and a pairing; Cancel kills the process, and Play may begin anew."""
    laid = []
    dialog.map_figure_changed.connect(laid.append)
    dialog.match_count_field.setValue(100_000)
    dialog.play_button.click()
    hand.qtbot.waitUntil(lambda: dialog.results is not None, timeout=120_000)
    assert dialog.share_bars["home"].text() not in ("", "–")
    assert dialog.pairings.rowCount() == 1
    dialog.map_box.setCurrentIndex(1)
    assert laid[-1].name == "walked"
    process, begun = dialog.worker._process, time.monotonic()
    dialog.play_button.click()
    assert time.monotonic() - begun < 2
    assert not process.is_alive()
    assert dialog.worker.is_idle
    assert dialog.play_button.text() == "Play"
    percent = 100 * dialog.results.games // 100_000
    assert dialog.status_label.text() == f"Cancelled at {percent} %"
    dialog.reject()
    assert not [thread for thread in threading.enumerate() if thread.name == "playtest"], "it may be deleted now"


def test_a_dungeon_without_a_match_is_told_in_a_line(hand, dialog):
    """The dialog says in a line that a dungeon without a chest has no match."""
    hand.workspace.open_layout(BARE, None)
    dialog.play_button.click()
    hand.qtbot.waitUntil(lambda: dialog.worker.is_idle, timeout=60_000)
    assert dialog.status_label.text() == "no match can be played: there is no chest with the ball"
    assert isinstance(dialog.status_label, QLabel)


def test_mend_asks_for_moves(hand, dialog):
    """Mend has the dock look for moves, with the teams and games that are chosen here."""
    wanted = []
    dialog.fix_requested.connect(wanted.append)
    dialog.fix_button.click()
    assert wanted == [(("agile",), dialog.match_count_field.value())]


def test_closing_the_window_ends_the_games(qtbot, answers, tmp_path):
    """Whoever closes the window while games are played leaves no process behind that goes on."""
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(tmp_path / "recovery"), dark=False)
    window.show()
    window.workspace.open_layout(HALL, None)
    window.actions_["playtest"].trigger()
    dialog = window.findChild(PlaytestDialog)
    dialog.play_button.click()
    qtbot.waitUntil(lambda: dialog.worker.is_running)
    process = dialog.worker._process
    window.close()
    assert not process.is_alive()
    window.deleteLater()


def test_while_games_are_compiled_the_dialog_says_so(dialog):
    """The progress of compiling stands on the bar and in words."""
    dialog.worker.answer_received.emit((3, 50))
    assert (dialog.progress.value(), dialog.progress.maximum()) == (3, 50)
    assert dialog.status_label.text() == "Compiling the code for matches, once…"


def test_a_game_that_stands_out_is_watched(hand, dialog, monkeypatch):
    """After the games those that stand out may be chosen; Watch opens the page of one in the browser."""
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    dialog.match_count_field.setValue(100)
    assert not dialog.watch_button.isEnabled()
    dialog.play_button.click()
    hand.qtbot.waitUntil(lambda: dialog.watch_button.isEnabled(), timeout=120_000)
    assert dialog.odd_match_box.currentText().startswith("match ")
    dialog.watch_button.click()
    hand.qtbot.waitUntil(lambda: bool(opened), timeout=120_000)
    page = Path(opened[0].toLocalFile())
    assert f"match {dialog.odd_match_box.currentData()}</title>" in page.read_text()


@pytest.mark.parametrize("has_browser", [True, False])
def test_watch_says_where_the_page_is(dialog, monkeypatch, has_browser):
    """Whether or not a browser opens, the dialog names the file, which is there."""
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: has_browser)
    dialog._open_replay(b"<p>match</p>")
    text = dialog.status_label.text()
    assert text.startswith("The match opens" if has_browser else "no browser opens")
    assert Path(text.rpartition(" ")[2]).read_bytes() == b"<p>match</p>"


def test_watch_says_why_a_page_cannot_be_written(dialog, monkeypatch):
    """A full or locked disk is told in a line."""
    monkeypatch.setattr("tempfile.mkdtemp", lambda **_: "/nowhere/at/all")
    dialog._open_replay(b"<p>match</p>")
    assert dialog.status_label.text().startswith("The page of the match cannot be written: ")
