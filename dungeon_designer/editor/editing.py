"""What the Edit menu and a right click do with the selection and the whole map, and what goes over the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QMenu

from dungeon_designer.board.build import build
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.background import Background
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.pasting import PastedDungeon, PasteRequest, parse_pasted, read_pasted
from dungeon_designer.editor.tools.floor import TileTool
from dungeon_designer.editor.tools.select import SelectTool
from dungeon_designer.editor.tools.tool import Pointer
from dungeon_designer.editor.widgets import confirmed
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.svg import drawing_of, svg_with_fonts
from dungeon_designer.grid import Size, Square, bounds
from dungeon_designer.layout.edits import Turn, moved
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, ObstacleKind, RotatingRoom, SectionKind, Team, TerrainKind, TrapKind
from dungeon_designer.layout_edits.descriptions import item_in_words, kind_in_words
from dungeon_designer.layout_edits.floor import floor_of, of_kind, other_tiles, without_items
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
from dungeon_designer.translation import PLURAL, capital, filled, translate


class Editing(QObject):
    """Edits of the selection, each one step of the history. `dungeon_pasted`: a whole dungeon came as text."""

    dungeon_pasted = Signal(object, object)

    def __init__(self, workspace: Workspace, canvas: InteractiveMap) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas = workspace, canvas
        self.reader = Background(read_pasted, "clipboard reader", self)
        self.reader.heard.connect(lambda found: self._put_down(found, self._paste_square))
        self.reader.ended.connect(self._tell_unreadable)
        self._paste_square: Square | None = None

    def delete(self) -> None:
        """Take the selection away, with doors and walls of rooms that go."""
        workspace = self.workspace
        if workspace.selection:
            after = without_items(workspace.layout, workspace.selection, workspace.library)
            workspace.edit(self.tr("Delete"), after)

    def copy(self) -> None:
        """Put the selection on the clipboard, as the text of a layout file."""
        if self.workspace.selection:
            text = write_json(self._chosen())
            data = QMimeData()
            data.setText(text.decode())
            data.setData(PIECES, text)
            QGuiApplication.clipboard().setMimeData(data)

    def _chosen(self) -> Layout:
        """The selection as a dungeon of its own, with the sides whose things it may hold."""
        return replace(as_layout(self.workspace.selection), sides=self.workspace.layout.sides)

    def copy_picture(self) -> None:
        """Put a picture of the selection, or else of the whole map, on the clipboard, as PNG and SVG.

        It is passed on: as on the table, but with coordinates and without what is hidden.
        """
        workspace, chosen, seen = self.workspace, self.workspace.selection, self.canvas.options
        board = build(forgetful(self._chosen()), workspace.library) if chosen else workspace.board
        with workspace.telling():
            drawing = DrawingOptions(theme=seen.theme, section_names=seen.section_names, grid=seen.grid)
            options = ExportOptions(drawing=drawing)
            drawn = drawing_of(board, options)
            pixels = min(_SQUARE, max(2, int(_LARGEST / max(drawn.size))))
            png = png_of(drawn, options.square, pixels / options.square * 25.4)
            data = QMimeData()
            data.setImageData(QImage.fromData(png))
            data.setData("image/png", png)
            data.setData(SVG, svg_with_fonts(drawn, options.square))
            QGuiApplication.clipboard().setMimeData(data)
            whole, part = self.tr("A picture of the map is copied."), self.tr("A picture of the selection is copied.")
            workspace.said.emit(part if chosen else whole)

    def copy_link(self) -> None:
        """Put a link that holds the whole dungeon on the clipboard."""
        workspace = self.workspace
        try:
            link = Dungeon(workspace.layout).link()
        except DungeonError as error:
            workspace.said.emit(str(error))
            return
        QGuiApplication.clipboard().setText(link)
        workspace.said.emit(self.tr("A link that holds this dungeon is copied."))

    def cut(self) -> None:
        """Copy, then delete."""
        self.copy()
        self.delete()

    def paste(self) -> None:
        """Put what was copied down at the pointer."""
        self.paste_at(self.canvas.pointer.square if self.canvas.pointer else None)

    def paste_at(self, square: Square | None) -> None:
        """Put what was copied down at a square, or a little beside where it was; a dungeon's text or link is opened.

        A long text is read in another thread; what was pasted before it, and is not read yet, is dropped.
        """
        text, data = QGuiApplication.clipboard().text(), QGuiApplication.clipboard().mimeData()
        if not text.strip():
            self.workspace.said.emit(self.tr("There is no piece of a dungeon on the clipboard."))
            return
        request = PasteRequest(text, data is not None and data.hasFormat(PIECES))
        if request.is_long:
            self._paste_square = square
            self.workspace.said.emit(self.tr("Reading what is on the clipboard…"))
            self.reader.ask(request)
            return
        self.reader.forget()
        try:
            found = parse_pasted(request)
        except DungeonError as error:
            self._tell_unreadable(str(error), False)
        else:
            self._put_down(found, square)

    def _put_down(self, found: PastedDungeon, square: Square | None) -> None:
        if found.is_piece:
            self._add(self.tr("Paste"), found.layout, square)
        else:
            self.dungeon_pasted.emit(found.layout, found.board)

    def _tell_unreadable(self, problem: str, fault: bool) -> None:
        if problem or fault:
            self.workspace.said.emit(filled(self.tr("What is on the clipboard is no dungeon: %1"), problem))

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
            self.workspace.said.emit(filled(words, ", ".join(map(kind_in_words, strangers))))
            return
        with self.workspace.telling():
            corner, _ = self._box(things)
            to = at or (corner[0] + 1, corner[1] + 1)
            by = max(to[0], 0) - corner[0], max(to[1], 0) - corner[1]
            sizes = tile_sizes(fragment, self.workspace.library)
            after, landed = added(self.workspace.layout, as_layout([put(thing, shift(by), sizes) for thing in things]))
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
        turn = Turn(corner, size, corner, quarters, flip)
        with self.workspace.telling():
            after, landed = carried_items(self.workspace.layout, things, turn, self.workspace.library)
            if self.workspace.edit(title, after):
                self.workspace.select(landed)

    def _box(self, things: frozenset[ItemRef] | list[ItemRef]) -> tuple[Square, Size]:
        return bounds(square for thing in things for square in squares_of(thing, self.workspace.library))

    def select_all(self) -> None:
        """Everything there is, but what is hidden."""
        hidden = self.workspace.hidden_fields
        self.workspace.select([thing for thing in items_of(self.workspace.layout) if thing.field not in hidden])

    def set_way(self, way: SymmetryMode | None = None) -> None:
        """Repeat edits this way from now on, or the same way about the middle of the floor as it is now."""
        way = SymmetryMode(way or self.workspace.symmetry.way)  # a list of Qt's hands a mere word back
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
        with self.workspace.telling():
            after = made_symmetric(self.workspace.layout, symmetry, self.workspace.library)
            lost = len(replaced(self.workspace.layout, after, self.workspace.library))
            title = self.tr("Make symmetric")
            if lost and not confirmed(self.canvas.window(), title, self._question(lost)):
                return
            if not self.workspace.plainly(title, after, symmetry=symmetry):
                self.workspace.said.emit(self.tr("The dungeon is symmetric already."))
            elif words:
                self.workspace.said.emit(words)

    def _question(self, lost: int) -> str:
        go_on = self.tr("Go on?")
        question = translate(
            "Editing", "%n thing(s) beyond the axis would give way to the first half of the map.", None, PLURAL, lost
        )
        return f"{question} {go_on}"

    def make_room(self) -> None:
        """Move the whole map four squares to the right and down."""
        layout = self.workspace.layout
        symmetry = self.workspace.symmetry
        middle = symmetry.middle[0] + 8, symmetry.middle[1] + 8
        with self.workspace.telling():
            after = moved(layout, (4, 4), tile_sizes(layout, self.workspace.library))
            self.workspace.plainly(self.tr("Make room"), after, symmetry=Symmetry(symmetry.way, middle))


PIECES = "application/x-dungeon-designer-pieces"
"""Marks text as pieces to be put down, where other text is a dungeon of its own."""

SVG = "image/svg+xml"

_SQUARE, _LARGEST = 48, 6000
"""Pixels of a square in a copied picture, and the most its longer side may have."""


_KINDS: dict[str, list[StrEnum]] = {
    "sections": [kind for kind in SectionKind if kind is not SectionKind.BOARD],
    "terrain": list(TerrainKind),
    "obstacles": list(ObstacleKind),
    "traps": [kind for kind in TrapKind if kind not in (TrapKind.COUNTER, TrapKind.TRAPDOOR)],
}
"""What a thing of each list can be made into; trapdoors and counters hold more than other traps do."""


class ContextMenu(QObject):
    """Selects what was clicked, and shows what can be done with the selection. `properties`: they are to be shown."""

    properties = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, editing: Editing, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.editing, self.actions = workspace, canvas, editing, actions

    def show(self, at: Pointer | None) -> None:
        """Open the menu at the pointer; without one (the menu key) in the middle of the map."""
        if at is not None:
            tool, selected = self.canvas.tool, self.workspace.selection
            found = tool.thing_at(at) if isinstance(tool, SelectTool) else frozenset()
            in_room = not _has_section(found) and _has_section(selected)  # selected only as its room is
            if not found or not found <= selected or in_room:
                self.workspace.select(found)
        menu = QMenu(self.canvas)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.workspace.selection:
            self._fill(menu)
        paste = menu.addAction(self.tr("Paste &here"), lambda: self.editing.paste_at(at.square if at else None))
        paste.setEnabled(bool(QGuiApplication.clipboard().text().strip()))
        if not self.workspace.selection:
            menu.addAction(self.actions["select-all"])
            menu.addAction(self.actions["fit"])
        menu.addSeparator()
        menu.addAction(self.tr("Pr&operties"), self.properties.emit)
        middle = self.canvas.width() / 2, self.canvas.height() / 2
        x, y = self.canvas.view.pixel_of(at.x, at.y) if at is not None else middle
        menu.popup(self.canvas.mapToGlobal(QPoint(round(x), round(y))))

    def _fill(self, menu: QMenu) -> None:
        """What can be done with the one section among what is selected, or with several things of one sort."""
        things = self.workspace.selection
        sections = [thing for thing in things if thing.field == "sections"]
        alike = list(things) if len({thing.field for thing in things}) == 1 else []
        subjects = sections if len(sections) == 1 else alike
        if len(subjects) == 1:
            head = capital(item_in_words(subjects[0], self.workspace.board))
        else:
            head = translate("PropertiesDock", "%n thing(s) selected", None, PLURAL, len(things))
        menu.addAction(head).setEnabled(False)
        menu.addSeparator()
        menu.addAction(self.actions["turn"])
        menu.addAction(self.actions["flip"])
        if subjects:
            self._kinds(menu, subjects)
            self._tiles(menu, subjects)
            if subjects[0].field == "square_doors":
                is_open = all(each.value.open for each in subjects)
                words, opened = self.tr("Shut the door") if is_open else self.tr("Open the door"), not is_open
                self._exchange(menu, words, words, subjects, partial(_with, open=opened))
        locked, own = self.workspace.locked, frozenset(section.value.id for section in sections)
        if own:
            free = bool(own - locked)
            action = menu.addAction(self.tr("&Locked for proposals"))
            action.setCheckable(True)
            action.setChecked(not free)
            action.triggered.connect(lambda: self.workspace.lock(locked | own if free else locked - own))
        menu.addSeparator()
        for name in ("cut", "copy", "duplicate", "delete"):
            menu.addAction(self.actions[name])
        menu.addSeparator()

    def _kinds(self, menu: QMenu, subjects: list[ItemRef]) -> None:
        field = subjects[0].field
        if field not in _KINDS or any(getattr(each.value, "tile", "") for each in subjects):
            return
        if field == "traps" and any(each.value.kind not in _KINDS[field] for each in subjects):
            return
        kinds = menu.addMenu(self.tr("&Kind"))
        for kind in _KINDS[field]:
            make = partial(self._as, kind=kind)
            action = self._exchange(kinds, capital(kind_in_words(kind)), self.tr("Change the kind"), subjects, make)
            action.setCheckable(True)
            action.setChecked(all(each.value.kind is kind for each in subjects))

    def _exchange(
        self, menu: QMenu, words: str, title: str, subjects: list[ItemRef], new: Callable[[ItemRef], ItemRef]
    ) -> QAction:
        """An entry that makes each of the subjects into something new."""
        return menu.addAction(words, lambda: self.editing.exchange(title, {each: new(each) for each in subjects}))

    def _as(self, thing: ItemRef, kind: StrEnum) -> ItemRef:
        if isinstance(kind, SectionKind):
            return ItemRef(thing.field, of_kind(self.workspace.layout, thing.value, kind, self.workspace.library))
        return _with(thing, kind=kind)

    def _tiles(self, menu: QMenu, subjects: list[ItemRef]) -> None:
        thing = subjects[0]
        if len(subjects) != 1 or not getattr(thing.value, "tile", ""):
            return
        try:
            others = other_tiles(thing.value, self.workspace.library)
        except DungeonError:  # a set of the user's own that holds a broken tile
            return
        tiles = menu.addMenu(self.tr("S&wap the tile for"))
        tiles.setEnabled(bool(others))
        for section in others:
            words = self.workspace.library.get(section.tile).name.replace("&", "&&")
            swapped = {thing: ItemRef(thing.field, section)}
            self._exchange(tiles, words, self.tr("Swap a tile"), subjects, swapped.__getitem__)


def _has_section(things: frozenset[ItemRef]) -> bool:
    return any(thing.field == "sections" for thing in things)


def _with(thing: ItemRef, **changes: object) -> ItemRef:
    return ItemRef(thing.field, replace(thing.value, **changes))
