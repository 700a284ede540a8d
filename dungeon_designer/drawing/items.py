"""Things that stand on the floor: obstacles, chests, portals."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from dungeon_designer.board.model import OBSTACLES
from dungeon_designer.drawing.draw_request import Plan, middle, place
from dungeon_designer.drawing.shapes import Group, Layer, Use
from dungeon_designer.grid import Square, bounds, groups
from dungeon_designer.layout.model import ObstacleKind


def obstacles(plan: Plan) -> Layer:
    """One group a thing: neighbours of one kind are one thing."""
    by_kind: dict[ObstacleKind, list[Square]] = defaultdict(list)
    board = plan.board
    for index in np.flatnonzero(board.obstacle).tolist():
        kind = OBSTACLES[board.obstacle[index]]
        assert kind is not None  # noqa: S101  (0 alone is none)
        by_kind[kind].append(board.square(index))
    for word, square in plan.board.strays:
        if word in set(ObstacleKind):
            by_kind[ObstacleKind(word)].append(square)
    found = [_obstacle(kind, part) for kind, squares in sorted(by_kind.items()) for part in groups(squares)]
    return Layer("obstacles", tuple(found))


def _obstacle(kind: ObstacleKind, squares: list[Square]) -> Group:
    """One picture for a rectangle, laid along its longer side; a small one a square for any other shape."""
    at, size = bounds(squares)
    if len(squares) == size[0] * size[1]:
        turn = 90.0 if kind is ObstacleKind.CRYPT and size[1] > size[0] else 0.0
        sides = sorted(size, reverse=True) if kind is ObstacleKind.CRYPT else size
        shapes: tuple[Use, ...] = (Use(f"{kind.value}-{sides[0]}-{sides[1]}", middle(at, size), turn),)
    else:
        shapes = tuple(Use(f"{kind.value}-1-1", middle(square)) for square in squares)
    return Group(f"{kind.value}-{place(squares[0])}", kind.value, shapes, tuple(squares), kind.value)


def chests(plan: Plan) -> Layer:
    """One group a chest."""
    return Layer("chests", tuple(_item("chest", "chest", chest.at) for chest in plan.board.chests))


def portals(plan: Plan) -> Layer:
    """One group a portal, with its number and colour."""
    return Layer(
        "portals", tuple(_item("portal", f"portal-{portal.number}", portal.at) for portal in plan.board.portals)
    )


def _item(kind: str, picture: str, at: Square) -> Group:
    title = f"{picture.replace('-', ' ')} at {at}"
    return Group(f"{picture}-at-{place(at)}", kind, (Use(picture, middle(at)),), (at,), title)
