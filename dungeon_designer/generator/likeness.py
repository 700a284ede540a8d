"""How alike two dungeons are, whichever way round they are drawn."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt
from numpy.fft import irfft2, rfft2

from dungeon_designer.grid import Square, bounds

MOST_ALIKE = 0.85
"""Two dungeons of one set of proposals are at most so alike."""

Mask = npt.NDArray[np.float64]


class Floor:
    """A floor that is held against many others.

    Most are told apart by their columns and rows alone: in no column can two floors share more squares than the
    one has that has fewer there.
    """

    def __init__(self, squares: Collection[Square]) -> None:
        (left, top), (width, height) = bounds(squares)
        self.count, self.mask = len(squares), np.zeros((height, width))
        for x, y in squares:
            self.mask[y - top, x - left] = 1
        self.profiles = self.mask.sum(axis=0), self.mask.sum(axis=1)

    def too_alike(self, other: Floor) -> bool:
        """Whether the two share more than `MOST_ALIKE` of all their squares, and would be taken for one dungeon.

        >>> Floor([(0, 0), (1, 0), (2, 0)]).too_alike(Floor([(5, 5), (5, 6), (5, 7)]))
        True
        """
        most = MOST_ALIKE * (self.count + other.count) / (1 + MOST_ALIKE)
        (columns, rows), (its_columns, its_rows) = self.profiles, other.profiles
        straight = min(_most_common(columns, its_columns), _most_common(rows, its_rows))
        turned = min(_most_common(columns, its_rows), _most_common(rows, its_columns))
        return max(straight, turned) > most and self.shared(other) > most

    def shared(self, other: Floor) -> int:
        """How many squares they share at the shift, turn and mirror where they share most.

        The shares at all shifts are one convolution.
        """
        turned = [np.rot90(way, quarters) for way in (other.mask, other.mask[:, ::-1]) for quarters in range(4)]
        return max(_most_shared(self.mask, way) for way in turned)


def likeness(one: Collection[Square], other: Collection[Square]) -> float:
    """Shared squares over all squares of two floors, however they are laid on each other; 0 to 1.

    >>> likeness([(0, 0), (1, 0), (2, 0)], [(5, 5), (5, 6), (5, 7)])
    1.0
    """
    if not one or not other:
        return 0.0
    shared = Floor(one).shared(Floor(other))
    return shared / (len(one) + len(other) - shared)


def _most_common(one: Mask, other: Mask) -> float:
    """What two profiles have in common at most, at any shift, either way round."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(one, len(other)), len(other))
    return float(max(np.minimum(windows, way).sum(axis=1).max() for way in (other, other[::-1])))


def _most_shared(here: Mask, there: Mask) -> int:
    shape = (here.shape[0] + there.shape[0] - 1, here.shape[1] + there.shape[1] - 1)
    shared = irfft2(rfft2(here, shape) * rfft2(there[::-1, ::-1], shape), shape)
    return round(float(shared.max()))
