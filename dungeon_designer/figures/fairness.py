"""How equal the sides are in what they walk to and in the floor that is theirs.

The balances, safety, area control and exploration are those of Liapis, Yannakakis and Togelius, Towards a Generic
Method of Evaluating Game Levels (AIIDE 2013), which Sentient Sketchbook (FDG 2013) shows while one edits, with where a
side sets up for a base and chests for resources.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.sides import unfairness
from dungeon_designer.figures.arrays import Floats
from dungeon_designer.figures.sides import chest_steps, chests_of, each_side, finite
from dungeon_designer.figures.survey import NOBODY, Survey
from dungeon_designer.kinds import Team

SAFE = 0.35
"""A place is safe for a side beyond this safety (Liapis, Yannakakis and Togelius 2013): some twice as near."""


def chest_steps_difference(survey: Survey) -> float | None:
    """The largest difference of two sides' steps, chest by chest in order of nearness: nearest against nearest.

    So two sides with 5 and 9 steps to two chests are equal, whichever chest is nearer to which. None with fewer than
    two sides, or where one walks to a chest and another does not.
    """
    return unfairness({team: tuple(map(finite, np.sort(chests_of(survey, team)))) for team in survey.sides})


def chest_sum_difference(survey: Survey) -> float | None:
    """The difference between the longest and the shortest of the sides' sums of steps to all chests."""
    sums = [value for value in chest_steps(survey).values() if value is not None]
    return max(sums) - min(sums) if len(sums) == len(survey.sides) > 1 else None


def chest_safety(survey: Survey) -> dict[Team, Floats]:
    """How safe each chest is for each side; see `Survey.safety`."""
    steps = {team: chests_of(survey, team) for team in survey.sides}
    return {team: survey.safety(team, steps) for team in survey.sides}


@each_side
def safe_chests(survey: Survey, team: Team) -> float:
    """Chests that are safe for a side: its safety there is more than 0.35, as when it walks 4 steps and others 9.

    Safety is min over all other sides of (their steps - own) / (their steps + own), not below 0. (Liapis, Yannakakis
    and Togelius 2013, strategic resource control.)
    """
    return float((chest_safety(survey)[team] > SAFE).sum()) if len(survey.sides) > 1 else math.inf


def contested_chests(survey: Survey) -> float | None:
    """Chests that are safe for no side, though some side walks to them."""
    if len(survey.sides) < 2:
        return None
    safe = np.any([safety > SAFE for safety in chest_safety(survey).values()], axis=0)
    walked = np.any([np.isfinite(chests_of(survey, team)) for team in survey.sides], axis=0)
    return float((walked & ~safe).sum())


def chest_balance(survey: Survey) -> float | None:
    """1 where every chest is as safe for each side as for any other, 0 where each is wholly one side's.

    1 less the mean difference in safety of each chest over all pairs of sides. (Liapis, Yannakakis and Togelius 2013,
    balance of strategic resource control.) A chest between the sides weighs as much as two, one beside each: see
    `chest-steps-difference` for that.
    """
    if len(survey.sides) < 2 or not survey.chests:
        return None
    pairs = combinations(chest_safety(survey).values(), 2)
    return 1 - float(np.mean([np.abs(one - other).mean() for one, other in pairs]))


def _share(survey: Survey, of: npt.NDArray[Any]) -> float:
    """A share of the floor; none with fewer than two sides, or where nobody walks."""
    return float(of.mean()) if len(survey.sides) > 1 and len(survey.reached) else math.inf


@each_side
def area_control(survey: Survey, team: Team) -> float:
    """Share of the floor that is nearer to a side than to any other, of all squares some side walks to.

    The picture `control` shows it.
    """
    return _share(survey, survey.nearest[survey.reached] == survey.sides.index(team))


def contested_area(survey: Survey) -> float | None:
    """Share of the floor that is as near to two sides, of all squares some side walks to."""
    return finite(_share(survey, survey.nearest[survey.reached] == NOBODY))


@each_side
def safe_area(survey: Survey, team: Team) -> float:
    """Share of the floor that is safe for a side, of all squares some side walks to: safety of more than 0.35.

    (Liapis, Yannakakis and Togelius 2013, area control.)
    """
    return _share(survey, survey.safety(team, survey.from_side)[survey.reached] > SAFE)


def area_balance(survey: Survey) -> float | None:
    """1 where the sides control as much floor, 0 where one has all: 1 less the mean of |a - b| / max(a, b) of any two.

    (Liapis, Yannakakis and Togelius 2013, balance of area control; of `area-control`.)
    """
    return _balance(list(area_control(survey).values()))


@each_side
def exploration(survey: Survey, team: Team) -> float:
    """Share of the floor a side must search until it finds another, all ways out searched alike.

    The squares no farther from a side than the nearest place where another sets up, the mean over all others, of all
    squares some side walks to. (Liapis, Yannakakis and Togelius 2013, exploration.)
    """
    steps = survey.from_side[team]
    known = steps[survey.reached]
    far = [steps[survey.set_up[other]].min() for other in survey.others(team)]
    searched = [(known <= most) & np.isfinite(known) for most in far]
    return _share(survey, np.mean(searched, axis=0)) if searched else math.inf


def exploration_balance(survey: Survey) -> float | None:
    """1 where each side searches as much, less the mean of |a - b| / max(a, b) of any two sides' `exploration`."""
    return _balance(list(exploration(survey).values()))


def sides_swapped(survey: Survey) -> float | None:
    """Turns and mirrors that bring the dungeon onto itself with no side left where it was, of seven there are.

    Floor, walls, doors, ground, obstacles, chests, portals, traps, machines and zones are compared. With one of them
    two sides have the same dungeon: neither can be better off. None with fewer than two sides.
    """
    if len(survey.sides) < 2:
        return None
    return float(sum(symmetry.swaps for symmetry in survey.symmetries))


def alike(survey: Survey) -> bool:
    """Whether every side has the same dungeon as every other, by some turns and mirrors."""
    same: nx.Graph[Team] = nx.Graph()
    same.add_nodes_from(survey.sides)
    pairs = [pair for symmetry in survey.symmetries for pair in symmetry.sides.items()]
    same.add_edges_from(pair for pair in pairs if set(pair) <= set(survey.sides))
    return len(survey.sides) > 1 and nx.is_connected(same)


def _balance(values: Sequence[float | None]) -> float | None:
    """How equal some values are.

    >>> _balance([0.4, 0.4]), _balance([0.2, 0.4]), _balance([0.0, 0.0])
    (1.0, 0.5, 1.0)
    """
    known = [value for value in values if value is not None]
    if len(known) < 2 or len(known) < len(values):
        return None
    return 1 - float(np.mean([abs(a - b) / max(a, b, 1e-12) for a, b in combinations(known, 2)]))
