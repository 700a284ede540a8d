"""A placement as numbers: what each row of each sort costs, alone and together with each row of each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import Ints
from dungeon_designer.figures.arrays import arrays
from dungeon_designer.generator.options import Placeable
from dungeon_designer.generator.placement.floor import FAR, Floor
from dungeon_designer.generator.placement.sorts import Sort
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import Team, TrapKind
from dungeon_designer.rules.demands import Among, Apart, Closed, Far, room
from dungeon_designer.rules.items import IN_HAND, Item
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.model import RuleLevel

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.integer[Any]]
"""Whole numbers of any width."""

MUST, SHOULD, NOTICE = 1e13, 1e11, 1e9
"""What a broken demand costs by the level of its rule; lying where a thing had better not costs as a notice."""

LARGEST, SUM, SPREAD = 1e6, 1e3, 1.0
"""What a step of difference costs at one chest, and of all together; what a square of spread is worth."""

BREACH = {RuleLevel.MUST: MUST, RuleLevel.SHOULD: SHOULD, RuleLevel.NOTICE: NOTICE}

MEANT = {
    Placeable.CHEST: (ItemKind.CHEST,),
    Placeable.PORTAL: (ItemKind.PORTAL,),
    Placeable.COUNTER: (ItemKind.COUNTER, ItemKind.TRAP),
}
"""What each kind is to the rules."""

CLEAR = 3
"""Nearer than this no two things had better lie: two portals may then stand in a way together."""

WIDEST = 60
"""Things farther apart than this are as good as any others."""


class Part(NamedTuple):
    """A demand for a number of things in each part of the floor, with how many lie there already."""

    kinds: tuple[Placeable, ...]
    part: Ints
    bounds: Bounds
    cost: float
    lying: Ints


class Lying(NamedTuple):
    """What lies on the floor already: its kind (None for pits and trapdoors) and squares."""

    kind: Placeable | None
    squares: Ints


class Problem:
    """All there is to know to find the best rows: made once, then asked thousands of times."""

    def __init__(
        self,
        floor: Floor,
        sorts: Sequence[Sort],
        avoided: Mapping[Placeable, Floats] | None = None,
        wanted: Sequence[Part] = (),
        learned: Iterable[Apart] = (),
    ) -> None:
        self.floor = floor
        self.sorts = sorts
        self.units: Ints = np.repeat(np.arange(len(sorts)), [sort.times for sort in sorts]).astype(np.int32)
        self.lying = list(_lying(floor))
        self._demands = [
            (BREACH[asked.entry.level], demand) for asked in floor.asked for demand in asked.demands(floor.context)
        ]
        self._demands += [(SHOULD, demand) for demand in learned]
        self.avoided = avoided or {}
        self._squares()
        self._distances()
        self._tables()
        self.parts = [*self._parts(), *wanted]
        self.walks = _Walks(floor, sorts, self.lying)

    def narrowed(self, most: int, dice: np.random.Generator) -> tuple[Problem, list[Whole]]:
        """The same with the rows that cost least alone, at most so many of each sort, and which rows these are.

        Where these are too few to choose from, all rows are taken.
        """
        kept = [_cheapest(alone, sort.times, most, dice) for alone, sort in zip(self.alone, self.sorts, strict=True)]
        found = copy(self)
        found.sorts = [sort._replace(squares=sort.squares[at]) for sort, at in zip(self.sorts, kept, strict=True)]
        for name in ("alone", "own", "end", "same_lying"):
            setattr(found, name, [each[at] for each, at in zip(getattr(self, name), kept, strict=True)])
        for name in ("clash", "apart"):
            rows = zip(getattr(self, name), kept, strict=True)
            setattr(found, name, [[t[np.ix_(a, b)] for t, b in zip(row, kept, strict=True)] for row, a in rows])
        found.walks = copy(self.walks)
        tables = zip(self.walks.tables, kept, strict=True)
        found.walks.tables = [None if table is None else table[:, at] for table, at in tables]
        return found, kept

    def _squares(self) -> None:
        """All squares that are spoken of, few enough for a table of each with each."""
        used = [sort.squares.ravel() for sort in self.sorts]
        self._used = np.unique(np.concatenate([*used, np.zeros(0, dtype=np.int32)])).astype(np.int32)
        self._at = np.zeros(len(self.floor.board), dtype=np.int32)
        self._at[self._used] = np.arange(len(self._used))
        self._rows = [self._at[sort.squares] for sort in self.sorts]

    def _distances(self) -> None:
        floor, used = self.floor, self._used
        self._apart = np.minimum(floor.apart(used, used), WIDEST).astype(np.int16)
        self._to_end = self._nearest(floor.ends)
        self._to_lying = {
            kind: self._nearest(_joined(lying.squares for lying in self.lying if lying.kind is kind))
            for kind in Placeable
        }
        self._to_any = self._nearest(_joined(lying.squares for lying in self.lying if lying.kind is not None))

    def _nearest(self, squares: Ints) -> Any:
        """How far each used square is from the nearest of some squares."""
        return np.minimum(self.floor.apart(self._used, squares), WIDEST).min(axis=1, initial=WIDEST).astype(np.int16)

    def _tables(self) -> None:
        """By sort: what each row costs alone; by pair of sorts: what each two rows cost, and how far they are apart."""
        kinds = sorted({sort.kind for sort in self.sorts})
        clash = {(a, b): self._clash(a, b) for a in kinds for b in kinds}
        self.alone: list[Floats] = []
        self.own: list[Whole] = []
        self.end: list[Whole] = []
        self.same_lying: list[Whole] = []
        for sort, rows in zip(self.sorts, self._rows, strict=True):
            cost = self._single(sort)[rows].sum(axis=1) if not sort.owners else self._owned(sort, rows)
            apart = np.full(len(rows), WIDEST, dtype=np.int16)
            for i, j in combinations(range(rows.shape[1]), 2):
                cost = cost + clash[sort.kind, sort.kind][rows[:, i], rows[:, j]]
                apart = np.minimum(apart, self._apart[rows[:, i], rows[:, j]])
            self.alone.append(cost)
            self.own.append(apart)
            self.end.append(np.minimum(self._to_end, self._to_any)[rows].min(axis=1))
            self.same_lying.append(self._to_lying[sort.kind][rows].min(axis=1))
        self.clash = [
            [_over(clash[a.kind, b.kind], x, y, np.add) for b, y in zip(self.sorts, self._rows, strict=True)]
            for a, x in zip(self.sorts, self._rows, strict=True)
        ]
        self.apart = [[_over(self._apart, x, y, np.minimum) for y in self._rows] for x in self._rows]

    def _clash(self, one: Placeable, other: Placeable) -> Floats:
        """What things of two kinds on each two squares cost for lying too near each other."""
        cost: Floats = np.zeros(self._apart.shape)
        cost += (self._apart < CLEAR) * NOTICE
        for breach, demand in self._demands:
            if isinstance(demand, Apart) and _meets(demand, one, other):
                cost += (self._apart < demand.least) * (NOTICE if demand.noticed else breach)
        return cost

    def _single(self, sort: Sort, owner: Team | None = None) -> Floats:
        """What a thing costs on each used square, by itself and with what lies there already."""
        used, floor = self._used, self.floor
        cost: Floats = np.zeros(len(used))
        better = floor.free & floor.fair if sort.kind is Placeable.CHEST else floor.free
        better = better & floor.in_no_way if sort.kind is Placeable.PORTAL else better
        cost += ~better[used] * NOTICE
        if sort.kind in self.avoided:
            cost += self.avoided[sort.kind][used]
        for breach, demand in self._demands:
            if isinstance(demand, Closed | Far):
                for meant in MEANT[sort.kind]:
                    free = room(floor.context, demand, Item(meant, (IN_HAND,), owner=owner))
                    if free is not None:
                        shut = np.array([not free(floor.board.square(at)) for at in used.tolist()])
                        cost += shut * (NOTICE if demand.noticed else breach)
        for lying in self.lying:
            cost += self._beside(sort.kind, lying)
        return cost

    def _owned(self, sort: Sort, rows: Ints) -> Floats:
        by_owner = {owner: self._single(sort, owner) for owner in set(sort.owners)}
        cost: Floats = np.sum([by_owner[owner][rows[:, n]] for n, owner in enumerate(sort.owners)], axis=0)
        return cost

    def _beside(self, kind: Placeable, lying: Lying) -> Floats:
        """What a thing of a kind costs on each used square for what lies there already."""
        cost: Floats = np.zeros(len(self._used))
        near = self._nearest(lying.squares)
        for breach, demand in self._demands:
            if isinstance(demand, Apart) and _meets(demand, kind, lying.kind):
                cost += (near < demand.least) * (NOTICE if demand.noticed else breach)
        cost += (near < (CLEAR if lying.kind else 1)) * NOTICE
        return cost

    def _parts(self) -> Iterator[Part]:
        for breach, demand in self._demands:
            if isinstance(demand, Among):
                kinds = tuple(kind for kind in MEANT if demand.kind in MEANT[kind])
                here = _joined(lying.squares for lying in self.lying if lying.kind in kinds)
                part = np.full(len(self.floor.board), -1, dtype=np.int32)
                for number, one in enumerate(demand.parts):
                    part[arrays(self.floor.board).numbers(one.squares)] = number
                held = np.bincount(part[here] + 1, minlength=int(part.max(initial=-1)) + 2)[1:]
                yield Part(kinds, part, demand.bounds, breach, held.astype(np.int32))


class _Walks:
    """The steps of the sides to the chests: `tables` by sort, S x M x k, None for what is no chest."""

    def __init__(self, floor: Floor, sorts: Sequence[Sort], lying: Sequence[Lying]) -> None:
        known = floor.steps[floor.steps < FAR]
        self.most = int(known.max(initial=0)) + 10
        steps = np.minimum(floor.steps, self.most)
        chests = _joined(each.squares for each in lying if each.kind is Placeable.CHEST)
        self.lying = steps[:, chests]
        self.tables: list[Any] = [steps[:, sort.squares] if sort.kind is Placeable.CHEST else None for sort in sorts]
        self.pairs = list(combinations(range(len(steps)), 2))


def _cheapest(alone: Floats, times: int, most: int, dice: np.random.Generator) -> Whole:
    cheap = np.flatnonzero(alone <= alone.min())
    cheap = cheap if len(cheap) >= 4 * times else np.arange(len(alone))
    return cheap if len(cheap) <= most else np.sort(dice.choice(cheap, most, replace=False))


def _lying(floor: Floor) -> Iterator[Lying]:
    board = floor.board
    for chest in board.chests:
        yield Lying(Placeable.CHEST, _on(chest.index))
    for portal in board.portals:
        yield Lying(Placeable.PORTAL, _on(portal.index))
    for trap in board.traps:
        squares = [index for index in map(board.find, trap.squares) if index >= 0]
        yield Lying(Placeable.COUNTER if trap.kind is TrapKind.COUNTER else None, np.array(squares, dtype=np.int32))


def _on(index: int) -> Ints:
    return np.array([index] if index >= 0 else [], dtype=np.int32)


def _joined(parts: Any) -> Ints:
    return np.concatenate([np.zeros(0, dtype=np.int32), *parts]).astype(np.int32)


def _meets(demand: Apart, one: Placeable, other: Placeable | None) -> bool:
    """Whether a demand is for things of two kinds; pits and trapdoors, which are none to be laid, are traps."""
    ones, others = MEANT[one], MEANT[other] if other else (ItemKind.TRAP,)
    return (demand.kind in ones and demand.other in others) or (demand.kind in others and demand.other in ones)


def _over(table: Any, ones: Ints, others: Ints, join: Any) -> Any:
    """A table of squares as one of rows: joined over all squares of each."""
    found = None
    for i in range(ones.shape[1]):
        for j in range(others.shape[1]):
            part = table[np.ix_(ones[:, i], others[:, j])]
            found = part if found is None else join(found, part)
    return found
