"""What the coaches' page knows of its dungeon: the board and the edition's ways, short enough to be mailed.

The page's own modules (`web/*.js`) are its only readers; other programs read the board JSON. Whoever changes a key here
changes it there. What lies below trapdoors and on the face of counters is in it only when that is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from dungeon_designer.analysis.rotation import Turned
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, TrapGroup
from dungeon_designer.grid import SIDES, Side, Square, edge, neighbour, row_major
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Chests, Corners, Ruleset
from dungeon_designer.rulesets.play import deadlines_of, play_of
from dungeon_designer.text.escaping import without_controls

_TERRAINS: tuple[TerrainKind | None, ...] = (None, *TerrainKind)
_OBSTACLES: tuple[ObstacleKind | None, ...] = (None, *ObstacleKind)

_IN_SCRIPTS = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a script, spelt so that they cannot."""


def page_json(board: Board, ruleset: Ruleset, hidden: bool) -> str:
    """The data as JSON that may stand inside a script: the same for the same board and edition."""
    data = page_data(board, ruleset, hidden)
    return json.dumps(_clean(data), ensure_ascii=False, separators=(",", ":")).translate(_IN_SCRIPTS)


def page_data(board: Board, ruleset: Ruleset, hidden: bool) -> dict[str, Any]:
    """The data; `id` tells this dungeon under this edition from all others, so that no match is taken for another's."""
    context, numbered = Context(board, ruleset), {square: number for number, square in enumerate(board.squares)}
    data = {
        "name": board.layout.name or "A dungeon",
        "edition": _edition(ruleset),
        "hidden": hidden,
        "sides": [{"id": s.id, "colour": s.shown_colour, "emblem": s.shown_emblem} for s in board.layout.sides],
        "sections": [
            {"kind": s.kind, "side": s.side, "name": s.name, "rule": _rule(board, s.tile)} for s in board.sections
        ],
        "terrains": _TERRAINS,
        "obstacles": _OBSTACLES,
        "squares": _squares(board),
        "chests": sorted(numbered[square] for square in board.chest_squares),
        "balls": board.layout.balls,
        "portals": [[portal.number, numbered.get(portal.at, -1)] for portal in board.portals],
        "traps": [_trap(trap, hidden) for trap in board.traps],
        "leaps": [[*leap.at, leap.side, leap.width] for leap in board.layout.leap_edges],
        "rooms": list(_rooms(context, numbered)),
        "stones": [_stone(machine) for machine in board.machines if isinstance(machine, RollingBall)],
    }
    return {"id": sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16], **data}


def _edition(ruleset: Ruleset) -> dict[str, Any]:
    play = play_of(ruleset)
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "strict": ruleset.corners is Corners.STRICT,
        "impassable": ruleset.chests is Chests.IMPASSABLE,
        "longest": play.longest_throw,
        "opaque": play.opaque,
        "jump": play.jump,
        "arrival": play.arrival,
        "onward": play.onward,
        "rush": play.rush,
        "rushName": play.rush_name,
        "rushAfterJump": play.rush_after_jump,
        "lost": play.lost,
        "deadlines": deadlines_of(play),
        "turnMinutes": play.turn_minutes,
        "sources": {"portals": play.portal_source, "throws": play.longest_throw_source, "time": play.time_source},
    }


def _squares(board: Board) -> list[list[int]]:
    """x, y, section, sides, terrain, obstacle and square door of each square; sides as `_packed`."""
    section = {part: number for number, part in enumerate(board.sections)}
    doors = {None: 0, False: 1, True: 2}
    return [
        [
            *square, section[own], _packed([board.edge_state(square, side) for side in SIDES]),
            _TERRAINS.index(board.terrain_at.get(square)), _OBSTACLES.index(board.obstacle_at.get(square)),
            doors[board.door_squares.get(square)],
        ]
        for square, own in board.owner.items()
    ]  # fmt: skip


def _packed(edges: Sequence[int]) -> int:
    """The four sides of a square as one number: two bits each, north lowest."""
    return sum(state << 2 * bit for bit, state in enumerate(edges))


def _rule(board: Board, tile: str) -> str:
    return " ".join(board.library.get(tile).rule.split()) if tile else ""


def _trap(trap: TrapGroup, hidden: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": trap.kind, "squares": trap.squares, "owner": trap.parts[0].owner}
    if hidden:
        told["below"] = next((part.below for part in trap.parts if part.below), "")
        told["content"] = trap.parts[0].content
    return told


def _rooms(context: Context, numbered: dict[Square, int]) -> Iterator[dict[str, Any]]:
    """Each room that turns: where it is, and where each square of it and around it lies after 1, 2, 3 quarters."""
    for room in context.rotation.rooms:
        turns = [_lying(context.board, context.rotation.turned(room, quarters), numbered) for quarters in (1, 2, 3)]
        yield {"corner": room.corner, "size": room.size[0], "turns": turns}


def _lying(board: Board, turned: Turned, numbered: dict[Square, int]) -> list[list[int]]:
    """Of each square in and around a turned room: the number of the square that lies there, its place, its sides."""

    def state(square: Square, side: Side) -> int:
        if neighbour(square, side) not in turned.drawn:
            return board.edge_state(square, side)
        border = edge(square, side)
        return WALL if border in turned.ground.walls else DOOR if border in turned.ground.doors else OPEN

    return [
        [numbered[turned.drawn[at]], *at, _packed([state(at, side) for side in SIDES])]
        for at in sorted(turned.drawn, key=row_major)
    ]


def _stone(ball: RollingBall) -> dict[str, Any]:
    depth = ball.size[0] if ball.travel.step[0] else ball.size[1]
    return {"at": ball.at, "size": ball.size, "step": ball.travel.step, "depth": depth, "length": ball.length}


def _clean(value: Any) -> Any:
    """The same data, no text of which turns others round or commands a terminal."""
    if isinstance(value, str):
        return without_controls(value)
    if isinstance(value, dict):
        return {key: _clean(inner) for key, inner in value.items()}
    return [_clean(inner) for inner in value] if isinstance(value, list | tuple) else value
