"""The rule book, asked off the window's thread.

Only the latest board is looked at: the chosen ruleset first, then the badges of the others, one after the other,
as long as nothing newer waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.editor.latest_worker import LatestWorker
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


class Checking(LatestWorker[Request]):
    """Checks boards in a thread of its own; `answered` is sent in the window's thread."""

    answered = Signal(object)
    finished = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("rule book", parent)

    def ask(self, board: Board, ruleset: Ruleset | None, others: Sequence[Ruleset] = ()) -> int:
        """Have a board checked; whatever was asked before is dropped."""
        return self._put(lambda number: Request(number, board, ruleset, tuple(others)))

    def _answer(self, request: Request) -> None:
        chosen = (request.ruleset,) if request.ruleset is not None else ()
        for at, ruleset in enumerate((*chosen, *request.others)):
            if self._overtaken(request.number):
                return
            verdict = checker.check(request.board, ruleset)
            if self._overtaken(request.number):
                return
            self.answered.emit(Answer(request.number, verdict, at < len(chosen)))
        self.finished.emit(request.number)
