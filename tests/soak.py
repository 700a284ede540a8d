"""How many cases a random test tries: a fixed sample in `make test`, the full count in `make soak`.

@soak
def test_every_board_ends():
    for seed in range(count(200, 20_000)): ...
"""

from __future__ import annotations

import os

import pytest

FULL = bool(os.environ.get("DUNGEON_SOAK"))
"""Whether the full counts are asked for."""

soak = pytest.mark.soak
"""Marks a test that tries more cases under `make soak` than under `make test`."""


def count(sample: int, full: int) -> int:
    """Return how many cases to try: `sample` in `make test`, `full` in `make soak`."""
    return full if FULL else sample
