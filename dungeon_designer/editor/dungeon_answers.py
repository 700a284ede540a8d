"""Answers to what the user asked about one open dungeon: proposals, matches, and figures over the map.

They are kept with the dungeon in its tab, so that no answer appears over another dungeon. They are dropped when another
dungeon is opened in the tab, or when the tab is closed.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout

if TYPE_CHECKING:
    from dungeon_designer.editor.proposal_question import ProposalQuestion
    from dungeon_designer.editor.proposal_worker import ProposalKind
    from dungeon_designer.playtest.report import Playtest


class FigureSource(Enum):
    """What a figure over the map comes from. Of two figures the one of the later source is shown."""

    ANALYSIS = auto()
    PLAYTEST = auto()


class DungeonAnswers(QObject):
    """Answers to questions about one open dungeon.

    Attributes:
        questions: the questions for proposals, each with its answers; the newest is the first.
        proposal_kind: the kind of proposal that the user has chosen in this tab; None if the user has not chosen one.
        chosen_figure: the name of the figure of the analysis that the user wants over the map; "" for none.
        figures: the figures that are ready to be shown over the map.
        playtest: the results of the matches that were played last; None if none were played.
        played_layout: the dungeon on which those matches were played, as it was then.

    Signals:
        dropped: the dungeon is no longer open, so that nobody waits for an answer any more.
    """

    dropped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.questions: list[ProposalQuestion] = []
        self.proposal_kind: ProposalKind | None = None
        self.chosen_figure = ""
        self.figures: dict[FigureSource, FigurePicture] = {}
        self.playtest: Playtest | None = None
        self.played_layout: Layout | None = None

    @property
    def shown_figure(self) -> FigurePicture | None:
        """The figure to be shown over the map; None for none."""
        return self.figures[max(self.figures, key=lambda source: source.value)] if self.figures else None

    def set_figure(self, source: FigureSource, figure: FigurePicture | None) -> None:
        """Set the figure of a source that is ready to be shown over the map; None for none."""
        self.figures.pop(source, None)
        if figure is not None:
            self.figures[source] = figure

    def move_along(self, offset: Square) -> None:
        """Move the figures with the dungeon, by an offset (dx, dy)."""
        self.figures = {source: figure.move_by(offset) for source, figure in self.figures.items()}

    def set_playtest(self, layout: Layout, results: Playtest) -> None:
        """Set the results of matches that were played on a layout."""
        self.played_layout, self.playtest = layout, results

    def find_playtest(self, layout: Layout) -> Playtest | None:
        """Return the results of matches that were played on exactly this layout; None if there are none."""
        return self.playtest if self.played_layout == layout else None

    def add_question(self, question: ProposalQuestion) -> None:
        """Add a question for proposals on top of the others."""
        self.questions.insert(0, question)
        question.holders.add(self)

    def drop(self) -> None:
        """Drop all answers, and stop to look for more, since the dungeon is no longer open.

        A question that another tab shows, too, goes on.
        """
        for question in self.questions:
            question.release(self)
        self.dropped.emit()
