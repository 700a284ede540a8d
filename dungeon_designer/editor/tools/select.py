"""Select, move and resize: click, rubber band, drag; arrows nudge, R turns, F flips, Delete takes away."""

from __future__ import annotations

from PySide6.QtCore import Qt

from dungeon_designer.drawing.labels import reach
from dungeon_designer.editor.tools.resize import Handle, Resize, handle_at, handles_of, resizable
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool, meant_border, rectangle
from dungeon_designer.editor.workspace import LARGE
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Square, block
from dungeon_designer.layout_edits.items import (
    ItemRef,
    item_on,
    items_at,
    items_of,
    items_within,
    moved_items,
    with_contents,
)
from dungeon_designer.set_up.placement import Room, room_to_move

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class SelectTool(Tool):
    """Picks things up and moves them."""

    name = "select"
    has_menu = True

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._from: Pointer | None = None
        self._band = False
        self._things: frozenset[ItemRef] = frozenset()
        self._clicked: frozenset[ItemRef] = frozenset()
        self._room: Room | None = None
        self._resize: Resize | None = None
        self._handle: Handle | None = None

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Select and move")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a thing, or drag a frame round several; Shift adds. Drag to move, a room's handles to resize it; R"
            " turns, F flips, Delete takes away, a right click says what else. Alt-drag begins a frame inside a room."
        )

    @property
    def cursor(self) -> Qt.CursorShape:
        """An arrow; over a handle the way it can be dragged."""
        handle = self._resize.handle if self._resize else self._handle
        return handle.cursor if handle else Qt.CursorShape.ArrowCursor

    def handles(self, scale: float) -> tuple[tuple[float, float], ...]:
        """Those of the one rectangular room that is selected; none while things are moved."""
        section = None if self.active and self._resize is None else resizable(self.workspace)
        return tuple((each.x, each.y) for each in handles_of(section, scale)) if section else ()

    def _handle_at(self, at: Pointer) -> Handle | None:
        section = resizable(self.workspace)
        return handle_at(section, at) if section and not (at.shift or at.alt or at.control) else None

    def thing_at(self, at: Pointer) -> frozenset[ItemRef]:
        """What a click means: a thing on a near border, else the topmost; floor means its section with all on it."""
        board, border, hidden = self.workspace.board, meant_border(at), self.workspace.hidden_fields
        on_border = item_on(board.layout, border, hidden) if border else None
        if on_border is not None:
            return frozenset([on_border])
        found = items_at(board, at.square, hidden)
        if not found or found[0].field == "sections":
            found = [*self._words_at(at), *found]
        if not found:
            return frozenset()
        if found[0].field == "sections":
            return with_contents(board.layout, found[0].value, self.workspace.library)
        return frozenset([found[0]])

    def _words_at(self, at: Pointer) -> list[ItemRef]:
        """The labels whose words reach over a square on which nothing else lies; none while they are hidden."""
        labels = () if "labels" in self.workspace.hidden_fields else self.workspace.layout.labels
        return [ItemRef("labels", label) for label in labels if at.square in block(*reach(label))]

    def start(self, at: Pointer) -> None:
        """Pick what lies there, or begin a frame."""
        self._from, self._band = at, False
        handle, section = self._handle_at(at), resizable(self.workspace)
        if handle is not None and section is not None:
            self._resize = Resize(self.workspace, section, handle)
            self._things = self.workspace.selection
            self.begin()
            return
        found = self._clicked = frozenset() if at.alt else self.thing_at(at)
        self.begin()
        if not found:
            self._band = True
            if not at.shift:
                self.workspace.select(())
            return
        if at.shift:
            self.workspace.select(self.workspace.selection ^ found)
        elif not found <= self.workspace.selection:
            self.workspace.select(found)
        self._things, self._room = self.workspace.selection, None

    def move(self, at: Pointer) -> None:
        """Drag the selection, or the frame."""
        if self._from is None or self.before is None:
            return
        if self._resize is not None:
            self._resize_to(self._resize, at)
            return
        if self._band:
            self._show_band(at)
            return
        by = at.square[0] - self._from.square[0], at.square[1] - self._from.square[1]
        if not self._things or (by == (0, 0) and self.workspace.layout is self.before):
            return
        if self._room is None:
            self._room = self._room_of_dragged()
        self._move_by(by)
        self._show_room(at)

    def _room_of_dragged(self) -> Room | None:
        """Where the one chest or portal that is dragged may lie; looked for before it is taken up."""
        if len(self._things) != 1 or len(self.workspace.board) > LARGE:
            return None
        (thing,) = self._things
        if thing.field not in ("chests", "portals"):
            return None
        portal = thing.field == "portals"
        at = thing.value.at if portal else thing.value
        workspace = self.workspace
        return room_to_move(workspace.board, workspace.ruleset, at, portal, workspace.symmetry)

    def _show_room(self, at: Pointer) -> None:
        if self._room is not None:
            why = self._room.why_not(at.square)
            self.show(Preview(lit=tuple(self._room.free), wrong=(at.square,) if why else (), label=why))

    def _move_by(self, by: Square) -> None:
        assert self.before is not None  # noqa: S101 - asked by move
        try:
            after, landed = moved_items(self.before, self._things, by, self.workspace.library)
        except EditError as error:
            self.workspace.said.emit(str(error))
            return
        if self.make(self.tr("Move"), after) or after == self.workspace.layout:
            self.workspace.select(landed)

    def _resize_to(self, resize: Resize, at: Pointer) -> None:
        """The room with its sides at the pointer, as far as they may go; it stays selected with all that lies in it."""
        self.make(self.tr("Resize"), resize.to(at))
        layout = self.workspace.layout
        section = next(each for each in layout.sections if each.id == resize.section.id)
        self.workspace.select(with_contents(layout, section, self.workspace.library))
        self.show(Preview(label=resize.size_in_words()))

    def _show_band(self, at: Pointer) -> None:
        assert self._from is not None  # noqa: S101 - asked by move
        corner = min(self._from.x, at.x), min(self._from.y, at.y)
        size = abs(self._from.x - at.x), abs(self._from.y - at.y)
        self.show(Preview(band=(corner, size)))

    def finish(self, at: Pointer) -> None:
        """Select what the frame holds; a click among several selected things means the one alone."""
        if self._resize is not None:
            self.workspace.said.emit(self._resize.told())
        elif self._band and self._from is not None:
            corner, size = rectangle(self._from.square, at.square)
            if size != (1, 1) or abs(self._from.x - at.x) + abs(self._from.y - at.y) > 0.5:
                within = items_within(self.workspace.layout, block(corner, size), self.workspace.library)
                held = frozenset(thing for thing in within if thing.field not in self.workspace.hidden_fields)
                self.workspace.select(self.workspace.selection | held if at.shift else held)
        elif self.before is self.workspace.layout and self._clicked and self._from and not self._from.shift:
            self.workspace.select(self._clicked)
        self._from, self._band, self._resize = None, False, None
        self.show(NOTHING)
        self.end()

    def cancel(self) -> None:
        """Things go back to where they were, and stay selected."""
        things, moving = self._things, self.before is not None and not self._band
        super().cancel()
        self._from, self._band, self._resize = None, False, None
        self.show(NOTHING)
        if moving:
            self.workspace.select(things & frozenset(items_of(self.workspace.layout)))

    def hover(self, at: Pointer) -> None:
        """Say what lies under the pointer."""
        self._handle = self._handle_at(at)
        if self._handle is not None:
            self.show(Preview(label=self.tr("drag to resize")))
            return
        found = self.thing_at(at)
        self.show(Preview(label=self._words(found) if found else ""))

    def _words(self, things: frozenset[ItemRef]) -> str:
        top = next((thing for thing in things if thing.field == "sections"), next(iter(things)))
        from dungeon_designer.layout_edits.descriptions import item_in_words

        return item_in_words(top, self.workspace.board)

    def key(self, key: int, at: Pointer | None) -> bool:
        """Arrows nudge the selection."""
        step = ARROWS.get(Qt.Key(key))
        if step is None or not self.workspace.selection:
            return False
        try:
            after, landed = moved_items(self.workspace.layout, self.workspace.selection, step, self.workspace.library)
        except EditError as error:
            self.workspace.said.emit(str(error))
            return True
        if self.workspace.edit(self.tr("Nudge"), after):
            self.workspace.select(landed)
        return True
