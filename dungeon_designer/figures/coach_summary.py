"""Say in a few sentences what a coach would say about a dungeon after a minute with its map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from dungeon_designer.figures.character import busiest_square, find_cut_squares
from dungeon_designer.figures.fairness import MIN_SAFETY, are_teams_alike, measure_chest_safety
from dungeon_designer.figures.room_loops import count_room_loops
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.team_distances import measure_chest_steps, zone_steps
from dungeon_designer.kinds import Team
from dungeon_designer.rules import rule_text
from dungeon_designer.rules.rule_text import join_with_and
from dungeon_designer.translation import capitalise_first

MAX_NUMBER_IN_WORDS = 9
"""The greatest number that a sentence spells out; larger ones, such as most numbers of steps, are digits."""
MIN_BUSY_SHARE = 0.5
"""The share of the walks between teams and chests from which the busiest square is a bottleneck."""
MAX_LISTED_SQUARES = 3
"""How many squares that all must pass are listed."""
MIN_STEP_RATIO = 1.02
"""From which ratio of the steps to all chests on one team is nearer; `generate` allows as much."""


def summarise_dungeon(survey: Survey) -> str:
    """Return sentences about a dungeon: who is nearer, routes, bottlenecks, chests near and far. '' without floor."""
    return f"{describe_balance(survey).sentence} {describe_play(survey)}".strip()


def describe_play(survey: Survey) -> str:
    """Return sentences about the routes, the bottlenecks, and the chests near and far. '' without floor."""
    return " ".join((*_describe_routes(survey), *_describe_bottlenecks(survey), *_describe_chests(survey)))


class Balance(NamedTuple):
    """Whether the teams walk equally far to the chests.

    Attributes:
        sentence: a sentence that says so; '' with fewer than two teams or no chests.
        is_even: whether they walk about equally far; None if that cannot be said.
        is_alike: whether every team has the same dungeon.
    """

    sentence: str
    is_even: bool | None
    is_alike: bool = False


def format_number(number: float, noun: str) -> str:
    """Return a number with a noun; numbers up to nine are words.

    >>> format_number(2, "chest"), format_number(1, "step"), format_number(0, "chest"), format_number(12, "step")
    ('two chests', 'one step', 'no chests', '12 steps')
    """
    word = rule_text.format_number(int(number)) if number in range(MAX_NUMBER_IN_WORDS + 1) else f"{number:g}"
    return f"{word} {noun}{'' if number == 1 else 's'}"


def describe_balance(survey: Survey) -> Balance:
    """Return which team is nearer to the chests, or that they walk equally far."""
    if are_teams_alike(survey):
        return Balance("The dungeon is the same for every team.", True, is_alike=True)
    if len(survey.teams) < 2 or not survey.chests:
        return Balance("", None)
    steps_by_team = {str(team): measure_chest_steps(survey, team) for team in survey.teams}
    reached_counts = {team: int(np.isfinite(steps).sum()) for team, steps in steps_by_team.items()}
    if min(reached_counts.values()) < len(survey.chests):
        counts = [f"{team} to {count}" for team, count in reached_counts.items()]
        chests = format_number(len(survey.chests), "chest")
        return Balance(f"Not every team walks to all {chests}: {join_with_and(counts)}.", False)
    sums = {team: float(steps.sum()) for team, steps in steps_by_team.items()}
    nearest, farthest = min(sums, key=sums.__getitem__), max(sums, key=sums.__getitem__)
    words = ", ".join(f"{team} {total:g}" for team, total in sums.items())
    if sums[farthest] > MIN_STEP_RATIO * sums[nearest]:
        percent = 100 * (sums[farthest] / sums[nearest] - 1)
        name = capitalise_first(nearest)
        sentence = f"{name} is nearer to the chests: {farthest} walks {percent:.0f} % more (steps: {words})."
        return Balance(sentence, False)
    return Balance(f"The teams walk about equally far to all chests (steps: {words}).", True)


def _describe_routes(survey: Survey) -> Iterator[str]:
    """Yield a sentence about the way between the teams' zones, and about the routes around rooms."""
    steps = {step for step in zone_steps(survey).values() if step is not None}
    ways_round = count_room_loops(survey.board)
    routes = f"{format_number(ways_round, 'way')} round rooms" if ways_round else "no way round a room"
    if len(survey.teams) > 1 and steps:
        length = f"{min(steps):g}" if len(steps) == 1 else f"{min(steps):g} to {max(steps):g}"
        yield f"It is {length} steps to another team's zone, and there {_choose_verb(ways_round)} {routes}."
    elif len(survey.walking_squares):
        yield f"There {_choose_verb(ways_round)} {routes}."


def _choose_verb(count: int) -> str:
    """Return `is` for none or one, `are` for more."""
    return "are" if count > 1 else "is"


def _describe_bottlenecks(survey: Survey) -> Iterator[str]:
    """Yield a sentence about squares that everybody must pass between two teams, or that most walks to chests pass."""
    if len(survey.teams) < 2:
        return
    cut_squares = sorted(survey.grid.list_squares(find_cut_squares(survey)))
    busy_share = busiest_square(survey) or 0.0
    if len(cut_squares) > MAX_LISTED_SQUARES:
        yield f"Between the teams all must pass {len(cut_squares)} single squares, the first at {cut_squares[0]}."
    elif cut_squares:
        yield f"Between the teams all must pass {join_with_and([str(square) for square in cut_squares])}."
    elif busy_share >= MIN_BUSY_SHARE:
        yield f"No square parts the teams, but {100 * busy_share:.0f} % of the walks to chests lead over one square."
    else:
        yield "There is no bottleneck."


def _describe_chests(survey: Survey) -> Iterator[str]:
    """Yield sentences about how near and far the chests are, and about who is clearly nearer to how many."""
    if not survey.teams or not survey.chests:
        return
    steps_by_team = {team: measure_chest_steps(survey, team) for team in survey.teams}
    finite_steps = {team: steps[np.isfinite(steps)] for team, steps in steps_by_team.items()}
    reaching = {team: steps for team, steps in finite_steps.items() if len(steps)}
    if not reaching:
        yield "No team walks to a chest."
        return
    near = _format_by_team({team: float(steps.min()) for team, steps in reaching.items()})
    far = _format_by_team({team: float(steps.max()) for team, steps in reaching.items()})
    yield f"The nearest chest is {near} steps away, the farthest {far}."
    if len(survey.teams) > 1:
        yield from _describe_safe_chests(survey)


def _format_by_team(steps_by_team: Mapping[Team, float]) -> str:
    """Return a number of steps for each team, once if it is the same for all.

    >>> _format_by_team({Team.HOME: 5.0, Team.AWAY: 5.0}), _format_by_team({Team.HOME: 5.0, Team.AWAY: 6.0})
    ('5', '5 (home) and 6 (away)')
    """
    if len(set(steps_by_team.values())) == 1:
        return f"{next(iter(steps_by_team.values())):g}"
    return join_with_and([f"{steps:g} ({team})" for team, steps in steps_by_team.items()])


def _describe_safe_chests(survey: Survey) -> Iterator[str]:
    """Yield a sentence that says to how many chests each team is clearly nearer: others walk over twice as far."""
    safe_counts = {
        str(team): int((np.asarray(values) > MIN_SAFETY).sum()) for team, values in measure_chest_safety(survey).items()
    }
    contested_count = len(survey.chests) - sum(safe_counts.values())
    if not any(safe_counts.values()):
        yield "No chest is clearly nearer to one team."
        return
    parts: Sequence[str] = [f"{format_number(count, 'chest')} to {team}" for team, count in safe_counts.items()]
    rest = f"; {format_number(contested_count, 'chest')} to none" if contested_count else ""
    yield f"Clearly nearer are {join_with_and(parts)}{rest}."
