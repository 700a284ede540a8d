"""How a tile in hand finds its place beside what lies there. No Qt here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from dungeon_designer.board.model import Board
from dungeon_designer.grid import DIRECTIONS, SIDES, Edge, Square, edge, edge_run, neighbour
from dungeon_designer.shaping.edges import rows_of

_NEAR = ((0, 0), *DIRECTIONS)


def snapped(shape: Collection[Square], corner: Square, floor: Collection[Square]) -> Square:
    """The place within a square of `corner` where a shape touches the floor along most edges and covers none of it.

    The place itself where none touches. `shape` is counted from its own corner.

    >>> snapped({(0, 0), (1, 0)}, (3, 0), {(0, 0), (1, 0)})
    (2, 0)
    """
    ground = frozenset(floor)
    best, most = corner, 0
    for dx, dy in _NEAR:
        at = corner[0] + dx, corner[1] + dy
        if min(at) < 0:
            continue
        squares = {(at[0] + x, at[1] + y) for x, y in shape}
        if squares & ground:
            continue
        touching = sum(1 for square in squares for side in SIDES if neighbour(square, side) in ground)
        if touching > most:
            best, most = at, touching
    return best


def junctions_made(squares: Collection[Square], board: Board) -> list[list[Edge]]:
    """The rows of borders along which some squares would touch each section of the board."""
    own = frozenset(squares)
    by_section: dict[int, list[Edge]] = defaultdict(list)
    for square in own:
        for side in SIDES:
            index = board.find(neighbour(square, side))
            if index >= 0 and board.square(index) not in own:
                by_section[int(board.section[index])].append(edge(square, side))
    found = []
    for _, edges in sorted(by_section.items()):
        found += [edge_run(at, side, width) for at, side, width in rows_of(edges)]
    return found
