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
    """Add the tackle zone of player `p` to the squares one step away (change 1) or take it away (change -1)."""
    square, column, rotation = find_square(g, p), s.TACKLE_ZONES + p // s.TEAM_SIZE, g.state[s.ROTATION]
    for direction in range(8):
        neighbour = g.squares[rotation, square, direction]
        if neighbour >= 0:
            g.board[neighbour, column] += change


@jit
def place_player(g: Game, p: int, square: int, state: int) -> None:
    """Place a player who is off the map on a square, in a state.

    A player who is trapped in a pit does not occupy the square.
    """
    g.players[p, s.SQUARE], g.players[p, s.STATE] = square, state
    if state != s.TRAPPED:
        g.board[square, s.OCCUPANT] = p + 1
    if state == s.STANDING:
        _change_tackle_zones(g, p, 1)


@jit
def lift_player(g: Game, p: int) -> None:
    """Take player `p` off his square; his state stays."""
    square = find_square(g, p)
    if is_standing(g, p):
        _change_tackle_zones(g, p, -1)
    if g.board[square, s.OCCUPANT] == p + 1:
        g.board[square, s.OCCUPANT] = 0
    g.players[p, s.SQUARE] = -1


@jit
def move_player(g: Game, p: int, destination: int) -> None:
    """Move a player from his square, if he has one, to another square; he stays on his feet or on the ground."""
    state = g.players[p, s.STATE]
    if find_square(g, p) >= 0:
        lift_player(g, p)
    place_player(g, p, destination, state)


@jit
def cause_turnover(g: Game, p: int) -> None:
    """End the turn of the team of player `p`, if it is that team's turn."""
    if p // s.TEAM_SIZE == g.state[s.ACTIVE_TEAM]:
        g.state[s.TURN_OVER] = 1


@jit
def set_player_state(g: Game, p: int, state: int) -> None:
    """Give player `p` another state on the same square: standing, prone, stunned or trapped."""
    square = find_square(g, p)
    lift_player(g, p)
    place_player(g, p, square, state)


@jit
def recount_tackle_zones(g: Game) -> None:
    """Count all tackle zones anew, after a room has rotated."""
    g.board[:, s.TACKLE_ZONES : s.TACKLE_ZONES + 2] = 0
    for p in range(2 * s.TEAM_SIZE):
        if is_standing(g, p):
            _change_tackle_zones(g, p, 1)


@jit
def select_step_table(g: Game) -> None:
    """Select the table of distances that holds now, after a room has rotated or a trapdoor has opened."""
    rotations = g.squares.shape[0]
    open_set = min(g.state[s.OPEN_TRAPDOORS], g.steps.shape[0] // rotations - 1)
    g.state[s.STEP_TABLE] = open_set * rotations + g.state[s.ROTATION]


@jit
def is_free(g: Game, square: int) -> bool:
    """Return True if a player may come to stand on a square.

    The square must be floor, unoccupied, without a shut door or stone, and without a chest, unless chests are entered.
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
    """Return how many opponents of a team have their tackle zone on a square."""
    return int(g.board[square, s.TACKLE_ZONES + 1 - team])


@jit
def count_markers(g: Game, p: int) -> int:
    """Return how many opponents have their tackle zone on the square of player `p`."""
    return count_markers_at(g, p // s.TEAM_SIZE, find_square(g, p))


@jit
def stop_player(g: Game, p: int) -> None:
    """Take all movement and rushes that player `p` has left in this turn."""
    g.players[p, s.MOVES_LEFT], g.players[p, s.RUSHES_LEFT] = 0, 0


@jit
def can_continue(g: Game) -> bool:
    """Return True if the turn of the active team goes on: no turnover, no touchdown."""
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
    """Take player `p` out of the dungeon and count the loss; a ball that he carried stays on the square.

    Args:
        state: what the player is then: knocked out, a casualty or lost
        cause: one of the `BY_…` codes, for the counts of losses
    """
    drop_ball(g, p)
    lift_player(g, p)
    g.players[p, s.STATE] = state
    g.state[s.LOSSES + cause] += 1


@jit
def roll_injury(g: Game, p: int, modifier: int, cause: int) -> None:
    """Roll for an injury of player `p`: up to 7 stunned, 8 or 9 knocked out, 10 or more a casualty.

    A player in a pit who would be stunned is only trapped.
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
    """Roll against the armour of player `p`, and roll for an injury if the armour breaks.

    Args:
        modifier: is added to the roll
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
    """Knock a standing player down: a turnover in his own team's turn, a loose ball, and an armour roll.

    Args:
        modifier: is added to the armour roll
        blow: 0 none, 1 Mighty Blow, 2 Mighty Blow made worse by the place
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
    """Give the ball to player `p`."""
    g.state[s.BALL], g.state[s.CARRIER], g.state[s.BALL_AT], g.state[s.BALL_SCATTERS] = s.HELD, p, find_square(g, p), 0


@jit
def find_own_end(g: Game, team: int) -> int:
    """Return which end zone a team defends: 0 for the home end zone, 1 for the away end zone."""
    return int(g.state[s.FIRST_TEAM_END] if team == 0 else 1 - g.state[s.FIRST_TEAM_END])


@jit
def check_touchdown(g: Game) -> None:
    """Record a touchdown if the carrier stands in the end zone of the other team."""
    if g.state[s.BALL] != s.HELD or g.state[s.SCORER] >= 0:
        return
    p = g.state[s.CARRIER]
    if is_standing(g, p) and g.squares[0, find_square(g, p), s.ZONE] == 2 - find_own_end(g, p // s.TEAM_SIZE):
        g.state[s.SCORER] = p // s.TEAM_SIZE


@jit
def find_ball_modifier(g: Game, p: int) -> int:
    """Return the modifier of the place of player `p` to throws, catches and hand-offs, 0 or less.

    Each opponent who marks the player counts -1, and so does standing in the Bone Pit or the Sewer.
    """
    return -count_markers(g, p) - (1 if find_room(g, find_square(g, p)) in (s.BONE_PIT, s.SEWER) else 0)


@jit
def try_catch(g: Game, p: int, modifier: int) -> bool:
    """Roll whether player `p` catches a ball that comes to his square, and give him the ball if he does.

    Returns True if he caught it.
    """
    if roll_test(g, p, g.players[p, s.AGILITY], modifier + find_ball_modifier(g, p), False):
        give_ball(g, p)
        return True
    return False


@jit
def try_pick_up(g: Game, p: int) -> bool:
    """Roll whether player `p` picks up the ball on his square; else the ball scatters. Return True if he did."""
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
    """Return the ball to play on a random portal.

    A player on the portal may catch the ball, or simply has it where it had left the dungeon (gw-1989). Else the ball
    scatters from there. Without any portal the ball stays out of the dungeon.
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
    """Return True if the ball cannot lie on a square.

    That is an obstacle, an entry, a shut door, an open pit, or a chest that nobody enters.
    """
    if g.squares[0, square, s.KIND] not in (s.FLOOR, s.HAZARD) or g.board[square, s.BARRIER]:
        return True
    if g.board[square, s.CURRENT_TRAP] in (s.PIT, s.SPIKED, s.DEADLY):
        return True
    return bool(g.board[square, s.CHEST] and g.rules[s.CHEST_ENTERED] == 0)


@jit
def settle_ball(g: Game) -> None:
    """Scatter a loose ball until somebody catches it or it lies still, then check for a touchdown.

    The ball scatters if it was let go or if a player came onto its square. A ball that would lie still where it cannot
    lie comes back on a portal.
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
    """Scatter the ball by one square, in a random direction; a wall, a hazard or a portal has its own effect."""
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
    """Return True if the ball cannot scatter from one square to another.

    A wall stops it, a square that is closed to it, and under brawl-2013 a hazard. `neighbour` is -1 for a wall.
    """
    if neighbour < 0 or is_closed_to_ball(g, neighbour):
        return True
    enters_hazard = g.squares[0, square, s.KIND] != s.HAZARD and g.squares[0, neighbour, s.KIND] == s.HAZARD
    return bool(enters_hazard and g.rules[s.BALL_IN_HAZARD] == 2)


@jit
def _find_bounce_square(g: Game, square: int, direction: int) -> int:
    """Return the square to which a ball bounces from a wall that lies in direction `direction`.

    A ball that comes aslant goes on along the wall and off it; any other stays on its square.
    """
    left, right = (direction + 7) % 8, (direction + 1) % 8
    if direction % 2 == 0 or _is_ball_stopped(g, square, find_neighbour(g, square, left)) == _is_ball_stopped(
        g, square, find_neighbour(g, square, right)
    ):
        return square
    along_wall, off_wall = (
        (right, left) if _is_ball_stopped(g, square, find_neighbour(g, square, left)) else (left, right)
    )
    neighbour = find_neighbour(g, square, along_wall)
    return int(neighbour) if _is_ball_stopped(g, neighbour, find_neighbour(g, neighbour, off_wall)) else square


@jit
def _rest_ball(g: Game, square: int) -> None:
    """Make the ball come to rest on a square, or let a standing player there try to catch it.

    On a hazard or a portal the ball does not come to rest.
    """
    if g.squares[0, square, s.KIND] == s.HAZARD or g.squares[0, square, s.PORTAL]:
        return
    occupant = g.board[square, s.OCCUPANT] - 1
    if occupant < 0:
        g.state[s.BALL_SCATTERS] = 0
    elif is_standing(g, occupant):
        try_catch(g, occupant, BOUNCING)
