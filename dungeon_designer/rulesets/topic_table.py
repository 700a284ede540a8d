"""Define the topic table of an edition: what happens for each topic, with dice, outcomes and the clause of the book.

A ruleset states the entries as `[play.table.chest]` and so on. Pages, packs, tips and `explain` show them, and the
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
SQUARE_TOPICS = _TOPICS[: _TOPICS.index(TableTopic.BEGINNING)]
"""The topics that lie on squares."""

_FIRST_ROOM_INDEX = _TOPICS.index(TableTopic.ARMOURY)
MATCH_TOPICS, ROOM_TOPICS = _TOPICS[len(SQUARE_TOPICS) : _FIRST_ROOM_INDEX], _TOPICS[_FIRST_ROOM_INDEX:]
"""The topics of the course of a match, and the small rooms with rules of their own, by the names of their tiles."""

_RESULT_PATTERN = re.compile(r"([0-9]{1,2})(?:(\+)|-([0-9]{1,2})| or (more|less))?")
"""A result in numbers: 6, 4+, 1-3; for a total to which something is added, also 6 or more and 1 or less."""


Dice = Literal["D3", "D6", "2D6", "D8", "D10", "D12", "D16"]
"""The dice that a roll may name."""


class TableRoll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A roll that something asks for.

    `among_chests` says how the roll finds the ball, however many chests there are; see `fill_in_chest_counts`.
    """

    dice: Dice
    when: str = ""
    outcomes: dict[str, str]
    among_chests: Literal["", "lower", "last"] = ""

    def __post_init__(self) -> None:
        """Refuse outcomes that do not cover every number of the dice exactly once.

        Raises:
            ValueError: a result is neither a number nor words, or the numbers leave a gap or overlap.
        """
        number_matches = []
        for result in self.outcomes:
            match = _RESULT_PATTERN.fullmatch(result)
            if match:
                number_matches.append(match)
            elif not result[:1].isalpha():
                raise ValueError(f"{result!r} is no result of a roll: write 4, 4+, 1-3, 6 or more, 1 or less, or words")
        minimum, maximum = self._find_total_range(number_matches)
        numbers: list[int] = []
        for match in number_matches:
            first, plus, range_end, more_or_less = match.groups()
            begin = minimum if more_or_less == "less" else int(first)
            end = maximum if plus or more_or_less == "more" else int(range_end or first)
            numbers += range(begin, end + 1)
        if not self.outcomes or (numbers and sorted(numbers) != [*range(minimum, maximum + 1)]):
            raise ValueError(f"the outcomes of a {self.dice} must cover {minimum} to {maximum}, each number once")

    def _find_total_range(self, number_matches: Sequence[re.Match[str]]) -> tuple[int, int]:
        """Return the least and the greatest number that the outcomes must cover.

        These are the least and greatest roll of the dice, or a total beyond them if an outcome is for "1 or less" or
        the like.

        Args:
            number_matches: The matches of `_RESULT_PATTERN` in the results that are numbers.
        """
        minimum, maximum = (2, 12) if self.dice == "2D6" else (1, int(self.dice[1:]))
        lowest = [int(match[1]) for match in number_matches if match[4] == "less"]
        highest = [int(match[1]) for match in number_matches if match[4] == "more"]
        return min([minimum, *lowest]), max([maximum, *highest])

    @property
    def target_number(self) -> int:
        """The least number that gives the first outcome; 0 if that outcome's result is in words or "or less".

        >>> TableRoll(dice="D6", outcomes={"4+": "He is knocked down.", "1-3": "Nothing happens."}).target_number
        4
        """
        match = _RESULT_PATTERN.fullmatch(next(iter(self.outcomes)))
        return int(match[1]) if match and match[4] != "less" else 0


class TableEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What happens where something lies, or at one point of a match."""

    happens: str
    rolls: dict[str, TableRoll] = {}
    turnover: str = ""
    source: str = ""

    @property
    def lines(self) -> Iterator[str]:
        """The entry as text, line by line: what happens, each roll with its outcomes, and when the turn ends."""
        yield self.happens
        for roll in self.rolls.values():
            condition = f", {roll.when}" if roll.when else ""
            yield f"{roll.dice}{condition}: {format_roll(roll)}"
        if self.turnover:
            yield f"Turnover: {self.turnover}"

    @property
    def lines_with_source(self) -> list[str]:
        """The entry as text: what happens, its rolls and when the turn ends, then where the book says it, if known."""
        return [*self.lines, self.source] if self.source else [*self.lines]


def format_roll(roll: TableRoll) -> str:
    """Return the outcomes of a roll as sentences, in their order in the ruleset.

    >>> format_roll(TableRoll(dice="D6", outcomes={"below his strength": "It opens.", "a 6": "It stays shut."}))
    'Below his strength: It opens. A 6: It stays shut.'
    """
    return " ".join(f"{result[0].upper()}{result[1:]}: {text}" for result, text in roll.outcomes.items())


TopicTable = dict[TableTopic, TableEntry]
"""The entry of each topic."""

DEFAULT_ENTRIES: TopicTable = {
    **dict.fromkeys(
        SQUARE_TOPICS, TableEntry(happens="The book does not speak of this; agree on it before the match.")
    ),
    **dict.fromkeys(MATCH_TOPICS, TableEntry(happens="The book changes nothing here; Blood Bowl's own rules hold.")),
}
"""The entries of topics that a book does not speak of."""


def format_topic(topic: TableTopic) -> str:
    """Return the name of a topic as a heading.

    A topic is what a ruleset's table says something of: an object or terrain, such as a rope bridge, or a part of a
    match.

    >>> format_topic(TableTopic.ROPE_BRIDGE)
    'Rope bridge'
    """
    return topic.value.replace("_", " ").capitalize()


ChestCount = tuple[int, int]
"""The number of chests, and in how many of them lies a ball."""

_CHEST_DICE = (6, 8, 10, 12, 16)


def fill_in_chest_counts(entry: TableEntry, counts: Sequence[ChestCount]) -> TableEntry:
    """Return what a ruleset says of a topic, with the rolls that find the ball fitted to given numbers of chests.

    A topic is a kind of object or terrain, or a part of a match; here, most often, chests. A ruleset states such a roll
    (one with `among_chests`) once, for any number of chests. It becomes one roll for each of the given numbers. With
    three chests, the first that is opened holds the ball on a 3, the second on a 2+, the third on a 1+. In the text of
    the roll, ``{chests}`` stands for the number of chests (3) and ``{lower}`` for the results that suffice for the
    later chests (2+, 1+). Where no roll finds the ball, a sentence says how it is hidden.

    Args:
        entry: What the ruleset says of the topic: a sentence, and rolls by name.
        counts: Pairs of a number of chests and the number of balls in them.
    """
    if not any(roll.among_chests for roll in entry.rolls.values()):
        return entry
    rolls: dict[str, TableRoll] = {}
    sentences = [entry.happens]
    for name, roll in entry.rolls.items():
        if not roll.among_chests:
            rolls[name] = roll
            continue
        for chests, balls in counts:
            if not balls:
                continue
            chest_roll = _build_chest_roll(roll, chests) if balls == 1 < chests else None
            if chest_roll is None:
                sentences.append(_describe_hiding(chests, balls))
            else:
                roll_name = name if name not in rolls else f"{name}_{chests}"
                rolls[roll_name] = chest_roll
    return replace(entry, happens=" ".join(sentences), rolls=rolls)


def _build_chest_roll(roll: TableRoll, chests: int) -> TableRoll | None:
    """Return the roll that finds one ball among this number of chests; None if no die has enough sides.

    With `last`, the last chest always holds the ball, whatever is rolled before. Otherwise a lower result suffices with
    each chest: the die has a side for each chest, and results above them are rolled again.
    """
    ball_text, trap_text = list(roll.outcomes.values())[:2]
    when = roll.when.replace("{chests}", f"{chests}")
    if roll.among_chests == "last":
        return replace(roll, when=when, among_chests="")
    sides = next((sides for sides in _CHEST_DICE if sides >= chests), None)
    if sides is None:
        return None
    outcomes = {f"{chests}": ball_text, _format_range(1, chests - 1): trap_text}
    if sides > chests:
        outcomes[_format_range(chests + 1, sides)] = "Roll again."
    lower_results = [f"{result}+" for result in range(chests - 1, 0, -1)]
    lower_text = ", ".join(lower_results[:2]) + (" and so on" if len(lower_results) > 2 else "")
    return TableRoll(dice=cast("Dice", f"D{sides}"), when=when.replace("{lower}", lower_text), outcomes=outcomes)


def _format_range(first: int, last: int) -> str:
    """Return a range of results as the keys of a roll state it: "4", or "1-3"."""
    return f"{first}" if first == last else f"{first}-{last}"


def _describe_hiding(chests: int, balls: int) -> str:
    """Return the sentence that says how the balls are hidden among the chests, where no roll finds them."""
    if chests == balls == 1:
        return "The only chest holds the ball."
    if balls == 1:
        return f"One of the {chests} chests holds the ball: hide it by counters."
    return f"{balls} of the {chests} chests hold a ball: hide them by counters."
