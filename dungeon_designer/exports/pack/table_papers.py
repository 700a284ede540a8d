"""Build papers for the tables: the schedule for pairing programs, score sheets, and cards with a code to scan."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from dungeon_designer.exports.pack.pack_model import Pack
from dungeon_designer.exports.qr_code import MIN_MODULE_MM, draw_qr_code, measure_qr_code
from dungeon_designer.exports.typesetting import SvgImage
from dungeon_designer.text.escaping import escape_spreadsheet_cell

CARD_CODE_MM = 26.0
"""The width of a code on a card, unless its modules would be too small."""

Match = tuple[str, str, str]
"""The round, the table and the dungeon; the table is ``bye`` if a coach has no match."""


def list_matches(pack: Pack) -> Iterator[Match]:
    """Yield the matches of the event as (round, table, dungeon), round by round.

    A round is one match on each table. With an odd number of coaches, each round ends with a "bye" in place of a table.
    The dungeon is '' if several may lie on the table.
    """
    titles = {chapter.file: chapter.title for chapter in pack.chapters}
    has_odd_coach = pack.coaches % 2 == 1
    for round_name, files_by_table in pack.named_rounds:
        for table_number, files in enumerate(files_by_table, start=1):
            yield round_name, str(table_number), titles[files[0]] if len(files) == 1 else ""
        if has_odd_coach:
            yield round_name, "bye", ""


def write_schedule_csv(pack: Pack) -> bytes:
    """Return the schedule as CSV with the columns ``round,table,dungeon,home,away``.

    The last two columns are empty, so that a program for pairings can fill them. The file begins with a byte order
    mark, since Excel does not recognise UTF-8 without one.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("round", "table", "dungeon", "home", "away"))
    writer.writerows(
        (escape_spreadsheet_cell(name), table, escape_spreadsheet_cell(dungeon), "", "")
        for name, table, dungeon in list_matches(pack)
    )
    return text.getvalue().encode("utf-8-sig")


def build_score_sheets(pack: Pack) -> list[dict[str, Any]]:
    """Return the data of a score sheet for each match; [] if the season (the file of the event) counts no results."""
    if not pack.score_lines:
        return []
    return [
        {"event": pack.name, "round": name, "table": table, "dungeon": dungeon}
        for name, table, dungeon in list_matches(pack)
        if table != "bye"
    ]


def build_table_cards(pack: Pack) -> list[dict[str, Any]]:
    """Return the data of a card for each table: its dungeons, when they are played, and a code to scan.

    The code links to the dungeon's web page; it is None if the dungeon has none. The list is empty for an event without
    rounds or with fewer than two tables. A round is one match on each table.
    """
    max_table_count = max(map(len, pack.rounds), default=0)
    if not pack.round_names or max_table_count < 2:
        return []
    titles = {chapter.file: chapter.title for chapter in pack.chapters}
    codes = {file: SvgImage(draw_qr_code(address)) for file, address in pack.addresses.items()}
    # the address is printed without the dungeon that a link holds, which nobody would type
    shown_addresses = {file: address.partition("#")[0] for file, address in pack.addresses.items()}
    cards = []
    for table_index in range(len(pack.materials.kits)):  # each table has a kit of pieces
        dungeons = [
            {
                "name": titles[file],
                "rounds": ", ".join(round_names),
                "code": codes.get(file),
                "side": _measure_code(pack.addresses.get(file, "")),
                "at": shown_addresses.get(file, ""),
            }
            for file, round_names in _list_rounds_by_file(pack, table_index).items()
        ]
        cards.append({"event": pack.name, "table": str(table_index + 1), "dungeons": dungeons})
    return cards


def _measure_code(address: str) -> float:
    """Return how wide the code of an address is on a card, in millimetres, so that its modules can be read."""
    return max(CARD_CODE_MM, MIN_MODULE_MM * measure_qr_code(address)) if address else 0.0


def _list_rounds_by_file(pack: Pack, table_index: int) -> dict[str, list[str]]:
    """Return the dungeon files that are played on a table, in the order of play, with the names of their rounds.

    Tables are counted from 0. A round may use fewer tables than the event has.
    """
    rounds_by_file: dict[str, list[str]] = {}
    for round_name, files_by_table in pack.named_rounds:
        if table_index < len(files_by_table):
            for file in files_by_table[table_index]:
                rounds_by_file.setdefault(file, []).append(round_name)
    return rounds_by_file
