"""Draw the cartouche: a framed panel below the map with name, edition, author, notes, a compass and a scale bar.

`drawing.compose` calls it for each drawing; it draws nothing unless the option `cartouche` is set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dungeon_designer.drawing.drawing_plan import DrawingPlan
from dungeon_designer.drawing.geometry import transform_path
from dungeon_designer.drawing.notes_in_lines import draw_note_line, wrap_notes
from dungeon_designer.drawing.page import UNNAMED_TITLE, PageLayout, format_credit
from dungeon_designer.drawing.shapes import (
    Group,
    Path,
    Point,
    Shape,
    Style,
    Text,
    build_area,
    build_lines,
    build_rectangle,
)
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.text_fitting import LINE_HEIGHT, FittedText, fit_text

PANEL_PADDING = 0.25
"""The free space between the edge of the panel and its text, in squares."""

_MAX_TYPE_SIZES = ((0.95, 0.28), (0.5, 0.16), (0.42, 0.14))
"""The limits of the type of the name, of edition and author, and of the notes.

Each is (largest height in squares, largest share of the height of the panel).
"""

_HEIGHT_SHARES = (0.46, 0.3)
"""The share of the text height that all lines of the name, and of edition and author, may take."""

_MAX_LINES = (3, 2)
"""The number of lines that the name, and edition and author, may be broken into."""

LINE_SPACING = 1.3
"""The distance from one line to the next, in heights of the type."""

BASELINE_HEIGHT = 0.35
"""How far the baseline of a line is above the lower end of its space, in heights of the type."""

MAX_CUT_SIZE, FRAME_GAP, OUTER_FRAME_WIDTH = 0.45, 0.16, 1.6
"""The largest side of the squares cut out of the panel's corners, and the gap between its frames, in squares; the width
of the outer frame, in bold lines, so that it is the heavier one.
"""

COMPASS_HEIGHT = 4.0
"""The height of the compass with its N and the space around both, in squares, when it is drawn as large as its file."""

NORTH_BASELINE, NORTH_SIZE = 1.31, 0.6
"""How far the baseline of the N is above the middle of the compass, just clear of its tip, and the height of the N."""

SCALE_BAR_SQUARES = 5
"""The number of squares that the scale bar shows."""

SCALE_BAR_HEIGHT, SCALE_END_OVERHANG = 0.22, 0.1
"""The height of the scale bar, and how far the stroke at each end reaches beyond it, up and down, in squares."""

SCALE_NUMBER_SIZE, SCALE_UNIT_SIZE = 0.34, 0.4
"""The height of the type of the numbers above the scale bar, and of the word below it, in squares."""

END_WIDTH = 6.2
"""The width kept for the compass at the left end of the panel, and for the scale bar at the right end, in squares.

The squares of the bar are as large as the squares of the map.
"""


def draw_cartouche(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Group]:
    """Draw the cartouche, a panel below the map: a compass on the left, text in the middle, a scale bar on the right.

    Draw nothing without the option `cartouche`.
    """
    if not plan.options.cartouche:
        return
    shapes = (
        *_draw_plate(plan, page_layout),
        *_draw_compass(plan, page_layout),
        *_draw_panel_text(plan, page_layout),
        *_draw_scale_bar(plan, page_layout),
    )
    yield Group("cartouche", "cartouche", shapes, (), plan.board.layout.name or UNNAMED_TITLE)


def _draw_plate(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Shape]:
    """Draw the panel with a bold frame on its edge and a fine frame inside; each corner of a frame is cut out."""
    theme = plan.theme
    (panel_x, panel_y), (panel_width, panel_height) = page_layout.panel_corner, page_layout.panel_size
    # the two cuts of a side take at most a third of it, so that most of the side is left on a low panel
    cut_size = min(MAX_CUT_SIZE, panel_height / 6)
    style_by_inset = {
        0.0: Style(fill=theme.floor, stroke=theme.faint, width=theme.bold * OUTER_FRAME_WIDTH),
        FRAME_GAP: Style(stroke=theme.faint, width=theme.fine),
    }
    for inset, style in style_by_inset.items():
        left, top = panel_x + inset, panel_y + inset
        right, bottom = panel_x + panel_width - inset, panel_y + panel_height - inset
        yield build_area([_list_notched_corners(left, top, right, bottom, cut_size)], style)


def _list_notched_corners(left: float, top: float, right: float, bottom: float, cut_size: float) -> list[Point]:
    """Return the corners, clockwise, of a rectangle from each corner of which a small square is cut out."""
    inner_left, inner_top = left + cut_size, top + cut_size
    inner_right, inner_bottom = right - cut_size, bottom - cut_size
    return [
        (inner_left, top), (inner_right, top), (inner_right, inner_top), (right, inner_top),
        (right, inner_bottom), (inner_right, inner_bottom), (inner_right, bottom), (inner_left, bottom),
        (inner_left, inner_bottom), (left, inner_bottom), (left, inner_top), (inner_left, inner_top),
    ]  # fmt: skip


def _draw_compass(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Shape]:
    """Draw the compass at the left end of the panel, with an N above it.

    The compass is a picture from a file; in a low panel it is drawn smaller than in the file.
    """
    (panel_x, panel_y), panel_height = page_layout.panel_corner, page_layout.panel_size[1]
    size = min(1.0, panel_height / COMPASS_HEIGHT)
    # a little below the middle of the panel, to leave space for the N
    x, y = panel_x + END_WIDTH / 2, panel_y + panel_height / 2 + 0.2 * size
    for shape in load_picture("compass", plan.theme).shapes:
        if isinstance(shape, Path):
            yield transform_path(shape, x, y, size=size)
    text_style = Style(fill=plan.theme.text)
    yield Text((x, y - NORTH_BASELINE * size), "N", NORTH_SIZE * size, text_style, font="title")


class _HeadingLine(NamedTuple):
    """A line of the name, or of edition and author.

    Attributes:
        line: the text of the line.
        fitted: the whole text that it is a line of, with the height of its type.
        face: `title` or `label`, the font.
    """

    line: str
    fitted: FittedText
    face: str


def _draw_panel_text(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Shape]:
    """Draw the name, then edition and author, then as many lines of the notes as fit in the panel.

    The lines together are centred in the panel.
    """
    (panel_x, panel_y), (panel_width, panel_height) = page_layout.panel_corner, page_layout.panel_size
    text_style = Style(fill=plan.theme.text)
    middle_x, text_width = panel_x + panel_width / 2, panel_width - 2 * END_WIDTH
    text_height = panel_height - 2 * PANEL_PADDING
    # type is limited both by a fixed height and by a share of the panel, so that it is smaller on a low panel
    *heading_sizes, note_size = [min(largest, share * text_height) for largest, share in _MAX_TYPE_SIZES]
    heading_lines = _fit_heading_lines(plan, heading_sizes, text_width, text_height)
    heading_height = LINE_SPACING * sum(heading.fitted.size for heading in heading_lines)
    # the notes have the height that is left; `wrap_notes` counts widths in heights of the type
    max_note_lines = int((text_height - heading_height) / (LINE_SPACING * note_size))
    note_lines = wrap_notes(plan.board.layout.notes, plan.theme.label_fonts[0], text_width / note_size, max_note_lines)
    notes_height = LINE_SPACING * note_size * len(note_lines)
    # the lower end of each line, from the top of the centred text on; letters stand a little above it, since some
    # reach below their baseline
    line_bottom = panel_y + (panel_height - heading_height - notes_height) / 2
    for line, fitted, face in heading_lines:
        line_bottom += LINE_SPACING * fitted.size
        baseline = middle_x, line_bottom - BASELINE_HEIGHT * fitted.size
        yield Text(baseline, line, fitted.size, text_style, font=face, full_text=fitted.full_text)
    for note_line in note_lines:
        line_bottom += LINE_SPACING * note_size
        baseline = middle_x, line_bottom - BASELINE_HEIGHT * note_size
        yield from draw_note_line(note_line, baseline, note_size, text_style)


def _fit_heading_lines(
    plan: DrawingPlan, max_sizes: Sequence[float], width: float, text_height: float
) -> list[_HeadingLine]:
    """Return the lines of the dungeon's name in the title font, then those of edition and author in the label font.

    Args:
        plan: what to draw.
        max_sizes: the largest type of the name, and of edition and author, in squares.
        width: the largest width of a line, in squares.
        text_height: the height of all text in the panel, in squares.
    """
    layout, theme = plan.board.layout, plan.theme
    max_name_size, max_credit_size = max_sizes
    max_name_lines, max_credit_lines = _MAX_LINES
    # each may take a share of the height. A line takes LINE_SPACING here, but `fit_text` counts only LINE_HEIGHT for
    # it, so that it is given a height that is smaller in the same proportion
    name_height, credit_height = [share * text_height * LINE_HEIGHT / LINE_SPACING for share in _HEIGHT_SHARES]
    name, credit = layout.name or UNNAMED_TITLE, format_credit(layout, plan.options.edition)
    name_fit = fit_text(name, theme.title_fonts[0], width, max_name_size, max_lines=max_name_lines, height=name_height)
    heading_lines = [_HeadingLine(line, name_fit, "title") for line in name_fit.lines]
    if credit:
        credit_fit = fit_text(
            credit, theme.label_fonts[0], width, max_credit_size, max_lines=max_credit_lines, height=credit_height
        )
        heading_lines += [_HeadingLine(line, credit_fit, "label") for line in credit_fit.lines]
    return heading_lines


def _draw_scale_bar(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Shape]:
    """Draw a low bar with a piece for each square of the map's scale, dark and light in turn, with numbers above.

    The bar is in the middle of the right end of the panel. It has a small stroke at each end, and the word "squares"
    below it.
    """
    theme, text_style = plan.theme, Style(fill=plan.theme.text)
    # the middle of the bar is half of END_WIDTH from the right edge of the panel
    left = page_layout.panel_corner[0] + page_layout.panel_size[0] - (END_WIDTH + SCALE_BAR_SQUARES) / 2
    top = page_layout.panel_corner[1] + page_layout.panel_size[1] / 2
    for index in range(SCALE_BAR_SQUARES):
        style = Style(fill=theme.text if index % 2 == 0 else theme.floor, stroke=theme.text, width=theme.fine)
        yield build_rectangle(left + index, top, 1.0, SCALE_BAR_HEIGHT, style)
    stroke_top, stroke_bottom = top - SCALE_END_OVERHANG, top + (SCALE_BAR_HEIGHT + SCALE_END_OVERHANG)
    end_strokes = [[(x, stroke_top), (x, stroke_bottom)] for x in (left, left + SCALE_BAR_SQUARES)]
    yield build_lines(end_strokes, Style(stroke=theme.text, width=theme.fine))
    for index in range(SCALE_BAR_SQUARES + 1):
        yield Text((left + index, top - 2 * SCALE_END_OVERHANG), str(index), SCALE_NUMBER_SIZE, text_style)
    # the letters hang below the strokes at the ends: their baseline is a height of the type lower
    yield Text((left + SCALE_BAR_SQUARES / 2, top + 0.72), "squares", SCALE_UNIT_SIZE, text_style)
