"""A game from set-up to touchdown, and many of them in a row: the one thing the rest of the package calls."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.coaching import chest, chest_count
from dungeon_designer.playtest.compiling import compiled, entrance
from dungeon_designer.playtest.dice import bits, mixed, roll, seed_dice
from dungeon_designer.playtest.entering import place_stone
from dungeon_designer.playtest.placing import free, portal_count, put, side_of
from dungeon_designer.playtest.state import Array, Game, Row, Table
from dungeon_designer.playtest.turns import on_field, play_turn
from dungeon_designer.playtest.valuing import ball_square

# Columns of a result.
(
    WINNER,  # the side, 0 home, 1 away, 2 nobody
    TOUCHDOWN,  # whether it won by one, not by time
    FIRST_SIDE,  # the side that had the first turn
    TURNS,  # turns the winner had, or the limit
    BALL_CHEST,  # the number of the ball's chest, in the dungeon's own order
    FOUND_SIDE,  # the side that first had the ball, 2 for none
    FOUND_IN,  # in which turn
    JUMPS_OF_BALL,
    JUMPS_OF_PLAYERS,
    THROWS,
    BLOWS,
) = range(11)
LOST_BY = 11
RESULT_COLUMNS = 11 + len(s.CAUSES)
_CAUSES = len(s.CAUSES)

# Columns of a team: a row for each player.
TEAM_COLUMNS = 6


@compiled
def _clear(g: Game) -> None:
    """The arrays as at the start of any game; the dice stay, and the maps of where players were."""
    g.now[4:] = 0
    g.now[s.SCORER], g.now[s.CARRIER], g.now[s.BALL_AT], g.now[s.FOUND_BY] = -1, -1, -1, -1
    g.board[:, : s.WALKED] = 0
    g.board[:, s.SECRET] = 0
    g.players[:] = 0
    g.players[:, s.AT] = -1


@compiled
def _brief(g: Game, coaches: Array) -> None:
    """Both coaches get their weights, and what a way by portal costs each of them."""
    portals = max(1, portal_count(g))
    for team in range(2):
        for which in range(coaches.shape[1]):
            g.weights[team, which] = coaches[team, which]
        g.weights[team, s.PORTAL_COST] = coaches[team, s.W_PORTAL] + coaches[team, s.W_LOST] // portals


@compiled
def _furnish(g: Game) -> None:
    """Doors shut, chests closed, pits and counters as drawn, each ball in one of the chests."""
    for at in range(g.board.shape[0]):
        g.board[at, s.SHUT] = g.squares[0, at, s.DOOR]
        g.board[at, s.PITFALL] = g.squares[0, at, s.TRAP]
        g.board[at, s.SECRET] = g.squares[0, at, s.BELOW]
    chests = chest_count(g)
    for k in range(chests):
        g.board[chest(g, k), s.CHEST] = 1
    g.now[s.UNOPENED] = chests
    for i in range(min(g.rules[s.BALLS], chests)):
        g.now[s.TREASURE] = _drawn(g, roll(g, chests - i))
        g.board[g.now[s.TREASURE], s.CHEST] = s.WITH_BALL


@compiled
def _drawn(g: Game, number: int) -> int:
    """The square of the so-many-th chest without a ball."""
    k = -1
    while number:
        k += 1
        number -= g.board[chest(g, k), s.CHEST] != s.WITH_BALL
    return chest(g, k)


@compiled
def _hide(g: Game) -> None:
    """What the counters hold of which nobody has said it: nothing, a pit, a spiked pit as 3 to 2 to 1 (gw-1989)."""
    for i in range(g.lists.shape[1]):
        at = g.lists[s.COUNTERS + g.now[s.WAY], i]
        if at < 0:
            break
        rolled = roll(g, 6)
        g.board[at, s.SECRET] = s.NO_TRAP if rolled <= 3 else (s.PIT if rolled <= 5 else s.SPIKED)


@compiled
def _field(g: Game, team: int, roster: Array, rerolls: int) -> None:
    """A team's players, the first of them on the squares where it sets up, the others in reserve."""
    row = s.STARTS + 8 * side_of(g, team) + g.now[s.WAY]
    g.now[s.REROLLS + team] = rerolls
    placed, i = 0, 0
    for k in range(roster.shape[0]):
        p = team * s.TEAM + k
        for column in range(TEAM_COLUMNS):
            g.players[p, s.MOVE + column] = roster[k, column]
        g.players[p, s.STATE] = s.RESERVE if k - placed < g.rules[s.RESERVES_MOST] else s.NOBODY
        while i < g.lists.shape[1] and g.lists[row, i] >= 0 and not free(g, g.lists[row, i]):
            i += 1
        if placed < g.rules[s.SET_UP] and i < g.lists.shape[1] and g.lists[row, i] >= 0:
            put(g, p, g.lists[row, i], s.UP)
            placed += 1


@compiled
def start(g: Game, first_side: int, one: Array, other: Array, rerolls: Array, coaches: Array, turned: int) -> None:
    """Set a game up: `one` is the team with the first turn, playing from `first_side`; `turned` is one of eight ways.
    `coaches` has the weights of the two teams' coaches, those of `one` first.

    With the same dice and `turned` composed with a turn of the whole dungeon, the same game is played on the turned
    dungeon, square for square.
    """
    _clear(g)
    g.now[s.SIDE] = first_side
    g.now[s.WAY] = _composed(int(bits(g.now) & 7), turned)
    _brief(g, coaches)
    _furnish(g)
    _hide(g)
    if g.lists.shape[0] > s.TRACK:
        g.now[s.STONE_WAY] = 1
        place_stone(g, 0)
    _field(g, 0, one, rerolls[0])
    _field(g, 1, other, rerolls[1])


@compiled
def _composed(way: int, turned: int) -> int:
    """One way round after another; each is quarters clockwise, plus 4 for a mirror before."""
    quarters, mirror = turned & 3, turned >> 2
    own = way & 3
    return ((quarters + (4 - own if mirror else own)) & 3) + 4 * ((way >> 2) ^ mirror)


@compiled
def play(
    g: Game, first_side: int, one: Array, other: Array, rerolls: Array, coaches: Array, turned: int, result: Array
) -> None:
    """Play a game out and write what came of it into a row of results."""
    start(g, first_side, one, other, rerolls, coaches, turned)
    while g.now[s.TURN] < g.rules[s.LIMIT] and g.now[s.SCORER] < 0:
        g.now[s.TURN] += 1
        play_turn(g, 0)
        _mark(g, result)
        if g.now[s.SCORER] < 0:
            play_turn(g, 1)
            _mark(g, result)
    result[TOUCHDOWN] = g.now[s.SCORER] >= 0
    end(g)
    _tell(g, first_side, result)


@compiled
def _mark(g: Game, result: Array) -> None:
    """Where a row of results has more columns than it needs, the next free one gets a number that stands for the dice,
    the ball and all players as they are after a team's turn."""
    for place in range(RESULT_COLUMNS, result.shape[0]):
        if result[place] == 0:
            found = mixed(g.now[s.DICE], ball_square(g) + 1)
            for p in range(g.players.shape[0]):
                found = mixed(found, 16 * (g.players[p, s.AT] + 1) + g.players[p, s.STATE])
            result[place] = found & 0xFFFF | 1
            return


@compiled
def end(g: Game) -> None:
    """Who has won without a touchdown (naf-2019): who has the ball, else who has more players, else by a coin."""
    if g.now[s.SCORER] >= 0 or not g.rules[s.TIME_DECIDES]:
        return
    more = on_field(g, 0) - on_field(g, 1)
    if g.now[s.BALL] == s.HELD:
        g.now[s.SCORER] = g.now[s.CARRIER] // s.TEAM
    elif more:
        g.now[s.SCORER] = 0 if more > 0 else 1
    else:
        g.now[s.SCORER] = roll(g, 2) - 1


@compiled
def _tell(g: Game, first_side: int, result: Array) -> None:
    scorer, found = g.now[s.SCORER], g.now[s.FOUND_BY]
    result[WINNER] = side_of(g, scorer) if scorer >= 0 else 2
    result[FIRST_SIDE], result[TURNS] = first_side, g.now[s.TURN]
    result[FOUND_SIDE] = side_of(g, found) if found >= 0 else 2
    result[FOUND_IN] = g.now[s.FOUND_TURN]
    for k in range(chest_count(g)):
        if g.lists[s.CHESTS, k] == g.now[s.TREASURE]:
            result[BALL_CHEST] = k
    result[JUMPS_OF_BALL], result[JUMPS_OF_PLAYERS] = g.now[s.BALL_JUMPS], g.now[s.PORTAL_JUMPS]
    result[THROWS], result[BLOWS] = g.now[s.PASSES], g.now[s.BLOCKS]
    for i in range(_CAUSES):
        result[LOST_BY + i] = g.now[s.LOSSES + i]


@entrance
def play_rounds(
    g: Game,
    seed: int,
    first: int,
    count: int,
    one: Table,
    other: Table,
    rerolls: Row,
    coaches: Table,
    results: Table,
) -> None:
    """Play rounds of four games numbered from `first`, a row of `results` for each game.

    In a round two teams play from either side, and either has the first turn: `one` begins at home and away, then
    `other` does. Each game has dice of its own. `rerolls` and `coaches` go with the teams, `one` first.
    """
    swapped, changed = rerolls[::-1].copy(), coaches[::-1].copy()
    for i in range(count):
        for half in range(4):
            seed_dice(g.now, seed, first + i, half)
            if half < 2:
                play(g, half & 1, one, other, rerolls, coaches, 0, results[4 * i + half])
            else:
                play(g, half & 1, other, one, swapped, changed, 0, results[4 * i + half])
