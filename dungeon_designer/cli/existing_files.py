"""Files that are there already: a command that writes a dungeon or another file of the user's replaces none unasked."""

from __future__ import annotations

import os
from pathlib import Path

from dungeon_designer.cli.files import STDOUT, PathName, refuse_input, write_output
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.text.writing import Held


def is_there(output: PathName) -> bool:
    """Return whether a file of that name would be replaced; a link that leads nowhere is one, a pipe is none."""
    path = Path(output)
    return path.is_file() if path.exists() else os.path.lexists(output)


def refuse_existing(output: PathName, force: bool) -> None:
    """Raise UsageError, before any work is done, where a file is there already and nobody said to replace it.

    One that the command reads is never replaced.
    """
    if output != STDOUT:
        refuse_input(output)
    if output != STDOUT and not force and is_there(output):
        problem = "this file is there already; nothing was written (--force replaces it)"
        raise UsageError(one_line(f"{os.fspath(output)}: {problem}"))


def write_new(output: PathName, data: bytes, force: bool) -> None:
    """Write a file that must not be there, or that `force` replaces; also one that came meanwhile is left alone."""
    refuse_existing(output, force)
    as_new = not force and output != STDOUT and not Path(output).exists()
    write_output(output, data, over=Held(None) if as_new else None)
