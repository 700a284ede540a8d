"""Small pictures for buttons and palettes: drawn with the map's own shapes, or SVG files."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw, extent
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Style
from dungeon_designer.drawing.sides import side_emblem
from dungeon_designer.editor.canvas.picture import PaintedDrawing, path_of
from dungeon_designer.layout.model import TWO_TEAMS, CounterContent, Layout, MatchSide, Section, Team
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.tiles.model import Tile, TileLibrary

_UNSEEN = frozenset({"page", "title", "legend", "coordinates", "findings"})

_COUNTER = "{map: '.', SIDEStraps: [{kind: counter, at: [0, 0], owner: OWNER, content: FACE}]}"


def _counter(owner: Team, face: CounterContent) -> str:
    sides = "" if owner in TWO_TEAMS else f"sides: {len(Team)}, "
    return _COUNTER.replace("SIDES", sides).replace("OWNER", owner).replace("FACE", face)


SAMPLES: dict[str, str] = {
    "chest": "map: C",
    "portal": "map: '1'",
    "open_pit": "map: o",
    "spiked_pit": "map: x",
    "trapdoor": "map: T",
    **{f"counter-{owner}-{face}": _counter(owner, face) for owner in Team for face in CounterContent},
    "square-door": "map: '+'",
    "statue": "map: S",
    "idol": "{map: I}",
    "throne": "{map: K, legend: {K: {obstacle: throne}}}",
    "fountain": "{map: K, legend: {K: {obstacle: fountain}}}",
    "crypt": "{map: KK, legend: {K: {obstacle: crypt}}}",
    "dragon": '{map: "KK\\nKK", legend: {K: {obstacle: dragon}}}',
    "lava": "map: '~'",
    "chasm": "map: '%'",
    "water": "{map: K, legend: {K: {terrain: water}}}",
    "acid": "{map: K, legend: {K: {terrain: acid}}}",
    "cliff": "{map: K, legend: {K: {terrain: cliff}}}",
    "spike_pit": "{map: K, legend: {K: {terrain: spike_pit}}}",
    "bridge": "map: '~=~'",
    "rope_bridge": "{map: '%K%', legend: {K: {terrain: rope_bridge}}}",
}
"""A sketch for each thing that has a picture of its own."""


def board_pixmap(board: Board, size: QSize, dark: bool = False, ratio: float = 1.0, margin: float = 0.35) -> QPixmap:
    """A board as large as a picture of that size allows."""
    theme = "slate" if dark else "parchment"
    drawing = draw(board, DrawingOptions(theme=theme, coordinates=False, hidden=True))
    image = _blank(size, ratio)
    corner, squares = extent(board)
    if not squares[0]:
        return image
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = min(size.width() / (squares[0] + 2 * margin), size.height() / (squares[1] + 2 * margin))
    painter.translate(size.width() / 2, size.height() / 2)
    painter.scale(scale, scale)
    painter.translate(-corner[0] - squares[0] / 2, -corner[1] - squares[1] / 2)
    PaintedDrawing(drawing, _UNSEEN).paint(painter, QRectF(-1e4, -1e4, 3e4, 3e4))
    painter.end()
    return image


def tile_pixmap(tile: Tile, size: QSize, dark: bool = False, ratio: float = 1.0) -> QPixmap:
    """A library tile."""
    layout = Layout(sections=(Section(id="A", tile=tile.id),))
    return board_pixmap(build(layout, TileLibrary([tile])), size, dark, ratio)


@lru_cache(maxsize=256)
def icon(name: str, dark: bool = False) -> QIcon:
    """The button picture of a thing or a tool."""
    result = QIcon()
    for side in (24, 48):
        result.addPixmap(_sample(name, side, dark) if name in SAMPLES else _glyph(name, side, dark))
    return result


def _sample(name: str, side: int, dark: bool) -> QPixmap:
    board = build(read_sketch(SAMPLES[name]))
    _, squares = extent(board)
    margin = 0.02 - 0.04 * (max(squares) > 1)
    return board_pixmap(board, QSize(side, side), dark, margin=margin)


def _blank(size: QSize, ratio: float = 1.0) -> QPixmap:
    image = QPixmap(size * ratio)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _glyph(name: str, side: int, dark: bool) -> QPixmap:
    """A line drawing, twenty-four units wide."""
    image = _blank(QSize(side, side))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 24, side / 24)
    ink = QColor("#dfe6ee" if dark else "#2f3640")
    accent = QColor("#5aa9ff" if dark else "#1467c8")
    painter.setPen(QPen(ink, 1.7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    _GLYPHS.get(name, _square)(painter, ink, accent)
    painter.end()
    return image


def _square(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.drawRoundedRect(QRectF(4, 4, 16, 16), 2, 2)


def _arrow(painter: QPainter, ink: QColor, accent: QColor) -> None:
    path = QPainterPath(QPointF(6, 3))
    for x, y in ((6, 18.5), (10, 14.8), (12.7, 20.6), (15.3, 19.4), (12.7, 13.8), (18, 13.4)):
        path.lineTo(x, y)
    path.closeSubpath()
    painter.setBrush(accent)
    painter.drawPath(path)


def _room(painter: QPainter, ink: QColor, accent: QColor) -> None:
    tint = QColor(accent)
    tint.setAlpha(70)
    painter.setBrush(tint)
    painter.drawRect(QRectF(3.5, 5.5, 17, 13))
    painter.setBrush(accent)
    painter.drawEllipse(QPointF(3.5, 5.5), 1.6, 1.6)
    painter.drawEllipse(QPointF(20.5, 18.5), 1.6, 1.6)


def _brush(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.drawLine(QPointF(20, 4), QPointF(11.5, 12.5))
    painter.setBrush(accent)
    path = QPainterPath(QPointF(11.5, 11))
    path.cubicTo(7, 10.5, 7.5, 16, 3.5, 18.5)
    path.cubicTo(8.5, 21.5, 14, 18, 13.5, 13)
    path.closeSubpath()
    painter.drawPath(path)


def _bucket(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.setBrush(accent)
    painter.drawPolygon([QPointF(3.5, 12), QPointF(11, 4.5), QPointF(18.5, 12), QPointF(11, 19.5)])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(QPointF(11, 4.5), QPointF(8, 2))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(accent)
    drop = QPainterPath(QPointF(20.5, 13.5))
    drop.cubicTo(23, 17.5, 22.5, 20, 20.5, 20)
    drop.cubicTo(18.5, 20, 18, 17.5, 20.5, 13.5)
    painter.drawPath(drop)


def _eraser(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.translate(12, 11)
    painter.rotate(-40)
    painter.drawRoundedRect(QRectF(-8.5, -4.5, 17, 9), 1.5, 1.5)
    painter.setBrush(accent)
    painter.drawRoundedRect(QRectF(-8.5, -4.5, 7, 9), 1.5, 1.5)
    painter.rotate(40)
    painter.drawLine(QPointF(-6, 10), QPointF(9, 10))


def _wall(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.setBrush(QColor(128, 128, 128, 60))
    painter.drawRect(QRectF(3.5, 6.5, 17, 11))
    painter.drawLine(QPointF(3.5, 12), QPointF(20.5, 12))
    for x, y in ((9, 6.5), (15, 6.5), (6.5, 12), (12, 12), (17.5, 12)):
        painter.drawLine(QPointF(x, y), QPointF(x, y + 5.5))


def _door(painter: QPainter, ink: QColor, accent: QColor) -> None:
    tint = QColor("#a9774a")
    painter.setBrush(tint)
    path = QPainterPath(QPointF(6, 20.5))
    path.lineTo(6, 10)
    path.cubicTo(6, 1.5, 18, 1.5, 18, 10)
    path.lineTo(18, 20.5)
    path.closeSubpath()
    painter.drawPath(path)
    painter.drawLine(QPointF(12, 4), QPointF(12, 20.5))
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(14.5, 13), 0.6, 0.6)


def _leap(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.drawLine(QPointF(3, 18.5), QPointF(8, 18.5))
    painter.drawLine(QPointF(16, 18.5), QPointF(21, 18.5))
    painter.setPen(QPen(accent, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    path = QPainterPath(QPointF(6, 14.5))
    path.cubicTo(8, 3.5, 16, 3.5, 18, 13)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.drawLine(QPointF(18, 13.5), QPointF(14.6, 11.4))
    painter.drawLine(QPointF(18, 13.5), QPointF(20, 10))


def _measure(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.translate(12, 12)
    painter.rotate(-35)
    painter.drawRect(QRectF(-10, -4, 20, 8))
    for x in (-6, -2, 2, 6):
        painter.drawLine(QPointF(x, -4), QPointF(x, 0))


def _turn(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.drawRect(QRectF(7, 7, 10, 10))
    painter.setPen(QPen(accent, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawArc(QRectF(2.5, 2.5, 19, 19), 100 * 16, 140 * 16)
    painter.drawArc(QRectF(2.5, 2.5, 19, 19), -80 * 16, 140 * 16)
    painter.drawLine(QPointF(10.5, 2.5), QPointF(13, 4.5))
    painter.drawLine(QPointF(13.5, 21.5), QPointF(11, 19.5))


def _ball(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.setBrush(QColor(128, 128, 128, 110))
    painter.drawEllipse(QPointF(8.5, 12), 6, 6)
    painter.setPen(QPen(accent, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(16.5, 12), QPointF(21.5, 12))
    painter.drawLine(QPointF(21.5, 12), QPointF(19, 9.5))
    painter.drawLine(QPointF(21.5, 12), QPointF(19, 14.5))


def _floor(painter: QPainter, accent: QColor, *outline: tuple[float, float]) -> None:
    """A floor plan, shaded."""
    tint = QColor(accent)
    tint.setAlpha(70)
    painter.setBrush(tint)
    painter.drawPolygon([QPointF(x, y) for x, y in outline])


def _corridor(painter: QPainter, ink: QColor, accent: QColor) -> None:
    _floor(painter, accent, (2.5, 8.5), (21.5, 8.5), (21.5, 15.5), (2.5, 15.5))


def _small_room(painter: QPainter, ink: QColor, accent: QColor) -> None:
    _floor(painter, accent, (6.5, 6.5), (17.5, 6.5), (17.5, 17.5), (6.5, 17.5))


def _large_room(painter: QPainter, ink: QColor, accent: QColor) -> None:
    _floor(painter, accent, (2.5, 3.5), (21.5, 3.5), (21.5, 20.5), (2.5, 20.5))


def _junction(painter: QPainter, ink: QColor, accent: QColor) -> None:
    a, b, c, d = 2.5, 8.5, 15.5, 21.5
    _floor(
        painter, accent,
        (b, a), (c, a), (c, b), (d, b), (d, c), (c, c), (c, d), (b, d), (b, c), (a, c), (a, b), (b, b),
    )  # fmt: skip


def _bridge(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.drawLine(QPointF(2.5, 7.5), QPointF(21.5, 7.5))
    painter.drawLine(QPointF(2.5, 16.5), QPointF(21.5, 16.5))
    for x in (5, 9.7, 14.3, 19):
        painter.drawLine(QPointF(x, 8.5), QPointF(x, 15.5))


def _platform(painter: QPainter, ink: QColor, accent: QColor) -> None:
    _floor(painter, accent, (7.5, 7.5), (16.5, 7.5), (16.5, 16.5), (7.5, 16.5))
    painter.setPen(QPen(ink, 1.2, Qt.PenStyle.DotLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(3, 3, 18, 18))


def _entry(painter: QPainter, ink: QColor, accent: QColor) -> None:
    _floor(painter, accent, (9.5, 3.5), (20.5, 3.5), (20.5, 20.5), (9.5, 20.5))
    painter.setPen(QPen(accent, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(2.5, 12), QPointF(14, 12))
    painter.drawLine(QPointF(14, 12), QPointF(11, 9))
    painter.drawLine(QPointF(14, 12), QPointF(11, 15))


def _zone(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.setBrush(QColor(20, 103, 200, 90))
    painter.drawRect(QRectF(3.5, 5.5, 7, 13))
    painter.setBrush(QColor(200, 60, 50, 90))
    painter.drawRect(QRectF(13.5, 5.5, 7, 13))


def _letter(painter: QPainter, ink: QColor, accent: QColor) -> None:
    painter.drawPolyline([QPointF(*point) for point in ((5, 7), (5, 4.5), (19, 4.5), (19, 7))])
    painter.drawLine(QPointF(12, 4.5), QPointF(12, 19.5))
    painter.drawLine(QPointF(9, 19.5), QPointF(15, 19.5))


_GLYPHS = {
    "select": _arrow, "room": _room, "paint": _brush, "fill": _bucket, "erase": _eraser, "wall": _wall, "door": _door,
    "leap": _leap, "measure": _measure, "turning-room": _turn, "rolling-ball": _ball, "end_zone": _zone,
    "entry": _entry, "corridor": _corridor, "small_room": _small_room, "large_room": _large_room, "junction": _junction,
    "bridge_section": _bridge, "platform": _platform, "label": _letter,
}  # fmt: skip


_LARGE, _RIM = 0.77, 0.08
"""How high an emblem of one square is in a picture one high, and how broad its rim is in squares."""


def side_icon(side: MatchSide, size: int = 16) -> QIcon:
    """The emblem of a side, filled with its colour."""
    image = QPixmap(2 * size, 2 * size)
    image.setDevicePixelRatio(2)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(_LARGE * size, _LARGE * size)
    painter.setPen(QPen(QColor("#2f3640"), _RIM))
    painter.setBrush(QColor(side.shown_colour))
    painter.drawPath(path_of(side_emblem(side.shown_emblem, Style())))
    painter.end()
    return QIcon(image)
