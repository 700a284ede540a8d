"""How far each side walks, in steps and in turns, and how far it gets by portal."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import wraps

import numpy as np

from dungeon_designer.figures.arrays import Floats
from dungeon_designer.figures.portals import PortalWays
from dungeon_designer.figures.survey import Survey
from dungeon_designer.kinds import Team

BySide = Mapping[Team, float | None]
"""A value for each side that sets up on the board; None where it has none."""


def finite(value: float) -> float | None:
    """A number, or None for one that is infinite."""
    return float(value) if math.isfinite(value) else None


def chests_of(survey: Survey, team: Team) -> Floats:
    """Steps from where a side sets up to where each chest is opened."""
    return np.maximum(survey.from_side[team][survey.chest_squares] - survey.beside, 0)


def zones_of(survey: Survey, team: Team) -> float:
    """Steps on foot from where a side sets up into the nearest end zone or entry of another side."""
    here = survey.set_up[team]
    return min((float(survey.to_zone[other][here].min()) for other in survey.others(team)), default=math.inf)


def portals_of(survey: Survey, team: Team) -> float:
    """Steps on foot from where a side sets up onto the nearest portal."""
    return float(survey.to_portal[:, survey.set_up[team]].min(initial=math.inf))


def each_side(of: Callable[[Survey, Team], float]) -> Callable[[Survey], BySide]:
    """The figure that has a number for each side: None where it is infinite. Its definition is that of the number."""

    @wraps(of)
    def figure(survey: Survey) -> BySide:
        return {team: finite(of(survey, team)) for team in survey.sides}

    return figure


@each_side
def chest_steps(survey: Survey, team: Team) -> float:
    """Steps on foot from where a side sets up to where each chest is opened, added up over all chests.

    The steps are those of the player who stands nearest. None where some chest is out of reach on foot. A chest is
    opened on its own square or, where the edition says so, from beside it.
    """
    return float(chests_of(survey, team).sum()) if survey.chests else math.inf


@each_side
def nearest_chest(survey: Survey, team: Team) -> float:
    """Steps on foot from where a side sets up to where the nearest chest is opened."""
    return float(chests_of(survey, team).min(initial=math.inf))


zone_steps, portal_steps = each_side(zones_of), each_side(portals_of)


def _turns_to(
    steps_of: Callable[[Survey, Team], Floats | float], movement: int, definition: str
) -> Callable[[Survey], BySide]:
    """The figure that tells whole turns of one movement to a kind of goal, with its definition."""

    def turns(survey: Survey, team: Team) -> float:
        found = np.ceil(np.atleast_1d(steps_of(survey, team)) / movement)
        return float(found.mean()) if len(found) else math.inf

    turns.__doc__ = definition.format(movement=movement)
    return each_side(turns)


_TO_CHEST = """Turns of {movement} squares until the ball's chest is opened, the ball being in each chest as likely.

The mean over all chests of the whole turns that the steps to each take, with no rush and nobody in the way.
"""
_TO_ZONE = "Whole turns of {movement} squares from where a side sets up into the nearest zone of another side."
_TO_PORTAL = "Whole turns of {movement} squares from where a side sets up onto the nearest portal."

chest_turns_4, chest_turns_6, chest_turns_8 = (_turns_to(chests_of, movement, _TO_CHEST) for movement in (4, 6, 8))
zone_turns_4, zone_turns_6, zone_turns_8 = (_turns_to(zones_of, movement, _TO_ZONE) for movement in (4, 6, 8))
portal_turns_4, portal_turns_6, portal_turns_8 = (_turns_to(portals_of, movement, _TO_PORTAL) for movement in (4, 6, 8))


def _best(survey: Survey, team: Team, ways: PortalWays) -> list[tuple[float, float]]:
    """The steps and the risk of a side's best way to each goal: that of the player from whom it is the shortest."""
    here = ways.from_squares(survey.set_up[team])
    goals, at = np.arange(len(here.steps)), here.steps.argmin(axis=1)
    return list(zip(here.steps[goals, at].tolist(), here.risk[goals, at].tolist(), strict=True))


def _into_zone(survey: Survey, team: Team) -> tuple[float, float]:
    """The best way of a side into the nearest zone of another."""
    by_side = zip(survey.sides, _best(survey, team, survey.ways_to_zone), strict=True)
    return min((way for other, way in by_side if other is not team), default=(math.inf, 0.0))


@each_side
def chest_steps_by_portal(survey: Survey, team: Team) -> float:
    """Steps expected until each chest is opened, on foot or by portal, added up over all chests.

    For each chest the way of the fewest steps expected as long as no jump goes wrong, jumps at the edition's price.
    None where some chest can be got to in no way.
    """
    return sum(steps for steps, _ in _best(survey, team, survey.ways_to_chest)) if survey.chests else math.inf


@each_side
def chest_risk_by_portal(survey: Survey, team: Team) -> float:
    """The chance of being lost in a portal on the ways of `chest-steps-by-portal`, the mean over all chests."""
    risks = [risk for _, risk in _best(survey, team, survey.ways_to_chest)]
    return float(np.mean(risks)) if risks else math.inf


@each_side
def zone_steps_by_portal(survey: Survey, team: Team) -> float:
    """Steps expected from where a side sets up into the nearest zone of another, on foot or by portal."""
    return _into_zone(survey, team)[0]


@each_side
def zone_risk_by_portal(survey: Survey, team: Team) -> float:
    """The chance of being lost in a portal on the way of `zone-steps-by-portal`."""
    steps, risk = _into_zone(survey, team)
    return risk if math.isfinite(steps) else math.inf
