"""The bars around the map: tools, ruleset badges, hidden kinds, notices, the set-up banner and the picture to trace.

The traced picture is never part of the dungeon or of its file. If the user wants the picture remembered, its path and
position are stored in the editor's settings, under the path of the dungeon's file.
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSettings, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QSlider,
    QToolBar,
    QToolButton,
    QWidget,
)

from dungeon_designer.drawing.team_looks import measure_luminance
from dungeon_designer.editor.actions import Action, Actions
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.editing import Editing
from dungeon_designer.editor.file_actions import read_list_setting
from dungeon_designer.editor.hideable_kinds import HIDEABLE_KINDS, list_placed_kinds
from dungeon_designer.editor.pictures import build_icon, build_team_icon
from dungeon_designer.editor.pieces import TOOLBAR_GROUP_STARTS, TOOLBAR_PIECES, Piece
from dungeon_designer.editor.tools.measure import AlignTool, TraceTool
from dungeon_designer.editor.tools.object_tools import SetUpTool
from dungeon_designer.editor.traced_picture import TracedPicture, read_picture
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_row,
    create_combo_box,
    create_number_field,
    create_plain_label,
    create_timer,
    create_widget,
    create_wrapped_label,
    escape_rich_text,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import Level
from dungeon_designer.layout.model import MatchTeam
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.set_up.floor_tiles import count_remaining_tiles
from dungeon_designer.set_up.order import SetUpKind
from dungeon_designer.set_up.session import SetUp, list_floor_pieces, list_history
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, mark_for_translation, translate


class ToolBar(QToolBar):
    """Tool bar with the tools and two drop-down lists, `symmetry` and `ruleset`."""

    def __init__(self, actions: Actions) -> None:
        super().__init__(self.tr("Tools"), iconSize=QSize(24, 24))
        self.setObjectName("tools")
        self._actions = actions
        for piece in TOOLBAR_PIECES:
            action = actions[f"tool-{piece.id}"]
            action.setToolTip(piece.tool_tip)
            if piece.id in TOOLBAR_GROUP_STARTS:
                self.addSeparator()
            self.addAction(action)
        self.tools = self.actions()
        self.addSeparator()
        tip = self.tr("Symmetry: whatever you draw is repeated across the axis")
        self.symmetry = create_combo_box(
            self.tr("Symmetry"), ((label, mode) for mode, label in name_symmetry_modes().items()), tip
        )
        editions = ((load_unchecked_ruleset(name).name, name) for name in EDITIONS)
        tip = self.tr("The ruleset this dungeon is drawn for")
        self.ruleset = create_combo_box(self.tr("Ruleset"), editions, tip)
        for box in (self.symmetry, self.ruleset):
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the keyboard from the map
            self.addWidget(box)

    def show_ruleset(self, ruleset_id: str, name: str | None) -> None:
        """Select the ruleset of the dungeon in the list.

        Args:
            ruleset_id: the ruleset's id or file, as the dungeon names it.
            name: the ruleset's name in full; None if it cannot be used.
        """
        index = self.ruleset.findData(ruleset_id)
        if index < 0:
            self.ruleset.addItem("", ruleset_id)
            index = self.ruleset.count() - 1
        if index >= len(EDITIONS):
            self.ruleset.setItemText(
                index, fill_placeholders(self.tr("%1 (cannot be used)"), ruleset_id) if name is None else name
            )
        self.ruleset.setCurrentIndex(index)

    def set_dark(self, dark: bool) -> None:
        """Draw the icons of the tools for a dark or a light window."""
        for piece in TOOLBAR_PIECES:
            self._actions[f"tool-{piece.id}"].setIcon(build_icon(piece.picture, dark))


def name_symmetry_modes() -> dict[SymmetryMode, str]:
    """Return the translated name of each symmetry mode."""
    return {
        SymmetryMode.OFF: translate("SymmetryMenu", "No symmetry"),
        SymmetryMode.LEFT_RIGHT: translate("SymmetryMenu", "Left – right"),
        SymmetryMode.TOP_BOTTOM: translate("SymmetryMenu", "Top – bottom"),
        SymmetryMode.HALF_TURN: translate("SymmetryMenu", "Half turn"),
        SymmetryMode.QUARTER_TURNS: translate("SymmetryMenu", "Quarter turns"),
    }


def add_symmetry_menu(edit_menu: QMenu, workspace: Workspace, editing: Editing, actions: Actions) -> None:
    """Add a submenu with the symmetry modes, which have the keys Ctrl+1, Ctrl+2 and so on.

    The submenu follows the symmetry of the workspace, as the list in the tool bar does.
    """
    menu, action_group = edit_menu.addMenu(translate("SymmetryMenu", "Symmetry")), QActionGroup(editing)
    tip = translate("SymmetryMenu", "Whatever you draw is repeated, about the middle of the floor")
    for digit, (mode, name) in enumerate(name_symmetry_modes().items(), start=1):
        action = actions.add_action(
            Action(
                f"symmetry-{mode}",
                name,
                f"Ctrl+{digit}",
                lambda _, mode=mode: editing.set_symmetry_mode(mode),
                tip,
                group=True,
            )
        )
        action_group.addAction(action)
        menu.addAction(action)
    menu.addActions([actions["make-symmetric"], actions["centre-symmetry"]])
    actions[f"symmetry-{workspace.symmetry.mode}"].setChecked(True)
    workspace.symmetry_changed.connect(lambda: actions[f"symmetry-{workspace.symmetry.mode}"].setChecked(True))


_VERDICT_STYLES = {
    "legal": ("✓", "#1a7a43", "#5fd38d", mark_for_translation("Badges", "legal")),
    "warned": ("✓!", "#9a5b00", "#ffb84d", mark_for_translation("Badges", "legal, with advice not followed")),
    "illegal": ("✗", "#b71c1c", "#ff8a80", mark_for_translation("Badges", "not legal")),
    "failed": ("?", "#b71c1c", "#ff8a80", mark_for_translation("Badges", "cannot be judged, since a rule failed")),
}
"""How a badge shows a verdict: a sign, a colour on a light bar and one on a dark bar, and words."""


class Badges(QWidget):
    """Label with the verdict of the dungeon's ruleset, and a menu with the verdict of every ruleset.

    A badge is a ruleset's short name with a sign for its verdict, such as ✓. The signal `ruleset_chosen` carries the
    id of the ruleset that the user picks in the menu.
    """

    ruleset_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: dict[str, QAction] = {}
        self.verdicts: dict[str, Verdict] = {}
        self._dark, self._current = False, ""
        self.ruleset_label = create_plain_label()
        self.editions_button = create_widget(
            QToolButton, autoRaise=True, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup
        )
        self._menu = create_widget(QMenu, self, toolTipsVisible=True)
        self.editions_button.setMenu(self._menu)
        build_row(self.ruleset_label, self.editions_button, owner=self, margins=NO_MARGINS)

    def show_rulesets(self, ruleset_ids: list[str], current_id: str) -> None:
        """Show a menu entry for each ruleset, with a tick at the ruleset of the dungeon.

        New entries end with an ellipsis, since their verdict is not known yet.
        """
        self._current = current_id
        if ruleset_ids != list(self.entries):
            self._menu.clear()
            self.entries = {
                ruleset_id: self._menu.addAction(f"{_format_badge_name(ruleset_id)} …") for ruleset_id in ruleset_ids
            }
            for ruleset_id, entry in self.entries.items():
                entry.setCheckable(True)
                entry.triggered.connect(lambda _=False, ruleset_id=ruleset_id: self._request_ruleset(ruleset_id))
        for ruleset_id, entry in self.entries.items():
            entry.setChecked(ruleset_id == current_id)
        self._update_summary()

    def _request_ruleset(self, ruleset_id: str) -> None:
        """Emit the picked ruleset. The tick stays at the old ruleset until the dungeon's ruleset has changed."""
        self.entries[ruleset_id].setChecked(ruleset_id == self._current)  # undo Qt's tick until the ruleset has changed
        self.ruleset_chosen.emit(ruleset_id)

    def set_dark(self, dark: bool) -> None:
        """Use colours that are readable on a dark or on a light bar."""
        self._dark = dark
        self._update_summary()

    def mark_outdated(self) -> None:
        """Add an ellipsis to the text of every entry, since the dungeon was changed and is being checked again."""
        for entry in self.entries.values():
            entry.setText(entry.text().rstrip("…").rstrip() + " …")
        self._update_summary()

    def show_verdict(self, ruleset_id: str, verdict: Verdict) -> None:
        """Show the verdict of a ruleset in its menu entry: a sign, and the number of errors or else of warnings."""
        entry = self.entries.get(ruleset_id)
        if entry is None:
            return
        self.verdicts[ruleset_id] = verdict
        errors, warnings = verdict.count_findings(Level.ERROR), verdict.count_findings(Level.WARNING)
        sign, *_, description = _choose_style(verdict)
        entry.setText(" ".join(filter(None, (_format_badge_name(ruleset_id), sign, str(errors or warnings or "")))))
        template = self.tr("%1: %2; errors %3, warnings %4. A click makes it the dungeon's ruleset.")
        entry.setToolTip(
            escape_rich_text(
                fill_placeholders(
                    template, _find_full_name(ruleset_id), translate("Badges", description), errors, warnings
                )
            )
        )
        self._update_summary()

    def show_unusable(self, ruleset_id: str, problem: str) -> None:
        """Mark a ruleset that cannot be used, with the reason in the tool tip."""
        self.verdicts.pop(ruleset_id, None)
        if ruleset_id in self.entries:
            self.entries[ruleset_id].setText(f"{_format_badge_name(ruleset_id)} ?")
            self.entries[ruleset_id].setToolTip(
                escape_rich_text(fill_placeholders(self.tr("%1 cannot be asked: %2"), ruleset_id, problem))
            )
        self._update_summary()

    def _update_summary(self) -> None:
        """Show the verdict of the dungeon's ruleset in the label.

        The button shows in how many editions the dungeon is legal.
        """
        entry, verdict = self.entries.get(self._current), self.verdicts.get(self._current)
        self.ruleset_label.setText(entry.text() if entry is not None else "")
        self.ruleset_label.setToolTip(entry.toolTip() if entry is not None else "")
        self.ruleset_label.setStyleSheet(
            f"color: {_choose_style(verdict)[1 + self._dark]}; font-weight: bold" if verdict else ""
        )
        legal = sum(self.verdicts[name].is_legal() for name in EDITIONS if name in self.verdicts)
        self.editions_button.setText(fill_placeholders(self.tr("Legal in %1 of %2 editions"), legal, len(EDITIONS)))


def _choose_style(verdict: Verdict) -> tuple[str, str, str, str]:
    """Return the style of a verdict: sign, colour on a light bar, colour on a dark bar, untranslated words."""
    if verdict.failures:
        return _VERDICT_STYLES["failed"]
    if verdict.count_findings(Level.ERROR):
        return _VERDICT_STYLES["illegal"]
    return _VERDICT_STYLES["warned" if verdict.count_findings(Level.WARNING) else "legal"]


def _find_full_name(ruleset_id: str) -> str:
    """Return the name of an edition in full; a ruleset file keeps its path."""
    return load_unchecked_ruleset(ruleset_id).name if ruleset_id in EDITIONS else ruleset_id


def _format_badge_name(ruleset_id: str) -> str:
    """Return the name of a ruleset for its badge; a ruleset file is named without its folder."""
    return _find_full_name(ruleset_id) if ruleset_id in EDITIONS else Path(ruleset_id).name


class LayerVisibility(QObject):
    """Actions that hide and show kinds of objects on the map, such as traps.

    The button `show_all_button` shows how many kinds are hidden. A click on it shows everything again.
    """

    def __init__(self, workspace: Workspace, canvas: QWidget, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.actions = workspace, canvas, actions
        tip = self.tr("Hidden on the screen alone: exports, prints and the file have everything")
        self.show_all_button = create_widget(QPushButton, toolTip=tip, clicked=self.show_all)
        self.show_all_button.hide()
        tip = self.tr("Seen on the map; what is not seen cannot be picked there. The file and exports have everything")
        for kind in HIDEABLE_KINDS:
            title, toggle = translate("hiding", kind.words), partial(self._toggle_kind, kind.id)
            actions.add_action(Action(f"show-{kind.id}", title, kind.key, toggle, tip, ticked=True))
        title, tip = self.tr("Show &all"), self.tr("Hide nothing on the map")
        actions.add_action(Action("show-all", title, "Alt+Shift+A", lambda _: self.show_all(), tip))
        actions["marks"].toggled.connect(self._update_actions)
        workspace.hidden_changed.connect(self._update_actions)

    def add_menu(self, view_menu: QMenu) -> None:
        """Add the submenu of hideable kinds to the View menu."""
        menu = view_menu.addMenu(self.tr("Sho&w on the map"))
        for kind in HIDEABLE_KINDS:
            menu.addAction(self.actions[f"show-{kind.id}"])
        menu.addAction(self.actions["show-all"])

    def _toggle_kind(self, kind_id: str, window: QWidget, is_visible: bool) -> None:
        """Show or hide a kind of objects; the action of the kind calls this with the window and its state."""
        hidden = self.workspace.hidden_kinds
        self.workspace.hide_kinds(hidden - {kind_id} if is_visible else hidden | {kind_id})

    def show_all(self) -> None:
        """Show every kind of objects, and the marks of problems."""
        self.workspace.hide_kinds(frozenset())
        self.actions["marks"].setChecked(True)
        self.canvas.setFocus()

    def show_kinds_of(self, piece: Piece) -> None:
        """Show the hidden kinds of objects that a piece places, since that piece is now in use."""
        hidden = self.workspace.hidden_kinds & list_placed_kinds(piece.id, piece.group)
        if hidden:
            self.workspace.hide_kinds(self.workspace.hidden_kinds - hidden)

    def _update_actions(self) -> None:
        """Tick the actions of visible kinds, and show the button with the number of hidden kinds."""
        hidden = self.workspace.hidden_kinds
        for kind in HIDEABLE_KINDS:
            self.actions[f"show-{kind.id}"].setChecked(kind.id not in hidden)
        count = len(hidden) + (not self.actions["marks"].isChecked())
        self.show_all_button.setText(translate("LayerVisibility", "%n kind(s) hidden: show all", None, PLURAL, count))
        self.show_all_button.setVisible(bool(count))


class NoticeBar(QFrame):
    """Bar above the map with a notice that stays until the user dismisses it."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.notice_label = create_widget(QLabel, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.notice_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.dismiss_button = create_widget(QPushButton, self.tr("Dismiss"), clicked=self.hide)
        build_row((self.notice_label, 1), self.dismiss_button, owner=self, margins=(12, 5, 8, 5))
        self.hide()
        workspace.notice_sent.connect(self._show_notice)

    def _show_notice(self, notice: str) -> None:
        self.notice_label.setText(notice)
        self.show()


_PAUSED_COLOUR = "#5b6670"
"""The background of the banner while the set-up is paused."""

_MAX_DARK_LUMINANCE = 0.18
"""The luminance below which white text is easier to read than dark text."""


def choose_banner_colours(match_team: MatchTeam | None) -> tuple[str, str]:
    """Return the background colour of the set-up banner, and a text colour that is readable on it.

    `match_team` is the team whose turn it is; None while the set-up is paused.
    """
    colour = match_team.shown_colour if match_team is not None else _PAUSED_COLOUR
    return colour, "#ffffff" if measure_luminance(colour) < _MAX_DARK_LUMINANCE else "#16191d"


class SetUpMode(QFrame):
    """Banner that is shown while coaches set up the dungeon together, or have paused that.

    Setting up together means that the coaches place the objects of the dungeon in turns. While the set-up runs, `tool`
    is its tool and `paused` is None. While it is paused, `tool` is None and `paused` holds it. Without a set-up, both
    are None.

    Signals:
        hint_changed: the hint of the set-up tool is another one now.
        set_up_ended: the set-up ended or was paused, so that another tool must be selected.
    """

    hint_changed = Signal()
    set_up_ended = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("set-up-banner")
        self.workspace, self._canvas = workspace, canvas
        self.tool: SetUpTool | None = None
        self.paused: SetUp | None = None
        self.status_label = create_wrapped_label()
        self.pause_button = create_widget(QPushButton, self.tr("Pause"), clicked=self._pause_or_resume)
        self.skip_button = create_widget(
            QPushButton, self.tr("Skip"), clicked=lambda: self.tool and self.tool.skip_next()
        )
        self.end_button = create_widget(QPushButton, self.tr("End…"), clicked=self.confirm_end)
        self.emblem_label = QLabel()
        self.tile_choice = create_widget(QComboBox, accessibleName=self.tr("Tile to lay"))
        self.tile_choice.activated.connect(lambda: self.tool and self.tool.select_tile(self.tile_choice.currentData()))
        parts = (
            self.emblem_label,
            (self.status_label, 1),
            self.tile_choice,
            self.skip_button,
            self.pause_button,
            self.end_button,
        )
        build_row(*parts, owner=self, margins=(12, 5, 8, 5))
        self.hide()
        workspace.opened.connect(self._discard_paused)

    def start_set_up(self, setup: SetUp) -> None:
        """Start or resume setting up together: select its tool and show the banner."""
        tool = SetUpTool(self.workspace, setup)
        tool.setup_changed.connect(self._update_banner)
        tool.setup_finished.connect(lambda: QTimer.singleShot(0, self.end_set_up))
        tool.end_requested.connect(self.confirm_end)
        tool.interrupted.connect(self._keep_paused)
        self.paused = None
        self._canvas.set_tool(tool)
        self.tool = tool
        self._update_banner()

    def confirm_end(self) -> None:
        """End the set-up if the user confirms. Everything that was placed stays."""
        question = self.tr("End setting up? What was placed stays on the table.")
        if QMessageBox.question(self, self.tr("Set up together"), question) == QMessageBox.StandardButton.Yes:
            self.end_set_up()

    def may_leave(self) -> bool:
        """Return whether the window may show another dungeon.

        The map must not change while coaches set up this one together. While a set-up (the coaches place the objects
        of the dungeon in turns) runs or is paused, ask the user to end it. The result is false if the user declines.
        """
        if self.tool is not None or self.paused is not None:
            self.confirm_end()
        return self.tool is None and self.paused is None

    def end_set_up(self) -> None:
        """End the set-up and hide the banner."""
        self.tool = self.paused = None
        self.hide()
        self.set_up_ended.emit()

    def _pause_or_resume(self) -> None:
        """Pause the set-up, or resume a paused one on the dungeon as it is now.

        The user may have edited the dungeon during the pause. If it is the same as after an earlier step of the set-up
        (the user has undone some steps), the set-up resumes after that step. Otherwise it goes on with the current
        dungeon, without the turns of teams that no longer play.
        """
        if self.paused is None:
            self.set_up_ended.emit()  # the usual tool is selected, which pauses the set-up
            return
        layout = self.workspace.layout
        earlier_step = next((step for step in list_history(self.paused) if step.layout == layout), None)
        queue = tuple(turn for turn in self.paused.queue if turn[0] in layout.teams)
        self.start_set_up(earlier_step or replace(self.paused, layout=layout, queue=queue, previous=None))

    def _keep_paused(self) -> None:
        """Keep the unfinished set-up as a paused one; called when another tool is selected."""
        if self.tool is not None and not self.tool.setup.is_finished:
            self.paused = self.tool.setup
        self.tool = None
        self._update_banner()

    def _discard_paused(self) -> None:
        """Discard a paused set-up, since another dungeon was opened."""
        self.paused = None
        self._update_banner()

    def _update_banner(self) -> None:
        """Show whose turn it is, which pieces each team still has to place, and the buttons that apply."""
        setup = self.tool.setup if self.tool is not None else self.paused
        self.setVisible(setup is not None and not setup.is_finished)
        if setup is None or setup.is_finished:
            return
        match_team = next(
            (match_team for match_team in setup.layout.sides if match_team.id is setup.next_turn[0]), None
        )
        colour, text_colour = choose_banner_colours(match_team if self.tool is not None else None)
        self.setStyleSheet(
            f"#set-up-banner {{ background: {colour}; }} #set-up-banner > QLabel {{ color: {text_colour}; }}"
        )
        self.emblem_label.setVisible(self.tool is not None)
        if match_team is not None:
            self.emblem_label.setPixmap(
                build_team_icon(replace(match_team, colour=text_colour), size_px=20).pixmap(QSize(20, 20))
            )
        title = self.tr("Setting up is paused") if self.tool is None else self.tool.title
        template, lines = self.tr("%1 has left: %2."), [f"<b>{title}</b>&nbsp;"]
        for team in self.workspace.layout.teams:
            counts = {piece_kind: setup.queue.count((team, piece_kind)) for _, piece_kind in setup.queue}
            supplies = ", ".join(f"{piece_kind.noun} × {count}" for piece_kind, count in counts.items() if count)
            lines.append(fill_placeholders(template, capitalise_first(describe_kind(team)), supplies or "–"))
        self.status_label.setText(" ".join(lines))
        self.pause_button.setText(self.tr("Resume") if self.tool is None else self.tr("Pause"))
        self._update_tile_choice(setup)
        self.hint_changed.emit()

    def _update_tile_choice(self, setup: SetUp) -> None:
        """Fill the list of tiles that can be placed next, each with the number left, and hide it if no tile is due.

        The Skip button appears if there is a list, where it ends the placing of tiles, or if no square is free for the
        next piece.
        """
        tiles_left, library = count_remaining_tiles(setup.supply, setup.layout), self.workspace.library
        is_tile_turn = self.tool is not None and setup.next_turn[1] is SetUpKind.TILE
        if is_tile_turn:
            tiles = [candidate.tile for candidate, _ in list_floor_pieces(setup, self.workspace.ruleset, library)]
        else:
            tiles = []
        self.tile_choice.clear()
        for tile in tiles:
            self.tile_choice.addItem(f"{library.get(tile).name} × {tiles_left[tile]}", tile)
        self.tile_choice.setCurrentIndex(
            self.tile_choice.findData(self.tool.piece.tile if self.tool and self.tool.piece else "")
        )
        self.tile_choice.setVisible(bool(tiles))
        self.skip_button.setText(self.tr("The floor is done") if tiles else self.tr("Skip"))
        self.skip_button.setVisible(
            self.tool is not None and (bool(tiles) or not self.tool.find_allowed_squares().free_squares)
        )


_MAX_NAME_WIDTH_PX = 110
"""The width of the label with the picture's name, in pixels."""

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
"""Endings of the files that can be traced."""


class Tracing(QFrame):
    """Bar that is shown while a picture lies below the grid, which the user traces to copy a dungeon from it.

    Signals:
        tool_activated: the bar selected a tool of its own.
        tracing_ended: the picture was removed, so that the usual tool must be selected again.
    """

    tool_activated = Signal()
    tracing_ended = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, settings: QSettings) -> None:
        super().__init__()
        self.workspace, self._canvas, self._settings = workspace, canvas, settings
        self.name_label = create_plain_label()
        self.name_label.setMaximumWidth(_MAX_NAME_WIDTH_PX)
        label = self.tr("How strong the picture is")
        self.opacity_slider = create_widget(
            QSlider, Qt.Orientation.Horizontal, maximum=100, accessibleName=label, toolTip=label
        )
        self.opacity_slider.setFixedWidth(90)
        label = self.tr("Squares between the two points")
        self.distance_field = create_number_field(1, 200, 10, label, self.tr(" squares"), label)
        tip = self.tr("Move the picture by dragging it, scale it by its corners")
        self.place_button = create_widget(QPushButton, self.tr("Place"), toolTip=tip, clicked=self.move_and_scale)
        tip = self.tr("Click two points on the picture that are so many squares apart")
        self.align_button = create_widget(QPushButton, self.tr("Align"), toolTip=tip, clicked=self._start_alignment)
        self.remove_button = create_widget(QPushButton, self.tr("Remove"), clicked=self.remove_picture)
        tip = self.tr(
            "Its path and place are kept in the editor's own settings, never in the dungeon's file; save that first"
        )
        self.remember_box = create_widget(QCheckBox, self.tr("Remember"), toolTip=tip)
        parts = (
            self.name_label,
            self.opacity_slider,
            1,
            self.place_button,
            self.align_button,
            self.distance_field,
            self.remember_box,
            self.remove_button,
        )
        build_row(*parts, owner=self, margins=(10, 4, 8, 4))
        # otherwise the bar would push the docks aside
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.opacity_slider.valueChanged.connect(self._set_opacity)
        self.remember_box.toggled.connect(lambda _: self._store_picture())
        self._restore_timer = create_timer(self, 0, self._restore_picture)
        workspace.traced_changed.connect(self._update_bar)
        workspace.opened.connect(self._restore_timer.start)
        workspace.path_changed.connect(self._update_bar)
        self._update_bar()

    def choose_picture(self) -> None:
        """Let the user choose a picture file, and load the picture."""
        name_filter = self.tr("Pictures (*.png *.jpg *.jpeg)")
        start_folder = str(self.workspace.folder)
        name, _ = QFileDialog.getOpenFileName(self.window(), self.tr("Picture to trace"), start_folder, name_filter)
        if name:
            self.load_picture(Path(name))

    def load_picture(self, path: Path) -> None:
        """Load a picture, place it below the grid in the visible part of the map, and select the tool that moves it.

        If the file cannot be read, the status bar says why.
        """
        left, top = self._canvas.view.find_point(60, 60)
        with self.workspace.reported_errors():
            picture = TracedPicture(path.resolve(), read_picture(path), max(0.0, round(left)), max(0.0, round(top)))
            self.workspace.set_traced_picture(picture)
            self.move_and_scale()

    def move_and_scale(self) -> None:
        """Select the tool that moves and scales the picture."""
        self._canvas.set_tool(TraceTool(self.workspace))
        self.tool_activated.emit()

    def remove_picture(self) -> None:
        """Remove the picture, and its entry in the settings."""
        self.remember_box.setChecked(False)
        self.workspace.set_traced_picture(None)
        self.tracing_ended.emit()

    def _start_alignment(self) -> None:
        """Select the tool that scales the picture by two points with a known distance."""
        tool = AlignTool(self.workspace, self.distance_field.value)
        tool.picture_aligned.connect(self.move_and_scale, Qt.ConnectionType.QueuedConnection)
        self._canvas.set_tool(tool)
        self.tool_activated.emit()

    def _set_opacity(self, percent: int) -> None:
        """Set the opacity of the picture."""
        if self.workspace.traced_picture is not None:
            self.workspace.set_traced_picture(dataclasses.replace(self.workspace.traced_picture, opacity=percent / 100))

    def _update_bar(self) -> None:
        """Show the name and the opacity of the picture, or hide the bar; store the picture's position."""
        picture, path = self.workspace.traced_picture, self.workspace.document.path
        self.setVisible(picture is not None)
        self.remember_box.setEnabled(path is not None)
        if picture is not None:
            self.name_label.setText(picture.path.name)
            self.name_label.setToolTip(escape_rich_text(str(picture.path)))
            with QSignalBlocker(self.opacity_slider):
                self.opacity_slider.setValue(round(100 * picture.opacity))
            self._store_picture()

    # Kept for the next time -----------------------------------------------------------------------------------

    @property
    def _setting_key(self) -> str:
        """The name of the setting that holds the picture of this dungeon."""
        return f"traced/{self.workspace.document.path}"

    def _store_picture(self) -> None:
        """Store the picture's path and place in the settings if Remember is ticked, or else remove them.

        Its width and opacity are stored, too. Nothing is stored for a dungeon without a file, or before the picture of
        the last time was restored.
        """
        picture = self.workspace.traced_picture
        if self.workspace.document.path is None or self._restore_timer.isActive():
            return
        if self.remember_box.isChecked() and picture is not None:
            position = picture.left, picture.top, picture.width, picture.opacity
            self._settings.setValue(self._setting_key, [str(picture.path), *map(str, position)])
        else:
            self._settings.remove(self._setting_key)

    def _restore_picture(self) -> None:
        """Load the picture that the settings hold for this dungeon, if any, and tick Remember accordingly.

        A timer calls this once the dungeon is shown. A picture that is already there stays.
        """
        stored_values = read_list_setting(self._settings, self._setting_key)
        with QSignalBlocker(self.remember_box):
            self.remember_box.setChecked(bool(stored_values))
        if not stored_values or self.workspace.traced_picture is not None:
            return
        with suppress(ValueError), self.workspace.reported_errors():
            left, top, width, opacity = map(float, stored_values[1:])
            picture = TracedPicture(
                Path(stored_values[0]), read_picture(Path(stored_values[0])), left, top, max(width, 0.5), opacity
            )
            self.workspace.set_traced_picture(picture)
