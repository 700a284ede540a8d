"""A season as a pack: what coaches read first, that is when, where and what they play, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.rules.rule import both, counted
from dungeon_designer.seasons.model import Entry, Round, Season, days, entries, in_words, span
from dungeon_designer.seasons.scores import asked_on_sheets
from dungeon_designer.seasons.tables import Tables, by_table
from dungeon_designer.text.notes import flat

SIDES = ("named first", "named second")
"""Who of a pairing is home, by turns."""


def pack_of(
    season: Season, chapters: Sequence[Chapter], rounds: Sequence[Tables[str]], name: str = "", organiser: bool = False
) -> Pack:
    """The pack of a season, whose `chapters` are its layouts in the order of play; `rounds` name their files."""
    titles = dict(zip(season.layouts, (chapter.title for chapter in chapters), strict=True))
    return Pack(
        name or season.name,
        season.author,
        season.notes,
        tuple(chapters),
        tuple(_facts(season)),
        tuple(_parts(season, titles, organiser)),
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


def _parts(season: Season, titles: Mapping[str, str], organiser: bool) -> Iterator[PackPart]:
    if organiser and season.referee:
        yield PackPart("For the referee", season.referee)
    yield from _schedule(season, titles)
    yield from _tables(season, titles)
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
        chances = [(str(n), f"{ways[n]} in {sides**number}", titles[table[str(n)]]) for n in season.dice.sums]
        if not season.rounds:
            chances += [("", "besides", titles[layout]) for layout in season.also]
        yield PackPart("The dice table", head=(season.dice.roll, "chance", "dungeon"), rows=tuple(chances))
    if season.pairings:
        yield PackPart("Who meets whom", season.pairings)
    if season.scoring:
        rows = tuple((each.result, f"{each.points}") for each in season.scoring)
        yield PackPart("Points", head=("for", "points"), rows=rows)
    if season.tie_breaks:
        yield PackPart("With equal points", items=season.tie_breaks)


def _schedule(season: Season, titles: Mapping[str, str]) -> Iterator[PackPart]:
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
        yield PackPart("Besides", head=("dungeon",), rows=besides)


def _with_notes(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]], notes: Sequence[str]) -> PackPart:
    """A table with a column of notes, if there are any."""
    if any(notes):
        head = (*head, "notes")
        rows = [(*row, flat(each)) for row, each in zip_longest(rows, notes, fillvalue="")]
    return PackPart(title, head=head, rows=tuple(rows))


def _what(season: Season, entry: Entry, titles: Mapping[str, str]) -> str:
    """What is played in a round."""
    played = entry.what
    if not isinstance(played, Round):
        return ""
    if not played.layouts:
        return f"by {season.dice.roll}" if season.dice else ""
    layouts = list(dict.fromkeys(played.layouts))
    return titles[layouts[0]] if len(layouts) == 1 else f"{len(layouts)} dungeons, by table"


def _tables(season: Season, titles: Mapping[str, str]) -> Iterator[PackPart]:
    """Which dungeon lies on which table in which round, where that is more than one."""
    rounds = [each for each in season.rounds if len(each.layouts) > 1]
    if not rounds:
        return
    several = len({each.layouts for each in rounds}) > 1
    laid = [by_table(each, season.table_count) for each in (rounds if several else rounds[:1])]
    names = [each.name for each in rounds] if several else ["dungeon"]
    rows = [
        (str(number), *(titles[layout] if layout else "" for layout in on))
        for number, on in enumerate(zip_longest(*laid, fillvalue=""), start=1)
    ]
    yield PackPart("The tables", head=("table", *names), rows=tuple(rows))
