"""Where words lie on a drawing: the rectangle around their letters."""

from __future__ import annotations

from typing import Protocol

from dungeon_designer.drawing.fonts.metrics import extent
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
