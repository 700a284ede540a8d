"""What the coaches' page knows of its dungeon: the board and the edition's ways, short enough to be mailed.

The page's own modules (`web/*.js`) are its only readers; other programs read the board JSON. Whoever changes a key here
changes it there. What lies below trapdoors and on the face of counters is in it only when that is asked for.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import numpy as np

from dungeon_designer.analysis.turning import Turning
from dungeon_designer.board.model import OBSTACLES, TERRAINS, Board, Bytes, TrapGroup
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Chests, Corners, Ruleset
from dungeon_designer.rulesets.play import deadlines_of, play_of
from dungeon_designer.text.escaping import without_controls

_IN_SCRIPTS = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a script, spelt so that they cannot."""


def page_json(board: Board, ruleset: Ruleset, hidden: bool) -> str:
    """The data as JSON that may stand inside a script: the same for the same board and edition."""
    data = page_data(board, ruleset, hidden)
    return json.dumps(_clean(data), ensure_ascii=False, separators=(",", ":")).translate(_IN_SCRIPTS)


def page_data(board: Board, ruleset: Ruleset, hidden: bool) -> dict[str, Any]:
    """The data; `id` tells this dungeon under this edition from all others, so that no match is taken for another's."""
    context = Context(board, ruleset)
    data = {
        "name": board.layout.name or "A dungeon",
        "edition": _edition(ruleset),
        "hidden": hidden,
        "sides": [{"id": s.id, "colour": s.shown_colour, "emblem": s.shown_emblem} for s in board.layout.sides],
        "sections": [
            {"kind": s.kind, "side": s.side, "name": s.name, "rule": _rule(board, s.tile)} for s in board.sections
        ],
        "terrains": TERRAINS,
        "obstacles": OBSTACLES,
        "squares": _squares(board),
        "chests": sorted({chest.index for chest in board.chests if chest.index >= 0}),
        "balls": board.layout.balls,
        "portals": [[portal.number, portal.index] for portal in board.portals],
        "traps": [_trap(trap, hidden) for trap in board.traps],
        "leaps": [[*leap.at, leap.side, leap.width] for leap in board.layout.leap_edges],
        "rooms": _rooms(context),
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
    columns = board.x, board.y, board.section, _packed(board.edges), board.terrain, board.obstacle, board.square_door
    rows: list[list[int]] = np.column_stack([column.astype(np.int64) for column in columns]).tolist()
    return rows


def _packed(edges: Bytes) -> Any:
    """The four sides of each square as one number: two bits each, north lowest."""
    return edges.astype(np.int64) @ np.array([1, 4, 16, 64])


def _rule(board: Board, tile: str) -> str:
    return " ".join(board.library.get(tile).rule.split()) if tile else ""


def _trap(trap: TrapGroup, hidden: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": trap.kind, "squares": trap.squares, "owner": trap.parts[0].owner}
    if hidden:
        told["below"] = next((part.below for part in trap.parts if part.below), "")
        told["content"] = trap.parts[0].content
    return told


def _rooms(context: Context) -> list[dict[str, Any]]:
    """Each room that turns: where it is, and where each square of it and around it lies after 1, 2, 3 quarters."""
    board, turning = context.board, Turning(context.board, context.strides, context.strict)
    found = []
    for room in turning.rooms:
        turns = []
        for quarters in (1, 2, 3):
            drawn, numbers, edges = turning.lying(room, quarters)
            turns.append(np.column_stack((numbers, board.x[drawn], board.y[drawn], _packed(edges))).tolist())
        found.append({"corner": room.corner, "size": room.size[0], "turns": turns})
    return found


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
