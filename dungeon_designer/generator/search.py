"""The search: rounds of candidates, grown from wishes inherited from the archive, judged, and entered in order.

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

from dungeon_designer.board.build import build
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.growing import grower_of
from dungeon_designer.generator.judging import judged, played, settled
from dungeon_designer.generator.playing import compile_for
from dungeon_designer.generator.proposal import Proposal, Refusal
from dungeon_designer.generator.request import Request
from dungeon_designer.generator.wishes import Wishes, fresh, inherited
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.workers import LocalProcesses, ThisProcess, Work, Workers

SMALLEST, LARGEST = 16, 128
"""Candidates in the first round, and in later ones: each round has twice as many as the one before, up to these."""

UNRELATED = 0.3
"""The share of candidates that inherit from none."""

PATIENCE = 2_000
"""So many candidates in a row that are not kept end a search that has no time of its own."""

LOT = 4
"""Candidates that a worker of a cluster gets at a time."""

LEAST_PLAYED, TIMED_LOT = 4, 32
"""So many dungeons at least are played on at a time; and so many where there is a time for the search."""

UNGROWN = "growth"
"""What failed where no floor was grown at all."""


class Candidate(Struct, frozen=True):
    """A dungeon to be tried: where it stands in the search, its dice and its wishes."""

    round: int
    number: int
    seed: int
    wishes: Wishes


class Match(Struct, frozen=True):
    """A dungeon to be played on, with the number of its candidate in the round."""

    number: int
    proposal: Proposal


Piece = Candidate | Match


class Tried(Struct, frozen=True):
    """What came of a candidate, and whether that is all: a dungeon that is not settled is still to be played on."""

    number: int
    outcome: Proposal | Refusal
    settled: bool = True


def attempt(request: Request, piece: Piece) -> Tried:
    """Grow a candidate and judge it, or play on a dungeon."""
    if isinstance(piece, Match):
        return Tried(piece.number, played(piece.proposal, request))
    floor = grower_of(request)(request, piece.wishes, Random(piece.seed))
    if floor is None:
        return Tried(piece.number, Refusal())
    outcome = judged(floor, request, piece.wishes, piece.seed)
    if isinstance(outcome, Refusal):
        return Tried(piece.number, outcome)
    outcome = replace(outcome, made=(piece.round, piece.number))
    return Tried(piece.number, outcome, settled(outcome, request))


def work_of(request: Request) -> Work[Piece, Tried]:
    """Trying candidates, for whoever shares in it; other machines are sent the tiles, not where they stand here."""
    return Work((replace(request, library=TileLibrary(request.library)),), _itself, attempt, LOT)


def _itself(request: Request) -> Request:
    return request


class Found(Struct):
    """What came of a search.

    archive   the dungeons kept
    refusals  how often each rule stood in the way
    tried     how many candidates there were
    ended     ``found`` as many as wanted, ``time``, ``patience`` or ``stopped``
    """

    archive: Archive
    refusals: Counter[str]
    tried: int = 0
    ended: str = ""


def propose(
    request: Request,
    count: int,
    *,
    seconds: float | None = None,
    archive: Archive | None = None,
    workers: Workers[Piece, Tried] | None = None,
    told: Callable[[Archive, int], None] = lambda archive, kept: None,
) -> Found:
    """Search until `count` dungeons are found, or for as many seconds, in whole rounds.

    Goes on from `archive`, if one is given; `told` hears of it after each round and each lot of matches, and how many
    were kept since. KeyboardInterrupt ends the search, too, and what was found until then is kept. Without `seconds` it
    also ends when nothing new was found for long. Matches end with the lot in which the time is up.
    """
    found = Found(archive or Archive(request, count), Counter())
    workers, ends, fruitless = workers or ThisProcess(work_of(request)), Ends.after(seconds, count), 0
    try:
        while not (ended := _ended(found, ends, fruitless)):
            candidates = _round(request, found.archive)
            kept = _fold(found, candidates, workers, ends, told)
            found.archive.rounds += 1
            fruitless = 0 if kept else fruitless + len(candidates)
            told(found.archive, 0)
    except KeyboardInterrupt:
        ended = "stopped"
    found.ended = ended
    return found


class Ends(Struct, frozen=True):
    """When a search ends: once there are so many dungeons, or, if one is said, at a time of the clock."""

    count: int
    until: float | None

    @classmethod
    def after(cls, seconds: float | None, count: int) -> Ends:
        """So many seconds from now."""
        return cls(count, None if seconds is None else time.monotonic() + seconds)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.until is not None and time.monotonic() >= self.until

    def missing(self, archive: Archive) -> int:
        """How many dungeons more are to be played on at a time."""
        return TIMED_LOT if self.until is not None else self.count - len(archive)


def _ended(found: Found, ends: Ends, fruitless: int) -> str:
    if ends.until is not None:
        return "time" if ends.over else ""
    if len(found.archive) >= ends.count:
        return "found"
    return "patience" if fruitless >= PATIENCE else ""


def _round(request: Request, archive: Archive) -> list[Candidate]:
    """The candidates of the next round; each parent is the best of a cell, all cells alike."""
    number = archive.rounds
    parents = [row[0].wishes for row in archive.cells.values()]
    return [
        _candidate(request.seed, number, place, parents) for place in range(min(LARGEST, SMALLEST << min(number, 10)))
    ]


def _candidate(seed: int, round_number: int, place: int, parents: Sequence[Wishes]) -> Candidate:
    dice = Random(f"{seed} {round_number} {place}")
    own = dice.getrandbits(48)
    if not parents or dice.random() < UNRELATED:
        return Candidate(round_number, place, own, fresh(dice))
    return Candidate(round_number, place, own, inherited(dice.choice(parents), dice))


def _fold(
    found: Found,
    candidates: Sequence[Candidate],
    workers: Workers[Piece, Tried],
    ends: Ends,
    told: Callable[[Archive, int], None],
) -> int:
    """Try a round and enter what was found, in order; how many were kept. When stopped, what is there is entered."""
    done, stopped = _done(candidates, workers)
    found.tried += len(done)
    told(found.archive, kept := _entered(found, [each for each in done if each.settled]))
    left = [each for each in done if not each.settled]
    matches = [Match(each.number, each.outcome) for each in left if isinstance(each.outcome, Proposal)]
    if not stopped:
        new, stopped = _matched(found, matches, workers, ends, told)
        kept += new
    if stopped:
        raise KeyboardInterrupt
    return kept


def _matched(
    found: Found,
    matches: list[Match],
    workers: Workers[Piece, Tried],
    ends: Ends,
    told: Callable[[Archive, int], None],
) -> tuple[int, bool]:
    """Play on dungeons, lot by lot, as long as some are missing; how many were kept, and whether Ctrl+C ended it."""
    archive, kept, stopped = found.archive, 0, False
    if matches and isinstance(workers, LocalProcesses):
        compile_for(build(matches[0].proposal.layout, archive.request.library), archive.request.ruleset)
    while (matches := [match for match in matches if archive.admits(match.proposal)]) and ends.missing(archive) > 0:
        lot = max(LEAST_PLAYED, ends.missing(archive))
        done, stopped = _done(matches[:lot], workers)
        told(archive, new := _entered(found, done))
        kept, matches = kept + new, matches[lot:]
        if stopped or ends.over:
            break
    return kept, stopped


def _done(pieces: Sequence[Piece], workers: Workers[Piece, Tried]) -> tuple[list[Tried], bool]:
    """What came of some pieces, by number, and whether Ctrl+C ended that early."""
    done: list[Tried] = []
    stopped = False
    try:
        for tried in workers.done(pieces):
            done.append(tried)  # noqa: PERF402 - what is there must be there when it is stopped
    except KeyboardInterrupt:
        stopped = True
    return sorted(done, key=lambda each: each.number), stopped


def _entered(found: Found, done: list[Tried]) -> int:
    kept = 0
    for tried in done:
        if isinstance(tried.outcome, Proposal):
            kept += found.archive.enter(tried.outcome)
        else:
            found.refusals.update(tried.outcome.rules or (UNGROWN,))
    return kept
