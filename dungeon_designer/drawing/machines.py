"""Machines: the room that turns, the ball that rolls."""

from __future__ import annotations

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing.plan import Plan, middle, place
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Shape, Style, Use, area
from dungeon_designer.grid import Side, bounds
from dungeon_designer.layout.model import RollingBall, RotatingRoom

TURNS = {Side.EAST: 0.0, Side.SOUTH: 90.0, Side.WEST: 180.0, Side.NORTH: 270.0}
"""How far a picture that looks east is turned to look another way."""


def machines(plan: Plan) -> Layer:
    """One group a machine."""
    found = []
    for machine in plan.board.machines:
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
    centre, radius = middle(at, size), min(size) / 2 - 0.12
    ring = Circle(centre, radius, Style(stroke=plan.theme.line, width=plan.theme.bold, dash=(0.3, 0.2)))
    shapes: tuple[Shape, ...] = (ring, Use("turning", centre, size=radius))
    return Group(f"rotating-room-{place(at)}", "rotating_room", shapes, squares, "rotating room")


def _rolling(plan: Plan, ball: RollingBall) -> Group:
    track = ball.track
    rim = area(rings(track), Style(stroke=plan.theme.line, width=plan.theme.bold, dash=(0.3, 0.2)))
    centre = middle(ball.at, ball.size)
    stone = Use("rolling-ball", centre, TURNS[ball.travel], min(ball.size) * 0.96)
    return Group(f"rolling-ball-{place(ball.at)}", "rolling_ball", (rim, stone), tuple(track), "rolling ball")
