"""Draw the objects on the floor and between squares: obstacles, chests, portals, traps, machines, walls, doors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeVar

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, GridLine, find_unit_walls, join_edges, trace_rings
from dungeon_designer.board.model import WALL
from dungeon_designer.drawing.drawing_plan import DrawingPlan, find_middle, format_square_id
from dungeon_designer.drawing.geometry import (
    build_rounded_rectangle,
    compute_noise,
    inset_ring,
    pick_index,
    roughen_line,
    roughen_ring,
)
from dungeon_designer.drawing.shapes import (
    Group,
    Path,
    Point,
    Shape,
    Style,
    Text,
    Use,
    build_area,
    build_lines,
    build_rectangle,
)
from dungeon_designer.drawing.team_looks import draw_emblem
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import SIDES, Side, Square, find_bounds, find_connected_groups, find_neighbour, list_edges
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

ROTATION_BY_SIDE = {Side.NORTH: 0.0, Side.EAST: 90.0, Side.SOUTH: 180.0, Side.WEST: 270.0}
"""The rotation, in clockwise degrees, of a picture that was made for the northern edge or that looks north."""

OWNER_OFFSET, OWNER_SIZE = 0.27, 0.46
"""How far right of and below the middle of a counter its owner's emblem lies, and the emblem's size, in squares."""


_Kind = TypeVar("_Kind", ObstacleKind, TerrainKind)

MAX_WALL_SWERVE = 0.11
"""How far a wall may swerve from the grid, in widths of the wall."""

MAX_CACHED_WALLS = 1 << 13
"""The number of drawn walls that are cached, so that a change to one room of a large dungeon draws its own walls."""


def group_squares_by_kind(
    kinds: type[_Kind], kind_by_square: Mapping[Square, _Kind], misplaced_features: Iterable[tuple[str, Square]]
) -> dict[_Kind, list[Square]]:
    """Return the squares of each kind of terrain or obstacle, with those drawn outside the floor.

    Args:
        kinds: the enum of kinds.
        kind_by_square: the kind on each floor square.
        misplaced_features: the kind and square of each feature outside the floor; those of other enums are ignored.
    """
    squares_by_kind: dict[_Kind, list[Square]] = defaultdict(list)
    for square, kind in kind_by_square.items():
        squares_by_kind[kind].append(square)
    for word, square in misplaced_features:
        if word in set(kinds):
            squares_by_kind[kinds(word)].append(square)
    return squares_by_kind


def draw_obstacles(plan: DrawingPlan) -> Iterator[Group]:
    """Draw obstacles, one group for each connected area of one kind.

    A rectangle has one picture, for a crypt along the longer side; any other shape has a small picture on each
    square.
    """
    squares_by_kind = group_squares_by_kind(ObstacleKind, plan.board.obstacle_at, plan.board.misplaced_features)
    for kind, kind_squares in sorted(squares_by_kind.items()):
        for squares in find_connected_groups(kind_squares):
            group_id = f"{kind.value}-{format_square_id(squares[0])}"
            yield Group(group_id, kind.value, _draw_obstacle(kind, squares), tuple(squares), kind.value)


def _draw_obstacle(kind: ObstacleKind, squares: list[Square]) -> tuple[Use, ...]:
    """Draw an obstacle: one picture if its squares are a rectangle, otherwise a small one on each square."""
    corner, (width, height) = find_bounds(squares)
    if len(squares) != width * height:
        return tuple(Use(f"{kind.value}-1-1", find_middle(square)) for square in squares)
    middle = find_middle(corner, (width, height))
    if kind is ObstacleKind.CRYPT and height > width:
        return (Use(f"{kind.value}-{height}-{width}", middle, 90.0),)
    return (Use(f"{kind.value}-{width}-{height}", middle, 0.0),)


NUMBERED_PLACEMENT = {"chest": ((0.3, 0.25), 0.58), "portal": ((0.25, 0.25), 0.46)}
"""The middle of an object within its square, and its scale, on a square that also has a number of steps."""


def draw_chests(plan: DrawingPlan, numbered_squares: Collection[Square]) -> Iterator[Group]:
    """Draw chests, one group each; a chest on a square with a number of steps is small and lies in a corner."""
    return (_draw_object("chest", "chest", chest.square, numbered_squares) for chest in plan.board.chests)


def draw_portals(plan: DrawingPlan, numbered_squares: Collection[Square]) -> Iterator[Group]:
    """Draw portals with their numbers, one group each; on a square with a number of steps, small and in a corner."""
    return (
        _draw_object("portal", f"portal-{portal.number}", portal.square, numbered_squares)
        for portal in plan.board.portals
    )


def _draw_object(kind: str, symbol_name: str, square: Square, numbered_squares: Collection[Square]) -> Group:
    """Draw a chest or portal; on a square with a number of steps it is small and lies in a corner."""
    (right, down), size = NUMBERED_PLACEMENT[kind] if square in numbered_squares else ((0.5, 0.5), 1.0)
    shape = Use(symbol_name, (square[0] + right, square[1] + down), size=size)
    title = f"{symbol_name.replace('-', ' ')} at {square}"
    return Group(f"{symbol_name}-at-{format_square_id(square)}", kind, (shape,), (square,), title)


def draw_traps(plan: DrawingPlan) -> Iterator[Group]:
    """Draw traps, one group each; what is hidden below or on the back is drawn only with the option `hidden`."""
    for trap in plan.board.traps:
        if trap.kind is TrapKind.COUNTER:
            shapes = _draw_counter(plan, trap.drawn_traps[0])
        elif trap.kind is TrapKind.TRAPDOOR:
            shapes = _draw_trapdoor(plan, trap.drawn_traps[0])
        else:
            shapes = draw_pit(plan, trap.kind, trap.squares)
        name = trap.kind.value.replace("_", "-")
        group_id = f"{name}-{format_square_id(trap.squares[0])}"
        yield Group(group_id, trap.kind.value, tuple(shapes), trap.squares, name.replace("-", " "))


def _draw_counter(plan: DrawingPlan, counter: Trap) -> Iterator[Shape]:
    """Draw a pit counter, with its hidden face if the option `hidden` is set, and the emblem of the team that owns it.

    The usual two teams have no emblem; they are shown by a shield with a letter.
    """
    (x, y), look = find_middle(counter.at), plan.find_team_look(counter.owner)
    face = f"-{counter.content.value.replace('_', '-')}" if plan.options.hidden and counter.content else ""
    yield Use(f"counter{face}", (x, y))
    if look.emblem is not None:
        style = plan.theme.build_outlined_style(look.colour, plan.theme.bold)
        yield draw_emblem(look.emblem, style, (x + OWNER_OFFSET, y + OWNER_OFFSET), OWNER_SIZE)
    elif counter.owner is not None:
        yield Use(f"owner-{counter.owner}", (x, y))


def draw_pit(plan: DrawingPlan, kind: TrapKind, squares: Sequence[Square]) -> Iterator[Shape]:
    """Draw one ragged hole over all the squares of a pit, with stakes in each square of a spiked pit."""
    theme, outline_rings = plan.theme, trace_rings(set(squares))
    for depth, fill in ((0.05, theme.stone), (0.11, theme.hole), (0.2, theme.hole_deep)):
        ragged_rings = [roughen_ring(inset_ring(ring, depth), 0.025, 14, 0.3) for ring in outline_rings]
        yield build_area(ragged_rings, Style(fill=fill, stroke=theme.line, width=theme.fine))
    if kind is TrapKind.SPIKED_PIT:
        for square in squares:
            yield Use("spikes", find_middle(square))


def _draw_trapdoor(plan: DrawingPlan, trap: Trap) -> Iterator[Shape]:
    """Draw a trapdoor; with the option `hidden`, also a slip of paper with what lies below."""
    (x, y), (width, height) = find_middle(trap.at, trap.size), trap.size
    yield Use(f"trapdoor-{width}-{height}", (x, y))
    if plan.options.hidden and trap.below:
        text = trap.below.replace("_", " ")
        size = min(0.3 if width > 1 else 0.25, 1.75 * width / max(4, len(text)))
        half_width = min(width / 2 - 0.06, 0.27 * size * len(text) + 0.08)
        slip_style = plan.theme.build_outlined_style(plan.theme.disc)
        yield build_rounded_rectangle(x - half_width, y - 0.68 * size, 2 * half_width, 1.36 * size, 0.05, slip_style)
        yield Text((x, y + 0.3 * size), text, size, Style(fill=plan.theme.disc_text), bold=True)


def draw_machines(plan: DrawingPlan) -> Iterator[Group]:
    """Draw rolling balls with their tracks, and the arrows of rotating rooms, one group each.

    Machines with equal values are drawn once.
    """
    for machine in dict.fromkeys(plan.board.machines):
        if isinstance(machine, RollingBall):
            ball = Use(f"ball-{min(machine.size)}", find_middle(machine.at, machine.size))
            shapes = (*_draw_track(plan, machine), ball)
            name = f"rolling-ball-{format_square_id(machine.at)}"
            yield Group(name, "rolling_ball", shapes, tuple(machine.track), "rolling ball")
            continue
        sections = [section for section in plan.board.sections if section.id in machine.sections]
        squares = tuple(square for section in sections for square in section.squares)
        if squares:
            corner, size = find_bounds(squares)
            turntable = Use(f"turntable-{min(size)}", find_middle(corner, size))
            name = f"rotating-room-{format_square_id(corner)}"
            yield Group(name, "rotating_room", (turntable,), squares, "rotating room")


def _draw_track(plan: DrawingPlan, ball: RollingBall) -> Iterator[Shape]:
    """Draw the track of a rolling ball: its worn edge, a bar at its start, and arrows in the rolling direction."""
    theme = plan.theme
    (left, top), (width, height) = find_bounds(ball.track)
    edge_style = Style(stroke=theme.machine, width=theme.bold, dash=(0.3, 0.16), round=False)
    yield build_rectangle(left + 0.16, top + 0.16, width - 0.32, height - 0.32, edge_style)
    direction = ball.travel.step
    ball_width = ball.size[0] if direction[0] == 0 else ball.size[1]
    ball_depth = ball.size[0] if direction[0] else ball.size[1]
    x, y = find_middle(ball.at, ball.size)
    for steps in range(ball_depth // 2 + 1, ball.length - ball_depth // 2, 2):
        arrow_middle = (x + direction[0] * (steps + 0.5), y + direction[1] * (steps + 0.5))
        yield Use(f"chevron-{ball_width}", arrow_middle, ROTATION_BY_SIDE[ball.travel] - 90.0)
    half_width, start = ball_width / 2 - 0.16, -ball_depth / 2 + 0.16
    bar = [
        (x + direction[0] * start - direction[1] * offset, y + direction[1] * start + direction[0] * offset)
        for offset in (-half_width, half_width)
    ]
    yield build_lines([bar], Style(stroke=theme.machine, width=0.14, round=False))


def draw_walls(plan: DrawingPlan) -> Iterator[Group]:
    """Draw every wall, against rock or between squares, as if by hand.

    In a theme with masonry, a wall has two faces with stones between them. Each wall is drawn twice with
    different swerves: it is wide where the two lines part and narrow where they meet. Stones have different
    lengths, some of them are darker, and there are joints between them.
    """
    theme, wall_lines = plan.theme, list_wall_lines(plan)
    if not wall_lines:
        return
    max_swerve, width = MAX_WALL_SWERVE * theme.wall_width, round(0.92 * theme.wall_width, 3)
    first_lines = [roughen_line(line, max_swerve, 21) for line in wall_lines]
    second_lines = [roughen_line(line, 2 * max_swerve, 23) for line in wall_lines]
    stones = build_lines(first_lines, Style(stroke=theme.wall, width=width))
    shapes = [stones, build_lines(second_lines, Style(stroke=theme.wall, width=round(0.78 * theme.wall_width, 3)))]
    if theme.wall_face != theme.wall:
        face_width = round(0.92 * theme.wall_width - 2 * theme.bold, 3)
        shapes.append(replace(stones, style=Style(stroke=theme.wall_face, width=face_width)))
        if theme.masonry:
            shapes += _draw_masonry(theme, wall_lines, face_width)
    yield Group("walls", "walls", tuple(shapes))


def _draw_masonry(theme: Theme, wall_lines: list[GridLine], face_width: float) -> list[Path]:
    """Draw the darker stones of walls, and the lines between all stones, each as one shape; none without points.

    Args:
        theme: the theme of the drawing.
        wall_lines: the walls, each by its two ends.
        face_width: the width of a wall between its two outer lines, in squares.
    """
    dark_stones, joints = zip(*(_cut_stones(line, face_width) for line in wall_lines), strict=True)
    dark_style = Style(stroke=theme.wall, width=face_width, opacity=0.22, round=False)
    joint_style = Style(stroke=theme.wall, width=theme.fine, round=False)
    dark_shape = build_lines(chain.from_iterable(dark_stones), dark_style)
    joint_shape = build_lines(chain.from_iterable(joints), joint_style)
    return [shape for shape in (dark_shape, joint_shape) if shape.points]


@lru_cache(maxsize=MAX_CACHED_WALLS)
def _cut_stones(line: GridLine, face_width: float) -> tuple[list[list[Point]], list[list[Point]]]:
    """Cut a straight wall into stones of different lengths.

    Args:
        line: the two ends of the wall.
        face_width: the width of the wall between its two outer lines, in squares.

    Returns:
        The stones that are drawn darker, each as a line along the wall, and the joints between all stones, each as a
        line across the wall.
    """
    (x0, y0), (x1, y1) = line
    dx, dy = (1, 0) if y0 == y1 else (0, 1)
    # about every half square there is a joint; its distance from the start depends on its place in the grid
    half_steps = [(i, 2 * x0 + i * dx, 2 * y0 + i * dy) for i in range(1, 2 * (x1 - x0 + y1 - y0))]
    joint_distances = [i / 2 + 0.34 * (compute_noise(x, y, 25 + dx) - 0.5) for i, x, y in half_steps]
    dark_stones: list[list[Point]] = [
        [(x0 + begin * dx, y0 + begin * dy), (x0 + end * dx, y0 + end * dy)]
        for (begin, end), (_, x, y) in zip(pairwise(joint_distances), half_steps, strict=False)
        if pick_index(x, y, 3, 27 + dx) == 0
    ]
    right, down = dy * face_width / 2, dx * face_width / 2
    joint_middles = [(x0 + distance * dx, y0 + distance * dy) for distance in joint_distances]
    return dark_stones, [[(x - right, y - down), (x + right, y + down)] for x, y in joint_middles]


def list_wall_lines(plan: DrawingPlan) -> list[GridLine]:
    """Return all walls of a dungeon as straight lines, each by its two ends.

    Walls that were drawn outside the floor are included. Where a door stands on the edge of a wall, the wall is left
    out.
    """
    board = plan.board
    horizontal_edges, vertical_edges = find_unit_walls(board)
    for wall in board.layout.walls:
        for (x, y), side in list_edges(wall.at, wall.side, wall.width):
            if ((x, y), side) in board.edge_doors:
                continue
            if side is Side.SOUTH:
                horizontal_edges.add((x, y + 1))
            else:
                vertical_edges.add((x + 1, y))
    return join_edges(horizontal_edges, vertical_edges)


def find_end_points(edge_object: EdgeRun) -> tuple[Corner, Corner]:
    """Return the two ends of a wall, door or leap edge, the left or upper one first, as corners of the grid.

    A leap edge is an edge of a square where players may leap over a hazard such as a chasm. Corner (x, y) is the upper
    left corner of square (x, y).
    """
    x, y = edge_object.at
    if edge_object.side is Side.EAST:
        x += 1
    if edge_object.side is Side.SOUTH:
        y += 1
    is_horizontal = edge_object.side in (Side.NORTH, Side.SOUTH)
    return (x, y), (x + edge_object.width, y) if is_horizontal else (x, y + edge_object.width)


def _list_adjacent_squares(edge_object: EdgeDoor | LeapEdge) -> tuple[Square, ...]:
    """Return the squares on both sides of the edges that an object stands on."""
    edges = list_edges(edge_object.at, edge_object.side, edge_object.width)
    return tuple(square for edge_square, side in edges for square in (edge_square, find_neighbour(edge_square, side)))


def draw_doors(plan: DrawingPlan) -> Iterator[Group]:
    """Draw doors on edges and doors in squares, one group each.

    A door in a square hangs between two walls: from north to south if most of the walls around it are there.
    """
    for door in plan.board.layout.doors:
        (x0, y0), (x1, y1) = find_end_points(door)
        shape = Use(f"door-{door.width}", ((x0 + x1) / 2, (y0 + y1) / 2), 0.0 if y0 == y1 else 90.0)
        name = f"door-{format_square_id(door.at)}-{door.side}"
        yield Group(name, "door", (shape,), _list_adjacent_squares(door), f"door at {door.at}, {door.side}")
    for square_door in plan.board.layout.square_doors:
        state, rotation = "open" if square_door.open else "shut", 0.0
        if square_door.at in plan.board:
            north, east, south, west = (plan.board.get_edge_state(square_door.at, side) == WALL for side in SIDES)
            rotation = 90.0 if north + south > east + west else 0.0
        shape = Use(f"square-door-{state}", find_middle(square_door.at), rotation)
        yield Group(
            f"square-door-{format_square_id(square_door.at)}",
            "square_door",
            (shape,),
            (square_door.at,),
            f"{state} door at {square_door.at}",
        )


def draw_leap_edges(plan: DrawingPlan) -> Iterator[Group]:
    """Draw marked edges, one group each; the marks point across the edge, away from the square that names the edge."""
    for leap in plan.board.layout.leap_edges:
        (x, y), (x1, _) = find_end_points(leap)
        middles = [(x + 0.5 + i, float(y)) if x1 > x else (float(x), y + 0.5 + i) for i in range(leap.width)]
        shapes = tuple(Use("leap-edge", middle_point, ROTATION_BY_SIDE[leap.side]) for middle_point in middles)
        name = f"leap-edge-{format_square_id(leap.at)}-{leap.side}"
        yield Group(name, "leap_edge", shapes, _list_adjacent_squares(leap), f"leap edge at {leap.at}, {leap.side}")
