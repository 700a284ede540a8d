"""The workspace: the state that tools, map and docks share. It owns no widget.

A tool changes the layout through the workspace. The workspace repeats the edit by the current symmetry and hands it
to the document, which emits `changed`; all views listen to that. What cannot be done is refused with a message.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QUndoGroup

from dungeon_designer import translation
from dungeon_designer.board.build import build_board, update_board
from dungeon_designer.board.model import Board
from dungeon_designer.editor.hideable_kinds import list_hidden_fields
from dungeon_designer.editor.open_dungeon import OpenDungeon
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.verdict_memory import VerdictMemory
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Finding, Fix
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Section, TerrainKind, normalise_layout
from dungeon_designer.layout_edits.floor import FillKind
from dungeon_designer.layout_edits.grid_offset import find_grid_offset, shift_layout
from dungeon_designer.layout_edits.junction_doors import find_automatic_doors, find_changed_tiles, update_doors
from dungeon_designer.layout_edits.objects import ObjectRef, list_objects
from dungeon_designer.layout_edits.symmetry import Symmetry, repeat_edit
from dungeon_designer.rules.autofix import Autofix, verify_fixes
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.rule_registry import load_ruleset, read_floor_requirements
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.set_up.mirrored_copies import MirroredPlacement, find_rules_broken_by_copies
from dungeon_designer.tiles.library import find_own_folder, load_library
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import fill_placeholders

MAX_LIVE_SQUARES = 6000
"""The greatest number of squares for which something is looked up at each move of the pointer."""

DEFAULT_RULESET = "naf-2019"
"""The ruleset of a layout that names none."""


class Workspace(QObject):
    """The current dungeon with everything needed to edit it; `switch_document` makes another dungeon the current one.

    Signals:
        changed: the layout or the ruleset is another one.
        moved: the whole dungeon was moved by an offset (dx, dy), together with everything in the document.
        opened: another dungeon was opened or made the current one.
        selection_changed, marked_changed, symmetry_changed, hidden_changed, traced_changed, locked_changed: as named.
        text_typed: the user types text that is not in the document yet.
        properties_requested: the properties of the selection are to be shown, with the keyboard in the field of that
            name, or in the first field for "".
        map_focus_requested: the map is to have the keyboard again.
        saved_changed, path_changed, traced_picture_kept: those of the current document.
        playtest_changed: there are other results of matches on an open dungeon.
        message_sent: a message of one line for the status bar.
        notice_sent: a notice that stays until the user dismisses it.

    Attributes:
        history: the undo stacks of all open dungeons.
        document: the current dungeon.
        marked_squares: the squares of a problem, which the map highlights.
        verdicts: the last checks, which live checking shares.
        adds_doors: whether tiles bring the doors that the ruleset requires where two sections touch.
    """

    changed = Signal()
    moved = Signal(object)
    opened = Signal()
    selection_changed = Signal()
    marked_changed = Signal()
    symmetry_changed = Signal()
    hidden_changed = Signal()
    traced_changed = Signal()
    traced_picture_kept = Signal(object)
    locked_changed = Signal()
    text_typed = Signal()
    properties_requested = Signal(str)
    map_focus_requested = Signal()
    saved_changed = Signal(bool)
    path_changed = Signal()
    playtest_changed = Signal()
    message_sent = Signal(str)
    notice_sent = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        translation.set_translator(QCoreApplication.translate)
        self.history = QUndoGroup(self)
        self.document = self.create_document()
        self.history.setActiveStack(self.document.stack)
        self.marked_squares: tuple[Square, ...] = ()
        self.hidden_kinds: frozenset[str] = frozenset()
        """The kinds of things that are not seen on the table, until the window is closed; never part of a file."""
        self.filling: FillKind = TerrainKind.LAVA
        """What Fill fills with: the kind of room, ground or obstacle that was taken in hand last."""
        self.creation_gesture: object | None = None
        """The gesture that is creating the selected object: what is typed into its form at first belongs to it."""
        self.verdict: Verdict | None = None
        self.typing_commits: list[Callable[[], None]] = []
        """What takes text that is being typed into the document: each form with fields adds its own."""
        self.was_refused = False
        """Whether the last edit was refused, and a message has said why."""
        self._unsettled_step: tuple[str, object] | None = None
        """The title and the gesture of a step that has left the grid and is not moved into it yet."""
        self.adds_doors = True
        self._board: Board | None = None
        self._old_board: Board | None = None
        """The board from which the last gesture began, if it moved tiles."""
        self.verdicts = VerdictMemory()
        self._rulesets: dict[tuple[str, str], Ruleset] = {}
        self._cached_fixes: tuple[object, tuple[Fix, ...]] = (None, ())

    def create_document(self) -> OpenDungeon:
        """Create an empty open dungeon and return it. The workspace passes its signals on as its own."""
        document = OpenDungeon(parent=self)
        self.history.addStack(document.stack)
        document.changed.connect(self._prune_selection)
        document.moved.connect(self._move_along)
        document.symmetry_changed.connect(self.symmetry_changed)
        document.traced_changed.connect(self.traced_changed)
        document.traced_picture_kept.connect(self.traced_picture_kept)
        document.saved_changed.connect(self.saved_changed)
        document.path_changed.connect(self.path_changed)
        return document

    def switch_document(self, document: OpenDungeon) -> None:
        """Make another open dungeon the current one, with its history and selection as they were."""
        self.settle_layout()
        self.mark_squares(())
        if document.layout != self.layout:
            self.verdict = None
        self.document = document
        self._board = None
        self._rulesets.clear()
        self.history.setActiveStack(document.stack)
        self.locked_changed.emit()
        self.changed.emit()
        self.symmetry_changed.emit()
        self.opened.emit()
        self.traced_changed.emit()
        self.selection_changed.emit()

    @property
    def layout(self) -> Layout:
        """The current layout."""
        return self.document.layout

    @property
    def library(self) -> TileLibrary:
        """The tiles that the current dungeon may use."""
        return self.document.library

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry by which edits are repeated on the other side of an axis."""
        return self.document.symmetry

    @property
    def selection(self) -> frozenset[ObjectRef]:
        """The selected sections and objects."""
        return self.document.selection

    @property
    def locked_sections(self) -> frozenset[str]:
        """The ids of sections that proposals must not change."""
        return self.document.locked_sections

    @property
    def traced_picture(self) -> TracedPicture | None:
        """The picture below the grid, or None."""
        return self.document.traced_picture

    @property
    def board(self) -> Board:
        """The board of the current layout, built once for each layout.

        A board is the layout worked out square by square.
        """
        if self._board is None or self._board.layout is not self.layout or self._board.library is not self.library:
            self._board = build_board(self.layout, self.library, self._board)
        return self._board

    @property
    def folder(self) -> Path:
        """The folder in which the layout's own rulesets and tiles are looked up."""
        return self.document.path.parent if self.document.path else Path()

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that the layout names, or the default one if it names none.

        If that ruleset cannot be used, this is one without rules.
        """
        return self._ruleset_and_problem[0]

    @property
    def ruleset_problem(self) -> str:
        """Why the ruleset that the layout names cannot be used; "" if it can."""
        return self._ruleset_and_problem[1]

    @property
    def _ruleset_and_problem(self) -> tuple[Ruleset, str]:
        """The ruleset of the layout, and why it cannot be used ("" if it can).

        In place of one that cannot be used stands a ruleset of the same name without rules.
        """
        try:
            return self.find_ruleset(self.layout.ruleset or DEFAULT_RULESET), ""
        except DungeonError as error:
            return Ruleset(id=self.layout.ruleset, name=self.layout.ruleset, rules={}), str(error)

    def find_ruleset(self, name: str) -> Ruleset:
        """Return a ruleset by its id or file. Each ruleset is read only once.

        Raises:
            RulesetError: the ruleset cannot be used.
        """
        key = name, str(self.folder) if name.lower().endswith(".toml") else ""
        if key not in self._rulesets:
            self._rulesets[key] = load_ruleset(name, self.folder, named_by_file=True)
        return self._rulesets[key]

    def clear_rulesets(self) -> None:
        """Drop the rulesets in memory, since a ruleset file was written."""
        self._rulesets.clear()

    def open_layout(self, layout: Layout, path: Path | None, built_board: Board | None = None) -> None:
        """Open another dungeon in place of the current one.

        Args:
            layout: the layout of the dungeon.
            path: its file, or None.
            built_board: a board of the layout, if one was built already.

        Raises:
            TileError: the layout places unknown tiles; the current dungeon stays.
        """
        self.commit_typing()
        document, tiles = self.document, load_library(extra_folder=find_own_folder(path.parent) if path else None)
        if path and layout.picture:  # most dungeons have none, and share one library
            tiles = tiles.with_picture_folder(str(path.absolute().parent))
        layout = normalise_layout(layout)
        board = build_board(layout, tiles, built_board)
        document.library = tiles
        self._rulesets.clear()
        if layout != self.layout:
            self.verdict = None
        self.select_objects(())
        self.mark_squares(())
        self.lock_sections(frozenset())
        if path is None or path != document.path:
            self.set_traced_picture(None)
        document.symmetry = Symmetry()
        self._board = board
        document.open_layout(layout, path)
        self.symmetry_changed.emit()
        self.opened.emit()

    def reload_tiles(self) -> None:
        """Read the tile sets beside the dungeon's file anew, for each open dungeon of its folder.

        Raises:
            TileError: a tile that the current dungeon places can no longer be read; all tiles stay as they were.
        """
        folder = self.document.path.absolute().parent if self.document.path else None
        tiles = load_library(extra_folder=find_own_folder(folder) if folder else None)
        library = tiles.with_picture_folder(self.library.picture_folder)
        self._board = build_board(self.layout, library)
        self.document.library = library
        for document in self.findChildren(OpenDungeon):
            if document is not self.document and document.path and document.path.absolute().parent == folder:
                document.library = tiles.with_picture_folder(document.library.picture_folder)
        self.changed.emit()

    def set_picture_folder(self, folder: Path | None) -> None:
        """Set the folder in which the picture of the dungeon is looked for: that of its file; None for no folder."""
        self.document.library = self.library.with_picture_folder(str(folder.absolute()) if folder else "")

    @contextmanager
    def reported_errors(self) -> Iterator[None]:
        """Context in which a `DungeonError` becomes a message in the status bar."""
        try:
            yield
        except DungeonError as error:
            self.message_sent.emit(str(error))

    def commit_typing(self) -> None:
        """Put all text that the user is typing into the document. Called before the document is saved or edited."""
        for commit in self.typing_commits:
            commit()

    def edit_layout(
        self, title: str, new_layout: Layout, gesture: object | None = None, old_layout: Layout | None = None
    ) -> bool:
        """Set a new layout as a step of the history, and return whether anything changed.

        The change is repeated by the current symmetry. If it cannot be repeated, it is refused with a message. Where
        tiles change, their automatic doors follow in the same step.

        Args:
            title: the name of the step in the undo history.
            new_layout: the layout after the change.
            gesture: steps with the same gesture (such as one drag) merge into one; None for a step of its own.
            old_layout: the layout from which `new_layout` was made; None for the current layout.
        """
        old_layout = old_layout or self.layout
        try:
            new_layout = repeat_edit(old_layout, new_layout, self.symmetry, self.library, may_leave_grid=True)
            board = self._build_board_with_doors(old_layout, normalise_layout(new_layout), self.symmetry)
            new_layout = board.layout
            if new_layout == self.layout:  # as when the button is released where it was pressed
                self.was_refused = False
                return False
            offset = find_grid_offset(new_layout, self.library)
            self._board = board
        except DungeonError as error:
            self.was_refused = True
            self.message_sent.emit(str(error))
            return False
        self.was_refused = False
        return self._store_layout(title, new_layout, gesture, offset, settles_at_once=gesture is None)

    def _build_board_with_doors(self, old_layout: Layout, new_layout: Layout, symmetry: Symmetry) -> Board:
        """Return the board of a layout after an edit, with the doors that follow the tiles that it added or moved.

        The board's layout is the layout with these doors. No doors follow while the user has switched that off, and
        under a ruleset that requires no door where two sections touch.
        """
        door_width = self._junction_door_width if find_changed_tiles(old_layout, new_layout) else None
        if door_width is None:
            return self.board if new_layout == self.layout else build_board(new_layout, self.library, self.board)
        if self._old_board is None or self._old_board.layout is not old_layout:
            self._old_board = build_board(old_layout, self.library, self.board)
        board = build_board(new_layout, self.library, self.board)
        layout = update_doors(self._old_board, board, door_width, list(symmetry.list_transforms()))
        return build_board(layout, self.library, board)

    def add_automatic_doors(self, new_layout: Layout, symmetry: Symmetry) -> Layout:
        """Return a layout made from the current one, with the doors that follow the tiles that are new or elsewhere.

        Args:
            new_layout: the layout after a change that `symmetry` has repeated already.
            symmetry: the symmetry by which doors are mirrored.
        """
        return self._build_board_with_doors(self.layout, normalise_layout(new_layout), symmetry).layout

    @property
    def _junction_door_width(self) -> int | None:
        """The width of the doors that tiles bring with them; None if they bring none."""
        return read_floor_requirements(self.ruleset).junction_door_width if self.adds_doors else None

    def find_automatic_doors(self, section: Section) -> list[ObjectRef]:
        """Return the doors that a placed tile has brought with it, and that go with it."""
        door_width = self._junction_door_width
        doors = [] if door_width is None else find_automatic_doors(self.board, section, door_width)
        return [ObjectRef("doors", door) for door in doors]

    def _store_layout(
        self,
        title: str,
        new_layout: Layout,
        gesture: object | None,
        offset: Square,
        symmetry: Symmetry | None = None,
        settles_at_once: bool = True,
    ) -> bool:
        """Make a layout a step of the history, and return whether anything changed.

        Args:
            title: the name of the step.
            new_layout: the layout.
            gesture: steps with the same gesture merge into one; None for a step of its own.
            offset: how far the layout must be moved so that it lies in the grid; (0, 0) if it does.
            symmetry: the symmetry that becomes the current one; None keeps it.
            settles_at_once: whether a layout beyond the rim is moved into the grid now, not when the gesture ends.
        """
        if offset == (0, 0):
            self._unsettled_step = None
            return self.document.edit_layout(title, new_layout, gesture, symmetry)
        gesture = gesture or object()
        self._unsettled_step = title, gesture
        is_changed = self.document.edit_layout(title, new_layout, gesture, symmetry)
        if settles_at_once:
            self.settle_layout()
        return is_changed

    @property
    def is_off_grid(self) -> bool:
        """Whether a gesture under way has left the grid; at its end `settle_layout` moves the dungeon into the grid."""
        return self._unsettled_step is not None

    def settle_layout(self) -> None:
        """Move the dungeon into the grid, if the last gesture went beyond the left or the upper rim.

        This belongs to the gesture's step of the history. Everything that holds squares moves along, so that nothing
        seems to move.
        """
        if self._unsettled_step is None:
            return
        (title, gesture), self._unsettled_step = self._unsettled_step, None
        offset = find_grid_offset(self.layout, self.library)
        if offset != (0, 0):
            moved_layout = shift_layout(self.layout, offset, self.library)
            self.document.edit_layout(title, moved_layout, gesture, offset=offset)

    def _move_along(self, offset: Square) -> None:
        """Move the marked squares with the dungeon, and drop the verdict, whose squares are those before."""
        self.marked_squares = tuple((x + offset[0], y + offset[1]) for x, y in self.marked_squares)
        self.verdict = None
        self.moved.emit(offset)
        for signal in (self.symmetry_changed, self.selection_changed, self.marked_changed, self.traced_changed):
            signal.emit()

    def place_by_rules(
        self, title: str, new_layout: Layout, gesture: object | None = None, old_layout: Layout | None = None
    ) -> bool:
        """Set a new layout with an object placed, and leave out its mirrored copies if they would break a rule.

        Then a message says so. If the object breaks a rule even without copies, the copies are placed all the same. On
        boards of more than `MAX_LIVE_SQUARES` squares they are always placed, because a check takes too long, and so
        they are beyond the rim of the grid, where the dungeon is moved afterwards. The arguments and the result are
        those of `edit_layout`.

        Only the board with the copies is built and checked here: the verdict on the board before is known from the
        live check, which also takes over the new one.
        """
        old_layout = old_layout or self.layout
        try:
            mirrored_layout = repeat_edit(old_layout, new_layout, self.symmetry, self.library, may_leave_grid=True)
            offset = find_grid_offset(mirrored_layout, self.library)
        except DungeonError:
            return self.edit_layout(title, new_layout, gesture, old_layout)
        if mirrored_layout is new_layout or offset != (0, 0) or len(self.board) > MAX_LIVE_SQUARES:
            return self.edit_layout(title, new_layout, gesture, old_layout)
        old_board = update_board(self.board, old_layout)
        mirrored_board, board_alone = (
            update_board(self.board, normalise_layout(layout)) for layout in (mirrored_layout, new_layout)
        )
        placement = MirroredPlacement(old_board, self.ruleset, new_layout, mirrored_layout)
        verdicts = (self.verdicts.check(board, self.ruleset) for board in (old_board, mirrored_board))
        broken_rules = find_rules_broken_by_copies(placement, *verdicts)
        if broken_rules:
            template = self.tr("Only here: across the axis it would break %1.")
            self.message_sent.emit(fill_placeholders(template, ", ".join(sorted(broken_rules))))
        self._board = board_alone if broken_rules else mirrored_board
        return self._store_layout(title, self._board.layout, gesture, offset)

    def create_autofix(self, only_rule: str = "", unsafe: bool = False) -> Autofix:
        """Return an `Autofix`, which fixes the dungeon by its ruleset. Its fixes are repeated by the current symmetry.

        They may cause warnings where they leave fewer errors; the caller tells the user of them.

        Args:
            only_rule: the rule whose problems are fixed; "" for all rules.
            unsafe: whether objects that a person has placed may be moved, too.
        """

        return Autofix(
            self.ruleset,
            self.library,
            unsafe=unsafe,
            only_rule=only_rule,
            allow_warnings=True,
            repeat_edit=lambda old_layout, new_layout: repeat_edit(old_layout, new_layout, self.symmetry, self.library),
        )

    def edit_without_symmetry(
        self, title: str, new_layout: Layout, gesture: object | None = None, symmetry: Symmetry | None = None
    ) -> bool:
        """Set a new layout without repeating the change by the symmetry, and return whether anything changed.

        This is for changes that concern no squares, or that were repeated already.

        Args:
            title: the name of the step in the undo history.
            new_layout: the layout after the change.
            gesture: steps with the same gesture merge into one; None for a step of its own.
            symmetry: the symmetry that becomes the current one; None keeps it. Undo restores the earlier one, unless
                the user has chosen another since.
        """
        self._unsettled_step = None
        return self._store_layout(title, new_layout, gesture, find_grid_offset(new_layout, self.library), symmetry)

    def find_fixes(self, finding: Finding) -> tuple[Fix, ...]:
        """Return the fixes for a problem of the last verdict, after a test on the current board that they help.

        A fix of an error may cause warnings.

        The result for the last problem is kept, since the test takes long.
        """
        if self.verdict is None or not (finding.moves or finding.fixes):
            return finding.fixes
        key = self.layout, self.verdict, finding
        if self._cached_fixes[0] != key:
            single_verdict = replace(self.verdict, findings=(finding,))
            verified = verify_fixes(single_verdict, self.board, self.ruleset, allow_warnings=True)
            self._cached_fixes = key, verified.findings[0].fixes
        return self._cached_fixes[1]

    def select_objects(self, refs: Collection[ObjectRef]) -> None:
        """Select some sections and objects, and nothing else."""
        if frozenset(refs) != self.selection:
            self.document.selection = frozenset(refs)
            self.selection_changed.emit()

    @property
    def hidden_fields(self) -> frozenset[str]:
        """The lists of the layout whose objects are hidden, so that the pointer cannot pick them."""
        return list_hidden_fields(self.hidden_kinds)

    def hide_kinds(self, kinds: frozenset[str]) -> None:
        """Hide exactly these kinds of objects on the map.

        Hidden objects are deselected, unless a section is selected: then they belong to its content.
        """
        if kinds == self.hidden_kinds:
            return
        self.hidden_kinds = kinds
        if not any(ref.field == "sections" for ref in self.selection):
            self.select_objects([ref for ref in self.selection if ref.field not in self.hidden_fields])
        self.hidden_changed.emit()

    def mark_squares(self, squares: Collection[Square]) -> None:
        """Highlight some squares on the map, and no others."""
        if tuple(squares) != self.marked_squares:
            self.marked_squares = tuple(squares)
            self.marked_changed.emit()

    @property
    def existing_locked_sections(self) -> frozenset[str]:
        """The ids of locked sections that exist in the current layout."""
        if self.locked_sections:
            return self.locked_sections & {section.id for section in self.layout.sections}
        return self.locked_sections

    def lock_sections(self, section_ids: frozenset[str]) -> None:
        """Lock exactly these sections: proposals must not change them."""
        if section_ids != self.locked_sections:
            self.document.locked_sections = section_ids
            self.locked_changed.emit()

    def set_traced_picture(self, picture: TracedPicture | None) -> None:
        """Put a picture below the grid, or remove it (None)."""
        self.document.set_traced_picture(picture)

    def set_symmetry(self, symmetry: Symmetry) -> None:
        """Set the symmetry by which edits are repeated."""
        self.document.symmetry = symmetry
        self.symmetry_changed.emit()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The problems of the last verdict without waived ones, worst first."""
        if self.verdict is None:
            return ()
        return tuple(finding for finding in self.verdict.findings if finding.waived is None)

    def _prune_selection(self) -> None:
        """Remove objects that no longer exist from the selection, and emit `changed`.

        Called when the layout has changed.
        """
        if self.selection:
            self.select_objects(self.selection & frozenset(list_objects(self.layout)))
        self.changed.emit()
