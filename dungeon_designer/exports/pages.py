"""Pages that are not a file yet: each can be looked at alone, all together make a PDF."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.exports.typesetting import pdf_of, png_of_page

_BEGIN = re.compile(r"^(?=#page\()", re.MULTILINE)
"""Where a page begins: words are quoted and hold no line break, so no words begin a line."""

_SIZE = re.compile(r"#page\(width: ([\d.]+)mm, height: ([\d.]+)mm")


@dataclass(frozen=True)
class Pages:
    """A document as `typesetting` takes it: its title, the pages in typst, and the pictures on them by name.

    >>> from dungeon_designer.exports.typesetting import page
    >>> two = Pages("Two", page(210, 297, "") + page(297, 210, ""), {})
    >>> len(two), two.size(1)
    (2, (297.0, 210.0))
    """

    title: str
    source: str
    pictures: Mapping[str, str]

    @cached_property
    def each(self) -> tuple[str, ...]:
        """The pages, one by one."""
        return tuple(_BEGIN.split(self.source)[1:])

    def __len__(self) -> int:
        return len(self.each)

    def size(self, number: int) -> tuple[float, float]:
        """Width and height in millimetres of a page, counted from 0."""
        found = _SIZE.match(self.each[number])
        assert found is not None  # noqa: S101  (`typesetting.page` wrote it)
        return float(found[1]), float(found[2])

    def pdf(self) -> bytes:
        """All pages: the same bytes for the same words and pictures."""
        return pdf_of(self.source, self.pictures, self.title)

    def png(self, number: int, dpi: float) -> bytes:
        """One page as a picture, only that page being set."""
        source = self.each[number]
        return png_of_page(source, {name: svg for name, svg in self.pictures.items() if f'"{name}"' in source}, dpi)
