"""Files changed at random: each is read or refused in one line, soon, and none ends in a fault of the program's own."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from dungeon_designer.errors import DungeonError
from tests.soak import count, soak

from .mutants import KINDS, mutant


@soak
@pytest.mark.parametrize("kind", KINDS)
def test_a_mutant_is_read_or_refused_in_a_line(kind: str, tmp_path: Path) -> None:
    """Whatever is changed in a file, it is read and used within a second, or an error says in one line why not."""
    dice, seeds = Random(f"{kind} 23"), KINDS[kind].seeds()  # noqa: S311
    refused, slowest = 0, 0.0
    for number in range(count(150, 100_000)):
        data = mutant(seeds, dice)
        start = time.process_time()
        said = _said(kind, data, tmp_path)
        assert said is None or (0 < len(said) < 1500 and said.isprintable()), (number, said, data)
        refused += said is not None
        slowest = max(slowest, time.process_time() - start)
    assert refused > 20
    assert slowest < count(4, 8)


def _said(kind: str, data: bytes, folder: Path) -> str | None:
    """The line that refuses a file; None where it was used."""
    try:
        KINDS[kind].use(data, folder)
    except DungeonError as error:
        return str(error)
    except Exception as error:
        raise AssertionError(data) from error
    return None
