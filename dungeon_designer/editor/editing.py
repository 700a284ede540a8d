"""What the Edit menu does with the selection: cut, copy, paste, turn, flip, and with the whole map."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from dungeon_designer.editor.canvas.view import Canvas
from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.shaping.edges import without_edges_of
from dungeon_designer.editor.shaping.floor import floor_of
from dungeon_designer.editor.shaping.things import (
    Thing,
    added,
    as_layout,
    carried_things,
    put,
    shift,
    squares_of,
    things_of,
    tile_sizes,
    without,
)
from dungeon_designer.editor.symmetry import Symmetry, Way, about, made_symmetric
from dungeon_designer.editor.tools.tile import TileTool
from dungeon_designer.errors import DungeonError, EditError
from dungeon_designer.grid import Size, Square, bounds
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.model import Layout, RotatingRoom
from dungeon_designer.layout.turning import Turn, moved
from dungeon_designer.layout.writer import write_json

_CLIP = "clipboard.dungeon.json"


class Editing(QObject):
    """Edits of the selection, each one step of the history."""

    def __init__(self, desk: Desk, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.desk, self.canvas = desk, canvas

    def delete(self) -> None:
        """Take the selection away, with doors and walls of rooms that go."""
        if not self.desk.selection:
            return
        layout = without(self.desk.layout, self.desk.selection)
        gone = floor_of(self.desk.layout, self.desk.library) - floor_of(layout, self.desk.library)
        self.desk.edit(self.tr("Delete"), without_edges_of(layout, gone))

    def copy(self) -> None:
        """Put the selection on the clipboard, as the text of a layout file."""
        if self.desk.selection:
            QGuiApplication.clipboard().setText(write_json(as_layout(self.desk.selection)).decode())

    def cut(self) -> None:
        """Copy, then delete."""
        self.copy()
        self.delete()

    def paste(self) -> None:
        """Put what was copied down at the pointer."""
        try:
            fragment = read_layout(QGuiApplication.clipboard().text().encode(), _CLIP)
        except DungeonError:
            self.desk.said.emit(self.tr("There is no piece of a dungeon on the clipboard."))
            return
        self._add(self.tr("Paste"), fragment, self.canvas.pointer.square if self.canvas.pointer else None)

    def duplicate(self) -> None:
        """The selection once more, a little beside itself."""
        if self.desk.selection:
            corner, _ = self._box(self.desk.selection)
            self._add(self.tr("Duplicate"), as_layout(self.desk.selection), (corner[0] + 1, corner[1] + 1))

    def _add(self, title: str, fragment: Layout, at: Square | None) -> None:
        things = [thing for thing in things_of(fragment) if not isinstance(thing.value, RotatingRoom)]
        if not things:
            return
        try:
            corner, _ = self._box(things)
            to = at or (corner[0] + 1, corner[1] + 1)
            by = max(to[0], 0) - corner[0], max(to[1], 0) - corner[1]
            sizes = tile_sizes(fragment, self.desk.library)
            placed = as_layout([put(thing, shift(by), sizes) for thing in things])
            after, landed = added(self.desk.layout, placed)
        except DungeonError as error:
            self.desk.said.emit(str(error))
            return
        if self.desk.edit(title, after):
            self.desk.select(landed)

    def turn(self) -> None:
        """Turn the tile in hand, or the selection about its middle."""
        if not self._in_hand(Qt.Key.Key_R):
            self._carry(self.tr("Turn"), 1, False)

    def flip(self) -> None:
        """Mirror the tile in hand, or the selection."""
        if not self._in_hand(Qt.Key.Key_F):
            self._carry(self.tr("Flip"), 0, True)

    def _in_hand(self, key: Qt.Key) -> bool:
        tool = self.canvas.tool
        return isinstance(tool, TileTool) and tool.key(key, self.canvas.pointer)

    def _carry(self, title: str, quarters: int, flip: bool) -> None:
        things = frozenset(thing for thing in self.desk.selection if not isinstance(thing.value, RotatingRoom))
        if not things:
            return
        corner, size = self._box(things)
        try:
            after, landed = carried_things(
                self.desk.layout, things, Turn(corner, size, corner, quarters, flip), self.desk.library
            )
        except EditError as error:
            self.desk.said.emit(str(error))
            return
        if self.desk.edit(title, after):
            self.desk.select(landed)

    def _box(self, things: frozenset[Thing] | list[Thing]) -> tuple[Square, Size]:
        return bounds(square for thing in things for square in squares_of(thing, self.desk.library))

    def select_all(self) -> None:
        """Everything there is."""
        self.desk.select(frozenset(things_of(self.desk.layout)))

    def set_way(self, way: Way) -> None:
        """Repeat edits this way about the middle of the floor; on an empty table about the middle of what is seen."""
        squares = sorted(floor_of(self.desk.layout, self.desk.library))
        if not squares:
            view, width, height = self.canvas.view, self.canvas.width(), self.canvas.height()
            squares = [view.square_at(0, 0), view.square_at(width, height)]
            squares = [(max(x, 0), max(y, 0)) for x, y in squares]
        self.desk.set_symmetry(about(way, squares) if way is not Way.OFF else Symmetry())

    def make_symmetric(self) -> None:
        """Repeat the first half over the rest; left to right when no symmetry is chosen."""
        if self.desk.symmetry.way is Way.OFF:
            self.set_way(Way.LEFT_RIGHT)
        try:
            after = made_symmetric(self.desk.layout, self.desk.symmetry, self.desk.library)
        except DungeonError as error:
            self.desk.said.emit(str(error))
            return
        self.desk.plainly(self.tr("Make symmetric"), after)

    def make_room(self) -> None:
        """Move the whole map four squares to the right and down."""
        layout = self.desk.layout
        try:
            after = moved(layout, (4, 4), tile_sizes(layout, self.desk.library))
        except DungeonError as error:
            self.desk.said.emit(str(error))
            return
        symmetry = self.desk.symmetry
        if self.desk.plainly(self.tr("Make room"), after):
            middle = symmetry.middle[0] + 8, symmetry.middle[1] + 8
            self.desk.set_symmetry(Symmetry(symmetry.way, middle))
