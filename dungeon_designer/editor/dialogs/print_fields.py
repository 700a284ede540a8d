"""The fields of the print dialog alone: the square, paper of one's own size, a mat in one piece, several tables."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from dungeon_designer.analysis.stock import MOST_TABLES
from dungeon_designer.editor.dialogs import choices
from dungeon_designer.exports.options import MAX_BLEED, MAX_OVERLAP, NARROWEST_ROLL, Mat
from dungeon_designer.exports.papers import LONGEST, SHORTEST
from dungeon_designer.translation import marked, translate

SQUARES = ("29 mm", "32 mm", "34 mm", "1 in")
"""The widths of squares people print; bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm."""

CUSTOM = "custom"
"""What stands for paper of one's own size."""

AS_MAP, AS_PAPER, ON_ROLL = "map", "paper", "roll"

_MATS = {
    AS_MAP: marked("choices", "Just as large as the map"),
    AS_PAPER: marked("choices", "As large as the paper"),
    ON_ROLL: marked("choices", "On a roll"),
}


def squares() -> QComboBox:
    """How wide a square is: one of the usual lengths, or any."""
    box = QComboBox()
    box.setEditable(True)
    box.addItems(SQUARES)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setToolTip(
        translate(
            "choices", "Any length: 29 mm, 2.9 cm, 1 in. Bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm."
        )
    )
    return box


def papers() -> QComboBox:
    """Every size of paper, and one's own."""
    box = choices.papers()
    box.addItem(translate("choices", "Custom…"), CUSTOM)
    return box


def mats() -> QComboBox:
    """How large a mat is."""
    return choices.listed((name, translate("choices", words)) for name, words in _MATS.items())


def roll() -> QDoubleSpinBox:
    """How wide the roll is."""
    return length(NARROWEST_ROLL, LONGEST, 914.0, translate("choices", "The page is as wide, and as long as needed"))


def bleed() -> QDoubleSpinBox:
    """How far a mat goes on beyond its trim."""
    return length(0.0, MAX_BLEED, 3.0, translate("choices", "How far the map goes on beyond where the mat is cut"))


def overlap() -> QDoubleSpinBox:
    """How far sheets go on beyond their joints."""
    tip = translate("choices", "How far each sheet goes on beyond its joints, to be glued over")
    return length(0.0, MAX_OVERLAP, 5.0, tip)


def tables() -> QSpinBox:
    """For how many tables of an event everything is printed."""
    box = QSpinBox()
    box.setRange(1, MOST_TABLES)
    box.setToolTip(translate("choices", "Everything so many times over, for an event with so many tables"))
    return box


def length(least: float, most: float, value: float, tip: str) -> QDoubleSpinBox:
    """Millimetres."""
    box = QDoubleSpinBox()
    box.setRange(least, most)
    box.setDecimals(1)
    box.setValue(value)
    box.setSuffix(translate("choices", " mm"))
    box.setToolTip(tip)
    return box


def mat_of(kind: str, bled: float, rolled: float, paper: str) -> Mat:
    """The mat chosen."""
    return Mat(bled, rolled if kind == ON_ROLL else None, paper if kind == AS_PAPER else "")


class OwnSize(QWidget):
    """Width and height of paper of one's own."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = translate("choices", "Width of the paper"), translate("choices", "Height of the paper")
        self.across, self.down = (
            length(SHORTEST, LONGEST, side, tip) for side, tip in zip((900.0, 600.0), words, strict=True)
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across, 1)
        row.addWidget(QLabel("×"))
        row.addWidget(self.down, 1)
        self.setFocusProxy(self.across)
        for box, tip in zip((self.across, self.down), words, strict=True):
            box.setAccessibleName(tip)
            box.valueChanged.connect(self.changed)

    @property
    def name(self) -> str:
        """The size as the command line writes it."""
        return f"{self.across.value():g}x{self.down.value():g}mm"
