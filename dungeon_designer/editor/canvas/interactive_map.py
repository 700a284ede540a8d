"""The hand at the table: mouse, wheel and keys. What the left button does is the tool's; the rest moves the paper.

A cursor is moved by keys, too: whatever the mouse does with a tool can be done with it.
"""

from __future__ import annotations

from html import escape
from math import floor

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from dungeon_designer.editor.canvas.map_widget import MapWidget
from dungeon_designer.editor.canvas.overlay import RULER
from dungeon_designer.editor.canvas.viewport import CursorPlace
from dungeon_designer.editor.tools.tool import ARROWS, Pointer, Tool
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.grid import Square, row_major
from dungeon_designer.layout_edits.descriptions import square_in_words
from dungeon_designer.layout_edits.items import ItemRef, items_of, squares_of, with_contents
from dungeon_designer.rules.what_happens import table_at
from dungeon_designer.rulesets.table import TableTopic, TopicTable, topic_in_words

_Modifier = Qt.KeyboardModifier

_NOTCH = 120  # what one notch of a mouse wheel counts in Qt; touchpads send many smaller turns

_USE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class InteractiveMap(MapWidget):
    """Hands mouse and keys to the tool in hand.

    `key_place`, the cursor of the keyboard, is None until a key asks for it, and again once the mouse moves.
    """

    pointed = Signal(object)
    cleared = Signal(object)
    menu_wanted = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._pan: QPointF | None = None
        self._pan_button = Qt.MouseButton.NoButton
        self._held = self._held_by_key = False
        self._turned = 0
        self._keys = _Modifier.NoModifier
        self._space = self._moved_paper = False
        self._mouse = QPointF()
        self._clicked: Square | None = None
        self._last_item: ItemRef | None = None
        self.there = ""
        """What lies at the pointer or the cursor, without the place and without what the tool says of it."""
        self.installEventFilter(self)  # an `event` of our own would wrap every exception in another
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.tool.preview_changed.connect(self.update)
        workspace.changed.connect(self._hover_again)
        workspace.symmetry_changed.connect(self._hover_again)
        workspace.opened.connect(self._forget)
        workspace.said.connect(self.announce)
        workspace.noted.connect(self.announce)
        self.moved.connect(self._hover_again)

    def set_tool(self, tool: Tool) -> None:
        """Take another tool in hand."""
        self._held = False
        before = self.tool
        before.put_down()
        before.preview_changed.disconnect(self.update)
        before.deleteLater()
        self.tool = tool
        if tool.secret is not before.secret:
            self.redraw()
        tool.preview_changed.connect(self.update)
        tool.picked_up()
        self.setCursor(tool.cursor)
        if self.key_place is not None:
            self._point_by_key(self.key_place)
        self.update()

    # The mouse ------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: the tool. Middle, or left with Space: the paper. Right: the menu or the rubber, or a drag stops."""
        if self._held_by_key:
            self._let_go()
        self._put_key_away()
        at, button = self._point(event), event.button()
        if self._held or self._pan is not None:
            if self._held and button == Qt.MouseButton.RightButton:
                self._escape()
        elif button == Qt.MouseButton.MiddleButton or (self._space and button == Qt.MouseButton.LeftButton):
            self._pan, self._pan_button, self._moved_paper = event.position(), button, True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif button == Qt.MouseButton.LeftButton:
            self._held = True
            self.tool.start(at)
        elif button == Qt.MouseButton.RightButton:
            if self.tool.active:
                self.tool.cancel()
            elif self.tool.has_menu:
                self.menu_wanted.emit(at)
            elif self.tool.rubs_out:  # not at a set-up, nor while one measures
                self.cleared.emit(at)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key; what the mouse means was done when its button went down."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and not self._held:
            self.menu_wanted.emit(self.pointer if self.key_place and not self.workspace.selection else None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A drag, or the pointer passing over."""
        if self._pan is not None:
            way = event.position() - self._pan
            self._pan = self._at = event.position()
            self.show_view(self.view.panned(round(way.x()), round(way.y())))
            return
        if self._held_by_key or (self.key_place is not None and event.position() == self._mouse):
            return
        self._put_key_away()
        if self._held and not event.buttons() & Qt.MouseButton.LeftButton:
            self._let_go()
        before = self.pointer
        at = self._point(event)
        self._pass_on(at)
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
            if self.tool.active:
                at = self._point(event)
                self.tool.move(at)
                self._clicked = at.square if self.tool.before is not self.workspace.layout else None
                self.tool.finish(at)
                self._hover(at)

    def _pass_on(self, at: Pointer) -> None:
        (self.tool.move if self.tool.active else self._hover)(at)

    def _hover(self, at: Pointer) -> None:
        """Show what a click would do; where one just put something down, no fault before the pointer moves on."""
        self.tool.hover(at)
        if self._clicked != at.square:
            self._clicked = None
        elif self.tool.preview.wrong:
            self._lift_ghost()

    def _lift_ghost(self) -> None:
        """Nothing is shown any more where the pointer is or was; what is lit or measured stays."""
        over = self.tool.preview
        if not (over.areas or over.path or over.sight):
            self.tool.show(replace(over, squares=(), wrong=(), edges=(), ghost=None, label=""))

    def _let_go(self) -> None:
        """The button went up where nobody told us, under a dialog for instance: what was done so far stands."""
        held, self._held, self._held_by_key = self._held, False, False
        if held and self.tool.active:
            self.tool.finish(self._pointed_at())

    def _forget(self) -> None:
        """Another document is open: a gesture on the one before must not go on, nor be taken back."""
        if self._held:
            self.tool.end()
        self._held = False
        self._put_key_away()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel zooms to the pointer; sideways, or with Shift or Alt, it moves the paper."""
        turn = event.angleDelta()
        if event.modifiers() & (_Modifier.ShiftModifier | _Modifier.AltModifier) or abs(turn.x()) > abs(turn.y()):
            self.show_view(self.view.panned(turn.x() or turn.y(), 0))
        elif turn.y():
            self._turned += turn.y()
            steps = int(self._turned / _NOTCH)
            self._turned -= steps * _NOTCH
            self.zoom(steps, event.position())
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys and buttons that go up elsewhere are not told to us: nothing is held any more."""
        self._space, self._pan = False, None
        self._let_go()
        self._show_cursor()
        super().focusOutEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at, unless by keys."""
        if self.key_place is None:
            self.pointer = None
            if not self.tool.active:
                self._lift_ghost()
        self._show_pointer()
        self.update()
        super().leaveEvent(event)

    # Keys -----------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While a button is down no key calls an action: undo or delete in the middle of a drag would tear it."""
        if self._held and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space to drag the paper, Esc (or undo in a drag) to think again; then come the cursor and the tool."""
        by_mouse = self._held and not self._held_by_key
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space, self._moved_paper = True, False
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif event.key() == Qt.Key.Key_Escape or (self._held and event.matches(QKeySequence.StandardKey.Undo)):
            self._escape()
        elif not by_mouse and self._pressed_for_cursor(event):
            self.update()
        elif not self._held and not self.tool.key(event.key(), self.pointer):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space let go: where the cursor is shown and the paper was not moved, it uses the tool."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            tapped, self._space = self._space and not self._moved_paper, False
            self._show_cursor()
            if tapped and self.key_place is not None:
                self._use_by_key()
        else:
            super().keyReleaseEvent(event)

    def _escape(self) -> None:
        self._held = self._held_by_key = False
        if self.tool.active:
            self.tool.cancel()
        elif not self.tool.escaped():
            self.workspace.select(())
            self.workspace.mark(())
        self.update()

    # The cursor of the keyboard -------------------------------------------------------------------------------

    def _pressed_for_cursor(self, event: QKeyEvent) -> bool:
        """A key went down on the map; gives whether it was the cursor's."""
        step = ARROWS.get(Qt.Key(event.key()))
        held, place = event.modifiers(), self.key_place
        if step is None:
            if event.key() in _USE:
                if not self._tools_own(event):
                    self._use_by_key()
            elif event.key() != Qt.Key.Key_Backspace or place is None or self._held_by_key:
                return False
            elif self.pointer is not None and self.tool.rubs_out:
                self.cleared.emit(self.pointer)
        elif held & _Modifier.AltModifier:
            self._go(place.leant(step) if place else None)
        elif held & _Modifier.ShiftModifier:  # press where the cursor is, unless a drag is under way, and go on
            place = place or self._go(None)
            if not self._held_by_key:
                self._point_by_key(place, frame=self.tool.has_menu)
                self._held_by_key = True
                self._press_by_key()
            self._go(place.moved(step))
        elif not held & _Modifier.ControlModifier and self._tools_own(event):
            self.key_place = place.moved(step) if place else None  # what the tool moved, the cursor goes along with
        else:
            self._go(place.moved(step) if place else None)
        return True

    def _tools_own(self, event: QKeyEvent) -> bool:
        """Whether the key means something to the tool in hand: nudging, laying a tile."""
        return not self._held_by_key and self.tool.key(event.key(), self.pointer)

    def _go(self, place: CursorPlace | None) -> CursorPlace:
        """To a place; the first key only shows where the cursor is."""
        if place is None:
            first = self.pointer.square if self.pointer else self.view.square_at(self.width() / 2, self.height() / 2)
            place = CursorPlace((0, 0)).moved(first)
        self._point_by_key(place, frame=self._held_by_key and self.tool.has_menu)
        return place

    def _point_by_key(self, place: CursorPlace, frame: bool = False) -> None:
        """The cursor stands there now; the tool is told as by a mouse, with Alt for a frame round things."""
        self.key_place = place
        self.go_to((place.square,))
        self._keys = _Modifier.AltModifier if frame else _Modifier.NoModifier
        self._at = QPointF(*self.view.pixel_of(*place.point))
        self.pointer = self._pointed_at()
        self._pass_on(self.pointer)
        self._show_pointer()
        self.update()

    def _use_by_key(self) -> None:
        """A click at the cursor, or the end of a drag; without a cursor it is shown."""
        if self.key_place is None:
            self._go(None)
            return
        if not self._held_by_key:
            self._press_by_key()
        self._held = self._held_by_key = False
        if self.pointer is not None and self.tool.active:
            self.tool.move(self.pointer)
            self.tool.finish(self.pointer)
        self._point_by_key(self.key_place)

    def _press_by_key(self) -> None:
        if self.pointer is not None:
            self._held = True
            self.tool.start(self.pointer)

    def _put_key_away(self) -> None:
        if self.key_place is not None:
            self.key_place, self._held_by_key = None, False
            self.update()

    def take_keys(self) -> None:
        """The keyboard comes to the map, which shows its cursor; from there it goes on to the next control."""
        if self.hasFocus() and self.key_place is not None:
            super().focusNextPrevChild(True)
        else:
            self.setFocus()
            self._go(self.key_place)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through the things on the map, by rows, before it leaves the map."""
        workspace, hidden = self.workspace, self.workspace.hidden_fields
        squares = {item: squares_of(item, workspace.library) for item in items_of(workspace.layout)}
        corners = {item: min(at, key=row_major) for item, at in squares.items() if at and item.field not in hidden}
        items = sorted(corners, key=lambda item: row_major(corners[item]))
        if self._last_item in items and self._last_item in workspace.selection:
            at = items.index(self._last_item) + (1 if forward else -1)
        elif self.key_place is None or not items:
            at = 0 if forward else len(items) - 1
        else:  # from the cursor on, round the end of the list
            here = row_major(self.key_place.square)
            before = sum(row_major(corners[item]) < here for item in items)
            at = (before if forward else before - 1) % len(items)
        if self._held_by_key or not 0 <= at < len(items):
            if not self._held_by_key and items:
                self._last_item = None
            return super().focusNextPrevChild(forward)
        item = self._last_item = items[at]
        whole = item.field == "sections"
        workspace.select(with_contents(workspace.layout, item.value, workspace.library) if whole else [item])
        self._point_by_key(CursorPlace(corners[item]))
        return True

    # What is pointed at ---------------------------------------------------------------------------------------

    def _show_cursor(self) -> None:
        if self.cursor().shape() != self.tool.cursor:
            self.setCursor(self.tool.cursor)

    def _hover_again(self) -> None:
        """The map moved or changed under a pointer that rests."""
        if self._held:
            return
        if self.pointer is None:
            if not self.tool.active:
                self.tool.refresh()
            return
        if self.key_place is not None:
            self._at = QPointF(*self.view.pixel_of(*self.key_place.point))
        self.pointer = self._pointed_at()
        if not self.tool.active:
            self._hover(self.pointer)
        self._show_pointer()

    def _show_pointer(self) -> None:
        """Say in words what is at the pointer or the cursor; aloud at the cursor, with what the tool says of it."""
        at, board, by_key = self.pointer, self.workspace.board, self.key_place is not None
        known = at is not None and (by_key or len(board) <= LARGE)
        self.there = square_in_words(board, at.square, self.workspace.hidden_fields) if at and known else ""
        self.setToolTip(_tip(table_at(board, at.square, self.workspace.ruleset)) if at and known else "")
        told = self.tool.preview.label.replace("\n", "; ") if by_key else ""
        words = f"{self.there}; {told}" if told and known else self.there
        self.describe(f"{at.square}: {words}" if at and by_key else words, aloud=by_key and known)
        self.pointed.emit(self.pointer)
        self.update(0, 0, self.width(), RULER)
        self.update(0, 0, RULER, self.height())

    def _point(self, event: QMouseEvent) -> Pointer:
        self._at = self._mouse = event.position()
        self._keys = event.modifiers()
        self.pointer = self._pointed_at()
        return self.pointer

    def _pointed_at(self) -> Pointer:
        """What lies under the pixel pointed at, with the keys that were held last."""
        x, y = self.view.point_at(self._at.x(), self._at.y())
        held = (_Modifier.ShiftModifier, _Modifier.ControlModifier, _Modifier.AltModifier)
        shift, control, alt = (bool(self._keys & key) for key in held)
        return Pointer((floor(x), floor(y)), x, y, shift, control, alt, self.view.scale)


def _tip(table: TopicTable) -> str:
    """What happens on a square, topic by topic; nothing of walls, which are everywhere."""
    parts = []
    for topic, entry in table.items():
        if topic is not TableTopic.WALL:
            lines = "<br>".join(map(escape, entry.whole))
            parts.append(f"<p><b>{topic_in_words(topic)}</b><br>{lines}</p>")
    return "".join(parts)
