"""Plan where a player gets to in this turn, by which route and how surely, and walk there.

Most of the time of a match goes into plans. So a plan has a target and a bound, and leaves out squares from which
nothing useful can be reached (see `plan_routes`).
"""

from __future__ import annotations

import numpy as np

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import jit, jit_inline
from dungeon_designer.playtest.dice import (
    find_needed_roll,
    find_room,
    find_square,
    is_standing,
    measure_chance,
    roll_die,
    roll_test,
    use_reroll,
)
from dungeon_designer.playtest.entering import FALLING, ON_FOOT, enter_square, fall_into_hazard, fall_on_square
from dungeon_designer.playtest.positions import (
    can_continue,
    cause_turnover,
    check_touchdown,
    count_markers_at,
    has_ball,
    is_free,
    move_player,
    set_player_state,
    settle_ball,
    stop_player,
    try_pick_up,
)
from dungeon_designer.playtest.state import Game

WITHOUT_RISK, WITH_RISK = 0, 1
"""Where a plan may lead: WITHOUT_RISK only where no die is rolled after the first step, WITH_RISK anywhere."""
CERTAIN = 10000
"""A certain chance: chances are counted in 10,000."""
RUSH_CHANCE, RUSH_CHANCE_IN_WATER = 8333, 6667
"""How many of 10,000 rushes succeed, on dry floor and in a flooded room."""


def _order_directions(orientation: int, bits: int) -> int:
    """Return a set of directions as one number: four bits for each, in the order of an orientation, the first lowest.

    A direction, 0 north, clockwise to 7, is stored with 8 added, so that four zero bits mark the end. The order is that
    of `pick_direction`. Reading directions from a number is faster than a loop over all eight.

    Args:
        orientation: one of the eight orders of directions, 0 to 7
        bits: the set: bit 0 for north, then clockwise
    """
    packed = 0
    for k in reversed(range(8)):
        direction = (2 * (orientation & 3) + (k if orientation < 4 else 8 - k)) & 7
        if bits >> direction & 1:
            packed = packed << 4 | 8 | direction
    return packed


_ORDERED_DIRECTIONS = np.array(
    [[_order_directions(orientation, bits) for bits in range(256)] for orientation in range(8)], dtype=np.int64
)
"""The result of `_order_directions` for each orientation and each set of bits."""


@jit
def measure_weighted_distance(g: Game, square: int, target: int) -> int:
    """Return the distance from a square to a target in hundredths of a step, on foot or by portal, whichever is less.

    A route by portal includes what the coach of the active team adds for the risk. From a portal only the route by
    portal counts.

    Args:
        target: a square, or the number of an end zone, see `find_zone_target`
    """
    table = g.state[s.STEP_TABLE]
    by_portal = g.cost_by_portal[table, target] + g.weights[g.state[s.ACTIVE_TEAM], s.PORTAL_COST]
    if g.squares[0, square, s.PORTAL]:
        return int(by_portal)
    return int(min(100 * g.steps[table, target, square], g.cost_to_portal[table, square] + by_portal))


@jit
def measure_steps(g: Game, start: int, target: int) -> int:
    """Return the number of steps on foot from a square to a target; UNREACHABLE_STEPS if no route leads there.

    Args:
        target: a square, or the number of an end zone, see `find_zone_target`
    """
    return int(min(s.UNREACHABLE_STEPS, g.steps[g.state[s.STEP_TABLE], target, start]))


@jit
def can_enter(g: Game, p: int, square: int) -> bool:
    """Return True if player `p` may choose to step onto a square: it is free and has no open pit.

    A closed trapdoor or a counter is allowed. An entry is open to the carrier only.
    """
    if g.squares[0, square, s.KIND] == s.ENTRY:
        return g.board[square, s.OCCUPANT] == 0 and has_ball(g, p)
    if not is_free(g, square):
        return False
    pit = g.board[square, s.CURRENT_TRAP]
    return bool(pit in (s.NO_TRAP, s.TRAPDOOR, s.COUNTER))


@jit
def is_precarious(g: Game, square: int) -> bool:
    """Return True if a player who steps onto a square may fall from it into a hazard.

    That is so on a rope bridge and beside lava, in editions with the rule PRECARIOUS (eagbbl).
    """
    return bool(g.squares[0, square, s.DANGER] == s.BESIDE_LAVA and g.rules[s.PRECARIOUS])


@jit_inline
def measure_step_chance(g: Game, p: int, square: int, is_marked: bool, rushing: bool) -> int:
    """Return how surely player `p` steps onto a square and keeps standing, in 10,000.

    The dodge, the rush and a trap or edge on the square count.

    Args:
        is_marked: whether he leaves a tackle zone and must dodge
        rushing: whether he has no movement left and must rush
    """
    odds = CERTAIN
    if is_marked:
        odds = measure_chance(g.players[p, s.AGILITY], -count_markers_at(g, p // s.TEAM_SIZE, square))
        if g.players[p, s.SKILLS] & s.DODGE and not g.players[p, s.DODGE_USED] and find_room(g, square) != s.CURSED:
            odds = _try_twice(odds)
    if rushing:
        is_flooded = find_room(g, square) == s.FLOODED
        odds = odds * (RUSH_CHANCE_IN_WATER if is_flooded else RUSH_CHANCE) // CERTAIN
    trap = g.board[square, s.CURRENT_TRAP]
    if trap == s.TRAPDOOR:
        odds = odds * min(6, 7 - g.players[p, s.STRENGTH]) // 6
    elif trap == s.COUNTER:
        odds = odds // 2
    if is_precarious(g, square):
        odds = odds * 5 // 6
    return int(odds)


@jit
def limit_chance(g: Game, steps: int, moves: int) -> int:
    """Return an upper limit of the chance, in 10,000, to walk a number of steps: only the rushes needed for it count.

    It saves planning a route that is bad in any case. In editions with edges to fall from the distances go round the
    edges, so the real route may be shorter; there the result is CERTAIN.

    Args:
        steps: the steps to walk
        moves: the movement left before rushes begin
    """
    if g.rules[s.PRECARIOUS]:  # there `Game.steps` goes round the edges of chasms, and the real route may be shorter
        return CERTAIN
    odds = CERTAIN
    for _ in range(steps - max(0, moves)):
        odds = odds * RUSH_CHANCE // CERTAIN + 1
    return odds


@jit
def _try_twice(odds: int) -> int:
    """Return the chance, in 10,000, that one of two tries succeeds, if each has the given chance."""
    return CERTAIN - (CERTAIN - odds) * (CERTAIN - odds) // CERTAIN


@jit
def limit_dodge_chance(g: Game, p: int) -> int:
    """Return the greatest chance, in 10,000, that player `p` has to dodge: onto a square that no opponent marks."""
    odds = measure_chance(g.players[p, s.AGILITY], 0)
    if g.players[p, s.SKILLS] & s.DODGE:
        odds = _try_twice(odds)
    return odds


@jit
def allows_further_steps(g: Game, p: int, square: int, risk: int) -> bool:
    """Return True if a route of player `p` may lead on from a square after its first step.

    A portal, an unopened chest and an entry end a route. With `risk` WITHOUT_RISK a square that opponents mark ends it,
    too, since leaving it needs a dodge.
    """
    ends_route = g.squares[0, square, s.PORTAL] or g.board[square, s.CHEST] or g.squares[0, square, s.KIND] == s.ENTRY
    return not (ends_route or (risk == WITHOUT_RISK and count_markers_at(g, p // s.TEAM_SIZE, square) > 0))


@jit
def measure_reach(g: Game, p: int, risk: int) -> int:
    """Return how many squares player `p` may still walk in this turn; rushes count if `risk` is WITH_RISK."""
    return int(g.players[p, s.MOVES_LEFT] + (g.players[p, s.RUSHES_LEFT] if risk == WITH_RISK else 0))


@jit
def plan_routes(g: Game, p: int, risk: int, target: int, bound: int) -> int:
    """Find the squares that player `p` reaches in this turn, nearest first; return how many there are.

    The result is called the plan. Its squares are written into QUEUE, the player's own first. For each square
    PLAN_STEPS is its distance, PLAN_CHANCE how surely he gets there (in 10,000), PLAN_FROM the square before.

    Squares are left out where the steps so far plus the distance to the target are more than the bound: no route to
    anything within the bound leads over them, so the result is the same as with all squares. In editions with edges to
    fall from all squares are examined, since the distances go round these edges.

    From each square the plan looks only in NEW_DIRECTIONS: the other neighbours were examined from the square before.

    Args:
        risk: WITHOUT_RISK (no die after the first step) or WITH_RISK
        target: where the player wants to go: a square, or the number of an end zone
        bound: the greatest useful length, in hundredths of a step; 10**9 for no limit
    """
    start, team = find_square(g, p), p // s.TEAM_SIZE
    reach, moves, table = measure_reach(g, p, risk), g.players[p, s.MOVES_LEFT], g.state[s.STEP_TABLE]
    orientation, bound_left = g.state[s.ORIENTATION], bound if g.rules[s.PRECARIOUS] == 0 else 10**9
    squares, steps_left, portal_cost = g.squares[g.state[s.ROTATION]], g.steps[table, target], g.cost_to_portal[table]
    by_portal = g.cost_by_portal[table, target] + g.weights[team, s.PORTAL_COST]
    g.state[s.PLAN_COUNT] += 1
    stamp = g.state[s.PLAN_COUNT]
    _record_square(g, start, start, 0, CERTAIN, stamp)
    g.board[start, s.PLAN_DIRECTIONS] = squares[start, s.NEW_DIRECTIONS + 8]
    g.board[0, s.QUEUE] = start
    count, position = 1, 0
    while position < count:
        square = g.board[position, s.QUEUE]
        position += 1
        steps = g.board[square, s.PLAN_STEPS] + 1
        if steps > reach or (square != start and not allows_further_steps(g, p, square, risk)):
            continue
        is_marked, rushing, odds = count_markers_at(g, team, square) > 0, steps > moves, g.board[square, s.PLAN_CHANCE]
        directions = _ORDERED_DIRECTIONS[orientation, g.board[square, s.PLAN_DIRECTIONS]]
        while directions:
            direction = directions & 7
            directions >>= 4
            next_square = squares[square, direction]
            seen = g.board[next_square, s.PLAN_STAMP] == stamp
            if seen:
                if g.board[next_square, s.PLAN_STEPS] < steps or g.board[next_square, s.PLAN_CHANCE] >= odds:
                    continue
            else:
                distance_left = min(100 * steps_left[next_square], portal_cost[next_square] + by_portal)
                if not _can_plan_square(g, p, next_square, risk, 100 * steps + distance_left <= bound_left):
                    continue
            route_odds = odds
            if is_marked or rushing or g.board[next_square, s.CURRENT_TRAP] or is_precarious(g, next_square):
                route_odds = odds * measure_step_chance(g, p, next_square, is_marked, rushing) // CERTAIN
            if not seen:
                g.board[next_square, s.PLAN_DIRECTIONS] = squares[next_square, s.NEW_DIRECTIONS + direction]
                g.board[count, s.QUEUE] = next_square
                count += 1
            elif route_odds <= g.board[next_square, s.PLAN_CHANCE]:
                continue
            _record_square(g, next_square, square, steps, route_odds, stamp)
    return count


@jit
def _can_plan_square(g: Game, p: int, square: int, risk: int, is_within_bound: bool) -> bool:
    """Return True if a plan of player `p` includes a square: he may enter it, and it is within the bound.

    With `risk` WITHOUT_RISK he must not be in danger of falling from it, either.
    """
    return is_within_bound and can_enter(g, p, square) and (risk == WITH_RISK or not is_precarious(g, square))


@jit
def _record_square(g: Game, square: int, source: int, steps: int, odds: int, stamp: int) -> None:
    """Write into a square of a plan how player `p` gets there.

    Args:
        source: the square before it
        steps: its distance from the start
        odds: how surely he gets there, in 10,000
        stamp: the number of the plan, which tells its squares from those of older plans
    """
    g.board[square, s.PLAN_STAMP] = stamp
    g.board[square, s.PLAN_FROM] = source
    g.board[square, s.PLAN_STEPS] = steps
    g.board[square, s.PLAN_CHANCE] = odds


@jit
def plan_route_to(g: Game, p: int, target: int, steps_before: int) -> int:
    """Plan routes with risks that help player `p` to get to a square, or to within `steps_before` steps of it.

    Returns how many squares the plan has.

    Args:
        target: a square, or the number of an end zone
    """
    return int(plan_routes(g, p, WITH_RISK, target, 100 * (measure_reach(g, p, WITH_RISK) + steps_before)))


@jit
def is_reached(g: Game, square: int) -> bool:
    """Return True if the last plan leads to a square, so that its PLAN_… columns hold."""
    return bool(g.board[square, s.PLAN_STAMP] == g.state[s.PLAN_COUNT])


@jit
def find_safe_step(g: Game, p: int, square: int, target: int, risk: int) -> int:
    """Return the first square that player `p` may step onto from a square and that is one step nearer to a target.

    -1 if there is none. "First" is in the order north, then clockwise.

    Args:
        target: a square, or the number of an end zone
        risk: WITHOUT_RISK to leave out squares from which he may fall into a hazard, or WITH_RISK
    """
    rotation = g.state[s.ROTATION]
    table = g.state[s.STEP_TABLE]
    nearer = g.steps[table, target, square] - 1
    for k in range(8):
        neighbour = g.squares[rotation, square, k]
        if (
            neighbour >= 0
            and g.steps[table, target, neighbour] == nearer
            and _can_plan_square(g, p, neighbour, risk, True)
        ):
            return int(neighbour)
    return -1


STAND_UP_COST = 3
"""Squares of movement that standing up costs."""
LEAP_EDGE_EXTRA, LEAP_LAVA_EXTRA = 100, 150
"""Added to the length of a leap from a marked edge, and of one over lava, which is harder."""


@jit
def stand_up(g: Game, p: int) -> None:
    """Make player `p` stand up if he is prone; it costs three squares of movement.

    With fewer left he must roll 4 or more, and has no movement left afterwards. If he fails, he stays prone.
    """
    if g.players[p, s.STATE] != s.PRONE:
        return
    g.players[p, s.MOVED] = 1
    if g.players[p, s.MOVES_LEFT] >= STAND_UP_COST:
        g.players[p, s.MOVES_LEFT] -= STAND_UP_COST
    else:
        stop_player(g, p)
        if not roll_test(g, p, 4, 0, False):
            return
    set_player_state(g, p, s.STANDING)


@jit
def walk_to(g: Game, p: int, destination: int) -> bool:
    """Make player `p` walk to a square of the last plan, by its route; return True if he stands and his turn goes on.

    What happens on the route may stop him or carry him elsewhere, so he need not be on the square then.
    """
    count, square = 0, destination
    while square != find_square(g, p):
        g.board[count, s.QUEUE] = square
        count, square = count + 1, g.board[square, s.PLAN_FROM]
    for i in range(count - 1, -1, -1):
        square = g.board[i, s.QUEUE]
        take_step(g, p, square)
        if not is_standing(g, p) or not can_continue(g) or find_square(g, p) != square:
            break
    return is_standing(g, p) and can_continue(g)


@jit
def take_step(g: Game, p: int, destination: int) -> None:
    """Make player `p` take one step to a square beside him, with all its consequences.

    These are, in this order: a rush, a dodge, the effect of the square, the ball that lies on it, and a touchdown. If
    the rush or the dodge fails, he falls on the new square.
    """
    square, team = find_square(g, p), p // s.TEAM_SIZE
    was_marked = count_markers_at(g, team, square) > 0
    move_player(g, p, destination)
    g.players[p, s.MOVED] = 1
    g.board[destination, s.WALK_COUNT] += 1
    if use_movement(g, p) and (not was_marked or try_dodge(g, p, -count_markers_at(g, team, destination))):
        enter_square(g, p, ON_FOOT)
    else:
        fall_on_square(g, p, 0, s.BY_FALL, FALLING)
    if is_standing(g, p):
        _pick_up_here(g, p)
    settle_ball(g)
    check_touchdown(g)


@jit
def use_movement(g: Game, p: int) -> bool:
    """Use one square of movement of player `p`, or roll for a rush if none is left; return False if the rush fails."""
    if g.players[p, s.MOVES_LEFT] > 0:
        g.players[p, s.MOVES_LEFT] -= 1
        return True
    g.players[p, s.RUSHES_LEFT] -= 1
    g.state[s.RUSH_ROLLS] += 1
    return roll_test(g, p, 3 if find_room(g, find_square(g, p)) == s.FLOODED else 2, 0, False)


@jit
def try_dodge(g: Game, p: int, modifier: int) -> bool:
    """Roll whether player `p` gets out of a tackle zone; return True if he does.

    A failed roll may be repeated: once a turn by the skill Dodge, or by the team's re-roll.

    Args:
        modifier: is added to the roll
    """
    needed = find_needed_roll(g.players[p, s.AGILITY], modifier)
    g.state[s.DODGE_ROLLS] += 1
    if roll_die(g, 6) >= needed:
        return True
    has_dodge = bool(g.players[p, s.SKILLS] & s.DODGE) and g.players[p, s.DODGE_USED] == 0
    if not use_reroll(g, p, has_dodge):
        return False
    g.players[p, s.DODGE_USED] += 1 if has_dodge else 0
    return bool(roll_die(g, 6) >= needed)


@jit
def _pick_up_here(g: Game, p: int) -> None:
    """Make player `p` try to pick up the ball if it lies still on his square; to fail is a turnover in his turn."""
    lies_still = g.state[s.BALL] == s.LOOSE and g.state[s.BALL_SCATTERS] == 0
    if lies_still and g.state[s.BALL_AT] == find_square(g, p) and not try_pick_up(g, p):
        cause_turnover(g, p)


@jit
def measure_jump_chance(g: Game, p: int, square: int, i: int) -> int:
    """Return how surely player `p` makes the i-th jump from a square, in 10,000; 0 for a jump he may not try.

    Under naf-2019 a jump over n squares needs more than n on a D6, 1 more if he is marked at either end, 1 less with
    Leap. Under brawl-2013 a marked edge is for players with Leap only, who roll their agility.
    """
    number = g.squares[0, square, s.FIRST_JUMP] + i
    length, landing = g.lists[s.JUMP_LENGTHS, number], g.lists[s.JUMP_LANDINGS, number]
    if not is_free(g, landing):
        return 0
    if length < LEAP_EDGE_EXTRA:
        is_marked = count_markers_at(g, p // s.TEAM_SIZE, square) or count_markers_at(g, p // s.TEAM_SIZE, landing)
        modifier = (1 if g.players[p, s.SKILLS] & s.LEAP else 0) - (1 if is_marked else 0)
        return int(max(0, min(5, 6 + modifier - length)) * CERTAIN // 6)
    if not g.players[p, s.SKILLS] & s.LEAP:
        return 0
    return measure_chance(int(g.players[p, s.AGILITY]), -1 if length >= LEAP_LAVA_EXTRA else 0)


@jit
def jump_over_gap(g: Game, p: int, i: int) -> None:
    """Make player `p` make the i-th jump from his square; if the roll fails, he falls into the hazard.

    A jump over n squares uses n + 1 squares of movement.
    """
    square = find_square(g, p)
    number = g.squares[0, square, s.FIRST_JUMP] + i
    length, landing = g.lists[s.JUMP_LENGTHS, number], g.lists[s.JUMP_LANDINGS, number]
    good_faces = (measure_jump_chance(g, p, square, i) * 6 + CERTAIN - 1) // CERTAIN
    g.players[p, s.MOVES_LEFT] -= length % 50 + 1
    g.players[p, s.MOVED] = 1
    move_player(g, p, landing)
    if not roll_test(g, p, 7 - good_faces, 0, False):
        fall_into_hazard(g, p)
    else:
        enter_square(g, p, ON_FOOT)
        if is_standing(g, p):
            _pick_up_here(g, p)
    settle_ball(g)
    check_touchdown(g)
