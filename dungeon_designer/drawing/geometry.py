"""Points and curves: noise that never changes, wobbly rings, paths from text."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin

from dungeon_designer.drawing.shapes import Path, Point, Style

_MASK = 0xFFFFFFFF
_PART = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_TAKES = {"M": 1, "L": 1, "Q": 2, "C": 3}


@lru_cache(maxsize=1 << 16)
def scatter(x: int, y: int, salt: int = 0) -> int:
    """32 bits that depend on nothing but the three numbers given: chance without seed or state."""
    value = (x * 374761393 + y * 668265263 + salt * 2246822519) & _MASK
    value = ((value ^ (value >> 13)) * 1274126177) & _MASK
    value = ((value ^ (value >> 15)) * 2654435761) & _MASK
    return value ^ (value >> 16)


def noise(x: int, y: int, salt: int = 0) -> float:
    """A number from 0 up to 1 by `scatter`.

    >>> noise(3, 4) == noise(3, 4) != noise(4, 3)
    True
    """
    return scatter(x, y, salt) / (_MASK + 1)


def pick(x: int, y: int, count: int, salt: int = 0) -> int:
    """One of `count` choices for a square."""
    return scatter(x, y, salt) * count >> 32


def inset(ring: Sequence[Point], depth: float) -> list[Point]:
    """A ring along the grid, moved `depth` to its right: inwards for the rings of `analysis.outlines`."""
    moved = []
    for (ax, ay), (x, y), (bx, by) in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        right = (y > ay) - (y < ay) + (by > y) - (by < y)  # one of both lines is level, the other upright
        down = (x > ax) - (x < ax) + (bx > x) - (bx < x)
        moved.append((x - right * depth, y + down * depth))
    return moved


def wobbled(ring: Sequence[Point], amount: float, salt: int = 0, step: float = 0.5) -> list[Point]:
    """A ring as a hand would draw it: cut into pieces of `step`, each point moved by up to `amount`.

    A point's shift depends on where it is, so rings that share an edge still share it.
    """
    lines = zip(ring, (*ring[1:], ring[0]), strict=True)
    return [_shaken(point, amount, salt) for line in lines for point in _cut(*line, step)]


@lru_cache(maxsize=1 << 13)
def wavering(run: tuple[Point, Point], amount: float, salt: int) -> tuple[Point, ...]:
    """A straight line as a hand would draw it; lines that end in one point still do; remembered."""
    return tuple(_shaken(point, amount, salt) for point in (*_cut(*run, 1.0), run[1]))


def _cut(a: Point, b: Point, step: float) -> Iterator[Point]:
    """Points along an upright or level line about a step apart, but its end."""
    (x0, y0), (x1, y1) = a, b
    count = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / step))
    return ((x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count) for i in range(count))


def _shaken(point: Point, amount: float, salt: int) -> Point:
    x, y = point
    a, b = round(x * 100), round(y * 100)
    return x + (noise(a, b, salt) - 0.5) * 2 * amount, y + (noise(a, b, salt + 1) - 0.5) * 2 * amount


@lru_cache(maxsize=512)
def parsed(data: str) -> tuple[str, tuple[Point, ...]]:
    """The verbs and points of an SVG path in hundredths of a square; ValueError for arcs and short forms of curves.

    >>> parsed("m 0 0 l 50 0 h-50z"), parsed("M0 0 100 100")
    (('MLLZ', ((0.0, 0.0), (0.5, 0.0), (0.0, 0.0))), ('ML', ((0.0, 0.0), (1.0, 1.0))))
    """
    parts, verbs, points = deque(_PART.findall(data)), "", [(0.0, 0.0)]
    at, start, said = (0.0, 0.0), (0.0, 0.0), ""
    while parts:
        said = parts.popleft() if parts[0].isalpha() else {"M": "L", "m": "l"}.get(said, said)
        verb, (x, y) = said.upper(), at if said.islower() else (0.0, 0.0)
        if verb == "Z":
            at = start
        elif verb in ("H", "V"):
            far = float(parts.popleft())
            at = (x + far, at[1]) if verb == "H" else (at[0], y + far)
            points.append(at)
        elif verb in _TAKES:
            points += [(x + float(parts.popleft()), y + float(parts.popleft())) for _ in range(_TAKES[verb])]
            at = points[-1]
            start = at if verb == "M" else start
        else:
            raise ValueError(f"no verb of a path that can be read: {said}")
        verbs += "L" if verb in ("H", "V") else verb
    return verbs, tuple((x / 100, y / 100) for x, y in points[1:])


def moved(path: Path, dx: float = 0.0, dy: float = 0.0, turn: float = 0.0, size: float = 1.0) -> Path:
    """The path scaled, turned clockwise about the origin, then shifted."""
    c, s = cos(radians(turn)) * size, sin(radians(turn)) * size
    return Path(path.verbs, tuple((x * c - y * s + dx, x * s + y * c + dy) for x, y in path.points), path.style)


def rounded(left: float, top: float, width: float, height: float, radius: float, style: Style) -> Path:
    """An upright rectangle with round corners."""
    r, right, bottom = radius, left + width, top + height
    points = (
        (left + r, top), (right - r, top), (right, top), (right, top + r),
        (right, bottom - r), (right, bottom), (right - r, bottom),
        (left + r, bottom), (left, bottom), (left, bottom - r),
        (left, top + r), (left, top), (left + r, top),
    )  # fmt: skip
    return Path("MLQLQLQLQZ", points, style)
