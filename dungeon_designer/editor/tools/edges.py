"""Walls, doors and leap edges: click a border, or drag along several."""

from __future__ import annotations

from collections.abc import Callable, Collection

from dungeon_designer.analysis.passages import junctions
from dungeon_designer.board.model import Board
from dungeon_designer.editor.quick_fixes import door_width
from dungeon_designer.editor.tools.tool import Pointer, Preview, Tool
from dungeon_designer.grid import SIDES, Edge, Side, block, edge, edge_run, neighbour
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits import edges as edits
from dungeon_designer.translation import marked

_MOST_MARKS = 4000
_NEAR = 2
"""How many squares from the pointer borders are lit that may have a wall."""

_REACH = 1.0
"""So far, in squares, a click may be from the border that is meant."""

EdgesChanged = Callable[[Layout, Collection[Edge]], Layout]


class EdgeTool(Tool):
    """A row of borders. What a click finds there already, it takes away."""

    laid: EdgesChanged
    """The layout with it on some borders, and without."""
    taken: EdgesChanged

    _from: Edge
    _away = False
    _marks: tuple[Edge, ...] = ()
    _marks_of: Board | None = None

    @property
    def marks(self) -> tuple[Edge, ...]:
        """The legal places just now; those a drag began with as long as it goes on."""
        if self._marks_of is not self.workspace.board and not self.active:
            self._marks, self._marks_of = self.places(self.workspace.board), self.workspace.board
        return self._marks

    def picked_up(self) -> None:
        """Legal places light up."""
        self.show(Preview(marks=self.marks))

    def refresh(self) -> None:
        """Light those of the dungeon as it is now."""
        self.picked_up()

    def places(self, board: Board) -> tuple[Edge, ...]:
        """The borders such a thing may stand on."""
        return ()

    def there(self, layout: Layout) -> set[Edge]:
        """The borders that have one."""
        raise NotImplementedError

    def chosen(self, edges: list[Edge]) -> list[Edge]:
        """The borders a drag means."""
        return edits.inside(self.workspace.board, edges)

    def meant(self, at: Pointer) -> Edge:
        """The lit border, or the one that has such a thing already, nearest to the pointer; else any nearest."""
        wanted = {*self.marks, *self.there(self.workspace.layout)}
        found = edits.nearest_of(sorted(wanted), at.x, at.y, _REACH)
        return found or edits.nearest_edge(at.x, at.y)

    def start(self, at: Pointer) -> None:
        """The first border."""
        self._from = self.meant(at)
        self._away = self._from in self.there(self.begin(at))
        self.move(at)

    def move(self, at: Pointer) -> None:
        """Borders along the first one's line."""
        row = edits.edges_between(self._from, at.square)
        edges = row if self._away else self.chosen(row)
        change = type(self).taken if self._away else type(self).laid
        self.make(self.title, change(self.before, edges))
        self.show(Preview(edges=tuple(edges), marks=self.marks, away=self._away))

    def finish(self, at: Pointer) -> None:
        """They stand."""
        if self.before is self.workspace.layout:
            self.tell(self.tr("Nothing can stand here: there must be floor on both sides."))
        self.end()
        self.picked_up()

    def hover(self, at: Pointer) -> None:
        """The border nearest to the pointer."""
        border = self.meant(at)
        away = border in self.there(self.workspace.layout)
        edges = [border] if away else self.chosen([border])
        label = self.tr("take away") if away else ""
        self.show(Preview(edges=tuple(edges), marks=self.marks, label=label, away=away))


class WallTool(EdgeTool):
    """Walls between floor squares."""

    name = "wall"
    words = marked("tools", "Wall")
    advice = marked(
        "tools", "Click a border between two floor squares, or drag along several; once more takes them away."
    )
    laid, taken = staticmethod(edits.with_walls), staticmethod(edits.without_walls)

    def meant(self, at: Pointer) -> Edge:
        """Any border may have a wall: the nearest."""
        return edits.nearest_edge(at.x, at.y)

    def there(self, layout: Layout) -> set[Edge]:
        """Borders with a drawn wall."""
        return edits.wall_edges(layout)

    def hover(self, at: Pointer) -> None:
        """Every border inside the dungeon may have a wall: those near the pointer are lit, all would hide the map."""
        (x, y), near = at.square, _NEAR
        around = block((x - near, y - near), (2 * near + 1, 2 * near + 1))
        borders = [(square, side) for square in around if min(square) >= 0 for side in (Side.EAST, Side.SOUTH)]
        self._marks = tuple(edits.inside(self.workspace.board, borders))
        super().hover(at)


class DoorTool(EdgeTool):
    """Edge doors. A click on a junction makes one of the width the ruleset asks, in its middle."""

    name = "door"
    words = marked("tools", "Door")
    advice = marked(
        "tools",
        "Click near where two sections meet: a door of the book's width is centred there. Drag along borders for"
        " one of your own width; a click on a door takes it away.",
    )
    laid, taken = staticmethod(edits.with_door), staticmethod(edits.without_doors)

    def there(self, layout: Layout) -> set[Edge]:
        """Borders with a door."""
        return {each for door in layout.doors for each in edge_run(door.at, door.side, door.width)}

    def places(self, board: Board) -> tuple[Edge, ...]:
        """Borders between sections."""
        found = [each for junction in junctions(board) for run in junction.runs for each in run.edges]
        return tuple(found) if len(found) <= _MOST_MARKS else ()

    def chosen(self, edges: list[Edge]) -> list[Edge]:
        """A single border means the middle of its junction."""
        found = super().chosen(edges)
        row = edits.junction_at(self.workspace.board, found[0]) if len(found) == len(edges) == 1 else []
        return edits.centred(row, door_width(self.workspace.ruleset)) if row else found


class LeapTool(EdgeTool):
    """Edges from which a player with Leap may jump."""

    name = "leap"
    words = marked("tools", "Leap edge")
    advice = marked("tools", "Click or drag along the rim of a hazard: a player with Leap may jump from there.")
    laid, taken = staticmethod(edits.with_leap_edges), staticmethod(edits.without_leap_edges)

    def there(self, layout: Layout) -> set[Edge]:
        """Borders marked already."""
        return {edge(*each) for run in layout.leap_edges for each in edge_run(run.at, run.side, run.width)}

    def places(self, board: Board) -> tuple[Edge, ...]:
        """Open borders between floor to stand on and a hazard."""
        if len(board) > _MOST_MARKS:
            return ()
        shut, hazards = board.walls | board.edge_doors, board.hazard_squares
        rims = [
            (edge(square, side), neighbour(square, side))
            for square in board.squares
            for side in SIDES
            if square in hazards
        ]
        return tuple(rim for rim, there in rims if there in board and there not in hazards and rim not in shut)
