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

from dungeon_designer.editor.texts import filled
from dungeon_designer.errors import DungeonError
from dungeon_designer.text.writing import write_file


class Guard(QObject):
    """Catches what nobody caught. `keep` saves the work, `log` is where the details go."""

    _elsewhere = Signal(object)

    def __init__(self, window: QWidget, keep: Callable[[], None], log: Path) -> None:
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
        kept = self._kept()
        self._write(error)
        if self._telling:
            return
        self._telling = True
        try:
            QMessageBox.critical(self._window, self.tr("An unexpected fault"), self._words(error, kept))
        finally:
            self._telling = False

    def _kept(self) -> bool:
        """Whether the work could be kept: a fault in doing so must not hide the first one."""
        try:
            self._keep()
        except Exception:
            return False
        return True

    def _words(self, error: BaseException, kept: bool) -> str:
        work = (
            self.tr("Your work is kept in the recovery file.")
            if kept
            else self.tr("Your work could not be kept in the recovery file: save it under another name now.")
        )
        words = self.tr(
            "Something went wrong in the program: %1.\n\n%3 You may go on; if it happens again, save under another"
            " name and report it with this file:\n%2"
        )
        return filled(words, f"{type(error).__name__}: {error}", self._log, work)

    def _write(self, error: BaseException) -> None:
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            write_file(self._log, "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
        except (OSError, DungeonError):
            return
