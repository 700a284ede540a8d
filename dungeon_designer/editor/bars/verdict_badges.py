"""The badges in the status bar: the verdict of each ruleset on the dungeon."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QMenu,
    QToolButton,
    QWidget,
)

from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_row,
    create_plain_label,
    create_widget,
    escape_rich_text,
)
from dungeon_designer.findings import Level
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.translation import fill_placeholders, mark_for_translation, translate

_VERDICT_STYLES = {
    "legal": ("✓", "#1a7a43", "#5fd38d", mark_for_translation("Badges", "legal")),
    "warned": ("✓!", "#9a5b00", "#ffb84d", mark_for_translation("Badges", "legal, with advice not followed")),
    "illegal": ("✗", "#b71c1c", "#ff8a80", mark_for_translation("Badges", "not legal")),
    "failed": ("?", "#b71c1c", "#ff8a80", mark_for_translation("Badges", "cannot be judged, since a rule failed")),
}
"""How a badge shows a verdict: a sign, a colour on a light bar and one on a dark bar, and words."""

_MAX_SHORT_NAME = 24
"""The greatest length of a ruleset's name in a narrow window, in letters."""


class Badges(QWidget):
    """Label with the verdict of the dungeon's ruleset, and a menu with the verdict of every ruleset.

    A badge is a ruleset's short name with a sign for its verdict, such as ✓. The signal `ruleset_chosen` carries the
    id of the ruleset that the user picks in the menu.
    """

    ruleset_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: dict[str, QAction] = {}
        self.verdicts: dict[str, Verdict] = {}
        self._dark, self._current, self._is_short = False, "", False
        self.ruleset_label = create_plain_label()
        self.editions_button = create_widget(
            QToolButton, autoRaise=True, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup
        )
        self._menu = create_widget(QMenu, self, toolTipsVisible=True)
        self.editions_button.setMenu(self._menu)
        build_row(self.ruleset_label, self.editions_button, owner=self, margins=NO_MARGINS)

    def show_rulesets(self, ruleset_ids: list[str], current_id: str) -> None:
        """Show a menu entry for each ruleset, with a tick at the ruleset of the dungeon.

        New entries end with an ellipsis, since their verdict is not known yet.
        """
        self._current = current_id
        if ruleset_ids != list(self.entries):
            self._menu.clear()
            self.entries = {
                ruleset_id: self._menu.addAction(f"{_format_badge_name(ruleset_id)} …") for ruleset_id in ruleset_ids
            }
            for ruleset_id, entry in self.entries.items():
                entry.setCheckable(True)
                entry.triggered.connect(lambda _=False, ruleset_id=ruleset_id: self._request_ruleset(ruleset_id))
        for ruleset_id, entry in self.entries.items():
            entry.setChecked(ruleset_id == current_id)
        self._update_summary()

    def _request_ruleset(self, ruleset_id: str) -> None:
        """Emit the picked ruleset. The tick stays at the old ruleset until the dungeon's ruleset has changed."""
        self.entries[ruleset_id].setChecked(ruleset_id == self._current)  # undo Qt's tick until the ruleset has changed
        self.ruleset_chosen.emit(ruleset_id)

    def set_short(self, is_short: bool) -> None:
        """Show short texts, for a narrow window: the id of the ruleset in place of its name."""
        self._is_short = is_short
        self._update_summary()

    def set_dark(self, dark: bool) -> None:
        """Use colours that are readable on a dark or on a light bar."""
        self._dark = dark
        self._update_summary()

    def mark_outdated(self) -> None:
        """Add an ellipsis to the text of every entry, since the dungeon was changed and is being checked again."""
        for entry in self.entries.values():
            entry.setText(entry.text().rstrip("…").rstrip() + " …")
        self._update_summary()

    def show_verdict(self, ruleset_id: str, verdict: Verdict) -> None:
        """Show the verdict of a ruleset in its menu entry: a sign, and the number of errors or else of warnings."""
        entry = self.entries.get(ruleset_id)
        if entry is None:
            return
        self.verdicts[ruleset_id] = verdict
        errors, warnings = verdict.count_findings(Level.ERROR), verdict.count_findings(Level.WARNING)
        sign, *_, description = _choose_style(verdict)
        entry.setText(" ".join(filter(None, (_format_badge_name(ruleset_id), sign, str(errors or warnings or "")))))
        template = self.tr("%1: %2; errors %3, warnings %4. A click makes it the dungeon's ruleset.")
        entry.setToolTip(
            escape_rich_text(
                fill_placeholders(
                    template, _find_full_name(ruleset_id), translate("Badges", description), errors, warnings
                )
            )
        )
        self._update_summary()

    def show_unusable(self, ruleset_id: str, problem: str) -> None:
        """Mark a ruleset that cannot be used, with the reason in the tool tip."""
        self.verdicts.pop(ruleset_id, None)
        if ruleset_id in self.entries:
            self.entries[ruleset_id].setText(f"{_format_badge_name(ruleset_id)} ?")
            self.entries[ruleset_id].setToolTip(
                escape_rich_text(fill_placeholders(self.tr("%1 cannot be checked: %2"), ruleset_id, problem))
            )
        self._update_summary()

    def _update_summary(self) -> None:
        """Show the verdict of the dungeon's ruleset in the label.

        The button shows in how many editions the dungeon is legal.
        """
        entry, verdict = self.entries.get(self._current), self.verdicts.get(self._current)
        text = entry.text() if entry is not None else ""
        if self._is_short:
            short_name = Path(self._current).stem if self._current not in EDITIONS else self._current
            text = text.replace(_format_badge_name(self._current), short_name[:_MAX_SHORT_NAME], 1)
        self.ruleset_label.setText(text)
        self.ruleset_label.setToolTip(entry.toolTip() if entry is not None else "")
        self.ruleset_label.setStyleSheet(
            f"color: {_choose_style(verdict)[1 + self._dark]}; font-weight: bold" if verdict else ""
        )
        legal = sum(self.verdicts[name].is_legal() for name in EDITIONS if name in self.verdicts)
        count_text = fill_placeholders(self.tr("Legal in %1 of %2 editions"), legal, len(EDITIONS))
        short_text = fill_placeholders(self.tr("Legal in %1 of %2"), legal, len(EDITIONS))
        self.editions_button.setText(short_text if self._is_short else count_text)
        self.editions_button.setToolTip(count_text if self._is_short else "")
        self.editions_button.setAccessibleName(count_text)


def _choose_style(verdict: Verdict) -> tuple[str, str, str, str]:
    """Return the style of a verdict: sign, colour on a light bar, colour on a dark bar, untranslated words."""
    if verdict.failures:
        return _VERDICT_STYLES["failed"]
    if verdict.count_findings(Level.ERROR):
        return _VERDICT_STYLES["illegal"]
    return _VERDICT_STYLES["warned" if verdict.count_findings(Level.WARNING) else "legal"]


def _find_full_name(ruleset_id: str) -> str:
    """Return the name of an edition in full; a ruleset file keeps its path."""
    return load_unchecked_ruleset(ruleset_id).name if ruleset_id in EDITIONS else ruleset_id


def _format_badge_name(ruleset_id: str) -> str:
    """Return the name of a ruleset for its badge; a ruleset file is named without its folder."""
    return _find_full_name(ruleset_id) if ruleset_id in EDITIONS else Path(ruleset_id).name
