"""Games on random boards, checked after every turn: `python -m tests.playtest.fuzz FIRST COUNT`.

Compiled, so that twenty thousand boards take minutes; prints how many were played on and stops at the first fault.
"""

from __future__ import annotations

import random
import sys

import numpy as np

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.compiling import jit, jit_entry_point
from dungeon_designer.playtest.dice import seed_dice
from dungeon_designer.playtest.match import start_match
from dungeon_designer.playtest.state import (
    BALL,
    CARRIER,
    HELD,
    NO_PLAYER,
    OCCUPANT,
    ROTATION,
    SCORER,
    SQUARE,
    STANDING,
    STATE,
    TACKLE_ZONES,
    TEAM_SIZE,
    TRAPPED,
    TURN,
    Game,
    Row,
    Table,
)
from dungeon_designer.playtest.teams import load_team
from dungeon_designer.playtest.turns import play_turn
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from tests.playtest.games import CLASSIC

TURNS = 32


def draw_wild_map(seed: int) -> str:
    """Return a random map of floor, rock, obstacles, hazards, chests and portals, end zones at its ends."""
    dice = random.Random(seed)  # noqa: S311 - the same boards each time
    width, height = dice.randint(5, 14), dice.randint(3, 9)
    rows = [[dice.choices(".#S~%CT", (60, 12, 3, 4, 3, 2, 0))[0] for _ in range(width)] for _ in range(height)]
    for number in range(dice.randint(0, 6)):
        rows[dice.randrange(height)][dice.randrange(width)] = str(number + 1)
    rows[dice.randrange(height)][dice.randrange(width)] = "C"
    for row in rows:
        row[0], row[-1] = "<", ">"
    return "map: |\n" + "".join(f"  {''.join(row)}\n" for row in rows)


@jit
def is_consistent(g: Game, players: int) -> bool:
    """Return whether all players are somewhere, and squares, tackle zones and the ball's carrier agree with that."""
    found = 0
    for p in range(2 * TEAM_SIZE):
        state, at = g.players[p, STATE], g.players[p, SQUARE]
        found += state != NO_PLAYER
        inside = STANDING <= state <= TRAPPED
        if inside != (at >= 0) or (inside and state != TRAPPED and g.board[at, OCCUPANT] != p + 1):
            return False
    for at in range(g.board.shape[0]):
        who = g.board[at, OCCUPANT] - 1
        if who >= 0 and g.players[who, SQUARE] != at:
            return False
        if not _has_right_tackle_zones(g, at):
            return False
    stands = g.state[BALL] != HELD or g.players[g.state[CARRIER], STATE] == STANDING
    return bool(found == players and stands)


@jit
def _has_right_tackle_zones(g: Game, at: int) -> bool:
    """Return whether a square knows how many of each team may tackle there."""
    for side in range(2):
        count = 0
        for p in range(side * TEAM_SIZE, (side + 1) * TEAM_SIZE):
            if g.players[p, STATE] == STANDING:
                for d in range(8):
                    count += g.squares[g.state[ROTATION], g.players[p, SQUARE], d] == at
        if count != g.board[at, TACKLE_ZONES + side]:
            return False
    return True


@jit_entry_point
def play_and_check(g: Game, seed: int, one: Table, other: Table, rerolls: Row, turns: int) -> int:
    """Play a game; the turn after which something was wrong, 0 for none."""
    seed_dice(g.state, seed, 0, 0)
    start_match(g, seed & 1, one, other, rerolls, CLASSIC, 0)
    players = 0
    for p in range(2 * TEAM_SIZE):
        players += g.players[p, STATE] != NO_PLAYER
    while g.state[TURN] < turns and g.state[SCORER] < 0:
        g.state[TURN] += 1
        for side in range(2):
            if g.state[SCORER] < 0:
                play_turn(g, side)
                if not is_consistent(g, players):
                    return int(g.state[TURN])
    return 0


def play_boards(first: int, count: int, turns: int = TURNS) -> int:
    """Return how many of so many boards were played on; RuntimeError for the first game that goes wrong."""
    own, other, rerolls = load_team("balanced").player_rows, load_team("agile").player_rows, np.array([1, 1])
    rulesets = [load_ruleset(edition) for edition in EDITIONS]
    found = 0
    for seed in range(first, first + count):
        try:
            of = build_arena(Dungeon.parse(draw_wild_map(seed)).board, rulesets[seed % len(rulesets)])
        except PlaytestError:
            continue
        turn = play_and_check(of.create_game(), seed, own, other, rerolls, turns)
        if turn:
            raise RuntimeError(f"board {seed}: after turn {turn}")
        found += 1
        if found % 1000 == 0:
            print(f"{seed + 1} boards, {found} played on", file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    print(play_boards(int(sys.argv[1]), int(sys.argv[2])))
