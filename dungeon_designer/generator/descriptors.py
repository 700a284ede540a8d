"""Measure what tells two proposed dungeons apart, which of two similar ones is better, and which is unfair.

Four figures of `analyse`, each divided into a few bins, give a hundred cells, which are the cells of the archive
(Mouret and Clune, Illuminating search spaces by mapping elites, 2015). The bins are the same for all editions, so that
a cell always means the same.
"""

from __future__ import annotations

from bisect import bisect_right
from math import prod
from typing import NamedTuple

from dungeon_designer.figures.character import find_dead_ends
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import Survey
from dungeon_designer.translation import mark_for_translation

Cell = tuple[int, ...]
"""The cell of a dungeon: the index of its bin for each descriptor, in the order of DESCRIPTORS."""

MAX_SYMMETRIC_STEPS = 1
"""The largest difference, in steps, of the teams' walks to all chests in a symmetric dungeon."""

MAX_ASYMMETRIC_SHARE = 0.02
"""The largest difference in any other dungeon, as a share of the longer walk."""

FLOOR_WEIGHT, DEAD_END_PENALTY, POCKET_PENALTY = 0.25, 0.02, 0.01
"""What is subtracted from a worth: for unevenly shared floor, for each dead end, for each square in a pocket."""


class Descriptor(NamedTuple):
    """A figure by which people tell dungeons apart, divided into bins.

    Attributes:
        figure: The name of the figure in `analyse`.
        bin_limits: The limits between the bins, ascending. A value on a limit belongs to the bin above.
        bin_names: The name of a dungeon in each bin; one more than there are limits.
    """

    figure: str
    bin_limits: tuple[float, ...]
    bin_names: tuple[str, ...]


DESCRIPTORS = (
    Descriptor(
        "open-floor",
        (0.2, 0.4, 0.6, 0.8),
        (
            mark_for_translation("generator", "narrow"),
            mark_for_translation("generator", "rather narrow"),
            mark_for_translation("generator", "mixed"),
            mark_for_translation("generator", "rather open"),
            mark_for_translation("generator", "open"),
        ),
    ),
    Descriptor(
        "zone-steps",
        (18, 25, 32, 41),
        (
            mark_for_translation("generator", "very short"),
            mark_for_translation("generator", "short"),
            mark_for_translation("generator", "middling long"),
            mark_for_translation("generator", "long"),
            mark_for_translation("generator", "very long"),
        ),
    ),
    Descriptor(
        "loops",
        (5,),
        (mark_for_translation("generator", "few ways round"), mark_for_translation("generator", "many ways round")),
    ),
    Descriptor(
        "portal-share",
        (0.45,),
        (mark_for_translation("generator", "mostly on foot"), mark_for_translation("generator", "portals matter")),
    ),
)
"""The descriptors: open floor, steps between the end zones, loops, and the share of walking through portals."""


def find_cell(survey: Survey) -> Cell:
    """Return the archive cell of a dungeon: for each descriptor, the index of the bin in which its figure lies.

    The descriptors are open floor, steps between the end zones, loops and portal share. The archive keeps the best
    dungeons of each cell. A figure that the dungeon does not have counts as 0.
    """
    return tuple(
        bisect_right(descriptor.bin_limits, read_figure(descriptor.figure, survey) or 0.0) for descriptor in DESCRIPTORS
    )


def count_cells() -> int:
    """Return the number of possible cells: the product of the descriptors' numbers of bins.

    >>> count_cells()
    100
    """
    return prod(len(descriptor.bin_names) for descriptor in DESCRIPTORS)


def is_cell(cell: Cell) -> bool:
    """Return whether some numbers are a cell: one existing bin index for each descriptor. A file may hold others."""
    bin_counts = [len(descriptor.bin_names) for descriptor in DESCRIPTORS]
    return len(cell) == len(bin_counts) and all(
        bin_index in range(bin_count) for bin_index, bin_count in zip(cell, bin_counts, strict=True)
    )


def list_bin_names(cell: Cell) -> tuple[str, ...]:
    """Return how a dungeon in a cell is described: the name of its bin for each descriptor.

    >>> list_bin_names((0, 1, 0, 1))
    ('narrow', 'short', 'few ways round', 'portals matter')
    """
    return tuple(descriptor.bin_names[bin_index] for descriptor, bin_index in zip(DESCRIPTORS, cell, strict=True))


def read_figure(name: str, survey: Survey) -> float | None:
    """Return the value of one figure that `analyse` reports, such as `dead-ends`; the survey caches it.

    None if the dungeon does not have the figure, such as steps between end zones without end zones.
    """
    if name not in survey.figure_cache:
        survey.figure_cache[name] = MEASURES[name].measure_figure(survey).one
    return survey.figure_cache[name]


def read_figures(survey: Survey, names: tuple[str, ...]) -> dict[str, float]:
    """Return the values of several figures that `analyse` reports, by name, without those the dungeon does not have."""
    pairs = ((name, read_figure(name, survey)) for name in names)
    return {name: value for name, value in pairs if value is not None}


def has_fair_walks(survey: Survey, is_symmetric: bool) -> bool:
    """Return whether every team can walk to all chests, and the sums of their steps to them are about equal.

    Args:
        survey: The survey of the dungeon.
        is_symmetric: Whether the dungeon repeats itself across its middle. Then MAX_SYMMETRIC_STEPS limits the
            difference, else MAX_ASYMMETRIC_SHARE of the longer total.
    """
    step_sums = _list_step_sums(survey)
    max_difference = MAX_SYMMETRIC_STEPS if is_symmetric else MAX_ASYMMETRIC_SHARE * max(step_sums, default=0)
    return bool(step_sums) and max(step_sums) - min(step_sums) <= max_difference


def compute_worth(survey: Survey) -> float:
    """Return the quality of a dungeon, by which similar dungeons are compared: 1 for a fair one without flaws.

    These are subtracted from 1: the difference of the teams' walks to all chests divided by the longest of these
    walks; a quarter of (1 - `area-balance`), where 1 means that each team has equally much floor nearer to it; 0.02
    for each dead end without a chest; 0.01 for each square in a pocket behind a chest. The result can be negative. It
    is 0 if a team cannot walk to all chests.
    """
    step_sums = _list_step_sums(survey)
    if not step_sums:
        return 0.0
    walk_penalty = (max(step_sums) - min(step_sums)) / max(*step_sums, 1.0)
    floor_penalty = FLOOR_WEIGHT * (1 - (read_figure("area-balance", survey) or 0.0))
    shape_penalty = DEAD_END_PENALTY * _count_empty_dead_ends(survey) + POCKET_PENALTY * (
        read_figure("pocket-squares", survey) or 0.0
    )
    return 1 - walk_penalty - floor_penalty - shape_penalty


def _count_empty_dead_ends(survey: Survey) -> int:
    """Return how many dead ends hold no chest. With a chest, a dead end is a niche, which has its use."""
    if not read_figure("dead-ends", survey):
        return 0
    chests = {chest.square for chest in survey.chests}
    return sum(chests.isdisjoint(dead_end) for dead_end in find_dead_ends(survey))


def compute_worth_after_matches(worth: float, home_share: float) -> float:
    """Return a dungeon's worth (its quality, at most 1), lowered by the difference of the teams' shares of the wins.

    >>> compute_worth_after_matches(0.95, 0.51)
    0.93
    """
    return round(worth - abs(2 * home_share - 1), 9)


def _list_step_sums(survey: Survey) -> list[float]:
    """Return for each team the sum of its steps to all chests, without the teams' names.

    Empty if a team cannot walk to all chests, or if there are no teams.
    """
    sums_by_team = MEASURES["chest-steps"].measure_figure(survey).by_side or {}
    step_sums = list(sums_by_team.values())
    return [value for value in step_sums if value is not None] if None not in step_sums else []
