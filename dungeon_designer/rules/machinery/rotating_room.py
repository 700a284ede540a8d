"""A rotating room is square, so that each turn brings it onto itself.

brawl-2013 (Semi Final, Hogwurts): at the start of each turn the centre room stays, turns a quarter to the left or turns
half round, with all that is on it; what was a way out may be none for a while.

How it is measured. The sections a machine names, one or several, must together fill a square; then it turns about its
centre onto itself. Everything on the room turns with it, also the walls and doors on its own border. `reachability`,
`walking-route`, `dead-square` and `portal-exit` are asked over all four turns together, as players can wait for a turn;
the other rules of the room as drawn. What a single turn cuts off is a notice: standing squares that one can walk
between in some turns, but not in this one; of the parts it leaves, all but the largest, or all when several are the
largest. They are told as drawn, so a square of the room is named where it lies before the turn. With several rooms,
each turns while the others stay; with more than twelve, what single turns cut off is not told.

A sketch that breaks it (the room is 3x2)::

    map: |
      .......
      .......
    sections: |
      AABBBCC
      AABBBCC
    machines:
      - {kind: rotating_room, sections: [B]}

Mend: make the room square; give it ways out that some turn opens.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import networkx as nx

from dungeon_designer.analysis.movement import without
from dungeon_designer.analysis.rotation import RoomArea, area_of
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, row_major
from dungeon_designer.layout.model import RotatingRoom
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import listed
from dungeon_designer.rules.rule import Settings, Violation, counted

_TURNS = {
    0: "as drawn",
    3: "turned a quarter to the left",
    2: "turned half round",
    1: "turned a quarter to the right",
}


MOST_ROOMS = 12
"""With more rooms that turn than this, what each turn of each cuts off is not told."""


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("Turning rooms", "are square")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of rooms that are not square; then, room by room, notices of what each turn cuts off."""
    for machine in context.board.machines:
        if isinstance(machine, RotatingRoom):
            room = area_of(context.board, machine)
            if not room.square:
                yield _not_square(machine, room)
    turning = context.rotation.rooms
    for room in turning if len(turning) <= MOST_ROOMS else ():
        yield from _cut_off(context, room)


def _not_square(machine: RotatingRoom, room: RoomArea) -> Violation:
    (width, height), squares = room.size, tuple(sorted(room.squares, key=row_major))
    filled = len(squares) == width * height
    shape = f"{width}x{height}" if filled else f"{counted(len(squares), 'square')} of {width}x{height}"
    said = f"the rotating room of {', '.join(machine.sections) or 'no sections'} is {shape}, but must be a full square"
    return Violation(message=said, squares=squares, measured=shape, required="a full square")


def _cut_off(context: Context, room: RoomArea) -> Iterator[Violation]:
    for quarters, words in _TURNS.items():
        cut = tuple(sorted(_parted(context, room, quarters) & context.standing_squares, key=row_major))
        if cut:
            told = f"with the room at {room.corner} {words}"
            are = "is" if len(cut) == 1 else "are"
            said = f"{told}, {counted(len(cut), 'square')} {are} cut off from the rest on foot: {listed(cut)}"
            yield Violation(message=said, squares=cut, measured=len(cut), required=0, level=Level.INFO)


def _parted(context: Context, room: RoomArea, quarters: int) -> set[Square]:
    """The squares that, with a room turned, are not in the one largest part of the area they have in all its turns.

    Where two parts are the largest, none is the rest's.
    """
    board, walk = context.board, context.walk_graph
    if quarters:
        walk = without(context.rotation.graph(room, quarters), board.portal_squares | board.entry_squares)
    parts: dict[int, list[set[Square]]] = defaultdict(list)
    for part in nx.connected_components(walk):
        parts[context.connectivity.areas[next(iter(part))]].append(part)
    found: set[Square] = set()
    for of_area in parts.values():
        size = max(map(len, of_area))
        largest = [part for part in of_area if len(part) == size]
        found.update(*(part for part in of_area if len(largest) > 1 or part is not largest[0]))
    return found
