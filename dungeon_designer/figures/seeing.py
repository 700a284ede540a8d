"""Character: how far one sees."""

from __future__ import annotations

import numpy as np

from dungeon_designer.figures.survey import Survey


def mean_sight(survey: Survey) -> float | None:
    """The mean number of other squares one sees from a square one can stand on, of those one can stand on.

    The mean area of isovists (Benedikt, To Take Hold of Space, 1979), by the edition's lines of sight. Of boards with
    more than 632 such squares 100 look, evenly chosen, at as many as 20,000 lines allow. The picture `sight` shows it.
    """
    counts = survey.views.counts()
    return float(counts.mean()) if len(counts) else None


def longest_sight(survey: Survey) -> float | None:
    """How many squares apart the two are, of squares one can stand on, that are farthest apart and see each other.

    Counted as passes are. Of boards with more than 632 such squares, of those pairs that are asked.
    """
    views, board = survey.views, survey.board
    if not len(views.origins):
        return None
    across = np.abs(board.x[views.origins][:, None] - board.x[views.targets])
    down = np.abs(board.y[views.origins][:, None] - board.y[views.targets])
    return float((np.maximum(across, down) * views.seen).max())
