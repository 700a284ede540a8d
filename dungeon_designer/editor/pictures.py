"""Small pictures for buttons, palettes and lists: drawn as maps are, or SVG files of the folder `icons`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from dungeon_designer.board.build import build
from dungeon_designer.drawing.compose import extent
from dungeon_designer.drawing.shapes import Style
from dungeon_designer.drawing.sides import side_emblem
from dungeon_designer.editor.canvas.picture import blank, board_pixmap, path_of
from dungeon_designer.layout.model import Layout, MatchSide, Section
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.tiles.model import Tile, TileLibrary

ICONS = Path(__file__).with_name("icons")
"""A drawing for each tool and room, which has no picture of its own on a map."""

_IN_THE_DARK = {"#2f3640": "#dfe6ee", "#1467c8": "#5aa9ff"}
"""What takes the place of the icons' ink and of their accent in a dark window."""


def tile_pixmap(tile: Tile, size: QSize, dark: bool = False, ratio: float = 1.0) -> QPixmap:
    """A library tile."""
    layout = Layout(sections=(Section(id="A", tile=tile.id),))
    return board_pixmap(build(layout, TileLibrary([tile])), size, dark, ratio)


@lru_cache(maxsize=256)
def icon(picture: str, dark: bool = False) -> QIcon:
    """The button picture of a piece: a sketch, drawn as maps are, or an icon; a square if there is none."""
    result = QIcon()
    for side in (24, 48):
        if "map:" in picture:
            board = build(read_sketch(picture))
            margin = 0.02 - 0.04 * (max(extent(board)[1]) > 1)
            result.addPixmap(board_pixmap(board, QSize(side, side), dark, margin=margin))
        else:
            file = ICONS / f"{picture}.svg"
            svg = (file if file.is_file() else ICONS / "square.svg").read_text(encoding="utf-8")
            for light, other in _IN_THE_DARK.items() if dark else ():
                svg = svg.replace(light, other)
            image = blank(QSize(side, side))
            painter = QPainter(image)
            QSvgRenderer(QByteArray(svg.encode())).render(painter)
            painter.end()
            result.addPixmap(image)
    return result


_LARGE, _RIM = 0.77, 0.08
"""How high an emblem of one square is in a picture one high, and how broad its rim is in squares."""


def side_icon(side: MatchSide, size: int = 16) -> QIcon:
    """The emblem of a side, filled with its colour."""
    image = blank(QSize(size, size), 2)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(_LARGE * size, _LARGE * size)
    painter.setPen(QPen(QColor("#2f3640"), _RIM))
    painter.setBrush(QColor(side.shown_colour))
    painter.drawPath(path_of(side_emblem(side.shown_emblem, Style())))
    painter.end()
    return QIcon(image)
