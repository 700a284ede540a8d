"""Blocks and the blitz: whom a coach has blocked, by whom, and when it is worth the risk."""

from __future__ import annotations

from dungeon_designer.playtest.ball import settle
from dungeon_designer.playtest.blocking import adjacent, block, dice_for
from dungeon_designer.playtest.carrying import going, own_carrier, ready
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import facing
from dungeon_designer.playtest.placing import carries, marks
from dungeon_designer.playtest.planning import dist, plan_to, reached, sure_at_most
from dungeon_designer.playtest.terms import (
    AT,
    BALL,
    BALL_AT,
    BLITZED,
    BLOCK,
    CALM,
    CHANCE,
    LOOSE,
    MOVES,
    PORTAL,
    RUSHES,
    SKILLS,
    STATE,
    STRENGTH,
    TEAM,
    TURNED,
    UP,
    USED,
    W_DICE,
    W_HUNT,
    WHO,
    Game,
)
from dungeon_designer.playtest.valuing import PATIENCE, weight
from dungeon_designer.playtest.walking import STANDING_UP, rise, walk_to


@compiled
def block_worth(g: Game, p: int, against: int) -> int:
    """How much a coach wants a block: 0 for not at all."""
    dice, held = dice_for(g, p, against), carries(g, against)
    wanted = weight(g, W_HUNT if held else W_DICE) // 100
    if wanted > 1 and (g.players[p, SKILLS] & BLOCK or g.now[CALM] > PATIENCE // 2):
        wanted = 1
    if dice < wanted:
        return 0
    return 10 * dice + (40 if held else 0) + (3 if g.players[p, SKILLS] & BLOCK else 0) + 10


@compiled
def opponent_beside(g: Game, p: int) -> int:
    """The standing opponent beside a player whom it is most worth to block, -1 for none."""
    best, most = -1, 0
    if not marks(g, p // TEAM, g.players[p, AT]):
        return best
    for d in range(8):
        there = g.squares[g.now[TURNED], g.players[p, AT], d]
        who = g.board[there, WHO] - 1 if there >= 0 else -1
        if who >= 0 and who // TEAM != p // TEAM and g.players[who, STATE] == UP:
            found = block_worth(g, p, who)
            if found > most or (found == most and found and who < best):
                best, most = who, found
    return best


@compiled
def fight(g: Game, team: int) -> None:
    """All blocks that are worth it, the best first."""
    for _ in range(TEAM):
        best, most = -1, 0
        for p in range(team * TEAM, (team + 1) * TEAM):
            if ready(g, p) and g.players[p, STATE] == UP and not carries(g, p):
                who = opponent_beside(g, p)
                found = block_worth(g, p, who) if who >= 0 else 0
                if found > most:
                    best, most = p, found
        if best < 0 or not going(g):
            return
        g.players[best, USED] = 2
        block(g, best, opponent_beside(g, best))
        settle(g)


@compiled
def prey(g: Game, team: int) -> int:
    """Whom to blitz: the opponents' carrier, else one beside the own carrier or the loose ball; -1 for nobody."""
    enemy, own = own_carrier(g, 1 - team), own_carrier(g, team)
    if enemy >= 0:
        return enemy
    at = g.players[own, AT] if own >= 0 else (g.now[BALL_AT] if g.now[BALL] == LOOSE else -1)
    if at < 0:
        return -1
    found = -1
    for d in range(8):
        there = g.squares[g.now[TURNED], at, d]
        who = g.board[there, WHO] - 1 if there >= 0 else -1
        if who >= 0 and who // TEAM != team and g.players[who, STATE] == UP and (found < 0 or who < found):
            found = who
    return found


@compiled
def _beside(g: Game, p: int, against: int) -> int:
    """The square beside an opponent that the last plan reaches most surely, no portal; -1 for none."""
    best, most = -1, 0
    for k in range(8):
        there = g.squares[g.now[TURNED], g.players[against, AT], facing(g, k)]
        if there < 0 or g.squares[0, there, PORTAL]:
            continue
        if reached(g, there) and g.board[there, CHANCE] > most:
            best, most = there, g.board[there, CHANCE]
    return int(best)


@compiled
def _planned(g: Game, p: int, against: int) -> None:
    """A plan to beside an opponent that keeps one square for the block, and three where the player lies."""
    kept = 1 if g.players[p, STATE] == UP else 1 + STANDING_UP
    g.players[p, MOVES] -= kept
    plan_to(g, p, g.players[against, AT], 1)
    g.players[p, MOVES] += kept


@compiled
def _blitz_worth(g: Game, p: int, against: int, most: int) -> int:
    """How much a coach wants this player to blitz that opponent: 0 for not at all, or for no more than `most`."""
    kept = 0 if g.players[p, STATE] == UP else STANDING_UP
    if g.players[p, MOVES] <= kept and kept:
        return 0
    steps = dist(g, g.players[p, AT], g.players[against, AT])
    if steps > g.players[p, MOVES] + g.players[p, RUSHES]:
        return 0
    stronger = g.players[p, STRENGTH] - g.players[against, STRENGTH]
    odds = 60 + 20 * min(2, max(-2, stronger)) + (10 if g.players[p, SKILLS] & BLOCK else 0)
    if sure_at_most(g, steps - 1, g.players[p, MOVES] - 1 - kept) * odds // 100 <= most:
        return 0
    _planned(g, p, against)
    to = _beside(g, p, against)
    return int(g.board[to, CHANCE] * odds // 100) if to >= 0 else 0


@compiled
def blitz(g: Game, team: int) -> None:
    """One player may move and block; he goes where the ball is at stake."""
    against = prey(g, team)
    if against < 0 or g.now[BLITZED]:
        return
    best, most = -1, 1500
    for p in range(team * TEAM, (team + 1) * TEAM):
        if ready(g, p) and not carries(g, p):
            found = _blitz_worth(g, p, against, most)
            if found > most:
                best, most = p, found
    if best < 0:
        return
    g.now[BLITZED], g.players[best, USED] = 1, 2
    rise(g, best)
    if g.players[best, STATE] != UP:
        return
    _planned(g, best, against)
    to = _beside(g, best, against)
    if to < 0 or not walk_to(g, best, to):
        return
    if g.players[against, STATE] == UP and adjacent(g, g.players[best, AT], g.players[against, AT]):
        block(g, best, against)
        settle(g)
