"""Prepare a dungeon for many matches: its squares, distances and passes as the arrays that a `Game` is played on.

An arena is made once for all matches of a call. Steps, walls and corners are those of `analysis`, so a player can step
wherever the editor's measure can.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dungeon_designer.analysis.ruler import PASS_LIMITS, PASS_NAMES, find_shortest_pass
from dungeon_designer.analysis.sight import LineOfSight
from dungeon_designer.analysis.team_access import find_set_up_squares
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.errors import PlaytestError
from dungeon_designer.figures.arrays import DOOR_SHUT, Bytes, Ints, build_arrays, find_legal_steps
from dungeon_designer.grid import Side
from dungeon_designer.kinds import ObstacleKind
from dungeon_designer.layout.model import RollingBall, SectionKind, Team
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.editions import build_rules
from dungeon_designer.playtest.square_codes import (
    build_danger_codes,
    build_room_codes,
    build_trap_codes,
    list_jumps,
    list_track_squares,
)
from dungeon_designer.playtest.state import Array, Game
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.ruleset_model import Ruleset

MAX_SQUARES = 2500
"""Number of squares up to which a dungeon can be played on: the tables of steps must fit into a core's own memory."""
_MAX_DETOUR_STEPS = 20  # greatest detour, in steps, to avoid squares beside lava
MAX_CHESTS = 24
"""Number of chests up to which a dungeon can be played on."""
MAX_ROTATING_ROOMS = 2
"""Number of rooms that rotate in a match; any more stay as drawn."""
MAX_TRAPDOORS = 3
"""Number of trapdoors up to which each set of open trapdoors has its own table of steps."""
MATCH_TEAMS = (Team.HOME, Team.AWAY)
"""The teams of a match, in the order of the targets of `Game.steps`, of ZONE and of FIRST_TEAM_END."""
_MAX_EXIT_STEPS = 60  # longest way from a portal that counts in the mean over all portals
_NO_PORTAL_DISTANCE = 2 * 100 * s.UNREACHABLE_STEPS
"""Distance by portal without portals, in hundredths: twice that of a square that cannot be reached on foot.

So a route by portal is never the shorter one.
"""


@dataclass(frozen=True)
class Arena:
    """A dungeon prepared by `build_arena` for many matches under a ruleset.

    The arrays are those of `Game`; read them only.

    Attributes:
        board: the dungeon
        chests: the squares of the chests, sorted; results name a chest by its place here
    """

    board: Board
    squares: Array
    steps: Array
    cost_to_portal: Array
    cost_by_portal: Array
    pass_ranges: Array
    rules: Array
    lists: Array
    chests: tuple[int, ...]

    def create_game(self) -> Game:
        """Return a new `Game` on this dungeon, with all changing arrays zero; `start_match` sets it up."""
        fixed_arrays = (
            self.squares,
            self.steps,
            self.cost_to_portal,
            self.cost_by_portal,
            self.pass_ranges,
            self.rules,
            self.lists,
        )
        weights = np.zeros((2, s.WEIGHT_COUNT), dtype=np.int64)
        players = np.zeros((2 * s.TEAM_SIZE, s.PLAYER_COLUMNS), dtype=np.int64)
        board = np.zeros((len(self.board), s.BOARD_COLUMNS), dtype=np.int32)
        fixed_copies = [_put_between_spare_rows(array) for array in fixed_arrays]
        for array in fixed_copies:
            array.setflags(write=False)
        changing_copies = [_put_between_spare_rows(array) for array in (weights, players, board)]
        return Game._make([*fixed_copies, *changing_copies, np.zeros(s.STATE_COUNT, dtype=np.int64)])


def _put_between_spare_rows(array: Array) -> Array:
    """Return a copy of an array with a spare row of zeros in memory before its first row and behind its last.

    Compiled code does not check indices. The spare rows belong to no square or player, and the array that is returned
    does not show them. They keep an index that is one too low or too high inside the memory of this array.
    """
    spare_count = array.shape[-1] + 1
    memory = np.zeros(array.size + 2 * spare_count, dtype=array.dtype)
    memory[spare_count:-spare_count] = array.ravel()
    return memory[spare_count:-spare_count].reshape(array.shape)


def build_arena(board: Board, ruleset: Ruleset, similar: Arena | None = None) -> Arena:
    """Return the arena of a board: its squares, distances and passes as arrays, for matches under a ruleset.

    Args:
        similar: an arena of a similar dungeon, whose slow parts are taken over where they hold for this one, too:
            passes if both boards have the same ground and machines, tables of steps if all squares have the same codes

    Raises:
        PlaytestError: no match can be played; the message says why in a line
    """
    builder = _ArenaBuilder(Context(board, ruleset))
    builder.check_playable()
    rotations = range(len(builder.rotations))
    has_same_ground = (
        similar is not None and board.has_same_ground(similar.board) and board.machines == similar.board.machines
    )
    squares = np.stack([builder.build_square_columns(turn) for turn in rotations])
    step_source = similar if similar is not None and np.array_equal(squares, similar.squares) else builder
    return Arena(
        board,
        squares,
        step_source.steps,
        step_source.cost_to_portal,
        step_source.cost_by_portal,
        similar.pass_ranges
        if similar is not None and has_same_ground
        else np.stack([builder.measure_pass_ranges(turn) for turn in rotations]),
        np.array(builder.rules, dtype=np.int64),
        builder.build_lists(squares),
        tuple(builder.chests),
    )


class _ArenaBuilder:
    """The builder of an arena's arrays; each array is built when it is first used.

    Attributes:
        context: the board with its ruleset
        rules: the numbers of `Game.rules`
    """

    def __init__(self, context: Context) -> None:
        """Read the rules of a board's ruleset; the arrays are built later."""
        self.context, self.board = context, context.board
        self.grid = build_arrays(context.board)
        self.rules = build_rules(context.ruleset)
        self.rules[s.BALLS] = max(1, context.board.layout.balls)

    def check_playable(self) -> None:
        """Raise PlaytestError if no match can be played on the dungeon.

        A match needs two teams with set-up squares and end zones, a chest, and not too many squares or chests.
        """
        teams = {section.team for section in self.board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY)} - {None}
        if not teams <= set(MATCH_TEAMS):
            raise PlaytestError(f"this dungeon has {len(teams)} teams; only matches of two can be played")
        if len(self.board) > MAX_SQUARES:
            raise PlaytestError(
                f"no more than {MAX_SQUARES} squares can be played on; this dungeon has {len(self.board)}"
            )
        for team in MATCH_TEAMS:
            if not self.set_up_squares[team]:
                raise PlaytestError(f"no match can be played: the {team} team has no square to set up on")
            if not self.zones[team].size:
                raise PlaytestError(f"no match can be played: the {team} team has no end zone to score in")
        if not self.chests:
            raise PlaytestError("no match can be played: there is no chest with the ball")
        if len(self.chests) > MAX_CHESTS:
            raise PlaytestError(f"no more than {MAX_CHESTS} chests can be played with; this dungeon has more")

    @cached_property
    def rotations(self) -> list[tuple[Ints, Bytes]]:
        """For each rotation of the rooms a pair: which square lies at each position, and the edges of each position.

        A position is a place of the map as drawn; a square moves with its room. The number of a rotation is a number in
        base 4: the quarters of the first room count fastest. Without rotating rooms there is one rotation.
        """
        rooms = self.context.rotation.rooms[:MAX_ROTATING_ROOMS]
        grid, results = self.grid, []
        for rotation in range(4 ** len(rooms)):
            square_by_position, edges = np.arange(len(grid), dtype=np.int32), grid.edges.copy()
            for digit, room in enumerate(rooms):
                rotated = self.context.rotation.rotate_room(room, rotation // 4**digit % 4)
                room_squares = grid.list_numbers(rotated.drawn_squares)
                square_by_position[room_squares] = grid.list_numbers(rotated.drawn_squares.values())
                edges[room_squares] = np.where(
                    np.isin(grid.neighbours[room_squares, ::2], room_squares), OPEN, edges[room_squares]
                )
                grid.mark_edges(edges, rotated.ground.walls, WALL)
                grid.mark_edges(edges, rotated.ground.doors, DOOR)
            results.append((square_by_position, edges))
        return results

    @cached_property
    def chests(self) -> list[int]:
        """The numbers of the squares of the chests that stand where players can walk, sorted."""
        board = self.board
        usable = board.walkable_squares - board.entry_squares - board.portal_squares
        return sorted(self.grid.list_numbers(usable & {chest.square for chest in board.chests}))

    @cached_property
    def portals(self) -> list[int]:
        """The numbers of the squares with a portal, in the order of the portals' numbers, each square once."""
        usable = self.board.walkable_squares - self.board.entry_squares
        squares = [portal.square for portal in sorted(self.board.portals, key=lambda portal: portal.number)]
        return self.grid.list_numbers(dict.fromkeys(square for square in squares if square in usable))

    @cached_property
    def zones(self) -> dict[Team, Ints]:
        """For each team the numbers of the walkable squares of its end zone or entries; the other team scores there."""
        zones, walkable = self.board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY), self.board.walkable_squares
        squares_by_team = {
            team: [square for zone in zones if zone.team is team for square in zone.squares] for team in MATCH_TEAMS
        }
        return {
            team: np.array(self.grid.list_numbers(square for square in squares if square in walkable), dtype=np.int32)
            for team, squares in squares_by_team.items()
        }

    @cached_property
    def set_up_squares(self) -> dict[Team, list[int]]:
        """For each team the numbers of the squares on which it sets up: no portals, chests or open pits."""
        board, grid = self.board, self.grid
        pits = set(grid.list_squares(np.flatnonzero(~self._has_no_pit)))
        standing_squares = self.context.standing_squares - board.portal_squares - board.chest_squares - pits
        return {team: grid.list_numbers(find_set_up_squares(board, standing_squares, team)) for team in MATCH_TEAMS}

    @cached_property
    def _traps(self) -> Array:
        """N x 3: the kind of each square's trap, the number of its trapdoor, and what lies below."""
        return build_trap_codes(self.board)

    @cached_property
    def _has_no_pit(self) -> Array:
        """For each square, whether it has no open pit, plain or spiked."""
        return np.isin(self._traps[:, 0], (s.PIT, s.SPIKED), invert=True)

    @cached_property
    def neighbours(self) -> Array:
        """Rotations x N x 8: the square one step away in each direction, -1 where a wall or rock is.

        The directions run clockwise from north.
        """
        grid_neighbours, wall_flags = self.grid.neighbours, self.grid.build_flags(self.context.wall_obstacle_squares)
        result = np.full((len(self.rotations), len(grid_neighbours), 8), -1, dtype=np.int32)
        for rotation, (square_by_position, edges) in enumerate(self.rotations):
            passable = edges != WALL
            shut_doors = self.grid.square_door[square_by_position] == DOOR_SHUT
            wall_here = wall_flags[square_by_position]
            for direction in range(8):
                allowed = find_legal_steps(
                    grid_neighbours, passable, shut_doors, wall_here, direction, self.context.has_strict_corners
                )
                allowed &= grid_neighbours[:, direction] >= 0
                result[rotation, square_by_position[allowed], direction] = square_by_position[
                    grid_neighbours[allowed, direction]
                ]
        return result

    def build_square_columns(self, rotation: int) -> Array:
        """Return the array `Game.squares` for one rotation of the rooms: N x SQUARE_COLUMNS.

        Args:
            rotation: the number of the rotation, a place in `rotations`
        """
        board = self.grid
        columns = np.zeros((len(board), s.SQUARE_COLUMNS), dtype=np.int16)
        columns[:, :8] = self.neighbours[rotation]
        columns[:, s.NEW_DIRECTIONS : s.NEW_DIRECTIONS + 9] = _find_new_directions(self.neighbours[rotation])
        columns[board.hazard, s.KIND] = s.HAZARD
        columns[board.obstacle > 0, s.KIND] = s.SOLID
        columns[board.is_entry, s.KIND] = s.ENTRY
        for number, team in enumerate(MATCH_TEAMS):
            columns[self.zones[team], s.ZONE] = number + 1
        columns[:, s.DOOR] = board.square_door == DOOR_SHUT
        columns[:, [s.TRAP, s.TRAPDOOR_NUMBER, s.TRAP_BELOW]] = self._traps
        for number, square in enumerate(self.portals):
            columns[square, s.PORTAL] = number + 1
        columns[:, s.ROOM] = build_room_codes(self.board, self.context.ruleset)
        square_by_position = self.rotations[rotation][0]
        columns[square_by_position, s.X], columns[square_by_position, s.Y] = board.x, board.y
        columns[:, s.DANGER] = build_danger_codes(self.board)
        columns[:, [s.FIRST_JUMP, s.JUMP_COUNT]] = self.jumps[0]
        return columns

    @cached_property
    def jumps(self) -> tuple[Array, Array]:
        """The jumps over gaps as two arrays, see `list_jumps`.

        The first has for each square its first jump and the number of its jumps, the second for each jump its landing
        square and length.
        """
        return list_jumps(self.context)

    @cached_property
    def steps(self) -> Array:
        """Step tables x targets x N: steps from each square to each target, UNREACHABLE_STEPS where no route leads.

        The targets are all squares, then the home and the away end zone. There is a table for each rotation of the
        rooms with no trapdoor open, then again for each set of open trapdoors, since players cannot walk over an open
        one. With more than three trapdoors the only other set is that with all of them open.
        """
        trapdoor_numbers = np.where(self._traps[:, 0] == s.TRAPDOOR, self._traps[:, 1], 0)
        count = int(trapdoor_numbers.max(initial=0))
        open_sets = range(1 << count) if count <= MAX_TRAPDOORS else (0, (1 << count) - 1)
        bits = np.where(trapdoor_numbers > 0, 1 << np.maximum(trapdoor_numbers - 1, 0), 0)
        walkables = [self.grid.walkable & (bits & open_set == 0) for open_set in open_sets]
        tables = [self._build_step_table(links, walkable) for walkable in walkables for links in self.neighbours]
        return np.stack(tables).astype(np.int16)

    def _build_step_table(self, links: Array, walkable: Array) -> Array:
        """Return targets x N: the steps from all squares to all squares and to both end zones.

        It holds for one rotation and one set of open trapdoors. Where players may fall into lava, a route leads beside
        lava only if there is no other, and is then taken as 20 steps longer.

        Args:
            links: N x 8: the square one step away in each direction
            walkable: for each square, whether a player may walk on it
        """
        steps = self._measure_steps(links, walkable)
        if self.rules[s.PRECARIOUS]:
            beside_lava = build_danger_codes(self.board) == s.BESIDE_LAVA
            safe_steps = self._measure_steps(links, walkable & ~beside_lava)
            steps = np.where(
                safe_steps < s.UNREACHABLE_STEPS, safe_steps, np.minimum(steps + _MAX_DETOUR_STEPS, s.UNREACHABLE_STEPS)
            )
            np.fill_diagonal(steps, 0)
        zones = [steps[self.zones[team]].min(axis=0) for team in MATCH_TEAMS]
        return np.concatenate((steps, np.stack(zones)))

    def _measure_steps(self, links: Array, walkable: Array) -> Array:
        """Return N x N: the steps between all pairs of squares, UNREACHABLE_STEPS where no route leads.

        It is a breadth-first search from all squares at once. Portals, entries and open pits end a route.
        """
        board, count = self.grid, len(self.grid)
        is_route_end = board.is_portal | board.is_entry | ~self._has_no_pit
        next_squares = np.where(links < 0, count, links)
        # In these tables a row stands for a square that is reached, and a column for the square where a search began:
        # whole rows lie in one piece of memory, so that they are copied fast.
        wave = np.eye(count + 1, count, dtype=np.bool_)
        unseen = walkable[:, np.newaxis] & ~wave[:count]
        steps = np.where(wave[:count], 0, s.UNREACHABLE_STEPS).astype(np.int16)
        for distance in range(1, s.UNREACHABLE_STEPS):
            reached = wave[next_squares[:, 0]]
            for direction in range(1, next_squares.shape[1]):
                reached |= wave[next_squares[:, direction]]
            reached &= unseen
            if not reached.any():
                break
            steps[reached] = distance
            unseen ^= reached
            wave[:count] = reached & ~is_route_end[:, np.newaxis]
        return np.ascontiguousarray(steps.T)

    @cached_property
    def cost_to_portal(self) -> Array:
        """Step tables x N: distance from each square to the nearest portal, in hundredths of a step.

        Without portals or a route it is 100 * UNREACHABLE_STEPS.
        """
        if not self.portals:
            return np.full((len(self.steps), len(self.grid)), 100 * s.UNREACHABLE_STEPS)
        result: Array = 100 * self.steps[:, self.portals].min(axis=1).astype(np.int64)
        return result

    @cached_property
    def cost_by_portal(self) -> Array:
        """Step tables x targets: distance to a target for a player who steps on a portal, in hundredths of a step.

        A step table holds all distances on foot for one rotation of the rooms and one set of open trapdoors; `steps`
        lists the tables and the targets.

        The distance is the mean over all portals he may come out of, with the cost of the jump and without its risk. In
        the mean no portal counts more than _MAX_EXIT_STEPS, so that one remote portal does not spoil it. Without
        portals it is _NO_PORTAL_DISTANCE.
        """
        if not self.portals:
            return np.full(self.steps.shape[:2], _NO_PORTAL_DISTANCE)
        exits = np.minimum(self.steps[:, :, self.portals].astype(np.int64), _MAX_EXIT_STEPS)
        mean = 100 * exits.sum(axis=2) // len(self.portals)
        result: Array = mean + 100 * self.rules[s.JUMP_COST]
        return result

    def measure_pass_ranges(self, rotation: int) -> Array:
        """Return N x N: the pass between each pair of squares, 1 quick to 4 long bomb; 0 where none is possible.

        Range and line of sight must allow the pass in both directions.

        Args:
            rotation: the number of the rotation, a place in `rotations`
        """
        square_by_position, edges = self.rotations[rotation]
        grid, board = self.grid, self.board if not rotation else _rotate_board(self.board, square_by_position, edges)
        opaque_kinds = [ObstacleKind(kind) for kind in parse_play(self.context.ruleset).opaque]
        sight = LineOfSight(board, self.context.has_strict_corners, opaque_kinds)
        walkable = grid.walkable[square_by_position] if rotation else grid.walkable
        # From a square that blocks sight one sees others, but is not seen: no pass leads there, and so none back.
        is_visible = walkable & ~np.array([sight.is_blocked(square) for square in grid.squares], dtype=np.bool_)
        ranges, middles = np.zeros((len(board), len(board)), dtype=np.int8), np.stack((grid.x, grid.y), axis=1) + 0.5
        for position in np.flatnonzero(walkable):
            dx, dy = (np.minimum(abs(line - line[position]), len(PASS_LIMITS)) for line in (grid.x, grid.y))
            range_here, start = self._range_by_offset[dy, dx], square_by_position[position]
            ranges[start, start] = range_here[position]
            if not is_visible[position]:
                continue
            # a line of sight is the same in both directions, so that the squares before this one are ready
            ends = position + 1 + np.flatnonzero((range_here != 0)[position + 1 :] & is_visible[position + 1 :])
            lines = np.stack((np.broadcast_to(middles[position], (len(ends), 2)), middles[ends]), axis=1)
            ends = ends[sight.are_free(lines)]
            ranges[start, square_by_position[ends]] = ranges[square_by_position[ends], start] = range_here[ends]
        return ranges

    @cached_property
    def _range_by_offset(self) -> Array:
        """The shortest pass, 0 for none to 4 for a long bomb, by the squares down (row) and across (column).

        The last row and column stand for all greater offsets.
        """
        names, longest_throw = (None, *PASS_NAMES), parse_play(self.context.ruleset).longest_throw
        size = range(len(PASS_LIMITS) + 1)
        rows = [[names.index(find_shortest_pass((0, 0), (x, y), longest_throw)) for x in size] for y in size]
        return np.array(rows, dtype=np.int8)

    def build_lists(self, squares: Array) -> Array:
        """Return the array `Game.lists`: rows of squares and numbers of different lengths, each filled up with -1.

        Args:
            squares: the array `Game.squares`
        """
        rows: dict[int, list[int]] = {
            s.PORTALS: self.portals,
            s.JUMP_LANDINGS: self.jumps[1][:, 0].tolist(),
            s.JUMP_LENGTHS: self.jumps[1][:, 1].tolist(),
        }
        counters = np.flatnonzero((squares[0, :, s.TRAP] == s.COUNTER) & (squares[0, :, s.TRAP_BELOW] < 0))
        for orientation in range(8):
            rows[s.CHESTS + orientation] = self._sort_squares(self.chests, orientation)
            rows[s.COUNTERS + orientation] = self._sort_squares(counters.tolist(), orientation)
            for number, team in enumerate(MATCH_TEAMS):
                rows[s.SET_UP_SQUARES + 8 * number + orientation] = self._sort_squares(
                    self.set_up_squares[team], orientation, nearest=True
                )
        stones = [machine for machine in self.board.machines if isinstance(machine, RollingBall)]
        for index, squares_under in enumerate(list_track_squares(self.board, stones[0]) if stones else []):
            rows[s.TRACK + index] = squares_under
        width = max(map(len, rows.values())) + 1
        count = max(s.TRACK, *(row + 1 for row in rows))
        result = np.full((count, width), -1, dtype=np.int64)
        for row, row_numbers in rows.items():
            result[row, : len(row_numbers)] = row_numbers
        return result

    def _sort_squares(self, squares: list[int], orientation: int, nearest: bool = False) -> list[int]:
        """Return squares sorted by row, then column, as they appear in one of the eight orientations.

        Each match goes through squares in the order of its orientation, so that no part of a dungeon always comes
        first.

        Args:
            orientation: the number of clockwise quarters, plus 4 for a mirror
            nearest: whether squares with fewer steps to a chest come first, whatever their row
        """
        steps = self.steps[0][self.chests].min(axis=0)

        def rank_square(square: int) -> tuple[int, int, int]:
            """Return the sort key by which the outer function sorts squares: steps to a chest, then row, then column.

            The steps are 0 unless squares near a chest come first (`nearest`). Row and column are those of the dungeon
            in the outer function's `orientation`: the number of clockwise quarter turns, plus 4 if it is mirrored.
            """
            x, y = self.grid.find_coordinates(square)
            for _ in range(orientation & 3):
                x, y = y, -x
            return int(steps[square]) if nearest else 0, y, -x if orientation > 3 else x

        return sorted(squares, key=rank_square)


def _find_new_directions(links: Array) -> Array:
    """Return for each square the directions in which a route search that entered it need look for further squares.

    A search that came from square A to square B skips A and the neighbours of A: they were found from A already.

    Args:
        links: N x 8: the square one step away in each of the eight directions, -1 for none

    Returns:
        N x 9 sets of directions, each a number with bit d set for direction d. Column i is for a search that entered
        the square by a step in direction i. The last column, for a search that begins on the square, has all directions
        with a neighbour.
    """
    bits = np.zeros((len(links), 9), dtype=np.int64)
    for direction in range(8):
        sources = np.flatnonzero(links[:, direction] >= 0)
        entered = links[sources, direction]
        for onward in range(8):
            next_squares = links[entered, onward]
            is_known = (next_squares == sources) | (next_squares[:, np.newaxis] == links[sources]).any(axis=1)
            bits[entered, direction] |= ((next_squares >= 0) & ~is_known).astype(np.int64) << onward
    bits[:, 8] = ((links >= 0) << np.arange(8)).sum(axis=1)
    return bits


def _rotate_board(board: Board, square_by_position: Ints, edges: Bytes) -> Board:
    """Return the board as it lies after its rooms have rotated, for lines of sight.

    Walls, doors, obstacles, terrain and square doors are moved; all else stays.

    Args:
        square_by_position: the number of the square that lies at each position
        edges: N x 4: the edges of each position
    """
    squares = board.squares
    drawn_by_place = {
        place: squares[square] for place, square in zip(squares, square_by_position.tolist(), strict=True)
    }
    borders = ((1, Side.EAST), (2, Side.SOUTH))
    states = {(square, side): int(edges[n, column]) for n, square in enumerate(squares) for column, side in borders}
    inner_borders = {border: state for border, state in states.items() if board.joins_floor(border)}
    return dataclasses.replace(
        board,
        walls=frozenset(border for border, state in inner_borders.items() if state == WALL),
        edge_doors=frozenset(border for border, state in inner_borders.items() if state == DOOR),
        obstacle_at={
            square: board.obstacle_at[drawn] for square, drawn in drawn_by_place.items() if drawn in board.obstacle_at
        },
        terrain_at={
            square: board.terrain_at[drawn] for square, drawn in drawn_by_place.items() if drawn in board.terrain_at
        },
        door_squares={
            square: board.door_squares[drawn] for square, drawn in drawn_by_place.items() if drawn in board.door_squares
        },
    )
