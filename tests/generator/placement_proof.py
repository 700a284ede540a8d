"""Prove that a placement is the best one, with OR-Tools' CP-SAT, to judge the program's own search.

The solver gets what the search gets: squares, pairs that may not lie together, numbers by part of the floor, the teams'
steps. Its answer holds for these; it does not know what only the checker knows. It is asked one yes-or-no question
after another: whether the objects fit with some fairness and with some distances of all objects, of chests, of
portals. Such questions take tenths of a second. A single question for the largest spread would take more than minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from ortools.sat.python import cp_model

from dungeon_designer.figures.arrays import Ints
from dungeon_designer.generator.placement.placement_model import MAX_DISTANCE, NOTICE_COST, PlacementModel
from dungeon_designer.generator.placement.placement_search import (
    ALL_OBJECTS_WEIGHT,
    CountCosts,
    FoundPlacement,
    PlacementScorer,
    Spacing,
    compute_spread,
    find_score_key,
    polish_placement,
)
from dungeon_designer.generator.placement.placer import PlacedLayout, Placer
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rulesets.ruleset_model import Metric


class Proof(NamedTuple):
    """The result of a proof.

    Attributes:
        placement: The best placement known.
        is_optimal: Whether it is proved that no placement is better.
        bound: The largest spread that is not ruled out. None if fairness is not proved, or if some rule is
            broken or an object lies badly.
        seconds: How long the proof took.
    """

    placement: FoundPlacement
    is_optimal: bool
    bound: int | None
    seconds: float


def prove_best(placer: Placer, placed_layout: PlacedLayout, seconds: float) -> tuple[PlacedLayout, Proof]:
    """Search for a better placement with the solver; return the best one and what the solver proved.

    The solver's answer is used only if the checker finds no more errors and warnings in it.
    """
    proof = prove_placement(placed_layout.model, placed_layout.placement, seconds)
    solved_layout = placer.check_placement(placed_layout.model, proof.placement)
    if solved_layout.problem_counts > placed_layout.problem_counts:
        return placed_layout, proof._replace(placement=placed_layout.placement, is_optimal=False, bound=None)
    return min(placed_layout, solved_layout, key=lambda candidate: candidate.key), proof


def prove_placement(model: PlacementModel, placement: FoundPlacement, seconds: float) -> Proof:
    """Search with CP-SAT for a better placement; return the best one known and what is proved about it."""
    return _Prover(model, placement, seconds).run()


class _TimeUpError(Exception):
    """The error for a solver that has not answered in time."""


class _Prover:
    """A proof that asks the solver one yes-or-no question after another.

    Attributes:
        model: The placement task.
        placement: The best placement known.
        scorer: The scorer of placements.
        start_time: When the proof began, in seconds.
        deadline: When it must end, in seconds.
        kinds: None for all objects, then each kind of which there are several.
        impossible_spacings: The spacings that the solver ruled out.
        max_spacing: The largest possible distance of each entry of `kinds`.
    """

    def __init__(self, model: PlacementModel, placement: FoundPlacement, seconds: float) -> None:
        self.model, self.placement = model, placement
        self.scorer = PlacementScorer(model)
        self.start_time = perf_counter()
        self.deadline = self.start_time + seconds
        self.kinds: list[ObjectKind | None] = [None, *self.scorer.spaced_kinds]
        self.impossible_spacings: list[Spacing] = []
        self.max_spacing = [MAX_DISTANCE] * len(self.kinds)

    def run(self) -> Proof:
        """Ask all questions until the time is up, and return the proof."""
        is_optimal, bound = False, None
        try:
            if self._find_fairest():
                bound = self._find_max_spread()
                for index in range(len(self.kinds)):  # the largest distance of these if the others may lie anywhere
                    distance = int(self.scorer.measure_spacing(self.placement.sites[None])[0][0][index])
                    no_spacing = [1] * len(self.kinds)
                    while distance < MAX_DISTANCE and self._ask_solver(
                        (*no_spacing[:index], distance + 1, *no_spacing[index + 1 :])
                    ):
                        distance += 1
                    self.max_spacing[index] = distance
                found_better = True
                while found_better:  # a placement with much more spread also proves one with a little more
                    spreads = range(
                        self.placement.score.spread + 1, self.placement.score.spread + 1 + ALL_OBJECTS_WEIGHT
                    )
                    spacings = (distance for spread in spreads for distance in self._list_spacings(spread))
                    found_better = any(
                        self._ask_solver(distance) for distance in spacings if not self._is_impossible(distance)
                    )
                is_optimal = True
        except _TimeUpError:
            bound = self._find_max_spread() if bound is not None else None
        bound = self.placement.score.spread if is_optimal else bound
        self.placement = polish_placement(self.scorer, self.placement.sites, np.random.default_rng(0))
        return Proof(self.placement, is_optimal, bound, perf_counter() - self.start_time)

    def _find_fairest(self) -> bool:
        """Find the fairest placement; return False if that cannot be proved because rules are broken."""
        no_spacing = (1,) * len(self.kinds)
        if self.placement.score[:3] != (0, 0, 0) and not self._ask_solver(no_spacing, MAX_DISTANCE, MAX_DISTANCE):
            return False
        for largest in range(self.placement.score.largest_difference):
            if self._ask_solver(no_spacing, largest, MAX_DISTANCE * MAX_DISTANCE):
                break
        for total in range(self.placement.score.total_difference):
            if self._ask_solver(no_spacing, self.placement.score.largest_difference, total):
                break
        return True

    def _list_spacings(self, spread: int) -> Iterator[Spacing]:
        """Yield all spacings with a spread, up to the known maxima, the widest for all objects first."""
        for all_distance in range(self.max_spacing[0], 0, -1):
            for kind_distances in product(*[range(max_distance, 0, -1) for max_distance in self.max_spacing[1:-1]]):
                last_distance = spread - compute_spread((all_distance, *kind_distances))
                if len(self.max_spacing) == 1 and last_distance == 0:
                    yield (all_distance,)
                elif len(self.max_spacing) > 1 and 1 <= last_distance <= self.max_spacing[-1]:
                    yield (all_distance, *kind_distances, last_distance)

    def _is_impossible(self, spacing: Spacing) -> bool:
        """Return whether a spacing is at least as wide everywhere as one that was ruled out."""
        return any(
            all(
                distance >= impossible_distance
                for distance, impossible_distance in zip(spacing, impossible, strict=True)
            )
            for impossible in self.impossible_spacings
        )

    def _find_max_spread(self) -> int:
        """Return the largest spread that is not ruled out."""
        for spread in range(compute_spread(self.max_spacing), self.placement.score.spread, -1):
            if any(not self._is_impossible(spacing) for spacing in self._list_spacings(spread)):
                return spread
        return self.placement.score.spread

    def _ask_solver(
        self, spacing: Spacing, largest_difference: int | None = None, total_difference: int | None = None
    ) -> bool:
        """Return whether a placement exists that has a spacing and is fair enough; keep it if it is better.

        Args:
            spacing: The smallest distances that are required.
            largest_difference: The largest allowed difference of the teams' walks to their n-th nearest chests; None
                for that of the best placement known.
            total_difference: The largest allowed difference of their total steps; None for that of the best
                placement.
        """
        score = self.placement.score
        question = _SolverQuestion(
            self, spacing, score.largest_difference if largest_difference is None else largest_difference
        )
        question.add_walk_limits(score.total_difference if total_difference is None else total_difference)
        answer = question.solve(self.deadline - perf_counter())
        if answer is None:
            if largest_difference is None:
                self.impossible_spacings.append(spacing)
            return False
        better_placement = FoundPlacement(answer, self.scorer.compute_scores(answer[None])[0])
        self.placement = min(self.placement, better_placement, key=find_score_key)
        return True


class _SolverQuestion:
    """One question for CP-SAT, with a variable for each possible site: whether a unit uses the site.

    Attributes:
        placement_model: The placement task.
        largest_difference: The largest allowed difference of the teams' walks to their n-th nearest chests.
        model: The solver's model.
        min_distance: The required distance of all objects.
        sites: The sites that allow the required distances.
        own_distances: The required distance of each site from objects of its own kind.
        site_groups: The group of each site.
        site_kinds: The index of the kind of each site.
        variables: The variable of each site.
    """

    def __init__(self, prover: _Prover, spacing: Spacing, largest_difference: int) -> None:
        model = prover.model
        self.placement_model, self.largest_difference = model, largest_difference
        self.model = cp_model.CpModel()
        distance_by_kind, self.min_distance = dict(zip(prover.kinds, spacing, strict=True)), spacing[0]
        own_distances = np.array([max(spacing[0], distance_by_kind.get(group.kind, 1)) for group in model.groups])[
            model.site_groups
        ]
        is_usable = (
            (model.site_costs < NOTICE_COST)
            & (model.same_kind_clearances >= own_distances)
            & (model.clearances >= self.min_distance)
        )
        self.sites = np.flatnonzero(is_usable).astype(np.int32)
        self.own_distances, self.site_groups = own_distances[self.sites], model.site_groups[self.sites]
        kinds = sorted({group.kind for group in model.groups})
        self.site_kinds = np.array([kinds.index(group.kind) for group in model.groups], dtype=np.int32)[
            self.site_groups
        ]
        self.variables = np.array([self.model.new_bool_var("") for _ in self.sites], dtype=object)
        for index, group in enumerate(model.groups):
            self.model.add(sum(self.variables[self.site_groups == index].tolist()) == group.unit_count)
        self._forbid_near_pairs()
        self._add_count_limits()

    def _forbid_near_pairs(self) -> None:
        """Add the condition that no two units lie too near each other or break a rule together.

        Single objects with distances in squares need no condition for each near pair: each block of squares holds one
        object.
        """
        model, site_pairs = self.placement_model, np.ix_(self.sites, self.sites)
        uses_blocks = model.floor.ruleset.metric is Metric.SQUARES and model.sites.shape[1] == 1
        required_distances = np.where(
            self.site_kinds[:, None] == self.site_kinds, self.own_distances[:, None], self.min_distance
        )
        is_near, breaks_rule = model.pair_distances[site_pairs] < required_distances, model.pair_costs[site_pairs] > 0
        for i, j in zip(
            *np.nonzero(np.triu(breaks_rule & ~is_near if uses_blocks else breaks_rule | is_near, 1)), strict=True
        ):
            self.model.add_bool_or(~self.variables[i], ~self.variables[j])
        if uses_blocks and len(self.sites):
            self._add_block_limits(np.arange(len(self.sites)), self.min_distance)
            for kind in set(self.site_kinds.tolist()):
                of_kind = np.flatnonzero(self.site_kinds == kind)
                self._add_block_limits(of_kind, int(self.own_distances[of_kind[0]]))

    def _add_block_limits(self, site_indices: Any, block_size: int) -> None:
        """Add the condition that each block of `block_size` squares in both directions holds at most one object.

        This is equivalent to a distance of at least `block_size` between two objects.
        """
        grid, first_squares = self.placement_model.floor.grid, self.placement_model.sites[self.sites[site_indices], 0]
        x, y = grid.x[first_squares], grid.y[first_squares]
        blocks = set()
        for top in range(int(y.min()) - block_size + 1, int(y.max()) + 1):
            in_rows = (y >= top) & (y < top + block_size)
            for left in range(int(x.min()) - block_size + 1, int(x.max()) + 1) if in_rows.any() else ():
                blocks.add(tuple(np.flatnonzero(in_rows & (x >= left) & (x < left + block_size)).tolist()))
        for block in sorted(blocks):
            if len(block) > 1:
                self.model.add_at_most_one(self.variables[site_indices[list(block)]].tolist())

    def _add_count_limits(self) -> None:
        """Add the bounds of the number of objects in each part of the floor."""
        for demand in self.placement_model.count_demands:
            site_counts = CountCosts(self.placement_model, demand, 1.0).site_counts[self.sites]
            for part_index, existing_count in enumerate(demand.existing_counts.tolist()):
                terms = [
                    int(amount) * variable
                    for amount, variable in zip(site_counts[:, part_index], self.variables, strict=True)
                    if amount
                ]
                allowed_counts = [
                    count for count in range(existing_count + len(terms) + 1) if demand.bounds.allows(count)
                ]
                self.model.add_linear_expression_in_domain(
                    sum(terms) + existing_count, cp_model.Domain.from_values(allowed_counts)
                )

    def add_walk_limits(self, total_difference: int) -> None:
        """Add the limits of the differences between the teams' walks.

        As many chests as one team reaches within t steps, every other team must reach within t + `largest_difference`
        steps. The total steps differ by at most `total_difference`.
        """
        for first_team, second_team in self.placement_model.team_pairs:
            for team, other_team in ((first_team, second_team), (second_team, first_team)):
                for t in range(self.placement_model.max_steps):
                    later_count = self._sum_over_chests(
                        other_team,
                        lambda steps, t=t: (
                            steps <= min(t + self.largest_difference, self.placement_model.max_steps - 1)
                        ),
                    )
                    self.model.add(self._sum_over_chests(team, lambda steps, t=t: steps <= t) <= later_count)
                self.model.add(
                    self._sum_over_chests(team, lambda steps: steps)
                    - self._sum_over_chests(other_team, lambda steps: steps)
                    <= total_difference
                )

    def _sum_over_chests(self, team: int, compute_value: Any) -> Any:
        """Return the sum of a value of a team's steps over all chests, as an expression of the solver.

        Objects that are not chests add the same for all teams.
        """
        values = compute_value(self.placement_model.chest_steps[team][self.sites]).sum(axis=1)
        existing_sum = int(compute_value(self.placement_model.existing_chest_steps[team]).sum())
        return existing_sum + sum(
            int(value) * variable for value, variable in zip(values, self.variables, strict=True) if value
        )

    def solve(self, seconds: float) -> Ints | None:
        """Return the sites of all units, or None if no placement exists.

        Raises:
            _TimeUpError: If the solver does not answer in time.
        """
        if seconds <= 0:
            raise _TimeUpError
        cp_solver = cp_model.CpSolver()
        cp_solver.parameters.max_time_in_seconds = seconds
        cp_solver.parameters.num_workers = 8
        status = cp_solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise _TimeUpError
        return self.sites[[bool(cp_solver.value(variable)) for variable in self.variables]]
