"""What all figures are read from, each worked out once, when it is first asked for.

Steps are counted on foot, by the edition's corners, over chests (once opened they are gone), not across portals and
entries; ways may end on those.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.sides import set_up_squares
from dungeon_designer.board.model import Board, ChestAt
from dungeon_designer.figures.arrays import Flags, Floats, Ints, WalkingSteps, arrays, legal_steps
from dungeon_designer.figures.portals import PortalWays
from dungeon_designer.figures.symmetries import BoardSymmetry, symmetries
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measuring import Measuring
from dungeon_designer.rulesets.model import Chests, Ruleset
from dungeon_designer.rulesets.play import play_of

NOBODY = -1
"""The side nearest to a square as near to several, or to none."""

MOST_LINES, FEW_LINES, ORIGINS = 200_000, 20_000, 100
"""Up to so many lines of sight are all asked; of more, so many, evenly chosen, from so many squares."""


class Views(NamedTuple):
    """Squares looked from and looked at, and (from x at) whether one sees the other; how many squares there are."""

    origins: Ints
    targets: Ints
    seen: Flags
    among: int

    def counts(self) -> Floats:
        """How many other squares one sees from each square looked from; where not all were asked, in proportion."""
        own = np.isin(self.origins, self.targets)
        asked = np.maximum(len(self.targets) - own, 1)
        counts: Floats = (self.seen.sum(axis=1) - own) * ((self.among - 1) / asked)
        return counts


class Survey:
    """A board surveyed as an edition walks, sees and jumps.

    ground     the squares one walks on foot
    drawn      the steps on foot as the board is drawn
    walk       the same over all turns of rooms that turn together
    next_to    the squares one step from each portal and entry
    standing   the squares a player may end on
    beside     whether a chest is opened from the square next to it
    jump       the steps a jump through a portal costs
    scattered  whether one comes out beside the other portal
    known      figures read from it, by name, by whoever asks for one several times
    """

    def __init__(self, context: Context) -> None:
        board, ruleset = context.board, context.ruleset
        play, grid = play_of(ruleset), arrays(board)
        self.context, self.board, self.grid = context, board, grid
        self.ground = board.walkable_squares - board.portal_squares - board.entry_squares
        on_foot = grid.flags(self.ground)
        steps = legal_steps(grid, grid.walkable, grid.flags(context.wall_obstacle_squares), context.strict)
        self.drawn = self.walk = WalkingSteps(on_foot, steps)
        if board.machines and context.rotation.rooms:
            pairs = [sorted(grid.numbers(step)) for step in context.rotation.together.edges]
            steps = np.array(sorted(pairs), dtype=np.int32).reshape(-1, 2)
            self.walk = WalkingSteps(on_foot, steps)
        self.next_to: dict[int, list[int]] = defaultdict(list)
        for one, other in steps[~on_foot[steps].all(axis=1)].tolist():
            self.next_to[one].append(other)
            self.next_to[other].append(one)
        self.standing = grid.flags(context.standing_squares)
        self.beside = ruleset.chests is Chests.IMPASSABLE
        self.jump, self.scattered = play.jump or 0, play.arrival == "beside"
        self.known: dict[str, float | None] = {}

    @cached_property
    def set_up(self) -> dict[Team, list[int]]:
        """The squares each side sets up on, for the sides that set up anywhere on foot."""
        found = {
            team: self.on_foot(self.grid.numbers(set_up_squares(self.board, self.context.standing_squares, team)))
            for team in Team
        }
        return {team: squares for team, squares in found.items() if squares}

    def on_foot(self, squares: Iterable[int]) -> list[int]:
        """Those of some squares that one walks on."""
        return [square for square in squares if self.walk.nodes[square]]

    @property
    def sides(self) -> tuple[Team, ...]:
        """The sides that set up on the board."""
        return tuple(self.set_up)

    def others(self, team: Team) -> list[Team]:
        """All sides but one."""
        return [other for other in self.sides if other is not team]

    @cached_property
    def squares(self) -> Ints:
        """The numbers of all squares one walks on foot."""
        return np.flatnonzero(self.walk.nodes).astype(np.int32)

    @cached_property
    def chests(self) -> tuple[ChestAt, ...]:
        """The chests that lie where one walks, as placed."""
        return tuple(chest for chest in self.board.chests if self.on_foot(self.grid.numbers([chest.at])))

    @cached_property
    def chest_squares(self) -> list[int]:
        """The squares of those chests."""
        return self.grid.numbers(chest.at for chest in self.chests)

    @cached_property
    def portal_squares(self) -> list[int]:
        """The squares with a portal that one can step on."""
        return [square for square in np.flatnonzero(self.grid.is_portal).tolist() if self.next_to.get(square)]

    def steps(self, starts: Iterable[int]) -> Floats:
        """Steps to each square, portals among them; nothing leads across those."""
        table = self.walk.distances(starts)
        for portal in self.portal_squares:
            table[portal] = table[self.on_foot(self.next_to[portal])].min(initial=np.inf) + 1
        return table

    def _tables(self, rows: list[Floats]) -> Floats:
        return np.array(rows).reshape(len(rows), len(self.grid))

    @cached_property
    def from_side(self) -> dict[Team, Floats]:
        """Steps from where each side sets up to each square."""
        return {team: self.steps(squares) for team, squares in self.set_up.items()}

    @cached_property
    def distances(self) -> Floats:
        """T x N: steps from each side."""
        return self._tables(list(self.from_side.values()))

    @cached_property
    def reached(self) -> Ints:
        """The squares some side walks to."""
        return self.squares[np.isfinite(self.distances[:, self.squares]).any(axis=0)]

    @cached_property
    def to_chest(self) -> Floats:
        """C x N: steps from each square to where each chest is opened."""
        steps = self._tables([self.steps([square]) for square in self.chest_squares])
        return np.maximum(steps - self.beside, 0)

    @cached_property
    def to_zone(self) -> dict[Team, Floats]:
        """Steps from each square into the end zone or entries of each side: from beside an entry it is one more."""
        zones, found = self.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY), {}
        for team in self.sides:
            squares = set(self.grid.numbers(at for zone in zones if zone.side is team for at in zone.squares))
            entries = {square for square in squares if self.grid.is_entry[square]}
            before = {near for square in entries for near in self.next_to.get(square, ())}
            found[team] = self.steps(self.on_foot(squares - entries | before)) + (1.0 if entries else 0.0)
        return found

    @cached_property
    def to_portal(self) -> Floats:
        """P x N: steps from each square onto each portal; whoever stands on it steps off it first."""
        tables = [self.steps(self.on_foot(self.next_to[portal])) + 1 for portal in self.portal_squares]
        for portal, table in zip(self.portal_squares, tables, strict=True):
            table[[near for near in self.next_to[portal] if self.grid.is_portal[near]]] = 1
        return self._tables(tables)

    @cached_property
    def exits(self) -> list[list[int]]:
        """The squares one comes out on of each portal one can step on: its own, or those beside it."""
        beside = {portal: self.on_foot(self.next_to[portal]) for portal in self.portal_squares}
        free = {portal: [near for near in squares if self.standing[near]] for portal, squares in beside.items()}
        return [squares if self.scattered and squares else [portal] for portal, squares in free.items()]

    @cached_property
    def ways_to_chest(self) -> PortalWays:
        """The ways to each chest, by portal or on foot."""
        return PortalWays(self.exits, self.to_portal, self.jump, self.to_chest)

    @cached_property
    def ways_to_zone(self) -> PortalWays:
        """The ways into the end zone or entries of each side, in their order."""
        to_zone = self._tables(list(self.to_zone.values()))
        return PortalWays(self.exits, self.to_portal, self.jump, to_zone)

    @cached_property
    def traffic(self) -> Floats:
        """Of all walks between where a side sets up and a chest, the share that leads over each square.

        Every side and chest counts alike, the ways out as those back, and so does each of several shortest ways.
        """
        total, walks = np.zeros(len(self.grid)), 0
        for steps in self.from_side.values():
            goals = Counter(square for square in self.chest_squares if np.isfinite(steps[square]))
            total += _flow(np.where(self.walk.nodes, steps, np.inf), self.walk.pairs, goals)
            walks += goals.total()
        return total / max(walks, 1)

    @cached_property
    def symmetries(self) -> tuple[BoardSymmetry, ...]:
        """The turns and mirrors that bring the board onto itself."""
        return tuple(symmetries(self.board))

    @cached_property
    def views(self) -> Views:
        """Who sees whom of the squares one can stand on. One sees oneself, and sight is the same both ways."""
        squares = self.squares[self.standing[self.squares]]
        if len(squares) ** 2 <= 2 * MOST_LINES:
            one, other = np.triu_indices(len(squares), 1)
            seen = np.ones((len(squares), len(squares)), dtype=np.bool_)
            seen[one, other] = seen[other, one] = self._free(squares[one], squares[other])
            return Views(squares, squares, seen, len(squares))
        some = squares[:: -(-len(squares) // ORIGINS)]
        at = squares[:: -(-len(squares) * ORIGINS // FEW_LINES)]
        lines = self._free(np.repeat(some, len(at)), np.tile(at, len(some)))
        return Views(some, at, lines.reshape(len(some), len(at)), len(squares))

    def _free(self, ones: Ints, others: Ints) -> Flags:
        """Whether one sees, from each of some squares, the other of as many pairs."""
        middles = np.stack((self.grid.x + 0.5, self.grid.y + 0.5), axis=1)
        sight = Measuring(self.board, self.context.ruleset).sight
        found: Flags = sight.free(np.stack((middles[ones], middles[others]), axis=1))
        return found

    @cached_property
    def nearest(self) -> Ints:
        """The number of the side that is nearest to each square one walks on; NOBODY where it is no single one."""
        found = np.full(len(self.grid), NOBODY, dtype=np.int32)
        if self.sides:
            least = self.distances.min(axis=0)
            alone = ((self.distances == least).sum(axis=0) == 1) & np.isfinite(least) & self.walk.nodes
            found[alone] = self.distances.argmin(axis=0)[alone]
        return found

    def safety(self, team: Team, steps: Mapping[Team, Floats]) -> Floats:
        """How safe places are for a side, 0 to 1, given each side's steps to them; 0 where another is as near.

        min over all other sides j of max(0, (d_j - d_i) / (d_j + d_i)), with d_i the side's own steps. A place only
        one side walks to is wholly its own, one that it does not walk to is not at all. (Liapis, Yannakakis and
        Togelius, Towards a Generic Method of Evaluating Game Levels, AIIDE 2013.)
        """
        own = steps[team]
        found = np.where(np.isfinite(own), 1.0, 0.0)
        for other in self.others(team):
            with np.errstate(invalid="ignore", divide="ignore"):
                ratio = np.nan_to_num((steps[other] - own) / (steps[other] + own))
            found = np.where(np.isfinite(steps[other]), np.minimum(found, np.maximum(ratio, 0)), found)
        return found


def survey_of(board: Board, ruleset: Ruleset) -> Survey:
    """The survey of a board under a ruleset; nothing is worked out before it is asked."""
    return Survey(Context(board, ruleset))


def _flow(steps: Floats, pairs: Ints, goals: Mapping[int, float]) -> Floats:
    """How many walkers come over each square, its ends too, when so many go to each goal, each shortest way as likely.

    This is betweenness (Freeman, A Set of Measures of Centrality Based on Betweenness, 1977) between a set of squares
    and some goals, by counting ways forwards and sharing walkers out backwards (Brandes, A Faster Algorithm for
    Betweenness Centrality, 2001). As ways on a grid are more than a number holds, counts are scaled wave by wave.
    """
    both = np.concatenate((pairs, pairs[:, ::-1]))
    both = both[np.isfinite(steps[both[:, 0]]) & (steps[both[:, 1]] == steps[both[:, 0]] + 1)]
    before, after = both[np.argsort(steps[both[:, 1]], kind="stable")].T
    cuts = [0, *(np.flatnonzero(np.diff(steps[after])) + 1).tolist(), len(after)]
    waves = [(before[start:end], after[start:end]) for start, end in pairwise(cuts) if end > start]
    ways, shares = (steps == 0).astype(np.float64), []
    for come, there in waves:
        np.add.at(ways, there, ways[come])
        shares.append(ways[come] / ways[there])
        ways[there] /= ways[there].max()
    found = np.zeros(len(steps))
    for goal, walkers in goals.items():
        found[goal] += walkers
    for (come, there), share in zip(reversed(waves), reversed(shares), strict=True):
        np.add.at(found, come, found[there] * share)
    return found
