"""A season as a pack: what coaches read first, that is when, where and what they play, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby

from dungeon_designer.board.model import Board
from dungeon_designer.exports.pack.model import Chapter, Pack, Part, Table
from dungeon_designer.figures.words import listed
from dungeon_designer.rules.rule import counted
from dungeon_designer.seasons.model import DiceTable, Entry, Round, Season, days, entries, in_words, span
from dungeon_designer.text.notes import flat


def pack_of(season: Season, chapters: Sequence[Chapter], name: str = "") -> Pack:
    """The pack of a season, whose `chapters` are its layouts in the order of play."""
    titles = dict(zip(season.layouts, (chapter.title for chapter in chapters), strict=True))
    boards = dict(zip(season.layouts, (chapter.board for chapter in chapters), strict=True))
    return Pack(
        name or season.name,
        season.author,
        season.notes,
        tuple(chapters),
        tuple(_facts(season)),
        tuple(_parts(season, titles)),
        tuple(_rounds(season, boards)),
    )


def played_when(season: Season) -> list[str]:
    """When each layout of a season is played, in the words of the schedule and the dice."""
    when: dict[str, list[str]] = {layout: [] for layout in season.layouts}
    several = len(days(season)) > 1
    timed = {entry.number: entry for entry in entries(season) if entry.number}
    for number, each in enumerate(season.rounds, start=1):
        tables = _tables_of(season, each)
        for layout in dict.fromkeys(each.layouts):
            when[layout].append(_round_in_words(timed[number], tables[layout] if len(tables) > 1 else "", several))
    for layout, on in _same_tables(season).items():
        when[layout] = [f"{on} in every round"]
    if season.dice:
        for total in season.dice.sums:
            when[season.dice.table[str(total)]].append(f"{season.dice.roll}: {total}")
    return [("; " if any("," in each for each in said) else ", ").join(said) for said in when.values()]


def _round_in_words(entry: Entry, tables: str, several_days: bool) -> str:
    """The round with its tables and when it starts."""
    day = in_words(entry.day).partition(" ")[0] if several_days and entry.day else ""
    starts = span(entry.what).partition("–")[0]
    return ", ".join(filter(None, (entry.what.name, tables, " ".join(filter(None, (day, starts))))))


def _same_tables(season: Season) -> dict[str, str]:
    """The tables of each layout, where every round has the same layouts at the same tables."""
    if len(season.rounds) < 2 or len({each.layouts for each in season.rounds}) > 1:
        return {}
    return _tables_of(season, season.rounds[0]) if len(season.rounds[0].layouts) > 1 else {}


def _tables_of(season: Season, played: Round) -> dict[str, str]:
    """The tables each layout of a round lies on, in words."""
    found: dict[str, list[str]] = {}
    for number, layout in enumerate(_by_table(season, played), start=1):
        found.setdefault(layout, []).append(str(number))
    return {layout: f"table{'s' if len(on) > 1 else ''} {listed(on)}" for layout, on in found.items()}


def _by_table(season: Season, played: Round) -> list[str]:
    """The layout of each table of a round; of one table where it is not said how many coaches there are."""
    layouts = played.layouts
    return [layouts[at % len(layouts)] for at in range(season.table_count or len(layouts))] if layouts else []


def _facts(season: Season) -> Iterator[str]:
    on = [in_words(day) for day in days(season)]
    if on:
        yield on[0] if len(on) == 1 else f"{on[0]} to {on[-1]}"
    if season.place:
        yield season.place
    counts = (
        counted(season.coaches, "coach", "coaches") if season.coaches else "",
        counted(season.table_count, "table") if season.table_count else "",
        counted(len(season.rounds), "round") if season.rounds and (season.coaches or on) else "",
    )
    if any(counts):
        yield " · ".join(filter(None, counts))


def _parts(season: Season, titles: Mapping[str, str]) -> Iterator[Part]:
    yield from _schedule(season, titles)
    yield from _tables(season, titles)
    if season.dice:
        besides = () if season.rounds else season.also
        yield _dice(season.dice, titles, besides)
    if season.pairings:
        yield Part("Who meets whom", season.pairings)
    if season.scoring:
        yield Part("Points", "", ("for", "points"), tuple((each.result, f"{each.points}") for each in season.scoring))
    if season.tie_breaks:
        yield Part("With equal points", items=season.tie_breaks)


def _schedule(season: Season, titles: Mapping[str, str]) -> Iterator[Part]:
    """The rounds; with times or days, a table of each day with all that is in it."""
    found = entries(season)
    if not found:
        return
    if not season.schedule and not any(entry.day or entry.what.starts for entry in found):
        rows = [(str(entry.number), entry.what.name, _what(season, entry, titles)) for entry in found]
        rows += [("", "besides", titles[layout]) for layout in season.also]
        yield _with_notes("The rounds", ("", "round", "dungeon"), rows, [each.what.notes for each in found])
        return
    for day, of_day in groupby(found, key=lambda entry: entry.day):
        each = list(of_day)
        rows = [(span(entry.what), entry.what.name, _what(season, entry, titles)) for entry in each]
        title = in_words(day) if day else "The schedule"
        yield _with_notes(title, ("time", "", "dungeon"), rows, [entry.what.notes for entry in each])
    played = {layout for each in season.rounds for layout in each.layouts}
    besides = tuple((titles[layout],) for layout in season.also if layout not in played)
    if besides:
        yield Part("Besides", head=("dungeon",), rows=besides)


def _with_notes(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]], notes: Sequence[str]) -> Part:
    """A table with a column of notes, if there are any."""
    if not any(notes):
        return Part(title, head=head, rows=tuple(rows))
    told = [flat(each) for each in notes] + [""] * (len(rows) - len(notes))
    return Part(title, head=(*head, "notes"), rows=tuple((*row, each) for row, each in zip(rows, told, strict=True)))


def _what(season: Season, entry: Entry, titles: Mapping[str, str]) -> str:
    """What is played in a round."""
    played = entry.what
    if not isinstance(played, Round):
        return ""
    if not played.layouts:
        return f"by {season.dice.roll}" if season.dice else ""
    layouts = list(dict.fromkeys(played.layouts))
    return titles[layouts[0]] if len(layouts) == 1 else f"{len(layouts)} dungeons, by table"


def _tables(season: Season, titles: Mapping[str, str]) -> Iterator[Part]:
    """Which dungeon lies on which table in which round, where that is more than one."""
    rounds = [each for each in season.rounds if len(each.layouts) > 1]
    if not rounds:
        return
    several = len({each.layouts for each in rounds}) > 1
    laid = [_by_table(season, each) for each in (rounds if several else rounds[:1])]
    names = [each.name for each in rounds] if several else ["dungeon"]
    rows = [
        (str(at + 1), *(titles[on[at]] if at < len(on) else "" for on in laid)) for at in range(max(map(len, laid)))
    ]
    yield Part("The tables", head=("table", *names), rows=tuple(rows))


def _dice(dice: DiceTable, titles: Mapping[str, str], besides: Sequence[str]) -> Part:
    """Which dungeon the dice choose, and how likely."""
    rows = [(str(total), _chance(dice, total), titles[dice.table[str(total)]]) for total in dice.sums]
    rows += [("", "besides", titles[layout]) for layout in besides]
    return Part("The dice table", head=(dice.roll, "chance", "dungeon"), rows=tuple(rows))


def _chance(dice: DiceTable, total: int) -> str:
    """How likely a sum of the dice is."""
    count, sides = dice.dice
    return f"{_ways(count, sides)[total]} in {sides**count}"


@cache
def _ways(count: int, sides: int) -> dict[int, int]:
    """In how many ways some dice show each sum."""
    ways = {0: 1}
    for _ in range(count):
        ways = {
            sum_: sum(ways.get(sum_ - face, 0) for face in range(1, sides + 1)) for sum_ in range(count * sides + 1)
        }
    return ways


def _rounds(season: Season, boards: Mapping[str, Board]) -> Iterator[tuple[Table, ...]]:
    """What lies on the tables at once, round by round, where it is said how many coaches there are."""
    if not season.table_count:
        return
    by_dice = tuple(boards[layout] for layout in dict.fromkeys(season.dice.table.values())) if season.dice else ()
    for each in season.rounds:
        layouts = _by_table(season, each)
        yield tuple((boards[layout],) for layout in layouts) if layouts else (by_dice,) * season.table_count
