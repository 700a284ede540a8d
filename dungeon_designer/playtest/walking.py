"""Walking: a plan carried out square by square, and jumps over what lies in between."""

from __future__ import annotations

from dungeon_designer.playtest.ball import check_score, picks_up, settle
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import chance, succeeds
from dungeon_designer.playtest.entering import ON_FOOT, enter, fall_in
from dungeon_designer.playtest.placing import free, knock_down, lift, marks, put, turn_to
from dungeon_designer.playtest.planning import SURELY
from dungeon_designer.playtest.terms import (
    ACTIVE,
    AGILITY,
    AT,
    BALL,
    BALL_AT,
    BY_FALL,
    CAME,
    DODGE,
    DOWN,
    FLOODED,
    JUMP,
    JUMP_LENGTH,
    JUMP_TO,
    LEAP,
    LOOSE,
    MOVES,
    OVER,
    QUEUE,
    ROOM,
    RUSHES,
    SCORER,
    SKILLS,
    STATE,
    TEAM,
    TURNED,
    UP,
    WALKED,
    Game,
)

STANDING_UP = 3
LEAP_EDGE, LEAP_OVER_LAVA = 100, 150
"""What is added to the length of a leap from a marked edge, and of one over lava, which is harder."""


@compiled
def rise(g: Game, p: int) -> None:
    """A prone player stands up, which costs three squares; with fewer he rolls a 4 or more."""
    if g.players[p, STATE] != DOWN:
        return
    if g.players[p, MOVES] >= STANDING_UP:
        g.players[p, MOVES] -= STANDING_UP
    else:
        g.players[p, MOVES], g.players[p, RUSHES] = 0, 0
        if not succeeds(g, p, 4, 0):
            return
    turn_to(g, p, UP)


@compiled
def walk_to(g: Game, p: int, to: int) -> bool:
    """Walk where the last plan leads; whether the player stands at the end and his team still has its turn.

    What happens on the way may stop him or carry him elsewhere.
    """
    count, at = 0, to
    while at != g.players[p, AT]:
        g.board[count, QUEUE] = at
        count, at = count + 1, g.board[at, CAME]
    for i in range(count - 1, -1, -1):
        at = g.board[i, QUEUE]
        step(g, p, at)
        if g.players[p, STATE] != UP or g.now[OVER] or g.now[SCORER] >= 0 or g.players[p, AT] != at:
            break
    return bool(g.players[p, STATE] == UP and g.now[OVER] == 0 and g.now[SCORER] < 0)


@compiled
def step(g: Game, p: int, to: int) -> None:
    """One step: the rush, the dodge, what the square does, the ball that lies there, the touchdown."""
    at, team = g.players[p, AT], p // TEAM
    marked = marks(g, team, at) > 0
    rushing = g.players[p, MOVES] <= 0
    if rushing:
        g.players[p, RUSHES] -= 1
    else:
        g.players[p, MOVES] -= 1
    lift(g, p)
    put(g, p, to, UP)
    g.board[to, WALKED] += 1
    slipped = rushing and not succeeds(g, p, 3 if g.squares[g.now[TURNED], to, ROOM] == FLOODED else 2, 0)
    if not slipped and marked:
        slipped = not dodges(g, p, -marks(g, team, to))
    if slipped:
        knock_down(g, p, 0, BY_FALL)
    enter(g, p, ON_FOOT)
    if g.players[p, STATE] == UP:
        _take(g, p)
    settle(g)
    check_score(g)


@compiled
def dodges(g: Game, p: int, modifier: int) -> bool:
    """Whether a player gets out of a tackle zone; Dodge lets him roll again."""
    if succeeds(g, p, g.players[p, AGILITY], modifier):
        return True
    return bool(g.players[p, SKILLS] & DODGE) and succeeds(g, p, g.players[p, AGILITY], modifier)


@compiled
def _take(g: Game, p: int) -> None:
    """Who comes to the ball must try to pick it up; to fail is a turnover in his turn."""
    here = g.now[BALL] == LOOSE and g.now[BALL_AT] == g.players[p, AT]
    if here and not picks_up(g, p) and p // TEAM == g.now[ACTIVE]:
        g.now[OVER] = 1


@compiled
def jump_chance(g: Game, p: int, at: int, i: int) -> int:
    """How surely a player makes the i-th jump from his square, in 10,000; 0 for one he may not try.

    A jump over so many squares needs more than that on a D6, 1 less when marked (naf-2019); a marked edge is for
    players with Leap alone, by agility (brawl-2013).
    """
    first = g.squares[0, at, JUMP] + i
    over, to = g.lists[JUMP_LENGTH, first], g.lists[JUMP_TO, first]
    if not free(g, to):
        return 0
    if over < LEAP_EDGE:
        tackled = marks(g, p // TEAM, at) or marks(g, p // TEAM, to)
        modifier = (1 if g.players[p, SKILLS] & LEAP else 0) - (1 if tackled else 0)
        return int(max(0, min(5, 6 + modifier - over)) * SURELY // 6)
    if not g.players[p, SKILLS] & LEAP:
        return 0
    return chance(int(g.players[p, AGILITY]), -1 if over >= LEAP_OVER_LAVA else 0)


@compiled
def jump_over(g: Game, p: int, i: int) -> None:
    """The i-th jump from a player's square; who fails falls in."""
    at = g.players[p, AT]
    first = g.squares[0, at, JUMP] + i
    over, to = g.lists[JUMP_LENGTH, first], g.lists[JUMP_TO, first]
    wanted = jump_chance(g, p, at, i) * 6 // SURELY
    g.players[p, MOVES] -= over % 50 + 1
    lift(g, p)
    put(g, p, to, UP)
    if not succeeds(g, p, 7 - wanted, 0):
        fall_in(g, p)
    else:
        enter(g, p, ON_FOOT)
        if g.players[p, STATE] == UP:
            _take(g, p)
    settle(g)
    check_score(g)
