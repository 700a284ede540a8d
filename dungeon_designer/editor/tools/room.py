"""Draw a room: drag a rectangle; it becomes a section of the kind chosen."""

from __future__ import annotations

from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool, rectangle
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import LIMIT, Square, block
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.floor import SIDED, floor_of, missing_side, with_room
from dungeon_designer.translation import filled


class RoomTool(Tool):
    """Draws sections as rectangles."""

    name = "room"

    def __init__(self, workspace: Workspace, kind: SectionKind = SectionKind.ROOM) -> None:
        super().__init__(workspace)
        self.kind = kind
        self._from: Square | None = None

    @property
    def title(self) -> str:
        """In words."""
        return filled(self.tr("Draw: %1"), plain(self.kind))

    @property
    def hint(self) -> str:
        """How it is used."""
        if self.kind in SIDED:
            return self.tr("Drag a rectangle. The first belongs to home, the next to away; drawn floor is taken over.")
        return self.tr("Drag a rectangle. Floor that is there already stays as it is.")

    def picked_up(self) -> None:
        """Fill fills with this from now on."""
        self.workspace.filling = self.kind

    def start(self, at: Pointer) -> None:
        """One corner."""
        self._from = at.square
        self.begin()
        self.move(at)

    def move(self, at: Pointer) -> None:
        """The corner across."""
        if self._from is None or self.before is None:
            return
        corner, size = rectangle(self._from, at.square)
        squares = [square for square in block(corner, size) if on_grid(square)]
        library = self.workspace.library
        words = filled(self.tr("Draw a %1"), plain(self.kind))
        self.make(words, with_room(self.before, squares, self.kind, library))
        self.show(Preview(band=(corner, size), label=f"{size[0]} × {size[1]} = {size[0] * size[1]}"))

    def finish(self, at: Pointer) -> None:
        """The room stands."""
        if self.before is self.workspace.layout:
            self.workspace.said.emit(
                self.tr("There is floor here already: paint it, or change its kind in Properties.")
            )
        self._from = None
        self.show(NOTHING)
        self.end()

    def cancel(self) -> None:
        """No room."""
        self._from = None
        self.show(NOTHING)
        super().cancel()

    def hover(self, at: Pointer) -> None:
        """The first square, and whose it will be."""
        if not on_grid(at.square):
            self.show(Preview(label=self.tr("The grid begins at 0")))
            return
        taken = self.kind not in SIDED and at.square in floor_of(self.workspace.layout, self.workspace.library)
        label = self.tr("floor already") if taken else self._owned()
        self.show(Preview(squares=() if taken else (at.square,), label=label))

    def _owned(self) -> str:
        """The kind, and the side it will belong to where it has one."""
        if self.kind not in SIDED:
            return plain(self.kind)
        side = missing_side(self.workspace.layout, self.kind, self.workspace.library)
        return f"{plain(self.kind)} ({plain(side)})"


def on_grid(square: Square) -> bool:
    """Whether a file could name a square.

    >>> on_grid((0, 9999)), on_grid((0, 10000)), on_grid((-1, 0))
    (True, False, False)
    """
    return 0 <= square[0] <= LIMIT and 0 <= square[1] <= LIMIT
