"""Search for dungeons in rounds: grow candidates from inherited genomes, judge them, and enter them in an archive.

The seed, the round and the number in the round identify a candidate. Its parent is chosen from the archive as it is at
the beginning of the round. So the result does not depend on the number of processes. (MAP-Elites: Mouret and Clune,
Illuminating search spaces by mapping elites, 2015.)

Matches take far longer than everything else. So they come last in a round, in batches, and only on dungeons that the
archive would keep as it is before the batch.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.generator_options import Genome, Grower, Request, build_random_genome, modify_genome
from dungeon_designer.generator.judging import judge_by_matches, judge_floor, needs_no_matches
from dungeon_designer.generator.proposal import Proposal, Refusal
from dungeon_designer.generator.wishes import CHAMBER_KEY, Wish, apply_wishes, select_wishes
from dungeon_designer.rules.floor_requirements import DoorsAtJunctions, SectionMix, TileStock
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.workers import ThisProcess, Work, Workers

MIN_ROUND_SIZE, MAX_ROUND_SIZE = 16, 128
"""How many candidates the first round has, and the most that a round has. Each round has twice as many as the last."""
MAX_CANDIDATES_PER_MISSING = 4
"""The most candidates of a round for each dungeon that is still missing, so that the last round is not in vain."""

RANDOM_GENOME_SHARE = 0.3
"""The share of candidates that get a random genome instead of an inherited one."""
MAX_FRUITLESS_CANDIDATES = 2_000
"""A search without a time limit ends after so many candidates in a row that were not kept."""
CANDIDATES_PER_BATCH = 4
"""How many candidates a cluster worker gets at a time."""

MIN_MATCH_BATCH, TIMED_MATCH_BATCH = 4, 32
"""How many dungeons at least are played on at a time, and how many in a search with a time limit."""

GROWTH_FAILURE = "growth"
"""The reason that is counted if no floor was grown."""


class Candidate(Struct, frozen=True):
    """The task of growing one dungeon and judging it. With the request, its seed and genome decide how it looks.

    Attributes:
        round: The number of the search round.
        number: The number of the candidate within the round.
        seed: The seed of its random numbers.
        genome: The targets for its floor, such as the share of open floor; each is a number from 0 to 1.
    """

    round: int
    number: int
    seed: int
    genome: Genome


class MatchTask(Struct, frozen=True):
    """The task of playing matches on one dungeon, to see whether both teams win about equally often.

    Attributes:
        number: The number of the dungeon's candidate within the round.
        proposal: The dungeon, which has passed all other tests.
    """

    number: int
    proposal: Proposal


SearchTask = Candidate | MatchTask


class CandidateOutcome(Struct, frozen=True):
    """The result of one search task: of growing a dungeon, or of playing matches on it.

    Attributes:
        number: The number of the candidate within the round.
        outcome: The proposed dungeon, or the reasons why none is proposed.
        is_final: False if matches must still be played on the dungeon.
    """

    number: int
    outcome: Proposal | Refusal
    is_final: bool = True


def needs_tiles(request: Request) -> bool:
    """Return whether the floor must be built from tiles, which are ready-made sections, and not drawn freely.

    That is so if the request names tile sets or a stock of tiles. It is also so if the ruleset lists a stock of tiles,
    and requires that the floor keeps to it, or some mix of tiles, or a door between each two tiles. A ruleset whose
    rule about the stock is off still lists it.
    """
    required = read_floor_requirements(request.ruleset, request.team_count)
    stock = read_floor_requirements(request.ruleset, request.team_count, include_off=True).find(TileStock)
    counts_tiles = stock is not None and (
        required.find(TileStock) or required.find(SectionMix) or required.find(DoorsAtJunctions)
    )
    return bool(request.tiles or request.stock or counts_tiles)


def list_possible_wishes(request: Request) -> dict[str, Wish]:
    """Return the wishes of the user, such as a long walk, that a request's ruleset lets dungeons meet, by key."""
    return select_wishes(request, needs_tiles(request))


def choose_grower(request: Request) -> Grower:
    """Return the function that grows the floors of a request: from tiles if `needs_tiles`, else freely drawn."""
    if needs_tiles(request):
        from dungeon_designer.generator.tiled_floor.tiled_growing import grow_floor
    else:
        from dungeon_designer.generator.free_floor.growing import grow_floor
    return grow_floor


def run_task(request: Request, task: SearchTask) -> CandidateOutcome:
    """Do one task of the search in a worker: grow and judge a candidate, or play matches on a dungeon.

    If the user wishes for a sealed chamber (a room that only portals lead into), the floor gets one as well. The
    result is final unless matches must still be played on the dungeon.
    """
    if isinstance(task, MatchTask):
        return CandidateOutcome(task.number, judge_by_matches(task.proposal, request))
    dice = Random(task.seed)
    if CHAMBER_KEY in request.wishes:
        from dungeon_designer.generator.tiled_floor.tiled_set_pieces import grow_with_chamber

        floor = grow_with_chamber(
            request, lambda reduced_request: choose_grower(request)(reduced_request, task.genome, dice), dice
        )
    else:
        floor = choose_grower(request)(request, task.genome, dice)
    outcome = judge_floor(floor, request, task.genome, task.seed) if floor else Refusal()
    if isinstance(outcome, Refusal):
        return CandidateOutcome(task.number, outcome)
    outcome = replace(outcome, made=(task.round, task.number))
    return CandidateOutcome(task.number, outcome, needs_no_matches(outcome, request))


def build_search_work(request: Request) -> Work[SearchTask, CandidateOutcome]:
    """Return the work of a search in the form that local processes or a cluster can do: its tasks and their function.

    The tile library is copied into the request, so that other machines receive the tiles and not paths of this
    machine.
    """
    return Work(
        (dataclasses.replace(request, library=TileLibrary(request.library)),),
        _return_request,
        run_task,
        CANDIDATES_PER_BATCH,
    )


def _return_request(request: Request) -> Request:
    """Return the request unchanged. `Work` needs a function that builds what a worker keeps for all its tasks."""
    return request


class SearchResult(Struct):
    """The result of a search.

    Attributes:
        archive: The dungeons that were kept.
        refusal_counts: How many candidates were refused because of each rule or wish; GROWTH_FAILURE counts those
            for which no floor was grown.
        candidate_count: How many candidates were tried.
        end_reason: Why the search ended: `found` (enough dungeons), `time` (time limit), `patience` (too many
            candidates in a row were not kept) or `stopped` (by the user); empty while it runs.
    """

    archive: Archive
    refusal_counts: Counter[str]
    candidate_count: int = 0
    end_reason: str = ""


def propose_dungeons(
    request: Request,
    count: int,
    *,
    seconds: float | None = None,
    archive: Archive | None = None,
    workers: Workers[SearchTask, CandidateOutcome] | None = None,
    report_progress: Callable[[Archive, int], None] = lambda archive, kept_count: None,
) -> SearchResult:
    """Search for dungeons in whole rounds until enough are found or the time is over, and return the result.

    KeyboardInterrupt also ends the search, and the dungeons found until then are kept.

    Args:
        request: The request, if no archive is given.
        count: How many dungeons to find.
        seconds: The time limit; matches end with the batch in which it is reached. Without it the search ends when
            `count` dungeons are found, or after MAX_FRUITLESS_CANDIDATES candidates in a row that were not kept.
        archive: The archive of an earlier search, to continue from.
        workers: The workers that grow and judge candidates; without them this process does the work.
        report_progress: Called after each round and each batch of matches with the archive and the number of dungeons
            kept since the last call.
    """
    result = SearchResult(Archive(request, count) if archive is None else archive, Counter())
    result.archive.count = count
    deadline = None if seconds is None else time.monotonic() + seconds
    search = _SearchRun(result, count, deadline, workers or ThisProcess(build_search_work(request)), report_progress)
    fruitless_count = 0
    try:
        while not (end_reason := search.find_end_reason(fruitless_count)):
            old_count = result.candidate_count
            kept_count = search.run_round()
            result.archive.rounds += 1
            fruitless_count = 0 if kept_count else fruitless_count + result.candidate_count - old_count
            report_progress(result.archive, 0)
    except KeyboardInterrupt:
        end_reason = "stopped"
    result.end_reason = end_reason
    return result


def _list_match_tasks(outcomes: Iterable[CandidateOutcome]) -> list[MatchTask]:
    """Return the tasks of playing matches on the dungeons whose results are not final.

    A refusal is always final, so that every result that is not final holds a proposed dungeon: nothing is dropped.
    """
    return [
        MatchTask(result.number, result.outcome)
        for result in outcomes
        if not result.is_final and isinstance(result.outcome, Proposal)
    ]


class _SearchRun:
    """One run of the search: until a deadline if there is one, else until the archive holds `count` dungeons."""

    def __init__(
        self,
        result: SearchResult,
        count: int,
        deadline: float | None,
        workers: Workers[SearchTask, CandidateOutcome],
        report_progress: Callable[[Archive, int], None],
    ) -> None:
        self.result, self.archive, self.request = result, result.archive, result.archive.request
        self.count, self.deadline, self.workers, self.report_progress = count, deadline, workers, report_progress

    def find_end_reason(self, fruitless_count: int) -> str:
        """Return why the search must end now: `time`, `found` or `patience`; empty while it goes on.

        With a deadline only the time counts. Without one, the search ends with enough dungeons or after
        MAX_FRUITLESS_CANDIDATES.

        Args:
            fruitless_count: How many candidates in a row were tried without keeping a dungeon.
        """
        if self.deadline is not None:
            return "time" if time.monotonic() >= self.deadline else ""
        if len(self.archive) >= self.count:
            return "found"
        return "patience" if fruitless_count >= MAX_FRUITLESS_CANDIDATES else ""

    def run_round(self) -> int:
        """Try one round of candidates, enter the dungeons into the archive, and return how many were kept.

        Most candidates inherit a changed genome (the targets for a floor) from a parent: the best dungeon of a random
        cell of the archive, where a cell holds dungeons of similar character. The others, and all while the archive is
        empty, get a random genome.
        Dungeons that need matches are played on last; their results are not final, and are not entered before.
        If the user stops the search, the results so far are entered before KeyboardInterrupt is raised.
        """
        number = self.archive.rounds
        parents = [proposals[0].wishes for proposals in self.archive.proposals_by_cell.values()]
        size = self._choose_round_size()
        candidates = []
        for index in range(size):
            dice = Random(f"{self.request.seed} {number} {index}")
            seed = dice.getrandbits(48)
            is_random = not parents or dice.random() < RANDOM_GENOME_SHARE
            genome = build_random_genome(dice) if is_random else modify_genome(dice.choice(parents), dice)
            genome = apply_wishes(genome, self.request)
            candidates.append(Candidate(number, index, seed, genome))
        outcomes, stopped = self._run_tasks(candidates)
        self.result.candidate_count += len(outcomes)
        kept_count = self._enter_outcomes([result for result in outcomes if result.is_final])
        if stopped:
            raise KeyboardInterrupt
        return kept_count + self._play_matches(_list_match_tasks(outcomes))

    def _choose_round_size(self) -> int:
        """Return how many candidates the next round has: twice as many as the last, but not many more than needed.

        In a search without a deadline, MAX_CANDIDATES_PER_MISSING for each dungeon that is still missing are enough.
        """
        size = min(MAX_ROUND_SIZE, MIN_ROUND_SIZE << min(self.archive.rounds, 10))
        if self.deadline is not None:
            return size
        missing_count = self.count - len(self.archive)
        return min(size, max(MIN_ROUND_SIZE, MAX_CANDIDATES_PER_MISSING * missing_count))

    def _play_matches(self, matches: list[MatchTask]) -> int:
        """Play matches on dungeons and enter the fair ones into the archive; return how many were kept.

        Matches take long. So they are played on a batch of dungeons at a time, only on dungeons that the archive
        would keep, and only until the deadline or, without one, while the archive has fewer than `count` dungeons.
        """
        archive, kept_count = self.archive, 0
        while matches := [match for match in matches if archive.can_enter(match.proposal)]:
            wanted_count = TIMED_MATCH_BATCH if self.deadline is not None else self.count - len(archive)
            if wanted_count <= 0:
                break
            batch_size = max(MIN_MATCH_BATCH, wanted_count)
            outcomes, stopped = self._run_tasks(matches[:batch_size])
            kept_count, matches = kept_count + self._enter_outcomes(outcomes), matches[batch_size:]
            if stopped:
                raise KeyboardInterrupt
            if self.deadline is not None and self.find_end_reason(0):
                break
        return kept_count

    def _run_tasks(self, tasks: Sequence[SearchTask]) -> tuple[list[CandidateOutcome], bool]:
        """Let the workers do some tasks.

        Returns:
            The results, sorted by the candidates' numbers so that the order does not depend on the workers; and
            whether Ctrl+C ended the work, so that results of some tasks are missing.
        """
        outcomes: list[CandidateOutcome] = []
        stopped = False
        try:
            for outcome in self.workers.run_pieces(tasks):
                outcomes.append(outcome)  # noqa: PERF402 - what is there must be there when it is stopped
        except KeyboardInterrupt:
            stopped = True
        return sorted(outcomes, key=lambda each: each.number), stopped

    def _enter_outcomes(self, outcomes: list[CandidateOutcome]) -> int:
        """Enter proposed dungeons into the archive, count the reasons of refusals, and report progress.

        Returns:
            How many of the dungeons the archive kept.
        """
        kept_count = 0
        for task_result in outcomes:
            if isinstance(task_result.outcome, Proposal):
                kept_count += self.archive.enter_proposal(task_result.outcome)
            else:
                self.result.refusal_counts.update(task_result.outcome.rules or (GROWTH_FAILURE,))
        self.report_progress(self.archive, kept_count)
        return kept_count
