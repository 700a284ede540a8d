"""A rotating room is square, so that each rotation brings it onto itself.

Fix: Make the room square. Give it exits that some rotation opens.

How it is measured:

- The sections that a machine names must fill a square together. The square rotates about its centre.
- Everything on the room rotates with it, also the walls and doors on its border.
- Players can wait for a rotation. So `reachability`, `walking-route`, `dead-square` and `portal-exit` check all four
  rotations together. All other rules check the room as drawn.
- A notice names what a single rotation cuts off. These are squares to stand on that are connected in some rotations,
  but not in this one. All parts but the largest are named, or all parts if several are the largest.
- The notice names squares as drawn, before the rotation.
- If there are several rooms, each rotates while the others stay. With more than twelve rooms, there are no such
  notices.

Editions:

- brawl-2013: In Hogwurts, the centre room may rotate at the start of each turn, with all that is on it. It stays,
  rotates a quarter to the left, or rotates by half. An exit may be closed for a while.

Illegal map (the room has 3x2 squares)::

    map: |
      .......
      .......
    sections: |
      AABBBCC
      AABBBCC
    machines:
      - {kind: rotating_room, sections: [B]}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

import networkx as nx

from dungeon_designer.analysis.connectivity import Connectivity
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
    3: "rotated a quarter to the left",
    2: "rotated half round",
    1: "rotated a quarter to the right",
}
"""How messages call each turn of a room, by its number of clockwise quarters."""

MAX_ROOMS = 12
"""With more rotating rooms than this, what each turn cuts off is not reported."""

RuleSettings = create_empty_settings("Rotating rooms", "are square")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each rotating room that is not square, then notices of what each quarter turn cuts off.

    A notice lists the squares that cannot be reached on foot from the rest after that turn of the room. The rule has no
    settings.
    """
    for machine in context.board.machines:
        if isinstance(machine, RotatingRoom):
            room = find_rotating_area(context.board, machine)
            if not room.is_square:
                yield _build_shape_problem(room, machine.sections)
    rotating_rooms = context.rotation.rooms
    if len(rotating_rooms) <= MAX_ROOMS:  # each turn of each room takes a search of the whole board
        for room in rotating_rooms:
            yield from _find_cut_off_squares(context, room)


def _build_shape_problem(room: RotatingArea, section_ids: Sequence[str]) -> RuleProblem:
    """Return the problem of a rotating room, made of these sections, that is no full square."""
    width, height = room.size
    squares = tuple(sorted(room.squares, key=rank_by_row))
    is_rectangle = len(squares) == width * height
    shape = f"{width}x{height}" if is_rectangle else f"{format_count(len(squares), 'square')} of {width}x{height}"
    names = ", ".join(section_ids) or "no sections"
    message = f"the rotating room of {names} is {shape}, but must be a full square"
    return RuleProblem(message, squares, measured=shape, required="a full square")


def _find_cut_off_squares(context: Context, room: RotatingArea) -> Iterator[RuleProblem]:
    """Yield for each turn of a rotating room, and for its position as drawn, a notice of the squares that it cuts off.

    These are the squares on which a player can stand but which he cannot reach on foot from the rest while the room
    stays in that position. Squares are named as drawn.
    """
    walking_graph = context.walking_graph.copy()
    for quarters, turn_text in _TURN_TEXTS.items():
        if quarters:
            _replace_steps(context, walking_graph, room, quarters)
        cut_off_squares = _list_lesser_parts(context.connectivity, walking_graph) & context.standing_squares
        squares = tuple(sorted(cut_off_squares, key=rank_by_row))
        if squares:
            verb = "is" if len(squares) == 1 else "are"
            message = f"with the room at {room.corner} {turn_text}, {format_count(len(squares), 'square')} {verb} cut"
            message += f" off from the rest on foot: {format_squares(squares)}"
            yield RuleProblem(message, squares, measured=len(squares), required=0, level=Level.INFO)


def _replace_steps(context: Context, walking_graph: nx.Graph[Square], room: RotatingArea, quarters: int) -> None:
    """Change the graph of steps on foot to that after some clockwise quarter turns of a room.

    Only the steps in the room and around it change. It does not matter in which position the graph had the room.
    """
    affected_squares = context.rotation.list_affected_squares(room)
    old_steps = list(walking_graph.subgraph(affected_squares).edges)
    walking_graph.remove_edges_from(old_steps)
    steps_by_kind = context.rotation.find_steps(room, quarters)
    # Squares that nobody walks across, such as portals, are not in the graph and must not come in.
    walking_graph.add_edges_from(
        (start, end)
        for start, end in chain.from_iterable(steps_by_kind.values())
        if start in walking_graph and end in walking_graph
    )


def _list_lesser_parts(connectivity: Connectivity, walking_graph: nx.Graph[Square]) -> set[Square]:
    """Return the squares that are cut off from the rest of their area while a room stays in one position.

    An area is a group of squares that are joined on foot in some position of the rooms. In a single position it may
    fall into parts. Cut off are all parts but the largest, or all parts if several are the largest.

    Args:
        connectivity: Tells the area of each square.
        walking_graph: The steps on foot in the one position.
    """
    parts_by_area: dict[int, list[set[Square]]] = defaultdict(list)
    for part in nx.connected_components(walking_graph):
        area = connectivity.area_by_square[next(iter(part))]  # all squares of a part lie in one area
        parts_by_area[area].append(part)
    cut_off_squares = set[Square]()
    for parts in parts_by_area.values():
        max_size = max(map(len, parts))
        largest_parts = [part for part in parts if len(part) == max_size]
        main_part = largest_parts[0] if len(largest_parts) == 1 else None
        cut_off_squares.update(*(part for part in parts if part is not main_part))
    return cut_off_squares
