"""The layout file (JSON): bytes → plain data → migrated → layout."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from dungeon_designer.layout.document import Document, layout_of
from dungeon_designer.layout.migrations import FORMAT, migrated
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.read_faults import Fault, Mark, Path, converted
from dungeon_designer.text.yaml_nodes import DEPTH, mark_of

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_DIGITS = 19

COUNT = 1_000_000
"""How many commas and colons a file may hold: about as many as it has values, and to count them takes no time."""


def read_json(text: str) -> Layout:
    """The layout in a layout file's text; a Fault with the key, or line and column where it is no JSON.

    >>> read_json('{"format": "dungeon-layout", "version": 1, "name": "Hall"}').name
    'Hall'
    """
    data = _Plain().read(text)
    if not isinstance(data, dict):
        raise Fault("a layout file is one object in braces", mark=(1, 1))
    if data.get("format") != FORMAT:
        raise Fault(f'this is no layout file: it lacks "format": "{FORMAT}"', ("format",) if "format" in data else ())
    if "version" not in data:
        raise Fault("the key 'version' is missing")
    rest = {key: value for key, value in data.items() if key not in ("format", "version")}
    current = migrated(rest, data["version"])
    return layout_of(converted(current, Document), current)


class _Wrong:
    """Stands in plain data where something is wrong, until its place is known."""

    def __init__(self, problem: str) -> None:
        self.problem = problem


class _Plain:
    """JSON text to plain data; what JSON's own reader lets pass (keys twice, NaN) is refused."""

    def __init__(self) -> None:
        self._faulty = False

    def read(self, text: str) -> Any:
        """The data; a Fault with the key or the line and column."""
        if not text.strip():
            raise Fault("the file is empty")
        if text.count(",") + text.count(":") > COUNT:
            raise Fault(f"a file holds at most {COUNT:,} values")
        try:
            data = json.loads(
                text,
                object_pairs_hook=self._table,
                parse_constant=lambda word: self._wrong(f"{word} is no number JSON knows"),
                parse_int=self._whole,
                parse_float=self._real,
            )
        except json.JSONDecodeError as error:
            raise _syntax(error, text) from None
        except RecursionError:
            raise Fault(f"lists and objects are nested deeper than {DEPTH} levels", mark=_too_deep(text)) from None
        if self._faulty or _HALF.search(text):
            _check_values(data)
        return data

    def _wrong(self, problem: str) -> _Wrong:
        self._faulty = True
        return _Wrong(problem)

    def _table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object; a key written twice is wrong, since one of its values would be lost."""
        table = dict(pairs)
        if len(table) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    table[key] = self._wrong("this key stands twice in one object")
                seen.add(key)
        return table

    def _whole(self, digits: str) -> int | _Wrong:
        return int(digits) if len(digits.lstrip("-")) <= _DIGITS else self._wrong("this number is too long")

    def _real(self, digits: str) -> float | _Wrong:
        number = float(digits)
        return self._wrong("this number is too large") if math.isinf(number) else number


def _check_values(data: Any) -> None:
    """A Fault at the first wrong value, or half a character (a lone surrogate), which no file can hold."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _Wrong):
            raise Fault(value.problem, path)
        inside: list[tuple[str | int, Any]] = []
        if isinstance(value, dict):
            inside = list(value.items())
        elif isinstance(value, list):
            inside = list(enumerate(value))
        if _is_half(value) or any(_is_half(key) for key, _ in inside):
            raise Fault("a \\u escape stands for half a character only", path)
        waiting += [((*path, key), inner) for key, inner in reversed(inside)]


def _is_half(value: Any) -> bool:
    return isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value)


def _too_deep(text: str) -> Mark:
    """Where lists and objects are nested deeper than `DEPTH` for the first time."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > DEPTH:
            return mark_of(text, match.start())
    return (1, 1)


def _syntax(error: json.JSONDecodeError, text: str) -> Fault:
    mark = (error.lineno, error.colno)
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return Fault("not valid JSON: the file ends too early", mark=mark)
    problem = error.msg.removesuffix(" at")
    return Fault(f"not valid JSON: {problem[:1].lower()}{problem[1:]}", mark=mark)
