"""Keep commands from replacing a file that exists already, unless `--force` allows it."""

from __future__ import annotations

import os
from pathlib import Path

from dungeon_designer.cli.files import STDOUT, PathName, check_output_path, write_output
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.text.writing import FileContent


def is_existing(output: PathName) -> bool:
    """Return whether writing would replace a file. A link that leads nowhere counts as a file, a pipe does not."""
    path = Path(output)
    return path.is_file() if path.exists() else os.path.lexists(output)


def refuse_existing(output: PathName, can_replace: bool) -> None:
    """Raise UsageError if a file exists already and may not be replaced. Commands call this before any work is done.

    A file that the command reads is never replaced.
    """
    if output != STDOUT:
        check_output_path(output)
    if output != STDOUT and not can_replace and is_existing(output):
        problem = "this file is there already; nothing was written (--force replaces it)"
        raise UsageError(escape_line(f"{os.fspath(output)}: {problem}"))


def write_new_file(output: PathName, data: bytes, can_replace: bool) -> None:
    """Write a file. Unless it may be replaced, it must not exist yet; this includes a file that appears meanwhile.

    Raises:
        UsageError: the file exists already, or is read by this command.
        ChangedError: the file appeared after it was looked for.
    """
    refuse_existing(output, can_replace)
    must_be_new = not can_replace and output != STDOUT and not Path(output).exists()  # a pipe exists, and is written
    write_output(output, data, expected_content=FileContent(None) if must_be_new else None)
