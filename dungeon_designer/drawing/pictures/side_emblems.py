"""The emblems of the sides: plain shapes that differ in their outlines, so that no colour is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dungeon_designer.drawing.geometry import ellipse, moved, sketch
from dungeon_designer.drawing.shapes import Path, Point, Style
from dungeon_designer.grid import Square
from dungeon_designer.kinds import Emblem, Team

SHAPES: dict[Emblem, str] = {
    Emblem.SQUARE: "M -42 -42 L 42 -42 L 42 42 L -42 42 Z",
    Emblem.TRIANGLE: "M 0 -50 L 52 40 L -52 40 Z",
    Emblem.DIAMOND: "M 0 -56 L 40 0 L 0 56 L -40 0 Z",
    Emblem.CROSS: "M -17 -50 L 17 -50 L 17 -17 L 50 -17 L 50 17 L 17 17 L 17 50 L -17 50 L -17 17 L -50 17 L -50 -17 "
    "L -17 -17 Z",
    Emblem.STAR: "M 0 -54 L 13 -18 L 51 -17 L 21 7 L 32 44 L 0 22 L -32 44 L -21 7 L -51 -17 L -13 -18 Z",
}
"""Each emblem about its middle, one unit high; the circle is no path of these verbs."""


def side_emblem(emblem: Emblem, style: Style, at: Point = (0.0, 0.0), size: float = 1.0, turn: float = 0.0) -> Path:
    """An emblem, its middle at a point, `size` squares high, turned clockwise by degrees."""
    shape = ellipse(0.0, 0.0, 0.48, 0.48, style) if emblem is Emblem.CIRCLE else sketch(SHAPES[emblem], style)
    return moved(shape, at[0], at[1], turn, size)


SHIELD = "M -44 -50 L 44 -50 L 44 4 Q 40 38 0 54 Q -40 38 -44 4 Z"
"""The shield of home about its middle, one unit high."""

_CHARGES: dict[Team, str] = {
    Team.HOME: "M -30 10 L 30 -40 L 30 -16 L -30 34 Z",
    Team.AWAY: "M 0 -28 L 28 0 L 0 28 L -28 0 Z",
}
"""What is on the arms of the two usual sides: a bend, a lozenge."""


def arms(side: Team | None, style: Style, charge: str) -> tuple[Path, ...]:
    """The arms of one of the two usual sides, told apart by outline and by what is on them; of no side, nothing."""
    if side not in _CHARGES:
        return ()
    plate = sketch(SHIELD, style) if side is Team.HOME else ellipse(0.0, 0.0, 0.5, 0.5, style)
    return plate, sketch(_CHARGES[side], Style(fill=charge))


def _box(left: float, top: float, right: float, low: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, low), (left, low)


PATTERNS: dict[Team, tuple[tuple[Point, ...], ...]] = {
    Team.HOME: (
        ((0.25, 0.0), (0.5, 0.0), (0.0, 0.5), (0.0, 0.25)), ((0.75, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.75)),
        ((1.0, 0.25), (1.0, 0.5), (0.5, 1.0), (0.25, 1.0)), ((1.0, 0.75), (1.0, 1.0), (0.75, 1.0)),
    ),
    Team.AWAY: (((0.5, 0.03), (0.97, 0.5), (0.5, 0.97), (0.03, 0.5)),),
    Team.THIRD: (_box(0.0, 0.27, 1.0, 0.73),),
    Team.FOURTH: (_box(0.0, 0.0, 0.5, 0.5), _box(0.5, 0.5, 1.0, 1.0)),
    Team.FIFTH: (((0.0, 0.55), (0.5, 0.05), (1.0, 0.55), (1.0, 1.0), (0.5, 0.5), (0.0, 1.0)),),
    Team.SIXTH: (_box(0.27, 0.0, 0.73, 1.0),),
}  # fmt: skip
"""What is strewn over each side's end zone, a square of it: bends, lozenges, bars, checks, chevrons, pales."""


def patterned(side: Team, squares: Iterable[Square]) -> Iterator[list[Point]]:
    """A side's pattern on some squares, as rings."""
    for x, y in squares:
        for figure in PATTERNS[side]:
            yield [(x + right, y + down) for right, down in figure]
