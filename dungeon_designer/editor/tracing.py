"""The bar of the picture to trace: faint or strong, moved, aligned, kept for the next time or taken away.

The picture is never part of the dungeon or its file. Kept, its path and place stand in the editor's own settings, under
the path of the dungeon's file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QFrame, QPushButton, QSizePolicy, QSlider

from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.tools.trace import AlignTool, TraceTool
from dungeon_designer.editor.traced_picture import TracedPicture, read_picture
from dungeon_designer.editor.widgets import as_written, number, plain_label, row, timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError

KEPT = "traced"
"""The setting that holds the pictures of dungeons, by the paths of their files."""

_MOST_KEPT = 50
_NAME = 110
"""Pixels for the name of the picture."""

ENDINGS = (".png", ".jpg", ".jpeg")


class Tracing(QFrame):
    """Shown while there is a picture. `tool_taken`: another tool is in hand; `done`: the arrow is wanted again."""

    tool_taken = Signal()
    done = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, settings: QSettings) -> None:
        super().__init__()
        self.workspace, self._canvas, self._settings = workspace, canvas, settings
        self.name = plain_label()
        self.fade = QSlider(Qt.Orientation.Horizontal)
        self.fade.setRange(0, 100)
        self.fade.setFixedWidth(90)
        self.fade.setAccessibleName(self.tr("How strong the picture is"))
        self.fade.setToolTip(self.fade.accessibleName())
        words = self.tr("Squares between the two points")
        self.squares = number(1, 200, 10, words, self.tr(" squares"), words)
        self.place, self.align, self.remove = (
            QPushButton(words) for words in (self.tr("Place"), self.tr("Align"), self.tr("Remove"))
        )
        self.place.setToolTip(self.tr("Move the picture by dragging it, scale it by its corners"))
        self.align.setToolTip(self.tr("Click two points on the picture that are so many squares apart"))
        self.keep = QCheckBox(self.tr("Remember"))
        parts = self.name, self.fade, 1, self.place, self.align, self.squares, self.keep, self.remove
        row(*parts, of=self, margins=(10, 4, 8, 4))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # or the docks would give way to it
        self.fade.valueChanged.connect(self._fade)
        self.place.clicked.connect(self.move_and_scale)
        self.align.clicked.connect(self._align)
        self.remove.clicked.connect(self.take_away)
        self.keep.toggled.connect(lambda _: self._note())
        self._later = timer(self, 0, self._recall)
        workspace.traced_changed.connect(self._show)
        workspace.opened.connect(self._later.start)
        workspace.path_changed.connect(self._show)
        self._show()

    def ask(self) -> None:
        """Choose a picture."""
        kinds = self.tr("Pictures (*.png *.jpg *.jpeg)")
        start = str(self.workspace.folder)
        name, _ = QFileDialog.getOpenFileName(self.window(), self.tr("Picture to trace"), start, kinds)
        if name:
            self.load(Path(name))

    def load(self, path: Path) -> None:
        """Lay a picture beneath the grid where the map is seen; one line says why where that cannot be done."""
        view = self._canvas.view
        left, top = view.point_at(60, 60)
        try:
            picture = TracedPicture(path.resolve(), read_picture(path), max(0.0, round(left)), max(0.0, round(top)))
        except DungeonError as error:
            self.workspace.said.emit(str(error))
            return
        self.workspace.trace(picture)
        self.move_and_scale()

    def move_and_scale(self) -> None:
        """Take the picture in hand."""
        self._canvas.set_tool(TraceTool(self.workspace))
        self.tool_taken.emit()

    def take_away(self) -> None:
        """Without the picture, now and the next time."""
        self.keep.setChecked(False)
        self.workspace.trace(None)
        self.done.emit()

    def _align(self) -> None:
        tool = AlignTool(self.workspace, self.squares.value)
        tool.aligned.connect(self.move_and_scale, Qt.ConnectionType.QueuedConnection)
        self._canvas.set_tool(tool)
        self.tool_taken.emit()

    def _fade(self, percent: int) -> None:
        if self.workspace.traced is not None:
            self.workspace.trace(self.workspace.traced.faded(percent / 100))

    def _show(self) -> None:
        """The bar as the picture is; what is kept follows it."""
        picture, path = self.workspace.traced, self.workspace.document.path
        self.setVisible(picture is not None)
        self.keep.setEnabled(path is not None)
        self.keep.setToolTip(
            self.tr("Its path and place are kept in the editor's own settings, never in the dungeon's file")
            if path is not None
            else self.tr("Save the dungeon first: the picture is kept under the name of its file")
        )
        if picture is not None:
            metrics, middle = self.name.fontMetrics(), Qt.TextElideMode.ElideMiddle
            self.name.setText(metrics.elidedText(picture.path.name, middle, _NAME))
            self.name.setToolTip(as_written(str(picture.path)))
            self.fade.blockSignals(True)
            self.fade.setValue(round(100 * picture.opacity))
            self.fade.blockSignals(False)
            self._note()

    # Kept for the next time -----------------------------------------------------------------------------------

    def _kept(self) -> dict[str, Any]:
        try:
            kept = json.loads(str(self._settings.value(KEPT, "{}")))
        except ValueError:
            return {}
        return kept if isinstance(kept, dict) else {}

    def _note(self) -> None:
        """Keep the picture's path and place, or keep them no longer."""
        path, picture, kept = self.workspace.document.path, self.workspace.traced, self._kept()
        if path is None or self._later.isActive():
            return
        before = kept.pop(str(path), None)
        if self.keep.isChecked() and picture is not None:
            kept[str(path)] = [str(picture.path), picture.left, picture.top, picture.width, picture.opacity]
        if kept.get(str(path)) != before:
            self._settings.setValue(KEPT, json.dumps(dict(list(kept.items())[-_MOST_KEPT:])))

    def _recall(self) -> None:
        """The picture that was kept with this dungeon, once the dungeon itself is shown."""
        said = self._kept().get(str(self.workspace.document.path))
        self.keep.blockSignals(True)
        self.keep.setChecked(said is not None)
        self.keep.blockSignals(False)
        if said is None or self.workspace.traced is not None:
            return
        try:
            name, left, top, width, opacity = str(said[0]), *(float(number) for number in said[1:5])
            picture = TracedPicture(Path(name), read_picture(Path(name)), left, top, max(width, 0.5), opacity)
        except DungeonError as error:
            self.workspace.said.emit(str(error))
        except (TypeError, ValueError, IndexError):
            return
        else:
            self.workspace.trace(picture)
