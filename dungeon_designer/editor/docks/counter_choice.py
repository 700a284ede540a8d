"""Which counter is taken in hand: whose it is, and what lies on its face."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from dungeon_designer.editor.palette_entries import ALL, Piece, counter_id
from dungeon_designer.layout.model import TWO_TEAMS, CounterContent, Team
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.translation import capital


class CounterChoice(QWidget):
    """Two boxes; whoever chooses in one has `chosen` another counter."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        form = QFormLayout(self)
        form.setContentsMargins(2, 2, 2, 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.owner, self.face = QComboBox(), QComboBox()
        for box, words, values in (
            (self.owner, self.tr("Counter of"), list(TWO_TEAMS)),
            (self.face, self.tr("Face"), list(CounterContent)),
        ):
            for value in values:
                box.addItem(capital(plain(value)), value)
            box.setAccessibleName(words)
            box.activated.connect(lambda _: self.chosen.emit())
            form.addRow(words, box)

    def set_teams(self, teams: Iterable[Team]) -> None:
        """Offer the counters of these sides; the one chosen stays, if it is among them."""
        with QSignalBlocker(self.owner):
            chosen = self.owner.currentData()
            self.owner.clear()
            for team in teams:
                self.owner.addItem(capital(plain(team)), team)
            self.owner.setCurrentIndex(max(0, self.owner.findData(chosen)))

    @property
    def piece(self) -> Piece:
        """The counter chosen."""
        return ALL[counter_id(self.owner.currentData(), self.face.currentData())]

    def show_piece(self, piece: Piece) -> None:
        """Have another one chosen; nobody is told."""
        for owner in Team:
            for face in CounterContent:
                if piece.id == counter_id(owner, face):
                    with QSignalBlocker(self.owner), QSignalBlocker(self.face):
                        self.owner.setCurrentIndex(self.owner.findData(owner))
                        self.face.setCurrentIndex(self.face.findData(face))
