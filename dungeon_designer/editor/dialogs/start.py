"""What a start without a file asks: go on with the last dungeon, open a recent one, or begin another."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from dungeon_designer.editor.plain_text import as_written, plain_label
from dungeon_designer.translation import filled

_ROLE = Qt.ItemDataRole.UserRole


class StartDialog(QDialog):
    """Recent files, the last first. `chosen`: one of them; `new`, `other`: a new dungeon, or another file.

    Closing it leaves the empty table.
    """

    chosen = Signal(object)
    new = Signal()
    other = Signal()

    def __init__(self, recent: list[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Dungeon Designer"))
        self.resize(560, 380)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Recent dungeons"))
        self.list.setAlternatingRowColors(True)
        for path in recent:
            self._add(path)
        self.list.itemActivated.connect(self._choose)
        self.go_on = QPushButton(self.tr("&Continue"))
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(lambda: self._choose(self.list.currentItem()))
        self.list.setCurrentRow(0)
        self.list.currentItemChanged.connect(lambda item, _: self._name(item))
        box = QVBoxLayout(self)
        box.setSpacing(10)
        box.addWidget(plain_label(self.tr("Go on with a recent dungeon, or begin another.")))
        box.addWidget(self.list, 1)
        box.addLayout(self._buttons())
        self._name(self.list.currentItem())
        self.list.setFocus()

    def _add(self, path: Path) -> None:
        item = QListWidgetItem(f"{path.name}\n{path.parent}")
        item.setData(_ROLE, path)
        item.setToolTip(as_written(str(path)))
        item.setSizeHint(QSize(0, 2 * self.fontMetrics().lineSpacing() + 10))
        self.list.addItem(item)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for words, signal in ((self.tr("&New…"), self.new), (self.tr("&Open…"), self.other)):
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.clicked.connect(self.accept)
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())
            row.addWidget(button)
        row.addStretch(1)
        empty = QPushButton(self.tr("&Empty table"))
        empty.setAutoDefault(False)
        empty.clicked.connect(self.reject)
        row.addWidget(empty)
        row.addWidget(self.go_on)
        return row

    def _name(self, item: QListWidgetItem | None) -> None:
        """Continue says with what, for one who does not look at the list."""
        self.go_on.setEnabled(item is not None)
        if item is not None:
            self.go_on.setAccessibleName(filled(self.tr("Continue with %1"), item.data(_ROLE).name))

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.accept()
            self.chosen.emit(item.data(_ROLE))
