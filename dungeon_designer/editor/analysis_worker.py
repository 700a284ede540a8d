"""Figures and overlays of a board, worked out off the window's thread, one figure after the other.

Only the latest board is looked at; what is asked anew while it is worked on drops it.
"""

from __future__ import annotations

import threading

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from dungeon_designer.analysis.figures.measures import MEASURES
from dungeon_designer.analysis.figures.model import Figure
from dungeon_designer.analysis.figures.named import edition_of
from dungeon_designer.analysis.figures.picture import Picture
from dungeon_designer.analysis.figures.pictures import picture
from dungeon_designer.analysis.figures.survey import Survey
from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.rules.surveying import survey_of
from dungeon_designer.rulesets.model import Ruleset


class Wanted(Struct, frozen=True):
    """A board whose figures are asked for: its number, the ruleset, and the overlay to be drawn, '' for none."""

    number: int
    board: Board
    ruleset: Ruleset
    overlay: str


class Found(Struct, frozen=True):
    """What is known of the board of that number; `problem` says why there is no overlay."""

    number: int
    figures: tuple[Figure, ...]
    edition: str
    overlay: Picture | None
    problem: str = ""


class Surveying(QObject):
    """Surveys boards in a thread of its own; `found` is sent in the window's thread."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = threading.Condition()
        self._waiting: Wanted | None = None
        self._number = 0
        self._closed = False
        self._last: tuple[Wanted, Survey] | None = None
        self._thread = threading.Thread(target=self._work, name="survey", daemon=True)
        self._thread.start()

    @property
    def number(self) -> int:
        """The number of the board asked for last."""
        return self._number

    def ask(self, board: Board, ruleset: Ruleset, overlay: str = "") -> int:
        """Have a board surveyed; whatever was asked before is dropped."""
        with self._wanted:
            self._number += 1
            self._waiting = Wanted(self._number, board, ruleset, overlay)
            self._wanted.notify()
        return self._number

    def forget(self) -> None:
        """Drop what was asked: the board has changed, and the rule book comes first."""
        with self._wanted:
            self._number += 1
            self._waiting = None

    def close(self) -> None:
        """No more questions; waits for the thread to end."""
        with self._wanted:
            self._closed = True
            self._wanted.notify()
        self._thread.join(timeout=5)

    def _work(self) -> None:
        while (wanted := self._next()) is not None:
            if (found := self._answer(wanted)) is not None:
                self.found.emit(found)

    def _next(self) -> Wanted | None:
        with self._wanted:
            while self._waiting is None and not self._closed:
                self._wanted.wait()
            wanted, self._waiting = self._waiting, None
        return None if self._closed else wanted

    def _answer(self, wanted: Wanted) -> Found | None:
        """The overlay first, as somebody looks at it; None as soon as something newer waits."""
        survey = self._survey(wanted)
        overlay, problem = _overlay(survey, wanted.overlay)
        figures = []
        for measure in MEASURES.values():
            if self._closed or wanted.number != self._number:
                return None
            figures.append(measure.figure(survey))
        edition = edition_of((wanted.ruleset.id, *wanted.ruleset.lineage))
        return Found(wanted.number, tuple(figures), edition, overlay, problem)

    def _survey(self, wanted: Wanted) -> Survey:
        """The survey of the board; the last one, with all that was worked out, where only another overlay is asked."""
        if self._last is None or self._last[0].board is not wanted.board or self._last[0].ruleset != wanted.ruleset:
            self._last = wanted, survey_of(wanted.board, wanted.ruleset)
        return self._last[1]


def _overlay(survey: Survey, name: str) -> tuple[Picture | None, str]:
    if not name:
        return None, ""
    try:
        return picture(name, survey), ""
    except UsageError as error:
        return None, one_line(str(error))
