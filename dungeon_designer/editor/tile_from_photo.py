"""Make a tile from the traced photo: the corners on the map, then the dialog, then the new tile in the palette."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QSettings, Qt
from PySide6.QtWidgets import QWidget

from dungeon_designer.drawing.compose import find_drawn_area
from dungeon_designer.editor.bars.tracing_bar import Tracing
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.canvas.painted_pictures import forget_changed_pictures
from dungeon_designer.editor.canvas.viewport import fit_viewport
from dungeon_designer.editor.file_actions import FileActions
from dungeon_designer.editor.open_dungeon import OpenDungeon
from dungeon_designer.editor.photo_tiles import Corners, WrittenTile
from dungeon_designer.editor.tools.photo_corners import PhotoCornersTool
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.widgets import ask_confirmation
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.translation import fill_placeholders


class TileFromPhoto(QObject):
    """The steps from a traced photo to a tile in the palette.

    Args:
        workspace: holds the dungeon and the traced photo.
        canvas: the map, on which the corners are dragged.
        tracing: the bar of the traced photo.
        file_actions: saves a dungeon that has no file yet, since own tiles lie beside it.
        settings: those of the editor.
        show_tile: shows a tile of a given id in the palette and takes it in hand.
        window: the window.
    """

    def __init__(
        self,
        workspace: Workspace,
        canvas: InteractiveMap,
        tracing: Tracing,
        file_actions: FileActions,
        settings: QSettings,
        show_tile: Callable[[str], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._workspace, self._canvas, self._tracing = workspace, canvas, tracing
        self._file_actions, self._settings, self._show_tile, self._window = file_actions, settings, show_tile, window
        self._waiting_document: OpenDungeon | None = None
        """The dungeon for which a photo is being read, whose corners are then marked."""
        tracing.tile_button.clicked.connect(self.start)
        tracing.reader.work_ended.connect(self._handle_photo)

    def start(self) -> None:
        """Let the user drag the corners of a tile on the traced photo, or go on if this was done.

        If no photo is traced, ask for one first.
        """
        tool = self._canvas.tool
        if isinstance(tool, PhotoCornersTool):
            tool.accept_corners()
        elif self._workspace.traced_picture is not None:
            self._mark_corners(self._workspace.traced_picture)
        else:
            self._tracing.choose_picture()
            self._waiting_document = self._workspace.document if self._tracing.is_reading else None

    def _handle_photo(self, _problem: str, _is_internal_error: bool) -> None:
        """Begin to mark corners on a photo that was read for that: beside the dungeon, whose walls would cover it."""
        document, self._waiting_document = self._waiting_document, None
        photo = self._workspace.traced_picture
        if document is self._workspace.document and photo is not None:
            (left, top), (width, _) = find_drawn_area(self._workspace.board)
            photo = replace(photo, left=float(left + width + 1), top=float(top), opacity=1.0)
            self._workspace.set_traced_picture(photo)
            self._mark_corners(photo)

    def _mark_corners(self, photo: TracedPicture) -> None:
        """Show the whole photo, and select the tool that marks the corners of a tile on it."""
        top_left, bottom_right = (
            self._canvas.view.find_pixel(photo.left, photo.top),
            self._canvas.view.find_pixel(photo.left + photo.width, photo.top + photo.height),
        )
        visible = self._canvas.rect()
        if not (visible.contains(*map(int, top_left)) and visible.contains(*map(int, bottom_right))):
            corner = int(photo.left), int(photo.top)
            size = int(photo.width) + 1, int(photo.height) + 1
            self._canvas.show_view(fit_viewport(corner, size, (self._canvas.width(), self._canvas.height())))
        tool = PhotoCornersTool(self._workspace)
        queued = Qt.ConnectionType.QueuedConnection  # the tool must not be deleted while it handles a key
        tool.corners_accepted.connect(self._ask_for_tile, queued)
        tool.cancelled.connect(self._tracing.move_and_scale, queued)
        tool.tool_left.connect(lambda: self._tracing.name_tile_button(are_corners_shown=False))
        self._canvas.set_tool(tool)
        self._tracing.name_tile_button(are_corners_shown=True)
        self._tracing.tool_activated.emit()

    def _ask_for_tile(self, corners: Corners) -> None:
        """Ask what tile is made of the corners, make it, and show it in the palette."""
        from dungeon_designer.editor.dialogs.tile_from_photo import TileFromPhotoDialog

        photo, tool = self._workspace.traced_picture, self._canvas.tool
        if photo is None or not isinstance(tool, PhotoCornersTool) or not self._save_dungeon():
            return
        folder = self._workspace.folder.absolute() / "tiles"
        dialog = TileFromPhotoDialog(photo, corners, tool.measure_size(), folder, self._settings, self._window)
        is_accepted = dialog.exec()
        dialog.deleteLater()
        if is_accepted and dialog.written_tile is not None:
            self._show_written_tile(dialog.written_tile)
        else:
            self._canvas.setFocus()

    def _save_dungeon(self) -> bool:
        """Return whether the dungeon has a file, beside which its tiles lie. Offer to save one that has none."""
        if self._workspace.document.path is not None:
            return True
        title = self.tr("Make a tile from a photo")
        question = self.tr(
            "The tile is written to the folder “tiles” beside the dungeon's file. Save the dungeon first?"
        )
        return ask_confirmation(self._window, title, question) and self._file_actions.save_as()

    def _show_written_tile(self, written_tile: WrittenTile) -> None:
        """Show a new tile in the palette and take it in hand, if its folder lies beside the dungeon."""
        forget_changed_pictures()
        with self._workspace.reported_errors():
            self._workspace.reload_tiles()
        if written_tile.file.parent.parent == self._workspace.folder.absolute() / "tiles":
            with self._workspace.reported_errors():
                self._show_tile(written_tile.tile_id)
                text = self.tr("%1 and %2 are written. Click the map to place the tile.")
                self._workspace.message_sent.emit(
                    fill_placeholders(text, written_tile.file.name, written_tile.picture.name)
                )
        else:
            text = self.tr("Written: %1. The palette lists tiles beside the dungeon's file only.")
            self._workspace.message_sent.emit(fill_placeholders(text, str(written_tile.file)))
            self._tracing.move_and_scale()
