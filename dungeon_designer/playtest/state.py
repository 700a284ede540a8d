"""The columns and codes of the arrays a game is played on; see `Game`.

All are plain integers: what numba compiles knows no enumerations, and sums of integers are the same on every machine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

Array = npt.NDArray[Any]
Row = Array
Table = Array
"""An array of 64-bit numbers, `Row` of one dimension, `Table` of two: what numba is told of an `entrance`."""


class Game(NamedTuple):
    """One game: the dungeon, which is only read, and what changes.

    squares  turns of a room x squares x SQUARE_COLUMNS: what each square is
    far      LAID x (squares + 2) x squares: steps from each square to a target; the last two are the sides' zones
    to_portal  LAID x squares: hundredths of a step from each square to the nearest portal
    by_portal  LAID x (squares + 2): hundredths of a step to a target for one who steps on a portal, risks left out
    weights  2 x WEIGHT_COUNT: what the coaches of the two teams steer by, the first turn's team first
    sight    turns x squares x squares: the pass that reaches from one to the other, quick 1 to long bomb 4; 0: none may
    rules    RULE_COUNT numbers: what the edition says of playing; the places are named below
    lists    rows of squares and numbers, -1 behind the last; the rows are named below
    players  32 x PLAYER_COLUMNS; the first sixteen are the team that has the first turn
    board    squares x BOARD_COLUMNS: what lies and stands where
    now      NOW_COUNT numbers: the state of the dice, whose turn it is, where the ball is, what was counted
    """

    squares: Array
    far: Array
    to_portal: Array
    by_portal: Array
    sight: Array
    rules: Array
    lists: Array
    weights: Array
    players: Array
    board: Array
    now: Array


# Columns of `squares`. The first eight are the neighbours clockwise from north, -1 behind a wall.
KIND, ZONE, DOOR, TRAP, GROUP, BELOW, PORTAL, ROOM, X, Y, JUMP, JUMPS, EDGE = range(8, 21)
FRESH = 21
"""Nine columns of bits, clockwise from north: in which directions to look further for who came in each of the eight,
since the other squares are neighbours of the one he came from, too; the ninth has all in which there is a square."""
SQUARE_COLUMNS = 30
FLOOR, HAZARD, SOLID, ENTRY = range(4)  # KIND; SOLID is an obstacle
NO_TRAP, PIT, SPIKED, TRAPDOOR, COUNTER, DEADLY = range(6)  # TRAP, and BELOW of a trapdoor or counter
ARMOURY, BONE_PIT, CURSED, FLOODED, JAIL, SEWER, IDOL, CRYPT, DRAGON = range(1, 10)  # ROOM

BESIDE_LAVA, ON_TRACK = 1, 2  # EDGE

# Rows of `lists`.
PORTALS = 1
CHESTS = 2  # eight rows, one for each way round
STARTS = 10  # sixteen rows: the home side's for each way round, then the away side's
JUMP_TO, JUMP_LENGTH = 26, 27
COUNTERS = 28  # eight rows: counters of which nobody said what they hold
TRACK = 36  # and the rows below: the squares under the stone at each place along its track

# Columns of `players`.
STATE, AT, MOVE, STRENGTH, AGILITY, PASSING, ARMOUR, SKILLS, USED, LEAPT, MOVES, RUSHES, EXTRA, TARGET, DODGED = range(
    15
)
PLAYER_COLUMNS = 15
NOBODY, UP, DOWN, STUNNED, TRAPPED, RESERVE, KNOCKED_OUT, CASUALTY, LOST = range(9)  # STATE
BLOCK, DODGE, MIGHTY, LEAP, HANDS = 1, 2, 4, 8, 16  # SKILLS
TEAM = 16  # players a team at most

# Columns of `board`.
WHO, SHUT, CHEST, PITFALL, ZONES, _, STAMP, STEPS, CAME, CHANCE, QUEUE, LOOK, WALKED, FOUGHT, FELL = range(15)
SECRET, ROUND = 15, 16
BOARD_COLUMNS = 17
"""WHO is the player's number plus 1; ZONES and the next, how many of the first and second team may tackle there; SECRET
what lies face down; ROUND how far a zone is round those who stand there. QUEUE is no property of a square, but a list
as long as there are squares."""
STONE = 2  # SHUT: under the rolling stone
WITH_BALL = 2  # CHEST: a ball is in it

# Places in `now`.
DICE = 0  # four numbers
ACTIVE, TURN, OVER, BALL, BALL_AT, CARRIER, LOOSE_FALL, UNOPENED, TREASURE, TURNED = range(4, 14)
STONE_AT, STONE_WAY, WAY, REROLLS, _, REROLLED, SIDE, SCORER, STAMPS, BLITZED = range(14, 24)
BALL_JUMPS, PORTAL_JUMPS, FOUND_BY, FOUND_TURN, PASSES, BLOCKS, CALM, STAND = range(24, 32)
LOSSES = 32  # one place for each cause
TRIPPED, LAID = 42, 43  # a bit for each trapdoor that is open; which of the tables of ways holds
PUSHED_ON = 44  # a bit for each player who was pushed and whose new square has done nothing to him so far
OPENED = 47  # chests opened, in all drives
GOALS, ENDED, LAST = 48, 50, 51  # touchdowns of each team; how it ended; after which turn of both its time is over
AROUND = 52  # steps around the carrier within which those who run before him are as near as another; 0: by CALM
DODGES, RUSHED, PICKED, PICKED_UP, HANDED = range(53, 58)  # rolls to dodge, to rush, to pick up; pick-ups; hand-offs
IMPATIENCE = 58  # CALM as the coach whose turn it is sees it, more if the end of the match is near
NOW_COUNT = 59
IN_CHEST, LOOSE, HELD, AWAY = range(4)  # BALL
BY_BLOCK, BY_FALL, BY_CHEST, BY_PORTAL, BY_PIT, BY_HAZARD, BY_WALL, BY_MACHINE, BY_ROOM, BY_TIME = range(10)  # causes
CAUSES = tuple(name.removeprefix("BY_").lower() for name in list(globals()) if name.startswith("BY_"))

# Places in `rules`; `editions.toml` says what each number means.
(
    CHEST_ENTERED, CHEST_ENDS_TURN, CHEST_UNMARKED, CHEST_COST, CHEST_SPREAD, CHEST_LAST, JUMP_COST, ARRIVES_BESIDE,
    OCCUPIED_PUSHED, ONWARD, RUSH_AFTER, LOST_FOREVER, LOST_TURNOVER, SECOND_JUMP_HURTS, BALL_LOST, BALL_SLIPS,
    BALL_PARTS, RESERVE_WAY, RESERVE_FROM, RESERVE_UNTIL, REMOVED_FROM, RESERVE_STILL, RESERVE_COST, FIELD, RECOVERY,
    WALLS, MUST_FOLLOW, BALL_IN_HAZARD, BALL_AT_WALL, BALL_SCATTERS_ON, STATUES, THROUGH_PORTAL, PRECARIOUS,
    FIRST_WAITS, SET_UP, RUSH, PIT_CLIMB, PIT_SPIKES, CHEST_PUSHED, CHEST_KNOCKED, LIMIT, TIME_DECIDES, RESERVES,
    RESERVES_MOST, BALLS, DRIVES, DRIVE_FIRST, DRIVE_RESETS, CLOCK, ALARM, LAST_ALARM, ANNIHILATION,
) = range(52)  # fmt: skip
RULE_COUNT = 52

# Places in a row of `weights`, in hundredths.
(
    W_MARKED, W_FAILURE, W_PORTAL, W_LOST, W_SCORE_NOW, W_PASS_NOW, W_BLOCK_DICE, W_HUNT_DICE, W_GOAL_SIDE, W_MARK,
    W_ESCORT, W_GUARDS, W_NEAR_ENEMY, W_SPREAD, W_PICKUP, W_OPEN, W_RUSH,
    W_DARE, W_LEAD, W_DETOUR, W_THREAT, W_HARRY, W_GIVE, W_BLAST, W_CAGE, W_ORDER, W_RELAY,
    W_SECURE, W_SHADOW, W_LATE, W_APART,
) = range(31)  # fmt: skip
WEIGHT_NAMES = tuple(name.removeprefix("W_").lower() for name in list(globals()) if name.startswith("W_"))
PORTAL_COST = len(WEIGHT_NAMES)
"""What is added to a way by portal: W_PORTAL and W_LOST together; worked out as a game starts."""
EASED = PORTAL_COST + 1
"""From here on the same weights as they are in a turn, less the longer nothing has changed (see `ease`)."""
WEIGHT_COUNT = EASED + len(WEIGHT_NAMES)
DIMENSIONS = dict(zip(Game._fields, (3, 3, 2, 2, 3, 1, 2, 2, 2, 2, 1), strict=True))
SMALL = {"far": 16, "sight": 8}
COLUMNS = {
    "squares": SQUARE_COLUMNS,
    "rules": RULE_COUNT,
    "weights": WEIGHT_COUNT,
    "players": PLAYER_COLUMNS,
    "board": BOARD_COLUMNS,
    "now": NOW_COUNT,
}
"""Of the arrays of a game how many dimensions each has, bits a number where not 64, and numbers of the last dimension
where that is always the same."""
UNREACHED = 300
"""Steps that stand for what cannot be walked to."""
