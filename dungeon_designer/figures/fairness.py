"""Measure how equal the teams are in what they walk to and in the floor they control.

The functions named in `measures.toml` are figures; their docstrings are the definitions in the manual.

The balances, safety, area control and exploration are those of Liapis, Yannakakis and Togelius, Towards a Generic
Method of Evaluating Game Levels (AIIDE 2013; below: Liapis 2013). Sentient Sketchbook (FDG 2013) shows them during
editing, with a team's set-up squares for a base and chests for resources.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.team_access import measure_unfairness
from dungeon_designer.figures.arrays import Floats
from dungeon_designer.figures.survey import NOBODY, Survey
from dungeon_designer.figures.team_distances import chest_steps, finite_or_none, measure_chest_steps, measure_each_team
from dungeon_designer.kinds import Team

MIN_SAFETY = 0.35
"""Safety above which a place is safe for a team (Liapis, Yannakakis and Togelius 2013): about twice as near."""


def chest_steps_difference(survey: Survey) -> float | None:
    """Measure the largest difference of two teams' steps, chest by chest in order of nearness.

    The nearest chests of the teams are compared, then the second nearest, and so on. So two teams with 5 and 9 steps to
    two chests are equal, whichever chest is nearer to which. There is no value where one team can walk to more chests
    than another.
    """
    return measure_unfairness(
        {team: tuple(map(finite_or_none, np.sort(measure_chest_steps(survey, team)))) for team in survey.teams}
    )


def chest_sum_difference(survey: Survey) -> float | None:
    """Measure the difference between the longest and the shortest of the teams' sums of steps to all chests.

    There is no value where some team cannot walk to some chest.
    """
    sums = [value for value in chest_steps(survey).values() if value is not None]
    return max(sums) - min(sums) if len(sums) == len(survey.teams) > 1 else None


def measure_chest_safety(survey: Survey) -> dict[Team, Floats]:
    """Return for each team an array of how safe each chest is for it, 0 to 1; see `Survey.measure_safety`."""
    steps = {team: measure_chest_steps(survey, team) for team in survey.teams}
    return {team: survey.measure_safety(team, steps) for team in survey.teams}


@measure_each_team
def safe_chests(survey: Survey, team: Team) -> float:
    """Count the chests that are safe for a team: a safety above 0.35, as when it walks 4 steps and others 9.

    Safety is min over all other teams of (their steps - own) / (their steps + own), not below 0. (Liapis 2013,
    strategic resource control.)
    """
    return float((measure_chest_safety(survey)[team] > MIN_SAFETY).sum()) if len(survey.teams) > 1 else math.inf


def contested_chests(survey: Survey) -> float | None:
    """Count the chests that are safe (`safe-chests`) for no team, though some team can walk to them."""
    if len(survey.teams) < 2:
        return None
    safe = np.any([safety > MIN_SAFETY for safety in measure_chest_safety(survey).values()], axis=0)
    is_reached = np.any([np.isfinite(measure_chest_steps(survey, team)) for team in survey.teams], axis=0)
    return float((is_reached & ~safe).sum())


def chest_balance(survey: Survey) -> float | None:
    """Measure how equally safe the chests are: 1 if each is as safe for every team, 0 if each is wholly one team's.

    It is 1 less the mean difference in safety (`safe-chests`) of each chest over all pairs of teams. (Liapis 2013,
    balance of strategic resource control.) A chest between the teams weighs as much as two, one beside each.
    """
    if len(survey.teams) < 2 or not survey.chests:
        return None
    pairs = combinations(measure_chest_safety(survey).values(), 2)
    return 1 - float(np.mean([np.abs(first - second).mean() for first, second in pairs]))


def _measure_share(survey: Survey, flags: npt.NDArray[Any]) -> float:
    """Return the mean of an array that has a flag or a share (0 to 1) for each square that some team can walk to.

    It is infinite, which means that there is no value, with fewer than two teams or without such squares.
    """
    return float(flags.mean()) if len(survey.teams) > 1 and len(survey.reached_squares) else math.inf


@measure_each_team
def area_control(survey: Survey, team: Team) -> float:
    """Measure the share of the floor that is nearer to a team than to any other.

    The picture `control` shows it.
    """
    return _measure_share(survey, survey.nearest_team[survey.reached_squares] == survey.teams.index(team))


def contested_area(survey: Survey) -> float | None:
    """Measure the share of the floor that is equally near to two teams or more."""
    return finite_or_none(_measure_share(survey, survey.nearest_team[survey.reached_squares] == NOBODY))


@measure_each_team
def safe_area(survey: Survey, team: Team) -> float:
    """Measure the share of the floor that is safe (`safe-chests`) for a team.

    (Liapis 2013, area control.)
    """
    return _measure_share(
        survey, survey.measure_safety(team, survey.steps_from_team)[survey.reached_squares] > MIN_SAFETY
    )


def area_balance(survey: Survey) -> float | None:
    """Measure how equal the controlled areas are: 1 if the teams control as much floor, 0 if one has all.

    It is 1 less the mean of |a - b| / max(a, b) over all pairs of teams, with a and b the `area-control` of the two.
    (Liapis 2013, balance of area control.)
    """
    return _measure_balance(list(area_control(survey).values()))


@measure_each_team
def exploration(survey: Survey, team: Team) -> float:
    """Measure the share of the floor that a team searches until it finds another team, along all routes equally.

    These are the squares no farther from it than the nearest set-up square of another: the mean over all others.
    (Liapis 2013, exploration.)
    """
    steps = survey.steps_from_team[team]
    reached_steps = steps[survey.reached_squares]
    team_distances = [steps[survey.set_up_squares[other]].min() for other in survey.list_other_teams(team)]
    searched = [(reached_steps <= distance) & np.isfinite(reached_steps) for distance in team_distances]
    return _measure_share(survey, np.mean(searched, axis=0)) if searched else math.inf


def exploration_balance(survey: Survey) -> float | None:
    """Measure how equally the teams search: as `area-balance`, with a and b the `exploration` of the two."""
    return _measure_balance(list(exploration(survey).values()))


def sides_swapped(survey: Survey) -> float | None:
    """Count the rotations and mirrors, of seven, that map the dungeon onto itself and move every team.

    Floor, walls, doors, terrain, obstacles, chests, portals, traps, machines and zones are compared. With one of them
    two teams have the same dungeon: neither can be better off.
    """
    if len(survey.teams) < 2:
        return None
    return float(sum(symmetry.exchanges_teams for symmetry in survey.symmetries))


def are_teams_alike(survey: Survey) -> bool:
    """Return True if by symmetry every team has the same dungeon; False with fewer than two teams.

    That is so if one can get from every team to every other one by one or several of the rotations and mirrors that map
    the dungeon onto itself.
    """
    graph: nx.Graph[Team] = nx.Graph()
    graph.add_nodes_from(survey.teams)
    pairs = [pair for symmetry in survey.symmetries for pair in symmetry.team_mapping.items()]
    graph.add_edges_from(pair for pair in pairs if set(pair) <= set(survey.teams))
    return len(survey.teams) > 1 and nx.is_connected(graph)


def _measure_balance(values: Sequence[float | None]) -> float | None:
    """Return how equal some values are: 1 less the mean of |a - b| / max(a, b) over all pairs of values.

    1 means that all are equal; of two values it is 0 if one of them is 0. None with fewer than two values, or if one of
    them is None.

    >>> _measure_balance([0.4, 0.4]), _measure_balance([0.2, 0.4]), _measure_balance([0.0, 0.0])
    (1.0, 0.5, 1.0)
    """
    known_values = [value for value in values if value is not None]
    if len(known_values) < 2 or len(known_values) < len(values):
        return None
    return 1 - float(np.mean([abs(a - b) / max(a, b, 1e-12) for a, b in combinations(known_values, 2)]))
