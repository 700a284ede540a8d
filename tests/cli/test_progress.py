"""The progress bar: on a terminal, after a second, and gone at the end."""

from __future__ import annotations

import io
import time

import pytest

from dungeon_designer.cli import console as progress
from dungeon_designer.cli.console import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def waits_for(stream: io.StringIO, words: str) -> bool:
    """Return whether the words are shown within ten seconds, while the main thread sleeps as in one long call."""
    end = time.monotonic() + 10.0
    while words not in stream.getvalue() and time.monotonic() < end:
        time.sleep(0.02)
    return words in stream.getvalue()


def make_impatient(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal, and let progress show at once. (No fixture: pytest takes standard error back.)"""
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "PROGRESS_DELAY_S", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def test_a_bar_counts_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal one sees what is being done, and how many of how many are done already."""
    terminal = make_impatient(monkeypatch)
    with Progress("Checking", 3) as bar:
        bar.advance()
        assert waits_for(terminal, "1/3")
        bar.advance()
        assert waits_for(terminal, "2/3")
    assert "Checking" in terminal.getvalue()


def test_a_bar_moves_where_nothing_can_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one call works that tells nothing, the seconds go on and no number of things done is made up."""
    terminal = make_impatient(monkeypatch)
    with Progress("drawing", 2) as bar:
        bar.advance(2)
        bar.start_uncounted_task("setting 12 sheets")
        assert waits_for(terminal, "setting 12 sheets")
        assert waits_for(terminal, "0:00:01")
        shown = terminal.getvalue().rpartition("setting 12 sheets")[2]
    assert "/" not in shown
    assert "?" not in shown


@pytest.mark.parametrize(("stream", "patience"), [(Terminal(), 60.0), (io.StringIO(), 0.0)])
def test_no_bar_for_quick_work_or_a_file(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float) -> None:
    """Quick work and output to files see no bar."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "PROGRESS_DELAY_S", patience)
    with Progress("Checking", 3) as bar:
        for _ in range(3):
            bar.advance()
        time.sleep(0.3)
    assert stream.getvalue() == ""
