"""Pages that are not a file yet: each can be looked at alone, all together make a PDF."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.exports.elements import Document, Page, told
from dungeon_designer.exports.page_boxes import with_boxes
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
        return with_boxes(pdf_of(Document(told(self.title), self.each)), self.each)

    def png(self, number: int, dpi: float) -> bytes:
        """One page as a picture, only that page being set."""
        (made,) = pngs_of(Document(told(""), self.each[number : number + 1]), dpi)
        return made
