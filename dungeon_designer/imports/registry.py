"""Which files of other programs are read, told by their ending and, for JSON, by their content.

A bare grid is a text file or a spreadsheet's CSV, with the letters of a sketch's map.
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

from dungeon_designer.errors import ReadError, did_you_mean
from dungeon_designer.imports.donjon import read_donjon, read_words
from dungeon_designer.imports.imported import MOST, Imported
from dungeon_designer.imports.one_page_dungeon import read_one_page
from dungeon_designer.imports.tiled import read_tiled
from dungeon_designer.imports.unread_programs import TRACE_IT, UNREAD_PROGRAMS, recognise_large, recognise_unread
from dungeon_designer.layout.layout_file import FORMAT, read_strictly
from dungeon_designer.layout.model import normalised
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_letters import BUILT_IN, FLOOR, OWN, ROCK, ZONES
from dungeon_designer.text.files import LARGEST as LARGEST_READ
from dungeon_designer.text.files import as_error, decoded, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.tiled_xml import data_of
from dungeon_designer.tiles.model import TileLibrary

ENDINGS = {
    ".tmx": "Tiled map",
    ".tmj": "Tiled map as JSON",
    ".csv": "Grid of letters in a table",
    ".txt": "Grid of letters",
    ".tsv": "donjon's table",
}
"""The endings that are always another program's."""

_JSON: dict[str, Callable[[Any], Imported]] = {"layers": read_tiled, "rects": read_one_page, "cells": read_donjon}
"""By the key that other programs' JSON has, and no layout file, who reads it."""

LARGEST = 8 * 2**20
"""The largest file that is imported, in bytes; a map of a thousand squares takes some ten thousand."""

_SHEET = "a spreadsheet is read as CSV: save the sheet with one letter a cell as .csv"
_NOT_READ = {
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".svg"), f"a picture holds no squares; {TRACE_IT}"
    ),
    ".pdf": f"a PDF holds no squares; save its page as a picture and {TRACE_IT}",
    **dict.fromkeys((".xlsx", ".xls", ".ods"), _SHEET),
    **{ending: program.message for program in UNREAD_PROGRAMS for ending in program.endings},
}


_SKETCH = re.compile(rb"^(map|sections|name|ruleset)[ \t]*:", re.MULTILINE)


def read_if_foreign(data: bytes, name: str, tiles: TileLibrary | None = None) -> Imported | None:
    """The dungeon in a file that another program wrote; None for one of ours.

    `tiles` and ReadError as `read_foreign` has them; that comes also for files nobody can read as a dungeon.

    >>> read_if_foreign(b"<<..C..>>", "hall.txt") is None, read_if_foreign(b"map: <<..C..>>", "hall.txt") is None
    (False, True)
    """
    lower = name.lower()
    if lower.endswith(".json"):
        foreign = bool(explain_unread(data, name)) or _reader_of(_load_json(data)) is not None
    elif lower.endswith(".txt"):
        foreign = not _SKETCH.search(data)
    else:
        foreign = lower.endswith((*ENDINGS, *_NOT_READ))
    return read_foreign(data, name, tiles) if foreign else None


def explain_unread(data: bytes, name: str) -> str:
    """Return which program wrote a file that cannot be read as a dungeon, and what to do instead; '' for none known.

    >>> explain_unread(b'{"walls": [], "tokens": [], "grid": {}}', "crypt.json")[:20]
    'this is a scene of F'
    """
    lower = name.lower()
    if lower.endswith(".json"):
        return recognise_large(data) if len(data) > LARGEST else recognise_unread(_load_json(data))
    return next((remedy for ending, remedy in _NOT_READ.items() if lower.endswith(ending)), "")


def explain_foreign(data: bytes, name: str) -> str:
    """Return which program wrote a file that is no dungeon of ours, and what makes a dungeon of it; '' for none known.

    >>> explain_foreign(b'{"cells": []}', "vault.json")[:40]
    'this is a file of donjon; convert it fir'
    """
    if problem := explain_unread(data, name):
        return problem
    lower = name.lower()
    read = _reader_of(_load_json(data)) if lower.endswith(".json") else None
    program = next((program for ending, program in _BY_ENDING.items() if lower.endswith(ending)), _BY_READER.get(read))
    new = "new.dungeon.yaml"
    return f"this is a file of {program}; convert it first: dungeon-designer convert {name} {new}" if program else ""


def read_any_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return a file's bytes; where it is too large, the ReadError names the program that wrote it, if that is known."""
    try:
        return read_bytes(path)
    except ReadError as error:
        problem = explain_too_large(os.fspath(path))
        raise ReadError(error.file, "", problem) if problem else error from None


def explain_too_large(name: str) -> str:
    """Return which program wrote a file that is larger than any that is read, by its beginning; '' for none known."""
    lower = name.lower()
    ending = next((each for program in UNREAD_PROGRAMS for each in program.endings if lower.endswith(each)), "")
    if not (ending or lower.endswith(".json")) or not os.path.isfile(name) or os.path.getsize(name) <= LARGEST_READ:
        return ""
    try:
        with open(name, "rb") as file:
            return _NOT_READ[ending] if ending else recognise_large(file.read(_HEAD_OF_LARGE))
    except OSError:
        return ""


_HEAD_OF_LARGE = 2**16
"""So many bytes of a file that is not read are looked at: the picture, which makes it large, comes last."""

_BY_ENDING = {".tmx": "Tiled", ".tmj": "Tiled", ".tsv": "donjon"}
_BY_READER: dict[Callable[[Any], Imported] | None, str] = {
    read_tiled: "Tiled",
    read_one_page: "One Page Dungeon",
    read_donjon: "donjon",
}

_OURS = f'"{FORMAT}"'.encode()
_HEAD_BYTES = 4096
"""So far into a file the format of our own is looked for, so that a layout file need not be read as JSON twice."""


def _load_json(data: bytes) -> Any:
    """Return the data of another program's JSON; None for a layout file, and for what is no JSON or too large."""
    if len(data) > LARGEST or _OURS in data[:_HEAD_BYTES]:
        return None
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return None if isinstance(found, dict) and found.get("format") == FORMAT else found


def _reader_of(data: object) -> Callable[[Any], Imported] | None:
    if not isinstance(data, dict) or "format" in data:
        return None
    return next((read for key, read in _JSON.items() if key in data), None)


def read_foreign(data: bytes, name: str, tiles: TileLibrary | None = None) -> Imported:
    """The dungeon in another program's file; ReadError names the file, the place and the remedy.

    `tiles` are those that placed tiles in it may be; without it, the program's own.
    """
    if problem := explain_unread(data, name):
        raise ReadError(name, "", problem)
    try:
        found = _read(decoded(data, LARGEST), name.lower(), tiles)
    except Fault as fault:
        raise as_error(fault, name) from None
    except RecursionError:
        raise ReadError(name, "", "lists and objects in it are nested too deep") from None
    return replace(found, layout=normalised(found.layout))


def _read(text: str, name: str, tiles: TileLibrary | None) -> Imported:
    if name.endswith(".csv"):
        return read_csv(text)
    if name.endswith((".txt", ".tsv")):
        return read_words(text) if "\t" in text or name.endswith(".tsv") else read_text(text)
    if name.endswith(".tmx"):
        return read_tiled(data_of(text), tiles)
    data = read_strictly(text)
    read = read_tiled if name.endswith(".tmj") else _reader_of(data) or read_donjon
    return read_tiled(data, tiles) if read is read_tiled else read(data)


PROGRAM = "a grid of letters"
ADVICE = "name, ruleset and the rest can be written above its map"
"""What a person may do with a sketch that has nothing but a map."""

_LEGEND = {letter: meaning for letter, meaning in OWN.items() if meaning.portal is not None}
_PORTALS = {str(meaning.portal): letter for letter, meaning in _LEGEND.items()}
_KNOWN = {*ROCK, FLOOR, *ZONES, *BUILT_IN}


def read_text(text: str) -> Imported:
    """The dungeon in lines of letters; a Fault names line and column of a letter that means nothing."""
    rows = [line.rstrip() for line in text.splitlines()]
    for y, row in enumerate(rows, 1):
        for x, letter in enumerate(row, 1):
            if letter not in _KNOWN:
                raise Fault(f"the letter {letter!r} means nothing in a map{_hint(letter)}", mark=(y, x))
    return _of_rows(rows)


def read_csv(text: str) -> Imported:
    """The dungeon in a table of one letter a cell; portals of two digits are numbers. A Fault names line and cell.

    Cells are parted by commas, semicolons or tabs, whichever the first line has most of.
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    try:
        table = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as error:
        raise Fault(f"this is no table: {error}") from None
    rows = []
    for y, row in enumerate(table, 1):
        words = [cell.strip() or "#" for cell in row]
        for x, word in enumerate(words, 1):
            if word not in _KNOWN and word not in _PORTALS:
                raise Fault(f"cell {x}: {word[:20]!r} means nothing in a map{_hint(word)}", mark=(y, 1))
        rows.append("".join(_PORTALS.get(word, word) for word in words))
    return _of_rows(rows)


def _hint(word: str) -> str:
    return did_you_mean(word, _KNOWN - {" "}) if len(word) == 1 else "; write one letter a cell, as in a sketch's map"


def _of_rows(rows: list[str]) -> Imported:
    squares = sum(letter not in ROCK for row in rows for letter in row)
    if not 0 < squares <= MOST:
        raise Fault(f"more than {MOST:,} squares are drawn" if squares else "there is no floor in it")
    lines = ["map: |", *("  " + row.replace(" ", "#") for row in rows)]
    used = sorted({letter for row in rows for letter in row} & set(_LEGEND))
    if used:
        lines += ["legend:", *(f"  {letter}: {{portal: {_LEGEND[letter].portal}}}" for letter in used)]
    return Imported(read_sketch("\n".join(lines) + "\n"), PROGRAM, (f"{squares} squares",), advice=ADVICE)
