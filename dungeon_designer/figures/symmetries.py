"""The turns and mirrors that bring a dungeon onto itself, and what becomes of the sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import Board
from dungeon_designer.figures.arrays import arrays
from dungeon_designer.grid import SIDES, edge_run, neighbour
from dungeon_designer.layout.model import RollingBall, RotatingRoom, SectionKind, Team, TrapKind

WAYS = {
    (0, True): "mirrored left to right",
    (2, True): "mirrored top to bottom",
    (1, True): "mirrored in a diagonal",
    (3, True): "mirrored in the other diagonal",
    (2, False): "turned by a half",
    (1, False): "turned by a quarter",
    (3, False): "turned back by a quarter",
}
"""Every turn and mirror but none at all: mirrored left to right if so, then so many clockwise quarter turns."""

Columns = npt.NDArray[np.int64]


class Symmetry(NamedTuple):
    """A turn or mirror that brings a dungeon onto itself, in words, and the side each side comes to lie on."""

    way: str
    sides: dict[Team, Team]

    @property
    def swaps(self) -> bool:
        """Whether no side stays where it is."""
        return all(side is not other for side, other in self.sides.items())


def symmetries(board: Board, also: Columns | None = None) -> Iterator[Symmetry]:
    """The turns and mirrors that bring a board onto itself with all that matters in play. O(N log N) each.

    That is floor, walls, doors, ground, obstacles, chests, portals (whatever their numbers), traps by kind, machines
    and leap edges; end zones and entries may come to lie on another side's, if all of one side's do. `also` is what
    else of each square must come to lie on its like: a row of numbers for each.
    """
    if board.owner:
        plain, edges, zones = _plain(board), _edges(board), _zones(board)
        plain = plain if also is None else np.concatenate((plain, also), axis=1)
        here = _placed(board, (0, False))
        for way, words in WAYS.items():
            there = _placed(board, way)
            turned = edges[:, [SIDES.index(side.turned(way[0] if way[1] else -way[0], way[1])) for side in SIDES]]
            rows = ((here.at, there.at), (plain[here.order], plain[there.order]))
            if not all(np.array_equal(*pair) for pair in (*rows, (edges[here.order], turned[there.order]))):
                continue
            if (sides := _swapped(zones[there.order], zones[here.order])) is not None:
                yield Symmetry(words, sides)


class _Placed(NamedTuple):
    order: npt.NDArray[np.intp]
    at: Columns


def _placed(board: Board, way: tuple[int, bool]) -> _Placed:
    """The squares by row after a turn or mirror, and where they lie then, from the upper left corner."""
    x, y = arrays(board).x.astype(np.int64), arrays(board).y.astype(np.int64)
    if way[1]:
        x = -x
    for _ in range(way[0]):
        x, y = -y, x
    order = np.lexsort((x, y))
    return _Placed(order, np.stack((x - x.min(), y - y.min()), axis=1)[order])


def _plain(board: Board) -> Columns:
    """What lies on each square that looks the same from all sides."""
    grid = arrays(board)
    traps, machines = np.zeros((2, len(grid)), dtype=np.int64)
    for trap in board.traps:
        traps[grid.numbers(trap.squares)] = 1 + list(TrapKind).index(trap.kind)
    for machine in board.machines:
        if isinstance(machine, RotatingRoom):
            machines[[board.sections[number].id in machine.sections for number in grid.section]] |= 1
        else:
            machines[grid.numbers(machine.track)] |= 2
    columns = (grid.terrain, grid.obstacle, grid.square_door, grid.is_chest, grid.is_portal, traps, machines)
    return np.stack([column.astype(np.int64) for column in columns], axis=1)


def _edges(board: Board) -> Columns:
    """What each side of each square is: its wall or door, and what else is drawn there."""
    grid = arrays(board)
    edges = grid.edges.astype(np.int64)
    for leap in board.layout.leap_edges:
        for square, side in edge_run(leap.at, leap.side, leap.width):
            edges[grid.numbers([square]), SIDES.index(side)] |= 4
            edges[grid.numbers([neighbour(square, side)]), SIDES.index(side.opposite)] |= 4
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            edges[grid.numbers(machine.track), SIDES.index(machine.travel)] |= 8
    return edges


def _zones(board: Board) -> Columns:
    """The kind and side of the end zone or entry on each square."""
    zones = np.zeros((len(board.owner), 2), dtype=np.int64)
    sides = [None, *Team]
    for section in board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY):
        zones[arrays(board).numbers(section.owned)] = 1 + (section.kind is SectionKind.ENTRY), sides.index(section.side)
    return zones


def _swapped(before: Columns, after: Columns) -> dict[Team, Team] | None:
    """The side each side comes to lie on; None where one comes to lie on several, or on something else."""
    if not np.array_equal(before[:, 0], after[:, 0]):
        return None
    pairs = {(int(one), int(other)) for one, other in zip(before[:, 1], after[:, 1], strict=True)} - {(0, 0)}
    ones, others = [one for one, _ in pairs], [other for _, other in pairs]
    if 0 in ones + others or len(set(ones)) < len(ones) or len(set(others)) < len(others):
        return None
    sides = list(Team)
    return {sides[one - 1]: sides[other - 1] for one, other in sorted(pairs)}
