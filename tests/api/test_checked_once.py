"""A dungeon is checked once, whatever is asked of it afterwards, and a check makes nothing that only a report shows."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import pytest

import dungeon_designer as dd
from dungeon_designer import check_cache, dungeon
from dungeon_designer.cli.main import run_program
from dungeon_designer.reports import check_result
from dungeon_designer.rules import checker
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.context import Context

SKETCH = "name: Hall\nruleset: naf-2019\nmap: <<..C.1.>>\n"
UNFIXABLE = "name: Hall\nruleset: naf-2019\nmap: <<..C...>>\n"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the ruleset of each check of a board."""
    calls: list[str] = []
    check_context = checker.check_context

    def count_and_check(context: Context, *args: object) -> Verdict:
        """Record a check, and make it."""
        calls.append(context.ruleset.id)
        return check_context(context, *args)  # type: ignore[arg-type]

    for module in (checker, check_cache):
        monkeypatch.setattr(module, "check_context", count_and_check)
    return calls


def test_a_dungeon_that_is_checked_fixed_and_printed_is_checked_once(checks: list[str]) -> None:
    """One check serves `check`, `fix`, the same check again, and the text of its report."""
    hall = dd.Dungeon.parse(UNFIXABLE)
    result = hall.check()
    assert hall.fix().fixes == ()
    assert "Hall" in str(result)
    assert hall.check().findings == result.findings
    assert checks == ["naf-2019"]


def test_another_ruleset_or_other_rules_are_another_check(checks: list[str]) -> None:
    """The result of a check is used again for the same arguments alone, and for the same dungeon alone."""
    hall = dd.Dungeon.parse(SKETCH)
    hall.check("naf-2019")
    hall.check("gw-2021")
    hall.check("gw-2021", select=["chest-count"])
    hall.check("gw-2021", select=["chest-count"], ignore=["square-count"])
    hall.edit(name="Other").check("gw-2021", select=["chest-count"], ignore=["square-count"])
    assert checks == ["naf-2019", *["gw-2021"] * 4]


def test_the_command_checks_a_file_without_fixes_once(checks: list[str], tmp_path: Path) -> None:
    """`check --fix` of a file in which nothing can be fixed reports with the check that the fixing has made."""
    file = tmp_path / "hall.dungeon.yaml"
    file.write_text(UNFIXABLE)
    assert run_program(["check", str(file), "--fix"]) == 1
    assert checks == ["naf-2019"]


def test_a_check_is_forgotten_with_its_dungeon() -> None:
    """No check outlives its dungeon, and the dungeon itself holds nothing that can be changed."""
    cache = dungeon._CHECKS._check_by_id
    gc.collect()
    before = len(cache)
    hall = dd.Dungeon.parse(SKETCH)
    hall.check()
    assert len(cache) == before + 1
    assert not [value for value in vars(hall).values() if isinstance(value, list | dict | set)]
    del hall
    gc.collect()
    assert len(cache) == before


@pytest.mark.parametrize(
    "look",
    [lambda result: result.legal, lambda result: result.findings, lambda result: result.open],
    ids=["legal", "findings", "open"],
)
def test_a_check_makes_nothing_for_a_report(look: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    """The map and the list of tiles that a report shows are made when a report is asked for, and not before."""
    made: list[str] = []
    for name in ("build_text_map", "count_needed_tiles", "format_notice"):
        original = getattr(check_result, name)
        monkeypatch.setattr(
            check_result, name, lambda value, original=original, name=name: (made.append(name), original(value))[1]
        )
    result = dd.Dungeon.parse(SKETCH).check()
    look(result)
    assert made == []
    str(result)
    assert sorted(made) == ["build_text_map", "count_needed_tiles", "format_notice"]
