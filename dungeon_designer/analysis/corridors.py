"""How wide ways are: blocks of so many squares each way, what they cover, how they slide; halls and their furniture.

A *block* is `size` x `size` squares of ground with no wall inside; it is named by its north-western square, its
*anchor*. A square is wide when some block covers it. Blocks that differ by one square slide into each other: since two
blocks side by side have no wall between them, blocks that slide to each other are simply a connected group of anchors.
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
    block,
    bounds,
    edge,
    groups,
    neighbour,
    row_major,
)

_AHEAD = ((1, 0), (1, 1), (0, 1), (-1, 1))
"""The directions in which every step between two squares is met once."""


def blocks(ground: Set[Square], walls: Collection[Edge], size: int) -> set[Square]:
    """The blocks of `size` x `size` squares of `ground` with no wall inside, by their anchors. O(N) a size.

    A larger block is four blocks one smaller, each a square off.
    """
    found = set(ground)
    for _ in range(1, size):
        found = {(x, y) for x, y in found if (x + 1, y) in found and {(x, y + 1), (x + 1, y + 1)} <= found}
        if walls:
            cut = {at for (x, y), side in walls for at in ((x, y), (x, y - 1) if side is Side.EAST else (x - 1, y))}
            found, walls = found - cut, ()
    return found


def covered(anchors: Iterable[Square], size: int) -> set[Square]:
    """The squares that some blocks cover."""
    places = list(product(range(size), repeat=2))
    return {(x + dx, y + dy) for x, y in anchors for dx, dy in places}


def small_groups(board: Board, width: int) -> list[frozenset[Square]]:
    """Groups, connected by sides or corners, of squares nobody walks on at most twice `width` squares long and wide.

    And those of rock that are at most `width` long and wide.
    """
    blocked, floor = board.owner.keys() - board.walkable_squares, board.owner
    rock = [
        (x + 1, y)
        for x, y in floor
        if (x + 1, y) not in floor and any((x + more, y) in floor for more in range(2, width + 2))
    ]
    found = _grown(blocked, blocked.__contains__, 2 * width)
    return found + _grown(rock, lambda square: square not in floor, width)


def _grown(starts: Iterable[Square], belongs: Callable[[Square], bool], most: int) -> list[frozenset[Square]]:
    """The groups around some squares that are at most so long and wide; of what is larger, no more than shows that."""
    known: set[Square] = set()
    found = []
    for start in starts:
        group, wave, small = {start}, [start], start not in known
        while wave and small:
            x, y = wave.pop()
            more = {at for dx, dy in DIRECTIONS if belongs(at := (x + dx, y + dy))} - group
            group |= more
            wave += more
            small = known.isdisjoint(more) and max(bounds(group)[1]) <= most
        known |= group
        if small:
            found.append(frozenset(group))
    return found


class Hall(NamedTuple):
    """What blocks twice the width cover that slide to each other: their anchors, the squares, the furniture within."""

    anchors: Set[Square]
    squares: Set[Square]
    furniture: frozenset[Square]


class Ways:
    """How wide the ways of one board are for blocks of `width`.

    `graph` has the steps that join squares: none over a door that may be narrower. Furniture that stands free in a hall
    is looked through: it counts as floor with open edges, and where it is a wall to diagonal steps, whoever asks for
    steps puts another `graph` in place, in which it is none.
    """

    def __init__(self, board: Board, graph: nx.Graph[Square], width: int) -> None:
        self.board, self.graph, self.width = board, graph, width
        self.walked = board.walkable_squares - board.entry_squares
        self.small_groups = small_groups(board, width)
        self.halls = list(self._halls())
        self.looked_through: frozenset[Square] = frozenset().union(*(hall.furniture for hall in self.halls))
        self.ground = self.walked | self.looked_through
        self.blocks = blocks(self.ground, board.walls, width)
        self.wide = covered(self.blocks, width)
        self._places = block((0, 0), (width, width))

    def _halls(self) -> Iterator[Hall]:
        """The halls with furniture in them: all around it can be walked on and is no bridge, with no wall at it."""
        walls, free = self.board.walls, list[frozenset[Square]]()
        for group in self.small_groups:
            around = {(x + dx, y + dy) for x, y in group for dx, dy in DIRECTIONS} - group
            bare = all(edge(square, side) not in walls for square in group for side in SIDES)
            if bare and around <= self.walked and around.isdisjoint(self.board.bridge_squares):
                free.append(group)
        anchors = blocks(self.walked.union(*free), walls, 2 * self.width) if free else set()
        for own in map(frozenset, groups(anchors)):
            squares = covered(own, 2 * self.width)
            inside = [group for group in free if group <= squares]
            if inside:
                yield Hall(own, squares, frozenset().union(*inside))

    def barred_halls(self) -> Iterator[list[Square]]:
        """The furniture of each hall that bars it: of its blocks twice the width, some are not joined inside it."""
        for hall in self.halls:
            bare = hall.squares & self.walked
            large = blocks(bare, self.board.walls, 2 * self.width) & hall.anchors
            if len(large) > 1:
                parts = groups(blocks(bare, self.board.walls, self.width))
                if sum(not large.isdisjoint(part) for part in parts) > 1:
                    yield sorted(hall.furniture, key=row_major)

    def narrow_groups(self, squares: Set[Square]) -> Iterator[set[Square]]:
        """Those of some squares that no block covers, in groups connected by steps, by their first square."""
        narrow = sorted((squares & self.ground) - self.wide, key=row_major)
        graph: nx.Graph[Square] = nx.Graph()
        graph.add_nodes_from(narrow)
        graph.add_edges_from((a, b) for a in narrow for b in self.steps(a) if b in graph)
        yield from nx.connected_components(graph)

    def named(self, squares: Set[Square]) -> list[Square]:
        """Some squares by row; those that are looked through only where there are no others."""
        return sorted(squares - self.looked_through or squares, key=row_major)

    def steps(self, square: Square) -> set[Square]:
        """The ground one step from a square; what is looked through is one step from all around it."""
        x, y = square
        around = {(x + dx, y + dy) for dx, dy in DIRECTIONS} if self.looked_through else set()
        near = around if square in self.looked_through else around & self.looked_through
        return near.union(self.graph.adj.get(square, ())) & self.ground

    def diagonal_passages(self, squares: Iterable[Square]) -> list[tuple[Square, Square]]:
        """Return the steps from some squares that lead diagonally between two squares nobody walks on.

        Only those that no way leads round nearby: in the window around both ends, other steps do not join them.
        """
        pairs = {
            frozenset((one, other)) for one in squares for other in self.steps(one) if self._is_squeeze(one, other)
        }
        steps = sorted([(row_major(one), one, other) for one, other in (sorted(pair, key=row_major) for pair in pairs)])
        return [(one, other) for _, one, other in steps if not self._leads_round(one, other)]

    def _is_squeeze(self, one: Square, other: Square) -> bool:
        """Return whether a step is diagonal and nobody walks on the two squares beside it."""
        corners = {(one[0], other[1]), (other[0], one[1])}
        return one not in corners and corners.isdisjoint(self.ground)

    def _leads_round(self, start: Square, end: Square) -> bool:
        """Return whether steps that are no squeezes lead from one square to another in the window around both."""
        (left, top), (wide, high) = bounds((start, end))
        window = set(block((left - self.width, top - self.width), (wide + 2 * self.width, high + 2 * self.width)))
        reached, wave = {start}, [start]
        while wave:
            at = wave.pop()
            onward = {to for to in self.steps(at) & window if to not in reached and not self._is_squeeze(at, to)}
            reached |= onward
            wave += onward
        return end in reached

    def is_alcove(self, square: Square) -> bool:
        """Whether a square opens to one side only, and the blocks over the squares one step from it are joined nearby.

        The place are the square and the small groups that touch it. Sides are counted over doors, too.
        """
        open_sides = [
            s for s in SIDES if neighbour(square, s) in self.ground and edge(square, s) not in self.board.walls
        ]
        if len(open_sides) != 1:
            return False
        around = {(square[0] + dx, square[1] + dy) for dx, dy in DIRECTIONS} - self.looked_through
        touching = [group for group in self.small_groups if not group.isdisjoint(around)]
        return self._joined(self._over(self.steps(square)), {square}.union(*touching))

    def is_gap(self, square: Square) -> bool:
        """Whether a square is a gap one square wide and one deep, between wide ground and wide ground.

        Two opposite sides are walls. Only a wall is a wall: lava beside a way makes no gap of it.
        """
        floor, walls = self.board.owner.keys() | self.looked_through, self.board.walls
        wall = [neighbour(square, side) not in floor or edge(square, side) in walls for side in SIDES]
        leads = [not shut and neighbour(square, side) in self.wide for shut, side in zip(wall, SIDES, strict=True)]
        north, east, south, west = range(4)
        across = wall[east] and wall[west] and leads[north] and leads[south]
        return across or (wall[north] and wall[south] and leads[east] and leads[west])

    def pinches(self, squares: Set[Square]) -> list[list[Square]]:
        """The pinches on some squares, by their first; those that have squares in common are one.

        Of each the squares in several blocks not joined nearby or, where it has none, the ends of its steps.
        """
        over = {square: self._over([square]) for square in squares & self.wide}
        parted = {square for square, own in over.items() if self._parted(own) and not self._joined(own, [square])}
        linked: nx.Graph[Square] = nx.Graph()
        linked.add_nodes_from(parted)
        for square, own in over.items():
            for dx, dy in _AHEAD:
                there = square[0] + dx, square[1] + dy
                if there not in over or (
                    square not in parted and there not in parted and not own.isdisjoint(over[there])
                ):
                    continue
                if there in self.steps(square) and not self._joined(own | over[there], [square, there]):
                    linked.add_edge(square, there)
        found = [self.named(group & parted or group) for group in nx.connected_components(linked)]
        return sorted(found, key=lambda group: row_major(group[0]))

    def _parted(self, over: Set[Square]) -> bool:
        """Whether the blocks over one square may not slide to each other over that square; mostly they do."""
        if self.width > 2:
            return sum(1 for _ in groups(over)) > 1
        return len(over) == 2 and len({x for x, _ in over}) == len({y for _, y in over}) == 2

    def _over(self, squares: Iterable[Square]) -> set[Square]:
        """The blocks over some squares."""
        return self.blocks.intersection((x - dx, y - dy) for x, y in squares for dx, dy in self._places)

    def _joined(self, wanted: Set[Square], place: Collection[Square]) -> bool:
        """Whether some blocks are joined nearby: each slides to each without leaving the window around a place.

        The window is the smallest rectangle around it with `width` squares more on every side. O(its squares).
        """
        (left, top), (wide, high) = bounds(place)
        window = block((left - self.width, top - self.width), (wide + self.width + 1, high + self.width + 1))
        return len(wanted) < 2 or any(wanted <= set(group) for group in groups(self.blocks.intersection(window)))
