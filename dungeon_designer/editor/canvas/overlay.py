"""What is laid over the map while one works: selection, previews, what is measured, figures, the axis, rulers.

What is measured differs by pattern or line besides its colour, so that it can be told apart in grey.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QImage, QPainter, QPainterPath, QPen, QPolygonF

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.build import build
from dungeon_designer.drawing.compose import extent
from dungeon_designer.editor.canvas.picture import board_pixmap
from dungeon_designer.editor.canvas.viewport import CursorPlace, Viewport
from dungeon_designer.editor.tools.tool import AreaStyle, MeasuredArea, Preview, SightLine
from dungeon_designer.editor.widgets import LOOK
from dungeon_designer.grid import Edge, Side, Square, edge
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.tiles.model import TileLibrary

Pen, Brush = Qt.PenStyle, Qt.BrushStyle

RULER = 22
"""The rulers' breadth in pixels."""

WHITE = QColor("#ffffff")

_STEPS = (1, 2, 5, 10, 20, 50, 100)  # how many squares may lie between two numbers of a ruler

_ROOM = 22  # pixels such a number needs

LEGIBLE = 13
"""On squares of fewer pixels no numbers are written."""

BOTH_COLOURS = [
    SimpleNamespace(**{name: QColor(pair[dark]) for name, pair in LOOK["over_the_map"].items()}) for dark in (0, 1)
]
"""The colours of what lies over the map, by their names in `look.toml`: on a light table, and on a dark one."""


class Pattern(NamedTuple):
    """How an area is filled and framed: the name of a colour, how much of it, a pattern upon it, the frame's line."""

    colour: str
    alpha: int
    brush: Qt.BrushStyle
    pen: Qt.PenStyle


PATTERNS = {
    AreaStyle[name.upper()]: Pattern(colour, alpha, Brush[brush], Pen[pen])
    for name, (colour, alpha, brush, pen) in LOOK["areas"].items()
}


def _tinted(colour: QColor, alpha: int) -> QColor:
    tint = QColor(colour)
    tint.setAlpha(alpha)
    return tint


def _sized(font: QFont, pixels: int) -> QFont:
    result = QFont(font)
    result.setPixelSize(pixels)
    return result


class Overlay:
    """Paints over the map in pixels of the window."""

    def __init__(self, painter: QPainter, view: Viewport, window: QRect, dark: bool = False) -> None:
        self.painter, self.view, self.window, self.dark = painter, view, window, dark
        self.colours = BOTH_COLOURS[dark]

    def point(self, at: tuple[float, float]) -> QPointF:
        """The pixel over a point of the map."""
        return QPointF(*self.view.pixel_of(*at))

    def box(self, square: Square) -> QRectF:
        """The pixels over a square."""
        return QRectF(self.point(square), self.point((square[0] + 1, square[1] + 1)))

    def outline(self, squares: Collection[Square]) -> QPainterPath:
        """The rings around some squares."""
        path = QPainterPath()
        for ring in rings(set(squares)):
            path.addPolygon(QPolygonF([self.point(corner) for corner in (*ring, ring[0])]))
        return path

    def fill(self, colour: QColor | QBrush | Qt.BrushStyle, pen: QPen | Qt.PenStyle = Pen.NoPen) -> None:
        """What is drawn next is filled and framed so."""
        self.painter.setPen(pen)
        self.painter.setBrush(colour)

    def twice(self, draw: Callable[[], None], pen: QPen, halo: float) -> None:
        """Draw lines, first broader and in white, so that they show on any ground."""
        for each in (QPen(WHITE, halo), pen):
            each.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self.fill(Brush.NoBrush, each)
            draw()

    def chip(self, box: QRectF, radius: int) -> None:
        """The ground of a few words; leaves the pen ready for them."""
        self.fill(self.colours.chip)
        self.painter.drawRoundedRect(box, radius, radius)
        self.painter.setPen(self.colours.chip_text)

    # While one works ------------------------------------------------------------------------------------------

    def grid(self) -> None:
        """Faint lines between all squares of the grid, floor or not."""
        if self.view.scale < 9:
            return
        right, bottom = self.window.width(), self.window.height()
        (x0, y0), (x1, y1) = self.view.square_at(0, 0), self.view.square_at(right, bottom)
        x0, y0 = max(x0, 0), max(y0, 0)
        left, top = self.view.pixel_of(x0, y0)
        across = (self.view.pixel_of(x, 0)[0] for x in range(x0, x1 + 2))
        down = (self.view.pixel_of(0, y)[1] for y in range(y0, y1 + 2))
        self.painter.setPen(QPen(self.colours.grid, 1))
        self.painter.drawLines(
            [*(QLineF(x, top, x, bottom) for x in across), *(QLineF(left, y, right, y) for y in down)]
        )

    def axis(self, symmetry: Symmetry) -> None:
        """The axis, or the middle, edits are repeated about."""
        way = symmetry.way
        x, y = self.view.pixel_of((symmetry.middle[0] + 1) / 2, (symmetry.middle[1] + 1) / 2)
        self.painter.setPen(QPen(self.colours.axis, 1.6, Pen.DashDotLine))
        if way in (SymmetryMode.LEFT_RIGHT, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(x, 0, x, self.window.height()))
        if way in (SymmetryMode.TOP_BOTTOM, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(0, y, self.window.width(), y))
        if way in (SymmetryMode.HALF_TURN, SymmetryMode.QUARTER_TURNS):
            self.fill(Brush.NoBrush, QPen(self.colours.axis, 2))
            self.painter.drawEllipse(QPointF(x, y), 8, 8)

    def selection(self, squares: Collection[Square], edges: Iterable[Edge]) -> None:
        """What is selected: framed with a dashed line in two colours."""
        path = self.outline(squares)
        self.twice(lambda: self.painter.drawPath(path), QPen(self.colours.accent, 2, Pen.DashLine), 3)
        self.edges(edges, self.colours.accent, 5)

    def handles(self, points: Iterable[tuple[float, float]]) -> None:
        """Where the selection can be taken hold of: small squares, as drawing programs have them."""
        self.fill(WHITE, QPen(self.colours.accent, 1.6))
        self.painter.drawRects([QRectF(self.point(at) - QPointF(4.5, 4.5), QSizeF(9, 9)) for at in points])

    def cursor(self, place: CursorPlace) -> None:
        """The keyboard's cursor: a frame in two colours, and a bar on the border it points at."""
        box = self.box(place.square).adjusted(1.5, 1.5, -1.5, -1.5)
        self.twice(lambda: self.painter.drawRect(box), QPen(self.colours.accent, 3), 5)
        if place.side is not None:
            self.edges([edge(place.square, place.side)], self.colours.axis, 7)

    def marked(self, squares: Collection[Square]) -> None:
        """The squares of a problem one points at."""
        if squares:
            path = self.outline(squares)
            self.painter.fillPath(path, _tinted(self.colours.wrong, 60))
            self.twice(lambda: self.painter.drawPath(path), QPen(self.colours.wrong, 3), 5)

    def locked(self, squares: Collection[Square]) -> None:
        """Rooms that no suggestion changes: hatched, with a firm outline."""
        self.fill(QBrush(self.colours.axis, Brush.BDiagPattern), QPen(self.colours.axis, 2, Pen.DotLine))
        self.painter.setOpacity(0.5)
        self.painter.drawPath(self.outline(squares))
        self.painter.setOpacity(1.0)

    def area(self, squares: Collection[Square], colour: QColor, alpha: int) -> None:
        """Squares tinted and framed."""
        if squares:
            self.fill(_tinted(colour, alpha), QPen(colour, 2))
            self.painter.drawPath(self.outline(squares))

    def edges(self, edges: Iterable[Edge], colour: QColor, breadth: int, alpha: int = 230) -> None:
        """Borders as bars."""
        self.painter.setPen(QPen(_tinted(colour, alpha), breadth, Pen.SolidLine, Qt.PenCapStyle.RoundCap))
        for (x, y), side in edges:
            start = (x, y + 1) if side is Side.SOUTH else (x + 1, y)
            self.painter.drawLine(self.point(start), self.point((x + 1, y + 1)))

    def preview(self, preview: Preview) -> None:
        """What the tool in hand would do."""
        painter, good, wrong, accent = self.painter, self.colours.good, self.colours.wrong, self.colours.accent
        lit = [self.box(square) for square in preview.lit]
        self.fill(_tinted(good, 26))
        painter.drawRects([box.adjusted(1, 1, -1, -1) for box in lit])
        painter.setBrush(good)
        for box in lit:
            painter.drawEllipse(box.center(), self.view.scale * 0.07, self.view.scale * 0.07)
        self._areas(preview.areas, preview.veiled)
        self.area({*preview.squares} - {*preview.wrong}, good, 24 if preview.ghost is not None else 70)
        self.area(preview.wrong, wrong, 70)
        painter.setPen(QPen(wrong, 1.2))
        for square in preview.wrong:
            box = self.box(square).adjusted(3, 3, -3, -3)
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.bottomLeft(), box.topRight())
        self.edges(preview.marks, good, 3, 110)
        self.edges(preview.edges, wrong if preview.away else good, 6)
        if preview.band is not None:
            (x, y), (width, height) = preview.band
            self.fill(_tinted(accent, 36), QPen(accent, 1.4, Pen.DashLine))
            painter.drawRect(QRectF(self.point((x, y)), self.point((x + width, y + height))))
        if len(preview.path) > 1:
            points = QPolygonF([self.point(at) for at in preview.path])
            self.twice(lambda: painter.drawPolyline(points), QPen(accent, 3), 6)
        if preview.sight is not None:
            self._sight(preview.sight)
        self._numbers(preview.numbers)
        self._legend(preview.heading, preview.areas)

    def label(self, text: str, at: QPointF) -> None:
        """A few words on a chip beside the pointer, kept inside the window."""
        if text:
            font = self.painter.font()
            font.setPointSizeF(max(font.pointSizeF(), 9.5))
            self.painter.setFont(font)
            metrics, lines = self.painter.fontMetrics(), text.split("\n")
            width = max(map(metrics.horizontalAdvance, lines)) + 16
            height = metrics.height() * len(lines) + 8
            x = min(at.x() + 18, self.window.width() - width - 4)
            box = QRectF(x, min(at.y() + 20, self.window.height() - height - 4), width, height)
            self.chip(box, 5)
            self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def ghost(self, section: Section, library: TileLibrary) -> None:
        """The tile in hand, half seen, where it would be laid."""
        ratio = self.painter.device().devicePixelRatioF()
        (across, down), picture = _ghost(section, library, self.dark, self.view.scale, ratio)
        self.painter.setOpacity(0.72)
        self.painter.drawImage(self.point((section.at[0] + across, section.at[1] + down)), picture)
        self.painter.setOpacity(1.0)

    def rulers(self) -> None:
        """Coordinates along the upper and the left edge; no number is written that would be cut off."""
        painter, width, height = self.painter, self.window.width(), self.window.height()
        painter.fillRect(0, 0, width, RULER, self.colours.ruler)
        painter.fillRect(0, 0, RULER, height, self.colours.ruler)
        painter.setFont(_sized(painter.font(), 10))
        painter.setPen(self.colours.ruler_text)
        every = next(step for step in _STEPS if step * self.view.scale >= _ROOM or step == _STEPS[-1])
        for axis, length in ((0, width), (1, height)):
            first, last = self.view.square_at(RULER, RULER)[axis], self.view.square_at(width, height)[axis]
            for number in range(max(first - first % every, 0), last + 1, every):
                box = self._number_box(number, axis)
                if RULER + 8 <= (box.center().y() if axis else box.center().x()) <= length - 10:
                    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))

    def pointed(self, square: Square) -> None:
        """The coordinates of what is pointed at, set off on the rulers."""
        self.painter.setFont(_sized(self.painter.font(), 10))
        for axis, number in enumerate(square):
            box = self._number_box(number, axis)
            if number >= 0 and min(box.center().x(), box.center().y()) >= RULER / 2:
                self.fill(self.colours.accent)
                self.painter.drawRoundedRect(box.adjusted(4, 0, -4, 0), 3, 3)
                self.painter.setPen(WHITE)
                self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))

    def _number_box(self, number: int, axis: int) -> QRectF:
        across, down = self.view.pixel_of(number + 0.5, number + 0.5)
        x, y = (across, RULER / 2) if axis == 0 else (RULER / 2, down)
        return QRectF(x - 14, y - 8, 28, 16)

    # What is measured -----------------------------------------------------------------------------------------

    def _areas(self, areas: Sequence[MeasuredArea], veiled: bool) -> None:
        """Each area in its pattern; `veiled` dims everything else."""
        paths = [(area.style, self.outline(area.squares)) for area in areas if area.squares]
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # all lines are the grid's: half the time
        if veiled:
            around = QPainterPath()
            around.addRect(QRectF(self.window))
            for _, path in paths:
                around.addPath(path)
            self.painter.fillPath(around, self.colours.veil)
        for style, path in paths:
            self._patterned(style, path)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _patterned(self, style: AreaStyle, path: QPainterPath) -> None:
        pattern = PATTERNS[style]
        colour: QColor = getattr(self.colours, pattern.colour)
        self.painter.fillPath(path, _tinted(colour, pattern.alpha))
        self.painter.fillPath(path, QBrush(_tinted(colour, 150), pattern.brush))
        self.fill(Brush.NoBrush, QPen(colour, 2, pattern.pen))
        self.painter.drawPath(path)

    def _numbers(self, numbers: Sequence[tuple[Square, int]]) -> None:
        """A number in the lower right corner of each square, on a chip, so that it reads on any ground."""
        if self.view.scale < LEGIBLE:
            return
        font, ratio = self.painter.font().family(), self.painter.device().devicePixelRatio()
        size = max(8, min(14, round(0.44 * self.view.scale)))
        chips = {
            number: _numbered(number, font, size, ratio, self.dark) for number in {number for _, number in numbers}
        }
        for (x, y), number in numbers:
            right, bottom = self.view.pixel_of(x + 1, y + 1)
            if 0 < right < self.window.right() + self.view.scale and bottom > 0:
                chip = chips[number]
                left, top = right - chip.width() / ratio - 1, bottom - chip.height() / ratio - 1
                self.painter.drawImage(QPointF(left, top), chip)

    def _sight(self, line: SightLine) -> None:
        """A line of sight: dashed as far as it goes, dotted beyond what stops it, and there a cross."""
        start, end = self.point(line.start), self.point(line.end)
        stop = end if line.stop is None else self.point(line.stop)
        if line.stop is not None:
            self.twice(lambda: self.painter.drawLine(stop, end), QPen(self.colours.wrong, 2.4, Pen.DotLine), 5)
        self.twice(lambda: self.painter.drawLine(start, stop), QPen(self.colours.sight, 2.4, Pen.DashLine), 5)
        self.edges(line.edges, WHITE, 9)
        self.edges(line.edges, self.colours.wrong, 5, 255)
        if line.stop is not None:
            arm = max(5.0, self.view.scale * 0.16)
            cross = [QLineF(stop + end, stop - end) for end in (QPointF(arm, arm), QPointF(arm, -arm))]
            self.twice(lambda: self.painter.drawLines(cross), QPen(self.colours.wrong, 3), 6)

    def _legend(self, heading: str, areas: Sequence[MeasuredArea]) -> None:
        """What the patterns mean, in the upper left corner of the window."""
        if not heading and not areas:
            return
        painter = self.painter
        painter.setFont(_sized(painter.font(), 13))
        metrics, first = painter.fontMetrics(), 1 if heading else 0
        high = metrics.height() + 5
        wide = max(map(metrics.horizontalAdvance, [heading, *(area.words for area in areas)])) + 64
        left = top = RULER + 10
        self.chip(QRectF(left, top, wide, high * (first + len(areas)) + 10), 6)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRectF(left + 10, top + 5, wide, high), flags, heading)
        for at, area in enumerate(areas, first):
            y, path = top + 5 + at * high, QPainterPath()
            path.addRect(QRectF(left + 10, y + 2, 34, high - 4))
            painter.fillPath(path, WHITE)
            self._patterned(area.style, path)
            painter.setPen(self.colours.chip_text)
            painter.drawText(QRectF(left + 54, y, wide, high), flags, area.words)


# Pictures that are painted once -------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def _numbered(number: int, family: str, pixels: int, ratio: float, dark: bool) -> QImage:
    """The chip of one number, painted once, for text is dear; no pixmap, which must not outlive the application."""
    font = _sized(QFont(family), pixels)
    metrics = QFontMetrics(font)
    size = QSize(metrics.horizontalAdvance(str(number)) + 4, metrics.height() - 2)
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    box = QRectF(QPointF(0, 0), size.toSizeF())
    Overlay(painter, Viewport(), box.toRect(), dark).chip(box, 3)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.end()
    return image


@lru_cache(maxsize=4)
def _ghost(section: Section, library: TileLibrary, dark: bool, scale: int, ratio: float) -> tuple[Square, QImage]:
    """A tile drawn where it would lie, for paving runs on, and its upper left corner as seen from the section's."""
    at = max(section.at[0], 0), max(section.at[1], 0)
    board = build(Layout(sections=(replace(section, at=at),)), library)
    (left, top), (width, height) = extent(board)
    picture = board_pixmap(board, QSize(width, height) * scale, dark, ratio, 0, ("rock", "shadows")).toImage()
    return (left - at[0], top - at[1]), picture
