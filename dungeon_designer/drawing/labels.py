"""Words on the map: the room they take, the rim they are read by, coordinates, and what the designer wrote."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from dungeon_designer.drawing.draw_request import DrawingPlan, middle, place
from dungeon_designer.drawing.fonts import FILES, extent
from dungeon_designer.drawing.shapes import Drawing, Group, Point, Style, Text
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import Label, LabelSize

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in squares."""

AWAY = 1.55
"""How far coordinates stand from the squares they count."""

CAPITAL = 0.74
"""The usual width of a capital in heights of the type: for the teams' six words alone, which need no measuring."""

LEADING = 1.02
"""From one line of words to the next, in heights of the type."""

RIM = 0.11
"""How far the rim around words reaches beyond their letters, in heights of the type."""

MOST_LINES = 4

HEIGHTS = {LabelSize.SMALL: 0.3, LabelSize.MEDIUM: 0.5, LabelSize.LARGE: 0.9, LabelSize.HUGE: 1.6}
"""The height of the type, in squares."""

_BASELINE = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""Where the baseline lies from the middle of the words, for each turn."""


def text_box(text: Text, lettered: Theme | Drawing) -> Box:
    """The rectangle around words as they are drawn, a rim around their letters included.

    Words turned by other than quarters have that of the quarter they are nearest to.

    >>> from dungeon_designer.drawing.themes import THEMES
    >>> box = text_box(Text((0.0, 0.0), "x", 1.0, Style(fill="#000000")), THEMES["ink"])
    >>> box[0] == -box[2], box[1] < -0.3, box[3] < 0.1
    (True, True, True)
    """
    font = (lettered.title_fonts if text.font == "title" else lettered.label_fonts)[0]
    room, (x, y) = extent(text.text, font, text.bold, text.whole), text.at
    rim = text.style.width / 2 if text.style.stroke else 0.0
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * room.width * text.size
    left, right = -before - rim, room.width * text.size - before + rim
    top, low = -room.above * text.size - rim, room.below * text.size + rim
    for _ in range(round(text.turn / 90) % 4):
        left, top, right, low = -low, left, -top, right
    return x + left, y + top, x + right, y + low


def lettered(number: int) -> str:
    """A number in letters, for what would be taken for something else by its number.

    >>> [lettered(number) for number in (0, 25, 26, 27)]
    ['A', 'Z', 'AA', 'AB']
    """
    before, at = divmod(number, 26)
    return (lettered(before - 1) if before else "") + chr(ord("A") + at)


class Wrapped(NamedTuple):
    """Words as they are broken into lines, and the room they take in heights of their type, their rim included.

    `above` is how far the first line rises above the line it stands on.
    """

    lines: tuple[str, ...]
    width: float
    height: float
    above: float


@lru_cache(maxsize=1024)
def wrappings(words: str, font: str) -> tuple[Wrapped, ...]:
    """The words in one line, in two, and so on: each as narrow as so many lines can be.

    >>> [wrapped.lines for wrapped in wrappings("The Long Hall", "Cabin")]
    [('The Long Hall',), ('The Long', 'Hall'), ('The', 'Long', 'Hall')]
    """
    parts = words.split()
    ends = [(a, b) for a in range(len(parts)) for b in range(a + 1, len(parts) + 1)] if len(parts) <= 12 else []
    narrowest: dict[int, list[str]] = {}
    for width in sorted({extent(" ".join(parts[a:b]), font, whole=words).width for a, b in (*ends, (0, len(parts)))}):
        lines: list[str] = []
        for word in parts:
            if lines and extent(f"{lines[-1]} {word}", font, whole=words).width <= width + 1e-9:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        narrowest.setdefault(len(lines), lines)
    found = []
    for lines in (narrowest[count] for count in sorted(narrowest) if count <= MOST_LINES):
        rooms = [extent(line, font, whole=words) for line in lines]
        height = rooms[0].above + LEADING * (len(lines) - 1) + rooms[-1].below
        found.append(
            Wrapped(tuple(lines), max(room.width for room in rooms) + 2 * RIM, height + 2 * RIM, rooms[0].above)
        )
    return tuple(found)


def coordinates(plan: DrawingPlan, corner: Square, size: Size) -> Iterator[Group]:
    """The numbers of columns and rows along all four edges of a rectangle of squares."""
    if not plan.options.coordinates or not plan.options.border or not size[0]:
        return
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
    yield Group("columns", "columns", tuple(columns))
    yield Group("rows", "rows", tuple(rows))


def label_line(label: Label) -> str:
    """What a label shows: one line, with a blank for each end of a line; nothing where all is blank.

    >>> label_line(Label(text="To the\\ncrypt", at=(0, 0)))
    'To the crypt'
    """
    return "".join(" " if letter.isspace() else letter for letter in label.text) if label.text.strip() else ""


def reach(label: Label) -> tuple[Square, Size]:
    """The rectangle of squares its words lie on, left of or above the grid even.

    >>> reach(Label(text="To the crypt", at=(9, 4)))
    ((8, 4), (3, 1))
    """
    height, line = HEIGHTS[label.size], label_line(label)
    broad = (max(extent(line, font, bold).width for font, bold in FILES) + 2 * RIM) * height
    along, across = (max(0.5, round(side / 2, 3)) for side in (broad, height))
    wide, high = (across, along) if label.turn % 2 else (along, across)
    x, y = middle(label.at)
    left, top = floor(x - wide), floor(y - high)
    return (left, top), (ceil(x + wide) - left, ceil(y + high) - top)


def free_labels(plan: DrawingPlan) -> Iterator[Group]:
    """Every label, centred on its square and turned about its middle."""
    for label in plan.board.layout.labels:
        text, size, turn = label_line(label), HEIGHTS[label.size], 90.0 * label.turn
        (x, y), (right, down) = middle(label.at), _BASELINE[label.turn]
        at: Point = x + 0.34 * size * right, y + 0.34 * size * down
        styles = rimmed(plan.theme.text, plan.theme.floor, size) if text else ()
        shapes = tuple(Text(at, text, size, style, font="title", turn=turn) for style in styles)
        yield Group(f"label-{place(label.at)}", "label", shapes, (label.at,), text)


def rimmed(ink: str, ground: str, size: float) -> tuple[Style, Style]:
    """How words are painted to be read on any ground: first broader in the ground's colour, then in their own."""
    return Style(fill=ground, stroke=ground, width=2 * RIM * size, opacity=0.85), Style(fill=ink)
