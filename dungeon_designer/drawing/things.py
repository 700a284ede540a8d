"""Things that lie on the floor and between squares: obstacles, chests, portals, traps, machines, walls, doors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeVar

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, Run, rings, runs, unit_walls
from dungeon_designer.board.model import WALL
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, place
from dungeon_designer.drawing.geometry import inset, noise, pick, rounded, wavering, wobbled
from dungeon_designer.drawing.shapes import Group, Point, Shape, Style, Text, Use, area, box, lines
from dungeon_designer.drawing.sides import side_emblem
from dungeon_designer.grid import SIDES, Side, Square, bounds, edge_run, groups, neighbour
from dungeon_designer.layout.model import (
    EdgeDoor,
    EdgeRun,
    LeapEdge,
    ObstacleKind,
    RollingBall,
    TerrainKind,
    Trap,
    TrapKind,
)

LOOKING = {Side.NORTH: 0.0, Side.EAST: 90.0, Side.SOUTH: 180.0, Side.WEST: 270.0}
"""How far a picture made for the northern edge, or one that looks north, is turned for another."""

OWNER_AT, OWNER_SIZE = 0.27, 0.46
"""Where on a counter its owner is shown, right of and below its middle, and how large."""


K = TypeVar("K", ObstacleKind, TerrainKind)

LEAN = 0.11
"""How far a wall may swerve from the grid, in widths of the wall."""

REMEMBERED = 1 << 13
"""How many runs of wall are kept as they were drawn, so that a change to one room of a large dungeon draws its own."""


def kinds_drawn(
    kinds: type[K], placed: Mapping[Square, K], strays: Iterable[tuple[str, Square]]
) -> dict[K, list[Square]]:
    """The squares of each kind, those drawn where no floor is included."""
    found: dict[K, list[Square]] = defaultdict(list)
    for square, kind in placed.items():
        found[kind].append(square)
    for word, square in strays:
        if word in set(kinds):
            found[kinds(word)].append(square)
    return found


def obstacles(plan: DrawingPlan) -> Iterator[Group]:
    """One group a thing: neighbours of one kind are one thing.

    A rectangle has one picture, a crypt's laid along its longer side; any other shape a small one a square.
    """
    found = kinds_drawn(ObstacleKind, plan.board.obstacle_at, plan.board.strays)
    for kind, squares in ((kind, part) for kind, drawn in sorted(found.items()) for part in groups(drawn)):
        at, size = bounds(squares)
        shapes = tuple(Use(f"{kind.value}-1-1", middle(square)) for square in squares)
        if len(squares) == size[0] * size[1]:
            turned = kind is ObstacleKind.CRYPT and size[1] > size[0]
            wide, high = reversed(size) if turned else size
            shapes = (Use(f"{kind.value}-{wide}-{high}", middle(at, size), 90.0 if turned else 0.0),)
        yield Group(f"{kind.value}-{place(squares[0])}", kind.value, shapes, tuple(squares), kind.value)


ASIDE = {"chest": ((0.3, 0.25), 0.58), "portal": ((0.25, 0.25), 0.46)}
"""Where the middle of a thing that makes room for a number lies in its square, and how large the thing is then."""


def chests(plan: DrawingPlan, numbered: Collection[Square]) -> Iterator[Group]:
    """One group a chest; on squares that are numbered it lies in a corner."""
    return (_item("chest", "chest", chest.at, numbered) for chest in plan.board.chests)


def portals(plan: DrawingPlan, numbered: Collection[Square]) -> Iterator[Group]:
    """One group a portal, with its number and colour; on squares that are numbered it lies in a corner."""
    return (_item("portal", f"portal-{portal.number}", portal.at, numbered) for portal in plan.board.portals)


def _item(kind: str, picture: str, at: Square, numbered: Collection[Square]) -> Group:
    (right, down), size = ASIDE[kind] if at in numbered else ((0.5, 0.5), 1.0)
    shape, title = Use(picture, (at[0] + right, at[1] + down), size=size), f"{picture.replace('-', ' ')} at {at}"
    return Group(f"{picture}-at-{place(at)}", kind, (shape,), (at,), title)


def traps(plan: DrawingPlan) -> Iterator[Group]:
    """One group a trap; what lies below or on the hidden face only when `hidden` is asked for."""
    for trap in plan.board.traps:
        word = trap.kind.value.replace("_", "-")
        (x, y), shapes = middle(trap.parts[0].at), list[Shape]()
        if trap.kind is TrapKind.COUNTER:  # with the emblem of who laid it; of the two usual sides, a shield and letter
            counter, look = trap.parts[0], plan.look(trap.parts[0].owner)
            shown = f"-{counter.content.value.replace('_', '-')}" if plan.options.hidden and counter.content else ""
            shapes.append(Use(f"counter{shown}", (x, y)))
            if look.emblem is not None:
                style = plan.theme.drawn(look.colour, plan.theme.bold)
                shapes.append(side_emblem(look.emblem, style, (x + OWNER_AT, y + OWNER_AT), OWNER_SIZE))
            elif counter.owner is not None:
                shapes.append(Use(f"owner-{counter.owner}", (x, y)))
        elif trap.kind is TrapKind.TRAPDOOR:
            shapes += _trapdoor(plan, trap.parts[0])
        else:
            shapes += pit(plan, trap.kind, trap.squares)
        name = f"{word}-{place(trap.squares[0])}"
        yield Group(name, trap.kind.value, tuple(shapes), trap.squares, word.replace("-", " "))


def pit(plan: DrawingPlan, kind: TrapKind, squares: Sequence[Square]) -> Iterator[Shape]:
    """One ragged hole over all the squares of a pit; stakes in each square of a spiked one."""
    theme, outline = plan.theme, rings(set(squares))
    for depth, fill in ((0.05, theme.stone), (0.11, theme.hole), (0.2, theme.hole_deep)):
        ragged = [wobbled(inset(ring, depth), 0.025, 14, 0.3) for ring in outline]
        yield area(ragged, Style(fill=fill, stroke=theme.line, width=theme.fine))
    if kind is TrapKind.SPIKED_PIT:
        for square in squares:
            yield Use("spikes", middle(square))


def _trapdoor(plan: DrawingPlan, trap: Trap) -> Iterator[Shape]:
    """A trapdoor, and on a slip of paper what lies below."""
    (x, y), (width, height) = middle(trap.at, trap.size), trap.size
    yield Use(f"trapdoor-{width}-{height}", (x, y))
    if plan.options.hidden and trap.below:
        text = trap.below.replace("_", " ")
        size = min(0.3 if width > 1 else 0.25, 1.75 * width / max(4, len(text)))
        half = min(width / 2 - 0.06, 0.27 * size * len(text) + 0.08)
        slip = plan.theme.drawn(plan.theme.disc)
        yield rounded(x - half, y - 0.68 * size, 2 * half, 1.36 * size, 0.05, slip)
        yield Text((x, y + 0.3 * size), text, size, Style(fill=plan.theme.disc_text), bold=True)


def machines(plan: DrawingPlan) -> Iterator[Group]:
    """One group a machine; machines that are alike in every way are one."""
    for machine in dict.fromkeys(plan.board.machines):
        if isinstance(machine, RollingBall):
            shapes = (*_track(plan, machine), Use(f"ball-{min(machine.size)}", middle(machine.at, machine.size)))
            name = f"rolling-ball-{place(machine.at)}"
            yield Group(name, "rolling_ball", shapes, tuple(machine.track), "rolling ball")
            continue
        squares = tuple(at for part in plan.board.sections if part.id in machine.sections for at in part.squares)
        if squares:
            at, size = bounds(squares)
            turntable = Use(f"turntable-{min(size)}", middle(at, size))
            yield Group(f"rotating-room-{place(at)}", "rotating_room", (turntable,), squares, "rotating room")


def _track(plan: DrawingPlan, ball: RollingBall) -> Iterator[Shape]:
    """The worn edge of the track, a bar where the ball starts, and arrowheads the way it rolls."""
    theme = plan.theme
    (left, top), (width, height) = bounds(ball.track)
    worn = Style(stroke=theme.machine, width=theme.bold, dash=(0.3, 0.16), round=False)
    yield box(left + 0.16, top + 0.16, width - 0.32, height - 0.32, worn)
    ahead = ball.travel.step
    across = ball.size[0] if ahead[0] == 0 else ball.size[1]
    depth = ball.size[0] if ahead[0] else ball.size[1]
    x, y = middle(ball.at, ball.size)
    for far in range(depth // 2 + 1, ball.length - depth // 2, 2):
        at = (x + ahead[0] * (far + 0.5), y + ahead[1] * (far + 0.5))
        yield Use(f"chevron-{across}", at, LOOKING[ball.travel] - 90.0)
    half, start = across / 2 - 0.16, -depth / 2 + 0.16
    bar = [(x + ahead[0] * start - ahead[1] * s, y + ahead[1] * start + ahead[0] * s) for s in (-half, half)]
    yield lines([bar], Style(stroke=theme.machine, width=0.14, round=False))


def walls(plan: DrawingPlan) -> Iterator[Group]:
    """Every wall, against rock or between squares, as a hand draws it; in masonry, two faces with stones between.

    Each is drawn twice, its lines swerving on ways of their own: where they part it is broad, where they meet it is
    narrow. Stones are of all lengths, some of them darker, with joints between them.
    """
    theme, straight = plan.theme, wall_runs(plan)
    if not straight:
        return
    lean, broad = LEAN * theme.wall_width, round(0.92 * theme.wall_width, 3)
    stones = lines([wavering(run, lean, 21) for run in straight], Style(stroke=theme.wall, width=broad))
    again = [wavering(run, 2 * lean, 23) for run in straight]
    shapes = [stones, lines(again, Style(stroke=theme.wall, width=round(0.78 * theme.wall_width, 3)))]
    if theme.wall_face != theme.wall:
        face = round(0.92 * theme.wall_width - 2 * theme.bold, 3)
        shapes.append(replace(stones, style=Style(stroke=theme.wall_face, width=face)))
        if theme.masonry:
            dark, joints = zip(*(_laid(run, face) for run in straight), strict=True)
            shaded = lines(chain.from_iterable(dark), Style(stroke=theme.wall, width=face, opacity=0.22, round=False))
            between = lines(chain.from_iterable(joints), Style(stroke=theme.wall, width=theme.fine, round=False))
            shapes += [shape for shape in (shaded, between) if shape.points]
    yield Group("walls", "walls", tuple(shapes))


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
    right, down = dy * face / 2, dx * face / 2
    middles = [(x0 + t * dx, y0 + t * dy) for t in cuts]
    return dark, [[(x - right, y - down), (x + right, y + down)] for x, y in middles]


def wall_runs(plan: DrawingPlan) -> list[Run]:
    """Straight runs of wall, those of walls drawn off the floor included, but for those under a door."""
    board = plan.board
    level, upright = unit_walls(board)
    for wall in board.layout.walls:
        for (x, y), side in edge_run(wall.at, wall.side, wall.width):
            if ((x, y), side) in board.edge_doors:
                continue
            if side is Side.SOUTH:
                level.add((x, y + 1))
            else:
                upright.add((x + 1, y))
    return runs(level, upright)


def run_of(thing: EdgeRun) -> tuple[Corner, Corner]:
    """Both ends of the edges a thing stands on."""
    x, y = thing.at[0] + (thing.side is Side.EAST), thing.at[1] + (thing.side is Side.SOUTH)
    level = thing.side in (Side.NORTH, Side.SOUTH)
    return (x, y), (x + thing.width, y) if level else (x, y + thing.width)


def _beside(thing: EdgeDoor | LeapEdge) -> tuple[Square, ...]:
    """The squares on both sides of the edges a thing stands on."""
    edges = edge_run(thing.at, thing.side, thing.width)
    return tuple(square for at, side in edges for square in (at, neighbour(at, side)))


def doors(plan: DrawingPlan) -> Iterator[Group]:
    """Doors on edges and doors in squares, as many as were drawn.

    A door in a square hangs between the two walls beside it: from north to south when those are its walls.
    """
    for door in plan.board.layout.doors:
        (x0, y0), (x1, y1) = run_of(door)
        shape = Use(f"door-{door.width}", ((x0 + x1) / 2, (y0 + y1) / 2), 0.0 if y0 == y1 else 90.0)
        name = f"door-{place(door.at)}-{door.side}"
        yield Group(name, "door", (shape,), _beside(door), f"door at {door.at}, {door.side}")
    for gate in plan.board.layout.square_doors:
        state, turn = "open" if gate.open else "shut", 0.0
        if gate.at in plan.board:
            north, east, south, west = (plan.board.edge_state(gate.at, side) == WALL for side in SIDES)
            turn = 90.0 if north + south > east + west else 0.0
        shape = Use(f"square-door-{state}", middle(gate.at), turn)
        yield Group(f"square-door-{place(gate.at)}", "square_door", (shape,), (gate.at,), f"{state} door at {gate.at}")


def leap_edges(plan: DrawingPlan) -> Iterator[Group]:
    """Marked edges, one group each; the marks point across the edge, away from the square they are said of."""
    for leap in plan.board.layout.leap_edges:
        (x, y), (x1, _) = run_of(leap)
        middles = [(x + 0.5 + i, float(y)) if x1 > x else (float(x), y + 0.5 + i) for i in range(leap.width)]
        shapes = tuple(Use("leap-edge", at, LOOKING[leap.side]) for at in middles)
        name = f"leap-edge-{place(leap.at)}-{leap.side}"
        yield Group(name, "leap_edge", shapes, _beside(leap), f"leap edge at {leap.at}, {leap.side}")
