"""Files in the window: new, open, save, recent ones, changes on disk, recovery."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QSettings, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from dungeon_designer.editor import files
from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.recovery import Left, Recovery
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import Layout

RECENT = 12
KEEP_AFTER, KEEP_AT_LATEST = 1500, 8000
"""Milliseconds after the last edit, and after the first, at which the work is written to the recovery file."""


class Filing(QObject):
    """Everything about the document's file. Errors become one dialog of one sentence."""

    recent_changed = Signal()

    def __init__(self, desk: Desk, window: QWidget, settings: QSettings, recovery: Recovery) -> None:
        super().__init__(window)
        self.desk, self._window, self._settings, self.recovery = desk, window, settings, recovery
        self._bytes: bytes | None = None
        self._stamp = ""
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)
        self._asking = False
        self._keep, self._keep_now = self._timer(KEEP_AFTER), self._timer(KEEP_AT_LATEST)
        desk.document.changed.connect(self._keep_soon)

    def _timer(self, after: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after)
        timer.timeout.connect(self.keep)
        return timer

    # Opening --------------------------------------------------------------------------------------------------

    def start_new(self, layout: Layout) -> bool:
        """An unsaved document; gives whether it was opened."""
        if not self.may_leave():
            return False
        return self._show(layout, None, None)

    def open(self, path: Path) -> bool:
        """Open a file; gives whether it was."""
        if not self.may_leave():
            return False
        return self.load(path)

    def load(self, path: Path) -> bool:
        """Open a file without asking about the document that is open."""
        try:
            layout, data = files.load(path)
        except DungeonError as error:
            self.tell(self.tr("This file cannot be opened."), str(error))
            return False
        if not self._show(layout, path.resolve(), data):
            return False
        self._remember(path.resolve())
        return True

    def open_copy(self, path: Path) -> bool:
        """Open an example as an unsaved document of its own."""
        try:
            layout, _ = files.load(path)
        except DungeonError as error:
            self.tell(self.tr("This file cannot be opened."), str(error))
            return False
        return self.start_new(layout)

    def ask_open(self) -> None:
        """Choose a file and open it."""
        start = str(self.desk.folder) if self.desk.document.path else str(self._settings.value("folder", ""))
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a dungeon"), start, self._filter())
        if name:
            self.open(Path(name))

    def revert(self) -> None:
        """Open what the file holds now; changes since then are given up, if one says so."""
        path = self.desk.document.path
        if path is None:
            self.desk.said.emit(self.tr("This dungeon was never saved: there is no file to read."))
        elif self.desk.document.saved or self._gives_up(path):
            self.load(path)

    def _gives_up(self, path: Path) -> bool:
        question = self.tr("Your changes since the last save would be lost. Read %1 again?")
        return self._confirmed(self.tr("Read again from disk"), question.replace("%1", path.name))

    def _show(self, layout: Layout, path: Path | None, data: bytes | None) -> bool:
        try:
            self.desk.open(layout, path)
        except DungeonError as error:
            self.tell(self.tr("This dungeon cannot be shown."), str(error))
            return False
        self._bytes = data
        self._stamp = files.stamp_of(data) if data is not None else ""
        self._watch()
        self._settled()
        return True

    # Saving ---------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Write the file; gives whether it was written."""
        path = self.desk.document.path
        if path is None:
            return self.save_as()
        if self._stamp and files.stamp(path) not in ("", self._stamp) and not self._overwrite(path):
            return False
        return self.write(path)

    def save_as(self) -> bool:
        """Choose another file and write it."""
        path = self.desk.document.path
        start = path or Path(str(self._settings.value("folder", ""))) / f"{_slug(self.desk.layout.name)}.dungeon.yaml"
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
        return not target.exists() or self._confirmed(self.tr("Save the dungeon"), question)

    def write(self, path: Path) -> bool:
        """Write the document to a path, which is its own from then on; the dialog says why it could not be."""
        try:
            self._bytes = files.save(self.desk.layout, path, self._bytes)
        except DungeonError as error:
            self.keep()
            self.tell(self.tr("The file could not be written. Your work is safe in the recovery file."), str(error))
            return False
        self._stamp = files.stamp_of(self._bytes)
        self.desk.document.move_to(path.resolve())
        self.desk.document.mark_saved()
        self._watch()
        self._remember(path.resolve())
        self._settled()
        self.desk.said.emit(self.tr("Saved: %1").replace("%1", str(path)))
        return True

    def may_leave(self) -> bool:
        """Whether the document may go: saved, or given up."""
        if self.desk.document.saved:
            return True
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            self.tr("Save the changes?"),
            self.tr("This dungeon was changed since it was saved."),
            buttons.Save | buttons.Discard | buttons.Cancel,
            buttons.Save,
        )
        if answer == buttons.Save:
            return self.save()
        return bool(answer == buttons.Discard)

    # Recovery and changes on disk -----------------------------------------------------------------------------

    def keep(self) -> None:
        """Write the work to the recovery file, if it differs from the real one; says so where that cannot be done."""
        self._keep.stop()
        self._keep_now.stop()
        try:
            if self.desk.document.saved:
                self.recovery.drop()
            else:
                self.recovery.keep(self.desk.layout, self.desk.document.path)
        except (DungeonError, OSError) as error:
            self.desk.said.emit(str(error))

    def _keep_soon(self) -> None:
        """When the hand rests; but one who never rests loses no more than some seconds, either."""
        self._keep.start()
        if not self._keep_now.isActive():
            self._keep_now.start()

    def _settled(self) -> None:
        """Nothing is to be recovered: the document is what its file holds."""
        self.recovery.drop()
        self._keep.stop()
        self._keep_now.stop()

    def offer_recovery(self) -> bool:
        """Ask what is to become of work that was left; gives whether some was taken up."""
        for left in reversed(self.recovery.left()):
            if self._wanted(left):
                return self.take_up(left)
            left.file.unlink(missing_ok=True)
        return False

    def take_up(self, left: Left) -> bool:
        """Open work that was left, as unsaved; its recovery file goes when it is kept or saved anew."""
        path = Path(left.original) if left.original else None
        if not self._show(left.layout, path, files.held(path)):
            return False
        self.desk.document.mark_unsaved()
        self.keep()
        left.file.unlink(missing_ok=True)
        return True

    def _wanted(self, left: Left) -> bool:
        name = left.layout.name or (Path(left.original).name if left.original else self.tr("a dungeon without a name"))
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            self.tr("Unsaved work was found"),
            self.tr("The program ended without saving “%1”. Shall it be recovered?").replace("%1", name),
            buttons.Yes | buttons.Discard,
            buttons.Yes,
        )
        return bool(answer == buttons.Yes)

    def _watch(self) -> None:
        """Hear of the file; while it is gone, of the folder, where it may come back."""
        watched, path = [*self._watcher.files(), *self._watcher.directories()], self.desk.document.path
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
        path = self.desk.document.path
        now = files.stamp(path)
        self._watch()
        if path is None or now == self._stamp or self._asking:
            return
        self._stamp = now
        if not now:
            self._gone(path)
        elif not (self._reads_again(path) and self.load(path)):
            self.desk.document.mark_unsaved()

    def _gone(self, path: Path) -> None:
        self.desk.document.mark_unsaved()
        self._keep_soon()
        words = self.tr("%1 is no longer there. Save writes it anew.")
        self.desk.said.emit(words.replace("%1", path.name))

    def _reads_again(self, path: Path) -> bool:
        self._asking = True
        buttons = QMessageBox.StandardButton
        lost = "" if self.desk.document.saved else self.tr(" Your changes since the last save would be lost.")
        answer = QMessageBox.question(
            self._window,
            self.tr("Changed on disk"),
            self.tr("%1 was changed by another program. Read it again?").replace("%1", path.name) + lost,
            buttons.Yes | buttons.No,
            buttons.Yes if self.desk.document.saved else buttons.No,
        )
        self._asking = False
        return bool(answer == buttons.Yes)

    def _overwrite(self, path: Path) -> bool:
        question = self.tr("%1 was changed by another program since you opened it. Write over it?")
        return self._confirmed(self.tr("Changed on disk"), question.replace("%1", path.name))

    def _confirmed(self, title: str, question: str) -> bool:
        """One question that Return does not answer with yes."""
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(self._window, title, question, buttons.Yes | buttons.Cancel, buttons.Cancel)
        return bool(answer == buttons.Yes)

    # Recent files ---------------------------------------------------------------------------------------------

    def recent(self) -> list[Path]:
        """Files that were open lately and are still there, the last first."""
        names = stored_list(self._settings, "recent")
        return [Path(name) for name in names if Path(name).exists()]

    def _remember(self, path: Path) -> None:
        names = [str(path), *(str(other) for other in self.recent() if other != path)]
        self._settings.setValue("recent", names[:RECENT])
        self._settings.setValue("folder", str(path.parent))
        self.recent_changed.emit()

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
        QMessageBox.warning(self._window, self.tr("Dungeon Designer"), f"{what}\n\n{why}")


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
