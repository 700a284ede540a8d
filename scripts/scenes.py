"""All pictures of the editor in the manual."""

from __future__ import annotations

from scripts import dialog_scenes, editor_scenes, photo_scenes
from scripts.editor_scenes import Scene

SCENES: dict[str, Scene] = {
    "editor-named": editor_scenes.show_first_window,
    "editor": editor_scenes.show_chest_tool,
    "editor-reach": editor_scenes.show_reach,
    "editor-analysis": editor_scenes.show_analysis,
    "editor-suggestions": editor_scenes.show_proposals,
    "editor-set-up": editor_scenes.show_set_up,
    "editor-print": dialog_scenes.show_print_dialog,
    "dialog-mat": dialog_scenes.show_mat_dialog,
    "dialog-export": dialog_scenes.show_export_dialog,
    "dialog-start": dialog_scenes.show_start_dialog,
    "dialog-new": dialog_scenes.show_new_dialog,
    "dialog-house-rules": dialog_scenes.show_house_rules_dialog,
    "dialog-playtest": dialog_scenes.show_playtest_dialog,
    "dialog-compare": dialog_scenes.show_comparison_dialog,
    "dialog-set-up": dialog_scenes.show_set_up_dialog,
    "dialog-waive": dialog_scenes.show_waive_dialog,
    "editor-photo-corners": dialog_scenes.show_photo_corners,
    "dialog-photo-tile": dialog_scenes.show_photo_tile_dialog,
    "dialog-recovery": dialog_scenes.show_recovery_dialog,
    "dialog-finder": dialog_scenes.show_finder,
    "dialog-shortcuts": dialog_scenes.show_shortcuts_dialog,
    "editor-trace": photo_scenes.show_tracing,
    "dialog-keep-picture": photo_scenes.show_keep_dialog,
}
"""The scene of each picture of the editor, by the picture's name."""

LABELLED_SCENES = ("editor-named",)
"""The pictures over which the names of the window's parts are written."""
