"""Columns, rows and codes of the arrays that a match is played on; `Game` holds the arrays.

All codes are plain integers, since numba compiles no enumerations and integer sums are the same on every machine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

Array = npt.NDArray[Any]
Row = Array
Table = Array
"""An array of 64-bit numbers, `Row` of one dimension, `Table` of two. numba reads the types of a `jit_entry_point` from
these names.
"""


class Game(NamedTuple):
    """The arrays of one match: the dungeon, which is only read, and what changes during play.

    A square is a number from 0 to N - 1. A target is a square, or N for the home end zone, or N + 1 for the away end
    zone. A step table holds the distances for one rotation of the rooms and one set of open trapdoors; `STEP_TABLE`
    names the table in use.

    Attributes:
        squares: rotations x N x SQUARE_COLUMNS: what each square is in each rotation of the rooms
        steps: step tables x targets x N: steps on foot from each square to each target
        cost_to_portal: step tables x N: distance from each square to the nearest portal, in hundredths of a step
        cost_by_portal: step tables x targets: distance to each target for a player who steps on a portal, in hundredths
            of a step, without the risk of the jump
        pass_ranges: rotations x N x N: the pass that reaches from one square to another, 1 quick to 4 long bomb; 0 none
        rules: RULE_COUNT numbers: what the edition says of playing
        lists: rows of squares and numbers, each ended by -1
        weights: 2 x WEIGHT_COUNT: the weights of the two teams' coaches, the team with the first turn first
        players: 32 x PLAYER_COLUMNS: the first sixteen rows are the team with the first turn
        board: N x BOARD_COLUMNS: what stands and lies on each square
        state: NOW_COUNT numbers: the dice, whose turn it is, where the ball is, and all counters
    """

    squares: Array
    steps: Array
    cost_to_portal: Array
    cost_by_portal: Array
    pass_ranges: Array
    rules: Array
    lists: Array
    weights: Array
    players: Array
    board: Array
    state: Array


# Columns of `squares`. The first eight are the neighbours clockwise from north, -1 behind a wall.
#   KIND FLOOR, HAZARD, SOLID or ENTRY
#   ZONE 1 in the home end zone, 2 in the away end zone
#   DOOR 1 for a shut square door
#   TRAP the kind of trap drawn here
#   TRAPDOOR_NUMBER the trapdoor that the square is part of, from 1
#   TRAP_BELOW what lies below a trapdoor or counter; -1 if not given
#   PORTAL the portal's number, from 1
#   ROOM the code of the room
#   X, Y coordinates
#   FIRST_JUMP, JUMP_COUNT the jumps from here: a place in JUMP_LANDINGS, and how many
#   DANGER BESIDE_LAVA or ON_TRACK
KIND, ZONE, DOOR, TRAP, TRAPDOOR_NUMBER, TRAP_BELOW, PORTAL, ROOM, X, Y, FIRST_JUMP, JUMP_COUNT, DANGER = range(8, 21)
NEW_DIRECTIONS = 21
"""Nine columns of bits, one bit for each direction clockwise from north.

Column i says for a route that entered the square in direction i in which directions a plan must look further. The other
neighbours are also neighbours of the square before. The ninth column has a bit for every neighbour.
"""
SQUARE_COLUMNS = 30
FLOOR, HAZARD, SOLID, ENTRY = range(4)  # KIND; SOLID is an obstacle
NO_TRAP, PIT, SPIKED, TRAPDOOR, COUNTER, DEADLY = range(6)  # TRAP, TRAP_BELOW, CURRENT_TRAP
ARMOURY, BONE_PIT, CURSED, FLOODED, JAIL, SEWER, IDOL, CRYPT, DRAGON = range(1, 10)  # ROOM

BESIDE_LAVA, ON_TRACK = 1, 2  # DANGER

# Rows of `lists`.
PORTALS = 1
CHESTS = 2  # eight rows: the squares of the chests in the order of each orientation
SET_UP_SQUARES = 10  # sixteen rows: the home team's for each orientation, then the away team's
#   JUMP_LANDINGS, JUMP_LENGTHS for each jump the square where it lands, and its length
JUMP_LANDINGS, JUMP_LENGTHS = 26, 27
COUNTERS = 28  # eight rows: counters whose contents are not given
TRACK = 36  # and all rows after it: the squares under the stone at each place along its track

# Columns of `players`.
#   STATE NO_PLAYER to LOST
#   SQUARE the player's square, -1 for none
#   MOVEMENT to SKILLS the player's abilities
#   ACTED 0 not yet, 1 partly, 2 wholly in this turn
#   PORTAL_JUMPS_MADE in this turn
#   MOVES_LEFT, RUSHES_LEFT in this turn
#   EXTRA_STRENGTH in this turn
#   CHEST_TARGET the chest to which the player is sent, -1 for none
#   DODGE_USED 1 if Dodge has repeated a roll in this turn
#   MOVED 1 if he has stood up, moved or blocked in this turn, or has come into the dungeon
(
    STATE,
    SQUARE,
    MOVEMENT,
    STRENGTH,
    AGILITY,
    PASSING,
    ARMOUR,
    SKILLS,
    ACTED,
    PORTAL_JUMPS_MADE,
    MOVES_LEFT,
    RUSHES_LEFT,
    EXTRA_STRENGTH,
    CHEST_TARGET,
    DODGE_USED,
    MOVED,
) = range(16)
PLAYER_COLUMNS = 16
NO_PLAYER, STANDING, PRONE, STUNNED, TRAPPED, RESERVE, KNOCKED_OUT, CASUALTY, LOST = range(9)  # STATE
BLOCK, DODGE, MIGHTY_BLOW, LEAP, SURE_HANDS = 1, 2, 4, 8, 16  # SKILLS
TEAM_SIZE = 16  # greatest number of players in a team; player p is in team p // TEAM_SIZE

# Columns of `board`.
#   OCCUPANT the player's number plus 1
#   BARRIER 1 a shut door, UNDER_STONE
#   CHEST 1 or CHEST_WITH_BALL
#   CURRENT_TRAP the trap as it is now
#   TACKLE_ZONES and the next: of either team
#   PLAN_… of the last plan: its number, steps, square before, chance in 10,000, directions to look in
#   QUEUE a list of squares
#   WALK_COUNT, BLOCK_COUNT, FALL_COUNT steps onto the square, blocks of a player on it, falls on it
(
    OCCUPANT,
    BARRIER,
    CHEST,
    CURRENT_TRAP,
    TACKLE_ZONES,
    _,
    PLAN_STAMP,
    PLAN_STEPS,
    PLAN_FROM,
    PLAN_CHANCE,
    QUEUE,
    PLAN_DIRECTIONS,
    WALK_COUNT,
    BLOCK_COUNT,
    FALL_COUNT,
) = range(15)
HIDDEN_TRAP, DETOUR_STEPS = 15, 16
BOARD_COLUMNS = 17
"""Number of columns of `board`.

TACKLE_ZONES and the column after it count the tackle zones of the first and the
second team on the square. HIDDEN_TRAP is what lies face down. DETOUR_STEPS is the distance of an end zone around
standing opponents. QUEUE is no property of a square, but a list as long as there are squares.
"""
UNDER_STONE = 2  # BARRIER: under the rolling stone; 1 is a shut door
CHEST_WITH_BALL = 2  # CHEST: a ball is in the chest; 1 is a chest without a ball

# Places in `state`.
DICE = 0  # four numbers
#   ACTIVE_TEAM 0 or 1
#   TURN the number of the turn
#   TURN_OVER 1 if the turn ends
#   BALL IN_CHEST, LOOSE, HELD or AWAY
#   BALL_AT its square
#   CARRIER -1 for none
#   BALL_SCATTERS 1 if the loose ball must scatter
#   UNOPENED_CHESTS how many
#   BALL_CHEST the square of the ball's chest
#   ROTATION quarters of the rooms, in base 4
ACTIVE_TEAM, TURN, TURN_OVER, BALL, BALL_AT, CARRIER, BALL_SCATTERS, UNOPENED_CHESTS, BALL_CHEST, ROTATION = range(
    4, 14
)
#   STONE_PLACE, STONE_DIRECTION of the rolling stone along its track
#   ORIENTATION one of eight in which this match sees the dungeon
#   REROLLS and the next: left to either team
#   REROLL_USED in this turn
#   FIRST_TEAM_END 0 if the first team defends the home end zone
#   SCORER the team that scored, -1 for none
#   PLAN_COUNT plans made
#   BLITZ_USED in this turn
STONE_PLACE, STONE_DIRECTION, ORIENTATION, REROLLS, _, REROLL_USED, FIRST_TEAM_END, SCORER, PLAN_COUNT, BLITZ_USED = (
    range(14, 24)
)
#   BALL_JUMPS, PORTAL_JUMPS of the ball and of players, in the match
#   BALL_FOUND_BY, BALL_FOUND_TURN the team that first had the ball, and when
#   PASSES, BLOCKS in the match
#   QUIET_TURNS team turns without a change
#   LAST_SITUATION by which a change is noticed
BALL_JUMPS, PORTAL_JUMPS, BALL_FOUND_BY, BALL_FOUND_TURN, PASSES, BLOCKS, QUIET_TURNS, LAST_SITUATION = range(24, 32)
LOSSES = 32  # players of both teams who were lost; one place for each cause
OPEN_TRAPDOORS, STEP_TABLE = 42, 43  # a bit for each open trapdoor; the number of the table of `steps` in use
PUSHED_PLAYERS = 44  # a bit for each pushed player to whom the effect of his new square was not yet applied
CHESTS_OPENED = 47  # chests opened, in all drives
TOUCHDOWNS, ENDING, LAST_TURN = 48, 50, 51  # of each team; a place in ENDINGS; by turns of both teams
ESCORT_RADIUS = 52  # steps around the carrier that are near enough for an escort; 0: by IMPATIENCE
DODGE_ROLLS, RUSH_ROLLS, PICK_UP_ROLLS, PICK_UPS, HAND_OFFS = range(53, 58)  # counts in the match
IMPATIENCE = 58  # QUIET_TURNS for the active coach; more if the end of the match is near
IDLE_PLAYERS, STANDING_PLAYERS = 59, 60  # sums over all team turns of the match, see `turns.count_idle_players`
SECOND_TEAM_LOSSES = 61  # of LOSSES those of the second team; one place for each cause
LEAST_STEPS = 71  # from the carrier to the end zone, in the best turn since the last change
STUCK_TURNS = 72  # turns in a row of the carrier's team in which he did not get nearer than that
STATE_COUNT = 73
IN_CHEST, LOOSE, HELD, AWAY = range(4)  # BALL
BY_BLOCK, BY_FALL, BY_CHEST, BY_PORTAL, BY_PIT, BY_HAZARD, BY_WALL, BY_MACHINE, BY_ROOM, BY_TIME = range(10)  # causes
CAUSES = tuple(name.removeprefix("BY_").lower() for name in list(globals()) if name.startswith("BY_"))

# Places in `rules`. A value is 1 for yes and 0 for no, unless the comment says otherwise.
(
    CHEST_ENTERED,  # a chest opens when a player enters its square; else it is opened from beside it
    CHEST_ENDS_TURN,  # opening a chest ends the team's turn
    CHEST_UNMARKED,  # only a player in no tackle zone may open a chest
    CHEST_COST,  # movement that opening a chest costs
    CHEST_SPREAD,  # lowest D6 on which the trap of a chest knocks down a player beside it; 1: always
    CHEST_LAST,  # opening a chest ends the move of the player who opens it
    JUMP_COST,  # movement that a jump by portal costs
    ARRIVES_BESIDE,  # a player who jumps comes out beside a portal; else on it
    OCCUPIED_PUSHED,  # a player beside the exit is pushed away; else the next free square clockwise is taken
    ONWARD,  # a player who has jumped may go on; else he stops
    RUSH_AFTER,  # a player who has used up his movement when he has jumped may still rush
    LOST_FOREVER,  # a player lost in a portal does not come back; else he is knocked out
    LOST_TURNOVER,  # losing a player in a portal is a turnover
    SECOND_JUMP_HURTS,  # a player who jumps a second time in a turn rolls for an injury
    BALL_LOST,  # ball of a lost carrier: 0 scatters, 1 comes back by portal at the next turn, 2 by portal at once
    BALL_SLIPS,  # lowest D6 on which a carrier keeps the ball in a jump; 0: always
    BALL_PARTS,  # a carrier knocked into a portal and his ball jump apart; else he falls first and drops the ball there
    RESERVE_WAY,  # how reserves come in: 0 by portal only, 1 by zone or portal
    RESERVE_FROM,  # first turn in which a reserve comes in
    RESERVE_UNTIL,  # last turn in which a reserve comes in
    REMOVED_FROM,  # first turn from which each turn of a team begins with the loss of a random player; 0: never
    RESERVE_STILL,  # a player who came in by portal may not move on in that turn
    RESERVE_COST,  # movement that coming in by portal costs
    FIELD,  # with this number of players in the dungeon, a reserve comes in only on a D6 of 2 or more; 0: always
    RECOVERY,  # when knocked-out players recover: see RECOVER_NEVER in turns.py
    WALLS,  # what a wall behind a pushed player does: see WALL_NOTHING in blocking.py
    MUST_FOLLOW,  # a player who blocks must follow up, but not onto a trap
    BALL_IN_HAZARD,  # a ball in a hazard: 0 scatters again, 1 comes back by portal, 2 is kept out of it as by a wall
    BALL_AT_WALL,  # a ball at a wall: 0 scatters again, 1 bounces: aslant along the wall, else back to its square
    BALL_SCATTERS_ON,  # a loose ball scatters on from a portal; else it jumps, and a player on the exit may catch it
    STATUES,  # lowest D6 with which a throw clears an obstacle; 0: always
    THROUGH_PORTAL,  # lowest D6 with which a throw clears a portal below it; 0: always
    PRECARIOUS,  # lowest D6 with which a player stays on a square with the DANGER code BESIDE_LAVA; 0: always
    FIRST_WAITS,  # the team with the first turn gets no reserve in that turn
    SET_UP,  # greatest number of players of a team at set-up
    RUSH,  # squares that a player may rush in a turn
    PIT_CLIMB,  # lowest D6 that gets a player out of a pit, +1 for each helper; 0: by agility, see is_climb_successful
    PIT_SPIKES,  # lowest D6 that misses the spikes, any other makes a casualty; 0: no such roll, but an injury roll
    CHEST_PUSHED,  # a player pushed onto the chest with the ball must pick it up; else the ball scatters
    CHEST_KNOCKED,  # a player knocked onto a chest suffers its trap as a Mighty Blow
    LIMIT,  # turns of each team after which a match is over at the latest
    TIME_DECIDES,  # without a lead when time is over, ball, number of players or a die decides; else it is a draw
    RESERVES,  # number of reserves that may come in for a team in a turn
    RESERVES_MOST,  # greatest number of reserves of a team
    BALLS,  # number of balls in the dungeon; the first one found is played with
    DRIVES,  # a new drive begins after a touchdown
    DRIVE_FIRST,  # who has the first turn of a drive: 0 the team that conceded, 1 the one that scored, 2 a random one
    DRIVE_RESETS,  # bits for what a drive puts back: trapdoors 1, doors 2, counters 4, machines 8
    CLOCK,  # turns of both teams together after which the book's time is over; 0: no time limit
    ALARM,  # turns of both teams after which a lead of two wins; re-rolls and some knocked-out players return; 0: never
    LAST_ALARM,  # turns of both teams after which a lead of one wins; at most 2D6 turns are left; 0: never
    ANNIHILATION,  # when a team without players has lost: see NEVER in match.py
) = range(52)
RULE_COUNT = 52

# Places in a row of `weights`, in hundredths.
(
    W_MARKED, W_FAILURE, W_PORTAL, W_LOST, W_SCORE_NOW, W_PASS_NOW, W_BLOCK_DICE, W_HUNT_DICE, W_GOAL_SIDE, W_MARK,
    W_ESCORT, W_GUARDS, W_NEAR_ENEMY, W_SPREAD, W_PICKUP, W_OPEN, W_RUSH,
    W_DARE, W_LEAD, W_DETOUR, W_THREAT, W_HARRY, W_GIVE, W_BLAST, W_CAGE, W_ORDER, W_RELAY,
    W_SECURE, W_SHADOW, W_LATE, W_APART,
    *_SPARE_WEIGHTS,  # the numbers that are left over, so that nobody needs to count the names
) = range(100)  # fmt: skip
WEIGHT_NAMES = tuple(name.removeprefix("W_").lower() for name in list(globals()) if name.startswith("W_"))
PORTAL_COST = len(WEIGHT_NAMES)
"""Place of the cost of a route by portal: the weights W_PORTAL and W_LOST together, computed when a match starts."""
EASED_WEIGHTS = PORTAL_COST + 1
"""First place of the same weights as they count in this turn: lower the longer nothing has changed."""
WEIGHT_COUNT = EASED_WEIGHTS + len(WEIGHT_NAMES)
ARRAY_DIMENSIONS = dict(zip(Game._fields, (3, 3, 2, 2, 3, 1, 2, 2, 2, 2, 1), strict=True))
ARRAY_BITS = {"squares": 16, "steps": 16, "pass_ranges": 8, "board": 32}
ARRAY_COLUMNS = {
    "squares": SQUARE_COLUMNS,
    "rules": RULE_COUNT,
    "weights": WEIGHT_COUNT,
    "players": PLAYER_COLUMNS,
    "board": BOARD_COLUMNS,
    "state": STATE_COUNT,
}
"""The length of the last dimension of an array of `Game`, where that length never changes.

`ARRAY_DIMENSIONS` has the number of dimensions of each array, `ARRAY_BITS` the bits of a number where they are not 64:
what is read most often is small, so that it stays in the fastest cache of the processor.
"""
UNREACHABLE_STEPS = 300
"""Number of steps that stands for a square that cannot be reached on foot."""
