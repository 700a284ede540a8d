"""Words on the map: how broad they are about, the rim they are read by, the coordinates along the edges."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from dungeon_designer.drawing.draw_request import Plan
from dungeon_designer.drawing.shapes import Group, Layer, Style, Text
from dungeon_designer.drawing.wrapping import RIM
from dungeon_designer.grid import Size, Square

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


def coordinates(plan: Plan, corner: Square, size: Size) -> Layer:
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
