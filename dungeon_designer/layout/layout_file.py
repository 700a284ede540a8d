"""Read and write the layout file (JSON), one object per line.

The version in a file is the oldest that knows all of its keys, so that older programs can read it: version 2 added
more than two teams and labels, version 3 a dungeon's own `play`, version 4 a picture.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from dungeon_designer.layout.layout_document import (
    LayoutDocument,
    build_file_entry,
    build_layout,
    build_picture_entry,
    build_teams_entry,
    is_nested_deeper,
    list_used_keys,
)
from dungeon_designer.layout.model import LIST_KEYS, Layout, Section, normalise_layout
from dungeon_designer.rulesets.ruleset_document import read_key_texts
from dungeon_designer.text.autocorrect import TYPED_QUOTE
from dungeon_designer.text.json_schema import DIALECT, build_model_schema
from dungeon_designer.text.read_faults import (
    Fault,
    KeyPath,
    NewerVersionFault,
    convert_data,
    describe_value,
    format_value,
)
from dungeon_designer.text.yaml_text import MAX_DEPTH, find_index_mark

FORMAT = "dungeon-layout"
"""The value of the key ``format`` in every layout file."""

VERSION = 4
"""The newest version of the format, which this program writes where a dungeon needs it."""

NEW_IN: Mapping[int, tuple[str, ...]] = {2: ("sides", "labels"), 3: ("play",), 4: ("picture",)}
"""The keys that each version of the format added."""


def find_version(keys: Collection[str]) -> int:
    """Return the oldest version of the layout file's format that has all the given keys.

    `NEW_IN` has for each later version the keys that it added; all other keys are those of version 1.

    >>> find_version(["name", "chests"]), find_version(["name", "sides"])
    (1, 2)
    """
    versions_of_keys = [version for version, added_keys in NEW_IN.items() if not set(added_keys).isdisjoint(keys)]
    return max(versions_of_keys, default=1)


def check_version(data: Collection[str], version: object) -> None:
    """Raise a Fault for an unknown version of the format, or for a key of a later version.

    Args:
        data: the keys of the file.
        version: the value of the key ``version``.
    """
    if not isinstance(version, int) or isinstance(version, bool):
        raise Fault(f"expected the number of the format's version, not {describe_value(version)}", ("version",))
    if version > VERSION:
        problem = (
            f"written in version {format_value(version)} of the format;"
            f" this program knows up to {VERSION}: use a newer one"
        )
        raise NewerVersionFault(problem, ("version",))
    if version < 1:
        raise Fault(f"there never was a version {format_value(version)} of the format", ("version",))
    for later_version, added_keys in NEW_IN.items():
        for key in added_keys:
            if key in data and version < later_version:
                problem = (
                    f"version {version} of the format has no key {format_value(key)}; "
                    f"it came with version {later_version}"
                )
                raise Fault(problem, (key,))


_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
"""A bracket or brace, or a whole text in quotes."""
_MAX_DIGITS = 19
"""The greatest number of digits in a whole number of a file."""

MAX_VALUES = 1_000_000
"""The greatest number of commas and colons in a file: about the number of its values, and quick to count."""


def read_json(text: str) -> Layout:
    """Return the layout (a dungeon as drawn) in the text of a layout file, which is JSON.

    Raises:
        Fault: the text holds no layout. The Fault has the key, or the line and column where the text is no JSON.

    >>> read_json('{"format": "dungeon-layout", "version": 1, "name": "Hall"}').name
    'Hall'
    """
    data = parse_strict_json(text)
    if is_nested_deeper(data, MAX_DEPTH + 1):  # how deep Python itself reads depends on its version
        raise _explain_deep_nesting(text)
    if not isinstance(data, dict):
        raise Fault("a layout file is one object in braces", mark=(1, 1))
    if data.get("format") != FORMAT:
        raise Fault(
            f'this is not a layout file: it lacks "format": "{FORMAT}"', ("format",) if "format" in data else ()
        )
    if "version" not in data:
        raise Fault("the key 'version' is missing")
    layout_data = {key: value for key, value in data.items() if key not in ("format", "version")}
    check_version(layout_data, data["version"])
    return build_layout(convert_data(layout_data, LayoutDocument), layout_data)


class _Problem(NamedTuple):
    """A placeholder in parsed JSON for a value that may not be there, until the path to it is known."""

    problem: str


class _StrictHooks:
    """Functions that Python's JSON reader calls for objects and numbers, which refuse what it accepts too easily.

    At that time the path to a value is not known yet, so a wrong value is replaced by a `_Problem`.

    Attributes:
        has_problems: whether any value was replaced.
    """

    def __init__(self) -> None:
        self.has_problems = False

    def build_table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return the keys and values of a JSON object as a dict.

        A key that stands twice has as its value a `_Problem`: a placeholder that becomes an error once the path to the
        value is known.
        """
        values = dict(pairs)
        if len(values) < len(pairs):
            for key, count in Counter(key for key, _ in pairs).items():
                if count > 1:
                    values[key] = self._record_problem("this key stands twice in one object")
        return values

    def parse_integer(self, digits: str) -> int | _Problem:
        """Return a whole number with at most 19 digits; for a longer one a `_Problem`, which later becomes an error."""
        if len(digits.lstrip("-")) > _MAX_DIGITS:
            return self._record_problem("this number is too long")
        return int(digits)

    def parse_decimal(self, digits: str) -> float | _Problem:
        """Return a decimal number; if it is too large a `_Problem`, which later becomes an error."""
        number = float(digits)
        return self._record_problem("this number is too large") if math.isinf(number) else number

    def refuse_constant(self, word: str) -> _Problem:
        """Return a `_Problem`, which later becomes an error, for NaN, Infinity or -Infinity, which are no JSON."""
        return self._record_problem(f"{word} is not a number in JSON")

    def _record_problem(self, problem: str) -> _Problem:
        """Return the placeholder for a wrong value, and remember that the data have one, so that it is looked for."""
        self.has_problems = True
        return _Problem(problem)


def parse_strict_json(text: str) -> Any:
    """Return the plain data in a JSON text, and refuse what Python's JSON reader accepts too easily.

    That is a key that stands twice in an object, NaN and infinity, and very long numbers.

    Raises:
        Fault: the text is no JSON (with line and column), or a value is wrong (with its path).
    """
    if not text.strip():
        raise Fault("the file is empty")
    if text.count(",") + text.count(":") > MAX_VALUES:  # about the number of values, known before they are read
        raise Fault(f"a file holds at most {MAX_VALUES:,} values")
    hooks = _StrictHooks()
    try:
        data = json.loads(
            text,
            object_pairs_hook=hooks.build_table,
            parse_constant=hooks.refuse_constant,
            parse_int=hooks.parse_integer,
            parse_float=hooks.parse_decimal,
        )
    except json.JSONDecodeError as error:
        raise Fault(f"not valid JSON: {_explain_json_error(error, text)}", mark=(error.lineno, error.colno)) from None
    except RecursionError:
        raise _explain_deep_nesting(text) from None
    if hooks.has_problems or _SURROGATE_ESCAPE.search(text):  # else there is nothing to look for
        _check_values(data)
    return data


def _explain_json_error(error: json.JSONDecodeError, text: str) -> str:
    """Return in plain words why Python's JSON reader stopped.

    Its own message, such as "Expecting value", is kept with a small first letter where there is no better one.
    """
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return "the file ends too early"
    if text[error.pos] in TYPED_QUOTE:  # a table of curly quotes and the straight quotes that somebody typed
        return "curly quotes do not enclose text here; write straight ones"
    problem = error.msg.removesuffix(" at")  # Python adds the location, as in "Invalid control character at"
    return f"{problem[:1].lower()}{problem[1:]}"


def _check_values(data: Any) -> None:
    """Raise a Fault at the first `_Problem` (a value that was refused) in parsed JSON, or at a lone surrogate.

    A lone surrogate is half a character, which an escape such as ``\\ud83d`` gives. No file can hold it.
    """
    pending: list[tuple[KeyPath, Any]] = [((), data)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, _Problem):
            raise Fault(value.problem, path)
        children: list[tuple[Any, Any]] = []
        if isinstance(value, dict):
            children = list(value.items())
        elif isinstance(value, list):
            children = list(enumerate(value))
        if any(_has_lone_surrogate(text) for text in (value, *(key for key, _ in children))):
            raise Fault("a \\u escape stands for half a character only", path)
        # reversed, since the last one is taken next: so values are checked in the order of the file
        pending += [((*path, key), inner) for key, inner in reversed(children)]


def _has_lone_surrogate(value: Any) -> bool:
    """Return whether a value is a text with a lone surrogate: half a character, a code from U+D800 to U+DFFF."""
    return isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value)


def _explain_deep_nesting(text: str) -> Fault:
    """Return the fault of lists and objects that are nested deeper than `MAX_DEPTH`, with the first such place."""
    depth, index = 0, 0
    for match in _BRACKET.finditer(text):  # it matches brackets, and whole texts in quotes, whose brackets do not count
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > MAX_DEPTH:
            index = match.start()
            break
    return Fault(f"lists and objects are nested deeper than {MAX_DEPTH} levels", mark=find_index_mark(text, index))


MAX_SECTION_LINE_LENGTH = 100
"""The greatest length of a section's line, in characters. A longer section has one line for each row."""


def write_json(layout: Layout) -> bytes:
    """Return a layout (a dungeon as drawn) as the bytes of a layout file: JSON in UTF-8, ending with a line break.

    >>> print(write_json(Layout(name="Hall", chests=((1, 2),))).decode(), end="")
    {
      "format": "dungeon-layout",
      "version": 1,
      "name": "Hall",
      "chests": [
        [1, 2]
      ]
    }
    """
    layout = normalise_layout(layout)
    used_keys = list_used_keys(layout)
    entries = [f'  "format": "{FORMAT}"', f'  "version": {find_version(used_keys)}']
    entries += [f'  "{key}": {_format_value_of_key(key, getattr(layout, key))}' for key in used_keys]
    return ("{\n" + ",\n".join(entries) + "\n}\n").encode()


def _format_value_of_key(key: str, value: Any) -> str:
    """Return the value of a layout's key as JSON: a list with one line an entry, a table indented, else one line."""
    if key in ("play", "extra"):
        # keys sorted, so that equal layouts give equal bytes; in `play` the order of a roll's outcomes counts
        data = msgspec.json.encode(value, order="sorted" if key == "extra" else None)
        return msgspec.json.format(data, indent=2).decode().replace("\n", "\n  ")
    if key in LIST_KEYS:
        return "[\n" + ",\n".join(f"    {_format_item(item)}" for item in value) + "\n  ]"
    if key == "picture":
        return _format_line(build_picture_entry(value))
    return _format_line(build_teams_entry(value) if key == "sides" else value)


def _format_item(item: Any) -> str:
    """Return an entry of a list as JSON on one line, such as a portal.

    Only a section drawn in rows of letters that would make the line too long has a line for each row.
    """
    data = build_file_entry(item) if isinstance(item, msgspec.Struct) else item
    if isinstance(item, Section) and not item.tile and not item.rows:
        data["rows"] = []  # the reader requires either a tile or rows, even for a section without floor
    text = _format_line(data)
    is_drawn_section = isinstance(item, Section) and bool(item.rows)
    if not is_drawn_section or len(text) <= MAX_SECTION_LINE_LENGTH:
        return text
    lines = ",\n".join(f"      {_format_line(row)}" for row in data.pop("rows"))
    other_keys = _format_line(data).removesuffix("}")
    return f'{other_keys}, "rows": [\n{lines}\n    ]}}'


def _format_line(value: Any) -> str:
    """Return a value as JSON on one line, with a blank after each comma and colon."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


_TILE_SECTION_SCHEMA = {"required": ["tile"], "properties": {"tile": {"minLength": 1}}, "not": {"required": ["rows"]}}
_DRAWN_SECTION_SCHEMA = {
    "required": ["rows"],
    "properties": {"tile": {"const": ""}, "turn": {"const": 0}, "flip": {"const": False}},
}


def build_version_schemas() -> list[dict[str, Any]]:
    """Return JSON Schemas, one for each version after the first: older files may not have the keys that it added.

    Where a schema has the value False for a key, no value of this key is valid.
    """
    return [
        {
            "if": {"required": ["version"], "properties": {"version": {"enum": list(range(1, version))}}},
            "then": {"properties": dict.fromkeys(added_keys, False)},
        }
        for version, added_keys in NEW_IN.items()
    ]


class LayoutFile(LayoutDocument, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl dungeon as drawn. Coordinates run from 0, x to the right, y down."""

    version: Literal[1, 2, 3, 4]


def build_layout_schema() -> dict[str, Any]:
    """Return the JSON Schema of layout files, as plain data.

    The schema cannot express everything: the reader also checks that ids are unique and machines name sections.

    >>> build_layout_schema()["$ref"]
    '#/$defs/LayoutFile'
    """
    schema: dict[str, Any] = build_model_schema(LayoutFile, read_key_texts())
    section = schema["$defs"]["Section"]
    section["oneOf"] = [_TILE_SECTION_SCHEMA, _DRAWN_SECTION_SCHEMA]
    section["properties"]["rows"]["items"]["pattern"] = "^[.# ]*$"
    schema["$defs"]["LayoutFile"]["allOf"] = build_version_schemas()
    header = {"$schema": DIALECT, "title": f"Dungeon layout, version {VERSION}"}
    return {**header, **schema}
