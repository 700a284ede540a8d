"""Things that lie on the floor: chests, portals, traps, obstacles."""

from __future__ import annotations

from collections import defaultdict

from dungeon_designer.board.model import OBSTACLES, TrapGroup
from dungeon_designer.drawing.plan import Plan, middle, place
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Text, Use
from dungeon_designer.grid import Square, bounds, groups
from dungeon_designer.layout.model import ObstacleKind, Trap, TrapKind


def obstacles(plan: Plan) -> Layer:
    """One group a thing: neighbours of one kind are one thing."""
    by_kind: dict[ObstacleKind, list[Square]] = defaultdict(list)
    for square, code in zip(plan.board.squares, plan.board.obstacle.tolist(), strict=True):
        kind = OBSTACLES[code]
        if kind is not None:
            by_kind[kind].append(square)
    for word, square in plan.board.strays:
        if word in set(ObstacleKind):
            by_kind[ObstacleKind(word)].append(square)
    found = [_obstacle(kind, part) for kind, squares in sorted(by_kind.items()) for part in groups(squares)]
    return Layer("obstacles", tuple(found))


def _obstacle(kind: ObstacleKind, squares: list[Square]) -> Group:
    at, size = bounds(squares)
    shapes: tuple[Shape, ...] = tuple(Use(f"{kind.value}-1-1", middle(square)) for square in squares)
    if len(squares) == size[0] * size[1]:
        upright = size[1] > size[0]
        long, short = max(size), min(size)
        shapes = (Use(f"{kind.value}-{long}-{short}", middle(at, size), 90.0 if upright else 0.0),)
    return Group(f"{kind.value}-{place(squares[0])}", kind.value, shapes, tuple(squares), kind.value)


def traps(plan: Plan) -> Layer:
    """One group a trap; what lies below or on the hidden face only in the organiser's drawing."""
    return Layer("traps", tuple(_trap(plan, trap) for trap in plan.board.traps))


def _trap(plan: Plan, trap: TrapGroup) -> Group:
    word = trap.kind.value.replace("_", "-")
    shapes: tuple[Shape, ...] = tuple(Use(word, middle(square)) for square in trap.squares)
    if trap.kind is TrapKind.TRAPDOOR:
        at, size = bounds(trap.squares)
        if len(trap.squares) == size[0] * size[1]:
            shapes = (Use(f"trapdoor-{size[0]}-{size[1]}", middle(at, size)),)
    if plan.options.hidden:
        shapes += tuple(shape for part in trap.parts for shape in _secret(plan, part))
    return Group(f"{word}-{place(trap.squares[0])}", trap.kind.value, shapes, trap.squares, word.replace("-", " "))


def _secret(plan: Plan, trap: Trap) -> tuple[Shape, ...]:
    """What only the organiser may see, in words."""
    secret = trap.below if trap.kind is TrapKind.TRAPDOOR else trap.content.value if trap.content else ""
    if not secret:
        return ()
    x, y = middle(trap.at, trap.size)
    words = secret.replace("_", " ")
    return (Text((x, y + 0.4), words, min(0.26, 1.6 * trap.size[0] / len(words)), Style(fill=plan.theme.text)),)


def chests(plan: Plan) -> Layer:
    """One group a chest."""
    return Layer(
        "chests",
        tuple(
            Group(
                f"chest-{place(chest.at)}",
                "chest",
                (Use("chest", middle(chest.at)),),
                (chest.at,),
                f"chest at {chest.at}",
            )
            for chest in plan.board.chests
        ),
    )


def portals(plan: Plan) -> Layer:
    """One group a portal, with its number and colour."""
    return Layer(
        "portals",
        tuple(
            Group(
                f"portal-{portal.number}-{place(portal.at)}",
                "portal",
                (Use(f"portal-{portal.number}", middle(portal.at)),),
                (portal.at,),
                f"portal {portal.number} at {portal.at}",
            )
            for portal in plan.board.portals
        ),
    )
