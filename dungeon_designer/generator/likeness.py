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


def likeness(one: Collection[Square], other: Collection[Square]) -> float:
    """Shared squares over all squares of two floors, at the shift, turn and mirror where they share most; 0 to 1.

    The shares at all shifts are one convolution.

    >>> likeness([(0, 0), (1, 0), (2, 0)], [(5, 5), (5, 6), (5, 7)])
    1.0
    """
    if not one or not other:
        return 0.0
    here, there = _mask(one), _mask(other)
    shared = max(_most_shared(here, turned) for turned in _turned(there))
    return shared / (len(one) + len(other) - shared)


class Floor:
    """A floor that is held against many others: whether it shares more than `MOST_ALIKE` with one of them.

    Most are told apart by their columns and rows alone: in no column can two floors share more squares than the
    one has that has fewer there.
    """

    def __init__(self, squares: Collection[Square]) -> None:
        self.count = len(squares)
        self._mask = _mask(squares)
        self._profiles = self._mask.sum(axis=0), self._mask.sum(axis=1)

    def too_alike(self, other: Floor) -> bool:
        """Whether the two would be taken for one dungeon.

        >>> Floor([(0, 0), (1, 0), (2, 0)]).too_alike(Floor([(5, 5), (5, 6), (5, 7)]))
        True
        """
        most = MOST_ALIKE * (self.count + other.count) / (1 + MOST_ALIKE)
        return self._bound(other) > most and self._shared(other) > most

    def _bound(self, other: Floor) -> float:
        """No shift, turn or mirror shares more squares than this."""
        (columns, rows), (its_columns, its_rows) = self._profiles, other._profiles
        straight = min(_most_common(columns, its_columns), _most_common(rows, its_rows))
        turned = min(_most_common(columns, its_rows), _most_common(rows, its_columns))
        return max(straight, turned)

    def _shared(self, other: Floor) -> int:
        return max(_most_shared(self._mask, way) for way in _turned(other._mask))


def _most_common(one: Mask, other: Mask) -> float:
    """What two profiles have in common at most, at any shift, either way round."""
    padded = np.pad(one, len(other))
    windows = np.lib.stride_tricks.sliding_window_view(padded, len(other))
    return float(max(np.minimum(windows, way).sum(axis=1).max() for way in (other, other[::-1])))


def _mask(squares: Collection[Square]) -> Mask:
    (left, top), (width, height) = bounds(list(squares))
    mask = np.zeros((height, width))
    columns, rows = np.array(list(squares)).T
    mask[rows - top, columns - left] = 1
    return mask


def _turned(mask: Mask) -> list[Mask]:
    return [np.rot90(way, quarters) for way in (mask, mask[:, ::-1]) for quarters in range(4)]


def _most_shared(here: Mask, there: Mask) -> int:
    shape = (here.shape[0] + there.shape[0] - 1, here.shape[1] + there.shape[1] - 1)
    shared = irfft2(rfft2(here, shape) * rfft2(there[::-1, ::-1], shape), shape)
    return round(float(shared.max()))
