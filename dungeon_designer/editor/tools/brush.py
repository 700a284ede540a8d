"""Paint squares onto a section, and rub squares out."""

from __future__ import annotations

from PySide6.QtCore import Qt

from dungeon_designer.editor.tools.room import on_grid
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool, line_of
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.floor import erased, painted, with_room


class BrushTool(Tool):
    """A stroke over squares."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.stroke: dict[Square, None] = {}
        self._last: Square | None = None

    def start(self, at: Pointer) -> None:
        """The first square."""
        self.begin()
        self.stroke, self._last = {}, at.square
        self.move(at)

    def move(self, at: Pointer) -> None:
        """Squares on the way."""
        if self.before is None or self._last is None:
            return
        passed = [square for square in line_of(self._last, at.square) if on_grid(square)]
        self.stroke.update(dict.fromkeys(passed))
        self._last = at.square
        self.apply()

    def apply(self) -> None:
        """Make the layout the stroke comes to."""

    def hover(self, at: Pointer) -> None:
        """The square that would be taken."""
        self.show(Preview(squares=(at.square,)) if min(at.square) >= 0 else NOTHING)


class PaintTool(BrushTool):
    """Adds squares to the section the stroke began on, or to a new one."""

    name = "paint"

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.kind = SectionKind.ROOM
        self._target = ""

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Paint floor")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Begin on a room to make it larger, on rock to make a new one.")

    def start(self, at: Pointer) -> None:
        """The section under the first square grows."""
        owner = self.workspace.board.section_at(at.square)
        self._target = "" if owner is None or owner.tile else owner.id
        super().start(at)

    def apply(self) -> None:
        """The section with the squares so far."""
        before, library = self.before, self.workspace.library
        assert before is not None  # noqa: S101 - a stroke is under way
        if self._target:
            after = painted(before, self._target, self.stroke, library)
        else:
            after = with_room(before, self.stroke, self.kind, library)
        self.make(self.tr("Paint floor"), after)

    def hover(self, at: Pointer) -> None:
        """What would grow."""
        owner = self.workspace.board.section_at(at.square)
        if owner is not None and owner.tile:
            self.show(Preview(wrong=(at.square,), label=self.tr("a tile keeps its shape")))
        else:
            words = self.tr("new room") if owner is None else (owner.name or plain(owner.kind))
            self.show(Preview(squares=(at.square,) if min(at.square) >= 0 else (), label=words))


class EraseTool(BrushTool):
    """Rubs out squares with all that lies on them."""

    name = "erase"

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Erase")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Drag over squares: floor and all that lies on it go; a tile is lifted whole.")

    @property
    def cursor(self) -> Qt.CursorShape:
        """A cross."""
        return Qt.CursorShape.CrossCursor

    def apply(self) -> None:
        """The layout without the squares so far."""
        assert self.before is not None  # noqa: S101 - a stroke is under way
        self.make(self.tr("Erase"), erased(self.before, self.stroke, self.workspace.library))

    def hover(self, at: Pointer) -> None:
        """The square that would go."""
        self.show(Preview(wrong=(at.square,)) if min(at.square) >= 0 else NOTHING)
