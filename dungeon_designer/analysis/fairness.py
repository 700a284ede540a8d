"""How far each side walks to the chests: the plainest measure of whether a dungeon is fair."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.reach import Reach
from dungeon_designer.analysis.set_up import set_up_squares
from dungeon_designer.layout.model import Team

Distances = dict[Team, tuple[int | None, ...]]
"""Each side's steps to the chests, shortest first; None, last, for a chest nobody walks to."""


def chest_distances(reach: Reach, beside: bool) -> Distances:
    """Steps each side takes on foot from where it sets up to the square from which each chest is opened.

    That is the chest's own square, or with `beside` the one next to it. Chests that lie where nobody walks are left
    out.
    """
    walk = reach.strides.only(reach.on_foot)
    chests = [chest.index for members in reach.chests().values() for chest in members]
    found: Distances = {}
    for team in reach.teams:
        steps = walk.distances(set_up_squares(reach.board, reach.standing, team))[chests]
        known = sorted(int(step) - (beside and step > 0) for step in steps if step != FAR)
        found[team] = (*known, *[None] * (len(chests) - len(known)))
    return found


def unfairness(distances: Distances) -> int | None:
    """The largest difference between any two sides' distances, chest by chest in order of nearness.

    None when only one side sets out from anywhere, or one of them walks to a chest that another cannot walk to.
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


def _listed(steps: Sequence[int | None]) -> str:
    return ", ".join("by magic only" if step is None else str(step) for step in steps) or "none"
