"""Tools that put things down: chests, portals, traps, doors, machines, labels; the tool of a set-up in turns."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal

from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool, in_room, on_grid, rectangle
from dungeon_designer.editor.workspace import LARGE, Workspace
from dungeon_designer.grid import Side, Size, Square
from dungeon_designer.layout.model import CounterContent, Label, RollingBall, Section, Team, Trap, TrapKind
from dungeon_designer.layout_edits import items
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.layout_edits.floor import with_door_square
from dungeon_designer.layout_edits.items import ItemRef, covered
from dungeon_designer.set_up import session
from dungeon_designer.set_up.floor import lying, turned
from dungeon_designer.set_up.order import What
from dungeon_designer.set_up.placement import Room, room_for_another_door, room_for_more
from dungeon_designer.set_up.session import SetUp
from dungeon_designer.translation import capital, filled


class PlacingTool(Tool):
    """One thing on a square; where it may lie is lit, any other square says why not."""

    def found_room(self) -> Room:
        """Where the thing may lie on the workspace's board."""
        raise NotImplementedError

    def room(self) -> Room | None:
        """The same just now, remembered until something changes; None on boards too large for a pointer."""
        space = self.workspace
        if len(space.board) > LARGE:
            return None
        return self.remembered(self.found_room, space.board, space.ruleset, space.symmetry)

    @property
    def lit(self) -> tuple[Square, ...]:
        """The squares that are lit."""
        room = self.room()
        return tuple(room.free) if room else ()

    def refresh(self) -> None:
        """Light the places of the dungeon as it is now."""
        self.show(Preview(lit=self.lit))

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
        if portal:
            self.name, self.title = "portal", self.tr("Portal")
            self.hint = self.tr("Click a square: the portal takes the next free number. Lit squares keep the rules.")
        else:
            self.name, self.title = "chest", self.tr("Chest")
            self.hint = self.tr("Click a square. Lit squares keep the rules; any other says which it breaks.")

    def found_room(self) -> Room:
        """By the rules of placing."""
        return room_for_more(self.board, self.workspace.ruleset, self.portal, self.workspace.symmetry)

    def start(self, at: Pointer) -> None:
        """Put it down."""
        layout = self.begin(at)
        if at.square not in self.board:
            self.tell(self.tr("There is no floor here."))
            return
        put = items.with_portal if self.portal else items.with_chest
        step = self.tr("Place a portal") if self.portal else self.tr("Place a chest")
        with self.workspace.telling():
            self.make(put(layout, at.square), step, by_rules=True)


class SquareDoorTool(PlacingTool):
    """Doors that fill a square, as the 1989 boxed game has them."""

    name = "square-door"

    def found_room(self) -> Room:
        """In gaps and thin walls."""
        return room_for_another_door(self.board, self.workspace.ruleset, self.workspace.symmetry)

    def start(self, at: Pointer) -> None:
        """Hang the door, or open or shut it."""
        layout, room = self.begin(at), self.room()
        there = next((door for door in layout.square_doors if door.at == at.square), None)
        if there is not None:
            self.make(items.with_things(layout, "square_doors", [replace(there, open=not there.open)]))
        elif at.square not in self.board and not (room and at.square in room.free):
            self.tell(self.tr("There is no floor here."))
        else:
            self.make(with_door_square(layout, at.square, self.library))

    def hover(self, at: Pointer) -> None:
        """A door that hangs opens or shuts."""
        if any(door.at == at.square for door in self.layout.square_doors):
            self.show(Preview(squares=(at.square,), lit=self.lit, label=self.tr("open or shut")))
        else:
            super().hover(at)


class TrapTool(Tool):
    """Pits, spiked pits, trapdoors and counters; a trapdoor dragged out is as large as the drag."""

    name = "trap"

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
        self.name, self.title = kind.value, capital(kind_in_words(kind))

    def trap(self, at: Square, size: Size) -> Trap:
        """The trap that would lie there."""
        below = "pit" if self.kind is TrapKind.TRAPDOOR else ""
        return Trap(kind=self.kind, at=at, size=size, below=below, owner=self.owner, content=self.content)

    def move(self, at: Pointer) -> None:
        """The corner across."""
        corner, size = rectangle(self.origin.square, at.square)
        if size == (1, 1) or self.kind is TrapKind.COUNTER:
            corner, size = self.origin.square, self.size
        trap = self.trap(corner, size)
        if all(square in self.board for square in trap.squares):
            self.make(items.with_things(self.before, "traps", [trap]))

    def hover(self, at: Pointer) -> None:
        """What it would cover."""
        squares = self.trap(at.square, self.size).squares if at.spot else ()
        wrong = tuple(square for square in squares if square not in self.board)
        floor = tuple(square for square in squares if square not in wrong)
        self.show(Preview(squares=floor, wrong=wrong, label=self.title if at.spot else ""))


class TurningRoomTool(Tool):
    """Makes sections turn about their centre; Shift joins one more to the room that was made last."""

    name = "turning-room"
    _sections: tuple[str, ...] = ()

    def start(self, at: Pointer) -> None:
        """This section turns."""
        layout, owner = self.begin(at), self.board.section_at(at.square)
        if owner is None:
            self.tell(self.tr("There is no room here."))
            return
        self._sections = (*self._sections, owner.id) if at.shift else (owner.id,)
        self.make(items.with_turning_room(layout, self._sections))

    def hover(self, at: Pointer) -> None:
        """The section."""
        owner = self.board.section_at(at.square)
        self.show(NOTHING if owner is None else Preview(squares=owner.covers, label=self.title))


class BallTool(Tool):
    """A 4x4 ball: press where it starts, drag the way it rolls."""

    name = "rolling-ball"
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
            super().start(at)

    def move(self, at: Pointer) -> None:
        """Its way."""
        ball = self.ball(at.square)
        if all(map(on_grid, ball.track)):
            self.make(replace(self.before, machines=(*self.before.machines, ball)))
            words = filled(self.tr("%1 long, %2"), ball.length, kind_in_words(ball.travel))
            self.show(Preview(squares=tuple(ball.track), label=words))

    def hover(self, at: Pointer) -> None:
        """Where it would start."""
        track = RollingBall(at=at.square, size=self.size, travel=Side.EAST, length=self.size[0]).track
        self.show(Preview(squares=tuple(track), label=self.title) if at.spot else NOTHING)


class LabelTool(Tool):
    """Puts labels down, on floor or rock; the keyboard says what they read."""

    name = "label"

    def start(self, at: Pointer) -> None:
        """Put it down; one that is there is taken in hand again."""
        layout = self.begin(at)
        there = next((label for label in layout.labels if label.at == at.square), None)
        label = there or Label(text=self.tr("Label"), at=at.square)
        if at.spot and (there or self.make(items.with_things(layout, "labels", [label]), self.tr("Write a label"))):
            self.workspace.select([ItemRef("labels", label)])

    def finish(self, at: Pointer) -> None:
        """The keyboard is for its words from now on."""
        self.end()
        if self.workspace.selection:
            self.workspace.fields_wanted.emit("")

    def hover(self, at: Pointer) -> None:
        """The square its middle would lie on."""
        self.show(Preview(squares=at.spot))


_FACES = {
    Qt.Key.Key_1: CounterContent.NOTHING,
    Qt.Key.Key_2: CounterContent.OPEN_PIT,
    Qt.Key.Key_3: CounterContent.SPIKED_PIT,
}


class SetUpTool(Tool):
    """Puts the next thing down; `leaving` when Esc is pressed, `put_aside` when another tool is taken."""

    name = "set-up"
    secret = True  # all coaches look at one screen
    rubs_out = False
    stepped = Signal()
    over = Signal()
    leaving = Signal()
    put_aside = Signal()

    def __init__(self, workspace: Workspace, setup: SetUp) -> None:
        super().__init__(workspace)
        self.setup = setup
        self._known = session.way_to(setup)
        self._face: CounterContent | None = None
        self._warned: Square | None = None
        self.piece: Section | None = None
        self._choose_piece()

    def picked_up(self) -> None:
        """Take what lies there off, light the legal squares."""
        self.workspace.plainly(self.tr("Set up: clear the table"), self.setup.layout)
        self.workspace.changed.connect(self._follow)
        self.workspace.opened.connect(self._break_off)
        self._show_turn()

    def put_down(self) -> None:
        """Another tool."""
        self.workspace.changed.disconnect(self._follow)
        self.workspace.opened.disconnect(self._break_off)
        super().put_down()
        self.put_aside.emit()

    def escaped(self) -> bool:
        """Esc asks whether to end it."""
        self.leaving.emit()
        return True

    def skip(self) -> None:
        """Leave the next thing out; of tiles all that are left."""
        with self.workspace.telling():
            self._take_over(session.skipped(self.setup, self.workspace.ruleset, self.library))

    def hold(self, tile: str) -> None:
        """Take a tile in hand."""
        self.piece = Section(id="?", tile=tile)
        self._show_turn()

    def _choose_piece(self) -> None:
        """The tile stays in hand while it may be laid; else the first that may."""
        pieces = session.pieces(self.setup, self.workspace.ruleset, self.library)
        may = {each.tile: each for each, why in pieces if not why}
        if self.piece is None or self.piece.tile not in may:
            self.piece = next(iter(may.values()), None)

    def _follow(self) -> None:
        """Undo takes a placing back, redo puts it down again."""
        setup = next((known for known in self._known if known.layout == self.layout), None)
        if setup is not None and setup is not self.setup:
            self._step(setup)

    def _break_off(self) -> None:
        """Another dungeon is open: nothing of this one is placed there."""
        self.setup = replace(self.setup, queue=())
        self._show_turn()
        self.over.emit()

    def _step(self, setup: SetUp) -> None:
        self.setup, self._face, self._warned = setup, None, None
        self._choose_piece()
        self._show_turn()
        self.stepped.emit()

    def _show_turn(self) -> None:
        """Who is to place what and how it is done; legal squares light up."""
        setup = self.setup
        self.title = self.tr("Set up together")
        self.hint = self.tr("Click a lit square; no other accepts. Ctrl+Z takes the last one back, by agreement.")
        if setup.over:
            self.show()
            return
        team, what = setup.next
        to_go = sum(each is what for _, each in setup.queue)
        self.title = filled(self.tr("%1 places a %2 (%3 to go)"), capital(kind_in_words(team)), what.noun, to_go)
        if not self.room().free:
            self.hint = self.tr("No square is left for it. Ctrl+Z takes the last one back, or skip it.")
        if self.piece is not None:
            self.hint = self.tr("R turns it.") + f" {self.hint}"
        if what is What.COUNTER:
            left = self.tr("Choose in secret: key 1 nothing (%1 left), 2 pit (%2), 3 spiked pit (%3).")
            self.hint = f"{filled(left, *map(setup.faces.count, _FACES.values()))} {self.hint}"
        self.show(Preview(lit=tuple(self.room().free), label=self.title))

    def room(self) -> Room:
        """Where the next thing may lie; found anew when something was placed, or another edition is asked."""
        setup, ruleset, library, piece = self.setup, self.workspace.ruleset, self.library, self.piece
        return self.remembered(lambda: session.room(setup, ruleset, library, piece), setup, ruleset, piece)

    def key(self, key: int, at: Pointer | None) -> bool:
        """R turns the piece in hand; 1, 2 and 3 choose what the next counter hides."""
        if self.piece is not None and key == Qt.Key.Key_R:
            self.piece = turned(self.piece)
            self._show_turn()
            if at is not None:
                self.hover(at)
            return True
        face = _FACES.get(Qt.Key(key))
        if self.setup.over or self.setup.next[1] is not What.COUNTER or face not in self.setup.faces:
            return False
        self._face = face
        self.tell(self.tr("The counter is chosen."))
        return True

    def start(self, at: Pointer) -> None:
        """Put it down, or say why not."""
        if self.setup.over:
            return
        with self.workspace.telling():
            ruleset, library = self.workspace.ruleset, self.library
            after = session.placed(self.setup, at.square, ruleset, library, self.piece or self._face)
            if self.piece or self._warned == at.square or after.over or session.room(after, ruleset, library).free:
                self._take_over(after)
                return
            self._warned = at.square
            words = self.tr("This leaves no square for what is next. Click again to place it here all the same.")
            self.tell(words)
            self.show(replace(self.preview, label=words))

    def _take_over(self, after: SetUp) -> None:
        words = self.title
        self.setup, self._known = after, session.way_to(after)
        self.workspace.plainly(words, after.layout)
        if after.over:
            self.workspace.plainly(self.tr("Set up: write the notes"), session.finished(after))
            self.over.emit()
        self._step(after)

    def hover(self, at: Pointer) -> None:
        """Say why not; of a tile show how it would lie."""
        if self.setup.over:
            return
        preview = in_room(self.room(), at, self.title)
        if self.piece is not None and preview.squares:
            ghost = lying(self.piece, at.square, self.library)
            preview = replace(preview, squares=tuple(covered(ghost, self.library)), ghost=ghost)
        self.show(preview)
