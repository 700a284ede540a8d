"""The file a command writes: never one that it reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from dungeon_designer.cli.output import give, give_bytes, say
from dungeon_designer.dungeon import STDIN
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.text.files import is_input, note
from dungeon_designer.text.writing import write_file

STDOUT = "-"
BINARY = ("png", "pdf")
"""Formats that are no text."""


def keep_apart(output: str | os.PathLike[str], inputs: Iterable[str]) -> None:
    """Refuse, before any work is done, an output that is one of the inputs; - is standard input or output."""
    note(_descriptor() if name == STDIN else name for name in inputs)
    if output != STDOUT:
        _refuse(output)


def ending_of(output: str, to: str | None) -> str:
    """The name or bare ending that says an output's format: `to` where it is given, else the output's own name.

    UsageError for standard output without a format, and for a terminal where the format is no text.
    """
    if output == STDOUT:
        if to is None:
            raise UsageError("standard output has no ending; say the format with --to")
        if to in BINARY and sys.stdout.isatty():
            raise UsageError(f"standard output is a terminal, which cannot show {to}; lead it into a file or a program")
    return output if to is None else f".{to}"


def make_folder(folder: str | os.PathLike[str]) -> None:
    """Make the folder an output goes into where there is none; UsageError when it cannot be."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(one_line(f"{os.fspath(folder)}: this folder cannot be made: {error.strerror}")) from None


def named_in(folder: str | os.PathLike[str], ruleset: str, home: str | os.PathLike[str] = "") -> str:
    """A ruleset as a file in a folder names it, by the way there from what names it in `home`; an id is itself.

    >>> named_in("halls", "naf-2019"), named_in("cups/halls", "cup.toml", "cups")
    ('naf-2019', '../cup.toml')
    """
    here = os.path.abspath(folder) == os.path.abspath(home)
    if here or not ruleset.lower().endswith(".toml") or os.path.isabs(ruleset):
        return ruleset
    return seen_from(folder, Path(home) / ruleset)


def seen_from(folder: str | os.PathLike[str], path: str | os.PathLike[str]) -> str:
    """A path as a file in a folder names it.

    >>> seen_from("cups/halls", "cups/cup.toml")
    '../cup.toml'
    """
    return Path(os.path.relpath(path, folder or ".")).as_posix()


def write_output(output: str | os.PathLike[str], data: bytes) -> None:
    """Write what a command made; UsageError when the file was read for it, as a ruleset or a tile, say.

    To - it goes as it is, but for what a terminal would obey.
    """
    if output == STDOUT:
        give_bytes(data)
        return
    _refuse(output)
    write_file(output, data)


def write_report(text: str, form: str, output: str | None) -> None:
    """A report where it is wanted: in a file, else on standard output, for people where its format is text.

    Bytes in a file's name that are no text are escaped.
    """
    if output is not None:
        write_output(output, text.encode("utf-8", "backslashreplace"))
    elif form == "text":
        say(text)
    else:
        give(text)


def _refuse(output: str | os.PathLike[str]) -> None:
    if is_input(output):
        raise UsageError(one_line(f"{os.fspath(output)}: this file is read, too; write to another one"))


def _descriptor() -> int | Path:
    """What standard input comes from: a file may have been led into it."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return Path(os.devnull)
