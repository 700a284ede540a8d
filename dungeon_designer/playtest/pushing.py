"""Find the squares to which players are pushed, and push whoever stands in the way."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import jit
from dungeon_designer.playtest.dice import find_neighbour, pick_direction
from dungeon_designer.playtest.positions import is_free, move_player
from dungeon_designer.playtest.state import Game

_MAX_CHAIN = 12  # players who are pushed by one push at most


@jit
def _find_push_square(g: Game, square: int, direction: int, k: int) -> int:
    """Return the k-th square to try when a player on a square is pushed in a direction; -1 for a wall or rock.

    For k = 0, 1, 2 … the squares lie 0, 1, -1, 2, -2, 3, -3, 4 directions away from the push, counted clockwise. In
    matches whose orientation is mirrored they are counted anticlockwise.
    """
    offset = (k + 1) // 2 if k % 2 else -(k // 2)
    return find_neighbour(
        g,
        square,
        (direction + offset if pick_direction(g, 1) == (pick_direction(g, 0) + 1) % 8 else direction - offset) % 8,
    )


@jit
def choose_push_square(g: Game, square: int, direction: int, hostile: bool, square_count: int) -> int:
    """Return the square without a player, free or a hazard, to which a player is pushed; -1 if there is none.

    Args:
        square: the square of the pushed player
        direction: the direction of the push
        hostile: whether the pushed player is an opponent, for whom the worst square is chosen; else the best
        square_count: how many squares are tried: 3 behind the player, or 8 all round
    """
    best, best_value = -1, -1
    for k in range(square_count):
        neighbour = _find_push_square(g, square, direction, k)
        if neighbour >= 0 and (is_free(g, neighbour) or g.squares[0, neighbour, s.KIND] == s.HAZARD):
            value = _rate_harm(g, neighbour) if hostile else 9 - _rate_harm(g, neighbour)
            if value > best_value:
                best, best_value = neighbour, value
    return best


@jit
def _rate_harm(g: Game, square: int) -> int:
    """Return how bad a square is for a player who is pushed onto it, 1 to 9.

    A hazard is 9, a pit or trapdoor 7, a portal 4, a chest 3, all else 1.
    """
    if g.squares[0, square, s.KIND] == s.HAZARD:
        return 9
    pit = g.board[square, s.CURRENT_TRAP]
    if pit and pit != s.COUNTER:
        return 7
    if g.squares[0, square, s.PORTAL]:
        return 4
    return 3 if g.board[square, s.CHEST] else 1


@jit
def find_occupied_square(g: Game, square: int, direction: int) -> int:
    """Return the first square with a player among the three behind a pushed player; -1 if none has one.

    Args:
        square: the square of the pushed player
        direction: the direction of the push
    """
    for k in range(3):
        neighbour = _find_push_square(g, square, direction, k)
        if neighbour >= 0 and g.board[neighbour, s.OCCUPANT]:
            return int(neighbour)
    return -1


@jit
def push_chain(g: Game, square: int, direction: int) -> bool:
    """Push the player on a square, and, where there is no room, the player behind him, and so on.

    Returns True if the square became free; False if a wall or more than twelve players stop the chain, and then nobody
    moves. What the new squares do to these players happens later; until then PUSHED_PLAYERS has a bit for each of them.
    """
    count, neighbour, destination = 0, square, -1
    while destination < 0:
        if neighbour < 0 or count >= min(_MAX_CHAIN, g.board.shape[0]):
            return False
        g.board[count, s.QUEUE] = neighbour
        count += 1
        destination = choose_push_square(g, neighbour, direction, False, 3)
        if destination < 0:
            neighbour = find_occupied_square(g, neighbour, direction)
    for i in range(count - 1, -1, -1):
        source = g.board[i, s.QUEUE]
        occupant = g.board[source, s.OCCUPANT] - 1
        move_player(g, occupant, destination)
        g.state[s.PUSHED_PLAYERS] |= 1 << occupant
        destination = source
    return True
