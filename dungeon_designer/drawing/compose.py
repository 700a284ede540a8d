"""Board → drawing: asks each part of the picture for its layer, and frames the whole."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from msgspec.structs import replace

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.drawing import (
    cartouche,
    figure_overlay,
    ground,
    keys,
    labels,
    legend,
    names,
    overlays,
    page,
    sections,
    terrain,
    things,
    walls,
    zones,
)
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.hindrances import hindrances
from dungeon_designer.drawing.options import DrawingOptions, RangeBands
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Drawing, Layer, Use
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, Size, Square, bounds
from dungeon_designer.layout.model import EdgeDoor, LeapEdge, RollingBall, TrapKind, Wall

SPARSE, ROOM = 4, 400
"""A picture may have SPARSE times the squares of the rectangle around the floor, and ROOM more, to show all things."""

NEAR = 8
"""Where that is not enough, things so many squares off the floor are shown; the others are named by findings."""


def draw(
    board: Board,
    options: DrawingOptions | None = None,
    findings: Sequence[Finding] = (),
    *,
    distances: Sequence[int] | None = None,
    reach: RangeBands | None = None,
    figure: FigurePicture | None = None,
    least: page.Extent = (0.0, 0.0),
) -> Drawing:
    """The picture of any board, legal or not.

    `findings` are marked on their squares; `distances` holds a number of steps for each square in the
    board's order, negative for none; `reach` is tinted. `figure` is laid over the ground, and its legend drawn.
    The page is at least so many squares wide and high as `least` says.
    """
    plan = DrawingPlan(board, options or DrawingOptions())
    if plan.options.bare:
        plan = DrawingPlan(without_pieces(board), plan.options)
    laid = _LaidOver(tuple(findings), overlays.reached(plan, distances), reach, figure)
    lasting = still(plan)
    above, sheet = _above(plan, lasting, laid, shown(board), least)
    layers = (page.page(plan, sheet), *lasting.lower, *_tints(plan, laid), lasting.borders, *above)
    return Drawing(
        title=board.layout.name,
        theme=plan.theme.name,
        background=plan.theme.page,
        corner=sheet.corner,
        size=sheet.size,
        layers=_unique(layers),
        symbols=tuple(picture(name, plan.theme) for name in sorted(lasting.pictures | pictures_in(above))),
        title_fonts=plan.theme.title_fonts,
        label_fonts=plan.theme.label_fonts,
    )


@dataclass(frozen=True, slots=True)
class _LaidOver:
    """What is laid over a map: findings, squares with their steps, what is reached, a figure."""

    findings: tuple[Finding, ...]
    reached: overlays.Reached
    reach: RangeBands | None
    figure: FigurePicture | None


def _tints(plan: DrawingPlan, laid: _LaidOver) -> tuple[Layer, ...]:
    """The overlays below the things."""
    return (
        overlays.shades(plan, laid.reached),
        overlays.reach(plan, laid.reach),
        figure_overlay.layer(plan, laid.figure),
    )


def _above(
    plan: DrawingPlan, lasting: Still, laid: _LaidOver, rectangle: tuple[Square, Size], least: page.Extent
) -> tuple[tuple[Layer, ...], page.Frame]:
    """The layers from the things on the floor up, and the page that has room for all of them."""
    lying = _lying(plan, lasting.walls, frozenset(square for square, _ in laid.reached))
    words = labels.free_labels(plan)
    marks = overlays.numbers(plan, laid.reached), overlays.findings(plan, laid.findings)
    over = lasting.layer("zones"), words, *marks
    named = names.section_names(plan, rectangle, lambda: hindrances(plan, lying, over, lasting.layer("floor")))
    told = keys.keys(plan, laid.reached, laid.reach, laid.findings, named.left_out)
    around, sheet = _around(plan, laid, told, rectangle, least)
    coordinates = labels.coordinates(plan, *rectangle)
    return (*lying, named.layer, words, coordinates, *around, *marks), sheet


def _around(
    plan: DrawingPlan, laid: _LaidOver, told: Sequence[keys.Key], rectangle: tuple[Square, Size], least: page.Extent
) -> tuple[tuple[Layer, ...], page.Frame]:
    """Title, cartouche and what explains the map, and the page they stand on."""
    listed = legend.entries(plan) if plan.options.legend else []
    explained = figure_overlay.entries(plan, laid.figure)
    heading = laid.figure.heading if laid.figure else ""
    sheet = page.frame(plan, rectangle, listed, explained, heading, told, least)
    width = sheet.size[0]
    around = (
        page.title_block(plan, sheet),
        cartouche.cartouche(plan, *sheet.cartouche),
        legend.heading(plan, heading, sheet.explained, width),
        legend.legend(plan, explained, sheet.explained, width, "figure-legend", legend.HEADING),
        keys.layer(plan, told, sheet.keys, width),
        legend.legend(plan, listed, sheet.legend, width),
    )
    return around, sheet


def _lying(plan: DrawingPlan, standing: Layer, numbered: frozenset[Square]) -> tuple[Layer, ...]:
    """The things on the floor and between squares, from the lowest up; `standing` are the walls.

    Chests and portals make room for the numbers on squares that are `numbered`.
    """
    return (
        things.traps(plan),
        things.machines(plan),
        standing,
        walls.leap_edges(plan),
        walls.doors(plan),
        things.obstacles(plan),
        things.chests(plan, numbered),
        things.portals(plan, numbered),
    )


def shown(board: Board) -> tuple[Square, Size]:
    """The rectangle of squares that a picture shows: everything drawn, or without what lies far off the floor."""
    (left, top), (width, height) = extent(board)
    floor, (across, down) = bounds(board.squares or [(left, top)])
    if width * height <= SPARSE * across * down + ROOM:
        return (left, top), (width, height)
    first = max(left, floor[0] - NEAR), max(top, floor[1] - NEAR)
    last = min(left + width, floor[0] + across + NEAR) - 1, min(top + height, floor[1] + down + NEAR) - 1
    return bounds((first, last))


def without_pieces(board: Board) -> Board:
    """The board without what is laid on it for a match: chests, portals and counters."""
    traps = tuple(trap for trap in board.traps if trap.kind is not TrapKind.COUNTER)
    return dataclasses.replace(board, chests=(), portals=(), traps=traps)


@lru_cache(maxsize=4)
def extent(board: Board) -> tuple[Square, Size]:
    """The rectangle of squares that holds everything drawn, items in the rock included."""
    layout = board.layout
    found = [*layout.chests, *(portal.at for portal in layout.portals), *(door.at for door in layout.square_doors)]
    found += [square for _, square in board.strays]
    for on_edges in (layout.doors, layout.walls, layout.leap_edges):
        found += [square for thing in on_edges for square in _ends(thing)]
    for trap in layout.traps:
        found += _corners(trap.at, trap.size)
    for label in layout.labels:
        found += _corners(*labels.reach(label))
    for machine in layout.machines:
        if isinstance(machine, RollingBall):
            found += _corners(*things.track_of(machine))
    return bounds((*found, *board.squares))


def _corners(at: Square, size: Size) -> list[Square]:
    return [at, (at[0] + size[0] - 1, at[1] + size[1] - 1)]


def _ends(thing: EdgeDoor | Wall | LeapEdge) -> list[Square]:
    """The first and the last square a thing on edges stands beside."""
    level = thing.side in (Side.NORTH, Side.SOUTH)
    return _corners(thing.at, (thing.width, 1) if level else (1, thing.width))


def _unique(layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """Things that share a name (two chests on one square) are numbered, so that every id is used once."""
    seen: Counter[str] = Counter()
    result = []
    for layer in layers:
        kept = []
        for group in layer.groups:
            seen[group.id] += 1
            kept.append(group if seen[group.id] == 1 else replace(group, id=f"{group.id}..{seen[group.id]}"))
        result.append(Layer(layer.name, tuple(kept)))
    return tuple(result)


REMEMBERED = 8
"""How many boards' grounds are kept: a few steps of undo, in the themes of a few windows."""


@dataclass(frozen=True, slots=True)
class Still:
    """The layers of the ground, from the lowest up: those below overlays, those right above, and the walls.

    `pictures` names the symbols they use.
    """

    lower: tuple[Layer, ...]
    borders: Layer
    walls: Layer
    pictures: frozenset[str]

    def layer(self, name: str) -> Layer:
        """The lower layer of a name."""
        return next(layer for layer in self.lower if layer.name == name)


@dataclass(frozen=True)
class _Request:
    """A plan that equals another when its ground does."""

    key: tuple[Hashable, ...]
    plan: DrawingPlan = field(compare=False)


def still(plan: DrawingPlan) -> Still:
    """The layers of a plan's ground."""
    return _drawn(_Request(_key(plan), plan))


def forget() -> None:
    """Draw everything anew next time; for measuring."""
    _drawn.cache_clear()
    sections.forget()


def _key(plan: DrawingPlan) -> tuple[Hashable, ...]:
    """All that the ground depends on."""
    board, layout = plan.board, plan.board.layout
    parts = tuple((p.id, p.kind, p.side, p.name, p.tile, p.owned, p.covers, p.painted) for p in board.sections)
    ground = (tuple(board.terrain_at.items()), tuple(board.obstacle_at.items()), board.walls, board.edge_doors)
    return (plan.theme, plan.options.grid, layout.sides, parts, *ground, board.strays, layout.walls)


@lru_cache(maxsize=REMEMBERED)
def _drawn(request: _Request) -> Still:
    plan = request.plan
    lower = (
        ground.rock(plan),
        sections.floor(plan),
        zones.zones(plan),
        ground.shadows(plan),
        terrain.terrain(plan),
        ground.grid(plan),
        zones.names(plan),
    )
    return Still(lower, ground.borders(plan), walls.walls(plan), frozenset(pictures_in(lower)))


def pictures_in(layers: Iterable[Layer]) -> set[str]:
    """The names of the symbols some layers use."""
    return {shape.symbol for layer in layers for group in layer.groups for shape in group.shapes if type(shape) is Use}
