"""Doors that come, move and go with the tiles at whose junctions they stand.

A junction is where two sections meet: a chain of the edges that they share. Some editions require a door at each. The
automatic door of a junction with a tile is the door that stands in its middle and is as wide as the edition requires:
the very door that would be placed there. So a file needs no mark for it, and a door that a person placed exactly there
follows its tile as well. Doors anywhere else belong to the person and are left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.analysis.passages import find_junctions_of_sections, list_middle_doors
from dungeon_designer.board.model import DOOR, Board
from dungeon_designer.grid import Edge, find_neighbour, list_edges
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, normalise_layout
from dungeon_designer.layout.transforms import Transform
from dungeon_designer.layout_edits.objects import ObjectRef, transform_object

MIN_JUNCTION_WIDTH = 2
"""The number of edges in a row that a junction needs to get a door: those one square wide get none."""


class TileJunction(NamedTuple):
    """A junction of a tile with another section.

    Attributes:
        ids: the ids of the two sections.
        edges: all edges of the junction.
        middle_doors: the doors that count as automatic here; the first is the one to place. Empty if it is too narrow.
        has_door: whether a door stands on one of the edges.
    """

    ids: frozenset[str]
    edges: frozenset[Edge]
    middle_doors: tuple[EdgeDoor, ...]
    has_door: bool


def find_automatic_doors(board: Board, section: Section, door_width: int) -> list[EdgeDoor]:
    """Return the automatic doors at the junctions of a placed tile; none for a drawn section.

    A junction is where two sections meet: a chain of the edges that they share. An automatic door is one in its middle,
    where the program would place a door.

    Args:
        board: the board.
        section: the section of the board's layout.
        door_width: the width of a door at a junction, in squares.
    """
    junctions = _find_junctions(board, {section.id} if section.tile else (), door_width)
    places = _list_middle_doors(junctions)
    return [door for door in board.layout.doors if _standardise(door) in places]


def find_changed_tiles(before: Layout, after: Layout) -> set[str]:
    """Return the ids of the sections that an edit added, removed or moved as tiles, or gave another tile."""
    old_placements, new_placements = (
        {
            (section.id, section.tile, section.at, section.turn, section.flip)
            for section in layout.sections
            if section.tile
        }
        for layout in (before, after)
    )
    return {placement[0] for placement in old_placements ^ new_placements}


def update_doors(before: Board, after: Board, door_width: int, transforms: Sequence[Transform] = ()) -> Layout:
    """Return the layout of `after` with the automatic doors of each tile that an edit added, moved or removed.

    An automatic door is one in the middle of a junction, the chain of edges where a tile meets another section.

    The automatic doors that these tiles had are removed. Their new junctions get a door, except where one stands. A
    junction that had no door before the edit and is still the same one gets none: somebody wants it so.

    Args:
        before: the board before the edit.
        after: the board after the edit, mirrored copies included.
        door_width: the width of a door at a junction, in squares.
        transforms: those of the symmetry, one for each mirrored copy; doors are mirrored where that is possible.
    """
    changed_ids = find_changed_tiles(before.layout, after.layout)
    old_junctions, new_junctions = (_find_junctions(board, changed_ids, door_width) for board in (before, after))
    lost_doors = _find_lost_doors(old_junctions, before, after, door_width)
    remaining_doors = [door for door in after.layout.doors if _standardise(door) not in lost_doors]
    old_doors = set(before.layout.doors)
    # a new door as wide as automatic ones may be the copy of one that the edit copied or moved along with its tile
    doors = [
        door
        for door in remaining_doors
        if door in old_doors or door.width != door_width or not _leads_nowhere(door, after, changed_ids)
    ]
    door_edges = _list_door_edges(doors)
    open_junctions = [
        junction
        for junction in new_junctions
        if door_edges.isdisjoint(junction.edges) and not _was_left_open(junction, old_junctions, changed_ids)
    ]
    doors += _choose_doors(open_junctions, transforms)
    return normalise_layout(replace(after.layout, doors=tuple(doors)))


def _find_lost_doors(
    old_junctions: Iterable[TileJunction], before: Board, after: Board, door_width: int
) -> set[EdgeDoor]:
    """Return the automatic doors that stood at some junctions and that an edit makes superfluous.

    A door stays if it is automatic after the edit, too: in the middle of a junction of the sections that lie beside it
    then. The doors are in the form of `_standardise`.

    Args:
        old_junctions: the junctions, before the edit, of the tiles that it changed.
        before: the board before the edit.
        after: the board after it.
        door_width: the width of a door at a junction, in squares.
    """
    old_doors = _list_middle_doors(old_junctions) & set(map(_standardise, before.layout.doors))
    junctions_there = _find_junctions(after, _list_sections_beside(old_doors, after), door_width)
    return old_doors - _list_middle_doors(junctions_there)


def _find_junctions(board: Board, section_ids: Collection[str], door_width: int) -> list[TileJunction]:
    """Return the junctions (chains of shared edges) of some sections with others, in the order of the board.

    A junction may have several middle doors: in a row of five edges, a door two edges wide has two places nearest to
    the middle. All of them count as automatic.
    """
    junctions = []
    for junction in find_junctions_of_sections(board, section_ids):
        ids = frozenset(board.sections[index].id for index in junction.pair)
        is_wide_enough = junction.width >= MIN_JUNCTION_WIDTH
        middle_doors = tuple(list_middle_doors(junction, door_width)) if is_wide_enough else ()
        edges = frozenset(edge for run in junction.runs for edge in run.edges)
        junctions.append(TileJunction(ids, edges, middle_doors, junction.has_edge_state(DOOR)))
    return junctions


def _list_middle_doors(junctions: Iterable[TileJunction]) -> set[EdgeDoor]:
    """Return all doors that count as automatic at some junctions (several at each), whether they stand there or not."""
    return {door for junction in junctions for door in junction.middle_doors}


def _list_sections_beside(doors: Iterable[EdgeDoor], board: Board) -> set[str]:
    """Return the ids of the sections on both sides of some doors."""
    ids_by_square = dict(board.overlaps)
    squares = {square for edge in _list_door_edges(doors) for square in (edge[0], find_neighbour(*edge))}
    sections = filter(None, map(board.find_section, squares))
    return {section.id for section in sections}.union(*(ids_by_square.get(square, ()) for square in squares))


def _list_door_edges(doors: Iterable[EdgeDoor]) -> set[Edge]:
    """Return the edges on which some doors stand."""
    return {edge for door in doors for edge in list_edges(door.at, door.side, door.width)}


def _standardise(door: EdgeDoor) -> EdgeDoor:
    """Return a door as it is written on an east or south side, so that equal doors compare as equal."""
    square, side = list_edges(door.at, door.side, 1)[0]
    return replace(door, at=square, side=side)


def _leads_nowhere(door: EdgeDoor, board: Board, section_ids: Collection[str]) -> bool:
    """Return whether a door stands at the rim of one of some sections and has rock behind it on its whole width.

    An edit leaves such a door if it moves or copies a tile together with a door, but without the neighbour.
    """
    edges = list_edges(door.at, door.side, door.width)
    return not any(map(board.joins_floor, edges)) and bool(_list_sections_beside([door], board) & set(section_ids))


def _was_left_open(junction: TileJunction, old_junctions: Iterable[TileJunction], changed_ids: Collection[str]) -> bool:
    """Return whether a junction is one that had no door before the edit.

    It is if it has the same edges as before, or if both sections were moved together.
    """
    for old_junction in old_junctions:
        if old_junction.ids == junction.ids and not old_junction.has_door:
            was_moved = junction.ids <= set(changed_ids) and len(old_junction.edges) == len(junction.edges)
            if was_moved or old_junction.edges == junction.edges:
                return True
    return False


def _choose_doors(junctions: Sequence[TileJunction], transforms: Sequence[Transform]) -> list[EdgeDoor]:
    """Return the doors for junctions without a door, each with its mirrored copies where these fit a junction, too."""
    places, doors = _list_middle_doors(junctions), list[EdgeDoor]()
    for junction in junctions:
        if not junction.middle_doors or not junction.edges.isdisjoint(_list_door_edges(doors)):
            continue
        # where an axis runs through the junction, the mirrored copy of any other door would be a second door there
        candidates = [door for door in junction.middle_doors if _is_own_copy(door, junction, transforms)]
        door = (candidates or junction.middle_doors)[0]
        doors.append(door)
        for copy in (_mirror_door(door, transform) for transform in transforms):
            if copy in places and _list_door_edges([copy]).isdisjoint(_list_door_edges(doors)):
                doors.append(copy)
    return doors


def _is_own_copy(door: EdgeDoor, junction: TileJunction, transforms: Iterable[Transform]) -> bool:
    """Return whether no mirrored copy of a door is another door of the same junction."""
    copies = (_mirror_door(door, transform) for transform in transforms)
    return all(copy == door or copy not in junction.middle_doors for copy in copies)


def _mirror_door(door: EdgeDoor, transform: Transform) -> EdgeDoor:
    """Return the mirrored copy of a door, on an east or south side, within the grid or beyond its rim."""
    # {}: only a tile needs the sizes of tiles
    copy: EdgeDoor = transform_object(ObjectRef("doors", door), transform, {}, may_leave_grid=True).value
    return _standardise(copy)
