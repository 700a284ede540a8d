"""What each piece looks like on either side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, degrees, sin, sqrt

from dungeon_designer.drawing.geometry import around, ellipse, moved, sketch
from dungeon_designer.drawing.labels import CAPITAL
from dungeon_designer.drawing.shapes import Circle, Drawing, Point, Shape, Style, Text, Use, box, lines, polygon
from dungeon_designer.drawing.sides import side_emblem, side_look
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.exports.pieces.kinds import PieceKind, PieceSort, PrintedPiece, face
from dungeon_designer.kinds import Emblem, Team
from dungeon_designer.layout.model import TWO_SIDES, MatchSide

Faces = tuple[Drawing, Drawing | None]


def piece(kind: PieceKind, count: int, theme: Theme) -> PrintedPiece:
    """A kind of piece, so many times."""
    front, back = FACES[kind.sort](theme, kind)
    return PrintedPiece(kind.name, count, front, back)


def chest_with_ball(theme: Theme, kind: PieceKind) -> Faces:
    """A lid like every other; below it the ball."""
    return _lid(theme), face(theme, (1.0, 1.0), ball_shapes(theme))


def chest_with_trap(theme: Theme, kind: PieceKind) -> Faces:
    """A lid like every other; below it a blast."""
    return _lid(theme), face(theme, (1.0, 1.0), _blast(theme))


def _lid(theme: Theme) -> Drawing:
    return face(theme, (1.0, 1.0), [Use("chest", (0.5, 0.5))])


def ball_shapes(theme: Theme) -> list[Shape]:
    """A ball with its seams and laces, in the middle of a square."""
    laces = "M -12 0 L 12 0 M -8 -4 L -8 4 M 0 -4 L 0 4 M 8 -4 L 8 4"
    return [
        ellipse(0.52, 0.54, 0.38, 0.24, Style(fill=theme.shade, opacity=0.3)),
        ellipse(0.5, 0.5, 0.38, 0.24, theme.drawn(theme.wood, theme.bold)),
        _centred("M -26 -17 Q -18 0 -26 17 M 26 -17 Q 18 0 26 17", Style(stroke=theme.pale, width=0.05)),
        _centred(laces, Style(stroke=theme.line, width=theme.bold)),
    ]


def _blast(theme: Theme) -> list[Shape]:
    """A star that bursts, and a word of warning."""
    star = [
        point
        for outer, inner in zip(around(9, 0.45, 0.0, (0.5, 0.5)), around(9, 0.25, 20.0, (0.5, 0.5)), strict=True)
        for point in (outer, inner)
    ]
    return [
        polygon(star, theme.drawn(theme.lava_glow, theme.bold)),
        Circle((0.5, 0.5), 0.2, Style(fill=theme.pale, stroke=theme.line, width=theme.fine)),
        Text((0.5, 0.61), "!", 0.3, Style(fill="#111111"), bold=True),
    ]


def _centred(path: str, style: Style) -> Shape:
    """A path of a picture, moved to the middle of a square."""
    return moved(sketch(path, style), 0.5, 0.5)


def portal(theme: Theme, kind: PieceKind) -> Faces:
    """Its number and colour on both sides."""
    one = face(theme, (1.0, 1.0), [Use(f"portal-{kind.numbers[0]}", (0.5, 0.5))])
    return one, one


def counter(theme: Theme, kind: PieceKind) -> Faces:
    """A back like every other; the face says what it is, where that is known."""
    word = kind.word.replace("_", "-")
    hidden = face(theme, (1.0, 1.0), [Use("counter", (0.5, 0.5))])
    return hidden, face(theme, (1.0, 1.0), [Use(f"counter-{word}", (0.5, 0.5))]) if word else None


def pit(theme: Theme, kind: PieceKind) -> Faces:
    """A hole, with stakes if it is spiked."""
    return face(theme, (1.0, 1.0), _hole(theme, (1, 1), kind.word == "spiked_pit")), None


def _hole(theme: Theme, size: tuple[int, int], spiked: bool = False) -> list[Shape]:
    width, height = size
    shapes: list[Shape] = [
        box(0.06, 0.06, width - 0.12, height - 0.12, theme.drawn(theme.stone, theme.bold)),
        box(0.12, 0.12, width - 0.24, height - 0.24, Style(fill=theme.hole)),
        box(0.2, 0.2, width - 0.4, height - 0.4, Style(fill=theme.hole_deep)),
    ]
    return [*shapes, Use("spikes", (width / 2, height / 2))] if spiked else shapes


def trapdoor(theme: Theme, kind: PieceKind) -> Faces:
    """Shut on one side; on the other the hole, and what lies below."""
    width, height = kind.numbers
    size = float(width), float(height)
    shut = face(theme, size, [Use(f"trapdoor-{width}-{height}", (width / 2, height / 2))])
    words = kind.word.replace("_", " ")
    type_size = min(0.3, 1.5 * width / max(4, len(words)))
    label = [Text((width / 2, height / 2 + type_size / 3), words, type_size, Style(fill=theme.pale), bold=True)]
    return shut, face(theme, size, [*_hole(theme, (width, height)), *(label if words else [])])


def door(theme: Theme, kind: PieceKind) -> Faces:
    """A door to lay on the edge it stands on, alike on both sides."""
    width = kind.numbers[0]
    one = face(theme, (width + 0.3, 0.5), [Use(f"door-{width}", (width / 2 + 0.15, 0.25))])
    return one, one


def square_door(theme: Theme, kind: PieceKind) -> Faces:
    """Shut on one side, open on the other."""
    shut, ajar = (face(theme, (1.0, 1.0), [Use(f"square-door-{state}", (0.5, y))]) for state, y in _GATE)
    return shut, ajar


_GATE = (("shut", 0.5), ("open", 0.68))


def marker(theme: Theme, kind: PieceKind) -> Faces:
    """A banner with the side's name and colour, and its emblem if it has one."""
    team = Team(kind.word)
    own = (MatchSide(id=team, colour=kind.looks[0], emblem=Emblem(kind.looks[1])),) if kind.looks else TWO_SIDES
    look = side_look(theme, own, team)
    written = Style(fill=look.on_colour)
    shapes: list[Shape] = [box(0.08, 0.08, 1.84, 0.84, Style(stroke=look.on_colour, width=0.04, round=False))]
    if look.emblem is None:
        shapes.append(Text((1.0, 0.66), look.word, 0.46, written, font="title"))
    else:
        size = min(0.46, 1.05 / (CAPITAL * len(look.word)))
        shapes.append(side_emblem(look.emblem, written, (0.42, 0.5), 0.48))
        shapes.append(Text((1.28, 0.5 + size / 3), look.word, size, written, font="title"))
    one = face(theme, (2.0, 1.0), shapes, look.colour)
    return one, one


def rolling_ball(theme: Theme, kind: PieceKind) -> Faces:
    """The stone ball, as large as it rolls."""
    width, height = kind.numbers
    name = f"ball-{min(width, height)}"
    return face(theme, (float(width), float(height)), [Use(name, (width / 2, height / 2))]), None


FACES: dict[PieceSort, Callable[[Theme, PieceKind], Faces]] = {
    PieceSort.CHEST_BALL: chest_with_ball,
    PieceSort.CHEST_TRAP: chest_with_trap,
    PieceSort.PORTAL: portal,
    PieceSort.COUNTER: counter,
    PieceSort.PIT: pit,
    PieceSort.TRAPDOOR: trapdoor,
    PieceSort.DOOR: door,
    PieceSort.SQUARE_DOOR: square_door,
    PieceSort.MARKER: marker,
    PieceSort.BALL: rolling_ball,
    PieceSort.BOUNCE: lambda theme, _: (bounce(theme), None),
    PieceSort.SCATTER: lambda theme, _: (scatter(theme), None),
}
"""How each sort of piece is drawn: its front and its back."""


_ARROW = "M -5 0 L -5 -22 L -13 -22 L 0 -42 L 13 -22 L 5 -22 L 5 0 Z"


def scatter(theme: Theme) -> Drawing:
    """Three squares by three: the ball in the middle, an eight-sided die around it, 1 to 8 in reading order."""
    around = [(x, y) for y in range(3) for x in range(3) if (x, y) != (1, 1)]
    shapes: list[Shape] = [*_grid(theme, 3, 3), *_ball(theme, (1.5, 1.5))]
    for number, (x, y) in enumerate(around, start=1):
        shapes += _way(theme, (1.5, 1.5), (x - 1, y - 1), str(number))
    shapes.append(Text((1.5, 2.93), "SCATTER (D8)", 0.12, Style(fill=theme.faint)))
    return face(theme, (3.0, 3.0), shapes, theme.page)


def bounce(theme: Theme) -> Drawing:
    """Three squares by two: the ball on the wall square it hit, a six-sided die for the way it bounces."""
    wall: list[Shape] = [
        box(0.0, 1.0, 3.0, 1.0, Style(fill=theme.rock)),
        *(Use("hatch-0-0", (x, 1.75), 22.0) for x in (0.4, 2.6)),
    ]
    shapes = [*wall, *_grid(theme, 3, 2), *_ball(theme, (1.5, 1.5))]
    for dx, number in ((-1, "1–2"), (0, "3–4"), (1, "5–6")):
        shapes += _way(theme, (1.5, 1.5), (dx, -1), number)
    shapes.append(Text((0.5, 1.27), "WALL", 0.12, Style(fill=theme.text)))
    shapes.append(Text((2.5, 1.27), "BOUNCE (D6)", 0.12, Style(fill=theme.text)))
    return face(theme, (3.0, 2.0), shapes, theme.page)


def _grid(theme: Theme, width: int, height: int) -> Iterator[Shape]:
    pen = Style(stroke=theme.border, width=theme.fine)
    yield lines([[(x, 0.0), (x, float(height))] for x in range(1, width)], pen)
    yield lines([[(0.0, y), (float(width), y)] for y in range(1, height)], pen)


def _ball(theme: Theme, at: Point) -> Iterator[Shape]:
    yield Circle(at, 0.2, theme.drawn(theme.wood, theme.bold))
    yield moved(sketch("M -10 0 L 10 0 M -5 -4 L -5 4 M 5 -4 L 5 4", theme.pen(theme.bold)), *at)


def _way(theme: Theme, centre: Point, step: tuple[int, int], number: str) -> Iterator[Shape]:
    """An arrow from the ball towards a neighbour, and its number there."""
    long = sqrt(step[0] ** 2 + step[1] ** 2)
    angle = atan2(step[1], step[0])
    start = (centre[0] + 0.27 * cos(angle), centre[1] + 0.27 * sin(angle))
    yield moved(sketch(_ARROW, theme.drawn(theme.gold, theme.fine)), *start, degrees(angle) + 90.0, long * 0.9)
    at = (centre[0] + 1.08 * step[0], centre[1] + 1.08 * step[1])
    size = 0.4 if len(number) == 1 else 0.3
    yield Text((at[0], at[1] + 0.36 * size), number, size, Style(fill=theme.text), bold=True)
