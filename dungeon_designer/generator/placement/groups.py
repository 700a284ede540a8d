"""What is laid together: one thing on one square or, under a symmetry, a thing and its twins on theirs; how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.figures.arrays import Flags, Ints, arrays
from dungeon_designer.generator.options import Placeable, PlaceOptions
from dungeon_designer.kinds import ItemKind, SectionKind
from dungeon_designer.layout.model import CounterContent, Layout, Team, TrapKind
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import HowMany
from dungeon_designer.rules.registry import EnabledRule
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.model import RuleLevel
from dungeon_designer.set_up.order import faces_of

KINDS = {
    Placeable.CHEST: ItemKind.CHEST,
    Placeable.PORTAL: ItemKind.PORTAL,
    Placeable.COUNTER: ItemKind.COUNTER,
    Placeable.BALL: ItemKind.BALL,
}

HIGHEST = 99
"""More of a kind is never laid, whatever a ruleset asks: portal numbers end here."""


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
            wanted = number(context, rules, KINDS[kind], was) if count is None else count
            found.append(Lot(KINDS[kind], max(0, wanted - now)))
    if Placeable.COUNTER in options.only:
        found += _hands(context)
    return [lot for lot in found if lot.count]


def _hands(context: Context) -> Iterator[Lot]:
    """The counters that each coach is given and has not laid."""
    faces = Counter(faces_of(context.ruleset))
    lying = [trap for trap in context.board.layout.traps if trap.kind is TrapKind.COUNTER]
    for team in context.board.teams:
        missing = faces - Counter(trap.content for trap in lying if trap.owner is team and trap.content)
        left = tuple(face for face in CounterContent for _ in range(missing[face]))
        yield Lot(ItemKind.COUNTER, len(left), team, left)


def number(context: Context, rules: Collection[EnabledRule], kind: ItemKind, was: int) -> int:
    """How many of a kind the rules want: as many as there are where that will do, else the fewest that will."""
    counted = _counted(context, rules, kind)
    bounds = [each for rule, each in sorted(counted, key=lambda pair: pair[0].entry.level is RuleLevel.MUST)]
    while bounds:  # the least binding are given up first, where no number will do for all
        for tried in (was, *range(HIGHEST + 1)):
            if all(limit.allows(tried) for limit in bounds):
                return int(tried)
        bounds.pop(0)
    return was


def counting_rules(context: Context, rules: Collection[EnabledRule], kind: ItemKind) -> list[str]:
    """The rules that ask for a number of a kind."""
    return [each.rule.name for each, _ in _counted(context, rules, kind)]


def _counted(context: Context, rules: Collection[EnabledRule], kind: ItemKind) -> list[tuple[EnabledRule, Bounds]]:
    demands = [(rule, demand) for rule in rules for demand in rule.demands(context)]
    return [(rule, each.bounds) for rule, each in demands if isinstance(each, HowMany) and each.kind is kind]


class PlacementGroup(NamedTuple):
    """Things of one kind that are laid alike: `times` times the squares of one row of `squares`, M x k.

    `owners` are the coaches of the k counters of a row, empty for other things.
    """

    kind: ItemKind
    squares: Ints
    times: int
    owners: tuple[Team, ...] = ()


class Image(NamedTuple):
    """Where a turn or mirror brings each square, -1 off the floor, and each side; None where sides have no image."""

    squares: Ints
    sides: dict[Team, Team] | None


def images(board: Board, symmetry: Symmetry | None) -> list[Image]:
    """The floor as it is, then under each turn and mirror of a symmetry."""
    grid = arrays(board)
    found = [Image(np.arange(len(grid), dtype=np.int32), {team: team for team in board.teams})]
    for turn in symmetry.turns() if symmetry else ():
        squares = np.array([grid.find(turn.square(square)) for square in grid.squares], dtype=np.int32)
        found.append(Image(squares, _sides(board, squares)))
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


def groups(lots: Sequence[Lot], whole: Sequence[Image], free: Flags) -> Iterator[PlacementGroup]:
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
        rows = _rows([image.squares for image in whole], free, ordered=False)
        if len(rows):
            yield PlacementGroup(ItemKind.COUNTER, rows, first.count, tuple(across))
            return
    still = alike and len(set(across)) == 1
    for lot in counters:
        yield from _in_orbits(lot, whole if still else whole[:1], free)


def _in_orbits(lot: Lot, whole: Sequence[Image], free: Flags) -> Iterator[PlacementGroup]:
    """As many as can be with all their twins, what is left with fewer, the odd one where it is its own twin.

    All turns of a symmetry, then the half turn of four quarters, then none at all.
    """
    count = lot.count
    for part in (whole, whole[::2] if len(whole) == 4 else [], whole[:1] if len(whole) > 1 else []):
        if not part:
            continue
        rows = _rows([image.squares for image in part], free, ordered=True)
        if len(part) == 1 and len(whole) > 1:
            own = np.all([image.squares[rows[:, 0]] == rows[:, 0] for image in whole], axis=0)
            rows = rows[own] if own.any() else rows
        times = count // len(part) if len(rows) or len(part) == 1 else 0
        if times:
            yield PlacementGroup(lot.kind, rows, times, (lot.owner,) * len(part) if lot.owner else ())
        count -= times * len(part)


def _rows(maps: Iterable[Ints], free: Flags, ordered: bool) -> Ints:
    """Each free square with its twins, where they are as many squares, all free; with `ordered` each such set once."""
    table = np.stack(list(maps), axis=1)
    here = (table >= 0).all(axis=1) & free[table].all(axis=1)
    arranged = np.sort(table, axis=1)
    here &= (np.diff(arranged, axis=1) > 0).all(axis=1)
    if ordered:
        here &= table[:, 0] == arranged[:, 0]
    return table[here]
