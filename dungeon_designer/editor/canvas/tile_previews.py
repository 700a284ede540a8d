"""The ghost of a tile in hand: its own picture, half seen, where it would be laid."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from dungeon_designer.board.build import build
from dungeon_designer.drawing.compose import draw, extent
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.editor.canvas.paint import Picture
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.tiles.model import TileLibrary

_UNSEEN = frozenset({"page", "title", "legend", "coordinates", "rock", "shadows", "findings"})
_SEEN_THROUGH = 0.72


class Ghosts:
    """Remembers the picture of the tile in hand until it is moved, turned, exchanged, or looked at from nearer."""

    def __init__(self) -> None:
        self._key: object = None
        self._corner: Square = (0, 0)
        self._picture = QPixmap()

    def paint(
        self, painter: QPainter, section: Section, library: TileLibrary, theme: str, view: Viewport, ratio: float
    ) -> None:
        """Paint a section that places a tile, in pixels of the window."""
        key = section, library, theme, view.scale, ratio
        if key != self._key:
            self._key = key
            self._corner, self._picture = _drawn(section, library, theme, view.scale, ratio)
        x, y = section.at[0] + self._corner[0], section.at[1] + self._corner[1]
        painter.setOpacity(_SEEN_THROUGH)
        painter.drawPixmap(QPointF(*view.pixel_of(x, y)), self._picture)
        painter.setOpacity(1.0)


def _drawn(section: Section, library: TileLibrary, theme: str, scale: int, ratio: float) -> tuple[Square, QPixmap]:
    """The picture, and the square of its upper left corner as seen from the section's: tiles may have none there.

    It is drawn where it would lie, for paving and moss run on across the map; off the grid at its edge.
    """
    at = max(section.at[0], 0), max(section.at[1], 0)
    board = build(Layout(sections=(replace(section, at=at),)), library)
    (left, top), (width, height) = extent(board)
    picture = QPixmap(QSize(width * scale, height * scale) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-left, -top)
    drawing = draw(board, DrawingOptions(theme=theme, coordinates=False, hidden=True))
    Picture(drawing, _UNSEEN).paint(painter, QRectF(left, top, width, height))
    painter.end()
    return (left - at[0], top - at[1]), picture
