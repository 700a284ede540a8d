"""The file a command writes: never one that it reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from dungeon_designer.dungeon import STDIN
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.text.inputs import is_input, note
from dungeon_designer.text.writing import write_file


def keep_apart(output: str | os.PathLike[str], inputs: Iterable[str]) -> None:
    """Refuse, before any work is done, an output that is one of the inputs; - is standard input."""
    note(_descriptor() if name == STDIN else name for name in inputs)
    _refuse(output)


def write_output(output: str | os.PathLike[str], data: bytes) -> None:
    """Write what a command made; UsageError when the file was read for it, as a ruleset or a tile, say."""
    _refuse(output)
    write_file(output, data)


def _refuse(output: str | os.PathLike[str]) -> None:
    if is_input(output):
        raise UsageError(one_line(f"{os.fspath(output)}: this file is read, too; write to another one"))


def _descriptor() -> int | Path:
    """What standard input comes from: a file may have been led into it."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return Path(os.devnull)
