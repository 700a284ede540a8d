"""Runs a ruleset over a board: collects findings, contains a crashing rule, applies waivers, sorts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError, RulesetError, did_you_mean
from dungeon_designer.findings import Finding, Fix, Level
from dungeon_designer.grid import row_major
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import Waiver
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.moving import Mover
from dungeon_designer.rules.registry import NAMES, EnabledRule, configured
from dungeon_designer.rules.rule import MOST, Violation
from dungeon_designer.rulesets.model import RuleLevel, Ruleset

PATIENCE = 60_000
"""Squares in all checks together after which no more moves are told: two hundred checks of a usual dungeon."""

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
    board, ruleset = context.board, context.ruleset
    chosen = [a for a in configured(ruleset) if _wanted(a.rule.name, select, ignore)]
    found = [finding for asked in chosen for finding in run(context, asked)]
    asked_names = tuple(asked.rule.name for asked in chosen)
    findings, stale = _waive(found, board.layout.waivers, ruleset, asked_names)
    return Verdict(
        ruleset=ruleset.id,
        findings=tuple(sorted(findings, key=_order)),
        asked=asked_names,
        not_asked=tuple(name for name in NAMES if name not in asked_names),
        stale=stale,
    )


def offered(verdict: Verdict, board: Board, ruleset: Ruleset) -> Verdict:
    """The verdict with the fixes that mend its findings, the moves among them that are looked for now.

    None is told that does not mend: with it made, a check finds this no more, and nothing more than before. To look
    takes longer than to check: it is for those who show fixes.
    """
    if not any(finding.moves or finding.fixes for finding in verdict.findings):
        return verdict
    mover, trial = mover_of(verdict, board, ruleset), _Trial(board, ruleset, verdict.asked)
    return replace(verdict, findings=tuple(_offered(finding, mover, trial) for finding in verdict.findings))


def mover_of(verdict: Verdict, board: Board, ruleset: Ruleset) -> Mover:
    """What finds other places for chests and portals, by the rules that were asked."""
    return Mover(Context(board, ruleset), [a for a in configured(ruleset) if a.rule.name in verdict.asked])


def _offered(finding: Finding, mover: Mover, trial: _Trial) -> Finding:
    fixes = tuple(fix for fix in finding.fixes if trial.mends(fix, finding, unasked=True))
    if finding.moves is not None:
        with suppress(Exception):  # whatever it is, what was found still holds
            fixes += tuple(islice((fix for fix in mover.proposals(finding.moves) if trial.mends(fix, finding)), 1))
    return replace(finding, fixes=fixes, moves=None)


class _Trial:
    """Whether fixes of a board mend what was found, as a check after them says; after many nothing is said any more."""

    def __init__(self, board: Board, ruleset: Ruleset, asked: Sequence[str]) -> None:
        self._board, self._ruleset, self._asked = board, ruleset, asked
        self._left = PATIENCE
        self._before: Counter[tuple[str, Level]] | None = None

    def mends(self, fix: Fix, finding: Finding, unasked: bool = False) -> bool:
        """Whether nothing is found more often after a fix, and this finding no more; `unasked` once patience ends."""
        if self._before is None:
            self._before = counts(check(self._board, self._ruleset, self._asked))
        self._left -= len(self._board)
        if self._left < 0:
            return unasked
        try:
            layout = apply(self._board.layout, fix.edits)
        except EditError:  # what was found is there no more
            return False
        after = check(build(layout, self._board.library), self._ruleset, self._asked)
        same = ((f.rule, f.message, f.squares) for f in after.findings)
        return counts(after) < self._before and (finding.rule, finding.message, finding.squares) not in same


def counts(verdict: Verdict) -> Counter[tuple[str, Level]]:
    """How often each rule found something at each level."""
    return Counter((finding.rule, finding.level) for finding in verdict.findings)


def run(context: Context, asked: EnabledRule) -> list[Finding]:
    """The findings of one rule, at most MOST; a rule that fails is a finding of its own, so the others still speak."""
    try:
        faults = list(islice(asked.rule.check(context, asked.settings), MOST + 1))
    except Exception as error:  # whatever it is, the other rules must still be asked
        broken = f"this rule failed and was not asked ({type(error).__name__}: {error}); please report it"
        return [replace(_finding(asked, Violation(message=broken)), level=Level.ERROR)]
    if len(faults) > MOST:
        faults[MOST] = Violation(message=f"there is more of this; only the first {MOST} findings are listed")
    return [_finding(asked, fault) for fault in faults]


def known(names: Iterable[str]) -> None:
    """Refuses names that are no rules; RulesetError gives the nearest right spelling of each."""
    faults = [f"no such rule: {name}{did_you_mean(name, NAMES)}" for name in names if name not in NAMES]
    if faults:
        raise RulesetError("rules", faults)


def _wanted(name: str, select: Sequence[str] | None, ignore: Sequence[str]) -> bool:
    return (select is None or name in select) and name not in ignore


def _finding(asked: EnabledRule, fault: Violation) -> Finding:
    return Finding(
        rule=asked.rule.name,
        level=_milder(LEVELS[asked.entry.level], fault.level),
        message=fault.message,
        squares=fault.squares,
        measured=fault.measured,
        required=fault.required,
        source=asked.entry.source,
        fixes=fault.fixes,
        moves=fault.moves,
    )


def _milder(level: Level, own: Level | None) -> Level:
    """The rule's level, or the fault's own where that is less: a house's notice stays a notice."""
    return level if own is None or own.rank < level.rank else own


def _waive(
    findings: list[Finding], waivers: Sequence[Waiver], ruleset: Ruleset, asked: Sequence[str]
) -> tuple[list[Finding], tuple[StaleWaiver, ...]]:
    """The findings with the first waiver that covers each, and the waivers that covered none."""
    stale, findings = [], list(findings)
    by_rule: dict[str, list[int]] = defaultdict(list)
    for number, finding in enumerate(findings):
        by_rule[finding.rule].append(number)
    for waiver in waivers:
        covered = _covered(waiver, findings, by_rule.get(waiver.rule, ()), ruleset.id)
        if not covered and (why := _why_stale(waiver, ruleset, asked)):
            stale.append(StaleWaiver(waiver, why))
        for number in covered:
            if findings[number].waived is None:
                findings[number] = replace(findings[number], waived=waiver.reason)
    return findings, tuple(stale)


def _covered(waiver: Waiver, findings: Sequence[Finding], of_rule: Iterable[int], ruleset: str) -> list[int]:
    """Which of the findings of its rule a waiver covers, by number."""
    if waiver.ruleset and waiver.ruleset != ruleset:
        return []
    squares = set(waiver.squares)
    return [number for number in of_rule if not squares or not squares.isdisjoint(findings[number].squares)]


def _why_stale(waiver: Waiver, ruleset: Ruleset, asked: Sequence[str]) -> str:
    """Why a waiver covers nothing; empty when it speaks of a rule or ruleset that was not asked here."""
    if waiver.rule not in NAMES:
        return f"no rule of this name{_meant(waiver.rule)}"
    if waiver.rule not in asked or (waiver.ruleset and waiver.ruleset != ruleset.id):
        return ""
    return "the rule finds nothing there" if waiver.squares else "the rule finds nothing"


@lru_cache(1024)
def _meant(rule: str) -> str:
    """The nearest rule's name; remembered, as a waiver is read under one edition after the other."""
    return did_you_mean(rule, NAMES)


def _order(finding: Finding) -> tuple[Any, ...]:
    first = row_major(finding.squares[0]) if finding.squares else (-1, -1)
    return finding.level.rank, NAMES.index(finding.rule), first, finding.message
