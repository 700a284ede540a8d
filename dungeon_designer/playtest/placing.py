"""Players on squares: who stands where, who falls, who leaves the dungeon; tackle zones are kept by the way."""

from __future__ import annotations

from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import two_dice
from dungeon_designer.playtest.terms import (
    ACTIVE,
    ARMOUR,
    ARMOURY,
    AT,
    BALL,
    BALL_AT,
    CARRIER,
    CASUALTY,
    CHEST,
    CHEST_ENTERED,
    DOWN,
    FELL,
    FLOOR,
    HELD,
    KIND,
    KNOCKED_OUT,
    LAID,
    LOOSE,
    LOOSE_FALL,
    LOSSES,
    OVER,
    ROOM,
    RULES,
    SHUT,
    STATE,
    STUNNED,
    TEAM,
    TRAPPED,
    TRIPPED,
    TURNED,
    UP,
    WHO,
    ZONES,
    Game,
)


@compiled
def _tell(g: Game, p: int, by: int) -> None:
    """A player's tackle zone appears on (1) or goes from (-1) the squares one step away."""
    at, column, turned = g.players[p, AT], ZONES + p // TEAM, g.now[TURNED]
    for d in range(8):
        there = g.squares[turned, at, d]
        if there >= 0:
            g.board[there, column] += by


@compiled
def put(g: Game, p: int, at: int, state: int) -> None:
    """A player who is nowhere comes to a square. Who is trapped in a pit takes no room on it."""
    g.players[p, AT], g.players[p, STATE] = at, state
    if state != TRAPPED:
        g.board[at, WHO] = p + 1
    if state == UP:
        _tell(g, p, 1)


@compiled
def lift(g: Game, p: int) -> None:
    """A player leaves his square."""
    at = g.players[p, AT]
    if g.players[p, STATE] == UP:
        _tell(g, p, -1)
    if g.board[at, WHO] == p + 1:
        g.board[at, WHO] = 0
    g.players[p, AT] = -1


@compiled
def turn_to(g: Game, p: int, state: int) -> None:
    """A player who stays where he is stands up, falls or is stunned."""
    at = g.players[p, AT]
    lift(g, p)
    put(g, p, at, state)


@compiled
def count_zones(g: Game) -> None:
    """All tackle zones anew, after a room turned."""
    g.board[:, ZONES : ZONES + 2] = 0
    for p in range(2 * TEAM):
        if g.players[p, STATE] == UP:
            _tell(g, p, 1)


@compiled
def lay(g: Game) -> None:
    """Which ways there are, after a room turned or a trapdoor opened."""
    turns = g.squares.shape[0]
    opened = min(g.now[TRIPPED], g.far.shape[0] // turns - 1)
    g.now[LAID] = opened * turns + g.now[TURNED]


@compiled
def free(g: Game, at: int) -> bool:
    """Whether a player may come to stand on a square: floor, nobody there, no shut door, no chest that bars it."""
    if at < 0 or g.squares[0, at, KIND] != FLOOR or g.board[at, WHO] or g.board[at, SHUT]:
        return False
    return bool(g.lists[RULES, CHEST_ENTERED] == 1 or g.board[at, CHEST] == 0)


@compiled
def marks(g: Game, team: int, at: int) -> int:
    """How many opponents of a team have their tackle zone on a square."""
    return int(g.board[at, ZONES + 1 - team])


@compiled
def carries(g: Game, p: int) -> bool:
    """Whether a player holds the ball."""
    return bool(g.now[BALL] == HELD and g.now[CARRIER] == p)


@compiled
def drop_ball(g: Game, p: int) -> None:
    """A carrier lets the ball go: it will scatter from his square."""
    if carries(g, p):
        g.now[BALL], g.now[BALL_AT], g.now[LOOSE_FALL], g.now[CARRIER] = LOOSE, g.players[p, AT], 1, -1


@compiled
def remove(g: Game, p: int, state: int, cause: int) -> None:
    """A player leaves the dungeon, knocked out, hurt or lost; the ball stays."""
    drop_ball(g, p)
    lift(g, p)
    g.players[p, STATE] = state
    g.now[LOSSES + cause] += 1


@compiled
def injure(g: Game, p: int, modifier: int, cause: int) -> None:
    """The injury roll: to 7 stunned, 8 and 9 knocked out, from 10 a casualty (in a pit stunned is only trapped)."""
    rolled = two_dice(g) + modifier
    if rolled >= 10:
        remove(g, p, CASUALTY, cause)
    elif rolled >= 8:
        remove(g, p, KNOCKED_OUT, cause)
    elif g.players[p, STATE] != TRAPPED:
        drop_ball(g, p)
        turn_to(g, p, STUNNED)


@compiled
def test_armour(g: Game, p: int, modifier: int, cause: int) -> bool:
    """The armour roll, and the injury where it is broken; whether it was."""
    in_armoury = g.squares[g.now[TURNED], g.players[p, AT], ROOM] == ARMOURY
    if two_dice(g) + modifier + (1 if in_armoury else 0) < g.players[p, ARMOUR]:
        return False
    injure(g, p, 0, cause)
    return True


@compiled
def knock_down(g: Game, p: int, modifier: int, cause: int) -> None:
    """A standing player falls: a turnover in his own team's turn, an armour roll, and the ball is loose."""
    if g.players[p, STATE] != UP:
        return
    if p // TEAM == g.now[ACTIVE]:
        g.now[OVER] = 1
    g.board[g.players[p, AT], FELL] += 1
    turn_to(g, p, DOWN)
    drop_ball(g, p)
    test_armour(g, p, modifier, cause)
