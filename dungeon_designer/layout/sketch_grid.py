"""The drawn parts of a sketch: what the letters of its map mean."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import Square
from dungeon_designer.layout.letters import BUILT_IN, ZONES, Meaning
from dungeon_designer.text.read_faults import Fault, quoted
from dungeon_designer.text.rows import FLOOR, ROCK, Grid

_PLAIN = frozenset({*ROCK, FLOOR, *ZONES})


def drawn(grid: Grid, own: dict[str, Meaning]) -> Iterator[tuple[Square, Meaning]]:
    """Everything a map shows besides floor and zones; a Fault at the first letter that means nothing."""
    meanings = BUILT_IN | own
    for y, row in enumerate(grid.rows):
        if set(row) <= _PLAIN:
            continue
        for x, letter in enumerate(row):
            if letter in _PLAIN:
                continue
            if letter not in meanings:
                raise Fault(_unknown(letter, own), ("map",), grid.mark_of((x, y)))
            yield (x, y), meanings[letter]


def _unknown(letter: str, own: dict[str, Meaning]) -> str:
    if letter == "\t":
        return "a tab in the map; use blanks or # for rock"
    if letter == "0":
        return "the letter '0' means nothing; portals are numbered from 1, those above 9 need a letter in the legend"
    other = did_you_mean(letter.swapcase(), [k for k in [*BUILT_IN, *own] if k == letter.swapcase()])
    return f"the letter {quoted(letter)} means nothing{other}; give it a meaning under 'legend'"
