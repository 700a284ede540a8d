"""The tool that marks the four corners of a tile on a traced photo."""

from __future__ import annotations

from math import dist

from PySide6.QtCore import Qt, Signal

from dungeon_designer.editor.photo_tiles import MAX_TILE_SIDE, WHOLE_PHOTO, Corners, is_frame, scale_corners
from dungeon_designer.editor.tools.tool import ARROW_STEPS, EMPTY_PREVIEW, Pointer, Preview, Tool
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Size
from dungeon_designer.translation import fill_placeholders

_GRAB_DISTANCE_PX = 16
"""How near the pointer must be to a corner to drag it, in pixels."""

_FRAME_PX = 11
"""The distance from the chosen corner to the frame around it, in pixels."""

_CORNER_KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4)

_ACCEPTING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PhotoCornersTool(Tool):
    """The tool that marks the corners of a tile on the traced photo. Neither the dungeon nor the photo changes.

    The corners begin at those of the photo. One of them is chosen: the keys 1 to 4 choose it, and arrows move it.

    Signals:
        corners_accepted: the user is content with the corners. Carries them, as `Corners`.
        cancelled: the user wants no tile.
        tool_left: another tool is selected.
    """

    name = "photo-corners"
    erases_on_right_click = False
    corners_accepted = Signal(object)
    cancelled = Signal()
    tool_left = Signal()

    def __init__(self, workspace: Workspace, corners: Corners = WHOLE_PHOTO) -> None:
        super().__init__(workspace)
        self.corners = corners
        self._corners_before = corners
        self._chosen = 0
        self._scale = 32.0
        """The width of a square on the screen in pixels, since the map was painted last."""
        workspace.traced_changed.connect(self.refresh_preview)

    @property
    def _photo(self) -> TracedPicture | None:
        """The photo, or None if it was removed meanwhile."""
        return self.workspace.traced_picture

    def list_handles(self, scale: float) -> Corners:
        """Return the corners as points of the map, in squares."""
        self._scale = scale
        photo = self._photo
        if photo is None:
            return ()
        return tuple((photo.left + x, photo.top + y) for x, y in scale_corners(self.corners, photo.width, photo.height))

    def measure_size(self) -> Size:
        """Return how many squares of the map the corners span, as a first guess of the tile's size."""
        points = self.list_handles(self._scale)
        if not points:
            return 1, 1
        sides = [dist(points[i - 3], points[i]) for i in range(4)]
        width, height = (min(max(round((sides[i] + sides[i + 2]) / 2), 1), MAX_TILE_SIDE) for i in range(2))
        return width, height

    def handle_press(self, pointer: Pointer) -> None:
        """Choose the corner at the pointer, and begin to drag it."""
        corner = self._find_corner(pointer)
        if corner is not None:
            self.begin_gesture(pointer)
            self._chosen, self._corners_before = corner, self.corners
            self._show_frame(pointer)

    def handle_drag(self, pointer: Pointer) -> None:
        """Move the chosen corner to the pointer, but not out of the photo."""
        photo = self._photo
        if self.is_active and photo is not None:
            x, y = (pointer.x - photo.left) / photo.width, (pointer.y - photo.top) / photo.height
            self._place_corner(x, y)
            self._show_frame(pointer)

    def cancel_gesture(self) -> None:
        """Put the corners where they were before the drag."""
        if self.is_active:
            self.corners = self._corners_before
        self.end_gesture()
        self.refresh_preview()

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the corners, and name the one at the pointer."""
        self._show_frame(pointer)

    def handle_key(self, key: int, pointer: Pointer | None) -> bool:
        """Choose a corner by its number, move it with an arrow key, or accept all with Enter."""
        step = ARROW_STEPS.get(Qt.Key(key))
        photo = self._photo
        if photo is None:
            return False
        if key in _CORNER_KEYS:
            self._chosen = _CORNER_KEYS.index(Qt.Key(key))
            self.show_message(self._name_corner(self._chosen))
        elif step is not None:
            (x, y), distance = self.corners[self._chosen], 1 / self._scale  # one pixel of the screen, in squares
            self._place_corner(x + step[0] * distance / photo.width, y + step[1] * distance / photo.height)
        elif key in _ACCEPTING_KEYS:
            self.accept_corners()
        else:
            return False
        self.refresh_preview()
        return True

    def handle_escape(self) -> bool:
        """Make no tile."""
        self.cancelled.emit()
        return True

    def accept_corners(self) -> None:
        """Report the corners if a tile can be made of them; otherwise a message says how to drag them."""
        if self._photo is None:
            return
        if is_frame(self.corners):
            self.corners_accepted.emit(self.corners)
        else:
            self.show_message(
                self.tr("Corners 1 to 4 must go clockwise round the tile, 1 at its upper left; drag them there.")
            )

    def deactivate(self) -> None:
        """Hide the corners when another tool becomes the current one."""
        super().deactivate()
        self.tool_left.emit()

    def refresh_preview(self) -> None:
        """Show the outline of the tile, and a frame around the chosen corner."""
        self._show_frame(None)

    def _place_corner(self, x: float, y: float) -> None:
        """Put the chosen corner at a point of the photo, or at the nearest one inside the photo."""
        point = min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
        self.corners = (*self.corners[: self._chosen], point, *self.corners[self._chosen + 1 :])

    def _find_corner(self, pointer: Pointer) -> int | None:
        """Return the number, from 0, of the corner at the pointer; None if there is none."""
        points = self.list_handles(pointer.scale)
        distances = [dist(point, (pointer.x, pointer.y)) * pointer.scale for point in points]
        return distances.index(min(distances)) if distances and min(distances) <= _GRAB_DISTANCE_PX else None

    def _name_corner(self, corner: int) -> str:
        """Return the number and the name of a corner."""
        names = self.tr("upper left"), self.tr("upper right"), self.tr("lower right"), self.tr("lower left")
        return fill_placeholders(self.tr("Corner %1: %2 of the tile"), corner + 1, names[corner])

    def _show_frame(self, pointer: Pointer | None) -> None:
        """Show the outline, the frame around the chosen corner, and the name of the corner at the pointer."""
        points = self.list_handles(self._scale if pointer is None else pointer.scale)
        if not points:
            self.show_preview(EMPTY_PREVIEW)
            return
        (x, y), distance = points[self._chosen], _FRAME_PX / self._scale
        corner = None if pointer is None else self._chosen if self.is_active else self._find_corner(pointer)
        label = "" if corner is None else self._name_corner(corner)
        frame = (x - distance, y - distance), (2 * distance, 2 * distance)
        self.show_preview(Preview(path=(*points, points[0]), frame=frame, label=label))
