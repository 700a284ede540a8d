"""Select, move and resize: click, rubber band, drag; arrows nudge, R turns, F flips, Delete takes away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt

from dungeon_designer.drawing.labels import reach
from dungeon_designer.editor.tools.tool import ARROWS, Pointer, Preview, Tool, meant_border, rectangle
from dungeon_designer.editor.workspace import LARGE
from dungeon_designer.grid import Square, block
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.descriptions import item_in_words
from dungeon_designer.layout_edits.floor import floor_of
from dungeon_designer.layout_edits.items import (
    ItemRef,
    item_on,
    items_at,
    items_of,
    items_within,
    moved_items,
    squares_of,
    with_contents,
)
from dungeon_designer.layout_edits.resizing import Box, RoomStretch, box_of, lost_with_floor
from dungeon_designer.set_up.placement import Room, room_to_move
from dungeon_designer.translation import PLURAL, filled, translate

REACH = 7
"""Pixels a pointer may be from the middle of a handle."""
_LEAST = 28  # pixels a room must be wide and high to have handles at all: one must be able to move it, too
_ROOM = 44  # pixels a side must be long to have a handle in its middle


class Handle(NamedTuple):
    """One handle: which sides it moves (-1 left or top, 1 right or bottom, 0 neither), and where it stands."""

    across: int
    down: int
    x: float
    y: float

    @property
    def cursor(self) -> Qt.CursorShape:
        """How the pointer looks over it."""
        return {
            0: Qt.CursorShape.SizeHorCursor if self.across else Qt.CursorShape.SizeVerCursor,
            1: Qt.CursorShape.SizeFDiagCursor,
            -1: Qt.CursorShape.SizeBDiagCursor,
        }[self.across * self.down]


def handles_of(section: Section | None, scale: float) -> Iterator[Handle]:
    """The handles of a rectangular section on a map of so many pixels a square; none where it is too small."""
    box = box_of(section) if section else None
    if box is None:
        return
    wide, high = (box.right - box.left) * scale, (box.bottom - box.top) * scale
    for across, x in ((-1, box.left), (0, (box.left + box.right) / 2), (1, box.right)):
        for down, y in ((-1, box.top), (0, (box.top + box.bottom) / 2), (1, box.bottom)):
            fits = min(wide, high) >= _LEAST and (across or wide >= _ROOM) and (down or high >= _ROOM)
            if (across or down) and fits:
                yield Handle(across, down, x, y)


class SelectTool(Tool):
    """Picks things up and moves them."""

    name = "select"
    has_menu = True
    _band = False
    _things: frozenset[ItemRef] = frozenset()
    _clicked: frozenset[ItemRef] = frozenset()
    _room: Room | None = None
    _stretch: RoomStretch | None = None
    _held: Handle
    _stopped: ItemRef | None = None
    cursor = Qt.CursorShape.ArrowCursor

    @property
    def _resizable(self) -> Section | None:
        """The one section that is selected, if it is drawn as a rectangle."""
        sections = [thing.value for thing in self.workspace.selection if thing.field == "sections"]
        return sections[0] if len(sections) == 1 and box_of(sections[0]) else None

    def handles(self, scale: float) -> tuple[tuple[float, float], ...]:
        """Those of the one rectangular room that is selected; none while things are moved."""
        section = None if self.active and self._stretch is None else self._resizable
        return tuple((each.x, each.y) for each in handles_of(section, scale))

    def _handle_at(self, at: Pointer) -> Handle | None:
        """The handle under the pointer, the nearest of several; the pointer looks like the way it can be dragged."""
        section = None if at.shift or at.alt or at.control else self._resizable
        far = [(max(abs(each.x - at.x), abs(each.y - at.y)) * at.scale, each) for each in handles_of(section, at.scale)]
        handle = min((pair for pair in far if pair[0] <= REACH), default=(0, None))[1]
        self.cursor = handle.cursor if handle else Qt.CursorShape.ArrowCursor
        return handle

    def thing_at(self, at: Pointer) -> frozenset[ItemRef]:
        """What a click means: a thing on a near border, else the topmost; floor means its section with all on it.

        A label is taken by any square its words reach over on which nothing else lies.
        """
        board, border, hidden = self.board, meant_border(at), self.workspace.hidden_fields
        on_border = item_on(board.layout, border, hidden) if border else None
        if on_border is not None:
            return frozenset([on_border])
        found = items_at(board, at.square, hidden)
        if not found or found[0].field == "sections":
            labels = () if "labels" in hidden else board.layout.labels
            found = [*(ItemRef("labels", label) for label in labels if at.square in block(*reach(label))), *found]
        if found and found[0].field == "sections":
            return with_contents(board.layout, found[0].value, self.library)
        return frozenset(found[:1])

    def start(self, at: Pointer) -> None:
        """Pick what lies there, or begin a frame."""
        workspace, handle, section = self.workspace, self._handle_at(at), self._resizable
        self.begin(at)
        self._band, self._things, self._room = False, workspace.selection, None
        if handle is not None and section is not None:
            self._stretch = RoomStretch(self.layout, section, workspace.symmetry, self.library)
            self._held, self._stopped = handle, None
            return
        found = self._clicked = frozenset() if at.alt else self.thing_at(at)
        self._band = not found
        if at.shift:
            workspace.select(workspace.selection ^ found)
        elif not found or not found <= workspace.selection:
            workspace.select(found)
        self._things = workspace.selection

    def move(self, at: Pointer) -> None:
        """Drag a handle, the frame, or the selection."""
        begun = self.origin
        if self._stretch is not None:
            self._resize(self._stretch, at)
        elif self._band:
            size = abs(begun.x - at.x), abs(begun.y - at.y)
            self.show(Preview(band=((min(begun.x, at.x), min(begun.y, at.y)), size)))
        else:
            by = at.square[0] - begun.square[0], at.square[1] - begun.square[1]
            if self._things and (by != (0, 0) or self.layout is not self.before):
                self._drag_things(by, at)

    def _resize(self, stretch: RoomStretch, at: Pointer) -> None:
        """The room with its sides at the pointer, as far as they may go; it stays selected with all that lies in it."""
        box, across, down = stretch.box, self._held.across, self._held.down
        x, y = round(at.x), round(at.y)
        wanted = Box(
            min(x, box.right - 1) if across < 0 else box.left,
            min(y, box.bottom - 1) if down < 0 else box.top,
            max(x, box.left + 1) if across > 0 else box.right,
            max(y, box.top + 1) if down > 0 else box.bottom,
        )
        fitted, self._stopped = stretch.fitted(wanted)
        self.make(stretch.resized(fitted), self.tr("Resize"))
        now = next((each for each in self.layout.sections if each.id == stretch.section.id), stretch.section)
        self.workspace.select(with_contents(self.layout, now, self.library))
        label, reached = self._stopped_by(translate("Resize", "in the way: %1")), box_of(now)
        if reached is not None:
            width, height = reached.right - reached.left, reached.bottom - reached.top
            label = f"{width} × {height} = {width * height}\n{label}".rstrip()
        self.show(Preview(label=label))

    def _stopped_by(self, text: str) -> str:
        return filled(text, item_in_words(self._stopped, self.board)) if self._stopped is not None else ""

    def _drag_things(self, by: Square, at: Pointer) -> None:
        """Move the selection; where the one chest or portal that is dragged may lie is found before it is taken up."""
        workspace, thing = self.workspace, next(iter(self._things))
        alone = len(self._things) == 1 and thing.field in ("chests", "portals")
        if self._room is None and alone and len(workspace.board) <= LARGE:
            portal = thing.field == "portals"
            at_first = thing.value.at if portal else thing.value
            self._room = room_to_move(workspace.board, workspace.ruleset, at_first, portal, workspace.symmetry)
        self._shift(self.tr("Move"), self.before, self._things, by)
        if self._room is not None:
            why = self._room.why_not(at.square)
            self.show(Preview(lit=tuple(self._room.free), wrong=(at.square,) if why else (), label=why))

    def _shift(self, step: str, before: Layout, things: frozenset[ItemRef], by: Square) -> None:
        """Things of a layout moved; they stay selected where they land."""
        with self.workspace.telling():
            after, landed = moved_items(before, things, by, self.library)
            pits = {square for each in landed if each.field == "traps" for square in squares_of(each, self.library)}
            if pits and not pits <= floor_of(after, self.library):
                return  # a pit stays where there is floor
            if self.make(after, step) or after == self.layout:
                self.workspace.select(landed)

    def finish(self, at: Pointer) -> None:
        """Select what the frame holds; a click among several selected things means the one alone."""
        workspace, begun = self.workspace, self.origin
        if self._stretch is not None:
            lost = lost_with_floor(self.before, workspace.layout)
            went = translate("Resize", "%n thing(s) went with the floor (ground, doors, walls)", None, PLURAL, lost)
            words = [went if lost else "", self._stopped_by(translate("Resize", "No farther: %1 is in the way"))]
            self.tell(" ".join(f"{each}." for each in words if each))
        elif self._band:
            corner, size = rectangle(begun.square, at.square)
            if size != (1, 1) or abs(begun.x - at.x) + abs(begun.y - at.y) > 0.5:
                within = items_within(workspace.layout, block(corner, size), workspace.library)
                held = frozenset(thing for thing in within if thing.field not in workspace.hidden_fields)
                workspace.select(workspace.selection | held if at.shift else held)
        elif self.before is workspace.layout and self._clicked and not begun.shift:
            workspace.select(self._clicked)
        self.end()

    def end(self) -> None:
        """Nothing is dragged any more."""
        super().end()
        self._band, self._stretch = False, None
        self.show()

    def cancel(self) -> None:
        """Things go back to where they were, and stay selected."""
        moving = self.active and not self._band
        super().cancel()
        if moving:
            self.workspace.select(self._things & frozenset(items_of(self.layout)))

    def hover(self, at: Pointer) -> None:
        """Say what lies under the pointer."""
        handle, found = self._handle_at(at), self.thing_at(at)
        top = next((thing for thing in found if thing.field == "sections"), next(iter(found), None))
        words = item_in_words(top, self.board) if top is not None else ""
        self.show(Preview(label=words if handle is None else self.tr("drag to resize")))

    def key(self, key: int, at: Pointer | None) -> bool:
        """Arrows nudge the selection."""
        step = ARROWS.get(Qt.Key(key))
        if step is None or not self.workspace.selection:
            return False
        self._shift(self.tr("Nudge"), self.layout, self.workspace.selection, step)
        return True
