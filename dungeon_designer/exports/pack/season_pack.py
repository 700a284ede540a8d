"""Build the pack of a season: when, where and what coaches play, and how many points it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.rules.rule_text import format_count, join_with_and
from dungeon_designer.seasons.scores import list_sheet_fields
from dungeon_designer.seasons.season_model import (
    DiceTable,
    Round,
    ScheduleEntry,
    Season,
    format_day,
    format_span,
    list_days,
    list_schedule,
)
from dungeon_designer.seasons.table_assignment import Tables, list_layouts_by_table
from dungeon_designer.text.notes import format_as_line
from dungeon_designer.text.pack_part import PackPart

HOME_COACHES = ("named first", "named second")
"""Which coach of a pairing is home, in alternating rounds."""

TABLES_TITLE, DICE_TITLE = "The tables", "The dice table"
"""`TABLES_TITLE`: The title of the part that says which dungeon is on which table; the schedule links to it.

`DICE_TITLE`: The title of the part with the dice table; the schedule links to it.
"""


class Cell(NamedTuple):
    """A cell of a table.

    Attributes:
        text: its text.
        link_target: what it links to: the file of a dungeon, or the title of a part; '' for nothing.
    """

    text: str
    link_target: str = ""


def build_pack(
    season: Season,
    chapters: Sequence[Chapter],
    tables_by_round: Sequence[Tables[str]],
    name: str = "",
    organiser: bool = False,
) -> Pack:
    """Return the pack (the content of the printed document) of a season, which is the plan of an event.

    Args:
        season: the season.
        chapters: its dungeons in the order of `season.layouts`.
        tables_by_round: for each round, the files of the dungeons on each table.
        name: the title, '' for the season's name.
        organiser: whether the pack is for the organiser, with everything that is hidden.
    """
    cells = (Cell(chapter.title, chapter.file) for chapter in chapters)
    dungeons = dict(zip(season.layouts, cells, strict=True))
    return Pack(
        name or season.name,
        season.author,
        season.notes,
        tuple(chapters),
        tuple(_list_facts(season)),
        tuple(_list_parts(season, dungeons, organiser)),
        tuple(tables_by_round),
        tuple(season_round.name for season_round in season.rounds),
        season.coaches or 0,
        list_sheet_fields(season),
        organiser=organiser,
    )


def list_playing_times(season: Season) -> list[str]:
    """Return for each dungeon of a season a text that says when it is played; '' if that is not stated.

    A season is the file of an event: its dungeons and rounds. The order is that of `season.layouts`. The texts use the
    words of the schedule and of the dice table, such as ``Round 1, table 2, 14:00`` or ``2D6: 7``.
    """
    times: dict[str, list[str]] = {layout: [] for layout in season.layouts}
    has_several_days = len(list_days(season)) > 1
    day_of_round = {entry.round_number: entry.day for entry in list_schedule(season)}
    rounds = season.rounds
    has_equal_rounds = len(rounds) > 1 and len({season_round.layouts for season_round in rounds}) == 1
    if has_equal_rounds and len(rounds[0].layouts) > 1:
        times |= {
            layout: [f"{table_text} in every round"]
            for layout, table_text in _list_tables_by_layout(season, rounds[0]).items()
        }
    else:
        for number, season_round in enumerate(rounds, start=1):
            tables = _list_tables_by_layout(season, season_round)
            for layout in dict.fromkeys(season_round.layouts):
                table_text = tables[layout] if len(tables) > 1 else ""
                day, starts = day_of_round[number], format_span(season_round).partition("–")[0]
                if day and has_several_days:
                    starts = f"{format_day(day).partition(' ')[0]} {starts}".rstrip()
                times[layout].append(", ".join(filter(None, (season_round.name, table_text, starts))))
    if season.dice:
        for total in season.dice.sums:
            times[season.dice.table[str(total)]].append(f"{season.dice.roll}: {total}")
    return [
        ("; " if any("," in text for text in time_texts) else ", ").join(time_texts) for time_texts in times.values()
    ]


def _list_tables_by_layout(season: Season, season_round: Round) -> dict[str, str]:
    """Return for each dungeon of a round of an event the tables that it is played on, such as ``tables 1 and 2``.

    A round is one match on each table.
    """
    tables_by_layout: dict[str, list[str]] = {}
    for number, layout in enumerate(list_layouts_by_table(season_round, season.table_count), start=1):
        tables_by_layout.setdefault(layout, []).append(str(number))
    return {
        layout: f"table{'s' if len(table_numbers) > 1 else ''} {join_with_and(table_numbers)}"
        for layout, table_numbers in tables_by_layout.items()
    }


def _list_facts(season: Season) -> Iterator[str]:
    """Yield the lines about the event: its days, its place, and how many coaches, tables and rounds it has.

    A season is the file of an event. A round is one match on each table. What the season does not state is left out.
    """
    day_texts = [format_day(day) for day in list_days(season)]
    if day_texts:
        yield day_texts[0] if len(day_texts) == 1 else f"{day_texts[0]} to {day_texts[-1]}"
    if season.place:
        yield season.place
    counts = (
        format_count(season.coaches, "coach", "coaches") if season.coaches else "",
        format_count(season.table_count, "table") if season.table_count else "",
        format_count(len(season.rounds), "round") if season.rounds and (season.coaches or day_texts) else "",
    )
    if any(counts):
        yield " · ".join(filter(None, counts))


def _list_parts(season: Season, dungeons: Mapping[str, Cell], organiser: bool) -> Iterator[PackPart]:
    """Yield the parts of the pack that come before its dungeons.

    They are the referee's notes (for the organiser only), schedule, tables, home teams, dice table, pairings, points
    and tie-breaks. What the season does not state is left out. The pack is the printed document of an event. A season
    is the file of an event: its dungeons and rounds.
    """
    if organiser and season.referee:
        yield PackPart("For the referee", season.referee)
    yield from _list_schedule_parts(season, dungeons)
    yield from _list_table_parts(season, dungeons)
    if season.coaches and season.rounds:
        bye = ("1 coach",) if season.coaches % 2 else ()
        rows = tuple((entry.name, HOME_COACHES[index % 2], *bye) for index, entry in enumerate(season.rounds))
        yield PackPart("Sides by turns", head=("round", "home is who is", *(("bye",) if bye else ())), rows=rows)
    if season.dice:
        rows_by_sum = _list_dice_rows(season.dice, dungeons)
        if not season.rounds:
            rows_by_sum += [(Cell(""), Cell("besides"), dungeons[layout]) for layout in season.also]
        yield _build_table_part(DICE_TITLE, (season.dice.roll, "chance", "dungeon"), rows_by_sum)
    if season.pairings:
        yield PackPart("Who meets whom", season.pairings)
    if season.scoring:
        rows = tuple((entry.result, f"{entry.points}") for entry in season.scoring)
        yield PackPart("Points", head=("for", "points"), rows=rows)
    if season.tie_breaks:
        yield PackPart("With equal points", items=season.tie_breaks)


def _list_dice_rows(dice: DiceTable, dungeons: Mapping[str, Cell]) -> list[tuple[Cell, ...]]:
    """Return a row for each sum of a dice table: the sum, its chance such as "6 in 36", and the dungeon."""
    dice_count, faces = dice.dice
    ways_by_sum = {0: 1}  # in how many ways the dice rolled so far show each sum
    for _ in range(dice_count):
        ways_by_sum = {
            total: sum(ways_by_sum.get(total - face, 0) for face in range(1, faces + 1))
            for total in range(dice_count * faces + 1)
        }
    return [
        (Cell(str(total)), Cell(f"{ways_by_sum[total]} in {faces**dice_count}"), dungeons[dice.table[str(total)]])
        for total in dice.sums
    ]


def _build_table_part(title: str, head: tuple[str, ...], rows: Sequence[Sequence[Cell]]) -> PackPart:
    """Return a part of the pack (the document of an event) that is a table of these cells, with their link targets."""
    texts = tuple(tuple(cell.text for cell in row) for row in rows)
    link_targets = tuple(tuple(cell.link_target for cell in row) for row in rows)
    return PackPart(title, head=head, rows=texts, link_targets=link_targets)


def _list_schedule_parts(season: Season, dungeons: Mapping[str, Cell]) -> Iterator[PackPart]:
    """Yield the schedule as parts of the pack; nothing if the season has no rounds and no schedule.

    Without any times and days it is one table of rounds. Otherwise it is a table for each day, with everything on it,
    and a table of the dungeons that no round plays. The pack is the printed document of an event. A season is the file
    of an event: its dungeons and rounds. A round is one match on each table.
    """
    all_entries = list_schedule(season)
    if not all_entries:
        return
    if not season.schedule and not any(entry.day or entry.slot.starts for entry in all_entries):
        yield _build_rounds_part(season, all_entries, dungeons)
        return
    for day, day_entries in groupby(all_entries, key=lambda entry: entry.day):
        entries_of_day = list(day_entries)
        rows = [
            (Cell(format_span(entry.slot)), Cell(entry.slot.name), _describe_dungeon(season, entry, dungeons))
            for entry in entries_of_day
        ]
        title, notes = format_day(day) if day else "The schedule", [entry.slot.notes for entry in entries_of_day]
        yield _build_part_with_notes(title, ("time", "", "dungeon"), rows, notes)
    played_layouts = {layout for season_round in season.rounds for layout in season_round.layouts}
    extra_rows = [(dungeons[layout],) for layout in season.also if layout not in played_layouts]
    if extra_rows:
        yield _build_table_part("Besides", ("dungeon",), extra_rows)


def _build_rounds_part(season: Season, entries: Sequence[ScheduleEntry], dungeons: Mapping[str, Cell]) -> PackPart:
    """Return the schedule of a season that states no times: a table of its rounds with their dungeons.

    A season is the file of an event: its dungeons and rounds. A round is one match on each table.
    """
    rows = [
        (Cell(str(entry.round_number)), Cell(entry.slot.name), _describe_dungeon(season, entry, dungeons))
        for entry in entries
    ]
    rows += [(Cell(""), Cell("besides"), dungeons[layout]) for layout in season.also]
    notes = [entry.slot.notes for entry in entries]
    return _build_part_with_notes("The rounds", ("", "round", "dungeon"), rows, notes)


def _build_part_with_notes(
    title: str, head: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], notes: Sequence[str]
) -> PackPart:
    """Return a part that is a table, with one column more for the notes of the rows if there are any."""
    if any(notes):
        head = (*head, "notes")
        rows = [(*row, Cell(format_as_line(note))) for row, note in zip_longest(rows, notes, fillvalue="")]
    return _build_table_part(title, head, rows)


def _describe_dungeon(season: Season, entry: ScheduleEntry, dungeons: Mapping[str, Cell]) -> Cell:
    """Return the cell of a schedule that names what is played in one of its items, such as a round.

    That is a dungeon, the number of dungeons by table, or a roll on the dice table. The cell is empty if the item is no
    round (a meal, for instance) or states none of them. A round is one match on each table.
    """
    season_round = entry.slot
    if not isinstance(season_round, Round):
        return Cell("")
    if not season_round.layouts:
        return Cell(f"by {season.dice.roll}", DICE_TITLE) if season.dice else Cell("")
    layouts = list(dict.fromkeys(season_round.layouts))
    return dungeons[layouts[0]] if len(layouts) == 1 else Cell(f"{len(layouts)} dungeons, by table", TABLES_TITLE)


def _list_table_parts(season: Season, dungeons: Mapping[str, Cell]) -> Iterator[PackPart]:
    """Yield a table that says which dungeon is on which table, if the tables of some round have different dungeons.

    If all such rounds have the same dungeons, it has one column for them together; else one for each. A season is the
    file of an event: its dungeons and rounds. A round is one match on each table.
    """
    varied_rounds = [season_round for season_round in season.rounds if len(season_round.layouts) > 1]
    if not varied_rounds:
        return
    needs_column_per_round = len({season_round.layouts for season_round in varied_rounds}) > 1
    shown_rounds = varied_rounds if needs_column_per_round else varied_rounds[:1]
    layouts_by_round = [list_layouts_by_table(season_round, season.table_count) for season_round in shown_rounds]
    names = [season_round.name for season_round in varied_rounds] if needs_column_per_round else ["dungeon"]
    rows = [
        (Cell(str(number)), *(dungeons[layout] if layout else Cell("") for layout in layouts_of_table))
        for number, layouts_of_table in enumerate(zip_longest(*layouts_by_round, fillvalue=""), start=1)
    ]
    yield _build_table_part(TABLES_TITLE, ("table", *names), rows)
