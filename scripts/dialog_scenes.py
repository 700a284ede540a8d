"""The dialogs of the editor in the states that the manual shows; `editor_scenes.py` says what a scene is."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Generator
from pathlib import Path
from typing import cast

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox, QWidget

from dungeon_designer.editor.dialogs.action_finder import Finder
from dungeon_designer.editor.dialogs.comparison_dialog import ComparisonDialog
from dungeon_designer.editor.dialogs.house_rules import HouseRulesDialog
from dungeon_designer.editor.dialogs.output import OutputDialog
from dungeon_designer.editor.dialogs.playtest import PlaytestDialog
from dungeon_designer.editor.dialogs.printing import ExportDialog, PrintDialog
from dungeon_designer.editor.dialogs.recovery_dialog import RecoveryDialog
from dungeon_designer.editor.dialogs.shortcuts_dialog import ShortcutsDialog
from dungeon_designer.editor.dialogs.start import NewDialog, SetUpDialog, StartDialog
from dungeon_designer.editor.dialogs.tile_from_photo import TileFromPhotoDialog
from dungeon_designer.editor.dialogs.waive_dialog import WaiveDialog
from dungeon_designer.editor.photo_tiles import Corners, scale_corners
from dungeon_designer.editor.recovery import UnsavedWork
from dungeon_designer.editor.traced_picture import TracedPicture
from scripts.editor_scenes import (
    DRAWN_DUNGEON,
    EXAMPLES,
    PROJECT_ROOT,
    TILED_DUNGEON,
    Stage,
    build_illegal_layout,
    wait_for_results,
    wait_until,
)

SHOWN_MATCHES = 2000
"""How many matches the playtest in the picture has."""
MAX_PLAYTEST_MS = 400_000
"""Milliseconds to wait for these matches: they may be compiled first."""

TILE_CORNERS: Corners = ((0.27, 0.16), (0.72, 0.2), (0.84, 0.86), (0.17, 0.8))
"""Where the tile lies on the photo from which it is made."""


def _open_output(stage: Stage, dialog_class: type[PrintDialog | ExportDialog], **choices: str) -> OutputDialog:
    """Open a dialog that prints or exports, choose entries of its boxes by their names, and wait for its page."""
    window = stage.open_window(TILED_DUNGEON)
    dialog = dialog_class(window.workspace, None, stage.settings)
    for box_name, data in choices.items():
        box = getattr(dialog, box_name)
        box.setCurrentIndex(box.findData(data))
    stage.open_dialog(dialog)
    QTest.qWait(1000)
    wait_until(lambda: dialog.worker.is_idle)
    QTest.qWait(500)
    return dialog


def show_print_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the print dialog with its finished preview."""
    yield _open_output(stage, PrintDialog)


def show_mat_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the print dialog with the fields of a mat."""
    yield _open_output(stage, PrintDialog, subject_box="mat", theme_box="parchment")


def show_export_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the export dialog with its finished preview."""
    yield _open_output(stage, ExportDialog)


def show_start_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the start dialog with three recent dungeons."""
    illegal_dungeon = EXAMPLES / "illegal" / "the-careless-cellar.dungeon.yaml"
    files = [file.relative_to(PROJECT_ROOT) for file in (DRAWN_DUNGEON, TILED_DUNGEON, illegal_dungeon)]
    with contextlib.chdir(PROJECT_ROOT):
        dialog = StartDialog(files)
        stage.open_dialog(dialog)
        QTest.qWait(2500)
    yield dialog


def show_new_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog of a new dungeon with an example selected."""
    dialog = NewDialog(False)
    stage.open_dialog(dialog)
    headings = [dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount())]
    dialog.tree.setCurrentItem(headings[-1].child(0))
    QTest.qWait(1500)
    yield dialog


def show_house_rules_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the form of house rules with eight chests in place of six, so that the dungeon is not legal."""
    window = stage.open_window(DRAWN_DUNGEON)
    dialog = HouseRulesDialog(window.workspace)
    dialog.name_field.setText("Club night")
    for field in list(dialog.fields.values())[:2]:
        if isinstance(field, QSpinBox):
            field.setValue(8)
    stage.open_dialog(dialog)
    wait_until(lambda: bool(dialog.verdict.text()))
    QTest.qWait(500)
    yield dialog


def show_playtest_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the playtest dialog with the results of some thousand matches."""
    window = stage.open_window(TILED_DUNGEON)
    dialog = PlaytestDialog(window.workspace)
    dialog.match_count_field.setValue(SHOWN_MATCHES)
    stage.open_dialog(dialog)
    yield dialog
    dialog.play_button.click()
    wait_until(lambda: dialog.results is not None and dialog.worker.is_idle, MAX_PLAYTEST_MS)
    QTest.qWait(500)


def show_comparison_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show what changed between a dungeon and its file, in words and on two maps."""
    window = stage.open_window(TILED_DUNGEON)
    window.workspace.edit_layout("Move a chest", build_illegal_layout(window.workspace.layout))
    dialog = ComparisonDialog(window.workspace, TILED_DUNGEON, False)
    stage.open_dialog(dialog)
    wait_until(lambda: not dialog.picture.pixmap().isNull())
    QTest.qWait(500)
    yield dialog


def show_set_up_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog with which two coaches begin to set up together."""
    window = stage.open_window(DRAWN_DUNGEON)
    dialog = SetUpDialog(window.workspace)
    for number, (first_die, *_) in zip((5, 3), dialog.roll_off.dice.values(), strict=True):
        first_die.setValue(number)
    stage.open_dialog(dialog)
    yield dialog


def show_waive_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog that waives a problem, with a reason."""
    window = stage.open_window(TILED_DUNGEON)
    window.workspace.edit_layout("Move a chest", build_illegal_layout(window.workspace.layout))
    wait_for_results(window)
    dialog = WaiveDialog(window.workspace.verdict.findings[0])
    dialog.reason_field.setText("club night: the kitchen is the treasury")
    stage.open_dialog(dialog)
    yield dialog


def show_photo_corners(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the corners of a tile on a photo, with the pointer at the last one."""
    window = stage.open_window(TILED_DUNGEON)
    window.workspace.set_traced_picture(dataclasses.replace(draw_photo(), left=20.0, top=2.0))
    window.actions_["tile-from-photo"].trigger()
    tool = window.canvas.tool
    tool.corners = TILE_CORNERS
    left, top = tool.list_handles(1.0)[3]
    pixel = QPointF(*window.canvas.view.find_pixel(left, top)).toPoint()
    QTest.mousePress(window.canvas, Qt.MouseButton.LeftButton, pos=pixel)
    QTest.mouseMove(window.canvas, pixel)
    QTest.qWait(300)
    yield window
    QTest.mouseRelease(window.canvas, Qt.MouseButton.LeftButton, pos=pixel)


def show_photo_tile_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog that makes a tile from a part of a photo."""
    dialog = TileFromPhotoDialog(draw_photo(), TILE_CORNERS, (4, 4), Path("tiles"), stage.settings)
    dialog.name_field.setText("The Wine Cellar")
    dialog.author_field.setText("A. Scribe")
    stage.open_dialog(dialog)
    yield dialog


def draw_photo() -> TracedPicture:
    """Return a photo of a table with a tile on it, as a camera sees the tile from one side."""
    tile = QImage(str(PROJECT_ROOT / "examples" / "pictured" / "tiles" / "quest-pictured" / "chamber.jpg"))
    photo = QImage(1200, 900, QImage.Format.Format_RGB32)
    photo.fill(QColor("#9a7b55"))
    square = QPolygonF(QRectF(tile.rect()))
    square.removeLast()  # Qt closes the polygon of a rectangle
    corners = QPolygonF([QPointF(x, y) for x, y in scale_corners(TILE_CORNERS, 1200, 900)])
    painter = QPainter(photo)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setTransform(cast("QTransform", QTransform.quadToQuad(square, corners)))
    painter.drawImage(0, 0, tile)
    painter.end()
    return TracedPicture(Path("table.jpg"), photo, opacity=1.0)


def show_recovery_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog that offers unsaved work of earlier windows."""
    window = stage.open_window(TILED_DUNGEON)
    tiled_layout = window.workspace.layout
    window.filing.open_copy(DRAWN_DUNGEON)
    noon = 1_793_448_000
    works = [
        UnsavedWork(Path("1.json"), "", msgspec.structs.replace(tiled_layout, name="Horseshoe, wider"), "", noon),
        UnsavedWork(Path("2.json"), "league/the-four-winds.dungeon.yaml", window.workspace.layout, "", noon + 3600),
    ]
    dialog = RecoveryDialog(works, bool, False)
    stage.open_dialog(dialog)
    QTest.qWait(500)
    yield dialog


def show_finder(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog that finds actions by their words."""
    window = stage.open_window(TILED_DUNGEON)
    dialog = Finder(window.actions_, None)
    stage.open_dialog(dialog)
    dialog.search.setText("map")
    QTest.qWait(300)
    yield dialog


def show_shortcuts_dialog(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dialog of the keys."""
    window = stage.open_window(TILED_DUNGEON)
    dialog = ShortcutsDialog(window.actions_, None)
    stage.open_dialog(dialog)
    yield dialog
