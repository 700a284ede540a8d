"""How one begins: an empty table, an example, proposals, a recent dungeon, the first start; setting up together."""

from __future__ import annotations

import secrets
from contextlib import suppress
from html import escape
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDialog,
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

from dungeon_designer.editor import files
from dungeon_designer.editor.canvas.picture import board_pixmap
from dungeon_designer.editor.picture_list import ROLE
from dungeon_designer.editor.pictures import side_icon
from dungeon_designer.editor.widgets import (
    NONE,
    answers_of,
    as_written,
    column,
    made,
    number,
    plain_label,
    row,
    timer,
    wrapped,
)
from dungeon_designer.editor.workspace import USUAL, Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import LEAST_SIDES, MOST_SIDES, Layout, MatchSide, Team
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.play import set_up_of
from dungeon_designer.set_up.floor import supply_of
from dungeon_designer.set_up.order import Stage, What, order_of
from dungeon_designer.set_up.session import SetUp, begun, ranked, rolls_due, turns_of
from dungeon_designer.text.files import read_bytes
from dungeon_designer.tiles.reader import stock_of
from dungeon_designer.translation import capital, filled

_OK, _CANCEL = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel


class NewDialog(QDialog):
    """Choose what to begin with, an empty table for `edition` at first.

    `template` or `example` says what was chosen, `proposed` that it be generated.
    """

    def __init__(self, dark: bool, parent: QWidget | None = None, edition: str = USUAL) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A new dungeon"))
        self.resize(860, 520)
        self._dark = dark
        self.template = ""
        self.example: Path | None = None
        self.proposed = False
        self.tree = made(
            QTreeWidget, accessibleName=self.tr("Templates and examples"), headerHidden=True, minimumWidth=300
        )
        self.picture = made(QLabel, alignment=Qt.AlignmentFlag.AlignCenter, minimumSize=QSize(480, 360))
        self.words, self.asked = wrapped(), wrapped()
        self.sides = number(LEAST_SIDES, MOST_SIDES, LEAST_SIDES, self.tr("Sides"))
        self.buttons = answers_of(self, _OK | _CANCEL)
        propose = self.buttons.addButton(self.tr("&Propose…"), QDialogButtonBox.ButtonRole.ActionRole)
        propose.setToolTip(self.tr("Begin with one of a page of dungeons that are generated while you look"))
        propose.clicked.connect(self._propose)
        sides = row(QLabel(self.tr("Sides")), self.sides, (self.asked, 1))
        right = column((self.picture, 1), self.words, sides)
        column(row(self.tree, (right, 1)), self.buttons, of=self)
        heading = QTreeWidgetItem(self.tree, [self.tr("An empty table for")])
        empty = {name: QTreeWidgetItem(heading, [load(name).name]) for name in EDITIONS}
        for name, item in empty.items():
            item.setData(0, ROLE, name)
        heading.setExpanded(True)
        groups: dict[str, QTreeWidgetItem] = {}
        for folder, path in files.examples():
            if folder not in groups:
                groups[folder] = QTreeWidgetItem(self.tree, [filled(self.tr("Examples: %1"), _full(folder))])
            name = path.name.split(".")[0].replace("-", " ").capitalize()
            QTreeWidgetItem(groups[folder], [name]).setData(0, ROLE, path)
        self.sides.valueChanged.connect(self._show)
        self.tree.currentItemChanged.connect(self._turn_to)
        self.tree.itemDoubleClicked.connect(lambda item: self.accept() if item.data(0, ROLE) else None)
        self.tree.setCurrentItem(empty.get(edition) or empty[USUAL])

    def _propose(self) -> None:
        self.proposed = True
        self.accept()

    def _turn_to(self, item: QTreeWidgetItem | None) -> None:
        """Another entry: as many sides as its edition is for; an example has its own."""
        chosen = item.data(0, ROLE) if item is not None else None
        self.template = chosen if isinstance(chosen, str) else ""
        self.example = chosen if isinstance(chosen, Path) else None
        with QSignalBlocker(self.sides):
            self.sides.setValue(load(self.template).sides.least if self.template else LEAST_SIDES)
        self.sides.setEnabled(bool(self.template))
        self.buttons.button(_OK).setEnabled(bool(chosen))
        self._show()

    def _show(self) -> None:
        for label in (self.picture, self.words, self.asked):
            label.clear()
        if self.template or self.example:
            try:
                self._show_layout()
            except DungeonError as error:
                self.words.setText(escape(str(error)))

    def _show_layout(self) -> None:
        """Its picture and what there is to say of it; DungeonError when it cannot be read."""
        from dungeon_designer.board.build import build
        from dungeon_designer.tiles.library import library

        layout = files.load(self.example)[0] if self.example else files.template(self.template, self.sides.value())
        board = build(layout, library())
        self.picture.setPixmap(board_pixmap(board, QSize(500, 380), self._dark, self.devicePixelRatioF(), 0.8))
        if self.example:
            with QSignalBlocker(self.sides):
                self.sides.setValue(len(layout.sides))
            self.words.setText(f"<b>{escape(layout.name)}</b><br>{escape(' '.join(layout.notes.split())[:420])}")
            return
        edition = load(self.template)
        self.words.setText(filled(self.tr("An empty table under %1."), edition.name))
        if not edition.sides.allows(self.sides.value()):
            words = self.tr("The edition is for %1: more or fewer are for house rules.")
            self.asked.setText(filled(words, edition.sides.in_letters))


def _full(folder: str) -> str:
    """The name in full of the edition whose examples lie in a folder; of several the part they share."""
    if folder in EDITIONS:
        return load(folder).name
    names = [load(edition).name for edition in EDITIONS if edition.startswith(folder)]
    return names[0].partition(",")[0] if names else folder


SMALL = QSize(120, 75)
"""A dungeon's picture in a list of files."""


def small_picture(layout: Layout, path: Path | None, dark: bool, ratio: float) -> QPixmap:
    """A picture of a dungeon that lives in a file; TileError when it places tiles nobody has."""
    from dungeon_designer.board.build import build
    from dungeon_designer.tiles.library import library, own_folder

    tiles = library(beside=own_folder(path.parent) if path else None)
    return board_pixmap(build(layout, tiles), SMALL, dark, ratio)


class StartDialog(QDialog):
    """Recent files, the last first. `chosen`: one of them; `new`, `other`: a new dungeon, or another file.

    Closing it leaves the empty table.
    """

    chosen = Signal(object)
    new = Signal()
    other = Signal()

    def __init__(self, recent: list[Path], parent: QWidget | None = None, dark: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Dungeon Designer"))
        self.resize(600, 460)
        name = self.tr("Recent dungeons")
        self.list = made(QListWidget, accessibleName=name, alternatingRowColors=True, iconSize=SMALL)
        for path in recent:
            item = QListWidgetItem(f"{path.name}\n{path.parent}", self.list)
            item.setData(ROLE, path)
            item.setToolTip(as_written(str(path)))
            item.setSizeHint(QSize(0, SMALL.height() + 6))
        self._dark, self._undrawn = dark, [self.list.item(at) for at in range(self.list.count())]
        self._draw = timer(self, 0, self._draw_one, again=True)
        self._draw.start()
        new = made(QPushButton, self.tr("&New…"), autoDefault=False, clicked=lambda: self._leave(self.new))
        other = made(QPushButton, self.tr("&Open…"), autoDefault=False, clicked=lambda: self._leave(self.other))
        empty = made(QPushButton, self.tr("&Empty table"), autoDefault=False, clicked=self.reject)
        self.go_on = made(QPushButton, self.tr("&Continue"), default=True, clicked=self._choose)
        words = plain_label(self.tr("Go on with a recent dungeon, or begin another."))
        buttons = row(new, other, 1, empty, self.go_on)
        column(words, (self.list, 1), buttons, of=self).setSpacing(10)
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(self._name)
        self._name(None)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _draw_one(self) -> None:
        """The name and the picture of the next; a file that cannot be read has neither."""
        if not self._undrawn:
            self._draw.stop()
            return
        item = self._undrawn.pop(0)
        path = item.data(ROLE)
        with suppress(DungeonError):
            layout = files.load(path)[0]
            item.setIcon(QIcon(small_picture(layout, path, self._dark, self.devicePixelRatioF())))
            item.setText("\n".join(filter(None, (layout.name, path.name, str(path.parent)))))

    def _leave(self, signal: SignalInstance) -> None:
        self.accept()
        signal.emit()

    def _name(self, item: QListWidgetItem | None) -> None:
        """Continue says with what, for one who does not look at the list."""
        self.go_on.setEnabled(item is not None)
        if item is not None:
            self.go_on.setAccessibleName(filled(self.tr("Continue with %1"), item.data(ROLE).name))

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.accept()
            self.chosen.emit(item.data(ROLE))


class RollOff(QWidget):
    """Dice to roll here or to type; who ties rolls once more. `changed` when a die shows something else."""

    changed = Signal()

    def __init__(self, sides: tuple[MatchSide, ...]) -> None:
        super().__init__()
        self.words = wrapped()
        self.dice: dict[Team, list[QSpinBox]] = {side.id: [self._die(side.id, 1)] for side in sides}
        self._rows: dict[Team, QBoxLayout] = {}
        for side in sides:
            emblem = made(QLabel, pixmap=side_icon(side).pixmap(QSize(16, 16)))
            name = made(QLabel, capital(kind_in_words(side.id)), minimumWidth=60)
            self._rows[side.id] = row(emblem, name, self.dice[side.id][0], 1)
        button = made(QPushButton, self.tr("Roll"), clicked=self.roll)
        column(*self._rows.values(), row(button, (self.words, 1)), of=self, margins=NONE)

    def _die(self, team: Team, least: int) -> QSpinBox:
        """A die that shows a number, or from 0 on nothing yet."""
        die = number(least, 6, least, filled(self.tr("Die of %1"), kind_in_words(team)))
        die.setSpecialValueText("" if least else "–")
        die.valueChanged.connect(self._follow)
        return die

    def roll(self) -> None:
        """All dice, and those of whoever ties again until nobody does."""
        for first, *_ in self.dice.values():
            first.setValue(1 + secrets.randbelow(6))
        while not self.ranking:
            for team in [team for group in self.groups if len(group) > 1 for team in group]:
                self.dice[team][-1].setValue(1 + secrets.randbelow(6))
        self._follow()

    @property
    def rolls(self) -> dict[Team, list[int]]:
        """What each coach rolled; 0 for a die that is still to roll."""
        return {team: [die.value() for die in dice] for team, dice in self.dice.items()}

    @property
    def groups(self) -> list[list[Team]]:
        """The coaches, the highest first; together those who tie."""
        return ranked(self.rolls)

    @property
    def ranking(self) -> list[Team]:
        """The coaches in the order of the roll-off; none while some tie."""
        groups = self.groups
        return [team for (team,) in groups] if len(groups) == len(self.dice) else []

    def _follow(self) -> None:
        for team, count in rolls_due(self.rolls).items():  # as many dice each as it takes to tell the coaches apart
            dice = self.dice[team]
            while len(dice) > count:
                gone = dice.pop()
                gone.blockSignals(True)
                gone.hide()
                gone.deleteLater()
            if len(dice) < count:
                dice.append(self._die(team, 0))
                self._rows[team].insertWidget(len(dice) + 1, dice[-1])
        ranking = self.ranking
        named = ranking or next(group for group in self.groups if len(group) > 1)
        listed = ", ".join(capital(kind_in_words(team)) for team in named)
        words = self.tr("In this order: %1.") if ranking else self.tr("A tie: %1 roll once more.")
        self.words.setText(filled(words, listed))
        self.changed.emit()


class SetUpDialog(QDialog):
    """Who begins, and how many of each; the order is the edition's."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Set up together"))
        self.setMinimumWidth(540)
        self.workspace = workspace
        self.order = order_of(workspace.ruleset, len(workspace.layout.teams))
        self.roll_off = RollOff(workspace.layout.sides)
        self.rows: list[tuple[QCheckBox, QSpinBox, QLabel]] = []
        grid = QGridLayout()
        grid.setColumnStretch(2, 1)
        nouns = self.tr("Chests"), self.tr("Portals"), self.tr("Doors"), self.tr("Pit counters, face down")
        words = dict(zip((What.CHEST, What.PORTAL, What.DOOR, What.COUNTER), nouns, strict=True))
        for at, stage in enumerate(self.order.stages):
            check = made(QCheckBox, words[stage.what], checked=stage.usual, toggled=self._tell)
            count = number(1, 40, stage.count, filled(self.tr("How many: %1"), check.text()))
            self.rows.append((check, count, QLabel()))
            for place, widget in enumerate(self.rows[-1]):
                grid.addWidget(widget, at, place)
        floor = set_up_of(workspace.ruleset).floor
        title = self.tr("Tiles and end zones") if floor == "book" else self.tr("Tiles and end zones: our option")
        self.floor = made(QCheckBox, title, visible=bool(floor), checked=bool(floor) and not workspace.layout.sections)
        self.floor.toggled.connect(self._tell)
        self.supply = made(QComboBox, accessibleName=self.tr("Supply of tiles"), visible=bool(floor))
        self.supply.addItems([*workspace.library.sets, self.tr("A stock file…")])
        own = self.supply.findText(workspace.ruleset.id.removesuffix("-multiplayer"))
        self.supply.setCurrentIndex(own if own >= 0 else self.supply.findText("warhammer-quest-style"))
        self.supply.activated.connect(self._choose_supply)
        self._owned: dict[str, int] = {}
        self.buttons = answers_of(self, _OK | _CANCEL)
        self.begin = self.buttons.button(_OK)
        self.begin.setText(self.tr("Begin"))
        in_turns = self.tr("The coaches place in turns, in the order of the book")
        explained = f"{in_turns} ({self.order.source})." if self.order.source else f"{in_turns}."
        if not self.order.by_coaches:
            explained = self.tr(
                "In this edition the organiser draws the map and the coaches place nothing. You may all the same."
            )
        mind = wrapped(self.tr("What is ticked is taken off the table first; undo brings it back. The rest stays."))
        tiles = row(self.floor, (self.supply, 1))
        column(wrapped(explained), self.roll_off, tiles, grid, mind, self.buttons, of=self).setSpacing(12)
        self.roll_off.changed.connect(self._tell)
        self.roll_off.roll()

    def _choose_supply(self) -> None:
        """A stock file says how many there are of each tile; what is wrong with it is told."""
        self._owned, title, start = {}, self.tr("A stock file"), str(self.workspace.folder)
        if self.supply.currentIndex() == self.supply.count() - 1:
            name, _ = QFileDialog.getOpenFileName(self, title, start, self.tr("Stock files (*.toml)"))
            try:
                self._owned = stock_of(read_bytes(name), name, self.workspace.library.ids)
            except DungeonError as error:
                self.supply.setCurrentIndex(0)
                if name:
                    QMessageBox.warning(self, title, str(error))

    def _tell(self) -> None:
        ranking = self.roll_off.ranking
        self.supply.setEnabled(self.floor.isChecked())
        chosen = self.floor.isChecked() or any(check.isChecked() for check, _, _ in self.rows)
        self.begin.setEnabled(bool(ranking) and chosen)
        ticked = iter(turns_of(self.stages, ranking) if ranking else ())
        for stage, (check, count, begins) in zip(self.order.stages, self.rows, strict=True):
            on = check.isChecked()
            count.setEnabled(on and stage.what is not What.COUNTER)
            turns = (next(ticked) if on else turns_of([stage], ranking)[0]) if ranking else []
            begins.setText(filled(self.tr("%1 begins"), capital(kind_in_words(turns[0]))) if turns else "")
            begins.setEnabled(on)

    @property
    def stages(self) -> list[Stage]:
        """The stages that were ticked, with the counts chosen."""
        rows = zip(self.order.stages, self.rows, strict=True)
        return [replace(stage, count=count.value()) for stage, (check, count, _) in rows if check.isChecked()]

    @property
    def setup(self) -> SetUp:
        """The set-up as chosen."""
        first, *others = self.roll_off.ranking or self.workspace.layout.teams
        space, on = self.workspace, self.floor.isChecked()
        supply = supply_of(space.ruleset, space.library, self.supply.currentText(), self._owned) if on else ()
        return begun(space.layout, space.ruleset, first, self.stages, others, supply)
