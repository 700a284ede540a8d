"""What the commands write: results to standard output or a named file, one line of complaint to standard error."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from dungeon_designer.errors import WriteError, one_line
from dungeon_designer.reports.look import NARROWEST, Look

PIPED_WIDTH = 100
"""Characters in a line when no terminal says how many it has."""
WIDEST = 120


class PipeClosed(Exception):  # noqa: N818 - not an error
    """Whoever read standard output stopped reading."""


def look(plain: bool = False, brief: bool = False) -> Look:
    """The terminal's width, and colours if it has them and nobody asked to leave them out (NO_COLOR)."""
    columns = 0 if plain else _terminal_width()
    if not columns:
        return Look(PIPED_WIDTH, brief=brief)
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(min(max(columns, NARROWEST), WIDEST), colour, brief)


def say(text: str) -> None:
    """Text for people on standard output; what its encoding cannot show is escaped."""
    _write(text, getattr(sys.stdout, "encoding", None) or "utf-8")


def give(text: str) -> None:
    """A document for programs on standard output: UTF-8, whatever the terminal speaks."""
    _write(text, "utf-8")


def give_bytes(data: bytes) -> None:
    """Bytes on standard output; WriteError when it does not take them."""
    if sys.stdout is None:
        raise WriteError("standard output is closed; there is nowhere to write to")
    try:
        click.echo(data, nl=False)
        sys.stdout.flush()
    except BrokenPipeError:
        raise PipeClosed from None
    except OSError as error:
        forget_stdout()
        raise WriteError(f"standard output cannot be written: {str(error.strerror or error).lower()}") from None


def forget_stdout() -> None:
    """Points standard output to nowhere, so that Python does not fail once more over what it could not write."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def give_json(data: Any) -> None:
    """Data as indented JSON on standard output."""
    import msgspec

    give(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def complain(text: str) -> None:
    """One line on standard error."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    try:
        click.echo(one_line(text).encode(encoding, "backslashreplace"), err=True)
    except (OSError, ValueError):
        return  # nobody listens to standard error: the exit status must do


def tell(notice: str) -> None:
    """One line on standard error of what is no fault but should be known; nothing of an empty one."""
    if notice:
        complain(f"dungeon-designer: warning: {notice}")


def _write(text: str, encoding: str) -> None:
    give_bytes(text.encode(encoding, "backslashreplace"))


def _terminal_width() -> int:
    """Columns of the terminal standard output is; 0 when it is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return 0
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or PIPED_WIDTH
    except (OSError, ValueError):
        return PIPED_WIDTH


@contextmanager
def letters_told() -> Iterator[None]:
    """What is written inside may lack letters: each such warning is one line on standard error, at the end."""
    from dungeon_designer.drawing.fonts.coverage import MissingLetters

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MissingLetters)
        yield
    for told in caught:
        if not issubclass(told.category, MissingLetters):
            warnings.warn_explicit(told.message, told.category, told.filename, told.lineno)
    for line in dict.fromkeys(str(told.message) for told in caught if issubclass(told.category, MissingLetters)):
        tell(line)
