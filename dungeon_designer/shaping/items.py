"""Chests, portals, traps, terrain, obstacles and machines put down."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from dungeon_designer.grid import Side, Size, Square
from dungeon_designer.layout.model import (
    Label,
    Layout,
    Obstacle,
    ObstacleKind,
    Portal,
    RollingBall,
    RotatingRoom,
    Terrain,
    TerrainKind,
    Trap,
    normalised,
)
from dungeon_designer.shaping.things import next_number


def with_chest(layout: Layout, square: Square) -> Layout:
    """A chest on a square, if none is there."""
    if square in layout.chests:
        return layout
    return normalised(replace(layout, chests=(*layout.chests, square)))


def with_portal(layout: Layout, square: Square) -> Layout:
    """A portal of the next free number on a square, if none is there; EditError when no number is left."""
    if any(portal.at == square for portal in layout.portals):
        return layout
    portal = Portal(number=next_number([each.number for each in layout.portals]), at=square)
    return normalised(replace(layout, portals=(*layout.portals, portal)))


def with_trap(layout: Layout, trap: Trap) -> Layout:
    """A trap, in the place of any that lies on its squares."""
    taken = set(trap.squares)
    kept = tuple(each for each in layout.traps if taken.isdisjoint(each.squares))
    return normalised(replace(layout, traps=(*kept, trap)))


def with_label(layout: Layout, label: Label) -> Layout:
    """A label, in the place of any on its square."""
    kept = tuple(each for each in layout.labels if each.at != label.at)
    return normalised(replace(layout, labels=(*kept, label)))


def with_terrain(layout: Layout, squares: Iterable[Square], kind: TerrainKind) -> Layout:
    """Ground of a kind on some squares, in the place of what ground was drawn there."""
    wanted = dict.fromkeys(squares)
    kept = tuple(each for each in layout.terrain if each.at not in wanted)
    return normalised(replace(layout, terrain=(*kept, *(Terrain(kind=kind, at=square) for square in wanted))))


def with_obstacle(layout: Layout, squares: Iterable[Square], kind: ObstacleKind) -> Layout:
    """An obstacle on some squares, in the place of any that stood there."""
    wanted = dict.fromkeys(squares)
    kept = tuple(each for each in layout.obstacles if each.at not in wanted)
    return normalised(replace(layout, obstacles=(*kept, *(Obstacle(kind=kind, at=square) for square in wanted))))


def with_turning_room(layout: Layout, sections: Iterable[str]) -> Layout:
    """These sections turn together; a machine that turned one of them goes."""
    names = tuple(dict.fromkeys(sections))
    kept = tuple(
        each for each in layout.machines if not isinstance(each, RotatingRoom) or set(each.sections).isdisjoint(names)
    )
    return replace(layout, machines=(*kept, RotatingRoom(sections=names)))


def with_rolling_ball(layout: Layout, at: Square, size: Size, travel: Side, length: int) -> Layout:
    """A ball that rolls from `at` along a track of `length`."""
    ball = RollingBall(at=at, size=size, travel=travel, length=length)
    return replace(layout, machines=(*layout.machines, ball))
