"""Files read as a layout, whatever their format."""

from __future__ import annotations

import os

from dungeon_designer.errors import ReadError
from dungeon_designer.layout.layout_file import read_json
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.text.files import as_error, decoded, read_bytes
from dungeon_designer.text.read_faults import Fault, Mark
from dungeon_designer.text.rows import grid_of
from dungeon_designer.text.yaml_text import YamlTable, compose, lines_of

SKETCH_ENDINGS = (".yaml", ".yml")
LAYOUT_ENDINGS = (".json",)
DUNGEON_ENDINGS = (".dungeon.yaml", ".dungeon.json")
"""The endings by which a file is known for a dungeon, whoever names it."""


def read_layout(data: bytes, name: str) -> Layout:
    """The normalised layout in a file's bytes; ReadError names `name`, the place and the remedy.

    The ending of the name says which format it is; where it says nothing (standard input), the content does.

    >>> read_layout(b"map: <..>", "hall.dungeon.yaml").sections[0].kind
    <SectionKind.END_ZONE: 'end_zone'>
    """
    if name.lower().endswith(".toml"):
        raise ReadError(name, "", "this is a season or a ruleset, not a dungeon")
    try:
        text = decoded(data)
        return read_json(text) if is_layout_file(name, text) else read_sketch(text)
    except Fault as fault:
        raise as_error(fault, name) from None


def is_layout_file(name: str, text: str = "") -> bool:
    """Whether a file is a layout file (JSON) rather than a sketch.

    >>> is_layout_file("hall.dungeon.json"), is_layout_file("-", "name: Hall"), is_layout_file("-", " {}")
    (True, False, True)
    """
    lower = name.lower()
    if lower.endswith(LAYOUT_ENDINGS) or lower.endswith(SKETCH_ENDINGS):
        return lower.endswith(LAYOUT_ENDINGS)
    return text.lstrip().startswith("{")


def read_file(path: str | os.PathLike[str]) -> Layout:
    """The layout in a file; ReadError when there is none, it cannot be opened, or it is too large."""
    return read_layout(read_bytes(path), os.fspath(path))


def map_corner(text: str) -> Mark | None:
    """Line and column, from 1, of square (0, 0) of a sketch's map; None without a map, or when it cannot be told.

    >>> map_corner("name: Hall\\nmap: |\\n  <.>\\n")
    (3, 3)
    """
    try:
        root = compose(text)
        if isinstance(root, YamlTable) and "map" in root.entries:
            return grid_of(root.entries["map"], "map", lines_of(text)).corner
    except Fault:
        pass
    return None
