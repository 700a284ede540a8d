"""Search for new dungeons for the dock of proposals. Each dungeon is shown before matches are played on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from dungeon_designer.editor.background_worker import AnswerSender, RequestDropped
from dungeon_designer.editor.proposal_worker import (
    MAX_NEW_DUNGEONS,
    ProposalNews,
    ProposalProgress,
    ProposalRequest,
    build_answer,
)
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.descriptors import list_bin_names
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.match_decisions import SELDOM_DECIDED, find_required_decided_share
from dungeon_designer.generator.proposal import DECIDED_FIGURE, HOME_WINS_FIGURE, Proposal, Refusal, add_notes
from dungeon_designer.generator.request_builder import build_request
from dungeon_designer.generator.search import CandidateOutcome, MatchTask, SearchTask, propose_dungeons, run_task
from dungeon_designer.translation import fill_placeholders, mark_for_translation, translate

MAX_REASONS = 3
"""How many of the most frequent reasons for refused candidates are shown."""

_PLAYING = mark_for_translation("proposals", "matches are being played")
_UNPLAYED = mark_for_translation("proposals", "no matches were played on it")
_UNCHECKED = mark_for_translation("proposals", "how often matches are decided was not checked")
_UNEQUAL = mark_for_translation("proposals", "refused: one team wins more often")
_SELDOM_DECIDED = mark_for_translation("proposals", "refused: too few matches on it are decided")
_DECIDED = mark_for_translation("proposals", "%1 of the matches are decided")
_HOME = mark_for_translation("proposals", "home wins %1")


def propose_new_dungeons(request: ProposalRequest, send_answer: AnswerSender) -> None:
    """Send new dungeons as they are found, and later the results of the matches that the program plays on each.

    This is a work function for the process of the proposals dock. Matches are played only with two teams.
    """
    search_request = build_request(request.options, request.ruleset, request.library)
    search = _NewDungeonSearch(request, search_request, send_answer, Archive(search_request, MAX_NEW_DUNGEONS))
    propose_dungeons(search_request, MAX_NEW_DUNGEONS, workers=search)
    for key in search.unplayed_keys:
        send_answer(ProposalNews(key, translate("proposals", _UNPLAYED)))
    if not search.sent_keys:
        send_answer(ProposalProgress(search.tried_count, 0, search.list_main_reasons()))


@dataclass
class _NewDungeonSearch:
    """Search that tries one candidate after the other and sends the dungeons it finds, until there are enough.

    A candidate is a dungeon that the generator makes and then keeps or refuses. `propose_dungeons` calls this object
    as if it were its pool of workers, so that each result can be sent at once.

    Attributes:
        request: the request of the dock.
        search_request: the same request in the generator's terms.
        send_answer: sends answers, news and progress to the window.
        archive: the dungeons found so far; a better one replaces similar ones.
        tried_count: the number of candidates tried.
        sent_keys: the keys of the dungeons sent and not refused later.
        unplayed_keys: the keys of the dungeons sent on which matches are still to be played.
        reasons: how often each rule refused a candidate.
    """

    request: ProposalRequest
    search_request: Request
    send_answer: AnswerSender
    archive: Archive
    tried_count: int = 0
    sent_keys: set[str] = field(default_factory=set)
    unplayed_keys: set[str] = field(default_factory=set)
    reasons: Counter[str] = field(default_factory=Counter)

    def run_pieces(self, tasks: Sequence[SearchTask]) -> Iterable[CandidateOutcome]:
        """Do the tasks of the search one by one: make a candidate, or play matches on a dungeon.

        Send and yield each result.

        Raises:
            RequestDropped: there are enough dungeons, and matches were played on all of them, so that the search can
                end.
        """
        for task in tasks:
            if len(self.sent_keys) >= MAX_NEW_DUNGEONS and not self.unplayed_keys:
                raise RequestDropped
            self.send_answer(ProposalProgress(self.tried_count, len(self.sent_keys), self.list_main_reasons()))
            result = run_task(self.search_request, task)
            if isinstance(task, MatchTask):
                self._send_match_result(str(task.proposal.made), result.outcome)
            else:
                self._take_candidate(result)
            yield result

    def list_main_reasons(self) -> tuple[str, ...]:
        """Return the `MAX_REASONS` rules that refused most candidates, the most frequent first."""
        return tuple(reason for reason, _ in self.reasons.most_common(MAX_REASONS))

    def _send_match_result(self, key: str, outcome: Proposal | Refusal) -> None:
        """Send news of the matches on a dungeon, or why they refuse it.

        The news are how often matches are decided and the home team's share of the wins, as far as they were measured.
        Nothing is sent for a dungeon that the window does not show.
        """
        if key in self.unplayed_keys:
            self.unplayed_keys.remove(key)
            if isinstance(outcome, Refusal):
                self.sent_keys.discard(key)
                reason = _SELDOM_DECIDED if SELDOM_DECIDED in outcome.rules else _UNEQUAL
                self.send_answer(ProposalNews(key, translate("proposals", reason), is_refused=True))
            else:
                self.send_answer(ProposalNews(key, _describe_matches(outcome)))

    def _take_candidate(self, result: CandidateOutcome) -> None:
        """Count a candidate that was tried, and send its dungeon if it is legal and kept by the archive.

        Nothing is sent once there are enough dungeons.
        """
        outcome = result.outcome
        self.tried_count += 1
        if isinstance(outcome, Refusal):
            self.reasons.update(outcome.rules)
        elif len(self.sent_keys) < MAX_NEW_DUNGEONS and self.archive.enter_proposal(outcome):
            for named_proposal in self.archive.choose_proposals():
                if named_proposal.made == outcome.made:
                    self._send_dungeon(named_proposal, result.is_final)

    def _send_dungeon(self, proposal: Proposal, is_final: bool) -> None:
        """Send a new dungeon with its picture.

        If `is_final` is false, matches are still to be played on it, as its caption says.
        """
        key = str(proposal.made)
        layout = add_notes(proposal, self.search_request, self.request.command, self.request.ruleset_name)
        self.sent_keys.add(key)
        lines = [
            layout.name,
            ", ".join(translate("generator", descriptor) for descriptor in list_bin_names(proposal.cell)),
        ]
        if not is_final:
            self.unplayed_keys.add(key)
            lines.append(translate("proposals", _PLAYING))
        elif find_required_decided_share(self.search_request) is None:
            lines.append(translate("proposals", _UNCHECKED))
        text = "\n".join(lines)
        self.send_answer(replace(build_answer(self.request, key, layout, text), is_new=True))


def _describe_matches(proposal: Proposal) -> str:
    """Return in words how often matches on a dungeon are decided, and how often home wins, as far as that is known."""
    templates = (DECIDED_FIGURE, _DECIDED, ".0%"), (HOME_WINS_FIGURE, _HOME, ".1%")
    return ", ".join(
        fill_placeholders(translate("proposals", template), format(proposal.figures[figure], form))
        for figure, template, form in templates
        if figure in proposal.figures
    )
