"""What may be said to a command: each field of a record is one option, with the sentence that helps and its bounds.

A record is a frozen dataclass whose fields are made by `option` or `argument`. The command line makes its options of
it, the editor its dialogs, and Python's callers name the same fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Option:
    """How one field is asked for.

    help     a sentence
    metavar  what stands for its value in help
    name     its name where that is not the field's, or its short name beside it ("-o")
    choices  the words it may be
    bounds   the least and the greatest number
    shown    whether help says its default
    missing  the remedy, where it must be said and is not
    """

    help: str
    metavar: str | None = None
    name: str = ""
    choices: Sequence[str] = ()
    bounds: tuple[int, int] | None = None
    shown: bool = False
    missing: str = ""


def option(sentence: str, default: Any = None, **more: Any) -> Any:
    """A field that somebody is asked for; `...` is no default, for what must be said."""
    asked = {"option": Option(sentence, **more)}
    return field(metadata=asked) if default is ... else field(default=default, metadata=asked)


def argument(metavar: str | None = None, default: Any = ..., **more: Any) -> Any:
    """A field that is said without a name before it."""
    return option("", default, metavar=metavar, name="argument", **more)
