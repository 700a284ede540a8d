"""Resolve blocks: assists, block dice, pushes with what lies behind the pushed player, and following up."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import jit
from dungeon_designer.playtest.dice import (
    find_neighbour,
    find_player_beside,
    find_room,
    find_square,
    is_standing,
    roll_die,
    use_reroll,
)
from dungeon_designer.playtest.entering import (
    FALLING,
    ON_FOOT,
    PUSHED,
    STRUCK,
    enter_square,
    fall_on_square,
    resolve_pushed_players,
)
from dungeon_designer.playtest.positions import (
    count_markers,
    count_markers_at,
    has_ball,
    knock_down,
    move_player,
    roll_armour,
)
from dungeon_designer.playtest.pushing import choose_push_square, find_occupied_square, push_chain
from dungeon_designer.playtest.state import Game

WALL_NOTHING, WALL_ANYWHERE, WALL_BEHIND, WALL_LAST = range(4)
"""Values of the rule WALLS: what a wall behind a pushed player does.

Nothing (the text is silent); any free neighbour, else the player falls (gw-1989); an armour roll if the wall is
straight behind (brawl-2013); an armour roll only if no square is free (naf-2019, db7s-2019).
"""


@jit
def find_direction(g: Game, start: int, end: int) -> int:
    """Return the direction, 0 north, clockwise to 7, of the step from a square to another; -1 if no step leads."""
    for direction in range(8):
        if find_neighbour(g, start, direction) == end:
            return direction
    return -1


@jit
def push_player(g: Game, p: int, opponent: int, falls: bool) -> bool:
    """Push an opponent one square away from player `p`; return True if a wall makes the opponent's fall worse.

    What the new square does to him is left to the caller.

    Args:
        falls: whether the opponent is also knocked down by the block
    """
    square = find_square(g, opponent)
    direction = find_direction(g, find_square(g, p), square)
    if direction < 0:
        return False
    wall_rule = g.rules[s.WALLS]
    if wall_rule == WALL_BEHIND and direction % 2 == 0 and find_neighbour(g, square, direction) < 0:
        return _hit_wall(g, opponent, falls, 0)
    destination = choose_push_square(
        g, square, direction, opponent // s.TEAM_SIZE != p // s.TEAM_SIZE, 8 if wall_rule == WALL_ANYWHERE else 3
    )
    if destination < 0:
        destination = find_occupied_square(g, square, direction)
        if destination < 0 or not push_chain(g, destination, direction):
            return _push_without_space(g, p, opponent, falls, direction)
    move_player(g, opponent, destination)
    resolve_pushed_players(g)
    return False


@jit
def _push_without_space(g: Game, p: int, opponent: int, falls: bool, direction: int) -> bool:
    """Resolve a push by player `p` for which there is no square.

    The edition's rule WALLS, or a crypt behind the opponent, decides: nothing happens, or the opponent falls, or he
    rolls for armour. Returns True if he is to fall and the wall makes that fall worse.

    Args:
        falls: whether the opponent is also knocked down by the block
        direction: the direction of the push, 0 north, clockwise to 7
    """
    wall_rule, behind = g.rules[s.WALLS], find_neighbour(g, find_square(g, opponent), direction)
    if wall_rule in (WALL_LAST, WALL_BEHIND):
        return _hit_wall(g, opponent, falls, 1 if wall_rule == WALL_LAST else 0)
    if wall_rule == WALL_ANYWHERE:
        knock_down(g, opponent, 0, _find_blow(g, p), s.BY_WALL)
    elif behind >= 0 and find_room(g, behind) == s.CRYPT:
        knock_down(g, opponent, 1, _find_blow(g, p), s.BY_WALL)
    return False


@jit
def _hit_wall(g: Game, p: int, falls: bool, modifier: int) -> bool:
    """Resolve a push of player `p` against a wall; return `falls`.

    If he falls, the wall makes his fall worse, which the caller applies. If not, he rolls for armour at once.

    Args:
        modifier: is added to the armour roll
    """
    if not falls:
        roll_armour(g, p, modifier, 0, s.BY_WALL)
    return falls


ATTACKER_DOWN, BOTH_DOWN, PUSH, PUSH_AGAIN, STUMBLE, POW = range(1, 7)
"""The faces of a block die."""


@jit
def are_adjacent(g: Game, first: int, second: int) -> bool:
    """Return True if one step leads from one square to the other; a wall between them prevents that."""
    return find_direction(g, first, second) >= 0


@jit
def count_assists(g: Game, p: int, opponent: int) -> int:
    """Return how many team-mates of player `p` assist him against an opponent.

    A team-mate assists if he stands beside the opponent and no other opponent marks him.
    """
    count, square = 0, find_square(g, opponent)
    for direction in range(8):
        occupant = find_player_beside(g, square, direction)
        if occupant >= 0 and occupant != p and occupant // s.TEAM_SIZE == p // s.TEAM_SIZE and is_standing(g, occupant):
            count += count_markers(g, occupant) <= (1 if is_standing(g, opponent) else 0)
    return count


@jit
def count_opposing_assists(g: Game, p: int, opponent: int, square: int) -> int:
    """Return how many players would assist an opponent against player `p`, if he blocked him from a square.

    They stand beside this square, and no team-mate of player `p` marks them. His own tackle zone does not count.
    """
    count = 0
    for direction in range(8):
        occupant = find_player_beside(g, square, direction)
        if occupant >= 0 and occupant != opponent and occupant // s.TEAM_SIZE != p // s.TEAM_SIZE:
            is_marked_by_p = is_standing(g, p) and are_adjacent(g, find_square(g, p), find_square(g, occupant))
            count += is_standing(g, occupant) and count_markers(g, occupant) == (1 if is_marked_by_p else 0)
    return count


@jit
def count_block_dice(g: Game, p: int, opponent: int) -> int:
    """Return the number of block dice when player `p` blocks an opponent: 1 to 3, or -2 or -3.

    It follows from the strengths with assists. A negative number means that the opponent chooses the face that counts.
    """
    return compare_strengths(g, p, opponent, count_assists(g, p, opponent), count_assists(g, opponent, p))


@jit
def compare_strengths(g: Game, p: int, opponent: int, assists: int, opposing_assists: int) -> int:
    """Return the number of block dice of player `p` against an opponent, as `count_block_dice` does, by their assists.

    Args:
        assists: how many team-mates assist player `p`
        opposing_assists: how many players assist the opponent
    """
    strength = g.players[p, s.STRENGTH] + g.players[p, s.EXTRA_STRENGTH] + assists
    opponent_strength = g.players[opponent, s.STRENGTH] + g.players[opponent, s.EXTRA_STRENGTH] + opposing_assists
    if strength == opponent_strength:
        return 1
    if strength > opponent_strength:
        return 3 if strength > 2 * opponent_strength else 2
    return -3 if opponent_strength > 2 * strength else -2


@jit
def rate_face(g: Game, p: int, opponent: int, face: int) -> int:
    """Return how good a face of the block die is for the attacker `p`, 0 to 10.

    0 means that he alone falls, 10 that the opponent alone falls. Skills of both players count.
    """
    if face == ATTACKER_DOWN:
        return 0
    if face == BOTH_DOWN:
        has_block, opponent_has_block = g.players[p, s.SKILLS] & s.BLOCK, g.players[opponent, s.SKILLS] & s.BLOCK
        if has_block:
            return 5 if opponent_has_block else 8
        return 1 if opponent_has_block else 2
    if face == STUMBLE:
        return 6 if g.players[opponent, s.SKILLS] & s.DODGE else 9
    return 10 if face == POW else 6


@jit
def choose_face(g: Game, p: int, opponent: int, dice: int) -> int:
    """Roll block dice and return the face that counts, 1 to 6.

    It is the face that `rate_face` finds best for the attacker `p`, or worst if the opponent chooses.

    Args:
        dice: the number of dice; negative if the opponent chooses
    """
    best = roll_die(g, 6)
    for _ in range(abs(dice) - 1):
        face = roll_die(g, 6)
        if dice * (rate_face(g, p, opponent, face) - rate_face(g, p, opponent, best)) > 0:
            best = face
    return best


@jit
def block_opponent(g: Game, p: int, opponent: int) -> None:
    """Make player `p` block a standing opponent beside him: roll the block dice and apply the face that counts.

    The team's re-roll is used if the face would knock player `p` down.
    """
    g.state[s.BLOCKS] += 1
    g.players[p, s.MOVED] = 1
    g.board[g.players[opponent, s.SQUARE], s.BLOCK_COUNT] += 1
    dice = count_block_dice(g, p, opponent)
    face = choose_face(g, p, opponent, dice)
    if _is_attacker_down(g, p, face) and use_reroll(g, p, False):
        face = choose_face(g, p, opponent, dice)
    if face == ATTACKER_DOWN:
        knock_down(g, p, 0, _find_blow(g, opponent), s.BY_BLOCK)
    elif face == BOTH_DOWN:
        if not g.players[opponent, s.SKILLS] & s.BLOCK:
            knock_down(g, opponent, 0, _find_blow(g, p), s.BY_BLOCK)
        if _is_attacker_down(g, p, face):
            knock_down(g, p, 0, _find_blow(g, opponent), s.BY_BLOCK)
    else:
        falls = face == POW or (face == STUMBLE and not g.players[opponent, s.SKILLS] & s.DODGE)
        _push_blocked_player(g, p, opponent, falls)


@jit
def _is_attacker_down(g: Game, p: int, face: int) -> bool:
    """Return True if a face of the block die knocks the attacking player `p` down.

    On BOTH_DOWN the skill Block keeps him on his feet.
    """
    return bool(face == ATTACKER_DOWN or (face == BOTH_DOWN and not g.players[p, s.SKILLS] & s.BLOCK))


@jit
def _find_blow(g: Game, p: int) -> int:
    """Return 1 if player `p` has Mighty Blow, else 0: the `blow` of an armour roll."""
    return 1 if g.players[p, s.SKILLS] & s.MIGHTY_BLOW else 0


@jit
def _push_blocked_player(g: Game, p: int, opponent: int, falls: bool) -> None:
    """Push the blocked opponent back, apply what his new square does, and let player `p` follow up.

    Args:
        falls: whether the opponent is also knocked down
    """
    old_square, had_ball = find_square(g, opponent), has_ball(g, opponent)
    blow = _find_blow(g, p) + (1 if push_player(g, p, opponent, falls) else 0)
    moved = find_square(g, opponent) != old_square
    if moved and find_square(g, opponent) >= 0:
        if falls:
            fall_on_square(g, opponent, blow, s.BY_BLOCK, STRUCK if blow else FALLING)
        else:
            enter_square(g, opponent, PUSHED)
    elif falls:
        knock_down(g, opponent, 0, blow, s.BY_BLOCK)
    if moved and is_standing(g, p) and _should_follow_up(g, p, old_square, had_ball):
        move_player(g, p, old_square)
        enter_square(g, p, ON_FOOT)


@jit
def _should_follow_up(g: Game, p: int, free_square: int, had_ball: bool) -> bool:
    """Return True if the attacker `p` steps onto the square from which he pushed an opponent.

    He never steps onto a trap or an occupied square. He must follow if the edition says so. Else he follows if the
    opponent had the ball, or if no more opponents mark him there than here, but not onto a portal.

    Args:
        free_square: the square that the opponent left
        had_ball: whether the opponent had the ball before the push
    """
    if g.board[free_square, s.OCCUPANT] or g.board[free_square, s.CURRENT_TRAP]:
        return False
    if g.rules[s.MUST_FOLLOW]:
        return True
    if g.squares[0, free_square, s.PORTAL]:
        return False
    return had_ball or count_markers_at(g, p // s.TEAM_SIZE, free_square) <= count_markers(g, p)
