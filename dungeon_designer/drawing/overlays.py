"""Draw what lies over the map: problems of a check, walking distances, the range of a pass, a figure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.drawing.drawing_options import RangeBands
from dungeon_designer.drawing.drawing_plan import DrawingPlan, find_middle, format_name_id
from dungeon_designer.drawing.geometry import build_rounded_rectangle, inset_ring
from dungeon_designer.drawing.shapes import Circle, Group, Path, Point, Style, Text, build_area, build_lines
from dungeon_designer.drawing.team_looks import build_team_look, draw_team_pattern
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.errors import UsageError
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Edge, Side, Square
from dungeon_designer.kinds import DEFAULT_COLOURS
from dungeon_designer.layout.model import TWO_MATCH_TEAMS, MatchTeam

_DASHES_BY_LEVEL = {Level.ERROR: (), Level.WARNING: (0.22, 0.12), Level.INFO: (0.05, 0.1)}
"""The dashes of the frame of each level of a problem: solid, dashed, dotted."""

_BORDER_BAR_WIDTH = 0.2
"""The width in squares of the bar that marks a problem of the border of two sections."""
_BORDER_BAR_GAP = 0.35
"""How much of a square is left free at the ends of such a bar."""

BAND_DASHES = ((), (0.4, 0.16), (0.16, 0.16), (0.4, 0.12, 0.1, 0.12))
"""The dashes of the bands of a range and of the kinds of a figure: solid, long, short, and both in turn."""

DISTANCE_BANDS = 6
"""The number of shades of distance."""

NEAREST_SHADE_OPACITY, SHADE_STEP = 0.08, 0.1
"""The opacity of the nearest shade of distance, and how much more opaque each farther one is.

The ground shows even through the last one.
"""

STEP_NUMBER_SIZE = 0.44
"""The height of the type of numbers of steps, in squares; it can be read on squares of 25 pixels."""

BADGE_SIZES = ((0.22, 0.4), (0.25, 0.38), (0.31, 0.32))
"""The radius of a problem's badge and the height of its type, in squares, for numbers of one, two and three digits.

On a corner of a square, a badge does not cover what lies in the middle. Its number can be read on squares
of 25 pixels.
"""

MIN_OPACITY, MAX_OPACITY, MAX_SCALE_OPACITY = 0.08, 0.62, 0.92
"""The opacity of the palest and of the fullest band of a figure, and of the fullest band of a scale.

The ground shows through all of them. A scale has more bands to tell apart.
"""

RANGE_OPACITY, PROBLEM_OPACITY = 0.28, 0.16
"""The opacity of the tint of squares that can be reached, and of the squares of a problem."""

FRAME_DEPTH = 0.05
"""How far inside the outline of its squares a frame runs, in squares, so that frames side by side do not meet."""

PATTERN_OPACITY = 0.14
"""The opacity of a team's pattern on squares that are shown as that team's, so that prints in grey tell teams apart."""

StepCounts = list[tuple[Square, int]]
"""Squares, each with its number of steps."""


def list_step_counts(plan: DrawingPlan, distances: Sequence[int] | None) -> StepCounts:
    """Return the squares that have a distance, each with its number of steps.

    Args:
        plan: what to draw.
        distances: a number of steps for each square of the board, negative for none; None gives an empty list.

    Raises:
        UsageError: there is not one number for each square.
    """
    if distances is None:
        return []
    if len(distances) != len(plan.board):
        raise UsageError(f"{len(distances)} distances for a board of {len(plan.board)} squares")
    return [(square, count) for square, count in zip(plan.board.squares, distances, strict=True) if count >= 0]


def draw_distance_shades(plan: DrawingPlan, step_counts: StepCounts) -> Iterator[Group]:
    """Draw a tint over the ground that is darker the farther a square is; squares of similar distance are one shape.

    `step_counts` are pairs of a square and the number of steps to it.
    """
    if not step_counts:
        return
    tints = []
    for band, band_counts in sorted(group_by_distance_band(step_counts).items()):
        outline = trace_rings({square for square, _ in band_counts})
        tints.append(build_area(outline, build_shade_style(plan.theme, band)))
    yield Group("shades", "distances", tuple(tints), tuple(square for square, _ in step_counts))


def group_by_distance_band(step_counts: StepCounts) -> dict[int, StepCounts]:
    """Divide squares by their numbers of steps into DISTANCE_BANDS bands of equal width; band 0 is the nearest.

    Returns:
        By band, its squares with their numbers of steps; bands without squares are left out.
    """
    farthest = max((count for _, count in step_counts), default=0)
    bands: dict[int, StepCounts] = defaultdict(list)
    for square, count in step_counts:
        band = count * DISTANCE_BANDS // (farthest + 1)  # + 1, so that the farthest square is in the last band
        bands[band].append((square, count))
    return bands


def build_shade_style(theme: Theme, band: int) -> Style:
    """Return the tint of a band of distance, counted from 0; the farther, the more opaque."""
    opacity = NEAREST_SHADE_OPACITY + SHADE_STEP * band
    return Style(fill=theme.reach[0], opacity=round(opacity, 3))  # the first of the theme's colours for overlays


def draw_step_numbers(plan: DrawingPlan, step_counts: StepCounts) -> Iterator[Group]:
    """Draw the number of steps in the lower right corner of each square, in a round box that fits the number.

    `step_counts` are pairs of a square and its number of steps.
    """
    box_style, text_style = Style(fill=plan.theme.disc, opacity=0.85), Style(fill=plan.theme.disc_text)
    shapes: list[Path | Text] = []
    for (x, y), count in step_counts:
        number = str(count)
        size = min(STEP_NUMBER_SIZE, 1.5 / len(number))  # a long number is smaller, to stay within its square
        # a digit is half as wide as it is high; the box is a little wider and higher than the digits
        half_width, height = size * (0.15 + 0.28 * len(number)), 1.1 * size
        right, bottom = x + 0.96, y + 0.96  # the lines of the grid stay free
        left, top = right - 2 * half_width, bottom - height
        shapes.append(build_rounded_rectangle(left, top, 2 * half_width, height, 0.14, box_style))
        baseline = (right - half_width, bottom - 0.2 * size)  # so that the digits are in the middle of the box
        shapes.append(Text(baseline, number, size, text_style))
    if step_counts:
        yield Group("distances", "distances", tuple(shapes), tuple(square for square, _ in step_counts))


def draw_range_bands(plan: DrawingPlan, range_bands: RangeBands | None) -> Iterator[Group]:
    """Draw a tinted and framed area for each band of squares that can be reached, such as those of a short pass.

    The square from which the range is measured gets a dark ring around a light one. None draws nothing.
    """
    if range_bands is None:
        return
    for index, (name, squares) in enumerate(range_bands.bands):
        outline, frame = trace_rings(set(squares)), build_band_frame(plan.theme, index)
        tint = build_area(outline, Style(fill=frame.stroke, opacity=RANGE_OPACITY))
        frame_shape = build_area([inset_ring(ring, FRAME_DEPTH) for ring in outline], frame)
        yield Group(f"reach-{format_name_id(name)}", "reach", (tint, frame_shape), tuple(squares), name)
    # one of the two rings shows on any ground; they touch, since their radiuses differ by the width of their lines
    colour_by_radius = {0.42: plan.theme.disc_text, 0.33: plan.theme.disc}
    circles = tuple(
        Circle(find_middle(range_bands.origin), radius, Style(stroke=colour, width=0.09))
        for radius, colour in colour_by_radius.items()
    )
    yield Group("reach-origin", "reach-origin", circles, (range_bands.origin,), "measured from here")


def build_band_frame(theme: Theme, index: int, colour: str = "") -> Style:
    """Return the style of the frame around a band, a group of squares such as those of a short pass.

    Bands differ in colour and in dashes, so that prints without colour tell them apart. Both repeat after the last.

    Args:
        theme: the theme of the drawing.
        index: the number of the band from 0, which decides colour and dashes.
        colour: a colour to use instead; '' for that of the theme.
    """
    colour = colour or theme.reach[index % len(theme.reach)]
    return Style(stroke=colour, width=0.1, dash=BAND_DASHES[index % len(BAND_DASHES)], round=False)


def draw_figure(plan: DrawingPlan, picture: FigurePicture | None) -> Iterator[Group]:
    """Draw the result of an analysis (a figure) over the ground: a tinted area for each of its bands of squares.

    A band is either a step of a scale, such as far and farther, or a kind of its own (`kind` is not 0), such as a
    bottleneck. Kinds also have a frame, and a band of a team has the team's pattern. None draws nothing.
    """
    if picture is None:
        return
    pattern_style = Style(fill=plan.theme.text, opacity=PATTERN_OPACITY)
    for number, band in enumerate(picture.bands, start=1):
        outline = trace_rings(set(band.squares))
        tint, frame = build_figure_styles(plan.theme, band, plan.board.layout.sides)
        shapes = [build_area(outline, tint)]
        if band.team is not None:
            shapes.append(draw_team_pattern(band.team, band.squares, pattern_style))
        if band.kind:
            shapes.append(build_area([inset_ring(ring, FRAME_DEPTH) for ring in outline], frame))
        yield Group(f"figure-{picture.name}-{number}", "figure", tuple(shapes), band.squares, band.words)


def build_figure_styles(
    theme: Theme, band: FigureBand, teams: tuple[MatchTeam, ...] = TWO_MATCH_TEAMS
) -> tuple[Style, Style]:
    """Return the tint of a group of squares that shows a result of an analysis, and the style of its frame.

    Squares of a team have the colour of the team; in a theme that draws all teams in one colour, each team has its
    usual colour here, since the teams could not be told apart otherwise. The stronger the result, the more opaque.

    Args:
        theme: the theme of the drawing.
        band: the group of squares; its `strength` is 0 to 1, its `kind` is 0 if its colour belongs to a scale.
        teams: the teams of the dungeon.
    """
    if band.team is None:
        colour = theme.reach[band.kind % len(theme.reach)]
    elif theme.has_team_colours:
        colour = build_team_look(theme, teams, band.team).colour
    else:
        colour = DEFAULT_COLOURS[band.team]
    is_on_scale = band.team is None and not band.kind
    max_opacity = MAX_SCALE_OPACITY if is_on_scale else MAX_OPACITY
    tint = Style(fill=colour, opacity=round(MIN_OPACITY + (max_opacity - MIN_OPACITY) * band.strength, 3))
    return tint, build_band_frame(theme, band.kind, colour)


def draw_findings(plan: DrawingPlan, problems: Sequence[Finding]) -> Iterator[Group]:
    """Draw a frame around the squares of each problem, and a badge with its number; waived problems are not marked.

    The number is the position in the given list, from 1. Errors are drawn over warnings and notices. A badge stands on
    a corner of its squares, one without another badge if possible. A problem of the border of two sections has a bar
    on that border in place of the frame, with the badge in its middle. A waived problem is one that the author of the
    dungeon accepts, with a reason.
    """
    marks: list[tuple[int, Square, Finding]] = []
    used_corners: set[Square] = set()
    for number, finding in enumerate(problems, start=1):
        if is_marked(finding):
            corner = choose_badge_corner(finding.squares, used_corners)
            if not finding.edges:  # the badge of a border is on the border and uses no corner
                used_corners.add(corner)
            marks.append((number, corner, finding))
    # in the order of importance: bars before frames, errors (rank 0) before warnings and notices, small numbers
    # before large ones; drawn in reverse, so that the most important mark is on top
    marks.sort(key=lambda mark: (not mark[2].edges, mark[2].level.rank, mark[0]), reverse=True)
    for number, corner, finding in marks:
        if finding.edges:
            yield _draw_border_finding(plan.theme, number, finding)
        else:
            yield _draw_finding(plan.theme, finding.level, number, corner, finding.squares, finding.message)


def _list_ends(edge: Edge) -> tuple[Point, Point]:
    """Return the two ends of an edge in standard form (an east or south side), in squares."""
    (x, y), side = edge
    return ((x, y + 1) if side is Side.SOUTH else (x + 1, y)), (x + 1, y + 1)


def _shorten_lines(lines: Sequence[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """Return lines of one square that follow each other, with the free ends of the first and the last one cut off.

    The badges of the sections that meet there may lie on these ends.
    """
    counts = Counter(point for line in lines for point in line)  # a free end belongs to one line, all others to two
    shortened_lines = []
    for (x0, y0), (x1, y1) in lines:
        dx, dy = _BORDER_BAR_GAP * (x1 - x0), _BORDER_BAR_GAP * (y1 - y0)
        start = (x0 + dx, y0 + dy) if counts[x0, y0] == 1 else (x0, y0)
        end = (x1 - dx, y1 - dy) if counts[x1, y1] == 1 else (x1, y1)
        shortened_lines.append((start, end))
    return shortened_lines


def _find_middle_of_edges(edges: Sequence[Edge]) -> Point:
    """Return a point in the middle of some edges, which follow each other: an end of the middle edge or its middle."""
    (x0, y0), (x1, y1) = _list_ends(edges[len(edges) // 2])
    return (x0, y0) if len(edges) % 2 == 0 else ((x0 + x1) / 2, (y0 + y1) / 2)


@lru_cache(maxsize=512)
def _draw_border_finding(theme: Theme, number: int, finding: Finding) -> Group:
    """Draw a bar on the edges of a problem, with its badge in the middle; results are cached for the editor.

    The squares of the group are those of the problem.
    """
    bar_style = replace(build_finding_frame(theme, finding.level), width=_BORDER_BAR_WIDTH)
    bar = build_lines(_shorten_lines([_list_ends(edge) for edge in finding.edges]), bar_style)
    badge = draw_badge(theme, finding.level, number, _find_middle_of_edges(finding.edges))
    return Group(f"finding-{number}", f"finding-{finding.level}", (bar, *badge), finding.squares, finding.message)


def choose_badge_corner(squares: Sequence[Square], used_corners: set[Square]) -> Square:
    """Return the corner of the grid where the badge of a problem stands: the first one that has no badge yet.

    The upper left corners of all squares of the problem are tried first, then their other corners. If all are in use,
    the badge stands on the upper left corner of the first square.
    """
    for right, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        for x, y in squares:
            corner = (x + right, y + down)
            if corner not in used_corners:
                return corner
    return squares[0]


def is_marked(finding: Finding) -> bool:
    """Return whether a problem has squares to mark and is not waived (accepted by the author)."""
    return bool(finding.squares) and finding.waived is None


def build_finding_frame(theme: Theme, level: Level) -> Style:
    """Return the style of the line around the squares of a problem; each level has its own colour and dashes."""
    colour = {Level.ERROR: theme.error, Level.WARNING: theme.warning, Level.INFO: theme.info}[level]
    dashes = _DASHES_BY_LEVEL[level]
    return Style(stroke=colour, width=0.1, dash=dashes, round=not dashes)


def draw_badge(theme: Theme, level: Level, number: int, position: Point) -> tuple[Circle, Text]:
    """Draw the badge of a problem, a disc with its number, in the colour of its level; `position` is its middle."""
    digit_count = min(len(str(number)), len(BADGE_SIZES))  # the last size is for all longer numbers, too
    radius, type_size = BADGE_SIZES[digit_count - 1]
    disc = Circle(position, radius, Style(fill=build_finding_frame(theme, level).stroke, stroke=theme.disc, width=0.03))
    baseline = (position[0], position[1] + 0.35 * type_size)  # so that the digits are in the middle of the disc
    return disc, Text(baseline, str(number), type_size, Style(fill="#ffffff"), bold=True)


@lru_cache(maxsize=512)
def _draw_finding(
    theme: Theme, level: Level, number: int, corner: Square, squares: tuple[Square, ...], message: str
) -> Group:
    """Draw the tint, the frame and the badge of a problem; results are cached, since an editor draws them often.

    Args:
        theme: the theme of the drawing.
        level: whether it is an error, a warning or a notice, which decides colour and dashes.
        number: the number on the badge.
        corner: the corner of the grid on which the badge stands.
        squares: the squares of the problem.
        message: the text of the problem.
    """
    frame = build_finding_frame(theme, level)
    outline = [inset_ring(ring, FRAME_DEPTH) for ring in trace_rings(set(squares))]
    tint = build_area(outline, Style(fill=frame.stroke, opacity=PROBLEM_OPACITY))
    shapes = (tint, build_area(outline, frame), *draw_badge(theme, level, number, corner))
    return Group(f"finding-{number}", f"finding-{level}", shapes, squares, message)
