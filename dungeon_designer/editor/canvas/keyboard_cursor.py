"""A cursor on the map, moved by keys: whatever the mouse does with a tool can be done with it, too."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from dungeon_designer.editor.tools.select import ARROWS
from dungeon_designer.editor.tools.tool import Pointer, Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import LIMIT, SIDES, Side, Square, row_major
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.items import ItemRef, items_of, squares_of, with_contents
from dungeon_designer.translation import marked

_LEAN = 0.45
"""How far from the middle of its square, in squares, the cursor is when it points at a border."""

USE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

MAP_KEYS: tuple[tuple[str, str], ...] = (
    (marked("keys", "Arrows"), marked("keys", "Move the cursor on the map; what is selected is nudged instead")),
    (marked("keys", "Ctrl+Arrows"), marked("keys", "Move the cursor, whatever is selected")),
    (marked("keys", "Alt+Arrows"), marked("keys", "Point at a border of the square, for doors and walls")),
    (marked("keys", "Enter, Space"), marked("keys", "Use the tool in hand at the cursor, as a click does")),
    (marked("keys", "Shift+Arrows"), marked("keys", "Drag with the tool in hand: Enter ends it, Esc takes it back")),
    (marked("keys", "Tab, Shift+Tab"), marked("keys", "Select the next thing on the map, or the one before")),
    (marked("keys", "Backspace"), marked("keys", "Rub out one thing at the cursor, as a right click does")),
    (marked("keys", "Space and mouse"), marked("keys", "Move the paper")),
    (marked("keys", "Menu"), marked("keys", "What can be done with the selection, or at the cursor")),
    (marked("keys", "Esc"), marked("keys", "Take back a drag; else select nothing")),
)
"""The keys of the map itself, which nobody can change, and what they do."""


class Place(NamedTuple):
    """Where the cursor is: a square, and the border of it that is pointed at, if any."""

    square: Square
    side: Side | None = None

    @property
    def point(self) -> tuple[float, float]:
        """The point it stands for, in squares.

        >>> Place((3, 4)).point, Place((3, 4), Side.EAST).point
        ((3.5, 4.5), (3.95, 4.5))
        """
        dx, dy = self.side.step if self.side else (0, 0)
        return self.square[0] + 0.5 + _LEAN * dx, self.square[1] + 0.5 + _LEAN * dy

    def moved(self, step: Square) -> Place:
        """A square further, pointing at the same side; it never leaves the grid."""
        x, y = self.square[0] + step[0], self.square[1] + step[1]
        return Place((min(max(x, 0), LIMIT), min(max(y, 0), LIMIT)), self.side)

    def leant(self, step: Square) -> Place:
        """Pointing at the border that way; at none when it pointed there already, or at the one across."""
        side = next(side for side in SIDES if side.step == step)
        return Place(self.square, side if self.side not in (side, side.opposite) else None)


class Table(Protocol):
    """What the cursor needs of the map."""

    workspace: Workspace
    tool: Tool | None

    @property
    def pointer(self) -> Pointer | None:
        """What is pointed at, by mouse or keys."""

    def shown_middle(self) -> Square:
        """The square in the middle of what is seen."""

    def point_by_key(self, place: Place | None, frame: bool = False) -> None:
        """The cursor moved: the tool is told, as by a mouse."""

    def press_by_key(self) -> None:
        """As if the button went down at the cursor."""

    def release_by_key(self) -> None:
        """As if it went up."""

    def rub_out_by_key(self) -> None:
        """As a right click."""


class KeyboardCursor:
    """The cursor of one map: `place` is None until a key asks for it, and again once the mouse moves."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.place: Place | None = None
        self.held = False
        self._thing: ItemRef | None = None

    def pressed(self, event: QKeyEvent) -> bool:
        """A key went down on the map; gives whether it was the cursor's."""
        step = ARROWS.get(Qt.Key(event.key()))
        if step is not None:
            return self._arrow(event, step)
        if event.key() in USE:
            return self._tools_own(event) or self.use()
        if event.key() == Qt.Key.Key_Backspace and self.place is not None and not self.held:
            self.table.rub_out_by_key()
            return True
        return False

    def _tools_own(self, event: QKeyEvent) -> bool:
        """Whether the key means something to the tool in hand: nudging, laying a tile."""
        tool = self.table.tool
        return not self.held and tool is not None and tool.key(event.key(), self.table.pointer)

    def _arrow(self, event: QKeyEvent, step: Square) -> bool:
        held = event.modifiers()
        if held & Qt.KeyboardModifier.AltModifier:
            self._go(self.place.leant(step) if self.place else None)
        elif held & Qt.KeyboardModifier.ShiftModifier:
            self._drag(step)
        elif not held & Qt.KeyboardModifier.ControlModifier and self._tools_own(event):
            self._follow(step)
        else:
            self._go(self.place.moved(step) if self.place else None)
        return True

    def _follow(self, step: Square) -> None:
        """The tool moved something itself: the cursor goes along, and tells nobody."""
        if self.place is not None:
            self.place = self.place.moved(step)

    def _go(self, place: Place | None) -> None:
        """To a place; the first key only shows where the cursor is."""
        self.place = place or self._first()
        self.table.point_by_key(self.place, self.held and self._frames)

    def _first(self) -> Place:
        pointer = self.table.pointer
        x, y = pointer.square if pointer else self.table.shown_middle()
        return Place((0, 0)).moved((x, y))

    @property
    def _frames(self) -> bool:
        """Whether a drag by keys frames things, rather than moving what lies at the cursor: arrows do that."""
        return self.table.tool is not None and self.table.tool.has_menu

    def _drag(self, step: Square) -> None:
        """Press where the cursor is, unless a drag is under way, and go on."""
        if self.place is None:
            self._go(None)
        if not self.held:
            self.table.point_by_key(self.place, self._frames)
            self.held = True
            self.table.press_by_key()
        assert self.place is not None  # noqa: S101 - shown above
        self._go(self.place.moved(step))

    def use(self) -> bool:
        """A click at the cursor, or the end of a drag; without a cursor it is shown."""
        if self.place is None:
            self._go(None)
        elif self.held:
            self.held = False
            self.table.release_by_key()
        else:
            self.table.press_by_key()
            self.table.release_by_key()
        return True

    def show(self) -> None:
        """Where it is, or where it would begin."""
        self._go(self.place)

    def gone(self) -> None:
        """The mouse took over."""
        if self.place is not None:
            self.place, self.held = None, False
            self.table.point_by_key(None)

    def next_thing(self, forward: bool) -> bool:
        """Select the next thing, by rows, or the one before; gives whether there was one."""
        things = self._things()
        if self.held or not things:
            return False
        at = self._index(things, forward)
        if not 0 <= at < len(things):
            self._thing = None
            return False
        self._thing = things[at]
        workspace = self.table.workspace
        field, value = self._thing
        whole = field == "sections"
        workspace.select(
            with_contents(workspace.layout, value, workspace.library) if whole else frozenset([self._thing])
        )
        self.place = Place(self._corner(self._thing))
        self.table.point_by_key(self.place)
        return True

    def _things(self) -> list[ItemRef]:
        layout: Layout = self.table.workspace.layout
        hidden = self.table.workspace.hidden_fields
        things = [thing for thing in items_of(layout) if thing.field not in hidden]
        things = [thing for thing in things if squares_of(thing, self.table.workspace.library)]
        return sorted(things, key=lambda thing: row_major(self._corner(thing)))

    def _corner(self, thing: ItemRef) -> Square:
        """The first square of a thing, by rows."""
        x, y = min(squares_of(thing, self.table.workspace.library), key=row_major)
        return x, y

    def _index(self, things: list[ItemRef], forward: bool) -> int:
        """Which comes next: beside the one Tab selected last, else from the cursor on, round the end of the list."""
        if self._thing in things and self._thing in self.table.workspace.selection:
            return things.index(self._thing) + (1 if forward else -1)
        if self.place is None:
            return 0 if forward else len(things) - 1
        here = row_major(self.place.square)
        before = sum(row_major(self._corner(thing)) < here for thing in things)
        return (before if forward else before - 1) % len(things)
