"""Several dungeons in tabs: each with its own document, history, view, file and recovery file; one is worked on."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QTabBar

from dungeon_designer.editor.autosave import FileState, Recovery
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.document import Document
from dungeon_designer.editor.file_actions import FileActions, stored_list
from dungeon_designer.editor.widgets import as_written
from dungeon_designer.editor.workspace import OpenDocument, Workspace
from dungeon_designer.layout.model import Layout

SESSION, SESSION_AT = "session", "session-at"
"""The settings that hold the files of the tabs, and which of them was in front."""


@dataclass
class OpenDungeon:
    """What stays of a dungeon while another is worked on; `view` is None until it was looked at."""

    opened: OpenDocument
    file: FileState
    view: Viewport | None = None


class OpenDungeons(QObject):
    """The tabs of a window. `leaving` may keep one where one is: it gives whether one may go."""

    def __init__(self, workspace: Workspace, filing: FileActions, canvas: InteractiveMap, settings: QSettings) -> None:
        super().__init__(filing)
        self.workspace, self.filing, self.canvas, self._settings = workspace, filing, canvas, settings
        self.leaving: Callable[[], bool] = lambda: True
        self._numbers = count(2)
        self.bar = QTabBar()
        self.bar.setDocumentMode(True)
        self.bar.setExpanding(False)
        self.bar.setMovable(True)
        self.bar.setTabsClosable(True)
        self.bar.setAutoHide(True)
        self.bar.setAccessibleName(self.tr("Open dungeons"))
        self._add_tab()
        self._open = [OpenDungeon(workspace.open_document, filing.file)]
        self._at = 0
        filing.make_way, filing.give_way_back, filing.go_to = self._make_way, self._drop, self._go_to
        self.bar.currentChanged.connect(self.turn_to)
        self.bar.tabCloseRequested.connect(self.close)
        self.bar.tabMoved.connect(self._moved)
        for signal in (workspace.changed, workspace.opened, workspace.saved_changed, workspace.path_changed):
            signal.connect(self._show_name)
        self._show_name()

    def __len__(self) -> int:
        return len(self._open)

    def turn_to(self, place: int) -> None:
        """Work on the dungeon of a tab."""
        if place == self._at or not 0 <= place < len(self._open):
            return
        if not self.leaving():
            self.bar.setCurrentIndex(self._at)
            return
        self._put_aside()
        self._take_up(place)

    def step(self, by: int) -> None:
        """So many tabs on, round and round."""
        self.bar.setCurrentIndex((self._at + by) % len(self._open))

    def close(self, place: int) -> bool:
        """Close a tab, if what is not saved in it may go; the last one leaves an empty table. Gives whether it was."""
        self.bar.setCurrentIndex(place)
        if self._at != place or not self.leaving() or not self.filing.may_leave():
            return False
        self.filing.autosave.settle()
        if len(self._open) > 1:
            self._drop()
        else:
            self.workspace.open(Layout(), None)
            self.filing.forget_file()
        return True

    def close_current(self) -> bool:
        """Close the tab in front."""
        return self.close(self._at)

    def may_close_all(self) -> bool:
        """Whether all may go: what is not saved comes to the front and is asked about."""
        for place, each in enumerate(self._open):
            if place == self._at or not each.opened.document.saved:
                self.bar.setCurrentIndex(place)
                if self._at != place or not self.filing.may_leave():
                    return False
        return True

    def settle_all(self) -> None:
        """Nothing of any is to be recovered."""
        self._put_aside()
        for each in self._open:
            self.filing.autosave.take_up(each.file)
            self.filing.autosave.settle()

    def keep_session(self) -> None:
        """Remember which files stand in tabs, for the next start."""
        paths = [self._document(place).path for place in range(len(self._open))]
        front = paths[self._at]
        files = [str(path) for path in paths if path is not None]
        self._settings.setValue(SESSION, files)
        self._settings.setValue(SESSION_AT, str(front) if front else "")

    def restore_session(self) -> bool:
        """Open the files that stood in tabs at the last end, where there were several; whether any was."""
        files = [Path(name) for name in stored_list(self._settings, SESSION) if os.path.exists(name)]
        if len(files) < 2:
            return False
        front = str(self._settings.value(SESSION_AT, ""))
        for path in files:
            self.filing.open(path)
        if front:
            self._go_to(Path(front))
        return self.workspace.document.path is not None

    def _add_tab(self) -> int:
        """A tab at the end, its cross named in the user's language."""
        place = self.bar.addTab("")
        for side in QTabBar.ButtonPosition:
            cross = self.bar.tabButton(place, side)
            if cross is not None:
                cross.setToolTip(self.tr("Close"))
                cross.setAccessibleName(self.tr("Close"))
        return place

    # Tabs come and go -----------------------------------------------------------------------------------------

    def _document(self, place: int) -> Document:
        return self.workspace.document if place == self._at else self._open[place].opened.document

    def _make_way(self) -> bool:
        """A tab for another dungeon, unless the one in front was never touched; whether one may go on."""
        self.workspace.commit_typing()
        document = self.workspace.document
        if not self.leaving():
            return False
        if document.path is None and document.saved:
            return True
        self._put_aside()
        file = FileState(Recovery(self.filing.file.recovery.folder, f"-{next(self._numbers)}"))
        self._open.append(OpenDungeon(self.workspace.new_document(), file))
        self.bar.blockSignals(True)
        self.bar.setCurrentIndex(self._add_tab())
        self.bar.blockSignals(False)
        self._take_up(len(self._open) - 1)
        return True

    def _drop(self) -> None:
        """Without the tab in front, whatever it holds; not the last."""
        if len(self._open) == 1:
            return
        gone, place = self._open.pop(self._at), self._at
        self._at = -1
        self.bar.blockSignals(True)
        self.bar.removeTab(place)
        self.bar.blockSignals(False)
        self._take_up(min(place, len(self._open) - 1))
        gone.opened.document.deleteLater()

    def _put_aside(self) -> None:
        here = self._open[self._at]
        self.workspace.commit_typing()
        here.opened, here.view, here.file = (
            self.workspace.open_document,
            self.canvas.view,
            self.filing.autosave.put_aside(),
        )

    def _take_up(self, place: int) -> None:
        there = self._open[place]
        self._at = place
        self.bar.blockSignals(True)
        self.bar.setCurrentIndex(place)
        self.bar.blockSignals(False)
        self.filing.autosave.take_up(there.file)
        self.workspace.turn_to(there.opened)
        if there.view is not None:
            self.canvas.show_view(there.view)
        self.filing.disk.look_again()

    def _go_to(self, path: Path) -> bool:
        """The tab that holds a file in front; False when none does."""
        for place in range(len(self._open)):
            if self._document(place).path == path.resolve():
                self.bar.setCurrentIndex(place)
                return self._at == place
        return False

    def _moved(self, place: int, to: int) -> None:
        here = self._open[self._at]
        self._open.insert(to, self._open.pop(place))
        self._at = next(at for at, each in enumerate(self._open) if each is here)

    def _show_name(self) -> None:
        """What the tab in front is called; a star where something is not saved."""
        document, name = self.workspace.document, self.workspace.layout.name
        words = document.path.name if document.path else name or self.tr("Not saved yet")
        star = "" if document.saved else "*"
        self.bar.setTabText(self._at, f"{words.replace('&', '&&')}{star}")
        self.bar.setTabToolTip(self._at, as_written(str(document.path or words)))
