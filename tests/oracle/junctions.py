"""`junction-width` read a second time: shared edges chained by their end points."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.layout.model import SectionKind
from oracle.floor import Border, Floor, Found, Square, find_groups, list_neighbours
from oracle.spacing import find_traps

Corner = tuple[int, int]
"""A corner of the grid: the upper left one of the square of the same name."""


def find_narrow_junctions(
    floor: Floor, level: str, least: int, elements: bool = False, openings: bool = True
) -> Iterator[Found]:
    """Yield each junction narrower than `least`, with the squares along it; or one whose `openings` are, with theirs.

    An element's junction that is one of two sections all the same is told of once; nothing but walls is none. Entries
    are walls to all but one.
    """
    shared = list_section_borders(floor, elements).values()
    found = [
        chain
        for borders in shared
        for chain in find_chains(borders)
        if floor.entries.isdisjoint(frozenset().union(*chain))
    ]
    around = [chain for element in list_elements(floor) for chain in find_chains(list_element_borders(floor, element))]
    open_ones = [chain for chain in around if any(floor.edge(*border) != "wall" for border in chain)]
    for junction in found + [chain for chain in open_ones if elements and chain not in found]:
        passable = {border for border in junction if floor.edge(*border) != "wall"}
        measured = [junction, passable] if openings and passable else [junction]
        narrow = next((borders for borders in measured if measure_longest_run(borders) < least), None)
        if narrow:
            yield Found(level, frozenset(square for border in narrow for square in border), measure_longest_run(narrow))


def list_section_borders(floor: Floor, elements: bool) -> dict[frozenset[int], set[Border]]:
    """Return the edges each two sections share; of a section that is a bridge, as an element, the walkable ones."""
    shared: dict[frozenset[int], set[Border]] = {}
    for a, here in floor.owner.items():
        for b in list_neighbours(a):
            there = floor.owner.get(b, here)
            bridge = elements and SectionKind.BRIDGE in (floor.kind(a), floor.kind(b) if there != here else None)
            if there != here and not (bridge and not {a, b} <= floor.walkable()):
                shared.setdefault(frozenset((here, there)), set()).add(frozenset((a, b)))
    return shared


def list_elements(floor: Floor) -> list[set[Square]]:
    """Return the bridges and traps of several squares."""
    return find_groups(floor.bridges) + [trap & floor.owner.keys() for trap in find_traps(floor) if len(trap) > 1]


def list_element_borders(floor: Floor, element: set[Square]) -> set[Border]:
    """Return the edges between an element and the floor around it, both of which can be walked on."""
    ground = floor.walkable()
    return {frozenset((a, b)) for a in element & ground for b in list_neighbours(a) if b in ground - element}


def find_chains(borders: set[Border]) -> Iterator[set[Border]]:
    """Yield the borders in groups connected at their end points."""
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
    """Return the two corners of the grid between which an edge runs."""
    (x0, y0), (x1, y1) = sorted(border)
    if x0 == x1:
        return {(x0, y1), (x0 + 1, y1)}
    return {(x1, y0), (x1, y0 + 1)}


def measure_longest_run(chain: set[Border]) -> int:
    """Return the most edges in one straight line without a break."""
    lines = {frozenset(end_points(border)) for border in chain}
    return max(measure_straight_run(lines, line) for line in lines)


def measure_straight_run(lines: set[frozenset[Corner]], line: frozenset[Corner]) -> int:
    """Return how far a line goes on to the right or down from one of its edges, that edge included."""
    (x0, y0), (x1, y1) = sorted(line)
    dx, dy = x1 - x0, y1 - y0
    length = 0
    while frozenset(((x0, y0), (x0 + dx, y0 + dy))) in lines:
        x0, y0, length = x0 + dx, y0 + dy, length + 1
    return length
