"""Things in words, as status bar, docks and tooltips name them. No Qt here."""

from __future__ import annotations

from collections.abc import Collection

from dungeon_designer.board.model import DOOR, WALL, Board
from dungeon_designer.grid import SIDES, Square
from dungeon_designer.layout.model import RollingBall, Section
from dungeon_designer.layout_edits.items import ItemRef, covered, items_at
from dungeon_designer.translation import PLURAL, capital, filled, marked, translate

KINDS: dict[str, str] = {
    "board": marked("kinds", "board"),
    "corridor": marked("kinds", "corridor"),
    "small_room": marked("kinds", "small room"),
    "large_room": marked("kinds", "large room"),
    "room": marked("kinds", "room"),
    "junction": marked("kinds", "junction"),
    "bridge": marked("kinds", "bridge"),
    "platform": marked("kinds", "platform"),
    "end_zone": marked("kinds", "end zone"),
    "entry": marked("kinds", "entry"),
    "home": marked("kinds", "home"),
    "away": marked("kinds", "away"),
    "third": marked("kinds", "third"),
    "fourth": marked("kinds", "fourth"),
    "fifth": marked("kinds", "fifth"),
    "sixth": marked("kinds", "sixth"),
    "circle": marked("kinds", "circle"),
    "square": marked("kinds", "square"),
    "triangle": marked("kinds", "triangle"),
    "diamond": marked("kinds", "diamond"),
    "cross": marked("kinds", "cross"),
    "star": marked("kinds", "star"),
    "lava": marked("kinds", "lava"),
    "water": marked("kinds", "water"),
    "acid": marked("kinds", "acid"),
    "chasm": marked("kinds", "chasm"),
    "cliff": marked("kinds", "cliff"),
    "spike_pit": marked("kinds", "spike pit"),
    "rope_bridge": marked("kinds", "rope bridge"),
    "statue": marked("kinds", "statue"),
    "throne": marked("kinds", "throne"),
    "fountain": marked("kinds", "fountain"),
    "idol": marked("kinds", "idol"),
    "crypt": marked("kinds", "crypt"),
    "dragon": marked("kinds", "dragon"),
    "pit": marked("kinds", "pit"),
    "open_pit": marked("kinds", "open pit"),
    "spiked_pit": marked("kinds", "spiked pit"),
    "trapdoor": marked("kinds", "trapdoor"),
    "counter": marked("kinds", "counter"),
    "nothing": marked("kinds", "nothing"),
    "small": marked("kinds", "small"),
    "medium": marked("kinds", "medium"),
    "large": marked("kinds", "large"),
    "huge": marked("kinds", "huge"),
    "north": marked("kinds", "north"),
    "east": marked("kinds", "east"),
    "south": marked("kinds", "south"),
    "west": marked("kinds", "west"),
}
"""Every kind, side, emblem and direction there is, by the name files know it by."""

ON_EDGES: dict[str, str] = {
    "square_doors": marked("words", "Square door at %1"),
    "doors": marked("words", "Door at %1"),
    "walls": marked("words", "Wall at %1"),
    "leap_edges": marked("words", "Leap edge at %1"),
}


def plain(word: str) -> str:
    """A kind's name as people write it; one that nobody knows as it is written.

    >>> plain("small_room"), plain("sea_of_slime")
    ('small room', 'sea of slime')
    """
    return translate("kinds", KINDS[word]) if word in KINDS else word.replace("_", " ")


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
        return section_in_words(value, board)
    if field == "labels":
        return filled(translate("words", "Label “%1” at %2"), value.text, value.at)
    if field in ("traps", "terrain", "obstacles"):
        return filled(translate("words", "%1 at %2"), capital(plain(value.kind)), value.at)
    if field == "machines":
        rolls = isinstance(value, RollingBall)
        return (
            filled(translate("words", "Rolling ball at %1"), value.at) if rolls else translate("words", "Turning room")
        )
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
    parts.append(section.name or plain(section.kind))
    if section.side:
        parts[-1] = filled(translate("words", "%1 of %2"), parts[-1], plain(section.side))
    for state, words in ((DOOR, translate("words", "door %1")), (WALL, translate("words", "wall %1"))):
        sides = [plain(side) for side in SIDES if board.edge_state(square, side) == state]
        if sides and not (state == DOOR and "doors" in but):
            parts.append(filled(words, ", ".join(sides)))
    return "; ".join(parts)


def _thing_here(thing: ItemRef) -> str:
    """A thing without its place.

    >>> _thing_here(ItemRef("chests", (3, 4)))
    'chest'
    """
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
    return plain(value.kind)


def section_in_words(section: Section, board: Board) -> str:
    """A section: its name or kind, its side and size."""
    on_board = next((each for each in board.sections if each.id == section.id), None)
    kind = plain(on_board.kind if on_board else section.kind or "room")
    name = on_board.name if on_board else section.name
    owned = filled(translate("words", "%1 of %2"), kind, plain(section.side)) if section.side else kind
    squares = len(covered(section, board.library))
    count = translate("words", "%n square(s)", None, PLURAL, squares)
    if name and name.lower() != kind.lower():
        return filled(translate("words", "%1 (%2), %3"), name, owned, count)
    return f"{capital(owned)}, {count}"
