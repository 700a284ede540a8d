"""Draw the cartouche: a framed panel below the map with name, edition, author, notes, a compass and a scale bar.

`drawing.compose` calls it for each drawing; it draws nothing unless the option `cartouche` is set.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.drawing.drawing_plan import DrawingPlan
from dungeon_designer.drawing.geometry import transform_path
from dungeon_designer.drawing.notes_in_lines import draw_note_line, wrap_notes
from dungeon_designer.drawing.page import UNNAMED_TITLE, PageLayout, format_credit
from dungeon_designer.drawing.shapes import Group, Path, Shape, Style, Text, build_area, build_lines, build_rectangle
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.text_fitting import LINE_HEIGHT, fit_text

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

SCALE_BAR_SQUARES = 5
"""The number of squares that the scale bar shows."""

END_WIDTH = 6.2
"""The width kept for the compass at the left end of the panel, and for the scale bar at the right end, in squares.

The squares of the bar are as large as the squares of the map.
"""


def draw_cartouche(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Group]:
    """Draw a plate with cut corners and two frames: a compass on the left, text in the middle, a scale bar right.

    Draw nothing without the option `cartouche`.
    """
    if not plan.options.cartouche:
        return
    theme, shapes = plan.theme, list[Shape]()
    (panel_x, panel_y), (panel_width, panel_height) = page_layout.panel_corner, page_layout.panel_size
    corner_cut, compass_size = min(0.45, panel_height / 6), min(1.0, panel_height / 4.0)
    style_by_inset = {
        0.0: Style(fill=theme.floor, stroke=theme.faint, width=theme.bold * 1.6),
        0.16: Style(stroke=theme.faint, width=theme.fine),
    }
    for inset, style in style_by_inset.items():
        left, top = panel_x + inset, panel_y + inset
        right, bottom = panel_x + panel_width - inset, panel_y + panel_height - inset
        inner_left, inner_top = left + corner_cut, top + corner_cut
        inner_right, inner_bottom = right - corner_cut, bottom - corner_cut
        corners = [
            (inner_left, top), (inner_right, top), (inner_right, inner_top), (right, inner_top),
            (right, inner_bottom), (inner_right, inner_bottom), (inner_right, bottom), (inner_left, bottom),
            (inner_left, inner_bottom), (left, inner_bottom), (left, inner_top), (inner_left, inner_top),
        ]  # fmt: skip
        shapes.append(build_area([corners], style))
    x, y = panel_x + END_WIDTH / 2, panel_y + panel_height / 2 + 0.2 * compass_size
    shapes += [
        transform_path(shape, x, y, size=compass_size)
        for shape in load_picture("compass", theme).shapes
        if isinstance(shape, Path)
    ]
    shapes.append(Text((x, y - 1.31 * compass_size), "N", 0.6 * compass_size, Style(fill=theme.text), font="title"))
    shapes += [*_draw_panel_text(plan, page_layout), *_draw_scale_bar(plan, page_layout)]
    yield Group("cartouche", "cartouche", tuple(shapes), (), plan.board.layout.name or UNNAMED_TITLE)


def _draw_panel_text(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Shape]:
    """Draw the name, then edition and author, then as many lines of the notes as fit in the panel."""
    layout, theme, text_style = plan.board.layout, plan.theme, Style(fill=plan.theme.text)
    x, width = page_layout.panel_corner[0] + page_layout.panel_size[0] / 2, page_layout.panel_size[0] - 2 * END_WIDTH
    text_height = page_layout.panel_size[1] - 2 * PANEL_PADDING
    *type_sizes, note_size = (min(largest, share * text_height) for largest, share in _MAX_TYPE_SIZES)
    heading_lines = []
    faces = (("title", theme.title_fonts[0]), ("label", theme.label_fonts[0]))
    texts = (layout.name or UNNAMED_TITLE, format_credit(layout, plan.options.edition))
    for text, size, (face, font), share, max_lines in zip(
        texts, type_sizes, faces, _HEIGHT_SHARES, _MAX_LINES, strict=True
    ):
        fitted = fit_text(
            text, font, width, size, max_lines=max_lines, height=share * text_height * LINE_HEIGHT / LINE_SPACING
        )
        heading_lines += [(line, fitted, face) for line in fitted.lines if text]
    heading_height = LINE_SPACING * sum(fitted.size for _, fitted, _ in heading_lines)
    note_lines = wrap_notes(
        layout.notes,
        theme.label_fonts[0],
        width / note_size,
        int((text_height - heading_height) / (LINE_SPACING * note_size)),
    )
    y = (
        page_layout.panel_corner[1]
        + (page_layout.panel_size[1] - heading_height - LINE_SPACING * note_size * len(note_lines)) / 2
    )
    for line, fitted, face in heading_lines:
        y += LINE_SPACING * fitted.size
        yield Text((x, y - 0.35 * fitted.size), line, fitted.size, text_style, font=face, full_text=fitted.full_text)
    for runs in note_lines:
        y += LINE_SPACING * note_size
        yield from draw_note_line(runs, (x, y - 0.35 * note_size), note_size, text_style)


def _draw_scale_bar(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Shape]:
    """Draw a row of squares as large as those of the map, dark and light in turn, with numbers above."""
    theme, text_style = plan.theme, Style(fill=plan.theme.text)
    left = page_layout.panel_corner[0] + page_layout.panel_size[0] - (END_WIDTH + SCALE_BAR_SQUARES) / 2
    y = page_layout.panel_corner[1] + page_layout.panel_size[1] / 2
    for index in range(SCALE_BAR_SQUARES):
        fill = theme.text if index % 2 == 0 else theme.floor
        yield build_rectangle(left + index, y, 1.0, 0.22, Style(fill=fill, stroke=theme.text, width=theme.fine))
    ends = [[(x, y - 0.1), (x, y + 0.32)] for x in (left, left + SCALE_BAR_SQUARES)]
    yield build_lines(ends, Style(stroke=theme.text, width=theme.fine))
    yield from (Text((left + index, y - 0.2), str(index), 0.34, text_style) for index in range(SCALE_BAR_SQUARES + 1))
    yield Text((left + SCALE_BAR_SQUARES / 2, y + 0.72), "squares", 0.4, text_style)
