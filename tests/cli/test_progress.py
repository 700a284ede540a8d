"""The progress bar: on a terminal, after a second, and gone at the end."""

from __future__ import annotations

import io

import pytest

from dungeon_designer.cli import progress
from dungeon_designer.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "patience", "shown"), [(Terminal(), 0.0, True), (Terminal(), 60.0, False), (io.StringIO(), 0.0, False)]
)
def test_a_bar_appears_only_on_a_terminal_and_only_when_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float, shown: bool
) -> None:
    """Quick work and output to files see no bar."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    with Progress("Checking", 3) as bar:
        for _ in range(3):
            bar.advance()
    assert ("Checking" in stream.getvalue()) is shown
