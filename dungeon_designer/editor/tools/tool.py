"""The base class of all tools, the pointer that tools receive, and the preview that the map shows for a tool."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from operator import is_not
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.editor.widgets import WORDS
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import MAX_COORDINATE, Edge, Size, Square
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.edges import find_nearest_edge
from dungeon_designer.set_up.placement import PossibleSquares
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import mark_for_translation, translate

_Result = TypeVar("_Result")

BORDER_DISTANCE = 0.2
"""The distance in squares up to which the pointer means a border rather than its square."""

ARROW_STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class Pointer(NamedTuple):
    """The place that the mouse or the keyboard's cursor points at.

    Attributes:
        square: the square.
        x: the exact point, in squares.
        y: the exact point, in squares.
        shift: whether Shift is held.
        control: whether Ctrl is held.
        alt: whether Alt is held.
        scale: the width of a square in pixels.
    """

    square: Square
    x: float
    y: float
    shift: bool = False
    control: bool = False
    alt: bool = False
    scale: float = 32

    @property
    def grid_squares(self) -> tuple[Square, ...]:
        """The square under the pointer; none if it is out of reach."""
        return (self.square,) if is_in_reach(self.square) else ()


def is_in_reach(square: Square) -> bool:
    """Return whether a square may be drawn on.

    Beyond the left and the upper rim it may: the dungeon is then moved into the grid. Beyond the last coordinate it
    may not.

    >>> is_in_reach((0, 9999)), is_in_reach((0, 10000)), is_in_reach((-1, 0))
    (True, False, True)
    """
    return max(map(abs, square)) <= MAX_COORDINATE


def find_near_border(pointer: Pointer) -> Edge | None:
    """Return the border nearest to the pointer; None if the pointer is not close enough to mean a border."""
    x_in_square, y_in_square = pointer.x % 1, pointer.y % 1
    if min(x_in_square, 1 - x_in_square, y_in_square, 1 - y_in_square) < BORDER_DISTANCE:
        return find_nearest_edge(pointer.x, pointer.y)
    return None


AreaStyle = Enum("AreaStyle", ["NEAR", "FAR", "FARTHER", "FARTHEST", "RISKY", "MAGIC", "HIDDEN"])
"""The styles in which measured areas are drawn over the map.

The styles differ by pattern and line, not by colour alone.
"""


class MeasuredArea(NamedTuple):
    """Squares that are drawn in one style.

    Attributes:
        style: how the squares are drawn.
        text: what the legend says about them.
        squares: the squares.
    """

    style: AreaStyle
    text: str
    squares: tuple[Square, ...]


class SightLine(NamedTuple):
    """A line of sight.

    Attributes:
        start: the point where the line begins, in squares.
        end: the point where the line would end, in squares.
        stop: the point where the line is stopped; None when nothing stops it.
        edges: the borders that stop the line.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    stop: tuple[float, float] | None = None
    edges: tuple[Edge, ...] = ()


class Preview(Struct, frozen=True):
    """The shapes and texts that the map shows over itself for the current tool.

    Attributes:
        squares: the squares that a click would cover.
        wrong_squares: the squares where the object may not be placed.
        lit_squares: the squares where the object may be placed.
        edges: the borders that a click would change.
        is_removal: whether the click would remove what stands on the borders.
        candidate_edges: the borders that may be chosen.
        frame: a frame that is dragged open, as corner and size in squares; None for none.
        path: points that are joined by a line, in squares.
        sight: a line of sight; None for none.
        ghost: a tile, drawn half transparent where it would be placed; None for none.
        areas: squares drawn in patterns, with a legend.
        heading: the heading of the legend.
        dims_rest: whether everything outside the areas is dimmed.
        numbers: squares with a number in a corner.
        label: a short text at the pointer.
    """

    squares: tuple[Square, ...] = ()
    wrong_squares: tuple[Square, ...] = ()
    lit_squares: tuple[Square, ...] = ()
    edges: tuple[Edge, ...] = ()
    is_removal: bool = False
    candidate_edges: tuple[Edge, ...] = ()
    frame: tuple[tuple[float, float], tuple[float, float]] | None = None
    path: tuple[tuple[float, float], ...] = ()
    sight: SightLine | None = None
    ghost: Section | None = None
    areas: tuple[MeasuredArea, ...] = ()
    heading: str = ""
    dims_rest: bool = False
    numbers: tuple[tuple[Square, int], ...] = ()
    label: str = ""


EMPTY_PREVIEW = Preview()


def build_placement_preview(allowed: PossibleSquares | None, pointer: Pointer, label: str = "") -> Preview:
    """Return the preview for placing an object: lit squares, and whether the object may go under the pointer.

    Args:
        allowed: the squares where the object may be placed; None when this is not known.
        pointer: the pointer.
        label: the text at the pointer if the object may be placed; otherwise the reason is shown.
    """
    reason = allowed.explain_refusal(pointer.square) if allowed else ""
    return Preview(
        squares=() if reason else pointer.grid_squares,
        wrong_squares=pointer.grid_squares if reason else (),
        lit_squares=tuple(allowed.free_squares) if allowed else (),
        label=reason or label,
    )


_OUT_OF_REACH_MESSAGE = mark_for_translation("tools", "The grid ends here: the last coordinate is 9999.")


class Tool(QObject):
    """A tool for the left button on the map, used in one gesture: press, drag, release or cancel.

    During a gesture every new layout is made from the layout at its beginning. So changes do not add up, and Esc
    restores the first layout. All steps of a gesture are one step of the history.

    `origin` is the pointer where the gesture began.
    """

    name: str = ""
    """The key in `words.toml` for the title and the hint, unless the tool has a title of its own."""
    cursor = Qt.CursorShape.CrossCursor
    hides_secrets: ClassVar[bool] = False
    """Whether the map hides the content of chests, trapdoors and counters while this tool is the current one."""
    erases_on_right_click: ClassVar[bool] = True
    """Whether a right click erases one object on a square while this tool is the current one."""
    hides_ghost_after_click: ClassVar[bool] = False
    """Whether nothing is shown at the pointer after a click that changed something, until the pointer moves on.

    Otherwise the place of the new object would at once show what the next click there does.
    """
    no_change_message: ClassVar[str] = ""
    """The message, in English, for a gesture that changed nothing."""
    has_context_menu: ClassVar[bool] = False
    """Whether a right click opens a menu for the object under the pointer instead of erasing."""
    preview_changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self.preview = EMPTY_PREVIEW
        self.origin = Pointer((0, 0), 0.0, 0.0)
        texts = WORDS["tools"].get(self.name, {})
        self.title, self.hint = (translate("tools", texts.get(key, "")) for key in ("title", "hint"))
        self._layout_before: Layout | None = None
        self._gesture: object | None = None
        self._history_title = ""
        self._cached_result: tuple[tuple[object, ...], Any] = ((), None)

    @property
    def is_active(self) -> bool:
        """Whether a gesture is under way: a button was pressed and is not released yet."""
        return self._layout_before is not None

    @property
    def layout_before(self) -> Layout:
        """The layout at the beginning of the gesture; the current layout if no gesture is under way."""
        return self._layout_before or self.layout

    @property
    def layout(self) -> Layout:
        """The current layout."""
        return self.workspace.layout

    @property
    def board(self) -> Board:
        """The current board."""
        return self.workspace.board

    @property
    def library(self) -> TileLibrary:
        """The tile sets of the dungeon."""
        return self.workspace.library

    def list_handles(self, scale: float) -> tuple[tuple[float, float], ...]:
        """Return the points, in squares, by which something can be dragged.

        Args:
            scale: the width of a square in pixels.
        """
        return ()

    def handle_press(self, pointer: Pointer) -> None:
        """Begin a gesture when the button goes down, and handle it at once as a drag over the first square."""
        self.begin_gesture(pointer)
        self.handle_drag(pointer)

    def handle_drag(self, pointer: Pointer) -> None:
        """Continue the gesture when the pointer moves with the button down."""

    def handle_release(self, pointer: Pointer) -> None:
        """End the gesture when the button goes up, and show a message if nothing was changed."""
        if self.no_change_message and self.layout_before is self.layout and not self.workspace.was_refused:
            is_reachable = bool(pointer.grid_squares and self.origin.grid_squares)
            self.show_message(translate("tools", self.no_change_message if is_reachable else _OUT_OF_REACH_MESSAGE))
        self.end_gesture()

    def handle_hover(self, pointer: Pointer) -> None:
        """Show what a click would do when the pointer moves with no button down."""

    def handle_key(self, key: int, pointer: Pointer | None) -> bool:
        """Handle a key, and return whether the tool uses the key. `pointer` is None if nothing is pointed at."""
        return False

    def refresh_preview(self) -> None:
        """Show the preview again after the tool was selected, or after the dungeon or the symmetry changed."""

    def handle_escape(self) -> bool:
        """Handle Esc while no gesture is under way, and return whether the tool uses Esc."""
        return False

    def activate(self) -> None:
        """Prepare the tool when it becomes the current one."""
        self.refresh_preview()

    def deactivate(self) -> None:
        """Cancel the gesture and hide the preview when another tool becomes the current one."""
        self.cancel_gesture()
        self.show_preview()

    def begin_gesture(self, pointer: Pointer) -> Layout:
        """Begin a gesture, from the press of a button to its release, and return the layout at its beginning."""
        self.workspace.was_refused = False
        self.origin, self._layout_before, self._gesture = pointer, self.layout, object()
        return self._layout_before

    def apply_layout(self, layout: Layout, title: str = "", by_rules: bool = False) -> bool:
        """Make a layout the current one as the latest state of the gesture, and return whether anything changed.

        Args:
            layout: the layout, made from the layout at the beginning of the gesture.
            title: the name of the gesture in the history; empty for the tool's title.
            by_rules: whether mirrored copies are left out where they would break a rule.
        """
        self._history_title = title or self.title
        apply_edit = self.workspace.place_by_rules if by_rules else self.workspace.edit_layout
        return apply_edit(self._history_title, layout, self._gesture, self._layout_before)

    def end_gesture(self) -> None:
        """End the gesture. A dungeon that it has drawn beyond the left or the upper rim is moved into the grid."""
        self._layout_before = self._gesture = None
        self.workspace.settle_layout()

    def move_along(self, offset: Square) -> None:
        """Move what the tool remembers of the map by an offset (dx, dy), since the whole dungeon was moved so."""
        (x, y), (dx, dy) = self.origin.square, offset
        self.origin = self.origin._replace(square=(x + dx, y + dy), x=self.origin.x + dx, y=self.origin.y + dy)

    def cancel_gesture(self) -> None:
        """Restore the layout from before the gesture, if one is under way, and end the gesture."""
        if self._layout_before is not None:
            self.workspace.edit_without_symmetry(self._history_title, self._layout_before, self._gesture)
        self.end_gesture()

    def show_message(self, text: str) -> None:
        """Show a message below the map."""
        self.workspace.message_sent.emit(text)

    def show_preview(self, preview: Preview = EMPTY_PREVIEW) -> None:
        """Show a preview over the map; by default none."""
        if preview != self.preview:
            self.preview = preview
            self.preview_changed.emit()

    def find_once(self, find: Callable[[], _Result], *inputs: object) -> _Result:
        """Return the result of `find`, which is called only if the inputs differ from those of the last call.

        Otherwise the last result is returned. Inputs are compared by identity.
        """
        if len(self._cached_result[0]) != len(inputs) or any(map(is_not, self._cached_result[0], inputs)):
            self._cached_result = inputs, find()
        result: _Result = self._cached_result[1]
        return result


def find_rectangle(a: Square, b: Square) -> tuple[Square, Size]:
    """Return the rectangle that two squares span, as corner and size.

    >>> find_rectangle((3, 4), (1, 5))
    ((1, 4), (3, 2))
    """
    left, top = min(a[0], b[0]), min(a[1], b[1])
    return (left, top), (abs(a[0] - b[0]) + 1, abs(a[1] - b[1]) + 1)


def list_line_squares(a: Square, b: Square) -> list[Square]:
    """Return the squares on the straight line from one square to another, over which a fast pointer passed.

    >>> list_line_squares((0, 0), (2, 1))
    [(0, 0), (1, 0), (2, 1)]
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = max(abs(dx), abs(dy), 1)
    return [(a[0] + round(i * dx / steps), a[1] + round(i * dy / steps)) for i in range(steps + 1)]
