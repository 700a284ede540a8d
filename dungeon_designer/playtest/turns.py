"""Play a team's turn: reserves, the knocked out, and every player in the order in which a coach uses them.

All coaches follow the same rules with different weights. The coach `classic` has none of the abilities marked *.

1. The carrier runs for the touchdown if that is likely to succeed.
2. * Moves without a die come first. Players search on foot before anybody blocks. They also get beside the opponents'
   carrier before the blitz, so that they assist it. Players who are too far away from the carrier, or from a loose
   ball, come nearer.
3. * A player who surely gets to a loose ball fetches it before anybody blocks. A carrier whom nobody marks or holds up
   goes on, with the escorts.
4. Players block if they have the dice for it, or Block, or if the carrier is before them. One player blitzes the
   opponents' carrier, or an opponent beside the own carrier or the loose ball. * If the coach cares for that, it may
   also be an opponent beside a chest, or one who marks players while nobody has the ball. The player and the square
   with the best dice are chosen. Nobody blitzes with dice of which the opponents choose the face, with one exception:
   the opponents' carrier may score in the next turn, and there is no other blitz.
5. The player who most surely gets to a loose ball goes for it.
6. The carrier runs, or passes to a team-mate who is likely to score this turn. * The carrier may also run up to a
   team-mate and hand over the ball. Otherwise the carrier goes on, away from opponents. * For this, the coach looks
   one turn ahead: how many opponents get there, and how many team-mates keep them off.
7. * If the carrier cannot get on, team-mates in front run on first. If that does not help for some turns, the carrier
   goes around the players in the way, by the shortest path over squares without opponents. Without such a path, the
   carrier goes on as far as possible. If the carrier got no nearer to the zone in three turns, the carrier throws the
   ball ahead or goes around all players, and does not turn back. Free team-mates in front run on to the zone, and
   risks count for little.
8. While no chest has shown the ball, one player goes to each chest, the shortest paths first, on foot or by portal.
   Otherwise the others walk in front of the own carrier, * or cover the squares beside the carrier. Or they hunt the
   opponents' carrier, and stand between that player and their zone. One player guards the zone, * or two. * Players
   keep apart from team-mates, and escorts stand beside opponents.
9. * If nothing has changed for long, players who stayed beside opponents block them at worse odds. Last of all
   somebody opens a chest, because most chests explode and end the turn. * A chest beside opponents is preferred.
10. The longer nothing changes, the less a coach minds risks. * The same is true near the end of the match.

While a player has not used Dodge, a plan counts it for every step out of a tackle zone; the dice allow it once a turn.
"""

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
    has_risky_route,
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
    is_stuck,
    read_eased_weight,
    read_weight,
    update_eased_weights,
)
from dungeon_designer.playtest.walking import WITH_RISK, WITHOUT_RISK, measure_reach, measure_steps, stand_up

RECOVER_NEVER, RECOVER_ON_SIX, RECOVER_INSTEAD = range(3)
"""Values of the rule RECOVERY: when a knocked-out player recovers.

Not before the next touchdown; a 6 brings one in if there are no reserves (brawl-2013); one comes to the reserves
instead of one coming in (naf-2019, eagbbl).
"""


@jit
def find_player_in_state(g: Game, team: int, state: int) -> int:
    """Return the first player of a team whose STATE is the given one; -1 for none."""
    for p in list_players(team):
        if g.players[p, s.STATE] == state:
            return p
    return -1


@jit
def count_players_in_dungeon(g: Game, team: int) -> int:
    """Return how many players of a team are in the dungeon: standing, prone, stunned or trapped in a pit."""
    count = 0
    for p in list_players(team):
        count += s.STANDING <= g.players[p, s.STATE] <= s.TRAPPED
    return count


@jit
def bring_reserve(g: Game, team: int) -> None:
    """Bring one reserve of a team into the dungeon, if the edition lets one come in this turn.

    A D6 may keep him out where many of the team's players are in the dungeon (rule FIELD). If there is no reserve, a
    knocked-out player may recover, as the rule RECOVERY says: he comes in at once on a 6, or becomes a reserve.
    """
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
    """Return the first free square on which a team sets up, in the order of this match; -1 for none."""
    row = s.SET_UP_SQUARES + 8 * find_own_end(g, team) + g.state[s.ORIENTATION]
    for i in range(count_listed(g, row)):
        if is_free(g, g.lists[row, i]):
            return int(g.lists[row, i])
    return -1


@jit
def find_common_goal(g: Game) -> int:
    """Return the square that both teams want to reach; -1 for none.

    That is the square of the ball, or while the ball is hidden the first unopened chest.
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
    """Move player `p`, who is a reserve or knocked out, into the dungeon: on a random portal, or in his own end zone.

    The end zone is used where the edition allows that and it is nearer to the ball. Without any way in he stays
    outside.

    Args:
        by_portal_only: whether only a portal is allowed
    """
    team = p // s.TEAM_SIZE
    g.players[p, s.MOVED] = 1
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
    """Return True if a square in the own end zone is as near to the common goal as a random portal, or nearer.

    The distance by portal includes the risk that the coach sees in it. True without a common goal.
    """
    common_goal = find_common_goal(g)
    if common_goal < 0:
        return True
    table = g.state[s.STEP_TABLE]
    loss_weight = g.weights[g.state[s.ACTIVE_TEAM], s.PORTAL_COST] - read_weight(g, s.W_PORTAL)
    return bool(100 * g.steps[table, common_goal, zone_square] <= g.cost_by_portal[table, common_goal] + loss_weight)


@jit
def play_turn(g: Game, team: int) -> None:
    """Play one team's turn until all its players have acted, or until a turnover or a touchdown.

    At the end QUIET_TURNS is updated: the turns in a row in which no chest was opened and the ball did not change
    hands.
    """
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
    count_idle_players(g, team)
    # Count the turns in which no chest was opened and the ball did not change hands.
    carrying_team = 1 + g.state[s.CARRIER] // s.TEAM_SIZE if g.state[s.BALL] == s.HELD else 0
    situation = 100 * g.state[s.UNOPENED_CHESTS] + 10 * g.state[s.BALL] + carrying_team
    g.state[s.QUIET_TURNS] = g.state[s.QUIET_TURNS] + 1 if situation == g.state[s.LAST_SITUATION] else 0
    g.state[s.LAST_SITUATION] = situation
    _count_stuck_turns(g, team)


@jit
def _count_stuck_turns(g: Game, team: int) -> None:
    """Update STUCK_TURNS at the end of a team's turn, by how near its carrier is to the end zone.

    A turn in which the ball changed hands or a chest was opened begins the count anew.
    """
    if g.state[s.QUIET_TURNS] == 0:
        g.state[s.LEAST_STEPS], g.state[s.STUCK_TURNS] = s.UNREACHABLE_STEPS, 0
    carrier = find_carrier(g, team)
    if carrier < 0:
        return
    steps = measure_steps(g, find_square(g, carrier), find_zone_target(g, 1 - team))
    g.state[s.STUCK_TURNS] = 0 if steps < g.state[s.LEAST_STEPS] else g.state[s.STUCK_TURNS] + 1
    g.state[s.LEAST_STEPS] = min(steps, g.state[s.LEAST_STEPS])


@jit
def count_idle_players(g: Game, team: int) -> None:
    """Add the idle players of a team at the end of its turn to IDLE_PLAYERS, and all who stand to STANDING_PLAYERS.

    A player is idle if he stands in the dungeon, no opponent marks him, and he did not move or block in this turn.
    """
    for p in list_players(team):
        if is_standing(g, p):
            g.state[s.STANDING_PLAYERS] += 1
            g.state[s.IDLE_PLAYERS] += count_markers(g, p) == 0 and g.players[p, s.MOVED] == 0


@jit
def _begin_turn(g: Game, team: int) -> None:
    """Begin a team's turn: reset what counts per turn, then apply everything that happens at its start.

    That is, in this order: players lost by time, machines, a ball that comes back or scatters from a portal, and the
    rules of rooms. Stunned players become prone and may not act.
    """
    g.state[s.ACTIVE_TEAM], g.state[s.TURN_OVER], g.state[s.REROLL_USED], g.state[s.BLITZ_USED] = team, 0, 0, 0
    g.players[:, s.PORTAL_JUMPS_MADE], g.players[:, s.EXTRA_STRENGTH] = 0, 0
    g.players[:, s.MOVED] = 0
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
    """Remove a random player of a team from the dungeon for good, if one is there.

    Under naf-2019 that happens in every turn after a deadline.
    """
    count = count_players_in_dungeon(g, team)
    countdown = roll_die(g, count) if count else 0
    for p in list_players(team):
        if s.STANDING <= g.players[p, s.STATE] <= s.TRAPPED:
            countdown -= 1
            if countdown == 0:
                remove_player(g, p, s.LOST, s.BY_TIME)


@jit
def _apply_room_rule(g: Game, p: int) -> None:
    """Apply the rule of the room in which player `p` begins his turn; most rooms have none.

    Jail, Idol and Dragon are rooms of gw-2021. Only standing and prone players are concerned.
    """
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
    """Let the players of a team act, in the order in which a coach uses them, while the turn goes on.

    The order is: score if likely, moves without dice, secure the ball, blocks, blitz, fetch the ball, move the carrier,
    move the others, blocks at worse odds, open chests. The coach's weights switch some of these off.
    """
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
        _take_last_risks(g, team)


@jit
def _take_last_risks(g: Game, team: int) -> None:
    """Make blocks at worse odds, then open chests: what most likely ends the turn comes when all others have moved."""
    if read_weight(g, s.W_ORDER):
        make_blocks(g, team)
    if can_continue(g):
        open_chests(g, team)


@jit
def _make_safe_moves(g: Game, team: int) -> None:
    """Make the moves of a team that need no die: to chests, to the opponents' carrier, or nearer to the loose ball."""
    if g.state[s.BALL] == s.IN_CHEST:
        search_chests(g, team, True)
    elif find_carrier(g, 1 - team) >= 0:
        surround_carrier(g, team, find_carrier(g, 1 - team))
    elif g.state[s.BALL] == s.LOOSE:
        _approach_ball_from_afar(g, team)


@jit
def _approach_ball_from_afar(g: Game, team: int) -> None:
    """Move the standing players of a team nearer to the loose ball who cannot get to it in this turn, without dice."""
    square = g.state[s.BALL_AT]
    for p in list_players(team):
        if not can_continue(g) or not is_ready(g, p) or not is_standing(g, p) or has_risky_route(g, p, square):
            continue
        if measure_steps(g, find_square(g, p), square) > measure_reach(g, p, WITH_RISK):
            g.players[p, s.ACTED] = 1
            approach_square(g, p, square)


@jit
def _secure_ball(g: Game, team: int) -> None:
    """Bring the ball to safety before the team makes any block, since a failed block ends the turn.

    A player who surely gets the loose ball fetches it. An unmarked carrier whose path is free runs on, and then his
    unmarked team-mates follow.
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
    """Move the carrier; if he is held up by players in his path, his team-mates near him run on first."""
    if read_weight(g, s.W_LEAD) and g.players[carrier, s.ACTED] < 2 and is_held_up(g, carrier):
        _send_escort_ahead(g, carrier)
    if can_continue(g):
        move_carrier(g, carrier)


@jit
def _send_escort_ahead(g: Game, carrier: int) -> None:
    """Move unmarked team-mates near the carrier, and no farther than he from the end zone, on before he moves.

    So none of them stands in his path. The one nearest to the end zone runs first.
    """
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
    """Move the players of a team who have not acted: to the chests, or by where the ball is.

    While the ball is in a chest they search chests. Else the player nearest to the ball moves first; without a carrier
    of the own team the last one guards the end zone.

    Args:
        unmarked_only: whether only players move whom no opponent marks
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
    """Return the player of a team nearest to the ball on foot among those who can still act; -1 for none.

    While the ball is hidden or away, it is the first of them.

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
def _is_ahead(g: Game, p: int, square: int) -> bool:
    """Return True if player `p` is nearer than a square to the end zone in which his team scores."""
    end_zone = find_zone_target(g, 1 - p // s.TEAM_SIZE)
    return measure_steps(g, find_square(g, p), end_zone) < measure_steps(g, square, end_zone)


@jit
def _move_by_ball(g: Game, p: int, team: int, guards_zone: bool) -> None:
    """Move player `p` of a team to the task that the ball gives him.

    He guards the end zone if `guards_zone` or if the ball is out of the dungeon. Else he escorts the own carrier, hunts
    the opponents' carrier, or goes to the loose ball. From a carrier who is stuck he runs on to the end zone, if he is
    nearer to it and unmarked, so that the ball can be thrown to him.
    """
    square = find_ball_square(g)
    if guards_zone or square < 0:
        destination = find_zone_target(g, team)
        advance_player(g, p, GUARD, destination, WITHOUT_RISK)
    elif is_stuck(g) and _is_ahead(g, p, square) and not count_markers(g, p):
        destination = find_zone_target(g, 1 - team)
        approach_square(g, p, destination)
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
