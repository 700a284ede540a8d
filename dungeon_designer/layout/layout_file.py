"""The layout file (JSON), read and written: bytes → plain data → layout, and one item a line back.

Version 1 was the first. Version 2 knows more than two sides, and labels; version 3 a dungeon's own `play`. What needs
none of that is written as version 1 still, so that older programs read it and files keep their bytes.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from dungeon_designer.layout.document import Document, file_entry, layout_of, said_keys, sides_entry
from dungeon_designer.layout.model import LISTS, Layout, Section, normalised
from dungeon_designer.rulesets.document import ruleset_words
from dungeon_designer.text.autocorrect import TYPED_QUOTE
from dungeon_designer.text.json_schema import DIALECT, model_schema
from dungeon_designer.text.read_faults import Fault, Mark, NewerFault, Path, converted, named, quoted
from dungeon_designer.text.yaml_text import DEPTH, mark_of

FORMAT = "dungeon-layout"
"""What the key ``format`` says in every layout file."""

VERSION = 3
"""The newest version: the one this program writes where a dungeon needs it."""

NEW_IN: Mapping[int, tuple[str, ...]] = {2: ("sides", "labels"), 3: ("play",)}
"""The keys each version brought."""


def version_of(keys: Collection[str]) -> int:
    """The oldest version that knows all of some keys.

    >>> version_of(["name", "chests"]), version_of(["name", "sides"])
    (1, 2)
    """
    return max((version for version, new in NEW_IN.items() if not set(new).isdisjoint(keys)), default=1)


def check_version(data: Collection[str], version: object) -> None:
    """A Fault for what is no version this program knows, and for a key that came with a later one."""
    if not isinstance(version, int) or isinstance(version, bool):
        raise Fault(f"expected the number of the format's version, not {named(version)}", ("version",))
    if version > VERSION:
        problem = (
            f"written in version {quoted(version)} of the format; this program knows up to {VERSION}: use a newer one"
        )
        raise NewerFault(problem, ("version",))
    if version < 1:
        raise Fault(f"there never was a version {quoted(version)} of the format", ("version",))
    for number, keys in NEW_IN.items():
        for key in keys if version < number else ():
            if key in data:
                problem = f"version {version} of the format has no key {quoted(key)}; it came with version {number}"
                raise Fault(problem, (key,))


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
    data = read_strictly(text)
    if not isinstance(data, dict):
        raise Fault("a layout file is one object in braces", mark=(1, 1))
    if data.get("format") != FORMAT:
        raise Fault(f'this is no layout file: it lacks "format": "{FORMAT}"', ("format",) if "format" in data else ())
    if "version" not in data:
        raise Fault("the key 'version' is missing")
    rest = {key: value for key, value in data.items() if key not in ("format", "version")}
    check_version(rest, data["version"])
    return layout_of(converted(rest, Document), rest)


class _Wrong(NamedTuple):
    """Stands in plain data where something is wrong, until its place is known."""

    problem: str


def read_strictly(text: str) -> Any:
    """JSON text to plain data; what JSON's own reader lets pass (keys twice, NaN) is a Fault with its key.

    Where it is no JSON the Fault has line and column.
    """
    if not text.strip():
        raise Fault("the file is empty")
    if text.count(",") + text.count(":") > COUNT:
        raise Fault(f"a file holds at most {COUNT:,} values")
    wrong: list[_Wrong] = []

    def refused(problem: str) -> _Wrong:
        wrong.append(_Wrong(problem))
        return wrong[-1]

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            for key in {key for key, times in Counter(key for key, _ in pairs).items() if times > 1}:
                found[key] = refused("this key stands twice in one object")
        return found

    try:
        data = json.loads(
            text,
            object_pairs_hook=table,
            parse_constant=lambda word: refused(f"{word} is no number JSON knows"),
            parse_int=lambda it: int(it) if len(it.lstrip("-")) <= _DIGITS else refused("this number is too long"),
            parse_float=lambda it: refused("this number is too large") if math.isinf(float(it)) else float(it),
        )
    except json.JSONDecodeError as error:
        raise Fault(f"not valid JSON: {_explain_json_error(error, text)}", mark=(error.lineno, error.colno)) from None
    except RecursionError:
        raise Fault(f"lists and objects are nested deeper than {DEPTH} levels", mark=_too_deep(text)) from None
    if wrong or _HALF.search(text):
        _check_values(data)
    return data


def _explain_json_error(error: json.JSONDecodeError, text: str) -> str:
    """Return in plain words what JSON's own reader stopped at."""
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return "the file ends too early"
    if text[error.pos] in TYPED_QUOTE:
        return "curly quotes do not enclose text here; write straight ones"
    problem = error.msg.removesuffix(" at")
    return f"{problem[:1].lower()}{problem[1:]}"


def _check_values(data: Any) -> None:
    """A Fault at the first wrong value, or half a character (a lone surrogate), which no file can hold."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _Wrong):
            raise Fault(value.problem, path)
        tables, lists = isinstance(value, dict), isinstance(value, list)
        inside: list[tuple[Any, Any]] = list(value.items() if tables else enumerate(value) if lists else ())
        texts = (each for each in (value, *(key for key, _ in inside)) if isinstance(each, str))
        if any("\ud800" <= letter <= "\udfff" for each in texts for letter in each):
            raise Fault("a \\u escape stands for half a character only", path)
        waiting += [((*path, key), inner) for key, inner in reversed(inside)]


def _too_deep(text: str) -> Mark:
    """Where lists and objects are nested deeper than `DEPTH` for the first time."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > DEPTH:
            return mark_of(text, match.start())
    return (1, 1)


WIDTH = 100
"""Sections longer than this on one line get a line for each row."""


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
    entries = [f'  "format": "{FORMAT}"', f'  "version": {version}']
    for name in said_keys(layout):
        value = getattr(layout, name)
        if name in ("play", "extra"):
            # keys sorted, so that equal layouts give equal bytes; in `play` the order of a roll's outcomes counts
            data = msgspec.json.encode(value, order="sorted" if name == "extra" else None)
            indented = msgspec.json.format(data, indent=2).decode()
            text = indented.replace("\n", "\n  ")
        elif name in LISTS:
            text = "[\n" + ",\n".join(f"    {_item(item)}" for item in value) + "\n  ]"
        else:
            text = _line(sides_entry(value) if name == "sides" else value)
        entries.append(f'  "{name}": {text}')
    return ("{\n" + ",\n".join(entries) + "\n}\n").encode()


def _item(item: Any) -> str:
    """One item on one line; a long drawn section with a line for each row."""
    data = file_entry(item) if isinstance(item, msgspec.Struct) else item
    if isinstance(item, Section) and not item.tile and not item.rows:
        data["rows"] = []
    text = _line(data)
    if len(text) <= WIDTH or not isinstance(item, Section) or not item.rows:
        return text
    lines = ",\n".join(f"      {_line(row)}" for row in data.pop("rows"))
    return f'{_line(data)[:-1]}, "rows": [\n{lines}\n    ]}}'


def _line(value: Any) -> str:
    """A value on one line, with a blank after each comma and colon."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


_PLACED = {"required": ["tile"], "properties": {"tile": {"minLength": 1}}, "not": {"required": ["rows"]}}
_DRAWN = {"required": ["rows"], "properties": {"tile": {"const": ""}, "turn": {"const": 0}, "flip": {"const": False}}}


def without_later_keys() -> list[dict[str, Any]]:
    """The parts of a schema by which a file of some version has no key that a later one brought."""
    return [
        {
            "if": {"required": ["version"], "properties": {"version": {"enum": list(range(1, number))}}},
            "then": {"properties": dict.fromkeys(keys, False)},
        }
        for number, keys in NEW_IN.items()
    ]


class LayoutFile(Document, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl dungeon as drawn. Coordinates run from 0, x to the right, y down."""

    version: Literal[1, 2, 3]


def layout_schema() -> dict[str, Any]:
    """The schema, as plain data. What it cannot say (ids are unique, machines name sections) the reader checks.

    >>> layout_schema()["$ref"]
    '#/$defs/LayoutFile'
    """
    schema: dict[str, Any] = model_schema(LayoutFile, ruleset_words())
    section = schema["$defs"]["Section"]
    section["oneOf"] = [_PLACED, _DRAWN]
    section["properties"]["rows"]["items"]["pattern"] = "^[.# ]*$"
    schema["$defs"]["LayoutFile"]["allOf"] = without_later_keys()
    head = {"$schema": DIALECT, "title": f"Dungeon layout, version {VERSION}"}
    return {**head, **schema}
