"""The tools for floor and what covers or divides it: rooms, brush, terrain, fill, tiles; walls, doors, leap edges."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt

from dungeon_designer.analysis.passages import find_junctions
from dungeon_designer.board.model import Board
from dungeon_designer.editor.quick_fixes import read_door_width
from dungeon_designer.editor.tools.tool import (
    ARROW_STEPS,
    EMPTY_PREVIEW,
    Pointer,
    Preview,
    Tool,
    find_rectangle,
    is_in_reach,
    list_line_squares,
)
from dungeon_designer.editor.workspace import MAX_LIVE_SQUARES, Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.grid import SIDES, Edge, Square, find_neighbour, list_block_squares, normalise_edge
from dungeon_designer.layout.model import Layout, ObstacleKind, Section, SectionKind, TerrainKind, normalise_layout
from dungeon_designer.layout_edits import edges as edits
from dungeon_designer.layout_edits import objects
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.layout_edits.edges import find_new_junctions, snap_shape
from dungeon_designer.layout_edits.floor import (
    TEAM_KINDS,
    FillKind,
    add_room,
    choose_team,
    erase_squares,
    extend_section,
    fill_squares,
    find_fill_area,
    find_floor,
)
from dungeon_designer.layout_edits.objects import find_covered_squares, find_free_section_id
from dungeon_designer.tiles.tile import Tile
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, mark_for_translation, translate


class RoomTool(Tool):
    """The tool that draws a section as a rectangle."""

    name = "room"
    no_change_message = mark_for_translation(
        "tools", "There is floor here already: paint it, or change its kind in Properties."
    )

    def __init__(self, workspace: Workspace, kind: SectionKind) -> None:
        super().__init__(workspace)
        self.kind = kind
        self.title = fill_placeholders(self.tr("Draw: %1"), describe_kind(kind))
        if kind in TEAM_KINDS:
            self.hint = self.tr(
                "Drag a rectangle. The first belongs to home, the next to away; drawn floor is taken over."
            )
        else:
            self.hint = self.tr("Drag a rectangle. Floor that is there already stays as it is.")

    def activate(self) -> None:
        """Make this kind of room the one with which the fill tool fills."""
        self.workspace.filling = self.kind

    def handle_drag(self, pointer: Pointer) -> None:
        """Draw a section over the rectangle from the first square to the pointer, where there is no floor yet."""
        corner, size = find_rectangle(self.origin.square, pointer.square)
        after = add_room(
            self.layout_before, filter(is_in_reach, list_block_squares(corner, size)), self.kind, self.library
        )
        self.apply_layout(after, fill_placeholders(self.tr("Draw a %1"), describe_kind(self.kind)))
        self.show_preview(Preview(frame=(corner, size), label=f"{size[0]} × {size[1]} = {size[0] * size[1]}"))

    def end_gesture(self) -> None:
        """End the gesture and hide the frame."""
        self.show_preview()
        super().end_gesture()

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the first square that a drag would cover, and the team that the section would belong to, if any."""
        kind = describe_kind(self.kind)
        if not pointer.grid_squares:
            self.show_preview(Preview(label=self.tr("The grid ends at 9999")))
        elif self.kind in TEAM_KINDS:
            team = choose_team(self.layout, self.kind, self.library)
            self.show_preview(Preview(squares=pointer.grid_squares, label=f"{kind} ({describe_kind(team)})"))
        elif pointer.square in find_floor(self.layout, self.library):
            self.show_preview(Preview(label=self.tr("floor already")))
        else:
            self.show_preview(Preview(squares=pointer.grid_squares, label=kind))


class BrushTool(Tool):
    """A tool that is drawn over squares like a brush. Subclasses define what the squares of the stroke become.

    The attribute `stroke_squares` holds the squares of the stroke as keys, in the order in which they were painted.
    """

    stroke_squares: dict[Square, None]
    _last_square: Square

    def can_paint(self, square: Square) -> bool:
        """Return whether a square can be part of the stroke."""
        return is_in_reach(square)

    def build_layout(self) -> Layout:
        """Return the layout after the stroke."""
        raise NotImplementedError

    def handle_press(self, pointer: Pointer) -> None:
        """Begin the stroke at the pointer's square."""
        self.begin_gesture(pointer)
        self.stroke_squares, self._last_square = {}, pointer.square
        self.handle_drag(pointer)

    def handle_drag(self, pointer: Pointer) -> None:
        """Add the squares between the last square and the pointer to the stroke, and show its result if it grew."""
        old_count = len(self.stroke_squares)
        self.stroke_squares.update(
            dict.fromkeys(filter(self.can_paint, list_line_squares(self._last_square, pointer.square)))
        )
        self._last_square = pointer.square
        if len(self.stroke_squares) > old_count:
            self.apply_layout(self.build_layout())


class PaintTool(BrushTool):
    """The brush that adds squares to the section on which the stroke began, or to a new section."""

    name = "paint"
    _section_id = ""

    def handle_press(self, pointer: Pointer) -> None:
        """Begin the stroke. It extends the section under the first square; on rock or a tile it makes a new room."""
        section = self.board.find_section(pointer.square)
        self._section_id = "" if section is None or section.tile else section.id
        super().handle_press(pointer)

    def build_layout(self) -> Layout:
        """Return the layout with the stroke added to the section, or with a new room."""
        if self._section_id:
            return extend_section(self.layout_before, self._section_id, self.stroke_squares, self.library)
        return add_room(self.layout_before, self.stroke_squares, SectionKind.ROOM, self.library)

    def handle_hover(self, pointer: Pointer) -> None:
        """Show what a stroke would extend: a section, or a new room; a tile cannot be extended."""
        section = self.board.find_section(pointer.square)
        if section is not None and section.tile:
            self.show_preview(Preview(wrong_squares=(pointer.square,), label=self.tr("a tile keeps its shape")))
        else:
            label = self.tr("new room") if section is None else (section.name or describe_kind(section.kind))
            self.show_preview(Preview(squares=pointer.grid_squares, label=label))


class EraseTool(BrushTool):
    """The brush that erases squares with all that is on them."""

    name = "erase"

    def build_layout(self) -> Layout:
        """Return the layout without the squares of the stroke."""
        return erase_squares(self.layout_before, self.stroke_squares, self.library)

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the square that would be erased."""
        self.show_preview(Preview(wrong_squares=pointer.grid_squares))


class TerrainTool(BrushTool):
    """The brush that covers floor with terrain or obstacles."""

    name = "ground"

    def __init__(self, workspace: Workspace, kind: TerrainKind | ObstacleKind) -> None:
        super().__init__(workspace)
        self.kind, self.name = kind, kind.value
        self.title = capitalise_first(describe_kind(kind))

    def activate(self) -> None:
        """Make this terrain or obstacle the one with which the fill tool fills."""
        self.workspace.filling = self.kind

    def can_paint(self, square: Square) -> bool:
        """Return whether a square is floor."""
        return square in self.board

    def build_layout(self) -> Layout:
        """Return the layout with the squares of the stroke covered."""
        return objects.add_terrain(self.layout_before, self.stroke_squares, self.kind)

    def handle_hover(self, pointer: Pointer) -> None:
        """Show whether the square under the pointer is floor, which this tool's terrain can cover."""
        if self.can_paint(pointer.square):
            self.show_preview(Preview(squares=pointer.grid_squares, label=describe_kind(self.kind)))
        else:
            self.show_preview(Preview(wrong_squares=pointer.grid_squares, label=self.tr("there is no floor here")))


class FillTool(Tool):
    """The tool that fills what walls and borders enclose.

    It fills with the terrain, obstacle or kind of room that was chosen last. What would be filled is shown under the
    pointer; where nothing can be filled, the reason is shown.
    """

    name = "fill"

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.filling: FillKind = workspace.filling
        self.title = fill_placeholders(self.tr("Fill with: %1"), describe_kind(self.filling))
        self._fill_area: frozenset[Square] = frozenset()
        self._fill_area_board: Board | None = None

    def find_fill_area(self, pointer: Pointer) -> frozenset[Square]:
        """Return the squares that a click would fill. The result is kept while the pointer stays among them.

        Raises:
            EditError: Nothing can be filled here.
        """
        if self._fill_area_board is not self.board or pointer.square not in self._fill_area:
            self._fill_area, self._fill_area_board = frozenset(), self.board
            self._fill_area = find_fill_area(self.board, pointer.square, self.filling)
        return self._fill_area

    def handle_press(self, pointer: Pointer) -> None:
        """Fill the connected area of squares around the pointer, or show why it cannot be filled."""
        self.begin_gesture(pointer)
        try:
            if pointer.grid_squares:
                self.apply_layout(fill_squares(self.board, self.find_fill_area(pointer), self.filling))
        except EditError as error:
            self.show_message(capitalise_first(f"{error}."))

    def handle_hover(self, pointer: Pointer) -> None:
        """Show what would be filled, or why nothing can be filled."""
        preview = Preview(squares=pointer.grid_squares, label=describe_kind(self.filling))
        if pointer.grid_squares and len(self.board) <= MAX_LIVE_SQUARES:
            try:
                squares = self.find_fill_area(pointer)
                count = translate("words", "%n square(s)", None, PLURAL, len(squares))
                preview = Preview(squares=tuple(sorted(squares)), label=f"{preview.label}, {count}")
            except EditError as error:
                preview = Preview(wrong_squares=pointer.grid_squares, label=str(error))
        self.show_preview(preview if pointer.grid_squares else EMPTY_PREVIEW)


class TileTool(Tool):
    """The tool that places one kind of tile repeatedly.

    A ghost, a half-transparent picture of the tile, follows the pointer and snaps to adjacent floor. An end zone that
    is painted on one side only rotates by itself so that the painted side is away from the floor, until the user
    rotates or flips it.
    """

    name = "tile"

    def __init__(self, workspace: Workspace, tile: Tile) -> None:
        super().__init__(workspace)
        self.tile = tile
        self.title = fill_placeholders(self.tr("Tile: %1"), tile.name)
        self.turn, self.flip = 0, False
        self._is_turned_by_user = False
        self._corner: Square | None = None
        self._hover_point = (0.0, 0.0, False)

    def build_section(self, corner: Square) -> Section:
        """Return the tile as a section at a corner, with a new id.

        A tile of a kind that belongs to a team, such as an end zone, gets the team that still lacks one, unless the
        tile itself names a team.
        """
        layout, tile = self.layout, self.tile
        needs_team = tile.kind in TEAM_KINDS and tile.side is None
        team = choose_team(layout, tile.kind, self.library) if needs_team else None
        new_id = find_free_section_id({section.id for section in layout.sections})
        return Section(id=new_id, tile=tile.id, at=corner, turn=self.turn, flip=self.flip, side=team)

    def find_corner(self, pointer: Pointer) -> Square:
        """Return the upper left corner for the tile, so that the pointer is at its middle.

        The corner snaps to adjacent floor, so that tiles touch, unless Alt is held.
        """
        width, height = self.tile.find_placed_size(self.turn)
        corner = round(pointer.x - width / 2), round(pointer.y - height / 2)
        if pointer.alt:
            return corner
        return snap_shape(self._list_covered_squares((0, 0)), corner, find_floor(self.layout, self.library))

    def _list_covered_squares(self, corner: Square) -> frozenset[Square]:
        return frozenset(square for square, _ in self.tile.list_placed_squares(corner, self.turn, self.flip))

    def handle_hover(self, pointer: Pointer) -> None:
        """Move the ghost to the pointer."""
        self._corner, self._hover_point = self.find_corner(pointer), (pointer.x, pointer.y, pointer.alt)
        if not self._is_turned_by_user:
            self.turn = self._choose_turn(self._corner)
        self._show_ghost()

    def _choose_turn(self, corner: Square) -> int:
        """Return the quarter turns by which the painted side of an end zone is farthest from the floor it would touch.

        The current ones are returned if it touches none, for a tile without a painted side, and for a tile that is not
        square, which would cover other squares after a turn.
        """
        (width, height), junctions = self.tile.size, find_new_junctions(self._list_covered_squares(corner), self.board)
        if self.tile.painted is None or width != height or not junctions:
            return self.turn
        touching_squares = [square for junction in junctions for square, _ in junction]

        def measure_painted_distance(turn: int) -> int:
            painted_squares = self.tile.list_painted_squares(corner, turn, self.flip)
            return min(abs(x - a) + abs(y - b) for x, y in painted_squares for a, b in touching_squares)

        turns: tuple[int, ...] = (self.turn, *range(4))
        return max(turns, key=measure_painted_distance)

    def _show_ghost(self) -> None:
        """Show the ghost of the tile, and whether it would overlap floor or how wide it would join sections."""
        if self._corner is None:
            self.show_preview()
            return
        squares, edges, label = self._list_covered_squares(self._corner), list[Edge](), ""
        overlap = squares & find_floor(self.layout, self.library)
        junction_rows = find_new_junctions(squares, self.board)
        if overlap:
            label = self.tr("would overlap")
        elif junction_rows:
            label = fill_placeholders(
                self.tr("joins %1 wide"), " + ".join(str(len(junction)) for junction in junction_rows)
            )
            edges = [junction_edge for junction in junction_rows for junction_edge in junction]
        ghost = self.build_section(self._corner)
        self.show_preview(Preview(tuple(squares), tuple(overlap), edges=tuple(edges), ghost=ghost, label=label))

    def handle_press(self, pointer: Pointer) -> None:
        """Place the tile where the ghost is, unless it would overlap."""
        if self._corner is None or self._hover_point != (pointer.x, pointer.y, pointer.alt):
            self.handle_hover(pointer)
        layout, section = self.begin_gesture(pointer), self.build_section(self._corner or self.find_corner(pointer))
        if find_covered_squares(section, self.library) & find_floor(layout, self.library):
            self.show_message(self.tr("The tile would overlap another. R rotates it; Erase removes a tile."))
        else:
            self.apply_layout(normalise_layout(replace(layout, sections=(*layout.sections, section))))

    def move_along(self, offset: Square) -> None:
        """Move the ghost with the dungeon."""
        super().move_along(offset)
        if self._corner is not None:
            self._corner = self._corner[0] + offset[0], self._corner[1] + offset[1]
        x, y, is_free = self._hover_point
        self._hover_point = x + offset[0], y + offset[1], is_free

    def handle_release(self, pointer: Pointer) -> None:
        """End the gesture and show the ghost of the next tile."""
        self.end_gesture()
        self._show_ghost()

    def handle_key(self, key: int, pointer: Pointer | None) -> bool:
        """Handle a key and return whether it was used.

        R rotates, F flips, arrows move the ghost, and Return places the tile.
        """
        if Qt.Key(key) in ARROW_STEPS and self._corner is not None:
            dx, dy = ARROW_STEPS[Qt.Key(key)]
            self._corner = self._corner[0] + dx, self._corner[1] + dy
            self._show_ghost()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._corner is not None and pointer is not None:
            self.handle_press(pointer)
            self.handle_release(pointer)
            return True
        if key == Qt.Key.Key_R:
            self.turn = (self.turn + 1) % 4
        elif key == Qt.Key.Key_F:
            self.turn, self.flip = -self.turn % 4, not self.flip
        else:
            return False
        self._is_turned_by_user = True
        if pointer is not None:
            self.handle_hover(pointer)
        return True


_MAX_CANDIDATES = 4000
_CLICK_REACH = 1.0  # so far, in squares, a click may be from the border that is meant


class EdgeTool(Tool):
    """A tool for objects on borders between squares, such as walls. A drag covers a straight row of borders.

    If an object stands on the first border, the gesture removes objects; otherwise it adds them.
    """

    no_change_message = mark_for_translation("tools", "Nothing can stand here: there must be floor on both sides.")
    field: str
    """The list of a layout that the tool changes."""

    _first_edge: Edge
    _is_removing = False
    _legal_edges: tuple[Edge, ...] = ()

    @property
    def legal_edges(self) -> tuple[Edge, ...]:
        """The borders on which an object may stand now; during a gesture, those at its beginning."""
        if not self.is_active:
            self._legal_edges = self.find_once(self.find_legal_edges, self.board)
        return self._legal_edges

    def refresh_preview(self) -> None:
        """Highlight the borders of the current dungeon on which an object may stand."""
        self.show_preview(Preview(candidate_edges=self.legal_edges))

    def find_legal_edges(self) -> tuple[Edge, ...]:
        """Return the borders on which an object of this tool may stand; by default none."""
        return ()

    @property
    def occupied_edges(self) -> set[Edge]:
        """The borders on which an object of this tool stands already."""
        return edits.list_field_edges(self.layout, self.field)

    def choose_edges(self, edges: list[Edge]) -> list[Edge]:
        """Return which of the dragged borders get an object: those with floor on both sides."""
        return edits.filter_inner_edges(self.board, edges)

    def find_target_edge(self, pointer: Pointer) -> Edge:
        """Return the border that a click means.

        It is the nearest one within `_CLICK_REACH` on which an object of this tool may stand or stands; if there is
        none, it is the nearest border of all.
        """
        target = edits.choose_nearest_edge(
            sorted({*self.legal_edges, *self.occupied_edges}), pointer.x, pointer.y, _CLICK_REACH
        )
        return target or edits.find_nearest_edge(pointer.x, pointer.y)

    def handle_press(self, pointer: Pointer) -> None:
        """Begin at a border. If an object stands on it, the gesture removes objects; otherwise it adds them."""
        self._first_edge = self.find_target_edge(pointer)
        self._is_removing = self._first_edge in self.occupied_edges
        self.begin_gesture(pointer)
        self.handle_drag(pointer)

    def handle_drag(self, pointer: Pointer) -> None:
        """Add or remove objects on the borders from the first one to the pointer, along its line."""
        edges, change = edits.list_edges_between(self._first_edge, pointer.square), edits.remove_edges
        if not self._is_removing:
            edges, change = self.choose_edges(edges), edits.add_edges
        self.apply_layout(change(self.layout_before, self.field, edges))
        self.show_preview(Preview(edges=tuple(edges), candidate_edges=self.legal_edges, is_removal=self._is_removing))

    def handle_release(self, pointer: Pointer) -> None:
        """End the gesture and light the legal borders again."""
        super().handle_release(pointer)
        self.refresh_preview()

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the borders that a click would change."""
        border = self.find_target_edge(pointer)
        is_removal = border in self.occupied_edges
        edges = [border] if is_removal else self.choose_edges([border])
        label = self.tr("remove") if is_removal else ""
        self.show_preview(
            Preview(edges=tuple(edges), candidate_edges=self.legal_edges, label=label, is_removal=is_removal)
        )


class WallTool(EdgeTool):
    """The tool for walls between squares of floor."""

    name = "wall"
    field = "walls"

    def find_target_edge(self, pointer: Pointer) -> Edge:
        """Return the border nearest to the pointer, since any border may have a wall."""
        return edits.find_nearest_edge(pointer.x, pointer.y)


class DoorTool(EdgeTool):
    """The tool for doors on borders.

    A click on a junction, where two sections meet, makes a door in its middle, as wide as the ruleset requires.
    """

    name = "door"
    field = "doors"
    hides_ghost_after_click = True

    def find_legal_edges(self) -> tuple[Edge, ...]:
        """Return the borders between sections; none if there are more than `_MAX_CANDIDATES`."""
        junction_edges = [
            edge for junction in find_junctions(self.board) for run in junction.runs for edge in run.edges
        ]
        return tuple(junction_edges) if len(junction_edges) <= _MAX_CANDIDATES else ()

    def choose_edges(self, edges: list[Edge]) -> list[Edge]:
        """Return the borders on which doors are made: those dragged over that have floor on both sides.

        If only one border was touched and it is part of a junction, return the middle of that junction instead.
        """
        legal_edges = super().choose_edges(edges)
        junction = edits.find_junction(self.board, legal_edges[0]) if len(legal_edges) == len(edges) == 1 else []
        return edits.select_middle(junction, read_door_width(self.workspace.ruleset)) if junction else legal_edges


class LeapTool(EdgeTool):
    """The tool for edges from which a player with Leap may jump."""

    name = "leap"
    field = "leap_edges"

    def find_legal_edges(self) -> tuple[Edge, ...]:
        """Return the open borders between floor to stand on and a hazard such as lava; none on a large board."""
        board = self.board
        if len(board) > _MAX_CANDIDATES:
            return ()
        closed_edges, hazards = board.walls | board.edge_doors, board.hazard_squares
        sides_of_hazards = [(square, side) for square in board.squares if square in hazards for side in SIDES]
        rims_and_squares = [
            (normalise_edge(*hazard_side), find_neighbour(*hazard_side)) for hazard_side in sides_of_hazards
        ]
        return tuple(
            rim
            for rim, adjacent_square in rims_and_squares
            if adjacent_square in board and adjacent_square not in hazards and rim not in closed_edges
        )
