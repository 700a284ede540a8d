"""Decide what a coach does with the ball: score, pass to a team-mate who can score, carry the ball on, or fetch it."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.blocking import are_adjacent
from dungeon_designer.playtest.compiling import jit
from dungeon_designer.playtest.dice import (
    find_needed_roll,
    find_neighbour,
    find_square,
    is_standing,
    list_players,
    measure_chance,
    pick_direction,
    roll_die,
    use_reroll,
)
from dungeon_designer.playtest.positions import (
    BOUNCING,
    can_continue,
    count_markers,
    count_markers_at,
    find_ball_modifier,
    find_own_end,
    has_ball,
    release_ball,
    return_ball_by_portal,
    settle_ball,
    try_catch,
)
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import (
    CARRY_BALL,
    GO_AROUND,
    GO_TO,
    MAX_QUIET_TURNS,
    advance_player,
    choose_best_square,
    find_zone_target,
    is_stuck,
    measure_detour,
    plan_for_task,
    read_eased_weight,
    read_weight,
)
from dungeon_designer.playtest.walking import (
    STAND_UP_COST,
    WITH_RISK,
    WITHOUT_RISK,
    is_reached,
    limit_chance,
    measure_steps,
    plan_route_to,
    plan_routes,
    stand_up,
    walk_to,
)

_NO_BOUND = 10**9
_SCATTER_SQUARES = 3  # squares that an inaccurate throw scatters


@jit
def find_range_modifier(g: Game, start: int, end: int) -> int:
    """Return the modifier of a throw between two squares: 0 for a quick pass, -1 short, -2 long, -3 long bomb.

    The squares must be within range of each other.
    """
    return 1 - int(g.pass_ranges[g.state[s.ROTATION], start, end])


@jit
def measure_throw_chance(g: Game, p: int, receiver: int) -> int:
    """Return how surely `receiver` gets the ball from player `p`, in 10,000: by hand-off if beside him, else by a pass.

    The result is 0 if the receiver is out of range. Re-rolls are not counted.
    """
    square, receiver_square = find_square(g, p), find_square(g, receiver)
    catch_odds = measure_chance(g.players[receiver, s.AGILITY], find_ball_modifier(g, receiver))
    if are_adjacent(g, square, receiver_square):
        return catch_odds
    if not g.pass_ranges[g.state[s.ROTATION], square, receiver_square]:
        return 0
    throw_odds = measure_chance(
        g.players[p, s.PASSING], find_range_modifier(g, square, receiver_square) + find_ball_modifier(g, p)
    )
    return throw_odds * catch_odds // 10000


@jit
def throw_ball(g: Game, p: int, receiver: int) -> None:
    """Make carrier `p` hand the ball to a team-mate beside him, or throw it to one farther away.

    It is a turnover unless a player of the team has the ball at the end.
    """
    g.state[s.PASSES] += 1
    square, receiver_square = find_square(g, p), find_square(g, receiver)
    g.state[s.HAND_OFFS] += are_adjacent(g, square, receiver_square)
    release_ball(g, receiver_square)
    if are_adjacent(g, square, receiver_square) or _resolve_throw(g, p, square, receiver_square):
        try_catch(g, receiver, 0)
    settle_ball(g)
    if g.state[s.BALL] != s.HELD or g.state[s.CARRIER] // s.TEAM_SIZE != g.state[s.ACTIVE_TEAM]:
        g.state[s.TURN_OVER] = 1


@jit
def _resolve_throw(g: Game, p: int, square: int, receiver_square: int) -> bool:
    """Roll for a throw to a team-mate; return True if the ball comes down on his square, where he may catch it.

    On a 1 the thrower drops the ball on his own square, which is a turnover. A statue or portal below the line of the
    throw may take the ball. A throw that fails otherwise scatters three squares, and a player on whom it comes down may
    catch it.

    Args:
        square: the square of the thrower `p`
        receiver_square: the square that is aimed at
    """
    die = roll_die(g, 6)
    needed = find_needed_roll(
        g.players[p, s.PASSING], find_range_modifier(g, square, receiver_square) + find_ball_modifier(g, p)
    )
    if die < needed and use_reroll(g, p, False):
        die = roll_die(g, 6)
    if die == 1:
        g.state[s.BALL_AT], g.state[s.TURN_OVER] = square, 1
        return False
    if _is_throw_stopped(g, square, receiver_square):
        return False
    if die >= needed:
        return True
    for _ in range(_SCATTER_SQUARES):
        destination = find_neighbour(g, g.state[s.BALL_AT], pick_direction(g, roll_die(g, 8) - 1))
        if destination >= 0 and g.squares[0, destination, s.KIND] != s.SOLID:
            g.state[s.BALL_AT] = destination
    occupant = g.board[g.state[s.BALL_AT], s.OCCUPANT] - 1
    if occupant >= 0 and is_standing(g, occupant):
        try_catch(g, occupant, BOUNCING)
    return False


@jit
def _is_throw_stopped(g: Game, square: int, target_square: int) -> bool:
    """Return True if a statue or a portal below the line of a throw takes the ball.

    The squares are tried from the thrower on; for each statue or portal a die decides. In editions with neither rule
    the result is always False.
    """
    if not (g.rules[s.STATUES] or g.rules[s.THROUGH_PORTAL]):
        return False
    rotation = g.state[s.ROTATION]
    x, y = g.squares[rotation, square, s.X], g.squares[rotation, square, s.Y]
    dx, dy = g.squares[rotation, target_square, s.X] - x, g.squares[rotation, target_square, s.Y] - y
    step_count = max(abs(dx), abs(dy))
    for i in range(1, step_count):
        step_x, step_y = _round_share(dx, i, step_count), _round_share(dy, i, step_count)
        if step_x != _ON_BORDER and step_y != _ON_BORDER:
            crossed_square = _find_square_at(g, x + step_x, y + step_y)
            if crossed_square >= 0 and _is_ball_taken(g, crossed_square):
                return True
    return False


_ON_BORDER = 9999  # what `_round_share` gives where the line runs along the border of two squares and so over neither


@jit
def _round_share(length: int, index: int, count: int) -> int:
    """Return length * index / count, rounded to a whole number; `_ON_BORDER` if it lies midway between two.

    It gives the offset in x or y of the square below the index-th of `count` equal parts of a straight line. Midway
    between two whole numbers the line runs along the border of two squares, and so over neither of them.
    """
    twice = 2 * abs(length) * index + count
    if twice % (2 * count) == 0:
        return _ON_BORDER
    rounded = twice // (2 * count)
    return rounded if length >= 0 else -rounded


@jit
def _find_square_at(g: Game, x: int, y: int) -> int:
    """Return the square at coordinates x and y, as the rooms lie now; -1 for none."""
    rotation = g.state[s.ROTATION]
    for square in range(g.board.shape[0]):
        if g.squares[rotation, square, s.X] == x and g.squares[rotation, square, s.Y] == y:
            return square
    return -1


@jit
def _is_ball_taken(g: Game, crossed_square: int) -> bool:
    """Roll whether the statue or portal on a square takes a ball that is thrown over it; return True if so.

    From a statue the ball scatters; through a portal it jumps to a random portal. Other squares never take the ball.
    """
    if g.squares[0, crossed_square, s.KIND] == s.SOLID and g.rules[s.STATUES] and roll_die(g, 6) < g.rules[s.STATUES]:
        g.state[s.BALL_AT], g.state[s.BALL_SCATTERS] = crossed_square, 1
        return True
    if (
        g.squares[0, crossed_square, s.PORTAL]
        and g.rules[s.THROUGH_PORTAL]
        and roll_die(g, 6) < g.rules[s.THROUGH_PORTAL]
    ):
        return_ball_by_portal(g)
        return True
    return False


@jit
def can_receive(g: Game, p: int, receiver: int) -> bool:
    """Return True if carrier `p` may give the ball to a player: a standing team-mate."""
    return bool(
        p != receiver and p // s.TEAM_SIZE == receiver // s.TEAM_SIZE and is_standing(g, receiver) and has_ball(g, p)
    )


@jit
def is_ready(g: Game, p: int) -> bool:
    """Return True if player `p` can begin an action: he stands or is prone, and he has not acted in this turn."""
    state = g.players[p, s.STATE]
    return bool(state in (s.STANDING, s.PRONE) and g.players[p, s.ACTED] == 0)


@jit
def find_carrier(g: Game, team: int) -> int:
    """Return the player of a team who has the ball; -1 if no player of the team has it."""
    p = g.state[s.CARRIER]
    return int(p) if g.state[s.BALL] == s.HELD and p // s.TEAM_SIZE == team else -1


@jit
def _find_scoring_square(g: Game, p: int, count: int) -> int:
    """Return the square of the opponents' end zone that the last plan of player `p` reaches most surely; -1 for none.

    Args:
        count: how many squares the plan has: the first entries of QUEUE
    """
    zone_number, best, best_odds = 2 - find_own_end(g, p // s.TEAM_SIZE), -1, 0
    for i in range(count):
        square = g.board[i, s.QUEUE]
        if g.squares[0, square, s.ZONE] == zone_number and g.board[square, s.PLAN_CHANCE] > best_odds:
            best, best_odds = square, g.board[square, s.PLAN_CHANCE]
    return int(best)


@jit
def try_score(g: Game, p: int, threshold: int) -> None:
    """Make carrier `p` run into the opponents' end zone if the chance, in 10,000, is at least `threshold`.

    Otherwise he does not move and may still act.
    """
    if not is_standing(g, p) or g.players[p, s.ACTED] > 1:
        return
    end_zone = find_zone_target(g, 1 - p // s.TEAM_SIZE)
    if measure_steps(g, find_square(g, p), end_zone) > g.players[p, s.MOVES_LEFT] + g.players[p, s.RUSHES_LEFT]:
        return
    destination = _find_scoring_square(g, p, plan_route_to(g, p, end_zone, 0))
    if destination >= 0 and g.board[destination, s.PLAN_CHANCE] >= threshold:
        g.players[p, s.ACTED] = 2
        walk_to(g, p, destination)


@jit
def _measure_run_chance(g: Game, p: int) -> int:
    """Estimate how surely player `p` would score in this turn if he had the ball now, in 10,000.

    Only the rushes on the way and one dodge (if he is marked) count; opponents on the route do not. The result is 0 if
    the end zone is out of reach.
    """
    steps = measure_steps(g, find_square(g, p), find_zone_target(g, 1 - p // s.TEAM_SIZE))
    missing_steps = steps - g.players[p, s.MOVES_LEFT]
    if missing_steps > g.players[p, s.RUSHES_LEFT]:
        return 0
    odds = 10000
    for _ in range(max(0, missing_steps)):
        odds = odds * 5 // 6
    if count_markers(g, p):
        odds = odds * measure_chance(g.players[p, s.AGILITY], 0) // 10000
    return odds


@jit
def try_pass(g: Game, p: int) -> None:
    """Make carrier `p` give the ball to the team-mate who most likely scores with it in this turn.

    The chance includes throw, catch and run. The carrier keeps the ball if no chance exceeds the coach's weight
    W_PASS_NOW.
    """
    if g.players[p, s.ACTED] > 1 or not is_standing(g, p):
        return
    receiver, best_odds = -1, 100 * read_eased_weight(g, s.W_PASS_NOW)
    for teammate in list_players(p // s.TEAM_SIZE):
        if can_receive(g, p, teammate) and g.players[teammate, s.ACTED] == 0:
            run_odds = _measure_run_chance(g, teammate)
            odds = run_odds * measure_throw_chance(g, p, teammate) // 10000 if run_odds else 0
            if odds > best_odds:
                receiver, best_odds = teammate, odds
    if receiver < 0:
        return
    give_to_teammate(g, p, receiver, 0)


@jit
def give_to_teammate(g: Game, p: int, receiver: int, threshold: int) -> bool:
    """Make carrier `p` hand or throw the ball to a team-mate; return True if the team-mate has it and the turn goes on.

    The team-mate then at once runs for the touchdown if the chance, in 10,000, reaches `threshold`.
    """
    g.players[p, s.ACTED] = 2
    throw_ball(g, p, receiver)
    if not can_continue(g) or find_carrier(g, p // s.TEAM_SIZE) != receiver:
        return False
    g.players[receiver, s.ACTED] = 1
    try_score(g, receiver, threshold)
    return True


@jit
def move_carrier(g: Game, p: int) -> None:
    """Move carrier `p` in the way his coach finds best, unless he has acted: he scores, passes, or runs on.

    A run for the touchdown is tried first. Then come a pass to a team-mate who can score, and, if the coach's weights
    allow them, a hand-off after a walk (`try_relay`) and a throw ahead (`try_give_ahead`). If he still has the ball, he
    runs towards the end zone, away from opponents, or around them if they block the straight route. A carrier who is
    stuck (`is_stuck`) throws ahead in any case, and goes around opponents until he is nearer than ever before.
    """
    if g.players[p, s.ACTED] > 1:
        return
    try_score(g, p, 100 * read_eased_weight(g, s.W_SCORE_NOW))
    if can_continue(g) and g.players[p, s.ACTED] < 2:
        try_pass(g, p)
    if can_continue(g) and g.players[p, s.ACTED] < 2 and read_weight(g, s.W_RELAY):
        p = try_relay(g, p)
    if can_continue(g) and g.players[p, s.ACTED] < 2 and (read_weight(g, s.W_GIVE) or is_stuck(g)):
        p = try_give_ahead(g, p)
    if can_continue(g) and g.players[p, s.ACTED] < 2 and find_carrier(g, p // s.TEAM_SIZE) == p:
        g.players[p, s.ACTED] = 2
        end_zone = find_zone_target(g, 1 - p // s.TEAM_SIZE)
        risk = (
            WITH_RISK if 100 * g.state[s.IMPATIENCE] > read_weight(g, s.W_DARE) or count_markers(g, p) else WITHOUT_RISK
        )
        goes_around = is_stuck(g) or (g.state[s.IMPATIENCE] >= MAX_QUIET_TURNS // 4 and is_held_up(g, p))
        if goes_around and measure_detour(g, p, end_zone) < s.UNREACHABLE_STEPS:
            advance_player(g, p, GO_AROUND, end_zone, WITH_RISK)
        else:
            advance_player(g, p, CARRY_BALL, end_zone, risk)


@jit
def is_held_up(g: Game, p: int) -> bool:
    """Return True if players in the way keep carrier `p` from gaining as many steps as his coach requires (W_DETOUR).

    The gain is how much nearer to the end zone he gets by his best reachable square. False for a carrier who does not
    stand or a coach without this weight.
    """
    end_zone = find_zone_target(g, 1 - p // s.TEAM_SIZE)
    straight_steps = measure_steps(g, find_square(g, p), end_zone)
    if not read_weight(g, s.W_DETOUR) or not is_standing(g, p):
        return False
    count = plan_for_task(g, p, CARRY_BALL, end_zone, WITH_RISK)
    destination = choose_best_square(g, p, CARRY_BALL, end_zone, count)
    return bool(100 * (straight_steps - measure_steps(g, destination, end_zone)) < read_weight(g, s.W_DETOUR))


@jit
def try_relay(g: Game, p: int) -> int:
    """Make carrier `p` walk beside a team-mate who likely scores in this turn, and hand him the ball.

    The walk needs no die after its first step. Returns the player who has the ball then: the team-mate, or `p` if
    nobody is worth the risk or the hand-off failed.
    """
    receiver, destination, count = p, -1, 0
    best_odds = 100 * read_eased_weight(g, s.W_RELAY)
    for teammate in list_players(p // s.TEAM_SIZE):
        run_odds = (
            _measure_run_chance(g, teammate) if can_receive(g, p, teammate) and g.players[teammate, s.ACTED] == 0 else 0
        )
        if run_odds:
            run_odds = (
                run_odds * measure_chance(g.players[teammate, s.AGILITY], find_ball_modifier(g, teammate)) // 10000
            )
        if run_odds > best_odds and count == 0:
            count = plan_routes(g, p, WITHOUT_RISK, find_square(g, p), _NO_BOUND)
        for i in range(count if run_odds > best_odds else 0):
            square = g.board[i, s.QUEUE]
            if (
                g.squares[0, square, s.PORTAL]
                or g.board[square, s.CHEST]
                or not are_adjacent(g, square, find_square(g, teammate))
            ):
                continue
            odds = run_odds * g.board[square, s.PLAN_CHANCE] // 10000
            if odds > best_odds:
                receiver, destination, best_odds = teammate, square, odds
    if receiver != p:
        walk_to(g, p, destination)
        if (
            can_continue(g)
            and find_square(g, p) == destination
            and can_receive(g, p, receiver)
            and give_to_teammate(g, p, receiver, 0)
        ):
            return receiver
    return p


@jit
def try_give_ahead(g: Game, p: int) -> int:
    """Make carrier `p` give the ball to an unmarked team-mate who gets nearer to the end zone with it in this turn.

    Gain is counted in hundredths of a step, less the risk of the throw, and must exceed the coach's weight W_GIVE.
    Returns the chosen team-mate, even if he did not catch the ball; `p` if nobody was chosen.
    """
    end_zone, receiver, best_gain = find_zone_target(g, 1 - p // s.TEAM_SIZE), p, read_weight(g, s.W_GIVE)
    own_steps = max(0, measure_steps(g, find_square(g, p), end_zone) - max(0, g.players[p, s.MOVES_LEFT]))
    for teammate in list_players(p // s.TEAM_SIZE):
        if can_receive(g, p, teammate) and g.players[teammate, s.ACTED] == 0 and not count_markers(g, teammate):
            gain = 100 * (
                own_steps
                - max(0, measure_steps(g, find_square(g, teammate), end_zone) - g.players[teammate, s.MOVES_LEFT])
            )
            if gain > best_gain:
                odds = measure_throw_chance(g, p, teammate)
                gain = (gain * odds - read_eased_weight(g, s.W_FAILURE) * (10000 - odds)) // 10000
                if odds and gain > best_gain:
                    receiver, best_gain = teammate, gain
    if receiver != p:
        give_to_teammate(g, p, receiver, 100 * read_eased_weight(g, s.W_SCORE_NOW))
    return receiver


@jit
def _measure_fetch_chance(g: Game, p: int, enough: int) -> int:
    """Return how surely player `p` reaches the loose ball in this turn and picks it up, in 10,000.

    The result is 0 if he cannot reach the ball or already is on its square. It is also 0 if the chance cannot exceed
    `enough`: then no routes are planned, which saves time.
    """
    square, stand_up_cost = g.state[s.BALL_AT], STAND_UP_COST if g.players[p, s.STATE] == s.PRONE else 0
    moves, steps = g.players[p, s.MOVES_LEFT] - stand_up_cost, measure_steps(g, find_square(g, p), square)
    if steps > moves + g.players[p, s.RUSHES_LEFT] or find_square(g, p) == square:
        return 0
    pick_up_odds = measure_chance(g.players[p, s.AGILITY], -count_markers_at(g, p // s.TEAM_SIZE, square))
    if limit_chance(g, steps, moves) * pick_up_odds // 10000 <= enough:
        return 0
    g.players[p, s.MOVES_LEFT] = moves
    plan_route_to(g, p, square, 0)
    g.players[p, s.MOVES_LEFT] = moves + stand_up_cost
    return int(g.board[square, s.PLAN_CHANCE] * pick_up_odds // 10000) if is_reached(g, square) else 0


@jit
def fetch_ball(g: Game, team: int, best_odds: int) -> None:
    """Send the player of a team who most surely gets the loose ball to fetch it; with it he acts as the carrier.

    Nobody goes if the ball is not loose, or if no player's chance, in 10,000, exceeds `best_odds`.
    """
    if g.state[s.BALL] != s.LOOSE:
        return
    best = -1
    for p in list_players(team):
        if is_ready(g, p):
            odds = _measure_fetch_chance(g, p, best_odds)
            if odds > best_odds:
                best, best_odds = p, odds
    if best < 0:
        return
    g.players[best, s.ACTED] = 1
    stand_up(g, best)
    square = g.state[s.BALL_AT]
    plan_route_to(g, best, square, 0)
    if not is_standing(g, best) or not is_reached(g, square):
        return
    walk_to(g, best, square)
    if can_continue(g) and find_carrier(g, team) == best:
        move_carrier(g, best)


@jit
def approach_square(g: Game, p: int, target: int) -> None:
    """Move player `p` towards a target square by steps without dice; only his first step may be a dodge."""
    advance_player(g, p, GO_TO, target, WITHOUT_RISK)
