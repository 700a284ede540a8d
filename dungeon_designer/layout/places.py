"""Where in a sketch's text its map stands, so that a report can point at a line and column."""

from __future__ import annotations

from dungeon_designer.text.read_faults import Fault, Mark
from dungeon_designer.text.rows import grid_of
from dungeon_designer.text.yaml_nodes import Table, compose, lines_of


def map_corner(text: str) -> Mark | None:
    """Line and column, from 1, of square (0, 0) of a sketch's map; None without a map, or when it cannot be told.

    >>> map_corner("name: Hall\\nmap: |\\n  <.>\\n")
    (3, 3)
    """
    try:
        root = compose(text)
        if isinstance(root, Table) and "map" in root.entries:
            return grid_of(root.entries["map"], "map", lines_of(text)).corner
    except Fault:
        pass
    return None
