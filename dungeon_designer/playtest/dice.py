"""What every other part of a game asks: squares beside, directions, and dice.

The dice are xoshiro128** (Blackman and Vigna), seeded game by game, in 64-bit integers that never overflow.

Each game has a stream of its own, made from the seed, the number of its pair and its half, so it is the same game in
whatever process it is played.
"""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import compiled, part
from dungeon_designer.playtest.state import Array, Game

_MASK = 0xFFFFFFFF


@compiled
def _product(a: int, b: int) -> int:
    """The low 32 bits of a product of two 32-bit numbers, in two halves that fit."""
    return (a * (b & 0xFFFF) + (((a * (b >> 16)) & 0xFFFF) << 16)) & _MASK


@compiled
def mixed(a: int, b: int) -> int:
    """Two 32-bit numbers as one of which every bit depends on all of theirs (the finaliser of MurmurHash3)."""
    x = (_product(a ^ 0x9E3779B9, 0x85EBCA6B) ^ b) & _MASK
    x ^= x >> 16
    x = _product(x, 0x85EBCA6B)
    x ^= x >> 13
    x = _product(x, 0xC2B2AE35)
    return int(x ^ (x >> 16))


@compiled
def seed_dice(now: Array, seed: int, pair: int, half: int) -> None:
    """Make the dice of one half of one pair of games ready."""
    base = mixed(mixed(seed & _MASK, (seed >> 32) & _MASK), mixed(pair & _MASK, (pair >> 32) & _MASK))
    base = mixed(base, half + 1)
    for i in range(4):
        now[s.DICE + i] = mixed(base, i + 17)
    now[s.DICE] |= 1  # never all zeroes


@part
def bits(now: Array) -> int:
    """The next 32 bits."""
    s0, s1, s2, s3 = now[s.DICE], now[s.DICE + 1], now[s.DICE + 2], now[s.DICE + 3]
    x = (s1 * 5) & _MASK
    result = ((((x << 7) | (x >> 25)) & _MASK) * 9) & _MASK
    t = (s1 << 9) & _MASK
    s2 ^= s0
    s3 ^= s1
    now[s.DICE + 1] = s1 ^ s2
    now[s.DICE] = s0 ^ s3
    now[s.DICE + 2] = s2 ^ t
    now[s.DICE + 3] = ((s3 << 11) | (s3 >> 21)) & _MASK
    return int(result)


@compiled
def roll(g: Game, sides: int) -> int:
    """A die: 1 to `sides`, each as likely to one part in two hundred million."""
    return int((bits(g.now) * sides) >> 32) + 1


@compiled
def two_dice(g: Game) -> int:
    """2D6."""
    return roll(g, 6) + roll(g, 6)


@compiled
def facing(g: Game, k: int) -> int:
    """The k-th of the eight directions in the way round this game looks at the dungeon.

    Whatever asks all directions asks them in this order. Each game draws one of the eight ways round, so none of a
    dungeon's directions comes first more often than another.
    """
    way = g.now[s.WAY]
    return int((2 * (way & 3) + (k if way < 4 else 8 - k)) & 7)


@compiled
def beside(g: Game, at: int, direction: int) -> int:
    """The square one step away, as rooms stand now; -1 behind a wall."""
    return int(g.squares[g.now[s.TURNED], at, direction])


@compiled
def who_beside(g: Game, at: int, direction: int) -> int:
    """The player on it, -1 for none."""
    there = beside(g, at, direction)
    return int(g.board[there, s.WHO] - 1 if there >= 0 else -1)


@compiled
def listed(g: Game, row: int) -> int:
    """How many numbers a row of `lists` holds."""
    count = 0
    while count < g.lists.shape[1] and g.lists[row, count] >= 0:
        count += 1
    return count


@compiled
def room_of(g: Game, at: int) -> int:
    """The code of the room that a square lies in."""
    return int(g.squares[g.now[s.TURNED], at, s.ROOM])


@compiled
def square_of(g: Game, p: int) -> int:
    """The square a player is on, -1 for none."""
    return int(g.players[p, s.AT])


@compiled
def stands(g: Game, p: int) -> bool:
    """Whether a player is in the dungeon and on his feet."""
    return bool(g.players[p, s.STATE] == s.UP)


@compiled
def players_of(team: int) -> range:
    """The numbers of a team's players."""
    return range(team * s.TEAM, (team + 1) * s.TEAM)


@compiled
def least(target: int, modifier: int) -> int:
    """The least D6 that does for a target number after a modifier: 2 to 6, since 1 never does and 6 always."""
    return min(6, max(2, target - modifier))


@compiled
def chance(target: int, modifier: int) -> int:
    """How many in 10,000 such rolls succeed."""
    return (7 - least(target, modifier)) * 10000 // 6


@compiled
def rolls_again(g: Game, p: int, skill: bool) -> bool:
    """Whether a player's dice may be rolled again, which they are once at most: by a skill of his if one helps here,
    else by his team's re-roll, which is then used up, once a turn and in his own. In the Cursed Room nothing helps."""
    team = p // s.TEAM
    if room_of(g, square_of(g, p)) == s.CURSED:
        return False
    if skill:
        return True
    if team != g.now[s.ACTIVE] or g.now[s.REROLLS + team] <= 0 or g.now[s.REROLLED]:
        return False
    g.now[s.REROLLS + team] -= 1
    g.now[s.REROLLED] = 1
    return True


@compiled
def succeeds(g: Game, p: int, target: int, modifier: int, skill: bool) -> bool:
    """Whether a player's D6 does, rolled again where it may be (see `rolls_again`)."""
    wanted = least(target, modifier)
    return bool(roll(g, 6) >= wanted or (rolls_again(g, p, skill) and roll(g, 6) >= wanted))
