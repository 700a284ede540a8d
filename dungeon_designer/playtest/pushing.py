"""Pushes: which square the pushed goes to, whom he pushes on, and what a wall behind him does."""

from __future__ import annotations

from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import facing
from dungeon_designer.playtest.entering import PUSHED, enter
from dungeon_designer.playtest.placing import free, knock_down, lift, put, test_armour
from dungeon_designer.playtest.terms import (
    AT,
    BY_WALL,
    CHEST,
    COUNTER,
    CRYPT,
    HAZARD,
    KIND,
    PITFALL,
    PORTAL,
    QUEUE,
    ROOM,
    RULES,
    STATE,
    TEAM,
    TURNED,
    WALLS,
    WHO,
    Game,
)

WALL_NOTHING, WALL_ANYWHERE, WALL_BEHIND, WALL_LAST = range(4)
"""What WALLS may say: nothing (the text is silent); any free neighbour, else down (gw-1989); an armour roll when the
wall is straight behind (brawl-2013); one only when no square is free (naf-2019, db7s-2019)."""

_CHAIN = 12


@compiled
def direction_to(g: Game, one: int, other: int) -> int:
    """The direction of the step from one square to another; -1 where none leads."""
    for d in range(8):
        if g.squares[g.now[TURNED], one, d] == other:
            return d
    return -1


@compiled
def push(g: Game, p: int, against: int, down: bool) -> int:
    """Push a player away from another; gives what a wall adds to his armour roll if he falls."""
    at = g.players[against, AT]
    d = direction_to(g, g.players[p, AT], at)
    if d < 0:
        return 0
    rule = g.lists[RULES, WALLS]
    if rule == WALL_BEHIND and d % 2 == 0 and g.squares[g.now[TURNED], at, d] < 0:
        return _against_wall(g, against, down, 0)
    to = _best(g, at, d, against // TEAM != p // TEAM, 8 if rule == WALL_ANYWHERE else 3)
    if to < 0:
        to = _occupied(g, at, d)
        if to < 0 or not _push_on(g, to, d):
            return _nowhere(g, against, down, rule, at, d)
    if g.players[against, AT] == at:  # else whoever was pushed on came by a portal and drove him away
        _go(g, against, to)
    return 0


@compiled
def _go(g: Game, p: int, to: int) -> None:
    state = g.players[p, STATE]
    lift(g, p)
    put(g, p, to, state)


@compiled
def _turned(k: int) -> int:
    """0, 1, -1, 2, -2, 3, -3, 4 for k from 0."""
    return (k + 1) // 2 if k % 2 else -(k // 2)


@compiled
def _best(g: Game, at: int, d: int, hostile: bool, ways: int) -> int:
    """The free square to push to, the worst for the pushed if that is an opponent; -1 where none is free."""
    found, most = -1, -1
    hand = 1 if facing(g, 1) == (facing(g, 0) + 1) % 8 else -1
    for k in range(ways):
        there = g.squares[g.now[TURNED], at, (d + hand * _turned(k)) % 8]
        if pushable(g, there):
            value = _harm(g, there) if hostile else 9 - _harm(g, there)
            if value > most:
                found, most = there, value
    return found


@compiled
def pushable(g: Game, at: int) -> bool:
    """Whether a player may be pushed onto a square: a free one, or a hazard."""
    return at >= 0 and (free(g, at) or g.squares[0, at, KIND] == HAZARD)


@compiled
def _harm(g: Game, at: int) -> int:
    """How bad a square is for who is pushed onto it."""
    if g.squares[0, at, KIND] == HAZARD:
        return 9
    pit = g.board[at, PITFALL]
    if pit and pit != COUNTER:
        return 7
    if g.squares[0, at, PORTAL]:
        return 4
    return 3 if g.board[at, CHEST] else 1


@compiled
def _occupied(g: Game, at: int, d: int) -> int:
    """A square behind the pushed on which somebody is; -1 where there is none."""
    hand = 1 if facing(g, 1) == (facing(g, 0) + 1) % 8 else -1
    for k in range(3):
        there = g.squares[g.now[TURNED], at, (d + hand * _turned(k)) % 8]
        if there >= 0 and g.board[there, WHO]:
            return int(there)
    return -1


@compiled
def _push_on(g: Game, at: int, d: int) -> bool:
    """Push whoever is on a square on, and whoever is behind him; whether the square became free."""
    count, there, to = 0, at, -1
    while to < 0:
        if there < 0 or count >= min(_CHAIN, g.board.shape[0]):
            return False
        g.board[count, QUEUE] = there
        count += 1
        to = _best(g, there, d, False, 3)
        if to < 0:
            there = _occupied(g, there, d)
    for i in range(count - 1, -1, -1):
        if g.board[to, WHO]:
            return False
        before = g.board[i, QUEUE]
        who = g.board[before, WHO] - 1
        if who >= 0:
            _go(g, who, to)
            enter(g, who, PUSHED)
        to = before
    return bool(g.board[at, WHO] == 0)


@compiled
def _nowhere(g: Game, p: int, down: bool, rule: int, at: int, d: int) -> int:
    """The pushed cannot go anywhere."""
    if rule == WALL_LAST:
        return _against_wall(g, p, down, 1)
    if rule == WALL_BEHIND:
        return _against_wall(g, p, down, 0)
    if rule == WALL_ANYWHERE:
        knock_down(g, p, 0, BY_WALL)
        return 0
    behind = g.squares[g.now[TURNED], at, d]
    if behind >= 0 and g.squares[g.now[TURNED], behind, ROOM] == CRYPT:
        knock_down(g, p, 1, BY_WALL)
    return 0


@compiled
def _against_wall(g: Game, p: int, down: bool, modifier: int) -> int:
    """A wall stops the pushed: Mighty Blow if he falls, else an armour roll, and an injury if it is broken."""
    if down:
        return 1
    test_armour(g, p, modifier, BY_WALL)
    return 0
