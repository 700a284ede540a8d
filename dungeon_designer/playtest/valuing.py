"""How good a square is for a player with a task: what both coaches steer by. All values are hundredths of a square."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import compiled, part
from dungeon_designer.playtest.dice import beside, square_of, stands, who_beside
from dungeon_designer.playtest.placing import marks, side_of
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.walking import (
    SURELY,
    goes_on,
    jump_chance,
    jump_over,
    plan,
    reach_of,
    step_chance,
    sure_step,
    walk_to,
    way,
)

PATIENCE = 12
"""Team turns without a change after which a coach minds risks hardly any more."""
_AT_HOME = 300  # who guards a zone comes no nearer than this
_ESCORTED, _AHEAD = 2, 10
"""Steps around a carrier at first, and what a step before him is worth for each step that they have grown by."""
_CLOSE, _MOST_COVERED = 4, 5  # team-mates who keep a carrier safe; squares beside him that one of them covers at most
GO, CARRY, ESCORT, HUNT, GUARD, AROUND_THEM = range(6)
"""Tasks: get to a square; carry the ball to a zone; keep near the carrier; get at the enemy carrier; keep a zone; carry
the ball round those who stand in the way."""


@compiled
def weight(g: Game, which: int) -> int:
    """One of the weights of the coach whose turn it is."""
    return int(g.weights[g.now[s.ACTIVE], which])


@compiled
def eased(g: Game, which: int) -> int:
    """A weight that keeps a coach from risks, less the longer nothing has changed: nobody waits for ever."""
    return int(g.weights[g.now[s.ACTIVE], s.EASED + which])


@compiled
def ease(g: Game) -> None:
    """Work out the eased weights for a turn: by how long nothing has changed, or how near the end of the match is."""
    team, late, calm = g.now[s.ACTIVE], weight(g, s.W_LATE) // 100, g.now[s.CALM]
    if late:
        last = g.now[s.LAST] // 2 if g.now[s.LAST] else g.rules[s.LIMIT]
        calm = max(calm, PATIENCE - PATIENCE * (last + 1 - g.now[s.TURN]) // late)
    g.now[s.IMPATIENCE] = calm
    for which in range(s.PORTAL_COST):
        g.weights[team, s.EASED + which] = g.weights[team, which] * max(1, PATIENCE - calm) // PATIENCE


@compiled
def zone_of(g: Game, team: int) -> int:
    """The number under which a team's own zone is a target."""
    return int(g.board.shape[0]) + side_of(g, team)


@compiled
def enemies_near(g: Game, team: int, at: int) -> int:
    """Standing opponents within two squares, by way of the squares between."""
    found = 0
    for d in range(8):
        there = beside(g, at, d)
        found += there >= 0 and marks(g, team, there) > 0
    return found


@compiled
def friends_near(g: Game, p: int, at: int) -> int:
    """Team-mates beside a square."""
    found = 0
    for d in range(8):
        who = who_beside(g, at, d)
        found += who >= 0 and who != p and who // s.TEAM == p // s.TEAM
    return found


@compiled
def _crowd(g: Game, p: int, at: int) -> int:
    """Team-mates on their feet beside a square."""
    return int(marks(g, 1 - p // s.TEAM, at) - (g.far[g.now[s.LAID], square_of(g, p), at] == 1))


@compiled
def value(g: Game, p: int, task: int, target: int, at: int) -> int:
    """How good it is for a player with a task to stand on a square; on the track of a stone it is bad for all."""
    found = _by_task(g, p, task, target, at)
    return found - weight(g, s.W_FAILURE) // 3 if g.squares[0, at, s.EDGE] == s.ON_TRACK else found


@part
def _by_task(g: Game, p: int, task: int, target: int, at: int) -> int:
    """The same, the track left out."""
    team = p // s.TEAM
    marked = marks(g, team, at)
    if task in (HUNT, ESCORT):
        found = _hunting(g, p, target, at) if task == HUNT else _escorting(g, p, target, at, marked)
        return found - _crowd(g, p, at) * eased(g, s.W_APART)
    if task == GUARD:
        return -max(0, way(g, at, target) - _AT_HOME)
    found = -way(g, at, target) - marked * eased(g, s.W_MARKED)
    if task == CARRY:
        found -= enemies_near(g, team, at) * eased(g, s.W_NEAR_ENEMY)
        return found - _threats(g, p, at) * eased(g, s.W_THREAT) // _CLOSE if weight(g, s.W_THREAT) else found
    if task == AROUND_THEM:
        return int(-100 * g.board[at, s.ROUND] - marked * eased(g, s.W_MARKED) // 2)
    if weight(g, s.W_SPREAD):
        found -= friends_near(g, p, at) * weight(g, s.W_SPREAD)
    return found - _crowd(g, p, at) * eased(g, s.W_APART)


@compiled
def _threats(g: Game, p: int, at: int) -> int:
    """Standing opponents who may get at a carrier on a square, times the corners of a cage no team-mate can fill."""
    found, open_corners, team, laid = 0, _CLOSE, p // s.TEAM, g.now[s.LAID]
    for q in range(2 * s.TEAM):
        if q != p and stands(g, q):
            apart = g.far[laid, at, square_of(g, q)]
            if q // s.TEAM != team:
                found += apart <= g.players[q, s.MOVE] + 1
            elif open_corners and apart <= (1 if g.players[q, s.USED] else g.players[q, s.MOVES] + 1):
                open_corners -= 1
    return found * open_corners


@compiled
def find_round(g: Game, p: int, goal: int) -> int:
    """Write into ROUND how far a zone is for a carrier over squares where no opponent stands; gives it for his own."""
    zone, turned, count = goal - g.board.shape[0] + 1, g.now[s.TURNED], 0
    for at in range(g.board.shape[0]):
        g.board[at, s.ROUND] = s.UNREACHED
        if g.squares[0, at, s.ZONE] == zone:
            g.board[at, s.ROUND], g.board[count, s.QUEUE] = 0, at
            count += 1
    head = 0
    while head < count:
        at = g.board[head, s.QUEUE]
        head += 1
        who = g.board[at, s.WHO] - 1
        if who >= 0 and stands(g, who) and who // s.TEAM != p // s.TEAM:
            continue
        for d in range(8):
            to = g.squares[turned, at, d]
            if to >= 0 and g.board[to, s.ROUND] == s.UNREACHED and _walkable(g, to):
                g.board[to, s.ROUND], g.board[count, s.QUEUE] = g.board[at, s.ROUND] + 1, to
                count += 1
    return int(g.board[square_of(g, p), s.ROUND])


@compiled
def _walkable(g: Game, at: int) -> bool:
    """Whether a way over floor may lead over a square, whoever is on it: no pit, portal or chest."""
    if g.squares[0, at, s.KIND] != s.FLOOR or g.board[at, s.SHUT] or g.squares[0, at, s.PORTAL] or g.board[at, s.CHEST]:
        return False
    return bool(g.board[at, s.PITFALL] in (s.NO_TRAP, s.TRAPDOOR, s.COUNTER))


@compiled
def _hunting(g: Game, p: int, target: int, at: int) -> int:
    """Near the carrier, between him and the own zone, and best beside him."""
    own = zone_of(g, p // s.TEAM)
    apart = g.far[g.now[s.LAID], target, at]
    found = -way(g, at, target)
    if g.far[g.now[s.LAID], own, at] < g.far[g.now[s.LAID], own, target]:
        found += weight(g, s.W_GOAL_SIDE)
    return found + (weight(g, s.W_MARK) if apart <= 1 else 0)


@part
def _escorting(g: Game, p: int, target: int, at: int, marked: int) -> int:
    """Some steps around the carrier, before him rather than behind, and the further the longer nothing changes."""
    if g.squares[0, at, s.PORTAL]:
        return -way(g, at, target)
    goal, around, laid = zone_of(g, 1 - p // s.TEAM), _escorted(g), g.now[s.LAID]
    apart = g.far[laid, target, at]
    found = -way(g, at, target) if apart > around else -100 * around
    ahead = g.far[laid, goal, target] - g.far[laid, goal, at]
    if ahead > 0 and apart <= around + 1:
        found += weight(g, s.W_ESCORT) + _AHEAD * (around - _ESCORTED) * min(ahead, around)
    if apart <= 2 and weight(g, s.W_CAGE):
        found += weight(g, s.W_CAGE) * _kept_off(g, p, target, at)
    return found + (_for_marking(g) + weight(g, s.W_SHADOW) if marked else 0)


@compiled
def _kept_off(g: Game, p: int, carrier: int, at: int) -> int:
    """How many squares beside the carrier a team-mate would cover whom nobody else but the carrier covers yet."""
    found, column, laid = 0, s.ZONES + p // s.TEAM, g.now[s.LAID]
    for d in range(8):
        there = beside(g, carrier, d)
        if there < 0 or g.far[laid, at, there] > 1 or g.squares[0, there, s.KIND] != s.FLOOR or g.board[there, s.WHO]:
            continue
        if g.board[there, column] - (g.far[laid, square_of(g, p), there] == 1) <= 1:
            found += 1
    return found


@compiled
def _escorted(g: Game) -> int:
    """Steps from the carrier within which one escort is as near as another."""
    if g.now[s.AROUND]:
        return int(g.now[s.AROUND])
    return int(_ESCORTED + min(PATIENCE, g.now[s.IMPATIENCE]) // 4)


@compiled
def _for_marking(g: Game) -> int:
    """What it is worth to stand in an opponent's way, the more the longer nothing has changed."""
    return int(weight(g, s.W_MARK) * min(PATIENCE, g.now[s.IMPATIENCE]) // PATIENCE)


@compiled
def _worth(g: Game, p: int, task: int, target: int, at: int, steps: int, sure: int) -> int:
    """The value of a square so many steps away, the risk of the way and of rushing taken off."""
    found = value(g, p, task, target, at) - (SURELY - sure) * eased(g, s.W_FAILURE) // SURELY
    return found - eased(g, s.W_RUSH) if steps > g.players[p, s.MOVES] else found


@compiled
def best_square(g: Game, p: int, task: int, target: int, count: int) -> int:
    """The best of the squares of the last plan; of several the first.

    The last are looked at first: most plans lead towards their target, so the best comes soon, and where not even all
    that a task adds makes a square as good by its way, nothing else of it is asked.
    """
    best, most, added = square_of(g, p), -(10**9), _added(g, task)
    for i in range(count - 1, -1, -1):
        at = g.board[i, s.QUEUE]
        if added - way(g, at, target) >= most:
            found = _worth(g, p, task, target, at, g.board[at, s.STEPS], g.board[at, s.CHANCE])
            if found >= most:
                best, most = at, found
    return int(best)


@compiled
def _plan_for(g: Game, p: int, task: int, target: int, risk: int) -> int:
    """A plan with every square that may be the best for a task: better than any on the straight way to its target."""
    at, sure, reach = square_of(g, p), SURELY, reach_of(g, p, risk)
    most = value(g, p, task, target, at)
    if most >= _greatest(g, task):
        g.board[0, s.QUEUE] = at
        return 1
    for steps in range(1, reach + 1):
        to = sure_step(g, p, at, target, risk)
        if to < 0:
            break
        sure = sure * step_chance(g, p, to, marks(g, p // s.TEAM, at) > 0, steps > g.players[p, s.MOVES]) // SURELY
        most = max(most, _worth(g, p, task, target, to, steps, sure))
        if not goes_on(g, p, to, risk):
            break
        at = to
    return plan(g, p, risk, target, 10**9 if task == AROUND_THEM else 100 * reach + _added(g, task) - most)


@compiled
def _greatest(g: Game, task: int) -> int:
    """What no square is worth more than."""
    if task == ESCORT:
        return _added(g, task) - 100 * _escorted(g)
    return _added(g, task) - 100 if task == HUNT else 0


@compiled
def _added(g: Game, task: int) -> int:
    """The most that a task adds to what a square is worth by its way to the target alone."""
    if task == HUNT:
        return weight(g, s.W_GOAL_SIDE) + weight(g, s.W_MARK)
    if task == ESCORT:
        around = _escorted(g)
        marking = _for_marking(g) + weight(g, s.W_SHADOW)
        covered = _MOST_COVERED * weight(g, s.W_CAGE)
        return weight(g, s.W_ESCORT) + marking + _AHEAD * (around - _ESCORTED) * around + covered
    if task == AROUND_THEM:
        return 10**8
    return _AT_HOME if task == GUARD else 0


@compiled
def try_jump(g: Game, p: int, task: int, target: int) -> bool:
    """A player jumps from where he stands if that gains more than the risk is worth; whether he may go on."""
    at, best, most = square_of(g, p), -1, 0
    for i in range(g.squares[0, at, s.JUMPS]):
        first = g.squares[0, at, s.JUMP] + i
        sure = jump_chance(g, p, at, i)
        if sure and g.players[p, s.MOVES] > g.lists[s.JUMP_LENGTH, first] % 50:
            gain = value(g, p, task, target, g.lists[s.JUMP_TO, first]) - value(g, p, task, target, at)
            gain -= 2 * (SURELY - sure) * eased(g, s.W_FAILURE) // SURELY
            if gain > most:
                best, most = i, gain
    if best >= 0:
        jump_over(g, p, best)
    return bool(g.now[s.OVER] == 0)


@compiled
def advance(g: Game, p: int, task: int, target: int, risk: int) -> bool:
    """A player moves to the best square for his task; whether his team may go on."""
    for _ in range(3):
        at = square_of(g, p)
        count = _plan_for(g, p, task, target, risk)
        to = best_square(g, p, task, target, count)
        if to == at:
            return try_jump(g, p, task, target)
        if not walk_to(g, p, to):
            return False
        if square_of(g, p) == to or g.players[p, s.MOVES] <= 0:
            return True
    return True


@compiled
def ball_square(g: Game) -> int:
    """Where the ball is, -1 while nobody knows or it is out of the dungeon."""
    if g.now[s.BALL] == s.HELD:
        return int(g.players[g.now[s.CARRIER], s.AT])
    return int(g.now[s.BALL_AT]) if g.now[s.BALL] == s.LOOSE else -1
