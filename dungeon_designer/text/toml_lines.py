"""The line of each key of a TOML file, which Python's reader does not tell; for files that it has read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

Lines = Mapping[str, int]
"""The line, from 1, of each table and key by its dotted path."""

_TABLE = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(?:#.*)?$")
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")
_TOKEN = re.compile(r"""\"{3}|'{3}|"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[\[\]{}]|\#.*""", re.DOTALL)


def lines_of(text: str) -> dict[str, int]:
    """The line of every key outside lists and inline tables; of a key that is named twice, the first.

    >>> lines_of('id = "cup"\\n[rules.chest-count]\\nmin = 5')
    {'id': 1, 'rules.chest-count': 2, 'rules.chest-count.min': 3}
    """
    found: dict[str, int] = {}
    table, depth, quotes = "", 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if not depth and not quotes:
            head, key = _TABLE.match(line), _KEY.match(line)
            if head:
                table = _path(head[1])
                found.setdefault(table, number)
                continue
            if key:
                found.setdefault(".".join(filter(None, (table, _path(key[1])))), number)
        depth, quotes = _after(line, depth, quotes)
    return found


def line_of(fault: str, lines: Lines) -> int:
    """The line of the key that a fault names first, or of the nearest table around it; 0 where there is none.

    >>> line_of("rules.chest-count: unknown parameter 'mni'", {"rules.chest-count": 2, "rules.chest-count.mni": 3})
    3
    """
    path, _, rest = fault.partition(": ")
    said = re.match(r"(?:unknown (?:key|parameter) '([^']*)'|(\w+)[\[.:])", rest or fault)
    inner = next(filter(None, said.groups()), "") if said else ""
    start = path if rest and " " not in path else ""
    tried = [".".join(filter(None, (start, inner))), start]
    while "." in tried[-1]:
        tried.append(tried[-1].rpartition(".")[0])
    return next((lines[each] for each in tried if each in lines), 0)


def _path(written: str) -> str:
    """A dotted key without its quotes."""
    parts = re.findall(_PART, written)
    return ".".join(_bare(part) for part in parts)


def _bare(part: str) -> str:
    return str(*tomllib.loads(f"x = {part}").values()) if part[0] in "\"'" else part


def _after(line: str, depth: int, quotes: str) -> tuple[int, str]:
    """How deep in brackets the next line begins, and the quotes of the text it is in, if it is in one."""
    for mark in _TOKEN.findall(line):
        if quotes:
            quotes = "" if mark == quotes else quotes
        elif mark in ('"""', "'''"):
            quotes = mark
        elif mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
    return depth, quotes
