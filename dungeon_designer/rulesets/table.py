"""What happens at the table: an edition's answers, each with its dice, its outcomes and the clause it stands in.

A ruleset states them as `[play.table.chest]` and so on. Pages, packs, tips and `explain` show these entries, and the
playtest takes its target numbers from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Struct

from dungeon_designer.text.json_schema import described


class TableTopic(StrEnum):
    """What a table speaks of: things that lie in a dungeon, and the course of a match."""

    CHEST = "chest"
    PORTAL = "portal"
    OPEN_PIT = "open_pit"
    SPIKED_PIT = "spiked_pit"
    TRAPDOOR = "trapdoor"
    COUNTER = "counter"
    LAVA = "lava"
    WATER = "water"
    ACID = "acid"
    CHASM = "chasm"
    CLIFF = "cliff"
    SPIKE_PIT = "spike_pit"
    BRIDGE = "bridge"
    ROPE_BRIDGE = "rope_bridge"
    DOOR = "door"
    WALL = "wall"
    STATUE = "statue"
    THRONE = "throne"
    FOUNTAIN = "fountain"
    IDOL = "idol"
    CRYPT = "crypt"
    DRAGON = "dragon"
    ENTRY = "entry"
    END_ZONE = "end_zone"
    LEAP_EDGE = "leap_edge"
    ROTATING_ROOM = "rotating_room"
    ROLLING_BALL = "rolling_ball"
    BEGINNING = "beginning"
    TURN = "turn"
    RESERVES = "reserves"
    KNOCKED_OUT = "knocked_out"
    MOVING = "moving"
    JUMPING = "jumping"
    THROWING = "throwing"
    BOUNCING = "bouncing"
    SCATTER = "scatter"
    LOOSE_BALL = "loose_ball"
    BLOCKING = "blocking"
    FOULS = "fouls"
    CASUALTIES = "casualties"
    TURNOVERS = "turnovers"
    TOUCHDOWN = "touchdown"
    TIME = "time"
    ENDING = "ending"
    FLOODED_ROOM = "flooded_room"
    FORGOTTEN_JAIL = "forgotten_jail"
    KITCHEN = "kitchen"


_TOPICS = tuple(TableTopic)
THINGS = _TOPICS[: _TOPICS.index(TableTopic.BEGINNING)]
"""The topics that lie on squares."""

_ROOM = _TOPICS.index(TableTopic.FLOODED_ROOM)
COURSE, ROOMS = _TOPICS[len(THINGS) : _ROOM], _TOPICS[_ROOM:]
"""The topics of a match's course, and rooms by the names of their tiles, whose rule tells the dice in words."""


class TableRoll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A roll that something asks for."""

    dice: Annotated[Literal["D3", "D6", "2D6", "D8", "D10", "D12", "D16"], described("The dice that are rolled.", "D6")]
    when: Annotated[str, described("Who rolls and when, in a few words.", "each player beside it")] = ""
    outcomes: Annotated[
        dict[str, str],
        described(
            "What the results mean, in whole sentences, the one that is rolled for first. A result is 6, 4+, 1-3 or"
            " words; numbers cover the dice once.",
            {"4+": "He is knocked down.", "1-3": "Nothing happens."},
        ),
    ]

    def __post_init__(self) -> None:
        """ValueError for a result that is none, and for numbers that leave a hole or mean two things."""
        least, most = (2, 12) if self.dice == "2D6" else (1, int(self.dice[1:]))
        numbers: list[int] = []
        for result in self.outcomes:
            if found := re.fullmatch(r"([0-9]{1,2})(?:(\+)|-([0-9]{1,2}))?", result):
                last = most if found[2] else int(found[3] or found[1])
                numbers += range(int(found[1]), last + 1)
            elif not result[:1].isalpha():
                raise ValueError(f"{result!r} is no result of a roll: write 4, 4+, 1-3 or words")
        if not self.outcomes or (numbers and sorted(numbers) != [*range(least, most + 1)]):
            raise ValueError(f"the outcomes of a {self.dice} must cover {least} to {most}, each number once")

    @property
    def target(self) -> int:
        """The least number of the outcome that is rolled for; 0 where that is said in words.

        >>> TableRoll(dice="D6", outcomes={"4+": "He is knocked down.", "1-3": "Nothing happens."}).target
        4
        """
        found = re.match(r"[0-9]+", next(iter(self.outcomes)))
        return int(found[0]) if found else 0


class TableEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What happens where something lies, or at one point of a match."""

    happens: Annotated[str, described("What happens, in whole sentences.", "It opens when a player enters its square.")]
    rolls: Annotated[
        dict[str, TableRoll],
        described("The rolls it asks for, each by a name.", {"open": {"dice": "D6", "outcomes": {"1-6": "It opens."}}}),
    ] = {}
    turnover: Annotated[str, described("When it ends the turn.", "A player of the active team falls in.")] = ""
    source: Annotated[str, described("The book and heading that say so.", "Cup rules, page 6")] = ""

    @property
    def lines(self) -> Iterator[str]:
        """The entry as a person reads it: what happens, each roll, and when the turn ends."""
        yield self.happens
        for roll in self.rolls.values():
            yield f"{roll.dice}{f', {roll.when}' if roll.when else ''}: {roll_in_words(roll)}"
        if self.turnover:
            yield f"Turnover: {self.turnover}"

    @property
    def whole(self) -> list[str]:
        """The same, and last where it is written."""
        return [*self.lines, self.source] if self.source else [*self.lines]


def roll_in_words(roll: TableRoll) -> str:
    """The outcomes of a roll, in the order in which they are written.

    >>> roll_in_words(TableRoll(dice="D6", outcomes={"below his strength": "It opens.", "a 6": "It stays shut."}))
    'Below his strength: It opens. A 6: It stays shut.'
    """
    return " ".join(f"{result[0].upper()}{result[1:]}: {words}" for result, words in roll.outcomes.items())


TopicTable = dict[TableTopic, TableEntry]

SILENT: TopicTable = {
    **dict.fromkeys(THINGS, TableEntry(happens="The book does not speak of this; agree on it before the match.")),
    **dict.fromkeys(COURSE, TableEntry(happens="The book changes nothing here; Blood Bowl's own rules hold.")),
}
"""What stands where a book says nothing."""


def topic_in_words(topic: TableTopic) -> str:
    """A topic as a heading.

    >>> topic_in_words(TableTopic.ROPE_BRIDGE)
    'Rope bridge'
    """
    return topic.value.replace("_", " ").capitalize()
