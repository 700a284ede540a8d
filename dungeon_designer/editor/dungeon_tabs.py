"""The open dungeons in tabs, each with its own history, view, file and recovery file. One of them is current."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QSignalBlocker
from PySide6.QtWidgets import QTabBar

from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.file_actions import FileActions, read_list_setting
from dungeon_designer.editor.open_dungeon import OpenDungeon
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.editor.widgets import create_widget, escape_rich_text
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import Layout

SESSION_FILES_KEY, SESSION_CURRENT_KEY = "session", "session-at"
"""The names of the settings that hold the files of the tabs, and the file of the current tab."""


class OpenDungeons(QObject):
    """The tabs of a window, each with an open dungeon, the "document".

    The attribute `may_leave_current` is a function that is called before another tab comes to the front, and returns
    whether it may.
    """

    def __init__(self, workspace: Workspace, filing: FileActions, canvas: InteractiveMap, settings: QSettings) -> None:
        super().__init__(filing)
        self.workspace, self.filing, self.canvas, self._settings = workspace, filing, canvas, settings
        self.may_leave_current: Callable[[], bool] = lambda: True
        self._recovery_numbers = count(2)
        self._views: dict[OpenDungeon, Viewport] = {}
        self._last_session = self._read_session()
        self._has_opened_file = False
        tab_bar_properties = dict.fromkeys(("documentMode", "movable", "tabsClosable", "autoHide"), True)
        self.bar = create_widget(
            QTabBar, **tab_bar_properties, expanding=False, accessibleName=self.tr("Open dungeons")
        )
        self._add_tab(workspace.document)
        filing.prepare_tab = self._prepare_tab
        filing.discard_tab = self._remove_current_tab
        filing.show_tab_of = self._show_tab_of
        self.bar.currentChanged.connect(self.show_tab)
        self.bar.tabCloseRequested.connect(self.close_tab)
        for signal in (workspace.changed, workspace.opened, workspace.saved_changed, workspace.path_changed):
            signal.connect(self._show_tab_title)
        for signal in (workspace.opened, workspace.path_changed, self.bar.tabMoved):
            signal.connect(self._store_session_early)
        self._show_tab_title()

    def __len__(self) -> int:
        return self.bar.count()

    def find_document(self, index: int) -> OpenDungeon:
        """Return the dungeon of a tab."""
        document: OpenDungeon = self.bar.tabData(index)
        return document

    @property
    def _current_index(self) -> int:
        """The index of the current dungeon's tab."""
        return self._find_index(self.workspace.document)

    def _find_index(self, document: OpenDungeon) -> int:
        """Return the index of a dungeon's tab."""
        return next(index for index in range(len(self)) if self.find_document(index) is document)

    def _find_tabs_of(self, path: Path) -> list[int]:
        """Return the indices of the tabs that hold a file."""
        return [index for index in range(len(self)) if self.find_document(index).path == path.resolve()]

    def show_tab(self, index: int) -> None:
        """Make the dungeon of a tab the current one. If `may_leave_current` refuses that, select the old tab again."""
        if not 0 <= index < len(self) or self.find_document(index) is self.workspace.document:
            return
        if not self.may_leave_current():
            self.bar.setCurrentIndex(self._current_index)
            return
        self._store_view()
        self._activate_tab(index)

    def switch_tab(self, offset: int) -> None:
        """Show the tab that is `offset` tabs to the right; after the last tab comes the first."""
        self.bar.setCurrentIndex((self._current_index + offset) % len(self))

    def close_tab(self, index: int) -> bool:
        """Close a tab and return whether it was closed.

        Its unsaved work is saved, discarded or kept open, as the user answers. If it is the only tab, it stays with an
        empty dungeon.
        """
        self.bar.setCurrentIndex(index)
        if self._current_index != index or not self.may_leave_current() or not self.filing.may_leave():
            return False
        self.filing.autosave.drop_recovery()
        if len(self) > 1:
            self._remove_current_tab()
        else:
            self.workspace.open_layout(Layout(), None)
            self.filing.set_file_bytes(None)
        return True

    def close_current_tab(self) -> bool:
        """Close the current tab and return whether it was closed."""
        return self.close_tab(self._current_index)

    def may_close_all(self) -> bool:
        """Return whether all tabs may be closed; for each unsaved dungeon, ask the user to save or discard it."""
        for index in range(len(self)):
            if index == self._current_index or not self.find_document(index).is_saved:
                self.bar.setCurrentIndex(index)
                if self._current_index != index or not self.filing.may_leave():
                    return False
        return True

    def end_session(self) -> None:
        """Store the files of the tabs in the settings for the next start, remove recovery files, and end searches."""
        self._store_view()
        self._store_session()
        for index in range(len(self)):
            self.filing.autosave.drop_recovery(self.find_document(index))
            self.find_document(index).drop_answers()

    def _store_session_early(self) -> None:
        """Store the files of the tabs while the window is open, so that they are also known after a crash.

        Before the first file is open, the session of the last window stays stored.
        """
        self._has_opened_file |= self.workspace.document.path is not None
        if self._has_opened_file:
            self._store_session()

    def _store_session(self) -> None:
        """Store the files of the tabs and the file of the current tab in the settings."""
        dungeons, current_path = [self.find_document(index) for index in range(len(self))], self.workspace.document.path
        self._settings.setValue(
            SESSION_FILES_KEY, [str(dungeon.path) for dungeon in dungeons if dungeon.path is not None]
        )
        self._settings.setValue(SESSION_CURRENT_KEY, str(current_path) if current_path else "")

    def _read_session(self) -> tuple[list[str], Path]:
        """Return the names of the files of the last session and its current file, as the settings hold them."""
        return read_list_setting(self._settings, SESSION_FILES_KEY), Path(
            str(self._settings.value(SESSION_CURRENT_KEY, ""))
        )

    def restore_session(self, after_recovery: bool = False) -> bool:
        """Open the files of the last session, if at least two still exist. Return whether any was opened.

        Args:
            after_recovery: whether unsaved work was recovered before, after a crash. Then a single file is opened as
                well, and the recovered dungeon stays in front.
        """
        names, current_path = self._last_session
        paths = [Path(name) for name in names if os.path.isfile(name)]
        if after_recovery:
            paths = [path for path in paths if not self._find_tabs_of(path)]
        elif len(paths) < 2:
            return False
        recovered = self.workspace.document
        for path in paths:
            self.filing.open_file(path)
        if after_recovery:
            self.bar.setCurrentIndex(self._find_index(recovered))
        elif current_path in paths:
            self._show_tab_of(current_path)
        return self.workspace.document.path is not None

    # Tabs come and go -----------------------------------------------------------------------------------------

    def _add_tab(self, document: OpenDungeon) -> int:
        """Add a tab for a dungeon at the end and return its index."""
        index = self.bar.addTab("")
        self.bar.setTabData(index, document)
        for position in QTabBar.ButtonPosition:
            close_button = self.bar.tabButton(index, position)
            if close_button is not None:
                close_button.setToolTip(self.tr("Close"))
                close_button.setAccessibleName(self.tr("Close"))
        return index

    def _prepare_tab(self) -> bool:
        """Make a new tab the current one, for a dungeon to be opened; return false if the current tab must stay.

        No tab is added if the current one holds an empty dungeon that was never changed.
        """
        self.workspace.commit_typing()
        document = self.workspace.document
        if not self.may_leave_current():
            return False
        if document.path is None and document.is_saved:
            return True
        self._store_view()
        new_document = self.workspace.create_document()
        new_document.recovery = RecoveryFile(document.recovery.folder, f"-{next(self._recovery_numbers)}")
        self._activate_tab(self._add_tab(new_document))
        return True

    def _remove_current_tab(self) -> None:
        """Remove the current tab, unless it is the only one, and show its neighbour."""
        if len(self) > 1:
            removed, index = self.workspace.document, self._current_index
            with QSignalBlocker(self.bar):
                self.bar.removeTab(index)
            self._activate_tab(min(index, len(self) - 1))
            self._views.pop(removed, None)
            removed.drop_answers()
            removed.deleteLater()

    def _store_view(self) -> None:
        """Remember the view of the current dungeon, and write its recovery file."""
        self._views[self.workspace.document] = self.canvas.view
        self.filing.autosave.save_recovery()

    def _activate_tab(self, index: int) -> None:
        """Make the dungeon of a tab the current one, show the part of the map that it showed last, and check its file.

        The check finds changes of the file by other programs.
        """
        document = self.find_document(index)
        view = self._views.get(document)
        with QSignalBlocker(self.bar):
            self.bar.setCurrentIndex(index)
        self.workspace.switch_document(document)
        if view is not None:
            self.canvas.show_view(view)
        self.filing.disk.check_file()

    def _show_tab_of(self, path: Path) -> bool:
        """Show the tab that holds a file; return false if there is none or the current tab must stay."""
        for index in self._find_tabs_of(path)[:1]:
            self.bar.setCurrentIndex(index)
            return self._current_index == index
        return False

    def _show_tab_title(self) -> None:
        """Show the dungeon's name on the current tab, with a star if it is not saved."""
        document, index = self.workspace.document, self._current_index
        title = document.title or self.tr("Not saved yet")
        unsaved_mark = "" if document.is_saved else "*"
        self.bar.setTabText(index, f"{title.replace('&', '&&')}{unsaved_mark}")
        self.bar.setTabToolTip(index, escape_rich_text(str(document.path or title)))
