"""Character: how much floor there is, how open it is, how long, and how many ways round it has."""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.width import widths
from dungeon_designer.board.model import WALL, Ints
from dungeon_designer.figures.survey import Survey

MOST_WALKED = 1_000_000
"""So many squares are walked over at most for the length, all walks together."""


def squares(survey: Survey) -> float:
    """All floor squares, whatever lies on them."""
    return float(len(survey.board))


def walking_squares(survey: Survey) -> float:
    """Squares one walks on foot: no obstacle, liquid, chasm or cliff, no portal, no entry; chests and traps count."""
    return float(len(survey.squares))


def broad(survey: Survey, most: int = 3) -> Ints:
    """The size of the largest block of walking squares without a wall inside that covers each square, up to `most`."""
    return widths(survey.board, survey.drawn.nodes, survey.board.edges != WALL, most)


def narrow_ways(survey: Survey) -> float | None:
    """Share of the walking squares that lie in ways at most two wide: no block of 3x3 walking squares covers them.

    The picture `width` shows it.
    """
    return _share(survey, (broad(survey) < 3))


def open_floor(survey: Survey) -> float | None:
    """Share of the walking squares that are open floor: a block of 3x3 walking squares without a wall covers them."""
    return _share(survey, (broad(survey) >= 3))


def _share(survey: Survey, which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float | None:
    return float(which[survey.squares].mean()) if len(survey.squares) else None


def free_neighbours(survey: Survey) -> float | None:
    """The mean number of squares one can step to on foot from a walking square, 0 to 8."""
    return 2 * len(survey.drawn.pairs) / survey.drawn.count if survey.drawn.count else None


def length(survey: Survey) -> float | None:
    """Steps on foot between the two squares farthest apart of those one can walk between.

    Squares are walked from until no other can be farther from any (Takes and Kosters, Determining the Diameter of Small
    World Networks, 2011). Of a dungeon of thousands of squares that may take too long: then it is at least so much.
    """
    if not len(survey.squares):
        return None
    bound = np.where(survey.walk.nodes, np.int64(FAR), -1)
    longest, at = 0, int(survey.squares[0])
    for _ in range(MOST_WALKED // len(survey.squares) + 1):
        steps = survey.walk.distances([at]).astype(np.int64)
        known = steps != FAR
        longest = max(longest, int(steps[known].max()))
        bound[known] = np.minimum(bound[known], steps[known] + steps[known].max())
        bound[at] = -1
        if bound.max() <= longest:
            break
        at = int(bound.argmax())
    return float(longest)


def loops(survey: Survey) -> float:
    """Ways round: how many closed ways there are of which none is made up of others, nor lies within 2x2 squares.

    In other words the holes in the floor, a pillar being one, each counted once however many ways lead round it. By
    Euler's formula: areas - squares - straight steps + in each 2x2 squares the steps that hold them together.
    """
    walk = survey.drawn
    areas, straight = int(walk.areas.max(initial=-1)) + 1, np.count_nonzero(survey.straight)
    return float(areas - walk.count - straight + int(_holding(survey).sum()))


def _holding(survey: Survey) -> Ints:
    """Of each 2x2 squares with floor in them, the fewest steps that hold together what hangs together.

    Numbered by their corner: the corner of a square's own is its upper left one.
    """
    board, (one, other) = survey.board, survey.drawn.pairs.T
    x, y = board.x.astype(np.int64), board.y.astype(np.int64)
    left, top = np.minimum(x[one], x[other]), np.minimum(y[one], y[other])
    flat, upright = y[one] == y[other], x[one] == x[other]
    wide = int(x.max(initial=0)) + 2
    corner = (top + 1) * wide + left + 1  # the corner between all four, for a diagonal; one of two, for a straight step
    falling = ~flat & ~upright & ((x[one] < x[other]) == (y[one] < y[other]))
    kinds = (
        (corner[flat], 1),  # the step along the top of the squares below it
        (corner[flat] - wide, 2),  # and along the bottom of those above
        (corner[upright], 4),
        (corner[upright] - 1, 8),
        (corner[falling], 16),
        (corner[~flat & ~upright & ~falling], 32),
    )
    size = int(corner.max(initial=0)) + wide + 2
    codes = np.zeros(size, dtype=np.int32)
    for places, code in kinds:
        codes[places] |= code
    return _RANKS[codes]


def _rank(code: int) -> int:
    """How many steps hold together four squares with these steps: squares less groups.

    >>> [_rank(code) for code in (0, 1, 3, 1 | 2 | 4, 63)]
    [0, 1, 2, 3, 3]
    """
    ends = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2))
    group = [0, 1, 2, 3]
    for bit, (a, b) in enumerate(ends):
        if code >> bit & 1:
            group = [group[a] if each == group[b] else each for each in group]
    return 4 - len(set(group))


_RANKS = np.array([_rank(code) for code in range(64)], dtype=np.int32)
