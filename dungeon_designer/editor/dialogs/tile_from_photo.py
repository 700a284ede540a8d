"""The dialog that makes a tile from a part of a photo: its size, name and tile set, beside the straightened part."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QCloseEvent, QColor, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QWidget,
)

from dungeon_designer.editor.background_worker import BackgroundProcess
from dungeon_designer.editor.fitting import FittingDialog, ShrinkingPicture, build_scroll_area, find_usable_size
from dungeon_designer.editor.photo_tiles import (
    MAX_STEM_LETTERS,
    MAX_TILE_SIDE,
    Corners,
    PhotoTile,
    WrittenTile,
    list_replaced_files,
    make_photo_tile,
    scale_corners,
    straighten_image,
)
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.widgets import (
    ask_confirmation,
    build_column,
    build_row,
    create_answer_buttons,
    create_combo_box,
    create_number_field,
    create_plain_label,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.grid import Size
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.pictures.picture_model import MAX_NAME_LETTERS
from dungeon_designer.text.file_names import build_file_stem
from dungeon_designer.translation import capitalise_first, fill_placeholders

_PREVIEW_PX = 320
"""The longer side of the straightened picture in the dialog, in pixels of the screen."""

_INITIAL_SIZE = QSize(780, 380)
"""The size of the dialog at first, if the screen has room for it."""

_LEAST_PREVIEW_PX = 180
"""The least width and height of the room for that picture, in pixels."""

_MAX_TILE_NAME_LETTERS = 80
"""The greatest length of a tile's name, in letters."""

_DEFAULT_SET = "my-tiles"
"""The name of the tile set where there is none yet."""

_SETTINGS_GROUP = "tile-from-photo"


class TileFromPhotoDialog(FittingDialog):
    """The dialog that asks what tile is made from a part of a photo, and makes it while the user waits.

    The dialog is accepted when both files are written. `written_tile` then says which.

    Args:
        photo: the traced photo.
        corners: the corners of the tile on it.
        size: the first guess of the tile's size in squares.
        tiles_folder: the folder of tile sets beside the dungeon's file. It need not exist.
        settings: keep the tile set, the author and the licence for the next tile.
        parent: the window.
    """

    def __init__(
        self,
        photo: TracedPicture,
        corners: Corners,
        size: Size,
        tiles_folder: Path,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Make a tile from a photo"))
        self.photo, self.corners, self.tiles_folder = photo, corners, tiles_folder
        self.written_tile: WrittenTile | None = None
        self._settings = settings
        self.worker = BackgroundProcess(make_photo_tile, "photo tile", self)
        self.worker.answer_received.connect(self._finish)
        self.worker.work_ended.connect(self._handle_end)
        self._create_fields(size)
        self._fill_sets()
        self.preview = create_widget(ShrinkingPicture, accessibleName=self.tr("The tile as it will look"))
        self.preview.setMinimumSize(_LEAST_PREVIEW_PX, _LEAST_PREVIEW_PX)
        self._form_widget = QWidget()
        build_column(self._build_form(), 1, owner=self._form_widget, margins=(0, 0, 0, 0))
        row = build_row((self._form_widget, 3), (self.preview, 2))
        self.problem_label = create_wrapped_label()
        self.problem_label.setTextFormat(Qt.TextFormat.PlainText)
        self.problem_label.hide()
        self.progress_bar = create_widget(QProgressBar, textVisible=False, maximum=0)
        self.progress_bar.setAccessibleName(self.tr("The photo is being straightened"))
        self.progress_bar.hide()
        area = build_scroll_area(row, name=self.windowTitle())
        build_column((area, 1), self.problem_label, self.progress_bar, self.buttons, owner=self)
        self.resize(_INITIAL_SIZE)
        self._connect_fields()
        self._show_tile()
        self.name_field.setFocus()

    def _create_fields(self, size: Size) -> None:
        """Create the fields and the buttons."""
        self.name_field = create_widget(
            QLineEdit, maxLength=_MAX_TILE_NAME_LETTERS, placeholderText=self.tr("The Wine Cellar")
        )
        self.width_field = create_number_field(1, MAX_TILE_SIDE, size[0], self.tr("Width in squares"))
        self.height_field = create_number_field(1, MAX_TILE_SIDE, size[1], self.tr("Height in squares"))
        kinds = [(capitalise_first(describe_kind(kind)), kind) for kind in SectionKind]
        self.kind_box = create_combo_box(self.tr("Kind"), kinds)
        self.kind_box.setCurrentIndex(self.kind_box.findData(SectionKind.ROOM))
        self.grid_box = create_widget(QCheckBox, self.tr("The photo shows the lines between squares"))
        self.set_box = create_widget(QComboBox, editable=True, accessibleName=self.tr("Tile set"))
        tip = self.tr("Another folder of tile sets; a dungeon finds those beside its own file")
        self.folder_button = create_widget(QPushButton, self.tr("Other &folder…"), toolTip=tip, autoDefault=False)
        self.file_label = create_plain_label()
        self.author_field = create_widget(QLineEdit, maxLength=MAX_NAME_LETTERS)
        self.licence_field = create_widget(QLineEdit, maxLength=MAX_NAME_LETTERS, placeholderText="CC BY 4.0")
        self.author_field.setText(str(self._settings.value(f"{_SETTINGS_GROUP}/author", "")))
        self.licence_field.setText(str(self._settings.value(f"{_SETTINGS_GROUP}/licence", "")))
        self.buttons = create_answer_buttons(
            self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.make_button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.make_button.setText(self.tr("Make the tile"))

    def _build_form(self) -> QFormLayout:
        """Return the fields with their labels."""
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Name"), self.name_field)
        form.addRow(self.tr("Squares"), build_row(self.width_field, create_plain_label("×"), self.height_field, 1))
        form.addRow("", self.grid_box)
        form.addRow(self.tr("&Kind"), self.kind_box)
        form.addRow(self.tr("Tile set"), build_row((self.set_box, 1), self.folder_button))
        form.addRow(self.tr("File"), self.file_label)
        form.addRow(self.tr("&Author of the photo"), self.author_field)
        form.addRow(self.tr("&Licence"), self.licence_field)
        return form

    def _connect_fields(self) -> None:
        """Show the tile anew after each change."""
        self.name_field.textChanged.connect(self._show_tile)
        self.set_box.currentTextChanged.connect(self._show_tile)
        for field in (self.width_field, self.height_field):
            field.valueChanged.connect(self._show_tile)
        self.grid_box.toggled.connect(self._show_tile)
        self.folder_button.clicked.connect(self._choose_folder)

    def _fill_sets(self) -> None:
        """List the tile sets of the folder, and choose the one that was used last."""
        names = []
        if self.tiles_folder.is_dir():
            folders = (path for path in self.tiles_folder.iterdir() if path.is_dir())
            names = sorted(path.name for path in folders if not path.name.startswith("."))
        self.set_box.clear()
        self.set_box.addItems(names or [_DEFAULT_SET])
        last_name = str(self._settings.value(f"{_SETTINGS_GROUP}/set", ""))
        self.set_box.setCurrentIndex(max(self.set_box.findText(last_name), 0))

    def _choose_folder(self) -> None:
        """Let the user choose another folder of tile sets."""
        title = self.tr("Folder of tile sets")
        name = QFileDialog.getExistingDirectory(self, title, str(self.tiles_folder.parent))
        if name:
            self.tiles_folder = Path(name)
            self._fill_sets()
            self._show_tile()

    @property
    def set_name(self) -> str:
        """The name of the tile set's folder: a set of the list, or a new one."""
        text = self.set_box.currentText().strip()
        return text if self.set_box.findText(text) >= 0 else build_file_stem(text, _DEFAULT_SET, MAX_STEM_LETTERS)

    @property
    def tile(self) -> PhotoTile:
        """The tile that the fields describe."""
        return PhotoTile(
            photo=self.photo.path,
            corners=self.corners,
            size=(self.width_field.value(), self.height_field.value()),
            name=" ".join(self.name_field.text().split()),
            kind=SectionKind(self.kind_box.currentData()),
            folder=self.tiles_folder / self.set_name,
            has_own_grid=self.grid_box.isChecked(),
            author=self.author_field.text().strip(),
            licence=self.licence_field.text().strip(),
        )

    def _show_tile(self) -> None:
        """Show the straightened part of the photo with its squares, and the file that will be written."""
        tile = self.tile
        self.make_button.setEnabled(bool(tile.name))
        file = tile.file
        self.file_label.setText(f"{self.tiles_folder.name}/{tile.folder.name}/{file.name}" if tile.name else "…")
        self.file_label.setToolTip(str(file))
        self.problem_label.hide()
        self.preview.show_picture(self._draw_preview(tile))

    def _draw_preview(self, tile: PhotoTile) -> QPixmap:
        """Return the straightened part of the copy in memory, with lines where the program will draw some."""
        (width, height), image = tile.size, self.photo.image
        square_px = max(1.0, _PREVIEW_PX * self.devicePixelRatioF() / max(width, height))
        size_px = max(1, round(width * square_px)), max(1, round(height * square_px))
        corners_px = scale_corners(self.corners, image.width(), image.height())
        straight_image = straighten_image(image, corners_px, size_px)
        if not tile.has_own_grid:
            _draw_grid(straight_image, tile.size)
        picture = QPixmap.fromImage(straight_image)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        return picture

    def accept(self) -> None:
        """Make the tile, and stay open until that is done. Existing files are replaced only if the user agrees."""
        tile = self.tile
        if not tile.name or not self.worker.is_idle:
            return
        replaced_files = list_replaced_files(tile)
        if replaced_files:
            names = ", ".join(file.name for file in replaced_files)
            question = self.tr("There is such a tile already: %1. Replace it?")
            if not ask_confirmation(self, self.windowTitle(), fill_placeholders(question, names)):
                return
        self._show_progress(True)
        self.worker.submit_request(replace(tile, replaced_files=tuple(replaced_files)))

    def _show_progress(self, is_working: bool) -> None:
        """Lock the fields and show that work is under way, or unlock them."""
        self.progress_bar.setVisible(is_working)
        self._form_widget.setEnabled(not is_working)
        self.make_button.setEnabled(not is_working)
        self.problem_label.hide()
        self._grow()

    def _grow(self) -> None:
        """Make the dialog higher where a line was added below the fields, as far as the screen has room."""
        wanted_size = self.size().expandedTo(self.sizeHint())
        self.resize(wanted_size.boundedTo(find_usable_size(self)))

    def _finish(self, written_tile: WrittenTile) -> None:
        """Close the dialog, since both files are written, and remember the fields for the next tile."""
        self.written_tile = written_tile
        tile = self.tile
        for key, value in (("set", tile.folder.name), ("author", tile.author), ("licence", tile.licence)):
            self._settings.setValue(f"{_SETTINGS_GROUP}/{key}", value)
        super().accept()

    def _handle_end(self, problem: str, _is_internal_error: bool) -> None:
        """Unlock the fields after the work, and show why it failed, if it did."""
        self._show_progress(False)
        if self.written_tile is None:
            self.problem_label.setText(problem or self.tr("The tile could not be made."))
            self.problem_label.show()
            self._grow()

    def reject(self) -> None:
        """Handle Esc and Cancel: stop the work under way, or close the dialog if there is none."""
        if self.worker.is_idle:
            super().reject()
        else:
            self.worker.cancel_request()
            self._show_progress(False)

    def done(self, result: int) -> None:
        """End the process when the dialog is closed."""
        self.worker.close()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the process, also of a dialog that was never shown."""
        self.worker.close()
        super().closeEvent(event)


def _draw_grid(image: QImage, size: Size) -> None:
    """Draw the lines between the squares of a tile on its picture."""
    painter = QPainter(image)
    (width, height), x_step, y_step = size, image.width() / size[0], image.height() / size[1]
    for colour, line_width in ((QColor(255, 255, 255, 150), 3), (QColor(0, 0, 0, 200), 1)):
        painter.setPen(QPen(colour, line_width))
        for x in range(1, width):
            painter.drawLine(round(x * x_step), 0, round(x * x_step), image.height())
        for y in range(1, height):
            painter.drawLine(0, round(y * y_step), image.width(), round(y * y_step))
    painter.end()
