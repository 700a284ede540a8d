"""Tell the script of a page what it needs to know of a dungeon, as data.

Only the page's own modules (`web/*.js`) read this data: a key that is changed here must be changed there. What is below
trapdoors and on the face of counters is in the data only when hidden contents are asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import asdict

from dungeon_designer.analysis.rotation import RotatedRoom
from dungeon_designer.analysis.ruler import PASS_LIMITS
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, TrapGroup
from dungeon_designer.exports.web_script import format_script_json
from dungeon_designer.grid import SIDES, Side, Square, find_neighbour, normalise_edge, rank_by_row
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.board_topics import build_board_table, find_topic_squares
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.play_table import list_deadlines, parse_play
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, Ruleset
from dungeon_designer.rulesets.topic_table import MATCH_TOPICS

DEFAULT_TITLE = "A dungeon"
"""The title of a dungeon that has no name."""
_TERRAIN_CODES: tuple[TerrainKind | None, ...] = (None, *TerrainKind)
"""The terrain that each number in the page's data stands for; 0 is none."""
_OBSTACLE_CODES: tuple[ObstacleKind | None, ...] = (None, *ObstacleKind)
"""The obstacle that each number in the page's data stands for; 0 is none."""


def format_page_json(board: Board, ruleset: Ruleset, hidden: bool) -> str:
    """Return the page's data as JSON that may stand inside a script: the same for the same board and edition."""
    return format_script_json(build_page_data(board, ruleset, hidden))


def build_page_data(board: Board, ruleset: Ruleset, hidden: bool) -> dict[str, Any]:
    """Return everything that the page's script knows of a dungeon, as data whose keys `web/*.js` reads.

    `id` is a hash of this dungeon under this edition, so that the page never continues the match of another dungeon.

    Args:
        board: the dungeon.
        ruleset: the edition or house rules by which the page measures and plays.
        hidden: whether the data holds what is below trapdoors and on the face of counters.
    """
    context = Context(board, ruleset)
    square_numbers = {square: number for number, square in enumerate(board.squares)}
    data = {
        "name": board.layout.name or DEFAULT_TITLE,
        "edition": _build_edition_data(board, context.ruleset),  # with what the dungeon itself changes
        "hidden": hidden,
        "sides": [
            {"id": team.id, "colour": team.shown_colour, "emblem": team.shown_emblem} for team in board.layout.sides
        ],
        "sections": _list_sections(board),
        "terrains": _TERRAIN_CODES,
        "obstacles": _OBSTACLE_CODES,
        "squares": _list_squares(board),
        "chests": sorted(square_numbers[square] for square in board.chest_squares),
        "balls": board.layout.balls,
        # a portal in the rock has -1, since it has no square
        "portals": [[portal.number, square_numbers.get(portal.square, -1)] for portal in board.portals],
        "traps": [_build_trap_data(trap, hidden) for trap in board.traps],
        "course": MATCH_TOPICS,
        "things": {
            topic: sorted(square_numbers[object_square] for object_square in squares)
            for topic, squares in find_topic_squares(board).items()
        },
        "rooms": list(_list_rotating_rooms(context, square_numbers)),
        "stones": _list_rolling_balls(board),
    }
    return {"id": sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16], **data}


def _build_edition_data(board: Board, ruleset: Ruleset) -> dict[str, Any]:
    """Return the page's data of a ruleset: its name, how players step, how a match is played.

    Its key `table` says for each topic, such as chests or lava, what happens there at the table.
    """
    play = parse_play(ruleset)
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "strict": ruleset.corners is Corners.STRICT,
        "impassable": ruleset.chests is Chests.IMPASSABLE,
        **asdict(play),
        "deadlines": list_deadlines(play),
        "ruler": PASS_LIMITS,
        "table": {
            topic: {**msgspec.to_builtins(entry), "lines": [*entry.lines]}
            for topic, entry in build_board_table(board, ruleset).items()
        },
    }


def _list_sections(board: Board) -> list[dict[str, Any]]:
    """Return the page's data of each section: its kind, team and name, and the rule that is printed on its tile."""
    sections = []
    for section in board.sections:
        printed_rule = board.library.get(section.tile).rule if section.tile else ""
        rule_on_one_line = " ".join(printed_rule.split())
        sections.append({"kind": section.kind, "side": section.team, "name": section.name, "rule": rule_on_one_line})
    return sections


def _list_rolling_balls(board: Board) -> list[dict[str, Any]]:
    """Return the page's data of each rolling stone ball: its first square, its size, and the way that it rolls."""
    balls = []
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            width, height = machine.size
            dx, _dy = machine.travel.step
            balls.append(
                {
                    "at": machine.at,
                    "size": machine.size,
                    "step": machine.travel.step,
                    "depth": width if dx else height,  # how many squares it covers along its way
                    "length": machine.length,
                }
            )
    return balls


def _list_squares(board: Board) -> list[list[int]]:
    """Return a list of numbers for each square of floor: x, y, section, edges, terrain, obstacle, door.

    `section` is the index of its section, and `edges` holds the walls and doors around it (see `_pack_edges`).
    `terrain` and `obstacle` are indexes into `_TERRAIN_CODES` and `_OBSTACLE_CODES`, 0 for none. `door` tells whether
    a door fills the square: 0 for none, 1 for a shut one, 2 for an open one.
    """
    section_numbers = {section: number for number, section in enumerate(board.sections)}
    code_by_door_state = {None: 0, False: 1, True: 2}
    return [
        [
            *square,
            section_numbers[section],
            _pack_edges([board.get_edge_state(square, side) for side in SIDES]),
            _TERRAIN_CODES.index(board.terrain_at.get(square)),
            _OBSTACLE_CODES.index(board.obstacle_at.get(square)),
            code_by_door_state[board.door_squares.get(square)],
        ]
        for square, section in board.section_by_square.items()
    ]


def _pack_edges(edge_states: Sequence[int]) -> int:
    """Return the states of a square's four edges (open, wall or door) as one number for the page's data.

    Each edge has two bits: north the lowest, then east, south and west.

    >>> _pack_edges([1, 0, 2, 0]) == 0b00_10_00_01
    True
    """
    return sum(state << 2 * index for index, state in enumerate(edge_states))


def _build_trap_data(trap: TrapGroup, hidden: bool) -> dict[str, Any]:
    """Return the page's data of a trap; what is below it or on its face only if `hidden` is true.

    A trap of several squares may be drawn as several traps beside each other, of which only one says what is below.
    """
    first_part = trap.drawn_traps[0]
    data: dict[str, Any] = {"kind": trap.kind, "squares": trap.squares, "owner": first_part.owner}
    if hidden:
        data["below"] = next((trap_part.below for trap_part in trap.drawn_traps if trap_part.below), "")
        data["content"] = first_part.content
    return data


def _list_rotating_rooms(context: Context, square_numbers: dict[Square, int]) -> Iterator[dict[str, Any]]:
    """Yield the page's data of each rotating room: its upper left corner, its width, and its three rotated positions.

    The positions, after 1, 2 and 3 clockwise quarter turns, are lists as `_list_rotated_squares` returns them. A room
    that rotates is square, so its width is also its height.
    """
    for room in context.rotation.rooms:
        positions = [
            _list_rotated_squares(context.board, context.rotation.rotate_room(room, quarters), square_numbers)
            for quarters in (1, 2, 3)
        ]
        yield {"corner": room.corner, "size": room.size[0], "turns": positions}


def _list_rotated_squares(board: Board, rotated: RotatedRoom, square_numbers: dict[Square, int]) -> list[list[int]]:
    """Return what the page draws after a rotation of a room: four numbers for each position, [square, x, y, edges].

    (x, y) is a position in the rotated room or around it; the positions are ordered by row. After a half turn, for
    instance, the upper left position shows the floor of the square that was at the lower right.

    Args:
        board: the dungeon as it is drawn.
        rotated: the room after the rotation.
        square_numbers: the number of each square of the board.

    Returns:
        for each position the number of the square whose floor is drawn there, the position, and the walls and doors
        around it after the rotation (see `_pack_edges`).
    """
    rows = []
    for position in sorted(rotated.drawn_squares, key=rank_by_row):
        original_square = rotated.drawn_squares[position]
        edge_states = [_find_rotated_edge_state(board, rotated, position, side) for side in SIDES]
        rows.append([square_numbers[original_square], *position, _pack_edges(edge_states)])
    return rows


def _find_rotated_edge_state(board: Board, rotated: RotatedRoom, position: Square, side: Side) -> int:
    """Return whether an edge of a position is a wall, a door or open after the rotation of a room.

    An edge that borders on a square outside the rotated part is as it is in the dungeon.
    """
    if find_neighbour(position, side) not in rotated.drawn_squares:
        return board.get_edge_state(position, side)
    edge = normalise_edge(position, side)
    if edge in rotated.ground.walls:
        return WALL
    return DOOR if edge in rotated.ground.doors else OPEN
