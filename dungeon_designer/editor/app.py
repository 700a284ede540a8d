"""Starts the editor, and keeps the work when the program itself is at fault."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QSettings, QStandardPaths, QTranslator, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from dungeon_designer.editor import files
from dungeon_designer.editor.canvas.picture import load_fonts
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import Kept, Recovery
from dungeon_designer.editor.widgets import as_written
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.files import decoded, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.writing import rename_unreadable, write_file
from dungeon_designer.translation import filled

NAME = "dungeon-designer"
FIRST = "naf-2019/the-four-winds.dungeon.yaml"
"""The dungeon a first start shows."""

ICON = Path(__file__).parents[1] / "desktop" / "dungeon-designer.svg"
"""The window's icon; the desktop's menu shows the same."""

OURS = Path(__file__).with_name("translations")
"""Where the languages lie that came with the program."""


def run(file: Path | None, linked: Layout | None = None) -> int:
    """Open the window, with a file in it if one is named, or with the dungeon of a link; gives the exit status."""
    app = QApplication.instance() or QApplication([NAME])
    assert isinstance(app, QApplication)  # noqa: S101 - a window needs one
    app.setApplicationName(NAME)
    app.setOrganizationName(NAME)
    app.setDesktopFileName(NAME)
    app.setWindowIcon(QIcon(str(ICON)))
    load_fonts()
    if not app.font().exactMatch() and not app.platformName().startswith(("windows", "cocoa")):
        font = app.font()
        font.setFamilies([font.family(), "DejaVu Sans"])
        app.setFont(font)
    speak(app)
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)) / NAME
    settings, unread = open_settings(folder / f"{NAME}.conf")
    window = MainWindow(settings, Recovery(data_folder() / "recovery"))
    guard = Guard(window, window.filing.autosave.keep_after_fault, data_folder() / "last-fault.txt")
    guard.install()
    window.show()
    window.filing.tell_unread(unread)
    _first_document(window, file, linked)
    status = app.exec()
    guard.remove()
    return int(status)


def open_settings(file: Path) -> tuple[QSettings, list[Path]]:
    """The settings in a file, and what could not be read: that is put aside, and the settings begin anew."""
    found = [each for each in (file, file.with_name(f"{file.name}.lock")) if os.path.lexists(each)]
    unread = [rename_unreadable(each) for each in found if not _is_readable(each)]
    if file in unread:  # it could not be put aside
        file = file.with_name(f"{NAME}-new.conf")
    return QSettings(str(file), QSettings.Format.IniFormat), unread


def _is_readable(file: Path) -> bool:
    """Whether a file holds settings as far as can be seen; a pipe is not looked into."""
    try:
        text = decoded(read_bytes(file, found=True))
    except (DungeonError, Fault):
        return False
    return "\0" not in text and QSettings(str(file), QSettings.Format.IniFormat).status() == QSettings.Status.NoError


def data_folder() -> Path:
    """Where recovery files lie, and languages of the user's own."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


def _first_document(window: MainWindow, file: Path | None, linked: Layout | None = None) -> None:
    """What was left, named or open last; else a choice of dungeons, the first time an example and a welcome."""
    first, folder = not window.settings.value("seen", False, type=bool), files.came_along("examples")
    if window.dialogs.recovery():
        if file is not None:
            window.filing.open(file)
    elif linked is not None:
        window.filing.start_unsaved(linked)
    elif file is not None:
        window.filing.load(file)  # which tells in a dialog what is wrong with it
    elif window.tabs.restore_session():
        return
    elif not first:
        window.dialogs.start()
    elif folder is not None and (folder / FIRST).exists():
        window.settings.setValue("seen", True)
        window.filing.open_copy(folder / FIRST)
        window.dialogs.welcome()


def speak(app: QApplication) -> None:
    """Qt's own words, and ours where somebody has translated them, in the system's language (or LANGUAGE's).

    A file in the user's own folder goes before one that came with the program.
    """
    locale, qt = QLocale.system(), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folders in (("qtbase", (Path(qt),)), (NAME, (OURS, data_folder() / "translations"))):
        for folder in folders:
            translator = QTranslator(app)
            if translator.load(locale, name, "_", str(folder)):
                app.installTranslator(translator)


class Guard(QObject):
    """Catches what nobody caught. `keep` saves the work, `log` is where the details go."""

    _elsewhere = Signal(object)

    def __init__(self, window: QWidget, keep: Callable[[], Kept], log: Path) -> None:
        super().__init__(window)
        self._window, self._keep, self._log = window, keep, log
        self._telling = False
        self._elsewhere.connect(self.handle)

    def install(self) -> None:
        """From now on no exception ends the program or shows a traceback, in whatever thread it was raised."""
        sys.excepthook = self._hook
        threading.excepthook = lambda found: self._elsewhere.emit(found.exc_value)

    def remove(self) -> None:
        """As it was before."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            self.handle(error)

    def handle(self, error: BaseException) -> None:
        """Keep the work, write down what happened, and tell: one dialog at a time."""
        try:
            kept = self._keep()
        except Exception:  # a fault in keeping the work must not hide the first one
            kept = Kept.LOST
        written = False
        with suppress(OSError, DungeonError):
            self._log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_file(self._log, "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
            written = True
        if self._telling:
            return
        work = {
            Kept.SAVED: self.tr("All your work is saved."),
            Kept.KEPT: self.tr("Your work is kept in the recovery file."),
            Kept.LOST: self.tr("Your work could not be kept in the recovery file: save it under another name now."),
        }[kept]
        words = self.tr(
            "Something went wrong in the program: %1.\n\n%2 You may go on; if it happens again, save under another"
            " name and report it."
        )
        told = filled(words, f"{type(error).__name__}: {error}", work)
        if written:
            told += "\n\n" + filled(self.tr("The details are in %1"), self._log)
        self._telling = True
        try:
            QMessageBox.critical(self._window, self.tr("An unexpected fault"), as_written(told))
        finally:
            self._telling = False
