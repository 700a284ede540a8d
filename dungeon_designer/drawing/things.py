"""Things that lie on the floor: obstacles, chests, portals, traps, machines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import TrapGroup
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, place
from dungeon_designer.drawing.geometry import inset, rounded, wobbled
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Text, Use, area, box, lines
from dungeon_designer.drawing.sides import side_emblem
from dungeon_designer.grid import Side, Size, Square, bounds, groups
from dungeon_designer.layout.model import ObstacleKind, RollingBall, RotatingRoom, Trap, TrapKind

LOOKING = {Side.NORTH: 0.0, Side.EAST: 90.0, Side.SOUTH: 180.0, Side.WEST: 270.0}
"""How far a picture made for the northern edge, or one that looks north, is turned for another."""

OWNER_AT, OWNER_SIZE = 0.27, 0.46
"""Where on a counter its owner is shown, right of and below its middle, and how large."""


def obstacles(plan: DrawingPlan) -> Layer:
    """One group a thing: neighbours of one kind are one thing."""
    by_kind: dict[ObstacleKind, list[Square]] = defaultdict(list)
    for square, obstacle in plan.board.obstacle_at.items():
        by_kind[obstacle].append(square)
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


def chests(plan: DrawingPlan, numbered: Collection[Square] = frozenset()) -> Layer:
    """One group a chest; on squares that are numbered it lies in a corner."""
    return Layer("chests", tuple(_item("chest", "chest", chest.at, numbered) for chest in plan.board.chests))


def portals(plan: DrawingPlan, numbered: Collection[Square] = frozenset()) -> Layer:
    """One group a portal, with its number and colour; on squares that are numbered it lies in a corner."""
    found = ((f"portal-{portal.number}", portal.at) for portal in plan.board.portals)
    return Layer("portals", tuple(_item("portal", picture, at, numbered) for picture, at in found))


def _item(kind: str, picture: str, at: Square, numbered: Collection[Square]) -> Group:
    title = f"{picture.replace('-', ' ')} at {at}"
    (right, down), size = ASIDE[kind]
    aside = Use(picture, (at[0] + right, at[1] + down), size=size)
    shape = aside if at in numbered else Use(picture, middle(at))
    return Group(f"{picture}-at-{place(at)}", kind, (shape,), (at,), title)


def traps(plan: DrawingPlan) -> Layer:
    """One group a trap; what lies below or on the hidden face only when `hidden` is asked for."""
    return Layer("traps", tuple(_trap(plan, trap) for trap in plan.board.traps))


def _trap(plan: DrawingPlan, trap: TrapGroup) -> Group:
    word = trap.kind.value.replace("_", "-")
    shapes: tuple[Shape, ...]
    if trap.kind is TrapKind.COUNTER:
        shapes = tuple(_counter(plan, trap.parts[0]))
    elif trap.kind is TrapKind.TRAPDOOR:
        shapes = tuple(_trapdoor(plan, trap.parts[0]))
    else:
        shapes = tuple(pit(plan, trap.kind, trap.squares))
    return Group(f"{word}-{place(trap.squares[0])}", trap.kind.value, shapes, trap.squares, word.replace("-", " "))


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
    yield Use(f"trapdoor-{trap.size[0]}-{trap.size[1]}", middle(trap.at, trap.size))
    if plan.options.hidden and trap.below:
        yield from _label(plan, trap.below, trap)


def _label(plan: DrawingPlan, words: str, trap: Trap) -> Iterator[Shape]:
    """A slip of paper with what lies below."""
    (x, y), width = middle(trap.at, trap.size), trap.size[0]
    text = words.replace("_", " ")
    size = min(0.3 if width > 1 else 0.25, 1.75 * width / max(4, len(text)))
    half = min(width / 2 - 0.06, 0.27 * size * len(text) + 0.08)
    slip = Style(fill=plan.theme.disc, stroke=plan.theme.line, width=plan.theme.fine)
    yield rounded(x - half, y - 0.68 * size, 2 * half, 1.36 * size, 0.05, slip)
    yield Text((x, y + 0.3 * size), text, size, Style(fill=plan.theme.disc_text), bold=True)


def _counter(plan: DrawingPlan, trap: Trap) -> Iterator[Shape]:
    """A counter with the emblem of the coach who laid it; of the two usual sides, a shield with a letter."""
    shown = f"-{trap.content.value.replace('_', '-')}" if plan.options.hidden and trap.content else ""
    yield Use(f"counter{shown}", middle(trap.at))
    if trap.owner is None:
        return
    look, (x, y) = plan.look(trap.owner), middle(trap.at)
    if look.emblem is None:
        yield Use(f"owner-{trap.owner}", (x, y))
    else:
        style = plan.theme.drawn(look.colour, plan.theme.bold)
        yield side_emblem(look.emblem, style, (x + OWNER_AT, y + OWNER_AT), OWNER_SIZE)


def machines(plan: DrawingPlan) -> Layer:
    """One group a machine; machines that are alike in every way are one."""
    found = []
    for machine in dict.fromkeys(plan.board.machines):
        group = _turning(plan, machine) if isinstance(machine, RotatingRoom) else _rolling(plan, machine)
        if group is not None:
            found.append(group)
    return Layer("machines", tuple(found))


def _turning(plan: DrawingPlan, room: RotatingRoom) -> Group | None:
    board = plan.board
    squares = tuple(s for part in board.sections if part.id in room.sections for s in part.owned)
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


def _rolling(plan: DrawingPlan, ball: RollingBall) -> Group:
    stone = Use(f"ball-{min(ball.size)}", middle(ball.at, ball.size))
    shapes = (*_track(plan, ball), stone)
    return Group(f"rolling-ball-{place(ball.at)}", "rolling_ball", shapes, tuple(ball.track), "rolling ball")


def _track(plan: DrawingPlan, ball: RollingBall) -> Iterator[Shape]:
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
        yield Use(f"chevron-{across}", at, LOOKING[ball.travel] - 90.0)
    half, start = across / 2 - 0.16, -depth / 2 + 0.16
    bar = [(x + ahead[0] * start - ahead[1] * s, y + ahead[1] * start + ahead[0] * s) for s in (-half, half)]
    yield lines([bar], Style(stroke=theme.machine, width=0.14, round=False))
