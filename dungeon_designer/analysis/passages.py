"""Find where sections meet: their common edges, straight runs of them, junctions, and the doors in them.

Two sections touch if they share an edge; a corner alone does not count. Shared edges of the same two sections that
meet in a corner of the grid form one chain, round corners too: a junction. A junction is as wide as its longest
straight run, walls or not. Two sections are connected if some edge between them is no wall.

A bridge, or a trap of several squares, is an element of a dungeon besides its sections, with junctions of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

import networkx as nx

from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.findings import MoveDoor
from dungeon_designer.grid import (
    SIDES,
    Edge,
    Side,
    Square,
    find_connected_groups,
    find_neighbour,
    list_edges,
    normalise_edge,
)
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import EdgeDoor, TrapKind

IndexPair = tuple[int, int]
"""The indices of two sections or elements; of two sections the smaller first."""


class BorderRun(NamedTuple):
    """A straight row of edges between two sections or elements.

    Attributes:
        start: The first square along the row, on its north or west side.
        side: The side of that square on which the edges lie: south, so that the row goes right, or east, so that it
            goes down.
        states: OPEN, WALL or DOOR for each edge, in that order.
    """

    start: Square
    side: Side
    states: tuple[int, ...]

    @property
    def width(self) -> int:
        """The number of edges of this row, which is its length in squares."""
        return len(self.states)

    @property
    def edges(self) -> list[Edge]:
        """All edges of this straight row, from the one at `start` on."""
        return list_edges(self.start, self.side, self.width)

    @property
    def squares(self) -> list[Square]:
        """The squares along this row of edges: first those on the side of `start`, then those on the other side."""
        own_squares = [square for square, _ in self.edges]
        return own_squares + [find_neighbour(square, self.side) for square in own_squares]


class Junction(NamedTuple):
    """A chain of edges where two sections or elements meet. It may go round corners.

    Attributes:
        pair: The indices of the two sections or elements.
        runs: The straight rows of edges that form the chain.
    """

    pair: IndexPair
    runs: tuple[BorderRun, ...]

    @property
    def width(self) -> int:
        """The length, in edges, of the junction's longest straight row of edges."""
        return max(run.width for run in self.runs)

    @property
    def longest_run(self) -> BorderRun:
        """The longest straight row of edges; of several, the first."""
        return max(self.runs, key=lambda run: run.width)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares on both sides of the junction (the chain of edges where two sections meet), each once."""
        return tuple(dict.fromkeys(square for run in self.runs for square in run.squares))

    def has_edge_state(self, state: int) -> bool:
        """Return whether some edge of the junction has this state: OPEN, WALL or DOOR."""
        return any(state in run.states for run in self.runs)

    @property
    def is_passable(self) -> bool:
        """Whether some edge of the junction is open or a door."""
        return any(state != WALL for run in self.runs for state in run.states)


class RunPart(NamedTuple):
    """Consecutive edges of a straight row of edges, such as a door in a longer border.

    Attributes:
        run: The whole row.
        start: The index in the row of the first edge of this part.
        width: The number of edges of this part.
    """

    run: BorderRun
    start: int
    width: int

    @property
    def edges_after(self) -> int:
        """The number of edges of the row that follow this part."""
        return self.run.width - self.start - self.width

    @property
    def edges(self) -> list[Edge]:
        """The edges of this part of a straight row of edges."""
        return self.run.edges[self.start : self.start + self.width]

    @property
    def states(self) -> tuple[int, ...]:
        """The states (OPEN, WALL or DOOR) of the edges of this part."""
        return self.run.states[self.start : self.start + self.width]

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares on both sides of this part: first those on the side of the row's `start`, then those opposite."""
        own_squares = [square for square, _ in self.edges]
        return (*own_squares, *(find_neighbour(square, self.run.side) for square in own_squares))


class Element(NamedTuple):
    """A bridge, or a trap of several squares, which has junctions with the floor around it.

    Attributes:
        name: Its kind as text, such as "bridge" or "spiked pit".
        squares: Its squares.
    """

    name: str
    squares: tuple[Square, ...]


def build_section_graph(board: Board, junctions: Iterable[Junction]) -> nx.MultiGraph[int]:
    """Return a graph whose nodes are the indices of the sections, and whose edges are the junctions between them.

    Each edge has three attributes: `junction`; `length`, the width of the junction in squares; and `doors`, a list with
    a `RunPart` for each unbroken row of door edges.
    """
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    graph.add_nodes_from(range(len(board.sections)))
    for junction in junctions:
        doors = [door for run in junction.runs for door in find_run_parts(run, (DOOR,))]
        graph.add_edge(*junction.pair, junction=junction, length=junction.width, doors=doors)
    return graph


def find_junctions(
    board: Board, is_counted: Callable[[Square, Square], bool] = lambda start, end: True
) -> tuple[Junction, ...]:
    """Return the junctions between sections (chains of shared edges), by row and column of their first squares.

    Args:
        board: The board.
        is_counted: Returns whether the edge between two squares counts; by default all edges do.
    """
    index_by_section = {section: i for i, section in enumerate(board.sections)}

    def list_shared_edges() -> Iterator[tuple[IndexPair, Edge]]:
        """Yield each counted edge between two sections, with the indices of both, the smaller first."""
        for square, section in board.section_by_square.items():
            x, y = square
            for next_square, side in (((x + 1, y), Side.EAST), ((x, y + 1), Side.SOUTH)):
                other_section = board.section_by_square.get(next_square, section)
                if other_section is not section and is_counted(square, next_square):
                    first, second = index_by_section[section], index_by_section[other_section]
                    yield (first, second) if first < second else (second, first), (square, side)

    return _group_junctions(board, list_shared_edges())


def find_junctions_at_bridge_ends(board: Board) -> tuple[Junction, ...]:
    """Return the junctions (chains of shared edges) between sections; those of a bridge only at its ends.

    An edge that touches a bridge section counts only if both its squares can be walked on.
    """
    walkable = board.walkable_squares
    bridges = {square for section in board.list_sections(SectionKind.BRIDGE) for square in section.squares}
    return find_junctions(board, lambda *squares: walkable.issuperset(squares) or bridges.isdisjoint(squares))


def find_element_junctions(board: Board) -> Iterator[tuple[Element, Junction]]:
    """Yield each bridge and each trap of several squares with each of its junctions with the floor around it.

    Only edges between two walkable squares count, so a bridge has its junctions at its ends. A junction that consists
    only of walls is left out. It does not matter which sections the floor around an element belongs to. Bridges come
    first, then the traps by kind. Where two traps of one kind share a square, the square counts for the last one.
    """
    bridges = [Element("bridge", tuple(group)) for group in find_connected_groups(board.bridge_squares)]
    traps = [
        [Element(kind.replace("_", " "), t.squares) for t in board.traps if t.kind is kind and len(t.squares) > 1]
        for kind in TrapKind
    ]
    for kind_elements in (bridges, *traps):
        index_by_square = {square: i for i, element in enumerate(kind_elements) for square in element.squares}
        surrounding_edges = [
            ((number, -1), normalise_edge(square, side))
            for square, number in index_by_square.items()
            for side in SIDES
            if {square, neighbour_square := find_neighbour(square, side)} <= board.walkable_squares
            and index_by_square.get(neighbour_square) != number
        ]
        for junction in _group_junctions(board, surrounding_edges):
            if junction.is_passable:
                yield kind_elements[junction.pair[0]], junction


def _group_junctions(board: Board, edges: Iterable[tuple[IndexPair, Edge]]) -> tuple[Junction, ...]:
    """Join edges into junctions: edges with the same pair that meet at corners of the grid. O(E log E).

    Args:
        board: The board, which knows which edges are walls and doors.
        edges: The edges, each with the indices of the two sections or elements between which it lies.

    Returns:
        The junctions, by row and column of their first squares.
    """
    edges_by_pair: dict[IndexPair, dict[Edge, None]] = defaultdict(dict)
    for pair, edge_name in edges:
        edges_by_pair[pair][edge_name] = None
    walls, doors, chains = board.walls, board.edge_doors, []
    for pair, pair_edges in edges_by_pair.items():
        runs = []  # as long as can be
        for edge_name in pair_edges:
            (x, y), side = start = edge_name
            dx, dy = (0, 1) if side is Side.EAST else (1, 0)
            if ((x - dx, y - dy), side) not in pair_edges:
                states = list[int]()
                while edge_name in pair_edges:
                    states.append(WALL if edge_name in walls else DOOR if edge_name in doors else OPEN)
                    edge_name = (x + len(states) * dx, y + len(states) * dy), side
                runs.append(BorderRun(start[0], side, tuple(states)))
        chains += [(pair, chain) for chain in _group_runs(sorted(runs, key=_sort_key))]
    chains.sort(key=lambda each: (_sort_key(each[1][0]), each[0]))
    return tuple(Junction(pair, tuple(chain)) for pair, chain in chains)


def _sort_key(run: BorderRun) -> tuple[int, int, bool]:
    """Return the key that sorts rows of edges: row and column of the first square, east sides before south."""
    return run.start[1], run.start[0], run.side is Side.SOUTH


def _group_runs(runs: list[BorderRun]) -> Iterable[list[BorderRun]]:
    """Return the rows of edges in groups that share corners of the grid; each group becomes one junction.

    Most often no two rows share a corner. That case is answered without a graph.
    """
    corners_by_run = []
    for (x, y), side, states in runs:
        dx, dy = (0, 1) if side is Side.EAST else (1, 0)
        corners_by_run.append([(x + 1 - dx + i * dx, y + 1 - dy + i * dy) for i in range(len(states) + 1)])
    if len(set().union(*corners_by_run)) == sum(map(len, corners_by_run)):
        return [[run] for run in runs]
    corners: nx.Graph[Square] = nx.Graph()  # given to its constructor, the edges would load much of networkx
    corners.add_edges_from(each for run_corners in corners_by_run for each in pairwise(run_corners))
    chain = {corner: i for i, chained in enumerate(nx.connected_components(corners)) for corner in chained}
    runs_by_chain: dict[int, list[BorderRun]] = defaultdict(list)
    for run, run_corners in zip(runs, corners_by_run, strict=True):
        runs_by_chain[chain[run_corners[0]]].append(run)
    return runs_by_chain.values()


def find_run_parts(run: BorderRun, states: Collection[int]) -> list[RunPart]:
    """Return the parts of a row of edges in which every edge has one of the states, each as long as possible.

    The states are 0 (OPEN), 1 (WALL) and 2 (DOOR).

    >>> run = BorderRun((0, 0), Side.EAST, (1, 2, 2, 1, 0))
    >>> [(part.start, part.width, part.edges_after) for part in find_run_parts(run, (0, 2))]
    [(1, 2, 2), (4, 1, 0)]
    """
    parts, start = [], 0
    for matches, edges in groupby(state in states for state in run.states):
        width = len(list(edges))
        if matches:
            parts.append(RunPart(run, start, width))
        start += width
    return parts


def find_door(board: Board, run_part: RunPart) -> EdgeDoor | None:
    """Return the one drawn door that consists of exactly these edges; None if no single door does.

    None also if several doors fill the edges together, or if a door is longer than they are.
    """
    edges = run_part.edges
    return next((d for d in board.layout.doors if list_edges(d.at, d.side, d.width) == edges), None)


def centre_door(door: EdgeDoor, run: BorderRun, width: int) -> MoveDoor:
    """Return the edit that moves a door to the middle of a straight row of edges.

    If the row has two middles, the one nearer to the door is chosen; if both are equally near, the first.

    Args:
        door: The door, which lies in the row.
        run: The row of edges.
        width: The width of the door after the edit.
    """
    slack = run.width - width
    current_start = run.edges.index(list_edges(door.at, door.side, 1)[0])
    start = min((slack // 2, (slack + 1) // 2), key=lambda index: abs(index - current_start))
    square, side = run.edges[start]
    to = square if door.side in (Side.SOUTH, Side.EAST) else find_neighbour(square, side)
    return MoveDoor(at=door.at, side=door.side, to=to, width=width)


def is_wall_or_gap(board: Board, square: Square) -> bool:
    """Return whether a square is a doorway in a wall: walls on two opposite sides, and no wall on the two others."""
    walls = [board.get_edge_state(square, side) == WALL for side in SIDES]
    return walls in ([False, True, False, True], [True, False, True, False])
