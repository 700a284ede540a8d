"""How far each side walks, in steps and in turns."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from dungeon_designer.figures.model import BySide
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.walks import Floats
from dungeon_designer.kinds import Team


def finite(value: float) -> float | None:
    """A number, or None for one that is infinite."""
    return float(value) if math.isfinite(value) else None


def chests_of(survey: Survey, team: Team) -> Floats:
    """Steps from where a side sets up to where each chest is opened."""
    steps: Floats = survey.to_chest[:, survey.set_up[team]].min(axis=1)
    return steps


def zones_of(survey: Survey, team: Team) -> float:
    """Steps from where a side sets up into the nearest end zone or entry of another side; infinite without."""
    here = survey.set_up[team]
    return min((float(survey.to_zone[other][here].min()) for other in survey.others(team)), default=math.inf)


def portals_of(survey: Survey, team: Team) -> float:
    """Steps from where a side sets up onto the nearest portal; infinite without."""
    return float(survey.to_portal[:, survey.set_up[team]].min(initial=math.inf))


def chest_steps(survey: Survey) -> BySide:
    """Steps on foot from where a side sets up to where each chest is opened, added up over all chests.

    The steps are those of the player who stands nearest. None where some chest is out of reach on foot. A chest is
    opened on its own square or, where the edition says so, from beside it.
    """
    return {team: finite(chests_of(survey, team).sum()) if survey.chests else None for team in survey.sides}


def nearest_chest(survey: Survey) -> BySide:
    """Steps on foot from where a side sets up to where the nearest chest is opened."""
    return {team: finite(chests_of(survey, team).min(initial=math.inf)) for team in survey.sides}


def zone_steps(survey: Survey) -> BySide:
    """Steps on foot from where a side sets up into the nearest end zone or entry of another side."""
    return {team: finite(zones_of(survey, team)) for team in survey.sides}


def portal_steps(survey: Survey) -> BySide:
    """Steps on foot from where a side sets up onto the nearest portal."""
    return {team: finite(portals_of(survey, team)) for team in survey.sides}


def chest_turns(movement: int) -> Callable[[Survey], BySide]:
    """The figure for one movement: see the docstring of what is given."""

    def turns(survey: Survey) -> BySide:
        """Turns of {movement} squares until the ball's chest is opened, the ball being in each chest as likely.

        The mean over all chests of the whole turns that the steps to each take, with no rush and nobody in the way.
        """
        found = {team: np.ceil(chests_of(survey, team) / movement) for team in survey.sides}
        return {team: finite(each.mean()) if len(each) else None for team, each in found.items()}

    return _worded(turns, movement)


def zone_turns(movement: int) -> Callable[[Survey], BySide]:
    """The figure for one movement: see the docstring of what is given."""

    def turns(survey: Survey) -> BySide:
        """Whole turns of {movement} squares from where a side sets up into the nearest zone of another side."""
        return {team: finite(_turns(zones_of(survey, team), movement)) for team in survey.sides}

    return _worded(turns, movement)


def portal_turns(movement: int) -> Callable[[Survey], BySide]:
    """The figure for one movement: see the docstring of what is given."""

    def turns(survey: Survey) -> BySide:
        """Whole turns of {movement} squares from where a side sets up onto the nearest portal."""
        return {team: finite(_turns(portals_of(survey, team), movement)) for team in survey.sides}

    return _worded(turns, movement)


def _turns(steps: float, movement: int) -> float:
    """Whole turns for some steps.

    >>> _turns(9, 4), _turns(8, 4), _turns(0, 4)
    (3, 2, 0)
    """
    return math.ceil(steps / movement) if math.isfinite(steps) else steps


def _worded(turns: Callable[[Survey], BySide], movement: int) -> Callable[[Survey], BySide]:
    turns.__doc__ = (turns.__doc__ or "").format(movement=movement)
    return turns
