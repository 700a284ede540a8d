"""An open dungeon: one layout at a time, the layouts before and after it, and what else belongs to it while it is open.

An edit is a new layout under a title. Undo is keeping the old one. A view never draws ahead of the document.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from dungeon_designer.editor.recovery import Recovery
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.layout_edits.items import ItemRef
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.tiles.library import library


class SwapLayout(QUndoCommand):
    """The one undo command: swaps whole layouts, and where it brings one the symmetry, unless another was chosen since.

    Commands of one `gesture` (a drag) that follow each other merge into one step; a step that ends where it
    began drops itself.
    """

    def __init__(
        self, document: OpenDungeon, title: str, after: Layout, gesture: object | None, symmetry: Symmetry | None
    ) -> None:
        super().__init__(title)
        self._document, self._gesture = document, gesture
        self._before, self._after = document.layout, after
        self._symmetries = document.symmetry, symmetry or document.symmetry

    def id(self) -> int:
        """Only steps of one kind may merge."""
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over a later step of the same gesture; obsolete when nothing is left of it."""
        if not isinstance(other, SwapLayout) or self._gesture is None or other._gesture is not self._gesture:
            return False
        self._after = other._after
        self.setObsolete(self._before == self._after)
        return True

    def redo(self) -> None:
        """Show the later layout."""
        self._document.layout = self._after
        self._document.exchange_symmetry(*self._symmetries)

    def undo(self) -> None:
        """Show the earlier layout."""
        self._document.layout = self._before
        self._document.exchange_symmetry(*reversed(self._symmetries))


class OpenDungeon(QObject):
    """A dungeon in a tab.

    layout      as it stands; only `edit`, `replace` and the history of `stack` exchange it
    path        the file it lives in, if any; `held` are that file's bytes as they were read, `stamp` stands for them,
                `heard` for what another program wrote there as the user was told of it
    recovery    where the work is kept that is not saved yet
    library     the tiles it is built with
    symmetry    how edits are repeated
    selection   the things that are selected
    locked      the ids of sections that no suggestion changes; never part of a file
    traced      the picture beneath the grid

    `changed` is sent after each change of the layout, however it came about; `saved_changed` when the
    document becomes different from its file or the same again; `path_changed` when it lives elsewhere.
    """

    changed = Signal()
    symmetry_changed = Signal()
    saved_changed = Signal(bool)
    path_changed = Signal()
    recovery: Recovery

    def __init__(self, layout: Layout | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.layout = self._told = normalised(layout or Layout())
        self.path: Path | None = None
        self.held: bytes | None = None
        self.stamp = ""
        self.heard: str | None = None
        self.library = library()
        self.symmetry = Symmetry()
        self.selection: frozenset[ItemRef] = frozenset()
        self.locked: frozenset[str] = frozenset()
        self.traced: TracedPicture | None = None
        self.stack = QUndoStack(self)
        self.stack.indexChanged.connect(self._tell)  # once, however many steps a jump in the history takes
        self.stack.cleanChanged.connect(self.saved_changed)

    @property
    def title(self) -> str:
        """The name of its file, else its own; empty when it has neither."""
        return self.path.name if self.path else self.layout.name

    @property
    def saved(self) -> bool:
        """Whether the file holds just this."""
        return self.stack.isClean()

    def edit(self, title: str, after: Layout, gesture: object | None = None, symmetry: Symmetry | None = None) -> bool:
        """Make `after` the layout, as one undo step named `title`; steps of one `gesture` merge.

        Gives whether anything changed: an edit that changes nothing leaves no step. With another `symmetry` that
        changes in the same step.
        """
        after = normalised(after)
        if after == self.layout:
            return False
        self.stack.push(SwapLayout(self, title, after, gesture, symmetry))
        return True

    def exchange_symmetry(self, old: Symmetry, new: Symmetry) -> None:
        """Another symmetry in the place of one, if that is still the one chosen."""
        if old != new and self.symmetry == old:
            self.symmetry = new
            self.symmetry_changed.emit()

    def replace(self, layout: Layout, path: Path | None) -> None:
        """Open another layout: the history begins anew, and it counts as saved."""
        self.layout = self._told = normalised(layout)
        self.stack.clear()
        self.stack.setClean()  # a stack that is empty already keeps what `mark_unsaved` said
        self.move_to(path)
        self.changed.emit()

    def move_to(self, path: Path | None) -> None:
        """Say which file it lives in now."""
        if path != self.path:
            self.path = path
            self.path_changed.emit()

    def mark_saved(self) -> None:
        """The file holds just this now."""
        self.stack.setClean()

    def mark_unsaved(self) -> None:
        """No step of the history is what the file holds (a recovered layout)."""
        self.stack.resetClean()

    def _tell(self) -> None:
        if self.layout != self._told:
            self._told = self.layout
            self.changed.emit()
