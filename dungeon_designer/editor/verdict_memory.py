"""Share verdicts between the window and the thread that checks, so that no board is checked twice by one ruleset."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.rules import checker
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.ruleset_model import Ruleset

_MAX_CHECKS = 40
"""How many checks are remembered: those of a few boards by all editions."""


class _Check(NamedTuple):
    """A check that was made or is being made, and its verdict to come."""

    board: Board
    ruleset: Ruleset
    verdict: Future[Verdict]


class VerdictMemory:
    """The last checks. Boards and rulesets are told apart by identity, since neither ever changes.

    Any thread may ask for a verdict. If another thread is checking the same board by the same ruleset, its verdict is
    waited for.
    """

    def __init__(self) -> None:
        """Start without any check."""
        self._lock = threading.Lock()
        self._checks: deque[_Check] = deque(maxlen=_MAX_CHECKS)

    def check(self, board: Board, ruleset: Ruleset) -> Verdict:
        """Return the verdict on a board by all rules of a ruleset; the board is checked only if that is not known."""
        with self._lock:
            known_check = self._find_check(board, ruleset)
            if known_check is None:
                new_check = _Check(board, ruleset, Future())
                self._checks.append(new_check)
        if known_check is not None:
            return known_check.verdict.result()
        try:
            new_check.verdict.set_result(checker.check_board(board, ruleset))
        except BaseException as error:
            new_check.verdict.set_exception(error)
            raise
        return new_check.verdict.result()

    def find_verdict(self, board: Board, ruleset: Ruleset) -> Verdict | None:
        """Return the verdict on a board by all rules of a ruleset if it is known already; else None."""
        with self._lock:
            known_check = self._find_check(board, ruleset)
        if known_check is None or not known_check.verdict.done():
            return None
        return known_check.verdict.result()

    def _find_check(self, board: Board, ruleset: Ruleset) -> _Check | None:
        """Return the check of a board by a ruleset, finished or not; None if there is none. The lock must be held."""
        return next((check for check in self._checks if check.board is board and check.ruleset is ruleset), None)
