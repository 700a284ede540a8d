"""What a ruleset asks a number of, and how many there are: the lines of the edition card. No Qt here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.editor.palette_entries import counter_id
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent, SectionKind, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.making import door_count
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.rule import Bounds, PerSide
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import marked

BALLS = "balls"
"""Where the line of the balls leads: to their number, one of the dungeon's properties."""


class Count(Struct, frozen=True):
    """How many there are of something, the numbers asked, the squares of what there is, the tool that makes more.

    `words` have %1 for the one and %2 for the other; `there` are the words of the one where a number does not do.
    """

    words: str
    count: int
    asked: Bounds
    squares: tuple[Square, ...]
    tool: str
    there: str = ""


class Line(Struct, frozen=True):
    """A count that the ruleset asks; whether it is right, and the book and heading that ask it."""

    count: Count
    right: bool
    source: str

    @property
    def leads_to(self) -> str:
        """The tool that makes more where there are too few, or `BALLS`; empty where what there is is shown."""
        few = not self.right and self.count.asked.min is not None and self.count.count < self.count.asked.min
        return self.count.tool if few or self.count.tool == BALLS else ""


def lines_of(board: Board, ruleset: Ruleset) -> Iterator[Line]:
    """A line for each thing the ruleset counts; what is right is what its rule finds no fault with."""
    asked, context = {each.rule.name: each for each in configured(ruleset)}, Context(board, ruleset)
    for name, count in _COUNTS.items():
        if name in asked:
            rule, settings = asked[name].rule, asked[name].settings
            bounds = settings.for_sides(len(board.teams)) if isinstance(settings, PerSide) else settings
            right = next(iter(rule.check(context, settings)), None) is None
            yield Line(count(board, bounds), right, asked[name].entry.source)


def _floor(board: Board, settings: Any) -> Count:
    words = marked("EditionCard", "Floor squares: %1 of %2")
    return Count(words, len(board), settings, tuple(board.squares), "draw-room")


def _zones(board: Board, settings: Any) -> Count:
    """End zones, or entries, side by side."""
    kind = SectionKind(settings.kind)
    zones = [zone for zone in board.of_kind(kind) if zone.covers]
    words = (
        marked("EditionCard", "Entries, side by side: %1 of %2")
        if kind is SectionKind.ENTRY
        else marked("EditionCard", "End zones, side by side: %1 of %2")
    )
    there = " + ".join(str(sum(zone.side is side for zone in zones)) for side in board.teams)
    asked = Bounds(min=len(board.teams) * settings.per_side, max=len(board.teams) * settings.per_side)
    squares = tuple(square for zone in zones for square in zone.covers)
    return Count(words, len(zones), asked, squares, f"draw-{kind}", there)


def _doors(board: Board, settings: Any) -> Count:
    words, layout = marked("EditionCard", "Doors: %1 of %2"), board.layout
    count = len(layout.doors) + len(layout.square_doors)
    return Count(words, count, settings, tuple(dict.fromkeys(door_count.squares_of(board))), "door")


def _chests(board: Board, settings: Any) -> Count:
    words = marked("EditionCard", "Chests: %1 of %2")
    asked = settings.for_sides(len(board.teams))
    return Count(words, len(board.chests), asked, tuple(chest.at for chest in board.chests), "chest")


def _balls(board: Board, settings: Any) -> Count:
    words, chests = marked("EditionCard", "Balls: %1 of %2"), tuple(chest.at for chest in board.chests)
    return Count(words, board.layout.balls, settings.bounds(len(chests)), chests, BALLS)


def _portals(board: Board, settings: Any) -> Count:
    words = marked("EditionCard", "Portals: %1 of %2")
    asked = settings.for_sides(len(board.teams))
    return Count(words, len(board.portals), asked, tuple(portal.at for portal in board.portals), "portal")


def _counters(board: Board, settings: Any) -> Count:
    """Pit counters of all coaches; where there may be any, there may be none."""
    words = marked("EditionCard", "Pit counters: %1 of %2")
    squares = tuple(trap.at for trap in board.layout.traps if trap.kind is TrapKind.COUNTER)
    sides = len(board.teams)
    least = sides * (settings.nothing + settings.open_pit + settings.spiked_pit)
    most = least + sides * 2 * settings.extra  # each pit more brings one more that says nothing
    also = () if settings.compulsory else (0,)
    asked = Bounds(min=0, max=0) if settings.none else Bounds(min=least, max=most, also=also)
    laid = Counter(trap.owner for trap in board.layout.traps if trap.kind is TrapKind.COUNTER)
    next_ = min(board.teams, key=laid.__getitem__)
    return Count(words, len(squares), asked, squares, counter_id(next_, CounterContent.NOTHING))


_COUNTS: dict[str, Callable[[Board, Any], Count]] = {
    "square-count": _floor,
    "end-zone-count": _zones,
    "door-count": _doors,
    "chest-count": _chests,
    "ball-count": _balls,
    "portal-count": _portals,
    "trap-counters": _counters,
}
"""By the rule that asks a number: what it counts, in the order a dungeon is made in."""
