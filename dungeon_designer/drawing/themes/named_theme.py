"""Find the theme that a dungeon or season names: one of the program's, or a file in the folder of that file.

The path of a theme file may come from a stranger. So it never leads out of the folder, neither by its words nor by
links, and only a plain file is read.
"""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath

from dungeon_designer.drawing.themes import THEMES, is_theme_file
from dungeon_designer.drawing.themes.theme_file import THEME_ENDING, read_theme
from dungeon_designer.errors import suggest_word
from dungeon_designer.text.file_reading import is_inside
from dungeon_designer.text.missing_files import suggest_path
from dungeon_designer.text.read_faults import Fault, format_value


def resolve_named_theme(name: str, folder: Path) -> str:
    """Return the theme that a file names, as `find_theme` takes it; '' if the file names none.

    Args:
        name: the name of a theme of the program, or the path of a theme file, as the file has it.
        folder: the folder of the file, from which the path starts.

    Returns:
        The name, or the path of the theme file, which has been read.

    Raises:
        Fault: there is no such theme, or its path leads out of the folder.
        ReadError: the theme file is wrong.
    """
    if not name or name in THEMES:
        return name
    if not is_theme_file(name):
        hint = suggest_word(name, THEMES)
        raise Fault(f"there is no theme {format_value(name)}{hint}; the name of a theme file ends in {THEME_ENDING}")
    path = folder / name
    if not _stays_inside(name, path, folder):
        problem = f"the theme {format_value(name)} lies outside the folder of this file"
        raise Fault(f"{problem}; put the theme into it, or name it with --theme")
    if not os.path.lexists(path):
        hint = suggest_path(str(path.parent), path.name, THEME_ENDING)
        raise Fault(f"there is no theme file {format_value(name)}{hint}; it is looked for from the folder of this file")
    read_theme(path, is_named_by_file=True)  # raises an error if the theme is wrong
    return str(path)


def _stays_inside(name: str, path: Path, folder: Path) -> bool:
    """Return whether a path is one below a folder, in words on every system, and after all links are followed."""
    parts = PureWindowsPath(name)  # knows /, \\ and drives
    if parts.drive or parts.root or ".." in parts.parts or "\0" in name:
        return False
    return is_inside(path, folder)
