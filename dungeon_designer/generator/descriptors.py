"""What tells two proposed dungeons apart at a glance: four figures of `analyse`, each cut into a few bins.

A hundred cells in all, the cells of the archive (Mouret and Clune, Illuminating search spaces by mapping elites,
2015). The bins are the same for every edition, so that a cell means the same everywhere.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import Survey
from dungeon_designer.translation import marked

Cell = tuple[int, ...]
"""The number of the bin a dungeon lies in, for each descriptor in turn."""


class Descriptor(NamedTuple):
    """A figure by which people tell dungeons apart.

    figure  the name of the figure in `analyse`
    edges   where one bin ends and the next begins, rising; a value on an edge belongs to the bin above
    words   what a dungeon in each bin is called, one more than there are edges
    """

    figure: str
    edges: tuple[float, ...]
    words: tuple[str, ...]

    def bin(self, survey: Survey) -> int:
        """The number of the bin a dungeon lies in, from 0; a figure it does not have counts as 0."""
        value = MEASURES[self.figure].figure(survey).one
        return bisect_right(self.edges, value or 0.0)


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
    Descriptor(
        "portal-share",
        (0.45,),
        (marked("generator", "mostly on foot"), marked("generator", "portals matter")),
    ),
)
"""Open or narrow floor, steps between the end zones, ways round, and how much of all walking goes by portal."""


def cell_of(survey: Survey) -> Cell:
    """The cell of the archive a surveyed dungeon belongs into."""
    return tuple(descriptor.bin(survey) for descriptor in DESCRIPTORS)


def cells() -> int:
    """How many cells there are.

    >>> cells()
    100
    """
    total = 1
    for descriptor in DESCRIPTORS:
        total *= len(descriptor.words)
    return total
