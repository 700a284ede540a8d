"""QR codes on printed pages: large enough that a phone reads them from paper."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.drawing.shapes import Point
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.printed_pages import CentredText, Picture, centre_text
from dungeon_designer.exports.qr_code import MIN_MODULE_MM, draw_qr_code, measure_qr_code
from dungeon_designer.exports.typesetting import SvgImage

USUAL_SIDE_MM = 40.0
"""The width of a code, in millimetres, unless its modules would be too small."""

CAPTION_HEIGHT_MM, CAPTION_SIZE_PT = 5.0, 7.0
"""The height of the line below a code, and the size of its type in points."""


class PageCode(Struct, frozen=True):
    """A QR code for a printed page.

    Attributes:
        svg: the code.
        side: its width and height with the white margin, in millimetres.
        caption: the address without the dungeon that it may hold, for the line below.
    """

    svg: SvgImage
    side: float
    caption: str

    @property
    def height(self) -> float:
        """The height of the code with the line below it, in millimetres."""
        return self.side + CAPTION_HEIGHT_MM

    def place(self, corner: Point) -> tuple[Picture, tuple[CentredText, ...]]:
        """Return the code, and the line below it, with the upper left corner of the code at a point of the page."""
        x, y = corner
        caption_y = y + self.side + CAPTION_HEIGHT_MM / 2
        space = (self.side, CAPTION_HEIGHT_MM)
        caption = centre_text(self.caption, x + self.side / 2, caption_y, space, CAPTION_SIZE_PT)
        return Picture(self.svg, self.side, self.side, x, y), caption


def build_page_code(address: str) -> PageCode:
    """Return the QR code of an address for a printed page. Its modules are at least MIN_MODULE_MM wide.

    Raises:
        UsageError: the address does not begin with ``https://``, or is too long for a code.
    """
    if not address.lower().startswith("https://"):
        raise UsageError(f"{address.partition('#')[0]}: a printed code leads to https only; name such an address")
    side = max(USUAL_SIDE_MM, MIN_MODULE_MM * measure_qr_code(address))
    caption = address.partition("#")[0].partition("://")[2].rstrip("/")
    return PageCode(SvgImage(draw_qr_code(address)), side, caption)
