"""Doors: stretches of edges on junctions and the edge door that fills one; square doors in a wall or gap."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from typing import NamedTuple

from dungeon_designer.analysis.junctions import Run
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.findings import MoveDoor
from dungeon_designer.grid import Edge, Side, Square, edge_run, neighbour
from dungeon_designer.layout.model import EdgeDoor


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


def stretches(run: Run, states: Collection[int]) -> list[Stretch]:
    """The longest stretches of a run of which every edge is in one of the states.

    >>> from dungeon_designer.grid import Side
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


def in_wall_or_gap(board: Board, at: int) -> bool:
    """Whether a floor square, by its number, has walls on two opposite sides and floor on the two others."""
    if at < 0:
        return False
    walls = [state == WALL for state in board.edges[at].tolist()]
    return walls in ([False, True, False, True], [True, False, True, False])
