"""The editor with a photo of a map or a tile, in the states that the manual shows."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from pathlib import Path

import msgspec
from PySide6.QtWidgets import QWidget

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.canvas.viewport import fit_viewport
from dungeon_designer.editor.dialogs.keep_picture_dialog import KeepPictureDialog
from dungeon_designer.editor.main_window import MainWindow
from scripts.editor_scenes import DRAWN_DUNGEON, EXAMPLES, Stage, wait_for_results, wait_until

PICTURED_DUNGEON = EXAMPLES / "pictured" / "the-painted-halls.dungeon.json"
MAP_PHOTO = EXAMPLES / "pictured" / "the-painted-halls.jpg"
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
