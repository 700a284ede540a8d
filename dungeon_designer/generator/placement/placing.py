"""Chests, portals, counters and balls on a drawn floor, as a ruleset asks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Flags
from dungeon_designer.errors import CannotPlace
from dungeon_designer.figures.symmetries import WAYS, symmetries
from dungeon_designer.generator.options import Placeable, PlaceOptions
from dungeon_designer.generator.placement.floor import Floor
from dungeon_designer.generator.placement.judging import Judge, lying, worth
from dungeon_designer.generator.placement.problem import Floats, Part, Problem
from dungeon_designer.generator.placement.proof import Proof
from dungeon_designer.generator.placement.search import Found, best
from dungeon_designer.generator.placement.sorts import Sort, images, sorts
from dungeon_designer.generator.placement.things import counting_rules, lots, number, without
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import Layout, Portal, Trap, TrapKind, normalised
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, about
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart
from dungeon_designer.rules.registry import NAMES
from dungeon_designer.rulesets.model import Metric, Ruleset
from dungeon_designer.tiles.model import TileLibrary

MOST_ROWS = 2400
"""Of larger floors than anybody lays so many squares are looked at, for all sorts of things together."""

MOST_WALKED = 300
"""Where distances are walked, so many of each sort on larger floors: each takes a walk over all of it."""

ROUNDS = 6
"""How often is searched anew with what the checker found in mind."""

TOLD = 3
"""Of so many rules that stand in the way is told what they find."""

ALONE, TWINNED = 0.75, 0.4
"""The shares of the usual search for things without twins, and for things with them, where both are tried."""

HARDER = 2
"""So often are things laid with twins for more than two sides, if these walk differently."""

REPEATS = 3
"""So many answers more are looked for than are wanted, since some may be the same."""

REPEATED = 1.0
"""What it costs, in squares of spread, to lie where an answer before had the same kind of thing."""


class Placed(NamedTuple):
    """A layout with all things placed, its verdict, and what was searched and found."""

    layout: Layout
    verdict: Verdict
    problem: Problem
    found: Found

    @property
    def key(self) -> tuple[object, ...]:
        """What two placements are compared by."""
        return worth(self.verdict), self.found.score.key


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
        asked = options or PlaceOptions()
        self.kinds, self.barred = asked.only, barred
        layout = normalised(layout)
        self.floor = Floor(layout if asked.keep else without(layout, self.kinds), ruleset, library)
        self.judge = Judge(self.floor.board, ruleset, self.kinds)
        self.lots = lots(layout, self.floor.context, self.floor.asked, asked)
        turn = asked.symmetry
        self.symmetry = about(turn, self.floor.board.squares) if isinstance(turn, SymmetryMode) else turn
        self.sorts = self._sorts(self.symmetry)
        for sort in self.sorts:
            if not len(sort.squares):
                rules = counting_rules(self.floor.context, self.floor.asked, sort.kind)
                raise CannotPlace(
                    rules, f"in the way: {', '.join(rules)} (there is no floor for {sort.kind} to lie on)"
                )

    def _sorts(self, symmetry: Symmetry | None) -> list[Sort]:
        every = list(sorts(self.lots, images(self.floor.board, symmetry), self._candidates()))
        return [self._fewer(sort, MOST_ROWS // len(every)) for sort in every]

    def _fewer(self, sort: Sort, most: int) -> Sort:
        """So many rows of a sort at most, from all over the floor, those where nothing is amiss before others."""
        if self.floor.ruleset.metric is Metric.WALK and len(self.floor.board) > most:
            most = min(most, MOST_WALKED)
        if len(sort.squares) <= most:
            return sort
        fine = sort.squares[self.floor.free[sort.squares].all(axis=1)]
        rows = fine if len(fine) >= most else sort.squares
        return sort._replace(squares=rows[np.linspace(0, len(rows) - 1, most).astype(np.int32)])

    def _candidates(self) -> dict[Placeable, Flags]:
        """Where each kind may lie at all."""
        may = self.floor.board.walkable.copy()
        may[[at for at in map(self.floor.board.find, self.barred) if at >= 0]] = False
        return dict.fromkeys(Placeable, may)

    def ways(self, count: int = 1, seed: int = 1, strict: bool = False, effort: float = 1.0) -> list[Placed]:
        """Up to so many placements, each with other squares than all others, the best first.

        CannotPlace where there is none.
        """
        dice = np.random.default_rng(seed)
        used: dict[Placeable, Floats] = {}
        found: dict[tuple[object, ...], Placed] = {}
        for _ in range(count + REPEATS * (count > 1)):
            placed = self._way(dice, used, effort)
            if caused := self.judge.caused(placed.verdict, strict):
                if not found:
                    raise _cannot({finding.rule: finding.message for finding in caused})
            else:
                found.setdefault(_squares_of(placed.layout), placed)
            self._remember(placed.layout, used)
            if len(found) == count:
                break
        return sorted(found.values(), key=lambda placed: placed.key)

    def proved(self, placed: Placed, seconds: float) -> tuple[Placed, Proof]:
        """The best placement a solver knows of, beginning with one that was found, and what it says of it.

        Its answer is taken only where the checker is as content with it.
        """
        from dungeon_designer.generator.placement.proof import prove

        proof = prove(placed.problem, placed.found, seconds)
        better = self._judged(placed.problem, proof.found)
        if worth(better.verdict) > worth(placed.verdict):
            return placed, proof._replace(found=placed.found, optimal=False, bound=None)
        return min(placed, better, key=lambda each: each.key), proof

    def _way(self, dice: np.random.Generator, used: dict[Placeable, Floats], effort: float) -> Placed:
        """The best placement found, searched anew as long as the checker has more to say."""
        avoided = {kind: costs.copy() for kind, costs in used.items()}
        wanted: list[Part] = []
        apart: set[Apart] = set()
        found: list[Placed] = []
        shared = self._ways and len(self.floor.board.teams) == 2
        share = effort * (ALONE if shared else 1)
        for _ in range(ROUNDS):
            problem = Problem(self.floor, self.sorts, avoided, wanted, sorted(apart))
            found.append(self._judged(problem, best(problem, dice, share)))
            if worth(found[-1].verdict) == (0, 0) or not self._learn(found[-1], avoided, wanted, apart):
                break
        known = min(found, key=lambda placed: placed.key)
        for _ in range(1 if shared else HARDER if known.found.score.largest else 0):
            found += self._with_twins(known, dice, avoided, effort * (TWINNED if shared else 1))
        return min(found, key=lambda placed: placed.key)

    @cached_property
    def _ways(self) -> list[SymmetryMode]:
        """How the floor repeats itself with the sides exchanged, where nobody asks for a symmetry."""
        own = {symmetry.way for symmetry in symmetries(self.floor.board) if symmetry.swaps}
        ways = (
            (SymmetryMode.HALF_TURN, (2, False)),
            (SymmetryMode.LEFT_RIGHT, (0, True)),
            (SymmetryMode.TOP_BOTTOM, (2, True)),
        )
        return [way for way, words in ways if WAYS[words] in own and self.symmetry is None]

    def _with_twins(
        self, known: Placed, dice: np.random.Generator, avoided: dict[Placeable, Floats], effort: float
    ) -> Iterator[Placed]:
        """Where a floor repeats itself, things with their twins, if they seem better than what is known.

        If anything makes the sides walk alike, this does; and of half as many things the best are found in a third of
        the time.
        """
        for way in self._ways:
            problem = Problem(self.floor, self._sorts(about(way, self.floor.board.squares)), avoided)
            found = best(problem, dice, effort)
            if found.score.key < known.found.score.key or worth(known.verdict) > (0, 0):
                yield self._judged(problem, found)

    def _learn(self, placed: Placed, avoided: dict[Placeable, Floats], wanted: list[Part], apart: set[Apart]) -> bool:
        """What the findings say for the next search; whether anything."""
        layout = placed.layout
        new = {kind: at - lying(self.floor.layout)[kind] for kind, at in lying(layout).items()}
        more = list(self.judge.wanted(layout, placed.verdict, sorted(new[Placeable.PORTAL])))
        wanted += more
        if placed.found.score.must or placed.found.score.should:
            return bool(more)
        if new_apart := self.judge.apart(layout, placed.verdict) - apart:
            apart |= new_apart
            return True
        return self.judge.avoid(placed.verdict, new, avoided) or bool(more)

    def _judged(self, problem: Problem, found: Found) -> Placed:
        layout = self._with_balls(self._laid(problem, found))
        return Placed(layout, self.judge.verdict(layout), problem, found)

    def _laid(self, problem: Problem, found: Found) -> Layout:
        """The layout with the rows of all units laid, by row from the top; twins have portal numbers in a row."""
        layout = self.floor.layout
        chests, portals, traps = list(layout.chests), list(layout.portals), list(layout.traps)
        taken = {portal.number for portal in portals}
        free = (number for number in range(1, 100) if number not in taken)
        faces = {lot.owner: list(lot.faces) for lot in self.lots}
        for sort, places in self._rows(problem, found):
            for column, at in enumerate(places):
                if sort.kind is Placeable.CHEST:
                    chests.append(at)
                elif sort.kind is Placeable.PORTAL:
                    portals.append(Portal(number=next(free, 99), at=at))
                else:
                    owner = sort.owners[column]
                    traps.append(Trap(kind=TrapKind.COUNTER, at=at, owner=owner, content=faces[owner].pop(0)))
        return normalised(replace(layout, chests=tuple(chests), portals=tuple(portals), traps=tuple(traps)))

    def _rows(self, problem: Problem, found: Found) -> list[tuple[Sort, tuple[Square, ...]]]:
        """The sort and squares of each unit, in the order they are numbered."""
        units = [sort for sort in problem.sorts for _ in range(sort.times)]
        rows = [(s, self.floor.board.places(s.squares[row])) for s, row in zip(units, found.pos.tolist(), strict=True)]
        return sorted(rows, key=lambda pair: [(y, x) for x, y in pair[1]])

    def _with_balls(self, layout: Layout) -> Layout:
        """So many balls as go with the chests."""
        if Placeable.BALL not in self.kinds:
            return layout
        context = Context(build(layout, self.floor.board.library, self.floor.board), self.floor.ruleset)
        return replace(layout, balls=number(context, self.floor.asked, ItemKind.BALL, layout.balls))

    def _remember(self, layout: Layout, used: dict[Placeable, Floats]) -> None:
        for kind, squares in lying(layout).items():
            costs = used.setdefault(kind, np.zeros(len(self.floor.board)))
            costs[[at for at in map(self.floor.board.find, squares) if at >= 0]] += REPEATED


def _squares_of(layout: Layout) -> tuple[object, ...]:
    return tuple(frozenset(squares) for squares in lying(layout).values())


def _cannot(said: Mapping[str, str]) -> CannotPlace:
    """The rules that stand in the way, the first few with what they find in the best placement there is."""
    rules = sorted(said, key=NAMES.index)
    words = [f"{rule} ({said[rule]})" for rule in rules[:TOLD]]
    more = f", and {', '.join(rules[TOLD:])}" if rules[TOLD:] else ""
    return CannotPlace(rules, f"in the way: {'; '.join(words)}{more}")
