"""The first arrangement of the docks, and the minimap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import find_drawn_area
from dungeon_designer.drawing.team_looks import build_team_look
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.widgets import create_timer, create_widget

_FLOOR_COLOUR = "#b9a67f"
"""The colour of the floor on the minimap."""


class MiniMap(QWidget):
    """A small map of the whole dungeon. A click or a drag scrolls the map to that place."""

    def __init__(self, canvas: InteractiveMap) -> None:
        super().__init__()
        self.canvas = canvas
        self.setMinimumHeight(90)
        self.setToolTip(self.tr("The whole dungeon: click to look there"))
        self._update_timer = create_timer(self, 80, self.update)
        canvas.workspace.changed.connect(self._update_timer.start)
        canvas.view_changed.connect(self._update_timer.start)

    def _measure_view(self) -> tuple[float, float, float]:
        """Return how the minimap is scaled to show the whole dungeon, as three numbers.

        They are its pixels per square, and the left and top of the map's part in it, in squares.
        """
        corner, size = find_drawn_area(self.canvas.workspace.board)
        width, height = max(size[0], 10) + 2, max(size[1], 6) + 2
        scale = min(self.width() / width, self.height() / height)
        left = corner[0] - 1 - (self.width() / scale - width) / 2
        top = corner[1] - 1 - (self.height() / scale - height) / 2
        return scale, left, top

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dungeon, and the part that the window shows as a frame."""
        painter, view = QPainter(self), self.canvas.view
        scale, left, top = self._measure_view()
        board = self.canvas.workspace.board

        def convert_rectangle(x: float, y: float, width: float, height: float) -> QRectF:
            return QRectF((x - left) * scale, (y - top) * scale, width * scale, height * scale)

        corner, size = find_drawn_area(board)
        if size[0]:
            painter.drawImage(convert_rectangle(*corner, *size), _draw_floor(board, self.canvas.options.theme))
        (x0, y0), (x1, y1) = view.find_point(0, 0), view.find_point(self.canvas.width(), self.canvas.height())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#ff9d2e"), 1.6))
        painter.drawRect(convert_rectangle(x0, y0, x1 - x0, y1 - y0))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Scroll the map so that the clicked point is in the middle of the window."""
        scale, left, top = self._measure_view()
        point = left + event.position().x() / scale, top + event.position().y() / scale
        self.canvas.show_view(self.canvas.view.centre_on(point, (self.canvas.width(), self.canvas.height())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scroll the map with the pointer while a button is down."""
        if event.buttons():
            self.mousePressEvent(event)


@lru_cache(maxsize=1)
def _draw_floor(board: Board, theme: str) -> QImage:
    """Return a picture of floor, chests and portals, one pixel for each square. Sections of a team have its colour.

    The picture of the last board is cached: to draw a large board again would slow down each drag.
    """
    (left, top), (width, height) = find_drawn_area(board)
    colour_by_team = {team: build_team_look(find_theme(theme), board.layout.sides, team).colour for team in board.teams}
    colours = {
        board_section: QColor(colour_by_team[board_section.team] if board_section.team else _FLOOR_COLOUR).rgba()
        for board_section in board.sections
    }
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    for (x, y), section in board.section_by_square.items():
        image.setPixel(x - left, y - top, colours[section])
    for colour, pieces in (("#7a4a1a", board.chests), ("#7b2fc0", board.portals)):
        for x, y in (piece.square for piece in pieces if piece.square in board):
            image.setPixel(x - left, y - top, QColor(colour).rgba())
    return image


_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_POSITION_BY_DOCK: dict[str, Qt.DockWidgetArea | str] = {
    "pieces": _LEFT,
    "tiles": "pieces",
    "properties": _RIGHT,
    "map": _RIGHT,
    "history": "properties",
    "rule-book": "properties",
    "problems": Qt.DockWidgetArea.BottomDockWidgetArea,
    "card": "properties",
    "proposals": "problems",
}
"""The first position of each dock: an area of the window, or the dock behind which it is a tab."""

INITIAL_DOCKS = ("tiles", "pieces", "properties", "problems")
"""The docks that are shown at first. The others are shown on request."""


def arrange_docks(window: QMainWindow, widgets: Mapping[str, tuple[str, QWidget]]) -> dict[str, QDockWidget]:
    """Create the docks of a window at their first positions, and return them by name.

    Args:
        window: the window.
        widgets: the title and the content of each dock, by name.
    """
    docks: dict[str, QDockWidget] = {}
    window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
    window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
    window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
    tab_timer = create_timer(window, 0, lambda: _update_tab_bars(window, docks.values()))
    for name, (title, widget) in widgets.items():
        docks[name] = dock = create_widget(QDockWidget, title, window, objectName=name)
        dock.setWidget(widget)
        widget.setAccessibleName(title)
        position = _POSITION_BY_DOCK[name]
        if isinstance(position, str):
            window.tabifyDockWidget(docks[position], dock)
        else:
            window.addDockWidget(position, dock)
        for change_signal in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
            change_signal.connect(tab_timer.start)
    for name, dock in docks.items():
        dock.setVisible(name in INITIAL_DOCKS)
    docks["pieces"].raise_()
    vertical = Qt.Orientation.Vertical
    window.resizeDocks([docks["pieces"], docks["properties"]], [230, 280], Qt.Orientation.Horizontal)
    window.resizeDocks([docks["problems"]], [min(150, window.height() // 5)], vertical)
    tab_timer.start()
    return docks


def _update_tab_bars(window: QMainWindow, docks: Iterable[QDockWidget]) -> None:
    """Hide the title bar of each dock that is a tab, and hide tab bars that no dock uses.

    Qt leaves tab bars behind when a third dock joins two, or when one of them is closed.
    """
    tab_titles = []
    for dock in docks:
        tabbed_docks = [other for other in window.tabifiedDockWidgets(dock) if not other.isHidden()]
        is_tabbed = bool(tabbed_docks) and not dock.isHidden() and not dock.isFloating()
        if is_tabbed == (dock.titleBarWidget() is None):
            dock.setTitleBarWidget(QWidget() if is_tabbed else None)  # type: ignore[arg-type]
        tab_titles += [{other.windowTitle() for other in (dock, *tabbed_docks)}] if is_tabbed else []
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        bar.setVisible({bar.tabText(at) for at in range(bar.count())} in tab_titles)
