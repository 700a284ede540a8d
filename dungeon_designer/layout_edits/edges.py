"""Walls, doors and leap edges: what stands on the borders between squares; and how a tile in hand finds its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import floor, hypot
from typing import Any

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.grid import DIRECTIONS, SIDES, Edge, Side, Square, edge, edge_run, neighbour
from dungeon_designer.layout.model import EdgeDoor, EdgeRun, Layout, LeapEdge, Wall, normalised


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
    low, high = sorted((x, to[0]) if side is Side.SOUTH else (y, to[1]))
    return [((at, y) if side is Side.SOUTH else (x, at), side) for at in range(low, high + 1)]


def inside(board: Board, edges: Iterable[Edge]) -> list[Edge]:
    """Those of some borders that have floor on both sides."""
    return [each for each in edges if board.has_edge(each)]


RUNS: dict[str, type[EdgeRun]] = {"walls": Wall, "doors": EdgeDoor, "leap_edges": LeapEdge}
"""What stands on borders, by the list it is in."""


def edges_of(layout: Layout, field: str) -> set[Edge]:
    """Every border on which something of one of these lists stands."""
    return {each for run in getattr(layout, field) for each in edge_run(run.at, run.side, run.width)}


def with_edges(layout: Layout, field: str, edges: Collection[Edge]) -> Layout:
    """A thing of a list on each straight row of these borders; doors and leap edges that stood there go, walls join."""
    if field == "walls":
        edges, layout = edges_of(layout, field).union(edges), replace(layout, walls=())
    new = tuple(RUNS[field](at=at, side=side, width=width) for at, side, width in rows_of(edges))
    return normalised(replace(layout, **{field: (*_untouched(layout, field, edges), *new)}))


def without_edges(layout: Layout, field: str, edges: Collection[Edge]) -> Layout:
    """No wall on these borders, or no door or leap edge that touches one."""
    if field == "walls":
        return with_edges(replace(layout, walls=()), field, edges_of(layout, field).difference(edges))
    return normalised(replace(layout, **{field: _untouched(layout, field, edges)}))


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
        stretches: list[list[int]] = []
        for place in sorted(places):
            if stretches and sum(stretches[-1]) == place:
                stretches[-1][1] += 1
            else:
                stretches.append([place, 1])
        found += [((at, line) if side is Side.SOUTH else (line, at), side, width) for at, width in stretches]
    return found


def without_edges_of(layout: Layout, squares: Collection[Square]) -> Layout:
    """The layout without walls, doors and leap edges at some squares."""
    around = {edge(square, side) for square in squares for side in Side}
    for field in RUNS:
        if not around.isdisjoint(edges_of(layout, field)):
            layout = without_edges(layout, field, around)
    return layout


def _untouched(layout: Layout, field: str, edges: Collection[Edge]) -> tuple[Any, ...]:
    """Those of a list that share no border with some edges."""
    runs = getattr(layout, field)
    return tuple(run for run in runs if set(edge_run(run.at, run.side, run.width)).isdisjoint(edges))


def junction_at(board: Board, border: Edge) -> list[Edge]:
    """The straight row of borders between the same two sections that holds this one; none inside a section."""
    if not board.has_edge(border):
        return []
    (square, side) = border
    pair = _pair(board, border)
    if pair[0] == pair[1]:
        return []
    dx, dy = (1, 0) if side is Side.SOUTH else (0, 1)
    row = [border]
    for sign in (-1, 1):
        x, y = square
        while board.has_edge(at := ((x := x + sign * dx, y := y + sign * dy), side)) and _pair(board, at) == pair:
            row.append(at)
    return sorted(row, key=lambda each: each[0])


def centred(row: Sequence[Edge], width: int) -> list[Edge]:
    """The middle of a row of borders, so many wide; all of it when it is shorter."""
    if len(row) <= width:
        return list(row)
    start = (len(row) - width) // 2
    return list(row[start : start + width])


def _pair(board: Board, border: Edge) -> tuple[str, str]:
    return board.owner[border[0]].id, board.owner[neighbour(*border)].id


def snapped(shape: Collection[Square], corner: Square, floor: Collection[Square]) -> Square:
    """The place within a square of `corner` where a shape touches the floor along most edges and covers none of it.

    The place itself where none touches. `shape` is counted from its own corner.

    >>> snapped({(0, 0), (1, 0)}, (3, 0), {(0, 0), (1, 0)})
    (2, 0)
    """
    ground = frozenset(floor)
    best, most = corner, 0
    for dx, dy in ((0, 0), *DIRECTIONS):
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
