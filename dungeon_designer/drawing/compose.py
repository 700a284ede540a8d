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
from dungeon_designer.drawing import cartouche, ground, labels, legend, overlays, page, sections, things
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.names import section_names
from dungeon_designer.drawing.options import DrawingOptions, RangeBands
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Use
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, Size, Square, bounds
from dungeon_designer.layout.model import EdgeDoor, LeapEdge, RollingBall, TrapKind, Wall

SPARSE, ROOM = 4, 400
"""A picture may have SPARSE times the squares of the rectangle around the floor, and ROOM more, to show all things."""

NEAR = 8
"""Where that is not enough, things so many squares off the floor are shown; the others are named by findings."""

REMEMBERED = 8
"""How many boards' grounds are kept: a few steps of undo, in the themes of a few windows."""


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
    rectangle, reached = shown(board), overlays.reached(plan, distances)
    lower, borders, walls, pictures = _still(_Request(_ground_key(plan), plan))
    tints = (
        _layer("shades", overlays.shades(plan, reached)),
        _layer("reach", overlays.reach(plan, reach)),
        _layer("figure", overlays.figure(plan, figure)),
    )
    lying = _lying(plan, walls, {square for square, _ in reached})
    words = _layer("labels", labels.free_labels(plan))
    marks = (
        _layer("distances", overlays.numbers(plan, reached)),
        _layer("findings", overlays.findings(plan, findings)),
    )
    floor, painted = (next(layer for layer in lower if layer.name == name) for name in ("floor", "zones"))
    named, left_out = section_names(plan, rectangle, lying, (painted, words, *marks), floor)
    keys = legend.keys(plan, reached, reach, findings, left_out)
    sheet, around = _around(plan, rectangle, [legend.figure_legend(plan, figure), *keys, legend.legend(plan)], least)
    coordinates = _layer("coordinates", labels.coordinates(plan, *rectangle))
    above = (*lying, _layer("names", named), words, coordinates, *around, *marks)
    return Drawing(
        title=board.layout.name,
        theme=plan.theme.name,
        background=plan.theme.page,
        corner=sheet.corner,
        size=sheet.size,
        layers=_unique((_layer("page", page.page(plan, sheet)), *lower, *tints, borders, *above)),
        symbols=tuple(picture(name, plan.theme) for name in sorted(pictures | _pictures_in(above))),
        title_fonts=plan.theme.title_fonts,
        label_fonts=plan.theme.label_fonts,
    )


def _layer(name: str, groups: Iterable[Group]) -> Layer:
    return Layer(name, tuple(groups))


def _lying(plan: DrawingPlan, standing: Layer, numbered: set[Square]) -> tuple[Layer, ...]:
    """The things on the floor and between squares, from the lowest up; `standing` are the walls.

    Chests and portals make room for the numbers on squares that are `numbered`.
    """
    return (
        _layer("traps", things.traps(plan)),
        _layer("machines", things.machines(plan)),
        standing,
        _layer("leap-edges", things.leap_edges(plan)),
        _layer("doors", things.doors(plan)),
        _layer("obstacles", things.obstacles(plan)),
        _layer("chests", things.chests(plan, numbered)),
        _layer("portals", things.portals(plan, numbered)),
    )


def _around(
    plan: DrawingPlan, rectangle: tuple[Square, Size], keys: Sequence[legend.Key], least: page.Extent
) -> tuple[page.Frame, tuple[Layer, ...]]:
    """The page, and on it title, cartouche and what explains the map: a figure first, the legend last."""
    sheet = page.frame(plan, rectangle, keys, least)
    (left, top), width, explained = sheet.explained, sheet.size[0], []
    for key in keys:
        explained.append(legend.explanation(plan, key, (left, top), width))
        top += key.height(width)
    (heading, figure), *others, (_, listed) = explained
    layers = (
        _layer("title", page.title_block(plan, sheet)),
        _layer("cartouche", cartouche.cartouche(plan, sheet)),
        _layer("legend-heading", heading),
        _layer("figure-legend", figure),
        _layer("keys", (group for both in others for groups in both for group in groups)),
        _layer("legend", listed),
    )
    return sheet, layers


def shown(board: Board) -> tuple[Square, Size]:
    """The rectangle of squares that a picture shows: everything drawn, or without what lies far off the floor."""
    (left, top), (width, height) = extent(board)
    floor, (across, down) = board.bounds if board.owner else ((left, top), (1, 1))
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
    (left, top), (across, down) = board.bounds
    corners = [(left, top), (left + across - 1, top + down - 1)] if board.owner else []
    found = [
        *corners,
        *layout.chests,
        *(portal.at for portal in layout.portals),
        *(door.at for door in layout.square_doors),
    ]
    found += [square for _, square in board.strays]
    spread = [(trap.at, trap.size) for trap in layout.traps] + [labels.reach(label) for label in layout.labels]
    spread += [bounds(machine.track) for machine in layout.machines if isinstance(machine, RollingBall)]
    on_edges: list[EdgeDoor | Wall | LeapEdge] = [*layout.doors, *layout.walls, *layout.leap_edges]
    for thing in on_edges:
        level = thing.side in (Side.NORTH, Side.SOUTH)
        spread.append((thing.at, (thing.width, 1) if level else (1, thing.width)))
    for (x, y), (width, height) in spread:
        found += [(x, y), (x + width - 1, y + height - 1)]
    return bounds(found)


def _unique(layers: Iterable[Layer]) -> tuple[Layer, ...]:
    """Things that share a name (two chests on one square) are numbered, so that every id is used once."""
    seen: Counter[str] = Counter()

    def named(group: Group) -> Group:
        seen[group.id] += 1
        return group if seen[group.id] == 1 else replace(group, id=f"{group.id}..{seen[group.id]}")

    return tuple(Layer(layer.name, tuple(map(named, layer.groups))) for layer in layers)


@dataclass(frozen=True)
class _Request:
    """A plan that equals another when its ground does."""

    key: tuple[Hashable, ...]
    plan: DrawingPlan = field(compare=False)


def _ground_key(plan: DrawingPlan) -> tuple[Hashable, ...]:
    """All that the ground depends on."""
    board, layout = plan.board, plan.board.layout
    parts = tuple((p.id, p.kind, p.side, p.name, p.tile, p.squares, p.covers, p.painted) for p in board.sections)
    laid = (tuple(board.terrain_at.items()), tuple(board.obstacle_at.items()), board.walls, board.edge_doors)
    seen = plan.theme, plan.options.grid, plan.options.hatching, plan.options.paving
    return (*seen, layout.sides, parts, *laid, board.strays, layout.walls)


@lru_cache(maxsize=REMEMBERED)
def _still(request: _Request) -> tuple[tuple[Layer, ...], Layer, Layer, set[str]]:
    """The layers of a plan's ground: those below overlays, the borders above, the walls; pictures the first use."""
    plan = request.plan
    lower = (
        _layer("rock", ground.rock(plan)),
        _layer("floor", sections.floor(plan)),
        _layer("zones", sections.zones(plan)),
        _layer("shadows", ground.shadows(plan)),
        _layer("terrain", ground.terrain(plan)),
        _layer("grid", ground.grid(plan)),
        _layer("sides", sections.zones(plan, named=True)),
    )
    borders, standing = _layer("borders", ground.borders(plan)), _layer("walls", things.walls(plan))
    return lower, borders, standing, _pictures_in(lower)


def _pictures_in(layers: Iterable[Layer]) -> set[str]:
    """The names of the symbols some layers use."""
    return {shape.symbol for layer in layers for group in layer.groups for shape in group.shapes if type(shape) is Use}


def forget() -> None:
    """Draw everything anew next time; for measuring."""
    _still.cache_clear()
    sections.forget()
