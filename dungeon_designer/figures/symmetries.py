"""The turns and mirrors that bring a dungeon onto itself, and what becomes of the sides."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square, edge_run, neighbour, turned_size, turned_square
from dungeon_designer.layout.model import RollingBall, SectionKind, Team

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

Mark = tuple[Square, Side | None, Hashable]
"""What is on a square of floor, or at one side of it."""


class BoardSymmetry(NamedTuple):
    """A turn or mirror that brings a dungeon onto itself, in words, and the side each side comes to lie on."""

    way: str
    sides: dict[Team, Team]

    @property
    def swaps(self) -> bool:
        """Whether no side stays where it is."""
        return all(side is not other for side, other in self.sides.items())


def symmetries(board: Board, also: Iterable[tuple[Square, Hashable]] = ()) -> Iterator[BoardSymmetry]:
    """The turns and mirrors that bring a board onto itself with all that matters in play. O(N) each.

    That is floor, walls, doors, ground, obstacles, chests, portals (whatever their numbers), traps by kind, machines
    and leap edges; end zones and entries may come to lie on another side's, if all of one side's do. `also` is what
    else of some squares must come to lie on its like.
    """
    (left, top), size = board.bounds
    ours = {at: section.side for at, section in board.owner.items() if section.kind in _SIDED}
    marks = {mark for mark in (*_marks(board), *((at, None, ("also", what)) for at, what in also)) if mark[0] in board}
    for (quarters, flip), words in WAYS.items():
        if not board.owner or turned_size(size, quarters) != size:
            continue
        lies = {}
        for x, y in board.owner:
            right, down = turned_square((x - left, y - top), size, quarters, flip)
            lies[x, y] = left + right, top + down
        if not board.owner.keys() >= set(lies.values()):
            continue
        if marks != {(lies[at], side and side.turned(quarters, flip), what) for at, side, what in marks}:
            continue
        pairs = {(side, ours[lies[at]]) for at, side in ours.items()} - {(None, None)}
        swapped = {side: other for side in Team for one, other in pairs if one is side and other}
        if len(pairs) == len(swapped) == len(set(swapped.values())):
            yield BoardSymmetry(words, swapped)


_SIDED = (SectionKind.END_ZONE, SectionKind.ENTRY)


def _marks(board: Board) -> Iterator[Mark]:
    """All that matters in play but for floor and sides."""
    yield from ((at, None, kind) for at, kind in board.terrain_at.items())
    yield from ((at, None, kind) for at, kind in board.obstacle_at.items())
    yield from ((at, None, "open" if ajar else "shut") for at, ajar in board.door_squares.items())
    yield from ((at, None, "chest") for at in board.chest_squares)
    yield from ((at, None, "portal") for at in board.portal_squares)
    yield from ((at, None, section.kind) for at, section in board.owner.items() if section.kind in _SIDED)
    yield from ((at, None, trap.kind) for trap in board.traps for at in trap.squares)
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            yield from ((at, side, "rolling") for at in machine.track for side in (None, machine.travel))
        else:
            parts = [section for section in board.sections if section.id in machine.sections]
            yield from ((at, None, "turning") for section in parts for at in section.squares)
    leaps = (border for leap in board.layout.leap_edges for border in edge_run(leap.at, leap.side, leap.width))
    for what, borders in (("wall", board.walls), ("door", board.edge_doors), ("leap", leaps)):
        for square, side in borders:
            yield square, side, what
            yield neighbour(square, side), side.opposite, what
