"""A command's options and arguments, made from the record it is called with."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_type_hints

import click
import msgspec

from dungeon_designer.options import Field, Option, fields_of

Files = Annotated[tuple[str, ...], Option(metavar="FILE...", name="argument")]
OwnTiles = Annotated[str | None, Option("A folder of tile sets of your own.", metavar="DIR")]
Form = Annotated[str, Option("How to say it.", name="--format", choices=("text", "json"))]
Seed = Annotated[int, Option("Where the dice start.", bounds=(0, 2**32 - 1), shown=True)]


def example(*lines: str) -> str:
    """Example calls as the last part of a help text, their lines kept as they are."""
    title = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(("\b", title, *(f"  {line}" for line in lines)))


def command_of(*examples: str) -> Callable[[Callable[[Any], object]], click.Command]:
    """A command of a function of one record: its help is the docstring, its options are the record's fields."""

    def made(function: Callable[[Any], object]) -> click.Command:
        record = get_type_hints(function)["call"]
        return click.Command(
            None,
            callback=lambda **said: function(_record(record, said)),
            params=[_parameter(field) for field in _asked(record)],
            help=function.__doc__,
            epilog=example(*examples),
        )

    return made


def _asked(record: type) -> list[Field]:
    """The fields somebody is asked for, those of records inside it among them."""
    found: list[Field] = []
    for field in fields_of(record):
        if field.option is not None:
            found.append(field)
        elif _is_record(field.kind):
            found += _asked(field.kind)
    return found


def _record(record: type, said: dict[str, Any]) -> Any:
    """The record of what was said."""
    values = {}
    for field in fields_of(record):
        if field.option is not None:
            values[field.name] = said[field.name]
        elif _is_record(field.kind):
            values[field.name] = _record(field.kind, said)
    return record(**values)


def _is_record(kind: Any) -> bool:
    return dataclasses.is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))


def _parameter(field: Field) -> click.Parameter:
    option, words = field.option or Option(), get_args(field.kind) or (field.kind,)
    many, wanted = words[-1] is Ellipsis, field.default in (..., msgspec.NODEFAULT, dataclasses.MISSING)
    kind: Any = int if int in words else str
    if option.bounds:
        kind = click.IntRange(*option.bounds)
    elif option.choices:
        kind = click.Choice(option.choices)
    given = {} if wanted else {"default": field.default}
    if option.name == "argument":
        nargs = -1 if many else 1
        return click.Argument([field.name], metavar=option.metavar, type=kind, nargs=nargs, required=wanted, **given)
    long = "--" + field.name.replace("_", "-")
    if bool in words:
        opts = {True: f"--no-{long[2:]}", False: long, None: f"{long}/--no-{long[2:]}"}[field.default]
        turned = {} if field.default is None else {"flag_value": not field.default}
        return click.Option([opts, field.name], is_flag=True, default=field.default, help=option.help, **turned)
    names = [option.name] if option.name.startswith("--") else [*filter(None, [option.name]), long]
    return click.Option(
        [*names, field.name],
        metavar=option.metavar,
        type=kind,
        multiple=many,
        required=wanted and not many,
        show_default=option.shown,
        help=option.help,
        **given,
    )
