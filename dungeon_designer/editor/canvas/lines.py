"""Paths of very many lines, taken apart: a change to some of them need not concern the others. No Qt here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, floor

from dungeon_designer.drawing.shapes import Path, Point, Shape

MANY = 16
"""A path of so many lines is painted part by part."""

_PART = 16
"""The side of such a part, in squares."""

Run = tuple[str, tuple[Point, ...]]
"""The verbs and the points of one line of a path, from where it is begun."""

Line = tuple[Point, ...]


def parts_of(shape: Shape) -> Iterable[Shape]:
    """A shape as it is painted: opaque lines all over a large dungeon are cut into those of each part of it."""
    if not isinstance(shape, Path) or shape.style.fill or shape.style.opacity < 1 or shape.verbs.count("M") < MANY:
        return (shape,)
    found: dict[tuple[int, int], list[Run]] = {}
    for run in runs_of(shape):
        x, y = run[1][0]
        found.setdefault((int(x // _PART), int(y // _PART)), []).append(run)
    return [
        Path("".join(verbs for verbs, _ in runs), tuple(point for _, points in runs for point in points), shape.style)
        for runs in found.values()
    ]


def runs_of(shape: Path) -> Iterator[Run]:
    """A path's lines, each from where it is begun."""
    at = 0
    for verbs in shape.verbs.split("M")[1:]:
        size = 1 + verbs.count("L") + 2 * verbs.count("Q") + 3 * verbs.count("C")
        yield f"M{verbs}", shape.points[at : at + size]
        at += size


def lines_of(shape: Path) -> Iterator[Line]:
    """The straight lines of a path; where it has curves, all the points of those."""
    for verbs, points in runs_of(shape):
        if "Q" in verbs or "C" in verbs:
            yield points
        else:
            yield from pairwise((*points, points[0]) if verbs.endswith("Z") else points)


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
