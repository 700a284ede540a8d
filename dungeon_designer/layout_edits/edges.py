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
    """Return the edge nearest to a point, in the standard form of `normalise_edge`. The point (x, y) is in squares.

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
    """Return the distance of a point from an edge in standard form (an east or south side), in squares.

    >>> measure_edge_distance(((3, 4), Side.EAST), 4.5, 4.5)
    0.5
    """
    (left, top), side = edge
    if side is Side.SOUTH:  # a horizontal line, one square long
        position_along_line, distance_from_line = x - left, y - (top + 1)
    else:
        position_along_line, distance_from_line = y - top, x - (left + 1)
    distance_beyond_ends = max(-position_along_line, position_along_line - 1, 0)
    return hypot(distance_beyond_ends, distance_from_line)


def choose_nearest_edge(edges: Iterable[Edge], x: float, y: float, max_distance: float) -> Edge | None:
    """Return the edge that is nearest to a point (x, y); of equally near edges the first.

    None if all edges are farther away than `max_distance`. The point and the distance are in squares.
    """
    reach = max_distance + 1  # an edge is at most one square from the corner of its square
    candidates = [
        (square, side) for square, side in edges if abs(square[0] - x) <= reach and abs(square[1] - y) <= reach
    ]
    nearest = min(candidates, key=lambda edge: measure_edge_distance(edge, x, y), default=None)
    if nearest is None or measure_edge_distance(nearest, x, y) > max_distance:
        return None
    return nearest


def list_edges_between(first_edge: Edge, end_square: Square) -> list[Edge]:
    """Return the edges in a straight row from the first edge as far as a square, from left to right or downwards.

    The row follows the line of the first edge: for a south side only the column of the square counts, for an east side
    only its row. The first edge is in the standard form of `normalise_edge`, with a south or east side.
    """
    (x, y), side = first_edge
    if side is Side.SOUTH:
        left, right = sorted((x, end_square[0]))
        return [((column, y), side) for column in range(left, right + 1)]
    top, bottom = sorted((y, end_square[1]))
    return [((x, row), side) for row in range(top, bottom + 1)]


def filter_inner_edges(board: Board, edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges that have floor on both sides."""
    return [edge for edge in edges if board.joins_floor(edge)]


EDGE_TYPES: dict[str, type[EdgeRun]] = {"walls": Wall, "doors": EdgeDoor, "leap_edges": LeapEdge}
"""What stands on edges, by the list that holds such objects."""


def list_field_edges(layout: Layout, field: str) -> set[Edge]:
    """Return every edge with an object of one list: the walls, doors or leap edges of a layout.

    A leap edge is an edge where players may leap over a hazard such as a chasm.

    Args:
        layout: the layout.
        field: the key of the list: "walls", "doors" or "leap_edges".
    """
    return {edge for item in getattr(layout, field) for edge in list_edges(item.at, item.side, item.width)}


def add_edges(layout: Layout, field: str, edges: Collection[Edge]) -> Layout:
    """Return the layout with walls, doors or leap edges on some edges: one object for each straight row.

    A leap edge is an edge where players may leap over a hazard such as a chasm.

    A new wall is joined with walls that continue it. New doors replace the doors that stand on one of the edges, and
    new leap edges the leap edges there. Objects of the two other lists stay.

    Args:
        layout: the layout.
        field: the list that gets the objects: "walls", "doors" or "leap_edges".
        edges: the edges, in the standard form of `normalise_edge`.
    """
    if field == "walls":  # all walls are made again, so that new ones join those that they continue
        item_edges: Collection[Edge] = list_field_edges(layout, field).union(edges)
        kept_items: tuple[Any, ...] = ()
    else:
        item_edges, kept_items = edges, _filter_untouched(layout, field, edges)
    new_items = [
        EDGE_TYPES[field](at=start, side=side, width=width) for start, side, width in group_straight_rows(item_edges)
    ]
    return normalise_layout(replace(layout, **{field: (*kept_items, *new_items)}))


def remove_edges(layout: Layout, field: str, edges: Collection[Edge]) -> Layout:
    """Return the layout without the walls, the doors or the leap edges on some edges of squares.

    A leap edge is an edge of a square that is marked because players may leap there over a hazard such as a chasm. A
    wall keeps its other edges. A door or leap edge that stands on one of the edges is removed as a whole.

    Args:
        layout: the layout.
        field: the list from which objects are removed: "walls", "doors" or "leap_edges".
        edges: the edges, in the standard form of `normalise_edge`.
    """
    if field == "walls":
        return add_edges(replace(layout, walls=()), field, list_field_edges(layout, field).difference(edges))
    return normalise_layout(replace(layout, **{field: _filter_untouched(layout, field, edges)}))


def group_straight_rows(edges: Collection[Edge]) -> list[tuple[Square, Side, int]]:
    """Join edges to straight rows (square, side, width): the first edge's square and side, and the number of edges.

    The edges are in the standard form of `normalise_edge`, with an east or south side.

    >>> group_straight_rows([((0, 0), Side.EAST), ((0, 1), Side.EAST)])
    [((0, 0), <Side.EAST: 'east'>, 2)]
    """
    positions_by_line: dict[tuple[Side, int], list[int]] = defaultdict(list)
    for (x, y), side in set(edges):
        line, position = (y, x) if side is Side.SOUTH else (x, y)
        positions_by_line[side, line].append(position)
    rows: list[tuple[Square, Side, int]] = []
    for (side, line), positions in sorted(positions_by_line.items()):
        for start, width in _group_consecutive_numbers(positions):
            square = (start, line) if side is Side.SOUTH else (line, start)
            rows.append((square, side, width))
    return rows


def _group_consecutive_numbers(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the unbroken runs among some different numbers, each as (first number, count).

    >>> _group_consecutive_numbers([4, 3, 8])
    [(3, 2), (8, 1)]
    """
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        first, count = runs[-1] if runs else (number, 0)
        if runs and number == first + count:
            runs[-1] = first, count + 1
        else:
            runs.append((number, 1))
    return runs


def remove_edges_around(layout: Layout, squares: Collection[Square]) -> Layout:
    """Return the layout without walls, doors and leap edges (where players may leap) on the sides of some squares."""
    square_edges = {normalise_edge(square, side) for square in squares for side in Side}
    for field in EDGE_TYPES:
        if not square_edges.isdisjoint(list_field_edges(layout, field)):
            layout = remove_edges(layout, field, square_edges)
    return layout


def _filter_untouched(layout: Layout, field: str, edges: Collection[Edge]) -> tuple[Any, ...]:
    """Return the walls, doors or leap edges of a layout (its list `field`) that stand on none of some edges.

    A leap edge is an edge where players may leap over a hazard such as a chasm.
    """
    items = getattr(layout, field)
    return tuple(item for item in items if set(list_edges(item.at, item.side, item.width)).isdisjoint(edges))


def find_junction(board: Board, edge: Edge) -> list[Edge]:
    """Return the straight row of edges that separates the same two sections as an edge, that edge included.

    Empty if the edge lies inside a section or does not have floor on both sides. The edges are in the standard form of
    `normalise_edge`, with an east or south side.
    """
    if not board.joins_floor(edge):
        return []
    square, side = edge
    section_pair = _find_section_pair(board, edge)
    is_inside_section = len(set(section_pair)) == 1
    if is_inside_section:
        return []
    row = [edge]
    directions = (Side.WEST, Side.EAST) if side is Side.SOUTH else (Side.NORTH, Side.SOUTH)
    for direction in directions:
        next_square = find_neighbour(square, direction)
        next_edge = next_square, side
        while board.joins_floor(next_edge) and _find_section_pair(board, next_edge) == section_pair:
            row.append(next_edge)
            next_square = find_neighbour(next_square, direction)
            next_edge = next_square, side
    return sorted(row, key=lambda row_edge: row_edge[0])


def select_middle(row: Sequence[Edge], width: int) -> list[Edge]:
    """Return the `width` edges in the middle of a row; the whole row if it is shorter."""
    if len(row) <= width:
        return list(row)
    start = (len(row) - width) // 2
    return list(row[start : start + width])


def _find_section_pair(board: Board, edge: Edge) -> tuple[str, str]:
    """Return the ids of the sections on both sides of an edge that has floor on both sides."""
    square, side = edge
    return board.section_by_square[square].id, board.section_by_square[find_neighbour(square, side)].id


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
    best_corner, max_common_edges = corner, 0
    for dx, dy in ((0, 0), *DIRECTIONS):
        left, top = corner[0] + dx, corner[1] + dy
        squares = {(left + x, top + y) for x, y in shape}
        if squares & floor_squares:
            continue
        common_edges = sum(1 for square in squares for side in SIDES if find_neighbour(square, side) in floor_squares)
        if common_edges > max_common_edges:
            best_corner, max_common_edges = (left, top), common_edges
    return best_corner


def find_new_junctions(squares: Collection[Square], board: Board) -> list[list[Edge]]:
    """Return the edges where new floor squares border on sections of the board, as one list for each straight row.

    Rows at one section come together, in the board's order of sections.
    """
    new_squares = frozenset(squares)
    edges_by_section_id: dict[str, list[Edge]] = defaultdict(list)
    for square in new_squares:
        for side in SIDES:
            neighbour_square = find_neighbour(square, side)
            if neighbour_square in board.section_by_square and neighbour_square not in new_squares:
                neighbour_section = board.section_by_square[neighbour_square]
                edges_by_section_id[neighbour_section.id].append(normalise_edge(square, side))
    rows: list[list[Edge]] = []
    for section in board.sections:
        for start, side, width in group_straight_rows(edges_by_section_id[section.id]):
            rows.append(list_edges(start, side, width))
    return rows
