"""The problems list: what the chosen ruleset finds, and what one can do about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QMenu,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.widgets import as_written, combo, dock_column, row, search_field
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import Finding, Level
from dungeon_designer.translation import PLURAL, capital, filled, translate

_COLOURS = {Level.ERROR: "#d32f2f", Level.WARNING: "#e08600", Level.INFO: "#2b78c5"}
_ROLE = Qt.ItemDataRole.UserRole


def level_icon(level: Level) -> QIcon:
    """A level's sign: a disc with a cross, a triangle, a square with an i; told apart by shape, not by colour alone."""
    image = QPixmap(32, 32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(_COLOURS[level]))
    if level is Level.ERROR:
        painter.drawEllipse(2, 2, 28, 28)
    elif level is Level.WARNING:
        painter.drawPolygon(QPolygonF([QPoint(16, 2), QPoint(31, 29), QPoint(1, 29)]))
    else:
        painter.drawRoundedRect(3, 3, 26, 26, 6, 6)
    font = painter.font()
    font.setPixelSize(20)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor("white"))
    sign = {Level.ERROR: "×", Level.WARNING: "!", Level.INFO: "i"}[level]
    drop = 4 if level is Level.WARNING else 0
    painter.drawText(image.rect().adjusted(0, drop, 0, 0), Qt.AlignmentFlag.AlignCenter, sign)
    painter.end()
    return QIcon(image)


class ProblemsDock(QWidget):
    """Findings with filter and count; a click goes there, hovering marks the squares."""

    chosen = Signal(object)
    explain = Signal(str)
    waive = Signal(object)

    def __init__(self, workspace: Workspace, quick_fixes: QuickFixes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace, self.quick_fixes = workspace, quick_fixes
        self._icons = {level: level_icon(level) for level in Level}
        self.count = QLabel(self.tr("The rule book is being asked…"))
        self.filter = search_field(self.tr("Filter by rule or words"))
        self.levels = combo(self.tr("Which problems are listed"), [(self.tr("All"), None)])
        for level, words in (
            (Level.ERROR, self.tr("Errors")),
            (Level.WARNING, self.tr("Warnings")),
            (Level.INFO, self.tr("Notices")),
        ):
            self.levels.addItem(self._icons[level], words, level)
        self.levels.addItem(self.tr("Waived"), "waived")
        self.list = self._tree()
        self._lay_out()
        self.filter.textChanged.connect(self.refresh)
        self.levels.currentIndexChanged.connect(self.refresh)
        workspace.opened.connect(self._forget)

    def _tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setAccessibleName(self.tr("Problems"))
        tree.setHeaderLabels([self.tr("Rule"), self.tr("What is the matter")])
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setAlternatingRowColors(True)
        tree.setMouseTracking(True)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setStretchLastSection(True)
        tree.itemEntered.connect(lambda item, _: self.workspace.mark(item.data(0, _ROLE).squares))
        tree.itemClicked.connect(lambda item, _: self._choose(item))
        tree.itemActivated.connect(lambda item, _: self._choose(item))
        tree.currentItemChanged.connect(lambda item, _: self._update_buttons())
        tree.customContextMenuRequested.connect(self._menu)
        tree.viewport().installEventFilter(self)
        return tree

    def _lay_out(self) -> None:
        self.fix_button = self._button(self.tr("Fix ▾"), self.tr("Mend this problem, as one step"))
        self.fix_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.fixes = QMenu(self)
        self.fixes.aboutToShow.connect(lambda: self._with_current(lambda f: self.fix_menu(self.fixes, f)))
        self.fix_button.setMenu(self.fixes)
        self.explain_button = self._button(self.tr("Explain"), self.tr("The rule's page: what the book asks, and why"))
        self.waive_button = self._button(self.tr("Waive…"), self.tr("Set the rule aside here, with a reason"))
        self.explain_button.clicked.connect(lambda: self._with_current(lambda f: self.explain.emit(f.rule)))
        self.waive_button.clicked.connect(lambda: self._with_current(self.waive.emit))
        buttons = self.fix_button, self.explain_button, self.waive_button
        dock_column(self, row(self.count, 1, (self.filter, 2), self.levels, *buttons), (self.list, 1))
        self._update_buttons()

    def _button(self, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        return button

    @property
    def current(self) -> Finding | None:
        """The finding that is chosen."""
        item = self.list.currentItem()
        return item.data(0, _ROLE) if item is not None else None

    def refresh(self) -> None:
        """List the findings of the last verdict; what was chosen stays chosen if it is still there."""
        verdict, before = self.workspace.verdict, self.current
        if verdict is None:
            self._forget()
            return
        with QSignalBlocker(self.list):  # lines that pass under a resting pointer are not pointed at
            self._fill([finding for finding in verdict.findings if self._wanted(finding)], before)
        if before is not None and self.current is None and self.workspace.marked == before.squares:
            self.workspace.mark(())
        self.count.setText(self._count_words())
        self.count.setToolTip("")
        self._update_buttons()

    def _fill(self, findings: list[Finding], before: Finding | None) -> None:
        self.list.clear()
        for finding in findings:
            item = self._item(finding)
            self.list.addTopLevelItem(item)
            if before is not None and (finding.rule, finding.squares) == (before.rule, before.squares):
                self.list.setCurrentItem(item)

    def _forget(self) -> None:
        """No verdict: it is not known yet, or the ruleset cannot be asked; no problem is chosen."""
        self.list.clear()
        fault = self.workspace.ruleset_fault
        none = self.tr("Nothing is judged: the dungeon's ruleset cannot be used")
        self.count.setText(none if fault else self.tr("The rule book is being asked…"))
        self.count.setToolTip(as_written(fault))
        self._update_buttons()

    def _count_words(self) -> str:
        verdict = self.workspace.verdict
        assert verdict is not None  # noqa: S101 - asked by refresh
        errors, warnings, notices = (verdict.count(level) for level in Level)
        waived = verdict.waived
        parts = [
            translate("ProblemsDock", "%n error(s)", None, PLURAL, errors) if errors else "",
            translate("ProblemsDock", "%n warning(s)", None, PLURAL, warnings) if warnings else "",
            translate("ProblemsDock", "%n notice(s)", None, PLURAL, notices) if notices else "",
            translate("ProblemsDock", "%n waived", None, PLURAL, waived) if waived else "",
        ]
        head = self.tr("Legal") if verdict.legal() else self.tr("Not legal")
        return f"<b>{head}</b> · " + (", ".join(filter(None, parts)) or self.tr("nothing to mend"))

    def _wanted(self, finding: Finding) -> bool:
        wanted = self.levels.currentData()
        if wanted == "waived":
            return finding.waived is not None
        if wanted is not None and (finding.level != wanted or finding.waived is not None):
            return False
        text = self.filter.text().lower()
        return text in finding.rule or text in finding.message.lower()

    def _item(self, finding: Finding) -> QTreeWidgetItem:
        item = QTreeWidgetItem([finding.rule, finding.message])
        item.setIcon(0, self._icons[finding.level])
        item.setData(0, _ROLE, finding)
        tip = [finding.message]
        if finding.measured is not None:
            tip.append(filled(self.tr("measured %1, required %2"), finding.measured, finding.required))
        if finding.source:
            tip.append(finding.source)
        if finding.waived is not None:
            tip.append(filled(self.tr("waived: %1"), finding.waived))
            for column in (0, 1):
                item.setForeground(column, QBrush(self.palette().placeholderText().color()))
            item.setText(1, filled(self.tr("waived: %1"), finding.message))
        for column in (0, 1):
            item.setToolTip(column, as_written("\n".join(tip)))
        return item

    def next_problem(self) -> None:
        """Go to the next problem of the list, from the end to the first."""
        count = self.list.topLevelItemCount()
        if not count:
            return
        item = self.list.currentItem()
        at = -1 if item is None else self.list.indexOfTopLevelItem(item)
        following = self.list.topLevelItem((at + 1) % count)
        if following is not None:
            self.list.setCurrentItem(following)
            self._choose(following)

    def fix_menu(self, menu: QMenu, finding: Finding) -> None:
        """An entry for each fix of a finding."""
        menu.clear()
        for fix in self.workspace.fixes(finding):
            action = menu.addAction(capital(fix.title))
            action.triggered.connect(lambda _=False, fix=fix: self.quick_fixes.fix(fix))
        alike = sum(each.rule == finding.rule for each in self.workspace.findings)
        if alike > 1:
            menu.addSeparator()
            words = filled(self.tr("Fix all %1 of %2"), alike, finding.rule)
            menu.addAction(words, lambda: self.quick_fixes.fix_all(finding.rule))

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """When the pointer leaves the list, the chosen problem is marked again."""
        if event.type() == QEvent.Type.Leave:
            current = self.current
            self.workspace.mark(current.squares if current is not None else ())
        return False

    def _choose(self, item: QTreeWidgetItem) -> None:
        finding: Finding = item.data(0, _ROLE)
        self.workspace.mark(finding.squares)
        self.chosen.emit(finding)

    def _with_current(self, do: object) -> None:
        if self.current is not None and callable(do):
            do(self.current)

    def _update_buttons(self) -> None:
        finding = self.current
        self.explain_button.setEnabled(finding is not None)
        self.waive_button.setEnabled(finding is not None and finding.waived is None)
        self.fix_button.setEnabled(finding is not None and bool(self.workspace.fixes(finding)))

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is None:
            return
        finding: Finding = item.data(0, _ROLE)
        menu = QMenu(self)
        self.fix_menu(menu, finding)
        menu.addSeparator()
        menu.addAction(self.tr("Explain"), lambda: self.explain.emit(finding.rule))
        waive = menu.addAction(self.tr("Waive…"), lambda: self.waive.emit(finding))
        waive.setEnabled(finding.waived is None)
        menu.exec(self.list.viewport().mapToGlobal(at))
        menu.deleteLater()
