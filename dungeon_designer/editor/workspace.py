"""The workspace: what the tools, the table and the docks share. It owns no widget.

One gesture goes tool → workspace → document → `changed`; whoever shows something listens. The workspace
repeats edits by the symmetry chosen and refuses, in words, what cannot be done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QUndoGroup

from dungeon_designer import translation
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.editor.document import OpenDungeon
from dungeon_designer.editor.layer_visibility import fields_of
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Finding, Fix
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, TerrainKind, normalised
from dungeon_designer.layout_edits.floor import Filling
from dungeon_designer.layout_edits.items import ItemRef, items_of
from dungeon_designer.layout_edits.symmetry import Symmetry, repeated
from dungeon_designer.rules.autofix import Autofix, offered
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.library import library, own_folder
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import filled

LARGE = 6000
"""On boards of more squares nothing is looked up for each move of the pointer: it would take too long."""

USUAL = "naf-2019"
"""The ruleset that is asked when a layout names none."""


class Workspace(QObject):
    """The dungeon in front with all that one needs to work on it; `turn_to` takes another in its place.

    `changed`: another layout or another ruleset. `selection_changed`, `marked_changed`, `symmetry_changed`,
    `hidden_changed`, `traced_changed`, `locked_changed`: as they say. `typed`: somebody types what is not in the
    document yet. `fields_wanted`: the fields of what is selected are to be shown, the keyboard in that of
    a name, else in the first; `map_wanted`: the map is to have the keyboard again.
    `saved_changed`, `path_changed`: the document's own, whichever it is; `history` is its undo stack. `said`: something
    to tell, in one line; `noted`: something that stays to be read.
    """

    changed = Signal()
    opened = Signal()
    selection_changed = Signal()
    marked_changed = Signal()
    symmetry_changed = Signal()
    hidden_changed = Signal()
    traced_changed = Signal()
    locked_changed = Signal()
    typed = Signal()
    fields_wanted = Signal(str)
    map_wanted = Signal()
    saved_changed = Signal(bool)
    path_changed = Signal()
    said = Signal(str)
    noted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        translation.use(QCoreApplication.translate)
        self.history = QUndoGroup(self)
        self.document = self.new_document()
        self.history.setActiveStack(self.document.stack)
        self.marked: tuple[Square, ...] = ()
        self.hidden: frozenset[str] = frozenset()
        """The kinds of things that are not seen on the table, until the window is closed; never part of a file."""
        self.filling: Filling = TerrainKind.LAVA
        """What Fill fills with: the kind of room, ground or obstacle that was taken in hand last."""
        self.verdict: Verdict | None = None
        self.typing: list[Callable[[], None]] = []
        """What takes text that is being typed into the document: each form with fields adds its own."""
        self._board: Board | None = None
        self._rulesets: dict[tuple[str, str], Ruleset] = {}
        self._looked: tuple[object, tuple[Fix, ...]] = (None, ())

    def new_document(self) -> OpenDungeon:
        """An empty table."""
        document = OpenDungeon(parent=self)
        self.history.addStack(document.stack)
        document.changed.connect(self._on_changed)
        document.symmetry_changed.connect(self.symmetry_changed)
        document.saved_changed.connect(self.saved_changed)
        document.path_changed.connect(self.path_changed)
        return document

    def turn_to(self, document: OpenDungeon) -> None:
        """Work on another dungeon, its history and selection as they were left."""
        self.mark(())
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
        """The layout as it stands."""
        return self.document.layout

    @property
    def library(self) -> TileLibrary:
        """The tiles it is built with."""
        return self.document.library

    @property
    def symmetry(self) -> Symmetry:
        """How edits are repeated."""
        return self.document.symmetry

    @property
    def selection(self) -> frozenset[ItemRef]:
        """The things that are selected."""
        return self.document.selection

    @property
    def locked(self) -> frozenset[str]:
        """The ids of sections that no suggestion changes."""
        return self.document.locked

    @property
    def traced(self) -> TracedPicture | None:
        """The picture beneath the grid."""
        return self.document.traced

    @property
    def board(self) -> Board:
        """The board of the layout as it stands."""
        if self._board is None or self._board.layout is not self.layout or self._board.library is not self.library:
            self._board = build(self.layout, self.library, self._board)
        return self._board

    @property
    def folder(self) -> Path:
        """Where rulesets and tiles of the layout's own are looked for."""
        return self.document.path.parent if self.document.path else Path()

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset the layout names, or the usual one; one without rules where what it names cannot be used."""
        return self._used[0]

    @property
    def ruleset_fault(self) -> str:
        """Why the ruleset the layout names cannot be used; empty when it can."""
        return self._used[1]

    @property
    def _used(self) -> tuple[Ruleset, str]:
        try:
            return self.ruleset_named(self.layout.ruleset or USUAL), ""
        except DungeonError as error:
            return Ruleset(id=self.layout.ruleset, name=self.layout.ruleset, rules={}), str(error)

    def ruleset_named(self, name: str) -> Ruleset:
        """A ruleset by id or file; RulesetError says what is wrong with it. Each is read once."""
        key = name, str(self.folder) if name.lower().endswith(".toml") else ""
        if key not in self._rulesets:
            self._rulesets[key] = load_ruleset(name, self.folder, found=True)
        return self._rulesets[key]

    def forget_rulesets(self) -> None:
        """Read rulesets anew: a file of one was written."""
        self._rulesets.clear()

    def open(self, layout: Layout, path: Path | None, like: Board | None = None) -> None:
        """Another document; TileError when it places tiles nobody has, and the one before stays.

        `like` is a board of the layout that was built before, so that it need not be built again.
        """
        self.commit_typing()
        document, tiles = self.document, library(beside=own_folder(path.parent) if path else None)
        layout = normalised(layout)
        board = build(layout, tiles, like)
        document.library = tiles
        self._rulesets.clear()
        if layout != self.layout:
            self.verdict = None
        self.select(())
        self.mark(())
        self.lock(frozenset())
        if path is None or path != document.path:
            self.trace(None)
        document.symmetry = Symmetry()
        self._board = board
        document.replace(layout, path)
        self.symmetry_changed.emit()
        self.opened.emit()

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What cannot be done in here is said, in one line."""
        try:
            yield
        except DungeonError as error:
            self.said.emit(str(error))

    def commit_typing(self) -> None:
        """Whatever is being typed is in the document from now on: called before the document is read for good."""
        for commit in self.typing:
            commit()

    def edit(self, title: str, after: Layout, gesture: object | None = None, before: Layout | None = None) -> bool:
        """Make a layout the document's, repeated by the symmetry; what came of it is whether anything changed.

        `before` is the layout a gesture began with, from which `after` was made.
        """
        try:
            after = repeated(before or self.layout, after, self.symmetry, self.library)
            after = normalised(after)
            self._board = build(after, self.library, self.board)
        except DungeonError as error:
            self.said.emit(str(error))
            return False
        return self.document.edit(title, after, gesture)

    def place(self, title: str, after: Layout, gesture: object | None = None, before: Layout | None = None) -> bool:
        """The same for something put down by the rules: its twins are left out where they would break one.

        Who puts it down against the rules does so across the axis, too.

        Where the board is large they are not looked at, for the rule book would be too slow for a pointer.
        """
        before = before or self.layout
        try:
            twins = repeated(before, after, self.symmetry, self.library)
        except DungeonError:
            return self.edit(title, after, gesture, before)
        if twins is not after and len(self.board) <= LARGE:
            mender = Autofix(self.ruleset, self.library)
            harm = mender.harm(before, twins)
            if harm and not mender.harm(before, after):
                self.said.emit(
                    filled(self.tr("Only here: across the axis it would break %1."), ", ".join(sorted(harm)))
                )
                return self.plainly(title, after, gesture)
        return self.edit(title, after, gesture, before)

    def mender(self, only: str = "", unsafe: bool = False) -> Autofix:
        """What mends the dungeon, by its ruleset and under the symmetry chosen; `only` the findings of one rule."""

        return Autofix(
            self.ruleset,
            self.library,
            unsafe=unsafe,
            only=only,
            repeat=lambda before, after: repeated(before, after, self.symmetry, self.library),
        )

    def plainly(
        self, title: str, after: Layout, gesture: object | None = None, symmetry: Symmetry | None = None
    ) -> bool:
        """An edit that no symmetry repeats: properties, waivers, fixes.

        With another `symmetry` from then on, undo brings back the one before, unless one chose another.
        """
        return self.document.edit(title, after, gesture, symmetry)

    def fixes(self, finding: Finding) -> tuple[Fix, ...]:
        """What mends a finding of the last verdict, on the board as it stands; looked for once."""
        if self.verdict is None or not (finding.moves or finding.fixes):
            return finding.fixes
        key = self.layout, self.verdict, finding
        if self._looked[0] != key:
            alone = replace(self.verdict, findings=(finding,))
            self._looked = key, offered(alone, self.board, self.ruleset).findings[0].fixes
        return self._looked[1]

    def select(self, things: Collection[ItemRef]) -> None:
        """Make some things the selection."""
        if frozenset(things) != self.selection:
            self.document.selection = frozenset(things)
            self.selection_changed.emit()

    @property
    def hidden_fields(self) -> frozenset[str]:
        """The lists of the layout whose things are hidden: no pointer picks them."""
        return fields_of(self.hidden)

    def hide_kinds(self, hidden: frozenset[str]) -> None:
        """Hide these kinds of things and no others; what is hidden is not selected, unless in its room."""
        if hidden == self.hidden:
            return
        self.hidden = hidden
        if not any(thing.field == "sections" for thing in self.selection):
            self.select([thing for thing in self.selection if thing.field not in self.hidden_fields])
        self.hidden_changed.emit()

    def mark(self, squares: Collection[Square]) -> None:
        """Show some squares: those of a problem."""
        if tuple(squares) != self.marked:
            self.marked = tuple(squares)
            self.marked_changed.emit()

    @property
    def locked_here(self) -> frozenset[str]:
        """Those of the locked sections that are there."""
        return self.locked & {section.id for section in self.layout.sections} if self.locked else self.locked

    def lock(self, sections: frozenset[str]) -> None:
        """Have no suggestion change these sections, and any other."""
        if sections != self.locked:
            self.document.locked = sections
            self.locked_changed.emit()

    def trace(self, picture: TracedPicture | None) -> None:
        """Have a picture beneath the grid, or none."""
        if picture is not self.traced:
            self.document.traced = picture
            self.traced_changed.emit()

    def set_symmetry(self, symmetry: Symmetry) -> None:
        """Repeat edits this way from now on."""
        self.document.symmetry = symmetry
        self.symmetry_changed.emit()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the chosen ruleset said last, waived findings left out; worst first."""
        if self.verdict is None:
            return ()
        return tuple(finding for finding in self.verdict.findings if finding.waived is None)

    def _on_changed(self) -> None:
        if self.selection:
            self.select(self.selection & frozenset(items_of(self.layout)))
        self.changed.emit()
