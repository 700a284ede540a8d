"""Icons and small pictures for buttons, palettes and lists: drawn like maps, or from the SVG files in `icons`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import find_drawn_area
from dungeon_designer.drawing.shapes import Style
from dungeon_designer.drawing.team_looks import build_team_look, draw_emblem, draw_team_emblem
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.editor.canvas.picture import build_painter_path, create_blank_pixmap, draw_board_pixmap
from dungeon_designer.layout.model import Layout, MatchTeam, Section, Team
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.tiles.tile import Tile, TileLibrary

ICONS_FOLDER = Path(__file__).with_name("icons")
"""The folder with the icons of tools and rooms, which cannot be drawn like a map."""

_DARK_COLOURS = {"#2f3640": "#dfe6ee", "#1467c8": "#5aa9ff"}
"""The colours that replace the icons' ink and accent colours in a dark window."""


def draw_tile(tile: Tile, size: QSize, dark: bool = False, pixel_ratio: float = 1.0) -> QPixmap:
    """Return a picture of a tile, in a size in logical pixels."""
    layout = Layout(sections=(Section(id="A", tile=tile.id),))
    return draw_board_pixmap(build_board(layout, TileLibrary([tile])), size, dark, pixel_ratio)


@lru_cache(maxsize=256)
def build_icon(picture: str, dark: bool = False) -> QIcon:
    """Return the icon of a tool or a palette entry, in two sizes.

    Args:
        picture: a sketch of a dungeon in text form, which is drawn like a map, or the name of an SVG icon. An unknown
            name gives a plain square.
        dark: whether the icon is for a dark window.
    """
    button_icon = QIcon()
    for size_px in (24, 48):
        if "map:" in picture:
            board = build_board(read_sketch(picture))
            margin = 0.02 - 0.04 * (max(find_drawn_area(board)[1]) > 1)
            button_icon.addPixmap(draw_board_pixmap(board, QSize(size_px, size_px), dark, margin=margin))
        else:
            file = ICONS_FOLDER / f"{picture}.svg"
            svg = (file if file.is_file() else ICONS_FOLDER / "square.svg").read_text(encoding="utf-8")
            for light_colour, dark_colour in _DARK_COLOURS.items() if dark else ():
                svg = svg.replace(light_colour, dark_colour)
            image = create_blank_pixmap(QSize(size_px, size_px))
            painter = QPainter(image)
            QSvgRenderer(QByteArray(svg.encode())).render(painter)
            painter.end()
            button_icon.addPixmap(image)
    return button_icon


_EMBLEM_SCALE, _RIM_WIDTH = 0.77, 0.08
"""The height of an emblem in relation to the icon, and the width of its outline in the emblem's units."""


def build_team_icon(match_team: MatchTeam, size_px: int = 16) -> QIcon:
    """Return an icon with the emblem of a team, filled with the team's colour."""
    image = create_blank_pixmap(QSize(size_px, size_px), 2)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size_px / 2, size_px / 2)
    painter.scale(_EMBLEM_SCALE * size_px, _EMBLEM_SCALE * size_px)
    painter.setPen(QPen(QColor("#2f3640"), _RIM_WIDTH))
    painter.setBrush(QColor(match_team.shown_colour))
    painter.drawPath(build_painter_path(draw_emblem(match_team.shown_emblem, Style())))
    painter.end()
    return QIcon(image)


def build_map_team_icon(team: Team, teams: tuple[MatchTeam, ...], dark: bool = False, size_px: int = 16) -> QIcon:
    """Return an icon of a team that looks as the team looks on the map: the same emblem and colour, on floor.

    Args:
        team: the team.
        teams: all teams of the dungeon. The usual two have the colours of the map's theme.
        dark: whether the map is dark.
        size_px: the width and height of the icon.
    """
    theme = find_theme("slate" if dark else "parchment")
    image = create_blank_pixmap(QSize(size_px, size_px), 2)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size_px, size_px)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.floor))
    painter.drawRoundedRect(QRectF(0, 0, 1, 1), 0.15, 0.15)
    look = build_team_look(theme, teams, team)
    for path in draw_team_emblem(theme, look, team, (0.5, 0.5), _EMBLEM_SCALE):
        painter.setBrush(QColor(path.style.fill))
        painter.setPen(QPen(QColor(path.style.stroke), path.style.width) if path.style.stroke else Qt.PenStyle.NoPen)
        painter.drawPath(build_painter_path(path))
    painter.end()
    return QIcon(image)
