"""A team's turn: what the dungeon does first, who comes in, and what everybody does in which order."""

from __future__ import annotations

from dungeon_designer.playtest.ball import ball_from_portal, check_score, settle
from dungeon_designer.playtest.carrying import approach, carry, fetch, going, own_carrier, ready, try_score
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import roll
from dungeon_designer.playtest.fighting import blitz, fight
from dungeon_designer.playtest.machines import run_machines
from dungeon_designer.playtest.pits import climb_out
from dungeon_designer.playtest.placing import carries, knock_down, marks
from dungeon_designer.playtest.planning import RISKY, SURE, dist
from dungeon_designer.playtest.reserves import bring_reserve
from dungeon_designer.playtest.searching import open_one, search, try_door
from dungeon_designer.playtest.terms import (
    ACTIVE,
    AT,
    AWAY,
    BALL,
    BALL_AT,
    BLITZED,
    BY_ROOM,
    CALM,
    CARRIER,
    DOWN,
    DRAGON,
    EXTRA,
    HELD,
    IDOL,
    IN_CHEST,
    JAIL,
    LEAPT,
    LOOSE,
    LOOSE_FALL,
    MOVE,
    MOVES,
    OVER,
    PORTAL,
    REROLLED,
    RESERVES,
    ROOM,
    RULES,
    RUSH,
    RUSHES,
    STAND,
    STATE,
    STUNNED,
    TARGET,
    TEAM,
    TURNED,
    UNOPENED,
    UP,
    USED,
    W_GUARDS,
    W_SCORE,
    Game,
)
from dungeon_designer.playtest.valuing import (
    ESCORT,
    GUARD,
    HUNT,
    PATIENCE,
    advance,
    ball_square,
    eased,
    weight,
    zone_of,
)
from dungeon_designer.playtest.walking import rise


@compiled
def play_turn(g: Game, team: int) -> None:
    """One team's turn, to its end, a turnover or a touchdown."""
    _begin(g, team)
    for _ in range(g.lists[RULES, RESERVES]):
        if going(g):
            bring_reserve(g, team)
            settle(g)
    for p in range(team * TEAM, (team + 1) * TEAM):
        if going(g):
            climb_out(g, p)
    _act(g, team)
    check_score(g)
    _remember(g)


@compiled
def _remember(g: Game) -> None:
    """Count how long neither a chest was opened nor the ball changed hands."""
    held = 1 + g.now[CARRIER] // TEAM if g.now[BALL] == HELD else 0
    stand = 100 * g.now[UNOPENED] + 10 * g.now[BALL] + held
    g.now[CALM] = g.now[CALM] + 1 if stand == g.now[STAND] else 0
    g.now[STAND] = stand


@compiled
def _begin(g: Game, team: int) -> None:
    """The team's players are ready again; rooms, machines and a ball that was away do what they do."""
    g.now[ACTIVE], g.now[OVER], g.now[REROLLED], g.now[BLITZED] = team, 0, 0, 0
    g.players[:, LEAPT] = 0
    for p in range(team * TEAM, (team + 1) * TEAM):
        g.players[p, MOVES], g.players[p, RUSHES] = g.players[p, MOVE], g.lists[RULES, RUSH]
        g.players[p, USED], g.players[p, EXTRA], g.players[p, TARGET] = 0, 0, -1
        if g.players[p, STATE] == STUNNED:
            g.players[p, STATE], g.players[p, USED] = DOWN, 2
    run_machines(g)
    if g.now[BALL] == AWAY:
        ball_from_portal(g)
    if g.now[BALL] == LOOSE and g.squares[0, g.now[BALL_AT], PORTAL]:
        g.now[LOOSE_FALL] = 1
    settle(g)
    for p in range(team * TEAM, (team + 1) * TEAM):
        _in_room(g, p)


@compiled
def _in_room(g: Game, p: int) -> None:
    """What a room does to a player who begins his turn in it (gw-2021)."""
    if g.players[p, STATE] != UP and g.players[p, STATE] != DOWN:
        return
    room = g.squares[g.now[TURNED], g.players[p, AT], ROOM]
    if room == JAIL and roll(g, 6) <= 2:
        g.players[p, MOVES] -= 2
    elif room == IDOL and roll(g, 6) == 6:
        g.players[p, EXTRA] = 1
    elif room == DRAGON and g.players[p, STATE] == UP and roll(g, 6) >= 5:
        held, before = carries(g, p), g.now[OVER]
        knock_down(g, p, 0, BY_ROOM)
        g.now[OVER] = 1 if held else before
        settle(g)


@compiled
def _act(g: Game, team: int) -> None:
    """Score if that is likely, fight, blitz, see to the ball, move the others, open a chest."""
    carrier = own_carrier(g, team)
    if going(g) and carrier >= 0:
        try_score(g, carrier, 100 * eased(g, W_SCORE))
    if going(g):
        fight(g, team)
    if going(g):
        blitz(g, team)
    if going(g):
        fetch(g, team)
    carrier = own_carrier(g, team)
    if going(g) and carrier >= 0:
        carry(g, carrier)
    if going(g):
        _others(g, team)
    if going(g):
        open_one(g, team)


@compiled
def _others(g: Game, team: int) -> None:
    """Whoever has not acted: search while nobody has the ball, else around the own carrier or after the other."""
    if g.now[BALL] == IN_CHEST:
        search(g, team)
        return
    guards = weight(g, W_GUARDS) // 100 if own_carrier(g, team) < 0 else 0
    for _ in range(TEAM):
        p = _nearest_ready(g, team)
        if p < 0 or not going(g):
            return
        g.players[p, USED] = 1
        rise(g, p)
        if g.players[p, STATE] == UP:
            _move_one(g, p, team, guards > 0 and _last_ready(g, team))


@compiled
def _last_ready(g: Game, team: int) -> bool:
    """Whether nobody of a team is left to act."""
    for p in range(team * TEAM, (team + 1) * TEAM):
        if ready(g, p):
            return False
    return True


@compiled
def _nearest_ready(g: Game, team: int) -> int:
    """Of those who have not acted, the one nearest to the ball; -1 for none."""
    at, best, least = ball_square(g), -1, 10**9
    for p in range(team * TEAM, (team + 1) * TEAM):
        if ready(g, p):
            steps = dist(g, g.players[p, AT], at) if at >= 0 else 0
            if steps < least:
                best, least = p, steps
    return best


@compiled
def _move_one(g: Game, p: int, team: int, guard: bool) -> None:
    """One player's move by what became of the ball."""
    at = ball_square(g)
    if guard or at < 0:
        to = zone_of(g, team)
        advance(g, p, GUARD, to, SURE)
    elif g.now[BALL] == HELD and own_carrier(g, team) >= 0:
        to = at
        advance(g, p, ESCORT, to, RISKY if g.now[CALM] > PATIENCE // 2 else SURE)
    elif g.now[BALL] == HELD:
        to = at
        marked = marks(g, team, g.players[p, AT])
        advance(g, p, HUNT, to, RISKY if marked and dist(g, g.players[p, AT], at) > 1 else SURE)
    else:
        to = g.now[BALL_AT]
        approach(g, p, to)
    try_door(g, p, to)
