"""Build the pack of a season: when, where and what coaches play, and how many points it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
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
        name=name or season.name,
        author=season.author,
        notes=season.notes,
        chapters=tuple(chapters),
        facts=tuple(_list_facts(season)),
        parts=tuple(_list_parts(season, dungeons, organiser)),
        rounds=tuple(tables_by_round),
        round_names=tuple(season_round.name for season_round in season.rounds),
        coaches=season.coaches or 0,
        score_lines=list_sheet_fields(season),
        organiser=organiser,
    )


def list_playing_times(season: Season) -> list[str]:
    """Return for each dungeon of a season a text that says when it is played; '' if that is not stated.

    A season is the file of an event: its dungeons and rounds. The order is that of `season.layouts`. The texts use the
    words of the schedule and of the dice table, such as ``Round 1, table 2, 14:00`` or ``2D6: 7``.
    """
    times_by_layout: dict[str, list[str]] = {layout: [] for layout in season.layouts}
    for layout, time_text in _list_round_times(season):
        times_by_layout[layout].append(time_text)
    if season.dice:
        for total in season.dice.sums:
            times_by_layout[season.dice.table[str(total)]].append(f"{season.dice.roll}: {total}")
    playing_times = []
    for time_texts in times_by_layout.values():
        separator = "; " if any("," in text for text in time_texts) else ", "
        playing_times.append(separator.join(time_texts))
    return playing_times


def _list_round_times(season: Season) -> Iterator[tuple[str, str]]:
    """Yield each dungeon file of each round of an event with a text that says when and on which table it is played.

    If all rounds have the same dungeons on the same tables, each dungeon has one text, such as ``table 1 in every
    round``.
    """
    if _has_same_tables_in_all_rounds(season):
        for layout, table_text in _list_tables_by_layout(season, season.rounds[0]).items():
            yield layout, f"{table_text} in every round"
        return
    day_by_round = {entry.round_number: entry.day for entry in list_schedule(season)}
    has_several_days = len(list_days(season)) > 1
    for round_number, season_round in enumerate(season.rounds, start=1):
        start_text = _format_start(season_round, day_by_round[round_number] if has_several_days else None)
        table_texts = _list_tables_by_layout(season, season_round)
        for layout in dict.fromkeys(season_round.layouts):
            # the table is not named if all tables have the same dungeon
            table_text = table_texts[layout] if len(table_texts) > 1 else ""
            yield layout, ", ".join(filter(None, (season_round.name, table_text, start_text)))


def _has_same_tables_in_all_rounds(season: Season) -> bool:
    """Return whether an event has several rounds, all with the same several dungeons on their tables."""
    layouts_of_rounds = {season_round.layouts for season_round in season.rounds}
    if len(season.rounds) < 2 or len(layouts_of_rounds) > 1:
        return False
    (layouts,) = layouts_of_rounds
    return len(layouts) > 1


def _format_start(season_round: Round, day: date | None) -> str:
    """Return when a round of an event begins, such as "14:00", or "Saturday 14:00" with a day; '' if nothing says it.

    Args:
        season_round: the round, which may have a start and an end.
        day: the day of the round, of which the weekday is named; None to name none.
    """
    start_time, _, _end_time = format_span(season_round).partition("–")
    if day is None:
        return start_time
    weekday, _, _date = format_day(day).partition(" ")
    return f"{weekday} {start_time}".rstrip()


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
    counts = list[str]()
    if season.coaches:
        counts.append(format_count(season.coaches, "coach", "coaches"))
    if season.table_count:
        counts.append(format_count(season.table_count, "table"))
    if season.rounds and (season.coaches or day_texts):  # else the file is a mere list of dungeons
        counts.append(format_count(len(season.rounds), "round"))
    if counts:
        yield " · ".join(counts)


def _list_parts(season: Season, dungeons: Mapping[str, Cell], organiser: bool) -> Iterator[PackPart]:
    """Yield the parts of the pack that come before its dungeons.

    They are the referee's notes (for the organiser only), schedule, tables, home teams, dice table, pairings, points
    and tie-breaks. What the season does not state is left out. The pack is the printed document of an event. A season
    is the file of an event: its dungeons and rounds.

    Args:
        season: the season.
        dungeons: the table cell with the name of each dungeon, by its file as the season names it.
        organiser: whether the pack is for the organiser.
    """
    if organiser and season.referee:
        yield PackPart("For the referee", season.referee)
    yield from _list_schedule_parts(season, dungeons)
    yield from _list_table_parts(season, dungeons)
    if season.coaches and season.rounds:
        yield _build_home_part(season)
    if season.dice:
        rows = _list_dice_rows(season.dice, dungeons)
        if not season.rounds:  # else the schedule names `also`, the dungeons of the event that no round plays
            rows += [(Cell(""), Cell("not rolled"), dungeons[layout]) for layout in season.also]
        yield _build_table_part(DICE_TITLE, (season.dice.roll, "chance", "dungeon"), rows)
    if season.pairings:
        yield PackPart("Who meets whom", season.pairings)
    if season.scoring:
        point_rows = tuple((score.result, str(score.points)) for score in season.scoring)
        yield PackPart("Points", head=("for", "points"), rows=point_rows)
    if season.tie_breaks:
        yield PackPart("Tie-breaks", items=season.tie_breaks)


def _build_home_part(season: Season) -> PackPart:
    """Return a table that says which coach of each pairing is home in each round of an event: they alternate.

    With an odd number of coaches one column more says that one of them has no match (a bye).
    """
    has_bye = season.coaches is not None and season.coaches % 2 == 1
    bye_heading, bye_cells = (("bye",), ("1 coach",)) if has_bye else ((), ())
    rows = tuple(
        (season_round.name, HOME_COACHES[index % len(HOME_COACHES)], *bye_cells)
        for index, season_round in enumerate(season.rounds)
    )
    return PackPart("Home and away", head=("round", "home coach of a pairing", *bye_heading), rows=rows)


def _list_dice_rows(dice: DiceTable, dungeons: Mapping[str, Cell]) -> list[tuple[Cell, ...]]:
    """Return a row for each sum of a dice table: the sum, its chance such as "6 in 36", and the dungeon.

    Args:
        dice: which dungeon is played with which sum of the dice.
        dungeons: the table cell with the name of each dungeon, by its file as the season names it.
    """
    dice_count, face_count = dice.dice
    roll_count = face_count**dice_count
    rolls_by_sum = _count_rolls_by_sum(dice_count, face_count)
    return [
        (Cell(str(total)), Cell(f"{rolls_by_sum[total]} in {roll_count}"), dungeons[dice.table[str(total)]])
        for total in dice.sums
    ]


def _count_rolls_by_sum(dice_count: int, face_count: int) -> dict[int, int]:
    """Return by how many rolls of some dice each sum is reached, from 0 to the highest sum: with 2D6, 6 rolls give 7.

    The dice are added one by one: a sum is reached from each lower sum that is one face of the next die below it.
    """
    rolls_by_sum = {0: 1}  # without any die
    for _ in range(dice_count):
        rolls_by_sum = {
            total: sum(rolls_by_sum.get(total - face, 0) for face in range(1, face_count + 1))
            for total in range(dice_count * face_count + 1)
        }
    return rolls_by_sum


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
    has_times = any(entry.day or entry.slot.starts for entry in all_entries)
    if not season.schedule and not has_times:
        yield _build_rounds_part(season, all_entries, dungeons)
        return
    for day, entries_of_day in groupby(all_entries, key=lambda entry: entry.day):
        yield _build_day_part(season, day, list(entries_of_day), dungeons)
    played_layouts = {layout for season_round in season.rounds for layout in season_round.layouts}
    extra_rows = [(dungeons[layout],) for layout in season.also if layout not in played_layouts]
    if extra_rows:
        yield _build_table_part("Dungeons in no round", ("dungeon",), extra_rows)


def _build_day_part(
    season: Season, day: date | None, entries: Sequence[ScheduleEntry], dungeons: Mapping[str, Cell]
) -> PackPart:
    """Return the table of everything that takes place on one day of an event: time, name and dungeon.

    Args:
        season: the file of the event.
        day: the day; None if the season names no days.
        entries: the rounds and the other entries of that day, such as meals.
        dungeons: the table cell with the name of each dungeon, by its file as the season names it.
    """
    rows = [
        (Cell(format_span(entry.slot)), Cell(entry.slot.name), _describe_dungeon(season, entry, dungeons))
        for entry in entries
    ]
    title = format_day(day) if day else "The schedule"
    return _build_part_with_notes(title, ("time", "", "dungeon"), rows, [entry.slot.notes for entry in entries])


def _build_rounds_part(season: Season, entries: Sequence[ScheduleEntry], dungeons: Mapping[str, Cell]) -> PackPart:
    """Return the schedule of a season that states no times: a table of its rounds with their dungeons.

    A season is the file of an event: its dungeons and rounds. A round is one match on each table.
    """
    rows = [
        (Cell(str(entry.round_number)), Cell(entry.slot.name), _describe_dungeon(season, entry, dungeons))
        for entry in entries
    ]
    rows += [(Cell(""), Cell("in no round"), dungeons[layout]) for layout in season.also]
    notes = [entry.slot.notes for entry in entries]
    return _build_part_with_notes("The rounds", ("", "round", "dungeon"), rows, notes)


def _build_part_with_notes(
    title: str, head: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], notes: Sequence[str]
) -> PackPart:
    """Return a part that is a table, with one column more for the notes of the rows if there are any.

    There may be fewer notes than rows; the last rows have none then.
    """
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
    are_all_equal = len({season_round.layouts for season_round in varied_rounds}) == 1
    shown_rounds = varied_rounds[:1] if are_all_equal else varied_rounds
    headings = ["dungeon"] if are_all_equal else [season_round.name for season_round in varied_rounds]
    layouts_by_round = [list_layouts_by_table(season_round, season.table_count) for season_round in shown_rounds]
    layouts_by_table = zip_longest(*layouts_by_round, fillvalue="")  # a round may leave the last tables empty
    rows = [
        (Cell(str(number)), *(dungeons[layout] if layout else Cell("") for layout in layouts_of_table))
        for number, layouts_of_table in enumerate(layouts_by_table, start=1)
    ]
    yield _build_table_part(TABLES_TITLE, ("table", *headings), rows)
