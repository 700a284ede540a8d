"""Rock, shadows, grid and section borders; ground other than plain floor, and the bridges over it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Set
from functools import cache, lru_cache
from itertools import pairwise

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, Run, enclosed, rings, runs
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, place
from dungeon_designer.drawing.geometry import pick, scatter, wobbled
from dungeon_designer.drawing.shapes import Group, Point, Shape, Style, Use, area, lines
from dungeon_designer.drawing.textures import HATCHED
from dungeon_designer.drawing.things import LOOKING, kinds_drawn
from dungeon_designer.grid import DIRECTIONS, SIDES, Side, Square, groups, neighbour
from dungeon_designer.layout.model import BRIDGES, HAZARDS, TerrainKind

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

VARIANTS = {TerrainKind.BRIDGE: 3, TerrainKind.ROPE_BRIDGE: 3, **dict.fromkeys(HAZARDS, 4)}
"""How many different squares each kind of ground has."""


def rock(plan: DrawingPlan) -> Iterator[Group]:
    """Bands of rock around the floor, hatched where the theme hatches; the floor's own colour under all sections."""
    theme, floor = plan.theme, plan.board.owner.keys()
    if not floor:
        return
    outline, shapes = rings(floor), list[Shape]()
    narrow = pockets(floor) if theme.halo or theme.hatch else set()
    if theme.halo is not None:  # rock that fades outwards, and solid rock where the floor leaves little between
        filled = rings(narrow)
        rim = area([*outline, *filled], Style())
        for width, opacity in fading(*theme.halo, STEPS if len(rim.points) <= MANY_CORNERS else FEW_STEPS):
            shapes.append(replace(rim, style=Style(stroke=theme.rock, width=width, opacity=opacity)))
        holes = [ring for ring in (rings(narrow | floor) if narrow else outline) if -LARGEST_HOLE <= enclosed(ring) < 0]
        if filled or holes:
            shapes.append(area([*filled, *holes], Style(fill=theme.rock)))
    shapes += [*_hatching(plan, narrow), area(outline, Style(fill=theme.floor))]
    yield Group("rock", "rock", tuple(shapes))


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
    """A square of hatching on all rock beside the floor and in narrow rock, and stones among the strokes.

    Pebbles lie in the corners that the hatching leaves, for there no coordinates stand, and in rock between strokes.
    """
    if not plan.theme.hatch or not plan.options.hatching:
        return
    floor = plan.board.owner.keys()
    banded = narrow | _around(_rim(floor)) - floor
    yield from map(_hatched, sorted(banded))

    def chance_of(square: Square) -> int:
        return scatter(*square, 3) >> 24

    beyond = _around(banded) - floor - banded
    loose = {at for at in beyond if chance_of(at) < 4 * STREWN and len(_around([at]) & banded) > CORNER}
    held = floor | banded
    enclosed_rock = _gaps(held, banded, BROADEST, 0) & _gaps(held, banded, BROADEST, 1)  # or nearly enclosed
    loose.update(at for at in enclosed_rock if chance_of(at) < DEEP)
    for x, y in sorted(loose.union(at for at in banded if chance_of(at) < STREWN)):
        chance = scatter(x, y, 3)
        at = (x + 0.25 + (chance & 63) / 126, y + 0.25 + (chance >> 6 & 63) / 126)
        number = (chance >> 12) % STONES
        yield Use(f"pebble-{number}", at, size=0.7) if (x, y) in loose else Use(f"stone-{number}", at)


@lru_cache(maxsize=REMEMBERED)
def _hatched(square: Square) -> Use:
    x, y = square
    return Use(f"hatch-{x % HATCHED}-{y % HATCHED}", (x + 0.5, y + 0.5))


def _around(squares: Collection[Square]) -> set[Square]:
    """Some squares and all that touch one of them."""
    return {(x + dx, y + dy) for x, y in squares for dx, dy in (*DIRECTIONS, (0, 0))}


def _rim(floor: Set[Square]) -> set[Square]:
    """The floor squares with rock at one of their sides."""
    return {
        (x, y)
        for x, y in floor
        if not ((x + 1, y) in floor and (x - 1, y) in floor and (x, y + 1) in floor and (x, y - 1) in floor)
    }


def pockets(floor: Set[Square]) -> set[Square]:
    """Rock squares with floor close by on two opposite sides, and the slits these leave: too narrow to stay bare."""
    rim = _rim(floor)
    found = _gaps(floor, rim, 3, 0) | _gaps(floor, rim, 3, 1)
    both, rim = floor | found, rim | found
    return {*found, *_gaps(both, rim, 2, 0), *_gaps(both, rim, 2, 1)}


def _gaps(squares: Set[Square], rim: Set[Square], widest: int, axis: int) -> set[Square]:
    """The squares of straight gaps in a set along an axis, at most `widest` across; `rim` holds those beside gaps."""
    dx, dy = ((1, 0), (0, 1))[axis]
    found: set[Square] = set()
    for x, y in [(x, y) for x, y in rim if (x + dx, y + dy) not in squares]:
        for wide in range(2, widest + 2):
            if (x + wide * dx, y + wide * dy) in squares:
                found.update((x + at * dx, y + at * dy) for at in range(1, wide))
                break
    return found


def shadows(plan: DrawingPlan) -> Iterator[Group]:
    """The shade of walls on the floor to their south and east: light falls from the upper left."""
    theme, floor = plan.theme, plan.board.squares
    if theme.shading and floor:
        owner, shut = plan.board.owner, plan.board.walls
        above = {(x, y + 1) for (x, y), side in shut if side is Side.SOUTH}
        beside = {(x + 1, y) for (x, y), side in shut if side is Side.EAST}
        level = runs([(x, y) for x, y in floor if (x, y - 1) not in owner or (x, y) in above], ())
        upright = runs((), [(x, y) for x, y in floor if (x - 1, y) not in owner or (x, y) in beside])
        style = Style(fill=theme.shade, opacity=round(theme.shading / 2, 3))
        shades = [area([*_bands(level, upright, depth)], style) for depth in (SHADOW, SHADOW * 0.55)]
        yield Group("shadows", "shadows", tuple(shades))


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


def grid(plan: DrawingPlan) -> Iterator[Group]:
    """Thin lines between the squares, where no wall or border stands."""
    if not plan.options.grid:
        return
    shape = lines(inner_runs(plan.board, True), Style(stroke=plan.theme.grid, width=plan.theme.fine, round=False))
    if shape.points:
        yield Group("grid", "grid", (shape,))


def borders(plan: DrawingPlan) -> Iterator[Group]:
    """Where one section ends and the next begins with nothing between them."""
    between = inner_runs(plan.board, False)
    style = Style(stroke=plan.theme.border, width=plan.theme.bold * 1.4, dash=(0.22, 0.14), round=False)
    shape = lines(between, style)
    if shape.points:
        yield Group("borders", "borders", (shape,))


def inner_runs(board: Board, within: bool) -> list[Run]:
    """The open edges between floor squares as lines: those `within` one section, or those between two."""
    return runs(*_inner_edges(board)[0 if within else 1])


@lru_cache(maxsize=2)
def _inner_edges(board: Board) -> tuple[tuple[list[Corner], list[Corner]], tuple[list[Corner], list[Corner]]]:
    """The open edges within sections, and those between two; of each the level ones and the upright ones."""
    owner, shut = board.owner, board.walls | board.edge_doors
    within, between = (list[Corner](), list[Corner]()), (list[Corner](), list[Corner]())
    for (x, y), own in owner.items():
        below, beside = owner.get((x, y + 1)), owner.get((x + 1, y))
        if below is not None and ((x, y), Side.SOUTH) not in shut:
            (within if below is own else between)[0].append((x, y + 1))
        if beside is not None and ((x, y), Side.EAST) not in shut:
            (within if beside is own else between)[1].append((x + 1, y))
    return within, between


def terrain(plan: DrawingPlan) -> Iterator[Group]:
    """One group for each connected area of one kind; hazards below, bridges above them."""
    drawn = kinds_drawn(TerrainKind, plan.board.terrain_at, plan.board.strays)
    for kind, squares in sorted(drawn.items(), key=lambda item: (item[0] in BRIDGES, item[0])):
        for part in groups(squares):
            shapes = crossing(plan, kind, part) if kind in BRIDGES else hazard(plan, kind, part)
            word = kind.value.replace("_", "-")
            yield Group(f"{word}-{place(part[0])}", kind.value, tuple(shapes), tuple(part), word.replace("-", " "))


def hazard(plan: DrawingPlan, kind: TerrainKind, squares: Collection[Square], rims: bool = True) -> Iterator[Shape]:
    """The body, what fills each square, and the rim along its edges; a bank where it meets the floor."""
    theme, own, word = plan.theme, set(squares), kind.value.replace("_", "-")
    outline = [wobbled(ring, 0.03, 9) for ring in rings(own)]
    yield area(outline, Style(fill=getattr(theme, kind.value), stroke=theme.bank, width=theme.bank_width))
    for x, y in squares:
        yield Use(f"{word}-{pick(x, y, VARIANTS[kind], 10)}", middle((x, y)), 180.0 * pick(x, y, 2, 11))
    for x, y in squares if rims else ():
        for side in SIDES:
            there = neighbour((x, y), side)
            if there not in own and there not in plan.board.bridge_squares:  # it goes on below a bridge
                yield Use(f"{word}-rim-{pick(x, y, VARIANTS[kind], 12)}", middle((x, y)), LOOKING[side])


def crossing(plan: DrawingPlan, kind: TerrainKind, squares: list[Square]) -> Iterator[Shape]:
    """The hazard that borders most of it, which it spans, then planks, then rails along the sides that lead nowhere.

    A bridge leads the way at whose ends there is more safe ground, or else the way it is longer.
    """
    word, own, board = kind.value.replace("_", "-"), set(squares), plan.board
    around = [(side, neighbour(square, side)) for square in squares for side in SIDES]
    beside = Counter(board.terrain_at[there] for _, there in around if there in board.hazard_squares)
    if beside:
        below = min(beside, key=lambda kind: (-beside[kind], kind))
        yield from hazard(plan, below, squares, rims=False)
    level, upright = (Side.EAST, Side.WEST), (Side.NORTH, Side.SOUTH)
    ends = [(side, there in board.hazard_squares) for side, there in around if there in board and there not in own]
    lead = sum((1 if side in level else -1) * (-1 if unsafe else 1) for side, unsafe in ends)
    wide, high = (len({square[axis] for square in squares}) for axis in (0, 1))
    across = lead > 0 if lead else wide >= high
    for x, y in squares:
        yield Use(f"{word}-{pick(x, y, VARIANTS[kind], 13)}", middle((x, y)), 0.0 if across else 90.0)
    for side in upright if across else level:
        for square in squares:
            if neighbour(square, side) not in own:
                yield Use(f"{word}-rail", middle(square), LOOKING[side])
