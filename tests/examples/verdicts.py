"""What each edition says of each example: errors and warnings, counted, in verdicts.yaml.

`python -m tests.examples.verdicts` writes the table anew. Do that only after reading what changed (`git diff`): a cell
that surprises is either mended or explained in the notes of its example.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TABLE = Path(__file__).with_name("verdicts.yaml")
ENDING = ".dungeon.yaml"
RULESETS = EDITIONS
NAMES = sorted(str(path.relative_to(EXAMPLES)).removesuffix(ENDING) for path in EXAMPLES.rglob(f"*{ENDING}"))

HEAD = """\
# Example x ruleset: [errors, warnings], waived ones left out. Written by `python -m tests.examples.verdicts`.
"""


def find_folder(name: str) -> Path:
    """Return where the example lies; a house ruleset is looked for there."""
    return (EXAMPLES / name).parent


@cache
def load_layout(name: str) -> Layout:
    """Return the example of a name such as `naf-2019/the-four-winds`."""
    return Dungeon.load(str(EXAMPLES / f"{name}{ENDING}")).layout


@cache
def load_board(name: str) -> Board:
    """Return what the example's layout means."""
    return build_board(load_layout(name), load_library())


@cache
def find_problems(name: str, ruleset: str) -> tuple[Finding, ...]:
    """Return what an edition finds in an example, without what is waived."""
    found = check_board(load_board(name), load_ruleset(ruleset, find_folder(name))).findings
    return tuple(finding for finding in found if finding.waived is None)


def count_problems(name: str, ruleset: str) -> list[int]:
    """Return the numbers of errors and warnings."""
    levels = Counter(finding.level for finding in find_problems(name, ruleset))
    return [levels[Level.ERROR], levels[Level.WARNING]]


def read_table() -> str:
    """Return the whole table as it stands in the file."""
    lines = [HEAD]
    for name in NAMES:
        cells = ", ".join(f"{ruleset}: {count_problems(name, ruleset)}" for ruleset in RULESETS)
        lines.append(f"{name}: {{{cells}}}\n")
    return "".join(lines)


if __name__ == "__main__":
    TABLE.write_text(read_table(), encoding="utf-8")
