"""Every cell of the table of rules and editions is asked by its edition, at its level, and exercised by a case."""

from __future__ import annotations

from collections import defaultdict

import pytest
from case_files import Case, all_cases, levels

from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import RuleLevel

LEVELS = {"m": RuleLevel.MUST, "s": RuleLevel.SHOULD, "n": RuleLevel.NOTICE}

LETTERS = {RuleLevel.OFF: "-", **{level: letter for letter, level in LEVELS.items()}}
TOLD = levels()

# One letter an edition, oldest book first: m must, s should, n notice, - the edition has no such rule. The levels stand
# in each rule's case file.
CELLS = {
    rule: "".join(LETTERS[level] for level in TOLD[rule].values())
    for rule in (*(name for name in RULE_NAMES if name in TOLD), *(name for name in TOLD if name not in RULE_NAMES))
}

ASKED = [
    pytest.param(rule, edition, letter, id=f"{rule}, {edition}")
    for rule, letters in CELLS.items()
    for edition, letter in zip(EDITIONS, letters, strict=True)
    if letter != "-"
]


def by_cell() -> dict[tuple[str, str], list[Case]]:
    """The cases of each cell; those with parameters of their own speak for no edition."""
    cases: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in all_cases():
        if not case.parameters:
            cases[case.rule, case.ruleset].append(case)
    return cases


CASES = by_cell()


def test_the_table_names_every_rule() -> None:
    """No rule is missing from the table, and none is there that does not exist."""
    assert tuple(CELLS) == RULE_NAMES


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_edition_asks_its_column(edition: str) -> None:
    """An edition asks the rules of its column, at the levels of its cells, and no other."""
    column = {rule: letters[EDITIONS.index(edition)] for rule, letters in CELLS.items()}
    ruleset = load_unchecked_ruleset(edition)
    asked = {name: ruleset.rules[name].level for name in ruleset.enabled_rules}
    assert asked == {rule: LEVELS[letter] for rule, letter in column.items() if letter != "-"}


@pytest.mark.parametrize(("rule", "edition", "letter"), ASKED)
def test_each_cell_has_its_cases(rule: str, edition: str, letter: str) -> None:
    """In each cell some case finds something, and some case, just inside the bound, finds nothing."""
    cases = CASES[rule, edition]
    assert any(case.finds for case in cases), "no case finds anything"
    assert any(not case.finds for case in cases), "no case finds nothing"


def test_cases_of_other_cells_find_nothing() -> None:
    """Where an edition lacks a rule, no case expects a finding of it."""
    wrong = [
        c.title
        for cell, cases in CASES.items()
        for c in cases
        if c.finds and cell[0] not in load_unchecked_ruleset(cell[1]).enabled_rules
    ]
    assert wrong == []
