"""A turn: reserves, the knocked out, and every player in the order in which a coach uses them."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.carrying import approach, carry, fetch, held_up, own_carrier, ready, try_score
from dungeon_designer.playtest.coaching import blitz, chest, close_in, fight, open_one, search, try_door
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import listed, players_of, roll, room_of, square_of, stands
from dungeon_designer.playtest.entering import ON_FOOT, arrive_on, climb_out, enter, run_machines, scattered_from
from dungeon_designer.playtest.placing import (
    ball_from_portal,
    carries,
    check_score,
    free,
    going,
    knock_down,
    put,
    remove,
    settle,
    side_of,
    stop,
    tackled,
)
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import (
    ESCORT,
    GUARD,
    HUNT,
    PATIENCE,
    advance,
    ball_square,
    ease,
    eased,
    weight,
    zone_of,
)
from dungeon_designer.playtest.walking import RISKY, SURE, dist, rise

RECOVER_NEVER, RECOVER_ON_SIX, RECOVER_INSTEAD = range(3)
"""What RECOVERY may say: not before the next touchdown; a 6 brings one in when there are no reserves (brawl-2013);
one comes to the reserves instead of one coming in (naf-2019, eagbbl)."""


@compiled
def first_in(g: Game, team: int, state: int) -> int:
    """The first player of a team in a state, -1 for none."""
    for p in players_of(team):
        if g.players[p, s.STATE] == state:
            return p
    return -1


@compiled
def on_field(g: Game, team: int) -> int:
    """How many of a team are in the dungeon."""
    found = 0
    for p in players_of(team):
        found += s.UP <= g.players[p, s.STATE] <= s.TRAPPED
    return found


@compiled
def bring_reserve(g: Game, team: int) -> None:
    """One player a turn comes in, as the edition says; or one is woken instead."""
    turn = g.now[s.TURN]
    closed = turn < g.rules[s.RESERVE_FROM] or turn > g.rules[s.RESERVE_UNTIL]
    if closed or (turn == 1 and team == 0 and g.rules[s.FIRST_WAITS]):
        return
    p, recovery = first_in(g, team, s.RESERVE), g.rules[s.RECOVERY]
    if p < 0 and recovery == RECOVER_ON_SIX:
        for q in players_of(team):
            if g.players[q, s.STATE] == s.KNOCKED_OUT and roll(g, 6) == 6:
                come(g, q, True)
                return
    elif p < 0:
        p = first_in(g, team, s.KNOCKED_OUT)
        if p >= 0 and recovery == RECOVER_INSTEAD:
            g.players[p, s.STATE] = s.RESERVE
    elif not g.rules[s.FIELD] or on_field(g, team) < g.rules[s.FIELD] or roll(g, 6) > 1:
        come(g, p, False)


@compiled
def _own_square(g: Game, team: int) -> int:
    """A free square where the team sets up, -1 for none."""
    row = s.STARTS + 8 * side_of(g, team) + g.now[s.WAY]
    for i in range(listed(g, row)):
        if free(g, g.lists[row, i]):
            return int(g.lists[row, i])
    return -1


@compiled
def goal_of_all(g: Game) -> int:
    """The square everybody wants to get to: where the ball is, else the first chest not yet opened, else -1."""
    at = ball_square(g)
    if at >= 0:
        return at
    for k in range(listed(g, s.CHESTS)):
        if g.board[chest(g, k), s.CHEST]:
            return chest(g, k)
    return -1


@compiled
def come(g: Game, p: int, rushed: bool) -> None:
    """A player comes in: by a portal drawn by lot, or at his own end where he may and it is nearer to the ball."""
    team = p // s.TEAM
    own = _own_square(g, team) if g.rules[s.RESERVE_WAY] == 1 and not rushed else -1
    portals = listed(g, s.PORTALS)
    if own >= 0 and (portals == 0 or _prefers_zone(g, own)):
        g.players[p, s.STATE] = s.DOWN
        put(g, p, own, s.UP)
        return
    if portals == 0:
        return
    number = roll(g, portals)
    g.players[p, s.STATE], g.players[p, s.AT], g.players[p, s.LEAPT] = s.UP, -1, 1
    g.players[p, s.MOVES] -= g.rules[s.RESERVE_COST]
    if g.rules[s.ARRIVES_BESIDE]:
        if scattered_from(g, p, number):
            enter(g, p, ON_FOOT)
        else:
            g.players[p, s.STATE] = s.RESERVE
    else:
        arrive_on(g, p, number)
    if g.rules[s.RESERVE_STILL]:
        stop(g, p)


@compiled
def _prefers_zone(g: Game, own: int) -> bool:
    """Whether the own end is nearer to what everybody wants than a portal drawn by lot."""
    goal = goal_of_all(g)
    if goal < 0:
        return True
    laid = g.now[s.LAID]
    lost = g.weights[g.now[s.ACTIVE], s.PORTAL_COST] - weight(g, s.W_PORTAL)
    return bool(100 * g.far[laid, goal, own] <= g.by_portal[laid, goal] + lost)


@compiled
def play_turn(g: Game, team: int) -> None:
    """One team's turn, to its end, a turnover or a touchdown."""
    _begin(g, team)
    for _ in range(g.rules[s.RESERVES]):
        if going(g):
            bring_reserve(g, team)
            settle(g)
    for p in players_of(team):
        if going(g):
            climb_out(g, p)
    _act(g, team)
    check_score(g)
    # Count how long neither a chest was opened nor the ball changed hands.
    held = 1 + g.now[s.CARRIER] // s.TEAM if g.now[s.BALL] == s.HELD else 0
    stand = 100 * g.now[s.UNOPENED] + 10 * g.now[s.BALL] + held
    g.now[s.CALM] = g.now[s.CALM] + 1 if stand == g.now[s.STAND] else 0
    g.now[s.STAND] = stand


@compiled
def _begin(g: Game, team: int) -> None:
    """The team's players are ready again; rooms, machines and a ball that was away do what they do."""
    g.now[s.ACTIVE], g.now[s.OVER], g.now[s.REROLLED], g.now[s.BLITZED] = team, 0, 0, 0
    g.players[:, s.LEAPT], g.players[:, s.EXTRA] = 0, 0
    for p in players_of(team):
        g.players[p, s.MOVES], g.players[p, s.RUSHES] = g.players[p, s.MOVE], g.rules[s.RUSH]
        g.players[p, s.USED], g.players[p, s.DODGED], g.players[p, s.TARGET] = 0, 0, -1
        if g.players[p, s.STATE] == s.STUNNED:
            g.players[p, s.STATE], g.players[p, s.USED] = s.DOWN, 2
    if g.rules[s.REMOVED_FROM] and g.now[s.TURN] >= g.rules[s.REMOVED_FROM]:
        _remove_one(g, team)
    run_machines(g)
    if g.now[s.BALL] == s.AWAY:
        ball_from_portal(g)
    if g.now[s.BALL] == s.LOOSE and g.squares[0, g.now[s.BALL_AT], s.PORTAL]:
        g.now[s.LOOSE_FALL] = 1
    ease(g)
    settle(g)
    for p in players_of(team):
        _in_room(g, p)


@compiled
def _remove_one(g: Game, team: int) -> None:
    """A player by lot of those a team has in the dungeon leaves for good."""
    count = on_field(g, team)
    number = roll(g, count) if count else 0
    for p in players_of(team):
        if s.UP <= g.players[p, s.STATE] <= s.TRAPPED:
            number -= 1
            if number == 0:
                remove(g, p, s.LOST, s.BY_TIME)


@compiled
def _in_room(g: Game, p: int) -> None:
    """What a room does to a player who begins his turn in it (gw-2021)."""
    if not stands(g, p) and g.players[p, s.STATE] != s.DOWN:
        return
    room = room_of(g, square_of(g, p))
    if room == s.JAIL and roll(g, 6) <= 2:
        g.players[p, s.MOVES] -= 2
    elif room == s.IDOL and roll(g, 6) == 6:
        g.players[p, s.EXTRA] = 1
    elif room == s.DRAGON and stands(g, p) and roll(g, 6) >= 5:
        held, before = carries(g, p), g.now[s.OVER]
        knock_down(g, p, 0, 0, s.BY_ROOM)
        g.now[s.OVER] = 1 if held else before
        settle(g)


@compiled
def _act(g: Game, team: int) -> None:
    """Score if that is likely, fight, blitz, see to the ball, move the others, open a chest."""
    carrier = own_carrier(g, team)
    if going(g) and carrier >= 0:
        try_score(g, carrier, 100 * eased(g, s.W_SCORE_NOW))
    if going(g) and weight(g, s.W_ORDER):
        _safe_moves(g, team)
    if going(g) and weight(g, s.W_SECURE):
        _secure(g, team)
    if going(g):
        fight(g, team)
    if going(g):
        blitz(g, team)
    if going(g):
        fetch(g, team, 100 * eased(g, s.W_PICKUP))
    if going(g) and own_carrier(g, team) >= 0:
        _carry(g, own_carrier(g, team))
    if going(g):
        _others(g, team, False)
    if going(g):
        open_one(g, team)


@compiled
def _safe_moves(g: Game, team: int) -> None:
    """What needs no die comes before what does: the search on foot, and getting beside the opponents' carrier."""
    if g.now[s.BALL] == s.IN_CHEST:
        search(g, team, True)
    elif own_carrier(g, 1 - team) >= 0:
        close_in(g, team, own_carrier(g, 1 - team))


@compiled
def _secure(g: Game, team: int) -> None:
    """The ball before the blocks: who surely gets it fetches it; a carrier who is free goes on, and his escorts do."""
    fetch(g, team, 100 * weight(g, s.W_SECURE))
    carrier = own_carrier(g, team)
    if carrier < 0 or not going(g):
        return
    if g.players[carrier, s.USED] < 2 and not tackled(g, carrier) and not held_up(g, carrier):
        carry(g, carrier)
    if going(g) and own_carrier(g, team) >= 0 and g.players[own_carrier(g, team), s.USED] == 2:
        _others(g, team, True)


@compiled
def _carry(g: Game, carrier: int) -> None:
    """The carrier's move; if his own players stand in his way they run on first."""
    if weight(g, s.W_LEAD) and g.players[carrier, s.USED] < 2 and held_up(g, carrier):
        _run_before(g, carrier)
    if going(g):
        carry(g, carrier)


@compiled
def _run_before(g: Game, carrier: int) -> None:
    """Team-mates near the carrier and before him run on before he moves, so that none stands in his way."""
    team, at, laid = carrier // s.TEAM, square_of(g, carrier), g.now[s.LAID]
    goal, around = zone_of(g, 1 - team), weight(g, s.W_LEAD) // 100
    g.now[s.AROUND] = around
    for _ in range(s.TEAM):
        best, least = -1, g.far[laid, goal, at] + 1
        for p in players_of(team):
            near = p != carrier and ready(g, p) and not tackled(g, p) and dist(g, square_of(g, p), at) <= around
            if near and g.far[laid, goal, square_of(g, p)] < least:
                best, least = p, g.far[laid, goal, square_of(g, p)]
        if best < 0 or not going(g):
            break
        g.players[best, s.USED] = 1
        rise(g, best)
        if stands(g, best):
            advance(g, best, ESCORT, at, SURE)
            try_door(g, best, goal)
    g.now[s.AROUND] = 0


@compiled
def _others(g: Game, team: int, free: bool) -> None:
    """Whoever has not acted, or only who is `free` of opponents, goes to the chests, or about either carrier."""
    if g.now[s.BALL] == s.IN_CHEST:
        if weight(g, s.W_ORDER):
            search(g, team, True)
        search(g, team, False)
        return
    guards = weight(g, s.W_GUARDS) // 100 if own_carrier(g, team) < 0 else 0
    for _ in range(s.TEAM):
        p = _nearest_ready(g, team, free)
        if p < 0 or not going(g):
            return
        g.players[p, s.USED] = 1
        rise(g, p)
        if stands(g, p):
            _move_one(g, p, team, guards > 0 and _nearest_ready(g, team, free) < 0)  # the last one guards


@compiled
def _nearest_ready(g: Game, team: int, free: bool) -> int:
    """Of those who have not acted, the one nearest to the ball; -1 for none."""
    at, best, least = ball_square(g), -1, 10**9
    for p in players_of(team):
        if ready(g, p) and not (free and tackled(g, p)):
            steps = dist(g, square_of(g, p), at) if at >= 0 else 0
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
    elif g.now[s.BALL] == s.HELD and own_carrier(g, team) >= 0:
        to = at
        advance(g, p, ESCORT, to, RISKY if g.now[s.IMPATIENCE] > PATIENCE // 2 else SURE)
    elif g.now[s.BALL] == s.HELD:
        to = at
        advance(g, p, HUNT, to, RISKY if tackled(g, p) and dist(g, square_of(g, p), at) > 1 else SURE)
    else:
        to = g.now[s.BALL_AT]
        approach(g, p, to)
    try_door(g, p, to)
