"""What the checker finds in a placement that it did not find in the bare floor, and what follows from that.

A finding that measures two things tells how far apart such things are to be; any other on whose squares something lies
that was placed tells where not to lie. Of a finding where nothing lies it is tried whether it goes when a portal lies
on its squares: then one is wanted there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board, Ints
from dungeon_designer.findings import Finding, Level
from dungeon_designer.generator.options import Placeable
from dungeon_designer.generator.placement.problem import SHOULD, Floats, Part
from dungeon_designer.generator.placement.things import WHAT
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, TrapKind
from dungeon_designer.rules.checker import Verdict, check
from dungeon_designer.rules.demands import Apart
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.model import Ruleset

_LEVELS = (Level.ERROR, Level.WARNING)

MOST_TRIED = 4
"""Of so many findings, and on so many squares of each, a portal is tried."""


class Judge:
    """The checker, asked about one floor again and again; `bare` is the floor with nothing placed yet."""

    def __init__(self, bare: Board, ruleset: Ruleset, kinds: Collection[Placeable]) -> None:
        self.bare = bare
        self.ruleset = ruleset
        self.kinds = kinds
        self._before: frozenset[tuple[object, ...]] | None = None

    def verdict(self, layout: Layout, rules: Sequence[str] | None = None) -> Verdict:
        """What the ruleset, or some of its rules, say of a layout on this floor."""
        return check(build(layout, self.bare.library, self.bare), self.ruleset, rules)

    def caused(self, verdict: Verdict, strict: bool) -> list[Finding]:
        """Errors, and with `strict` warnings, that the bare floor does not have."""
        asked = _LEVELS if strict else _LEVELS[:1]
        found = [finding for finding in _open(verdict) if finding.level in asked]
        return [finding for finding in found if _key(finding) not in self.before] if found else []

    @property
    def before(self) -> frozenset[tuple[object, ...]]:
        """What is found in the bare floor."""
        if self._before is None:
            self._before = frozenset(map(_key, _open(check(self.bare, self.ruleset))))
        return self._before

    def apart(self, layout: Layout, verdict: Verdict) -> set[Apart]:
        """How far apart things are to be by findings that measure two of them, whatever their rules demand."""
        at = {square: WHAT[kind] for kind, squares in lying(layout).items() for square in squares}
        found = set()
        for finding in self.caused(verdict, strict=True):
            whats = [at[square] for square in finding.squares if square in at]
            measured, required = finding.measured, finding.required
            if len(whats) == 2 and isinstance(measured, int) and isinstance(required, int) and measured < required:
                found.add(Apart(min(whats), max(whats), required))
        return found

    def avoid(self, verdict: Verdict, placed: dict[Placeable, set[Square]], avoided: dict[Placeable, Floats]) -> bool:
        """Makes dear where something was placed that findings name; whether there is any such."""
        some = False
        for finding in self.caused(verdict, strict=True):
            for kind, squares in placed.items():
                for square in squares & set(finding.squares):
                    costs = avoided.setdefault(kind, np.zeros(len(self.bare)))
                    costs[self.bare.find(square)] += SHOULD
                    some = True
        return some

    def wanted(self, layout: Layout, verdict: Verdict, movable: Sequence[Square]) -> Iterator[Part]:
        """Where a portal would mend what nothing that was placed has caused; it is tried with one of those movable."""
        if Placeable.PORTAL not in self.kinds or not movable:
            return
        taken = {*layout.chests, *(portal.at for portal in layout.portals)}
        for finding in [f for f in _open(verdict) if taken.isdisjoint(f.squares)][:MOST_TRIED]:
            squares = [at for at in map(self.bare.find, finding.squares) if at >= 0 and self.bare.walkable[at]]
            for mover in movable[:MOST_TRIED] if squares else ():
                moved = _with_portal(layout, mover, self.bare.square(squares[len(squares) // 2]))
                after = self.verdict(moved, [finding.rule])
                if _key(finding) not in set(map(_key, _open(after))):
                    yield _one_in(len(self.bare), squares)
                    break


def worth(verdict: Verdict) -> tuple[int, int]:
    """Errors, then warnings: the fewer the better."""
    return verdict.count(Level.ERROR), verdict.count(Level.WARNING)


def lying(layout: Layout) -> dict[Placeable, set[Square]]:
    """The squares on which things lie, by kind."""
    counters = {trap.at for trap in layout.traps if trap.kind is TrapKind.COUNTER}
    portals = {portal.at for portal in layout.portals}
    return {Placeable.CHEST: set(layout.chests), Placeable.PORTAL: portals, Placeable.COUNTER: counters}


def _open(verdict: Verdict) -> list[Finding]:
    return [f for f in verdict.findings if f.waived is None and f.level in _LEVELS]


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.rule, finding.message, finding.squares


def _with_portal(layout: Layout, taken_up: Square, at: Square) -> Layout:
    portals = tuple(replace(each, at=at) if each.at == taken_up else each for each in layout.portals)
    return replace(layout, portals=portals)


def _one_in(size: int, squares: Sequence[int]) -> Part:
    part: Ints = np.full(size, -1, dtype=np.int32)
    part[list(squares)] = 0
    return Part((Placeable.PORTAL,), part, Bounds(min=1), SHOULD, np.zeros(1, dtype=np.int32))
