"""Dead ends: places with one way in, and that at most two squares wide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

import numpy as np

from dungeon_designer.analysis.width import EAST, SOUTH, Blocks, blocks
from dungeon_designer.board.model import WALL, Flags, Ints
from dungeon_designer.breadth_first import groups
from dungeon_designer.figures.survey import Survey
from dungeon_designer.layout.model import SectionKind

Beside = dict[int, set[int]]
"""What lies beside what: blocks of 2x2 squares by their anchor, single squares by -1 less their number."""


def dead_ends(survey: Survey) -> float:
    """Places one leaves only the way one came: the ends of ways at most two wide, alcoves, and halls with one such way.

    The floor is taken as blocks of 2x2 walking squares that slide from one to the next, and the single squares that no
    block covers. Blocks within 3x3 squares of floor are one place, a hall. A place is a dead end where all that lies
    beside it hangs together without it, unless a zone lies there, or one steps from there onto a portal.
    """
    return float(len(dead_end_places(survey)))


def dead_end_places(survey: Survey) -> list[Ints]:
    """The squares of each dead end, in order of their first."""
    two = blocks(survey.board, survey.drawn.nodes, survey.board.edges != WALL, 2)
    hall = _halls(two)
    beside = _as_places(_beside(survey, two), hall)
    members: dict[int, list[int]] = defaultdict(list)
    for anchor in two.anchors.tolist():
        members[hall.get(anchor, anchor)].append(anchor)
    leads_on = _leads_on(survey)
    found = []
    for place, near in beside.items():
        squares = _covered(two, members[place]) if place >= 0 else np.array([-1 - place], dtype=np.int32)
        if near and not leads_on[squares].any() and _hang_together(near, beside):
            found.append(squares)
    return sorted(found, key=lambda squares: int(squares[0]))


def _halls(two: Blocks) -> dict[int, int]:
    """Of each block within 3x3 squares of floor, the first block of its hall."""
    around, at = two.board.neighbours, two.at
    east, south, both = around[:, EAST], around[:, SOUTH], around[:, EAST + 1]
    corner = np.flatnonzero(at & at[east] & at[south] & at[both])
    wide = set(np.concatenate((corner, east[corner], south[corner], both[corner])).tolist())
    near = around[:, ::2].tolist()
    found = groups(sorted(wide), lambda block: wide.intersection(near[block]))
    named = ((min(hall), hall) for hall in found)
    return {block: name for name, hall in named for block in hall}


def _beside(survey: Survey, two: Blocks) -> Iterator[tuple[int, int]]:
    """Pairs of blocks and single squares beside each other."""
    board = survey.board
    for side in (EAST, SOUTH):
        there = board.neighbours[:, side]
        one = np.flatnonzero(two.at & (there >= 0) & two.at[there])
        yield from zip(one.tolist(), there[one].tolist(), strict=True)
    over: dict[int, list[int]] = defaultdict(list)
    for cell in two.cells.values():
        for anchor, square in zip(two.anchors.tolist(), cell.tolist(), strict=True):
            over[square].append(anchor)
    for one, other in survey.drawn.pairs[survey.straight].tolist():
        if one not in over or other not in over:
            yield from ((a, b) for a in over.get(one, [-1 - one]) for b in over.get(other, [-1 - other]))


def _as_places(pairs: Iterator[tuple[int, int]], hall: dict[int, int]) -> Beside:
    found: Beside = defaultdict(set)
    for pair in pairs:
        one, other = (hall.get(each, each) for each in pair)
        if one != other:
            found[one].add(other)
            found[other].add(one)
    return dict(found)


def _hang_together(near: Collection[int], beside: Beside) -> bool:
    """Whether some places are joined by steps among them alone."""
    among = set(near)
    return len(list(groups(sorted(among), lambda place: beside[place] & among))) == 1


def _covered(two: Blocks, anchors: list[int]) -> Ints:
    around = two.board.neighbours
    cells = [around[anchors, EAST], around[anchors, SOUTH], around[anchors, EAST + 1]]
    return np.unique(np.concatenate((np.array(anchors, dtype=np.int32), *cells))).astype(np.int32)


def _leads_on(survey: Survey) -> Flags:
    """Squares of zones, and those from which a step leads onto a portal or into an entry."""
    found = np.zeros(len(survey.board), dtype=np.bool_)
    for section in survey.board.of_kind(SectionKind.END_ZONE):
        found[section.squares] = True
    for near in survey.reach.beside.values():
        found[near] = True
    return found
