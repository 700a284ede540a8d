"""A bare grid of letters: a text file or a spreadsheet's CSV, with the letters of a sketch's map."""

from __future__ import annotations

import csv
import io

from dungeon_designer.errors import did_you_mean
from dungeon_designer.imports.imported import Imported
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_letters import BUILT_IN, FLOOR, OWN, ROCK, ZONES
from dungeon_designer.text.read_faults import Fault

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
    return _of_rows(["".join(_letter(cell, y, x) for x, cell in enumerate(row, 1)) for y, row in enumerate(table, 1)])


def _letter(cell: str, line: int, column: int) -> str:
    word = cell.strip()
    if not word:
        return "#"
    if word in _PORTALS:
        return _PORTALS[word]
    if word in _KNOWN:
        return word
    raise Fault(f"cell {column}: {word[:20]!r} means nothing in a map{_hint(word)}", mark=(line, 1))


def _hint(word: str) -> str:
    return did_you_mean(word, _KNOWN - {" "}) if len(word) == 1 else "; write one letter a cell, as in a sketch's map"


def _of_rows(rows: list[str]) -> Imported:
    if not any(row.strip("# ") for row in rows):
        raise Fault("there is no floor in it")
    lines = ["map: |", *("  " + row.replace(" ", "#") for row in rows)]
    used = sorted({letter for row in rows for letter in row} & set(_LEGEND))
    if used:
        lines += ["legend:", *(f"  {letter}: {{portal: {_LEGEND[letter].portal}}}" for letter in used)]
    squares = sum(letter not in ROCK for row in rows for letter in row)
    return Imported(read_sketch("\n".join(lines) + "\n"), PROGRAM, (f"{squares} squares",), advice=ADVICE)
