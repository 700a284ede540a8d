"""What is laid over the map when asked: findings, walking distances, the range of a pass, a figure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, slug
from dungeon_designer.drawing.geometry import inset, rounded
from dungeon_designer.drawing.options import RangeBands
from dungeon_designer.drawing.shapes import Circle, Group, Path, Point, Style, Text, area
from dungeon_designer.drawing.sides import patterned, side_look
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.errors import UsageError
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.kinds import COLOURS
from dungeon_designer.layout.model import TWO_SIDES, MatchSide

_DASHES = {Level.ERROR: (), Level.WARNING: (0.22, 0.12), Level.INFO: (0.05, 0.1)}
"""Levels differ by their lines too: whole, dashed, dotted."""

BAND_DASHES = ((), (0.4, 0.16), (0.16, 0.16), (0.4, 0.12, 0.1, 0.12))
"""So do the bands of a reach, and a figure's kinds: whole, long dashes, short ones, both in turn."""

BANDS = 6
"""How many shades of distance there are, from near to far."""

STEPS = 0.44
"""The height of the type numbers of steps are written in: on squares of 25 pixels it can be read."""

BADGES = ((0.22, 0.4), (0.25, 0.38), (0.31, 0.32))
"""The radius of a finding's badge and the height of its type, for numbers of one digit, of two and of three: about the
corner of a square it leaves what lies in the middle alone, and its number can be read on squares of 25 pixels."""

PALEST, FULLEST, FULLEST_OF_SCALE = 0.08, 0.62, 0.92
"""How opaque a figure's palest and fullest bands are: the ground shows through. A scale has more to tell apart."""

STREWN = 0.14
"""How opaque a side's pattern is on squares that are shown as that side's: grey printers tell them apart by it."""

Reached = list[tuple[Square, int]]


def reached(plan: DrawingPlan, steps: Sequence[int] | None) -> Reached:
    """The squares with a distance; UsageError when there is not one number for each square of the board."""
    if steps is None:
        return []
    if len(steps) != len(plan.board):
        raise UsageError(f"{len(steps)} distances for a board of {len(plan.board)} squares")
    return [(square, count) for square, count in zip(plan.board.squares, steps, strict=True) if count >= 0]


def shades(plan: DrawingPlan, distances: Reached) -> Iterator[Group]:
    """The ground tinted by distance, the darker the farther: the squares of one band as one area."""
    if distances:
        bands = sorted(by_band(distances).items())
        tints = [area(rings({at for at, _ in counted}), shade(plan.theme, band)) for band, counted in bands]
        yield Group("shades", "distances", tuple(tints), tuple(square for square, _ in distances))


def by_band(distances: Reached) -> dict[int, Reached]:
    """The squares of each band of distance, with their steps."""
    farthest = max((count for _, count in distances), default=0)
    bands: dict[int, Reached] = defaultdict(list)
    for square, count in distances:
        bands[count * BANDS // (farthest + 1)].append((square, count))
    return bands


def shade(theme: Theme, band: int) -> Style:
    """The tint of a band of distance."""
    return Style(fill=theme.reach[0], opacity=round(0.08 + 0.1 * band, 3))


def numbers(plan: DrawingPlan, distances: Reached) -> Iterator[Group]:
    """The number of steps in a corner of each square."""
    chip, words = Style(fill=plan.theme.disc, opacity=0.85), Style(fill=plan.theme.disc_text)
    shapes: list[Path | Text] = []
    for (x, y), count in distances:
        size = min(STEPS, 1.5 / len(str(count)))
        half, high = size * (0.15 + 0.28 * len(str(count))), 1.1 * size
        shapes.append(rounded(x + 0.96 - 2 * half, y + 0.96 - high, 2 * half, high, 0.14, chip))
        shapes.append(Text((x + 0.96 - half, y + 0.96 - 0.2 * size), str(count), size, words))
    if distances:
        yield Group("distances", "distances", tuple(shapes), tuple(square for square, _ in distances))


def reach(plan: DrawingPlan, within: RangeBands | None) -> Iterator[Group]:
    """A tinted, framed area for each band, and a ring on the square it is measured from."""
    if within is None:
        return
    for at, (name, squares) in enumerate(within.bands):
        outline, frame = rings(set(squares)), band_frame(plan.theme, at)
        tint = area(outline, Style(fill=frame.stroke, opacity=0.28))
        framed = area([inset(ring, 0.05) for ring in outline], frame)
        yield Group(f"reach-{slug(name)}", "reach", (tint, framed), tuple(squares), name)
    ring = [(0.42, plan.theme.disc_text), (0.33, plan.theme.disc)]
    shapes = [Circle(middle(within.origin), radius, Style(stroke=colour, width=0.09)) for radius, colour in ring]
    yield Group("reach-origin", "reach-origin", tuple(shapes), (within.origin,), "measured from here")


def band_frame(theme: Theme, at: int, colour: str = "") -> Style:
    """The frame around the squares of one band, told from the others by its dashes, too."""
    colour = colour or theme.reach[at % len(theme.reach)]
    return Style(stroke=colour, width=0.1, dash=BAND_DASHES[at % len(BAND_DASHES)], round=False)


def figure(plan: DrawingPlan, shown: FigurePicture | None) -> Iterator[Group]:
    """A tinted area for each band; those of kinds of their own are framed, too."""
    if shown is None:
        return
    for number, band in enumerate(shown.bands, start=1):
        outline, (tint, frame) = rings(set(band.squares)), figure_styles(plan.theme, band, plan.board.layout.sides)
        shapes = [area(outline, tint)]
        if band.side is not None:
            shapes.append(patterned(band.side, band.squares, Style(fill=plan.theme.text, opacity=STREWN)))
        if band.kind:
            shapes.append(area([inset(ring, 0.05) for ring in outline], frame))
        yield Group(f"figure-{shown.name}-{number}", "figure", tuple(shapes), band.squares, band.words)


def figure_styles(theme: Theme, band: FigureBand, sides: tuple[MatchSide, ...] = TWO_SIDES) -> tuple[Style, Style]:
    """The tint of a band, and the line around one that is a kind of its own; `sides` are those of the dungeon.

    A theme that draws all sides in one colour has no colours for their squares, so the usual ones are taken.
    """
    colour, fullest = theme.reach[band.kind % len(theme.reach)], FULLEST if band.kind else FULLEST_OF_SCALE
    if band.side is not None:
        colour = side_look(theme, sides, band.side).colour if theme.colours_sides else COLOURS[band.side]
        fullest = FULLEST
    tint = Style(fill=colour, opacity=round(PALEST + (fullest - PALEST) * band.strength, 3))
    return tint, band_frame(theme, band.kind, colour)


def findings(plan: DrawingPlan, found: Sequence[Finding]) -> Iterator[Group]:
    """A frame around the squares of each finding, the worst on top; waived ones are not marked.

    A finding's number is its place in the list that was given, from 1. Its badge stands on a corner of its squares,
    beside what lies on them, and on one that no other badge stands on, if there is any.
    """
    marks, taken = [], set[Square]()
    for at, finding in enumerate(found, start=1):
        if is_marked(finding):
            steps = ((0, 0), (1, 0), (0, 1), (1, 1))
            corners = ((x + right, y + down) for right, down in steps for x, y in finding.squares)
            corner = next((corner for corner in corners if corner not in taken), finding.squares[0])
            taken.add(corner)
            marks.append((finding.level.rank, at, corner, finding))
    for _, at, corner, each in sorted(marks, key=lambda mark: (-mark[0], -mark[1])):
        yield _mark(plan.theme, each.level, at, corner, each.squares, each.message)


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


@lru_cache(maxsize=512)
def _mark(theme: Theme, level: Level, number: int, corner: Square, squares: tuple[Square, ...], message: str) -> Group:
    """The mark of a finding; remembered, since an editor draws the same ones after every move."""
    outline, frame = [inset(ring, 0.05) for ring in rings(set(squares))], finding_frame(theme, level)
    tint = area(outline, Style(fill=frame.stroke, opacity=0.16))
    shapes = (tint, area(outline, frame), *badge(theme, level, number, corner))
    return Group(f"finding-{number}", f"finding-{level}", shapes, squares, message)
