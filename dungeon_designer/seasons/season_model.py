"""Define a season, which says what dungeon is played when: its rounds, its schedule, its dice and its scoring."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import date, time
from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.errors import UsageError
from dungeon_designer.text.read_faults import KeyPath as KeyPath

_DICE = re.compile(r"([1-9])[dD]([1-9][0-9]?)")
"""Matches dice such as ``2D6``."""


class _SeasonElement(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base class of everything in a season file."""


LayoutPath = Annotated[str, Meta(min_length=1)]
"""The path of a dungeon file, relative to the season's file."""

DayText = Annotated[str, Meta(pattern="^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]
"""A day such as ``2027-03-13``. The reader of season files checks that the month has this day."""

ClockText = Annotated[str, Meta(pattern="^([01]?[0-9]|2[0-3]):[0-5][0-9]$")]
"""A time of day such as ``09:30``."""


class Slot(_SeasonElement, frozen=True):
    """An entry of the schedule, which has a day and a time."""

    name: str
    date: DayText | None = None
    starts: ClockText | None = None
    ends: ClockText | None = None
    notes: str = ""


class Round(Slot, frozen=True):
    """One round of a season, and what is played in it.

    Attributes:
        layout: the dungeon file, or one for each table; '' where dice choose.
    """

    layout: LayoutPath | Annotated[tuple[LayoutPath, ...], Meta(min_length=1)] = ""

    @property
    def layouts(self) -> tuple[str, ...]:
        """The dungeon files of the round in the order of the tables; none if dice choose."""
        if isinstance(self.layout, tuple):
            return self.layout
        return (self.layout,) if self.layout else ()


class ScoreLine(_SeasonElement, frozen=True):
    """How many points a result is worth."""

    result: str
    points: int


class DiceTable(_SeasonElement, frozen=True):
    """Dice whose sum chooses the dungeon.

    Attributes:
        roll: how many dice with how many sides, such as ``2D6``.
        table: the dungeon file of each sum.
    """

    roll: Annotated[str, Meta(pattern="^[1-9][dD][1-9][0-9]?$")]
    table: dict[str, LayoutPath]

    @property
    def dice(self) -> tuple[int, int]:
        """The number of dice, and how many sides each has."""
        match = _DICE.fullmatch(self.roll)
        if match is None:
            raise UsageError(f"{self.roll!r} is not a roll of dice such as 2D6")
        return int(match[1]), int(match[2])

    @property
    def sums(self) -> range:
        """All sums that the dice can show."""
        count, sides = self.dice
        return range(count, count * sides + 1)


class Season(_SeasonElement, frozen=True):
    """An event: rounds in order, or a table of dice, and further dungeons that belong to it."""

    name: str
    ruleset: str = ""
    theme: str = ""
    author: str = ""
    notes: str = ""
    referee: str = ""
    date: DayText | None = None
    place: str = ""
    address: str = ""
    coaches: Annotated[int, Meta(ge=2, le=1000)] | None = None
    tables: Annotated[int, Meta(ge=1, le=500)] | None = None
    pairings: str = ""
    scoring: tuple[ScoreLine, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    schedule: tuple[Slot, ...] = ()
    rounds: tuple[Round, ...] = ()
    dice: DiceTable | None = None
    also: tuple[LayoutPath, ...] = ()

    @property
    def table_count(self) -> int:
        """The number of tables in play at once; 0 if nothing says it."""
        return self.tables or (self.coaches or 0) // 2

    @property
    def layouts(self) -> tuple[str, ...]:
        """Every dungeon file of the season, once each, in the order of play."""
        return tuple(self.key_path_by_layout)

    @property
    def key_path_by_layout(self) -> dict[str, KeyPath]:
        """The first key that names each dungeon file, such as ``("rounds", 1, "layout")``."""
        key_paths: dict[str, KeyPath] = {}
        for index, season_round in enumerate(self.rounds):
            for number, layout in enumerate(season_round.layouts):
                entry = (number,) if isinstance(season_round.layout, tuple) else ()
                key_paths.setdefault(layout, ("rounds", index, "layout", *entry))
        if self.dice:
            for total in self.dice.sums:
                key_paths.setdefault(self.dice.table[str(total)], ("dice", "table", str(total)))
        for index, layout in enumerate(self.also):
            key_paths.setdefault(layout, ("also", index))
        return key_paths


class RollResult(Struct, frozen=True):
    """The result of rolling the dice of a season.

    Attributes:
        dice: the number that each die shows.
        total: their sum.
        layout: the dungeon file that the sum chooses.
    """

    dice: tuple[int, ...]
    total: int
    layout: str


def roll_dice(season: Season, dice: Sequence[int] | None = None, seed: int | None = None) -> RollResult:
    """Return the dungeon that the dice choose.

    Args:
        season: the season with its dice.
        dice: the numbers that the dice show; None to roll them here.
        seed: the same seed rolls the same numbers; None for chance.

    Raises:
        UsageError: the season has no table of dice, or the numbers do not fit its dice.
    """
    if season.dice is None:
        raise UsageError(f"the season {season.name!r} is played in rounds; it has no dice table to roll on")
    count, sides = season.dice.dice
    generator = random.Random(seed)  # noqa: S311 - dice, not secrets
    numbers = tuple(dice) if dice is not None else tuple(generator.randint(1, sides) for _ in range(count))
    if len(numbers) != count or not all(1 <= value <= sides for value in numbers):
        raise UsageError(f"the season is rolled with {season.dice.roll}: {count} numbers from 1 to {sides}")
    return RollResult(numbers, sum(numbers), season.dice.table[str(sum(numbers))])


_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
"""The names of the days in English, from Monday on."""
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
"""The names of the months in English."""


class ScheduleEntry(Struct, frozen=True):
    """A round or other entry of the schedule on its day.

    Attributes:
        day: the day; None if nothing says it.
        slot: the round or entry as the season has it.
        round_number: the number of the round, from 1; 0 for other entries.
    """

    day: date | None
    slot: Slot
    round_number: int = 0


def list_schedule(season: Season) -> list[ScheduleEntry]:
    """Return the rounds and the other entries of the schedule in the order in which they take place.

    Rounds keep their order. A round without a time follows the round before it. Other entries without a time come last
    on their day.
    """
    timed_entries: list[tuple[date, time, ScheduleEntry]] = []
    for number, (day, season_round) in enumerate(zip(_list_round_days(season), season.rounds, strict=True), start=1):
        previous_day, previous_start = timed_entries[-1][:2] if timed_entries else (date.min, time.min)
        default_start = previous_start if day == previous_day else time.min
        starts = parse_clock(season_round.starts) if season_round.starts else default_start
        timed_entries.append((day or date.min, starts, ScheduleEntry(day, season_round, number)))
    for slot in season.schedule:
        day = _parse_day(slot.date or season.date)
        starts = parse_clock(slot.starts) if slot.starts else time.max
        timed_entries.append((day or date.min, starts, ScheduleEntry(day, slot)))
    return [entry for *_, entry in sorted(timed_entries, key=lambda timed_entry: timed_entry[:2])]


def parse_clock(text: str) -> time:
    """Return a time of day that a season names.

    >>> parse_clock("9:30")
    datetime.time(9, 30)
    """
    hours, _, minutes = text.partition(":")
    return time(int(hours), int(minutes))


def format_span(slot: Slot) -> str:
    """Return the start and end of an entry, as a table shows them; '' if it has no time.

    >>> from dungeon_designer.seasons.season_model import Round
    >>> format_span(Round(name="One", layout="a", starts="9:30", ends="11:45"))
    '09:30–11:45'
    """
    return "–".join(f"{parse_clock(clock_text):%H:%M}" for clock_text in (slot.starts, slot.ends) if clock_text)


def format_day(day: date) -> str:
    """Return a day in English words, whatever the language of the machine.

    >>> format_day(date(2027, 3, 13))
    'Saturday 13 March 2027'
    """
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def list_days(season: Season) -> list[date]:
    """Return the days on which a season is played, in order, once each."""
    dates = {entry.day for entry in list_schedule(season)} | {_parse_day(season.date)}
    return sorted(day for day in dates if day is not None)


def find_problems(season: Season) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the days, times and tables of a season, each problem with the key of its value."""
    slots_with_keys: list[tuple[KeyPath, Slot]] = [
        (("rounds", index), slot) for index, slot in enumerate(season.rounds)
    ]
    slots_with_keys += [(("schedule", index), slot) for index, slot in enumerate(season.schedule)]
    dates_with_keys: list[tuple[KeyPath, str | None]] = [(("date",), season.date)]
    dates_with_keys += [((*key_path, "date"), slot.date) for key_path, slot in slots_with_keys]
    for key_path, text in dates_with_keys:
        try:
            _parse_day(text)
        except ValueError:
            yield key_path, f"the calendar has no {text}; a day is written as 2027-03-13"
            return  # all that follows compares days
    for key_path, slot in slots_with_keys:
        if slot.ends and not slot.starts:
            problem = f'it ends at {slot.ends}, but does not say when it starts; add starts = "…"'
            yield (*key_path, "ends"), problem
        elif slot.ends and slot.starts and parse_clock(slot.ends) <= parse_clock(slot.starts):
            problem = f"it ends at {slot.ends}, but starts at {slot.starts}; one of the two is wrong"
            yield (*key_path, "ends"), problem
    yield from _find_disorder(season)
    for index, season_round in enumerate(season.rounds):
        if 0 < season.table_count < len(season_round.layouts):
            capacity = f"there is room at {season.table_count} table{'s' if season.table_count > 1 else ''}"
            remedy = f"{capacity}; leave some out, or say with tables = how many there are"
            yield ("rounds", index, "layout"), f"it names {len(season_round.layouts)} dungeons, but {remedy}"


def _find_disorder(season: Season) -> Iterator[tuple[KeyPath, str]]:
    """Yield a pair (key, problem) for each round that begins before the round before it is over."""
    previous_day, previous_end, previous_name = date.min, time.min, ""
    for index, (day, season_round) in enumerate(zip(_list_round_days(season), season.rounds, strict=True)):
        today = day or date.min
        is_same_day = today == previous_day
        if index and today < previous_day:
            explanation = f"{today} is before {previous_day}, the day of {previous_name}"
            yield ("rounds", index, "date"), f"{explanation}; put the rounds in their order"
        elif index and is_same_day and season_round.starts and parse_clock(season_round.starts) < previous_end:
            explanation = f"it starts at {season_round.starts}, before {previous_name} is over at {previous_end:%H:%M}"
            yield ("rounds", index, "starts"), f"{explanation}; correct one of the times, or name another date"
        last_time = season_round.ends or season_round.starts
        if last_time:
            previous_end = parse_clock(last_time)
        elif not is_same_day:
            previous_end = time.min
        previous_day, previous_name = today, season_round.name


def _list_round_days(season: Season) -> list[date | None]:
    """Return the day of each round: its own, else that of the round before, else the season's; None for no day."""
    round_days: list[date | None] = []
    for season_round in season.rounds:
        round_days.append(_parse_day(season_round.date) or (round_days[-1] if round_days else _parse_day(season.date)))
    return round_days


def _parse_day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
