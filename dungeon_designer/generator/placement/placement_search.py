"""Score placements exactly, and search for the best one.

A score compares broken rules by level, then fairness, then spread. Spread is the sum of smallest distances: that of any
two objects and of any object from a setup square, which counts three times, and that of any two objects of each kind
placed (of which there are two or more). If all these are equal, the mean distance of objects from the nearest one
decides. A placement is the site of each unit.

The search anneals, then moves single units of the best placement until no such move improves it. Many placements cool
at once. Each step takes one unit out of all of them and places it on a site drawn by the cost that every site would
have (heat bath), more and more strictly. The smallest distance of objects is replaced by a smooth one,
-log(sum of exp(-k d)) / k over all pairs, which every near pair influences and which approaches the smallest distance
as k grows. Each step by which the teams' walks to their n-th nearest chests differ costs as much as a square of
distance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.figures.arrays import Ints
from dungeon_designer.generator.placement.placement_model import (
    MAX_DISTANCE,
    MUST_COST,
    NOTICE_COST,
    SHOULD_COST,
    AnyInts,
    CountDemand,
    Floats,
    PlacementModel,
)
from dungeon_designer.kinds import ObjectKind

MAX_DIFFERENCE_COST, SUM_DIFFERENCE_COST, MEAN_DISTANCE_WORTH = 1e6, 1e3, 1e-3
"""The cost of a step of the largest difference and of the total difference between the teams' walks, and the worth of a
square of mean distance, where a square of spread is worth 1."""

ALL_OBJECTS_WEIGHT = 3
"""The weight of the smallest distance of all objects in the spread.

With a weight of 1 a portal next to a chest would cost too little.
"""

PARALLEL_PLACEMENTS, SWEEPS_PER_RUN = 16, 22
"""How many placements cool together, and how often each of their units is placed."""
CROWD_SIZE = 20
"""With more units than this, half as many placements cool together."""
SITES_PER_UNIT = 4
"""How many sites for each unit are enough to choose from."""

COOLING_STAGES = ((0.6, 0.8, 0.16), (0.8, 0.5, 0.16), (1.2, 0.3, 0.16), (3.0, 0.12, 0.16))
"""The stages of cooling: the sharpness k of small distances, the temperature, and the share of all sweeps."""

REHEATING_STAGES = ((0.8, 0.3, 0.12), (1.4, 0.15, 0.12), (3.0, 0.06, 0.12))
"""The stages for the best few placements, several copies of which are heated again."""

REHEATED_DIVISOR = 4
"""One of so many placements is heated again."""

SOFT_COSTS = ((MUST_COST, 40.0), (SHOULD_COST, 20.0), (NOTICE_COST, 10.0))
"""The cost of a broken rule by level while the search cools.

It is hardly more than other costs, so that a placement can pass through a broken state.
"""

MIN_WEIGHT = 1e-30
"""A lower limit of the weights before their logarithm. Real weights are larger; rounding errors are smaller."""

SOFT_UNFAIRNESS_COST, STRICT_UNFAIRNESS_FACTOR = 0.25, 4
"""The cost of a step of difference while the search cools, and its factor in a second search if walks still differ."""

Spacing = tuple[int, ...]
"""The smallest distance of all objects, then of the objects of each kind, in squares or steps."""


class PlacementScore(NamedTuple):
    """The quality of a placement, compared from the first attribute to the last.

    Attributes:
        must_count: How often demands of rules of the level `must` are broken.
        should_count: The same for the level `should`.
        notice_count: The same for notices, and for objects on bad squares.
        largest_difference: The largest difference between the teams' walks to their n-th nearest chests, in steps.
        total_difference: The difference between the teams' total steps to all chests.
        spread: A sum of smallest distances between objects, see `compute_spread`; more is better.
        mean_distance: The mean distance of an object from the nearest other one; more is better.
    """

    must_count: int
    should_count: int
    notice_count: int
    largest_difference: int
    total_difference: int
    spread: int
    mean_distance: float

    @property
    def key(self) -> tuple[float, ...]:
        """The key by which scores are sorted; smaller keys are better placements."""
        return (*self[:5], -self.spread, -self.mean_distance)


class CountCosts:
    """The costs of one demand for a number of objects in each part of the floor, such as one chest in each section.

    Attributes:
        existing_counts: How many objects each of P parts already has.
        site_counts: R x P: how many objects a unit on each of R sites adds to each part.
        cost_by_count: The cost of each number of objects in a part; 0 where the bounds allow the number.
    """

    def __init__(self, model: PlacementModel, demand: CountDemand, cost: float) -> None:
        is_counted = np.array([group.kind in demand.kinds for group in model.groups], dtype=np.bool_)[model.site_groups]
        part_by_site = np.where((model.sites >= 0) & is_counted[:, None], demand.part_by_square[model.sites], -1)
        self.existing_counts = demand.existing_counts
        self.site_counts = (
            (part_by_site[:, :, None] == np.arange(len(demand.existing_counts))).sum(axis=1).astype(np.int32)
        )
        max_count = int(demand.existing_counts.max(initial=0)) + len(model.unit_groups) * model.sites.shape[1] + 2
        allowed_counts = np.array([count for count in range(max_count + 100) if demand.bounds.allows(count)] or [0])
        # times the difference from the nearest allowed count
        self.cost_by_count = cost * np.abs(np.arange(max_count + 1)[:, None] - allowed_counts).min(axis=1)

    def count_objects(self, placements: Ints) -> Ints:
        """Return how many objects lie in each part of the floor, as B x P for B placements and P parts.

        Args:
            placements: B x n: the site (possible location) of each of n units. A unit is an object, or an object with
                its mirrored copies.
        """
        return np.asarray(self.existing_counts + self.site_counts[placements].sum(axis=1), dtype=np.int32)

    def compute_added_costs(self, counts: Ints, sites: Ints) -> Any:
        """Return how much the cost grows with one more unit on each of M sites, as B x M for B placements.

        A unit is an object, or an object with its mirrored copies; a site is a possible location of it. If two objects
        of the unit lie in the same part, each is charged as if it were the only one, which is simpler.

        Args:
            counts: B x P: how many objects lie in each part of the floor without the unit.
            sites: The numbers of the M sites.
        """
        return (self.cost_by_count[counts + 1] - self.cost_by_count[counts]) @ self.site_counts[sites].T


class PlacementScorer:
    """A scorer of placements: of broken rules, unequal walks of the teams, and distances between objects.

    A placement gives each unit (an object, or one with its mirrored copies) a site, which is a possible location.
    Placements are arrays B x n of site numbers, for B placements of n units.

    Attributes:
        model: The placement task.
        count_costs: The costs of the demands for numbers of objects.
        spaced_kinds: The kinds that are placed and of which the floor then has at least two.
        units_of_kind: By kind, flags of the units of that kind.
    """

    def __init__(self, model: PlacementModel) -> None:
        self.model = model
        self.count_costs = [CountCosts(model, demand, demand.cost) for demand in model.count_demands]
        object_counts = Counter(kind for kind, _ in model.floor.existing_objects)
        for group in model.groups:
            object_counts[group.kind] += group.unit_count * group.sites.shape[1]
        placed_kinds = dict.fromkeys(group.kind for group in model.groups)
        self.spaced_kinds = [kind for kind in placed_kinds if object_counts[kind] > 1]
        kinds = [model.groups[group].kind for group in model.unit_groups.tolist()]
        self.units_of_kind = {
            kind: np.array([unit_kind is kind for unit_kind in kinds], dtype=np.bool_) for kind in placed_kinds
        }

    def _select_pairs(self, table: Any, placements: Ints, own_value: int, unit: int | None) -> Any:
        """Return the values of a table of pairs of sites for each two units, as n x n x B for B placements of n units.

        Args:
            table: R x R: a value, such as the distance, for each two sites.
            placements: B x n: the site (possible location) of each unit. A unit is an object, or an object with its
                mirrored copies.
            own_value: The value to return for a unit and itself.
            unit: The only unit in which the placements differ, which makes this faster; None if they differ in
                several.
        """
        if unit is None:
            pairs = table[placements.T[:, None], placements.T]
        else:
            pairs = np.repeat(table[np.ix_(placements[0], placements[0])][:, :, None], len(placements), axis=2)
            pairs[unit] = pairs[:, unit] = table[np.ix_(placements[0], placements[:, unit])]
        pairs[np.arange(len(pairs)), np.arange(len(pairs))] = own_value
        return pairs

    def compute_rule_costs(self, placements: Ints, unit: int | None = None) -> Floats:
        """Return the cost of the rules that each of B placements breaks, as an array of B numbers; 0 for none.

        MUST_COST, SHOULD_COST and NOTICE_COST are added for each broken demand of that level.

        Args:
            placements: B x n: the site (possible location) of each of n units. A unit is an object, or an object with
                its mirrored copies.
            unit: The only unit in which the placements differ, which makes this faster; None if they differ in
                several.
        """
        pair_costs = self._select_pairs(self.model.pair_costs, placements, 0, unit)
        cost: Floats = self.model.site_costs[placements.T].sum(axis=0) + pair_costs.sum(axis=(0, 1)) / 2
        for count_cost in self.count_costs:
            cost += count_cost.cost_by_count[count_cost.count_objects(placements)].sum(axis=1)
        return cost

    def measure_differences(self, placements: Ints) -> tuple[Any, Any]:
        """Measure how much the teams' walks to the chests differ under each of B placements.

        Returns:
            Two arrays of B numbers of steps. The first is the largest difference of the teams' steps to their n-th
            nearest chests, over all n. The second is the difference of their total steps to all chests. Both are 0 if
            there are fewer than two teams.
        """
        model = self.model
        team_count, placement_count = len(model.chest_steps), len(placements)
        if not model.team_pairs:
            return np.zeros(placement_count), np.zeros(placement_count)
        existing_steps = np.broadcast_to(
            model.existing_chest_steps[:, None], (team_count, placement_count, model.existing_chest_steps.shape[1])
        )
        steps = np.concatenate(
            [existing_steps, model.chest_steps[:, placements].reshape(team_count, placement_count, -1)], axis=2
        )
        sorted_steps = np.sort(steps, axis=2)
        return np.ptp(sorted_steps, axis=0).max(axis=1, initial=0), np.ptp(sorted_steps.sum(axis=2), axis=0)

    def measure_spacing(self, placements: Ints, unit: int | None = None) -> tuple[Ints, Floats]:
        """Measure how far apart the objects lie under each of B placements, in squares or steps.

        Distances above MAX_DISTANCE count as MAX_DISTANCE, and so does a distance to nothing, for instance that of the
        only chest from another chest. The model knows the clearance of each site: its distance from what does not move
        with other units (setup squares, existing objects, its own copies).

        Args:
            placements: B x n: the site (possible location) of each of n units. A unit is an object, or an object with
                its mirrored copies.
            unit: The only unit whose site differs from one placement to the next; all other units have the same site
                in all placements, so that less is computed. None if several differ.

        Returns:
            Two arrays. The first, B x (1 + number of `spaced_kinds`), has the smallest distance of any object from
            another one or from a setup square, then for each spaced kind the smallest distance of two of its objects.
            The second, B, has the mean distance of a unit from the nearest of these.
        """
        model = self.model
        min_distances = np.full((len(placements), 1 + len(self.spaced_kinds)), MAX_DISTANCE, dtype=np.int32)
        if not placements.shape[1]:
            return min_distances, np.zeros(len(placements))
        distances = self._select_pairs(model.pair_distances, placements, MAX_DISTANCE, unit)
        nearest_distances = np.minimum(distances.min(axis=1), model.clearances[placements.T])
        min_distances[:, 0] = nearest_distances.min(axis=0)
        for column, kind in enumerate(self.spaced_kinds, start=1):
            kind_units = np.flatnonzero(self.units_of_kind[kind])
            kind_distances = distances[np.ix_(kind_units, kind_units)].min(axis=(0, 1), initial=MAX_DISTANCE)
            min_distances[:, column] = np.minimum(
                kind_distances, model.same_kind_clearances[placements.T[kind_units]].min(axis=0, initial=MAX_DISTANCE)
            )
        return min_distances, nearest_distances.mean(axis=0)

    def compute_costs(self, placements: Ints, unit: int | None = None) -> Floats:
        """Return the quality of each of B placements as one number; smaller is better.

        The number orders placements as `PlacementScore.key` does, but takes less time: a worse rule level costs more
        than any number of steps, and a step more than any distance.

        Args:
            placements: B x n: the site (possible location) of each of n units. A unit is an object, or an object with
                its mirrored copies.
            unit: The only unit in which the placements differ, which makes this faster; None if they differ in
                several.
        """
        largest_differences, total_differences = self.measure_differences(placements)
        spacings, mean_distances = self.measure_spacing(placements, unit)
        spread = ALL_OBJECTS_WEIGHT * spacings[:, 0] + spacings[:, 1:].sum(axis=1)
        unfairness_costs = MAX_DIFFERENCE_COST * largest_differences + SUM_DIFFERENCE_COST * total_differences
        return np.asarray(
            self.compute_rule_costs(placements, unit)
            + unfairness_costs
            - spread
            - MEAN_DISTANCE_WORTH * mean_distances,
            dtype=np.float64,
        )

    def compute_scores(self, placements: Ints) -> list[PlacementScore]:
        """Return the score of each of B placements, with one number for each thing that counts.

        The counts of broken demands by level are the digits of the summed cost, since each level costs 100 times as
        much as the next one.
        """
        largest_differences, total_differences = self.measure_differences(placements)
        spacings, mean_distances = self.measure_spacing(placements)
        scores = []
        for index, cost in enumerate(self.compute_rule_costs(placements).tolist()):
            must_count, remainder = divmod(round(cost), round(MUST_COST))
            should_count, remainder = divmod(remainder, round(SHOULD_COST))
            differences = (int(largest_differences[index]), int(total_differences[index]))
            spread = compute_spread(spacings[index].tolist())
            scores.append(
                PlacementScore(
                    must_count,
                    should_count,
                    remainder // round(NOTICE_COST),
                    *differences,
                    spread,
                    float(mean_distances[index]),
                )
            )
        return scores


def compute_spread(spacing: Sequence[int]) -> int:
    """Return the spread of a placement: a sum of smallest distances, which is larger if objects lie farther apart.

    Args:
        spacing: The smallest distance of any two objects, which counts three times, then that of any two objects of
            each kind.

    >>> compute_spread((4, 9, 10))
    31
    """
    return ALL_OBJECTS_WEIGHT * spacing[0] + sum(spacing[1:])


class FoundPlacement(NamedTuple):
    """A placement that a search found.

    Attributes:
        sites: The number of the site of each unit (an object, or one with its mirrored copies).
        score: Its quality.
    """

    sites: Ints
    score: PlacementScore


find_score_key = attrgetter("score.key")
"""Return the key by which found placements are compared."""


def find_best_placement(model: PlacementModel, dice: np.random.Generator, effort: float = 1.0) -> FoundPlacement:
    """Return the best placement that a search by simulated annealing finds.

    If the teams' walks to the chests still differ, a second search gives these differences a higher cost, and the
    better result counts.

    Args:
        model: The placement task.
        dice: The random numbers.
        effort: The share of the normal number of sweeps.
    """
    scorer, sweeps = PlacementScorer(model), max(4, round(SWEEPS_PER_RUN * effort))
    if not len(model.unit_groups):
        return FoundPlacement(model.unit_groups, scorer.compute_scores(model.unit_groups[None])[0])
    placement = _anneal_placements(scorer, dice, sweeps, SOFT_UNFAIRNESS_COST)
    if placement.score.largest_difference:
        placement = min(
            placement,
            _anneal_placements(scorer, dice, sweeps, STRICT_UNFAIRNESS_FACTOR * SOFT_UNFAIRNESS_COST),
            key=find_score_key,
        )
    return placement


def _anneal_placements(
    scorer: PlacementScorer, dice: np.random.Generator, sweeps: int, unfairness_cost: float
) -> FoundPlacement:
    """Return the best placement that one run of simulated annealing finds.

    Random placements are improved together, less and less at random (they cool). The best quarter of them is copied
    and improved again from a lower temperature. In the best of all, single units (an object, or one with its mirrored
    copies) are moved while that improves it.

    Args:
        scorer: The scorer of the placement task.
        dice: The random numbers.
        sweeps: How often each unit is placed in a full run.
        unfairness_cost: The cost of each step by which the teams' walks differ, while the placements cool.
    """
    model = scorer.model
    annealing = _Annealing(model, unfairness_cost, dice, sweeps)
    placement_count = PARALLEL_PLACEMENTS if len(model.unit_groups) <= CROWD_SIZE else PARALLEL_PLACEMENTS // 2
    sites_by_unit = [
        dice.choice(annealing.candidate_sites[group], placement_count) for group in model.unit_groups.tolist()
    ]
    placements = annealing.run_stages(np.stack(sites_by_unit, axis=1).astype(np.int32), COOLING_STAGES)
    best_placements = placements[
        np.argsort(scorer.compute_costs(placements), kind="stable")[: placement_count // REHEATED_DIVISOR]
    ]
    placements = np.concatenate(
        (best_placements, annealing.run_stages(np.repeat(best_placements, REHEATED_DIVISOR, axis=0), REHEATING_STAGES))
    )
    return polish_placement(scorer, placements[np.argmin(scorer.compute_costs(placements))], dice)


def polish_placement(scorer: PlacementScorer, start_sites: AnyInts, dice: np.random.Generator) -> FoundPlacement:
    """Move single units of a placement to better sites until no such move improves it, and return the result.

    A unit is an object, or an object with its mirrored copies; a site is a possible location of it. The units take
    turns in a random order; each goes to the best of all its sites.

    Args:
        scorer: The scorer of the placement task.
        start_sites: The site of each unit before.
        dice: The random numbers.
    """
    model, sites, idle_count = scorer.model, np.array(start_sites, dtype=np.int32), 0
    order = dice.permutation(len(sites)).tolist()
    while idle_count < len(order):
        unit = order.pop(0)
        order.append(unit)
        site_range = model.find_site_range(int(model.unit_groups[unit]))
        placements = np.repeat(sites[None], site_range.stop - site_range.start, axis=0)
        placements[:, unit] = np.arange(site_range.start, site_range.stop)
        costs = scorer.compute_costs(placements, unit)
        best_index = int(np.argmin(costs))
        if costs[best_index] < costs[sites[unit] - site_range.start] - 1e-9:
            sites[unit], idle_count = site_range.start + best_index, 0
        else:
            idle_count += 1
    return FoundPlacement(sites, scorer.compute_scores(sites[None])[0])


def _compute_soft_costs(costs: Any) -> Any:
    """Return costs in which a broken rule costs little more than other things, for use while the search cools.

    The exact costs put each level of rules far above the next. With them, the search could not pass through a placement
    that breaks a rule on its way to a better one.
    """
    soft_costs, nonzero = np.zeros(np.shape(costs), dtype=np.float32), np.nonzero(costs)
    remainders, nonzero_costs = np.array(costs[nonzero]), np.zeros(len(nonzero[0]))
    for level_cost, soft_price in SOFT_COSTS:
        times = np.floor(remainders / level_cost + 1e-9)
        remainders -= times * level_cost
        nonzero_costs += soft_price * times
    soft_costs[nonzero] = nonzero_costs + np.maximum(remainders, 0)
    return soft_costs


@cache
def _list_index_pairs(count: int) -> tuple[Ints, Ints]:
    """Return each two different numbers below `count`: an array of the smaller ones and one of the larger ones."""
    first, second = np.triu_indices(count, 1)
    return first.astype(np.int32), second.astype(np.int32)


class _Annealing:
    """One run of simulated annealing for one placement task.

    Many placements are improved at once. Units (an object, or one with its mirrored copies) of one group share the same
    possible sites. Of these, only the sites with the lowest cost are used, if they are enough.

    Attributes:
        model: The placement task.
        unfairness_cost: The cost of each step by which the teams' walks differ.
        dice: The random numbers.
        sweeps: How often each unit is placed in a full run.
        count_costs: The costs of the demands for numbers of objects.
        candidate_sites: By group, the sites that are used.
        site_costs: By group, the soft cost of each candidate site.
        site_distances: By group, the distances of all sites from each candidate site.
        pair_costs: By group, the soft costs of all sites together with each candidate site.
        unit_kinds: The kind of the objects of each unit.
        site_leads: For each site, how many more chests one team reaches within t steps, see `_compute_leads`.
        existing_leads: The same for the existing chests.
    """

    def __init__(self, model: PlacementModel, unfairness_cost: float, dice: np.random.Generator, sweeps: int) -> None:
        self.model, self.unfairness_cost, self.dice, self.sweeps = model, unfairness_cost, dice, sweeps
        self.count_costs = [
            CountCosts(model, demand, float(_compute_soft_costs(np.array([demand.cost]))[0]))
            for demand in model.count_demands
        ]
        self.candidate_sites: list[Ints] = []
        for index, group in enumerate(model.groups):
            sites = np.flatnonzero(model.site_groups == index)
            cheapest_sites = sites[model.site_costs[sites] <= model.site_costs[sites].min()]
            self.candidate_sites.append(
                (cheapest_sites if len(cheapest_sites) >= SITES_PER_UNIT * group.unit_count else sites).astype(np.int32)
            )
        self.site_costs = [_compute_soft_costs(model.site_costs[sites]) for sites in self.candidate_sites]
        self.site_distances = [model.pair_distances[:, sites] for sites in self.candidate_sites]
        self.pair_costs = [_compute_soft_costs(model.pair_costs[:, sites]) for sites in self.candidate_sites]
        self.unit_kinds = [model.groups[group].kind for group in model.unit_groups.tolist()]
        self.site_leads = self._compute_leads(model.chest_steps)
        self.existing_leads = self._compute_leads(model.existing_chest_steps[:, None, :])

    def run_stages(self, placements: Ints, stages: tuple[tuple[float, float, float], ...]) -> Ints:
        """Improve placements in stages, less and less at random, and return them.

        In each sweep every unit, in random order, is taken out of all placements and placed on a site that is drawn
        with a probability that falls with its cost (heat bath). Gumbel noise times the temperature, subtracted from the
        costs, makes the cheapest site such a draw.

        Args:
            placements: B x n: the site (possible location) of each of n units; the array is changed. A unit is an
                object, or an object with its mirrored copies.
            stages: For each stage the sharpness, the temperature and the share of all sweeps, see COOLING_STAGES.
        """
        dice, model, noise_pool = self.dice, self.model, self.dice.gumbel(size=1 << 17).astype(np.float32)
        for sharpness, temperature, share in stages:
            weight_by_distance = np.exp(-sharpness * np.arange(MAX_DISTANCE + 1)).astype(np.float32)
            sweep_count = max(1, round(share * self.sweeps))
            # a table of the weights of all sites pays only if more of them are read than it has
            read_count = sweep_count * placements.size * (placements.shape[1] - 1)
            if read_count > len(model.sites) * len(model.groups):
                weights_by_group = [weight_by_distance[distances] for distances in self.site_distances]
            else:
                weights_by_group = [None] * len(model.groups)
            for _ in range(sweep_count):
                for unit in dice.permutation(placements.shape[1]).tolist():
                    kind, group = self.unit_kinds[unit], int(model.unit_groups[unit])
                    other_units = np.delete(placements, unit, axis=1)
                    has_same_kind = [
                        unit_kind is kind for index, unit_kind in enumerate(self.unit_kinds) if index != unit
                    ]
                    costs = self._compute_rule_costs(other_units, group)
                    costs += self._compute_spacing_costs(
                        other_units, has_same_kind, group, weight_by_distance, weights_by_group[group]
                    ) / np.float32(sharpness)
                    if kind is ObjectKind.CHEST and model.team_pairs:
                        costs += self.unfairness_cost * self._compute_unfairness(other_units[:, has_same_kind], group)
                    offset = int(dice.integers(len(noise_pool) - costs.size))
                    noise = noise_pool[offset : offset + costs.size].reshape(costs.shape)
                    placements[:, unit] = self.candidate_sites[group][
                        np.argmin(costs - np.float32(temperature) * noise, axis=1)
                    ]
        return placements

    def _compute_rule_costs(self, other_units: Ints, group: int) -> Any:
        """Return the cost of the rules that a unit on each of its M sites would break, as B x M for B placements.

        A unit is an object, or an object with its mirrored copies; a site is a possible location of it.

        Args:
            other_units: B x (n - 1): the sites of the other units under each of B placements.
            group: The group of the unit, which has M candidate sites.
        """
        costs = self.site_costs[group] + self.pair_costs[group][other_units].sum(axis=1)
        for count_cost in self.count_costs:
            costs += count_cost.compute_added_costs(count_cost.count_objects(other_units), self.candidate_sites[group])
        return costs

    def _compute_spacing_costs(
        self, other_units: Ints, has_same_kind: list[bool], group: int, weight_by_distance: Any, site_weights: Any
    ) -> Any:
        """Return the cost of small distances between objects with a unit on each of its M sites, as B x M.

        A unit is an object, or an object with its mirrored copies; a site is a possible location of it.

        It stands for the smallest distance, but every near pair influences it, so that it changes smoothly. It is three
        times the logarithm of the summed weights of all pairs of objects, plus that of the pairs of the same kind. The
        weight of a pair falls exponentially with its distance.

        Args:
            other_units: B x (n - 1): the sites of the other units under each of B placements.
            has_same_kind: For each of them, whether it has the kind of the group.
            group: The group of the unit, which has M candidate sites.
            weight_by_distance: The weight of a pair at each distance.
            site_weights: The weights of all sites together with each candidate site; None to compute those that are
                needed.
        """
        model = self.model
        sites = self.candidate_sites[group]
        if site_weights is None:
            weights_to_sites = weight_by_distance[self.site_distances[group][other_units]]
        else:
            weights_to_sites = site_weights[other_units]
        costs = np.float32(0)
        for factor, selected_units, clearances in (
            (ALL_OBJECTS_WEIGHT, slice(None), model.clearances),
            (1, has_same_kind, model.same_kind_clearances),
        ):
            placed_units = other_units[:, selected_units]
            first, second = _list_index_pairs(placed_units.shape[1])
            pair_weights = weight_by_distance[
                model.pair_distances[placed_units[:, first], placed_units[:, second]]
            ].sum(axis=1)
            fixed_weights = pair_weights + weight_by_distance[clearances[placed_units]].sum(axis=1)
            total_weights = (
                weights_to_sites[:, selected_units].sum(axis=1)
                + weight_by_distance[clearances[sites]]
                + fixed_weights[:, None]
            )
            costs = costs + np.float32(factor) * np.log(np.maximum(total_weights, MIN_WEIGHT))
        return costs

    def _compute_unfairness(self, chest_sites: Ints, group: int) -> Any:
        """Return by how many steps the teams' walks differ with a chest on each of its M possible sites, as B x M.

        The walks are those to a team's nearest, second nearest, … chest; their differences are summed.

        Args:
            chest_sites: The sites of the other chests under each of B placements.
            group: The group of the chest, which has M candidate sites.
        """
        team_leads = self.existing_leads + self.site_leads[chest_sites].sum(axis=1, dtype=np.int16)
        return np.abs(team_leads[:, None] + self.site_leads[self.candidate_sites[group]]).sum(axis=(2, 3))

    def _compute_leads(self, steps: Any) -> Any:
        """Return how many more chests the first team of each pair reaches within t steps than the second.

        These numbers can be added up over sites, which makes a fast search possible. The sum of the absolute values
        over all t equals the sum of the differences between the two teams' walks to their nearest, second nearest, …
        chests.

        Args:
            steps: teams x R x k: the steps of each team to the k chests of each of R sites.

        Returns:
            R x pairs of teams x T, for t from 0 to T - 1.
        """
        chests_within = (steps[:, :, :, None] <= np.arange(self.model.max_steps)).sum(axis=2, dtype=np.int16)
        differences = [chests_within[first] - chests_within[second] for first, second in self.model.team_pairs]
        return np.stack(differences, axis=1) if differences else np.zeros((steps.shape[1], 0, 0), dtype=np.int16)
