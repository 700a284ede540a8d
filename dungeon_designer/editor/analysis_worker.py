"""Figures and overlays of a board, worked out off the window's thread, one figure after the other.

Only the latest board is looked at; what is asked anew while it is worked on drops it.
"""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.editor.latest_worker import LatestWorker
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.figures.measures import MEASURES, Figure, edition_of
from dungeon_designer.figures.pictures import picture
from dungeon_designer.figures.survey import Survey, survey_of
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
    overlay: FigurePicture | None
    problem: str = ""


class Surveying(LatestWorker[Wanted]):
    """Surveys boards in a thread of its own; `found` is sent in the window's thread."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        self._last: tuple[Wanted, Survey] | None = None
        super().__init__("survey", parent)

    def ask(self, board: Board, ruleset: Ruleset, overlay: str = "") -> int:
        """Have a board surveyed; whatever was asked before is dropped."""
        return self._put(lambda number: Wanted(number, board, ruleset, overlay))

    def forget(self) -> None:
        """Drop what was asked: the board has changed, and the rule book comes first."""
        self._put(None)

    def _answer(self, wanted: Wanted) -> None:
        """The overlay first, as somebody looks at it; nothing is told once something newer was asked."""
        survey = self._survey(wanted)
        overlay, problem = _overlay(survey, wanted.overlay)
        figures = []
        for measure in MEASURES.values():
            if self._overtaken(wanted.number):
                return
            figures.append(measure.figure(survey))
        edition = edition_of((wanted.ruleset.id, *wanted.ruleset.lineage))
        self.found.emit(Found(wanted.number, tuple(figures), edition, overlay, problem))

    def _survey(self, wanted: Wanted) -> Survey:
        """The survey of the board; the last one, with all that was worked out, where only another overlay is asked."""
        if self._last is None or self._last[0].board is not wanted.board or self._last[0].ruleset != wanted.ruleset:
            self._last = wanted, survey_of(wanted.board, wanted.ruleset)
        return self._last[1]


def _overlay(survey: Survey, name: str) -> tuple[FigurePicture | None, str]:
    if not name:
        return None, ""
    try:
        return picture(name, survey), ""
    except UsageError as error:
        return None, one_line(str(error))
