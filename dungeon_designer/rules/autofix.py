"""Mends what findings know how to mend, and never makes a dungeon worse.

A fix is made only when the check after it finds no rule broken more often than before, and fewer findings in
all. Each mend therefore lowers the number of findings, which bounds how often the dungeon is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Fix, Level
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import Verdict, check, offered
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

MOST_ROUNDS = 20
"""How often all findings are gone through; what needs more than a few is no mend."""


class Fixed(Struct, frozen=True):
    """A layout after the fixes that helped, its board and verdict, and those fixes in the order made."""

    layout: Layout
    board: Board
    verdict: Verdict
    fixes: tuple[Fix, ...] = ()


class Autofix(Struct, frozen=True):
    """What is asked, and with which tiles; with `unsafe`, things a person placed may be moved, too."""

    ruleset: Ruleset
    library: TileLibrary | None = None
    select: Sequence[str] | None = None
    ignore: Sequence[str] = ()
    unsafe: bool = False

    def mend(self, layout: Layout) -> Fixed:
        """The layout with every fix that helps, until none does; EditError never leaves here."""
        now = self._checked(layout)
        for _ in range(MOST_ROUNDS):
            after = self._round(now)
            if after is now:
                break
            now = after
        return now

    def _round(self, now: Fixed) -> Fixed:
        """Each fix of the findings tried once; `now` itself when none helps."""
        for fix in self._offered(now):
            try:
                layout = apply(now.layout, fix.edits)
            except EditError:
                continue
            after = self._checked(layout, (*now.fixes, fix))
            if _better(after.verdict, now.verdict):
                now = after
        return now

    def _offered(self, now: Fixed) -> Iterator[Fix]:
        """Moves are never safe, so they are looked for only where unsafe fixes are wanted."""
        verdict = offered(now.verdict, now.board, self.ruleset) if self.unsafe else now.verdict
        for finding in verdict.findings:
            if finding.waived is None:
                yield from (fix for fix in finding.fixes if fix.safe or self.unsafe)

    def _checked(self, layout: Layout, fixes: tuple[Fix, ...] = ()) -> Fixed:
        board = build(layout, self.library)
        return Fixed(layout, board, check(board, self.ruleset, self.select, self.ignore), fixes)


def _better(after: Verdict, before: Verdict) -> bool:
    """Fewer findings, and none of any rule and level that there was not before."""
    return _counts(after) < _counts(before)


def _counts(verdict: Verdict) -> Counter[tuple[str, Level]]:
    return Counter((finding.rule, finding.level) for finding in verdict.findings)
