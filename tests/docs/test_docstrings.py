"""The examples in docstrings."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "dungeon_designer").rglob("*.py"))
    if " >>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_hold(module: str) -> None:
    """An example in a docstring gives the result that it shows."""
    found = doctest.testmod(import_module(module))
    assert found.attempted
    assert not found.failed
