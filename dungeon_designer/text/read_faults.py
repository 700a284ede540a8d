"""What is wrong in a file: the way to the value, and the fault in plain words.

The readers raise a `Fault` wherever they meet one; `dungeon_designer.text.files` turns it into a
`ReadError` that names the file. The way to a value is a `Path`: ``("doors", 0, "side")``.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def at_path(data: object, path: Path) -> Any:
    """The value a path leads to, or None where the path ends early."""
    for step in path:
        try:
            data = data[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def converted(data: object, model: type[_Model], path: Path = ()) -> _Model:
    """Plain data as a model; a Fault names the key, relative to `path`, and the remedy."""
    try:
        return msgspec.convert(data, model)
    except msgspec.ValidationError as error:
        raise explained(error, data, model, path) from None


def explained(error: msgspec.ValidationError, data: object, model: Any, path: Path = ()) -> Fault:
    """The library's message in plain words, with the nearest right spelling where a word is unknown."""
    text, _, where = str(error).partition(" - at ")
    inner = _parsed(where)
    kind = _type_at(model, inner)
    if unknown := re.match(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        key = unknown[1]
        return Fault(f"unknown key {quoted(key)}{did_you_mean(key, _fields(kind))}", (*path, *inner, key), at_key=True)
    if missing := re.match(r"Object missing required field `(.*)`", text):
        return Fault(f"the key '{missing[1]}' is missing", (*path, *inner))
    return Fault(_in_words(text, at_path(data, inner), kind), (*path, *inner))


def _in_words(text: str, value: object, kind: Any) -> str:
    if text.startswith("Invalid"):
        return f"{quoted(value)} is not known here{did_you_mean(str(value), _choices(kind))}"
    if text == "Expected `str` of length >= 1":
        return "this must not be empty"
    if bound := re.match(r"Expected `(\w+)`(?: of length)? ([<>]=) (\d+)$", text):
        least = "at least" if bound[2] == ">=" else "at most"
        what = "text of a length of" if bound[1] == "str" else "a number of"
        return f"expected {what} {least} {bound[3]}, not {quoted(value)}"
    numbers = [member for member in typing.get_args(kind) if member is not Ellipsis]
    if text.startswith("Expected `array`") and len(numbers) == len(typing.get_args(kind)) > 0:
        return f"expected a list of {len(numbers)} numbers, not {named(value)}"
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


def _parsed(where: str) -> Path:
    """``$.doors[0].side`` in backquotes as a path; what is no path of a model is left out."""
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", where)
    return tuple(int(index) if index else name for name, index in steps)


def _type_at(model: Any, path: Sequence[str | int]) -> Any:
    """The type a path leads to inside a model, `Any` where it cannot be followed."""
    for step in path:
        members = _members(model)
        if isinstance(step, int):
            model = next((args[0] for m in members if (args := typing.get_args(m))), Any)
        else:
            hints = [typing.get_type_hints(m) for m in members if isinstance(m, type) and issubclass(m, msgspec.Struct)]
            model = next((hint[step] for hint in hints if step in hint), members if step == "kind" else Any)
    return model


def _members(model: Any) -> list[Any]:
    """The types of a union, else the one type."""
    if isinstance(model, list):
        return model
    if isinstance(model, types.UnionType) or typing.get_origin(model) is typing.Union:
        return [member for member in typing.get_args(model) if member is not types.NoneType]
    return [model]


def _fields(model: Any) -> list[str]:
    """The keys a table of this type may hold."""
    names: set[str] = set()
    for member in _members(model):
        if isinstance(member, type) and issubclass(member, msgspec.Struct):
            names.update(member.__struct_encode_fields__)
            if member.__struct_config__.tag_field:
                names.add(member.__struct_config__.tag_field)
    return sorted(names)


def _choices(model: Any) -> list[str]:
    """The words a value of this type may be."""
    words: list[str] = []
    for member in _members(model):
        if isinstance(member, type) and issubclass(member, Enum):
            words += [str(choice.value) for choice in member]
        elif isinstance(member, type) and issubclass(member, msgspec.Struct):
            words.append(str(member.__struct_config__.tag))
    return words


_QUOTED = re.compile(r"^Invalid enum value '(?P<word>.*)'$|^Object contains unknown field `(?P<key>.*)`$", re.DOTALL)


def parameter_faults(parameters: Mapping[str, Any], settings: type[msgspec.Struct]) -> list[str]:
    """Every parameter that the settings do not know or whose value is wrong; what several say together is not asked."""
    fields = {field.name: field for field in msgspec.structs.fields(settings)}
    faults = [f"unknown parameter {key!r}{did_you_mean(key, fields)}" for key in parameters if key not in fields]
    for key in fields.keys() & parameters.keys():
        try:
            msgspec.convert(parameters[key], fields[key].type)
        except msgspec.ValidationError as error:
            faults.append(plain_fault(key, str(error), fields[key].type))
    return sorted(faults)


def plain_fault(parameter: str, text: str, kind: Any) -> str:
    """A msgspec message as a fault that names the parameter, the place in it, and what was meant.

    >>> plain_fault("min", "Expected `int`, got `str`", int)
    'min: expected int, got str'
    >>> plain_fault("sizes", "Expected `int`, got `str` - at `$[0]`", tuple[int, ...])
    'sizes[0]: expected int, got str'
    """
    what, _, path = text.partition(" - at `")
    place = parameter + path.rstrip("`").removeprefix("key` in `").removeprefix("$")
    said = _QUOTED.match(what)
    if said is None:
        what = what.replace("`", "").replace(" | null", "")
        return f"{place}: {what[:1].lower()}{what[1:]}"
    word = said["word"] if said["word"] is not None else said["key"]
    known = _values(kind) if said["word"] is not None else _keys(kind)
    return f"{place}: {word!r} is not known{did_you_mean(word, known)}"


def _values(kind: Any) -> set[str]:
    """Every word a parameter of this type may hold, however deep."""
    return {str(value) for part in _parts(msgspec.inspect.type_info(kind)) for value in _words(part)}


def _words(part: msgspec.inspect.Type) -> Iterable[Any]:
    if isinstance(part, msgspec.inspect.EnumType):
        return [member.value for member in part.cls]
    return part.values if isinstance(part, msgspec.inspect.LiteralType) else ()


def _keys(kind: Any) -> set[str]:
    """Every key of a table in a parameter of this type, however deep."""
    parts = _parts(msgspec.inspect.type_info(kind))
    return {
        field.encode_name for part in parts if isinstance(part, msgspec.inspect.StructType) for field in part.fields
    }


def _parts(kind: msgspec.inspect.Type) -> Iterator[msgspec.inspect.Type]:
    """A type and the types it is made of."""
    yield kind
    inner: list[Any] = []
    if isinstance(kind, msgspec.inspect.StructType):
        inner = [field.type for field in kind.fields]
    elif isinstance(kind, msgspec.inspect.DictType):
        inner = [kind.key_type, kind.value_type]
    elif isinstance(kind, msgspec.inspect.UnionType):
        inner = list(kind.types)
    elif isinstance(kind, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        inner = [kind.item_type]
    elif isinstance(kind, msgspec.inspect.TupleType):
        inner = list(kind.item_types)
    elif isinstance(kind, msgspec.inspect.Metadata):
        inner = [kind.type]
    for part in inner:
        yield from _parts(part)
