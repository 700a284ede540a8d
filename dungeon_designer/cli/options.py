"""Build click commands whose options and arguments are the fields of the dataclass that they are called with."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

import click
from click.core import ParameterSource

from dungeon_designer.cli.console import VERBOSITY_KEY, print_verbose, print_warning_once
from dungeon_designer.errors import UsageError
from dungeon_designer.options import Option, argument, option
from dungeon_designer.reports.text_style import Verbosity
from dungeon_designer.rulesets.loader import notices_sent_to

files_argument = partial(argument, "FILE...")
"""Build the field of the files to read."""
ruleset_option = partial(option, metavar="ID|FILE.toml")
"""Build the field of `--ruleset` for one ruleset."""
rulesets_option = partial(option, metavar="ID|FILE.toml|all")
"""Build the field of `--ruleset` for one ruleset or all editions."""
output_option = partial(option, metavar="FILE", name="-o")
"""Build the field of `--output`."""
tiles_option = partial(option, "A folder of your own tile sets.", metavar="DIR")
"""Build the field of `--tiles` for a folder of tile sets."""
format_option = partial(option, "The format of the output.", "text", name="--format", choices=("text", "json"))
"""Build the field of `--format`."""
overlap_option = partial(option, "How far each sheet goes on beyond its joints (5mm).", "5mm", metavar="LENGTH")
"""Build the field of `--overlap`."""
force_option = partial(option, "Replace an existing file.", False)
"""Build the field of `--force`."""

ALL_EDITIONS = "all"
"""The value of `--ruleset` that means every edition."""


def format_examples(*lines: str) -> str:
    """Return example calls as the last part of a help text, in which click keeps the lines as they are."""
    title = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(("\b", title, *(f"  {line}" for line in lines)))


OptionGroups = Mapping[str, Collection[str]]
"""The options of a command that the help shows below each heading, by the names of their fields."""


class GroupedCommand(click.Command):
    """A command whose help shows its options in groups, each below a heading.

    Attributes:
        groups: the groups; an option that is in none of them stands before them, below *Options*.
    """

    def __init__(self, *arguments: Any, groups: OptionGroups, **keywords: Any) -> None:
        """Make a command as click does, with groups of options."""
        super().__init__(*arguments, **keywords)
        self.groups = groups

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options to the help, group by group."""
        heading_by_field = {field: heading for heading, fields in self.groups.items() for field in fields}
        rows_by_heading: dict[str, list[tuple[str, str]]] = {heading: [] for heading in ("Options", *self.groups)}
        for param in self.get_params(ctx):
            row = param.get_help_record(ctx)  # the names of the option, and its help
            if row is not None and isinstance(param, click.Option):  # the first line of the help has the arguments
                rows_by_heading[heading_by_field.get(param.name or "", "Options")].append(row)
        for heading, rows in rows_by_heading.items():
            with formatter.section(heading):
                formatter.write_dl(rows)


def build_command(
    *examples: str, groups: OptionGroups = MappingProxyType({})
) -> Callable[[Callable[[Any], object]], click.Command]:
    """Return a decorator that makes a click command of a function with one dataclass parameter, `call`.

    The docstring of the function is the help. The fields of the dataclass are the options.

    Args:
        *examples: calls that the help shows.
        groups: the groups in which the help shows the options; by default one for all.
    """

    def decorate(function: Callable[[Any], object]) -> click.Command:
        """Return the command that runs a function."""
        record_class = get_type_hints(function)["call"]

        def run_command(**values: Any) -> object:
            """Run the function with the options given, and return its exit status."""
            started = time.monotonic()
            refuse_empty_names(click.get_current_context())
            with notices_sent_to(print_warning_once):
                status = function(_build_record(record_class, values))
            print_verbose(f"done in {time.monotonic() - started:.2f} s")
            return status

        return GroupedCommand(
            None,  # the name: the program's table of commands has it
            groups=groups,
            callback=run_command,
            params=[*_list_parameters(record_class), *_list_verbosity_options()],
            help=function.__doc__,
            epilog=format_examples(*examples),
        )

    return decorate


_FILE_METAVAR = re.compile("FILE|DIR|OUT|FOLDER|SET")
"""Matches the metavar of an option whose value is a file or a folder."""


def refuse_empty_names(ctx: click.Context) -> None:
    """Raise UsageError for a file or folder with an empty name; most often a shell variable is not set."""
    for param in ctx.command.params:
        field_name = param.name or ""
        value = ctx.params.get(field_name)
        values = value if isinstance(value, tuple) else (value,)
        is_given = ctx.get_parameter_source(field_name) is ParameterSource.COMMANDLINE
        # an option that wants a file or folder says so in its help, as in "-o FILE"
        names_file = isinstance(param, click.Argument) or _FILE_METAVAR.search(param.metavar or "")
        if names_file and is_given and "" in values:
            label = param.opts[-1] if isinstance(param, click.Option) else param.make_metavar(ctx)
            raise UsageError(f"{label}: the name is empty; name a file or a folder")


def _build_record(record_class: type[Any], click_values: dict[str, Any]) -> Any:
    """Return an instance of a command's dataclass, filled with the values that click parsed from the command line.

    A field may be a dataclass with options of its own. A field that is neither an option nor a dataclass keeps its
    default, and so does a field whose text has to be parsed and is not given.

    Args:
        record_class: the dataclass.
        click_values: the value of each option by the name of its field.
    """
    field_types, field_values = get_type_hints(record_class), {}
    for field in dataclasses.fields(record_class):
        if "option" in field.metadata:
            parse, value = field.metadata["option"].parse, click_values[field.name]
            if parse is None:
                field_values[field.name] = value
            elif value is not None:
                field_values[field.name] = parse(value)
        elif dataclasses.is_dataclass(field_types[field.name]):
            field_values[field.name] = _build_record(field_types[field.name], click_values)
    return record_class(**field_values)


def _list_verbosity_options() -> Iterator[click.Option]:
    """Yield the options `--quiet` and `--verbose`, which every command has."""

    def set_verbosity(ctx: click.Context, parameter: click.Parameter, is_given: bool) -> None:
        """Store the verbosity in the context of the running command.

        Raises:
            UsageError: both options were given.
        """
        if not is_given:
            return
        verbosity = Verbosity.QUIET if parameter.name == "quiet" else Verbosity.VERBOSE
        # click calls this for each of the two options; the first one that was given stores its verbosity
        stored_verbosity = ctx.meta.setdefault(VERBOSITY_KEY, verbosity)
        if stored_verbosity is not verbosity:
            raise click.UsageError("-q and -v exclude each other", ctx)

    for names, help_text in (
        (["-q", "--quiet"], "Results and errors only."),
        (["-v", "--verbose"], "Everything, and the time it took."),
    ):
        yield click.Option(names, is_flag=True, expose_value=False, callback=set_verbosity, help=help_text)


def _list_parameters(record_class: type[Any]) -> Iterator[click.Parameter]:
    """Yield a click option or argument for each field of a command's dataclass that is one.

    The fields of dataclasses that are fields themselves are included."""
    field_types = get_type_hints(record_class)
    for field in dataclasses.fields(record_class):
        if "option" in field.metadata:
            yield _build_parameter(field.name, field_types[field.name], field.default, field.metadata["option"])
        elif dataclasses.is_dataclass(field_types[field.name]):
            yield from _list_parameters(field_types[field.name])


class _TextWithRemedy(click.types.StringParamType):
    """The type of a text that is required. If it is missing, the message says what to do."""

    def __init__(self, remedy: str) -> None:
        self._remedy = remedy

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the end of click's message about a missing option, which stands after the option's name."""
        return self._remedy


def _build_parameter(name: str, annotation: Any, default: Any, settings: Option) -> click.Parameter:
    """Return the click option or argument for a field of a command's dataclass.

    Args:
        name: the name of the field.
        annotation: its type.
        default: its default; `dataclasses.MISSING` for a field that is required.
        settings: its help, bounds and choices.
    """
    value_types = get_args(annotation) or (annotation,)  # (str, None) for a field of the type "str | None"
    is_sequence = value_types[-1] is Ellipsis or get_origin(annotation) is Sequence  # tuple[str, ...] or Sequence[str]
    is_multiple = is_sequence and settings.parse is None  # else one text is parsed into several values
    is_required = default is dataclasses.MISSING
    click_type = _choose_click_type(value_types, settings)
    if settings.parse and not is_required:
        # click gets the default as a text; for an empty one None, so that the field keeps its own default
        default = settings.format(default) if default else None
    default_argument = {} if is_required else {"default": default}  # click tells no default from the default None
    if settings.name == "argument":
        nargs = -1 if is_multiple else 1  # for click, -1 means any number
        return click.Argument(
            [name], metavar=settings.metavar, type=click_type, nargs=nargs, required=is_required, **default_argument
        )
    if bool in value_types:
        return _build_flag(name, default, settings)
    # such as -o and --output; a name of its own that is long, such as --format, is the long name itself
    long_name = settings.build_long_name(name)
    option_names = [long_name] if settings.name in ("", long_name) else [settings.name, long_name]
    is_number = isinstance(click_type, click.IntRange) or click_type is int
    return click.Option(
        [*option_names, name],  # under a word without dashes click passes the value on: the name of the field
        metavar=settings.metavar or ("N" if is_number else None),
        type=click_type,
        multiple=is_multiple,
        required=is_required and not is_multiple,
        show_default=settings.show_default,
        help=settings.help,
        **default_argument,
    )


def _choose_click_type(value_types: tuple[Any, ...], settings: Option) -> Any:
    """Return the type that click uses to parse and check the value of an option or argument.

    Args:
        value_types: the types that the field may have.
        settings: its bounds, its choices, and what to say if it is required and missing.
    """
    if settings.missing:
        return _TextWithRemedy(settings.missing)
    if settings.bounds:
        return click.IntRange(*settings.bounds)
    if settings.choices:
        return click.Choice(settings.choices)
    return int if int in value_types else str


def _build_flag(name: str, default: bool | None, settings: Option) -> click.Option:
    """Return the click option for a yes-or-no field.

    A flag that is off by default becomes ``--NAME``, one that is on becomes ``--no-NAME``, and one whose default is
    None becomes ``--NAME/--no-NAME``.

    Args:
        name: the name of the field.
        default: its default.
        settings: its help, and its option's name if that is not the field's.
    """
    positive = settings.build_long_name(name)
    negative = f"--no-{positive.removeprefix('--')}"
    if default is None:
        declaration = f"{positive}/{negative}"
        return click.Option([declaration, name], is_flag=True, default=None, help=settings.help)
    declaration = negative if default else positive
    return click.Option([declaration, name], is_flag=True, default=default, help=settings.help, flag_value=not default)
