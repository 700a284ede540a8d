"""New dungeons for the proposals, told one by one as they are found, before matches are played on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from dungeon_designer.editor.background import Overtaken, Tell
from dungeon_designer.editor.proposals import NEW, ProposalNews, ProposalProgress, ProposalQuestion, answer_of
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.descriptors import words_of
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.playing import can_play
from dungeon_designer.generator.proposal import HOME_WINS, Proposal, Refusal, with_notes
from dungeon_designer.generator.search import Match, SearchTask, Tried, attempt, propose
from dungeon_designer.translation import filled, marked, translate

TOLD = 3
"""How many reasons are told why candidates were refused."""

_PLAYING = marked("proposals", "matches are being played")
_UNPLAYED = marked("proposals", "no matches were played on it")
_UNEQUAL = marked("proposals", "refused: one side wins more often")
_HOME = marked("proposals", "home wins %1")


def find_new(asked: ProposalQuestion, tell: Tell) -> None:
    """Whole dungeons; those on which matches are still to be played are told before."""
    request = Request(
        ruleset=asked.ruleset,
        library=asked.library,
        sides=asked.sides,
        symmetry=asked.symmetry,
        wants=dict.fromkeys(asked.wants, 1),
        seed=asked.seed,
        style=asked.style,
        playtest=asked.sides == 2 and can_play(),
    )
    found = _NewDungeons(asked, request, tell, Archive(request, NEW))
    propose(request, NEW, workers=found)
    for key in found.open:
        tell(ProposalNews(key, translate("proposals", _UNPLAYED)))
    if not found.kept:
        tell(ProposalProgress(found.tried, 0, found.most()))


@dataclass
class _NewDungeons:
    """Tries one candidate after the other and tells what came of it, until there are enough."""

    asked: ProposalQuestion
    request: Request
    tell: Tell
    page: Archive
    tried: int = 0
    kept: set[str] = field(default_factory=set)
    open: set[str] = field(default_factory=set)
    reasons: Counter[str] = field(default_factory=Counter)

    def done(self, pieces: Sequence[SearchTask]) -> Iterable[Tried]:
        """What came of each."""
        for piece in pieces:
            if len(self.kept) >= NEW and not self.open:
                raise Overtaken
            self.tell(ProposalProgress(self.tried, len(self.kept), self.most()))
            tried = attempt(self.request, piece)
            if isinstance(piece, Match):
                self._hear_match(str(piece.proposal.made), tried.outcome)
            else:
                self._hear(tried)
            yield tried

    def most(self) -> tuple[str, ...]:
        """What stood in the way most."""
        return tuple(reason for reason, _ in self.reasons.most_common(TOLD))

    def _hear_match(self, key: str, found: Proposal | Refusal) -> None:
        """Tell how the matches on a dungeon went that was told before."""
        if key in self.open:
            self.open.remove(key)
            if isinstance(found, Refusal):
                self.kept.discard(key)
                self.tell(ProposalNews(key, translate("proposals", _UNEQUAL), refused=True))
            else:
                home = translate("proposals", _HOME)
                self.tell(ProposalNews(key, filled(home, f"{found.figures[HOME_WINS]:.1%}")))

    def _hear(self, tried: Tried) -> None:
        """Tell a dungeon that was found, unless there are better ones of its kind or enough of all kinds."""
        found = tried.outcome
        self.tried += 1
        if isinstance(found, Refusal):
            self.reasons.update(found.rules)
        elif len(self.kept) < NEW and self.page.enter(found):
            for named in self.page.chosen():
                if named.made == found.made:
                    self._tell_new(named, tried.settled)

    def _tell_new(self, found: Proposal, settled: bool) -> None:
        key, layout = str(found.made), with_notes(found, self.request, self.asked.command, self.asked.name)
        self.kept.add(key)
        words = [layout.name, ", ".join(translate("generator", each) for each in words_of(found.cell))]
        if not settled:
            self.open.add(key)
            words.append(translate("proposals", _PLAYING))
        told = "\n".join(words)
        self.tell(replace(answer_of(self.asked, key, layout, told), new=True))
