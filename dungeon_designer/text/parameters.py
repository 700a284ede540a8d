"""What is wrong with a rule's parameters, in a ruleset's own words and with the nearest right spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from dungeon_designer.errors import did_you_mean

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
