"""Choose the reader for another program's file, by its ending and, for JSON, by its content.

A grid of letters is also read: a text file, or a spreadsheet's CSV, with the letters of a sketch's map.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dungeon_designer.errors import ReadError, suggest_word
from dungeon_designer.imports.donjon import read_donjon, read_donjon_text
from dungeon_designer.imports.import_result import MAX_SQUARES, ImportResult
from dungeon_designer.imports.one_page_dungeon import read_one_page
from dungeon_designer.imports.tiled import read_tiled
from dungeon_designer.imports.unsupported_programs import (
    TRACING_ADVICE,
    UNSUPPORTED_PROGRAMS,
    find_message_for_large,
    find_unsupported_message,
)
from dungeon_designer.layout.layout_file import FORMAT, parse_strict_json
from dungeon_designer.layout.model import normalise_layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_letters import (
    BUILT_IN_LETTERS,
    FLOOR_LETTER,
    LEGEND_LETTERS,
    ROCK_LETTERS,
    ZONE_BY_LETTER,
)
from dungeon_designer.text.file_reading import MAX_FILE_BYTES as LARGEST_READ
from dungeon_designer.text.file_reading import build_read_error, decode_text, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.tiled_xml import parse_tiled_xml
from dungeon_designer.tiles.tile import TileLibrary

FOREIGN_ENDINGS = {
    ".tmx": "Tiled map",
    ".tmj": "Tiled map as JSON",
    ".csv": "Grid of letters in a table",
    ".txt": "Grid of letters",
    ".tsv": "donjon's table",
}
"""The endings that only files of other programs have, with a name for each format."""

_JSON_READERS: dict[str, Callable[[Any], ImportResult]] = {
    "layers": read_tiled,
    "rects": read_one_page,
    "cells": read_donjon,
}
"""The reader of other programs' JSON by a key that their files have and layout files do not."""

MAX_IMPORT_BYTES = 8 * 2**20
"""The largest file that is imported, in bytes; a map of a thousand squares has some ten thousand."""

_SHEET_MESSAGE = "a spreadsheet is read as CSV: save the sheet with one letter a cell as .csv"
"""The message for the file of a spreadsheet."""
_MESSAGE_BY_ENDING = {
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".svg"), f"a picture holds no squares; {TRACING_ADVICE}"
    ),
    ".pdf": f"a PDF holds no squares; save its page as a picture and {TRACING_ADVICE}",
    **dict.fromkeys((".xlsx", ".xls", ".ods"), _SHEET_MESSAGE),
    **{ending: program.message for program in UNSUPPORTED_PROGRAMS for ending in program.endings},
}
"""What to do instead with files that cannot be read, by their ending."""


_SKETCH_KEY = re.compile(rb"^(map|sections|name|ruleset)[ \t]*:", re.MULTILINE)
"""Matches a key of a sketch; a text file without one is a grid of letters."""


def read_if_foreign(data: bytes, name: str, tiles: TileLibrary | None = None) -> ImportResult | None:
    """Return the dungeon in a file that another program wrote; None for a dungeon file.

    Args:
        data: the bytes of the file.
        name: the name of the file.
        tiles: the tiles that placed tiles in the file may be; None for those of this program.

    Raises:
        ReadError: the file is another program's and cannot be read.

    >>> read_if_foreign(b"<<..C..>>", "hall.txt") is None, read_if_foreign(b"map: <<..C..>>", "hall.txt") is None
    (False, True)
    """
    lower_name = name.lower()
    if lower_name.endswith(".json"):
        is_foreign = bool(explain_unreadable(data, name)) or _find_reader(_load_json(data)) is not None
    elif lower_name.endswith(".txt"):
        is_foreign = not _SKETCH_KEY.search(data)
    else:
        is_foreign = lower_name.endswith((*FOREIGN_ENDINGS, *_MESSAGE_BY_ENDING))
    return read_foreign(data, name, tiles) if is_foreign else None


def explain_unreadable(data: bytes, name: str) -> str:
    """Return which program wrote a file that cannot be read as a dungeon, and what to do instead; '' for other files.

    >>> explain_unreadable(b'{"walls": [], "tokens": [], "grid": {}}', "crypt.json")[:20]
    'this is a scene of F'
    """
    lower_name = name.lower()
    if lower_name.endswith(".json"):
        if len(data) > MAX_IMPORT_BYTES:
            return find_message_for_large(data)
        return find_unsupported_message(_load_json(data))
    return next((message for ending, message in _MESSAGE_BY_ENDING.items() if lower_name.endswith(ending)), "")


def explain_foreign(data: bytes, name: str) -> str:
    """Return which program wrote a file that is not a dungeon file, and how to convert it; '' for other files.

    >>> explain_foreign(b'{"cells": []}', "vault.json")[:40]
    'this is a file of donjon; convert it fir'
    """
    problem = explain_unreadable(data, name)
    if problem:
        return problem
    lower_name = name.lower()
    program = next((program for ending, program in _PROGRAM_BY_ENDING.items() if lower_name.endswith(ending)), "")
    if lower_name.endswith(".json"):
        program = _PROGRAM_BY_READER.get(_find_reader(_load_json(data)), "")
    if not program:
        return ""
    return f"this is a file of {program}; convert it first: dungeon-designer convert {name} new.dungeon.yaml"


def read_file_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file.

    Raises:
        ReadError: the file cannot be read; if it is too large, the error names the program that wrote it, if known.
    """
    try:
        return read_bytes(path)
    except ReadError as error:
        problem = explain_too_large(os.fspath(path))
        raise ReadError(error.file, "", problem) if problem else error from None


def explain_too_large(name: str) -> str:
    """Return a message for a file that is too large to be read, if another program wrote it; else ''.

    The message names that program, and says what to export there instead. The ending of the file's name tells the
    program. For `.json`, the beginning of the content does. The result is also '' if the file is small enough to be
    read, or cannot be opened.
    """
    lower_name = name.lower()
    endings = [ending for program in UNSUPPORTED_PROGRAMS for ending in program.endings]
    known_ending = next((ending for ending in endings if lower_name.endswith(ending)), "")
    if not known_ending and not lower_name.endswith(".json"):
        return ""
    if not os.path.isfile(name) or os.path.getsize(name) <= LARGEST_READ:
        return ""
    try:
        with open(name, "rb") as file:
            if known_ending:
                return _MESSAGE_BY_ENDING[known_ending]
            return find_message_for_large(file.read(_LARGE_HEAD_BYTES))
    except OSError:
        return ""


_LARGE_HEAD_BYTES = 2**16
"""How many bytes of a file that is too large are searched. The picture, which makes it large, comes last."""

_PROGRAM_BY_ENDING = {".tmx": "Tiled", ".tmj": "Tiled", ".tsv": "donjon"}
"""The program that writes files of an ending."""
_PROGRAM_BY_READER: dict[Callable[[Any], ImportResult] | None, str] = {
    read_tiled: "Tiled",
    read_one_page: "One Page Dungeon",
    read_donjon: "donjon",
}
"""The program whose files a reader reads."""

_OWN_FORMAT = f'"{FORMAT}"'.encode()
"""The word that layout files have as their format."""
_HEAD_BYTES = 4096
"""How many bytes of a file are searched for that word, so that a layout file is not parsed twice."""


def _load_json(data: bytes) -> Any:
    """Return the data of another program's JSON; None for a layout file, other text, and a file that is too large."""
    if len(data) > MAX_IMPORT_BYTES or _OWN_FORMAT in data[:_HEAD_BYTES]:
        return None
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return None if isinstance(content, dict) and content.get("format") == FORMAT else content


def _find_reader(data: object) -> Callable[[Any], ImportResult] | None:
    """Return the reader for the data of a JSON file; None if no program is known by its keys."""
    if not isinstance(data, dict) or "format" in data:
        return None
    return next((reader for key, reader in _JSON_READERS.items() if key in data), None)


def read_foreign(data: bytes, name: str, tiles: TileLibrary | None = None) -> ImportResult:
    """Return the dungeon in another program's file.

    Args:
        data: the bytes of the file.
        name: the name of the file.
        tiles: the tiles that placed tiles in the file may be; None for those of this program.

    Raises:
        ReadError: the file cannot be read; it names the file, the place in it and the remedy.
    """
    problem = explain_unreadable(data, name)
    if problem:
        raise ReadError(name, "", problem)
    try:
        result = _read_by_ending(decode_text(data, MAX_IMPORT_BYTES), name.lower(), tiles)
    except Fault as fault:
        raise build_read_error(fault, name) from None
    except RecursionError:
        raise ReadError(name, "", "lists and objects in it are nested too deep") from None
    return replace(result, layout=normalise_layout(result.layout))


def _read_by_ending(text: str, name: str, tiles: TileLibrary | None) -> ImportResult:
    """Return the dungeon in a text; the ending of the name chooses the reader, and the content for JSON.

    Args:
        text: the content of the file.
        name: the name of the file, in lower case.
        tiles: the tiles that placed tiles in a Tiled map may be; None for those of this program.
    """
    if name.endswith(".csv"):
        return read_letter_table(text)
    if name.endswith(".tsv") or (name.endswith(".txt") and "\t" in text):
        return read_donjon_text(text)
    if name.endswith(".txt"):
        return read_letter_grid(text)
    if name.endswith(".tmx"):
        return read_tiled(parse_tiled_xml(text), tiles)
    data = parse_strict_json(text)
    reader = read_tiled if name.endswith(".tmj") else _find_reader(data) or read_donjon
    return read_tiled(data, tiles) if reader is read_tiled else reader(data)


GRID_NAME = "a grid of letters"
"""What messages call a grid of letters, in place of a program."""
GRID_ADVICE = "name, ruleset and the rest can be written above its map"
"""What the user may do next with a sketch that has only a map."""

_PORTAL_MEANINGS = {letter: meaning for letter, meaning in LEGEND_LETTERS.items() if meaning.portal is not None}
"""The portals among the letters that a legend may define: their meaning by letter."""
_PORTAL_LETTERS = {str(meaning.portal): letter for letter, meaning in _PORTAL_MEANINGS.items()}
"""The letter of a portal by its number."""
_MAP_LETTERS = {*ROCK_LETTERS, FLOOR_LETTER, *ZONE_BY_LETTER, *BUILT_IN_LETTERS}
"""The letters that a map may have."""


def read_letter_grid(text: str) -> ImportResult:
    """Return the dungeon in a text that is drawn like the map of a sketch, with one letter for each square.

    Raises:
        Fault: a letter has no meaning; it has the line and column.
    """
    rows = [line.rstrip() for line in text.splitlines()]
    for y, row in enumerate(rows, 1):
        for x, letter in enumerate(row, 1):
            if letter not in _MAP_LETTERS:
                raise Fault(f"the letter {letter!r} means nothing in a map{_suggest_letter(letter)}", mark=(y, x))
    return _build_result(rows)


def read_letter_table(text: str) -> ImportResult:
    """Return the dungeon in a table with one letter in each cell; portals of two digits are numbers.

    Cells are separated by commas, semicolons or tabs, whichever the first line has most of.

    Raises:
        Fault: a cell has no meaning; it has the line and the cell.
    """
    first_line = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first_line.count)
    try:
        table = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as error:
        raise Fault(f"this is not a table: {error}") from None
    rows = []
    for y, row in enumerate(table, 1):
        words = [cell.strip() or "#" for cell in row]
        for x, word in enumerate(words, 1):
            if word not in _MAP_LETTERS and word not in _PORTAL_LETTERS:
                raise Fault(f"cell {x}: {word[:20]!r} means nothing in a map{_suggest_letter(word)}", mark=(y, 1))
        rows.append("".join(_PORTAL_LETTERS.get(word, word) for word in words))
    return _build_result(rows)


def _suggest_letter(word: str) -> str:
    """Return the end of a message about an unknown letter or cell: a similar letter, or that a cell has one letter."""
    if len(word) == 1:
        return suggest_word(word, _MAP_LETTERS - {" "})
    return "; write one letter a cell, as in a sketch's map"


def _build_result(rows: list[str]) -> ImportResult:
    """Return the imported dungeon for rows of letters, which are read as the map of a sketch.

    The sketch has nothing but this map and a legend that gives portals from 10 on their letters.

    Raises:
        Fault: there is no floor, or too much.
    """
    square_count = sum(letter not in ROCK_LETTERS for row in rows for letter in row)
    if square_count == 0:
        raise Fault("there is no floor in it")
    if square_count > MAX_SQUARES:
        raise Fault(f"more than {MAX_SQUARES:,} squares are drawn")
    lines = ["map: |", *("  " + row.replace(" ", "#") for row in rows)]
    portal_letters = sorted({letter for row in rows for letter in row} & set(_PORTAL_MEANINGS))
    if portal_letters:
        lines.append("legend:")
        lines += [f"  {letter}: {{portal: {_PORTAL_MEANINGS[letter].portal}}}" for letter in portal_letters]
    layout = read_sketch("\n".join(lines) + "\n")
    return ImportResult(layout, GRID_NAME, (f"{square_count} squares",), advice=GRID_ADVICE)
