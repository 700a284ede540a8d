"""The tool that selects, moves and resizes by click, frame, drag and arrow keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt

from dungeon_designer.drawing.labels import find_label_area
from dungeon_designer.editor.tools.tool import ARROW_STEPS, Pointer, Preview, Tool, find_near_border, find_rectangle
from dungeon_designer.editor.workspace import MAX_LIVE_SQUARES
from dungeon_designer.grid import Square, list_block_squares
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.descriptions import describe_object
from dungeon_designer.layout_edits.floor import find_floor
from dungeon_designer.layout_edits.objects import (
    ObjectRef,
    find_object_on_edge,
    find_object_squares,
    find_objects_within,
    find_section_contents,
    list_objects,
    list_objects_at,
    move_objects,
)
from dungeon_designer.layout_edits.resizing import Box, RoomResizer, count_lost_objects, find_box
from dungeon_designer.set_up.placement import PossibleSquares, find_squares_to_move
from dungeon_designer.translation import PLURAL, fill_placeholders, translate

HANDLE_REACH_PX = 7
"""The distance in pixels up to which the pointer takes a handle."""
_MIN_ROOM_PX = 28  # pixels a room must be wide and high to have handles at all: one must be able to move it, too
_MIN_SIDE_PX = 44  # pixels a side must be long to have a handle in its middle


class Handle(NamedTuple):
    """A point by which a room is resized: a corner or the middle of a side.

    Attributes:
        dx: the side that it moves left or right: -1 the left one, 1 the right one, 0 neither.
        dy: the side that it moves up or down: -1 the top, 1 the bottom, 0 neither.
        x: its position, in squares.
        y: its position, in squares.
    """

    dx: int
    dy: int
    x: float
    y: float

    @property
    def cursor(self) -> Qt.CursorShape:
        """The shape of the mouse pointer over the handle."""
        return {
            0: Qt.CursorShape.SizeHorCursor if self.dx else Qt.CursorShape.SizeVerCursor,
            1: Qt.CursorShape.SizeFDiagCursor,
            -1: Qt.CursorShape.SizeBDiagCursor,
        }[self.dx * self.dy]


def list_section_handles(section: Section | None, scale: float) -> Iterator[Handle]:
    """Yield the handles by which a rectangular section is resized; none for any other section.

    A section that is drawn so small that handles would leave no room to drag it has none; a short side has none in its
    middle.

    Args:
        section: the section; None gives no handles.
        scale: the width of a square in pixels.
    """
    box = find_box(section) if section else None
    if box is None:
        return
    width, height = (box.right - box.left) * scale, (box.bottom - box.top) * scale
    for dx, x in ((-1, box.left), (0, (box.left + box.right) / 2), (1, box.right)):
        for dy, y in ((-1, box.top), (0, (box.top + box.bottom) / 2), (1, box.bottom)):
            fits = (
                min(width, height) >= _MIN_ROOM_PX and (dx or width >= _MIN_SIDE_PX) and (dy or height >= _MIN_SIDE_PX)
            )
            if (dx or dy) and fits:
                yield Handle(dx, dy, x, y)


class SelectTool(Tool):
    """The tool that selects objects and sections, moves them and resizes rooms."""

    name = "select"
    has_context_menu = True
    _is_framing = False
    _dragged_items: frozenset[ObjectRef] = frozenset()
    _clicked_items: frozenset[ObjectRef] = frozenset()
    _allowed_squares: PossibleSquares | None = None
    _resizing: RoomResizer | None = None
    _dragged_handle: Handle
    _obstacle: ObjectRef | None = None
    cursor = Qt.CursorShape.ArrowCursor

    @property
    def _resizable_section(self) -> Section | None:
        """The only selected section, if it is drawn as a rectangle; else None."""
        sections = [item.value for item in self.workspace.selection if item.field == "sections"]
        return sections[0] if len(sections) == 1 and find_box(sections[0]) else None

    def list_handles(self, scale: float) -> tuple[tuple[float, float], ...]:
        """Return the handles of the selected rectangular room; none while objects are moved."""
        section = None if self.is_active and self._resizing is None else self._resizable_section
        return tuple((handle.x, handle.y) for handle in list_section_handles(section, scale))

    def _find_handle(self, pointer: Pointer) -> Handle | None:
        """Return the nearest handle within reach of the pointer, or None, and set the pointer's shape for it.

        With Shift, Ctrl or Alt held there is none, since these keys change the selection.
        """
        section = None if pointer.shift or pointer.alt or pointer.control else self._resizable_section
        handles_by_distance = [
            (max(abs(candidate.x - pointer.x), abs(candidate.y - pointer.y)) * pointer.scale, candidate)
            for candidate in list_section_handles(section, pointer.scale)
        ]
        handle = min((pair for pair in handles_by_distance if pair[0] <= HANDLE_REACH_PX), default=(0, None))[1]
        self.cursor = handle.cursor if handle else Qt.CursorShape.ArrowCursor
        return handle

    def find_items(self, pointer: Pointer) -> frozenset[ObjectRef]:
        """Return what a click at the pointer selects.

        This is an object on a near border, else the topmost object on the square. On bare floor it is the section with
        all that is in it. A label is found on every square that its text covers, unless another object is there.
        Hidden kinds are not found.
        """
        board, border, hidden = self.board, find_near_border(pointer), self.workspace.hidden_fields
        on_border = find_object_on_edge(board.layout, border, hidden) if border else None
        if on_border is not None:
            return frozenset([on_border])
        items_here = list_objects_at(board, pointer.square, hidden)
        if not items_here or items_here[0].field == "sections":
            labels = () if "labels" in hidden else board.layout.labels
            items_here = [
                *(
                    ObjectRef("labels", label)
                    for label in labels
                    if pointer.square in list_block_squares(*find_label_area(label))
                ),
                *items_here,
            ]
        if items_here and items_here[0].field == "sections":
            return find_section_contents(board.layout, items_here[0].value, self.library)
        return frozenset(items_here[:1])

    def handle_press(self, pointer: Pointer) -> None:
        """Begin to resize a room if its handle is under the pointer. Otherwise select what is there, or begin a frame.

        With Shift, the selection is extended or reduced; with Alt, a frame begins on any square.
        """
        workspace, handle, section = self.workspace, self._find_handle(pointer), self._resizable_section
        self.begin_gesture(pointer)
        self._is_framing, self._dragged_items, self._allowed_squares = False, workspace.selection, None
        if handle is not None and section is not None:
            self._resizing = RoomResizer(self.layout, section, workspace.symmetry, self.library)
            self._dragged_handle, self._obstacle = handle, None
            return
        clicked_items = self._clicked_items = frozenset() if pointer.alt else self.find_items(pointer)
        self._is_framing = not clicked_items
        if pointer.shift:
            workspace.select_objects(workspace.selection ^ clicked_items)
        elif not clicked_items or not clicked_items <= workspace.selection:
            workspace.select_objects(clicked_items)
        self._dragged_items = workspace.selection

    def handle_drag(self, pointer: Pointer) -> None:
        """Continue to resize the room, to drag the frame open, or to move the selection."""
        origin = self.origin
        if self._resizing is not None:
            self._resize_room(self._resizing, pointer)
        elif self._is_framing:
            size = abs(origin.x - pointer.x), abs(origin.y - pointer.y)
            self.show_preview(Preview(frame=((min(origin.x, pointer.x), min(origin.y, pointer.y)), size)))
        else:
            offset = pointer.square[0] - origin.square[0], pointer.square[1] - origin.square[1]
            if self._dragged_items and (offset != (0, 0) or self.layout is not self.layout_before):
                self._drag_items(offset, pointer)

    def _resize_room(self, resizing: RoomResizer, pointer: Pointer) -> None:
        """Move the sides of the dragged handle to the pointer, until something is in the way, and show the new size.

        The room stays selected with all that is in it.
        """
        box, dx, dy = resizing.box, self._dragged_handle.dx, self._dragged_handle.dy
        x, y = round(pointer.x), round(pointer.y)
        target_box = Box(
            min(x, box.right - 1) if dx < 0 else box.left,
            min(y, box.bottom - 1) if dy < 0 else box.top,
            max(x, box.left + 1) if dx > 0 else box.right,
            max(y, box.top + 1) if dy > 0 else box.bottom,
        )
        allowed_box, self._obstacle = resizing.fit_box(target_box)
        self.apply_layout(resizing.build_resized_layout(allowed_box), self.tr("Resize"))
        section = next(
            (candidate for candidate in self.layout.sections if candidate.id == resizing.section.id), resizing.section
        )
        self.workspace.select_objects(find_section_contents(self.layout, section, self.library))
        label, current_box = self._format_obstacle(translate("Resize", "in the way: %1")), find_box(section)
        if current_box is not None:
            width, height = current_box.right - current_box.left, current_box.bottom - current_box.top
            label = f"{width} × {height} = {width * height}\n{label}".rstrip()
        self.show_preview(Preview(label=label))

    def _format_obstacle(self, text: str) -> str:
        """Return a text with the name of what stops the room from growing in place of %1; empty if nothing stops it."""
        return (
            fill_placeholders(text, describe_object(self._obstacle, self.board)) if self._obstacle is not None else ""
        )

    def _drag_items(self, offset: Square, pointer: Pointer) -> None:
        """Move the selection by an offset in squares from where it was when the gesture began.

        For a single chest or portal, show where the rules allow it. These squares are found once, before it is moved.
        """
        workspace, item = self.workspace, next(iter(self._dragged_items))
        is_single_object = len(self._dragged_items) == 1 and item.field in ("chests", "portals")
        if self._allowed_squares is None and is_single_object and len(workspace.board) <= MAX_LIVE_SQUARES:
            portal = item.field == "portals"
            first_square = item.value.at if portal else item.value
            self._allowed_squares = find_squares_to_move(
                workspace.board, workspace.ruleset, first_square, portal, workspace.symmetry
            )
        self._move_items(self.tr("Move"), self.layout_before, self._dragged_items, offset)
        if self._allowed_squares is not None:
            reason = self._allowed_squares.explain_refusal(pointer.square)
            self.show_preview(
                Preview(
                    lit_squares=tuple(self._allowed_squares.free_squares),
                    wrong_squares=(pointer.square,) if reason else (),
                    label=reason,
                )
            )

    def _move_items(self, title: str, layout: Layout, items: frozenset[ObjectRef], offset: Square) -> None:
        """Move objects and sections of a layout and keep them selected.

        Nothing moves if a trap would then not be on floor.

        Args:
            title: the name of the step in the history.
            layout: the layout in which they are moved.
            items: what is moved.
            offset: how far, in squares to the right and down.
        """
        with self.workspace.reported_errors():
            after, moved = move_objects(layout, items, offset, self.library, may_leave_grid=True)
            trap_squares = {
                square for item in moved if item.field == "traps" for square in find_object_squares(item, self.library)
            }
            if trap_squares and not trap_squares <= find_floor(after, self.library):
                return  # a pit stays where there is floor
            if self.apply_layout(after, title) or after == self.layout:
                self.workspace.select_objects(moved)

    def handle_release(self, pointer: Pointer) -> None:
        """Finish resizing, or select what is in the frame.

        After a click without a drag, select only the clicked object, even if several objects were selected.
        """
        if self._resizing is not None:
            self._report_resizing()
        elif self._is_framing:
            self._select_framed_objects(pointer)
        elif self.layout_before is self.workspace.layout and self._clicked_items and not self.origin.shift:
            self.workspace.select_objects(self._clicked_items)
        self.end_gesture()

    def _report_resizing(self) -> None:
        """Show how many objects were lost with the floor they stood on, and what stopped the resizing."""
        lost = count_lost_objects(self.layout_before, self.workspace.layout)
        loss_text = translate("Resize", "%n object(s) went with the floor (terrain, doors, walls)", None, PLURAL, lost)
        sentences = [
            loss_text if lost else "",
            self._format_obstacle(translate("Resize", "No farther: %1 is in the way")),
        ]
        self.show_message(" ".join(f"{sentence}." for sentence in sentences if sentence))

    def _select_framed_objects(self, pointer: Pointer) -> None:
        """Select the visible objects in the frame that ends at the pointer; with Shift, add them to the selection.

        Do nothing if the pointer has hardly moved since the frame was begun.
        """
        workspace, origin = self.workspace, self.origin
        corner, size = find_rectangle(origin.square, pointer.square)
        if size != (1, 1) or abs(origin.x - pointer.x) + abs(origin.y - pointer.y) > 0.5:
            within = find_objects_within(workspace.layout, list_block_squares(corner, size), workspace.library)
            framed_items = frozenset(item for item in within if item.field not in workspace.hidden_fields)
            workspace.select_objects(workspace.selection | framed_items if pointer.shift else framed_items)

    def end_gesture(self) -> None:
        """End the gesture and hide the frame."""
        super().end_gesture()
        self._is_framing, self._resizing = False, None
        self.show_preview()

    def cancel_gesture(self) -> None:
        """Restore the layout from before the gesture. What was moved or resized stays selected."""
        was_moving = self.is_active and not self._is_framing
        super().cancel_gesture()
        if was_moving:
            self.workspace.select_objects(self._dragged_items & frozenset(list_objects(self.layout)))

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the name of what is under the pointer, or that the room can be resized here."""
        handle, items_here = self._find_handle(pointer), self.find_items(pointer)
        top = next((item for item in items_here if item.field == "sections"), next(iter(items_here), None))
        name = describe_object(top, self.board) if top is not None else ""
        self.show_preview(Preview(label=name if handle is None else self.tr("drag to resize")))

    def handle_key(self, key: int, pointer: Pointer | None) -> bool:
        """Move the selection by one square with an arrow key. Return whether the key was used."""
        step = ARROW_STEPS.get(Qt.Key(key))
        if step is None or not self.workspace.selection:
            return False
        self._move_items(self.tr("Nudge"), self.layout, self.workspace.selection, step)
        return True
