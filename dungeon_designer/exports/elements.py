"""What stands on printed pages, as data: `typesetting` hands it to typst, as whose own language none of it is read.

Lengths are millimetres, type is measured in points, colours are ``#rrggbb``. Letters come as `SafeText`, so that
whoever puts words on a page has to call `safe_text`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal, NewType

import msgspec

SafeText = NewType("SafeText", str)
"""Letters for a page: no control characters, and every long word can be broken."""

Line = tuple[float, float, float, float]
"""A straight line: x and y of its start, then of its end, in millimetres from the page's upper left corner."""

Width = float | Literal["auto", "rest"]
"""A column's width: what its cells need, or what the others leave."""


class Font(StrEnum):
    """What words are lettered with."""

    TITLE = "title"
    LABEL = "label"


def safe_text(text: str) -> SafeText:
    """The text as a page takes it.

    A control character becomes a space. A word of more letters than a line holds gets places, which are not seen,
    where it may be broken.

    >>> safe_text('say "hi"\\nnow'), safe_text("x" * 50).split("\u200b") == ["x" * 40, "x" * 10]
    ('say "hi" now', True)
    """
    plain = "".join(letter if letter.isprintable() or letter in _KEPT else " " for letter in text)
    return SafeText(_LONG.sub("\\g<0>\u200b", plain))


_KEPT = "\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u202f\u2060"
"""Spaces that do not break, joiners and marks of direction: unseen, but Persian, Hindi and emoji are wrong without."""

_LONG = re.compile(r"\S{40}(?=\S)")


class Svg:
    """The text of a picture; it travels beside the page, by number, and each picture once."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class PageElement(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower):
    """Something on a page."""


class Lettering(PageElement, frozen=True):
    """One run of words, `size` points high."""

    text: SafeText
    size: float
    font: Font = Font.LABEL
    colour: str = "#000000"
    bold: bool = False


class Picture(PageElement, frozen=True):
    """A picture, so large."""

    svg: Svg
    width: float
    height: float


class Placed(PageElement, frozen=True):
    """Something with its upper left corner, or another `across` and `down` of it, at a point of the page."""

    x: float
    y: float
    what: PageElement
    across: Literal["left", "center"] = "left"
    down: Literal["top", "horizon", "bottom"] = "top"


class Plate(PageElement, frozen=True):
    """Words on a small white ground; `upright` ones are read upwards."""

    words: Lettering
    upright: bool = False


class Clipped(PageElement, frozen=True):
    """Words in one line, cut off where it is wider."""

    words: Lettering
    width: float


class Centred(PageElement, frozen=True):
    """Words in the middle of lines of a width; `leading` is the room between lines in heights of the type."""

    words: Lettering
    width: float
    leading: float = 0.65


class Strokes(PageElement, frozen=True):
    """Lines on the page, all in one: a page has hundreds."""

    lines: tuple[Line, ...]
    thickness: float
    colour: str = "#000000"


class Ring(PageElement, frozen=True):
    """The outline of a many-cornered shape."""

    points: tuple[tuple[float, float], ...]
    thickness: float
    colour: str


class FilledArea(PageElement, frozen=True):
    """A rectangle: filled, or with `thickness` its outline."""

    width: float
    height: float
    colour: str
    thickness: float = 0.0


class Page(PageElement, frozen=True):
    """A page of its own size; without margins what stands on it is put there.

    One that is trimmed says where, as left, upper, right and lower cut, and how far its ground goes on beyond.
    """

    width: float
    height: float
    content: tuple[PageElement, ...]
    margin: float = 0.0
    trim: Line | None = None
    bleed: float = 0.0


class Heading(PageElement, frozen=True):
    """A heading of level 1, listed in the contents and among the bookmarks, 2, which is a bookmark alone, or 3.

    A `hidden` one is not seen on its page.
    """

    level: int
    text: SafeText
    hidden: bool = False


class Paragraph(PageElement, frozen=True):
    """A paragraph; `name` stands bold before it."""

    text: SafeText
    name: SafeText = SafeText("")


class LetteredRun(msgspec.Struct, frozen=True):
    """Words of a paragraph in one kind of letters; emphasised ones are underlined, for no bundled font is slanted."""

    text: SafeText
    strong: bool = False
    emphasised: bool = False


class Runs(PageElement, frozen=True):
    """A paragraph in several kinds of letters."""

    runs: tuple[LetteredRun, ...]


class PageList(PageElement, frozen=True):
    """A list of things with several elements each; `first` is the number of the first of a numbered one."""

    items: tuple[tuple[PageElement, ...], ...]
    first: int | None = None


class PageTable(PageElement, frozen=True):
    """Rows below a head that comes again on every page; there is none where all its cells are empty."""

    head: tuple[SafeText, ...]
    rows: tuple[tuple[SafeText, ...], ...]
    columns: tuple[Width, ...]
    size: float = 10.0


class PageGrid(PageElement, frozen=True):
    """Things in rows, `gutter` apart, in the middle of their places or at the left, or the top, of them."""

    cells: tuple[PageElement, ...]
    columns: tuple[Width, ...]
    gutter: float
    across: Literal["left", "center"] = "left"
    down: Literal["horizon", "top"] = "horizon"


class Block(PageElement, frozen=True):
    """Things below each other: in the middle of the page, on `share` of its width in percent, `above` all a gap of its
    own, `together` on one page."""

    content: tuple[PageElement, ...]
    centred: bool = False
    share: float = 100.0
    above: float | None = None
    together: bool = False


class LevelLine(PageElement, frozen=True):
    """A level line."""

    length: float
    thickness: float
    colour: str


class PageGap(PageElement, frozen=True):
    """Room: so high, or with its like what the page has left."""

    height: float | None = None


class NewPage(PageElement, frozen=True):
    """What follows begins a page; an `always` leaves an empty one rather than none."""

    always: bool = False


class Contents(PageElement, frozen=True):
    """The headings of level 1 and their pages, below a title."""

    title: Lettering


class Flow(msgspec.Struct, frozen=True):
    """The paper that what is on no `Page` flows over."""

    width: float
    height: float
    margin: float


class PageDocument(msgspec.Struct, frozen=True):
    """Pages as they are set: everything there is on them."""

    title: SafeText
    content: tuple[PageElement, ...]
    flow: Flow | None = None
