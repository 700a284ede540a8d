"""`junction-width` read a second time: shared edges chained by their end points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from oracle.floor import ORTHOGONAL, Border, Floor, Found, Square, groups
from oracle.spacing import traps

Corner = tuple[int, int]
"""A corner of the grid: the upper left one of the square of the same name."""


def junction_width(floor: Floor, level: str, least: int, elements: bool = False) -> Iterator[Found]:
    """Each junction narrower than `least`, with the squares along it."""
    owner = elements_of(floor) if elements else dict(floor.owner)
    for junction in junctions(owner):
        width = longest_run(junction)
        if width < least:
            yield Found(level, frozenset(square for border in junction for square in border), width)


def elements_of(floor: Floor) -> dict[Square, int]:
    """Which element each square belongs to when bridges and traps of several squares are elements too."""
    owner, number = dict(floor.owner), count(len(floor.layout.sections))
    for trap in traps(floor):
        if len(trap) > 1:
            owner.update(dict.fromkeys(trap & owner.keys(), next(number)))
    for bridge in groups(floor.bridges):
        owner.update(dict.fromkeys(bridge, next(number)))
    return {square: element for square, element in owner.items() if square not in floor.hazards}


def junctions(owner: dict[Square, int]) -> list[set[Border]]:
    """For each two sections, the chains of the edges they share."""
    shared: dict[frozenset[int], set[Border]] = {}
    for (x, y), here in owner.items():
        for dx, dy in ORTHOGONAL:
            there = owner.get((x + dx, y + dy), here)
            if there != here:
                shared.setdefault(frozenset((here, there)), set()).add(frozenset(((x, y), (x + dx, y + dy))))
    return [chain for borders in shared.values() for chain in chains(borders)]


def chains(borders: set[Border]) -> Iterator[set[Border]]:
    """The borders in groups connected at their end points."""
    left = set(borders)
    while left:
        chain = {left.pop()}
        while True:
            ends = {corner for border in chain for corner in end_points(border)}
            more = {border for border in left if ends & end_points(border)}
            if not more:
                break
            chain |= more
            left -= more
        yield chain


def end_points(border: Border) -> set[Corner]:
    """The two corners of the grid between which an edge runs."""
    (x0, y0), (x1, y1) = sorted(border)
    if x0 == x1:
        return {(x0, y1), (x0 + 1, y1)}
    return {(x1, y0), (x1, y0 + 1)}


def longest_run(chain: set[Border]) -> int:
    """The most edges in one straight line without a break."""
    lines = {frozenset(end_points(border)) for border in chain}
    return max(straight(lines, line) for line in lines)


def straight(lines: set[frozenset[Corner]], line: frozenset[Corner]) -> int:
    """How far a line goes on to the right or down from one of its edges, that edge included."""
    (x0, y0), (x1, y1) = sorted(line)
    dx, dy = x1 - x0, y1 - y0
    length = 0
    while frozenset(((x0, y0), (x0 + dx, y0 + dy))) in lines:
        x0, y0, length = x0 + dx, y0 + dy, length + 1
    return length
