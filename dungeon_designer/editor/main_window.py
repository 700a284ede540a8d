"""The main window: creates the parts of the editor and connects their signals."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QUndoView, QWidget

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.editor.actions import Action, Actions, TextFieldKeys
from dungeon_designer.editor.bars.hint_line import HintLine
from dungeon_designer.editor.bars.layer_visibility import LayerVisibility
from dungeon_designer.editor.bars.notice_bar import NoticeBar
from dungeon_designer.editor.bars.picture_menu import add_picture_menu
from dungeon_designer.editor.bars.set_up_banner import SetUpMode
from dungeon_designer.editor.bars.small_window import SmallWindow
from dungeon_designer.editor.bars.symmetry_menu import add_symmetry_menu
from dungeon_designer.editor.bars.tool_bar import ToolBar
from dungeon_designer.editor.bars.tracing_bar import PICTURE_ENDINGS, Tracing
from dungeon_designer.editor.bars.verdict_badges import Badges
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.dialogs.opener import Dialogs
from dungeon_designer.editor.docks.arrangement import MiniMap, arrange_docks
from dungeon_designer.editor.docks.dungeon_card import DungeonCard
from dungeon_designer.editor.docks.palette import PaletteDock, TilesDock, follow_dungeon
from dungeon_designer.editor.docks.properties import PropertiesDock
from dungeon_designer.editor.docks.proposals_dock import ProposalsDock
from dungeon_designer.editor.docks.question_section import ROW_HEIGHT
from dungeon_designer.editor.docks.rules import ProblemsDock, RuleBookDock
from dungeon_designer.editor.docks.tile_dragging import TileDragging
from dungeon_designer.editor.dungeon_answers import FigureSource
from dungeon_designer.editor.dungeon_files import hash_bytes
from dungeon_designer.editor.dungeon_tabs import OpenDungeons
from dungeon_designer.editor.editing import ContextMenu, Editing
from dungeon_designer.editor.figures_over_map import FiguresOverMap
from dungeon_designer.editor.file_actions import FileActions, read_list_setting
from dungeon_designer.editor.fitting import ElidedLabel, find_usable_size
from dungeon_designer.editor.key_positions import KeyPositions
from dungeon_designer.editor.live_checking import LiveChecking
from dungeon_designer.editor.picture_keeper import PictureKeeper
from dungeon_designer.editor.pieces import PALETTE_PIECES, PIECE_BY_ID, Piece, find_door_tool
from dungeon_designer.editor.proposal_worker import ProposalKind
from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.editor.tile_from_photo import TileFromPhoto
from dungeon_designer.editor.tools.floor_tools import TileTool
from dungeon_designer.editor.tools.tool import Pointer, find_near_border
from dungeon_designer.editor.widgets import NO_MARGINS, apply_style, build_column, create_widget, escape_rich_text
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout_edits.floor import erase_top_object
from dungeon_designer.rules.rule_registry import list_rules, load_rule
from dungeon_designer.set_up.session import SetUp
from dungeon_designer.tiles.tile import Tile
from dungeon_designer.translation import translate

_INITIAL_SIZE = QSize(1360, 860)
"""The initial size of the window, if the screen has room for it and for the frame around it."""

_MAX_POINTER_LABEL_PX = 300
"""The greatest width of the text about the square at the pointer, in pixels, so that the badges keep their space."""

_MIN_MAP_HEIGHT_PX = 250
"""The height that the map keeps when a dock grows by itself, in pixels."""


class MainWindow(QMainWindow):
    """The main window with the map, docks, bars, dialogs, files and live checking."""

    def __init__(self, settings: QSettings, recovery: RecoveryFile, dark: bool | None = None) -> None:
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
        self.dialogs.set_up_chosen.connect(self.start_set_up)
        self.dark = False
        self.set_up_mode = SetUpMode(self.workspace, self.canvas)
        self.tabs = OpenDungeons(self.workspace, self.filing, self.canvas, settings)
        self.tabs.may_leave_current = self.set_up_mode.may_leave
        self.tracing = Tracing(self.workspace, self.canvas, settings)
        self.picture_keeper = PictureKeeper(self.workspace, self.filing, self.tracing, self)
        self.tile_from_photo = TileFromPhoto(
            self.workspace, self.canvas, self.tracing, self.filing, settings, self.show_new_tile, self
        )
        self.hint_label = HintLine()
        central_widget = QWidget()
        self.notice = NoticeBar(self.workspace)
        widgets = self.tabs.bar, self.notice, self.set_up_mode, self.tracing, (self.canvas, 1), self.hint_label
        build_column(*widgets, owner=central_widget, margins=NO_MARGINS).setSpacing(0)
        self.setCentralWidget(central_widget)
        self.setAcceptDrops(True)
        initial_size = _INITIAL_SIZE.boundedTo(find_usable_size(self))
        self.resize(initial_size)
        # before the bars are made, since a new style resets Qt's tab bars
        self._apply_style(self._prefers_dark() if dark is None else dark)
        self._make_bars()
        self._make_docks()
        follow_dungeon(self.workspace, self.actions_, self.palette_dock, self.select_tool)
        self._make_menus()
        self.menu = ContextMenu(self.workspace, self.canvas, self.editing, self.actions_)
        self._connect_signals()
        self.set_dark(self._prefers_dark() if dark is None else dark)
        self.small_window.follow_size(initial_size)
        if layout := self.layout():
            layout.activate()  # or the window stays as wide as the docks were before they were folded
        self.resize(initial_size)
        self._restore_arrangement()
        self._restore_door_choice()
        self.select_tool("select")
        self.workspace.open_layout(self.workspace.layout, None)

    # Making ---------------------------------------------------------------------------------------------------

    def _make_bars(self) -> None:
        """Create the actions of the tools, the tool bar and the widgets of the status bar."""
        for piece in PIECE_BY_ID.values():
            select_tool = partial(MainWindow.select_tool, name=piece.id)
            tool_tip = translate("tips", piece.tip)
            self.actions_.add_action(
                Action(f"tool-{piece.id}", piece.name, piece.key, select_tool, tool_tip, group=True)
            )
        self.tool_bar = ToolBar(self.actions_)
        self.symmetry, self.ruleset = self.tool_bar.symmetry, self.tool_bar.ruleset
        self.addToolBar(self.tool_bar)
        self.pointer_label = create_widget(ElidedLabel, minimumWidth=70, maximumWidth=_MAX_POINTER_LABEL_PX)
        for widget in (self.layers.show_all_button, self.pointer_label, self.badges):
            self.statusBar().addPermanentWidget(widget)

    def _make_docks(self) -> None:
        """Create the docks and connect their signals."""
        workspace, canvas = self.workspace, self.canvas
        self.palette_dock, self.tiles = PaletteDock(), TilesDock(workspace, self.canvas.picture_loading)
        self.properties, self.problems = PropertiesDock(workspace), ProblemsDock(workspace, self.quick_fixes)
        self.rule_book = RuleBookDock(workspace)
        self.card = DungeonCard(workspace, self.rules, self.quick_fixes)
        self.analysis = self.card.figures
        self.mini_map = MiniMap(canvas)
        self.proposals = ProposalsDock(workspace, lambda: self.rules.current_ruleset)
        self.history = create_widget(QUndoView, workspace.history, emptyLabel=self.tr("As opened"))
        self.docks = arrange_docks(
            self,
            {
                "pieces": (self.tr("Pieces"), self.palette_dock),
                "tiles": (self.tr("Tiles"), self.tiles),
                "properties": (self.tr("Properties"), self.properties),
                "map": (self.tr("Overview"), self.mini_map),
                "history": (self.tr("History"), self.history),
                "rule-book": (self.tr("Rule book"), self.rule_book),
                "problems": (self.tr("Problems"), self.problems),
                "card": (self.tr("Dungeon card"), self.card),
                "proposals": (self.tr("Propose"), self.proposals),
            },
        )
        bars = self.badges, self.pointer_label, self.hint_label, self.notice
        self.small_window = SmallWindow(self, self.docks, *bars)
        self.docks["card"].visibilityChanged.connect(self.card.set_seen)
        self.card.playtest_requested.connect(self.open_playtest)
        self.card.proposals_requested.connect(lambda kind: self._start_proposals(kind, None))
        self.figures_over_map = FiguresOverMap(workspace, canvas)
        self.analysis.map_figure_changed.connect(self._lay_analysis)
        self.rule_book.rule_box.currentIndexChanged.connect(self._update_rule_overlay)
        self.proposals.preview_changed.connect(canvas.show_proposal)
        self.proposals.search_started.connect(self._make_room_for_proposals)
        self.card.numbers.tool_requested.connect(self.select_tool)
        for squares_signal in (self.card.numbers.squares_requested, self.card.squares_requested):
            squares_signal.connect(canvas.scroll_to)

    def _make_menus(self) -> None:
        """Fill the menus: recent files, tools and pieces, hideable kinds, symmetry and panels."""
        self.actions_.fill_menu_bar(self.menuBar())
        self.recent_menu = QMenu(self.tr("Open &recent"), self)
        self.actions_.menus["File"].insertMenu(self.actions_["save"], self.recent_menu)
        self.recent_menu.aboutToShow.connect(self._fill_recent_menu)
        tools_menu, group_menus = self.actions_.menus["Tools"], dict[str, QMenu]()
        palette_action_ids = {f"tool-{piece.id}" for piece in PALETTE_PIECES}
        tools_menu.addActions(
            [action for action in self.tool_bar.tools if action.objectName() not in palette_action_ids]
        )
        pieces_menu = tools_menu.addMenu(self.tr("Pieces"))
        for piece in PALETTE_PIECES:
            if piece.group not in group_menus:
                group_menus[piece.group] = pieces_menu.addMenu(translate("pieces", piece.group))
            group_menus[piece.group].addAction(self.actions_[f"tool-{piece.id}"])
        group_menus["Doors and edges"].addSeparator()
        group_menus["Doors and edges"].addAction(self.actions_["doors-with-tiles"])
        view_menu = self.actions_.menus["View"]
        self.layers.add_menu(view_menu)
        add_picture_menu(view_menu, self.canvas, self.actions_)
        add_symmetry_menu(self.actions_.menus["Edit"], self.workspace, self.editing, self.actions_)
        panels_menu = view_menu.addMenu(self.tr("Panels"))
        for number, (name, dock) in enumerate(self.docks.items(), start=1):
            show_panel, title = partial(MainWindow.show_panel, name=name), dock.windowTitle()
            self.actions_.add_action(Action(f"dock-{name}", title, f"Alt+{number % 10}", show_panel))
            toggle = dock.toggleViewAction()
            toggle.triggered.connect(lambda is_shown, name=name: self.show_panel(name) if is_shown else None)
            panels_menu.addAction(toggle)
        panels_menu.aboutToShow.connect(self._show_panel_keys)

    def _show_panel_keys(self) -> None:
        """Show beside each panel in its menu the key that brings it to the front. The entry itself also closes it."""
        for name, dock in self.docks.items():
            title, key = dock.windowTitle(), self.actions_[f"dock-{name}"].shortcut()
            key_text = key.toString(QKeySequence.SequenceFormat.NativeText)
            dock.toggleViewAction().setText(f"{title}\t{key_text}" if key_text else title)

    def _fill_recent_menu(self) -> None:
        """Fill the menu of recent files just before it opens."""
        self.recent_menu.clear()
        for path in self.filing.list_recent_files():
            action = self.recent_menu.addAction(str(path))
            action.triggered.connect(lambda _=False, path=path: self.filing.open_file(path))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(self.tr("(none yet)")).setEnabled(False)

    def _connect_signals(self) -> None:
        """Connect the signals of the window's parts."""
        workspace, undo_group, symmetry_list = self.workspace, self.workspace.history, self.tool_bar.symmetry
        for action_id, can_change in (("undo", undo_group.canUndoChanged), ("redo", undo_group.canRedoChanged)):
            self.actions_[action_id].setEnabled(False)
            can_change.connect(self.actions_[action_id].setEnabled)
            # the message was about what was just undone
            self.actions_[action_id].triggered.connect(self.statusBar().clearMessage)
        self.tabs.bar.currentChanged.connect(self.statusBar().clearMessage)
        self.canvas.press_began.connect(self.statusBar().clearMessage)
        workspace.map_focus_requested.connect(self.canvas.setFocus)
        for signal in (workspace.changed, workspace.opened, workspace.saved_changed, workspace.path_changed):
            signal.connect(self._show_title)
        workspace.message_sent.connect(lambda message: self.statusBar().showMessage(message, 6000))
        workspace.symmetry_changed.connect(
            lambda: symmetry_list.setCurrentIndex(symmetry_list.findData(workspace.symmetry.mode))
        )
        workspace.properties_requested.connect(self.show_properties)
        for signal in (workspace.selection_changed, workspace.changed):
            signal.connect(self._enable_transforms)
        for signal in (workspace.opened, workspace.changed):
            signal.connect(self._update_door_tool)
        self.canvas.pointer_moved.connect(self._show_pointer)
        self.canvas.erase_requested.connect(self._erase_at)
        self.canvas.menu_requested.connect(self.menu.open_menu)
        self.menu.properties_requested.connect(self.show_properties)
        self.editing.dungeon_pasted.connect(self.filing.start_unsaved)
        self.proposals.dungeon_chosen.connect(self.filing.start_unsaved)
        self.dialogs.proposals_requested.connect(self._start_proposals)
        self.set_up_mode.hint_changed.connect(self._show_hint)
        for end_signal in (self.set_up_mode.set_up_ended, self.tracing.tracing_ended):
            end_signal.connect(lambda: self.select_tool("select"))
        self.tracing.tool_activated.connect(lambda: self._mark_tool(""))
        symmetry_list.activated.connect(lambda _: self.editing.set_symmetry_mode(symmetry_list.currentData()))
        self.ruleset.activated.connect(lambda _: self.rules.choose_ruleset(self.ruleset.currentData()))
        self.rules.verdict_changed.connect(self.problems.refresh_list)
        self.rules.verdict_changed.connect(self.canvas.redraw)
        self.rules.verdict_changed.connect(self.proposals.suggest_kind)
        self.problems.problem_chosen.connect(lambda finding: self.canvas.scroll_to(finding.squares))
        self.problems.explain_requested.connect(lambda finding: self.show_rule(finding.rule))
        self.problems.waive_requested.connect(self.dialogs.waive_finding)
        self.palette_dock.piece_chosen.connect(lambda piece: self.select_tool(piece.id))
        self.tiles.tile_chosen.connect(self.select_tile)
        TileDragging(self.tiles, self.canvas, self.select_tile)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda _: self.set_dark(self._prefers_dark()))

    # Tools ----------------------------------------------------------------------------------------------------

    def select_tool(self, name: str) -> None:
        """Select the tool of a piece, unless the piece belongs to a team that does not play.

        Args:
            name: the id of the piece.
        """
        piece: Piece = PIECE_BY_ID[name]
        if piece.owner is not None and piece.owner not in self.workspace.layout.teams:
            return
        self.layers.show_kinds_of(piece)
        self.canvas.set_tool(piece.create_tool(self.workspace))
        self._mark_tool(f"tool-{name}")

    def select_tile(self, tile: Tile) -> None:
        """Select the tool that places a tile."""
        self.canvas.set_tool(TileTool(self.workspace, tile))
        self._mark_tool("")

    def show_new_tile(self, tile_id: str) -> None:
        """Show a tile that was just written in the palette, and select the tool that places it.

        Raises:
            TileError: the tile's file is wrong.
        """
        tile = self.tiles.show_tile(tile_id)
        self.show_panel("tiles")
        self.select_tile(tile)

    def _update_door_tool(self) -> None:
        """Select the door tool again if the dungeon has another edition now, with doors of another form."""
        tool = self.canvas.tool
        if self.actions_["tool-door"].isChecked() and not tool.is_active:
            door_tool = find_door_tool(self.workspace)
            if type(tool) is not door_tool:
                self.canvas.set_tool(door_tool(self.workspace))
                self._show_hint()

    def _enable_transforms(self) -> None:
        """Enable *Turn* and *Flip* while they would change something."""
        self.actions_["turn"].setEnabled(self.editing.can_transform(1, False))
        self.actions_["flip"].setEnabled(self.editing.can_transform(0, True))

    def _mark_tool(self, action_id: str) -> None:
        """Show which tool is selected: tick its action, show its hint and focus the map.

        `action_id` is the id of its action, or "" for a tool that has none, such as that of a tile.
        """
        for action in self.actions_:
            if action.objectName().startswith("tool-"):
                action.setChecked(action.objectName() == action_id)
        self.palette_dock.highlight_piece(action_id.removeprefix("tool-"))
        self._show_hint()
        self._enable_transforms()
        self.canvas.setFocus()

    def _show_hint(self) -> None:
        """Show the title and the hint of the selected tool."""
        tool = self.canvas.tool
        self.hint_label.show_hint(tool.title, tool.hint)

    def _erase_at(self, pointer: Pointer) -> None:
        """Erase the topmost object at the pointer, or the floor if there is no object. Called at a right click."""
        with self.workspace.reported_errors():
            hidden_fields = self.workspace.hidden_fields
            erased_layout = erase_top_object(
                self.workspace.board,
                pointer.square,
                find_near_border(pointer),
                hidden_fields,
                self.workspace.find_automatic_doors,
            )
            self.workspace.edit_layout(self.tr("Erase"), erased_layout)

    def show_properties(self, field: str = "") -> None:
        """Show the panel of properties and focus the field of that name, or the first field for ""."""
        self.show_panel("properties")
        self.properties.focus_field(field)

    def show_panel(self, name: str) -> None:
        """Show a panel and bring it to the front.

        Args:
            name: the key of the panel in `docks`.
        """
        self.small_window.panel_bar.show_panel(name)

    def _restore_arrangement(self) -> None:
        """Restore the size of the window and the arrangement of the docks from the last session.

        They are stored with a checksum, because damaged values can crash Qt.
        """
        stored = read_list_setting(self.settings, "arrangement")
        if len(stored) == 3 and hash_bytes("".join(stored[:2]).encode()) == stored[2]:
            self.restoreGeometry(QByteArray.fromBase64(stored[0].encode()))
            self.restoreState(QByteArray.fromBase64(stored[1].encode()))
            self.small_window.restore(self.settings)
        elif self.settings.contains("arrangement"):
            self.workspace.message_sent.emit(
                self.tr("The settings hold a damaged arrangement of the window: it is not used.")
            )

    def _lay_analysis(self, figure: FigurePicture | None) -> None:
        """Lay a figure of the analysis over the current dungeon, or remove it (None)."""
        self.figures_over_map.lay_figure(self.workspace.document, FigureSource.ANALYSIS, figure)

    def open_playtest(self) -> None:
        """Open the playtest dialog, which can show a heat map over the dungeon."""
        self.dialogs.show_playtest(self.figures_over_map)

    # What dialogs ask for -------------------------------------------------------------------------------------

    def show_rule(self, rule: str) -> None:
        """Show a rule in the panel of the rule book."""
        self.rule_book.show_rule(rule)
        self.show_panel("rule-book")

    def _update_rule_overlay(self) -> None:
        """Show on the map what the rule is about at which the rule book is open, if there is a picture of it.

        A picture that no rule of the rule book needs any more is taken off.
        """
        name = self.rule_book.rule_box.currentData()
        overlay = load_rule(name).overlay if name else ""
        if overlay or self.analysis.chosen_figure in {rule.overlay for rule in list_rules()} - {""}:
            self.analysis.map_figure_box.setCurrentIndex(self.analysis.map_figure_box.findData(overlay))

    def start_set_up(self, setup: SetUp) -> None:
        """Let the coaches start to set up the dungeon together, and untick all other tools."""
        self.set_up_mode.start_set_up(setup)
        self._mark_tool("")

    # Showing --------------------------------------------------------------------------------------------------

    def _show_title(self) -> None:
        """Show the dungeon, its file and whether it is saved in the title of the window; show its ruleset."""
        path, name = self.workspace.document.path, self.workspace.layout.name
        file_text = path.name if path else self.tr("Not saved yet")
        program_name = self.tr("Dungeon Designer")
        self.setWindowTitle(f"{name} – {file_text}[*] – {program_name}" if name else f"{file_text}[*] – {program_name}")
        self.setWindowModified(not self.workspace.document.is_saved)
        is_usable = not self.workspace.ruleset_problem
        self.tool_bar.show_ruleset(self.rules.current_ruleset, self.workspace.ruleset.name if is_usable else None)

    def _show_pointer(self, pointer: Pointer | None) -> None:
        """Show the coordinates of the square at the pointer and what lies there, in the status bar."""
        text = ""
        if pointer is not None:
            text = f"({pointer.square[0]}, {pointer.square[1]})  {self.canvas.pointer_description}"
        self.pointer_label.setText(text)
        self.pointer_label.setToolTip(escape_rich_text(text))

    def _prefers_dark(self) -> bool:
        """Return whether the window is to be dark: by the user's choice, or else by the system's."""
        setting = str(self.settings.value("dark", ""))
        system_is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return system_is_dark if setting == "" else setting == "true"

    def store_dark_choice(self, dark: bool) -> None:
        """Make the window dark or light, and store that choice of the user."""
        self.settings.setValue("dark", "true" if dark else "false")
        self.set_dark(dark)

    def store_door_choice(self, adds_doors: bool) -> None:
        """Have tiles bring their doors with them or not, and store that choice of the user."""
        self.settings.setValue("doors-with-tiles", "true" if adds_doors else "false")
        self.workspace.adds_doors = adds_doors

    def _restore_door_choice(self) -> None:
        """Have tiles bring their doors with them or not, as the user chose last; they do at first."""
        self.workspace.adds_doors = str(self.settings.value("doors-with-tiles", "true")) == "true"
        with QSignalBlocker(self.actions_["doors-with-tiles"]):
            self.actions_["doors-with-tiles"].setChecked(self.workspace.adds_doors)

    def set_dark(self, dark: bool) -> None:
        """Make the window, its icons and the map dark or light, without storing that as the user's choice."""
        if dark != self.dark:
            self._apply_style(dark)
        with QSignalBlocker(self.actions_["dark"]):
            self.actions_["dark"].setChecked(dark)
        panel_bar = self.small_window.panel_bar
        for widget in (self.tool_bar, panel_bar, self.palette_dock, self.badges, self.tiles, self.proposals):
            widget.set_dark(dark)
        self.canvas.set_look("dark", dark)

    def _apply_style(self, dark: bool) -> None:
        """Give the whole application its dark or light style."""
        self.dark = self.dialogs.dark = dark
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_style(app, dark)

    def _start_proposals(self, kind: ProposalKind, matches: tuple[tuple[str, ...], int] | None) -> None:
        """Show the dock of proposals and search for proposals of a kind.

        `matches` holds the styles of play and the number of matches for fairer dungeons; None keeps those of the last
        search.
        """
        self.show_panel("proposals")
        self.proposals.propose(kind, matches)

    def _make_room_for_proposals(self) -> None:
        """Make the dock of proposals as high as a row of pictures, where the map keeps at least its smallest height."""
        dock = self.docks["proposals"]
        missing_height = ROW_HEIGHT - self.proposals.height()
        spare_height = self.canvas.height() - _MIN_MAP_HEIGHT_PX
        if 0 < missing_height <= spare_height and not dock.isFloating():
            self.resizeDocks([dock], [dock.height() + missing_height], Qt.Orientation.Vertical)

    # The window -----------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag of local files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped files: each dungeon in a tab, a ruleset as a badge, a picture below the grid."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        for path in paths:
            suffix = path.suffix.lower()
            if suffix == ".toml":
                self.dialogs.add_ruleset(path)
            elif suffix in PICTURE_ENDINGS:
                self.tracing.load_picture(path)
            else:
                self.filing.open_file(path)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the panels of a window that became narrow, and shorten the hint in one that became low."""
        super().resizeEvent(event)
        self.small_window.follow_size(event.size())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the window, unless the user wants to keep unsaved work open; store the session and end all workers."""
        if not self.tabs.may_close_all():
            event.ignore()
            return
        for dialog in self.findChildren(QDialog):
            dialog.close()  # this ends its work in other processes, too
        self.tabs.end_session()
        stored = [bytes(state.toBase64().data()).decode() for state in (self.saveGeometry(), self.saveState())]
        self.settings.setValue("arrangement", [*stored, hash_bytes("".join(stored).encode())])
        self.small_window.store(self.settings)
        self.rules.close()
        self.editing.reader.close()
        self.canvas.map_drawer.close()
        self.canvas.picture_loading.close()
        self.tracing.reader.close()
        self.card.worker.close()
        self.analysis.worker.close()
        self.quick_fixes.worker.close()
        event.accept()
