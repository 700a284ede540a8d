"""The first start: a finished dungeon on the table, and three sentences."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget


class WelcomeDialog(QDialog):
    """Three sentences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Welcome to the Dungeon Designer"))
        self.setMinimumWidth(480)
        box = QVBoxLayout(self)
        box.setContentsMargins(24, 20, 24, 16)
        box.setSpacing(14)
        box.addWidget(self._sentences())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        box.addWidget(buttons)

    def _sentences(self) -> QLabel:
        rows = [
            self.tr(
                "Drag a chest of the dungeon on the table, and watch the problems below and the badges of the seven"
                " editions."
            ),
            self.tr(
                "Draw with the tools above and the pieces on the left; a right click says what can be done with"
                " a thing, Ctrl+Z takes anything back."
            ),
            self.tr("File ▸ New begins your own, and Ctrl+Shift+P finds whatever you look for."),
        ]
        cell = "<td style='padding: 0 12px 12px 0'>"
        table = "".join(f"<tr>{cell}<b>{at}</b></td>{cell}{words}</td></tr>" for at, words in enumerate(rows, 1))
        label = QLabel(f"<table>{table}</table>")
        label.setWordWrap(True)
        label.setMinimumWidth(460)
        return label
