"""Measure how fast dungeons are proposed, and how good they are: `python -m benchmarks generate`.

Two processes propose fifty dungeons for each edition. The table shows the seconds on the clock; the processor seconds,
which other work on the machine does not lengthen; how many candidates were tried; how many dungeons are legal under a
strict check; and how alike the two most similar dungeons are. Matches are played where `generate` plays them;
`benchmarks playtest` compiles them before. The last line shows how many cells of the archive are filled after five
minutes, for naf-2019.
"""

from __future__ import annotations

import resource
import time
from contextlib import ExitStack
from itertools import combinations
from multiprocessing import active_children

from benchmarks.amounts import choose_amount, choose_cases
from dungeon_designer.board.build import build_board
from dungeon_designer.generator.archive import measure_likeness
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.match_fairness import can_play
from dungeon_designer.generator.search import SearchResult, build_search_work, propose_dungeons
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules import checker
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library
from dungeon_designer.workers import open_workers

DUNGEONS_PER_EDITION = choose_amount(50, 1)
PROCESSES = choose_amount(2, 1)
ARCHIVE_MINUTES = choose_amount(5.0, 0.0)


def main() -> None:
    """Generate dungeons for each edition and print how long it took, how many are legal, and how alike they are.

    At the end, generate for some minutes, and print how many cells of the archive are filled. A cell collects dungeons
    of similar properties.
    """
    print("edition | seconds | of processors | tried | found | legal | most alike")
    print("--- | --- | --- | --- | --- | --- | ---")
    for edition in choose_cases(EDITIONS):
        start_time, start_processor_seconds = time.monotonic(), measure_processor_seconds()
        result = search_dungeons(edition, None)
        seconds, processor_seconds = (
            time.monotonic() - start_time,
            measure_processor_seconds() - start_processor_seconds,
        )
        boards = [build_board(proposal.layout, load_library([])) for proposal in result.archive.choose_proposals()]
        legal = sum(
            checker.check_board(board, result.archive.request.ruleset).is_legal(strict=True) for board in boards
        )
        greatest_likeness = max(
            (measure_likeness(a.squares, b.squares) for a, b in combinations(boards, 2)), default=0.0
        )
        print(
            f"{edition} | {seconds:.1f} | {processor_seconds:.1f} | {result.candidate_count} "
            f"| {len(boards)} | {legal} | {greatest_likeness:.2f}",
            flush=True,
        )
    result = search_dungeons("naf-2019", 60 * ARCHIVE_MINUTES)
    print(
        f"\nnaf-2019, {ARCHIVE_MINUTES:g} minutes: {len(result.archive.proposals_by_cell)} "
        f"of 100 cells, {result.candidate_count} tried"
    )


def search_dungeons(
    edition: str,
    seconds: float | None,
    count: int = DUNGEONS_PER_EDITION,
    symmetry: SymmetryMode | None = None,
    jobs: int = PROCESSES,
) -> SearchResult:
    """Return the result of a search by several processes, with the default options of `generate`.

    Args:
        edition: the id of the edition.
        seconds: the duration of the search; None to stop when enough dungeons are found.
        count: the number of dungeons to find.
        symmetry: the symmetry of the dungeons; None for the usual symmetry of this number of teams.
        jobs: the number of processes.
    """
    ruleset = load_ruleset(edition)
    team_count = ruleset.team_count.min_teams
    symmetry = symmetry or (SymmetryMode.QUARTER_TURNS if team_count == 4 else SymmetryMode.HALF_TURN)
    plays_matches = team_count == 2 and can_play()
    request = Request(
        ruleset=ruleset,
        library=load_library([]),
        team_count=team_count,
        symmetry=symmetry,
        seed=1,
        playtest=plays_matches,
    )
    with ExitStack() as stack:
        result = propose_dungeons(
            request, count, seconds=seconds, workers=open_workers(build_search_work(request), jobs, None, stack)
        )
    for child in active_children():
        child.join()
    return result


def measure_processor_seconds() -> float:
    """Return the processor seconds of this process and of its children that have ended, up to now."""
    usages = [resource.getrusage(process_group) for process_group in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    main()
