"""What several figures are read from, worked out once: portals' expectations, traffic, views, who is nearer."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import numpy as np

from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.figures.flow import flow
from dungeon_designer.figures.jumping import Arrivals, Best, Jumps, best, jumps
from dungeon_designer.figures.symmetries import Symmetry, symmetries
from dungeon_designer.figures.views import Views, views
from dungeon_designer.figures.walks import Floats, Walks
from dungeon_designer.kinds import Team

NOBODY = -1
"""The side nearest to a square as near to several, or to none."""


class Survey(Walks):
    """The walks on a board, and what follows from them."""

    @cached_property
    def arrivals(self) -> Arrivals:
        """Where one comes out of portals."""
        return Arrivals(self)

    @cached_property
    def jumps_to_chest(self) -> list[Jumps]:
        """What portals lead to on the way to each chest."""
        return [jumps(self, self.arrivals, foot) for foot in self.to_chest]

    @cached_property
    def jumps_to_zone(self) -> dict[Team, Jumps]:
        """What portals lead to on the way into the end zone or entries of each side."""
        return {team: jumps(self, self.arrivals, foot) for team, foot in self.to_zone.items()}

    def by_portal(self, foot: Floats, found: Jumps, squares: Ints | list[int]) -> Best:
        """The best ways to a goal from some squares, by portal where that takes fewer steps."""
        return best(foot[squares], self.to_portal[:, squares], self.portals.jump, found)

    @cached_property
    def traffic(self) -> Floats:
        """Of all walks between where a side sets up and a chest, the share that leads over each square.

        Every side and chest counts alike, the ways out as those back, and so does each of several shortest ways.
        """
        total, walks = np.zeros(len(self.board)), 0
        for steps in self.from_side.values():
            goals = Counter(chest.index for chest in self.chests if np.isfinite(steps[chest.index]))
            on_foot = np.where(self.walk.nodes, steps, np.inf)
            total += flow(on_foot, self.walk.pairs, goals)
            walks += goals.total()
        return total / max(walks, 1)

    @cached_property
    def straight(self) -> Flags:
        """Which of the steps drawn are no diagonals."""
        board, (one, other) = self.board, self.drawn.pairs.T
        straight: Flags = (board.x[one] == board.x[other]) | (board.y[one] == board.y[other])
        return straight

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and mirrors that bring the board onto itself."""
        return tuple(symmetries(self.board))

    @cached_property
    def views(self) -> Views:
        """Who sees whom."""
        return views(self)

    @cached_property
    def distances(self) -> Floats:
        """T x N: steps from each side."""
        return np.array(list(self.from_side.values())).reshape(len(self.sides), len(self.board))

    @cached_property
    def nearest(self) -> Ints:
        """The number of the side that is nearest to each square one walks on; NOBODY where it is no single one."""
        found = np.full(len(self.board), NOBODY, dtype=np.int32)
        if self.sides:
            least = self.distances.min(axis=0)
            alone = (self.distances == least).sum(axis=0) == 1
            found[alone] = self.distances.argmin(axis=0)[alone]
            found[~np.isfinite(least) | ~self.walk.nodes] = NOBODY
        return found

    def safety(self, team: Team, steps: dict[Team, Floats]) -> Floats:
        """How safe places are for a side, 0 to 1, given each side's steps to them; 0 where another is as near.

        min over all other sides j of max(0, (d_j - d_i) / (d_j + d_i)), with d_i the side's own steps. A place only
        one side walks to is wholly its own, one that it does not walk to is not at all. (Liapis, Yannakakis and
        Togelius, Towards a Generic Method of Evaluating Game Levels, AIIDE 2013.)
        """
        own = steps[team]
        found = np.where(np.isfinite(own), 1.0, 0.0)
        for other in self.others(team):
            found = np.minimum(found, _advantage(own, steps[other]))
        return found


def _advantage(own: Floats, other: Floats) -> Floats:
    """(other - own) / (other + own), not below nought; 1 where only one's own way is finite."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.nan_to_num((other - own) / (other + own))
    return np.where(np.isfinite(own) & ~np.isfinite(other), 1.0, np.where(np.isfinite(own), np.maximum(ratio, 0), 0.0))
