"""Tools for floor and what covers or parts it: rooms, a brush, ground, fillings, tiles; walls, doors, leap edges."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt

from dungeon_designer.analysis.passages import junctions
from dungeon_designer.board.model import Board
from dungeon_designer.editor.quick_fixes import door_width
from dungeon_designer.editor.tools.tool import ARROWS, NOTHING, Pointer, Preview, Tool, line_of, on_grid, rectangle
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.grid import SIDES, Edge, Square, block, edge, neighbour
from dungeon_designer.layout.model import Layout, ObstacleKind, Section, SectionKind, TerrainKind, normalised
from dungeon_designer.layout_edits import edges as edits
from dungeon_designer.layout_edits import items
from dungeon_designer.layout_edits.descriptions import kind_in_words
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
    in_vain = marked("tools", "There is floor here already: paint it, or change its kind in Properties.")

    def __init__(self, workspace: Workspace, kind: SectionKind) -> None:
        super().__init__(workspace)
        self.kind = kind
        self.title = filled(self.tr("Draw: %1"), kind_in_words(kind))
        self.hint = (
            self.tr("Drag a rectangle. The first belongs to home, the next to away; drawn floor is taken over.")
            if kind in SIDED
            else self.tr("Drag a rectangle. Floor that is there already stays as it is.")
        )

    def picked_up(self) -> None:
        """Fill fills with this from now on."""
        self.workspace.filling = self.kind

    def move(self, at: Pointer) -> None:
        """The corner across."""
        corner, size = rectangle(self.origin.square, at.square)
        after = with_room(self.before, filter(on_grid, block(corner, size)), self.kind, self.library)
        self.make(after, filled(self.tr("Draw a %1"), kind_in_words(self.kind)))
        self.show(Preview(band=(corner, size), label=f"{size[0]} × {size[1]} = {size[0] * size[1]}"))

    def end(self) -> None:
        """There is no frame any more."""
        self.show()
        super().end()

    def hover(self, at: Pointer) -> None:
        """The first square, and whose it will be."""
        kind = kind_in_words(self.kind)
        if not at.spot:
            self.show(Preview(label=self.tr("The grid begins at 0")))
        elif self.kind in SIDED:
            side = missing_side(self.layout, self.kind, self.library)
            self.show(Preview(squares=at.spot, label=f"{kind} ({kind_in_words(side)})"))
        elif at.square in floor_of(self.layout, self.library):
            self.show(Preview(label=self.tr("floor already")))
        else:
            self.show(Preview(squares=at.spot, label=kind))


class BrushTool(Tool):
    """A stroke over squares."""

    stroke: dict[Square, None]
    _last: Square

    def takes(self, square: Square) -> bool:
        """Whether a square can be part of the stroke."""
        return on_grid(square)

    def stroked(self) -> Layout:
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
        self.make(self.stroked())


class PaintTool(BrushTool):
    """Adds squares to the section the stroke began on, or to a new one."""

    name = "paint"
    _target = ""

    def start(self, at: Pointer) -> None:
        """The section under the first square grows."""
        owner = self.board.section_at(at.square)
        self._target = "" if owner is None or owner.tile else owner.id
        super().start(at)

    def stroked(self) -> Layout:
        """The section with the squares so far."""
        if self._target:
            return painted(self.before, self._target, self.stroke, self.library)
        return with_room(self.before, self.stroke, SectionKind.ROOM, self.library)

    def hover(self, at: Pointer) -> None:
        """What would grow."""
        owner = self.board.section_at(at.square)
        if owner is not None and owner.tile:
            self.show(Preview(wrong=(at.square,), label=self.tr("a tile keeps its shape")))
        else:
            words = self.tr("new room") if owner is None else (owner.name or kind_in_words(owner.kind))
            self.show(Preview(squares=at.spot, label=words))


class EraseTool(BrushTool):
    """Rubs out squares with all that lies on them."""

    name = "erase"

    def stroked(self) -> Layout:
        """The layout without the squares so far."""
        return erased(self.before, self.stroke, self.library)

    def hover(self, at: Pointer) -> None:
        """The square that would go."""
        self.show(Preview(wrong=at.spot))


class GroundTool(BrushTool):
    """Terrain or obstacles, square by square as the pointer goes; only on floor."""

    name = "ground"

    def __init__(self, workspace: Workspace, kind: TerrainKind | ObstacleKind) -> None:
        super().__init__(workspace)
        self.kind, self.name = kind, kind.value
        self.title = capital(kind_in_words(kind))

    def picked_up(self) -> None:
        """Fill fills with this from now on."""
        self.workspace.filling = self.kind

    def takes(self, square: Square) -> bool:
        """Floor alone."""
        return square in self.board

    def stroked(self) -> Layout:
        """The layout with the squares so far covered."""
        return items.with_ground(self.before, self.stroke, self.kind)

    def hover(self, at: Pointer) -> None:
        """Floor or not."""
        if self.takes(at.square):
            self.show(Preview(squares=at.spot, label=kind_in_words(self.kind)))
        else:
            self.show(Preview(wrong=at.spot, label=self.tr("there is no floor here")))


class FillTool(Tool):
    """A click fills what walls and borders enclose with the ground, obstacle or kind of room taken last.

    What would be filled is shown under the pointer; where nothing can be, it says why.
    """

    name = "fill"

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.filling: Filling = workspace.filling
        self.title = filled(self.tr("Fill with: %1"), kind_in_words(self.filling))
        self._place: frozenset[Square] = frozenset()
        self._place_of: Board | None = None

    def place(self, at: Pointer) -> frozenset[Square]:
        """What a click would fill, remembered while the pointer stays on it; EditError where nothing can be."""
        if self._place_of is not self.board or at.square not in self._place:
            self._place, self._place_of = frozenset(), self.board
            self._place = place_to_fill(self.board, at.square, self.filling)
        return self._place

    def start(self, at: Pointer) -> None:
        """Fill it."""
        self.begin(at)
        try:
            if at.spot:
                self.make(filled_with(self.board, self.place(at), self.filling))
        except EditError as error:
            self.tell(capital(f"{error}."))

    def hover(self, at: Pointer) -> None:
        """Show what would be filled, or say why nothing can be."""
        over = Preview(squares=at.spot, label=kind_in_words(self.filling))
        if at.spot and len(self.board) <= LARGE:
            try:
                squares = self.place(at)
                count = translate("words", "%n square(s)", None, PLURAL, len(squares))
                over = Preview(squares=tuple(sorted(squares)), label=f"{over.label}, {count}")
            except EditError as error:
                over = Preview(wrong=at.spot, label=str(error))
        self.show(over if at.spot else NOTHING)


class TileTool(Tool):
    """Lays one kind of tile, again and again: a ghost follows the pointer and snaps to its neighbours."""

    name = "tile"

    def __init__(self, workspace: Workspace, tile: Tile) -> None:
        super().__init__(workspace)
        self.tile = tile
        self.title = filled(self.tr("Tile: %1"), tile.name)
        self.turn, self.flip = 0, False
        self._at: Square | None = None
        self._pointed = (0.0, 0.0, False)

    def section(self, corner: Square) -> Section:
        """The tile as it would be laid."""
        layout, tile = self.layout, self.tile
        sided = tile.kind in SIDED and tile.side is None
        side = missing_side(layout, tile.kind, self.library) if sided else None
        fresh = fresh_id({section.id for section in layout.sections})
        return Section(id=fresh, tile=tile.id, at=corner, turn=self.turn, flip=self.flip, side=side)

    def corner(self, at: Pointer) -> Square:
        """Where its upper left corner goes when the pointer holds it by the middle."""
        width, height = self.tile.placed_size(self.turn)
        free = max(round(at.x - width / 2), 0), max(round(at.y - height / 2), 0)
        return free if at.alt else snapped(self._covered_from((0, 0)), free, floor_of(self.layout, self.library))

    def _covered_from(self, corner: Square) -> frozenset[Square]:
        return frozenset(square for square, _ in self.tile.placed(corner, self.turn, self.flip))

    def hover(self, at: Pointer) -> None:
        """The ghost."""
        self._at, self._pointed = self.corner(at), (at.x, at.y, at.alt)
        self._ghost()

    def _ghost(self) -> None:
        if self._at is None:
            self.show()
            return
        covers, edges, label = self._covered_from(self._at), list[Edge](), ""
        overlap = covers & floor_of(self.layout, self.library)
        joins = junctions_made(covers, self.board)
        if overlap:
            label = self.tr("would overlap")
        elif joins:
            label = filled(self.tr("joins %1 wide"), " + ".join(str(len(row)) for row in joins))
            edges = [each for row in joins for each in row]
        ghost = self.section(self._at)
        self.show(Preview(tuple(covers), tuple(overlap), edges=tuple(edges), ghost=ghost, label=label))

    def start(self, at: Pointer) -> None:
        """Lay it where the ghost is, unless it would overlap."""
        if self._at is None or self._pointed != (at.x, at.y, at.alt):
            self.hover(at)
        layout, section = self.begin(at), self.section(self._at or self.corner(at))
        if covered(section, self.library) & floor_of(layout, self.library):
            self.tell(self.tr("The tile would overlap another. R turns it; Erase lifts a tile."))
        else:
            self.make(normalised(replace(layout, sections=(*layout.sections, section))))

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


_MOST_MARKS = 4000
_REACH = 1.0  # so far, in squares, a click may be from the border that is meant


class EdgeTool(Tool):
    """A row of borders. What a click finds there already, it takes away."""

    in_vain = marked("tools", "Nothing can stand here: there must be floor on both sides.")
    field: str
    """The list of a layout it is in."""

    _from: Edge
    _away = False
    _marks: tuple[Edge, ...] = ()

    @property
    def marks(self) -> tuple[Edge, ...]:
        """The legal places just now; those a drag began with as long as it goes on."""
        if not self.active:
            self._marks = self.remembered(self.places, self.board)
        return self._marks

    def refresh(self) -> None:
        """Legal places light up, those of the dungeon as it is now."""
        self.show(Preview(marks=self.marks))

    def places(self) -> tuple[Edge, ...]:
        """The borders such a thing may stand on."""
        return ()

    @property
    def there(self) -> set[Edge]:
        """The borders that have one."""
        return edits.edges_of(self.layout, self.field)

    def chosen(self, edges: list[Edge]) -> list[Edge]:
        """The borders a drag means."""
        return edits.inside(self.board, edges)

    def meant(self, at: Pointer) -> Edge:
        """The lit border, or the one that has such a thing already, nearest to the pointer; else any nearest."""
        found = edits.nearest_of(sorted({*self.marks, *self.there}), at.x, at.y, _REACH)
        return found or edits.nearest_edge(at.x, at.y)

    def start(self, at: Pointer) -> None:
        """The first border."""
        self._from = self.meant(at)
        self._away = self._from in self.there
        self.begin(at)
        self.move(at)

    def move(self, at: Pointer) -> None:
        """Borders along the first one's line."""
        edges, change = edits.edges_between(self._from, at.square), edits.without_edges
        if not self._away:
            edges, change = self.chosen(edges), edits.with_edges
        self.make(change(self.before, self.field, edges))
        self.show(Preview(edges=tuple(edges), marks=self.marks, away=self._away))

    def finish(self, at: Pointer) -> None:
        """They stand."""
        super().finish(at)
        self.refresh()

    def hover(self, at: Pointer) -> None:
        """The border nearest to the pointer."""
        border = self.meant(at)
        away = border in self.there
        edges = [border] if away else self.chosen([border])
        label = self.tr("take away") if away else ""
        self.show(Preview(edges=tuple(edges), marks=self.marks, label=label, away=away))


class WallTool(EdgeTool):
    """Walls between floor squares."""

    name = "wall"
    field = "walls"

    def meant(self, at: Pointer) -> Edge:
        """Any border may have a wall: the nearest."""
        return edits.nearest_edge(at.x, at.y)


class DoorTool(EdgeTool):
    """Edge doors. A click on a junction makes one of the width the ruleset asks, in its middle."""

    name = "door"
    field = "doors"

    def places(self) -> tuple[Edge, ...]:
        """Borders between sections."""
        found = [each for junction in junctions(self.board) for run in junction.runs for each in run.edges]
        return tuple(found) if len(found) <= _MOST_MARKS else ()

    def chosen(self, edges: list[Edge]) -> list[Edge]:
        """A single border means the middle of its junction."""
        found = super().chosen(edges)
        row = edits.junction_at(self.board, found[0]) if len(found) == len(edges) == 1 else []
        return edits.centred(row, door_width(self.workspace.ruleset)) if row else found


class LeapTool(EdgeTool):
    """Edges from which a player with Leap may jump."""

    name = "leap"
    field = "leap_edges"

    def places(self) -> tuple[Edge, ...]:
        """Open borders between floor to stand on and a hazard."""
        board = self.board
        if len(board) > _MOST_MARKS:
            return ()
        shut, hazards = board.walls | board.edge_doors, board.hazard_squares
        places = [(square, side) for square in board.squares if square in hazards for side in SIDES]
        rims = [(edge(*place), neighbour(*place)) for place in places]
        return tuple(rim for rim, there in rims if there in board and there not in hazards and rim not in shut)
