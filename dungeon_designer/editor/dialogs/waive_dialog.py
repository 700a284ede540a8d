"""The dialog that asks for the reason when a problem is waived, that is, accepted."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QWidget,
)

from dungeon_designer.editor.fitting import FittingDialog, build_scroll_area
from dungeon_designer.editor.widgets import (
    build_column,
    create_answer_buttons,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.findings import Finding
from dungeon_designer.layout.model import MAX_LINE_LENGTH


class WaiveDialog(FittingDialog):
    """The dialog that asks why a problem is waived (accepted), and where. A reason is required."""

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Waive a problem"))
        self.setMinimumWidth(440)
        self.finding = finding
        message = create_wrapped_label(f"<b>{escape(finding.rule)}</b>: {escape(finding.message)}")
        self.reason_field = create_widget(
            QLineEdit, maxLength=MAX_LINE_LENGTH, placeholderText=self.tr("club night, 90 minutes")
        )
        has_squares = bool(finding.squares)
        here_text = self.tr("Only here: on the squares of this problem")
        self.here_checkbox = create_widget(QCheckBox, here_text, checked=has_squares, enabled=has_squares)
        self.buttons = create_answer_buttons(
            self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        ok_button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok_button.setText(self.tr("Waive"))
        ok_button.setEnabled(False)
        self.reason_field.textChanged.connect(lambda text: ok_button.setEnabled(bool(text.strip())))
        form = QFormLayout()
        form.addRow(self.tr("Reason"), self.reason_field)
        form.addRow("", self.here_checkbox)
        build_column((build_scroll_area(message, form, 1, name=self.windowTitle()), 1), self.buttons, owner=self)
