"""The kinds of pieces there are, and what they are called."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Sort(IntEnum):
    """What a piece stands for, in the order in which pieces are listed."""

    CHEST_BALL = 1
    CHEST_TRAP = 2
    PORTAL = 3
    COUNTER = 4
    PIT = 5
    TRAPDOOR = 6
    DOOR = 7
    SQUARE_DOOR = 8
    MARKER = 9
    BALL = 10
    BOUNCE = 11
    SCATTER = 12


class PieceKind(NamedTuple):
    """A sort of piece, with its number or its size in squares, and a word that tells it from others of its sort."""

    sort: Sort
    numbers: tuple[int, ...] = ()
    word: str = ""

    @property
    def name(self) -> str:
        """What it is called.

        >>> PieceKind(Sort.PORTAL, (3,)).name, PieceKind(Sort.COUNTER, (), "spiked_pit").name
        ('portal 3', 'pit counter: spiked pit')
        """
        shown = "x".join(map(str, self.numbers))
        word = self.word.replace("_", " ")
        return {
            Sort.CHEST_BALL: "chest with a ball",
            Sort.CHEST_TRAP: "chest with a trap",
            Sort.PORTAL: f"portal {shown}",
            Sort.COUNTER: "pit counter" + (f": {word}" if word else ""),
            Sort.PIT: word,
            Sort.TRAPDOOR: f"trapdoor {shown}" + (f" over {word}" if word else ""),
            Sort.DOOR: "door, one square wide" if shown == "1" else f"door, {shown} squares wide",
            Sort.SQUARE_DOOR: "door in a square",
            Sort.MARKER: f"marker: {word}",
            Sort.BALL: f"rolling ball {shown}",
            Sort.BOUNCE: "bounce template",
            Sort.SCATTER: "scatter template",
        }[self.sort]
