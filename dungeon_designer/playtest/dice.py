"""Roll dice and look up squares, directions and players; all other modules of a match use this one.

The dice are xoshiro128** (Blackman and Vigna) in 64-bit integers that never overflow.

Each match has its own stream of dice, made from the seed, the number of its round and its place in the round, so the
match is the same in every process.
"""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import jit, jit_inline
from dungeon_designer.playtest.state import Array, Game

_MASK = 0xFFFFFFFF


@jit
def _multiply_32_bits(a: int, b: int) -> int:
    """Return the low 32 bits of the product of two 32-bit numbers.

    The product is computed in two halves, since a whole one may overflow 64 bits.
    """
    return (a * (b & 0xFFFF) + (((a * (b >> 16)) & 0xFFFF) << 16)) & _MASK


@jit
def mix_numbers(a: int, b: int) -> int:
    """Return a 32-bit number mixed from two 32-bit numbers, so that each bit depends on all their bits.

    It is the finaliser of MurmurHash3. It makes seeds for the dice, and checksums for tests.
    """
    x = (_multiply_32_bits(a ^ 0x9E3779B9, 0x85EBCA6B) ^ b) & _MASK
    x ^= x >> 16
    x = _multiply_32_bits(x, 0x85EBCA6B)
    x ^= x >> 13
    x = _multiply_32_bits(x, 0xC2B2AE35)
    return int(x ^ (x >> 16))


@jit
def seed_dice(state: Array, seed: int, round_number: int, half: int) -> None:
    """Set the dice of one match to the start that belongs to its seed, round and place in the round.

    Args:
        state: the numbers of `Game.state`; four of them are the state of the dice
        seed: the seed of the whole series of matches
        round_number: the number of the round
        half: the place of the match in its round, 0 to 3
    """
    base = mix_numbers(
        mix_numbers(seed & _MASK, (seed >> 32) & _MASK), mix_numbers(round_number & _MASK, (round_number >> 32) & _MASK)
    )
    base = mix_numbers(base, half + 1)
    for i in range(4):
        state[s.DICE + i] = mix_numbers(base, i + 17)
    state[s.DICE] |= 1  # never all zeroes


@jit_inline
def draw_bits(state: Array) -> int:
    """Return the next 32 random bits and advance the dice (one step of xoshiro128**)."""
    s0, s1, s2, s3 = state[s.DICE], state[s.DICE + 1], state[s.DICE + 2], state[s.DICE + 3]
    x = (s1 * 5) & _MASK
    result = ((((x << 7) | (x >> 25)) & _MASK) * 9) & _MASK
    t = (s1 << 9) & _MASK
    s2 ^= s0
    s3 ^= s1
    state[s.DICE + 1] = s1 ^ s2
    state[s.DICE] = s0 ^ s3
    state[s.DICE + 2] = s2 ^ t
    state[s.DICE + 3] = ((s3 << 11) | (s3 >> 21)) & _MASK
    return int(result)


@jit
def roll_die(g: Game, faces: int) -> int:
    """Roll a die and return 1 to `faces`. All faces are equally likely, to one part in two hundred million."""
    return int((draw_bits(g.state) * faces) >> 32) + 1


@jit
def roll_two_dice(g: Game) -> int:
    """Roll two six-sided dice and return their sum."""
    return roll_die(g, 6) + roll_die(g, 6)


@jit
def pick_direction(g: Game, k: int) -> int:
    """Return the k-th of the eight directions in the order of this match: 0 north, 1 north-east, clockwise to 7.

    Code that tries all directions uses this order. Each match draws one of eight orders (four rotations, each also
    mirrored), so no direction of a dungeon comes first more often than another.
    """
    orientation = g.state[s.ORIENTATION]
    return int((2 * (orientation & 3) + (k if orientation < 4 else 8 - k)) & 7)


@jit
def find_neighbour(g: Game, square: int, direction: int) -> int:
    """Return the square one step away in a direction, as the rooms lie now; -1 if a wall or rock is there."""
    return int(g.squares[g.state[s.ROTATION], square, direction])


@jit
def find_player_beside(g: Game, square: int, direction: int) -> int:
    """Return the player on the square one step away in a direction; -1 if nobody stands there."""
    neighbour = find_neighbour(g, square, direction)
    return int(g.board[neighbour, s.OCCUPANT] - 1 if neighbour >= 0 else -1)


@jit
def count_listed(g: Game, row: int) -> int:
    """Return how many numbers a row of `Game.lists` holds before the -1 that ends it."""
    count = 0
    while count < g.lists.shape[1] and g.lists[row, count] >= 0:
        count += 1
    return count


@jit
def find_room(g: Game, square: int) -> int:
    """Return the code of the room in which a square lies, such as CURSED; 0 for a room without a rule of its own."""
    return int(g.squares[g.state[s.ROTATION], square, s.ROOM])


@jit
def find_square(g: Game, p: int) -> int:
    """Return the number of the square on which player `p` is; -1 if he is on none."""
    return int(g.players[p, s.SQUARE])


@jit
def is_standing(g: Game, p: int) -> bool:
    """Return True if player `p` is in the dungeon and on his feet."""
    return bool(g.players[p, s.STATE] == s.STANDING)


@jit
def list_players(team: int) -> range:
    """Return the numbers of the players of a team as a range, players who do not take part included."""
    return range(team * s.TEAM_SIZE, (team + 1) * s.TEAM_SIZE)


@jit
def find_needed_roll(target: int, modifier: int) -> int:
    """Return the lowest roll of a D6 that meets a target number after a modifier is added, 2 to 6.

    A 1 always fails and a 6 always succeeds.
    """
    return min(6, max(2, target - modifier))


@jit
def measure_chance(target: int, modifier: int) -> int:
    """Return how surely a D6 test succeeds, in 10,000.

    Args:
        target: the number to reach
        modifier: is added to the roll
    """
    return (7 - find_needed_roll(target, modifier)) * 10000 // 6


@jit
def use_reroll(g: Game, p: int, skill: bool) -> bool:
    """Return True if player `p` may roll his dice once more, and use up the team's re-roll if that is what allows it.

    A skill that helps here is free. Else the team's re-roll is used, at most one in a turn and only in the team's own
    turn. In the Cursed Room (gw-2021) nothing may be rolled again.

    Args:
        skill: whether a skill of the player allows a new roll
    """
    team = p // s.TEAM_SIZE
    if find_room(g, find_square(g, p)) == s.CURSED:
        return False
    if skill:
        return True
    if team != g.state[s.ACTIVE_TEAM] or g.state[s.REROLLS + team] <= 0 or g.state[s.REROLL_USED]:
        return False
    g.state[s.REROLLS + team] -= 1
    g.state[s.REROLL_USED] = 1
    return True


@jit
def roll_test(g: Game, p: int, target: int, modifier: int, skill: bool) -> bool:
    """Roll a D6 test of player `p`, and once more if a re-roll or skill allows it; return True if it succeeds.

    Args:
        target: the number to reach
        modifier: is added to the roll
        skill: whether a skill of the player allows a new roll
    """
    needed = find_needed_roll(target, modifier)
    return bool(roll_die(g, 6) >= needed or (use_reroll(g, p, skill) and roll_die(g, 6) >= needed))
