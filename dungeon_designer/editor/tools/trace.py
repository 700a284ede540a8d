"""Lay the picture to trace where it belongs: drag it, scale it by its corners, or mark two points on it."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from PySide6.QtCore import QRectF, Qt, Signal

from dungeon_designer.editor.tools.select import ARROWS
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.workspace import Workspace

_NUDGE, _GROWTH = 0.1, 1.01
_REACH = 0.04
"""How near to a corner it is taken, in widths of the picture; never less than half a square."""


class TraceTool(Tool):
    """Moves and scales the picture; the dungeon stays as it is."""

    name = "trace"
    rubs_out = False

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._from: Pointer | None = None
        self._was: TracedPicture | None = None
        self._still: tuple[float, float] | None = None

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Picture to trace")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Drag the picture to move it, a corner to scale it; arrows nudge, + and − scale a little.")

    @property
    def cursor(self) -> Qt.CursorShape:
        """A hand."""
        return Qt.CursorShape.SizeAllCursor

    def handles(self, scale: float) -> tuple[tuple[float, float], ...]:
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
        if picture is None or not picture.box.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at.x, at.y):
            return
        self.begin()
        self._from, self._was, self._still = at, picture, _across(picture, at)

    def move(self, at: Pointer) -> None:
        """It follows the pointer; under a corner it grows from the one across."""
        if self._was is None or self._from is None:
            return
        if self._still is None:
            self.workspace.trace(self._was.moved(at.x - self._from.x, at.y - self._from.y))
        else:
            x, y = self._still
            before = hypot(self._from.x - x, self._from.y - y)
            self.workspace.trace(self._was.scaled(hypot(at.x - x, at.y - y) / before, self._still))
        self._frame()

    def finish(self, at: Pointer) -> None:
        """There it lies."""
        self._from = self._was = self._still = None
        self.end()

    def cancel(self) -> None:
        """Back to where it was."""
        if self._was is not None:
            self.workspace.trace(self._was)
        self._from = self._was = self._still = None
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
            corner, size = (picture.left, picture.top), (picture.width, picture.height)
            self.show(Preview(band=(corner, size), label=label))


class AlignTool(Tool):
    """Two clicks on points of the picture; `squares` says how many squares apart they are, once both are clicked.

    `aligned` when it lies on the grid.
    """

    name = "align"
    rubs_out = False
    aligned = Signal()

    def __init__(self, workspace: Workspace, squares: Callable[[], int]) -> None:
        super().__init__(workspace)
        self.squares = squares
        self._one: tuple[float, float] | None = None

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Align the picture")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a corner of a square on the picture, then another in its row or column, as many squares away as the"
            " box above says."
        )

    def start(self, at: Pointer) -> None:
        """The first point, then the second."""
        picture = self.workspace.traced
        if picture is None:
            return
        if self._one is None:
            self._one = at.x, at.y
            self.hover(at)
            return
        one, self._one = self._one, None
        after = picture.aligned(one, (at.x, at.y), self.squares())
        self.show(NOTHING)
        if after == picture:
            self.workspace.said.emit(self.tr("These two points are one: click two that lie apart."))
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


def _across(picture: TracedPicture, at: Pointer) -> tuple[float, float] | None:
    """The corner across from the one that is near the pointer; None where no corner is near."""
    box, reach = picture.box, max(0.5, _REACH * picture.width)
    for corner, across in _corners(box):
        if max(abs(corner[0] - at.x), abs(corner[1] - at.y)) <= reach:
            return across
    return None


def _corners(box: QRectF) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Each corner, and the one across from it."""
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    return [
        ((left, top), (right, bottom)),
        ((right, top), (left, bottom)),
        ((left, bottom), (right, top)),
        ((right, bottom), (left, top)),
    ]
