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
from dungeon_designer.rules.rule_registry import ConfiguredRule, list_enabled_rules
from dungeon_designer.rules.rule_settings import Bounds
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
    """Return the kinds as which rules see an object of a kind: a counter (a pit counter, face down) is also a trap."""
    return (kind, ObjectKind.TRAP) if kind is ObjectKind.COUNTER else (kind,)


MAX_OBJECTS = 99
"""The largest number of objects of a kind; the largest portal number."""


class ObjectBatch(Struct, frozen=True):
    """Some objects of one kind, and of one owner, that are to be placed.

    Attributes:
        kind: The kind of the objects.
        count: How many there are.
        owner: The team whose counters they are; None for other objects.
        faces: What is on the hidden face of each counter; empty for other objects.
    """

    kind: ObjectKind
    count: int
    owner: Team | None = None
    faces: tuple[CounterContent, ...] = ()


def remove_objects(layout: Layout, kinds: Collection[Placeable]) -> Layout:
    """Return the layout without its chests, portals or counters, as the kinds say.

    Balls have a number and no squares, so their number stays. Traps that are not counters stay too.
    """
    return replace(
        layout,
        chests=() if Placeable.CHEST in kinds else layout.chests,
        portals=() if Placeable.PORTAL in kinds else layout.portals,
        traps=tuple(
            trap for trap in layout.traps if Placeable.COUNTER not in kinds or trap.kind is not TrapKind.COUNTER
        ),
    )


def list_missing_objects(
    old_layout: Layout, context: Context, rules: Collection[ConfiguredRule], options: PlaceOptions
) -> list[ObjectBatch]:
    """Return the chests, portals and counters that a floor needs in addition to those on it, in batches.

    The number of chests and of portals is the one in the options, else one that the rules allow. Each team needs the
    counters that the ruleset names.

    Args:
        old_layout: The layout before objects were removed. Its numbers of objects are kept where they are legal.
        context: The floor as the ruleset sees it.
        rules: The enabled rules.
        options: The options with the kinds and numbers to place.

    Returns:
        A batch for the chests, one for the portals, and one for each team's counters; empty batches are left out.
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
    return [batch for batch in batches if batch.count]


def list_count_rules(
    context: Context, rules: Collection[ConfiguredRule], kind: ObjectKind
) -> list[tuple[ConfiguredRule, Bounds]]:
    """Return the rules that require a number of objects of a kind in the whole dungeon.

    Each comes with the bounds of that number.
    """
    rules_and_requirements = [(rule, requirement) for rule in rules for requirement in rule.list_requirements(context)]
    return [
        (rule, requirement.bounds)
        for rule, requirement in rules_and_requirements
        if isinstance(requirement, TotalCount) and requirement.kind is kind
    ]


def choose_count(context: Context, rules: Collection[ConfiguredRule], kind: ObjectKind, old_count: int) -> int:
    """Return how many objects of a kind a dungeon should have.

    That is the old number if all rules allow it, else the smallest number that all allow. If the rules contradict each
    other, they are ignored one after the other, those of the level `must` last. Without rules it is the old number.
    """
    rules_and_bounds = list_count_rules(context, rules, kind)
    bounds = [
        rule_bounds
        for rule, rule_bounds in sorted(rules_and_bounds, key=lambda pair: pair[0].entry.level is RuleLevel.MUST)
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
        sites: M x k: the numbers of the k squares of each of M sites, one square for each object of a unit.
        unit_count: How many units are placed.
        owners: The teams that own the k counters of a unit; empty for other objects.
    """

    kind: ObjectKind
    sites: Ints
    unit_count: int
    owners: tuple[Team, ...] = ()


class FloorMapping(NamedTuple):
    """Where a rotation or flip moves the squares and the teams of a floor.

    Attributes:
        target_squares: The number of the square to which each square moves; -1 if that is outside the floor.
        target_teams: The team to whose zone each team's zone moves; None if the zones do not match.
    """

    target_squares: Ints
    target_teams: dict[Team, Team] | None


def list_floor_mappings(board: Board, symmetry: Symmetry | None) -> list[FloorMapping]:
    """Return where each square of a floor has its mirrored copies: one mapping for each copy.

    The first mapping leaves every square where it is; then follows one for each rotation and flip of the symmetry.
    """
    grid = build_arrays(board)
    mappings = [FloorMapping(np.arange(len(grid), dtype=np.int32), {team: team for team in board.teams})]
    for turn in symmetry.list_transforms() if symmetry else ():
        squares = np.array([grid.find_number(turn.transform_square(square)) for square in grid.squares], dtype=np.int32)
        mappings.append(FloorMapping(squares, _map_teams(board, squares)))
    return mappings


def _map_teams(board: Board, squares: Ints) -> dict[Team, Team] | None:
    """Return the team onto whose end zone or entry each team's zone moves under a rotation or flip.

    None if the zones of each team do not move onto the zones of exactly one team. A team may move onto itself.

    Args:
        board: The floor.
        squares: The number of the square to which each square moves; -1 outside the floor.
    """
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
    """Divide batches of objects into groups of units, and yield the groups with their possible sites.

    A unit is one object or, under a symmetry, an object with its mirrored copies; a site is a possible location of it.
    The copies of a team's counter belong to the other teams, if the symmetry moves each team's zone onto another one's
    and all teams place equally many. If it moves each zone onto itself, the copies belong to the same team. Otherwise
    counters get no copies.

    Args:
        batches: The objects to place.
        mappings: Where the squares and teams of the floor move: first unchanged, then for each copy.
        allowed_squares: Whether an object may lie on each square.
    """
    counter_batches = [batch for batch in batches if batch.kind is ObjectKind.COUNTER]
    for batch in batches:
        if batch not in counter_batches:
            yield from _group_with_copies(batch, mappings, allowed_squares)
    if not counter_batches:
        return
    first_batch, team_maps = counter_batches[0], [mapping.target_teams for mapping in mappings]
    target_teams = [team_map[first_batch.owner] for team_map in team_maps if team_map and first_batch.owner in team_map]
    have_same_count = len(target_teams) == len(mappings) and len({batch.count for batch in counter_batches}) == 1
    if have_same_count and len(set(target_teams)) == len(mappings) == len(counter_batches):
        sites = _list_sites(mappings, allowed_squares, once_each=False)
        if len(sites):
            yield PlacementGroup(ObjectKind.COUNTER, sites, first_batch.count, tuple(target_teams))
            return
    keeps_team = have_same_count and len(set(target_teams)) == 1
    for batch in counter_batches:
        yield from _group_with_copies(batch, mappings if keeps_team else mappings[:1], allowed_squares)


def _group_with_copies(
    batch: ObjectBatch, mappings: Sequence[FloorMapping], allowed_squares: Flags
) -> Iterator[PlacementGroup]:
    """Divide one batch of objects into units with as many mirrored copies as possible; yield the groups of units.

    First come units of an object with all its copies. The objects left over become, under quarter turns, units with one
    copy half a turn away, and then single objects. These lie on squares that the symmetry does not move, if the floor
    has any.

    Args:
        batch: The objects to place.
        mappings: Where the squares of the floor move: first unchanged, then for each copy.
        allowed_squares: Whether an object may lie on each square.
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
            is_own_copy = np.all([mapping.target_squares[sites[:, 0]] == sites[:, 0] for mapping in mappings], axis=0)
            sites = sites[is_own_copy] if is_own_copy.any() else sites
        unit_count = count // len(used_mappings) if len(sites) or len(used_mappings) == 1 else 0
        if unit_count:
            yield PlacementGroup(
                batch.kind, sites, unit_count, (batch.owner,) * len(used_mappings) if batch.owner else ()
            )
        count -= unit_count * len(used_mappings)


def _list_sites(mappings: Sequence[FloorMapping], allowed_squares: Flags, once_each: bool) -> Ints:
    """Return the possible locations of a unit: each square with its mirrored copies, as M x k numbers of squares.

    A site is left out if one of its k squares is not allowed or not floor, or if two of them are the same.

    Args:
        mappings: The k mappings that give the copies; the first is the square itself.
        allowed_squares: Whether an object may lie on each square.
        once_each: Whether each set of copies is listed only once, and not once with each of its squares first.
    """
    targets = np.stack([mapping.target_squares for mapping in mappings], axis=1)
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
        """Return a layout that has objects on this floor, as the ruleset sees it.

        It reuses what is known of the floor, which makes checks of many placements fast.
        """
        return Context(build_board(layout, self.board.library, self.board), self.ruleset, self.context)

    @cached_property
    def survey(self) -> Survey:
        """The survey of the floor, which measures how far the teams walk."""
        return Survey(self.context)

    @cached_property
    def demands(self) -> list[tuple[float, Requirement]]:
        """The demands of the rules on where objects lie, each after the cost of breaking it.

        The cost depends on the level of the rule: `must`, `should` or notice.
        """
        costs_and_demands = [
            (COST_BY_LEVEL[rule.entry.level], demand)
            for rule in self.rules
            for demand in rule.list_requirements(self.context)
        ]
        return [(NOTICE_COST if demand.is_notice else cost, demand) for cost, demand in costs_and_demands]

    @cached_property
    def setup_squares(self) -> Ints:
        """The numbers of the squares where any team sets up its players before a match."""
        squares = sorted({square for squares in self.survey.set_up_squares.values() for square in squares})
        return np.array(squares, dtype=np.int32)

    @cached_property
    def existing_objects(self) -> list[tuple[ObjectKind, Ints]]:
        """The kind of each object that is already on the floor, with the numbers of its squares.

        Pits and trapdoors have the kind TRAP, pit counters the kind COUNTER.
        """
        board = self.board
        chests = [(ObjectKind.CHEST, (chest.square,)) for chest in board.chests]
        portals = [(ObjectKind.PORTAL, (portal.square,)) for portal in board.portals]
        kind_by_is_counter = {True: ObjectKind.COUNTER, False: ObjectKind.TRAP}
        traps = [(kind_by_is_counter[trap.kind is TrapKind.COUNTER], tuple(trap.squares)) for trap in board.traps]
        objects = (*chests, *portals, *traps)
        return [(kind, np.array(self.grid.list_numbers(squares), dtype=np.int32)) for kind, squares in objects]

    def find_existing(self, *kinds: ObjectKind) -> Ints:
        """Return the numbers of the squares that hold objects of some kinds before anything is placed."""
        square_arrays = [squares for kind, squares in self.existing_objects if kind in kinds]
        return np.concatenate([np.zeros(0, dtype=np.int32), *square_arrays]).astype(np.int32)

    @cached_property
    def free_squares(self) -> Flags:
        """Whether an object would lie well on each square.

        These are the squares to which `check --fix-all` would move objects, so neither doorways nor the paths of
        machines, and no squares where teams set up.
        """
        free_flags = self.grid.build_flags(Mover(self.context).free_squares)
        free_flags[self.setup_squares] = False
        return free_flags

    @cached_property
    def fair_squares(self) -> Flags:
        """Whether all teams can walk to each square. True for all squares if no team has a place to set up."""
        tables = list(self.survey.steps_from_team.values())
        fair_flags: Flags = (
            np.all([np.isfinite(table) for table in tables], axis=0) if tables else self.free_squares | True
        )
        return fair_flags

    @cached_property
    def harmless_portal_squares(self) -> Flags:
        """Whether a portal on each square makes no team's walk longer, although nobody can walk across a portal.

        For every shortest walk of a team over such a square, there is another shortest walk to the square after it. So
        one portal makes no walk longer. Two portals three or more squares apart never block the same step, so together
        they make no walk longer either.
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
        """How many steps each team needs to open a chest on each square, as T x N for T teams and N squares.

        It is UNREACHABLE_DISTANCE where no path leads to the square.
        """
        tables = [np.maximum(table - self.survey.opens_beside, 0) for table in self.survey.steps_from_team.values()]
        step_table = np.array(tables).reshape(len(tables), len(self.grid))
        return np.where(np.isfinite(step_table), step_table, UNREACHABLE_DISTANCE).astype(np.int32)

    def measure_distances(self, from_squares: Ints, to_squares: Ints) -> Ints:
        """Return the distance of each square of one list from each square of another, as an array of both lengths.

        The ruleset's metric decides whether they are squares as the crow flies or steps on foot; without a path the
        steps are UNREACHABLE_DISTANCE.
        """
        if self.ruleset.metric is Metric.SQUARES or not len(from_squares) or not len(to_squares):
            return self.measure_straight_distances(from_squares, to_squares)
        walking_distances = np.array(
            [self._walking_steps.measure_distances([int(target)])[from_squares] for target in to_squares]
        ).T
        return np.asarray(np.minimum(walking_distances, UNREACHABLE_DISTANCE), dtype=np.int32)

    def measure_straight_distances(self, from_squares: Ints, to_squares: Ints) -> Ints:
        """Return the distances of `measure_distances` as the crow flies, whatever the ruleset's metric."""
        x, y = self.grid.x, self.grid.y
        columns, rows = (np.abs(axis[from_squares][:, None] - axis[to_squares]) for axis in (x, y))
        return np.asarray(np.maximum(columns, rows), dtype=np.int32)

    @cached_property
    def _walking_steps(self) -> WalkingSteps:
        """The table that measures steps on foot between any squares. Paths do not lead over entries."""
        nodes = self.grid.walkable & ~self.grid.is_entry
        solid = self.grid.build_flags(self.context.wall_obstacle_squares)
        return WalkingSteps(nodes, list_legal_steps(self.grid, nodes, solid, self.context.has_strict_corners))


class CountDemand(NamedTuple):
    """A demand for a number of objects in each part of the floor, such as at most one chest in each section.

    Attributes:
        kinds: The kinds of objects that count.
        part_by_square: The index of the part that each square belongs to; -1 if it belongs to none.
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

    A unit is one object or, under a symmetry, an object with its mirrored copies. A site is a possible location of a
    unit: one square for each of its k objects. R is the number of all sites, T the number of teams.

    Attributes:
        floor: The floor.
        groups: The groups of units to place.
        unit_groups: The index of the group of each unit.
        sites: R x k: the numbers of the squares of each site, -1 where a site has fewer than k squares.
        site_groups: The index of the group of each site. The sites of a group follow each other.
        site_costs: R: the cost of using each site, without regard to other units.
        pair_costs: R x R: the cost of using two sites together.
        pair_distances: R x R: the distance of two sites, at most MAX_DISTANCE.
        clearances: R: the distance of each site from setup squares, existing objects and its own copies.
        same_kind_clearances: R: the same, only from objects of the same kind.
        count_demands: The demands for numbers of objects in parts of the floor.
        max_steps: The number of steps that stands for an object that is not a chest or cannot be reached.
        chest_steps: T x R x k: the steps of each team to the chests of a unit on each site.
        existing_chest_steps: The steps of each team to the chests that the floor already has.
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
        """Return the range of numbers of the sites (possible locations) of the group with an index, as a slice."""
        return slice(*np.searchsorted(self.site_groups, (group, group + 1)).tolist())

    def adjust_costs(
        self, extra_costs: Mapping[ObjectKind, Floats], extra_demands: Sequence[CountDemand] = ()
    ) -> PlacementModel:
        """Return a copy of the model with higher costs for some squares and with additional demands.

        So a search can be steered away from earlier answers and from problems that the checker found.

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
        """Compute the costs and distances of all sites (possible locations of a unit) and of all pairs of sites.

        Distances are measured once between all squares that sites use. The distance of two sites is the smallest of any
        square of one from any square of the other; their cost is the sum over all these pairs of squares.
        """
        floor, count = self.floor, len(self.sites)
        used_squares, positions = np.unique(
            np.where(self.sites >= 0, self.sites, self.sites[:, :1]), return_inverse=True
        )
        used_squares, positions = used_squares.astype(np.int32), positions.reshape(self.sites.shape)
        distances = np.minimum(floor.measure_distances(used_squares, used_squares), MAX_DISTANCE).astype(np.int16)
        straight_distances = floor.measure_straight_distances(used_squares, used_squares)
        self.pair_costs, self.site_costs = np.zeros((count, count)), np.zeros(count)
        self.pair_distances = np.full((count, count), MAX_DISTANCE, dtype=np.int16)
        self.clearances, self.same_kind_clearances = np.full((2, count), MAX_DISTANCE, dtype=np.int16)
        square_clearances = self._measure_nearest(
            used_squares, np.concatenate((floor.setup_squares, floor.find_existing(*PLACED_KINDS)))
        )
        for first_index, group in enumerate(self.groups):
            group_sites, width = self.find_site_range(first_index), group.sites.shape[1]
            for second_index in range(first_index, len(self.groups)):
                other_sites = self.find_site_range(second_index)
                pair_distances, pair_costs = self._measure_pairs(
                    (group.kind, positions[group_sites, :width]),
                    (
                        self.groups[second_index].kind,
                        positions[other_sites, : self.groups[second_index].sites.shape[1]],
                    ),
                    distances,
                    straight_distances,
                )
                self.pair_distances[group_sites, other_sites] = pair_distances
                self.pair_costs[group_sites, other_sites] = pair_costs
                self.pair_distances[other_sites, group_sites] = pair_distances.T
                self.pair_costs[other_sites, group_sites] = pair_costs.T
            for i, owner in enumerate(group.owners or (None,) * width):
                self.site_costs[group_sites] += self._compute_single_costs(group.kind, owner, used_squares)[
                    positions[group_sites, i]
                ]
            copy_distances = np.full(len(group.sites), MAX_DISTANCE)
            for i, j in combinations(range(width), 2):
                site_distances = distances[positions[group_sites, i], positions[group_sites, j]]
                copy_distances = np.minimum(copy_distances, site_distances)
                self.site_costs[group_sites] += self._compute_pair_costs(
                    group.kind,
                    group.kind,
                    site_distances,
                    straight_distances[positions[group_sites, i], positions[group_sites, j]],
                )
            own_positions = positions[group_sites, :width]
            self.clearances[group_sites] = np.minimum(copy_distances, square_clearances[own_positions].min(axis=1))
            self.same_kind_clearances[group_sites] = np.minimum(
                copy_distances,
                self._measure_nearest(used_squares, floor.find_existing(group.kind))[own_positions].min(axis=1),
            )

    def _measure_pairs(
        self,
        first: tuple[ObjectKind, AnyInts],
        second: tuple[ObjectKind, AnyInts],
        distances: Any,
        straight_distances: Any,
    ) -> tuple[Any, Floats]:
        """Return the distance and the cost of each site (possible location of a unit) of a group with each of another.

        Args:
            first: The kind of a group's objects, and M x k positions in the tables of distances: the squares of each
                of its M sites.
            second: The same of the other group.
            distances: The distances of all used squares by the ruleset's metric.
            straight_distances: Their distances as the crow flies.
        """
        (kind, positions), (other_kind, other_positions) = first, second
        shape = len(positions), len(other_positions)
        pair_distances, pair_costs = np.full(shape, MAX_DISTANCE, dtype=np.int16), np.zeros(shape)
        for column, other_column in product(positions.T, other_positions.T):
            square_pairs = np.ix_(column, other_column)
            square_distances = distances[square_pairs]
            pair_distances = np.minimum(pair_distances, square_distances)
            pair_costs += self._compute_pair_costs(kind, other_kind, square_distances, straight_distances[square_pairs])
        return pair_distances, pair_costs

    def _measure_nearest(self, used_squares: Ints, squares: Ints) -> Any:
        """Return the distance of each used square from the nearest of some squares; MAX_DISTANCE at most."""
        return (
            np.minimum(self.floor.measure_distances(used_squares, squares), MAX_DISTANCE)
            .min(axis=1, initial=MAX_DISTANCE)
            .astype(np.int16)
        )

    def _compute_pair_costs(
        self, kind: ObjectKind, other_kind: ObjectKind, distances: Any, straight_distances: Any
    ) -> Floats:
        """Return the cost of placing an object of one kind at each of some distances from one of another kind.

        Each broken demand of the rules for a minimum distance costs as its level says. Two objects nearer than
        MIN_CLEARANCE, or an object on a trap, cost as much as a notice. Two chests are as near as the crow flies, since
        one explosion in two rooms would look like a mistake.

        Args:
            kind: The kind of the object.
            other_kind: The kind of the other object.
            distances: The distances by the ruleset's metric.
            straight_distances: The distances as the crow flies.
        """
        clearances = straight_distances if kind is other_kind is ObjectKind.CHEST else distances
        cost: Floats = (clearances < (MIN_CLEARANCE if other_kind in PLACED_KINDS else 1)) * NOTICE_COST
        for demand_cost, demand in self.floor.demands:
            if isinstance(demand, MinDistanceBetween):
                rule_kinds, other_rule_kinds = list_rule_kinds(kind), list_rule_kinds(other_kind)
                is_in_order = demand.kind in rule_kinds and demand.other_kind in other_rule_kinds
                if is_in_order or (demand.kind in other_rule_kinds and demand.other_kind in rule_kinds):
                    cost += (distances < demand.min_distance) * demand_cost
        return cost

    def _compute_single_costs(self, kind: ObjectKind, owner: Team | None, used_squares: Ints) -> Floats:
        """Return the cost of an object on each used square, alone and together with the existing objects.

        A square where the object would lie badly costs as much as a notice: one that is not free, for a chest also one
        that a team cannot walk to, for a portal also one where it would make a walk longer.

        Args:
            kind: The kind of the object.
            owner: The team that owns it, if it is a counter.
            used_squares: The numbers of the squares.
        """
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
            straight_distances = floor.measure_straight_distances(used_squares, squares)
            cost += self._compute_pair_costs(
                kind,
                existing_kind,
                self._measure_nearest(used_squares, squares),
                straight_distances.min(axis=1, initial=MAX_DISTANCE),
            )
        return cost
