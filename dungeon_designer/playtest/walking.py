"""Walking: where a player gets to this turn and how surely, and the walk itself, square by square."""

from __future__ import annotations

from dungeon_designer.playtest.ball import check_score, picks_up, settle
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import chance, facing, succeeds
from dungeon_designer.playtest.entering import ON_FOOT, enter, fall_in
from dungeon_designer.playtest.placing import carries, free, knock_down, lift, marks, put, turn_to
from dungeon_designer.playtest.terms import (
    ACTIVE,
    AGILITY,
    AT,
    BALL,
    BALL_AT,
    BESIDE_LAVA,
    BY_FALL,
    CAME,
    CHANCE,
    CHEST,
    COUNTER,
    DODGE,
    DOWN,
    EDGE,
    ENTRY,
    FLOODED,
    JUMP,
    JUMP_LENGTH,
    JUMP_TO,
    KIND,
    LEAP,
    LOOSE,
    MOVES,
    NO_TRAP,
    OVER,
    PATH,
    PITFALL,
    PORTAL,
    PRECARIOUS,
    QUEUE,
    ROOM,
    RULES,
    RUSHES,
    SCORER,
    SKILLS,
    STAMP,
    STAMPS,
    STATE,
    STEPS,
    STRENGTH,
    TEAM,
    TRAPDOOR,
    TURNED,
    UP,
    WALKED,
    WHO,
    Game,
)

SURE, RISKY = 0, 1
"""Where a plan may lead: nowhere a die is rolled but out of the first square, or anywhere."""
SURELY = 10000
STANDING_UP = 3
LEAP_EDGE, LEAP_OVER_LAVA = 100, 150
"""What is added to the length of a leap from a marked edge, and of one over lava, which is harder."""


@compiled
def may_enter(g: Game, p: int, at: int) -> bool:
    """Whether a player may choose to step onto a square: free, no open pit; an entry only with the ball."""
    if at < 0:
        return False
    if g.squares[0, at, KIND] == ENTRY:
        return g.board[at, WHO] == 0 and carries(g, p)
    if not free(g, at):
        return False
    pit = g.board[at, PITFALL]
    return bool(pit in (NO_TRAP, TRAPDOOR, COUNTER))


@compiled
def precarious(g: Game, at: int) -> bool:
    """Whether who steps onto a square may fall from it: a rope bridge, or beside lava, where the edition says so."""
    return bool(g.squares[0, at, EDGE] == BESIDE_LAVA and g.lists[RULES, PRECARIOUS])


@compiled
def rush_chance(g: Game, at: int) -> int:
    """How many in 10,000 rushes onto a square succeed."""
    return 6667 if g.squares[g.now[TURNED], at, ROOM] == FLOODED else 8333


@compiled
def step_chance(g: Game, p: int, at: int, to: int, rushing: bool) -> int:
    """How surely a player steps from one square to the next, in 10,000."""
    sure = SURELY
    if marks(g, p // TEAM, at):
        sure = chance(g.players[p, AGILITY], -marks(g, p // TEAM, to))
        if g.players[p, SKILLS] & DODGE:
            sure = SURELY - (SURELY - sure) * (SURELY - sure) // SURELY
    if rushing:
        sure = sure * rush_chance(g, to) // SURELY
    pit = g.board[to, PITFALL]
    if pit == TRAPDOOR:
        sure = sure * min(6, 7 - g.players[p, STRENGTH]) // 6
    elif pit == COUNTER:
        sure = sure // 2
    if precarious(g, to):
        sure = sure * 5 // 6
    return int(sure)


@compiled
def ends_way(g: Game, at: int) -> bool:
    """Whether nobody walks on from a square as if nothing were there: a portal, a chest one enters, an entry."""
    return bool(g.squares[0, at, PORTAL] or g.board[at, CHEST] or g.squares[0, at, KIND] == ENTRY)


@compiled
def plan(g: Game, p: int, risk: int) -> int:
    """Every square a player gets to with what he has left, nearest first, into QUEUE; gives how many there are.

    STEPS, CHANCE (in 10,000) and CAME say of each how far it is, how sure, and from where. The first is his own.
    """
    start, reach = g.players[p, AT], g.players[p, MOVES]
    if risk == RISKY:
        reach += g.players[p, RUSHES]
    g.now[STAMPS] += 1
    stamp = g.now[STAMPS]
    _reach(g, start, start, 0, SURELY, stamp)
    g.board[0, QUEUE] = start
    count, head = 1, 0
    while head < count:
        at = g.board[head, QUEUE]
        head += 1
        steps = g.board[at, STEPS]
        if steps >= reach or (at != start and (ends_way(g, at) or (risk == SURE and marks(g, p // TEAM, at)))):
            continue
        for k in range(8):
            to = g.squares[g.now[TURNED], at, facing(g, k)]
            if to < 0 or (g.board[to, STAMP] == stamp and g.board[to, STEPS] <= steps):
                continue
            if may_enter(g, p, to) and (risk == RISKY or not precarious(g, to)):
                count = _relax(g, p, at, to, stamp, risk, count)
    return count


@compiled
def _relax(g: Game, p: int, at: int, to: int, stamp: int, risk: int, count: int) -> int:
    """Note that a square is reached from another, if it was not, or more surely than before by as many steps."""
    steps = g.board[at, STEPS] + 1
    seen = g.board[to, STAMP] == stamp
    if seen and g.board[to, STEPS] < steps:
        return count
    sure = g.board[at, CHANCE] * step_chance(g, p, at, to, steps > g.players[p, MOVES]) // SURELY
    if seen:
        if sure > g.board[to, CHANCE]:
            _reach(g, to, at, steps, sure, stamp)
        return count
    _reach(g, to, at, steps, sure, stamp)
    g.board[count, QUEUE] = to
    return count + 1


@compiled
def _reach(g: Game, to: int, came: int, steps: int, sure: int, stamp: int) -> None:
    g.board[to, STAMP], g.board[to, CAME], g.board[to, STEPS], g.board[to, CHANCE] = stamp, came, steps, sure


@compiled
def reached(g: Game, at: int) -> bool:
    """Whether the last plan leads to a square."""
    return bool(g.board[at, STAMP] == g.now[STAMPS])


@compiled
def rise(g: Game, p: int) -> None:
    """A prone player stands up, which costs three squares; with fewer he rolls a 4 or more."""
    if g.players[p, STATE] != DOWN:
        return
    if g.players[p, MOVES] >= STANDING_UP:
        g.players[p, MOVES] -= STANDING_UP
    else:
        g.players[p, MOVES], g.players[p, RUSHES] = 0, 0
        if not succeeds(g, p, 4, 0):
            return
    turn_to(g, p, UP)


@compiled
def walk_to(g: Game, p: int, to: int) -> bool:
    """Walk where the last plan leads; whether the player stands at the end and his team still has its turn.

    What happens on the way may stop him or carry him elsewhere.
    """
    count, at = 0, to
    while at != g.players[p, AT]:
        g.board[count, PATH] = at
        count, at = count + 1, g.board[at, CAME]
    for i in range(count - 1, -1, -1):
        at = g.board[i, PATH]
        step(g, p, at)
        if g.players[p, STATE] != UP or g.now[OVER] or g.now[SCORER] >= 0 or g.players[p, AT] != at:
            break
    return bool(g.players[p, STATE] == UP and g.now[OVER] == 0 and g.now[SCORER] < 0)


@compiled
def step(g: Game, p: int, to: int) -> None:
    """One step: the rush, the dodge, what the square does, the ball that lies there, the touchdown."""
    at, team = g.players[p, AT], p // TEAM
    marked = marks(g, team, at) > 0
    rushing = g.players[p, MOVES] <= 0
    if rushing:
        g.players[p, RUSHES] -= 1
    else:
        g.players[p, MOVES] -= 1
    lift(g, p)
    put(g, p, to, UP)
    g.board[to, WALKED] += 1
    slipped = rushing and not succeeds(g, p, 3 if g.squares[g.now[TURNED], to, ROOM] == FLOODED else 2, 0)
    if not slipped and marked:
        slipped = not dodges(g, p, -marks(g, team, to))
    if slipped:
        knock_down(g, p, 0, BY_FALL)
    enter(g, p, ON_FOOT)
    if g.players[p, STATE] == UP:
        _take(g, p)
    settle(g)
    check_score(g)


@compiled
def dodges(g: Game, p: int, modifier: int) -> bool:
    """Whether a player gets out of a tackle zone; Dodge lets him roll again."""
    if succeeds(g, p, g.players[p, AGILITY], modifier):
        return True
    return bool(g.players[p, SKILLS] & DODGE) and succeeds(g, p, g.players[p, AGILITY], modifier)


@compiled
def _take(g: Game, p: int) -> None:
    """Who comes to the ball must try to pick it up; to fail is a turnover in his turn."""
    here = g.now[BALL] == LOOSE and g.now[BALL_AT] == g.players[p, AT]
    if here and not picks_up(g, p) and p // TEAM == g.now[ACTIVE]:
        g.now[OVER] = 1


@compiled
def jump_chance(g: Game, p: int, at: int, i: int) -> int:
    """How surely a player makes the i-th jump from his square, in 10,000; 0 for one he may not try.

    A jump over so many squares needs more than that on a D6, 1 less when marked (naf-2019); a marked edge is for
    players with Leap alone, by agility (brawl-2013).
    """
    first = g.squares[0, at, JUMP] + i
    over, to = g.lists[JUMP_LENGTH, first], g.lists[JUMP_TO, first]
    if not free(g, to):
        return 0
    if over < LEAP_EDGE:
        tackled = marks(g, p // TEAM, at) or marks(g, p // TEAM, to)
        modifier = (1 if g.players[p, SKILLS] & LEAP else 0) - (1 if tackled else 0)
        return int(max(0, min(5, 6 + modifier - over)) * SURELY // 6)
    if not g.players[p, SKILLS] & LEAP:
        return 0
    return chance(int(g.players[p, AGILITY]), -1 if over >= LEAP_OVER_LAVA else 0)


@compiled
def jump_over(g: Game, p: int, i: int) -> None:
    """The i-th jump from a player's square; who fails falls in."""
    at = g.players[p, AT]
    first = g.squares[0, at, JUMP] + i
    over, to = g.lists[JUMP_LENGTH, first], g.lists[JUMP_TO, first]
    wanted = jump_chance(g, p, at, i) * 6 // SURELY
    g.players[p, MOVES] -= over % 50 + 1
    lift(g, p)
    put(g, p, to, UP)
    if not succeeds(g, p, 7 - wanted, 0):
        fall_in(g, p)
    else:
        enter(g, p, ON_FOOT)
        if g.players[p, STATE] == UP:
            _take(g, p)
    settle(g)
    check_score(g)
