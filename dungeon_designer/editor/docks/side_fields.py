"""The colour and the emblem of one side of the match."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QComboBox, QHBoxLayout, QPushButton, QWidget

from dungeon_designer.editor.side_icons import side_icon
from dungeon_designer.kinds import Emblem
from dungeon_designer.layout.model import MatchSide
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.translation import capital, filled


class SideFields(QWidget):
    """A button with the colour and a list of emblems; `done` is told of a change."""

    def __init__(self, side: MatchSide, done: Callable[[MatchSide], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side, self._done = side, done
        self.colour = QPushButton(self.tr("Colour…"))
        self.colour.setIcon(side_icon(side))
        self.colour.setToolTip(side.shown_colour)
        self.emblem = QComboBox()
        for emblem in Emblem:
            self.emblem.addItem(side_icon(replace(side, emblem=emblem)), capital(plain(emblem)), emblem)
        self.emblem.setCurrentIndex(self.emblem.findData(side.shown_emblem))
        name = capital(plain(side.id))
        self.colour.setAccessibleName(filled(self.tr("%1: colour"), name))
        self.emblem.setAccessibleName(filled(self.tr("%1: emblem"), name))
        self.colour.clicked.connect(self._ask_colour)
        self.emblem.activated.connect(lambda at: done(replace(side, emblem=list(Emblem)[at])))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.colour)
        row.addWidget(self.emblem, 1)

    def _ask_colour(self) -> None:
        chosen = QColorDialog.getColor(QColor(self._side.shown_colour), self.window(), self.colour.accessibleName())
        if chosen.isValid():
            self._done(replace(self._side, colour=chosen.name()))
