"""Filling: the floor or rock that walls and borders enclose, given one ground, obstacle or kind. No Qt here."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from dungeon_designer.board.model import OBSTACLES, OPEN, TERRAINS, Board
from dungeon_designer.breadth_first import reached, waves
from dungeon_designer.errors import EditError
from dungeon_designer.grid import SIDES, Square, bounds, neighbour
from dungeon_designer.layout.model import Layout, ObstacleKind, SectionKind, TerrainKind, normalised
from dungeon_designer.shaping.floor import of_kind, with_room, without_floor
from dungeon_designer.shaping.items import with_obstacle, with_terrain
from dungeon_designer.translation import translate

Filling = TerrainKind | ObstacleKind | SectionKind
"""What a place may be filled with."""

MOST = 4000
"""Rock of so many squares and more counts as endless: nobody means to make a room of it."""


def place_to_fill(board: Board, square: Square, filling: Filling) -> frozenset[Square]:
    """The squares that would be filled from one; EditError, in a line, where nothing can be.

    On floor: what hangs together within one section without a wall or door between, for ground and obstacles only as
    far as the ground and obstacles are the same as there. On rock, for a kind of section: the rock that floor encloses.
    """
    start = board.find(square)
    if start < 0:
        return _rock(board, square, filling)
    section = board.sections[int(board.section[start])]
    if isinstance(filling, SectionKind):
        if section.tile:
            raise EditError(translate("shaping", "a tile keeps its kind"))
        if section.kind is filling:
            raise EditError(translate("shaping", "this is of that kind already"))
    places = frozenset(board.places(reached([start], lambda at: _beside(board, at, filling))))
    if _has(board, start, filling):
        raise EditError(translate("shaping", "this is filled with that already"))
    return places


def _has(board: Board, at: int, filling: Filling) -> bool:
    return filling in (TERRAINS[int(board.terrain[at])], OBSTACLES[int(board.obstacle[at])])


def _beside(board: Board, at: int, filling: Filling) -> Iterable[int]:
    """The squares one step from one that belong to the same place."""
    for side in range(4):
        there = int(board.neighbours[at, 2 * side])
        if there < 0 or board.edges[at, side] != OPEN or board.section[there] != board.section[at]:
            continue
        alike = board.terrain[there] == board.terrain[at] and board.obstacle[there] == board.obstacle[at]
        if alike or isinstance(filling, SectionKind):
            yield there


def _rock(board: Board, square: Square, filling: Filling) -> frozenset[Square]:
    """The rock around a square that floor encloses."""
    if not isinstance(filling, SectionKind):
        raise EditError(translate("shaping", "there is no floor here to fill"))
    endless = EditError(translate("shaping", "nothing encloses this rock: draw a room instead"))
    floor = board.index
    if not floor:
        raise endless
    (left, top), (width, height) = bounds(floor)

    def beside(at: Square) -> list[Square]:
        return [there for side in SIDES if (there := neighbour(at, side)) not in floor]

    found: set[Square] = set()
    for wave in waves([square], beside):
        found |= wave
        inside = all(left <= x < left + width and top <= y < top + height for x, y in wave)
        if not inside or len(found) > MOST:
            raise endless
    return frozenset(found)


def filled_with(board: Board, squares: Collection[Square], filling: Filling) -> Layout:
    """The layout with some squares filled; a whole section that gets another kind stays the section it is."""
    layout, library = board.layout, board.library
    if isinstance(filling, TerrainKind):
        return with_terrain(layout, squares, filling)
    if isinstance(filling, ObstacleKind):
        return with_obstacle(layout, squares, filling)
    owner = board.section_at(next(iter(squares)))
    if owner is None:
        return with_room(layout, squares, filling, library)
    if set(owner.covers) != set(squares):
        return with_room(without_floor(layout, squares), squares, filling, library)
    sections = tuple(
        of_kind(layout, each, filling, library) if each.id == owner.id else each for each in layout.sections
    )
    return normalised(replace(layout, sections=sections))
