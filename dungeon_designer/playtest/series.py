"""Play a series of matches: which are played, in what portions, by which processes, and when enough have been played.

A match is identified by the seed, the pairing and the number of its round, so the same matches are played by any number
of processes. A portion is some rounds of one pairing; portions are handed out in a fixed order. Reports count whole
waves of portions only, so they do not depend on which process was faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import Arena
from dungeon_designer.playtest.match import RESULT_COLUMNS, play_rounds
from dungeon_designer.playtest.results import GAMES_PER_ROUND, MAX_LOOKS, Tally
from dungeon_designer.playtest.teams import DEFAULT_COACH, STYLES, CoachStyle, TeamRoster, load_coach
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.workers import Work, Workers

DEFAULT_GAMES = 4_400
"""How many matches of each style are played if nobody says how many: a share is then known to plus or minus 1.5 %."""
ROUNDS_PER_PORTION = 25
"""Rounds that are handed to a process at a time."""


class MatchPlan(Struct, frozen=True):
    """The matches to be played with a dungeon.

    Attributes:
        teams: the teams; each pair of different ones is a pairing, and so is each team against itself
        games: how many matches at most, all pairings together
        precision: stop once the home team's share is known to plus or minus this (0.02 for 2 %); None never
        seed: selects the dice
        coaches: one coach who plays both teams, or two, of whom the first plays the first team of each pairing
        styles: whether the other styles also play as many matches, each against itself, for a verdict over all
        turn_minutes: minutes a turn; None for the ruleset's
        clock: whether the book's time ends a match
    """

    teams: tuple[TeamRoster, ...]
    games: int = DEFAULT_GAMES
    precision: float | None = None
    seed: int = 1
    coaches: tuple[CoachStyle, ...] = msgspec.field(default_factory=lambda: (load_coach(DEFAULT_COACH),))
    styles: bool = False
    turn_minutes: int | None = None
    clock: bool = True

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """The pairs of teams that play, by their numbers: each team against each other and against itself.

        With two coaches each pair of different teams is listed in both orders, since the first team has the first
        coach.
        """
        count = range(len(self.teams))
        return tuple((first, second) for first in count for second in count if first <= second or len(self.coaches) > 1)

    @property
    def style_plans(self) -> list[MatchPlan]:
        """The plans of the other styles, each played by one coach against himself, for a verdict over all styles.

        Empty unless `styles` is set; coaches who already play are left out.
        """
        names_played = {coach.name for coach in self.coaches}
        styles = [load_coach(name) for name in STYLES] if self.styles else []
        return [replace(self, coaches=(style,), styles=False) for style in styles if style.name not in names_played]

    def apply_times(self, ruleset: Ruleset) -> Ruleset:
        """Return a ruleset with this plan's minutes a turn, and without deadlines if the plan has no clock."""
        removed_keys = set() if self.clock else {"deadlines"}
        play = {key: value for key, value in ruleset.play.items() if key not in removed_keys}
        return replace(ruleset, play=play | ({"turn_minutes": self.turn_minutes} if self.turn_minutes else {}))


class Portion(Struct, frozen=True):
    """A few consecutive rounds of one pairing, the unit of work that is handed to a process.

    Attributes:
        pairing: the number of the pairing
        first: the number of the first round
        count: how many rounds
    """

    pairing: int
    first: int
    count: int


def locate_game(plan: MatchPlan, number: int) -> tuple[int, int, int]:
    """Return for the number of a match the number of its pairing, its round and its place in the round (0 to 3).

    Matches are numbered from 1: the first round of each pairing, then the second of each, and so on.

    Raises:
        PlaytestError: the series has no such match
    """
    pairings = len(plan.pairings)
    game_count = max(1, plan.games // (GAMES_PER_ROUND * pairings)) * GAMES_PER_ROUND * pairings
    if not 1 <= number <= game_count:
        raise PlaytestError(f"there is no match {number}: the series has matches 1 to {game_count:,}")
    round_number, place = divmod(number - 1, GAMES_PER_ROUND)
    return round_number % pairings, round_number // pairings, place


class PortionResult(Struct):
    """The results of a portion.

    Attributes:
        portion: what was played
        results: a row of RESULT_COLUMNS for each match
        maps: 3 x N: for each square the steps onto it, blocks and falls on it
    """

    portion: Portion
    results: Any
    maps: Any


class PortionPlayer:
    """A player of portions in one process: an arena and the teams, ready for any portion.

    Args:
        arena: the dungeon to play on
        plan: the plan to which the portions belong
    """

    def __init__(self, arena: Arena, plan: MatchPlan) -> None:
        """Create the game that all portions are played on, and the rows of teams and coaches."""
        self._game = arena.create_game()
        self._plan = plan
        self._rosters = [team.player_rows for team in plan.teams]
        self._coaches = np.array([plan.coaches[0].weight_row, plan.coaches[-1].weight_row])

    def play_portion(self, portion: Portion) -> PortionResult:
        """Play all rounds of a portion and return a row of results for each match, and the counts for each square."""
        first, second = self._plan.pairings[portion.pairing]
        teams = self._plan.teams
        results = np.zeros((GAMES_PER_ROUND * portion.count, RESULT_COLUMNS), dtype=np.int64)
        rerolls = np.array([teams[first].rerolls, teams[second].rerolls], dtype=np.int64)
        self._game.board[:] = 0
        seed = self._plan.seed + (portion.pairing << 48)
        rosters = self._rosters[first], self._rosters[second]
        play_rounds(self._game, seed, portion.first, portion.count, *rosters, rerolls, self._coaches, results)
        maps = np.ascontiguousarray(self._game.board[:, [s.WALK_COUNT, s.BLOCK_COUNT, s.FALL_COUNT]].T)
        return PortionResult(portion, results.astype(np.int32), maps)


def list_waves(plan: MatchPlan) -> Iterator[list[Portion]]:
    """Yield all portions of a plan in the order in which they count, in at most ten lists, the waves.

    After each wave the results are looked at, and the series may end. So a wave has the same number of rounds of each
    pairing.
    """
    pairings = len(plan.pairings)
    round_count = max(1, plan.games // (GAMES_PER_ROUND * pairings))
    start = 0
    for look in range(1, MAX_LOOKS + 1):
        end = -(-round_count * look // MAX_LOOKS)
        if end > start:
            yield [
                Portion(pairing, first, min(ROUNDS_PER_PORTION, end - first))
                for first in range(start, end, ROUNDS_PER_PORTION)
                for pairing in range(pairings)
            ]
        start = end


def build_work(arena: Arena, plan: MatchPlan) -> Work[Portion, PortionResult]:
    """Return the matches of a plan on an arena as work that can be shared among processes, portion by portion."""
    return Work((arena, plan), PortionPlayer, PortionPlayer.play_portion)


def play_series(
    plan: MatchPlan,
    tally: Tally,
    workers: Workers[Portion, PortionResult],
    report_progress: Callable[[int], None] = lambda games: None,
) -> Tally:
    """Play the portions of a plan until all are played or the result is precise enough; return the tally.

    Its `ended` then says why no more matches are played. KeyboardInterrupt, from Ctrl+C or from `report_progress`, also
    ends the series: the tally then has what was counted.

    Args:
        plan: the matches to be played
        tally: counts the results; is changed
        workers: the processes that play
        report_progress: is called with the number of matches of each portion
    """
    try:
        for number, wave in enumerate(list_waves(plan), start=1):
            for portion_result in workers.run_pieces(wave):
                tally.add_rounds(
                    portion_result.portion.pairing,
                    portion_result.portion.first,
                    portion_result.results,
                    portion_result.maps,
                )
                report_progress(len(portion_result.results))
            tally.count_waiting(number)
            home_share = tally.home_share if plan.precision is not None else None
            if home_share and home_share.half_width <= (plan.precision or 0):
                tally.ended = "precise"
                return tally
        tally.ended = "all"
    except KeyboardInterrupt:
        tally.count_waiting(tally.looks + 1)  # no more matches come, so those since the last look count, too
        tally.ended = "stopped"
    return tally


def create_tally(arena: Arena, plan: MatchPlan) -> Tally:
    """Return an empty tally: the object that counts the results of a plan's matches, for each pair of teams.

    It reports shares of wins with intervals of confidence. If the plan may stop as soon as the share is precise enough,
    the intervals are wider, since they are looked at several times and must be right each time.

    Args:
        arena: the dungeon as arrays for fast matches
        plan: the teams, the coaches and the number of matches
    """
    return Tally(plan.pairings, len(arena.board), len(arena.chests), plan.precision is not None)
