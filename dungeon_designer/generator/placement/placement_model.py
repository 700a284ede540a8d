"""Describe a placement task as arrays: the units to place, their sites, and the costs of sites and of pairs of sites.

A unit is one object or, under a symmetry, an object with its mirrored copies. A site is where a unit can be placed: one
square for each object of the unit. The sites of all groups are numbered consecutively.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.figures.arrays import Flags, Ints, WalkingSteps, build_arrays, list_legal_steps
from dungeon_designer.figures.survey import Survey
from dungeon_designer.generator.generator_options import Placeable, PlaceOptions
from dungeon_designer.kinds import ObjectKind, SectionKind, Team
from dungeon_designer.layout.model import CounterContent, Layout, TrapKind
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import UNPLACED_SQUARE, PlacedObject
from dungeon_designer.rules.relocation import Mover
from dungeon_designer.rules.requirements import (
    ClosedSquares,
    CountPerArea,
    MinDistanceBetween,
    MinDistanceFrom,
    Requirement,
    TotalCount,
    build_square_test,
)
from dungeon_designer.rules.rule_base import Bounds
from dungeon_designer.rules.rule_registry import EnabledRule, list_enabled_rules
from dungeon_designer.rulesets.ruleset_model import Metric, RuleLevel, Ruleset
from dungeon_designer.set_up.order import list_counter_faces
from dungeon_designer.tiles.tile import TileLibrary

Floats = npt.NDArray[np.float64]
AnyInts = npt.NDArray[np.integer[Any]]
"""Integers of any width."""

UNREACHABLE_DISTANCE = 9999
"""The distance that stands for an unreachable square."""

MUST_COST, SHOULD_COST, NOTICE_COST = 1e13, 1e11, 1e9
"""The cost of a broken demand by the level of its rule. An object on a bad square costs as much as a notice."""

COST_BY_LEVEL = {RuleLevel.MUST: MUST_COST, RuleLevel.SHOULD: SHOULD_COST, RuleLevel.NOTICE: NOTICE_COST}

PLACED_KINDS = (ObjectKind.CHEST, ObjectKind.PORTAL, ObjectKind.COUNTER)
"""The kinds of objects that are placed."""
MIN_CLEARANCE = 3
"""Two objects should not be nearer than this, since two portals may then block a path together."""
MAX_DISTANCE = 60
"""Larger distances than this are no improvement."""


def list_rule_kinds(kind: ObjectKind) -> tuple[ObjectKind, ...]:
    """Return the kinds that rules apply to an object of a kind: a counter is also a trap."""
    return (kind, ObjectKind.TRAP) if kind is ObjectKind.COUNTER else (kind,)


MAX_OBJECTS = 99
"""The largest number of objects of a kind; the largest portal number."""


class ObjectBatch(Struct, frozen=True):
    """Some objects of one kind that are to be placed.

    Attributes:
        kind: The kind of the objects.
        count: How many there are.
        owner: The team whose counters they are; None for other objects.
        faces: What is on the faces of the counters; empty for other objects.
    """

    kind: ObjectKind
    count: int
    owner: Team | None = None
    faces: tuple[CounterContent, ...] = ()


def remove_objects(layout: Layout, kinds: Collection[Placeable]) -> Layout:
    """Return the layout without its objects of some kinds. The number of balls stays."""
    return replace(
        layout,
        chests=() if Placeable.CHEST in kinds else layout.chests,
        portals=() if Placeable.PORTAL in kinds else layout.portals,
        traps=tuple(
            trap for trap in layout.traps if Placeable.COUNTER not in kinds or trap.kind is not TrapKind.COUNTER
        ),
    )


def list_missing_objects(
    old_layout: Layout, context: Context, rules: Collection[EnabledRule], options: PlaceOptions
) -> list[ObjectBatch]:
    """Return the objects that are missing on a floor, in batches.

    Args:
        old_layout: The layout before objects were removed. Its numbers are kept where they are legal.
        context: The floor as the ruleset sees it.
        rules: The enabled rules.
        options: The options with the kinds and numbers to place.
    """
    floor_layout = context.board.layout
    batches = []
    for kind, count, old_count, current_count in (
        (Placeable.CHEST, options.chests, len(old_layout.chests), len(floor_layout.chests)),
        (Placeable.PORTAL, options.portals, len(old_layout.portals), len(floor_layout.portals)),
    ):
        if kind in options.only:
            object_kind = ObjectKind.CHEST if kind is Placeable.CHEST else ObjectKind.PORTAL
            target_count = choose_count(context, rules, object_kind, old_count) if count is None else count
            batches.append(ObjectBatch(object_kind, max(0, target_count - current_count)))
    faces = Counter(list_counter_faces(context.ruleset))
    counters = [counter for counter in floor_layout.traps if counter.kind is TrapKind.COUNTER]
    for team in context.board.teams if Placeable.COUNTER in options.only else ():
        missing = faces - Counter(trap.content for trap in counters if trap.owner is team and trap.content)
        missing_faces = tuple(face for face in CounterContent for _ in range(missing[face]))
        batches.append(ObjectBatch(ObjectKind.COUNTER, len(missing_faces), team, missing_faces))
    return [lot for lot in batches if lot.count]


def list_count_rules(
    context: Context, rules: Collection[EnabledRule], kind: ObjectKind
) -> list[tuple[EnabledRule, Bounds]]:
    """Return the rules that require a number of objects of a kind, each with the bounds of that number."""
    demands = [(rule, demand) for rule in rules for demand in rule.list_requirements(context)]
    return [
        (rule, demand_with_rule.bounds)
        for rule, demand_with_rule in demands
        if isinstance(demand_with_rule, TotalCount) and demand_with_rule.kind is kind
    ]


def choose_count(context: Context, rules: Collection[EnabledRule], kind: ObjectKind, old_count: int) -> int:
    """Return how many objects of a kind the rules require.

    That is the old number if all rules allow it, else the smallest number that all allow. If no number does, the
    rules with the lowest level are ignored first.
    """
    rules_and_bounds = list_count_rules(context, rules, kind)
    bounds = [
        limit_of_rule
        for rule, limit_of_rule in sorted(rules_and_bounds, key=lambda pair: pair[0].entry.level is RuleLevel.MUST)
    ]
    while bounds:  # the rules with the lowest level are dropped first
        for count in (old_count, *range(MAX_OBJECTS + 1)):
            if all(limit.allows(count) for limit in bounds):
                return int(count)
        bounds.pop(0)
    return old_count


class PlacementGroup(NamedTuple):
    """Some units of one kind that share the same possible sites.

    A unit is one object, or under a symmetry an object with its mirrored copies. A site is where one unit can be
    placed.

    Attributes:
        kind: The kind of the objects.
        sites: M x k: the numbers of the k squares of each of M sites.
        unit_count: How many units are placed.
        owners: The teams of the k counters of a unit; empty for other objects.
    """

    kind: ObjectKind
    sites: Ints
    unit_count: int
    owners: tuple[Team, ...] = ()


class FloorMapping(NamedTuple):
    """The effect of a rotation or flip on a floor.

    Attributes:
        target_squares: The number of the square to which each square moves; -1 outside the floor.
        target_teams: The team to whose zone each team's zone moves; None if the zones do not match.
    """

    target_squares: Ints
    target_teams: dict[Team, Team] | None


def list_floor_mappings(board: Board, symmetry: Symmetry | None) -> list[FloorMapping]:
    """Return the mapping of a floor onto itself, then one for each rotation and flip of a symmetry."""
    grid = build_arrays(board)
    mappings = [FloorMapping(np.arange(len(grid), dtype=np.int32), {team: team for team in board.teams})]
    for turn in symmetry.list_transforms() if symmetry else ():
        squares = np.array([grid.find_number(turn.transform_square(square)) for square in grid.squares], dtype=np.int32)
        mappings.append(FloorMapping(squares, _map_teams(board, squares)))
    return mappings


def _map_teams(board: Board, squares: Ints) -> dict[Team, Team] | None:
    """Return the team onto whose zone each team's zone moves; None if these are not one team each."""
    grid = build_arrays(board)
    target_by_team: dict[Team, Team] = {}
    for zone in board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY):
        moved_squares = squares[grid.list_numbers(zone.covered_squares)]
        target_team = None
        if len(moved_squares) and moved_squares[0] >= 0:
            target_team = board.sections[grid.section[moved_squares[0]]].team
        if (
            zone.team is None
            or target_team is None
            or target_by_team.setdefault(zone.team, target_team) is not target_team
        ):
            return None
    return target_by_team if set(target_by_team) == set(target_by_team.values()) == set(board.teams) else None


def build_groups(
    batches: Sequence[ObjectBatch], mappings: Sequence[FloorMapping], allowed_squares: Flags
) -> Iterator[PlacementGroup]:
    """Yield the groups of units in which batches of objects are placed.

    The mirrored copies of a coach's counters belong to the opposing coach, if every coach has one and places as many.

    Args:
        batches: The objects to place.
        mappings: The floor's own mapping and those of its symmetry.
        allowed_squares: The squares where the objects may lie.
    """
    counters = [batch for batch in batches if batch.kind is ObjectKind.COUNTER]
    for batch in batches:
        if batch not in counters:
            yield from _group_with_copies(batch, mappings, allowed_squares)
    if not counters:
        return
    first, team_maps = counters[0], [image.target_teams for image in mappings]
    target_teams = [team_map[first.owner] for team_map in team_maps if team_map and first.owner in team_map]
    have_same_count = len(target_teams) == len(mappings) and len({batch.count for batch in counters}) == 1
    if have_same_count and len(set(target_teams)) == len(mappings) == len(counters):
        sites = _list_sites(mappings, allowed_squares, once_each=False)
        if len(sites):
            yield PlacementGroup(ObjectKind.COUNTER, sites, first.count, tuple(target_teams))
            return
    keeps_team = have_same_count and len(set(target_teams)) == 1
    for batch in counters:
        yield from _group_with_copies(batch, mappings if keeps_team else mappings[:1], allowed_squares)


def _group_with_copies(
    batch: ObjectBatch, mappings: Sequence[FloorMapping], allowed_squares: Flags
) -> Iterator[PlacementGroup]:
    """Yield groups of units for one batch, with as many mirrored copies as possible.

    First come units with all their copies, then under quarter turns units with one copy half a turn away, then single
    objects. Single objects of a symmetric floor lie where they are their own copy, if such a square exists.
    """
    count = batch.count
    for used_mappings in (
        mappings,
        mappings[::2] if len(mappings) == 4 else [],
        mappings[:1] if len(mappings) > 1 else [],
    ):
        if not used_mappings:
            continue
        sites = _list_sites(used_mappings, allowed_squares, once_each=True)
        if len(used_mappings) == 1 and len(mappings) > 1:
            is_own_copy = np.all([image.target_squares[sites[:, 0]] == sites[:, 0] for image in mappings], axis=0)
            sites = sites[is_own_copy] if is_own_copy.any() else sites
        unit_count = count // len(used_mappings) if len(sites) or len(used_mappings) == 1 else 0
        if unit_count:
            yield PlacementGroup(
                batch.kind, sites, unit_count, (batch.owner,) * len(used_mappings) if batch.owner else ()
            )
        count -= unit_count * len(used_mappings)


def _list_sites(mappings: Sequence[FloorMapping], allowed_squares: Flags, once_each: bool) -> Ints:
    """Return the sites on allowed squares: each square with its copies, if these are all different and allowed.

    Args:
        mappings: The mappings that give the copies.
        allowed_squares: The squares where objects may lie.
        once_each: Whether each set of copies is listed only once, not once for each of its squares.
    """
    targets = np.stack([image.target_squares for image in mappings], axis=1)
    is_allowed = (targets >= 0).all(axis=1) & allowed_squares[targets].all(axis=1)
    sorted_targets = np.sort(targets, axis=1)
    is_allowed &= (np.diff(sorted_targets, axis=1) > 0).all(axis=1)
    if once_each:
        is_allowed &= targets[:, 0] == sorted_targets[:, 0]
    return targets[is_allowed]


class PlacementFloor:
    """A layout without the objects to be placed, as one ruleset sees it.

    Each property is computed when it is first used.
    """

    def __init__(self, layout: Layout, ruleset: Ruleset, library: TileLibrary | None) -> None:
        self.layout, self.ruleset = layout, ruleset
        self.board = build_board(layout, library)
        self.grid = build_arrays(self.board)
        self.context = Context(self.board, ruleset)
        self.rules = list_enabled_rules(ruleset)

    def build_context(self, layout: Layout) -> Context:
        """Return the context of a layout that has objects on this floor."""
        return Context(build_board(layout, self.board.library, self.board), self.ruleset, self.context)

    @cached_property
    def survey(self) -> Survey:
        """The survey that measures how far the teams walk."""
        return Survey(self.context)

    @cached_property
    def demands(self) -> list[tuple[float, Requirement]]:
        """The demands of the rules on where objects lie, each with the cost of breaking it."""
        costs_and_demands = [
            (COST_BY_LEVEL[rule.entry.level], stated_demand)
            for rule in self.rules
            for stated_demand in rule.list_requirements(self.context)
        ]
        return [(NOTICE_COST if demand.is_notice else cost, demand) for cost, demand in costs_and_demands]

    @cached_property
    def setup_squares(self) -> Ints:
        """The numbers of the squares where teams set up."""
        squares = sorted({square for squares in self.survey.set_up_squares.values() for square in squares})
        return np.array(squares, dtype=np.int32)

    @cached_property
    def existing_objects(self) -> list[tuple[ObjectKind, Ints]]:
        """The kind and squares of each object that is already on the floor. Pits and trapdoors are traps."""
        board = self.board
        chests = [(ObjectKind.CHEST, (chest.square,)) for chest in board.chests]
        portals = [(ObjectKind.PORTAL, (portal.square,)) for portal in board.portals]
        kind_by_is_counter = {True: ObjectKind.COUNTER, False: ObjectKind.TRAP}
        traps = [(kind_by_is_counter[trap.kind is TrapKind.COUNTER], tuple(trap.squares)) for trap in board.traps]
        objects = (*chests, *portals, *traps)
        return [(kind, np.array(self.grid.list_numbers(squares), dtype=np.int32)) for kind, squares in objects]

    def find_existing(self, *kinds: ObjectKind) -> Ints:
        """Return the squares of the existing objects of some kinds."""
        square_arrays = [squares for kind, squares in self.existing_objects if kind in kinds]
        return np.concatenate([np.zeros(0, dtype=np.int32), *square_arrays]).astype(np.int32)

    @cached_property
    def free_squares(self) -> Flags:
        """The squares, as flags, to which `check --fix-all` would move objects and where no team sets up.

        Doorways and the paths of machines are left out.
        """
        free_flags = self.grid.build_flags(Mover(self.context).free_squares)
        free_flags[self.setup_squares] = False
        return free_flags

    @cached_property
    def fair_squares(self) -> Flags:
        """The squares, as flags, that all teams can walk to; all squares if no team sets up."""
        tables = list(self.survey.steps_from_team.values())
        fair_flags: Flags = (
            np.all([np.isfinite(table) for table in tables], axis=0) if tables else self.free_squares | True
        )
        return fair_flags

    @cached_property
    def harmless_portal_squares(self) -> Flags:
        """The squares, as flags, where a portal makes no walk longer, although nobody walks across it.

        Every next square of a shortest walk over such a square can also be reached over another square. Two portals
        three or more squares apart are never before the same step, so together they make no walk longer either.
        """
        harmless_flags = np.ones(len(self.grid), dtype=np.bool_)
        first, second = self.survey.walking_steps.pairs.T
        for table in self.survey.steps_from_team.values():
            is_forward, is_backward = table[first] + 1 == table[second], table[second] + 1 == table[first]
            from_squares = np.concatenate((first[is_forward], second[is_backward]))
            to_squares = np.concatenate((second[is_forward], first[is_backward]))
            approach_counts = np.bincount(to_squares, minlength=len(self.grid))
            harmless_flags[from_squares[approach_counts[to_squares] == 1]] = False
        return harmless_flags

    @cached_property
    def chest_steps(self) -> Ints:
        """The steps of each of T teams to open a chest on each of N squares, T x N.

        UNREACHABLE_DISTANCE stands for no path.
        """
        tables = [np.maximum(table - self.survey.opens_beside, 0) for table in self.survey.steps_from_team.values()]
        step_table = np.array(tables).reshape(len(tables), len(self.grid))
        return np.where(np.isfinite(step_table), step_table, UNREACHABLE_DISTANCE).astype(np.int32)

    def measure_distances(self, from_squares: Ints, to_squares: Ints) -> Ints:
        """Return the distances between two lists of squares, in the metric of the ruleset: squares or steps on foot."""
        x, y = self.grid.x, self.grid.y
        if self.ruleset.metric is Metric.SQUARES or not len(from_squares) or not len(to_squares):
            straight_distances = np.maximum(
                np.abs(x[from_squares][:, None] - x[to_squares]), np.abs(y[from_squares][:, None] - y[to_squares])
            )
            return np.asarray(straight_distances, dtype=np.int32)
        walking_distances = np.array(
            [self._walking_steps.measure_distances([int(target)])[from_squares] for target in to_squares]
        ).T
        return np.asarray(np.minimum(walking_distances, UNREACHABLE_DISTANCE), dtype=np.int32)

    @cached_property
    def _walking_steps(self) -> WalkingSteps:
        """The steps on foot between any squares except entries."""
        nodes = self.grid.walkable & ~self.grid.is_entry
        solid = self.grid.build_flags(self.context.wall_obstacle_squares)
        return WalkingSteps(nodes, list_legal_steps(self.grid, nodes, solid, self.context.has_strict_corners))


class CountDemand(NamedTuple):
    """A demand for a number of objects in each part of the floor.

    Attributes:
        kinds: The kinds of objects that count.
        part_by_square: The index of the part that each square belongs to; -1 for none.
        bounds: The bounds of the number in each part.
        cost: The cost of each object too many or too few.
        existing_counts: How many objects each part already has.
    """

    kinds: tuple[ObjectKind, ...]
    part_by_square: Ints
    bounds: Bounds
    cost: float
    existing_counts: Ints


class PlacementModel:
    """A placement task as arrays of costs and distances. It is built once and evaluated thousands of times.

    Attributes:
        floor: The floor.
        groups: The groups of units to place.
        unit_groups: The group of each unit.
        sites: R x k: the squares of each of R sites, -1 where a site has fewer than k squares.
        site_groups: The group of each site. The sites of a group follow each other.
        site_costs: R: the cost of using each site, without regard to other units.
        pair_costs: R x R: the cost of using two sites together.
        pair_distances: R x R: the distance of two sites, at most MAX_DISTANCE.
        clearances: R: the distance of each site from setup squares, existing objects and its own copies.
        same_kind_clearances: R: the same, only from objects of the same kind.
        count_demands: The demands for numbers of objects in parts of the floor.
        max_steps: The number of steps that stands for an object that is not a chest or cannot be reached.
        chest_steps: T x R x k: the steps of each team to the chests of each site.
        existing_chest_steps: The steps of each team to the existing chests.
        team_pairs: Each two teams, by index.
    """

    def __init__(self, floor: PlacementFloor, groups: Sequence[PlacementGroup]) -> None:
        self.floor, self.groups = floor, list(groups)
        sizes = [len(group.sites) for group in groups]
        self.unit_groups = np.repeat(np.arange(len(groups)), [group.unit_count for group in groups]).astype(np.int32)
        self.site_groups = np.repeat(np.arange(len(groups)), sizes).astype(np.int32)
        self.sites = np.full(
            (sum(sizes), max((wide_group.sites.shape[1] for wide_group in groups), default=1)), -1, dtype=np.int32
        )
        for index, group in enumerate(groups):
            self.sites[self.site_groups == index, : group.sites.shape[1]] = group.sites
        self._fill_tables()
        self.count_demands: list[CountDemand] = []
        for cost, demand in floor.demands:
            if isinstance(demand, CountPerArea):
                counted_kinds = tuple(kind for kind in PLACED_KINDS if demand.kind in list_rule_kinds(kind))
                part_by_square = np.full(len(floor.grid), -1, dtype=np.int32)
                for index, part in enumerate(demand.areas):
                    part_by_square[floor.grid.list_numbers(part.squares)] = index
                existing_counts = np.bincount(
                    part_by_square[floor.find_existing(*counted_kinds)] + 1, minlength=len(demand.areas) + 1
                )[1:]
                self.count_demands.append(
                    CountDemand(counted_kinds, part_by_square, demand.bounds, cost, existing_counts.astype(np.int32))
                )
        reachable_steps = floor.chest_steps[floor.chest_steps < UNREACHABLE_DISTANCE]
        self.max_steps = int(reachable_steps.max(initial=0)) + 10
        steps = np.minimum(floor.chest_steps, self.max_steps)
        is_chest_group = np.array([group.kind is ObjectKind.CHEST for group in groups], dtype=np.bool_)
        is_chest = is_chest_group[self.site_groups][:, None] & (self.sites >= 0)
        self.chest_steps = np.where(is_chest, steps[:, self.sites], self.max_steps).astype(np.int32)
        self.existing_chest_steps = steps[:, floor.find_existing(ObjectKind.CHEST)]
        self.team_pairs = list(combinations(range(len(steps)), 2))

    def find_site_range(self, group: int) -> slice:
        """Return the range of the sites of a group, as a slice."""
        return slice(*np.searchsorted(self.site_groups, (group, group + 1)).tolist())

    def adjust_costs(
        self, extra_costs: Mapping[ObjectKind, Floats], extra_demands: Sequence[CountDemand] = ()
    ) -> PlacementModel:
        """Return a copy of the model with higher costs for some squares and with additional demands.

        Args:
            extra_costs: The additional cost of each square, by the kind of the object.
            extra_demands: The additional demands.
        """
        model = copy(self)
        model.site_costs, model.count_demands = self.site_costs.copy(), [*self.count_demands, *extra_demands]
        for index, group in enumerate(self.groups):
            if group.kind in extra_costs:
                model.site_costs[self.find_site_range(index)] += extra_costs[group.kind][group.sites].sum(axis=1)
        return model

    def _fill_tables(self) -> None:
        """Fill the tables of costs and distances of sites, from those of all squares that the sites use."""
        floor, count = self.floor, len(self.sites)
        used_squares, positions = np.unique(
            np.where(self.sites >= 0, self.sites, self.sites[:, :1]), return_inverse=True
        )
        used_squares, positions = used_squares.astype(np.int32), positions.reshape(self.sites.shape)
        distances = np.minimum(floor.measure_distances(used_squares, used_squares), MAX_DISTANCE).astype(np.int16)
        self.pair_costs, self.site_costs = np.zeros((count, count)), np.zeros(count)
        self.pair_distances = np.full((count, count), MAX_DISTANCE, dtype=np.int16)
        self.clearances, self.same_kind_clearances = np.full((2, count), MAX_DISTANCE, dtype=np.int16)
        square_clearances = self._measure_nearest(
            used_squares, np.concatenate((floor.setup_squares, floor.find_existing(*PLACED_KINDS)))
        )
        for first_index, group in enumerate(self.groups):
            group_sites, width = self.find_site_range(first_index), group.sites.shape[1]
            for second_index, other_group in enumerate(self.groups):
                other_sites = self.find_site_range(second_index)
                for i, j in product(range(width), range(other_group.sites.shape[1])):
                    site_distances = distances[np.ix_(positions[group_sites, i], positions[other_sites, j])]
                    self.pair_distances[group_sites, other_sites] = np.minimum(
                        self.pair_distances[group_sites, other_sites], site_distances
                    )
                    self.pair_costs[group_sites, other_sites] += self._compute_pair_costs(
                        group.kind, other_group.kind, site_distances
                    )
            for i, owner in enumerate(group.owners or (None,) * width):
                self.site_costs[group_sites] += self._compute_single_costs(group.kind, owner, used_squares)[
                    positions[group_sites, i]
                ]
            copy_distances = np.full(len(group.sites), MAX_DISTANCE)
            for i, j in combinations(range(width), 2):
                site_distances = distances[positions[group_sites, i], positions[group_sites, j]]
                copy_distances = np.minimum(copy_distances, site_distances)
                self.site_costs[group_sites] += self._compute_pair_costs(group.kind, group.kind, site_distances)
            own_positions = positions[group_sites, :width]
            self.clearances[group_sites] = np.minimum(copy_distances, square_clearances[own_positions].min(axis=1))
            self.same_kind_clearances[group_sites] = np.minimum(
                copy_distances,
                self._measure_nearest(used_squares, floor.find_existing(group.kind))[own_positions].min(axis=1),
            )

    def _measure_nearest(self, used_squares: Ints, squares: Ints) -> Any:
        """Return the distance of each used square from the nearest of some squares."""
        return (
            np.minimum(self.floor.measure_distances(used_squares, squares), MAX_DISTANCE)
            .min(axis=1, initial=MAX_DISTANCE)
            .astype(np.int16)
        )

    def _compute_pair_costs(self, kind: ObjectKind, other_kind: ObjectKind, distances: Any) -> Floats:
        """Return the cost of placing objects of two kinds at some distances from each other."""
        cost: Floats = (distances < (MIN_CLEARANCE if other_kind in PLACED_KINDS else 1)) * NOTICE_COST
        for demand_cost, demand in self.floor.demands:
            if isinstance(demand, MinDistanceBetween):
                rule_kinds, other_rule_kinds = list_rule_kinds(kind), list_rule_kinds(other_kind)
                is_in_order = demand.kind in rule_kinds and demand.other_kind in other_rule_kinds
                if is_in_order or (demand.kind in other_rule_kinds and demand.other_kind in rule_kinds):
                    cost += (distances < demand.min_distance) * demand_cost
        return cost

    def _compute_single_costs(self, kind: ObjectKind, owner: Team | None, used_squares: Ints) -> Floats:
        """Return the cost of an object on each used square, alone and together with the existing objects."""
        floor = self.floor
        good_squares = floor.free_squares & floor.fair_squares if kind is ObjectKind.CHEST else floor.free_squares
        good_squares = good_squares & floor.harmless_portal_squares if kind is ObjectKind.PORTAL else good_squares
        cost: Floats = np.where(good_squares[used_squares], 0.0, NOTICE_COST)
        for demand_cost, demand in floor.demands:
            for rule_kind in list_rule_kinds(kind) if isinstance(demand, ClosedSquares | MinDistanceFrom) else ():
                is_allowed = build_square_test(
                    floor.context, demand, PlacedObject(rule_kind, (UNPLACED_SQUARE,), owner=owner)
                )
                if is_allowed is not None:
                    cost += [
                        0.0 if is_allowed(floor.grid.find_coordinates(number)) else demand_cost
                        for number in used_squares.tolist()
                    ]
        for existing_kind, squares in floor.existing_objects:
            cost += self._compute_pair_costs(kind, existing_kind, self._measure_nearest(used_squares, squares))
        return cost
