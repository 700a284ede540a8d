"""Compile the functions of a match in two other processes at the same time.

Each helper process compiles a share of the large functions and writes them into the one cache folder of numba. The
process that asked for them then reads them all from there. A function that a helper did not write is compiled by the
process that asked.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

MeasureWork = Callable[[Iterable[Any]], int]
"""Tells how much Python bytecode must be compiled for some functions."""

HELPER_COUNT = 2
"""How many processes compile. More would be faster on more cores, but each takes some 350 MB of memory."""
MIN_FUNCTION_COUNT = 20
"""Fewer functions than this are compiled sooner than two processes have started."""


def can_help(functions: Sequence[Any]) -> bool:
    """Return whether helper processes can compile these functions sooner than this process alone.

    They need a core each and a Python interpreter, which a bundled program has not. The functions must be in a module
    that another process can import.
    """
    core_count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    is_python = Path(sys.executable or "").stem.lower().startswith("python") and not getattr(sys, "frozen", False)
    is_importable = all(function.__module__ != "__main__" for function in functions)
    return len(functions) >= MIN_FUNCTION_COUNT and core_count >= HELPER_COUNT and is_python and is_importable


def compile_with_helpers(
    folder: Path, shares: Sequence[Sequence[Any]], entry_point: Any, report_done: Callable[[int], None]
) -> list[Any]:
    """Compile functions in helper processes, and return those that are in the cache folder now.

    Args:
        folder: the cache folder, locked by this process
        shares: the Python functions that each helper compiles
        entry_point: the Python function that calls the others
        report_done: is called after each function, with the number of functions that are compiled
    """
    helpers: list[subprocess.Popen[str]] = []
    read_end, write_end = os.pipe()
    try:
        with open(read_end, encoding="utf-8") as lines:
            try:
                helpers.extend(_start_helper(folder, entry_point, share, write_end) for share in shares)
            except OSError:  # no more processes, or no interpreter; this process compiles the rest
                pass
            finally:
                os.close(write_end)
            for number, _ in enumerate(lines, start=1):  # until all helpers have ended
                report_done(number)
        states = [helper.wait() for helper in helpers]
    finally:
        for helper in helpers:
            helper.kill()
            helper.wait()
    return [each for share, state in zip(shares, states, strict=False) if state == 0 for each in share]


def split_functions(functions: Sequence[Any], measure_work: MeasureWork) -> list[list[Any]]:
    """Return HELPER_COUNT shares of some functions that take about equally long to compile.

    Functions that follow each other stay together, because they have many small functions in common, and each process
    compiles a small function once.
    """
    work_limit = measure_work(functions) // HELPER_COUNT
    while len(shares := _fill_shares(functions, work_limit, measure_work)) > HELPER_COUNT:
        work_limit += work_limit // 50 + 1
    return shares


def _fill_shares(functions: Iterable[Any], work_limit: int, measure_work: MeasureWork) -> list[list[Any]]:
    """Return the functions in order, in shares with no more work than a limit, or with one function."""
    shares: list[list[Any]] = [[]]
    for function in functions:
        if shares[-1] and measure_work([*shares[-1], function]) > work_limit:
            shares.append([])
        shares[-1].append(function)
    return shares


def _start_helper(folder: Path, entry_point: Any, share: Iterable[Any], output: int) -> subprocess.Popen[str]:
    """Start a process that compiles a share of the functions that an entry point calls; it prints a line for each.

    The process looks for modules where this one does, and nowhere else.
    """
    names = [[function.__module__, function.__qualname__] for function in (entry_point, *share)]
    source = (
        f"import sys; sys.path[:] = {sys.path!r}; from {__package__}.compiling import compile_share; "
        f"compile_share({str(folder)!r}, {names!r})"
    )
    return subprocess.Popen(  # noqa: S603  # the same interpreter and modules as here
        [sys.executable, "-P", "-c", source],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.DEVNULL,
        text=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # no window of its own on Windows
    )
