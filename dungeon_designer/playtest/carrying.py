"""What a coach does with the ball: score if he can, pass to one who can, carry it on, fetch it where it lies."""

from __future__ import annotations

from dungeon_designer.playtest.ball import side_of
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import chance
from dungeon_designer.playtest.passing import may_receive, throw, throw_chance
from dungeon_designer.playtest.placing import marks
from dungeon_designer.playtest.planning import RISKY, SURE, dist, plan_to, reached, sure_at_most
from dungeon_designer.playtest.terms import (
    AGILITY,
    AT,
    BALL,
    BALL_AT,
    CALM,
    CARRIER,
    CHANCE,
    DOWN,
    HELD,
    LOOSE,
    MOVES,
    OVER,
    QUEUE,
    RUSHES,
    SCORER,
    STATE,
    TEAM,
    UP,
    USED,
    W_PASS,
    W_PICKUP,
    W_SCORE,
    ZONE,
    Game,
)
from dungeon_designer.playtest.valuing import CARRY, GO, PATIENCE, advance, eased, zone_of
from dungeon_designer.playtest.walking import STANDING_UP, rise, walk_to


@compiled
def going(g: Game) -> bool:
    """Whether the team's turn goes on."""
    return bool(g.now[OVER] == 0 and g.now[SCORER] < 0)


@compiled
def ready(g: Game, p: int) -> bool:
    """Whether a player is in the dungeon, out of pits, not stunned, and has not acted this turn."""
    state = g.players[p, STATE]
    return bool(state in (UP, DOWN) and g.players[p, USED] == 0)


@compiled
def own_carrier(g: Game, team: int) -> int:
    """The player of a team who has the ball, -1 for none."""
    p = g.now[CARRIER]
    return int(p) if g.now[BALL] == HELD and p // TEAM == team else -1


@compiled
def _best_in_zone(g: Game, p: int, count: int) -> int:
    """The square of the zone to score in that the last plan reaches most surely; -1 for none."""
    wanted, best, most = 2 - side_of(g, p // TEAM), -1, 0
    for i in range(count):
        at = g.board[i, QUEUE]
        if g.squares[0, at, ZONE] == wanted and g.board[at, CHANCE] > most:
            best, most = at, g.board[at, CHANCE]
    return int(best)


@compiled
def try_score(g: Game, p: int, threshold: int) -> None:
    """The carrier runs for the touchdown if he makes it surely enough."""
    if g.players[p, STATE] != UP or g.players[p, USED] > 1:
        return
    goal = zone_of(g, 1 - p // TEAM)
    if dist(g, g.players[p, AT], goal) > g.players[p, MOVES] + g.players[p, RUSHES]:
        return
    to = _best_in_zone(g, p, plan_to(g, p, goal, 0))
    if to >= 0 and g.board[to, CHANCE] >= threshold:
        g.players[p, USED] = 2
        walk_to(g, p, to)


@compiled
def _run_chance(g: Game, p: int) -> int:
    """About how surely a player who gets the ball now scores this turn, in 10,000."""
    steps = dist(g, g.players[p, AT], zone_of(g, 1 - p // TEAM))
    short = steps - g.players[p, MOVES]
    if short > g.players[p, RUSHES]:
        return 0
    sure = 10000
    for _ in range(max(0, short)):
        sure = sure * 5 // 6
    if marks(g, p // TEAM, g.players[p, AT]):
        sure = sure * chance(g.players[p, AGILITY], 0) // 10000
    return sure


@compiled
def try_pass(g: Game, p: int) -> None:
    """The carrier gives the ball to a team-mate who likely scores with it this turn."""
    if g.players[p, USED] > 1 or g.players[p, STATE] != UP:
        return
    best, most = -1, 100 * eased(g, W_PASS)
    for q in range(p // TEAM * TEAM, (p // TEAM + 1) * TEAM):
        if may_receive(g, p, q) and g.players[q, USED] == 0:
            run = _run_chance(g, q)
            sure = run * throw_chance(g, p, q) // 10000 if run else 0
            if sure > most:
                best, most = q, sure
    if best < 0:
        return
    g.players[p, USED] = 2
    throw(g, p, best)
    if going(g) and own_carrier(g, p // TEAM) == best:
        g.players[best, USED] = 1
        try_score(g, best, 0)


@compiled
def carry(g: Game, p: int) -> None:
    """The carrier's own move: to score, else to pass, else on towards the zone, out of opponents' reach."""
    if g.players[p, USED] > 1:
        return
    try_score(g, p, 100 * eased(g, W_SCORE))
    if going(g) and g.players[p, USED] < 2:
        try_pass(g, p)
    if going(g) and g.players[p, USED] < 2 and own_carrier(g, p // TEAM) == p:
        g.players[p, USED] = 2
        team = p // TEAM
        bold = g.now[CALM] > PATIENCE // 4 or marks(g, team, g.players[p, AT])
        advance(g, p, CARRY, zone_of(g, 1 - team), RISKY if bold else SURE)


@compiled
def _fetch_chance(g: Game, p: int, most: int) -> int:
    """How surely a player gets to the loose ball this turn and picks it up, in 10,000; 0 for no more than `most`."""
    at, kept = g.now[BALL_AT], STANDING_UP if g.players[p, STATE] == DOWN else 0
    moves, steps = g.players[p, MOVES] - kept, dist(g, g.players[p, AT], at)
    if steps > moves + g.players[p, RUSHES] or g.players[p, AT] == at:
        return 0
    picked = chance(g.players[p, AGILITY], -marks(g, p // TEAM, at))
    if sure_at_most(g, steps, moves) * picked // 10000 <= most:
        return 0
    g.players[p, MOVES] = moves
    plan_to(g, p, at, 0)
    g.players[p, MOVES] = moves + kept
    return int(g.board[at, CHANCE] * picked // 10000) if reached(g, at) else 0


@compiled
def fetch(g: Game, team: int) -> None:
    """The player who most surely gets the loose ball goes for it; if he has it he goes on with it."""
    if g.now[BALL] != LOOSE:
        return
    best, most = -1, 100 * eased(g, W_PICKUP)
    for p in range(team * TEAM, (team + 1) * TEAM):
        if ready(g, p):
            sure = _fetch_chance(g, p, most)
            if sure > most:
                best, most = p, sure
    if best < 0:
        return
    g.players[best, USED] = 1
    rise(g, best)
    at = g.now[BALL_AT]
    plan_to(g, best, at, 0)
    if g.players[best, STATE] != UP or not reached(g, at):
        return
    walk_to(g, best, at)
    if going(g) and own_carrier(g, team) == best:
        carry(g, best)


@compiled
def approach(g: Game, p: int, target: int) -> None:
    """A player goes towards a square, by sure steps only unless he is marked where he lies or stands."""
    advance(g, p, GO, target, SURE)
