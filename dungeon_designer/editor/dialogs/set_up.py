"""The roll-off before a set-up together, dice in the window or typed, and what is placed in which order."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dungeon_designer.editor.dialogs.roll_off import RollOff
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.set_up.order import Stage, What, order_of
from dungeon_designer.set_up.session import SetUp, begun, turns_of
from dungeon_designer.translation import capital, filled


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
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Begin"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self.roll_off.changed.connect(self._tell)
        for check, _, _ in self.rows:
            check.toggled.connect(lambda _: self._tell())
        self.roll()

    def _row(self, stage: Stage) -> tuple[QCheckBox, QSpinBox, QLabel]:
        check, count = QCheckBox(self._named(stage.what)), QSpinBox()
        check.setChecked(stage.usual)
        count.setAccessibleName(filled(self.tr("How many: %1"), check.text()))
        count.setRange(1, 40)
        count.setValue(stage.count)
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
        box = QVBoxLayout(self)
        box.setSpacing(12)
        box.addWidget(self._worded(self._explained()))
        box.addWidget(self.roll_off)
        box.addLayout(order)
        box.addWidget(
            self._worded(self.tr("What is ticked is taken off the table first; undo brings it back. The rest stays."))
        )
        box.addWidget(self.buttons)

    def _worded(self, words: str) -> QLabel:
        label = QLabel(words)
        label.setWordWrap(True)
        return label

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
