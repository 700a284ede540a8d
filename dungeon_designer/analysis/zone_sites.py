"""Where end zones could lie: as blocks on the floor or as tiles laid beside it, and how one walks out of them there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dungeon_designer.analysis.movement import WalledFloor, graph_of, legal_steps
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import SIDES, Side, Size, Square, block, bounds, edge, neighbour, row_major, turned_square

DOOR_WIDTH = 2

Shape = tuple[Square, ...]
"""Squares by row, counted from the upper left corner of the rectangle around them."""


_ALONG = {side: Side.EAST if side.step[1] else Side.SOUTH for side in SIDES}
"""Which way a row of edges on a side goes."""


@dataclass(frozen=True, eq=False)
class ZoneShape:
    """An end zone in one of its turns."""

    squares: Shape

    @cached_property
    def across(self) -> dict[Side, tuple[Square, ...]]:
        """The squares across its edges by the side they lie on, line by line."""
        found = {side: {neighbour(square, side) for square in self.squares}.difference(self.squares) for side in SIDES}
        return {side: tuple(sorted(at, key=row_major if side.step[1] else None)) for side, at in found.items()}

    @cached_property
    def widened(self) -> frozenset[Square]:
        """Its squares and those across its edges."""
        return frozenset(self.squares).union(*self.across.values())


class ZoneSite(NamedTuple):
    """A place for an end zone; sites are put in order by row, column and turn, those off the grid last.

    `feet` are the squares from which ways are counted: its own that are walked on, or those one step outside.
    """

    off: bool
    y: int
    x: int
    turn: int
    shape: ZoneShape
    feet: tuple[Square, ...]

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares it covers, by row."""
        return tuple((self.x + dx, self.y + dy) for dx, dy in self.shape.squares)

    def clashes(self, squares: Collection[Square], gap: bool) -> bool:
        """Whether it covers one of some squares or, with `gap`, shares an edge with one."""
        own = self.shape.widened if gap else set(self.shape.squares)
        return any((x - self.x, y - self.y) in own for x, y in squares)


def block_sites(free: Collection[Square], walked: Collection[Square], size: Size) -> list[ZoneSite]:
    """Every block of free squares, either way round, with squares that are walked on. O(n)."""
    found = []
    for turn, (width, height) in enumerate(dict.fromkeys((size, size[::-1]))):
        across = {(x, y) for x, y in free if all((x + i, y) in free for i in range(1, width))}
        shape = ZoneShape(tuple(block((0, 0), (width, height))))
        for x, y in [(x, y) for x, y in across if all((x, y + i) in across for i in range(1, height))]:
            if feet := tuple(square for square in block((x, y), (width, height)) if square in walked):
                found.append(ZoneSite(False, y, x, turn, shape, feet))
    return sorted(found)


def turned_shapes(squares: Iterable[Square]) -> list[Shape]:
    """The different shapes that some squares have in their four turns, as they lie first."""
    (left, top), size = bounds(squares := list(squares))
    moved = [(x - left, y - top) for x, y in squares]
    turned = ([turned_square(square, size, quarters) for square in moved] for quarters in range(4))
    return list(dict.fromkeys(tuple(sorted(shape, key=row_major)) for shape in turned))


class TileSites:
    """What is left of a dungeon when some sections are lifted off, and where their tiles could lie beside it.

    A site covers nothing and shares at least two edges in a row with another tile. Where either of the two is
    enclosed, they are joined by one door in the middle of the longest straight run of edges they share; of a run with
    two middles, or of several longest runs, every middle counts, so that the shortest way out is measured. Where
    neither is enclosed, all edges they share are open. `graph` are the steps on foot over what is left; the squares
    of `solid` obstacles count as rock at a corner.
    """

    def __init__(
        self,
        board: Board,
        lifted: Collection[BoardSection],
        walked: Collection[Square],
        strict: bool,
        solid: Collection[Square] = frozenset(),
    ) -> None:
        gone = {square for section in lifted for square in section.squares}
        names = {section.id for section in lifted}
        self._owner = {square: section for square, section in board.owner.items() if square not in gone}
        self._walked = {square for square in walked if square not in gone}
        self._walls, self._strict, self._solid = board.walls, strict, solid
        ground = WalledFloor(self._owner, board.walls, board.edge_doors, board.shut_doors, solid)
        self.graph = graph_of(self._walked, legal_steps(ground, self._walked, strict))
        self._taken = {square for square, ids in board.overlaps if not names.issuperset(ids)}.union(self._owner)
        self._columns = {x for x, _ in self._taken}
        self._borders: dict[Side, list[Square]] = defaultdict(list)
        """By the side towards the rest: the free squares that with the next along touch two squares of one section."""
        for square, section in self._owner.items():
            for side in SIDES:
                first = neighbour(square, side)
                if first in self._taken or neighbour(first, _ALONG[side]) in self._taken:
                    continue
                if self._owner.get(neighbour(square, _ALONG[side])) is section:
                    self._borders[side.opposite].append(first)

    def of(self, squares: Sequence[Square], enclosed: bool) -> list[ZoneSite]:
        """Every site of a tile of these squares, in any turn."""
        found = []
        for turn, shape in enumerate(map(ZoneShape, turned_shapes(squares))):
            for x, y in self._corners(shape):
                feet: dict[Square, None] = {}
                for along, outside in self._openings(shape, (x, y), enclosed):
                    past = not self._strict and outside not in self._solid
                    ways = (along, along.opposite) if past else ()
                    slant = [neighbour(outside, way) for way in ways if edge(outside, way) not in self._walls]
                    feet.update(dict.fromkeys(at for at in (outside, *slant) if at in self._walked))
                if feet:
                    found.append(ZoneSite(x < 0 or y < 0, y, x, turn, shape, tuple(feet)))
        return sorted(found)

    def _corners(self, shape: ZoneShape) -> Iterator[Square]:
        """Where the corner of a shape lies when it covers nothing and two edges in a row touch one section."""
        corners = set()
        for side, across in shape.across.items():
            firsts = set(across).intersection(neighbour(at, _ALONG[side].opposite) for at in across)
            ends = [neighbour(at, side.opposite) for at in firsts]
            corners |= {(fx - x, fy - y) for x, y in ends for fx, fy in self._borders[side]}
        for x, y in corners:
            if self._taken.isdisjoint((x + dx, y + dy) for dx, dy in shape.squares if x + dx in self._columns):
                yield x, y

    def _openings(self, shape: ZoneShape, corner: Square, enclosed: bool) -> Iterator[tuple[Side, Square]]:
        """The squares outside the edges by which one walks out, and the way their run goes."""
        x, y = corner
        shut: dict[BoardSection, list[tuple[Side, list[Square]]]] = defaultdict(list)
        for side, across in shape.across.items():
            along, last = _ALONG[side], None
            for at in [at for dx, dy in across if x + dx in self._columns and (at := (x + dx, y + dy)) in self._owner]:
                section = self._owner[at]
                if not (enclosed or section.enclosed):
                    yield along, at
                elif last == (section, at):
                    shut[section][-1][1].append(at)
                else:
                    shut[section].append((along, [at]))
                last = section, neighbour(at, along)
        for runs in shut.values():
            longest = max(len(run) for _, run in runs)
            for along, run in runs:
                if len(run) == longest >= DOOR_WIDTH:
                    spare = (longest - DOOR_WIDTH) // 2
                    yield from ((along, at) for at in run[spare : longest - spare])
