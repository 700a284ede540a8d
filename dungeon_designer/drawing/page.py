"""Lay out the page around the map: its size, its frame, and the title block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.drawing_plan import DrawingPlan
from dungeon_designer.drawing.fonts import measure_text
from dungeon_designer.drawing.geometry import hash_integers
from dungeon_designer.drawing.legend import COLUMN_WIDTH, LegendBlock
from dungeon_designer.drawing.shapes import (
    Circle,
    Group,
    Path,
    Point,
    Shape,
    Style,
    build_area,
    build_lines,
    build_rectangle,
)
from dungeon_designer.drawing.text_fitting import FittedText, break_lines, draw_text_lines, fit_text
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset

TITLE_HEIGHT = 2.3
"""The height of a title block with one line for the name and one for the author, in squares."""

MAX_TITLE_LINES, MAX_CREDIT_LINES = 3, 2
"""The largest number of lines of the name, and of author and edition."""

MAX_TITLE_SIZE, MIN_TITLE_SIZE, MAX_CREDIT_SIZE = 1.1, 0.7, 0.44
"""The largest and the smallest height of the type of the name, and the largest of author and edition, in squares.

The smallest holds on pages narrower than MAX_TITLE_PAGE_WIDTH.
"""

MAX_TITLE_PAGE_WIDTH = 24.0
"""The width up to which a page is made wider for its title, in squares."""

MIN_FIGURE_PAGE_WIDTH, MIN_PANEL_PAGE_WIDTH = 18.0, 21.0
"""The smallest width of a page that explains a figure, so that its heading can be read, and of a cartouche's panel, in
squares.
"""

RIM_DEPTH, RIM_STEPS = 1.4, 24
"""How far the worn rim of a page reaches inwards, in squares, and the number of steps in which it fades."""

RIM_CURVE, RIM_OPACITY = 1.4, 0.024
"""The exponent of the depths of the rim's lines, and the opacity of each line.

With 1, depths would have equal steps; a larger exponent makes more lines narrow, so that the rim is dark only close to
the edge, where all lines lie one upon another.
"""

FRAME_LINE_OFFSET, DIAMOND_RADIUS = 0.06, 0.2
"""The distance of each line of the frame from the middle of both, and half the height of a diamond on its corners, in
squares.
"""

FRAME_DISTANCE = 0.24
"""The distance of the double line from the edge of the page, in squares; it does not meet the coordinates."""

BARE_MARGIN = 1.0
"""The margin of a page without a border, in squares.

Walls at the edge of the map are drawn completely, and the page is a whole number of squares.
"""

BORDER_MARGIN, COORDINATE_MARGIN = 1.5, 2.25
"""The margin of a page with a border, for its rim and frame, and of one that also has coordinates, in squares."""

BLOCKS_RISE, PANEL_RISE = 0.1, 0.2
"""How far the blocks below the map, and the cartouche, are raised from their places, in squares.

The blocks reach a little into the margin of the map; the panel stays clear of the frame at the lower edge.
"""

NAME_MARGINS, CREDIT_MARGINS, MIN_NAME_MARGINS = 2.0, 2.4, 3.0
"""The free width at both sides together of the name, of author and edition, and of the name on a page that is made
wider for it, in squares.

The lower line is a little narrower, so that it does not look wider than the name.
"""

NAME_BASELINE, CREDIT_BASELINE = 1.45, 0.98
"""How far the baseline of the name is below the top of the title block, and that of author and edition below the name's
last line, in squares.
"""

TITLE_LINE_BASELINE, TITLE_LINE_MARGIN, MAX_TITLE_LINE_WIDTH = 0.38, 1.2, 9.0
"""The line between name and author: how far it is below the name's baseline, the free width at each side on a narrow
page, and its largest width, in squares.
"""

PANEL_HEIGHT_SHARE = 0.1
"""The share of the page's height that a cartouche takes."""

PANEL_GAP, PANEL_MARGIN = 1.0, 1.2
"""The space that a cartouche keeps free above and below it together, and at each side, in squares."""

FIBRES_PER_SQUARE, MAX_FIBRES = 0.6, 1500
"""The number of fibres for each square of a page, and the largest number on a page, so that a large page is no large
file.
"""

FIBRE_SALT = 60
"""The number that makes the lots for fibres independent of other lots; see `hash_integers`."""

PAPER_RATIO = 2**0.5
"""The length of paper divided by its width (ISO 216); a page with a cartouche has these proportions."""

UNNAMED_TITLE = "A dungeon without a name"
"""The title of a dungeon that has no name."""

PageSize = tuple[float, float]
"""Width and height, in squares."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The positions of everything on a page, in squares.

    Attributes:
        corner: the upper left corner of the page.
        size: the width and height of the page.
        title_corner: the upper left corner of the title block.
        legend_corner: the upper left corner of the first block below the map.
        panel_corner: the upper left corner of the cartouche.
        panel_size: the width and height of the cartouche.
        name: the lines of the dungeon's name.
        credit: the lines of author and edition.
    """

    corner: Point
    size: Point
    title_corner: Point
    legend_corner: Point
    panel_corner: Point
    panel_size: Point
    name: FittedText
    credit: FittedText


def lay_out_page(
    plan: DrawingPlan, visible_area: tuple[Square, Size], blocks: Sequence[LegendBlock], min_size: PageSize = (0.0, 0.0)
) -> PageLayout:
    """Return the layout of a page just large enough for the map, its margins, the title and the blocks below.

    With a cartouche, a framed panel at the lower edge, the page has the proportions of paper.

    Args:
        plan: what to draw.
        visible_area: the upper left square and the size of the map.
        blocks: what explains the map, from the top down.
        min_size: the smallest size of the page; the content is in the middle of a larger page.
    """
    ((map_left, map_top), (map_width, map_height)), options = visible_area, plan.options
    margin, has_min_size = _find_margin(options), min_size != (0.0, 0.0)
    page_width = max(map_width + 2 * margin, _measure_min_width(plan, blocks, margin), min_size[0])
    name, credit = _fit_title_lines(plan, page_width)
    title_height = TITLE_HEIGHT + name.extra_height + credit.extra_height if options.title else 0.0
    blocks_height = sum(block.measure_height(page_width) for block in blocks)
    needed_height = map_height + 2 * margin + title_height + blocks_height
    if options.cartouche:  # the panel takes its share of the whole height, all else the rest
        needed_height = (needed_height + PANEL_GAP) / (1 - PANEL_HEIGHT_SHARE)
    page_size = page_width, max(needed_height, min_size[1])
    if options.cartouche and not has_min_size:
        page_size = _enlarge_to_paper(page_size)
    # the page is placed around the map: its middle column is that of the map, spare height is half above, half below
    left, title_top = map_left + map_width / 2 - page_size[0] / 2, map_top - margin - title_height
    top = title_top - (page_size[1] - needed_height) / 2
    panel_height = PANEL_HEIGHT_SHARE * page_size[1]
    panel_top = top + page_size[1] - (panel_height + PANEL_GAP) - PANEL_RISE
    return PageLayout(
        corner=(left, top),
        size=page_size,
        # on a page of a given size the title stays above the map; on paper it is at the top of the page
        title_corner=(left, title_top if has_min_size else top),
        legend_corner=(left, map_top + map_height + margin - BLOCKS_RISE),
        panel_corner=(left + PANEL_MARGIN, panel_top),
        panel_size=(page_size[0] - 2 * PANEL_MARGIN, panel_height),
        name=name,
        credit=credit,
    )


def _find_margin(options: DrawingOptions) -> float:
    """Return the space between the map and the edge of the page, in squares; it is wider if it shows coordinates."""
    if not options.border:
        return BARE_MARGIN
    return COORDINATE_MARGIN if options.coordinates else BORDER_MARGIN


def _measure_min_width(plan: DrawingPlan, blocks: Sequence[LegendBlock], margin: float) -> float:
    """Return the width of a page on which the title, the blocks below the map and the cartouche can be read.

    Args:
        plan: what to draw.
        blocks: what explains the map; a block with a heading needs more width than short entries in columns.
        margin: the space at each side of the page.
    """
    widths = [0.0]
    if plan.options.title:
        widths.append(_measure_title_width(plan))
    if plan.options.cartouche:
        widths.append(MIN_PANEL_PAGE_WIDTH + 2 * margin)
    for block in blocks:
        if block.heading:
            widths.append(MIN_FIGURE_PAGE_WIDTH)
        elif block.entries:
            widths.append(COLUMN_WIDTH + 1.0)  # one column, with half a square free at each side
    return max(widths)


def _enlarge_to_paper(size: PageSize) -> PageSize:
    """Return the smallest size with the proportions of paper, upright or lying, that is at least as large."""
    width, height = size
    ratio = PAPER_RATIO if width >= height else 1 / PAPER_RATIO
    return max(width, height * ratio), max(height, width / ratio)


def _measure_title_width(plan: DrawingPlan) -> float:
    """Return the width of a page on which the dungeon's name can be read, broken into as many lines as are allowed.

    The name is measured in the smallest type that can be read. The page is at most MAX_TITLE_PAGE_WIDTH wide.
    """
    name, font = plan.board.layout.name or UNNAMED_TITLE, plan.theme.title_fonts[0]
    lines = break_lines(name, font, MAX_TITLE_LINES)
    text_width = max(measure_text(line, font, whole=name).width for line in lines)
    return min(MAX_TITLE_PAGE_WIDTH, MIN_TITLE_SIZE * text_width + MIN_NAME_MARGINS)


def _fit_title_lines(plan: DrawingPlan, width: float) -> tuple[FittedText, FittedText]:
    """Return the name, and author and edition, as they are broken into lines for a page of a given width.

    A square or a little more stays free at each side.
    """
    layout, theme = plan.board.layout, plan.theme
    name, credit = layout.name or UNNAMED_TITLE, format_credit(layout, plan.options.edition)
    name_width, credit_width = width - NAME_MARGINS, width - CREDIT_MARGINS
    return (
        fit_text(name, theme.title_fonts[0], name_width, MAX_TITLE_SIZE, max_lines=MAX_TITLE_LINES),
        fit_text(credit, theme.label_fonts[0], credit_width, MAX_CREDIT_SIZE, max_lines=MAX_CREDIT_LINES),
    )


def draw_page_background(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Group]:
    """Draw the background of a page: fibres, a worn rim and a frame in an ornamented theme, nothing in a plain one.

    Without the option `border`, there is neither rim nor frame.
    """
    theme = plan.theme
    if not theme.ornament:
        return
    shapes = [_draw_fibres(page_layout.corner, page_layout.size, theme.page_shade)]
    if plan.options.border:
        shapes += _draw_worn_rim(page_layout, theme)
        shapes += _draw_frame(page_layout, theme)
    yield Group("parchment", "page", tuple(shapes))


def _draw_worn_rim(page_layout: PageLayout, theme: Theme) -> Iterator[Shape]:
    """Draw the edges of a page darker than its middle: pale lines along the edges, one upon another, ever narrower.

    Half of each line lies on the page, so that it is twice as wide as it reaches inwards.
    """
    (left, top), (width, height) = page_layout.corner, page_layout.size
    for step in range(RIM_STEPS):
        depth = RIM_DEPTH * (1 - step / RIM_STEPS) ** RIM_CURVE
        style = Style(stroke=theme.page_shade, width=round(2 * depth, 3), opacity=RIM_OPACITY, round=False)
        yield build_rectangle(left, top, width, height, style)


def _draw_frame(page_layout: PageLayout, theme: Theme) -> Iterator[Shape]:
    """Draw a double line along the edges of a page, with a diamond and a dot at each corner."""
    (left, top), (width, height) = page_layout.corner, page_layout.size
    outer_inset, inner_inset = FRAME_DISTANCE - FRAME_LINE_OFFSET, FRAME_DISTANCE + FRAME_LINE_OFFSET
    for inset, line_width in ((outer_inset, theme.bold), (inner_inset, theme.fine)):
        style = Style(stroke=theme.faint, width=line_width)
        yield build_rectangle(left + inset, top + inset, width - 2 * inset, height - 2 * inset, style)
    for x in (left + FRAME_DISTANCE, left + width - FRAME_DISTANCE):
        for y in (top + FRAME_DISTANCE, top + height - FRAME_DISTANCE):
            yield _build_diamond(x, y, DIAMOND_RADIUS, Style(fill=theme.page, stroke=theme.faint, width=theme.bold))
            yield Circle((x, y), 0.06, Style(fill=theme.faint))  # a dot well within the diamond


def _build_diamond(x: float, y: float, radius: float, style: Style) -> Path:
    """Return a square that stands on a corner, by its middle and half its height."""
    return build_area([[(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]], style)


@lru_cache(maxsize=8)
def _draw_fibres(corner: Point, size: Point, colour: str) -> Shape:
    """Draw short hairs all over the page, as on parchment; results are cached, since an editor draws the page often.

    Position, slope and length of a hair come from different bits of one pseudo-random number, which depends on the
    number of the hair alone. No hair reaches out of the page.
    """
    (left, top), (width, height) = corner, size
    hairs: list[list[Point]] = []
    for number in range(min(MAX_FIBRES, int(width * height * FIBRES_PER_SQUARE))):
        bits = hash_integers(number, 1, FIBRE_SALT)  # 32 bits: 10 for x, 10 for y, 6 for the slope, 6 for the length
        x_share, y_share = (bits & 1023) / 1023, (bits >> 10 & 1023) / 1023
        # a hair is at most 0.28 squares long, and a quarter of that high
        x, y = left + x_share * (width - 0.3), top + 0.1 + y_share * (height - 0.2)
        slope = ((bits >> 20 & 63) - 31.5) / 126  # from -1/4 to 1/4
        length = 0.08 + (bits >> 26) / 320  # from 0.08 to 0.28 squares
        hairs.append([(x, y), (x + length, y + length * slope)])
    return build_lines(hairs, Style(stroke=colour, width=0.025, opacity=0.4))


def format_credit(layout: Layout, edition: str = "") -> str:
    """Return the author, and the name of the ruleset of a dungeon, in one line: "by A. Scribe · NAF".

    `edition` is the name of the ruleset; if it is empty, that of the edition that the layout names.
    """
    author = f"by {layout.author}" if layout.author else ""
    return " · ".join(part for part in (author, find_edition_name(layout, edition)) if part)


def find_edition_name(layout: Layout, edition: str) -> str:
    """Return the name of a layout's ruleset: `edition` if given, else the name of the edition that the layout names.

    The result is empty if the layout names a file, since neither a file name nor an id is for readers of a map.
    """
    # only the name is needed, so that the parameters of the edition's rules need no check
    return edition or (load_unchecked_ruleset(layout.ruleset).name if layout.ruleset in EDITIONS else "")


def draw_title_block(plan: DrawingPlan, page_layout: PageLayout) -> Iterator[Group]:
    """Draw the dungeon's name, a line with three diamonds, then its author and its edition.

    Draw nothing without the option `title`. Author and edition are one text, which is left out if it is empty.
    """
    layout, theme, width = plan.board.layout, plan.theme, page_layout.size[0]
    if not plan.options.title:
        return
    (left, top), name, credit = page_layout.title_corner, page_layout.name, page_layout.credit
    x, y = left + width / 2, top + NAME_BASELINE
    shapes: list[Shape] = [*draw_text_lines(name, (x, y), Style(fill=theme.text), "title")]
    y += name.extra_height  # the baseline of the name's last line
    half_line_width = min(width / 2 - TITLE_LINE_MARGIN, MAX_TITLE_LINE_WIDTH / 2)
    shapes += _draw_title_line((x, y + TITLE_LINE_BASELINE), half_line_width, theme)
    if credit.full_text:
        shapes += draw_text_lines(credit, (x, y + CREDIT_BASELINE), Style(fill=theme.faint), "label")
    yield Group("title", "title", tuple(shapes), (), layout.name or UNNAMED_TITLE)


def _draw_title_line(middle: Point, half_width: float, theme: Theme) -> Iterator[Shape]:
    """Draw a horizontal line with a gap in its middle, where a diamond lies between two smaller ones."""
    x, y = middle
    half_gap = 0.25  # the gap holds the large diamond; the small ones lie on the ends of both pieces of the line
    lines = [[(x - half_width, y), (x - half_gap, y)], [(x + half_gap, y), (x + half_width, y)]]
    yield build_lines(lines, Style(stroke=theme.faint, width=theme.fine * 1.4))  # between a fine and a bold line
    for offset, radius in ((0, 0.14), (-0.34, 0.06), (0.34, 0.06)):
        yield _build_diamond(x + offset, y, radius, Style(fill=theme.faint))
