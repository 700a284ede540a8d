"""Chests, portals, counters and balls on a drawn floor, as a ruleset asks; the checker judges each answer.

What it finds teaches the next search: where something lies that a finding names is made dear, and where a portal on its
squares mends a finding one is wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from dungeon_designer.analysis.sides import summed_up
from dungeon_designer.errors import CannotPlace
from dungeon_designer.figures.symmetries import WAYS, symmetries
from dungeon_designer.findings import Finding, Level
from dungeon_designer.generator.options import FurnitureStyle, Placeable, PlaceOptions
from dungeon_designer.generator.placement.problem import (
    LAID,
    SHOULD,
    CountedPart,
    Floats,
    PlacementFloor,
    PlacementGroup,
    Problem,
    counting,
    groups,
    images,
    lots,
    number,
    without,
)
from dungeon_designer.generator.placement.search import FoundPlacement, Scoring, best
from dungeon_designer.generator.placement.styles import by_site
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import Layout, Portal, Trap, TrapKind, normalised
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, about
from dungeon_designer.rules.checker import Verdict, check_in
from dungeon_designer.rules.context import Context, chest_walks
from dungeon_designer.rules.registry import NAMES
from dungeon_designer.rules.rule import Bounds, both, counted
from dungeon_designer.rulesets.model import Metric, Ruleset
from dungeon_designer.tiles.model import TileLibrary

if TYPE_CHECKING:
    from dungeon_designer.generator.placement.proof import Proof

MOST_ROWS = 2400  # of larger floors than anybody lays so many squares are looked at, for all groups of things together

MOST_WALKED = 300
"""Where distances are walked, so many of each group on larger floors: each takes a walk over all of it."""

ROUNDS = 6  # how often is searched anew with what the checker found in mind
TOLD = 3  # of so many rules that stand in the way is told what they find

ALONE, TWINNED = 0.75, 0.4
"""The shares of the usual search for things without twins, and for things with them, where both are tried."""

REPEATS = 3  # so many answers more are looked for than are wanted, since some may be the same
REPEATED = 1.0  # what it costs, in squares of spread, to lie where an answer before had the same kind of thing
MOST_TRIED = 4  # of so many findings, and with so many portals for each, it is tried whether a portal mends it

_LEVELS = (Level.ERROR, Level.WARNING)


class PlacedLayout(NamedTuple):
    """A layout with all things placed, in its context, its verdict, and what was searched and found."""

    context: Context
    verdict: Verdict
    problem: Problem
    found: FoundPlacement

    @property
    def layout(self) -> Layout:
        """The layout."""
        return self.context.board.layout

    @property
    def worth(self) -> tuple[int, int]:
        """Errors, then warnings: the fewer the better."""
        return self.verdict.count(Level.ERROR), self.verdict.count(Level.WARNING)

    @property
    def key(self) -> tuple[object, ...]:
        """What two placements are compared by."""
        return self.worth, self.found.score.key


def place(
    layout: Layout,
    ruleset: Ruleset,
    library: TileLibrary | None = None,
    options: PlaceOptions | None = None,
    *,
    barred: Collection[Square] = (),
    effort: float = 1.0,
) -> list[Layout]:
    """The layout with things placed on it, in as many ways that differ as are asked for, the best first.

    library  the tiles it may lay
    barred   squares on which nothing is laid, whatever lies there stays
    effort   the share of the usual search

    CannotPlace names the rules that stand in the way. What is wrong with the floor itself is no matter.
    """
    asked = options or PlaceOptions()
    placer = Placer(layout, ruleset, library, asked, barred)
    return [placed.layout for placed in placer.ways(asked.count, asked.seed, asked.strict, effort)]


class Placer:
    """One floor, and what is to be placed on it."""

    def __init__(
        self,
        layout: Layout,
        ruleset: Ruleset,
        library: TileLibrary | None = None,
        options: PlaceOptions | None = None,
        barred: Collection[Square] = (),
    ) -> None:
        self.options, layout = options or PlaceOptions(), normalised(layout)
        floor = PlacementFloor(layout if self.options.keep else without(layout, self.options.only), ruleset, library)
        self.floor, self.grid = floor, floor.grid
        self.may_lie = floor.grid.walkable & ~floor.grid.flags(barred)
        self.lots = lots(layout, floor.context, floor.rules, self.options)
        turn = self.options.symmetry
        self.symmetry = about(turn, floor.board.squares) if isinstance(turn, SymmetryMode) else turn
        self.groups = self._groups(self.symmetry)
        self._problems: dict[SymmetryMode | None, Problem] = {}
        for group in self.groups:
            if not len(group.squares):
                rules = [rule.rule.name for rule, _ in counting(floor.context, floor.rules, group.kind)]
                problem = f"there is no floor for {group.kind}s to lie on"
                raise CannotPlace(rules, f"in the way: {', '.join(rules)} ({problem})")

    def _groups(self, symmetry: Symmetry | None) -> list[PlacementGroup]:
        """The groups with so many rows at most, from all over the floor, those where nothing is amiss first."""
        every = list(groups(self.lots, images(self.floor.board, symmetry), self.may_lie))
        most = MOST_ROWS // max(len(every), 1)
        if self.floor.ruleset.metric is Metric.WALK and len(self.grid) > most:
            most = min(most, MOST_WALKED)
        for at, group in enumerate(every):
            if len(group.squares) > most:
                fine = group.squares[self.floor.free[group.squares].all(axis=1)]
                rows = fine if len(fine) >= most else group.squares
                chosen = np.linspace(0, len(rows) - 1, most).astype(np.int32)
                every[at] = group._replace(squares=rows[chosen])
        if self.options.style is FurnitureStyle.NAMED:
            dice = Random(self.options.seed)
            return list(by_site(every, self.floor.survey, self.floor.free, self.floor.ruleset, dice))
        return every

    def ways(self, count: int = 1, seed: int = 1, strict: bool = False, effort: float = 1.0) -> list[PlacedLayout]:
        """Up to so many placements, each with other squares than all others, the best first.

        CannotPlace where there is none.
        """
        dice = np.random.default_rng(seed)
        used: dict[ItemKind, Floats] = {}
        found: dict[tuple[object, ...], PlacedLayout] = {}
        for _ in range(count + REPEATS * (count > 1)):
            placed = self._way(dice, used, effort)
            if caused := self._caused(placed.verdict, strict):
                if not found:
                    said = {finding.rule: finding.message for finding in caused}
                    rules = sorted(said, key=NAMES.index)
                    words = "; ".join(f"{rule} ({said[rule]})" for rule in rules[:TOLD])
                    more = f", and {', '.join(rules[TOLD:])}" if rules[TOLD:] else ""
                    raise CannotPlace(rules, f"in the way: {words}{more}")
            else:
                found.setdefault(tuple(map(frozenset, lying(placed.layout).values())), placed)
            for kind, squares in lying(placed.layout).items():
                self._make_dear(used, kind, squares, REPEATED)
            if len(found) == count:
                break
        return sorted(found.values(), key=lambda placed: placed.key)

    def proved(self, placed: PlacedLayout, seconds: float) -> tuple[PlacedLayout, Proof]:
        """The best placement a solver knows of, beginning with one that was found, and what it says of it.

        Its answer is taken only where the checker is as content with it.
        """
        from dungeon_designer.generator.placement.proof import prove

        proof = prove(placed.problem, placed.found, seconds)
        better = self._judged(placed.problem, proof.found)
        if better.worth > placed.worth:
            return placed, proof._replace(found=placed.found, optimal=False, bound=None)
        return min(placed, better, key=lambda each: each.key), proof

    def _way(self, dice: np.random.Generator, used: dict[ItemKind, Floats], effort: float) -> PlacedLayout:
        """The best placement found, searched anew as long as the checker has more to say.

        Where a floor repeats itself, things with their twins are tried, too: if anything makes the sides walk alike,
        this does, and of half as many things the best are found in a third of the time.
        """
        avoided = {kind: costs.copy() for kind, costs in used.items()}
        wanted: list[CountedPart] = []
        found: list[PlacedLayout] = []
        shared = self._modes and len(self.floor.board.teams) == 2
        for _ in range(ROUNDS):
            problem = self._problem(None).taught(avoided, wanted)
            found.append(self._judged(problem, best(problem, dice, effort * (ALONE if shared else 1))))
            if found[-1].worth == (0, 0) or not self._learn(found[-1], avoided, wanted):
                break
        known = min(found, key=lambda placed: placed.key)
        for mode in self._modes * (1 if shared else 2 if known.found.score.largest else 0):
            problem = self._problem(mode).taught(avoided)
            twinned = best(problem, dice, effort * (TWINNED if shared else 1))
            if twinned.score.key < known.found.score.key or known.worth > (0, 0):
                found.append(self._judged(problem, twinned))
        return min(found, key=lambda placed: placed.key)

    def _problem(self, mode: SymmetryMode | None) -> Problem:
        """The problem with things as they are asked for, or with their twins; made once each."""
        if mode not in self._problems:
            turned = self._groups(about(mode, self.floor.board.squares)) if mode else self.groups
            self._problems[mode] = Problem(self.floor, turned)
        return self._problems[mode]

    @cached_property
    def _modes(self) -> list[SymmetryMode]:
        """How the floor repeats itself with the sides exchanged, where nobody asks for a symmetry."""
        own = {symmetry.way for symmetry in symmetries(self.floor.board) if symmetry.swaps}
        turned = {SymmetryMode.HALF_TURN: (2, False), SymmetryMode.LEFT_RIGHT: (0, True)}
        modes = {**turned, SymmetryMode.TOP_BOTTOM: (2, True)}
        return [mode for mode, turn in modes.items() if WAYS[turn] in own and self.symmetry is None]

    def _judged(self, problem: Problem, found: FoundPlacement) -> PlacedLayout:
        """The placement as a layout with so many balls as go with the chests, and what the checker says of it."""
        layout, floor = self._laid(problem, found), self.floor
        context = floor.context_of(layout)
        if Placeable.BALL in self.options.only:
            balls = number(context, floor.rules, ItemKind.BALL, layout.balls)
            context = context if balls == layout.balls else floor.context_of(replace(layout, balls=balls))
        return PlacedLayout(context, check_in(context), problem, found)

    def _laid(self, problem: Problem, found: FoundPlacement) -> Layout:
        """The layout with the rows of all units laid, by row from the top; twins have portal numbers in a row."""
        layout = self.floor.layout
        chests, portals, traps = list(layout.chests), list(layout.portals), list(layout.traps)
        taken = {portal.number for portal in portals}
        free = (number for number in range(1, 100) if number not in taken)
        faces = {lot.owner: list(lot.faces) for lot in self.lots}
        units = [problem.groups[group] for group in problem.units.tolist()]
        squares = (self.grid.places(at for at in problem.rows[row] if at >= 0) for row in found.pos.tolist())
        for group, places in sorted(zip(units, squares, strict=True), key=lambda pair: [(y, x) for x, y in pair[1]]):
            if group.kind is ItemKind.CHEST:
                chests += places
            elif group.kind is ItemKind.PORTAL:
                portals += [Portal(number=next(free, 99), at=at) for at in places]
            else:
                for owner, at in zip(group.owners, places, strict=True):
                    traps.append(Trap(kind=TrapKind.COUNTER, at=at, owner=owner, content=faces[owner].pop(0)))
        return normalised(replace(layout, chests=tuple(chests), portals=tuple(portals), traps=tuple(traps)))

    def _caused(self, verdict: Verdict, strict: bool) -> list[Finding]:
        """Errors, and with `strict` warnings, that the bare floor does not have."""
        found = [finding for finding in _open(verdict) if strict or finding.level is Level.ERROR]
        return [finding for finding in found if _key(finding) not in self._before] if found else []

    @cached_property
    def _before(self) -> frozenset[tuple[object, ...]]:
        """What is found in the bare floor."""
        return frozenset(map(_key, _open(check_in(self.floor.context))))

    def _learn(self, placed: PlacedLayout, avoided: dict[ItemKind, Floats], wanted: list[CountedPart]) -> bool:
        """What the findings say for the next search; whether anything."""
        before = lying(self.floor.layout)
        new = {kind: squares - before[kind] for kind, squares in lying(placed.layout).items()}
        more = list(self._wanted(placed, sorted(new[ItemKind.PORTAL])))
        wanted += more
        if placed.found.score.must or placed.found.score.should:
            return bool(more)
        named = {square for finding in self._caused(placed.verdict, strict=True) for square in finding.squares}
        for kind, squares in new.items():
            self._make_dear(avoided, kind, squares & named, SHOULD)
        return bool(more) or not named.isdisjoint(set().union(*new.values()))

    def _make_dear(self, costs: dict[ItemKind, Floats], kind: ItemKind, squares: Collection[Square], by: float) -> None:
        """Make it cost more to lay things of a kind on some squares."""
        costs.setdefault(kind, np.zeros(len(self.grid)))[self.grid.numbers(squares)] += by

    def _wanted(self, placed: PlacedLayout, movable: Sequence[Square]) -> Iterator[CountedPart]:
        """Where a portal would mend what nothing that was placed has caused; it is tried with one of those movable."""
        layout, board = placed.layout, self.floor.board
        taken = {*layout.chests, *(portal.at for portal in layout.portals)}
        portals = movable[:MOST_TRIED] if Placeable.PORTAL in self.options.only else ()
        for finding in [f for f in _open(placed.verdict) if taken.isdisjoint(f.squares)][:MOST_TRIED]:
            squares = [at for at in finding.squares if at in board.walkable_squares]
            for mover in portals if squares else ():
                at = squares[len(squares) // 2]
                moved = tuple(replace(each, at=at) if each.at == mover else each for each in layout.portals)
                after = check_in(self.floor.context_of(replace(layout, portals=moved)), [finding.rule])
                if _key(finding) not in set(map(_key, _open(after))):
                    labels = np.where(self.grid.flags(squares), 0, -1).astype(np.int32)
                    yield CountedPart((ItemKind.PORTAL,), labels, Bounds(min=1), SHOULD, np.zeros(1, dtype=np.int32))
                    break


def lying(layout: Layout) -> dict[ItemKind, set[Square]]:
    """The squares on which things lie, by kind."""
    counters = {trap.at for trap in layout.traps if trap.kind is TrapKind.COUNTER}
    portals = {portal.at for portal in layout.portals}
    return dict(zip(LAID, (set(layout.chests), portals, counters), strict=True))


def _open(verdict: Verdict) -> list[Finding]:
    return [finding for finding in verdict.findings if finding.waived is None and finding.level in _LEVELS]


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.rule, finding.message, finding.squares


def account(placed: PlacedLayout) -> Iterator[str]:
    """What was laid, how far the sides walk, how far things are apart, and what the checker still finds, for people."""
    floor, before = placed.problem.floor, lying(placed.problem.floor.layout)
    new = [(kind, len(squares - before[kind])) for kind, squares in lying(placed.layout).items()]
    words = [counted(count, kind.value) for kind, count in new if count]
    laid = f"{both(words)} laid" if words else "nothing was missing"
    yield f"{laid} under {floor.ruleset.id}"
    yield summed_up(chest_walks(placed.context))
    scoring = Scoring(placed.problem)
    if len(placed.found.pos):
        least, *others = scoring.rooms(placed.found.pos[None])[0][0].tolist()
        each = [f"any two {kind}s {apart}" for kind, apart in zip(scoring.spaced, others, strict=True)]
        yield f"at least apart: any two things, or one and where a side sets up, {', '.join([str(least), *each])}"
    for level in _LEVELS:
        found = {each.rule for each in placed.verdict.findings if each.level is level and each.waived is None}
        if found:
            yield f"{level}s left: {', '.join(sorted(found))}"
