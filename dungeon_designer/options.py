"""What may be said to a command: each field of a record is one option, with the sentence that helps and its bounds.

A record is a frozen dataclass or struct whose fields are annotated with `Option`. The command line makes its options
of it, the editor its dialogs, and Python's callers name the same fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Option:
    """How one field is asked for.

    help     a sentence
    metavar  what stands for its value in help
    name     its name where that is not the field's, or its short name beside it ("-o")
    choices  the words it may be
    bounds   the least and the greatest number
    shown    whether help says its default
    """

    help: str = ""
    metavar: str | None = None
    name: str = ""
    choices: Sequence[str] = ()
    bounds: tuple[int, int] | None = None
    shown: bool = False


class Field(NamedTuple):
    """A field of a record: its name, its type, its option (None where nobody is asked), its default (`...` if none)."""

    name: str
    kind: Any
    option: Option | None
    default: Any


def fields_of(record: type) -> list[Field]:
    """The fields of a record, in their order."""
    defaults = {name: getattr(field, "default", ...) for name, field in _declared(record).items()}
    return [
        Field(name, *_split(kind), defaults[name])
        for name, kind in get_type_hints(record, include_extras=True).items()
        if name in defaults
    ]


def _declared(record: type) -> dict[str, Any]:
    import dataclasses

    if dataclasses.is_dataclass(record):
        return {field.name: field for field in dataclasses.fields(record)}
    import msgspec

    return {field.name: field for field in msgspec.structs.fields(record)}


def _split(kind: Any) -> tuple[Any, Option | None]:
    """A type and the option it is annotated with."""
    if get_origin(kind) is not Annotated:
        return kind, None
    bare, *said = get_args(kind)
    return bare, next((each for each in said if isinstance(each, Option)), None)
