"""What is to be laid on a floor: how many chests, portals and counters, and whose the counters are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import CounterContent, Layout, Team, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import HowMany
from dungeon_designer.rules.registry import EnabledRule
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.model import RuleLevel
from dungeon_designer.set_up.order import faces_of


class Kind(StrEnum):
    """What may be placed."""

    CHEST = "chests"
    PORTAL = "portals"
    COUNTER = "counters"
    BALL = "balls"


ALL = tuple(Kind)

WHAT = {
    Kind.CHEST: ItemKind.CHEST,
    Kind.PORTAL: ItemKind.PORTAL,
    Kind.COUNTER: ItemKind.COUNTER,
    Kind.BALL: ItemKind.BALL,
}

_HIGHEST = 99
"""More of a kind is never laid, whatever a ruleset asks: portal numbers end here."""


class Lot(Struct, frozen=True):
    """So many things of a kind to be laid; of counters, those of one coach with what is on their faces."""

    kind: Kind
    count: int
    owner: Team | None = None
    faces: tuple[CounterContent, ...] = ()


def without(layout: Layout, kinds: Collection[Kind]) -> Layout:
    """The layout without its things of these kinds; the number of balls stays."""
    return replace(
        layout,
        chests=() if Kind.CHEST in kinds else layout.chests,
        portals=() if Kind.PORTAL in kinds else layout.portals,
        traps=tuple(t for t in layout.traps if Kind.COUNTER not in kinds or t.kind is not TrapKind.COUNTER),
    )


def lots(
    drawn: Layout, context: Context, asked: Collection[EnabledRule], kinds: Collection[Kind], counts: Mapping[Kind, int]
) -> list[Lot]:
    """What is missing on a floor; `drawn` is the layout as it was, whose numbers hold where they are legal."""
    lying = context.board.layout
    found = []
    for kind, was, now in (
        (Kind.CHEST, len(drawn.chests), len(lying.chests)),
        (Kind.PORTAL, len(drawn.portals), len(lying.portals)),
    ):
        if kind in kinds:
            wanted: int = counts[kind] if kind in counts else number(context, asked, WHAT[kind], was)
            found.append(Lot(kind, max(0, wanted - now)))
    if Kind.COUNTER in kinds:
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


def counting_rules(context: Context, asked: Collection[EnabledRule], kind: Kind) -> list[str]:
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
        found.append(Lot(Kind.COUNTER, len(left), team, left))
    return found
