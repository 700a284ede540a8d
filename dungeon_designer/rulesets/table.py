"""What happens at the table: an edition's answers, each with its dice, its outcomes and the clause it stands in.

A ruleset states them as `[play.table.chest]` and so on. Pages, packs, tips and `explain` show these entries, and the
playtest takes its target numbers from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

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


Dice = Literal["D3", "D6", "2D6", "D8", "D10", "D12", "D16"]


class TableRoll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A roll that something asks for.

    `among_chests` says how the roll finds the ball, however many chests there are; see `with_chest_counts`.
    """

    dice: Dice
    when: str = ""
    outcomes: dict[str, str]
    among_chests: Literal["", "lower", "last"] = ""

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


ChestCount = tuple[int, int]
"""How many chests there are, and in how many of them lies a ball."""

_CHEST_DICE = (6, 8, 10, 12, 16)


def with_chest_counts(entry: TableEntry, counts: Sequence[ChestCount]) -> TableEntry:
    """Return an entry whose rolls for a ball among chests are written for these numbers of chests and balls.

    In the words of such a roll ``{chests}`` is the number of chests and ``{lower}`` what will do with each later one.
    Each count has a roll of its own. Where no roll finds the ball, a sentence tells how it is hidden.
    """
    if not any(roll.among_chests for roll in entry.rolls.values()):
        return entry
    rolls: dict[str, TableRoll] = {}
    told = [entry.happens]
    for name, roll in entry.rolls.items():
        if not roll.among_chests:
            rolls[name] = roll
            continue
        for chests, balls in ((chests, balls) for chests, balls in counts if balls):
            counted = _roll_among(roll, chests) if balls == 1 < chests else None
            if counted is None:
                told.append(_hidden(chests, balls))
            else:
                rolls[name if name not in rolls else f"{name}_{chests}"] = counted
    return replace(entry, happens=" ".join(told), rolls=rolls)


def _roll_among(roll: TableRoll, chests: int) -> TableRoll | None:
    """Return the roll that finds one ball among some chests; None where no die has so many sides.

    The last chest always holds it, whatever is rolled before. Or with each chest a lower roll will do: the die has a
    side for each chest, and what is above them is rolled again.
    """
    ball, trap = list(roll.outcomes.values())[:2]
    when = roll.when.replace("{chests}", f"{chests}")
    if roll.among_chests == "last":
        return replace(roll, when=when, among_chests="")
    sides = next((sides for sides in _CHEST_DICE if sides >= chests), None)
    if sides is None:
        return None
    outcomes = {f"{chests}": ball, _span(1, chests - 1): trap}
    if sides > chests:
        outcomes[_span(chests + 1, sides)] = "Roll again."
    lower = [f"{least}+" for least in range(chests - 1, 0, -1)]
    words = ", ".join(lower[:2]) + (" and so on" if lower[2:] else "")
    return TableRoll(dice=cast("Dice", f"D{sides}"), when=when.replace("{lower}", words), outcomes=outcomes)


def _span(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}-{last}"


def _hidden(chests: int, balls: int) -> str:
    """Return how the balls are hidden where no roll finds them."""
    if chests == balls == 1:
        return "The only chest holds the ball."
    if balls == 1:
        return f"One of the {chests} chests holds the ball: hide it by counters."
    return f"{balls} of the {chests} chests hold a ball: hide them by counters."
