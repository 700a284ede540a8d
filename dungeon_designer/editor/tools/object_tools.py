"""The tools that place chests, portals, traps, doors, machines and labels; the tool for setting up in turns."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal

from dungeon_designer.editor.tools.tool import (
    EMPTY_PREVIEW,
    Pointer,
    Preview,
    Tool,
    build_placement_preview,
    find_rectangle,
    is_in_reach,
    list_line_squares,
)
from dungeon_designer.editor.workspace import MAX_LIVE_SQUARES, Workspace
from dungeon_designer.grid import Side, Size, Square
from dungeon_designer.layout.model import CounterContent, Label, RollingBall, Section, Team, Trap, TrapKind
from dungeon_designer.layout_edits import objects
from dungeon_designer.layout_edits.axis import move_onto_axis
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.layout_edits.floor import add_square_door
from dungeon_designer.layout_edits.objects import ObjectRef, find_covered_squares
from dungeon_designer.set_up import session
from dungeon_designer.set_up.floor_tiles import centre_piece, rotate_piece
from dungeon_designer.set_up.order import SetUpKind
from dungeon_designer.set_up.placement import PossibleSquares, find_squares_for_copies, find_squares_for_door_copies
from dungeon_designer.set_up.session import SetUp
from dungeon_designer.translation import capitalise_first, fill_placeholders


class PlacingTool(Tool):
    """A tool that places one object on a square. Squares where the rules allow it are lit; others show the reason."""

    hides_ghost_after_click = True

    def compute_allowed_squares(self) -> PossibleSquares:
        """Compute where the object may be placed on the current board."""
        raise NotImplementedError

    def find_allowed_squares(self) -> PossibleSquares | None:
        """Return where the object may be placed; computed again only after a change of board, ruleset or symmetry.

        None on boards with more than `MAX_LIVE_SQUARES` squares, where this would slow each move of the pointer.
        """
        workspace = self.workspace
        if len(workspace.board) > MAX_LIVE_SQUARES:
            return None
        return self.find_once(self.compute_allowed_squares, workspace.board, workspace.ruleset, workspace.symmetry)

    @property
    def lit_squares(self) -> tuple[Square, ...]:
        """The squares where the object may be placed; empty on boards that are too large to compute this."""
        allowed = self.find_allowed_squares()
        return tuple(allowed.free_squares) if allowed else ()

    def refresh_preview(self) -> None:
        """Light the allowed squares of the current dungeon."""
        self.show_preview(Preview(lit_squares=self.lit_squares))

    def handle_drag(self, pointer: Pointer) -> None:
        """Show the preview for the next object while the button is still down."""
        self.handle_hover(pointer)

    def handle_hover(self, pointer: Pointer) -> None:
        """Show whether the object may be placed under the pointer, and the reason if not.

        Off the grid, no reason is shown.
        """
        self.show_preview(
            build_placement_preview(self.find_allowed_squares(), pointer)
            if pointer.grid_squares
            else Preview(lit_squares=self.lit_squares)
        )


class TreasureTool(PlacingTool):
    """The tool that places a chest or a portal."""

    def __init__(self, workspace: Workspace, portal: bool) -> None:
        super().__init__(workspace)
        self.portal = portal
        if portal:
            self.name, self.title = "portal", self.tr("Portal")
            self.hint = self.tr("Click a square: the portal takes the next free number. Lit squares keep the rules.")
        else:
            self.name, self.title = "chest", self.tr("Chest")
            self.hint = self.tr("Click a square. Lit squares keep the rules; any other says which it breaks.")

    def compute_allowed_squares(self) -> PossibleSquares:
        """Compute the squares where the rules allow one more chest or portal, its mirrored copies included."""
        return find_squares_for_copies(self.board, self.workspace.ruleset, self.portal, self.workspace.symmetry)

    def handle_press(self, pointer: Pointer) -> None:
        """Place the chest or portal under the pointer."""
        layout = self.begin_gesture(pointer)
        if pointer.square not in self.board:
            self.show_message(self.tr("There is no floor here."))
            return
        place_object = objects.add_portal if self.portal else objects.add_chest
        step = self.tr("Place a portal") if self.portal else self.tr("Place a chest")
        with self.workspace.reported_errors():
            self.apply_layout(place_object(layout, pointer.square), step, by_rules=True)


class SquareDoorTool(PlacingTool):
    """The tool for doors that fill a square, as in the 1989 boxed game."""

    name = "square-door"

    def compute_allowed_squares(self) -> PossibleSquares:
        """Compute the squares in gaps and thin walls where one more door may stand."""
        return find_squares_for_door_copies(self.board, self.workspace.ruleset, self.workspace.symmetry)

    def handle_press(self, pointer: Pointer) -> None:
        """Place a door on the square, or open or close the door that is on it."""
        layout, allowed = self.begin_gesture(pointer), self.find_allowed_squares()
        door_here = next((door for door in layout.square_doors if door.at == pointer.square), None)
        if door_here is not None:
            self.apply_layout(
                objects.add_objects(layout, "square_doors", [replace(door_here, open=not door_here.open)])
            )
        elif pointer.square not in self.board and not (allowed and pointer.square in allowed.free_squares):
            self.show_message(self.tr("There is no floor here."))
        else:
            self.apply_layout(add_square_door(layout, pointer.square, self.library))

    def handle_hover(self, pointer: Pointer) -> None:
        """Show whether a click would place a door, or open or close the door on the square."""
        if any(door.at == pointer.square for door in self.layout.square_doors):
            self.show_preview(
                Preview(squares=(pointer.square,), lit_squares=self.lit_squares, label=self.tr("open or shut"))
            )
        else:
            super().handle_hover(pointer)


class TrapTool(Tool):
    """The tool for pits, spiked pits, trapdoors and counters.

    A drag makes a trap as large as the drag. Counters are all of one size: a drag places one on each square that it
    passes in a straight line.
    """

    name = "trap"
    hides_ghost_after_click = True

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
        self.name, self.title = kind.value, capitalise_first(describe_kind(kind))

    def build_trap(self, corner: Square, size: Size) -> Trap:
        """Return a trap of this tool's kind with a corner and a size. Below a trapdoor is a pit."""
        below = "pit" if self.kind is TrapKind.TRAPDOOR else ""
        return Trap(kind=self.kind, at=corner, size=size, below=below, owner=self.owner, content=self.content)

    def handle_drag(self, pointer: Pointer) -> None:
        """Place the trap, as large as the rectangle that was dragged, if all its squares are floor.

        Without a drag the trap has the tool's usual size. Of counters, one is placed on each square of floor on the
        line from the first square to the pointer.
        """
        corner, size = find_rectangle(self.origin.square, pointer.square)
        if self.kind is TrapKind.COUNTER:
            squares = dict.fromkeys(list_line_squares(self.origin.square, pointer.square))
            traps = [self.build_trap(square, self.size) for square in squares if square in self.board]
        else:
            is_click = size == (1, 1)
            trap = self.build_trap(self.origin.square if is_click else corner, self.size if is_click else size)
            traps = [trap] if all(square in self.board for square in trap.squares) else []
        if traps:
            self.apply_layout(objects.add_objects(self.layout_before, "traps", traps))

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the squares that the trap would cover, on the middle of an axis that it would cross.

        All are wrong if it cannot lie on the middle.
        """
        trap = self.build_trap(pointer.square, self.size)
        squares = trap.squares if pointer.grid_squares else []
        wrong = tuple(square for square in squares if square not in self.board)
        if squares and not wrong:
            transforms = list(self.workspace.symmetry.list_transforms())
            centred = move_onto_axis(ObjectRef("traps", trap), transforms, self.board)
            squares, wrong = (centred.value.squares, ()) if centred else (squares, tuple(squares))
        floor = tuple(square for square in squares if square not in wrong)
        self.show_preview(Preview(squares=floor, wrong_squares=wrong, label=self.title if pointer.grid_squares else ""))


class TurningRoomTool(Tool):
    """The tool that makes a section a rotating room, which rotates about its centre in play.

    A click with Shift adds a section to the last room that was made, so that they rotate together.
    """

    name = "turning-room"
    _section_ids: tuple[str, ...] = ()

    def handle_press(self, pointer: Pointer) -> None:
        """Make the section under the pointer a rotating room, or add it to the last one with Shift."""
        layout, section = self.begin_gesture(pointer), self.board.find_section(pointer.square)
        if section is None:
            self.show_message(self.tr("There is no room here."))
            return
        self._section_ids = (*self._section_ids, section.id) if pointer.shift else (section.id,)
        self.apply_layout(objects.add_rotating_room(layout, self._section_ids))

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the section under the pointer."""
        section = self.board.find_section(pointer.square)
        self.show_preview(
            EMPTY_PREVIEW if section is None else Preview(squares=section.covered_squares, label=self.title)
        )


class BallTool(Tool):
    """The tool for a rolling ball of 4x4 squares: press where it starts, drag in the direction it rolls."""

    name = "rolling-ball"
    size: Size = (4, 4)

    def build_ball(self, target: Square) -> RollingBall:
        """Return the ball that rolls straight from where the gesture began, as far as a target square."""
        start = self.origin.square
        dx, dy = target[0] - start[0], target[1] - start[1]
        is_horizontal = abs(dx) >= abs(dy)
        side = (Side.EAST if dx >= 0 else Side.WEST) if is_horizontal else (Side.SOUTH if dy >= 0 else Side.NORTH)
        return RollingBall(at=start, size=self.size, travel=side, length=max(abs(dx), abs(dy), self.size[0] - 1) + 1)

    def handle_press(self, pointer: Pointer) -> None:
        """Begin to draw the squares over which the ball rolls, if the pointer is on the grid."""
        if pointer.grid_squares:
            super().handle_press(pointer)

    def handle_drag(self, pointer: Pointer) -> None:
        """Draw the ball's track as far as the pointer."""
        ball = self.build_ball(pointer.square)
        if all(map(is_in_reach, ball.track)):
            self.apply_layout(replace(self.layout_before, machines=(*self.layout_before.machines, ball)))
            text = fill_placeholders(self.tr("%1 long, %2"), ball.length, describe_kind(ball.travel))
            self.show_preview(Preview(squares=tuple(ball.track), label=text))

    def handle_hover(self, pointer: Pointer) -> None:
        """Show where the ball would start."""
        track = RollingBall(at=pointer.square, size=self.size, travel=Side.EAST, length=self.size[0]).track
        self.show_preview(Preview(squares=tuple(track), label=self.title) if pointer.grid_squares else EMPTY_PREVIEW)


class LabelTool(Tool):
    """The tool that places labels, on floor or rock. Their text is then typed in the properties.

    Placing a label and typing its text is one step of the history.
    """

    name = "label"

    def handle_press(self, pointer: Pointer) -> None:
        """Place a label, or select the label that is on the square."""
        layout = self.begin_gesture(pointer)
        label_here = next((label for label in layout.labels if label.at == pointer.square), None)
        label = label_here or Label(text=self.tr("Label"), at=pointer.square)
        if pointer.grid_squares and (
            label_here or self.apply_layout(objects.add_objects(layout, "labels", [label]), self.tr("Write a label"))
        ):
            self.workspace.creation_gesture = None if label_here else self._gesture
            self.workspace.select_objects([ObjectRef("labels", label)])
            self.workspace.creation_gesture = None

    def handle_release(self, pointer: Pointer) -> None:
        """End the gesture and move the keyboard focus to the properties, where the text of the label is typed."""
        self.end_gesture()
        if self.workspace.selection:
            self.workspace.properties_requested.emit("")

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the square for the middle of the label."""
        self.show_preview(Preview(squares=pointer.grid_squares))


_FACE_KEYS = {
    Qt.Key.Key_1: CounterContent.NOTHING,
    Qt.Key.Key_2: CounterContent.OPEN_PIT,
    Qt.Key.Key_3: CounterContent.SPIKED_PIT,
}


class SetUpTool(Tool):
    """The tool for setting up together: the coaches place the objects of the dungeon in turns, each with this tool.

    Signals:
        setup_changed: another object is due, after a placement, undo or redo.
        setup_finished: nothing is left to place.
        end_requested: Esc was pressed.
        interrupted: another tool has become the current one.
    """

    name = "set-up"
    hides_secrets = True  # all coaches look at one screen
    erases_on_right_click = False
    setup_changed = Signal()
    setup_finished = Signal()
    end_requested = Signal()
    interrupted = Signal()

    def __init__(self, workspace: Workspace, setup: SetUp) -> None:
        super().__init__(workspace)
        self.setup = setup
        self._known_setups = session.list_history(setup)
        self._chosen_face: CounterContent | None = None
        self._warned_square: Square | None = None
        self.piece: Section | None = None
        self._choose_tile()

    def activate(self) -> None:
        """Remove from the map what the coaches will place, and light the squares for the first object."""
        self.workspace.edit_without_symmetry(self.tr("Set up: clear the table"), self.setup.layout)
        self.workspace.changed.connect(self._follow_history)
        self.workspace.opened.connect(self._abort_setup)
        self._show_turn()

    def deactivate(self) -> None:
        """Stop following the dungeon, and emit `interrupted`, since another tool becomes the current one."""
        self.workspace.changed.disconnect(self._follow_history)
        self.workspace.opened.disconnect(self._abort_setup)
        super().deactivate()
        self.interrupted.emit()

    def handle_escape(self) -> bool:
        """Request the end of the set-up, about which the banner asks the user. Return true, since the tool uses Esc."""
        self.end_requested.emit()
        return True

    def skip_next(self) -> None:
        """Leave out the next object, or all remaining tiles if a tile is next."""
        with self.workspace.reported_errors():
            self._accept_placement(session.skip_next(self.setup, self.workspace.ruleset, self.library))

    def select_tile(self, tile: str) -> None:
        """Choose which tile is placed next."""
        self.piece = Section(id="?", tile=tile)
        self._show_turn()

    def _choose_tile(self) -> None:
        """Choose the tile that is placed next: keep the chosen one if it may be placed, else take the first that may.

        If no tile is due, `piece` becomes None.
        """
        pieces = session.list_floor_pieces(self.setup, self.workspace.ruleset, self.library)
        allowed_pieces = {section.tile: section for section, reason in pieces if not reason}
        if self.piece is None or self.piece.tile not in allowed_pieces:
            self.piece = next(iter(allowed_pieces.values()), None)

    def _follow_history(self) -> None:
        """After undo or redo, return to the state of the set-up that belongs to the layout, if one is known."""
        setup = next((candidate for candidate in self._known_setups if candidate.layout == self.layout), None)
        if setup is not None and setup is not self.setup:
            self._show_setup(setup)

    def _abort_setup(self) -> None:
        """End the set-up because another dungeon was opened, so that nothing is placed there."""
        self.setup = replace(self.setup, queue=())
        self._show_turn()
        self.setup_finished.emit()

    def _show_setup(self, setup: SetUp) -> None:
        """Make a state of the set-up the current one and show whose turn it is."""
        self.setup, self._chosen_face, self._warned_square = setup, None, None
        self._choose_tile()
        self._show_turn()
        self.setup_changed.emit()

    def _show_turn(self) -> None:
        """Show which team places which object next, with a hint how, and light the squares where it may be placed."""
        setup = self.setup
        self.title = self.tr("Set up together")
        self.hint = self.tr(
            "Click a lit square; the others are not allowed. Ctrl+Z takes the last one back, if the coaches agree."
        )
        if setup.is_finished:
            self.show_preview()
            return
        team, object_kind = setup.next_turn
        remaining = sum(kind is object_kind for _, kind in setup.queue)
        self.title = fill_placeholders(
            self.tr("%1 places a %2 (%3 to go)"), capitalise_first(describe_kind(team)), object_kind.noun, remaining
        )
        if not self.find_allowed_squares().free_squares:
            self.hint = self.tr("No square is left for it. Ctrl+Z takes the last one back, or skip it.")
        if self.piece is not None:
            self.hint = self.tr("R rotates it.") + f" {self.hint}"
        if object_kind is SetUpKind.COUNTER:
            faces_left = self.tr("Choose in secret: key 1 nothing (%1 left), 2 pit (%2), 3 spiked pit (%3).")
            self.hint = (
                f"{fill_placeholders(faces_left, *map(setup.remaining_faces.count, _FACE_KEYS.values()))} {self.hint}"
            )
        self.show_preview(Preview(lit_squares=tuple(self.find_allowed_squares().free_squares), label=self.title))

    def find_allowed_squares(self) -> PossibleSquares:
        """Return where the next object may be placed.

        This is computed again only after a placement, or with another ruleset or tile.
        """
        setup, ruleset, library, piece = self.setup, self.workspace.ruleset, self.library, self.piece
        return self.find_once(lambda: session.find_squares(setup, ruleset, library, piece), setup, ruleset, piece)

    def handle_key(self, key: int, pointer: Pointer | None) -> bool:
        """Rotate the chosen tile with R; choose with 1, 2 and 3 what the next counter hides.

        Return whether a key was used.
        """
        if self.piece is not None and key == Qt.Key.Key_R:
            self.piece = rotate_piece(self.piece)
            self._show_turn()
            if pointer is not None:
                self.handle_hover(pointer)
            return True
        face = _FACE_KEYS.get(Qt.Key(key))
        if (
            self.setup.is_finished
            or self.setup.next_turn[1] is not SetUpKind.COUNTER
            or face not in self.setup.remaining_faces
        ):
            return False
        self._chosen_face = face
        self.show_message(self.tr("The counter is chosen."))
        return True

    def handle_press(self, pointer: Pointer) -> None:
        """Place the next object, or show why it may not be placed here.

        If no square would then be left for the object after it, the first click only warns; a second one places it.
        """
        if self.setup.is_finished:
            return
        with self.workspace.reported_errors():
            ruleset, library = self.workspace.ruleset, self.library
            next_setup = session.place_next(
                self.setup, pointer.square, ruleset, library, self.piece or self._chosen_face
            )
            if (
                self.piece
                or self._warned_square == pointer.square
                or next_setup.is_finished
                or session.find_squares(next_setup, ruleset, library).free_squares
            ):
                self._accept_placement(next_setup)
                return
            self._warned_square = pointer.square
            warning = self.tr("This leaves no square for what is next. Click again to place it here anyway.")
            self.show_message(warning)
            self.show_preview(replace(self.preview, label=warning))

    def _accept_placement(self, next_setup: SetUp) -> None:
        """Make a placement a step of the history and show whose turn is next.

        After the last one, write the notes about the set-up into the dungeon and report the end.
        """
        title = self.title
        self.setup, self._known_setups = next_setup, session.list_history(next_setup)
        self.workspace.edit_without_symmetry(title, next_setup.layout)
        if next_setup.is_finished:
            self.workspace.edit_without_symmetry(self.tr("Set up: write the notes"), session.finish_set_up(next_setup))
            self.setup_finished.emit()
        self._show_setup(next_setup)

    def handle_hover(self, pointer: Pointer) -> None:
        """Show whether the next object may be placed here, or why not; for a tile show its ghost."""
        if self.setup.is_finished:
            return
        preview = build_placement_preview(self.find_allowed_squares(), pointer, self.title)
        if self.piece is not None and preview.squares:
            ghost = centre_piece(self.piece, pointer.square, self.library)
            preview = replace(preview, squares=tuple(find_covered_squares(ghost, self.library)), ghost=ghost)
        self.show_preview(preview)
