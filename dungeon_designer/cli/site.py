"""A folder of coaches' pages, as commands write it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dungeon_designer.cli.progress import Progress
from dungeon_designer.cli.target import make_folder, write_output
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.site import Entry, Front, site


def is_folder(output: str) -> bool:
    """Whether a folder is meant: by the stroke at its end, or because it is one."""
    return output.endswith(("/", os.sep)) or os.path.isdir(output)


def write_site(output: str, front: Front, entries: Sequence[Entry], options: ExportOptions, progress: Progress) -> None:
    """Write the pages and their index into a folder, which is made where there is none; UsageError when it cannot be.

    Files of the folder that have another name stay.
    """
    make_folder(output)
    for name, data in site(front, entries, options):
        write_output(Path(output) / name, data)
        progress.advance()
