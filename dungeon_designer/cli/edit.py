"""`edit`: the editor's window."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.options import command_of
from dungeon_designer.errors import ReadError, UsageError
from dungeon_designer.options import Option

LIBRARIES = "libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0"
WINDOW = "libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
"""The Debian packages Qt needs, and those a window on a screen needs besides."""


class EditCall(Struct, frozen=True, kw_only=True):
    """The options of `edit`."""

    file: Annotated[str | None, Option(name="argument")] = None


@command_of("dungeon-designer edit hall.dungeon.yaml")
def command(call: EditCall) -> int:
    """Open the editor, with the sketch or layout file FILE in it."""
    path = Path(call.file) if call.file else None
    if path is not None and not _seen():
        _readable(path)
    try:
        from dungeon_designer.editor.app import run
    except ImportError as error:
        raise UsageError(
            f"the window cannot be opened: {error}; on Debian run: sudo apt-get install {LIBRARIES} {WINDOW}"
        ) from None
    _screen()
    return run(path)


def _seen() -> bool:
    """Whether anybody would see a window: it tells of a bad file itself then, for often nobody sees the terminal."""
    import sys

    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform.startswith(("offscreen", "minimal")):
        return False
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or platform
    return bool(screen) or not sys.platform.startswith("linux")


def _readable(path: Path) -> None:
    """Refuses a file that cannot be opened."""
    from dungeon_designer.editor.files import load

    if os.path.isdir(path):
        raise ReadError(str(path), "", "this is a folder, not a file")
    load(path)


def _screen() -> None:
    """Refuses to start where there is no screen: Qt would end the process."""
    import sys

    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise UsageError("the window cannot be opened: there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)")
    import ctypes.util

    if os.environ.get("DISPLAY") and not ctypes.util.find_library("xcb-cursor"):
        raise UsageError(f"the window cannot be opened: on Debian run: sudo apt-get install {WINDOW}")
    if not os.environ.get("WAYLAND_DISPLAY") and not _answers():
        raise UsageError(f"the window cannot be opened: no screen answers at DISPLAY={os.environ['DISPLAY']}")


def _answers() -> bool:
    """Whether there is an X server where DISPLAY says: a terminal may be older than the screen it names."""
    import ctypes

    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    fault = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not fault
