"""Runs every benchmark, or those named: `python -m benchmarks [check …]`."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path


def main() -> None:
    """Each ``bench_NAME.py`` beside this file is run as a program."""
    known = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    for name in sys.argv[1:] or known:
        runpy.run_module(f"benchmarks.bench_{name}", run_name="__main__")


if __name__ == "__main__":
    main()
