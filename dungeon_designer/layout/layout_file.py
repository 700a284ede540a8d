"""The layout file (JSON), read and written: bytes → plain data → migrated → layout, and one item a line back.

Version 1 was the first. Version 2 knows more than two sides, and labels; what needs none of what it brought is written
as version 1 still, so that older programs read it and files keep their bytes. `STEPS` holds, for each older version,
the function that turns its plain data into the next version's.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal

import msgspec

from dungeon_designer.layout.document import Document, layout_of, said, said_keys, sides_said
from dungeon_designer.layout.model import Layout, Section, normalised
from dungeon_designer.text.read_faults import Fault, Mark, NewerFault, Path, converted, named, quoted
from dungeon_designer.text.yaml_text import DEPTH, mark_of

FORMAT = "dungeon-layout"
"""What the key ``format`` says in every layout file."""

VERSION = 2
"""The newest version: the one this program writes where a dungeon needs it."""

NEW_IN: Mapping[int, tuple[str, ...]] = {2: ("sides", "labels")}
"""The keys each version brought."""

Step = Callable[[dict[str, Any]], dict[str, Any]]


def _with_no_news(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 as version 2: all as it was; what only version 2 knows is no key of version 1."""
    for key in NEW_IN[2]:
        if key in data:
            raise Fault(f"version 1 of the format has no key {quoted(key)}; it came with version 2", (key,))
    return data


STEPS: Mapping[int, Step] = {1: _with_no_news}
"""For each older version, what turns its data into the next version's."""


def version_of(keys: Collection[str]) -> int:
    """The oldest version that knows all of some keys.

    >>> version_of(["name", "chests"]), version_of(["name", "sides"])
    (1, 2)
    """
    return max((version for version, new in NEW_IN.items() if not set(new).isdisjoint(keys)), default=1)


def migrated(
    data: dict[str, Any], version: object, steps: Mapping[int, Step] = STEPS, current: int = VERSION
) -> dict[str, Any]:
    """Plain data of some version as data of the current one; a Fault when there is no way there.

    >>> migrated({"name": "Hall"}, 1, {1: lambda data: {"title": data["name"]}}, current=2)
    {'title': 'Hall'}
    """
    if not isinstance(version, int) or isinstance(version, bool):
        raise Fault(f"expected the number of the format's version, not {named(version)}", ("version",))
    if version > current:
        problem = (
            f"written in version {quoted(version)} of the format; this program knows up to {current}: use a newer one"
        )
        raise NewerFault(problem, ("version",))
    for number in range(version, current):
        if number not in steps:
            raise Fault(f"there never was a version {quoted(version)} of the format", ("version",))
        data = steps[number](data)
    return data


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


WIDTH = 100
"""Sections longer than this on one line get a line for each row."""

_LISTS = frozenset(
    name for name, default in zip(Layout.__struct_fields__, Layout.__struct_defaults__, strict=True) if default == ()
)


def write_json(layout: Layout) -> bytes:
    """The bytes of a layout file, in UTF-8, ending with a line break.

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
    layout = normalised(layout)
    version = version_of(said_keys(layout))
    entries = [f'  "format": "{FORMAT}"', f'  "version": {version}', *_entries(layout)]
    return ("{\n" + ",\n".join(entries) + "\n}\n").encode()


def _entries(layout: Layout) -> Iterator[str]:
    """Every key that says more than its default, with its value."""
    for name in said_keys(layout):
        value = getattr(layout, name)
        if name == "sides":
            yield f'  "sides": {_line(sides_said(value))}'
        elif name == "extra":
            yield f'  "extra": {_indented(value)}'
        elif name in _LISTS:
            items = ",\n".join(f"    {_item(item)}" for item in value)
            yield f'  "{name}": [\n{items}\n  ]'
        else:
            yield f'  "{name}": {_line(value)}'


def _item(item: Any) -> str:
    """One item on one line; a long drawn section with a line for each row."""
    if not isinstance(item, Section):
        return _line(said(item) if isinstance(item, msgspec.Struct) else item)
    data = said(item)
    if not item.tile and not item.rows:
        data["rows"] = []
    text = _line(data)
    if len(text) <= WIDTH or not item.rows:
        return text
    rows = data.pop("rows")
    lines = ",\n".join(f"      {_line(row)}" for row in rows)
    return f'{_line(data)[:-1]}, "rows": [\n{lines}\n    ]}}'


def _line(value: Any) -> str:
    """A value on one line, with a blank after each comma and colon."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _indented(value: Any) -> str:
    """`extra`: keys sorted, so that equal layouts give equal bytes."""
    text = msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2).decode()
    return text.replace("\n", "\n  ")


_PLACED = {"required": ["tile"], "properties": {"tile": {"minLength": 1}}, "not": {"required": ["rows"]}}
_DRAWN = {"required": ["rows"], "properties": {"tile": {"const": ""}, "turn": {"const": 0}, "flip": {"const": False}}}

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class LayoutFile(Document, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl dungeon as drawn. Coordinates run from 0, x to the right, y down."""

    version: Literal[1, 2]


def layout_schema() -> dict[str, Any]:
    """The schema, as plain data. What it cannot say (ids are unique, machines name sections) the reader checks.

    >>> layout_schema()["$ref"]
    '#/$defs/LayoutFile'
    """
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(LayoutFile)))
    section = schema["$defs"]["Section"]
    section["oneOf"] = [_PLACED, _DRAWN]
    section["properties"]["rows"]["items"]["pattern"] = "^[.# ]*$"
    file = schema["$defs"]["LayoutFile"]
    file |= {"if": {"properties": {"version": {"const": 1}}}, "then": {"properties": dict.fromkeys(NEW_IN[2], False)}}
    head = {"$schema": DIALECT, "title": f"Dungeon layout, version {VERSION}"}
    return {**head, **schema}
