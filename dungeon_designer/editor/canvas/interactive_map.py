"""The hand at the table: mouse, wheel and keys. What the left button does is the tool's; the rest moves the paper."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from dungeon_designer.editor.canvas.map_widget import MapWidget
from dungeon_designer.editor.canvas.overlay_painter import RULER
from dungeon_designer.editor.canvas.viewport import CursorPlace
from dungeon_designer.editor.tools.tool import ARROWS, Pointer, Tool
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.grid import Square, row_major
from dungeon_designer.layout_edits.descriptions import square_in_words
from dungeon_designer.layout_edits.items import ItemRef, items_of, squares_of, with_contents
from dungeon_designer.translation import marked

_NOTCH = 120
"""What one notch of a mouse wheel counts in Qt; touchpads send many smaller turns."""


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


class InteractiveMap(MapWidget):
    """Hands the mouse to the tool in hand."""

    pointed = Signal(object)
    cleared = Signal(object)
    menu_wanted = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._pan: QPointF | None = None
        self._pan_button = Qt.MouseButton.NoButton
        self._held = False
        self._turned = 0
        self._keys = Qt.KeyboardModifier.NoModifier
        self._space = self._moved_paper = False
        self._mouse = QPointF()
        self.there = ""
        """What lies at the pointer or the cursor, without the place and without what the tool says of it."""
        self.keyboard = KeyboardCursor(self)
        self.installEventFilter(self)  # an `event` of our own would wrap every exception in another
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        workspace.changed.connect(self._hover_again)
        workspace.symmetry_changed.connect(self._hover_again)
        workspace.opened.connect(self._forget)
        workspace.said.connect(self.announce)
        self.moved.connect(self._hover_again)

    def set_tool(self, tool: Tool) -> None:
        """Take another tool in hand."""
        self._held = False
        if self.tool is not None:
            self.tool.put_down()
            self.tool.preview_changed.disconnect(self.update)
            self.tool.deleteLater()
        secret = self.secret
        self.tool = tool
        if tool.secret is not secret:
            self.redraw()
        tool.preview_changed.connect(self.update)
        tool.picked_up()
        self.setCursor(tool.cursor)
        if self.key_place is not None:
            self.point_by_key(self.key_place)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: the tool. Middle, or left with Space: the paper. Right: the menu or the rubber, or a drag stops."""
        if self.keyboard.held:
            self._let_go()
        self.keyboard.gone()
        at, button = self._point(event), event.button()
        if self._held or self._pan is not None:
            if self._held and button == Qt.MouseButton.RightButton:
                self._escape()
        elif button == Qt.MouseButton.MiddleButton or (self._space and button == Qt.MouseButton.LeftButton):
            self._pan, self._pan_button, self._moved_paper = event.position(), button, True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif button == Qt.MouseButton.LeftButton and self.tool is not None:
            self._held = True
            self.tool.start(at)
        elif button == Qt.MouseButton.RightButton:
            self._right_click(at)
        self.update()

    def _right_click(self, at: Pointer) -> None:
        """What a right click means; at a set-up nothing is rubbed out, nor while one measures."""
        if self.tool is None:
            return
        if self.tool.active:
            self.tool.cancel()
        elif self.tool.has_menu:
            self.menu_wanted.emit(at)
        elif self.tool.rubs_out:
            self.cleared.emit(at)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key; what the mouse means was done when its button went down."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and not self._held:
            self.menu_wanted.emit(self._pointer if self.keyboard.place and not self.workspace.selection else None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A drag, or the pointer passing over."""
        if self._pan is not None:
            way = event.position() - self._pan
            self._pan = self._at = event.position()
            self.show_view(self.view.panned(round(way.x()), round(way.y())))
            return
        if self.keyboard.held or (self.keyboard.place is not None and event.position() == self._mouse):
            return
        self.keyboard.gone()
        if self._held and not event.buttons() & Qt.MouseButton.LeftButton:
            self._let_go()
        before = self._pointer
        at = self._point(event)
        if self.tool is not None:
            (self.tool.move if self.tool.active else self.tool.hover)(at)
            self._show_cursor()
        if before is None or before.square != at.square:
            self._show_pointer()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a gesture."""
        if self._pan is not None:
            if event.button() == self._pan_button:
                self._pan = None
                self._show_cursor()
        elif event.button() == Qt.MouseButton.LeftButton and self._held:
            self._held = False
            if self.tool is not None and self.tool.active:
                at = self._point(event)
                self.tool.move(at)
                self.tool.finish(at)
                self.tool.hover(at)

    def _let_go(self) -> None:
        """The button went up where nobody told us, under a dialog for instance: what was done so far stands."""
        held, self._held, self.keyboard.held = self._held, False, False
        if held and self.tool is not None and self.tool.active:
            self.tool.finish(self._pointer_at(self._at))

    def _forget(self) -> None:
        """Another document is open: a gesture on the one before must not go on, nor be taken back."""
        if self.tool is not None and self._held:
            self.tool.end()
        self._held = False
        self.keyboard.gone()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel zooms to the pointer; sideways, or with Shift or Alt, it moves the paper."""
        turn = event.angleDelta()
        held = event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier)
        if held or abs(turn.x()) > abs(turn.y()):
            self.show_view(self.view.panned(turn.x() or turn.y(), 0))
        elif turn.y():
            kept = self._turned if self._turned * turn.y() > 0 else 0
            steps = int((kept + turn.y()) / _NOTCH)
            self._turned = kept + turn.y() - steps * _NOTCH
            self.zoom(steps, event.position())
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While a button is down no key calls an action: undo or delete in the middle of a drag would tear it."""
        if self._held and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space to drag the paper, Esc (or undo in a drag) to think again; then come the cursor and the tool."""
        by_mouse = self._held and not self.keyboard.held
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space, self._moved_paper = True, False
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif event.key() == Qt.Key.Key_Alt:
            self._hold_alt(True)
        elif event.key() == Qt.Key.Key_Escape or (self._held and event.matches(QKeySequence.StandardKey.Undo)):
            self._escape()
        elif not by_mouse and self.keyboard.pressed(event):
            self.update()
        elif not self._held and (self.tool is None or not self.tool.key(event.key(), self._pointer)):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space let go: where the cursor is shown and the paper was not moved, it uses the tool."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            tapped, self._space = self._space and not self._moved_paper, False
            self._show_cursor()
            if tapped and self.keyboard.place is not None:
                self.keyboard.use()
        elif event.key() == Qt.Key.Key_Alt:
            self._hold_alt(False)
        else:
            super().keyReleaseEvent(event)

    def _hold_alt(self, held: bool) -> None:
        """Alt changes what a click would do: the preview says so at once, even under a pointer that rests."""
        alt = Qt.KeyboardModifier.AltModifier
        self._keys = self._keys | alt if held else self._keys & ~alt
        self._hover_again()

    # The cursor of the keyboard --------------------------------------------------------------------------------

    def point_by_key(self, place: CursorPlace | None, frame: bool = False) -> None:
        """The cursor stands there now, or is gone; the tool is told as by a mouse, with Alt for a frame."""
        self.key_place = place
        if place is not None:
            self.reveal(place.square)
            self._keys = Qt.KeyboardModifier.AltModifier if frame else Qt.KeyboardModifier.NoModifier
            self._at = QPointF(*self.view.pixel_of(*place.point))
            self._pointer = self._pointer_at(self._at)
            if self.tool is not None:
                (self.tool.move if self.tool.active else self.tool.hover)(self._pointer)
            self._show_pointer()
        self.update()

    def press_by_key(self) -> None:
        """As if the left button went down at the cursor."""
        if self.tool is not None and self._pointer is not None:
            self._held = True
            self.tool.start(self._pointer)

    def release_by_key(self) -> None:
        """As if it went up there."""
        self._held = False
        if self.tool is not None and self._pointer is not None and self.tool.active:
            self.tool.move(self._pointer)
            self.tool.finish(self._pointer)
        self.point_by_key(self.keyboard.place)

    def rub_out_by_key(self) -> None:
        """As a right click with a tool that draws."""
        if self.tool is not None and self._pointer is not None and self.tool.rubs_out:
            self.cleared.emit(self._pointer)

    def take_keys(self) -> None:
        """The keyboard comes to the map, which shows its cursor; from there it goes on to the next control."""
        if self.hasFocus() and self.keyboard.place is not None:
            super().focusNextPrevChild(True)
        else:
            self.setFocus()
            self.keyboard.show()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through the things on the map before it leaves the map."""
        return self.keyboard.next_thing(forward) or super().focusNextPrevChild(forward)

    def _escape(self) -> None:
        self._held = self.keyboard.held = False
        if self.tool is not None and self.tool.active:
            self.tool.cancel()
        elif self.tool is None or not self.tool.escaped():
            self.workspace.select(())
            self.workspace.mark(())
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys and buttons that go up elsewhere are not told to us: nothing is held any more."""
        self._space, self._pan = False, None
        self._let_go()
        self._show_cursor()
        super().focusOutEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at, unless by keys."""
        if self.keyboard.place is None:
            self._pointer = None
        self._show_pointer()
        self.update()
        super().leaveEvent(event)

    def _show_cursor(self) -> None:
        shape = self.tool.cursor if self.tool is not None else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def _hover_again(self) -> None:
        """The map moved or changed under a pointer that rests."""
        if self._held:
            return
        if self._pointer is None:
            if self.tool is not None and not self.tool.active:
                self.tool.refresh()
            return
        if self.key_place is not None:
            self._at = QPointF(*self.view.pixel_of(*self.key_place.point))
        self._pointer = self._pointer_at(self._at)
        if self.tool is not None and not self.tool.active:
            self.tool.hover(self._pointer)
        self._show_pointer()

    def _show_pointer(self) -> None:
        self._say_what_is_there()
        self.pointed.emit(self._pointer)
        self.update(0, 0, self.width(), RULER)
        self.update(0, 0, RULER, self.height())

    def _say_what_is_there(self) -> None:
        """In words, what is at the pointer or the cursor; aloud at the cursor, with what the tool says of it."""
        at, board = self._pointer, self.workspace.board
        by_key = self.keyboard.place is not None
        if at is None or (len(board) > LARGE and not by_key):
            self.there = ""
            self.describe("", aloud=False)
            return
        words = self.there = square_in_words(board, at.square, self.workspace.hidden_fields)
        told = self.tool.preview.label.replace("\n", "; ") if self.tool is not None and by_key else ""
        words = f"{words}; {told}" if told else words
        self.describe(f"{at.square}: {words}" if by_key else words, aloud=by_key)

    def _point(self, event: QMouseEvent) -> Pointer:
        self._at, self._keys = event.position(), event.modifiers()
        self._mouse = self._at
        self._pointer = self._pointer_at(self._at)
        return self._pointer

    def _pointer_at(self, position: QPointF) -> Pointer:
        """What lies under a pixel, with the keys that were held last."""
        x, y = self.view.point_at(position.x(), position.y())
        return Pointer(
            self.view.square_at(position.x(), position.y()),
            x,
            y,
            bool(self._keys & Qt.KeyboardModifier.ShiftModifier),
            bool(self._keys & Qt.KeyboardModifier.ControlModifier),
            bool(self._keys & Qt.KeyboardModifier.AltModifier),
            self.view.scale,
        )


class KeyboardCursor:
    """The cursor of one map: `place` is None until a key asks for it, and again once the mouse moves."""

    def __init__(self, table: InteractiveMap) -> None:
        self.table = table
        self.place: CursorPlace | None = None
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

    def _go(self, place: CursorPlace | None) -> None:
        """To a place; the first key only shows where the cursor is."""
        self.place = place or self._first()
        self.table.point_by_key(self.place, self.held and self._frames)

    def _first(self) -> CursorPlace:
        pointer = self.table.pointer
        x, y = pointer.square if pointer else self.table.shown_middle()
        return CursorPlace((0, 0)).moved((x, y))

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
        self.place = CursorPlace(self._corner(self._thing))
        self.table.point_by_key(self.place)
        return True

    def _things(self) -> list[ItemRef]:
        workspace = self.table.workspace
        things = [thing for thing in items_of(workspace.layout) if thing.field not in workspace.hidden_fields]
        things = [thing for thing in things if squares_of(thing, workspace.library)]
        return sorted(things, key=lambda thing: row_major(self._corner(thing)))

    def _corner(self, thing: ItemRef) -> Square:
        """The first square of a thing, by rows."""
        return min(squares_of(thing, self.table.workspace.library), key=row_major)

    def _index(self, things: list[ItemRef], forward: bool) -> int:
        """Which comes next: beside the one Tab selected last, else from the cursor on, round the end of the list."""
        if self._thing in things and self._thing in self.table.workspace.selection:
            return things.index(self._thing) + (1 if forward else -1)
        if self.place is None:
            return 0 if forward else len(things) - 1
        here = row_major(self.place.square)
        before = sum(row_major(self._corner(thing)) < here for thing in things)
        return (before if forward else before - 1) % len(things)
