"""The cartouche: a framed panel that says what is to be known of a map, with a compass and a bar of squares."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.geometry import around
from dungeon_designer.drawing.labels import LETTER, breadth
from dungeon_designer.drawing.shapes import Group, Layer, Point, Shape, Style, Text, area, box, lines, polygon
from dungeon_designer.rulesets.loader import EDITIONS, load

NARROWEST = 21.0
"""The least width of a cartouche, in squares."""

HEAD, MOST_LINES = 3.5, 7
"""The height of one without notes, and how many lines of notes one is made higher for."""

SHEET = 2**0.5
"""How much longer paper is than wide (ISO 216): a page with a cartouche fills a sheet."""

NOTE, LEADING, GAP = 0.42, 0.58, 0.35
"""The height of the type notes are written in, and of their lines; the room above them."""

BAR = 5
"""How many squares the bar counts."""

_END = 6.2
"""The room the compass takes at one end, and at the other the bar, whose squares are as large as the map's."""


def filled(size: Point) -> Point:
    """The least size of a page of a sheet's proportions that holds one of a size.

    >>> tuple(round(side, 2) for side in filled((20.0, 10.0))), filled((10.0, 14.142135623730951))
    ((20.0, 14.14), (10.0, 14.142135623730951))
    """
    width, height = size
    ratio = SHEET if width >= height else 1 / SHEET
    return max(width, height * ratio), max(height, width / ratio)


def height(plan: DrawingPlan, width: float) -> float:
    """The height of a panel of a width: as much as its words take."""
    return HEAD + LEADING * len(_noted(plan.board.layout.notes, width - 2 * _END, MOST_LINES))


def cartouche(plan: DrawingPlan, corner: Point, size: Point) -> Layer:
    """The panel in a rectangle of the page."""
    if not plan.options.cartouche:
        return Layer("cartouche", ())
    name = plan.board.layout.name or "A dungeon without a name"
    shapes = (*_panel(plan, corner, size), *_compass(plan, corner, size), *_words(plan, name, corner, size))
    return Layer("cartouche", (Group("cartouche", "cartouche", (*shapes, *_bar(plan, corner, size)), (), name),))


def edition(plan: DrawingPlan) -> str:
    """The full name of the ruleset a map is drawn for."""
    ruleset = plan.board.layout.ruleset
    return plan.options.edition or (load(ruleset).name if ruleset in EDITIONS else ruleset)


def _panel(plan: DrawingPlan, corner: Point, size: Point) -> Iterator[Shape]:
    """A plate with cut corners, framed twice."""
    theme = plan.theme
    for inset, style in ((0.0, Style(fill=theme.floor, stroke=theme.faint, width=theme.bold * 1.6)),
                         (0.16, Style(stroke=theme.faint, width=theme.fine))):  # fmt: skip
        left, top = corner[0] + inset, corner[1] + inset
        right, low = corner[0] + size[0] - inset, corner[1] + size[1] - inset
        cut = 0.45
        yield polygon(
            [
                (left + cut, top), (right - cut, top), (right - cut, top + cut), (right, top + cut),
                (right, low - cut), (right - cut, low - cut), (right - cut, low), (left + cut, low),
                (left + cut, low - cut), (left, low - cut), (left, top + cut), (left + cut, top + cut),
            ],
            style,
        )  # fmt: skip


def _compass(plan: DrawingPlan, corner: Point, size: Point) -> Iterator[Shape]:
    """A star of eight points, half of each dark, north above it."""
    theme, radius = plan.theme, 1.15
    x, y = corner[0] + _END / 2, corner[1] + size[1] / 2 + 0.2
    ink, paper = Style(fill=theme.text), Style(fill=theme.floor, stroke=theme.text, width=theme.fine)
    for start, far in ((45.0, 0.62), (0.0, 1.0)):
        tips = around(4, radius * far, start - 90.0, (x, y))
        waists = around(4, radius * far * 0.2, start - 45.0, (x, y))
        yield area([[tip, waists[at], (x, y)] for at, tip in enumerate(tips)], paper)
        yield area([[tip, waists[at - 1], (x, y)] for at, tip in enumerate(tips)], ink)
    yield Text((x, y - radius - 0.16), "N", 0.6, ink, font="title")


def _words(plan: DrawingPlan, name: str, corner: Point, size: Point) -> Iterator[Shape]:
    """Name, edition and author, then as many lines of the notes as there is room for."""
    layout, theme = plan.board.layout, plan.theme
    x, width = corner[0] + size[0] / 2, size[0] - 2 * _END
    author = f"by {layout.author}" if layout.author else ""
    lines_ = [(name, min(0.95, width / breadth(name)), "title")]
    lines_ += [(words, min(0.5, width / breadth(words)), "label") for words in (edition(plan), author) if words]
    head = sum(1.25 * type_ for _, type_, _ in lines_)
    noted = _noted(layout.notes, width, MOST_LINES)
    y = corner[1] + (size[1] - head - (GAP + LEADING * len(noted) if noted else 0.0)) / 2
    for words, type_, font in lines_:
        y += 1.25 * type_
        yield Text((x, y - 0.3 * type_), words, type_, Style(fill=theme.text), font=font)
    for at, line in enumerate(noted, start=1):
        yield Text((x, y + GAP + LEADING * at - 0.3 * NOTE), line, NOTE, Style(fill=theme.text))


def _noted(notes: str, width: float, room: int) -> list[str]:
    """The first lines of the notes, dots at the end of what is cut off."""
    return textwrap.wrap(
        " ".join(notes.split()), max(8, int(width / (NOTE * LETTER))), max_lines=room, placeholder=" …"
    )


def _bar(plan: DrawingPlan, corner: Point, size: Point) -> Iterator[Shape]:
    """So many squares side by side as large as those of the map, dark and light in turn."""
    theme = plan.theme
    left, y = corner[0] + size[0] - (_END + BAR) / 2, corner[1] + size[1] / 2
    ink = Style(fill=theme.text)
    for at in range(BAR):
        fill = theme.text if at % 2 == 0 else theme.floor
        yield box(left + at, y, 1.0, 0.22, Style(fill=fill, stroke=theme.text, width=theme.fine))
    ends = [[(x, y - 0.1), (x, y + 0.32)] for x in (left, left + BAR)]
    yield lines(ends, Style(stroke=theme.text, width=theme.fine))
    yield from (Text((left + at, y - 0.2), str(at), 0.34, ink) for at in range(BAR + 1))
    yield Text((left + BAR / 2, y + 0.72), "squares", 0.4, ink)
