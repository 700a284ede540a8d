"""How far each side walks to the chests: the plainest measure of whether a dungeon is fair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.reach import Reach
from dungeon_designer.analysis.set_up import set_up_squares
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team

Distances = dict[Team, tuple[int | None, ...]]
"""Each side's steps to the chests, shortest first; None, last, for a chest nobody walks to."""


class Walked(NamedTuple):
    """A chest, and the steps of one side to where it is opened; None where none lead."""

    at: Square
    steps: int | None


Ranked = Mapping[Team, tuple[Walked, ...]]
"""Each side's chests, nearest first; those it does not walk to last."""


def ranked_chests(reach: Reach, beside: bool) -> Ranked:
    """Steps each side takes on foot from where it sets up to the square from which each chest is opened.

    That is the chest's own square, or with `beside` the one next to it. Chests that lie where nobody walks are left
    out.
    """
    chests = [chest for members in reach.chests().values() for chest in members]
    found: dict[Team, tuple[Walked, ...]] = {}
    for team in reach.teams:
        table = reach.walk.distances(set_up_squares(reach.board, reach.standing, team))
        steps = [int(table[chest.index]) for chest in chests]
        walked = [
            Walked(chest.at, None if step == FAR else step - (beside and step > 0))
            for chest, step in zip(chests, steps, strict=True)
        ]
        found[team] = tuple(sorted(walked, key=lambda each: FAR if each.steps is None else each.steps))
    return found


def chest_distances(reach: Reach, beside: bool) -> Distances:
    """The steps alone; see `ranked_chests`."""
    return {team: tuple(each.steps for each in chests) for team, chests in ranked_chests(reach, beside).items()}


def unfairness_of(ranked: Ranked) -> int | None:
    """The same of chests as `unfairness` of steps."""
    return unfairness({team: tuple(each.steps for each in chests) for team, chests in ranked.items()})


def unfairness(distances: Distances) -> int | None:
    """The largest difference between any two sides' distances, chest by chest in order of nearness.

    None when only one side sets out from anywhere, or one of them walks to a chest that another cannot walk to.

    >>> unfairness({Team.HOME: (5, 9), Team.AWAY: (6, 12)}), unfairness({Team.HOME: (5, 9)})
    (3, None)
    """
    if len(distances) < 2:
        return None
    ranks = list(zip(*distances.values(), strict=True))
    if any(len({steps is None for steps in rank}) > 1 for rank in ranks):
        return None
    known = [[steps for steps in rank if steps is not None] for rank in ranks]
    return max((max(rank) - min(rank) for rank in known if rank), default=0)


def in_words(distances: Distances) -> str:
    """The distances as a dungeon's notes state them.

    >>> in_words({Team.HOME: (5, 9, None), Team.AWAY: (5, 9, None)})
    'Walking distances to the chests: home 5, 9, by magic only; away the same.'
    """
    teams = sorted({Team.HOME, Team.AWAY, *distances}, key=list(Team).index)
    steps = [distances.get(team, ()) for team in teams]
    others = ["the same" if own == steps[0] else _listed(own) for own in steps[1:]]
    said = [f"{team} {words}" for team, words in zip(teams, [_listed(steps[0]), *others], strict=True)]
    return f"Walking distances to the chests: {'; '.join(said)}."


def summed_up(distances: Distances) -> str:
    """One line on how fair the walks are; '' where fewer than two sides set up, or nothing lies to be walked to.

    >>> summed_up({Team.HOME: (5, 9), Team.AWAY: (6, 12)})
    'to all chests home walks 14 steps, away 18; chest by chest, in order of nearness, they differ by 3 at most'
    >>> summed_up({Team.HOME: (5, 9), Team.AWAY: (5, 9)})
    'to all chests home walks 14 steps, away 14; chest by chest, in order of nearness, they are equal'
    >>> summed_up({Team.HOME: (5, None), Team.AWAY: (5, 9)})
    'home walks to 1 chest of 2, away to 2'
    """
    if len(distances) < 2 or not any(distances.values()):
        return ""
    counts = [sum(step is not None for step in steps) for steps in distances.values()]
    names = list(distances)
    if min(counts) < (of := len(distances[names[0]])):
        rest = ", ".join(f"{name} to {count}" for name, count in zip(names[1:], counts[1:], strict=True))
        return f"{names[0]} walks to {counts[0]} {'chest' if counts[0] == 1 else 'chests'} of {of}, {rest}"
    unfair = unfairness(distances) or 0
    sums = [sum(step for step in steps if step is not None) for steps in distances.values()]
    rest = ", ".join(f"{name} {total}" for name, total in zip(names[1:], sums[1:], strict=True))
    told = f"they differ by {unfair} at most" if unfair else "they are equal"
    return f"to all chests {names[0]} walks {sums[0]} steps, {rest}; chest by chest, in order of nearness, {told}"


def _listed(steps: Sequence[int | None]) -> str:
    return ", ".join("by magic only" if step is None else str(step) for step in steps) or "none"
