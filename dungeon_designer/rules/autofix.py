"""Fix the problems for which findings offer fixes, and never make a dungeon worse.

A fix is kept only if the next check finds no rule broken more often, and fewer findings in all. Each kept fix
therefore lowers the number of findings, which limits the number of checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Finding, Fix, Level
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.transforms import apply_edits
from dungeon_designer.rules.checker import Verdict, check_board, count_findings_by_rule
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.relocation import Mover
from dungeon_designer.rules.rule_registry import list_enabled_rules
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary

MAX_ROUNDS = 20
"""The most times that all findings are gone through. What needs more is not worth fixing automatically."""

MAX_FIXING_SQUARES = 200_000
"""The squares that all checks together may read before no more fixes are tried: hundreds of usual checks."""

MOVE_SEARCH_CHECKS = 20
"""The cost of a search for squares to move objects to, as the number of checks that take as long."""

MAX_VERIFYING_SQUARES = 60_000
"""The squares that all checks together may read before no more moves are offered: two hundred usual checks."""

RepeatEdit = Callable[[Layout, Layout], Layout]
"""A function that takes the layout before and after an edit, and returns it with the edit repeated by symmetry."""


class FixResult(Struct, frozen=True):
    """A layout after automatic fixing, with its board and verdict.

    Attributes:
        layout: The layout after the fixes.
        board: The board of that layout.
        verdict: The result of checking that board.
        fixes: The fixes that were made, in order.
        unrepeated_fixes: Those of them that were not repeated by symmetry, because the repetition would have done harm.
    """

    layout: Layout
    board: Board
    verdict: Verdict
    fixes: tuple[Fix, ...] = ()
    unrepeated_fixes: tuple[Fix, ...] = ()


class Autofix(Struct, frozen=True):
    """The settings of automatic fixing.

    Attributes:
        ruleset: The ruleset to check under.
        library: The tile sets.
        select: The names of the rules to check; None checks all that are on.
        ignore: The names of rules to leave out.
        unsafe: Whether fixes may move what a person placed.
        only_rule: The rule whose problems are fixed, '' for all. All rules are checked in any case.
        repeat_edit: The function that repeats a fix by symmetry; None without symmetry.
        allow_warnings: Whether a fix that leaves fewer errors may cause warnings. It never causes an error. This is
            for a user who asks for a fix and is told of the warnings; other callers never make anything worse.
    """

    ruleset: Ruleset
    library: TileLibrary | None = None
    select: Sequence[str] | None = None
    ignore: Sequence[str] = ()
    unsafe: bool = False
    only_rule: str = ""
    repeat_edit: RepeatEdit | None = None
    allow_warnings: bool = False

    def fix_layout(self, layout: Layout, current: FixResult | None = None) -> FixResult:
        """Return the layout with every fix that helps: it lowers the number of findings and breaks no rule more often.

        Fixes that cannot be applied are skipped, so EditError is never raised.

        Args:
            layout: The layout to fix.
            current: The layout with its board and verdict, if the caller has them; None to check it here.
        """
        result = current or self.check_layout(layout)
        if self.only_rule:  # fixes of one rule seldom meet: most often all can be made at once
            # Of findings with the same squares only one is fixed here, since their fixes would change the same place.
            fixes = _choose_first_fixes(
                [(finding.squares, fix) for finding, fix in self._list_fixes(result, self.unsafe)]
            )
            result = self.try_fixes(result, fixes) or result
        return self._fix_one_by_one(self._make_safe_fixes(result))

    def _make_safe_fixes(self, current: FixResult) -> FixResult:
        """Return the result of making the first safe fix of each finding (problem), all together.

        Without at least two such fixes, or if this leaves some of their problems, nothing is made.
        """
        all_fixes = list(self._list_fixes(current, with_moves=False))
        first_fixes = _choose_first_fixes([(finding, fix) for finding, fix in all_fixes if fix.safe])
        fixes = tuple(dict.fromkeys(first_fixes))  # one fix may help against several problems
        result = self.try_fixes(current, fixes) if len(fixes) > 1 else None
        if result and len(result.verdict.findings) <= len(current.verdict.findings) - len(fixes):
            return result
        return current

    def _fix_one_by_one(self, current: FixResult) -> FixResult:
        """Return the result of trying each fix by itself, again and again until none helps any more.

        The checks together may read MAX_FIXING_SQUARES squares; then no more fixes are tried.
        """
        result, remaining_squares = current, MAX_FIXING_SQUARES
        for _ in range(MAX_ROUNDS):
            previous = result
            if self.unsafe:  # squares for moved objects are searched for, too
                remaining_squares -= MOVE_SEARCH_CHECKS * len(result.board)
            for _, fix in self._list_fixes(result, with_moves=self.unsafe):
                if remaining_squares <= 0:
                    break
                result = self.try_fixes(result, (fix,)) or result
                remaining_squares -= len(result.board)
            if result is previous:
                break
        return result

    def apply_fixes(self, layout: Layout, fixes: Sequence[Fix], allow_harmless: bool = False) -> FixResult:
        """Return the layout after those of the given fixes that lower the number of findings.

        With `allow_harmless`, fixes that leave every number of findings unchanged are made too. All fixes are tried
        together first. If they do not work together, they are tried one after the other.
        """
        result = self.check_layout(layout)
        joint_result = self.try_fixes(result, fixes, allow_harmless)
        if joint_result is not None or len(fixes) < 2:
            return joint_result or result
        for fix in fixes:
            result = self.try_fixes(result, (fix,), allow_harmless) or result
        return result

    def try_fixes(self, current: FixResult, fixes: Sequence[Fix], allow_harmless: bool = False) -> FixResult | None:
        """Return the result of making some fixes together, or None if that does not help.

        They help if no rule finds more at any level, and there are fewer findings in all. With `allow_harmless`, an
        equal number is enough. If the setting `allow_warnings` is on, fewer errors are enough where no rule finds more
        errors. If `repeat_edit` is set, the fixes are first tried with their mirrored copies, as the dungeon's symmetry
        repeats them. If that does not help, or would add chests or portals, they are tried without.
        """
        try:
            fixed = apply_edits(current.layout, [edit for fix in fixes for edit in fix.edits])
        except EditError:
            return None
        repeated = self._repeat_by_symmetry(current.layout, fixed)
        for layout in filter(None, (repeated, fixed)):
            lacks_copies = repeated is not None and layout is fixed
            result = self.check_layout(
                layout,
                (*current.fixes, *fixes),
                (*current.unrepeated_fixes, *(fixes if lacks_copies else ())),
            )
            if self._has_helped(current.verdict, result.verdict, allow_harmless):
                return result
        return None

    def _repeat_by_symmetry(self, layout: Layout, fixed: Layout) -> Layout | None:
        """Return the fixed layout with the mirrored copies of the fixes, as the dungeon's symmetry repeats them.

        None is returned without symmetry, if the copies change nothing more, or if they would add chests or portals.
        """
        repeated = None
        with suppress(EditError):
            repeated = self.repeat_edit(layout, fixed) if self.repeat_edit else None
        if repeated is None or repeated == fixed:
            return None
        adds_objects = (len(repeated.chests), len(repeated.portals)) != (len(fixed.chests), len(fixed.portals))
        return None if adds_objects else repeated

    def _has_helped(self, before: Verdict, after: Verdict, allow_harmless: bool) -> bool:
        """Return whether fixes have helped, as `try_fixes` says, by the verdicts before and after them."""
        counts_before, counts_after = count_findings_by_rule(before), count_findings_by_rule(after)
        # "<" between counters: no number is greater, and some number is less.
        if counts_after < counts_before or (allow_harmless and counts_after == counts_before):
            return True
        return self.allow_warnings and _has_fewer_errors(counts_before, counts_after)

    def _list_fixes(self, current: FixResult, with_moves: bool) -> Iterator[tuple[Finding, Fix]]:
        """Yield each finding (problem) that should be fixed, with each of its fixes.

        Left out are waived findings (which the author accepts), findings of other rules than `only_rule`, and fixes
        that are not safe (which move what a person placed), unless `unsafe` is set. With `with_moves`, a move of the
        finding's chests or portals is searched for, too; moves are never safe.
        """
        mover = create_mover(current.verdict, current.board, self.ruleset) if with_moves else None
        for finding in current.verdict.findings:
            if finding.waived is None and self.only_rule in ("", finding.rule):
                moves = islice(mover.propose_moves(finding.moves), 1) if mover and finding.moves else ()
                yield from ((finding, fix) for fix in (*finding.fixes, *moves) if fix.safe or self.unsafe)

    def check_layout(
        self, layout: Layout, fixes: tuple[Fix, ...] = (), unrepeated_fixes: tuple[Fix, ...] = ()
    ) -> FixResult:
        """Return a result with the board and verdict of a layout, and with the given fixes, which led to it."""
        board = build_board(layout, self.library)
        return FixResult(
            layout, board, check_board(board, self.ruleset, self.select, self.ignore), fixes, unrepeated_fixes
        )


def _choose_first_fixes(fixes_by_key: Sequence[tuple[object, Fix]]) -> tuple[Fix, ...]:
    """Return one fix for each key, such as the squares of a problem: the first of several.

    The fixes come in the order in which the keys occur last.

    Args:
        fixes_by_key: Each fix after its key. A key with several fixes occurs several times.
    """
    # In reversed order, an earlier fix replaces a later one of the same key.
    first_fix_by_key = dict(reversed(fixes_by_key))
    return tuple(reversed(first_fix_by_key.values()))


def _has_fewer_errors(counts_before: Counter[tuple[str, Level]], counts_after: Counter[tuple[str, Level]]) -> bool:
    """Return whether a change left fewer errors, and no rule with more errors; warnings and notices do not count.

    Args:
        counts_before: The number of findings before the change, by rule and level.
        counts_after: The same after it.
    """
    errors_before, errors_after = (
        Counter({(rule, level): count for (rule, level), count in counts.items() if level is Level.ERROR})
        for counts in (counts_before, counts_after)
    )
    return errors_after < errors_before  # no number is greater, and some number is less


def create_mover(verdict: Verdict, board: Board, ruleset: Ruleset) -> Mover:
    """Create the search for squares to which chests and portals can move, under the rules that the verdict checked."""
    return Mover(
        Context(board, ruleset),
        [
            enabled_rule
            for enabled_rule in list_enabled_rules(ruleset)
            if enabled_rule.rule.name in verdict.checked_rules
        ],
    )


def verify_fixes(verdict: Verdict, board: Board, ruleset: Ruleset, allow_warnings: bool = False) -> Verdict:
    """Return the verdict with only those fixes that work, and with moves that work added to them.

    A fix works if a check after it no longer finds the problem and finds nothing new; with `allow_warnings`, the fix of
    an error may cause warnings. Moves (of chests and portals to other squares) are searched for here. This takes longer
    than a check, so only callers that show fixes should use it.
    """
    if not any(finding.moves or finding.fixes for finding in verdict.findings):
        return verdict
    mover = create_mover(verdict, board, ruleset)
    autofix = Autofix(ruleset, board.library, verdict.checked_rules, allow_warnings=allow_warnings)
    fix_test = _FixTest(autofix, autofix.check_layout(board.layout))
    findings = []
    for finding in verdict.findings:
        # If there is no time for a check, fixes that a rule proposes are trusted, and moves are not.
        fixes = tuple(fix for fix in finding.fixes if fix_test.is_effective(fix, finding, default=True))
        if finding.moves is not None:
            with suppress(Exception):  # the search may crash in a rule; the finding and its fixes still hold
                for fix in mover.propose_moves(finding.moves):
                    if fix_test.is_effective(fix, finding, default=False):
                        fixes += (fix,)
                        break
        findings.append(replace(finding, fixes=fixes, moves=None))
    return replace(verdict, findings=tuple(findings))


class _FixTest:
    """A test whether single fixes of a dungeon work, which ends after MAX_VERIFYING_SQUARES squares."""

    def __init__(self, autofix: Autofix, current: FixResult) -> None:
        """Store how fixes are tried, and the dungeon as it is now."""
        self._autofix, self._current = autofix, current
        self._remaining_squares = MAX_VERIFYING_SQUARES

    def is_effective(self, fix: Fix, finding: Finding, default: bool) -> bool:
        """Return whether a check after the fix no longer finds this finding (problem), and nothing new.

        `default` is returned without a check once all checks together have read MAX_VERIFYING_SQUARES squares.
        """
        self._remaining_squares -= len(self._current.board)
        if self._remaining_squares < 0:
            return default
        result = self._autofix.try_fixes(self._current, (fix,))
        if result is None:
            return False
        remaining_problems = [(each.rule, each.message, each.squares) for each in result.verdict.findings]
        return (finding.rule, finding.message, finding.squares) not in remaining_problems
