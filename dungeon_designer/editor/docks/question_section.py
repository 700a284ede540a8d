"""The part of the dock of proposals that shows one question: a heading that folds it, and pictures of the answers."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidgetItem, QSizePolicy, QWidget

from dungeon_designer.editor.docks.folding import FoldHeading
from dungeon_designer.editor.picture_list import VALUE_ROLE, PictureList
from dungeon_designer.editor.proposal_question import ProposalQuestion
from dungeon_designer.editor.proposal_worker import ProposalAnswer, ProposalKind
from dungeon_designer.editor.widgets import NO_MARGINS, build_column
from dungeon_designer.layout.model import Layout
from dungeon_designer.translation import PLURAL, fill_placeholders, translate

PICTURE_SIZE, CELL_SIZE = QSize(208, 164), QSize(220, 224)
"""The size of a picture, and of a picture with the three lines of text below it."""

ROW_HEIGHT = CELL_SIZE.height() + 40
"""How high a dock is that shows a heading and a row of pictures, in pixels."""


class _WholePictureList(PictureList):
    """List of pictures that is as high as all of its rows, so that a scroll area around it scrolls."""

    def __init__(self, accessible_name: str) -> None:
        super().__init__(accessible_name, PICTURE_SIZE, CELL_SIZE)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(CELL_SIZE.width() + 8)

    def fit_height(self) -> None:
        """Make the list as high as its rows of pictures."""
        columns = max(1, self.viewport().width() // self.gridSize().width())
        self.setFixedHeight(max(1, ceil(self.count() / columns)) * self.gridSize().height() + 6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the rows, of which there are fewer in a wider list."""
        super().resizeEvent(event)
        self.fit_height()


class QuestionSection(QWidget):
    """A question for proposals: a heading, which folds and unfolds it, and a picture of each answer.

    Signals:
        answer_pointed: the user points at another answer, or at none (None).
        answer_chosen: the user clicked an answer.
        changed: the answers or the state of the search have changed, or the section was folded or unfolded.
    """

    answer_pointed = Signal(object)
    answer_chosen = Signal(object)
    changed = Signal()

    def __init__(self, question: ProposalQuestion, is_open: bool) -> None:
        super().__init__()
        self.question = question
        self.list = _WholePictureList(self.tr("Proposals"))
        self.heading = FoldHeading(self.list, is_open=is_open)
        self.heading.toggled.connect(self._show_unfolded)
        self.list.item_pointed.connect(lambda item: self.answer_pointed.emit(self._find_answer(item)))
        self.list.pointing_ended.connect(lambda: self.answer_pointed.emit(None))
        for signal in (self.list.itemClicked, self.list.itemActivated):
            signal.connect(lambda item: self.answer_chosen.emit(self._find_answer(item)))
        build_column(self.heading, self.list, owner=self, margins=NO_MARGINS).setSpacing(0)
        question.answer_added.connect(self._show_new_answers)
        question.answer_updated.connect(self._update_answer)
        question.state_changed.connect(self._show_heading)
        self._show_new_answers()
        self._show_heading()

    def _find_answer(self, item: QListWidgetItem | None) -> ProposalAnswer | None:
        """Return the answer that an item of the list shows; None for no item."""
        answer: ProposalAnswer | None = item.data(VALUE_ROLE) if item is not None else None
        return answer

    def _show_unfolded(self) -> None:
        """Draw the pictures of a section that was folded until now."""
        self._show_new_answers()
        self.changed.emit()

    def _show_heading(self) -> None:
        """Show what was asked, and how many answers there are."""
        question, kind, count = self.question, self.question.request.kind, len(self.question.answers)
        template = self.tr("%1. %2 – %3, looking…") if question.is_running else self.tr("%1. %2 – %3")
        count_text = translate("QuestionSection", "%n answer(s)", None, PLURAL, count)
        text = fill_placeholders(template, question.number, name_proposal_kinds()[kind], count_text)
        self.heading.setText(text.replace("&", "&&"))
        self.changed.emit()

    def _show_new_answers(self) -> None:
        """Add the answers that the list does not show yet, if the section is open."""
        if self.heading.isChecked():
            for answer in self.question.answers[self.list.count() :]:
                self._show_answer(self.list.count(), answer)
            self.list.fit_height()

    def _update_answer(self, index: int) -> None:
        """Show the new text of an answer, unless its picture is not shown yet."""
        if index < self.list.count():
            self._show_answer(index, self.question.answers[index])

    def _show_answer(self, index: int, answer: ProposalAnswer) -> None:
        """Show an answer at an index of the list."""
        picture = answer.picture.build_pixmap(PICTURE_SIZE, self.devicePixelRatioF(), answer.squares)
        self.list.set_entry(index, answer, picture, answer.caption, answer.summary)

    def update_enabled(self, current_layout: Layout) -> None:
        """Enable the answers that can be taken while the dungeon is as `current_layout` says, and grey the others."""
        for index in range(self.list.count()):
            item, answer = self.list.item(index), self.question.answers[index]
            flags, is_enabled = item.flags() | Qt.ItemFlag.ItemIsEnabled, self.question.can_take(answer, current_layout)
            item.setFlags(flags if is_enabled else flags & ~Qt.ItemFlag.ItemIsEnabled)


def name_proposal_kinds() -> dict[ProposalKind, str]:
    """Return the title of each kind of proposal."""
    return {
        ProposalKind.COMPLETE: translate("ProposalsDock", "Complete: place what is missing"),
        ProposalKind.VARY: translate("ProposalsDock", "Vary this dungeon"),
        ProposalKind.MAKE_FAIR: translate("ProposalsDock", "Make it fair in play"),
        ProposalKind.NEW: translate("ProposalsDock", "New dungeons"),
    }
