"""Paint pictures of pixels, such as photos of tiles: scaled and rotated once, so that a repaint only copies pixels."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from math import ceil
from typing import ClassVar, NamedTuple

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


MAX_CACHED_IMAGES = 32
"""How many pictures are kept in memory as large as they are ever painted."""


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
        """Paint the picture; nothing if its file is missing or not read yet: then the colour of the floor shows.

        The clip of Qt is a hard edge, which the lines of the map cover.
        """
        scale = min(MAX_SCALE_PX, max(1, round(painter.deviceTransform().m11())))
        try:
            pixmap = _load_pixmap(self.placed, scale)
        except PictureNotLoadedError:
            return
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


def forget_changed_pictures() -> bool:
    """Forget pictures whose files have changed, or that could not be read, so that they are read anew when painted.

    Return whether there were any.
    """
    changed_keys = [
        key for key, loaded in _images.items() if loaded.image is None or loaded.version != find_version(key.source)
    ]
    if changed_keys:
        for key in changed_keys:
            del _images[key]
        _load_pixmap.cache_clear()
        _scale_picture.cache_clear()
    return bool(changed_keys)


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


class PictureKey(NamedTuple):
    """A picture of a file, as large as it is ever painted.

    Attributes:
        source: the file.
        size: the width and height of the picture as it is in the file, in squares.
    """

    source: PictureSource
    size: tuple[float, float]


class LoadedImage(NamedTuple):
    """A picture in memory.

    Attributes:
        image: the picture; None if it cannot be read.
        version: the time and the size of the file when it was read; None if there was no file.
    """

    image: QImage | None
    version: tuple[int, int] | None


class PictureNotLoadedError(Exception):
    """Raised where a picture is not in memory yet, within `deferred_loading`."""


_images: dict[PictureKey, LoadedImage] = {}
"""The pictures in memory, the oldest first."""

_deferred_keys: ContextVar[set[PictureKey] | None] = ContextVar("deferred_keys", default=None)
"""The pictures that were not in memory; None outside `deferred_loading`."""


@contextmanager
def deferred_loading() -> Iterator[set[PictureKey]]:
    """Context in which pictures that are not in memory are left out. Their keys are in the set that it yields.

    The caller has them read outside the window's thread by `read_image`, gives them to `store_image`, and paints again.
    """
    keys = set[PictureKey]()
    token = _deferred_keys.set(keys)
    try:
        yield keys
    finally:
        _deferred_keys.reset(token)


def _load_image(source: PictureSource, size: tuple[float, float]) -> QImage | None:
    """Return the picture of a file, as large as it is ever painted; None if it cannot be read.

    Raises:
        PictureNotLoadedError: it is not in memory, within `deferred_loading`.
    """
    key, deferred_keys = PictureKey(source, size), _deferred_keys.get()
    if key not in _images:
        if deferred_keys is not None:
            deferred_keys.add(key)
            raise PictureNotLoadedError
        store_image(key, read_image(key))
    return _images[key].image


def store_image(key: PictureKey, loaded: LoadedImage) -> None:
    """Keep a picture in memory, in place of the oldest one if there are many."""
    _images.pop(key, None)
    while len(_images) >= MAX_CACHED_IMAGES:
        del _images[next(iter(_images))]
    _images[key] = loaded


def read_image(key: PictureKey) -> LoadedImage:
    """Read the picture of a file. It takes up to some seconds; any thread may call it.

    Qt gets only what this program has encoded itself.
    """
    version, (width, height) = find_version(key.source), key.size
    try:
        encoded = encode_picture(key.source, (ceil(width * MAX_SCALE_PX), ceil(height * MAX_SCALE_PX)))
    except PictureError:
        return LoadedImage(None, version)
    return LoadedImage(QImage.fromData(encoded.data), version)


def find_version(source: PictureSource) -> tuple[int, int] | None:
    """Return the time and the size of the file of a picture, which tell whether it has changed; None without a file."""
    try:
        status = os.stat(os.path.join(source.folder, source.file))
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size
