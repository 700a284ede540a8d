"""Where a print shop cuts each page of a PDF: its trim box and its bleed box (ISO 32000-1, 14.11.2).

typst does not write them, so they are appended as the update to a file that PDF knows: page objects anew, a table of
where they stand, and a trailer that names the one before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dungeon_designer.exports.elements import Page

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
