"""What happens when the program itself is at fault: the work is kept, and one dialog says so."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from dungeon_designer.editor.plain_text import as_written
from dungeon_designer.editor.recovery import Kept
from dungeon_designer.errors import DungeonError
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import filled


class Guard(QObject):
    """Catches what nobody caught. `keep` saves the work, `log` is where the details go."""

    _elsewhere = Signal(object)

    def __init__(self, window: QWidget, keep: Callable[[], Kept], log: Path) -> None:
        super().__init__(window)
        self._window, self._keep, self._log = window, keep, log
        self._telling = False
        self._elsewhere.connect(self.handle)

    def install(self) -> None:
        """From now on no exception ends the program or shows a traceback, in whatever thread it was raised."""
        sys.excepthook = self._hook
        threading.excepthook = lambda found: self._elsewhere.emit(found.exc_value)

    def remove(self) -> None:
        """As it was before."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            self.handle(error)

    def handle(self, error: BaseException) -> None:
        """Keep the work, write down what happened, and tell: one dialog at a time."""
        kept, written = self._kept(), self._written(error)
        if self._telling:
            return
        self._telling = True
        try:
            QMessageBox.critical(
                self._window, self.tr("An unexpected fault"), as_written(self._words(error, kept, written))
            )
        finally:
            self._telling = False

    def _kept(self) -> Kept:
        """Whether the work could be kept: a fault in doing so must not hide the first one."""
        try:
            return self._keep()
        except Exception:
            return Kept.LOST

    def _words(self, error: BaseException, kept: Kept, written: bool) -> str:
        work = {
            Kept.SAVED: self.tr("All your work is saved."),
            Kept.KEPT: self.tr("Your work is kept in the recovery file."),
            Kept.LOST: self.tr("Your work could not be kept in the recovery file: save it under another name now."),
        }[kept]
        what = f"{type(error).__name__}: {error}"
        if not written:
            words = self.tr(
                "Something went wrong in the program: %1.\n\n%2 You may go on; if it happens again, save under another"
                " name and report it."
            )
            return filled(words, what, work)
        words = self.tr(
            "Something went wrong in the program: %1.\n\n%3 You may go on; if it happens again, save under another"
            " name and report it with this file:\n%2"
        )
        return filled(words, what, self._log, work)

    def _written(self, error: BaseException) -> bool:
        """Write down what happened; whether that could be done."""
        try:
            self._log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_file(self._log, "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
        except (OSError, DungeonError):
            return False
        return True
