"""What is laid over the map when asked: findings, walking distances, the range of a pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, slug
from dungeon_designer.drawing.geometry import inset, rounded
from dungeon_designer.drawing.options import RangeBands
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Point, Shape, Style, Text, area
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.errors import UsageError
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square

_DASHES = {Level.ERROR: (), Level.WARNING: (0.22, 0.12), Level.INFO: (0.05, 0.1)}
"""Levels differ by their lines too: whole, dashed, dotted."""

REACH_DASHES = ((), (0.4, 0.16), (0.16, 0.16), (0.4, 0.12, 0.1, 0.12))
"""So do the bands of a reach: whole, long dashes, short ones, both in turn."""

BANDS = 6
"""How many shades of distance there are, from near to far."""


STEPS = 0.44
"""The height of the type numbers of steps are written in: on squares of 25 pixels it can be read."""

BADGES = ((0.22, 0.4), (0.25, 0.38), (0.31, 0.32))
"""The radius of a finding's badge and the height of its type, for numbers of one digit, of two and of three: about the
corner of a square it leaves what lies in the middle alone, and its number can be read on squares of 25 pixels."""

Reached = list[tuple[Square, int]]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of the legend: a sample drawn about the origin, and what it is called."""

    words: str
    sample: tuple[Shape, ...]


def reached(plan: DrawingPlan, steps: Sequence[int] | None) -> Reached:
    """The squares with a distance; UsageError when there is not one number for each square of the board."""
    if steps is None:
        return []
    if len(steps) != len(plan.board):
        raise UsageError(f"{len(steps)} distances for a board of {len(plan.board)} squares")
    return [(square, count) for square, count in zip(plan.board.squares, steps, strict=True) if count >= 0]


def shades(plan: DrawingPlan, distances: Reached) -> Layer:
    """The ground tinted by distance, the darker the farther."""
    squares = tuple(square for square, _ in distances)
    groups = (Group("shades", "distances", tuple(_shades(plan, distances)), squares),)
    return Layer("shades", groups if distances else ())


def numbers(plan: DrawingPlan, distances: Reached) -> Layer:
    """The number of steps in a corner of each square."""
    squares = tuple(square for square, _ in distances)
    groups = (Group("distances", "distances", tuple(_numbers(plan, distances)), squares),)
    return Layer("distances", groups if distances else ())


def _shades(plan: DrawingPlan, reached: Reached) -> Iterator[Shape]:
    """The squares of one band of distance as one area."""
    for band, counted in sorted(by_band(reached).items()):
        yield area(rings({square for square, _ in counted}), shade(plan.theme, band))


def by_band(reached: Reached) -> dict[int, Reached]:
    """The squares of each band of distance, with their steps."""
    farthest = max((count for _, count in reached), default=0)
    bands: dict[int, Reached] = defaultdict(list)
    for square, count in reached:
        bands[count * BANDS // (farthest + 1)].append((square, count))
    return bands


def shade(theme: Theme, band: int) -> Style:
    """The tint of a band of distance."""
    return Style(fill=theme.reach[0], opacity=round(0.08 + 0.1 * band, 3))


def _numbers(plan: DrawingPlan, reached: Reached) -> Iterator[Shape]:
    chip, words = Style(fill=plan.theme.disc, opacity=0.85), Style(fill=plan.theme.disc_text)
    for (x, y), count in reached:
        size = min(STEPS, 1.5 / len(str(count)))
        half, high = size * (0.15 + 0.28 * len(str(count))), 1.1 * size
        yield rounded(x + 0.96 - 2 * half, y + 0.96 - high, 2 * half, high, 0.14, chip)
        yield Text((x + 0.96 - half, y + 0.96 - 0.2 * size), str(count), size, words)


def reach(plan: DrawingPlan, within: RangeBands | None) -> Layer:
    """A tinted, framed area for each band, and a ring on the square it is measured from."""
    if within is None:
        return Layer("reach", ())
    found = []
    for at, (name, squares) in enumerate(within.bands):
        colour = plan.theme.reach[at % len(plan.theme.reach)]
        outline = rings(set(squares))
        tint = area(outline, Style(fill=colour, opacity=0.28))
        frame = area([inset(ring, 0.05) for ring in outline], band_frame(plan, at))
        found.append(Group(f"reach-{slug(name)}", "reach", (tint, frame), tuple(squares), name))
    rings_ = tuple(
        Circle(middle(within.origin), radius, Style(stroke=colour, width=0.09))
        for radius, colour in ((0.42, plan.theme.disc_text), (0.33, plan.theme.disc))
    )
    found.append(Group("reach-origin", "reach-origin", rings_, (within.origin,), "measured from here"))
    return Layer("reach", tuple(found))


def band_frame(plan: DrawingPlan, at: int) -> Style:
    """The frame around the squares of one band of a reach, told from the others by its dashes, too."""
    colour = plan.theme.reach[at % len(plan.theme.reach)]
    return Style(stroke=colour, width=0.1, dash=REACH_DASHES[at % len(REACH_DASHES)], round=False)


def findings(plan: DrawingPlan, found: Sequence[Finding]) -> Layer:
    """A frame around the squares of each finding, the worst on top; waived ones are not marked.

    A finding's number is its place in the list that was given, from 1. Its badge stands on a corner of its squares,
    beside what lies on them, and on one that no other badge stands on, if there is any.
    """
    marks, taken = [], set[Square]()
    for at, finding in enumerate(found, start=1):
        if is_marked(finding):
            corner = next((corner for corner in _corners(finding) if corner not in taken), finding.squares[0])
            taken.add(corner)
            marks.append((finding.level.rank, at, _Marked((id(finding), at, corner, plan.theme), finding)))
    marks.sort(key=lambda mark: (-mark[0], -mark[1]))
    return Layer("findings", tuple(_mark(mark) for _, _, mark in marks))


def is_marked(finding: Finding) -> bool:
    """Whether a finding has squares to be marked and nobody has waived it."""
    return bool(finding.squares) and finding.waived is None


def finding_frame(theme: Theme, level: Level) -> Style:
    """The line around the squares of a finding."""
    colour = {Level.ERROR: theme.error, Level.WARNING: theme.warning, Level.INFO: theme.info}[level]
    return Style(stroke=colour, width=0.1, dash=_DASHES[level], round=not _DASHES[level])


def badge(theme: Theme, level: Level, number: int, at: Point) -> tuple[Circle, Text]:
    """The number of a finding on its disc."""
    radius, size = BADGES[min(len(BADGES), len(str(number))) - 1]
    disc = Circle(at, radius, Style(fill=finding_frame(theme, level).stroke, stroke=theme.disc, width=0.03))
    return disc, Text((at[0], at[1] + 0.35 * size), str(number), size, Style(fill="#ffffff"), bold=True)


def _corners(finding: Finding) -> Iterator[Square]:
    """The corners of a finding's squares, the upper left one of the first square first."""
    for right, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        yield from ((x + right, y + down) for x, y in finding.squares)


@dataclass(frozen=True)
class _Marked:
    """A finding to be marked; one equals another when they are the same finding with the same number, place and theme.

    It holds the finding, so that nothing else can get its identity as long as the mark is remembered.
    """

    key: tuple[int, int, Square, Theme]
    finding: Finding = field(compare=False)


@lru_cache(maxsize=512)
def _mark(marked: _Marked) -> Group:
    """The mark of a finding; remembered, since an editor draws the same ones after every move."""
    (_, at, (x, y), theme), finding = marked.key, marked.finding
    outline = [inset(ring, 0.05) for ring in rings(set(finding.squares))]
    frame = finding_frame(theme, finding.level)
    tint = area(outline, Style(fill=frame.stroke, opacity=0.16))
    group = (tint, area(outline, frame), *badge(theme, finding.level, at, (x, y)))
    return Group(f"finding-{at}", f"finding-{finding.level}", group, finding.squares, finding.message)
