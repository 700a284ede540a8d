"""Board → drawing: asks each part of the picture for its layer, and frames the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.drawing import (
    items,
    labels,
    legend,
    machines,
    overlays,
    page,
    traps,
    walls,
)
from dungeon_designer.drawing.options import DrawingOptions, Reach
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.plan import Plan
from dungeon_designer.drawing.shapes import Drawing, Layer, Symbol, Use
from dungeon_designer.drawing.still import still
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Size, Square, bounds
from dungeon_designer.layout.model import RollingBall


def draw(
    board: Board,
    options: DrawingOptions | None = None,
    findings: Sequence[Finding] = (),
    *,
    distances: Sequence[int] | None = None,
    reach: Reach | None = None,
) -> Drawing:
    """The picture of any board, legal or not.

    `findings` are marked on their squares; `distances` holds a number of steps for each square in the
    board's order, negative for none; `reach` is tinted.
    """
    plan = Plan(board, options or DrawingOptions())
    corner, size = extent(board)
    reached = overlays.reached(plan, distances)
    listed = legend.entries(plan) if plan.options.legend else []
    lasting = still(plan)
    sheet = page.frame(plan, corner, size, listed)
    layers = _unique(
        (
            page.page(plan, sheet),
            *lasting.lower,
            overlays.shades(plan, reached),
            overlays.reach(plan, reach),
            lasting.borders,
            traps.traps(plan),
            machines.machines(plan),
            lasting.walls,
            walls.leap_edges(plan),
            walls.doors(plan),
            items.obstacles(plan),
            items.chests(plan),
            items.portals(plan),
            labels.section_names(plan),
            labels.coordinates(plan, corner, size),
            page.title_block(plan, sheet),
            legend.legend(plan, listed, sheet.legend, sheet.size[0]),
            overlays.numbers(plan, reached),
            overlays.findings(plan, findings),
        )
    )
    return Drawing(
        title=board.layout.name,
        theme=plan.theme.name,
        background=plan.theme.page,
        corner=sheet.corner,
        size=sheet.size,
        layers=layers,
        symbols=_symbols(plan, layers),
        title_fonts=plan.theme.title_fonts,
        label_fonts=plan.theme.label_fonts,
    )


def extent(board: Board) -> tuple[Square, Size]:
    """The rectangle of squares that holds everything drawn, items in the rock included."""
    layout = board.layout
    things = [*layout.chests, *(portal.at for portal in layout.portals), *(door.at for door in layout.square_doors)]
    things += [
        thing.at for things_on_edges in (layout.doors, layout.walls, layout.leap_edges) for thing in things_on_edges
    ]
    things += [square for _, square in board.strays]
    things += [square for trap in layout.traps for square in trap.squares]
    things += [square for m in layout.machines if isinstance(m, RollingBall) for square in m.track]
    if len(board):
        things += [(int(board.x.min()), int(board.y.min())), (int(board.x.max()), int(board.y.max()))]
    return bounds(things)


def _symbols(plan: Plan, layers: Iterable[Layer]) -> tuple[Symbol, ...]:
    """The pictures in use, by name."""
    used = {s.symbol for layer in layers for group in layer.groups for s in group.shapes if isinstance(s, Use)}
    return tuple(picture(name, plan.theme) for name in sorted(used))


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
