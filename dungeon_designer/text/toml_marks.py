"""Find the line and column of every key and value of a TOML text, which Python's TOML parser does not report.

Only text that Python's parser has accepted is scanned, so nothing is checked twice: what follows a value,
for example, is known to be a comma, a bracket, a comment or the end of the line.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import NamedTuple

from dungeon_designer.text.read_faults import KeyPath, Mark

KEY_PART_PATTERN = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
"""The pattern of one part of a dotted key."""

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*+")
_KEY = re.compile(rf"{KEY_PART_PATTERN}(?:[ \t]*\.[ \t]*{KEY_PART_PATTERN})*+")
_STRING = re.compile(r""""{3}(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+\'""", re.DOTALL)
_WORD = re.compile(r"[^\n,\]}#]*+")


class KeyPosition(NamedTuple):
    """The position of a key and of the start of its value; for an entry of a list, both are the same."""

    key: Mark
    value: Mark


def find_key_positions(text: str) -> dict[KeyPath, KeyPosition]:
    r"""Return the position of each key, table and list entry of a valid TOML text; of repeated keys, the first.

    >>> find_key_positions('name = "Cup"\n[[rounds]]\nlayout = ["a", "b"]')["rounds", 0, "layout", 1]
    KeyPosition(key=(3, 16), value=(3, 16))
    """
    return _Scanner(text).scan()


def find_mark(positions: dict[KeyPath, KeyPosition], path: KeyPath, at_key: bool = False) -> Mark | None:
    """Return the line and column of the value at a path, or of its key if `at_key`.

    If the path does not exist, return those of the key of its innermost parent that exists; None if none does.
    """
    for length in range(len(path), 0, -1):
        position = positions.get(path[:length])
        if position:
            return position.key if at_key or length < len(path) else position.value
    return None


class _Scanner:
    """A reader that walks through a TOML text and records the position of every key and value."""

    def __init__(self, text: str) -> None:
        """Begin at the first letter of a valid TOML text."""
        self._text = text.replace("\r\n", "\n")
        self._index = 0
        self._positions: dict[KeyPath, KeyPosition] = {}
        self._list_lengths: dict[KeyPath, int] = {}
        """How many tables each list of tables, with headers such as [[rounds]], has so far."""
        self._starts = [0, *(match.end() for match in re.finditer("\n", self._text))]
        """The index at which each line begins."""

    def scan(self) -> dict[KeyPath, KeyPosition]:
        """Return the position of every key, table and list entry."""
        table: KeyPath = ()
        while self._skip_space():  # until nothing follows
            if self._text[self._index] == "[":
                table = self._read_header()
            else:
                self._read_pair(table)
        return self._positions

    def _read_header(self) -> KeyPath:
        """Read the header of a table, [name] or [[name]], and return the path of the keys below it.

        Below the second [[rounds]], for instance, that is ("rounds", 1).
        """
        mark, in_list = self._find_current_mark(), self._text.startswith("[[", self._index)
        bracket_count = 2 if in_list else 1
        self._index += bracket_count
        self._skip_space()
        path: KeyPath = ()
        parts = self._read_key()
        for number, part in enumerate(parts, start=1):
            path = (*path, part)
            self._record_position(path, KeyPosition(mark, mark))
            if in_list and number == len(parts):
                self._list_lengths[path] = self._list_lengths.get(path, 0) + 1
            if path in self._list_lengths:  # a name of a list of tables means the last of its tables
                path = (*path, self._list_lengths[path] - 1)
                self._record_position(path, KeyPosition(mark, mark))
        self._skip_space()
        self._index += bracket_count
        return path

    def _read_pair(self, table: KeyPath) -> None:
        """Read a key and its value, and record where both begin, for each part of the key.

        In ``play.jump = 2`` both parts, `play` and `play.jump`, get the positions of the whole key and of the 2.
        `table` is the path of the table that the pair belongs to.
        """
        key_mark, parts = self._find_current_mark(), self._read_key()
        self._index = self._text.index("=", self._index) + 1
        self._skip_space()
        value_mark = self._find_current_mark()
        path = table
        for part in parts:
            path = (*path, part)
            self._record_position(path, KeyPosition(key_mark, value_mark))
        self._read_value(path)

    def _read_value(self, path: KeyPath) -> None:
        """Move over a value: a text, a list, a table in braces, or a word such as a number.

        Positions inside a list or table are recorded below `path`, the path of the value.
        """
        match self._text[self._index]:
            case "[":
                self._read_list(path)
            case "{":
                self._index += 1
                while self._skip_to_entry("}"):
                    self._read_pair(path)
            case '"' | "'":
                self._index = self._find_match_end(_STRING)
            case _:
                self._index = self._find_match_end(_WORD)

    def _read_list(self, path: KeyPath) -> None:
        """Read a list and record the position of each entry."""
        self._index += 1
        number = 0
        while self._skip_to_entry("]"):
            mark = self._find_current_mark()  # an entry has no key: its value stands for it
            self._record_position((*path, number), KeyPosition(mark, mark))
            self._read_value((*path, number))
            number += 1

    def _read_key(self) -> tuple[str, ...]:
        """Read a dotted key, and return its parts without quotes."""
        start = self._index
        self._index = self._find_match_end(_KEY)
        return read_key(self._text[start : self._index])

    def _skip_to_entry(self, closing: str) -> bool:
        """Skip commas and blanks. Return whether another entry follows; if not, skip the closing bracket, too."""
        self._skip_space()
        while self._text[self._index] == ",":
            self._index += 1
            self._skip_space()
        # in a valid text the closing bracket follows at the latest
        if self._text[self._index] != closing:
            return True
        self._index += 1
        return False

    def _skip_space(self) -> bool:
        """Skip blanks, line ends and comments. Return whether anything follows."""
        self._index = self._find_match_end(_SPACE)
        return self._index < len(self._text)

    def _find_match_end(self, pattern: re.Pattern[str]) -> int:
        """Return the index where a pattern that matches at the current index ends."""
        match = pattern.match(self._text, self._index)
        return match.end() if match else self._index

    def _record_position(self, path: KeyPath, position: KeyPosition) -> None:
        """Record the position of a path, unless it has one already."""
        self._positions.setdefault(path, position)

    def _find_current_mark(self) -> Mark:
        """Return the line and column of the current index."""
        line = bisect_right(self._starts, self._index)  # as many lines begin up to here
        return line, self._index - self._starts[line - 1] + 1


def read_key(text: str) -> tuple[str, ...]:
    """Return the parts of a dotted key without their quotes.

    >>> read_key('rules . "x-y"')
    ('rules', 'x-y')
    """
    parts = []
    for part in re.findall(KEY_PART_PATTERN, text):
        is_quoted = part[0] in "\"'"
        parts.append(str(tomllib.loads(f"x = {part}")["x"]) if is_quoted else part)  # the parser reads escapes, too
    return tuple(parts)
