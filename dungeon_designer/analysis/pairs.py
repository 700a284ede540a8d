"""Two sites of two lists, and the question which two lie farthest apart on foot."""

from __future__ import annotations

from typing import NamedTuple

from dungeon_designer.analysis.graphs import Movement
from dungeon_designer.analysis.sites import Sites


class Search(NamedTuple):
    """What is sought: a site of each list, as many steps apart as can be.

    Steps are counted over `walk` between their nearest feet; sites that one cannot walk between are no pair, nor are
    sites that overlap or, with `gap` 1, share an edge. `wanted` are the sites the end zones lie on now, -1 for none:
    of several pairs equally far apart, one that keeps a zone where it is is named where all distances are known.
    """

    walk: Movement
    one: Sites
    other: Sites
    gap: int = 0
    wanted: tuple[int, int] = (-1, -1)

    def steps(self, one: int, other: int) -> int:
        """How far two sites are apart; FAR when one cannot walk between them."""
        return int(self.walk.distances(self.one.feet_of(one).tolist())[self.other.feet_of(other)].min())


class Pair(NamedTuple):
    """Two sites and the steps between their nearest feet."""

    steps: int
    one: int
    other: int


class Farthest(NamedTuple):
    """The two sites farthest apart, None when none lie farther than was asked; `settled`: whether that is certain."""

    pair: Pair | None
    settled: bool
