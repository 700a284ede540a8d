"""Where the pushed go, and who stands in their way."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import beside, facing
from dungeon_designer.playtest.placing import free, shift
from dungeon_designer.playtest.state import Game

_CHAIN = 12


@compiled
def _beside(g: Game, at: int, d: int, k: int) -> int:
    """The square 0, 1, -1, 2, -2, 3, -3, 4 (for k from 0) directions from d, as this game goes round; -1 for none."""
    turned = (k + 1) // 2 if k % 2 else -(k // 2)
    return beside(g, at, (d + turned if facing(g, 1) == (facing(g, 0) + 1) % 8 else d - turned) % 8)


@compiled
def best_square(g: Game, at: int, d: int, hostile: bool, ways: int) -> int:
    """The free square or hazard to push to, the worst for the pushed if that is an opponent; -1 for none."""
    found, most = -1, -1
    for k in range(ways):
        there = _beside(g, at, d, k)
        if there >= 0 and (free(g, there) or g.squares[0, there, s.KIND] == s.HAZARD):
            value = _harm(g, there) if hostile else 9 - _harm(g, there)
            if value > most:
                found, most = there, value
    return found


@compiled
def _harm(g: Game, at: int) -> int:
    """How bad a square is for who is pushed onto it."""
    if g.squares[0, at, s.KIND] == s.HAZARD:
        return 9
    pit = g.board[at, s.PITFALL]
    if pit and pit != s.COUNTER:
        return 7
    if g.squares[0, at, s.PORTAL]:
        return 4
    return 3 if g.board[at, s.CHEST] else 1


@compiled
def occupied(g: Game, at: int, d: int) -> int:
    """A square behind the pushed on which somebody is; -1 where there is none."""
    for k in range(3):
        there = _beside(g, at, d, k)
        if there >= 0 and g.board[there, s.WHO]:
            return int(there)
    return -1


@compiled
def push_on(g: Game, at: int, d: int) -> bool:
    """Push whoever is on a square on, and whoever is behind him; whether the square became free.

    What their new squares do to them comes later: PUSHED_ON has them until then.
    """
    count, there, to = 0, at, -1
    while to < 0:
        if there < 0 or count >= min(_CHAIN, g.board.shape[0]):
            return False
        g.board[count, s.QUEUE] = there
        count += 1
        to = best_square(g, there, d, False, 3)
        if to < 0:
            there = occupied(g, there, d)
    for i in range(count - 1, -1, -1):
        before = g.board[i, s.QUEUE]
        who = g.board[before, s.WHO] - 1
        shift(g, who, to)
        g.now[s.PUSHED_ON] |= 1 << who
        to = before
    return True
