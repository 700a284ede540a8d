"""The map widget that handles mouse, wheel and keys.

The left button uses the current tool; other buttons move the map.

Keys move a cursor, too: everything that the mouse does with a tool can be done with the keyboard.
"""

from __future__ import annotations

from html import escape
from math import floor

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from dungeon_designer.editor.canvas.map_widget import MapWidget
from dungeon_designer.editor.canvas.overlay import RULER_WIDTH_PX
from dungeon_designer.editor.canvas.viewport import CursorPosition
from dungeon_designer.editor.tools.tool import ARROW_STEPS, Pointer, Tool
from dungeon_designer.editor.workspace import MAX_LIVE_SQUARES, Workspace
from dungeon_designer.grid import Edge, Square, rank_by_row
from dungeon_designer.layout_edits.descriptions import describe_square
from dungeon_designer.layout_edits.objects import ObjectRef, find_object_squares, find_section_contents, list_objects
from dungeon_designer.rules.board_topics import find_entries_on_square
from dungeon_designer.rulesets.topic_table import TableTopic, TopicTable, format_topic

_Modifier = Qt.KeyboardModifier

_WHEEL_NOTCH = 120  # what one notch of a mouse wheel counts in Qt; touchpads send many smaller turns

_CLICK_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class InteractiveMap(MapWidget):
    """A map that passes the mouse and keys on to the current tool, and can be used with the keyboard alone.

    The arrow keys move the cursor of the keyboard over the squares. `key_cursor` is its position, or None while it is
    hidden: until a key moves it, and again once the mouse moves.

    Signals:
        pointer_moved: the pointer is on another square. Carries the pointer, or None outside the map.
        erase_requested: what is at the pointer is to be erased.
        menu_requested: the menu is to be opened, at the pointer or for None in the middle.
        press_began: the user presses the mouse or its key for the tool. Earlier messages are then out of date.
    """

    pointer_moved = Signal(object)
    erase_requested = Signal(object)
    menu_requested = Signal(object)
    press_began = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._pan_start: QPointF | None = None
        self._pan_button = Qt.MouseButton.NoButton
        self._is_pressed = self._is_pressed_by_key = False
        self._wheel_angle = 0
        self._modifiers = _Modifier.NoModifier
        self._is_space_down = self._has_scrolled = False
        self._mouse_pixel = QPointF()
        self._clicked_square: Square | None = None
        self._clicked_edges: tuple[Edge, ...] = ()
        self._focused_item: ObjectRef | None = None
        self.pointer_description = ""
        """What lies at the pointer or the cursor, without the place and without what the tool says of it."""
        self.installEventFilter(self)  # an `event` of our own would wrap every exception in another
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.tool.preview_changed.connect(self.update)
        workspace.moved.connect(self._move_along)
        workspace.changed.connect(self._refresh_hover)
        workspace.symmetry_changed.connect(self._refresh_hover)
        workspace.opened.connect(self._forget_gesture)
        workspace.message_sent.connect(self.announce_text)
        workspace.notice_sent.connect(self.announce_text)
        self.view_changed.connect(self._refresh_hover)

    def set_tool(self, tool: Tool) -> None:
        """Make another tool the current one. The gesture of the earlier tool is cancelled."""
        self._is_pressed = False
        previous_tool = self.tool
        previous_tool.deactivate()
        previous_tool.preview_changed.disconnect(self.update)
        previous_tool.deleteLater()
        self.tool = tool
        if tool.hides_secrets is not previous_tool.hides_secrets:
            self.redraw()
        tool.preview_changed.connect(self.update)
        tool.activate()
        self.setCursor(tool.cursor)
        if self.key_cursor is not None:
            self._point_by_cursor(self.key_cursor)
        self.update()

    # The mouse ------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start what a mouse button does.

        The left button uses the tool. The middle button, or the left one with Space, moves the map. The right button
        cancels a drag, opens the menu or erases.
        """
        if self._is_pressed_by_key:
            self._release_button()
        self._hide_cursor()
        pointer, button = self._read_pointer(event), event.button()
        if self._is_pressed or self._pan_start is not None:
            if self._is_pressed and button == Qt.MouseButton.RightButton:
                self._handle_escape()
        elif button == Qt.MouseButton.MiddleButton or (self._is_space_down and button == Qt.MouseButton.LeftButton):
            self._pan_start, self._pan_button, self._has_scrolled = event.position(), button, True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif button == Qt.MouseButton.LeftButton:
            self._is_pressed = True
            self.press_began.emit()
            self.tool.handle_press(pointer)
        elif button == Qt.MouseButton.RightButton:
            self.press_began.emit()
            if self.tool.is_active:
                self.tool.cancel_gesture()
            elif self.tool.has_context_menu:
                self.menu_requested.emit(pointer)
            elif self.tool.erases_on_right_click:  # not at a set-up, nor while one measures
                self.erase_requested.emit(pointer)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu for the menu key. The right mouse button was handled when it went down.

        `menu_requested` carries the pointer, so that the menu first selects what is there, or None, so that it opens in
        the middle of the map for what is selected.
        """
        if event.reason() == QContextMenuEvent.Reason.Keyboard and not self._is_pressed:
            # Only with a visible keyboard cursor does the user point at a square by key; the mouse may have been left
            # anywhere. An existing selection is what the user wants the menu for, so the cursor does not replace it.
            is_at_cursor = self.key_cursor is not None and not self.workspace.selection
            self.menu_requested.emit(self.pointer if is_at_cursor else None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the map with a button held, continue a drag of the tool, or show what a click would do.

        Movements are ignored during a drag by keys, and if the mouse did not really move while the keyboard's cursor
        is shown.
        """
        if self._pan_start is not None:
            shift = event.position() - self._pan_start
            self._pan_start = self._pointer_pixel = event.position()
            self.show_view(self.view.scroll(round(shift.x()), round(shift.y())))
            return
        if self._is_pressed_by_key or (self.key_cursor is not None and event.position() == self._mouse_pixel):
            return
        self._hide_cursor()
        if self._is_pressed and not event.buttons() & Qt.MouseButton.LeftButton:
            self._release_button()
        previous_pointer = self.pointer
        pointer = self._read_pointer(event)
        self._send_to_tool(pointer)
        self._update_cursor_shape()
        if previous_pointer is None or previous_pointer.square != pointer.square:
            self._describe_pointer()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish moving the map or using the tool."""
        if self._pan_start is not None:
            if event.button() == self._pan_button:
                self._pan_start = None
                self._update_cursor_shape()
        elif event.button() == Qt.MouseButton.LeftButton and self._is_pressed:
            self._is_pressed = False
            if self.tool.is_active:
                pointer = self._read_pointer(event)
                self.tool.handle_drag(pointer)
                self._clicked_edges = ()
                self._clicked_square = pointer.square if self.tool.layout_before is not self.workspace.layout else None
                self.tool.handle_release(pointer)
                self._hover_tool(self._read_pointer(event))  # the dungeon may have been moved into the grid
                self._describe_pointer()  # of the square that the click has just changed

    def _send_to_tool(self, pointer: Pointer) -> None:
        (self.tool.handle_drag if self.tool.is_active else self._hover_tool)(pointer)

    def _hover_tool(self, pointer: Pointer) -> None:
        """Have the tool show what a click would do at the pointer.

        After a click that placed something, the same square would show why nothing more may be placed there, or how to
        take the object away again. This is hidden until the pointer leaves the square or means another border of it.
        """
        self.tool.handle_hover(pointer)
        if self._clicked_square != pointer.square:
            self._clicked_square = None
        elif self.tool.preview.wrong_squares:
            self._hide_ghost()
        elif self.tool.hides_ghost_after_click:
            self._clicked_edges = self._clicked_edges or self.tool.preview.edges
            if self.tool.preview.edges == self._clicked_edges:
                self._hide_ghost()

    def _hide_ghost(self) -> None:
        """Remove what the tool's preview shows at the pointer. Lit squares and measurements stay."""
        preview = self.tool.preview
        if not (preview.areas or preview.path or preview.sight):
            self.tool.show_preview(replace(preview, squares=(), wrong_squares=(), edges=(), ghost=None, label=""))

    def _release_button(self) -> None:
        """Finish a gesture whose button was released unnoticed, for instance under a dialog."""
        was_pressed, self._is_pressed, self._is_pressed_by_key = self._is_pressed, False, False
        if was_pressed and self.tool.is_active:
            self.tool.handle_release(self._build_pointer())

    def _move_along(self, offset: Square) -> None:
        """Move the view and everything on the map that holds squares by an offset, so that nothing seems to move."""
        if self._clicked_square is not None:
            self._clicked_square = self._clicked_square[0] + offset[0], self._clicked_square[1] + offset[1]
        self._focused_item = None
        self.tool.move_along(offset)
        self.move_map_along(offset)

    def _forget_gesture(self) -> None:
        """End a press or drag without undoing what it changed, because another dungeon was opened meanwhile."""
        if self._is_pressed:
            self.tool.end_gesture()
        self._is_pressed = False
        self._hide_cursor()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; with Shift or Alt, or when turned sideways, scroll the map."""
        angle = event.angleDelta()
        if event.modifiers() & (_Modifier.ShiftModifier | _Modifier.AltModifier) or abs(angle.x()) > abs(angle.y()):
            self.show_view(self.view.scroll(angle.x() or angle.y(), 0))
        elif angle.y():
            self._wheel_angle += angle.y()
            steps = int(self._wheel_angle / _WHEEL_NOTCH)
            self._wheel_angle -= steps * _WHEEL_NOTCH
            self.zoom(steps, event.position())
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Treat held keys and buttons as released, since Qt does not report when they go up in another widget."""
        self._is_space_down, self._pan_start = False, None
        self._release_button()
        self._update_cursor_shape()
        super().focusOutEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the pointer and its preview when the mouse leaves the map, unless the keyboard's cursor is shown."""
        if self.key_cursor is None:
            self.pointer = None
            if not self.tool.is_active:
                self._hide_ghost()
        self._describe_pointer()
        self.update()
        super().leaveEvent(event)

    # Keys -----------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Block shortcuts while a button is down: undo or delete in the middle of a drag would spoil the drag."""
        if self._is_pressed and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Space (move the map), Esc or undo (cancel), then keys of the cursor, then keys of the tool."""
        is_mouse_drag = self._is_pressed and not self._is_pressed_by_key
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._is_space_down, self._has_scrolled = True, False
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif event.key() == Qt.Key.Key_Escape or (self._is_pressed and event.matches(QKeySequence.StandardKey.Undo)):
            self._handle_escape()
        elif not is_mouse_drag and self._handle_cursor_key(event):
            self.update()
        elif not self._is_pressed and not self.tool.handle_key(event.key(), self.pointer):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Click at the keyboard's cursor when Space is released, if Space was not used to move the map meanwhile."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            was_tapped, self._is_space_down = self._is_space_down and not self._has_scrolled, False
            self._update_cursor_shape()
            if was_tapped and self.key_cursor is not None:
                self._click_at_cursor()
        else:
            super().keyReleaseEvent(event)

    def _handle_escape(self) -> None:
        """Cancel the gesture.

        Without one, let the tool handle Esc, or else clear the selection and the marks of a problem.
        """
        self._is_pressed = self._is_pressed_by_key = False
        if self.tool.is_active:
            self.tool.cancel_gesture()
        elif not self.tool.handle_escape():
            self.workspace.select_objects(())
            self.workspace.mark_squares(())
        self.update()

    # The cursor of the keyboard -------------------------------------------------------------------------------

    def _handle_cursor_key(self, event: QKeyEvent) -> bool:
        """Handle a key if it is one for the keyboard's cursor, and return whether it is.

        Arrows move the cursor or what is selected; with Shift they drag, with Alt they point at a side of the square.
        Return clicks, Backspace erases.
        """
        step = ARROW_STEPS.get(Qt.Key(event.key()))
        modifiers, cursor = event.modifiers(), self.key_cursor
        if step is None:
            if event.key() in _CLICK_KEYS:
                if not self._send_key_to_tool(event):
                    self._click_at_cursor()
            elif event.key() != Qt.Key.Key_Backspace or cursor is None or self._is_pressed_by_key:
                return False
            elif self.pointer is not None and self.tool.erases_on_right_click:
                self.erase_requested.emit(self.pointer)
        elif modifiers & _Modifier.AltModifier:
            self._move_cursor(cursor.toggle_side(step) if cursor else None)
        elif modifiers & _Modifier.ShiftModifier:  # press where the cursor is, unless a drag is under way, and go on
            cursor = cursor or self._move_cursor(None)
            if not self._is_pressed_by_key:
                self._point_by_cursor(cursor, selects_frame=self.tool.has_context_menu)
                self._is_pressed_by_key = True
                self._press_at_cursor()
            self._move_cursor(cursor.move(step))
        elif not modifiers & _Modifier.ControlModifier and self._send_key_to_tool(event):
            self.key_cursor = cursor.move(step) if cursor else None  # what the tool moved, the cursor goes along with
        else:
            self._move_cursor(cursor.move(step) if cursor else None)
        return True

    def _send_key_to_tool(self, event: QKeyEvent) -> bool:
        """Send a key to the tool and return whether the tool used it, for instance to place a tile.

        During a drag by keys, no key is sent.
        """
        return not self._is_pressed_by_key and self.tool.handle_key(event.key(), self.pointer)

    def _move_cursor(self, position: CursorPosition | None) -> CursorPosition:
        """Move the keyboard's cursor to a position and return that.

        None shows the cursor where the pointer is, or in the middle of the window.
        """
        if position is None:
            square = self.pointer.square if self.pointer else self.view.find_square(self.width() / 2, self.height() / 2)
            position = CursorPosition((0, 0)).move(square)
        self._point_by_cursor(position, selects_frame=self._is_pressed_by_key and self.tool.has_context_menu)
        return position

    def _point_by_cursor(self, position: CursorPosition, selects_frame: bool = False) -> None:
        """Put the keyboard's cursor at a position and tell the tool, as if the mouse had moved there.

        Args:
            position: the new position of the cursor.
            selects_frame: whether Alt is reported as held, so that the select tool draws a frame instead of moving
                objects.
        """
        self.key_cursor = position
        self.scroll_to((position.square,))
        self._modifiers = _Modifier.AltModifier if selects_frame else _Modifier.NoModifier
        self._pointer_pixel = QPointF(*self.view.find_pixel(*position.point))
        self.pointer = self._build_pointer()
        self._send_to_tool(self.pointer)
        self._describe_pointer()
        self.update()

    def _click_at_cursor(self) -> None:
        """Click with the tool at the keyboard's cursor, or end a drag by keys there.

        If the cursor is not shown, only show it.
        """
        if self.key_cursor is None:
            self._move_cursor(None)
            return
        if not self._is_pressed_by_key:
            self._press_at_cursor()
        self._is_pressed = self._is_pressed_by_key = False
        if self.pointer is not None and self.tool.is_active:
            self.tool.handle_drag(self.pointer)
            self.tool.handle_release(self.pointer)
        self._point_by_cursor(self.key_cursor)

    def _press_at_cursor(self) -> None:
        """Tell the tool that a button was pressed where the keyboard's cursor is."""
        if self.pointer is not None:
            self._is_pressed = True
            self.press_began.emit()
            self.tool.handle_press(self.pointer)

    def _hide_cursor(self) -> None:
        """Hide the keyboard's cursor, and end a drag by keys."""
        if self.key_cursor is not None:
            self.key_cursor, self._is_pressed_by_key = None, False
            self.update()

    def focus_map(self) -> None:
        """Give the keyboard to the map and show its cursor; a second call gives it to the next widget."""
        if self.hasFocus() and self.key_cursor is not None:
            super().focusNextPrevChild(True)
        else:
            self.setFocus()
            self._move_cursor(self.key_cursor)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Select the next (`forward`) or previous object on the map, row by row, as Tab and Shift+Tab ask.

        Return true if this was done. After the last object, and before the first, Tab moves the focus out of the map.
        """
        workspace, hidden = self.workspace, self.workspace.hidden_fields
        squares = {item: find_object_squares(item, workspace.library) for item in list_objects(workspace.layout)}
        corners = {
            item: min(index, key=rank_by_row) for item, index in squares.items() if index and item.field not in hidden
        }
        items = sorted(corners, key=lambda item: rank_by_row(corners[item]))
        if self._focused_item in items and self._focused_item in workspace.selection:
            index = items.index(self._focused_item) + (1 if forward else -1)
        elif self.key_cursor is None or not items:
            index = 0 if forward else len(items) - 1
        else:  # from the cursor on, round the end of the list
            cursor_rank = rank_by_row(self.key_cursor.square)
            count_before = sum(rank_by_row(corners[item]) < cursor_rank for item in items)
            index = (count_before if forward else count_before - 1) % len(items)
        if self._is_pressed_by_key or not 0 <= index < len(items):
            if not self._is_pressed_by_key and items:
                self._focused_item = None
            return super().focusNextPrevChild(forward)
        item = self._focused_item = items[index]
        is_section = item.field == "sections"
        workspace.select_objects(
            find_section_contents(workspace.layout, item.value, workspace.library) if is_section else [item]
        )
        self._point_by_cursor(CursorPosition(corners[item]))
        return True

    # What is pointed at ---------------------------------------------------------------------------------------

    def _update_cursor_shape(self) -> None:
        """Give the mouse pointer the shape that the tool requires."""
        if self.cursor().shape() != self.tool.cursor:
            self.setCursor(self.tool.cursor)

    def _refresh_hover(self) -> None:
        """Update the pointer and the preview after the map moved or changed under a resting pointer."""
        if self._is_pressed:
            return
        if self.pointer is None:
            if not self.tool.is_active:
                self.tool.refresh_preview()
            return
        if self.key_cursor is not None:
            self._pointer_pixel = QPointF(*self.view.find_pixel(*self.key_cursor.point))
        self.pointer = self._build_pointer()
        if not self.tool.is_active:
            self._hover_tool(self.pointer)
        self._describe_pointer()

    def _describe_pointer(self) -> None:
        """Describe what is at the pointer or the keyboard's cursor, as tooltip and for screen readers.

        At the cursor the description includes the tool's label and is read aloud. On large boards only the cursor is
        described.
        """
        pointer, board, by_key = self.pointer, self.workspace.board, self.key_cursor is not None
        is_described = pointer is not None and (by_key or len(board) <= MAX_LIVE_SQUARES)
        self.pointer_description = (
            describe_square(board, pointer.square, self.workspace.hidden_fields) if pointer and is_described else ""
        )
        self.setToolTip(
            _format_tooltip(find_entries_on_square(board, pointer.square, self.workspace.ruleset))
            if pointer and is_described
            else ""
        )
        tool_label = self.tool.preview.label.replace("\n", "; ") if by_key else ""
        description = (
            f"{self.pointer_description}; {tool_label}" if tool_label and is_described else self.pointer_description
        )
        self.set_description(
            f"{pointer.square}: {description}" if pointer and by_key else description, aloud=by_key and is_described
        )
        self.pointer_moved.emit(self.pointer)
        self.update(0, 0, self.width(), RULER_WIDTH_PX)
        self.update(0, 0, RULER_WIDTH_PX, self.height())

    def _read_pointer(self, event: QMouseEvent) -> Pointer:
        """Return the pointer of a mouse event, and remember its pixel and its modifier keys."""
        self._pointer_pixel = self._mouse_pixel = event.position()
        self._modifiers = event.modifiers()
        self.pointer = self._build_pointer()
        return self.pointer

    def _build_pointer(self) -> Pointer:
        """Return what is under the last pixel pointed at, with the modifier keys that were held last."""
        x, y = self.view.find_point(self._pointer_pixel.x(), self._pointer_pixel.y())
        modifiers = (_Modifier.ShiftModifier, _Modifier.ControlModifier, _Modifier.AltModifier)
        shift, control, alt = (bool(self._modifiers & key) for key in modifiers)
        return Pointer((floor(x), floor(y)), x, y, shift, control, alt, self.view.scale)


def _format_tooltip(table: TopicTable) -> str:
    """Return as HTML what the rules say about each kind of thing on a square, with its source. Walls are left out."""
    parts = []
    for topic, entry in table.items():
        if topic is not TableTopic.WALL:
            lines = "<br>".join(map(escape, entry.lines_with_source))
            parts.append(f"<p><b>{format_topic(topic)}</b><br>{lines}</p>")
    return "".join(parts)
