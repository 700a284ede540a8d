"""Machines: the room that turns, the ball that rolls."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.drawing.draw_request import Plan, middle, place
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Use, box, lines
from dungeon_designer.grid import Side, Size, Square, bounds
from dungeon_designer.layout.model import RollingBall, RotatingRoom

TURNS = {Side.EAST: 0.0, Side.SOUTH: 90.0, Side.WEST: 180.0, Side.NORTH: 270.0}
"""How far a picture that looks east is turned to look another way."""


def machines(plan: Plan) -> Layer:
    """One group a machine; machines that are alike in every way are one."""
    found = []
    for machine in dict.fromkeys(plan.board.machines):
        group = _turning(plan, machine) if isinstance(machine, RotatingRoom) else _rolling(plan, machine)
        if group is not None:
            found.append(group)
    return Layer("machines", tuple(found))


def _turning(plan: Plan, room: RotatingRoom) -> Group | None:
    board = plan.board
    squares = tuple(s for part in board.sections if part.id in room.sections for s in board.places(part.squares))
    if not squares:
        return None
    at, size = bounds(squares)
    shapes = (Use(f"turntable-{min(size)}", middle(at, size)),)
    return Group(f"rotating-room-{place(at)}", "rotating_room", shapes, squares, "rotating room")


def track_of(ball: RollingBall) -> tuple[Square, Size]:
    """The rectangle a ball sweeps, its start included."""
    (x, y), (width, height), length = ball.at, ball.size, ball.length
    if ball.travel in (Side.EAST, Side.WEST):
        return (x if ball.travel is Side.EAST else x + width - length, y), (length, height)
    return (x, y if ball.travel is Side.SOUTH else y + height - length), (width, length)


def _rolling(plan: Plan, ball: RollingBall) -> Group:
    stone = Use(f"ball-{min(ball.size)}", middle(ball.at, ball.size))
    shapes = (*_track(plan, ball), stone)
    return Group(f"rolling-ball-{place(ball.at)}", "rolling_ball", shapes, tuple(ball.track), "rolling ball")


def _track(plan: Plan, ball: RollingBall) -> Iterator[Shape]:
    """The worn edge of the track, a bar where the ball starts, and arrowheads the way it rolls."""
    theme = plan.theme
    (left, top), (width, height) = track_of(ball)
    worn = Style(stroke=theme.machine, width=theme.bold, dash=(0.3, 0.16), round=False)
    yield box(left + 0.16, top + 0.16, width - 0.32, height - 0.32, worn)
    ahead = ball.travel.step
    across = ball.size[0] if ahead[0] == 0 else ball.size[1]
    depth = ball.size[0] if ahead[0] else ball.size[1]
    x, y = middle(ball.at, ball.size)
    for far in range(depth // 2 + 1, ball.length - depth // 2, 2):
        at = (x + ahead[0] * (far + 0.5), y + ahead[1] * (far + 0.5))
        yield Use(f"chevron-{across}", at, TURNS[ball.travel])
    half, start = across / 2 - 0.16, -depth / 2 + 0.16
    bar = [(x + ahead[0] * start - ahead[1] * s, y + ahead[1] * start + ahead[0] * s) for s in (-half, half)]
    yield lines([bar], Style(stroke=theme.machine, width=0.14, round=False))
