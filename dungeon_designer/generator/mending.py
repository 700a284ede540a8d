"""Moves that make a dungeon fair in play, found by races between its neighbours, and what its unfairness hangs on.

**The race** is successive halving (K. Jamieson and A. Talwalkar, Non-stochastic best arm identification, 2016): all
play a few games, the half that is likely nearer to 50 % plays on until it has twice as many, and so on, until two are
left. A few games tell little, so a share is drawn towards that of the dungeon the contestants come of, the less the
more games there are: the posterior mean, if changes move shares by 3 %, and those of styles apart by 1.5 %, as a rule.

Who wins a race was lucky, too. So what is told are other games, with other dice. Where no move is enough, neighbours of
the best dungeon known so far race again.

**What it hangs on** is found by a race, too: each has one chest, portal, trap or way between two rooms taken away.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.errors import PlaytestError
from dungeon_designer.generator.changes import Change, ChangeKind, Original
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.generator.vary import in_user_words, tried
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.edges import with_edges, without_edges
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, arena
from dungeon_designer.playtest.report import even
from dungeon_designer.playtest.results import ROUND, Share, Tally
from dungeon_designer.playtest.series import MatchPlan, Portion, PortionPlayer
from dungeon_designer.playtest.teams import STYLES, coach
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import marked
from dungeon_designer.workers import ThisProcess, Work, Workers

NEIGHBOURS, PATIENCE = 128, 600
"""So many neighbours race at first, of so many candidates at most; half as many in further races."""
START = 40  # games of each style that all play at first
SPREAD, APART = 0.03, 0.015
"""How far changes move the share as a rule, and how much farther that of one style."""
MOST_KEPT = 50_000_000  # contestants by squares by squares for whom a process keeps what they play on
PARTS = 4  # in so many parts the last games are played, so that several processes share them
OTHER_DICE = 1 << 40  # added to the seed for those games

WEIGHT = {"cautious": 1, "balanced": 2, "bold": 1}
"""How much it counts how far from a half the share of each style is."""
WITHIN = {"cautious": 0.04, "balanced": 0.02, "bold": 0.04}
"""How far from a half the interval of each style may reach in a dungeon that is mended."""

NEAR = 0.6  # which share of that is near enough

_NO_CHEST = marked("vary", "without the chest at %1")
_NO_PORTAL = marked("vary", "without portal %1 at %2")
_NO_TRAP = marked("vary", "without the %1 at %2")
_NO_WAY = marked("vary", "without the way from %1 to %2 at %3")

Shares = dict[str, Share]
Judges = Workers["Trial", tuple["Trial", Any]]


class MendOptions(Struct, frozen=True, kw_only=True):
    """How a dungeon is mended.

    locked  the ids of sections that stay as they are, with all that lies in them
    moves   how many things may be moved at most
    plan    the teams, the seed, and how many games of each style are told
    """

    plan: MatchPlan
    locked: frozenset[str] = frozenset()
    moves: int = 2


class Remedy(Struct, frozen=True):
    """A dungeon after some changes, and the home side's share of the wins by style, in games of their own."""

    changes: tuple[Change, ...]
    shares: Shares
    layout: Layout

    @property
    def off(self) -> float:
        """How far from fair it is."""
        return off({style: share.value for style, share in self.shares.items()})

    @property
    def words(self) -> str:
        """What was done, in the user's language."""
        return ", ".join(in_user_words(change.words, change.values) for change in self.changes)


class Mending(Struct):
    """What is known of how to mend a dungeon.

    before   the home side's share by style as it is; empty until it is known, or where both sides have the same dungeon
    answers  changed dungeons that are nearer to fair, the best first
    because  the dungeon without what its unfairness hangs on most; None where no single thing shows
    stopped  whether somebody ended it before all was known
    """

    before: Shares = {}
    answers: tuple[Remedy, ...] = ()
    because: Remedy | None = None
    stopped: bool = False

    @property
    def is_fair(self) -> bool:
        """Whether nothing is to be mended."""
        return not self.stopped and (not self.before or fair(self.before))


def off(shares: Mapping[str, float]) -> float:
    """How far from fair shares by style are: the mean square, the balanced one counting twice.

    >>> off({"balanced": 0.48, "bold": 0.5}) > off({"balanced": 0.5, "bold": 0.48}) > off({"balanced": 0.5})
    True
    """
    return _mean({style: (share - 0.5) ** 2 for style, share in shares.items()})


def _mean(values: Mapping[str, float]) -> float:
    return sum(WEIGHT[style] * value for style, value in values.items()) / sum(map(WEIGHT.__getitem__, values))


def likely(shares: Shares, like: Shares) -> dict[str, float]:
    """What shares by style likely are, after these games, in a dungeon one change away from one with other shares."""
    moved = {style: share.value - like[style].value for style, share in shares.items()}
    noise = max(0.25 / (ROUND * share.of) for share in shares.values())  # the variance of a style's share
    mean = _mean(moved) / (1 + noise / len(shares) / SPREAD**2)
    drawn = 1 + noise / APART**2
    return {style: like[style].value + mean + (each - _mean(moved)) / drawn for style, each in moved.items()}


def fair(shares: Shares) -> bool:
    """Whether the interval of each style is as near to a half as it is to be."""
    return all(max(0.5 - share.low, share.high - 0.5) <= WITHIN[style] for style, share in shares.items())


def near(shares: Shares) -> bool:
    """Whether no further move is tried: more would be chance."""
    return all(abs(share.value - 0.5) <= NEAR * WITHIN[style] for style, share in shares.items())


def halved(count: int, play: Callable[[list[int], int, int], None], off: Callable[[int], float]) -> list[int]:
    """The two of so many contestants that are left of a race, by their numbers, the better first.

    `play` has some of them play rounds up to a number, from one on; `off` says how far from the aim one is so far.
    """
    standing, done, until = list(range(count)), 0, 1
    while standing:
        play(standing, done, until)
        standing.sort(key=off)
        if len(standing) <= 2:
            break
        standing = standing[: -(-len(standing) // 2)]
        done, until = until, 2 * until
    return standing


class Trial(Struct, frozen=True):
    """So many rounds of each pairing, in each style, that a contestant plays."""

    number: int
    layout: Layout
    seed: int
    first: int
    rounds: int


class TrialPlayer:
    """One process's place to play neighbours of a dungeon on."""

    def __init__(self, layout: Layout, library: TileLibrary, ruleset: Ruleset, plan: MatchPlan) -> None:
        self._library, self._ruleset, self._board = library, plan.timed(ruleset), build(layout, library)
        self._like = arena(self._board, self._ruleset)
        self._kept: dict[int, tuple[Layout, Arena]] = {}
        self._plans = [replace(plan, coaches=(coach(style),), styles=False) for style in STYLES]

    def play(self, trial: Trial) -> tuple[Trial, Any]:
        """The winner of each game of a trial, a row a style; no games where none can be played."""
        try:
            ready = self._ready(trial)
        except PlaytestError:
            return trial, np.zeros((len(STYLES), 0), dtype=np.int8)
        rows = []
        for plan in self._plans:
            table = PortionPlayer(ready, replace(plan, seed=trial.seed))
            played = [table.play(Portion(at, trial.first, trial.rounds)) for at in range(len(plan.pairings))]
            rows.append(np.concatenate([each.results[:, match.WINNER] for each in played]))
        return trial, np.array(rows, dtype=np.int8)

    def _ready(self, trial: Trial) -> Arena:
        """The arena of a contestant, who as a rule played before."""
        layout, kept = self._kept.get(trial.number, (None, None))
        if kept is None or layout != trial.layout:
            kept = arena(build(trial.layout, self._library, self._board), self._ruleset, self._like)
            if trial.number * len(self._board) ** 2 < MOST_KEPT:
                self._kept[trial.number] = trial.layout, kept
        return kept


def trials_of(original: Original, plan: MatchPlan) -> Work[Trial, tuple[Trial, Any]]:
    """Playing neighbours of a dungeon, for whoever shares in it."""
    return Work((original.layout, original.library, original.ruleset, plan), TrialPlayer, TrialPlayer.play)


Told = Callable[[str, Mending], None]


class _Mender:
    """Finds moves for one dungeon; what is known so far is in `known`."""

    def __init__(self, original: Original, options: MendOptions, workers: Judges, told: Told) -> None:
        self._original, self._options, self._workers, self._told = original, options, workers, told
        self.known = Mending()

    def run(self) -> None:
        """Find moves and what it hangs on; PlaytestError where nobody wins a game."""
        judged = self._judged(Remedy((), {}, self._original.layout))
        if judged is None:
            raise PlaytestError("nobody wins a game on this dungeon, so there is nothing to mend by")
        self.known.before, most = judged.shares, self._options.moves
        if fair(judged.shares):
            return
        for attempt in range(most + 1):
            base = next(each for each in (*self.known.answers, judged) if len(each.changes) < most)
            found = self._best(list(islice(self._neighbours(base, attempt), NEIGHBOURS >> min(attempt, 1))), base)
            if found is not None and found.off < judged.off:
                self.known.answers = tuple(sorted((*self.known.answers, found), key=lambda each: each.off))
                if near(self.known.answers[0].shares):
                    break
        self.known.because = self._because(judged)

    def _neighbours(self, base: Remedy, attempt: int) -> Iterator[Remedy]:
        """The dungeons one more legal move away."""
        options = VaryOptions(locked=self._options.locked, seed=self._options.plan.seed + attempt, play=True)
        ways = tried(base.layout, self._original.ruleset, self._original.library, options)
        for each in islice(ways, PATIENCE):
            if each is not None:
                change = Change(each.layout, each.kind, each.words, each.values, each.subject)
                yield Remedy((*base.changes, change), {}, each.layout)

    def _because(self, judged: Remedy) -> Remedy | None:
        """What is taken away brings the share nearer to a half by more than chance would."""
        found = self._best([Remedy((each,), {}, each.layout) for each in taken_away(self._original)], judged)
        if found is None:
            return None
        before, after = judged.shares["balanced"], found.shares["balanced"]
        nearer = abs(before.value - 0.5) - abs(after.value - 0.5)
        return found if nearer > math.hypot(before.half_width, after.half_width) else None

    def _best(self, found: list[Remedy], like: Remedy) -> Remedy | None:
        """The winner of a race of dungeons that are one change away from another one."""
        plan, won = self._options.plan, list[list[Any]]([] for _ in found)
        each = max(1, START // (ROUND * len(plan.pairings)))

        def play(standing: list[int], done: int, until: int) -> None:
            self._told(f"{len(standing)} of {len(found)} still race", self.known)
            first, count = done * each, (until - done) * each
            self._play([Trial(number, found[number].layout, plan.seed, first, count) for number in standing], won)

        def far(number: int) -> float:
            shares = self._shares(won[number])
            return off(likely(shares, like.shares)) if len(shares) == len(STYLES) else math.inf

        return next((self._judged(found[number]) for number in halved(len(found), play, far)), None)

    def _judged(self, found: Remedy) -> Remedy | None:
        """The same with its shares in games with other dice; None where no match can be played on it."""
        plan, won = self._options.plan, list[list[Any]]([[]])
        count = max(1, plan.games // (PARTS * ROUND * len(plan.pairings)))
        self._told("games with other dice", self.known)
        seed = plan.seed + OTHER_DICE
        self._play([Trial(0, found.layout, seed, part * count, count) for part in range(PARTS)], won)
        shares = self._shares(won[0])
        return replace(found, shares=shares) if len(shares) == len(STYLES) else None

    def _play(self, trials: Sequence[Trial], won: list[list[Any]]) -> None:
        for trial, winners in sorted(self._workers.done(trials), key=lambda each: each[0].first):
            won[trial.number].append(winners)

    def _shares(self, won: list[Any]) -> Shares:
        """The home side's share by style; a style in which nobody won a game is not there."""
        tally = Tally(self._options.plan.pairings, 0, 0, False)
        rows = zip(STYLES, np.concatenate(won, axis=1), strict=True)
        found = ((style, tally.share_of(row[:, np.newaxis])) for style, row in rows)
        return {style: share for style, share in found if share is not None}


def mended(
    original: Original, options: MendOptions, workers: Judges | None = None, told: Told = lambda words, known: None
) -> Mending:
    """How a dungeon can be made fair in play; the same for the same seed, whoever does the work.

    `told` hears what is being done. KeyboardInterrupt, from Ctrl+C or from `told`, ends it: what is known so far is
    given. PlaytestError where no match can be played, EditError for a locked section there is none of.
    """
    original.refuse()
    if even(original.board, original.ruleset):
        return Mending()
    mender = _Mender(original, options, workers or ThisProcess(trials_of(original, options.plan)), told)
    try:
        mender.run()
    except KeyboardInterrupt:
        mender.known.stopped = True
    return mender.known


def taken_away(original: Original) -> Iterator[Change]:
    """The dungeon without each chest, portal and trap, and with each way between two sections walled up."""
    layout, sections = original.layout, original.board.sections

    def without(words: str, *values: object, **fields: Any) -> Change:
        return Change(replace(layout, **fields), ChangeKind.ITEM, words, values, "")

    for at, chest in enumerate(layout.chests):
        yield without(_NO_CHEST, chest, chests=layout.chests[:at] + layout.chests[at + 1 :])
    for at, portal in enumerate(layout.portals):
        portals = layout.portals[:at] + layout.portals[at + 1 :]
        yield without(_NO_PORTAL, portal.number, portal.at, portals=portals)
    for at, trap in enumerate(layout.traps):
        yield without(_NO_TRAP, trap.kind.value, trap.at, traps=layout.traps[:at] + layout.traps[at + 1 :])
    for junction in original.context.passages:
        if junction.passable:
            edges = [border for run in junction.runs for border in run.edges]
            names = (original.name_of(sections[number]) for number in junction.between)
            walled = with_edges(without_edges(layout, "doors", edges), "walls", edges)
            yield Change(walled, ChangeKind.DOOR, _NO_WAY, (*names, edges[0][0]), "")
