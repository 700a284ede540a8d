"""What is laid together: one thing on one square or, under a symmetry, a thing and its twins on theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from dungeon_designer.board.model import Board, Flags, Ints
from dungeon_designer.generator.options import Placeable
from dungeon_designer.generator.placement.things import Lot
from dungeon_designer.layout.model import SectionKind, Team
from dungeon_designer.layout_edits.symmetry import Symmetry


class Sort(NamedTuple):
    """Things of one kind that are laid alike: `times` times the squares of one row of `squares`, M x k.

    `owners` are the coaches of the k counters of a row, empty for other things.
    """

    kind: Placeable
    squares: Ints
    times: int
    owners: tuple[Team, ...] = ()


class Image(NamedTuple):
    """Where a turn or mirror brings each square, -1 off the floor, and each side; None where sides have no image."""

    squares: Ints
    sides: dict[Team, Team] | None


def images(board: Board, symmetry: Symmetry | None) -> list[Image]:
    """The floor as it is, then under each turn and mirror of a symmetry."""
    found = [Image(np.arange(len(board), dtype=np.int32), {team: team for team in board.teams})]
    for turn in symmetry.turns() if symmetry else ():
        squares = np.array([board.find(turn.square(square)) for square in board.squares], dtype=np.int32)
        found.append(Image(squares, _sides(board, squares)))
    return found


def _sides(board: Board, squares: Ints) -> dict[Team, Team] | None:
    """The side on whose zone each side's zone comes to lie; None where these are not one each."""
    found: dict[Team, Team] = {}
    for zone in board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY):
        there = squares[zone.squares]
        if zone.side is None or not len(there) or there[0] < 0:
            return None
        other = board.sections[int(board.section[there[0]])].side
        if other is None or found.setdefault(zone.side, other) is not other:
            return None
    return found if set(found) == set(found.values()) == set(board.teams) else None


def sorts(lots: Sequence[Lot], whole: Sequence[Image], free: dict[Placeable, Flags]) -> Iterator[Sort]:
    """The lots as they are laid; `free` are the squares each kind may lie on."""
    for lot in lots:
        if lot.kind is not Placeable.COUNTER:
            yield from _in_orbits(lot.kind, lot.count, whole, free[lot.kind])
    yield from _counters([lot for lot in lots if lot.kind is Placeable.COUNTER], whole, free.get(Placeable.COUNTER))


def _in_orbits(
    kind: Placeable, count: int, whole: Sequence[Image], free: Flags, owner: Team | None = None
) -> Iterator[Sort]:
    """As many as can be with all their twins, what is left with fewer, the odd one where it is its own twin."""
    for part in _parts(whole):
        rows = _rows([image.squares for image in part], free, ordered=True)
        if len(part) == 1 and len(whole) > 1:
            rows = _own_twins(whole, rows)
        times = count // len(part) if len(rows) or len(part) == 1 else 0
        if times:
            yield Sort(kind, rows, times, (owner,) * len(part) if owner else ())
        count -= times * len(part)


def _parts(whole: Sequence[Image]) -> Iterator[Sequence[Image]]:
    """All turns of a symmetry, then the half turn of four quarters, then none at all."""
    yield whole
    if len(whole) == 4:
        yield whole[::2]
    if len(whole) > 1:
        yield whole[:1]


def _own_twins(whole: Sequence[Image], rows: Ints) -> Ints:
    """Those rows of one square that are their own twins, or where there are none, all."""
    own = np.all([image.squares[rows[:, 0]] == rows[:, 0] for image in whole], axis=0)
    return rows[own] if own.any() else rows


def _rows(maps: Iterable[Ints], free: Flags, ordered: bool) -> Ints:
    """Each free square with its twins, where they are as many squares, all free; with `ordered` each such set once."""
    table = np.stack(list(maps), axis=1)
    here = (table >= 0).all(axis=1) & free[table].all(axis=1)
    arranged = np.sort(table, axis=1)
    here &= (np.diff(arranged, axis=1) > 0).all(axis=1)
    if ordered:
        here &= table[:, 0] == arranged[:, 0]
    return table[here]


def _counters(lots: Sequence[Lot], whole: Sequence[Image], free: Flags | None) -> Iterator[Sort]:
    """Counters: a coach's twins belong to the coach across, where every coach has one and lays as many."""
    if not lots or free is None:
        return
    maps = [image.sides for image in whole]
    across = [sides[lots[0].owner] for sides in maps if sides and lots[0].owner in sides]
    alike = len(across) == len(whole) and len({lot.count for lot in lots}) == 1
    if alike and len(set(across)) == len(whole) == len(lots):
        rows = _rows([image.squares for image in whole], free, ordered=False)
        if len(rows):
            yield Sort(Placeable.COUNTER, rows, lots[0].count, tuple(across))
            return
    still = alike and len(set(across)) == 1
    for lot in lots:
        yield from _in_orbits(Placeable.COUNTER, lot.count, whole if still else whole[:1], free, lot.owner)
