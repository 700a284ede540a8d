"""What a coach does with the ball: score if he can, pass to one who can, carry it on, fetch it where it lies."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.blocking import adjacent
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import (
    beside,
    chance,
    facing,
    least,
    players_of,
    roll,
    rolls_again,
    square_of,
    stands,
)
from dungeon_designer.playtest.placing import (
    BOUNCING,
    ball_from_portal,
    ball_modifier,
    carries,
    catches,
    going,
    let_go,
    marks,
    settle,
    side_of,
    tackled,
)
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import (
    AROUND_THEM,
    CARRY,
    GO,
    PATIENCE,
    advance,
    best_square,
    eased,
    find_round,
    weight,
    zone_of,
)
from dungeon_designer.playtest.walking import (
    RISKY,
    STANDING_UP,
    SURE,
    dist,
    plan,
    plan_to,
    reached,
    rise,
    sure_at_most,
    walk_to,
)

_ALL = 10**9
_SCATTER = 3  # squares an inaccurate pass scatters


@compiled
def range_modifier(g: Game, one: int, other: int) -> int:
    """What the range takes off: nothing from a quick pass, 1 from a short, 2 from a long one, 3 from a long bomb."""
    return 1 - int(g.sight[g.now[s.TURNED], one, other])


@compiled
def throw_chance(g: Game, p: int, to: int) -> int:
    """How surely a team-mate gets the ball, thrown or handed, in 10,000; 0 where he cannot."""
    at, there = square_of(g, p), square_of(g, to)
    caught = chance(g.players[to, s.AGILITY], ball_modifier(g, to))
    if adjacent(g, at, there):
        return caught
    if not g.sight[g.now[s.TURNED], at, there]:
        return 0
    thrown = chance(g.players[p, s.PASSING], range_modifier(g, at, there) + ball_modifier(g, p))
    return thrown * caught // 10000


@compiled
def throw(g: Game, p: int, to: int) -> None:
    """The carrier gives or throws the ball to a team-mate: a turnover unless one of his team has it at the end."""
    g.now[s.PASSES] += 1
    at, there = square_of(g, p), square_of(g, to)
    g.now[s.HANDED] += adjacent(g, at, there)
    let_go(g, there)
    if adjacent(g, at, there) or _fly(g, p, at, there):
        catches(g, to, 0)
    settle(g)
    if g.now[s.BALL] != s.HELD or g.now[s.CARRIER] // s.TEAM != g.now[s.ACTIVE]:
        g.now[s.OVER] = 1


@compiled
def _fly(g: Game, p: int, at: int, there: int) -> bool:
    """Whether a throw comes down where it was meant to; any other is caught by whom it comes down on, if he can."""
    rolled = roll(g, 6)
    wanted = least(g.players[p, s.PASSING], range_modifier(g, at, there) + ball_modifier(g, p))
    if rolled < wanted and rolls_again(g, p, False):
        rolled = roll(g, 6)
    if rolled == 1:
        g.now[s.BALL_AT], g.now[s.OVER] = at, 1
        return False
    if _stopped(g, at, there):
        return False
    if rolled >= wanted:
        return True
    for _ in range(_SCATTER):
        to = beside(g, g.now[s.BALL_AT], facing(g, roll(g, 8) - 1))
        if to >= 0 and g.squares[0, to, s.KIND] != s.SOLID:
            g.now[s.BALL_AT] = to
    who = g.board[g.now[s.BALL_AT], s.WHO] - 1
    if who >= 0 and stands(g, who):
        catches(g, who, BOUNCING)
    return False


@compiled
def _stopped(g: Game, at: int, there: int) -> bool:
    """Whether a statue or a portal under the line takes the ball, each on a 1."""
    if not (g.rules[s.STATUES] or g.rules[s.THROUGH_PORTAL]):
        return False
    turned = g.now[s.TURNED]
    x, y = g.squares[turned, at, s.X], g.squares[turned, at, s.Y]
    dx, dy = g.squares[turned, there, s.X] - x, g.squares[turned, there, s.Y] - y
    pieces = max(abs(dx), abs(dy))
    for i in range(1, pieces):
        across, down = _share(dx, i, pieces), _share(dy, i, pieces)
        if across != _BETWEEN and down != _BETWEEN:
            here = _square_at(g, x + across, y + down)
            if here >= 0 and _takes(g, here):
                return True
    return False


_BETWEEN = 9999  # what `_share` gives where the line runs along the border of two squares and so over neither


@compiled
def _share(whole: int, part: int, of: int) -> int:
    """The nearest whole number to part / of of a distance, the same in all directions."""
    twice = 2 * abs(whole) * part + of
    if twice % (2 * of) == 0:
        return _BETWEEN
    near = twice // (2 * of)
    return near if whole >= 0 else -near


@compiled
def _square_at(g: Game, x: int, y: int) -> int:
    """The square at a place, -1 for none."""
    turned = g.now[s.TURNED]
    for at in range(g.board.shape[0]):
        if g.squares[turned, at, s.X] == x and g.squares[turned, at, s.Y] == y:
            return at
    return -1


@compiled
def _takes(g: Game, here: int) -> bool:
    """Whether the statue or portal of a square takes the ball."""
    if g.squares[0, here, s.KIND] == s.SOLID and g.rules[s.STATUES] and roll(g, 6) < g.rules[s.STATUES]:
        g.now[s.BALL_AT], g.now[s.LOOSE_FALL] = here, 1
        return True
    if g.squares[0, here, s.PORTAL] and g.rules[s.THROUGH_PORTAL] and roll(g, 6) < g.rules[s.THROUGH_PORTAL]:
        ball_from_portal(g)
        return True
    return False


@compiled
def may_receive(g: Game, p: int, to: int) -> bool:
    """Whether the carrier may give the ball to a player: a standing team-mate."""
    return bool(p != to and p // s.TEAM == to // s.TEAM and stands(g, to) and carries(g, p))


@compiled
def ready(g: Game, p: int) -> bool:
    """Whether a player is in the dungeon, out of pits, not stunned, and has not acted this turn."""
    state = g.players[p, s.STATE]
    return bool(state in (s.UP, s.DOWN) and g.players[p, s.USED] == 0)


@compiled
def own_carrier(g: Game, team: int) -> int:
    """The player of a team who has the ball, -1 for none."""
    p = g.now[s.CARRIER]
    return int(p) if g.now[s.BALL] == s.HELD and p // s.TEAM == team else -1


@compiled
def _best_in_zone(g: Game, p: int, count: int) -> int:
    """The square of the zone to score in that the last plan reaches most surely; -1 for none."""
    wanted, best, most = 2 - side_of(g, p // s.TEAM), -1, 0
    for i in range(count):
        at = g.board[i, s.QUEUE]
        if g.squares[0, at, s.ZONE] == wanted and g.board[at, s.CHANCE] > most:
            best, most = at, g.board[at, s.CHANCE]
    return int(best)


@compiled
def try_score(g: Game, p: int, threshold: int) -> None:
    """The carrier runs for the touchdown if he makes it surely enough."""
    if not stands(g, p) or g.players[p, s.USED] > 1:
        return
    goal = zone_of(g, 1 - p // s.TEAM)
    if dist(g, square_of(g, p), goal) > g.players[p, s.MOVES] + g.players[p, s.RUSHES]:
        return
    to = _best_in_zone(g, p, plan_to(g, p, goal, 0))
    if to >= 0 and g.board[to, s.CHANCE] >= threshold:
        g.players[p, s.USED] = 2
        walk_to(g, p, to)


@compiled
def _run_chance(g: Game, p: int) -> int:
    """About how surely a player who gets the ball now scores this turn, in 10,000."""
    steps = dist(g, square_of(g, p), zone_of(g, 1 - p // s.TEAM))
    short = steps - g.players[p, s.MOVES]
    if short > g.players[p, s.RUSHES]:
        return 0
    sure = 10000
    for _ in range(max(0, short)):
        sure = sure * 5 // 6
    if tackled(g, p):
        sure = sure * chance(g.players[p, s.AGILITY], 0) // 10000
    return sure


@compiled
def try_pass(g: Game, p: int) -> None:
    """The carrier gives the ball to a team-mate who likely scores with it this turn."""
    if g.players[p, s.USED] > 1 or not stands(g, p):
        return
    best, most = -1, 100 * eased(g, s.W_PASS_NOW)
    for q in players_of(p // s.TEAM):
        if may_receive(g, p, q) and g.players[q, s.USED] == 0:
            run = _run_chance(g, q)
            sure = run * throw_chance(g, p, q) // 10000 if run else 0
            if sure > most:
                best, most = q, sure
    if best < 0:
        return
    hand_on(g, p, best, 0)


@compiled
def hand_on(g: Game, p: int, to: int, threshold: int) -> bool:
    """The carrier gives or throws the ball to a team-mate, who scores if that is sure enough; whether he got it."""
    g.players[p, s.USED] = 2
    throw(g, p, to)
    if not going(g) or own_carrier(g, p // s.TEAM) != to:
        return False
    g.players[to, s.USED] = 1
    try_score(g, to, threshold)
    return True


@compiled
def carry(g: Game, p: int) -> None:
    """The carrier's own move: to score, else to pass, else on towards the zone, out of opponents' reach."""
    if g.players[p, s.USED] > 1:
        return
    try_score(g, p, 100 * eased(g, s.W_SCORE_NOW))
    if going(g) and g.players[p, s.USED] < 2:
        try_pass(g, p)
    if going(g) and g.players[p, s.USED] < 2 and weight(g, s.W_RELAY):
        p = relay(g, p)
    if going(g) and g.players[p, s.USED] < 2 and weight(g, s.W_GIVE):
        p = give(g, p)
    if going(g) and g.players[p, s.USED] < 2 and own_carrier(g, p // s.TEAM) == p:
        g.players[p, s.USED] = 2
        goal = zone_of(g, 1 - p // s.TEAM)
        risk = RISKY if 100 * g.now[s.IMPATIENCE] > weight(g, s.W_DARE) or tackled(g, p) else SURE
        if g.now[s.IMPATIENCE] >= PATIENCE // 4 and held_up(g, p) and find_round(g, p, goal) < s.UNREACHED:
            advance(g, p, AROUND_THEM, goal, RISKY)
        else:
            advance(g, p, CARRY, goal, risk)


@compiled
def held_up(g: Game, p: int) -> bool:
    """Whether those who stand in a carrier's way keep him from gaining the squares he wants to."""
    goal = zone_of(g, 1 - p // s.TEAM)
    straight = dist(g, square_of(g, p), goal)
    if not weight(g, s.W_DETOUR) or not stands(g, p):
        return False
    to = best_square(g, p, CARRY, goal, plan(g, p, RISKY, goal, _ALL))
    return bool(100 * (straight - dist(g, to, goal)) < weight(g, s.W_DETOUR))


@compiled
def relay(g: Game, p: int) -> int:
    """The carrier goes up to a team-mate who likely scores this turn and hands him the ball; who has it then."""
    best, to, most, count = p, -1, 100 * eased(g, s.W_RELAY), plan(g, p, SURE, square_of(g, p), _ALL)
    for q in players_of(p // s.TEAM):
        run = _run_chance(g, q) if may_receive(g, p, q) and g.players[q, s.USED] == 0 else 0
        run = run * chance(g.players[q, s.AGILITY], ball_modifier(g, q)) // 10000
        for i in range(count if run > most else 0):
            at = g.board[i, s.QUEUE]
            if g.squares[0, at, s.PORTAL] or g.board[at, s.CHEST] or not adjacent(g, at, square_of(g, q)):
                continue
            sure = run * g.board[at, s.CHANCE] // 10000
            if sure > most:
                best, to, most = q, at, sure
    if best != p:
        walk_to(g, p, to)
        if going(g) and square_of(g, p) == to and may_receive(g, p, best) and hand_on(g, p, best, 0):
            return best
    return p


@compiled
def give(g: Game, p: int) -> int:
    """The carrier gives the ball to a team-mate who gets farther with it, if that is likely; who has it then."""
    goal, best, most = zone_of(g, 1 - p // s.TEAM), p, weight(g, s.W_GIVE)
    own = max(0, dist(g, square_of(g, p), goal) - max(0, g.players[p, s.MOVES]))
    for q in players_of(p // s.TEAM):
        if may_receive(g, p, q) and g.players[q, s.USED] == 0 and not tackled(g, q):
            gain = 100 * (own - max(0, dist(g, square_of(g, q), goal) - g.players[q, s.MOVES]))
            if gain > most:
                sure = throw_chance(g, p, q)
                gain = (gain * sure - eased(g, s.W_FAILURE) * (10000 - sure)) // 10000
                if sure and gain > most:
                    best, most = q, gain
    if best != p:
        hand_on(g, p, best, 100 * eased(g, s.W_SCORE_NOW))
    return best


@compiled
def _fetch_chance(g: Game, p: int, most: int) -> int:
    """How surely a player gets to the loose ball this turn and picks it up, in 10,000; 0 for no more than `most`."""
    at, kept = g.now[s.BALL_AT], STANDING_UP if g.players[p, s.STATE] == s.DOWN else 0
    moves, steps = g.players[p, s.MOVES] - kept, dist(g, square_of(g, p), at)
    if steps > moves + g.players[p, s.RUSHES] or square_of(g, p) == at:
        return 0
    picked = chance(g.players[p, s.AGILITY], -marks(g, p // s.TEAM, at))
    if sure_at_most(g, steps, moves) * picked // 10000 <= most:
        return 0
    g.players[p, s.MOVES] = moves
    plan_to(g, p, at, 0)
    g.players[p, s.MOVES] = moves + kept
    return int(g.board[at, s.CHANCE] * picked // 10000) if reached(g, at) else 0


@compiled
def fetch(g: Game, team: int, most: int) -> None:
    """The player who gets the loose ball most surely, and more than `most`, goes for it; then he goes on with it."""
    if g.now[s.BALL] != s.LOOSE:
        return
    best = -1
    for p in players_of(team):
        if ready(g, p):
            sure = _fetch_chance(g, p, most)
            if sure > most:
                best, most = p, sure
    if best < 0:
        return
    g.players[best, s.USED] = 1
    rise(g, best)
    at = g.now[s.BALL_AT]
    plan_to(g, best, at, 0)
    if not stands(g, best) or not reached(g, at):
        return
    walk_to(g, best, at)
    if going(g) and own_carrier(g, team) == best:
        carry(g, best)


@compiled
def approach(g: Game, p: int, target: int) -> None:
    """A player goes towards a square, by sure steps only unless he is marked where he lies or stands."""
    advance(g, p, GO, target, SURE)
