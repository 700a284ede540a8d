"""Dungeon files, whatever their format: read as a layout, and written so that they can be read again."""

from __future__ import annotations

import os

from dungeon_designer.errors import ReadError, WriteError, one_line
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.text.files import as_error, decoded, read_bytes
from dungeon_designer.text.read_faults import Fault, Mark, Path
from dungeon_designer.text.rows import grid_of
from dungeon_designer.text.yaml_text import YamlTable, compose, lines_of, located

SKETCH_ENDINGS = (".yaml", ".yml")
LAYOUT_ENDINGS = (".json",)
DUNGEON_ENDINGS = (".dungeon.yaml", ".dungeon.json")
"""The endings by which a file is known for a dungeon, whoever names it."""

_SEASON_OR_RULESET = (
    f"this is a season or a ruleset, not a dungeon; name a file that ends in {' or '.join(DUNGEON_ENDINGS)}"
)


def read_layout(data: bytes, name: str) -> Layout:
    """The normalised layout in a file's bytes; ReadError names `name`, the place and the remedy.

    The ending of the name says which format it is; where it says nothing (standard input), the content does.

    >>> read_layout(b"map: <..>", "hall.dungeon.yaml").sections[0].kind
    <SectionKind.END_ZONE: 'end_zone'>
    """
    if name.lower().endswith(".toml"):
        raise ReadError(name, "", _SEASON_OR_RULESET)
    try:
        text = decoded(data)
        return read_json(text) if is_layout_file(name, text) else read_sketch(text)
    except Fault as fault:
        raise as_error(fault, name) from None


def write_layout(layout: Layout, name: str, before: bytes | None = None, as_layout_file: bool | None = None) -> bytes:
    """Return the bytes of a file that holds a layout, checked to read back as that layout.

    Every maker of a dungeon writes its files by this function, so that no file is left that the program cannot read.

    Args:
        layout: the dungeon, in any form.
        name: the file's name; its ending says the format unless `as_layout_file` does.
        before: the sketch that stood there so far; its comments and its form stay.
        as_layout_file: whether a layout file is written rather than a sketch.

    Raises:
        WriteError: no file can hold this layout: it is over a limit, say.

    >>> write_layout(Layout(name="Hall", chests=((1, 2),)), "hall.dungeon.json").splitlines()[3]
    b'  "name": "Hall",'
    """
    as_json = is_layout_file(name) if as_layout_file is None else as_layout_file
    data = _format_layout(layout, before, as_json)
    if (problem := _find_read_fault(data, layout, name)) and before is not None:
        data = _format_layout(layout, None, as_json)
        problem = _find_read_fault(data, layout, name)
    if problem:
        raise WriteError(one_line(f"{name}: this dungeon cannot be written: {problem}"))
    return data


def _format_layout(layout: Layout, before: bytes | None, as_json: bool) -> bytes:
    """Return a layout as the bytes of a layout file, of a sketch, or of the sketch `before` with few lines changed."""
    if as_json:
        return write_json(layout)
    from dungeon_designer.layout.patching import patched_file
    from dungeon_designer.layout.sketch_writer import write_sketch

    return write_sketch(layout).encode() if before is None else patched_file(before, layout)


def _find_read_fault(data: bytes, layout: Layout, name: str) -> str:
    """Return why the bytes of a file do not read as a layout; '' where they do."""
    try:
        found = read_layout(data, name)
    except ReadError as error:
        key = "" if error.place.replace(":", "").isdigit() else error.place  # lines of no file help nobody
        return f"{key}: {error.problem}" if key else error.problem
    # lists and tuples in `extra` are the same to a file
    same = found == normalised(layout) or write_json(found) == write_json(layout)
    return "" if same else "it would be read as another dungeon; please report this"


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


def locate_key(data: bytes, name: str, path: Path) -> Mark | None:
    """Return the line and column of the value at a path in a sketch; None for a layout file and for no file at all.

    >>> locate_key(b"name: Hall\\nruleset: cup.toml", "hall.dungeon.yaml", ("ruleset",))
    (2, 10)
    """
    if not data or is_layout_file(name, data.decode("utf-8-sig", "replace")):
        return None
    try:
        return located(compose(decoded(data)), path)
    except Fault:
        return None


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
