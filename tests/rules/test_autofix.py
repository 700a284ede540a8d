"""Fixes that are made: only those that help."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dungeon_designer.findings import Fix, MoveChest, RemoveDoor, ShutDoor
from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.rules import rule_registry
from dungeon_designer.rules.autofix import Autofix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings
from dungeon_designer.rulesets.ruleset_model import RuleEntry, RuleLevel, Ruleset

ENTRY = RuleEntry(level=RuleLevel.MUST, parameters={})
RULESET = Ruleset(id="test", name="Test", rules={"chest-section": ENTRY, "door-shut": ENTRY, "chest-spacing": ENTRY})


def _chests_left(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Every chest shall lie in column 0; the mend offered first is wrong, the second right."""
    for chest in context.board.chests:
        if chest.square[0]:
            fixes = tuple(
                Fix(f"to {x}", (MoveChest(chest.square, (x, chest.square[1])),)) for x in (9, chest.square[0], 0)
            )
            yield RuleProblem(f"chest at {chest.square}", (chest.square,), fixes=fixes)


def _on_floor(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Every chest shall lie on the floor."""
    for chest in context.board.chests:
        if chest.square not in context.board:
            yield RuleProblem(f"chest on rock at {chest.square}", (chest.square,))


def _doors_shut(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    for door in context.board.layout.square_doors:
        if door.open:
            gone = Fix("take away a door there is not", (RemoveDoor(door.at, Side.EAST),), safe=True)
            yield RuleProblem(f"open door at {door.at}", fixes=(gone, Fix("shut", (ShutDoor(door.at),), safe=True)))


@pytest.fixture(autouse=True)
def _rules_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = {"chest-section": _chests_left, "door-shut": _doors_shut, "chest-spacing": _on_floor}
    rules = {name: rule_registry.Rule(name, "test", Settings, check, "") for name, check in checks.items()}
    monkeypatch.setattr(rule_registry, "load_rule", rules.__getitem__)


def sketch(*rows: str) -> Layout:
    return read_sketch("map: |\n" + "".join(f"  {row}\n" for row in rows))


def chests(layout: Layout) -> set[Square]:
    return set(layout.chests)


def test_only_safe_fixes_are_made_unasked() -> None:
    """Doors are shut; chests stay where somebody placed them."""
    mended = Autofix(ruleset=RULESET).fix_layout(sketch(".C'"))
    assert [fix.title for fix in mended.fixes] == ["shut"]
    assert chests(mended.layout) == {(1, 0)}
    assert [finding.rule for finding in mended.verdict.findings] == ["chest-section"]


def test_all_fixes_that_help_are_made_when_asked() -> None:
    """With every fix allowed, each finding is mended by the first of its fixes that helps."""
    mended = Autofix(ruleset=RULESET, unsafe=True).fix_layout(sketch(".C'", ".C."))
    assert chests(mended.layout) == {(0, 0), (0, 1)}
    assert not mended.verdict.findings
    assert mended.verdict.is_legal()


def test_a_fix_that_breaks_another_rule_is_not_made() -> None:
    """A chest is not moved onto rock, though the rule that offers it would find less."""
    mended = Autofix(ruleset=RULESET, unsafe=True).fix_layout(sketch("#C."))
    assert chests(mended.layout) == {(1, 0)}
    assert mended.fixes == ()


def test_a_fix_that_changes_nothing_or_does_not_fit_is_no_fix() -> None:
    """Fixes that mend nothing, and fixes of what is not there, are passed over."""
    mended = Autofix(ruleset=RULESET, unsafe=True).fix_layout(sketch("'.."))
    assert [fix.title for fix in mended.fixes] == ["shut"]


def test_waived_findings_are_left_alone() -> None:
    """What somebody set aside with a reason is not mended."""
    waived = read_sketch("map: .'\nwaivers: [{rule: door-shut, reason: for show}]")
    assert Autofix(ruleset=RULESET).fix_layout(waived).fixes == ()


def test_rules_that_are_not_asked_are_not_mended() -> None:
    """With the rule left out, its findings and its fixes are, too."""
    assert Autofix(ruleset=RULESET, ignore=("door-shut",)).fix_layout(sketch(".'")).fixes == ()
    assert Autofix(ruleset=RULESET, select=("chest-section",)).fix_layout(sketch(".'")).fixes == ()


def test_mending_again_changes_nothing() -> None:
    """What is mended is mended."""
    mender = Autofix(ruleset=RULESET, unsafe=True)
    once = mender.fix_layout(sketch(".C'", "#C."))
    assert mender.fix_layout(once.layout).fixes == ()
