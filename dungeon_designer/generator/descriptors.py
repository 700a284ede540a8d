"""What tells two proposed dungeons apart at a glance, which of two alike is the better one, and which is unfair.

Four figures of `analyse`, each cut into a few bins, make a hundred cells, the cells of the archive (Mouret and Clune,
Illuminating search spaces by mapping elites, 2015). The bins are the same for every edition, so that a cell means the
same everywhere.
"""

from __future__ import annotations

from bisect import bisect_right
from math import prod
from typing import NamedTuple

from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import Survey
from dungeon_designer.translation import marked

Cell = tuple[int, ...]
"""The number of the bin a dungeon lies in, for each descriptor in turn."""

SYMMETRIC_STEPS = 1
"""By so many steps the sides' walks to all chests may differ in a dungeon that repeats itself across its middle."""

FREE_SHARE = 0.02  # by such a share of the longer sum they may differ in any other

FLOOR_WEIGHT, DEAD_END, POCKET = 0.25, 0.02, 0.01
"""What a dungeon is worth less: for floor shared unevenly, for a dead end, for a square in a pocket behind a chest."""


class Descriptor(NamedTuple):
    """A figure by which people tell dungeons apart."""

    figure: str  # the name of the figure in `analyse`
    # where one bin ends and the next begins, rising; a value on an edge belongs to the bin above
    edges: tuple[float, ...]
    words: tuple[str, ...]  # what a dungeon in each bin is called, one more than there are edges


DESCRIPTORS = (
    Descriptor(
        "open-floor",
        (0.2, 0.4, 0.6, 0.8),
        (
            marked("generator", "narrow"),
            marked("generator", "rather narrow"),
            marked("generator", "mixed"),
            marked("generator", "rather open"),
            marked("generator", "open"),
        ),
    ),
    Descriptor(
        "zone-steps",
        (18, 25, 32, 41),
        (
            marked("generator", "very short"),
            marked("generator", "short"),
            marked("generator", "middling long"),
            marked("generator", "long"),
            marked("generator", "very long"),
        ),
    ),
    Descriptor("loops", (5,), (marked("generator", "few ways round"), marked("generator", "many ways round"))),
    Descriptor("portal-share", (0.45,), (marked("generator", "mostly on foot"), marked("generator", "portals matter"))),
)
"""Open or narrow floor, steps between the end zones, ways round, and how much of all walking goes by portal."""


def cell_of(survey: Survey) -> Cell:
    """The cell of the archive a surveyed dungeon belongs into; a figure it does not have counts as 0."""
    return tuple(bisect_right(each.edges, figure(each.figure, survey) or 0.0) for each in DESCRIPTORS)


def cells() -> int:
    """How many cells there are.

    >>> cells()
    100
    """
    return prod(len(descriptor.words) for descriptor in DESCRIPTORS)


def is_cell(cell: Cell) -> bool:
    """Whether there is such a cell, and words for it."""
    lengths = [len(descriptor.words) for descriptor in DESCRIPTORS]
    return len(cell) == len(lengths) and all(place in range(most) for place, most in zip(cell, lengths, strict=True))


def words_of(cell: Cell) -> tuple[str, ...]:
    """What dungeons of a cell are called, descriptor by descriptor.

    >>> words_of((0, 1, 0, 1))
    ('narrow', 'short', 'few ways round', 'portals matter')
    """
    return tuple(descriptor.words[place] for descriptor, place in zip(DESCRIPTORS, cell, strict=True))


def figure(name: str, survey: Survey) -> float | None:
    """One of the figures of `analyse`, if the dungeon has it."""
    if name not in survey.known:
        survey.known[name] = MEASURES[name].figure(survey).one
    return survey.known[name]


def figures(survey: Survey, names: tuple[str, ...]) -> dict[str, float]:
    """Those of some figures that a dungeon has."""
    found = ((name, figure(name, survey)) for name in names)
    return {name: value for name, value in found if value is not None}


def walks_fairly(survey: Survey, symmetric: bool) -> bool:
    """Whether all sides walk to all chests, and about equally far in sum."""
    sums = _sums(survey)
    allowed = SYMMETRIC_STEPS if symmetric else FREE_SHARE * max(sums, default=0)
    return bool(sums) and max(sums) - min(sums) <= allowed


def worth(survey: Survey) -> float:
    """How good a dungeon is: 1 for a fair one without a blemish, less for others; at most 1.

    1 - (difference of the sides' walks to all chests / the longest of those) - a quarter of (1 - balance of floor)
    - 0.02 for each dead end - 0.01 for each square in a pocket behind a chest. A dungeon in which a side does not
    walk to all chests is worth nothing.
    """
    sums = _sums(survey)
    if not sums:
        return 0.0
    unfair = (max(sums) - min(sums)) / max(*sums, 1.0)
    floor = FLOOR_WEIGHT * (1 - (figure("area-balance", survey) or 0.0))
    blemishes = DEAD_END * (figure("dead-ends", survey) or 0.0) + POCKET * (figure("pocket-squares", survey) or 0.0)
    return 1 - unfair - floor - blemishes


def played_worth(worth: float, share: float) -> float:
    """What a dungeon is worth on which the home side won such a share of the games: less by the sides' difference.

    >>> played_worth(0.95, 0.51)
    0.93
    """
    return round(worth - abs(2 * share - 1), 9)


def _sums(survey: Survey) -> list[float]:
    """Each side's steps to all chests; empty where one does not walk to all, or there are no sides."""
    by_side = MEASURES["chest-steps"].figure(survey).by_side or {}
    sums = list(by_side.values())
    return [value for value in sums if value is not None] if None not in sums else []
