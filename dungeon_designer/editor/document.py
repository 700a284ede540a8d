"""The document: one layout at a time, the layouts before and after it, and one signal when it changes.

An edit is a new layout under a title. Undo is keeping the old one. A view never draws ahead of the document.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from dungeon_designer.layout.model import Layout, normalised

_SWAP = 1


class SwapLayout(QUndoCommand):
    """The one undo command: swaps whole layouts.

    Commands of one `gesture` (a drag) that follow each other merge into one step; a step that ends where it
    began drops itself.
    """

    def __init__(self, document: Document, title: str, after: Layout, gesture: object | None) -> None:
        super().__init__(title)
        self._document = document
        self._before = document.layout
        self._after = after
        self._gesture = gesture

    def id(self) -> int:
        """Only steps of one kind may merge."""
        return _SWAP

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over a later step of the same gesture; obsolete when nothing is left of it."""
        if not isinstance(other, SwapLayout) or self._gesture is None or other._gesture is not self._gesture:
            return False
        self._after = other._after
        self.setObsolete(self._before == self._after)
        return True

    def redo(self) -> None:
        """Show the later layout."""
        self._document._show(self._after)

    def undo(self) -> None:
        """Show the earlier layout."""
        self._document._show(self._before)


class Beside(QUndoCommand):
    """What changes with a layout but is no part of it: done again and undone with the step it belongs to."""

    def __init__(self, redo: Callable[[], None], undo: Callable[[], None]) -> None:
        super().__init__()
        self._redo, self._undo = redo, undo

    def redo(self) -> None:
        """Done, or done again."""
        self._redo()

    def undo(self) -> None:
        """Taken back."""
        self._undo()


class Document(QObject):
    """A layout being edited.

    `changed` is sent after each change of the layout, however it came about; `saved_changed` when the
    document becomes different from its file or the same again; `path_changed` when it lives elsewhere.
    """

    changed = Signal()
    saved_changed = Signal(bool)
    path_changed = Signal()

    def __init__(self, layout: Layout | None = None, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layout = normalised(layout or Layout())
        self._told = self._layout
        self._path = path
        self.stack = QUndoStack(self)
        self.stack.indexChanged.connect(self._tell)  # once, however many steps a jump in the history takes
        self.stack.cleanChanged.connect(self.saved_changed)

    @property
    def layout(self) -> Layout:
        """The layout as it stands."""
        return self._layout

    @property
    def path(self) -> Path | None:
        """The file it lives in, if any."""
        return self._path

    @property
    def saved(self) -> bool:
        """Whether the file holds just this."""
        return self.stack.isClean()

    def edit(self, title: str, after: Layout, gesture: object | None = None) -> bool:
        """Make `after` the layout, as one undo step named `title`; steps of one `gesture` merge.

        Gives whether anything changed: an edit that changes nothing leaves no step.
        """
        after = normalised(after)
        if after == self._layout:
            return False
        self.stack.push(SwapLayout(self, title, after, gesture))
        return True

    def edit_with(self, title: str, after: Layout, beside: QUndoCommand) -> bool:
        """The same, with something else that changes in the same step."""
        if normalised(after) == self._layout:
            return False
        self.stack.beginMacro(title)
        self.edit(title, after)
        self.stack.push(beside)
        self.stack.endMacro()
        return True

    def replace(self, layout: Layout, path: Path | None) -> None:
        """Open another layout: the history begins anew, and it counts as saved."""
        self._layout = self._told = normalised(layout)
        self.stack.clear()
        self.stack.setClean()  # a stack that is empty already keeps what `mark_unsaved` said
        self.move_to(path)
        self.changed.emit()

    def move_to(self, path: Path | None) -> None:
        """Say which file it lives in now."""
        if path != self._path:
            self._path = path
            self.path_changed.emit()

    def mark_saved(self) -> None:
        """The file holds just this now."""
        self.stack.setClean()

    def mark_unsaved(self) -> None:
        """No step of the history is what the file holds (a recovered layout)."""
        self.stack.resetClean()

    def _show(self, layout: Layout) -> None:
        self._layout = layout

    def _tell(self) -> None:
        if self._layout != self._told:
            self._told = self._layout
            self.changed.emit()
