"""Rock, shadows, grid and section borders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np

from dungeon_designer.analysis.outlines import Corner, Run, enclosed, rings, runs
from dungeon_designer.board.model import OPEN, WALL
from dungeon_designer.drawing.draw_request import Plan
from dungeon_designer.drawing.geometry import scatter
from dungeon_designer.drawing.pictures import rock as strokes
from dungeon_designer.drawing.shapes import Group, Layer, Path, Point, Style, Use, area, lines
from dungeon_designer.grid import Square

SHADOW = 0.3
"""How far a wall's shadow falls on the floor, in squares."""


REMEMBERED = 1024
"""Of how many rings the hatching is kept, so that a change to one room of a large dungeon hatches what is around it."""

LARGEST_HOLE = 100
"""Rock that floor encloses is solid when it has no more squares than this; else its middle is left bare."""


def rock(plan: Plan) -> Layer:
    """Bands of rock around the floor, hatched where the theme hatches; the floor's own colour under all sections."""
    theme = plan.theme
    if not len(plan.board):
        return Layer("rock", ())
    outline = rings(plan.board.index)
    bands = _halo(plan, outline) if theme.halo else ()
    marks = (mark for ring in outline for mark in _hatching(tuple(ring), theme.hatch))
    base = area(outline, Style(fill=theme.floor))
    return Layer("rock", (Group("rock", "rock", (*bands, *marks, base)),))


def _halo(plan: Plan, outline: list[list[Corner]]) -> Iterator[Path]:
    """Bands of rock outside the floor, pale ones first, and solid rock where the floor leaves little between."""
    theme, narrow = plan.theme, pockets(plan)
    filled = rings(narrow)
    *pale, last = theme.halo
    for width, opacity in (*((width, 0.45) for width in pale), (last, 1.0)):
        yield area([*outline, *filled], Style(stroke=theme.rock, width=width, opacity=opacity))
    holes = [ring for ring in rings(narrow.union(plan.board.index)) if -LARGEST_HOLE <= enclosed(ring) < 0]
    yield area([*filled, *holes], Style(fill=theme.rock))


def pockets(plan: Plan) -> set[Square]:
    """Rock squares with floor close by on two opposite sides, and the slits these leave: too narrow to stay bare."""
    found = _between(plan.board.index, 3)
    return found | _between(found.union(plan.board.index), 2) if found else found


def _between(squares: Iterable[Square], widest: int) -> set[Square]:
    """The squares of straight gaps in a set, at most `widest` across."""
    rows = sorted((y, x) for x, y in squares)
    columns = sorted((x, y) for y, x in rows)
    found: set[Square] = set()
    for (y, left), (line, right) in pairwise(rows):
        if line == y and 1 < right - left <= widest + 1:
            found.update((x, y) for x in range(left + 1, right))
    for (x, top), (line, low) in pairwise(columns):
        if line == x and 1 < low - top <= widest + 1:
            found.update((x, y) for y in range(top + 1, low))
    return found


@lru_cache(maxsize=REMEMBERED)
def _hatching(ring: tuple[Corner, ...], rows: int) -> tuple[Use, ...]:
    """Bundles of strokes outside a ring, two to an edge and row, each turned its own way."""
    return tuple(_bundles(ring, rows))


def _bundles(ring: tuple[Corner, ...], rows: int) -> Iterator[Use]:
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        length = abs(x1 - x0) + abs(y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        for row in range(rows):
            out = 0.27 + 0.4 * row
            for i in range(-row, 2 * length + 1 + row):
                x, y = x0 + dx * i / 2 + dy * out, y0 + dy * i / 2 - dx * out
                chance = scatter(round(x * 8), round(y * 8), 3)
                if row == 0 or chance >> 24 < 140:
                    yield _bundle(x, y, chance)


def _bundle(x: float, y: float, chance: int) -> Use:
    """A bundle of strokes near a point; `chance` says which, where and how it is turned."""
    at = (x + ((chance & 15) - 7.5) * 0.01, y + ((chance >> 4 & 15) - 7.5) * 0.01)
    return Use(f"hatch-{(chance >> 8) % strokes.VARIANTS}", at, 22.5 * (chance >> 16 & 7), 0.72)


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


def forget() -> None:
    """Hatch every ring anew next time; for measuring."""
    _hatching.cache_clear()
