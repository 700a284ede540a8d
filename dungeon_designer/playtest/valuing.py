"""Rate squares for a player with a task; both coaches choose their moves by these values.

All values are hundredths of a square.
"""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import jit, jit_inline
from dungeon_designer.playtest.dice import find_neighbour, find_player_beside, find_square, is_standing
from dungeon_designer.playtest.positions import count_markers_at, find_own_end
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.walking import (
    CERTAIN,
    allows_further_steps,
    find_safe_step,
    jump_over_gap,
    measure_jump_chance,
    measure_reach,
    measure_step_chance,
    measure_weighted_distance,
    plan_routes,
    walk_to,
)

MAX_QUIET_TURNS = 12
"""Team turns without a change after which a coach hardly minds risks any more."""
_MAX_STUCK_TURNS = 3  # turns in which a carrier may get no nearer before his coach tries another way
_GUARD_DISTANCE = 300  # hundredths of a step: guards of a zone come no nearer
_FIRST_ESCORT_RADIUS, _AHEAD_BONUS = 2, 10
"""Steps around a carrier that are near enough at first; and what a step ahead of him is worth for each step by which
that radius has grown."""
_CAGE_CORNERS, _MAX_COVERED_SQUARES = 4, 5  # corners; squares beside a carrier that one team-mate covers at most
GO_TO, CARRY_BALL, ESCORT, HUNT, GUARD, GO_AROUND = range(6)
"""Tasks: get to a square; carry the ball to an end zone; keep near the carrier; get at the opponents' carrier; guard an
end zone; carry the ball around standing opponents."""


@jit
def read_weight(g: Game, number: int) -> int:
    """Return a weight of the coach of the active team, by its place (one of the `W_…` numbers), in hundredths."""
    return int(g.weights[g.state[s.ACTIVE_TEAM], number])


@jit
def read_eased_weight(g: Game, number: int) -> int:
    """Return a weight of the active coach as it counts in this turn, by its place (one of the `W_…` numbers).

    It is lower the longer nothing has changed in the match, so that the coach takes more risks; see
    `update_eased_weights`.
    """
    return int(g.weights[g.state[s.ACTIVE_TEAM], s.EASED_WEIGHTS + number])


@jit
def update_eased_weights(g: Game) -> None:
    """Compute IMPATIENCE and the eased weights of the active team for this turn.

    The weights fall with each turn without a change (QUIET_TURNS), to a twelfth after eleven turns. For a coach with
    the weight W_LATE they also fall as the end of the match comes near. They fall to a twelfth at once while the own
    carrier is stuck, see `is_stuck`. So no coach waits for ever.
    """
    team, late_turns, quiet_turns = g.state[s.ACTIVE_TEAM], read_weight(g, s.W_LATE) // 100, g.state[s.QUIET_TURNS]
    if late_turns:
        last_turn = g.state[s.LAST_TURN] // 2 if g.state[s.LAST_TURN] else g.rules[s.LIMIT]
        quiet_turns = max(
            quiet_turns, MAX_QUIET_TURNS - MAX_QUIET_TURNS * (last_turn + 1 - g.state[s.TURN]) // late_turns
        )
    if is_stuck(g):
        quiet_turns = max(quiet_turns, MAX_QUIET_TURNS)
    g.state[s.IMPATIENCE] = quiet_turns
    for number in range(s.PORTAL_COST):
        g.weights[team, s.EASED_WEIGHTS + number] = (
            g.weights[team, number] * max(1, MAX_QUIET_TURNS - quiet_turns) // MAX_QUIET_TURNS
        )


@jit
def is_stuck(g: Game) -> bool:
    """Return True if the active team holds the ball and its carrier has got no nearer to the end zone for three turns.

    Then its coach tries another way. False for a coach without the weight W_DETOUR.
    """
    if g.state[s.BALL] != s.HELD or g.state[s.CARRIER] // s.TEAM_SIZE != g.state[s.ACTIVE_TEAM]:
        return False
    return bool(g.state[s.STUCK_TURNS] >= _MAX_STUCK_TURNS and read_weight(g, s.W_DETOUR))


@jit
def find_zone_target(g: Game, team: int) -> int:
    """Return the target number that stands for the end zone that a team defends: N or N + 1 on a board of N squares."""
    return int(g.board.shape[0]) + find_own_end(g, team)


@jit
def count_near_opponents(g: Game, team: int, square: int) -> int:
    """Return how many of the eight squares around a square are marked by opponents of a team, 0 to 8.

    It measures how near opponents are, since an opponent within two squares marks some of these squares.
    """
    count = 0
    for direction in range(8):
        neighbour = find_neighbour(g, square, direction)
        count += neighbour >= 0 and count_markers_at(g, team, neighbour) > 0
    return count


@jit
def count_teammates_beside(g: Game, p: int, square: int) -> int:
    """Return how many team-mates of player `p`, standing or not, are one step from a square, without `p` himself."""
    count = 0
    for direction in range(8):
        occupant = find_player_beside(g, square, direction)
        count += occupant >= 0 and occupant != p and occupant // s.TEAM_SIZE == p // s.TEAM_SIZE
    return count


@jit
def _count_standing_teammates(g: Game, p: int, square: int) -> int:
    """Return how many standing team-mates of player `p` are one step from a square.

    They are counted by their tackle zones, without that of `p` himself.
    """
    return int(
        count_markers_at(g, 1 - p // s.TEAM_SIZE, square)
        - (g.steps[g.state[s.STEP_TABLE], find_square(g, p), square] == 1)
    )


@jit
def rate_square(g: Game, p: int, task: int, target: int, square: int) -> int:
    """Return how good it is for player `p` with a task to end his move on a square; a higher value is better.

    Values are hundredths of a square of distance. The track of a rolling stone is bad for all tasks.

    Args:
        task: what he is to do, one of the tasks, see `GO_TO`
        target: the square, or number of an end zone, that the task is about
        square: the square that is rated
    """
    rating = _rate_for_task(g, p, task, target, square)
    return rating - read_eased_weight(g, s.W_FAILURE) // 3 if g.squares[0, square, s.DANGER] == s.ON_TRACK else rating


@jit_inline
def _rate_for_task(g: Game, p: int, task: int, target: int, square: int) -> int:
    """Return how good a square is for player `p` with a task, as `rate_square` does, but ignore rolling stones.

    For every task a square nearer to the target is better. By the coach's weights, opponents who mark the square,
    team-mates beside it and threats to a carrier make it worse.
    """
    team = p // s.TEAM_SIZE
    marker_count = count_markers_at(g, team, square)
    if task in (HUNT, ESCORT):
        if task == HUNT:
            rating = _rate_for_hunt(g, p, target, square)
        else:
            rating = _rate_for_escort(g, p, target, square, marker_count)
        return rating - _count_standing_teammates(g, p, square) * read_eased_weight(g, s.W_APART)
    if task == GUARD:
        return -max(0, measure_weighted_distance(g, square, target) - _GUARD_DISTANCE)
    rating = -measure_weighted_distance(g, square, target) - marker_count * read_eased_weight(g, s.W_MARKED)
    if task == CARRY_BALL:
        rating -= count_near_opponents(g, team, square) * read_eased_weight(g, s.W_NEAR_ENEMY)
        if read_weight(g, s.W_THREAT):
            return rating - _measure_threat(g, p, square) * read_eased_weight(g, s.W_THREAT) // _CAGE_CORNERS
        return rating
    if task == GO_AROUND:
        return int(-100 * g.board[square, s.DETOUR_STEPS] - marker_count * read_eased_weight(g, s.W_MARKED) // 2)
    if read_weight(g, s.W_SPREAD):
        rating -= count_teammates_beside(g, p, square) * read_weight(g, s.W_SPREAD)
    return rating - _count_standing_teammates(g, p, square) * read_eased_weight(g, s.W_APART)


@jit
def _measure_threat(g: Game, p: int, square: int) -> int:
    """Return how much carrier `p` would be threatened on a square: 0 for not at all, more is worse.

    It is the number of opponents who may reach him, times the open corners of his cage. A cage is an escort on the four
    squares diagonally beside the carrier. One corner counts as filled for each team-mate who can get beside the square.
    """
    threat_count, open_corners, team, table = 0, _CAGE_CORNERS, p // s.TEAM_SIZE, g.state[s.STEP_TABLE]
    for other in range(2 * s.TEAM_SIZE):
        if other != p and is_standing(g, other):
            distance = g.steps[table, square, find_square(g, other)]
            if other // s.TEAM_SIZE != team:
                threat_count += distance <= g.players[other, s.MOVEMENT] + 1
            elif open_corners and distance <= (1 if g.players[other, s.ACTED] else g.players[other, s.MOVES_LEFT] + 1):
                open_corners -= 1
    return threat_count * open_corners


@jit
def measure_detour(g: Game, p: int, end_zone: int) -> int:
    """Return the steps from carrier `p` to an end zone by a route around standing opponents, or, if stuck, all players.

    UNREACHABLE_STEPS if no route leads. The steps from every square are written into DETOUR_STEPS, for the task
    GO_AROUND. They are found by a breadth-first search that begins on the squares of the end zone. The search keeps its
    list of squares in the column QUEUE, which says nothing of the square in whose row an entry stands.

    Args:
        end_zone: the target number of the end zone, see `find_zone_target`
    """
    # Targets are numbered after the N squares: N home, N + 1 away. The column ZONE has 1 for home and 2 for away. It is
    # the same in all rotations of the rooms, which are the first axis of `squares`; so it is read in rotation 0.
    zone_number, rotation, count = end_zone - g.board.shape[0] + 1, g.state[s.ROTATION], 0
    is_carrier_stuck = is_stuck(g)
    for square in range(g.board.shape[0]):
        g.board[square, s.DETOUR_STEPS] = s.UNREACHABLE_STEPS
        if g.squares[0, square, s.ZONE] == zone_number:
            g.board[square, s.DETOUR_STEPS], g.board[count, s.QUEUE] = 0, square
            count += 1
    position = 0
    while position < count:
        square = g.board[position, s.QUEUE]
        position += 1
        occupant = g.board[square, s.OCCUPANT] - 1
        # The square of a player who is in the way has a distance, but no route leads across it.
        is_opponent = occupant // s.TEAM_SIZE != p // s.TEAM_SIZE
        if occupant >= 0 and ((is_opponent and is_standing(g, occupant)) or (is_carrier_stuck and occupant != p)):
            continue
        for direction in range(8):
            destination = g.squares[rotation, square, direction]
            if (
                destination >= 0
                and g.board[destination, s.DETOUR_STEPS] == s.UNREACHABLE_STEPS
                and _is_walkable(g, destination)
            ):
                g.board[destination, s.DETOUR_STEPS] = g.board[square, s.DETOUR_STEPS] + 1
                g.board[count, s.QUEUE] = destination
                count += 1
    return int(g.board[find_square(g, p), s.DETOUR_STEPS])


@jit
def _is_walkable(g: Game, square: int) -> bool:
    """Return True if a detour may lead over a square, whoever stands there.

    It must be floor without a pit, portal, chest, shut door or rolling stone.
    """
    if (
        g.squares[0, square, s.KIND] != s.FLOOR
        or g.board[square, s.BARRIER]
        or g.squares[0, square, s.PORTAL]
        or g.board[square, s.CHEST]
    ):
        return False
    return bool(g.board[square, s.CURRENT_TRAP] in (s.NO_TRAP, s.TRAPDOOR, s.COUNTER))


@jit
def _rate_for_hunt(g: Game, p: int, target: int, square: int) -> int:
    """Return how good a square is for player `p` who hunts the opponents' carrier on the square `target`.

    The nearer the better. Squares nearer than the carrier to the hunter's own end zone are better, and so are squares
    beside him.
    """
    own_zone = find_zone_target(g, p // s.TEAM_SIZE)
    distance = g.steps[g.state[s.STEP_TABLE], target, square]
    rating = -measure_weighted_distance(g, square, target)
    carrier_square = min(target, g.board.shape[0] - 1)  # if he was lost, the target is no square but an end zone
    if g.steps[g.state[s.STEP_TABLE], own_zone, square] < g.steps[g.state[s.STEP_TABLE], own_zone, carrier_square]:
        rating += read_weight(g, s.W_GOAL_SIDE)
    return rating + (read_weight(g, s.W_MARK) if distance <= 1 else 0)


@jit_inline
def _rate_for_escort(g: Game, p: int, target: int, square: int, marker_count: int) -> int:
    """Return how good a square is for player `p` who escorts the carrier on the square `target`.

    Near the carrier is good, ahead of him better than behind. Squares within the escort radius are all near enough; the
    radius grows the longer nothing changes.

    Args:
        marker_count: how many opponents mark the square
    """
    if g.squares[0, square, s.PORTAL]:
        return -measure_weighted_distance(g, square, target)
    end_zone, radius, table = find_zone_target(g, 1 - p // s.TEAM_SIZE), _find_escort_radius(g), g.state[s.STEP_TABLE]
    distance = g.steps[table, target, square]
    rating = -measure_weighted_distance(g, square, target) if distance > radius else -100 * radius
    steps_ahead = g.steps[table, end_zone, target] - g.steps[table, end_zone, square]
    if steps_ahead > 0 and distance <= radius + 1:
        rating += read_weight(g, s.W_ESCORT) + _AHEAD_BONUS * (radius - _FIRST_ESCORT_RADIUS) * min(steps_ahead, radius)
    if distance <= 2 and read_weight(g, s.W_CAGE):
        rating += read_weight(g, s.W_CAGE) * _count_covered_squares(g, p, target, square)
    return rating + (_rate_marking(g) + read_weight(g, s.W_SHADOW) if marker_count else 0)


@jit
def _count_covered_squares(g: Game, p: int, carrier: int, square: int) -> int:
    """Return how many free floor squares beside the carrier player `p` would cover from a square as the only team-mate.

    To cover is to have one's tackle zone there. The carrier's own tackle zone does not count, nor does that of `p`
    where he is now.

    Args:
        carrier: the square of the carrier
        square: the square on which `p` would stand
    """
    count, zone_column, table = 0, s.TACKLE_ZONES + p // s.TEAM_SIZE, g.state[s.STEP_TABLE]
    for direction in range(8):
        neighbour = find_neighbour(g, carrier, direction)
        if (
            neighbour < 0
            or g.steps[table, square, neighbour] > 1
            or g.squares[0, neighbour, s.KIND] != s.FLOOR
            or g.board[neighbour, s.OCCUPANT]
        ):
            continue
        if g.board[neighbour, zone_column] - (g.steps[table, find_square(g, p), neighbour] == 1) <= 1:
            count += 1
    return count


@jit
def _find_escort_radius(g: Game) -> int:
    """Return the radius, in steps, around the carrier within which all squares are near enough for an escort."""
    if g.state[s.ESCORT_RADIUS]:
        return int(g.state[s.ESCORT_RADIUS])
    return int(_FIRST_ESCORT_RADIUS + min(MAX_QUIET_TURNS, g.state[s.IMPATIENCE]) // 4)


@jit
def _rate_marking(g: Game) -> int:
    """Return what it is worth to an escort to stand where an opponent marks him; more the longer nothing has changed.

    Such an escort stands in the opponents' way.
    """
    return int(read_weight(g, s.W_MARK) * min(MAX_QUIET_TURNS, g.state[s.IMPATIENCE]) // MAX_QUIET_TURNS)


@jit
def _rate_with_risk(g: Game, p: int, task: int, target: int, square: int, steps: int, odds: int) -> int:
    """Return the value of a square for a task, less the risk of getting there and the price of rushing.

    Args:
        steps: how many steps away the square is
        odds: how surely the player gets there, in 10,000
    """
    rating = rate_square(g, p, task, target, square) - (CERTAIN - odds) * read_eased_weight(g, s.W_FAILURE) // CERTAIN
    return rating - read_eased_weight(g, s.W_RUSH) if steps > g.players[p, s.MOVES_LEFT] else rating


@jit
def choose_best_square(g: Game, p: int, task: int, target: int, count: int) -> int:
    """Return the square of the last plan with the highest value for a task of player `p`.

    The risk of the route is included. The squares of the plan are tried from the last to the first, since most plans
    lead towards their target and the best square comes soon. Of equal ones the first of the plan is taken. A square
    without a portal is skipped if it is so far from the target that it cannot be as good as the best so far.

    Args:
        count: how many squares the plan has: the first entries of QUEUE
    """
    best, best_value, greatest_distance = find_square(g, p), -(10**9), 10**9
    for i in range(count - 1, -1, -1):
        square = g.board[i, s.QUEUE]
        if g.squares[0, square, s.PORTAL] or measure_weighted_distance(g, square, target) <= greatest_distance:
            rating = _rate_with_risk(
                g, p, task, target, square, g.board[square, s.PLAN_STEPS], g.board[square, s.PLAN_CHANCE]
            )
            if rating >= best_value:
                best, best_value = square, rating
                greatest_distance = _limit_distance(g, task, best_value)
    return int(best)


@jit
def plan_for_task(g: Game, p: int, task: int, target: int, risk: int) -> int:
    """Plan routes to every square that may be the best for a task of player `p`; return how many squares the plan has.

    To keep the plan small, the player is first led straight towards the target, step by step. The best value on that
    way is a lower limit: a square that cannot exceed it is left out of the plan. If the player's own square cannot be
    exceeded, the plan has that square only.
    """
    square, odds, reach = find_square(g, p), CERTAIN, measure_reach(g, p, risk)
    best_value = rate_square(g, p, task, target, square)
    if best_value >= _find_value_limit(g, task):
        g.board[0, s.QUEUE] = square
        return 1
    for steps in range(1, reach + 1):
        destination = find_safe_step(g, p, square, target, risk)
        if destination < 0:
            break
        odds = (
            odds
            * measure_step_chance(
                g, p, destination, count_markers_at(g, p // s.TEAM_SIZE, square) > 0, steps > g.players[p, s.MOVES_LEFT]
            )
            // CERTAIN
        )
        best_value = max(best_value, _rate_with_risk(g, p, task, target, destination, steps, odds))
        if not allows_further_steps(g, p, destination, risk):
            break
        square = destination
    return plan_routes(g, p, risk, target, 100 * reach + _limit_distance(g, task, best_value))


@jit
def _find_value_limit(g: Game, task: int) -> int:
    """Return the value for a task that no square can exceed, as `rate_square` measures it.

    A player whose square has this value needs no plan. A hunter is at least one step from the carrier, which costs 100.
    All squares within an escort's radius count as that many steps from the carrier, which costs 100 * radius.
    """
    if task == ESCORT:
        return _find_bonus_limit(g, task) - 100 * _find_escort_radius(g)
    return _find_bonus_limit(g, task) - 100 if task == HUNT else 0


@jit
def _find_bonus_limit(g: Game, task: int) -> int:
    """Return the most that a task may add to the value of a square besides the distance from the target, in hundredths.

    10**8 for GO_AROUND means that there is no limit: its distances lead around opponents and are no distances on foot.
    """
    if task == HUNT:
        return read_weight(g, s.W_GOAL_SIDE) + read_weight(g, s.W_MARK)
    if task == ESCORT:
        cover_bonus = _MAX_COVERED_SQUARES * read_weight(g, s.W_CAGE)
        return _find_marking_bonus(g) + _find_ahead_bonus(g) + cover_bonus
    if task == GO_AROUND:
        return 10**8
    return _GUARD_DISTANCE if task == GUARD else 0


@jit
def _find_marking_bonus(g: Game) -> int:
    """Return what it adds to the value of any square for an escort that an opponent marks it, in hundredths."""
    return _rate_marking(g) + read_weight(g, s.W_SHADOW)


@jit
def _find_ahead_bonus(g: Game) -> int:
    """Return the most that being ahead of the carrier adds to the value of a square for an escort, in hundredths."""
    radius = _find_escort_radius(g)
    return read_weight(g, s.W_ESCORT) + _AHEAD_BONUS * (radius - _FIRST_ESCORT_RADIUS) * radius


@jit
def _limit_distance(g: Game, task: int, value: int) -> int:
    """Return the greatest distance from the target at which a square may have a value for a task, in hundredths.

    For a portal it is the distance on foot or by portal, whichever is less, as in a plan.

    Each bonus is counted only where the task gives it: a hunter marks the carrier from one step away, and an escort is
    ahead of the carrier or covers squares beside him only from a few steps away. What is farther needs no look.
    """
    limit = _find_bonus_limit(g, task) - value
    if task == HUNT:
        return max(min(limit, 100), read_weight(g, s.W_GOAL_SIDE) - value)
    if task == ESCORT:
        marking_bonus, ahead_distance = _find_marking_bonus(g), 100 * (_find_escort_radius(g) + 1)
        limit = max(min(limit, 200), min(marking_bonus + _find_ahead_bonus(g) - value, ahead_distance))
        return max(limit, marking_bonus - value)
    return limit


@jit
def try_jump(g: Game, p: int, task: int, target: int) -> bool:
    """Make player `p` jump over a gap from his square, if some jump gains more for his task than the risk costs.

    Returns True if his team's turn goes on, also without a jump.
    """
    square, best_jump, best_gain = find_square(g, p), -1, 0
    for i in range(g.squares[0, square, s.JUMP_COUNT]):
        number = g.squares[0, square, s.FIRST_JUMP] + i
        odds = measure_jump_chance(g, p, square, i)
        if odds and g.players[p, s.MOVES_LEFT] > g.lists[s.JUMP_LENGTHS, number] % 50:
            gain = rate_square(g, p, task, target, g.lists[s.JUMP_LANDINGS, number]) - rate_square(
                g, p, task, target, square
            )
            gain -= 2 * (CERTAIN - odds) * read_eased_weight(g, s.W_FAILURE) // CERTAIN
            if gain > best_gain:
                best_jump, best_gain = i, gain
    if best_jump >= 0:
        jump_over_gap(g, p, best_jump)
    return bool(g.state[s.TURN_OVER] == 0)


@jit
def advance_player(g: Game, p: int, task: int, target: int, risk: int) -> bool:
    """Move player `p` to the best square for his task; return True if his team's turn goes on.

    If he is stopped on the way he plans anew, up to three times. If his own square is best, he may jump over a gap.

    Args:
        task: one of the tasks, see `GO_TO`
        target: the square, or number of an end zone, that the task is about
        risk: WITHOUT_RISK (no die after the first step) or WITH_RISK
    """
    for _ in range(3):
        square = find_square(g, p)
        count = plan_for_task(g, p, task, target, risk)
        destination = choose_best_square(g, p, task, target, count)
        if destination == square:
            return try_jump(g, p, task, target)
        if not walk_to(g, p, destination):
            return False
        if find_square(g, p) == destination or g.players[p, s.MOVES_LEFT] <= 0:
            return True
    return True


@jit
def find_ball_square(g: Game) -> int:
    """Return the square of the ball; -1 while it is hidden in a chest or out of the dungeon."""
    if g.state[s.BALL] == s.HELD:
        return int(g.players[g.state[s.CARRIER], s.SQUARE])
    return int(g.state[s.BALL_AT]) if g.state[s.BALL] == s.LOOSE else -1
