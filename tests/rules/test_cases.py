"""Runs every case of tests/rules/cases against its rule; see case_files.py for the format."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from case_files import Case, all_cases

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.transforms import apply_edits, move_layout
from dungeon_designer.layout_edits.objects import find_tile_sizes
from dungeon_designer.rules import rule_registry
from dungeon_designer.rules.autofix import verify_fixes
from dungeon_designer.rules.checker import Verdict, check_board, count_findings_by_rule, run_rule
from dungeon_designer.rules.context import Context
from tests.soak import FULL

CASES = list(all_cases())
MOST_FIXES = 40
NO_SENTENCE = re.compile(
    r"^(\d+ [\w ]+(:|, but)|no (?!route|team|player|standing))| × |\b0 (?!squares apart)\w+s\b|\w 0$"
)
"""What stands in lists: a bare number of things, a thing that is missing, a sign for times, none of something."""


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_case(case: Case) -> None:
    """The rule finds in the case's dungeon exactly what the case file says, and its fixes mend it where it says so."""
    layout = case.layout_read()
    found = findings(case, case.board(layout))
    told = "\n".join(f"  {finding.level}: {finding.message} {list(finding.squares)}" for finding in found)
    assert len(found) == len(case.finds), f"found:\n{told}"
    for finding, wanted in zip(found, case.finds, strict=True):
        is_whole(finding)
        agrees(finding, wanted, told)
    if case.fixed:
        mends(case, layout)


@pytest.mark.parametrize("rule", sorted({case.rule for case in CASES}))
def test_findings_move_with_the_dungeon(rule: str) -> None:
    """A dungeon that lies elsewhere has the same findings, each at its own squares."""
    for case in {case.name: case for case in CASES if case.rule == rule}.values():
        layout = case.layout_read()
        sizes = find_tile_sizes(layout, case.board(layout).library)
        here, there = (
            facts(findings(case, case.board(move_layout(layout, by, sizes))), by) for by in ((9, 9), (40, 23))
        )
        assert here == there, case.title


def facts(found: list[Finding], by: Square) -> list[tuple[object, ...]]:
    """What is found but its wording, with squares counted from where the dungeon was moved to."""
    return [
        (f.level, f.measured, f.required, len(f.fixes), *sorted((x - by[0], y - by[1]) for x, y in f.squares))
        for f in found
    ]


def is_whole(finding: Finding) -> None:
    """A finding is a sentence, it and its fixes say in one line what they mean, and each fix whether it is safe."""
    assert not NO_SENTENCE.search(finding.message), finding.message
    for text in (finding.message, *(fix.title for fix in finding.fixes)):
        assert isinstance(text, str)
        assert text
        assert text.isprintable()
    assert all(isinstance(fix.safe, bool) for fix in finding.fixes)


def findings(case: Case, board: Board) -> list[Finding]:
    """What the case's rule finds, in the order it yields it; a crash of the rule is shown as it is."""
    ruleset = case.rules()
    asked = rule_registry.list_enabled_rules(ruleset)
    found = []
    for one in asked:
        if one.rule.name == case.rule:
            context = Context(board, ruleset)
            list(one.rule.check(context, one.settings))
            found = run_rule(context, one)
            assert isinstance(found, list), found
    names = tuple(one.rule.name for one in asked)
    return list(verify_fixes(Verdict(ruleset.id, tuple(found), names, ()), board, ruleset).findings)


def agrees(finding: Finding, wanted: dict[str, Any], told: str) -> None:
    """Everything the case says of a finding is so."""
    for key in ("level", "measured", "required", "source"):
        if key in wanted:
            assert getattr(finding, key) == wanted[key], f"{key} of:\n{told}"
    if "squares" in wanted:
        assert [list(square) for square in finding.squares] == wanted["squares"], f"squares of:\n{told}"
    if "touching" in wanted:
        assert set(map(tuple, wanted["touching"])) <= set(finding.squares), f"squares of:\n{told}"
    if "says" in wanted:
        assert wanted["says"] in finding.message, told
    if "fixes" in wanted:
        assert len(finding.fixes) == wanted["fixes"], told


def test_no_fix_is_told_that_does_not_mend() -> None:
    """In the dungeons of all cases, under all rules, each fix told mends its finding, and nothing is found more."""
    dungeons = {(c.sketch, str(c.layout), c.ruleset, c.rule if c.parameters else ""): c for c in CASES}
    told = 0
    for case in list(dungeons.values())[:: 1 if FULL else 4]:
        board, ruleset = case.board(case.layout_read()), case.rules()
        found = check_board(board, ruleset)
        for finding in verify_fixes(found, board, ruleset).findings:
            for fix in finding.fixes:
                after = check_board(case.board(apply_edits(board.layout, fix.edits)), ruleset)
                assert count_findings_by_rule(after) < count_findings_by_rule(found), f"{case.title}: {fix.title}"
                left = [(each.rule, each.message, each.squares) for each in after.findings]
                assert (finding.rule, finding.message, finding.squares) not in left
                told += 1
    assert told > 80


def mends(case: Case, layout: Layout) -> None:
    """Taking the first fix again and again ends with nothing found, and no other rule finds more than before.

    A fix is safe to make unasked where the case says so, and nowhere else.
    """
    before = by_rule(case, layout)
    for _ in range(MOST_FIXES):
        fixes = [finding.fixes[0] for finding in findings(case, case.board(layout)) if finding.fixes]
        if not fixes:
            break
        assert fixes[0].safe == (case.fixed == "unasked"), fixes[0].title
        layout = apply_edits(layout, fixes[0].edits)
    left = findings(case, case.board(layout))
    assert not left, f"still found: {[finding.message for finding in left]}"
    more = by_rule(case, layout) - before
    assert not more, f"the fixes broke {dict(more)}"


def by_rule(case: Case, layout: Layout) -> Counter[str]:
    """How many findings each rule of the case's ruleset has."""
    return Counter(finding.rule for finding in check_board(case.board(layout), case.rules()).findings)
