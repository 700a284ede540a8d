"""Tools that put things down: chests, portals, traps, square doors, machines, labels."""

from __future__ import annotations

from operator import is_not

from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool, in_room, on_grid, rectangle
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Side, Size, Square
from dungeon_designer.layout.model import CounterContent, Label, RollingBall, Team, Trap, TrapKind
from dungeon_designer.layout_edits import items
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.edges import with_square_door
from dungeon_designer.layout_edits.floor import with_door_square
from dungeon_designer.layout_edits.items import ItemRef
from dungeon_designer.set_up.placement import Room, room_for_another_door, room_for_more
from dungeon_designer.translation import capital, filled, marked


class PlacingTool(Tool):
    """One thing on a square; where it may lie is lit, any other square says why not."""

    _room: Room | None = None
    _room_of: tuple[object, ...] = ()

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
        """Say why not; off the grid there is nothing to be said."""
        self.show(in_room(self.room(), at) if at.spot else Preview(lit=self.lit))


class TreasureTool(PlacingTool):
    """A chest or a portal."""

    def __init__(self, workspace: Workspace, portal: bool) -> None:
        super().__init__(workspace)
        self.portal = portal
        self.name = "portal" if portal else "chest"

    @property
    def title(self) -> str:
        """Which of the two."""
        return self.tr("Portal") if self.portal else self.tr("Chest")

    @property
    def hint(self) -> str:
        """What is lit."""
        if self.portal:
            return self.tr("Click a square: the portal takes the next free number. Lit squares keep the rules.")
        return self.tr("Click a square. Lit squares keep the rules; any other says which it breaks.")

    def found_room(self) -> Room:
        """By the rules of placing."""
        return room_for_more(self.workspace.board, self.workspace.ruleset, self.portal, self.workspace.symmetry)

    def start(self, at: Pointer) -> None:
        """Put it down."""
        layout = self.begin(at)
        if at.square not in self.workspace.board:
            self.tell(self.tr("There is no floor here."))
            return
        put = items.with_portal if self.portal else items.with_chest
        try:
            self.put(self.tr("Place a portal") if self.portal else self.tr("Place a chest"), put(layout, at.square))
        except EditError as error:
            self.tell(str(error))


class SquareDoorTool(PlacingTool):
    """Doors that fill a square, as the 1989 boxed game has them."""

    name = "square-door"
    words = marked("tools", "Square door")
    advice = marked(
        "tools",
        "Click a lit square, a gap one square wide or a wall one square thick: a shut door fills it. A click on"
        " a door opens or shuts it.",
    )

    def found_room(self) -> Room:
        """In gaps and thin walls."""
        return room_for_another_door(self.workspace.board, self.workspace.ruleset, self.workspace.symmetry)

    def start(self, at: Pointer) -> None:
        """Hang the door, or open or shut it."""
        layout, room = self.begin(at), self.room()
        there = next((door for door in layout.square_doors if door.at == at.square), None)
        if there is not None:
            self.make(self.title, with_square_door(layout, at.square, not there.open))
        elif at.square not in self.workspace.board and not (room and at.square in room.free):
            self.tell(self.tr("There is no floor here."))
        else:
            self.make(self.title, with_door_square(layout, at.square, self.workspace.library))

    def hover(self, at: Pointer) -> None:
        """A door that hangs opens or shuts."""
        if any(door.at == at.square for door in self.workspace.layout.square_doors):
            self.show(Preview(squares=(at.square,), lit=self.lit, label=self.tr("open or shut")))
        else:
            super().hover(at)


class TrapTool(Tool):
    """Pits, spiked pits, trapdoors and counters; a trapdoor dragged out is as large as the drag."""

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
        self.name = kind.value

    @property
    def title(self) -> str:
        """The kind."""
        return capital(plain(self.kind))

    @property
    def hint(self) -> str:
        """How large it becomes."""
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
        self.begin(at)
        self.move(at)

    def move(self, at: Pointer) -> None:
        """The corner across."""
        corner, size = rectangle(self.origin.square, at.square)
        if size == (1, 1) or self.kind is TrapKind.COUNTER:
            corner, size = self.origin.square, self.size
        trap = self.trap(corner, size)
        if all(map(on_grid, trap.squares)) and any(square in self.workspace.board for square in trap.squares):
            self.make(self.title, items.with_trap(self.before, trap))

    def hover(self, at: Pointer) -> None:
        """What it would cover."""
        squares = self.trap(at.square, self.size).squares if at.spot else ()
        wrong = tuple(square for square in squares if square not in self.workspace.board)
        floor = tuple(square for square in squares if square not in wrong)
        self.show(Preview(squares=floor, wrong=wrong, label=self.title if at.spot else ""))


class TurningRoomTool(Tool):
    """Makes sections turn about their centre; Shift joins one more to the room that was made last."""

    name = "turning-room"
    words = marked("tools", "Turning room")
    advice = marked("tools", "Click the room that turns; Shift-click joins further sections to it.")
    _sections: tuple[str, ...] = ()

    def start(self, at: Pointer) -> None:
        """This section turns."""
        layout, owner = self.begin(at), self.workspace.board.section_at(at.square)
        if owner is None:
            self.tell(self.tr("There is no room here."))
            return
        self._sections = (*self._sections, owner.id) if at.shift else (owner.id,)
        self.make(self.title, items.with_turning_room(layout, self._sections))

    def hover(self, at: Pointer) -> None:
        """The section."""
        owner = self.workspace.board.section_at(at.square)
        self.show(NOTHING if owner is None else Preview(squares=owner.covers, label=self.title))


class BallTool(Tool):
    """A 4x4 ball: press where it starts, drag the way it rolls."""

    name = "rolling-ball"
    words = marked("tools", "Rolling ball")
    advice = marked("tools", "Press where the ball starts, and drag along its track.")
    size: Size = (4, 4)

    def ball(self, to: Square) -> RollingBall:
        """The ball that rolls from where the gesture began as far as a square."""
        start = self.origin.square
        dx, dy = to[0] - start[0], to[1] - start[1]
        level = abs(dx) >= abs(dy)
        side = (Side.EAST if dx >= 0 else Side.WEST) if level else (Side.SOUTH if dy >= 0 else Side.NORTH)
        return RollingBall(at=start, size=self.size, travel=side, length=max(abs(dx), abs(dy), self.size[0] - 1) + 1)

    def start(self, at: Pointer) -> None:
        """Its start."""
        if at.spot:
            self.begin(at)
            self.move(at)

    def move(self, at: Pointer) -> None:
        """Its way."""
        ball = self.ball(at.square)
        if all(map(on_grid, ball.track)):
            self.make(self.title, items.with_rolling_ball(self.before, ball.at, ball.size, ball.travel, ball.length))
            words = filled(self.tr("%1 long, %2"), ball.length, plain(ball.travel))
            self.show(Preview(squares=tuple(ball.track), label=words))

    def hover(self, at: Pointer) -> None:
        """Where it would start."""
        if at.spot:
            track = RollingBall(at=at.square, size=self.size, travel=Side.EAST, length=self.size[0]).track
            self.show(Preview(squares=tuple(track), label=self.title))
        else:
            self.show(NOTHING)


class LabelTool(Tool):
    """Puts labels down, on floor or rock; the keyboard says what they read."""

    name = "label"
    words = marked("tools", "Label")
    advice = marked(
        "tools", "Click a square, floor or rock, and write; size and turn stand in Properties. No rule reads it."
    )

    def start(self, at: Pointer) -> None:
        """Put it down; one that is there is taken in hand again."""
        layout = self.begin(at)
        there = next((label for label in layout.labels if label.at == at.square), None)
        label = there or Label(text=self.tr("Label"), at=at.square)
        if at.spot and (there or self.make(self.tr("Write a label"), items.with_label(layout, label))):
            self.workspace.select([ItemRef("labels", label)])

    def finish(self, at: Pointer) -> None:
        """The keyboard is for its words from now on."""
        self.end()
        if self.workspace.selection:
            self.workspace.fields_wanted.emit()

    def hover(self, at: Pointer) -> None:
        """The square its middle would lie on."""
        self.show(Preview(squares=at.spot))
