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
        for sign, words in (
            (
                "1",
                self.tr(
                    "This is a finished dungeon: drag a chest, and watch the problems below and the badges of"
                    " the seven editions."
                ),
            ),
            (
                "2",
                self.tr(
                    "Draw with the tools above and the pieces on the left; a right click rubs out, Ctrl+Z takes"
                    " anything back."
                ),
            ),
            ("3", self.tr("File ▸ New begins your own, and Ctrl+Shift+P finds whatever you look for.")),
        ):
            label = QLabel(f"<p><b>{sign}.</b>&nbsp; {words}</p>")
            label.setWordWrap(True)
            box.addWidget(label)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        box.addWidget(buttons)
