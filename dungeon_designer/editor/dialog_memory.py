"""What was chosen in a dialog, kept until the next time."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDoubleSpinBox, QSpinBox, QWidget


def recall(settings: QSettings, group: str, fields: Mapping[str, QWidget]) -> None:
    """Set fields to what was kept; whatever is kept no more, or never was, leaves them as they are."""
    for name, field in fields.items():
        kept = settings.value(f"{group}/{name}")
        if kept is not None:
            _set(field, str(kept))


def keep(settings: QSettings, group: str, fields: Mapping[str, QWidget]) -> None:
    """Keep what fields are set to."""
    for name, field in fields.items():
        settings.setValue(f"{group}/{name}", _value(field))


def _value(field: QWidget) -> str:
    if isinstance(field, QComboBox):
        return field.currentText() if field.isEditable() else str(field.currentData())
    if isinstance(field, QAbstractButton):
        return "true" if field.isChecked() else "false"
    assert isinstance(field, (QSpinBox, QDoubleSpinBox))  # noqa: S101  (the kinds of fields there are)
    return str(field.value())


def _set(field: QWidget, kept: str) -> None:
    if isinstance(field, QComboBox):
        at = next((i for i in range(field.count()) if str(field.itemData(i)) == kept), -1)
        if field.isEditable():
            field.setEditText(kept)
        elif at >= 0:
            field.setCurrentIndex(at)
    elif isinstance(field, QAbstractButton):
        field.setChecked(kept == "true")
    elif isinstance(field, QSpinBox | QDoubleSpinBox):
        _set_number(field, kept)


def _set_number(field: QSpinBox | QDoubleSpinBox, kept: str) -> None:
    try:
        number = float(kept)
    except ValueError:
        return
    if isinstance(field, QSpinBox):
        field.setValue(round(number))
    else:
        field.setValue(number)
