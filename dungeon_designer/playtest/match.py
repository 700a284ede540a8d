"""Play a match from set-up to its end, and many matches in a row; the rest of the package calls `play_rounds`.

In results the home team is the team that plays from the home end zone.
"""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.coaching import find_chest
from dungeon_designer.playtest.compiling import jit, jit_entry_point
from dungeon_designer.playtest.dice import count_listed, draw_bits, list_players, mix_numbers, roll_die, seed_dice
from dungeon_designer.playtest.entering import place_stone
from dungeon_designer.playtest.positions import find_own_end, is_free, place_player, select_step_table
from dungeon_designer.playtest.state import Array, Game, Row, Table
from dungeon_designer.playtest.turns import count_players_in_dungeon, play_turn
from dungeon_designer.playtest.valuing import find_ball_square

# Columns of a row of results. `Team` is 0 for home, 1 for away, 2 for none.
(
    WINNER,  # the team that won
    HAS_TOUCHDOWN,  # 1 if a touchdown was scored
    FIRST_TEAM,  # the team that had the first turn
    TURNS,  # turns of a team to the first touchdown, or to the end without one
    BALL_CHEST,  # the number of the ball's chest; this and the next two are of the first drive
    BALL_FINDER,  # the team that first had the ball
    BALL_FOUND_IN,  # the turn in which that team got the ball
    BALL_JUMPS,
    PLAYER_JUMPS,
    PASSES,
    BLOCKS,
) = range(11)
LOSSES_BY_CAUSE = 11
_CAUSE_COUNT = len(s.CAUSES)
(
    ENDING,  # how the match ended: a place in ENDINGS
    FIRST_SCORER,  # the team that scored first
    FIRST_SCORE_TURN,  # turns of both teams up to the first touchdown; 0 for none
    LAST_TURN,  # turns of both teams played
    TOUCHDOWNS,  # touchdowns of the home team, then of the away team
) = range(LOSSES_BY_CAUSE + _CAUSE_COUNT, LOSSES_BY_CAUSE + _CAUSE_COUNT + 5)
ROLL_COUNTS = TOUCHDOWNS + 2
"""First of five columns: rolls to dodge, to rush and to pick up, successful pick-ups, hand-offs."""
IDLE_PLAYERS, STANDING_PLAYERS = ROLL_COUNTS + 5, ROLL_COUNTS + 6
"""Over all team turns: the idle players of the team at its end, and all who stand then."""
CHESTS_OPENED = STANDING_PLAYERS + 1
HOME_LOSSES_BY_CAUSE = CHESTS_OPENED + 1
"""First column of the losses of the home team alone, by cause; LOSSES_BY_CAUSE has those of both teams."""
RESULT_COLUMNS = HOME_LOSSES_BY_CAUSE + _CAUSE_COUNT

ENDINGS = ("unfinished", "touchdown", "annihilation", "ball", "players", "coin", "draw")
"""How a match ends, by the codes UNFINISHED to DRAW.

`unfinished`: nobody won within the greatest number of turns. `touchdown`, `annihilation`: touchdowns won, or a team had
no player left. The others: the book's time was over, and the winner was the team with the ball (`ball`), the one with
more players (`players`), a random one (`coin`) or nobody (`draw`).
"""
UNFINISHED, BY_TOUCHDOWN, BY_ANNIHILATION, BY_BALL, BY_PLAYERS, BY_COIN, DRAW = range(7)
NEVER, NOBODY_LEFT, NOBODY_IN_DUNGEON = range(3)
"""Values of the rule ANNIHILATION: when a team has lost because it has no players left.

Never; when all its players are casualties or lost for good (brawl-2013); after the first alarm when it has nobody in
the dungeon as the other team's turn begins (db7s-2019).
"""
RESET_ALL = 15
"""Bits of all that is put back in its place when a match begins; see DRIVE_RESETS."""

# Columns of the rows of players that a team is given as: movement to skills.
TEAM_COLUMNS = 6


@jit
def _clear_game(g: Game) -> None:
    """Set the arrays of a game to their state before a match; the dice and the counts per square of the report stay.

    These counts are WALK_COUNT, BLOCK_COUNT and FALL_COUNT, which add up over all matches of a portion.
    """
    g.state[4:] = 0
    g.state[s.SCORER], g.state[s.CARRIER], g.state[s.BALL_AT], g.state[s.BALL_FOUND_BY] = -1, -1, -1, -1
    g.board[:, : s.WALK_COUNT] = 0
    g.board[:, s.HIDDEN_TRAP] = 0
    g.players[:] = 0
    g.players[:, s.SQUARE] = -1


@jit
def _assign_weights(g: Game, coaches: Array) -> None:
    """Give both teams the weights of their coaches, and compute for each the cost of a route by portal (PORTAL_COST).

    Args:
        coaches: 2 x weights: a row for the coach of each team
    """
    portals = max(1, count_listed(g, s.PORTALS))
    for team in range(2):
        for number in range(coaches.shape[1]):
            g.weights[team, number] = g.weights[team, s.EASED_WEIGHTS + number] = coaches[team, number]
        g.weights[team, s.PORTAL_COST] = coaches[team, s.W_PORTAL] + coaches[team, s.W_LOST] // portals


@jit
def _reset_dungeon(g: Game, resets: int) -> None:
    """Close all chests, with each ball in a random one, and put back doors, traps and machines as drawn.

    It happens at the start of a match, with RESET_ALL, and of a drive, with the edition's DRIVE_RESETS.

    A trap is put back with the counters if it was drawn as one (a face-down counter that may hide a pit), else with the
    pits. The machines are the rotating room and the rolling stone. A barrier is what closes a square: the stone, which
    is put back with the machines, or a shut door.

    Args:
        resets: the sum of what is put back: trapdoors and pits 1, doors 2, counters 4, machines 8
    """
    for square in range(g.board.shape[0]):
        trap = g.squares[0, square, s.TRAP]
        if resets & (4 if trap == s.COUNTER else 1):
            g.board[square, s.CURRENT_TRAP], g.board[square, s.HIDDEN_TRAP] = trap, g.squares[0, square, s.TRAP_BELOW]
        if resets & (8 if g.board[square, s.BARRIER] == s.UNDER_STONE else 2):
            g.board[square, s.BARRIER] = g.squares[0, square, s.DOOR]
    if resets & 1:
        g.state[s.OPEN_TRAPDOORS] = 0
    if resets & 8:
        g.state[s.ROTATION], g.state[s.STONE_PLACE] = 0, 0
    chests = count_listed(g, s.CHESTS)
    for k in range(chests):
        g.board[find_chest(g, k), s.CHEST] = 1
    g.state[s.UNOPENED_CHESTS] = chests
    for i in range(min(g.rules[s.BALLS], chests)):
        g.state[s.BALL_CHEST] = _find_empty_chest(g, roll_die(g, chests - i))
        g.board[g.state[s.BALL_CHEST], s.CHEST] = s.CHEST_WITH_BALL
    if resets & 4:
        _fill_counters(g)
    if resets & 8 and g.lists.shape[0] > s.TRACK:
        g.state[s.STONE_DIRECTION] = 1
        place_stone(g, 0)


@jit
def _find_empty_chest(g: Game, number: int) -> int:
    """Return the square of the `number`-th chest, from 1, among those without a ball."""
    k = -1
    while number:
        k += 1
        number -= g.board[find_chest(g, k), s.CHEST] != s.CHEST_WITH_BALL
    return find_chest(g, k)


@jit
def _fill_counters(g: Game) -> None:
    """Roll for each face-down counter whose contents are not given what it hides: nothing on 1 to 3, a pit on 4 or 5.

    On a 6 it hides a spiked pit (gw-1989).
    """
    row = s.COUNTERS + g.state[s.ORIENTATION]
    for i in range(count_listed(g, row)):
        die = roll_die(g, 6)
        g.board[g.lists[row, i], s.HIDDEN_TRAP] = s.NO_TRAP if die <= 3 else (s.PIT if die <= 5 else s.SPIKED)


@jit
def _set_up_team(g: Game, team: int, player_rows: Array, rerolls: int) -> None:
    """Set up a team for a match: its first players on its set-up squares, the others in reserve.

    Players beyond the reserves that the edition allows do not take part.

    Args:
        team: 0 for the team with the first turn, 1 for the other
        player_rows: a row of TEAM_COLUMNS abilities for each player
        rerolls: the re-rolls of the team
    """
    g.state[s.REROLLS + team] = rerolls
    for k in range(player_rows.shape[0]):
        p = team * s.TEAM_SIZE + k
        for column in range(TEAM_COLUMNS):
            g.players[p, s.MOVEMENT + column] = player_rows[k, column]
        g.players[p, s.STATE] = s.RESERVE
    _place_reserves(g, team)
    reserves = 0
    for p in list_players(team):
        if g.players[p, s.STATE] == s.RESERVE:
            reserves += 1
            if reserves > g.rules[s.RESERVES_MOST]:
                g.players[p, s.STATE] = s.NO_PLAYER


@jit
def _place_reserves(g: Game, team: int) -> None:
    """Place the first reserves of a team on its set-up squares, as many as the edition allows and as fit."""
    row, placed_count, i = s.SET_UP_SQUARES + 8 * find_own_end(g, team) + g.state[s.ORIENTATION], 0, 0
    count = count_listed(g, row)
    for p in list_players(team):
        while i < count and not is_free(g, g.lists[row, i]):
            i += 1
        if placed_count == g.rules[s.SET_UP] or i == count:
            return
        if g.players[p, s.STATE] == s.RESERVE:
            place_player(g, p, g.lists[row, i], s.STANDING)
            placed_count += 1


@jit
def start_match(
    g: Game,
    first_end: int,
    first_team: Array,
    second_team: Array,
    rerolls: Array,
    coaches: Array,
    extra_orientation: int,
) -> None:
    """Set up a match: clear the game, reset the dungeon, and place both teams.

    The dice must be seeded. With the same dice, and `extra_orientation` combined with a rotation of the whole dungeon,
    the same match is played on the rotated dungeon, square for square.

    Args:
        first_end: the end zone of the team with the first turn, 0 home, 1 away
        first_team: the player rows of the team with the first turn
        second_team: the player rows of the other team
        rerolls: the team re-rolls of both teams
        coaches: the weights of the two coaches, that of the first team first
        extra_orientation: one of eight orientations, combined with a random one; 0 changes nothing, others are for
            tests
    """
    _clear_game(g)
    g.state[s.FIRST_TEAM_END] = first_end
    g.state[s.ORIENTATION] = _compose_orientations(int(draw_bits(g.state) & 7), extra_orientation)
    _assign_weights(g, coaches)
    g.state[s.LAST_TURN] = g.rules[s.CLOCK]
    _reset_dungeon(g, RESET_ALL)
    _set_up_team(g, 0, first_team, rerolls[0])
    _set_up_team(g, 1, second_team, rerolls[1])


@jit
def _compose_orientations(first: int, second: int) -> int:
    """Return the orientation that results from applying `first`, then `second`.

    An orientation is the number of clockwise quarters, plus 4 if a mirror comes before them.
    """
    quarters, mirror = second & 3, second >> 2
    first_quarters = first & 3
    return ((quarters + (4 - first_quarters if mirror else first_quarters)) & 3) + 4 * ((first >> 2) ^ mirror)


@jit
def play_match(
    g: Game,
    first_end: int,
    first_team: Array,
    second_team: Array,
    rerolls: Array,
    coaches: Array,
    extra_orientation: int,
    result: Array,
) -> None:
    """Play a match to its end and write the result into the row `result`.

    The dice must be seeded. The other arguments are those of `start_match`. After a touchdown a new drive begins, where
    the edition plays several.
    """
    start_match(g, first_end, first_team, second_team, rerolls, coaches, extra_orientation)
    team, turns = 0, 0
    while not is_match_over(g, team, turns, rerolls):
        g.state[s.TURN] = turns // 2 + 1
        turns += 1
        play_turn(g, team)
        _write_checksum(g, result)
        team = 1 - team
        scorer = g.state[s.SCORER]
        if scorer >= 0:
            g.state[s.TOUCHDOWNS + scorer] += 1
            if g.state[s.TOUCHDOWNS] + g.state[s.TOUCHDOWNS + 1] == 1:
                _write_first_drive(g, scorer, turns, result)
            if g.rules[s.DRIVES] and not is_match_over(g, team, turns, rerolls):
                team = start_drive(g, scorer)
    _write_result(g, first_end, turns, result)


@jit
def is_match_over(g: Game, team: int, turns: int, rerolls: Array) -> bool:
    """Return True if a match is over; before that, apply what an edition does between two turns.

    It is called before each turn, and once more after a touchdown, before the next drive begins. It changes the state:

    - At an alarm (a deadline of db7s-2019) knocked-out players roll to recover; at the first one re-rolls are renewed.
    - If a team has won, ENDING gets how, and SCORER, which until then is the team that scored last in this drive, gets
      the winner.
    - If time is over and no team leads, SCORER gets the team that the edition names as the winner, or -1 for a draw.

    Args:
        team: the team that has the next turn
        turns: turns played, those of both teams counted together
        rerolls: the team re-rolls of both teams
    """
    if g.state[s.ENDING]:
        return True
    # With a scorer this is the call after a touchdown. The new drive resets SCORER to -1, and this function is called
    # again with the same number of turns. So an alarm sounds once, in that second call.
    if g.rules[s.ALARM] and g.state[s.SCORER] < 0:
        _sound_alarm(g, turns, rerolls)
    lead = g.state[s.TOUCHDOWNS] - g.state[s.TOUCHDOWNS + 1]
    is_time_over = 0 < g.state[s.LAST_TURN] <= turns
    is_finished = is_time_over or turns >= 2 * g.rules[s.LIMIT]
    if abs(lead) >= _find_winning_lead(g, turns) or (lead and is_finished):
        g.state[s.SCORER], g.state[s.ENDING] = (0 if lead > 0 else 1), BY_TOUCHDOWN
    elif _has_lost_all(g, 1 - team, turns):
        g.state[s.SCORER], g.state[s.ENDING] = team, BY_ANNIHILATION
    # The team that has the next turn is tested only under NOBODY_LEFT, where no player can come back. Under
    # NOBODY_IN_DUNGEON its reserves may still come in during this turn.
    elif g.rules[s.ANNIHILATION] == NOBODY_LEFT and _has_lost_all(g, team, turns):
        g.state[s.SCORER], g.state[s.ENDING] = 1 - team, BY_ANNIHILATION
    # Here no team leads. The last turn may have brought an equaliser, whose scorer is not the winner: SCORER is reset.
    elif is_time_over:
        g.state[s.SCORER] = -1
        decide_on_time(g)
    elif is_finished:
        g.state[s.SCORER] = -1
    return bool(g.state[s.ENDING] or is_finished)


@jit
def _find_winning_lead(g: Game, turns: int) -> int:
    """Return how many touchdowns a team must lead by to win at once: 1 or 2; 100 means that no lead is enough.

    Args:
        turns: turns played, those of both teams counted together
    """
    if not g.rules[s.DRIVES] or (g.rules[s.LAST_ALARM] and turns >= g.rules[s.LAST_ALARM]):
        return 1
    return 2 if g.rules[s.ALARM] and turns >= g.rules[s.ALARM] else 100


@jit
def _sound_alarm(g: Game, turns: int, rerolls: Array) -> None:
    """Apply the effects of an alarm (a deadline of db7s-2019) if `turns` is the number of turns at which it comes.

    At the first alarm re-rolls are renewed. At the last one two dice say how many turns are left. At both, knocked-out
    players may recover.
    """
    if turns == g.rules[s.ALARM]:
        _recover_knocked_out(g)
        g.state[s.REROLLS], g.state[s.REROLLS + 1] = rerolls[0], rerolls[1]
    if turns == g.rules[s.LAST_ALARM]:
        _recover_knocked_out(g)
        g.state[s.LAST_TURN] = min(g.state[s.LAST_TURN], turns + roll_die(g, 6) + roll_die(g, 6))


@jit
def _recover_knocked_out(g: Game) -> None:
    """Move every knocked-out player who rolls 4 or more to the reserves."""
    for p in range(2 * s.TEAM_SIZE):
        if g.players[p, s.STATE] == s.KNOCKED_OUT and roll_die(g, 6) >= 4:
            g.players[p, s.STATE] = s.RESERVE


@jit
def _has_lost_all(g: Game, team: int, turns: int) -> bool:
    """Return True if the edition's rule ANNIHILATION says that a team has lost because none of its players is left."""
    if g.rules[s.ANNIHILATION] == NOBODY_IN_DUNGEON:
        return bool(turns >= g.rules[s.ALARM] and count_players_in_dungeon(g, team) == 0)
    if g.rules[s.ANNIHILATION] == NEVER:
        return False
    for p in list_players(team):
        if s.STANDING <= g.players[p, s.STATE] <= s.KNOCKED_OUT:
            return False
    return True


@jit
def start_drive(g: Game, scorer: int) -> int:
    """Start a new drive (the play up to the next touchdown) after a touchdown; return the team that has the first turn.

    The dungeon is put back as the edition says, knocked-out players roll to recover, and both teams set up again.

    Args:
        scorer: the team that scored
    """
    for p in range(2 * s.TEAM_SIZE):
        g.players[p, s.SQUARE] = -1
        if s.STANDING <= g.players[p, s.STATE] <= s.TRAPPED:
            g.players[p, s.STATE] = s.RESERVE
    g.board[:, s.OCCUPANT] = 0
    g.board[:, s.TACKLE_ZONES : s.TACKLE_ZONES + 2] = 0
    g.state[s.BALL] = s.IN_CHEST
    g.state[s.BALL_SCATTERS] = 0
    g.state[s.QUIET_TURNS] = 0
    g.state[s.LAST_SITUATION] = 0
    g.state[s.PUSHED_PLAYERS] = 0
    g.state[s.SCORER], g.state[s.CARRIER], g.state[s.BALL_AT] = -1, -1, -1
    _reset_dungeon(g, g.rules[s.DRIVE_RESETS])
    select_step_table(g)
    _recover_knocked_out(g)
    _place_reserves(g, 0)
    _place_reserves(g, 1)
    if g.rules[s.DRIVE_FIRST] == 2:
        return roll_die(g, 2) - 1
    return int(1 - scorer if g.rules[s.DRIVE_FIRST] == 0 else scorer)


@jit
def _write_checksum(g: Game, result: Array) -> None:
    """Write a checksum of the dice, the ball and all players into the next free column of a result row after a turn.

    Only tests pass rows with columns beyond RESULT_COLUMNS, to compare matches turn by turn; for other rows nothing
    happens.
    """
    for column in range(RESULT_COLUMNS, result.shape[0]):
        if result[column] == 0:
            checksum = mix_numbers(g.state[s.DICE], find_ball_square(g) + 1)
            for p in range(g.players.shape[0]):
                checksum = mix_numbers(checksum, 16 * (g.players[p, s.SQUARE] + 1) + g.players[p, s.STATE])
            result[column] = checksum & 0xFFFF | 1
            return


@jit
def decide_on_time(g: Game) -> None:
    """Write SCORER and ENDING of a match whose time is over while no team leads in touchdowns.

    Under naf-2019 the team with the ball has won, else the one with more players in the dungeon, else a random one. In
    other editions nobody has won.
    """
    g.state[s.ENDING] = DRAW
    if not g.rules[s.TIME_DECIDES]:
        return
    lead_in_players = count_players_in_dungeon(g, 0) - count_players_in_dungeon(g, 1)
    if g.state[s.BALL] == s.HELD:
        g.state[s.SCORER], g.state[s.ENDING] = g.state[s.CARRIER] // s.TEAM_SIZE, BY_BALL
    elif lead_in_players:
        g.state[s.SCORER], g.state[s.ENDING] = 0 if lead_in_players > 0 else 1, BY_PLAYERS
    else:
        g.state[s.SCORER], g.state[s.ENDING] = roll_die(g, 2) - 1, BY_COIN


@jit
def _write_first_drive(g: Game, scorer: int, turns: int, result: Array) -> None:
    """Write the columns of the first drive into a result row: touchdown, turns, who found the ball, which chest had it.

    Args:
        scorer: the team that scored; -1 for none
        turns: turns played, those of both teams counted together
    """
    finder = g.state[s.BALL_FOUND_BY]
    result[HAS_TOUCHDOWN], result[TURNS] = scorer >= 0, g.state[s.TURN]
    result[FIRST_SCORER] = find_own_end(g, scorer) if scorer >= 0 else 2
    result[FIRST_SCORE_TURN] = turns if scorer >= 0 else 0
    result[BALL_FINDER] = find_own_end(g, finder) if finder >= 0 else 2
    result[BALL_FOUND_IN] = g.state[s.BALL_FOUND_TURN]
    for k in range(count_listed(g, s.CHESTS)):
        if g.lists[s.CHESTS, k] == g.state[s.BALL_CHEST]:
            result[BALL_CHEST] = k


@jit
def _write_result(g: Game, first_end: int, turns: int, result: Array) -> None:
    """Write the remaining columns of the result row of a match that is over.

    The columns are described at the top of this module.

    Args:
        first_end: the end zone of the team with the first turn, 0 home, 1 away
        turns: turns played, those of both teams counted together
    """
    winner = g.state[s.SCORER]
    if g.state[s.TOUCHDOWNS] + g.state[s.TOUCHDOWNS + 1] == 0:
        _write_first_drive(g, -1, turns, result)
    result[WINNER] = find_own_end(g, winner) if winner >= 0 else 2
    result[FIRST_TEAM], result[ENDING], result[LAST_TURN] = first_end, g.state[s.ENDING], turns
    for team in range(2):
        result[TOUCHDOWNS + find_own_end(g, team)] = g.state[s.TOUCHDOWNS + team]
    result[BALL_JUMPS], result[PLAYER_JUMPS] = g.state[s.BALL_JUMPS], g.state[s.PORTAL_JUMPS]
    result[PASSES] = g.state[s.PASSES]
    result[BLOCKS] = g.state[s.BLOCKS]
    result[CHESTS_OPENED] = g.state[s.CHESTS_OPENED]
    second_is_home = find_own_end(g, 1) == 0
    result[IDLE_PLAYERS], result[STANDING_PLAYERS] = g.state[s.IDLE_PLAYERS], g.state[s.STANDING_PLAYERS]
    for i in range(_CAUSE_COUNT):
        losses, second_losses = g.state[s.LOSSES + i], g.state[s.SECOND_TEAM_LOSSES + i]
        result[LOSSES_BY_CAUSE + i] = losses
        result[HOME_LOSSES_BY_CAUSE + i] = second_losses if second_is_home else losses - second_losses
    for i in range(5):
        result[ROLL_COUNTS + i] = g.state[s.DODGE_ROLLS + i]


@jit_entry_point
def play_rounds(
    g: Game,
    seed: int,
    first_round: int,
    count: int,
    first_team: Table,
    second_team: Table,
    rerolls: Row,
    coaches: Table,
    results: Table,
) -> None:
    """Play rounds of four matches of two teams and write a row of results for each match.

    In a round each team plays from either end zone, and each has the first turn: the first team begins as home and as
    away, then the second team does. Each match has its own dice. This is the one function that Python calls; all others
    are compiled into it.

    Args:
        g: the arrays of a game; all matches are played on them one after the other
        seed: the seed of the whole series
        first_round: the number of the first round
        count: how many rounds
        first_team: the player rows of the first team
        second_team: the player rows of the second team
        rerolls: the team re-rolls of both teams
        coaches: the weights of the two coaches, that of the first team first
        results: is filled with four rows for each round
    """
    swapped_rerolls, swapped_coaches = rerolls[::-1].copy(), coaches[::-1].copy()
    for i in range(count):
        for half in range(4):
            seed_dice(g.state, seed, first_round + i, half)
            if half < 2:
                play_match(g, half & 1, first_team, second_team, rerolls, coaches, 0, results[4 * i + half])
            else:
                play_match(
                    g, half & 1, second_team, first_team, swapped_rerolls, swapped_coaches, 0, results[4 * i + half]
                )
