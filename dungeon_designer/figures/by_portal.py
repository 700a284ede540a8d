"""How far each side gets by portal, as expectations, with the risk: see `jumping` for how they are found."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from dungeon_designer.figures.jumping import Jumps
from dungeon_designer.figures.model import BySide
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.walks import Floats
from dungeon_designer.figures.ways import finite
from dungeon_designer.kinds import Team


class _Way(NamedTuple):
    """The steps expected on the best way, and its risk."""

    steps: float
    risk: float


def _way(survey: Survey, team: Team, foot: Floats, leads: Jumps) -> _Way:
    """The best way of a side to a goal: that of the player from whom it is the shortest."""
    ways = survey.by_portal(foot, leads, survey.set_up[team])
    at = int(ways.steps.argmin())
    return _Way(float(ways.steps[at]), float(ways.risk[at]))


def _to_chests(survey: Survey, team: Team) -> list[_Way]:
    """The best way of a side to each chest."""
    goals = zip(survey.to_chest, survey.jumps_to_chest, strict=True)
    return [_way(survey, team, foot, leads) for foot, leads in goals]


def _to_zones(survey: Survey, team: Team) -> _Way:
    """The best way of a side into the nearest zone of another."""
    found = (_way(survey, team, survey.to_zone[other], survey.jumps_to_zone[other]) for other in survey.others(team))
    return min(found, default=_Way(math.inf, 0.0))


def chest_steps_by_portal(survey: Survey) -> BySide:
    """Steps expected until each chest is opened, on foot or by portal, added up over all chests.

    For each chest the way of the fewest steps expected as long as no jump goes wrong, jumps at the edition's price.
    None where some chest can be got to in no way.
    """
    return {
        team: finite(sum(way.steps for way in _to_chests(survey, team))) if survey.chests else None
        for team in survey.sides
    }


def chest_risk_by_portal(survey: Survey) -> BySide:
    """The chance of being lost in a portal on the ways of `chest-steps-by-portal`, the mean over all chests."""
    return {
        team: float(np.mean([way.risk for way in _to_chests(survey, team)])) if survey.chests else None
        for team in survey.sides
    }


def zone_steps_by_portal(survey: Survey) -> BySide:
    """Steps expected from where a side sets up into the nearest zone of another, on foot or by portal."""
    return {team: finite(_to_zones(survey, team).steps) for team in survey.sides}


def zone_risk_by_portal(survey: Survey) -> BySide:
    """The chance of being lost in a portal on the way of `zone-steps-by-portal`."""
    found = {team: _to_zones(survey, team) for team in survey.sides}
    return {team: way.risk if math.isfinite(way.steps) else None for team, way in found.items()}


def portal_share(survey: Survey) -> float | None:
    """The share of all walking that goes by portals.

    Of all ways of the fewest steps expected, from each square one walks to each chest, those that step on a portal.
    """
    if not survey.chests or not len(survey.squares):
        return None
    ways = [
        survey.by_portal(foot, leads, survey.squares)
        for foot, leads in zip(survey.to_chest, survey.jumps_to_chest, strict=True)
    ]
    known = sum(int(np.isfinite(way.steps).sum()) for way in ways)
    return sum(int(way.jumped.sum()) for way in ways) / known if known else None
