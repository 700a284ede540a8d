"""Reserves: who comes into the dungeon at the start of a turn, where, and what he may still do; the knocked out."""

from __future__ import annotations

from dungeon_designer.playtest.ball import portal_count, side_of
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import roll
from dungeon_designer.playtest.entering import ON_FOOT, enter
from dungeon_designer.playtest.placing import free, put
from dungeon_designer.playtest.portals import arrive_on, scattered_from
from dungeon_designer.playtest.terms import (
    ARRIVES_BESIDE,
    AT,
    CHEST,
    CHESTS,
    DOWN,
    FIELD,
    FIRST_WAITS,
    KNOCKED_OUT,
    LAID,
    LEAPT,
    MOVES,
    RECOVERY,
    RESERVE,
    RESERVE_COST,
    RESERVE_FROM,
    RESERVE_STILL,
    RESERVE_WAY,
    RULES,
    RUSHES,
    STARTS,
    STATE,
    TEAM,
    TRAPPED,
    TURN,
    UP,
    W_PORTAL,
    WAY,
    Game,
)
from dungeon_designer.playtest.valuing import ball_square, weight

RECOVER_NEVER, RECOVER_ON_SIX, RECOVER_INSTEAD = range(3)
"""What RECOVERY may say: not before the next touchdown; a 6 brings one in when there are no reserves (brawl-2013);
one comes to the reserves instead of one coming in (naf-2019, eagbbl)."""


@compiled
def first_in(g: Game, team: int, state: int) -> int:
    """The first player of a team in a state, -1 for none."""
    for p in range(team * TEAM, (team + 1) * TEAM):
        if g.players[p, STATE] == state:
            return p
    return -1


@compiled
def on_field(g: Game, team: int) -> int:
    """How many of a team are in the dungeon."""
    found = 0
    for p in range(team * TEAM, (team + 1) * TEAM):
        if UP <= g.players[p, STATE] <= TRAPPED:
            found += 1
    return found


@compiled
def bring_reserve(g: Game, team: int) -> None:
    """One player a turn comes in, as the edition says; or one is woken instead."""
    turn = g.now[TURN]
    if turn < g.lists[RULES, RESERVE_FROM] or (turn == 1 and team == 0 and g.lists[RULES, FIRST_WAITS]):
        return
    p, recovery = first_in(g, team, RESERVE), g.lists[RULES, RECOVERY]
    if p < 0 and recovery == RECOVER_ON_SIX:
        p = _rushed(g, team)
        if p >= 0:
            come(g, p, True)
    elif p < 0:
        p = first_in(g, team, KNOCKED_OUT)
        if p >= 0 and recovery == RECOVER_INSTEAD:
            g.players[p, STATE] = RESERVE
    elif not g.lists[RULES, FIELD] or on_field(g, team) < g.lists[RULES, FIELD] or roll(g, 6) > 1:
        come(g, p, False)


@compiled
def _rushed(g: Game, team: int) -> int:
    """The first of the knocked out who rolls a 6; -1 if none does."""
    for p in range(team * TEAM, (team + 1) * TEAM):
        if g.players[p, STATE] == KNOCKED_OUT and roll(g, 6) == 6:
            return p
    return -1


@compiled
def _own_square(g: Game, team: int) -> int:
    """A free square where the team sets up, -1 for none."""
    row = STARTS + 8 * side_of(g, team) + g.now[WAY]
    for i in range(g.lists.shape[1]):
        at = g.lists[row, i]
        if at < 0:
            break
        if free(g, at):
            return int(at)
    return -1


@compiled
def goal_of_all(g: Game) -> int:
    """The square everybody wants to get to: where the ball is, else the first chest not yet opened, else -1."""
    at = ball_square(g)
    if at >= 0:
        return at
    for i in range(g.lists.shape[1]):
        at = g.lists[CHESTS + g.now[WAY], i]
        if at < 0:
            break
        if g.board[at, CHEST]:
            return int(at)
    return -1


@compiled
def come(g: Game, p: int, rushed: bool) -> None:
    """A player comes in: by a portal drawn by lot, or at his own end where he may and it is nearer to the ball."""
    team = p // TEAM
    own = _own_square(g, team) if g.lists[RULES, RESERVE_WAY] == 1 and not rushed else -1
    portals = portal_count(g)
    if own >= 0 and (portals == 0 or _prefers_zone(g, own)):
        g.players[p, STATE] = DOWN
        put(g, p, own, UP)
        return
    if portals == 0:
        return
    number = roll(g, portals)
    g.players[p, STATE], g.players[p, AT], g.players[p, LEAPT] = UP, -1, 1
    g.players[p, MOVES] -= g.lists[RULES, RESERVE_COST]
    if g.lists[RULES, ARRIVES_BESIDE]:
        if scattered_from(g, p, number):
            enter(g, p, ON_FOOT)
        else:
            g.players[p, STATE] = RESERVE
    else:
        arrive_on(g, p, number)
    if g.lists[RULES, RESERVE_STILL]:
        g.players[p, MOVES], g.players[p, RUSHES] = 0, 0


@compiled
def _prefers_zone(g: Game, own: int) -> bool:
    """Whether the own end is nearer to what everybody wants than a portal drawn by lot."""
    goal = goal_of_all(g)
    if goal < 0:
        return True
    return bool(100 * g.far[g.now[LAID], goal, own] <= g.by_portal[g.now[LAID], goal] - weight(g, W_PORTAL))
