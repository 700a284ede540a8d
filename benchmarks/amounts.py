"""How much each benchmark measures: the full amount, or the least there is, which only shows that it still runs.

`make bench` measures the full amounts; with `DUNGEON_BENCH_SMALL=1` in its environment it measures the least.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

IS_SMALL = bool(os.environ.get("DUNGEON_BENCH_SMALL"))
"""True if only the least is measured. The numbers then mean nothing."""


def choose_amount(full: T, small: T) -> T:
    """Return `full`, or `small` if only the least is measured."""
    return small if IS_SMALL else full


def choose_cases(cases: Iterable[T], small_count: int = 1) -> list[T]:
    """Return all cases, or the first `small_count` if only the least is measured."""
    return list(cases)[: small_count if IS_SMALL else None]
