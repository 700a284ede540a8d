"""Plain tables: columns as wide as what stands in them, the last one wrapped."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from dungeon_designer.errors import one_line
from dungeon_designer.reports.text_style import TextStyle

GAP = "  "
NARROWEST_LAST = 24


def table(head: Sequence[str], rows: Sequence[Sequence[str]], style: TextStyle) -> Iterator[str]:
    """The lines of a table, control characters escaped.

    >>> print(*table(("id", "name"), [("a", "Alpha"), ("bc", "Beta")], TextStyle()), sep="\\n")
    id  name
    a   Alpha
    bc  Beta
    """
    rows = [tuple(map(one_line, row)) for row in rows]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head) - 1)]
    indent = sum(widths) + len(GAP) * len(widths)
    last = max(style.width - indent, NARROWEST_LAST)
    yield style.paint.strong(_line(head, widths))
    for row in rows:
        first, *more = textwrap.wrap(row[-1], last, break_on_hyphens=False) or [""]
        yield _line((*row[:-1], first), widths)
        yield from (" " * indent + line for line in more)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
    return GAP.join((*padded, cells[-1])).rstrip()
