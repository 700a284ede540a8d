"""Put players and the ball on squares: who stands where, who falls, who has the ball and where it rolls.

The tackle zones are updated with every change.
"""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import jit
from dungeon_designer.playtest.dice import (
    count_listed,
    find_neighbour,
    find_room,
    find_square,
    is_standing,
    pick_direction,
    roll_die,
    roll_test,
    roll_two_dice,
)
from dungeon_designer.playtest.state import Game


@jit
def _change_tackle_zones(g: Game, p: int, change: int) -> None:
    """Add 1 (change 1) or -1 (change -1) to the tackle-zone counts of all squares one step from player `p`.

    A player's tackle zone covers these squares. An opponent on them is marked: he must dodge to leave.
    """
    square, column, rotation = find_square(g, p), s.TACKLE_ZONES + p // s.TEAM_SIZE, g.state[s.ROTATION]
    for direction in range(8):
        neighbour = g.squares[rotation, square, direction]
        if neighbour >= 0:
            g.board[neighbour, column] += change


@jit
def place_player(g: Game, p: int, square: int, state: int) -> None:
    """Place a player who is on no square on a square, and give him a state (one of `STANDING` to `TRAPPED`).

    A standing player also gets his tackle zone. A player who is trapped in a pit does not occupy the square, so others
    may enter it.
    """
    g.players[p, s.SQUARE], g.players[p, s.STATE] = square, state
    if state != s.TRAPPED:
        g.board[square, s.OCCUPANT] = p + 1
    if state == s.STANDING:
        _change_tackle_zones(g, p, 1)


@jit
def lift_player(g: Game, p: int) -> None:
    """Take player `p` off his square, so that it is free and his tackle zone is gone; his SQUARE is -1 then.

    His STATE stays.
    """
    square = find_square(g, p)
    if is_standing(g, p):
        _change_tackle_zones(g, p, -1)
    if g.board[square, s.OCCUPANT] == p + 1:
        g.board[square, s.OCCUPANT] = 0
    g.players[p, s.SQUARE] = -1


@jit
def move_player(g: Game, p: int, destination: int) -> None:
    """Move player `p` to another square without any dice or effects; his state, such as standing or prone, stays.

    A player who is on no square (-1) is simply placed there.
    """
    state = g.players[p, s.STATE]
    if find_square(g, p) >= 0:
        lift_player(g, p)
    place_player(g, p, destination, state)


@jit
def cause_turnover(g: Game, p: int) -> None:
    """Mark the turn as over (a turnover) if player `p` belongs to the active team; else do nothing."""
    if p // s.TEAM_SIZE == g.state[s.ACTIVE_TEAM]:
        g.state[s.TURN_OVER] = 1


@jit
def set_player_state(g: Game, p: int, state: int) -> None:
    """Give player `p` another state on the same square; tackle zone and occupied square follow the state.

    Args:
        state: STANDING, PRONE, STUNNED or TRAPPED
    """
    square = find_square(g, p)
    lift_player(g, p)
    place_player(g, p, square, state)


@jit
def recount_tackle_zones(g: Game) -> None:
    """Count the tackle zones on all squares anew.

    This is needed after a room has rotated, since other squares are one step apart then.
    """
    g.board[:, s.TACKLE_ZONES : s.TACKLE_ZONES + 2] = 0
    for p in range(2 * s.TEAM_SIZE):
        if is_standing(g, p):
            _change_tackle_zones(g, p, 1)


@jit
def select_step_table(g: Game) -> None:
    """Select the table of distances for the present rotation of the rooms and the present set of open trapdoors.

    It is called after either of them has changed. Where the arena has no table for each set of open trapdoors, the last
    one, for all trapdoors open, stands for all sets with an open trapdoor.
    """
    rotations = g.squares.shape[0]
    open_set = min(g.state[s.OPEN_TRAPDOORS], g.steps.shape[0] // rotations - 1)
    g.state[s.STEP_TABLE] = open_set * rotations + g.state[s.ROTATION]


@jit
def is_free(g: Game, square: int) -> bool:
    """Return True if a player may come to stand on a square; False for -1, which stands for a wall or rock.

    The square must be floor, unoccupied, without a shut door or rolling stone, and without a chest. A chest does not
    matter where the edition opens chests by entering them. Open pits count as free.
    """
    if (
        square < 0
        or g.squares[0, square, s.KIND] != s.FLOOR
        or g.board[square, s.OCCUPANT]
        or g.board[square, s.BARRIER]
    ):
        return False
    return bool(g.rules[s.CHEST_ENTERED] == 1 or g.board[square, s.CHEST] == 0)


@jit
def count_markers_at(g: Game, team: int, square: int) -> int:
    """Return how many opponents of a team mark a square, that is, have their tackle zone on it."""
    return int(g.board[square, s.TACKLE_ZONES + 1 - team])


@jit
def count_markers(g: Game, p: int) -> int:
    """Return how many opponents mark player `p`, that is, have their tackle zone on his square."""
    return count_markers_at(g, p // s.TEAM_SIZE, find_square(g, p))


@jit
def stop_player(g: Game, p: int) -> None:
    """Take from player `p` all movement and rushes that he has left in this turn, so that he cannot move on."""
    g.players[p, s.MOVES_LEFT], g.players[p, s.RUSHES_LEFT] = 0, 0


@jit
def can_continue(g: Game) -> bool:
    """Return True if the turn of the active team goes on: no turnover and no touchdown has ended it."""
    return bool(g.state[s.TURN_OVER] == 0 and g.state[s.SCORER] < 0)


@jit
def has_ball(g: Game, p: int) -> bool:
    """Return True if player `p` holds the ball."""
    return bool(g.state[s.BALL] == s.HELD and g.state[s.CARRIER] == p)


@jit
def release_ball(g: Game, square: int) -> None:
    """Make the ball loose on a square, from which it will scatter."""
    g.state[s.BALL], g.state[s.BALL_AT], g.state[s.BALL_SCATTERS], g.state[s.CARRIER] = s.LOOSE, square, 1, -1


@jit
def drop_ball(g: Game, p: int) -> None:
    """Make the ball loose on the square of player `p`, if he carries it; it will scatter."""
    if has_ball(g, p):
        release_ball(g, find_square(g, p))


@jit
def remove_player(g: Game, p: int, state: int, cause: int) -> None:
    """Take player `p` out of the dungeon and count the loss under its cause; a ball that he carried stays and scatters.

    Args:
        state: what the player is then: KNOCKED_OUT, CASUALTY or LOST
        cause: one of the `BY_…` codes, for the counts of losses
    """
    drop_ball(g, p)
    lift_player(g, p)
    g.players[p, s.STATE] = state
    count_loss(g, p, cause)


@jit
def count_loss(g: Game, p: int, cause: int) -> None:
    """Count the loss of player `p` under its cause, for both teams together and for the second team.

    Args:
        cause: one of the `BY_…` codes
    """
    g.state[s.LOSSES + cause] += 1
    if p >= s.TEAM_SIZE:
        g.state[s.SECOND_TEAM_LOSSES + cause] += 1


@jit
def roll_injury(g: Game, p: int, modifier: int, cause: int) -> None:
    """Roll 2D6 plus `modifier` for an injury of player `p`: up to 7 stunned, 8 or 9 knocked out, 10 or more a casualty.

    A player who is trapped in a pit and would be stunned stays trapped instead.

    Args:
        modifier: is added to the roll
        cause: one of the `BY_…` codes, under which a knocked-out player or casualty is counted
    """
    total = roll_two_dice(g) + modifier
    if total >= 10:
        remove_player(g, p, s.CASUALTY, cause)
    elif total >= 8:
        remove_player(g, p, s.KNOCKED_OUT, cause)
    elif g.players[p, s.STATE] != s.TRAPPED:
        drop_ball(g, p)
        set_player_state(g, p, s.STUNNED)


@jit
def roll_armour(g: Game, p: int, modifier: int, blow: int, cause: int) -> None:
    """Roll 2D6 against the armour of player `p`; if the roll breaks the armour, roll for an injury.

    The armour breaks if roll, modifiers and Mighty Blow reach its value. In the Armoury (gw-2021) 1 more is added.

    Args:
        modifier: is added to the armour roll
        blow: 0 for none; 1 for a Mighty Blow, which adds 1 to the armour roll if that breaks the armour and else to the
            injury; 2 for a Mighty Blow that the place makes worse, with 1 more on both rolls
        cause: one of the `BY_…` codes, for the counts of losses
    """
    missing = g.players[p, s.ARMOUR] - roll_two_dice(g) - modifier - blow // 2
    if find_room(g, find_square(g, p)) == s.ARMOURY:
        missing -= 1
    if missing <= min(1, blow):
        roll_injury(g, p, blow // 2 + (1 if blow and missing <= 0 else 0), cause)


@jit
def knock_down(g: Game, p: int, modifier: int, blow: int, cause: int) -> None:
    """Knock player `p` down if he stands: he is prone, drops the ball, and rolls for armour.

    In his own team's turn this is a turnover. A player who does not stand is left alone.

    Args:
        modifier: is added to the armour roll
        blow: 0 none, 1 Mighty Blow, 2 Mighty Blow made worse by the place; see `roll_armour`
        cause: one of the `BY_…` codes, for the counts of losses
    """
    if not is_standing(g, p):
        return
    cause_turnover(g, p)
    g.board[g.players[p, s.SQUARE], s.FALL_COUNT] += 1
    set_player_state(g, p, s.PRONE)
    drop_ball(g, p)
    roll_armour(g, p, modifier, blow, cause)


BOUNCING = -1
"""Modifier to catch a ball that bounces or comes down off target."""
_MAX_BOUNCES = 40  # bounces after which a ball lies still, so that every match ends


@jit
def give_ball(g: Game, p: int) -> None:
    """Make player `p` the carrier of the ball, on the square where he is."""
    g.state[s.BALL], g.state[s.CARRIER], g.state[s.BALL_AT], g.state[s.BALL_SCATTERS] = s.HELD, p, find_square(g, p), 0


@jit
def find_own_end(g: Game, team: int) -> int:
    """Return which end zone a team defends in this match: 0 for the home end zone, 1 for the away end zone.

    Args:
        team: 0 for the team with the first turn, 1 for the other
    """
    return int(g.state[s.FIRST_TEAM_END] if team == 0 else 1 - g.state[s.FIRST_TEAM_END])


@jit
def check_touchdown(g: Game) -> None:
    """Record in SCORER the team whose carrier stands in the end zone of the other team.

    Once a touchdown is recorded, nothing changes.
    """
    if g.state[s.BALL] != s.HELD or g.state[s.SCORER] >= 0:
        return
    p = g.state[s.CARRIER]
    if is_standing(g, p) and g.squares[0, find_square(g, p), s.ZONE] == 2 - find_own_end(g, p // s.TEAM_SIZE):
        g.state[s.SCORER] = p // s.TEAM_SIZE


@jit
def find_ball_modifier(g: Game, p: int) -> int:
    """Return the modifier, 0 or less, that the surroundings of player `p` give his throws and catches.

    Each opponent who marks the player counts -1. Standing in the Bone Pit or the Sewer (rooms of gw-2021) counts -1,
    too.
    """
    return -count_markers(g, p) - (1 if find_room(g, find_square(g, p)) in (s.BONE_PIT, s.SEWER) else 0)


@jit
def try_catch(g: Game, p: int, modifier: int) -> bool:
    """Roll whether player `p` catches a ball that comes to his square; if so, give him the ball and return True.

    Args:
        modifier: is added to the roll, besides `find_ball_modifier`
    """
    if roll_test(g, p, g.players[p, s.AGILITY], modifier + find_ball_modifier(g, p), False):
        give_ball(g, p)
        return True
    return False


@jit
def try_pick_up(g: Game, p: int) -> bool:
    """Roll whether player `p` picks up the ball on his square; return True if he has it then.

    Each opponent who marks him counts -1; the skill Sure Hands allows a second roll. A ball that is not picked up
    scatters.
    """
    has_sure_hands = bool(g.players[p, s.SKILLS] & s.SURE_HANDS)
    success = roll_test(g, p, g.players[p, s.AGILITY], -count_markers(g, p), has_sure_hands)
    g.state[s.PICK_UP_ROLLS] += 1
    if success:
        g.state[s.PICK_UPS] += 1
        give_ball(g, p)
        if g.state[s.BALL_FOUND_BY] < 0:
            g.state[s.BALL_FOUND_BY] = p // s.TEAM_SIZE
    else:
        g.state[s.BALL_SCATTERS] = 1
    return success


@jit
def return_ball_by_portal(g: Game) -> None:
    """Return a ball that left its square (through a portal, a hazard or with a lost player) to a random portal.

    Without any portal the ball stays out of the dungeon (AWAY). A standing player on the portal may try to catch the
    ball; in an edition where the ball of a lost player comes back a turn later (gw-1989), he simply has it. In all
    other cases the ball is loose and scatters from the portal.
    """
    portals = count_listed(g, s.PORTALS)
    if not portals:
        g.state[s.BALL], g.state[s.BALL_SCATTERS] = s.AWAY, 0
        return
    square = g.lists[s.PORTALS, roll_die(g, portals) - 1]
    release_ball(g, square)
    g.state[s.BALL_JUMPS] += 1
    occupant = g.board[square, s.OCCUPANT] - 1
    if occupant < 0 or not is_standing(g, occupant) or g.rules[s.ARRIVES_BESIDE] or g.rules[s.BALL_SCATTERS_ON]:
        return
    if g.rules[s.BALL_LOST] == 1:
        give_ball(g, occupant)
    else:
        try_catch(g, occupant, BOUNCING)


@jit
def is_closed_to_ball(g: Game, square: int) -> bool:
    """Return True if the ball can neither come to a square nor lie on it.

    That is an obstacle, an entry, a shut door or rolling stone, an open pit, or a chest in an edition where chests are
    opened from beside them.
    """
    if g.squares[0, square, s.KIND] not in (s.FLOOR, s.HAZARD) or g.board[square, s.BARRIER]:
        return True
    if g.board[square, s.CURRENT_TRAP] in (s.PIT, s.SPIKED, s.DEADLY):
        return True
    return bool(g.board[square, s.CHEST] and g.rules[s.CHEST_ENTERED] == 0)


@jit
def settle_ball(g: Game) -> None:
    """Scatter a loose ball until somebody catches it or it lies still, then check for a touchdown.

    The ball scatters if BALL_SCATTERS is set or if a player stands on its square. A ball that would lie still on a
    hazard or on a square that is closed to it comes back on a portal instead.
    """
    if g.state[s.BALL] == s.LOOSE and g.board[g.state[s.BALL_AT], s.OCCUPANT]:
        g.state[s.BALL_SCATTERS] = 1
    for _ in range(_MAX_BOUNCES):
        if g.state[s.BALL_SCATTERS] == 0 or g.state[s.BALL] != s.LOOSE:
            break
        _bounce_ball(g)
    g.state[s.BALL_SCATTERS] = 0
    square = g.state[s.BALL_AT]
    if g.state[s.BALL] == s.LOOSE and (g.squares[0, square, s.KIND] != s.FLOOR or is_closed_to_ball(g, square)):
        return_ball_by_portal(g)
        g.state[s.BALL_SCATTERS] = 0
    check_touchdown(g)


@jit
def _bounce_ball(g: Game) -> None:
    """Move the loose ball by one square in a random direction, as one step of its scatter.

    A ball on a hazard, a ball stopped by a wall and a ball that comes onto a portal follow the edition's rules
    BALL_IN_HAZARD, BALL_AT_WALL and BALL_SCATTERS_ON. On plain floor the ball comes to rest or may be caught.
    """
    square = g.state[s.BALL_AT]
    if g.squares[0, square, s.KIND] == s.HAZARD and g.rules[s.BALL_IN_HAZARD] == 1:
        return_ball_by_portal(g)
        return
    direction = pick_direction(g, roll_die(g, 8) - 1)
    neighbour = find_neighbour(g, square, direction)
    if _is_ball_stopped(g, square, neighbour):
        if g.rules[s.BALL_AT_WALL] == 0:
            return
        neighbour = _find_bounce_square(g, square, direction)
        if neighbour == square:
            _rest_ball(g, square)
            return
    g.state[s.BALL_AT] = neighbour
    if g.squares[0, neighbour, s.KIND] == s.HAZARD:
        return
    if not g.squares[0, neighbour, s.PORTAL]:
        _rest_ball(g, neighbour)
    elif not g.rules[s.BALL_SCATTERS_ON]:
        return_ball_by_portal(g)


@jit
def _is_ball_stopped(g: Game, square: int, neighbour: int) -> bool:
    """Return True if the ball cannot scatter from `square` to `neighbour`, the square one step away (-1 for a wall).

    Walls and squares that are closed to the ball stop it. Under brawl-2013 (BALL_IN_HAZARD 2) a hazard does so, too.
    """
    if neighbour < 0 or is_closed_to_ball(g, neighbour):
        return True
    enters_hazard = g.squares[0, square, s.KIND] != s.HAZARD and g.squares[0, neighbour, s.KIND] == s.HAZARD
    return bool(enters_hazard and g.rules[s.BALL_IN_HAZARD] == 2)


@jit
def _find_bounce_square(g: Game, square: int, direction: int) -> int:
    """Return the square to which the ball bounces if a wall stops it in a direction; `square` itself if it stays.

    A diagonal ball goes one square along the wall if the wall goes on there and if only one side is blocked: it comes
    off the wall as light off a mirror. Any other ball stays.

    Args:
        square: the square of the ball
        direction: the direction in which the ball was stopped, 0 north, clockwise to 7
    """
    left, right = (direction + 7) % 8, (direction + 1) % 8
    if direction % 2 == 0 or _is_ball_stopped(g, square, find_neighbour(g, square, left)) == _is_ball_stopped(
        g, square, find_neighbour(g, square, right)
    ):
        return square
    along_wall, across_wall = (
        (right, left) if _is_ball_stopped(g, square, find_neighbour(g, square, left)) else (left, right)
    )
    neighbour = find_neighbour(g, square, along_wall)
    return int(neighbour) if _is_ball_stopped(g, neighbour, find_neighbour(g, neighbour, across_wall)) else square


@jit
def _rest_ball(g: Game, square: int) -> None:
    """Let the ball come to rest on a free square, or let a standing player on the square try to catch it.

    On a hazard or a portal, or on a player who does not stand, the ball goes on scattering.
    """
    if g.squares[0, square, s.KIND] == s.HAZARD or g.squares[0, square, s.PORTAL]:
        return
    occupant = g.board[square, s.OCCUPANT] - 1
    if occupant < 0:
        g.state[s.BALL_SCATTERS] = 0
    elif is_standing(g, occupant):
        try_catch(g, occupant, BOUNCING)
