"""The best rows of a problem: annealed, then climbed from the best until no single thing would lie better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dungeon_designer.board.model import Ints
from dungeon_designer.generator.placement.annealing import UNFAIR, Annealing
from dungeon_designer.generator.placement.problem import Problem, Whole
from dungeon_designer.generator.placement.scoring import Score, Scoring

MANY, SWEEPS = 16, 32
"""So many placements cool together, and each of their things is laid so often."""

FEW, CROWD = 8, 20
"""Of more things than this fewer placements cool together."""

ROWS = 400
"""Among so many squares is searched for each sort of thing; the last steps look at all."""


DEAR = 4
"""So many times the usual do differences of walks cost where they would not go."""


class Found(NamedTuple):
    """A placement as rows, and its score."""

    pos: Ints
    score: Score


def best(problem: Problem, dice: np.random.Generator, effort: float = 1.0) -> Found:
    """The best placement that a search of so much effort finds.

    At first only the squares are looked at that are best by themselves. Where something is broken all the same, all
    squares are; where sides walk differently, such differences are made to cost more.
    """
    scoring = Scoring(problem)
    if not len(problem.units):
        return Found(problem.units, scoring.score(problem.units))
    narrow, kept = problem.narrowed(ROWS, dice)
    sweeps = max(4, round(SWEEPS * effort))
    found = _annealed(problem, scoring, dice, Annealing(narrow), kept, sweeps)
    if found.score[:3] != (0, 0, 0):
        every = [np.arange(len(alone)) for alone in problem.alone]
        found = min(found, _annealed(problem, scoring, dice, Annealing(problem), every, sweeps), key=_key)
    if found.score.largest:
        dear = Annealing(narrow, DEAR * UNFAIR)
        found = min(found, _annealed(problem, scoring, dice, dear, kept, sweeps), key=_key)
    return found


def _annealed(
    problem: Problem,
    scoring: Scoring,
    dice: np.random.Generator,
    annealing: Annealing,
    kept: Sequence[Whole],
    sweeps: int,
) -> Found:
    """The best of some placements that cool together, improved; `kept` are the rows that the annealing knows of."""
    many = MANY if len(problem.units) <= CROWD else FEW
    near = Scoring(annealing.problem)
    annealed = annealing.run(dice, many, sweeps, near.scores)
    for unit, sort in enumerate(problem.units.tolist()):
        annealed[:, unit] = kept[sort][annealed[:, unit]]
    start = min(map(Found, annealed, scoring.scores(annealed)), key=_key)
    return min(start, climb(scoring, start.pos, dice), key=_key)


def _key(found: Found) -> tuple[float, ...]:
    return found.score.key


def climb(scoring: Scoring, start: Ints, dice: np.random.Generator) -> Found:
    """A placement from which laying any one thing elsewhere makes nothing better."""
    pos, idle = start.copy(), 0
    order = dice.permutation(len(pos)).tolist()
    while idle < len(order):
        unit = order.pop(0)
        order.append(unit)
        cost = scoring.rows(pos, unit)
        row = int(np.argmin(cost))
        if cost[row] < cost[pos[unit]] - 1e-9:
            pos[unit], idle = row, 0
        else:
            idle += 1
    return Found(pos, scoring.score(pos))
