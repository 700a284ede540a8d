"""An open dungeon: its current layout, its undo history, its file and everything else that belongs to one tab.

An edit is a new layout with a title; the history keeps the old layouts. What a view draws is always the layout of the
document.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from dungeon_designer.editor.dungeon_answers import DungeonAnswers
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout_edits.objects import ObjectRef, move_object
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.tiles.library import load_library


class ReplaceLayoutCommand(QUndoCommand):
    """Undo command that replaces the whole layout, and optionally the symmetry by which edits are repeated.

    The symmetry is left alone if the user has chosen another one since. Successive commands of one `gesture` (a drag)
    merge into one step. A step that ends where it began is dropped.

    `offset` is how far the step moves the whole dungeon to the right and down: everything else that holds squares is
    moved along, and back by an undo.
    """

    def __init__(
        self,
        document: OpenDungeon,
        title: str,
        after: Layout,
        gesture: object | None,
        symmetry: Symmetry | None,
        offset: Square = (0, 0),
    ) -> None:
        super().__init__(title)
        self._document, self._gesture = document, gesture
        self._before, self._after = document.layout, after
        self._symmetries = document.symmetry, symmetry or document.symmetry
        self._offset = offset

    def id(self) -> int:
        """Return the same number for all commands: Qt offers commands with equal numbers to `mergeWith`."""
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Merge a later command of the same gesture into this one, and return whether that was done.

        If the layout is then the same as before the gesture, mark the step as obsolete, so that Qt drops it.
        """
        if not isinstance(other, ReplaceLayoutCommand) or self._gesture is None or other._gesture is not self._gesture:
            return False
        self._after = other._after
        self._offset = self._offset[0] + other._offset[0], self._offset[1] + other._offset[1]
        self.setObsolete(self._before == self._after)
        return True

    def redo(self) -> None:
        """Set the later layout."""
        self._document.layout = self._after
        self._document.replace_symmetry(*self._symmetries)
        self._document.move_along(self._offset)

    def undo(self) -> None:
        """Set the earlier layout."""
        self._document.layout = self._before
        self._document.move_along((-self._offset[0], -self._offset[1]))
        self._document.replace_symmetry(*reversed(self._symmetries))


class RemoveTracedPictureCommand(QUndoCommand):
    """Undo command that removes the traced picture, for a step that makes it the dungeon's own.

    An undo shows the picture below the grid again. Another file that the user traces since is left alone.
    """

    def __init__(self, document: OpenDungeon) -> None:
        super().__init__()
        self._document, self._picture = document, document.traced_picture

    def redo(self) -> None:
        """Remove the picture, and keep it for an undo with the place that it has now."""
        picture = self._document.traced_picture
        if picture is not None and self._picture is not None and picture.path == self._picture.path:
            self._picture = picture
            self._document.set_traced_picture(None)
            self._document.traced_picture_kept.emit(picture)

    def undo(self) -> None:
        """Show the picture again, unless the user traces another one."""
        if self._document.traced_picture is None:
            self._document.set_traced_picture(self._picture)


class OpenDungeon(QObject):
    """A dungeon in a tab.

    Attributes:
        layout: the current layout; changed only by `edit_layout`, `open_layout` and the undo history `stack`.
        path: the dungeon's file, or None.
        file_bytes: what the file held when it was read or written, or None.
        file_hash: the hash of what the file should hold; "" for none.
        announced_hash: the hash of another program's version of the file, if the user was told of that version.
        recovery: the recovery file for unsaved work.
        library: the tiles that the dungeon may use.
        symmetry: how edits are repeated.
        selection: the selected sections and objects.
        locked_sections: ids of sections that proposals must not change; never part of a file.
        traced_picture: the picture below the grid, or None.
        answers: the answers to what the user asked about the dungeon, such as proposals.

    Signals:
        changed: the layout has changed, for whatever reason.
        moved: the whole dungeon was moved by an offset (dx, dy), since an edit went beyond the left or the upper rim.
            What holds squares moves along. Emitted before `changed`.
        saved_changed: the layout is now the same as in the file (true) or differs from it (false).
        path_changed: the dungeon has another file.
        symmetry_changed, traced_changed: as named.
        traced_picture_kept: the traced picture, which this signal carries, was removed since it is now the dungeon's
            own. Also emitted when that step is redone.
    """

    changed = Signal()
    moved = Signal(object)
    symmetry_changed = Signal()
    traced_changed = Signal()
    traced_picture_kept = Signal(object)
    saved_changed = Signal(bool)
    path_changed = Signal()
    recovery: RecoveryFile

    def __init__(self, layout: Layout | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.layout = self._announced_layout = normalise_layout(layout or Layout())
        self.path: Path | None = None
        self.file_bytes: bytes | None = None
        self.file_hash = ""
        self.announced_hash: str | None = None
        self.library = load_library()
        self.symmetry = Symmetry()
        self.selection: frozenset[ObjectRef] = frozenset()
        self.locked_sections: frozenset[str] = frozenset()
        self.traced_picture: TracedPicture | None = None
        self.answers = DungeonAnswers(self)
        self.stack = QUndoStack(self)
        self.stack.indexChanged.connect(self._announce_change)  # emitted once per jump in the history
        self.stack.cleanChanged.connect(self.saved_changed)

    @property
    def title(self) -> str:
        """The name of the file, else the name of the dungeon; empty if there is neither."""
        return self.path.name if self.path else self.layout.name

    @property
    def is_saved(self) -> bool:
        """Whether the file holds the current layout."""
        return self.stack.isClean()

    def edit_layout(
        self,
        title: str,
        layout: Layout,
        gesture: object | None = None,
        symmetry: Symmetry | None = None,
        offset: Square = (0, 0),
    ) -> bool:
        """Set a new layout as one step of the undo history, and return whether anything changed.

        Args:
            title: the name of the step.
            layout: the new layout. The same layout as now makes no step.
            gesture: steps with the same gesture merge into one.
            symmetry: a symmetry that is set in the same step, or None to keep the current one.
            offset: how far the whole dungeon is moved by the step.
        """
        layout = normalise_layout(layout)
        if layout == self.layout:
            return False
        self.stack.push(ReplaceLayoutCommand(self, title, layout, gesture, symmetry, offset))
        return True

    def move_along(self, offset: Square) -> None:
        """Move the symmetry, the selection, the traced picture and the answers with the dungeon, by an offset."""
        if offset == (0, 0):
            return
        self.symmetry = self.symmetry.move_by(offset)
        self.selection = frozenset(move_object(ref, offset, self.library) for ref in self.selection)
        if self.traced_picture is not None:
            self.traced_picture = self.traced_picture.move_by(*offset)
        self.answers.move_along(offset)
        self.moved.emit(offset)

    def set_traced_picture(self, picture: TracedPicture | None) -> None:
        """Put a picture below the grid, or remove it (None)."""
        if picture is not self.traced_picture:
            self.traced_picture = picture
            self.traced_changed.emit()

    def keep_traced_picture(self, title: str, layout: Layout) -> None:
        """Set a layout whose picture is the traced one, and trace it no longer, as one step of the undo history.

        If the dungeon has this picture already, there is no step.
        """
        if normalise_layout(layout) == self.layout:
            picture = self.traced_picture
            self.set_traced_picture(None)
            self.traced_picture_kept.emit(picture)
            return
        self.stack.beginMacro(title)
        self.edit_layout(title, layout)
        self.stack.push(RemoveTracedPictureCommand(self))
        self.stack.endMacro()

    def replace_symmetry(self, old: Symmetry, new: Symmetry) -> None:
        """Replace `old` by `new` as the current symmetry, unless the user has chosen a third one since."""
        if old != new and self.symmetry == old:
            self.symmetry = new
            self.symmetry_changed.emit()

    def open_layout(self, layout: Layout, path: Path | None) -> None:
        """Set another dungeon's layout and path. The history becomes empty, and the dungeon counts as saved.

        The answers about the dungeon before are dropped.
        """
        self.drop_answers(keeps_figure=path is not None and path == self.path)
        self.layout = self._announced_layout = normalise_layout(layout)
        self.stack.clear()
        self.stack.setClean()  # clearing an empty stack does not revoke `mark_unsaved`
        self.set_path(path)
        self.changed.emit()

    def drop_answers(self, keeps_figure: bool = False) -> None:
        """Drop all answers, since the dungeon is closed or replaced by another one.

        Args:
            keeps_figure: whether the choice of the figure over the map stays, as when a file is read again.
        """
        old_answers, self.answers = self.answers, DungeonAnswers(self)
        if keeps_figure:
            self.answers.chosen_figure = old_answers.chosen_figure
        old_answers.drop()
        old_answers.deleteLater()

    def set_path(self, path: Path | None) -> None:
        """Set the dungeon's file."""
        if path != self.path:
            self.path = path
            self.path_changed.emit()

    def mark_saved(self) -> None:
        """Mark the current layout as the one in the file."""
        self.stack.setClean()

    def mark_unsaved(self) -> None:
        """Mark every step of the history as unsaved, since none is what the file holds (after a recovery)."""
        self.stack.resetClean()

    def _announce_change(self) -> None:
        """Emit `changed` if the layout differs from the one at the last `changed`."""
        if self.layout != self._announced_layout:
            self._announced_layout = self.layout
            self.changed.emit()
