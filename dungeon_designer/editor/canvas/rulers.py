"""Rulers: coordinates along the upper and the left edge of the window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from dungeon_designer.editor.canvas.colours import RULER, Colours
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.grid import Square

_STEPS = (1, 2, 5, 10, 20, 50, 100)
_ROOM = 22
"""Pixels a number needs."""


class Rulers:
    """Remembers how they look until one looks elsewhere: some fifty numbers are dear to write at every repaint."""

    def __init__(self) -> None:
        self._key: object = None
        self._picture = QPixmap()

    def paint(
        self, painter: QPainter, view: Viewport, size: QSize, ratio: float, colours: Colours, pointer: Square | None
    ) -> None:
        """Paint them; the pointer's coordinates are set off."""
        key = view, size.width(), size.height(), ratio, colours
        if key != self._key:
            self._key, self._picture = key, _drawn(view, size, ratio, colours)
        painter.drawPixmap(0, 0, self._picture)
        if pointer is not None:
            _set_off(painter, view, colours, pointer)


def _drawn(view: Viewport, size: QSize, ratio: float, colours: Colours) -> QPixmap:
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(0, 0, size.width(), RULER, colours.ruler)
    painter.fillRect(0, 0, RULER, size.height(), colours.ruler)
    painter.setFont(_small(painter.font()))
    painter.setPen(colours.ruler_text)
    for number, box in _numbers(view, size):
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.end()
    return picture


def _numbers(view: Viewport, size: QSize) -> Iterator[tuple[int, QRectF]]:
    """The coordinates that are written, and where; none that would be cut off."""
    every = next(step for step in _STEPS if step * view.scale >= _ROOM or step == _STEPS[-1])
    for axis, length in ((0, size.width()), (1, size.height())):
        first = view.square_at(RULER, RULER)[axis]
        last = view.square_at(size.width(), size.height())[axis]
        for number in range(max(first - first % every, 0), last + 1, every):
            box = _place(view, number, axis)
            middle = box.center().x() if axis == 0 else box.center().y()
            if RULER + 8 <= middle <= length - 10:
                yield number, box


def _place(view: Viewport, number: int, axis: int) -> QRectF:
    """Where a coordinate stands."""
    across, down = view.pixel_of(number + 0.5, number + 0.5)
    x, y = (across, RULER / 2) if axis == 0 else (RULER / 2, down)
    return QRectF(x - 14, y - 8, 28, 16)


def _set_off(painter: QPainter, view: Viewport, colours: Colours, pointer: Square) -> None:
    painter.setFont(_small(painter.font()))
    for axis in (0, 1):
        box = _place(view, pointer[axis], axis)
        if pointer[axis] >= 0 and min(box.center().x(), box.center().y()) >= RULER / 2:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.accent)
            painter.drawRoundedRect(box.adjusted(4, 0, -4, 0), 3, 3)
            painter.setPen(QColor("white"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(pointer[axis]))


def _small(font: QFont) -> QFont:
    result = QFont(font)
    result.setPixelSize(10)
    return result
