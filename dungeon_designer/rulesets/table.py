"""What happens at the table: an edition's answers, each with its dice, its outcomes and the clause it stands in.

A ruleset states them as `[play.table.chest]` and so on. Pages, packs, tips and `explain` show these entries, and the
playtest takes its target numbers from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Literal

from msgspec import Struct

TableTopic = StrEnum(
    "TableTopic",
    "CHEST PORTAL OPEN_PIT SPIKED_PIT TRAPDOOR COUNTER LAVA WATER ACID CHASM CLIFF SPIKE_PIT BRIDGE ROPE_BRIDGE "
    "DOOR WALL STATUE THRONE FOUNTAIN IDOL CRYPT DRAGON ENTRY END_ZONE LEAP_EDGE ROTATING_ROOM ROLLING_BALL "
    "BEGINNING INDUCEMENTS TURN RESERVES KNOCKED_OUT MOVING JUMPING THROWING BOUNCING SCATTER LOOSE_BALL BLOCKING "
    "FOULS CASUALTIES TURNOVERS TOUCHDOWN TIME ENDING "
    "ARMOURY BONE_PIT CURSED_ROOM FLOODED_ROOM FORGOTTEN_JAIL KITCHEN SEWER TREASURE_ROOM",
)
TableTopic.__doc__ = "What a table speaks of: things that lie in a dungeon, and the course of a match."

_TOPICS = tuple(TableTopic)
THINGS = _TOPICS[: _TOPICS.index(TableTopic.BEGINNING)]
"""The topics that lie on squares."""

_ROOM = _TOPICS.index(TableTopic.ARMOURY)
COURSE, ROOMS = _TOPICS[len(THINGS) : _ROOM], _TOPICS[_ROOM:]
"""The topics of a match's course, and small rooms with rules of their own, by the names of their tiles."""

_RESULT = re.compile(r"([0-9]{1,2})(?:(\+)|-([0-9]{1,2})| or (more|less))?")
"""A result in numbers: 6, 4+, 1-3; of a total, to which something is added, also 6 or more and 1 or less."""


class TableRoll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A roll that something asks for."""

    dice: Literal["D3", "D6", "2D6", "D8", "D10", "D12", "D16"]
    when: str = ""
    outcomes: dict[str, str]

    def __post_init__(self) -> None:
        """ValueError for a result that is none, and for numbers that leave a hole or mean two things."""
        results = [_RESULT.fullmatch(result) for result in self.outcomes]
        for result, found in zip(self.outcomes, results, strict=True):
            if not found and not result[:1].isalpha():
                raise ValueError(f"{result!r} is no result of a roll: write 4, 4+, 1-3, 6 or more, 1 or less, or words")
        numbered = [found for found in results if found]
        least, most = self._totals(numbered)
        numbers: list[int] = []
        for found in numbered:
            first = least if found[4] == "less" else int(found[1])
            last = most if found[2] or found[4] == "more" else int(found[3] or found[1])
            numbers += range(first, last + 1)
        if not self.outcomes or (numbers and sorted(numbers) != [*range(least, most + 1)]):
            raise ValueError(f"the outcomes of a {self.dice} must cover {least} to {most}, each number once")

    def _totals(self, numbered: Sequence[re.Match[str]]) -> tuple[int, int]:
        """The least and the greatest number that results must cover: those of the dice, and totals beyond them."""
        least, most = (2, 12) if self.dice == "2D6" else (1, int(self.dice[1:]))
        lowest = [int(found[1]) for found in numbered if found[4] == "less"]
        highest = [int(found[1]) for found in numbered if found[4] == "more"]
        return min([least, *lowest]), max([most, *highest])

    @property
    def target(self) -> int:
        """The least number of the outcome that is rolled for; 0 where that is said in words.

        >>> TableRoll(dice="D6", outcomes={"4+": "He is knocked down.", "1-3": "Nothing happens."}).target
        4
        """
        found = _RESULT.fullmatch(next(iter(self.outcomes)))
        return int(found[1]) if found and found[4] != "less" else 0


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
