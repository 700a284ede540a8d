"""What a square does to a player who comes onto it, on foot, pushed or falling: hazards, pits, portals, chests."""

from __future__ import annotations

from dungeon_designer.playtest.ball import hold, picks_up
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import facing, roll
from dungeon_designer.playtest.placing import (
    drop_ball,
    injure,
    knock_down,
    lay,
    remove,
    test_armour,
    turn_to,
)
from dungeon_designer.playtest.portals import jump
from dungeon_designer.playtest.terms import (
    ACTIVE,
    AT,
    BALL,
    BALL_AT,
    BELOW,
    BESIDE_LAVA,
    BY_CHEST,
    BY_HAZARD,
    BY_PIT,
    CASUALTY,
    CHEST,
    CHEST_ENDS_TURN,
    CHEST_ENTERED,
    CHEST_KNOCKED,
    CHEST_SPREAD,
    COUNTER,
    DEADLY,
    EDGE,
    FELL,
    FOUND_BY,
    FOUND_TURN,
    GROUP,
    HAZARD,
    IN_CHEST,
    KIND,
    LOOSE,
    LOOSE_FALL,
    NO_TRAP,
    OVER,
    PIT_SPIKES,
    PITFALL,
    PORTAL,
    PRECARIOUS,
    RULES,
    SECRET,
    SPIKED,
    STATE,
    STRENGTH,
    STUNNED,
    TEAM,
    TRAPDOOR,
    TRAPPED,
    TREASURE,
    TRIPPED,
    TURN,
    TURNED,
    UNOPENED,
    UP,
    WHO,
    WITH_BALL,
    Game,
)

ON_FOOT, PUSHED, FALLING = 0, 1, 2
_STEPS = 10


@compiled
def enter(g: Game, p: int, how: int) -> bool:
    """Everything that happens to a player on the square he came to; whether he stands somewhere at the end."""
    for _ in range(_STEPS):
        if not _entered(g, p, how):
            break
    return bool(g.players[p, STATE] == UP)


@compiled
def _entered(g: Game, p: int, how: int) -> bool:
    """What one square does; whether the player thereby came to another one."""
    at = g.players[p, AT]
    if g.squares[0, at, KIND] == HAZARD:
        fall_in(g, p)
        return False
    if g.board[at, PITFALL] != NO_TRAP:
        _trap(g, p)
    if g.players[p, STATE] > STUNNED:
        return False
    if g.squares[0, at, PORTAL]:
        return jump(g, p)
    if g.board[at, CHEST] and g.lists[RULES, CHEST_ENTERED]:
        open_chest(g, p, at, how)
    elif g.squares[0, at, EDGE] == BESIDE_LAVA and g.lists[RULES, PRECARIOUS] and roll(g, 6) == 1:
        fall_in(g, p)
    return False


@compiled
def fall_in(g: Game, p: int) -> None:
    """A player falls into lava, a chasm or the like: he is out of the game, and it is a turnover in his turn."""
    _turnover(g, p)
    g.board[g.players[p, AT], FELL] += 1
    remove(g, p, CASUALTY, BY_HAZARD)


@compiled
def _turnover(g: Game, p: int) -> None:
    if p // TEAM == g.now[ACTIVE]:
        g.now[OVER] = 1


@compiled
def _trap(g: Game, p: int) -> None:
    """A pit, a trapdoor or a face-down counter under a player's feet."""
    at = g.players[p, AT]
    kind = g.board[at, PITFALL]
    if kind == COUNTER:
        kind = g.board[at, SECRET]
        g.board[at, PITFALL] = kind
    elif kind == TRAPDOOR:
        rolled = roll(g, 6)
        if rolled < 6 and rolled < g.players[p, STRENGTH]:
            _trip(g, g.squares[0, at, GROUP])
        return
    if kind != NO_TRAP:
        fall_into_pit(g, p, kind)


@compiled
def _trip(g: Game, group: int) -> None:
    """A trapdoor opens, all its squares together; whoever is on it falls."""
    g.now[TRIPPED] |= 1 << (group - 1)
    lay(g)
    for at in range(g.board.shape[0]):
        if g.squares[0, at, GROUP] == group and g.board[at, PITFALL] == TRAPDOOR:
            g.board[at, PITFALL] = g.squares[0, at, BELOW]
    for p in range(2 * TEAM):
        at = g.players[p, AT]
        if at >= 0 and g.squares[0, at, GROUP] == group and g.players[p, STATE] <= STUNNED:
            fall_into_pit(g, p, g.squares[0, at, BELOW])


@compiled
def fall_into_pit(g: Game, p: int, kind: int) -> None:
    """A player falls into a pit of a kind: a turnover in his turn, and he is trapped in it if nothing worse."""
    _turnover(g, p)
    g.board[g.players[p, AT], FELL] += 1
    if kind == DEADLY:
        remove(g, p, CASUALTY, BY_PIT)
        return
    drop_ball(g, p)
    turn_to(g, p, TRAPPED)
    if kind == SPIKED and g.lists[RULES, PIT_SPIKES] == 1:
        injure(g, p, 0, BY_PIT)
    elif kind == SPIKED and roll(g, 6) <= 2:
        remove(g, p, CASUALTY, BY_PIT)
    else:
        test_armour(g, p, 0, BY_PIT)


@compiled
def open_chest(g: Game, p: int, at: int, how: int) -> None:
    """A player opens the chest on a square, from beside it or, where one enters them, by coming onto it.

    Of several balls the first that is found is played with; the others stay in their chests, which do not explode.
    """
    held, g.board[at, CHEST] = g.board[at, CHEST] == WITH_BALL, 0
    g.now[UNOPENED] -= 1
    if g.lists[RULES, CHEST_ENDS_TURN]:
        g.now[OVER] = 1
    if held and g.now[BALL] == IN_CHEST:
        g.now[TREASURE] = at
        _find(g, p, at, how)
    elif not held:
        _explode(g, p, at, how)


@compiled
def _find(g: Game, p: int, at: int, how: int) -> None:
    """The ball was in it."""
    g.now[FOUND_BY], g.now[FOUND_TURN] = p // TEAM, g.now[TURN]
    g.now[BALL], g.now[BALL_AT] = LOOSE, at
    if not g.lists[RULES, CHEST_ENTERED]:
        _given(g, p)
    elif how == FALLING or g.players[p, STATE] != UP:
        g.now[LOOSE_FALL] = 1
    elif not picks_up(g, p):
        _turnover(g, p)


@compiled
def _given(g: Game, p: int) -> None:
    """Who opens a chest from beside it has the ball without a roll."""
    hold(g, p)


@compiled
def _explode(g: Game, p: int, at: int, how: int) -> None:
    """A trap: it knocks over who opened it and, at once or by the die, everybody beside it."""
    worse = 1 if how == FALLING and g.lists[RULES, CHEST_KNOCKED] else 0
    knock_down(g, p, worse, BY_CHEST)
    for k in range(8):
        there = g.squares[g.now[TURNED], at, facing(g, k)]
        who = g.board[there, WHO] - 1 if there >= 0 else -1
        if who >= 0 and who != p and g.players[who, STATE] == UP:
            spread = g.lists[RULES, CHEST_SPREAD]
            if spread <= 1 or roll(g, 6) >= spread:
                knock_down(g, who, 0, BY_CHEST)
