"""Where sections meet: shared edges, straight runs of them, junctions, and which sections are connected.

Two sections touch when they share an edge; a corner alone is not touching. Shared edges of the same two sections
that meet in a corner of the grid form one chain, round corners too: a junction. A junction is as wide as its
longest straight run, walls or not. Two sections are connected when some edge between them is no wall.

Everything is sorted arrays up to the junctions themselves: O(E log E) in the number E of shared edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.graphs import components
from dungeon_designer.board.model import WALL, Board, Bytes, Flags, Ints, Keys
from dungeon_designer.grid import Edge, Side, Square, edge_run
from dungeon_designer.layout.model import SectionKind

_CORNERS = 1 << 14
"""More than the corners along any line of the grid: packs coordinates into one number."""


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
        dx, dy = self.side.step
        return here + [(x + dx, y + dy) for x, y in here]


class Junction(NamedTuple):
    """A chain of edges between two things: `between` are their numbers, for sections the smaller first."""

    between: tuple[int, int]
    runs: tuple[Run, ...]

    @property
    def width(self) -> int:
        """The length of the longest straight run."""
        return max(len(run.states) for run in self.runs)

    @property
    def longest(self) -> Run:
        """The longest straight run, the first of equals."""
        return max(self.runs, key=lambda run: len(run.states))

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


@dataclass(frozen=True, eq=False, slots=True)
class Borders:
    """Edges between floor squares, each once, as seen from its northern or western square.

    here, there  square numbers on both sides
    south        whether the edge lies south of `here`; otherwise east
    state        OPEN, WALL or DOOR
    """

    here: Ints
    there: Ints
    south: Flags
    state: Bytes

    def only(self, wanted: Flags | Keys) -> Borders:
        """Some of the edges, by flags or by positions."""
        return Borders(self.here[wanted], self.there[wanted], self.south[wanted], self.state[wanted])


class Junctions:
    """Every junction between sections of a board, and what follows from them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.shared = borders(board, board.section)
        one, other = board.section[self.shared.here], board.section[self.shared.there]
        self._one, self._other = np.minimum(one, other), np.maximum(one, other)

    @cached_property
    def all(self) -> tuple[Junction, ...]:
        """Every junction between two sections, sorted by the row, then the column of its first square."""
        return chains(self.board, self.shared, self._one, self._other)

    @cached_property
    def connected(self) -> dict[int, frozenset[int]]:
        """The sections connected to each section, itself not among them; those connected to none are no keys."""
        passed = self.shared.state != WALL
        found: dict[int, set[int]] = {}
        for one, other in set(zip(self._one[passed].tolist(), self._other[passed].tolist(), strict=True)):
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
        return {section: frozenset(found[section]) for section in sorted(found)}

    @cached_property
    def ends(self) -> tuple[Junction, ...]:
        """As `all`, but where a section is a bridge only edges between two walkable squares count: its ends."""
        board = self.board
        is_bridge = np.array([section.kind is SectionKind.BRIDGE for section in board.sections], dtype=np.bool_)
        if not is_bridge.any():
            return self.all
        walkable = board.walkable[self.shared.here] & board.walkable[self.shared.there]
        counts = walkable | ~(is_bridge[self._one] | is_bridge[self._other])
        return chains(board, self.shared.only(counts), self._one[counts], self._other[counts])


def borders(board: Board, label: Ints) -> Borders:
    """The edges between floor squares of different labels. O(N)."""
    found = []
    for direction in (2, 4):  # east, south: each edge once
        there = board.neighbours[:, direction]
        here = np.flatnonzero((label[there] != label) & (there >= 0)).astype(np.int32)
        found.append((here, there[here], board.edges[here, direction // 2]))
    (east, west_of, east_state), (south, north_of, south_state) = found
    return Borders(
        here=np.concatenate((east, south)),
        there=np.concatenate((west_of, north_of)),
        south=np.arange(len(east) + len(south)) >= len(east),
        state=np.concatenate((east_state, south_state)),
    )


def chains(board: Board, edges: Borders, one: Ints, other: Ints) -> tuple[Junction, ...]:
    """The edges of each (one, other) that hang together by corners, as junctions. O(E log E)."""
    if not len(edges.here):
        return ()
    x, y = board.x[edges.here], board.y[edges.here]
    line, along = np.where(edges.south, y, x), np.where(edges.south, x, y)
    order = np.lexsort((along, line, edges.south, other, one))
    x, y, line, along = x[order], y[order], line[order], along[order]
    edges, one, other = edges.only(order), one[order], other[order]
    new_pair = _changes(one) | _changes(other)
    new_run = new_pair | _changes(edges.south) | _changes(line) | _changes(along - np.arange(len(along)))
    run = np.cumsum(new_run) - 1
    chain = _chained(_corner_codes(x, y, edges.south, np.cumsum(new_pair)), run)
    between = list(zip(one[new_run].tolist(), other[new_run].tolist(), strict=True))
    by_place = np.lexsort([each[new_run] for each in (other, one, edges.south, x, y)])
    return _assembled(_runs(x, y, edges, new_run), between, chain.tolist(), by_place.tolist())


def _changes(values: Ints | Flags | Keys) -> Flags:
    """Whether each value differs from the one before; the first does."""
    changes = np.ones(len(values), dtype=np.bool_)
    changes[1:] = values[1:] != values[:-1]
    return changes


def _corner_codes(x: Ints, y: Ints, south: Flags, pair: Keys) -> Keys:
    """2 x E: one number for each edge's two ends, with the pair it belongs to, as only a pair's edges make chains."""
    end = (pair * _CORNERS + y + 1) * _CORNERS + x + 1
    return np.stack((end - np.where(south, 1, _CORNERS), end))


def _chained(corners: Keys, run: Keys) -> Ints:
    """The chain of each run: runs whose edges have a corner in common are of one."""
    code, runs = corners.ravel(), np.concatenate((run, run))
    order = np.argsort(code, kind="stable")
    code, runs = code[order], runs[order]
    meet = np.flatnonzero((code[1:] == code[:-1]) & (runs[1:] != runs[:-1]))
    return components(int(run[-1]) + 1, runs[meet].astype(np.int32), runs[meet + 1].astype(np.int32))


def _runs(x: Ints, y: Ints, edges: Borders, new_run: Flags) -> list[Run]:
    first = np.flatnonzero(new_run)
    ends = [*first[1:].tolist(), len(new_run)]
    states = edges.state.tolist()
    return [
        Run(at, Side.SOUTH if south else Side.EAST, tuple(states[start:end]))
        for at, south, start, end in zip(
            zip(x[first].tolist(), y[first].tolist(), strict=True),
            edges.south[first].tolist(),
            first.tolist(),
            ends,
            strict=True,
        )
    ]


def _assembled(
    runs: list[Run], between: list[tuple[int, int]], chain: list[int], by_place: list[int]
) -> tuple[Junction, ...]:
    gathered: dict[int, list[Run]] = {}
    pairs: dict[int, tuple[int, int]] = {}
    for at in by_place:
        gathered.setdefault(chain[at], []).append(runs[at])
        pairs[chain[at]] = between[at]
    return tuple(Junction(pairs[number], tuple(own)) for number, own in gathered.items())
