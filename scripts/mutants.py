"""Measure how many small faults in rules, analysis and board the quick tests detect.

``python -m scripts.mutants`` puts in a tenth of all possible faults, one at a time, and always the same ones.
``--share 1`` puts in all of them. The table ``[tool.mutmut]`` in pyproject.toml lists the code to change and the tests
to run. At the end the script prints the score of each folder and every fault that no test detected.
``mutmut show NAME`` shows one fault.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

MUTMUT = Path(sys.executable).with_name("mutmut")
DETECTED_STATUSES = {"killed", "timeout", "segfault", "suspicious"}
"""The statuses in which mutmut reports a mutant that the tests detected."""
FIRST_MUTANTS = "dungeon_designer.rules.making.chest_count.*"
"""The first mutants to run. With this run mutmut creates all other mutants and measures how long the tests take."""


def main() -> None:
    """Change the code in many small ways (mutants), one at a time, run the tests, and print how many they detected."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=0.1, help="how many of all mutants, 0 to 1 (default 0.1)")
    parser.add_argument("--seed", type=int, default=1, help="another seed picks others (default 1)")
    arguments = parser.parse_args()
    run_mutmut("run", FIRST_MUTANTS)
    names = sorted(read_statuses())
    chosen_names = sorted(Random(arguments.seed).sample(names, max(1, round(arguments.share * len(names)))))  # noqa: S311
    run_mutmut("run", *(chosen_names if arguments.share < 1 else ()))
    status_by_name = read_statuses()
    print_report({name: status_by_name[name] for name in chosen_names}, len(names))


def run_mutmut(*arguments: str) -> None:
    """Run mutmut, the tool that makes small changes of the code and runs the tests, with its progress shown.

    Raises:
        SystemExit: mutmut fails.
    """
    if subprocess.run([MUTMUT, *arguments], check=False).returncode:  # noqa: S603
        raise SystemExit("mutmut failed; its output is above")


def read_statuses() -> dict[str, str]:
    """Return for each mutant (a small change of the code) its name and status, such as "killed", as mutmut lists it."""
    process = subprocess.run([MUTMUT, "results", "--all", "true"], check=True, capture_output=True, text=True)  # noqa: S603
    lines = (line.strip().rpartition(": ") for line in process.stdout.splitlines())
    return {name: status for name, _, status in lines if name}


def print_report(status_by_name: dict[str, str], total: int) -> None:
    """Print for each folder how many mutants (small changes of the code) the tests detected, then those undetected.

    Args:
        status_by_name: the status of each mutant that was run.
        total: the number of all mutants.
    """
    detected_counts, counts = Counter[str](), Counter[str]()
    for name, status in status_by_name.items():
        for folder in (name.split(".")[1], "in all"):
            counts[folder] += 1
            detected_counts[folder] += status in DETECTED_STATUSES
    print(f"\n{len(status_by_name)} of {total} mutants")
    for folder, count in sorted(counts.items()):
        print(f"{folder:10} {detected_counts[folder]} of {count} noticed, {detected_counts[folder] / count:.1%}")
    for name, status in status_by_name.items():
        if status not in DETECTED_STATUSES:
            print(f"  {status}: {name}")


if __name__ == "__main__":
    main()
