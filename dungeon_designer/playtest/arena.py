"""A dungeon made ready for many games: its squares, ways and sights as the arrays a `Game` is played on.

It is made once for all games of a call. Steps, walls and corners are those of `analysis`, so whoever may step
somewhere in the editor's measure may do so in a game.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dungeon_designer.analysis.ruler import PASSES, RULER, pass_between
from dungeon_designer.analysis.sides import set_up_squares
from dungeon_designer.analysis.sight import Sight
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.errors import PlaytestError
from dungeon_designer.figures.arrays import SHUT, Bytes, Ints, arrays, legal
from dungeon_designer.grid import Side
from dungeon_designer.kinds import ObstacleKind
from dungeon_designer.layout.model import RollingBall, SectionKind, Team
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.editions import rules_row
from dungeon_designer.playtest.furniture import jumps_of, rooms_of, track_of, traps_of, unsafe_of
from dungeon_designer.playtest.state import Array, Game
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import play_of

MOST_SQUARES = 2500
"""A larger dungeon is not played on: the table of its ways would not fit into a core's own memory."""
_DETOUR = 20  # squares more that somebody walks who else had to walk beside lava
MOST_CHESTS = 24
MOST_ROOMS = 2
"""So many rooms turn; any more lie as drawn."""
MOST_TRAPDOORS = 3
"""So many trapdoors have ways of their own for each set of them that is open."""
SIDES = (Team.HOME, Team.AWAY)
"""The sides of a match, in the order of `Game.far`, `ZONE` and `SIDE`."""
_CROSSING = 60  # steps that a way of which nothing is known counts for whoever comes out of a portal


@dataclass(frozen=True)
class Arena:
    """A dungeon under a ruleset, made ready by `arena`. Arrays as `Game` has them, to be read only."""

    board: Board
    squares: Array
    far: Array
    to_portal: Array
    by_portal: Array
    sight: Array
    rules: Array
    lists: Array
    chests: tuple[int, ...]

    def game(self) -> Game:
        """A game on it, not yet set up."""
        players = np.zeros((2 * s.TEAM, s.PLAYER_COLUMNS), dtype=np.int64)
        board = np.zeros((len(self.board) + 1, s.BOARD_COLUMNS), dtype=np.int64)[: len(self.board)]
        now = np.zeros(s.NOW_COUNT, dtype=np.int64)
        fixed = (self.squares, self.far, self.to_portal, self.by_portal, self.sight, self.rules, self.lists)
        for array in fixed:
            array.setflags(write=False)  # from another process it comes writable, which numba compiles anew for
        weights = np.zeros((2, s.WEIGHT_COUNT), dtype=np.int64)
        return Game(*fixed, weights, players, board, now)


def arena(board: Board, ruleset: Ruleset, like: Arena | None = None) -> Arena:
    """A board made ready for matches under a ruleset; PlaytestError says in a line why none can be played.

    Of an arena `like` it who sees whom is taken over, if its board has the same ground, and how far all is, if only
    chests lie elsewhere.
    """
    maker = _Maker(Context(board, ruleset))
    maker.refuse()
    turns = range(len(maker.turns))
    same = like is not None and board.same_ground(like.board) and board.machines == like.board.machines
    squares = np.stack([maker.squares(turn) for turn in turns])
    ways = like if like is not None and np.array_equal(squares, like.squares) else maker
    return Arena(
        board,
        squares,
        ways.far,
        ways.to_portal,
        ways.by_portal,
        like.sight if like is not None and same else np.stack([maker.sight(turn) for turn in turns]),
        np.array(maker.rules, dtype=np.int64),
        maker.lists(squares),
        tuple(maker.chests),
    )


class _Maker:
    """Makes an arena; each array is made where it is asked for."""

    def __init__(self, context: Context) -> None:
        self.context, self.board = context, context.board
        self.grid = arrays(context.board)
        self.rules = rules_row(context.ruleset)
        self.rules[s.BALLS] = max(1, context.board.layout.balls)

    def refuse(self) -> None:
        """PlaytestError for a dungeon no match can be played on."""
        sides = {section.side for section in self.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY)} - {None}
        if not sides <= set(SIDES):
            raise PlaytestError(f"this dungeon has {len(sides)} sides; matches of two can be played so far")
        if len(self.board) > MOST_SQUARES:
            raise PlaytestError(
                f"no more than {MOST_SQUARES} squares can be played on; this dungeon has {len(self.board)}"
            )
        for team in SIDES:
            if not self.starts[team]:
                raise PlaytestError(f"no match can be played: the {team} side has no square to set up on")
            if not self.zones[team].size:
                raise PlaytestError(f"no match can be played: the {team} side has no end zone to score in")
        if not self.chests:
            raise PlaytestError("no match can be played: there is no chest with the ball")
        if len(self.chests) > MOST_CHESTS:
            raise PlaytestError(f"no more than {MOST_CHESTS} chests can be played with; this dungeon has more")

    @cached_property
    def turns(self) -> list[tuple[Ints, Bytes]]:
        """What square lies at each place, and its edges, in each turn of the rooms that turn; one if none does.

        The quarters of the first room count fastest.
        """
        rooms = self.context.rotation.rooms[:MOST_ROOMS]
        grid, found = self.grid, []
        for turn in range(4 ** len(rooms)):
            lies, edges = np.arange(len(grid), dtype=np.int32), grid.edges.copy()
            for place, room in enumerate(rooms):
                turned = self.context.rotation.turned(room, turn // 4**place % 4)
                near = grid.numbers(turned.drawn)
                lies[near] = grid.numbers(turned.drawn.values())
                edges[near] = np.where(np.isin(grid.neighbours[near, ::2], near), OPEN, edges[near])
                grid.mark(edges, turned.ground.walls, WALL)
                grid.mark(edges, turned.ground.doors, DOOR)
            found.append((lies, edges))
        return found

    @cached_property
    def chests(self) -> list[int]:
        board = self.board
        usable = board.walkable_squares - board.entry_squares - board.portal_squares
        return sorted(self.grid.numbers(usable & {chest.at for chest in board.chests}))

    @cached_property
    def portals(self) -> list[int]:
        """The squares of the portals by number, each once."""
        usable = self.board.walkable_squares - self.board.entry_squares
        found = [portal.at for portal in sorted(self.board.portals, key=lambda portal: portal.number)]
        return self.grid.numbers(dict.fromkeys(at for at in found if at in usable))

    @cached_property
    def zones(self) -> dict[Team, Ints]:
        """The squares in which somebody scores against each side."""
        zones, walked = self.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY), self.board.walkable_squares
        found = {team: [at for zone in zones if zone.side is team for at in zone.squares] for team in SIDES}
        return {
            team: np.array(self.grid.numbers(at for at in squares if at in walked), dtype=np.int32)
            for team, squares in found.items()
        }

    @cached_property
    def starts(self) -> dict[Team, list[int]]:
        """The squares each side sets up on."""
        board, grid = self.board, self.grid
        pits = set(grid.places(np.flatnonzero(~self._unpitted)))
        standing = self.context.standing_squares - board.portal_squares - board.chest_squares - pits
        return {team: grid.numbers(set_up_squares(board, standing, team)) for team in SIDES}

    @cached_property
    def _traps(self) -> Array:
        return traps_of(self.board)

    @cached_property
    def _unpitted(self) -> Array:
        return np.isin(self._traps[:, 0], (s.PIT, s.SPIKED), invert=True)

    @cached_property
    def links(self) -> Array:
        """turns x squares x 8: the square one step away, -1 where a wall or rock is."""
        around, walls = self.grid.neighbours, self.grid.flags(self.context.wall_obstacle_squares)
        found = np.full((len(self.turns), len(around), 8), -1, dtype=np.int32)
        for turn, (lies, edges) in enumerate(self.turns):
            passable, shut, solid = edges != WALL, self.grid.square_door[lies] == SHUT, walls[lies]
            for direction in range(8):
                free = legal(around, passable, shut, solid, direction, self.context.strict)
                free &= around[:, direction] >= 0
                found[turn, lies[free], direction] = lies[around[free, direction]]
        return found

    def squares(self, turn: int) -> Array:
        """The columns of `Game.squares` in one turn of the room."""
        board = self.grid
        columns = np.zeros((len(board), s.SQUARE_COLUMNS), dtype=np.int64)
        columns[:, :8] = self.links[turn]
        columns[:, s.FRESH : s.FRESH + 9] = _steps_that_lead_on(self.links[turn])
        columns[board.hazard, s.KIND] = s.HAZARD
        columns[board.obstacle > 0, s.KIND] = s.SOLID
        columns[board.is_entry, s.KIND] = s.ENTRY
        for number, team in enumerate(SIDES):
            columns[self.zones[team], s.ZONE] = number + 1
        columns[:, s.DOOR] = board.square_door == SHUT
        columns[:, [s.TRAP, s.GROUP, s.BELOW]] = self._traps
        for number, at in enumerate(self.portals):
            columns[at, s.PORTAL] = number + 1
        columns[:, s.ROOM] = rooms_of(self.board, self.context.ruleset)
        lies = self.turns[turn][0]
        columns[lies, s.X], columns[lies, s.Y] = board.x, board.y
        columns[:, s.EDGE] = unsafe_of(self.board)
        columns[:, [s.JUMP, s.JUMPS]] = self.jumps[0]
        return columns

    @cached_property
    def jumps(self) -> tuple[Array, Array]:
        """Of each square where its jumps begin and how many there are; and of each jump where to and over how much."""
        return jumps_of(self.context)

    @cached_property
    def far(self) -> Array:
        """LAID x (squares + 2) x squares: steps to each target, UNREACHED where none leads.

        For each turn of the room while no trapdoor is open, then for each set of open ones; of more than three
        trapdoors for all of them open only.
        """
        doors = np.where(self._traps[:, 0] == s.TRAPDOOR, self._traps[:, 1], 0)
        count = int(doors.max(initial=0))
        sets = range(1 << count) if count <= MOST_TRAPDOORS else (0, (1 << count) - 1)
        bits = np.where(doors > 0, 1 << np.maximum(doors - 1, 0), 0)
        walkables = [self.grid.walkable & (bits & opened == 0) for opened in sets]
        tables = [self._far(links, walkable) for walkable in walkables for links in self.links]
        return np.stack(tables).astype(np.int16)

    def _far(self, links: Array, walkable: Array) -> Array:
        """The same for one of them; beside lava nobody walks who need not, where one may fall there."""
        steps = self._steps(links, walkable)
        if self.rules[s.PRECARIOUS]:
            edge = unsafe_of(self.board) == s.BESIDE_LAVA
            safe = self._steps(links, walkable & ~edge)
            steps = np.where(safe < s.UNREACHED, safe, np.minimum(steps + _DETOUR, s.UNREACHED))
            np.fill_diagonal(steps, 0)
        zones = [steps[self.zones[team]].min(axis=0) for team in SIDES]
        return np.concatenate((steps, np.stack(zones)))

    def _steps(self, links: Array, walkable: Array) -> Array:
        board, count = self.grid, len(self.grid)
        ends = board.is_portal | board.is_entry | ~self._unpitted
        seen = np.eye(count, dtype=np.bool_)
        steps = np.where(seen, 0, s.UNREACHED)
        wave, beside = seen.copy(), np.where(links < 0, count, links)
        for distance in range(1, s.UNREACHED):
            padded = np.concatenate((wave, np.zeros((count, 1), dtype=np.bool_)), axis=1)
            wave = padded[:, beside].any(axis=2) & walkable & ~seen
            if not wave.any():
                break
            steps[wave] = distance
            seen |= wave
            wave &= ~ends
        return np.asarray(steps)

    @cached_property
    def to_portal(self) -> Array:
        """turns x squares: hundredths of steps to the nearest portal."""
        if not self.portals:
            return np.full((len(self.far), len(self.grid)), 100 * s.UNREACHED)
        found: Array = 100 * self.far[:, self.portals].min(axis=1).astype(np.int64)
        return found

    @cached_property
    def by_portal(self) -> Array:
        """turns x targets: hundredths of a step to a target for one who steps on a portal, without its risks."""
        if not self.portals:
            return np.full(self.far.shape[:2], 200 * s.UNREACHED)
        exits = np.minimum(self.far[:, :, self.portals].astype(np.int64), _CROSSING)
        mean = 100 * exits.sum(axis=2) // len(self.portals)
        found: Array = mean + 100 * self.rules[s.JUMP_COST]
        return found

    def sight(self, turn: int) -> Array:
        """Squares x squares: the pass from one to the other, by its place among all from 1; 0 where none may be."""
        lies, edges = self.turns[turn]
        grid, board = self.grid, self.board if not turn else _laid(self.board, lies, edges)
        kinds = [ObstacleKind(kind) for kind in play_of(self.context.ruleset).opaque]
        sight = Sight(board, self.context.strict, kinds)
        found = np.zeros((len(board), len(board)), dtype=np.int8)
        walkable = grid.walkable[lies] if turn else grid.walkable
        for at, square in enumerate(grid.squares):
            if walkable[at]:
                x, y = (np.minimum(abs(apart), len(RULER)) for apart in (grid.x - square[0], grid.y - square[1]))
                reached = self._passes[y, x]
                seen = grid.numbers(sight.seen(square, grid.places(np.flatnonzero(reached))))
                found[lies[at], lies[seen]] = reached[seen]
        both: Array = np.minimum(found, found.T)
        return both

    @cached_property
    def _passes(self) -> Array:
        """The same by squares across and along; the last row and column stand for all that is farther."""
        names, longest = (None, *PASSES), play_of(self.context.ruleset).longest_throw
        size = range(len(RULER) + 1)
        rows = [[names.index(pass_between((0, 0), (x, y), longest)) for x in size] for y in size]
        return np.array(rows, dtype=np.int8)

    def lists(self, squares: Array) -> Array:
        """The rows of `Game.lists`."""
        rows: dict[int, list[int]] = {
            s.PORTALS: self.portals,
            s.JUMP_TO: self.jumps[1][:, 0].tolist(),
            s.JUMP_LENGTH: self.jumps[1][:, 1].tolist(),
        }
        counters = np.flatnonzero((squares[0, :, s.TRAP] == s.COUNTER) & (squares[0, :, s.BELOW] < 0))
        for way in range(8):
            rows[s.CHESTS + way] = self._ordered(self.chests, way)
            rows[s.COUNTERS + way] = self._ordered(counters.tolist(), way)
            for number, team in enumerate(SIDES):
                rows[s.STARTS + 8 * number + way] = self._ordered(self.starts[team], way, nearest=True)
        stones = [machine for machine in self.board.machines if isinstance(machine, RollingBall)]
        for place, under in enumerate(track_of(self.board, stones[0]) if stones else []):
            rows[s.TRACK + place] = under
        width = max(map(len, rows.values())) + 1
        count = max(s.TRACK, *(row + 1 for row in rows))
        found = np.full((count, width), -1, dtype=np.int64)
        for row, numbers in rows.items():
            found[row, : len(numbers)] = numbers
        return found

    def _ordered(self, squares: list[int], way: int, nearest: bool = False) -> list[int]:
        """Squares by row as one of the eight ways round sees them; with `nearest`, those near a chest first."""
        steps = self.far[0][self.chests].min(axis=0)

        def order(at: int) -> tuple[int, int, int]:
            x, y = self.grid.square(at)
            for _ in range(way & 3):
                x, y = y, -x
            return int(steps[at]) if nearest else 0, y, -x if way > 3 else x

        return sorted(squares, key=order)


def _steps_that_lead_on(links: Array) -> Array:
    """The columns FRESH: of each square, bits for the steps that lead on from it, by the direction one came in."""
    found = np.zeros((len(links), 9), dtype=np.int64)
    for direction in range(8):
        before = np.flatnonzero(links[:, direction] >= 0)
        at = links[before, direction]
        for onward in range(8):
            there = links[at, onward]
            known = (there == before) | (there[:, np.newaxis] == links[before]).any(axis=1)
            found[at, direction] |= ((there >= 0) & ~known).astype(np.int64) << onward
    found[:, 8] = ((links >= 0) << np.arange(8)).sum(axis=1)
    return found


def _laid(board: Board, lies: Ints, edges: Bytes) -> Board:
    """The board as it lies after its room turned."""
    squares = board.squares
    drawn = {place: squares[at] for place, at in zip(squares, lies.tolist(), strict=True)}
    seen = ((1, Side.EAST), (2, Side.SOUTH))
    states = {(at, side): int(edges[n, column]) for n, at in enumerate(squares) for column, side in seen}
    inner = {border: state for border, state in states.items() if board.has_edge(border)}
    return dataclasses.replace(
        board,
        walls=frozenset(border for border, state in inner.items() if state == WALL),
        edge_doors=frozenset(border for border, state in inner.items() if state == DOOR),
        obstacle_at={at: board.obstacle_at[was] for at, was in drawn.items() if was in board.obstacle_at},
        terrain_at={at: board.terrain_at[was] for at, was in drawn.items() if was in board.terrain_at},
        door_squares={at: board.door_squares[was] for at, was in drawn.items() if was in board.door_squares},
    )
