"""Waive a problem: a reason, and how far it reaches."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from dungeon_designer.findings import Finding
from dungeon_designer.layout.model import LETTERS


class WaiveDialog(QDialog):
    """Asks for the reason; there is no waiver without one."""

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Waive a problem"))
        self.setMinimumWidth(440)
        self.finding = finding
        message = QLabel(f"<b>{escape(finding.rule)}</b>: {escape(finding.message)}")
        message.setWordWrap(True)
        self.reason = QLineEdit()
        self.reason.setMaxLength(LETTERS)
        self.reason.setPlaceholderText(self.tr("club night, 90 minutes"))
        self.here = QCheckBox(self.tr("Only here: on the squares of this problem"))
        self.here.setChecked(bool(finding.squares))
        self.here.setEnabled(bool(finding.squares))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setText(self.tr("Waive"))
        ok.setEnabled(False)
        self.reason.textChanged.connect(lambda text: ok.setEnabled(bool(text.strip())))
        form = QFormLayout(self)
        form.addRow(message)
        form.addRow(self.tr("Reason"), self.reason)
        form.addRow("", self.here)
        form.addRow(self.buttons)
