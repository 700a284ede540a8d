"""Searching the chests: who goes to which, and who opens one when everybody else has moved."""

from __future__ import annotations

from dungeon_designer.playtest.ball import settle
from dungeon_designer.playtest.blocking import adjacent
from dungeon_designer.playtest.carrying import approach, carry, going, own_carrier, ready
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import facing
from dungeon_designer.playtest.entering import ON_FOOT, open_chest
from dungeon_designer.playtest.placing import marks
from dungeon_designer.playtest.planning import SURE, dist, plan_to, reached, way
from dungeon_designer.playtest.terms import (
    AT,
    BALL,
    CHANCE,
    CHEST,
    CHEST_COST,
    CHEST_ENTERED,
    CHEST_LAST,
    CHEST_UNMARKED,
    CHESTS,
    DOOR,
    DOWN,
    IN_CHEST,
    LEAPT,
    MOVES,
    RESERVE_STILL,
    RULES,
    RUSHES,
    SHUT,
    STATE,
    STONE,
    TARGET,
    TEAM,
    TURNED,
    UP,
    USED,
    W_GUARDS,
    W_OPEN,
    WAY,
    Game,
)
from dungeon_designer.playtest.valuing import GUARD, advance, weight, zone_of
from dungeon_designer.playtest.walking import rise, walk_to

_FAR = 10**9


@compiled
def chest_count(g: Game) -> int:
    """How many chests the dungeon began with."""
    count = 0
    while count < g.lists.shape[1] and g.lists[CHESTS, count] >= 0:
        count += 1
    return count


@compiled
def chest(g: Game, k: int) -> int:
    """The square of the k-th chest, in this game's way round."""
    return int(g.lists[CHESTS + g.now[WAY], k])


@compiled
def _taken(g: Game, team: int, at: int) -> bool:
    for p in range(team * TEAM, (team + 1) * TEAM):
        if ready(g, p) and g.players[p, TARGET] == at:
            return True
    return False


@compiled
def share_out(g: Game, team: int) -> None:
    """Send players to unopened chests, the shortest way first, one to each, and then those left over."""
    chests = chest_count(g)
    for p in range(team * TEAM, (team + 1) * TEAM):
        g.players[p, TARGET] = -1
    for _ in range(chests):
        best, to, least = -1, -1, _FAR
        for k in range(chests):
            at = chest(g, k)
            if not g.board[at, CHEST] or _taken(g, team, at):
                continue
            for p in range(team * TEAM, (team + 1) * TEAM):
                if ready(g, p) and g.players[p, TARGET] < 0:
                    length = way(g, g.players[p, AT], at)
                    if length < least:
                        best, to, least = p, at, length
        if best < 0:
            return
        g.players[best, TARGET] = to


@compiled
def nearest_chest(g: Game, p: int) -> int:
    """The unopened chest nearest to a player, -1 for none."""
    best, least = -1, _FAR
    for k in range(chest_count(g)):
        at = chest(g, k)
        if g.board[at, CHEST] and way(g, g.players[p, AT], at) < least:
            best, least = at, way(g, g.players[p, AT], at)
    return best


@compiled
def opens_now(g: Game, p: int, at: int) -> int:
    """How surely a player opens a chest this turn, in 10,000: by walking onto it, or from where he stands beside it."""
    if not g.board[at, CHEST] or g.players[p, STATE] != UP:
        return 0
    if g.lists[RULES, CHEST_ENTERED]:
        if dist(g, g.players[p, AT], at) > g.players[p, MOVES] + g.players[p, RUSHES]:
            return 0
        plan_to(g, p, at, 0)
        return int(g.board[at, CHANCE]) if reached(g, at) else 0
    if g.lists[RULES, CHEST_UNMARKED] and marks(g, p // TEAM, g.players[p, AT]):
        return 0
    if g.players[p, MOVES] < g.lists[RULES, CHEST_COST]:
        return 0
    if g.players[p, LEAPT] and g.players[p, MOVES] <= 0 and g.lists[RULES, RESERVE_STILL]:
        return 0
    return 10000 if adjacent(g, g.players[p, AT], at) else 0


@compiled
def search(g: Game, team: int) -> None:
    """Everybody goes to his chest; who can open one there waits until the others have moved."""
    share_out(g, team)
    guards = weight(g, W_GUARDS) // 100
    for p in range(team * TEAM, (team + 1) * TEAM):
        if not ready(g, p) or not going(g):
            continue
        to = g.players[p, TARGET]
        if to < 0 and guards > 0:
            guards -= 1
            g.players[p, USED] = 1
            rise(g, p)
            if g.players[p, STATE] == UP:
                advance(g, p, GUARD, zone_of(g, team), SURE)
            continue
        if to < 0:
            to = nearest_chest(g, p)
        if to >= 0:
            seek(g, p, to)


@compiled
def seek(g: Game, p: int, to: int) -> None:
    """A player goes towards a chest, or stays ready to open it."""
    if g.players[p, STATE] == DOWN:
        rise(g, p)
    if g.players[p, STATE] != UP:
        g.players[p, USED] = 1
        return
    g.players[p, TARGET] = to
    if g.lists[RULES, CHEST_ENTERED] and opens_now(g, p, to) >= 100 * weight(g, W_OPEN):
        return
    g.players[p, USED] = 1
    if opens_now(g, p, to) == 0:
        approach(g, p, to)
        try_door(g, p, to)


@compiled
def try_door(g: Game, p: int, to: int) -> None:
    """A player at the end of his move opens a shut door beside him behind which his way goes on."""
    if g.players[p, STATE] != UP or not going(g):
        return
    at = g.players[p, AT]
    for k in range(0, 8, 2):
        there = g.squares[g.now[TURNED], at, facing(g, k)]
        shut = there >= 0 and g.squares[0, there, DOOR] and g.board[there, SHUT] not in (0, STONE)
        if shut and way(g, there, to) < way(g, at, to):
            g.board[there, SHUT] = 0
            g.players[p, MOVES], g.players[p, RUSHES] = 0, 0
            return


@compiled
def open_one(g: Game, team: int) -> None:
    """At the end of the turn the player who most surely opens a chest opens it, and so on while the turn lasts."""
    for _ in range(TEAM):
        if not going(g) or g.now[BALL] != IN_CHEST:
            return
        best, most = -1, 0
        for p in range(team * TEAM, (team + 1) * TEAM):
            at = g.players[p, TARGET]
            if at >= 0 and g.players[p, USED] < 2 and g.players[p, AT] >= 0:
                sure = opens_now(g, p, at)
                if sure > most:
                    best, most = p, sure
        if best < 0:
            return
        _open(g, best, g.players[best, TARGET])


@compiled
def _open(g: Game, p: int, at: int) -> None:
    """A player opens a chest, and goes on with the ball if he has it and the edition lets him."""
    g.players[p, USED] = 2
    g.players[p, TARGET] = -1
    if g.lists[RULES, CHEST_ENTERED]:
        plan_to(g, p, at, 0)
        walk_to(g, p, at)
    else:
        g.players[p, MOVES] -= g.lists[RULES, CHEST_COST]
        open_chest(g, p, at, ON_FOOT)
        settle(g)
    if going(g) and own_carrier(g, p // TEAM) == p and not g.lists[RULES, CHEST_LAST]:
        g.players[p, USED] = 1
        carry(g, p)
