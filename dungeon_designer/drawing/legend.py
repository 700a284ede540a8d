"""Draw what explains a map below it: the legend, and blocks that explain each tint, frame and number on the map.

The legend has one sample of each kind of object, terrain and section, with its name and how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from msgspec.structs import replace

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.drawing import map_objects, overlays, rock_and_terrain, section_floors
from dungeon_designer.drawing.drawing_options import RangeBands
from dungeon_designer.drawing.drawing_plan import DrawingPlan
from dungeon_designer.drawing.fonts import measure_text
from dungeon_designer.drawing.section_names import UnplacedName
from dungeon_designer.drawing.shapes import (
    Circle,
    Group,
    Path,
    PlacedPicture,
    Point,
    Shape,
    Style,
    Text,
    Use,
    build_rectangle,
)
from dungeon_designer.drawing.team_looks import draw_emblem, draw_team_pattern
from dungeon_designer.drawing.text_fitting import FittedText, draw_text_lines, fit_text, shorten_lines, wrap_lines
from dungeon_designer.findings import Finding
from dungeon_designer.grid import find_connected_groups
from dungeon_designer.layout.model import BRIDGES, ObstacleKind, RollingBall, SectionKind, TerrainKind, TrapKind

STEPS_HEADING = "Steps on foot: the number on each square; darker is farther."
"""The heading of the block that explains the shades of walking distance."""
RANGE_HEADING = "Squares within reach of the ringed square."
"""The heading of the block that explains squares within a range."""
PROBLEMS_HEADING = "The problems, by their numbers on the map."
"""The heading of the block that lists the problems of a check."""
NAMES_HEADING = "Names that have no room on the map, by the letters there."
"""The heading of the block that lists the names of sections that do not fit on the map."""

HEADING_KIND, ENTRY_KIND = "legend-heading", "legend_entry"
"""The kinds of the groups of shapes in a legend. SVG files contain them as classes, so their spelling stays."""

MAX_LISTED_PROBLEMS = 40
"""The number of problems that are listed; a last entry counts the others."""

COLUMN_WIDTH, ROW_HEIGHT, LONG_ENTRY_HEIGHT = 5.4, 1.15, 0.86
"""The width and height of an entry in columns, and the height of an entry on its own line, in squares."""

HEADING_HEIGHT, BLOCK_GAP = 0.7, 0.8
"""The height of a heading, and the space below each block, in squares."""

MAX_HEADING_SIZE, MAX_ENTRY_SIZE, MIN_ENTRY_SIZE = 0.5, 0.42, 0.3
"""The largest type of a heading and of an entry, and the smallest type of an entry on its own lines, in squares."""

MAX_HEADING_LINES, MAX_ENTRY_LINES, MAX_LONG_ENTRY_LINES = 2, 2, 3
"""The largest number of lines of a heading, of an entry in columns, and of an entry on its own lines."""

HEADING_MARGIN, LONG_ENTRY_MARGINS = 0.8, 3.4
"""The free space at each side of a heading, and at both sides together of the text of an entry on its own lines, where
its sample stands, in squares.
"""

MAX_MARK_WIDTH = 1.1
"""The largest width of a letter or of coordinates in place of a sample, in squares."""

SAMPLE_WIDTH = 1.5
"""The part of a column that the sample of an entry and the gap to the next entry take, in squares."""

HEADING_BASELINE = 0.45
"""How far the baseline of a heading's first line is below the upper edge of its block, in squares."""

ENTRY_BASELINE = 0.14
"""How far the baseline of one line is below its middle, in squares: a third of the height of the largest type."""

COLUMN_TEXT_OFFSET, LONG_TEXT_OFFSET = 0.8, 0.7
"""How far right of the middle of a sample its text begins, in squares.

In columns samples are squares; in a long block they are badges and letters, which are narrower.
"""

LONG_SAMPLE_POSITION = (1.5, 0.5)
"""The middle of the sample of an entry on its own lines, from the upper left corner of the entry, in squares."""

OBJECT_SAMPLE_SIZE = 0.9
"""The scale of the picture of an object in the legend, so that it does not touch the samples above and below."""

FRAME_HALF_WIDTH, PROBLEM_HALF_WIDTH = 0.45, 0.35
"""Half the width of the frame in the sample of a band, just inside its square, and in that of a problem, in squares."""

NAME_LETTER_SIZE, NAME_SQUARE_SIZE = 0.52, 0.36
"""The height of a letter in place of a sample, as high as names on the map, and of a column and row, in squares."""

_FAR_SQUARE = (-9, -9)
"""A square far from any floor, where a sample is drawn before it is moved to its place in the legend."""

_ORIGIN = (0.0, 0.0)
"""The middle of a sample before it is moved to its place in the legend."""

_TRAP_NAMES = {
    TrapKind.OPEN_PIT: "Open pit", TrapKind.SPIKED_PIT: "Spiked pit",
    TrapKind.TRAPDOOR: "Trapdoor", TrapKind.COUNTER: "Pit counter",
}  # fmt: skip
"""The name of each kind of trap in the legend."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One entry of the legend.

    Attributes:
        text: what the sample means.
        sample: shapes drawn about the origin, about one square large.
    """

    text: str
    sample: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class LegendBlock:
    """One explanation below the map: a heading, and entries below it.

    Attributes:
        name: the first part of the ids of its groups.
        heading: the text above the entries; empty for none.
        entries: the samples with their texts.
        font: the font of the texts.
        is_long: entries have lines of their own; otherwise they stand side by side in columns.
    """

    name: str
    heading: str
    entries: tuple[LegendEntry, ...]
    font: str
    is_long: bool = False

    def measure_height(self, width: float) -> float:
        """Return the height of the block on a page of a given width, in squares; 0 if the block is empty.

        Entries of a long block stand below each other; those of any other block stand side by side in columns.
        """
        if not self.heading and not self.entries:
            return 0.0
        if self.is_long:
            entries_height = sum(
                LONG_ENTRY_HEIGHT + self.fit_entry(entry, width).extra_height for entry in self.entries
            )
        else:
            row_count = ceil(len(self.entries) / count_columns(width))
            entries_height = ROW_HEIGHT * row_count
        heading_height = HEADING_HEIGHT + self.fit_heading(width).extra_height if self.heading else 0.0
        return heading_height + entries_height + BLOCK_GAP

    def fit_heading(self, width: float) -> FittedText:
        """Return the heading as it is broken into lines for a page of a given width, with a margin on both sides."""
        text_width = width - 2 * HEADING_MARGIN
        return fit_text(self.heading, self.font, text_width, MAX_HEADING_SIZE, max_lines=MAX_HEADING_LINES, bold=True)

    def fit_entry(self, entry: LegendEntry, width: float) -> FittedText:
        """Return the text of an entry as it is broken into lines for a page of a given width.

        An entry of a long block has the width of the page, any other one the width of a column.
        """
        if self.is_long:
            return self._fit_long_entry(entry.text, width - LONG_ENTRY_MARGINS)
        return fit_text(
            entry.text,
            self.font,
            COLUMN_WIDTH - SAMPLE_WIDTH,
            MAX_ENTRY_SIZE,
            max_lines=MAX_ENTRY_LINES,
            height=ROW_HEIGHT,
        )

    def _fit_long_entry(self, text: str, text_width: float) -> FittedText:
        """Return a text in lines of a given width; if it is too long even in the smallest type, it ends with dots."""
        fitted = fit_text(text, self.font, text_width, MAX_ENTRY_SIZE, max_lines=MAX_LONG_ENTRY_LINES)
        if fitted.size >= MIN_ENTRY_SIZE:
            return fitted
        relative_width = text_width / MIN_ENTRY_SIZE  # in heights of the type
        lines = wrap_lines(text, self.font, relative_width)
        return FittedText(shorten_lines(lines, MAX_LONG_ENTRY_LINES, self.font, relative_width), MIN_ENTRY_SIZE)


def count_columns(width: float) -> int:
    """Return how many columns of legend entries fit on a page of a given width, with half a square free at each side.

    A page that is narrower than a column has one column.
    """
    return max(1, int((width - 1.0) / COLUMN_WIDTH))


def build_legend(plan: DrawingPlan) -> LegendBlock:
    """Return the legend: objects, terrain, the floors of sections, and teams; empty without the option `legend`."""
    entries: tuple[LegendEntry, ...] = ()
    if plan.options.legend:
        entries = (
            *_list_object_entries(plan),
            *_list_terrain_entries(plan),
            *_list_section_entries(plan),
            *_list_team_entries(plan),
        )
    return LegendBlock("legend", "", entries, plan.theme.label_fonts[0])


def build_figure_legend(plan: DrawingPlan, figure: FigurePicture | None) -> LegendBlock:
    """Return the block that explains a figure, the overlay with the result of an analysis; an empty block for None.

    It has a sample of each of the figure's bands (groups of squares in one colour) with its meaning.
    """
    if figure is None:
        return LegendBlock("figure-legend", "", (), plan.theme.label_fonts[0])
    entries = tuple(LegendEntry(band.words, _draw_band_sample(plan, band)) for band in figure.bands)
    return LegendBlock("figure-legend", figure.heading, entries, plan.theme.label_fonts[0])


def _draw_band_sample(plan: DrawingPlan, band: FigureBand) -> tuple[Shape, ...]:
    """Draw a sample of a group of squares in one colour, as the map shows them.

    Squares of a team also have the team's pattern; those with a colour of their own (`kind` is not 0) have a frame.
    """
    tint, frame = overlays.build_figure_styles(plan.theme, band, plan.board.layout.sides)
    sample: list[Shape] = [_build_square(tint)]
    if band.team is not None:
        pattern_style = Style(fill=plan.theme.text, opacity=overlays.PATTERN_OPACITY)
        # drawn as on the map, on a square without neighbours
        sample += _move_to_origin([draw_team_pattern(band.team, [_FAR_SQUARE], pattern_style)])
    frame_shapes = (_build_square(frame, FRAME_HALF_WIDTH),) if band.kind else ()
    return *_frame_sample(plan, sample), *frame_shapes


def list_key_blocks(
    plan: DrawingPlan,
    step_counts: overlays.StepCounts,
    range_bands: RangeBands | None,
    findings: Sequence[Finding],
    unplaced_names: Sequence[UnplacedName],
) -> list[LegendBlock]:
    """Return the blocks that explain distances, ranges, problems and names that do not fit on the map.

    The first three are left out without the option `keys` (the reader has explanations elsewhere) or without
    the option `border`. Unplaced names, for which letters stand on the map, are always explained.
    """
    font = plan.theme.label_fonts[0]
    blocks: list[LegendBlock] = []

    def add_block(heading: str, entries: Iterable[LegendEntry], is_long: bool) -> None:
        """Add a block with the next number, unless it has no entries."""
        entry_tuple = tuple(entries)
        if entry_tuple:
            blocks.append(LegendBlock(f"key-{len(blocks) + 1}", heading, entry_tuple, font, is_long))

    add_block(NAMES_HEADING, _list_name_entries(plan, unplaced_names), is_long=True)
    if plan.options.keys and plan.options.border:
        add_block(STEPS_HEADING, _list_step_entries(plan, step_counts), is_long=False)
        add_block(RANGE_HEADING, _list_range_entries(plan, range_bands), is_long=False)
        add_block(PROBLEMS_HEADING, _list_problem_entries(plan, findings), is_long=True)
    return blocks


def draw_legend_block(
    plan: DrawingPlan, block: LegendBlock, corner: Point, width: float
) -> tuple[list[Group], list[Group]]:
    """Draw a block of the legend, with its upper left corner at a point: its heading, and its entries.

    Short entries are in columns that are read downwards; long entries stand below each other.

    Returns:
        The groups of the heading, and the groups of the entries.
    """
    heading_groups: list[Group] = []
    text_style, (left, top) = Style(fill=plan.theme.text), corner
    if block.heading:
        heading = block.fit_heading(width)
        baseline = (left + width / 2, top + HEADING_BASELINE)
        text_lines = tuple(draw_text_lines(heading, baseline, text_style, bold=True))
        # such as "key-1-heading" for the block "key-1"; the block "figure-legend" has "legend-heading", an id without
        # its first word, and ids in written files do not change
        group_id = f"{block.name}-heading".removeprefix("figure-")
        heading_groups.append(Group(group_id, HEADING_KIND, text_lines, (), block.heading))
        top += HEADING_HEIGHT + heading.extra_height
    if block.is_long:
        sample_middles = _list_long_positions(block, (left, top), width)
    else:
        sample_middles = _list_column_positions(len(block.entries), (left, top), width)
    entry_groups = []
    for number, (entry, middle) in enumerate(zip(block.entries, sample_middles, strict=True), start=1):
        shapes = _draw_entry(block, entry, middle, width, text_style)
        entry_groups.append(Group(f"{block.name}-{number}", ENTRY_KIND, shapes, (), entry.text))
    return heading_groups, entry_groups


def _draw_entry(
    block: LegendBlock, entry: LegendEntry, sample_middle: Point, page_width: float, text_style: Style
) -> tuple[Shape, ...]:
    """Draw one entry of a legend: its sample, and to the right its text.

    In a column, the sample is beside the middle of all lines of the text; in a long block, whose entries have the width
    of the page, beside the first line.
    """
    x, y = sample_middle
    fitted = block.fit_entry(entry, page_width)
    # in a column, half of what several lines are higher than one is above the middle of the sample
    height_above_middle = 0.0 if block.is_long else fitted.extra_height / 2
    first_baseline = y + ENTRY_BASELINE - height_above_middle
    text_left = x + (LONG_TEXT_OFFSET if block.is_long else COLUMN_TEXT_OFFSET)
    text_lines = draw_text_lines(fitted, (text_left, first_baseline), text_style, anchor="start")
    return (*(shift_shape(shape, x, y) for shape in entry.sample), *text_lines)


def _list_long_positions(block: LegendBlock, corner: Point, width: float) -> Iterator[Point]:
    """Yield the middle of the sample of each entry of a block whose entries stand below each other.

    An entry is higher than LONG_ENTRY_HEIGHT if its text has several lines; its sample is beside the first one.

    Args:
        block: the block.
        corner: the upper left corner of its entries.
        width: the width of the page.
    """
    (left, top), (right, down) = corner, LONG_SAMPLE_POSITION
    for entry in block.entries:
        yield left + right, top + down
        top += LONG_ENTRY_HEIGHT + block.fit_entry(entry, width).extra_height


def _list_column_positions(entry_count: int, corner: Point, width: float) -> Iterator[Point]:
    """Yield the middle of the sample of each legend entry, in columns that are read downwards.

    The columns are filled evenly, and stand together in the middle of the page.

    Args:
        entry_count: the number of entries.
        corner: the upper left corner of the entries.
        width: the width of the page.
    """
    left, top = corner
    max_columns = count_columns(width)
    row_count = max(1, ceil(entry_count / max_columns))
    column_count = min(max_columns, ceil(entry_count / row_count))
    left += (width - column_count * COLUMN_WIDTH) / 2
    for index in range(entry_count):
        column, row = divmod(index, row_count)
        # a sample is a square; these are the middle of the place for it at the left end of an entry
        yield left + COLUMN_WIDTH * column + 0.55, top + ROW_HEIGHT * row + 0.6


def shift_shape(shape: Shape, dx: float, dy: float) -> Shape:
    """Return a shape moved by (dx, dy)."""
    if isinstance(shape, PlacedPicture):
        *directions, left, top = shape.matrix
        clip_points = tuple((x + dx, y + dy) for x, y in shape.clip_points)
        return replace(shape, matrix=(*directions, left + dx, top + dy), clip_points=clip_points)
    if isinstance(shape, Path):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    return replace(shape, at=(shape.at[0] + dx, shape.at[1] + dy))


def _move_to_origin(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes that were drawn on the square `_FAR_SQUARE`, moved so that its middle is the point (0, 0).

    Samples of the legend are drawn by functions for the map, on a square far from any floor, so that nothing beside
    the square changes them.
    """
    left, top = _FAR_SQUARE
    return tuple(shift_shape(shape, -left - 0.5, -top - 0.5) for shape in shapes)


def _build_counted_entry(name: str, count: int, *sample: Shape) -> Iterator[LegendEntry]:
    """Yield one legend entry with a name and, if there are several objects, the count; nothing if there is none."""
    if count:
        yield LegendEntry(name if count == 1 else f"{name} × {count}", sample)


def _list_object_entries(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """Yield a legend entry for each kind of object that the board has, with the number of objects.

    Each entry has the picture of such an object as its sample; a portal has the smallest number on the board. What a
    drawing may leave out, such as chests, is counted on the board, doors in the dungeon file.
    """
    board, layout = plan.board, plan.board.layout
    # without portals there is no entry, so that no picture of a portal 0 is looked for
    first_portal = min((portal.number for portal in board.portals), default=0)
    closed_count = sum(not door.open for door in layout.square_doors)
    for name, picture_name, count in (
        ("Chest", "chest", len(board.chests)),
        ("Portal", f"portal-{first_portal}", len(board.portals)),
        ("Door", "door-1", len(layout.doors)),
        ("Door, shut", "square-door-shut", closed_count),
        ("Door, open", "square-door-open", len(layout.square_doors) - closed_count),
        ("Leap edge", "leap-edge", len(layout.leap_edges)),
    ):
        yield from _build_counted_entry(name, count, Use(picture_name, _ORIGIN, size=OBJECT_SAMPLE_SIZE))
    yield from _list_obstacle_entries(plan)
    yield from _list_trap_entries(plan)
    ball_count = sum(isinstance(machine, RollingBall) for machine in board.machines)
    room_count = len(board.machines) - ball_count
    # the smallest pictures of both, two squares wide, at about half their size
    yield from _build_counted_entry("Rotating room", room_count, Use("turntable-2", _ORIGIN, size=0.5))
    yield from _build_counted_entry("Rolling ball", ball_count, Use("ball-2", _ORIGIN, size=0.46))


def _list_obstacle_entries(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """Yield an entry for each kind of obstacle that the board has; connected squares of a kind are one obstacle."""
    for kind in ObstacleKind:
        squares = [square for square, obstacle_kind in plan.board.obstacle_at.items() if obstacle_kind is kind]
        obstacle_count = sum(1 for _ in find_connected_groups(squares))
        yield from _build_counted_entry(kind.value.capitalize(), obstacle_count, Use(f"{kind.value}-1-1", _ORIGIN))


def _list_trap_entries(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """Yield a legend entry for each kind of trap that the board has, with the number of traps.

    Counters and trapdoors have pictures; a pit is drawn on one square and moved to the legend.
    """
    count_by_kind = Counter(trap.kind for trap in plan.board.traps)
    picture_by_kind = {TrapKind.COUNTER: "counter", TrapKind.TRAPDOOR: "trapdoor-1-1"}
    for kind, name in _TRAP_NAMES.items():
        sample: tuple[Shape, ...]
        if kind in picture_by_kind:
            sample = (Use(picture_by_kind[kind], _ORIGIN),)
        else:
            sample = _move_to_origin(map_objects.draw_pit(plan, kind, [_FAR_SQUARE]))
        yield from _build_counted_entry(name, count_by_kind[kind], *sample)


def _list_terrain_entries(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """Yield a legend entry for each kind of terrain that the board has.

    The sample is drawn as on the map, on one square far from the floor, and moved to the legend.
    """
    kinds = set(plan.board.terrain_at.values())
    for kind in TerrainKind:
        if kind in kinds:
            draw_terrain = rock_and_terrain.draw_bridge if kind in BRIDGES else rock_and_terrain.draw_hazard
            sample = _move_to_origin(draw_terrain(plan, kind, [_FAR_SQUARE]))
            yield LegendEntry(kind.value.replace("_", " ").capitalize(), sample)


def _list_section_entries(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """Yield an entry for each kind of section that the board has, with a sample of its floor."""
    kinds = {section.kind for section in plan.board.sections}
    for kind in SectionKind:
        if kind in kinds:
            name = "Bridge section" if kind is SectionKind.BRIDGE else kind.value.replace("_", " ").capitalize()
            floor_colour = section_floors.find_floor_colour(plan.theme, kind)
            yield LegendEntry(name, _frame_sample(plan, _draw_floor_sample(plan, kind), floor_colour))


def _draw_floor_sample(plan: DrawingPlan, kind: SectionKind) -> list[Shape]:
    """Draw what lies on the floor of a kind of section: stairs on an entry, paving on any other kind.

    An end zone also has the pattern of the first team that owns one.
    """
    if kind is SectionKind.ENTRY:
        return [Use("stairs", _ORIGIN)]
    shapes: list[Shape] = [*section_floors.draw_paving_sample(plan.theme, kind)]
    if kind is SectionKind.END_ZONE:
        owners = {zone.team for zone in plan.board.list_sections(kind)}
        first_owner = next((team for team in plan.board.teams if team in owners), None)
        shapes += _move_to_origin(section_floors.draw_zone_ground(plan, first_owner, [_FAR_SQUARE]))
    return shapes


def _list_team_entries(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """Yield an entry for each team that is shown by an emblem."""
    for team in plan.board.teams:
        look = plan.find_team_look(team)
        if look.emblem is not None:
            emblem = draw_emblem(look.emblem, Style(fill=look.colour, stroke=look.ink, width=plan.theme.fine), size=0.8)
            yield LegendEntry(f"{team.value.capitalize()} side", (emblem,))


def _build_square(style: Style, half_width: float = 0.5) -> Path:
    """Return a square whose middle is the point (0, 0)."""
    return build_rectangle(-half_width, -half_width, 2 * half_width, 2 * half_width, style)


def _frame_sample(plan: DrawingPlan, sample: Iterable[Shape], floor: str = "") -> tuple[Shape, ...]:
    """Return the sample of a legend entry: a square of floor, some shapes over it, and a thin frame around it.

    `floor` is the colour of the square; '' for the theme's colour of floor.
    """
    square = _build_square(Style(fill=floor or plan.theme.floor))
    return square, *sample, replace(square, style=Style(stroke=plan.theme.border, width=plan.theme.fine))


def _list_step_entries(plan: DrawingPlan, step_counts: overlays.StepCounts) -> Iterator[LegendEntry]:
    """Yield a legend entry for each shade of walking distance, with its numbers of steps, such as "4 to 7 steps".

    `step_counts` are the squares of the map that show a number of steps, with that number.
    """
    for band, band_counts in sorted(overlays.group_by_distance_band(step_counts).items()):
        counts = [count for _, count in band_counts]
        min_steps, max_steps = min(counts), max(counts)
        step_range = f"{min_steps}" if min_steps == max_steps else f"{min_steps} to {max_steps}"
        tint = _build_square(overlays.build_shade_style(plan.theme, band))
        yield LegendEntry(f"{step_range} step{'s' if max_steps != 1 else ''}", _frame_sample(plan, [tint]))


def _list_range_entries(plan: DrawingPlan, range_bands: RangeBands | None) -> Iterator[LegendEntry]:
    """Yield a legend entry for each band of squares that can be reached, such as those of a short pass.

    Its text is the band's caption, or else its name. Bands without squares are left out.
    """
    if range_bands is None:
        return
    for index, (name, squares) in enumerate(range_bands.bands):
        if squares:
            frame = overlays.build_band_frame(plan.theme, index)
            tint = _build_square(Style(fill=frame.stroke, opacity=overlays.RANGE_OPACITY))
            has_caption = index < len(range_bands.captions)
            text = range_bands.captions[index] if has_caption else name.capitalize()
            yield LegendEntry(text, _frame_sample(plan, [tint, _build_square(frame, FRAME_HALF_WIDTH)]))


def _list_name_entries(plan: DrawingPlan, unplaced_names: Sequence[UnplacedName]) -> Iterator[LegendEntry]:
    """Yield a legend entry for each name of a section that is not on the map.

    In place of a sample it has the letter that stands on the map for the name, or, if there is none, the column and
    row of a square of the section.
    """
    for unplaced_name in unplaced_names:
        if unplaced_name.letter:
            mark, face, max_size, fonts = unplaced_name.letter, "title", NAME_LETTER_SIZE, plan.theme.title_fonts
        else:
            column, row = unplaced_name.square
            mark, face, max_size, fonts = f"{column}, {row}", "label", NAME_SQUARE_SIZE, plan.theme.label_fonts
        size = min(max_size, MAX_MARK_WIDTH / measure_text(mark, fonts[0]).width)
        baseline = (0.0, 0.35 * size)  # so that the middle of the letters is at the origin
        yield LegendEntry(unplaced_name.name, (Text(baseline, mark, size, Style(fill=plan.theme.text), font=face),))


def _list_problem_entries(plan: DrawingPlan, findings: Sequence[Finding]) -> Iterator[LegendEntry]:
    """Yield a legend entry for each problem that is marked on the map, with its badge.

    A badge shows the number of the problem in the given list, from 1. The last entry counts the problems that are left
    out.
    """
    marked_findings = [
        (number, finding) for number, finding in enumerate(findings, start=1) if overlays.is_marked(finding)
    ]
    for number, finding in marked_findings[:MAX_LISTED_PROBLEMS]:
        frame = overlays.build_finding_frame(plan.theme, finding.level)
        tint = _build_square(Style(fill=frame.stroke, opacity=overlays.PROBLEM_OPACITY), PROBLEM_HALF_WIDTH)
        badge = overlays.draw_badge(plan.theme, finding.level, number, (0.0, 0.0))
        yield LegendEntry(finding.message, (tint, replace(tint, style=frame), *badge))
    left_out_count = len(marked_findings) - MAX_LISTED_PROBLEMS
    if left_out_count > 0:
        dot = Circle(_ORIGIN, 0.05, Style(fill=plan.theme.text))  # a bullet, in place of the badges above
        yield LegendEntry(f"and {left_out_count} more", (dot,))
