"""Translate what lies on a board's squares into the codes of a `Game`: traps, rooms, jumps, tracks of stones."""

from __future__ import annotations

import numpy as np

from dungeon_designer.board.model import Board
from dungeon_designer.figures.arrays import TERRAIN_CODES, build_arrays
from dungeon_designer.grid import Side, Square, find_neighbour, list_edges, measure_distance, normalise_edge
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import CounterContent, RollingBall, TrapKind
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.editions import ROOM_CODES, find_edition
from dungeon_designer.playtest.state import Array
from dungeon_designer.playtest.walking import LEAP_EDGE_EXTRA, LEAP_LAVA_EXTRA
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.ruleset_model import Ruleset

_TRAP_CODES = dict(zip(TrapKind, (s.PIT, s.SPIKED, s.TRAPDOOR, s.COUNTER), strict=True))
_COUNTER_CODES = dict(zip((*CounterContent, None), (s.NO_TRAP, s.PIT, s.SPIKED, -1), strict=True))
_MAX_LEAP_SQUARES = 2


def build_trap_codes(board: Board) -> Array:
    """Return N x 3: for each square the kind of its trap, the number of its trapdoor and what lies below.

    Kinds are those of TRAP in `state.py`. The number is 0 for no trapdoor. Below a trapdoor or a counter lies a kind of
    pit or nothing; -1 stands for a counter whose contents are not given. Squares without a trap have three zeros.
    """
    codes = np.zeros((len(board), 3), dtype=np.int32)
    trapdoor_count = 0
    for trap in board.layout.traps:
        trapdoor_count += trap.kind is TrapKind.TRAPDOOR
        squares = [
            square for square in trap.squares if square in board.walkable_squares and square not in board.entry_squares
        ]
        trapdoor_number = trapdoor_count if trap.kind is TrapKind.TRAPDOOR else 0
        description = trap.below.lower().replace("_", " ").replace("-", " ")
        below = s.SPIKED if "spike" in description else s.DEADLY
        if trap.kind is TrapKind.COUNTER:
            below = _COUNTER_CODES[trap.content]
        elif description in ("", "pit", "open pit"):
            below = s.PIT
        codes[build_arrays(board).list_numbers(squares)] = _TRAP_CODES[trap.kind], trapdoor_number, below
    return codes


def build_room_codes(board: Board, ruleset: Ruleset) -> Array:
    """Return for each square the code of the room in which it lies, 0 for a room without a rule of its own.

    Rooms count under gw-2021 only; squares with a crypt (an obstacle) have the code CRYPT under every edition.
    """
    codes = np.zeros(len(board), dtype=np.int32)
    if find_edition(ruleset).startswith("gw-2021"):
        for section in board.sections:
            codes[build_arrays(board).list_numbers(section.squares)] = ROOM_CODES.get(
                section.tile.removeprefix("gw-2021/"), 0
            )
    crypts = [square for square, kind in board.obstacle_at.items() if kind is ObstacleKind.CRYPT]
    codes[build_arrays(board).list_numbers(crypts)] = s.CRYPT
    return codes


def build_danger_codes(board: Board) -> Array:
    """Return for each square the code DANGER: BESIDE_LAVA (1), ON_TRACK (2) or 0.

    BESIDE_LAVA is a rope bridge or a walkable square beside lava (eagbbl, Precarious Positions). ON_TRACK is the track
    of a rolling stone.
    """
    grid = build_arrays(board)
    lava = np.append(grid.terrain == TERRAIN_CODES.index(TerrainKind.LAVA), False)
    is_beside_lava = lava[grid.neighbours].any(axis=1) & grid.walkable
    codes: Array = (is_beside_lava | (grid.terrain == TERRAIN_CODES.index(TerrainKind.ROPE_BRIDGE))).astype(np.int64)
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            codes[[square for squares_under in list_track_squares(board, machine) for square in squares_under]] = 2
    return codes


def list_jumps(context: Context) -> tuple[Array, Array]:
    """Return the jumps over gaps of a board, sorted by the squares from which they start, as two arrays.

    Returns:
        for each square the index of its first jump and the number of its jumps; for each jump the square where it lands
        and its length
    """
    board, number = context.board, build_arrays(context.board).index
    jumps = {  # jumps that every player may try, in both directions
        (number[from_square], number[to_square], measure_distance(start, end) - 1)
        for start, end in context.jump_steps
        for from_square, to_square in ((start, end), (end, start))
    }
    for leap_edge in board.layout.leap_edges:
        for square, side in list_edges(leap_edge.at, leap_edge.side, leap_edge.width):
            leaps = _find_leap(board, square, side), _find_leap(board, find_neighbour(square, side), side.opposite)
            jumps.update(filter(None, leaps))
    sorted_jumps = sorted(jumps)
    starts = np.array([jump[0] for jump in sorted_jumps], dtype=np.int64)
    firsts = np.searchsorted(starts, np.arange(len(board)))
    counts = np.searchsorted(starts, np.arange(len(board)), side="right") - firsts
    landings = np.array([jump[1:] for jump in sorted_jumps], dtype=np.int64).reshape(-1, 2)
    return np.column_stack((firsts, counts)), landings


def _find_leap(board: Board, start: Square, direction: Side) -> tuple[int, int, int] | None:
    """Return the leap from a marked edge over one or two squares that players cannot walk on; None if there is none.

    None also if a wall is in the way or if the squares beyond the edge can be walked on.

    Args:
        start: the square before the edge
        direction: the side of that square at which the edge lies

    Returns:
        the numbers of the start and landing squares, and the length with what a leap from an edge or over lava adds
    """
    if start not in board.walkable_squares:
        return None
    square, number = start, build_arrays(board).index
    for length in range(_MAX_LEAP_SQUARES + 1):
        next_square = find_neighbour(square, direction)
        if next_square not in board or normalise_edge(square, direction) in board.walls:
            return None
        if next_square in board.walkable_squares:
            is_over_lava = board.terrain_at.get(square) is TerrainKind.LAVA
            if not length:
                return None
            return (number[start], number[next_square], length + (LEAP_LAVA_EXTRA if is_over_lava else LEAP_EDGE_EXTRA))
        square = next_square
    return None


def list_track_squares(board: Board, stone: RollingBall) -> list[list[int]]:
    """Return for each place of a rolling stone along its track the numbers of the squares under it.

    The first place is where the stone starts.
    """
    dx, dy = stone.travel.step
    size = stone.size[0] if dx else stone.size[1]
    places = []
    for offset in range(max(1, stone.length - size + 1)):
        x, y = stone.at[0] + dx * offset, stone.at[1] + dy * offset
        squares_under = [(x + i, y + j) for j in range(stone.size[1]) for i in range(stone.size[0])]
        places.append(build_arrays(board).list_numbers(squares_under))
    return places
