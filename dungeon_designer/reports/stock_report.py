"""Report what is needed on the table, as a shopping list: as text, CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from dungeon_designer.analysis.stock import MaterialNeed, count_boxes
from dungeon_designer.errors import escape_line
from dungeon_designer.reports import phrases
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule_text import format_count
from dungeon_designer.text.escaping import escape_spreadsheet_cell

_COLUMNS = ("kind", "id", "name", "count", "stock", "lacking")
"""The columns of the list. They are keys of the JSON and fields of a need."""


class ShoppingList(Struct, frozen=True):
    """What is needed for some dungeons, on several tables at once, and in how many rounds (0 if there are none)."""

    needs: Sequence[MaterialNeed]
    dungeons: Sequence[str]
    tables: int = 1
    rounds: int = 0


def render_text(shopping: ShoppingList, style: TextStyle) -> str:
    """Return the shopping list as text: tiles, then the objects on them, then what the stock lacks."""
    return "".join(f"{line}\n" for line in _format_text_lines(shopping))


def _format_text_lines(shopping: ShoppingList) -> Iterator[str]:
    """Yield the lines of the shopping list as text."""
    needs, dungeons = shopping.needs, shopping.dungeons
    at_once = f", on {shopping.tables} tables" if shopping.tables > 1 else ""
    if len(dungeons) == 1:
        yield f"Needed for {escape_line(dungeons[0])}{at_once}:"
    else:
        order = f"in {format_count(shopping.rounds, 'round')}" if shopping.rounds else "one after the other"
        yield f"Needed for {len(dungeons)} dungeons, {order}{at_once}:"
    for need in needs:
        stock_text = "" if need.stock is None else f"   ({need.stock} in the box)"
        name = f"{need.name}, {need.id}" if need.kind == "tile" else need.name
        yield f"  {need.count:4} × {escape_line(name)}{stock_text}"
    for set_name, count in phrases.list_extra_boxes(needs):
        yield f"You need {count} boxes of the tile set {escape_line(set_name)}."
    if lacking_names := list(phrases.list_lacking_tiles(needs)):
        yield f"The stock lacks {', '.join(lacking_names)}."
    elif any(need.stock is not None for need in needs):
        yield "The stock suffices."


def render_csv(shopping: ShoppingList, style: TextStyle) -> str:
    """Return the shopping list as CSV for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for need in shopping.needs:
        tile_id, name = escape_spreadsheet_cell(need.id), escape_spreadsheet_cell(need.name)
        writer.writerow([need.kind, tile_id, name, need.count, need.stock, need.lacking])
    return text.getvalue()


def render_json(shopping: ShoppingList, style: TextStyle) -> str:
    """Return the shopping list as JSON for programs."""
    document = {
        "version": 1,
        "dungeons": list(shopping.dungeons),
        "tables": shopping.tables,
        "boxes": count_boxes(shopping.needs),
        "needs": [{column: getattr(need, column) for column in _COLUMNS} for need in shopping.needs],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
