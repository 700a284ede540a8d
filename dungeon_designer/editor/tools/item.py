"""Put down chests, portals, traps, obstacles, ground and square doors."""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_not

from dungeon_designer.editor.tools.room import on_grid
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool, line_of, rectangle
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import (
    CounterContent,
    Layout,
    ObstacleKind,
    Team,
    TerrainKind,
    Trap,
    TrapKind,
)
from dungeon_designer.layout_edits import items
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.edges import with_square_door
from dungeon_designer.layout_edits.floor import with_door_square
from dungeon_designer.set_up.placement import Room, room_for_another_door, room_for_more
from dungeon_designer.translation import capital


class PlacingTool(Tool):
    """One thing on a square; where it may lie is lit, any other square says why not."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._room: Room | None = None
        self._room_of: tuple[object, ...] = ()

    def found_room(self) -> Room:
        """Where the thing may lie on the workspace's board."""
        raise NotImplementedError

    def room(self) -> Room | None:
        """The same just now, remembered until something changes; None on boards too large for a pointer."""
        if len(self.workspace.board) > LARGE:
            return None
        of = self.workspace.board, self.workspace.ruleset, self.workspace.symmetry
        if len(self._room_of) != len(of) or any(map(is_not, self._room_of, of)):
            self._room, self._room_of = self.found_room(), of
        return self._room

    @property
    def lit(self) -> tuple[Square, ...]:
        """The squares that are lit."""
        room = self.room()
        return tuple(room.free) if room else ()

    def picked_up(self) -> None:
        """Light the places."""
        self.show(Preview(lit=self.lit))

    def refresh(self) -> None:
        """Light those of the dungeon as it is now."""
        self.picked_up()

    def move(self, at: Pointer) -> None:
        """The button is still down: what is lit is what the next one may do."""
        self.hover(at)

    def hover(self, at: Pointer) -> None:
        """Say why not."""
        room = self.room()
        why = room.why_not(at.square) if room else ""
        square = (at.square,) if min(at.square) >= 0 else ()
        self.show(Preview(squares=() if why else square, wrong=square if why else (), lit=self.lit, label=why))


class TreasureTool(PlacingTool):
    """A chest or a portal."""

    def __init__(self, workspace: Workspace, portal: bool) -> None:
        super().__init__(workspace)
        self.portal = portal

    @property
    def name(self) -> str:  # type: ignore[override]
        """Which of the two."""
        return "portal" if self.portal else "chest"

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Portal") if self.portal else self.tr("Chest")

    @property
    def hint(self) -> str:
        """How it is used."""
        if self.portal:
            return self.tr("Click a square: the portal takes the next free number. Lit squares keep the rules.")
        return self.tr("Click a square. Lit squares keep the rules; any other says which it breaks.")

    def found_room(self) -> Room:
        """By the rules of placing."""
        return room_for_more(self.workspace.board, self.workspace.ruleset, self.portal, self.workspace.symmetry)

    def start(self, at: Pointer) -> None:
        """Put it down."""
        layout = self.begin()
        if min(at.square) < 0 or self.workspace.board.find(at.square) < 0:
            self.workspace.said.emit(self.tr("There is no floor here."))
            return
        put = items.with_portal if self.portal else items.with_chest
        try:
            self.put(self.tr("Place a portal") if self.portal else self.tr("Place a chest"), put(layout, at.square))
        except EditError as error:
            self.workspace.said.emit(str(error))

    def hover(self, at: Pointer) -> None:
        """Off the grid there is nothing to be said."""
        if min(at.square) < 0:
            self.show(Preview(lit=self.lit))
        else:
            super().hover(at)


class KindTool(Tool):
    """Puts one kind of thing down, and is called after it."""

    kind: TerrainKind | ObstacleKind | TrapKind

    @property
    def name(self) -> str:  # type: ignore[override]
        """The kind."""
        return self.kind.value

    @property
    def title(self) -> str:
        """In words."""
        return capital(plain(self.kind))


class GroundTool(KindTool):
    """Terrain or obstacles, square by square as the pointer goes; only on floor."""

    kind: TerrainKind | ObstacleKind

    def __init__(self, workspace: Workspace, kind: TerrainKind | ObstacleKind) -> None:
        super().__init__(workspace)
        self.kind = kind
        self._stroke: dict[Square, None] = {}
        self._last: Square | None = None

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click a floor square or drag over several; a right click clears a square.")

    def picked_up(self) -> None:
        """Fill fills with this from now on."""
        self.workspace.filling = self.kind

    def start(self, at: Pointer) -> None:
        """The first square."""
        self.begin()
        self._stroke, self._last = {}, at.square
        self.move(at)

    def move(self, at: Pointer) -> None:
        """Squares on the way that are floor."""
        if self.before is None or self._last is None:
            return
        passed = (square for square in line_of(self._last, at.square) if self.workspace.board.find(square) >= 0)
        self._stroke.update(dict.fromkeys(passed))
        self._last = at.square
        self.make(self.title, self._with(self.before, self._stroke))

    def _with(self, layout: Layout, squares: Iterable[Square]) -> Layout:
        if isinstance(self.kind, TerrainKind):
            return items.with_terrain(layout, squares, self.kind)
        return items.with_obstacle(layout, squares, self.kind)

    def hover(self, at: Pointer) -> None:
        """Floor or not."""
        floor = self.workspace.board.find(at.square) >= 0
        square = (at.square,) if min(at.square) >= 0 else ()
        self.show(Preview(squares=square if floor else (), wrong=() if floor else square, label=self._label(floor)))

    def _label(self, floor: bool) -> str:
        return plain(self.kind) if floor else self.tr("there is no floor here")


class TrapTool(KindTool):
    """Pits, spiked pits, trapdoors and counters; a trapdoor dragged out is as large as the drag."""

    kind: TrapKind

    def __init__(
        self,
        workspace: Workspace,
        kind: TrapKind,
        size: Size = (1, 1),
        owner: Team | None = None,
        content: CounterContent | None = None,
    ) -> None:
        super().__init__(workspace)
        self.kind, self.size, self.owner, self.content = kind, size, owner, content
        self._from: Square | None = None

    @property
    def hint(self) -> str:
        """How it is used."""
        if self.kind is TrapKind.TRAPDOOR:
            return self.tr("Click for a trapdoor, drag for a larger one; say in Properties what lies below.")
        if self.kind is TrapKind.COUNTER:
            return self.tr("Click a square; owner and hidden face are chosen under Pieces.")
        return self.tr("Click a square, or drag for a pit of several.")

    def trap(self, at: Square, size: Size) -> Trap:
        """The trap that would lie there."""
        below = "pit" if self.kind is TrapKind.TRAPDOOR else ""
        return Trap(kind=self.kind, at=at, size=size, below=below, owner=self.owner, content=self.content)

    def start(self, at: Pointer) -> None:
        """One corner."""
        self._from = at.square
        self.begin()
        self.move(at)

    def move(self, at: Pointer) -> None:
        """The corner across."""
        if self.before is None or self._from is None:
            return
        corner, size = rectangle(self._from, at.square)
        if size == (1, 1) or self.kind is TrapKind.COUNTER:
            corner, size = self._from, self.size
        trap = self.trap(corner, size)
        if not all(map(on_grid, trap.squares)):
            return
        if any(self.workspace.board.find(square) >= 0 for square in trap.squares):
            self.make(self.title, items.with_trap(self.before, trap))

    def hover(self, at: Pointer) -> None:
        """What it would cover."""
        if min(at.square) < 0:
            self.show(NOTHING)
            return
        squares = self.trap(at.square, self.size).squares
        floor = [square for square in squares if self.workspace.board.find(square) >= 0]
        wrong = [square for square in squares if square not in floor]
        self.show(Preview(squares=tuple(floor), wrong=tuple(wrong), label=self.title))


class SquareDoorTool(PlacingTool):
    """Doors that fill a square, as the 1989 boxed game has them."""

    name = "square-door"

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Square door")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a lit square, a gap one square wide or a wall one square thick: a shut door fills it. A click on"
            " a door opens or shuts it."
        )

    def found_room(self) -> Room:
        """In gaps and thin walls."""
        return room_for_another_door(self.workspace.board, self.workspace.ruleset, self.workspace.symmetry)

    def start(self, at: Pointer) -> None:
        """Hang the door, or open or shut it."""
        layout, room = self.begin(), self.room()
        there = next((door for door in layout.square_doors if door.at == at.square), None)
        if there is not None:
            self.make(self.title, with_square_door(layout, at.square, not there.open))
        elif self.workspace.board.find(at.square) < 0 and not (room and at.square in room.free):
            self.workspace.said.emit(self.tr("There is no floor here."))
        else:
            self.make(self.title, with_door_square(layout, at.square, self.workspace.library))

    def hover(self, at: Pointer) -> None:
        """A door that hangs opens or shuts."""
        if any(door.at == at.square for door in self.workspace.layout.square_doors):
            self.show(Preview(squares=(at.square,), lit=self.lit, label=self.tr("open or shut")))
        else:
            super().hover(at)
