"""Files in the window: new, open, save, recent ones, what was left unsaved at a crash, what changed on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QFileSystemWatcher, QObject, QSettings, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.editor import files
from dungeon_designer.editor.document import OpenDungeon
from dungeon_designer.editor.recovery import Kept, Left, Recovery
from dungeon_designer.editor.widgets import Button, as_written, confirmed, timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import ChangedError, DungeonError
from dungeon_designer.imports.imported import Imported
from dungeon_designer.imports.registry import ENDINGS
from dungeon_designer.layout.files import LAYOUT_ENDINGS, SKETCH_ENDINGS
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.file_names import avoid_device_name
from dungeon_designer.text.writing import Held
from dungeon_designer.translation import filled

RECENT = 12

KEEP_AFTER, KEEP_AT_LATEST = 1500, 8000
"""Milliseconds after the last edit, and after the first, at which the work is written to the recovery file."""

_Found = TypeVar("_Found")


class FileActions(QObject):
    """Everything about the document's file. Errors become one dialog of one sentence.

    `make_way` makes room for another document and gives whether there is some, `give_way_back` takes that room away
    again, `go_to` shows the document of a file where that is open already: with tabs, these are theirs.
    """

    def __init__(self, workspace: Workspace, window: QWidget, settings: QSettings, recovery: Recovery) -> None:
        super().__init__(window)
        self.workspace, self._window, self._settings = workspace, window, settings
        workspace.document.recovery = recovery
        self.autosave = Autosave(workspace)
        self.disk = ChangesOnDisk(workspace, window, self.autosave, self.load)
        self.make_way: Callable[[], bool] = self.may_leave
        self.give_way_back: Callable[[], None] = lambda: None
        self.go_to: Callable[[Path], bool] = lambda path: False

    # Opening --------------------------------------------------------------------------------------------------

    def start_new(self, layout: Layout, like: Board | None = None) -> bool:
        """A table without a file that holds nobody's work yet; gives whether it was opened.

        `like` is a board of the layout, where one was built already.
        """
        return self._show_beside(layout, None, None, like)

    def start_unsaved(self, layout: Layout, like: Board | None = None) -> bool:
        """A dungeon that stands in no file yet, which nothing takes the place of; gives whether it was opened."""
        opened = self.start_new(layout, like)
        if opened:
            self.workspace.document.mark_unsaved()
            self.autosave.soon()
        return opened

    def open(self, path: Path) -> bool:
        """Open a file, or show it where it is open already; gives whether it was."""
        if self.go_to(path):
            return True
        found = self._read(path, files.load_any)
        if isinstance(found, Imported):  # an unsaved dungeon, and what became of what was in the file
            opened = self.start_unsaved(found.layout)
            if opened:
                self.workspace.noted.emit(f"{path.name}: {found.program}; {found.account}")
            return opened
        if found is None or not self._show_beside(found[0], path.resolve(), found[1]):
            return False
        self._remember(path)
        return True

    def _show_beside(self, layout: Layout, path: Path | None, data: bytes | None, like: Board | None = None) -> bool:
        if not self.make_way():
            return False
        if self._show(layout, path, data, like):
            return True
        self.give_way_back()
        return False

    def _read(self, path: Path, read: Callable[[Path], _Found]) -> _Found | None:
        """What is in a file; None where it cannot be read, which is told."""
        try:
            return read(path)
        except DungeonError as error:
            self.tell(self.tr("This file cannot be opened."), str(error))
            return None

    def load(self, path: Path) -> bool:
        """Open a file in the place of the document that is open, without asking about it."""
        found = self._read(path, files.load)
        if found is None or not self._show(found[0], path.resolve(), found[1]):
            return False
        self._remember(path)
        return True

    def open_copy(self, path: Path) -> bool:
        """Open an example as an unsaved document of its own."""
        found = self._read(path, files.load)
        return found is not None and self.start_new(found[0])

    def ask_open(self) -> None:
        """Choose a file and open it."""
        start = str(self.workspace.folder) if self.workspace.document.path else str(self._settings.value("folder", ""))
        others = " ".join(f"*{ending}" for ending in (".json", *ENDINGS))
        kinds = ";;".join((self._filter(), self.tr("Other programs' files (%1)").replace("%1", others)))
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a dungeon"), start, kinds)
        if name:
            self.open(Path(name))

    def revert(self) -> None:
        """Open what the file holds now; changes since then are given up, if one says so."""
        self.workspace.commit_typing()
        path = self.workspace.document.path
        if path is None:
            self.workspace.said.emit(self.tr("This dungeon was never saved: there is no file to read."))
            return
        question = self.tr("Your changes since the last save would be lost. Read %1 again?").replace("%1", path.name)
        if self.workspace.document.saved or confirmed(self._window, self.tr("Read again from disk"), question):
            self.load(path)

    def _show(self, layout: Layout, path: Path | None, data: bytes | None, like: Board | None = None) -> bool:
        try:
            self.workspace.open(layout, path, like)
        except DungeonError as error:
            self.tell(self.tr("This dungeon cannot be shown."), str(error))
            return False
        self.hold(data)
        self.autosave.settle()
        return True

    def hold(self, data: bytes | None) -> None:
        """The bytes that the document's file holds; None where it lives in none."""
        document = self.workspace.document
        document.held, document.stamp = data, files.stamp_of(data) if data is not None else ""
        document.heard = None
        self.disk.watch()

    # Saving ---------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Write the file; gives whether it was written."""
        document = self.workspace.document
        path = document.path
        if path is None:
            return self.save_as()
        found = files.held(path)
        if found is not None and files.stamp_of(found) != document.stamp:
            question = self.tr("%1 was changed by another program since you opened it. Write over it?")
            if not confirmed(self._window, self.tr("Changed on disk"), question.replace("%1", path.name)):
                return False
        try:
            return self.write(path, Held(found))
        except ChangedError:  # in this very moment: ask again
            return self.save()

    def save_as(self) -> bool:
        """Choose another file and write it."""
        start = self.workspace.document.path or (
            Path(str(self._settings.value("folder", ""))) / f"{_slug(self.workspace.layout.name)}.dungeon.yaml"
        )
        name, chosen = QFileDialog.getSaveFileName(
            self._window, self.tr("Save the dungeon"), str(start), self._filter()
        )
        if not name:
            return False
        target = Path(name)
        if not target.name.lower().endswith((*SKETCH_ENDINGS, *LAYOUT_ENDINGS)):
            target = Path(f"{target}.dungeon.yaml" if "yaml" in chosen else f"{target}.dungeon.json")
        if target != Path(name) and os.path.exists(target):  # the dialog did not ask about the name with its ending
            question = self.tr("%1 is there already. Write over it?").replace("%1", target.name)
            if not confirmed(self._window, self.tr("Save the dungeon"), question):
                return False
        return self.write(target)

    def write(self, path: Path, over: Held | None = None) -> bool:
        """Write the document to a path, which is its own from then on; the dialog says why it could not be.

        With `over`, ChangedError if the file holds something else by now.
        """
        self.workspace.commit_typing()
        document = self.workspace.document
        try:
            data = files.save(document.layout, path, document.held, over)
        except ChangedError:
            raise
        except DungeonError as error:
            unwritten = {
                Kept.SAVED: self.tr("The file could not be written."),
                Kept.KEPT: self.tr("The file could not be written. Your work is kept in the recovery file."),
                Kept.LOST: self.tr(
                    "The file could not be written, and your work could not be kept in the recovery file either: save"
                    " it elsewhere before you close this window."
                ),
            }
            self.tell(unwritten[self.autosave.keep()], str(error))
            return False
        document.move_to(path.resolve())
        document.mark_saved()
        self.hold(data)
        self._remember(path)
        self.workspace.said.emit(self.tr("Saved: %1").replace("%1", str(path)))
        self.autosave.settle()
        return True

    def may_leave(self) -> bool:
        """Whether the document may go: saved, or given up."""
        self.workspace.commit_typing()
        if self.workspace.document.saved:
            return True
        words = self.tr("Save “%1” before it closes? What is not saved is lost.")
        name = self.workspace.document.title or self.tr("a dungeon without a name")
        title, offered = self.tr("Save the changes?"), Button.Save | Button.Discard | Button.Cancel
        answer = QMessageBox.question(self._window, title, as_written(filled(words, name)), offered, Button.Save)
        return self.save() if answer == Button.Save else bool(answer == Button.Discard)

    # Recovery and questions -----------------------------------------------------------------------------------

    def take_up(self, left: Left) -> bool:
        """Open work that was left, as unsaved, beside the others; its recovery file is this window's from then on.

        If its real file was changed since the work began, saving asks.
        """
        path = Path(left.original) if left.original else None
        if not self._show_beside(left.layout, path, files.held(path)):
            return False
        document = self.workspace.document
        document.stamp = left.stamp
        document.mark_unsaved()
        document.recovery.take_over(left)
        self.autosave.keep()
        return True

    # Recent files ---------------------------------------------------------------------------------------------

    def recent(self) -> list[Path]:
        """Files that were open lately and are still there, the last first."""
        names = stored_list(self._settings, "recent")
        return [Path(name) for name in names if os.path.isfile(name)]

    def _remember(self, path: Path) -> None:
        path = path.resolve()
        names = [str(path), *(str(other) for other in self.recent() if other != path)]
        self._settings.setValue("recent", names[:RECENT])
        self._settings.setValue("folder", str(path.parent))

    def _filter(self) -> str:
        return ";;".join(
            (
                self.tr("Dungeons (*.dungeon.yaml *.dungeon.json *.yaml *.yml *.json)"),
                self.tr("Sketches (*.yaml *.yml)"),
                self.tr("Layout files (*.json)"),
            )
        )

    def tell_unread(self, found: Iterable[Path]) -> None:
        """Name files of the editor's own that could not be read, if there are any."""
        names = "\n".join(map(str, found))
        if names:
            self.tell(self.tr("The editor could not read this, and began without it:"), names)

    def tell(self, what: str, why: str) -> None:
        """One dialog: what did not work, and why."""
        QMessageBox.warning(self._window, self.tr("Dungeon Designer"), as_written(f"{what}\n\n{why}"))


def stored_list(settings: QSettings, name: str) -> list[str]:
    """A list of texts as settings keep it: a single one comes back as a text."""
    kept = settings.value(name, [])
    if isinstance(kept, str):
        return [kept]
    return [str(each) for each in kept] if isinstance(kept, list | tuple) else []


def _slug(name: str) -> str:
    """A file's name for a dungeon's.

    >>> _slug("The Long Hall!")
    'the-long-hall'
    """
    words = "".join(letter if letter.isalnum() else " " for letter in name.lower()).split()
    return avoid_device_name("-".join(words)) or "dungeon"


class ChangesOnDisk(QObject):
    """Watches the document's file; `load` reads it again where one wants that, and gives whether it was read."""

    def __init__(self, workspace: Workspace, window: QWidget, autosave: Autosave, load: Callable[[Path], bool]) -> None:
        super().__init__(window)
        self.workspace, self._window, self._autosave, self._load = workspace, window, autosave, load
        self._asking = False
        self._watcher = QFileSystemWatcher(self)
        soon = partial(QTimer.singleShot, 150, self.look_again)
        self._watcher.fileChanged.connect(lambda _: soon())
        self._watcher.directoryChanged.connect(lambda _: soon())

    def watch(self) -> None:
        """Hear of the file; while it is gone, of the folder, where it may come back."""
        watched, path = [*self._watcher.files(), *self._watcher.directories()], self.workspace.document.path
        if watched:
            self._watcher.removePaths(watched)
        if path is not None:
            there = path if os.path.exists(path) else path.parent
            if os.path.exists(there):  # not so a name that no system takes
                self._watcher.addPath(str(there))

    def look_again(self) -> None:
        """If the file changed on disk, say so and offer to read it again; if it went, it counts as not saved."""
        self.workspace.commit_typing()
        document = self.workspace.document
        path, now = document.path, files.stamp(document.path)
        self.watch()
        if path is None or now in (document.stamp, document.heard) or self._asking:
            return
        document.heard = now
        if not now:
            document.mark_unsaved()
            self._autosave.soon()
            self.workspace.said.emit(self.tr("%1 is no longer there. Save writes it anew.").replace("%1", path.name))
            return
        self._asking = True
        lost = "" if document.saved else self.tr(" Your changes since the last save would be lost.")
        title, words = self.tr("Changed on disk"), self.tr("%1 was changed by another program. Read it again?")
        question, usual = as_written(words.replace("%1", path.name) + lost), Button.No if lost else Button.Yes
        answer = QMessageBox.question(self._window, title, question, Button.Yes | Button.No, usual)
        self._asking = False
        if answer != Button.Yes or not self._load(path):
            document.mark_unsaved()


class Autosave(QObject):
    """Keeps the dungeon in front in its recovery file, some time after each edit, until it is saved."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self._at_rest, self._at_latest = timer(self, KEEP_AFTER, self.keep), timer(self, KEEP_AT_LATEST, self.keep)
        workspace.changed.connect(self.soon)
        workspace.typed.connect(self.soon)

    def keep(self) -> Kept:
        """Write the work to the recovery file, if it differs from the real one; says so where that cannot be done."""
        self.workspace.commit_typing()
        return self._keep_document()

    def keep_after_fault(self) -> Kept:
        """The same when the program itself is at fault, perhaps just where typed text is taken over."""
        try:
            return self.keep()
        except Exception:  # whatever it is, all that is in the document can still be kept
            return self._keep_document()

    def _keep_document(self) -> Kept:
        document = self.workspace.document
        if document.saved:
            self.settle()
            return Kept.SAVED
        self._wait_no_more()
        with self.workspace.telling():
            document.recovery.keep(document.layout, document.path, document.stamp)
            return Kept.KEPT
        return Kept.LOST

    def soon(self) -> None:
        """Keep the work when the hand rests; but one who never rests loses no more than some seconds, either."""
        self._at_rest.start()
        if not self._at_latest.isActive():
            self._at_latest.start()

    def settle(self, document: OpenDungeon | None = None) -> None:
        """Nothing is to be recovered of a dungeon, that in front if none is named: it is saved, or was given up."""
        self._wait_no_more()
        with self.workspace.telling():
            (document or self.workspace.document).recovery.drop()

    def _wait_no_more(self) -> None:
        self._at_rest.stop()
        self._at_latest.stop()
