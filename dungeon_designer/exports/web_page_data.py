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
    context, square_numbers = Context(board, ruleset), {square: number for number, square in enumerate(board.squares)}
    ruleset = context.ruleset
    play = parse_play(ruleset)
    data = {
        "name": board.layout.name or DEFAULT_TITLE,
        "edition": {
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
        },
        "hidden": hidden,
        "sides": [
            {"id": team.id, "colour": team.shown_colour, "emblem": team.shown_emblem} for team in board.layout.sides
        ],
        "sections": [
            {
                "kind": section.kind,
                "side": section.team,
                "name": section.name,
                "rule": " ".join(board.library.get(section.tile).rule.split()) if section.tile else "",
            }
            for section in board.sections
        ],
        "terrains": _TERRAIN_CODES,
        "obstacles": _OBSTACLE_CODES,
        "squares": _list_squares(board),
        "chests": sorted(square_numbers[square] for square in board.chest_squares),
        "balls": board.layout.balls,
        "portals": [[portal.number, square_numbers.get(portal.square, -1)] for portal in board.portals],
        "traps": [_build_trap_data(trap, hidden) for trap in board.traps],
        "course": MATCH_TOPICS,
        "things": {
            topic: sorted(square_numbers[object_square] for object_square in squares)
            for topic, squares in find_topic_squares(board).items()
        },
        "rooms": list(_list_rotating_rooms(context, square_numbers)),
        "stones": [
            {
                "at": ball.at,
                "size": ball.size,
                "step": ball.travel.step,
                "depth": ball.size[0] if ball.travel.step[0] else ball.size[1],
                "length": ball.length,
            }
            for ball in board.machines
            if isinstance(ball, RollingBall)
        ],
    }
    return {"id": sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16], **data}


def _list_squares(board: Board) -> list[list[int]]:
    """Return a list of numbers for each square of floor: x, y, section, edges, terrain, obstacle, door.

    `section` is the index of its section, and `edges` holds the walls and doors around it (see `_pack_edges`).
    `terrain` and `obstacle` are indexes into `_TERRAIN_CODES` and `_OBSTACLE_CODES`, 0 for none. `door` tells whether
    a door fills the square: 0 for none, 1 for a shut one, 2 for an open one.
    """
    section_numbers = {section: number for number, section in enumerate(board.sections)}
    door_codes = {None: 0, False: 1, True: 2}
    return [
        [
            *square, section_numbers[owner], _pack_edges([board.get_edge_state(square, side) for side in SIDES]),
            _TERRAIN_CODES.index(board.terrain_at.get(square)), _OBSTACLE_CODES.index(board.obstacle_at.get(square)),
            door_codes[board.door_squares.get(square)],
        ]
        for square, owner in board.section_by_square.items()
    ]  # fmt: skip


def _pack_edges(edge_states: Sequence[int]) -> int:
    """Return the states of a square's four edges (open, wall or door) as one number for the page's data.

    Each edge has two bits: north the lowest, then east, south and west.
    """
    return sum(state << 2 * index for index, state in enumerate(edge_states))


def _build_trap_data(trap: TrapGroup, hidden: bool) -> dict[str, Any]:
    """Return the page's data of a trap; its hidden contents only if `hidden` is true."""
    data: dict[str, Any] = {"kind": trap.kind, "squares": trap.squares, "owner": trap.drawn_traps[0].owner}
    if hidden:
        data["below"] = next((trap_part.below for trap_part in trap.drawn_traps if trap_part.below), "")
        data["content"] = trap.drawn_traps[0].content
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
    """Return what the page draws after a rotation of a room: a list of four numbers for each position.

    The numbers are [square, x, y, edges]. (x, y) is a position in the rotated room or around it. `square` is the
    number, in `square_numbers`, of the square whose floor is drawn there after the rotation. `edges` holds the walls
    and doors at the position (see `_pack_edges`). The positions are ordered by row.
    """

    def find_edge_state(square: Square, side: Side) -> int:
        """Return whether an edge of a position is a wall, a door or open after the rotation.

        An edge that borders on a square outside the rotated part is as it is in the dungeon.
        """
        if find_neighbour(square, side) not in rotated.drawn_squares:
            return board.get_edge_state(square, side)
        border = normalise_edge(square, side)
        return WALL if border in rotated.ground.walls else DOOR if border in rotated.ground.doors else OPEN

    return [
        [
            square_numbers[rotated.drawn_squares[position]],
            *position,
            _pack_edges([find_edge_state(position, side) for side in SIDES]),
        ]
        for position in sorted(rotated.drawn_squares, key=rank_by_row)
    ]
