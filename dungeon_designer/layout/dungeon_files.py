"""Read and write dungeon files of both formats.

A file that was written is checked to read back as the same dungeon.
"""

from __future__ import annotations

import os

from dungeon_designer.errors import ReadError, WriteError, escape_line
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.text.file_reading import build_read_error, decode_text, read_bytes
from dungeon_designer.text.letter_grid import read_letter_grid
from dungeon_designer.text.read_faults import Fault, KeyPath, Mark
from dungeon_designer.text.yaml_text import YamlTable, find_node_mark, parse_yaml, split_lines

SKETCH_ENDINGS = (".yaml", ".yml")
"""The endings of files that are read as sketches."""
LAYOUT_ENDINGS = (".json",)
"""The endings of files that are read as layout files."""
DUNGEON_ENDINGS = (".dungeon.yaml", ".dungeon.json")
"""The endings by which a file is known as a dungeon, whoever names it."""

_SEASON_OR_RULESET = (
    f"this is a season or a ruleset, not a dungeon; name a file that ends in {' or '.join(DUNGEON_ENDINGS)}"
)


def read_layout(data: bytes, name: str) -> Layout:
    """Return the layout (a dungeon as drawn) in the bytes of a sketch (YAML with a map) or a layout file (JSON).

    The ending of the name says the format. Without a known ending, as for standard input, the content decides. The
    layout has canonical form: objects are sorted, for instance, so that layouts that mean the same are equal.

    Args:
        data: the content of the file.
        name: the name of the file, which errors repeat.

    Raises:
        ReadError: the file holds no dungeon. The error names the location and the remedy.

    >>> read_layout(b"map: <..>", "hall.dungeon.yaml").sections[0].kind
    <SectionKind.END_ZONE: 'end_zone'>
    """
    if name.lower().endswith(".toml"):
        raise ReadError(name, "", _SEASON_OR_RULESET)
    try:
        text = decode_text(data)
        return read_json(text) if is_layout_file(name, text) else read_sketch(text)
    except Fault as fault:
        raise build_read_error(fault, name) from None


def write_layout(
    layout: Layout, name: str, existing_sketch: bytes | None = None, as_layout_file: bool | None = None
) -> bytes:
    """Return the bytes of a file that holds a layout, checked to read back as that layout.

    Everything that makes a dungeon writes its files by this function, so that no file is left that the program cannot
    read.

    Args:
        layout: the dungeon, in any form.
        name: the file's name; its ending says the format unless `as_layout_file` does.
        existing_sketch: the sketch (YAML with a drawn map) that the file held before, whose comments and form stay;
            None for a new file.
        as_layout_file: whether to write a layout file rather than a sketch; None to let the ending decide.

    Raises:
        WriteError: no file can hold this layout; it exceeds a limit, for instance.

    >>> write_layout(Layout(name="Hall", chests=((1, 2),)), "hall.dungeon.json").splitlines()[3]
    b'  "name": "Hall",'
    """
    as_json = is_layout_file(name) if as_layout_file is None else as_layout_file
    data = _format_layout(layout, existing_sketch, as_json)
    problem = _find_read_problem(data, layout, name)
    if problem and existing_sketch is not None:
        # the form of the existing sketch may be in the way: write the sketch anew, without its comments
        data = _format_layout(layout, None, as_json)
        problem = _find_read_problem(data, layout, name)
    if problem:
        raise WriteError(escape_line(f"{name}: this dungeon cannot be written: {problem}"))
    return data


def _format_layout(layout: Layout, existing_sketch: bytes | None, as_json: bool) -> bytes:
    """Return a layout (a dungeon as drawn) as the bytes of a file.

    The file is a layout file (JSON), a new sketch (YAML with a drawn map), or the existing sketch with few lines
    changed.
    """
    if as_json:
        return write_json(layout)
    from dungeon_designer.layout.patching import patch_sketch_bytes
    from dungeon_designer.layout.sketch_writer import write_sketch

    return write_sketch(layout).encode() if existing_sketch is None else patch_sketch_bytes(existing_sketch, layout)


def _find_read_problem(data: bytes, layout: Layout, name: str) -> str:
    """Return in words why the bytes of a file would not be read as this very layout; '' if they would."""
    try:
        reread = read_layout(data, name)
    except ReadError as error:
        # line numbers of an unwritten file do not help
        key = "" if error.location.replace(":", "").isdigit() else error.location
        return f"{key}: {error.problem}" if key else error.problem
    # a file does not distinguish lists and tuples in `extra`
    is_same = reread == normalise_layout(layout) or write_json(reread) == write_json(layout)
    return "" if is_same else "it would be read as another dungeon; please report this"


def is_layout_file(name: str, text: str = "") -> bool:
    """Return whether a file is a layout file (JSON) rather than a sketch (YAML with a drawn map).

    The ending of the name decides; without a known ending, the text does.

    >>> is_layout_file("hall.dungeon.json"), is_layout_file("-", "name: Hall"), is_layout_file("-", " {}")
    (True, False, True)
    """
    lower_name = name.lower()
    if lower_name.endswith(LAYOUT_ENDINGS):
        return True
    if lower_name.endswith(SKETCH_ENDINGS):
        return False
    return text.lstrip().startswith("{")


def has_written_ids(data: bytes, name: str) -> bool:
    r"""Return whether a dungeon file gives the ids of its sections.

    A sketch (a YAML file with a drawn map) without the key `sections` does not: the ids of its sections only number
    them, and another wall may shift them all.

    Args:
        data: the content of a file that holds a dungeon; empty for none.
        name: the name of the file.

    >>> has_written_ids(b"map: <..>", "hall.dungeon.yaml"), has_written_ids(b"map: ..\nsections: AA", "-")
    (False, True)
    """
    if not data:
        return False
    text = decode_text(data)
    if is_layout_file(name, text):
        return True
    root = parse_yaml(text)
    return isinstance(root, YamlTable) and "sections" in root.entries


def read_dungeon_file(path: str | os.PathLike[str]) -> Layout:
    """Return the layout (a dungeon as drawn) in a dungeon file: a sketch (YAML) or a layout file (JSON).

    Raises:
        ReadError: the file holds no dungeon, cannot be opened, or is too large.
    """
    return read_layout(read_bytes(path), os.fspath(path))


def locate_key(data: bytes, name: str, path: KeyPath) -> Mark | None:
    r"""Return the line and column, from 1, of a value in the bytes of a sketch (a dungeon drawn in a YAML file).

    It is None for a layout file (JSON), for empty data, and if the value is not found.

    Args:
        data: the content of the file.
        name: the name of the file.
        path: the keys and list indexes that lead to the value.

    >>> locate_key(b"name: Hall\nruleset: cup.toml", "hall.dungeon.yaml", ("ruleset",))
    (2, 10)
    """
    if not data or is_layout_file(name, data.decode("utf-8-sig", "replace")):
        return None
    try:
        return find_node_mark(parse_yaml(decode_text(data)), path)
    except Fault:
        return None


def find_map_corner(text: str) -> Mark | None:
    r"""Return the line and column, from 1, where the map in the text of a sketch shows square (0, 0).

    A sketch is a dungeon drawn in a YAML file, with a letter for each square. The result is None if the text has no map
    or is no sketch.

    >>> find_map_corner("name: Hall\nmap: |\n  <.>\n")
    (3, 3)
    """
    try:
        root = parse_yaml(text)
        if isinstance(root, YamlTable) and "map" in root.entries:
            return read_letter_grid(root.entries["map"], "map", split_lines(text)).corner
    except Fault:
        pass
    return None
