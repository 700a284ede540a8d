"""A photo or scan beneath the grid, to be traced: the picture, its place and size in squares, how faint it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from dungeon_designer.errors import ReadError

FORMATS = ("png", "jpeg", "jpg")
MOST_PIXELS = 200_000_000
"""A larger picture is refused by what its first bytes say, before it is unpacked."""

_SHOWN = 4096
"""Pixels of the longer side that are kept: more would not be seen beneath a map."""

_WIDE = 24.0
"""How many squares wide a picture lies at first."""

_SMALLEST = 0.5
"""A picture is never narrower than so many squares, or it could not be found again."""


@dataclass(frozen=True)
class TracedPicture:
    """`left` and `top` in squares, `width` in squares, `opacity` from 0 to 1."""

    path: Path
    image: QImage
    left: float = 0.0
    top: float = 0.0
    width: float = _WIDE
    opacity: float = 0.5

    @property
    def height(self) -> float:
        """In squares, as the picture's own shape has it."""
        return self.width * self.image.height() / self.image.width()

    @property
    def box(self) -> QRectF:
        """Where it lies, in squares."""
        return QRectF(self.left, self.top, self.width, self.height)

    def moved(self, right: float, down: float) -> TracedPicture:
        """So many squares away."""
        return replace(self, left=self.left + right, top=self.top + down)

    def scaled(self, factor: float, about: tuple[float, float]) -> TracedPicture:
        """Larger or smaller, while a point of the map stays where it is."""
        factor = max(factor, _SMALLEST / self.width)
        left, top = (at + (side - at) * factor for at, side in zip(about, (self.left, self.top), strict=True))
        return replace(self, left=left, top=top, width=self.width * factor)

    def aligned(self, one: tuple[float, float], other: tuple[float, float], squares: int) -> TracedPicture:
        """So large that two points, seen where they lie now, are so many squares apart along a row or column.

        The first comes to lie on the nearest corner of a square. Points that are too near each other change nothing.
        """
        apart = max(abs(other[0] - one[0]), abs(other[1] - one[1]))
        if apart < 0.01:
            return self
        large = self.scaled(squares / apart, one)
        return large.moved(round(one[0]) - one[0], round(one[1]) - one[1])

    def paint(self, painter: QPainter) -> None:
        """Paint it; the painter is scaled to squares already."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(self.opacity)
        painter.drawImage(self.box, self.image)
        painter.setOpacity(1.0)


def read_picture(path: Path) -> QImage:
    """The picture of a PNG or JPEG file, turned as the camera was held; ReadError says why there is none."""
    if not path.is_file():
        raise ReadError(str(path), "", "there is no such file")
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    reader.setDecideFormatFromContent(True)
    if bytes(reader.format().data()).decode("ascii", "replace").lower() not in FORMATS:
        raise ReadError(str(path), "", "this is no PNG or JPEG picture")
    size = reader.size()
    if size.width() * size.height() > MOST_PIXELS:
        pixels = f"{size.width()} x {size.height()} pixels"
        raise ReadError(str(path), "", f"a picture of {pixels} is too large to trace; make it smaller first")
    if max(size.width(), size.height()) > _SHOWN:
        reader.setScaledSize(size.scaled(QSize(_SHOWN, _SHOWN), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull() or not image.width() or not image.height():
        raise ReadError(str(path), "", f"the picture cannot be read: {reader.errorString()}")
    return image
