"""How far each team walks, and by how much any two of them differ."""

from __future__ import annotations

from dungeon_designer.analysis.team_access import format_distances, measure_unfairness
from dungeon_designer.layout.model import Team

HOME, AWAY, THIRD = Team.HOME, Team.AWAY, Team.THIRD


def test_the_two_that_differ_most_count() -> None:
    """Chest by chest, the greatest difference is that of the nearest side and the farthest, whoever they are."""
    assert measure_unfairness({HOME: (5, 9), AWAY: (6, 9)}) == 1
    assert measure_unfairness({HOME: (5, 9), AWAY: (6, 9), THIRD: (5, 12)}) == 3
    assert measure_unfairness({HOME: (), AWAY: (), THIRD: ()}) == 0


def test_without_two_who_walk_to_the_same_chests_nothing_can_be_said() -> None:
    """A single side, or a chest that one of three does not walk to."""
    assert measure_unfairness({HOME: (5, 9)}) is None
    assert measure_unfairness({HOME: (5, 9), AWAY: (6, 9), THIRD: (5, None)}) is None
    assert measure_unfairness({HOME: (5, None), AWAY: (6, None), THIRD: (5, None)}) == 1


def test_every_side_is_told() -> None:
    """Two sides as they always were, more of them after the same fashion."""
    told = "Walking distances to the chests: home 5, 9; away the same"
    assert format_distances({HOME: (5, 9), AWAY: (5, 9)}) == f"{told}."
    assert format_distances({HOME: (5, 9), AWAY: (5, 9), THIRD: (4, None)}) == f"{told}; third 4, by magic only."
