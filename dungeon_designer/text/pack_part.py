"""Define the parts of texts and tables that packs, websites and playtests put on a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PackPart:
    """A titled part of a pack (the printed document of an event): notes, a table, a numbered list.

    What is empty is not shown. `typesetting.typ` reads all fields but `link_targets`.

    Attributes:
        title: the title.
        notes: a text in Markdown.
        head: the headings of the table.
        rows: the rows of the table.
        items: the items of the numbered list.
        source: the book and clause that the part comes from.
        link_targets: link targets of the cells in `rows`: the file of the dungeon that a cell names, the title of
            another part, or '' for none; cells at the end of a row may be missing.
    """

    title: str
    notes: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    items: tuple[str, ...] = ()
    source: str = ""
    link_targets: tuple[tuple[str, ...], ...] = ()
