"""Words on the map: how broad they are about, the rim they are read by, coordinates, and what the designer wrote."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from math import ceil, floor

from dungeon_designer.drawing.draw_request import DrawingPlan, middle, place
from dungeon_designer.drawing.fonts import widest
from dungeon_designer.drawing.shapes import Group, Layer, Style, Text
from dungeon_designer.drawing.text_boxes import RIM
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import Label, LabelSize

AWAY = 1.55
"""How far coordinates stand from the squares they count."""

LETTER = 0.46
"""The usual width of a letter, in heights of its type."""

CAPITAL = 0.74
"""The usual width of a capital."""


def breadth(words: str) -> float:
    """About how broad words are, in heights of their type; letters of the Far East are as broad as high.

    >>> breadth("Hall") < breadth("地下迷宮")
    True
    """
    if words.isascii():
        return LETTER * len(words)
    return sum(1.05 if unicodedata.east_asian_width(letter) in "WF" else LETTER for letter in words)


def shortened(words: str, most: float) -> str:
    """The words, cut off with dots where they are broader than `most` heights of their type.

    >>> shortened("The Long Hall", 4.0), shortened("The Long Hall", 9.0)
    ('The Lon…', 'The Long Hall')
    """
    if breadth(words) <= most:
        return words
    kept = words
    while kept and breadth(kept) + LETTER > most:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def coordinates(plan: DrawingPlan, corner: Square, size: Size) -> Layer:
    """The numbers of columns and rows along all four edges of a rectangle of squares."""
    if not plan.options.coordinates or not plan.options.border or not size[0]:
        return Layer("coordinates", ())
    (left, top), (width, height) = corner, size
    style = Style(fill=plan.theme.faint)
    columns = [
        Text((x + 0.5, y), str(x), 0.38, style)
        for y in (top - AWAY + 0.13, top + height + AWAY + 0.13)
        for x in range(max(left, 0), left + width)
    ]
    rows = [
        Text((x, y + 0.63), str(y), 0.38, style)
        for x in (left - AWAY, left + width + AWAY)
        for y in range(max(top, 0), top + height)
    ]
    return Layer("coordinates", (Group("columns", "columns", tuple(columns)), Group("rows", "rows", tuple(rows))))


def outlined(
    at: tuple[float, float], text: str, size: float, colour: str, edge: str, turn: float = 0.0
) -> Iterator[Text]:
    """Words that can be read on any ground: their own shape in the ground's colour, broader, lies below them."""
    rim = Style(fill=edge, stroke=edge, width=2 * RIM * size, opacity=0.85)
    yield Text(at, text, size, rim, font="title", turn=turn)
    yield Text(at, text, size, Style(fill=colour), font="title", turn=turn)


HEIGHTS = {LabelSize.SMALL: 0.3, LabelSize.MEDIUM: 0.5, LabelSize.LARGE: 0.9, LabelSize.HUGE: 1.6}
"""The height of the type, in squares."""

_BASELINE = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""Where the baseline lies from the middle of the words, for each turn."""


def free_labels(plan: DrawingPlan) -> Layer:
    """Every label, centred on its square and turned about its middle."""
    return Layer("labels", tuple(_group(plan, label) for label in plan.board.layout.labels))


def words(label: Label) -> str:
    """What a label shows: one line, with a blank for each end of a line; nothing where all is blank.

    >>> words(Label(text="To the\\ncrypt", at=(0, 0)))
    'To the crypt'
    """
    return "".join(" " if letter.isspace() else letter for letter in label.text) if label.text.strip() else ""


def reach(label: Label) -> tuple[Square, Size]:
    """The rectangle of squares its words lie on, left of or above the grid even.

    >>> reach(Label(text="To the crypt", at=(9, 4)))
    ((8, 4), (3, 1))
    """
    height = HEIGHTS[label.size]
    broad = (widest(words(label)) + 2 * RIM) * height
    along, across = (max(0.5, round(side / 2, 3)) for side in (broad, height))
    wide, high = (across, along) if label.turn % 2 else (along, across)
    x, y = middle(label.at)
    left, top = floor(x - wide), floor(y - high)
    return (left, top), (ceil(x + wide) - left, ceil(y + high) - top)


def _group(plan: DrawingPlan, label: Label) -> Group:
    text, size = words(label), HEIGHTS[label.size]
    (x, y), (right, down) = middle(label.at), _BASELINE[label.turn]
    at = x + 0.34 * size * right, y + 0.34 * size * down
    shapes = tuple(outlined(at, text, size, plan.theme.text, plan.theme.floor, 90.0 * label.turn)) if text else ()
    return Group(f"label-{place(label.at)}", "label", shapes, (label.at,), text)
