"""Many games: which are played, in what portions, by which processes; and when enough have been.

A game is known by the seed, the pairing and the number of its round, so the same ones are played however many processes
share them. A portion is some rounds of one pairing, and portions are asked for in a fixed order. What is reported
counts whole waves of portions only, so it does not depend on which process was faster.
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
from dungeon_designer.playtest.results import LOOKS, ROUND, Tally
from dungeon_designer.playtest.teams import STYLES, USUAL, CoachStyle, TeamRoster, coach
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.workers import Work, Workers

PORTION = 25
"""Rounds that are handed to a process at a time."""


class MatchPlan(Struct, frozen=True):
    """What is to be played.

    teams      the teams; each pair of different ones is a pairing, and one alone plays against itself
    games      how many games at most, all pairings together
    precision  stop earlier, once the share of the home side is known to plus or minus this (0.02 for 2 %); None never
    seed       which games
    coaches    one, who plays both teams, or two, of whom the first plays the first team of each pairing
    styles     whether the other styles play as many games, each against itself, for a verdict over all of them
    turn_minutes  minutes a turn; None for the ruleset's
    clock      whether the book's time ends a match
    """

    teams: tuple[TeamRoster, ...]
    games: int = 10_000
    precision: float | None = None
    seed: int = 1
    coaches: tuple[CoachStyle, ...] = msgspec.field(default_factory=lambda: (coach(USUAL),))
    styles: bool = False
    turn_minutes: int | None = None
    clock: bool = True

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Every pair of teams, by their place, each against itself too; of two coaches either has either team."""
        count = range(len(self.teams))
        return tuple((one, other) for one in count for other in count if one <= other or len(self.coaches) > 1)

    @property
    def others(self) -> list[MatchPlan]:
        """The plans of the other styles for a verdict over all of them."""
        here = {each.name for each in self.coaches}
        found = [coach(name) for name in STYLES] if self.styles else []
        return [replace(self, coaches=(style,), styles=False) for style in found if style.name not in here]

    def timed(self, ruleset: Ruleset) -> Ruleset:
        """A ruleset with the minutes a turn and the clock that are asked for."""
        unset = set() if self.clock else {"deadlines"}
        play = {key: value for key, value in ruleset.play.items() if key not in unset}
        return replace(ruleset, play=play | ({"turn_minutes": self.turn_minutes} if self.turn_minutes else {}))


class Portion(Struct, frozen=True):
    """Some rounds of one pairing."""

    pairing: int
    first: int
    count: int


def place_of(plan: MatchPlan, number: int) -> tuple[int, int, int]:
    """The pairing, the round and the place in it of a game; games are numbered from 1, round by round.

    PlaytestError where the series has no such game.
    """
    pairings = len(plan.pairings)
    most = max(1, plan.games // (ROUND * pairings)) * ROUND * pairings
    if not 1 <= number <= most:
        raise PlaytestError(f"there is no game {number}: the series has games 1 to {most:,}")
    rest, place = divmod(number - 1, ROUND)
    return rest % pairings, rest // pairings, place


class PortionResult(Struct):
    """What came of a portion: a row for each game, and the maps of where players walked, fought and fell."""

    portion: Portion
    results: Any
    maps: Any


class PortionPlayer:
    """One process's place to play on: an arena and the teams, ready for any portion."""

    def __init__(self, arena: Arena, plan: MatchPlan) -> None:
        self._game = arena.game()
        self._plan = plan
        self._rosters = [team.roster for team in plan.teams]
        self._coaches = np.array([plan.coaches[0].row, plan.coaches[-1].row])

    def play(self, portion: Portion) -> PortionResult:
        """Play a portion."""
        one, other = self._plan.pairings[portion.pairing]
        teams = self._plan.teams
        results = np.zeros((ROUND * portion.count, RESULT_COLUMNS), dtype=np.int64)
        rerolls = np.array([teams[one].rerolls, teams[other].rerolls], dtype=np.int64)
        self._game.board[:] = 0
        seed = self._plan.seed + (portion.pairing << 48)
        rosters = self._rosters[one], self._rosters[other]
        play_rounds(self._game, seed, portion.first, portion.count, *rosters, rerolls, self._coaches, results)
        maps = np.ascontiguousarray(self._game.board[:, [s.WALKED, s.FOUGHT, s.FELL]].T)
        return PortionResult(portion, results.astype(np.int32), maps)


def waves(plan: MatchPlan) -> Iterator[list[Portion]]:
    """The portions in the order they count in. After each wave one looks whether that is enough.

    A wave has the same number of rounds of each pairing; the waves grow, so that there are few looks.
    """
    pairings = len(plan.pairings)
    wanted = max(1, plan.games // (ROUND * pairings))
    done = 0
    for look in range(1, LOOKS + 1):
        until = -(-wanted * look // LOOKS)
        if until > done:
            yield [
                Portion(pairing, first, min(PORTION, until - first))
                for first in range(done, until, PORTION)
                for pairing in range(pairings)
            ]
        done = until


def work_of(arena: Arena, plan: MatchPlan) -> Work[Portion, PortionResult]:
    """Playing a plan, for whoever shares in it."""
    return Work((arena, plan), PortionPlayer, PortionPlayer.play)


def run(
    plan: MatchPlan,
    tally: Tally,
    workers: Workers[Portion, PortionResult],
    told: Callable[[int], None] = lambda games: None,
) -> Tally:
    """Play until all games are played or it is known precisely enough; `told` hears of each portion's games.

    KeyboardInterrupt, from Ctrl+C or from `told`, ends it, too: what is known so far is in `tally`.
    """
    try:
        for number, wave in enumerate(waves(plan), start=1):
            for played in workers.done(wave):
                tally.wait(played.portion.pairing, played.portion.first, played.results, played.maps)
                told(len(played.results))
            tally.look(number)
            home = tally.home_share if plan.precision is not None else None
            if home and home.half_width <= (plan.precision or 0):
                tally.ended = "precise"
                return tally
        tally.ended = "all"
    except KeyboardInterrupt:
        tally.look(tally.looks + 1)  # no more games come, so what came since the last look counts, too
        tally.ended = "stopped"
    return tally


def tally_for(arena: Arena, plan: MatchPlan) -> Tally:
    """An empty count of a plan's games on a dungeon."""
    return Tally(plan.pairings, len(arena.board), len(arena.chests), plan.precision is not None)
