"""Entries: which way each one faces, and the squares before it.

An entry is 2x1 and has floor along one of its long sides, its front. It faces that way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import SIDES, Side, Square, neighbour
from dungeon_designer.layout.model import SectionKind


class Entry(NamedTuple):
    """An entry section, its `squares` by row, and its front where one can be told.

    `front` is the long side with floor along all of it, or else along some of it; None where the section is not
    2x1, where no floor lies along either long side, or where both have as much. With floor all along both it is the
    one that faces as the side's other entries do, or else, with two sides, against the other side's, if either can be
    told. `floor` are the sides of its squares with floor beside them, another entry's included; `clear` is whether a
    long side is floor all along.
    """

    section: BoardSection
    squares: tuple[Square, ...]
    front: Side | None
    floor: tuple[tuple[Square, Side], ...]
    clear: bool

    @property
    def is_two_by_one(self) -> bool:
        """Whether it is two squares side by side."""
        return _is_two_by_one(self.squares)

    @property
    def may_face(self) -> tuple[Side, ...]:
        """The front, or both long sides where floor lies all along both and nothing tells which is the front."""
        if self.front is not None:
            return (self.front,)
        return _long_sides(self.squares) if self.clear else ()

    @property
    def elsewhere(self) -> tuple[Square, ...]:
        """The squares of the entry that have floor beside them on another side than the front."""
        return tuple(dict.fromkeys(square for square, side in self.floor if side is not self.front))

    @property
    def before(self) -> tuple[Square, ...]:
        """The 2x2 block before the front, the nearer squares first, floor or not; none without a front."""
        if self.front is None:
            return ()
        near = [neighbour(square, self.front) for square in self.squares]
        return (*near, *(neighbour(square, self.front) for square in near))


def entries(board: Board) -> Iterator[Entry]:
    """The entries of a board, as placed; sections that another covers whole are left out."""
    found = [_entry(board, section) for section in board.of_kind(SectionKind.ENTRY) if len(section.squares)]
    for entry in found:
        told = entry.front or not entry.clear
        yield entry if told else entry._replace(front=_told_by_others(entry, found, len(board.teams) == 2))


def _told_by_others(entry: Entry, entries: Sequence[Entry], two: bool) -> Side | None:
    """Which of two long sides is the front, going by the entries whose front is known; None where they do not say."""
    side, faced = entry.section.side, [other for other in entries if other.front in entry.may_face]
    own = [other.front for other in faced if side and other.section.side is side]
    others = [other for other in faced if two and side and other.section.side not in (None, side)]
    across = [other.front.opposite for other in others if other.front]
    return Counter(own or across).most_common(1)[0][0] if own or across else None


def _entry(board: Board, section: BoardSection) -> Entry:
    squares, own = board.places(section.squares), set(section.squares.tolist())
    floor: list[tuple[Square, Side]] = []
    ways = dict.fromkeys(_long_sides(squares), 0)
    for square, around in zip(squares, board.neighbours[section.squares].tolist(), strict=True):
        for side, there in zip(SIDES, around[::2], strict=True):
            if there >= 0 and there not in own:
                floor.append((square, side))
                if side in ways and not board.is_entry[there]:
                    ways[side] += 1
    most = max(ways.values(), default=0)
    fronts = [side for side, count in ways.items() if count == most > 0]
    return Entry(section, squares, fronts[0] if len(fronts) == 1 else None, tuple(floor), most == len(squares))


def _is_two_by_one(squares: tuple[Square, ...]) -> bool:
    if len(squares) != 2:
        return False
    (x0, y0), (x1, y1) = squares
    return abs(x0 - x1) + abs(y0 - y1) == 1


def _long_sides(squares: tuple[Square, ...]) -> tuple[Side, ...]:
    if not _is_two_by_one(squares):
        return ()
    upright = squares[0][0] == squares[1][0]
    return (Side.EAST, Side.WEST) if upright else (Side.NORTH, Side.SOUTH)
