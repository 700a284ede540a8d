"""Find changes that make a dungeon fair in matches, and the cause of its unfairness.

**The race** is successive halving (K. Jamieson and A. Talwalkar, Non-stochastic best arm identification, 2016). All
contestants, the neighbours of a dungeon, play a few matches. The half that is probably nearer to 50 % plays on until it
has played twice as many, and so on, until two are left. A few matches tell little, so each share is drawn towards that
of the original dungeon, less with more matches. This is the posterior mean if changes move shares by 3 %, and those of
single styles by 1.5 % more.

The winner of a race was also lucky. So its reported shares come from other matches with another seed. If no single
change is enough, neighbours of the best dungeon so far race again. A winner is an answer only if its interval
lies apart from that of the original dungeon in some style; otherwise its gain may be chance.

**The cause** is found by a race too: each contestant lacks one chest, portal, trap or passage between two sections.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import PlaytestError
from dungeon_designer.generator.changes import Change, ChangeKind, OriginalDungeon, name_moved
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.match_decisions import find_decided_limit, measure_decided_share
from dungeon_designer.generator.match_fairness import can_play
from dungeon_designer.generator.variations import translate_change, try_changes
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.edges import add_edges, remove_edges
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.report import is_fair_by_symmetry
from dungeon_designer.playtest.results import GAMES_PER_ROUND, Share, Tally
from dungeon_designer.playtest.series import MatchPlan, Portion, PortionPlayer
from dungeon_designer.playtest.teams import STYLES, load_coach
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import fill_placeholders, mark_for_translation, translate
from dungeon_designer.workers import ThisProcess, Work, Workers

FIRST_RACE_SIZE, MAX_RACE_CANDIDATES = 128, 600
"""How many neighbours the first race has (later ones half), and how many candidates are tried for them."""
FIRST_RACE_GAMES = 40
"""How many matches of each style every contestant plays at first."""
CHANGE_DEVIATION, STYLE_DEVIATION = 0.03, 0.015
"""The standard deviation of the share after a change, and that of a single style around it."""
MAX_CACHED_STEPS = 50_000_000
"""The limit of (number of contestants x squares x squares) up to which a process caches arenas."""
FINAL_GAME_PARTS = 4
"""In how many parts the final matches are played, so that several processes share them."""
FINAL_SEED_OFFSET = 1 << 40
"""Added to the seed for the final matches, so that they differ from those of the race."""

STYLE_WEIGHTS = {"cautious": 1, "balanced": 2, "bold": 1}
"""How much the distance of each style's share from a half counts."""
STYLE_TOLERANCES = {"cautious": 0.04, "balanced": 0.02, "bold": 0.04}
"""How far from a half the interval of each style's share may reach in a fair dungeon."""

STOP_TOLERANCE_SHARE = 0.6
"""The share of STYLE_TOLERANCES that is close enough to stop the search."""

_NO_CHEST = mark_for_translation("vary", "without the chest at %1")
_NO_PORTAL = mark_for_translation("vary", "without portal %1 at %2")
_NO_TRAP = mark_for_translation("vary", "without the %1 at %2")
_NO_WAY = mark_for_translation("vary", "without the passage from %1 to %2 at %3")
_AND = mark_for_translation("vary", "%1 and %2")

Shares = dict[str, Share]
"""The home team's share of the wins, with its interval, by style of play: cautious, balanced, bold."""
TrialWorkers = Workers["Trial", tuple["Trial", Any]]


class FairnessFixOptions(Struct, frozen=True, kw_only=True):
    """The options for making a dungeon fair.

    Attributes:
        plan: The teams, the seed, and how many matches of each style measure an answer.
        locked: The ids of sections that stay unchanged, with everything in them.
        moves: How many changes may be made one after the other in one answer.
    """

    plan: MatchPlan
    locked: frozenset[str] = frozenset()
    moves: int = 2


class FairnessFix(Struct, frozen=True):
    """A changed dungeon, with the changes that lead to it and how often the home wins on it.

    Attributes:
        changes: The changes, in order; none for the original dungeon.
        shares: The home team's share of the wins by style, from matches that did not decide the choice of the changes.
            Empty until they are played.
        layout: The dungeon after the changes.
    """

    changes: tuple[Change, ...]
    shares: Shares
    layout: Layout

    @property
    def unfairness(self) -> float:
        """How far the shares by style are from a half, as their weighted mean squared distance; 0 is fair."""
        return measure_unfairness({style: share.value for style, share in self.shares.items()})

    @property
    def description(self) -> str:
        """A description of the changes, in the user's language."""
        return ", ".join(translate_change(change.message, change.values) for change in self.changes)

    @property
    def moved_text(self) -> str:
        """What the changes move, in the user's language: "the chest at (5, 0) and the door at (3, 4)"."""
        names = [translate_change(*name_moved(change)) for change in self.changes]
        return reduce(lambda text, name: fill_placeholders(translate("vary", _AND), text, name), names) if names else ""


class FairnessFixes(Struct):
    """The results of the search for changes that make a dungeon fair.

    Attributes:
        original_shares: The home team's share of the wins by style before any change. Empty until it is known, and
            if the dungeon is symmetric.
        answers: The changed dungeons that are nearer to fair, the best first.
        cause: The dungeon without the one object or passage that causes most of its unfairness; None if none stands
            out.
        stopped: Whether the user ended the search early.
        has_only_chance_gains: Whether changed dungeons were measured, and the interval of each overlaps that of the
            original dungeon in all styles. So no difference is more than chance, and there is nothing to fix.
        decided_limit: The least share of decided matches on an answer; None if that is not checked.
        seldom_decided_count: How many of the fairest changed dungeons are decided less often.
    """

    original_shares: Shares = {}
    answers: tuple[FairnessFix, ...] = ()
    cause: FairnessFix | None = None
    stopped: bool = False
    has_only_chance_gains: bool = False
    decided_limit: float | None = None
    seldom_decided_count: int = 0

    @property
    def is_fair(self) -> bool:
        """Whether the original dungeon needs no change. True also without shares, since it is symmetric then."""
        return not self.stopped and (not self.original_shares or is_fair(self.original_shares))


def measure_unfairness(shares: Mapping[str, float]) -> float:
    """Return how far shares of the wins are from a half: their mean squared distance, 0 for a fair dungeon.

    Args:
        shares: The home team's share of the wins, 0 to 1, by style of play. The balanced style counts twice.

    >>> worse, better = {"balanced": 0.48, "bold": 0.5}, {"balanced": 0.5, "bold": 0.48}
    >>> measure_unfairness(worse) > measure_unfairness(better) > measure_unfairness({"balanced": 0.5})
    True
    """
    return _compute_weighted_mean({style: (share - 0.5) ** 2 for style, share in shares.items()})


def _compute_weighted_mean(values: Mapping[str, float]) -> float:
    """Return the mean of one value for each style of play, where the balanced style counts twice (STYLE_WEIGHTS)."""
    return sum(STYLE_WEIGHTS[style] * value for style, value in values.items()) / sum(
        map(STYLE_WEIGHTS.__getitem__, values)
    )


def estimate_shares(shares: Shares, base_shares: Shares) -> dict[str, float]:
    """Estimate the home team's true shares of the wins on a dungeon that differs by one change from a known one.

    A few matches tell little, so each measured share is drawn towards the known one, less with more matches. The change
    is assumed to move all shares by a normal amount with the standard deviation CHANGE_DEVIATION, and the share of each
    style by another one with STYLE_DEVIATION; the result is the mean of the posterior distribution.

    Args:
        shares: The shares measured in the matches played so far.
        base_shares: The known shares of the dungeon before the change.

    Returns:
        The estimate by style, 0 to 1.
    """
    share_changes = {style: share.value - base_shares[style].value for style, share in shares.items()}
    # the variance of a style's share
    share_variance = max(0.25 / (GAMES_PER_ROUND * share.of) for share in shares.values())
    mean_change = _compute_weighted_mean(share_changes) / (1 + share_variance / len(shares) / CHANGE_DEVIATION**2)
    style_shrinkage = 1 + share_variance / STYLE_DEVIATION**2
    return {
        style: base_shares[style].value
        + mean_change
        + (change - _compute_weighted_mean(share_changes)) / style_shrinkage
        for style, change in share_changes.items()
    }


def is_fair(shares: Shares) -> bool:
    """Return whether a dungeon is fair: the 95 % interval of each style's share lies within a half ± its tolerance.

    The tolerance is 2 % for the balanced style and 4 % for the others (STYLE_TOLERANCES).
    """
    return all(max(0.5 - share.low, share.high - 0.5) <= STYLE_TOLERANCES[style] for style, share in shares.items())


def is_clearly_different(shares: Shares, other_shares: Shares) -> bool:
    """Return whether the shares of two dungeons differ by more than chance: in some style their intervals lie apart.

    >>> before, after = Share(0.55, 0.53, 0.57, 100), Share(0.52, 0.5, 0.54, 100)
    >>> is_clearly_different({"bold": before}, {"bold": after})
    False
    """
    return any(
        share.low > other_shares[style].high or share.high < other_shares[style].low for style, share in shares.items()
    )


def is_close_enough(shares: Shares) -> bool:
    """Return whether the shares are so near to a half that the search for changes may end.

    Unlike `is_fair` it looks at the measured shares and not at their intervals. A still better result would be chance.
    """
    return all(
        abs(share.value - 0.5) <= STOP_TOLERANCE_SHARE * STYLE_TOLERANCES[style] for style, share in shares.items()
    )


def run_halving_race(
    count: int, play: Callable[[list[int], int, int], None], measure_distance: Callable[[int], float]
) -> list[int]:
    """Find the best of many contestants with few matches: the worse half leaves the race after each stage.

    The contestants are changed dungeons, numbered from 0. All play one step of matches; the better half plays on until
    it has played twice as many steps, and so on, until at most two are left.

    Args:
        count: How many contestants there are.
        play: Called with the numbers of the contestants in the race, the steps they have played, and the steps up to
            which they play now.
        measure_distance: Returns how far from fair the contestant with a number is, as far as its matches tell.

    Returns:
        The numbers of the last two contestants, the fairer first; fewer if there were fewer.
    """
    racing_numbers, played_rounds, target_rounds = list(range(count)), 0, 1
    while racing_numbers:
        play(racing_numbers, played_rounds, target_rounds)
        racing_numbers.sort(key=measure_distance)
        if len(racing_numbers) <= 2:
            break
        racing_numbers = racing_numbers[: -(-len(racing_numbers) // 2)]
        played_rounds, target_rounds = target_rounds, 2 * target_rounds
    return racing_numbers


class Trial(Struct, frozen=True):
    """The task of playing rounds of matches on one contestant of a race, with each pairing of teams in each style.

    Attributes:
        number: The number of the contestant, which is a changed dungeon.
        layout: The dungeon.
        seed: The seed of the matches.
        first_round: The number of the first round to play.
        round_count: How many rounds to play.
    """

    number: int
    layout: Layout
    seed: int
    first_round: int
    round_count: int


class TrialPlayer:
    """A worker that plays matches on changed versions of one dungeon; each process has one.

    It caches each contestant's arena (its dungeon as arrays for fast matches), since a contestant often plays again.
    """

    def __init__(self, layout: Layout, library: TileLibrary, ruleset: Ruleset, plan: MatchPlan) -> None:
        self._library, self._ruleset, self._board = library, plan.apply_times(ruleset), build_board(layout, library)
        self._original_arena = build_arena(self._board, self._ruleset)
        self._arena_by_number: dict[int, tuple[Layout, Arena]] = {}
        self._style_plans = [replace(plan, coaches=(load_coach(style),), styles=False) for style in STYLES]

    def play(self, trial: Trial) -> tuple[Trial, Any]:
        """Play the matches of a trial: some rounds of matches on one changed dungeon, to see how fair it is.

        In each style of play, each pairing (pair of teams) plays the rounds from `trial.first_round` on,
        `trial.round_count` of them; earlier rounds were played in earlier trials. A `Portion` is these rounds of one
        pairing.

        Returns:
            The trial, and an array with one row for each style and one column for each match: 0 if the home team won,
            1 for the away team, 2 for nobody. It has no columns if no match can be played on the dungeon.
        """
        try:
            trial_arena = self._find_arena(trial)
        except PlaytestError:
            return trial, np.zeros((len(STYLES), 0), dtype=np.int8)
        winners_by_style = []
        for plan in self._style_plans:
            player = PortionPlayer(trial_arena, replace(plan, seed=trial.seed))
            results = [
                player.play_portion(Portion(pairing, trial.first_round, trial.round_count))
                for pairing in range(len(plan.pairings))
            ]
            winners_by_style.append(np.concatenate([result.results[:, match.WINNER] for result in results]))
        return trial, np.array(winners_by_style, dtype=np.int8)

    def _find_arena(self, trial: Trial) -> Arena:
        """Return a contestant's dungeon as arrays for fast matches, from the cache if the contestant has played before.

        The cache keeps only contestants with low numbers, so that it stays below MAX_CACHED_STEPS.
        """
        layout, cached_arena = self._arena_by_number.get(trial.number, (None, None))
        if cached_arena is None or layout != trial.layout:
            cached_arena = build_arena(
                build_board(trial.layout, self._library, self._board), self._ruleset, self._original_arena
            )
            if trial.number * len(self._board) ** 2 < MAX_CACHED_STEPS:
                self._arena_by_number[trial.number] = trial.layout, cached_arena
        return cached_arena


def build_trial_work(original: OriginalDungeon, plan: MatchPlan) -> Work[Trial, tuple[Trial, Any]]:
    """Return the work of playing matches on changed versions of a dungeon, for local processes or a cluster."""
    return Work((original.layout, original.library, original.ruleset, plan), TrialPlayer, TrialPlayer.play)


ProgressCallback = Callable[[str, FairnessFixes], None]


class _FairnessFixer:
    """A search for changes that make one dungeon fair, with its results so far."""

    def __init__(
        self,
        original: OriginalDungeon,
        options: FairnessFixOptions,
        workers: TrialWorkers,
        report_progress: ProgressCallback,
    ) -> None:
        self._original = original
        self._options = options
        self._workers = workers
        self._report_progress = report_progress
        self._fairer_fixes: tuple[FairnessFix, ...] = ()  # the fairest first, also those whose gain may be chance
        is_checked = len(original.board.teams) == 2 and can_play()
        limit = find_decided_limit(original.ruleset) if is_checked else None
        self.result = FairnessFixes(decided_limit=limit)

    def run(self) -> None:
        """Find changes that make the dungeon fairer, and the cause of its unfairness; store both in `result`.

        A fair dungeon is left as it is. Otherwise races are run, at most one more than the allowed number of changes,
        until an answer is close enough to fair. In each race compete the dungeons one change away from the fairest one
        so far that may still be changed. The winner becomes an answer if it is fairer than the original by more than
        chance. A smaller gain is still a base for the next race.

        Raises:
            PlaytestError: If no match on the dungeon has a winner.
        """
        original_fix = self._measure_shares(FairnessFix((), {}, self._original.layout))
        if original_fix is None:
            raise PlaytestError("nobody wins a match on this dungeon, so no fix can be measured")
        self.result.original_shares, max_moves = original_fix.shares, self._options.moves
        if is_fair(original_fix.shares):
            return
        has_winner = has_clear_change = False
        for attempt in range(max_moves + 1):
            base = next(fix for fix in (*self._fairer_fixes, original_fix) if len(fix.changes) < max_moves)
            winner = self._find_race_winner(
                list(islice(self._list_neighbours(base, attempt), FIRST_RACE_SIZE >> min(attempt, 1))), base
            )
            if winner is None:
                continue
            has_winner, is_clear = True, is_clearly_different(winner.shares, original_fix.shares)
            has_clear_change |= is_clear
            if winner.unfairness < original_fix.unfairness:
                self._add_fairer_fix(winner, is_clear)
                if is_close_enough(self._fairer_fixes[0].shares):
                    break
        self.result.has_only_chance_gains = has_winner and not has_clear_change
        self.result.cause = self._find_cause(original_fix)

    def _add_fairer_fix(self, fix: FairnessFix, is_answer: bool) -> None:
        """Keep a dungeon that is fairer than the original, in order of fairness; also in the result if it answers."""
        self._fairer_fixes = tuple(sorted((*self._fairer_fixes, fix), key=lambda other: other.unfairness))
        if is_answer:
            answers = (*self.result.answers, fix)
            self.result.answers = tuple(sorted(answers, key=lambda other: other.unfairness))

    def _list_neighbours(self, base: FairnessFix, attempt: int) -> Iterator[FairnessFix]:
        """Yield the legal dungeons that differ by one change from a base, from at most MAX_RACE_CANDIDATES tries.

        They are the contestants of a race: matches are played on all, and the less fair half leaves after each stage.
        Their shares of the wins are empty until then.

        Args:
            base: The dungeon to change; its changes come first in each result.
            attempt: The number of the race, which changes the seed so that each race gets other neighbours.
        """
        options = VaryOptions(
            locked=self._options.locked, seed=self._options.plan.seed + attempt, for_match_fairness=True
        )
        variations = try_changes(base.layout, self._original.ruleset, self._original.library, options)
        for variation in islice(variations, MAX_RACE_CANDIDATES):
            if variation is not None:
                change = Change(
                    variation.layout, variation.kind, variation.message, variation.values, variation.subject
                )
                yield FairnessFix(changes=(*base.changes, change), shares={}, layout=variation.layout)

    def _find_cause(self, original_fix: FairnessFix) -> FairnessFix | None:
        """Return the dungeon without the one object or passage that makes it most unfair.

        The dungeons of `list_removals` race. The winner counts only if it brings the balanced style's share nearer to
        a half by more than the error of measurement; otherwise the result is None.
        """
        winner = self._find_race_winner(
            [FairnessFix((change,), {}, change.layout) for change in list_removals(self._original)],
            original_fix,
            is_answer=False,
        )
        if winner is None:
            return None
        original_share, winner_share = original_fix.shares["balanced"], winner.shares["balanced"]
        improvement = abs(original_share.value - 0.5) - abs(winner_share.value - 0.5)
        return winner if improvement > math.hypot(original_share.half_width, winner_share.half_width) else None

    def _find_race_winner(
        self, contestants: list[FairnessFix], base: FairnessFix, is_answer: bool = True
    ) -> FairnessFix | None:
        """Return the fairest of some dungeons, found by a race in which the less fair half leaves after each stage.

        Args:
            contestants: The dungeons, each one change away from `base`.
            base: The dungeon with known shares, towards which the contestants' shares are drawn while matches are few.
            is_answer: Whether the winner may become an answer, so that its matches must be decided often enough.

        Returns:
            The winner with its shares in fresh matches; None if there is no contestant, nobody wins on the best one, or
            matches on the last two are decided too seldom.
        """
        plan, winners = self._options.plan, list[list[Any]]([] for _ in contestants)
        rounds_per_step = max(1, FIRST_RACE_GAMES // (GAMES_PER_ROUND * len(plan.pairings)))

        def play(racing_numbers: list[int], played_steps: int, target_steps: int) -> None:
            """Play matches on the dungeons still in the race, from one step up to another, and keep the winners.

            One step has about FIRST_RACE_GAMES matches of each style.
            """
            self._report_progress(f"{len(racing_numbers)} of {len(contestants)} still race", self.result)
            first_round, round_count = played_steps * rounds_per_step, (target_steps - played_steps) * rounds_per_step
            self._play_trials(
                [
                    Trial(number, contestants[number].layout, plan.seed, first_round, round_count)
                    for number in racing_numbers
                ],
                winners,
            )

        def measure_distance(number: int) -> float:
            """Return the estimated unfairness of the dungeon with a number; infinity if nobody won in a style."""
            shares = self._compute_shares(winners[number])
            return measure_unfairness(estimate_shares(shares, base.shares)) if len(shares) == len(STYLES) else math.inf

        finalists = (contestants[number] for number in run_halving_race(len(contestants), play, measure_distance))
        return next(
            (self._measure_shares(fix) for fix in finalists if not is_answer or self._is_worth_playing(fix)), None
        )

    def _is_worth_playing(self, fix: FairnessFix) -> bool:
        """Return whether matches on a changed dungeon are decided often enough, and count it in the result if not.

        True if that is not checked.
        """
        limit = self.result.decided_limit
        if not limit:
            return True
        board = build_board(fix.layout, self._original.library)
        games = measure_decided_share(board, self._original.ruleset, self._options.plan.seed, limit)
        self.result.seldom_decided_count += isinstance(games, str)
        return not isinstance(games, str)

    def _measure_shares(self, fix: FairnessFix) -> FairnessFix | None:
        """Return the changed dungeon with its shares of the wins in fresh matches.

        The winner of a race was also lucky, so its matches in the race would make it look too fair. These matches use
        another seed. None if no match can be played on the dungeon, or nobody won a match of some style.
        """
        plan, winners = self._options.plan, list[list[Any]]([[]])
        rounds_per_part = max(1, plan.games // (FINAL_GAME_PARTS * GAMES_PER_ROUND * len(plan.pairings)))
        self._report_progress("matches with other dice", self.result)
        seed = plan.seed + FINAL_SEED_OFFSET
        self._play_trials(
            [Trial(0, fix.layout, seed, part * rounds_per_part, rounds_per_part) for part in range(FINAL_GAME_PARTS)],
            winners,
        )
        shares = self._compute_shares(winners[0])
        return replace(fix, shares=shares) if len(shares) == len(STYLES) else None

    def _play_trials(self, trials: Sequence[Trial], winners_by_number: list[list[Any]]) -> None:
        """Let the workers play trials, and append the winners of the matches to the list of each contestant (dungeon).

        The order is that of the rounds, whichever worker finishes first.

        Args:
            trials: The trials to play.
            winners_by_number: For each contestant a list of arrays of winners as `TrialPlayer.play` returns them.
        """
        for trial, winners in sorted(self._workers.run_pieces(trials), key=lambda result: result[0].first_round):
            winners_by_number[trial.number].append(winners)

    def _compute_shares(self, winners: list[Any]) -> Shares:
        """Return the home team's share of the wins by style, without the styles in which nobody won a match.

        Args:
            winners: Arrays of winners as `TrialPlayer.play` returns them, in the order of the rounds.
        """
        tally = Tally(self._options.plan.pairings, 0, 0, False)
        rows = zip(STYLES, np.concatenate(winners, axis=1), strict=True)
        pairs = ((style, tally.measure_home_share(row[:, np.newaxis])) for style, row in rows)
        return {style: share for style, share in pairs if share is not None}


def find_fairness_fixes(
    original: OriginalDungeon,
    options: FairnessFixOptions,
    workers: TrialWorkers | None = None,
    report_progress: ProgressCallback = lambda message, result: None,
) -> FairnessFixes:
    """Find changes after which both teams win about equally often, and the cause of a dungeon's unfairness.

    Changed dungeons are compared by playing matches on them. The same seed gives the same result, whichever workers
    play. KeyboardInterrupt, from Ctrl+C or from `report_progress`, ends the search early; the results so far are
    returned. A symmetric dungeon needs no search.

    Args:
        original: The dungeon.
        options: The teams, the number of matches and moves, and the locked sections.
        workers: The workers that play; without them this process plays.
        report_progress: Called with a description of the current step and the results so far.

    Raises:
        PlaytestError: If no match can be played on the dungeon.
        EditError: If a locked section does not exist.
    """
    original.check_locked_sections()
    if is_fair_by_symmetry(original.board, original.ruleset):
        return FairnessFixes()
    mender = _FairnessFixer(
        original, options, workers or ThisProcess(build_trial_work(original, options.plan)), report_progress
    )
    try:
        mender.run()
    except KeyboardInterrupt:
        mender.result.stopped = True
    return mender.result


def list_removals(original: OriginalDungeon) -> Iterator[Change]:
    """Yield the dungeon with one thing removed: each chest, portal and trap, and each passage between two sections.

    A passage is removed by walling it up. The result shows which single thing makes a dungeon unfair. The changed
    dungeons need not be legal.
    """
    layout, sections = original.layout, original.board.sections

    def build_change(message: str, *values: object, **fields: Any) -> Change:
        """Return the change that replaces fields of the layout, with a message and the values of its placeholders."""
        return Change(replace(layout, **fields), ChangeKind.OBJECT, message, values, "")

    for index, chest in enumerate(layout.chests):
        yield build_change(_NO_CHEST, chest, chests=layout.chests[:index] + layout.chests[index + 1 :])
    for index, portal in enumerate(layout.portals):
        portals = layout.portals[:index] + layout.portals[index + 1 :]
        yield build_change(_NO_PORTAL, portal.number, portal.at, portals=portals)
    for index, trap in enumerate(layout.traps):
        yield build_change(_NO_TRAP, trap.kind.value, trap.at, traps=layout.traps[:index] + layout.traps[index + 1 :])
    for junction in original.context.junctions:
        if junction.is_passable:
            edges = [border for run in junction.runs for border in run.edges]
            section_names = (original.find_name(sections[number]) for number in junction.pair)
            walled_layout = add_edges(remove_edges(layout, "doors", edges), "walls", edges)
            yield Change(walled_layout, ChangeKind.DOOR, _NO_WAY, (*section_names, edges[0][0]), "")
