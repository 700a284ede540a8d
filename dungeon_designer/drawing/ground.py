"""Rock, shadows, grid and section borders."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, Run, enclosed, rings, runs
from dungeon_designer.board.model import OPEN, WALL
from dungeon_designer.drawing.draw_request import Plan
from dungeon_designer.drawing.geometry import scatter
from dungeon_designer.drawing.pictures import rock as strokes
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

LARGEST_HOLE = 100
"""Rock that floor encloses is solid when it has no more squares than this; else its middle is left bare."""


def rock(plan: Plan) -> Layer:
    """Bands of rock around the floor, hatched where the theme hatches; the floor's own colour under all sections."""
    theme = plan.theme
    if not len(plan.board):
        return Layer("rock", ())
    outline = rings(plan.board.index)
    narrow = pockets(plan) if theme.halo or theme.hatch else set()
    bands = _halo(plan, outline, narrow) if theme.halo else ()
    base = area(outline, Style(fill=theme.floor))
    return Layer("rock", (Group("rock", "rock", (*bands, *_hatching(plan, narrow), base)),))


def _halo(plan: Plan, outline: list[list[Corner]], narrow: set[Square]) -> Iterator[Path]:
    """Rock that fades outwards, and solid rock where the floor leaves little between."""
    theme, filled = plan.theme, rings(narrow)
    around = [*outline, *filled]
    steps = STEPS if sum(map(len, around)) <= MANY_CORNERS else FEW_STEPS
    edge = area(around, Style())
    for width, opacity in fading(*theme.halo, steps) if theme.halo else ():
        yield replace(edge, style=Style(stroke=theme.rock, width=width, opacity=opacity))
    holes = [ring for ring in rings(narrow.union(plan.board.index)) if -LARGEST_HOLE <= enclosed(ring) < 0]
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


def pockets(plan: Plan) -> set[Square]:
    """Rock squares with floor close by on two opposite sides, and the slits these leave: too narrow to stay bare."""
    found = _between(plan.board.index, 3)
    return found | _between(found.union(plan.board.index), 2) if found else found


def _between(squares: Collection[Square], widest: int) -> set[Square]:
    """The squares of straight gaps in a set, at most `widest` across."""
    rows, columns = sorted((y, x) for x, y in squares), sorted(squares)
    return {(x, y) for y, x in _gaps(rows, widest)}.union(_gaps(columns, widest))


def _enclosed(squares: Collection[Square]) -> set[Square]:
    """The squares that lie in gaps of a set both ways: what it encloses, and what it nearly does."""
    rows, columns = sorted((y, x) for x, y in squares), sorted(squares)
    return {(x, y) for y, x in _gaps(rows, BROADEST)}.intersection(_gaps(columns, BROADEST))


def _gaps(ordered: list[Square], widest: int) -> Iterator[Square]:
    """The places between two in one line, at most `widest` apart."""
    for (line, start), (other, end) in pairwise(ordered):
        if line == other and 1 < end - start <= widest + 1:
            yield from ((line, at) for at in range(start + 1, end))


def _hatching(plan: Plan, narrow: set[Square]) -> Iterator[Use]:
    """A square of hatching on all rock beside the floor and in narrow rock, and stones strewn beyond it."""
    if not plan.theme.hatch:
        return
    floor, board = plan.board.index, plan.board
    edge = board.places(np.flatnonzero((board.neighbours < 0).any(axis=1)))
    banded = narrow.union(_around(edge).difference(floor))
    for x, y in sorted(banded):
        yield Use(f"hatch-{x % strokes.SHEET}-{y % strokes.SHEET}", (x + 0.5, y + 0.5))
    deep = _enclosed(banded.union(floor))
    yield from _stones(banded, _around(banded).difference(floor, banded), deep)


def _stones(banded: set[Square], beyond: set[Square], deep: set[Square]) -> Iterator[Use]:
    """Stones among the strokes; pebbles in the corners that the hatching leaves, for there no coordinates stand, and
    `deep` in rock between strokes."""
    for x, y in sorted(banded | beyond | deep):
        chance = scatter(x, y, 3)
        lot, number = chance >> 24, (chance >> 12) % strokes.STONES
        at = (x + 0.25 + (chance & 63) / 126, y + 0.25 + (chance >> 6 & 63) / 126)
        if (x, y) in banded:
            if lot < STREWN:
                yield Use(f"stone-{number}", at)
        elif (lot < DEEP and (x, y) in deep) or (lot < 4 * STREWN and len(_around([(x, y)]) & banded) > CORNER):
            yield Use(f"pebble-{number}", at, size=0.7)


def _around(squares: Iterable[Square]) -> set[Square]:
    """Some squares and all that touch one of them."""
    return {(x + dx, y + dy) for x, y in squares for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def shadows(plan: Plan) -> Layer:
    """The shade of walls on the floor to their south and east: light falls from the upper left."""
    theme, board = plan.theme, plan.board
    if not theme.shading or not len(board):
        return Layer("shadows", ())
    north, west = ((board.edges[:, side] == WALL) for side in (0, 3))
    level = [((x0, y), (x1, y)) for (x0, y), (x1, _) in runs(board.places(np.flatnonzero(north)), [])]
    upright = [((x, y0), (x, y1)) for (x, y0), (_, y1) in runs([], board.places(np.flatnonzero(west)))]
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
    chosen = []
    for side, column in ((1, 2), (2, 4)):
        there = board.neighbours[:, column]
        apart = board.section[there] != board.section
        chosen.append(np.flatnonzero((there >= 0) & (board.edges[:, side] == OPEN) & (apart == borders)))
    east, south = (board.places(at) for at in chosen)
    return runs([(x, y + 1) for x, y in south], [(x + 1, y) for x, y in east])
