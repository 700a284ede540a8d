"""A command's options and arguments, made from the record it is called with."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, get_args, get_type_hints

import click
from click.core import ParameterSource

from dungeon_designer.cli.console import TALK, detail, tell_once
from dungeon_designer.errors import UsageError
from dungeon_designer.options import Option, argument, option
from dungeon_designer.reports.text_style import Talk
from dungeon_designer.rulesets.loader import telling_notices

files = partial(argument, "FILE...")
ruleset = partial(option, metavar="ID|FILE.toml")
rulesets = partial(option, metavar="ID|FILE.toml|all")
output = partial(option, metavar="FILE", name="-o")
own_tiles = partial(option, "A folder of tile sets of your own.", metavar="DIR")
form = partial(option, "How to say it.", "text", name="--format", choices=("text", "json"))
overlap = partial(option, "How far sheets go on beyond their joints (5mm).", "5mm", metavar="LENGTH")
force = partial(option, "Replace a file that is there already.", False)
seed = partial(option, "Where the dice start.", 1, bounds=(0, 2**32 - 1), shown=True)
"""Fields that several commands have."""

STYLES = "How chests, portals and counters lie: as in the edition's named dungeons, or spread as far as can be."
"""What --style says of itself."""

ALL = "all"
"""The word that asks for every edition."""


def example(*lines: str) -> str:
    """Example calls as the last part of a help text, their lines kept as they are."""
    title = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(("\b", title, *(f"  {line}" for line in lines)))


def command_of(*examples: str) -> Callable[[Callable[[Any], object]], click.Command]:
    """A command of a function of one record: its help is the docstring, its options are the record's fields."""

    def made(function: Callable[[Any], object]) -> click.Command:
        record = get_type_hints(function)["call"]

        def called(**given: Any) -> object:
            started = time.monotonic()
            refuse_empty_names(click.get_current_context())
            with telling_notices(tell_once):
                status = function(_record(record, given))
            detail(f"done in {time.monotonic() - started:.2f} s")
            return status

        return click.Command(
            None,
            callback=called,
            params=[*_parameters(record), *_talk_options()],
            help=function.__doc__,
            epilog=example(*examples),
        )

    return made


_NAMES_FILES = re.compile("FILE|DIR|OUT|FOLDER|SET")
"""How the value of an option that names a file or a folder is called in its help."""


def refuse_empty_names(ctx: click.Context) -> None:
    """Raise UsageError for a file or folder that is named by an empty text: a variable that is not set, most often."""
    for param in ctx.command.params:
        named = isinstance(param, click.Argument) or _NAMES_FILES.search(param.metavar or "")
        value = ctx.params.get(param.name or "")
        given = ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        if named and given and "" in (value if isinstance(value, tuple) else (value,)):
            what = param.opts[-1] if isinstance(param, click.Option) else param.make_metavar(ctx)
            raise UsageError(f"{what}: the name is empty; name a file or a folder")


def _record(record: type[Any], given: dict[str, Any]) -> Any:
    """The record of what was given; in it may be other records, of fields that nobody is asked for, too."""
    kinds, values = get_type_hints(record), {}
    for field in dataclasses.fields(record):
        if "option" in field.metadata:
            values[field.name] = given[field.name]
        elif dataclasses.is_dataclass(kinds[field.name]):
            values[field.name] = _record(kinds[field.name], given)
    return record(**values)


def _talk_options() -> Iterator[click.Option]:
    """How much a command says; every command has both."""

    def choose(ctx: click.Context, option: click.Parameter, given: bool) -> None:
        talk = Talk.QUIET if option.name == "quiet" else Talk.ALL
        if given and ctx.meta.setdefault(TALK, talk) is not talk:
            raise click.UsageError("-q and -v exclude each other", ctx)

    for names, sentence in (
        (["-q", "--quiet"], "Results and errors alone."),
        (["-v", "--verbose"], "Everything, and how long it took."),
    ):
        yield click.Option(names, is_flag=True, expose_value=False, callback=choose, help=sentence)


def _parameters(record: type[Any]) -> Iterator[click.Parameter]:
    """An option or argument for each field somebody is asked for, also of records inside it."""
    kinds = get_type_hints(record)
    for field in dataclasses.fields(record):
        if "option" in field.metadata:
            yield _parameter(field.name, kinds[field.name], field.default, field.metadata["option"])
        elif dataclasses.is_dataclass(kinds[field.name]):
            yield from _parameters(kinds[field.name])


class _TextWithRemedy(click.types.StringParamType):
    """Text that must be given; where it is not, the error says the remedy."""

    def __init__(self, remedy: str) -> None:
        self._remedy = remedy

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return what stands after the name of the missing option."""
        return self._remedy


def _parameter(name: str, of: Any, default: Any, option: Option) -> click.Parameter:
    words = get_args(of) or (of,)
    many, wanted = words[-1] is Ellipsis, default is dataclasses.MISSING
    kind: Any = int if int in words else str
    if option.missing:
        kind = _TextWithRemedy(option.missing)
    elif option.bounds:
        kind = click.IntRange(*option.bounds)
    elif option.choices:
        kind = click.Choice(option.choices)
    given = {} if wanted else {"default": default}
    if option.name == "argument":
        nargs = -1 if many else 1
        return click.Argument([name], metavar=option.metavar, type=kind, nargs=nargs, required=wanted, **given)
    long = "--" + name.replace("_", "-")
    if bool in words:
        opts = {True: f"--no-{long[2:]}", False: long, None: f"{long}/--no-{long[2:]}"}[default]
        turned = {} if default is None else {"flag_value": not default}
        return click.Option([opts, name], is_flag=True, default=default, help=option.help, **turned)
    names = [option.name] if option.name.startswith("--") else [*filter(None, [option.name]), long]
    return click.Option(
        [*names, name],
        metavar=option.metavar,
        type=kind,
        multiple=many,
        required=wanted and not many,
        show_default=option.shown,
        help=option.help,
        **given,
    )
