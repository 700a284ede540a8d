"""How wide and how colourful text may be."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from dungeon_designer.reports.terminal_colours import Paint

NARROWEST = 40


class TextStyle(Struct, frozen=True, dict=True):
    """The longest line in characters, whether colours are wanted, and whether a line a finding will do."""

    width: int = 100
    colour: bool = False
    brief: bool = False

    @cached_property
    def paint(self) -> Paint:
        """The colours."""
        return Paint(self.colour)
