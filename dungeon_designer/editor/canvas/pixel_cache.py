"""The picture as pixels, on two pixel cache: the ground, and all that is moved about on it.

Rock with its shaded rim costs most of a repaint and stays as it is while a chest is dragged. So the ground has a plate
of its own, from which the upper one is filled before the things above are painted.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QRegion, QTransform

from dungeon_designer.editor.canvas.paint import Picture
from dungeon_designer.editor.traced_picture import TracedPicture

GROUND = frozenset({"rock", "floor", "zones", "shadows", "terrain", "grid", "sides"})
"""The layers of the lower plate: the lowest of the drawing, in its own order."""

Grid = Callable[[QPainter], None]
Paint = Callable[[QPainter, QRect, QRectF], None]
"""Paints a part, given in pixels of the window and in squares."""


class Plate:
    """An image of which some part is stale."""

    def __init__(self) -> None:
        self.image = QImage()
        self.stale: QRegion | None = None

    def fit(self, size: QSize, ratio: float) -> None:
        """Have that size, all stale when it is another."""
        if self.image.size() != size * ratio:
            self.image = QImage(size * ratio, QImage.Format.Format_RGB32)
            self.stale = None
        self.image.setDevicePixelRatio(ratio)
        if self.stale is None:
            self.stale = QRegion(QRect(0, 0, size.width(), size.height()))

    def spoil(self, box: QRect) -> None:
        """A rectangle is stale."""
        if self.stale is not None:
            self.stale = self.stale.united(box)

    def repaint(self, transform: QTransform, paint: Paint) -> None:
        """Paint what is stale, part by part, cut to it; nothing is stale afterwards."""
        boxes, self.stale = _few(self.stale or QRegion()), QRegion()
        if not boxes:
            return
        inverse, _ = transform.inverted()
        painter = QPainter(self.image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for box in boxes:
                painter.save()
                painter.setClipRect(box)
                paint(painter, box, inverse.mapRect(QRectF(box)))
                painter.restore()
        finally:
            painter.end()


class PixelCache:
    """The ground and what stands on it."""

    def __init__(self) -> None:
        self.ground, self.whole = Plate(), Plate()

    @property
    def image(self) -> QImage:
        """The picture, as it was last painted."""
        return self.whole.image

    def spoil_all(self) -> None:
        """Everything is stale."""
        self.ground.stale = self.whole.stale = None

    def spoil(self, layer: str, box: QRect) -> None:
        """A rectangle of a layer is stale."""
        if layer in GROUND:
            self.ground.spoil(box)
        self.whole.spoil(box)

    def refresh(
        self,
        picture: Picture,
        size: QSize,
        ratio: float,
        transform: QTransform,
        grid: Grid,
        traced: TracedPicture | None = None,
    ) -> None:
        """Paint what is stale; `grid` paints the faint lines under everything.

        A picture to trace shows through the ground; over it the lines are painted once more.
        """
        self.ground.fit(size, ratio)
        self.whole.fit(size, ratio)

        def ground(painter: QPainter, box: QRect, squares: QRectF) -> None:
            painter.fillRect(box, QColor(picture.drawing.background))
            grid(painter)
            painter.save()
            painter.setTransform(transform, True)
            picture.paint(painter, squares, GROUND)
            if traced is not None:
                traced.paint(painter)
            painter.restore()
            if traced is not None:
                grid(painter)

        def whole(painter: QPainter, box: QRect, squares: QRectF) -> None:
            painter.drawImage(QRectF(box), self.ground.image, _in_pixels(box, ratio))
            painter.setTransform(transform, True)
            picture.paint(painter, squares, None, GROUND)

        self.ground.repaint(transform, ground)
        self.whole.repaint(transform, whole)


def _in_pixels(box: QRect, ratio: float) -> QRectF:
    """A rectangle of a window on the image of it, which has more pixels on a fine screen."""
    return QRectF(box.x() * ratio, box.y() * ratio, box.width() * ratio, box.height() * ratio)


def _few(region: QRegion) -> list[QRect]:
    """The rectangles of a region; one around them all when they are many."""
    boxes = list(region)  # type: ignore[call-overload]
    return boxes if len(boxes) <= 6 else [region.boundingRect()]
