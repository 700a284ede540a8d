"""How far each side walks, in steps and in turns, and how far it gets by portal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

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


_TURNS: dict[str, tuple[Callable[[Survey, Team], Floats | float], str]] = {
    "chest": (
        chests_of,
        """Turns of {movement} squares until the ball's chest is opened, the ball being in each chest as likely.

        The mean over all chests of the whole turns that the steps to each take, with no rush and nobody in the way.
        """,
    ),
    "zone": (
        zones_of,
        "Whole turns of {movement} squares from where a side sets up into the nearest zone of another side.",
    ),
    "portal": (portals_of, "Whole turns of {movement} squares from where a side sets up onto the nearest portal."),
}


def turns_to(goal: str, movement: int) -> Callable[[Survey], BySide]:
    """The figure that tells whole turns of one movement to a kind of goal, with its definition."""
    steps_of, definition = _TURNS[goal]

    def turns(survey: Survey) -> BySide:
        found = {team: np.ceil(np.atleast_1d(steps_of(survey, team)) / movement) for team in survey.sides}
        return {team: finite(each.mean()) if len(each) else None for team, each in found.items()}

    turns.__doc__ = definition.format(movement=movement)
    return turns


def _best(survey: Survey, team: Team, ways: Iterable[PortalWays]) -> list[tuple[float, float]]:
    """The steps and the risk of a side's best way to each goal: that of the player from whom it is the shortest."""
    found = []
    for way in ways:
        here = way.from_squares(survey.set_up[team])
        at = int(here.steps.argmin())
        found.append((float(here.steps[at]), float(here.risk[at])))
    return found


def _into_zone(survey: Survey, team: Team) -> tuple[float, float]:
    """The best way of a side into the nearest zone of another."""
    ways = [survey.ways_to_zone[other] for other in survey.others(team)]
    return min(_best(survey, team, ways), default=(math.inf, 0.0))


def chest_steps_by_portal(survey: Survey) -> BySide:
    """Steps expected until each chest is opened, on foot or by portal, added up over all chests.

    For each chest the way of the fewest steps expected as long as no jump goes wrong, jumps at the edition's price.
    None where some chest can be got to in no way.
    """
    found = {team: _best(survey, team, survey.ways_to_chest) for team in survey.sides}
    return {team: finite(sum(steps for steps, _ in ways)) if ways else None for team, ways in found.items()}


def chest_risk_by_portal(survey: Survey) -> BySide:
    """The chance of being lost in a portal on the ways of `chest-steps-by-portal`, the mean over all chests."""
    found = {team: [risk for _, risk in _best(survey, team, survey.ways_to_chest)] for team in survey.sides}
    return {team: float(np.mean(risks)) if risks else None for team, risks in found.items()}


def zone_steps_by_portal(survey: Survey) -> BySide:
    """Steps expected from where a side sets up into the nearest zone of another, on foot or by portal."""
    return {team: finite(_into_zone(survey, team)[0]) for team in survey.sides}


def zone_risk_by_portal(survey: Survey) -> BySide:
    """The chance of being lost in a portal on the way of `zone-steps-by-portal`."""
    found = {team: _into_zone(survey, team) for team in survey.sides}
    return {team: risk if math.isfinite(steps) else None for team, (steps, risk) in found.items()}


def portal_share(survey: Survey) -> float | None:
    """The share of all walking that goes by portals.

    Of all ways of the fewest steps expected, from each square one walks to each chest, those that step on a portal.
    """
    if not survey.chests or not len(survey.squares):
        return None
    ways = [way.from_squares(survey.squares) for way in survey.ways_to_chest]
    known = sum(int(np.isfinite(way.steps).sum()) for way in ways)
    return sum(int(way.jumped.sum()) for way in ways) / known if known else None
