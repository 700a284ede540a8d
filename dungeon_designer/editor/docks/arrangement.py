"""All docks, and where they stand at first; the rule book and the minimap."""

from __future__ import annotations

from array import array
from functools import lru_cache

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QMainWindow,
    QTabBar,
    QTabWidget,
    QTextBrowser,
    QUndoView,
    QWidget,
)

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import extent
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.checking import LiveChecking
from dungeon_designer.editor.docks.analysis import AnalysisDock
from dungeon_designer.editor.docks.edition_card import EditionCard
from dungeon_designer.editor.docks.palette import PaletteDock
from dungeon_designer.editor.docks.problems import ProblemsDock
from dungeon_designer.editor.docks.properties import PropertiesDock
from dungeon_designer.editor.docks.suggestions import SuggestionsDock
from dungeon_designer.editor.docks.tiles import TilesDock
from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.widgets import dock_column, timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.kinds import COLOURS
from dungeon_designer.layout.model import TWO_TEAMS
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
        self.text.setMarkdown(narrow_page(page(name, rulesets)))


_GROUND = {False: "#b9a67f", True: "#77889a"}
"""The floor's colour, light and dark."""

_TWO = {False: ("#5a87bb", "#cf5a4c"), True: ("#4c8fd8", "#cf5a4c")}
"""Those of the sections of home and away where the dungeon names none; further sides have their own."""


class MiniMap(QWidget):
    """A click or a drag moves the table there."""

    def __init__(self, canvas: InteractiveMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.setMinimumHeight(90)
        self.setToolTip(self.tr("The whole dungeon: click to look there"))
        self._soon = timer(self, 80, self.update)
        canvas.workspace.changed.connect(self._soon.start)
        canvas.moved.connect(self._soon.start)

    def sizeHint(self) -> QSize:
        """Small."""
        return QSize(240, 140)

    def _frame(self) -> tuple[float, float, float]:
        """The scale, and the corner of what is shown, in squares."""
        corner, size = extent(self.canvas.workspace.board)
        width, height = max(size[0], 10) + 2, max(size[1], 6) + 2
        scale = min(self.width() / width, self.height() / height)
        left = corner[0] - 1 - (self.width() / scale - width) / 2
        top = corner[1] - 1 - (self.height() / scale - height) / 2
        return scale, left, top

    def paintEvent(self, event: QPaintEvent) -> None:
        """Floor by its kind, chests and portals as dots, the window as a frame."""
        painter = QPainter(self)
        scale, left, top = self._frame()
        board, dark = self.canvas.workspace.board, self.canvas.dark
        corner, size = extent(board)
        if size[0]:
            place = QRectF((corner[0] - left) * scale, (corner[1] - top) * scale, size[0] * scale, size[1] * scale)
            painter.drawImage(place, _floor(board, dark))
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, squares in (("#7a4a1a", board.layout.chests), ("#7b2fc0", [p.at for p in board.layout.portals])):
            painter.setBrush(QColor(colour))
            for x, y in squares:
                painter.drawEllipse(QRectF((x - left) * scale, (y - top) * scale, scale, scale))
        view = self.canvas.view
        (x0, y0), (x1, y1) = view.point_at(0, 0), view.point_at(self.canvas.width(), self.canvas.height())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#ff9d2e"), 1.6))
        painter.drawRect(QRectF((x0 - left) * scale, (y0 - top) * scale, (x1 - x0) * scale, (y1 - y0) * scale))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look there."""
        scale, left, top = self._frame()
        at = left + event.position().x() / scale, top + event.position().y() / scale
        self.canvas.show_view(self.canvas.view.centred(at, (self.canvas.width(), self.canvas.height())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Look there, as the pointer goes."""
        if event.buttons():
            self.mousePressEvent(event)


@lru_cache(maxsize=2)
def _floor(board: Board, dark: bool) -> QImage:
    """The floor, a pixel a square, made once for each board: a large dungeon would hold up every drag."""
    (left, top), (width, height) = extent(board)
    of_side = {**COLOURS, **{side.id: side.shown_colour for side in board.layout.sides}}
    two = dict(zip(TWO_TEAMS, _TWO[dark], strict=True))
    of_side.update({side.id: two[side.id] for side in board.layout.sides if side.id in two and not side.colour})
    colours = {each: QColor(of_side[each.side] if each.side else _GROUND[dark]).rgba() for each in board.sections}
    pixels = array("I", bytes(4 * width * height))
    for (x, y), section in board.owner.items():
        pixels[(y - top) * width + x - left] = colours[section]
    return QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_ARGB32).copy()


_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BELOW = Qt.DockWidgetArea.BottomDockWidgetArea


class Docks(QObject):
    """The docks of a window by name, and what is in them."""

    def __init__(
        self,
        window: QMainWindow,
        workspace: Workspace,
        canvas: InteractiveMap,
        quick_fixes: QuickFixes,
        rules: LiveChecking,
    ) -> None:
        super().__init__(window)
        self._window = window
        self.docks: dict[str, QDockWidget] = {}
        self.palette, self.tiles = PaletteDock(), TilesDock(workspace)
        self.properties, self.problems = PropertiesDock(workspace), ProblemsDock(workspace, quick_fixes)
        self.book, self.map = RuleBookDock(workspace), MiniMap(canvas)
        self.card = EditionCard(workspace)
        self.analysis = AnalysisDock(workspace, rules)
        self.analysis.laid.connect(canvas.lay)
        self.suggestions = SuggestionsDock(workspace)
        self.suggestions.previewed.connect(
            lambda shown: canvas.preview(shown.layout, shown.squares) if shown else canvas.preview(None)
        )
        self.history = QUndoView(workspace.history)
        self.history.setEmptyLabel(self.tr("As opened"))
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        self._place()
        self._measure()
        QTimer.singleShot(0, self._hide_leftovers)

    def _place(self) -> None:
        for name, words, widget, area, beside in (
            ("pieces", self.tr("Pieces"), self.palette, _LEFT, ""),
            ("tiles", self.tr("Tiles"), self.tiles, _LEFT, "pieces"),
            ("properties", self.tr("Properties"), self.properties, _RIGHT, ""),
            ("map", self.tr("Overview"), self.map, _RIGHT, ""),
            ("history", self.tr("History"), self.history, _RIGHT, "properties"),
            ("rule-book", self.tr("Rule book"), self.book, _RIGHT, "properties"),
            ("problems", self.tr("Problems"), self.problems, _BELOW, ""),
            ("edition", self.tr("Edition card"), self.card, _RIGHT, "map"),
            ("analysis", self.tr("Analysis"), self.analysis, _BELOW, "problems"),
            ("suggestions", self.tr("Suggestions"), self.suggestions, _BELOW, "analysis"),
        ):
            self._dock(name, words, widget, area, beside)
        self.docks["pieces"].raise_()
        self.docks["properties"].raise_()
        self.docks["map"].raise_()
        self.docks["problems"].raise_()

        self.docks["analysis"].visibilityChanged.connect(self.analysis.look)
        self.docks["suggestions"].visibilityChanged.connect(self.suggestions.look)

    def _dock(self, name: str, words: str, widget: QWidget, area: Qt.DockWidgetArea, beside: str) -> None:
        """A dock in an area, or as a tab of another."""
        dock = QDockWidget(words, self._window)
        dock.setObjectName(name)
        dock.setWidget(widget)
        widget.setAccessibleName(words)
        if beside:
            self._window.tabifyDockWidget(self.docks[beside], dock)
        else:
            self._window.addDockWidget(area, dock)
        self.docks[name] = dock

    def _measure(self) -> None:
        docks, upright = self.docks, Qt.Orientation.Vertical
        self._window.resizeDocks([docks["pieces"], docks["properties"]], [276, 320], Qt.Orientation.Horizontal)
        self._window.resizeDocks([docks["problems"]], [170], upright)
        self._window.resizeDocks([docks["properties"], docks["map"]], [520, 170], upright)

    def _hide_leftovers(self) -> None:
        """Qt leaves a tab bar behind when a third dock joins two before the window is shown."""
        here = Qt.FindChildOption.FindDirectChildrenOnly
        bars = {
            bar: {bar.tabText(at) for at in range(bar.count())}
            for bar in self._window.findChildren(QTabBar, options=here)
        }
        for bar, tabs in bars.items():
            if any(tabs < others for others in bars.values()):
                bar.hide()
