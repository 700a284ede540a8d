"""How many small faults, put into rules, analysis and board one at a time, the quick tests notice.

``python -m scripts.mutants`` breaks a tenth of all places, the same ones each time; ``--share 1`` all of them. What
is broken and which tests are asked stands in pyproject.toml under ``[tool.mutmut]``. At the end stand the score of
each folder and every fault that no test noticed; ``mutmut show NAME`` shows one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

MUTMUT = Path(sys.executable).with_name("mutmut")
NOTICED = {"killed", "timeout", "segfault", "suspicious"}
FIRST = "dungeon_designer.rules.making.chest_count.*"
"""A few mutants whose run makes all others and times the tests."""


def main() -> None:
    """Make mutants, run the share that was asked for, print the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=0.1, help="how many of all mutants, 0 to 1 (default 0.1)")
    parser.add_argument("--seed", type=int, default=1, help="another seed picks others (default 1)")
    asked = parser.parse_args()
    mutmut("run", FIRST)
    names = sorted(results())
    chosen = sorted(Random(asked.seed).sample(names, max(1, round(asked.share * len(names)))))  # noqa: S311
    mutmut("run", *(chosen if asked.share < 1 else ()))
    said = results()
    report({name: said[name] for name in chosen}, len(names))


def mutmut(*words: str) -> None:
    """Run it, its progress on the terminal; stop where it stops."""
    if subprocess.run([MUTMUT, *words], check=False).returncode:  # noqa: S603
        raise SystemExit("mutmut stopped; what it said stands above")


def results() -> dict[str, str]:
    """What became of each mutant."""
    told = subprocess.run([MUTMUT, "results", "--all", "true"], check=True, capture_output=True, text=True)  # noqa: S603
    lines = (line.strip().rpartition(": ") for line in told.stdout.splitlines())
    return {name: status for name, _, status in lines if name}


def report(said: dict[str, str], of_all: int) -> None:
    """The score folder by folder, then every fault that went unnoticed."""
    noticed, asked = Counter[str](), Counter[str]()
    for name, status in said.items():
        for folder in (name.split(".")[1], "in all"):
            asked[folder] += 1
            noticed[folder] += status in NOTICED
    print(f"\n{len(said)} of {of_all} mutants")
    for folder, count in sorted(asked.items()):
        print(f"{folder:10} {noticed[folder]} of {count} noticed, {noticed[folder] / count:.1%}")
    for name, status in said.items():
        if status not in NOTICED:
            print(f"  {status}: {name}")


if __name__ == "__main__":
    main()
