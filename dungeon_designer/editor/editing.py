"""What the Edit menu does with the selection and the whole map, and what goes over the clipboard."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.tools.floor import TileTool
from dungeon_designer.editor.widgets import confirmed
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError, EditError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.grid import Size, Square, bounds
from dungeon_designer.layout.edits import Turn, moved
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, RotatingRoom, Team
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.floor import floor_of, without_items
from dungeon_designer.layout_edits.items import (
    ItemRef,
    added,
    as_layout,
    carried_items,
    exchanged,
    forgetful,
    items_of,
    put,
    shift,
    squares_of,
    tile_sizes,
)
from dungeon_designer.layout_edits.sides import belonging_to, sides_in_words
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, about, made_symmetric, replaced
from dungeon_designer.translation import PLURAL, filled, translate


class Editing(QObject):
    """Edits of the selection, each one step of the history. `dungeon_pasted`: a whole dungeon came as text."""

    dungeon_pasted = Signal(object)

    def __init__(self, workspace: Workspace, canvas: InteractiveMap) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas = workspace, canvas

    def delete(self) -> None:
        """Take the selection away, with doors and walls of rooms that go."""
        workspace = self.workspace
        if workspace.selection:
            after = without_items(workspace.layout, workspace.selection, workspace.library)
            workspace.edit(self.tr("Delete"), after)

    def copy(self) -> None:
        """Put the selection on the clipboard, as the text of a layout file."""
        if self.workspace.selection:
            put_pieces(self._chosen())

    def _chosen(self) -> Layout:
        """The selection as a dungeon of its own, with the sides whose things it may hold."""
        return replace(as_layout(self.workspace.selection), sides=self.workspace.layout.sides)

    def copy_picture(self) -> None:
        """Put a picture of the selection, or else of the whole map, on the clipboard."""
        workspace, chosen = self.workspace, self.workspace.selection
        board = build(forgetful(self._chosen()), workspace.library) if chosen else workspace.board
        try:
            put_picture(board, for_others(self.canvas.options))
        except DungeonError as error:
            workspace.said.emit(str(error))
            return
        whole, part = self.tr("A picture of the map is copied."), self.tr("A picture of the selection is copied.")
        workspace.said.emit(part if chosen else whole)

    def cut(self) -> None:
        """Copy, then delete."""
        self.copy()
        self.delete()

    def paste(self) -> None:
        """Put what was copied down at the pointer."""
        self.paste_at(self.canvas.pointer.square if self.canvas.pointer else None)

    def paste_at(self, square: Square | None) -> None:
        """Put what was copied down at a square, or a little beside where it was; a dungeon's text is opened."""
        if not has_text():
            self.workspace.said.emit(self.tr("There is no piece of a dungeon on the clipboard."))
            return
        try:
            layout, pieces = dungeon_on_clipboard()
        except DungeonError as error:
            self.workspace.said.emit(filled(self.tr("What is on the clipboard is no dungeon: %1"), str(error)))
            return
        if pieces:
            self._add(self.tr("Paste"), layout, square)
        else:
            self.dungeon_pasted.emit(layout)

    def can_paste(self) -> bool:
        """Whether there is text on the clipboard; whether it is a piece of a dungeon is said when it is pasted."""
        return has_text()

    def exchange(self, title: str, new: dict[ItemRef, ItemRef]) -> None:
        """Things put in the place of others, which stay selected."""
        selected = self.workspace.selection
        if self.workspace.edit(title, exchanged(self.workspace.layout, dict(new))):
            self.workspace.select(frozenset(new.get(thing, thing) for thing in selected))

    def duplicate(self) -> None:
        """The selection once more, a little beside itself."""
        if self.workspace.selection:
            corner, _ = self._box(self.workspace.selection)
            self._add(self.tr("Duplicate"), as_layout(self.workspace.selection), (corner[0] + 1, corner[1] + 1))

    def _add(self, title: str, fragment: Layout, at: Square | None) -> None:
        things = [thing for thing in items_of(fragment) if not isinstance(thing.value, RotatingRoom)]
        if not things:
            return
        absent = [team for team in Team if team not in self.workspace.layout.teams]
        strangers = [team for team in absent if belonging_to(fragment, {team})]
        if strangers:
            words = self.tr("%1 does not play here: Properties say how many sides do.")
            self.workspace.said.emit(filled(words, ", ".join(map(plain, strangers))))
            return
        try:
            corner, _ = self._box(things)
            to = at or (corner[0] + 1, corner[1] + 1)
            by = max(to[0], 0) - corner[0], max(to[1], 0) - corner[1]
            sizes = tile_sizes(fragment, self.workspace.library)
            placed = as_layout([put(thing, shift(by), sizes) for thing in things])
            after, landed = added(self.workspace.layout, placed)
        except DungeonError as error:
            self.workspace.said.emit(str(error))
            return
        if self.workspace.edit(title, after):
            self.workspace.select(landed)

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
        things = frozenset(thing for thing in self.workspace.selection if not isinstance(thing.value, RotatingRoom))
        if not things:
            return
        corner, size = self._box(things)
        try:
            after, landed = carried_items(
                self.workspace.layout, things, Turn(corner, size, corner, quarters, flip), self.workspace.library
            )
        except EditError as error:
            self.workspace.said.emit(str(error))
            return
        if self.workspace.edit(title, after):
            self.workspace.select(landed)

    def _box(self, things: frozenset[ItemRef] | list[ItemRef]) -> tuple[Square, Size]:
        return bounds(square for thing in things for square in squares_of(thing, self.workspace.library))

    def select_all(self) -> None:
        """Everything there is, but what is hidden."""
        hidden = self.workspace.hidden_fields
        self.workspace.select([thing for thing in items_of(self.workspace.layout) if thing.field not in hidden])

    def set_way(self, way: SymmetryMode) -> None:
        """Repeat edits this way from now on."""
        way = SymmetryMode(way)  # a list of Qt's hands a mere word back
        self.workspace.set_symmetry(self._symmetry(way))
        words = sides_in_words(self.workspace.layout.teams, way)
        if words:
            self.workspace.said.emit(words)

    def _symmetry(self, way: SymmetryMode) -> Symmetry:
        """A way about the middle of the floor; on an empty table about the middle of what is seen."""
        squares = sorted(floor_of(self.workspace.layout, self.workspace.library))
        if not squares:
            view, width, height = self.canvas.view, self.canvas.width(), self.canvas.height()
            squares = [view.square_at(0, 0), view.square_at(width, height)]
            squares = [(max(x, 0), max(y, 0)) for x, y in squares]
        return about(way, squares) if way is not SymmetryMode.OFF else Symmetry()

    def make_symmetric(self) -> None:
        """Repeat the first half over the rest; left to right when no symmetry is chosen. Asks if something would go."""
        symmetry = self.workspace.symmetry
        if symmetry.way is SymmetryMode.OFF:
            symmetry = self._symmetry(SymmetryMode.LEFT_RIGHT)
        words = sides_in_words(self.workspace.layout.teams, symmetry.way)
        if words and symmetry.way is SymmetryMode.QUARTER_TURNS:
            self.workspace.said.emit(words)
            return
        try:
            after = made_symmetric(self.workspace.layout, symmetry, self.workspace.library)
        except DungeonError as error:
            self.workspace.said.emit(str(error))
            return
        lost = replaced(self.workspace.layout, after, self.workspace.library)
        if lost and not self._may_replace(len(lost)):
            return
        if not self.workspace.plainly_under(self.tr("Make symmetric"), after, symmetry):
            self.workspace.said.emit(self.tr("The dungeon is symmetric already."))
        elif words:
            self.workspace.said.emit(words)

    def _may_replace(self, count: int) -> bool:
        words = translate(
            "Editing", "%n thing(s) beyond the axis would give way to the first half of the map.", None, PLURAL, count
        )
        go_on = self.tr("Go on?")
        return confirmed(self.canvas.window(), self.tr("Make symmetric"), f"{words} {go_on}")

    def make_room(self) -> None:
        """Move the whole map four squares to the right and down."""
        layout = self.workspace.layout
        try:
            after = moved(layout, (4, 4), tile_sizes(layout, self.workspace.library))
        except DungeonError as error:
            self.workspace.said.emit(str(error))
            return
        symmetry = self.workspace.symmetry
        middle = symmetry.middle[0] + 8, symmetry.middle[1] + 8
        self.workspace.plainly_under(self.tr("Make room"), after, Symmetry(symmetry.way, middle))


PIECES = "application/x-dungeon-designer-pieces"
"""Marks text as pieces to be put down, where other text is a dungeon of its own."""

SVG = "image/svg+xml"

_SQUARE, _LARGEST = 48, 6000
"""Pixels of a square in a copied picture, and the most its longer side may have."""


def put_pieces(pieces: Layout) -> None:
    """Pieces on the clipboard, as the text of a layout file."""
    text = write_json(pieces)
    data = QMimeData()
    data.setText(text.decode())
    data.setData(PIECES, text)
    QGuiApplication.clipboard().setMimeData(data)


def has_text() -> bool:
    """Whether there is text on the clipboard."""
    return bool(QGuiApplication.clipboard().text().strip())


def dungeon_on_clipboard() -> tuple[Layout, bool]:
    """The layout in the clipboard's text, and whether it is pieces that were copied; ReadError says what is wrong.

    Text of a mail may stand between the lines of ``` that mark code there.
    """
    data = QGuiApplication.clipboard().mimeData()
    pieces = data is not None and data.hasFormat(PIECES)
    text = QGuiApplication.clipboard().text()
    return read_layout(_unfenced(text).encode("utf-8", "surrogatepass"), "clipboard"), pieces


def _unfenced(text: str) -> str:
    """Text without the lines of ``` around it.

    >>> _unfenced("```yaml\\nmap: ...\\n```\\n")
    'map: ...'
    """
    lines = text.strip().splitlines()
    return "\n".join(lines[1:-1]) if len(lines) > 2 and lines[0].startswith("```") and lines[-1] == "```" else text


def put_picture(board: Board, drawing: DrawingOptions) -> None:
    """A board's picture on the clipboard, as PNG and SVG; UsageError when it would be too large."""
    options = ExportOptions(drawing=drawing)
    drawn = drawing_of(board, options)
    pixels = min(_SQUARE, max(2, int(_LARGEST / max(drawn.size))))
    png = png_of(drawn, options.square, pixels / options.square * 25.4)
    data = QMimeData()
    data.setImageData(QImage.fromData(png))
    data.setData("image/png", png)
    data.setData(SVG, svg_of(drawn, options.square).encode())
    QGuiApplication.clipboard().setMimeData(data)


def for_others(options: DrawingOptions) -> DrawingOptions:
    """A picture that is passed on: as on the table, with coordinates, and without what is hidden."""
    return DrawingOptions(theme=options.theme, section_names=options.section_names, grid=options.grid)
