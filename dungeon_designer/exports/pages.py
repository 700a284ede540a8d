"""Pages that are not a file yet: each can be looked at alone, all together make a PDF."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dungeon_designer.exports.elements import Page, PageDocument, safe_text
from dungeon_designer.exports.typesetting import pdf_of, pngs_of


@dataclass(frozen=True)
class Pages:
    """A document of pages that each have their own size.

    >>> two = Pages("Two", (Page(210, 297, ()), Page(297, 210, ())))
    >>> len(two), two.size(1)
    (2, (297, 210))
    """

    title: str
    each: tuple[Page, ...]

    def __len__(self) -> int:
        return len(self.each)

    def size(self, number: int) -> tuple[float, float]:
        """Width and height in millimetres of a page, counted from 0."""
        page = self.each[number]
        return page.width, page.height

    def pdf(self) -> bytes:
        """All pages: the same bytes for the same words and pictures."""
        return with_boxes(pdf_of(PageDocument(safe_text(self.title), self.each)), self.each)

    def png(self, number: int, dpi: float) -> bytes:
        """One page as a picture, only that page being set."""
        (made,) = pngs_of(PageDocument(safe_text(""), self.each[number : number + 1]), dpi)
        return made


POINTS = 72 / 25.4
"""Points in a millimetre."""

_PAGE = re.compile(rb"\n(\d+) 0 obj\n<<(/Type/Page/[^\n]*)>>\nendobj")
_END = re.compile(rb"trailer\n<<(.*)>>\nstartxref\n(\d+)\n%%EOF\s*$", re.DOTALL)


def with_boxes(pdf: bytes, pages: Sequence[Page]) -> bytes:
    """The same document with the boxes of its trimmed pages; as it was where no page is trimmed."""
    found = [(page, at) for page, at in zip(pages, _PAGE.finditer(pdf), strict=False) if page.trim is not None]
    end = _END.search(pdf)
    if not found or end is None:
        return pdf
    whole, table = pdf.rstrip(b"\n") + b"\n", b""
    for page, at in found:
        table += b"%d 1\n%010d 00000 n \n" % (int(at[1]), len(whole))
        whole += b"%s 0 obj\n<<%s%s>>\nendobj\n" % (at[1], at[2], _boxes(page))
    trailer = b"trailer\n<<%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n" % (end[1], end[2], len(whole))
    return whole + b"xref\n" + table + trailer


def _boxes(page: Page) -> bytes:
    """Both boxes, in points from the lower left corner of the page."""
    left, top, right, low = page.trim or (0.0, 0.0, page.width, page.height)

    def box(name: str, more: float) -> str:
        ends = (left - more, page.height - low - more, right + more, page.height - top + more)
        return f"/{name}[{' '.join(f'{end * POINTS:.4f}' for end in ends)}]"

    return (box("TrimBox", 0.0) + box("BleedBox", page.bleed)).encode()
