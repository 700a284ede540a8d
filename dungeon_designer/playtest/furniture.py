"""What lies on a board's squares, in the codes of a `Game`: traps, rooms with rules, jumps, the track of a stone."""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.jumps import jumps
from dungeon_designer.board.model import OBSTACLES, TERRAINS, WALL, Board
from dungeon_designer.grid import SIDES, Side, distance, edge_run, neighbour
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import CounterContent, RollingBall, Trap, TrapKind
from dungeon_designer.playtest import terms
from dungeon_designer.playtest.editions import edition_of
from dungeon_designer.playtest.terms import Array
from dungeon_designer.playtest.walking import LEAP_EDGE, LEAP_OVER_LAVA
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import Play

_KINDS = {
    TrapKind.OPEN_PIT: terms.PIT,
    TrapKind.SPIKED_PIT: terms.SPIKED,
    TrapKind.TRAPDOOR: terms.TRAPDOOR,
    TrapKind.COUNTER: terms.COUNTER,
}
_CONTENTS = {
    CounterContent.NOTHING: terms.NO_TRAP,
    CounterContent.OPEN_PIT: terms.PIT,
    CounterContent.SPIKED_PIT: terms.SPIKED,
    None: -1,
}
_ROOMS = {
    "armoury": terms.ARMOURY,
    "bone-pit": terms.BONE_PIT,
    "cursed-room": terms.CURSED,
    "flooded-room": terms.FLOODED,
    "forgotten-jail": terms.JAIL,
    "sewer": terms.SEWER,
    "chaotic-idol": terms.IDOL,
    "dragon-younglings-lair": terms.DRAGON,
}
_LONGEST_LEAP = 2


def traps_of(board: Board) -> Array:
    """Of each square the kind of its trap, the number of the trapdoor it is part of, and what lies below."""
    found = np.zeros((len(board), 3), dtype=np.int32)
    doors = 0
    for trap in board.layout.traps:
        doors += trap.kind is TrapKind.TRAPDOOR
        for square in trap.squares:
            at = board.find(square)
            if at >= 0 and board.walkable[at] and not board.is_entry[at]:
                found[at] = _KINDS[trap.kind], doors if trap.kind is TrapKind.TRAPDOOR else 0, _below(trap)
    return found


def _below(trap: Trap) -> int:
    """What lies under a trapdoor or a counter."""
    if trap.kind is TrapKind.COUNTER:
        return _CONTENTS[trap.content]
    words = trap.below.lower().replace("_", " ").replace("-", " ")
    if words in ("", "pit", "open pit"):
        return terms.PIT
    return terms.SPIKED if "spike" in words else terms.DEADLY


def rooms_of(board: Board, ruleset: Ruleset) -> Array:
    """The code of the room of gw-2021 that each square lies in, where that edition is played; crypts everywhere."""
    found = np.zeros(len(board), dtype=np.int32)
    if edition_of(ruleset).startswith("gw-2021"):
        for section in board.sections:
            found[section.squares] = _ROOMS.get(section.tile.removeprefix("gw-2021/"), 0)
    found[board.obstacle == OBSTACLES.index(ObstacleKind.CRYPT)] = terms.CRYPT
    return found


def unsafe_of(board: Board) -> Array:
    """Of each square 1 where it is a rope bridge or beside lava (eagbbl, Precarious Positions), 2 on a track."""
    lava = np.append(board.terrain == TERRAINS.index(TerrainKind.LAVA), False)
    beside = lava[board.neighbours].any(axis=1) & board.walkable
    found: Array = (beside | (board.terrain == TERRAINS.index(TerrainKind.ROPE_BRIDGE))).astype(np.int64)
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            found[[at for under in track_of(board, machine) for at in under]] = 2
    return found


def jumps_of(board: Board, play: Play, strict: bool) -> tuple[Array, Array]:
    """Of each square the first of its jumps and their number; and of each jump where it leads and its length."""
    found = sorted(set(_over_terrain(board, play, strict)) | set(_from_edges(board)))
    starts = np.array([jump[0] for jump in found], dtype=np.int64)
    firsts = np.searchsorted(starts, np.arange(len(board)))
    counts = np.searchsorted(starts, np.arange(len(board)), side="right") - firsts
    ends = np.array([jump[1:] for jump in found], dtype=np.int64).reshape(-1, 2)
    return np.column_stack((firsts, counts)), ends


def _over_terrain(board: Board, play: Play, strict: bool) -> list[tuple[int, int, int]]:
    """Jumps that everybody may try, both ways."""
    over = np.isin(board.terrain, [TERRAINS.index(kind) for kind in play.jump_over]) & (board.obstacle == 0)
    if not over.any():
        return []
    ends = board.walkable & ~(board.is_portal | board.is_entry)
    pairs = jumps(board, ends, over, play.jump_over_most, strict).tolist()
    return [
        (one, other, distance(board.square(one), board.square(other)) - 1)
        for a, b in pairs
        for one, other in ((a, b), (b, a))
    ]


def _from_edges(board: Board) -> list[tuple[int, int, int]]:
    """Leaps from marked edges, straight across at most two squares of hazard."""
    found = []
    for run in board.layout.leap_edges:
        for square, side in edge_run(run.at, run.side, run.width):
            for start, way in ((square, side), (neighbour(square, side), side.opposite)):
                leap = _leap(board, board.find(start), way)
                found += [leap] if leap else []
    return found


def _leap(board: Board, start: int, way: Side) -> tuple[int, int, int] | None:
    """The leap from a square over the hazard beside it, None where there is none to land on."""
    if start < 0 or not board.walkable[start]:
        return None
    at, column, lava = start, SIDES.index(way), TERRAINS.index(TerrainKind.LAVA)
    for length in range(_LONGEST_LEAP + 1):
        there = int(board.neighbours[at, 2 * column])
        if there < 0 or board.edges[at, column] == WALL:
            return None
        if board.walkable[there]:
            hard = board.terrain[at] == lava
            return (start, there, length + (LEAP_OVER_LAVA if hard else LEAP_EDGE)) if length else None
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
        places.append([at for at in map(board.find, under) if at >= 0])
    return places
