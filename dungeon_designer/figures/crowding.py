"""Character: where the walking goes."""

from __future__ import annotations

import numpy as np

from dungeon_designer.figures.survey import Survey


def busiest_square(survey: Survey) -> float | None:
    """Share of all walks between sides and chests that lead over the busiest square, the ends of walks aside.

    Of several shortest ways each is as likely; so this is the highest betweenness of the walks that are made in a match
    (Freeman 1977). 1 where all must pass one square. The picture `traffic` shows it.
    """
    if not survey.sides or not survey.chests:
        return None
    between = survey.traffic.copy()
    between[[chest.index for chest in survey.chests]] = 0
    between[[square for squares in survey.set_up.values() for square in squares]] = 0
    return float(between.max(initial=0))


def traps_on_ways(survey: Survey) -> float | None:
    """The mean number of squares with a trap on a shortest way between a side and a chest; face-down counters count."""
    if not survey.sides or not survey.chests:
        return None
    board = survey.board
    traps = {at for trap in board.traps for at in map(board.find, trap.squares) if at >= 0}
    return float(np.sum(survey.traffic[sorted(traps)])) if traps else 0.0
