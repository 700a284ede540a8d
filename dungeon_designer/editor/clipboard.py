"""Put data on the clipboard in a way that lets the program exit cleanly on every platform."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QMimeData, qAddPostRoutine
from PySide6.QtGui import QGuiApplication

PLATFORMS_WITHOUT_CLIPBOARD = frozenset(
    {"eglfs", "linuxfb", "minimal", "minimalegl", "offscreen", "vkkhrdisplay", "vnc"}
)
"""Qt's platforms without a system clipboard: only the program itself can paste what it copied."""


def copy_to_clipboard(data: QMimeData) -> None:
    """Put data that Python made on the clipboard, where it stays until other data replaces it.

    Use this instead of `QClipboard.setMimeData`, which crashes some platforms at exit: see `_delete_copied_data`.
    """
    _delete_at_exit()
    QGuiApplication.clipboard().setMimeData(data)


@cache
def _delete_at_exit() -> None:
    """Let the application call `_delete_copied_data`, once, before it is destroyed."""
    qAddPostRoutine(_delete_copied_data)


def _delete_copied_data() -> None:
    """Clear the clipboard on platforms where Qt would delete its data only after Python has ended.

    There a static object of Qt holds the data. It outlives the application and Python, but the destructor of data that
    Python made needs Python. Other platforms delete the data with the application, after they have handed it to the
    system if the system can take it. It is left to them, so that other programs can still paste it.
    """
    if QGuiApplication.platformName() in PLATFORMS_WITHOUT_CLIPBOARD:
        QGuiApplication.clipboard().clear()
