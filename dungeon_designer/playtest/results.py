"""Intervals over rounds, and when to stop.

A round is four games of two teams, sides and first turn swapped. Its games have dice of their own, but the same two
teams, so the rounds are taken as the independent pieces: the interval is that of a mean of their scores, each between
0 and 1. With few rounds, or all alike, the spread seen may be too small, so the interval is never narrower than
Wilson's for as many games as there are rounds' worth of.

`--precision` looks after each of at most ten equal parts of the games. Who looks ten times at a 95 % interval and stops
when he likes what he sees is wrong more often than once in twenty. So the intervals are widened so far that with all
ten looks together they miss with at most 5 % (Pocock's boundary for ten looks, 2.555 standard errors instead of 1.960;
S. J. Pocock, Group sequential methods in the design and analysis of clinical trials, Biometrika 64, 1977). Stopping by
the width alone would need less, since the width hardly tells of the share; the wider interval stays right whatever
one stops by.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from dungeon_designer.playtest import match
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.state import Array

LOOKS = 10
ONE_LOOK = 1.959964
TEN_LOOKS = 2.555


class Share(Struct, frozen=True):
    """A share with its 95 % interval, as fractions; `of` is how many rounds it rests on."""

    value: float
    low: float
    high: float
    of: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


HOME, AWAY, NOBODY = range(3)
ROUND = 4
"""Games a round: two teams, either side, either first."""


class Turns(Struct, frozen=True):
    """Turns a side to the first touchdown: one game in ten has it by `tenth`, a quarter by `lower`, and so on."""

    tenth: float
    lower: float
    median: float
    upper: float
    ninth: float


class Tally:
    """Counts games as they come; games count in whole waves, so that the order they come in makes no difference.

    `ended` says why no more came: `all`, `precise` or `stopped`; empty while they do.
    """

    def __init__(self, pairings: tuple[tuple[int, int], ...], squares: int, chests: int, sequential: bool) -> None:
        self.pairings = pairings
        self.chests = chests
        self.z = TEN_LOOKS if sequential else ONE_LOOK
        self.looks = 0
        self.ended = ""
        self.maps = np.zeros((3, squares), dtype=np.int64)
        self._waiting: list[tuple[int, int, Array, Array]] = []
        self._counted: list[tuple[int, int, Array]] = []

    def wait(self, pairing: int, first: int, results: Array, maps: Array) -> None:
        """Rounds of a pairing came, numbered from `first`; they count at the next look."""
        self._waiting.append((pairing, first, results, maps))

    def look(self, number: int) -> None:
        """Everything that waited counts now, in the order of the portions."""
        for pairing, first, results, maps in sorted(self._waiting, key=lambda part: part[:2]):
            self._counted.append((pairing, first, results))
            self.maps += maps
        self._waiting, self.looks = [], number

    def rows(self, pairing: int | None = None) -> Array:
        """A row for each game that counts, of one pairing or of all."""
        found = [results for of, _, results in self._counted if pairing is None or of == pairing]
        return np.concatenate([np.zeros((0, match.RESULT_COLUMNS), dtype=np.int32), *found])

    def numbers(self) -> Array:
        """The number in its series of each game that counts (see `series.place_of`), in the order of `rows`."""
        found = [np.zeros(0, dtype=np.int64)]
        for pairing, first, results in self._counted:
            played = np.arange(len(results))
            found.append(((first + played // ROUND) * len(self.pairings) + pairing) * ROUND + played % ROUND + 1)
        return np.concatenate(found)

    @property
    def games(self) -> int:
        """Games that count."""
        return sum(len(results) for *_, results in self._counted)

    @property
    def home_share(self) -> Share | None:
        """The home side's share of the games somebody won."""
        return self.share_of(self.rows())

    def share_of(self, rows: Array) -> Share | None:
        """The home side's share of the wins among some games."""
        return self._share(rows[:, match.WINNER] == HOME, rows[:, match.WINNER] != NOBODY)

    def won_by_first(self, rows: Array) -> Share | None:
        """The share of the side that had the first turn, of the games somebody won."""
        return self._share(rows[:, match.WINNER] == rows[:, match.FIRST_SIDE], rows[:, match.WINNER] != NOBODY)

    def won_by_team(self, pairing: int | None = None) -> Share | None:
        """The first team's share of the wins of a pairing, or of all: in a round it begins twice, then the other."""
        rows = self.rows(pairing)
        begins = np.arange(len(rows)) % ROUND < ROUND // 2
        first_won = rows[:, match.WINNER] == rows[:, match.FIRST_SIDE]
        return self._share(first_won == begins, rows[:, match.WINNER] != NOBODY)

    def unfinished(self, rows: Array) -> Share | None:
        """The share of games that were broken off after the most turns."""
        return self._share(rows[:, match.ENDING] == match.UNFINISHED)

    def decided(self, rows: Array, turns: int | None = None) -> Share | None:
        """The share of games with a touchdown, or an annihilation, in so many turns of both sides, or ever."""
        most = math.inf if turns is None else turns
        wiped_out = (rows[:, match.ENDING] == match.BY_ANNIHILATION) & (rows[:, match.OVER_AT] <= most)
        return self._share((rows[:, match.TOUCHDOWN] > 0) & (rows[:, match.SCORED_AT] <= most) | wiped_out)

    def over(self, rows: Array, turns: int) -> Share | None:
        """The share of games that were over, by whatever rule, after so many turns of both sides."""
        return self._share((rows[:, match.ENDING] != match.UNFINISHED) & (rows[:, match.OVER_AT] <= turns))

    def endings(self, rows: Array) -> dict[str, float]:
        """In what share of the games each ending came about."""
        found = np.bincount(rows[:, match.ENDING], minlength=len(match.ENDINGS)) / max(1, len(rows))
        return dict(zip(match.ENDINGS, map(float, found), strict=True))

    def touchdowns(self, rows: Array) -> float:
        """Touchdowns a match, of both sides together."""
        return self.mean(rows, match.GOALS_OF) + self.mean(rows, match.GOALS_OF + 1)

    def _share(self, hits: Array, among: Array | None = None) -> Share | None:
        """The share of `hits` among the games that count, or all, with its interval; None where none counts."""
        # A ratio of two sums over rounds, its spread by the usual linearisation (Cochran, Sampling Techniques, 6.4);
        # the interval is Wilson's for as many independent games as would spread as much.
        counting = np.ones(len(hits), dtype=np.bool_) if among is None else among
        scores = (hits & counting).reshape(-1, ROUND).sum(axis=1)
        counts = counting.reshape(-1, ROUND).sum(axis=1)
        total, z = float(counts.sum()), self.z
        if total <= 0:
            return None
        value = float(scores.sum()) / total
        rounds = int(np.count_nonzero(counts))
        residues = (scores - value * counts).astype(float)
        spread = float((residues**2).sum()) * rounds / max(1, rounds - 1) / total**2
        plain = value * (1 - value) / total
        effective = total if spread <= plain or plain <= 0 else total * plain / spread
        middle = (value + z * z / (2 * effective)) / (1 + z * z / effective)
        root = math.sqrt(value * (1 - value) / effective + z * z / (4 * effective * effective))
        half = z / (1 + z * z / effective) * root
        return Share(value, max(0.0, middle - half), min(1.0, middle + half), rounds)

    def turns(self, rows: Array) -> Turns | None:
        """How long the games took to the first touchdown, where there was one."""
        won = rows[rows[:, match.TOUCHDOWN] > 0, match.TURNS]
        return Turns(*(float(at) for at in np.percentile(won, (10, 25, 50, 75, 90)))) if len(won) else None

    def winning_chests(self, rows: Array) -> list[tuple[float, float]]:
        """Of each chest: how many of the home side's first touchdowns and of away's came out of it, as shares."""
        found = []
        for side in (HOME, AWAY):
            won = rows[rows[:, match.SCORED_FIRST] == side, match.BALL_CHEST]
            found.append(np.bincount(won, minlength=self.chests) / max(1, len(won)))
        return [(float(home), float(away)) for home, away in zip(*found, strict=True)]

    def losses(self, rows: Array) -> dict[str, float]:
        """Players lost a game, by cause."""
        lost = rows[:, match.LOST_BY : match.ENDING]
        return {cause: float(lost[:, i].mean()) if len(rows) else 0.0 for i, cause in enumerate(s.CAUSES)}

    def mean(self, rows: Array, column: int) -> float:
        """The mean of a column of the results."""
        return float(rows[:, column].mean()) if len(rows) else 0.0


FAIR = (0.48, 0.52)


def outcome_of(found: Share | None) -> str:
    """A share of the home side in a word: `fair`, `home`, `away` or `unsettled`.

    Fair is an interval that lies within 48 and 52 %, leaning one that leaves 50 % out.
    """
    if found is None:
        return "unsettled"
    if found.low > 0.5:
        return "home"
    if found.high < 0.5:
        return "away"
    return "fair" if found.low >= FAIR[0] and found.high <= FAIR[1] else "unsettled"


def side_of_fair(found: Share) -> int | None:
    """Where an interval lies: 0 within 48 to 52 %, 1 wholly above, -1 wholly below; None where it is not settled."""
    if found.low > FAIR[1]:
        return 1
    if found.high < FAIR[0]:
        return -1
    return 0 if found.low >= FAIR[0] and found.high <= FAIR[1] else None


def over_styles(styles: Sequence[Share | None], even: bool = False) -> str:
    """A verdict over the home side's shares by style of play: `fair`, `unfair`, `depends` or `unsettled`.

    Fair: all within 48 to 52 %, or both sides have the same dungeon (`even`). Unfair: all wholly outside, on one side.
    It depends on how one plays: one is wholly outside, another within, or outside on the other side.
    """
    sides = {side_of_fair(found) if found else None for found in styles}
    if even or sides == {0}:
        return "fair"
    if len(sides - {None}) > 1:
        return "depends"
    return "unfair" if sides in ({1}, {-1}) else "unsettled"


def games_to_settle(styles: Sequence[Share | None], games: int) -> int:
    """How many games of each style would bring each interval within 48 to 52 % or out of it, if the shares stay as they
    are after `games`; 0 where none would be more than those."""
    wanted = 0.0
    for found in styles:
        if found and side_of_fair(found) is None:
            off = max(1e-4, min(abs(found.value - bound) for bound in FAIR))
            wanted = max(wanted, (found.half_width / off) ** 2 * games)
    return math.ceil(wanted)
