"""What a rule of placing states: where things may lie. Findings, fixes, lit squares and the generator follow from it.

A rule that can say it so has a function `demands`, given the run and its settings. What is found where a demand is
not kept (`broken`) is the rule's check unless it has one of its own; `room` says which squares a demand leaves to a
thing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from dungeon_designer.analysis.spacing import near_pairs
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, block, distance
from dungeon_designer.kinds import ItemKind, SectionKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, all_of, items_on, later, one_of
from dungeon_designer.rules.rule import (
    MOST,
    Bounds,
    Number,
    PerSide,
    Settings,
    Violation,
    around,
    bounds_of,
    counted,
    few_squares,
    miscounted,
    section_name,
    there_are,
    when,
    worded,
)
from dungeon_designer.rulesets.model import Metric
from dungeon_designer.text.json_schema import described

MOST_MOVES = 12
"""With more things than this too many in one section moving them is no mend."""


class Closed(NamedTuple):
    """Squares are closed to things of a kind: `why` says where such a thing lies ("in the lava"), '' where it may.

    Of counters, to those of some coaches where `owners` are named; None stands for nobody's. `noticed`, here and below,
    is asked as a notice only, whatever the level of the rule: a thing may lie there, but had better not.
    """

    kind: ItemKind
    why: Callable[[Square], str]
    owners: frozenset[Team | None] | None = None
    noticed: bool = False

    def concerns(self, item: Item) -> bool:
        """Whether a thing is of the kind, and of one of the owners."""
        return item.kind is self.kind and (self.owners is None or item.owner in self.owners)


class Far(NamedTuple):
    """Things of a kind are at least so far from some squares, which `name` calls."""

    kind: ItemKind
    squares: Sequence[Square]
    least: int
    name: str
    noticed: bool = False


class Apart(NamedTuple):
    """Each two things of these kinds are at least so far apart, as the ruleset's `metric` measures."""

    kind: ItemKind
    other: ItemKind
    least: int
    noticed: bool = False


class FloorPart(NamedTuple):
    """A part of the floor, and which of its squares a finding names where too few things lie in it."""

    name: str
    squares: Collection[Square]
    covers: tuple[Square, ...] = ()


class Among(NamedTuple):
    """In each part of the floor so many lie."""

    kind: ItemKind
    parts: Sequence[FloorPart]
    bounds: Bounds
    noticed: bool = False


class HowMany(NamedTuple):
    """In the whole dungeon there are so many."""

    kind: ItemKind
    bounds: Bounds
    noticed: bool = False


Demand = Closed | Far | Apart | Among | HowMany

Demands = Callable[[Context, Any], Iterable[Demand]]

Free = Callable[[Square], bool]
"""Whether a thing may lie on a floor square."""


def room(context: Context, demand: Demand, item: Item) -> Free | None:
    """Where a demand lets an item lie, all others lying where they do; None where it asks nothing of it."""
    if isinstance(demand, Apart):
        if item.kind not in (demand.kind, demand.other):
            return None
        others = items_on(context.board, demand.other if item.kind is demand.kind else demand.kind)
        if item in others:
            others.remove(item)
        squares = [square for each in others for square in each.squares]
        return _clear_of(context.board, squares, demand.least)  # as the crow flies: no walk is shorter
    if isinstance(demand, Closed):
        return (lambda square: not demand.why(square)) if demand.concerns(item) else None
    if demand.kind is not item.kind or isinstance(demand, HowMany):
        return None
    if isinstance(demand, Among):
        lying = [other.at for other in items_on(context.board, demand.kind)]
        if item.at in lying:
            lying.remove(item.at)
        full = [p for p in demand.parts if not demand.bounds.allows(sum(at in p.squares for at in lying) + 1)]
        taken = {square for part in full for square in part.squares}
        return lambda square: square not in taken
    if len(demand.squares) > MOST:  # nowhere, where that is more than anybody draws
        return lambda square: False
    if context.ruleset.metric is Metric.SQUARES:
        return _clear_of(context.board, demand.squares, demand.least)
    return lambda square: all(context.measure(at, square, demand.least) >= demand.least for at in demand.squares)


def _clear_of(board: Board, others: Sequence[Square], least: int) -> Free:
    if (2 * least - 1) ** 2 > len(board):
        return lambda square: all(distance(square, other) >= least for other in others)
    size = 2 * least - 1, 2 * least - 1
    near = {at for x, y in others for at in block((x - least + 1, y - least + 1), size)}
    return lambda square: square not in near


def broken(demands: Demands, context: Context, settings: Any) -> Iterator[Violation]:
    """What is found where the demands of a rule are not kept; a number in all is found by the rules that count."""
    for demand in demands(context, settings):
        if isinstance(demand, Closed):
            yield from intruders(context, demand, items_on(context.board, demand.kind))
        elif isinstance(demand, Far):  # one for each thing, with all squares it is too near to
            items, squares = items_on(context.board, demand.kind), [(square,) for square in demand.squares]
            found = near_pairs([item.squares for item in items], demand.least, context.measure, others=squares)
            for number, nears in groupby(found, key=attrgetter("first")):
                item, near = items[number], list(nears)
                where = tuple(dict.fromkeys((*item.squares, *(demand.squares[one.second] for one in near))))
                nearest = min(one.distance for one in near)
                yield _near(context, demand, f"{item.where} and {demand.name}", nearest, where, item)
        elif isinstance(demand, Apart):
            ones, alike = items_on(context.board, demand.kind), demand.other is demand.kind
            others = ones if alike else items_on(context.board, demand.other)
            rest = None if alike else [item.squares for item in others]
            for pair in near_pairs([item.squares for item in ones], demand.least, context.measure, MOST, rest):
                one, other = ones[pair.first], others[pair.second]
                chests = one.kind is other.kind is ItemKind.CHEST
                both = f"the chests at {one.at} and {other.at}" if chests else f"{one.where} and {other.where}"
                first, second = later([one, other]) if alike else (one, other)
                yield _near(context, demand, both, pair.distance, pair.squares, first, second)
        elif isinstance(demand, Among):
            yield from _crowded(context.board, demand)


def _level(demand: Demand) -> Level | None:
    return Level.INFO if demand.noticed else None


def _near(
    context: Context, demand: Far | Apart, what: str, apart: int, squares: tuple[Square, ...], *mend: Item
) -> Violation:
    unit = "step" if context.ruleset.metric is Metric.WALK else "square"
    said = f"{what} are {counted(apart, unit)} apart; at least {demand.least} are asked for"
    return Violation(said, squares, apart, demand.least, level=_level(demand), moves=one_of(*mend))


def intruders(context: Context, demand: Closed, items: Iterable[Item]) -> Iterator[Violation]:
    """A fault for each of some things that lies on a closed square."""
    for item in items:
        if demand.concerns(item) and item.at in context.board and (why := demand.why(item.at)):
            said = f"{item.where} lies {why}"
            yield Violation(said, (item.at,), level=_level(demand), moves=one_of(item))


def _crowded(board: Board, demand: Among) -> Iterator[Violation]:
    """A fault for each part that holds too many things, or too few; the last by row are to leave it."""
    items, bounds = items_on(board, demand.kind), demand.bounds
    for part in demand.parts if items or not bounds.allows(0) else ():
        here = [item for item in items if item.at in part.squares]
        if bounds.allows(len(here)):
            continue
        few = bounds.min is not None and len(here) < bounds.min
        where = f", at {few_squares([item.at for item in here])}" if here else ""
        over = len(here) - bounds.max if bounds.max is not None else 0
        yield Violation(
            f"{part.name} holds {counted(len(here), demand.kind) if here else f'no {demand.kind}s'}{where};"
            f" {bounds.range_text} {'must' if few else 'may'} lie in it",
            part.covers if few else tuple(item.at for item in here),
            measured=len(here),
            required=bounds.required,
            level=_level(demand),
            moves=all_of(later(here)[:over] if 0 < over <= MOST_MOVES else []),
        )


# What several rules state.

Distance = Annotated[
    int,
    Meta(ge=1, le=10_000),
    described("The least distance, in squares, or in steps where the ruleset's `metric` is walk.", 5),
]
"""A distance in squares, or in steps where the ruleset's `metric` is walk."""


class Least(Settings, frozen=True):
    """Settings of a rule about a distance: at least `min` squares apart."""

    min: Distance = 5


class Forbidden(Settings, frozen=True):
    """Settings of a rule that closes sections to things.

    forbidden  Kinds of sections where none may lie. Example: ["end_zone"]
    connected  Whether sections connected to one of them are closed, too. Example: true
    """

    phrases = worded(forbidden=around(""), connected=when("sections connected to one"))

    forbidden: tuple[SectionKind, ...] = (SectionKind.END_ZONE, SectionKind.ENTRY)
    connected: bool = False


def spaced(kind: ItemKind, context: Context, settings: Least) -> Iterator[Demand]:
    """Each two things of a kind are so far apart."""
    yield Apart(kind, kind, settings.min)


def outside(kind: ItemKind, context: Context, settings: Forbidden) -> Iterator[Demand]:
    """Things of a kind lie in no section of these kinds, nor in one connected to it."""

    def shut(section: BoardSection) -> str:
        return f"in {section_name(section)}" if section.kind in settings.forbidden else ""

    @cache
    def why(section: BoardSection) -> str:
        return in_closed(context, section, shut, settings.connected)

    yield Closed(kind, lambda at: why(context.board.owner[at]))


def closed(
    kinds: Iterable[ItemKind], squares: Collection[Square], words: str, noticed: bool = False
) -> Iterator[Demand]:
    """Some squares are closed to things of some kinds."""
    yield from (Closed(kind, lambda at: words if at in squares else "", noticed=noticed) for kind in kinds)


def in_closed(context: Context, section: BoardSection, shut: Callable[[BoardSection], str], connected: bool) -> str:
    """Where a thing in a section lies, if the section is closed by itself or, where asked, by one connected to it."""
    here = shut(section)
    if here or not connected:
        return here
    sections = context.board.sections
    joined = context.section_graph[sections.index(section)].items()
    for number in sorted(n for n, edges in joined if any(each["junction"].passable for each in edges.values())):
        if shut(sections[number]):
            return f"in {section_name(section)}, which is connected to {section_name(sections[number])}"
    return ""


def in_each_section(
    kind: ItemKind, context: Context, bounds: Bounds, kinds: Collection[SectionKind] = frozenset(SectionKind)
) -> Iterator[Demand]:
    """So many things of a kind lie in each section of these kinds."""
    sections = [section for section in context.board.sections if section.covers and section.kind in kinds]
    yield Among(kind, [FloorPart(section_name(s), frozenset(s.squares), s.covers) for s in sections], bounds)


def in_each_half(context: Context, kind: ItemKind, number: Number | None) -> Iterator[Among]:
    """So many in each side's half; nothing where the rule does not ask it."""
    if number is not None:
        halves = [FloorPart(f"the {side} half", half) for side, half in context.half_squares.items()]
        yield Among(kind, halves, bounds_of(number))


def counted_in_all(kind: ItemKind, context: Context, settings: PerSide) -> Iterator[Demand]:
    """So many things of a kind lie in the dungeon, and in each half."""
    yield HowMany(kind, settings.for_sides(len(context.board.teams)))
    yield from in_each_half(context, kind, settings.each_half)


def miscounted_in_all(kind: ItemKind, context: Context, settings: PerSide) -> Iterator[Violation]:
    """A fault when too many or too few lie in the dungeon, and for each side with too many or too few in its half."""
    items, bounds = items_on(context.board, kind), settings.for_sides(len(context.board.teams))
    squares = tuple(item.at for item in items)
    yield from miscounted(bounds, len(items), there_are(len(items), kind), squares)
    for demand in in_each_half(context, kind, settings.each_half):
        for part in demand.parts:
            here = tuple(at for at in squares if at in part.squares)
            yield from miscounted(demand.bounds, len(here), f"{there_are(len(here), kind)} in {part.name}", here)
