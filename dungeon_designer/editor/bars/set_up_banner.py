"""The banner above the map while coaches set up the dungeon together."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QMessageBox,
    QPushButton,
    QWidget,
)

from dungeon_designer.drawing.team_looks import build_team_look, measure_luminance
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.pictures import build_map_team_icon
from dungeon_designer.editor.tools.object_tools import SetUpTool
from dungeon_designer.editor.widgets import (
    build_row,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import MatchTeam
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.set_up.floor_tiles import count_remaining_tiles
from dungeon_designer.set_up.order import SetUpKind
from dungeon_designer.set_up.session import SetUp, list_floor_pieces, list_history
from dungeon_designer.translation import capitalise_first, fill_placeholders

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
        self.tile_choice = create_widget(QComboBox, accessibleName=self.tr("Tile to place"))
        self.tile_choice.activated.connect(lambda: self.tool and self.tool.select_tile(self.tile_choice.currentData()))
        parts = (
            self.emblem_label,
            (self.status_label, 1),
            self.tile_choice,
            self.skip_button,
            self.pause_button,
            self.end_button,
        )
        build_row(*parts, owner=self, margins=(12, 2, 8, 2))
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
        question = self.tr("End setting up? The placed objects stay in the dungeon.")
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
        if match_team is not None:  # the banner has the colour that the team has on the map
            theme, teams = find_theme(self._canvas.options.theme), setup.layout.sides
            match_team = replace(match_team, colour=build_team_look(theme, teams, match_team.id).colour)
        colour, text_colour = choose_banner_colours(match_team if self.tool is not None else None)
        self.setStyleSheet(
            f"#set-up-banner {{ background: {colour}; }} #set-up-banner > QLabel {{ color: {text_colour}; }}"
        )
        self.emblem_label.setVisible(self.tool is not None)
        if match_team is not None:
            self.emblem_label.setPixmap(
                build_map_team_icon(match_team.id, setup.layout.sides, self._canvas.dark, 24).pixmap(QSize(24, 24))
            )
        title = self.tr("Setting up is paused") if self.tool is None else self.tool.title
        template, lines = self.tr("%1 still has: %2."), [f"<b>{title}</b>&nbsp;"]
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
