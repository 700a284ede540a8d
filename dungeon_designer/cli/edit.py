"""Run the commands `edit`, which opens the editor, and `desktop`, which adds the editor to the menu of the desktop."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer import desktop
from dungeon_designer.cli.console import print_text
from dungeon_designer.cli.options import build_command
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import ReadError, UsageError
from dungeon_designer.layout.links import is_link
from dungeon_designer.options import argument, option

QT_PACKAGES = "libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0"
"""The Debian packages that Qt needs."""
WINDOW_PACKAGES = "libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
"""The Debian packages that Qt also needs for a window on a screen."""


@dataclass(frozen=True, kw_only=True)
class EditCall:
    """The options of `edit`."""

    file: str | None = argument(default=None)


@build_command("dungeon-designer edit hall.dungeon.yaml")
def edit_command(call: EditCall) -> int:
    """Open the editor, with the dungeon in FILE or in a link."""
    linked_layout = Dungeon.linked(call.file).layout if call.file and is_link(call.file) else None
    path = Path(call.file) if call.file and linked_layout is None else None
    if path is not None and not _has_visible_screen():
        _check_file(path)
    try:
        from dungeon_designer.editor.app import run_editor
    except ImportError as error:
        raise UsageError(
            f"the window cannot be opened: {error}; on Debian run: sudo apt-get install {QT_PACKAGES} {WINDOW_PACKAGES}"
        ) from None
    _check_screen()
    # Python would handle these signals only after Qt's loop, so the system handles them and ends the process
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_DFL)
    return run_editor(path, linked_layout)


def _has_visible_screen() -> bool:
    """Return whether a person would see the window. Qt's platforms "offscreen" and "minimal" show it nowhere."""
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform.startswith(("offscreen", "minimal")):
        return False
    is_screen_named = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or platform)
    return is_screen_named or not sys.platform.startswith("linux")


def _check_file(path: Path) -> None:
    """Raise ReadError if a file holds no dungeon. A visible window would report this itself.

    Raises:
        ReadError: the path leads to a folder, or the file cannot be read.
    """
    from dungeon_designer.editor.dungeon_files import load_layout

    if os.path.isdir(path):
        raise ReadError(str(path), "", "this is a folder, not a file")
    load_layout(path)


def _check_screen() -> None:
    """Raise UsageError if there is no screen to open a window on. Without this check Qt would end the process."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    display, wayland_display = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    if not (display or wayland_display):
        raise UsageError("the window cannot be opened: there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)")
    import ctypes.util

    if display and not ctypes.util.find_library("xcb-cursor"):
        raise UsageError(f"the window cannot be opened: on Debian run: sudo apt-get install {WINDOW_PACKAGES}")
    if display and not wayland_display:
        _check_x_server(display)


def _check_x_server(display: str) -> None:
    """Raise UsageError if no X server, the program that shows windows, answers at an address such as ``:0``.

    The variable DISPLAY has the address. In a terminal that is older than the server, it may be out of date.

    Args:
        display: the address, for the message.
    """
    import ctypes

    with suppress(OSError):  # without the library Qt itself says what is missing
        xcb = ctypes.CDLL("libxcb.so.1")
        xcb.xcb_connect.restype = ctypes.c_void_p
        # None for the address in DISPLAY, and None because nobody asks which of its screens is the default one
        connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
        has_failed = xcb.xcb_connection_has_error(connection)
        xcb.xcb_disconnect(connection)
        if has_failed:
            raise UsageError(f"the window cannot be opened: no screen answers at DISPLAY={display}")


@dataclass(frozen=True, kw_only=True)
class DesktopCall:
    """The options of `desktop`."""

    remove: bool = option("Remove the entry, the icon and the file types.", False)


@build_command("dungeon-designer desktop")
def desktop_command(call: DesktopCall) -> None:
    """Add a menu entry, an icon and the file types *.dungeon.yaml and *.dungeon.json, for this user.

    It prints the names of the files that it wrote. For Linux and BSD desktops.
    """
    folder = desktop.find_data_folder()
    paths = desktop.remove_menu_entry(folder) if call.remove else desktop.install_menu_entry(folder)
    verb = "removed" if call.remove else "wrote"
    print_text("".join(f"{verb} {path}\n" for path in paths) or "nothing to remove\n")
