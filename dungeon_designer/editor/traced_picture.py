"""A photo or scan below the grid, from which the user traces a dungeon."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from dungeon_designer.editor.background_worker import AnswerSender
from dungeon_designer.pictures.decoding import decode_file

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


class PictureRequest(NamedTuple):
    """A picture to be read, and its place on the map; the fields are those of `TracedPicture`."""

    path: Path
    left: float
    top: float
    width: float = _INITIAL_WIDTH
    opacity: float = 0.5


def send_traced_picture(request: PictureRequest, send_answer: AnswerSender) -> None:
    """Read a picture and send it as a `TracedPicture`. This is a work function: it runs outside the window's thread.

    Raises:
        PictureError: the picture cannot be read.
    """
    send_answer(TracedPicture(request.path, read_picture(request.path), *request[1:]))


def read_picture(path: Path, max_side_px: int = _MAX_SIDE_PX) -> QImage:
    """Return the picture in a PNG, JPEG or WebP file: upright, in the colours of sRGB, reduced if it is very large.

    It takes up to some seconds, so it is called outside the window's thread.

    Raises:
        PictureError: there is no such file, or it holds no picture of these formats, or too large a picture.
    """
    decoded = decode_file(str(path), max_side_px)
    width, height = decoded.size
    return QImage(decoded.pixels, width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
