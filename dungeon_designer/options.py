"""Options of commands: each field of a record is one option, with a help sentence and bounds.

A record is a frozen dataclass whose fields are made by `option` or `argument`. The command line builds its options
from the record, the editor its dialogs, and Python callers name the same fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
    """

    help: str
    metavar: str | None = None
    name: str = ""
    choices: Sequence[str] = ()
    bounds: tuple[int, int] | None = None
    show_default: bool = False
    missing: str = ""


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
