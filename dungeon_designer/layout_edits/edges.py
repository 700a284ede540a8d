"""Add, remove and find walls, doors and leap edges.

They stand on the edges between squares. The module also snaps a tile to the floor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import floor, hypot
from typing import Any

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.grid import DIRECTIONS, SIDES, Edge, Side, Square, find_neighbour, list_edges, normalise_edge
from dungeon_designer.layout.model import EdgeDoor, EdgeRun, Layout, LeapEdge, Wall, normalise_layout


def find_nearest_edge(x: float, y: float) -> Edge:
    """Return the edge nearest to a point, as `normalise_edge` spells it. The point (x, y) is in squares.

    >>> find_nearest_edge(3.9, 4.5)
    ((3, 4), <Side.EAST: 'east'>)
    """
    square = floor(x), floor(y)
    distances = {
        Side.WEST: x - square[0],
        Side.EAST: square[0] + 1 - x,
        Side.NORTH: y - square[1],
        Side.SOUTH: square[1] + 1 - y,
    }
    return normalise_edge(square, min(distances, key=lambda side: distances[side]))


def measure_edge_distance(edge: Edge, x: float, y: float) -> float:
    """Return the distance of a point from an edge, in squares.

    >>> measure_edge_distance(((3, 4), Side.EAST), 4.5, 4.5)
    0.5
    """
    (left, top), side = edge
    along, beside_line = (x - left, y - top - 1) if side is Side.SOUTH else (y - top, x - left - 1)
    return hypot(max(-along, along - 1, 0), beside_line)


def choose_nearest_edge(edges: Iterable[Edge], x: float, y: float, max_distance: float) -> Edge | None:
    """Return the edge that is nearest to a point; of equally near edges the first.

    None if all edges are farther away than `max_distance`, in squares.
    """
    candidates = [
        edge for edge in edges if abs(edge[0][0] - x) <= max_distance + 1 and abs(edge[0][1] - y) <= max_distance + 1
    ]
    best = min(candidates, key=lambda edge: measure_edge_distance(edge, x, y), default=None)
    return best if best is not None and measure_edge_distance(best, x, y) <= max_distance else None


def list_edges_between(first_edge: Edge, end_square: Square) -> list[Edge]:
    """Return the edges in a straight row from the first edge as far as a square.

    The row follows the line of the first edge, so only one coordinate of the square counts. The first edge is spelled
    as by `normalise_edge`, with a south or east side.
    """
    (x, y), side = first_edge
    low, high = sorted((x, end_square[0]) if side is Side.SOUTH else (y, end_square[1]))
    return [((coordinate, y) if side is Side.SOUTH else (x, coordinate), side) for coordinate in range(low, high + 1)]


def filter_inner_edges(board: Board, edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges that have floor on both sides."""
    return [edge for edge in edges if board.joins_floor(edge)]


EDGE_TYPES: dict[str, type[EdgeRun]] = {"walls": Wall, "doors": EdgeDoor, "leap_edges": LeapEdge}
"""What stands on edges, by the list that holds such objects."""


def list_field_edges(layout: Layout, field: str) -> set[Edge]:
    """Return every edge on which an object of one list stands."""
    return {edge for run in getattr(layout, field) for edge in list_edges(run.at, run.side, run.width)}


def add_edges(layout: Layout, field: str, edges: Collection[Edge]) -> Layout:
    """Return the layout with walls, doors or leap edges on some edges: one object for each straight row.

    A new wall is joined with walls that continue it. Doors and leap edges that stood on one of the edges are removed.

    Args:
        layout: the layout.
        field: the list that gets the objects: "walls", "doors" or "leap_edges".
        edges: the edges, as `normalise_edge` spells them.
    """
    if field == "walls":
        edges, layout = list_field_edges(layout, field).union(edges), replace(layout, walls=())
    new_runs = tuple(
        EDGE_TYPES[field](at=start, side=side, width=width) for start, side, width in group_straight_rows(edges)
    )
    return normalise_layout(replace(layout, **{field: (*_filter_untouched(layout, field, edges), *new_runs)}))


def remove_edges(layout: Layout, field: str, edges: Collection[Edge]) -> Layout:
    """Return the layout without walls, doors or leap edges on some edges.

    A wall keeps its other edges. A door or leap edge that stands on one of the edges is removed as a whole.

    Args:
        layout: the layout.
        field: the list from which objects are removed: "walls", "doors" or "leap_edges".
        edges: the edges, as `normalise_edge` spells them.
    """
    if field == "walls":
        return add_edges(replace(layout, walls=()), field, list_field_edges(layout, field).difference(edges))
    return normalise_layout(replace(layout, **{field: _filter_untouched(layout, field, edges)}))


def group_straight_rows(edges: Collection[Edge]) -> list[tuple[Square, Side, int]]:
    """Return edges as straight rows (square, side, width): the first edge's square and side, and the number of edges.

    >>> group_straight_rows([((0, 0), Side.EAST), ((0, 1), Side.EAST)])
    [((0, 0), <Side.EAST: 'east'>, 2)]
    """
    lines: dict[tuple[Side, int], list[int]] = defaultdict(list)
    for (x, y), side in set(edges):
        lines[(side, y) if side is Side.SOUTH else (side, x)].append(x if side is Side.SOUTH else y)
    rows = []
    for (side, line), coordinates in sorted(lines.items()):
        stretches: list[list[int]] = []
        for coordinate in sorted(coordinates):
            if stretches and sum(stretches[-1]) == coordinate:
                stretches[-1][1] += 1
            else:
                stretches.append([coordinate, 1])
        rows += [((start, line) if side is Side.SOUTH else (line, start), side, width) for start, width in stretches]
    return rows


def remove_edges_around(layout: Layout, squares: Collection[Square]) -> Layout:
    """Return the layout without walls, doors and leap edges at some squares."""
    square_edges = {normalise_edge(square, side) for square in squares for side in Side}
    for field in EDGE_TYPES:
        if not square_edges.isdisjoint(list_field_edges(layout, field)):
            layout = remove_edges(layout, field, square_edges)
    return layout


def _filter_untouched(layout: Layout, field: str, edges: Collection[Edge]) -> tuple[Any, ...]:
    """Return the objects of a list that stand on none of the edges."""
    runs = getattr(layout, field)
    return tuple(run for run in runs if set(list_edges(run.at, run.side, run.width)).isdisjoint(edges))


def find_junction(board: Board, edge: Edge) -> list[Edge]:
    """Return the straight row of edges that separates the same two sections as an edge, that edge included.

    Empty if the edge lies inside a section or does not have floor on both sides.
    """
    if not board.joins_floor(edge):
        return []
    (square, side) = edge
    sections = _find_section_pair(board, edge)
    if sections[0] == sections[1]:
        return []
    dx, dy = (1, 0) if side is Side.SOUTH else (0, 1)
    row = [edge]
    for sign in (-1, 1):
        x, y = square
        while (
            board.joins_floor(next_edge := ((x := x + sign * dx, y := y + sign * dy), side))
            and _find_section_pair(board, next_edge) == sections
        ):
            row.append(next_edge)
    return sorted(row, key=lambda each: each[0])


def select_middle(row: Sequence[Edge], width: int) -> list[Edge]:
    """Return the `width` edges in the middle of a row; the whole row if it is shorter."""
    if len(row) <= width:
        return list(row)
    start = (len(row) - width) // 2
    return list(row[start : start + width])


def _find_section_pair(board: Board, edge: Edge) -> tuple[str, str]:
    """Return the ids of the sections on both sides of an edge."""
    return board.section_by_square[edge[0]].id, board.section_by_square[find_neighbour(*edge)].id


def snap_shape(shape: Collection[Square], corner: Square, floor: Collection[Square]) -> Square:
    """Return the corner at which a tile that a pointer drags snaps to the floor.

    This is where the shape touches the floor along most edges without covering floor. The result is `corner` or one of
    the eight squares around it; `corner` itself if the shape touches floor at none of them.

    Args:
        shape: the squares of the shape, counted from its own upper left corner.
        corner: the square of its upper left corner.
        floor: the squares of the floor.

    >>> snap_shape({(0, 0), (1, 0)}, (3, 0), {(0, 0), (1, 0)})
    (2, 0)
    """
    floor_squares = frozenset(floor)
    best, most_touching = corner, 0
    for dx, dy in ((0, 0), *DIRECTIONS):
        candidate = corner[0] + dx, corner[1] + dy
        if min(candidate) < 0:
            continue
        squares = {(candidate[0] + x, candidate[1] + y) for x, y in shape}
        if squares & floor_squares:
            continue
        touching = sum(1 for square in squares for side in SIDES if find_neighbour(square, side) in floor_squares)
        if touching > most_touching:
            best, most_touching = candidate, touching
    return best


def find_new_junctions(squares: Collection[Square], board: Board) -> list[list[Edge]]:
    """Return the edges where new squares border on sections of the board, as one list for each straight row.

    Rows at one section come together, in the board's order of sections.
    """
    new_squares = frozenset(squares)
    by_section: dict[str, list[Edge]] = defaultdict(list)
    for square in new_squares:
        for side in SIDES:
            neighbour_square = find_neighbour(square, side)
            if neighbour_square in board.section_by_square and neighbour_square not in new_squares:
                by_section[board.section_by_square[neighbour_square].id].append(normalise_edge(square, side))
    order = [section.id for section in board.sections if section.id in by_section]
    rows = [group_straight_rows(by_section[name]) for name in order]
    return [list_edges(start, side, width) for row in rows for start, side, width in row]
