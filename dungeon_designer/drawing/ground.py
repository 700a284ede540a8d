"""Rock, shadows, grid and section borders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, Run, enclosed, rings, runs
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.geometry import scatter
from dungeon_designer.drawing.shapes import Group, Layer, Path, Point, Style, Use, area, lines
from dungeon_designer.drawing.textures import HATCHED
from dungeon_designer.grid import DIRECTIONS, Side, Square, neighbour

SHADOW = 0.3
"""How far a wall's shadow falls on the floor, in squares."""


STONES = 6
"""How many different stones lie about."""

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


def rock(plan: DrawingPlan) -> Layer:
    """Bands of rock around the floor, hatched where the theme hatches; the floor's own colour under all sections."""
    theme, floor = plan.theme, plan.board.owner.keys()
    if not floor:
        return Layer("rock", ())
    outline = rings(set(floor))
    narrow = pockets(set(floor)) if theme.halo or theme.hatch else set()
    bands = _halo(plan, outline, narrow)
    base = area(outline, Style(fill=theme.floor))
    return Layer("rock", (Group("rock", "rock", (*bands, *_hatching(plan, narrow), base)),))


def _halo(plan: DrawingPlan, outline: list[list[Corner]], narrow: set[Square]) -> Iterator[Path]:
    """Rock that fades outwards, and solid rock where the floor leaves little between."""
    theme = plan.theme
    if theme.halo is None:
        return
    filled = rings(narrow)
    rim = area([*outline, *filled], Style())
    steps = STEPS if len(rim.points) <= MANY_CORNERS else FEW_STEPS
    for width, opacity in fading(*theme.halo, steps):
        yield replace(rim, style=Style(stroke=theme.rock, width=width, opacity=opacity))
    holes = [ring for ring in rings(narrow | plan.board.owner.keys()) if -LARGEST_HOLE <= enclosed(ring) < 0]
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


def _hatching(plan: DrawingPlan, narrow: set[Square]) -> Iterator[Use]:
    """A square of hatching on all rock beside the floor and in narrow rock, and stones strewn beyond it."""
    if not plan.theme.hatch:
        return
    floor = plan.board.owner.keys()
    banded = narrow | (_around(floor) - floor)
    for square in sorted(banded):
        yield _hatched(square)
    yield from _stones(banded, _around(banded) - floor - banded, enclosed_by(floor | banded, BROADEST))


@lru_cache(maxsize=REMEMBERED)
def _hatched(square: Square) -> Use:
    x, y = square
    return Use(f"hatch-{x % HATCHED}-{y % HATCHED}", (x + 0.5, y + 0.5))


def _stones(banded: set[Square], beyond: set[Square], deep: set[Square]) -> Iterator[Use]:
    """Stones among the strokes; pebbles in the corners that the hatching leaves, for there no coordinates stand, and
    `deep` in rock between strokes."""
    corners = (at for at in beyond if _chance(at) < 4 * STREWN)
    loose = {at for at in corners if len(_around([at]) & banded) > CORNER}
    loose |= {at for at in deep if _chance(at) < DEEP}
    for x, y in sorted(loose.union(at for at in banded if _chance(at) < STREWN)):
        chance = scatter(x, y, 3)
        at = (x + 0.25 + (chance & 63) / 126, y + 0.25 + (chance >> 6 & 63) / 126)
        number = (chance >> 12) % STONES
        yield Use(f"pebble-{number}", at, size=0.7) if (x, y) in loose else Use(f"stone-{number}", at)


def _chance(square: Square) -> int:
    """A number of 256 that says whether a stone may lie on a square."""
    return scatter(*square, 3) >> 24


def _around(squares: Collection[Square]) -> set[Square]:
    """Some squares and all that touch one of them."""
    return {(x + dx, y + dy) for x, y in squares for dx, dy in (*DIRECTIONS, (0, 0))}


def pockets(floor: set[Square]) -> set[Square]:
    """Rock squares with floor close by on two opposite sides, and the slits these leave: too narrow to stay bare."""
    found = _gaps(floor, 3, 0) | _gaps(floor, 3, 1)
    both = floor | found
    return found | _gaps(both, 2, 0) | _gaps(both, 2, 1)


def enclosed_by(squares: Collection[Square], widest: int) -> set[Square]:
    """The squares that lie in gaps of a set both ways, at most `widest` across: what it encloses, or nearly does."""
    return _gaps(squares, widest, 0) & _gaps(squares, widest, 1)


def _gaps(squares: Collection[Square], widest: int, axis: int) -> set[Square]:
    """The squares of straight gaps in a set along an axis, at most `widest` across."""
    rows: dict[int, list[int]] = defaultdict(list)
    for square in sorted(squares):
        rows[square[1 - axis]].append(square[axis])
    gaps = ((row, a, b) for row, along in rows.items() for a, b in pairwise(along) if 1 < b - a <= widest + 1)
    return {(at, row) if axis == 0 else (row, at) for row, a, b in gaps for at in range(a + 1, b)}


def shadows(plan: DrawingPlan) -> Layer:
    """The shade of walls on the floor to their south and east: light falls from the upper left."""
    theme, floor = plan.theme, plan.board.squares
    if not theme.shading or not floor:
        return Layer("shadows", ())
    level = runs([square for square in floor if plan.walled(square, Side.NORTH)], ())
    upright = runs((), [square for square in floor if plan.walled(square, Side.WEST)])
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


def grid(plan: DrawingPlan) -> Layer:
    """Thin lines between the squares, where no wall or border stands."""
    if not plan.options.grid:
        return Layer("grid", ())
    style = Style(stroke=plan.theme.grid, width=plan.theme.fine, round=False)
    shape = lines(inner_runs(plan, borders=False), style)
    return Layer("grid", (Group("grid", "grid", (shape,)),) if shape.points else ())


def borders(plan: DrawingPlan) -> Layer:
    """Where one section ends and the next begins with nothing between them."""
    style = Style(stroke=plan.theme.border, width=plan.theme.bold * 1.4, dash=(0.22, 0.14), round=False)
    shape = lines(inner_runs(plan, borders=True), style)
    return Layer("borders", (Group("borders", "borders", (shape,)),) if shape.points else ())


def inner_runs(plan: DrawingPlan, borders: bool) -> list[Run]:
    """The open edges between floor squares: those between two sections, or those within one."""
    board = plan.board
    shut = board.walls | board.edge_doors

    def found(side: Side) -> Iterator[Corner]:
        for square, own in board.owner.items():
            there = neighbour(square, side)
            other = board.owner.get(there)
            if other is not None and (other is not own) == borders and (square, side) not in shut:
                yield there

    return runs(list(found(Side.SOUTH)), list(found(Side.EAST)))
