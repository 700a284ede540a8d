"""Say in a few words how chests and portals are placed, so that one placement can be told from another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

import numpy as np

from dungeon_designer.figures.arrays import Floats
from dungeon_designer.figures.coach_summary import MIN_STEP_RATIO
from dungeon_designer.figures.fairness import are_teams_alike
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.team_distances import measure_chest_steps
from dungeon_designer.grid import Square

MIN_PHRASES = 2
"""How many phrases describe a placement, if these tell it from the others."""


def describe_placement(survey: Survey, squares: Iterable[Square], other_descriptions: Collection[str]) -> str:
    """Return a description of how chests and portals are placed, which none of the other placements has.

    Args:
        survey: the survey of the dungeon with its objects.
        squares: the squares of the objects that were placed.
        other_descriptions: the descriptions of the other placements.
    """
    phrases = list(_list_phrases(survey))
    descriptions = [", ".join(phrases[:count]) for count in range(MIN_PHRASES, len(phrases) + 1)]
    descriptions += [f"{', '.join(phrases[:MIN_PHRASES])}, {square} is taken" for square in sorted(squares)]
    return next((words for words in descriptions if words not in other_descriptions), ", ".join(phrases))


def _list_phrases(survey: Survey) -> Iterator[str]:
    """Yield phrases about the steps to the chests, how evenly teams walk, the steps to portals, and the spacing."""
    steps_by_team = {str(team): measure_chest_steps(survey, team) for team in survey.teams}
    if survey.chests and steps_by_team:
        yield f"chests {_format_range(np.concatenate(list(steps_by_team.values())))}"
    if survey.chests and len(steps_by_team) > 1:
        yield "the same for every team" if are_teams_alike(survey) else _describe_walks(steps_by_team)
    if survey.portal_squares and survey.teams:
        yield f"portals {_format_range(survey.steps_by_team[:, survey.portal_squares].min(axis=0))}"
    chest_squares = [chest.square for chest in survey.chests]
    if len(chest_squares) > 1:
        distances = (
            max(abs(x - other_x), abs(y - other_y)) for (x, y), (other_x, other_y) in combinations(chest_squares, 2)
        )
        yield f"chests {min(distances)} squares apart"


def _format_range(steps: Floats) -> str:
    """Return the lowest and the highest of several numbers of steps in words; those without a route are left out.

    >>> _format_range(np.array([7.0, 21.0, np.inf])), _format_range(np.array([4.0]))
    ('7 to 21 steps', '4 steps')
    """
    finite_steps = steps[np.isfinite(steps)]
    if not len(finite_steps):
        return "out of reach"
    low, high = finite_steps.min(), finite_steps.max()
    return f"{low:g} steps" if low == high else f"{low:g} to {high:g} steps"


def _describe_walks(steps_by_team: dict[str, Floats]) -> str:
    """Return in words whether the teams walk equally far to all chests, or which team walks how much more.

    >>> _describe_walks({"home": np.array([5.0, 5.0]), "away": np.array([5.0, 6.0])})
    'away walks 10 % more'
    >>> _describe_walks({"home": np.array([5.0, np.inf]), "away": np.array([6.0, 5.0])})
    'home reaches 1 of 2 chests'
    """
    for team, steps in steps_by_team.items():
        if not np.isfinite(steps).all():
            return f"{team} reaches {int(np.isfinite(steps).sum())} of {len(steps)} chests"
    sums = {team: float(steps.sum()) for team, steps in steps_by_team.items()}
    nearest, farthest = min(sums, key=sums.__getitem__), max(sums, key=sums.__getitem__)
    if sums[farthest] <= MIN_STEP_RATIO * sums[nearest]:
        return "even walks"
    return f"{farthest} walks {100 * (sums[farthest] / sums[nearest] - 1):.0f} % more"
