"""A page of fields, for whatever has properties: what is chosen counts at once, what is typed when one leaves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dungeon_designer.editor.plain_text import plain_label
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import LETTERS
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.translation import filled, marked, translate

FACTS: dict[str, str] = {
    "name": marked("facts", "name"),
    "author": marked("facts", "author"),
    "notes": marked("facts", "notes"),
    "balls": marked("facts", "balls"),
    "enclosed": marked("facts", "walls"),
    "waivers": marked("facts", "waivers"),
    "sides": marked("facts", "sides"),
    "kind": marked("facts", "kind"),
    "side": marked("facts", "side"),
    "number": marked("facts", "number"),
    "owner": marked("facts", "owner"),
    "content": marked("facts", "face"),
    "below": marked("facts", "what lies below"),
    "open": marked("facts", "door"),
    "width": marked("facts", "width"),
    "size": marked("facts", "size"),
    "length": marked("facts", "track"),
    "travel": marked("facts", "way"),
    "sections": marked("facts", "sections"),
    "text": marked("facts", "words"),
    "turn": marked("facts", "way"),
}
"""What can be changed here, as the history names it."""


def change(facts: Iterable[str]) -> str:
    """A step of the history that changes some facts."""
    words = ", ".join(translate("facts", FACTS[fact]) for fact in facts)
    return filled(translate("facts", "Change %1"), words)


class _Notes(QPlainTextEdit):
    """Several lines; told of when one leaves them."""

    def __init__(self, text: str, done: Callable[[str], None]) -> None:
        super().__init__()
        self.setPlainText(text)
        self._done = done
        self.setTabChangesFocus(True)

    def commit(self) -> None:
        """What was written so far counts now."""
        document = self.document()
        if document.isModified():
            document.setModified(False)
            self._done(self.toPlainText())

    def focusOutEvent(self, event: Any) -> None:
        """What was written counts now."""
        super().focusOutEvent(event)
        self.commit()


class PropertyPage(QWidget):
    """A title and a form of labelled fields."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self._fields: list[Callable[[], None]] = []
        self._gestures: dict[tuple[str, ...], object] = {}
        box = QVBoxLayout(self)
        self.title = plain_label()
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        box.addWidget(self.title)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        box.addLayout(self.form)
        box.addStretch(1)

    def commit(self) -> None:
        """What is being typed is in the document from now on."""
        for take in self._fields:
            take()

    def gesture(self, facts: Iterable[str]) -> object:
        """What is typed into one field is one step of the history, however often it was taken over."""
        return self._gestures.setdefault(tuple(facts), object())

    def line(self, label: str, text: str, done: Callable[[str], None], most: int = LETTERS) -> None:
        """A line of text, of so many letters at most."""
        field = QLineEdit(text)
        field.setMaxLength(most)
        field.setCursorPosition(0)
        field.setAccessibleName(label)
        field.editingFinished.connect(lambda: self._finished(field, done))
        field.textEdited.connect(lambda _: self.workspace.typed.emit())
        self._fields.append(lambda: self._finished(field, done))
        self.form.addRow(label, field)

    def _finished(self, field: QLineEdit, done: Callable[[str], None]) -> None:
        if field.isModified():
            field.setModified(False)
            done(field.text())

    def count(self, label: str, number: int, least: int, most: int, done: Callable[[int], None]) -> QSpinBox:
        """A whole number."""
        field = QSpinBox()
        field.setRange(least, most)
        field.setValue(number)
        field.setKeyboardTracking(False)
        field.setAccessibleName(label)
        field.valueChanged.connect(done)
        field.lineEdit().textEdited.connect(lambda _: self.workspace.typed.emit())
        self._fields.append(field.interpretText)
        self.form.addRow(label, field)
        return field

    def flag(self, label: str, on: bool, done: Callable[[bool], None], tip: str) -> None:
        """A box to tick."""
        field = QCheckBox(label)
        field.setChecked(on)
        field.setToolTip(tip)
        field.setAccessibleName(label)
        field.toggled.connect(done)
        self.form.addRow(field)

    def choice(
        self, label: str, values: Sequence[Any], now: Any, done: Callable[[Any], None], names: Sequence[str] = ()
    ) -> QComboBox:
        """One of several values, shown by their names."""
        field = QComboBox()
        for at, value in enumerate(values):
            field.addItem(names[at] if names else plain(str(value)), value)
        field.setCurrentIndex(values.index(now) if now in values else -1)
        field.setAccessibleName(label)
        field.activated.connect(lambda at: done(values[at]))
        self.form.addRow(label, field)
        return field

    def notes(self, label: str, text: str, done: Callable[[str], None]) -> None:
        """Several lines of text below their label."""
        field = _Notes(text, done)
        field.textChanged.connect(self.workspace.typed)
        self._fields.append(field.commit)
        field.setAccessibleName(label)
        field.setMinimumHeight(110)
        self.form.addRow(QLabel(label))
        self.form.addRow(field)
