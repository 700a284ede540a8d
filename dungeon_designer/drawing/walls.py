"""Walls, doors on edges, doors in squares, leap edges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, pairwise

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, Run, runs
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, place
from dungeon_designer.drawing.geometry import noise, pick, wavering
from dungeon_designer.drawing.shapes import Group, Layer, Path, Point, Shape, Style, Use, lines
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.drawing.things import LOOKING
from dungeon_designer.grid import SIDES, Edge, Side, Square, edge, edge_run, neighbour
from dungeon_designer.layout.model import EdgeDoor, LeapEdge, Wall

LEAN = 0.11
"""How far a wall may swerve from the grid, in widths of the wall."""

REMEMBERED = 1 << 13
"""How many runs of wall are kept as they were drawn, so that a change to one room of a large dungeon draws its own."""


def walls(plan: DrawingPlan) -> Layer:
    """Every wall, against rock or between squares, as a hand draws it; in masonry, two faces with stones between.

    Each is drawn twice, its lines swerving on ways of their own: where they part it is broad, where they meet it is
    narrow.
    """
    theme, straight = plan.theme, wall_runs(plan)
    lean = LEAN * theme.wall_width
    stones = lines(
        [_swerving(run, lean, 21) for run in straight],
        Style(stroke=theme.wall, width=round(0.92 * theme.wall_width, 3)),
    )
    again = [_swerving(run, 2 * lean, 23) for run in straight]
    shapes = [stones, lines(again, Style(stroke=theme.wall, width=round(0.78 * theme.wall_width, 3)))]
    if theme.wall_face != theme.wall:
        face = round(0.92 * theme.wall_width - 2 * theme.bold, 3)
        shapes.append(replace(stones, style=Style(stroke=theme.wall_face, width=face)))
        if theme.masonry and straight:
            shapes += _masonry(theme, straight, face)
    return Layer("walls", (Group("walls", "walls", tuple(shapes)),) if straight else ())


@lru_cache(maxsize=REMEMBERED)
def _swerving(run: Run, lean: float, salt: int) -> tuple[Point, ...]:
    return tuple(wavering(run, lean, salt))


def _masonry(theme: Theme, straight: list[Run], face: float) -> list[Path]:
    """Stones of all lengths: some of them darker, and the joints between them."""
    dark, joints = (chain.from_iterable(parts) for parts in zip(*(_laid(run, face) for run in straight), strict=True))
    shaded = lines(dark, Style(stroke=theme.wall, width=face, opacity=0.22, round=False))
    between = lines(joints, Style(stroke=theme.wall, width=theme.fine, round=False))
    return [shape for shape in (shaded, between) if shape.points]


@lru_cache(maxsize=REMEMBERED)
def _laid(run: Run, face: float) -> tuple[list[list[Point]], list[list[Point]]]:
    """The darker stones of a run of wall, and its joints."""
    (x0, y0), (x1, y1) = run
    dx, dy = (1, 0) if y0 == y1 else (0, 1)
    halves = [(i, 2 * x0 + i * dx, 2 * y0 + i * dy) for i in range(1, 2 * (x1 - x0 + y1 - y0))]
    cuts = [i / 2 + 0.34 * (noise(x, y, 25 + dx) - 0.5) for i, x, y in halves]
    dark: list[list[Point]] = [
        [(x0 + a * dx, y0 + a * dy), (x0 + b * dx, y0 + b * dy)]
        for (a, b), (_, x, y) in zip(pairwise(cuts), halves, strict=False)
        if pick(x, y, 3, 27 + dx) == 0
    ]
    return dark, [_across((x0 + t * dx, y0 + t * dy), (dx, dy), face) for t in cuts]


def _across(at: Point, way: tuple[int, int], width: float) -> list[Point]:
    """A line across a wall."""
    right, down = way[1] * width / 2, way[0] * width / 2
    return [(at[0] - right, at[1] - down), (at[0] + right, at[1] + down)]


def wall_runs(plan: DrawingPlan) -> list[Run]:
    """Straight runs of wall, those of walls drawn off the floor included, but for those under a door."""
    board = plan.board
    edges = unit_walls(board)
    for wall in board.layout.walls:
        edges.update(edge for edge in edge_run(wall.at, wall.side, wall.width) if edge not in board.edge_doors)
    return edge_runs(edges)


def unit_walls(board: Board) -> set[Edge]:
    """The borders that are walls: those drawn between squares of floor, and all against rock."""
    rock = {edge(at, side) for at in board.squares for side in SIDES if neighbour(at, side) not in board}
    return rock | board.walls


def edge_runs(edges: Iterable[Edge]) -> list[Run]:
    """Straight runs of borders."""
    level: set[Corner] = set()
    upright: set[Corner] = set()
    for square, side in edges:
        (level if side is Side.SOUTH else upright).add(corner_of(square, side))
    return runs(level, upright)


def corner_of(square: Square, side: Side) -> Corner:
    """The left or upper end of one side of a square."""
    return square[0] + (side is Side.EAST), square[1] + (side is Side.SOUTH)


def run_of(thing: EdgeDoor | LeapEdge | Wall) -> tuple[Corner, Corner]:
    """Both ends of the edges a thing stands on."""
    x, y = corner_of(thing.at, thing.side)
    if thing.side in (Side.NORTH, Side.SOUTH):
        return (x, y), (x + thing.width, y)
    return (x, y), (x, y + thing.width)


def _centre(thing: EdgeDoor | LeapEdge | Wall) -> Point:
    (x0, y0), (x1, y1) = run_of(thing)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _beside(thing: EdgeDoor | LeapEdge | Wall) -> tuple[Square, ...]:
    """The squares on both sides of the edges a thing stands on."""
    found = []
    for (x, y), side in edge_run(thing.at, thing.side, thing.width):
        found += [(x, y), (x + side.step[0], y + side.step[1])]
    return tuple(found)


def doors(plan: DrawingPlan) -> Layer:
    """Doors on edges and doors in squares, as many as were drawn."""
    layout = plan.board.layout
    found = []
    for door in layout.doors:
        turn = 0.0 if door.side in (Side.NORTH, Side.SOUTH) else 90.0
        shape = Use(f"door-{door.width}", _centre(door), turn)
        name = f"door-{place(door.at)}-{door.side}"
        found.append(Group(name, "door", (shape,), _beside(door), f"door at {door.at}, {door.side}"))
    for gate in layout.square_doors:
        state = "open" if gate.open else "shut"
        shape = Use(f"square-door-{state}", middle(gate.at), _gate_turn(plan, gate.at))
        found.append(
            Group(f"square-door-{place(gate.at)}", "square_door", (shape,), (gate.at,), f"{state} door at {gate.at}")
        )
    return Layer("doors", tuple(found))


def _gate_turn(plan: DrawingPlan, square: Square) -> float:
    """A door hangs between the two walls beside it: from north to south when those are its walls."""
    if square not in plan.board:
        return 0.0
    north, east, south, west = (plan.walled(square, side) for side in SIDES)
    return 90.0 if north + south > east + west else 0.0


def leap_edges(plan: DrawingPlan) -> Layer:
    """Marked edges, one group each; the marks point across the edge, away from the square they are said of."""
    found = []
    for leap in plan.board.layout.leap_edges:
        (x, y), (x1, _) = run_of(leap)
        middles = [(x + 0.5 + i, float(y)) if x1 > x else (float(x), y + 0.5 + i) for i in range(leap.width)]
        shapes: tuple[Shape, ...] = tuple(Use("leap-edge", at, LOOKING[leap.side]) for at in middles)
        name = f"leap-edge-{place(leap.at)}-{leap.side}"
        found.append(Group(name, "leap_edge", shapes, _beside(leap), f"leap edge at {leap.at}, {leap.side}"))
    return Layer("leap-edges", tuple(found))
