"""The page around the map: its size, its frame, and the title block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.geometry import scatter
from dungeon_designer.drawing.legend import COLUMN, Key
from dungeon_designer.drawing.shapes import Circle, Group, Path, Point, Shape, Style, area, box, lines
from dungeon_designer.drawing.text_fitting import FittedText, break_lines, fit_text, lines_of
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS, load

TITLE_HEIGHT = 2.3
"""The room a title block of a line for the name and one for the author takes, in squares."""

TITLE_LINES, CREDIT_LINES = 3, 2
"""So many lines the name, and author and edition, are broken into at most."""

LARGEST_TITLE, LEAST_TITLE, LARGEST_CREDIT = 1.1, 0.7, 0.44
"""The height of the type of the name: at most, and on a narrow map at least, up to WIDEST_TITLED; and of the credit."""

WIDEST_TITLED = 24.0
"""Squares: for its title no page becomes wider."""

NARROWEST, NARROWEST_PANEL = 18.0, 21.0
"""The least width of a page that explains a figure, so that its sentence can be read, and of a cartouche."""

RIM, RIM_STEPS = 1.4, 24
"""How far the worn rim of a page reaches inwards, in squares, and in how many steps: too fine to be seen."""

FRAME = 0.24
"""How far from the page's edge its double line runs, in squares: off the numbers of columns and rows."""

BARE_MARGIN = 1.0
"""The margin without a border: walls at the edge of the map are drawn whole, and squares stay whole squares."""

SHARE = 0.1
"""A cartouche takes so much of its page's height."""

SHEET = 2**0.5
"""How much longer paper is than wide (ISO 216): a page with a cartouche fills a sheet."""

NAMELESS = "A dungeon without a name"

Extent = tuple[float, float]
"""Width and height, in squares."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything lies, in squares: the whole page, and the upper left corners of its parts.

    `explained` is that of the first of what explains the map, `panel` that of the cartouche, which is so large. `name`
    and `credit` are the lines of the title block.
    """

    corner: Point
    size: Point
    title: Point
    explained: Point
    panel: Point
    panel_size: Point
    name: FittedText
    credit: FittedText


def frame(plan: DrawingPlan, shown: tuple[Square, Size], explained: Sequence[Key], least: Extent = (0.0, 0.0)) -> Frame:
    """A page just large enough for the map, its margins, the title block, and below it what explains the map; no
    smaller than `least`, with all that in its middle. With a cartouche it has a sheet's proportions."""
    (corner, size), options = shown, plan.options
    margin = BARE_MARGIN if not options.border else 2.25 if options.coordinates else 1.5
    titled = _width_for_title(plan) if options.title else 0.0
    texts = max(NARROWEST if key.heading else COLUMN + 1.0 if key.entries else 0.0 for key in explained)
    wanted = NARROWEST_PANEL + 2 * margin if options.cartouche else 0.0
    widest = max(size[0] + 2 * margin, titled, texts, wanted, least[0])
    name, credit = _title_lines(plan, widest)
    head = TITLE_HEIGHT + name.added + credit.added if options.title else 0.0
    used = size[1] + 2 * margin + head + sum(key.height(widest) for key in explained)
    if options.cartouche:
        used = (used + 1.0) / (1 - SHARE)
    whole = widest, max(used, least[1])
    if options.cartouche and least == (0.0, 0.0):
        ratio = SHEET if whole[0] >= whole[1] else 1 / SHEET
        whole = max(whole[0], whole[1] * ratio), max(whole[1], whole[0] / ratio)
    panel = SHARE * whole[1]
    left, over = corner[0] + size[0] / 2 - whole[0] / 2, corner[1] - margin - head
    top = over - (whole[1] - used) / 2
    return Frame(
        corner=(left, top),
        size=whole,
        title=(left, top if least == (0.0, 0.0) else over),
        explained=(left, corner[1] + size[1] + margin - 0.1),
        panel=(left + 1.2, top + whole[1] - (panel + 1.0) - 0.2),
        panel_size=(whole[0] - 2.4, panel),
        name=name,
        credit=credit,
    )


def _width_for_title(plan: DrawingPlan) -> float:
    """Return the width of a page on which the name, in as many lines as may be, is not too small to be read."""
    name, font = plan.board.layout.name or NAMELESS, plan.theme.title_fonts[0]
    lines = break_lines(name, font, TITLE_LINES)
    broad = max(extent(line, font, whole=name).width for line in lines)
    return min(WIDEST_TITLED, LEAST_TITLE * broad + 3.0)


def _title_lines(plan: DrawingPlan, width: float) -> tuple[FittedText, FittedText]:
    """Return the name, and author and edition, as they are broken for a page of a width."""
    layout, theme = plan.board.layout, plan.theme
    name = fit_text(layout.name or NAMELESS, theme.title_fonts[0], width - 2.0, LARGEST_TITLE, max_lines=TITLE_LINES)
    credit = credit_of(layout, plan.options.edition)
    font = theme.label_fonts[0]
    return name, fit_text(credit, font, width - 2.4, LARGEST_CREDIT, max_lines=CREDIT_LINES)


def page(plan: DrawingPlan, sheet: Frame) -> Iterator[Group]:
    """The ground of the page: fibres and a worn rim in an ornamented theme, nothing in a plain one."""
    (left, top), (width, height), theme = sheet.corner, sheet.size, plan.theme
    if not theme.ornament:
        return
    shapes = [_fibres(sheet.corner, sheet.size, theme.page_shade)]
    if plan.options.border:  # darker towards the edges, and a double line with diamonds at its corners
        for at in range(RIM_STEPS):
            depth = RIM * (1 - at / RIM_STEPS) ** 1.4
            worn = Style(stroke=theme.page_shade, width=round(2 * depth, 3), opacity=0.024, round=False)
            shapes.append(box(left, top, width, height, worn))
        for inset, weight in ((FRAME - 0.06, theme.bold), (FRAME + 0.06, theme.fine)):
            line = Style(stroke=theme.faint, width=weight)
            shapes.append(box(left + inset, top + inset, width - 2 * inset, height - 2 * inset, line))
        for x in (left + FRAME, left + width - FRAME):
            for y in (top + FRAME, top + height - FRAME):
                shapes.append(_diamond(x, y, 0.2, Style(fill=theme.page, stroke=theme.faint, width=theme.bold)))
                shapes.append(Circle((x, y), 0.06, Style(fill=theme.faint)))
    yield Group("parchment", "page", tuple(shapes))


def _diamond(x: float, y: float, radius: float, style: Style) -> Path:
    return area([[(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]], style)


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


def credit_of(layout: Layout, edition: str = "") -> str:
    """The author, and the name of the ruleset a dungeon was drawn for, in a line."""
    return " · ".join(filter(None, (f"by {layout.author}" if layout.author else "", edition_named(layout, edition))))


def edition_named(layout: Layout, edition: str) -> str:
    """The name of a layout's ruleset: the one that is given, else the edition's it names; of a file's nothing is known.

    Neither the id of an edition nor the name of a file is for readers of a map.
    """
    return edition or (load(layout.ruleset).name if layout.ruleset in EDITIONS else "")


def title_block(plan: DrawingPlan, sheet: Frame) -> Iterator[Group]:
    """The dungeon's name, a rule with three diamonds, its author and the edition it was drawn for."""
    layout, theme, width = plan.board.layout, plan.theme, sheet.size[0]
    if not plan.options.title:
        return
    faint, (name, credit) = Style(fill=theme.faint), (sheet.name, sheet.credit)
    x, y = sheet.title[0] + width / 2, sheet.title[1] + 1.45
    shapes: list[Shape] = [*lines_of(name, (x, y), Style(fill=theme.text), "title")]
    y += name.added
    half, low = min(width / 2 - 1.2, 4.5), y + 0.38
    shapes += [
        lines(
            [[(x - half, low), (x - 0.25, low)], [(x + 0.25, low), (x + half, low)]],
            Style(stroke=theme.faint, width=theme.fine * 1.4),
        ),
        *(_diamond(x + off, low, radius, faint) for off, radius in ((0, 0.14), (-0.34, 0.06), (0.34, 0.06))),
    ]
    if credit.words:
        shapes += lines_of(credit, (x, y + 0.98), faint, "label")
    yield Group("title", "title", tuple(shapes), (), layout.name or NAMELESS)
