"""Maps that the program writes for other programs and reads again: whether they read as the same dungeon."""

from __future__ import annotations

import msgspec

from dungeon_designer.board.model import Board
from dungeon_designer.errors import ReadError, WriteError, one_line
from dungeon_designer.imports.registry import read_foreign
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.text.escaping import with_texts, without_controls

TILED_ENDINGS = (".tmx", ".tmj")
"""The endings of maps that hold all of a dungeon."""


def check_map(data: bytes, name: str, ending: str, board: Board, with_hidden: bool) -> None:
    """Raise WriteError where a Tiled map cannot be read again, or reads as another dungeon.

    A dungeon with control characters in its words may differ: XML cannot hold them.

    Args:
        data: the bytes of the map's file.
        name: what messages call that file.
        ending: the ending by which its format is known.
        board: the dungeon that the map was made of.
        with_hidden: whether the map holds what is hidden in the dungeon; without it, the two differ.
    """
    try:
        found = read_foreign(data, ending, board.library).layout
    except ReadError as error:
        raise WriteError(one_line(f"{name}: this dungeon cannot be written as a Tiled map: {error.problem}")) from None
    if with_hidden and found != normalised(board.layout) and _is_printable(board.layout):
        raise WriteError(one_line(f"{name}: this map would be read as another dungeon; please report this"))


def _is_printable(layout: Layout) -> bool:
    """Return whether no word of a layout has a control character in it."""
    data = msgspec.json.decode(write_json(layout))
    return bool(with_texts(data, without_controls) == data)
