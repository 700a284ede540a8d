"""The benchmarks run: each is measured with the least amounts, which only show that it still fits the program."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.soak import FULL, soak

ROOT = Path(__file__).parents[1]
NAMES = sorted(path.stem.removeprefix("bench_") for path in (ROOT / "benchmarks").glob("bench_*.py"))


@pytest.fixture(autouse=True)
def small_amounts(monkeypatch):
    """The least amounts; benchmarks look for them when they are imported, which they are nowhere else."""
    monkeypatch.setenv("DUNGEON_BENCH_SMALL", "1")
    monkeypatch.chdir(ROOT)


LONG = [soak, pytest.mark.skipif(not FULL, reason="as `generate` and `playtest`, which are run, together")]
CASES = [pytest.param(name, marks=LONG if name == "balance" else ()) for name in NAMES if name != "editor"]


@pytest.mark.parametrize("name", CASES)
def test_a_benchmark_runs(name, capsys):
    """Each benchmark prints what it measured, from its first step to its last."""
    import_module(f"benchmarks.bench_{name}").main()
    assert capsys.readouterr().out.strip()


def test_the_benchmark_of_the_editor_runs():
    """The editor's benchmark opens a window of its own in a process of its own, and measures all that it names."""
    pytest.importorskip("PySide6.QtWidgets")
    call = [sys.executable, "-m", "benchmarks", "editor"]
    finished = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)
    assert finished.returncode == 0, finished.stderr[-3000:]
    for words in ("edit and redraw", "opened and judged", "variations: the first", "memory:", "start:"):
        assert words in finished.stdout
