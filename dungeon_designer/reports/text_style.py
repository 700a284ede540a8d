"""How wide and how colourful text for people may be."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from dungeon_designer.findings import Level


class Talk(IntEnum):
    """How much is said: results and errors alone (-q), what is usual, or everything (-v)."""

    QUIET = 0
    USUAL = 1
    ALL = 2


NARROWEST = 40
CODES = {"bad": "1;31", "good": "1;32", "strong": "1", "faint": "2"} | {
    Level.ERROR: "1;31",
    Level.WARNING: "1;33",
    Level.INFO: "1;36",
}
"""The terminal's code for what is at fault, as it should be, found first, there for orientation; and of each level."""


class TextStyle(Struct, frozen=True):
    """The longest line in characters, whether colours are wanted, whether a line a finding will do, how much is said.

    >>> TextStyle().paint("bad", "x"), TextStyle(colour=True).paint("bad", "x")
    ('x', '\\x1b[1;31mx\\x1b[0m')
    """

    width: int = 100
    colour: bool = False
    brief: bool = False
    talk: Talk = Talk.USUAL

    def paint(self, how: str, text: str) -> str:
        """Text in the colour of one of CODES."""
        return f"\x1b[{CODES[how]}m{text}\x1b[0m" if self.colour and text else text
