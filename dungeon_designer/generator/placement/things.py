"""What is to be laid on a floor: how many chests, portals and counters, and whose the counters are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.generator.options import Placeable, PlaceOptions
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import CounterContent, Layout, Team, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import HowMany
from dungeon_designer.rules.registry import EnabledRule
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.model import RuleLevel
from dungeon_designer.set_up.order import faces_of

WHAT = {
    Placeable.CHEST: ItemKind.CHEST,
    Placeable.PORTAL: ItemKind.PORTAL,
    Placeable.COUNTER: ItemKind.COUNTER,
    Placeable.BALL: ItemKind.BALL,
}

_HIGHEST = 99
"""More of a kind is never laid, whatever a ruleset asks: portal numbers end here."""


class Lot(Struct, frozen=True):
    """So many things of a kind to be laid; of counters, those of one coach with what is on their faces."""

    kind: Placeable
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


def lots(drawn: Layout, context: Context, asked: Collection[EnabledRule], options: PlaceOptions) -> list[Lot]:
    """What is missing on a floor; `drawn` is the layout as it was, whose numbers hold where they are legal."""
    lying = context.board.layout
    found = []
    for kind, count, was, now in (
        (Placeable.CHEST, options.chests, len(drawn.chests), len(lying.chests)),
        (Placeable.PORTAL, options.portals, len(drawn.portals), len(lying.portals)),
    ):
        if kind in options.only:
            wanted = number(context, asked, WHAT[kind], was) if count is None else count
            found.append(Lot(kind, max(0, wanted - now)))
    if Placeable.COUNTER in options.only:
        found += _hands(context)
    return [lot for lot in found if lot.count]


def number(context: Context, asked: Collection[EnabledRule], what: ItemKind, was: int) -> int:
    """How many of a kind the rules want: as many as there are where that will do, else the fewest that will."""
    bounds = [bounds for _, bounds in sorted(_bounds(context, asked, what), key=lambda pair: pair[0] is RuleLevel.MUST)]
    while bounds:  # the least binding are given up first, where no number will do for all
        for tried in (was, *range(_HIGHEST + 1)):
            if all(limit.allows(tried) for limit in bounds):
                return int(tried)
        bounds.pop(0)
    return was


def counting_rules(context: Context, asked: Collection[EnabledRule], kind: Placeable) -> list[str]:
    """The rules that ask for a number of a kind."""
    return [each.rule.name for each, _ in _counted(context, asked, WHAT[kind])]


def _bounds(context: Context, asked: Collection[EnabledRule], what: ItemKind) -> list[tuple[RuleLevel, Bounds]]:
    return [(each.entry.level, bounds) for each, bounds in _counted(context, asked, what)]


def _counted(context: Context, asked: Collection[EnabledRule], what: ItemKind) -> Iterator[tuple[EnabledRule, Bounds]]:
    for each in asked:
        for demand in each.demands(context):
            if isinstance(demand, HowMany) and demand.kind is what:
                yield each, demand.bounds


def _hands(context: Context) -> list[Lot]:
    """The counters that each coach is given and has not laid."""
    faces = faces_of(context.ruleset)
    lying = [trap for trap in context.board.layout.traps if trap.kind is TrapKind.COUNTER]
    found = []
    for team in context.board.teams:
        laid = Counter(trap.content for trap in lying if trap.owner is team)
        missing = Counter({face: number - laid[face] for face, number in Counter(faces).items()})
        left = tuple(face for face in CounterContent for _ in range(missing[face]))
        found.append(Lot(Placeable.COUNTER, len(left), team, left))
    return found
