"""The rule book: a rule's manual page, and what each edition makes of it."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QTextBrowser, QVBoxLayout, QWidget

from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.reports.manual import narrow_page, page
from dungeon_designer.rules.registry import FAMILIES
from dungeon_designer.rulesets.loader import EDITIONS, load


class RuleBookDock(QWidget):
    """Pages of the rule book."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.rules = QComboBox()
        self.rules.setAccessibleName(self.tr("Rule"))
        self.rules.addItem(self.tr("Choose a rule…"), "")
        words = {
            "making": self.tr("making"),
            "shape": self.tr("shape"),
            "placing": self.tr("placing"),
            "machinery": self.tr("machinery"),
            "play": self.tr("play"),
        }
        for family, names in FAMILIES.items():
            for name in names:
                self.rules.addItem(f"{words[family]}: {name}", name)
        self.rules.currentIndexChanged.connect(lambda _: self._show(self.rules.currentData()))
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.tr("What the rule says"))
        self.text.setOpenLinks(False)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 4, 6, 4)
        box.addWidget(self.rules)
        box.addWidget(self.text)
        self._show("")

    def show_rule(self, name: str) -> None:
        """Open the book at a rule."""
        self.rules.setCurrentIndex(self.rules.findData(name))

    def _show(self, name: str) -> None:
        if not name:
            self.text.setMarkdown(self.tr("Choose a rule, or press *Explain* beside a problem."))
            return
        rulesets = [load(edition) for edition in EDITIONS]
        own = self.workspace.ruleset
        if own.id not in EDITIONS and not self.workspace.ruleset_fault:
            rulesets.insert(0, own)
        self.text.setMarkdown(narrow_page(page(name, rulesets)))
