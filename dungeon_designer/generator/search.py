"""The search: rounds of candidates, grown from genomes inherited from the archive, judged, and entered in order.

A candidate is known by the seed, its round and its number in the round, and its parent is chosen from the archive as
it is when the round begins. So the same archive comes about however many processes share the work. (MAP-Elites:
Mouret and Clune, Illuminating search spaces by mapping elites, 2015.)

Matches take far longer than all else, so they come last in a round, lot by lot, and only on dungeons that the archive
as it is before the lot would keep.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.judging import judged, played, settled
from dungeon_designer.generator.options import Genome, Grower, Request, fresh, inherited
from dungeon_designer.generator.proposal import Proposal, Refusal
from dungeon_designer.generator.wishes import CHAMBER, Wish, wishes_of, with_wishes
from dungeon_designer.rulesets.model import RuleLevel
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.workers import ThisProcess, Work, Workers

SMALLEST, LARGEST = 16, 128
"""Candidates in the first round, and in later ones: each round has twice as many as the one before, up to these."""

UNRELATED = 0.3  # the share of candidates that inherit from none
PATIENCE = 2_000  # so many candidates in a row that are not kept end a search that has no time of its own
LOT = 4  # candidates that a worker of a cluster gets at a time

LEAST_PLAYED, TIMED_LOT = 4, 32
"""So many dungeons at least are played on at a time; and so many where there is a time for the search."""

UNGROWN = "growth"  # what failed where no floor was grown at all

OF_TILES = ("tile-mix", "door-missing")  # rules that are about tiles where a ruleset names any


class Candidate(Struct, frozen=True):
    """A dungeon to be tried: where it stands in the search, its dice and its genome."""

    round: int
    number: int
    seed: int
    genome: Genome


class Match(Struct, frozen=True):
    """A dungeon to be played on, with the number of its candidate in the round."""

    number: int
    proposal: Proposal


SearchTask = Candidate | Match


class Tried(Struct, frozen=True):
    """What came of a candidate, and whether that is all: a dungeon that is not settled is still to be played on."""

    number: int
    outcome: Proposal | Refusal
    settled: bool = True


def lays_tiles(request: Request) -> bool:
    """Whether the floor is laid from tiles: the request names some, or the ruleset, and one of its rules is on them.

    A ruleset that counts sections by their kind and names no tiles is content with drawn ones.
    """
    rules = request.ruleset.rules
    asked = {name for name, entry in rules.items() if entry.level is not RuleLevel.OFF}
    named = "tile-supply" in asked or ("tile-supply" in rules and not asked.isdisjoint(OF_TILES))
    return bool(request.tiles or request.stock or named)


def possible_wishes(request: Request) -> dict[str, Wish]:
    """What one may wish of the dungeons of a request, by key."""
    return wishes_of(request, lays_tiles(request))


def grower_of(request: Request) -> Grower:
    """What grows the floors of a request: the ruleset's own data say so, never its name."""
    if lays_tiles(request):
        from dungeon_designer.generator.tiled_floor.growing import grow
    else:
        from dungeon_designer.generator.free_floor.growing import grow
    return grow


def attempt(request: Request, piece: SearchTask) -> Tried:
    """Grow a candidate and judge it, or play on a dungeon."""
    if isinstance(piece, Match):
        return Tried(piece.number, played(piece.proposal, request))
    dice = Random(piece.seed)
    if CHAMBER in request.wants:
        from dungeon_designer.generator.tiled_floor.ideas import with_chamber

        floor = with_chamber(request, lambda less: grower_of(request)(less, piece.genome, dice), dice)
    else:
        floor = grower_of(request)(request, piece.genome, dice)
    outcome = judged(floor, request, piece.genome, piece.seed) if floor else Refusal()
    if isinstance(outcome, Refusal):
        return Tried(piece.number, outcome)
    outcome = replace(outcome, made=(piece.round, piece.number))
    return Tried(piece.number, outcome, settled(outcome, request))


def work_of(request: Request) -> Work[SearchTask, Tried]:
    """Trying candidates, for whoever shares in it; other machines are sent the tiles, not where they stand here."""
    return Work((replace(request, library=TileLibrary(request.library)),), _itself, attempt, LOT)


def _itself(request: Request) -> Request:
    return request


class SearchResult(Struct):
    """What came of a search."""

    archive: Archive  # the dungeons kept
    refusals: Counter[str]  # how often each rule stood in the way
    tried: int = 0  # how many candidates there were
    ended: str = ""  # ``found`` as many as wanted, ``time``, ``patience`` or ``stopped``


def propose(
    request: Request,
    count: int,
    *,
    seconds: float | None = None,
    archive: Archive | None = None,
    workers: Workers[SearchTask, Tried] | None = None,
    told: Callable[[Archive, int], None] = lambda archive, kept: None,
) -> SearchResult:
    """Search until `count` dungeons are found, or for as many seconds, in whole rounds.

    Goes on from `archive`, if one is given; `told` hears of it after each round and each lot of matches, and how many
    were kept since. KeyboardInterrupt ends the search, too, and what was found until then is kept. Without `seconds` it
    also ends when nothing new was found for long. Matches end with the lot in which the time is up.
    """
    found = SearchResult(Archive(request, count) if archive is None else archive, Counter())
    found.archive.count = count
    until = None if seconds is None else time.monotonic() + seconds
    search, fruitless = _Search(found, count, until, workers or ThisProcess(work_of(request)), told), 0
    try:
        while not (ended := search.ended(fruitless)):
            tried = found.tried
            kept = search.round()
            found.archive.rounds += 1
            fruitless = 0 if kept else fruitless + found.tried - tried
            told(found.archive, 0)
    except KeyboardInterrupt:
        ended = "stopped"
    found.ended = ended
    return found


class _Search:
    """A search that goes on until a time of the clock, or until so many dungeons are found."""

    def __init__(
        self,
        found: SearchResult,
        count: int,
        until: float | None,
        workers: Workers[SearchTask, Tried],
        told: Callable[[Archive, int], None],
    ) -> None:
        self.found, self.archive, self.request = found, found.archive, found.archive.request
        self.count, self.until, self.workers, self.told = count, until, workers, told

    def ended(self, fruitless: int) -> str:
        """Why the search is over, '' while it is not."""
        if self.until is not None:
            return "time" if time.monotonic() >= self.until else ""
        if len(self.archive) >= self.count:
            return "found"
        return "patience" if fruitless >= PATIENCE else ""

    def round(self) -> int:
        """Try a round of candidates and enter what was found, in order; how many were kept.

        Each parent is the best of a cell, all cells alike. When stopped, what is there is entered.
        """
        number = self.archive.rounds
        parents = [row[0].wishes for row in self.archive.cells.values()]
        size = min(LARGEST, SMALLEST << min(number, 10))
        candidates = []
        for place in range(size):
            dice = Random(f"{self.request.seed} {number} {place}")
            own = dice.getrandbits(48)
            unrelated = not parents or dice.random() < UNRELATED
            genome = fresh(dice) if unrelated else inherited(dice.choice(parents), dice)
            genome = with_wishes(genome, self.request)
            candidates.append(Candidate(number, place, own, genome))
        done, stopped = self._done(candidates)
        self.found.tried += len(done)
        kept = self._enter([each for each in done if each.settled])
        if stopped:
            raise KeyboardInterrupt
        left = [(each.number, each.outcome) for each in done if not each.settled]
        return kept + self._play([Match(number, each) for number, each in left if isinstance(each, Proposal)])

    def _play(self, matches: list[Match]) -> int:
        """Play on dungeons, lot by lot, as long as some are missing; how many were kept."""
        archive, kept = self.archive, 0
        while matches := [match for match in matches if archive.admits(match.proposal)]:
            missing = TIMED_LOT if self.until is not None else self.count - len(archive)
            if missing <= 0:
                break
            lot = max(LEAST_PLAYED, missing)
            done, stopped = self._done(matches[:lot])
            kept, matches = kept + self._enter(done), matches[lot:]
            if stopped:
                raise KeyboardInterrupt
            if self.until is not None and self.ended(0):
                break
        return kept

    def _done(self, pieces: Sequence[SearchTask]) -> tuple[list[Tried], bool]:
        """What came of some pieces, by number, and whether Ctrl+C ended that early."""
        done: list[Tried] = []
        stopped = False
        try:
            for tried in self.workers.done(pieces):
                done.append(tried)  # noqa: PERF402 - what is there must be there when it is stopped
        except KeyboardInterrupt:
            stopped = True
        return sorted(done, key=lambda each: each.number), stopped

    def _enter(self, done: list[Tried]) -> int:
        """Enter what was found, and tell of it; how many were kept."""
        kept = 0
        for tried in done:
            if isinstance(tried.outcome, Proposal):
                kept += self.archive.enter(tried.outcome)
            else:
                self.found.refusals.update(tried.outcome.rules or (UNGROWN,))
        self.told(self.archive, kept)
        return kept
