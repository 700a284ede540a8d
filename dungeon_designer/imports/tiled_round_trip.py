"""Check that a Tiled map which the program writes is read back as the same dungeon."""

from __future__ import annotations

import msgspec

from dungeon_designer.board.model import Board
from dungeon_designer.errors import ReadError, WriteError, escape_line
from dungeon_designer.imports.importers import read_foreign
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.text.escaping import map_texts, replace_control_characters

TILED_ENDINGS = (".tmx", ".tmj")
"""The endings of Tiled maps, which hold a whole dungeon."""


def check_tiled_map(data: bytes, name: str, ending: str, board: Board, with_hidden: bool) -> None:
    """Raise WriteError if a Tiled map cannot be read back, or is read as another dungeon.

    A dungeon with control characters in its words may differ, since XML cannot hold them.

    Args:
        data: the bytes of the map's file.
        name: what messages call that file.
        ending: the ending that determines its format.
        board: the dungeon from which the map was made.
        with_hidden: whether the map holds what is hidden in the dungeon; if not, the two differ.
    """
    try:
        layout = read_foreign(data, ending, board.library).layout
    except ReadError as error:
        problem = f"this dungeon cannot be written as a Tiled map: {error.problem}"
        raise WriteError(escape_line(f"{name}: {problem}")) from None
    if with_hidden and layout != normalise_layout(board.layout) and _is_printable(board.layout):
        raise WriteError(escape_line(f"{name}: this map would be read as another dungeon; please report this"))


def _is_printable(layout: Layout) -> bool:
    """Return whether no word of a layout has a control character."""
    data = msgspec.json.decode(write_json(layout))
    return bool(map_texts(data, replace_control_characters) == data)
