"""Values as YAML text that is pleasant to read and that no YAML reader mistakes for something else."""

from __future__ import annotations

import re
from typing import Any

import msgspec

_WORD = re.compile(r"[^\W\d][\w./'-]*( [\w./'-]+)*$")
_MISREAD = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_LONGEST_KEY = 1000
"""YAML takes only 1024 characters for a key without a question mark before it."""


def flow(value: Any) -> str:
    """A value on one line.

    >>> flow({"kind": "end_zone", "at": (1, 2), "name": "No", "flip": True})
    '{kind: end_zone, at: [1, 2], name: "No", flip: true}'
    """
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)}: {flow(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return msgspec.json.encode(value).decode()


def scalar(text: str) -> str:
    """Text on one line, in quotes where it needs them.

    >>> print(scalar("The Long Hall"), scalar("1: a\\n"))
    The Long Hall "1: a\\n"
    """
    if _WORD.match(text) and text.isprintable() and text.lower() not in _MISREAD:
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """Text on one line, in double quotes."""
    return '"' + "".join(map(_escaped, text)) + '"'


def block(text: str) -> str:
    """Text of several lines as an indented block, where a block keeps it as it is; else in quotes."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 2 or not fits_block(text):
        return scalar(text)
    sign = "|" if text.endswith("\n") else "|-"
    return "\n".join([sign, *(f"  {line}" if line else "" for line in lines)])


def fits_block(text: str) -> bool:
    """Whether an indented block keeps a text as it is.

    >>> fits_block("one\ntwo\n"), fits_block(" indented"), fits_block("blanks behind ")
    (True, False, False)
    """
    lines = text.removesuffix("\n").split("\n")
    safe = all(line.isprintable() and line == line.rstrip() for line in lines)
    return safe and bool(lines[0]) and lines[0][0] != " " and bool(lines[-1])


def _key(name: str) -> str:
    text = scalar(name)
    return text if len(text) < _LONGEST_KEY else f"? {text} "


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if letter == "\n":
        return "\\n"
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
