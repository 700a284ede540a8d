"""Mends what findings know how to mend, and never makes a dungeon worse.

A fix is made only when the check after it finds no rule broken more often than before, and fewer findings in
all. Each mend therefore lowers the number of findings, which bounds how often the dungeon is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Finding, Fix, Level
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import Verdict, check, counts
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.moving import Mover
from dungeon_designer.rules.registry import configured
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

MOST_ROUNDS = 20
"""How often all findings are gone through; what needs more than a few is no mend."""

PATIENCE = 200_000
"""Squares in all checks together after which no more fixes are tried: hundreds of checks of a usual dungeon."""

SEARCH = 20
"""To look where things could be moved to takes as long as so many checks."""

LOOKED_AT = 60_000
"""Squares in all checks together after which no more moves are told: two hundred checks of a usual dungeon."""

Repeat = Callable[[Layout, Layout], Layout]
"""Given a layout before an edit and after it: what comes of the edit where it is repeated across an axis."""


class Mended(Struct, frozen=True):
    """A layout after the fixes that helped, its board and verdict, and those fixes in the order made.

    `alone` are those of them that were not repeated, though they should have been: that would have done harm.
    """

    layout: Layout
    board: Board
    verdict: Verdict
    fixes: tuple[Fix, ...] = ()
    alone: tuple[Fix, ...] = ()


class Autofix(Struct, frozen=True):
    """What is asked, and with which tiles; with `unsafe`, things a person placed may be moved, too.

    `only` names the one rule whose findings are mended, all rules are asked all the same. `repeat` says what becomes
    of a fix under a symmetry.
    """

    ruleset: Ruleset
    library: TileLibrary | None = None
    select: Sequence[str] | None = None
    ignore: Sequence[str] = ()
    unsafe: bool = False
    only: str = ""
    repeat: Repeat | None = None

    def mend(self, layout: Layout, known: Mended | None = None) -> Mended:
        """The layout with every fix that helps, until none does; EditError never leaves here.

        `known` is the layout with its board and verdict, where somebody has them.
        """
        now, left = known or self.checked(layout), PATIENCE
        if self.only:  # fixes of one kind seldom meet: most often all can be made at once
            firsts = {finding.squares: fix for finding, fix in reversed(list(self._offered(now, self.unsafe)))}
            now = self.tried(now, tuple(reversed(firsts.values()))) or now
        offered = {finding: fix for finding, fix in reversed(list(self._offered(now, moved=False))) if fix.safe}
        safe = tuple(dict.fromkeys(reversed(offered.values())))
        together = self.tried(now, safe) if len(safe) > 1 else None
        if together and len(together.verdict.findings) <= len(now.verdict.findings) - len(safe):
            now = together
        for _ in range(MOST_ROUNDS):
            before = now
            left -= SEARCH * len(now.board) if self.unsafe else 0
            for _, fix in self._offered(now, moved=self.unsafe):
                if left <= 0:
                    break
                now = self.tried(now, (fix,)) or now
                left -= len(now.board)
            if now is before:
                break
        return now

    def make(self, layout: Layout, fixes: Sequence[Fix], harmless: bool = False) -> Mended:
        """The layout with those of some fixes that help, or with `harmless` those that do no harm.

        All at once where that will do, else one after the other.
        """
        now = self.checked(layout)
        together = self.tried(now, fixes, harmless)
        if together is not None or len(fixes) < 2:
            return together or now
        for fix in fixes:
            now = self.tried(now, (fix,), harmless) or now
        return now

    def harm(self, before: Layout, after: Layout) -> frozenset[str]:
        """The rules that find more in a layout than in the one before; what they only notice does not count."""
        more = counts(self.checked(after).verdict)
        more.subtract(counts(self.checked(before).verdict))
        return frozenset(rule for (rule, level), count in more.items() if count > 0 and level is not Level.INFO)

    def tried(self, now: Mended, fixes: Sequence[Fix], harmless: bool = False) -> Mended | None:
        """What comes of some fixes together, repeated if that will do; None when it will not do either way.

        No rule may find more at any level and, unless `harmless` is enough, all of them together must find less.
        """
        try:
            plain = apply(now.layout, [edit for fix in fixes for edit in fix.edits])
        except EditError:
            return None
        repeated, before = None, counts(now.verdict)
        with suppress(EditError):
            repeated = self.repeat(now.layout, plain) if self.repeat else None
        if repeated and (len(repeated.chests), len(repeated.portals)) != (len(plain.chests), len(plain.portals)):
            repeated = None  # it would add chests and portals
        if repeated == plain:
            repeated = None
        for layout in filter(None, (repeated, plain)):
            alone = tuple(fixes) if repeated and layout is plain else ()
            after = self.checked(layout, (*now.fixes, *fixes), (*now.alone, *alone))
            found = counts(after.verdict)
            if found < before or (harmless and found == before):
                return after
        return None

    def _offered(self, now: Mended, moved: bool) -> Iterator[tuple[Finding, Fix]]:
        """The fixes of all findings to be mended; moves, which are never safe, are looked for only where `moved`."""
        mover = mover_of(now.verdict, now.board, self.ruleset) if moved else None
        for finding in now.verdict.findings:
            if finding.waived is None and self.only in ("", finding.rule):
                moves = islice(mover.proposals(finding.moves), 1) if mover and finding.moves else ()
                yield from ((finding, fix) for fix in (*finding.fixes, *moves) if fix.safe or self.unsafe)

    def checked(self, layout: Layout, fixes: tuple[Fix, ...] = (), alone: tuple[Fix, ...] = ()) -> Mended:
        """A layout as it is after some fixes."""
        board = build(layout, self.library)
        return Mended(layout, board, check(board, self.ruleset, self.select, self.ignore), fixes, alone)


def mover_of(verdict: Verdict, board: Board, ruleset: Ruleset) -> Mover:
    """What finds other places for chests and portals, by the rules that were asked."""
    return Mover(Context(board, ruleset), [a for a in configured(ruleset) if a.rule.name in verdict.asked])


def offered(verdict: Verdict, board: Board, ruleset: Ruleset) -> Verdict:
    """The verdict with the fixes that mend its findings, the moves among them that are looked for now.

    None is told that does not mend: with it made, a check finds this no more, and nothing more than before. To look
    takes longer than to check: it is for those who show fixes.
    """
    if not any(finding.moves or finding.fixes for finding in verdict.findings):
        return verdict
    mover, mender = mover_of(verdict, board, ruleset), Autofix(ruleset, board.library, verdict.asked)
    now, left = mender.checked(board.layout), LOOKED_AT

    def mends(fix: Fix, finding: Finding, unasked: bool) -> bool:
        """Whether a fix mends a finding; `unasked` once too much has been looked at."""
        nonlocal left
        left -= len(board)
        if left < 0:
            return unasked
        after = mender.tried(now, (fix,))
        same = (finding.rule, finding.message, finding.squares)
        return after is not None and same not in ((f.rule, f.message, f.squares) for f in after.verdict.findings)

    findings = []
    for finding in verdict.findings:
        fixes = tuple(fix for fix in finding.fixes if mends(fix, finding, unasked=True))
        if finding.moves is not None:
            with suppress(Exception):  # whatever it is, what was found still holds
                moves = (fix for fix in mover.proposals(finding.moves) if mends(fix, finding, unasked=False))
                fixes += tuple(islice(moves, 1))
        findings.append(replace(finding, fixes=fixes, moves=None))
    return replace(verdict, findings=tuple(findings))
