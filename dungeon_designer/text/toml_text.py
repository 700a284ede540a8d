"""TOML text as plain data, behind bounds, and the line of each key, which Python's reader does not tell.

Python's reader takes seconds and gigabytes for a key of twenty thousand parts, and an error that it raises for a number
of five thousand digits is none of its own. So what no file here has use for is refused, before it is read or after.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from dungeon_designer.text.read_faults import Fault

LARGEST = 2**16
"""A file of more bytes than this is no ruleset, season, team or stock."""

DEPTH = 32
"""How many parts a dotted key may have, and how deep lists and tables may be nested."""

_LONGEST, _LONGEST_KEY = 2**63, 200
"""Numbers of this size and more are counted nowhere, and no key has more letters."""

Lines = Mapping[str, int]
"""The line, from 1, of each table and key by its dotted path."""

_TABLE = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(?:#.*)?$")
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_KEY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")
_TOKEN = re.compile(r"""\"{3}|'{3}|"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[\[\]{}]|\#.*""", re.DOTALL)

_DEEP = re.compile(rf"(?m)(?:^|[\[{{,])[ \t]*+(?:{_PART}[ \t]*+\.[ \t]*+){{{DEPTH}}}")
"""A key of more parts; what stands in a text of several lines may look like one, but no one writes that."""


def read_toml(data: bytes, largest: int = LARGEST) -> dict[str, Any]:
    """The table in a file's bytes; a Fault with one line where they are no TOML or hold what no file needs.

    >>> read_toml(b"id = 'cup'")
    {'id': 'cup'}
    """
    if len(data) > largest:
        raise Fault(f"larger than {largest // 2**10} kB, which nothing here needs; nothing was read")
    try:
        text = data.decode("utf-8-sig")
        if _DEEP.search(text):
            raise Fault("nested too deeply")
        table = tomllib.loads(text)
    except UnicodeDecodeError:
        raise Fault("not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        said = str(error)  # which may quote a key of any length
        raise Fault(f"not TOML: {said if len(said) < 300 else f'{said[:200]}…{said[-40:]}'}") from None
    except RecursionError:
        raise Fault("nested too deeply") from None
    except ValueError:  # Python turns no number of more than 4,300 digits into one
        raise Fault("not TOML: a number in it is too long") from None
    _check(table)
    return table


def _check(table: dict[str, Any]) -> None:
    """A Fault for values nested too deeply, and for numbers and keys too long to be said in an error."""
    level: list[Any] = [table]
    for _ in range(DEPTH):
        if any(type(value) is int and abs(value) >= _LONGEST for value in level):
            raise Fault("not TOML: a number in it is too long")
        entries = [entry for value in level if isinstance(value, dict) for entry in value.items()]
        if any(len(key) > _LONGEST_KEY for key, _ in entries):
            raise Fault("a key in it is too long")
        level = [value for _, value in entries] + [each for value in level if isinstance(value, list) for each in value]
        if not level:
            return
    raise Fault("nested too deeply")


def lines_of(text: str) -> dict[str, int]:
    """The line of every key outside lists and inline tables; of a key that is named twice, the first.

    >>> lines_of('id = "cup"\\n[rules.chest-count]\\nmin = 5')
    {'id': 1, 'rules.chest-count': 2, 'rules.chest-count.min': 3}
    """
    found: dict[str, int] = {}
    table, depth, quotes = "", 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        head, key = (_TABLE.match(line), _KEY.match(line)) if not depth and not quotes else (None, None)
        if head:
            table = _path(head[1])
            found.setdefault(table, number)
            continue
        if key:
            found.setdefault(".".join(filter(None, (table, _path(key[1])))), number)
        for mark in _TOKEN.findall(line):
            if quotes or mark in ('"""', "'''"):
                quotes = "" if mark == quotes else quotes or mark
            else:
                depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
    return found


def line_of(fault: str, lines: Lines) -> int:
    """The line of the key that a fault names first, or of the nearest table around it; 0 where there is none.

    >>> line_of("rules.chest-count: unknown parameter 'mni'", {"rules.chest-count": 2, "rules.chest-count.mni": 3})
    3
    """
    path, _, rest = fault.partition(": ")
    key = r"unknown (?:key|parameter) '([^']*)'"
    said = re.match(rf"{key}|([\w.]+)(?:: (?:{key}|'([\w-]+)' is not known)|[\[:])", rest or fault)
    start = path if rest and " " not in path else ""
    steps = ".".join(filter(None, (start, *(said.groups() if said else ())))).split(".")
    tried = (".".join(steps[:end]) for end in range(len(steps), 0, -1))
    return next((lines[each] for each in tried if each in lines), 0)


def _path(written: str) -> str:
    """A dotted key without its quotes."""
    parts = re.findall(_PART, written)
    return ".".join(str(*tomllib.loads(f"x = {part}").values()) if part[0] in "\"'" else part for part in parts)
