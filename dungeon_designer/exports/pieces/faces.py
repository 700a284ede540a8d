"""What each piece looks like on either side."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import around, ellipse, moved, sketch
from dungeon_designer.drawing.labels import CAPITAL
from dungeon_designer.drawing.shapes import Circle, Drawing, Shape, Style, Text, Use, box, polygon
from dungeon_designer.drawing.sides import side_emblem, side_look
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.exports.pieces.kinds import PieceKind, Sort
from dungeon_designer.exports.pieces.model import Piece, face
from dungeon_designer.exports.pieces.templates import bounce, scatter
from dungeon_designer.kinds import Emblem, Team
from dungeon_designer.layout.model import TWO_SIDES, MatchSide

Faces = tuple[Drawing, Drawing | None]


def piece(kind: PieceKind, count: int, theme: Theme) -> Piece:
    """A kind of piece, so many times."""
    front, back = FACES[kind.sort](theme, kind)
    return Piece(kind.name, count, front, back)


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


FACES: dict[Sort, Callable[[Theme, PieceKind], Faces]] = {
    Sort.CHEST_BALL: chest_with_ball,
    Sort.CHEST_TRAP: chest_with_trap,
    Sort.PORTAL: portal,
    Sort.COUNTER: counter,
    Sort.PIT: pit,
    Sort.TRAPDOOR: trapdoor,
    Sort.DOOR: door,
    Sort.SQUARE_DOOR: square_door,
    Sort.MARKER: marker,
    Sort.BALL: rolling_ball,
    Sort.BOUNCE: lambda theme, _: (bounce(theme), None),
    Sort.SCATTER: lambda theme, _: (scatter(theme), None),
}
"""How each sort of piece is drawn: its front and its back."""
