"""No coach's pit counter lies on an opponent's End Zone section.

gw-1989 (Pit Traps) lets a coach lay counters anywhere but on the opposing player's End Zone board section: nobody
may mine the squares another team starts on; with more than two sides, each of the others is an opponent. Asked of
every pit counter that has an owner, on every end zone or entry that has a side; a counter without an owner is
`trap-counters`' to find, and a pit drawn face up is nobody's. One finding for each counter.

House rules may close other places with `forbidden`, which takes the place of the opponent's End Zone: `own_end_zone`;
`own_half` and `opponents_half`, the squares that one side walks to in fewer steps than any other from where it sets
up (squares as far from both are in no half); and any kind of section, `end_zone` and `corridor` for example, where no
counter may lie, whosever it is. With `connected` the sections connected to a closed one are closed, too.

A sketch that breaks it, under gw-1989-expanded (the home coach's counter in the away end zone)::

    map: |
      <<<......>>>
      <<<......>>>
    traps:
      - {kind: counter, at: [10, 0], owner: home, content: nothing}

Mend: lay the counter elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from dungeon_designer.board.model import BoardSection
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ItemKind, SectionKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Closed, Demand, in_closed, intruders
from dungeon_designer.rules.items import items_on
from dungeon_designer.rules.rule import Parameters, Settings, Violation, around, section_name, when, worded
from dungeon_designer.translation import marked

_ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

NOT_HERE = marked("placing", "this is the opponent's End Zone: %1 (%2)")
CLOSED = marked("placing", "this coach's counters may not lie here: %1 (%2)")
"""What the editor says of a square where a coach's counter may not lie: rule and source."""

ClosedTo = StrEnum(
    "ClosedTo",
    "OPPONENTS_END_ZONE OWN_END_ZONE OPPONENTS_HALF OWN_HALF BOARD CORRIDOR SMALL_ROOM LARGE_ROOM ROOM JUNCTION BRIDGE "
    "PLATFORM END_ZONE ENTRY",
)
ClosedTo.__doc__ = "Where counters may not lie: a place seen from the coach who lays them, or a kind of section."


class RuleSettings(Settings, frozen=True):
    """Where no counter may lie.

    forbidden  Where a coach's counters may not lie: on End Zones or in halves as that coach sees them, or in kinds of
               sections. Example: ["opponents_end_zone", "own_half", "corridor"]
    connected  Whether sections connected to a closed End Zone or kind of section are closed, too. Example: true
    """

    phrases = worded(forbidden=around("not in: "), connected=when("sections connected to one"))

    forbidden: tuple[ClosedTo, ...] = (ClosedTo.OPPONENTS_END_ZONE,)

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Where they are not laid."""
        return "A coach's pit counters", cls.in_words(parameters) or "not on an opponent's End Zone section"

    connected: bool = False


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Each coach's counters lie where they may, and so do those without an owner."""
    yield from (closed_to(context, settings, owner) for owner in (*Team, None))


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each counter where its owner may lay none, in the order in which they were laid."""
    closed = {owner: closed_to(context, settings, owner) for owner in (*Team, None)}
    for counter in items_on(context.board, ItemKind.COUNTER):
        yield from intruders(context, closed[counter.owner], [counter])


def closed_to(context: Context, settings: RuleSettings, owner: Team | None) -> Closed:
    """What is closed to the counters of a coach."""
    wanted = {ClosedTo.OWN_HALF, ClosedTo.OPPONENTS_HALF}.intersection(settings.forbidden) if owner else ()
    halves = [
        (squares, f"in the {side} half")
        for side, squares in (context.half_squares if wanted else {}).items()
        if (ClosedTo.OWN_HALF if side is owner else ClosedTo.OPPONENTS_HALF) in wanted
    ]

    def shut(section: BoardSection) -> str:
        if ClosedTo(section.kind.value) in settings.forbidden:
            return f"in {section_name(section)}"
        if section.kind not in _ZONES or section.side is None or owner is None:
            return ""
        whose = ClosedTo.OWN_END_ZONE if section.side is owner else ClosedTo.OPPONENTS_END_ZONE
        return f"on {section_name(section)}" if whose in settings.forbidden else ""

    @cache
    def of_section(section: BoardSection) -> str:
        return in_closed(context, section, shut, settings.connected)

    def why(at: Square) -> str:
        return of_section(context.board.owner[at]) or next((words for half, words in halves if at in half), "")

    return Closed(ItemKind.COUNTER, why, frozenset({owner}))
