"""What words on the map would hide: the rectangles of things, and the ground that is better left free of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from dungeon_designer.drawing.draw_request import DrawingPlan, middle
from dungeon_designer.drawing.ground import inner_runs
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Path, Shape, Text, Use
from dungeon_designer.drawing.text_boxes import Box, grown, text_box
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Square, bounds

GROUND = frozenset({"rotating_room", "rolling_ball"})
"""Kinds of things that are as large as a room: words may lie on them, but for the ball itself."""

TERRAIN, BORDER, EMBLEM, MACHINE, ARROW = 1.0, 0.7, 0.35, 0.5, 1.0
"""How much better words lie on bare floor than on terrain, on a border between sections of one name, on the emblem of
a room, on the track of a machine, on an arrow there."""

RIM = 0.12
"""So near to terrain, to a border and to an arrow words had better not lie, in squares."""

WITHIN = 0.3
"""How far the arrows of a turning room leave its middle free, in its smaller sides."""

Spared = tuple[Box, float]
"""A rectangle of ground, and how much better words lie elsewhere."""


@dataclass(frozen=True)
class Hindrances:
    """The rectangles `taken` by things and other words, and the ground that is better `spared`."""

    taken: tuple[Box, ...] = ()
    spared: tuple[Spared, ...] = ()


def hindrances(plan: DrawingPlan, lying: Iterable[Layer], over: Iterable[Layer], floor: Layer) -> Hindrances:
    """What words have to heed: layers of things `lying` on the floor, other words and marks laid `over` it."""
    layers = {layer.name: layer for layer in lying}
    taken = [box for layer in layers.values() for group in layer.groups for box in _thing(group, plan.theme)]
    taken += [box for layer in over for group in layer.groups for box in _marks(group, plan.theme)]
    return Hindrances(tuple(taken), tuple(_spared(plan, floor, layers["machines"])))


def _spared(plan: DrawingPlan, floor: Layer, machines: Layer) -> Iterator[Spared]:
    yield from ((grown(_square(at), RIM), TERRAIN) for at in plan.board.terrain_at)
    yield from ((grown((*start, *end), RIM), BORDER) for start, end in inner_runs(plan, borders=True))
    for group in floor.groups:
        uses = (use for use in group.shapes if type(use) is Use and use.symbol.startswith("emblem-"))
        yield from ((_box(use, plan.theme), EMBLEM) for use in uses)
    for group in machines.groups:
        inner = _inner(group.squares) if group.kind == "rotating_room" else ()
        yield from ((_square(at), MACHINE) for at in group.squares if at not in inner)
        arrows = (use for use in group.shapes if type(use) is Use and use.symbol.startswith("chevron"))
        yield from ((grown(_box(use, plan.theme), RIM), ARROW) for use in arrows)


def _inner(squares: Sequence[Square]) -> set[Square]:
    """The squares of a turning room within its arrows."""
    at, size = bounds(squares)
    x, y = middle(at, size)
    return {square for square in squares if hypot(square[0] + 0.5 - x, square[1] + 0.5 - y) < WITHIN * min(size)}


def _marks(group: Group, theme: Theme) -> Iterator[Box]:
    """The words of a group, its badges, and the chips below its words; frames and tints are no marks."""
    chips = group.kind == "distances"
    return (_box(shape, theme) for shape in group.shapes if chips or not isinstance(shape, Path))


def _thing(group: Group, theme: Theme) -> Iterator[Box]:
    if group.kind == "walls":
        return
    if group.kind in GROUND:
        yield from (_box(use, theme) for use in group.shapes if type(use) is Use and use.symbol.startswith("ball"))
    elif all(type(shape) is Use for shape in group.shapes):
        yield from (_box(use, theme) for use in group.shapes)
    else:
        yield from map(_square, group.squares)


def _square(at: tuple[int, int]) -> Box:
    return float(at[0]), float(at[1]), at[0] + 1.0, at[1] + 1.0


def _box(shape: Shape, theme: Theme) -> Box:
    """The rectangle around a shape; around a picture turned by other than quarters, any way round."""
    if isinstance(shape, Use):
        reach = _reach(shape.symbol, theme, round(shape.turn / 90) % 4)
        (x, y), size = shape.at, shape.size
        return x + reach[0] * size, y + reach[1] * size, x + reach[2] * size, y + reach[3] * size
    return extent(shape, theme)


def extent(shape: Path | Circle | Text, theme: Theme) -> Box:
    """The rectangle around a shape, half its line's width included; a curve is taken to reach its handles."""
    if isinstance(shape, Text):
        return text_box(shape, theme)
    half = shape.style.width / 2 if shape.style.stroke else 0.0
    if isinstance(shape, Circle):
        (x, y), reach = shape.at, shape.radius + half
        return x - reach, y - reach, x + reach, y + reach
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


@lru_cache(maxsize=1024)
def _reach(name: str, theme: Theme, quarters: int) -> Box:
    """The rectangle around a picture about its origin, turned clockwise by quarters."""
    left, top, right, low = around(extent(shape, theme) for shape in picture(name, theme).shapes)
    for _ in range(quarters):
        left, top, right, low = -low, left, -top, right
    return left, top, right, low


def around(boxes: Iterable[Box]) -> Box:
    """The rectangle around several."""
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)
