"""What the ruleset says: the problems it finds, the numbers it asks for, and its rule book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QTextBrowser,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.board.model import Board
from dungeon_designer.editor.docks.properties import BALLS
from dungeon_designer.editor.picture_list import ROLE
from dungeon_designer.editor.pictures import icon
from dungeon_designer.editor.pieces import counter_id
from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.widgets import as_written, combo, dock_column, made, row, search_field
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import Finding, Level
from dungeon_designer.generator.missing_things import count_missing
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent, SectionKind, TrapKind
from dungeon_designer.reports.manual import page, page_as_markdown
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.making import door_count
from dungeon_designer.rules.registry import FAMILIES, configured
from dungeon_designer.rules.rule import Bounds, PerSide
from dungeon_designer.rulesets.loader import EDITIONS, load, notice_of
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import PLURAL, capital, filled, marked, translate

_TEXT, _AT_ONCE = Qt.ToolButtonStyle.ToolButtonTextOnly, QToolButton.ToolButtonPopupMode.InstantPopup


class ProblemsDock(QWidget):
    """Findings with filter and count; a click goes there, hovering marks the squares."""

    chosen = Signal(object)
    explain = Signal(object)
    waive = Signal(object)

    def __init__(self, workspace: Workspace, quick_fixes: QuickFixes) -> None:
        super().__init__()
        self.workspace, self.quick_fixes = workspace, quick_fixes
        self.count = QLabel(self.tr("The rule book is being asked…"))
        self.filter = search_field(self.tr("Filter by rule or words"))
        self.filter.textChanged.connect(self.refresh)
        self.levels = combo(self.tr("Which problems are listed"), [(self.tr("All"), None)])
        for level, words in zip(Level, (self.tr("Errors"), self.tr("Warnings"), self.tr("Notices")), strict=True):
            self.levels.addItem(icon(f"level-{level}"), words, level)
        self.levels.addItem(self.tr("Waived"), "waived")
        self.levels.currentIndexChanged.connect(self.refresh)
        self.fixes = QMenu(self)
        self.fixes.aboutToShow.connect(self._fill_fixes)
        self.fix = made(QAction, self.tr("Fix"), self, toolTip=self.tr("Mend this problem, as one step"))
        self.fix.setMenu(self.fixes)
        tip = self.tr("The rule's page: what the book asks, and why")
        self.explanation = made(QAction, self.tr("Explain"), self, toolTip=tip)
        self.explanation.triggered.connect(lambda: self.explain.emit(self.current))
        self.waiver = made(QAction, self.tr("Waive…"), self, toolTip=self.tr("Set the rule aside here, with a reason"))
        self.waiver.triggered.connect(lambda: self.waive.emit(self.current))
        actions = self.fix, self.explanation, self.waiver
        self.buttons = [made(QToolButton, toolButtonStyle=_TEXT, popupMode=_AT_ONCE) for _ in actions]
        for button, action in zip(self.buttons, actions, strict=True):
            button.setDefaultAction(action)
        tip = self.tr("Place the chests, portals, balls and counters that are missing; what lies there stays")
        self.place = made(QToolButton, toolTip=tip, visible=False)
        self.place.clicked.connect(lambda: self.quick_fixes.place(*self._missing()))
        self.list = made(
            QTreeWidget,
            accessibleName=self.tr("Problems"),
            rootIsDecorated=False,
            uniformRowHeights=True,
            alternatingRowColors=True,
            mouseTracking=True,
            contextMenuPolicy=Qt.ContextMenuPolicy.ActionsContextMenu,
            itemEntered=lambda item: self.workspace.mark(item.data(0, ROLE).squares),
            itemClicked=self._choose,
            itemActivated=self._choose,
            currentItemChanged=self._update_buttons,
        )
        self.list.setHeaderLabels([self.tr("Rule"), self.tr("What is the matter")])
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(True)
        self.list.viewport().installEventFilter(self)
        self.list.addActions(actions)
        dock_column(self, row(self.count, 1, (self.filter, 2), self.levels, self.place, *self.buttons), (self.list, 1))
        self._update_buttons()
        workspace.opened.connect(self._forget)

    @property
    def current(self) -> Finding | None:
        """The finding that is chosen."""
        item = self.list.currentItem()
        return item.data(0, ROLE) if item is not None else None

    def refresh(self) -> None:
        """List the findings of the last verdict; what was chosen stays chosen if it is still there."""
        verdict, before = self.workspace.verdict, self.current
        if verdict is None:
            self._forget()
            return
        with QSignalBlocker(self.list):  # lines that pass under a resting pointer are not pointed at
            self.list.clear()
            for finding in filter(self._wanted, verdict.findings):
                item = self._item(finding)
                self.list.addTopLevelItem(item)
                if before is not None and (finding.rule, finding.squares) == (before.rule, before.squares):
                    self.list.setCurrentItem(item)
        if before is not None and self.current is None and self.workspace.marked == before.squares:
            self.workspace.mark(())
        (errors, warnings, notices), waived = map(verdict.count, Level), verdict.waived
        parts = [
            translate("ProblemsDock", "%n error(s)", None, PLURAL, errors) if errors else "",
            translate("ProblemsDock", "%n warning(s)", None, PLURAL, warnings) if warnings else "",
            translate("ProblemsDock", "%n notice(s)", None, PLURAL, notices) if notices else "",
            translate("ProblemsDock", "%n waived", None, PLURAL, waived) if waived else "",
        ]
        head = self.tr("Legal") if verdict.legal() else self.tr("Not legal")
        words = ", ".join(filter(None, parts)) or self.tr("nothing to mend")
        if notice := notice_of(self.workspace.ruleset):
            words += f" · {escape(notice)}"
        self.count.setText(f"<b>{head}</b> · {words}")
        self.count.setToolTip("")
        self._update_buttons()

    def _forget(self) -> None:
        """No verdict: it is not known yet, or the ruleset cannot be asked; no problem is chosen."""
        self.list.clear()
        fault = self.workspace.ruleset_fault
        none = self.tr("Nothing is judged: the dungeon's ruleset cannot be used")
        self.count.setText(none if fault else self.tr("The rule book is being asked…"))
        self.count.setToolTip(as_written(fault))
        self._update_buttons()

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
        item.setIcon(0, icon(f"level-{finding.level}"))
        item.setData(0, ROLE, finding)
        tip = [finding.message]
        if finding.measured is not None:
            tip.append(filled(self.tr("measured %1, required %2"), finding.measured, finding.required))
        if finding.source:
            tip.append(finding.source)
        if finding.waived is not None:
            tip.append(filled(self.tr("waived: %1"), finding.waived))
            item.setText(1, filled(self.tr("waived: %1"), finding.message))
        for column in (0, 1):
            item.setToolTip(column, as_written("\n".join(tip)))
        return item

    def next_problem(self) -> None:
        """Go to the next problem of the list, from the end to the first."""
        item = self.list.currentItem()
        at = self.list.indexOfTopLevelItem(item) if item is not None else -1
        following = self.list.topLevelItem((at + 1) % max(self.list.topLevelItemCount(), 1))
        if following is not None:
            self.list.setCurrentItem(following)
            self._choose(following)

    def _fill_fixes(self) -> None:
        """An entry for each fix of the finding that is chosen."""
        menu, finding = self.fixes, self.current
        menu.clear()
        if finding is None:
            return
        if count_missing(finding):
            menu.addAction(_to_place([finding]), lambda: self.quick_fixes.place(finding))
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
            self.workspace.mark(self.current.squares if self.current is not None else ())
        return False

    def _choose(self, item: QTreeWidgetItem) -> None:
        finding: Finding = item.data(0, ROLE)
        self.workspace.mark(finding.squares)
        self.chosen.emit(finding)

    def _update_buttons(self) -> None:
        finding = self.current
        self.explanation.setEnabled(finding is not None)
        self.waiver.setEnabled(finding is not None and finding.waived is None)
        self.fix.setEnabled(finding is not None and bool(count_missing(finding) or self.workspace.fixes(finding)))
        lacking = self._missing()
        self.place.setVisible(bool(lacking))
        self.place.setText(_to_place(lacking))

    def _missing(self) -> list[Finding]:
        """The findings that miss things which can be placed."""
        return [each for each in self.workspace.findings if count_missing(each)]


def _to_place(findings: Sequence[Finding]) -> str:
    """What places what findings miss: "Place 6 chests, 6 portals"."""
    parts = []
    for finding in findings:
        count = count_missing(finding)
        parts += {
            "chest-count": [translate("ProblemsDock", "%n chest(s)", None, PLURAL, count)],
            "portal-count": [translate("ProblemsDock", "%n portal(s)", None, PLURAL, count)],
            "ball-count": [translate("ProblemsDock", "%n ball(s)", None, PLURAL, count)],
            "trap-counters": [translate("ProblemsDock", "%n pit counter(s)", None, PLURAL, count)],
        }[finding.rule]
    return filled(translate("ProblemsDock", "Place %1"), ", ".join(parts))


class CountLine(Struct, frozen=True):
    """How many there are of something, the numbers asked, the squares of what there is, the tool that makes more.

    `words` have %1 for the one and %2 for the other; `there` are the words of the one where a number does not do.
    `source` is the book and heading that ask it, and `right` whether it is as asked.
    """

    words: str
    count: int
    asked: Bounds
    squares: tuple[Square, ...]
    tool: str
    there: str = ""
    right: bool = False
    source: str = ""

    @property
    def leads_to(self) -> str:
        """The tool that makes more where there are too few, or `BALLS`; empty where what there is is shown."""
        few = not self.right and self.asked.min is not None and self.count < self.asked.min
        return self.tool if few or self.tool == BALLS else ""


_COUNTS = ("square-count", "end-zone-count", "door-count", "chest-count", "ball-count", "portal-count", "trap-counters")
"""The rules that ask a number, in the order a dungeon is made in."""


def lines_of(board: Board, ruleset: Ruleset) -> Iterator[CountLine]:
    """A line for each thing the ruleset counts; what is right is what its rule finds no fault with."""
    asked, context = {each.rule.name: each for each in configured(ruleset)}, Context(board, ruleset)
    for name in _COUNTS:
        if name in asked:
            right = not any(True for _ in asked[name].rule.check(context, asked[name].settings))
            yield replace(_counted(name, board, asked[name].settings), right=right, source=asked[name].entry.source)


def _counted(rule: str, board: Board, settings: Any) -> CountLine:
    layout, sides = board.layout, len(board.teams)
    asked = settings.for_sides(sides) if isinstance(settings, PerSide) else settings
    chests = tuple(chest.at for chest in board.chests)
    match rule:
        case "square-count":
            words = marked("EditionCard", "Floor squares: %1 of %2")
            return CountLine(words, len(board), asked, tuple(board.squares), "draw-room")
        case "end-zone-count":
            words = marked("EditionCard", "End zones, side by side: %1 of %2")
            if settings.kind == SectionKind.ENTRY:
                words = marked("EditionCard", "Entries, side by side: %1 of %2")
            zones = [zone for zone in board.of_kind(SectionKind(settings.kind)) if zone.covers]
            there = " + ".join(str(sum(zone.side is side for zone in zones)) for side in board.teams)
            asked = Bounds(min=sides * settings.per_side, max=sides * settings.per_side)
            squares = tuple(square for zone in zones for square in zone.covers)
            return CountLine(words, len(zones), asked, squares, f"draw-{settings.kind}", there)
        case "door-count":
            words, count = marked("EditionCard", "Doors: %1 of %2"), len(layout.doors) + len(layout.square_doors)
            return CountLine(words, count, asked, tuple(dict.fromkeys(door_count.squares_of(board))), "door")
        case "chest-count":
            return CountLine(marked("EditionCard", "Chests: %1 of %2"), len(chests), asked, chests, "chest")
        case "ball-count":
            words = marked("EditionCard", "Balls: %1 of %2")
            return CountLine(words, layout.balls, settings.bounds(len(chests)), chests, BALLS)
        case "portal-count":
            portals = tuple(portal.at for portal in board.portals)
            return CountLine(marked("EditionCard", "Portals: %1 of %2"), len(portals), asked, portals, "portal")
    words = marked("EditionCard", "Pit counters: %1 of %2")
    counters = [trap for trap in layout.traps if trap.kind is TrapKind.COUNTER]
    least = sides * (settings.nothing + settings.open_pit + settings.spiked_pit)
    most = least + sides * 2 * settings.extra  # each pit more brings one more that says nothing
    also = () if settings.compulsory else (0,)  # where there may be any, there may be none
    asked = Bounds(min=0, max=0) if settings.none else Bounds(min=least, max=most, also=also)
    laid = Counter(trap.owner for trap in counters)
    tool = counter_id(min(board.teams, key=laid.__getitem__), CounterContent.NOTHING)
    return CountLine(words, len(counters), asked, tuple(trap.at for trap in counters), tool)


class EditionCard(QWidget):
    """A line a count. Too few: a click has `taken` the tool; else `shown` where they are.

    That of the balls, which lie nowhere, leads to their number, one of the dungeon's properties.
    """

    taken = Signal(str)
    shown = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        name = self.tr("What the edition asks a number of")
        self.list = made(QListWidget, objectName="lines", accessibleName=name, itemClicked=self._follow)
        self.list.itemActivated.connect(self._follow)
        dock_column(self, self.list)
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)

    def refresh(self) -> None:
        """Count anew."""
        self.list.clear()
        for line in lines_of(self.workspace.board, self.workspace.ruleset):
            there = line.there or line.count
            words = filled(translate("EditionCard", line.words), there, _range(line.asked))
            item = QListWidgetItem(f"{'✓' if line.right else '✗'} {words}")
            item.setData(ROLE, line)
            item.setToolTip(line.source)
            self.list.addItem(item)

    def _follow(self, item: QListWidgetItem) -> None:
        line: CountLine = item.data(ROLE)
        if line.leads_to == BALLS:
            self.workspace.select(())
            self.workspace.fields_wanted.emit(translate("DungeonPage", BALLS))
        elif line.leads_to:
            self.taken.emit(line.leads_to)
        else:
            self.workspace.mark(line.squares)
            self.shown.emit(line.squares)


def _range(settings: Bounds) -> str:
    """The bounds as figures.

    >>> _range(Bounds(min=8, max=12, also=(6,))), _range(Bounds(min=6, max=6)), _range(Bounds(max=4))
    ('6, 8–12', '6', '≤ 4')
    """
    low, high = settings.min, settings.max
    both = f"{low}–{high}" if low != high else f"{low}"
    words = f"≤ {high}" if low is None else f"≥ {low}" if high is None else both
    return ", ".join([*map(str, settings.also), words])


class RuleBookDock(QWidget):
    """Pages of the rule book."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        words = {family: translate("families", family) for family in FAMILIES}
        names = [(f"{words[family]}: {name}", name) for family, names in FAMILIES.items() for name in names]
        self.rules = combo(self.tr("Rule"), [(self.tr("Choose a rule…"), ""), *names])
        self.rules.currentIndexChanged.connect(lambda _: self._show(self.rules.currentData()))
        self.text = made(QTextBrowser, accessibleName=self.tr("What the rule says"), openLinks=False)
        dock_column(self, self.rules, self.text)
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
        self.text.setMarkdown(page_as_markdown(page(name, rulesets), "###"))
