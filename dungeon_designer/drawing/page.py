"""The page around the map: its size, its frame, the title block, and the cartouche.

A cartouche is a framed panel that says what is to be known of a map, with a compass and a bar of squares.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.geometry import moved, scatter
from dungeon_designer.drawing.labels import LETTER, breadth
from dungeon_designer.drawing.legend import COLUMN, Key
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Circle, Group, Path, Point, Shape, Style, Text, area, box, lines
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS, load

TITLE_HEIGHT = 2.3
"""The room a title block takes, in squares."""

NARROWEST, NARROWEST_PANEL = 18.0, 21.0
"""The least width of a page that explains a figure, so that its sentence can be read, and of a cartouche."""

RIM, RIM_STEPS = 1.4, 24
"""How far the worn rim of a page reaches inwards, in squares, and in how many steps: too fine to be seen."""

FRAME = 0.24
"""How far from the page's edge its double line runs, in squares: off the numbers of columns and rows."""

BARE_MARGIN = 1.0
"""The margin without a border: walls at the edge of the map are drawn whole, and squares stay whole squares."""

SHARE, RIM_OF_PANEL = 0.1, 0.25
"""A cartouche takes so much of its page's height, and its words keep so far off its edge, in squares."""

SHEET = 2**0.5
"""How much longer paper is than wide (ISO 216): a page with a cartouche fills a sheet."""

_TYPES = ((0.95, 0.28), (0.5, 0.16), (0.42, 0.14))
"""Of a cartouche's name, edition and author, and notes: the largest type, and the share of the height it may take."""

LEADING = 1.3
"""The height of a line, in heights of its type."""

BAR = 5
"""How many squares the bar counts."""

END = 6.2
"""The room the compass takes at one end, and at the other the bar, whose squares are as large as the map's."""

NAMELESS = "A dungeon without a name"

Extent = tuple[float, float]
"""Width and height, in squares."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything lies, in squares: the whole page, and the upper left corners of its parts.

    `explained` is that of the first of what explains the map, `panel` that of the cartouche, which is so large.
    """

    corner: Point
    size: Point
    title: Point
    explained: Point
    panel: Point
    panel_size: Point


def frame(plan: DrawingPlan, shown: tuple[Square, Size], explained: Sequence[Key], least: Extent = (0.0, 0.0)) -> Frame:
    """A page just large enough for the map, its margins, the title block, and below it what explains the map; no
    smaller than `least`, with all that in its middle. With a cartouche it has a sheet's proportions."""
    (corner, size), options = shown, plan.options
    margin = BARE_MARGIN if not options.border else 2.25 if options.coordinates else 1.5
    # A short title is never made smaller than 0.7 squares for a narrow map; a long one wraps nowhere.
    titled = min(24.0, 0.7 * breadth(plan.board.layout.name) + 3.0) if options.title else 0.0
    texts = max(NARROWEST if key.heading else COLUMN + 1.0 if key.entries else 0.0 for key in explained)
    wanted = NARROWEST_PANEL + 2 * margin if options.cartouche else 0.0
    widest = max(size[0] + 2 * margin, titled, texts, wanted, least[0])
    head = TITLE_HEIGHT if options.title else 0.0
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
    )


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
    name, faint = layout.name or NAMELESS, Style(fill=theme.faint)
    x, y = sheet.title[0] + width / 2, sheet.title[1] + 1.45
    half, low = min(width / 2 - 1.2, 4.5), y + 0.38
    shapes: list[Shape] = [
        Text((x, y), name, min(1.1, (width - 2.0) / breadth(name)), Style(fill=theme.text), font="title"),
        lines(
            [[(x - half, low), (x - 0.25, low)], [(x + 0.25, low), (x + half, low)]],
            Style(stroke=theme.faint, width=theme.fine * 1.4),
        ),
        *(_diamond(x + off, low, radius, faint) for off, radius in ((0, 0.14), (-0.34, 0.06), (0.34, 0.06))),
    ]
    credit = credit_of(layout, plan.options.edition)
    if credit:
        shapes.append(Text((x, y + 0.98), credit, min(0.44, 2 * half / breadth(credit)), faint))
    yield Group("title", "title", tuple(shapes), (), name)


def cartouche(plan: DrawingPlan, sheet: Frame) -> Iterator[Group]:
    """A plate with cut corners, framed twice; a compass to the left on it, words in the middle, a bar to the right."""
    if not plan.options.cartouche:
        return
    theme, high, shapes = plan.theme, sheet.panel_size[1], list[Shape]()
    cut, grown = min(0.45, high / 6), min(1.0, high / 4.0)
    plates = {
        0.0: Style(fill=theme.floor, stroke=theme.faint, width=theme.bold * 1.6),
        0.16: Style(stroke=theme.faint, width=theme.fine),
    }
    for inset, style in plates.items():
        left, top = sheet.panel[0] + inset, sheet.panel[1] + inset
        right, low = sheet.panel[0] + sheet.panel_size[0] - inset, sheet.panel[1] + sheet.panel_size[1] - inset
        corners = [
            (left + cut, top), (right - cut, top), (right - cut, top + cut), (right, top + cut),
            (right, low - cut), (right - cut, low - cut), (right - cut, low), (left + cut, low),
            (left + cut, low - cut), (left, low - cut), (left, top + cut), (left + cut, top + cut),
        ]  # fmt: skip
        shapes.append(area([corners], style))
    x, y = sheet.panel[0] + END / 2, sheet.panel[1] + high / 2 + 0.2 * grown
    shapes += [moved(shape, x, y, size=grown) for shape in picture("compass", theme).shapes if isinstance(shape, Path)]
    shapes.append(Text((x, y - 1.31 * grown), "N", 0.6 * grown, Style(fill=theme.text), font="title"))
    shapes += [*_panel_words(plan, sheet), *_bar(plan, sheet)]
    yield Group("cartouche", "cartouche", tuple(shapes), (), plan.board.layout.name or NAMELESS)


def _panel_words(plan: DrawingPlan, sheet: Frame) -> Iterator[Text]:
    """Name, then edition and author in a line, then as many lines of the notes as there is room for."""
    layout, ink = plan.board.layout, Style(fill=plan.theme.text)
    x, width = sheet.panel[0] + sheet.panel_size[0] / 2, sheet.panel_size[0] - 2 * END
    room = sheet.panel_size[1] - 2 * RIM_OF_PANEL
    name, head, note = (min(largest, share * room) for largest, share in _TYPES)
    lines = [(layout.name or NAMELESS, name, "title"), (credit_of(layout, plan.options.edition), head, "label")]
    lines = [(words, min(size, width / breadth(words)), font) for words, size, font in lines if words]
    left = int((room - LEADING * sum(size for _, size, _ in lines)) / (LEADING * note))
    noted = textwrap.wrap(
        " ".join(layout.notes.split()), max(8, int(width / (note * LETTER))), max_lines=left, placeholder=" …"
    )
    lines += [(words, note, "label") for words in noted]
    y = sheet.panel[1] + (sheet.panel_size[1] - LEADING * sum(size for _, size, _ in lines)) / 2
    for words, size, font in lines:
        y += LEADING * size
        yield Text((x, y - 0.35 * size), words, size, ink, font=font)


def _bar(plan: DrawingPlan, sheet: Frame) -> Iterator[Shape]:
    """So many squares side by side as large as those of the map, dark and light in turn."""
    theme, ink = plan.theme, Style(fill=plan.theme.text)
    left = sheet.panel[0] + sheet.panel_size[0] - (END + BAR) / 2
    y = sheet.panel[1] + sheet.panel_size[1] / 2
    for at in range(BAR):
        fill = theme.text if at % 2 == 0 else theme.floor
        yield box(left + at, y, 1.0, 0.22, Style(fill=fill, stroke=theme.text, width=theme.fine))
    ends = [[(x, y - 0.1), (x, y + 0.32)] for x in (left, left + BAR)]
    yield lines(ends, Style(stroke=theme.text, width=theme.fine))
    yield from (Text((left + at, y - 0.2), str(at), 0.34, ink) for at in range(BAR + 1))
    yield Text((left + BAR / 2, y + 0.72), "squares", 0.4, ink)
