"""Define how wide, how colourful and how detailed text for people is."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from dungeon_designer.findings import Level


class Verbosity(IntEnum):
    """How much is printed: results and errors alone (-q), the normal amount, or everything (-v)."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


MIN_WIDTH = 40
"""The least width of text, in characters."""
COLOUR_CODES = {"bad": "1;31", "good": "1;32", "strong": "1", "faint": "2"} | {
    Level.ERROR: "1;31",
    Level.WARNING: "1;33",
    Level.INFO: "1;36",
}
"""The terminal's code for what is bad, good, to be read first, or only for orientation; and for each level."""


class TextStyle(Struct, frozen=True):
    r"""How text for people is formatted.

    Attributes:
        width: the longest line in characters.
        colour: whether colours are used.
        brief: whether each problem is one line.
        verbosity: how much is printed.

    >>> TextStyle().apply_colour("bad", "x"), TextStyle(colour=True).apply_colour("bad", "x")
    ('x', '\x1b[1;31mx\x1b[0m')
    """

    width: int = 100
    colour: bool = False
    brief: bool = False
    verbosity: Verbosity = Verbosity.NORMAL

    def apply_colour(self, colour_name: str, text: str) -> str:
        """Return a text in a colour of COLOUR_CODES; unchanged if colours are off."""
        return f"\x1b[{COLOUR_CODES[colour_name]}m{text}\x1b[0m" if self.colour and text else text
