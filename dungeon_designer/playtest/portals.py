"""Portals: a player who comes onto one leaves by another, or is lost; whoever stands where he comes out jumps, too."""

from __future__ import annotations

from dungeon_designer.playtest.ball import ball_from_portal, portal_count
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import facing, roll
from dungeon_designer.playtest.placing import carries, drop_ball, free, injure, lift, put, remove
from dungeon_designer.playtest.terms import (
    ACTIVE,
    ARRIVES_BESIDE,
    AT,
    AWAY,
    BALL,
    BALL_JUMPS,
    BALL_LOST,
    BALL_SLIPS,
    BY_PORTAL,
    JUMP_COST,
    KNOCKED_OUT,
    LEAPT,
    LOOSE_FALL,
    LOSSES,
    LOST,
    LOST_FOREVER,
    LOST_TURNOVER,
    MOVES,
    ONWARD,
    OVER,
    PORTAL,
    PORTAL_JUMPS,
    PORTALS,
    RULES,
    RUSH_AFTER,
    RUSHES,
    SECOND_JUMP_HURTS,
    STATE,
    TEAM,
    TRAPPED,
    TURNED,
    UP,
    WHO,
    Game,
)

_TRIES = 12
"""After so many jumps in a row a player is lost: no dungeon can keep a game from ending."""


@compiled
def jump(g: Game, p: int) -> bool:
    """A player leaves the portal he stands on; whether he comes to another square that may do something to him."""
    g.players[p, MOVES] -= g.lists[RULES, JUMP_COST]
    if not g.lists[RULES, ONWARD]:
        g.players[p, MOVES], g.players[p, RUSHES] = 0, 0
    if not g.lists[RULES, RUSH_AFTER] and g.players[p, MOVES] <= 0:
        g.players[p, RUSHES] = 0
    portals = portal_count(g)
    own = g.squares[0, g.players[p, AT], PORTAL]
    if portals < 2:
        return False
    _counted(g, p)
    drawn = roll(g, portals)
    if drawn == own:
        _lost(g, p)
        return False
    _slip(g, p)
    if g.lists[RULES, ARRIVES_BESIDE]:
        return scattered_from(g, p, drawn)
    arrive_on(g, p, drawn)
    return False


@compiled
def _counted(g: Game, p: int) -> None:
    """A jump more, and one of the ball's if it comes along."""
    g.now[PORTAL_JUMPS] += 1
    g.players[p, LEAPT] += 1
    if carries(g, p):
        g.now[BALL_JUMPS] += 1


@compiled
def _slip(g: Game, p: int) -> None:
    """Whether the carrier keeps the ball; else it jumps by itself."""
    if carries(g, p) and g.lists[RULES, BALL_SLIPS] and roll(g, 6) < g.lists[RULES, BALL_SLIPS]:
        drop_ball(g, p)
        ball_from_portal(g)
        if p // TEAM == g.now[ACTIVE]:
            g.now[OVER] = 1


@compiled
def _lost(g: Game, p: int) -> None:
    """A player drew his own portal's number. The ball stays: see `editions` for how it comes back."""
    had_ball = carries(g, p)
    remove(g, p, LOST if g.lists[RULES, LOST_FOREVER] else KNOCKED_OUT, BY_PORTAL)
    if had_ball and g.lists[RULES, BALL_LOST] == 1:
        g.now[BALL], g.now[LOOSE_FALL] = AWAY, 0
    elif had_ball and g.lists[RULES, BALL_LOST] == 2:
        ball_from_portal(g)
    if p // TEAM == g.now[ACTIVE] and g.lists[RULES, LOST_TURNOVER]:
        g.now[OVER] = 1


@compiled
def _strained(g: Game, p: int) -> None:
    """A second jump in one turn injures, where the edition says so."""
    if g.lists[RULES, SECOND_JUMP_HURTS] and g.players[p, LEAPT] > 1 and g.players[p, STATE] < TRAPPED:
        if p // TEAM == g.now[ACTIVE] and g.players[p, STATE] == UP:
            g.now[OVER] = 1
        drop_ball(g, p)
        injure(g, p, 0, BY_PORTAL)


@compiled
def _moved(g: Game, p: int, there: int) -> None:
    """A player is taken from where he is, if he is anywhere, to another square, standing or lying as he was."""
    state = g.players[p, STATE]
    if g.players[p, AT] >= 0:
        lift(g, p)
    put(g, p, there, state)


@compiled
def arrive_on(g: Game, p: int, number: int) -> None:
    """A player comes out on a portal; who stood there jumps in turn, and so on."""
    portals, moving = portal_count(g), p
    for _ in range(_TRIES):
        there = g.lists[PORTALS, number - 1]
        other = g.board[there, WHO] - 1
        if other == moving:
            other = -1
        if other >= 0:
            lift(g, other)
        _moved(g, moving, there)
        _strained(g, moving)
        if other < 0:
            return
        g.now[PORTAL_JUMPS] += 1
        g.players[other, LEAPT] += 1
        drawn = roll(g, portals)
        g.players[other, AT] = there
        if drawn == number:
            _lost_in_passing(g, other)
            return
        g.players[other, AT] = -1
        if carries(g, other):
            g.now[BALL_JUMPS] += 1
        moving, number = other, drawn
    g.players[moving, AT] = g.lists[PORTALS, number - 1]
    _lost_in_passing(g, moving)


@compiled
def _lost_in_passing(g: Game, p: int) -> None:
    """A player is lost who was driven off his portal and stands nowhere; `AT` says where the ball stays."""
    drop_ball(g, p)
    g.players[p, AT] = -1
    g.players[p, STATE] = LOST if g.lists[RULES, LOST_FOREVER] else KNOCKED_OUT
    g.now[LOSSES + BY_PORTAL] += 1
    if p // TEAM == g.now[ACTIVE] and g.lists[RULES, LOST_TURNOVER]:
        g.now[OVER] = 1


@compiled
def scattered_from(g: Game, p: int, number: int) -> bool:
    """A player comes out beside a portal, in a direction by lot or the next clockwise where there is room."""
    portals = portal_count(g)
    for _ in range(_TRIES):
        at, first = g.lists[PORTALS, number - 1], roll(g, 8) - 1
        for k in range(8):
            there = g.squares[g.now[TURNED], at, facing(g, (first + k) % 8)]
            if free(g, there):
                _moved(g, p, there)
                return True
        number = roll(g, portals)
    if g.players[p, AT] >= 0:
        remove(g, p, KNOCKED_OUT, BY_PORTAL)
    return False
