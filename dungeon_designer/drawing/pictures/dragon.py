"""The dragon youngling, curled up asleep; drawn for two squares by two."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from dungeon_designer.drawing.geometry import moved, sketch
from dungeon_designer.drawing.pictures.statues import slab
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, lines, polygon
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

_STEPS = 48
_START, _SWEEP = 205.0, 480.0
"""Where the neck lies on the coil, and how far round the tail's tip is; degrees clockwise from east."""


def _coil(s: float, out: float = 0.0) -> Point:
    """A point of the body: `s` from 0 at the neck to 1 at the tail's tip, `out` half-widths off the spine."""
    angle = radians(_START + _SWEEP * s)
    radius = (0.6 if s < 0.4 else 0.6 - 0.48 * (s - 0.4) / 0.6) + out * _girth(s)
    return radius * cos(angle), radius * sin(angle)


def _girth(s: float) -> float:
    """Half the body's width."""
    if s < 0.3:
        return 0.1 + 0.13 * (s / 0.3)
    return max(0.012, 0.23 * (1 - (s - 0.3) / 0.7))


def _body(theme: Theme) -> list[Path]:
    outer = [_coil(i / _STEPS, 1.0) for i in range(_STEPS + 1)]
    inner = [_coil(i / _STEPS, -1.0) for i in range(_STEPS, -1, -1)]
    belly = [[_coil(i / 24, -0.95), _coil(i / 24 + 0.006, -0.35)] for i in range(1, 20)]
    crest = [
        polygon(
            [_coil(s, 0.75), _coil(s + 0.03, 1.55 if s < 0.6 else 2.0), _coil(s + 0.035, 0.75)],
            theme.drawn(theme.dragon_dark),
        )
        for s in (0.02 + 0.045 * i for i in range(18))
    ]
    return [
        *crest,
        polygon([*outer, *inner], theme.drawn(theme.dragon, theme.bold)),
        lines(belly, theme.pen(theme.fine * 0.8)),
    ]


def _wing(theme: Theme) -> list[Path]:
    skin = sketch(
        "M 44 -52 Q 6 -66 -32 -34 Q -16 -30 -22 -6 Q -4 -10 2 18 Q 14 6 34 30 Q 34 4 58 -12 Z",
        theme.drawn(theme.dragon_dark, theme.bold),
    )
    bones = sketch("M 44 -50 Q 10 -40 -22 -6 M 46 -48 Q 22 -22 2 18 M 48 -46 Q 38 -14 34 30", theme.pen())
    return [skin, bones]


def _head(theme: Theme) -> list[Path | Circle]:
    horn = sketch("M 9 -9 L 34 -20 L 14 -1 Z", theme.drawn(theme.bone))
    skull = "M 14 -11 Q 2 -15 -8 -10 L -27 -7 Q -34 -5 -33 2 Q -31 8 -22 8 L -4 10 Q 8 13 14 8 Z"
    parts: list[Path | Circle] = [
        horn,
        sketch("M 9 9 L 32 14 L 14 3 Z", theme.drawn(theme.bone)),
        sketch(skull, theme.drawn(theme.dragon, theme.bold)),
        sketch("M -7 -3 L 2 -5", Style(stroke=theme.line, width=theme.bold)),
        sketch("M -29 -1 L -28 -1 M -24 5 L -6 6", theme.pen()),
    ]
    x, y = _coil(0.0)
    return [moved(part, x - 0.02, y + 0.06, turn=-74, size=1.15) if isinstance(part, Path) else part for part in parts]


def _claws(theme: Theme) -> list[Path]:
    claw = sketch("M -8 0 Q -10 12 -14 18 L -6 14 L -3 21 L 1 14 L 8 19 Q 8 8 8 0 Z", theme.drawn(theme.dragon))
    return [moved(claw, 0.36, 0.3, turn=130, size=0.9), moved(claw, -0.3, 0.36, turn=215, size=0.9)]


def dragon(theme: Theme, width: int, height: int) -> Shapes:
    """Coils, crest, folded wing, and a head on its own tail."""
    whole = [*_claws(theme), *_body(theme), *_wing(theme), *_head(theme)]
    grown = [moved(part, size=min(width, height) * 0.46) for part in whole if isinstance(part, Path)]
    return (*slab(theme, width, height), *grown)


SIZED: dict[str, Callable[..., Shapes]] = {"dragon": dragon}
