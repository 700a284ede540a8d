"""The speed of proposing dungeons, and what comes of it: `python -m benchmarks generate`.

Fifty dungeons an edition by two processes: seconds by the clock, and of the processors, which other work on the machine
does not lengthen; how many candidates that took; how many are legal under a strict check; how alike the two most alike
are. Matches are played where `generate` plays them; `benchmarks playtest` has them compiled before. Then how many cells
of the archive are filled after five minutes, for naf-2019.
"""

from __future__ import annotations

import resource
import time
from contextlib import ExitStack
from itertools import combinations
from multiprocessing import active_children

from dungeon_designer.board.build import build
from dungeon_designer.generator.archive import likeness
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.playing import can_play
from dungeon_designer.generator.search import SearchResult, propose, work_of
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules import checker
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import library
from dungeon_designer.workers import workers_for

COUNT = 50
JOBS = 2
MINUTES = 5.0


def main() -> None:
    """Prints a line for each edition, then the cells."""
    print("edition | seconds | of processors | tried | found | legal | most alike")
    print("--- | --- | --- | --- | --- | --- | ---")
    for edition in EDITIONS:
        begun, spent = time.monotonic(), processors()
        found = searched(edition, None)
        seconds, own = time.monotonic() - begun, processors() - spent
        boards = [build(each.layout, library([])) for each in found.archive.chosen()]
        legal = sum(checker.check(board, found.archive.request.ruleset).legal(strict=True) for board in boards)
        alike = max((likeness(a.squares, b.squares) for a, b in combinations(boards, 2)), default=0.0)
        print(
            f"{edition} | {seconds:.1f} | {own:.1f} | {found.tried} | {len(boards)} | {legal} | {alike:.2f}", flush=True
        )
    found = searched("naf-2019", 60 * MINUTES)
    print(f"\nnaf-2019, {MINUTES:g} minutes: {len(found.archive.cells)} of 100 cells, {found.tried} tried")


def searched(
    edition: str, seconds: float | None, count: int = COUNT, way: SymmetryMode | None = None, jobs: int = JOBS
) -> SearchResult:
    """A search by several processes, with the options `generate` has by itself, but for the symmetry."""
    ruleset = load_ruleset(edition)
    sides = ruleset.sides.least
    way = way or (SymmetryMode.QUARTER_TURNS if sides == 4 else SymmetryMode.HALF_TURN)
    played = sides == 2 and can_play()
    asked = Request(ruleset=ruleset, library=library([]), sides=sides, symmetry=way, seed=1, playtest=played)
    with ExitStack() as stack:
        found = propose(asked, count, seconds=seconds, workers=workers_for(work_of(asked), jobs, None, stack))
    for child in active_children():
        child.join()
    return found


def processors() -> float:
    """Seconds that processors worked for this process and for those of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    main()
