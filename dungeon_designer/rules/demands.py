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
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta

from dungeon_designer.analysis.spacing import near_pairs
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, block, distance
from dungeon_designer.kinds import ItemKind, SectionKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, all_of, items_on, later, one_of
from dungeon_designer.rules.names import listed, section_name
from dungeon_designer.rules.rule import (
    MOST,
    Bounds,
    Number,
    Settings,
    Violation,
    Words,
    around,
    bounds_of,
    counted,
    miscounted,
    when,
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


class Part(NamedTuple):
    """A part of the floor, and which of its squares a finding names where too few things lie in it."""

    name: str
    squares: Collection[Square]
    covers: tuple[Square, ...] = ()


class Among(NamedTuple):
    """In each part of the floor so many lie."""

    kind: ItemKind
    parts: Sequence[Part]
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
        return _room_apart(context, demand, item)
    if demand.kind is not item.kind or isinstance(demand, HowMany):
        return None
    if isinstance(demand, Closed):
        return (lambda square: not demand.why(square)) if demand.concerns(item) else None
    if isinstance(demand, Far):
        return _room_far(context, demand)
    return _room_among(context.board, demand, item)


def _room_apart(context: Context, demand: Apart, item: Item) -> Free | None:
    """As the crow flies: no walk is shorter."""
    if item.kind not in (demand.kind, demand.other):
        return None
    kind = demand.other if item.kind is demand.kind else demand.kind
    return _clear_of(context.board, [at for each in _besides(context, kind, item) for at in each.squares], demand.least)


def _clear_of(board: Board, others: Sequence[Square], least: int) -> Free:
    if (2 * least - 1) ** 2 > len(board):
        return lambda square: all(distance(square, other) >= least for other in others)
    size = 2 * least - 1, 2 * least - 1
    near = {at for x, y in others for at in block((x - least + 1, y - least + 1), size)}
    return lambda square: square not in near


def _room_far(context: Context, demand: Far) -> Free:
    """Nowhere where the squares to be far from are more than anybody draws."""
    if len(demand.squares) > MOST:
        return lambda square: False
    if context.ruleset.metric is Metric.SQUARES:
        return _clear_of(context.board, demand.squares, demand.least)
    return lambda square: all(context.measure(at, square, demand.least) >= demand.least for at in demand.squares)


def _room_among(board: Board, demand: Among, item: Item) -> Free:
    """Parts that may hold one more."""
    lying = [other.at for other in items_on(board, demand.kind)]
    if item.at in lying:
        lying.remove(item.at)
    full = [p for p in demand.parts if not demand.bounds.allows(sum(at in p.squares for at in lying) + 1)]
    taken = {square for part in full for square in part.squares}
    return lambda square: square not in taken


def _besides(context: Context, kind: ItemKind, moved: Item) -> list[Item]:
    """The items of a kind without one that is moved."""
    rest = items_on(context.board, kind)
    if moved in rest:
        rest.remove(moved)
    return rest


def broken(demands: Demands, context: Context, settings: Any) -> Iterator[Violation]:
    """What is found where the demands of a rule are not kept; a number in all is found by the rules that count."""
    for demand in demands(context, settings):
        if isinstance(demand, Closed):
            yield from intruders(context, demand, items_on(context.board, demand.kind))
        elif isinstance(demand, Far):
            yield from _not_far(context, demand)
        elif isinstance(demand, Apart):
            yield from _too_near(context, demand)
        elif isinstance(demand, Among):
            yield from _crowded(context.board, demand)


def _level(demand: Demand) -> Level | None:
    return Level.INFO if demand.noticed else None


def intruders(context: Context, demand: Closed, items: Iterable[Item]) -> Iterator[Violation]:
    """A fault for each of some things that lies on a closed square."""
    for item in items:
        if demand.concerns(item) and item.at in context.board and (why := demand.why(item.at)):
            said = f"{item.where} lies {why}"
            yield Violation(message=said, squares=(item.at,), level=_level(demand), moves=one_of(item))


def _not_far(context: Context, demand: Far) -> Iterator[Violation]:
    """A fault for each thing too near, with all squares it is too near to."""
    items, squares = items_on(context.board, demand.kind), [(square,) for square in demand.squares]
    found = near_pairs([item.squares for item in items], demand.least, context.measure, others=squares)
    for number, nears in groupby(found, key=attrgetter("first")):
        item, near = items[number], list(nears)
        nearest = min(one.distance for one in near)
        yield Violation(
            message=f"{item.where} and {demand.name} are {how_far(context, nearest, demand.least)}",
            squares=tuple(dict.fromkeys((*item.squares, *(demand.squares[one.second] for one in near)))),
            measured=nearest,
            required=demand.least,
            level=_level(demand),
            moves=one_of(item),
        )


def _too_near(context: Context, demand: Apart) -> Iterator[Violation]:
    """A fault for each two things that are too near each other."""
    ones = items_on(context.board, demand.kind)
    others = ones if demand.other is demand.kind else items_on(context.board, demand.other)
    rest = None if others is ones else [item.squares for item in others]
    for near in near_pairs([item.squares for item in ones], demand.least, context.measure, MOST, rest):
        one, other = ones[near.first], others[near.second]
        yield Violation(
            message=f"{_both(one, other)} are {how_far(context, near.distance, demand.least)}",
            squares=near.squares,
            measured=near.distance,
            required=demand.least,
            level=_level(demand),
            moves=one_of(*(later([one, other]) if others is ones else (one, other))),
        )


def _both(one: Item, other: Item) -> str:
    if one.kind is other.kind is ItemKind.CHEST:
        return f"the chests at {one.at} and {other.at}"
    return f"{one.where} and {other.where}"


def how_far(context: Context, apart: int, least: int) -> str:
    """A distance as the end of a sentence."""
    what = "step" if context.ruleset.metric is Metric.WALK else "square"
    return f"{apart} {what}{'' if apart == 1 else 's'} apart; at least {least} are asked for"


def _crowded(board: Board, demand: Among) -> Iterator[Violation]:
    """A fault for each part that holds too many things, or too few."""
    items, bounds = items_on(board, demand.kind), demand.bounds
    if not items and bounds.allows(0):
        return
    for part in demand.parts:
        here = [item for item in items if item.at in part.squares]
        if bounds.allows(len(here)):
            continue
        few = bounds.min is not None and len(here) < bounds.min
        where = f", at {listed([item.at for item in here])}" if here else ""
        holds = f"{len(here) or 'no'} {demand.kind}{'' if len(here) == 1 else 's'}{where}"
        yield Violation(
            message=f"{part.name} holds {holds}; {bounds.words} may lie in it",
            squares=part.covers if few else tuple(item.at for item in here),
            measured=len(here),
            required=bounds.required,
            level=_level(demand),
            moves=all_of(_to_move(here, bounds)),
        )


def _to_move(here: Sequence[Item], bounds: Bounds) -> list[Item]:
    """What must leave a part, the last by row first; nothing where there are too few, or too many to move."""
    over = len(here) - (bounds.max if bounds.max is not None else len(here))
    return later(here)[:over] if 0 < over <= MOST_MOVES else []


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
    """Settings of a rule that closes sections to things."""

    said: ClassVar[Words] = {"forbidden": around(""), "connected": when("sections connected to one")}

    forbidden: Annotated[tuple[SectionKind, ...], described("Kinds of sections where none may lie.", ["end_zone"])] = (
        SectionKind.END_ZONE,
        SectionKind.ENTRY,
    )
    connected: Annotated[bool, described("Whether sections connected to one of them are closed, too.", True)] = False


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
    yield Among(kind, [Part(section_name(s), frozenset(s.owned), s.covers) for s in sections], bounds)


def in_each_half(context: Context, kind: ItemKind, number: Number | None) -> Iterator[Among]:
    """So many in each side's half; nothing where the rule does not ask it."""
    if number is not None:
        yield Among(kind, [Part(f"the {s} half", half) for s, half in context.half_squares.items()], bounds_of(number))


def miscounted_halves(context: Context, kind: ItemKind, number: Number | None) -> Iterator[Violation]:
    """A fault for each side with too many or too few in its half."""
    for demand in in_each_half(context, kind, number):
        for part in demand.parts:
            here = tuple(item.at for item in items_on(context.board, kind) if item.at in part.squares)
            yield from miscounted(number, len(here), f"{counted(len(here), kind)} in {part.name}", here)
