"""A season: which dungeon is played when."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import date, time
from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.errors import UsageError
from dungeon_designer.text.read_faults import Path as KeyPath

_DICE = re.compile(r"([1-9])[dD]([1-9][0-9]?)")


class _Part(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything a season file holds."""


Path = Annotated[str, Meta(min_length=1)]
"""A layout's file, relative to the season's."""

Day = Annotated[str, Meta(pattern="^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]
"""``2027-03-13``; whether the month has such a day is the reader's to say."""

Clock = Annotated[str, Meta(pattern="^([01]?[0-9]|2[0-3]):[0-5][0-9]$")]
"""``09:30``."""


class Slot(_Part, frozen=True):
    """Something the schedule holds, which has its time."""

    name: str
    date: Day | None = None
    starts: Clock | None = None
    ends: Clock | None = None
    notes: str = ""


class Round(Slot, frozen=True):
    """One round of a season and what is played in it."""

    layout: Path | Annotated[tuple[Path, ...], Meta(min_length=1)] = ""

    @property
    def layouts(self) -> tuple[str, ...]:
        """The dungeons played in it, in the order of the tables; none where the dice choose."""
        if isinstance(self.layout, tuple):
            return self.layout
        return (self.layout,) if self.layout else ()


class ScoreLine(_Part, frozen=True):
    """What something a coach does is worth."""

    result: str
    points: int


class DiceTable(_Part, frozen=True):
    """Dice whose sum names the layout."""

    roll: Annotated[str, Meta(pattern="^[1-9][dD][1-9][0-9]?$")]
    table: dict[str, Path]

    @property
    def dice(self) -> tuple[int, int]:
        """How many dice, and how many sides each has."""
        match = _DICE.fullmatch(self.roll)
        if match is None:
            raise UsageError(f"{self.roll!r} is no roll of dice such as 2D6")
        return int(match[1]), int(match[2])

    @property
    def sums(self) -> range:
        """Every sum the dice can show."""
        count, sides = self.dice
        return range(count, count * sides + 1)


class Season(_Part, frozen=True):
    """An event: its rounds in order, or a table of dice, and layouts that belong to it besides."""

    name: str
    ruleset: str = ""
    author: str = ""
    notes: str = ""
    referee: str = ""
    date: Day | None = None
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
    also: tuple[Path, ...] = ()

    @property
    def table_count(self) -> int:
        """How many tables are in play at once; 0 where nothing says it."""
        return self.tables or (self.coaches or 0) // 2

    @property
    def layouts(self) -> tuple[str, ...]:
        """Every layout of the season once, in the order of play."""
        return tuple(self.places)

    @property
    def places(self) -> dict[str, KeyPath]:
        """The key that names each layout first, such as ``("rounds", 1, "layout")``."""
        found: dict[str, KeyPath] = {}
        for at, each in enumerate(self.rounds):
            for number, layout in enumerate(each.layouts):
                entry = (number,) if isinstance(each.layout, tuple) else ()
                found.setdefault(layout, ("rounds", at, "layout", *entry))
        if self.dice:
            for total in self.dice.sums:
                found.setdefault(self.dice.table[str(total)], ("dice", "table", str(total)))
        for at, layout in enumerate(self.also):
            found.setdefault(layout, ("also", at))
        return found


class Roll(Struct, frozen=True):
    """What the dice showed, and the layout they name."""

    dice: tuple[int, ...]
    total: int
    layout: str


def roll(season: Season, dice: Sequence[int] | None = None, seed: int | None = None) -> Roll:
    """The layout the dice name: those given, or thrown (the same seed throws the same).

    UsageError when the season has no dice table, or the dice given are not its dice.
    """
    if season.dice is None:
        raise UsageError(f"the season {season.name!r} is played in rounds; it has no dice table to roll on")
    count, sides = season.dice.dice
    source = random.Random(seed)  # noqa: S311 - dice, not secrets
    thrown = tuple(dice) if dice is not None else tuple(source.randint(1, sides) for _ in range(count))
    if len(thrown) != count or not all(1 <= value <= sides for value in thrown):
        raise UsageError(f"the season is rolled with {season.dice.roll}: {count} numbers from 1 to {sides}")
    return Roll(thrown, sum(thrown), season.dice.table[str(sum(thrown))])


_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class Entry(Struct, frozen=True):
    """Something in the schedule: `day` is None where none is said, `number` counts the rounds from 1; 0 for others."""

    day: date | None
    what: Slot
    number: int = 0


def entries(season: Season) -> list[Entry]:
    """Rounds and the rest of the schedule in the order they take place.

    Rounds keep their order, and one without a time comes right after the round before it. Whatever else has no time
    comes last of its day.
    """
    sorted_by: list[tuple[tuple[date, time], Entry]] = []
    for number, (day, each) in enumerate(zip(_days(season), season.rounds, strict=True), start=1):
        before = sorted_by[-1][0] if sorted_by else (date.min, time.min)
        starts = clock(each.starts) if each.starts else before[1] if day == before[0] else time.min
        sorted_by.append(((day or date.min, starts), Entry(day, each, number)))
    for slot in season.schedule:
        day = _day(slot.date or season.date)
        sorted_by.append(((day or date.min, clock(slot.starts) if slot.starts else time.max), Entry(day, slot)))
    return [entry for _, entry in sorted(sorted_by, key=lambda each: each[0])]


def clock(said: str) -> time:
    """A time of day as a season writes it.

    >>> clock("9:30")
    datetime.time(9, 30)
    """
    hours, _, minutes = said.partition(":")
    return time(int(hours), int(minutes))


def span(each: Slot) -> str:
    """From when to when, as a table has it; '' where no time is said.

    >>> from dungeon_designer.seasons.model import Round
    >>> span(Round(name="One", layout="a", starts="9:30", ends="11:45"))
    '09:30–11:45'
    """
    return "–".join(f"{clock(said):%H:%M}" for said in (each.starts, each.ends) if said)


def in_words(day: date) -> str:
    """A day as one writes it, whatever language the machine speaks.

    >>> in_words(date(2027, 3, 13))
    'Saturday 13 March 2027'
    """
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def days(season: Season) -> list[date]:
    """The days it is played on, in order, each once."""
    found = {entry.day for entry in entries(season)} | {_day(season.date)}
    return sorted(day for day in found if day is not None)


def faults(season: Season) -> Iterator[tuple[KeyPath, str]]:
    """What is wrong with the days and times of a season that reads well: each with its key, the first first."""
    timed: list[tuple[KeyPath, Slot]] = [(("rounds", at), each) for at, each in enumerate(season.rounds)]
    timed += [(("schedule", at), each) for at, each in enumerate(season.schedule)]
    dated: list[tuple[KeyPath, str | None]] = [(("date",), season.date)]
    for place, said in (*dated, *(((*place, "date"), each.date) for place, each in timed)):
        try:
            _day(said)
        except ValueError:
            yield place, f"the calendar has no {said}; a day is written as 2027-03-13"
            return
    for place, each in timed:
        if each.ends and not each.starts:
            problem = f'it ends at {each.ends}, but does not say when it starts; add starts = "…"'
            yield (*place, "ends"), problem
        elif each.ends and each.starts and clock(each.ends) <= clock(each.starts):
            problem = f"it ends at {each.ends}, but starts at {each.starts}; one of the two is wrong"
            yield (*place, "ends"), problem
    yield from _out_of_order(season)
    for at, played in enumerate(season.rounds):
        if 0 < season.table_count < len(played.layouts):
            room = f"there is room at {season.table_count} table{'s' if season.table_count > 1 else ''}"
            here = f"{room}; leave some out, or say with tables = how many there are"
            yield ("rounds", at, "layout"), f"it names {len(played.layouts)} dungeons, but {here}"


def _out_of_order(season: Season) -> Iterator[tuple[KeyPath, str]]:
    """Rounds that begin before the one before them is over."""
    over, before = (date.min, time.min), ""
    for at, (day, each) in enumerate(zip(_days(season), season.rounds, strict=True)):
        today = day or date.min
        if at and today < over[0]:
            here = f"{today} is before {over[0]}, the day of {before}"
            yield ("rounds", at, "date"), f"{here}; put the rounds in their order"
        elif at and today == over[0] and each.starts and clock(each.starts) < over[1]:
            when = f"it starts at {each.starts}, before {before} is over at {over[1]:%H:%M}"
            yield ("rounds", at, "starts"), f"{when}; mend one of the times, or say another date"
        last, before = each.ends or each.starts, each.name
        over = today, clock(last) if last else over[1] if over[0] == today else time.min


def _days(season: Season) -> list[date | None]:
    """The day of each round: its own, else that of the round before, else the season's."""
    found: list[date | None] = []
    for each in season.rounds:
        found.append(_day(each.date) or (found[-1] if found else _day(season.date)))
    return found


def _day(said: str | None) -> date | None:
    return date.fromisoformat(said) if said else None
