"""Paint what lies over the map: selection, previews, measurements, figures, the axis of symmetry, rulers.

Measured areas differ by pattern or line besides their colour, so that they can be told apart in grey.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QImage, QPainter, QPainterPath, QPen, QPolygonF

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import find_drawn_area
from dungeon_designer.editor.canvas.picture import draw_board_pixmap
from dungeon_designer.editor.canvas.viewport import CursorPosition, Viewport
from dungeon_designer.editor.tools.tool import AreaStyle, MeasuredArea, Preview, SightLine
from dungeon_designer.editor.widgets import LOOK
from dungeon_designer.grid import Edge, Side, Square, normalise_edge
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.tiles.tile import TileLibrary

Pen, Brush = Qt.PenStyle, Qt.BrushStyle

RULER_WIDTH_PX = 22
"""The width of the rulers in pixels."""

WHITE = QColor("#ffffff")

_RULER_STEPS = (1, 2, 5, 10, 20, 50, 100)  # how many squares may lie between two numbers of a ruler

_NUMBER_WIDTH_PX = 22  # pixels such a number needs

MIN_NUMBER_SCALE_PX = 13
"""The width of a square in pixels from which numbers are written on squares."""

COLOURS_BY_THEME = [
    SimpleNamespace(**{name: QColor(pair[dark]) for name, pair in LOOK["over_the_map"].items()}) for dark in (0, 1)
]
"""The overlay's colours by their names in `look.toml`: first for a light window, then for a dark one."""


class Pattern(NamedTuple):
    """The fill and the frame of an area.

    Attributes:
        colour: the name of a colour of the overlay.
        alpha: how opaque the fill is, from 0 to 255.
        brush: the pattern upon the fill.
        pen: the line of the frame.
    """

    colour: str
    alpha: int
    brush: Qt.BrushStyle
    pen: Qt.PenStyle


PATTERNS = {
    AreaStyle[name.upper()]: Pattern(colour, alpha, Brush[brush], Pen[pen])
    for name, (colour, alpha, brush, pen) in LOOK["areas"].items()
}


def _tint_colour(colour: QColor, alpha: int) -> QColor:
    """Return a colour with an opacity from 0 to 255."""
    tint = QColor(colour)
    tint.setAlpha(alpha)
    return tint


def _resize_font(font: QFont, pixels: int) -> QFont:
    """Return a font at a size in pixels."""
    result = QFont(font)
    result.setPixelSize(pixels)
    return result


class Overlay:
    """A painter of what lies over the map, such as the selection and previews, in pixels of the window.

    Attributes:
        painter: Qt's painter.
        view: the part of the map that the window shows.
        window: the rectangle of the window.
        dark: whether the dark theme is used.
    """

    def __init__(self, painter: QPainter, view: Viewport, window: QRect, dark: bool = False) -> None:
        self.painter, self.view, self.window, self.dark = painter, view, window, dark
        self.colours = COLOURS_BY_THEME[dark]

    def find_pixel(self, point: tuple[float, float]) -> QPointF:
        """Return the pixel over a point of the map, given in squares."""
        return QPointF(*self.view.find_pixel(*point))

    def find_square_box(self, square: Square) -> QRectF:
        """Return the rectangle of pixels over a square."""
        return QRectF(self.find_pixel(square), self.find_pixel((square[0] + 1, square[1] + 1)))

    def build_outline(self, squares: Collection[Square]) -> QPainterPath:
        """Return the outline of some squares as a path in pixels, including the outlines of holes in them."""
        path = QPainterPath()
        for ring in trace_rings(set(squares)):
            path.addPolygon(QPolygonF([self.find_pixel(corner) for corner in (*ring, ring[0])]))
        return path

    def set_fill(self, colour: QColor | QBrush | Qt.BrushStyle, pen: QPen | Qt.PenStyle = Pen.NoPen) -> None:
        """Set the brush and the pen for what is drawn next."""
        self.painter.setPen(pen)
        self.painter.setBrush(colour)

    def draw_with_halo(self, draw: Callable[[], None], pen: QPen, halo: float) -> None:
        """Draw lines twice, first broader and in white, so that they show on any background.

        Args:
            draw: draws the lines with the pen that is set.
            pen: the pen of the second drawing.
            halo: the width of the white lines in pixels.
        """
        for line_pen in (QPen(WHITE, halo), pen):
            line_pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self.set_fill(Brush.NoBrush, line_pen)
            draw()

    def draw_chip(self, box: QRectF, radius: int) -> None:
        """Draw a chip, the rounded background of a short text, and set the pen for the text."""
        self.set_fill(self.colours.chip)
        self.painter.drawRoundedRect(box, radius, radius)
        self.painter.setPen(self.colours.chip_text)

    # While one works ------------------------------------------------------------------------------------------

    def draw_grid(self) -> None:
        """Draw faint lines between all squares, on the grid and beyond, unless squares are smaller than 9 pixels."""
        if self.view.scale < 9:
            return
        right, bottom = self.window.width(), self.window.height()
        (x0, y0), (x1, y1) = self.view.find_square(0, 0), self.view.find_square(right, bottom)
        left, top = self.view.find_pixel(x0, y0)
        xs = (self.view.find_pixel(x, 0)[0] for x in range(x0, x1 + 2))
        ys = (self.view.find_pixel(0, y)[1] for y in range(y0, y1 + 2))
        self.painter.setPen(QPen(self.colours.grid, 1))
        self.painter.drawLines([*(QLineF(x, top, x, bottom) for x in xs), *(QLineF(left, y, right, y) for y in ys)])

    def draw_axis(self, symmetry: Symmetry) -> None:
        """Draw the axis or the centre of the symmetry by which edits are repeated."""
        mode = symmetry.mode
        x, y = self.view.find_pixel((symmetry.middle[0] + 1) / 2, (symmetry.middle[1] + 1) / 2)
        self.painter.setPen(QPen(self.colours.axis, 1.6, Pen.DashDotLine))
        if mode in (SymmetryMode.LEFT_RIGHT, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(x, 0, x, self.window.height()))
        if mode in (SymmetryMode.TOP_BOTTOM, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(0, y, self.window.width(), y))
        if mode in (SymmetryMode.HALF_TURN, SymmetryMode.QUARTER_TURNS):
            self.set_fill(Brush.NoBrush, QPen(self.colours.axis, 2))
            self.painter.drawEllipse(QPointF(x, y), 8, 8)

    def draw_selection(self, squares: Collection[Square], edges: Iterable[Edge]) -> None:
        """Draw a dashed frame in two colours around the selected squares and edges."""
        path = self.build_outline(squares)
        self.draw_with_halo(lambda: self.painter.drawPath(path), QPen(self.colours.accent, 2, Pen.DashLine), 3)
        self.draw_edges(edges, self.colours.accent, 5)

    def draw_handles(self, points: Iterable[tuple[float, float]]) -> None:
        """Draw small squares at the points by which the selection can be resized, as drawing programs do."""
        self.set_fill(WHITE, QPen(self.colours.accent, 1.6))
        self.painter.drawRects([QRectF(self.find_pixel(point) - QPointF(4.5, 4.5), QSizeF(9, 9)) for point in points])

    def draw_cursor(self, position: CursorPosition) -> None:
        """Draw the keyboard's cursor: a frame in two colours, and a bar at the side that it points at."""
        box = self.find_square_box(position.square).adjusted(1.5, 1.5, -1.5, -1.5)
        self.draw_with_halo(lambda: self.painter.drawRect(box), QPen(self.colours.accent, 3), 5)
        if position.side is not None:
            self.draw_edges([normalise_edge(position.square, position.side)], self.colours.axis, 7)

    def draw_marked_squares(self, squares: Collection[Square]) -> None:
        """Draw the squares of a problem that the user points at."""
        if squares:
            path = self.build_outline(squares)
            self.painter.fillPath(path, _tint_colour(self.colours.wrong, 60))
            self.draw_with_halo(lambda: self.painter.drawPath(path), QPen(self.colours.wrong, 3), 5)

    def draw_locked_squares(self, squares: Collection[Square]) -> None:
        """Draw the squares of locked rooms, which no proposal changes: hatched, with a dotted outline."""
        self.set_fill(QBrush(self.colours.axis, Brush.BDiagPattern), QPen(self.colours.axis, 2, Pen.DotLine))
        self.painter.setOpacity(0.5)
        self.painter.drawPath(self.build_outline(squares))
        self.painter.setOpacity(1.0)

    def draw_area(self, squares: Collection[Square], colour: QColor, alpha: int) -> None:
        """Draw squares tinted and framed in a colour."""
        if squares:
            self.set_fill(_tint_colour(colour, alpha), QPen(colour, 2))
            self.painter.drawPath(self.build_outline(squares))

    def draw_edges(self, edges: Iterable[Edge], colour: QColor, breadth: int, alpha: int = 230) -> None:
        """Draw edges between squares as bars of a breadth in pixels."""
        self.painter.setPen(QPen(_tint_colour(colour, alpha), breadth, Pen.SolidLine, Qt.PenCapStyle.RoundCap))
        for (x, y), side in edges:
            start = (x, y + 1) if side is Side.SOUTH else (x + 1, y)
            self.painter.drawLine(self.find_pixel(start), self.find_pixel((x + 1, y + 1)))

    def draw_preview(self, preview: Preview) -> None:
        """Draw the preview of the current tool: what a click would do, or what was measured."""
        painter, good, wrong, accent = self.painter, self.colours.good, self.colours.wrong, self.colours.accent
        lit_boxes = [self.find_square_box(square) for square in preview.lit_squares]
        self.set_fill(_tint_colour(good, 26))
        painter.drawRects([box.adjusted(1, 1, -1, -1) for box in lit_boxes])
        painter.setBrush(good)
        for box in lit_boxes:
            painter.drawEllipse(box.center(), self.view.scale * 0.07, self.view.scale * 0.07)
        self._draw_areas(preview.areas, preview.dims_rest)
        self.draw_area({*preview.squares} - {*preview.wrong_squares}, good, 24 if preview.ghost is not None else 70)
        self.draw_area(preview.wrong_squares, wrong, 70)
        painter.setPen(QPen(wrong, 1.2))
        for square in preview.wrong_squares:
            box = self.find_square_box(square).adjusted(3, 3, -3, -3)
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.bottomLeft(), box.topRight())
        self.draw_edges(preview.candidate_edges, good, 3, 110)
        self.draw_edges(preview.edges, wrong if preview.is_removal else good, 6)
        if preview.frame is not None:
            (x, y), (width, height) = preview.frame
            self.set_fill(_tint_colour(accent, 36), QPen(accent, 1.4, Pen.DashLine))
            painter.drawRect(QRectF(self.find_pixel((x, y)), self.find_pixel((x + width, y + height))))
        if len(preview.path) > 1:
            points = QPolygonF([self.find_pixel(point) for point in preview.path])
            self.draw_with_halo(lambda: painter.drawPolyline(points), QPen(accent, 3), 6)
        if preview.sight is not None:
            self._draw_sight_line(preview.sight)
        self._draw_numbers(preview.numbers)
        self._draw_legend(preview.heading, preview.areas)

    def draw_label(self, text: str, pixel: QPointF) -> None:
        """Draw a short text on a chip (its rounded background) beside a pixel, kept inside the window."""
        if text:
            font = self.painter.font()
            font.setPointSizeF(max(font.pointSizeF(), 9.5))
            self.painter.setFont(font)
            metrics, lines = self.painter.fontMetrics(), text.split("\n")
            width = max(map(metrics.horizontalAdvance, lines)) + 16
            height = metrics.height() * len(lines) + 8
            x = min(pixel.x() + 18, self.window.width() - width - 4)
            box = QRectF(x, min(pixel.y() + 20, self.window.height() - height - 4), width, height)
            self.draw_chip(box, 5)
            self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def draw_ghost(self, section: Section, library: TileLibrary) -> None:
        """Draw the tile of the current tool, half transparent, where it would be placed."""
        ratio = self.painter.device().devicePixelRatioF()
        (dx, dy), picture = _draw_ghost(section, library, self.dark, self.view.scale, ratio)
        self.painter.setOpacity(0.72)
        self.painter.drawImage(self.find_pixel((section.at[0] + dx, section.at[1] + dy)), picture)
        self.painter.setOpacity(1.0)

    def draw_rulers(self) -> None:
        """Draw the numbers of columns and rows along the upper and the left edge; none that would be cut off."""
        painter, width, height = self.painter, self.window.width(), self.window.height()
        painter.fillRect(0, 0, width, RULER_WIDTH_PX, self.colours.ruler)
        painter.fillRect(0, 0, RULER_WIDTH_PX, height, self.colours.ruler)
        painter.setFont(_resize_font(painter.font(), 10))
        painter.setPen(self.colours.ruler_text)
        interval = next(
            step for step in _RULER_STEPS if step * self.view.scale >= _NUMBER_WIDTH_PX or step == _RULER_STEPS[-1]
        )
        for axis, length in ((0, width), (1, height)):
            first = self.view.find_square(RULER_WIDTH_PX, RULER_WIDTH_PX)[axis]
            last = self.view.find_square(width, height)[axis]
            for number in range(max(first - first % interval, 0), last + 1, interval):
                box = self._find_number_box(number, axis)
                if RULER_WIDTH_PX + 8 <= (box.center().y() if axis else box.center().x()) <= length - 10:
                    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))

    def highlight_coordinates(self, square: Square) -> None:
        """Highlight the coordinates of a square on the rulers."""
        self.painter.setFont(_resize_font(self.painter.font(), 10))
        for axis, number in enumerate(square):
            box = self._find_number_box(number, axis)
            if number >= 0 and min(box.center().x(), box.center().y()) >= RULER_WIDTH_PX / 2:
                self.set_fill(self.colours.accent)
                self.painter.drawRoundedRect(box.adjusted(4, 0, -4, 0), 3, 3)
                self.painter.setPen(WHITE)
                self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))

    def _find_number_box(self, number: int, axis: int) -> QRectF:
        """Return the box on a ruler for the number of a column (axis 0) or a row (axis 1)."""
        x_pixel, y_pixel = self.view.find_pixel(number + 0.5, number + 0.5)
        x, y = (x_pixel, RULER_WIDTH_PX / 2) if axis == 0 else (RULER_WIDTH_PX / 2, y_pixel)
        return QRectF(x - 14, y - 8, 28, 16)

    # What is measured -----------------------------------------------------------------------------------------

    def _draw_areas(self, areas: Sequence[MeasuredArea], dims_rest: bool) -> None:
        """Draw each measured area in its pattern, and dim everything else if `dims_rest` is set."""
        paths = [(area.style, self.build_outline(area.squares)) for area in areas if area.squares]
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # all lines are the grid's: half the time
        if dims_rest:
            unmarked_area = QPainterPath()
            unmarked_area.addRect(QRectF(self.window))
            for _, path in paths:
                unmarked_area.addPath(path)
            self.painter.fillPath(unmarked_area, self.colours.veil)
        for style, path in paths:
            self._draw_pattern(style, path)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _draw_pattern(self, style: AreaStyle, path: QPainterPath) -> None:
        """Fill a path with the colours and the pattern of a style, and draw its frame."""
        pattern = PATTERNS[style]
        colour: QColor = getattr(self.colours, pattern.colour)
        self.painter.fillPath(path, _tint_colour(colour, pattern.alpha))
        self.painter.fillPath(path, QBrush(_tint_colour(colour, 150), pattern.brush))
        self.set_fill(Brush.NoBrush, QPen(colour, 2, pattern.pen))
        self.painter.drawPath(path)

    def _draw_numbers(self, numbers: Sequence[tuple[Square, int]]) -> None:
        """Draw a number in the lower right corner of each square; none where squares are too small to read them."""
        if self.view.scale < MIN_NUMBER_SCALE_PX:
            return
        font, ratio = self.painter.font().family(), self.painter.device().devicePixelRatio()
        size = max(8, min(14, round(0.44 * self.view.scale)))
        chips = {
            number: _draw_number_chip(number, font, size, ratio, self.dark)
            for number in {number for _, number in numbers}
        }
        for (x, y), number in numbers:
            right, bottom = self.view.find_pixel(x + 1, y + 1)
            if 0 < right < self.window.right() + self.view.scale and bottom > 0:
                chip = chips[number]
                left, top = right - chip.width() / ratio - 1, bottom - chip.height() / ratio - 1
                self.painter.drawImage(QPointF(left, top), chip)

    def _draw_sight_line(self, line: SightLine) -> None:
        """Draw a line of sight: dashed up to the point that stops it, there a cross, and dotted beyond."""
        start, end = self.find_pixel(line.start), self.find_pixel(line.end)
        stop = end if line.stop is None else self.find_pixel(line.stop)
        if line.stop is not None:
            self.draw_with_halo(lambda: self.painter.drawLine(stop, end), QPen(self.colours.wrong, 2.4, Pen.DotLine), 5)
        self.draw_with_halo(lambda: self.painter.drawLine(start, stop), QPen(self.colours.sight, 2.4, Pen.DashLine), 5)
        self.draw_edges(line.edges, WHITE, 9)
        self.draw_edges(line.edges, self.colours.wrong, 5, 255)
        if line.stop is not None:
            arm = max(5.0, self.view.scale * 0.16)
            cross = [QLineF(stop + end, stop - end) for end in (QPointF(arm, arm), QPointF(arm, -arm))]
            self.draw_with_halo(lambda: self.painter.drawLines(cross), QPen(self.colours.wrong, 3), 6)

    def _draw_legend(self, heading: str, areas: Sequence[MeasuredArea]) -> None:
        """Draw a heading and what each pattern means, in the upper left corner of the window."""
        if not heading and not areas:
            return
        painter = self.painter
        painter.setFont(_resize_font(painter.font(), 13))
        metrics, first_row = painter.fontMetrics(), 1 if heading else 0
        row_height = metrics.height() + 5
        width = max(map(metrics.horizontalAdvance, [heading, *(area.text for area in areas)])) + 64
        left = top = RULER_WIDTH_PX + 10
        self.draw_chip(QRectF(left, top, width, row_height * (first_row + len(areas)) + 10), 6)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRectF(left + 10, top + 5, width, row_height), flags, heading)
        for row, area in enumerate(areas, first_row):
            y, path = top + 5 + row * row_height, QPainterPath()
            path.addRect(QRectF(left + 10, y + 2, 34, row_height - 4))
            painter.fillPath(path, WHITE)
            self._draw_pattern(area.style, path)
            painter.setPen(self.colours.chip_text)
            painter.drawText(QRectF(left + 54, y, width, row_height), flags, area.text)


# Pictures that are painted once -------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def _draw_number_chip(number: int, family: str, pixels: int, ratio: float, dark: bool) -> QImage:
    """Return the picture of a number on its chip, a rounded background. Cached, since text is slow to draw.

    The picture is an image and no pixmap, since a pixmap must not outlive the application.

    Args:
        number: the number.
        family: the family of the font.
        pixels: the size of the font.
        ratio: how many pixels of the screen make one pixel of the window.
        dark: whether the dark theme is used.
    """
    font = _resize_font(QFont(family), pixels)
    metrics = QFontMetrics(font)
    size = QSize(metrics.horizontalAdvance(str(number)) + 4, metrics.height() - 2)
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    box = QRectF(QPointF(0, 0), size.toSizeF())
    Overlay(painter, Viewport(), box.toRect(), dark).draw_chip(box, 3)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.end()
    return image


@lru_cache(maxsize=4)
def _draw_ghost(section: Section, library: TileLibrary, dark: bool, scale: int, ratio: float) -> tuple[Square, QImage]:
    """Return the picture of a tile, and the offset of its upper left corner from the section's corner, in squares.

    The tile is drawn at its place on the map, since its paving depends on the place.

    Args:
        section: the tile as a section.
        library: the tile sets.
        dark: whether the dark theme is used.
        scale: the width of a square in pixels.
        ratio: pixels of the screen in a pixel of the window.
    """
    corner = max(section.at[0], 0), max(section.at[1], 0)
    board = build_board(Layout(sections=(replace(section, at=corner),)), library)
    (left, top), (width, height) = find_drawn_area(board)
    picture = draw_board_pixmap(board, QSize(width, height) * scale, dark, ratio, 0, ("rock", "shadows")).toImage()
    return (left - corner[0], top - corner[1]), picture
