"""The shopping list: what to have on the table, as text, CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec

from dungeon_designer.analysis.stock import Need, boxes
from dungeon_designer.errors import one_line
from dungeon_designer.reports import words

FORMS = ("text", "csv", "json")
"""How the list can be written."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula; a ' before it makes it text."""

_COLUMNS = ("kind", "id", "name", "count", "stock", "lacking")


def render(needs: Sequence[Need], dungeons: Sequence[str], form: str, tables: int = 1) -> str:
    """The list of what is needed for the dungeons named, in one of FORMS; `tables` is how many it is for."""
    if form == "csv":
        return _csv(needs)
    if form == "json":
        return _json(needs, dungeons, tables)
    return "".join(f"{line}\n" for line in text_lines(needs, dungeons, tables))


def text_lines(needs: Sequence[Need], dungeons: Sequence[str], tables: int = 1) -> Iterator[str]:
    """The list as a person reads it: tiles first, then what lies on them, then what is missing."""
    at_once = f", on {tables} tables" if tables > 1 else ""
    if len(dungeons) == 1:
        yield f"Needed for {one_line(dungeons[0])}{at_once}:"
    else:
        yield f"Needed for {len(dungeons)} dungeons, one after the other{at_once}:"
    for need in needs:
        box = "" if need.stock is None else f"   ({need.stock} in the box)"
        name = f"{need.name}, {need.id}" if need.kind == "tile" else need.name
        yield f"  {need.count:4} × {one_line(name)}{box}"
    yield from (f"{one_line(of_set)} takes {count} boxes." for of_set, count in words.boxes_taken(needs))
    missing = list(words.lacking(needs))
    if missing:
        yield f"The stock lacks {', '.join(missing)}."
    elif any(need.stock is not None for need in needs):
        yield "The stock suffices."


def _csv(needs: Sequence[Need]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for need in needs:
        writer.writerow([need.kind, _cell(need.id), _cell(need.name), need.count, need.stock, need.lacking])
    return text.getvalue()


def _cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula; control characters are shown as such.

    >>> _cell("=1+1"), _cell("Cell")
    ("'=1+1", 'Cell')
    """
    shown = one_line(text)
    return f"'{shown}" if text.startswith(_FORMULA) else shown


def _json(needs: Sequence[Need], dungeons: Sequence[str], tables: int) -> str:
    listed = [{column: getattr(need, column) for column in _COLUMNS} for need in needs]
    document = {"version": 1, "dungeons": list(dungeons), "tables": tables, "boxes": boxes(needs), "needs": listed}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
