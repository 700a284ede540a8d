"""Spikes, trapdoors and counters; the holes themselves are cut by the layer that knows their shape."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dungeon_designer.drawing.geometry import around, moved, sketch
from dungeon_designer.drawing.pictures.side_emblems import SHIELD
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, box, lines, polygon
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.kinds import Team

Shapes = tuple[Path | Circle | Text, ...]


def spikes(theme: Theme) -> Shapes:
    """Five stakes, each with a dark side."""
    found: list[Path | Circle | Text] = []
    for x, y in ((-22, -2), (22, -2), (0, 14), (-20, 32), (20, 32)):
        found.append(sketch(f"M {x - 9} {y} L {x} {y - 30} L {x + 9} {y} Z", theme.drawn(theme.spike)))
        found.append(sketch(f"M {x + 1} {y - 2} L {x} {y - 28} L {x + 8} {y - 1} Z", Style(fill=theme.stone_dark)))
    return tuple(found)


def trapdoor(theme: Theme, width: int, height: int) -> Shapes:
    """Planks in an iron-bound frame; two leaves when it is two squares wide or more."""
    w, h = width - 0.1, height - 0.1
    found: list[Path | Circle | Text] = [box(-w / 2, -h / 2, w, h, theme.drawn(theme.wood_dark, theme.bold))]
    leaves = 1 if width == 1 else 2
    for leaf in range(leaves):
        left = -w / 2 + 0.06 + leaf * (w - 0.06) / leaves
        found += _leaf(theme, left, (w - 0.06) / leaves - 0.06, h - 0.12, leaf == 0 and leaves == 2)
    return tuple(found)


def _leaf(theme: Theme, left: float, width: float, height: float, ring_right: bool) -> list[Path | Circle | Text]:
    """One leaf: planks, two straps with nails, and a ring to pull it by."""
    planks = max(3, round(width / 0.26))
    seams: list[list[Point]] = [
        [(left + width * i / planks, -height / 2), (left + width * i / planks, height / 2)] for i in range(1, planks)
    ]
    straps = [
        box(left, y - 0.05, width, 0.1, theme.drawn(theme.metal, theme.fine * 0.8))
        for y in (-height * 0.3, height * 0.3)
    ]
    nails = [
        Circle((left + width * (i + 0.5) / planks, y), 0.018, Style(fill=theme.line))
        for y in (-height * 0.3, height * 0.3)
        for i in range(planks)
    ]
    ring = (left + width - 0.13 if ring_right else left + 0.13 if left > 0 else left + width / 2, 0.0)
    return [
        box(left, -height / 2, width, height, theme.drawn(theme.wood)),
        lines(seams, Style(stroke=theme.wood_dark, width=theme.fine)),
        *straps,
        *nails,
        Circle(ring, 0.075, Style(stroke=theme.line, width=theme.bold * 1.3)),
        Circle(ring, 0.075, Style(stroke=theme.metal, width=theme.fine)),
    ]


def counter(theme: Theme, middle: tuple[Path | Circle | Text, ...] | None = None) -> Shapes:
    """A round counter with a milled rim; face down it shows a question mark."""
    ticks: list[list[Point]] = [[a, b] for a, b in zip(around(24, 0.37), around(24, 0.41), strict=True)]
    mark = Text((0.0, 0.15), "?", 0.46, Style(fill=theme.line), bold=True)
    return (
        Circle((0.02, 0.04), 0.42, Style(fill=theme.shade, opacity=0.3)),
        Circle((0.0, 0.0), 0.42, theme.drawn(theme.bone, theme.bold)),
        lines(ticks, Style(stroke=theme.line, width=theme.fine * 0.7)),
        Circle((0.0, 0.0), 0.34, Style(stroke=theme.line, width=theme.fine * 0.8)),
        *((mark,) if middle is None else middle),
    )


def counter_nothing(theme: Theme) -> Shapes:
    """The face of a counter with nothing on it."""
    return counter(
        theme, (sketch("M -16 16 L 16 -16", theme.pen(theme.bold)), Circle((0.0, 0.0), 0.22, theme.pen(theme.bold)))
    )


def counter_open_pit(theme: Theme) -> Shapes:
    """The face of a counter with a pit."""
    return counter(theme, (polygon(around(9, 0.24, 10), Style(fill=theme.hole, stroke=theme.line, width=theme.fine)),))


def counter_spiked_pit(theme: Theme) -> Shapes:
    """The face of a counter with a spiked pit."""
    hole = polygon(around(9, 0.27, 10), Style(fill=theme.hole, stroke=theme.line, width=theme.fine))
    stakes = (
        sketch(f"M {x - 6} {y} L {x} {y - 22} L {x + 6} {y} Z", Style(fill=theme.spike))
        for x, y in ((-11, 8), (11, 8), (0, 18))
    )
    return counter(theme, (hole, *stakes))


OWNER_AT, OWNER_SIZE, LETTER = 0.27, 0.46, 0.32
"""Where on a counter its owner is shown, right of and below its middle, how large, and how large its letter:
9 mm of type where squares have 29 mm."""


def owner(theme: Theme, team: str) -> Shapes:
    """The letter of the coach who laid a counter, on the shield of home or the roundel of away."""
    style = Style(fill=theme.home if team == "home" else theme.away, stroke=theme.pale, width=theme.bold)
    at = (OWNER_AT, OWNER_AT)
    plate = Circle(at, OWNER_SIZE / 2, style) if team == "away" else moved(sketch(SHIELD, style), *at, size=OWNER_SIZE)
    letter = Text((at[0], at[1] + 0.36 * LETTER), team[0].upper(), LETTER, Style(fill=theme.banner), bold=True)
    return plate, letter


def owner_home(theme: Theme) -> Shapes:
    """The home coach's shield."""
    return owner(theme, "home")


def owner_away(theme: Theme) -> Shapes:
    """The away coach's shield."""
    return owner(theme, "away")


PLAIN: dict[str, Callable[[Theme], Shapes]] = {
    "spikes": spikes, "counter": counter, "counter-nothing": counter_nothing, "counter-open-pit": counter_open_pit,
    "counter-spiked-pit": counter_spiked_pit, "owner-home": owner_home, "owner-away": owner_away,
    **{f"owner-{team}": partial(owner, team=team) for team in list(Team)[2:]},
}  # fmt: skip
SIZED: dict[str, Callable[..., Shapes]] = {"trapdoor": trapdoor}
