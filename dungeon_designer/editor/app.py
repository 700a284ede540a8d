"""Starts the editor."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QSettings, QStandardPaths, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor import files
from dungeon_designer.editor.canvas.picture import load_fonts
from dungeon_designer.editor.crash_handler import Guard
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import Recovery

NAME = "dungeon-designer"
FIRST = "naf-2019/the-four-winds.dungeon.yaml"
"""The dungeon a first start shows."""

ICON = Path(__file__).parents[1] / "desktop" / "dungeon-designer.svg"
"""The window's icon; the desktop's menu shows the same."""

OURS = Path(__file__).with_name("translations")
"""Where the languages lie that came with the program."""


def run(file: Path | None) -> int:
    """Open the window, with a file in it if one is named; gives the exit status."""
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
    window = MainWindow(QSettings(), Recovery(data_folder() / "recovery"))
    guard = Guard(window, window.filing.keeping.keep_after_fault, data_folder() / "last-fault.txt")
    guard.install()
    window.show()
    _first_document(window, file)
    status = app.exec()
    guard.remove()
    return int(status)


def data_folder() -> Path:
    """Where recovery files lie, and languages of the user's own."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


def _first_document(window: MainWindow, file: Path | None) -> None:
    if window.filing.offer_recovery():
        if file is not None:
            window.filing.open(file)
        return
    if file is not None:
        window.filing.load(file)  # which tells in a dialog what is wrong with it
        return
    if window.tabs.restore_session():
        return
    first = not window.settings.value("seen", False, type=bool)
    folder = files.examples_folder()
    if first and folder is not None and (folder / FIRST).exists():
        window.settings.setValue("seen", True)
        window.filing.open_copy(folder / FIRST)
        window.dialogs.welcome()
    elif not first:
        window.dialogs.start()


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
