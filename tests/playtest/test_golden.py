"""Whole games are what they were, move by move, until somebody means to change them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.playtest.golden import RECORD, find_differences
from tests.playtest.test_games import COMPILED, ROOT


def test_a_hundred_games_go_as_they_are_recorded() -> None:
    """Over all editions, styles and teams every team's turn leaves dice, ball and players as they are recorded."""
    pytest.importorskip("numba")
    call = [sys.executable, "-m", "tests.playtest.golden"]
    told = subprocess.run(call, cwd=ROOT, env=COMPILED, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_first_turn_that_differs_is_named() -> None:
    """The message about a game that goes otherwise names the game and the first team's turn that differs."""
    kept = json.loads(RECORD.read_text())
    name, marks = next(iter(kept.items()))
    other = {**kept, name: f"{marks[:12]}{int(marks[12:16], 16) ^ 2:04x}{marks[16:]}"}
    assert len(kept) == 100
    assert find_differences(other, kept) == [f"{name}: from the second team's turn 2"]
