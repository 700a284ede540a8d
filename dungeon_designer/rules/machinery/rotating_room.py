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
from itertools import chain

import networkx as nx

from dungeon_designer.analysis.rotation import RoomArea, area_of
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, row_major
from dungeon_designer.layout.model import RotatingRoom
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, counted, few_squares, without_parameters

_TURNS = {
    0: "as drawn",
    3: "turned a quarter to the left",
    2: "turned half round",
    1: "turned a quarter to the right",
}

MOST_ROOMS = 12
"""With more rooms that turn than this, what each turn of each cuts off is not told."""

RuleSettings = without_parameters("Turning rooms", "are square")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """Faults of rooms that are not square; then, room by room, notices of what each turn cuts off."""
    for machine in context.board.machines:
        if isinstance(machine, RotatingRoom) and not (room := area_of(context.board, machine)).square:
            (width, height), squares = room.size, tuple(sorted(room.squares, key=row_major))
            filled = len(squares) == width * height
            shape = f"{width}x{height}" if filled else f"{counted(len(squares), 'square')} of {width}x{height}"
            names = ", ".join(machine.sections) or "no sections"
            said = f"the rotating room of {names} is {shape}, but must be a full square"
            yield Violation(said, squares, measured=shape, required="a full square")
    turning = context.rotation.rooms
    for room in turning if len(turning) <= MOST_ROOMS else ():
        yield from _cut_off(context, room)


def _cut_off(context: Context, room: RoomArea) -> Iterator[Violation]:
    walk, near = context.walk_graph.copy(), context.rotation.around(room)
    for quarters, words in _TURNS.items():
        if quarters:
            adjacent = dict(walk.adjacency())
            around = [(at, there) for at in near if at in adjacent for there in adjacent[at] if there in near]
            walk.remove_edges_from(around)
            steps = chain.from_iterable(context.rotation.steps(room, quarters).values())
            walk.add_edges_from((at, there) for at, there in steps if at in walk and there in walk)
        parts: dict[int, list[set[Square]]] = defaultdict(list)
        for part in nx.connected_components(walk):
            parts[context.connectivity.areas[next(iter(part))]].append(part)
        lost = set[Square]()  # of each area all but the one largest part, or all where two are the largest
        for of_area in parts.values():
            size = max(map(len, of_area))
            largest = [part for part in of_area if len(part) == size]
            lost.update(*(part for part in of_area if len(largest) > 1 or part is not largest[0]))
        cut = tuple(sorted(lost & context.standing_squares, key=row_major))
        if cut:
            told = f"with the room at {room.corner} {words}"
            are = "is" if len(cut) == 1 else "are"
            said = f"{told}, {counted(len(cut), 'square')} {are} cut off from the rest on foot: {few_squares(cut)}"
            yield Violation(said, cut, measured=len(cut), required=0, level=Level.INFO)
