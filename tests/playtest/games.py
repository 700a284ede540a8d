"""Games for tests: on a named dungeon or a board, with what came of them as one value to compare.

Run as a program it plays rounds on the dungeons named and prints that value for each.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.state import (
    BARRIER,
    BLOCK_COUNT,
    CHEST,
    CURRENT_TRAP,
    FALL_COUNT,
    OCCUPANT,
    PLAN_COUNT,
    STRENGTH,
    WALK_COUNT,
    Array,
    Game,
)
from dungeon_designer.playtest.teams import load_coach, load_team

CLASSIC = np.array([load_coach("classic").weight_row] * 2)
"""The weights of two classic coaches."""

HALL = """
ruleset: {ruleset}
map: |
  <<.......C.......>>
  <<..C...........>>>
  <<<....1...2..C..>>
  <<...........C...>>
  <<..C......3.....>>
  <<.......C.......>>
"""


def load_hall(ruleset: str = "naf-2019") -> Arena:
    """Return a small open dungeon."""
    dungeon = Dungeon.parse(HALL.format(ruleset=ruleset))
    return build_arena(dungeon.board, dungeon.ruleset())


def load_arena(path: str) -> Arena:
    """Return the arena of a dungeon file."""
    dungeon = Dungeon.load(path)
    return build_arena(dungeon.board, dungeon.ruleset())


def play_rounds(of: Arena, count: int, seed: int = 1, first: int = 0) -> tuple[Array, Game]:
    """Return the results of some rounds of balanced against agile, and the game they were played on."""
    one, other = load_team("balanced"), load_team("agile")
    results = np.zeros((4 * count, match.RESULT_COLUMNS), dtype=np.int64)
    rerolls = np.array([one.rerolls, other.rerolls], dtype=np.int64)
    game = of.create_game()
    match.play_rounds(game, seed, first, count, one.player_rows, other.player_rows, rerolls, CLASSIC, results)
    return results, game


def describe_rounds(of: Arena, count: int) -> str:
    """Return everything about some rounds, down to where every player stands at the end, as one value."""
    results, game = play_rounds(of, count)
    kept = game.board[:, [OCCUPANT, BARRIER, CHEST, CURRENT_TRAP, WALK_COUNT, BLOCK_COUNT, FALL_COUNT]]
    game.state[PLAN_COUNT] = 0  # how often a coach thought is no part of the game
    parts = (results, kept, game.players[:, :STRENGTH], game.state)
    data = b"".join(np.ascontiguousarray(part, dtype=np.int64).tobytes() for part in parts)
    return hashlib.sha256(data).hexdigest()[:16]


if __name__ == "__main__":
    for path in sys.argv[2:]:
        print(describe_rounds(load_arena(path), int(sys.argv[1])))
