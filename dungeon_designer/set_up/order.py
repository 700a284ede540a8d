"""Build the order in which coaches set a dungeon up, from the `[set_up]` table of a ruleset. No Qt here.

Where the table states no number, the rules that count objects give it. The order of each edition is in its file in
`dungeon_designer/rulesets/data`. In brawl-2013 and on the fields of db7s-2019 the organiser draws the dungeon and
coaches place nothing; for coaches who want to set these up, the order of naf-2019 is used.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.layout.model import CounterContent, Layout, SectionKind, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import CounterSupply, DoorCount, ObjectCount
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rules.rule_text import format_count
from dungeon_designer.rulesets.play_table import parse_play, parse_set_up
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.translation import translate

NOUN_BY_KIND = {
    "chest": "chest",
    "portal": "portal",
    "door": "door",
    "counter": "pit counter",
    "tile": "tile",
    "zone": "team end zone",
}
"""The nouns of the kinds; translators see them as they are written here."""


class SetUpKind(StrEnum):
    """The kinds of objects and tiles that coaches place."""

    CHEST = "chest"
    PORTAL = "portal"
    DOOR = "door"
    COUNTER = "counter"
    TILE = "tile"
    ZONE = "zone"

    @property
    def noun(self) -> str:
        """The noun for this kind in the user's language, as the notes of a dungeon name it."""
        return translate("set-up", NOUN_BY_KIND[self.value])


class Stage(Struct, frozen=True):
    """A stage of a set-up, in which the coaches place all objects of one kind in turns.

    Attributes:
        kind: What is placed.
        count: How many are placed.
        begins: Who begins: ``winner`` or ``loser`` of the roll-off, or ``next``: the coach after the last one of the
            stage before.
        roll_off_ranks: Instead of `begins`, who places each object: ranks in the roll-off from 1 on, repeated over and
            over; empty if the coaches simply take turns.
        is_usual: Whether the edition itself has this stage. It is False for pit counters where no rule gives any.
    """

    kind: SetUpKind
    count: int
    begins: str = "winner"
    roll_off_ranks: tuple[int, ...] = ()
    is_usual: bool = True


class SetUpOrder(Struct, frozen=True):
    """The stages of a set-up in order.

    Attributes:
        stages: The stages.
        source: The book and heading that they come from.
        by_coaches: Whether the book lets coaches set the dungeon up; False if the organiser draws it.
    """

    stages: tuple[Stage, ...]
    source: str
    by_coaches: bool = True


DEFAULT_COUNT = 6
"""The number of chests, and of portals, if a ruleset does not state it."""

DEFAULT_DOOR_COUNT = 4
"""The number of doors if a ruleset does not state the most."""

_BOX_COUNTERS = (CounterContent.NOTHING,) * 3 + (CounterContent.OPEN_PIT,) * 2 + (CounterContent.SPIKED_PIT,)
"""The counters that the expansion of gw-1989 gives each coach."""


def build_set_up_order(ruleset: Ruleset, coach_count: int = 2) -> SetUpOrder:
    """Return what coaches place in which order when they set a dungeon up under a ruleset.

    Args:
        ruleset: The ruleset. Where it states no number for a stage, its rules that count objects give it.
        coach_count: How many coaches play.

    >>> from dungeon_designer.rulesets.loader import load_unchecked_ruleset
    >>> order = build_set_up_order(load_unchecked_ruleset("gw-2021"))
    >>> [(stage.kind.value, stage.count, stage.begins) for stage in order.stages]
    [('chest', 6, 'winner'), ('portal', 6, 'loser')]
    """
    table, stages = parse_set_up(ruleset), []
    for stage in table.stages:
        kind = SetUpKind(stage.lay)
        is_usual = kind is not SetUpKind.COUNTER or bool(list_counter_faces(ruleset))
        count = coach_count * stage.each if stage.each else stage.count or _find_count(ruleset, kind, coach_count)
        stages.append(Stage(kind, count, stage.begins, stage.turns, is_usual))
    return SetUpOrder(tuple(stages), table.source, table.by_coaches)


def _find_count(ruleset: Ruleset, kind: SetUpKind, coach_count: int) -> int:
    """Return how many objects of a kind all coaches place together when they set up a dungeon.

    The rules that count objects say it: for counters the number that each coach gets, for doors the largest number that
    is allowed, for other kinds the number for each team or the smallest number that is allowed. Rules that are off
    count, too.
    """
    if kind is SetUpKind.COUNTER:
        return coach_count * len(list_coach_counters(ruleset))
    required = read_floor_requirements(ruleset, coach_count, include_off=True)
    if kind is SetUpKind.DOOR:
        limits = [count.bounds.max for count in required.list_of_type(DoorCount) if count.bounds.max is not None]
        return min(limits, default=DEFAULT_DOOR_COUNT)
    object_count = next((count for count in required.list_of_type(ObjectCount) if count.kind.value == kind.value), None)
    if object_count is None:
        return DEFAULT_COUNT
    minimum = DEFAULT_COUNT if object_count.bounds.min is None else object_count.bounds.min
    return coach_count * (object_count.per_team or 0) or min((minimum, *object_count.bounds.also))


def list_counter_faces(ruleset: Ruleset) -> tuple[CounterContent, ...]:
    """Return the faces of the pit counters that each coach gets, the harmless ones first; empty if there are none.

    A coach gets as many of each face as the ruleset allows or, without a maximum, as many as it requires.
    If the total is then too small, the most harmless face without a maximum fills it up. If it is too large, counters
    are taken from the most harmful face that may have fewer.
    """
    supply = read_floor_requirements(ruleset, include_off=True).find(CounterSupply)
    if supply is None or supply.are_forbidden:
        return ()
    if not supply.has_bounds:
        return tuple(face for face, count in supply.count_by_face.items() for _ in range(count))
    bounds_by_face = {face: supply.bounds_by_face.get(face, Bounds()) for face in CounterContent}
    counts = {face: (bounds.min or 0) if bounds.max is None else bounds.max for face, bounds in bounds_by_face.items()}
    total_bounds = supply.total_bounds or Bounds()
    required_total = max(total_bounds.min or 0, 1 if supply.are_compulsory else 0)
    unlimited_face = next((face for face, bounds in bounds_by_face.items() if bounds.max is None), None)
    if unlimited_face is not None:  # fill up to the least total
        counts[unlimited_face] += max(0, required_total - sum(counts.values()))
    for face in reversed(CounterContent):  # take away what exceeds the greatest total
        excess = 0 if total_bounds.max is None else max(0, sum(counts.values()) - total_bounds.max)
        counts[face] -= min(excess, counts[face] - (bounds_by_face[face].min or 0))
    return tuple(face for face, count in counts.items() for _ in range(count))


def list_coach_counters(ruleset: Ruleset) -> tuple[CounterContent, ...]:
    """Return the faces of the pit counters of a coach who wants to play with counters.

    They are those of the edition or, if it has none, those of the expansion of gw-1989 (Pit Traps).
    """
    return list_counter_faces(ruleset) or _BOX_COUNTERS


_BEGIN_TEXTS = {
    "winner": "the winner of the roll-off begins",
    "loser": "the loser of the roll-off begins",
    "next": "the next coach begins",
}
"""What the instructions say of who begins."""


def list_instructions(board: Board, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the instructions, in English, for setting a dungeon up on the table, one sentence for each step.

    What the map shows is placed as the map shows it. Kinds of objects that it does not show are placed by the coaches
    in turns.
    """
    order, layout = build_set_up_order(ruleset, len(board.teams)), board.layout
    count_by_kind = {
        SetUpKind.CHEST: len(layout.chests),
        SetUpKind.PORTAL: len(layout.portals),
        SetUpKind.DOOR: len(layout.doors) + len(layout.square_doors),
        SetUpKind.COUNTER: sum(trap.kind is TrapKind.COUNTER for trap in layout.traps),
    }
    stages = [stage for stage in order.stages if stage.is_usual or count_by_kind[stage.kind]]
    # the map has counters of its own, which no stage of the ruleset lays
    if count_by_kind[SetUpKind.COUNTER] and all(stage.kind is not SetUpKind.COUNTER for stage in stages):
        stages.append(Stage(SetUpKind.COUNTER, count_by_kind[SetUpKind.COUNTER]))
    instructions = ["Build the floor with its walls, doors and furniture as the map shows it."]
    if order.by_coaches and any(not count_by_kind[stage.kind] for stage in stages):
        instructions.append("The coaches roll off; the highest roll wins.")
    for stage in stages:
        count = count_by_kind[stage.kind]
        instructions.append(_describe_shown_objects(layout, stage.kind, count) if count else _describe_stage(stage))
    if (players := parse_play(Context(board, ruleset).ruleset).players) is not None:
        # where a side has entries they are walls to its own players
        place_text = "before its entries" if board.list_sections(SectionKind.ENTRY) else "in its end zone"
        instructions.append(f"Each team sets up {format_count(players, 'player')} {place_text}.")
    return tuple(instructions)


def _describe_stage(stage: Stage) -> str:
    """Return the sentence that tells coaches how many objects of a kind they place in turns, and who begins."""
    ranks_text = f"by their places in the roll-off: {', '.join(map(str, stage.roll_off_ranks))}, and so on"
    begin_text = ranks_text if stage.roll_off_ranks else _BEGIN_TEXTS[stage.begins]
    return f"The coaches place {format_count(stage.count, NOUN_BY_KIND[stage.kind])} in turns; {begin_text}."


def _describe_shown_objects(layout: Layout, kind: SetUpKind, count: int) -> str:
    """Return the sentence that says to place the objects of a kind where the map shows them.

    Args:
        layout: The dungeon.
        kind: The kind of object.
        count: How many of them the map shows.
    """
    noun = format_count(count, NOUN_BY_KIND[kind])
    sentence = f"Place the {noun} where the map shows {'it' if count == 1 else 'them'}"
    if kind is SetUpKind.CHEST:
        balls = min(layout.balls, count)
        sentence += f", face down and shuffled: {balls} {'hides' if balls == 1 else 'hide'} a ball"
    elif kind is SetUpKind.COUNTER:
        squares = [str(trap.at) for trap in layout.traps if trap.kind is TrapKind.COUNTER]
        counters = (f"counter {number} at {square}" for number, square in enumerate(squares, 1))
        sentence += f", face down: {', '.join(counters)}"
    return f"{sentence}."
