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

PACKAGE_FOLDER = Path(__file__).parent
"""The folder with the three files."""
MENU_ENTRY = "applications/dungeon-designer.desktop"
"""The menu entry, relative to a data folder."""
MENU_ICON = "icons/hicolor/scalable/apps/dungeon-designer.svg"
"""The icon, relative to a data folder."""
FILE_TYPES = "mime/packages/dungeon-designer.xml"
"""The types of dungeon files, relative to a data folder."""
_COMMAND = "dungeon-designer"
_CACHE_COMMANDS = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""Each command that updates a cache of the desktop, with the folder that the cache is for."""


def find_data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the user's data folder, from XDG_DATA_HOME if the environment names one.

    Raises:
        UsageError: the system is neither Linux nor BSD, and has no such menus.
    """
    if not sys.platform.startswith("linux") and "bsd" not in sys.platform:
        raise UsageError("menu entries are installed on Linux and BSD desktops only; start the editor by its command")
    configured = environment.get("XDG_DATA_HOME", "")
    return Path(configured) if Path(configured).is_absolute() else Path.home() / ".local" / "share"


def install_menu_entry(folder: Path, program: str | None = None) -> list[Path]:
    """Write the menu entry, the icon and the file types into a data folder, and return their paths.

    The entry names the program by its full path, since a menu need not search the folders that a shell searches.

    Args:
        folder: the data folder.
        program: the command that starts the editor; None to find the one of this installation.

    Raises:
        WriteError: a file cannot be written.
    """
    if program is None:  # find the command of this installation
        local_command = Path(sys.executable).with_name(_COMMAND)
        command = str(local_command) if local_command.exists() else shutil.which(_COMMAND)
        program = command or f"{sys.executable} -m dungeon_designer"
    entry = (PACKAGE_FOLDER / "dungeon-designer.desktop").read_text(encoding="utf-8")
    entry = entry.replace(f"Exec={_COMMAND} ", f"Exec={_quote_command(program)} ")
    entry = entry.replace(f"TryExec={_COMMAND}\n", "")
    contents = {
        MENU_ENTRY: entry.encode(),
        MENU_ICON: (PACKAGE_FOLDER / "dungeon-designer.svg").read_bytes(),
        FILE_TYPES: (PACKAGE_FOLDER / "dungeon-designer.xml").read_bytes(),
    }
    for relative_path, data in contents.items():
        try:
            (folder / relative_path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            parent = (folder / relative_path).parent
            raise WriteError(f"{parent}: cannot be made: {str(error.strerror or error).lower()}") from None
        write_file(folder / relative_path, data)
    _update_caches(folder)
    return [folder / relative_path for relative_path in contents]


def remove_menu_entry(folder: Path) -> list[Path]:
    """Remove the menu entry, the icon and the file types, and return the paths that existed."""
    installed = [folder / place for place in (MENU_ENTRY, MENU_ICON, FILE_TYPES) if (folder / place).exists()]
    for path in installed:
        path.unlink()
    _update_caches(folder)
    return installed


def _quote_command(program: str) -> str:
    """Return a command as the key Exec of a menu entry spells it.

    It stands in quotation marks if it holds a space or a character with a meaning in a shell.

    >>> _quote_command("/opt/my tools/dungeon-designer")
    '"/opt/my tools/dungeon-designer"'
    """
    if program.endswith(" -m dungeon_designer"):
        return f"{_quote_command(program.removesuffix(' -m dungeon_designer'))} -m dungeon_designer"
    is_plain = not set(program) & set(" \t\n\"'\\><~|&;$*?#()`")
    escaped = "".join(f"\\\\{letter}" if letter in '"`$\\' else letter for letter in program)
    return (program if is_plain else f'"{escaped}"').replace("%", "%%")


def _update_caches(folder: Path) -> None:
    """Tell the desktop that the menu entry and the file types in a data folder changed.

    A desktop keeps a cache of its file types and one of its menu entries. The programs that update the two caches
    are run if they are installed. If they are not, the desktop finds the changed files at the next log-in.
    """
    for command, subfolder in _CACHE_COMMANDS:
        program = shutil.which(command)
        if program and (folder / subfolder).is_dir():
            subprocess.run([program, str(folder / subfolder)], capture_output=True, check=False, timeout=60)  # noqa: S603
