"""Paths of very many lines, taken apart: a change to some of them need not concern the others. No Qt here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise
from math import ceil, floor

from dungeon_designer.drawing.shapes import Path, Point, Shape

MANY = 16
"""A path of so many lines is painted part by part."""

_PART = 16
"""The side of such a part, in squares."""

_LONG = 24
"""So many points has a line that is cut at the borders of the parts."""

Run = tuple[str, tuple[Point, ...]]
"""The verbs and the points of one line of a path, from where it is begun."""

Line = tuple[Point, ...]


def parts_of(shape: Shape) -> Iterable[Shape]:
    """A shape as it is painted: opaque lines all over a large dungeon are cut into those of each part of it."""
    if not isinstance(shape, Path) or shape.style.fill or shape.style.opacity < 1 or shape.verbs.count("M") < MANY:
        return (shape,)
    found: defaultdict[tuple[float, float], tuple[list[str], list[tuple[Point, ...]]]]
    found = defaultdict(lambda: ([], []))
    for verbs, points in runs_of(shape):
        x, y = points[0]
        of_verbs, of_points = found[x // _PART, y // _PART]
        of_verbs.append(verbs)
        of_points.append(points)
    parts = found.values()
    return [Path("".join(verbs), tuple(chain.from_iterable(points)), shape.style) for verbs, points in parts]


def runs_of(shape: Path) -> Iterator[Run]:
    """A path's lines, each from where it is begun."""
    at = 0
    for part in shape.verbs.split("M")[1:]:
        verbs, size = _measured(part)
        yield verbs, shape.points[at : at + size]
        at += size


@lru_cache(maxsize=4096)
def _measured(verbs: str) -> tuple[str, int]:
    """The verbs of a line with the one that begins it, and how many points they take."""
    return f"M{verbs}", 1 + verbs.count("L") + 2 * verbs.count("Q") + 3 * verbs.count("C")


def pieces_of(run: Run) -> Iterator[Run]:
    """A long line cut where it goes on into another part; ends that are round hide it.

    >>> points = ((0, 0), *((20, y) for y in range(30)), (0, 30))
    >>> [len(piece[1]) for piece in pieces_of(("M" + "L" * 31 + "Z", points))]
    [2, 17, 15, 2]
    """
    verbs, points = run
    if len(points) <= _LONG or "Q" in verbs or "C" in verbs:
        yield run
        return
    way = (*points, points[0]) if verbs.endswith("Z") else points
    parts = [(x // _PART, y // _PART) for x, y in way]
    cuts = [0, *(at for at in range(1, len(way) - 1) if parts[at] != parts[at - 1]), len(way) - 1]
    yield from (("M" + "L" * (end - start), way[start : end + 1]) for start, end in pairwise(cuts))


def lines_of(run: Run) -> Iterable[Line]:
    """The straight lines of a run; where it has curves, all the points of those."""
    verbs, points = run
    if "Q" in verbs or "C" in verbs:
        return (points,)
    return pairwise((*points, points[0]) if verbs.endswith("Z") else points)


def apart(before: set[Line], after: set[Line], whole: bool) -> set[Line]:
    """Lines in one of two sets alone; unless a line counts as a `whole`, square by square.

    >>> sorted(apart({((0, 0), (3, 0))}, {((0, 0), (2, 0))}, whole=False))
    [((2, 0), (3, 0))]
    """
    gone, new = before - after, after - before
    if whole:
        return gone | new
    return {part for line in gone for part in _cut(line)} ^ {part for line in new for part in _cut(line)}


def _cut(line: Line) -> Iterator[Line]:
    """An upright or level line as those of each square; any other as it is."""
    (x0, y0), (x1, y1) = line[0], line[-1]
    if len(line) != 2 or (x0 != x1) == (y0 != y1):
        yield line
    elif y0 == y1:
        yield from (((a, y0), (b, y0)) for a, b in pairwise(_stops(x0, x1)))
    else:
        yield from (((x0, a), (x0, b)) for a, b in pairwise(_stops(y0, y1)))


def _stops(one: float, other: float) -> list[float]:
    low, high = min(one, other), max(one, other)
    return [low, *range(floor(low) + 1, ceil(high)), high]
