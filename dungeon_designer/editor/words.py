"""Things in words, as status bar, docks and tooltips name them. No Qt here."""

from __future__ import annotations

from dungeon_designer.board.model import Board
from dungeon_designer.editor.shaping.things import Thing, covered
from dungeon_designer.layout.model import RollingBall, Section


def plain(word: str) -> str:
    """A kind's name as people write it.

    >>> plain("small_room")
    'small room'
    """
    return word.replace("_", " ")


def thing_in_words(thing: Thing, board: Board) -> str:
    """A thing, and where it is.

    >>> from dungeon_designer.board.build import build
    >>> from dungeon_designer.layout.model import Layout
    >>> thing_in_words(Thing("chests", (3, 4)), build(Layout()))
    'Chest at (3, 4)'
    """
    field, value = thing
    if field == "chests":
        return f"Chest at {value}"
    if field == "portals":
        return f"Portal {value.number} at {value.at}"
    if field == "sections":
        return section_in_words(value, board)
    if field in ("traps", "terrain", "obstacles"):
        return f"{plain(value.kind).capitalize()} at {value.at}"
    if field == "machines":
        return f"Rolling ball at {value.at}" if isinstance(value, RollingBall) else "Turning room"
    names = {"square_doors": "Square door", "doors": "Door", "walls": "Wall", "leap_edges": "Leap edge"}
    width = f", {value.width} wide" if getattr(value, "width", 1) > 1 else ""
    return f"{names[field]} at {value.at}{width}"


def section_in_words(section: Section, board: Board) -> str:
    """A section: its name or kind, its side and size."""
    on_board = next((each for each in board.sections if each.id == section.id), None)
    kind = plain(on_board.kind if on_board else section.kind or "room")
    name = (on_board.name if on_board else section.name) or kind.capitalize()
    side = f" of {section.side}" if section.side else ""
    count = len(covered(section, board.library))
    shown = f" ({kind}{side})" if name.lower() != kind else side
    return f"{name}{shown}, {count} {'square' if count == 1 else 'squares'}"
