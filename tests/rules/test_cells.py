"""Every cell of the tables of rules is asked by its edition, at its level, and exercised by a case."""

from __future__ import annotations

from collections import defaultdict

import pytest
from case_files import Case, all_cases

from dungeon_designer.rules.registry import NAMES
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import RuleLevel

LEVELS = {"m": RuleLevel.MUST, "s": RuleLevel.SHOULD, "n": RuleLevel.NOTICE}

# One letter an edition, oldest book first: gw-1989-basic, gw-1989-expanded, gw-2021, brawl-2013, naf-2019, db7s-2019,
# eagbbl. m must, s should, n notice, - the edition has no such rule.
CELLS = {
    "chest-count": "mmmmmmm",
    "ball-count": "mmmmmmm",
    "portal-count": "mmmmmmm",
    "portal-numbers": "mmmmmmm",
    "tile-mix": "m-m----",
    "tile-supply": "m-sm-m-",
    "square-count": "----s--",
    "end-zone-count": "mmmmmmm",
    "end-zone-size": "mmmmmmm",
    "door-count": "mm-----",
    "trap-counters": "sm-----",
    "tile-overlap": "mmmmmmm",
    "corridor-width": "-m--mmm",
    "junction-width": "--m-mm-",
    "door-missing": "--m----",
    "door-width": "--m----",
    "door-centred": "--s----",
    "door-placement": "mmm---m",
    "door-shut": "mm-----",
    "entry-placement": "---m-m-",
    "set-up-room": "---m---",
    "end-zones-apart": "--s---m",
    "item-on-floor": "mmmmmmm",
    "item-overlap": "mmmmmmm",
    "entry-clear": "---m-m-",
    "chest-spacing": "-m--s-m",
    "portal-spacing": "-m--s--",
    "trap-spacing": "----s--",
    "portal-chest-distance": "--m----",
    "chest-end-zone-distance": "------m",
    "chests-per-section": "m-m----",
    "portals-per-section": "m-m----",
    "chest-section": "mmm----",
    "portal-section": "--m----",
    "portals-per-end-zone": "mm----m",
    "trap-section": "mm-----",
    "feature-shape": "--m----",
    "trapdoor": "---m---",
    "leap-edge": "---m---",
    "rotating-room": "---m---",
    "rolling-hazard": "---m---",
    "narrow-for-large": "nn-----",
    "bridge": "nnnnnnn",
    "reachability": "mmmmmmm",
    "walking-route": "sssnsss",
    "dead-square": "sssssss",
    "portal-exit": "mmmmssm",
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
    assert tuple(CELLS) == NAMES


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_edition_asks_its_column(edition: str) -> None:
    """An edition asks the rules of its column, at the levels of its cells, and no other."""
    column = {rule: letters[EDITIONS.index(edition)] for rule, letters in CELLS.items()}
    ruleset = load(edition)
    asked = {name: ruleset.rules[name].level for name in ruleset.asked}
    assert asked == {rule: LEVELS[letter] for rule, letter in column.items() if letter != "-"}


@pytest.mark.parametrize(("rule", "edition", "letter"), ASKED)
def test_each_cell_has_its_cases(rule: str, edition: str, letter: str) -> None:
    """In each cell some case finds something, and some case, just inside the bound, finds nothing."""
    cases = CASES[rule, edition]
    assert any(case.finds for case in cases), "no case finds anything"
    assert any(not case.finds for case in cases), "no case finds nothing"


def test_cases_of_other_cells_find_nothing() -> None:
    """Where an edition lacks a rule, no case expects a finding of it."""
    wrong = [c.title for cell, cases in CASES.items() for c in cases if c.finds and cell[0] not in load(cell[1]).asked]
    assert wrong == []
