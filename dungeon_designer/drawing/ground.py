"""Rock, shadows, grid and section borders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from dungeon_designer.analysis.many_outlines import rings_of_many
from dungeon_designer.analysis.outlines import Corner, Run, enclosed, runs
from dungeon_designer.board.model import OPEN, WALL
from dungeon_designer.drawing.draw_request import Plan
from dungeon_designer.drawing.geometry import scatter, scattered
from dungeon_designer.drawing.pictures import rock as strokes
from dungeon_designer.drawing.rock_squares import (
    Numbers,
    around,
    coordinates,
    enclosed_by,
    joined,
    numbered,
    places,
    pockets,
    touching,
    without,
)
from dungeon_designer.drawing.shapes import Group, Layer, Path, Point, Style, Use, area, lines
from dungeon_designer.grid import Square

SHADOW = 0.3
"""How far a wall's shadow falls on the floor, in squares."""


STREWN, DEEP, CORNER = 24, 30, 3
"""Of 256 squares of hatching and of the rock it encloses, how many have a stone; how many hatched squares lie along one
that is in no corner."""

BROADEST = 24
"""So far across rock may be that is strewn with stones beyond its hatching."""

STEPS, FEW_STEPS, MANY_CORNERS = 16, 4, 3000
"""In how many steps rock fades: too fine to be seen; in few around so many corners, for such floor is seen small."""

REMEMBERED = 1 << 15
"""How many squares of hatching are kept, so that those of the drawing before are there at once."""

LARGEST_HOLE = 100
"""Rock that floor encloses is solid when it has no more squares than this; else its middle is left bare."""


def rock(plan: Plan) -> Layer:
    """Bands of rock around the floor, hatched where the theme hatches; the floor's own colour under all sections."""
    theme, board = plan.theme, plan.board
    if not len(board):
        return Layer("rock", ())
    outline = rings_of_many(board.x, board.y)
    floor = numbered(board.x, board.y)
    narrow = pockets(floor) if theme.halo or theme.hatch else floor[:0]
    bands = _halo(plan, outline, floor, narrow)
    base = area(outline, Style(fill=theme.floor))
    return Layer("rock", (Group("rock", "rock", (*bands, *_hatching(plan, floor, narrow), base)),))


def _halo(plan: Plan, outline: list[list[Corner]], floor: Numbers, narrow: Numbers) -> Iterator[Path]:
    """Rock that fades outwards, and solid rock where the floor leaves little between."""
    theme = plan.theme
    if theme.halo is None:
        return
    filled = rings_of_many(*coordinates(narrow))
    rim = area([*outline, *filled], Style())
    steps = STEPS if len(rim.points) <= MANY_CORNERS else FEW_STEPS
    for width, opacity in fading(*theme.halo, steps):
        yield replace(rim, style=Style(stroke=theme.rock, width=width, opacity=opacity))
    solid = rings_of_many(*coordinates(joined(narrow, floor)))
    holes = [ring for ring in solid if -LARGEST_HOLE <= enclosed(ring) < 0]
    if filled or holes:
        yield area([*filled, *holes], Style(fill=theme.rock))


@cache
def fading(outer: float, inner: float, steps: int) -> tuple[tuple[float, float], ...]:
    """The widths and opacities of strokes, one upon the other, that thicken evenly from the outer to the inner width.

    >>> fading(2.0, 1.0, 2), fading(1.0, 1.0, 9)
    (((2.0, 0.5), (1.0, 1.0)), ((1.0, 1.0),))
    """
    last = steps - 1 if outer > inner else 0
    return tuple(
        (round(outer + (inner - outer) * at / max(1, last), 3), round(1 / (last + 1 - at), 3)) for at in range(last + 1)
    )


def _hatching(plan: Plan, floor: Numbers, narrow: Numbers) -> Iterator[Use]:
    """A square of hatching on all rock beside the floor and in narrow rock, and stones strewn beyond it."""
    if not plan.theme.hatch:
        return
    edge = floor[(plan.board.neighbours < 0).any(axis=1)]
    banded = joined(narrow, without(around(edge), floor))
    for square in places(banded):
        yield _hatched(square)
    taken = joined(floor, banded)
    deep = enclosed_by(taken, BROADEST)
    yield from _stones(banded, without(around(banded), taken), deep)


@lru_cache(maxsize=REMEMBERED)
def _hatched(square: Square) -> Use:
    x, y = square
    return Use(f"hatch-{x % strokes.SHEET}-{y % strokes.SHEET}", (x + 0.5, y + 0.5))


def _stones(banded: Numbers, beyond: Numbers, deep: Numbers) -> Iterator[Use]:
    """Stones among the strokes; pebbles in the corners that the hatching leaves, for there no coordinates stand, and
    `deep` in rock between strokes."""
    corners = beyond[_chances(beyond) < 4 * STREWN]
    corners = corners[touching(corners, banded) > CORNER]
    loose = set(places(corners)).union(places(deep[_chances(deep) < DEEP]))
    for x, y in sorted(loose.union(places(banded[_chances(banded) < STREWN]))):
        chance = scatter(x, y, 3)
        at = (x + 0.25 + (chance & 63) / 126, y + 0.25 + (chance >> 6 & 63) / 126)
        number = (chance >> 12) % strokes.STONES
        yield Use(f"pebble-{number}", at, size=0.7) if (x, y) in loose else Use(f"stone-{number}", at)


def _chances(squares: Numbers) -> Numbers:
    """Of each square, whether a stone may lie on it: a number of 256."""
    return scattered(*coordinates(squares), 3) >> 24


def shadows(plan: Plan) -> Layer:
    """The shade of walls on the floor to their south and east: light falls from the upper left."""
    theme, board = plan.theme, plan.board
    if not theme.shading or not len(board):
        return Layer("shadows", ())
    north, west = ((board.edges[:, side] == WALL) for side in (0, 3))
    corners = np.stack((board.x, board.y), axis=1)
    level = runs(corners[north], ())
    upright = runs((), corners[west])
    found = []
    for depth in (SHADOW, SHADOW * 0.55):
        style = Style(fill=theme.shade, opacity=round(theme.shading / 2, 3))
        found.append(area([*_bands(level, upright, depth)], style))
    return Layer("shadows", (Group("shadows", "shadows", tuple(found)),))


def _bands(level: list[Run], upright: list[Run], depth: float) -> Iterator[list[Point]]:
    """Bands below level walls and right of upright ones; where both meet in a corner, the level one has it."""
    lefts = {(x, y) for (x, y0), (_, y1) in upright for y in range(y0, y1)}
    tops = {(x, y) for (x0, y), (x1, _) in level for x in range(x0, x1)}
    for (x0, y), (x1, _) in level:
        start = 0.0 if (x0, y) in lefts else depth
        yield [(x0, y), (x1, y), (x1, y + depth), (x0 + start, y + depth)]
    for (x, y0), (_, y1) in upright:
        cuts = [y0, *(y for y in range(y0 + 1, y1) if (x, y) in tops), y1]
        for top, low in pairwise(cuts):
            start, slant = (depth, 0.0) if (x, top) in tops else (0.0, depth)
            yield [(x, top + start), (x + depth, top + start + slant), (x + depth, low), (x, low)]


def grid(plan: Plan) -> Layer:
    """Thin lines between the squares, where no wall or border stands."""
    if not plan.options.grid:
        return Layer("grid", ())
    style = Style(stroke=plan.theme.grid, width=plan.theme.fine, round=False)
    shape = lines(inner_runs(plan, borders=False), style)
    return Layer("grid", (Group("grid", "grid", (shape,)),) if shape.points else ())


def borders(plan: Plan) -> Layer:
    """Where one section ends and the next begins with nothing between them."""
    style = Style(stroke=plan.theme.border, width=plan.theme.bold * 1.4, dash=(0.22, 0.14), round=False)
    shape = lines(inner_runs(plan, borders=True), style)
    return Layer("borders", (Group("borders", "borders", (shape,)),) if shape.points else ())


def inner_runs(plan: Plan, borders: bool) -> list[Run]:
    """The open edges between floor squares: those between two sections, or those within one."""
    board = plan.board
    corners = np.stack((board.x, board.y), axis=1)
    chosen = []
    for side, column, step in ((1, 2, (1, 0)), (2, 4, (0, 1))):
        there = board.neighbours[:, column]
        apart = board.section[there] != board.section
        found = (there >= 0) & (board.edges[:, side] == OPEN) & (apart == borders)
        chosen.append(corners[found] + step)
    upright, level = chosen
    return runs(level, upright)
