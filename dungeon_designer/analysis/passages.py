"""Find where sections meet: their common edges, straight runs of them, junctions, and the doors in them.

Two sections touch if they share an edge; a corner alone does not count. Shared edges of the same two sections that
meet in a corner of the grid form one chain, round corners too: a junction. A junction is as wide as its longest
straight run, walls or not. Two sections are connected if some edge between them is no wall.

A bridge, or a trap of several squares, is an element of a dungeon besides its sections, with junctions of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations, groupby, pairwise, product
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

_FLOOR_AROUND = -1
"""Stands in a pair for the floor around an element, in place of an index."""


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
        near_squares = [square for square, _ in self.edges]
        return near_squares + [find_neighbour(square, self.side) for square in near_squares]


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
        """Return whether some edge of the junction (where two sections meet) has this state: OPEN, WALL or DOOR."""
        return any(state in run.states for run in self.runs)

    @property
    def is_passable(self) -> bool:
        """Whether some edge of the junction (where two sections meet) is open or a door."""
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
        """The number of edges that follow this part in the whole row of edges."""
        return self.run.width - self.start - self.width

    @property
    def edges(self) -> list[Edge]:
        """The edges of this part of a straight row of edges."""
        return self.run.edges[self.start : self.start + self.width]

    @property
    def states(self) -> tuple[int, ...]:
        """The states (OPEN, WALL or DOOR) of the edges in this part of a row of edges."""
        return self.run.states[self.start : self.start + self.width]

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares on both sides of this part of a row of edges: all on one side, then those opposite."""
        near_squares = [square for square, _ in self.edges]
        return (*near_squares, *(find_neighbour(square, self.run.side) for square in near_squares))


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
    index_by_section = {section: index for index, section in enumerate(board.sections)}

    def list_shared_edges() -> Iterator[tuple[IndexPair, Edge]]:
        """Yield each counted edge between two sections, with the indices of both, the smaller first."""
        for square, section in board.section_by_square.items():
            x, y = square
            for next_square, side in (((x + 1, y), Side.EAST), ((x, y + 1), Side.SOUTH)):
                next_section = board.section_by_square.get(next_square, section)  # rock counts as the same section
                if next_section is not section and is_counted(square, next_square):
                    first, second = sorted((index_by_section[section], index_by_section[next_section]))
                    yield (first, second), (square, side)

    return _group_junctions(board, list_shared_edges())


def find_junctions_of_sections(board: Board, section_ids: Collection[str]) -> tuple[Junction, ...]:
    """Return the junctions (chains of shared edges) between some sections, given by their ids, and any section.

    They are those of `find_junctions`, in the same order. Only where sections overlap they differ: a section counts
    with all squares that it covers, whoever else covers them. Two sections that overlap have no junction.
    """
    index_by_id = {section.id: index for index, section in enumerate(board.sections)}
    ids_by_square = dict(board.overlaps)
    overlapping_pairs = {frozenset(pair) for ids in ids_by_square.values() for pair in combinations(ids, 2)}

    def list_shared_edges() -> Iterator[tuple[IndexPair, Edge]]:
        """Yield the edges of these sections to others, with the indices of both sections, the smaller first."""
        for section in (candidate for candidate in board.sections if candidate.id in section_ids):
            for square, side in product(section.covered_squares, SIDES):
                neighbour = find_neighbour(square, side)
                owner = board.section_by_square.get(neighbour)
                for other_id in ids_by_square.get(neighbour, (owner.id,) if owner else ()):
                    if other_id != section.id and frozenset((section.id, other_id)) not in overlapping_pairs:
                        first, second = sorted((index_by_id[section.id], index_by_id[other_id]))
                        yield (first, second), normalise_edge(square, side)

    return _group_junctions(board, list_shared_edges())


def list_middle_doors(junction: Junction, width: int) -> list[EdgeDoor]:
    """Return the doors that stand in the middle of a junction, a chain of edges where two sections meet.

    The first of them is the door to propose. A junction has several middles if its longest straight row of edges has
    an odd number of edges besides the door, or if several rows are equally long. Of a junction and its mirror image
    each has the mirror images of the other's doors.

    Args:
        junction: The junction.
        width: The width of the doors in edges. Without a row of that length the result is empty.
    """
    doors = []
    for run in (candidate for candidate in junction.runs if candidate.width == max(junction.width, width)):
        for start in sorted({(run.width - width) // 2, (run.width - width + 1) // 2}):
            square, side = run.edges[start]
            doors.append(EdgeDoor(at=square, side=side, width=width))
    return doors


def find_junctions_at_bridge_ends(board: Board) -> tuple[Junction, ...]:
    """Return the junctions (chains of shared edges) between sections; those of a bridge only at its ends.

    Along its sides, a bridge borders on a hazard such as a chasm, where nobody walks; only at its ends is there floor
    to walk on. So an edge of a bridge section counts if players can walk on the squares on both sides of it.
    """
    walkable_squares = board.walkable_squares
    bridge_squares = {square for section in board.list_sections(SectionKind.BRIDGE) for square in section.squares}

    def is_counted(start: Square, end: Square) -> bool:
        """Return whether the edge between two squares is off all bridges, or at the end of one."""
        touches_bridge = start in bridge_squares or end in bridge_squares
        return not touches_bridge or (start in walkable_squares and end in walkable_squares)

    return find_junctions(board, is_counted)


def find_element_junctions(board: Board) -> Iterator[tuple[Element, Junction]]:
    """Yield each bridge and each trap of several squares with each of its junctions with the floor around it.

    A junction is a chain of edges. Only edges between two walkable squares count, so a bridge has its junctions at its
    ends. A junction that consists only of walls is left out. It does not matter which sections the floor around an
    element belongs to. Bridges come first, then the traps by kind. Where two traps of one kind share a square, the
    square counts for the last one.
    """
    bridges = [Element("bridge", tuple(group)) for group in find_connected_groups(board.bridge_squares)]
    yield from _find_junctions_around(board, bridges)
    for kind in TrapKind:
        large_traps = [trap for trap in board.traps if trap.kind is kind and len(trap.squares) > 1]
        yield from _find_junctions_around(
            board, [Element(kind.replace("_", " "), trap.squares) for trap in large_traps]
        )


def _find_junctions_around(board: Board, elements: list[Element]) -> Iterator[tuple[Element, Junction]]:
    """Yield each of the elements (bridges or traps) with each junction with the floor around it that is not all walls.

    A junction is a chain of edges between two walkable squares.
    """
    for junction in _group_junctions(board, _list_surrounding_edges(board, elements)):
        if junction.is_passable:
            element_index, _ = junction.pair  # the other index is _FLOOR_AROUND
            yield elements[element_index], junction


def _list_surrounding_edges(board: Board, elements: list[Element]) -> Iterator[tuple[IndexPair, Edge]]:
    """Yield each edge between two walkable squares of which one belongs to a bridge or trap and the other does not.

    Before each edge comes the pair of the element's index in the list, and _FLOOR_AROUND for the floor around it.
    """
    index_by_square = {square: index for index, element in enumerate(elements) for square in element.squares}
    for square, index in index_by_square.items():
        for side in SIDES:
            neighbour = find_neighbour(square, side)
            are_walkable = square in board.walkable_squares and neighbour in board.walkable_squares
            is_border = index_by_square.get(neighbour) != index
            if are_walkable and is_border:
                yield (index, _FLOOR_AROUND), normalise_edge(square, side)


def _group_junctions(board: Board, edges: Iterable[tuple[IndexPair, Edge]]) -> tuple[Junction, ...]:
    """Join edges into junctions: edges with the same pair that meet at corners of the grid. O(E log E).

    Args:
        board: The board, which knows which edges are walls and doors.
        edges: The edges, each with the indices of the two sections or elements between which it lies.

    Returns:
        The junctions, by row and column of their first squares.
    """
    edges_by_pair: dict[IndexPair, dict[Edge, None]] = defaultdict(dict)  # each inner dict serves as an ordered set
    for pair, edge in edges:
        edges_by_pair[pair][edge] = None
    junctions: list[Junction] = []
    for pair, pair_edges in edges_by_pair.items():
        runs = sorted(_find_straight_runs(board, pair_edges), key=_rank_run)
        junctions += [Junction(pair, tuple(chained_runs)) for chained_runs in _group_runs(runs)]
    return tuple(sorted(junctions, key=lambda junction: (_rank_run(junction.runs[0]), junction.pair)))


def _find_straight_runs(board: Board, edges: Collection[Edge]) -> list[BorderRun]:
    """Return the straight rows that edges form, each as long as possible, with the state of every edge.

    The edges are in the standard form of `normalise_edge`, with an east or south side. A state is OPEN, WALL or DOOR.
    """
    runs = []
    for edge in edges:
        (x, y), side = edge
        dx, dy = (0, 1) if side is Side.EAST else (1, 0)  # a row of east sides leads down, one of south sides right
        if ((x - dx, y - dy), side) in edges:
            continue  # this edge is not the first of its row
        states: list[int] = []
        while edge in edges:
            state = OPEN
            if edge in board.walls:
                state = WALL
            elif edge in board.edge_doors:
                state = DOOR
            states.append(state)
            edge = (x + len(states) * dx, y + len(states) * dy), side
        runs.append(BorderRun((x, y), side, tuple(states)))
    return runs


def _rank_run(run: BorderRun) -> tuple[int, int, bool]:
    """Return the key that sorts rows of edges: row and column of the first square, east sides before south."""
    return run.start[1], run.start[0], run.side is Side.SOUTH


def _list_corners(run: BorderRun) -> list[tuple[int, int]]:
    """Return the corners of the grid along a row of edges. Corner (x, y) is the upper left corner of square (x, y)."""
    x, y = run.start
    if run.side is Side.EAST:
        return [(x + 1, y + i) for i in range(run.width + 1)]
    return [(x + i, y + 1) for i in range(run.width + 1)]


def _group_runs(runs: list[BorderRun]) -> Iterable[list[BorderRun]]:
    """Return the straight rows of edges in groups that share corners of the grid; each group becomes one junction.

    Most often no two rows share a corner. That case is answered without a graph.
    """
    corners_by_run = [_list_corners(run) for run in runs]
    all_corners = set().union(*corners_by_run)
    if len(all_corners) == sum(map(len, corners_by_run)):
        return [[run] for run in runs]
    corner_graph: nx.Graph[Square] = nx.Graph()  # given to its constructor, the edges would load much of networkx
    for run_corners in corners_by_run:
        corner_graph.add_edges_from(pairwise(run_corners))
    group_by_corner = {
        corner: number for number, corners in enumerate(nx.connected_components(corner_graph)) for corner in corners
    }
    runs_by_group: dict[int, list[BorderRun]] = defaultdict(list)
    for run, (first_corner, *_) in zip(runs, corners_by_run, strict=True):
        runs_by_group[group_by_corner[first_corner]].append(run)
    return runs_by_group.values()


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
    for door in board.layout.doors:
        if list_edges(door.at, door.side, door.width) == edges:
            return door
    return None


def centre_door(door: EdgeDoor, run: BorderRun, width: int) -> MoveDoor:
    """Return the edit that moves a door to the middle of a straight row of edges.

    If the row has two middles, the one nearer to the door is chosen; if both are equally near, the first.

    Args:
        door: The door, which lies in the row.
        run: The row of edges.
        width: The width of the door after the edit.
    """
    edges_left_over = run.width - width
    first_edge = list_edges(door.at, door.side, 1)[0]
    old_start = run.edges.index(first_edge)
    middle_starts = edges_left_over // 2, (edges_left_over + 1) // 2  # equal unless an odd number is left over
    new_start = min(middle_starts, key=lambda index: abs(index - old_start))
    square, side = run.edges[new_start]
    # The edges of the row have an east or south side. A door drawn on a west or north side keeps that side.
    new_square = square if door.side in (Side.SOUTH, Side.EAST) else find_neighbour(square, side)
    return MoveDoor(at=door.at, side=door.side, to=new_square, width=width)


def is_wall_or_gap(board: Board, square: Square) -> bool:
    """Return whether a door that fills this square would stand in a wall or a gap, as gw-1989 requires of doors.

    Such a door breaks through a wall one square thick, or fills a gap one square wide. In both cases walls or rock are
    on two opposite sides of the square, and none on the two others.
    """
    walled_sides = {side for side in SIDES if board.get_edge_state(square, side) == WALL}
    return walled_sides in ({Side.NORTH, Side.SOUTH}, {Side.EAST, Side.WEST})


def find_gaps(board: Board) -> frozenset[Square]:
    """Return the floor squares where a square door may stand.

    They have walls on two opposite sides and none on the two others.
    """
    return frozenset(square for square in board.section_by_square if is_wall_or_gap(board, square))


def list_door_squares(board: Board) -> Iterator[Square]:
    """Yield the squares of the square doors, then the floor squares on both sides of the edge doors."""
    for square_door in board.layout.square_doors:
        yield square_door.at
    for edge_door in board.layout.doors:
        for square, side in list_edges(edge_door.at, edge_door.side, edge_door.width):
            for square_beside in (square, find_neighbour(square, side)):
                if square_beside in board:
                    yield square_beside
