"""Select what players may know of a dungeon: the notes that are for them, and nothing that lies hidden."""

from __future__ import annotations

import re

from msgspec.structs import replace

from dungeon_designer.layout.model import Layout

_WALKS_PATTERN = re.compile(r" *Walking distances to the chests:.*$", re.MULTILINE)
"""Matches the line about walking distances that a generated dungeon's notes have."""


def select_player_notes(all_notes: str) -> str:
    """Return those notes of a dungeon that are for players: all but the line about walking distances.

    Of a dungeon that the program generated, only the first line is for players; the others say how it was generated.
    """
    notes = _WALKS_PATTERN.sub("", all_notes)
    is_generated = "\nProposed by: dungeon-designer" in notes
    return notes.partition("\n")[0] if is_generated else notes


def hide_contents(layout: Layout) -> Layout:
    """Return a layout that players may see.

    Nothing lies below its trapdoors, its counters have no hidden face, and its notes are those for players.
    """
    traps = tuple(replace(trap, below="", content=None) for trap in layout.traps)
    return replace(layout, traps=traps, notes=select_player_notes(layout.notes))
