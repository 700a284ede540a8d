"""Things in words, as status bar, docks and tooltips name them. No Qt here."""

from __future__ import annotations

from collections.abc import Collection

from dungeon_designer.board.model import DOOR, WALL, Board
from dungeon_designer.grid import SIDES, Side, Square
from dungeon_designer.kinds import Emblem, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import CounterContent, LabelSize, RollingBall, TrapKind
from dungeon_designer.layout_edits.items import ItemRef, covered, items_at
from dungeon_designer.translation import PLURAL, capital, filled, translate

_ENUMS = (SectionKind, Team, Emblem, TerrainKind, ObstacleKind, TrapKind, CounterContent, LabelSize, Side)
KINDS = frozenset(["pit", *(str(kind) for kinds in _ENUMS for kind in kinds)])
"""Every kind, side, emblem and direction there is; translators are given them as they are written."""

ON_EDGES: dict[str, str] = {
    "square_doors": "Square door at %1",
    "doors": "Door at %1",
    "walls": "Wall at %1",
    "leap_edges": "Leap edge at %1",
}


def kind_in_words(word: str) -> str:
    """A kind's name as people write it; one that nobody knows as it is written.

    >>> kind_in_words("small_room"), kind_in_words("sea_of_slime")
    ('small room', 'sea of slime')
    """
    return translate("kinds", word.replace("_", " "))


def item_in_words(thing: ItemRef, board: Board) -> str:
    """A thing, and where it is.

    >>> from dungeon_designer.board.build import build
    >>> from dungeon_designer.layout.model import Layout
    >>> item_in_words(ItemRef("chests", (3, 4)), build(Layout()))
    'Chest at (3, 4)'
    """
    field, value = thing
    if field == "chests":
        return filled(translate("words", "Chest at %1"), value)
    if field == "portals":
        return filled(translate("words", "Portal %1 at %2"), value.number, value.at)
    if field == "sections":
        on_board = next((each for each in board.sections if each.id == value.id), None)
        kind = kind_in_words(on_board.kind if on_board else value.kind or "room")
        name = on_board.name if on_board else value.name
        owned = filled(translate("words", "%1 of %2"), kind, kind_in_words(value.side)) if value.side else kind
        squares = len(covered(value, board.library))
        count = translate("words", "%n square(s)", None, PLURAL, squares)
        if name and name.lower() != kind.lower():
            return filled(translate("words", "%1 (%2), %3"), name, owned, count)
        return f"{capital(owned)}, {count}"
    if field == "labels":
        return filled(translate("words", "Label “%1” at %2"), value.text, value.at)
    if field in ("traps", "terrain", "obstacles"):
        return filled(translate("words", "%1 at %2"), capital(kind_in_words(value.kind)), value.at)
    if field == "machines":
        if isinstance(value, RollingBall):
            return filled(translate("words", "Rolling ball at %1"), value.at)
        return translate("words", "Turning room")
    said, width = filled(translate("words", ON_EDGES[field]), value.at), getattr(value, "width", 1)
    return filled(translate("words", "%1, %2 wide"), said, width) if width > 1 else said


def square_in_words(board: Board, square: Square, but: Collection[str] = ()) -> str:
    """What is at a square: the things on it, its section, the doors and walls around it; `but` things of some lists.

    >>> from dungeon_designer.board.build import build
    >>> from dungeon_designer.layout.model import Layout, Section
    >>> board = build(Layout(sections=(Section(id="A", rows=("..",)),), chests=((0, 0),)))
    >>> square_in_words(board, (0, 0))
    'chest; room; wall north, south, west'
    >>> square_in_words(board, (5, 5))
    'rock'
    """
    section = board.section_at(square)
    if section is None:
        return translate("words", "rock")
    parts = [_thing_here(thing) for thing in items_at(board, square, but) if thing.field != "sections"]
    parts.append(section.name or kind_in_words(section.kind))
    if section.side:
        parts[-1] = filled(translate("words", "%1 of %2"), parts[-1], kind_in_words(section.side))
    for state, words in ((DOOR, translate("words", "door %1")), (WALL, translate("words", "wall %1"))):
        sides = [kind_in_words(side) for side in SIDES if board.edge_state(square, side) == state]
        if sides and not (state == DOOR and "doors" in but):
            parts.append(filled(words, ", ".join(sides)))
    return "; ".join(parts)


def _thing_here(thing: ItemRef) -> str:
    """A thing without its place."""
    field, value = thing
    if field == "chests":
        return translate("words", "chest")
    if field == "portals":
        return filled(translate("words", "portal %1"), value.number)
    if field == "square_doors":
        return translate("words", "open door") if value.open else translate("words", "shut door")
    if field == "machines":
        return translate("words", "track of a rolling ball")
    if field == "labels":
        return filled(translate("words", "label “%1”"), value.text)
    return kind_in_words(value.kind)
