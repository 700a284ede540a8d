"""Plans: where a player gets to this turn, by which way and how surely.

Most of a game's time goes into them. So a plan has a target and a bound, and leaves out squares from which nothing
that is asked for can be reached: the player would have to walk less than the way there is (see `plan`).
"""

from __future__ import annotations

import numpy as np

from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import chance
from dungeon_designer.playtest.placing import carries, free, marks
from dungeon_designer.playtest.terms import (
    AGILITY,
    AT,
    BESIDE_LAVA,
    CAME,
    CHANCE,
    CHEST,
    COUNTER,
    DODGE,
    EDGE,
    ENTRY,
    FLOODED,
    FRESH,
    KIND,
    LAID,
    LOOK,
    MOVES,
    NO_TRAP,
    PITFALL,
    PORTAL,
    PRECARIOUS,
    QUEUE,
    ROOM,
    RULES,
    RUSHES,
    SKILLS,
    STAMP,
    STAMPS,
    STEPS,
    STRENGTH,
    TEAM,
    TRAPDOOR,
    TURNED,
    UNREACHED,
    WAY,
    WHO,
    Game,
)

SURE, RISKY = 0, 1
"""Where a plan may lead: nowhere a die is rolled but out of the first square, or anywhere."""
SURELY = 10000


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
    if g.squares[0, at, PORTAL]:
        return int(g.by_portal[g.now[LAID], target])
    return int(_least_way(g, at, target))


@compiled
def _least_way(g: Game, at: int, target: int) -> int:
    """The same; who stands on a portal may walk on from it as from any square."""
    return int(g.ways[g.now[LAID], target, at])


@compiled
def dist(g: Game, one: int, target: int) -> int:
    """Steps between two squares on foot."""
    return int(min(UNREACHED, g.far[g.now[LAID], target, one]))


@compiled
def may_enter(g: Game, p: int, at: int) -> bool:
    """Whether a player may choose to step onto a square: free, no open pit; an entry only with the ball."""
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
    return 6667 if g.squares[g.now[TURNED], at, ROOM] == FLOODED else RUSHED


RUSHED = 8333
"""The same on dry ground."""


@compiled
def step_chance(g: Game, p: int, to: int, tackled: bool, rushing: bool) -> int:
    """How surely a player steps onto a square, out of a tackle zone or not, rushing or not, in 10,000."""
    sure = SURELY
    if tackled:
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
def sure_at_most(g: Game, steps: int, moves: int) -> int:
    """How surely, in 10,000, somebody at best gets as far on foot as `steps` says, with so many moves left."""
    if g.lists[RULES, PRECARIOUS]:  # there `far` goes round the edges of chasms, and the way may be shorter
        return SURELY
    sure = SURELY
    for _ in range(steps - max(0, moves)):
        sure = sure * RUSHED // SURELY + 1
    return sure


@compiled
def _ends_way(g: Game, at: int) -> bool:
    """Whether nobody walks on from a square as if nothing were there: a portal, a chest one enters, an entry."""
    return bool(g.squares[0, at, PORTAL] or g.board[at, CHEST] or g.squares[0, at, KIND] == ENTRY)


@compiled
def goes_on(g: Game, p: int, at: int, risk: int) -> bool:
    """Whether a way leads on from a square that is not its first."""
    return not (_ends_way(g, at) or (risk == SURE and marks(g, p // TEAM, at) > 0))


@compiled
def reach_of(g: Game, p: int, risk: int) -> int:
    """How many squares a player may still walk."""
    return int(g.players[p, MOVES] + (g.players[p, RUSHES] if risk == RISKY else 0))


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
    start, turned, team = g.players[p, AT], g.now[TURNED], p // TEAM
    reach, moves, laid = reach_of(g, p, risk), g.players[p, MOVES], g.now[LAID]
    way_round, near = g.now[WAY], bound if g.lists[RULES, PRECARIOUS] == 0 else 10**9
    g.now[STAMPS] += 1
    stamp = g.now[STAMPS]
    _note(g, start, start, 0, SURELY, stamp)
    g.board[start, LOOK] = g.squares[turned, start, FRESH + 8]
    g.board[0, QUEUE] = start
    count, head = 1, 0
    while head < count:
        at = g.board[head, QUEUE]
        head += 1
        steps = g.board[at, STEPS] + 1
        if steps > reach or (at != start and not goes_on(g, p, at, risk)):
            continue
        tackled, rushing, sure = marks(g, team, at) > 0, steps > moves, g.board[at, CHANCE]
        directions = _IN_ORDER[way_round, g.board[at, LOOK]]
        while directions:
            d = directions & 7
            directions >>= 4
            to = g.squares[turned, at, d]
            seen = g.board[to, STAMP] == stamp
            if seen and (g.board[to, STEPS] < steps or g.board[to, CHANCE] >= sure):
                continue
            if not seen and not _wanted(g, p, to, risk, 100 * steps + g.ways[laid, target, to] <= near):
                continue
            so_far = sure * step_chance(g, p, to, tackled, rushing) // SURELY
            if not seen or so_far > g.board[to, CHANCE]:
                _note(g, to, at, steps, so_far, stamp)
            if not seen:
                g.board[to, LOOK] = g.squares[turned, to, FRESH + d]
                g.board[count, QUEUE] = to
                count += 1
    return count


@compiled
def _wanted(g: Game, p: int, to: int, risk: int, near: bool) -> bool:
    """Whether a plan goes on to a square."""
    return near and may_enter(g, p, to) and (risk == RISKY or not precarious(g, to))


@compiled
def _note(g: Game, to: int, came: int, steps: int, sure: int, stamp: int) -> None:
    g.board[to, STAMP], g.board[to, CAME], g.board[to, STEPS], g.board[to, CHANCE] = stamp, came, steps, sure


@compiled
def plan_to(g: Game, p: int, target: int, short: int) -> int:
    """A plan with risks to a square, or to within `short` steps of it."""
    return int(plan(g, p, RISKY, target, 100 * (reach_of(g, p, RISKY) + short)))


@compiled
def reached(g: Game, at: int) -> bool:
    """Whether the last plan leads to a square."""
    return bool(g.board[at, STAMP] == g.now[STAMPS])


@compiled
def sure_step(g: Game, p: int, at: int, target: int, risk: int) -> int:
    """The first free square beside one that is a step nearer to a target on foot, -1 for none: the way most go."""
    turned = g.now[TURNED]
    laid = g.now[LAID]
    nearer = g.far[laid, target, at] - 1
    for k in range(8):
        to = g.squares[turned, at, k]
        if to >= 0 and g.far[laid, target, to] == nearer and _wanted(g, p, to, risk, True):
            return int(to)
    return -1
