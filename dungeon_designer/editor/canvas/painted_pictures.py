"""Paint pictures of pixels, such as photos of tiles: scaled and rotated once, so that a repaint only copies pixels."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import ClassVar

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap, QTransform

from dungeon_designer.drawing.shapes import Path, PlacedPicture, Style
from dungeon_designer.pictures.decoding import PictureError, encode_picture
from dungeon_designer.pictures.picture_model import PictureSource

MAX_SCALE_PX = 128
"""The width of a square, in pixels of the screen, up to which pictures are painted sharp; larger ones are enlarged."""

MAX_CACHED_PIXMAPS = 160
"""How many scaled pictures are kept: those of two views of a dungeon of many tiles."""


class PaintedPicture(Struct, frozen=True, gc=False):
    """A picture of pixels at its place on the map.

    Attributes:
        placed: the picture of the drawing.
        clip: the outline in which it shows, in squares.
        bounds: the rectangle in squares that it can touch.
    """

    shapes: ClassVar[tuple[Path, ...]] = ()  # it has no lines that could be compared with those of another drawing
    placed: PlacedPicture
    clip: QPainterPath
    bounds: QRectF

    def paint(self, painter: QPainter, _within: QRectF | None = None) -> None:
        """Paint the picture; nothing if its file is missing, so that the colour of the floor shows instead.

        The clip of Qt is a hard edge, which the lines of the map cover.
        """
        scale = min(MAX_SCALE_PX, max(1, round(painter.deviceTransform().m11())))
        pixmap = _load_pixmap(self.placed, scale)
        if pixmap is None:
            return
        painter.save()
        painter.setClipPath(self.clip, Qt.ClipOperation.IntersectClip)
        painter.setOpacity(self.placed.opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(_find_rectangle(self.placed), pixmap, QRectF(pixmap.rect()))
        painter.restore()


def convert_picture(placed: PlacedPicture, clip: QPainterPath) -> PaintedPicture:
    """Return a picture of a drawing as Qt paints it. `clip` is its outline."""
    return PaintedPicture(placed, clip, clip.boundingRect().intersected(_find_rectangle(placed)))


def build_clip(placed: PlacedPicture) -> Path:
    """Return the outline in which a picture shows, as a shape."""
    return Path(placed.clip_verbs, placed.clip_points, Style())


def forget_pictures() -> None:
    """Forget the scaled pictures, so that changed files are read anew when they are painted next."""
    _load_pixmap.cache_clear()
    _load_image.cache_clear()


def _find_rectangle(placed: PlacedPicture) -> QRectF:
    """Return the upright rectangle that a picture takes on the map, in squares: its rotation is in quarter turns."""
    return QTransform(*placed.matrix).mapRect(QRectF(0, 0, 1, 1))


@lru_cache(maxsize=MAX_CACHED_PIXMAPS)
def _load_pixmap(placed: PlacedPicture, scale: int) -> QPixmap | None:
    """Return a picture as it is painted: scaled for squares of a width in pixels, flipped and rotated.

    None if the picture cannot be read.
    """
    rectangle = _find_rectangle(placed)
    return _scale_picture(placed.source, placed.size, placed.matrix[:4], rectangle.size().toTuple(), scale)


@lru_cache(maxsize=MAX_CACHED_PIXMAPS)
def _scale_picture(
    source: PictureSource,
    size: tuple[float, float],
    directions: tuple[float, ...],
    painted_size: tuple[float, float],
    scale: int,
) -> QPixmap | None:
    """Return a picture scaled, flipped and rotated; None if it cannot be read. Equal copies on a map share the result.

    Args:
        source: the file.
        size: the width and height of the picture as it is in the file, in squares.
        directions: the first four numbers of its matrix, which flip and rotate it.
        painted_size: its width and height on the map, in squares.
        scale: the width of a square in pixels.
    """
    image = _load_image(source, size)
    if image is None:
        return None
    a, b, c, d = ((number > 0.0) - (number < 0.0) for number in directions)  # the same, without the size
    painted_size_px = (QSizeF(*painted_size) * scale).toSize().expandedTo(QSizeF(1, 1).toSize())
    rotated = image.transformed(QTransform(a, b, c, d, 0, 0))
    return QPixmap.fromImage(
        rotated.scaled(
            painted_size_px, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    )


@lru_cache(maxsize=32)
def _load_image(source: PictureSource, size: tuple[float, float]) -> QImage | None:
    """Return the picture of a file, as large as it is ever painted; None if it cannot be read.

    Qt gets only what this program has encoded itself.
    """
    try:
        encoded = encode_picture(source, (ceil(size[0] * MAX_SCALE_PX), ceil(size[1] * MAX_SCALE_PX)))
    except PictureError:
        return None
    return QImage.fromData(encoded.data)
