"""A question for proposals, with its answers so far and the process that looks for more."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from dungeon_designer.editor.background_worker import AnswerSender, BackgroundProcess
from dungeon_designer.editor.proposal_worker import (
    ProposalAnswer,
    ProposalKind,
    ProposalNews,
    ProposalProgress,
    ProposalRequest,
    propose_fairer_dungeons,
    propose_missing_objects,
    propose_variations,
)
from dungeon_designer.layout.model import Layout
from dungeon_designer.translation import PLURAL, fill_placeholders, translate


def find_answers(question: ProposalRequest, tell: AnswerSender) -> None:
    """Find proposals of the requested kind, and send answers and progress one by one through `tell`.

    This is a work function: it runs in the worker process of a question.

    Raises:
        DungeonError: The dungeon leaves nothing to propose.
    """
    if question.kind is ProposalKind.NEW:  # what finds them needs numpy, which the window does without
        from dungeon_designer.editor.new_dungeon_worker import propose_new_dungeons

        propose_new_dungeons(question, tell)
    else:
        {
            ProposalKind.COMPLETE: propose_missing_objects,
            ProposalKind.VARY: propose_variations,
            ProposalKind.MAKE_FAIR: propose_fairer_dungeons,
        }[question.kind](question, tell)


class ProposalQuestion(QObject):
    """A question for proposals about one dungeon. It has a process of its own, so that it gets no other answers.

    Attributes:
        request: what was asked.
        number: the number of the question in its tab, from 1.
        answers: the proposed dungeons, in the order in which they were found.
        is_running: whether the search goes on.
        holders: who shows the question: the answers of one open dungeon, or of several. Without any, the search stops.

    Signals:
        answer_added: another answer was found; it is the last one.
        answer_updated: the answer at an index has another caption or was refused.
        state_changed: the search has got on or has ended.
    """

    answer_added = Signal()
    answer_updated = Signal(int)
    state_changed = Signal()

    def __init__(self, request: ProposalRequest, number: int) -> None:
        super().__init__()
        self.request, self.number = request, number
        self.answers: list[ProposalAnswer] = []
        self.is_running = False
        self._progress_text = self._problem = ""
        self.holders: set[object] = set()
        self.worker = BackgroundProcess(find_answers, "proposals", self)
        self.worker.answer_received.connect(self._receive_result)
        self.worker.work_ended.connect(self._end_search)

    @property
    def state_text(self) -> str:
        """What the search is doing, or how it has ended, in sentences."""
        if self._problem:
            return self._problem
        if self.is_running:
            return self._progress_text or self.tr("Looking…")
        if not self.answers:
            nothing_text = self.tr("Nothing was found.")
            return f"{self._progress_text} {nothing_text}".strip()
        return self._progress_text or _count_answers(len(self.answers))

    def start_search(self) -> None:
        """Start to look for answers in the process."""
        self.is_running = True
        self.worker.submit_request(self.request)
        self.state_changed.emit()

    def stop_search(self) -> None:
        """Stop to look for answers, if the search still runs. The answers that were found stay."""
        if self.is_running:
            self.worker.cancel_request()
            self._end_search()

    def release(self, holder: object) -> None:
        """Stop the search unless somebody else than the given holder shows the question, too."""
        self.holders.discard(holder)
        if not self.holders:
            self.stop_search()
            self.worker.close()

    def can_take(self, answer: ProposalAnswer, current_layout: Layout) -> bool:
        """Return whether an answer can be taken while the dungeon is as `current_layout` says.

        A new dungeon opens in a tab of its own and can be taken at any time. A changed dungeon can be taken while the
        dungeon is the one of the question, or another answer; otherwise the user's later edits would be lost. An answer
        that was refused after matches can never be taken.
        """
        return not answer.is_refused and (answer.is_new or self.is_about(current_layout))

    def is_about(self, layout: Layout) -> bool:
        """Return whether a layout is the dungeon for which the question was asked, or one of the answers."""
        return layout == self.request.layout or any(layout == answer.layout for answer in self.answers)

    def _receive_result(self, result: ProposalAnswer | ProposalNews | ProposalProgress) -> None:
        """Take what the process sent: a new answer, news about an earlier answer, or the progress of the search."""
        if isinstance(result, ProposalAnswer):
            self.answers.append(result)
            self.answer_added.emit()
        elif isinstance(result, ProposalNews):
            self._update_answer(result)
        else:
            self._progress_text = _describe_progress(result)
        self.state_changed.emit()

    def _update_answer(self, news: ProposalNews) -> None:
        """Replace the last line of the text of the answer that the news is about.

        If matches have shown that its dungeon is unfair, mark it as refused.
        """
        for index, answer in enumerate(self.answers):
            if answer.key == news.key:
                caption = "\n".join((*answer.caption.splitlines()[:-1], news.last_line))
                self.answers[index] = replace(answer, caption=caption, summary=caption, is_refused=news.is_refused)
                self.answer_updated.emit(index)

    def _end_search(self, problem: str = "", fault: bool = False) -> None:
        """End the search and its process, and keep why the search failed if it did.

        Args:
            problem: why the search failed; empty if it did not.
            fault: whether an error of the program itself ended the search.
        """
        self.is_running = False
        self._problem = problem or (self.tr("An error of the program ended the search.") if fault else "")
        self.state_changed.emit()
        self.worker.close()


def _describe_progress(progress: ProposalProgress) -> str:
    """Return how many dungeons a search has tried and kept, and why most of the others were refused.

    What it is doing follows; for a search that does not count what it tried, only that is said.
    """
    answers_text = _count_answers(progress.kept_count)
    if progress.tried_count:
        template = translate("ProposalQuestion", "%1 tried, %2.")
        text = f"{fill_placeholders(template, progress.tried_count, answers_text)} {progress.activity}".strip()
    else:
        text = progress.activity or answers_text
    if progress.reasons:
        template = translate("ProposalQuestion", "Refused most for: %1.")
        text += " " + fill_placeholders(template, ", ".join(progress.reasons))
    return text


def _count_answers(count: int) -> str:
    """Return a number of answers in words."""
    return translate("ProposalQuestion", "%n answer(s)", None, PLURAL, count)
