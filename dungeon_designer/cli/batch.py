"""Many layouts in one call: one after the other, and on all cores once that is worth starting workers for."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence

from dungeon_designer.cli.sources import Source
from dungeon_designer.errors import DungeonError, ReadError, WriteError, one_line
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.processes import end_with_parent, ending_children, shut_down, undisturbed
from dungeon_designer.reports.model import Report, Unread

Outcome = Report | Unread

CHUNK = 50
"""Layouts a worker is handed at least at a time."""
SAMPLE = 10
"""Layouts examined before the rest is estimated."""
START = 1.0
"""Seconds until a worker examines its first layout, with some to spare; benchmarks/bench_check.py measures it."""


def examine_all(
    examiner: Examiner, sources: Sequence[Source], advance: Callable[[int], None], cores: int | None = None
) -> list[Outcome]:
    """What is found out about each source, in their order."""
    started = 0.0
    outcomes: list[Outcome] = []
    workers = cores or os.cpu_count() or 1
    for number, source in enumerate(sources):
        if number == 1:
            started = time.monotonic()  # the first layout also pays for importing the rules
        if number >= SAMPLE and pays(len(sources) - number, (time.monotonic() - started) / (number - 1), workers):
            outcomes += _in_workers(examiner, sources[number:], advance, workers)
            break
        outcomes += examine(examiner, source)
        advance(1)
    return outcomes


def examine(examiner: Examiner, source: Source) -> list[Outcome]:
    """The reports on one source, or the line that says why there is none; it never raises."""
    try:
        return list(examiner.examine(source.open()))
    except DungeonError as error:
        return [unread(source, error)]
    except Exception as error:  # a bug of ours must not keep the other files from being checked
        if os.environ.get("DUNGEON_DESIGNER_DEBUG"):
            raise
        return [unread(source, _bug(error))]


def unread(source: Source, error: DungeonError | str) -> Unread:
    """Why a source has no report; the line names the file, even where the fault lies in its ruleset."""
    problem = str(error) if isinstance(error, ReadError | WriteError) else one_line(f"{source.file}: {error}")
    return Unread(source.file, problem)


def pays(count: int, seconds_each: float, workers: int) -> bool:
    """Whether `count` layouts at so many seconds each are done sooner by workers, their start included.

    >>> pays(150, 0.01, 2), pays(5000, 0.01, 2), pays(5000, 0.01, 1), pays(60, 1.0, 2)
    (False, True, False, False)
    """
    hands = min(workers, count // CHUNK)
    return hands > 1 and count * seconds_each * (1 - 1 / hands) > START


def _in_workers(
    examiner: Examiner, sources: Sequence[Source], advance: Callable[[int], None], workers: int
) -> list[Outcome]:
    """The same by worker processes; should they break down, what they left is done here."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    outcomes: list[Outcome] = []
    chunks = list(_chunks(sources, workers))
    pool = ProcessPoolExecutor(min(workers, len(chunks)), get_context("spawn"), end_with_parent, (os.getpid(),))
    try:
        with ending_children():
            with undisturbed():
                jobs = [pool.submit(_chunk, examiner.question, chunk) for chunk in chunks]
            for chunk, job in zip(chunks, jobs, strict=True):
                try:
                    outcomes += job.result()
                except BrokenProcessPool:
                    outcomes += _one_by_one(examiner, chunk)
                advance(len(chunk))
    finally:
        shut_down(pool)
    return outcomes


def _chunks(sources: Sequence[Source], workers: int) -> Iterator[Sequence[Source]]:
    """Portions of at least CHUNK, several for each worker, so that none waits long for the others."""
    size = max(CHUNK, math.ceil(len(sources) / (4 * workers)))
    yield from (sources[start : start + size] for start in range(0, len(sources), size))


def _chunk(question: Question, sources: Sequence[Source]) -> list[Outcome]:
    """What a worker does."""
    return _one_by_one(Examiner(question), sources)


def _one_by_one(examiner: Examiner, sources: Sequence[Source]) -> list[Outcome]:
    return [outcome for source in sources for outcome in examine(examiner, source)]


def _bug(error: Exception) -> str:
    kind = f"{type(error).__name__}: {error}"
    return f"an unexpected fault ({kind}); please report it with the file (DUNGEON_DESIGNER_DEBUG=1 shows where)"
