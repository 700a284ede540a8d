"""Runs a ruleset over a board: collects findings, contains a crashing rule, applies waivers, sorts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import RulesetError, did_you_mean
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import row_major
from dungeon_designer.layout.model import Waiver
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.registry import NAMES, EnabledRule, configured
from dungeon_designer.rules.rule import MOST, Violation, counted
from dungeon_designer.rulesets.model import RuleLevel, Ruleset

LEVELS = {RuleLevel.MUST: Level.ERROR, RuleLevel.SHOULD: Level.WARNING, RuleLevel.NOTICE: Level.INFO}


class StaleWaiver(Struct, frozen=True):
    """A waiver that covers nothing any more, and why."""

    waiver: Waiver
    reason: str


class Verdict(Struct, frozen=True):
    """What a ruleset says of a board.

    `asked` names the rules that were asked, `not_asked` those the ruleset has off or lacks or the caller left
    out, `stale` the waivers that no longer match anything.
    """

    ruleset: str
    findings: tuple[Finding, ...]
    asked: tuple[str, ...]
    not_asked: tuple[str, ...]
    stale: tuple[StaleWaiver, ...] = ()

    def count(self, level: Level) -> int:
        """The findings of a level that no waiver covers."""
        return sum(1 for finding in self.findings if finding.level is level and finding.waived is None)

    @property
    def waived(self) -> int:
        """The findings a waiver covers."""
        return sum(1 for finding in self.findings if finding.waived is not None)

    @property
    def tally(self) -> str:
        """How many findings there are, level by level; levels without any are left out, '' when there are none."""
        counts = [counted(self.count(level), level.word) for level in Level if self.count(level)]
        return ", ".join([*counts, f"{self.waived} waived"] if self.waived else counts)

    def legal(self, strict: bool = False) -> bool:
        """No unwaived error, and with `strict` no unwaived warning either."""
        return not self.count(Level.ERROR) and not (strict and self.count(Level.WARNING))


def check(board: Board, ruleset: Ruleset, select: Sequence[str] | None = None, ignore: Sequence[str] = ()) -> Verdict:
    """The verdict of a ruleset on a board.

    `select` narrows the rules to those named, `ignore` leaves some out; RulesetError when one does not exist.
    """
    return check_in(Context(board, ruleset), select, ignore)


def check_in(context: Context, select: Sequence[str] | None = None, ignore: Sequence[str] = ()) -> Verdict:
    """The same as `check` for who asks more of the context: what the rules had worked out is not worked out again."""
    known((*(select or ()), *ignore))
    chosen = [
        enabled
        for enabled in configured(context.ruleset)
        if (select is None or enabled.rule.name in select) and enabled.rule.name not in ignore
    ]
    found = [finding for enabled in chosen for finding in run(context, enabled)]
    names = tuple(enabled.rule.name for enabled in chosen)
    stale, by_rule = list[StaleWaiver](), defaultdict[str, list[int]](list)
    for number, finding in enumerate(found):
        by_rule[finding.rule].append(number)
    for waiver in context.board.layout.waivers:  # the first that covers a finding stands in it
        here, squares = waiver.ruleset in ("", context.ruleset.id), set(waiver.squares)
        numbers = by_rule.get(waiver.rule, []) if here else []
        covered = [n for n in numbers if not squares or not squares.isdisjoint(found[n].squares)]
        for number in covered:
            if found[number].waived is None:
                found[number] = replace(found[number], waived=waiver.reason)
        if waiver.rule not in NAMES:
            stale.append(StaleWaiver(waiver, f"no rule of this name{_meant(waiver.rule)}"))
        elif here and waiver.rule in names and not covered:
            stale.append(StaleWaiver(waiver, f"the rule finds nothing{' there' if squares else ''}"))
    not_asked = tuple(name for name in NAMES if name not in names)
    return Verdict(context.ruleset.id, tuple(sorted(found, key=_order)), names, not_asked, tuple(stale))


def counts(verdict: Verdict) -> Counter[tuple[str, Level]]:
    """How often each rule found something at each level."""
    return Counter((finding.rule, finding.level) for finding in verdict.findings)


def run(context: Context, asked: EnabledRule) -> list[Finding]:
    """The findings of one rule, at most MOST; a rule that fails is a finding of its own, so the others still speak."""
    try:
        faults = list(islice(asked.rule.check(context, asked.settings), MOST + 1))
    except Exception as error:  # whatever it is, the other rules must still be asked
        broken = f"this rule failed and was not asked ({type(error).__name__}: {error}); please report it"
        return [replace(_finding(asked, Violation(broken)), level=Level.ERROR)]
    if len(faults) > MOST:
        faults[MOST] = Violation(f"there is more of this; only the first {MOST} findings are listed")
    return [_finding(asked, fault) for fault in faults]


def known(names: Iterable[str]) -> None:
    """Refuses names that are no rules; RulesetError gives the nearest right spelling of each."""
    faults = [f"no such rule: {name}{did_you_mean(name, NAMES)}" for name in names if name not in NAMES]
    if faults:
        raise RulesetError("rules", faults)


def _finding(asked: EnabledRule, fault: Violation) -> Finding:
    """A fault with what the ruleset knows; its own level counts where it is less: a house's notice stays a notice."""
    level = LEVELS[asked.entry.level]
    return Finding(
        rule=asked.rule.name,
        level=level if fault.level is None or fault.level.rank < level.rank else fault.level,
        message=fault.message,
        squares=fault.squares,
        measured=fault.measured,
        required=fault.required,
        source=fault.source or asked.entry.source,
        fixes=fault.fixes,
        moves=fault.moves,
    )


@lru_cache(1024)
def _meant(rule: str) -> str:
    """The nearest rule's name; remembered, as a waiver is read under one edition after the other."""
    return did_you_mean(rule, NAMES)


def _order(finding: Finding) -> tuple[Any, ...]:
    first = row_major(finding.squares[0]) if finding.squares else (-1, -1)
    return finding.level.rank, NAMES.index(finding.rule), first, finding.message
