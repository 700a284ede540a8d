"""The window: wiring only. Everything it holds works without it."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMainWindow, QMenu, QUndoView, QWidget

from dungeon_designer.editor.actions import Action, Actions, TextFieldKeys
from dungeon_designer.editor.bars import (
    PICTURES,
    Badges,
    LayerVisibility,
    NoticeBar,
    SetUpMode,
    ToolBar,
    Tracing,
    add_symmetry_menu,
)
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.checking import LiveChecking
from dungeon_designer.editor.dialogs.opener import Dialogs
from dungeon_designer.editor.docks.arrangement import MiniMap, arranged
from dungeon_designer.editor.docks.background import AnalysisDock
from dungeon_designer.editor.docks.palette import PaletteDock, TilesDock, follow_sides
from dungeon_designer.editor.docks.properties import PropertiesDock
from dungeon_designer.editor.docks.proposals import ProposalsDock
from dungeon_designer.editor.docks.rules import EditionCard, ProblemsDock, RuleBookDock
from dungeon_designer.editor.editing import ContextMenu, Editing
from dungeon_designer.editor.file_actions import FileActions, stored_list
from dungeon_designer.editor.files import stamp_of
from dungeon_designer.editor.key_positions import KeyPositions
from dungeon_designer.editor.open_dungeons import OpenDungeons
from dungeon_designer.editor.pieces import ALL, PIECES, Piece
from dungeon_designer.editor.proposals import Way
from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.recovery import Recovery
from dungeon_designer.editor.tools.floor import TileTool
from dungeon_designer.editor.tools.tool import Pointer, meant_border
from dungeon_designer.editor.widgets import NONE, as_written, column, dress, made
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout_edits.floor import rubbed_out
from dungeon_designer.set_up.session import SetUp
from dungeon_designer.tiles.model import Tile
from dungeon_designer.translation import translate

_SIZE, _FRAME = QSize(1360, 860), QSize(8, 40)
"""The window at first, where the screen has room for that and the frame round it."""

_BROAD = 300
"""Pixels that what lies at the pointer may take: the badges beside it keep their room."""

HINT_LINES = 3
"""So many lines has the longest of the tools' hints below the map, as broad as that is at first."""


class MainWindow(QMainWindow):
    """Puts workspace, table, docks, files and rule book together."""

    def __init__(self, settings: QSettings, recovery: Recovery, dark: bool | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.workspace = Workspace(self)
        self.canvas = InteractiveMap(self.workspace)
        self.badges = Badges()
        self.filing = FileActions(self.workspace, self, settings, recovery)
        self.quick_fixes = QuickFixes(self.workspace)
        self.editing = Editing(self.workspace, self.canvas)
        self.rules = LiveChecking(self.workspace, self.badges, settings)
        self.actions_ = Actions(self, settings)
        TextFieldKeys(self.actions_, self)
        KeyPositions(self.actions_, self)
        self.layers = LayerVisibility(self.workspace, self.canvas, self.actions_)
        self.dialogs = Dialogs(self, self.workspace, self.filing, self.rules, self.actions_, settings)
        self.dialogs.set_up_chosen.connect(self.begin_set_up)
        self.dark = False
        self.set_up_mode = SetUpMode(self.workspace, self.canvas)
        self.tabs = OpenDungeons(self.workspace, self.filing, self.canvas, settings)
        self.tabs.leaving = self.set_up_mode.may_leave
        self.tracing = Tracing(self.workspace, self.canvas, settings)
        self.hint = made(QLabel, wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop)
        self.hint.setContentsMargins(10, 4, 10, 4)
        self.hint.setFixedHeight(HINT_LINES * self.hint.fontMetrics().lineSpacing() + 10)  # or the map would jump
        middle = QWidget()
        self.notice = NoticeBar(self.workspace)
        parts = self.tabs.bar, self.notice, self.set_up_mode, self.tracing, (self.canvas, 1), self.hint
        column(*parts, of=middle, margins=NONE).setSpacing(0)
        self.setCentralWidget(middle)
        self.setAcceptDrops(True)
        self.resize(_SIZE.boundedTo(self.screen().availableSize() - _FRAME))
        self._dress(self._wants_dark() if dark is None else dark)  # a new style makes Qt forget its tab bars
        self._make_bars()
        self._make_docks()
        follow_sides(self.workspace, self.actions_, self.palette_dock, self.take)
        self._make_menus()
        self.menu = ContextMenu(self.workspace, self.canvas, self.editing, self.actions_)
        self._wire()
        self.set_dark(self._wants_dark() if dark is None else dark)
        self._restore_arrangement()
        self.take("select")
        self.workspace.open(self.workspace.layout, None)

    # Making ---------------------------------------------------------------------------------------------------

    def _make_bars(self) -> None:
        for piece in ALL.values():
            do = partial(MainWindow.take, name=piece.id)
            tip = translate("tips", piece.tip)
            self.actions_.add(Action(f"tool-{piece.id}", piece.name, piece.key, do, tip, group=True))
        self.tool_bar = ToolBar(self.actions_)
        self.symmetry, self.ruleset = self.tool_bar.symmetry, self.tool_bar.ruleset
        self.addToolBar(self.tool_bar)
        self.place = made(QLabel, textFormat=Qt.TextFormat.PlainText, minimumWidth=70, maximumWidth=_BROAD)
        for part in (self.layers.note, self.place, self.badges):
            self.statusBar().addPermanentWidget(part)

    def _make_docks(self) -> None:
        workspace, canvas = self.workspace, self.canvas
        self.palette_dock, self.tiles = PaletteDock(), TilesDock(workspace)
        self.properties, self.problems = PropertiesDock(workspace), ProblemsDock(workspace, self.quick_fixes)
        self.book, self.card, self.map = RuleBookDock(workspace), EditionCard(workspace), MiniMap(canvas)
        self.analysis, self.proposals = AnalysisDock(workspace), ProposalsDock(workspace, lambda: self.rules.current)
        self.history = made(QUndoView, workspace.history, emptyLabel=self.tr("As opened"))
        self.docks = arranged(
            self,
            {
                "pieces": (self.tr("Pieces"), self.palette_dock),
                "tiles": (self.tr("Tiles"), self.tiles),
                "properties": (self.tr("Properties"), self.properties),
                "map": (self.tr("Overview"), self.map),
                "history": (self.tr("History"), self.history),
                "rule-book": (self.tr("Rule book"), self.book),
                "problems": (self.tr("Problems"), self.problems),
                "edition": (self.tr("Edition card"), self.card),
                "analysis": (self.tr("Analysis"), self.analysis),
                "proposals": (self.tr("Propose"), self.proposals),
            },
        )
        self.docks["analysis"].visibilityChanged.connect(self.analysis.look)
        self.analysis.laid.connect(canvas.lay)
        self.book.rules.currentIndexChanged.connect(self._lay_halls)
        self.proposals.previewed.connect(canvas.preview)
        self.card.taken.connect(self.take)
        self.card.shown.connect(canvas.go_to)

    def _make_menus(self) -> None:
        self.actions_.fill(self.menuBar())
        self.recent_menu = QMenu(self.tr("Open &recent"), self)
        self.actions_.menus["File"].insertMenu(self.actions_["save"], self.recent_menu)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        tools, groups = self.actions_.menus["Tools"], dict[str, QMenu]()
        elsewhere = {f"tool-{piece.id}" for piece in PIECES}
        tools.addActions([tool for tool in self.tool_bar.tools if tool.objectName() not in elsewhere])
        pieces = tools.addMenu(self.tr("Pieces"))
        for piece in PIECES:
            if piece.group not in groups:
                groups[piece.group] = pieces.addMenu(translate("pieces", piece.group))
            groups[piece.group].addAction(self.actions_[f"tool-{piece.id}"])
        view = self.actions_.menus["View"]
        self.layers.fill(view)
        add_symmetry_menu(self.actions_.menus["Edit"], self.workspace, self.editing, self.actions_)
        panels = view.addMenu(self.tr("Panels"))
        for at, (name, dock) in enumerate(self.docks.items(), start=1):
            show, words = partial(MainWindow.show_panel, name=name), dock.windowTitle()
            panels.addAction(self.actions_.add(Action(f"dock-{name}", words, f"Alt+{at % 10}", show, group=True)))
            dock.visibilityChanged.connect(self.actions_[f"dock-{name}"].setChecked)

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.filing.recent():
            action = self.recent_menu.addAction(str(path))
            action.triggered.connect(lambda _=False, path=path: self.filing.open(path))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(self.tr("(none yet)")).setEnabled(False)

    def _wire(self) -> None:
        workspace, history, symmetry = self.workspace, self.workspace.history, self.tool_bar.symmetry
        for action, can_change in (("undo", history.canUndoChanged), ("redo", history.canRedoChanged)):
            self.actions_[action].setEnabled(False)
            can_change.connect(self.actions_[action].setEnabled)
            self.actions_[action].triggered.connect(self.statusBar().clearMessage)  # it told of what is undone now
        self.tabs.bar.currentChanged.connect(self.statusBar().clearMessage)
        workspace.map_wanted.connect(self.canvas.setFocus)
        for signal in (workspace.changed, workspace.opened, workspace.saved_changed, workspace.path_changed):
            signal.connect(self._show_title)
        workspace.said.connect(lambda words: self.statusBar().showMessage(words, 6000))
        workspace.symmetry_changed.connect(lambda: symmetry.setCurrentIndex(symmetry.findData(workspace.symmetry.way)))
        workspace.fields_wanted.connect(self.show_properties)
        self.canvas.pointed.connect(self._show_place)
        self.canvas.cleared.connect(self._clear_at)
        self.canvas.menu_wanted.connect(self.menu.show)
        self.menu.properties.connect(self.show_properties)
        self.editing.dungeon_pasted.connect(self.filing.start_unsaved)
        self.proposals.started.connect(self.filing.start_unsaved)
        self.dialogs.proposals_wanted.connect(self._propose)
        self.set_up_mode.turned.connect(self._show_hint)
        for done in (self.set_up_mode.ended, self.tracing.done):
            done.connect(lambda: self.take("select"))
        self.tracing.tool_taken.connect(lambda: self._tick(""))
        symmetry.activated.connect(lambda _: self.editing.set_way(symmetry.currentData()))
        self.ruleset.activated.connect(lambda _: self.rules.choose(self.ruleset.currentData()))
        self.rules.verdict_changed.connect(self.problems.refresh)
        self.rules.verdict_changed.connect(self.canvas.redraw)
        self.problems.chosen.connect(lambda finding: self.canvas.go_to(finding.squares))
        self.problems.explain.connect(lambda finding: self.explain(finding.rule))
        self.problems.waive.connect(self.dialogs.waiver)
        self.palette_dock.taken.connect(lambda piece: self.take(piece.id))
        self.tiles.taken.connect(self.take_tile)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda _: self.set_dark(self._wants_dark()))

    # Tools ----------------------------------------------------------------------------------------------------

    def take(self, name: str) -> None:
        """Take a tool in hand, by its piece's id; a counter of a side that does not play is not taken."""
        piece: Piece = ALL[name]
        if piece.owner is not None and piece.owner not in self.workspace.layout.teams:
            return
        self.layers.taken(piece)
        self.canvas.set_tool(piece.make(self.workspace))
        self._tick(f"tool-{name}")

    def take_tile(self, tile: Tile) -> None:
        """Take a library tile in hand."""
        self.canvas.set_tool(TileTool(self.workspace, tile))
        self._tick("")

    def _tick(self, name: str) -> None:
        for action in self.actions_:
            if action.objectName().startswith("tool-"):
                action.setChecked(action.objectName() == name)
        self.palette_dock.follow(name.removeprefix("tool-"))
        self._show_hint()
        self.canvas.setFocus()

    def _show_hint(self) -> None:
        tool = self.canvas.tool
        self.hint.setText(f"<b>{escape(tool.title)}</b>&nbsp; {escape(tool.hint)}")

    def _clear_at(self, at: Pointer) -> None:
        """A right click rubs out one thing: what lies on top first, the floor last."""
        with self.workspace.telling():
            hidden = self.workspace.hidden_fields
            rubbed = rubbed_out(self.workspace.board, at.square, meant_border(at), hidden)
            self.workspace.edit(self.tr("Erase"), rubbed)

    def show_properties(self, field: str = "") -> None:
        """Properties in front, the keyboard in the field of that name, else in the first."""
        self.show_panel("properties", True)
        self.properties.take_keyboard(field)

    def show_panel(self, name: str, wanted: bool | None = None) -> None:
        """A panel in front, or away where it is in front already and not `wanted`."""
        dock = self.docks[name]
        dock.setVisible(bool(wanted) or self.actions_[f"dock-{name}"].isChecked())
        dock.raise_()

    def _restore_arrangement(self) -> None:
        """The window and its docks as they were left, if that is just what was kept: damaged, it can crash Qt."""
        kept = stored_list(self.settings, "arrangement")
        if len(kept) == 3 and stamp_of("".join(kept[:2]).encode()) == kept[2]:
            self.restoreGeometry(QByteArray.fromBase64(kept[0].encode()))
            self.restoreState(QByteArray.fromBase64(kept[1].encode()))
        elif self.settings.contains("arrangement"):
            self.workspace.said.emit(self.tr("The settings hold a damaged arrangement of the window: it is not used."))

    def playtest(self) -> None:
        """Play many matches; a map of them may lie over the dungeon."""
        self.dialogs.playtest(self.canvas.lay)

    # What dialogs ask for -------------------------------------------------------------------------------------

    def explain(self, rule: str) -> None:
        """Open the rule book."""
        self.book.show_rule(rule)
        self.show_panel("rule-book", True)

    def _lay_halls(self) -> None:
        """While the rule book lies open at the width of ways, what it takes for halls is shown on the map."""
        wanted = "halls" if self.book.rules.currentData() == "corridor-width" else ""
        if wanted or self.analysis.chosen == "halls":
            self.analysis.overlay.setCurrentIndex(self.analysis.overlay.findData(wanted))

    def begin_set_up(self, setup: SetUp) -> None:
        """Take the set-up in hand; when all is placed, the arrow again."""
        self.set_up_mode.begin(setup)
        self._tick("")

    # Showing --------------------------------------------------------------------------------------------------

    def _show_title(self) -> None:
        path, name = self.workspace.document.path, self.workspace.layout.name
        shown = path.name if path else self.tr("Not saved yet")
        program = self.tr("Dungeon Designer")
        self.setWindowTitle(f"{name} – {shown}[*] – {program}" if name else f"{shown}[*] – {program}")
        self.setWindowModified(not self.workspace.document.saved)
        usable = not self.workspace.ruleset_fault
        self.tool_bar.show_ruleset(self.rules.current, self.workspace.ruleset.name if usable else None)

    def _show_place(self, at: Pointer | None) -> None:
        words = f"({at.square[0]}, {at.square[1]})  {self.canvas.there}" if at is not None else ""
        self.place.setText(words)
        self.place.setToolTip(as_written(words))

    def _wants_dark(self) -> bool:
        chosen = str(self.settings.value("dark", ""))
        system_is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return system_is_dark if chosen == "" else chosen == "true"

    def choose_dark(self, dark: bool) -> None:
        """The user has his way, whatever the system has."""
        self.settings.setValue("dark", "true" if dark else "false")
        self.set_dark(dark)

    def set_dark(self, dark: bool) -> None:
        """Dress the window light or dark."""
        if dark != self.dark:
            self._dress(dark)
        with QSignalBlocker(self.actions_["dark"]):
            self.actions_["dark"].setChecked(dark)
        for part in (self.tool_bar, self.palette_dock, self.badges, self.tiles, self.proposals):
            part.set_dark(dark)
        self.canvas.set_look("dark", dark)

    def _dress(self, dark: bool) -> None:
        self.dark = self.dialogs.dark = dark
        app = QApplication.instance()
        if isinstance(app, QApplication):
            dress(app, dark)

    def _propose(self, way: Way, matches: tuple[tuple[str, ...], int] | None) -> None:
        """Show the dock that proposes, and have it begin."""
        self.docks["proposals"].show()
        self.docks["proposals"].raise_()
        self.proposals.propose(way, matches)

    # The window -----------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A file may be dropped here."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the files that were dropped, each in a tab; rulesets get badges, a picture is laid down to trace."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        for path in paths:
            suffix = path.suffix.lower()
            if suffix == ".toml":
                self.dialogs.add_ruleset(path)
            elif suffix in PICTURES:
                self.tracing.load(path)
            else:
                self.filing.open(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is lost: unsaved work is asked about."""
        if not self.tabs.may_close_all():
            event.ignore()
            return
        for dialog in self.findChildren(QDialog):
            dialog.close()  # with what it has begun in other processes
        self.tabs.end_session()
        kept = [bytes(each.toBase64().data()).decode() for each in (self.saveGeometry(), self.saveState())]
        self.settings.setValue("arrangement", [*kept, stamp_of("".join(kept).encode())])
        self.rules.close()
        self.editing.reader.close()
        self.canvas.drawer.close()
        self.analysis.worker.close()
        self.proposals.worker.close()
        self.quick_fixes.worker.close()
        event.accept()
