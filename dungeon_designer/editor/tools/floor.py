"""Tools for floor and what covers it: rooms, strokes of a brush, ground, fillings, library tiles."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace
from PySide6.QtCore import Qt

from dungeon_designer.board.model import Board
from dungeon_designer.editor.tools.tool import (
    ARROWS,
    NOTHING,
    Pointer,
    Preview,
    Tool,
    line_of,
    on_grid,
    rectangle,
)
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Square, block
from dungeon_designer.layout.model import Layout, ObstacleKind, Section, SectionKind, TerrainKind, normalised
from dungeon_designer.layout_edits import items
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.edges import junctions_made, snapped
from dungeon_designer.layout_edits.floor import (
    SIDED,
    Filling,
    erased,
    filled_with,
    floor_of,
    missing_side,
    painted,
    place_to_fill,
    with_room,
)
from dungeon_designer.layout_edits.items import covered, fresh_id
from dungeon_designer.tiles.model import Tile
from dungeon_designer.translation import PLURAL, capital, filled, marked, translate


class RoomTool(Tool):
    """Draws sections as rectangles."""

    name = "room"

    def __init__(self, workspace: Workspace, kind: SectionKind = SectionKind.ROOM) -> None:
        super().__init__(workspace)
        self.kind = kind

    @property
    def title(self) -> str:
        """What is drawn."""
        return filled(self.tr("Draw: %1"), plain(self.kind))

    @property
    def hint(self) -> str:
        """How, and whose it becomes."""
        if self.kind in SIDED:
            return self.tr("Drag a rectangle. The first belongs to home, the next to away; drawn floor is taken over.")
        return self.tr("Drag a rectangle. Floor that is there already stays as it is.")

    def picked_up(self) -> None:
        """Fill fills with this from now on."""
        self.workspace.filling = self.kind

    def start(self, at: Pointer) -> None:
        """One corner."""
        self.begin(at)
        self.move(at)

    def move(self, at: Pointer) -> None:
        """The corner across."""
        corner, size = rectangle(self.origin.square, at.square)
        squares = filter(on_grid, block(corner, size))
        words = filled(self.tr("Draw a %1"), plain(self.kind))
        self.make(words, with_room(self.before, squares, self.kind, self.workspace.library))
        self.show(Preview(band=(corner, size), label=f"{size[0]} × {size[1]} = {size[0] * size[1]}"))

    def finish(self, at: Pointer) -> None:
        """The room stands."""
        if self.before is self.workspace.layout:
            self.tell(self.tr("There is floor here already: paint it, or change its kind in Properties."))
        self.show(NOTHING)
        self.end()

    def cancel(self) -> None:
        """No room."""
        self.show(NOTHING)
        super().cancel()

    def hover(self, at: Pointer) -> None:
        """The first square, and whose it will be."""
        layout, library = self.workspace.layout, self.workspace.library
        if not at.spot:
            self.show(Preview(label=self.tr("The grid begins at 0")))
        elif self.kind in SIDED:
            side = missing_side(layout, self.kind, library)
            self.show(Preview(squares=at.spot, label=f"{plain(self.kind)} ({plain(side)})"))
        elif at.square in floor_of(layout, library):
            self.show(Preview(label=self.tr("floor already")))
        else:
            self.show(Preview(squares=at.spot, label=plain(self.kind)))


class BrushTool(Tool):
    """A stroke over squares."""

    stroke: dict[Square, None]
    _last: Square

    def takes(self, square: Square) -> bool:
        """Whether a square can be part of the stroke."""
        return on_grid(square)

    def stroked(self, before: Layout, stroke: Collection[Square]) -> Layout:
        """The layout the stroke comes to."""
        raise NotImplementedError

    def start(self, at: Pointer) -> None:
        """The first square."""
        self.begin(at)
        self.stroke, self._last = {}, at.square
        self.move(at)

    def move(self, at: Pointer) -> None:
        """Squares on the way."""
        self.stroke.update(dict.fromkeys(filter(self.takes, line_of(self._last, at.square))))
        self._last = at.square
        self.make(self.title, self.stroked(self.before, self.stroke))


class PaintTool(BrushTool):
    """Adds squares to the section the stroke began on, or to a new one."""

    name = "paint"
    words = marked("tools", "Paint floor")
    advice = marked("tools", "Begin on a room to make it larger, on rock to make a new one.")
    kind = SectionKind.ROOM
    _target = ""

    def start(self, at: Pointer) -> None:
        """The section under the first square grows."""
        owner = self.workspace.board.section_at(at.square)
        self._target = "" if owner is None or owner.tile else owner.id
        super().start(at)

    def stroked(self, before: Layout, stroke: Collection[Square]) -> Layout:
        """The section with the squares so far."""
        if self._target:
            return painted(before, self._target, stroke, self.workspace.library)
        return with_room(before, stroke, self.kind, self.workspace.library)

    def hover(self, at: Pointer) -> None:
        """What would grow."""
        owner = self.workspace.board.section_at(at.square)
        if owner is not None and owner.tile:
            self.show(Preview(wrong=(at.square,), label=self.tr("a tile keeps its shape")))
        else:
            words = self.tr("new room") if owner is None else (owner.name or plain(owner.kind))
            self.show(Preview(squares=at.spot, label=words))


class EraseTool(BrushTool):
    """Rubs out squares with all that lies on them."""

    name = "erase"
    words = marked("tools", "Erase")
    advice = marked("tools", "Drag over squares: floor and all that lies on it go; a tile is lifted whole.")

    def stroked(self, before: Layout, stroke: Collection[Square]) -> Layout:
        """The layout without the squares so far."""
        return erased(before, stroke, self.workspace.library)

    def hover(self, at: Pointer) -> None:
        """The square that would go."""
        self.show(Preview(wrong=at.spot))


class GroundTool(BrushTool):
    """Terrain or obstacles, square by square as the pointer goes; only on floor."""

    advice = marked("tools", "Click a floor square or drag over several; a right click clears a square.")

    def __init__(self, workspace: Workspace, kind: TerrainKind | ObstacleKind) -> None:
        super().__init__(workspace)
        self.kind = kind
        self.name = kind.value

    @property
    def title(self) -> str:
        """The kind."""
        return capital(plain(self.kind))

    def picked_up(self) -> None:
        """Fill fills with this from now on."""
        self.workspace.filling = self.kind

    def takes(self, square: Square) -> bool:
        """Floor alone."""
        return square in self.workspace.board

    def stroked(self, before: Layout, stroke: Collection[Square]) -> Layout:
        """The layout with the squares so far covered."""
        if isinstance(self.kind, TerrainKind):
            return items.with_terrain(before, stroke, self.kind)
        return items.with_obstacle(before, stroke, self.kind)

    def hover(self, at: Pointer) -> None:
        """Floor or not."""
        if self.takes(at.square):
            self.show(Preview(squares=at.spot, label=plain(self.kind)))
        else:
            self.show(Preview(wrong=at.spot, label=self.tr("there is no floor here")))


class FillTool(Tool):
    """A click fills what walls and borders enclose with the ground, obstacle or kind of room taken last.

    What would be filled is shown under the pointer; where nothing can be, it says why.
    """

    name = "fill"
    advice = marked(
        "tools",
        "Click: what walls and borders enclose is filled with the kind of room, ground or obstacle taken last. For"
        " another, take that piece and then Fill again. Rock that floor encloses becomes a room.",
    )

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.filling: Filling = workspace.filling
        self._place: frozenset[Square] = frozenset()
        self._place_of: Board | None = None

    @property
    def title(self) -> str:
        """What it fills with."""
        return filled(self.tr("Fill with: %1"), plain(self.filling))

    def place(self, at: Pointer) -> frozenset[Square]:
        """What a click would fill, remembered while the pointer stays on it; EditError where nothing can be."""
        if self._place_of is not self.workspace.board or at.square not in self._place:
            self._place, self._place_of = frozenset(), self.workspace.board
            self._place = place_to_fill(self.workspace.board, at.square, self.filling)
        return self._place

    def start(self, at: Pointer) -> None:
        """Fill it."""
        self.begin(at)
        try:
            if at.spot:
                self.make(self.title, filled_with(self.workspace.board, self.place(at), self.filling))
        except EditError as error:
            self.tell(capital(f"{error}."))

    def hover(self, at: Pointer) -> None:
        """Show what would be filled, or say why nothing can be."""
        if not at.spot:
            self.show(NOTHING)
            return
        if len(self.workspace.board) > LARGE:
            self.show(Preview(squares=at.spot, label=plain(self.filling)))
            return
        try:
            squares = self.place(at)
        except EditError as error:
            self.show(Preview(wrong=at.spot, label=str(error)))
            return
        count = translate("words", "%n square(s)", None, PLURAL, len(squares))
        self.show(Preview(squares=tuple(sorted(squares)), label=f"{plain(self.filling)}, {count}"))


class TileTool(Tool):
    """Lays one kind of tile, again and again: a ghost follows the pointer and snaps to its neighbours."""

    name = "tile"
    advice = marked(
        "tools", "Click to lay it. R turns, F flips, arrows nudge, it snaps to neighbours (Alt: it does not)."
    )

    def __init__(self, workspace: Workspace, tile: Tile) -> None:
        super().__init__(workspace)
        self.tile = tile
        self.turn = 0
        self.flip = False
        self._at: Square | None = None
        self._pointed = (0.0, 0.0, False)

    @property
    def title(self) -> str:
        """Which tile."""
        return filled(self.tr("Tile: %1"), self.tile.name)

    def section(self, corner: Square) -> Section:
        """The tile as it would be laid."""
        layout, tile = self.workspace.layout, self.tile
        sided = tile.kind in SIDED and tile.side is None
        side = missing_side(layout, tile.kind, self.workspace.library) if sided else None
        fresh = fresh_id({section.id for section in layout.sections})
        return Section(id=fresh, tile=tile.id, at=corner, turn=self.turn, flip=self.flip, side=side)

    def corner(self, at: Pointer) -> Square:
        """Where its upper left corner goes when the pointer holds it by the middle."""
        width, height = self.tile.placed_size(self.turn)
        free = max(round(at.x - width / 2), 0), max(round(at.y - height / 2), 0)
        return free if at.alt else snapped(self._covered_from((0, 0)), free, self._floor())

    def _floor(self) -> set[Square]:
        return floor_of(self.workspace.layout, self.workspace.library)

    def _covered_from(self, corner: Square) -> frozenset[Square]:
        return frozenset(square for square, _ in self.tile.placed(corner, self.turn, self.flip))

    def hover(self, at: Pointer) -> None:
        """The ghost."""
        self._at, self._pointed = self.corner(at), (at.x, at.y, at.alt)
        self._ghost()

    def _ghost(self) -> None:
        if self._at is None:
            self.show(NOTHING)
            return
        covers = self._covered_from(self._at)
        overlap = covers & self._floor()
        joins = junctions_made(covers, self.workspace.board)
        widths = " + ".join(str(len(row)) for row in joins)
        label = filled(self.tr("joins %1 wide"), widths) if joins else ""
        self.show(
            Preview(
                squares=tuple(covers),
                wrong=tuple(overlap),
                edges=() if overlap else tuple(each for row in joins for each in row),
                ghost=self.section(self._at),
                label=self.tr("would overlap") if overlap else label,
            )
        )

    def start(self, at: Pointer) -> None:
        """Lay it where the ghost is, unless it would overlap."""
        if self._at is None or self._pointed != (at.x, at.y, at.alt):
            self.hover(at)
        layout, section = self.begin(at), self.section(self._at or self.corner(at))
        if covered(section, self.workspace.library) & self._floor():
            self.tell(self.tr("The tile would overlap another. R turns it; Erase lifts a tile."))
        else:
            self.make(self.title, normalised(replace(layout, sections=(*layout.sections, section))))

    def finish(self, at: Pointer) -> None:
        """The next one."""
        self.end()
        self._ghost()

    def key(self, key: int, at: Pointer | None) -> bool:
        """R turns, F flips, arrows nudge, Return lays."""
        if Qt.Key(key) in ARROWS and self._at is not None:
            dx, dy = ARROWS[Qt.Key(key)]
            self._at = max(self._at[0] + dx, 0), max(self._at[1] + dy, 0)
            self._ghost()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at is not None and at is not None:
            self.start(at)
            self.finish(at)
            return True
        if key == Qt.Key.Key_R:
            self.turn = (self.turn + 1) % 4
        elif key == Qt.Key.Key_F:
            self.turn, self.flip = -self.turn % 4, not self.flip
        else:
            return False
        if at is not None:
            self.hover(at)
        return True
