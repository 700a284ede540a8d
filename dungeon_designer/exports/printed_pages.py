"""Describe printed pages as data: what is on each page, and where. `typesetting.typ` says how it looks.

Lengths are millimetres from the page's upper left corner. Type is measured in points. Colours are ``#rrggbb``. The
fields of the structs are keys that `typesetting.typ` reads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.drawing.fonts import FALLBACK, find_font_file
from dungeon_designer.drawing.shapes import Drawing, Point, Style
from dungeon_designer.drawing.text_fitting import draw_text_lines, fit_text, shorten_text
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.papers import FOOT_HEIGHT_MM, PAGE_MARGIN_MM, Paper
from dungeon_designer.exports.typesetting import SvgImage, build_svg_image, typeset_pdf, typeset_pngs

Line = tuple[float, float, float, float]
"""A straight line: x and y of its start, then x and y of its end. For a rectangle: its left, upper, right and lower
side.
"""

RULER_LENGTH_MM = 100.0
"""The length of the ruler at the foot of a page."""

MM_PER_POINT = 25.4 / 72
"""Millimetres in a point, in which type is measured."""

FOOT_TYPE_PT = 7.0
"""The size in points of the type at the foot of a page."""

PAGE_FONTS = {"title": PARCHMENT.title_fonts[0], "label": PARCHMENT.label_fonts[0]}
"""The fonts for text on pages, whatever the theme of the maps."""


class Picture(Struct, frozen=True):
    """A picture of a given width and height, whose upper left corner is at x, y."""

    svg: SvgImage
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class ScaledDrawing:
    """A drawing with its position and scale on a page.

    Attributes:
        drawing: the drawing.
        left: the x of its upper left corner, in millimetres.
        top: the y of its upper left corner, in millimetres.
        square_mm: the width of its squares in millimetres.
    """

    drawing: Drawing
    left: float
    top: float
    square_mm: float

    @property
    def picture(self) -> Picture:
        """The drawing as a picture at its position on the page."""
        width, height = (length * self.square_mm for length in self.drawing.size)
        return Picture(build_svg_image(self.drawing, self.square_mm), width, height, self.left, self.top)

    def convert_point(self, x: float, y: float) -> Point:
        """Return the position on the page of a point of the map, which is given in squares."""
        left, top = self.drawing.corner
        return self.left + (x - left) * self.square_mm, self.top + (y - top) * self.square_mm


def fit_drawing(drawing: Drawing, width: float, height: float, left: float = 0.0, top: float = 0.0) -> ScaledDrawing:
    """Return a drawing scaled as large as fits a space of the page, and centred in this space.

    Args:
        drawing: the drawing.
        width: the width of the space in millimetres.
        height: the height of the space in millimetres.
        left: the x of the space's upper left corner.
        top: the y of the space's upper left corner.
    """
    columns, rows = drawing.size
    square_mm = min(width / columns, height / rows)
    scaled_width, scaled_height = columns * square_mm, rows * square_mm
    return ScaledDrawing(drawing, left + (width - scaled_width) / 2, top + (height - scaled_height) / 2, square_mm)


def place_to_scale(drawing: Drawing, square_mm: float, x: float, y: float) -> Picture:
    """Return the drawing as a picture at a point of the page, with squares that are exactly `square_mm` wide.

    The upper left corner of the picture is at x, y.

    Coordinates in an SVG are whole thousandths of a square. So the picture shows the nearest rectangle that begins and
    ends on thousandths; any other rectangle would be stretched.
    """
    (left, top), (width, height) = drawing.corner, drawing.size
    rounded_left, rounded_top = round(left, 3), round(top, 3)
    rounded_right, rounded_bottom = round(left + width, 3), round(top + height, 3)
    size = round(rounded_right - rounded_left, 3), round(rounded_bottom - rounded_top, 3)
    rounded = replace(drawing, corner=(rounded_left, rounded_top), size=size)
    page_left, page_top = x + (rounded_left - left) * square_mm, y + (rounded_top - top) * square_mm
    return ScaledDrawing(rounded, page_left, page_top, square_mm).picture


class ColouredArea(Struct, frozen=True):
    """A rectangle of one colour."""

    x: float
    y: float
    width: float
    height: float
    colour: str


class Outline(Struct, frozen=True):
    """The outline of a polygon."""

    points: tuple[tuple[float, float], ...]
    thickness: float
    colour: str


class CentredText(Struct, frozen=True, kw_only=True):
    """A text centred on a point, in one line, or in lines of a `width`.

    Attributes:
        text: the text.
        x: the x of the point.
        y: the y of the point.
        size: the size of the type in points.
        colour: the colour of the type.
        font: `title`, `label`, or `other`, which has letters that these two lack.
        bold: whether the type is bold.
        plate: whether the text has a small white background.
        upright: whether the text is rotated, so that it is read upwards.
        width: the width of the lines in millimetres, None for one line.
        leading: the space between lines, in heights of the type.
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


def centre_text(
    text: str,
    x: float,
    y: float,
    space: tuple[float, float],
    max_size: float,
    font: str = "label",
    colour: str = "#000000",
) -> tuple[CentredText, ...]:
    """Return a text as up to three lines, centred on a point and within a space; empty for an empty text.

    Args:
        text: the text.
        x: the x of the point.
        y: the y of the point.
        space: width and height of the space in millimetres.
        max_size: the largest size of the type in points.
        font: `title` or `label`.
        colour: the colour of the type.
    """
    if not text:
        return ()
    family, (width, height) = PAGE_FONTS[font], space
    fitted_text = fit_text(text, family, width, max_size * MM_PER_POINT, max_lines=3, height=height)
    page_font = "other" if find_font_file(text, family) == FALLBACK else font  # has letters that the font lacks
    size = round(fitted_text.size / MM_PER_POINT, 3)
    first_line = (x, y - fitted_text.extra_height / 2)
    return tuple(
        CentredText(text=line.text, x=line.at[0], y=line.at[1], size=size, font=page_font, colour=colour)
        for line in draw_text_lines(fitted_text, first_line, Style())
    )


class PageFoot(Struct, frozen=True):
    """The foot of a page: a label in large type, a few lines of text, and right of them the ruler."""

    left: float
    top: float
    label: str
    label_width: float
    lines: tuple[str, ...]
    width: float


def build_foot(paper: Paper, label: str, lines: tuple[str, ...]) -> PageFoot:
    """Return the foot of a page: the label in large type, then the lines in small type, then a ruler.

    Lines that are too long end in dots. All lengths are in millimetres.
    """
    left = PAGE_MARGIN_MM + 2.0
    # a letter of the label is about 6 mm wide; a gap of 3 mm follows the label
    label_width = 6.0 * len(label) + 3.0 if label else 0.0
    # the lines have what label and ruler leave, with a gap of 4 mm at each end of the ruler
    width = paper.width - PAGE_MARGIN_MM - 4.0 - RULER_LENGTH_MM - left - label_width - 4.0
    max_width = width / (FOOT_TYPE_PT * MM_PER_POINT)  # in heights of the type
    short_lines = tuple(shorten_text(line, PAGE_FONTS["label"], max_width) for line in lines)
    return PageFoot(left, paper.height - PAGE_MARGIN_MM - FOOT_HEIGHT_MM, label, label_width, short_lines, width)


class PrintedPage(Struct, frozen=True):
    """One page. What is named later lies over what is named before.

    Attributes:
        paper: the paper of this page.
        grounds: rectangles of one colour.
        pictures: the pictures.
        outlines: outlines of polygons.
        marks: crop marks.
        texts: centred texts.
        foot: the foot of the page, if any.
        trim: the rectangle that remains when the page is trimmed; None for a page that is not trimmed.
        bleed: how far the ground continues beyond the trim, in millimetres.
    """

    paper: Paper
    grounds: tuple[ColouredArea, ...] = ()
    pictures: tuple[Picture, ...] = ()
    outlines: tuple[Outline, ...] = ()
    marks: tuple[Line, ...] = ()
    texts: tuple[CentredText, ...] = ()
    foot: PageFoot | None = None
    trim: Line | None = None
    bleed: float = 0.0


@dataclass(frozen=True)
class Pages:
    """Pages that are not a file yet: each can be shown alone, and all together make a PDF.

    >>> two = Pages("Two", (PrintedPage(Paper("A4", 210, 297)), PrintedPage(Paper("A4", 297, 210))))
    >>> len(two), two.measure_page(1)
    (2, (297, 210))
    """

    title: str
    pages: tuple[PrintedPage, ...]

    def __len__(self) -> int:
        return len(self.pages)

    def measure_page(self, number: int) -> tuple[float, float]:
        """Return the width and height in millimetres of a page, counted from 0."""
        paper = self.pages[number].paper
        return paper.width, paper.height

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of each page of a map cut into sheets, '' for the overview; empty if the pages have no labels."""
        labels = tuple(page.foot.label if page.foot else "" for page in self.pages)  # all are '' if nothing was cut
        return labels if len(set(labels)) > 1 else ()

    @property
    def has_backs(self) -> bool:
        """Whether some pages are the backs of the pages before them, as with pieces to cut out.

        Only backs have `grounds`: rectangles of colour behind their pictures.
        """
        return any(page.grounds for page in self.pages)

    def write_pdf(self) -> bytes:
        """Return all pages as a PDF: the same bytes for the same texts and pictures.

        Pages that a print shop trims also say where.
        """
        return add_page_boxes(typeset_pdf(self), self.pages)

    def write_png(self, number: int, dpi: float) -> bytes:
        """Return one page, counted from 0, as a PNG; only this page is typeset."""
        (picture,) = typeset_pngs(Pages("", self.pages[number : number + 1]), dpi)
        return picture


POINTS_PER_MM = 72 / 25.4
"""Points in a millimetre."""

_PAGE_PATTERN = re.compile(rb"\n(\d+) 0 obj\n<<(/Type/Page/[^\n]*)>>\nendobj")
"""A page's object in a PDF."""
_TRAILER_PATTERN = re.compile(rb"trailer\n<<(.*)>>\nstartxref\n(\d+)\n%%EOF\s*$", re.DOTALL)
"""The end of a PDF: its trailer, and the position of its table of objects."""


def add_page_boxes(pdf: bytes, pages: tuple[PrintedPage, ...]) -> bytes:
    """Return a PDF that also tells a print shop where to cut each page that has a `trim`.

    PDF calls this rectangle the page's TrimBox; the BleedBox is larger by the bleed, the strip around it that is
    printed and cut off. A PDF is a list of numbered objects with a table of their positions. The changed pages are
    appended to it with a table of their own, as PDF allows (an incremental update). Without trimmed pages the PDF is
    unchanged.
    """
    # typst writes the objects of pages in their order; not strict, since a PDF in an unknown form has no matches
    matches = _PAGE_PATTERN.finditer(pdf)
    trimmed_pages = [(page, match) for page, match in zip(pages, matches, strict=False) if page.trim]
    trailer_match = _TRAILER_PATTERN.search(pdf)
    if not trimmed_pages or trailer_match is None:
        return pdf
    trailer_entries, previous_table_position = trailer_match.groups()
    output, position_table = pdf.rstrip(b"\n") + b"\n", b""
    for page, match in trimmed_pages:
        object_number, page_entries = match.groups()
        # a table has the number of an object and a count, then its position in the file
        position_table += b"%d 1\n%010d 00000 n \n" % (int(object_number), len(output))
        boxes = _format_box(page, "TrimBox", 0.0) + _format_box(page, "BleedBox", page.bleed)
        output += b"%s 0 obj\n<<%s%s>>\nendobj\n" % (object_number, page_entries, boxes.encode())
    table_position = len(output)
    trailer = b"trailer\n<<%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n" % (
        trailer_entries,
        previous_table_position,
        table_position,
    )
    return output + b"xref\n" + position_table + trailer


def _format_box(page: PrintedPage, name: str, margin: float) -> str:
    """Return a PDF's entry for a rectangle of a page: the page's `trim`, enlarged by a margin on each side.

    PDF counts in points from the lower left corner of the page, upwards. An entry is such as
    ``/TrimBox[11.34 11.34 200 300]``: left, bottom, right, top.

    Args:
        page: the page; without a `trim`, the rectangle is the whole paper.
        name: the key of the entry, such as TrimBox.
        margin: the margin in millimetres.
    """
    page_height = page.paper.height
    left, top, right, bottom = page.trim or (0.0, 0.0, page.paper.width, page_height)
    sides = (left - margin, page_height - bottom - margin, right + margin, page_height - top + margin)
    return f"/{name}[{' '.join(f'{side * POINTS_PER_MM:.4f}' for side in sides)}]"
