"""A list of small pictures with captions, and the drawing of a dungeon as a small picture."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QApplication, QListView, QListWidget, QListWidgetItem, QStyle

from dungeon_designer.editor.widgets import escape_rich_text
from dungeon_designer.grid import Size, Square, find_bounds, find_connected_groups
from dungeon_designer.layout.model import Layout
from dungeon_designer.tiles.tile import TileLibrary

_NO_SIZE = QSize()

VALUE_ROLE = Qt.ItemDataRole.UserRole
"""The data role under which an item of a list or tree holds the value that it shows."""


class PictureList(QListWidget):
    """List of pictures in rows, each with a caption.

    Signals:
        item_pointed: the item at which the mouse or the keyboard points now, or None.
        pointing_ended: neither points at an item any more.
    """

    item_pointed = Signal(object)
    pointing_ended = Signal()

    def __init__(self, accessible_name: str, picture_size: QSize, cell_size: QSize = _NO_SIZE) -> None:
        super().__init__()
        self.setAccessibleName(accessible_name)
        self.setIconSize(picture_size)
        if not cell_size.isEmpty():
            self.setGridSize(cell_size)
        self.setWordWrap(True)
        self.setMouseTracking(True)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.is_pointing = False
        self.currentItemChanged.connect(lambda item, _: self._set_pointed_item(item) if self.hasFocus() else None)

    def ensure_item(self, index: int) -> QListWidgetItem:
        """Return the item at an index. Missing items up to that index are created."""
        while self.count() <= index:
            item = QListWidgetItem()
            item.setSizeHint(self.gridSize())
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            self.addItem(item)
        return self.item(index)

    def set_entry(self, index: int, value: object, picture: QPixmap, caption: str, description: str) -> None:
        """Set the item at an index.

        Args:
            index: the index; missing items up to it are created.
            value: what the item stands for.
            picture: the picture of the item.
            caption: the text below the picture.
            description: the text of the tool tip and for screen readers.
        """
        item = self.ensure_item(index)
        item.setIcon(picture)
        item.setText(caption)
        item.setToolTip(escape_rich_text(description))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, description)
        item.setData(VALUE_ROLE, value)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the item under the mouse."""
        super().mouseMoveEvent(event)
        self._set_pointed_item(self.itemAt(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop pointing at an item on Esc. Other keys work as in any list: arrows move from item to item."""
        if event.key() == Qt.Key.Key_Escape and self.is_pointing:
            self.setCurrentIndex(QModelIndex())
            self._end_pointing()
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Stop pointing at an item when the mouse leaves the list."""
        super().leaveEvent(event)
        self._end_pointing()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Stop pointing at an item when the list loses the focus."""
        super().focusOutEvent(event)
        self._end_pointing()

    def _set_pointed_item(self, item: QListWidgetItem | None) -> None:
        """Emit the item that is pointed at, or None."""
        self.is_pointing = item is not None
        self.item_pointed.emit(item)

    def _end_pointing(self) -> None:
        self.is_pointing = False
        self.pointing_ended.emit()


PICTURE_SIZE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The data role under which an item of a `GroupedPictureList` holds the size of its picture in pixels."""


class GroupedPictureList(PictureList):
    """List of pictures under headings, in as many columns as fit. The rows of a group are as high as it needs.

    A heading is an item that cannot be selected and that holds no value.

    Signals:
        item_dragged: an item that is dragged with the mouse, and the point on the screen where the pointer is now.
        item_dropped: the same item and point when the button is released.
    """

    item_dragged = Signal(object, object)
    item_dropped = Signal(object, object)

    def __init__(self, accessible_name: str, picture_size: QSize) -> None:
        super().__init__(accessible_name, picture_size)
        self._pressed_item: QListWidgetItem | None = None
        self._press_point = QPoint()
        self._is_dragging = False

    def add_heading(self, text: str) -> None:
        """Add the heading of a group. The items that are added after it belong to the group."""
        heading = QListWidgetItem(text)
        font = heading.font()
        font.setBold(True)
        heading.setFont(font)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        heading.setTextAlignment(Qt.AlignmentFlag.AlignLeft)
        heading.setForeground(self.palette().text())
        self.addItem(heading)

    def _list_groups(self) -> list[tuple[QListWidgetItem, list[QListWidgetItem]]]:
        """Return each heading with the items of its group."""
        groups: list[tuple[QListWidgetItem, list[QListWidgetItem]]] = []
        for item in map(self.item, range(self.count())):
            if item.data(VALUE_ROLE) is None:
                groups.append((item, []))
            else:
                groups[-1][1].append(item)
        return groups

    def hide_empty_headings(self) -> None:
        """Hide the headings of groups whose items are all hidden, and show the others."""
        for heading, items in self._list_groups():
            heading.setHidden(all(item.isHidden() for item in items))

    def arrange_items(self) -> None:
        """Give every item its size: columns as wide as the list allows, and rows as high as their group needs."""
        # Qt leaves room for a scroll bar even where it shows none
        scroll_bar_width = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        width = self.maximumViewportSize().width() - scroll_bar_width - 2 * self.frameWidth()
        column_width = width // max(1, width // (self.iconSize().width() + _COLUMN_MARGIN_PX))
        line_height = self.fontMetrics().lineSpacing()
        for heading, items in self._list_groups():
            heading.setSizeHint(QSize(width, line_height + 2 * _ROW_MARGIN_PX))
            height = max((self._measure_height(item, column_width) for item in items), default=0)
            for item in items:
                item.setSizeHint(QSize(column_width, height))
        self.doItemsLayout()

    def _measure_height(self, item: QListWidgetItem, column_width: int) -> int:
        """Return the height in pixels that an item needs for its picture and its text."""
        text_box = QRect(0, 0, column_width - _COLUMN_MARGIN_PX, 1000)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter
        text_height = self.fontMetrics().boundingRect(text_box, flags, item.text()).height()
        picture_size: QSize = item.data(PICTURE_SIZE_ROLE)
        return picture_size.height() + text_height + 2 * _ROW_MARGIN_PX

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the item under the mouse, which may be dragged."""
        super().mousePressEvent(event)
        self._press_point = event.position().toPoint()
        item = self.itemAt(self._press_point) if event.button() == Qt.MouseButton.LeftButton else None
        self._pressed_item = item if item is not None and item.data(VALUE_ROLE) is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the item on which the button was pressed; without a button, point at the item under the mouse."""
        distance = (event.position().toPoint() - self._press_point).manhattanLength()
        if self._pressed_item is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
        elif self._is_dragging or distance >= QApplication.startDragDistance():
            self._is_dragging = True
            self.item_dragged.emit(self._pressed_item, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the item that was dragged; without a drag, the release ends a click."""
        item, is_dragged = self._pressed_item, self._is_dragging
        self._pressed_item, self._is_dragging = None, False
        super().mouseReleaseEvent(event)
        if item is not None and is_dragged:
            self.item_dropped.emit(item, event.globalPosition().toPoint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the items in as many columns as fit now."""
        super().resizeEvent(event)
        self.arrange_items()


_COLUMN_MARGIN_PX, _ROW_MARGIN_PX = 10, 5
"""The space around a picture beside it, and above and below it together with its text."""

_SQUARE_MM = 2.0
"""Millimetres per square in the pictures: 7.5 pixels."""

_MAX_PICTURE_MM = 128.0
"""The longer side of a picture in millimetres. No list shows more, and painting more takes seconds."""

_RING_COLOUR = "#c2185b"
"""The colour of the rings around squares that differ."""


class SmallPicture(Struct, frozen=True):
    """A picture of a dungeon as PNG, and the rectangle of squares that it shows.

    Attributes:
        png: the PNG file.
        corner: the upper left square of the rectangle.
        size: the width and height of the rectangle, in squares.
    """

    png: bytes
    corner: Square
    size: Size

    def build_pixmap(self, size: QSize, pixel_ratio: float, ringed_squares: tuple[Square, ...] = ()) -> QPixmap:
        """Return the picture, scaled to fit, in the middle of a transparent pixmap.

        Args:
            size: the size of the pixmap in logical pixels.
            pixel_ratio: the number of device pixels per logical pixel.
            ringed_squares: squares to mark, such as those that a proposal changes; each connected group of them gets
                one ring.
        """
        picture = QPixmap()
        picture.loadFromData(self.png)
        smooth_mode = Qt.TransformationMode.SmoothTransformation
        picture = picture.scaled(size * pixel_ratio, Qt.AspectRatioMode.KeepAspectRatio, smooth_mode)
        scale, (left, top) = picture.width() / self.size[0], self.corner
        pixmap = QPixmap(size * pixel_ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((pixmap.width() - picture.width()) // 2, (pixmap.height() - picture.height()) // 2)
        painter.drawPixmap(0, 0, picture)
        for pen in (QPen(Qt.GlobalColor.white, 3.5 * pixel_ratio), QPen(QColor(_RING_COLOUR), 1.8 * pixel_ratio)):
            painter.setPen(pen)
            for (x, y), (width, height) in map(find_bounds, find_connected_groups(ringed_squares)):
                box = QRectF((x - left) * scale, (y - top) * scale, width * scale, height * scale)
                painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 2, 2)
        painter.end()
        pixmap.setDevicePixelRatio(pixel_ratio)
        return pixmap


def draw_small_picture(layout: Layout, library: TileLibrary, theme: str) -> SmallPicture:
    """Return a small picture of a dungeon in a theme of the map. Takes a tenth of a second."""
    from dungeon_designer.board.build import build_board
    from dungeon_designer.drawing.compose import find_drawn_area
    from dungeon_designer.drawing.drawing_options import DrawingOptions
    from dungeon_designer.exports.export_options import ExportOptions
    from dungeon_designer.exports.exporters import export_board

    board = build_board(layout, library)
    drawing = DrawingOptions(theme=theme, coordinates=False, grid=False, border=False)
    (left, top), (width, height) = find_drawn_area(board)
    square_mm = max(0.5, min(_SQUARE_MM, _MAX_PICTURE_MM / max(width, height)))
    png = export_board(board, ".png", ExportOptions(drawing, square=square_mm, dpi=96))
    return SmallPicture(png, (left - 1, top - 1), (width + 2, height + 2))
