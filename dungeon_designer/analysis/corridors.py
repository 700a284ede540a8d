"""Measure how wide passages are, with square blocks; find pinches, halls and the furniture in them.

A *block* is `size` x `size` squares of ground with no wall inside. It is named by its north-western square, its
*anchor*. A square is wide if a block covers it. Blocks one square apart slide into each other. Since two such blocks
have no wall between them, the blocks that slide to each other are simply the connected groups of anchors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from itertools import product
from typing import NamedTuple

import networkx as nx

from dungeon_designer.board.model import Board
from dungeon_designer.grid import (
    DIRECTIONS,
    SIDES,
    Edge,
    Side,
    Square,
    find_bounds,
    find_connected_groups,
    find_neighbour,
    list_block_squares,
    normalise_edge,
    rank_by_row,
)

_FORWARD_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1))
"""The directions that meet each step between two squares once."""


def find_blocks(ground: Set[Square], walls: Collection[Edge], size: int) -> set[Square]:
    """Return the north-western squares of all `size` x `size` blocks of `ground` that have no wall inside.

    That square, the block's *anchor*, stands for the block. A block of size n consists of four blocks of size n - 1,
    each shifted by one square, so the blocks are found by growing the size from 1. This takes O(N) for each size.
    """
    anchors = set(ground)
    for block_size in range(2, size + 1):
        anchors = {(x, y) for x, y in anchors if (x + 1, y) in anchors and {(x, y + 1), (x + 1, y + 1)} <= anchors}
        if block_size == 2:  # larger blocks consist of these, so that a wall inside them is known already
            anchors -= _find_walled_anchors(walls)
    return anchors


def _find_walled_anchors(walls: Collection[Edge]) -> set[Square]:
    """Return the north-western squares of the 2 x 2 blocks with a wall inside: two blocks for each edge with a wall."""
    walled_anchors = set()
    for (x, y), side in walls:
        walled_anchors.add((x, y))
        walled_anchors.add((x, y - 1) if side is Side.EAST else (x - 1, y))
    return walled_anchors


def find_covered_squares(anchors: Iterable[Square], size: int) -> set[Square]:
    """Return the squares covered by the `size` x `size` blocks whose north-western squares are `anchors`."""
    offsets = list(product(range(size), repeat=2))
    return {(x + dx, y + dy) for x, y in anchors for dx, dy in offsets}


def find_small_groups(board: Board, width: int) -> list[frozenset[Square]]:
    """Return the small groups of squares that nobody walks on, connected by sides or corners.

    First come groups of floor with obstacles or hazards, at most twice `width` squares long and wide. Then come groups
    of rock, at most `width` squares long and wide: larger rock is taken for the wall between two passages. Such a group
    may stand free in a hall (a piece of furniture), or be the pillar beside an alcove.
    """
    floor = board.section_by_square
    blocked_floor = floor.keys() - board.walkable_squares
    # A small group of rock has, on each of its rows, floor to its left and to its right. It is found from its left end.
    rock_between_floor = [
        (x + 1, y)
        for x, y in floor
        if (x + 1, y) not in floor and any((x + distance, y) in floor for distance in range(2, width + 2))
    ]
    blocked_groups = _collect_small_groups(blocked_floor, blocked_floor.__contains__, 2 * width)
    return blocked_groups + _collect_small_groups(rock_between_floor, lambda square: square not in floor, width)


def _collect_small_groups(
    starts: Iterable[Square], is_member: Callable[[Square], bool], max_size: int
) -> list[frozenset[Square]]:
    """Return the groups of connected squares at the start squares that are at most `max_size` long and wide.

    Squares are connected by sides or corners. A group is no longer followed once it is too large.

    Args:
        starts: The squares at which groups are searched for.
        is_member: Whether a square belongs to some group.
        max_size: The greatest length and width of a group, in squares.
    """
    visited: set[Square] = set()
    small_groups = []
    for start in starts:
        if start in visited:
            continue
        group, queue, is_small = {start}, [start], True
        while queue and is_small:
            x, y = queue.pop()
            surrounding_squares = {(x + dx, y + dy) for dx, dy in DIRECTIONS}
            new_squares = {square for square in surrounding_squares - group if is_member(square)}
            group |= new_squares
            queue += new_squares
            _, (group_width, group_height) = find_bounds(group)
            # A group that meets squares visited before is a part of one that was given up as too large.
            is_small = visited.isdisjoint(new_squares) and max(group_width, group_height) <= max_size
        visited |= group
        if is_small:
            small_groups.append(frozenset(group))
    return small_groups


class Hall(NamedTuple):
    """A hall: a part of the floor made of connected square blocks, each twice as wide as a passage must be.

    Attributes:
        anchors: The north-western squares of these blocks.
        squares: The squares that the blocks cover.
        furniture: The covered squares of obstacles, hazards or rock that stand free, so that one can walk around them.
    """

    anchors: Set[Square]
    squares: Set[Square]
    furniture: frozenset[Square]


class WidthAnalysis:
    """The width of the open parts of a board, measured with square blocks of `width` x `width` squares.

    A square is wide if such a block fits over it. Furniture (obstacles, hazards or rock standing free in a hall) counts
    as floor with open edges.

    Attributes:
        board: The board that is measured.
        graph: The steps that join squares; steps through doors that may be narrower are left out by the caller.
        width: The width that passages must have, in squares.
        walked_squares: The walkable squares without entries.
        small_groups: The small groups of squares that nobody walks on.
        halls: The halls that hold furniture.
        ignored_furniture: The squares of all furniture in halls.
        ground: The walked squares together with that furniture.
        blocks: The north-western squares of all blocks of `width` on the ground.
        wide_squares: The squares that these blocks cover.
    """

    def __init__(self, board: Board, graph: nx.Graph[Square], width: int) -> None:
        """Find the halls with furniture, then the blocks of `width` x `width` squares on the floor and that furniture.

        A hall is floor at least twice as wide as `width`. Furniture is obstacles, hazards or rock that stand free in a
        hall; it counts as floor.

        Args:
            board: The board.
            graph: The graph of legal steps.
            width: The width, in squares, that passages must have.
        """
        self.board, self.graph, self.width = board, graph, width
        self.walked_squares = board.walkable_squares - board.entry_squares
        self.small_groups = find_small_groups(board, width)
        self.halls = list(self._find_halls())
        self.ignored_furniture: frozenset[Square] = frozenset().union(*(hall.furniture for hall in self.halls))
        self.ground = self.walked_squares | self.ignored_furniture
        self.blocks = find_blocks(self.ground, board.walls, width)
        self.wide_squares = find_covered_squares(self.blocks, width)
        self._block_offsets = list_block_squares((0, 0), (width, width))

    def _find_halls(self) -> Iterator[Hall]:
        """Yield the halls that contain furniture. A hall consists of connected blocks of squares, twice `width` wide.

        A small group of unwalkable squares is furniture if every square around it is walked on and is no bridge, and no
        wall touches the group.
        """
        free_groups = [group for group in self.small_groups if self._stands_free(group)]
        if not free_groups:
            return
        anchors = find_blocks(self.walked_squares.union(*free_groups), self.board.walls, 2 * self.width)
        for hall_anchors in map(frozenset, find_connected_groups(anchors)):
            squares = find_covered_squares(hall_anchors, 2 * self.width)
            furniture_groups = [group for group in free_groups if group <= squares]
            if furniture_groups:
                yield Hall(hall_anchors, squares, frozenset().union(*furniture_groups))

    def _stands_free(self, group: frozenset[Square]) -> bool:
        """Return whether one can walk all around a group of squares: no square beside it is a bridge or not walked on.

        Nor may a wall touch the group.
        """
        surrounding_squares = {(x + dx, y + dy) for x, y in group for dx, dy in DIRECTIONS} - group
        if any(normalise_edge(square, side) in self.board.walls for square in group for side in SIDES):
            return False
        return surrounding_squares <= self.walked_squares and surrounding_squares.isdisjoint(self.board.bridge_squares)

    def find_blocked_halls(self) -> Iterator[list[Square]]:
        """Yield the furniture of each hall that its furniture splits into parts, by row.

        A hall is made of connected square blocks of twice the width. Furniture is obstacles, hazards or rock standing
        free in it. A hall is split if two of its blocks that are clear of furniture are not joined inside the hall by
        blocks of the width.
        """
        for hall in self.halls:
            open_squares = hall.squares & self.walked_squares
            clear_blocks = find_blocks(open_squares, self.board.walls, 2 * self.width) & hall.anchors
            if len(clear_blocks) < 2:
                continue
            parts = find_connected_groups(find_blocks(open_squares, self.board.walls, self.width))
            parts_with_clear_block = [part for part in parts if not clear_blocks.isdisjoint(part)]
            if len(parts_with_clear_block) > 1:
                yield sorted(hall.furniture, key=rank_by_row)

    def find_narrow_groups(self, squares: Set[Square]) -> Iterator[set[Square]]:
        """Yield the given squares that are too narrow, in connected groups.

        A square is too narrow if no block of `width` x `width` squares of floor covers it. Squares one step apart are
        in one group. The groups come in the order of their first squares, by row.
        """
        narrow_squares = sorted((squares & self.ground) - self.wide_squares, key=rank_by_row)
        graph: nx.Graph[Square] = nx.Graph()
        graph.add_nodes_from(narrow_squares)
        for square in narrow_squares:
            graph.add_edges_from((square, neighbour) for neighbour in self.find_steps(square) if neighbour in graph)
        yield from nx.connected_components(graph)

    def list_reported_squares(self, squares: Set[Square]) -> list[Square]:
        """Return the squares on which a report shows a problem, by row: those without furniture, or else all of them.

        A hall is floor at least twice as wide as a passage must be. Furniture is obstacles, hazards or rock that stand
        free in a hall.
        """
        return sorted(squares - self.ignored_furniture or squares, key=rank_by_row)

    def find_steps(self, square: Square) -> set[Square]:
        """Return the squares of the ground that are one step from a square.

        A hall is floor at least twice as wide as a passage must be. Furniture in a hall counts as floor here: it is one
        step from all eight squares around it.
        """
        reached_squares = set(self.graph.adj.get(square, ()))
        if self.ignored_furniture:
            surrounding_squares = {(square[0] + dx, square[1] + dy) for dx, dy in DIRECTIONS}
            is_furniture = square in self.ignored_furniture
            reached_squares |= surrounding_squares if is_furniture else surrounding_squares & self.ignored_furniture
        return reached_squares & self.ground

    def find_diagonal_passages(self, squares: Iterable[Square]) -> list[tuple[Square, Square]]:
        """Return the diagonal steps from the given squares that squeeze between two squares nobody walks on.

        Each step is returned once, as (start, end), by row. A step is left out if another route nearby leads round it;
        see `_has_detour`.
        """
        steps: set[tuple[Square, Square]] = set()
        for square in squares:
            for neighbour in self.find_steps(square):
                if self._is_squeeze(square, neighbour):
                    start, end = sorted((square, neighbour), key=rank_by_row)
                    steps.add((start, end))
        sorted_steps = sorted(steps, key=lambda step: (rank_by_row(step[0]), step[1]))
        return [(start, end) for start, end in sorted_steps if not self._has_detour(start, end)]

    def _is_squeeze(self, start: Square, end: Square) -> bool:
        """Return whether a step is diagonal and neither of the two squares at its corners can be walked on."""
        corners = {(start[0], end[1]), (end[0], start[1])}
        return start not in corners and corners.isdisjoint(self.ground)

    def _has_detour(self, start: Square, end: Square) -> bool:
        """Return whether another route nearby joins two squares without a diagonal step between unwalkable squares.

        "Nearby" is the bounding box of both squares with `width` squares more on every side.
        """
        (left, top), (box_width, box_height) = find_bounds((start, end))
        window_corner = left - self.width, top - self.width
        window_size = box_width + 2 * self.width, box_height + 2 * self.width
        window = set(list_block_squares(window_corner, window_size))
        visited, queue = {start}, [start]
        while queue:
            square = queue.pop()
            new_squares = {
                next_square
                for next_square in self.find_steps(square) & window
                if next_square not in visited and not self._is_squeeze(square, next_square)
            }
            visited |= new_squares
            queue += new_squares
        return end in visited

    def is_alcove(self, square: Square) -> bool:
        """Return whether a square is a niche: open to one side only, while the wide floor beside it is not interrupted.

        The floor is not interrupted if a block of `width` x `width` squares can slide along it past the niche, close
        to the square and to the small groups of unwalkable squares that touch it. A door counts as an open side.
        """
        open_sides = [
            side
            for side in SIDES
            if find_neighbour(square, side) in self.ground and normalise_edge(square, side) not in self.board.walls
        ]
        if len(open_sides) != 1:
            return False
        x, y = square
        surrounding_squares = {(x + dx, y + dy) for dx, dy in DIRECTIONS} - self.ignored_furniture
        touching_groups = [group for group in self.small_groups if not group.isdisjoint(surrounding_squares)]
        blocks_before_niche = self._find_blocks_over(self.find_steps(square))
        return self._are_joined(blocks_before_niche, {square}.union(*touching_groups))

    def is_gap(self, square: Square) -> bool:
        """Return whether a square is a gap in a wall: one wide and one deep, with wide ground before and behind it.

        On two opposite sides it has walls or rock; lava or an obstacle there does not make it a gap. On the two other
        sides it opens to wide ground: squares that a block of `width` x `width` squares of floor covers.
        """
        floor = self.board.section_by_square.keys() | self.ignored_furniture

        def is_wall(side: Side) -> bool:
            """Return whether a wall or rock is on this side of the square."""
            return find_neighbour(square, side) not in floor or normalise_edge(square, side) in self.board.walls

        def leads_to_wide_floor(side: Side) -> bool:
            """Return whether this side of the square is open, and the square beyond is wide (see `is_gap`)."""
            return not is_wall(side) and find_neighbour(square, side) in self.wide_squares

        north_south, east_west = (Side.NORTH, Side.SOUTH), (Side.EAST, Side.WEST)
        return any(
            all(map(is_wall, walled_sides)) and all(map(leads_to_wide_floor, open_sides))
            for walled_sides, open_sides in ((east_west, north_south), (north_south, east_west))
        )

    def find_pinches(self, squares: Set[Square]) -> list[list[Square]]:
        """Return the pinches among the given squares: points where wide floor is joined only by something narrower.

        A block is `width` x `width` squares of floor without a wall inside, and a wide square is one that a block
        covers. At a pinch, blocks cannot slide to each other nearby (see `_are_joined`). It is either one square
        covered by several such blocks, or a step between two wide squares whose blocks are not joined. Pinches that
        share squares are returned as one.

        Each pinch is returned as its squares of the first kind or, if there are none, as both ends of its steps.
        Pinches are sorted by their first squares.
        """
        blocks_over = {square: self._find_blocks_over([square]) for square in squares & self.wide_squares}
        split_squares = {
            square
            for square, square_blocks in blocks_over.items()
            if self._may_be_split(square_blocks) and not self._are_joined(square_blocks, [square])
        }
        pinch_graph: nx.Graph[Square] = nx.Graph()
        pinch_graph.add_nodes_from(split_squares)
        pinch_graph.add_edges_from(self._find_pinched_steps(blocks_over, split_squares))
        pinches = [
            self.list_reported_squares(group & split_squares or group) for group in nx.connected_components(pinch_graph)
        ]
        return sorted(pinches, key=lambda group: rank_by_row(group[0]))

    def _find_pinched_steps(
        self, blocks_over: dict[Square, set[Square]], split_squares: Set[Square]
    ) -> Iterator[tuple[Square, Square]]:
        """Yield each step between two wide squares whose blocks cannot slide to each other nearby.

        Args:
            blocks_over: For each wide square, the blocks (`width` x `width` squares of floor) that cover it.
            split_squares: Those of them whose blocks cannot even slide to each other over the square itself.
        """
        for square, square_blocks in blocks_over.items():
            for dx, dy in _FORWARD_STEPS:
                next_square = square[0] + dx, square[1] + dy
                if next_square not in blocks_over:
                    continue
                next_blocks = blocks_over[next_square]
                has_split_end = square in split_squares or next_square in split_squares
                if not has_split_end and not square_blocks.isdisjoint(next_blocks):
                    continue  # the blocks over each square are joined, and one block covers both squares
                if next_square in self.find_steps(square) and not self._are_joined(
                    square_blocks | next_blocks, [square, next_square]
                ):
                    yield square, next_square

    def _may_be_split(self, square_blocks: Set[Square]) -> bool:
        """Return whether some of the blocks over one square cannot slide to each other while they cover that square.

        A block is `width` x `width` squares of floor, named by its north-western square. It slides one square at a
        time. If the result is True, the blocks may still be joined by squares nearby, which only the slower
        `_are_joined` can tell. If it is False, that test is not needed.
        """
        if self.width > 2:
            return sum(1 for _ in find_connected_groups(square_blocks)) > 1
        # A 2 x 2 block over a square has that square in one of its four corners. Three or four such blocks form a chain
        # in which each slides to the next. Two do so, too, unless they lie diagonally to each other.
        columns, rows = {x for x, _ in square_blocks}, {y for _, y in square_blocks}
        return len(square_blocks) == 2 and len(columns) == 2 and len(rows) == 2

    def _find_blocks_over(self, squares: Iterable[Square]) -> set[Square]:
        """Return the blocks (`width` x `width` squares of floor) that cover any of these squares.

        Each block is named by its north-western square.
        """
        return self.blocks.intersection((x - dx, y - dy) for x, y in squares for dx, dy in self._block_offsets)

    def _are_joined(self, anchors: Set[Square], centre: Collection[Square]) -> bool:
        """Return whether all these blocks can slide to each other, one square at a time, near `centre`.

        A block is `width` x `width` squares of floor. "Near" is a window: the bounding box of `centre` with `width`
        squares more on every side. This takes O(squares of the window).

        Args:
            anchors: The north-western squares of the blocks.
            centre: The squares around which blocks may slide.
        """
        if len(anchors) < 2:
            return True
        (left, top), (box_width, box_height) = find_bounds(centre)
        first_anchor = left - self.width, top - self.width
        # A block that begins in these columns and rows ends within the window.
        anchor_columns, anchor_rows = box_width + self.width + 1, box_height + self.width + 1
        window_anchors = self.blocks.intersection(list_block_squares(first_anchor, (anchor_columns, anchor_rows)))
        return any(anchors <= set(group) for group in find_connected_groups(window_anchors))
