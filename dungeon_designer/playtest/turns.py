"""Play a team's turn: reserves, the knocked out, and every player in the order in which a coach uses them."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.carrying import (
    approach_square,
    fetch_ball,
    find_carrier,
    is_held_up,
    is_ready,
    move_carrier,
    try_score,
)
from dungeon_designer.playtest.coaching import (
    find_chest,
    make_blitz,
    make_blocks,
    open_chests,
    search_chests,
    surround_carrier,
    try_open_door,
)
from dungeon_designer.playtest.compiling import jit
from dungeon_designer.playtest.dice import count_listed, find_room, find_square, is_standing, list_players, roll_die
from dungeon_designer.playtest.entering import (
    ON_FOOT,
    arrive_beside_portal,
    arrive_on_portal,
    enter_square,
    run_machines,
    try_climb_out,
)
from dungeon_designer.playtest.positions import (
    can_continue,
    check_touchdown,
    count_markers,
    find_own_end,
    has_ball,
    is_free,
    knock_down,
    place_player,
    remove_player,
    return_ball_by_portal,
    settle_ball,
    stop_player,
)
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import (
    ESCORT,
    GUARD,
    HUNT,
    MAX_QUIET_TURNS,
    advance_player,
    find_ball_square,
    find_zone_target,
    read_eased_weight,
    read_weight,
    update_eased_weights,
)
from dungeon_designer.playtest.walking import WITH_RISK, WITHOUT_RISK, measure_steps, stand_up

RECOVER_NEVER, RECOVER_ON_SIX, RECOVER_INSTEAD = range(3)
"""Values of the rule RECOVERY: when a knocked-out player recovers.

Not before the next touchdown; a 6 brings one in if there are no reserves (brawl-2013); one comes to the reserves
instead of one coming in (naf-2019, eagbbl).
"""


@jit
def find_player_in_state(g: Game, team: int, state: int) -> int:
    """Return the first player of a team who is in a state; -1 for none."""
    for p in list_players(team):
        if g.players[p, s.STATE] == state:
            return p
    return -1


@jit
def count_players_in_dungeon(g: Game, team: int) -> int:
    """Return how many players of a team are in the dungeon."""
    count = 0
    for p in list_players(team):
        count += s.STANDING <= g.players[p, s.STATE] <= s.TRAPPED
    return count


@jit
def bring_reserve(g: Game, team: int) -> None:
    """Move one reserve of a team into the dungeon, as the edition says, or recover a knocked-out player instead."""
    turn = g.state[s.TURN]
    is_closed = turn < g.rules[s.RESERVE_FROM] or turn > g.rules[s.RESERVE_UNTIL]
    if is_closed or (turn == 1 and team == 0 and g.rules[s.FIRST_WAITS]):
        return
    p, recovery = find_player_in_state(g, team, s.RESERVE), g.rules[s.RECOVERY]
    if p < 0 and recovery == RECOVER_ON_SIX:
        for sleeper in list_players(team):
            if g.players[sleeper, s.STATE] == s.KNOCKED_OUT and roll_die(g, 6) == 6:
                enter_dungeon(g, sleeper, True)
                return
    elif p < 0:
        p = find_player_in_state(g, team, s.KNOCKED_OUT)
        if p >= 0 and recovery == RECOVER_INSTEAD:
            g.players[p, s.STATE] = s.RESERVE
    elif not g.rules[s.FIELD] or count_players_in_dungeon(g, team) < g.rules[s.FIELD] or roll_die(g, 6) > 1:
        enter_dungeon(g, p, False)


@jit
def _find_set_up_square(g: Game, team: int) -> int:
    """Return a free square on which a team sets up; -1 for none."""
    row = s.SET_UP_SQUARES + 8 * find_own_end(g, team) + g.state[s.ORIENTATION]
    for i in range(count_listed(g, row)):
        if is_free(g, g.lists[row, i]):
            return int(g.lists[row, i])
    return -1


@jit
def find_common_goal(g: Game) -> int:
    """Return the square that both teams want to reach; -1 for none.

    That is where the ball is, else the first unopened chest.
    """
    square = find_ball_square(g)
    if square >= 0:
        return square
    for k in range(count_listed(g, s.CHESTS)):
        if g.board[find_chest(g, k), s.CHEST]:
            return find_chest(g, k)
    return -1


@jit
def enter_dungeon(g: Game, p: int, by_portal_only: bool) -> None:
    """Move player `p` into the dungeon: on a random portal, or in his own end zone.

    The end zone is used where the edition allows that and it is nearer to the ball.

    Args:
        by_portal_only: whether only a portal is allowed
    """
    team = p // s.TEAM_SIZE
    zone_square = _find_set_up_square(g, team) if g.rules[s.RESERVE_WAY] == 1 and not by_portal_only else -1
    portals = count_listed(g, s.PORTALS)
    if zone_square >= 0 and (portals == 0 or _is_zone_nearer(g, zone_square)):
        g.players[p, s.STATE] = s.PRONE
        place_player(g, p, zone_square, s.STANDING)
        return
    if portals == 0:
        return
    number = roll_die(g, portals)
    g.players[p, s.STATE], g.players[p, s.SQUARE], g.players[p, s.PORTAL_JUMPS_MADE] = s.STANDING, -1, 1
    g.players[p, s.MOVES_LEFT] -= g.rules[s.RESERVE_COST]
    if g.rules[s.ARRIVES_BESIDE]:
        if arrive_beside_portal(g, p, number):
            enter_square(g, p, ON_FOOT)
        else:
            g.players[p, s.STATE] = s.RESERVE
    else:
        arrive_on_portal(g, p, number)
    if g.rules[s.RESERVE_STILL]:
        stop_player(g, p)


@jit
def _is_zone_nearer(g: Game, zone_square: int) -> bool:
    """Return True if a square of the own end zone is nearer to the common goal than a random portal."""
    common_goal = find_common_goal(g)
    if common_goal < 0:
        return True
    table = g.state[s.STEP_TABLE]
    loss_weight = g.weights[g.state[s.ACTIVE_TEAM], s.PORTAL_COST] - read_weight(g, s.W_PORTAL)
    return bool(100 * g.steps[table, common_goal, zone_square] <= g.cost_by_portal[table, common_goal] + loss_weight)


@jit
def play_turn(g: Game, team: int) -> None:
    """Play one team's turn to its end, a turnover or a touchdown."""
    _begin_turn(g, team)
    for _ in range(g.rules[s.RESERVES]):
        if can_continue(g):
            bring_reserve(g, team)
            settle_ball(g)
    for p in list_players(team):
        if can_continue(g):
            try_climb_out(g, p)
    _use_players(g, team)
    check_touchdown(g)
    # Count the turns in which no chest was opened and the ball did not change hands.
    carrying_team = 1 + g.state[s.CARRIER] // s.TEAM_SIZE if g.state[s.BALL] == s.HELD else 0
    situation = 100 * g.state[s.UNOPENED_CHESTS] + 10 * g.state[s.BALL] + carrying_team
    g.state[s.QUIET_TURNS] = g.state[s.QUIET_TURNS] + 1 if situation == g.state[s.LAST_SITUATION] else 0
    g.state[s.LAST_SITUATION] = situation


@jit
def _begin_turn(g: Game, team: int) -> None:
    """Begin a team's turn: its players are ready again; rooms, machines and a ball that was away have their effect."""
    g.state[s.ACTIVE_TEAM], g.state[s.TURN_OVER], g.state[s.REROLL_USED], g.state[s.BLITZ_USED] = team, 0, 0, 0
    g.players[:, s.PORTAL_JUMPS_MADE], g.players[:, s.EXTRA_STRENGTH] = 0, 0
    for p in list_players(team):
        g.players[p, s.MOVES_LEFT], g.players[p, s.RUSHES_LEFT] = g.players[p, s.MOVEMENT], g.rules[s.RUSH]
        g.players[p, s.ACTED], g.players[p, s.DODGE_USED], g.players[p, s.CHEST_TARGET] = 0, 0, -1
        if g.players[p, s.STATE] == s.STUNNED:
            g.players[p, s.STATE], g.players[p, s.ACTED] = s.PRONE, 2
    if g.rules[s.REMOVED_FROM] and g.state[s.TURN] >= g.rules[s.REMOVED_FROM]:
        _remove_random_player(g, team)
    run_machines(g)
    if g.state[s.BALL] == s.AWAY:
        return_ball_by_portal(g)
    if g.state[s.BALL] == s.LOOSE and g.squares[0, g.state[s.BALL_AT], s.PORTAL]:
        g.state[s.BALL_SCATTERS] = 1
    update_eased_weights(g)
    settle_ball(g)
    for p in list_players(team):
        _apply_room_rule(g, p)


@jit
def _remove_random_player(g: Game, team: int) -> None:
    """Remove a random player of a team from the dungeon for good."""
    count = count_players_in_dungeon(g, team)
    countdown = roll_die(g, count) if count else 0
    for p in list_players(team):
        if s.STANDING <= g.players[p, s.STATE] <= s.TRAPPED:
            countdown -= 1
            if countdown == 0:
                remove_player(g, p, s.LOST, s.BY_TIME)


@jit
def _apply_room_rule(g: Game, p: int) -> None:
    """Apply the rule of a room of gw-2021 to player `p`, who begins his turn in it."""
    if not is_standing(g, p) and g.players[p, s.STATE] != s.PRONE:
        return
    room = find_room(g, find_square(g, p))
    if room == s.JAIL and roll_die(g, 6) <= 2:
        g.players[p, s.MOVES_LEFT] -= 2
    elif room == s.IDOL and roll_die(g, 6) == 6:
        g.players[p, s.EXTRA_STRENGTH] = 1
    elif room == s.DRAGON and is_standing(g, p) and roll_die(g, 6) >= 5:
        carried_ball, was_over = has_ball(g, p), g.state[s.TURN_OVER]
        knock_down(g, p, 0, 0, s.BY_ROOM)
        g.state[s.TURN_OVER] = 1 if carried_ball else was_over
        settle_ball(g)


@jit
def _use_players(g: Game, team: int) -> None:
    """Use the players of a team: score if likely, block, blitz, see to the ball, move the others, open a chest."""
    carrier = find_carrier(g, team)
    if can_continue(g) and carrier >= 0:
        try_score(g, carrier, 100 * read_eased_weight(g, s.W_SCORE_NOW))
    if can_continue(g) and read_weight(g, s.W_ORDER):
        _make_safe_moves(g, team)
    if can_continue(g) and read_weight(g, s.W_SECURE):
        _secure_ball(g, team)
    if can_continue(g):
        make_blocks(g, team)
    if can_continue(g):
        make_blitz(g, team)
    if can_continue(g):
        fetch_ball(g, team, 100 * read_eased_weight(g, s.W_PICKUP))
    if can_continue(g) and find_carrier(g, team) >= 0:
        _move_carrier_with_escort(g, find_carrier(g, team))
    if can_continue(g):
        _move_other_players(g, team, False)
    if can_continue(g):
        open_chests(g, team)


@jit
def _make_safe_moves(g: Game, team: int) -> None:
    """Make the moves that need no die: search chests on foot, or get beside the opponents' carrier."""
    if g.state[s.BALL] == s.IN_CHEST:
        search_chests(g, team, True)
    elif find_carrier(g, 1 - team) >= 0:
        surround_carrier(g, team, find_carrier(g, 1 - team))


@jit
def _secure_ball(g: Game, team: int) -> None:
    """Handle the ball before any block is made.

    A player who surely gets the loose ball fetches it. An unmarked carrier runs on, and then his escorts do.
    """
    fetch_ball(g, team, 100 * read_weight(g, s.W_SECURE))
    carrier = find_carrier(g, team)
    if carrier < 0 or not can_continue(g):
        return
    if g.players[carrier, s.ACTED] < 2 and not count_markers(g, carrier) and not is_held_up(g, carrier):
        move_carrier(g, carrier)
    if can_continue(g) and find_carrier(g, team) >= 0 and g.players[find_carrier(g, team), s.ACTED] == 2:
        _move_other_players(g, team, True)


@jit
def _move_carrier_with_escort(g: Game, carrier: int) -> None:
    """Move the carrier; if his own players stand in his path they run on first."""
    if read_weight(g, s.W_LEAD) and g.players[carrier, s.ACTED] < 2 and is_held_up(g, carrier):
        _send_escort_ahead(g, carrier)
    if can_continue(g):
        move_carrier(g, carrier)


@jit
def _send_escort_ahead(g: Game, carrier: int) -> None:
    """Move team-mates near the carrier and ahead of him on before he moves, so that none stands in his path."""
    team, square, table = carrier // s.TEAM_SIZE, find_square(g, carrier), g.state[s.STEP_TABLE]
    end_zone, radius = find_zone_target(g, 1 - team), read_weight(g, s.W_LEAD) // 100
    g.state[s.ESCORT_RADIUS] = radius
    for _ in range(s.TEAM_SIZE):
        runner, lowest = -1, g.steps[table, end_zone, square] + 1
        for p in list_players(team):
            is_candidate = (
                p != carrier
                and is_ready(g, p)
                and not count_markers(g, p)
                and measure_steps(g, find_square(g, p), square) <= radius
            )
            if is_candidate and g.steps[table, end_zone, find_square(g, p)] < lowest:
                runner, lowest = p, g.steps[table, end_zone, find_square(g, p)]
        if runner < 0 or not can_continue(g):
            break
        g.players[runner, s.ACTED] = 1
        stand_up(g, runner)
        if is_standing(g, runner):
            advance_player(g, runner, ESCORT, square, WITHOUT_RISK)
            try_open_door(g, runner, end_zone)
    g.state[s.ESCORT_RADIUS] = 0


@jit
def _move_other_players(g: Game, team: int, unmarked_only: bool) -> None:
    """Move the players who have not acted: to the chests, or near the carrier of either team.

    Args:
        unmarked_only: whether only players go whom no opponent marks
    """
    if g.state[s.BALL] == s.IN_CHEST:
        if read_weight(g, s.W_ORDER):
            search_chests(g, team, True)
        search_chests(g, team, False)
        return
    guard_count = read_weight(g, s.W_GUARDS) // 100 if find_carrier(g, team) < 0 else 0
    for _ in range(s.TEAM_SIZE):
        p = _find_nearest_ready(g, team, unmarked_only)
        if p < 0 or not can_continue(g):
            return
        g.players[p, s.ACTED] = 1
        stand_up(g, p)
        if is_standing(g, p):
            # the last one guards
            _move_by_ball(g, p, team, guard_count > 0 and _find_nearest_ready(g, team, unmarked_only) < 0)


@jit
def _find_nearest_ready(g: Game, team: int, unmarked_only: bool) -> int:
    """Return the player nearest to the ball who has not acted; -1 for none.

    Args:
        unmarked_only: whether only players count whom no opponent marks
    """
    square, nearest, lowest = find_ball_square(g), -1, 10**9
    for p in list_players(team):
        if is_ready(g, p) and not (unmarked_only and count_markers(g, p)):
            steps = measure_steps(g, find_square(g, p), square) if square >= 0 else 0
            if steps < lowest:
                nearest, lowest = p, steps
    return nearest


@jit
def _move_by_ball(g: Game, p: int, team: int, guards_zone: bool) -> None:
    """Move player `p` by what became of the ball: guard, escort, hunt or go to the loose ball."""
    square = find_ball_square(g)
    if guards_zone or square < 0:
        destination = find_zone_target(g, team)
        advance_player(g, p, GUARD, destination, WITHOUT_RISK)
    elif g.state[s.BALL] == s.HELD and find_carrier(g, team) >= 0:
        destination = square
        advance_player(
            g, p, ESCORT, destination, WITH_RISK if g.state[s.IMPATIENCE] > MAX_QUIET_TURNS // 2 else WITHOUT_RISK
        )
    elif g.state[s.BALL] == s.HELD:
        destination = square
        advance_player(
            g,
            p,
            HUNT,
            destination,
            WITH_RISK if count_markers(g, p) and measure_steps(g, find_square(g, p), square) > 1 else WITHOUT_RISK,
        )
    else:
        destination = g.state[s.BALL_AT]
        approach_square(g, p, destination)
    try_open_door(g, p, destination)
