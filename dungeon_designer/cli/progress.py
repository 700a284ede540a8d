"""A progress bar on standard error, only on a terminal and only when the work takes its time."""

from __future__ import annotations

import sys
from threading import Lock, Timer
from types import TracebackType
from typing import Any

PATIENCE = 1.0
"""Seconds before a bar appears."""


class Progress:
    """Counts what is done of `total`; a context manager, so that the bar is gone before anything else is said.

    Without a total nothing can be counted: the bar then runs to and fro beside the seconds that have passed. It is
    kept moving by a thread of its own, so it appears, and moves, while the work lies in one call that tells nothing.
    """

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._bar: Any = None
        self._task: Any = None
        self._over = False
        self._lock = Lock()
        self._timer = Timer(PATIENCE, self._begin)
        self._timer.daemon = True

    def advance(self, count: int = 1) -> None:
        """So many more are done."""
        self._done += count
        with self._lock:
            if self._bar is not None:
                self._bar.update(self._task, completed=self._done)

    def turn_to(self, what: str) -> None:
        """From now on this is being done, and how much of it nobody can say."""
        with self._lock:
            self._what, self._total = what, None
            if self._bar is not None:
                self._bar.remove_task(self._task)
                self._task = self._bar.add_task(what, total=None)

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._bar is not None:
                self._bar.stop()

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), _counted(), TimeElapsedColumn())
        with self._lock:
            if not self._over:
                self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
                self._task = self._bar.add_task(self._what, total=self._total, completed=self._done)
                self._bar.start()


def _counted() -> Any:
    """The column that says how many are done of how many, where that is known."""
    from rich.progress import MofNCompleteColumn, Task
    from rich.text import Text

    class Counted(MofNCompleteColumn):
        """Empty where nothing is counted."""

        def render(self, task: Task) -> Text:
            return Text("") if task.total is None else super().render(task)

    return Counted()
