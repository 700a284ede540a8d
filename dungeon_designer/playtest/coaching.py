"""Whom a coach has blocked and when it is worth the risk; who searches which chest, and who opens one."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.blocking import adjacent, assists, block, dice_for
from dungeon_designer.playtest.carrying import approach, carry, own_carrier, ready
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import beside, facing, listed, players_of, square_of, stands, who_beside
from dungeon_designer.playtest.entering import ON_FOOT, open_chest
from dungeon_designer.playtest.placing import carries, going, knock_down, settle, stop, tackled
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import GUARD, HUNT, PATIENCE, advance, ball_square, weight, zone_of
from dungeon_designer.playtest.walking import (
    STANDING_UP,
    SURE,
    dist,
    plan_to,
    reached,
    rise,
    spends,
    sure_at_most,
    walk_to,
    way,
)


@compiled
def block_worth(g: Game, p: int, against: int) -> int:
    """How much a coach wants a block: 0 for not at all."""
    dice, held = dice_for(g, p, against), carries(g, against)
    wanted = weight(g, s.W_HUNT_DICE if held else s.W_BLOCK_DICE) // 100
    if wanted > 1 and (g.players[p, s.SKILLS] & s.BLOCK or g.now[s.IMPATIENCE] > PATIENCE // 2):
        wanted = 1
    if dice < wanted:
        return 0
    return 10 * dice + (40 if held else 0) + (3 if g.players[p, s.SKILLS] & s.BLOCK else 0) + 10


@compiled
def opponent_beside(g: Game, p: int) -> int:
    """The standing opponent beside a player whom it is most worth to block, -1 for none."""
    best, most = -1, 0
    if not tackled(g, p):
        return best
    for d in range(8):
        who = who_beside(g, square_of(g, p), d)
        if who >= 0 and who // s.TEAM != p // s.TEAM and stands(g, who):
            found = block_worth(g, p, who)
            if found > most or (found == most and found and who < best):
                best, most = who, found
    return best


@compiled
def fight(g: Game, team: int) -> None:
    """All blocks that are worth it, the best first."""
    for _ in range(s.TEAM):
        best, most = -1, 0
        for p in players_of(team):
            if ready(g, p) and stands(g, p) and not carries(g, p):
                who = opponent_beside(g, p)
                found = block_worth(g, p, who) if who >= 0 else 0
                if found > most:
                    best, most = p, found
        if best < 0 or not going(g):
            return
        g.players[best, s.USED] = 2
        block(g, best, opponent_beside(g, best))
        settle(g)


@compiled
def prey(g: Game, team: int) -> int:
    """Whom to blitz: the opponents' carrier, else one beside the own carrier or the loose ball; -1 for nobody."""
    enemy, own = own_carrier(g, 1 - team), own_carrier(g, team)
    if enemy >= 0:
        return enemy
    at = square_of(g, own) if own >= 0 else (g.now[s.BALL_AT] if g.now[s.BALL] == s.LOOSE else -1)
    if at < 0:
        return _in_the_way(g, team)
    found = -1
    for d in range(8):
        who = who_beside(g, at, d)
        if who >= 0 and who // s.TEAM != team and stands(g, who) and (found < 0 or who < found):
            found = who
    return found if found >= 0 else _in_the_way(g, team)


@compiled
def _in_the_way(g: Game, team: int) -> int:
    """The standing opponent who most hinders: who marks players, stands by a chest, or before the ball; -1 for none."""
    best, most, at = -1, 0, ball_square(g)
    if not weight(g, s.W_HARRY):
        return best
    for p in players_of(1 - team):
        if stands(g, p):
            found = tackled(g, p)
            if at >= 0:
                found += max(0, 8 - dist(g, square_of(g, p), at))
            for d in range(8 if at < 0 else 0):
                there = beside(g, square_of(g, p), d)
                if there >= 0 and g.board[there, s.CHEST]:
                    found += 2
            if found > most:
                best, most = p, found
    return best


@compiled
def _beside(g: Game, p: int, against: int) -> int:
    """The square beside an opponent that the last plan reaches most surely, no portal; -1 for none."""
    best, most = -1, 0
    for k in range(8):
        there = beside(g, square_of(g, against), facing(g, k))
        if there < 0 or g.squares[0, there, s.PORTAL]:
            continue
        if reached(g, there) and g.board[there, s.CHANCE] > most:
            best, most = there, g.board[there, s.CHANCE]
    return int(best)


@compiled
def _planned(g: Game, p: int, against: int) -> None:
    """A plan to beside an opponent that keeps one square for the block, and three where the player lies."""
    kept = 1 if stands(g, p) else 1 + STANDING_UP
    g.players[p, s.MOVES] -= kept
    plan_to(g, p, square_of(g, against), 1)
    g.players[p, s.MOVES] += kept


@compiled
def _blitz_worth(g: Game, p: int, against: int, most: int) -> int:
    """How much a coach wants this player to blitz that opponent: 0 for not at all, or for no more than `most`."""
    kept = 0 if stands(g, p) else STANDING_UP
    if g.players[p, s.MOVES] <= kept and kept:
        return 0
    steps = dist(g, square_of(g, p), square_of(g, against))
    if steps > g.players[p, s.MOVES] + g.players[p, s.RUSHES]:
        return 0
    stronger = g.players[p, s.STRENGTH] - g.players[against, s.STRENGTH]
    if weight(g, s.W_ORDER):
        stronger += assists(g, p, against)
    odds = 60 + 20 * min(2, max(-2, stronger)) + (10 if g.players[p, s.SKILLS] & s.BLOCK else 0)
    if sure_at_most(g, steps - 1, g.players[p, s.MOVES] - 1 - kept) * odds // 100 <= most:
        return 0
    _planned(g, p, against)
    to = _beside(g, p, against)
    return int(g.board[to, s.CHANCE] * odds // 100) if to >= 0 else 0


@compiled
def blitzer(g: Game, team: int, against: int, most: int) -> int:
    """Who best blitzes an opponent, if that is worth more than `most`; -1 for nobody."""
    best = -1
    for p in players_of(team):
        if ready(g, p) and not carries(g, p):
            found = _blitz_worth(g, p, against, most)
            if found > most:
                best, most = p, found
    return best


@compiled
def close_in(g: Game, team: int, against: int) -> None:
    """Before the opponents' carrier is blitzed, others who get beside him without a die go there to assist."""
    best = blitzer(g, team, against, 1500)
    for p in players_of(team):
        if p == best or not ready(g, p) or not stands(g, p) or tackled(g, p) or not going(g):
            continue
        if dist(g, square_of(g, p), square_of(g, against)) - 1 <= g.players[p, s.MOVES]:
            g.players[p, s.USED] = 1
            advance(g, p, HUNT, square_of(g, against), SURE)


@compiled
def blitz(g: Game, team: int) -> None:
    """One player may move and block; he goes where the ball is at stake."""
    against = prey(g, team)
    if against < 0 or g.now[s.BLITZED]:
        return
    aimless = own_carrier(g, 1 - team) < 0 and weight(g, s.W_HARRY)
    best = blitzer(g, team, against, 100 * weight(g, s.W_HARRY) if aimless else 1500)
    if best < 0:
        return
    g.now[s.BLITZED], g.players[best, s.USED] = 1, 2
    rise(g, best)
    if not stands(g, best):
        return
    _planned(g, best, against)
    to = _beside(g, best, against)
    if to < 0 or not walk_to(g, best, to):
        return
    if stands(g, against) and adjacent(g, square_of(g, best), square_of(g, against)):
        if spends(g, best):
            block(g, best, against)
        else:
            knock_down(g, best, 0, 0, s.BY_FALL)
        settle(g)


_FAR = 10**9


@compiled
def chest(g: Game, k: int) -> int:
    """The square of the k-th chest, in this game's way round."""
    return int(g.lists[s.CHESTS + g.now[s.WAY], k])


@compiled
def _taken(g: Game, team: int, at: int) -> bool:
    for p in players_of(team):
        if g.players[p, s.TARGET] == at:
            return True
    return False


@compiled
def share_out(g: Game, team: int) -> None:
    """Send players to unopened chests, the shortest way first, one to each, and then those left over."""
    chests = listed(g, s.CHESTS)
    for p in players_of(team):
        if ready(g, p):
            g.players[p, s.TARGET] = -1
    for _ in range(chests):
        best, to, least = -1, -1, _FAR
        for k in range(chests):
            at = chest(g, k)
            if not g.board[at, s.CHEST] or _taken(g, team, at):
                continue
            for p in players_of(team):
                if ready(g, p) and g.players[p, s.TARGET] < 0:
                    length = way(g, square_of(g, p), at)
                    if length < least:
                        best, to, least = p, at, length
        if best < 0:
            return
        g.players[best, s.TARGET] = to


@compiled
def nearest_chest(g: Game, p: int) -> int:
    """The unopened chest nearest to a player, -1 for none."""
    best, least = -1, _FAR
    for k in range(listed(g, s.CHESTS)):
        at = chest(g, k)
        if g.board[at, s.CHEST] and way(g, square_of(g, p), at) < least:
            best, least = at, way(g, square_of(g, p), at)
    return best


@compiled
def opens_now(g: Game, p: int, at: int) -> int:
    """How surely a player opens a chest this turn, in 10,000: by walking onto it, or from where he stands beside it."""
    if not g.board[at, s.CHEST] or not stands(g, p):
        return 0
    if g.rules[s.CHEST_ENTERED]:
        if dist(g, square_of(g, p), at) > g.players[p, s.MOVES] + g.players[p, s.RUSHES]:
            return 0
        plan_to(g, p, at, 0)
        return int(g.board[at, s.CHANCE]) if reached(g, at) else 0
    if g.rules[s.CHEST_UNMARKED] and tackled(g, p):
        return 0
    if g.players[p, s.MOVES] < g.rules[s.CHEST_COST]:
        return 0
    if g.players[p, s.LEAPT] and g.players[p, s.MOVES] <= 0 and g.rules[s.RESERVE_STILL]:
        return 0
    return 10000 if adjacent(g, square_of(g, p), at) else 0


@compiled
def search(g: Game, team: int, safely: bool) -> None:
    """Everybody goes to his chest; who can open one there waits until the others have moved.

    `safely` only those go who roll no die for it: who are not marked and take no portal.
    """
    share_out(g, team)
    guards = weight(g, s.W_GUARDS) // 100
    for p in players_of(team):
        if not ready(g, p) or not going(g):
            continue
        to = g.players[p, s.TARGET]
        if safely and (to < 0 or risky_way(g, p, to)):
            continue
        if to < 0 and guards > 0:
            guards -= 1
            g.players[p, s.USED] = 1
            rise(g, p)
            if stands(g, p):
                advance(g, p, GUARD, zone_of(g, team), SURE)
            continue
        if to < 0:
            to = nearest_chest(g, p)
        if to >= 0:
            seek(g, p, to)


@compiled
def risky_way(g: Game, p: int, to: int) -> bool:
    """Whether a player who goes to a square rolls a die at once: to dodge, or because a portal is on his way."""
    return bool(tackled(g, p) or way(g, square_of(g, p), to) < 100 * dist(g, square_of(g, p), to))


@compiled
def seek(g: Game, p: int, to: int) -> None:
    """A player goes towards a chest, or stays ready to open it."""
    if g.players[p, s.STATE] == s.DOWN:
        rise(g, p)
    if not stands(g, p):
        g.players[p, s.USED] = 1
        return
    g.players[p, s.TARGET] = to
    if g.rules[s.CHEST_ENTERED] and opens_now(g, p, to) >= 100 * weight(g, s.W_OPEN):
        return
    g.players[p, s.USED] = 1
    if opens_now(g, p, to) == 0:
        approach(g, p, to)
        try_door(g, p, to)


@compiled
def try_door(g: Game, p: int, to: int) -> None:
    """A player at the end of his move opens a shut door beside him behind which his way goes on."""
    if not stands(g, p) or not going(g):
        return
    at = square_of(g, p)
    for k in range(0, 8, 2):
        there = beside(g, at, facing(g, k))
        shut = there >= 0 and g.squares[0, there, s.DOOR] and g.board[there, s.SHUT] not in (0, s.STONE)
        if shut and way(g, there, to) < way(g, at, to):
            g.board[there, s.SHUT] = 0
            stop(g, p)
            return


@compiled
def open_one(g: Game, team: int) -> None:
    """At the end of the turn the player who most surely opens a chest opens it, and so on while the turn lasts."""
    for _ in range(s.TEAM):
        if not going(g) or g.now[s.BALL] != s.IN_CHEST:
            return
        best, most = -1, 0
        for p in players_of(team):
            at = g.players[p, s.TARGET]
            if at >= 0 and g.players[p, s.USED] < 2 and square_of(g, p) >= 0:
                sure = opens_now(g, p, at)
                if sure and weight(g, s.W_BLAST):
                    sure += weight(g, s.W_BLAST) * _more_beside(g, team, at)
                if sure > most:
                    best, most = p, sure
        if best < 0:
            return
        _open(g, best, g.players[best, s.TARGET])


@compiled
def _more_beside(g: Game, team: int, at: int) -> int:
    """How many more opponents than players of a team stand beside a chest that may knock them all over."""
    found = 0
    for d in range(8):
        who = who_beside(g, at, d)
        if who >= 0 and stands(g, who):
            found += 1 if who // s.TEAM != team else -1
    return found


@compiled
def _open(g: Game, p: int, at: int) -> None:
    """A player opens a chest, and goes on with the ball if he has it and the edition lets him."""
    g.players[p, s.USED] = 2
    g.players[p, s.TARGET] = -1
    if g.rules[s.CHEST_ENTERED]:
        plan_to(g, p, at, 0)
        walk_to(g, p, at)
    else:
        g.players[p, s.MOVES] -= g.rules[s.CHEST_COST]
        open_chest(g, p, at, ON_FOOT)
        settle(g)
    if going(g) and own_carrier(g, p // s.TEAM) == p and not g.rules[s.CHEST_LAST]:
        g.players[p, s.USED] = 1
        carry(g, p)
