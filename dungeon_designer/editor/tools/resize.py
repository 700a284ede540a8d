"""Handles on a selected rectangular room: where they stand, and what dragging one does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Qt

from dungeon_designer.editor.tools.tool import Pointer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.descriptions import item_in_words
from dungeon_designer.layout_edits.items import ItemRef
from dungeon_designer.layout_edits.resizing import Box, Stretch, box_of, lost_with_floor
from dungeon_designer.translation import PLURAL, filled, translate

REACH = 7
"""Pixels a pointer may be from the middle of a handle."""
_LEAST = 28
"""Pixels a room must be wide and high to have handles at all: one must be able to move it, too."""
_ROOM = 44
"""Pixels a side must be long to have a handle in its middle."""

_DIAGONAL, _ANTIDIAGONAL = Qt.CursorShape.SizeFDiagCursor, Qt.CursorShape.SizeBDiagCursor


class Handle(NamedTuple):
    """One handle: which sides it moves (-1 left or top, 1 right or bottom, 0 neither), and where it stands."""

    across: int
    down: int
    x: float
    y: float

    @property
    def cursor(self) -> Qt.CursorShape:
        """How the pointer looks over it."""
        if not self.across:
            return Qt.CursorShape.SizeVerCursor
        if not self.down:
            return Qt.CursorShape.SizeHorCursor
        return _DIAGONAL if self.across == self.down else _ANTIDIAGONAL


def resizable(workspace: Workspace) -> Section | None:
    """The one section that is selected, if it is drawn as a rectangle."""
    sections = [thing.value for thing in workspace.selection if thing.field == "sections"]
    return sections[0] if len(sections) == 1 and box_of(sections[0]) else None


def handles_of(section: Section, scale: float) -> Iterator[Handle]:
    """The handles of a rectangular section on a map of so many pixels a square; none where it is too small."""
    box = box_of(section)
    if box is None:
        return
    wide, high = (box.right - box.left) * scale, (box.bottom - box.top) * scale
    if min(wide, high) < _LEAST:
        return
    for across, x in ((-1, box.left), (0, (box.left + box.right) / 2), (1, box.right)):
        for down, y in ((-1, box.top), (0, (box.top + box.bottom) / 2), (1, box.bottom)):
            if (across or down) and (across or wide >= _ROOM) and (down or high >= _ROOM):
                yield Handle(across, down, x, y)


def handle_at(section: Section, at: Pointer) -> Handle | None:
    """The handle under a pointer, the nearest of several."""
    near = [(max(abs(each.x - at.x), abs(each.y - at.y)) * at.scale, each) for each in handles_of(section, at.scale)]
    return min((pair for pair in near if pair[0] <= REACH), default=(0, None))[1]


class Resize:
    """One drag of a handle, from the layout it began with."""

    def __init__(self, workspace: Workspace, section: Section, handle: Handle) -> None:
        self.workspace, self.section, self.handle = workspace, section, handle
        self.stretch = Stretch(workspace.layout, section, workspace.symmetry, workspace.library)
        self.stopped: ItemRef | None = None

    def to(self, at: Pointer) -> Layout:
        """The layout with the sides where the pointer is, or as near as they may go."""
        box, across, down = self.stretch.box, self.handle.across, self.handle.down
        x, y = round(at.x), round(at.y)
        wanted = Box(
            min(x, box.right - 1) if across < 0 else box.left,
            min(y, box.bottom - 1) if down < 0 else box.top,
            max(x, box.left + 1) if across > 0 else box.right,
            max(y, box.top + 1) if down > 0 else box.bottom,
        )
        fitted, self.stopped = self.stretch.fitted(wanted)
        return self.stretch.resized(fitted)

    def size_in_words(self) -> str:
        """How large the section is by now, and what stops it."""
        section = next((each for each in self.workspace.layout.sections if each.id == self.section.id), self.section)
        box = box_of(section)
        if box is None:
            return self.why()
        width, height = box.right - box.left, box.bottom - box.top
        return "\n".join(filter(None, (f"{width} × {height} = {width * height}", self.why())))

    def why(self) -> str:
        """What stops a side; empty when nothing does."""
        if self.stopped is None:
            return ""
        words = item_in_words(self.stopped, self.workspace.board)
        return filled(QCoreApplication.translate("Resize", "in the way: %1"), words)

    def told(self) -> str:
        """What is to be said when it is done; empty when nothing is."""
        lost = lost_with_floor(self.stretch.layout, self.workspace.layout)
        went = translate("Resize", "%n thing(s) went with the floor (ground, doors, walls)", None, PLURAL, lost)
        words = [went] if lost else []
        if self.stopped is not None:
            stopped = item_in_words(self.stopped, self.workspace.board)
            words.append(filled(QCoreApplication.translate("Resize", "No farther: %1 is in the way"), stopped))
        return ". ".join(words) + "." if words else ""
