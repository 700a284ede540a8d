"""The roll-off before a set-up together, dice in the window or typed, and what is placed in which order."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from msgspec.structs import replace
from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSpinBox,
    QWidget,
)

from dungeon_designer.editor.pictures import side_icon
from dungeon_designer.editor.widgets import NONE, answers_of, column, number, row, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import LEAST_SIDES, MatchSide, Team
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.set_up.order import Stage, What, order_of
from dungeon_designer.set_up.session import SetUp, begun, ranked, rolls_due, turns_of
from dungeon_designer.translation import capital, filled


class RollOff(QWidget):
    """Dice to roll here or to type. Of two coaches who tie both roll anew; of more, those who tie roll once more.

    `changed` when a die shows something else.
    """

    changed = Signal()

    def __init__(self, sides: tuple[MatchSide, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sides = sides
        self.two = len(sides) == LEAST_SIDES
        self.words = QLabel()
        self.words.setWordWrap(not self.two)
        self.dice: dict[Team, list[QSpinBox]] = {side.id: [self._die(side.id, 1)] for side in sides}
        self._rows: dict[Team, QBoxLayout] = {}
        button = QPushButton(self.tr("Roll"))
        button.clicked.connect(self.roll)
        self.setLayout(self._in_a_row(button) if self.two else self._below_each_other(button))

    def _die(self, team: Team, least: int) -> QSpinBox:
        """A die that shows a number, or from 0 on nothing yet."""
        die = number(least, 6, least, filled(self.tr("Die of %1"), plain(team)))
        if not least:
            die.setSpecialValueText("–")
        die.valueChanged.connect(lambda _: self._follow())
        return die

    def _in_a_row(self, button: QPushButton) -> QLayout:
        dice = [part for team, (die,) in self.dice.items() for part in (QLabel(capital(plain(team))), die)]
        return row(*dice, button, (self.words, 1), margins=NONE)

    def _below_each_other(self, button: QPushButton) -> QLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(2, 1)
        for at, side in enumerate(self.sides):
            emblem = QLabel()
            emblem.setPixmap(side_icon(side).pixmap(QSize(16, 16)))
            self._rows[side.id] = row(self.dice[side.id][0], 1)
            grid.addWidget(emblem, at, 0)
            grid.addWidget(QLabel(capital(plain(side.id))), at, 1)
            grid.addLayout(self._rows[side.id], at, 2)
        grid.addWidget(button, len(self.sides), 0, 1, 2)
        grid.addWidget(self.words, len(self.sides), 2)
        return grid

    def roll(self) -> None:
        """All dice, and those of whoever ties again until nobody does."""
        for first, *_ in self.dice.values():
            first.setValue(_rolled())
        while not self.ranking:
            for die in self._unsettled():
                die.setValue(_rolled())
        self._follow()

    def _unsettled(self) -> Iterator[QSpinBox]:
        """The dice that must roll for the tie to end."""
        for group in self.groups:
            for team in group if len(group) > 1 else ():
                yield self.dice[team][-1]

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
        return [team for (team,) in groups] if len(groups) == len(self.sides) else []

    def _follow(self) -> None:
        if not self.two:
            self._ask_again()
        self.words.setText(self._told())
        self.changed.emit()

    def _ask_again(self) -> None:
        """Each coach has as many dice as it takes to tell him from the others."""
        due = rolls_due(self.rolls)
        for team, dice in self.dice.items():
            while len(dice) > due[team]:
                gone = dice.pop()
                gone.blockSignals(True)
                gone.hide()
                gone.deleteLater()
            if len(dice) < due[team]:
                dice.append(self._die(team, 0))
                self._rows[team].insertWidget(len(dice) - 1, dice[-1])

    def _told(self) -> str:
        ranking = self.ranking
        if self.two:
            won = capital(plain(ranking[0])) if ranking else ""
            return filled(self.tr("%1 wins the roll-off."), won) if ranking else self.tr("A tie: roll again.")
        if ranking:
            return filled(self.tr("In this order: %1."), _listed(ranking))
        tied = next(group for group in self.groups if len(group) > 1)
        return filled(self.tr("A tie: %1 roll once more."), _listed(tied))


def _listed(teams: list[Team]) -> str:
    return ", ".join(capital(plain(team)) for team in teams)


def _rolled() -> int:
    return 1 + secrets.randbelow(6)


class SetUpDialog(QDialog):
    """Who begins, and how many of each; the order is the edition's."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Set up together"))
        self.setMinimumWidth(540)
        self.workspace = workspace
        self.order = order_of(workspace.ruleset, len(workspace.layout.teams))
        self.roll_off = RollOff(workspace.layout.sides)
        (self.home,), (self.away,), *_ = self.roll_off.dice.values()
        self.rows = [self._row(stage) for stage in self.order.stages]
        self.buttons = answers_of(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Begin"))
        self._lay_out()
        self.roll_off.changed.connect(self._tell)
        for check, _, _ in self.rows:
            check.toggled.connect(lambda _: self._tell())
        self.roll()

    def _row(self, stage: Stage) -> tuple[QCheckBox, QSpinBox, QLabel]:
        check = QCheckBox(self._named(stage.what))
        check.setChecked(stage.usual)
        count = number(1, 40, stage.count, filled(self.tr("How many: %1"), check.text()))
        count.setEnabled(stage.usual and stage.what is not What.COUNTER)
        check.toggled.connect(lambda on: count.setEnabled(on and stage.what is not What.COUNTER))
        return check, count, QLabel()

    def _named(self, what: What) -> str:
        return {
            What.CHEST: self.tr("Chests"),
            What.PORTAL: self.tr("Portals"),
            What.DOOR: self.tr("Doors"),
            What.COUNTER: self.tr("Pit counters, face down"),
        }[what]

    def _lay_out(self) -> None:
        order = QGridLayout()
        order.setColumnStretch(2, 1)
        for at, (check, count, begins) in enumerate(self.rows):
            order.addWidget(check, at, 0)
            order.addWidget(count, at, 1)
            order.addWidget(begins, at, 2)
        mind = wrapped(self.tr("What is ticked is taken off the table first; undo brings it back. The rest stays."))
        explained = wrapped(self._explained())
        column(explained, self.roll_off, order, mind, self.buttons, of=self).setSpacing(12)

    def _explained(self) -> str:
        if not self.order.by_coaches:
            return self.tr(
                "In this edition the organiser draws the map and the coaches place nothing. You may all the same."
            )
        words = self.tr("The coaches place in turns, in the order of the book")
        return f"{words} ({self.order.source})." if self.order.source else f"{words}."

    def roll(self) -> None:
        """All dice; ties are rolled again."""
        self.roll_off.roll()

    def _tell(self) -> None:
        ranking = self.roll_off.ranking
        chosen = any(check.isChecked() for check, _, _ in self.rows)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(ranking) and chosen)
        ticked = iter(turns_of(self.stages, ranking) if ranking else ())
        for stage, (check, _, begins) in zip(self.order.stages, self.rows, strict=True):
            alone = turns_of([stage], ranking) if ranking else []
            turns = [next(ticked)] if ranking and check.isChecked() else alone
            first = turns[0][0] if turns and turns[0] else None
            begins.setText(self.tr("%1 begins").replace("%1", capital(plain(first))) if first else "")
            begins.setEnabled(check.isChecked())

    @property
    def stages(self) -> list[Stage]:
        """The stages that were ticked, with the counts chosen."""
        rows = zip(self.order.stages, self.rows, strict=True)
        return [replace(stage, count=count.value()) for stage, (check, count, _) in rows if check.isChecked()]

    @property
    def setup(self) -> SetUp:
        """The set-up as chosen."""
        first, *others = self.roll_off.ranking or self.workspace.layout.teams
        return begun(self.workspace.layout, self.workspace.ruleset, first, self.stages, others)
