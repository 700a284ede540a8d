"""Run a ruleset over a board: collect findings, contain rules that crash, apply waivers, sort.

A rule that crashes says nothing about the board: neither that it is legal, nor that it is not. Its name and the
exception are kept as a `RuleFailure`, and a verdict with a failure is never legal.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import RulesetError, escape_line, suggest_word
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import rank_by_row
from dungeon_designer.layout.model import Waiver
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import MAX_FINDINGS_PER_RULE, RuleProblem
from dungeon_designer.rules.rule_registry import RULE_NAMES, ConfiguredRule, list_enabled_rules
from dungeon_designer.rules.rule_text import format_count
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset

LEVEL_BY_RULE_LEVEL = {RuleLevel.MUST: Level.ERROR, RuleLevel.SHOULD: Level.WARNING, RuleLevel.NOTICE: Level.INFO}
"""The level of a finding, by the level that the ruleset gives the rule."""


class StaleWaiver(Struct, frozen=True):
    """A waiver (an accepted problem) that no longer covers any finding, and the reason why."""

    waiver: Waiver
    reason: str


class RuleFailure(Struct, frozen=True):
    """A rule that crashed, or that needs an analysis that crashed, so that it cannot judge the board.

    Attributes:
        rule: The name of the rule.
        problem: The exception on one line, such as "KeyError: (2, 3)".
    """

    rule: str
    problem: str

    @property
    def message(self) -> str:
        """A sentence for reports, which names the exception and what to do."""
        return f"this rule failed and judges nothing ({self.problem}); please report it"


class Verdict(Struct, frozen=True):
    """The result of checking a board under a ruleset.

    Attributes:
        ruleset: The id of the ruleset.
        findings: The findings, waived (accepted) ones included, by level, then by rule.
        checked_rules: The names of the rules that were checked.
        unchecked_rules: The names of all other rules: the ruleset lacks them or has them off, or the caller left them
            out.
        stale_waivers: The waivers that cover no finding any more.
        failures: The checked rules that crashed. If there is one, the board cannot be judged.
    """

    ruleset: str
    findings: tuple[Finding, ...]
    checked_rules: tuple[str, ...]
    unchecked_rules: tuple[str, ...]
    stale_waivers: tuple[StaleWaiver, ...] = ()
    failures: tuple[RuleFailure, ...] = ()

    @property
    def failed_rules(self) -> tuple[str, ...]:
        """The names of the checked rules that crashed."""
        return tuple(failure.rule for failure in self.failures)

    @property
    def findings_and_failures(self) -> tuple[Finding, ...]:
        """The findings after an error for each rule that crashed.

        It is meant for callers that accept a board only if nothing can be wrong with it, such as the generator.
        """
        errors = (Finding(rule=each.rule, level=Level.ERROR, message=each.message) for each in self.failures)
        return (*errors, *self.findings)

    def count_findings(self, level: Level) -> int:
        """Return the number of findings of a level that are not waived (accepted by the dungeon's author)."""
        return sum(1 for finding in self.findings if finding.level is level and finding.waived is None)

    @property
    def waived_count(self) -> int:
        """The number of findings that the dungeon's author has waived, that is, accepted."""
        return sum(1 for finding in self.findings if finding.waived is not None)

    @property
    def summary(self) -> str:
        """The numbers of findings and of failed rules as text, such as "1 error, 2 warnings, 1 waived"; '' if none.

        A waived problem is one that the author of the dungeon accepts, with a reason.
        """
        counts = [
            format_count(self.count_findings(level), level.display_name)
            for level in Level
            if self.count_findings(level)
        ]
        if self.waived_count:
            counts.append(f"{self.waived_count} waived")
        if self.failures:
            counts.append(f"{format_count(len(self.failures), 'rule')} failed")
        return ", ".join(counts)

    def is_legal(self, strict: bool = False) -> bool:
        """Return whether no rule crashed and every error is waived (accepted); with `strict`, every warning too."""
        if self.failures or self.count_findings(Level.ERROR):
            return False
        return not (strict and self.count_findings(Level.WARNING))


def check_board(
    board: Board, ruleset: Ruleset, select: Sequence[str] | None = None, ignore: Sequence[str] = ()
) -> Verdict:
    """Check a board under a ruleset, and return the verdict: the problems that its rules find.

    Args:
        board: The board.
        ruleset: The ruleset.
        select: The names of the rules to check; None checks all that are on.
        ignore: The names of rules to leave out.

    Raises:
        RulesetError: `select` or `ignore` names a rule that does not exist.
    """
    return check_context(Context(board, ruleset), select, ignore)


def check_context(context: Context, select: Sequence[str] | None = None, ignore: Sequence[str] = ()) -> Verdict:
    """Check a board under a ruleset, and return the verdict: the problems that its rules find.

    Unlike with `check_board`, the caller keeps the context, and can use its analyses (graphs, distances) afterwards.

    Args:
        context: The board, the ruleset and the analyses that rules share.
        select: The names of the rules to check; None checks all that are on.
        ignore: The names of rules to leave out.

    Raises:
        RulesetError: `select` or `ignore` names a rule that does not exist.
    """
    require_known_rules((*(select or ()), *ignore))
    enabled_rules = [
        enabled
        for enabled in list_enabled_rules(context.ruleset)
        if (select is None or enabled.rule.name in select) and enabled.rule.name not in ignore
    ]
    results = [run_rule(context, enabled) for enabled in enabled_rules]
    failures = tuple(result for result in results if isinstance(result, RuleFailure))
    findings = [finding for result in results if not isinstance(result, RuleFailure) for finding in result]
    checked_rules = tuple(enabled.rule.name for enabled in enabled_rules)
    judging_rules = set(checked_rules).difference(failure.rule for failure in failures)
    stale_waivers = _apply_waivers(findings, context, judging_rules)
    return Verdict(
        ruleset=context.ruleset.id,
        findings=tuple(sorted(findings, key=_sort_key)),
        checked_rules=checked_rules,
        unchecked_rules=tuple(name for name in RULE_NAMES if name not in checked_rules),
        stale_waivers=tuple(stale_waivers),
        failures=failures,
    )


def _apply_waivers(findings: list[Finding], context: Context, judging_rules: Set[str]) -> list[StaleWaiver]:
    """Mark the findings that the dungeon's waivers cover, in the list itself, and return the waivers that cover none.

    A waiver is a problem that the author of the dungeon accepts, with a reason. If several cover a finding, the first
    one's reason is kept in it.

    Args:
        findings: The findings of all rules.
        context: The board with its waivers, and the ruleset.
        judging_rules: The rules that were checked and did not crash. Of others it is not known what they would find.
    """
    indices_by_rule = defaultdict[str, list[int]](list)
    for index, finding in enumerate(findings):
        indices_by_rule[finding.rule].append(index)
    stale_waivers = list[StaleWaiver]()
    for waiver in context.board.layout.waivers:
        is_for_ruleset = waiver.ruleset in ("", context.ruleset.id)
        squares = set(waiver.squares)  # without squares, it covers all findings of its rule
        covered_indices = [
            index
            for index in (indices_by_rule.get(waiver.rule, []) if is_for_ruleset else [])
            if not squares or not squares.isdisjoint(findings[index].squares)
        ]
        for index in covered_indices:
            if findings[index].waived is None:
                findings[index] = replace(findings[index], waived=waiver.reason)
        if waiver.rule not in RULE_NAMES:
            stale_waivers.append(StaleWaiver(waiver, f"no rule of this name{_suggest_rule(waiver.rule)}"))
        elif is_for_ruleset and waiver.rule in judging_rules and not covered_indices:
            stale_waivers.append(StaleWaiver(waiver, f"the rule finds no problem{' there' if squares else ''}"))
    return stale_waivers


def fail_all_rules(verdict: Verdict, error: Exception) -> Verdict:
    """Return a verdict in which every rule counts as crashed, since an analysis that rules share has crashed.

    Raises:
        Exception: the error itself, if the variable DUNGEON_DESIGNER_DEBUG of the environment is set.
    """
    failures = (_build_failure(rule, error) for rule in verdict.checked_rules if rule not in verdict.failed_rules)
    return replace(verdict, failures=(*verdict.failures, *failures))


def count_findings_by_rule(verdict: Verdict) -> Counter[tuple[str, Level]]:
    """Return the number of findings for each pair of rule name and level, waived findings included.

    A waived problem is one that the author of the dungeon accepts, with a reason. A rule that crashed counts as one
    with an error, so that a change that makes a rule crash is no improvement.
    """
    return Counter((finding.rule, finding.level) for finding in verdict.findings_and_failures)


def find_worsened_rules(before: Verdict, after: Verdict) -> frozenset[str]:
    """Return the names of the rules that find more errors or more warnings in the second verdict than in the first."""
    added_findings = count_findings_by_rule(after)
    added_findings.subtract(count_findings_by_rule(before))
    return frozenset(rule for (rule, level), count in added_findings.items() if count > 0 and level is not Level.INFO)


def run_rule(context: Context, enabled_rule: ConfiguredRule) -> list[Finding] | RuleFailure:
    """Return the findings of one rule, at most MAX_FINDINGS_PER_RULE and one that says that there are more.

    If the rule raises an exception, the result is a failure that names it, so that the other rules are still checked.
    """
    try:
        problems = list(islice(enabled_rule.check(context), MAX_FINDINGS_PER_RULE + 1))  # one more tells of the rest
    except Exception as error:  # whatever it is, the other rules must still be asked
        return _build_failure(enabled_rule.rule.name, error)
    if len(problems) > MAX_FINDINGS_PER_RULE:
        message = f"there are more problems of this rule; only the first {MAX_FINDINGS_PER_RULE} are listed"
        problems[-1] = RuleProblem(message)
    return [_build_finding(enabled_rule, problem) for problem in problems]


def require_known_rules(names: Iterable[str]) -> None:
    """Raise RulesetError if some of the names are not names of rules; the error suggests the nearest name for each."""
    problems = [f"no such rule: {name}{suggest_word(name, RULE_NAMES)}" for name in names if name not in RULE_NAMES]
    if problems:
        raise RulesetError("rules", problems)


def _build_failure(rule: str, error: Exception) -> RuleFailure:
    """Return the failure of a rule that raised an error; with DUNGEON_DESIGNER_DEBUG set, raise the error instead."""
    if os.environ.get("DUNGEON_DESIGNER_DEBUG"):
        raise error
    return RuleFailure(rule, escape_line(f"{type(error).__name__}: {error}"))


def _build_finding(enabled_rule: ConfiguredRule, problem: RuleProblem) -> Finding:
    """Return the finding for a problem: the problem with the rule, level and source that the ruleset states.

    The problem's own level replaces that of the ruleset only if it is lower. So a problem that is only a warning or
    notice stays one if the ruleset makes the rule an error. The problem's own source, if it has one, always replaces
    the ruleset's.
    """
    rule_level = LEVEL_BY_RULE_LEVEL[enabled_rule.entry.level]
    # The lower level counts, which is the one of the greater rank: 0 for errors, 1 for warnings, 2 for notices.
    lower_level = max(rule_level, problem.level or rule_level, key=lambda level: level.rank)
    return Finding(
        rule=enabled_rule.rule.name,
        level=lower_level,
        message=problem.message,
        squares=problem.squares,
        edges=problem.edges,
        measured=problem.measured,
        required=problem.required,
        source=problem.source or enabled_rule.entry.source,
        fixes=problem.fixes,
        moves=problem.moves,
    )


@lru_cache(1024)
def _suggest_rule(rule: str) -> str:
    """Return the end of a message that suggests the rule with the nearest name; '' if none is near.

    The result is cached, since several editions read the same waiver (a problem that the author accepts).
    """
    return suggest_word(rule, RULE_NAMES)


def _sort_key(finding: Finding) -> tuple[Any, ...]:
    """Return the key that sorts findings: level, rule in the order of the manual, first square by row, message."""
    before_all_squares = (-1, -1)
    first_square = rank_by_row(finding.squares[0]) if finding.squares else before_all_squares
    return finding.level.rank, RULE_NAMES.index(finding.rule), first_square, finding.message
