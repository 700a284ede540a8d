"""What the commands write: results to standard output or a named file, one line of complaint to standard error."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from dungeon_designer.cli.streams import forget
from dungeon_designer.errors import WriteError, one_line
from dungeon_designer.reports.text_style import NARROWEST, TextStyle
from dungeon_designer.text.escaping import uncommanding

STDOUT, STDERR = 1, 2
PIPED_WIDTH = 100
"""Characters in a line when no terminal says how many it has."""
WIDEST = 120

_COLOUR = re.compile(r"(\x1b\[(?:0|1|2|1;3[1236])m)")
"""The colours of `reports.paint`."""


class PipeClosed(Exception):  # noqa: N818 - not an error
    """Whoever read standard output stopped reading."""


def text_style(plain: bool = False, brief: bool = False) -> TextStyle:
    """The terminal's width, and colours if it has them and nobody asked to leave them out (NO_COLOR)."""
    columns = 0 if plain else _terminal_width()
    if not columns:
        return TextStyle(PIPED_WIDTH, brief=brief)
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return TextStyle(min(max(columns, NARROWEST), WIDEST), colour, brief)


def say(text: str) -> None:
    """Text for people on standard output; what its encoding cannot show is escaped."""
    _write(uncommanding(text), getattr(sys.stdout, "encoding", None) or "utf-8")


def give(text: str) -> None:
    """A document for programs on standard output: UTF-8, whatever the terminal speaks."""
    _write(text, "utf-8")


def give_bytes(data: bytes) -> None:
    """A file for programs on standard output, byte for byte; a terminal gets text only, as `give` has it."""
    if sys.stdout.isatty():
        give(data.decode())
        return
    with writing():
        click.echo(data, nl=False)


def give_json(data: Any) -> None:
    """Data as indented JSON on standard output."""
    give(as_json(data))


def as_json(data: Any) -> str:
    """Data as indented JSON; bytes in a file's name that are no text are escaped."""
    import msgspec

    try:
        encoded = msgspec.json.encode(data)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_as_text(msgspec.to_builtins(data)))
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def _as_text(data: Any) -> Any:
    """Plain data, each text in it such as UTF-8 can hold."""
    if isinstance(data, dict):
        return {_as_text(key): _as_text(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_as_text(value) for value in data]
    return data.encode("utf-8", "backslashreplace").decode() if isinstance(data, str) else data


def complain(text: str) -> None:
    """One line on standard error."""
    aside(f"{one_line(text)}\n")


def aside(text: str) -> None:
    """Text on standard error; when nobody listens there, the exit status must do."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    try:
        click.echo(uncommanding(text).encode(encoding, "backslashreplace"), err=True, nl=False)
    except (OSError, ValueError):
        forget(STDERR)


def tell(notice: str) -> None:
    """One line on standard error of what is no fault but should be known; nothing of an empty one."""
    if notice:
        complain(f"dungeon-designer: warning: {notice}")


def _write(text: str, encoding: str) -> None:
    """Text on standard output; WriteError when it does not take it."""
    shown = for_terminal(text) if sys.stdout.isatty() else text
    with writing():
        click.echo(shown.encode(encoding, "backslashreplace"), nl=False)


@contextmanager
def writing() -> Iterator[None]:
    """What is written inside must have reached standard output at its end: WriteError or PipeClosed, if not."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        forget(STDOUT)
        raise PipeClosed from None
    except OSError as error:
        forget(STDOUT)
        raise WriteError(f"standard output cannot be written: {str(error.strerror or error).lower()}") from None


def for_terminal(text: str) -> str:
    """The text with colours of our own, and no other character that a terminal would obey.

    The others are escaped as JSON and YAML escape them, since it may be a document of theirs.

    >>> for_terminal("\\x1b[1mHall\\x1b[0m \\x1b]0;x") == "\\x1b[1mHall\\x1b[0m " + r"\\u001b]0;x"
    True
    """
    parts = _COLOUR.split(text)
    parts[::2] = ["".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in p) for p in parts[::2]]
    return "".join(parts)


def _terminal_width() -> int:
    """Columns of the terminal standard output is; 0 when it is none."""
    if not sys.stdout.isatty():
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
