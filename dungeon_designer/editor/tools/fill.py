"""Fill: a click fills what walls and borders enclose with the ground, obstacle or kind of room taken last."""

from __future__ import annotations

from dungeon_designer.board.model import Board
from dungeon_designer.editor.tools.room import on_grid
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Square
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.floor import Filling, filled_with, place_to_fill
from dungeon_designer.translation import PLURAL, capital, filled, translate


class FillTool(Tool):
    """The bucket. What would be filled is shown under the pointer; where nothing can be, it says why."""

    name = "fill"

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.filling: Filling = workspace.filling
        self._place: frozenset[Square] = frozenset()
        self._place_of: Board | None = None

    @property
    def title(self) -> str:
        """In words."""
        return filled(self.tr("Fill with: %1"), plain(self.filling))

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click: what walls and borders enclose is filled with the kind of room, ground or obstacle taken last. For"
            " another, take that piece and then Fill again. Rock that floor encloses becomes a room."
        )

    def place(self, at: Pointer) -> frozenset[Square]:
        """What a click would fill, remembered while the pointer stays on it; EditError where nothing can be."""
        if self._place_of is not self.workspace.board or at.square not in self._place:
            self._place, self._place_of = frozenset(), self.workspace.board
            self._place = place_to_fill(self.workspace.board, at.square, self.filling)
        return self._place

    def start(self, at: Pointer) -> None:
        """Fill it."""
        self.begin()
        if not on_grid(at.square):
            return
        try:
            squares = self.place(at)
            self.make(self.title, filled_with(self.workspace.board, squares, self.filling))
        except EditError as error:
            self.workspace.said.emit(capital(f"{error}."))

    def hover(self, at: Pointer) -> None:
        """Show what would be filled, or say why nothing can be."""
        if not on_grid(at.square):
            self.show(NOTHING)
            return
        if len(self.workspace.board) > LARGE:
            self.show(Preview(squares=(at.square,), label=plain(self.filling)))
            return
        try:
            squares = self.place(at)
        except EditError as error:
            self.show(Preview(wrong=(at.square,), label=str(error)))
            return
        count = translate("words", "%n square(s)", None, PLURAL, len(squares))
        self.show(Preview(squares=tuple(sorted(squares)), label=f"{plain(self.filling)}, {count}"))
