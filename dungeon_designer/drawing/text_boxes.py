"""The room words take on a drawing: the rectangle around their letters, in one line or in several."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.shapes import Text

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in squares."""

_STARTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Lettered(Protocol):
    """What says which fonts words are lettered with: a theme, or a drawing."""

    @property
    def title_fonts(self) -> tuple[str, ...]:
        """Those of titles, the first the one that is used."""

    @property
    def label_fonts(self) -> tuple[str, ...]:
        """Those of labels."""


def text_box(text: Text, lettered: Lettered) -> Box:
    """The rectangle around words as they are drawn, a rim around their letters included.

    Words turned by other than quarters have that of the quarter they are nearest to.

    >>> from dungeon_designer.drawing.shapes import Style
    >>> from dungeon_designer.drawing.themes import THEMES
    >>> box = text_box(Text((0.0, 0.0), "x", 1.0, Style(fill="#000000")), THEMES["ink"])
    >>> box[0] == -box[2], box[1] < -0.3, box[3] < 0.1
    (True, True, True)
    """
    font = (lettered.title_fonts if text.font == "title" else lettered.label_fonts)[0]
    room, (x, y) = extent(text.text, font, text.bold), text.at
    rim = text.style.width / 2 if text.style.stroke else 0.0
    before = _STARTS[text.anchor] * room.width * text.size
    left, right = -before - rim, room.width * text.size - before + rim
    top, low = -room.above * text.size - rim, room.below * text.size + rim
    for _ in range(round(text.turn / 90) % 4):
        left, top, right, low = -low, left, -top, right
    return x + left, y + top, x + right, y + low


def meet(one: Box, other: Box) -> bool:
    """Whether two rectangles share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def grown(box: Box, by: float) -> Box:
    """A rectangle with so much more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


LEADING = 1.02
"""From one line of words to the next, in heights of the type."""

RIM = 0.11
"""How far the rim around words reaches beyond their letters, in heights of the type."""

MOST_LINES = 4


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
    found = (_wrapped(lines, font) for lines in _broken(tuple(words.split()), font))
    return tuple(found)


def _broken(words: tuple[str, ...], font: str) -> list[tuple[str, ...]]:
    """The narrowest way to set words in each number of lines."""
    tries = (_filled(words, width, font) for width in sorted(_widths(words, font)))
    best: dict[int, tuple[str, ...]] = {}
    for lines in tries:
        best.setdefault(len(lines), lines)
    return [best[count] for count in sorted(best) if count <= MOST_LINES]


def _widths(words: tuple[str, ...], font: str) -> set[float]:
    """The widths worth trying: those of the words from one to another, in names as short as names are."""
    ends = [(a, b) for a in range(len(words)) for b in range(a + 1, len(words) + 1)] if len(words) <= 12 else []
    return {extent(" ".join(words[a:b]), font).width for a, b in (*ends, (0, len(words)))}


def _filled(words: tuple[str, ...], width: float, font: str) -> tuple[str, ...]:
    """Lines no wider than a width, as full as can be; one word alone may be wider."""
    lines: list[str] = []
    for word in words:
        if lines and extent(f"{lines[-1]} {word}", font).width <= width + 1e-9:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def _wrapped(lines: tuple[str, ...], font: str) -> Wrapped:
    rooms = [extent(line, font) for line in lines]
    height = rooms[0].above + LEADING * (len(lines) - 1) + rooms[-1].below
    return Wrapped(lines, max(room.width for room in rooms) + 2 * RIM, height + 2 * RIM, rooms[0].above)
