"""A rule that crashes judges nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.findings import Level
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Waiver
from dungeon_designer.rules.autofix import Autofix
from dungeon_designer.rules.checker import RuleFailure, Verdict, check_board, count_findings_by_rule
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from tests.rules.broken_rule import PROBLEM, broken_rule

HALL = "map: |\n  <<.C.7.>>\n"
NAF = load_unchecked_ruleset("naf-2019")


def check(waivers: tuple[Waiver, ...] = (), select: tuple[str, ...] | None = None) -> Verdict:
    """What the edition says of the hall."""
    layout = replace(read_layout(HALL.encode(), "hall.dungeon.yaml"), waivers=waivers)
    return check_board(build_board(layout), NAF, select)


def test_a_rule_that_crashes_is_a_failure_and_no_finding() -> None:
    """The other rules find what they found before; the crashed rule finds nothing and is named with its exception."""
    before = check()
    with broken_rule("chest-count"):
        after = check()
    assert after.failures == (RuleFailure("chest-count", PROBLEM),)
    assert after.findings == tuple(finding for finding in before.findings if finding.rule != "chest-count")
    assert after.checked_rules == before.checked_rules


@pytest.mark.parametrize("waivers", [(), (Waiver(rule="chest-count", reason="we like it so"),)])
def test_a_board_is_not_legal_where_a_rule_crashes(waivers: tuple[Waiver, ...]) -> None:
    """A crash makes no board legal, not even where the rule's problems are waived; no waiver becomes stale by it."""
    assert check(waivers, ("chest-spacing",)).is_legal()
    with broken_rule("chest-spacing"):
        assert not check(waivers, ("chest-spacing",)).is_legal()
    with broken_rule("chest-count"):
        verdict = check(waivers, ("chest-count",))
    assert not verdict.is_legal()
    assert verdict.stale_waivers == ()
    assert verdict.summary == "1 rule failed"


def test_callers_that_accept_only_what_is_legal_see_a_crash_as_an_error() -> None:
    """For fixes and for the generator a rule that crashes is broken: a change that makes it crash is no improvement."""
    with broken_rule("chest-count"):
        verdict = check(select=("chest-count",))
    (finding,) = verdict.findings_and_failures
    assert (finding.rule, finding.level) == ("chest-count", Level.ERROR)
    assert count_findings_by_rule(verdict) == {("chest-count", Level.ERROR): 1}


def test_a_fix_is_not_kept_if_a_rule_crashes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixes are judged by checks; a check in which a rule crashes finds less and proves nothing."""
    autofix = Autofix(NAF, select=("portal-numbers", "chest-count"))
    layout = read_layout(HALL.encode(), "hall.dungeon.yaml")
    assert len(autofix.fix_layout(layout).fixes) == 1
    before = autofix.check_layout(layout)
    with broken_rule("portal-numbers"):
        assert autofix.fix_layout(layout, before).fixes == ()


def test_an_analysis_that_crashes_makes_all_its_rules_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that read a crashed analysis fail; if the report itself reads it, no rule is trusted."""

    def crash(_: Context) -> object:
        raise KeyError((2, 3))

    monkeypatch.setattr(Context, "connectivity", property(crash))
    verdict = check()
    assert {failure.problem for failure in verdict.failures} == {"KeyError: (2, 3)"}
    assert 1 < len(verdict.failures) < len(verdict.checked_rules)
    report = Dungeon.parse(HALL).check("naf-2019", select=["portal-numbers"])
    assert (report.legal, report.failed, report.walks) == (False, ("portal-numbers",), None)
    assert Dungeon.parse(HALL).check("naf-2019", select=["chest-spacing"], walks=False).legal


def test_the_place_of_a_crash_is_shown_where_it_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """With DUNGEON_DESIGNER_DEBUG the exception itself is raised, as for every other fault of the program."""
    monkeypatch.setenv("DUNGEON_DESIGNER_DEBUG", "1")
    with broken_rule("chest-count"), pytest.raises(AttributeError, match="bfs"):
        check()
