"""Run every benchmark, or the named ones: `python -m benchmarks [check …]`."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path


def main() -> None:
    """Run the named benchmarks, or all: each file ``bench_NAME.py`` beside this one is run as a program."""
    all_names = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    for name in sys.argv[1:] or all_names:
        runpy.run_module(f"benchmarks.bench_{name}", run_name="__main__")


if __name__ == "__main__":
    main()
