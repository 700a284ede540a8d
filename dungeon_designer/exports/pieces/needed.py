"""Which pieces a dungeon is played with, and how many of each; for an event, what is enough for any of its dungeons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.themes import theme_named
from dungeon_designer.exports.pieces.faces import piece
from dungeon_designer.exports.pieces.kinds import PieceKind, PieceSort, PrintedPiece, marker_of
from dungeon_designer.kinds import MOST_SIDES
from dungeon_designer.layout.model import TWO_SIDES, RollingBall, SectionKind, TrapKind, sides_of

Needs = dict[PieceKind, int]
"""How many of each kind, in the order in which they are listed."""


def needs(board: Board) -> Needs:
    """The pieces one dungeon is played with."""
    found = Counter((*_items(board), *_doors(board), *_traps(board), *_zones(board), *_machines(board)))
    found[PieceKind(PieceSort.SCATTER)] = found[PieceKind(PieceSort.BOUNCE)] = 1
    return {kind: found[kind] for kind in sorted(found) if found[kind]}


def enough(boards: Sequence[Board]) -> Needs:
    """The pieces that are enough for any one of several dungeons."""
    most: Counter[PieceKind] = Counter()
    for board in boards:
        most |= Counter(needs(board))
    return {kind: most[kind] for kind in sorted(most)}


def public(wanted: Needs) -> Needs:
    """The same without what lies below trapdoors and on the face of counters, for lists that everybody may see."""
    found: Counter[PieceKind] = Counter()
    for kind, count in wanted.items():
        found[kind._replace(word="") if kind.sort in (PieceSort.TRAPDOOR, PieceSort.COUNTER) else kind] += count
    return {kind: found[kind] for kind in sorted(found)}


def full_set() -> Needs:
    """What a box for any dungeon holds: twelve chests, two of them with a ball, portals 1 to 12, counters, doors…"""
    kinds = {
        PieceKind(PieceSort.CHEST_BALL): 2,
        PieceKind(PieceSort.CHEST_TRAP): 10,
        **{PieceKind(PieceSort.PORTAL, (number,)): 1 for number in range(1, 13)},
        PieceKind(PieceSort.COUNTER, (), "nothing"): 12,
        PieceKind(PieceSort.COUNTER, (), "open_pit"): 8,
        PieceKind(PieceSort.COUNTER, (), "spiked_pit"): 4,
        PieceKind(PieceSort.PIT, (), "open_pit"): 6,
        PieceKind(PieceSort.PIT, (), "spiked_pit"): 6,
        PieceKind(PieceSort.TRAPDOOR, (1, 1)): 4,
        PieceKind(PieceSort.TRAPDOOR, (2, 2)): 4,
        PieceKind(PieceSort.DOOR, (2,)): 8,
        PieceKind(PieceSort.SQUARE_DOOR): 4,
        **{marker_of(side, TWO_SIDES): 3 for side in sides_of(MOST_SIDES)},
        PieceKind(PieceSort.BOUNCE): 1,
        PieceKind(PieceSort.SCATTER): 1,
    }
    return dict(sorted(kinds.items()))


def drawn(wanted: Needs, theme: str) -> list[PrintedPiece]:
    """The pieces themselves, in a theme."""
    return [piece(kind, count, theme_named(theme)) for kind, count in wanted.items()]


def _items(board: Board) -> list[PieceKind]:
    balls = min(board.layout.balls, len(board.chests))
    chests = [PieceKind(PieceSort.CHEST_BALL)] * balls + [PieceKind(PieceSort.CHEST_TRAP)] * (len(board.chests) - balls)
    return chests + [PieceKind(PieceSort.PORTAL, (portal.number,)) for portal in board.portals]


def _doors(board: Board) -> list[PieceKind]:
    edge = [PieceKind(PieceSort.DOOR, (door.width,)) for door in board.layout.doors]
    return edge + [PieceKind(PieceSort.SQUARE_DOOR)] * len(board.layout.square_doors)


def _traps(board: Board) -> list[PieceKind]:
    found = []
    for trap in board.layout.traps:
        if trap.kind is TrapKind.TRAPDOOR:
            found.append(PieceKind(PieceSort.TRAPDOOR, trap.size, trap.below))
        elif trap.kind is TrapKind.COUNTER:
            found.append(PieceKind(PieceSort.COUNTER, (), trap.content.value if trap.content else "nothing"))
        else:
            found += [PieceKind(PieceSort.PIT, (), trap.kind.value)] * len(trap.squares)
    return found


def _zones(board: Board) -> list[PieceKind]:
    zones = board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY)
    sides = board.layout.sides
    known = {side.id: side for side in (*sides_of(MOST_SIDES), *sides)}
    return [marker_of(known[zone.side], sides) for zone in zones if zone.side]


def _machines(board: Board) -> list[PieceKind]:
    return [PieceKind(PieceSort.BALL, machine.size) for machine in board.machines if isinstance(machine, RollingBall)]
