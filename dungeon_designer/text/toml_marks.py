"""Line and column of every key and value of a TOML text, which Python's reader does not tell.

Only text that Python's reader has taken is scanned, so nothing is checked here twice: what follows a value, say, is
known to be a comma, a bracket, a comment or the end of the line.
"""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple

from dungeon_designer.text.read_faults import Mark, Path

PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
"""One part of a dotted key."""

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*+")
_KEY = re.compile(rf"{PART}(?:[ \t]*\.[ \t]*{PART})*+")
_STRING = re.compile(r""""{3}(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+\'""", re.DOTALL)
_WORD = re.compile(r"[^\n,\]}#]*+")


class Place(NamedTuple):
    """Where a key stands, and where its value begins. An entry of a list has no key: both are the same."""

    key: Mark
    value: Mark


def find_places(text: str) -> dict[Path, Place]:
    """Return where each key, table and list entry of a valid TOML text stands; of a key named twice, the first.

    >>> find_places('name = "Cup"\\n[[rounds]]\\nlayout = ["a", "b"]')["rounds", 0, "layout", 1]
    Place(key=(3, 16), value=(3, 16))
    """
    return _Scanner(text).scan()


def locate(places: dict[Path, Place], path: Path, at_key: bool = False) -> Mark | None:
    """Return where the value at a path stands (its key, with `at_key`), or the last of its parents that exists."""
    for end in range(len(path), 0, -1):
        if place := places.get(path[:end]):
            return place.key if at_key or end < len(path) else place.value
    return None


class _Scanner:
    """Walks through a TOML text and notes where everything stands."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._places: dict[Path, Place] = {}
        self._list_lengths: dict[Path, int] = {}  # of each list of tables, [[so]], how many tables it has by now
        self._starts = [0, *(match.end() for match in re.finditer("\n", self._text))]

    def scan(self) -> dict[Path, Place]:
        """Return every place."""
        table: Path = ()
        while self._skip_space():
            if self._text[self._at] == "[":
                table = self._read_header()
            else:
                self._read_pair(table)
        return self._places

    def _read_header(self) -> Path:
        """Read the head of a table, [so] or [[so]]; return the path of what stands below it."""
        mark, in_list = self._mark(), self._text.startswith("[[", self._at)
        self._at += 1 + in_list
        self._skip_space()
        path: Path = ()
        parts = self._read_key()
        for number, part in enumerate(parts, start=1):
            path = (*path, part)
            self._note(path, Place(mark, mark))
            if in_list and number == len(parts):
                self._list_lengths[path] = self._list_lengths.get(path, 0) + 1
            if path in self._list_lengths:
                path = (*path, self._list_lengths[path] - 1)
                self._note(path, Place(mark, mark))
        self._skip_space()
        self._at += 1 + in_list
        return path

    def _read_pair(self, table: Path) -> None:
        """Read a key and its value."""
        mark, parts = self._mark(), self._read_key()
        self._at = self._text.index("=", self._at) + 1
        self._skip_space()
        path = table
        for part in parts:
            path = (*path, part)
            self._note(path, Place(mark, self._mark()))
        self._read_value(path)

    def _read_value(self, path: Path) -> None:
        """Read a text, a list, a table in braces, or a word such as a number."""
        match self._text[self._at]:
            case "[":
                self._read_list(path)
            case "{":
                self._at += 1
                while self._skip_separators("}"):
                    self._read_pair(path)
            case '"' | "'":
                self._at = self._match(_STRING)
            case _:
                self._at = self._match(_WORD)

    def _read_list(self, path: Path) -> None:
        self._at += 1
        number = 0
        while self._skip_separators("]"):
            self._note((*path, number), Place(self._mark(), self._mark()))
            self._read_value((*path, number))
            number += 1

    def _read_key(self) -> tuple[str, ...]:
        """Read a dotted key; return its parts without their quotes."""
        start = self._at
        self._at = self._match(_KEY)
        return read_key(self._text[start : self._at])

    def _skip_separators(self, closing: str) -> bool:
        """Skip commas and space; return whether another entry follows, and skip the closing bracket if none does."""
        while self._skip_space() and self._text[self._at] == ",":
            self._at += 1
        if self._text[self._at] != closing:
            return True
        self._at += 1
        return False

    def _skip_space(self) -> bool:
        """Skip blanks, line ends and comments; return whether anything follows."""
        self._at = self._match(_SPACE)
        return self._at < len(self._text)

    def _match(self, pattern: re.Pattern[str]) -> int:
        """Return where what stands here ends."""
        found = pattern.match(self._text, self._at)
        return found.end() if found else self._at

    def _note(self, path: Path, place: Place) -> None:
        self._places.setdefault(path, place)

    def _mark(self) -> Mark:
        """Return the line and column of what stands here."""
        from bisect import bisect_right

        line = bisect_right(self._starts, self._at)
        return line, self._at - self._starts[line - 1] + 1


def read_key(written: str) -> tuple[str, ...]:
    """Return the parts of a dotted key without their quotes.

    >>> read_key('rules . "x-y"')
    ('rules', 'x-y')
    """
    parts = re.findall(PART, written)
    return tuple(str(*tomllib.loads(f"x = {part}").values()) if part[0] in "\"'" else part for part in parts)
