"""The layout file (JSON): bytes → plain data → migrated → layout."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from dungeon_designer.layout.document import Document, layout_of
from dungeon_designer.layout.migrations import FORMAT, migrated
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.faults import Fault, converted, quoted


def read_json(text: str) -> Layout:
    """The layout in a layout file's text; a Fault with the key, or line and column where it is no JSON.

    >>> read_json('{"format": "dungeon-layout", "version": 1, "name": "Hall"}').name
    'Hall'
    """
    data = _plain(text)
    if not isinstance(data, dict):
        raise Fault("a layout file is one object in braces", mark=(1, 1))
    if data.get("format") != FORMAT:
        raise Fault(f'this is no layout file: it lacks "format": "{FORMAT}"', ("format",) if "format" in data else ())
    if "version" not in data:
        raise Fault("the key 'version' is missing")
    rest = {key: value for key, value in data.items() if key not in ("format", "version")}
    current = migrated(rest, data["version"])
    return layout_of(converted(current, Document), current)


def _plain(text: str) -> Any:
    if not text.strip():
        raise Fault("the file is empty")
    try:
        data = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_number, parse_int=_whole, parse_float=_real
        )
    except json.JSONDecodeError as error:
        raise _syntax(error, text) from None
    except RecursionError:
        raise Fault("lists and objects are nested too deep") from None
    if re.search(r"\\u[dD][89a-fA-F]", text):
        _check_halves(data)
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key written twice is a fault, since one of its values would be lost."""
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Fault(f"the key {quoted(twice)} stands twice in one object")
    return table


def _no_number(word: str) -> NoReturn:
    raise Fault(f"{word} is no number JSON knows")


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > 19:
        raise Fault(f"the number {digits[:16]}… is too long")
    return int(digits)


def _real(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise Fault(f"the number {digits[:16]} is too large")
    return number


def _check_halves(data: Any) -> None:
    """Half a character (a lone surrogate) cannot be written to any file again."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Fault("a \\u escape stands for half a character only") from None


def _syntax(error: json.JSONDecodeError, text: str) -> Fault:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return Fault("not valid JSON: the file ends too early", mark=(error.lineno, error.colno))
    return Fault(f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}", mark=(error.lineno, error.colno))
