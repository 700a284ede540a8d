"""How good a square is for a player with a task: what both coaches steer by. All values are hundredths of a square."""

from __future__ import annotations

from dungeon_designer.playtest.ball import side_of
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.placing import marks
from dungeon_designer.playtest.terms import (
    AT,
    BALL,
    BALL_AT,
    CALM,
    CARRIER,
    CHANCE,
    EDGE,
    HELD,
    JUMP,
    JUMP_LENGTH,
    JUMP_TO,
    JUMPS,
    LOOSE,
    MOVES,
    NEAR,
    ON_TRACK,
    OVER,
    PORTAL,
    QUEUE,
    STEPS,
    TEAM,
    TURNED,
    UNREACHED,
    W_ESCORT,
    W_FAILURE,
    W_GOAL_SIDE,
    W_MARK,
    W_MARKED,
    W_NEAR,
    W_RUSH,
    W_SPREAD,
    WEIGHTS,
    WHO,
    Game,
)
from dungeon_designer.playtest.walking import SURELY, jump_chance, jump_over, plan, walk_to

PATIENCE = 12
"""Team turns without a change after which a coach minds risks hardly any more."""
GO, CARRY, ESCORT, HUNT, GUARD = range(5)
"""Tasks: get to a square; carry the ball to a zone; keep near the carrier; get at the enemy carrier; keep a zone."""


@compiled
def weight(g: Game, which: int) -> int:
    """One of the weights of the policy."""
    return int(g.lists[WEIGHTS, which])


@compiled
def eased(g: Game, which: int) -> int:
    """A weight that keeps a coach from risks, less the longer nothing has changed: nobody waits for ever."""
    return int(g.lists[WEIGHTS, which] * max(1, PATIENCE - g.now[CALM]) // PATIENCE)


@compiled
def zone_of(g: Game, team: int) -> int:
    """The number under which a team's own zone is a target."""
    return int(g.board.shape[0]) + side_of(g, team)


@compiled
def way(g: Game, at: int, target: int) -> int:
    """Hundredths of steps from a square to a target, by foot or by the nearest portal, whichever is less."""
    turned = g.now[TURNED]
    jump = g.by_portal[turned, target]
    if g.squares[0, at, PORTAL]:
        return int(jump)
    foot = 100 * g.far[turned, target, at]
    return int(min(foot, 100 * g.squares[turned, at, NEAR] + jump))


@compiled
def enemies_near(g: Game, team: int, at: int) -> int:
    """Standing opponents within two squares, by way of the squares between."""
    found = 0
    for d in range(8):
        there = g.squares[g.now[TURNED], at, d]
        if there >= 0:
            found += 1 if marks(g, team, there) else 0
    return found


@compiled
def friends_near(g: Game, p: int, at: int) -> int:
    """Team-mates beside a square."""
    found = 0
    for d in range(8):
        there = g.squares[g.now[TURNED], at, d]
        who = g.board[there, WHO] - 1 if there >= 0 else -1
        if who >= 0 and who != p and who // TEAM == p // TEAM:
            found += 1
    return found


@compiled
def value(g: Game, p: int, task: int, target: int, at: int) -> int:
    """How good it is for a player with a task to stand on a square; on the track of a stone it is bad for all."""
    found = _by_task(g, p, task, target, at)
    return found - weight(g, W_FAILURE) // 3 if g.squares[0, at, EDGE] == ON_TRACK else found


@compiled
def _by_task(g: Game, p: int, task: int, target: int, at: int) -> int:
    """The same, the track left out."""
    team = p // TEAM
    marked = marks(g, team, at)
    if task == HUNT:
        return _hunting(g, p, target, at)
    if task == ESCORT:
        return _escorting(g, p, target, at, marked)
    found = -way(g, at, target) - marked * eased(g, W_MARKED)
    if task == CARRY:
        found -= enemies_near(g, team, at) * eased(g, W_NEAR)
    elif task == GO:
        found -= friends_near(g, p, at) * weight(g, W_SPREAD)
    else:
        found = -max(0, way(g, at, target) - 300)
    return found


@compiled
def _hunting(g: Game, p: int, target: int, at: int) -> int:
    """Near the carrier, between him and the own zone, and best beside him."""
    own = zone_of(g, p // TEAM)
    apart = g.far[g.now[TURNED], target, at]
    found = -way(g, at, target)
    if g.far[g.now[TURNED], own, at] < g.far[g.now[TURNED], own, target]:
        found += weight(g, W_GOAL_SIDE)
    return found + (weight(g, W_MARK) if apart <= 1 else 0)


@compiled
def _escorting(g: Game, p: int, target: int, at: int, marked: int) -> int:
    """Two steps around the carrier, before him rather than behind, and between him and opponents."""
    goal = zone_of(g, 1 - p // TEAM)
    apart = g.far[g.now[TURNED], target, at]
    found = -way(g, at, target) if apart > 2 else -200
    if g.far[g.now[TURNED], goal, at] < g.far[g.now[TURNED], goal, target] and apart <= 3:
        found += weight(g, W_ESCORT)
    return found + (weight(g, W_MARK) * min(PATIENCE, g.now[CALM]) // PATIENCE if marked else 0)


@compiled
def best_square(g: Game, p: int, task: int, target: int, count: int) -> int:
    """The best of the squares of the last plan, the risk of the way and of rushing counted."""
    best, most = g.players[p, AT], -(10**9)
    for i in range(count):
        at = g.board[i, QUEUE]
        sure = g.board[at, CHANCE]
        found = value(g, p, task, target, at) - (SURELY - sure) * eased(g, W_FAILURE) // SURELY
        if g.board[at, STEPS] > g.players[p, MOVES]:
            found -= eased(g, W_RUSH)
        if found > most:
            best, most = at, found
    return int(best)


@compiled
def try_jump(g: Game, p: int, task: int, target: int) -> bool:
    """A player jumps from where he stands if that gains more than the risk is worth; whether he may go on."""
    at, best, most = g.players[p, AT], -1, 0
    for i in range(g.squares[0, at, JUMPS]):
        first = g.squares[0, at, JUMP] + i
        sure = jump_chance(g, p, at, i)
        if sure and g.players[p, MOVES] > g.lists[JUMP_LENGTH, first] % 50:
            gain = value(g, p, task, target, g.lists[JUMP_TO, first]) - value(g, p, task, target, at)
            gain -= 2 * (SURELY - sure) * eased(g, W_FAILURE) // SURELY
            if gain > most:
                best, most = i, gain
    if best >= 0:
        jump_over(g, p, best)
    return bool(g.now[OVER] == 0)


@compiled
def advance(g: Game, p: int, task: int, target: int, risk: int) -> bool:
    """A player moves to the best square for his task; whether his team may go on."""
    for _ in range(3):
        at = g.players[p, AT]
        count = plan(g, p, risk)
        to = best_square(g, p, task, target, count)
        if to == at:
            return try_jump(g, p, task, target)
        if not walk_to(g, p, to):
            return False
        if g.players[p, AT] == to or g.players[p, MOVES] <= 0:
            return True
    return True


@compiled
def ball_square(g: Game) -> int:
    """Where the ball is, -1 while nobody knows or it is out of the dungeon."""
    if g.now[BALL] == HELD:
        return int(g.players[g.now[CARRIER], AT])
    return int(g.now[BALL_AT]) if g.now[BALL] == LOOSE else -1


@compiled
def dist(g: Game, one: int, target: int) -> int:
    """Steps between two squares on foot."""
    return int(min(UNREACHED, g.far[g.now[TURNED], target, one]))
