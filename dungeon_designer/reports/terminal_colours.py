"""Colours on a terminal, or none."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.findings import Level


class Paint(Struct, frozen=True):
    """Wraps text in a terminal's colour codes when `colour` is on.

    >>> Paint(colour=False).bad("x"), Paint(colour=True).bad("x")
    ('x', '\\x1b[1;31mx\\x1b[0m')
    """

    colour: bool = False

    def bad(self, text: str) -> str:
        """What is at fault."""
        return self._in("1;31", text)

    def good(self, text: str) -> str:
        """What is as it should be."""
        return self._in("1;32", text)

    def strong(self, text: str) -> str:
        """What the eye should find first."""
        return self._in("1", text)

    def faint(self, text: str) -> str:
        """What is there for orientation."""
        return self._in("2", text)

    def level(self, level: Level, text: str) -> str:
        """Text in the colour of a finding's level."""
        return self._in({Level.ERROR: "1;31", Level.WARNING: "1;33", Level.INFO: "1;36"}[level], text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text
