"""What lies on a board's squares, in the codes of a `Game`: traps, rooms with rules, jumps, the track of a stone."""

from __future__ import annotations

import numpy as np

from dungeon_designer.board.model import Board
from dungeon_designer.figures.arrays import TERRAINS, arrays
from dungeon_designer.grid import Side, Square, distance, edge, edge_run, neighbour
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import CounterContent, RollingBall, TrapKind
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.editions import ROOMS, edition_of
from dungeon_designer.playtest.state import Array
from dungeon_designer.playtest.walking import LEAP_EDGE, LEAP_OVER_LAVA
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Ruleset

_KINDS = dict(zip(TrapKind, (s.PIT, s.SPIKED, s.TRAPDOOR, s.COUNTER), strict=True))
_CONTENTS = dict(zip((*CounterContent, None), (s.NO_TRAP, s.PIT, s.SPIKED, -1), strict=True))
_LONGEST_LEAP = 2


def traps_of(board: Board) -> Array:
    """Of each square the kind of its trap, the number of the trapdoor it is part of, and what lies below."""
    found = np.zeros((len(board), 3), dtype=np.int32)
    doors = 0
    for trap in board.layout.traps:
        doors += trap.kind is TrapKind.TRAPDOOR
        squares = [at for at in trap.squares if at in board.walkable_squares and at not in board.entry_squares]
        door = doors if trap.kind is TrapKind.TRAPDOOR else 0
        words = trap.below.lower().replace("_", " ").replace("-", " ")
        below = s.SPIKED if "spike" in words else s.DEADLY
        if trap.kind is TrapKind.COUNTER:
            below = _CONTENTS[trap.content]
        elif words in ("", "pit", "open pit"):
            below = s.PIT
        found[arrays(board).numbers(squares)] = _KINDS[trap.kind], door, below
    return found


def rooms_of(board: Board, ruleset: Ruleset) -> Array:
    """The code of the room of gw-2021 that each square lies in, where that edition is played; crypts everywhere."""
    found = np.zeros(len(board), dtype=np.int32)
    if edition_of(ruleset).startswith("gw-2021"):
        for section in board.sections:
            found[arrays(board).numbers(section.squares)] = ROOMS.get(section.tile.removeprefix("gw-2021/"), 0)
    crypts = [at for at, kind in board.obstacle_at.items() if kind is ObstacleKind.CRYPT]
    found[arrays(board).numbers(crypts)] = s.CRYPT
    return found


def unsafe_of(board: Board) -> Array:
    """Of each square 1 where it is a rope bridge or beside lava (eagbbl, Precarious Positions), 2 on a track."""
    grid = arrays(board)
    lava = np.append(grid.terrain == TERRAINS.index(TerrainKind.LAVA), False)
    beside = lava[grid.neighbours].any(axis=1) & grid.walkable
    found: Array = (beside | (grid.terrain == TERRAINS.index(TerrainKind.ROPE_BRIDGE))).astype(np.int64)
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            found[[at for under in track_of(board, machine) for at in under]] = 2
    return found


def jumps_of(context: Context) -> tuple[Array, Array]:
    """Of each square the first of its jumps and their number; and of each jump where it leads and its length."""
    board, number = context.board, arrays(context.board).index
    every = {  # those that everybody may try, both ways
        (number[one], number[other], distance(a, b) - 1)
        for a, b in context.jump_steps
        for one, other in ((a, b), (b, a))
    }
    for run in board.layout.leap_edges:
        for square, side in edge_run(run.at, run.side, run.width):
            leaps = _leap(board, square, side), _leap(board, neighbour(square, side), side.opposite)
            every.update(filter(None, leaps))
    found = sorted(every)
    starts = np.array([jump[0] for jump in found], dtype=np.int64)
    firsts = np.searchsorted(starts, np.arange(len(board)))
    counts = np.searchsorted(starts, np.arange(len(board)), side="right") - firsts
    landings = np.array([jump[1:] for jump in found], dtype=np.int64).reshape(-1, 2)
    return np.column_stack((firsts, counts)), landings


def _leap(board: Board, start: Square, way: Side) -> tuple[int, int, int] | None:
    """The leap from a marked edge over one or two squares of hazard, None where there is none to land on."""
    if start not in board.walkable_squares:
        return None
    at, number = start, arrays(board).index
    for length in range(_LONGEST_LEAP + 1):
        there = neighbour(at, way)
        if there not in board or edge(at, way) in board.walls:
            return None
        if there in board.walkable_squares:
            hard = board.terrain_at.get(at) is TerrainKind.LAVA
            return (number[start], number[there], length + (LEAP_OVER_LAVA if hard else LEAP_EDGE)) if length else None
        at = there
    return None


def track_of(board: Board, stone: RollingBall) -> list[list[int]]:
    """The squares under a rolling stone at each place along its track, its start first."""
    dx, dy = stone.travel.step
    size = stone.size[0] if dx else stone.size[1]
    places = []
    for offset in range(max(1, stone.length - size + 1)):
        x, y = stone.at[0] + dx * offset, stone.at[1] + dy * offset
        under = [(x + i, y + j) for j in range(stone.size[1]) for i in range(stone.size[0])]
        places.append(arrays(board).numbers(under))
    return places
