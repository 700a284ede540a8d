"""The program in a desktop's menu: its entry, its icon, and the types of its files.

They are put where a desktop looks for them (freedesktop.org's Desktop Entry, Icon Theme
and Shared MIME-info specifications). A system's package installs the same three files for everybody; this does it
for one user, as a program installed by pipx or uv has nowhere else to put them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from dungeon_designer.errors import UsageError, WriteError
from dungeon_designer.text.writing import write_file

HERE = Path(__file__).parent
ENTRY = "applications/dungeon-designer.desktop"
ICON = "icons/hicolor/scalable/apps/dungeon-designer.svg"
TYPES = "mime/packages/dungeon-designer.xml"
_COMMAND = "dungeon-designer"
_UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


def data_home(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's own data folder; UsageError on systems that have no such menus."""
    if not sys.platform.startswith("linux") and "bsd" not in sys.platform:
        raise UsageError("menu entries are installed on Linux and BSD desktops only; start the editor by its command")
    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"


def install(folder: Path, program: str | None = None) -> list[Path]:
    """Put the three files into a data folder; gives their paths. WriteError says why it could not be done.

    The entry names the program by its full path, since a menu need not search the folders a shell does.
    """
    if program is None:  # how a menu starts this very installation
        beside = Path(sys.executable).with_name(_COMMAND)
        found = str(beside) if beside.exists() else shutil.which(_COMMAND)
        program = found or f"{sys.executable} -m dungeon_designer"
    entry = (HERE / "dungeon-designer.desktop").read_text(encoding="utf-8")
    entry = entry.replace(f"Exec={_COMMAND} ", f"Exec={_quoted(program)} ")
    entry = entry.replace(f"TryExec={_COMMAND}\n", "")
    contents = {
        ENTRY: entry.encode(),
        ICON: (HERE / "dungeon-designer.svg").read_bytes(),
        TYPES: (HERE / "dungeon-designer.xml").read_bytes(),
    }
    for place, data in contents.items():
        try:
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            where = (folder / place).parent
            raise WriteError(f"{where}: cannot be made: {str(error.strerror or error).lower()}") from None
        write_file(folder / place, data)
    _update(folder)
    return [folder / place for place in contents]


def remove(folder: Path) -> list[Path]:
    """Take the three files away again; gives those that were there."""
    there = [folder / place for place in (ENTRY, ICON, TYPES) if (folder / place).exists()]
    for path in there:
        path.unlink()
    _update(folder)
    return there


def _quoted(program: str) -> str:
    """A command as the Exec key spells it: in quotation marks where it holds a space or a reserved character.

    >>> _quoted("/opt/my tools/dungeon-designer")
    '"/opt/my tools/dungeon-designer"'
    """
    if program.endswith(" -m dungeon_designer"):
        return f"{_quoted(program.removesuffix(' -m dungeon_designer'))} -m dungeon_designer"
    plain = not set(program) & set(" \t\n\"'\\><~|&;$*?#()`")
    escaped = "".join(f"\\\\{letter}" if letter in '"`$\\' else letter for letter in program)
    return (program if plain else f'"{escaped}"').replace("%", "%%")


def _update(folder: Path) -> None:
    """Tell the desktop's own caches, where they are kept; without them the files are found at the next log-in."""
    for command, part in _UPDATES:
        program = shutil.which(command)
        if program and (folder / part).is_dir():
            subprocess.run([program, str(folder / part)], capture_output=True, check=False, timeout=60)  # noqa: S603
