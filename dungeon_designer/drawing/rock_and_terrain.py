"""Draw rock with its hatching, the shadows of walls, the grid, section borders, terrain and bridges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Set
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, GridLine, join_edges, measure_signed_area, trace_rings
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.drawing_plan import DrawingPlan, find_middle, format_square_id
from dungeon_designer.drawing.geometry import hash_integers, pick_index, roughen_ring
from dungeon_designer.drawing.map_objects import ROTATION_BY_SIDE, group_squares_by_kind
from dungeon_designer.drawing.placed_pictures import list_ungridded_squares
from dungeon_designer.drawing.shapes import Group, Path, Point, Shape, Style, Use, build_area, build_lines
from dungeon_designer.drawing.textures import HATCHING_SHEET_SIZE
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import DIRECTIONS, SIDES, Side, Square, find_connected_groups, find_neighbour
from dungeon_designer.layout.model import BRIDGES, HAZARDS, TerrainKind

SHADOW_DEPTH = 0.3
"""How far the shadow of a wall reaches over the floor, in squares."""

NARROW_SHADOW_DEPTH = SHADOW_DEPTH * 0.55
"""How far its darker part reaches, a little more than half of it, in squares."""

STONE_SALT = 3
"""The number that makes the lots for stones independent of other lots; see `hash_integers`."""

STONE_VARIANTS = 6
"""The number of different pictures of stones, and of pebbles."""

STONE_CHANCE, CORNER_STONE_CHANCE, ENCLOSED_STONE_CHANCE, MAX_STRAIGHT_NEIGHBOURS = 24, 96, 30, 3
"""The number of squares out of 256 that have a stone, among hatched rock, in corners outside it, and among rock that
hatching encloses. Corners are few and have stones more often.

A square outside the hatching lies in a corner if it touches more than MAX_STRAIGHT_NEIGHBOURS hatched squares.
"""

MAX_ENCLOSED_WIDTH = 24
"""The largest width of rock between hatched squares, in squares, in which stones are drawn."""

FADE_STEPS, FEW_FADE_STEPS, MANY_CORNERS = 16, 4, 3000
"""The number of strokes in which rock fades, too fine to be seen.

An outline with more than MANY_CORNERS corners has FEW_FADE_STEPS, since such a large floor is printed small.
"""

MAX_CACHED_SQUARES = 1 << 15
"""The number of hatched squares that are cached, so that the next drawing of the same map finds all of them."""

MAX_SOLID_HOLE_SQUARES = 100
"""Rock enclosed by floor is drawn solid up to this number of squares; the middle of larger rock stays bare."""

VARIANTS_BY_TERRAIN = {TerrainKind.BRIDGE: 3, TerrainKind.ROPE_BRIDGE: 3, **dict.fromkeys(HAZARDS, 4)}
"""The number of different square pictures of each kind of terrain."""


def draw_rock(plan: DrawingPlan) -> Iterator[Group]:
    """Draw rock around the floor, with hatching if the theme has any, and the floor's colour below all sections.

    Nothing is drawn on a picture of the dungeon, which shows its own rock.
    """
    theme, floor = plan.theme, plan.board.section_by_square.keys()
    if not floor or plan.dungeon_picture:
        return
    outline_rings = trace_rings(floor)
    narrow_rock = find_narrow_rock(floor) if theme.halo or theme.hatch else set()
    shapes: tuple[Shape, ...] = (
        *_draw_halo(theme, floor, outline_rings, narrow_rock),
        *_draw_hatching(plan, narrow_rock),
        build_area(outline_rings, Style(fill=theme.floor)),
    )
    yield Group("rock", "rock", shapes)


def _draw_halo(
    theme: Theme, floor: Set[Square], floor_rings: list[list[Corner]], narrow_rock: set[Square]
) -> Iterator[Path]:
    """Draw rock that fades outwards from the floor, and solid rock where little of it lies between floor.

    Nothing is drawn if the theme's rock does not fade. Fading rock consists of strokes along the outlines, one upon
    another, each narrower and darker than the one before.

    Args:
        theme: the theme, whose `halo` says where rock begins and where it is solid.
        floor: all floor squares.
        floor_rings: the outlines of the floor.
        narrow_rock: the rock between floor that is too narrow to stay bare.
    """
    if theme.halo is None:
        return
    narrow_rings = trace_rings(narrow_rock)
    outline = build_area([*floor_rings, *narrow_rings], Style())
    # a large floor is printed small, so that coarse steps are not seen, and many strokes would be slow
    step_count = FADE_STEPS if len(outline.points) <= MANY_CORNERS else FEW_FADE_STEPS
    outer_width, inner_width = theme.halo
    for width, opacity in list_fading_strokes(outer_width, inner_width, step_count):
        yield replace(outline, style=Style(stroke=theme.rock, width=width, opacity=opacity))
    # small holes in the floor are solid too; the signed area of a hole is negative
    rings = trace_rings(narrow_rock | floor) if narrow_rock else floor_rings
    hole_rings = [ring for ring in rings if -MAX_SOLID_HOLE_SQUARES <= measure_signed_area(ring) < 0]
    if narrow_rings or hole_rings:
        yield build_area([*narrow_rings, *hole_rings], Style(fill=theme.rock))


@cache
def list_fading_strokes(outer: float, inner: float, steps: int) -> tuple[tuple[float, float], ...]:
    """Return (width, opacity) of strokes along one outline that, drawn one upon another, fade outwards evenly.

    The first stroke, as wide as `outer`, is the palest; the last one, as wide as `inner`, is opaque. If `outer` is not
    larger than `inner`, there is one stroke.

    >>> list_fading_strokes(2.0, 1.0, 2), list_fading_strokes(1.0, 1.0, 9)
    (((2.0, 0.5), (1.0, 1.0)), ((1.0, 1.0),))
    """
    count = steps if outer > inner else 1
    last_step = count - 1
    strokes = []
    for step in range(count):
        width = outer + (inner - outer) * step / max(1, last_step)
        opacity = 1 / (count - step)  # each stroke covers an equal part more of the ground than the one before
        strokes.append((round(width, 3), round(opacity, 3)))
    return tuple(strokes)


def _draw_hatching(plan: DrawingPlan, narrow_rock: set[Square]) -> Iterator[Use]:
    """Draw hatching on all rock beside the floor and on narrow rock between floor, and stones among its strokes.

    Pebbles lie in the corners outside the hatching, where no coordinates stand, and in rock between hatched squares.
    """
    if not plan.theme.hatch or not plan.options.hatching:
        return
    floor = plan.board.section_by_square.keys()
    rock_beside_floor = _add_neighbours(_find_edge_squares(floor)) - floor
    hatched_squares = narrow_rock | rock_beside_floor
    yield from map(_draw_hatched_square, sorted(hatched_squares))
    pebble_squares = _find_pebble_squares(floor, hatched_squares)
    stone_squares = {square for square in hatched_squares if _hash_square(square) < STONE_CHANCE}
    for square in sorted(pebble_squares | stone_squares):
        yield _draw_stone(square, is_pebble=square in pebble_squares)


def _hash_square(square: Square) -> int:
    """Return a pseudo-random number from 0 to 255 that depends on the square alone, to decide where stones lie."""
    x, y = square
    return hash_integers(x, y, STONE_SALT) >> 24  # the highest 8 of 32 bits


def _find_pebble_squares(floor: Set[Square], hatched_squares: set[Square]) -> set[Square]:
    """Return the squares of bare rock on which a pebble lies, chosen by lot.

    They lie in the corners outside the hatching, or between hatched squares both in their row and in their column.

    Args:
        floor: all floor squares.
        hatched_squares: all squares with hatching.
    """
    # a square outside a straight side of the hatching touches at most three hatched squares, one in a corner more
    corner_rock = {
        square
        for square in _add_neighbours(hatched_squares) - floor - hatched_squares
        if len(_add_neighbours([square]) & hatched_squares) > MAX_STRAIGHT_NEIGHBOURS
    }
    covered_squares = floor | hatched_squares
    gaps_in_rows = _find_gaps(covered_squares, hatched_squares, MAX_ENCLOSED_WIDTH, (1, 0))
    gaps_in_columns = _find_gaps(covered_squares, hatched_squares, MAX_ENCLOSED_WIDTH, (0, 1))
    enclosed_rock = gaps_in_rows & gaps_in_columns
    return {
        *(square for square in corner_rock if _hash_square(square) < CORNER_STONE_CHANCE),
        *(square for square in enclosed_rock if _hash_square(square) < ENCLOSED_STONE_CHANCE),
    }


def _draw_stone(square: Square, is_pebble: bool) -> Use:
    """Draw a stone, or a small pebble, at a pseudo-random point of a square.

    The point and the picture come from different bits of one pseudo-random number, which depends on the square alone.
    """
    x, y = square
    bits = hash_integers(x, y, STONE_SALT)
    # each of 6 bits: from a quarter of the square to three quarters
    position = (x + 0.25 + (bits & 63) / 126, y + 0.25 + (bits >> 6 & 63) / 126)
    variant = (bits >> 12) % STONE_VARIANTS
    return Use(f"pebble-{variant}", position, size=0.7) if is_pebble else Use(f"stone-{variant}", position)


@lru_cache(maxsize=MAX_CACHED_SQUARES)
def _draw_hatched_square(square: Square) -> Use:
    """Return the picture of the hatching on one square.

    The hatching repeats every HATCHING_SHEET_SIZE squares; each square of this sheet has a picture of its own.
    """
    x, y = square
    return Use(f"hatch-{x % HATCHING_SHEET_SIZE}-{y % HATCHING_SHEET_SIZE}", (x + 0.5, y + 0.5))


def _add_neighbours(squares: Collection[Square]) -> set[Square]:
    """Return some squares together with all squares that touch one of them, diagonally too."""
    return {(x + dx, y + dy) for x, y in squares for dx, dy in (*DIRECTIONS, (0, 0))}


def _find_edge_squares(floor: Set[Square]) -> set[Square]:
    """Return the floor squares that have rock on at least one of their four sides."""
    return {
        (x, y)
        for x, y in floor
        if not ((x + 1, y) in floor and (x - 1, y) in floor and (x, y + 1) in floor and (x, y - 1) in floor)
    }


def find_narrow_rock(floor: Set[Square]) -> set[Square]:
    """Return the rock squares in gaps of at most three squares between floor on two opposite sides.

    Such rock is drawn solid or hatched, since it is too narrow to stay bare. Gaps of at most two squares between
    these squares, or between them and floor, are included.
    """
    edge_squares = _find_edge_squares(floor)
    gaps = _find_gaps_both_ways(floor, edge_squares, max_width=3)
    # the second round fills the notches and holes that the first one leaves, which would look like floor
    return gaps | _find_gaps_both_ways(floor | gaps, edge_squares | gaps, max_width=2)


def _find_gaps_both_ways(squares: Set[Square], edge_squares: Set[Square], max_width: int) -> set[Square]:
    """Return the squares outside a set that lie between squares of the set in their row or in their column.

    The arguments are those of `_find_gaps`.
    """
    gaps_in_rows = _find_gaps(squares, edge_squares, max_width, (1, 0))
    return gaps_in_rows | _find_gaps(squares, edge_squares, max_width, (0, 1))


def _find_gaps(squares: Set[Square], edge_squares: Set[Square], max_width: int, step: Square) -> set[Square]:
    """Return the squares of gaps in one direction: squares outside a set, with squares of the set at both ends.

    Args:
        squares: the set with the gaps.
        edge_squares: the squares of the set that lie beside gaps.
        max_width: the largest width of a gap, in squares.
        step: (1, 0) for gaps from west to east, (0, 1) for gaps from north to south.
    """
    dx, dy = step
    gap_squares: set[Square] = set()
    for x, y in edge_squares:
        if (x + dx, y + dy) in squares:
            continue  # no gap begins here
        for distance in range(2, max_width + 2):
            if (x + distance * dx, y + distance * dy) in squares:
                gap_squares.update((x + offset * dx, y + offset * dy) for offset in range(1, distance))
                break
    return gap_squares


def draw_shadows(plan: DrawingPlan) -> Iterator[Group]:
    """Draw the shadows of walls on the floor to their south and east, since the light falls from the upper left.

    Each shadow is drawn twice, as a wide and a narrow band in half the darkness, so that it is darker near the wall.
    A picture of the dungeon has the shadows that its artist drew.
    """
    theme, floor = plan.theme, plan.board.section_by_square
    if not theme.shading or not floor or plan.dungeon_picture:
        return
    squares_below_walls = {(x, y + 1) for (x, y), side in plan.board.walls if side is Side.SOUTH}
    squares_right_of_walls = {(x + 1, y) for (x, y), side in plan.board.walls if side is Side.EAST}
    # rock casts a shadow, too
    upper_edges = [(x, y) for x, y in floor if (x, y - 1) not in floor or (x, y) in squares_below_walls]
    left_edges = [(x, y) for x, y in floor if (x - 1, y) not in floor or (x, y) in squares_right_of_walls]
    horizontal_walls, vertical_walls = join_edges(upper_edges, ()), join_edges((), left_edges)
    style = Style(fill=theme.shade, opacity=round(theme.shading / 2, 3))
    bands = [
        build_area([*_list_shadow_bands(horizontal_walls, vertical_walls, depth)], style)
        for depth in (SHADOW_DEPTH, NARROW_SHADOW_DEPTH)
    ]
    yield Group("shadows", "shadows", tuple(bands))


def _list_shadow_bands(
    horizontal_walls: list[GridLine], vertical_walls: list[GridLine], depth: float
) -> Iterator[list[Point]]:
    """Yield the shadow below each horizontal wall and right of each vertical wall, as the corners of a polygon.

    Where two walls meet in a corner, the shadow of the horizontal wall covers the corner, so that none is drawn twice.
    A shadow that no other wall continues begins with a slanting end.

    Args:
        horizontal_walls: the walls with floor below them, each by its two ends.
        vertical_walls: the walls with floor to their right.
        depth: how far a shadow reaches, in squares.
    """
    squares_right_of_walls = {(x, y) for (x, y0), (_, y1) in vertical_walls for y in range(y0, y1)}
    squares_below_walls = {(x, y) for (x0, y), (x1, _) in horizontal_walls for x in range(x0, x1)}
    for (left, y), (right, _) in horizontal_walls:
        # the left end is straight in a corner with a vertical wall, else it slants, as the light falls
        slant = 0.0 if (left, y) in squares_right_of_walls else depth
        yield [(left, y), (right, y), (right, y + depth), (left + slant, y + depth)]
    for (x, wall_top), (_, wall_bottom) in vertical_walls:
        # cut where a horizontal wall meets this one, since its shadow takes the beginning of the next piece
        cuts = [y for y in range(wall_top + 1, wall_bottom) if (x, y) in squares_below_walls]
        for top, bottom in pairwise((wall_top, *cuts, wall_bottom)):
            # in a corner, the shadow begins straight below that of the horizontal wall, else with a slant at the top
            start, slant = (depth, 0.0) if (x, top) in squares_below_walls else (0.0, depth)
            yield [(x, top + start), (x + depth, top + start + slant), (x + depth, bottom), (x, bottom)]


def draw_grid(plan: DrawingPlan) -> Iterator[Group]:
    """Draw thin lines between the squares where there is no wall and no section border.

    There are none on tiles whose pictures show a grid of their own.
    """
    if not plan.options.grid:
        return
    style = Style(stroke=plan.theme.grid, width=plan.theme.fine, round=False)
    skipped_squares = list_ungridded_squares(plan.board, plan.options)
    path = build_lines(list_inner_lines(plan.board, within_sections=True, skipped_squares=skipped_squares), style)
    if path.points:
        yield Group("grid", "grid", (path,))


def draw_section_borders(plan: DrawingPlan) -> Iterator[Group]:
    """Draw a dashed line where one section ends and the next begins, without a wall or door between them."""
    border_lines = list_inner_lines(plan.board, within_sections=False)
    style = Style(stroke=plan.theme.border, width=plan.theme.bold * 1.4, dash=(0.22, 0.14), round=False)
    path = build_lines(border_lines, style)
    if path.points:
        yield Group("borders", "borders", (path,))


def list_inner_lines(board: Board, within_sections: bool, skipped_squares: Set[Square] = frozenset()) -> list[GridLine]:
    """Return the edges between floor squares that have neither wall nor door, joined to straight lines.

    With `within_sections`, these are the edges inside one section; without it, the edges between two sections.
    Edges inside the sections of `skipped_squares` are left out.
    """
    edges = _find_inner_edges(board)
    if within_sections and skipped_squares:
        # an edge inside a section has its squares on both sides: the one to the right or below is asked
        horizontal = [corner for corner in edges.inside_horizontal if corner not in skipped_squares]
        vertical = [corner for corner in edges.inside_vertical if corner not in skipped_squares]
        return join_edges(horizontal, vertical)
    if within_sections:
        return join_edges(edges.inside_horizontal, edges.inside_vertical)
    return join_edges(edges.border_horizontal, edges.border_vertical)


class _InnerEdges(NamedTuple):
    """The open edges between floor squares, horizontal and vertical ones, each by its left or upper end point.

    Attributes:
        inside_horizontal: the horizontal edges between two squares of one section.
        inside_vertical: the vertical edges between two squares of one section.
        border_horizontal: the horizontal edges between two sections.
        border_vertical: the vertical edges between two sections.
    """

    inside_horizontal: list[Corner]
    inside_vertical: list[Corner]
    border_horizontal: list[Corner]
    border_vertical: list[Corner]


@lru_cache(maxsize=2)
def _find_inner_edges(board: Board) -> _InnerEdges:
    """Return the edges between floor squares without wall or door: those within a section, and those between two.

    An edge is given by its left or upper end point. Each square is asked for its lower and its right edge, so that
    none is counted twice.
    """
    section_by_square, closed_edges = board.section_by_square, board.walls | board.edge_doors
    edges = _InnerEdges([], [], [], [])
    for (x, y), section in section_by_square.items():
        section_below, section_right = section_by_square.get((x, y + 1)), section_by_square.get((x + 1, y))
        if section_below is not None and ((x, y), Side.SOUTH) not in closed_edges:
            horizontal = edges.inside_horizontal if section_below is section else edges.border_horizontal
            horizontal.append((x, y + 1))
        if section_right is not None and ((x, y), Side.EAST) not in closed_edges:
            vertical = edges.inside_vertical if section_right is section else edges.border_vertical
            vertical.append((x + 1, y))
    return edges


def draw_terrain(plan: DrawingPlan) -> Iterator[Group]:
    """Draw one group for each connected area of one kind of terrain: hazards such as lava first, bridges above them.

    Misplaced features are terrain, obstacles and doors that the dungeon file has outside the floor. Their terrain is
    drawn too, so that the map shows the author what is wrong.
    """
    squares_by_kind = group_squares_by_kind(TerrainKind, plan.board.terrain_at, plan.board.misplaced_features)
    for kind in sorted(squares_by_kind, key=lambda kind: (kind in BRIDGES, kind)):
        for connected_squares in find_connected_groups(squares_by_kind[kind]):
            if kind in BRIDGES:
                shapes = draw_bridge(plan, kind, connected_squares)
            else:
                shapes = draw_hazard(plan, kind, connected_squares)
            name = kind.value.replace("_", "-")
            yield Group(
                f"{name}-{format_square_id(connected_squares[0])}",
                kind.value,
                tuple(shapes),
                tuple(connected_squares),
                name.replace("-", " "),
            )


def draw_hazard(
    plan: DrawingPlan, kind: TerrainKind, squares: Collection[Square], has_rims: bool = True
) -> Iterator[Shape]:
    """Draw a hazard, such as lava: its area, a picture on each square, and banks along its edges to other floor.

    Each square has one of several pictures, upright or upside down, chosen by lot, so that squares look different.

    Args:
        plan: what to draw.
        kind: the kind of the hazard.
        squares: its squares.
        has_rims: whether banks are drawn.
    """
    theme, terrain_squares, symbol_name = plan.theme, set(squares), kind.value.replace("_", "-")
    # the outline is uneven, by less than the width of its bank; salts are numbers that make lots independent
    outline_rings = [roughen_ring(ring, 0.03, salt=9) for ring in trace_rings(terrain_squares)]
    colour = getattr(theme, kind.value)  # a theme has a colour of the same name for each kind of hazard
    yield build_area(outline_rings, Style(fill=colour, stroke=theme.bank, width=theme.bank_width))
    for x, y in squares:
        variant = pick_index(x, y, VARIANTS_BY_TERRAIN[kind], salt=10)
        yield Use(f"{symbol_name}-{variant}", find_middle((x, y)), 180.0 * pick_index(x, y, 2, salt=11))
    if not has_rims:
        return
    for x, y in squares:
        variant = pick_index(x, y, VARIANTS_BY_TERRAIN[kind], salt=12)
        for side in SIDES:
            neighbour = find_neighbour((x, y), side)
            # the terrain goes on below a bridge
            if neighbour not in terrain_squares and neighbour not in plan.board.bridge_squares:
                yield Use(f"{symbol_name}-rim-{variant}", find_middle((x, y)), ROTATION_BY_SIDE[side])


def draw_bridge(plan: DrawingPlan, kind: TerrainKind, squares: list[Square]) -> Iterator[Shape]:
    """Draw a bridge: below it the hazard that it borders most, then its planks, then rails along its two edges.

    A bridge leads in the direction at whose ends there is more safe ground; if both are equal, in its longer
    direction.
    """
    symbol_name = kind.value.replace("_", "-")
    hazard_kind = _find_hazard_below(plan.board, squares)
    if hazard_kind is not None:
        yield from draw_hazard(plan, hazard_kind, squares, has_rims=False)
    is_horizontal = _is_horizontal_bridge(plan.board, squares)
    for x, y in squares:
        variant = pick_index(x, y, VARIANTS_BY_TERRAIN[kind], salt=13)
        yield Use(f"{symbol_name}-{variant}", find_middle((x, y)), 0.0 if is_horizontal else 90.0)
    bridge_squares = set(squares)
    for side in (Side.NORTH, Side.SOUTH) if is_horizontal else (Side.EAST, Side.WEST):
        for square in squares:
            if find_neighbour(square, side) not in bridge_squares:
                yield Use(f"{symbol_name}-rail", find_middle(square), ROTATION_BY_SIDE[side])


def _find_hazard_below(board: Board, bridge_squares: list[Square]) -> TerrainKind | None:
    """Return the kind of hazard that lies below a bridge: the one on most squares beside it; None without any.

    Of several kinds on equally many squares, return the first by name.
    """
    neighbours = [find_neighbour(square, side) for square in bridge_squares for side in SIDES]
    hazard_counts = Counter(board.terrain_at[square] for square in neighbours if square in board.hazard_squares)
    return min(hazard_counts, key=lambda kind: (-hazard_counts[kind], kind), default=None)


def _is_horizontal_bridge(board: Board, squares: list[Square]) -> bool:
    """Return whether a bridge leads from west to east: there it ends at more safe ground than from north to south.

    Ground beside the bridge that is no hazard speaks for its direction, a hazard against it. If that does not decide,
    the bridge leads in its longer direction.
    """
    horizontal_score, bridge_squares = 0, set(squares)
    for square in squares:
        for side in SIDES:
            neighbour = find_neighbour(square, side)
            if neighbour not in board or neighbour in bridge_squares:
                continue
            score = -1 if neighbour in board.hazard_squares else 1
            horizontal_score += score if side in (Side.EAST, Side.WEST) else -score
    if horizontal_score:
        return horizontal_score > 0
    width, height = len({x for x, _ in squares}), len({y for _, y in squares})
    return width >= height
