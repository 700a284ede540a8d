"""In which order coaches set a dungeon up: the `[set_up]` of a ruleset, with how many of each there are. No Qt here.

The counts come from the rules that count things where the table names none. Each edition's order stands in its file,
`dungeon_designer/rulesets/data`; where coaches place nothing, as in brawl-2013 and the fields of db7s-2019, which the
organiser draws, those who set them up all the same do it as naf-2019 does.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.layout.model import CounterContent, SectionKind, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import counted
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import play_of, set_up_of
from dungeon_designer.translation import translate

WORDS = {
    "chest": "chest",
    "portal": "portal",
    "door": "door",
    "counter": "pit counter",
    "tile": "tile",
    "zone": "team end zone",
}
"""What is placed, in words; translators are given them as they are written."""


class What(StrEnum):
    """What coaches place."""

    CHEST = "chest"
    PORTAL = "portal"
    DOOR = "door"
    COUNTER = "counter"
    TILE = "tile"
    ZONE = "zone"

    @property
    def noun(self) -> str:
        """As the notes of a dungeon name it, in the user's language."""
        return translate("set-up", WORDS[self.value])


class Stage(Struct, frozen=True):
    """One kind placed in turns.

    `begins` says who does: winner, loser, or next after the stage before; `turns` are places in the roll-off instead,
    over and over. `usual` says that the edition has it.
    """

    what: What
    count: int
    begins: str = "winner"
    turns: tuple[int, ...] = ()
    usual: bool = True


class SetUpOrder(Struct, frozen=True):
    """The stages of a set-up in order, the book and heading they come from, and who the book has set up."""

    stages: tuple[Stage, ...]
    source: str
    by_coaches: bool = True


USUAL = 6
"""How many chests and portals there are where a ruleset does not say."""

_BOX = (CounterContent.NOTHING,) * 3 + (CounterContent.OPEN_PIT,) * 2 + (CounterContent.SPIKED_PIT,)


def order_of(ruleset: Ruleset, coaches: int = 2) -> SetUpOrder:
    """The order of a ruleset for so many coaches.

    >>> from dungeon_designer.rulesets.loader import load
    >>> [(stage.what.value, stage.count, stage.begins) for stage in order_of(load("gw-2021")).stages]
    [('chest', 6, 'winner'), ('portal', 6, 'loser')]
    """
    table, stages = set_up_of(ruleset), []
    for stage in table.stages:
        what = What(stage.lay)
        usual = what is not What.COUNTER or bool(faces_of(ruleset))
        count = coaches * stage.each if stage.each else stage.count or _count(ruleset, what, coaches)
        stages.append(Stage(what, count, stage.begins, stage.turns, usual))
    return SetUpOrder(tuple(stages), table.source, table.by_coaches)


def _count(ruleset: Ruleset, what: What, coaches: int) -> int:
    """How many things of a kind the rules of a ruleset ask for."""
    if what is What.COUNTER:
        return coaches * len(hand_of(ruleset))
    if what is What.DOOR:
        return _number(ruleset, "door-count", "max", 4)
    each = _number(ruleset, f"{what}-count", "per_side", 0)
    entry = ruleset.rules.get(f"{what}-count")
    also = entry.parameters.get("also", ()) if entry else ()
    least = _number(ruleset, f"{what}-count", "min", USUAL)
    return coaches * each or min((least, *(count for count in also if isinstance(count, int))))


def faces_of(ruleset: Ruleset) -> tuple[CounterContent, ...]:
    """The pit counters each coach is given, the harmless ones first; none where the edition has none.

    As many of each face as a coach may lay, or must where nothing says how many he may. What is missing of all is made
    up by the most harmless face that has no bound, what is too much taken from the most harmful one that may be fewer.
    """
    entry = ruleset.rules.get("trap-counters")
    if entry is None or entry.parameters.get("none"):
        return ()
    own = {face: _number(ruleset, "trap-counters", face, 0) for face in CounterContent}
    bounds: Any = entry.parameters.get("each_coach") or own
    limits = {face: _limits(bounds.get(face, {})) for face in CounterContent}
    counts = {face: (few if most is None else most) for face, (few, most) in limits.items()}
    fewest, allowed = _limits(bounds.get("all", {}))
    least = max(fewest, 1 if entry.parameters.get("compulsory") else 0)
    unbounded = next((face for face, (_, most) in limits.items() if most is None), None)
    if unbounded is not None:
        counts[unbounded] += max(0, least - sum(counts.values()))
    for face in reversed(CounterContent):
        too_many = 0 if allowed is None else max(0, sum(counts.values()) - allowed)
        counts[face] -= min(too_many, counts[face] - limits[face][0])
    return tuple(face for face, count in counts.items() for _ in range(count))


def _limits(bounds: Any) -> tuple[int, int | None]:
    """The least number that bounds allow, and the most, None for any."""
    if isinstance(bounds, int):
        return bounds, bounds
    return int(bounds.get("min", 0)), bounds.get("max")


def hand_of(ruleset: Ruleset) -> tuple[CounterContent, ...]:
    """The counters of a coach who plays with them: the edition's, else those of gw-1989, Pit Traps."""
    return faces_of(ruleset) or _BOX


def _number(ruleset: Ruleset, rule: str, name: str, otherwise: int) -> int:
    entry = ruleset.rules.get(rule)
    number = entry.parameters.get(name, otherwise) if entry else otherwise
    return number if isinstance(number, int) else otherwise


_BEGINS = {
    "winner": "the winner of the roll-off begins",
    "loser": "the loser of the roll-off begins",
    "next": "whoever is next begins",
}


def steps(board: Board, ruleset: Ruleset) -> tuple[str, ...]:
    """What is done in which order: what the map shows is laid as it shows it, what is left the coaches lay in turns."""
    order, layout = order_of(ruleset, len(board.teams)), board.layout
    here = {
        What.CHEST: len(layout.chests),
        What.PORTAL: len(layout.portals),
        What.DOOR: len(layout.doors) + len(layout.square_doors),
        What.COUNTER: sum(trap.kind is TrapKind.COUNTER for trap in layout.traps),
    }
    stages = [stage for stage in order.stages if stage.usual or here[stage.what]]
    if here[What.COUNTER] and all(stage.what is not What.COUNTER for stage in stages):  # the map's own
        stages.append(Stage(What.COUNTER, here[What.COUNTER]))
    told = ["Lay the floor with its walls, doors and furniture as the map shows it."]
    if order.by_coaches and any(not here[stage.what] for stage in stages):
        told.append("The coaches roll off; the highest roll wins.")
    for stage in stages:
        noun, there = WORDS[stage.what], here[stage.what]
        laid = f"Lay the {counted(there, noun)} where the map shows {'it' if there == 1 else 'them'}"
        if not there:
            turns = f"by their places in the roll-off: {', '.join(map(str, stage.turns))}, and so on"
            begins = turns if stage.turns else _BEGINS[stage.begins]
            laid = f"The coaches lay {counted(stage.count, noun)} in turns; {begins}"
        elif stage.what is What.CHEST:
            balls = min(layout.balls, there)
            laid += f", face down and shuffled: {balls} {'hides' if balls == 1 else 'hide'} a ball"
        elif stage.what is What.COUNTER:
            at = (str(trap.at) for trap in layout.traps if trap.kind is TrapKind.COUNTER)
            laid += f", face down: {', '.join(f'counter {number} at {place}' for number, place in enumerate(at, 1))}"
        told.append(f"{laid}.")
    if (players := play_of(Context(board, ruleset).ruleset).players) is not None:
        # where a side has entries they are walls to its own players
        where = "before its entries" if board.of_kind(SectionKind.ENTRY) else "in its end zone"
        told.append(f"Each side sets up {counted(players, 'player')} {where}.")
    return tuple(told)
