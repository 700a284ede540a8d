"""TOML text as plain data, behind bounds, and the line of each key, which Python's reader does not tell.

Python's reader takes seconds and gigabytes for a key of twenty thousand parts, and an error that it raises for a number
of five thousand digits is none of its own. So what no file here has use for is refused, before it is read or after.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from dungeon_designer.errors import ReadError
from dungeon_designer.text.files import as_error, decoded
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_faults import explain_toml_error
from dungeon_designer.text.toml_marks import PART, find_places, locate

LARGEST = 2**16
"""A file of more bytes than this is no ruleset, season, team or stock."""

DEPTH = 32
"""How many parts a dotted key may have, and how deep lists and tables may be nested."""

_LONGEST, _LONGEST_KEY = 2**63, 200
"""Numbers of this size and more are counted nowhere, and no key has more letters."""

Lines = Mapping[str, int]
"""The line, from 1, of each table and key by its dotted path."""

_DEEP = re.compile(rf"(?m)(?:^|[\[{{,])[ \t]*+(?:{PART}[ \t]*+\.[ \t]*+){{{DEPTH}}}")
"""A key of more parts; what stands in a text of several lines may look like one, but no one writes that."""


def read_toml(data: bytes, largest: int = LARGEST) -> dict[str, Any]:
    """The table in a file's bytes; a Fault with one line where they are no TOML or hold what no file needs.

    >>> read_toml(b"id = 'cup'")
    {'id': 'cup'}
    """
    text = decoded(data, largest)
    try:
        if _DEEP.search(text):
            raise Fault("nested too deeply")
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise explain_toml_error(error, text) from None
    except RecursionError:
        raise Fault("nested too deeply") from None
    except ValueError:  # Python turns no number of more than 4,300 digits into one
        raise Fault("not TOML: a number in it is too long") from None
    _check(table)
    return table


def locate_toml_fault(fault: Fault, data: bytes, name: str) -> ReadError:
    """Return a fault in a TOML file, `data` being its bytes, as an error that names the file, line and column."""
    if fault.mark is None and fault.path:
        fault.mark = locate(find_places(decoded(data)), fault.path, fault.at_key)
    return as_error(fault, name)


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
    """Return the line of every key by its dotted path, lists passed over; of a key that is named twice, the first.

    >>> lines_of('id = "cup"\\n[rules.chest-count]\\nmin = 5')
    {'id': 1, 'rules': 2, 'rules.chest-count': 2, 'rules.chest-count.min': 3}
    """
    lines: dict[str, int] = {}
    for path, place in find_places(text).items():
        lines.setdefault(".".join(step for step in path if isinstance(step, str)), place.key[0])
    return lines


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
