"""Passes and hand-offs: how far, how surely, and what lies under the line."""

from __future__ import annotations

from dungeon_designer.playtest.ball import ball_from_portal, ball_modifier, catches, settle
from dungeon_designer.playtest.blocking import adjacent
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import chance, facing, least, roll
from dungeon_designer.playtest.placing import carries
from dungeon_designer.playtest.terms import (
    ACTIVE,
    AGILITY,
    AT,
    BALL,
    BALL_AT,
    CARRIER,
    HELD,
    KIND,
    LOOSE,
    LOOSE_FALL,
    OVER,
    PASSES,
    PASSING,
    PORTAL,
    RANGE,
    RULES,
    SOLID,
    STATE,
    STATUES,
    TEAM,
    THROUGH_PORTAL,
    TURNED,
    UP,
    WHO,
    Game,
    X,
    Y,
)

_SCATTER = 3
"""Squares an inaccurate pass scatters."""


@compiled
def apart(g: Game, one: int, other: int) -> int:
    """Squares between two squares as the game counts them: the larger of the differences."""
    turned = g.now[TURNED]
    across = abs(g.squares[turned, one, X] - g.squares[turned, other, X])
    return int(max(across, abs(g.squares[turned, one, Y] - g.squares[turned, other, Y])))


@compiled
def range_modifier(squares: int) -> int:
    """What the range takes off: quick, short, long, long bomb."""
    if squares <= 3:
        return 0
    if squares <= 6:
        return -1
    return -2 if squares <= 10 else -3


@compiled
def throw_chance(g: Game, p: int, to: int) -> int:
    """How surely a team-mate gets the ball, thrown or handed, in 10,000; 0 where he cannot."""
    at, there = g.players[p, AT], g.players[to, AT]
    caught = chance(g.players[to, AGILITY], ball_modifier(g, to))
    if adjacent(g, at, there):
        return caught
    far = apart(g, at, there)
    if far > g.lists[RULES, RANGE] or not g.sight[g.now[TURNED], at, there]:
        return 0
    thrown = chance(g.players[p, PASSING], range_modifier(far) + ball_modifier(g, p))
    return thrown * caught // 10000


@compiled
def throw(g: Game, p: int, to: int) -> None:
    """The carrier gives or throws the ball to a team-mate: a turnover unless one of his team has it at the end."""
    g.now[PASSES] += 1
    at, there = g.players[p, AT], g.players[to, AT]
    g.now[BALL], g.now[CARRIER], g.now[BALL_AT], g.now[LOOSE_FALL] = LOOSE, -1, there, 1
    if not adjacent(g, at, there):
        _fly(g, p, at, there)
    if g.now[BALL_AT] == there and g.board[there, WHO] == to + 1 and g.now[LOOSE_FALL] == 1:
        catches(g, to, 0)
    settle(g)
    if g.now[BALL] != HELD or g.now[CARRIER] // TEAM != g.now[ACTIVE]:
        g.now[OVER] = 1


@compiled
def _fly(g: Game, p: int, at: int, there: int) -> None:
    """The throw: fumbled on a 1, inaccurate below the target, and stopped on its way by a statue or a portal."""
    rolled = roll(g, 6)
    wanted = least(g.players[p, PASSING], range_modifier(apart(g, at, there)) + ball_modifier(g, p))
    if rolled == 1:
        g.now[BALL_AT], g.now[OVER] = at, 1
        return
    if _stopped(g, at, there):
        return
    if rolled < wanted:
        for _ in range(_SCATTER):
            to = g.squares[g.now[TURNED], g.now[BALL_AT], facing(g, roll(g, 8) - 1)]
            if to >= 0 and g.squares[0, to, KIND] != SOLID:
                g.now[BALL_AT] = to


@compiled
def _stopped(g: Game, at: int, there: int) -> bool:
    """Whether a statue or a portal under the line takes the ball, each on a 1."""
    if not (g.lists[RULES, STATUES] or g.lists[RULES, THROUGH_PORTAL]):
        return False
    turned = g.now[TURNED]
    x, y = g.squares[turned, at, X], g.squares[turned, at, Y]
    dx, dy = g.squares[turned, there, X] - x, g.squares[turned, there, Y] - y
    pieces = max(abs(dx), abs(dy))
    for i in range(1, pieces):
        across, down = _share(dx, i, pieces), _share(dy, i, pieces)
        if across != _BETWEEN and down != _BETWEEN:
            here = _square_at(g, x + across, y + down)
            if here >= 0 and _takes(g, here):
                return True
    return False


_BETWEEN = 9999
"""What `_share` gives where the line runs along the border of two squares and so over neither."""


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
    turned = g.now[TURNED]
    for at in range(g.board.shape[0]):
        if g.squares[turned, at, X] == x and g.squares[turned, at, Y] == y:
            return at
    return -1


@compiled
def _takes(g: Game, here: int) -> bool:
    """Whether the statue or portal of a square takes the ball."""
    if g.squares[0, here, KIND] == SOLID and g.lists[RULES, STATUES] and roll(g, 6) == 1:
        g.now[BALL_AT], g.now[LOOSE_FALL] = here, 1
        return True
    if g.squares[0, here, PORTAL] and g.lists[RULES, THROUGH_PORTAL] and roll(g, 6) == 1:
        ball_from_portal(g)
        return True
    return False


@compiled
def may_receive(g: Game, p: int, to: int) -> bool:
    """Whether the carrier may give the ball to a player: a standing team-mate."""
    return bool(p != to and p // TEAM == to // TEAM and g.players[to, STATE] == UP and carries(g, p))
