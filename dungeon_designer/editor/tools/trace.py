"""Lay the picture to trace where it belongs: drag it, scale it by its corners, or mark two points on it."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from PySide6.QtCore import QRectF, Qt, Signal

from dungeon_designer.editor.tools.tool import ARROWS, NOTHING, Pointer, Preview, Tool
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.translation import marked

_NUDGE, _GROWTH = 0.1, 1.01
_REACH = 0.04
"""How near to a corner it is taken, in widths of the picture; never less than half a square."""

_MapPoint = tuple[float, float]


class TraceTool(Tool):
    """Moves and scales the picture; the dungeon stays as it is."""

    name = "trace"
    words = marked("tools", "Picture to trace")
    advice = marked("tools", "Drag the picture to move it, a corner to scale it; arrows nudge, + and − scale a little.")
    shape = Qt.CursorShape.SizeAllCursor
    rubs_out = False

    _was: TracedPicture | None = None
    _still: _MapPoint | None = None

    def handles(self, scale: float) -> tuple[_MapPoint, ...]:
        """The corners, by which it is scaled."""
        picture = self.workspace.traced
        return tuple(corner for corner, _ in _corners(picture.box)) if picture is not None else ()

    def picked_up(self) -> None:
        """Show its frame."""
        self._frame()

    def refresh(self) -> None:
        """Its frame where it lies now."""
        self._frame()

    def start(self, at: Pointer) -> None:
        """Take the picture, or a corner of it."""
        picture = self.workspace.traced
        if picture is not None and picture.box.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at.x, at.y):
            self.begin(at)
            self._was, self._still = picture, _across(picture, at)

    def move(self, at: Pointer) -> None:
        """It follows the pointer; under a corner it grows from the one across."""
        if self._was is not None:
            before = self.origin
            if self._still is None:
                self.workspace.trace(self._was.moved(at.x - before.x, at.y - before.y))
            else:
                x, y = self._still
                growth = hypot(at.x - x, at.y - y) / hypot(before.x - x, before.y - y)
                self.workspace.trace(self._was.scaled(growth, self._still))
            self._frame()

    def cancel(self) -> None:
        """Back to where it was."""
        if self.active and self._was is not None:
            self.workspace.trace(self._was)
        self.end()
        self._frame()

    def hover(self, at: Pointer) -> None:
        """Say when a corner would be taken."""
        picture = self.workspace.traced
        near = picture is not None and _across(picture, at) is not None
        self._frame(self.tr("drag to scale") if near else "")

    def key(self, key: int, at: Pointer | None) -> bool:
        """Arrows nudge, + and − scale."""
        picture, step = self.workspace.traced, ARROWS.get(Qt.Key(key))
        if picture is None:
            return False
        if step is not None:
            self.workspace.trace(picture.moved(_NUDGE * step[0], _NUDGE * step[1]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            factor = _GROWTH if key == Qt.Key.Key_Plus else 1 / _GROWTH
            self.workspace.trace(picture.scaled(factor, (picture.left, picture.top)))
        else:
            return False
        self._frame()
        return True

    def _frame(self, label: str = "") -> None:
        picture = self.workspace.traced
        if picture is None:
            self.show(NOTHING)
        else:
            self.show(Preview(band=((picture.left, picture.top), (picture.width, picture.height)), label=label))


class AlignTool(Tool):
    """Two clicks on points of the picture; `squares` says how many squares apart they are, once both are clicked.

    `aligned` when it lies on the grid.
    """

    name = "align"
    words = marked("tools", "Align the picture")
    advice = marked(
        "tools",
        "Click a corner of a square on the picture, then another in its row or column, as many squares away as the"
        " box above says.",
    )
    rubs_out = False
    aligned = Signal()

    def __init__(self, workspace: Workspace, squares: Callable[[], int]) -> None:
        super().__init__(workspace)
        self.squares = squares
        self._one: _MapPoint | None = None

    def start(self, at: Pointer) -> None:
        """The first point, then the second."""
        picture, one = self.workspace.traced, self._one
        if picture is None:
            return
        if one is None:
            self._one = at.x, at.y
            self.hover(at)
            return
        self._one = None
        self.show(NOTHING)
        after = picture.aligned(one, (at.x, at.y), self.squares())
        if after == picture:
            self.tell(self.tr("These two points are one: click two that lie apart."))
            return
        self.workspace.trace(after)
        self.aligned.emit()

    def escaped(self) -> bool:
        """Esc forgets the first point."""
        had, self._one = self._one is not None, None
        self.show(NOTHING)
        return had

    def hover(self, at: Pointer) -> None:
        """A line from the first point to the pointer."""
        if self._one is not None:
            self.show(Preview(path=(self._one, (at.x, at.y))))


def _across(picture: TracedPicture, at: Pointer) -> _MapPoint | None:
    """The corner across from the one that is near the pointer; None where no corner is near."""
    reach = max(0.5, _REACH * picture.width)
    near = (across for (x, y), across in _corners(picture.box) if max(abs(x - at.x), abs(y - at.y)) <= reach)
    return next(near, None)


def _corners(box: QRectF) -> list[tuple[_MapPoint, _MapPoint]]:
    """Each corner, and the one across from it."""
    xs, ys = (box.left(), box.right()), (box.top(), box.bottom())
    return [((xs[a], ys[b]), (xs[1 - a], ys[1 - b])) for b in (0, 1) for a in (0, 1)]
