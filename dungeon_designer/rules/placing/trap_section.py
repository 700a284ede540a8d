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
from typing import Annotated, ClassVar

import numpy as np

from dungeon_designer.board.model import BoardSection, Flags
from dungeon_designer.layout.model import SectionKind, Team, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, OnlyOn, What
from dungeon_designer.rules.names import section_name, trap_name
from dungeon_designer.rules.parameter_words import Parameters, Words, around, when
from dungeon_designer.rules.rule import Settings, Violation
from dungeon_designer.text.json_schema import described
from dungeon_designer.translation import marked

_ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

NOT_HERE = marked("placing", "this is the opponent's End Zone: %1 (%2)")
CLOSED = marked("placing", "this coach's counters may not lie here: %1 (%2)")
"""What the editor says of a square where a coach's counter may not lie: rule and source."""


class Closed(StrEnum):
    """Where counters may not lie: a place seen from the coach who lays them, or a kind of section."""

    OPPONENTS_END_ZONE = "opponents_end_zone"
    OWN_END_ZONE = "own_end_zone"
    OPPONENTS_HALF = "opponents_half"
    OWN_HALF = "own_half"
    BOARD = "board"
    CORRIDOR = "corridor"
    SMALL_ROOM = "small_room"
    LARGE_ROOM = "large_room"
    ROOM = "room"
    JUNCTION = "junction"
    BRIDGE = "bridge"
    PLATFORM = "platform"
    END_ZONE = "end_zone"
    ENTRY = "entry"


class RuleSettings(Settings, frozen=True):
    """Where no counter may lie."""

    said: ClassVar[Words] = {"forbidden": around("not in: "), "connected": when("sections connected to one")}

    forbidden: Annotated[
        tuple[Closed, ...],
        described(
            "Where a coach's counters may not lie: on End Zones or in halves as that coach sees them, or in kinds of"
            " sections.",
            ["opponents_end_zone", "own_half", "corridor"],
        ),
    ] = (Closed.OPPONENTS_END_ZONE,)

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Where they are not laid."""
        return "A coach's pit counters", cls.in_words(parameters) or "not on an opponent's End Zone section"

    connected: Annotated[
        bool, described("Whether sections connected to a closed End Zone or kind of section are closed, too.", True)
    ] = False


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each counter that lies where its owner may lay none."""
    board = context.board
    for trap in board.layout.traps:
        at = board.find(trap.at)
        if trap.kind is not TrapKind.COUNTER or at < 0:
            continue
        why = _why(context, settings, trap.owner, at)
        if why:
            whose = f"the {trap.owner} coach's" if trap.owner else "the"
            yield Violation(message=f"{whose} {trap_name(trap.kind)} at {trap.at} lies {why}", squares=(trap.at,))


def room_for_counter(context: Context, settings: RuleSettings, owner: Team) -> Flags:
    """The squares where a coach's counter may lie."""
    sections = np.array([not _closed(context, settings, owner, n) for n in range(len(context.board.sections))])
    free: Flags = sections[context.board.section] if len(context.board) else np.ones(0, dtype=np.bool_)
    for half, _ in _halves(context, settings, owner):
        free = free & ~half
    return free


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Each coach's counters lie where they may."""
    for team in context.board.teams:
        yield OnlyOn(What.COUNTER, room_for_counter(context, settings, team), team)


def _why(context: Context, settings: RuleSettings, owner: Team | None, at: int) -> str:
    """What a counter lies on or in, if that is closed to it."""
    if section := _closed(context, settings, owner, int(context.board.section[at])):
        return section
    return next((words for half, words in _halves(context, settings, owner) if half[at]), "")


def _closed(context: Context, settings: RuleSettings, owner: Team | None, number: int) -> str:
    """Where a counter in a section lies, if the section is closed to it."""
    sections = context.board.sections
    here = _place(sections[number], settings, owner)
    if here or not settings.connected:
        return here
    for other in sorted(context.connected_sections.get(number, ())):
        if _place(sections[other], settings, owner):
            return f"in {section_name(sections[number])}, which is connected to {section_name(sections[other])}"
    return ""


def _place(section: BoardSection, settings: RuleSettings, owner: Team | None) -> str:
    """A section that is closed by its kind or side."""
    if Closed(section.kind.value) in settings.forbidden:
        return f"in {section_name(section)}"
    if section.kind not in _ZONES or section.side is None or owner is None:
        return ""
    whose = Closed.OWN_END_ZONE if section.side is owner else Closed.OPPONENTS_END_ZONE
    return f"on {section_name(section)}" if whose in settings.forbidden else ""


def _halves(context: Context, settings: RuleSettings, owner: Team | None) -> Iterator[tuple[Flags, str]]:
    """The squares of the halves that are closed to a coach, each with its name."""
    if owner is None or not {Closed.OWN_HALF, Closed.OPPONENTS_HALF} & set(settings.forbidden):
        return
    for side, half in context.halves.items():
        if (Closed.OWN_HALF if side is owner else Closed.OPPONENTS_HALF) in settings.forbidden:
            yield half, f"in the {side} half"
