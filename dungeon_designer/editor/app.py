"""Start the editor, and save the user's work when an unexpected exception is raised."""

from __future__ import annotations

import os
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QSettings, QStandardPaths, QTranslator, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from dungeon_designer.editor.canvas.picture import load_fonts
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile, RecoveryStatus
from dungeon_designer.editor.widgets import escape_rich_text
from dungeon_designer.errors import DungeonError, MissingPicture
from dungeon_designer.layout.model import Layout
from dungeon_designer.templates import bundled
from dungeon_designer.text.file_reading import decode_text, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.writing import rename_unreadable, write_file
from dungeon_designer.translation import fill_placeholders

PROGRAM_NAME = "dungeon-designer"
"""The name of the program for Qt, its settings file and its folders."""
FIRST_EXAMPLE = "naf-2019/the-four-winds.dungeon.yaml"
"""The example that the first start opens, below the folder of examples."""

ICON_FILE = Path(__file__).parents[1] / "desktop" / "dungeon-designer.svg"
"""The icon of the window, which the desktop's menu shows, too."""

TRANSLATIONS_FOLDER = Path(__file__).with_name("translations")
"""The folder with the translations that come with the program."""


def run_editor(file: Path | None, linked_layout: Layout | None = None) -> int:
    """Show the main window and return the exit status of the application.

    Args:
        file: a dungeon file to open, or None.
        linked_layout: a dungeon from a link, which is opened if there is no `file`.
    """
    app = QApplication.instance() or QApplication([PROGRAM_NAME])
    assert isinstance(app, QApplication)  # noqa: S101 - a window needs one
    app.setApplicationName(PROGRAM_NAME)
    app.setOrganizationName(PROGRAM_NAME)
    app.setDesktopFileName(PROGRAM_NAME)
    app.setWindowIcon(QIcon(str(ICON_FILE)))
    load_fonts()
    warnings.simplefilter("ignore", MissingPicture)  # the window itself says which pictures are missing
    if not app.font().exactMatch() and not app.platformName().startswith(("windows", "cocoa")):
        font = app.font()
        font.setFamilies([font.family(), "DejaVu Sans"])
        app.setFont(font)
    install_translations(app)
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)) / PROGRAM_NAME
    settings, unread = open_settings(folder / f"{PROGRAM_NAME}.conf")
    window = MainWindow(settings, RecoveryFile(find_data_folder() / "recovery"))
    guard = Guard(window, window.filing.autosave.save_after_fault, find_data_folder() / "last-fault.txt")
    guard.install_hooks()
    window.show()
    window.filing.report_unreadable(unread)
    _open_first_dungeon(window, file, linked_layout)
    status = app.exec()
    guard.remove_hooks()
    return int(status)


def open_settings(file: Path) -> tuple[QSettings, list[Path]]:
    """Open the settings in a file; an unreadable file is renamed, and the settings begin empty.

    Returns:
        The settings, and the paths of the unreadable files after they were renamed.
    """
    existing_files = [path for path in (file, file.with_name(f"{file.name}.lock")) if os.path.lexists(path)]
    unreadable_files = [rename_unreadable(path) for path in existing_files if not _is_readable(path)]
    if file in unreadable_files:  # the file could not be renamed
        file = file.with_name(f"{PROGRAM_NAME}-new.conf")
    return QSettings(str(file), QSettings.Format.IniFormat), unreadable_files


def _is_readable(file: Path) -> bool:
    """Return whether a file can be read as a settings file.

    A pipe counts as unreadable, since reading it could wait forever.
    """
    try:
        content = decode_text(read_bytes(file, only_plain=True))
    except (DungeonError, Fault):
        return False
    return "\0" not in content and QSettings(str(file), QSettings.Format.IniFormat).status() == QSettings.Status.NoError


def find_data_folder() -> Path:
    """Return the user's folder for recovery files and for translations of the user's own."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


def _open_first_dungeon(window: MainWindow, file: Path | None, linked_layout: Layout | None = None) -> None:
    """Open the dungeon that a new window shows.

    In this order: recovered work, with the files of the last session and the named file beside it; the dungeon of a
    link; the named file; the files of the last session. Otherwise the start dialog is shown, or on the first start of
    all an example and a welcome.
    """
    is_first_start = not window.settings.value("seen", False, type=bool)
    examples_folder = bundled.find_bundled_folder("examples")
    if window.dialogs.offer_recovery():
        window.tabs.restore_session(after_recovery=True)
        if file is not None:
            window.filing.open_file(file)
    elif linked_layout is not None:
        window.filing.start_unsaved(linked_layout)
    elif file is not None:
        window.filing.open_in_place(file)  # a dialog says what is wrong with the file
    elif window.tabs.restore_session():
        return
    elif not is_first_start:
        window.dialogs.show_start()
    elif examples_folder is not None and (examples_folder / FIRST_EXAMPLE).exists():
        window.settings.setValue("seen", True)
        window.filing.open_copy(examples_folder / FIRST_EXAMPLE)
        window.dialogs.show_welcome()


def install_translations(app: QApplication) -> None:
    """Install the translations of Qt and of the program in the language of the system (or of `LANGUAGE`).

    A file in the user's own folder takes precedence over one that came with the program.
    """
    locale, qt_folder = QLocale.system(), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folders in (
        ("qtbase", (Path(qt_folder),)),
        (PROGRAM_NAME, (TRANSLATIONS_FOLDER, find_data_folder() / "translations")),
    ):
        for folder in folders:
            translator = QTranslator(app)
            if translator.load(locale, name, "_", str(folder)):
                app.installTranslator(translator)


class Guard(QObject):
    """Handler of exceptions that nobody caught: it saves the user's work, writes a log and shows one dialog.

    Args:
        window: the parent of the dialog.
        save_work: writes the recovery file and returns what became of the work.
        log_file: the file for the traceback.
    """

    _raised_in_thread = Signal(object)

    def __init__(self, window: QWidget, save_work: Callable[[], RecoveryStatus], log_file: Path) -> None:
        super().__init__(window)
        self._window, self._save_work, self._log_file = window, save_work, log_file
        self._dialog_is_open = False
        self._raised_in_thread.connect(self.handle_exception)

    def install_hooks(self) -> None:
        """Replace the exception hooks of the process and of threads, so that no exception ends the program."""
        sys.excepthook = self._handle_uncaught
        threading.excepthook = lambda args: self._raised_in_thread.emit(args.exc_value)

    def remove_hooks(self) -> None:
        """Restore the original exception hooks."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__

    def _handle_uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Handle an uncaught exception of the main thread. Ctrl+C keeps its usual effect."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            self.handle_exception(error)

    def handle_exception(self, error: BaseException) -> None:
        """Save the user's work, write the traceback to the log file, and show a dialog unless one is open already."""
        try:
            status = self._save_work()
        except Exception:  # a second error while saving must not hide the first one
            status = RecoveryStatus.LOST
        is_logged = False
        with suppress(OSError, DungeonError):
            self._log_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_file(self._log_file, "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
            is_logged = True
        if self._dialog_is_open:
            return
        work_message = {
            RecoveryStatus.SAVED: self.tr("All your work is saved."),
            RecoveryStatus.RECOVERABLE: self.tr("Your work is kept in the recovery file."),
            RecoveryStatus.LOST: self.tr(
                "Your work could not be kept in the recovery file: save it under another name now."
            ),
        }[status]
        template = self.tr(
            "Something went wrong in the program: %1.\n\n%2 You may go on; if it happens again, save under another"
            " name and report it."
        )
        message = fill_placeholders(template, f"{type(error).__name__}: {error}", work_message)
        if is_logged:
            message += "\n\n" + fill_placeholders(self.tr("The details are in %1"), self._log_file)
        self._dialog_is_open = True
        try:
            QMessageBox.critical(self._window, self.tr("An unexpected error"), escape_rich_text(message))
        finally:
            self._dialog_is_open = False
