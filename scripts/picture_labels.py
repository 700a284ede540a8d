"""Write the names of the window's parts over a picture of the window."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPen, QPixmap

from dungeon_designer.editor.main_window import MainWindow
from scripts.picture_parts import find_rectangle

COLOUR = QColor("#b3261e")
"""The colour of frames and of the ground below names."""
TEXT_SIZE_PX, PADDING_PX, DISTANCE_PX = 24, 7, 8
"""The height of the names' letters, the space around each name, and its distance from the frame."""
FRAME_WIDTH_PX = 3
STRIP_HEIGHT_PX = 50
"""The height of the strips above and below the window, for the names of low parts."""


class NamedPart(NamedTuple):
    """A part of the window: its name, its rectangle, and where in it the name stands.

    `place` is "right", "bottom" or "corner" (inside the frame), or "above" or "below" (in a strip outside the window).
    """

    name: str
    rectangle: QRect
    place: str


def list_named_parts(window: MainWindow) -> list[NamedPart]:
    """Return the parts of the window that a newcomer must know."""
    parts = [
        ("Menus", window.menuBar(), "above"),
        ("Tools, symmetry, ruleset", window.tool_bar, "right"),
        ("Map", window.canvas, "right"),
        ("Hint", window.hint_label, "corner"),
        ("The square at the pointer", window.pointer_label, "below"),
        ("Verdict", window.badges, "below"),
    ]
    for dock in window.docks.values():
        if not dock.visibleRegion().isEmpty():
            tabbed = [other.windowTitle() for other in window.tabifiedDockWidgets(dock) if not other.isHidden()]
            parts.append((", ".join([dock.windowTitle(), *tabbed]), dock, "bottom"))
    return [NamedPart(name, find_rectangle(widget, window), place) for name, widget, place in parts]


def draw_labels(picture: QPixmap, parts: list[NamedPart]) -> QPixmap:
    """Return a picture with a frame around each part, and the part's name in its frame or below the window."""
    labelled = QPixmap(picture.width(), picture.height() + 2 * STRIP_HEIGHT_PX)
    labelled.fill(QColor("white"))
    painter = QPainter(labelled)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(0, STRIP_HEIGHT_PX)
    painter.drawPixmap(0, 0, picture)
    font = QFont(painter.font())
    font.setPixelSize(TEXT_SIZE_PX)
    font.setBold(True)
    painter.setFont(font)
    for part in parts:
        painter.setPen(QPen(COLOUR, FRAME_WIDTH_PX))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(_find_frame(part).intersected(picture.rect())).adjusted(2, 1, -2, -1), 4, 4)
    for part in parts:
        _draw_tag(painter, part, _place_tag(part, QFontMetrics(font), picture.height()))
    painter.end()
    return labelled


def _find_frame(part: NamedPart) -> QRect:
    """Return the frame around a part, which leaves some room if the part is narrow."""
    return part.rectangle.adjusted(-PADDING_PX, 0, PADDING_PX, 0) if part.place == "below" else part.rectangle


def _place_tag(part: NamedPart, metrics: QFontMetrics, window_height: int) -> QRect:
    """Return the rectangle in which the name of a part stands."""
    tag = QRect(0, 0, metrics.horizontalAdvance(part.name) + 2 * PADDING_PX, metrics.height() + 2)
    tag.moveCenter(part.rectangle.center())
    if part.place in ("right", "corner"):
        tag.moveRight(part.rectangle.right() - DISTANCE_PX)
    if part.place in ("bottom", "corner"):
        tag.moveBottom(part.rectangle.bottom() - DISTANCE_PX)
    if part.place == "below":
        tag.moveBottom(window_height + STRIP_HEIGHT_PX - 2)
    if part.place == "above":
        tag.moveTop(2 - STRIP_HEIGHT_PX)
    return tag


def _draw_tag(painter: QPainter, part: NamedPart, tag: QRect) -> None:
    """Draw the name of a part, and a line to its frame if the name stands outside the window."""
    if part.place in ("above", "below"):
        painter.setPen(QPen(COLOUR, FRAME_WIDTH_PX))
        end = part.rectangle.bottom() if part.place == "below" else part.rectangle.top() + FRAME_WIDTH_PX
        painter.drawLine(tag.center().x(), end, tag.center().x(), tag.center().y())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(COLOUR)
    painter.drawRoundedRect(QRectF(tag), 5, 5)
    painter.setPen(QColor("white"))
    painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, part.name)


def convert_picture(picture: QPixmap) -> Image.Image:
    """Return a picture of Qt's as one of Pillow's."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB888)
    size, content = (image.width(), image.height()), bytes(image.constBits())
    return Image.frombuffer("RGB", size, content, "raw", "RGB", image.bytesPerLine(), 1).copy()
