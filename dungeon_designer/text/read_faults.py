"""Describe what is wrong in a file: the path of keys to the value, and the fault in plain words.

Readers raise a `Fault` wherever they find one; `dungeon_designer.text.file_reading` turns it into a
`ReadError` that names the file. The path to a value is a `KeyPath`, such as ``("doors", 0, "side")``.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

import msgspec

from dungeon_designer.errors import suggest_word

KeyPath = tuple[str | int, ...]
"""The keys and list indexes that lead to a value, from the outermost."""
Mark = tuple[int, int]
"""(line, column), both from 1."""

MAX_SHOWN_LETTERS = 60
"""The largest number of letters of a key or value that a message shows."""

_Model = TypeVar("_Model")

_TYPE_NAMES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys and values",
    "null": "nothing",
}
"""What a message calls each type of value."""


class Fault(Exception):  # noqa: N818 - it is data on its way to a ReadError
    """A mistake in the content of a file, before the name of the file is known.

    Args:
        problem: what is wrong, and the remedy.
        path: the keys that lead to the value; empty if they are not known.
        mark: the line and column; None if they are not known.
        at_key: the key itself is wrong, not its value.
    """

    def __init__(self, problem: str, path: KeyPath = (), mark: Mark | None = None, at_key: bool = False) -> None:
        super().__init__(problem)
        self.at_key = at_key
        self.problem = problem
        self.path = path
        self.mark = mark


class NewerVersionFault(Fault):
    """The fault of a file that a newer version of the program wrote."""


def format_path(path: KeyPath) -> str:
    """Return a path of keys as people write it.

    >>> format_path(("doors", 0, "side"))
    'doors[0].side'
    """
    steps = [f"[{step}]" if isinstance(step, int) else f".{step[:MAX_SHOWN_LETTERS]}" for step in path]
    return "".join(steps).removeprefix(".")


def format_value(value: object) -> str:
    """Return a value as a message shows it: shortened, with text in quotes."""
    shown_value = f"'{value}'" if isinstance(value, str) else str(value)
    if len(shown_value) <= MAX_SHOWN_LETTERS:
        return shown_value
    closing_quote = "'" if shown_value.startswith("'") else ""
    # a few letters fewer, so that there is room for the dots and the quote
    return f"{shown_value[: MAX_SHOWN_LETTERS - 4]}…{closing_quote}"


def convert_data(data: object, model: type[_Model], path: KeyPath = (), strict: bool = True) -> _Model:
    """Convert plain data to a model.

    Args:
        data: the data, as a file has it.
        model: the type to convert to.
        path: the path of the data in its file.
        strict: numbers must not be written as text.

    Raises:
        Fault: the data does not fit; it names the key and the remedy.
    """
    try:
        return msgspec.convert(data, model, strict=strict)
    except msgspec.ValidationError as error:
        raise _explain_validation_error(str(error), data, model, path) from None


def list_parameter_faults(parameters: Mapping[str, Any], settings: type[msgspec.Struct]) -> list[str]:
    """Return a message for every parameter that the settings do not know or whose value is wrong, sorted.

    Rules that involve several parameters at once are not checked here.
    """
    fields = {field.name: field.type for field in msgspec.structs.fields(settings)}
    problems = [f"unknown parameter {key!r}{suggest_word(key, fields)}" for key in parameters if key not in fields]
    for key in fields.keys() & parameters.keys():
        try:
            convert_data(parameters[key], fields[key], (key,))
        except Fault as fault:
            path = fault.path[:-1] if fault.at_key else fault.path  # a fault at a key names that key itself
            problems.append(f"{format_path(path)}: {fault.problem}")
    return sorted(problems)


def _explain_validation_error(message: str, data: object, model: Any, path: KeyPath) -> Fault:
    """Return msgspec's message as a fault in plain words, with the most similar spelling for an unknown word.

    Args:
        message: the message of msgspec, which says what is wrong and where.
        data: the data that it refused.
        model: the type that it should have converted the data to.
        path: the path of the data in its file.
    """
    text, _, location = message.partition(" - at ")
    inner_path, value, value_type = _follow_location(location, data, model)
    value_path = (*path, *inner_path)
    if unknown_key := re.match(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        key = unknown_key[1]
        hint = suggest_word(key, sorted(_find_known_keys(value_type) - {key}))
        return Fault(f"unknown key {format_value(key)}{hint}", (*value_path, key), at_key=True)
    if missing_key := re.match(r"Object missing required field `(.*)`", text):
        return Fault(f"the key '{missing_key[1]}' is missing", value_path)
    if location.startswith("`key`") and (word := re.match(r"Invalid enum value '(.*)'", text, re.DOTALL)):
        key_type, *_ = _list_inner_types(value_type)  # of a table: the type of its keys, then that of its values
        hint = suggest_word(word[1], _list_choices(key_type))
        return Fault(f"{format_value(word[1])} is not known here{hint}", value_path)
    return Fault(_explain_message(text, value, value_type), value_path)


def _find_known_keys(value_type: Any) -> set[str]:
    """Return the keys that a table may have if a struct reads it: its fields, and the tag that names its kind."""
    known_keys: set[str] = set()
    for member in _list_member_types(value_type):
        if isinstance(member, type) and issubclass(member, msgspec.Struct):
            known_keys.update(member.__struct_encode_fields__)
            if member.__struct_config__.tag_field:
                known_keys.add(member.__struct_config__.tag_field)
    return known_keys


def _follow_location(location: str, data: Any, model: Any) -> tuple[KeyPath, Any, Any]:
    """Return a tuple (path, value, expected type) for a location that a message of msgspec names.

    A location looks like ``$.doors[0].side`` in backquotes. The type is `Any` if it is not known. For
    ``[...]``, which means some value of a table, the values are tried until one does not fit.
    """
    path: KeyPath = ()
    value, value_type = data, model
    # the steps of the location: .doors has a name, [0] an index, and [...] neither
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]|\[\.\.\.\]", location):
        step: Any
        if name:
            value_type = _find_field_type(value_type, name)
            step = name
        elif index:  # the first inner type of a list is that of its entries
            value_type, *_ = _list_inner_types(value_type) or (Any,)
            step = int(index)
        else:  # the last inner type of a table is that of its values
            *_, value_type = _list_inner_types(value_type) or (Any,)
            step = _find_key_of_misfit(value, value_type)
        path = (*path, step)
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            value = None
    return path, value, value_type


def _list_inner_types(model: Any) -> tuple[Any, ...]:
    """Return the types in the brackets of a list's or table's type, such as (str, int) for ``dict[str, int]``.

    Of a union, the first member with brackets counts. The result is () if there is none.
    """
    for member in _list_member_types(model):
        inner_types = typing.get_args(member)
        if inner_types:
            return inner_types
    return ()


def _find_field_type(model: Any, field: str) -> Any:
    """Return the type of a field of a struct, or `Any` if no struct has the field.

    The structs of a union such as `Pit | Machine` are told apart by a key `kind` in the file, their tag. It is no field
    and has no type; for it the members of the union are returned.

    Args:
        model: A struct type, a union of types, or a list of types. The first struct that has the field decides.
        field: The name of the field.
    """
    members = _list_member_types(model)
    for member in members:
        if isinstance(member, type) and issubclass(member, msgspec.Struct):
            field_types = typing.get_type_hints(member)
            if field in field_types:
                return field_types[field]
    return members if field == "kind" else Any


def _find_key_of_misfit(table: Mapping[Any, Any], value_type: Any) -> Any:
    """Return the first key of a table whose value cannot be converted to a type; '' if there is none."""
    for key, value in table.items():
        if not _fits(value, value_type):
            return key
    return ""


def _fits(value: object, model: Any) -> bool:
    """Return whether plain data can be converted to a type."""
    try:
        msgspec.convert(value, model)
    except msgspec.ValidationError:
        return False
    return True


def _explain_message(text: str, value: object, value_type: Any) -> str:
    """Return one of msgspec's messages in plain words.

    Args:
        text: the message, without the location.
        value: the value that is wrong.
        value_type: the type that the value should have.
    """
    if text.startswith("Invalid"):
        return f"{format_value(value)} is not known here{suggest_word(str(value), _list_choices(value_type))}"
    if text == "Expected `str` of length >= 1":
        return "this must not be empty"
    if bound := re.match(r"Expected `(\w+)`(?: of length)? ([<>]=) (-?\d+(?:\.\d+?)??)(?:\.0)?$", text):
        type_name, sign, number = bound.groups()
        limit = "at least" if sign == ">=" else "at most"
        subject = "text of a length of" if type_name == "str" else "a number of"
        return f"expected {subject} {limit} {number}, not {format_value(value)}"
    entry_count = _find_fixed_length(value_type)
    if text.startswith("Expected `array`") and entry_count is not None:  # as of a square
        return f"expected a list of {entry_count} numbers, not {describe_value(value)}"
    if expected_types := re.match(r"Expected `([^`]*)`", text):
        expected = " or ".join(_TYPE_NAMES.get(word, word) for word in expected_types[1].split(" | ") if word != "null")
        return f"expected {expected}, not {describe_value(value)}"
    return text[:1].lower() + text[1:]


def _find_fixed_length(value_type: Any) -> int | None:
    """Return the number of entries that a type such as ``tuple[int, int]`` requires; None if it requires none.

    >>> _find_fixed_length(tuple[int, int]), _find_fixed_length(tuple[int, ...])
    (2, None)
    """
    for member in _list_member_types(value_type):
        if typing.get_origin(member) is tuple:
            entry_types = typing.get_args(member)
            return None if Ellipsis in entry_types else len(entry_types)
    return None


def describe_value(value: object) -> str:
    """Return the words by which a message names a wrong value; lists and tables are named by their kind alone.

    >>> describe_value([1, 2]), describe_value("Hall")
    ('a list of 2', "'Hall'")
    """
    if isinstance(value, dict):
        return "a table of keys and values"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else format_value(value)


def _list_member_types(model: Any) -> list[Any]:
    """Return the types that a type allows: the members of a union without None, or only the type itself.

    `Annotated` is removed. A list of types is returned itself.

    >>> _list_member_types(int | list[str] | None)
    [<class 'int'>, list[str]]
    """
    if isinstance(model, list):
        return model
    if typing.get_origin(model) is typing.Annotated:
        return _list_member_types(typing.get_args(model)[0])
    if isinstance(model, types.UnionType) or typing.get_origin(model) is typing.Union:
        return [
            inner
            for member in typing.get_args(model)
            for inner in _list_member_types(member)
            if inner is not types.NoneType
        ]
    return [model]


def _list_choices(model: Any) -> list[str]:
    """Return the words that a value of a type may be: values of enumerations, tags of structs, literals."""
    choices: list[str] = []
    for member in _list_member_types(model):
        if isinstance(member, type) and issubclass(member, Enum):
            choices += [str(choice.value) for choice in member]
        elif isinstance(member, type) and issubclass(member, msgspec.Struct):
            choices.append(str(member.__struct_config__.tag))
        elif typing.get_origin(member) is typing.Literal:
            choices += map(str, typing.get_args(member))
    return choices
