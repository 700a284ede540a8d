"""Export: every format there is, with a preview of the page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.editor.desk import Desk
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import PngExporter
from dungeon_designer.exports.protocol import Exporter
from dungeon_designer.exports.registry import EXPORTERS
from dungeon_designer.layout.files import write_file


class ExportDialog(QDialog):
    """Choose a format, a theme and what is shown; the preview is the very map."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export or print"))
        self.resize(900, 560)
        self.desk = desk
        self.format = QComboBox()
        for exporter in EXPORTERS:
            self.format.addItem(f"{exporter.name} ({', '.join(exporter.endings)})", exporter)
        self.theme = QComboBox()
        self.theme.addItems(list(THEMES))
        self.square = QDoubleSpinBox()
        self.square.setRange(0.5, 200)
        self.square.setValue(29)
        self.square.setSuffix(" mm")
        self.dpi = QSpinBox()
        self.dpi.setRange(20, 600)
        self.dpi.setValue(96)
        self.checks = {name: QCheckBox(words) for name, words in self._choices().items()}
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setMinimumSize(480, 420)
        self._lay_out()
        for field in (self.theme, self.format):
            field.currentIndexChanged.connect(self.preview)
        for check in self.checks.values():
            check.toggled.connect(self.preview)
        self.preview()

    def _choices(self) -> dict[str, str]:
        return {
            "coordinates": self.tr("Coordinates"),
            "grid": self.tr("Grid"),
            "section_names": self.tr("Section names"),
            "legend": self.tr("Legend"),
            "title": self.tr("Title"),
            "hidden": self.tr("What is hidden (the organiser's map)"),
            "findings": self.tr("Problems"),
        }

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("Format"), self.format)
        form.addRow(self.tr("Theme"), self.theme)
        form.addRow(self.tr("A square is"), self.square)
        form.addRow(self.tr("Dots an inch"), self.dpi)
        for name, check in self.checks.items():
            check.setChecked(name in ("coordinates", "grid", "title"))
            form.addRow("", check)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Save).setText(self.tr("Export…"))
        buttons.accepted.connect(self.ask)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addLayout(form)
        row.addWidget(self.picture, 1)
        box = QVBoxLayout(self)
        box.addLayout(row)
        box.addWidget(buttons)

    @property
    def options(self) -> ExportOptions:
        """What was chosen."""
        wanted = {name: check.isChecked() for name, check in self.checks.items() if name != "findings"}
        drawing = DrawingOptions(theme=self.theme.currentText(), **wanted)
        return ExportOptions(drawing=drawing, square=self.square.value(), dpi=self.dpi.value())

    @property
    def exporter(self) -> Exporter:
        """The format that was chosen."""
        exporter: Exporter = self.format.currentData()
        return exporter

    def preview(self) -> None:
        """Show the map as it will be."""
        size = QSize(max(self.picture.width(), 480), max(self.picture.height(), 420))
        options = ExportOptions(drawing=self.options.drawing, square=6, dpi=72)
        try:
            data = PngExporter().export(self.desk.board, options, self._findings())
        except DungeonError as error:
            self.picture.setText(str(error))
            return
        image = QPixmap()
        image.loadFromData(data)
        scaled = image.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        self.picture.setPixmap(scaled)

    def _findings(self) -> tuple:  # type: ignore[type-arg]
        return self.desk.findings if self.checks["findings"].isChecked() else ()

    def ask(self) -> None:
        """Choose the file and write it."""
        ending = self.exporter.endings[0]
        path = self.desk.document.path
        stem = path.name.split(".")[0] if path else "dungeon"
        start = str((path.parent if path else Path()) / f"{stem}{ending}")
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export"), start, f"{self.exporter.name} (*{ending})")
        if name and self.write(Path(name)):
            self.accept()

    def write(self, path: Path) -> bool:
        """Write the map; the dialog says why it could not be."""
        if not path.name.lower().endswith(self.exporter.endings):
            path = path.with_name(path.name + self.exporter.endings[0])
        try:
            write_file(path, self.exporter.export(self.desk.board, self.options, self._findings()))
        except DungeonError as error:
            QMessageBox.warning(self, self.tr("Export"), str(error))
            return False
        self.desk.said.emit(self.tr("Exported: %1").replace("%1", str(path)))
        return True
