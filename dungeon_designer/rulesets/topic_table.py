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
TableTopic.__doc__ = "A topic of a table: an object in a dungeon, or a part of a match."

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

        An outcome's result is a number ("4"), a range ("1-3", "4+", "6 or more", "1 or less") or words.

        Raises:
            ValueError: a result is neither a number nor words, or the numbers leave a gap or overlap.
        """
        number_matches = []
        for result in self.outcomes:
            match = _RESULT_PATTERN.fullmatch(result)
            if match:
                number_matches.append(match)
            elif not result[:1].isalpha():
                raise ValueError(
                    f"{result!r} is not a result of a roll: write 4, 4+, 1-3, 6 or more, 1 or less, or words"
                )
        minimum, maximum = self._find_total_range(number_matches)
        covered_numbers: list[int] = []
        for match in number_matches:
            first, plus, range_end, more_or_less = match.groups()  # such as "1", None, "3", None for "1-3"
            begin = minimum if more_or_less == "less" else int(first)
            end = maximum if plus or more_or_less == "more" else int(range_end or first)
            covered_numbers += range(begin, end + 1)
        # Outcomes that are all in words cannot be compared with numbers.
        covers_each_once = not covered_numbers or sorted(covered_numbers) == [*range(minimum, maximum + 1)]
        if not self.outcomes or not covers_each_once:
            raise ValueError(f"the outcomes of a {self.dice} must cover {minimum} to {maximum}, each number once")

    def _find_total_range(self, number_matches: Sequence[re.Match[str]]) -> tuple[int, int]:
        """Return the least and the greatest number that the outcomes must cover.

        These are the least and greatest roll of the dice, or a total beyond them if an outcome is for "1 or less" or
        the like.

        Args:
            number_matches: The matches of `_RESULT_PATTERN` in the results that are numbers.
        """
        minimum, maximum = (2, 12) if self.dice == "2D6" else (1, int(self.dice.removeprefix("D")))
        for match in number_matches:
            first, _, _, more_or_less = match.groups()  # such as "1", None, None, "less" for "1 or less"
            if more_or_less == "less":
                minimum = min(minimum, int(first))
            elif more_or_less == "more":
                maximum = max(maximum, int(first))
        return minimum, maximum

    @property
    def target_number(self) -> int:
        """The least number that gives the first outcome; 0 if that outcome's result is in words or "or less".

        >>> TableRoll(dice="D6", outcomes={"4+": "He is knocked down.", "1-3": "Nothing happens."}).target_number
        4
        """
        first_result = next(iter(self.outcomes))
        match = _RESULT_PATTERN.fullmatch(first_result)
        if match is None:
            return 0
        first_number, _, _, more_or_less = match.groups()  # such as "1", None, None, "less" for "1 or less"
        return 0 if more_or_less == "less" else int(first_number)


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
    """Return what a ruleset says of chests, with the rolls that find the ball written for given numbers of chests.

    A player who opens a chest rolls whether the ball is in it. A ruleset states this roll once, for any number of
    chests (it has `among_chests`). It becomes one roll for each of the given numbers: for six chests a D6, for eight a
    D8. Where no roll can find the balls, a sentence says how they are hidden. Entries without such a roll, like all of
    other topics than chests, are returned unchanged.

    Args:
        entry: What the ruleset says: a sentence, and rolls by name.
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
        for chest_count, ball_count in counts:
            if ball_count == 0:
                continue
            # A roll can find a single ball among several chests.
            chest_roll = _build_chest_roll(roll, chest_count) if ball_count == 1 < chest_count else None
            if chest_roll is None:
                sentences.append(_describe_hiding(chest_count, ball_count))
            else:
                roll_name = name if name not in rolls else f"{name}_{chest_count}"
                rolls[roll_name] = chest_roll
    return replace(entry, happens=" ".join(sentences), rolls=rolls)


def _build_chest_roll(roll: TableRoll, chests: int) -> TableRoll | None:
    """Return the roll that finds one ball among this number of chests; None if no die has enough sides.

    If the roll's `among_chests` is "last", its dice stay: the last chest always holds the ball, whatever is rolled
    before. If it is "lower", a lower result suffices with each chest: with three chests, the first that is opened holds
    the ball on a 3, the second on a 2+, the third on a 1+. The die has a side for each chest, and results above them
    are rolled again.

    Args:
        roll: The roll as the ruleset states it. Its first outcome is for the ball, its second for a trap. In its text,
            ``{chests}`` stands for the number of chests (3), ``{lower}`` for the results that suffice later (2+, 1+).
        chests: The number of chests.
    """
    ball_text, trap_text, *_ = roll.outcomes.values()
    when = roll.when.replace("{chests}", f"{chests}")
    if roll.among_chests == "last":
        return replace(roll, when=when, among_chests="")
    large_dice = [sides for sides in _CHEST_DICE if sides >= chests]
    if not large_dice:
        return None
    sides = large_dice[0]
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
