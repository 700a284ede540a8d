"""Which files of other programs are read, told by their ending and, for JSON, by their content."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dungeon_designer.errors import ReadError
from dungeon_designer.imports import donjon, one_page_dungeon, text_grid, tiled
from dungeon_designer.imports.imported import Imported
from dungeon_designer.layout.model import normalised
from dungeon_designer.text.files import as_error, decoded
from dungeon_designer.text.read_faults import Fault

ENDINGS = {
    ".tmj": "Tiled map",
    ".csv": "Grid of letters in a table",
    ".txt": "Grid of letters",
    ".tsv": "donjon's table",
}
"""The endings that are always another program's."""

LARGEST = 8 * 2**20
"""The largest file that is imported, in bytes; a map of a thousand squares takes some ten thousand."""

_TRACED = "draw over it in the editor (View, Picture to trace)"
_SHEET = "a spreadsheet is read as CSV: save the sheet with one letter a cell as .csv"
_NOT_READ = {
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".svg"), f"a picture holds no squares; {_TRACED}"
    ),
    ".pdf": f"a PDF holds no squares; save its page as a picture and {_TRACED}",
    **dict.fromkeys((".xlsx", ".xls", ".ods"), _SHEET),
    **dict.fromkeys((".uvtt", ".dd2vtt", ".df2vtt"), "a universal VTT file holds a picture and lines, no squares"),
    ".tmx": "Tiled's XML is not read: export the map from Tiled as JSON (.tmj)",
}


_SKETCH = re.compile(rb"^(map|sections|name|ruleset)[ \t]*:", re.MULTILINE)


def read_if_foreign(data: bytes, name: str) -> Imported | None:
    """The dungeon in a file that another program wrote; None for one of ours.

    ReadError as `read_foreign` has it, also for files nobody can read as a dungeon.

    >>> read_if_foreign(b"<<..C..>>", "hall.txt") is None, read_if_foreign(b"map: <<..C..>>", "hall.txt") is None
    (False, True)
    """
    lower = name.lower()
    if lower.endswith(".json"):
        found = _other_json(data)
        return None if found is None else _as_dungeon(lambda: _read_json(found, lower), name)
    if lower.endswith(".txt"):
        return None if _SKETCH.search(data) else read_foreign(data, name)
    return read_foreign(data, name) if lower.endswith((*ENDINGS, *_NOT_READ)) else None


def read_foreign(data: bytes, name: str) -> Imported:
    """The dungeon in another program's file; ReadError names the file, the place and the remedy."""
    for ending, remedy in _NOT_READ.items():
        if name.lower().endswith(ending):
            raise ReadError(name, "", remedy)
    return _as_dungeon(lambda: _read(decoded(data, LARGEST), name.lower()), name)


def _as_dungeon(read: Callable[[], Imported], name: str) -> Imported:
    try:
        found = read()
    except Fault as fault:
        raise as_error(fault, name) from None
    return replace(found, layout=normalised(found.layout))


def _read(text: str, name: str) -> Imported:
    if name.endswith(".csv"):
        return text_grid.read_csv(text)
    if name.endswith(".txt"):
        return donjon.read_words(text) if "\t" in text else text_grid.read_text(text)
    return donjon.read_words(text) if name.endswith(".tsv") else _read_json(_json(text), name)


def _read_json(data: Any, name: str) -> Imported:
    if name.endswith(".tmj") or _is_tiled(data):
        return tiled.read_tiled(data)
    return one_page_dungeon.read_one_page(data) if one_page_dungeon.is_one_page(data) else donjon.read_donjon(data)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Fault(f"this is no JSON: {error.msg.lower()}", mark=(error.lineno, error.colno)) from None
    except (RecursionError, ValueError):
        raise Fault("this JSON cannot be read: it is nested too deep, or a number in it is too long") from None


def _is_tiled(data: object) -> bool:
    return isinstance(data, dict) and "layers" in data and "format" not in data


def _other_json(data: bytes) -> Any:
    """What is in a JSON file, if another program wrote it; else None."""
    if len(data) > LARGEST or not any(key in data for key in (b'"rects"', b'"cells"', b'"layers"')):
        return None
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return found if one_page_dungeon.is_one_page(found) or donjon.is_donjon(found) or _is_tiled(found) else None
