"""The editor with a photo of a map or a tile, in the states that the manual shows."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from pathlib import Path

import msgspec
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QPolygonF, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.canvas.viewport import fit_viewport
from dungeon_designer.editor.dialogs.keep_picture_dialog import KeepPictureDialog
from dungeon_designer.editor.dialogs.tile_from_photo import TileFromPhotoDialog
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.traced_picture import TracedPicture
from scripts.editor_scenes import DRAWN_DUNGEON, EXAMPLES, Stage, wait_for_results, wait_until

PICTURED_DUNGEON = EXAMPLES / "pictured" / "the-painted-halls.dungeon.json"
MAP_PHOTO = EXAMPLES / "pictured" / "the-painted-halls.jpg"
TILE_PHOTO = EXAMPLES / "pictured" / "tiles" / "quest-pictured" / "great-hall.jpg"
TILE_SIZE = (8, 6)
"""The size of that tile in squares."""
PHOTO_SIZE = (1200, 900)
"""The size of the slanted photo in pixels."""
TABLE_COLOUR = 0xFF6B5B4A
CORNERS = ((0.18, 0.15), (0.86, 0.22), (0.95, 0.88), (0.08, 0.80))
"""Where the tile lies on the photo, as shares of its width and height: from the upper left corner clockwise."""
SHOWN_SECTIONS = 4
"""How many rooms are drawn over the photo of a map."""


def show_tracing(stage: Stage) -> Generator[QWidget, None, None]:
    """Show a photo of a map below the grid, with the bar above the map and the first rooms drawn over it."""
    yield _open_tracing(stage)


def _open_tracing(stage: Stage) -> MainWindow:
    """Return a window in which a photo of a map is traced, and aligned with the grid."""
    window = stage.open_window(DRAWN_DUNGEON)
    pictured = Dungeon.load(PICTURED_DUNGEON).layout
    placed = pictured.picture
    layout = msgspec.structs.replace(
        pictured, picture=None, sections=pictured.sections[:SHOWN_SECTIONS], chests=(), portals=(), traps=(), notes=""
    )
    window.workspace.document.mark_saved()
    window.workspace.open_layout(layout, Path("league/painted-halls.dungeon.json"))
    window.tracing.load_picture(MAP_PHOTO)
    wait_until(lambda: window.workspace.traced_picture is not None)
    photo = window.workspace.traced_picture
    (left, top), (width, height) = placed.at, placed.size
    window.workspace.set_traced_picture(dataclasses.replace(photo, left=left, top=top, width=width))
    view = fit_viewport(
        (int(left), int(top)), (int(width), int(height)), (window.canvas.width(), window.canvas.height())
    )
    window.canvas.show_view(view)
    wait_for_results(window)
    return window


def show_keep_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog that keeps a traced picture with the dungeon."""
    window = _open_tracing(stage)
    photo = window.workspace.traced_picture
    dialog = KeepPictureDialog(window.picture_keeper._explain_keeping(photo), "A. Scribe", "CC BY 4.0")
    stage.open_dialog(dialog)
    yield dialog


def show_tile_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog that makes a tile from a slanted photo."""
    photo = TracedPicture(Path("table.jpg"), build_slanted_photo())
    dialog = TileFromPhotoDialog(photo, CORNERS, TILE_SIZE, Path("tiles"), stage.settings)
    dialog.name_field.setText("Great Hall")
    stage.open_dialog(dialog)
    QTest.qWait(500)
    yield dialog


def build_slanted_photo() -> QImage:
    """Return a picture of a tile on a table, as a camera sees it from the side."""
    tile = QImage(str(TILE_PHOTO))
    width, height = PHOTO_SIZE
    photo = QImage(width, height, QImage.Format.Format_RGB32)
    photo.fill(TABLE_COLOUR)
    straight = [(0, 0), (tile.width(), 0), (tile.width(), tile.height()), (0, tile.height())]
    slanted = [(x * width, y * height) for x, y in CORNERS]
    start, end = (QPolygonF([QPointF(x, y) for x, y in points]) for points in (straight, slanted))
    painter = QPainter(photo)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setTransform(QTransform.quadToQuad(start, end))
    painter.drawImage(0, 0, tile)
    painter.end()
    return photo
