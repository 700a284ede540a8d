"""Mends what findings know how to mend, and never makes a dungeon worse.

A fix is made only when the check after it finds no rule broken more often than before, and fewer findings in
all. Each mend therefore lowers the number of findings, which bounds how often the dungeon is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Finding, Fix, Level
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import Verdict, check, counts, mover_of
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

MOST_ROUNDS = 20
"""How often all findings are gone through; what needs more than a few is no mend."""

PATIENCE = 200_000
"""Squares in all checks together after which no more fixes are tried: hundreds of checks of a usual dungeon."""

SEARCH = 20
"""To look where things could be moved to takes as long as so many checks."""

Repeat = Callable[[Layout, Layout], Layout]
"""Given a layout before an edit and after it: what comes of the edit where it is repeated across an axis."""


class Fixed(Struct, frozen=True):
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

    def mend(self, layout: Layout) -> Fixed:
        """The layout with every fix that helps, until none does; EditError never leaves here."""
        now = self._checked(layout)
        if self.only:  # fixes of one kind seldom meet: most often all can be made at once
            firsts = {finding.squares: fix for finding, fix in reversed(list(self._offered(now, self.unsafe)))}
            now = self._tried(now, tuple(reversed(firsts.values())), _better) or now
        now, left = self._all_safe(now), PATIENCE
        for _ in range(MOST_ROUNDS):
            after, left = self._round(now, left)
            if after is now:
                break
            now = after
        return now

    def make(self, layout: Layout, fixes: Sequence[Fix], harmless: bool = False) -> Fixed:
        """The layout with those of some fixes that help, or with `harmless` those that do no harm.

        All at once where that will do, else one after the other.
        """
        now, good = self._checked(layout), _harmless if harmless else _better
        together = self._tried(now, fixes, good)
        if together is not None or len(fixes) < 2:
            return together or now
        for fix in fixes:
            now = self._tried(now, (fix,), good) or now
        return now

    def harm(self, before: Layout, after: Layout) -> frozenset[str]:
        """The rules that find more in a layout than in the one before; what they only notice does not count."""
        more = counts(self._checked(after).verdict)
        more.subtract(counts(self._checked(before).verdict))
        return frozenset(rule for (rule, level), count in more.items() if count > 0 and level is not Level.INFO)

    def _all_safe(self, now: Fixed) -> Fixed:
        """What is safe, made at once, if each of the fixes leaves a finding less; else `now` itself."""
        firsts = {finding: fix for finding, fix in reversed(list(self._offered(now, moved=False))) if fix.safe}
        safe = tuple(dict.fromkeys(reversed(firsts.values())))
        fewer = len(now.verdict.findings) - len(safe)
        after = self._tried(now, safe, _better) if len(safe) > 1 else None
        return after if after is not None and len(after.verdict.findings) <= fewer else now

    def _round(self, now: Fixed, left: int) -> tuple[Fixed, int]:
        """Each fix of the findings tried once, as long as some squares are left to check, and what is left then."""
        left -= SEARCH * len(now.board) if self.unsafe else 0
        for _, fix in self._offered(now, moved=self.unsafe):
            if left <= 0:
                break
            now = self._tried(now, (fix,), _better) or now
            left -= len(now.board)
        return now, left

    def _tried(self, now: Fixed, fixes: Sequence[Fix], good: Callable[[Verdict, Verdict], bool]) -> Fixed | None:
        """What comes of some fixes together, repeated if that will do; None when it will not do either way."""
        try:
            plain = apply(now.layout, [edit for fix in fixes for edit in fix.edits])
        except EditError:
            return None
        twins = self._twins(now.layout, plain)
        for layout in filter(None, (twins, plain)):
            alone = tuple(fixes) if twins and layout is plain else ()
            after = self._checked(layout, (*now.fixes, *fixes), (*now.alone, *alone))
            if good(after.verdict, now.verdict):
                return after
        return None

    def _twins(self, before: Layout, plain: Layout) -> Layout | None:
        """A fix repeated; None where that changes nothing, cannot be done, or would add chests and portals."""
        if self.repeat is None:
            return None
        try:
            after = self.repeat(before, plain)
        except EditError:
            return None
        same = (len(after.chests), len(after.portals)) == (len(plain.chests), len(plain.portals))
        return after if same and after != plain else None

    def _offered(self, now: Fixed, moved: bool) -> Iterator[tuple[Finding, Fix]]:
        """The fixes of all findings to be mended; moves, which are never safe, are looked for only where `moved`."""
        mover = mover_of(now.verdict, now.board, self.ruleset) if moved else None
        for finding in now.verdict.findings:
            if finding.waived is None and self.only in ("", finding.rule):
                moves = mover.fixes(finding.moves) if mover and finding.moves else ()
                yield from ((finding, fix) for fix in (*finding.fixes, *moves) if fix.safe or self.unsafe)

    def _checked(self, layout: Layout, fixes: tuple[Fix, ...] = (), alone: tuple[Fix, ...] = ()) -> Fixed:
        board = build(layout, self.library)
        return Fixed(layout, board, check(board, self.ruleset, self.select, self.ignore), fixes, alone)


def _better(after: Verdict, before: Verdict) -> bool:
    """Fewer findings, and none of any rule and level that there was not before."""
    return counts(after) < counts(before)


def _harmless(after: Verdict, before: Verdict) -> bool:
    """No finding of any rule and level that there was not before."""
    return counts(after) <= counts(before)
