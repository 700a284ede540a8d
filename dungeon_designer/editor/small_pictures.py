"""Dungeons in small: drawn by another process, shown in lists."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from dungeon_designer.grid import Size, Square, bounds, groups
from dungeon_designer.layout.model import Layout
from dungeon_designer.tiles.model import TileLibrary

_SQUARE = 2.0
"""Millimetres of a square in the pictures: 7.5 pixels."""

_WIDEST = 128.0
"""Millimetres of a picture: more than any list shows, and painting more takes seconds."""

_RING = "#c2185b"


class SmallPicture(Struct, frozen=True):
    """A picture as PNG, and the squares it shows."""

    png: bytes
    corner: Square
    size: Size

    def pixmap(self, room: QSize, ratio: float, ringed: tuple[Square, ...] = ()) -> QPixmap:
        """The picture in the middle of some room, with a ring round each group of some squares."""
        picture = QPixmap()
        picture.loadFromData(self.png)
        smooth = Qt.TransformationMode.SmoothTransformation
        picture = picture.scaled(room * ratio, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        if ringed and not picture.isNull():
            self._ring(picture, ratio, ringed)
        whole = QPixmap(room * ratio)
        whole.fill(Qt.GlobalColor.transparent)
        painter = QPainter(whole)
        painter.drawPixmap((whole.width() - picture.width()) // 2, (whole.height() - picture.height()) // 2, picture)
        painter.end()
        whole.setDevicePixelRatio(ratio)
        return whole

    def _ring(self, picture: QPixmap, ratio: float, squares: tuple[Square, ...]) -> None:
        scale, (left, top) = picture.width() / self.size[0], self.corner
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen in (QPen(Qt.GlobalColor.white, 3.5 * ratio), QPen(QColor(_RING), 1.8 * ratio)):
            painter.setPen(pen)
            for group in groups(squares):
                (x, y), (width, height) = bounds(group)
                box = QRectF((x - left) * scale, (y - top) * scale, width * scale, height * scale)
                painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 2, 2)
        painter.end()


def small_picture(layout: Layout, library: TileLibrary, theme: str) -> SmallPicture:
    """A dungeon in small, as it is drawn on the table; takes a tenth of a second."""
    from dungeon_designer.board.build import build
    from dungeon_designer.drawing.compose import extent
    from dungeon_designer.drawing.options import DrawingOptions
    from dungeon_designer.exports.options import ExportOptions
    from dungeon_designer.exports.registry import export

    board = build(layout, library)
    drawing = DrawingOptions(theme=theme, coordinates=False, grid=False, border=False)
    (left, top), (width, height) = extent(board)
    square = max(0.5, min(_SQUARE, _WIDEST / max(width, height)))
    png = export(board, ".png", ExportOptions(drawing, square=square, dpi=96))
    return SmallPicture(png, (left - 1, top - 1), (width + 2, height + 2))
