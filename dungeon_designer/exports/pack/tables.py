"""Paper for the tables: the schedule for programs that pair coaches, score sheets, and cards with a code to scan."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from dungeon_designer.exports.pack.model import Pack
from dungeon_designer.exports.qr_code import qr_code
from dungeon_designer.exports.typesetting import Svg
from dungeon_designer.text.escaping import cell

Match = tuple[str, str, str]
"""The round, the table and the dungeon; the table is ``bye`` where a coach has no match."""


def matches(pack: Pack) -> Iterator[Match]:
    """The matches of the event round by round; with an odd number of coaches one has a bye."""
    titles = {chapter.file: chapter.title for chapter in pack.chapters}
    for name, tables in zip(pack.round_names, pack.rounds, strict=False):
        for number, files in enumerate(tables, start=1):
            yield name, str(number), titles[files[0]] if len(files) == 1 else ""
        if pack.coaches % 2:
            yield name, "bye", ""


def schedule_csv(pack: Pack) -> bytes:
    """``round,table,dungeon,home,away``; the last two are empty, for a program that pairs coaches.

    It begins with a byte order mark: without one Excel takes no file for UTF-8.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("round", "table", "dungeon", "home", "away"))
    writer.writerows((cell(name), table, cell(dungeon), "", "") for name, table, dungeon in matches(pack))
    return text.getvalue().encode("utf-8-sig")


def score_sheets(pack: Pack) -> list[dict[str, Any]]:
    """A sheet for each match, which asks what the season counts; none where it counts nothing."""
    if not pack.asked:
        return []
    return [
        {"event": pack.name, "round": name, "table": table, "dungeon": dungeon}
        for name, table, dungeon in matches(pack)
        if table != "bye"
    ]


def table_cards(pack: Pack) -> list[dict[str, Any]]:
    """A card for each table: what lies there in which round, with a code that leads to the dungeon's page."""
    if not pack.round_names or max(map(len, pack.rounds), default=0) < 2:
        return []
    titles, codes = {each.file: each.title for each in pack.chapters}, pack.addresses
    pictures = {file: Svg(qr_code(address)) for file, address in codes.items()}
    cards = []
    for number in range(len(pack.account.kits)):
        lying: dict[str, list[str]] = {}
        for name, tables in zip(pack.round_names, pack.rounds, strict=False):
            for file in tables[number] if number < len(tables) else ():
                lying.setdefault(file, []).append(name)
        dungeons = [
            {"name": titles[file], "rounds": ", ".join(rounds), "code": pictures.get(file), "at": codes.get(file, "")}
            for file, rounds in lying.items()
        ]
        cards.append({"event": pack.name, "table": str(number + 1), "dungeons": dungeons})
    return cards
