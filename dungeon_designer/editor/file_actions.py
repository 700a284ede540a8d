"""Files in the window: new, open, save, recent ones, what was left unsaved at a crash, what changed on disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QFileSystemWatcher, QObject, QSettings, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from dungeon_designer.editor import files
from dungeon_designer.editor.autosave import Autosave, FileState, Kept, Left, Recovery
from dungeon_designer.editor.widgets import Button, as_written, confirmed
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import ChangedError, DungeonError
from dungeon_designer.imports.imported import Imported
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.writing import Held

RECENT = 12

_Found = TypeVar("_Found")


class FileActions(QObject):
    """Everything about the document's file. Errors become one dialog of one sentence.

    `make_way` makes room for another document and gives whether there is some, `give_way_back` takes that room away
    again, `go_to` shows the document of a file where that is open already: with tabs, these are theirs.
    """

    def __init__(self, workspace: Workspace, window: QWidget, settings: QSettings, recovery: Recovery) -> None:
        super().__init__(window)
        self.workspace, self._window, self._settings = workspace, window, settings
        self.autosave = Autosave(workspace, FileState(recovery))
        self.disk = ChangesOnDisk(workspace, window, self.autosave, self.load)
        self.make_way: Callable[[], bool] = self.may_leave
        self.give_way_back: Callable[[], None] = lambda: None
        self.go_to: Callable[[Path], bool] = lambda path: False

    @property
    def file(self) -> FileState:
        """What is known of the document's file."""
        return self.autosave.file

    # Opening --------------------------------------------------------------------------------------------------

    def start_new(self, layout: Layout) -> bool:
        """An unsaved document; gives whether it was opened."""
        return self._show_beside(layout, None, None)

    def open(self, path: Path) -> bool:
        """Open a file, or show it where it is open already; gives whether it was."""
        if self.go_to(path):
            return True
        found = self._read(path, files.load_any)
        if isinstance(found, Imported):
            return self._import(found, path)
        if found is None or not self._show_beside(found[0], path.resolve(), found[1]):
            return False
        self._remember(path.resolve())
        return True

    def _import(self, found: Imported, path: Path) -> bool:
        """Another program's dungeon as an unsaved one, and what became of what was in it."""
        if not self.start_new(found.layout):
            return False
        self.workspace.said.emit(f"{path.name}: {found.program}; {found.account}")
        return True

    def _show_beside(self, layout: Layout, path: Path | None, data: bytes | None) -> bool:
        """Show a layout where there is room for another."""
        if not self.make_way():
            return False
        if self._show(layout, path, data):
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
        self._remember(path.resolve())
        return True

    def open_copy(self, path: Path) -> bool:
        """Open an example as an unsaved document of its own."""
        found = self._read(path, files.load)
        return found is not None and self.start_new(found[0])

    def ask_open(self) -> None:
        """Choose a file and open it."""
        start = str(self.workspace.folder) if self.workspace.document.path else str(self._settings.value("folder", ""))
        kinds = ";;".join((self._filter(), self.tr("Other programs' files (*.tmj *.json *.csv *.tsv *.txt)")))
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a dungeon"), start, kinds)
        if name:
            self.open(Path(name))

    def revert(self) -> None:
        """Open what the file holds now; changes since then are given up, if one says so."""
        self.workspace.commit_typing()
        path = self.workspace.document.path
        if path is None:
            self.workspace.said.emit(self.tr("This dungeon was never saved: there is no file to read."))
        elif self.workspace.document.saved or self._gives_up(path):
            self.load(path)

    def _gives_up(self, path: Path) -> bool:
        question = self.tr("Your changes since the last save would be lost. Read %1 again?")
        return confirmed(self._window, self.tr("Read again from disk"), question.replace("%1", path.name))

    def _show(self, layout: Layout, path: Path | None, data: bytes | None) -> bool:
        try:
            self.workspace.open(layout, path)
        except DungeonError as error:
            self.tell(self.tr("This dungeon cannot be shown."), str(error))
            return False
        self._hold(data)
        self.autosave.settle()
        return True

    def forget_file(self) -> None:
        """The document lives in no file."""
        self._hold(None)

    def _hold(self, data: bytes | None) -> None:
        """The bytes that the document's file holds; None where it lives in none."""
        self.file.held, self.file.stamp = data, files.stamp_of(data) if data is not None else ""
        self.disk.watch()

    # Saving ---------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Write the file; gives whether it was written."""
        path = self.workspace.document.path
        if path is None:
            return self.save_as()
        found = files.held(path)
        if found is not None and files.stamp_of(found) != self.file.stamp and not self._overwrite(path):
            return False
        try:
            return self.write(path, Held(found))
        except ChangedError:  # in this very moment: ask again
            return self.save()

    def save_as(self) -> bool:
        """Choose another file and write it."""
        path = self.workspace.document.path
        start = (
            path or Path(str(self._settings.value("folder", ""))) / f"{_slug(self.workspace.layout.name)}.dungeon.yaml"
        )
        name, chosen = QFileDialog.getSaveFileName(
            self._window, self.tr("Save the dungeon"), str(start), self._filter()
        )
        if not name:
            return False
        target = files.with_ending(Path(name), sketch="yaml" in chosen)
        return (target == Path(name) or self._replaces(target)) and self.write(target)

    def _replaces(self, target: Path) -> bool:
        """Whether a file may be written that the dialog did not ask about, for its ending came later."""
        question = self.tr("%1 is there already. Write over it?").replace("%1", target.name)
        return not os.path.exists(target) or confirmed(self._window, self.tr("Save the dungeon"), question)

    def write(self, path: Path, over: Held | None = None) -> bool:
        """Write the document to a path, which is its own from then on; the dialog says why it could not be.

        With `over`, ChangedError if the file holds something else by now.
        """
        self.workspace.commit_typing()
        try:
            self.file.held = files.save(self.workspace.layout, path, self.file.held, over)
        except ChangedError:
            raise
        except DungeonError as error:
            self.tell(self._unwritten(self.autosave.keep()), str(error))
            return False
        self.file.stamp = files.stamp_of(self.file.held)
        self.workspace.document.move_to(path.resolve())
        self.workspace.document.mark_saved()
        self.disk.watch()
        self._remember(path.resolve())
        self.workspace.said.emit(self.tr("Saved: %1").replace("%1", str(path)))
        self.autosave.settle()
        return True

    def _unwritten(self, kept: Kept) -> str:
        """That the file could not be written, and where the work is now."""
        if kept is Kept.SAVED:
            return self.tr("The file could not be written.")
        if kept is Kept.KEPT:
            return self.tr("The file could not be written. Your work is kept in the recovery file.")
        return self.tr(
            "The file could not be written, and your work could not be kept in the recovery file either: save it"
            " elsewhere before you close this window."
        )

    def may_leave(self) -> bool:
        """Whether the document may go: saved, or given up."""
        self.workspace.commit_typing()
        if self.workspace.document.saved:
            return True
        title, words = self.tr("Save the changes?"), self.tr("This dungeon was changed since it was saved.")
        offered = Button.Save | Button.Discard | Button.Cancel
        answer = QMessageBox.question(self._window, title, words, offered, Button.Save)
        return self.save() if answer == Button.Save else bool(answer == Button.Discard)

    # Recovery and questions -----------------------------------------------------------------------------------

    def offer_recovery(self) -> bool:
        """Ask what is to become of each work that was left; gives whether some was taken up, each beside the other."""
        taken = False
        for left in reversed(self.file.recovery.left()):
            if self._wanted(left):
                taken = (self.make_way() and self.take_up(left)) or taken
                continue
            try:
                self.file.recovery.discard(left)
            except DungeonError as error:
                self.workspace.said.emit(str(error))
        return taken

    def take_up(self, left: Left) -> bool:
        """Open work that was left, as unsaved; its recovery file is this window's from then on.

        If its real file was changed since the work began, saving asks.
        """
        path = Path(left.original) if left.original else None
        if not self._show(left.layout, path, files.held(path)):
            return False
        self.file.stamp = left.stamp
        self.workspace.document.mark_unsaved()
        self.file.recovery.take_over(left)
        self.autosave.keep()
        return True

    def _wanted(self, left: Left) -> bool:
        name = left.layout.name or (Path(left.original).name if left.original else self.tr("a dungeon without a name"))
        title, words = (
            self.tr("Unsaved work was found"),
            self.tr("The program ended without saving “%1”. Shall it be recovered?"),
        )
        question, offered = as_written(words.replace("%1", name)), Button.Yes | Button.Discard
        return bool(QMessageBox.question(self._window, title, question, offered, Button.Yes) == Button.Yes)

    def _overwrite(self, path: Path) -> bool:
        question = self.tr("%1 was changed by another program since you opened it. Write over it?")
        return confirmed(self._window, self.tr("Changed on disk"), question.replace("%1", path.name))

    # Recent files ---------------------------------------------------------------------------------------------

    def recent(self) -> list[Path]:
        """Files that were open lately and are still there, the last first."""
        names = stored_list(self._settings, "recent")
        return [Path(name) for name in names if os.path.exists(name)]

    def _remember(self, path: Path) -> None:
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
    return "-".join(words) or "dungeon"


class ChangesOnDisk(QObject):
    """Watches the document's file; `load` reads it again where one wants that, and gives whether it was read."""

    def __init__(self, workspace: Workspace, window: QWidget, autosave: Autosave, load: Callable[[Path], bool]) -> None:
        super().__init__(window)
        self.workspace, self._window, self._autosave, self._load = workspace, window, autosave, load
        self._asking = False
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)

    def watch(self) -> None:
        """Hear of the file; while it is gone, of the folder, where it may come back."""
        watched, path = [*self._watcher.files(), *self._watcher.directories()], self.workspace.document.path
        if watched:
            self._watcher.removePaths(watched)
        if path is not None:
            there = path if path.exists() else path.parent
            if there.exists():
                self._watcher.addPath(str(there))

    def _touched(self) -> None:
        QTimer.singleShot(150, self.look_again)

    def look_again(self) -> None:
        """If the file changed on disk, say so and offer to read it again; if it went, it counts as not saved."""
        self.workspace.commit_typing()
        path = self.workspace.document.path
        now = files.stamp(path)
        self.watch()
        if path is None or now == self._autosave.file.stamp or self._asking:
            return
        self._autosave.file.stamp = now
        if not now:
            self._gone(path)
        elif not (self._reads_again(path) and self._load(path)):
            self.workspace.document.mark_unsaved()

    def _gone(self, path: Path) -> None:
        self.workspace.document.mark_unsaved()
        self._autosave.soon()
        words = self.tr("%1 is no longer there. Save writes it anew.")
        self.workspace.said.emit(words.replace("%1", path.name))

    def _reads_again(self, path: Path) -> bool:
        self._asking = True
        lost = "" if self.workspace.document.saved else self.tr(" Your changes since the last save would be lost.")
        title, words = self.tr("Changed on disk"), self.tr("%1 was changed by another program. Read it again?")
        question, usual = as_written(words.replace("%1", path.name) + lost), Button.No if lost else Button.Yes
        answer = QMessageBox.question(self._window, title, question, Button.Yes | Button.No, usual)
        self._asking = False
        return bool(answer == Button.Yes)
