"""The rule book, asked off the window's thread.

Only the latest board is looked at: the chosen ruleset first, then the badges of the others, one after the other,
as long as nothing newer waits.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.rules import checker
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.model import Ruleset


class Request(Struct, frozen=True):
    """A board to be checked: its number, the ruleset chosen if there is one, and the others that have a badge."""

    number: int
    board: Board
    ruleset: Ruleset | None
    others: tuple[Ruleset, ...]


class Answer(Struct, frozen=True):
    """What one ruleset says of the board of that number."""

    number: int
    verdict: Verdict
    chosen: bool


class Checking(QObject):
    """Checks boards in a thread of its own; `answered` is sent in the window's thread."""

    answered = Signal(object)
    finished = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = threading.Condition()
        self._waiting: Request | None = None
        self._number = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="rule book", daemon=True)
        self._thread.start()

    @property
    def number(self) -> int:
        """The number of the board asked for last."""
        return self._number

    def ask(self, board: Board, ruleset: Ruleset | None, others: Sequence[Ruleset] = ()) -> int:
        """Have a board checked; whatever was asked before is dropped."""
        with self._wanted:
            self._number += 1
            self._waiting = Request(self._number, board, ruleset, tuple(others))
            self._wanted.notify()
        return self._number

    def close(self) -> None:
        """No more questions; waits for the thread to end."""
        with self._wanted:
            self._closed = True
            self._wanted.notify()
        self._thread.join(timeout=5)

    def _work(self) -> None:
        while (request := self._next()) is not None:
            self._answer(request)

    def _next(self) -> Request | None:
        with self._wanted:
            while self._waiting is None and not self._closed:
                self._wanted.wait()
            request, self._waiting = self._waiting, None
        return None if self._closed else request

    def _answer(self, request: Request) -> None:
        chosen = (request.ruleset,) if request.ruleset is not None else ()
        for at, ruleset in enumerate((*chosen, *request.others)):
            if self._overtaken(request):
                return
            verdict = checker.check(request.board, ruleset)
            if self._overtaken(request):
                return
            self.answered.emit(Answer(request.number, verdict, at < len(chosen)))
        self.finished.emit(request.number)

    def _overtaken(self, request: Request) -> bool:
        """Whether something newer waits."""
        return self._closed or request.number != self._number
