"""All docks, and where they stand at first; the minimap."""

from __future__ import annotations

from array import array
from functools import lru_cache

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QUndoView, QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import extent
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.checking import LiveChecking
from dungeon_designer.editor.docks.background import AnalysisDock, SuggestionsDock
from dungeon_designer.editor.docks.palette import PaletteDock, TilesDock
from dungeon_designer.editor.docks.properties import PropertiesDock
from dungeon_designer.editor.docks.rules import EditionCard, ProblemsDock, RuleBookDock
from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.widgets import timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.kinds import COLOURS
from dungeon_designer.layout.model import TWO_TEAMS

_GROUND = {False: "#b9a67f", True: "#77889a"}
"""The floor's colour, light and dark."""

_TWO = {False: ("#5a87bb", "#cf5a4c"), True: ("#4c8fd8", "#cf5a4c")}
"""Those of the sections of home and away where the dungeon names none; further sides have their own."""


class MiniMap(QWidget):
    """A click or a drag moves the table there."""

    def __init__(self, canvas: InteractiveMap) -> None:
        super().__init__()
        self.canvas = canvas
        self.setMinimumHeight(90)
        self.setToolTip(self.tr("The whole dungeon: click to look there"))
        self._soon = timer(self, 80, self.update)
        canvas.workspace.changed.connect(self._soon.start)
        canvas.moved.connect(self._soon.start)

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
        painter, view = QPainter(self), self.canvas.view
        scale, left, top = self._frame()
        board, dark = self.canvas.workspace.board, self.canvas.dark

        def rect(x: float, y: float, width: float, height: float) -> QRectF:
            return QRectF((x - left) * scale, (y - top) * scale, width * scale, height * scale)

        corner, size = extent(board)
        if size[0]:
            painter.drawImage(rect(*corner, *size), _floor(board, dark))
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, squares in (("#7a4a1a", board.layout.chests), ("#7b2fc0", [p.at for p in board.layout.portals])):
            painter.setBrush(QColor(colour))
            for square in squares:
                painter.drawEllipse(rect(*square, 1, 1))
        (x0, y0), (x1, y1) = view.point_at(0, 0), view.point_at(self.canvas.width(), self.canvas.height())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#ff9d2e"), 1.6))
        painter.drawRect(rect(x0, y0, x1 - x0, y1 - y0))
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
        docks = self.docks = dict[str, QDockWidget]()
        self.palette, self.tiles = PaletteDock(), TilesDock(workspace)
        self.properties, self.problems = PropertiesDock(workspace), ProblemsDock(workspace, quick_fixes)
        self.book, self.map = RuleBookDock(workspace), MiniMap(canvas)
        self.card = EditionCard(workspace)
        self.analysis = AnalysisDock(workspace, rules)
        self.analysis.laid.connect(canvas.lay)
        self.book.rules.currentIndexChanged.connect(self._lay_halls)
        self.suggestions = SuggestionsDock(workspace)
        self.suggestions.previewed.connect(
            lambda shown: canvas.preview(shown.layout, shown.squares) if shown else canvas.preview(None)
        )
        self.history = QUndoView(workspace.history)
        self.history.setEmptyLabel(self.tr("As opened"))
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        upright = Qt.Orientation.Vertical
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
            docks[name] = dock = QDockWidget(words, window)
            dock.setObjectName(name)
            dock.setWidget(widget)
            widget.setAccessibleName(words)
            if beside:
                window.tabifyDockWidget(docks[beside], dock)
            else:
                window.addDockWidget(area, dock)
        for name in ("pieces", "properties", "map", "problems"):
            docks[name].raise_()
        docks["analysis"].visibilityChanged.connect(self.analysis.look)
        docks["suggestions"].visibilityChanged.connect(self.suggestions.look)
        window.resizeDocks([docks["pieces"], docks["properties"]], [276, 320], Qt.Orientation.Horizontal)
        window.resizeDocks([docks["problems"]], [170], upright)
        window.resizeDocks([docks["properties"], docks["map"]], [520, 170], upright)
        QTimer.singleShot(0, self._hide_leftovers)

    def _lay_halls(self) -> None:
        """While the rule book lies open at the width of ways, what it takes for halls is shown on the map."""
        wanted = "halls" if self.book.rules.currentData() == "corridor-width" else ""
        if wanted or self.analysis.chosen == "halls":
            self.analysis.overlay.setCurrentIndex(self.analysis.overlay.findData(wanted))

    def _hide_leftovers(self) -> None:
        """Qt leaves a tab bar behind when a third dock joins two before the window is shown."""
        bars = self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        tabs = [{bar.tabText(at) for at in range(bar.count())} for bar in bars]
        for bar, own in zip(bars, tabs, strict=True):
            if any(own < others for others in tabs):
                bar.hide()
