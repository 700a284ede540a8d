"""A photo or scan below the grid, from which the user traces a dungeon."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from dungeon_designer.errors import ReadError

PICTURE_FORMATS = ("png", "jpeg", "jpg")
"""The formats of pictures that can be traced, by Qt's names."""
MAX_PIXELS = 200_000_000
"""The greatest number of pixels of a picture. A larger one is refused before it is unpacked."""

_MAX_SIDE_PX = 4096
"""The longer side of the picture in memory, in pixels. More would not be visible below a map."""

_INITIAL_WIDTH = 24.0
"""The initial width of a picture, in squares."""

_MIN_WIDTH = 0.5
"""The smallest width of a picture, in squares, so that it remains visible."""


@dataclass(frozen=True)
class TracedPicture:
    """A picture that the user traces below the grid, with its place on the map.

    Attributes:
        path: the file of the picture.
        image: the picture.
        left: the position of its left edge, in squares.
        top: the position of its upper edge, in squares.
        width: its width, in squares.
        opacity: from 0 (invisible) to 1.
    """

    path: Path
    image: QImage
    left: float = 0.0
    top: float = 0.0
    width: float = _INITIAL_WIDTH
    opacity: float = 0.5

    @property
    def height(self) -> float:
        """The height in squares, from the picture's proportions."""
        return self.width * self.image.height() / self.image.width()

    @property
    def box(self) -> QRectF:
        """The rectangle that the picture covers, in squares."""
        return QRectF(self.left, self.top, self.width, self.height)

    def move_by(self, right: float, down: float) -> TracedPicture:
        """Return the picture moved by a number of squares."""
        return replace(self, left=self.left + right, top=self.top + down)

    def scale_about(self, factor: float, fixed_point: tuple[float, float]) -> TracedPicture:
        """Return the picture scaled by a factor, but not below a minimum width.

        `fixed_point` stays where it is on the map.
        """
        factor = max(factor, _MIN_WIDTH / self.width)
        left, top = (
            fixed + (position - fixed) * factor
            for fixed, position in zip(fixed_point, (self.left, self.top), strict=True)
        )
        return replace(self, left=left, top=top, width=self.width * factor)

    def align_points(self, first: tuple[float, float], second: tuple[float, float], squares: int) -> TracedPicture:
        """Return the picture scaled so that two of its points are a number of squares apart, and moved onto the grid.

        The distance of two points is the larger one of both directions. The first point moves to the nearest corner of
        a square. Points closer than 0.01 squares leave the picture as it is.

        Args:
            first: a point of the picture, as its position on the map now, in squares.
            second: another point.
            squares: the distance they are to have.
        """
        distance = max(abs(second[0] - first[0]), abs(second[1] - first[1]))
        if distance < 0.01:
            return self
        scaled_picture = self.scale_about(squares / distance, first)
        return scaled_picture.move_by(round(first[0]) - first[0], round(first[1]) - first[1])

    def paint(self, painter: QPainter) -> None:
        """Paint the picture; the painter's unit must be one square."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(self.opacity)
        painter.drawImage(self.box, self.image)
        painter.setOpacity(1.0)


def read_picture(path: Path) -> QImage:
    """Return the picture in a PNG or JPEG file, rotated as the camera was held, and reduced if it is very large.

    Raises:
        ReadError: there is no such file, or it holds no picture of these formats, or too large a picture.
    """
    if not path.is_file():
        raise ReadError(str(path), "", "there is no such file")
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    reader.setDecideFormatFromContent(True)
    if bytes(reader.format().data()).decode("ascii", "replace").lower() not in PICTURE_FORMATS:
        raise ReadError(str(path), "", "this is no PNG or JPEG picture")
    size = reader.size()
    if size.width() * size.height() > MAX_PIXELS:
        pixels = f"{size.width()} x {size.height()} pixels"
        raise ReadError(str(path), "", f"a picture of {pixels} is too large to trace; make it smaller first")
    if max(size.width(), size.height()) > _MAX_SIDE_PX:
        reader.setScaledSize(size.scaled(QSize(_MAX_SIDE_PX, _MAX_SIDE_PX), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull() or not image.width() or not image.height():
        raise ReadError(str(path), "", f"the picture cannot be read: {reader.errorString()}")
    return image
