"""Things that stand on the floor: obstacles, chests, portals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

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


ASIDE = {"chest": ((0.3, 0.25), 0.58), "portal": ((0.25, 0.25), 0.46)}
"""Where the middle of a thing that makes room for a number lies in its square, and how large the thing is then."""


def chests(plan: Plan, numbered: Collection[Square] = frozenset()) -> Layer:
    """One group a chest; on squares that are numbered it lies in a corner."""
    return Layer("chests", tuple(_item("chest", "chest", chest.at, numbered) for chest in plan.board.chests))


def portals(plan: Plan, numbered: Collection[Square] = frozenset()) -> Layer:
    """One group a portal, with its number and colour; on squares that are numbered it lies in a corner."""
    found = ((f"portal-{portal.number}", portal.at) for portal in plan.board.portals)
    return Layer("portals", tuple(_item("portal", picture, at, numbered) for picture, at in found))


def _item(kind: str, picture: str, at: Square, numbered: Collection[Square]) -> Group:
    title = f"{picture.replace('-', ' ')} at {at}"
    (right, down), size = ASIDE[kind]
    aside = Use(picture, (at[0] + right, at[1] + down), size=size)
    shape = aside if at in numbered else Use(picture, middle(at))
    return Group(f"{picture}-at-{place(at)}", kind, (shape,), (at,), title)
