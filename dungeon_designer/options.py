"""Options of commands: each field of a record is one option, with a help sentence and bounds.

A record is a frozen dataclass whose fields are made by `option` or `argument`. The command line builds its options
from the record, the editor its dialogs, and Python callers name the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any


@dataclass(frozen=True)
class Option:
    """The description of one option, kept in the metadata of a dataclass field.

    Attributes:
        help: a sentence for the help.
        metavar: the word for the value in the help.
        name: the option's name if it differs from the field's, or a short name besides ("-o").
        choices: the words the value may be.
        bounds: the least and the greatest number.
        show_default: whether the help shows the default.
        missing: the remedy for an option that is required and missing.
        parse: reads the field's value from the text of the command line; None if the value is the text itself, a
            number, or a flag.
        format: the reverse of `parse`: returns the text for a value.
    """

    help: str
    metavar: str | None = None
    name: str = ""
    choices: Sequence[str] = ()
    bounds: tuple[int, int] | None = None
    show_default: bool = False
    missing: str = ""
    parse: Callable[[str], Any] | None = None
    format: Callable[[Any], str] = str

    def build_long_name(self, field_name: str) -> str:
        """Return the name of the option on the command line, such as ``--section-names`` for `section_names`."""
        return self.name if self.name.startswith("--") else "--" + field_name.replace("_", "-")


def option(help_text: str, default: Any = None, **details: Any) -> Any:
    """Return a dataclass field for an option of a command.

    Args:
        help_text: a sentence for the help.
        default: the value when the option is not given; `...` for an option without a default.
        **details: further fields of `Option`.
    """
    metadata = {"option": Option(help_text, **details)}
    return field(metadata=metadata) if default is ... else field(default=default, metadata=metadata)


def argument(metavar: str | None = None, default: Any = ..., **details: Any) -> Any:
    """Return a dataclass field for a positional argument of a command: a value without an option name before it."""
    return option("", default, metavar=metavar, name="argument", **details)


seed_option = partial(option, "The seed of the dice.", 1, bounds=(0, 2**32 - 1), show_default=True)
"""Build the field of `--seed`."""


def split_names(*texts: str) -> tuple[str, ...]:
    """Return the names in the texts of one or several options, each with commas between its names.

    >>> split_names("chests, portals", "balls")
    ('chests', 'portals', 'balls')
    """
    return tuple(name.strip() for text in texts for name in text.split(",") if name.strip())


def format_options(record: Any, always: Collection[str] = ()) -> dict[str, list[str]]:
    """Return the words of a command line that give the options of a record, by the names of its fields.

    Options with their default value are left out.

    Args:
        record: a dataclass whose fields are options.
        always: fields that are not left out.

    Examples:
        >>> @dataclass
        ... class Call:
        ...     seed: int = seed_option()
        ...     grid: bool = option("Draw the lines between squares.", True)
        >>> format_options(Call(seed=1, grid=False), always=["seed"])
        {'seed': ['--seed', '1'], 'grid': ['--no-grid']}
    """
    words_by_field: dict[str, list[str]] = {}
    for record_field in fields(record):
        settings: Option | None = record_field.metadata.get("option")
        value = getattr(record, record_field.name)
        if settings is None or (value == record_field.default and record_field.name not in always):
            continue
        long_name = settings.build_long_name(record_field.name)
        if isinstance(value, bool):
            words = [long_name if value else f"--no-{long_name.removeprefix('--')}"]
        elif settings.parse is None and isinstance(value, (tuple, list)):  # an option that is given several times
            words = [word for item in value for word in (long_name, settings.format(item))]
        else:
            words = [long_name, settings.format(value)]
        words_by_field[record_field.name] = words
    return words_by_field
