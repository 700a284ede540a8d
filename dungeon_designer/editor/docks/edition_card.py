"""The edition card: what the chosen ruleset asks a number of, and how many there are; each line leads on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from dungeon_designer.editor.edition_lines import BALLS, Line, lines_of
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.translation import filled, translate

_ROLE = Qt.ItemDataRole.UserRole


class EditionCard(QWidget):
    """A line a count. Too few: a click has `taken` the tool; else `shown` where they are.

    That of the balls, which lie nowhere, leads to their number: `balls`.
    """

    taken = Signal(str)
    balls = Signal()
    shown = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.list = QListWidget()
        self.list.setObjectName("lines")
        self.list.setAccessibleName(self.tr("What the edition asks a number of"))
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 4, 6, 4)
        box.addWidget(self.list)
        self.list.itemClicked.connect(self._follow)
        self.list.itemActivated.connect(self._follow)
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)

    def refresh(self) -> None:
        """Count anew."""
        self.list.clear()
        for line in lines_of(self.workspace.board, self.workspace.ruleset):
            item = QListWidgetItem(_in_words(line))
            item.setData(_ROLE, (line.leads_to, line.count.squares))
            item.setToolTip(line.source)
            self.list.addItem(item)

    def _follow(self, item: QListWidgetItem) -> None:
        way, squares = item.data(_ROLE)
        if way == BALLS:
            self.balls.emit()
        elif way:
            self.taken.emit(way)
        else:
            self.workspace.mark(squares)
            self.shown.emit(squares)


def _in_words(line: Line) -> str:
    count = line.count
    words = filled(translate("EditionCard", count.words), count.there or count.count, _range(count.asked))
    return f"{'✓' if line.right else '✗'} {words}"


def _range(settings: Bounds) -> str:
    """The bounds as figures.

    >>> _range(Bounds(min=8, max=12, also=(6,))), _range(Bounds(min=6, max=6)), _range(Bounds(max=4))
    ('6, 8–12', '6', '≤ 4')
    """
    low, high = settings.min, settings.max
    both = f"{low}–{high}" if low != high else f"{low}"
    words = f"≤ {high}" if low is None else f"≥ {low}" if high is None else both
    return ", ".join([*map(str, settings.also), words])
