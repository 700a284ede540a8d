"""Where end zones could lie: as blocks on the floor or as tiles laid beside it, and how one walks out of them there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dungeon_designer.analysis.movement import Ground
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import SIDES, Side, Size, Square, block, bounds, edge, neighbour, row_major, turned_square

DOOR_WIDTH = 2

Shape = tuple[Square, ...]
"""Squares by row, counted from the upper left corner of the rectangle around them."""


class Site(NamedTuple):
    """A place for an end zone; sites are put in order by row, column and turn, those off the grid last.

    `feet` are the squares from which ways are counted: its own that are walked on, or those one step outside.
    """

    off: bool
    y: int
    x: int
    turn: int
    squares: tuple[Square, ...]
    feet: tuple[Square, ...]

    def clashes(self, squares: Collection[Square], gap: bool) -> bool:
        """Whether it covers one of some squares or, with `gap`, shares an edge with one."""
        own = set(self.squares)
        if gap:
            own |= {neighbour(square, side) for square in self.squares for side in SIDES}
        return not own.isdisjoint(squares)


def block_sites(free: Collection[Square], walked: Collection[Square], size: Size) -> list[Site]:
    """Every block of free squares, either way round, with squares that are walked on. O(n)."""
    found = []
    for turn, (width, height) in enumerate(dict.fromkeys((size, size[::-1]))):
        across = {(x, y) for x, y in free if all((x + i, y) in free for i in range(1, width))}
        for x, y in across:
            if all((x, y + i) in across for i in range(1, height)):
                squares = tuple(block((x, y), (width, height)))
                if feet := tuple(square for square in squares if square in walked):
                    found.append(Site(False, y, x, turn, squares, feet))
    return sorted(found)


def turned_shapes(squares: Iterable[Square]) -> list[Shape]:
    """The different shapes that some squares have in their four turns, as they lie first."""
    (left, top), size = bounds(squares := list(squares))
    return list(_turned(tuple((x - left, y - top) for x, y in squares), size))


@lru_cache(16)
def _turned(squares: Shape, size: Size) -> tuple[Shape, ...]:
    turned = ([turned_square(square, size, quarters) for square in squares] for quarters in range(4))
    return tuple(dict.fromkeys(tuple(sorted(shape, key=row_major)) for shape in turned))


@lru_cache(16)
def _runs(shape: Shape) -> tuple[tuple[Side, Side, tuple[Square, ...]], ...]:
    """The straight runs of a shape's edges: a side, which way the run goes, and the squares outside in order."""
    own, runs = set(shape), []
    for side in SIDES:
        along = _along(side)
        outside = {there for at in shape if (there := neighbour(at, side)) not in own}
        lines = {at: neighbour(at, along.opposite) for at in outside}
        for first in sorted((at for at, before in lines.items() if before not in outside), key=row_major):
            run = [first]
            while (after := neighbour(run[-1], along)) in outside:
                run.append(after)
            runs.append((side, along, tuple(run)))
    return tuple(runs)


def _along(side: Side) -> Side:
    return Side.EAST if side in (Side.NORTH, Side.SOUTH) else Side.SOUTH


class TileSites:
    """What is left of a dungeon when some sections are lifted off, and where their tiles could lie beside it.

    A site covers nothing and shares at least two edges in a row with another tile. Where either of the two is
    enclosed, they are joined by one door in the middle of the longest straight run of edges they share; of a run with
    two middles, or of several longest runs, every middle counts, so that the shortest way out is measured. Where
    neither is enclosed, all edges they share are open.
    """

    def __init__(
        self, board: Board, lifted: Collection[BoardSection], walked: Collection[Square], strict: bool
    ) -> None:
        gone = {square for section in lifted for square in section.owned}
        names = {section.id for section in lifted}
        self._board, self._strict = board, strict
        self.owner = {square: section for square, section in board.owner.items() if square not in gone}
        self.walked = {square for square in walked if square not in gone}
        self.ground = Ground(self.owner, board.walls, board.edge_doors, board.shut_doors)
        covered = {square for square, ids in board.overlaps if not names.issuperset(ids)}
        self._taken = covered | self.owner.keys()
        self._borders = self._double_borders()

    def _double_borders(self) -> dict[Side, list[Square]]:
        """By the side towards the rest: the free squares that with the next along touch two squares of one section."""
        found: dict[Side, list[Square]] = defaultdict(list)
        for square, section in self.owner.items():
            for side in SIDES:
                along = _along(side)
                if self.owner.get(neighbour(square, along)) is section:
                    first = neighbour(square, side)
                    if not {first, neighbour(first, along)} & self._taken:
                        found[side.opposite].append(first)
        return found

    def of(self, squares: Sequence[Square], enclosed: bool) -> list[Site]:
        """Every site of a tile of these squares, in any turn."""
        found = []
        for turn, shape in enumerate(turned_shapes(squares)):
            for x, y in self._corners(shape):
                feet = self._feet(shape, (x, y), enclosed)
                if feet:
                    placed = tuple((x + dx, y + dy) for dx, dy in shape)
                    found.append(Site(x < 0 or y < 0, y, x, turn, placed, feet))
        return sorted(found)

    def _corners(self, shape: Shape) -> set[Square]:
        """Where the corner of a shape lies when it covers nothing and two edges in a row touch one section."""
        corners = {
            (fx - at[0], fy - at[1])
            for side, _, run in _runs(shape)
            for at in (neighbour(outside, side.opposite) for outside in run[:-1])
            for fx, fy in self._borders[side]
        }
        for dx, dy in shape:
            corners -= {(x - dx, y - dy) for x, y in self._taken}
        return corners

    def _feet(self, shape: Shape, corner: Square, enclosed: bool) -> tuple[Square, ...]:
        """The squares one step from a site: straight out of its openings, or slantwise if free."""
        feet: dict[Square, None] = {}
        for along, outside in self._openings(shape, corner, enclosed):
            ways = () if self._strict else (along, along.opposite)
            beside = [neighbour(outside, way) for way in ways if edge(outside, way) not in self._board.walls]
            feet.update(dict.fromkeys(square for square in (outside, *beside) if square in self.walked))
        return tuple(feet)

    def _openings(self, shape: Shape, corner: Square, enclosed: bool) -> Iterator[tuple[Side, Square]]:
        """The squares outside the edges by which one walks out, and the way their run goes."""
        shut: dict[BoardSection, list[tuple[Side, list[Square]]]] = defaultdict(list)
        x, y = corner
        for _, along, run in _runs(shape):
            last = None
            for dx, dy in run:
                outside = x + dx, y + dy
                section = self.owner.get(outside)
                if section is not None and not (enclosed or section.enclosed):
                    yield along, outside
                elif section is not None and section is last:
                    shut[section][-1][1].append(outside)
                elif section is not None:
                    shut[section].append((along, [outside]))
                last = section
        for runs in shut.values():
            longest = max(len(run) for _, run in runs)
            for along, squares in runs if longest >= DOOR_WIDTH else ():
                spare = (len(squares) - DOOR_WIDTH) // 2
                if len(squares) == longest:
                    yield from ((along, at) for at in squares[spare : len(squares) - spare])
