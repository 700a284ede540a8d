"""Find the sites where end zones could lie: as blocks on the floor or as tiles beside it, and how one walks out of
them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dungeon_designer.analysis.movement import WalledFloor, build_graph, find_legal_steps
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import (
    SIDES,
    Side,
    Size,
    Square,
    find_neighbour,
    list_block_squares,
    normalise_edge,
    orient_shape,
    rank_by_row,
)

DOOR_WIDTH = 2
"""The width, in squares, of the door that joins an enclosed tile to another."""

Shape = tuple[Square, ...]
"""The squares of a shape by row, counted from the upper left corner of their bounding box."""


_DIRECTION_ALONG_SIDE = {side: Side.EAST if side.step[1] else Side.SOUTH for side in SIDES}
"""The direction of a row of edges on each side."""


def _sort_along(squares: Iterable[Square], side: Side) -> list[Square]:
    """Return squares that lie on one side of something, so that those of a straight row along that side are together.

    Rows on the north and south side are horizontal, so the squares are sorted by row, elsewhere by column.
    """
    # Without a key, (x, y) pairs are sorted by column.
    return sorted(squares, key=rank_by_row) if side in (Side.NORTH, Side.SOUTH) else sorted(squares)


@dataclass(frozen=True, eq=False)
class ZoneShape:
    """The shape of an end zone in one rotation, with the upper left corner of its bounding box at (0, 0).

    Attributes:
        squares: The squares of the shape, by row.
    """

    squares: Shape

    @cached_property
    def squares_across_edges(self) -> dict[Side, tuple[Square, ...]]:
        """The squares outside the shape that share an edge with it, by the side of the shape on which they lie.

        Squares that form a straight row along a side follow each other.
        """
        squares_by_side: dict[Side, tuple[Square, ...]] = {}
        for side in SIDES:
            squares = {find_neighbour(square, side) for square in self.squares}.difference(self.squares)
            squares_by_side[side] = tuple(_sort_along(squares, side))
        return squares_by_side

    @cached_property
    def outside_sets(self) -> dict[Side, frozenset[Square]]:
        """The squares of `squares_across_edges` as sets."""
        return {side: frozenset(squares) for side, squares in self.squares_across_edges.items()}

    @cached_property
    def heights_by_column(self) -> dict[int, list[int]]:
        """The y coordinates of the squares of the shape, by their x coordinate."""
        heights: dict[int, list[int]] = defaultdict(list)
        for x, y in self.squares:
            heights[x].append(y)
        return heights

    @cached_property
    def widened_squares(self) -> frozenset[Square]:
        """The squares of the end zone's shape and those outside it that share an edge with it."""
        return frozenset(self.squares).union(*self.squares_across_edges.values())


class ZoneSite(NamedTuple):
    """A possible location of an end zone. Sites sort by row, column and rotation; sites off the grid come last.

    Attributes:
        is_off_grid: Whether the site reaches beyond the left or upper edge of the grid.
        y: The row of the upper left corner of its bounding box.
        x: The column of that corner.
        rotation: The index of the rotation among the different ones of the shape.
        shape: The shape in that rotation.
        start_squares: The squares from which routes out of the zone are measured: the walkable squares inside it or,
            for a tile beside the floor, those one step outside it.
    """

    is_off_grid: bool
    y: int
    x: int
    rotation: int
    shape: ZoneShape
    start_squares: tuple[Square, ...]

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that an end zone at this site (a possible location) would cover, by row."""
        return tuple((self.x + dx, self.y + dy) for dx, dy in self.shape.squares)

    def overlaps(self, squares: Collection[Square], with_gap: bool) -> bool:
        """Return whether this possible location of an end zone covers one of some squares.

        With `with_gap`, it is enough that it shares an edge with one of them.
        """
        zone_squares = self.shape.widened_squares if with_gap else set(self.shape.squares)
        return any((x - self.x, y - self.y) in zone_squares for x, y in squares)


def find_block_sites(
    free_squares: Collection[Square], walked_squares: Collection[Square], size: Size
) -> list[ZoneSite]:
    """Return every site for an end zone of this size on free floor, in both directions of the block. O(n).

    A site must contain at least one walked square. Sites are sorted by row and column.

    Args:
        free_squares: The squares that the end zone may cover.
        walked_squares: The squares that players walk on.
        size: The width and height of the end zone.
    """
    width, height = size
    sizes = [size] if width == height else [size, (height, width)]
    sites = []
    for rotation, (block_width, block_height) in enumerate(sizes):
        shape = ZoneShape(tuple(list_block_squares((0, 0), (block_width, block_height))))
        # A block is free if a free row of squares begins at each square of its left column.
        row_starts = {(x, y) for x, y in free_squares if all((x + i, y) in free_squares for i in range(1, block_width))}
        corners = [(x, y) for x, y in row_starts if all((x, y + i) in row_starts for i in range(1, block_height))]
        for x, y in corners:
            block = list_block_squares((x, y), (block_width, block_height))
            start_squares = tuple(square for square in block if square in walked_squares)
            if start_squares:
                is_off_grid = False  # a block on the floor never is
                sites.append(ZoneSite(is_off_grid, y, x, rotation, shape, start_squares))
    return sorted(sites)


def _find_first_squares(shape: ZoneShape, side: Side) -> list[Square]:
    """Return the squares of a shape that, with the next one to the right or below, form a straight border on one side.

    The next square lies to the right on the north and south side, below on the east and west side.

    >>> sorted(_find_first_squares(ZoneShape(((0, 0), (1, 0), (2, 0))), Side.NORTH))
    [(0, 0), (1, 0)]
    """
    along = _DIRECTION_ALONG_SIDE[side]
    outside_squares = set(shape.squares_across_edges[side])
    first_outside_squares = [square for square in outside_squares if find_neighbour(square, along) in outside_squares]
    return [find_neighbour(square, side.opposite) for square in first_outside_squares]


def list_rotated_shapes(squares: Iterable[Square]) -> list[Shape]:
    """Return the different shapes that the squares take in their four rotations, the unrotated one first.

    Each shape is moved so that its bounding box begins at (0, 0).
    """
    shapes = (tuple(sorted(rotated, key=rank_by_row)) for rotated in orient_shape(squares, flips=(False,)))
    return list(dict.fromkeys(shapes))


class TileSites:
    """The dungeon without some sections, and the sites beside its floor where the tiles of end zones could lie.

    A site covers no floor and shares at least two consecutive edges with another section. If either of the two is
    enclosed, one door joins them in the middle of their longest common straight row of edges. Where a row has two
    middles, or several rows are longest, every middle counts, so that the shortest way out is measured. If neither is
    enclosed, all common edges are open.

    Attributes:
        graph: The steps on foot over the remaining floor.

    Args:
        board: The board.
        removed_sections: The sections to remove.
        walked_squares: The squares that players walk on.
        strict: Whether a diagonal step needs both squares beside it free.
        solid: The squares of obstacles that count as rock at the corner of a diagonal step.
    """

    def __init__(
        self,
        board: Board,
        removed_sections: Collection[BoardSection],
        walked_squares: Collection[Square],
        strict: bool,
        solid: Collection[Square] = frozenset(),
    ) -> None:
        """Remove the sections from the floor, build the step graph of the rest, and find where tiles could touch it."""
        removed_squares = {square for section in removed_sections for square in section.squares}
        removed_ids = {section.id for section in removed_sections}
        self._section_by_square = {
            square: section for square, section in board.section_by_square.items() if square not in removed_squares
        }
        self._walked_squares = {square for square in walked_squares if square not in removed_squares}
        self._walls, self._strict, self._solid = board.walls, strict, solid
        ground = WalledFloor(self._section_by_square, board.walls, board.edge_doors, board.closed_door_squares, solid)
        self.graph = build_graph(self._walked_squares, find_legal_steps(ground, self._walked_squares, strict))
        kept_overlaps = {square for square, ids in board.overlaps if not removed_ids.issuperset(ids)}
        self._occupied_squares = kept_overlaps.union(self._section_by_square)
        self._occupied_columns = {x for x, _ in self._occupied_squares}
        self._free_squares_by_side = self._find_free_squares()
        self._border_squares_by_side = self._find_border_squares()

    def _find_free_squares(self) -> dict[Side, list[Square]]:
        """Return the free squares beside the floor at which two squares of a tile could touch one section.

        They are grouped by the side on which the floor lies. Such a square and the next one to its right (for floor to
        the north or south) or below it (east or west) are free, and border on two squares of the same section.
        """
        free_squares_by_side: dict[Side, list[Square]] = defaultdict(list)
        for square, section in self._section_by_square.items():
            for side in SIDES:
                along = _DIRECTION_ALONG_SIDE[side]
                first = find_neighbour(square, side)
                second = find_neighbour(first, along)
                if first in self._occupied_squares or second in self._occupied_squares:
                    continue
                if self._section_by_square.get(find_neighbour(square, along)) is section:
                    free_squares_by_side[side.opposite].append(first)
        return free_squares_by_side

    def _find_border_squares(self) -> dict[Side, list[Square]]:
        """Return the squares of the floor that have a free square beside them, sorted as `_sort_along` says.

        They are grouped by the side of a tile on that free square on which the floor square lies.
        """
        squares_by_side = {}
        for side in SIDES:
            toward_tile = side.opposite
            squares = [
                square
                for square in self._section_by_square
                if find_neighbour(square, toward_tile) not in self._occupied_squares
            ]
            squares_by_side[side] = _sort_along(squares, side)
        return squares_by_side

    def find_sites(self, squares: Sequence[Square], enclosed: bool) -> list[ZoneSite]:
        """Return every site beside the floor for a tile with these squares, in any rotation.

        Sites from which no walked square can be reached are left out. The sites are sorted as `ZoneSite` says.

        Args:
            squares: The squares of the tile.
            enclosed: Whether the tile is enclosed by walls, so that one walks out of it only through a door.
        """
        sites = []
        for rotation, shape in enumerate(map(ZoneShape, list_rotated_shapes(squares))):
            for x, y in self._find_corners(shape):
                start_squares = self._find_start_squares(shape, (x, y), enclosed)
                if start_squares:
                    is_off_grid = x < 0 or y < 0
                    sites.append(ZoneSite(is_off_grid, y, x, rotation, shape, start_squares))
        return sorted(sites)

    def _find_start_squares(self, shape: ZoneShape, corner: Square, enclosed: bool) -> tuple[Square, ...]:
        """Return the walked squares that are one step outside a tile, straight or diagonal, through its openings.

        The arguments are those of `_find_openings`.
        """
        start_squares: dict[Square, None] = {}  # serves as an ordered set
        walked_squares = self._walked_squares
        for along, outside in self._find_openings(shape, corner, enclosed):
            if outside in walked_squares:
                start_squares[outside] = None
            # A diagonal step out of the tile passes the corner square `outside`, which then must not be solid.
            if self._strict or outside in self._solid:
                continue
            for direction in (along, along.opposite):
                neighbour = find_neighbour(outside, direction)
                is_new = neighbour in walked_squares and neighbour not in start_squares
                if is_new and normalise_edge(outside, direction) not in self._walls:
                    start_squares[neighbour] = None
        return tuple(start_squares)

    def _find_corners(self, shape: ZoneShape) -> Iterator[Square]:
        """Yield every square of the map on which the upper left corner of an end zone's bounding box may lie.

        There the end zone, with squares of the given shape, covers no floor, and two consecutive edges of it touch the
        same section.
        """
        corners = set()
        for side in SIDES:
            # Where the first square of two consecutive edges lies on such a free square, both edges touch one section.
            map_squares = self._free_squares_by_side[side]
            shape_squares = _find_first_squares(shape, side)
            corners |= {(map_x - x, map_y - y) for x, y in shape_squares for map_x, map_y in map_squares}
        for x, y in corners:
            # Columns without floor are left out, since most of the end zone lies beside the floor.
            shared_columns = [
                (dx, dys) for dx, dys in shape.heights_by_column.items() if x + dx in self._occupied_columns
            ]
            covered_squares = ((x + dx, y + dy) for dx, dys in shared_columns for dy in dys)
            if self._occupied_squares.isdisjoint(covered_squares):
                yield x, y

    def _find_openings(self, shape: ZoneShape, corner: Square, enclosed: bool) -> Iterator[tuple[Side, Square]]:
        """Yield the squares outside a tile onto which one walks out of it.

        If the tile or the section beside it is enclosed by walls, these are the squares before the middle of their
        longest common rows of edges, where a door would lie. Otherwise they are all squares of that section beside the
        tile.

        Args:
            shape: The shape of the tile.
            corner: The upper left corner of its bounding box.
            enclosed: Whether the tile is enclosed.

        Yields:
            The direction of the row of edges, and the square outside.
        """
        walled_rows_by_section: dict[BoardSection, list[tuple[Side, list[Square]]]] = defaultdict(list)
        for along, section, row in self._find_outside_runs(shape, corner):
            if enclosed or section.enclosed:
                walled_rows_by_section[section].append((along, row))
            else:
                yield from ((along, square) for square in row)
        for rows in walled_rows_by_section.values():
            max_length = max(len(row) for _, row in rows)
            if max_length < DOOR_WIDTH:
                continue
            # With an odd number of squares left over there are two middles, and the squares of both are yielded.
            margin = (max_length - DOOR_WIDTH) // 2
            for along, row in rows:
                if len(row) == max_length:
                    yield from ((along, square) for square in row[margin : max_length - margin])

    def _find_outside_runs(self, shape: ZoneShape, corner: Square) -> Iterator[tuple[Side, BoardSection, list[Square]]]:
        """Yield the unbroken rows of squares of one section that lie outside a tile along one of its sides.

        Args:
            shape: The shape of the tile.
            corner: The upper left corner of its bounding box.

        Yields:
            The direction of the row, the section, and the squares of the row.
        """
        for side in SIDES:
            along = _DIRECTION_ALONG_SIDE[side]
            run: list[Square] = []
            run_section: BoardSection | None = None
            for square in self._list_floor_outside(shape, corner, side):
                section = self._section_by_square[square]
                if run_section is section and find_neighbour(run[-1], along) == square:
                    run.append(square)
                    continue
                if run_section is not None:
                    yield along, run_section, run
                run_section, run = section, [square]
            if run_section is not None:
                yield along, run_section, run

    def _list_floor_outside(self, shape: ZoneShape, corner: Square, side: Side) -> list[Square]:
        """Return the squares of the floor that share an edge with a tile on one of its sides, sorted by `_sort_along`.

        The tile must cover no floor. A tile with notches may have thousands of edges, and a map may have thousands of
        border squares; so the shorter of the two lists is gone through.

        Args:
            shape: The shape of the tile.
            corner: The upper left corner of its bounding box.
            side: The side of the tile.
        """
        left, top = corner
        outside_squares = shape.squares_across_edges[side]
        border_squares = self._border_squares_by_side[side]
        if len(outside_squares) <= len(border_squares):
            map_squares = [(left + dx, top + dy) for dx, dy in outside_squares]
            return [square for square in map_squares if square in self._section_by_square]
        outside = shape.outside_sets[side]
        return [(x, y) for x, y in border_squares if (x - left, y - top) in outside]
