"""Describe objects, sections and squares in words, for the status bar, docks and tooltips of the editor.

Nothing here knows Qt.
"""

from __future__ import annotations

from collections.abc import Collection

from dungeon_designer.board.model import DOOR, WALL, Board
from dungeon_designer.grid import SIDES, Side, Square
from dungeon_designer.kinds import Emblem, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import CounterContent, LabelSize, RollingBall, Section, TrapKind
from dungeon_designer.layout_edits.objects import ObjectRef, find_covered_squares, list_objects_at
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, translate

_ENUMS = (SectionKind, Team, Emblem, TerrainKind, ObstacleKind, TrapKind, CounterContent, LabelSize, Side)
TRANSLATED_KINDS = frozenset(["pit", *(str(kind) for kinds in _ENUMS for kind in kinds)])
"""Every kind, team, emblem and direction. Translators receive these words as they are written."""

EDGE_DESCRIPTIONS: dict[str, str] = {
    "square_doors": "Square door at %1",
    "doors": "Door at %1",
    "walls": "Wall at %1",
    "leap_edges": "Leap edge at %1",
}
"""The description of each kind of door, wall and leap edge, with %1 for its square."""


def describe_kind(word: str) -> str:
    """Return the word for a kind, team or direction in the user's language, without underscores.

    >>> describe_kind("small_room"), describe_kind("sea_of_slime")
    ('small room', 'sea of slime')
    """
    return translate("kinds", word.replace("_", " "))


def describe_object(ref: ObjectRef, board: Board) -> str:
    """Return an object or section in words, with its location or size.

    >>> from dungeon_designer.board.build import build_board
    >>> from dungeon_designer.layout.model import Layout
    >>> describe_object(ObjectRef("chests", (3, 4)), build_board(Layout()))
    'Chest at (3, 4)'
    """
    field, value = ref
    if field == "chests":
        return fill_placeholders(translate("words", "Chest at %1"), value)
    if field == "portals":
        return fill_placeholders(translate("words", "Portal %1 at %2"), value.number, value.at)
    if field == "sections":
        return _describe_section(value, board)
    if field == "labels":
        return fill_placeholders(translate("words", "Label “%1” at %2"), value.text, value.at)
    if field in ("traps", "terrain", "obstacles"):
        return fill_placeholders(translate("words", "%1 at %2"), capitalise_first(describe_kind(value.kind)), value.at)
    if field == "machines":
        if isinstance(value, RollingBall):
            return fill_placeholders(translate("words", "Rolling ball at %1"), value.at)
        return translate("words", "Rotating room")
    description = fill_placeholders(translate("words", EDGE_DESCRIPTIONS[field]), value.at)
    width = getattr(value, "width", 1)
    return fill_placeholders(translate("words", "%1, %2 wide"), description, width) if width > 1 else description


def _describe_section(section: Section, board: Board) -> str:
    """Return a section in words, with its name, kind, team and size: "Vault (room), 4 squares"."""
    section_by_id = {board_section.id: board_section for board_section in board.sections}
    board_section = section_by_id.get(section.id)  # it knows the kind and name of a placed tile
    kind = describe_kind(board_section.kind if board_section else section.kind or "room")
    name = board_section.name if board_section else section.name
    kind_and_team = kind
    if section.side:
        kind_and_team = fill_placeholders(translate("words", "%1 of %2"), kind, describe_kind(section.side))
    square_count = len(find_covered_squares(section, board.library))
    size = translate("words", "%n square(s)", None, PLURAL, square_count)  # None: translators need no explanation
    if name and name.lower() != kind.lower():  # a room named "Room" is not called "Room (room)"
        return fill_placeholders(translate("words", "%1 (%2), %3"), name, kind_and_team, size)
    return f"{capitalise_first(kind_and_team)}, {size}"


def describe_square(board: Board, square: Square, excluded_fields: Collection[str] = ()) -> str:
    """Return in words what is at a square: objects on it, its section, and the doors and walls around it.

    Objects of the lists in `excluded_fields`, such as "chests", are left out.

    >>> from dungeon_designer.board.build import build_board
    >>> from dungeon_designer.layout.model import Layout, Section
    >>> board = build_board(Layout(sections=(Section(id="A", rows=("..",)),), chests=((0, 0),)))
    >>> describe_square(board, (0, 0))
    'chest; room; wall north, south, west'
    >>> describe_square(board, (5, 5))
    'rock'
    """
    section = board.find_section(square)
    if section is None:
        return translate("words", "rock")
    parts = [
        _describe_object_here(ref) for ref in list_objects_at(board, square, excluded_fields) if ref.field != "sections"
    ]
    section_text = section.name or describe_kind(section.kind)
    if section.team:
        section_text = fill_placeholders(translate("words", "%1 of %2"), section_text, describe_kind(section.team))
    parts.append(section_text)
    for state, words in ((DOOR, translate("words", "door %1")), (WALL, translate("words", "wall %1"))):
        sides = [describe_kind(side) for side in SIDES if board.get_edge_state(square, side) == state]
        # walls are always named: most are borders of sections, which are no objects of a list that could be left out
        is_excluded = state == DOOR and "doors" in excluded_fields
        if sides and not is_excluded:
            parts.append(fill_placeholders(words, ", ".join(sides)))
    return "; ".join(parts)


def _describe_object_here(ref: ObjectRef) -> str:
    """Return an object in words without its location, for a text about the square that it lies on."""
    field, value = ref
    if field == "chests":
        return translate("words", "chest")
    if field == "portals":
        return fill_placeholders(translate("words", "portal %1"), value.number)
    if field == "square_doors":
        return translate("words", "open door") if value.open else translate("words", "shut door")
    if field == "machines":
        return translate("words", "track of a rolling ball")
    if field == "labels":
        return fill_placeholders(translate("words", "label “%1”"), value.text)
    return describe_kind(value.kind)
