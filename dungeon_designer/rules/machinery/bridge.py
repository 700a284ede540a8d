"""A bridge leads somewhere, across something.

brawl-2013 (Round 5) has bridges over lava, gw-2021 (The Fiery Chasm) and eagbbl (Precarious Positions) rope bridges,
naf-2019 (The Dungeon) counts bridges among the elements of a dungeon. None of them says what a bridge must be. One
that ends in the lava, or lies on dry floor, is mostly a slip of the pen: a notice in every edition.

How it is measured. Connected bridge squares (terrain, or walkable squares of sections of the kind `bridge`) are one
bridge, rope bridges too. An end is a standing square that is no bridge, across an edge that is no wall. The bridge has
both ends when it has ends on two opposite sides, west and east or north and south, or, for one that bends, when its
ends lie in at least two places that do not touch, round corners either. The finding says at which end there is none.
Beside it, one step from some square of it, lies a liquid, a chasm or a cliff.

A sketch that breaks it (the bridge stops short in the lava)::

    map: |
      ..~~~..
      ..==~..
      ..~~~..

Mend: lead the bridge across, or draw plain floor where there is no hazard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from dungeon_designer.analysis.graphs import steps
from dungeon_designer.board.model import WALL, Board, Flags, Ints
from dungeon_designer.breadth_first import reached
from dungeon_designer.grid import SIDES, Side, Square, bounds, distance, groups
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item
from dungeon_designer.rules.rule import ONLY_NOTICED, Settings, Violation

WHY = ONLY_NOTICED


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("Bridges", "lead somewhere, across something")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of bridges without floor at both ends, and of bridges across nothing."""
    board, bridge = context.board, _bridge_squares(context.board)
    crossing = _beside_hazard(context, bridge) if bridge.any() else bridge
    for own, ends in _bridges(board, bridge, context.standing):
        places = board.places(own)
        if not _leads(board, own, ends):
            said = f"the bridge at {places[0]} has {_missing(board, own, ends)}"
            yield Violation(message=said, squares=places)
        if not crossing[own].any():
            yield Violation(message=f"the bridge at {places[0]} has no hazard beside it", squares=places)


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """Where an item leaves every bridge its ends: one that takes room blocks the only square of one."""
    allowed = np.ones(len(squares), dtype=np.bool_)
    board, bridge = context.board, _bridge_squares(context.board)
    if not context.takes_room(item) or not bridge.any():
        return allowed
    standing = context.standing.copy()
    if item.on >= 0:
        standing[item.on] = board.walkable[item.on]
    before = [_leads(board, *found) for found in _bridges(board, bridge, standing)]
    beside = np.isin(board.neighbours[squares][:, ::2], np.flatnonzero(bridge)).any(axis=1) & standing[squares]
    for place in np.flatnonzero(beside).tolist():
        blocked = standing.copy()
        blocked[squares[place]] = False
        allowed[place] = [_leads(board, *found) for found in _bridges(board, bridge, blocked)] == before
    return allowed


def _bridges(board: Board, bridge: Flags, standing: Flags) -> Iterator[tuple[Ints, Flags]]:
    """Each bridge, and on which of their four sides its squares lead to standing floor."""
    for places in groups(board.places(np.flatnonzero(bridge))):
        own = np.array([board.find(place) for place in places], dtype=np.int32)
        yield own, _ends(board, own, standing & ~bridge)


def _bridge_squares(board: Board) -> Flags:
    """Bridge terrain, and what can be walked on of sections that are bridges."""
    flags = board.bridge.copy()
    for section in board.of_kind(SectionKind.BRIDGE):
        flags[section.squares] |= board.walkable[section.squares]
    return flags


def _ends(board: Board, squares: Ints, standing: Flags) -> Flags:
    """On which of its four sides each bridge square leads to standing floor."""
    there = board.neighbours[squares][:, ::2]
    flags: Flags = (there >= 0) & standing[there] & (board.edges[squares] != WALL)
    return flags


def _leads(board: Board, squares: Ints, ends: Flags) -> bool:
    """Whether a bridge has standing floor at both its ends."""
    north, east, south, west = _sides(ends)
    return (north and south) or (east and west) or _apart(_landings(board, squares, ends))


def _sides(ends: Flags) -> list[bool]:
    """Whether a bridge leads to standing floor on each of its four sides."""
    return [bool(side.any()) for side in ends.T]


def _landings(board: Board, squares: Ints, ends: Flags) -> tuple[Square, ...]:
    """The standing floor a bridge leads to."""
    return board.places(board.neighbours[squares][:, ::2][ends])


def _missing(board: Board, squares: Ints, ends: Flags) -> str:
    """At which end of a bridge no standing floor lies: across from where it does, or where its direction leads."""
    landings = _landings(board, squares, ends)
    if not landings:
        return "no standing floor at either end"
    width, height = bounds(board.places(squares))[1]
    found = [side for side, leads in zip(SIDES, _sides(ends), strict=True) if leads]
    along = [side for side in found if width == height or (side in (Side.EAST, Side.WEST)) == (width > height)]
    if len(along) == 1:
        return f"no standing floor at its {along[0].opposite} end"
    return f"standing floor at one end only, at {landings[0]}"


def _apart(squares: Sequence[Square]) -> bool:
    """Whether some squares lie in more than one place: not all hang together side by side or round corners."""
    return len(reached(squares[:1], lambda at: [there for there in squares if distance(at, there) == 1])) < len(squares)


def _beside_hazard(context: Context, bridge: Flags) -> Flags:
    """The bridge squares one step from a hazard."""
    board = context.board
    pairs = steps(board, bridge | board.hazard, context.strict)
    flags = np.zeros(len(board), dtype=np.bool_)
    flags[pairs[board.hazard[pairs[:, 1]], 0]] = True
    flags[pairs[board.hazard[pairs[:, 0]], 1]] = True
    return flags & bridge
