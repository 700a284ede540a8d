"""Hold everything that figures are computed from; each part is computed once, when it is first used.

Steps are counted on foot, by the edition's rule for corners. They lead over chests (which are gone once opened), not
across portals and entries; routes may end on those.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.team_access import find_set_up_squares
from dungeon_designer.board.model import Board, PlacedChest
from dungeon_designer.figures.arrays import Flags, Floats, Ints, WalkingSteps, build_arrays, list_legal_steps
from dungeon_designer.figures.portals import PortalRoutes
from dungeon_designer.figures.symmetries import BoardSymmetry, find_symmetries
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.ruleset_model import Chests, Ruleset

NOBODY = -1
"""The team nearest to a square that is equally near to several, or to none."""

MAX_SIGHT_LINES, SELECTED_SIGHT_LINES, SELECTED_ORIGINS = 200_000, 20_000, 100
"""Lines of sight up to which all are examined; of more this many, evenly chosen, from this many squares."""


class Views(NamedTuple):
    """The lines of sight between squares on which players can stand.

    Attributes:
        origins: the numbers of the squares looked from
        targets: the numbers of the squares looked at
        visible: origins x targets: whether one sees the other
        square_count: how many squares there are in all, of which origins and targets may be a selection
    """

    origins: Ints
    targets: Ints
    visible: Flags
    square_count: int

    def count_visible(self) -> Floats:
        """Return for each origin how many other squares it sees.

        If only a selection of squares was looked at, the count is scaled up to all squares in proportion.
        """
        is_target = np.isin(self.origins, self.targets)
        target_count = np.maximum(len(self.targets) - is_target, 1)
        counts: Floats = (self.visible.sum(axis=1) - is_target) * ((self.square_count - 1) / target_count)
        return counts


class Survey:
    """The distances, lines of sight and portal routes of a board under one edition; its figures are computed from them.

    Squares are numbers, see `BoardArrays`. In the shapes of arrays N is the number of squares, T of teams, C of chests,
    P of portals. Steps are infinite where no route leads.

    Attributes:
        context: the board with its ruleset
        board: the board
        grid: the board as arrays
        ground: the squares (x, y) that players walk on: no obstacle, liquid or chasm, no portal, no entry
        drawn_steps: the steps on foot on the board as drawn
        walking_steps: the same over all rotations of rooms that rotate together
        end_neighbours: for each portal and entry the squares one step away
        can_stand: flags of the squares on which a player may end his move
        opens_beside: whether a chest is opened from the square next to it
        jump_cost: the steps that a jump through a portal costs
        arrives_beside: whether players come out beside the other portal
        figure_cache: figures of this survey by name, for callers that need one several times
    """

    def __init__(self, context: Context) -> None:
        """Find the legal steps of a board; everything else is computed when it is first used.

        Args:
            context: the board with its ruleset
        """
        board, ruleset = context.board, context.ruleset
        play, grid = parse_play(ruleset), build_arrays(board)
        self.context, self.board, self.grid = context, board, grid
        self.ground = board.walkable_squares - board.portal_squares - board.entry_squares
        is_walkable = grid.build_flags(self.ground)
        steps = list_legal_steps(
            grid, grid.walkable, grid.build_flags(context.wall_obstacle_squares), context.has_strict_corners
        )
        self.drawn_steps = self.walking_steps = WalkingSteps(is_walkable, steps)
        if board.machines and context.rotation.rooms:
            pairs = [sorted(grid.list_numbers(step)) for step in context.rotation.combined_graph.edges]
            steps = np.array(sorted(pairs), dtype=np.int32).reshape(-1, 2)
            self.walking_steps = WalkingSteps(is_walkable, steps)
        self.end_neighbours: dict[int, list[int]] = defaultdict(list)
        for first, second in steps[~is_walkable[steps].all(axis=1)].tolist():
            self.end_neighbours[first].append(second)
            self.end_neighbours[second].append(first)
        self.can_stand = grid.build_flags(context.standing_squares)
        self.opens_beside = ruleset.chests is Chests.IMPASSABLE
        self.jump_cost, self.arrives_beside = play.jump or 0, play.arrival == "beside"
        self.figure_cache: dict[str, float | None] = {}

    @cached_property
    def set_up_squares(self) -> dict[Team, list[int]]:
        """The numbers of the squares on which each team sets up, by team; only squares that players walk on.

        A team without such a square is left out.
        """
        numbers_by_team: dict[Team, list[int]] = {}
        for team in Team:
            squares = find_set_up_squares(self.board, self.context.standing_squares, team)
            if numbers := self.filter_walkable(self.grid.list_numbers(squares)):
                numbers_by_team[team] = numbers
        return numbers_by_team

    def filter_walkable(self, squares: Iterable[int]) -> list[int]:
        """Return those of the given squares that players walk on, in their order; portals and entries are left out."""
        return [square for square in squares if self.walking_steps.nodes[square]]

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams that set up on the board, in the order of `Team`."""
        return tuple(self.set_up_squares)

    def list_other_teams(self, team: Team) -> list[Team]:
        """Return the teams that set up on the board except the given one."""
        return [other for other in self.teams if other is not team]

    @cached_property
    def walking_squares(self) -> Ints:
        """The numbers of all squares on which players walk; portals and entries are none."""
        return np.flatnonzero(self.walking_steps.nodes).astype(np.int32)

    @cached_property
    def chests(self) -> tuple[PlacedChest, ...]:
        """The chests that lie where players walk, in the order in which they were placed."""
        return tuple(
            chest for chest in self.board.chests if self.filter_walkable(self.grid.list_numbers([chest.square]))
        )

    @cached_property
    def chest_squares(self) -> list[int]:
        """The numbers of the squares of the chests that lie where players walk."""
        return self.grid.list_numbers(chest.square for chest in self.chests)

    @cached_property
    def portal_squares(self) -> list[int]:
        """The numbers of the squares with a portal that a player can step onto from some square."""
        return [square for square in np.flatnonzero(self.grid.is_portal).tolist() if self.end_neighbours.get(square)]

    def measure_steps(self, starts: Iterable[int]) -> Floats:
        """Return the steps on foot from the nearest of some start squares to each square, also onto portals.

        No route leads on across a portal. Entries and squares without a route have infinity.
        """
        table = self.walking_steps.measure_distances(starts)
        for portal in self.portal_squares:
            table[portal] = table[self.filter_walkable(self.end_neighbours[portal])].min(initial=np.inf) + 1
        return table

    def _stack_tables(self, rows: list[Floats]) -> Floats:
        """Return several tables with one number per square as one array, a row for each; it may have no rows."""
        return np.array(rows).reshape(len(rows), len(self.grid))

    @cached_property
    def steps_from_team(self) -> dict[Team, Floats]:
        """For each team the steps from its nearest set-up square to each square; infinite where no route leads."""
        return {team: self.measure_steps(squares) for team, squares in self.set_up_squares.items()}

    @cached_property
    def steps_by_team(self) -> Floats:
        """T x N: the tables of `steps_from_team` as one array, in the order of `teams`."""
        return self._stack_tables(list(self.steps_from_team.values()))

    @cached_property
    def reached_squares(self) -> Ints:
        """The numbers of the squares that at least one team can walk to, portals and entries left out."""
        return self.walking_squares[np.isfinite(self.steps_by_team[:, self.walking_squares]).any(axis=0)]

    @cached_property
    def steps_to_chest(self) -> Floats:
        """C x N: for each chest the steps from each square to where it is opened; infinite where no route leads.

        Where a chest is opened from beside it, that is one step less than to the chest.
        """
        steps = self._stack_tables([self.measure_steps([square]) for square in self.chest_squares])
        return np.maximum(steps - self.opens_beside, 0)

    @cached_property
    def steps_to_zone(self) -> dict[Team, Floats]:
        """For each team the steps from each square of the board into its own end zone or entries, where others score.

        An entry is one step farther than the square before it.
        """
        zones, steps_by_team = self.board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY), {}
        for team in self.teams:
            zone_squares = [square for zone in zones if zone.team is team for square in zone.squares]
            numbers = set(self.grid.list_numbers(zone_squares))
            entries = {number for number in numbers if self.grid.is_entry[number]}
            entry_neighbours = {neighbour for entry in entries for neighbour in self.end_neighbours.get(entry, ())}
            goals = self.filter_walkable(numbers - entries | entry_neighbours)
            steps_by_team[team] = self.measure_steps(goals) + (1.0 if entries else 0.0)
        return steps_by_team

    @cached_property
    def steps_to_portal(self) -> Floats:
        """P x N: for each of `portal_squares` the steps from each square onto it; infinite where no route leads.

        A player who stands on the portal steps off it first and then back.
        """
        tables = []
        for portal in self.portal_squares:
            neighbours = self.end_neighbours[portal]
            table = self.measure_steps(self.filter_walkable(neighbours)) + 1
            table[[neighbour for neighbour in neighbours if self.grid.is_portal[neighbour]]] = 1
            tables.append(table)
        return self._stack_tables(tables)

    @cached_property
    def portal_exits(self) -> list[list[int]]:
        """For each of `portal_squares` the squares on which a player may come out of it.

        These are the squares beside it on which a player can stand, if the edition says so and there are any; else the
        portal's own square.
        """
        exits_by_portal: list[list[int]] = []
        for portal in self.portal_squares:
            neighbours = self.filter_walkable(self.end_neighbours[portal])
            standing_squares = [neighbour for neighbour in neighbours if self.can_stand[neighbour]]
            exits_by_portal.append(standing_squares if self.arrives_beside and standing_squares else [portal])
        return exits_by_portal

    @cached_property
    def chest_routes(self) -> PortalRoutes:
        """The routes from all squares to where each chest is opened, on foot or by portal, in the order of `chests`."""
        return PortalRoutes(self.portal_exits, self.steps_to_portal, self.jump_cost, self.steps_to_chest)

    @cached_property
    def zone_routes(self) -> PortalRoutes:
        """The routes from all squares into each team's end zone or entries, on foot or by portal.

        Their goals are in the order of `teams`.
        """
        to_zone = self._stack_tables(list(self.steps_to_zone.values()))
        return PortalRoutes(self.portal_exits, self.steps_to_portal, self.jump_cost, to_zone)

    @cached_property
    def traffic(self) -> Floats:
        """N: for each square the share of all walks between a team and a chest that lead over it, 0 to 1.

        A walk is a shortest route on foot between a team's set-up squares and a chest. Every pair of a team and a chest
        that it can reach counts equally, and so does each of several shortest routes; walks there and back are the
        same.
        """
        total, walks = np.zeros(len(self.grid)), 0
        for steps in self.steps_from_team.values():
            goals = Counter(square for square in self.chest_squares if np.isfinite(steps[square]))
            total += _measure_flow(np.where(self.walking_steps.nodes, steps, np.inf), self.walking_steps.pairs, goals)
            walks += goals.total()
        return total / max(walks, 1)

    @cached_property
    def symmetries(self) -> tuple[BoardSymmetry, ...]:
        """The rotations and mirrors that map the board onto itself, each with what becomes of the teams."""
        return tuple(find_symmetries(self.board))

    @cached_property
    def views(self) -> Views:
        """The lines of sight between squares: which of the squares that players can stand on see which others.

        A square sees itself, and sight is the same in both directions. Of more than 632 squares only an even selection
        looks, at an even selection, so that at most 20,000 lines are examined.
        """
        squares = self.walking_squares[self.can_stand[self.walking_squares]]
        if len(squares) ** 2 <= 2 * MAX_SIGHT_LINES:
            first, second = np.triu_indices(len(squares), 1)
            visible = np.ones((len(squares), len(squares)), dtype=np.bool_)
            visible[first, second] = visible[second, first] = self._can_see(squares[first], squares[second])
            return Views(squares, squares, visible, len(squares))
        origins = squares[:: -(-len(squares) // SELECTED_ORIGINS)]
        targets = squares[:: -(-len(squares) * SELECTED_ORIGINS // SELECTED_SIGHT_LINES)]
        lines = self._can_see(np.repeat(origins, len(targets)), np.tile(targets, len(origins)))
        return Views(origins, targets, lines.reshape(len(origins), len(targets)), len(squares))

    def _can_see(self, starts: Ints, ends: Ints) -> Flags:
        """Return for each pair of a start and an end square whether the middle of one can be seen from the other.

        `starts` and `ends` have the numbers of the squares; the first start belongs to the first end, and so on.
        """
        middles = np.stack((self.grid.x + 0.5, self.grid.y + 0.5), axis=1)
        sight = BoardMeasurer(self.board, self.context.ruleset).sight
        visible: Flags = sight.are_free(np.stack((middles[starts], middles[ends]), axis=1))
        return visible

    @cached_property
    def nearest_team(self) -> Ints:
        """The team that walks to each square in the fewest steps, by its index in `teams`; one for each square.

        NOBODY where several teams are equally near, where no team gets, and on squares that players do not walk on.
        """
        team_numbers = np.full(len(self.grid), NOBODY, dtype=np.int32)
        if self.teams:
            fewest_steps = self.steps_by_team.min(axis=0)
            nearest_count = (self.steps_by_team == fewest_steps).sum(axis=0)
            has_nearest_team = (nearest_count == 1) & np.isfinite(fewest_steps) & self.walking_steps.nodes
            team_numbers[has_nearest_team] = self.steps_by_team.argmin(axis=0)[has_nearest_team]
        return team_numbers

    def measure_safety(self, team: Team, steps: Mapping[Team, Floats]) -> Floats:
        """Return how safe some sites, such as chests or squares, are for a team: 1 if only this team can walk there.

        It is 0 if the team cannot walk there or another team is at least as near; else the least value over all other
        teams of (their steps - its steps) / (their steps + its steps). (Liapis, Yannakakis and Togelius, Towards a
        Generic Method of Evaluating Game Levels, AIIDE 2013.)

        Args:
            steps: for each team an array of its steps to the sites
        """
        own_steps = steps[team]
        safety = np.where(np.isfinite(own_steps), 1.0, 0.0)
        for other in self.list_other_teams(team):
            with np.errstate(invalid="ignore", divide="ignore"):
                ratio = np.nan_to_num((steps[other] - own_steps) / (steps[other] + own_steps))
            safety = np.where(np.isfinite(steps[other]), np.minimum(safety, np.maximum(ratio, 0)), safety)
        return safety


def create_survey(board: Board, ruleset: Ruleset) -> Survey:
    """Return a survey of a board under a ruleset: an object that measures distances, sight and routes when asked."""
    return Survey(Context(board, ruleset))


def _measure_flow(steps: Floats, pairs: Ints, goals: Mapping[int, float]) -> Floats:
    """Return how many walkers cross each square when they walk from the nearest start squares to some goals.

    The ends of a walk count as crossed, and each shortest route is equally likely.

    This is betweenness (Freeman, A Set of Measures of Centrality Based on Betweenness, 1977) between a set of squares
    and some goals, by counting routes forwards and sharing walkers out backwards (Brandes, A Faster Algorithm for
    Betweenness Centrality, 2001). Routes on a grid are more than a number holds, so counts are scaled wave by wave.

    Args:
        steps: the steps of each square from the nearest start; infinite where no route leads
        pairs: M x 2: the two squares of each possible step
        goals: the number of walkers to each goal square
    """
    # the steps that lead one step farther from the starts, nearest first
    both_directions = np.concatenate((pairs, pairs[:, ::-1]))
    from_steps, to_steps = steps[both_directions[:, 0]], steps[both_directions[:, 1]]
    steps_outward = both_directions[np.isfinite(from_steps) & (to_steps == from_steps + 1)]
    sources, targets = steps_outward[np.argsort(steps[steps_outward[:, 1]], kind="stable")].T
    # a wave has all steps to squares that are equally far from the starts
    cuts = [0, *(np.flatnonzero(np.diff(steps[targets])) + 1).tolist(), len(targets)]
    waves = [(sources[start:end], targets[start:end]) for start, end in pairwise(cuts) if end > start]
    route_counts, shares = (steps == 0).astype(np.float64), []
    for from_squares, to_squares in waves:
        np.add.at(route_counts, to_squares, route_counts[from_squares])
        shares.append(route_counts[from_squares] / route_counts[to_squares])
        route_counts[to_squares] /= route_counts[to_squares].max()
    walkers_by_square = np.zeros(len(steps))
    for goal, walkers in goals.items():
        walkers_by_square[goal] += walkers
    for (from_squares, to_squares), share in zip(reversed(waves), reversed(shares), strict=True):
        np.add.at(walkers_by_square, from_squares, walkers_by_square[to_squares] * share)
    return walkers_by_square
