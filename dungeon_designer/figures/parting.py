"""What parts the sides: the fewest squares whose loss does, the squares any one of which does, and pockets.

The fewest are found by Menger's theorem: as many as there are ways that share no square. Ways are looked for one after
the other, each in O(N); networkx takes longer to be imported than that, and serves the tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.board.model import Ints
from dungeon_designer.breadth_first import reached, waves
from dungeon_designer.figures.survey import Survey
from dungeon_designer.kinds import Team

_State = tuple[int, bool]

MOST_WAYS = 40
"""No more ways than these are looked for: whoever holds so many squares holds a dungeon."""

MOST_WALKED = 200_000
"""Nor more than walk over so many squares, all ways together."""


def least_cut(survey: Survey) -> float | None:
    """The fewest squares whose loss parts two sides on foot, the squares they set up on aside.

    None where two sides cannot walk to each other anyhow, where they set up beside each other, or where it takes more
    than 40 squares, of a dungeon of 20,000 squares more than 10.
    """
    most = min(MOST_WAYS, MOST_WALKED // max(len(survey.squares), 1))
    cuts = [separate_ways(survey, one, other, most + 1) for one, other in combinations(survey.sides, 2)]
    known = [cut for cut in cuts if cut is not None and 0 < cut <= most]
    return float(min(known)) if known else None


def cut_squares(survey: Survey) -> float | None:
    """Squares any one of which parts two sides on foot when it is lost, those they set up on aside."""
    return float(len(cutting(survey))) if len(survey.sides) > 1 else None


def cutting(survey: Survey) -> Ints:
    """The numbers of those squares: of the squares on a shortest way, those without which there is none. O(N) each."""
    found: set[int] = set()
    for one, other in combinations(survey.sides, 2):
        if separate_ways(survey, one, other, most=2) == 1:
            found.update(_cutting(survey, one, other))
    return np.array(sorted(found), dtype=np.int32)


def _cutting(survey: Survey, one: Team, other: Team) -> Iterator[int]:
    near, goal = survey.walk.adjacent, frozenset(survey.set_up[other])
    starts = frozenset(survey.set_up[one])
    for square in _way(survey, starts, goal):
        without = reached(starts, lambda at, lost=square: [there for there in near[at] if there != lost])  # type: ignore[misc]
        if not goal & without:
            yield square


def _way(survey: Survey, starts: frozenset[int], goal: frozenset[int]) -> list[int]:
    """The squares between on a shortest way."""
    near, steps = survey.walk.adjacent, survey.walk.distances(starts)
    at, way = min(goal, key=lambda square: (steps[square], square)), []
    while steps[at] > 1:
        at = next(there for there in near[at] if steps[there] == steps[at] - 1)
        way.append(at)
    return way


def separate_ways(survey: Survey, one: Team, other: Team, most: int) -> int | None:
    """How many ways that share no square lead from one side to another, at most so many; None where they are beside.

    By augmenting paths (Ford and Fulkerson, Maximal Flow through a Network, 1956) over squares passed once each.
    """
    near = survey.walk.adjacent
    starts, goal = frozenset(survey.set_up[one]), frozenset(survey.set_up[other])
    if starts & goal or any(goal.intersection(near[at]) for at in starts):
        return None
    ways = _Ways(near, starts, goal)
    while ways.count < most and ways.further():
        pass
    return ways.count


class _Ways:
    """Ways found so far, as steps from square to square.

    While a further one is looked for, a state is a square and whether one may go on from it to any other: one that lies
    on a way found before may be entered only to take that way's step onto it back.
    """

    def __init__(self, near: list[list[int]], starts: frozenset[int], goal: frozenset[int]) -> None:
        self._near, self._starts, self._goal = near, starts, goal
        self._steps: set[tuple[int, int]] = set()
        self._before: dict[int, int] = {}
        self.count = 0

    def further(self) -> bool:
        """Find one way more, if need be with the others led elsewhere."""
        came: dict[_State, _State] = {}
        for wave in waves([(start, True) for start in self._starts], lambda state: self._onward(state, came)):
            ends = sorted(state for state in wave if state[0] in self._goal)
            if ends:
                self._take(ends[0], came)
                return True
        return False

    def _onward(self, state: _State, came: dict[_State, _State]) -> list[_State]:
        """The states one step on, each told where it was first come from."""
        at, free = state
        if free:
            found = [(there, there not in self._before) for there in self._near[at] if (at, there) not in self._steps]
            found += [(at, False)] if at in self._before else []
        else:
            found = [(self._before[at], True)]
        for there in found:
            came.setdefault(there, state)
        return [there for there in found if there[0] not in self._starts]

    def _take(self, end: _State, came: dict[_State, _State]) -> None:
        """Make a way of the states that led to its end."""
        state, self.count = end, self.count + 1
        while not (state[0] in self._starts and state[1]):
            (before, free), at = came[state], state[0]
            if not free:
                self._steps.discard((at, before))
            elif before != at:
                self._steps.add((before, at))
            state = before, free
        self._before = {there: here for here, there in self._steps if there not in self._goal}


def pocket_squares(survey: Survey) -> float | None:
    """Squares in pockets: those a ball may roll into and nobody follows before a chest that shuts them off is opened.

    With chests that cannot be walked over as walls, the squares nobody gets to on foot or out of a portal, though one
    does without. Where a chest is entered to open it, nothing gets stuck: None.
    """
    return float(len(pockets(survey))) if survey.beside else None


def pockets(survey: Survey) -> Ints:
    """The numbers of those squares."""
    shut, reach = survey.board.is_chest, survey.reach
    starts = {square for team in survey.sides for square in survey.set_up[team]}
    starts |= {near for portal in survey.portal_squares for near in reach.beside[portal] if survey.walk.nodes[near]}
    open_ways = survey.walk.only(~shut).distances(starts)
    ways = survey.walk.distances(starts)
    return np.flatnonzero((ways != FAR) & (open_ways == FAR) & ~shut).astype(np.int32)
