"""Apply what a square does to a player who comes onto it: hazards, pits, portals, chests, machines.

Players come on foot, pushed or falling.
"""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import jit
from dungeon_designer.playtest.dice import (
    count_listed,
    find_neighbour,
    find_player_beside,
    find_square,
    is_standing,
    pick_direction,
    roll_die,
    roll_two_dice,
)
from dungeon_designer.playtest.positions import (
    cause_turnover,
    count_loss,
    count_markers,
    drop_ball,
    give_ball,
    has_ball,
    is_free,
    knock_down,
    lift_player,
    move_player,
    place_player,
    recount_tackle_zones,
    remove_player,
    return_ball_by_portal,
    roll_armour,
    roll_injury,
    select_step_table,
    set_player_state,
    settle_ball,
    stop_player,
    try_pick_up,
)
from dungeon_designer.playtest.pushing import push_chain
from dungeon_designer.playtest.state import Game

_MAX_PORTAL_CHAIN = 12  # jumps in a row after which a player is lost, so that every match ends
_MAX_ARRIVAL_ROLLS = 60  # greatest number of rolls for a square beside a portal


@jit
def jump_by_portal(g: Game, p: int, arrival: int) -> bool:
    """Make player `p` jump from the portal on which he stands to a random portal; he is lost if he draws his own.

    Returns True if he came to another square whose effect must still be applied, which is so only in editions where
    players arrive beside a portal. With fewer than two portals nothing happens but the cost.

    Args:
        arrival: how he came onto the portal; see `ON_FOOT`
    """
    g.players[p, s.MOVES_LEFT] -= g.rules[s.JUMP_COST]
    if not g.rules[s.ONWARD]:
        stop_player(g, p)
    if not g.rules[s.RUSH_AFTER] and g.players[p, s.MOVES_LEFT] <= 0:
        g.players[p, s.RUSHES_LEFT] = 0
    portals = count_listed(g, s.PORTALS)
    portal_number = g.squares[0, find_square(g, p), s.PORTAL]
    if portals < 2:
        return False
    g.state[s.PORTAL_JUMPS] += 1
    g.players[p, s.PORTAL_JUMPS_MADE] += 1
    if has_ball(g, p):
        g.state[s.BALL_JUMPS] += 1
    if arrival >= FALLING:
        _part_from_ball(g, p)
    exit_number = roll_die(g, portals)
    if exit_number == portal_number:
        _lose_in_portal(g, p)
        return False
    if has_ball(g, p) and g.rules[s.BALL_SLIPS] and roll_die(g, 6) < g.rules[s.BALL_SLIPS]:
        _part_from_ball(g, p)
    if g.rules[s.ARRIVES_BESIDE]:
        return arrive_beside_portal(g, p, exit_number)
    arrive_on_portal(g, p, exit_number)
    return False


@jit
def _part_from_ball(g: Game, p: int) -> None:
    """Make player `p` lose the ball in a portal, if he carries it.

    The ball jumps to a random portal by itself. In his team's turn this is a turnover.
    """
    if has_ball(g, p):
        drop_ball(g, p)
        return_ball_by_portal(g)
        cause_turnover(g, p)


@jit
def _lose_in_portal(g: Game, p: int) -> None:
    """Take player `p` out of the dungeon because he drew the number of his own portal.

    The rule BALL_LOST says what becomes of a ball that he carried: it scatters, or comes back by a portal next turn or
    now.
    """
    had_ball = has_ball(g, p)
    remove_player(g, p, s.LOST if g.rules[s.LOST_FOREVER] else s.KNOCKED_OUT, s.BY_PORTAL)
    if had_ball and g.rules[s.BALL_LOST] == 1:
        g.state[s.BALL], g.state[s.BALL_SCATTERS] = s.AWAY, 0
    elif had_ball and g.rules[s.BALL_LOST] == 2:
        return_ball_by_portal(g)
    if g.rules[s.LOST_TURNOVER]:
        cause_turnover(g, p)


@jit
def _hurt_by_second_jump(g: Game, p: int) -> None:
    """Roll for an injury of player `p` if he made a second jump in one turn and the edition punishes that.

    If he stood, it is a turnover in his team's turn. He drops the ball.
    """
    if g.rules[s.SECOND_JUMP_HURTS] and g.players[p, s.PORTAL_JUMPS_MADE] > 1 and g.players[p, s.STATE] < s.TRAPPED:
        if is_standing(g, p):
            cause_turnover(g, p)
        drop_ball(g, p)
        roll_injury(g, p, 0, s.BY_PORTAL)


@jit
def arrive_on_portal(g: Game, p: int, number: int) -> None:
    """Make player `p` come out on portal number `number`; a player who stands there must jump on in turn, and so on.

    The player who stands there is driven off and rolls for the portal where he comes out. If he rolls the number of the
    portal that he is driven off, he has no exit: he is lost, as any player who jumps and draws his own portal. The last
    of more than twelve players in such a chain is lost too, so that every match ends.
    """
    portals, arriving = count_listed(g, s.PORTALS), p
    for _ in range(_MAX_PORTAL_CHAIN):
        portal_square = g.lists[s.PORTALS, number - 1]
        occupant = g.board[portal_square, s.OCCUPANT] - 1
        if occupant == arriving:  # he stands on the portal already, and drives nobody off
            occupant = -1
        if occupant >= 0:
            lift_player(g, occupant)
        move_player(g, arriving, portal_square)
        _hurt_by_second_jump(g, arriving)
        if occupant < 0:
            return
        g.state[s.PORTAL_JUMPS] += 1
        g.players[occupant, s.PORTAL_JUMPS_MADE] += 1
        exit_number = roll_die(g, portals)
        # He was lifted off the board. His SQUARE is set for `_lose_displaced_player`, since a ball that he carries
        # drops there; if he is not lost, he stays off the board until he arrives in the next round.
        g.players[occupant, s.SQUARE] = portal_square
        if exit_number == number:
            _lose_displaced_player(g, occupant)
            return
        g.players[occupant, s.SQUARE] = -1
        if has_ball(g, occupant):
            g.state[s.BALL_JUMPS] += 1
        arriving, number = occupant, exit_number
    g.players[arriving, s.SQUARE] = g.lists[s.PORTALS, number - 1]
    _lose_displaced_player(g, arriving)


@jit
def _lose_displaced_player(g: Game, p: int) -> None:
    """Remove a player who was driven off his portal and drew no exit; a ball that he carried stays there and scatters.

    He no longer occupies his square when this is called, but his SQUARE still says where the ball stays.
    """
    drop_ball(g, p)
    g.players[p, s.SQUARE] = -1
    g.players[p, s.STATE] = s.LOST if g.rules[s.LOST_FOREVER] else s.KNOCKED_OUT
    count_loss(g, p, s.BY_PORTAL)
    if g.rules[s.LOST_TURNOVER]:
        cause_turnover(g, p)


@jit
def arrive_beside_portal(g: Game, p: int, number: int) -> bool:
    """Make player `p` come out on a random square beside portal number `number`; return True if he found one.

    Under brawl-2013 the die is rolled again for a wall. In other editions the next squares clockwise are tried, first
    all of them for a free square, then all for a push. If nothing helps, the player jumps to another portal. If even
    that fails many times, he is knocked out and the result is False.
    """
    portals, direction_count = count_listed(g, s.PORTALS), 1 if g.rules[s.OCCUPIED_PUSHED] else 8
    for _ in range(_MAX_ARRIVAL_ROLLS):
        square, first_direction = g.lists[s.PORTALS, number - 1], roll_die(g, 8) - 1
        for k in range(2 * direction_count):
            direction = pick_direction(g, (first_direction + k % direction_count) % 8)
            neighbour = find_neighbour(g, square, direction)
            if k >= direction_count and neighbour >= 0 and g.board[neighbour, s.OCCUPANT]:
                push_chain(g, neighbour, direction)
            if is_free(g, neighbour):
                move_player(g, p, neighbour)
                return True
        if direction_count == 8:
            number = roll_die(g, portals)
    if find_square(g, p) >= 0:
        remove_player(g, p, s.KNOCKED_OUT, s.BY_PORTAL)
    return False


ON_FOOT, PUSHED, FALLING, STRUCK = range(4)
"""How a player comes onto a square; STRUCK falls by a Mighty Blow."""
_MAX_EFFECTS = 10  # squares in a row whose effects are applied to one player


@jit
def enter_square(g: Game, p: int, arrival: int) -> bool:
    """Apply everything that happens to player `p` on the square he came to; return True if he stands at the end.

    That includes what happens where the square takes him, and the squares of players pushed meanwhile.

    Args:
        arrival: how he came onto the square; see `ON_FOOT`
    """
    _apply_effects(g, p, arrival)
    resolve_pushed_players(g)
    return is_standing(g, p)


@jit
def _apply_effects(g: Game, p: int, arrival: int) -> None:
    """Apply the effect of the square of player `p`, then that of the square to which it took him, and so on.

    It ends after ten squares, so that every match ends.
    """
    for _ in range(_MAX_EFFECTS):
        if not _apply_effect(g, p, arrival):
            return


@jit
def resolve_pushed_players(g: Game) -> None:
    """Apply the effects of their new squares to all players who were pushed aside by another push or arrival.

    These players have a bit in PUSHED_PLAYERS. They may push others where they come out of a portal; these are
    resolved, too.
    """
    for _ in range(_MAX_EFFECTS):
        for p in range(2 * s.TEAM_SIZE if g.state[s.PUSHED_PLAYERS] else 0):
            if g.state[s.PUSHED_PLAYERS] >> p & 1:
                g.state[s.PUSHED_PLAYERS] -= 1 << p
                _apply_effects(g, p, PUSHED)
    g.state[s.PUSHED_PLAYERS] = 0


@jit
def fall_on_square(g: Game, p: int, blow: int, cause: int, arrival: int) -> None:
    """Make player `p` fall on the square he came to: apply the effect of the square and knock him down.

    The effect comes first, except on a portal: there the fall comes first, in editions in which player and ball do not
    jump apart (BALL_PARTS).

    Args:
        blow: 0 none, 1 Mighty Blow, 2 Mighty Blow made worse by the place; see `roll_armour`
        cause: one of the `BY_…` codes, for the counts of losses
        arrival: how he came onto the square; see `ON_FOOT`
    """
    if g.squares[0, find_square(g, p), s.PORTAL] and not g.rules[s.BALL_PARTS]:
        knock_down(g, p, 0, blow, cause)
        if g.players[p, s.STATE] <= s.STUNNED:
            enter_square(g, p, arrival)
    else:
        enter_square(g, p, arrival)
        knock_down(g, p, 0, blow, cause)


@jit
def _apply_effect(g: Game, p: int, arrival: int) -> bool:
    """Apply the effect of the square of player `p`; return True if it took him to another square.

    The effect of that square is then still to be applied.

    Args:
        arrival: how he came onto the square; see `ON_FOOT`
    """
    square = find_square(g, p)
    if square < 0:  # another effect has taken him out of the dungeon meanwhile
        return False
    if g.squares[0, square, s.KIND] == s.HAZARD:
        fall_into_hazard(g, p)
        return False
    if g.board[square, s.CURRENT_TRAP] != s.NO_TRAP:
        _trigger_trap(g, p)
    if g.players[p, s.STATE] > s.STUNNED:
        return False
    if g.squares[0, square, s.PORTAL]:
        return jump_by_portal(g, p, arrival)
    if g.board[square, s.CHEST] and g.rules[s.CHEST_ENTERED]:
        open_chest(g, p, square, arrival)
    elif (
        g.squares[0, square, s.DANGER] == s.BESIDE_LAVA
        and g.rules[s.PRECARIOUS]
        and roll_die(g, 6) < g.rules[s.PRECARIOUS]
    ):
        fall_into_hazard(g, p)
    return False


@jit
def fall_into_hazard(g: Game, p: int) -> None:
    """Make player `p` fall into lava, a chasm or the like: he is a casualty, and it is a turnover in his turn."""
    cause_turnover(g, p)
    g.board[g.players[p, s.SQUARE], s.FALL_COUNT] += 1
    had_ball = has_ball(g, p)
    remove_player(g, p, s.CASUALTY, s.BY_HAZARD)
    if had_ball and g.rules[s.BALL_IN_HAZARD] == 1:
        return_ball_by_portal(g)


@jit
def _trigger_trap(g: Game, p: int) -> None:
    """Trigger the trap under player `p`: turn over a counter, roll for a trapdoor, or let him fall into a pit.

    A trapdoor opens if a D6 shows less than his strength, and never on a 6.
    """
    square = find_square(g, p)
    kind = g.board[square, s.CURRENT_TRAP]
    if kind == s.COUNTER:
        kind = g.board[square, s.HIDDEN_TRAP]
        g.board[square, s.CURRENT_TRAP] = kind
    elif kind == s.TRAPDOOR:
        die = roll_die(g, 6)
        if die < 6 and die < g.players[p, s.STRENGTH]:
            _open_trapdoor(g, g.squares[0, square, s.TRAPDOOR_NUMBER])
        return
    if kind != s.NO_TRAP:
        fall_into_pit(g, p, kind)


@jit
def _open_trapdoor(g: Game, trapdoor_number: int) -> None:
    """Open a trapdoor, all its squares together; every player on it falls into what lies below."""
    g.state[s.OPEN_TRAPDOORS] |= 1 << (trapdoor_number - 1)
    select_step_table(g)
    for square in range(g.board.shape[0]):
        if g.squares[0, square, s.TRAPDOOR_NUMBER] == trapdoor_number and g.board[square, s.CURRENT_TRAP] == s.TRAPDOOR:
            g.board[square, s.CURRENT_TRAP] = g.squares[0, square, s.TRAP_BELOW]
    for p in range(2 * s.TEAM_SIZE):
        square = find_square(g, p)
        if (
            square >= 0
            and g.squares[0, square, s.TRAPDOOR_NUMBER] == trapdoor_number
            and g.players[p, s.STATE] <= s.STUNNED
        ):
            fall_into_pit(g, p, g.squares[0, square, s.TRAP_BELOW])


@jit
def fall_into_pit(g: Game, p: int, kind: int) -> None:
    """Make player `p` fall into a pit: he drops the ball, rolls for armour and is trapped there.

    In his team's turn this is a turnover. In a spiked pit an injury roll replaces the armour roll, or a D6 decides
    first whether the spikes make him a casualty (rule PIT_SPIKES). A deadly pit makes him a casualty at once.

    Args:
        kind: the code of the pit, as in CURRENT_TRAP
    """
    cause_turnover(g, p)
    g.board[g.players[p, s.SQUARE], s.FALL_COUNT] += 1
    if kind == s.DEADLY:
        remove_player(g, p, s.CASUALTY, s.BY_PIT)
        return
    drop_ball(g, p)
    set_player_state(g, p, s.TRAPPED)
    if kind == s.SPIKED and g.rules[s.PIT_SPIKES] == 0:
        roll_injury(g, p, 0, s.BY_PIT)
    elif kind == s.SPIKED and roll_die(g, 6) < g.rules[s.PIT_SPIKES]:
        remove_player(g, p, s.CASUALTY, s.BY_PIT)
    else:
        roll_armour(g, p, 0, 0, s.BY_PIT)


@jit
def open_chest(g: Game, p: int, square: int, arrival: int) -> None:
    """Make player `p` open the chest on a square: he finds the ball, or its trap goes off.

    He opens it from beside it or, where chests are entered, by coming onto it. With several balls in the dungeon the
    first one found is played with. The others stay in their chests, and these do not explode.

    Args:
        arrival: how he came onto the square; see `ON_FOOT`
    """
    has_ball_inside, g.board[square, s.CHEST] = g.board[square, s.CHEST] == s.CHEST_WITH_BALL, 0
    g.state[s.UNOPENED_CHESTS] -= 1
    g.state[s.CHESTS_OPENED] += 1
    if g.rules[s.CHEST_ENDS_TURN]:
        g.state[s.TURN_OVER] = 1
    if has_ball_inside and g.state[s.BALL] == s.IN_CHEST:
        g.state[s.BALL_CHEST] = square
        g.state[s.BALL_FOUND_BY], g.state[s.BALL_FOUND_TURN] = p // s.TEAM_SIZE, g.state[s.TURN]
        g.state[s.BALL], g.state[s.BALL_AT] = s.LOOSE, square
        if not g.rules[s.CHEST_ENTERED]:
            give_ball(g, p)  # from beside it, without a roll
        elif arrival >= FALLING or not is_standing(g, p) or (arrival == PUSHED and not g.rules[s.CHEST_PUSHED]):
            g.state[s.BALL_SCATTERS] = 1
        elif not try_pick_up(g, p):
            cause_turnover(g, p)
    elif not has_ball_inside:
        _spring_chest_trap(g, p, square, arrival)


@jit
def _spring_chest_trap(g: Game, p: int, square: int, arrival: int) -> None:
    """Let the trap of a chest knock down player `p`, who opened it, and the standing players beside the chest.

    The rule CHEST_SPREAD is the lowest D6 on which a player beside the chest falls; 1 for always.

    Args:
        square: the square of the chest
        arrival: how player `p` came onto it; see `ON_FOOT`
    """
    blow = arrival - PUSHED if arrival >= FALLING and g.rules[s.CHEST_KNOCKED] else 0
    knock_down(g, p, 0, blow, s.BY_CHEST)
    for k in range(8):
        occupant = find_player_beside(g, square, pick_direction(g, k))
        if occupant >= 0 and occupant != p and is_standing(g, occupant):
            spread_roll = g.rules[s.CHEST_SPREAD]
            if spread_roll <= 1 or roll_die(g, 6) >= spread_roll:
                knock_down(g, occupant, 0, 0, s.BY_CHEST)


@jit
def count_helpers(g: Game, p: int) -> int:
    """Return how many team-mates help player `p` out of his pit.

    They are those beside the pit who stand, are unmarked and have not acted in this turn.
    """
    count, square = 0, find_square(g, p)
    for direction in range(8):
        occupant = find_player_beside(g, square, direction)
        if (
            occupant >= 0
            and occupant // s.TEAM_SIZE == p // s.TEAM_SIZE
            and is_standing(g, occupant)
            and not g.players[occupant, s.ACTED]
        ):
            count += count_markers(g, occupant) == 0
    return count


@jit
def is_climb_successful(g: Game, p: int, die: int) -> bool:
    """Return True if a roll of a D6 (`die`) gets player `p` out of his pit.

    Under brawl-2013 the roll plus the number of helpers must reach a target. Under gw-1989 the roll, plus opponents who
    mark the player, less helpers, must not exceed his agility as the book of 1989 counts it: 6 less the number that he
    needs on a D6 today.
    """
    if g.rules[s.PIT_CLIMB]:
        return bool(die + count_helpers(g, p) >= g.rules[s.PIT_CLIMB])
    return bool(die + count_markers(g, p) - count_helpers(g, p) <= max(1, 6 - g.players[p, s.AGILITY]))


@jit
def _find_exit_square(g: Game, square: int) -> int:
    """Return the first free square beside a pit without a trap or portal; -1 if there is none.

    The directions are tried in the order of this match, see `pick_direction`.
    """
    for k in range(8):
        neighbour = find_neighbour(g, square, pick_direction(g, k))
        if (
            is_free(g, neighbour)
            and g.board[neighbour, s.CURRENT_TRAP] == s.NO_TRAP
            and not g.squares[0, neighbour, s.PORTAL]
        ):
            return int(neighbour)
    return -1


@jit
def try_climb_out(g: Game, p: int) -> None:
    """Make player `p` try to climb out of his pit, if he is trapped in one; that takes his whole turn.

    Where the edition says so (gw-1989), spikes may make him a casualty when he fails.
    """
    if g.players[p, s.STATE] != s.TRAPPED:
        return
    square = find_square(g, p)
    g.players[p, s.ACTED] = 2
    destination = _find_exit_square(g, square)
    if destination >= 0 and is_climb_successful(g, p, roll_die(g, 6)):
        lift_player(g, p)
        place_player(g, p, destination, s.STANDING)
    elif (
        g.board[square, s.CURRENT_TRAP] == s.SPIKED
        and g.rules[s.PIT_CLIMB] == 0
        and roll_die(g, 6) < g.rules[s.PIT_SPIKES]
    ):
        remove_player(g, p, s.CASUALTY, s.BY_PIT)
        settle_ball(g)


@jit
def run_machines(g: Game) -> None:
    """Run the machines of the dungeon, if it has any: each room that rotates, and a rolling stone by 2D6 squares."""
    room = 1
    while room < g.squares.shape[0]:
        _rotate_room(g, room)
        room *= 4
    place_count = g.lists.shape[0] - s.TRACK
    if place_count > 0:
        for _ in range(roll_two_dice(g)):
            _roll_stone(g, place_count)


@jit
def _rotate_room(g: Game, place_value: int) -> None:
    """Rotate a room by a D6: not on 1, by a quarter anticlockwise on 2 to 5, by a half on 6.

    Args:
        place_value: the digit of this room in ROTATION (1, 4, 16), which holds the clockwise quarters of all rooms in
            base 4
    """
    die = roll_die(g, 6)
    if die == 1:
        return
    old_quarter = g.state[s.ROTATION] // place_value % 4
    g.state[s.ROTATION] += ((old_quarter + (2 if die == 6 else 3)) % 4 - old_quarter) * place_value
    select_step_table(g)
    recount_tackle_zones(g)


@jit
def place_stone(g: Game, place: int) -> None:
    """Put the rolling stone at a place of its track: players under it are casualties, a ball under it scatters.

    Args:
        place: steps from the start of the track
    """
    _set_barrier(g, g.state[s.STONE_PLACE], 0)
    g.state[s.STONE_PLACE] = place
    _set_barrier(g, place, s.UNDER_STONE)
    for p in range(g.players.shape[0]):
        if find_square(g, p) >= 0 and g.board[find_square(g, p), s.BARRIER] == s.UNDER_STONE:
            remove_player(g, p, s.CASUALTY, s.BY_MACHINE)
    if g.state[s.BALL] == s.LOOSE and g.board[g.state[s.BALL_AT], s.BARRIER] == s.UNDER_STONE:
        g.state[s.BALL_SCATTERS] = 1


@jit
def _set_barrier(g: Game, place: int, state: int) -> None:
    """Set the BARRIER of all squares that the rolling stone covers at a place of its track.

    Args:
        place: steps from the start of the track
        state: UNDER_STONE, or 0 when the stone leaves
    """
    for i in range(count_listed(g, s.TRACK + place)):
        g.board[g.lists[s.TRACK + place, i], s.BARRIER] = state


@jit
def _roll_stone(g: Game, place_count: int) -> None:
    """Roll the stone one square along its track; at an end of the track it first turns round.

    Args:
        place_count: how many places the track has; with one the stone stays
    """
    if place_count == 1:
        return
    place = g.state[s.STONE_PLACE] + g.state[s.STONE_DIRECTION]
    if place < 0 or place >= place_count:
        g.state[s.STONE_DIRECTION] = -g.state[s.STONE_DIRECTION]
        place = g.state[s.STONE_PLACE] + g.state[s.STONE_DIRECTION]
    place_stone(g, place)
