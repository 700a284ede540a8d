"""Printed pages as data: what stands on each, and where. `typesetting.typ` says how it looks.

Lengths are millimetres from the page's upper left corner, type is measured in points, colours are ``#rrggbb``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.drawing.fonts import FALLBACK, file_of
from dungeon_designer.drawing.shapes import Drawing, Point, Style
from dungeon_designer.drawing.text_fitting import fit_text, lines_of, shorten_text
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.papers import FOOT, MARGIN, Paper
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.exports.typesetting import Svg, pdf_of, pngs_of

Line = tuple[float, float, float, float]
"""A straight line: x and y of its start, then of its end; of a rectangle its left, upper, right and lower side."""

RULER = 100.0
"""The length of the ruler at the foot of a page."""

MM_PER_POINT = 25.4 / 72
"""Millimetres in a point, in which type is measured."""

FOOT_TYPE = 7.0
"""Points of the type at the foot of a page."""

FONTS = {"title": PARCHMENT.title_fonts[0], "label": PARCHMENT.label_fonts[0]}
"""The fonts of the words on pages, whatever the theme of the maps."""


class Picture(Struct, frozen=True):
    """A picture, so large, with its upper left corner at a point."""

    svg: Svg
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """A drawing on a page: its upper left corner, and how wide its squares are, in millimetres."""

    drawing: Drawing
    left: float
    top: float
    square: float

    @property
    def picture(self) -> Picture:
        """The drawing at its place."""
        width, height = (side * self.square for side in self.drawing.size)
        return Picture(Svg(svg_of(self.drawing, self.square)), width, height, self.left, self.top)

    def point(self, x: float, y: float) -> Point:
        """Where a point of the map lies on the page."""
        left, top = self.drawing.corner
        return self.left + (x - left) * self.square, self.top + (y - top) * self.square


def fitted(drawing: Drawing, width: float, height: float, left: float = 0.0, top: float = 0.0) -> Fitted:
    """The drawing as large as a space lets it be, in its middle."""
    square = min(width / drawing.size[0], height / drawing.size[1])
    broad, high = drawing.size[0] * square, drawing.size[1] * square
    return Fitted(drawing, left + (width - broad) / 2, top + (height - high) / 2, square)


def true_to_scale(drawing: Drawing, square: float, x: float, y: float) -> Picture:
    """The drawing on a page with its upper left corner at a point, its squares exactly so wide.

    An SVG counts in whole thousandths of a square, so it shows the nearest rectangle that begins and ends on them: any
    other would be stretched to its place.
    """
    (left, top), (width, height) = drawing.corner, drawing.size
    corner = round(left, 3), round(top, 3)
    size = round(round(left + width, 3) - corner[0], 3), round(round(top + height, 3) - corner[1], 3)
    shown = replace(drawing, corner=corner, size=size)
    return Fitted(shown, x + (corner[0] - left) * square, y + (corner[1] - top) * square, square).picture


class ColouredArea(Struct, frozen=True):
    """A rectangle of one colour."""

    x: float
    y: float
    width: float
    height: float
    colour: str


class Outline(Struct, frozen=True):
    """The outline of a many-cornered shape."""

    points: tuple[tuple[float, float], ...]
    thickness: float
    colour: str


class CentredText(Struct, frozen=True, kw_only=True):
    """Words about a point, in one line or in lines of a `width`.

    Those on a `plate` have a small white ground; `upright` ones are read upwards. `font` is `title`, `label`, or
    `other`, which has the letters that these lack.
    """

    text: str
    x: float
    y: float
    size: float
    colour: str = "#000000"
    font: str = "label"
    bold: bool = False
    plate: bool = False
    upright: bool = False
    width: float | None = None
    leading: float = 0.65


def centred_lines(
    words: str,
    x: float,
    y: float,
    room: tuple[float, float],
    largest: float,
    font: str = "label",
    colour: str = "#000000",
) -> tuple[CentredText, ...]:
    """Return words in as many lines as fit a room about a point, in type of at most so many points; none for none."""
    family = FONTS[font]
    fitted = fit_text(words, family, room[0], largest * MM_PER_POINT, max_lines=3, height=room[1])
    face = "other" if file_of(words, family) == FALLBACK else font
    size = round(fitted.size / MM_PER_POINT, 3)
    return tuple(
        CentredText(text=at.text, x=at.at[0], y=at.at[1], size=size, font=face, colour=colour)
        for at in lines_of(fitted, (x, y - fitted.added / 2), Style())
        if words
    )


class Foot(Struct, frozen=True):
    """The foot of a page: its label in large type, a few lines of words, and right of them the ruler."""

    left: float
    top: float
    label: str
    label_width: float
    lines: tuple[str, ...]
    width: float


def foot(paper: Paper, label: str, lines: tuple[str, ...]) -> Foot:
    """The foot of a page; lines that are too long end in dots."""
    left, label_width = MARGIN + 2.0, 6.0 * len(label) + 3.0 if label else 0.0
    width = paper.width - MARGIN - 4.0 - RULER - left - label_width - 4.0
    room = width / (FOOT_TYPE * MM_PER_POINT)
    short = tuple(shorten_text(line, FONTS["label"], room) for line in lines)
    return Foot(left, paper.height - MARGIN - FOOT, label, label_width, short, width)


class PrintedPage(Struct, frozen=True):
    """A page of a paper of its own. What is named last lies on top.

    `marks` are crop marks. A page that is trimmed says where, and how far its ground goes on beyond.
    """

    paper: Paper
    grounds: tuple[ColouredArea, ...] = ()
    pictures: tuple[Picture, ...] = ()
    outlines: tuple[Outline, ...] = ()
    marks: tuple[Line, ...] = ()
    texts: tuple[CentredText, ...] = ()
    foot: Foot | None = None
    trim: Line | None = None
    bleed: float = 0.0


@dataclass(frozen=True)
class Pages:
    """Pages that are not a file yet: each can be looked at alone, all together make a PDF.

    >>> two = Pages("Two", (PrintedPage(Paper("A4", 210, 297)), PrintedPage(Paper("A4", 297, 210))))
    >>> len(two), two.size(1)
    (2, (297, 210))
    """

    title: str
    pages: tuple[PrintedPage, ...]

    def __len__(self) -> int:
        return len(self.pages)

    def size(self, number: int) -> tuple[float, float]:
        """Width and height in millimetres of a page, counted from 0."""
        paper = self.pages[number].paper
        return paper.width, paper.height

    @property
    def labels(self) -> tuple[str, ...]:
        """What each page of a map cut into sheets is called, '' for the overview; nothing for other pages."""
        labels = tuple(page.foot.label if page.foot else "" for page in self.pages)
        return labels if len(set(labels)) > 1 else ()

    @property
    def two_sided(self) -> bool:
        """Whether some pages are the backs of those before them, which alone have grounds of one colour."""
        return any(page.grounds for page in self.pages)

    def pdf(self) -> bytes:
        """All pages: the same bytes for the same words and pictures."""
        return with_boxes(pdf_of(self), self.pages)

    def png(self, number: int, dpi: float) -> bytes:
        """One page as a picture, only that page being set."""
        (made,) = pngs_of(Pages("", self.pages[number : number + 1]), dpi)
        return made


POINTS = 72 / 25.4
"""Points in a millimetre."""

_PAGE = re.compile(rb"\n(\d+) 0 obj\n<<(/Type/Page/[^\n]*)>>\nendobj")
_END = re.compile(rb"trailer\n<<(.*)>>\nstartxref\n(\d+)\n%%EOF\s*$", re.DOTALL)


def with_boxes(pdf: bytes, pages: tuple[PrintedPage, ...]) -> bytes:
    """The same document with the boxes of its trimmed pages; as it was where no page is trimmed."""
    found = [(page, at) for page, at in zip(pages, _PAGE.finditer(pdf), strict=False) if page.trim]
    end = _END.search(pdf)
    if not found or end is None:
        return pdf
    whole, table = pdf.rstrip(b"\n") + b"\n", b""
    for page, at in found:
        table += b"%d 1\n%010d 00000 n \n" % (int(at[1]), len(whole))
        boxes = _box(page, "TrimBox", 0.0) + _box(page, "BleedBox", page.bleed)
        whole += b"%s 0 obj\n<<%s%s>>\nendobj\n" % (at[1], at[2], boxes.encode())
    trailer = b"trailer\n<<%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n" % (end[1], end[2], len(whole))
    return whole + b"xref\n" + table + trailer


def _box(page: PrintedPage, name: str, more: float) -> str:
    """A box so much larger than the trim, in points from the lower left corner of the page."""
    height = page.paper.height
    left, top, right, low = page.trim or (0.0, 0.0, page.paper.width, height)
    ends = (left - more, height - low - more, right + more, height - top + more)
    return f"/{name}[{' '.join(f'{end * POINTS:.4f}' for end in ends)}]"
