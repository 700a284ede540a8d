"""A placement as numbers: what is laid together, and what each row of squares costs, alone and with each other row.

One thing lies on one square or, under a symmetry, a thing and its twins on theirs: a row is where such a unit lies. The
rows of all groups are numbered through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.figures.arrays import Flags, Ints, WalkingSteps, arrays, legal_steps
from dungeon_designer.figures.survey import Survey
from dungeon_designer.generator.options import Placeable, PlaceOptions
from dungeon_designer.kinds import ItemKind, SectionKind, Team
from dungeon_designer.layout.model import CounterContent, Layout, TrapKind
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Among, Apart, Closed, Demand, Far, HowMany, room
from dungeon_designer.rules.items import IN_HAND, Item
from dungeon_designer.rules.moving import Mover
from dungeon_designer.rules.registry import EnabledRule, configured
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.model import Metric, RuleLevel, Ruleset
from dungeon_designer.set_up.order import faces_of
from dungeon_designer.tiles.model import TileLibrary

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.integer[Any]]
"""Whole numbers of any width."""

FAR = 9999  # the distance of what no way leads to

MUST, SHOULD, NOTICE = 1e13, 1e11, 1e9
"""What a broken demand costs by the level of its rule; lying where a thing had better not costs as a notice."""

BREACH = {RuleLevel.MUST: MUST, RuleLevel.SHOULD: SHOULD, RuleLevel.NOTICE: NOTICE}

LAID = (ItemKind.CHEST, ItemKind.PORTAL, ItemKind.COUNTER)  # what can be laid
CLEAR = 3  # nearer than this no two things had better lie: two portals may then stand in a way together
WIDEST = 60  # things farther apart than this are as good as any others


def to_rules(kind: ItemKind) -> tuple[ItemKind, ...]:
    """What a thing of a kind is to the rules: counters are traps, too."""
    return (kind, ItemKind.TRAP) if kind is ItemKind.COUNTER else (kind,)


HIGHEST = 99  # more of a kind is never laid, whatever a ruleset asks: portal numbers end here


class Lot(Struct, frozen=True):
    """So many things of a kind to be laid; of counters, those of one coach with what is on their faces."""

    kind: ItemKind
    count: int
    owner: Team | None = None
    faces: tuple[CounterContent, ...] = ()


def without(layout: Layout, kinds: Collection[Placeable]) -> Layout:
    """The layout without its things of these kinds; the number of balls stays."""
    return replace(
        layout,
        chests=() if Placeable.CHEST in kinds else layout.chests,
        portals=() if Placeable.PORTAL in kinds else layout.portals,
        traps=tuple(t for t in layout.traps if Placeable.COUNTER not in kinds or t.kind is not TrapKind.COUNTER),
    )


def lots(drawn: Layout, context: Context, rules: Collection[EnabledRule], options: PlaceOptions) -> list[Lot]:
    """What is missing on a floor; `drawn` is the layout as it was, whose numbers hold where they are legal."""
    lying = context.board.layout
    found = []
    for kind, count, was, now in (
        (Placeable.CHEST, options.chests, len(drawn.chests), len(lying.chests)),
        (Placeable.PORTAL, options.portals, len(drawn.portals), len(lying.portals)),
    ):
        if kind in options.only:
            item = ItemKind.CHEST if kind is Placeable.CHEST else ItemKind.PORTAL
            wanted = number(context, rules, item, was) if count is None else count
            found.append(Lot(item, max(0, wanted - now)))
    faces, held = Counter(faces_of(context.ruleset)), [each for each in lying.traps if each.kind is TrapKind.COUNTER]
    for team in context.board.teams if Placeable.COUNTER in options.only else ():
        missing = faces - Counter(trap.content for trap in held if trap.owner is team and trap.content)
        left = tuple(face for face in CounterContent for _ in range(missing[face]))
        found.append(Lot(ItemKind.COUNTER, len(left), team, left))
    return [lot for lot in found if lot.count]


def counting(context: Context, rules: Collection[EnabledRule], kind: ItemKind) -> list[tuple[EnabledRule, Bounds]]:
    """The rules that ask for a number of a kind, each with the numbers it allows."""
    demands = [(rule, demand) for rule in rules for demand in rule.demands(context)]
    return [(rule, each.bounds) for rule, each in demands if isinstance(each, HowMany) and each.kind is kind]


def number(context: Context, rules: Collection[EnabledRule], kind: ItemKind, was: int) -> int:
    """How many of a kind the rules want: as many as there are where that will do, else the fewest that will."""
    counted = counting(context, rules, kind)
    bounds = [each for rule, each in sorted(counted, key=lambda pair: pair[0].entry.level is RuleLevel.MUST)]
    while bounds:  # the least binding are given up first, where no number will do for all
        for tried in (was, *range(HIGHEST + 1)):
            if all(limit.allows(tried) for limit in bounds):
                return int(tried)
        bounds.pop(0)
    return was


class PlacementGroup(NamedTuple):
    """Things of one kind that are laid alike: `times` times the squares of one row of `squares`, M x k.

    `owners` are the coaches of the k counters of a row, empty for other things.
    """

    kind: ItemKind
    squares: Ints
    times: int
    owners: tuple[Team, ...] = ()


class FloorImage(NamedTuple):
    """Where a turn or mirror brings each square, -1 off the floor, and each side; None where sides have no image."""

    squares: Ints
    sides: dict[Team, Team] | None


def images(board: Board, symmetry: Symmetry | None) -> list[FloorImage]:
    """The floor as it is, then under each turn and mirror of a symmetry."""
    grid = arrays(board)
    found = [FloorImage(np.arange(len(grid), dtype=np.int32), {team: team for team in board.teams})]
    for turn in symmetry.turns() if symmetry else ():
        squares = np.array([grid.find(turn.square(square)) for square in grid.squares], dtype=np.int32)
        found.append(FloorImage(squares, _sides(board, squares)))
    return found


def _sides(board: Board, squares: Ints) -> dict[Team, Team] | None:
    """The side on whose zone each side's zone comes to lie; None where these are not one each."""
    grid = arrays(board)
    found: dict[Team, Team] = {}
    for zone in board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY):
        there = squares[grid.numbers(zone.covers)]
        other = board.sections[grid.section[there[0]]].side if len(there) and there[0] >= 0 else None
        if zone.side is None or other is None or found.setdefault(zone.side, other) is not other:
            return None
    return found if set(found) == set(found.values()) == set(board.teams) else None


def groups(lots: Sequence[Lot], whole: Sequence[FloorImage], free: Flags) -> Iterator[PlacementGroup]:
    """The lots as they are laid; `free` are the squares they may lie on.

    A coach's counters have twins of the coach across, where every coach has one and lays as many.
    """
    counters = [lot for lot in lots if lot.kind is ItemKind.COUNTER]
    for lot in lots:
        if lot not in counters:
            yield from _in_orbits(lot, whole, free)
    if not counters:
        return
    first, maps = counters[0], [image.sides for image in whole]
    across = [sides[first.owner] for sides in maps if sides and first.owner in sides]
    alike = len(across) == len(whole) and len({lot.count for lot in counters}) == 1
    if alike and len(set(across)) == len(whole) == len(counters):
        rows = _rows(whole, free, ordered=False)
        if len(rows):
            yield PlacementGroup(ItemKind.COUNTER, rows, first.count, tuple(across))
            return
    still = alike and len(set(across)) == 1
    for lot in counters:
        yield from _in_orbits(lot, whole if still else whole[:1], free)


def _in_orbits(lot: Lot, whole: Sequence[FloorImage], free: Flags) -> Iterator[PlacementGroup]:
    """As many as can be with all their twins, what is left with fewer, the odd one where it is its own twin.

    All turns of a symmetry, then the half turn of four quarters, then none at all.
    """
    count = lot.count
    for part in (whole, whole[::2] if len(whole) == 4 else [], whole[:1] if len(whole) > 1 else []):
        if not part:
            continue
        rows = _rows(part, free, ordered=True)
        if len(part) == 1 and len(whole) > 1:
            own = np.all([image.squares[rows[:, 0]] == rows[:, 0] for image in whole], axis=0)
            rows = rows[own] if own.any() else rows
        times = count // len(part) if len(rows) or len(part) == 1 else 0
        if times:
            yield PlacementGroup(lot.kind, rows, times, (lot.owner,) * len(part) if lot.owner else ())
        count -= times * len(part)


def _rows(part: Sequence[FloorImage], free: Flags, ordered: bool) -> Ints:
    """Each free square with its twins, where they are as many squares, all free; with `ordered` each such set once."""
    table = np.stack([image.squares for image in part], axis=1)
    here = (table >= 0).all(axis=1) & free[table].all(axis=1)
    arranged = np.sort(table, axis=1)
    here &= (np.diff(arranged, axis=1) > 0).all(axis=1)
    if ordered:
        here &= table[:, 0] == arranged[:, 0]
    return table[here]


class PlacementFloor:
    """A layout without what is to be laid, as one ruleset sees it; each thing is worked out when first asked."""

    def __init__(self, layout: Layout, ruleset: Ruleset, library: TileLibrary | None) -> None:
        self.layout, self.ruleset = layout, ruleset
        self.board = build(layout, library)
        self.grid = arrays(self.board)
        self.context = Context(self.board, ruleset)
        self.rules = configured(ruleset)

    def context_of(self, layout: Layout) -> Context:
        """A layout with things on this floor, as the ruleset sees it."""
        return Context(build(layout, self.board.library, self.board), self.ruleset, self.context)

    @cached_property
    def survey(self) -> Survey:
        """How far the sides walk."""
        return Survey(self.context)

    @cached_property
    def demands(self) -> list[tuple[float, Demand]]:
        """What the rules state of where things lie, with what it costs to break each."""
        found = [(BREACH[rule.entry.level], each) for rule in self.rules for each in rule.demands(self.context)]
        return [(NOTICE if demand.noticed else breach, demand) for breach, demand in found]

    @cached_property
    def ends(self) -> Ints:
        """The squares on which sides set up."""
        squares = sorted({square for squares in self.survey.set_up.values() for square in squares})
        return np.array(squares, dtype=np.int32)

    @cached_property
    def lying(self) -> list[tuple[ItemKind, Ints]]:
        """The kind and squares of each thing that lies there already; pits and trapdoors are traps."""
        board = self.board
        chests = [(ItemKind.CHEST, (chest.at,)) for chest in board.chests]
        portals = [(ItemKind.PORTAL, (portal.at,)) for portal in board.portals]
        counter = {True: ItemKind.COUNTER, False: ItemKind.TRAP}
        traps = [(counter[trap.kind is TrapKind.COUNTER], tuple(trap.squares)) for trap in board.traps]
        found = (*chests, *portals, *traps)
        return [(kind, np.array(self.grid.numbers(squares), dtype=np.int32)) for kind, squares in found]

    def lying_of(self, *kinds: ItemKind) -> Ints:
        """The squares of what lies there of some kinds."""
        found = [squares for kind, squares in self.lying if kind in kinds]
        return np.concatenate([np.zeros(0, dtype=np.int32), *found]).astype(np.int32)

    @cached_property
    def free(self) -> Flags:
        """Where `check --fix-all` would move things to, and nobody sets up: no doorway, no way of a machine."""
        free = self.grid.flags(Mover(self.context).free)
        free[self.ends] = False
        return free

    @cached_property
    def fair(self) -> Flags:
        """Squares that all sides walk to; every square where no side sets up."""
        tables = list(self.survey.from_side.values())
        fair: Flags = np.all([np.isfinite(table) for table in tables], axis=0) if tables else self.free | True
        return fair

    @cached_property
    def in_no_way(self) -> Flags:
        """Squares where a portal, across which nobody walks, makes no walk longer: each step on has another before it.

        Two portals that are three or more squares apart are never before the same step, so they do not together either.
        """
        clear = np.ones(len(self.grid), dtype=np.bool_)
        one, other = self.survey.walk.pairs.T
        for table in self.survey.from_side.values():
            on, back = table[one] + 1 == table[other], table[other] + 1 == table[one]
            before, after = np.concatenate((one[on], other[back])), np.concatenate((other[on], one[back]))
            ways = np.bincount(after, minlength=len(self.grid))
            clear[before[ways[after] == 1]] = False
        return clear

    @cached_property
    def steps(self) -> Ints:
        """S x N: the steps of each side to where a chest on each square is opened, FAR where none lead."""
        tables = [np.maximum(table - self.survey.beside, 0) for table in self.survey.from_side.values()]
        whole = np.array(tables).reshape(len(tables), len(self.grid))
        return np.where(np.isfinite(whole), whole, FAR).astype(np.int32)

    def apart(self, ones: Ints, others: Ints) -> Ints:
        """The distances of some squares from others, as the ruleset's `metric` measures."""
        x, y = self.grid.x, self.grid.y
        if self.ruleset.metric is Metric.SQUARES or not len(ones) or not len(others):
            crow = np.maximum(np.abs(x[ones][:, None] - x[others]), np.abs(y[ones][:, None] - y[others]))
            return np.asarray(crow, dtype=np.int32)
        walked = np.array([self._walk.distances([int(other)])[ones] for other in others]).T
        return np.asarray(np.minimum(walked, FAR), dtype=np.int32)

    @cached_property
    def _walk(self) -> WalkingSteps:
        """Steps on foot between any squares but entries."""
        nodes = self.grid.walkable & ~self.grid.is_entry
        solid = self.grid.flags(self.context.wall_obstacle_squares)
        return WalkingSteps(nodes, legal_steps(self.grid, nodes, solid, self.context.strict))


class CountedPart(NamedTuple):
    """A demand for a number of things in each part of the floor, with how many lie there already."""

    kinds: tuple[ItemKind, ...]  # what counts
    labels: Ints  # the part each square belongs to, -1 for none
    bounds: Bounds  # the number asked for, and `cost` what each thing too many or too few costs
    cost: float
    lying: Ints


class Problem:
    """All there is to know to find the best rows: made once, then asked thousands of times.

    groups       the groups, and `units` the group of each unit
    group        the group of each of R rows, and `rows` the squares of each, -1 where a row has fewer than others
    alone        R: what each row costs alone; `clash` R x R: what each two cost
    apart        R x R: how far each two are apart, as far as that matters
    clear        R: how far each is from set-ups, things that lie there and its twins
    clear_alike  R: the same from things of its kind
    steps        S x R x k: the steps of the sides to the chests of each row, `most` for what is no chest
    """

    def __init__(self, floor: PlacementFloor, groups: Sequence[PlacementGroup]) -> None:
        self.floor, self.groups = floor, list(groups)
        sizes = [len(group.squares) for group in groups]
        self.units = np.repeat(np.arange(len(groups)), [group.times for group in groups]).astype(np.int32)
        self.group = np.repeat(np.arange(len(groups)), sizes).astype(np.int32)
        self.rows = np.full((sum(sizes), max((g.squares.shape[1] for g in groups), default=1)), -1, dtype=np.int32)
        for number, group in enumerate(groups):
            self.rows[self.group == number, : group.squares.shape[1]] = group.squares
        self._tables()
        self.parts: list[CountedPart] = []
        for breach, demand in floor.demands:
            if isinstance(demand, Among):
                counted = tuple(kind for kind in LAID if demand.kind in to_rules(kind))
                labels = np.full(len(floor.grid), -1, dtype=np.int32)
                for number, part in enumerate(demand.parts):
                    labels[floor.grid.numbers(part.squares)] = number
                held = np.bincount(labels[floor.lying_of(*counted)] + 1, minlength=len(demand.parts) + 1)[1:]
                self.parts.append(CountedPart(counted, labels, demand.bounds, breach, held.astype(np.int32)))
        known = floor.steps[floor.steps < FAR]
        self.most = int(known.max(initial=0)) + 10
        steps = np.minimum(floor.steps, self.most)
        chests = np.array([group.kind is ItemKind.CHEST for group in groups], dtype=np.bool_)
        is_chest = chests[self.group][:, None] & (self.rows >= 0)
        self.steps = np.where(is_chest, steps[:, self.rows], self.most).astype(np.int32)
        self.steps_lying = steps[:, floor.lying_of(ItemKind.CHEST)]
        self.pairs = list(combinations(range(len(steps)), 2))

    def rows_of(self, group: int) -> slice:
        """The rows of a group."""
        return slice(*np.searchsorted(self.group, (group, group + 1)).tolist())

    def taught(self, avoided: Mapping[ItemKind, Floats], wanted: Sequence[CountedPart] = ()) -> Problem:
        """The same where it costs more to lie on some squares, and more is wanted in parts of the floor."""
        found = copy(self)
        found.alone, found.parts = self.alone.copy(), [*self.parts, *wanted]
        for number, group in enumerate(self.groups):
            if group.kind in avoided:
                found.alone[self.rows_of(number)] += avoided[group.kind][group.squares].sum(axis=1)
        return found

    def _tables(self) -> None:
        """What rows cost and how far they are apart, from tables of all squares that are spoken of."""
        floor, count = self.floor, len(self.rows)
        used, at = np.unique(np.where(self.rows >= 0, self.rows, self.rows[:, :1]), return_inverse=True)
        used, at = used.astype(np.int32), at.reshape(self.rows.shape)
        apart = np.minimum(floor.apart(used, used), WIDEST).astype(np.int16)
        self.clash, self.alone = np.zeros((count, count)), np.zeros(count)
        self.apart = np.full((count, count), WIDEST, dtype=np.int16)
        self.clear, self.clear_alike = np.full((2, count), WIDEST, dtype=np.int16)
        clear = self._nearest(used, np.concatenate((floor.ends, floor.lying_of(*LAID))))
        for a, one in enumerate(self.groups):
            mine, width = self.rows_of(a), one.squares.shape[1]
            for b, other in enumerate(self.groups):
                theirs = self.rows_of(b)
                for i, j in product(range(width), range(other.squares.shape[1])):
                    near = apart[np.ix_(at[mine, i], at[theirs, j])]
                    self.apart[mine, theirs] = np.minimum(self.apart[mine, theirs], near)
                    self.clash[mine, theirs] += self._clash(one.kind, other.kind, near)
            for i, owner in enumerate(one.owners or (None,) * width):
                self.alone[mine] += self._single(one.kind, owner, used)[at[mine, i]]
            twins = np.full(len(one.squares), WIDEST)
            for i, j in combinations(range(width), 2):
                near = apart[at[mine, i], at[mine, j]]
                twins = np.minimum(twins, near)
                self.alone[mine] += self._clash(one.kind, one.kind, near)
            own = at[mine, :width]
            self.clear[mine] = np.minimum(twins, clear[own].min(axis=1))
            self.clear_alike[mine] = np.minimum(twins, self._nearest(used, floor.lying_of(one.kind))[own].min(axis=1))

    def _nearest(self, used: Ints, squares: Ints) -> Any:
        """How far each used square is from the nearest of some squares."""
        return np.minimum(self.floor.apart(used, squares), WIDEST).min(axis=1, initial=WIDEST).astype(np.int16)

    def _clash(self, one: ItemKind, other: ItemKind, apart: Any) -> Floats:
        """What things of two kinds so far apart cost for lying too near each other."""
        cost: Floats = (apart < (CLEAR if other in LAID else 1)) * NOTICE
        for breach, demand in self.floor.demands:
            if isinstance(demand, Apart):
                ones, others = to_rules(one), to_rules(other)
                meant = demand.kind in ones and demand.other in others
                if meant or (demand.kind in others and demand.other in ones):
                    cost += (apart < demand.least) * breach
        return cost

    def _single(self, kind: ItemKind, owner: Team | None, used: Ints) -> Floats:
        """What a thing costs on each used square, by itself and with what lies there already."""
        floor = self.floor
        better = floor.free & floor.fair if kind is ItemKind.CHEST else floor.free
        better = better & floor.in_no_way if kind is ItemKind.PORTAL else better
        cost: Floats = np.where(better[used], 0.0, NOTICE)
        for breach, demand in floor.demands:
            for meant in to_rules(kind) if isinstance(demand, Closed | Far) else ():
                free = room(floor.context, demand, Item(meant, (IN_HAND,), owner=owner))
                if free is not None:
                    cost += [0.0 if free(floor.grid.square(at)) else breach for at in used.tolist()]
        for other, squares in floor.lying:
            cost += self._clash(kind, other, self._nearest(used, squares))
        return cost
