"""The shopping list: what to have on the table, as text, CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from dungeon_designer.analysis.stock import Need, boxes
from dungeon_designer.errors import one_line
from dungeon_designer.reports import words
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule import counted
from dungeon_designer.text.escaping import cell

_COLUMNS = ("kind", "id", "name", "count", "stock", "lacking")


class ShoppingList(Struct, frozen=True):
    """What is needed for the dungeons named, on so many tables at once, in so many rounds where there are any."""

    needs: Sequence[Need]
    dungeons: Sequence[str]
    tables: int = 1
    rounds: int = 0


def render_text(shopping: ShoppingList, style: TextStyle) -> str:
    """The list as a person reads it: tiles first, then what lies on them, then what is missing."""
    return "".join(f"{line}\n" for line in _text_lines(shopping))


def _text_lines(shopping: ShoppingList) -> Iterator[str]:
    needs, dungeons = shopping.needs, shopping.dungeons
    at_once = f", on {shopping.tables} tables" if shopping.tables > 1 else ""
    if len(dungeons) == 1:
        yield f"Needed for {one_line(dungeons[0])}{at_once}:"
    else:
        order = f"in {counted(shopping.rounds, 'round')}" if shopping.rounds else "one after the other"
        yield f"Needed for {len(dungeons)} dungeons, {order}{at_once}:"
    for need in needs:
        box = "" if need.stock is None else f"   ({need.stock} in the box)"
        name = f"{need.name}, {need.id}" if need.kind == "tile" else need.name
        yield f"  {need.count:4} × {one_line(name)}{box}"
    yield from (f"{one_line(of_set)} takes {count} boxes." for of_set, count in words.boxes_taken(needs))
    if missing := list(words.lacking(needs)):
        yield f"The stock lacks {', '.join(missing)}."
    elif any(need.stock is not None for need in needs):
        yield "The stock suffices."


def render_csv(shopping: ShoppingList, style: TextStyle) -> str:
    """The list for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for need in shopping.needs:
        writer.writerow([need.kind, cell(need.id), cell(need.name), need.count, need.stock, need.lacking])
    return text.getvalue()


def render_json(shopping: ShoppingList, style: TextStyle) -> str:
    """The list for programs."""
    document = {
        "version": 1,
        "dungeons": list(shopping.dungeons),
        "tables": shopping.tables,
        "boxes": boxes(shopping.needs),
        "needs": [{column: getattr(need, column) for column in _COLUMNS} for need in shopping.needs],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
