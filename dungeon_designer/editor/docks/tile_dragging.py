"""Drag a tile from the palette onto the map: it is in hand from the beginning of the drag, and placed at its end."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from dungeon_designer.editor.docks.palette import TilesDock
from dungeon_designer.tiles.tile import Tile


class TileDragging(QObject):
    """Passes a drag in the palette of tiles on to the map, as moves of the pointer and a click where the drag ends.

    The tile stays in hand afterwards, so that the next click on the map places another one. A drag that ends outside
    the map only takes the tile in hand.
    """

    def __init__(self, tiles: TilesDock, canvas: QWidget, select_tile: Callable[[Tile], None]) -> None:
        super().__init__(canvas)
        self._canvas, self._select_tile = canvas, select_tile
        self._dragged_tile: Tile | None = None
        tiles.tile_dragged.connect(self._drag_tile)
        tiles.tile_dropped.connect(self._drop_tile)

    def _drag_tile(self, tile: Tile, screen_point: QPoint) -> None:
        """Take the tile in hand when its drag begins, and move the pointer of the map along."""
        if self._dragged_tile is not tile:
            self._dragged_tile = tile
            self._select_tile(tile)
        self._send(QEvent.Type.MouseMove, screen_point, Qt.MouseButton.NoButton)

    def _drop_tile(self, tile: Tile, screen_point: QPoint) -> None:
        """Place the tile where it is dropped, if that is on the map."""
        self._dragged_tile = None
        if self._canvas.rect().contains(self._canvas.mapFromGlobal(screen_point)):
            self._send(QEvent.Type.MouseMove, screen_point, Qt.MouseButton.NoButton)
            self._send(QEvent.Type.MouseButtonPress, screen_point, Qt.MouseButton.LeftButton)
            self._send(QEvent.Type.MouseButtonRelease, screen_point, Qt.MouseButton.LeftButton)

    def _send(self, kind: QEvent.Type, screen_point: QPoint, button: Qt.MouseButton) -> None:
        """Send a mouse event to the map, as if the pointer were the map's own."""
        is_down = kind == QEvent.Type.MouseButtonPress
        event = QMouseEvent(
            kind,
            QPointF(self._canvas.mapFromGlobal(screen_point)),
            QPointF(screen_point),
            button,
            button if is_down else Qt.MouseButton.NoButton,
            QGuiApplication.keyboardModifiers(),
        )
        QApplication.sendEvent(self._canvas, event)
