"""Layouts and widgets that let windows and dialogs fit small screens."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QLayout, QLayoutItem, QScrollArea, QStyle, QWidget

from dungeon_designer.editor.widgets import LayoutPart, build_column

_FRAME_SIZE = QSize(8, 40)
"""The room that the frame and the title of a window take around it, in pixels."""

_NO_LIMIT = 16_777_215
"""The width or height that Qt takes as unlimited."""


def find_usable_size(widget: QWidget) -> QSize:
    """Return the greatest size that a window can have on the screen of a widget, so that its frame fits, too."""
    return widget.screen().availableSize() - _FRAME_SIZE


_MIN_CONTENT_HEIGHT_PX = 80
"""The least height of the part of a dialog that is scrolled, in pixels."""

_BAR_DISTANCE_PX = 6
"""The space in pixels between that part and its scroll bar."""


class FittingDialog(QDialog):
    """A dialog that is never larger than the screen. The base class of the editor's dialogs.

    What does not fit is reached by scrolling; a subclass puts it into the area that `build_scroll_area` returns, and
    its buttons below that.
    """

    def showEvent(self, event: QShowEvent) -> None:
        """Make the dialog small enough for the screen before it appears.

        Qt gives a dialog without a size of its own no more than two thirds of the screen, even if it needs more.
        """
        has_own_size = self.testAttribute(Qt.WidgetAttribute.WA_Resized)
        wanted_size = self.size() if has_own_size else self.size().expandedTo(self.sizeHint())
        self.resize(wanted_size.boundedTo(find_usable_size(self)))
        super().showEvent(event)


class _ContentArea(QScrollArea):
    """A scroll area without a frame that is as large as its content where the screen has room for that."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = content
        self.setWidget(content)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._bar_width = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)

    def sizeHint(self) -> QSize:
        """Return the size of the content with the width of a scroll bar."""
        size = self._content.sizeHint()
        if self._content.hasHeightForWidth():  # texts that wrap need more lines
            size.setHeight(max(size.height(), self._content.heightForWidth(size.width())))
        return size + QSize(self._bar_width, 0)

    def minimumSizeHint(self) -> QSize:
        """Return the narrowest size in which no line of the content is cut; the height may be scrolled."""
        height = min(_MIN_CONTENT_HEIGHT_PX, self._content.sizeHint().height())
        return QSize(self._content.minimumSizeHint().width() + self._bar_width, height)


def build_scroll_area(*parts: LayoutPart, name: str, spacing: int | None = None) -> QScrollArea:
    """Return an area with parts below each other, which is scrolled where they do not fit.

    Args:
        parts: what `build_column` takes.
        name: what the area holds, for screen readers.
        spacing: the space between two parts in pixels; None for Qt's.
    """
    content = QWidget()
    column = build_column(*parts, owner=content, margins=(0, 0, _BAR_DISTANCE_PX, 0))
    if spacing is not None:
        column.setSpacing(spacing)
    area = _ContentArea(content)
    area.setAccessibleName(name)
    return area


class ShrinkingPicture(QLabel):
    """A label with a picture that is made smaller where the label has no room for it."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(alignment=Qt.AlignmentFlag.AlignCenter, **properties)
        self._whole_picture = QPixmap()

    def show_picture(self, picture: QPixmap) -> None:
        """Show a picture, or nothing for a null pixmap."""
        self._whole_picture = picture
        self._shrink_picture()

    def sizeHint(self) -> QSize:
        """Return the least size, since the picture takes whatever room there is."""
        return self.minimumSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the picture in the new size."""
        super().resizeEvent(event)
        self._shrink_picture()

    def _shrink_picture(self) -> None:
        """Show the whole picture, no larger than the label."""
        picture, ratio = self._whole_picture, self._whole_picture.devicePixelRatio()
        room = self.contentsRect().size() * ratio
        if picture.width() > room.width() or picture.height() > room.height():
            modes = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            picture = picture.scaled(room, *modes)
            picture.setDevicePixelRatio(ratio)
        self.setPixmap(picture)


class ElidedLabel(QLabel):
    """A label of one line of plain text that may be narrower than its text. It then ends with an ellipsis."""

    def __init__(self, text: str = "", **properties: Any) -> None:
        super().__init__(text, textFormat=Qt.TextFormat.PlainText, **properties)

    def minimumSizeHint(self) -> QSize:
        """Return the height of the line; its width may be nothing."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as fits."""
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )
        painter.end()


class FlowLayout(QLayout):
    """A layout that puts widgets side by side and begins a new line where the width is used up, as text does.

    Args:
        widgets: the widgets in their order.
        stretched: the widget among them that takes the room that is left in its line; None for none.
    """

    def __init__(self, *widgets: QWidget, stretched: QWidget | None = None) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._stretched = stretched
        self.setSpacing(6)
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item at an index; None if there is none."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove the item at an index and return it; None if there is none."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that the layout takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that a narrow layout is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        lines = self._break_lines(width)
        return sum(map(_measure_line_height, lines)) + self.spacing() * max(0, len(lines) - 1)

    def sizeHint(self) -> QSize:
        """Return the size of one line with all widgets."""
        line = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
        return QSize(self._measure_line_width(line), _measure_line_height(line))

    def minimumSize(self) -> QSize:
        """Return the size of the largest widget."""
        size = QSize(0, 0)
        for item in self._items:
            size = size if item.isEmpty() else size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, rect: QRect) -> None:
        """Place the widgets in a rectangle, each in the middle of the height of its line.

        In a language that is written from the right, lines begin at the right.
        """
        super().setGeometry(rect)
        parent = self.parentWidget()
        direction = parent.layoutDirection() if parent is not None else Qt.LayoutDirection.LeftToRight
        y = rect.y()
        for line in self._break_lines(rect.width()):
            x, height = rect.x(), _measure_line_height(line)
            room = max(0, rect.width() - self._measure_line_width(line)) if len(line) > 1 else 0
            for item, size in line:
                width = size.width() + (room if item.widget() is self._stretched else 0)
                place = QRect(x, y + (height - size.height()) // 2, width, size.height())
                item.setGeometry(QStyle.visualRect(direction, rect, place))
                x += width + self.spacing()
            y += height + self.spacing()

    def _measure_line_width(self, line: _Line) -> int:
        """Return the width of a line: its widgets and the spaces between them."""
        return sum(size.width() for _, size in line) + self.spacing() * max(0, len(line) - 1)

    def _break_lines(self, width: int) -> list[_Line]:
        """Return the lines for a width: the items that are shown, each with its size."""
        lines: list[_Line] = []
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(width, item.minimumSize().width()), _NO_LIMIT))
            if lines and self._measure_line_width([*lines[-1], (item, size)]) <= width:
                lines[-1].append((item, size))
            else:
                lines.append([(item, size)])
        return lines


_Line = list[tuple[QLayoutItem, QSize]]
"""The items of one line of a `FlowLayout`, each with its size."""


def _measure_line_height(line: _Line) -> int:
    """Return the height of the highest item of a line."""
    return max((size.height() for _, size in line), default=0)
