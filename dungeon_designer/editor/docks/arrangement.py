"""Where the docks stand at first; the minimap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import extent
from dungeon_designer.drawing.sides import side_look
from dungeon_designer.drawing.themes import theme_named
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.widgets import made, timer

_GROUND = "#b9a67f"
"""The floor's colour."""


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
        """The dungeon, the window as a frame."""
        painter, view = QPainter(self), self.canvas.view
        scale, left, top = self._frame()
        board = self.canvas.workspace.board

        def rect(x: float, y: float, width: float, height: float) -> QRectF:
            return QRectF((x - left) * scale, (y - top) * scale, width * scale, height * scale)

        corner, size = extent(board)
        if size[0]:
            painter.drawImage(rect(*corner, *size), _floor(board, self.canvas.options.theme))
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


@lru_cache(maxsize=1)
def _floor(board: Board, theme: str) -> QImage:
    """Floor, chests and portals, a pixel a square, made once a board: a large one would hold up every drag."""
    (left, top), (width, height) = extent(board)
    of_side = {team: side_look(theme_named(theme), board.layout.sides, team).colour for team in board.teams}
    colours = {each: QColor(of_side[each.side] if each.side else _GROUND).rgba() for each in board.sections}
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    for (x, y), section in board.owner.items():
        image.setPixel(x - left, y - top, colours[section])
    for colour, pieces in (("#7a4a1a", board.chests), ("#7b2fc0", board.portals)):
        for x, y in (piece.at for piece in pieces if piece.at in board):
            image.setPixel(x - left, y - top, QColor(colour).rgba())
    return image


_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_PLACES: dict[str, Qt.DockWidgetArea | str] = {
    "pieces": _LEFT,
    "tiles": "pieces",
    "properties": _RIGHT,
    "map": _RIGHT,
    "history": "properties",
    "rule-book": "properties",
    "problems": Qt.DockWidgetArea.BottomDockWidgetArea,
    "edition": "map",
    "analysis": "problems",
    "suggestions": "analysis",
}
"""Where each dock stands at first: at an edge of the window, or behind another dock."""

FIRST = ("tiles", "pieces", "properties", "problems")
"""The docks that are seen at first; the others come when they are called."""


def arranged(window: QMainWindow, widgets: Mapping[str, tuple[str, QWidget]]) -> dict[str, QDockWidget]:
    """The docks of a window by name, each with its words and what is in it, where they stand at first."""
    docks: dict[str, QDockWidget] = {}
    window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
    window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
    window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
    tidy = timer(window, 0, lambda: _tidy(window, docks.values()))
    for name, (words, widget) in widgets.items():
        docks[name] = dock = made(QDockWidget, words, window, objectName=name)
        dock.setWidget(widget)
        widget.setAccessibleName(words)
        place = _PLACES[name]
        if isinstance(place, str):
            window.tabifyDockWidget(docks[place], dock)
        else:
            window.addDockWidget(place, dock)
        for moved in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
            moved.connect(tidy.start)
    for name, dock in docks.items():
        dock.setVisible(name in FIRST)
    docks["pieces"].raise_()
    upright = Qt.Orientation.Vertical
    window.resizeDocks([docks["pieces"], docks["properties"]], [230, 280], Qt.Orientation.Horizontal)
    window.resizeDocks([docks["problems"]], [min(150, window.height() // 5)], upright)
    tidy.start()
    return docks


def _tidy(window: QMainWindow, docks: Iterable[QDockWidget]) -> None:
    """A dock with a tab needs no title; and Qt leaves tab bars behind when a third dock joins two or one goes."""
    together = []
    for dock in docks:
        others = [each for each in window.tabifiedDockWidgets(dock) if not each.isHidden()]
        tabbed = bool(others) and not dock.isHidden() and not dock.isFloating()
        if tabbed == (dock.titleBarWidget() is None):
            dock.setTitleBarWidget(QWidget() if tabbed else None)  # type: ignore[arg-type]
        together += [{each.windowTitle() for each in (dock, *others)}] if tabbed else []
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        bar.setVisible({bar.tabText(at) for at in range(bar.count())} in together)
