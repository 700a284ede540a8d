"""Which files of other programs are read, told by their ending and, for JSON, by their content.

A bare grid is a text file or a spreadsheet's CSV, with the letters of a sketch's map.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dungeon_designer.errors import ReadError, did_you_mean
from dungeon_designer.imports.donjon import read_donjon, read_words
from dungeon_designer.imports.imported import MOST, Imported
from dungeon_designer.imports.one_page_dungeon import read_one_page
from dungeon_designer.imports.tiled import read_tiled
from dungeon_designer.layout.layout_file import read_strictly
from dungeon_designer.layout.model import normalised
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_letters import BUILT_IN, FLOOR, OWN, ROCK, ZONES
from dungeon_designer.text.files import as_error, decoded
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

_TRACED = "draw over it in the editor (View, Picture to trace)"
_SHEET = "a spreadsheet is read as CSV: save the sheet with one letter a cell as .csv"
_NOT_READ = {
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".svg"), f"a picture holds no squares; {_TRACED}"
    ),
    ".pdf": f"a PDF holds no squares; save its page as a picture and {_TRACED}",
    **dict.fromkeys((".xlsx", ".xls", ".ods"), _SHEET),
    **dict.fromkeys((".uvtt", ".dd2vtt", ".df2vtt"), "a universal VTT file holds a picture and lines, no squares"),
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
        if len(data) > LARGEST or not any(f'"{key}"'.encode() in data for key in _JSON):
            return None
        try:
            found = json.loads(data.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            return None
        foreign = _reader_of(found) is not None
    elif lower.endswith(".txt"):
        foreign = not _SKETCH.search(data)
    else:
        foreign = lower.endswith((*ENDINGS, *_NOT_READ))
    return read_foreign(data, name, tiles) if foreign else None


def _reader_of(data: object) -> Callable[[Any], Imported] | None:
    if not isinstance(data, dict) or "format" in data:
        return None
    return next((read for key, read in _JSON.items() if key in data), None)


def read_foreign(data: bytes, name: str, tiles: TileLibrary | None = None) -> Imported:
    """The dungeon in another program's file; ReadError names the file, the place and the remedy.

    `tiles` are those that placed tiles in it may be; without it, the program's own.
    """
    for ending, remedy in _NOT_READ.items():
        if name.lower().endswith(ending):
            raise ReadError(name, "", remedy)
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
