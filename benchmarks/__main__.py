"""Run every benchmark, or the named ones: `python -m benchmarks [check …]`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run the named benchmarks, or all: the function `main` of each file ``bench_NAME.py`` beside this one."""
    all_names = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    for name in sys.argv[1:] or all_names:
        print(f"== {name}", flush=True)
        import_module(f"benchmarks.bench_{name}").main()


if __name__ == "__main__":
    main()
