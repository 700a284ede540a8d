"""Several dungeons in tabs: each with its own history, view, file and recovery file; one is worked on."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QSignalBlocker
from PySide6.QtWidgets import QTabBar

from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.document import OpenDungeon
from dungeon_designer.editor.file_actions import FileActions, stored_list
from dungeon_designer.editor.recovery import Recovery
from dungeon_designer.editor.widgets import as_written, made
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import Layout

SESSION, SESSION_AT = "session", "session-at"
"""The settings that hold the files of the tabs, and which of them was in front."""


class OpenDungeons(QObject):
    """The tabs of a window, each with its dungeon. `leaving` may keep one where one is: it gives whether one may go."""

    def __init__(self, workspace: Workspace, filing: FileActions, canvas: InteractiveMap, settings: QSettings) -> None:
        super().__init__(filing)
        self.workspace, self.filing, self.canvas, self._settings = workspace, filing, canvas, settings
        self.leaving: Callable[[], bool] = lambda: True
        self._numbers = count(2)
        self._views: dict[OpenDungeon, Viewport] = {}
        looks = dict.fromkeys(("documentMode", "movable", "tabsClosable", "autoHide"), True)
        self.bar = made(QTabBar, **looks, expanding=False, accessibleName=self.tr("Open dungeons"))
        self._add_tab(workspace.document)
        filing.make_way, filing.give_way_back, filing.go_to = self._make_way, self._drop, self._go_to
        self.bar.currentChanged.connect(self.turn_to)
        self.bar.tabCloseRequested.connect(self.close)
        for signal in (workspace.changed, workspace.opened, workspace.saved_changed, workspace.path_changed):
            signal.connect(self._show_name)
        self._show_name()

    def __len__(self) -> int:
        return self.bar.count()

    def document(self, place: int) -> OpenDungeon:
        """The dungeon of a tab."""
        found: OpenDungeon = self.bar.tabData(place)
        return found

    @property
    def _at(self) -> int:
        return next(place for place in range(len(self)) if self.document(place) is self.workspace.document)

    def turn_to(self, place: int) -> None:
        """Work on the dungeon of a tab."""
        if not 0 <= place < len(self) or self.document(place) is self.workspace.document:
            return
        if not self.leaving():
            self.bar.setCurrentIndex(self._at)
            return
        self._put_aside()
        self._take_up(place)

    def step(self, by: int) -> None:
        """So many tabs on, round and round."""
        self.bar.setCurrentIndex((self._at + by) % len(self))

    def close(self, place: int) -> bool:
        """Close a tab, if what is not saved in it may go; the last one leaves an empty table. Gives whether it was."""
        self.bar.setCurrentIndex(place)
        if self._at != place or not self.leaving() or not self.filing.may_leave():
            return False
        self.filing.autosave.settle()
        if len(self) > 1:
            self._drop()
        else:
            self.workspace.open(Layout(), None)
            self.filing.hold(None)
        return True

    def close_current(self) -> bool:
        """Close the tab in front."""
        return self.close(self._at)

    def may_close_all(self) -> bool:
        """Whether all may go: what is not saved comes to the front and is asked about."""
        for place in range(len(self)):
            if place == self._at or not self.document(place).saved:
                self.bar.setCurrentIndex(place)
                if self._at != place or not self.filing.may_leave():
                    return False
        return True

    def end_session(self) -> None:
        """Remember which files stand in tabs, for the next start; nothing of any is to be recovered."""
        self._put_aside()
        dungeons, front = [self.document(place) for place in range(len(self))], self.workspace.document.path
        self._settings.setValue(SESSION, [str(each.path) for each in dungeons if each.path is not None])
        self._settings.setValue(SESSION_AT, str(front) if front else "")
        for each in dungeons:
            self.filing.autosave.settle(each)

    def restore_session(self) -> bool:
        """Open the files that stood in tabs at the last end, where there were several; whether any was."""
        files = [Path(name) for name in stored_list(self._settings, SESSION) if os.path.isfile(name)]
        if len(files) < 2:
            return False
        front = Path(str(self._settings.value(SESSION_AT, "")))
        for path in files:
            self.filing.open(path)
        if front in files:
            self._go_to(front)
        return self.workspace.document.path is not None

    # Tabs come and go -----------------------------------------------------------------------------------------

    def _add_tab(self, document: OpenDungeon) -> int:
        """A tab at the end, its cross named in the user's language."""
        place = self.bar.addTab("")
        self.bar.setTabData(place, document)
        for side in QTabBar.ButtonPosition:
            cross = self.bar.tabButton(place, side)
            if cross is not None:
                cross.setToolTip(self.tr("Close"))
                cross.setAccessibleName(self.tr("Close"))
        return place

    def _make_way(self) -> bool:
        """A tab for another dungeon, unless the one in front was never touched; whether one may go on."""
        self.workspace.commit_typing()
        document = self.workspace.document
        if not self.leaving():
            return False
        if document.path is None and document.saved:
            return True
        self._put_aside()
        new = self.workspace.new_document()
        new.recovery = Recovery(document.recovery.folder, f"-{next(self._numbers)}")
        self._take_up(self._add_tab(new))
        return True

    def _drop(self) -> None:
        if len(self) > 1:
            gone, place = self.workspace.document, self._at
            with QSignalBlocker(self.bar):
                self.bar.removeTab(place)
            self._take_up(min(place, len(self) - 1))
            self._views.pop(gone, None)
            gone.deleteLater()

    def _put_aside(self) -> None:
        self._views[self.workspace.document] = self.canvas.view
        self.filing.autosave.keep()

    def _take_up(self, place: int) -> None:
        there = self.document(place)
        view = self._views.get(there)
        with QSignalBlocker(self.bar):
            self.bar.setCurrentIndex(place)
        self.workspace.turn_to(there)
        if view is not None:
            self.canvas.show_view(view)
        self.filing.disk.look_again()

    def _go_to(self, path: Path) -> bool:
        """The tab that holds a file in front; False when none does."""
        for place in range(len(self)):
            if self.document(place).path == path.resolve():
                self.bar.setCurrentIndex(place)
                return self._at == place
        return False

    def _show_name(self) -> None:
        """What the tab in front is called; a star where something is not saved."""
        document, place = self.workspace.document, self._at
        words = document.title or self.tr("Not saved yet")
        star = "" if document.saved else "*"
        self.bar.setTabText(place, f"{words.replace('&', '&&')}{star}")
        self.bar.setTabToolTip(place, as_written(str(document.path or words)))
