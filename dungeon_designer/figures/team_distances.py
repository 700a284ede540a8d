"""Measure how far each team walks, in steps and in turns, and how far it gets by portal.

The functions named in `measures.toml` are figures; their docstrings are the definitions in the manual.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import wraps

import numpy as np

from dungeon_designer.figures.arrays import Floats
from dungeon_designer.figures.portals import PortalRoutes
from dungeon_designer.figures.survey import Survey
from dungeon_designer.kinds import Team

ValueByTeam = Mapping[Team, float | None]
"""A value for each team that sets up on the board; None where the team has none."""


def finite_or_none(value: float) -> float | None:
    """Return a number as a float, or None for infinity, which stands for no route."""
    return float(value) if math.isfinite(value) else None


def measure_chest_steps(survey: Survey, team: Team) -> Floats:
    """Return for each chest the steps on foot from a team's nearest set-up square to where the chest is opened.

    Infinite where no route leads. The chests are those of `Survey.chests`, in that order.
    """
    return np.maximum(survey.steps_from_team[team][survey.chest_squares] - survey.opens_beside, 0)


def measure_zone_steps(survey: Survey, team: Team) -> float:
    """Measure the steps on foot into the nearest end zone or entry of another team."""
    set_up_squares = survey.set_up_squares[team]
    return min(
        (float(survey.steps_to_zone[other][set_up_squares].min()) for other in survey.list_other_teams(team)),
        default=math.inf,
    )


def measure_portal_steps(survey: Survey, team: Team) -> float:
    """Measure the steps on foot onto the nearest portal."""
    return float(survey.steps_to_portal[:, survey.set_up_squares[team]].min(initial=math.inf))


def measure_each_team(measure_team: Callable[[Survey, Team], float]) -> Callable[[Survey], ValueByTeam]:
    """Turn a function that measures one team of a surveyed board into one that measures every team (a decorator).

    The new function returns a value for each team that sets up; an infinite value becomes None. It keeps the docstring,
    which is the definition of the figure in the manual.
    """

    @wraps(measure_team)
    def measure_teams(survey: Survey) -> ValueByTeam:
        """Return the value of each team."""
        return {team: finite_or_none(measure_team(survey, team)) for team in survey.teams}

    return measure_teams


@measure_each_team
def chest_steps(survey: Survey, team: Team) -> float:
    """Measure the steps on foot to where each chest is opened, added up over all chests.

    There is no value where some chest cannot be reached on foot. A chest is opened on its own square or, where the
    edition says so, from beside it.
    """
    return float(measure_chest_steps(survey, team).sum()) if survey.chests else math.inf


@measure_each_team
def nearest_chest(survey: Survey, team: Team) -> float:
    """Measure the steps on foot to where the nearest chest is opened."""
    return float(measure_chest_steps(survey, team).min(initial=math.inf))


zone_steps, portal_steps = measure_each_team(measure_zone_steps), measure_each_team(measure_portal_steps)


def _build_turns_figure(
    measure_steps: Callable[[Survey, Team], Floats | float], movement: int, definition: str
) -> Callable[[Survey], ValueByTeam]:
    """Return a function that measures for every team the mean of the whole turns to the goals of one kind.

    Args:
        measure_steps: returns a team's steps to each goal, or to the nearest one
        movement: squares that a player moves in a turn
        definition: the docstring of the function, with `{movement}`
    """

    def measure_turns(survey: Survey, team: Team) -> float:
        """Return the mean of a team's whole turns to the goals; infinite without goals."""
        turns_to_goals = np.ceil(np.atleast_1d(measure_steps(survey, team)) / movement)
        return float(turns_to_goals.mean()) if len(turns_to_goals) else math.inf

    measure_turns.__doc__ = definition.format(movement=movement)
    return measure_each_team(measure_turns)


_CHEST_TURNS_DEFINITION = (
    "Measure the whole turns of {movement} squares until a chest is opened: the mean over all chests, since each may"
    " hold the ball.\n"
)
_ZONE_TURNS_DEFINITION = "Measure the whole turns of {movement} squares into the nearest zone of another team."
_PORTAL_TURNS_DEFINITION = "Measure the whole turns of {movement} squares onto the nearest portal."

chest_turns_4, chest_turns_6, chest_turns_8 = (
    _build_turns_figure(measure_chest_steps, movement, _CHEST_TURNS_DEFINITION) for movement in (4, 6, 8)
)
zone_turns_4, zone_turns_6, zone_turns_8 = (
    _build_turns_figure(measure_zone_steps, movement, _ZONE_TURNS_DEFINITION) for movement in (4, 6, 8)
)
portal_turns_4, portal_turns_6, portal_turns_8 = (
    _build_turns_figure(measure_portal_steps, movement, _PORTAL_TURNS_DEFINITION) for movement in (4, 6, 8)
)


def _find_best_routes(survey: Survey, team: Team, routes: PortalRoutes) -> list[tuple[float, float]]:
    """Return for each goal a pair: the expected steps of a team's best route, on foot or by portal, and its risk.

    The route starts from the set-up square that is best for that goal. The risk is the chance of being lost in a
    portal. Steps are infinite where no route leads.
    """
    best_routes = routes.find_best_routes(survey.set_up_squares[team])
    goals, start = np.arange(len(best_routes.steps)), best_routes.steps.argmin(axis=1)
    return list(zip(best_routes.steps[goals, start].tolist(), best_routes.risk[goals, start].tolist(), strict=True))


def _find_route_to_zone(survey: Survey, team: Team) -> tuple[float, float]:
    """Return the expected steps and the risk of a team's best route into the nearest zone of another team.

    The risk is the chance of being lost in a portal. Without a route the steps are infinite.
    """
    routes_by_team = zip(survey.teams, _find_best_routes(survey, team, survey.zone_routes), strict=True)
    return min((route for other, route in routes_by_team if other is not team), default=(math.inf, 0.0))


@measure_each_team
def chest_steps_by_portal(survey: Survey, team: Team) -> float:
    """Measure the steps expected until each chest is opened, on foot or by portal, added up over all chests.

    For each chest this is the route of the fewest expected steps as long as no jump goes wrong, with jumps at the
    edition's price. There is no value where some chest cannot be reached at all.
    """
    return (
        sum(steps for steps, _ in _find_best_routes(survey, team, survey.chest_routes)) if survey.chests else math.inf
    )


@measure_each_team
def chest_risk_by_portal(survey: Survey, team: Team) -> float:
    """Measure the mean chance, over all chests, of a loss in a portal on the routes of `chest-steps-by-portal`."""
    risks = [risk for _, risk in _find_best_routes(survey, team, survey.chest_routes)]
    return float(np.mean(risks)) if risks else math.inf


@measure_each_team
def zone_steps_by_portal(survey: Survey, team: Team) -> float:
    """Measure the expected steps into the nearest zone of another team, on foot or by portal."""
    return _find_route_to_zone(survey, team)[0]


@measure_each_team
def zone_risk_by_portal(survey: Survey, team: Team) -> float:
    """Measure the chance of a loss in a portal on the route of `zone-steps-by-portal`."""
    steps, risk = _find_route_to_zone(survey, team)
    return risk if math.isfinite(steps) else math.inf
