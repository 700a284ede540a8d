"""Draw a whole board: let each module of the package draw its layers, and put the layers in order on a page.

`draw` is the entry point of the package. The layers that depend on the ground alone are cached, so that an editor
draws a change quickly.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.drawing import (
    cartouche,
    labels,
    legend,
    map_objects,
    overlays,
    page,
    rock_and_terrain,
    section_floors,
)
from dungeon_designer.drawing.drawing_options import DrawingOptions, RangeBands
from dungeon_designer.drawing.drawing_plan import DrawingPlan
from dungeon_designer.drawing.placed_pictures import list_credits, list_ungridded_squares, place_dungeon_picture
from dungeon_designer.drawing.section_names import place_section_names
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Use
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, Size, Square, find_bounds
from dungeon_designer.layout.model import EdgeRun, RollingBall, TrapKind

MAX_AREA_RATIO, EXTRA_SQUARES = 4, 400
"""A picture shows everything drawn while its area is at most MAX_AREA_RATIO times the area of the rectangle around the
floor, plus EXTRA_SQUARES.
"""

NEAR_FLOOR_DISTANCE = 8
"""How far outside the rectangle around the floor an object is still shown, in squares.

The limit holds when the whole drawn area would be too large for a picture. Objects farther away are not on
the picture; the problems of a check name them.
"""

MAX_CACHED_GROUNDS = 8
"""The number of boards whose ground layers are cached: a few steps of undo, in the themes of a few windows."""


def draw(
    board: Board,
    options: DrawingOptions | None = None,
    findings: Sequence[Finding] = (),
    *,
    distances: Sequence[int] | None = None,
    reach: RangeBands | None = None,
    figure: FigurePicture | None = None,
    min_size: page.PageSize = (0.0, 0.0),
) -> Drawing:
    """Draw the map of a dungeon, legal or not, with the page around it.

    Args:
        board: the board to draw.
        options: the theme and what is shown; the defaults if None.
        findings: problems to mark on their squares.
        distances: a number of steps to show on each square, in the order of `board.squares`; negative for no number.
        reach: squares that can be reached from a square, drawn as tinted bands.
        figure: the picture of one result of an analysis, such as where a team arrives first: bands of squares that are
            tinted. The page also gets its legend.
        min_size: the smallest width and height of the page, in squares.

    Raises:
        UsageError: `distances` does not have one number for each square.
    """
    plan = DrawingPlan(board, options or DrawingOptions())
    if plan.options.bare:  # the map shows the floor alone, for real chests, portals and counters to be placed on it
        plan = DrawingPlan(remove_match_objects(board), plan.options)
    visible_area, step_counts = find_visible_area(board), overlays.list_step_counts(plan, distances)
    # the cache compares requests by their key alone: a plan with the same ground gets the ground drawn before
    ground = _draw_ground(_GroundRequest(_build_ground_key(plan), plan))
    object_layers = _draw_objects(plan, ground.walls, {square for square, _ in step_counts})
    label_layer = _build_layer("labels", labels.draw_labels(plan))
    mark_layers = _draw_marks(plan, step_counts, findings)
    # names of sections come last, since they avoid all other text and objects; those without space are explained below
    text_layers = (ground.find_layer("zones"), label_layer, *mark_layers)
    name_groups, unplaced_names = place_section_names(
        plan, visible_area, object_layers, text_layers, ground.find_layer("floor")
    )
    blocks = [  # the explanations below the map
        legend.build_figure_legend(plan, figure),
        *legend.list_key_blocks(plan, step_counts, reach, findings, unplaced_names),
        legend.build_legend(plan),
    ]
    page_layout, surrounding_layers = _draw_surroundings(plan, visible_area, blocks, min_size)
    upper_layers = (
        *object_layers,
        _build_layer("names", name_groups),
        label_layer,
        _build_layer("coordinates", labels.draw_coordinates(plan, *visible_area)),
        *surrounding_layers,
        *mark_layers,
    )
    page_layer = _build_layer("page", page.draw_page_background(plan, page_layout))
    picture_layer = _build_layer("picture", _draw_dungeon_picture(plan, visible_area))
    tint_layers = _draw_tints(plan, step_counts, reach, figure)
    layers = (page_layer, picture_layer, *ground.layers, *tint_layers, ground.borders, *upper_layers)
    return _build_drawing(plan, page_layout, layers, ground.symbol_names | _list_symbol_names(upper_layers))


def _build_drawing(
    plan: DrawingPlan, page_layout: page.PageLayout, layers: Iterable[Layer], symbol_names: Iterable[str]
) -> Drawing:
    """Return a drawing that consists of some layers, from the lowest up, with the symbols that they use.

    Args:
        plan: what is drawn.
        page_layout: the layout of the page.
        layers: the layers.
        symbol_names: the names of the symbols.
    """
    return Drawing(
        title=plan.board.layout.name,
        theme=plan.theme.name,
        background=plan.theme.page,
        corner=page_layout.corner,
        size=page_layout.size,
        layers=_make_ids_unique(layers),
        symbols=tuple(load_picture(name, plan.theme) for name in sorted(symbol_names)),
        title_fonts=plan.theme.title_fonts,
        label_fonts=plan.theme.label_fonts,
        credits=list_credits(plan.board, plan.options),
    )


def _build_layer(name: str, groups: Iterable[Group]) -> Layer:
    """Return a layer with a name and some groups."""
    return Layer(name, tuple(groups))


def _draw_dungeon_picture(plan: DrawingPlan, visible_area: tuple[Square, Size]) -> Iterator[Group]:
    """Draw the picture of the dungeon, below everything else but the page."""
    if plan.dungeon_picture:
        picture = place_dungeon_picture(plan.board, plan.options, plan.dungeon_picture, visible_area)
        yield Group("dungeon-picture", "picture", (picture,))


def _draw_tints(
    plan: DrawingPlan,
    step_counts: overlays.StepCounts,
    reach: RangeBands | None,
    figure: FigurePicture | None,
) -> tuple[Layer, ...]:
    """Draw the layers that tint the ground: walking distances, the range of a pass, the result of an analysis."""
    return (
        _build_layer("shades", overlays.draw_distance_shades(plan, step_counts)),
        _build_layer("reach", overlays.draw_range_bands(plan, reach)),
        _build_layer("figure", overlays.draw_figure(plan, figure)),
    )


def _draw_marks(plan: DrawingPlan, step_counts: overlays.StepCounts, findings: Sequence[Finding]) -> tuple[Layer, ...]:
    """Draw the layers above everything else: the numbers of steps on squares, and the marks of problems."""
    return (
        _build_layer("distances", overlays.draw_step_numbers(plan, step_counts)),
        _build_layer("findings", overlays.draw_findings(plan, findings)),
    )


def _draw_objects(plan: DrawingPlan, walls: Layer, numbered_squares: set[Square]) -> tuple[Layer, ...]:
    """Draw the objects on the floor and between squares, as layers from the lowest up.

    Args:
        plan: what to draw.
        walls: the layer of the walls, which lies between these layers.
        numbered_squares: squares with a number of steps; chests and portals there are drawn small, in a corner.
    """
    return (
        _build_layer("traps", map_objects.draw_traps(plan)),
        _build_layer("machines", map_objects.draw_machines(plan)),
        walls,
        _build_layer("leap-edges", map_objects.draw_leap_edges(plan)),
        _build_layer("doors", map_objects.draw_doors(plan)),
        _build_layer("obstacles", map_objects.draw_obstacles(plan)),
        _build_layer("chests", map_objects.draw_chests(plan, numbered_squares)),
        _build_layer("portals", map_objects.draw_portals(plan, numbered_squares)),
    )


def _draw_surroundings(
    plan: DrawingPlan, visible_area: tuple[Square, Size], blocks: Sequence[legend.LegendBlock], min_size: page.PageSize
) -> tuple[page.PageLayout, tuple[Layer, ...]]:
    """Lay out the page, and draw the title, the cartouche (a framed panel) and the explanations below the map.

    Args:
        plan: what to draw.
        visible_area: the upper left square and the size of the map.
        blocks: the explanations from the top down: first that of an analysis's figure, last the legend of symbols.
        min_size: the smallest width and height of the page, in squares.

    Returns:
        The layout of the page, and its layers from the lowest up.
    """
    page_layout = page.lay_out_page(plan, visible_area, blocks, min_size)
    (left, top), width, drawn_blocks = page_layout.legend_corner, page_layout.size[0], []
    for block in blocks:
        drawn_blocks.append(legend.draw_legend_block(plan, block, (left, top), width))
        top += block.measure_height(width)
    # of each block, its heading and its entries; the legend of symbols has no heading
    (figure_heading, figure_entries), *key_blocks, (_, legend_entries) = drawn_blocks
    key_groups = [group for heading, entries in key_blocks for group in (*heading, *entries)]
    layers = (
        _build_layer("title", page.draw_title_block(plan, page_layout)),
        _build_layer("cartouche", cartouche.draw_cartouche(plan, page_layout)),
        _build_layer("legend-heading", figure_heading),
        _build_layer("figure-legend", figure_entries),
        _build_layer("keys", key_groups),
        _build_layer("legend", legend_entries),
    )
    return page_layout, layers


def find_visible_area(board: Board) -> tuple[Square, Size]:
    """Return the rectangle of squares that a picture shows, as its upper left square and its size.

    It holds everything drawn. If that is too large for the floor, because an object lies far out in the rock, the
    rectangle ends NEAR_FLOOR_DISTANCE squares from the floor.
    """
    (left, top), (width, height) = find_drawn_area(board)
    # without any floor, one square at the upper left of the objects stands for it
    floor_area = board.bounds if board.section_by_square else ((left, top), (1, 1))
    (floor_left, floor_top), (floor_width, floor_height) = floor_area
    # the picture may be some times as large as the floor; the extra squares are for a floor of a few squares
    max_area = MAX_AREA_RATIO * floor_width * floor_height + EXTRA_SQUARES
    if width * height <= max_area:
        return (left, top), (width, height)
    upper_left = max(left, floor_left - NEAR_FLOOR_DISTANCE), max(top, floor_top - NEAR_FLOOR_DISTANCE)
    lower_right = (
        min(left + width, floor_left + floor_width + NEAR_FLOOR_DISTANCE) - 1,
        min(top + height, floor_top + floor_height + NEAR_FLOOR_DISTANCE) - 1,
    )
    return find_bounds((upper_left, lower_right))


def remove_match_objects(board: Board) -> Board:
    """Return the board without the objects that are placed for a match: chests, portals and counters."""
    traps = tuple(trap for trap in board.traps if trap.kind is not TrapKind.COUNTER)
    return dataclasses.replace(board, chests=(), portals=(), traps=traps)


@lru_cache(maxsize=4)
def find_drawn_area(board: Board) -> tuple[Square, Size]:
    """Return the rectangle of squares that holds everything drawn, including objects in the rock.

    The result is the upper left square and the size.
    """
    layout = board.layout
    squares = [
        *layout.chests,
        *(portal.at for portal in layout.portals),
        *(door.at for door in layout.square_doors),
        *(square for _, square in board.misplaced_features),
    ]
    rectangles = [
        *([board.bounds] if board.section_by_square else []),
        *((trap.at, trap.size) for trap in layout.traps),
        *(labels.find_label_area(label) for label in layout.labels),
        *(find_bounds(machine.track) for machine in layout.machines if isinstance(machine, RollingBall)),
        *map(_find_edge_object_area, (*layout.doors, *layout.walls, *layout.leap_edges)),
    ]
    for (left, top), (width, height) in rectangles:
        squares += [(left, top), (left + width - 1, top + height - 1)]  # two opposite corners bound a rectangle
    return find_bounds(squares)


def _find_edge_object_area(edge_object: EdgeRun) -> tuple[Square, Size]:
    """Return the row or column of squares beside a door, a wall or another object that stands on their edges.

    The result is the first square and the size; `width` is the length of the object in squares.
    """
    is_horizontal = edge_object.side in (Side.NORTH, Side.SOUTH)
    return edge_object.at, (edge_object.width, 1) if is_horizontal else (1, edge_object.width)


def _make_ids_unique(layers: Iterable[Layer]) -> tuple[Layer, ...]:
    """Return the layers with a number added to each id that was used before, so that every id is unique.

    Two chests on one square, for example, have the same id at first.
    """
    counts_by_id: Counter[str] = Counter()

    def make_id_unique(group: Group) -> Group:
        """Return a group, with a number added to its id if a group before it has the same id."""
        counts_by_id[group.id] += 1
        count = counts_by_id[group.id]
        return group if count == 1 else replace(group, id=f"{group.id}..{count}")

    return tuple(Layer(layer.name, tuple(map(make_id_unique, layer.groups))) for layer in layers)


@dataclass(frozen=True)
class _GroundRequest:
    """A plan as a key of the cache: it equals another one when the ground of both looks the same.

    Attributes:
        key: everything that the ground depends on.
        plan: the plan to draw, which is not compared.
    """

    key: tuple[Hashable, ...]
    plan: DrawingPlan = field(compare=False)


def _build_ground_key(plan: DrawingPlan) -> tuple[Hashable, ...]:
    """Return everything that the picture of the floor, rock and walls depends on, as a key for its cache.

    Two plans with equal keys have the same ground, so that it is drawn once.
    """
    board, layout = plan.board, plan.board.layout
    section_keys = tuple(
        (
            section.id,
            section.kind,
            section.team,
            section.name,
            section.tile,
            section.squares,
            section.covered_squares,
            section.painted_squares,
        )
        for section in board.sections
    )
    terrain_and_walls = (
        tuple(board.terrain_at.items()),
        tuple(board.obstacle_at.items()),
        board.walls,
        board.edge_doors,
    )
    appearance = plan.theme, plan.options.grid, plan.options.hatching, plan.options.paving
    pictures = tuple(plan.tile_pictures.items()), plan.dungeon_picture, list_ungridded_squares(board, plan.options)
    drawn_parts = layout.sides, section_keys, *terrain_and_walls, board.misplaced_features, layout.walls
    return *appearance, *pictures, *drawn_parts


class _GroundLayers(NamedTuple):
    """The layers that depend on the ground alone.

    Attributes:
        layers: the layers below all tints, from the lowest up.
        borders: the layer of section borders.
        walls: the layer of walls.
        symbol_names: the names of the symbols that `layers` use.
    """

    layers: tuple[Layer, ...]
    borders: Layer
    walls: Layer
    symbol_names: set[str]

    def find_layer(self, name: str) -> Layer:
        """Return the layer of the ground with a name, such as "floor"."""
        return next(layer for layer in self.layers if layer.name == name)


@lru_cache(maxsize=MAX_CACHED_GROUNDS)
def _draw_ground(request: _GroundRequest) -> _GroundLayers:
    """Draw the layers that depend on the ground alone, without objects.

    Results are cached, since an editor draws the same ground again and again. Section borders and walls are apart,
    since other layers lie between them and the ground. The layer "sides" has the names of the teams on their zones;
    it is above the grid, so that no line crosses a name.
    """
    plan = request.plan
    ground_layers = (
        _build_layer("rock", rock_and_terrain.draw_rock(plan)),
        _build_layer("floor", section_floors.draw_floors(plan)),
        _build_layer("zones", section_floors.draw_zones(plan)),
        _build_layer("shadows", rock_and_terrain.draw_shadows(plan)),
        _build_layer("terrain", rock_and_terrain.draw_terrain(plan)),
        _build_layer("grid", rock_and_terrain.draw_grid(plan)),
        _build_layer("sides", section_floors.draw_zones(plan, shows_names=True)),
    )
    border_layer = _build_layer("borders", rock_and_terrain.draw_section_borders(plan))
    wall_layer = _build_layer("walls", map_objects.draw_walls(plan))
    # borders and walls consist of lines and use no symbols
    return _GroundLayers(ground_layers, border_layer, wall_layer, _list_symbol_names(ground_layers))


def _list_symbol_names(layers: Iterable[Layer]) -> set[str]:
    """Return the names of the symbols that some layers use."""
    return {shape.symbol for layer in layers for group in layer.groups for shape in group.shapes if type(shape) is Use}


def clear_cache() -> None:
    """Clear the caches of drawn ground and floors, so that a benchmark measures a full drawing."""
    _draw_ground.cache_clear()
    section_floors.clear_cache()
