"""What words on a drawing lie on, measured from what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import ceil, cos, floor, radians, sin

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.labels import Box, measure_text_box
from dungeon_designer.drawing.section_names import do_boxes_overlap
from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Path, Shape, Text, Use
from dungeon_designer.grid import Square

THINGS = ("doors", "leap-edges", "obstacles", "chests", "portals", "traps")
"""Layers of things no name may lie on."""

PAINTED = ("end_zone", "entry")
"""Words painted on the floor, on which things stand and over which figures are laid."""

ALLOWED = ({"zone", "hand"}, {"zone", "distances"}, {"zone", "finding"})
"""Whose words may lie on whose."""

SLACK = 0.01
"""Squares by which boxes may share an edge."""


def overlaps(drawing: Drawing, board: Board) -> list[str]:
    """Return what words lie on each other or on a thing, and which names leave their section."""
    pairs = combinations(_list_words(drawing), 2)
    found = [
        f"{a!r} on {b!r}"
        for (of, a, one), (by, b, other) in pairs
        if _must_lie_apart(of, by) and do_boxes_overlap(one, other)
    ]
    found += [
        f"{a!r} on {thing}"
        for a, box in _list_names(drawing)
        for thing, lies in _list_objects(drawing)
        if do_boxes_overlap(box, lies)
    ]
    return found + list(_find_strays(drawing, board))


def _must_lie_apart(one: str, other: str) -> bool:
    """Return whether words of two owners must not lie on each other."""
    return one != other and {one.split("-")[0].split()[0], other.split("-")[0].split()[0]} not in ALLOWED


def _list_words(drawing: Drawing) -> list[tuple[str, str, Box]]:
    """Return words and whose they are: the lines of a name, and words placed by hand, may touch each other."""
    alike = dict.fromkeys(PAINTED, "zone") | {"label": "hand"}
    return [
        (
            alike.get(group.kind) or f"{group.id} {'' if group.kind == 'name' else number}",
            shape.text,
            _measure_box(shape, drawing),
        )
        for group in _list_groups(drawing)
        for number, shape in enumerate(_list_texts(group))
    ]


def _list_names(drawing: Drawing) -> list[tuple[str, Box]]:
    return [
        (shape.text, _measure_box(shape, drawing))
        for group in drawing.list_groups("name")
        for shape in _list_texts(group)
    ]


def _list_texts(group: Group) -> list[Text]:
    """Return the words of a group; a rim and the letters on it are one."""
    texts = [shape for shape in group.shapes if isinstance(shape, Text)]
    return list({(shape.text, shape.at): shape for shape in reversed(texts)}.values())


def _measure_box(text: Text, drawing: Drawing) -> Box:
    left, top, right, low = measure_text_box(text, drawing)
    return left + SLACK, top + SLACK, right - SLACK, low - SLACK


def _list_groups(drawing: Drawing) -> Iterator[Group]:
    return (group for layer in drawing.layers for group in layer.groups)


def _list_objects(drawing: Drawing) -> list[tuple[str, Box]]:
    symbols = {symbol.id: symbol.shapes for symbol in drawing.symbols}
    found = []
    for name in THINGS:
        for group in drawing.find_layer(name).groups:
            for shape in group.shapes:
                points = list(_list_points(shape, symbols))
                xs, ys = [x for x, _ in points], [y for _, y in points]
                found.append((group.id, (min(xs), min(ys), max(xs), max(ys))))
    return found


def _list_points(shape: Shape, symbols: dict[str, tuple[Path | Circle | Text, ...]]) -> Iterator[tuple[float, float]]:
    """Yield the corners of what a shape covers."""
    if isinstance(shape, Path):
        yield from shape.points
    elif isinstance(shape, Circle):
        yield from ((shape.at[0] + x, shape.at[1] + y) for x in (-shape.radius, shape.radius) for y in (0.0,))
        yield from ((shape.at[0], shape.at[1] + y) for y in (-shape.radius, shape.radius))
    elif isinstance(shape, Use):
        c, s = cos(radians(shape.turn)) * shape.size, sin(radians(shape.turn)) * shape.size
        for part in symbols[shape.symbol]:
            for x, y in _list_points(part, symbols):
                yield shape.at[0] + x * c - y * s, shape.at[1] + x * s + y * c
    else:
        yield shape.at


def _find_strays(drawing: Drawing, board: Board) -> Iterator[str]:
    """Names that leave the squares they stand for; those a line leads from must leave all floor."""
    for group in drawing.list_groups("name"):
        led = any(isinstance(shape, Path) for shape in group.shapes)
        for text in _list_texts(group):
            under = set(_list_below(_measure_box(text, drawing)))
            if led and any(square in board for square in under):
                yield f"{text.text!r} is led to from the floor"
            if not led and not under <= set(group.squares):
                yield f"{text.text!r} leaves its section"


def _list_below(box: Box) -> Iterator[Square]:
    for y in range(floor(box[1]), ceil(box[3])):
        for x in range(floor(box[0]), ceil(box[2])):
            yield x, y
