"""Mends what findings know how to mend, and never makes a dungeon worse.

A fix is made only when the check after it finds no rule broken more often than before, and fewer findings in
all. First what is safe is tried at once: it is made when each of the fixes leaves a finding less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Finding, Fix, Level
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import Verdict, check, offered
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

MOST_ROUNDS = 20
"""How often all findings are gone through; what needs more than a few is no mend."""

PATIENCE = 200_000
"""Squares in all checks together after which no more fixes are tried: hundreds of checks of a usual dungeon."""

SEARCH = 20
"""To look where things could be moved to takes as long as so many checks."""


class Mended(Struct, frozen=True):
    """A layout after the fixes that helped, its board and verdict, and those fixes in the order made."""

    layout: Layout
    board: Board
    verdict: Verdict
    fixes: tuple[Fix, ...] = ()


class Mender(Struct, frozen=True):
    """What is asked, and with which tiles; with `unsafe`, things a person placed may be moved, too."""

    ruleset: Ruleset
    library: TileLibrary | None = None
    select: Sequence[str] | None = None
    ignore: Sequence[str] = ()
    unsafe: bool = False

    def mend(self, layout: Layout) -> Mended:
        """The layout with every fix that helps, until none does; EditError never leaves here."""
        now, work = self.checked(layout), _Work(self)
        for _ in range(MOST_ROUNDS):
            after = self._round(now, work)
            if after is now:
                break
            now = after
        return now

    def checked(self, layout: Layout, fixes: tuple[Fix, ...] = ()) -> Mended:
        """A layout after some fixes, with its board and verdict."""
        board = build(layout, self.library)
        return Mended(layout, board, check(board, self.ruleset, self.select, self.ignore), fixes)

    def _round(self, now: Mended, work: _Work) -> Mended:
        """What is safe tried at once, or else each fix of the findings once; `now` itself when none helps."""
        safe = [fixes[0] for finding in _open(now.verdict) if (fixes := [fix for fix in finding.fixes if fix.safe])]
        if len(safe) > 1 and (after := work.better(now, tuple(dict.fromkeys(safe)))):
            return after
        work.left -= SEARCH * len(now.board) if self.unsafe else 0
        for fix in self._offered(now):
            now = work.better(now, (fix,)) or now
        return now

    def _offered(self, now: Mended) -> Iterator[Fix]:
        """Moves are never safe, so they are looked for only where unsafe fixes are wanted."""
        verdict = offered(now.verdict, now.board, self.ruleset) if self.unsafe else now.verdict
        for finding in _open(verdict):
            yield from (fix for fix in finding.fixes if fix.safe or self.unsafe)


class _Work:
    """Layouts tried, as long as that does not take too long."""

    def __init__(self, mender: Mender) -> None:
        self._mender = mender
        self.left = PATIENCE

    def better(self, now: Mended, fixes: tuple[Fix, ...]) -> Mended | None:
        """The layout with some fixes, if each of them leaves a finding less and nothing is worse; else None."""
        if self.left <= 0:
            return None
        try:
            layout = apply(now.layout, [edit for fix in fixes for edit in fix.edits])
        except EditError:
            return None
        after = self._mender.checked(layout, (*now.fixes, *fixes))
        self.left -= len(after.board)
        fewer = len(now.verdict.findings) - len(after.verdict.findings)
        return after if fewer >= len(fixes) and _better(after.verdict, now.verdict) else None


def _open(verdict: Verdict) -> Iterator[Finding]:
    return (finding for finding in verdict.findings if finding.waived is None)


def _better(after: Verdict, before: Verdict) -> bool:
    """Fewer findings, and none of any rule and level that there was not before."""
    return _counts(after) < _counts(before)


def _counts(verdict: Verdict) -> Counter[tuple[str, Level]]:
    return Counter((finding.rule, finding.level) for finding in verdict.findings)
