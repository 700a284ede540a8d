"""Compute points and curves: repeatable noise, hand-drawn lines and rings, paths from SVG text."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin

from dungeon_designer.drawing.shapes import Path, Point, Style

_MASK = 0xFFFFFFFF
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_POINTS_PER_VERB = {"M": 1, "L": 1, "Q": 2, "C": 3}


@lru_cache(maxsize=1 << 16)
def hash_integers(x: int, y: int, salt: int = 0) -> int:
    """Return a pseudo-random number of 32 bits that depends on nothing but three numbers.

    Drawings use this in place of a random generator, so that a square always looks the same.

    Args:
        x: the column of a square, or any number.
        y: the row of a square, or any number.
        salt: a number that differs for each use, so that two uses on one square are independent.
    """
    # large odd numbers spread the bits; shifts bring upper bits down to where multiplying spreads them again
    value = (x * 374761393 + y * 668265263 + salt * 2246822519) & _MASK
    value = ((value ^ (value >> 13)) * 1274126177) & _MASK
    value = ((value ^ (value >> 15)) * 2654435761) & _MASK
    return value ^ (value >> 16)


def compute_noise(x: int, y: int, salt: int = 0) -> float:
    """Return a pseudo-random number from 0 up to 1 (1 excluded) that depends on the three arguments alone.

    The salt is a number that differs for each use, so that two uses on one square are independent.

    >>> compute_noise(3, 4) == compute_noise(3, 4) != compute_noise(4, 3)
    True
    """
    return hash_integers(x, y, salt) / (_MASK + 1)


def pick_index(x: int, y: int, count: int, salt: int = 0) -> int:
    """Return a pseudo-random index from 0 up to `count` (excluded) that depends on the square and the salt alone.

    The salt is a number that differs for each use.
    """
    return hash_integers(x, y, salt) * count >> 32  # the hash has 32 bits, so this scales it to `count`


def inset_ring(ring: Sequence[Point], depth: float) -> list[Point]:
    """Return a closed outline of horizontal and vertical lines, with each line moved by `depth` to its right-hand side.

    "Right" is seen in the direction of the line. The outlines of `analysis.outlines` run clockwise around areas, so
    this makes the area smaller.

    Args:
        ring: the corners of the outline in order; the last one is joined to the first.
        depth: the distance in squares.

    >>> inset_ring([(0, 0), (2, 0), (2, 2), (0, 2)], 0.5)
    [(0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5)]
    """
    points = []
    previous_corners, next_corners = (ring[-1], *ring[:-1]), (*ring[1:], ring[0])
    for previous_corner, corner, next_corner in zip(previous_corners, ring, next_corners, strict=True):
        # one of the two lines that meet here is horizontal, the other vertical, so the sum has one step along each axis
        (first_dx, first_dy), (dx, dy) = _find_direction(previous_corner, corner), _find_direction(corner, next_corner)
        step_x, step_y = first_dx + dx, first_dy + dy
        # y grows downwards: to the right of a line that runs down (step_y = 1) is a smaller x, and to the right of a
        # line that runs to the right (step_x = 1) is a greater y
        x, y = corner
        points.append((x - step_y * depth, y + step_x * depth))
    return points


def _find_direction(start: Point, end: Point) -> tuple[int, int]:
    """Return the direction of a horizontal or vertical line as (dx, dy): one of them is 1 or -1, the other 0."""
    (start_x, start_y), (end_x, end_y) = start, end
    return (end_x > start_x) - (end_x < start_x), (end_y > start_y) - (end_y < start_y)


def roughen_ring(ring: Sequence[Point], amount: float, salt: int = 0, step: float = 0.5) -> list[Point]:
    """Return a closed outline as if drawn by hand: cut into pieces, each point shifted a little.

    The shift of a point depends on its position, so outlines that share an edge still share it.

    Args:
        ring: the corners of the outline in order.
        amount: the largest shift in each direction, in squares.
        salt: a number that chooses among different shifts.
        step: the length of a piece, in squares.
    """
    lines = zip(ring, (*ring[1:], ring[0]), strict=True)
    return [_shift_point(point, amount, salt) for start, end in lines for point in _split_line(start, end, step)]


@lru_cache(maxsize=1 << 13)
def roughen_line(line: tuple[Point, Point], amount: float, salt: int) -> tuple[Point, ...]:
    """Return a straight line as if drawn by hand, with each point shifted by up to `amount`.

    The line is cut into pieces one square long. Lines that end in one point still do, since the shift depends
    on the position. The salt is a number that chooses among different shifts. Results are cached.
    """
    start, end = line
    return tuple(_shift_point(point, amount, salt) for point in (*_split_line(start, end, 1.0), end))


def _split_line(start: Point, end: Point, step: float) -> Iterator[Point]:
    """Return points along a vertical or horizontal line, about `step` apart, with its start but without its end."""
    (x0, y0), (x1, y1) = start, end
    length = abs(x1 - x0) + abs(y1 - y0)  # one of the two is 0
    count = max(1, round(length / step))
    return ((x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count) for i in range(count))


def _shift_point(point: Point, amount: float, salt: int) -> Point:
    """Return a point shifted by up to `amount` in each direction.

    The shift is pseudo-random; it depends on the point and the salt alone.
    """
    x, y = point
    column, row = round(x * 100), round(y * 100)  # noise is computed from whole numbers: hundredths of a square
    x_noise, y_noise = compute_noise(column, row, salt), compute_noise(column, row, salt + 1)  # 0 to 1
    return x + (x_noise - 0.5) * 2 * amount, y + (y_noise - 0.5) * 2 * amount


@lru_cache(maxsize=512)
def parse_svg_path(data: str) -> tuple[str, tuple[Point, ...]]:
    """Parse the data of an SVG path whose units are hundredths of a square.

    A path is a sequence of commands: a letter, then coordinates. A capital letter means coordinates from the origin, a
    small letter coordinates from the point that the command before it reached.

    Returns:
        The verbs M, L, Q, C and Z, as `Path` has them, and the points in squares.

    Raises:
        ValueError: the data has arcs or short forms of curves.

    >>> parse_svg_path("m 0 0 l 50 0 h-50z"), parse_svg_path("M0 0 100 100")
    (('MLLZ', ((0.0, 0.0), (0.5, 0.0), (0.0, 0.0))), ('ML', ((0.0, 0.0), (1.0, 1.0))))
    """
    tokens = deque(_TOKEN.findall(data))
    verbs, points, command = "", list[Point](), ""
    position = start = (0.0, 0.0)
    while tokens:
        # numbers without a command of their own repeat the last one; after a move they are lines
        command = tokens.popleft() if tokens[0].isalpha() else {"M": "L", "m": "l"}.get(command, command)
        origin = position if command.islower() else (0.0, 0.0)
        new_points = _read_command_points(command, tokens, position, origin)
        points += new_points
        verb = command.upper()
        position = start if verb == "Z" else new_points[-1]  # Z closes the outline: back to its start
        if verb == "M":
            start = position
        verbs += "L" if verb in ("H", "V") else verb
    return verbs, tuple((x / 100, y / 100) for x, y in points)


def _read_command_points(command: str, tokens: deque[str], position: Point, origin: Point) -> list[Point]:
    """Return the points of one command of an SVG path, whose numbers are removed from the tokens.

    H is a horizontal and V a vertical line; they give one coordinate, and the other is that of the position.

    Args:
        command: the letter of the command.
        tokens: the numbers and commands that follow.
        position: the point that the command before this one reached.
        origin: the point from which the numbers of this command are counted.

    Raises:
        ValueError: the command is an arc, a short form of a curve, or unknown.
    """
    verb, (x, y) = command.upper(), origin
    if verb == "Z":
        return []
    if verb == "H":
        return [(x + float(tokens.popleft()), position[1])]
    if verb == "V":
        return [(position[0], y + float(tokens.popleft()))]
    if verb not in _POINTS_PER_VERB:
        raise ValueError(f"no verb of a path that can be read: {command}")
    return [(x + float(tokens.popleft()), y + float(tokens.popleft())) for _ in range(_POINTS_PER_VERB[verb])]


def transform_path(path: Path, dx: float = 0.0, dy: float = 0.0, turn: float = 0.0, size: float = 1.0) -> Path:
    """Return a path scaled by `size`, then rotated clockwise about (0, 0) by `turn` degrees, then moved by (dx, dy)."""
    cosine, sine = cos(radians(turn)) * size, sin(radians(turn)) * size
    points = tuple((x * cosine - y * sine + dx, x * sine + y * cosine + dy) for x, y in path.points)
    return Path(path.verbs, points, path.style)


def build_rounded_rectangle(left: float, top: float, width: float, height: float, radius: float, style: Style) -> Path:
    """Return an upright rectangle with round corners of some radius. All lengths are in squares.

    Each corner is a curve (Q) whose control point is the corner of the rectangle without rounding.
    """
    r, right, bottom = radius, left + width, top + height
    points = (
        (left + r, top), (right - r, top), (right, top), (right, top + r),
        (right, bottom - r), (right, bottom), (right - r, bottom),
        (left + r, bottom), (left, bottom), (left, bottom - r),
        (left, top + r), (left, top), (left + r, top),
    )  # fmt: skip
    return Path("MLQLQLQLQZ", points, style)
