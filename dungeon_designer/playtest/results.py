"""Count the results of matches and compute intervals over rounds.

A round is four matches of two teams, with end zones and first turn swapped. Its matches have separate dice but the same
two teams, so the rounds are taken as the independent units: the interval is that of a mean of their scores, each
between 0 and 1. With few rounds, or with equal ones, the observed spread may be too small, so the interval is never
narrower than Wilson's for the equivalent number of matches.

With `--precision` the results are looked at after each of at most ten equal parts of the matches. Whoever looks ten
times at a 95 % interval and stops at a good result is wrong more often than once in twenty. So the intervals are
widened until all ten looks together miss with at most 5 % (Pocock's boundary for ten looks, 2.555 standard errors
instead of 1.960; S. J. Pocock, Group sequential methods in the design and analysis of clinical trials, Biometrika 64,
1977). Stopping by the width alone would need less, since the width says little about the share; the wider interval is
right whatever one stops by.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from dungeon_designer.playtest import match
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.state import Array

MAX_LOOKS = 10
"""How often the results are looked at with `--precision`."""
Z_ONE_LOOK = 1.959964
"""Standard errors from a share to each end of its interval, with one look."""
Z_TEN_LOOKS = 2.555
"""The same with ten looks."""


class Share(Struct, frozen=True):
    """A share with its 95 % interval, as fractions.

    Attributes:
        value: the share, 0 to 1
        low: the lower end of the interval
        high: the upper end of the interval
        of: how many rounds the share rests on
    """

    value: float
    low: float
    high: float
    of: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


HOME, AWAY, NOBODY = range(3)
"""Codes of teams in the rows of results."""
GAMES_PER_ROUND = 4
"""Matches in a round: two teams, each from either end zone, each with the first turn."""


class TurnQuantiles(Struct, frozen=True):
    """Turns of a team to the first touchdown, or to the end of the match: quantiles over matches.

    Attributes:
        tenth: 10 % of the matches had the touchdown, or had ended, by this turn
        lower: 25 %
        median: 50 %
        upper: 75 %
        ninth: 90 %
    """

    tenth: float
    lower: float
    median: float
    upper: float
    ninth: float


class Tally:
    """The results of the matches played so far, with methods that measure shares and means from them.

    Matches count in whole waves, so the order in which results arrive makes no difference.

    Attributes:
        pairings: the pairs of teams that play
        chests: how many chests the dungeon has
        z: standard errors to each end of an interval
        looks: how often the results were looked at
        ended: why no more matches are played: `all`, `precise` or `stopped`; empty while matches are played
        maps: 3 x N: for each square how often players walked there, were blocked there and fell there
    """

    def __init__(self, pairings: tuple[tuple[int, int], ...], squares: int, chests: int, sequential: bool) -> None:
        """Start an empty tally.

        Args:
            pairings: the pairs of teams that play
            squares: how many squares the dungeon has
            chests: how many chests it has
            sequential: whether the series may end at one of ten looks, which widens all intervals
        """
        self.pairings = pairings
        self.chests = chests
        self.z = Z_TEN_LOOKS if sequential else Z_ONE_LOOK
        self.looks = 0
        self.ended = ""
        self.maps = np.zeros((3, squares), dtype=np.int64)
        self._waiting: list[tuple[int, int, Array, Array]] = []
        self._counted: list[tuple[int, int, Array]] = []

    def add_rounds(self, pairing: int, first: int, results: Array, maps: Array) -> None:
        """Add the results of some rounds of a pairing; they wait until `count_waiting` counts them.

        Args:
            pairing: the number of the pairing
            first: the number of the first round
            results: a row for each match
            maps: 3 x N: the counts per square of these rounds
        """
        self._waiting.append((pairing, first, results, maps))

    def count_waiting(self, look_number: int) -> None:
        """Count all rounds that were added since the last call, sorted by pairing and round.

        Args:
            look_number: the number of times the results have been looked at by now
        """
        for pairing, first, results, maps in sorted(self._waiting, key=lambda entry: entry[:2]):
            self._counted.append((pairing, first, results))
            self.maps += maps
        self._waiting, self.looks = [], look_number

    def select_rows(self, pairing: int | None = None) -> Array:
        """Return the result rows of the matches that count: those of one pairing, or of all (None).

        Rows of a round stay together, so each four rows are a round.
        """
        parts = [results for row_pairing, _, results in self._counted if pairing is None or row_pairing == pairing]
        return np.concatenate([np.zeros((0, match.RESULT_COLUMNS), dtype=np.int32), *parts])

    def list_numbers(self) -> Array:
        """Return for each row of `select_rows()` the number of its match in the series, from 1.

        `locate_game` finds a match by this number.
        """
        parts = [np.zeros(0, dtype=np.int64)]
        for pairing, first, results in self._counted:
            index = np.arange(len(results))
            parts.append(
                ((first + index // GAMES_PER_ROUND) * len(self.pairings) + pairing) * GAMES_PER_ROUND
                + index % GAMES_PER_ROUND
                + 1
            )
        return np.concatenate(parts)

    @property
    def games(self) -> int:
        """The number of matches counted so far."""
        return sum(len(results) for *_, results in self._counted)

    @property
    def home_share(self) -> Share | None:
        """The home team's share of the matches that somebody won; None if nobody won any."""
        return self.measure_home_share(self.select_rows())

    def measure_home_share(self, rows: Array) -> Share | None:
        """Return the home team's share of those of the given matches that somebody won; None if nobody won any."""
        return self._measure_share(rows[:, match.WINNER] == HOME, rows[:, match.WINNER] != NOBODY)

    def measure_first_turn_share(self, rows: Array) -> Share | None:
        """Return the share of the team with the first turn in those of the given matches that somebody won.

        None if nobody won any.
        """
        return self._measure_share(rows[:, match.WINNER] == rows[:, match.FIRST_TEAM], rows[:, match.WINNER] != NOBODY)

    def measure_team_share(self, pairing: int | None = None) -> Share | None:
        """Return the first team's share of the matches that somebody won; None if nobody won any.

        In a round the first team has the first turn in the first two matches, the second team in the others.

        Args:
            pairing: the number of the pairing whose matches are taken; None for all
        """
        rows = self.select_rows(pairing)
        has_first_turn = np.arange(len(rows)) % GAMES_PER_ROUND < GAMES_PER_ROUND // 2
        starter_won = rows[:, match.WINNER] == rows[:, match.FIRST_TEAM]
        return self._measure_share(starter_won == has_first_turn, rows[:, match.WINNER] != NOBODY)

    def measure_unfinished_share(self, rows: Array) -> Share | None:
        """Return the share of the given matches that had no winner after the greatest number of turns.

        None if no match is given.
        """
        return self._measure_share(rows[:, match.ENDING] == match.UNFINISHED)

    def measure_decided_share(self, rows: Array, turns: int | None = None) -> Share | None:
        """Return the share of the given matches with a touchdown or annihilation within some turns; None for no match.

        Annihilation means that a team has no player left.

        Args:
            rows: the result rows of the matches
            turns: the number of turns, those of both teams counted together; None for any time
        """
        last_turn = math.inf if turns is None else turns
        is_annihilation = (rows[:, match.ENDING] == match.BY_ANNIHILATION) & (rows[:, match.LAST_TURN] <= last_turn)
        return self._measure_share(
            (rows[:, match.HAS_TOUCHDOWN] > 0) & (rows[:, match.FIRST_SCORE_TURN] <= last_turn) | is_annihilation
        )

    def measure_over_share(self, rows: Array, turns: int) -> Share | None:
        """Return the share of the given matches that had ended, by whatever rule, after some turns; None for no match.

        Args:
            rows: the result rows of the matches
            turns: the number of turns, those of both teams counted together
        """
        return self._measure_share((rows[:, match.ENDING] != match.UNFINISHED) & (rows[:, match.LAST_TURN] <= turns))

    def measure_endings(self, rows: Array) -> dict[str, float]:
        """Return the share of the given matches for each of `match.ENDINGS`, by its name."""
        shares = np.bincount(rows[:, match.ENDING], minlength=len(match.ENDINGS)) / max(1, len(rows))
        return dict(zip(match.ENDINGS, map(float, shares), strict=True))

    def measure_touchdowns(self, rows: Array) -> float:
        """Return the mean number of touchdowns in one of the given matches, those of both teams together."""
        return self.measure_mean(rows, match.TOUCHDOWNS) + self.measure_mean(rows, match.TOUCHDOWNS + 1)

    def _measure_share(self, hits: Array, included: Array | None = None) -> Share | None:
        """Return the share of hits among the included matches, with its interval; None if no match is included.

        Args:
            hits: for each match, whether it is a hit
            included: for each match, whether it counts; None for all
        """
        # A ratio of two sums over rounds, its spread by the usual linearisation (Cochran, Sampling Techniques, 6.4);
        # the interval is Wilson's for as many independent games as would spread as much.
        counted = np.ones(len(hits), dtype=np.bool_) if included is None else included
        scores = (hits & counted).reshape(-1, GAMES_PER_ROUND).sum(axis=1)
        counts = counted.reshape(-1, GAMES_PER_ROUND).sum(axis=1)
        total, z = float(counts.sum()), self.z
        if total <= 0:
            return None
        value = float(scores.sum()) / total
        rounds = int(np.count_nonzero(counts))
        residues = (scores - value * counts).astype(float)
        variance = float((residues**2).sum()) * rounds / max(1, rounds - 1) / total**2
        binomial_variance = value * (1 - value) / total
        effective_count = (
            total if variance <= binomial_variance or binomial_variance <= 0 else total * binomial_variance / variance
        )
        middle = (value + z * z / (2 * effective_count)) / (1 + z * z / effective_count)
        root = math.sqrt(value * (1 - value) / effective_count + z * z / (4 * effective_count * effective_count))
        half = z / (1 + z * z / effective_count) * root
        return Share(value, max(0.0, middle - half), min(1.0, middle + half), rounds)

    def measure_length(self, rows: Array) -> TurnQuantiles | None:
        """Return the quantiles of the turns of a team in the given matches, however they ended; None for no match."""
        if not len(rows):
            return None
        turns = -(-rows[:, match.LAST_TURN] // 2)  # LAST_TURN counts those of both teams
        return TurnQuantiles(*(float(quantile) for quantile in np.percentile(turns, (10, 25, 50, 75, 90))))

    def measure_turns(self, rows: Array) -> TurnQuantiles | None:
        """Return the quantiles of a team's turns to the first touchdown over those of the given matches that had one.

        None if no match had one.
        """
        turns_to_touchdown = rows[rows[:, match.HAS_TOUCHDOWN] > 0, match.TURNS]
        if not len(turns_to_touchdown):
            return None
        return TurnQuantiles(*(float(quantile) for quantile in np.percentile(turns_to_touchdown, (10, 25, 50, 75, 90))))

    def measure_winning_chests(self, rows: Array) -> list[tuple[float, float]]:
        """Return for each chest a pair: in what share of home's and of away's first touchdowns the ball came from it.

        Args:
            rows: the result rows of the matches
        """
        shares_by_team = []
        for team_number in (HOME, AWAY):
            chest_numbers = rows[rows[:, match.FIRST_SCORER] == team_number, match.BALL_CHEST]
            shares_by_team.append(np.bincount(chest_numbers, minlength=self.chests) / max(1, len(chest_numbers)))
        return [(float(home), float(away)) for home, away in zip(*shares_by_team, strict=True)]

    def measure_losses(self, rows: Array) -> dict[str, float]:
        """Return the mean number of players lost in one of the given matches, by cause (see `state.CAUSES`)."""
        losses = rows[:, match.LOSSES_BY_CAUSE : match.ENDING]
        return {cause: float(losses[:, i].mean()) if len(rows) else 0.0 for i, cause in enumerate(s.CAUSES)}

    def measure_losses_by_team(self, rows: Array) -> dict[str, dict[str, float]]:
        """Return the mean number of players that `home` and `away` lost in one of the given matches, by cause."""
        losses = rows[:, match.LOSSES_BY_CAUSE : match.ENDING]
        home_losses = rows[:, match.HOME_LOSSES_BY_CAUSE : match.HOME_LOSSES_BY_CAUSE + len(s.CAUSES)]
        return {
            team: dict(zip(s.CAUSES, map(float, team_losses.sum(axis=0) / max(1, len(rows))), strict=True))
            for team, team_losses in (("home", home_losses), ("away", losses - home_losses))
        }

    def measure_idle_share(self, rows: Array) -> float:
        """Return the share of idle players among those who stand in the dungeon at the end of their team's turn.

        A player is idle if he stands, no opponent marks him, and he did not move or block in this turn. 0 without rows.
        """
        return float(rows[:, match.IDLE_PLAYERS].sum() / max(1, rows[:, match.STANDING_PLAYERS].sum()))

    def measure_mean(self, rows: Array, column: int) -> float:
        """Return the mean of a column over the given result rows; 0 without rows."""
        return float(rows[:, column].mean()) if len(rows) else 0.0


def measure_total_home_share(tallies: Sequence[Tally]) -> Share | None:
    """Return the home team's share of the matches of several tallies together; None if nobody won a match.

    Args:
        tallies: the results of each style of play, all with the same number of looks; at least one
    """
    return tallies[0].measure_home_share(np.concatenate([tally.select_rows() for tally in tallies]))
