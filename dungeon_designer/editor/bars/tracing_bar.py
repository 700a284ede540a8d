"""The bar for a picture below the grid, which the user traces.

The traced picture is no part of the dungeon or of its file, unless the user keeps it with the dungeon
(`picture_keeper.py`). If the user wants the picture remembered, its path and position are stored in the editor's
settings, under the path of the dungeon's file.
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFrame,
    QPushButton,
    QSizePolicy,
    QSlider,
)

from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.file_actions import read_list_setting
from dungeon_designer.editor.tools.measure import AlignTool, TraceTool
from dungeon_designer.editor.traced_picture import PictureRequest, TracedPicture, send_traced_picture
from dungeon_designer.editor.widgets import (
    build_row,
    create_number_field,
    create_plain_label,
    create_timer,
    create_widget,
    escape_rich_text,
)
from dungeon_designer.editor.workspace import Workspace

_MAX_NAME_WIDTH_PX = 110
"""The width of the label with the picture's name, in pixels."""


PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".heic", ".avif")
"""Endings of files that are pictures. Those in HEIC and AVIF cannot be traced, and a message says what to do."""


class Tracing(QFrame):
    """Bar that is shown while a picture lies below the grid, which the user traces to copy a dungeon from it.

    Signals:
        tool_activated: the bar selected a tool of its own.
        tracing_ended: the picture was removed, so that the usual tool must be selected again.
    """

    tool_activated = Signal()
    tracing_ended = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, settings: QSettings) -> None:
        super().__init__()
        self.workspace, self._canvas, self._settings = workspace, canvas, settings
        self.reader = BackgroundWorker(send_traced_picture, "picture reader", self)
        self.reader.answer_received.connect(self._receive_picture)
        self.reader.work_ended.connect(self._report_unreadable)
        self._requested_name = ""
        """The name of the file that is being read, or was read last."""
        self._is_restoring = False
        """Whether the picture that is being read is the one that the settings hold for the dungeon."""
        self._requesting_answers = workspace.document.answers
        """The answers of the dungeon below which the picture will lie; they tell whether it is the current one."""
        self._picture_to_remember: TracedPicture | None = None
        """The picture that was kept last if Remember was ticked: it is again if an undo brings this picture back."""
        self.name_label = create_plain_label()
        self.name_label.setMaximumWidth(_MAX_NAME_WIDTH_PX)
        label = self.tr("How strong the picture is")
        self.opacity_slider = create_widget(
            QSlider, Qt.Orientation.Horizontal, maximum=100, accessibleName=label, toolTip=label
        )
        self.opacity_slider.setFixedWidth(90)
        label = self.tr("Squares between the two points")
        self.distance_field = create_number_field(1, 200, 10, label, self.tr(" squares"), label)
        tip = self.tr("Move the picture by dragging it, scale it by its corners")
        self.place_button = create_widget(QPushButton, self.tr("Place"), toolTip=tip, clicked=self.move_and_scale)
        tip = self.tr("Click two points on the picture that are this many squares apart")
        self.align_button = create_widget(QPushButton, self.tr("Align"), toolTip=tip, clicked=self._start_alignment)
        label = self.tr("Keep with the dungeon")
        tip = self.tr("Keep it with the dungeon: below the map, in print, in exports and on pages")
        self.keep_button = create_widget(QPushButton, self.tr("Keep…"), accessibleName=label, toolTip=tip)
        self.tile_button = create_widget(QPushButton)
        self.name_tile_button(are_corners_shown=False)
        self.remove_button = create_widget(QPushButton, self.tr("Remove"), clicked=self.remove_picture)
        tip = self.tr(
            "Its path and place are kept in the editor's own settings, never in the dungeon's file; save that first"
        )
        self.remember_box = create_widget(QCheckBox, self.tr("Remember"), toolTip=tip)
        self._controls = (
            self.opacity_slider,
            self.place_button,
            self.align_button,
            self.distance_field,
            self.tile_button,
            self.keep_button,
        )
        parts = (
            self.name_label,
            self.opacity_slider,
            1,
            self.place_button,
            self.align_button,
            self.distance_field,
            self.tile_button,
            self.remember_box,
            self.keep_button,
            self.remove_button,
        )
        build_row(*parts, owner=self, margins=(10, 4, 8, 4))
        # otherwise the bar would push the docks aside
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.opacity_slider.valueChanged.connect(self._set_opacity)
        self.remember_box.toggled.connect(lambda _: self._store_picture())
        self._restore_timer = create_timer(self, 0, self._restore_picture)
        workspace.traced_changed.connect(self._update_bar)
        workspace.traced_picture_kept.connect(self._end_after_keeping)
        workspace.opened.connect(self._restore_timer.start)
        workspace.path_changed.connect(self._update_bar)
        self._update_bar()

    def choose_picture(self) -> None:
        """Let the user choose a picture file, and load the picture."""
        name_filter = self.tr("Pictures (*.png *.jpg *.jpeg *.webp)")
        start_folder = str(self.workspace.folder)
        name, _ = QFileDialog.getOpenFileName(self.window(), self.tr("Picture to trace"), start_folder, name_filter)
        if name:
            self.load_picture(Path(name))

    def load_picture(self, path: Path) -> None:
        """Load a picture, place it below the grid in the visible part of the map, and select the tool that moves it.

        The file is read outside the window's thread. If that fails, the status bar says why.
        """
        left, top = self._canvas.view.find_point(60, 60)
        self._request_picture(PictureRequest(path.resolve(), max(0.0, round(left)), max(0.0, round(top))), False)

    @property
    def is_reading(self) -> bool:
        """Whether a picture for the current dungeon is being read."""
        return not self.reader.is_idle and self._requesting_answers is self.workspace.document.answers

    def _request_picture(self, request: PictureRequest, is_restoring: bool) -> None:
        """Have a picture read; of several requests only the last counts. Until it is there, the bar says so."""
        self._requested_name, self._is_restoring = request.path.name, is_restoring
        self._requesting_answers = self.workspace.document.answers
        self.reader.submit_request(request)
        self._update_bar()

    def _receive_picture(self, picture: TracedPicture) -> None:
        """Put a picture that was read below the grid, unless another dungeon has taken the place of the one before."""
        if self._requesting_answers is not self.workspace.document.answers:
            return
        if self._is_restoring and self.workspace.traced_picture is not None:
            return
        self.workspace.set_traced_picture(picture)
        if not self._is_restoring:
            self.move_and_scale()

    def _report_unreadable(self, problem: str, _is_internal_error: bool) -> None:
        """Show why a picture could not be read, if it could not; the bar no longer waits for it."""
        if problem:
            self.workspace.message_sent.emit(problem)
        self._is_restoring = False
        self._update_bar()

    def move_and_scale(self) -> None:
        """Select the tool that moves and scales the picture."""
        self._canvas.set_tool(TraceTool(self.workspace))
        self.tool_activated.emit()

    def name_tile_button(self, are_corners_shown: bool) -> None:
        """Name the button that makes a tile from the photo, before and while its corners are shown."""
        if are_corners_shown:
            name, tip = self.tr("Go on…"), self.tr("Make a tile of the part between the four corners")
        else:
            name, tip = self.tr("Tile…"), self.tr("Make a tile: drag four corners onto it on the photo, and name it")
        self.tile_button.setText(name)
        self.tile_button.setToolTip(tip)
        self.tile_button.setAccessibleName(tip)

    def remove_picture(self) -> None:
        """Remove the picture, and its entry in the settings. One that is being read is not shown any more."""
        self._forget_picture()
        self.workspace.set_traced_picture(None)
        self.tracing_ended.emit()

    def _end_after_keeping(self, picture: TracedPicture) -> None:
        """End the tracing of a picture that is the dungeon's own now, and forget it until an undo brings it back."""
        self._picture_to_remember = picture if self.remember_box.isChecked() else None
        self._forget_picture()
        self.tracing_ended.emit()

    def _forget_picture(self) -> None:
        """Remove the picture's entry in the settings, and do not show one that is being read."""
        self.reader.drop_request()
        self.remember_box.setChecked(False)

    def _start_alignment(self) -> None:
        """Select the tool that scales the picture by two points with a known distance."""
        tool = AlignTool(self.workspace, self.distance_field.value)
        tool.picture_aligned.connect(self.move_and_scale, Qt.ConnectionType.QueuedConnection)
        self._canvas.set_tool(tool)
        self.tool_activated.emit()

    def _set_opacity(self, percent: int) -> None:
        """Set the opacity of the picture."""
        if self.workspace.traced_picture is not None:
            self.workspace.set_traced_picture(dataclasses.replace(self.workspace.traced_picture, opacity=percent / 100))

    def _update_bar(self) -> None:
        """Show the name and the opacity of the picture, or hide the bar; store the picture's position.

        While a picture is being read, the bar shows its name.
        """
        picture, path = self.workspace.traced_picture, self.workspace.document.path
        self.setVisible(picture is not None or self.is_reading)
        for control in self._controls:
            control.setEnabled(picture is not None)
        self.remember_box.setEnabled(path is not None and picture is not None)
        if self.is_reading:
            self.name_label.setText(self.tr("Reading %1…").replace("%1", self._requested_name))
            self.name_label.setToolTip("")
        elif picture is not None:
            self.name_label.setText(picture.path.name)
            self.name_label.setToolTip(escape_rich_text(str(picture.path)))
        if picture is not None:
            with QSignalBlocker(self.opacity_slider):
                self.opacity_slider.setValue(round(100 * picture.opacity))
            if picture is self._picture_to_remember:
                with QSignalBlocker(self.remember_box):
                    self.remember_box.setChecked(True)
                self._picture_to_remember = None
            self._store_picture()

    # Kept for the next time -----------------------------------------------------------------------------------

    @property
    def _setting_key(self) -> str:
        """The name of the setting that holds the picture of this dungeon."""
        return f"traced/{self.workspace.document.path}"

    def _store_picture(self) -> None:
        """Store the picture's path and place in the settings if Remember is ticked, or else remove them.

        Its width and opacity are stored, too. Nothing is stored for a dungeon without a file, or before the picture of
        the last time was restored.
        """
        picture = self.workspace.traced_picture
        is_restoring = self._restore_timer.isActive() or (self._is_restoring and self.is_reading)
        if self.workspace.document.path is None or is_restoring:
            return
        if self.remember_box.isChecked() and picture is not None:
            position = picture.left, picture.top, picture.width, picture.opacity
            self._settings.setValue(self._setting_key, [str(picture.path), *map(str, position)])
        else:
            self._settings.remove(self._setting_key)

    def _restore_picture(self) -> None:
        """Load the picture that the settings hold for this dungeon, if any, and tick Remember accordingly.

        A timer calls this once the dungeon is shown. A picture that is already there stays.
        """
        stored_values = read_list_setting(self._settings, self._setting_key)
        with QSignalBlocker(self.remember_box):
            self.remember_box.setChecked(bool(stored_values))
        if not stored_values or self.workspace.traced_picture is not None:
            return
        with suppress(ValueError):
            left, top, width, opacity = map(float, stored_values[1:])
            request = PictureRequest(Path(stored_values[0]), left, top, max(width, 0.5), opacity)
            self._request_picture(request, True)
