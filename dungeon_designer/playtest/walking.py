"""Plans: where a player gets to this turn, by which way and how surely.

Most of a game's time goes into them. So a plan has a target and a bound, and leaves out squares from which nothing
that is asked for can be reached: the player would have to walk less than the way there is (see `plan`).
"""

from __future__ import annotations

import numpy as np

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import compiled, part
from dungeon_designer.playtest.dice import chance, least, roll, rolls_again, room_of, square_of, stands, succeeds
from dungeon_designer.playtest.entering import FALLING, ON_FOOT, enter, fall_in, tumble
from dungeon_designer.playtest.placing import (
    carries,
    check_score,
    free,
    going,
    marks,
    picks_up,
    settle,
    shift,
    stop,
    turn_to,
    turnover,
)
from dungeon_designer.playtest.state import Game

SURE, RISKY = 0, 1
"""Where a plan may lead: nowhere a die is rolled but out of the first square, or anywhere."""
SURELY = 10000
RUSHED, RUSHED_IN_WATER = 8333, 6667
"""How many in 10,000 rushes succeed."""


def _in_order(way_round: int, bits: int) -> int:
    """The directions of these bits as a game of this way round asks them (`facing`), each as 8 to 15 in four bits."""
    found = 0
    for k in reversed(range(8)):
        direction = (2 * (way_round & 3) + (k if way_round < 4 else 8 - k)) & 7
        if bits >> direction & 1:
            found = found << 4 | 8 | direction
    return found


_IN_ORDER = np.array([[_in_order(way_round, bits) for bits in range(256)] for way_round in range(8)], dtype=np.int64)


@compiled
def way(g: Game, at: int, target: int) -> int:
    """Hundredths of steps from a square to a target, by foot or by the nearest portal, whichever is less."""
    laid = g.now[s.LAID]
    by_portal = g.by_portal[laid, target] + g.weights[g.now[s.ACTIVE], s.PORTAL_COST]
    if g.squares[0, at, s.PORTAL]:
        return int(by_portal)
    return int(min(100 * g.far[laid, target, at], g.to_portal[laid, at] + by_portal))


@compiled
def dist(g: Game, one: int, target: int) -> int:
    """Steps between two squares on foot."""
    return int(min(s.UNREACHED, g.far[g.now[s.LAID], target, one]))


@compiled
def may_enter(g: Game, p: int, at: int) -> bool:
    """Whether a player may choose to step onto a square: free, no open pit; an entry only with the ball."""
    if g.squares[0, at, s.KIND] == s.ENTRY:
        return g.board[at, s.WHO] == 0 and carries(g, p)
    if not free(g, at):
        return False
    pit = g.board[at, s.PITFALL]
    return bool(pit in (s.NO_TRAP, s.TRAPDOOR, s.COUNTER))


@compiled
def precarious(g: Game, at: int) -> bool:
    """Whether who steps onto a square may fall from it: a rope bridge, or beside lava, where the edition says so."""
    return bool(g.squares[0, at, s.EDGE] == s.BESIDE_LAVA and g.rules[s.PRECARIOUS])


@part
def step_chance(g: Game, p: int, to: int, tackled: bool, rushing: bool) -> int:
    """How surely a player steps onto a square, out of a tackle zone or not, rushing or not, in 10,000."""
    sure = SURELY
    if tackled:
        sure = chance(g.players[p, s.AGILITY], -marks(g, p // s.TEAM, to))
        if g.players[p, s.SKILLS] & s.DODGE and not g.players[p, s.DODGED] and room_of(g, to) != s.CURSED:
            sure = SURELY - (SURELY - sure) * (SURELY - sure) // SURELY
    if rushing:
        flooded = room_of(g, to) == s.FLOODED
        sure = sure * (RUSHED_IN_WATER if flooded else RUSHED) // SURELY
    pit = g.board[to, s.PITFALL]
    if pit == s.TRAPDOOR:
        sure = sure * min(6, 7 - g.players[p, s.STRENGTH]) // 6
    elif pit == s.COUNTER:
        sure = sure // 2
    if precarious(g, to):
        sure = sure * 5 // 6
    return int(sure)


@compiled
def sure_at_most(g: Game, steps: int, moves: int) -> int:
    """How surely, in 10,000, somebody at best gets as far on foot as `steps` says, with so many moves left."""
    if g.rules[s.PRECARIOUS]:  # there `far` goes round the edges of chasms, and the way may be shorter
        return SURELY
    sure = SURELY
    for _ in range(steps - max(0, moves)):
        sure = sure * RUSHED // SURELY + 1
    return sure


@compiled
def goes_on(g: Game, p: int, at: int, risk: int) -> bool:
    """Whether a way leads on from a square that is not its first: no portal, chest one enters, or entry."""
    ends = g.squares[0, at, s.PORTAL] or g.board[at, s.CHEST] or g.squares[0, at, s.KIND] == s.ENTRY
    return not (ends or (risk == SURE and marks(g, p // s.TEAM, at) > 0))


@compiled
def reach_of(g: Game, p: int, risk: int) -> int:
    """How many squares a player may still walk."""
    return int(g.players[p, s.MOVES] + (g.players[p, s.RUSHES] if risk == RISKY else 0))


@compiled
def plan(g: Game, p: int, risk: int, target: int, bound: int) -> int:
    """The squares a player gets to with what he has left, nearest first, into QUEUE; gives how many there are.

    STEPS, CHANCE (in 10,000) and CAME say of each how far it is, how sure, and from where. The first is his own. Left
    out are squares at which the way walked so far and the way to the target, in hundredths of a square, are more than
    `bound`. No way to anything within the bound leads over them, so what is left is found as if all were looked at.
    Where there are edges to fall from, all squares are, since the ways of `far` go round those.

    From each square it looks only where nobody has looked from the one before (see FRESH): what is beside both was
    found or refused from there.
    """
    start, turned, team = square_of(g, p), g.now[s.TURNED], p // s.TEAM
    reach, moves, laid = reach_of(g, p, risk), g.players[p, s.MOVES], g.now[s.LAID]
    way_round, near = g.now[s.WAY], bound if g.rules[s.PRECARIOUS] == 0 else 10**9
    by_portal = g.by_portal[laid, target] + g.weights[team, s.PORTAL_COST]
    g.now[s.STAMPS] += 1
    stamp = g.now[s.STAMPS]
    _note(g, start, start, 0, SURELY, stamp)
    g.board[start, s.LOOK] = g.squares[turned, start, s.FRESH + 8]
    g.board[0, s.QUEUE] = start
    count, head = 1, 0
    while head < count:
        at = g.board[head, s.QUEUE]
        head += 1
        steps = g.board[at, s.STEPS] + 1
        if steps > reach or (at != start and not goes_on(g, p, at, risk)):
            continue
        tackled, rushing, sure = marks(g, team, at) > 0, steps > moves, g.board[at, s.CHANCE]
        directions = _IN_ORDER[way_round, g.board[at, s.LOOK]]
        while directions:
            d = directions & 7
            directions >>= 4
            to = g.squares[turned, at, d]
            seen = g.board[to, s.STAMP] == stamp
            if seen and (g.board[to, s.STEPS] < steps or g.board[to, s.CHANCE] >= sure):
                continue
            left = min(100 * g.far[laid, target, to], g.to_portal[laid, to] + by_portal)
            if not seen and not _wanted(g, p, to, risk, 100 * steps + left <= near):
                continue
            so_far = sure * step_chance(g, p, to, tackled, rushing) // SURELY
            if not seen or so_far > g.board[to, s.CHANCE]:
                _note(g, to, at, steps, so_far, stamp)
            if not seen:
                g.board[to, s.LOOK] = g.squares[turned, to, s.FRESH + d]
                g.board[count, s.QUEUE] = to
                count += 1
    return count


@compiled
def _wanted(g: Game, p: int, to: int, risk: int, near: bool) -> bool:
    """Whether a plan goes on to a square."""
    return near and may_enter(g, p, to) and (risk == RISKY or not precarious(g, to))


@compiled
def _note(g: Game, to: int, came: int, steps: int, sure: int, stamp: int) -> None:
    g.board[to, s.STAMP], g.board[to, s.CAME], g.board[to, s.STEPS], g.board[to, s.CHANCE] = stamp, came, steps, sure


@compiled
def plan_to(g: Game, p: int, target: int, short: int) -> int:
    """A plan with risks to a square, or to within `short` steps of it."""
    return int(plan(g, p, RISKY, target, 100 * (reach_of(g, p, RISKY) + short)))


@compiled
def reached(g: Game, at: int) -> bool:
    """Whether the last plan leads to a square."""
    return bool(g.board[at, s.STAMP] == g.now[s.STAMPS])


@compiled
def sure_step(g: Game, p: int, at: int, target: int, risk: int) -> int:
    """The first free square beside one that is a step nearer to a target on foot, -1 for none: the way most go."""
    turned = g.now[s.TURNED]
    laid = g.now[s.LAID]
    nearer = g.far[laid, target, at] - 1
    for k in range(8):
        to = g.squares[turned, at, k]
        if to >= 0 and g.far[laid, target, to] == nearer and _wanted(g, p, to, risk, True):
            return int(to)
    return -1


STANDING_UP = 3
LEAP_EDGE, LEAP_OVER_LAVA = 100, 150
"""What is added to the length of a leap from a marked edge, and of one over lava, which is harder."""


@compiled
def rise(g: Game, p: int) -> None:
    """A prone player stands up, which costs three squares; with fewer he rolls a 4 or more."""
    if g.players[p, s.STATE] != s.DOWN:
        return
    if g.players[p, s.MOVES] >= STANDING_UP:
        g.players[p, s.MOVES] -= STANDING_UP
    else:
        stop(g, p)
        if not succeeds(g, p, 4, 0, False):
            return
    turn_to(g, p, s.UP)


@compiled
def walk_to(g: Game, p: int, to: int) -> bool:
    """Walk where the last plan leads; whether the player stands at the end and his team still has its turn.

    What happens on the way may stop him or carry him elsewhere.
    """
    count, at = 0, to
    while at != square_of(g, p):
        g.board[count, s.QUEUE] = at
        count, at = count + 1, g.board[at, s.CAME]
    for i in range(count - 1, -1, -1):
        at = g.board[i, s.QUEUE]
        step(g, p, at)
        if not stands(g, p) or not going(g) or square_of(g, p) != at:
            break
    return stands(g, p) and going(g)


@compiled
def step(g: Game, p: int, to: int) -> None:
    """One step: the rush, the dodge, what the square does, the ball that lies there, the touchdown."""
    at, team = square_of(g, p), p // s.TEAM
    marked = marks(g, team, at) > 0
    shift(g, p, to)
    g.board[to, s.WALKED] += 1
    if spends(g, p) and (not marked or dodges(g, p, -marks(g, team, to))):
        enter(g, p, ON_FOOT)
    else:
        tumble(g, p, 0, s.BY_FALL, FALLING)
    if stands(g, p):
        _take(g, p)
    settle(g)
    check_score(g)


@compiled
def spends(g: Game, p: int) -> bool:
    """A player uses a square of his movement, or rushes where none is left; whether he keeps his feet."""
    if g.players[p, s.MOVES] > 0:
        g.players[p, s.MOVES] -= 1
        return True
    g.players[p, s.RUSHES] -= 1
    g.now[s.RUSHED] += 1
    return succeeds(g, p, 3 if room_of(g, square_of(g, p)) == s.FLOODED else 2, 0, False)


@compiled
def dodges(g: Game, p: int, modifier: int) -> bool:
    """Whether a player gets out of a tackle zone; Dodge lets him roll again, once a turn."""
    wanted = least(g.players[p, s.AGILITY], modifier)
    g.now[s.DODGES] += 1
    if roll(g, 6) >= wanted:
        return True
    skill = bool(g.players[p, s.SKILLS] & s.DODGE) and g.players[p, s.DODGED] == 0
    if not rolls_again(g, p, skill):
        return False
    g.players[p, s.DODGED] += 1 if skill else 0
    return bool(roll(g, 6) >= wanted)


@compiled
def _take(g: Game, p: int) -> None:
    """Who comes to the ball must try to pick it up, unless he just did; to fail is a turnover in his turn."""
    lies = g.now[s.BALL] == s.LOOSE and g.now[s.LOOSE_FALL] == 0
    if lies and g.now[s.BALL_AT] == square_of(g, p) and not picks_up(g, p):
        turnover(g, p)


@compiled
def jump_chance(g: Game, p: int, at: int, i: int) -> int:
    """How surely a player makes the i-th jump from his square, in 10,000; 0 for one he may not try.

    A jump over so many squares needs more than that on a D6, 1 less when marked (naf-2019); a marked edge is for
    players with Leap alone, by agility (brawl-2013).
    """
    first = g.squares[0, at, s.JUMP] + i
    over, to = g.lists[s.JUMP_LENGTH, first], g.lists[s.JUMP_TO, first]
    if not free(g, to):
        return 0
    if over < LEAP_EDGE:
        tackled = marks(g, p // s.TEAM, at) or marks(g, p // s.TEAM, to)
        modifier = (1 if g.players[p, s.SKILLS] & s.LEAP else 0) - (1 if tackled else 0)
        return int(max(0, min(5, 6 + modifier - over)) * SURELY // 6)
    if not g.players[p, s.SKILLS] & s.LEAP:
        return 0
    return chance(int(g.players[p, s.AGILITY]), -1 if over >= LEAP_OVER_LAVA else 0)


@compiled
def jump_over(g: Game, p: int, i: int) -> None:
    """The i-th jump from a player's square; who fails falls in."""
    at = square_of(g, p)
    first = g.squares[0, at, s.JUMP] + i
    over, to = g.lists[s.JUMP_LENGTH, first], g.lists[s.JUMP_TO, first]
    sides = (jump_chance(g, p, at, i) * 6 + SURELY - 1) // SURELY
    g.players[p, s.MOVES] -= over % 50 + 1
    shift(g, p, to)
    if not succeeds(g, p, 7 - sides, 0, False):
        fall_in(g, p)
    else:
        enter(g, p, ON_FOOT)
        if stands(g, p):
            _take(g, p)
    settle(g)
    check_score(g)
