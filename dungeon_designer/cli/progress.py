"""A progress bar on standard error, only on a terminal and only when the work takes its time."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

PATIENCE = 1.0
"""Seconds before a bar appears."""


class Progress:
    """Counts what is done of `total`; a context manager, so that the bar is gone before anything else is said."""

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._start = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def advance(self, count: int = 1) -> None:
        """So many more are done."""
        self._done += count
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done)
        elif self._wanted():
            self._begin()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _wanted(self) -> bool:
        return self._done < self._total and time.monotonic() - self._start > PATIENCE and sys.stderr.isatty()

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._what, total=self._total, completed=self._done)
        self._bar.start()
