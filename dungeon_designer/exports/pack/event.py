"""A season as a pack: what coaches read first, that is when, where and what they play, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.rules.rule import both, counted
from dungeon_designer.seasons.model import Entry, Round, Season, days, entries, in_words, span
from dungeon_designer.seasons.scores import asked_on_sheets
from dungeon_designer.seasons.tables import Tables, by_table
from dungeon_designer.text.notes import flat

SIDES = ("named first", "named second")
"""Who of a pairing is home, by turns."""

TABLES, DICE = "The tables", "The dice table"
"""The titles of parts that the schedule leads to."""


class Cell(NamedTuple):
    """Words of a table, and what they lead to: a dungeon by its file, or a part by its title."""

    words: str
    lead: str = ""


def pack_of(
    season: Season, chapters: Sequence[Chapter], rounds: Sequence[Tables[str]], name: str = "", organiser: bool = False
) -> Pack:
    """The pack of a season, whose `chapters` are its layouts in the order of play; `rounds` name their files."""
    cells = (Cell(chapter.title, chapter.file) for chapter in chapters)
    dungeons = dict(zip(season.layouts, cells, strict=True))
    return Pack(
        name or season.name,
        season.author,
        season.notes,
        tuple(chapters),
        tuple(_facts(season)),
        tuple(_parts(season, dungeons, organiser)),
        tuple(rounds),
        tuple(each.name for each in season.rounds),
        season.coaches or 0,
        asked_on_sheets(season),
        organiser=organiser,
    )


def played_when(season: Season) -> list[str]:
    """When each layout of a season is played, in the words of the schedule and the dice."""
    when: dict[str, list[str]] = {layout: [] for layout in season.layouts}
    several = len(days(season)) > 1
    on_day = {entry.number: entry.day for entry in entries(season)}
    rounds = season.rounds
    if len(rounds) > 1 and len(rounds[0].layouts) > 1 and len({each.layouts for each in rounds}) == 1:
        when |= {layout: [f"{on} in every round"] for layout, on in _tables_of(season, rounds[0]).items()}
    else:
        for number, each in enumerate(rounds, start=1):
            tables = _tables_of(season, each)
            for layout in dict.fromkeys(each.layouts):
                on = tables[layout] if len(tables) > 1 else ""
                day, starts = on_day[number], span(each).partition("–")[0]
                if day and several:
                    starts = f"{in_words(day).partition(' ')[0]} {starts}".rstrip()
                when[layout].append(", ".join(filter(None, (each.name, on, starts))))
    if season.dice:
        for total in season.dice.sums:
            when[season.dice.table[str(total)]].append(f"{season.dice.roll}: {total}")
    return [("; " if any("," in each for each in said) else ", ").join(said) for said in when.values()]


def _tables_of(season: Season, played: Round) -> dict[str, str]:
    """The tables each layout of a round lies on, in words."""
    found: dict[str, list[str]] = {}
    for number, layout in enumerate(by_table(played, season.table_count), start=1):
        found.setdefault(layout, []).append(str(number))
    return {layout: f"table{'s' if len(on) > 1 else ''} {both(on)}" for layout, on in found.items()}


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


def _parts(season: Season, dungeons: Mapping[str, Cell], organiser: bool) -> Iterator[PackPart]:
    if organiser and season.referee:
        yield PackPart("For the referee", season.referee)
    yield from _schedule(season, dungeons)
    yield from _tables(season, dungeons)
    if season.coaches and season.rounds:
        bye = ("1 coach",) if season.coaches % 2 else ()
        rows = tuple((each.name, SIDES[at % 2], *bye) for at, each in enumerate(season.rounds))
        yield PackPart("Sides by turns", head=("round", "home is who is", *(("bye",) if bye else ())), rows=rows)
    if season.dice:
        number, sides = season.dice.dice
        ways = {0: 1}
        for _ in range(number):  # in how many ways they show each sum
            ways = {n: sum(ways.get(n - face, 0) for face in range(1, sides + 1)) for n in range(number * sides + 1)}
        table = season.dice.table
        chances = [
            (Cell(str(n)), Cell(f"{ways[n]} in {sides**number}"), dungeons[table[str(n)]]) for n in season.dice.sums
        ]
        if not season.rounds:
            chances += [(Cell(""), Cell("besides"), dungeons[layout]) for layout in season.also]
        yield _table_part(DICE, (season.dice.roll, "chance", "dungeon"), chances)
    if season.pairings:
        yield PackPart("Who meets whom", season.pairings)
    if season.scoring:
        rows = tuple((each.result, f"{each.points}") for each in season.scoring)
        yield PackPart("Points", head=("for", "points"), rows=rows)
    if season.tie_breaks:
        yield PackPart("With equal points", items=season.tie_breaks)


def _table_part(title: str, head: tuple[str, ...], rows: Sequence[Sequence[Cell]]) -> PackPart:
    """Return a part that is a table of such cells."""
    words = tuple(tuple(cell.words for cell in row) for row in rows)
    return PackPart(title, head=head, rows=words, leads=tuple(tuple(cell.lead for cell in row) for row in rows))


def _schedule(season: Season, dungeons: Mapping[str, Cell]) -> Iterator[PackPart]:
    """The rounds; with times or days, a table of each day with all that is in it."""
    found = entries(season)
    if not found:
        return
    if not season.schedule and not any(entry.day or entry.what.starts for entry in found):
        rows = [(Cell(str(each.number)), Cell(each.what.name), _what(season, each, dungeons)) for each in found]
        rows += [(Cell(""), Cell("besides"), dungeons[layout]) for layout in season.also]
        yield _with_notes("The rounds", ("", "round", "dungeon"), rows, [each.what.notes for each in found])
        return
    for day, of_day in groupby(found, key=lambda entry: entry.day):
        each = list(of_day)
        rows = [(Cell(span(at.what)), Cell(at.what.name), _what(season, at, dungeons)) for at in each]
        title = in_words(day) if day else "The schedule"
        yield _with_notes(title, ("time", "", "dungeon"), rows, [entry.what.notes for entry in each])
    played = {layout for each in season.rounds for layout in each.layouts}
    besides = [(dungeons[layout],) for layout in season.also if layout not in played]
    if besides:
        yield _table_part("Besides", ("dungeon",), besides)


def _with_notes(title: str, head: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], notes: Sequence[str]) -> PackPart:
    """A table with a column of notes, if there are any."""
    if any(notes):
        head = (*head, "notes")
        rows = [(*row, Cell(flat(each))) for row, each in zip_longest(rows, notes, fillvalue="")]
    return _table_part(title, head, rows)


def _what(season: Season, entry: Entry, dungeons: Mapping[str, Cell]) -> Cell:
    """What is played in a round."""
    played = entry.what
    if not isinstance(played, Round):
        return Cell("")
    if not played.layouts:
        return Cell(f"by {season.dice.roll}", DICE) if season.dice else Cell("")
    layouts = list(dict.fromkeys(played.layouts))
    return dungeons[layouts[0]] if len(layouts) == 1 else Cell(f"{len(layouts)} dungeons, by table", TABLES)


def _tables(season: Season, dungeons: Mapping[str, Cell]) -> Iterator[PackPart]:
    """Which dungeon lies on which table in which round, where that is more than one."""
    rounds = [each for each in season.rounds if len(each.layouts) > 1]
    if not rounds:
        return
    several = len({each.layouts for each in rounds}) > 1
    laid = [by_table(each, season.table_count) for each in (rounds if several else rounds[:1])]
    names = [each.name for each in rounds] if several else ["dungeon"]
    rows = [
        (Cell(str(number)), *(dungeons[layout] if layout else Cell("") for layout in on))
        for number, on in enumerate(zip_longest(*laid, fillvalue=""), start=1)
    ]
    yield _table_part(TABLES, ("table", *names), rows)
