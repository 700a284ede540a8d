"""A match from set-up to its end, and many of them in a row: the one thing the rest of the package calls."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.coaching import chest
from dungeon_designer.playtest.compiling import compiled, entrance
from dungeon_designer.playtest.dice import bits, listed, mixed, players_of, roll, seed_dice
from dungeon_designer.playtest.entering import place_stone
from dungeon_designer.playtest.placing import free, lay, put, side_of
from dungeon_designer.playtest.state import Array, Game, Row, Table
from dungeon_designer.playtest.turns import on_field, play_turn
from dungeon_designer.playtest.valuing import ball_square

# Columns of a result.
(
    WINNER,  # the side, 0 home, 1 away, 2 nobody
    TOUCHDOWN,  # whether one was scored
    FIRST_SIDE,  # the side that had the first turn
    TURNS,  # turns a side to the first touchdown, or to the end without one
    BALL_CHEST,  # the number of the ball's chest, in the dungeon's own order; this and the next two of the first drive
    FOUND_SIDE,  # the side that first had the ball, 2 for none
    FOUND_IN,  # in which turn
    JUMPS_OF_BALL,
    JUMPS_OF_PLAYERS,
    THROWS,
    BLOWS,
) = range(11)
LOST_BY = 11
_CAUSES = len(s.CAUSES)
(
    ENDING,  # how it ended, by its place in ENDINGS
    SCORED_FIRST,  # the side that scored first, 2 for none
    SCORED_AT,  # in which turn, those of both sides counted together; 0 for none
    OVER_AT,  # and so many were played
    GOALS_OF,  # touchdowns of the home side, then of the away side
) = range(LOST_BY + _CAUSES, LOST_BY + _CAUSES + 5)
DODGED_BY = GOALS_OF + 2
"""And the next four: rolls to dodge, to rush, to pick up, and those of them that did; then hand-offs."""
CHESTS_OPENED = DODGED_BY + 5
RESULT_COLUMNS = CHESTS_OPENED + 1

ENDINGS = ("unfinished", "touchdown", "annihilation", "ball", "players", "coin", "draw")
"""Nobody won in the turns that are played at most; touchdowns won, or nobody was left; the book's time was over, and it
went by who had the ball, who had more players, a coin, or to nobody."""
UNFINISHED, BY_TOUCHDOWN, BY_ANNIHILATION, BY_BALL, BY_PLAYERS, BY_COIN, DRAWN = range(7)
NEVER, NOBODY_LEFT, NOBODY_IN_DUNGEON = range(3)
"""ANNIHILATION: no such end; a team whose players are all casualties or lost for good has lost (brawl-2013); after the
first alarm a team has that has nobody in the dungeon as the other's turn begins (db7s-2019)."""
EVERYTHING = 15
"""What a match begins with is all in its place: see DRIVE_RESETS."""

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
    portals = max(1, listed(g, s.PORTALS))
    for team in range(2):
        for which in range(coaches.shape[1]):
            g.weights[team, which] = g.weights[team, s.EASED + which] = coaches[team, which]
        g.weights[team, s.PORTAL_COST] = coaches[team, s.W_PORTAL] + coaches[team, s.W_LOST] // portals


@compiled
def _furnish(g: Game, resets: int) -> None:
    """Chests closed, each ball in one of them; doors, pits, counters and machines as drawn, those of `resets`."""
    for at in range(g.board.shape[0]):
        trap = g.squares[0, at, s.TRAP]
        if resets & (4 if trap == s.COUNTER else 1):
            g.board[at, s.PITFALL], g.board[at, s.SECRET] = trap, g.squares[0, at, s.BELOW]
        if resets & (8 if g.board[at, s.SHUT] == s.STONE else 2):
            g.board[at, s.SHUT] = g.squares[0, at, s.DOOR]
    if resets & 1:
        g.now[s.TRIPPED] = 0
    if resets & 8:
        g.now[s.TURNED], g.now[s.STONE_AT] = 0, 0
    chests = listed(g, s.CHESTS)
    for k in range(chests):
        g.board[chest(g, k), s.CHEST] = 1
    g.now[s.UNOPENED] = chests
    for i in range(min(g.rules[s.BALLS], chests)):
        g.now[s.TREASURE] = _drawn(g, roll(g, chests - i))
        g.board[g.now[s.TREASURE], s.CHEST] = s.WITH_BALL
    if resets & 4:
        _hide(g)
    if resets & 8 and g.lists.shape[0] > s.TRACK:
        g.now[s.STONE_WAY] = 1
        place_stone(g, 0)


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
    row = s.COUNTERS + g.now[s.WAY]
    for i in range(listed(g, row)):
        rolled = roll(g, 6)
        g.board[g.lists[row, i], s.SECRET] = s.NO_TRAP if rolled <= 3 else (s.PIT if rolled <= 5 else s.SPIKED)


@compiled
def _field(g: Game, team: int, roster: Array, rerolls: int) -> None:
    """A team's players, the first of them on the squares where it sets up, the others in reserve."""
    g.now[s.REROLLS + team] = rerolls
    for k in range(roster.shape[0]):
        p = team * s.TEAM + k
        for column in range(TEAM_COLUMNS):
            g.players[p, s.MOVE + column] = roster[k, column]
        g.players[p, s.STATE] = s.RESERVE
    _line_up(g, team)
    reserves = 0
    for p in players_of(team):
        if g.players[p, s.STATE] == s.RESERVE:
            reserves += 1
            if reserves > g.rules[s.RESERVES_MOST]:
                g.players[p, s.STATE] = s.NOBODY


@compiled
def _line_up(g: Game, team: int) -> None:
    """The first of a team's reserves come to the squares where it sets up."""
    row, placed, i = s.STARTS + 8 * side_of(g, team) + g.now[s.WAY], 0, 0
    count = listed(g, row)
    for p in players_of(team):
        while i < count and not free(g, g.lists[row, i]):
            i += 1
        if placed == g.rules[s.SET_UP] or i == count:
            return
        if g.players[p, s.STATE] == s.RESERVE:
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
    g.now[s.LAST] = g.rules[s.CLOCK]
    _furnish(g, EVERYTHING)
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
    """Play a match out and write what came of it into a row of results."""
    start(g, first_side, one, other, rerolls, coaches, turned)
    team, turns = 0, 0
    while not over(g, team, turns, rerolls):
        g.now[s.TURN] = turns // 2 + 1
        turns += 1
        play_turn(g, team)
        _mark(g, result)
        team = 1 - team
        scorer = g.now[s.SCORER]
        if scorer >= 0:
            g.now[s.GOALS + scorer] += 1
            if g.now[s.GOALS] + g.now[s.GOALS + 1] == 1:
                _tell_first(g, scorer, turns, result)
            if g.rules[s.DRIVES] and not over(g, team, turns, rerolls):
                team = new_drive(g, scorer)
    _tell(g, first_side, turns, result)


@compiled
def over(g: Game, team: int, turns: int, rerolls: Array) -> bool:
    """Whether a match is over after so many turns of both teams, the next one being `team`'s; who has won, and how.

    At an alarm the knocked out roll, and at the first the re-rolls are renewed.
    """
    if g.now[s.ENDED]:
        return True
    if g.rules[s.ALARM] and g.now[s.SCORER] < 0:
        _alarm(g, turns, rerolls)
    lead = g.now[s.GOALS] - g.now[s.GOALS + 1]
    timed = 0 < g.now[s.LAST] <= turns
    finished = timed or turns >= 2 * g.rules[s.LIMIT]
    if abs(lead) >= _enough(g, turns) or (lead and finished):
        g.now[s.SCORER], g.now[s.ENDED] = (0 if lead > 0 else 1), BY_TOUCHDOWN
    elif _beaten(g, 1 - team, turns):
        g.now[s.SCORER], g.now[s.ENDED] = team, BY_ANNIHILATION
    elif g.rules[s.ANNIHILATION] == NOBODY_LEFT and _beaten(g, team, turns):
        g.now[s.SCORER], g.now[s.ENDED] = 1 - team, BY_ANNIHILATION
    elif timed:
        g.now[s.SCORER] = -1
        end(g)
    elif finished:
        g.now[s.SCORER] = -1
    return bool(g.now[s.ENDED] or finished)


@compiled
def _enough(g: Game, turns: int) -> int:
    """By how many touchdowns a team must lead to win at once."""
    if not g.rules[s.DRIVES] or (g.rules[s.LAST_ALARM] and turns >= g.rules[s.LAST_ALARM]):
        return 1
    return 2 if g.rules[s.ALARM] and turns >= g.rules[s.ALARM] else 100


@compiled
def _alarm(g: Game, turns: int, rerolls: Array) -> None:
    """What an alarm does, if one is given now."""
    if turns == g.rules[s.ALARM]:
        _wake(g)
        g.now[s.REROLLS], g.now[s.REROLLS + 1] = rerolls[0], rerolls[1]
    if turns == g.rules[s.LAST_ALARM]:
        _wake(g)
        g.now[s.LAST] = min(g.now[s.LAST], turns + roll(g, 6) + roll(g, 6))


@compiled
def _wake(g: Game) -> None:
    """Every knocked-out player comes to the reserves on a 4 or more."""
    for p in range(2 * s.TEAM):
        if g.players[p, s.STATE] == s.KNOCKED_OUT and roll(g, 6) >= 4:
            g.players[p, s.STATE] = s.RESERVE


@compiled
def _beaten(g: Game, team: int, turns: int) -> bool:
    """Whether the book has a team lose because nobody of it is left."""
    if g.rules[s.ANNIHILATION] == NOBODY_IN_DUNGEON:
        return bool(turns >= g.rules[s.ALARM] and on_field(g, team) == 0)
    if g.rules[s.ANNIHILATION] == NEVER:
        return False
    for p in players_of(team):
        if s.UP <= g.players[p, s.STATE] <= s.KNOCKED_OUT:
            return False
    return True


@compiled
def new_drive(g: Game, scorer: int) -> int:
    """After a touchdown: the dungeon is put back, the knocked out roll, both teams set up; who has the first turn."""
    for p in range(2 * s.TEAM):
        g.players[p, s.AT] = -1
        if s.UP <= g.players[p, s.STATE] <= s.TRAPPED:
            g.players[p, s.STATE] = s.RESERVE
    g.board[:, s.WHO] = 0
    g.board[:, s.ZONES : s.ZONES + 2] = 0
    g.now[s.BALL], g.now[s.LOOSE_FALL], g.now[s.CALM], g.now[s.STAND], g.now[s.PUSHED_ON] = s.IN_CHEST, 0, 0, 0, 0
    g.now[s.SCORER], g.now[s.CARRIER], g.now[s.BALL_AT] = -1, -1, -1
    _furnish(g, g.rules[s.DRIVE_RESETS])
    lay(g)
    _wake(g)
    _line_up(g, 0)
    _line_up(g, 1)
    if g.rules[s.DRIVE_FIRST] == 2:
        return roll(g, 2) - 1
    return int(1 - scorer if g.rules[s.DRIVE_FIRST] == 0 else scorer)


@compiled
def _mark(g: Game, result: Array) -> None:
    """A number for the dice, the ball and all players after a turn, in the next free column of a row that has more."""
    for place in range(RESULT_COLUMNS, result.shape[0]):
        if result[place] == 0:
            found = mixed(g.now[s.DICE], ball_square(g) + 1)
            for p in range(g.players.shape[0]):
                found = mixed(found, 16 * (g.players[p, s.AT] + 1) + g.players[p, s.STATE])
            result[place] = found & 0xFFFF | 1
            return


@compiled
def end(g: Game) -> None:
    """The book's time is over without a lead: who has the ball has won, else who has more players, else a coin
    (naf-2019); elsewhere nobody has."""
    g.now[s.ENDED] = DRAWN
    if not g.rules[s.TIME_DECIDES]:
        return
    more = on_field(g, 0) - on_field(g, 1)
    if g.now[s.BALL] == s.HELD:
        g.now[s.SCORER], g.now[s.ENDED] = g.now[s.CARRIER] // s.TEAM, BY_BALL
    elif more:
        g.now[s.SCORER], g.now[s.ENDED] = 0 if more > 0 else 1, BY_PLAYERS
    else:
        g.now[s.SCORER], g.now[s.ENDED] = roll(g, 2) - 1, BY_COIN


@compiled
def _tell_first(g: Game, scorer: int, turns: int, result: Array) -> None:
    """What became of the first drive."""
    found = g.now[s.FOUND_BY]
    result[TOUCHDOWN], result[TURNS] = scorer >= 0, g.now[s.TURN]
    result[SCORED_FIRST] = side_of(g, scorer) if scorer >= 0 else 2
    result[SCORED_AT] = turns if scorer >= 0 else 0
    result[FOUND_SIDE] = side_of(g, found) if found >= 0 else 2
    result[FOUND_IN] = g.now[s.FOUND_TURN]
    for k in range(listed(g, s.CHESTS)):
        if g.lists[s.CHESTS, k] == g.now[s.TREASURE]:
            result[BALL_CHEST] = k


@compiled
def _tell(g: Game, first_side: int, turns: int, result: Array) -> None:
    winner = g.now[s.SCORER]
    if g.now[s.GOALS] + g.now[s.GOALS + 1] == 0:
        _tell_first(g, -1, turns, result)
    result[WINNER] = side_of(g, winner) if winner >= 0 else 2
    result[FIRST_SIDE], result[ENDING], result[OVER_AT] = first_side, g.now[s.ENDED], turns
    for team in range(2):
        result[GOALS_OF + side_of(g, team)] = g.now[s.GOALS + team]
    result[JUMPS_OF_BALL], result[JUMPS_OF_PLAYERS] = g.now[s.BALL_JUMPS], g.now[s.PORTAL_JUMPS]
    result[THROWS], result[BLOWS], result[CHESTS_OPENED] = g.now[s.PASSES], g.now[s.BLOCKS], g.now[s.OPENED]
    for i in range(_CAUSES):
        result[LOST_BY + i] = g.now[s.LOSSES + i]
    for i in range(5):
        result[DODGED_BY + i] = g.now[s.DODGES + i]


@entrance
def play_rounds(
    g: Game, seed: int, first: int, count: int, one: Table, other: Table, rerolls: Row, coaches: Table, results: Table
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
