"""Walls, doors and leap edges: what stands on the borders between squares; and how a tile in hand finds its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import floor, hypot

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.grid import DIRECTIONS, SIDES, Edge, Side, Square, edge, edge_run, neighbour
from dungeon_designer.layout.model import EdgeDoor, Layout, LeapEdge, SquareDoor, Wall, normalised

_Run = Wall | EdgeDoor | LeapEdge


def nearest_edge(x: float, y: float) -> Edge:
    """The border nearest to a point, by its one name.

    >>> nearest_edge(3.9, 4.5)
    ((3, 4), <Side.EAST: 'east'>)
    """
    square = floor(x), floor(y)
    away = {
        Side.WEST: x - square[0],
        Side.EAST: square[0] + 1 - x,
        Side.NORTH: y - square[1],
        Side.SOUTH: square[1] + 1 - y,
    }
    return edge(square, min(away, key=lambda side: away[side]))


def distance(border: Edge, x: float, y: float) -> float:
    """How far a point is from a border, in squares.

    >>> distance(((3, 4), Side.EAST), 4.5, 4.5)
    0.5
    """
    (left, top), side = border
    across, down = (x - left, y - top - 1) if side is Side.SOUTH else (y - top, x - left - 1)
    return hypot(max(-across, across - 1, 0), down)


def nearest_of(borders: Iterable[Edge], x: float, y: float, reach: float) -> Edge | None:
    """The one of some borders that is nearest to a point, if it is no farther than that; the first of several."""
    near = [each for each in borders if abs(each[0][0] - x) <= reach + 1 and abs(each[0][1] - y) <= reach + 1]
    best = min(near, key=lambda each: distance(each, x, y), default=None)
    return best if best is not None and distance(best, x, y) <= reach else None


def edges_between(first: Edge, to: Square) -> list[Edge]:
    """The borders in a row from one to as far as a square, along the first one's line."""
    (x, y), side = first
    if side is Side.SOUTH:
        low, high = sorted((x, to[0]))
        return [((at, y), side) for at in range(low, high + 1)]
    low, high = sorted((y, to[1]))
    return [((x, at), side) for at in range(low, high + 1)]


def inside(board: Board, edges: Iterable[Edge]) -> list[Edge]:
    """Those of some borders that have floor on both sides."""
    return [each for each in edges if board.has_edge(each)]


def with_walls(layout: Layout, edges: Iterable[Edge]) -> Layout:
    """Walls on these borders, too."""
    return _walled(layout, wall_edges(layout) | set(edges))


def without_walls(layout: Layout, edges: Iterable[Edge]) -> Layout:
    """No drawn walls on these borders."""
    return _walled(layout, wall_edges(layout) - set(edges))


def wall_edges(layout: Layout) -> set[Edge]:
    """Every border with a drawn wall."""
    return {each for wall in layout.walls for each in edge_run(wall.at, wall.side, wall.width)}


def _walled(layout: Layout, edges: Collection[Edge]) -> Layout:
    walls = tuple(Wall(at=at, side=side, width=width) for at, side, width in rows_of(edges))
    return normalised(replace(layout, walls=walls))


def rows_of(edges: Collection[Edge]) -> list[tuple[Square, Side, int]]:
    """Borders as straight rows: where each begins, its side, how many it has.

    >>> rows_of([((0, 0), Side.EAST), ((0, 1), Side.EAST)])
    [((0, 0), <Side.EAST: 'east'>, 2)]
    """
    lines: dict[tuple[Side, int], list[int]] = defaultdict(list)
    for (x, y), side in set(edges):
        lines[(side, y) if side is Side.SOUTH else (side, x)].append(x if side is Side.SOUTH else y)
    found = []
    for (side, line), places in sorted(lines.items()):
        for start, width in _stretches(sorted(places)):
            found.append(((start, line) if side is Side.SOUTH else (line, start), side, width))
    return found


def _stretches(places: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for place in places:
        if found and sum(found[-1]) == place:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((place, 1))
    return found


def with_door(layout: Layout, edges: Collection[Edge]) -> Layout:
    """A door on each straight row of these borders; doors that stood there go."""
    layout = replace(layout, doors=_untouched(layout.doors, edges))
    doors = tuple(EdgeDoor(at=at, side=side, width=width) for at, side, width in rows_of(edges))
    return normalised(replace(layout, doors=(*layout.doors, *doors)))


def without_doors(layout: Layout, edges: Collection[Edge]) -> Layout:
    """No door that stands on one of these borders."""
    return normalised(replace(layout, doors=_untouched(layout.doors, edges)))


def with_leap_edges(layout: Layout, edges: Collection[Edge]) -> Layout:
    """Leap edges on these borders."""
    kept = _untouched(layout.leap_edges, edges)
    new = tuple(LeapEdge(at=at, side=side, width=width) for at, side, width in rows_of(edges))
    return normalised(replace(layout, leap_edges=(*kept, *new)))


def without_leap_edges(layout: Layout, edges: Collection[Edge]) -> Layout:
    """No leap edge on these borders."""
    return normalised(replace(layout, leap_edges=_untouched(layout.leap_edges, edges)))


def without_edges_of(layout: Layout, squares: Collection[Square]) -> Layout:
    """The layout without walls, doors and leap edges at some squares."""
    around = {edge(square, side) for square in squares for side in Side}
    walls = wall_edges(layout)
    if walls & around:
        layout = _walled(layout, walls - around)
    return replace(layout, doors=_untouched(layout.doors, around), leap_edges=_untouched(layout.leap_edges, around))


def _untouched(runs: Sequence[_Run], edges: Collection[Edge]) -> tuple[_Run, ...]:
    """Those of some runs that share no border with some edges."""
    return tuple(run for run in runs if set(edge_run(run.at, run.side, run.width)).isdisjoint(edges))


def with_square_door(layout: Layout, square: Square, is_open: bool = False) -> Layout:
    """A door that fills a square; one that stood there is exchanged."""
    kept = tuple(door for door in layout.square_doors if door.at != square)
    return normalised(replace(layout, square_doors=(*kept, SquareDoor(at=square, open=is_open))))


def junction_at(board: Board, border: Edge) -> list[Edge]:
    """The straight row of borders between the same two sections that holds this one; none inside a section."""
    if not board.has_edge(border):
        return []
    (square, side) = border
    pair = _pair(board, border)
    if pair[0] == pair[1]:
        return []
    step = (1, 0) if side is Side.SOUTH else (0, 1)
    row = [border]
    for sign in (-1, 1):
        at = square
        while True:
            at = (at[0] + sign * step[0], at[1] + sign * step[1])
            if not board.has_edge((at, side)) or _pair(board, (at, side)) != pair:
                break
            row.append((at, side))
    return sorted(row, key=lambda each: each[0])


def centred(row: Sequence[Edge], width: int) -> list[Edge]:
    """The middle of a row of borders, so many wide; all of it when it is shorter."""
    if len(row) <= width:
        return list(row)
    start = (len(row) - width) // 2
    return list(row[start : start + width])


def _pair(board: Board, border: Edge) -> tuple[str, str]:
    return board.owner[border[0]].id, board.owner[neighbour(*border)].id


_NEAR = ((0, 0), *DIRECTIONS)


def snapped(shape: Collection[Square], corner: Square, floor: Collection[Square]) -> Square:
    """The place within a square of `corner` where a shape touches the floor along most edges and covers none of it.

    The place itself where none touches. `shape` is counted from its own corner.

    >>> snapped({(0, 0), (1, 0)}, (3, 0), {(0, 0), (1, 0)})
    (2, 0)
    """
    ground = frozenset(floor)
    best, most = corner, 0
    for dx, dy in _NEAR:
        at = corner[0] + dx, corner[1] + dy
        if min(at) < 0:
            continue
        squares = {(at[0] + x, at[1] + y) for x, y in shape}
        if squares & ground:
            continue
        touching = sum(1 for square in squares for side in SIDES if neighbour(square, side) in ground)
        if touching > most:
            best, most = at, touching
    return best


def junctions_made(squares: Collection[Square], board: Board) -> list[list[Edge]]:
    """The rows of borders along which some squares would touch each section of the board."""
    own = frozenset(squares)
    by_section: dict[str, list[Edge]] = defaultdict(list)
    for square in own:
        for side in SIDES:
            there = neighbour(square, side)
            if there in board.owner and there not in own:
                by_section[board.owner[there].id].append(edge(square, side))
    order = [section.id for section in board.sections if section.id in by_section]
    rows = [rows_of(by_section[name]) for name in order]
    return [edge_run(at, side, width) for row in rows for at, side, width in row]
