"""The roll-off before a set-up together: dice in the window, or typed."""

from __future__ import annotations

import secrets

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.setting_up import SetUp, begun, usual_counts, winner
from dungeon_designer.layout.model import Team


class SetUpDialog(QDialog):
    """Who begins, and how many of each."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Set up together"))
        self.setMinimumWidth(420)
        self.desk = desk
        self.home, self.away = self._die(), self._die()
        self.result_ = QLabel()
        roll = QPushButton(self.tr("Roll"))
        roll.clicked.connect(self.roll)
        dice = QHBoxLayout()
        for widget in (QLabel(self.tr("Home")), self.home, QLabel(self.tr("Away")), self.away, roll):
            dice.addWidget(widget)
        chests, portals = usual_counts(desk.ruleset)
        self.chests, self.portals = self._count(chests), self._count(portals)
        self.counters = QCheckBox(self.tr("Pit counters, too (three nothings, two pits, a spiked pit each)"))
        self.counters.setChecked(desk.ruleset.id == "gw-1989-expanded")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        explained = QLabel(self.tr("Chests and portals on the table are taken off; one undo step brings them back."))
        explained.setWordWrap(True)
        form = QFormLayout(self)
        form.addRow(explained)
        form.addRow(self.tr("Roll-off"), dice)
        form.addRow("", self.result_)
        form.addRow(self.tr("Chests"), self.chests)
        form.addRow(self.tr("Portals"), self.portals)
        form.addRow("", self.counters)
        form.addRow(self.buttons)
        self.roll()

    def _die(self) -> QSpinBox:
        die = QSpinBox()
        die.setRange(1, 6)
        die.valueChanged.connect(lambda _: self._tell())
        return die

    def _count(self, number: int) -> QSpinBox:
        field = QSpinBox()
        field.setRange(1, 12)
        field.setValue(number)
        return field

    def roll(self) -> None:
        """Both dice; ties are rolled again."""
        self.home.setValue(1 + secrets.randbelow(6))
        self.away.setValue(1 + secrets.randbelow(6))
        if self.first is None:
            self.roll()

    @property
    def first(self) -> Team | None:
        """Who begins, None for a tie."""
        return winner(self.home.value(), self.away.value())

    def _tell(self) -> None:
        if not hasattr(self, "buttons"):
            return
        first = self.first
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(first is not None)
        words = self.tr("A tie: roll again.") if first is None else self.tr("%1 places first.")
        self.result_.setText(words.replace("%1", (first or Team.HOME).capitalize()))

    @property
    def setup(self) -> SetUp:
        """The set-up as chosen."""
        counts = self.chests.value(), self.portals.value()
        return begun(self.desk.layout, self.desk.ruleset, self.first or Team.HOME, *counts, self.counters.isChecked())
