"""The layout file (JSON) as written: one item a line, the same bytes for the same layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from dungeon_designer.layout.document import said, said_keys, sides_said
from dungeon_designer.layout.migrations import FORMAT, version_of
from dungeon_designer.layout.model import Layout, Section, normalised

WIDTH = 100
"""Sections longer than this on one line get a line for each row."""

_LISTS = frozenset(
    name for name, default in zip(Layout.__struct_fields__, Layout.__struct_defaults__, strict=True) if default == ()
)


def write_json(layout: Layout) -> bytes:
    """The bytes of a layout file, in UTF-8, ending with a line break.

    >>> print(write_json(Layout(name="Hall", chests=((1, 2),))).decode(), end="")
    {
      "format": "dungeon-layout",
      "version": 1,
      "name": "Hall",
      "chests": [
        [1, 2]
      ]
    }
    """
    layout = normalised(layout)
    version = version_of(said_keys(layout))
    entries = [f'  "format": "{FORMAT}"', f'  "version": {version}', *_entries(layout)]
    return ("{\n" + ",\n".join(entries) + "\n}\n").encode()


def _entries(layout: Layout) -> Iterator[str]:
    """Every key that says more than its default, with its value."""
    for name in said_keys(layout):
        value = getattr(layout, name)
        if name == "sides":
            yield f'  "sides": {_line(sides_said(value))}'
        elif name == "extra":
            yield f'  "extra": {_indented(value)}'
        elif name in _LISTS:
            items = ",\n".join(f"    {_item(item)}" for item in value)
            yield f'  "{name}": [\n{items}\n  ]'
        else:
            yield f'  "{name}": {_line(value)}'


def _item(item: Any) -> str:
    """One item on one line; a long drawn section with a line for each row."""
    if not isinstance(item, Section):
        return _line(said(item) if isinstance(item, msgspec.Struct) else item)
    data = said(item)
    if not item.tile and not item.rows:
        data["rows"] = []
    text = _line(data)
    if len(text) <= WIDTH or not item.rows:
        return text
    rows = data.pop("rows")
    lines = ",\n".join(f"      {_line(row)}" for row in rows)
    return f'{_line(data)[:-1]}, "rows": [\n{lines}\n    ]}}'


def _line(value: Any) -> str:
    """A value on one line, with a blank after each comma and colon."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _indented(value: Any) -> str:
    """`extra`: keys sorted, so that equal layouts give equal bytes."""
    text = msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2).decode()
    return text.replace("\n", "\n  ")
