"""Draw the objects on the floor and between squares: obstacles, chests, portals, traps, machines, walls, doors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, GridLine, find_unit_walls, join_edges, trace_rings
from dungeon_designer.board.model import WALL, Board
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
    SquareDoor,
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

WALL_LINE_SHARES = (0.92, 0.78)
"""The widths of the two lines of a wall, as shares of its width, which they fill together where they part."""

PIT_SALT, WALL_SALTS, JOINT_SALT, DARK_STONE_SALT = 14, (21, 23), 25, 27
"""The numbers that make the lots for pits, walls and stones independent of other lots; see `hash_integers`."""

MAX_PIT_SWERVE, PIT_NOTCH_LENGTH = 0.025, 0.3
"""How far the edge of a pit may swerve, less than the width of its stone rim, and the length of a piece of the edge, in
squares.
"""

TRACK_EDGE_DISTANCE = 0.16
"""How far the edge of a rolling ball's track runs inside its outermost squares, in squares."""

JOINT_SPREAD = 0.34
"""The length of the piece of wall within which a joint lies, in squares; two joints are at least 0.16 squares apart."""

MAX_CACHED_WALLS = 1 << 13
"""The number of drawn walls that are cached, so that a change to one room of a large dungeon draws its own walls."""


def group_squares_by_kind(
    kinds: type[_Kind], kind_by_square: Mapping[Square, _Kind], misplaced_features: Iterable[tuple[str, Square]]
) -> dict[_Kind, list[Square]]:
    """Return the squares of each kind of terrain or obstacle, with those drawn outside the floor.

    Args:
        kinds: the enum of kinds.
        kind_by_square: the kind on each floor square.
        misplaced_features: the name of a kind, and the square, of each feature outside the floor. It has terrain and
            obstacles together; those that are not of this enum are ignored.
    """
    squares_by_kind: dict[_Kind, list[Square]] = defaultdict(list)
    for square, kind in kind_by_square.items():
        squares_by_kind[kind].append(square)
    names = set(kinds)  # the kinds are also strings, equal to their names
    for name, square in misplaced_features:
        if name in names:
            squares_by_kind[kinds(name)].append(square)
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
    """Draw an obstacle: one picture if its squares are a rectangle, otherwise a small one on each square.

    Pictures are named after the kind, the width and the height, such as `crypt-3-1`. A crypt was painted along its
    longer side from west to east, so that the picture of an upright one is rotated.
    """
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
    """Draw a chest or portal in the middle of its square.

    On a square that also shows a number of steps, it is small and lies in a corner.
    """
    (right, down), size = NUMBERED_PLACEMENT[kind] if square in numbered_squares else ((0.5, 0.5), 1.0)
    shape = Use(symbol_name, (square[0] + right, square[1] + down), size=size)
    title = f"{symbol_name.replace('-', ' ')} at {square}"
    return Group(f"{symbol_name}-at-{format_square_id(square)}", kind, (shape,), (square,), title)


def draw_traps(plan: DrawingPlan) -> Iterator[Group]:
    """Draw traps, one group each; what is hidden below or on the back is drawn only with the option `hidden`."""
    for trap in plan.board.traps:
        # `drawn_traps` are the entries of the dungeon file for this trap; only pits of several squares have several
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
    """Draw a pit counter, a piece that lies face down and hides whether it is a pit.

    With the option `hidden`, its face is drawn. A counter that a team owns shows the emblem of that team; the usual
    two teams have no emblem but a shield with a letter.
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
    """Draw one ragged hole over all the squares of a pit, with stakes in each square of a spiked pit.

    The hole is drawn as three outlines, each further inside and darker than the one before: a rim of stone, the side
    of the hole, and its bottom.
    """
    theme, outline_rings = plan.theme, trace_rings(set(squares))
    for depth, fill in ((0.05, theme.stone), (0.11, theme.hole), (0.2, theme.hole_deep)):
        ragged_rings = [
            roughen_ring(inset_ring(ring, depth), MAX_PIT_SWERVE, salt=PIT_SALT, step=PIT_NOTCH_LENGTH)
            for ring in outline_rings
        ]
        yield build_area(ragged_rings, Style(fill=fill, stroke=theme.line, width=theme.fine))
    if kind is TrapKind.SPIKED_PIT:
        for square in squares:
            yield Use("spikes", find_middle(square))


def _draw_trapdoor(plan: DrawingPlan, trap: Trap) -> Iterator[Shape]:
    """Draw a trapdoor; with the option `hidden`, also a slip of paper with what lies below."""
    width, height = trap.size
    yield Use(f"trapdoor-{width}-{height}", find_middle(trap.at, trap.size))
    if plan.options.hidden and trap.below:
        yield from _draw_slip(plan.theme, trap, trap.below.replace("_", " "))


def _draw_slip(theme: Theme, trap: Trap, text: str) -> Iterator[Shape]:
    """Draw a slip of paper with a text on the middle of a trapdoor, no wider than the trapdoor.

    The text is not measured: it is short, and a letter is about half as wide as it is high.
    """
    (x, y), width = find_middle(trap.at, trap.size), trap.size[0]
    max_size = 0.3 if width > 1 else 0.25
    # letters are 1 / 1.75 of their height wide; the shortest texts are set as if they had four letters
    size = min(max_size, 1.75 * width / max(4, len(text)))
    # a little wider than the letters, but within the edges of the trapdoor
    half_text_width, padding, edge_width = 0.27 * size * len(text), 0.08, 0.06
    half_width = min(width / 2 - edge_width, half_text_width + padding)
    # as high as the letters and a third of their height, with the text in its middle
    half_height, baseline_offset = 0.68 * size, 0.3 * size
    slip_style = theme.build_outlined_style(theme.disc)
    yield build_rounded_rectangle(x - half_width, y - half_height, 2 * half_width, 2 * half_height, 0.05, slip_style)
    yield Text((x, y + baseline_offset), text, size, Style(fill=theme.disc_text), bold=True)


def draw_machines(plan: DrawingPlan) -> Iterator[Group]:
    """Draw the machines, one group each: rolling balls with their tracks, and the arrows of rotating rooms.

    Machines with equal values are drawn once. A room without any square of floor is not drawn.
    """
    for machine in dict.fromkeys(plan.board.machines):
        if isinstance(machine, RollingBall):
            yield _draw_rolling_ball(plan, machine)
        else:
            sections = [section for section in plan.board.sections if section.id in machine.sections]
            squares = tuple(square for section in sections for square in section.squares)
            if squares:
                yield _draw_rotating_room(squares)


def _draw_rolling_ball(plan: DrawingPlan, machine: RollingBall) -> Group:
    """Draw a stone ball at its start, on the track along which it rolls."""
    # the picture of a ball is chosen by its diameter
    ball = Use(f"ball-{min(machine.size)}", find_middle(machine.at, machine.size))
    group_id = f"rolling-ball-{format_square_id(machine.at)}"
    shapes = (*_draw_track(plan, machine), ball)
    return Group(group_id, "rolling_ball", shapes, tuple(machine.track), "rolling ball")


def _draw_rotating_room(squares: tuple[Square, ...]) -> Group:
    """Draw the round arrows of a room that rotates in the match, in the middle of its squares."""
    corner, size = find_bounds(squares)
    # the picture is as wide as the shorter side of the room
    arrows = Use(f"turntable-{min(size)}", find_middle(corner, size))
    group_id = f"rotating-room-{format_square_id(corner)}"
    return Group(group_id, "rotating_room", (arrows,), squares, "rotating room")


def _draw_track(plan: DrawingPlan, ball: RollingBall) -> Iterator[Shape]:
    """Draw the track of a rolling ball: its worn edge, a bar at its start, and arrows in the rolling direction."""
    (left, top), (width, height) = find_bounds(ball.track)
    edge_style = Style(stroke=plan.theme.machine, width=plan.theme.bold, dash=(0.3, 0.16), round=False)
    yield build_rectangle(
        left + TRACK_EDGE_DISTANCE,
        top + TRACK_EDGE_DISTANCE,
        width - 2 * TRACK_EDGE_DISTANCE,
        height - 2 * TRACK_EDGE_DISTANCE,
        edge_style,
    )
    # of the ball's two sides, one lies across the rolling direction (its width), the other along it (its depth)
    rolls_upright = ball.travel.step[0] == 0
    ball_width, ball_depth = ball.size if rolls_upright else (ball.size[1], ball.size[0])
    yield from _draw_track_arrows(ball, ball_width, ball_depth)
    yield _draw_track_start(plan.theme, ball, ball_width, ball_depth)


def _draw_track_arrows(ball: RollingBall, ball_width: int, ball_depth: int) -> Iterator[Use]:
    """Draw an arrow on every second square of a ball's track, from one square in front of the ball to the last.

    Args:
        ball: the ball; its `length` is that of the track, with the ball itself.
        ball_width: the side of the ball across the rolling direction, in squares.
        ball_depth: its side along the rolling direction.
    """
    (dx, dy), (x, y) = ball.travel.step, find_middle(ball.at, ball.size)
    half_depth = ball_depth // 2
    for steps in range(half_depth + 1, ball.length - half_depth, 2):
        arrow_middle = (x + dx * (steps + 0.5), y + dy * (steps + 0.5))
        yield Use(f"chevron-{ball_width}", arrow_middle, ROTATION_BY_SIDE[ball.travel] - 90.0)  # it points east


def _draw_track_start(theme: Theme, ball: RollingBall, ball_width: int, ball_depth: int) -> Path:
    """Draw the bar across the start of a ball's track, along the edge of the track behind the ball.

    Args:
        theme: the theme of the drawing.
        ball: the ball at its start.
        ball_width: the side of the ball across the rolling direction, in squares, as wide as its track.
        ball_depth: its side along the rolling direction.
    """
    (dx, dy), (x, y) = ball.travel.step, find_middle(ball.at, ball.size)
    # distances from the middle of the ball: back along (dx, dy), and to both sides at right angles to it
    half_width, start = ball_width / 2 - TRACK_EDGE_DISTANCE, -ball_depth / 2 + TRACK_EDGE_DISTANCE
    bar = [(x + dx * start - dy * offset, y + dy * start + dx * offset) for offset in (-half_width, half_width)]
    return build_lines([bar], Style(stroke=theme.machine, width=0.14, round=False))


def draw_walls(plan: DrawingPlan) -> Iterator[Group]:
    """Draw every wall, against rock or between squares, as if by hand.

    Each wall is drawn twice with different swerves: it is wide where the two lines part and narrow where they meet. If
    the theme has another colour for the face of a wall, a narrower line in that colour is drawn on top, so that the
    first two lines remain as its edges. A theme with masonry also has stones on this face.
    """
    theme, wall_lines = plan.theme, list_wall_lines(plan)
    if not wall_lines:
        return
    # the second line swerves twice as far and is narrower, so that it shows beside the first one here and there
    max_swerve, (first_salt, second_salt) = MAX_WALL_SWERVE * theme.wall_width, WALL_SALTS
    first_lines = [roughen_line(line, max_swerve, first_salt) for line in wall_lines]
    second_lines = [roughen_line(line, 2 * max_swerve, second_salt) for line in wall_lines]
    first_width, second_width = (share * theme.wall_width for share in WALL_LINE_SHARES)
    first_stroke = build_lines(first_lines, Style(stroke=theme.wall, width=round(first_width, 3)))
    second_stroke = build_lines(second_lines, Style(stroke=theme.wall, width=round(second_width, 3)))
    shapes = [first_stroke, second_stroke]
    if theme.wall_face != theme.wall:
        face_width = round(first_width - 2 * theme.bold, 3)  # a bold line stays at each side
        shapes.append(replace(first_stroke, style=Style(stroke=theme.wall_face, width=face_width)))
        if theme.masonry:
            shapes += _draw_masonry(theme, wall_lines, face_width)
    yield Group("walls", "walls", tuple(shapes))


def _draw_masonry(theme: Theme, wall_lines: list[GridLine], face_width: float) -> list[Path]:
    """Draw the darker stones of walls as one shape, and the joints between all stones as another.

    A shape without points is left out.

    Args:
        theme: the theme of the drawing.
        wall_lines: the walls, each by its two ends.
        face_width: the width of a wall between its two outer lines, in squares.
    """
    dark_stones: list[list[Point]] = []
    joints: list[list[Point]] = []
    for line in wall_lines:
        dark_stones_of_wall, joints_of_wall = _cut_stones(line, face_width)
        dark_stones += dark_stones_of_wall
        joints += joints_of_wall
    dark_style = Style(stroke=theme.wall, width=face_width, opacity=0.22, round=False)
    joint_style = Style(stroke=theme.wall, width=theme.fine, round=False)
    shapes = (build_lines(dark_stones, dark_style), build_lines(joints, joint_style))
    return [shape for shape in shapes if shape.points]


@lru_cache(maxsize=MAX_CACHED_WALLS)
def _cut_stones(line: GridLine, face_width: float) -> tuple[list[list[Point]], list[list[Point]]]:
    """Cut a straight wall into stones of different lengths, about half a square each.

    Args:
        line: the two ends of the wall, the left or upper one first.
        face_width: the width of the wall between its two outer lines, in squares.

    Returns:
        The stones that are drawn darker, each as a line along the wall, and the joints between all stones, each as a
        line across the wall.
    """
    (x0, y0), (x1, y1) = line
    is_horizontal = y0 == y1
    dx, dy = (1, 0) if is_horizontal else (0, 1)
    length = x1 - x0 + y1 - y0
    joint_middles: list[Point] = []
    is_dark: list[bool] = []  # for each joint, whether the stone after it is dark
    for half_steps in range(1, 2 * length):
        # lots depend on the joint's place on the map, in half squares, so that a wall looks the same after a change;
        # walls of the two directions have different lots (+ dx), as they may cross at a joint
        column, row = 2 * x0 + half_steps * dx, 2 * y0 + half_steps * dy
        joint_noise = compute_noise(column, row, JOINT_SALT + dx) - 0.5  # from -1/2 to 1/2
        distance = half_steps / 2 + JOINT_SPREAD * joint_noise
        joint_middles.append((x0 + distance * dx, y0 + distance * dy))
        is_dark.append(pick_index(column, row, 3, DARK_STONE_SALT + dx) == 0)  # a third of all stones
    stones = [[begin, end] for begin, end in pairwise(joint_middles)]
    # no stone comes after the last joint, so that its lot is left over
    dark_stones = [stone for stone, stone_is_dark in zip(stones, is_dark, strict=False) if stone_is_dark]
    right, down = dy * face_width / 2, dx * face_width / 2  # from the middle of a wall to its edge
    joints: list[list[Point]] = [[(x - right, y - down), (x + right, y + down)] for x, y in joint_middles]
    return dark_stones, joints


def list_wall_lines(plan: DrawingPlan) -> list[GridLine]:
    """Return all walls of a dungeon as straight lines, each by its two ends.

    Walls that were drawn outside the floor are included. Where a door stands on the edge of a wall, the wall is left
    out.
    """
    board = plan.board
    # each edge one square long, by its left or upper end
    horizontal_edges, vertical_edges = find_unit_walls(board)
    for wall in board.layout.walls:
        for (x, y), side in list_edges(wall.at, wall.side, wall.width):
            if ((x, y), side) in board.edge_doors:
                continue
            # `list_edges` names every edge as the south or east side of a square
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
    """Draw doors, one group each: those on edges between squares, then those that fill a square of their own."""
    for door in plan.board.layout.doors:
        (x0, y0), (x1, y1) = find_end_points(door)
        is_horizontal = y0 == y1
        shape = Use(f"door-{door.width}", ((x0 + x1) / 2, (y0 + y1) / 2), 0.0 if is_horizontal else 90.0)
        name = f"door-{format_square_id(door.at)}-{door.side}"
        yield Group(name, "door", (shape,), _list_adjacent_squares(door), f"door at {door.at}, {door.side}")
    for square_door in plan.board.layout.square_doors:
        yield _draw_square_door(plan.board, square_door)


def _draw_square_door(board: Board, door: SquareDoor) -> Group:
    """Draw a door that fills a square, open or shut.

    It hangs between the two walls of a corridor: from north to south if the square has more walls there than in the
    east and west, otherwise from west to east.
    """
    state, rotation = "open" if door.open else "shut", 0.0
    if door.at in board:
        north, east, south, west = (board.get_edge_state(door.at, side) == WALL for side in SIDES)
        rotation = 90.0 if north + south > east + west else 0.0
    shape = Use(f"square-door-{state}", find_middle(door.at), rotation)
    group_id = f"square-door-{format_square_id(door.at)}"
    return Group(group_id, "square_door", (shape,), (door.at,), f"{state} door at {door.at}")


def draw_leap_edges(plan: DrawingPlan) -> Iterator[Group]:
    """Draw leap edges, the edges of squares from which players may leap over a hazard, one group each.

    Every edge has a mark that points away from its square.
    """
    for leap in plan.board.layout.leap_edges:
        (x, y), (end_x, _) = find_end_points(leap)
        is_horizontal = end_x > x
        middles = [
            (x + 0.5 + index, float(y)) if is_horizontal else (float(x), y + 0.5 + index) for index in range(leap.width)
        ]
        shapes = tuple(Use("leap-edge", edge_middle, ROTATION_BY_SIDE[leap.side]) for edge_middle in middles)
        name = f"leap-edge-{format_square_id(leap.at)}-{leap.side}"
        yield Group(name, "leap_edge", shapes, _list_adjacent_squares(leap), f"leap edge at {leap.at}, {leap.side}")
