"""What happens at the table: an edition's answers, each with its dice, its outcomes and the clause it stands in.

A ruleset states them as `[play.table.chest]` and so on. Pages, packs, tips and `explain` show these entries, and the
playtest takes its target numbers from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from msgspec import Struct

TableTopic = StrEnum(
    "TableTopic",
    "CHEST PORTAL OPEN_PIT SPIKED_PIT TRAPDOOR COUNTER LAVA WATER ACID CHASM CLIFF SPIKE_PIT BRIDGE ROPE_BRIDGE "
    "DOOR WALL STATUE THRONE FOUNTAIN IDOL CRYPT DRAGON ENTRY END_ZONE LEAP_EDGE ROTATING_ROOM ROLLING_BALL "
    "BEGINNING TURN RESERVES KNOCKED_OUT MOVING JUMPING THROWING BOUNCING SCATTER LOOSE_BALL BLOCKING FOULS "
    "CASUALTIES TURNOVERS TOUCHDOWN TIME ENDING "
    "FLOODED_ROOM FORGOTTEN_JAIL KITCHEN",
)
TableTopic.__doc__ = "What a table speaks of: things that lie in a dungeon, and the course of a match."

_TOPICS = tuple(TableTopic)
THINGS = _TOPICS[: _TOPICS.index(TableTopic.BEGINNING)]
"""The topics that lie on squares."""

_ROOM = _TOPICS.index(TableTopic.FLOODED_ROOM)
COURSE, ROOMS = _TOPICS[len(THINGS) : _ROOM], _TOPICS[_ROOM:]
"""The topics of a match's course, and rooms by the names of their tiles, whose rule tells the dice in words."""


class TableRoll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A roll that something asks for."""

    dice: Literal["D3", "D6", "2D6", "D8", "D10", "D12", "D16"]
    when: str = ""
    outcomes: dict[str, str]

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

    happens: str
    rolls: dict[str, TableRoll] = {}
    turnover: str = ""
    source: str = ""

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
