"""When things of a season take place, and what is wrong with the times."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, time

from msgspec import Struct

from dungeon_designer.seasons.model import Season, Timed

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class Entry(Struct, frozen=True):
    """Something in the schedule: `day` is None where none is said, `number` counts the rounds from 1; 0 for others."""

    day: date | None
    what: Timed
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


def span(each: Timed) -> str:
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


def faults(season: Season) -> Iterator[tuple[str, str]]:
    """What is wrong with the days and times of a season that reads well: each with its key, the first first."""
    timed = [*_placed("rounds", season.rounds), *_placed("schedule", season.schedule)]
    for place, said in (("date", season.date), *((f"{place}.date", each.date) for place, each in timed)):
        if said is not None and not _is_day(said):
            yield place, f"the calendar has no {said}; a day is written as 2027-03-13"
            return
    for place, each in timed:
        if each.ends and not each.starts:
            yield f"{place}.ends", f'it ends at {each.ends}, but does not say when it starts; add starts = "…"'
        elif each.ends and each.starts and clock(each.ends) <= clock(each.starts):
            yield f"{place}.ends", f"it ends at {each.ends}, but starts at {each.starts}; one of the two is wrong"
    yield from _out_of_order(season)
    for at, played in enumerate(season.rounds):
        if 0 < season.table_count < len(played.layouts):
            room = f"there is room at {season.table_count} table{'s' if season.table_count > 1 else ''}"
            here = f"{room}; leave some out, or say with tables = how many there are"
            yield f"rounds[{at}].layout", f"it names {len(played.layouts)} dungeons, but {here}"


def _placed(key: str, timed: tuple[Timed, ...]) -> list[tuple[str, Timed]]:
    return [(f"{key}[{at}]", each) for at, each in enumerate(timed)]


def _out_of_order(season: Season) -> Iterator[tuple[str, str]]:
    """Rounds that begin before the one before them is over."""
    over: tuple[date, time, str] | None = None
    for at, (day, each) in enumerate(zip(_days(season), season.rounds, strict=True)):
        today = day or date.min
        if over and today < over[0]:
            yield (
                f"rounds[{at}].date",
                f"{today} is before {over[0]}, the day of {over[2]}; put the rounds in their order",
            )
        elif over and today == over[0] and each.starts and clock(each.starts) < over[1]:
            when = f"it starts at {each.starts}, before {over[2]} is over at {over[1]:%H:%M}"
            yield f"rounds[{at}].starts", f"{when}; mend one of the times, or say another date"
        last = each.ends or each.starts
        over = (today, clock(last) if last else over[1] if over and over[0] == today else time.min, each.name)


def _days(season: Season) -> list[date | None]:
    """The day of each round: its own, else that of the round before, else the season's."""
    found: list[date | None] = []
    for each in season.rounds:
        found.append(_day(each.date) or (found[-1] if found else _day(season.date)))
    return found


def _day(said: str | None) -> date | None:
    return date.fromisoformat(said) if said else None


def _is_day(said: str) -> bool:
    try:
        date.fromisoformat(said)
    except ValueError:
        return False
    return True
