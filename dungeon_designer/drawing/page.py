"""The page around the map: its size, its frame, the title block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dungeon_designer.drawing import cartouche, keys
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.geometry import scatter
from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.legend import COLUMN, HEADING, ROW, rows_needed
from dungeon_designer.drawing.overlays import LegendEntry
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Point, Shape, Style, Text, box, lines, polygon
from dungeon_designer.grid import Size, Square

TITLE_HEIGHT = 2.3
"""The room a title block takes, in squares."""

NARROWEST = 18.0
"""No page is narrower that explains a figure, so that its sentence can be read."""

RIM, RIM_STEPS = 1.4, 24
"""How far the worn rim of a page reaches inwards, in squares, and in how many steps: too fine to be seen."""

FRAME = 0.24
"""How far from the page's edge its double line runs, in squares: off the numbers of columns and rows."""

BARE_MARGIN = 1.0
"""The margin without a border: walls at the edge of the map are drawn whole, and squares stay whole squares."""


Extent = tuple[float, float]
"""Width and height, in squares."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything lies, in squares: the whole page, and the upper left corners of its parts."""

    corner: Point
    size: Point
    title: Point
    explained: Point
    keys: Point
    legend: Point
    cartouche: tuple[Point, Point]


def frame(
    plan: DrawingPlan,
    shown: tuple[Square, Size],
    listed: list[LegendEntry],
    explained: list[LegendEntry],
    heading: str,
    told: Sequence[keys.Key] = (),
    least: Extent = (0.0, 0.0),
) -> Frame:
    """A page just large enough for the map, its margins, the title block, and below it what explains a figure and
    other things laid over the map, and the legend; no smaller than `least`, with all that in its middle."""
    corner, size = shown
    margin = BARE_MARGIN if not plan.options.border else 2.25 if plan.options.coordinates else 1.5
    texts = max(COLUMN + 1.0 if listed else 0.0, NARROWEST if heading or told else 0.0)
    wanted = cartouche.NARROWEST + 2 * margin if plan.options.cartouche else 0.0
    widest = max(size[0] + 2 * margin, _title_width(plan), texts, wanted, least[0])
    head = TITLE_HEIGHT if plan.options.title else 0.0
    foot = ROW * rows_needed(len(listed), widest) + 0.8 if listed else 0.0
    figure = HEADING + ROW * rows_needed(len(explained), widest) + 0.8 if heading else 0.0
    laid = keys.room(told, widest)
    panel = cartouche.height(plan, widest - 2.4) + 1.0 if plan.options.cartouche else 0.0
    used = size[1] + 2 * margin + head + figure + laid + foot + panel
    whole = (widest, max(used, least[1]))
    if plan.options.cartouche and least == (0.0, 0.0):
        whole = cartouche.filled(whole)
    left, over = corner[0] + size[0] / 2 - whole[0] / 2, corner[1] - margin - head
    top = over - (whole[1] - used) / 2
    below = corner[1] + size[1] + margin - 0.1
    plate = (left + 1.2, top + whole[1] - panel - 0.2), (whole[0] - 2.4, panel - 1.0)
    title = (left, top if least == (0.0, 0.0) else over)
    return Frame((left, top), whole, title, (left, below), (left, below + figure), (left, below + figure + laid), plate)


def _title_width(plan: DrawingPlan) -> float:
    """A short title is never made smaller than 0.7 squares for a narrow map; a long one wraps nowhere."""
    if not plan.options.title:
        return 0.0
    return min(24.0, 0.7 * breadth(plan.board.layout.name) + 3.0)


def page(plan: DrawingPlan, frame_: Frame) -> Layer:
    """The ground of the page: fibres and a worn rim in an ornamented theme, nothing in a plain one."""
    if not plan.theme.ornament:
        return Layer("page", ())
    fibres = _fibres(frame_.corner, frame_.size, plan.theme.page_shade)
    rim = _rim(plan, frame_) if plan.options.border else ()
    return Layer("page", (Group("parchment", "page", (fibres, *rim)),))


def _rim(plan: DrawingPlan, frame_: Frame) -> Iterator[Shape]:
    """Darker towards the edges, and a double line with diamonds at its corners."""
    (left, top), (width, height), theme = frame_.corner, frame_.size, plan.theme
    for at in range(RIM_STEPS):
        depth = RIM * (1 - at / RIM_STEPS) ** 1.4
        worn = Style(stroke=theme.page_shade, width=round(2 * depth, 3), opacity=0.024, round=False)
        yield box(left, top, width, height, worn)
    for inset, weight in ((FRAME - 0.06, theme.bold), (FRAME + 0.06, theme.fine)):
        yield box(left + inset, top + inset, width - 2 * inset, height - 2 * inset, theme.pen(weight, theme.faint))
    for x in (left + FRAME, left + width - FRAME):
        for y in (top + FRAME, top + height - FRAME):
            corner = [(x, y - 0.2), (x + 0.2, y), (x, y + 0.2), (x - 0.2, y)]
            yield polygon(corner, Style(fill=theme.page, stroke=theme.faint, width=theme.bold))
            yield Circle((x, y), 0.06, Style(fill=theme.faint))


@lru_cache(maxsize=8)
def _fibres(corner: Point, size: Point, colour: str) -> Shape:
    """Short hairs in the skin, strewn over the page; remembered, for an editor asks for the same page many times."""
    (left, top), (width, height) = corner, size
    hairs: list[list[Point]] = []
    for i in range(min(1500, int(width * height * 0.6))):
        chance = scatter(i, 1, 60)
        x, y = left + (chance & 1023) / 1023 * (width - 0.3), top + 0.1 + (chance >> 10 & 1023) / 1023 * (height - 0.2)
        lean, long = ((chance >> 20 & 63) - 31.5) / 126, 0.08 + (chance >> 26) / 320
        hairs.append([(x, y), (x + long, y + long * lean)])
    return lines(hairs, Style(stroke=colour, width=0.025, opacity=0.4))


def title_block(plan: DrawingPlan, frame_: Frame) -> Layer:
    """The dungeon's name, a rule with a diamond, its author and the edition it was drawn for."""
    layout, theme = plan.board.layout, plan.theme
    if not plan.options.title:
        return Layer("title", ())
    name = layout.name or "A dungeon without a name"
    x, y = frame_.title[0] + frame_.size[0] / 2, frame_.title[1] + 1.45
    size = min(1.1, (frame_.size[0] - 2.0) / breadth(name))
    credit = " · ".join(part for part in (f"by {layout.author}" if layout.author else "", layout.ruleset) if part)
    half = min(frame_.size[0] / 2 - 1.2, 4.5)
    shapes: list[Shape] = [
        Text((x, y), name, size, Style(fill=theme.text), font="title"),
        *_rule(plan, x, y + 0.38, half),
    ]
    if credit:
        shapes.append(Text((x, y + 0.98), credit, min(0.44, 2 * half / breadth(credit)), Style(fill=theme.faint)))
    return Layer("title", (Group("title", "title", tuple(shapes), (), name),))


def _rule(plan: DrawingPlan, x: float, y: float, half: float) -> Iterator[Shape]:
    pen = plan.theme.pen(plan.theme.fine * 1.4, plan.theme.faint)
    yield lines([[(x - half, y), (x - 0.25, y)], [(x + 0.25, y), (x + half, y)]], pen)
    for centre, radius in ((x, 0.14), (x - 0.34, 0.06), (x + 0.34, 0.06)):
        diamond = [(centre, y - radius), (centre + radius, y), (centre, y + radius), (centre - radius, y)]
        yield polygon(diamond, Style(fill=plan.theme.faint))
