"""The dialogs with which work begins: a new dungeon, recent dungeons, and setting up together."""

from __future__ import annotations

import secrets
from contextlib import suppress
from html import escape
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, QSize, Signal, SignalInstance
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.board.model import Board
from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.canvas.picture import draw_board_pixmap
from dungeon_designer.editor.fitting import FittingDialog, ShrinkingPicture, build_scroll_area
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.pictures import build_map_team_icon
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_column,
    build_row,
    create_answer_buttons,
    create_number_field,
    create_plain_label,
    create_timer,
    create_widget,
    create_wrapped_label,
    escape_rich_text,
)
from dungeon_designer.editor.workspace import DEFAULT_RULESET, MAX_LIVE_SQUARES, Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import MAX_TEAMS, MIN_TEAMS, Layout, MatchTeam, Team
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import parse_set_up
from dungeon_designer.set_up.floor_tiles import build_supply
from dungeon_designer.set_up.order import SetUpKind, Stage, build_set_up_order
from dungeon_designer.set_up.session import SetUp, count_due_rolls, list_turns, rank_teams, start_set_up
from dungeon_designer.templates import bundled
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.tiles.tile_file import read_stock
from dungeon_designer.translation import capitalise_first, fill_placeholders, translate

_OK, _CANCEL = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel


class NewDialog(FittingDialog):
    """The dialog that chooses how a new dungeon begins: empty for an edition, as an example, or proposed.

    Attributes:
        template: the edition of an empty dungeon; empty if an example was chosen.
        example: the file of an example; None if an empty dungeon was chosen.
        wants_proposals: whether dungeons are to be proposed.
    """

    def __init__(self, dark: bool, parent: QWidget | None = None, edition: str = DEFAULT_RULESET) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A new dungeon"))
        self.resize(860, 520)
        self._dark = dark
        self.template = ""
        self.example: Path | None = None
        self.wants_proposals = False
        self.tree = create_widget(
            QTreeWidget, accessibleName=self.tr("Templates and examples"), headerHidden=True, minimumWidth=200
        )
        self.picture = ShrinkingPicture(minimumSize=QSize(160, 120))
        self.description, self.team_note = create_wrapped_label(), create_wrapped_label()
        self.team_count_field = create_number_field(MIN_TEAMS, MAX_TEAMS, MIN_TEAMS, self.tr("Sides"))
        self.buttons = create_answer_buttons(self, _OK | _CANCEL)
        propose_button = self.buttons.addButton(self.tr("&Propose…"), QDialogButtonBox.ButtonRole.ActionRole)
        propose_button.setToolTip(self.tr("Begin with one of several dungeons that are generated while you look"))
        propose_button.clicked.connect(self._choose_proposals)
        team_row = build_row(QLabel(self.tr("Sides")), self.team_count_field, (self.team_note, 1))
        preview = build_scroll_area((self.picture, 1), self.description, team_row, name=self.tr("Preview"))
        build_column(build_row((self.tree, 3), (preview, 5)), self.buttons, owner=self)
        heading = QTreeWidgetItem(self.tree, [self.tr("An empty table for")])
        edition_items = {name: QTreeWidgetItem(heading, [load_unchecked_ruleset(name).name]) for name in EDITIONS}
        for name, item in edition_items.items():
            item.setData(0, VALUE_ROLE, name)
            item.setToolTip(0, escape_rich_text(item.text(0)))
        heading.setExpanded(True)
        groups: dict[str, QTreeWidgetItem] = {}
        for folder, path in bundled.list_examples():
            if folder not in groups:
                title = fill_placeholders(self.tr("Examples: %1"), _find_edition_name(folder))
                groups[folder] = QTreeWidgetItem(self.tree, [title])
                groups[folder].setToolTip(0, escape_rich_text(title))
            name = path.name.split(".")[0].replace("-", " ").capitalize()
            QTreeWidgetItem(groups[folder], [name]).setData(0, VALUE_ROLE, path)
        self.team_count_field.valueChanged.connect(self._show_preview)
        self.tree.currentItemChanged.connect(self._select_entry)
        self.tree.itemDoubleClicked.connect(lambda item: self.accept() if item.data(0, VALUE_ROLE) else None)
        self.tree.setCurrentItem(edition_items.get(edition) or edition_items[DEFAULT_RULESET])

    def _choose_proposals(self) -> None:
        """Close the dialog as accepted, with `wants_proposals` set: the window then has new dungeons proposed."""
        self.wants_proposals = True
        self.accept()

    def _select_entry(self, item: QTreeWidgetItem | None) -> None:
        """Take over the entry that was selected in the tree, and show its preview.

        An edition becomes `template`, with its smallest number of teams in the field. The file of an example becomes
        `example`, and the field is disabled: `_show_layout` fills in the example's own number of teams. A heading is
        neither; then the OK button is disabled.
        """
        entry = item.data(0, VALUE_ROLE) if item is not None else None
        self.template = entry if isinstance(entry, str) else ""
        self.example = entry if isinstance(entry, Path) else None
        with QSignalBlocker(self.team_count_field):
            self.team_count_field.setValue(
                load_unchecked_ruleset(self.template).team_count.min_teams if self.template else MIN_TEAMS
            )
        self.team_count_field.setEnabled(bool(self.template))
        self.buttons.button(_OK).setEnabled(bool(entry))
        self._show_preview()

    def _show_preview(self) -> None:
        """Show a picture and a description of the chosen dungeon, or why its file cannot be read."""
        self.picture.show_picture(QPixmap())
        for label in (self.description, self.team_note):
            label.clear()
        if self.template or self.example:
            try:
                self._show_layout()
            except DungeonError as error:
                self.description.setText(escape(str(error)))

    def _show_layout(self) -> None:
        """Show the picture and the description of the chosen dungeon.

        Raises:
            DungeonError: The example cannot be read.
        """
        from dungeon_designer.board.build import build_board
        from dungeon_designer.tiles.library import load_library

        if self.example:
            layout = dungeon_files.load_layout(self.example)[0]
        else:
            layout = dungeon_files.build_template(self.template, self.team_count_field.value())
        board = build_board(layout, load_library())
        ratio = self.devicePixelRatioF()
        self.picture.show_picture(draw_board_pixmap(board, QSize(500, 380), self._dark, ratio, 0.8))
        if self.example:
            with QSignalBlocker(self.team_count_field):
                self.team_count_field.setValue(len(layout.sides))
            self.description.setText(f"<b>{escape(layout.name)}</b><br>{escape(' '.join(layout.notes.split())[:420])}")
            return
        edition = load_unchecked_ruleset(self.template)
        self.description.setText(fill_placeholders(self.tr("An empty table under %1."), edition.name))
        if not edition.team_count.allows(self.team_count_field.value()):
            note = self.tr("The edition is for %1: more or fewer are for house rules.")
            self.team_note.setText(fill_placeholders(note, edition.team_count.text))


def _find_edition_name(folder: str) -> str:
    """Return the full name of the edition whose examples are in a folder.

    A folder may serve several editions whose ids begin with its name. Then the result is the first one's name up to
    its comma, the part they share. For a folder of no edition, the result is the folder's name.
    """
    if folder in EDITIONS:
        return load_unchecked_ruleset(folder).name
    names = [load_unchecked_ruleset(edition).name for edition in EDITIONS if edition.startswith(folder)]
    return names[0].partition(",")[0] if names else folder


THUMBNAIL_SIZE = QSize(120, 75)
"""The size of a dungeon's picture in a list of files, in pixels."""


def build_board_of_file(layout: Layout, path: Path | None) -> Board:
    """Return the board of a dungeon file.

    Args:
        layout: the dungeon.
        path: its file, beside which there may be a folder with tiles of its own; None if it was never saved.

    Raises:
        TileError: The dungeon has tiles that are in no set.
    """
    from dungeon_designer.board.build import build_board
    from dungeon_designer.tiles.library import find_own_folder, load_library

    return build_board(layout, load_library(extra_folder=find_own_folder(path.parent) if path else None))


def format_verdict(board: Board, path: Path) -> str:
    """Return the edition or house rules of a dungeon file, and whether the dungeon is legal under them.

    Dungeons of more than `MAX_LIVE_SQUARES` squares are not checked here, because that takes long.

    Args:
        board: the board of the dungeon.
        path: its file.

    Raises:
        RulesetError: The ruleset cannot be used.
    """
    from dungeon_designer.rules.checker import check_board
    from dungeon_designer.rules.rule_registry import load_ruleset

    ruleset = load_ruleset(board.layout.ruleset or DEFAULT_RULESET, path.parent, named_by_file=True)
    if len(board) > MAX_LIVE_SQUARES:
        return ruleset.name
    is_legal = check_board(board, ruleset).is_legal()
    return f"{ruleset.name}: {translate('start', 'legal') if is_legal else translate('start', 'not legal')}"


class StartDialog(FittingDialog):
    """The dialog at the start of the program: recent files, the last one first, or examples if there are none.

    Signals: `file_chosen` with a recent file, `example_chosen` with the file of an example, `new_requested` for a new
    dungeon, `empty_requested` for one with nothing but end zones, `open_requested` for another file. Closing the dialog
    leaves an empty dungeon.
    """

    file_chosen = Signal(object)
    example_chosen = Signal(object)
    empty_requested = Signal()
    new_requested = Signal()
    open_requested = Signal()

    def __init__(self, recent: list[Path], parent: QWidget | None = None, dark: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Dungeon Designer"))
        self.resize(600, 460)
        name = self.tr("Recent dungeons")
        self.list = create_widget(QListWidget, accessibleName=name, alternatingRowColors=True, iconSize=THUMBNAIL_SIZE)
        self._shows_examples = not recent
        for path in recent or [path for _, path in bundled.list_examples()]:
            item = QListWidgetItem(f"{path.name}\n{path.parent}", self.list)
            item.setData(VALUE_ROLE, path)
            item.setToolTip(escape_rich_text(str(path)))
            item.setSizeHint(QSize(0, THUMBNAIL_SIZE.height() + 6))
        self._dark, self._items_to_draw = dark, [self.list.item(at) for at in range(self.list.count())]
        self._thumbnail_timer = create_timer(self, 0, self._draw_next_thumbnail, repeats=True)
        self._thumbnail_timer.start()
        new_button = create_widget(
            QPushButton, self.tr("&New…"), autoDefault=False, clicked=lambda: self._close_and_emit(self.new_requested)
        )
        open_button = create_widget(
            QPushButton, self.tr("&Open…"), autoDefault=False, clicked=lambda: self._close_and_emit(self.open_requested)
        )
        empty_button = create_widget(
            QPushButton,
            self.tr("&Empty table"),
            autoDefault=False,
            clicked=lambda: self._close_and_emit(self.empty_requested),
        )
        self.continue_button = create_widget(
            QPushButton, self.tr("&Continue"), default=True, clicked=self._open_selected
        )
        recent_text = self.tr("Go on with a recent dungeon, or begin another.")
        example_text = self.tr("Begin with a copy of an example, or with a dungeon of your own.")
        heading = create_plain_label(example_text if self._shows_examples else recent_text)
        buttons = build_row(new_button, open_button, 1, empty_button, self.continue_button)
        build_column(heading, (self.list, 1), buttons, owner=self).setSpacing(10)
        self.list.itemActivated.connect(self._open_selected)
        self.list.currentItemChanged.connect(self._name_continue_button)
        self._name_continue_button(None)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _draw_next_thumbnail(self) -> None:
        """Show the dungeon's name and picture in the list for one file, the next that has none yet.

        A timer calls this once per file, so that the dialog appears at once and fills while the user looks. A file
        that cannot be read keeps its plain line with its file name and folder. When no file is left, the timer stops.
        """
        if not self._items_to_draw:
            self._thumbnail_timer.stop()
            return
        item = self._items_to_draw.pop(0)
        path = item.data(VALUE_ROLE)
        with suppress(DungeonError):
            layout = dungeon_files.load_layout(path)[0]
            board = build_board_of_file(layout, path)
            item.setIcon(QIcon(draw_board_pixmap(board, THUMBNAIL_SIZE, self._dark, self.devicePixelRatioF())))
            folder = "" if self._shows_examples else str(path.parent)
            item.setText("\n".join(filter(None, (layout.name, path.name, folder, format_verdict(board, path)))))

    def _close_and_emit(self, signal: SignalInstance) -> None:
        """Close the dialog and then emit a signal, on which the window opens the next dialog."""
        self.accept()
        signal.emit()

    def _name_continue_button(self, item: QListWidgetItem | None) -> None:
        """Enable the Continue button if a file is selected, and name that file in its text for screen readers."""
        self.continue_button.setEnabled(item is not None)
        if item is not None:
            self.continue_button.setAccessibleName(
                fill_placeholders(self.tr("Continue with %1"), item.data(VALUE_ROLE).name)
            )

    def _open_selected(self) -> None:
        """Close the dialog and open the selected file."""
        item = self.list.currentItem()
        if item is not None:
            self.accept()
            signal = self.example_chosen if self._shows_examples else self.file_chosen
            signal.emit(item.data(VALUE_ROLE))


class RollOff(QWidget):
    """The field for the roll-off: dice of all coaches, to be rolled here or typed, which decide who begins.

    Coaches who tie roll once more. The signal `changed` is emitted whenever a die shows another number.
    """

    changed = Signal()

    def __init__(self, teams: tuple[MatchTeam, ...], dark: bool = False) -> None:
        super().__init__()
        self.result_label = create_wrapped_label()
        self.dice: dict[Team, list[QSpinBox]] = {team.id: [self._build_die(team.id, 1)] for team in teams}
        self._rows: dict[Team, QBoxLayout] = {}
        for team in teams:
            emblem = create_widget(QLabel, pixmap=build_map_team_icon(team.id, teams, dark, 20).pixmap(QSize(20, 20)))
            name = create_widget(QLabel, capitalise_first(describe_kind(team.id)), minimumWidth=60)
            self._rows[team.id] = build_row(emblem, name, self.dice[team.id][0], 1)
        button = create_widget(QPushButton, self.tr("Roll"), clicked=self.roll_dice)
        build_column(*self._rows.values(), build_row(button, (self.result_label, 1)), owner=self, margins=NO_MARGINS)

    def _build_die(self, team: Team, minimum: int) -> QSpinBox:
        """Return a number field for one roll of a team, from `minimum` to 6.

        A minimum of 1 is for the first roll of a team. A minimum of 0 is for a roll that breaks a tie: 0 means that it
        was not rolled yet and is shown as a dash.
        """
        die = create_number_field(minimum, 6, minimum, fill_placeholders(self.tr("Die of %1"), describe_kind(team)))
        die.setSpecialValueText("" if minimum else "–")
        die.valueChanged.connect(self._update_dice)
        return die

    def roll_dice(self) -> None:
        """Roll the first die of every coach, then another one for each coach who ties, until no two coaches tie."""
        for first_die, *_ in self.dice.values():
            first_die.setValue(1 + secrets.randbelow(6))
        while not self.ranking:
            for team in [team for group in self.groups if len(group) > 1 for team in group]:
                self.dice[team][-1].setValue(1 + secrets.randbelow(6))
        self._update_dice()

    @property
    def rolls(self) -> dict[Team, list[int]]:
        """The numbers that each coach rolled, in the order of the rolls; 0 for a die that was not rolled yet."""
        return {team: [die.value() for die in dice] for team, dice in self.dice.items()}

    @property
    def groups(self) -> list[list[Team]]:
        """The teams in groups, from the highest roll to the lowest; a group of several teams has tied."""
        return rank_teams(self.rolls)

    @property
    def ranking(self) -> list[Team]:
        """The teams from the highest roll to the lowest; empty while some of them tie."""
        groups = self.groups
        return [team for (team,) in groups] if len(groups) == len(self.dice) else []

    def _update_dice(self) -> None:
        """Show one die per coach, and one more for each roll that a tie requires; then show the order or who ties.

        Dice that are not needed any more are removed, for example after the user typed another number.
        """
        for team, count in count_due_rolls(
            self.rolls
        ).items():  # as many dice each as it takes to tell the coaches apart
            dice = self.dice[team]
            while len(dice) > count:
                removed_die = dice.pop()
                removed_die.blockSignals(True)
                removed_die.hide()
                removed_die.deleteLater()
            if len(dice) < count:
                dice.append(self._build_die(team, 0))
                self._rows[team].insertWidget(len(dice) + 1, dice[-1])
        ranking = self.ranking
        listed_teams = ranking or next(group for group in self.groups if len(group) > 1)
        names = ", ".join(capitalise_first(describe_kind(team)) for team in listed_teams)
        pattern = self.tr("In this order: %1.") if ranking else self.tr("A tie: %1 roll once more.")
        self.result_label.setText(fill_placeholders(pattern, names))
        self.changed.emit()


class SetUpDialog(FittingDialog):
    """The dialog before the coaches set up a dungeon together, which means that they place its objects in turns.

    It chooses who begins, and how many of each kind of object are placed. The order of the stages, one for each kind
    of object, is the edition's.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None, dark: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Set up together"))
        self.setMinimumWidth(540)
        self.workspace = workspace
        self.order = build_set_up_order(workspace.ruleset, len(workspace.layout.teams))
        self.roll_off = RollOff(workspace.layout.sides, dark)
        self.stage_rows: list[tuple[QCheckBox, QSpinBox, QLabel]] = []
        grid = QGridLayout()
        grid.setColumnStretch(2, 1)
        object_names = self.tr("Chests"), self.tr("Portals"), self.tr("Doors"), self.tr("Pit counters, face down")
        name_by_object = dict(
            zip((SetUpKind.CHEST, SetUpKind.PORTAL, SetUpKind.DOOR, SetUpKind.COUNTER), object_names, strict=True)
        )
        for table_row, stage in enumerate(self.order.stages):
            check = create_widget(
                QCheckBox, name_by_object[stage.kind], checked=stage.is_usual, toggled=self._update_rows
            )
            count = create_number_field(1, 40, stage.count, fill_placeholders(self.tr("How many: %1"), check.text()))
            self.stage_rows.append((check, count, QLabel()))
            for table_column, widget in enumerate(self.stage_rows[-1]):
                grid.addWidget(widget, table_row, table_column)
        floor_rule = parse_set_up(workspace.ruleset).floor
        title = self.tr("Tiles and end zones") if floor_rule == "book" else self.tr("Tiles and end zones: our option")
        self.floor_checkbox = create_widget(
            QCheckBox, title, visible=bool(floor_rule), checked=bool(floor_rule) and not workspace.layout.sections
        )
        self.floor_checkbox.toggled.connect(self._update_rows)
        self.supply_box = create_widget(QComboBox, accessibleName=self.tr("Supply of tiles"), visible=bool(floor_rule))
        self.supply_box.addItems([*workspace.library.sets, self.tr("A stock file…")])
        edition_index = self.supply_box.findText(workspace.ruleset.id.removesuffix("-multiplayer"))
        self.supply_box.setCurrentIndex(
            edition_index if edition_index >= 0 else self.supply_box.findText("warhammer-quest-style")
        )
        self.supply_box.activated.connect(self._read_supply)
        self._tile_stock: dict[str, int] = {}
        self.buttons = create_answer_buttons(self, _OK | _CANCEL)
        self.begin_button = self.buttons.button(_OK)
        self.begin_button.setText(self.tr("Begin"))
        order_text = self.tr("The coaches place in turns, in the order of the book")
        explanation = f"{order_text} ({self.order.source})." if self.order.source else f"{order_text}."
        if not self.order.by_coaches:
            explanation = self.tr(
                "In this edition the organiser draws the map and the coaches place nothing. You can still do it here."
            )
        advice = create_wrapped_label(
            self.tr("The ticked objects are removed first; undo brings them back. The rest stays.")
        )
        tile_row = build_row(self.floor_checkbox, (self.supply_box, 1))
        parts = create_wrapped_label(explanation), self.roll_off, tile_row, grid, advice
        choices = build_scroll_area(*parts, 1, name=self.windowTitle(), spacing=12)
        build_column((choices, 1), self.buttons, owner=self).setSpacing(12)
        self.roll_off.changed.connect(self._update_rows)
        self.roll_off.roll_dice()

    def _read_supply(self) -> None:
        """Ask for a stock file if the last entry of the list was chosen.

        A stock file lists how many of each tile there are. For any other entry, the stock becomes empty. If the file
        cannot be read or none is chosen, the first entry is selected again.
        """
        self._tile_stock, title, start = {}, self.tr("A stock file"), str(self.workspace.folder)
        if self.supply_box.currentIndex() == self.supply_box.count() - 1:
            name, _ = QFileDialog.getOpenFileName(self, title, start, self.tr("Stock files (*.toml)"))
            try:
                self._tile_stock = read_stock(read_bytes(name), name, self.workspace.library.ids)
            except DungeonError as error:
                self.supply_box.setCurrentIndex(0)
                if name:
                    QMessageBox.warning(self, title, str(error))

    def _update_rows(self) -> None:
        """Enable what can be used now, and show beside each stage which team begins it.

        The Begin button needs a roll-off without ties and something to place. The number of pit counters cannot be
        changed.
        """
        ranking = self.roll_off.ranking
        self.supply_box.setEnabled(self.floor_checkbox.isChecked())
        has_objects = self.floor_checkbox.isChecked() or any(check.isChecked() for check, _, _ in self.stage_rows)
        self.begin_button.setEnabled(bool(ranking) and has_objects)
        turns_by_stage = iter(list_turns(self.stages, ranking) if ranking else ())
        for stage, (check, count, begin_label) in zip(self.order.stages, self.stage_rows, strict=True):
            is_ticked = check.isChecked()
            count.setEnabled(is_ticked and stage.kind is not SetUpKind.COUNTER)
            turns = (next(turns_by_stage) if is_ticked else list_turns([stage], ranking)[0]) if ranking else []
            begin_label.setText(
                fill_placeholders(self.tr("%1 begins"), capitalise_first(describe_kind(turns[0]))) if turns else ""
            )
            begin_label.setEnabled(is_ticked)

    @property
    def stages(self) -> list[Stage]:
        """The stages whose boxes are ticked, in the edition's order, each with the number of objects from its field."""
        rows = zip(self.order.stages, self.stage_rows, strict=True)
        return [replace(stage, count=count.value()) for stage, (check, count, _) in rows if check.isChecked()]

    @property
    def setup(self) -> SetUp:
        """The start of a set-up with the chosen options: nothing is placed yet, and the winner of the roll-off begins.

        While coaches tie, the first team of the dungeon begins. Tiles are placed only if their box is ticked.
        """
        first_team, *other_teams = self.roll_off.ranking or self.workspace.layout.teams
        workspace, places_floor = self.workspace, self.floor_checkbox.isChecked()
        if places_floor:
            supply = build_supply(workspace.ruleset, workspace.library, self.supply_box.currentText(), self._tile_stock)
        else:
            supply = ()
        return start_set_up(workspace.layout, workspace.ruleset, first_team, self.stages, other_teams, supply)
