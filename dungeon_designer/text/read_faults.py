"""What is wrong in a file: the way to the value, and the fault in plain words.

The readers raise a `Fault` wherever they meet one; `dungeon_designer.text.files` turns it into a
`ReadError` that names the file. The way to a value is a `Path`: ``("doors", 0, "side")``.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

import msgspec

from dungeon_designer.errors import did_you_mean

Path = tuple[str | int, ...]
Mark = tuple[int, int]
"""(line, column), both from 1."""

_Model = TypeVar("_Model")

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys and values",
    "null": "nothing",
}


class Fault(Exception):  # noqa: N818 - it is data on its way to a ReadError
    """A fault at a path, or at a line and column when they are known; `at_key`: the key itself is wrong."""

    def __init__(self, problem: str, path: Path = (), mark: Mark | None = None, at_key: bool = False) -> None:
        super().__init__(problem)
        self.at_key = at_key
        self.problem = problem
        self.path = path
        self.mark = mark


class NewerFault(Fault):
    """The file says that a newer program wrote it."""


def shown(path: Path) -> str:
    """A path as people write it.

    >>> shown(("doors", 0, "side"))
    'doors[0].side'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step[:60]}" for step in path).removeprefix(".")


def quoted(value: object) -> str:
    """A value as an error shows it: short, text in quotes."""
    text = f"'{value}'" if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:56]}…" + ("'" if text[0] == "'" else "")


def converted(data: object, model: type[_Model], path: Path = (), strict: bool = True) -> _Model:
    """Plain data as a model; a Fault names the key, relative to `path`, and the remedy.

    Without `strict` numbers may be written as text.
    """
    try:
        return msgspec.convert(data, model, strict=strict)
    except msgspec.ValidationError as error:
        raise _explained(str(error), data, model, path) from None


def parameter_faults(parameters: Mapping[str, Any], settings: type[msgspec.Struct]) -> list[str]:
    """Every parameter that the settings do not know or whose value is wrong; what several say together is not asked."""
    fields = {field.name: field.type for field in msgspec.structs.fields(settings)}
    faults = [f"unknown parameter {key!r}{did_you_mean(key, fields)}" for key in parameters if key not in fields]
    for key in fields.keys() & parameters.keys():
        try:
            converted(parameters[key], fields[key], (key,))
        except Fault as fault:
            faults.append(f"{shown(fault.path[:-1] if fault.at_key else fault.path)}: {fault.problem}")
    return sorted(faults)


def _explained(message: str, data: object, model: Any, path: Path) -> Fault:
    """The library's message in plain words, with the nearest right spelling where a word is unknown."""
    text, _, where = message.partition(" - at ")
    inner, value, kind = _followed(where, data, model)
    if unknown := re.match(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        key, known = unknown[1], set[str]()
        for member in _members(kind):
            if isinstance(member, type) and issubclass(member, msgspec.Struct):
                known |= {*member.__struct_encode_fields__, member.__struct_config__.tag_field or key} - {key}
        hint = did_you_mean(key, sorted(known))
        return Fault(f"unknown key {quoted(key)}{hint}", (*path, *inner, key), at_key=True)
    if missing := re.match(r"Object missing required field `(.*)`", text):
        return Fault(f"the key '{missing[1]}' is missing", (*path, *inner))
    if where.startswith("`key`") and (word := re.match(r"Invalid enum value '(.*)'", text, re.DOTALL)):
        keys = next(args[0] for member in _members(kind) if (args := typing.get_args(member)))
        return Fault(f"{quoted(word[1])} is not known here{did_you_mean(word[1], _choices(keys))}", (*path, *inner))
    return Fault(_in_words(text, value, kind), (*path, *inner))


def _followed(where: str, data: Any, model: Any) -> tuple[Path, Any, Any]:
    """``$.doors[0].side`` in backquotes as a path, with the value it leads to and the type that is due there.

    The type is `Any` where it cannot be followed. Which value of a table ``[...]`` means is tried.
    """
    path: Path = ()
    for name, index, some in re.findall(r"\.(\w+)|\[(\d+)\]|(\[\.\.\.\])", where):
        members = _members(model)
        step: Any = int(index) if index else name
        if name:
            hints = [typing.get_type_hints(m) for m in members if isinstance(m, type) and issubclass(m, msgspec.Struct)]
            model = next((hint[step] for hint in hints if step in hint), members if step == "kind" else Any)
        else:
            inside = next((args for m in members if (args := typing.get_args(m))), (Any,))
            model = inside[-1 if some else 0]
        for key, value in data.items() if some else ():
            try:
                msgspec.convert(value, model)
            except msgspec.ValidationError:
                step = key
                break
        path = (*path, step)
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            data = None
    return path, data, model


def _in_words(text: str, value: object, kind: Any) -> str:
    if text.startswith("Invalid"):
        return f"{quoted(value)} is not known here{did_you_mean(str(value), _choices(kind))}"
    if text == "Expected `str` of length >= 1":
        return "this must not be empty"
    if bound := re.match(r"Expected `(\w+)`(?: of length)? ([<>]=) (-?\d+)(?:\.0)?$", text):
        least = "at least" if bound[2] == ">=" else "at most"
        what = "text of a length of" if bound[1] == "str" else "a number of"
        return f"expected {what} {least} {bound[3]}, not {quoted(value)}"
    places = [typing.get_args(member) for member in _members(kind) if typing.get_origin(member) is tuple]
    if text.startswith("Expected `array`") and places and Ellipsis not in places[0]:
        return f"expected a list of {len(places[0])} numbers, not {named(value)}"
    if wrong := re.match(r"Expected `([^`]*)`", text):
        expected = " or ".join(_WORDS.get(word, word) for word in wrong[1].split(" | ") if word != "null")
        return f"expected {expected}, not {named(value)}"
    return text[:1].lower() + text[1:]


def named(value: object) -> str:
    """A wrong value as an error shows it: by its kind where showing it would say too much."""
    if isinstance(value, dict):
        return "a table of keys and values"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else quoted(value)


def _members(model: Any) -> list[Any]:
    """The types of a union, else the one type, without what is annotated about it."""
    if isinstance(model, list):
        return model
    if typing.get_origin(model) is typing.Annotated:
        return _members(typing.get_args(model)[0])
    if isinstance(model, types.UnionType) or typing.get_origin(model) is typing.Union:
        return [each for member in typing.get_args(model) for each in _members(member) if each is not types.NoneType]
    return [model]


def _choices(model: Any) -> list[str]:
    """The words a value of this type may be."""
    words: list[str] = []
    for member in _members(model):
        if isinstance(member, type) and issubclass(member, Enum):
            words += [str(choice.value) for choice in member]
        elif isinstance(member, type) and issubclass(member, msgspec.Struct):
            words.append(str(member.__struct_config__.tag))
        elif typing.get_origin(member) is typing.Literal:
            words += map(str, typing.get_args(member))
    return words
