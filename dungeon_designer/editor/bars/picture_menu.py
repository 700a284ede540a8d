"""The submenu that shows, dims or hides pictures of tiles and dungeons."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from dungeon_designer.drawing.drawing_options import PictureMode
from dungeon_designer.editor.actions import Action, Actions
from dungeon_designer.editor.canvas.map_widget import MapWidget
from dungeon_designer.translation import translate


def name_picture_modes() -> dict[PictureMode, str]:
    """Return the translated name of each way to show pictures."""
    return {
        PictureMode.FULL: translate("PictureMenu", "Pictures in &full"),
        PictureMode.DIM: translate("PictureMenu", "&Dim pictures"),
        PictureMode.OFF: translate("PictureMenu", "&No pictures"),
    }


def add_picture_menu(view_menu: QMenu, canvas: MapWidget, actions: Actions) -> None:
    """Add a submenu to the View menu: pictures of tiles and of the dungeon are shown, dimmed or left out.

    It changes the window alone; prints and exports have options of their own. The picture to trace is there, too, and
    the commands that make it the dungeon's own or remove it, or that make a tile from it.
    """
    menu, action_group = view_menu.addMenu(translate("PictureMenu", "P&ictures")), QActionGroup(canvas)
    tip = translate("PictureMenu", "Pictures of tiles and of the dungeon, on the screen only")
    for digit, (mode, name) in enumerate(name_picture_modes().items(), start=7):  # 3 to 6 take counters of teams
        show_pictures = partial(_show_pictures, canvas, mode)
        action = actions.add_action(
            Action(f"pictures-{mode}", name, f"Ctrl+Alt+{digit}", show_pictures, tip, group=True)
        )
        action_group.addAction(action)
        menu.addAction(action)
    actions[f"pictures-{canvas.pictures}"].setChecked(True)
    menu.addSeparator()
    for action_id in ("trace", "tile-from-photo", "keep-picture", "remove-picture"):
        menu.addAction(actions[action_id])


def _show_pictures(canvas: MapWidget, mode: PictureMode, _window: QWidget) -> None:
    """Show, dim or leave out the pictures on the map; the actions of the submenu call this with the window."""
    canvas.show_pictures(mode)
