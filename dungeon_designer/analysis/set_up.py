"""Where a side sets up: on its end zones, and on the 2x2 block before the front of each of its entries.

The one answer for every rule, figure and export that asks (brawl-2013, Setup; the other books know end zones only).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dungeon_designer.analysis.entries import Entry, entries
from dungeon_designer.board.model import Board, BoardSection, Flags
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind, Team


class SetUp(NamedTuple):
    """Where a side sets up at one end zone or entry; `entry` is None at an end zone.

    `free` are the numbers of the squares that can be stood on, `missing` the squares before an entry that cannot,
    off the floor or not; an end zone has as many squares as can be stood on. An entry without a front has neither.
    """

    section: BoardSection
    entry: Entry | None
    free: tuple[int, ...]
    missing: tuple[Square, ...] = ()


def set_ups(board: Board, standing: Flags) -> Iterator[SetUp]:
    """Where the sides set up: the end zones as placed, then the entries as placed."""
    for zone in board.of_kind(SectionKind.END_ZONE):
        yield SetUp(zone, None, tuple(zone.squares[standing[zone.squares]].tolist()))
    for entry in entries(board):
        found = [(square, board.find(square)) for square in entry.before]
        ready = [at for _, at in found if at >= 0 and standing[at] and not board.is_entry[at]]
        missing = tuple(square for square, at in found if at not in ready)
        yield SetUp(entry.section, entry, tuple(ready), missing)


def set_up_squares(board: Board, standing: Flags, team: Team) -> list[int]:
    """The numbers of all squares a side sets up on, sorted; none where it has no end zone and no entry with a front."""
    return sorted({at for place in set_ups(board, standing) if place.section.side is team for at in place.free})
