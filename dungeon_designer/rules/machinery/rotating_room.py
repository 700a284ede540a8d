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

from dungeon_designer.analysis.rotation import RotatingArea, find_rotating_area
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, rank_by_row
from dungeon_designer.layout.model import RotatingRoom
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import format_count, format_squares

_TURN_TEXTS = {
    0: "as drawn",
    3: "turned a quarter to the left",
    2: "turned half round",
    1: "turned a quarter to the right",
}
"""How messages call each turn of a room, by its number of clockwise quarters."""

MAX_ROOMS = 12
"""With more rotating rooms than this, what each turn cuts off is not reported."""

RuleSettings = create_empty_settings("Turning rooms", "are square")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each rotating room that is not square, then notices of what each quarter turn cuts off.

    A notice lists the squares that cannot be reached on foot from the rest after that turn of the room.
    """
    for machine in context.board.machines:
        if isinstance(machine, RotatingRoom) and not (room := find_rotating_area(context.board, machine)).is_square:
            (width, height), squares = room.size, tuple(sorted(room.squares, key=rank_by_row))
            is_rectangle = len(squares) == width * height
            shape = (
                f"{width}x{height}" if is_rectangle else f"{format_count(len(squares), 'square')} of {width}x{height}"
            )
            names = ", ".join(machine.sections) or "no sections"
            message = f"the rotating room of {names} is {shape}, but must be a full square"
            yield RuleProblem(message, squares, measured=shape, required="a full square")
    rotating_rooms = context.rotation.rooms
    for room in rotating_rooms if len(rotating_rooms) <= MAX_ROOMS else ():
        yield from _find_cut_off_squares(context, room)


def _find_cut_off_squares(context: Context, room: RotatingArea) -> Iterator[RuleProblem]:
    """Yield for each turn of a rotating room, and for its position as drawn, a notice of the squares that it cuts off.

    An area is a group of squares that are joined on foot in some turn. In a single turn it may fall into parts. Cut off
    are all parts but the largest, or all parts if several are the largest. Squares are named as drawn.
    """
    walking_graph, affected_squares = context.walking_graph.copy(), context.rotation.list_affected_squares(room)
    for quarters, turn_text in _TURN_TEXTS.items():
        if quarters:
            adjacent = dict(walking_graph.adjacency())
            changed_steps = [
                (square, neighbour_square)
                for square in affected_squares
                if square in adjacent
                for neighbour_square in adjacent[square]
                if neighbour_square in affected_squares
            ]
            walking_graph.remove_edges_from(changed_steps)
            steps = chain.from_iterable(context.rotation.find_steps(room, quarters).values())
            walking_graph.add_edges_from(
                (square, neighbour_square)
                for square, neighbour_square in steps
                if square in walking_graph and neighbour_square in walking_graph
            )
        parts_by_area: dict[int, list[set[Square]]] = defaultdict(list)
        for part in nx.connected_components(walking_graph):
            parts_by_area[context.connectivity.area_by_square[next(iter(part))]].append(part)
        cut_off_squares = set[Square]()  # of each area all but the one largest part, or all where two are the largest
        for area_parts in parts_by_area.values():
            size = max(map(len, area_parts))
            largest = [part for part in area_parts if len(part) == size]
            cut_off_squares.update(*(part for part in area_parts if len(largest) > 1 or part is not largest[0]))
        standing_cut_off = tuple(sorted(cut_off_squares & context.standing_squares, key=rank_by_row))
        if standing_cut_off:
            count_text = format_count(len(standing_cut_off), "square")
            verb = "is" if len(standing_cut_off) == 1 else "are"
            message = f"with the room at {room.corner} {turn_text}, {count_text} {verb} cut off from the rest on foot"
            message += f": {format_squares(standing_cut_off)}"
            yield RuleProblem(message, standing_cut_off, measured=len(standing_cut_off), required=0, level=Level.INFO)
