"""The map as a screen reader meets it: an object of its own whose value is what lies at the cursor."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class DescribedWidget(QWidget):
    """A widget that says in words what is at its cursor."""

    words = ""
    """What is at the cursor, the pointer's or the keyboard's."""

    def describe(self, words: str, aloud: bool) -> None:
        """Other words; `aloud` has a screen reader say them at once."""
        if words != self.words:
            self.words = words
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, words))
            if aloud:
                self.announce(words)

    def announce(self, words: str) -> None:
        """Have a screen reader say something, if there is one."""
        if words and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))


class AccessibleMap(QAccessibleWidget):
    """The map for assistive programs: a canvas, its name, how it is used, and the words at the cursor."""

    def __init__(self, widget: DescribedWidget) -> None:
        super().__init__(widget, QAccessible.Role.Canvas)
        self._widget = widget

    def text(self, kind: QAccessible.Text, /) -> str:
        """The words at the cursor are its value and its description."""
        if kind in (QAccessible.Text.Value, QAccessible.Text.Description):
            return self._widget.words
        return str(super().text(kind))


def _made(_: str, widget: QObject) -> QAccessibleInterface | None:
    return AccessibleMap(widget) if isinstance(widget, DescribedWidget) else None


def install() -> None:
    """Have Qt make the map's object, once; where this Qt cannot be told, the map has its name alone."""
    if hasattr(QAccessible, "installFactory") and not _installed:
        _installed.append(True)
        QAccessible.installFactory(_made)


_installed: list[bool] = []
