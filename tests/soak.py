"""How many cases a random test tries: a fixed sample in `make test`, the full count in `make soak`.

@soak
def test_every_board_ends():
    for seed in range(count(200, 20_000)): ...

@soak
@pytest.mark.parametrize("path", sample(EXAMPLES, 5))
def test_every_example_reads_back(path): ...
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")

FULL = bool(os.environ.get("DUNGEON_SOAK"))
"""Whether the full counts are asked for."""

RECORDING = bool(os.environ.get("DUNGEON_RECORD"))
"""Whether what fixed dice give is written down, which takes every case."""

soak = pytest.mark.soak
"""Marks a test that tries more cases under `make soak` than under `make test`."""


def count(sample: int, full: int) -> int:
    """Return how many cases to try: `sample` in `make test`, `full` in `make soak`."""
    return full if FULL else sample


def sample(cases: Iterable[T], size: int) -> list[T]:
    """Some of the cases in `make test`, spread evenly, always the same; all in `make soak` and `make recorded`."""
    every = list(cases)
    if FULL or RECORDING or size >= len(every):
        return every
    return [every[place * len(every) // size] for place in range(size)]
