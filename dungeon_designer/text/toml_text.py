"""Read TOML text as plain data, within limits, and find the line of each key.

Python's TOML parser takes seconds and gigabytes for a key of twenty thousand parts, and for a number of
five thousand digits it raises an error that is not its own. So anything that no file here needs is refused,
before or after parsing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from dungeon_designer.errors import ReadError
from dungeon_designer.text.file_reading import build_read_error, decode_text
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_faults import explain_toml_error
from dungeon_designer.text.toml_marks import KEY_PART_PATTERN, find_key_positions, find_mark

MAX_TOML_BYTES = 2**16
"""The largest size of a ruleset, season, team or stock file, in bytes."""

MAX_DEPTH = 32
"""The largest number of parts of a dotted key, and the largest depth of lists and tables."""

_MAX_NUMBER, _MAX_KEY_LETTERS = 2**63, 200
"""Numbers must be smaller than this, and keys must not have more letters than this."""

_UNKNOWN_KEY_PATTERN = r"unknown (?:key|parameter) '([^']*)'"
_KEYS_IN_PROBLEM = re.compile(
    rf"{_UNKNOWN_KEY_PATTERN}|([\w.]+)(?:: (?:{_UNKNOWN_KEY_PATTERN}|'([\w-]+)' is not known)|[\[:])"
)
"""The keys that a problem begins with, as its groups: "unknown key 'x'", "x: unknown key 'y'", "x[0]: …"."""

LineByKey = Mapping[str, int]
"""The line, from 1, of each table and key by its dotted path."""

_TOO_DEEP_KEY = re.compile(rf"(?m)(?:^|[\[{{,])[ \t]*+(?:{KEY_PART_PATTERN}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""A key with too many parts; text over several lines may look like one, but nobody writes that."""


def read_toml(data: bytes, max_bytes: int = MAX_TOML_BYTES) -> dict[str, Any]:
    """Parse the bytes of a TOML file.

    Raises:
        Fault: the bytes are not TOML, or hold something that no file needs.

    >>> read_toml(b"id = 'cup'")
    {'id': 'cup'}
    """
    text = decode_text(data, max_bytes)
    try:
        if _TOO_DEEP_KEY.search(text):
            raise Fault("nested too deeply")
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise explain_toml_error(error, text) from None
    except RecursionError:
        raise Fault("nested too deeply") from None
    except ValueError:  # Python turns no number of more than 4,300 digits into one
        raise Fault("not TOML: a number in it is too long") from None
    _check_limits(table)
    return table


def build_toml_error(fault: Fault, data: bytes, file_name: str) -> ReadError:
    """Return a fault in a TOML file as an error that names the file, line and column.

    `data` are the bytes of the file. A fault without a line gets the line of its key.
    """
    if fault.mark is None and fault.path:
        fault.mark = find_mark(find_key_positions(decode_text(data)), fault.path, fault.at_key)
    return build_read_error(fault, file_name)


def _check_limits(table: dict[str, Any]) -> None:
    """Raise a Fault for values that are nested too deeply, and for numbers and keys that are too long for a message."""
    values_at_depth: list[Any] = [table]
    for _ in range(MAX_DEPTH):
        if any(type(value) is int and abs(value) >= _MAX_NUMBER for value in values_at_depth):
            raise Fault("not TOML: a number in it is too long")
        tables = [value for value in values_at_depth if isinstance(value, dict)]
        lists = [value for value in values_at_depth if isinstance(value, list)]
        if any(len(key) > _MAX_KEY_LETTERS for inner_table in tables for key in inner_table):
            raise Fault("a key in it is too long")
        values_at_depth = [value for inner_table in tables for value in inner_table.values()]
        values_at_depth += [item for items in lists for item in items]
        if not values_at_depth:
            return
    raise Fault("nested too deeply")


def list_key_lines(text: str) -> dict[str, int]:
    r"""Return the line of every key by its dotted path without list indexes; of repeated keys, the first.

    >>> list_key_lines('id = "cup"\n[rules.chest-count]\nmin = 5')
    {'id': 1, 'rules': 2, 'rules.chest-count': 2, 'rules.chest-count.min': 3}
    """
    lines: dict[str, int] = {}
    for path, position in find_key_positions(text).items():
        dotted_path = ".".join(step for step in path if isinstance(step, str))
        key_line, _ = position.key
        lines.setdefault(dotted_path, key_line)
    return lines


def find_fault_line(message: str, lines: LineByKey) -> int:
    """Return the line of the key that a problem of a ruleset names first, or of the innermost table around it; else 0.

    Args:
        message: the problem, which begins with its key as in ``rules.chest-count: …``.
        lines: the line of each key by its dotted path, see `list_key_lines`.

    >>> lines = {"rules.chest-count": 2, "rules.chest-count.mni": 3}
    >>> find_fault_line("rules.chest-count: unknown parameter 'mni'", lines)
    3
    """
    # "rules.chest-count: unknown parameter 'mni'" names the outer key rules.chest-count and, inside it, the key mni
    path, _, problem = message.partition(": ")
    outer_keys = [path] if problem and " " not in path else []
    match = _KEYS_IN_PROBLEM.match(problem or message)
    inner_keys = [key for key in match.groups() if key] if match else []
    steps = ".".join(outer_keys + inner_keys).split(".")
    # the key itself may be missing in the file: then a shorter path, that of a table around it, is looked up
    for length in range(len(steps), 0, -1):
        dotted_path = ".".join(steps[:length])
        if dotted_path in lines:
            return lines[dotted_path]
    return 0
