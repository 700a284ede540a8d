"""Badges: what each edition, and each ruleset of the user's own, says of the dungeon just now."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QWidget

from dungeon_designer.editor.plain_text import as_written
from dungeon_designer.findings import Level
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.translation import filled

_SIGNS = {"legal": "✓", "warned": "✓!", "illegal": "✗"}
_LIGHT = {"legal": "#1a7a43", "warned": "#9a5b00", "illegal": "#b71c1c"}
_DARK = {"legal": "#5fd38d", "warned": "#ffb84d", "illegal": "#ff8a80"}

ACROSS = 4
"""So many badges stand side by side: seven full names in one row are broader than most windows."""


class Badges(QWidget):
    """A button a ruleset, with its name in full; a click makes it the dungeon's own."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QToolButton] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._states: dict[str, str] = {}
        self._colours = _LIGHT
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(1)

    def show_rulesets(self, names: list[str], chosen: str) -> None:
        """Have a badge for each of these, the chosen one set off."""
        if names != list(self.buttons):
            for button in self.buttons.values():
                button.deleteLater()
            self.buttons = {name: self._button(name) for name in names}
            for at, button in enumerate(self.buttons.values()):
                self._grid.addWidget(button, at // ACROSS, at % ACROSS)
        for name, button in self.buttons.items():
            button.setChecked(name == chosen)
            self._colour(name)

    def _button(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setText(f"{_shown(name)} …")
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: self.chosen.emit(name))
        return button

    def set_dark(self, dark: bool) -> None:
        """Colours that can be read on a light or a dark bar."""
        self._colours = _DARK if dark else _LIGHT
        for name, verdict in self._verdicts.items():
            self.show_verdict(name, verdict)

    def wait(self) -> None:
        """Nothing shown is current."""
        for button in self.buttons.values():
            button.setEnabled(True)
            button.setText(button.text().rstrip("…").rstrip() + " …")

    def show_verdict(self, name: str, verdict: Verdict) -> None:
        """What a ruleset says."""
        button = self.buttons.get(name)
        if button is None:
            return
        self._verdicts[name] = verdict
        errors, warnings = verdict.count(Level.ERROR), verdict.count(Level.WARNING)
        state = "illegal" if errors else "warned" if warnings else "legal"
        self._states[name] = state
        sign = _SIGNS[state]
        count = f" {errors}" if errors else f" {warnings}" if warnings else ""
        button.setText(f"{_shown(name)} {sign}{count}")
        self._colour(name)
        words = {
            "legal": self.tr("legal"),
            "warned": self.tr("legal, with advice not followed"),
            "illegal": self.tr("not legal"),
        }
        tip = self.tr("%1: %2; errors %3, warnings %4. A click makes it the dungeon's ruleset.")
        button.setToolTip(as_written(filled(tip, _full(name), words[state], errors, warnings)))
        button.setAccessibleName(f"{_full(name)}: {words[state]}")

    def _colour(self, name: str) -> None:
        """Only the chosen ruleset's badge has colour: what the others say does not call for anything."""
        button, state = self.buttons[name], self._states.get(name)
        chosen = button.isChecked() and state is not None
        sheet = f"QToolButton {{ color: {self._colours[state]}; font-weight: bold; }}" if chosen and state else ""
        if button.styleSheet() != sheet:
            button.setStyleSheet(sheet)

    def show_missing(self, name: str, fault: str) -> None:
        """A ruleset that cannot be used says nothing."""
        self._verdicts.pop(name, None)
        self._states.pop(name, None)
        button = self.buttons.get(name)
        if button is not None:
            button.setText(f"{_shown(name)} ?")
            button.setStyleSheet("")
            button.setToolTip(as_written(filled(self.tr("%1 cannot be asked: %2"), name, fault)))

    def verdict(self, name: str) -> Verdict | None:
        """What a ruleset said last."""
        return self._verdicts.get(name)


def _full(name: str) -> str:
    """A ruleset's name in full; a file's as it is."""
    return load(name).name if name in EDITIONS else name


def _shown(name: str) -> str:
    """The name that stands on the badge; of a file without its folder."""
    return _full(name) if name in EDITIONS else Path(name).name
