"""Clicks, drags, keys, menus, dialogs, tabs and files at random: nothing breaks, nothing is saved unasked or lost.

To play a run again: `DUNGEON_MONKEY=<seed> pytest tests/editor/test_monkey.py`, with DUNGEON_SOAK=1 if `make soak`
found it. The events of a run that ended without a word are in events.txt of its temporary folder.
"""

import hashlib
import os
from pathlib import Path

import pytest

from dungeon_designer.templates import bundled
from tests.editor.monkey import Monkey
from tests.soak import count, soak

CASES, SEEDS = 1, 3
SEED = os.environ.get("DUNGEON_MONKEY")


@soak
@pytest.mark.parametrize("seed", [int(SEED)] if SEED else range(count(CASES, SEEDS)))
def test_random_events(qapp, tmp_path, monkeypatch, seed):
    """No traceback, no save unasked, the file like the document, undo to the beginning, every layout written."""
    before = _list_examples()
    Monkey(seed, tmp_path, monkeypatch).run(count(70, 20_000))
    assert _list_examples() == before


def _list_examples():
    folder = bundled.find_bundled_folder("examples") or Path()
    return {path: hashlib.sha256(path.read_bytes()).digest() for path in folder.rglob("*") if path.is_file()}
