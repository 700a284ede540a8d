"""Where sections meet: shared edges, straight runs of them, junctions, and the doors in them.

Two sections touch when they share an edge; a corner alone is not touching. Shared edges of the same two sections
that meet in a corner of the grid form one chain, round corners too: a junction. A junction is as wide as its
longest straight run, walls or not. Two sections are connected when some edge between them is no wall.

A bridge and a trap of several squares are elements of a dungeon besides its sections, with junctions of their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

import networkx as nx

from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.findings import MoveDoor
from dungeon_designer.grid import SIDES, Edge, Side, Square, edge, edge_run, groups, neighbour
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import EdgeDoor, TrapKind

Between = tuple[int, int]
"""The numbers of two things, for sections the smaller first."""


class Run(NamedTuple):
    """Edges in a straight row from `at`: going right on its south side, or down on its east side.

    `states` are the edges' own, OPEN, WALL or DOOR, in that order.
    """

    at: Square
    side: Side
    states: tuple[int, ...]

    @property
    def width(self) -> int:
        """The number of edges."""
        return len(self.states)

    @property
    def edges(self) -> list[Edge]:
        """The edges, from `at` on."""
        return edge_run(self.at, self.side, self.width)

    @property
    def squares(self) -> list[Square]:
        """The squares along the run: first all on the side of `at`, then all across."""
        here = [square for square, _ in self.edges]
        return here + [neighbour(square, self.side) for square in here]


class Junction(NamedTuple):
    """A chain of edges between two things: `between` are their numbers, for sections the smaller first."""

    between: Between
    runs: tuple[Run, ...]

    @property
    def width(self) -> int:
        """The length of the longest straight run."""
        return max(run.width for run in self.runs)

    @property
    def longest(self) -> Run:
        """The longest straight run, the first of equals."""
        return max(self.runs, key=lambda run: run.width)

    @property
    def squares(self) -> tuple[Square, ...]:
        """Every square along it, once, run by run."""
        return tuple(dict.fromkeys(square for run in self.runs for square in run.squares))

    def holds(self, state: int) -> bool:
        """Whether some edge of it is in that state."""
        return any(state in run.states for run in self.runs)

    @property
    def passable(self) -> bool:
        """Whether some edge of it is no wall."""
        return any(state != WALL for run in self.runs for state in run.states)


class Stretch(NamedTuple):
    """Edges in a row on a straight run: the number of the first, counted along the run, and how many they are."""

    run: Run
    start: int
    width: int

    @property
    def after(self) -> int:
        """The edges of the run behind it, as `start` are those before it."""
        return self.run.width - self.start - self.width

    @property
    def edges(self) -> list[Edge]:
        """The edges."""
        return self.run.edges[self.start : self.start + self.width]

    @property
    def states(self) -> tuple[int, ...]:
        """The state of each edge."""
        return self.run.states[self.start : self.start + self.width]

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares on both sides: first all on the run's own side, then all across."""
        here = [square for square, _ in self.edges]
        return (*here, *(neighbour(square, self.run.side) for square in here))


class Element(NamedTuple):
    """A bridge or a trap of several squares."""

    what: str
    squares: tuple[Square, ...]


def section_graph(board: Board, found: Iterable[Junction]) -> nx.MultiGraph[int]:
    """The sections of a board, by number, and the junctions between them.

    Each edge holds its `junction`, as long as its `length`, and the `doors` in it, stretches of edges.
    """
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    graph.add_nodes_from(range(len(board.sections)))
    for junction in found:
        doors = [door for run in junction.runs for door in stretches(run, (DOOR,))]
        graph.add_edge(*junction.between, junction=junction, length=junction.width, doors=doors)
    return graph


def junctions(board: Board, counts: Callable[[Square, Square], bool] = lambda one, other: True) -> tuple[Junction, ...]:
    """Every junction between two sections, by the row, then the column of its first square.

    With `counts`, of those edges alone between two squares that count.
    """
    number = {section: i for i, section in enumerate(board.sections)}

    def shared() -> Iterator[tuple[Between, Edge]]:
        for square, section in board.owner.items():
            x, y = square
            for beyond, side in (((x + 1, y), Side.EAST), ((x, y + 1), Side.SOUTH)):
                other = board.owner.get(beyond, section)
                if other is not section and counts(square, beyond):
                    one, two = number[section], number[other]
                    yield (one, two) if one < two else (two, one), (square, side)

    return _chains(board, shared())


def bridge_ends(board: Board) -> tuple[Junction, ...]:
    """The junctions, but where a section is a bridge only edges between two walkable squares count: its ends."""
    walkable = board.walkable_squares
    bridges = {square for section in board.of_kind(SectionKind.BRIDGE) for square in section.squares}
    return junctions(board, lambda *both: walkable.issuperset(both) or bridges.isdisjoint(both))


def elements(board: Board) -> Iterator[tuple[Element, Junction]]:
    """Each bridge and each trap of several squares with each of its junctions with the floor around it; bridges first.

    Only edges between two walkable squares count, so a bridge has its junctions at its ends and not along the hazard
    it crosses; a chain of nothing but walls joins nothing and is left out. What lies around an element is measured as
    one, whichever sections it belongs to. Bridges and each kind of trap are looked at by themselves: within one kind no
    two elements share a square, but trapdoors laid on each other, of which the one listed last is looked at there.
    """
    bridges = [Element("bridge", tuple(group)) for group in groups(board.bridge_squares)]
    traps = [
        [Element(kind.replace("_", " "), t.squares) for t in board.traps if t.kind is kind and len(t.squares) > 1]
        for kind in TrapKind
    ]
    for found in (bridges, *traps):
        label = {square: i for i, element in enumerate(found) for square in element.squares}
        around = [
            ((number, -1), edge(square, side))
            for square, number in label.items()
            for side in SIDES
            if {square, beyond := neighbour(square, side)} <= board.walkable_squares and label.get(beyond) != number
        ]
        for junction in _chains(board, around):
            if junction.passable:
                yield found[junction.between[0]], junction


def _chains(board: Board, edges: Iterable[tuple[Between, Edge]]) -> tuple[Junction, ...]:
    """The edges between the same two things that hang together by corners, as junctions. O(E log E)."""
    shared: dict[Between, dict[Edge, None]] = defaultdict(dict)
    for between, border in edges:
        shared[between][border] = None
    walls, doors, found = board.walls, board.edge_doors, []
    for between, own in shared.items():
        rows = []  # as long as can be
        for border in own:
            (x, y), side = start = border
            dx, dy = (0, 1) if side is Side.EAST else (1, 0)
            if ((x - dx, y - dy), side) not in own:
                states = list[int]()
                while border in own:
                    states.append(WALL if border in walls else DOOR if border in doors else OPEN)
                    border = (x + len(states) * dx, y + len(states) * dy), side
                rows.append(Run(start[0], side, tuple(states)))
        found += [(between, chain) for chain in _chained(sorted(rows, key=_place))]
    found.sort(key=lambda each: (_place(each[1][0]), each[0]))
    return tuple(Junction(between, tuple(chain)) for between, chain in found)


def _place(run: Run) -> tuple[int, int, bool]:
    return run.at[1], run.at[0], run.side is Side.SOUTH


def _chained(runs: list[Run]) -> Iterable[list[Run]]:
    """Some runs in groups that hang together by corners of the grid; mostly none does."""
    met = []
    for (x, y), side, states in runs:
        dx, dy = (0, 1) if side is Side.EAST else (1, 0)
        met.append([(x + 1 - dx + i * dx, y + 1 - dy + i * dy) for i in range(len(states) + 1)])
    if len(set().union(*met)) == sum(map(len, met)):
        return [[run] for run in runs]
    corners = nx.Graph(each for along in met for each in pairwise(along))
    chain = {corner: i for i, chained in enumerate(nx.connected_components(corners)) for corner in chained}
    found: dict[int, list[Run]] = defaultdict(list)
    for run, along in zip(runs, met, strict=True):
        found[chain[along[0]]].append(run)
    return found.values()


def stretches(run: Run, states: Collection[int]) -> list[Stretch]:
    """The longest stretches of a run of which every edge is in one of the states.

    >>> run = Run((0, 0), Side.EAST, (1, 2, 2, 1, 0))
    >>> [(found.start, found.width, found.after) for found in stretches(run, (0, 2))]
    [(1, 2, 2), (4, 1, 0)]
    """
    found, start = [], 0
    for wanted, edges in groupby(state in states for state in run.states):
        width = len(list(edges))
        if wanted:
            found.append(Stretch(run, start, width))
        start += width
    return found


def door_of(board: Board, stretch: Stretch) -> EdgeDoor | None:
    """The drawn door that fills a stretch from end to end; None where several do, or one only in part."""
    edges = stretch.edges
    return next((d for d in board.layout.doors if edge_run(d.at, d.side, d.width) == edges), None)


def centred(door: EdgeDoor, run: Run, width: int) -> MoveDoor:
    """The edit that puts a door of `width` in the middle of a run: of two middles the nearer, else the first."""
    slack = run.width - width
    now = run.edges.index(edge_run(door.at, door.side, 1)[0])
    start = min((slack // 2, (slack + 1) // 2), key=lambda middle: abs(middle - now))
    square, side = run.edges[start]
    to = square if door.side in (Side.SOUTH, Side.EAST) else neighbour(square, side)
    return MoveDoor(at=door.at, side=door.side, to=to, width=width)


def is_wall_or_gap(board: Board, square: Square) -> bool:
    """Whether a floor square has walls on two opposite sides and floor on the two others."""
    walls = [board.edge_state(square, side) == WALL for side in SIDES]
    return walls in ([False, True, False, True], [True, False, True, False])
